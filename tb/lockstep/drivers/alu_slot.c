/* alu_slot.c - an ALU slot beside its twin: every operation and modifier, with operands that meet at the corners. */
#include "pipeline/alu/alu_slot.h"
#include "pipeline/alu/alu_functions.h"

#include <math.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver;
    (void)random;
    memset(state, 0, sizeof(struct alu_slot));
    alu_slot_reset(state);
}

static uint32_t with_exponent(uint32_t word, uint32_t exponent)
{
    return (word & 0x807fffffu) | (exponent & 0xff) << 23;
}

/* An integer of up to 22 bits and a half, made of the operand that RNDNE does not read. */
static void drive_half_way(struct alu_slot_in *in)
{
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t other = in->src1.lane[i];
        const float    value = (float)(other >> (10 + (other >> 3) % 22)) + 0.5f;
        if (other % 8 == 1)
            memcpy(&in->src0.lane[i], &value, sizeof value);
    }
}

/* Operands that alone are ordinary and together are not. */
static void relate(struct stimulus *random, uint32_t *a, uint32_t *b, uint32_t *c)
{
    const uint32_t exponent = *a >> 23 & 0xff, sign = (uint32_t)stimulus_bits(random, 1) << 31;
    switch (stimulus_below(random, 8)) {
    case 0: /* equal, or equal but for the sign */
        *b = *a ^ sign;
        break;
    case 1: /* a difference in the last places, a sum that moves far: the adder's alignment and leading zeros */
        *b = with_exponent(*a ^ sign, exponent + stimulus_below(random, 57) - 28) + stimulus_below(random, 5) - 2;
        break;
    case 2: /* a product about the smallest normal number, or about the largest */
        *a = (uint32_t)stimulus_bits(random, 32);
        *b = with_exponent((uint32_t)stimulus_bits(random, 32),
                           (stimulus_chance(random, 50) ? 129 : 381) - (*a >> 23 & 0xff) - stimulus_below(random, 6));
        break;
    case 3: /* a product that the third operand nearly cancels */
        *b = 0x3f800000u + stimulus_below(random, 3) - 1;
        *c = (*a ^ 0x80000000u) + stimulus_below(random, 5) - 2;
        break;
    case 4: /* a product half way between two numbers, or with one bit more: its last bits are those of the operands */
        *a = ((uint32_t)stimulus_bits(random, 32) & 0xfffff000u) | 0x800u;
        *b = ((uint32_t)stimulus_bits(random, 32) & 0xffffe000u) | 0x100u << stimulus_below(random, 5);
        *b = with_exponent(*b, 254 - (*a >> 23 & 0xff));
        break;
    default:
        break;
    }
}

/* A word of any class of numbers, each as often: infinities and NaNs are few among the corners. */
static uint32_t of_a_class(struct stimulus *random)
{
    const uint32_t sign = (uint32_t)stimulus_bits(random, 1) << 31, mantissa = 1 + stimulus_below(random, 0x7fffff);
    switch (stimulus_below(random, 5)) {
    case 0:
        return sign;
    case 1:
        return sign | mantissa;
    case 2:
        return with_exponent(sign | mantissa, 1 + stimulus_below(random, 254));
    case 3:
        return sign | 0x7f800000u;
    default:
        return sign | 0x7f800000u | mantissa;
    }
}

static void drive_classes(struct alu_slot_in *in, struct stimulus *random)
{
    for (int i = 0; i < QUARTER; i++) {
        in->src0.lane[i] = of_a_class(random);
        in->src1.lane[i] = of_a_class(random);
        in->src2.lane[i] = of_a_class(random);
    }
}

static void drive_operands(struct alu_slot_in *in, struct stimulus *random)
{
    stimulus_quarter(random, &in->src0);
    stimulus_quarter(random, &in->src1);
    stimulus_quarter(random, &in->src2);
    for (int i = 0; i < QUARTER; i++)
        relate(random, &in->src0.lane[i], &in->src1.lane[i], &in->src2.lane[i]);
}

