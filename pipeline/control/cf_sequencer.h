/* cf_sequencer.h - fetches, decodes and executes control-flow instructions, one wavefront after the other (ISA ch. 3).
 *
 * Two stages: fetch (`fetch_clk` clocks, through the CF instruction cache) and decode + execute (`decode_clk` clocks);
 * each holds one wavefront, so one CF instruction is executed in max(fetch_clk, decode_clk) clocks (RV770 timing S20,
 * S21).  A miss puts the wavefront to sleep (S13).  An instruction with BARRIER waits for the wavefront's clauses and
 * exports, an ALU clause and a flow instruction for its ALU clause, a fetch clause for its fetch clause, WAIT_ACK until
 * no more acknowledgements are outstanding than it says (ISA 9.1; S18); it is fetched again when that has finished
 * (ISA 3.2; S9).  GUESS: BARRIER does not wait for acknowledgements: WAIT_ACK would have nothing to do.  A clause that
 * no thread would execute is skipped (ISA ch. 3): it goes by as a flow instruction does, and cf_state sees its stack
 * operations.
 *
 * A clause or export that finds no place stays in decode until there is one, or its wavefront goes back, and others are
 * decoded meanwhile (`goes_back`).  GUESS: it stays, because no source says where it would wait
 * (docs/open-questions.md). */
#ifndef PIPELINE_CF_SEQUENCER_H
#define PIPELINE_CF_SEQUENCER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

typedef uint64_t cf_word_t; /* a CF instruction pair, dword 1 in the high half */

/* What becomes of the wavefront; the parent translates it into a phase of the wave table. */
enum cf_step { CF_STEP_READY, CF_STEP_MISS, CF_STEP_WAIT, CF_STEP_END, CF_STEP_PAUSE, CF_STEPS };
typedef uint8_t cf_step_t;

enum cf_stall { CF_STALL_NONE, CF_STALL_NO_CLAUSE, CF_STALL_NO_EXPORT, CF_STALL_NO_FETCH, CF_STALLS };
typedef uint8_t cf_stall_t;

/* What a wavefront can wait for, a bit each. */
enum { CF_WAIT_ALU = 1, CF_WAIT_EXPORT = 2, CF_WAIT_FETCH = 4, CF_WAIT_ALL = 7, CF_WAIT_ACK = 8 };
typedef uint8_t cf_wait_t;

