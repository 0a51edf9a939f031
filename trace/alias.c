/* alias.c - which variables of a waveform have one identifier: those whose signals always have the same value
 * (kit/alias.h). */
#include <stdlib.h>
#include <string.h>

#include "trace/internal.h"

/* The first variable of each signal of the machine, plus 1. */
struct places {
    unsigned *first; /* of an instance's signals in `at`, by the instance's number */
    unsigned *at;
};

static bool find_places(const struct trace *trace, struct places *places)
{
    const unsigned instances = trace->instance_count - trace->derive.instance_count;
    unsigned       signals = 0;
    places->first = malloc((instances + 1) * sizeof *places->first);
    for (unsigned n = 0; places->first && n < instances; n++) {
        places->first[n] = signals;
        signals += trace->instances[n].module->signal_count;
    }
    places->at = calloc(signals + 1, sizeof *places->at);
    if (!places->first || !places->at)
        return false;
    for (unsigned v = trace->variable_count; v-- > 0;) {
        const struct origin *origin = &trace->origins[v];
        if (!derive_owns(origin->instance))
            places->at[places->first[origin->instance - trace->instances] +
                       (origin->signal - origin->instance->module->signals)] = v + 1;
    }
    return true;
}

static bool same_signal(const struct origin *a, const struct origin *b)
{
    return a->instance == b->instance && a->signal == b->signal;
}

/* Each element has the value of the same one of the other signal, if that one is in the file. */
static void join(struct trace *trace, unsigned variable, unsigned of)
{
    const unsigned wire = variable, as = of;
    while (variable < trace->variable_count && same_signal(&trace->origins[variable], &trace->origins[wire])) {
        const unsigned element = trace->origins[variable].element;
        while (of < trace->variable_count && same_signal(&trace->origins[of], &trace->origins[as]) &&
               trace->origins[of].element < element)
            of++;
        if (of < trace->variable_count && same_signal(&trace->origins[of], &trace->origins[as]) &&
            trace->origins[of].element == element)
            trace->same[variable] = of;
        variable++;
    }
}

/* Where the other signal is not in the file, the first of its aliases takes its place. */
static void join_aliases(struct trace *trace, struct places *places, const struct trace_options *options)
{
    for (unsigned a = 0; a < options->alias_count; a++) {
        const struct rtl_alias *alias = &options->aliases[a];
        const unsigned          at = places->at[places->first[alias->instance] + alias->signal];
        unsigned *const         of = &places->at[places->first[alias->of_instance] + alias->of_signal];
        if (at && *of && trace->origins[at - 1].signal->count < TRACE_SHORT_VECTOR)
            join(trace, at - 1, *of - 1);
        else if (at)
            *of = at;
    }
}

/* The first one of a class gives all the number: a .fst file has no alias of what is yet to come. */
static void number_variables(struct trace *trace)
{
    enum { NONE = UINT32_MAX };
    memset(trace->numbers, 0xff, trace->variable_count * sizeof *trace->numbers);
    for (unsigned v = 0; v < trace->variable_count; v++) {
        unsigned *const number = &trace->numbers[trace->same[v]];
        if (*number == NONE)
            *number = FIRST_NUMBER + trace->identifier_count++;
        trace->numbers[v] = *number;
    }
}

static void set_tails(struct trace *trace)
{
    for (unsigned v = 0; v < trace->variable_count; v++) {
        struct variable *variable = &trace->variables[v];
        unsigned         length = 0;
        if (variable->bits > 1)
            variable->tail[length++] = ' ';
        length += trace_identifier(trace->numbers[v], variable->tail + length);
        variable->tail[length++] = '\n';
        variable->tail_length = (unsigned char)length;
    }
}

bool trace_identify(struct trace *trace, const struct trace_options *options)
{
    struct places places = {NULL, NULL};
    trace->same = malloc(trace->variable_count * sizeof *trace->same);
    trace->numbers = malloc(trace->variable_count * sizeof *trace->numbers);
    const bool joins = options->alias_count > 0;
    bool       good = trace->same && trace->numbers && (!joins || find_places(trace, &places));
    for (unsigned v = 0; good && v < trace->variable_count; v++)
        trace->same[v] = v;
    if (good && joins)
        join_aliases(trace, &places, options);
    free(places.first);
    free(places.at);
    if (!good)
        return false;
    number_variables(trace);
    set_tails(trace);
    return true;
}
