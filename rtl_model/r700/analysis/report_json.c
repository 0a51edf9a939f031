/* report_json.c - the figures of `wekiva report` as JSON (docs/report.md). */
#include <jansson.h>

#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/report.h"

static json_t *limits_of(const struct report *report)
{
    json_t *limits = json_object();
    for (unsigned i = 0; i < REPORT_LIMITS; i++)
        json_object_set_new(limits, report_limits[i],
                            report->limit[i] == REPORT_UNLIMITED ? json_null() : json_integer(report->limit[i]));
    return limits;
}

static json_t *slots_of(const struct survey *survey)
{
    static const char *const names[ISA_SLOTS] = {"x", "y", "z", "w", "t"};
    json_t                  *slots = json_object();
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        json_object_set_new(slots, names[s], json_integer(survey->slot_used[s]));
    return slots;
}

static json_t *constants_of(const struct survey *survey)
{
    json_t *banks = json_array();
    for (unsigned b = 0; b < 2 * SURVEY_BANKS; b++) {
        json_t *lines = json_array();
        for (unsigned i = 0; i < SURVEY_LINES; i++)
            if (survey_bank_of(survey, b)->locked[i])
                json_array_append_new(lines, json_integer(i));
        if (json_array_size(lines))
            json_array_append_new(banks, b < SURVEY_BANKS
                                             ? json_pack("{s:i, s:O}", "bank", (int)b, "lines", lines)
                                             : json_pack("{s:i, s:b, s:O}", "bank", (int)(b - SURVEY_BANKS),
                                                         "alternate", 1, "lines", lines));
        json_decref(lines);
    }
    return banks;
}

static json_t *targets_of(const struct survey *survey)
{
    json_t *targets = json_array();
    for (unsigned i = 0; i < SURVEY_TARGETS; i++)
        if (survey->target[i].written)
            json_array_append_new(targets, json_string(memory_target_name(i)));
    return targets;
}

static json_t *bounds_of(const double values[SURVEY_BOUNDS])
{
    return json_pack("{s:f, s:f, s:f}", "min", values[SURVEY_MIN], "avg", values[SURVEY_AVG], "max",
                     values[SURVEY_MAX]);
}

static json_t *clocks_of(const struct report *report)
{
    json_t *clocks = json_object();
    for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
        json_object_set_new(clocks, report_units[unit], bounds_of(report->clocks[unit]));
    json_object_set_new(clocks, "estimated", bounds_of(report->bound));
    return clocks;
}

static json_t *bottlenecks_of(const struct report *report)
{
    static const char *const names[SURVEY_BOUNDS] = {"min", "avg", "max"};
    json_t                  *object = json_object();
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++)
        json_object_set_new(object, names[bound],
                            report->bound[bound] > 0 ? json_string(report_units[report->bottleneck[bound]])
                                                     : json_null());
    return object;
}

static json_t *measured_of(const struct report *report)
{
    const struct report_measured *measured = &report->measured;
    if (!measured->given)
        return json_null();
    json_t *clocks = json_object();
    for (unsigned unit = 0; unit < SURVEY_UNITS; unit++)
        json_object_set_new(clocks, report_units[unit], json_real(measured->clocks[unit]));
    for (unsigned i = 0; i < REPORT_SHARED; i++)
        json_object_set_new(clocks, report_shared[i], json_real(measured->memory[i]));
    json_object_set_new(clocks, "total", json_real(measured->total));
    return json_pack("{s:I, s:I, s:I, s:I, s:o, s:s?, s:s}", "cycles", (json_int_t)measured->cycles, "wavefronts",
                     (json_int_t)measured->waves, "groups", (json_int_t)measured->groups, "instructions",
                     (json_int_t)measured->instructions, "clocks", clocks, "bottleneck", report_busiest(report),
                     "stopped", measured->stopped);
}

static json_t *alu_of(const struct report *report)
{
    const struct survey *survey = &report->survey;
    return json_pack("{s:i, s:i, s:f, s:o, s:i}", "groups", (int)survey->groups, "instructions", (int)survey->slots,
                     "packing", report_packing(report), "slots", slots_of(survey), "literal_dwords",
                     (int)survey->literal_dwords);
}

static json_t *clauses_of(const struct survey *survey)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i}", "ALU", (int)survey->alu_clauses, "TEX", (int)survey->tex_clauses,
                     "VTX", (int)survey->vtx_clauses, "VTX_TC", (int)survey->vtx_tc_clauses, "cf_instructions",
                     (int)survey->cf_count);
}

static json_t *traffic_of(const struct survey *survey)
{
    return json_pack("{s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:i, s:o}", "texture_fetches", (int)survey->samples,
                     "vertex_fetches", (int)survey->vertex_fetches, "memory_reads", (int)survey->memory_reads,
                     "lds_steps", (int)survey->share_steps, "exports", (int)survey->exports, "export_gprs",
                     (int)survey->export_gprs, "memory_writes", (int)survey->memory_writes, "memory_gprs",
                     (int)survey->memory_gprs, "memory_targets", targets_of(survey));
}

bool report_print_json(const struct report *report, FILE *out)
{
    const struct survey *survey = &report->survey;
    json_t              *object =
        json_pack("{s:s, s:i, s:s, s:i, s:i, s:b, s:i, s:i, s:o, s:i, s:o, s:i, s:i, s:o, s:o, s:o, s:o}", "program",
                  report->request.name, "words", (int)survey->words, "chip", report->chip->name, "num_gprs",
                  (int)report->simd.num_gprs, "gprs_named", (int)survey->gprs, "gprs_by_index", (int)survey->relative,
                  "clause_temporaries", (int)survey->temporaries, "wavefronts", (int)report->resident, "limits",
                  limits_of(report), "stack_entries", (int)survey->stack_entries, "stack_size",
                  report->stack_given ? json_integer(report->simd.stack_size) : json_null(), "loops",
                  (int)survey->loops, "iterations", (int)report->request.iterations, "clauses", clauses_of(survey),
                  "alu", alu_of(report), "traffic", traffic_of(survey), "constant_lines", constants_of(survey));
    if (!object)
        return false;
    const double ratio = report_alu_to_tex(report);
    json_object_set_new(object, "clocks", clocks_of(report));
    json_object_set_new(object, "bottleneck", bottlenecks_of(report));
    json_object_set_new(object, "alu_to_tex", ratio > 0 ? json_real(ratio) : json_null());
    json_object_set_new(object, "measured", measured_of(report));
    const bool good = json_dumpf(object, out, JSON_INDENT(1)) == 0;
    fputc('\n', out);
    json_decref(object);
    return good;
}
