/* trigger.c - asks an expression. */
#include "trace/trigger/trigger.h"

#include <limits.h>
#include <stdlib.h>

#include "kit/walk.h"
#include "trace/trigger/trigger_code.h"

static uint64_t read_signal(const struct trigger *trigger, const struct trigger_signal *of)
{
    const uint64_t value = rtl_read(of->signal, trigger->names.instances[of->instance].state, of->row, of->element);
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

bool trigger_begins(struct trigger *trigger, uint64_t cycle, bool broken)
{
    const bool before = trigger->held;
    trigger->held = trigger_holds(trigger, cycle, broken);
    return trigger->held && !before;
}

enum trigger_reads trigger_reads(const struct trigger *trigger)
{
    enum trigger_reads reads = TRIGGER_REGISTERS;
    for (unsigned s = 0; s < trigger->steps; s++)
        if (trigger->step[s].op == TRIGGER_CYCLE || trigger->step[s].op == TRIGGER_FOR)
            reads = TRIGGER_COUNTERS;
    for (unsigned s = 0; s < trigger->signals; s++) {
        const enum rtl_kind kind = trigger->signal[s].signal->kind;
        if (rtl_is_wire(kind))
            return TRIGGER_WIRES;
        if (kind == RTL_STAT || kind == RTL_DOWN)
            reads = TRIGGER_COUNTERS;
    }
    return reads;
}

unsigned trigger_instance(const struct trigger *trigger, unsigned n)
{
    return n < trigger->signals ? trigger->signal[n].instance : UINT_MAX;
}

void trigger_free(struct trigger *trigger)
{
    free(trigger);
}
