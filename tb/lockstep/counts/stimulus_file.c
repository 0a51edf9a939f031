#include "tb/lockstep/counts/stimulus_file.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"
#include "tb/lockstep/counts/stimulus_counts.h"

static const char title[] = "report of stimulus";
enum { VERSION = 1 };

/* ---- in memory -------------------------------------------------------------------------------------------------- */

bool stimulus_report_open(struct stimulus_report *report, const struct lockstep_module *module, struct diag *diag)
{
    report->module = module;
    report->runs = NULL;
    report->run_count = 0;
    bins_open(&report->bins, module);
    report->table = stimulus_table_open(module, lockstep_looks->views, lockstep_looks->view_count, diag);
    return report->table;
}

void stimulus_report_close(struct stimulus_report *report)
{
    if (!report->module)
        return;
    bins_close(&report->bins);
    stimulus_table_close(report->table);
    free(report->runs);
    report->module = NULL;
}

bool stimulus_report_note(struct stimulus_report *report, const struct stimulus_run *run)
{
    void *more = realloc(report->runs, (report->run_count + 1) * sizeof *report->runs);
    if (!more)
        return false;
    report->runs = more;
    report->runs[report->run_count++] = *run;
    return true;
}

unsigned stimulus_report_failed(const struct stimulus_report *report)
{
    unsigned failed = 0;
    for (unsigned i = 0; i < report->run_count; i++)
        failed += strcmp(report->runs[i].ended, "agreed") != 0;
    return failed;
}

void stimulus_report_verdict(FILE *out, const struct stimulus_report *report)
{
    const unsigned failed = stimulus_report_failed(report);
    for (unsigned i = 0; i < report->run_count; i++)
        if (strcmp(report->runs[i].ended, "agreed") != 0)
            fprintf(out, "%s: seed %" PRIu64 ": %s\n", report->module->name, report->runs[i].seed,
                    report->runs[i].ended);
    fprintf(out, "%s: %u run%s, %" PRIu64 " cycles", report->module->name, report->run_count,
            report->run_count == 1 ? "" : "s", report->table->cycles);
    if (failed)
        fprintf(out, ", %u did not agree\n", failed);
    else
        fputs(" agree\n", out);
    stimulus_table_verdict(out, report->table);
    bins_verdict(out, &report->bins);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static json_t *number(uint64_t value)
{
    return json_integer((json_int_t)value);
}

/* All 64 bits. */
static json_t *word(uint64_t value)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, value);
    return json_string(text);
}

static json_t *counts(const uint64_t *hits, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(array, number(hits[i]));
    return array;
}

static json_t *axis_of(const struct axis *axis)
{
    json_t *labels = json_array(), *values = json_array();
    char    text[LABEL];
    for (unsigned bin = 0; bin < axis->bins; bin++)
        json_array_append_new(labels, json_string(stimulus_label(axis, bin, text)));
    for (unsigned i = 0; i < axis->values; i++)
        json_array_append_new(values, word(axis->value[i]));
    return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "name", axis->name, "labels", labels, "hits",
                     counts(axis->hits, axis->bins), "values", values, "zeros", word(axis->zeros), "ones",
                     word(axis->ones), "changes", number(axis->changes));
}

static size_t cells_of(const struct cross *cross)
{
    return (size_t)cross->row->bins * cross->cells;
}

static json_t *runs_of(const struct stimulus_report *report)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < report->run_count; i++) {
        const struct stimulus_run *run = &report->runs[i];
        json_array_append_new(array, json_pack("{s:o, s:o, s:o, s:s, s:s}", "seed", word(run->seed), "cycles",
                                               number(run->cycles), "input", word(run->input), "limits", run->limits,
                                               "ended", run->ended));
    }
    return array;
}

static json_t *bins_of(const struct bins *bins)
{
    json_t *array = json_array();
    for (unsigned i = 0; i < bins->count; i++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:o}", "name", bins->bin[i].name, "expression",
                                               bins->bin[i].text, "hits", number(bins->bin[i].hits)));
    return array;
}

