#include "rtl_model/r580/alu_inputs.h"

#include <math.h>
#include <stddef.h>

#include "kit/bits.h"

struct us_number us_number(uint32_t bits)
{
    const bool denormal = (bits & 0x7f800000) == 0;
    return (struct us_number){(double)as_float(denormal ? bits & 0x80000000 : bits), bits};
}

static struct us_number constant(float value)
{
    return (struct us_number){(double)value, as_bits(value)};
}

/* ---- which field says it ----------------------------------------------------------------------------------------- */

static unsigned selects(const struct us_alu *alu, unsigned input, bool alpha)
{
    const uint32_t fields[US_INPUTS_ABC][2] = {
        {alu->rgb_sel_a, alu->alpha_sel_a}, {alu->rgb_sel_b, alu->alpha_sel_b}, {alu->rgb_sel_c, alu->alpha_sel_c}};
    return fields[input][alpha];
}

static unsigned modifies(const struct us_alu *alu, unsigned input, bool alpha)
{
    const uint32_t fields[US_INPUTS_ABC][2] = {
        {alu->rgb_mod_a, alu->alpha_mod_a}, {alu->rgb_mod_b, alu->alpha_mod_b}, {alu->rgb_mod_c, alu->alpha_mod_c}};
    return fields[input][alpha];
}

static unsigned swizzles(const struct us_alu *alu, unsigned input, unsigned channel)
{
    const uint32_t fields[US_INPUTS_ABC][US_CHANNELS] = {
        {alu->red_swiz_a, alu->green_swiz_a, alu->blue_swiz_a, alu->alpha_swiz_a},
        {alu->red_swiz_b, alu->green_swiz_b, alu->blue_swiz_b, alu->alpha_swiz_b},
        {alu->red_swiz_c, alu->green_swiz_c, alu->blue_swiz_c, alu->alpha_swiz_c}};
    return fields[input][channel];
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* What is computed of src0 and src1 before anything else (8.4.2). */
static struct us_number presubtracted(const uint32_t *sources, unsigned op, unsigned channel)
{
    const double src0 = us_number(sources[channel]).value, src1 = us_number(sources[US_CHANNELS + channel]).value;
    const double value[] = {1 - 2 * src0, src1 - src0, src1 + src0, 1 - src0};
    return us_number(as_bits((float)value[op]));
}

static struct us_number chosen(const struct us_alu *alu, const uint32_t *sources, unsigned select, unsigned swizzle)
{
    if (swizzle >= US_CHANNELS)
        return constant(swizzle == US_HALF ? 0.5f : swizzle == US_ONE ? 1 : 0);
    if (select == US_SRCP)
        return presubtracted(sources, swizzle == US_ALPHA ? alu->alpha_srcp_op : alu->rgb_srcp_op, swizzle);
    return us_number(sources[select * US_CHANNELS + swizzle]);
}

static struct us_number modified(struct us_number number, unsigned modifier)
{
    if (modifier & US_MOD_ABS)
        number = (struct us_number){fabs(number.value), number.bits & 0x7fffffff};
    if (modifier & US_MOD_NEG)
        number = (struct us_number){-number.value, number.bits ^ 0x80000000};
    return number;
}

/* MDH and MDV take A and C from src0 of other pixels of the quad, whatever select and swizzle say (8.4.4). */
static const uint32_t *neighbour(const struct us_alu *alu, const struct us_pixel_sources *sources, unsigned input,
                                 bool alpha)
{
    const bool across = alpha ? alu->alpha_op == US_ALPHA_MDH : alu->rgb_op == US_RGB_MDH,
               down = alpha ? alu->alpha_op == US_ALPHA_MDV : alu->rgb_op == US_RGB_MDV;
    if (input == US_INPUT_B || !(across || down))
        return NULL;
    return input == US_INPUT_A ? sources->first : down ? sources->below : sources->right;
}

struct us_number us_input(const struct us_alu *alu, const struct us_pixel_sources *sources, unsigned input,
                          unsigned channel)
{
    const bool            alpha = channel == US_ALPHA;
    const uint32_t *const other = neighbour(alu, sources, input, alpha);
    const unsigned        select = selects(alu, input, alpha), swizzle = swizzles(alu, input, channel);
    return modified(other ? us_number(other[channel]) : chosen(alu, sources->own, select, swizzle),
                    modifies(alu, input, alpha));
}

/* ---- what is looked at ------------------------------------------------------------------------------------------- */

static unsigned used_by(const struct us_alu *alu, unsigned input, unsigned channel)
{
    const unsigned swizzle = swizzles(alu, input, channel), select = selects(alu, input, channel == US_ALPHA);
    if (swizzle >= US_CHANNELS)
        return 0;
    const unsigned unit = swizzle == US_ALPHA ? 3 : 0;
    if (select != US_SRCP)
        return 1u << (unit + select);
    const unsigned op = swizzle == US_ALPHA ? alu->alpha_srcp_op : alu->rgb_srcp_op;
    return (op == 1 || op == 2 ? 3u : 1u) << unit;
}

static bool is_quad_op(unsigned rgb_op)
{
    return rgb_op == US_RGB_MDH || rgb_op == US_RGB_MDV;
}

unsigned us_sources_used(const struct us_alu *alu)
{
    const unsigned rgb = us_rgb_inputs((enum us_rgb_op)alu->rgb_op),
                   alpha = us_alpha_inputs((enum us_alpha_op)alu->alpha_op);
    unsigned used = 0;
    for (unsigned channel = 0; channel < US_CHANNELS; channel++) {
        const bool     is_alpha = channel == US_ALPHA;
        const bool     dot4 = is_alpha && alu->rgb_op == US_RGB_DP4;
        const unsigned inputs = !is_alpha ? rgb : dot4 && alpha < 2 ? 2 : alpha;
        const bool     quad = is_alpha ? alu->alpha_op >= US_ALPHA_MDH : is_quad_op(alu->rgb_op);
        for (unsigned input = 0; input < inputs; input++)
            used |= quad && input != US_INPUT_B ? 1u << (is_alpha ? 3 : 0) : used_by(alu, input, channel);
    }
    return used;
}
