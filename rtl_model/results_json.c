/* results_json.c - the JSON texts of a result: result.json, exports.json, threads.json and statistics.
 *
 * Keys stand in a fixed order and nothing depends on time, place or addresses. */
#include "rtl_model/results.h"
#include "rtl_model/results_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- parts of result.json -------------------------------------------------------------------------------------- */

static json_t *versions_object(const struct result_run *run)
{
    return json_pack("{s:o, s:i, s:i}", "wekiva", results_text(run->version), "result", RESULT_VERSION, "launch",
                     LAUNCH_VERSION);
}

static json_t *program_object(const struct result_run *run)
{
    if (!run->program)
        return json_null();
    return json_pack("{s:o, s:s, s:o, s:o}", "file", results_text(run->program_path), "form",
                     program_form_name(run->program->form), "dwords", results_integer(run->program->count), "hash",
                     results_hex(run->program->hash, 16));
}

static json_t *launch_object(const struct result_run *run)
{
    if (!run->launch)
        return json_null();
    return json_pack("{s:o, s:o, s:s, s:o}", "file", results_text(run->launch->path), "hash",
                     results_hex(run->launch->hash, 16), "stage", launch_stage_name(run->launch->stage), "threads",
                     results_integer(run->launch->threads));
}

static json_t *parameters_array(const struct result_run *run)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < run->parameter_count; i++) {
        const struct result_parameter *row = &run->parameters[i];
        json_t                        *value = row->text ? results_text(row->text) : results_integer(row->value);
        ok = results_append(array, json_pack("{s:o, s:o, s:o, s:o}", "name", results_text(row->name), "value", value,
                                             "unit", results_text(row->unit), "source", results_text(row->source)));
    }
    return results_whole(array, ok);
}

static json_t *statistics_array(const struct result_run *run)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < run->statistic_count; i++) {
        const struct result_statistic *row = &run->statistics[i];
        ok = results_append(array, json_pack("{s:o, s:o, s:o, s:o, s:o}", "path", results_text(row->path), "name",
                                             results_text(row->name), "value", results_integer(row->value), "unit",
                                             results_text(row->unit), "description", results_text(row->description)));
    }
    return results_whole(array, ok);
}

static json_t *target_object(enum launch_export_type type, unsigned array_base)
{
    return json_pack("{s:s, s:o}", "type", launch_export_name(type), "array_base", results_integer(array_base));
}

static json_t *first_object(const struct launch *launch, const struct result_summary *summary)
{
    const struct launch_expect  *expect = &launch->expect;
    const enum result_difference kind = summary->first.kind;
    char                         text[512];
    if (kind == RESULT_NO_DIFFERENCE)
        return json_null();
    json_t *first =
        json_pack("{s:o}", "text", results_text(results_difference_text(launch, summary, text, sizeof text)));
    bool ok = first != NULL;
    bool has_export = kind == RESULT_NEVER_MADE || kind == RESULT_NOT_WRITTEN || kind == RESULT_VALUE;
    bool has_buffer = kind == RESULT_BUFFER_VALUE || kind == RESULT_BUFFER_MISSING;
    if (!has_buffer && kind != RESULT_NEVER_MADE)
        ok = ok && json_object_set_new(first, "thread", results_integer(summary->first.thread)) == 0;
    if (has_export) {
        const struct launch_export *listed = &expect->exports[summary->first.export];
        ok = ok && json_object_set_new(first, "export", target_object(listed->type, listed->array_base)) == 0;
    }
    if (has_export && kind != RESULT_NEVER_MADE) {
        const char component[2] = {"xyzw"[summary->first.component], '\0'};
        ok = ok && json_object_set_new(first, "component", json_string(component)) == 0;
    }
    if (has_buffer) {
        const char *name = launch->buffers[expect->buffers[summary->first.buffer].index].name;
        ok = ok && json_object_set_new(first, "buffer", results_text(name)) == 0;
    }
    if (kind == RESULT_BUFFER_VALUE)
        ok = ok && json_object_set_new(first, "offset", results_integer(summary->first.offset)) == 0;
    if (kind == RESULT_VALUE || kind == RESULT_BUFFER_VALUE)
        ok = ok && json_object_set_new(first, "got", results_word(summary->first.got)) == 0;
    if (kind == RESULT_VALUE || kind == RESULT_BUFFER_VALUE || kind == RESULT_NOT_WRITTEN)
        ok = ok && json_object_set_new(first, "expected", results_word(summary->first.expected)) == 0;
    return results_whole(first, ok);
}

static json_t *expect_object(const struct result_run *run)
{
    const struct result_summary *summary = run->summary;
    if (!run->launch || !summary || !summary->expected)
        return json_null();
    return json_pack(
        "{s:b, s:{s:o, s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o}, s:o}", "match", summary->match, "values",
        "compared", results_integer(summary->compared), "wrong", results_integer(summary->wrong), "exports_never_made",
        results_integer(summary->never_made), "kills", "compared", results_integer(summary->kills_compared), "wrong",
        results_integer(summary->kills_wrong), "strips", "compared", results_integer(summary->strips_compared), "wrong",
        results_integer(summary->strips_wrong), "buffer_words", "compared", results_integer(summary->words_compared),
        "wrong", results_integer(summary->words_wrong), "first", first_object(run->launch, summary));
}

