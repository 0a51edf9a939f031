/* run_flip.c - inverts bits in a run, and shows when. */
#include "tools/run/run_flip.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tools/output.h"

struct run_flip {
    const char *text; /* of the option */
    struct flip of;
    bool        absent;                                   /* its wavefront was not there */
    char        name[TRIGGER_NAME_BYTES], row[FLIP_TEXT]; /* the signal's; its row's, which has no dots */
};

struct run_flips {
    struct run_flip     *list; /* by cycle */
    unsigned             count, next;
    struct rtl_signal   *signals; /* the rows of a waveform */
    bool                *values;
    struct rtl_module    module;
    struct rtl_instance *instances; /* the machine's and the rows */
};

static const char scope[] = "flip";

/* ---- life -------------------------------------------------------------------------------------------------------- */

static int by_cycle(const void *left, const void *right)
{
    const struct run_flip *a = left, *b = right;
    return (a->of.cycle > b->of.cycle) - (a->of.cycle < b->of.cycle);
}

static bool take(struct run_flip *flip, const char *text, const struct rtl_machine *machine, struct diag *diag)
{
    const struct trigger_names names = flip_names(machine);
    struct diag                why = {0};
    flip->text = text;
    if (!flip_parse(text, machine, &flip->of, &why))
        return diag_set(diag, NULL, 0, "--flip %.1000s", why.what);
    if (flip->of.cycle < *machine->cycle)
        return diag_set(diag, NULL, 0, "--flip %.300s: the run starts at cycle %" PRIu64 ", expected a later one", text,
                        *machine->cycle);
    flip_name(&names, &flip->of, flip->name);
    snprintf(flip->row, sizeof flip->row, "%s_bit%u", flip->name, flip->of.bit);
    for (char *dot = flip->row; (dot = strchr(dot, '.'));)
        *dot = '_';
    return true;
}

bool run_flip_open(struct run *run, struct diag *diag)
{
    const unsigned    count = run->options->flip_count;
    struct run_flips *flips = count ? calloc(1, sizeof *flips) : NULL;
    run->flips = flips;
    if (!count)
        return true;
    if (flips) {
        flips->list = calloc(count, sizeof *flips->list);
        flips->signals = calloc(count, sizeof *flips->signals);
        flips->values = calloc(count, sizeof *flips->values);
    }
    if (!flips || !flips->list || !flips->signals || !flips->values)
        return diag_set(diag, NULL, 0, "not enough memory for --flip");
    for (; flips->count < count; flips->count++)
        if (!take(&flips->list[flips->count], run->options->flip[flips->count], &run->machine, diag))
            return false;
    qsort(flips->list, count, sizeof *flips->list, by_cycle);
    return true;
}

void run_flip_close(struct run *run)
{
    struct run_flips *flips = run->flips;
    if (!flips)
        return;
    free(flips->list);
    free(flips->signals);
    free(flips->values);
    free(flips->instances);
    free(flips);
    run->flips = NULL;
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

void run_flip_here(struct run *run)
{
    struct run_flips *flips = run->flips;
    while (flips && flips->next < flips->count && flips->list[flips->next].of.cycle == *run->machine.cycle) {
        struct run_flip *flip = &flips->list[flips->next++];
        flip->absent = !flip_apply(&run->machine, &flip->of);
    }
}

uint64_t run_flip_border(const struct run *run, uint64_t end)
{
    const struct run_flips *flips = run->flips;
    const bool              is_next = flips && flips->next < flips->count && flips->list[flips->next].of.cycle < end;
    return is_next ? flips->list[flips->next].of.cycle : end;
}

bool run_flip_all(const struct run *run)
{
    const struct run_flips *flips = run->flips;
    for (unsigned i = 0; flips && i < flips->next; i++)
        if (flips->list[i].absent) {
            output_say("--flip %s: the wavefront is not there in cycle %" PRIu64 ", so nothing was inverted",
                       flips->list[i].text, flips->list[i].of.cycle);
            return false;
        }
    if (!flips || flips->next == flips->count)
        return true;
    output_say("--flip %s: the run ended at cycle %" PRIu64 ", before it", flips->list[flips->next].text,
               *run->machine.cycle);
    return false;
}

/* ---- the waveform ------------------------------------------------------------------------------------------------ */

bool run_flip_show(struct run *run, struct rtl_machine *shown)
{
    struct run_flips *flips = run->flips;
    if (!flips)
        return true;
    flips->instances = calloc(shown->instance_count + 1, sizeof *flips->instances);
    if (!flips->instances)
        return false;
    for (unsigned i = 0; i < flips->count; i++)
        flips->signals[i] = (struct rtl_signal){.name = flips->list[i].row,
                                                .doc = "1 in the clock in which the bit is inverted",
                                                .type = VIEW_DIFFERS,
                                                .kind = RTL_OUT,
                                                .bits = 1,
                                                .count = 1,
                                                .rows = 1,
                                                .offset = i * sizeof *flips->values};
    flips->module = (struct rtl_module){.name = rtl_plain, .signals = flips->signals, .signal_count = flips->count};
    memcpy(flips->instances, shown->instances, shown->instance_count * sizeof *flips->instances);
    flips->instances[shown->instance_count] = (struct rtl_instance){scope, &flips->module, flips->values};
    shown->instances = flips->instances;
    shown->instance_count++;
    return true;
}

void run_flip_look(const struct run *run)
{
    const struct run_flips *flips = run->flips;
    for (unsigned i = 0; flips && i < flips->count; i++)
        flips->values[i] = flips->list[i].of.cycle == *run->machine.cycle;
}

void run_flip_view(const struct run *run, struct gtkw_options *options, struct differs_view *view)
{
    const struct run_flips *flips = run->flips;
    if (!flips || !flips->instances)
        return;
    differs_view_add(view, (const struct gtkw_row[]){
                               {.heading = "flipped bits"}, {.signal = "flip.*", .still = true}, {.heading = NULL}});
    for (unsigned i = 0; i < flips->count; i++)
        differs_view_add(view,
                         (const struct gtkw_row[]){{.signal = flips->list[i].name, .still = true}, {.heading = NULL}});
    differs_view_add(view, options->overview);
    options->overview = view->rows;
    options->at = &flips->list[0].of.cycle;
}
