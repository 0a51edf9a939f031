/* results_json.c - the JSON texts of a result: result.json, exports.json, threads.json and statistics.
 *
 * Keys stand in a fixed order and nothing depends on time, place or addresses. */
#include "rtl_model/results.h"
#include "rtl_model/results_internal.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A string value; null for NULL.  Bytes that are not UTF-8 (a file name's) become '?'. */
static json_t *text_value(const char *text)
{
    if (!text)
        return json_null();
    json_t *value = json_string(text);
    if (value)
        return value;
    char *plain = strdup(text);
    if (!plain)
        return NULL;
    for (char *c = plain; *c; c++)
        if ((unsigned char)*c >= 0x80)
            *c = '?';
    value = json_string(plain);
    free(plain);
    return value;
}

static json_t *hex_value(uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "0x%0*" PRIx64, digits, value);
    return json_string(text);
}

/* An integer; what the JSON library's 63 bits do not hold is a string in hexadecimal. */
static json_t *integer_value(uint64_t value)
{
    return value <= INT64_MAX ? json_integer((json_int_t)value) : hex_value(value, 16);
}

/* A word as hex and float; JSON has no number for what is not finite. */
static json_t *word_value(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    json_t *number = isnan(value)   ? json_string("nan")
                     : isinf(value) ? json_string(value > 0 ? "inf" : "-inf")
                                    : json_real((double)value);
    return json_pack("{s:o, s:o}", "hex", hex_value(word, 8), "float", number);
}

/* Appends and reports success, so that a list is whole or absent. */
static bool append(json_t *array, json_t *value)
{
    return value && json_array_append_new(array, value) == 0;
}

static json_t *whole(json_t *value, bool ok)
{
    if (ok)
        return value;
    json_decref(value);
    return NULL;
}

/* ---- parts of result.json -------------------------------------------------------------------------------------- */

static json_t *versions_object(const struct result_run *run)
{
    return json_pack("{s:o, s:i, s:i}", "wekiva", text_value(run->version), "result", RESULT_VERSION, "launch",
                     LAUNCH_VERSION);
}

static json_t *program_object(const struct result_run *run)
{
    if (!run->program)
        return json_null();
    return json_pack("{s:o, s:s, s:o, s:o}", "file", text_value(run->program_path), "form",
                     program_form_name(run->program->form), "dwords", integer_value(run->program->count), "hash",
                     hex_value(run->program->hash, 16));
}

static json_t *launch_object(const struct result_run *run)
{
    if (!run->launch)
        return json_null();
    return json_pack("{s:o, s:o, s:s, s:o}", "file", text_value(run->launch->path), "hash",
                     hex_value(run->launch->hash, 16), "stage", launch_stage_name(run->launch->stage), "threads",
                     integer_value(run->launch->threads));
}

static json_t *parameters_array(const struct result_run *run)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < run->parameter_count; i++) {
        const struct result_parameter *row = &run->parameters[i];
        json_t                        *value = row->text ? text_value(row->text) : integer_value(row->value);
        ok = append(array, json_pack("{s:o, s:o, s:o, s:o}", "name", text_value(row->name), "value", value, "unit",
                                     text_value(row->unit), "source", text_value(row->source)));
    }
    return whole(array, ok);
}

static json_t *statistics_array(const struct result_run *run)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < run->statistic_count; i++) {
        const struct result_statistic *row = &run->statistics[i];
        ok = append(array, json_pack("{s:o, s:o, s:o, s:o, s:o}", "path", text_value(row->path), "name",
                                     text_value(row->name), "value", integer_value(row->value), "unit",
                                     text_value(row->unit), "description", text_value(row->description)));
    }
    return whole(array, ok);
}

static json_t *target_object(enum launch_export_type type, unsigned array_base)
{
    return json_pack("{s:s, s:o}", "type", launch_export_name(type), "array_base", integer_value(array_base));
}

