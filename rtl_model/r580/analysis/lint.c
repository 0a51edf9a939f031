#include "rtl_model/r580/analysis/lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_fields.h"
#include "rtl_model/r580/flow.h"

void us_lint_note(const struct us_lint *lint, unsigned at, enum lint_level level, const char *section,
                  const char *format, ...)
{
    struct lint_finding finding = {.level = level, .plain = true, .address = at};
    va_list             list;
    snprintf(finding.section, sizeof finding.section, "%s", section);
    us_survey_text(lint->survey, at, finding.instruction, sizeof finding.instruction);
    va_start(list, format);
    vsnprintf(finding.message, sizeof finding.message, format, list);
    va_end(list);
    lint->report(lint->context, &finding);
}

/* ---- an instruction by itself ----------------------------------------------------------------------------------- */

/* Reserved values and bits; the chip may do anything with them. */
static void check_fields(const struct us_lint *lint, unsigned at)
{
    const uint32_t *const         words = lint->survey->store.words[at].w;
    const enum us_type            type = lint->survey->touches[at].type;
    const struct us_format *const formats[] = {&us_formats[US_FORMAT_CMN], &us_formats[us_format_of(type)]};
    for (unsigned f = 0; f < 2; f++)
        for (unsigned i = 0; i < formats[f]->field_count; i++) {
            const struct us_field *field = &formats[f]->fields[i];
            const uint32_t         value = us_field_get(field, words);
            if (field->kind == US_RESERVED && value &&
                strncmp(field->name, "unused", 6) != 0) /* those may be anything */
                us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 11.10", "bits %u to %u of dword %u are reserved: 0x%x",
                             field->low, field->high, field->dword, value);
            else if (field->kind == US_ENUM && !us_field_name(field, value))
                us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 11.10", "%s is %u, which is reserved", field->name, value);
        }
}

static void check_alu(const struct us_lint *lint, unsigned at)
{
    const uint32_t *const words = lint->survey->store.words[at].w;
    struct us_cmn         cmn;
    struct us_alu         alu;
    us_unpack_cmn(words, &cmn);
    us_unpack_alu(words, &alu);
    const bool scalar = alu.alpha_op >= US_ALPHA_EX2 && alu.alpha_op <= US_ALPHA_COS,
               dot = alu.rgb_op >= US_RGB_DP3 && alu.rgb_op <= US_RGB_D2A;
    if (alu.rgb_op == US_RGB_SOP && !scalar && cmn.rgb_wmask | cmn.rgb_omask)
        us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 8.4.4", "SOP without a transcendental operation of alpha");
    if (alu.alpha_op == US_ALPHA_DP && !dot && cmn.alpha_wmask | cmn.alpha_omask)
        us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 8.4.4", "DP without a dot product of RGB");
    for (unsigned unit = 0; unit < US_UNITS; unit++)
        for (unsigned s = 0; s < US_SOURCES; s++) {
            const struct us_place *place = &us_units[unit].source[s];
            if (us_field_get(place->relative, words) && !us_field_get(place->constant, words) &&
                us_field_get(place->address, words) >= US_TEMPORARIES)
                us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.4.1", "aL is added to an inline constant");
        }
}

/* ---- temporaries ------------------------------------------------------------------------------------------------ */

static void check_number(const struct us_lint *lint, unsigned at, const struct us_touch *touch, const char *verb)
{
    const unsigned there = lint->survey->setup.temporaries;
    if (!touch->relative && touch->number >= there)
        us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 8.4.1", "R%u is %s, and there are %u temporaries (US_PIXSIZE)",
                     touch->number, verb, there);
}

/* Without a launch it is not known what is an input. */
static void check_unwritten(const struct us_lint *lint, unsigned at, const struct us_touch *read)
{
    const struct us_survey *survey = lint->survey;
    char                    channels[5];
    if (!survey->launch || read->relative || read->number >= survey->setup.temporaries)
        return;
    const unsigned never = read->channels & ~survey->perhaps[at][read->number],
                   sometimes = read->channels & ~survey->surely[at][read->number];
    us_channels(never ? never : sometimes, channels);
    if (never)
        us_lint_note(lint, at, LINT_NOT_GIVEN, "R5XX 8.4.1",
                     "R%u.%s is read, is no input of the launch (gprs), and nothing has written it", read->number,
                     channels);
    else if (sometimes)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.4.1", "R%u.%s is read, and on some ways nothing has written it",
                     read->number, channels);
}

