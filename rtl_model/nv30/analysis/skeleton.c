#include "rtl_model/nv30/analysis/skeleton.h"

#include "rtl_model/nv30/analysis/survey.h"
#include "rtl_model/nv30/nv30.h"
#include "rtl_model/skeleton_text.h"

enum { PIXELS = 64 }; /* what the file has by default: sixteen quads */

/* "f[TEX0].xy, f[COL0].xyzw"; a texture read looks at 1/W, too, which is 1 when it is not given. */
static void put_inputs(const struct nv30_survey *survey, struct skeleton_pixels *pixels, char *text, size_t size)
{
    int used = 0;
    for (unsigned a = 0; a < NV30_ATTRIBUTES; a++) {
        if (!survey->attribute[a])
            continue;
        if (!pixels->input_count)
            pixels->input_first = a;
        pixels->input_count = a - pixels->input_first + 1;
        used += snprintf(text + used, size - (size_t)used, "%sf[%s].", used ? ", " : "", nv30_attribute_names[a]);
        for (unsigned c = 0; c < 4; c++)
            if (survey->attribute[a] >> c & 1)
                used += snprintf(text + used, size - (size_t)used, "%c", "xyzw"[c]);
    }
    pixels->inputs = text;
}

static void put_outputs(const struct nv30_survey *survey, struct skeleton_pixels *pixels)
{
    for (unsigned i = 0; i < survey->count; i++)
        if (survey->list[i].file == NV30_DST_OUTPUT)
            pixels->exports |= survey->list[i].number == NV30_DEPR ? UINT64_C(1) << NV30_DEPTH : 1;
}

bool nv30_skeleton(const struct skeleton_request *request, FILE *out, struct diag *diag)
{
    static const enum launch_dim dims[NV30_TARGETS] = {[NV30_1D] = LAUNCH_DIM_1D,
                                                       [NV30_2D] = LAUNCH_DIM_2D,
                                                       [NV30_3D] = LAUNCH_DIM_3D,
                                                       [NV30_CUBE] = LAUNCH_DIM_CUBEMAP};
    struct skeleton_pixels       pixels = {.request = request, .threads = PIXELS, .dims_known = true};
    struct nv30_survey           survey;
    char                         text[512] = "";
    if (!nv30_survey_make(request->program, &survey, diag))
        return false;
    bool good = !survey.why[0] || nv30_refuse(request->program, request->path, survey.wrong, survey.why, diag);
    put_inputs(&survey, &pixels, text, sizeof text);
    put_outputs(&survey, &pixels);
    for (unsigned i = 0; i < NV30_CONSTANTS; i++)
        pixels.constant_count = survey.constant[i] ? i + 1 : pixels.constant_count;
    for (unsigned i = 0; i < NV30_UNITS; i++) {
        pixels.textures[i] = survey.target[i] != NV30_NO_TARGET;
        pixels.dims[i] = dims[survey.target[i]];
    }
    if (good && request->threads % 4)
        good = diag_set(diag, NULL, 0, "--threads %u: expected whole quads of 4", (unsigned)request->threads);
    good = good && skeleton_pixels(&pixels, out, diag);
    nv30_survey_free(&survey);
    return good;
}
