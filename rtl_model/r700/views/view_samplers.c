/* view_samplers.c - the rows of a waveform that say how a SIMD's samplers are set: the fields of their words, border
 * colour, ClearType kernel, and the weights of the bicubic filter (3D 8, 14).  A launch writes them once. */
#include <stdio.h>
#include <string.h>

#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_weight.h"
#include "rtl_model/r700/setup/setup.h"
#include "rtl_model/r700/views/view_stages.h"

/* ---- values: the argument is the sampler's number above the field's place in its list ---------------------------- */

enum { FIELD_BITS = 6 };

#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) FIELD_AT_##name,
/* clang-format off */
enum {
#include "pipeline/texture/texture_sampler.def"
    FIELDS,
    BORDERS = FIELDS, KERNELS = BORDERS + 4, SAMPLER_ROWS = KERNELS + 2
};
/* clang-format on */
#undef TEXTURE_FIELD
_Static_assert(SAMPLER_ROWS < 1 << FIELD_BITS, "a sampler's rows fit");

static unsigned sampler_of(unsigned argument)
{
    return view_argument(argument) >> FIELD_BITS;
}

static uint64_t field_value(const void *context, unsigned argument)
{
    static const struct {
        uint8_t word, high, low;
    } fields[FIELDS] = {
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) {word, high, low},
#include "pipeline/texture/texture_sampler.def"
#undef TEXTURE_FIELD
    };
    const fetch_sampler_t *sampler = &view_simd(context, argument)->fetch_state.sampler[sampler_of(argument)];
    const unsigned         n = argument & ((1u << FIELD_BITS) - 1);
    return register_bits(sampler->word[fields[n].word], (unsigned)REGISTER_BITS(fields[n].high, fields[n].low));
}

static uint64_t border_value(const void *context, unsigned argument)
{
    const struct fetch_state *state = &view_simd(context, argument)->fetch_state;
    return state->border[sampler_of(argument)].element[(argument & ((1u << FIELD_BITS) - 1)) - BORDERS];
}

static uint64_t kernel_value(const void *context, unsigned argument)
{
    const bool height = (argument & ((1u << FIELD_BITS) - 1)) != KERNELS;
    return register_bits(view_simd(context, argument)->fetch_state.kernel[sampler_of(argument)],
                         height ? FIELD_TD_PS_SAMPLERN_CLEARTYPE_KERNEL_HEIGHT
                                : FIELD_TD_PS_SAMPLERN_CLEARTYPE_KERNEL_WIDTH);
}

/* Below the SIMD: direction, phase, tap. */
static uint64_t filter4_value(const void *context, unsigned argument)
{
    const unsigned              n = view_argument(argument);
    const struct texture_kernel kernel = {.filter = TEXTURE_BICUBIC,
                                          .vertical = n >= VIEW_FILTER4_ROWS / 2,
                                          .filter4 = view_simd(context, argument)->fetch_state.filter4};
    const int64_t weight = texture_side_weight(&kernel, n % (VIEW_FILTER4_ROWS / 2) / TEXTURE_TAPS, n % TEXTURE_TAPS);
    return float_of(weight < 0, (uint64_t)(weight < 0 ? -weight : weight),
                    -(int)texture_weight_bits(TEXTURE_BICUBIC, 0));
}

/* ---- the list --------------------------------------------------------------------------------------------------- */

struct sampler_row {
    const char *name, *type;
    unsigned    bits;
    uint64_t (*value)(const void *context, unsigned argument);
};

#define TYPE_UNSIGNED "uint16_t"
#define TYPE_SIGNED "int16_t"
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) {#name, TYPE_##sign, (high) - (low) + 1, field_value},
static const struct sampler_row sampler_rows[SAMPLER_ROWS] = {
#include "pipeline/texture/texture_sampler.def"
    {"border_red", "float", 32, border_value},       {"border_green", "float", 32, border_value},
    {"border_blue", "float", 32, border_value},      {"border_alpha", "float", 32, border_value},
    {"cleartype_width", "uint8_t", 3, kernel_value}, {"cleartype_height", "uint8_t", 3, kernel_value},
};
#undef TEXTURE_FIELD

/* Fields whose values have names. */
static const char *type_of(const struct sampler_row *row)
{
    static const struct {
        const char *name, *type;
    } named[] = {
        {"clamp_x", VIEW_CLAMP_TYPE},
        {"clamp_y", VIEW_CLAMP_TYPE},
        {"clamp_z", VIEW_CLAMP_TYPE},
        {"xy_mag_filter", VIEW_XY_FILTER_TYPE},
        {"xy_min_filter", VIEW_XY_FILTER_TYPE},
        {"z_filter", VIEW_Z_FILTER_TYPE},
        {"mip_filter", VIEW_Z_FILTER_TYPE},
        {"border_color_type", VIEW_BORDER_TYPE},
        {"depth_compare_function", VIEW_COMPARE_TYPE},
        {"chroma_key", VIEW_CHROMA_TYPE},
    };
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++)
        if (strcmp(named[i].name, row->name) == 0)
            return named[i].type;
    return row->type;
}

