/* pipe_memory.h - events of the texture unit and of what SIMDs ask of memory: their links, the banks of L2, the
 * channels.
 *
 * Requests that are under way when the watch begins are left out. */
#ifndef RTL_MODEL_R700_PIPE_MEMORY_H
#define RTL_MODEL_R700_PIPE_MEMORY_H

#include "rtl_model/r700/gpu.h"

struct pipe_watch;

/* A request: its number in the run, or 0: it began before the watch. */
struct pipe_asked {
    uint32_t work;
    uint8_t  client;
    uint64_t line;
};

/* Of a SIMD: its requests in the rows of its link, requests that banks know by their ids, and its texture unit. */
struct pipe_requests {
    struct pipe_asked sent[LINK_REQUESTS], back[LINK_REPLIES], of_id[1 << MEMORY_ID_BITS];
    struct pipe_asked taken; /* by a bank or a channel at the last edge */
    unsigned          head_row;
    bool              stream;
    uint8_t           entry, slot;
    uint32_t          wave;
};

/* Requests in the rows of a channel and its bank, and which rows these are. */
struct pipe_channel {
    struct pipe_asked row[CHANNEL_REQUESTS], bank_row[BANK_QUEUE];
    unsigned          first, end, bank_first, bank_end;
};

struct pipe_memory {
    struct pipe_requests simd[SIMDS_MAX];
    struct pipe_channel  channel[CHANNELS_MAX];
};

void pipe_memory_begin(struct pipe_watch *watch);
/* Whether anything was said. */
bool pipe_memory_clock(struct pipe_watch *watch);

#endif