/* A function with a table, all over it: the last bit of a coefficient shows in one of hundred results of its entry. */
static void drive_function(struct alu_slot_in *in, struct stimulus *random)
{
    static const enum isa_alu_id functions[] = {
        ISA_OP2_RECIP_IEEE, ISA_OP2_RECIPSQRT_IEEE, ISA_OP2_SQRT_IEEE,  ISA_OP2_EXP_IEEE, ISA_OP2_LOG_IEEE, ISA_OP2_SIN,
        ISA_OP2_COS,        ISA_OP2_RECIP_INT,      ISA_OP2_RECIP_UINT,
    };
    in->op = (alu_slot_op_t)functions[stimulus_below(random, sizeof functions / sizeof functions[0])];
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t sign = (uint32_t)stimulus_bits(random, 1) << 31;
        const uint32_t exponent = 119 + stimulus_below(random, 12);
        if (stimulus_chance(random, 25)) /* from 15/16 to 17/16, where a logarithm is near its zero */
            in->src0.lane[i] =
                (stimulus_chance(random, 50) ? 0x3f700000u : 0x3f800000u) + (uint32_t)stimulus_bits(random, 20);
        else
            in->src0.lane[i] = sign | exponent << 23 | (uint32_t)stimulus_bits(random, 23);
    }
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct alu_slot_in *in = &((struct alu_slot *)state)->in;
    (void)driver;
    in->valid = stimulus_chance(random, 90);
    in->op = (alu_slot_op_t)stimulus_below(random, ISA_ALU_COUNT);
    in->absolute = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_bits(random, 3));
    in->negate = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_bits(random, 3));
    if (stimulus_chance(random, 10)) /* -|x|: two independent chances make it rare */
        in->absolute = in->negate = 7;
    in->omod = (uint8_t)(stimulus_chance(random, 30) ? 0 : stimulus_bits(random, 2));
    in->clamp = stimulus_chance(random, 50) ? (uint8_t)(1 + stimulus_bits(random, 1)) : CLAMP_OFF;
    in->mask = (quarter_mask_t)stimulus_mask(random);
    if (stimulus_chance(random, 20))
        drive_classes(in, random);
    else
        drive_operands(in, random);
    if (stimulus_chance(random, 25))
        drive_function(in, random);
    if (in->op == ISA_OP2_RNDNE)
        drive_half_way(in);
    in->wide = stimulus_chance(random, 15);
    stimulus_quarter(random, &in->wide_value);
    in->wide_flags = (quarter_mask_t)stimulus_mask(random);
}