static json_t *first_object(const struct launch *launch, const struct result_summary *summary)
{
    const struct launch_expect  *expect = &launch->expect;
    const enum result_difference kind = summary->first.kind;
    char                         text[512];
    if (kind == RESULT_NO_DIFFERENCE)
        return json_null();
    json_t *first = json_pack("{s:o}", "text", text_value(results_difference_text(launch, summary, text, sizeof text)));
    bool    ok = first != NULL;
    bool    has_export = kind == RESULT_NEVER_MADE || kind == RESULT_NOT_WRITTEN || kind == RESULT_VALUE;
    bool    has_buffer = kind == RESULT_BUFFER_VALUE || kind == RESULT_BUFFER_MISSING;
    if (!has_buffer && kind != RESULT_NEVER_MADE)
        ok = ok && json_object_set_new(first, "thread", integer_value(summary->first.thread)) == 0;
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
        ok = ok && json_object_set_new(first, "buffer", text_value(name)) == 0;
    }
    if (kind == RESULT_BUFFER_VALUE)
        ok = ok && json_object_set_new(first, "offset", integer_value(summary->first.offset)) == 0;
    if (kind == RESULT_VALUE || kind == RESULT_BUFFER_VALUE)
        ok = ok && json_object_set_new(first, "got", word_value(summary->first.got)) == 0;
    if (kind == RESULT_VALUE || kind == RESULT_BUFFER_VALUE || kind == RESULT_NOT_WRITTEN)
        ok = ok && json_object_set_new(first, "expected", word_value(summary->first.expected)) == 0;
    return whole(first, ok);
}

static json_t *expect_object(const struct result_run *run)
{
    const struct result_summary *summary = run->summary;
    if (!run->launch || !summary || !summary->expected)
        return json_null();
    return json_pack("{s:b, s:{s:o, s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o}, s:{s:o, s:o}, s:o}", "match", summary->match,
                     "values", "compared", integer_value(summary->compared), "wrong", integer_value(summary->wrong),
                     "exports_never_made", integer_value(summary->never_made), "kills", "compared",
                     integer_value(summary->kills_compared), "wrong", integer_value(summary->kills_wrong), "strips",
                     "compared", integer_value(summary->strips_compared), "wrong", integer_value(summary->strips_wrong),
                     "buffer_words", "compared", integer_value(summary->words_compared), "wrong",
                     integer_value(summary->words_wrong), "first", first_object(run->launch, summary));
}

static json_t *write_hazard(const struct result_hazard *h, const char *element, const char *text)
{
    return json_pack("{s:o, s:o, s:b, s:o, s:s, s:b, s:o, s:o, s:o, s:s}", "address", integer_value(h->address),
                     "writer", integer_value(h->writer), "written_by_ar", h->written_by_ar, "gpr",
                     integer_value(h->number), "element", element, "global", h->global, "read_old",
                     integer_value(h->old_value), "read_new", integer_value(h->new_value), "read_late",
                     integer_value(h->late), "text", text);
}

static json_t *number_hazard(const struct result_hazard *h, const char *element, const char *text)
{
    return json_pack("{s:o, s:i, s:o, s:o, s:s, s:s, s:s, s:o, s:o, s:o, s:s}", "address", integer_value(h->address),
                     "operand", (int)h->operand, "beside", integer_value(h->writer), "gpr", integer_value(h->number),
                     "element", element, "index", results_hazard_index(h->index), "beside_index",
                     results_hazard_index(h->other_index), "read_own", integer_value(h->own), "read_shared",
                     integer_value(h->shared), "different_registers", integer_value(h->differ), "text", text);
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
        ok = append(array, (h->kind == HAZARD_NUMBER ? number_hazard : write_hazard)(h, element, text));
    }
    return whole(array, ok);
}

static json_t *files_array(const char *const *files, unsigned file_count)
{
    json_t *array = json_array();
    bool    ok = array != NULL;
    for (unsigned i = 0; ok && i < file_count; i++)
        ok = append(array, text_value(files[i]));
    return whole(array, ok);
}

/* ---- a row of launches ----------------------------------------------------------------------------------------- */

struct result_row {
    json_t *results, *statistics; /* arrays with an object for each launch */
};

