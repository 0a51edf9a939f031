/* us_ref_alu.c - ALU and output instructions of R580 (R5xx Acceleration 8.4, 8.7), in double precision up to the output
 * modifier. */
#include <math.h>
#include <string.h>

#include "tb/ref/us_ref_internal.h"

enum { CHANNELS = 4, ALPHA = 3, INPUTS = 3 };

/* A number on its way, and the bits that it came from, for what copies them. */
struct number {
    double   value;
    uint32_t bits;
};

static float from_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Denormals are zeros everywhere (8.7.1). */
static struct number number_of(uint32_t bits)
{
    const float value = from_bits(bits);
    return (struct number){isnormal(value) || !isfinite(value) ? (double)value : copysign(0, (double)value), bits};
}

static struct number of_value(double value)
{
    return (struct number){value, to_bits((float)value)};
}

/* ---- sources ---------------------------------------------------------------------------------------------------- */

struct source {
    uint32_t address, constant, relative;
};

/* One channel of a source.  False: aL is not there, or the address is beyond. */
static bool read_channel(struct us_ref_group *group, unsigned p, const struct source *source, unsigned channel,
                         struct number *value)
{
    const int address = (int)source->address + (source->relative ? group->al : 0);
    if (source->relative && !group->has_al)
        return us_ref_fail(group, "aL is read outside of all loops (8.6.2)");
    if (source->constant) {
        if (address < 0 || address >= US_CONSTANTS)
            return us_ref_fail(group, "a constant beyond the last is read");
        *value = number_of(to_bits(group->program->constants[address][channel]));
        return true;
    }
    if (source->address >= US_TEMPORARIES) {
        *value = of_value((double)us_inline_constant(source->address % US_TEMPORARIES));
        return true;
    }
    if (address < 0 || (unsigned)address >= group->program->temporaries)
        return us_ref_fail(group, "a temporary beyond US_PIXSIZE is read");
    *value = number_of(group->pixels[p].temporaries[address][channel]);
    return true;
}

static double presubtract(unsigned op, double first, double second)
{
    return op == 0 ? 1 - 2 * first : op == 1 ? second - first : op == 2 ? second + first : 1 - first;
}

/* src0, src1, src2 and srcp, each with all four channels: RGB of the RGB addresses, alpha of the alpha addresses. */
struct sources {
    struct number of[4][CHANNELS];
};

static bool read_sources(struct us_ref_group *group, unsigned p, const struct us_alu *alu, struct sources *sources)
{
    const struct source rgb[] = {{alu->rgb_addr0, alu->rgb_addr0_const, alu->rgb_addr0_rel},
                                 {alu->rgb_addr1, alu->rgb_addr1_const, alu->rgb_addr1_rel},
                                 {alu->rgb_addr2, alu->rgb_addr2_const, alu->rgb_addr2_rel}},
                        alpha[] = {{alu->alpha_addr0, alu->alpha_addr0_const, alu->alpha_addr0_rel},
                                   {alu->alpha_addr1, alu->alpha_addr1_const, alu->alpha_addr1_rel},
                                   {alu->alpha_addr2, alu->alpha_addr2_const, alu->alpha_addr2_rel}};
    for (unsigned s = 0; s < INPUTS; s++)
        for (unsigned c = 0; c < CHANNELS; c++)
            if (!read_channel(group, p, c == ALPHA ? &alpha[s] : &rgb[s], c, &sources->of[s][c]))
                return false;
    for (unsigned c = 0; c < CHANNELS; c++)
        sources->of[US_SRCP][c] = of_value((double)(float)presubtract(
            c == ALPHA ? alu->alpha_srcp_op : alu->rgb_srcp_op, sources->of[0][c].value, sources->of[1][c].value));
    return true;
}

/* ---- inputs ----------------------------------------------------------------------------------------------------- */

static struct number modified(struct number from, unsigned modifier)
{
    if (modifier & US_MOD_ABS)
        from = (struct number){fabs(from.value), from.bits & 0x7fffffff};
    if (modifier & US_MOD_NEG)
        from = (struct number){-from.value, from.bits ^ 0x80000000};
    return from;
}