bool stimulus_report_write(const struct stimulus_report *report, const char *path, struct diag *diag)
{
    const struct stimulus_table *table = report->table;
    json_t                      *axes = json_array(), *crosses = json_array();
    for (unsigned a = 0; a < table->axes; a++)
        json_array_append_new(axes, axis_of(&table->axis[a]));
    for (unsigned c = 0; c < table->crosses; c++)
        json_array_append_new(crosses, counts(table->cross[c].hits, cells_of(&table->cross[c])));
    json_t *whole =
        json_pack("{s:s, s:i, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "wekiva", title, "version", VERSION, "module",
                  report->module->name, "runs", runs_of(report), "cycles", number(table->cycles), "resets",
                  number(table->restarts), "signals", axes, "crosses", crosses, "bins", bins_of(&report->bins));
    errno = 0;
    const bool good = whole && json_dump_file(whole, path, JSON_INDENT(1)) == 0;
    json_decref(whole);
    return good || diag_set(diag, path, 0, "cannot write: %s", strerror(errno ? errno : ENOMEM));
}

/* ---- adding up -------------------------------------------------------------------------------------------------- */

/* A file that is read. */
struct reading {
    struct stimulus_report *report;
    const char             *path;
    struct diag            *diag;
};

static bool other(const struct reading *reading, const char *name)
{
    return diag_set(reading->diag, reading->path, 0,
                    "its %s are not those of %s here: expected a report of this version of wekiva", name,
                    reading->report->module->name);
}

static bool take_number(const json_t *of, const char *key, uint64_t *value)
{
    const json_t *got = json_object_get(of, key);
    const char   *text = json_string_value(got);
    char         *end = NULL;
    if (text)
        *value = strtoull(text, &end, 16);
    else if (json_is_integer(got) && json_integer_value(got) >= 0)
        *value = (uint64_t)json_integer_value(got);
    else
        return false;
    return !text || (end != text && *end == '\0');
}

static bool add_counts(const json_t *array, uint64_t *hits, size_t count)
{
    if (json_array_size(array) != count)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, i);
        if (!json_is_integer(value) || json_integer_value(value) < 0)
            return false;
        hits[i] += (uint64_t)json_integer_value(value);
    }
    return true;
}

static bool add_axis(const json_t *of, struct axis *axis)
{
    const char   *name = json_string_value(json_object_get(of, "name"));
    const json_t *labels = json_object_get(of, "labels"), *values = json_object_get(of, "values");
    uint64_t      zeros, ones, changes;
    if (!name || strcmp(name, axis->name) != 0 || json_array_size(labels) != axis->bins || !json_is_array(values) ||
        !take_number(of, "zeros", &zeros) || !take_number(of, "ones", &ones) || !take_number(of, "changes", &changes))
        return false;
    for (unsigned bin = 0; bin < axis->bins; bin++) {
        const char *label = json_string_value(json_array_get(labels, bin));
        char        text[LABEL];
        if (!label || strcmp(label, stimulus_label(axis, bin, text)) != 0)
            return false;
    }
    for (size_t i = 0; i < json_array_size(values); i++) {
        const char *value = json_string_value(json_array_get(values, i));
        if (!value)
            return false;
        stimulus_take_number(axis, strtoull(value, NULL, 16));
    }
    axis->zeros |= zeros;
    axis->ones |= ones;
    axis->changes += changes;
    return add_counts(json_object_get(of, "hits"), axis->hits, axis->bins);
}

static bool add_table(const struct reading *reading, const json_t *whole)
{
    struct stimulus_table *table = reading->report->table;
    const json_t          *axes = json_object_get(whole, "signals"), *crosses = json_object_get(whole, "crosses");
    uint64_t               cycles, restarts;
    bool                   good = json_array_size(axes) == table->axes && json_array_size(crosses) == table->crosses &&
                take_number(whole, "cycles", &cycles) && take_number(whole, "resets", &restarts);
    for (unsigned a = 0; good && a < table->axes; a++)
        good = add_axis(json_array_get(axes, a), &table->axis[a]);
    for (unsigned c = 0; good && c < table->crosses; c++)
        good = add_counts(json_array_get(crosses, c), table->cross[c].hits, cells_of(&table->cross[c]));
    if (!good)
        return other(reading, "signals and values");
    table->cycles += cycles;
    table->restarts += restarts;
    return true;
}

