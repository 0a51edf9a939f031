/* declare.c - which variables a waveform has, in which scopes, under which names (IEEE 1364-2005 clause 18). */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/internal.h"
#include "trace/put.h"
#include "trace/select.h"

/* ---- names ------------------------------------------------------------------------------------------------------ */

/* Dotted names of letters, digits and underscores: what every reader of waveforms takes. */
static bool plain_path(const char *path)
{
    if (strlen(path) > NAME_BYTES / 2)
        return false;
    for (bool start = true;; path++) {
        const bool letter = (*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') || *path == '_';
        if (!letter && (start || !((*path >= '0' && *path <= '9') || *path == '.' || *path == '\0')))
            return false;
        if (*path == '\0')
            return true;
        start = *path == '.';
    }
}

static unsigned row_digits(unsigned rows)
{
    unsigned digits = 1;
    while (rows > 10) {
        rows = (rows + 9) / 10;
        digits++;
    }
    return digits < 2 ? 2 : digits;
}

const char *trace_prefix(const struct origin *origin)
{
    return derive_owns(origin->instance) || rtl_is_plain(origin->instance->module) ? "" : rtl_prefix(origin->signal);
}

char *trace_scope(const struct origin *origin, char *scope)
{
    const struct rtl_signal *signal = origin->signal;
    char                    *at = put_text(scope, origin->instance->path);
    if (signal->count == 1 && signal->rows == 1)
        return at;
    at = put_text(put_text(put_text(at, "."), trace_prefix(origin)), signal->name);
    return signal->rows > 1 && signal->count > 1
               ? put_number(put_text(at, ".row"), origin->row, row_digits(signal->rows))
               : at;
}

char *trace_name(const struct origin *origin, char *name)
{
    const struct rtl_signal *signal = origin->signal;
    if (signal->count == 1 && signal->rows == 1)
        return put_text(put_text(name, trace_prefix(origin)), signal->name);
    if (signal->count == 1)
        return put_number(put_text(name, "row"), origin->row, row_digits(signal->rows));
    if (signal->rows == 1 && origin->names)
        return put_text(name, origin->names[origin->element]);
    if (signal->rows == 1 && signal->count < TRACE_SHORT_VECTOR)
        return put_number(put_text(name, "e"), origin->element, 1);
    return put_number(put_text(name, "lane"), origin->element, 2);
}

bool trace_same_scope(const struct origin *a, const struct origin *b)
{
    const struct rtl_signal *one = a->signal, *other = b->signal;
    if (a->instance != b->instance)
        return false;
    return one == other ? a->row == b->row || one->count == 1
                        : one->count == 1 && one->rows == 1 && other->count == 1 && other->rows == 1;
}

char *trace_full_name(const struct origin *origin, char *full)
{
    return trace_name(origin, put_text(trace_scope(origin, full), "."));
}

/* `$end` is left out because it is a keyword; the other keywords are longer than any identifier that fits. */
unsigned trace_identifier(uint64_t number, char *text)
{
    static const uint64_t keyword =
        '$' - '!' + 94 * ('e' - '!' + 1) + 94 * 94 * ('n' - '!' + 1) + 94ull * 94 * 94 * ('d' - '!' + 1);
    if (number >= keyword)
        number++;
    unsigned length = 0;
    do {
        text[length++] = (char)('!' + number % 94);
        number /= 94;
    } while (number-- > 0);
    return length;
}

/* ---- choosing --------------------------------------------------------------------------------------------------- */

unsigned trace_shared(const char *a, const char *b)
{
    unsigned components = 0;
    for (;; a++, b++) {
        const bool a_ends = *a == '\0' || *a == '.', b_ends = *b == '\0' || *b == '.';
        if (a_ends && b_ends)
            components++;
        else if (*a != *b)
            return components;
        if (*a == '\0' || *b == '\0' || *a != *b)
            return components;
    }
}

static int compare_paths(const void *left, const void *right)
{
    return strcmp((*(const struct rtl_instance *const *)left)->path,
                  (*(const struct rtl_instance *const *)right)->path);
}

/* Whether each path is a plain one and there once; `nested`: whether one is the scope of another.  With '.' before all
 * letters such paths are neighbours in their order. */
static bool check_paths(const struct rtl_instance *const *instances, unsigned count, bool *nested, struct diag *diag)
{
    const struct rtl_instance **sorted = malloc((count + 1) * sizeof *sorted);
    bool                        good = sorted || diag_set(diag, NULL, 0, "no memory for the signals of the waveform");
    for (unsigned i = 0; good && i < count; i++) {
        sorted[i] = instances[i];
        good = plain_path(instances[i]->path) ||
               diag_set(diag, NULL, 0, "instance path '%s' is not made of dotted plain names", instances[i]->path);
    }
    if (good)
        qsort(sorted, count, sizeof *sorted, compare_paths);
    *nested = false;
    for (unsigned i = 1; good && i < count; i++) {
        const char  *path = sorted[i]->path, *before = sorted[i - 1]->path;
        const size_t length = strlen(before);
        if (strncmp(path, before, length) == 0 && path[length] == '\0')
            good = diag_set(diag, NULL, 0, "two instances have the path '%s'", path);
        *nested |= strncmp(path, before, length) == 0 && path[length] == '.';
    }
    free(sorted);
    return good;
}

static unsigned components(const char *path)
{
    unsigned count = 1;
    for (; *path; path++)
        count += *path == '.';
    return count;
}

/* Puts the instances into an order in which those of a scope are neighbours, otherwise as they come: each goes behind
 * the last one that shares most of its path.  Unless scopes are instances, none shares more than all but the name. */
static void tree_order(const struct rtl_instance **order, unsigned count, bool nested)
{
    for (unsigned i = 0; i < count; i++) {
        const struct rtl_instance *instance = order[i];
        const unsigned             most = nested ? UINT_MAX : components(instance->path) - 1;
        unsigned                   best = 0, place = i;
        for (unsigned k = i; k > 0 && best < most; k--) {
            const unsigned shared = trace_shared(order[k - 1]->path, instance->path);
            if (shared > best) {
                best = shared;
                place = k;
            }
        }
        memmove(&order[place + 1], &order[place], (i - place) * sizeof *order);
        order[place] = instance;
    }
}

struct chooser {
    struct trace               *trace;
    struct select               select;
    unsigned                    room;
    unsigned                    hidden; /* signals that match but are lanes or memories, and those were not asked for */
    bool                        lanes, failed, asked; /* asked: a signal that was asked for has been chosen */
    const struct trace_options *options;
};

static void add_variable(struct chooser *chooser, const struct origin *origin)
{
    struct trace *trace = chooser->trace;
    if (trace->variable_count == chooser->room) {
        const unsigned room = chooser->room * 2 + 256;
        void          *origins = realloc(trace->origins, room * sizeof *trace->origins);
        if (origins)
            trace->origins = origins;
        void *variables = origins ? realloc(trace->variables, room * sizeof *trace->variables) : NULL;
        if (!variables) {
            chooser->failed = true;
            return;
        }
        trace->variables = variables;
        chooser->room = room;
    }
    const unsigned   bits = origin->signal->bits;
    struct variable *variable = &trace->variables[trace->variable_count];
    memset(variable, 0, sizeof *variable);
    variable->origin = trace->variable_count;
    variable->bits = (unsigned char)bits;
    variable->texts = bits == 1 ? TEXT_OF_BIT : TEXT_OF_VECTOR;
    trace->origins[trace->variable_count++] = *origin;
}

/* A lane vector or a memory: all of it, or the rows and lanes that a pattern names. */
static void choose_elements(struct chooser *chooser, struct origin origin, bool all)
{
    char scope[NAME_BYTES], full[2 * NAME_BYTES];
    for (origin.row = 0; origin.row < origin.signal->rows && !chooser->failed; origin.row++) {
        origin.element = 0;
        if (!all)
            trace_scope(&origin, scope);
        const bool whole_row = all || select_match(&chooser->select, scope);
        for (; origin.element < origin.signal->count; origin.element++) {
            if (!whole_row)
                trace_full_name(&origin, full);
            if (whole_row || select_match(&chooser->select, full))
                add_variable(chooser, &origin);
        }
    }
}

static const char *const *element_names(const struct trace_options *options, const struct rtl_signal *signal)
{
    for (unsigned e = 0; e < options->element_types && signal->count > 1; e++)
        if (strcmp(options->elements[e].type, signal->type) == 0)
            return options->elements[e].names;
    return NULL;
}

static void choose_signal(struct chooser *chooser, const struct rtl_instance *instance, const struct rtl_signal *signal,
                          bool whole_instance)
{
    char                full[NAME_BYTES];
    const struct origin origin = {instance, signal, 0, 0, element_names(chooser->options, signal)};
    assert(strlen(signal->name) < NAME_BYTES / 4); /* and a path at most half of it */
    put_text(put_text(put_text(put_text(full, instance->path), "."), trace_prefix(&origin)), signal->name);
    const bool     asked = select_match(&chooser->select, full) || whole_instance;
    const bool     match = asked || derive_always(&chooser->trace->derive, signal);
    const unsigned before = chooser->trace->variable_count;

    if (signal->kind == RTL_BUS)
        return; /* its bytes are the driver's, and shown there */
    if (signal->count == 1 && signal->kind != RTL_MEM) {
        if (match)
            add_variable(chooser, &origin);
    } else if (chooser->lanes && (signal->kind == RTL_MEM || signal->count >= TRACE_SHORT_VECTOR)) {
        choose_elements(chooser, origin, match);
        chooser->trace->lanes |= chooser->trace->variable_count > before;
    } else if (signal->kind != RTL_MEM && signal->count < TRACE_SHORT_VECTOR) {
        choose_elements(chooser, origin, match);
    } else if (match) {
        chooser->hidden++;
    }
    if (asked || !match)
        chooser->asked |= chooser->trace->variable_count > before;
}

static bool check_choice(const struct chooser *chooser, const struct trace_options *options, struct diag *diag)
{
    const char *unused = select_unused(&chooser->select);
    if (chooser->failed)
        return diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    if (unused)
        return diag_set(diag, NULL, 0, "no signal matches the trace scope '%s'", unused);
    if (!chooser->asked && chooser->hidden)
        return diag_set(diag, NULL, 0, "the trace scope '%s' has lane vectors and memories only: trace with lanes",
                        options->scope ? options->scope : "*");
    if (chooser->trace->variable_count == 0)
        return diag_set(diag, NULL, 0, "there is no signal to trace");
    return true;
}

static bool keep_order(struct trace *trace, const struct rtl_instance *const *order,
                       const struct rtl_instance *instances, unsigned count)
{
    trace->instances = instances;
    trace->instance_count = count;
    trace->place = malloc(count * sizeof *trace->place);
    trace->in_order = true;
    for (unsigned i = 0; trace->place && i < count; i++) {
        const size_t number = trace_number(trace, order[i]);
        trace->place[number] = i;
        trace->in_order &= number == i;
    }
    return trace->place;
}

/* An instance that was not asked for. */
static bool is_quiet(const struct chooser *chooser, const struct rtl_instance *instance)
{
    const struct trace_derivation *list = chooser->options->derived;
    const size_t                   number = trace_number(chooser->trace, instance);
    const size_t                   first = list ? chooser->trace->derive.instance_count + list->quiet_first : 0;
    return list && chooser->select.count == 0 && number >= first && number < first + list->quiet_count;
}

static void add_to(uint64_t *set, size_t number)
{
    set[number / 64] |= UINT64_C(1) << number % 64;
}

/* Whether a row is among the variables that is none of marks and work. */
static bool has_rows(const struct trace *trace)
{
    const struct derive     *derive = &trace->derive;
    const struct rtl_signal *marks = derive->signals + derive->list->row_count;
    for (unsigned i = 0; i < trace->variable_count; i++)
        if (derive_owns(trace->origins[i].instance) && trace->origins[i].signal < marks)
            return true;
    return false;
}

bool trace_needs(const struct trace *trace, const struct trace_needs *needs)
{
    const struct derive *derive = &trace->derive;
    if (derive->list->mark_count && !derive->list->mark_from)
        return false;
    for (unsigned i = 0; i < trace->variable_count; i++) {
        const struct origin *origin = &trace->origins[i];
        if (!derive_owns(origin->instance) && trace->same[i] == i)
            add_to(rtl_is_wire(origin->signal->kind) ? needs->wires : needs->registers,
                   trace_number(trace, origin->instance) - derive->instance_count);
    }
    for (unsigned i = 0; i < derive->list->mark_from_count; i++) /* of registers: derive_cycle */
        add_to(needs->steady, derive->list->mark_from[i] - 1);
    for (size_t i = 0; !derive->no_rows && i < trace->instance_count - derive->instance_count; i++)
        add_to(needs->steady, i);
    return true;
}

bool trace_declare(struct trace *trace, const struct trace_options *options, const struct rtl_instance *instances,
                   unsigned count, struct diag *diag)
{
    struct chooser              chooser = {.trace = trace, .lanes = options->lanes, .options = options};
    const struct derive        *derive = &trace->derive;
    const unsigned              all = derive->instance_count + count;
    const struct rtl_instance **order = malloc((all + 1) * sizeof *order);
    bool                        nested;
    bool good = order || diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    for (unsigned i = 0; good && i < all; i++)
        order[i] = i < derive->instance_count ? &derive->instances[i] : &instances[i - derive->instance_count];
    good = good && check_paths(order, all, &nested, diag);
    if (good && !select_open(&chooser.select, options->scope))
        good = diag_set(diag, NULL, 0, "the trace scope has more than %d patterns", SELECT_MAX);
    if (good) {
        tree_order(order, all, nested);
        good = keep_order(trace, order, instances, all) ||
               diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    }
    if (good) {
        for (unsigned i = 0; i < all; i++) {
            const bool whole = select_match(&chooser.select, order[i]->path);
            for (unsigned s = 0; s < order[i]->module->signal_count && !is_quiet(&chooser, order[i]); s++)
                choose_signal(&chooser, order[i], &order[i]->module->signals[s], whole);
        }
        good = check_choice(&chooser, options, diag);
        trace->derive.no_rows = good && !has_rows(trace);
    }
    select_close(&chooser.select);
    free(order);
    return good;
}
