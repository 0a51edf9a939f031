/* gpu.h - an R700 that runs a launch, or several at once on SIMDs of their own: set-up, clock, results.
 *
 * gpu.def lists its modules; the SIMDs are in simd.def. */
#ifndef RTL_MODEL_R700_GPU_H
#define RTL_MODEL_R700_GPU_H

#include "kit/clock.h"
#include "mem/l2_bank.h"
#include "mem/l2_lines.h"
#include "mem/memory_channel.h"
#include "mem/memory_link.h"
#include "mem/place_table.h"
#include "pipeline/groups.h"
#include "rtl_model/beside.h"
#include "rtl_model/r700/probes/standing.h"
#include "rtl_model/r700/setup/setup.h"
#include "rtl_model/results.h"

/* The registers of threads, so far as they have been taken: [thread][gpr][xyzw]; nothing unless they are asked for. */
struct gpu_gprs {
    uint32_t *words;
    uint8_t  *state; /* [thread], enum result_gprs */
};

enum { SIMDS_MAX = 20, CHANNELS_MAX = MEMORY_CHANNELS, PARTS_MAX = LAUNCH_TOGETHER_MAX };

/* A launch: its set-up, and what has been collected of it. */
#define GPU_PART                                                                                                       \
    struct gpu_setup      setup; /* its memory is that of the first launch */                                          \
    struct result_exports exports;                                                                                     \
    struct gpu_gprs       gprs;                                                                                        \
    struct result_hazards hazards; /* that have been executed */                                                       \
    struct result_writes  writes[MEMORY_TARGETS];                                                                      \
    const struct program *program;                                                                                     \
    const struct launch  *launch;                                                                                      \
    unsigned              first_simd, own_simds; /* that take its wavefronts */                                        \
    uint32_t              first_wave;            /* wavefronts of the launches before it */
struct gpu_part {
    GPU_PART
};

/* Modules of the chip and its SIMDs, by number. */
enum {
#define MODULE(type, member, name) AT_##member, COUNT_##member = 1, LAST_##member = AT_##member,
#define EACH(type, member, name) AT_##member, COUNT_##member = SIMDS_MAX, LAST_##member = AT_##member + SIMDS_MAX - 1,
#define CHANNELS(type, member, name)                                                                                   \
    AT_##member, COUNT_##member = CHANNELS_MAX, LAST_##member = AT_##member + CHANNELS_MAX - 1,
#define SIMDS(type, member, name)                                                                                      \
    AT_##member, COUNT_##member = SIMDS_MAX, GPU_MODULES = AT_##member, GPU_PARTS = AT_##member + SIMDS_MAX,
#include "rtl_model/r700/gpu.def"
    /* What rows name that is no module: the memory behind the channels. */
    AT_store = GPU_PARTS,
    COUNT_store = 1
};
_Static_assert(GPU_PARTS < 128 && (int)SIMDS_MAX != (int)CHANNELS_MAX, "a set has a bit for each; each has its count");
/* A set of them. */
__extension__ typedef unsigned __int128 gpu_bits_t;
#define GPU_EVERYBODY (((gpu_bits_t)1 << GPU_PARTS) - 1)
#define GPU_BITS_OF(member) ((((gpu_bits_t)1 << COUNT_##member) - 1) << AT_##member)
enum { L2_SIGNALS = 48, GPU_INSTANCES = SIMDS_MAX * SIMD_MODULES + GPU_MODULES };

