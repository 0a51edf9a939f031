#include "rtl_model/r580/analysis/skeleton.h"

#include <stdlib.h>

#include "rtl_model/r580/analysis/survey.h"
#include "rtl_model/skeleton_text.h"

/* What a program reads and writes on any way. */
struct needs {
    struct skeleton_pixels pixels;
    uint8_t                inputs[US_TEMPORARIES]; /* channels that are read before they are surely written */
    unsigned               registers;              /* temporaries that are named */
    bool                   by_al;                  /* some are read by an address with aL */
    char                   text[256];
};

static void raise(unsigned *most, unsigned number)
{
    *most = number + 1 > *most ? number + 1 : *most;
}

static void look_at(const struct us_survey *survey, unsigned at, struct needs *needs)
{
    const struct us_touches *touches = &survey->touches[at];
    struct skeleton_pixels  *pixels = &needs->pixels;
    for (unsigned i = 0; i < touches->read_count; i++) {
        const struct us_touch *read = &touches->read[i];
        raise(&needs->registers, read->number);
        needs->by_al |= read->relative;
        if (!read->relative)
            needs->inputs[read->number % US_TEMPORARIES] |=
                (uint8_t)(read->channels & ~survey->surely[at][read->number % US_TEMPORARIES]);
    }
    for (unsigned i = 0; i < touches->write_count; i++)
        raise(&needs->registers, touches->write[i].number);
    for (unsigned i = 0; i < touches->constant_count; i++)
        raise(&pixels->constant_count, touches->constant[i].relative ? US_CONSTANTS - 1 : touches->constant[i].number);
    if (touches->looks_up)
        pixels->textures[touches->texture % SKELETON_TEXTURES] = true;
    pixels->bools |= touches->uses_boolean ? UINT32_C(1) << touches->boolean : 0;
    pixels->loops |= touches->uses_integer ? UINT32_C(1) << touches->integer : 0;
    pixels->exports |= touches->targets & 15u;
    pixels->exports |= touches->targets >> US_DEPTH_TARGET & 1 ? UINT64_C(1) << 61 : 0;
}

/* "R0.rg, R1.b" */
static void put_inputs(struct needs *needs)
{
    enum { MOST = 16 };
    struct skeleton_pixels *pixels = &needs->pixels;
    unsigned                first = US_TEMPORARIES, last = 0, count = 0;
    int                     used = 0;
    for (unsigned i = 0; i < US_TEMPORARIES; i++) {
        char channels[5];
        if (!needs->inputs[i])
            continue;
        first = i < first ? i : first;
        last = i;
        us_channels(needs->inputs[i], channels);
        if (count++ < MOST)
            used += snprintf(needs->text + used, sizeof needs->text - (size_t)used, "%sR%u.%s", count > 1 ? ", " : "",
                             i, channels);
    }
    if (count > MOST)
        used += snprintf(needs->text + used, sizeof needs->text - (size_t)used, " and so on");
    if (needs->by_al)
        snprintf(needs->text + used, sizeof needs->text - (size_t)used, "%sothers by aL", count ? "; " : "");
    if (!count)
        return;
    pixels->input_first = first;
    pixels->input_count = last - first + 1;
    pixels->inputs = needs->text;
}

bool us_skeleton(const struct us_chip *chip, const struct skeleton_request *request, FILE *out, struct diag *diag)
{
    struct us_survey *survey = us_survey_make(chip, request->program, NULL, diag);
    struct needs      needs = {.pixels = {.request = request, .threads = chip->group_pixels}};
    if (!survey)
        return false;
    for (unsigned at = 0; at < US_STORE; at++)
        if (survey->store.written[at] && survey->ways.reached[at])
            look_at(survey, at, &needs);
    put_inputs(&needs);
    if (survey->setup.full) {
        raise(&needs.registers, 1); /* full flow control has at least two (8.6) */
        needs.pixels.registers = "{ \"US_FC_CTRL\": \"0x80000000\" }";
    }
    needs.pixels.num_gprs = needs.registers ? needs.registers : 1;
    for (unsigned i = 0; i < SKELETON_TEXTURES; i++)
        needs.pixels.dims[i] = LAUNCH_DIM_2D;
    free(survey);
    return skeleton_pixels(&needs.pixels, out, diag);
}