static void check_temporaries(const struct us_lint *lint, unsigned at)
{
    const struct us_touches *touches = &lint->survey->touches[at];
    for (unsigned i = 0; i < touches->read_count; i++) {
        check_number(lint, at, &touches->read[i], "read");
        check_unwritten(lint, at, &touches->read[i]);
    }
    for (unsigned i = 0; i < touches->write_count; i++)
        check_number(lint, at, &touches->write[i], "written");
}

/* ---- what the launch does not give ------------------------------------------------------------------------------ */

struct missing {
    struct us_registers registers;
    bool                constants[US_CONSTANTS], booleans, integers[32], textures[16];
};

static bool has_texture(const struct launch *launch, unsigned id, bool *sampler)
{
    bool texture = false;
    for (unsigned i = 0; i < launch->texture_count; i++)
        texture |= launch->textures[i].id == id;
    *sampler = false;
    for (unsigned i = 0; i < launch->sampler_count; i++)
        *sampler |= launch->samplers[i].id == id;
    return texture;
}

static void check_constants(const struct us_lint *lint, struct missing *missing, unsigned at)
{
    const struct us_touches           *touches = &lint->survey->touches[at];
    const struct launch_alu_constants *given = &lint->survey->launch->alu_constants;
    for (unsigned i = 0; i < touches->constant_count; i++) {
        const struct us_touch *touch = &touches->constant[i];
        if (touch->relative || touch->number - given->first < given->count || missing->constants[touch->number])
            continue;
        missing->constants[touch->number] = true;
        us_lint_note(lint, at, LINT_NOT_GIVEN, "R5XX 8.4.1", "the launch does not give C%u (alu_constants): it is 0",
                     touch->number);
    }
}

static void check_flow_constants(const struct us_lint *lint, struct missing *missing, unsigned at)
{
    const struct us_touches *touches = &lint->survey->touches[at];
    const struct launch     *launch = lint->survey->launch;
    bool                     given = missing->registers.given[US_REG_INT_CONST + touches->integer];
    for (unsigned i = 0; i < launch->loop_constant_count; i++)
        given |= launch->loop_constants[i].index == touches->integer;
    if (touches->uses_integer && !given && !missing->integers[touches->integer]) {
        missing->integers[touches->integer] = true;
        us_lint_note(lint, at, LINT_NOT_GIVEN, "R5XX 8.6.3.3",
                     "the launch does not give integer constant %u (loop_constants, US_FC_INT_CONST_%u): it is 0",
                     touches->integer, touches->integer);
    }
    given = missing->registers.given[US_REG_BOOL_CONST] || launch->line[LAUNCH_KEY_BOOL_CONSTANTS];
    if (touches->uses_boolean && !given && !missing->booleans) {
        missing->booleans = true;
        us_lint_note(
            lint, at, LINT_NOT_GIVEN, "R5XX 8.6.3.1",
            "boolean constant %u decides, and the launch gives none (bool_constants, US_FC_BOOL_CONST): it is 0",
            touches->boolean);
    }
}

/* A run stops at a look-up without them. */
static void check_texture(const struct us_lint *lint, struct missing *missing, unsigned at)
{
    const struct us_touches *touches = &lint->survey->touches[at];
    bool                     sampler;
    if (!touches->looks_up || missing->textures[touches->texture])
        return;
    const bool texture = has_texture(lint->survey->launch, touches->texture, &sampler);
    missing->textures[touches->texture] = !texture || !sampler;
    if (!texture || !sampler)
        us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 8.5", "the launch gives no %s %u", texture ? "sampler" : "texture",
                     touches->texture);
}

static bool check_given(const struct us_lint *lint, struct diag *diag)
{
    const struct us_survey *survey = lint->survey;
    struct missing          missing = {.booleans = false};
    if (!us_read_registers(survey->launch, &missing.registers, diag))
        return false;
    for (unsigned at = 0; at < US_STORE; at++) {
        if (!survey->ways.reached[at] || !survey->store.written[at])
            continue;
        check_constants(lint, &missing, at);
        check_texture(lint, &missing, at);
        if (survey->touches[at].type == US_FC)
            check_flow_constants(lint, &missing, at);
    }
    return true;
}

/* ---- ways ------------------------------------------------------------------------------------------------------- */