static struct number selected(const struct sources *sources, unsigned sel, unsigned swizzle)
{
    if (swizzle < CHANNELS)
        return sources->of[sel][swizzle];
    return of_value(swizzle == US_HALF ? 0.5 : swizzle == US_ONE ? 1 : 0);
}

/* A, B and C of the four channels; those of alpha are the fourth. */
struct inputs {
    struct number of[INPUTS][CHANNELS];
};

static void choose_inputs(const struct us_alu *alu, const struct sources *sources, struct inputs *inputs)
{
    const uint32_t sel[INPUTS][2] = {{alu->rgb_sel_a, alu->alpha_sel_a},
                                     {alu->rgb_sel_b, alu->alpha_sel_b},
                                     {alu->rgb_sel_c, alu->alpha_sel_c}},
                   mod[INPUTS][2] = {{alu->rgb_mod_a, alu->alpha_mod_a},
                                     {alu->rgb_mod_b, alu->alpha_mod_b},
                                     {alu->rgb_mod_c, alu->alpha_mod_c}},
                   swizzle[INPUTS][CHANNELS] = {
                       {alu->red_swiz_a, alu->green_swiz_a, alu->blue_swiz_a, alu->alpha_swiz_a},
                       {alu->red_swiz_b, alu->green_swiz_b, alu->blue_swiz_b, alu->alpha_swiz_b},
                       {alu->red_swiz_c, alu->green_swiz_c, alu->blue_swiz_c, alu->alpha_swiz_c}};
    for (unsigned i = 0; i < INPUTS; i++)
        for (unsigned c = 0; c < CHANNELS; c++)
            inputs->of[i][c] = modified(selected(sources, sel[i][c == ALPHA], swizzle[i][c]), mod[i][c == ALPHA]);
}

/* MDH and MDV: A is src0 of the quad's first pixel, C that of the second or third (8.4.4). */
static bool neighbours(struct us_ref_group *group, unsigned p, const struct us_alu *alu, bool down, bool alpha,
                       struct inputs *inputs)
{
    struct sources first, other;
    if (!read_sources(group, p / 4 * 4, alu, &first) || !read_sources(group, p / 4 * 4 + (down ? 2 : 1), alu, &other))
        return false;
    for (unsigned c = alpha ? ALPHA : 0; c < (alpha ? CHANNELS : ALPHA); c++) {
        inputs->of[0][c] = modified(first.of[0][c], alpha ? alu->alpha_mod_a : alu->rgb_mod_a);
        inputs->of[2][c] = modified(other.of[0][c], alpha ? alu->alpha_mod_c : alu->rgb_mod_c);
    }
    return true;
}

/* ---- operations ------------------------------------------------------------------------------------------------- */

static double times(const struct us_ref_group *group, double a, double b)
{
    return group->program->zero_times_anything && (a == 0 || b == 0) ? 0 : a * b;
}

static struct number of_three(const struct us_ref_group *group, unsigned op, const struct inputs *in, unsigned c)
{
    const struct number a = in->of[0][c], b = in->of[1][c], third = in->of[2][c];
    switch (op) {
    case US_RGB_MIN:
        return a.value < b.value ? a : b;
    case US_RGB_MAX:
        return a.value >= b.value ? a : b;
    case US_RGB_CND:
        return third.value > 0.5 ? a : b;
    case US_RGB_CMP:
        return third.value >= 0 ? a : b;
    case US_RGB_FRC:
        return of_value(a.value - floor(a.value));
    default:
        return of_value(times(group, a.value, b.value) + third.value);
    }
}

static struct number dot(const struct us_ref_group *group, unsigned op, const struct inputs *in)
{
    double sum =
        times(group, in->of[0][0].value, in->of[1][0].value) + times(group, in->of[0][1].value, in->of[1][1].value);
    if (op == US_RGB_D2A)
        return of_value(sum + in->of[2][2].value);
    sum += times(group, in->of[0][2].value, in->of[1][2].value);
    if (op == US_RGB_DP4)
        sum += times(group, in->of[0][ALPHA].value, in->of[1][ALPHA].value);
    return of_value(sum);
}