static json_t *with(json_t *object, const char *name, json_t *more)
{
    return whole(object, json_object_set_new(object, name, more) == 0);
}

static json_t *with_counters(json_t *object, const struct result_run *run)
{
    return run->counter_count ? with(object, "counters", results_counters(run->counters, run->counter_count)) : object;
}

static json_t *statistics_object(const struct result_run *run)
{
    return with_counters(json_pack("{s:o, s:o, s:o, s:o}", "status", text_value(run->status), "message",
                                   text_value(run->message), "cycles", integer_value(run->cycles), "statistics",
                                   statistics_array(run)),
                         run);
}

/* What all launches have in common stands beside them; of the file there is no stage. */
static json_t *row_object(const struct result_run *run, const char *const *files, unsigned file_count)
{
    return json_pack("{s:o, s:o, s:o, s:{s:o, s:o}, s:o, s:o, s:o, s:O}", "versions", versions_object(run), "status",
                     text_value(run->status), "message", text_value(run->message), "launch", "file",
                     text_value(run->launch->path), "hash", hex_value(run->launch->hash, 16), "cycles",
                     integer_value(run->cycles), "files", files_array(files, file_count), "configuration",
                     parameters_array(run), "launches", run->row->results);
}

static json_t *result_object(const struct result_run *run, const char *const *files, unsigned file_count)
{
    if (run->row)
        return row_object(run, files, file_count);
    json_t *const object = with_counters(
        json_pack("{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "versions", versions_object(run), "status",
                  text_value(run->status), "message", text_value(run->message), "program", program_object(run),
                  "launch", launch_object(run), "cycles", integer_value(run->cycles), "expect", expect_object(run),
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
        ok = append(array, json_pack("{s:s, s:o, s:b, s:s}", "type", launch_export_name(target->type), "array_base",
                                     integer_value(target->array_base), "made", target->column != NULL, "written",
                                     written_components(run->exports, target->column, letters)));
    }
    free(layout.targets);
    return json_pack("{s:o, s:o}", "threads", integer_value(run->exports->threads), "exports", whole(array, ok));
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
    json_t                      *object = json_pack("{s:o, s:o, s:o}", "threads", integer_value(threads), "killed",
                                                    digits_value(exports->killed, threads), "valid", digits_value(exports->valid, threads));
    bool                         ok =
        object && (!run->gprs || json_object_set_new(object, "gprs", digits_value(run->gprs_state, threads)) == 0);
    return whole(object, ok);
}

static json_t *emit_object(const struct result_emit *emit)
{
    const char *const name = !emit->cut ? "EMIT_VERTEX" : emit->vertex ? "EMIT_CUT_VERTEX" : "CUT_VERTEX";
    return json_pack("{s:o, s:o, s:o, s:s, s:o, s:o}", "cycle", integer_value(emit->cycle), "wavefront",
                     integer_value(emit->wave), "address", integer_value(emit->address), "instruction", name,
                     "first_thread", integer_value(emit->first), "threads", hex_value(emit->threads, 16));
}

/* What every thread has emitted, and instruction by instruction in the order of clocks. */
static json_t *vertices_object(const struct result_run *run)
{
    json_t *threads = json_array(), *instructions = json_array();
    bool    good = threads && instructions;
    for (unsigned thread = 0; good && thread < run->exports->threads; thread++)
        good = append(threads, json_string(results_strip(run->exports, thread)));
    for (size_t i = 0; good && i < run->exports->emit_count; i++)
        good = append(instructions, emit_object(&run->exports->emits[i]));
    json_t *object = json_pack("{s:o, s:o}", "threads", threads, "instructions", instructions);
    return whole(object, good && object);
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
        return run->row ? json_pack("{s:o, s:o, s:o, s:O}", "status", text_value(run->status), "message",
                                    text_value(run->message), "cycles", integer_value(run->cycles), "launches",
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
    return (*row && append((*row)->results, entry_object(run)) && append((*row)->statistics, statistics_object(run))) ||
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
