/* trigger.h - an expression over a machine's signals, asked in each clock: in which it begins to hold.
 *
 *     issue_even.o_address == 0x40 && fetch_clause0.o_state != empty
 *     rise(gpu.simd0.issue_odd.o_reading) || rule broken
 *
 * A signal has the name of the waveform, of which the beginning may be left out where the rest names one alone, and the
 * prefix (`o_`); a name without a dot is first looked for in the instance of the signal before it.  Elements are named
 * as there: `.x`, `.e3`, `.lane03`, `.row012.lane03`.  Numbers are decimal, 0x or 0b; a name of an enumeration stands
 * beside the signal that has it, in quotes where it has blanks.
 * Operators, by rank: !, comparisons (== or =, != < <= > >=), &&, ||; rise(), fall() and changed() of an expression
 * hold in the first clock in which it is another than before: not 0, 0, any; `cycle` is the clock's number.  `E for N`,
 * between comparisons and &&, holds where E has held in N clocks, this one among them. */
#ifndef TRACE_TRIGGER_H
#define TRACE_TRIGGER_H

#include "kit/diag.h"
#include "kit/rtl.h"
#include "trace/vcd.h"
#include "trace/views.h"

/* Where names come from; all of it outlives the trigger. */
struct trigger_names {
    const struct rtl_instance   *instances;
    unsigned                     count;
    const struct trace_view     *views;
    unsigned                     view_count;
    const struct trace_elements *elements;
    unsigned                     element_types;
    bool                         buses; /* BUS rows have names, too: they lead somewhere in every clock */
};

/* A signal, or an element of it. */
struct trigger_signal {
    const struct rtl_signal *signal;
    unsigned                 instance, row, element;
    bool                     is_signed;
};

/* The signal of that name; `instance` is where one without a dot is looked for first, or UINT_MAX.  False and why. */
bool trigger_find(const struct trigger_names *names, unsigned instance, const char *name, struct trigger_signal *found,
                  struct diag *diag);
/* Its name in the waveform, whole. */
enum { TRIGGER_NAME_BYTES = 2048 };
const char *trigger_name(const struct trigger_names *names, const struct trigger_signal *signal,
                         char name[TRIGGER_NAME_BYTES]);
/* What it holds, of a machine that is up to date. */
uint64_t trigger_value(const struct trigger_names *names, const struct trigger_signal *signal);

struct trigger;
enum { TRIGGER_INSTANCES = 32 };

/* NULL and what is wrong, with its column. */
struct trigger *trigger_parse(const char *text, const struct trigger_names *names, struct diag *diag);
void            trigger_free(struct trigger *trigger);

/* Whether it holds in this clock, of a machine whose signals are up to date; clocks may be left out in which none of
 * its signals has changed, but the one behind a change. */
bool trigger_holds(struct trigger *trigger, uint64_t cycle, bool broken);
/* What is asked next does not follow what was asked last. */
void trigger_forget(struct trigger *trigger);
/* Whether it holds and did not in the clock before. */
bool trigger_begins(struct trigger *trigger, uint64_t cycle, bool broken);

/* What it reads: registers that change with an edge of their module alone; counters, the cycle's number or clocks, too,
 * which change in any clock; wires, too. */
enum trigger_reads { TRIGGER_REGISTERS, TRIGGER_COUNTERS, TRIGGER_WIRES };
enum trigger_reads trigger_reads(const struct trigger *trigger);
enum trigger_reads trigger_reads_signal(const struct trigger_signal *signal);
/* Whether it holds in a clock is said by so many clocks before it, and no earlier one. */
uint64_t trigger_clocks(const struct trigger *trigger);
/* The nth instance that it reads, by its place in the list, UINT_MAX behind the last. */
unsigned trigger_instance(const struct trigger *trigger, unsigned n);

#endif
