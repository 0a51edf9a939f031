/* fetch_clause.h - one fetch clause on its way to the fetch units: it waits for arbitration, fetches its instructions
 * and offers them one by one (ISA 3.3.2, 3.3.3; RV770 timing S4, S9).  The vertex
 * fetch unit has an arbiter and the texture unit another one (S4).  A clause goes on to another unit when all that it
 * has given to the one before has returned (GUESS: because results return in order, T26).  The unit that has taken the
 * last instruction reports the clause's end when that one's result has been written (T26).
 *
 * A SIMD has FETCH_CLAUSES of them, each of another wavefront. */
#ifndef PIPELINE_FETCH_CLAUSE_H
#define PIPELINE_FETCH_CLAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/instruction_buffer.h"

enum { FETCH_CLAUSES = 8 }; /* places; how many are open is a parameter of the chip */

typedef uint64_t fetch_word_t; /* half of a fetch instruction, dwords 0 and 1 or 2 and 3 */

/* Who executes a fetch instruction: vertex fetches, texture instructions, local data share, memory reads. */
enum fetch_unit { FETCH_UNIT_VERTEX, FETCH_UNIT_TEXTURE, FETCH_UNIT_LDS, FETCH_UNIT_MEMORY };
typedef uint8_t fetch_unit_t;

enum fetch_clause_state {
    FETCH_CLAUSE_EMPTY,
    FETCH_CLAUSE_ARBITRATE,
    FETCH_CLAUSE_FETCH, /* the first instructions are fetched */
    FETCH_CLAUSE_RUN,   /* its instructions are offered to the fetch units */
    FETCH_CLAUSE_STATES
};
typedef uint8_t fetch_clause_state_t;

/* clang-format off */
#define FETCH_CLAUSE_SIGNALS(S)                                                                        \
    S(EN,    bool,                 start,            1, "a clause arrives")                            \
    S(IN,    uint64_t,             start_word,      64, "its CF instruction pair (ISA 10.1)")          \
    S(IN,    uint8_t,              start_slot,       8, "its wavefront's slot in the wave table")      \
    S(IN,    wave_number_t,        start_number,    32, "its wavefront's number")                      \
    S(IN,    uint8_t,              start_base,       8, "its wavefront's first physical GPR row")      \
    S(IN,    uint16_t,             start_index,     13, "its wavefront's loop index aL")               \
    S(IN,    uint32_t,             start_base_word, 29, "what ADDR is relative to, 64-bit words")      \
    S(IN,    lane_mask_t,          start_lanes,     64, "threads that execute the clause (ISA 3.6.2)") \
    INSTRUCTION_BUFFER_SIGNALS(S)                                                                      \
    S(EN,    bool,                 take,             1, "a fetch unit takes the offered instruction")  \
    S(IN,    fetch_unit_t,         take_unit,        2, "which one: see enum fetch_unit")              \
    S(EN,    bool,                 returned,         1, "a result of the wavefront has been written")  \
    S(STRAP, uint8_t,              closed,           4, "places for fetch clauses that the chip does not have, the last ones") \
    S(STRAP, uint8_t,              arb_clk,          8, "clocks of arbitration")                       \
    S(STRAP, uint8_t,              fetch_clk,        8, "least clocks of the clause fetch")            \
    S(LIVE,  fetch_clause_state_t, state,            3, "see enum fetch_clause_state")                 \
    S(OUT,   fetch_unit_t,         unit,             2, "unit of the instruction that was taken last: see enum fetch_unit")            \
    S(OUT,   bool,                 vertex_cache,     1, "vertices come through the vertex cache (VTX), else through the texture cache") \
    S(OUT,   uint8_t,              under_way,        5, "instructions taken whose results have not been written") \
    S(OUT,   uint8_t,              slot,             8, "wavefront's slot in the wave table")          \
    S(OUT,   wave_number_t,        number,          32, "wavefront's number")                          \
    S(OUT,   uint8_t,              base,             8, "wavefront's first physical GPR row")          \
    S(OUT,   lane_mask_t,          lanes,           64, "threads that execute the clause")             \
    S(OUT,   uint16_t,             loop_index,      13, "aL")                                          \
    S(OUT,   uint32_t,             head,            24, "address of the next instruction, 64-bit words") \
    S(OUT,   uint8_t,              left,             5, "instructions not taken yet")                  \
    S(OUT,   bool,                 offer,            1, "the instruction at head is in the buffer")    \
    S(DOWN,  uint8_t,              wait,             8, "clocks left of the stage")                    \
    S(MEM,   fetch_word_t,         buffer,          64, "instruction buffer: word a lies in row a mod 16", INSTRUCTION_BUFFER_WORDS)
/* clang-format on */

RTL_STRUCT(fetch_clause, FETCH_CLAUSE_SIGNALS);

RTL_RESET(fetch_clause, ZERO);
void fetch_clause_eval(const struct fetch_clause_in *in, const struct fetch_clause_reg *q, struct fetch_clause_reg *d);
/* Takes the instruction cache's answer into the buffer. */
void fetch_clause_capture(struct fetch_clause *clause);

RTL_LIFE(fetch_clause, ALONE_BY_EVENTS, TAKES_STEADY, COPIES);

#endif
