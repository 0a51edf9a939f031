/* dispatcher.h - launches wavefronts on the SIMDs of a chip, from a queue for each type of program, and writes their
 * initial GPRs (RV770 timing S1, S22: one wavefront in `wave_clk` clocks; the shader processor interpolator's place in
 * the chip).
 *
 * Among the queues whose next wavefront finds room the one of the lowest priority number goes first, in the order of
 * enum isa_program_type when priorities are equal: pixel wavefronts win (S11, S12).
 *
 * A group of threads is launched as a whole: its first wavefront waits for a SIMD that has room for all of them and for
 * the group's part of the local data share, and nothing else is launched between them (ISA 2.6.2).
 *
 * A wavefront goes to a SIMD with room, of several to the one that the policy likes best.  It takes the lowest free
 * slot of its wave table and the lowest free GPR rows.  Its rows take the undefined pattern in the clock of the launch,
 * then one given GPR is written every `load_clk` clocks.  Launches with n given GPRs are wave_clk + n * load_clk clocks
 * apart, at least 2: launched, loaded.
 *
 * No hardware has `seed`: it perturbs a run, so that what a change of the machine does can be told from what any change
 * of the order of wavefronts does.  Behind its launch a wavefront waits some clocks more, and all that follow with it.
 */
#ifndef PIPELINE_DISPATCHER_H
#define PIPELINE_DISPATCHER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/groups.h"

enum simd_policy {
    SIMD_FEWEST,      /* the SIMD with the fewest wavefronts, of several the lowest number */
    SIMD_ROUND_ROBIN, /* the next one behind that of the last launch */
    SIMD_LOWEST,      /* the lowest number: one SIMD after the other is filled */
    SIMD_POLICIES
};
typedef uint8_t simd_policy_t;

/* clang-format off */
#define DISPATCHER_SIGNALS(S)                                                                          \
    S(EN,    uint8_t,        room,         5, "types whose next wavefront, with its group, finds room, a bit each") \
    S(IN,    type_byte_t,    free_simd,    5, "the SIMD that a wavefront of the type goes to")         \
    S(IN,    type_byte_t,    free_slot,    8, "the lowest free slot of its wave table")                \
    S(IN,    type_byte_t,    free_base,    8, "its lowest free GPR rows that a wavefront of the type can have") \
    S(IN,    type_byte_t,    free_lds,     8, "its lowest free entries of the local data share that a group can have") \
    S(STRAP, type_word_t,    threads,     32, "threads of the launch")                                 \
    S(STRAP, type_word_t,    waves,       32, "wavefronts that these make; see dispatcher_set_threads") \
    S(STRAP, type_half_t,    group,       11, "threads of a group; without groups, of a wavefront")    \
    S(STRAP, type_half_t,    lds,          9, "entries of each bank of the local data share that a group has") \
    S(STRAP, uint8_t,        wave_size,    7, "threads of a wavefront")                                \
    S(STRAP, uint8_t,        wave_lanes,   5, "threads that enter the ALU in a clock, wave_size / 4")  \
    S(STRAP, type_byte_t,    priority,     2, "SQ_CONFIG.*_PRIO, 0 first")                             \
    S(STRAP, type_half_t,    rows,         9, "GPR rows of a wavefront, NUM_GPRS in whole granules")   \
    S(STRAP, type_half_t,    limit,        9, "wavefronts of the type that may be resident on a SIMD") \
    S(STRAP, type_half_t,    chip_limit,   9, "on all of them")                                        \
    S(STRAP, type_byte_t,    kin,          5, "queues of launches of the same type, whose wavefronts count as one's, a bit each") \
    S(STRAP, type_byte_t,    before,       5, "queues that are empty before a wavefront of this one goes, a bit each") \
    S(STRAP, uint16_t,       chip_slots,   9, "wavefronts of all types that may be resident")          \
    S(STRAP, uint8_t,        simds,        5, "SIMDs")                                                 \
    S(STRAP, simd_policy_t,  policy,       2, "see enum simd_policy")                                  \
    S(STRAP, type_byte_t,    load_first,   7, "first GPR that the launch gives")                       \
    S(STRAP, type_byte_t,    load_count,   7, "how many it gives")                                     \
    S(STRAP, uint16_t,       wave_clk,    16, "clocks of a launch")                                    \
    S(STRAP, uint16_t,       load_clk,    16, "clocks per initial GPR")                                \
    S(STRAP, uint32_t,       seed,        32, "see dispatcher_delay; 0: no wavefront is delayed")      \
    S(STRAP, uint8_t,        jitter,       8, "most clocks by which a wavefront is delayed then")      \
    S(LIVE,  bool,           launch,       1, "a wavefront enters the wave table")                     \
    S(OUT,   program_type_t, type,         3, "type of the wavefront that is launched or loaded")      \
    S(OUT,   uint8_t,        simd,         5, "the SIMD that has it")                                  \
    S(OUT,   uint8_t,        slot,         8, "its slot there")                                              \
    S(OUT,   wave_number_t,  number,      32, "its number, in order of launch")                        \
    S(OUT,   wave_number_t,  place,       32, "its number among those of its type")                    \
    S(OUT,   uint8_t,        base,         8, "its first physical GPR row")                            \
    S(OUT,   uint16_t,       size,         9, "how many rows it has")                                  \
    S(OUT,   lane_mask_t,    lanes,       64, "threads that exist")                                    \
    S(OUT,   uint16_t,       group_thread, 10, "number in its group of its first thread")              \
    S(OUT,   uint8_t,        group_waves,  7, "wavefronts of its group when it is the first of them, else 0") \
    S(OUT,   uint8_t,        group_left,   7, "wavefronts of its group that are to be launched next")  \
    S(OUT,   uint8_t,        lds_first,    8, "first entry of its group's part of the local data share") \
    S(OUT,   uint16_t,       lds_size,     9, "how many entries of each bank that has")                \
    S(LIVE,  bool,           load,         1, "an initial GPR is written")                             \
    S(OUT,   uint8_t,        load_row,     8, "its physical row")                                      \
    S(OUT,   uint32_t,       load_index,  32, "its place in the launch's data")                        \
    S(LIVE,  bool,           loaded,       1, "the wavefront's initial GPRs are all written")          \
    S(OUT,   uint32_t,       launched,    32, "wavefronts launched", "waves_launched")                 \
    S(OUT,   type_word_t,    launched_of, 32, "of each type")                                          \
    S(BUSY,  bool,           busy,         1, "initial GPRs are being written")                        \
    S(REG,   uint8_t,        next_gpr,     7, "the next of them")                                      \
    S(REG,   uint16_t,       wait,        16, "clocks until the next launch or load")
