/* alu_clause.h - one ALU clause in flight: it waits for arbitration, locks its constant-cache lines, fetches its
 * instruction words, runs in a wavefront slot and drains (ISA 3.3.1; RV770 timing S6, S20, C2).
 *
 * A SIMD has ALU_CLAUSES of them.  The stages take at least `arb_clk`, `lock_clk` (and `line_clk` per locked line) and
 * `fetch_clk` clocks; a clause runs only after that, but the next ones go through these stages meanwhile. */
#ifndef PIPELINE_ALU_CLAUSE_H
#define PIPELINE_ALU_CLAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "isa/r700/slots.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/instruction_buffer.h"

enum {
    ALU_CLAUSES = 12,       /* places; how many are open is a parameter of the chip */
    ALU_CLAUSE_KC_LINES = 4 /* two sets of up to two constant-cache lines */
};

typedef uint64_t alu_word_t; /* an ALU instruction pair or two literals, dword 1 in the high half */

enum alu_clause_state {
    CLAUSE_EMPTY,
    CLAUSE_ARBITRATE,
    CLAUSE_LOCK,  /* constant-cache lines are locked one by one */
    CLAUSE_FETCH, /* the first instruction words are fetched */
    CLAUSE_READY, /* waits for a wavefront slot */
    CLAUSE_RUN,   /* its groups are issued */
    CLAUSE_DRAIN, /* its last group is in the pipeline */
    CLAUSE_STATES
};
typedef uint8_t clause_state_t;

/* clang-format off */
#define ALU_CLAUSE_SIGNALS(S)                                                                          \
    S(EN,    bool,           start,            1, "a clause arrives")                                  \
    S(IN,    uint64_t,       start_word,      64, "its CF_ALU instruction pair (ISA 10.1)")            \
    S(IN,    uint8_t,        start_slot,       8, "its wavefront's slot in the wave table")            \
    S(IN,    wave_number_t,  start_number,    32, "its wavefront's number")                            \
    S(IN,    uint8_t,        start_base,       8, "its wavefront's first physical GPR row")            \
    S(IN,    lane_mask_t,    start_active,    64, "its wavefront's active mask")                       \
    S(IN,    uint16_t,       start_index,     13, "its wavefront's loop index aL")                     \
    S(IN,    uint32_t,       start_base_word, 29, "what ADDR is relative to, 64-bit words")            \
    S(IN,    uint32_t,       start_pc,        29, "address of its CF instruction")                     \
    S(IN,    lane_mask_t,    start_lanes,     64, "threads that execute the clause (ISA 3.6.2)")       \
    S(EN,    bool,           lock,             1, "arbitration has ended and its constant-cache lines can be had") \
    S(EN,    bool,           kc_taken,         1, "the constant cache takes the look-up")              \
    S(EN,    bool,           kc_answer,        1, "a line is locked")                                  \
    S(IN,    uint8_t,        kc_way,           8, "where it lies")                                     \
    INSTRUCTION_BUFFER_SIGNALS(S)                                                                      \
    S(EN,    bool,           grant,            1, "a wavefront slot is given to the clause")           \
    S(IN,    uint8_t,        grant_parity,     1, "which: 0 even, 1 odd")                              \
    S(EN,    bool,           consume,          1, "a group of it is issued now")                       \
    S(IN,    uint8_t,        consumed,         3, "its 64-bit words")                                  \
    S(EN,    bool,           finish,           1, "the last group has drained")                        \
    S(STRAP, bool,           closed,           1, "the chip does not have this place")                 \
    S(STRAP, uint8_t,        arb_clk,          8, "clocks of arbitration")                             \
    S(STRAP, uint8_t,        lock_clk,         8, "least clocks of the lock stage")                    \
    S(STRAP, uint8_t,        line_clk,         8, "clocks per locked line")                            \
    S(STRAP, uint8_t,        fetch_clk,        8, "least clocks of the clause fetch")                  \
    S(OUT,   clause_state_t, state,            3, "see enum alu_clause_state")                         \
    S(DATA,  uint8_t,        slot,             8, "wavefront's slot in the wave table")                \
    S(DATA,  wave_number_t,  number,          32, "wavefront's number")                                \
    S(DATA,  uint8_t,        base,             8, "wavefront's first physical GPR row")                \
    S(DATA,  lane_mask_t,    active,          64, "wavefront's active mask")                           \
    S(DATA,  lane_mask_t,    lanes,           64, "threads that execute the clause")                   \
    S(DATA,  uint8_t,        op,               4, "CF_INST: what happens after the clause (ISA 10.1)") \
    S(DATA,  uint32_t,       pc,              29, "address of its CF instruction")                     \
    S(DATA,  uint16_t,       loop_index,      13, "aL")                                                \
    S(OUT,   uint8_t,        parity,           1, "wavefront slot it runs in")                         \
    S(DATA,  bool,           first,            1, "no group of it has been issued")                    \
    S(DATA,  uint32_t,       head,            24, "address of the next group, 64-bit words")           \
    S(DATA,  uint8_t,        left,             8, "64-bit words not issued yet")                       \
    S(DATA,  uint8_t,        available,        5, "of them, words in the instruction buffer")          \
    S(OUT,   bool,           kc_look,          1, "a request to the constant cache")                   \
    S(DATA,  uint8_t,        kc_bank,          5, "for this constant buffer; from 16 on those of ALT_CONST") \
    S(DATA,  uint16_t,       kc_line,         10, "and line")                                          \
    S(OUT,   uint8_t,        kc_want,          4, "lines still to be locked, a bit each as in kc_have") \
    S(DATA,  uint8_t,        kc_have,          4, "lines it has locked, a bit each: set 0, set 1, two each") \
    S(DATA,  kcache_ways_t,  kc_ways,          8, "where they lie")                                    \
    S(DATA,  bool,           alternate,        1, "ALT_CONST: constants of another stage (ISA 4.6.4.6)") \
    S(REG,   uint8_t,        kc_bank0,         4, "KCACHE_BANK0")                                      \
    S(REG,   uint8_t,        kc_bank1,         4, "KCACHE_BANK1")                                      \
    S(REG,   uint16_t,       kc_addr0,        10, "first line of set 0")                               \
    S(REG,   uint16_t,       kc_addr1,        10, "first line of set 1")                               \
    S(REG,   bool,           kc_waiting,       1, "the constant cache has the look-up")                \
    S(OUT,   bool,           waits,            1, "the stage lasts longer than this clock")            \
    S(DOWN,  uint8_t,        wait,             8, "clocks left of the stage")                          \
    S(BUSY,  bool,           preparing,        1, "between its start and READY")                       \
    S(MEM,   alu_word_t,     buffer,          64, "instruction buffer: word a lies in row a mod 16", INSTRUCTION_BUFFER_WORDS)
/* clang-format on */

RTL_STRUCT(alu_clause, ALU_CLAUSE_SIGNALS);

RTL_RESET(alu_clause, ZERO);
void alu_clause_eval(const struct alu_clause_in *in, const struct alu_clause_reg *q, struct alu_clause_reg *d);
/* Takes the instruction cache's answer into the buffer. */
void alu_clause_capture(struct alu_clause *clause);

RTL_LIFE(alu_clause, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
