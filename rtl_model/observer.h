/* observer.h - an observer of every clock of a run, between wires and edge.  It counts what statistics do not: AMD's
 * counters (docs/counters.md) and what each line of the program costs (docs/profile.md).
 *
 * No module depends on it; a run without one costs nothing.  It is made before the first clock that it is to see and
 * has counts since then. */
#ifndef RTL_MODEL_OBSERVER_H
#define RTL_MODEL_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/energy.h"

/* A counter of the whole machine or of a part of it. */
struct result_counter {
    const char *path, *name; /* "gpu", "gpu.simd0"; "ALUBusy", "Stall.Even.kcache" */
    bool        known;
    double      value;
    const char *unit, *description;
    const char *why;     /* not known: why */
    bool        lacking; /* because this chip cannot have it */
};

/* ---- costs of the program's lines ------------------------------------------------------------------------------- */

/* Chances to issue, by arbiter (pipeline/control/stall.def has the reasons; the first one: used). */
enum observed_arbiter { OBSERVED_CF, OBSERVED_EVEN, OBSERVED_ODD, OBSERVED_ARBITERS };
enum {
    OBSERVED_REASONS = 32 /* at most */,
    OBSERVED_ISSUE = OBSERVED_EVEN /* of a machine that issues in one place */
};

/* Of a CF instruction, a group or a fetch instruction, on one SIMD.  A lost chance is that of the line at which the
 * nearest wavefront stands. */
struct line_cost {
    uint64_t executions;     /* by wavefronts */
    uint64_t lanes;          /* threads of them that were active */
    uint64_t instructions;   /* of groups: slots with one */
    uint64_t ended, latency; /* clauses, exports and fetches that have ended; clocks from their starts to their ends */
    uint64_t chances[OBSERVED_ARBITERS][OBSERVED_REASONS];
};

/* Lines are addresses of 64-bit words (of instructions, on machines without CF), and behind the program: chances that
 * are no line's. */
enum line_beyond { LINE_NONE, LINE_LOADING, LINE_ELSEWHERE, LINES_BEYOND };

/* What is counted: sums alone; what each line costs, too; and whose each event is, too, where that is known. */
enum observed_detail { OBSERVE_SUMS, OBSERVE_LINES, OBSERVE_OWNERS };

/* How profiles call things of the machine. */
struct observer_words {
    const char *place;   /* "SIMD" */
    const char *issuer;  /* "ALU": whose clocks are counted */
    const char *issued;  /* "a group" */
    const char *part;    /* "wavefronts": what executes a line */
    const char *work;    /* "ALU instructions" */
    const char *latency; /* "clauses, fetches, exports": what has one */
    const char *no_line; /* "(no wavefront)": chances of no line; of the next one: while inputs are loaded */
    const char *loading; /* "(initial GPRs)" */
    const char *page;    /* "docs/counters.md" */
    bool        clauses; /* lines stand under CF instructions, which have chances of their own */
};

struct machine_observer {
    /* Of a clock whose wires have been shown (rtl_machine_kind.show), before its edge. */
    void (*clock)(struct machine_observer *observer);
    /* The instances whose wires, and whose registers and memories, it reads in a clock: adds them to sets. */
    void (*needs)(const struct machine_observer *observer, uint64_t *wires, uint64_t *registers);
    /* What registers say up to now is taken; they have been looked at. */
    void (*settle)(struct machine_observer *observer);
    /* Fills at most `limit` rows, returns how many there are; of what has been since the mark, or since it was made.
     * Of several launches at once those of the one that is chosen, or of all, as `all` says. */
    unsigned (*counters)(struct machine_observer *observer, bool since_mark, struct result_counter *rows,
                         unsigned limit);
    void (*mark)(struct machine_observer *observer);
    /* What a line has cost on a SIMD; NULL: nothing, or lines were not asked for. */
    const struct line_cost *(*cost)(const struct machine_observer *observer, unsigned simd, uint32_t line);
    /* Whether the lines add up to the statistics; if not, `what` gets the first thing that does not. */
    bool (*agrees)(const struct machine_observer *observer, char *what, size_t size);
    /* Memory was out: lines are missing. */
    bool (*incomplete)(const struct machine_observer *observer);
    /* What the launch has taken of energy, from counts of lines and clocks; inputs as the user may have set them.  Both
     * return how many there are: at most ENERGY_INPUTS, ENERGY_ROWS. */
    unsigned (*energy_inputs)(const struct machine_observer *observer, struct energy_input *inputs);
    unsigned (*energy)(const struct machine_observer *observer, const struct energy_input *inputs,
                       struct energy_row *rows);
    /* Of a detail of OBSERVE_OWNERS, or NULL.  Numbers that there may be, of lines or of wavefronts; the same rows for
     * one of them: 0 when it has no event. */
    uint32_t (*owners)(const struct machine_observer *observer, enum energy_owner of);
    unsigned (*energy_of)(const struct machine_observer *observer, enum energy_owner of, uint32_t number,
                          const struct energy_input *inputs, struct energy_row *rows);
    double (*flops)(const struct machine_observer *observer); /* in single precision, of active threads */
    void (*free)(struct machine_observer *observer);
    const char *(*place)(const struct machine_observer *observer, unsigned simd); /* as statistics name it */
    /* The program as text; before each line that shows instructions `line` gets the address of the first. */
    bool (*list)(const struct machine_observer *observer, FILE *out, void (*line)(void *context, uint32_t address),
                 void *context, struct diag *diag);
    bool                         all;
    unsigned                     simds;
    uint32_t                     words;     /* of the program; lines beyond have words + enum line_beyond */
    unsigned                     wave_size; /* threads of a wavefront */
    const char                  *type;      /* of the launch: "PS" */
    unsigned                     reason_count;
    const char *const           *reasons;                   /* as waveforms spell them */
    const char *const           *keys;                      /* and as statistics do */
    unsigned                     clocks[OBSERVED_ARBITERS]; /* that a chance is worth, of the ALU or of CF fetch */
    const struct observer_words *text;
};

#endif
