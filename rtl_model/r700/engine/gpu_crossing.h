/* gpu_crossing.h - what crosses between the SIMDs and the memory behind them in an epoch (gpu_jobs.h).
 *
 * A request travels request_clk clocks before a bank or a channel sees it (mem/memory_link.h).  So in an epoch of fewer
 * clocks no module there sees a SIMD's requests of the epoch: memory goes ahead without them, and each SIMD then
 * receives the answers in the clocks in which they came.  At last its requests are put into its link, as if they had
 * been there all the time: requests and answers do not touch one another in the link. */
#ifndef RTL_MODEL_R700_GPU_CROSSING_H
#define RTL_MODEL_R700_GPU_CROSSING_H

#include "rtl_model/r700/gpu.h"

enum { CROSSING_MOST = 64 }; /* clocks of an epoch in which memory moves */

/* An answer that reaches the SIMD, or that there is none any more. */
struct crossing_reply {
    uint64_t clock;
    uint16_t id;
    uint8_t  row;
    bool     reply;
};

struct crossing_request {
    uint64_t line;
    uint32_t mask;
    uint16_t id;
    uint8_t  kind, half;
    sector_t sector;
};

/* Of one SIMD. */
struct crossing {
    struct memory_link_reg  before; /* of its link, at the start */
    uint64_t                taken;  /* clocks of the epoch in which a request was taken, a bit each */
    uint64_t                asks;   /* in which the SIMD has a request */
    struct crossing_request request[CROSSING_MOST];
    struct crossing_reply   reply[CROSSING_MOST + 1];
    unsigned                replies, heard;
    bool                    ask;  /* of its port, put aside while memory goes ahead */
    struct memory_link      link; /* what the SIMD sees of its own */
};

/* Clocks that an epoch may have at most; too few: below 2. */
unsigned crossing_clocks(const struct gpu *gpu);

/* Around the memory's clocks in an epoch from the clock `from` on; behind each edge of it. */
void crossing_begin(struct gpu *gpu, struct crossing *crossings, uint64_t from);
void crossing_note(struct gpu *gpu, struct crossing *crossings, uint64_t from, uint64_t clock);
void crossing_end(struct gpu *gpu, struct crossing *crossings);

/* A SIMD, which has `link`, in a clock of the epoch: before its first one; the answers it receives; the clock, at most
 * `to`, before which none comes; its request, in the n-th clock. */
void     crossing_start(struct simd *simd, const struct memory_link *link, struct crossing *crossing);
void     crossing_hear(struct simd *simd, const struct memory_link *link, struct crossing *crossing, uint64_t clock);
uint64_t crossing_quiet(const struct crossing *crossing, uint64_t to);
void     crossing_say(const struct simd *simd, struct crossing *crossing, unsigned n);

/* When all SIMDs are at the clock `to`: the links have what was said. */
void crossing_close(struct gpu *gpu, struct crossing *crossings, uint64_t from, uint64_t to);

#endif
