/* lds_unit.h - LOCAL_DS_WRITE and LOCAL_DS_READ: data of GPRs to the local data share of the SIMD and back (ISA 2.6.2,
 * ch. 8, 9.6, 10.6; RV770 timing L1 to L10).
 *
 * Two stages.  The front takes an instruction and latches its GPR, X Y Z W, in the spare access of the GPR file's read
 * window; of a burst of writes each GPR in one of its own.  The pass goes through the wavefront, four threads in
 * `quad_clk` clocks (L3): a write puts each thread's entry into the thread's own bank, a read takes each thread's from
 * the bank that it names.  With WATERFALL one thread of four passes at a time (L4); a broadcast takes four clocks (L5).
 * Data read are there `read_clk` clocks after their pass, those written are posted `write_clk` clocks after it (L9).
 * What is under way ends in order; its end has the GPR file's write port of fetches.
 *
 * A read passes when everything written before is posted (ISA ch. 8).  From a clause's first instruction to its last
 * one no other wavefront's is taken, which is what makes absolute addresses safe within a clause (ISA 2.6.2).
 *
 * A wavefront sees its group's part of the LDS: `entries` entries of each bank.  What goes beyond them, and a read
 * without WATERFALL of two entries of a bank for one quad, stops the run. */
#ifndef PIPELINE_LDS_UNIT_H
#define PIPELINE_LDS_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/lds.h"
#include "pipeline/fetch_port.h"

enum {
    LDS_FLIGHT = 16, /* GUESS: more than the latency asks for */
    LDS_ELEMENTS = 4,
    LDS_QUAD = 4 /* threads */
};

enum lds_error {
    LDS_NO_ERROR,
    LDS_OUTSIDE, /* beyond the part of the thread's group */
    LDS_CONFLICT /* two entries of a bank for one quad, without WATERFALL */
};
typedef uint8_t lds_error_t;

/* The thread of a broadcast whose address is read. */
enum lds_broadcast { LDS_FIRST_VALID, LDS_FIRST_THREAD, LDS_BROADCASTS };
typedef uint8_t lds_broadcast_t;

/* A number for each that is under way; for each thread of a quad. */
typedef struct {
    uint64_t entry[LDS_FLIGHT];
} lds_masks_t;
typedef struct {
    uint32_t entry[LDS_FLIGHT];
} lds_numbers_t;
typedef struct {
    uint16_t entry[LDS_FLIGHT];
} lds_waits_t;
typedef struct {
    uint8_t entry[LDS_FLIGHT];
} lds_bytes_t;
typedef struct {
    uint8_t thread[LDS_QUAD];
} lds_quad_t;

