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

#include "isa/r700/isa.h"
#include "isa/r700/program_type.h"
#include "isa/r700/slots.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

/* clang-format off */
#define WRITE_BACK_SIGNALS(S)                                                                          \
    S(EN,    bool,          enter,           1, "a quarter of a group enters the slots")               \
    S(IN,    uint8_t,       parity,          1, "of this wavefront slot")                              \
    S(IN,    uint8_t,       quarter,         2, "which quarter")                                       \
    S(IN,    uint8_t,       write,           5, "slots that write their GPR")                          \
    S(IN,    slot_byte_t,   row,             8, "physical row per slot; relative: GPR number")         \
    S(IN,    uint8_t,       relative,        5, "slots whose row is relative to AR.x")                 \
    S(IN,    uint8_t,       global,          5, "of them, slots that write a global GPR")              \
    S(IN,    uint8_t,       base,            8, "wavefront's first physical GPR row")                  \
    S(IN,    uint8_t,       ar_write,        5, "slots whose result goes to AR")                       \
    S(IN,    uint8_t,       chan_t,          2, "element that T writes")                               \
    S(IN,    bool,          last,            1, "the clause's last group")                             \
    S(IN,    uint8_t,       clause,          4, "which of the SIMD's ALU clauses")                     \
    S(IN,    wave_number_t, wave,           32, "wavefront's number")                                  \
    S(IN,    uint8_t,       flag_slots,      5, "slots whose flags are a predicate or kills")          \
    S(IN,    uint8_t,       update,          2, "bit 0 UPDATE_PRED, bit 1 UPDATE_EXECUTE_MASK")        \
    S(IN,    bool,          kills,           1, "the flags are KILL*'s")                               \
    S(IN,    uint8_t,       done,            5, "slots that have a result")                            \
    S(IN,    slot_half_t,   mask,           16, "lanes that executed, per slot")                       \
    S(BUS,   quarter_t,     result_x,       32, "slot X's results")                                    \
    S(BUS,   quarter_t,     result_y,       32, "slot Y's results")                                    \
    S(BUS,   quarter_t,     result_z,       32, "slot Z's results")                                    \
    S(BUS,   quarter_t,     result_w,       32, "slot W's results")                                    \
    S(BUS,   quarter_t,     result_t,       32, "slot T's results")                                    \
    S(LIVE,  bool,          gpr_write,       1, "the rows go to the GPR file")                         \
    S(OUT,   uint8_t,       gpr_slots,       5, "slots that write")                                    \
    S(OUT,   uint8_t,       gpr_parity,      1, "wavefront slot whose rows they are")                  \
    S(OUT,   slot_byte_t,   gpr_row,         8, "physical rows; relative: GPR numbers")                \
    S(OUT,   uint8_t,       gpr_relative,    5, "slots whose row is relative to AR.x")                 \
    S(OUT,   uint8_t,       gpr_global,      5, "of them, slots that write a global GPR")              \
    S(OUT,   uint8_t,       gpr_base,        8, "wavefront's first physical GPR row")                  \
    S(OUT,   wave_number_t, gpr_wave,       32, "wavefront's number")                                  \
    S(OUT,   uint8_t,       gpr_chan_t,      2, "element that T writes")                               \
    S(OUT,   slot_mask_t,   gpr_lanes,      64, "lanes")                                               \
    S(LIVE,  bool,          finish,          1, "a clause's last group is written")                    \
    S(OUT,   uint8_t,       finish_clause,   4, "which clause")                                        \
    S(LIVE,  bool,          s2,              1, "results arrive")                                      \
    S(OUT,   uint8_t,       s2_parity,       1, "of this wavefront slot")                              \
    S(OUT,   uint8_t,       s2_quarter,      2, "which quarter")                                       \
    S(OUT,   uint8_t,       s2_flag_slots,   5, "see flag_slots")                                      \
    S(OUT,   uint8_t,       s2_update,       2, "see update")                                          \
    S(OUT,   bool,          s2_kills,        1, "see kills")                                           \
    S(OUT,   uint8_t,       s2_ar_write,     5, "see ar_write")                                        \
    S(OUT,   slot_mask_t,   even_lanes,     64, "even wavefront: lanes in which its group executed")   \
    S(OUT,   slot_mask_t,   odd_lanes,      64, "odd wavefront: lanes in which its group executed")    \
    S(BUSY,  bool,          s1,              1, "a quarter is in the slots' first stage")              \
    S(REG,   uint8_t,       s1_parity,       1, "of this wavefront slot")                              \
    S(REG,   uint8_t,       s1_quarter,      2, "which quarter")                                       \
    S(REG,   uint8_t,       s1_flag_slots,   5, "see flag_slots")                                      \
    S(REG,   uint8_t,       s1_update,       2, "see update")                                          \
    S(REG,   bool,          s1_kills,        1, "see kills")                                           \
    S(REG,   uint8_t,       s1_ar_write,     5, "see ar_write")                                        \
    S(BUSY,  bool,          s3,              1, "the last quarter has arrived")                        \
    S(REG,   uint8_t,       s3_parity,       1, "of this wavefront slot")                              \
    S(REG,   uint8_t,       write_slots,     5, "the entering group's slots that write")               \
    S(REG,   slot_byte_t,   write_row,       8, "its physical rows, or GPR numbers")                   \
    S(REG,   uint8_t,       write_relative,  5, "its slots whose row is relative to AR.x")             \
    S(REG,   uint8_t,       write_global,    5, "of them, slots that write a global GPR")              \
    S(REG,   uint8_t,       write_base,      8, "its wavefront's first physical GPR row")              \
    S(REG,   wave_number_t, write_wave,     32, "its wavefront's number")                              \
    S(REG,   uint8_t,       write_chan_t,    2, "its element of T")                                    \
    S(REG,   bool,          write_last,      1, "it is its clause's last")                             \
    S(REG,   uint8_t,       write_clause,    4, "its clause")                                          \
    S(MEM,   lanes_t,       even,           32, "PV.X PV.Y PV.Z PV.W PS of the even wavefront", ISA_SLOTS) \
    S(MEM,   lanes_t,       odd,            32, "PV.X PV.Y PV.Z PV.W PS of the odd wavefront", ISA_SLOTS)
/* clang-format on */

RTL_STRUCT(write_back, WRITE_BACK_SIGNALS);

RTL_RESET(write_back, ZERO);
void write_back_eval(const struct write_back_in *in, const struct write_back_reg *q, struct write_back_reg *d);
/* PV and PS take the results that arrive. */
void write_back_capture(struct write_back *back);

/* PV.X PV.Y PV.Z PV.W PS of a wavefront slot. */
static inline const lanes_t *write_back_rows(const struct write_back *back, unsigned parity)
{
    return parity ? back->odd : back->even;
}
static inline const slot_mask_t *write_back_lanes(const struct write_back *back, unsigned parity)
{
    return parity ? &back->q.odd_lanes : &back->q.even_lanes;
}

RTL_LIFE(write_back, ALONE, TAKES, COPIES);

#endif