/* clang-format off */
#define CF_SEQUENCER_SIGNALS(S)                                                                        \
    S(EN,    bool,          ready,                1, "a wavefront requests its next CF instruction")   \
    S(IN,    uint8_t,       ready_slot,           8, "the chosen one's slot")                          \
    S(IN,    wave_number_t, ready_number,        32, "its number")                                     \
    S(IN,    uint32_t,      ready_pc,            29, "its CF address, 64-bit words")                   \
    S(EN,    bool,          answer,               1, "the cache answers the fetch stage")              \
    S(IN,    bool,          hit,                  1, "with the line")                                  \
    S(IN,    bool,          refused,              1, "it has no tracker for the miss")                 \
    S(IN,    cf_word_t,     word,                64, "the instruction in that line")                   \
    S(IN,    bool,          next_barrier,         1, "the line holds the next instruction too, and it has BARRIER") \
    S(EN,    bool,          fill,                 1, "the cache has got a line from memory")           \
    S(IN,    uint32_t,      fill_line,           20, "which")                                          \
    S(IN,    uint8_t,       alu,                  1, "ALU clauses that the wavefront in decode has under way") \
    S(IN,    uint8_t,       exports,              8, "exports that it has under way")                  \
    S(IN,    uint8_t,       fetches,              1, "fetch clauses that it has under way")            \
    S(IN,    uint8_t,       acks,                 8, "memory writes of it that are to be acknowledged") \
    S(IN,    bool,          clause_free,          1, "there is room for an ALU clause")                \
    S(IN,    bool,          export_free,          1, "the export unit can take an instruction")        \
    S(IN,    bool,          fetch_free,           1, "there is room for a fetch clause")               \
    S(IN,    bool,          nobody,               1, "decode: no thread would execute the clause")     \
    S(STRAP, uint8_t,       fetch_clk,            8, "clocks of the fetch stage")                      \
    S(STRAP, uint8_t,       decode_clk,           8, "clocks of the decode stage")                     \
    S(STRAP, bool,          flow_pauses,          1, "a branch, loop or call instruction makes its wavefront pause") \
    S(STRAP, bool,          goes_back,            1, "what finds no place makes its wavefront pause, too") \
    S(LIVE,  bool,          look,                 1, "a request to the cache")                         \
    S(OUT,   uint32_t,      look_line,           20, "for this line")                                  \
    S(LIVE,  bool,          fetch,                1, "fetch stage: holds a wavefront")                 \
    S(OUT,   uint8_t,       fetch_slot,           8, "fetch stage: its slot")                          \
    S(OUT,   wave_number_t, fetch_number,        32, "fetch stage: its number")                        \
    S(OUT,   uint32_t,      fetch_pc,            29, "fetch stage: its CF address")                    \
    S(LIVE,  bool,          decode,               1, "decode stage: holds a wavefront")                \
    S(OUT,   uint8_t,       decode_slot,          8, "decode stage: its slot")                         \
    S(OUT,   wave_number_t, decode_number,       32, "decode stage: its number")                       \
    S(OUT,   uint32_t,      decode_pc,           29, "decode stage: its CF address")                   \
    S(OUT,   cf_word_t,     decode_word,         64, "decode stage: the instruction")                  \
    S(OUT,   cf_stall_t,    stall,                2, "why decode cannot finish")                       \
    S(LIVE,  bool,          step,                 1, "a wavefront moves on")                           \
    S(OUT,   uint8_t,       step_slot,            8, "its slot")                                       \
    S(OUT,   wave_number_t, step_number,         32, "its number")                                     \
    S(OUT,   cf_step_t,     step_to,              3, "what becomes of it")                             \
    S(OUT,   cf_wait_t,     step_wait,            4, "WAIT: for its ALU clause (1), exports (2), fetch clause (4), acknowledgements (8); PAUSE: which of them found no place") \
    S(OUT,   uint8_t,       step_acks,            8, "WAIT for acknowledgements: until so many are left") \
    S(OUT,   uint32_t,      step_pc,             29, "its new CF address")                             \
    S(LIVE,  bool,          start_alu,            1, "the instruction starts an ALU clause")           \
    S(LIVE,  bool,          start_export,         1, "the instruction is an export or a memory write") \
    S(OUT,   bool,          start_ack,            1, "the memory write is to be acknowledged")         \
    S(LIVE,  bool,          start_fetch,          1, "the instruction starts a fetch clause")          \
    S(LIVE,  bool,          start_flow,           1, "the instruction changes the control-flow state") \
    S(OUT,   bool,          start_emit,           1, "it says that a vertex has been exported (ISA 3.5)") \
    S(OUT,   bool,          start_cut,            1, "it ends the primitive strip (ISA 3.5)")          \
    S(OUT,   uint32_t,      start_pc,            29, "its CF address")                                 \
    S(OUT,   cf_word_t,     start_word,          64, "that instruction")                               \
    S(OUT,   bool,          bad_op,               1, "sticky: an instruction that the sequencer does not execute") \
    S(OUT,   uint32_t,      bad_pc,              29, "its CF address")                                 \
    S(OUT,   uint8_t,       fetch_wait,           8, "fetch stage: clocks left")                       \
    S(OUT,   bool,          fetch_known,          1, "fetch stage: the cache has answered")            \
    S(REG,   bool,          fetch_hit,            1, "fetch stage: with the instruction")              \
    S(REG,   bool,          fetch_again,          1, "fetch stage: the line has arrived meanwhile, or ask again") \
    S(REG,   cf_word_t,     fetch_word,          64, "fetch stage: the instruction")                   \
    S(REG,   bool,          fetch_next_barrier,   1, "fetch stage: see next_barrier")                  \
    S(REG,   uint8_t,       decode_wait,          8, "decode stage: clocks left")                      \
    S(REG,   bool,          decode_next_barrier,  1, "decode stage: see next_barrier")                 \
    S(STAT,  uint32_t,      executed,            32, "CF instructions executed")                       \
    S(STAT,  uint32_t,      skipped,             32, "clauses skipped, because no thread was active")
/* clang-format on */

RTL_STRUCT(cf_sequencer, CF_SEQUENCER_SIGNALS);

RTL_RESET(cf_sequencer, ZERO);
void cf_sequencer_eval(const struct cf_sequencer_in *in, const struct cf_sequencer_reg *q, struct cf_sequencer_reg *d);

RTL_LIFE(cf_sequencer, ALONE, KEEPS, COPIES);

#endif