struct gpu {
    uint64_t           cycle; /* clock edges since reset */
    uint64_t           began; /* of them before this launch */
    unsigned           simds; /* that work */
    unsigned           channels;
    struct chip_config chip;
    union {
        struct {
            GPU_PART
        };
        struct gpu_part first; /* the launch, or the first of several at once */
    };
    struct gpu_part    *part[PARTS_MAX];
    unsigned            parts;           /* launches; so many of them */
    unsigned            chosen;          /* whose results are asked for */
    uint64_t            idle[SIMDS_MAX]; /* of several: the clock since which the SIMD has nothing left; 0: it has */
    struct rtl_instance instances[GPU_INSTANCES]; /* SIMD by SIMD, then the chip's own modules */
    char                paths[GPU_INSTANCES][SIMD_PATH];
    unsigned            instance_count;
    struct rtl_module   l2_table; /* of L2's lines: as many as the chip has */
    struct rtl_signal   l2_signals[L2_SIGNALS];
    char                sum_paths[SIMD_MODULES][SIMD_PATH]; /* of statistics over all SIMDs */
    const struct machine_beside *beside;                    /* or NULL */
    bool                         out_of_memory;             /* an export or a hazard could not be collected */
    RTL_CLOCK_SETS_OF(gpu_bits_t, GPU_PARTS);               /* the clock's own */
    RTL_CLOCK_RESTS(gpu_bits_t, GPU_MODULES);
    bool                 may_rest;               /* its own modules: in gpu_run, where no observer is, but for epochs */
    gpu_bits_t           no_wires, no_registers; /* of the chip's own modules: not to be shown */
    gpu_bits_t           shown_wires, shown_registers; /* of the chip's own modules: what has changed since gpu_show */
    struct group_table  *groups;                       /* decoded before, by whichever SIMD; or NULL */
    struct simd_kept    *kept;                         /* of each SIMD */
    struct gpu_jobs     *jobs;                         /* SIMDs in several threads; or NULL */
    struct standing_slot stepped[SIMDS_MAX][WAVE_SLOTS]; /* the last step of each wavefront */
    bool                 told;                           /* the dispatcher has changed at the last edge */
    uint32_t             answered;                       /* SIMDs that an answer reaches, or has reached, a bit each */
    struct memory_store  store;                          /* the memory behind the channels */
#define MODULE(type, member, name) struct type member;
#define EACH(type, member, name) struct type member[SIMDS_MAX];
#define CHANNELS(type, member, name) struct type member[CHANNELS_MAX];
#define SIMDS(type, member, name) struct type member[]; /* so many of them */
#include "rtl_model/r700/gpu.def"
};

/* How many instances of a member there are, by COUNT_member: one, or one for each SIMD, or channel. */
static inline unsigned gpu_count(const struct gpu *gpu, unsigned most)
{
    return most == SIMDS_MAX ? gpu->simds : most == CHANNELS_MAX ? gpu->channels : 1;
}

/* `chip` has been validated; `program` and `launch` must outlive the machine.  NULL and `diag` when the launch asks for
 * what the machine does not have, or the program is illegal where that can be seen before it runs (check.h). */
struct gpu *gpu_create(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                       struct diag *diag);
void        gpu_free(struct gpu *gpu);

/* From now on groups go through the ALU by rows and are decoded once (simd_rows.h, alu_groups.h): the same machine,
 * faster, but its registers and memories are up to date only after gpu_look.  So: look, then read; look, write, then
 * touch.  False: not enough memory. */
bool gpu_hasten(struct gpu *gpu, struct diag *diag);
/* Both at once. */
struct gpu *gpu_create_fast(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                            struct diag *diag);

/* The state of modules and memory after reset, as gpu_create leaves it; of modules alone. */
void gpu_reset(struct gpu *gpu);
void gpu_restart(struct gpu *gpu);

/* Another launch on a machine that has finished one (docs/launch.md, `launches`): registers are those of the new one,
 * all modules are as after reset, and the clock goes on.  Of what was, buffers and memory are there, the local data
 * share and the SIMD-global GPRs, where the new one does not give them.  After `false` the machine can only be freed.
 */
bool gpu_next(struct gpu *gpu, const struct program *program, const struct launch *launch, struct diag *diag);
/* Clock edges of this launch. */
static inline uint64_t gpu_launch_cycles(const struct gpu *gpu)
{
    return gpu->cycle - gpu->began;
}

/* Of several launches at once (docs/launch.md, `together`) the one that a SIMD works for; the one whose results are
 * asked for, which gpu_choose chooses, the first one at first. */
