/* instruction_buffer.h - how a clause gets its instructions: a buffer of two cache lines, the one with the next
 * instruction and the one behind it, filled line by line from the instruction cache of its kind (ISA 2.4, 3.3).
 *
 * The common part of alu_clause and fetch_clause, not a module: its rows stand in their signal lists, the buffer
 * among their memories.  Word a of the program lies in row a mod INSTRUCTION_BUFFER_WORDS.
 *
 * A look-up is offered (look) until the cache takes it, then waits for the answer.  After a miss nothing is asked until
 * the cache announces that line; a refused look-up is offered again. */
#ifndef PIPELINE_INSTRUCTION_BUFFER_H
#define PIPELINE_INSTRUCTION_BUFFER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/instruction_line.h"
#include "kit/rtl.h"

enum {
    /* GUESS: two lines, the fewest with which the next one is fetched while one is executed */
    INSTRUCTION_BUFFER_WORDS = 2 * INSTRUCTION_LINE_WORDS
};

/* clang-format off */
#define INSTRUCTION_BUFFER_SIGNALS(S)                                                                  \
    S(EN,    bool,     ic_taken,      1, "the instruction cache takes the look-up")                    \
    S(EN,    bool,     ic_answer,     1, "the instruction cache answers")                              \
    S(IN,    bool,     ic_hit,        1, "with the line")                                              \
    S(IN,    bool,     ic_refused,    1, "it has no tracker for the miss")                             \
    S(BUS,   uint64_t, ic_words,     64, "the line", INSTRUCTION_LINE_WORDS)                           \
    S(EN,    bool,     ic_fill,       1, "the instruction cache has got a line from memory")           \
    S(IN,    uint32_t, ic_fill_line, 20, "which")                                                      \
    S(OUT,   bool,     ic_look,       1, "a request to the instruction cache")                         \
    S(DATA,  uint32_t, ic_line,      20, "for this line")                                              \
    S(REG,   bool,     ic_waiting,    1, "the instruction cache has the look-up")                      \
    S(REG,   bool,     ic_missing,    1, "the line comes from memory")                                 \
    S(PULSE, bool,     ic_stored,     1, "a line enters the instruction buffer at this edge")          \
    S(REG,   uint32_t, ic_next,      20, "next line to fetch")                                         \
    S(REG,   uint32_t, ic_last,      20, "last line of the clause")
/* clang-format on */

struct instruction_buffer_in {
    INSTRUCTION_BUFFER_SIGNALS(RTL_INPUT)
};
struct instruction_buffer_reg {
    INSTRUCTION_BUFFER_SIGNALS(RTL_SEEN)
    INSTRUCTION_BUFFER_SIGNALS(RTL_UNSEEN)
};

/* The next state.  `head`: the next instruction's address after this edge, 64-bit words; `d`: what the clause's own d
 * has so far. */
static inline void instruction_buffer_eval(const struct instruction_buffer_in  *in,
                                           const struct instruction_buffer_reg *q, struct instruction_buffer_reg *d,
                                           uint32_t head)
{
    if (in->ic_taken) {
        d->ic_look = false;
        d->ic_waiting = true;
    }
    if (in->ic_answer) {
        d->ic_waiting = false;
        d->ic_missing = !in->ic_hit && !in->ic_refused;
        if (in->ic_hit) {
            d->ic_stored = true;
            d->ic_next = q->ic_next + 1;
        }
    }
    if (in->ic_fill && in->ic_fill_line == q->ic_line)
        d->ic_missing = false;
    const bool half_is_free = d->ic_next <= head / INSTRUCTION_LINE_WORDS + 1;
    if (!d->ic_look && !d->ic_waiting && !d->ic_missing && d->ic_next <= d->ic_last && half_is_free) {
        d->ic_look = true;
        d->ic_line = d->ic_next;
    }
}

/* The same inside a clause's eval, whose arguments are called in, q and d: its signals go into the structs above, and
 * back into its d. */
#define INSTRUCTION_BUFFER_EVAL()                                                                                      \
    do {                                                                                                               \
        const struct instruction_buffer_in  wires = {INSTRUCTION_BUFFER_SIGNALS(INSTRUCTION_BUFFER_IN)};               \
        const struct instruction_buffer_reg now = {INSTRUCTION_BUFFER_SIGNALS(INSTRUCTION_BUFFER_Q)};                  \
        struct instruction_buffer_reg       next = {INSTRUCTION_BUFFER_SIGNALS(INSTRUCTION_BUFFER_D)};                 \
        instruction_buffer_eval(&wires, &now, &next, d->head);                                                         \
        INSTRUCTION_BUFFER_SIGNALS(INSTRUCTION_BUFFER_BACK)                                                            \
    } while (0)
#define INSTRUCTION_BUFFER_IN(kind, ...)                                                                               \
    RTL_WHEN(WIRE, kind, INSTRUCTION_BUFFER_FROM, in, __VA_ARGS__)                                                     \
    RTL_WHEN(POINTER, kind, INSTRUCTION_BUFFER_FROM, in, __VA_ARGS__)
#define INSTRUCTION_BUFFER_Q(kind, ...) INSTRUCTION_BUFFER_OF(kind, INSTRUCTION_BUFFER_FROM, q, __VA_ARGS__)
#define INSTRUCTION_BUFFER_D(kind, ...) INSTRUCTION_BUFFER_OF(kind, INSTRUCTION_BUFFER_FROM, d, __VA_ARGS__)
#define INSTRUCTION_BUFFER_BACK(kind, ...) INSTRUCTION_BUFFER_OF(kind, INSTRUCTION_BUFFER_TO_D, next, __VA_ARGS__)
#define INSTRUCTION_BUFFER_OF(kind, ...)                                                                               \
    RTL_WHEN(SEEN, kind, __VA_ARGS__) RTL_WHEN(DATA, kind, __VA_ARGS__) RTL_WHEN(PRIVATE, kind, __VA_ARGS__)
#define INSTRUCTION_BUFFER_FROM(from, type, name, ...) .name = (from)->name,
#define INSTRUCTION_BUFFER_TO_D(from, type, name, ...) d->name = (from).name;

/* Puts line `number` into its half of the buffer. */
static inline void instruction_buffer_store(uint64_t buffer[INSTRUCTION_BUFFER_WORDS], uint32_t number,
                                            const uint64_t line[INSTRUCTION_LINE_WORDS])
{
    const unsigned half = number % 2 * INSTRUCTION_LINE_WORDS;
    for (unsigned w = 0; w < INSTRUCTION_LINE_WORDS; w++)
        buffer[half + w] = line[w];
}

#endif