static void check_ways(const struct us_lint *lint, unsigned at)
{
    static const struct {
        const char *section, *message;
    } faults[US_WAY_FAULTS] = {
        [US_WAY_LOOP_OVERFLOW] = {"R5XX 8.6.2", "a fifth loop: the loop stack has four frames"},
        [US_WAY_LOOP_UNDERFLOW] = {"R5XX 8.6.3", "there is no loop here"},
        [US_WAY_CALL_OVERFLOW] = {"R5XX 8.6.2", "a fifth call: the address stack has four frames"},
        [US_WAY_CALL_UNDERFLOW] = {"R5XX 8.6.3", "a return without a call"},
        [US_WAY_BRANCH_OVERFLOW] = {"R5XX 8.6.2", "blocks are nested deeper than branch counters can count"},
        [US_WAY_MIXED_LOOPS] = {"R5XX 8.6.3", "LOOP and REP are mixed up"},
        [US_WAY_NEEDS_FULL] = {"R5XX 8.6", "loops and calls need full flow control (US_FC_CTRL)"},
        [US_WAY_NO_OUTPUT_END] = {"R5XX 8.2", "the program ends here, and not with an output instruction"},
        [US_WAY_NOT_WRITTEN] = {"R5XX 8.2", "the program goes on here, and no instruction has been written"}};
    const unsigned fault = lint->survey->ways.fault[at];
    if (fault && faults[fault].message)
        us_lint_note(lint, at, LINT_ILLEGAL, faults[fault].section, "%s", faults[fault].message);
}

/* The first of a stretch of instructions that are not reached; behind a broken rule none would be. */
static void check_unreached(const struct us_lint *lint, unsigned at)
{
    const struct us_survey *survey = lint->survey;
    unsigned                last = at;
    if (survey->ways.broken || !survey->store.written[at] || survey->ways.reached[at] ||
        (at && survey->store.written[at - 1] && !survey->ways.reached[at - 1]))
        return;
    while (last + 1 < US_STORE && survey->store.written[last + 1] && !survey->ways.reached[last + 1])
        last++;
    if (last == at)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.6", "is never reached");
    else
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.6", "instructions %u to %u are never reached", at, last);
}

/* The semaphore is held by one look-up at a time, and must be free at the end (8.5.2). */
static void check_semaphore(const struct us_lint *lint, unsigned at)
{
    const struct us_survey *survey = lint->survey;
    struct us_cmn           cmn;
    struct us_tex           tex;
    bool                    looks_up = false;
    us_unpack_cmn(survey->store.words[at].w, &cmn);
    us_unpack_tex(survey->store.words[at].w, &tex);
    if (cmn.type == US_TEX && tex.tex_sem_acquire && !cmn.tex_sem_wait)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.5.2", "TEX_SEM_ACQUIRE without TEX_SEM_WAIT");
    for (unsigned i = 0; i < US_STORE; i++)
        looks_up |= survey->ways.reached[i] && survey->touches[i].type == US_TEX;
    if (cmn.type == US_OUT && at == survey->setup.last && looks_up && !cmn.tex_sem_wait)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.5.2", "the last instruction has no TEX_SEM_WAIT");
}

static void check_range(const struct us_lint *lint, unsigned at)
{
    const struct us_setup *setup = &lint->survey->setup;
    if ((unsigned)(at - setup->range) % US_STORE > setup->range_size)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.2", "is outside of US_CODE_RANGE");
}

static void check_instruction(const struct us_lint *lint, unsigned at)
{
    const struct us_survey *survey = lint->survey;
    if (!survey->ways.reached[at]) {
        check_unreached(lint, at);
        return;
    }
    check_ways(lint, at);
    if (!survey->store.written[at])
        return;
    check_range(lint, at);
    check_semaphore(lint, at);
    check_fields(lint, at);
    if (survey->touches[at].type == US_ALU || survey->touches[at].type == US_OUT)
        check_alu(lint, at);
    check_temporaries(lint, at);
}

bool us_lint(const struct us_chip *chip, const struct program *program, const struct launch *launch,
             lint_report_t *report, void *context, struct diag *diag)
{
    struct us_survey    *survey = us_survey_make(chip, program, launch, diag);
    const struct us_lint lint = {survey, report, context};
    if (!survey)
        return false;
    if (survey->ways.too_many)
        us_lint_note(&lint, survey->setup.first, LINT_DOUBTFUL, "R5XX 8.6",
                     "the program has too many ways to look at them all");
    for (unsigned at = 0; at < US_STORE && !survey->ways.too_many; at++)
        check_instruction(&lint, at);
    us_lint_flow(&lint);
    const bool good = us_lint_waits(&lint, diag) && (!launch || check_given(&lint, diag));
    free(survey);
    return good;
}
