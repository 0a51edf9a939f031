/* sweep.c - the axes of a sweep: lists and ranges of values, and the combinations of them. */
#include "tools/sweep/sweep.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"

static const char *const kind_names[SWEEP_KINDS] = {"program", "launch", "chip", "threads", "set"};
static const char *const options[SWEEP_KINDS] = {"PROGRAM", "--launch", "--chip", "--threads", "--set"};

const char *sweep_kind_name(enum sweep_kind kind)
{
    return kind_names[kind];
}

static void free_axis(struct sweep_axis *axis)
{
    for (unsigned i = 0; i < axis->count; i++)
        free(axis->values[i].text);
    free(axis->values);
    free(axis->name);
    free(axis->unit);
}

void sweep_free(struct sweep *sweep)
{
    for (unsigned i = 0; i < sweep->axis_count; i++)
        free_axis(&sweep->axes[i]);
    free(sweep->launch_text);
    *sweep = (struct sweep){0};
}

const struct sweep_axis *sweep_axis_of(const struct sweep *sweep, enum sweep_kind kind)
{
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].kind == kind)
            return &sweep->axes[i];
    return NULL;
}

const char *sweep_launch_key(const struct sweep_axis *axis)
{
    static const char prefix[] = "launch.";
    return axis->kind == SWEEP_SET && strncmp(axis->name, prefix, sizeof prefix - 1) == 0
               ? axis->name + sizeof prefix - 1
               : NULL;
}

static unsigned first_tied(const struct sweep *sweep)
{
    unsigned i = 0;
    while (i < sweep->axis_count && !sweep->axes[i].tied)
        i++;
    return i;
}

unsigned sweep_factor(const struct sweep *sweep, unsigned axis)
{
    return sweep->axes[axis].tied && axis != first_tied(sweep) ? 1 : sweep->axes[axis].count;
}

uint64_t sweep_stride(const struct sweep *sweep, unsigned axis)
{
    uint64_t stride = 1;
    for (unsigned i = (sweep->axes[axis].tied ? first_tied(sweep) : axis) + 1; i < sweep->axis_count; i++)
        stride *= sweep_factor(sweep, i);
    return stride;
}

void sweep_point(const struct sweep *sweep, uint64_t point, unsigned at[SWEEP_AXES_MAX])
{
    const unsigned first = first_tied(sweep);
    for (unsigned i = sweep->axis_count; i > 0; i--) {
        const unsigned factor = sweep_factor(sweep, i - 1);
        at[i - 1] = (unsigned)(point % factor);
        point /= factor;
    }
    for (unsigned i = first; i < sweep->axis_count; i++)
        if (sweep->axes[i].tied)
            at[i] = at[first];
}

/* ---- adding values ---------------------------------------------------------------------------------------------- */

static bool no_memory(struct diag *diag)
{
    return diag_set(diag, NULL, 0, "not enough memory for the sweep");
}

struct sweep_axis *sweep_make_axis(struct sweep *sweep, enum sweep_kind kind, const char *name, struct diag *diag)
{
    unsigned at = 0;
    for (; at < sweep->axis_count && sweep->axes[at].kind <= kind; at++)
        if (sweep->axes[at].kind == kind && strcmp(sweep->axes[at].name, name) == 0)
            return &sweep->axes[at];
    char *own = strdup(name);
    if (sweep->axis_count == SWEEP_AXES_MAX || !own) {
        free(own);
        diag_set(diag, NULL, 0, "%s: expected at most %d axes", options[kind], SWEEP_AXES_MAX);
        return NULL;
    }
    memmove(&sweep->axes[at + 1], &sweep->axes[at], (sweep->axis_count - at) * sizeof sweep->axes[0]);
    sweep->axis_count++;
    sweep->axes[at] = (struct sweep_axis){.kind = kind, .name = own};
    return &sweep->axes[at];
}

bool sweep_add_value(struct sweep_axis *axis, const char *text, size_t length, struct diag *diag)
{
    if (axis->count == SWEEP_VALUES_MAX)
        return diag_set(diag, NULL, 0, "%s %s: expected at most %d values", options[axis->kind], axis->name,
                        SWEEP_VALUES_MAX);
    struct sweep_value *values = realloc(axis->values, (axis->count + 1) * sizeof *values);
    if (!values)
        return no_memory(diag);
    axis->values = values;
    values[axis->count] = (struct sweep_value){.text = strndup(text, length)};
    return values[axis->count++].text || no_memory(diag);
}

struct range {
    uint64_t from, to, step;
    bool     multiplied; /* by the step */
};

/* "1..8", "0..100:25", "1..64*2" */
static bool read_range(const char *text, struct range *range)
{
    char *end;
    errno = 0;
    *range = (struct range){.step = 1};
    range->from = strtoull(text, &end, 0);
    if (end == text || strncmp(end, "..", 2) != 0)
        return false;
    const char *const to = end + 2;
    range->to = strtoull(to, &end, 0);
    if (end == to)
        return false;
    range->multiplied = *end == '*';
    if (*end == ':' || *end == '*') {
        const char *const step = end + 1;
        range->step = strtoull(step, &end, 0);
        if (end == step)
            return false;
    }
    return !*end && !errno && text[0] != '-' && to[0] != '-' && range->from <= range->to && range->to <= UINT32_MAX &&
           range->step >= 1 && range->step <= UINT32_MAX &&
           (!range->multiplied || (range->step >= 2 && range->from >= 1));
}

static bool add_range(struct sweep_axis *axis, const char *text, struct diag *diag)
{
    struct range range;
    char         number[24];
    if (!read_range(text, &range))
        return diag_set(diag, NULL, 0,
                        "%s: '%.200s': expected a range FROM..TO, FROM..TO:STEP or FROM..TO*FACTOR of whole numbers, "
                        "FROM at most TO",
                        options[axis->kind], text);
    for (uint64_t value = range.from; value <= range.to;
         value = range.multiplied ? value * range.step : value + range.step) {
        const int length = snprintf(number, sizeof number, "%" PRIu64, value);
        if (!sweep_add_value(axis, number, (size_t)length, diag))
            return false;
    }
    return true;
}

bool sweep_add(struct sweep *sweep, enum sweep_kind kind, const char *name, const char *list, struct diag *diag)
{
    struct sweep_axis *axis = sweep_make_axis(sweep, kind, kind == SWEEP_SET ? name : kind_names[kind], diag);
    const bool         numbers = kind == SWEEP_THREADS || kind == SWEEP_SET;
    bool               good = axis;
    for (const char *at = list; good; at++) {
        const size_t length = strcspn(at, ",");
        char *const  item = strndup(at, length);
        if (!item)
            return no_memory(diag);
        if (!length)
            good =
                diag_set(diag, NULL, 0, "%s: '%.200s': expected values with commas between them", options[kind], list);
        else if (numbers && strstr(item, ".."))
            good = add_range(axis, item, diag);
        else
            good = sweep_add_value(axis, item, length, diag);
        free(item);
        at += length;
        if (!*at)
            break;
    }
    return good;
}
