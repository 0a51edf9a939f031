#include "rtl_model/nv30/analysis/lint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtl_model/nv30/analysis/survey.h"

struct lint {
    const struct nv30_survey *survey;
    const struct launch      *launch;
    lint_report_t            *report;
    void                     *context;
    bool                      missing_constant[NV30_CONSTANTS], missing_attribute[NV30_ATTRIBUTES];
    bool                      missing_texture[NV30_UNITS];
};

static void note(const struct lint *lint, unsigned at, enum lint_level level, const char *section, const char *format,
                 ...) __attribute__((format(printf, 5, 6)));
static void note(const struct lint *lint, unsigned at, enum lint_level level, const char *section, const char *format,
                 ...)
{
    struct lint_finding finding = {.level = level, .plain = true, .address = at};
    va_list             list;
    snprintf(finding.section, sizeof finding.section, "%s", section);
    snprintf(finding.instruction, sizeof finding.instruction, "-");
    if (!lint->survey->why[0])
        nv30_print(&lint->survey->list[at], finding.instruction, sizeof finding.instruction);
    finding.instruction[strcspn(finding.instruction, ";")] = 0;
    va_start(list, format);
    vsnprintf(finding.message, sizeof finding.message, format, list);
    va_end(list);
    lint->report(lint->context, &finding);
}

static const char *components(unsigned mask, char text[5])
{
    char *to = text;
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            *to++ = "xyzw"[c];
    *to = 0;
    return text;
}

static void check_registers(const struct lint *lint, unsigned at)
{
    const struct nv30_instruction *i = &lint->survey->list[at];
    char                           text[5];
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
        const unsigned unwritten = lint->survey->unwritten[at * NV30_SOURCES + s];
        if (unwritten)
            note(lint, at, LINT_DOUBTFUL, "NV_fragment_program", "%c%u.%s is read, and nothing has written it: it is 0",
                 i->source[s].file == NV30_SRC_FULL ? 'R' : 'H', i->source[s].number, components(unwritten, text));
    }
    if (lint->survey->unread[at])
        note(lint, at, LINT_DOUBTFUL, "NV_fragment_program", "what it writes is not read");
}

/* Without register 10 1/W is 1 (docs/nv30.md). */
static void check_attribute(struct lint *lint, unsigned at, unsigned number)
{
    const struct launch_gprs *given = &lint->launch->gprs;
    if (number - given->first < given->count || lint->missing_attribute[number])
        return;
    lint->missing_attribute[number] = true;
    note(lint, at, LINT_NOT_GIVEN, "docs/nv30.md", "the launch does not give f[%s], register %u (gprs): it is 0",
         nv30_attribute_names[number], number);
}

static void check_constant(struct lint *lint, unsigned at, unsigned number)
{
    const struct launch_alu_constants *given = &lint->launch->alu_constants;
    if (number - given->first < given->count || lint->missing_constant[number])
        return;
    lint->missing_constant[number] = true;
    note(lint, at, LINT_NOT_GIVEN, "docs/nv30.md", "the launch does not give c[%u] (alu_constants): it is 0", number);
}

static void check_texture(struct lint *lint, unsigned at, unsigned unit)
{
    bool texture = false, sampler = false;
    for (unsigned i = 0; i < lint->launch->texture_count; i++)
        texture |= lint->launch->textures[i].id == unit;
    for (unsigned i = 0; i < lint->launch->sampler_count; i++)
        sampler |= lint->launch->samplers[i].id == unit;
    if ((texture && sampler) || lint->missing_texture[unit])
        return;
    lint->missing_texture[unit] = true;
    note(lint, at, LINT_ILLEGAL, "docs/nv30.md", "the launch gives no %s %u", texture ? "sampler" : "texture", unit);
}

static void check_given(struct lint *lint, unsigned at)
{
    const struct nv30_instruction *i = &lint->survey->list[at];
    for (unsigned s = 0; s < nv30_ops[i->op].sources; s++)
        if (i->source[s].file == NV30_SRC_ATTRIBUTE)
            check_attribute(lint, at, i->source[s].number);
        else if (i->source[s].file == NV30_SRC_CONSTANT)
            check_constant(lint, at, i->source[s].number);
    if (i->target != NV30_NO_TARGET)
        check_texture(lint, at, i->unit);
}

bool nv30_lint(const struct program *program, const struct launch *launch, lint_report_t *report, void *context,
               struct diag *diag)
{
    struct nv30_survey survey;
    struct lint        lint = {.survey = &survey, .launch = launch, .report = report, .context = context};
    if (!nv30_survey_make(program, &survey, diag))
        return false;
    if (survey.why[0])
        note(&lint, survey.wrong, LINT_ILLEGAL, "isa/nv30", "%s", survey.why);
    for (unsigned at = 0; at < survey.count && !survey.why[0]; at++) {
        check_registers(&lint, at);
        if (launch)
            check_given(&lint, at);
    }
    nv30_survey_free(&survey);
    return true;
}
