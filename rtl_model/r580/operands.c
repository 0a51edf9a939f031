#include "rtl_model/r580/operands.h"

#include "kit/bits.h"
#include "rtl_model/r580/alu_inputs.h"

RTL_TABLE(us_operands, US_OPERANDS_SIGNALS);

enum { UNITS = 2, SOURCES = 3 };

/* ---- addresses --------------------------------------------------------------------------------------------------- */

enum space { TEMPORARY, CONSTANT, INLINE };
struct source {
    enum space space;
    int        number;
    bool       relative;
};

static struct source source_of(uint32_t address, uint32_t is_constant, uint32_t relative, us_al_t al)
{
    const bool inlined = !is_constant && address >= US_TEMPORARIES;
    return (struct source){is_constant ? CONSTANT
                           : inlined   ? INLINE
                                       : TEMPORARY,
                           (int)(inlined ? address % US_TEMPORARIES : address) +
                               (relative && !inlined ? (int16_t)al : 0),
                           relative && !inlined};
}

static void decode(const struct us_alu *alu, us_al_t al, struct source source[UNITS][SOURCES])
{
    source[0][0] = source_of(alu->rgb_addr0, alu->rgb_addr0_const, alu->rgb_addr0_rel, al);
    source[0][1] = source_of(alu->rgb_addr1, alu->rgb_addr1_const, alu->rgb_addr1_rel, al);
    source[0][2] = source_of(alu->rgb_addr2, alu->rgb_addr2_const, alu->rgb_addr2_rel, al);
    source[1][0] = source_of(alu->alpha_addr0, alu->alpha_addr0_const, alu->alpha_addr0_rel, al);
    source[1][1] = source_of(alu->alpha_addr1, alu->alpha_addr1_const, alu->alpha_addr1_rel, al);
    source[1][2] = source_of(alu->alpha_addr2, alu->alpha_addr2_const, alu->alpha_addr2_rel, al);
}

static bool there(const struct source *source, const struct us_operands_in *in)
{
    const int most = source->space == CONSTANT ? US_CONSTANTS
                     : source->space == INLINE ? US_TEMPORARIES
                                               : in->temporaries;
    return source->number >= 0 && source->number < most;
}

/* ---- what is wrong ----------------------------------------------------------------------------------------------- */

static enum us_error check_source(const struct us_operands_in *in, const struct source *source)
{
    if (source->relative && !in->start_has_al)
        return US_NO_AL;
    return there(source, in) ? US_OK : source->space == CONSTANT ? US_BAD_CONSTANT : US_BAD_TEMPORARY;
}

static enum us_error check_destination(const struct us_operands_in *in, uint32_t address, uint32_t relative)
{
    const int number = (int)address + (relative ? (int16_t)in->start_al : 0);
    if (relative && !in->start_has_al)
        return US_NO_AL;
    return number >= 0 && number < in->temporaries ? US_OK : US_BAD_TEMPORARY;
}

static enum us_error check(const struct us_operands_in *in, const struct us_cmn *cmn, const struct us_alu *alu)
{
    struct source  source[UNITS][SOURCES];
    enum us_error  error = US_OK;
    const unsigned used = us_sources_used(alu);
    const bool     scalar = alu->alpha_op >= US_ALPHA_EX2 && alu->alpha_op <= US_ALPHA_COS,
               dot = alu->rgb_op >= US_RGB_DP3 && alu->rgb_op <= US_RGB_D2A;
    if (!us_rgb_inputs((enum us_rgb_op)alu->rgb_op) &&
        (alu->rgb_op != US_RGB_SOP || (!scalar && cmn->rgb_wmask | cmn->rgb_omask)))
        return US_BAD_OPERATION;
    if (!us_alpha_inputs((enum us_alpha_op)alu->alpha_op) &&
        (alu->alpha_op != US_ALPHA_DP || (!dot && cmn->alpha_wmask | cmn->alpha_omask)))
        return US_BAD_OPERATION;
    decode(alu, in->start_al, source);
    for (unsigned s = 0; s < UNITS * SOURCES && !error; s++)
        if (used >> s & 1)
            error = check_source(in, &source[s / SOURCES][s % SOURCES]);
    if (!error && cmn->rgb_wmask)
        error = check_destination(in, alu->rgb_addrd, alu->rgb_addrd_rel);
    if (!error && cmn->alpha_wmask)
        error = check_destination(in, alu->alpha_addrd, alu->alpha_addrd_rel);
    return error;
}

/* ---- a beat ----------------------------------------------------------------------------------------------------- */

