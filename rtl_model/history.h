/* history.h - states of a machine that are kept in memory while it runs, so that one can go back in time.
 *
 * A state is a snapshot's bytes without its head, in pages, of which words that repeat the one before them are
 * left out; one that has not changed since the state before is shared with it.  How often one is kept follows from the
 * bytes that have to be looked at and the clocks that the machine has worked, not from a watch: the same run keeps the
 * same states everywhere, and they take less than a tenth of its time. When they exceed their share of memory, states
 * are dropped: the older the states, the larger their distances, or, of an even history, every other one, and from then
 * on they are kept half as often. To go back is to take the last state before, and to clock on from there. */
#ifndef RTL_MODEL_HISTORY_H
#define RTL_MODEL_HISTORY_H

#include "rtl_model/machine.h"

enum {
    HISTORY_PAGE = 1024,
    /* So many bytes of a machine are looked at for a clock that a SIMD has worked; one outside of it, of what has been
     * exported, say, counts as several, for it is put in order and summed up. */
    HISTORY_BYTES_A_CLOCK = 40,
    HISTORY_OUTSIDE = 16
};

struct history;

/* Begins with the machine as it is.  `most_bytes`: what all states may take; two are kept in any
 * case.  NULL and `diag`: not enough memory. */
struct history *history_create(const struct rtl_machine *machine, size_t most_bytes, struct diag *diag);
void            history_free(struct history *history);
/* Any cycle of the past is to be as near as any other: the distances of states stay even. */
void history_even(struct history *history);

/* The next cycle, at most `end`, at which history_note wants to be called. */
uint64_t history_next(const struct history *history, uint64_t end);
/* Keeps the present state if it is time to. */
void history_note(struct history *history);
/* The machine was changed from outside: its past does not lead to this state.  The state from which it goes on is kept
 * when it is next clocked, and is never left out. */
void history_changed(struct history *history);
/* To be called before the machine is clocked. */
void history_settle(struct history *history);
/* The machine is another one than before: nothing of what was is kept, and it begins anew. */
void history_begin(struct history *history);

/* The machine becomes as in the last kept state at or before a cycle; states after it are dropped.  False: there is
 * none, and nothing has changed. */
bool history_go_back(struct history *history, uint64_t cycle);
/* The last kept state at or before a cycle, UINT64_MAX: there is none; another machine of the same launch becomes as in
 * that state, and nothing is dropped. */
uint64_t history_before(const struct history *history, uint64_t cycle);
bool     history_recall(const struct history *history, const struct rtl_machine *machine, uint64_t cycle);

/* The first cycle to which it can go back, how many states there are, and the bytes that they take. */
struct history_figures {
    uint64_t first;
    unsigned states;
    size_t   bytes;
};
struct history_figures history_figures(const struct history *history);

#endif
