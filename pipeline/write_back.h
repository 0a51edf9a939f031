/* write_back.h - the last stages of the ALU: results go to PV and PS, then to the GPRs (ISA 4.6.2, 4.9.2;
 * RV770 timing 2.12, A18).
 *
 * Results arrive two clocks after their quarter entered the slots; PV and PS take them at that edge.  When the last
 * quarter is there the whole rows are written to the GPR file, in the spare access of the wavefront slot's own read
 * window, so the group after the next can read them; the next one takes PV and PS (ISA 4.11). */
#ifndef PIPELINE_WRITE_BACK_H
#define PIPELINE_WRITE_BACK_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"
#include "isa/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

typedef struct {
    uint8_t slot[ISA_SLOTS];
} wb_bits_t; /* X Y Z W T */
typedef struct {
    uint16_t slot[ISA_SLOTS];
} wb_quarter_mask_t;
typedef struct {
    uint64_t slot[ISA_SLOTS];
} wb_mask_t;

/* clang-format off */
#define WRITE_BACK_SIGNALS(IN, OUT, REG)                                                                \
    IN (bool,              enter,           1, "a quarter of a group enters the slots")                 \
    IN (uint8_t,           parity,          1, "of this wavefront slot")                                \
    IN (uint8_t,           quarter,         2, "which quarter")                                         \
    IN (uint8_t,           write,           5, "slots that write their GPR")                            \
    IN (wb_bits_t,         row,             8, "physical row per slot; relative: GPR number")           \
    IN (uint8_t,           relative,        5, "slots whose row is relative to AR.x")                   \
    IN (uint8_t,           global,          5, "of them, slots that write a global GPR")                \
    IN (uint8_t,           base,            8, "wavefront's first physical GPR row")                    \
    IN (uint8_t,           ar_write,        5, "slots whose result goes to AR")                         \
    IN (uint8_t,           chan_t,          2, "element that T writes")                                 \
    IN (bool,              last,            1, "the clause's last group")                               \
    IN (uint8_t,           clause,          4, "which of the SIMD's ALU clauses")                       \
    IN (wave_number_t,     wave,           32, "wavefront's number")                                    \
    IN (uint8_t,           flag_slots,      5, "slots whose flags are a predicate or kills")            \
    IN (uint8_t,           update,          2, "bit 0 UPDATE_PRED, bit 1 UPDATE_EXECUTE_MASK")          \
    IN (bool,              kills,           1, "the flags are KILL*'s")                                 \
    IN (uint8_t,           done,            5, "slots that have a result")                              \
    IN (wb_quarter_mask_t, mask,           16, "lanes that executed, per slot")                         \
    OUT(bool,              gpr_write,       1, "the rows go to the GPR file")                           \
    OUT(uint8_t,           gpr_slots,       5, "slots that write")                                      \
    OUT(uint8_t,           gpr_parity,      1, "wavefront slot whose rows they are")                    \
    OUT(wb_bits_t,         gpr_row,         8, "physical rows; relative: GPR numbers")                  \
    OUT(uint8_t,           gpr_relative,    5, "slots whose row is relative to AR.x")                   \
    OUT(uint8_t,           gpr_global,      5, "of them, slots that write a global GPR")                \
    OUT(uint8_t,           gpr_base,        8, "wavefront's first physical GPR row")                    \
    OUT(wave_number_t,     gpr_wave,       32, "wavefront's number")                                    \
    OUT(uint8_t,           gpr_chan_t,      2, "element that T writes")                                 \
    OUT(wb_mask_t,         gpr_lanes,      64, "lanes")                                                 \
    OUT(bool,              finish,          1, "a clause's last group is written")                      \
    OUT(uint8_t,           finish_clause,   4, "which clause")                                          \
    OUT(bool,              s2,              1, "results arrive")                                        \
    OUT(uint8_t,           s2_parity,       1, "of this wavefront slot")                                \
    OUT(uint8_t,           s2_quarter,      2, "which quarter")                                         \
    OUT(uint8_t,           s2_flag_slots,   5, "see flag_slots")                                        \
    OUT(uint8_t,           s2_update,       2, "see update")                                            \
    OUT(bool,              s2_kills,        1, "see kills")                                             \
    OUT(uint8_t,           s2_ar_write,     5, "see ar_write")                                          \
    OUT(wb_mask_t,         even_lanes,     64, "even wavefront: lanes in which its group executed")     \
    OUT(wb_mask_t,         odd_lanes,      64, "odd wavefront: lanes in which its group executed")      \
    REG(bool,              s1,              1, "a quarter is in the slots' first stage")                \
    REG(uint8_t,           s1_parity,       1, "of this wavefront slot")                                \
    REG(uint8_t,           s1_quarter,      2, "which quarter")                                         \
    REG(uint8_t,           s1_flag_slots,   5, "see flag_slots")                                        \
    REG(uint8_t,           s1_update,       2, "see update")                                            \
    REG(bool,              s1_kills,        1, "see kills")                                             \
    REG(uint8_t,           s1_ar_write,     5, "see ar_write")                                          \
    REG(bool,              s3,              1, "the last quarter has arrived")                          \
    REG(uint8_t,           s3_parity,       1, "of this wavefront slot")                                \
    REG(uint8_t,           write_slots,     5, "the entering group's slots that write")                 \
    REG(wb_bits_t,         write_row,       8, "its physical rows, or GPR numbers")                     \
    REG(uint8_t,           write_relative,  5, "its slots whose row is relative to AR.x")               \
    REG(uint8_t,           write_global,    5, "of them, slots that write a global GPR")                \
    REG(uint8_t,           write_base,      8, "its wavefront's first physical GPR row")                \
    REG(wave_number_t,     write_wave,     32, "its wavefront's number")                                \
    REG(uint8_t,           write_chan_t,    2, "its element of T")                                      \
    REG(bool,              write_last,      1, "it is its clause's last")                               \
    REG(uint8_t,           write_clause,    4, "its clause")

#define WRITE_BACK_MEMORIES(MEM)                                                                        \
    MEM(lanes_t, even, ISA_SLOTS, 32, "PV.X PV.Y PV.Z PV.W PS of the even wavefront")                   \
    MEM(lanes_t, odd,  ISA_SLOTS, 32, "PV.X PV.Y PV.Z PV.W PS of the odd wavefront")
/* clang-format on */

RTL_STRUCT_MEM(write_back, WRITE_BACK_SIGNALS, WRITE_BACK_MEMORIES);

extern const struct rtl_module write_back_rtl;

void write_back_reset(struct write_back *back);
void write_back_eval(const struct write_back_in *in, const struct write_back_reg *q, struct write_back_reg *d);
/* `result[slot]`: the slots' results that arrive in this clock. */
void write_back_capture(struct write_back *back, const quarter_t *const result[ISA_SLOTS]);

/* PV.X PV.Y PV.Z PV.W PS of a wavefront slot. */
static inline const lanes_t *write_back_rows(const struct write_back *back, unsigned parity)
{
    return parity ? back->odd : back->even;
}
static inline const wb_mask_t *write_back_lanes(const struct write_back *back, unsigned parity)
{
    return parity ? &back->q.odd_lanes : &back->q.even_lanes;
}

#endif
