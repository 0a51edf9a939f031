/* trigger.c - asks an expression. */
#include "trace/trigger/trigger.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/internal.h"
#include "trace/trigger/trigger_code.h"

const char *trigger_name(const struct trigger_names *names, const struct trigger_signal *signal,
                         char name[TRIGGER_NAME_BYTES])
{
    struct origin origin = {&names->instances[signal->instance], signal->signal, signal->row, signal->element, NULL};
    for (unsigned e = 0; e < names->element_types && signal->signal->count > 1; e++)
        if (strcmp(names->elements[e].type, signal->signal->type) == 0)
            origin.names = names->elements[e].names;
    trace_full_name(&origin, name);
    return name;
}

uint64_t trigger_value(const struct trigger_names *names, const struct trigger_signal *signal)
{
    return rtl_read(signal->signal, names->instances[signal->instance].state, signal->row, signal->element);
}

static uint64_t read_signal(const struct trigger *trigger, const struct trigger_signal *of)
{
    const uint64_t value = trigger_value(&trigger->names, of);
    const unsigned above = 64 - of->signal->bits;
    return of->is_signed ? (uint64_t)((int64_t)(value << above) >> above) : value;
}

static bool compare(const struct trigger_step *step, uint64_t left, uint64_t right)
{
    const bool less = step->is_signed ? (int64_t)left < (int64_t)right : left < right;
    switch (step->op) {
    case TRIGGER_EQUAL:
        return left == right;
    case TRIGGER_OTHER:
        return left != right;
    case TRIGGER_LESS:
        return less;
    case TRIGGER_AT_MOST:
        return less || left == right;
    case TRIGGER_MORE:
        return !less && left != right;
    default:
        return !less;
    }
}

/* In the first clock that is asked nothing has changed. */
static bool edge(struct trigger_step *step, uint64_t now)
{
    const uint64_t before = step->known ? step->value : now;
    step->known = true;
    step->value = now;
    return step->op == TRIGGER_RISE ? now && !before : step->op == TRIGGER_FALL ? !now && before : now != before;
}

/* Whether it has held in so many clocks, this one among them. */
static bool lasts(struct trigger_step *step, bool now, uint64_t cycle)
{
    if (now && !step->known)
        step->since = cycle;
    step->known = now;
    return now && cycle - step->since + 1 >= step->value;
}

bool trigger_holds(struct trigger *trigger, uint64_t cycle, bool broken)
{
    uint64_t  stack[TRIGGER_STEPS];
    uint64_t *top = stack;
    for (struct trigger_step *step = trigger->step; step < trigger->step + trigger->steps; step++)
        switch (step->op) {
        case TRIGGER_NUMBER:
            *top++ = step->value;
            break;
        case TRIGGER_SIGNAL:
            *top++ = read_signal(trigger, &trigger->signal[step->value]);
            break;
        case TRIGGER_CYCLE:
            *top++ = cycle;
            break;
        case TRIGGER_BROKEN:
            *top++ = broken;
            break;
        case TRIGGER_NOT:
            top[-1] = !top[-1];
            break;
        case TRIGGER_AND:
            top--;
            top[-1] = top[-1] && top[0];
            break;
        case TRIGGER_OR:
            top--;
            top[-1] = top[-1] || top[0];
            break;
        case TRIGGER_RISE:
        case TRIGGER_FALL:
        case TRIGGER_CHANGED:
            top[-1] = edge(step, top[-1]);
            break;
        case TRIGGER_FOR:
            top[-1] = lasts(step, top[-1], cycle);
            break;
        default:
            top--;
            top[-1] = compare(step, top[-1], top[0]);
        }
    return stack[0];
}

void trigger_forget(struct trigger *trigger)
{
    trigger->held = false;
    for (unsigned s = 0; s < trigger->steps; s++)
        trigger->step[s].known = false;
}

bool trigger_begins(struct trigger *trigger, uint64_t cycle, bool broken)
{
    const bool before = trigger->held;
    trigger->held = trigger_holds(trigger, cycle, broken);
    return trigger->held && !before;
}

enum trigger_reads trigger_reads_signal(const struct trigger_signal *signal)
{
    const enum rtl_kind kind = signal->signal->kind;
    return rtl_is_wire(kind)                      ? TRIGGER_WIRES
           : kind == RTL_STAT || kind == RTL_DOWN ? TRIGGER_COUNTERS
                                                  : TRIGGER_REGISTERS;
}

enum trigger_reads trigger_reads(const struct trigger *trigger)
{
    enum trigger_reads reads = TRIGGER_REGISTERS;
    for (unsigned s = 0; s < trigger->steps; s++)
        if (trigger->step[s].op == TRIGGER_CYCLE || trigger->step[s].op == TRIGGER_FOR)
            reads = TRIGGER_COUNTERS;
    for (unsigned s = 0; s < trigger->signals; s++) {
        const enum trigger_reads of = trigger_reads_signal(&trigger->signal[s]);
        reads = of > reads ? of : reads;
    }
    return reads;
}

uint64_t trigger_clocks(const struct trigger *trigger)
{
    uint64_t clocks = 0;
    for (const struct trigger_step *step = trigger->step; step < trigger->step + trigger->steps; step++) {
        const bool     edge = step->op == TRIGGER_RISE || step->op == TRIGGER_FALL || step->op == TRIGGER_CHANGED;
        const uint64_t more = edge ? 1 : step->op == TRIGGER_FOR ? step->value : 0;
        clocks = clocks > UINT64_MAX - more ? UINT64_MAX : clocks + more;
    }
    return clocks;
}

unsigned trigger_instance(const struct trigger *trigger, unsigned n)
{
    return n < trigger->signals ? trigger->signal[n].instance : UINT_MAX;
}

void trigger_free(struct trigger *trigger)
{
    free(trigger);
}
