/* issue_observer.h - the observer (rtl_model/observer.h) of a machine in which one place issues, at most one
 * instruction in a clock.  The machine gives rows and a function that looks at a clock; lines are instructions of its
 * program.
 *
 *   REASON(name, text, statistics, meaning)   what becomes of a chance to issue: the first row is a chance that is
 * used; a chance for which `statistics` ("module.statistic ...", or "") count, too
 */
#ifndef RTL_MODEL_PROBES_ISSUE_OBSERVER_H
#define RTL_MODEL_PROBES_ISSUE_OBSERVER_H

#include "rtl_model/machine.h"
#include "rtl_model/probes/counter_list.h"

/* The reasons as lists; `place` is what issues, as counters call it: "Sequencer". */
struct issue_reasons {
    const char *const *texts, *const *keys, *const *counters, *const *meanings, *const *statistics;
    unsigned count;
};
#define ISSUE_NUMBER(name, ...) ISSUE_##name,
#define ISSUE_TEXT(name, text, statistics, meaning) text,
#define ISSUE_KEY(name, ...) #name,
#define ISSUE_STALL(name, ...) "Stall." ISSUE_PLACE "." #name,
#define ISSUE_MEANING(name, text, statistics, meaning) meaning,
#define ISSUE_STATISTICS(name, text, statistics, meaning) statistics,
#define ISSUE_LISTS(lists, used, REASONS)                                                                              \
    static const char *const   lists##_texts[] = {used(ISSUE_TEXT) REASONS(ISSUE_TEXT)};                               \
    static const char *const   lists##_keys[] = {used(ISSUE_KEY) REASONS(ISSUE_KEY)};                                  \
    static const char *const   lists##_counters[] = {"Busy." ISSUE_PLACE, REASONS(ISSUE_STALL)};                       \
    static const char *const   lists##_meanings[] = {used(ISSUE_MEANING) REASONS(ISSUE_MEANING)};                      \
    static const char *const   lists##_statistics[] = {used(ISSUE_STATISTICS) REASONS(ISSUE_STATISTICS)};              \
    const struct issue_reasons lists = {lists##_texts,    lists##_keys,       lists##_counters,                        \
                                        lists##_meanings, lists##_statistics, sizeof lists##_keys / sizeof(char *)};

/* Instructions that have been issued and not ended, in order. */
enum { ISSUE_PENDING = 1024 };
struct issue_pending {
    struct {
        uint32_t line;
        uint64_t clock;
    } entry[ISSUE_PENDING];
    unsigned first, count;
};

struct issue_observer;

/* What a line does for an active pixel, by kind. */
enum issue_kind {
#define ENERGY_KIND(name, meaning) ISSUE_KIND_##name,
#include "rtl_model/probes/energy_kinds.def"
#undef ENERGY_KIND
    ISSUE_KINDS
};

/* A machine's rows (energy_tables.h). */
struct issue_energy {
    unsigned (*inputs)(const struct machine_observer *observer, struct energy_input *inputs);
    unsigned (*rows)(const struct machine_observer *observer, const struct energy_input *inputs,
                     struct energy_row *rows);
    void (*kinds)(const void *machine, uint32_t line, double of[ISSUE_KINDS]);
};

/* What a machine gives. */
struct issue_machine {
    const char                 *place; /* "us", as statistics name it */
    const struct counter_table *counters;
    const struct issue_reasons *reasons;
    unsigned                    sums, lines; /* so many sums; instructions that a program can have */
    struct observer_words       words;
    /* Before an edge, wires driven: adds to the sums, and calls issue_chance, issue_executed, issue_ended. */
    void (*clock)(struct issue_observer *observer);
    bool (*list)(const struct machine_observer *observer, FILE *out, void (*line)(void *context, uint32_t address),
                 void *context, struct diag *diag);
    unsigned                   lanes; /* threads of what an instruction is issued for */
    const struct issue_energy *energy;
};

enum { ISSUE_SUMS = 64, ISSUE_QUEUES = 2, ISSUE_SLOTS = 128 };
struct issue_counts {
    uint64_t sums[ISSUE_SUMS], chances[OBSERVED_REASONS];
};

struct issue_observer {
    struct machine_observer     base;
    const struct issue_machine *kind;
    const void                 *machine;
    const uint64_t             *cycle;
    const void                 *chip;
    struct issue_counts         now, marked;
    struct counter_terms        terms;
    uint64_t                    counted[OBSERVED_REASONS]; /* what statistics say of chances */
    struct line_cost           *lines;                     /* or NULL: they were not asked for */
    /* For the machine's clock: what is under way, in order or by slot; what a slot has issued last. */
    struct issue_pending pending[ISSUE_QUEUES];
    uint64_t             since[ISSUE_SLOTS];
    uint32_t             last[ISSUE_SLOTS];
};

/* NULL and `diag`: not enough memory. */
struct machine_observer *issue_observer_open(const struct issue_machine *kind, const struct rtl_machine *machine,
                                             const void *chip, bool lines, struct diag *diag);

/* Adds what the lines that were executed have done. */
void issue_kinds(const struct issue_observer *observer, double of[ISSUE_KINDS]);

/* The chance of this clock; a line, or behind the kind's lines enum line_beyond. */
void issue_chance(struct issue_observer *observer, unsigned reason, uint32_t line);
/* An instruction has begun for so many threads, 0 executions: goes on with another of its passes. */
void issue_executed(struct issue_observer *observer, uint32_t line, unsigned executions, unsigned lanes);
/* An instruction has ended that took so many clocks. */
void issue_ended(struct issue_observer *observer, uint32_t line, uint64_t clocks);
/* The same of instructions that end in the order in which they have begun. */
void issue_pending_begin(struct issue_observer *observer, unsigned queue, uint32_t line);
void issue_pending_end(struct issue_observer *observer, unsigned queue);

#endif