/* What each stage has of its instruction. */
#define LDS_INSTRUCTION(S, p, stage)                                                                                   \
    S(REG, uint64_t, p##_word, 64, stage "dwords 0 and 1")                                                             \
    S(REG, uint8_t, p##_burst, 4, stage "BURST_CNT")                                                                   \
    S(REG, uint8_t, p##_step, 4, stage "the step of the burst")                                                        \
    S(REG, uint8_t, p##_base, 8, stage "wavefront's first physical GPR row")                                           \
    S(REG, uint16_t, p##_index, 13, stage "wavefront's loop index aL")                                                 \
    S(REG, lane_mask_t, p##_lanes, 64, stage "threads that execute it")                                                \
    S(REG, lane_mask_t, p##_valid, 64, stage "valid threads of the wavefront")                                         \
    S(REG, wave_number_t, p##_number, 32, stage "wavefront's number")                                                  \
    S(REG, uint8_t, p##_slot, 8, stage "wavefront's slot in the wave table")                                           \
    S(REG, bool, p##_last, 1, stage "it is its clause's last")                                                         \
    S(REG, uint8_t, p##_first, 8, stage "first entry of the group's part of the LDS")                                  \
    S(REG, uint16_t, p##_thread, 10, stage "number in the group of the wavefront's first thread")

/* clang-format off */
#define LDS_UNIT_SIGNALS(S)                                                                            \
    FETCH_OFFER_SIGNALS(S)                                                                             \
    S(IN,    uint64_t,        offer_high,    64, "its dwords 2 and 3")                                 \
    S(IN,    lane_mask_t,     offer_valid,   64, "valid threads of the wavefront")                     \
    S(IN,    uint8_t,         offer_first,    8, "first entry of the group's part of the LDS")         \
    S(IN,    uint16_t,        offer_thread,  10, "number in the group of the wavefront's first thread") \
    S(EN,    bool,            spare,          1, "the spare access of the GPR file's read window is the unit's, and wanted") \
    S(BUS,   lanes_t,         row_x,         32, "the row that is read: X")                            \
    S(BUS,   lanes_t,         row_y,         32, "the row that is read: Y")                            \
    S(BUS,   lanes_t,         row_z,         32, "the row that is read: Z")                            \
    S(BUS,   lanes_t,         row_w,         32, "the row that is read: W")                            \
    S(BUS,   lds_entry_t,     bank0,         32, "the entry that is read of bank 0")                   \
    S(BUS,   lds_entry_t,     bank1,         32, "the entry that is read of bank 1")                   \
    S(BUS,   lds_entry_t,     bank2,         32, "the entry that is read of bank 2")                   \
    S(BUS,   lds_entry_t,     bank3,         32, "the entry that is read of bank 3")                   \
    S(EN,    bool,            written,        1, "the GPR file's port of fetches is the unit's, and wanted") \
    S(STRAP, uint8_t,         num_gprs,       7, "GPRs of the program")                                \
    S(STRAP, uint16_t,        shared_row,     9, "physical row of global GPR 0")                       \
    S(STRAP, uint8_t,         shared_count,   8, "absolute GPR numbers")                               \
    S(STRAP, uint8_t,         wave_lanes,     5, "threads that enter the ALU in a clock, a quarter of the wavefront") \
    S(STRAP, uint8_t,         quad_clk,       3, "clocks of four threads")                             \
    S(STRAP, uint16_t,        read_clk,      16, "clocks from the pass of a read to its data")         \
    S(STRAP, uint16_t,        write_clk,     16, "clocks from the pass of a write to its end")         \
    S(STRAP, uint16_t,        entries,        9, "entries of each bank that a group has")              \
    S(STRAP, lds_broadcast_t, broadcast,      1, "see enum lds_broadcast")                             \
    S(OUT,   bool,            free,           1, "an instruction can be taken")                        \
    S(OUT,   bool,            held,           1, "of one wavefront alone, for its clause has not been taken whole") \
    S(OUT,   uint8_t,         holder,         8, "the wavefront's slot")                               \
    S(LIVE,  bool,            read,           1, "a GPR waits for the spare access")                   \
    S(OUT,   uint8_t,         read_row,       8, "its physical row")                                   \
    S(LIVE,  uint8_t,         get,            4, "banks that are read, a bit each")                    \
    S(LIVE,  uint8_t,         put,            4, "banks that are written, a bit each")                 \
    S(OUT,   lds_address_t,   entry,          8, "the entry of each bank")                             \
    S(OUT,   uint8_t,         put_dwords,     4, "dwords that are written, bit 0 = X")                 \
    S(OUT,   lds_data_t,      put_data,      32, "X Y Z W for each bank")                              \
    S(LIVE,  bool,            write,          1, "the oldest one under way ends")                      \
    FETCH_RESULT_SIGNALS(S)                                                                            \
    S(OUT,   bool,            write_whole,    1, "with it an instruction ends: it is the last step of its burst") \
    S(OUT,   uint8_t,         oldest,         4, "its entry among those under way")                    \
    S(OUT,   lds_error_t,     error,          2, "sticky: see enum lds_error")                         \
    S(OUT,   wave_number_t,   error_number,  32, "of this wavefront")                                  \
    S(OUT,   uint8_t,         error_thread,   6, "its thread")                                         \
    S(OUT,   uint8_t,         error_bank,     2, "the bank")                                           \
    S(OUT,   uint32_t,        error_dword,   32, "the dword of the bank, from the group's first")      \
    LDS_INSTRUCTION(S, front, "front: ")                                                               \
    S(BUSY,  bool,            full,           1, "front: the GPR is in the latch")                     \
    S(REG,   uint8_t,         side,           1, "front: its side of the latch")                       \
    LDS_INSTRUCTION(S, pass, "pass: ")                                                                 \
    S(BUSY,  bool,            passing,        1, "pass: there is one")                                 \
    S(REG,   uint8_t,         pass_side,      1, "pass: its side of the latch")                        \
    S(REG,   uint8_t,         pass_quad,      4, "pass: the quad")                                     \
    S(REG,   uint8_t,         pass_turn,      2, "pass: which of four times")                          \
    S(DOWN,  uint8_t,         pass_wait,      3, "pass: clocks left of the quad, behind its first")    \
    S(REG,   uint8_t,         got_flight,     4, "banks that are read: for which of those under way")  \
    S(REG,   uint8_t,         got_quad,       4, "which quad")                                         \
    S(REG,   uint8_t,         got_threads,    4, "its threads, a bit each")                            \
    S(REG,   lds_quad_t,      got_bank,       2, "the bank of each")                                   \
    S(REG,   lds_quad_t,      got_dword,      2, "the dword that each names")                          \
    S(REG,   uint8_t,         got_mux,        3, "MUX_CNTL")                                           \
    S(REG,   bool,            got_for_all,    1, "BROADCAST")                                          \
    S(LIVE,  uint8_t,         flying,         5, "how many are under way")                             \
    S(DOWN,  lds_waits_t,     f_wait,        16, "under way: clocks left")                             \
    S(REG,   lds_bytes_t,     f_write,        1, "under way: it is a write")                           \
    S(REG,   lds_bytes_t,     f_row,          8, "under way: physical row of the result")              \
    S(REG,   lds_bytes_t,     f_elements,     4, "under way: elements of the result")                  \
    S(REG,   lds_masks_t,     f_lanes,       64, "under way: threads")                                 \
    S(REG,   lds_numbers_t,   f_number,      32, "under way: wavefront's number")                      \
    S(REG,   lds_bytes_t,     f_slot,         8, "under way: wavefront's slot")                        \
    S(REG,   lds_bytes_t,     f_whole,        1, "under way: the last step of its burst")              \
    S(REG,   lds_bytes_t,     f_last,         1, "under way: it is its clause's last instruction")     \
    S(STAT,  uint32_t,        reads,         32, "reads of the local data share, each step of a burst") \
    S(STAT,  uint32_t,        writes,        32, "writes to it, each step of a burst")                 \
    S(MEM,   lanes_t,         latch,         32, "GPRs read: X Y Z W of both sides", 2 * LDS_ELEMENTS) \
    S(MEM,   lanes_t,         result,        32, "data of those under way: X Y Z W", LDS_FLIGHT * LDS_ELEMENTS)
/* clang-format on */

RTL_STRUCT(lds_unit, LDS_UNIT_SIGNALS);

RTL_RESET(lds_unit, PRESET);
void lds_unit_eval(const struct lds_unit_in *in, const struct lds_unit_reg *q, struct lds_unit_reg *d,
                   const struct lds_unit *unit);
/* Latches the GPR that the spare access reads, and takes what is read of the LDS. */
void lds_unit_capture(struct lds_unit *unit);

RTL_LIFE(lds_unit, SELF_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
