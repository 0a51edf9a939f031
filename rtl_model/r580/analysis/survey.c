#include "rtl_model/r580/analysis/survey.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_text.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

void us_channels(unsigned mask, char text[5])
{
    for (unsigned c = 0; c < 4; c++)
        if (mask >> c & 1)
            *text++ = "rgba"[c];
    *text = 0;
}

void us_survey_text(const struct us_survey *survey, unsigned at, char *text, size_t size)
{
    char       *whole = NULL;
    size_t      length = 0, used = 0;
    FILE *const out = open_memstream(&whole, &length);
    text[0] = 0;
    if (!out)
        return;
    us_disassemble(survey->store.words[at].w, 1, 0, out);
    fclose(out);
    const char *from = whole + strspn(whole, " 0123456789");
    for (; from[0] && used + 1 < size; from++)
        if (*from != '\n' && (*from != ' ' || (used && text[used - 1] != ' ')))
            text[used++] = *from;
    text[used] = 0;
    free(whole);
}

/* ---- a launch, or none ------------------------------------------------------------------------------------------ */

/* Alone the program lies at 0, and has what it asks for: all temporaries, and full flow control for its loops. */
static void set_alone(struct us_survey *survey, const struct program *program)
{
    const unsigned count = program->count / US_WORDS;
    survey->setup =
        (struct us_setup){.last = (us_address_t)(count - 1), .range_size = US_STORE - 1, .temporaries = US_TEMPORARIES};
    for (unsigned i = 0; i < count; i++) {
        struct us_cmn cmn;
        struct us_fc  fc;
        memcpy(survey->store.words[i].w, program->dwords + (size_t)i * US_WORDS, sizeof survey->store.words[i].w);
        survey->store.written[i] = true;
        us_unpack_cmn(survey->store.words[i].w, &cmn);
        us_unpack_fc(survey->store.words[i].w, &fc);
        survey->setup.full |= cmn.type == US_FC && (fc.op != US_JUMP || fc.a_op != 0);
    }
}

static enum launch_dim dim_of(const struct us_survey *survey, const uint32_t *words)
{
    struct us_tex tex;
    us_unpack_tex(words, &tex);
    for (unsigned i = 0; survey->launch && i < survey->launch->texture_count; i++)
        if (survey->launch->textures[i].id == tex.tex_id && !survey->launch->textures[i].raw)
            return survey->launch->textures[i].dim;
    return LAUNCH_DIM_2D;
}

/* ---- what has been written -------------------------------------------------------------------------------------- */

static void add_writes(struct us_survey *survey, const struct us_touches *touches, uint8_t written[US_TEMPORARIES])
{
    for (unsigned w = 0; w < touches->write_count; w++) {
        const struct us_touch *write = &touches->write[w];
        survey->writes_by_al |= write->relative;
        for (unsigned i = 0; write->relative && i < US_TEMPORARIES; i++)
            written[i] |= write->channels;
        if (!write->relative)
            written[write->number % US_TEMPORARIES] |= write->channels;
    }
}

/* What has been written behind the instruction that is visited. */
struct writes {
    struct us_survey *survey;
    uint8_t           surely[US_TEMPORARIES], perhaps[US_TEMPORARIES];
};

static void visit(void *context, unsigned at)
{
    struct writes *writes = context;
    memcpy(writes->surely, writes->survey->surely[at], sizeof writes->surely);
    memcpy(writes->perhaps, writes->survey->perhaps[at], sizeof writes->perhaps);
    add_writes(writes->survey, &writes->survey->touches[at], writes->surely);
    add_writes(writes->survey, &writes->survey->touches[at], writes->perhaps);
}

static bool join(void *context, unsigned from, unsigned to)
{
    struct writes *writes = context;
    uint8_t *const surely = writes->survey->surely[to], *const perhaps = writes->survey->perhaps[to];
    unsigned changed = 0;
    (void)from;
    for (unsigned i = 0; i < US_TEMPORARIES; i++) {
        changed |= (surely[i] & ~(unsigned)writes->surely[i]) | (writes->perhaps[i] & ~(unsigned)perhaps[i]);
        surely[i] &= writes->surely[i];
        perhaps[i] |= writes->perhaps[i];
    }
    return changed;
}

static void follow_writes(struct us_survey *survey)
{
    static const struct us_lattice lattice = {visit, join};
    const struct us_setup         *setup = &survey->setup;
    struct writes                  writes = {.survey = survey};
    memset(survey->surely, US_CHANNEL_MASK, sizeof survey->surely);
    memset(survey->surely[setup->first], 0, US_TEMPORARIES);
    for (unsigned i = setup->input_first; i < setup->input_first + setup->input_count; i++)
        survey->surely[setup->first][i] = survey->perhaps[setup->first][i] = US_CHANNEL_MASK;
    us_ways_solve(&survey->ways, setup->first, &lattice, &writes);
}

struct us_survey *us_survey_make(const struct us_chip *chip, const struct program *program, const struct launch *launch,
                                 struct diag *diag)
{
    struct us_survey *survey = calloc(1, sizeof *survey);
    if (!survey) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    survey->launch = launch;
    if (!launch)
        set_alone(survey, program);
    if ((launch && !us_setup(chip, program, launch, &survey->setup, &survey->store, diag)) ||
        !us_ways_find(chip, &survey->setup, &survey->store, launch, &survey->ways, diag)) {
        free(survey);
        return NULL;
    }
    for (unsigned i = 0; i < US_STORE; i++)
        if (survey->store.written[i])
            us_touches(survey->store.words[i].w, dim_of(survey, survey->store.words[i].w), &survey->touches[i]);
    follow_writes(survey);
    return survey;
}