static unsigned rows_of(unsigned sampler)
{
    return sampler < FETCH_KERNELS ? SAMPLER_ROWS : KERNELS;
}

unsigned view_sampler_count(const struct view_rows *view)
{
    unsigned count = view->filter4 ? VIEW_FILTER4_ROWS : 0;
    for (unsigned s = 0; s < FETCH_SAMPLERS; s++)
        count += view->samplers >> s & 1 ? rows_of(s) : 0;
    return count;
}

static unsigned list_filter4(struct view_rows *view, struct trace_derived *list, unsigned simd, const char *path)
{
    for (unsigned n = 0; n < VIEW_FILTER4_ROWS; n++) {
        snprintf(view->filter4_names[n], sizeof view->filter4_names[n], "%c_phase%u_tap%u",
                 n < VIEW_FILTER4_ROWS / 2 ? 'x' : 'y', n % (VIEW_FILTER4_ROWS / 2) / TEXTURE_TAPS, n % TEXTURE_TAPS);
        list[n] = (struct trace_derived){path,
                                         view->filter4_names[n],
                                         "float",
                                         32,
                                         false,
                                         filter4_value,
                                         simd << VIEW_ARGUMENT_BITS | n,
                                         simd * SIMD_MODULES + AT_fetch_state + 1};
    }
    return VIEW_FILTER4_ROWS;
}

static unsigned list_sampler(unsigned sampler, struct trace_derived *list, unsigned simd, const char *path)
{
    for (unsigned n = 0; n < rows_of(sampler); n++)
        list[n] = (struct trace_derived){path,
                                         sampler_rows[n].name,
                                         type_of(&sampler_rows[n]),
                                         sampler_rows[n].bits,
                                         false,
                                         sampler_rows[n].value,
                                         simd << VIEW_ARGUMENT_BITS | sampler << FIELD_BITS | n,
                                         simd * SIMD_MODULES + AT_fetch_state + 1};
    return rows_of(sampler);
}

unsigned view_samplers_list(struct view_rows *view, struct trace_derived *list, unsigned simd, const char *simd_name)
{
    char(*path)[VIEW_PATH] = view->sampler_paths + (size_t)simd * (FETCH_SAMPLERS + 1);
    unsigned count = 0;
    for (unsigned s = 0; s < FETCH_SAMPLERS; s++, path++) {
        char name[VIEW_SAMPLER_NAME];
        snprintf(*path, sizeof *path, "gpu.view.%s.%s", simd_name, view_sampler_path(s, name));
        if (view->samplers >> s & 1)
            count += list_sampler(s, list + count, simd, *path);
    }
    snprintf(*path, sizeof *path, "gpu.view.%s.filter4", simd_name);
    return view->filter4 ? count + list_filter4(view, list + count, simd, *path) : count;
}

/* ---- which there are --------------------------------------------------------------------------------------------- */

/* 18 each of PS, VS and GS. */
const char *view_sampler_path(unsigned sampler, char name[VIEW_SAMPLER_NAME])
{
    static const char *const stages[] = {"ps", "vs", "gs"};
    snprintf(name, VIEW_SAMPLER_NAME, "%s_sampler%u", stages[sampler / FETCH_KERNELS], sampler % FETCH_KERNELS);
    return name;
}

static bool is_set(const void *words, size_t bytes)
{
    const uint8_t *byte = words;
    while (bytes && !*byte)
        byte++, bytes--;
    return bytes;
}

static void find_in_state(struct view_rows *view, const struct fetch_state *state)
{
    for (unsigned s = 0; s < FETCH_SAMPLERS; s++)
        if (is_set(&state->sampler[s], sizeof state->sampler[s]) ||
            is_set(&state->border[s], sizeof state->border[s]) || (s < FETCH_KERNELS && state->kernel[s]))
            view->samplers |= UINT64_C(1) << s;
    view->filter4 |= is_set(state->filter4, sizeof state->filter4);
}

void view_samplers_find(struct view_rows *view)
{
    const struct gpu *gpu = view->gpu;
    for (unsigned i = 0; i < view->simds; i++)
        find_in_state(view, &gpu->simd[i].fetch_state);
    for (const struct launch *launch = gpu->launch->next; launch; launch = launch->next) {
        for (unsigned i = 0; i < launch->sampler_count; i++)
            view->samplers |= UINT64_C(1) << (gpu_setup_first_sampler(launch->stage) + launch->samplers[i].id);
        view->filter4 |= launch->bicubic_weights.data != NULL;
    }
}

void view_samplers_recall(struct view_rows *view, const char *name)
{
    char              text[VIEW_SAMPLER_NAME];
    const char *const scope = strncmp(name, "gpu.view.", strlen("gpu.view.")) == 0 ? strstr(name, "s_sampler") : NULL;
    for (unsigned s = 0; scope && s < FETCH_SAMPLERS; s++) {
        const size_t length = strlen(view_sampler_path(s, text));
        if (strncmp(scope - 1, text, length) == 0 && scope[length - 1] == '.')
            view->samplers |= UINT64_C(1) << s;
    }
    view->filter4 |= strstr(name, ".filter4.x_phase0_tap0") != NULL;
}