static json_t *write_hazard(const struct result_hazard *h, const char *element, const char *text)
{
    return json_pack("{s:o, s:o, s:b, s:o, s:s, s:b, s:o, s:o, s:o, s:s}", "address", results_integer(h->address),
                     "writer", results_integer(h->writer), "written_by_ar", h->written_by_ar, "gpr",
                     results_integer(h->number), "element", element, "global", h->global, "read_old",
                     results_integer(h->old_value), "read_new", results_integer(h->new_value), "read_late",
                     results_integer(h->late), "text", text);
}

static json_t *number_hazard(const struct result_hazard *h, const char *element, const char *text)
{
    return json_pack("{s:o, s:i, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:o, s:s}", "address", results_integer(h->address),
                     "operand", (int)h->operand, "beside", results_integer(h->writer), "gpr",
                     results_integer(h->number), "element", element, "index", results_hazard_index(h->index),
                     "beside_index", results_hazard_index(h->other_index), "read_own", results_integer(h->own),
                     "read_shared", results_integer(h->shared), "different_registers", results_integer(h->differ),
                     "text", text);
}

static json_t *hazards_array(const struct result_run *run)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && run->hazards && i < run->hazards->count; i++) {
        const struct result_hazard *h = &run->hazards->list[i];
        char                        text[RESULT_HAZARD_TEXT];
        const char                  element[2] = {"xyzw"[h->element & 3], '\0'};
        results_hazard_text(h, text, sizeof text);
        ok = results_append(array, (h->kind == HAZARD_NUMBER ? number_hazard : write_hazard)(h, element, text));
    }
    return results_whole(array, ok);
}

static json_t *files_array(const char *const *files, unsigned file_count)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < file_count; i++)
        ok = results_append(array, results_text(files[i]));
    return results_whole(array, ok);
}

/* ---- a row of launches ----------------------------------------------------------------------------------------- */

struct result_row {
    json_t *results, *statistics; /* arrays with an object for each launch */
};

static json_t *with(json_t *object, const char *name, json_t *more)
{
    return results_whole(object, json_object_set_new(object, name, more) == 0);
}

static json_t *with_counters(json_t *object, const struct result_run *run)
{
    return run->counter_count ? with(object, "counters", results_counters(run->counters, run->counter_count)) : object;
}

static json_t *statistics_object(const struct result_run *run)
{
    return with_counters(json_pack("{s:o, s:o, s:o, s:o}", "status", results_text(run->status), "message",
                                   results_text(run->message), "cycles", results_integer(run->cycles), "statistics",
                                   statistics_array(run)),
                         run);
}

/* What all launches have in common stands beside them; of the file there is no stage. */
static json_t *row_object(const struct result_run *run, const char *const *files, unsigned file_count)
{
    return json_pack("{s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o, s:O}", "versions", versions_object(run), "status",
                     results_text(run->status), "message", results_text(run->message), "launch", "file",
                     results_text(run->launch->path), "hash", results_hex(run->launch->hash, 16), "cycles",
                     results_integer(run->cycles), "files", files_array(files, file_count), "configuration",
                     parameters_array(run), "launches", run->row->results);
}

static json_t *result_object(const struct result_run *run, const char *const *files, unsigned file_count)
{
    if (run->row)
        return row_object(run, files, file_count);
    json_t *const object = with_counters(
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "versions", versions_object(run), "status",
                  results_text(run->status), "message", results_text(run->message), "program", program_object(run),
                  "launch", launch_object(run), "cycles", results_integer(run->cycles), "expect", expect_object(run),
                  "hazards", hazards_array(run), "files", files_array(files, file_count), "configuration",
                  parameters_array(run), "statistics", statistics_array(run)),
        run);
    return results_with_tables(object, run);
}

/* ---- the other texts ------------------------------------------------------------------------------------------- */

/* The components that any thread wrote, as letters. */
static const char *written_components(const struct result_exports *exports, const struct result_column *column,
                                      char letters[5])
{
    unsigned mask = 0, length = 0;
    for (unsigned thread = 0; column && thread < exports->threads; thread++)
        mask |= column->written[thread];
    for (unsigned component = 0; component < 4; component++)
        if (mask >> component & 1)
            letters[length++] = "xyzw"[component];
    letters[length] = '\0';
    return letters;
}

