#include "rtl_model/nv30/analysis/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { X = 1, Y = 2, Z = 4, W = 8, XYZ = 7 };

/* ---- what operands count (isa/nv30/ops.def) ---------------------------------------------------------------------- */

static unsigned coordinates(enum nv30_target target)
{
    return target == NV30_1D ? X : target == NV30_2D ? X | Y : XYZ;
}

/* Of an operand's components behind its swizzle. */
static unsigned counts(const struct nv30_instruction *i, unsigned s)
{
    const unsigned mask = i->mask;
    switch (i->op) {
    case NV30_DP4:
    case NV30_KIL:
        return NV30_COMPONENTS;
    case NV30_DP3:
    case NV30_TEXKILL:
    case NV30_TEXM3X2PAD:
    case NV30_TEXM3X3PAD:
    case NV30_TEXREG2RGB:
    case NV30_TEXREG2RGBCUBE:
    case NV30_TEXDP3:
    case NV30_TEXDP3TEX:
    case NV30_TEXDP3DEPTH:
        return XYZ;
    case NV30_LIT:
        return (mask & Y ? X : 0) | (mask & Z ? X | Y | W : 0);
    case NV30_DST:
        return s == 0 ? mask & (Y | Z) : mask & (Y | W);
    case NV30_TEX:
        return coordinates(i->target);
    case NV30_TXP:
        return coordinates(i->target) | W;
    case NV30_TEXBEM:
        return s == 2 ? NV30_COMPONENTS : X | Y;
    case NV30_TEXBEMPROJ:
        return s == 0 ? X | Y | W : s == 1 ? X | Y : NV30_COMPONENTS;
    case NV30_TEXBEML:
        return s == 1 ? XYZ : s == 2 ? NV30_COMPONENTS : X | Y;
    case NV30_TEXREG2AR:
        return X | W;
    case NV30_TEXREG2GB:
        return Y | Z;
    case NV30_TEXBRDF:
        return X | Y;
    case NV30_TEXM3X2TEX:
    case NV30_TEXM3X2DEPTH:
        return s == 2 ? X : XYZ;
    case NV30_TEXM3X3TEX:
    case NV30_TEXM3X3CUBE:
    case NV30_TEXM3X3SPEC:
        return s == 2 ? X | Y : XYZ;
    default:
        return nv30_ops[i->op].flags & NV30_IS_SCALAR ? X : mask;
    }
}

/* Components of an operand that an instruction looks at, before they are swizzled: a bit each, x lowest. */
static unsigned looks_at(const struct nv30_instruction *i, unsigned source)
{
    const unsigned behind = counts(i, source);
    unsigned       before = 0;
    for (unsigned c = 0; c < 4; c++)
        if (behind >> c & 1)
            before |= 1u << i->source[source].swizzle[c];
    return before;
}

/* ---- registers -------------------------------------------------------------------------------------------------- */

/* Components of all registers, by file. */
struct marks {
    uint8_t full[NV30_FULL], half[NV30_HALF];
};

static uint8_t *mark_of(struct marks *marks, bool full, bool half, unsigned number)
{
    return full ? &marks->full[number] : half ? &marks->half[number] : NULL;
}

static uint8_t *source_mark(struct marks *marks, const struct nv30_source *source)
{
    return mark_of(marks, source->file == NV30_SRC_FULL, source->file == NV30_SRC_HALF, source->number);
}

static uint8_t *dest_mark(struct marks *marks, const struct nv30_instruction *i)
{
    return mark_of(marks, i->file == NV30_DST_FULL, i->file == NV30_DST_HALF, i->number);
}

