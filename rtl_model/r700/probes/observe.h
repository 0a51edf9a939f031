/* observe.h - the observer of an R700 (rtl_model/observer.h): what it keeps between clocks, and its parts.
 *
 *   observe.c          its calls; statistics, agreement of lines and statistics
 *   observe_clock.c    a clock of a SIMD: wavefronts, chances, control flow, groups
 *   observe_fetch.c    fetches, exports, textures, the local data share
 *   owners.def, .c     whose an event is
 *   sums.h, sums.c     what it adds up
 *   counters.c         formulas over the sums */
#ifndef RTL_MODEL_R700_OBSERVE_H
#define RTL_MODEL_R700_OBSERVE_H

#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/probes/counters.h"

/* What has begun and not ended yet, in order. */
enum { PENDING = 64 };
struct pending {
    struct {
        uint32_t line;
        unsigned left; /* results until it ends */
        uint64_t clock;
    } entry[PENDING];
    unsigned first, count;
};

/* A clause: its CF instruction, and when it was started. */
struct started {
    uint32_t line;
    uint64_t clock;
};

enum { FETCH_UNITS = FETCH_UNIT_MEMORY + 1 };

struct observed_simd {
    struct line_cost **lines; /* by address, LINES_BEYOND behind the program; NULL: not asked for */
    /* Registers as they were in the clock before. */
    uint32_t       groups[PARITIES], instructions[PARITIES], executed, quads, passes;
    struct started alu[ALU_CLAUSES], fetch[WAVE_SLOTS];
    uint32_t       last_pc[WAVE_SLOTS]; /* of each wavefront's last CF instruction */
    struct pending units[FETCH_UNITS], exports;
    unsigned       in_flight; /* fetch instructions */
};

struct observed_owners;

struct observer {
    struct machine_observer base;
    struct gpu             *gpu;
    bool                    with_lines, out_of_memory;
    struct line_cost        unwanted; /* where costs go that were not asked for */
    struct counter_chip     chip;
    char                    paths[SIMDS_MAX][SIMD_PATH];
    struct counter_terms    terms;
    struct counter_sums     sums[SIMDS_MAX + 1], marked[SIMDS_MAX + 1];   /* of each SIMD; of the chip's own modules */
    uint32_t                before[SIMDS_MAX][OBSERVED_ARBITERS][STALLS]; /* chances before the first clock */
    struct observed_simd    simd[SIMDS_MAX];
    struct observed_owners *owners; /* or NULL: they were not asked for */
};

/* NULL: not enough memory. */
struct machine_observer *observe_gpu(struct gpu *gpu, enum observed_detail detail, struct diag *diag);

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* Where the cost of a line is added up; one of no account when lines are not asked for, or memory is out. */
struct line_cost *observed_line(struct observer *observer, unsigned simd, uint32_t line);

/* Whose chances are counted. */
static inline const struct arbiter *observed_arbiter(const struct simd *simd, unsigned which)
{
    const struct arbiter *const all[OBSERVED_ARBITERS] = {
        [OBSERVED_CF] = &simd->cf_arbiter,
        [OBSERVED_EVEN] = &simd->alu_arbiter[0],
        [OBSERVED_ODD] = &simd->alu_arbiter[1],
    };
    return all[which];
}

static inline void observed_begin(struct pending *pending, uint32_t line, unsigned left, uint64_t clock)
{
    const unsigned at = (pending->first + pending->count) % PENDING;
    if (pending->count == PENDING)
        return;
    pending->entry[at].line = line;
    pending->entry[at].left = left;
    pending->entry[at].clock = clock;
    pending->count++;
}
/* A result of the oldest one: true when it ends with that. */
bool observed_end(struct observer *observer, unsigned simd, struct pending *pending);

void observe_simd(struct observer *observer, unsigned number);
void observe_fetches(struct observer *observer, unsigned number);
/* What registers alone tell: groups, CF instructions, quads and passes since it was called last. */
void observe_registers(struct observer *observer, unsigned number);

/* What the texture units take in a clock: the local data share is behind them (MEM: ISA 10.5, 10.6). */
enum texture_use { USE_NONE, USE_TEXTURE, USE_LDS_READ, USE_LDS_WRITE };
enum texture_use texture_use(const struct fetch_net_in *net, const struct fetch_clause *clauses);

/* What a clock adds to the sums of a SIMD (sums.h); what its registers alone tell; what one adds to those of the chip.
 * The sets are joined with what is read of a SIMD. */
void sums_of_clock(const struct simd *simd, const struct observed_simd *seen, enum isa_program_type type,
                   uint64_t *sum);
void sums_of_registers(const struct simd *simd, const struct observed_simd *seen, enum isa_program_type type,
                       uint64_t *sum);
void sums_of_chip(const struct gpu *gpu, uint64_t *sum);
void sums_need(struct simd_set *wires, struct simd_set *registers);

#endif