static uint32_t inline_bits(unsigned number)
{
    return as_bits(us_inline_constant(number));
}

/* RGB of a register takes the RGB address, alpha the alpha address.  What is not looked at may be anything. */
static uint32_t read_source(const struct us_operands_in *in, const struct source *source, unsigned row, unsigned pixel,
                            unsigned channel)
{
    if (!there(source, in))
        return US_UNDEFINED;
    if (source->space == CONSTANT)
        return in->constants[source->number].e[channel];
    if (source->space == INLINE)
        return inline_bits((unsigned)source->number);
    return in->rows[row + (unsigned)source->number].e[pixel * US_CHANNELS + channel];
}

static void read_quad(const struct us_operands_in *in, struct us_operands_reg *d, unsigned at,
                      const struct source source[UNITS][SOURCES])
{
    const unsigned row = ((unsigned)d->slot * in->group_quads + d->quad + at) * in->temporaries;
    for (unsigned pixel = 0; pixel < 4; pixel++)
        for (unsigned s = 0; s < SOURCES; s++)
            for (unsigned c = 0; c < US_CHANNELS; c++)
                d->sources.e[((4 * at + pixel) * SOURCES + s) * US_CHANNELS + c] =
                    read_source(in, &source[c == US_ALPHA][s], row, pixel, c);
}

static uint64_t predicated(const struct us_operands_in *in, const struct us_operands_reg *d, unsigned select,
                           bool inverted, unsigned channel)
{
    us_mask_t      mask;
    const unsigned which = select == 1 ? channel : (select - 2) & 3;
    if (select == 0)
        return UINT64_MAX;
    for (unsigned w = 0; w < US_MASK_WORDS; w++)
        mask.w[w] = in->predicates[d->slot].w[which * US_MASK_WORDS + w] ^ (inverted ? UINT64_MAX : 0);
    return us_mask_beat(&mask, d->quad, d->count);
}

static void read_beat(const struct us_operands_in *in, struct us_operands_reg *d)
{
    enum { ALL = 48 };
    struct us_cmn cmn;
    struct us_alu alu;
    struct source source[UNITS][SOURCES];
    us_unpack_cmn(d->words.w, &cmn);
    us_unpack_alu(d->words.w, &alu);
    decode(&alu, d->al, source);
    d->valid = true;
    d->count = d->left < in->quads ? d->left : in->quads;
    d->left = (uint8_t)(d->left - d->count);
    d->ends = d->last_ends && !d->left;
    d->writes = us_mask_beat(&d->active, d->quad, d->count);
    for (unsigned c = 0; c < US_CHANNELS; c++)
        d->predicated.c[c] =
            ((UINT64_C(1) << ALL) - 1) & (c == US_ALPHA ? predicated(in, d, cmn.alpha_pred_sel, cmn.alpha_pred_inv, c)
                                                        : predicated(in, d, cmn.rgb_pred_sel, cmn.rgb_pred_inv, c));
    for (unsigned at = 0; at < d->count; at++)
        read_quad(in, d, at, (const struct source(*)[SOURCES])source);
    d->beats++;
    d->idle_pixels += 4u * d->count - (unsigned)__builtin_popcountll(d->writes);
}

static void take(const struct us_operands_in *in, struct us_operands_reg *d)
{
    struct us_cmn cmn;
    struct us_alu alu;
    us_unpack_cmn(in->start_words.w, &cmn);
    us_unpack_alu(in->start_words.w, &alu);
    d->slot = in->start_slot;
    d->group = in->start_group;
    d->address = in->start_address;
    d->words = in->start_words;
    d->place = in->start_place;
    d->last_ends = in->start_ends;
    d->al = in->start_al;
    d->active = cmn.write_inactive ? in->start_present : in->start_active;
    d->quad = 0;
    d->left = (uint8_t)((in->start_pixels + 3) / 4);
    d->rgb_register = (uint8_t)((alu.rgb_addrd + (alu.rgb_addrd_rel ? in->start_al : 0)) % US_TEMPORARIES);
    d->alpha_register = (uint8_t)((alu.alpha_addrd + (alu.alpha_addrd_rel ? in->start_al : 0)) % US_TEMPORARIES);
    d->error = (us_error_t)check(in, &cmn, &alu);
}

void us_operands_eval(const struct us_operands_in *in, const struct us_operands_reg *q, struct us_operands_reg *d)
{
    d->valid = d->ends = false;
    if (in->start)
        take(in, d);
    else
        d->quad = (uint8_t)(q->left ? q->quad + q->count : q->quad);
    if (d->left && !d->error)
        read_beat(in, d);
}