/* From the first instruction on: what has been written. */
static void find_unwritten(struct nv30_survey *survey)
{
    struct marks written;
    memset(&written, 0, sizeof written);
    for (unsigned n = 0; n < survey->count; n++) {
        const struct nv30_instruction *i = &survey->list[n];
        for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
            const uint8_t *const mark = source_mark(&written, &i->source[s]);
            survey->unwritten[n * NV30_SOURCES + s] = (uint8_t)(mark ? looks_at(i, s) & ~(unsigned)*mark : 0);
        }
        uint8_t *const mark = dest_mark(&written, i);
        if (mark)
            *mark = (uint8_t)(*mark | i->mask);
    }
}

/* From the last one back: what is still read.  An instruction that is not read reads nothing that counts. */
static void find_unread(struct nv30_survey *survey)
{
    struct marks wanted;
    memset(&wanted, 0, sizeof wanted);
    for (unsigned n = survey->count; n-- > 0;) {
        const struct nv30_instruction *i = &survey->list[n];
        uint8_t *const                 mark = dest_mark(&wanted, i);
        survey->unread[n] = mark && !(*mark & i->mask);
        if (survey->unread[n])
            continue;
        if (mark)
            *mark = (uint8_t)(*mark & ~i->mask);
        for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
            uint8_t *const read = source_mark(&wanted, &i->source[s]);
            if (read)
                *read = (uint8_t)(*read | looks_at(i, s));
        }
    }
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static void find_inputs(struct nv30_survey *survey)
{
    for (unsigned n = 0; n < survey->count; n++) {
        const struct nv30_instruction *i = &survey->list[n];
        for (unsigned s = 0; s < nv30_ops[i->op].sources; s++) {
            const struct nv30_source *source = &i->source[s];
            if (source->file == NV30_SRC_ATTRIBUTE)
                survey->attribute[source->number] |= (uint8_t)looks_at(i, s);
            if (source->file == NV30_SRC_CONSTANT)
                survey->constant[source->number] = true;
        }
        if (i->target != NV30_NO_TARGET)
            survey->target[i->unit] = (uint8_t)i->target;
    }
}

/* A texture unit has one texture, so it is read as one target. */
static bool same_target(struct nv30_survey *survey, unsigned n)
{
    const struct nv30_instruction *i = &survey->list[n];
    for (unsigned before = 0; before < n; before++)
        if (i->target != NV30_NO_TARGET && survey->list[before].target != NV30_NO_TARGET &&
            survey->list[before].unit == i->unit && survey->list[before].target != i->target) {
            snprintf(survey->why, sizeof survey->why, "texture unit %u is read as %s and as %s", i->unit,
                     nv30_target_names[survey->list[before].target], nv30_target_names[i->target]);
            return false;
        }
    return true;
}

static bool decode(const struct program *program, struct nv30_survey *survey)
{
    for (unsigned n = 0; n < survey->count; n++) {
        survey->wrong = n;
        if (!nv30_decode(program->dwords + (size_t)n * NV30_DWORDS, &survey->list[n], survey->why,
                         sizeof survey->why) ||
            !same_target(survey, n))
            return false;
    }
    return nv30_program_legal(survey->list, survey->count, &survey->halves, &survey->wrong, survey->why,
                              sizeof survey->why);
}

bool nv30_survey_make(const struct program *program, struct nv30_survey *survey, struct diag *diag)
{
    *survey = (struct nv30_survey){.count = program->count / NV30_DWORDS};
    survey->list = calloc(survey->count, sizeof *survey->list);
    survey->unwritten = calloc((size_t)survey->count * NV30_SOURCES, sizeof *survey->unwritten);
    survey->unread = calloc(survey->count, sizeof *survey->unread);
    if (!survey->list || !survey->unwritten || !survey->unread) {
        nv30_survey_free(survey);
        return diag_set(diag, NULL, 0, "not enough memory");
    }
    if (!decode(program, survey))
        return true;
    survey->why[0] = 0;
    find_unwritten(survey);
    find_unread(survey);
    find_inputs(survey);
    return true;
}

void nv30_survey_free(struct nv30_survey *survey)
{
    free(survey->list);
    free(survey->unwritten);
    free(survey->unread);
    *survey = (struct nv30_survey){0};
}