static inline struct gpu_part *gpu_part_of(const struct gpu *gpu, unsigned simd)
{
    unsigned n = gpu->parts - 1;
    while (n && simd < gpu->part[n]->first_simd)
        n--;
    return gpu->part[n];
}
static inline struct gpu_part *gpu_chosen(const struct gpu *gpu)
{
    return gpu->part[gpu->chosen];
}
void gpu_choose(struct gpu *gpu, unsigned number);
/* A wavefront's number over all launches, for observers of all of them; a SIMD counts those of its launch. */
static inline uint32_t gpu_wave_of(const struct gpu *gpu, unsigned simd, uint32_t number)
{
    return gpu->parts == 1 ? number : gpu_part_of(gpu, simd)->first_wave + number;
}
/* Clock edges until a launch had nothing left to do, or so far. */
uint64_t gpu_part_cycles(const struct gpu *gpu, const struct gpu_part *part);
/* Behind the edge that leads to this clock. */
void gpu_note_idle(struct gpu *gpu, unsigned simd, uint64_t clock);

/* One cycle is gpu_wire and gpu_edge; an observer in between has wires driven by gpu_look.  A trace, which
 * looks again and again, uses gpu_show: it drives the wires that may have changed since the last time, and says whose
 * wires may have, and whose registers and memories: a bit for each of gpu->instances.  Without `lanes` it leaves those
 * of a word a lane as they are; its caller wants them always or never. */
void gpu_wire(struct gpu *gpu);
/* The nets of this clock once more: a block has said what they are made of (rtl_model/beside.h). */
void gpu_wire_again(struct gpu *gpu);
void gpu_look(struct gpu *gpu);
void gpu_show(struct gpu *gpu, bool lanes, uint64_t *wires, uint64_t *registers);
/* The same of these instances alone, or with `wires` NULL of all (rtl_machine_kind.show_only). */
void gpu_show_only(struct gpu *gpu, const uint64_t *wires, const uint64_t *registers, const uint64_t *steady);
/* Wires of the SIMDs that are another signal (kit/alias.h), by the places of instances; the caller frees them.  NULL:
 * no memory. */
struct rtl_alias *gpu_aliases(const struct gpu *gpu, unsigned *count);
void              gpu_edge(struct gpu *gpu);
/* Wires and edge at once, without an observer in between: SIMDs see of each other only what the chip's modules say.
 * False when the clock cannot have been the last one: no wavefront has ended, no rule was broken. */
bool gpu_clock(struct gpu *gpu);
/* The same, and further clocks before `end`: to one behind which that may be so, which SIMDs sleep may change, or one
 * receives something.  For gpu_run. */
bool gpu_clocks(struct gpu *gpu, uint64_t end);
/* Behind an edge: SIMDs in which nothing will happen for a while sleep from here on (simd_sleep.h), gpu_wire wakes
 * them in time; with all asleep the clock goes on at once to when the first one wakes, at most to `end`.  gpu_wake
 * wakes all.  Parts of gpu_run. */
void gpu_doze(struct gpu *gpu, uint64_t end);
void gpu_wake(struct gpu *gpu);
/* The same with the modules evaluated and committed in another order; for tests. */
void gpu_edge_in_order(struct gpu *gpu, const uint8_t *order);

/* All registers, neither wires nor memories. */
void gpu_look_at_registers(struct gpu *gpu);
/* The wires of one instance. */
void gpu_look_at(struct gpu *gpu, unsigned instance);
/* For checks, as in simd.h: whether an instance looks at its events in this clock; whether one is there or a register
 * keeps it awake; a whole clock of it alone; the bytes of its struct. */