static void clock(void *state)
{
    struct alu_slot *slot = state;
    rtl_eval(alu_slot_eval, slot);
    rtl_commit(slot);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const struct alu_slot_in *offered(const void *state)
{
    const struct alu_slot_in *in = &((const struct alu_slot *)state)->in;
    return in->valid ? in : NULL;
}

static const char *operation_name(unsigned value)
{
    return isa_alu_ops[value].name;
}

static int operation(const void *state)
{
    const struct alu_slot_in *in = offered(state);
    return in ? (int)in->op : -1;
}

static const char *modifier_name(unsigned value)
{
    static const char *const names[] = {"x", "|x|", "-x", "-|x|"};
    return names[value];
}

#define MODIFIER(n)                                                                                                    \
    static int modifier##n(const void *state)                                                                          \
    {                                                                                                                  \
        const struct alu_slot_in *in = offered(state);                                                                 \
        return in ? (in->absolute >> n & 1) | (in->negate >> n & 1) << 1 : -1;                                         \
    }
MODIFIER(0)
MODIFIER(1)
MODIFIER(2)

static const char *output_name(unsigned value)
{
    static const char *const names[] = {"1",
                                        "*2",
                                        "*4",
                                        "/2",
                                        "1 clamped",
                                        "*2 clamped",
                                        "*4 clamped",
                                        "/2 clamped",
                                        "1 clamped, NaN kept",
                                        "*2 clamped, NaN kept",
                                        "*4 clamped, NaN kept",
                                        "/2 clamped, NaN kept"};
    return names[value];
}

static int output(const void *state)
{
    const struct alu_slot_in *in = offered(state);
    return in ? in->omod | in->clamp << 2 : -1;
}

static const struct stimulus_part parts[] = {
    {"operation", ISA_ALU_COUNT, operation_name, operation},
    {"modifier 0", 4, modifier_name, modifier0},
    {"modifier 1", 4, modifier_name, modifier1},
    {"modifier 2", 4, modifier_name, modifier2},
    {"output modifier", 12, output_name, output},
    {NULL, 0, NULL, NULL},
};
static const struct stimulus_cross crosses[] = {
    {"operation", "i_src0", "modifier 0"},
    {"operation", "i_src1", "modifier 1"},
    {"operation", "i_src2", "modifier 2"},
    {"operation", "output modifier", NULL},
    {NULL, NULL, NULL},
};
static const char *const edges[] = {"MUL: a tie above an even number",
                                    "MUL: a tie above an odd number",
                                    "ADD: a tie above an even number",
                                    "ADD: a tie above an odd number",
                                    "RNDNE: a tie above an even number",
                                    "RNDNE: a tie above an odd number",
                                    NULL};

/* As modifiers leave it; an infinity, a NaN and what is no normal number is 0. */
static double operand_of(const struct alu_slot_in *in, const quarter_t *source, unsigned number, int lane)
{
    uint32_t word = source->lane[lane];
    float    value;
    word = in->absolute >> number & 1 ? word & 0x7fffffffu : word;
    word ^= (uint32_t)(in->negate >> number & 1) << 31;
    memcpy(&value, &word, sizeof value);
    return isnormal(value) ? (double)value : 0;
}

/* Of a number that a double holds exactly, 25 significant bits: 1 above an even number of 24, 2 above an odd one. */
static unsigned tie_of(double exact)
{
    int            exponent;
    const uint64_t digits = (uint64_t)ldexp(fabs(frexp(exact, &exponent)), 25);
    if (exponent < -124 || exponent > 127 || ldexp((double)digits, exponent - 25) != fabs(exact) || !(digits & 1))
        return 0;
    return 1 + (digits >> 1 & 1);
}

static unsigned lane_met(const struct alu_slot_in *in, int lane)
{
    const double a = operand_of(in, &in->src0, 0, lane), b = operand_of(in, &in->src1, 1, lane);
    switch (in->op) {
    case ISA_OP2_MUL:
        return tie_of(a * b);
    case ISA_OP2_ADD: /* exact within 2^28 of each other, where ties are */
        return fabs(a) < 0x1p28 * fabs(b) && fabs(b) < 0x1p28 * fabs(a) ? tie_of(a + b) << 2 : 0;
    case ISA_OP2_RNDNE:
        return fabs(a) < 0x1p22 && fabs(a) - floor(fabs(a)) == 0.5 ? 16u << ((unsigned)fabs(a) & 1) : 0;
    default:
        return 0;
    }
}

static uint64_t met(const void *state)
{
    const struct alu_slot_in *in = offered(state);
    unsigned                  bits = 0;
    for (int lane = 0; in && lane < QUARTER; lane++)
        bits |= lane_met(in, lane);
    return bits;
}

static const struct stimulus_gap gaps[] = {
    {"i_op", "ILLEGAL", "what cannot be decoded is not issued"},
    {"i_clamp", "3", "DX10_CLAMP is 0 or 1"},
    {"r_s1_clamp", "3", "DX10_CLAMP is 0 or 1"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_alu_slot = {
    LOCKSTEP_BLOCK(alu_slot, alu_slot, alu_slot),
    .doc = "one ALU slot: modifiers and every operation of one slot (ISA 4.7.2, 4.8, 4.9.1, 9.2)",
    .lifetime = 5000,
    .parts = parts,
    .crosses = crosses,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    LOCKSTEP_INSTANCES(slot),
};