static struct number transcendental(unsigned op, double a)
{
    const double turn = 2 * 3.14159265358979323846;
    double       value = 0;
    switch (op) {
    case US_ALPHA_EX2:
        value = exp2(a);
        break;
    case US_ALPHA_LN2:
        value = log2(a);
        break;
    case US_ALPHA_RCP:
        value = 1 / a;
        break;
    case US_ALPHA_RSQ: /* of -0 too +infinity (8.7.3) */
        value = a == 0 ? (double)INFINITY : 1 / sqrt(a);
        break;
    case US_ALPHA_SIN:
        value = sin((a - floor(a)) * turn);
        break;
    default:
        value = cos((a - floor(a)) * turn);
        break;
    }
    return number_of(to_bits((float)value));
}

/* The common operations of alpha, under the names that RGB has for them. */
static unsigned as_rgb(unsigned alpha_op)
{
    static const uint8_t same[] = {
        [US_ALPHA_MAD] = US_RGB_MAD, [US_ALPHA_MIN] = US_RGB_MIN, [US_ALPHA_MAX] = US_RGB_MAX,
        [US_ALPHA_CND] = US_RGB_CND, [US_ALPHA_CMP] = US_RGB_CMP, [US_ALPHA_FRC] = US_RGB_FRC,
        [US_ALPHA_MDH] = US_RGB_MDH, [US_ALPHA_MDV] = US_RGB_MDV};
    return same[alpha_op];
}

static bool is_transcendental(unsigned alpha_op)
{
    return alpha_op >= US_ALPHA_EX2 && alpha_op <= US_ALPHA_COS;
}

static bool is_dot(unsigned rgb_op)
{
    return rgb_op >= US_RGB_DP3 && rgb_op <= US_RGB_D2A;
}