/* clang-format on */

RTL_STRUCT(dispatcher, DISPATCHER_SIGNALS);

RTL_RESET(dispatcher, ZERO);
void dispatcher_eval(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d);

/* The threads of a type and their groups. */
static inline struct wave_groups dispatcher_groups(const struct dispatcher_in *in, unsigned type)
{
    return groups_of(in->threads.type[type], in->group.type[type], in->wave_size);
}

/* The straps of a type's threads, in groups of so many; wave_size is set before. */
static inline void dispatcher_set_threads(struct dispatcher_in *in, unsigned type, uint32_t threads, unsigned group)
{
    in->threads.type[type] = threads;
    in->group.type[type] = (uint16_t)group;
    const struct wave_groups groups = dispatcher_groups(in, type);
    in->waves.type[type] = groups_waves(&groups);
}

/* Wavefronts that must find room together before the next one of a type can go: those of its group. */
static inline unsigned dispatcher_group_waves(const struct dispatcher *dispatcher, unsigned type)
{
    const struct wave_groups groups = dispatcher_groups(&dispatcher->in, type);
    const uint32_t           left = dispatcher->in.waves.type[type] - dispatcher->q.launched_of.type[type];
    const uint32_t           each = groups_waves_each(&groups);
    return left < each ? left : each;
}

/* A SIMD's place in the order of SIMDs with room: the least key gets the wavefront. */
static inline unsigned dispatcher_key(const struct dispatcher *dispatcher, unsigned simd, unsigned resident)
{
    const unsigned simds = dispatcher->in.simds;
    switch ((enum simd_policy)dispatcher->in.policy) {
    case SIMD_ROUND_ROBIN:
        return (simd + simds - dispatcher->q.simd - (dispatcher->q.launched != 0)) % simds;
    case SIMD_LOWEST:
        return simd;
    default:
        return resident * simds + simd;
    }
}

/* Clocks by which the wavefront with this number is delayed: by a hash (the finaliser of MurmurHash3, A. Appleby). */
static inline unsigned dispatcher_delay(const struct dispatcher_in *in, wave_number_t number)
{
    uint32_t hash = in->seed * 0x9e3779b9u + number;
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    return in->seed ? (hash ^ hash >> 16) % (in->jitter + 1u) : 0;
}

/* Wavefronts of all types. */
static inline uint32_t dispatcher_waves(const struct dispatcher_in *in)
{
    uint32_t waves = 0;
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++)
        waves += in->waves.type[type];
    return waves;
}

RTL_LIFE(dispatcher, ALONE, KEEPS, COPIES);

#endif