static json_t *exports_object(const struct result_run *run)
{
    struct result_layout layout;
    if (!results_layout(run->launch, run->exports, &layout, NULL))
        return NULL;
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < layout.count; i++) {
        const struct result_target *target = &layout.targets[i];
        char                        letters[5];
        ok = results_append(array,
                            json_pack("{s:s, s:o, s:b, s:s}", "type", launch_export_name(target->type), "array_base",
                                      results_integer(target->array_base), "made", target->column != NULL, "written",
                                      written_components(run->exports, target->column, letters)));
    }
    free(layout.targets);
    return json_pack("{s:o, s:o}", "threads", results_integer(run->exports->threads), "exports",
                     results_whole(array, ok));
}

/* One digit per thread. */
static json_t *digits_value(const uint8_t *digits, unsigned threads)
{
    char *text = malloc(threads + 1);
    if (!text)
        return NULL;
    for (unsigned thread = 0; thread < threads; thread++)
        text[thread] = (char)('0' + digits[thread]);
    json_t *value = json_stringn(text, threads);
    free(text);
    return value;
}

static json_t *threads_object(const struct result_run *run)
{
    const struct result_exports *exports = run->exports;
    const unsigned               threads = exports->threads;
    json_t                      *object = json_pack("{s:o, s:o, s:o}", "threads", results_integer(threads), "killed",
                                                    digits_value(exports->killed, threads), "valid", digits_value(exports->valid, threads));
    bool                         ok =
        object && (!run->gprs || json_object_set_new(object, "gprs", digits_value(run->gprs_state, threads)) == 0);
    return results_whole(object, ok);
}

static json_t *emit_object(const struct result_emit *emit)
{
    const char *const name = !emit->cut ? "EMIT_VERTEX" : emit->vertex ? "EMIT_CUT_VERTEX" : "CUT_VERTEX";
    return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o}", "cycle", results_integer(emit->cycle), "wavefront",
                     results_integer(emit->wave), "address", results_integer(emit->address), "instruction", name,
                     "first_thread", results_integer(emit->first), "threads", results_hex(emit->threads, 16));
}

/* What every thread has emitted, and instruction by instruction in the order of clocks. */
static json_t *vertices_object(const struct result_run *run)
{
    json_t *threads = json_array(), *instructions = json_array();
    bool    good = threads && instructions;
    for (unsigned thread = 0; good && thread < run->exports->threads; thread++)
        good = results_append(threads, json_string(results_strip(run->exports, thread)));
    for (size_t i = 0; good && i < run->exports->emit_count; i++)
        good = results_append(instructions, emit_object(&run->exports->emits[i]));
    json_t *object = json_pack("{s:o, s:o}", "threads", threads, "instructions", instructions);
    return results_whole(object, good && object);
}

static json_t *text_object(enum result_text text, const struct result_run *run, const char *const *files,
                           unsigned file_count)
{
    switch (text) {
    case RESULT_TEXT_RESULT:
        return result_object(run, files, file_count);
    case RESULT_TEXT_EXPORTS:
        return exports_object(run);
    case RESULT_TEXT_THREADS:
        return threads_object(run);
    case RESULT_TEXT_VERTICES:
        return vertices_object(run);
    case RESULT_TEXT_STATISTICS:
        return run->row ? json_pack("{s:o, s:o, s:o, s:O}", "status", results_text(run->status), "message",
                                    results_text(run->message), "cycles", results_integer(run->cycles), "launches",
                                    run->row->statistics)
                        : statistics_object(run);
    }
    return NULL;
}

bool results_put_json(FILE *file, enum result_text text, const struct result_run *run, const char *const *files,
                      unsigned file_count)
{
    json_t *object = text_object(text, run, files, file_count);
    if (text == RESULT_TEXT_STATISTICS && run->statistic_format != RESULT_LIST) {
        const bool put = object && results_put_statistics(file, object, run->statistic_format);
        json_decref(object);
        return put;
    }
    bool ok = object && json_dumpf(object, file, JSON_INDENT(1) | JSON_REAL_PRECISION(9)) == 0;
    json_decref(object);
    return ok && fputc('\n', file) != EOF;
}

/* Versions and configuration stand beside the launches, and each launch's folder lists its own files. */
static json_t *entry_object(const struct result_run *run)
{
    static const char *const elsewhere[] = {"versions", "configuration", "files"};
    json_t                  *object = result_object(run, NULL, 0);
    for (unsigned i = 0; object && i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        json_object_del(object, elsewhere[i]);
    return object;
}

bool results_row_add(struct result_row **row, const struct result_run *run, struct diag *diag)
{
    if (!*row && (*row = calloc(1, sizeof **row)))
        **row = (struct result_row){json_array(), json_array()};
    return (*row && results_append((*row)->results, entry_object(run)) &&
            results_append((*row)->statistics, statistics_object(run))) ||
           diag_set(diag, NULL, 0, "not enough memory for the results");
}

unsigned results_row_count(const struct result_row *row)
{
    return (unsigned)json_array_size(row->results);
}

void results_row_free(struct result_row *row)
{
    if (!row)
        return;
    json_decref(row->results);
    json_decref(row->statistics);
    free(row);
}