static bool compute(struct us_ref_group *group, unsigned p, const struct us_alu *alu, struct number *results)
{
    struct sources sources;
    struct inputs  inputs;
    if (!read_sources(group, p, alu, &sources))
        return false;
    choose_inputs(alu, &sources, &inputs);
    if ((alu->rgb_op == US_RGB_MDH || alu->rgb_op == US_RGB_MDV) &&
        !neighbours(group, p, alu, alu->rgb_op == US_RGB_MDV, false, &inputs))
        return false;
    if (alu->alpha_op >= US_ALPHA_MDH && !neighbours(group, p, alu, alu->alpha_op == US_ALPHA_MDV, true, &inputs))
        return false;
    const struct number scalar = is_transcendental(alu->alpha_op)
                                     ? transcendental(alu->alpha_op, inputs.of[0][ALPHA].value)
                                     : of_value(0),
                        product = is_dot(alu->rgb_op) ? dot(group, alu->rgb_op, &inputs) : of_value(0);
    for (unsigned c = 0; c < ALPHA; c++)
        results[c] = is_dot(alu->rgb_op)         ? product
                     : alu->rgb_op == US_RGB_SOP ? scalar
                                                 : of_three(group, alu->rgb_op, &inputs, c);
    results[ALPHA] = is_transcendental(alu->alpha_op) ? scalar
                     : alu->alpha_op == US_ALPHA_DP   ? product
                                                      : of_three(group, as_rgb(alu->alpha_op), &inputs, ALPHA);
    return true;
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

/* Output modifier and clamp; disabled, the bits stay what they were (8.4.5). */
static uint32_t finished(struct number from, unsigned omod, bool clamp)
{
    static const double factors[] = {1, 2, 4, 8, 0.5, 0.25, 0.125};
    if (omod == 7)
        return from.bits;
    double value = from.value * factors[omod];
    if (clamp)
        value = value > 0 ? (value < 1 ? value : 1) : 0;
    const float rounded = (float)value;
    if (isnan(rounded))
        return 0x7fffffff;
    return to_bits(isnormal(rounded) || isinf(rounded) ? rounded : copysignf(0, rounded));
}

static bool compares(unsigned op, uint32_t bits)
{
    const double value = number_of(bits).value;
    return op == 0 ? value == 0 : op == 1 ? value < 0 : op == 2 ? value >= 0 : !(value == 0);
}

bool us_ref_predicate(const struct us_ref_lane *lane, unsigned select, bool inverted, unsigned channel)
{
    if (select == 0)
        return true;
    return lane->predicate[select == 1 ? channel : select - 2] != inverted;
}

struct instruction {
    struct us_cmn cmn;
    struct us_alu alu;
};

static bool write_temporary(struct us_ref_group *group, unsigned p, const struct instruction *i, unsigned c,
                            uint32_t bits)
{
    const bool relative = c == ALPHA ? i->alu.alpha_addrd_rel : i->alu.rgb_addrd_rel;
    const int  address = (int)(c == ALPHA ? i->alu.alpha_addrd : i->alu.rgb_addrd) + (relative ? group->al : 0);
    if (relative && !group->has_al)
        return us_ref_fail(group, "aL is read outside of all loops (8.6.2)");
    if (address < 0 || (unsigned)address >= group->program->temporaries)
        return us_ref_fail(group, "a temporary beyond US_PIXSIZE is written");
    group->pixels[p].temporaries[address][c] = bits;
    return true;
}

static bool write_pixel(struct us_ref_group *group, unsigned p, const struct instruction *i, const uint32_t *bits)
{
    struct us_ref_lane *lane = &group->lanes[p];
    const unsigned      wmask = i->cmn.rgb_wmask | i->cmn.alpha_wmask << ALPHA,
                   omask = i->cmn.rgb_omask | i->cmn.alpha_omask << ALPHA;
    bool predicate[CHANNELS];
    for (unsigned c = 0; c < CHANNELS; c++)
        predicate[c] = us_ref_predicate(lane, c == ALPHA ? i->cmn.alpha_pred_sel : i->cmn.rgb_pred_sel,
                                        c == ALPHA ? i->cmn.alpha_pred_inv : i->cmn.rgb_pred_inv, c);
    for (unsigned c = 0; c < CHANNELS; c++) {
        const unsigned target = c == ALPHA ? i->alu.alpha_target : i->alu.rgb_target;
        if (wmask >> c & 1 && predicate[c] && !write_temporary(group, p, i, c, bits[c]))
            return false;
        if (!(omask >> c & 1))
            continue;
        if (i->cmn.type == US_ALU)
            lane->predicate[c] = compares(target, bits[c]);
        else if (predicate[c])
            group->pixels[p].output[target][c] = from_bits(bits[c]);
    }
    if (i->alu.alu_wmask) {
        lane->result = compares(i->cmn.alu_result_op, bits[i->cmn.alu_result_sel ? ALPHA : 0]);
        lane->result_of = group->flows + 1;
    }
    return true;
}

bool us_ref_alu(struct us_ref_group *group, const uint32_t *words)
{
    static uint32_t    results[US_REF_GROUP_MAX][CHANNELS];
    struct instruction instruction;
    us_unpack_cmn(words, &instruction.cmn);
    us_unpack_alu(words, &instruction.alu);
    if (instruction.alu.rgb_op == 6 || instruction.alu.rgb_op > US_RGB_MDV || instruction.alu.alpha_op == 4)
        return us_ref_fail(group, "a reserved operation");
    for (unsigned p = 0; p < group->count; p++) {
        struct number numbers[CHANNELS];
        if (!compute(group, p, &instruction.alu, numbers))
            return false;
        for (unsigned c = 0; c < CHANNELS; c++)
            results[p][c] = finished(numbers[c], c == ALPHA ? instruction.alu.alpha_omod : instruction.alu.rgb_omod,
                                     c == ALPHA ? instruction.cmn.alpha_clamp : instruction.cmn.rgb_clamp);
    }
    for (unsigned p = 0; p < group->count; p++)
        if ((group->lanes[p].state == US_REF_ACTIVE || instruction.cmn.write_inactive) &&
            !write_pixel(group, p, &instruction, results[p]))
            return false;
    if (instruction.cmn.type == US_OUT)
        group->counts->out++;
    else
        group->counts->alu++;
    return true;
}