bool   gpu_looks(const struct gpu *gpu, unsigned instance);
bool   gpu_is_awake(const struct gpu *gpu, unsigned instance);
void   gpu_clock_one(struct gpu *gpu, unsigned instance);
size_t gpu_module_bytes(const struct gpu *gpu, unsigned instance);
/* The share of gpu_edge that the chip's own modules have before and behind that of the SIMDs; for measuring. */
void gpu_eval_chip(struct gpu *gpu);
void gpu_commit_chip(struct gpu *gpu);
/* Ends the rests of the chip's own modules. */
void gpu_rise(struct gpu *gpu);
/* The module's work is done elsewhere (rtl_model/beside.h). */
void gpu_replace(struct gpu *gpu, unsigned instance);
/* To be called when registers or memories have been written from outside: all modules look. */
void gpu_touch(struct gpu *gpu);
/* Which modules look when one changes; the instances of a chip with so many SIMDs.  Parts of gpu_create. */
void gpu_connect(struct gpu *gpu);
void gpu_list_instances(struct gpu *gpu, unsigned simds);
/* The rows that drive the wires of one of the chip's own modules, for documents. */
const struct rtl_wiring *gpu_wiring(unsigned number);

/* How a launch's threads lie in wavefronts. */
struct wave_groups gpu_groups_of(const struct gpu *gpu, const struct gpu_part *part);

/* Wavefronts of a launch; of all that run at once, and those of them that have ended. */
uint32_t gpu_part_waves(const struct gpu *gpu, const struct gpu_part *part);
uint32_t gpu_waves(const struct gpu *gpu);
/* Of this launch or one that follows it, whichever has more. */
uint32_t gpu_most_waves(const struct gpu *gpu);
/* The first so many SIMDs are all that can get a wavefront in them. */
unsigned gpu_simds_used(const struct gpu *gpu);
uint32_t gpu_waves_ended(const struct gpu *gpu);

/* All wavefronts have ended. */
bool gpu_finished(const struct gpu *gpu);
/* The program broke a rule; `diag` says where and which section of the manual (exit status 1). */
bool gpu_stopped(const struct gpu *gpu, struct diag *diag);

/* The same of one SIMD, without words; cheap, because it is asked every cycle. */
static inline bool simd_is_broken(const struct simd *simd)
{
    return false
#define RULE(member, instance, register, told) || simd->member instance.q.register
#include "rtl_model/r700/probes/rules.def"
        ;
}

/* What its wavefronts write has not all been acknowledged. */
static inline bool simd_is_writing(const struct simd *simd)
{
    return simd->exports.q.write || simd->memory.q.used || simd->memory.q.unanswered;
}

/* From now on gpu_run clocks the SIMDs in so many threads, at most one for each (gpu_jobs.h); 1: in the caller's.  The
 * machine is the same in every clock.  False: not enough memory. */
bool gpu_set_jobs(struct gpu *gpu, unsigned jobs, struct diag *diag);

/* Takes the clock to the end, a stop, or `max_cycles` (0: no limit), whichever is first. */
enum gpu_end { GPU_FINISHED, GPU_STOPPED, GPU_CYCLE_LIMIT };
enum gpu_end gpu_run(struct gpu *gpu, uint64_t max_cycles, struct diag *diag);

/* What has been exported so far, and which threads have been killed; grows with every cycle. */
const struct result_exports *gpu_exports(struct gpu *gpu);

/* From the next edge on the registers of a wavefront are kept when it ends; to be called once, before the first one
 * does.  False: not enough memory. */
bool gpu_collect_gprs(struct gpu *gpu, struct diag *diag);
/* The GPRs of every thread, [thread][gpr][xyzw]: as its wavefront left them; as they are in the register file now when
 * it has not ended (results under way are not in it); GPR_UNDEFINED when it has not started.  gpu->gprs.state says
 * which.  Valid until the next edge. */
const uint32_t *gpu_gprs(struct gpu *gpu);
/* Part of gpu_free. */
void gpu_gprs_free(struct gpu_part *part);

/* Statistics of the blocks for result.json: fills at most `limit` rows, returns how many there are. */
unsigned gpu_statistics(const struct gpu *gpu, struct result_statistic *rows, unsigned limit);
/* The named buffers of the launch as memory has them now, in the same way; valid as long as the GPU. */
unsigned gpu_buffers(const struct gpu *gpu, struct result_buffer *rows, unsigned limit);
/* The chip's resolved parameters for result.json. */
unsigned gpu_parameters(const struct gpu *gpu, struct result_parameter *rows, unsigned limit);

#endif