/* To count a run twice would make its classes look better met than they are. */
static bool add_run(const struct reading *reading, const json_t *of)
{
    struct stimulus_report *report = reading->report;
    const char             *limits = json_string_value(json_object_get(of, "limits"));
    const char             *ended = json_string_value(json_object_get(of, "ended"));
    struct stimulus_run     run = {.seed = 0};
    if (!limits || !ended || !take_number(of, "seed", &run.seed) || !take_number(of, "cycles", &run.cycles) ||
        !take_number(of, "input", &run.input))
        return other(reading, "runs");
    snprintf(run.limits, sizeof run.limits, "%s", limits);
    snprintf(run.ended, sizeof run.ended, "%s", ended);
    for (unsigned i = 0; i < report->run_count; i++) {
        const struct stimulus_run *there = &report->runs[i];
        if (there->input != run.input || strcmp(there->limits, run.limits) != 0 ||
            (!run.input && there->seed != run.seed))
            continue;
        if (run.input)
            return diag_set(reading->diag, reading->path, 0,
                            "the same recorded inputs are in another report: expected others");
        return diag_set(reading->diag, reading->path, 0, "seed %" PRIu64 " is in another report: expected other seeds",
                        run.seed);
    }
    return stimulus_report_note(report, &run) || diag_set(reading->diag, reading->path, 0, "not enough memory");
}

static bool add_bin(const struct reading *reading, const json_t *of)
{
    struct bins *bins = &reading->report->bins;
    const char  *name = json_string_value(json_object_get(of, "name"));
    const char  *expression = json_string_value(json_object_get(of, "expression"));
    uint64_t     hits;
    char         text[4096];
    unsigned     i = 0;
    if (!name || !expression || !take_number(of, "hits", &hits))
        return other(reading, "bins");
    while (i < bins->count && strcmp(bins->bin[i].name, name) != 0)
        i++;
    snprintf(text, sizeof text, "%s: %s", name, expression);
    if (i == bins->count && !bins_add(bins, text, reading->diag))
        return false;
    if (strcmp(bins->bin[i].text, expression) != 0)
        return diag_set(reading->diag, reading->path, 0,
                        "bin %s is '%.300s', and '%.300s' in another report: expected one expression", name, expression,
                        bins->bin[i].text);
    bins->bin[i].hits += hits;
    return true;
}

static bool take_module(const struct reading *reading, const json_t *whole)
{
    const char *kind = json_string_value(json_object_get(whole, "wekiva"));
    const char *name = json_string_value(json_object_get(whole, "module"));
    if (!kind || strcmp(kind, title) != 0 || json_integer_value(json_object_get(whole, "version")) != VERSION || !name)
        return diag_set(reading->diag, reading->path, 0, "is no report of wekiva cosim --save, version %d", VERSION);
    if (reading->report->module)
        return strcmp(reading->report->module->name, name) == 0 ||
               diag_set(reading->diag, reading->path, 0, "is a report of %s: expected one of %s", name,
                        reading->report->module->name);
    const struct lockstep_module *module = lockstep_find(name) ? lockstep_find(name) : lockstep_find_plain(name);
    return module ? stimulus_report_open(reading->report, module, reading->diag)
                  : diag_set(reading->diag, reading->path, 0, "is a report of %s: no such module", name);
}

bool stimulus_report_add(struct stimulus_report *report, const char *path, struct diag *diag)
{
    const struct reading reading = {report, path, diag};
    json_error_t         error;
    size_t               i;
    errno = 0;
    json_t *item, *whole = json_load_file(path, 0, &error);
    if (!whole && error.line <= 0)
        return diag_set(diag, path, 0, "cannot read: %s", strerror(errno ? errno : EINVAL));
    if (!whole)
        return diag_set(diag, path, (unsigned)error.line, "%s", error.text),
               diag_at(diag, error.column > 0 ? (unsigned)error.column : 1);
    bool good = take_module(&reading, whole) && add_table(&reading, whole);
    json_array_foreach(json_object_get(whole, "runs"), i, item) good = good && add_run(&reading, item);
    json_array_foreach(json_object_get(whole, "bins"), i, item) good = good && add_bin(&reading, item);
    json_decref(whole);
    return good;
}
