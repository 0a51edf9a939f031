#include "rtl_model/r580/finish.h"

#include <string.h>

#include "rtl_model/r580/alu_math.h"

RTL_TABLE(us_finish, US_FINISH_SIGNALS);

struct instruction {
    struct us_cmn cmn;
    struct us_alu alu;
};

static struct us_number number(uint64_t value, uint32_t bits)
{
    struct us_number made = {0, bits};
    memcpy(&made.value, &value, sizeof value);
    return made;
}

/* A channel of a pixel: SOP is alpha's, DP is RGB's. */
static struct us_number from_unit(const struct us_finish_in *in, const struct us_alu *alu, unsigned pixel,
                                  unsigned channel)
{
    const bool alpha = channel == US_ALPHA ? alu->alpha_op != US_ALPHA_DP : alu->rgb_op == US_RGB_SOP;
    if (alpha)
        return number(in->alpha_values->e[pixel], in->alpha_bits->e[pixel]);
    const unsigned at = 3 * pixel + (channel == US_ALPHA ? 0 : channel);
    return number(in->rgb_values->e[at], in->rgb_bits->e[at]);
}

/* Results and, where the instruction has them, comparisons with zero. */
static void finish_pixel(const struct us_finish_in *in, const struct instruction *i, struct us_finish_reg *d,
                         unsigned pixel)
{
    for (unsigned c = 0; c < US_CHANNELS; c++) {
        const bool     alpha = c == US_ALPHA;
        const uint32_t bits = us_finished(from_unit(in, &i->alu, pixel, c), alpha ? i->alu.alpha_omod : i->alu.rgb_omod,
                                          alpha ? i->cmn.alpha_clamp : i->cmn.rgb_clamp);
        d->results.e[pixel * US_CHANNELS + c] = bits;
        if (us_compares(alpha ? i->alu.alpha_target : i->alu.rgb_target, bits))
            d->compared.c[c] |= UINT64_C(1) << pixel;
    }
    if (us_compares(i->cmn.alu_result_op, d->results.e[pixel * US_CHANNELS + (i->cmn.alu_result_sel ? US_ALPHA : 0)]))
        d->flag |= UINT64_C(1) << pixel;
}

/* Predication is of temporaries and outputs, not of the predicate bits themselves (8.4.9). */
static void choose_writers(const struct us_finish_in *in, const struct instruction *i, struct us_finish_reg *d)
{
    const unsigned wmask = i->cmn.rgb_wmask | i->cmn.alpha_wmask << US_ALPHA,
                   omask = i->cmn.rgb_omask | i->cmn.alpha_omask << US_ALPHA;
    const bool output = i->cmn.type == US_OUT;
    for (unsigned c = 0; c < US_CHANNELS; c++) {
        const uint64_t may = in->writes & in->predicated.c[c];
        d->temporaries.c[c] = wmask >> c & 1 ? may : 0;
        d->targets.c[c] = output && omask >> c & 1 ? may : 0;
        d->predicates.c[c] = !output && omask >> c & 1 ? in->writes : 0;
    }
    d->depth = output && i->alu.w_omask ? in->writes & in->predicated.c[US_ALPHA] : 0;
    d->flags = i->alu.alu_wmask ? in->writes : 0;
}

void us_finish_eval(const struct us_finish_in *in, const struct us_finish_reg *q, struct us_finish_reg *d)
{
    struct instruction i;
    (void)q;
    d->write = in->valid;
    d->ended = in->valid && in->ends;
    if (!in->valid)
        return;
    us_unpack_cmn(in->words.w, &i.cmn);
    us_unpack_alu(in->words.w, &i.alu);
    d->to_slot = in->slot;
    d->to_group = in->group;
    d->to_quad = in->quad;
    d->to_count = in->count;
    d->to_rgb = in->rgb_register;
    d->to_alpha = in->alpha_register;
    d->to_place = in->place;
    d->outputs = i.cmn.type == US_OUT;
    d->rgb_target = (uint8_t)i.alu.rgb_target;
    d->alpha_target = (uint8_t)i.alu.alpha_target;
    d->compared = (us_channel_masks_t){{0}};
    d->flag = 0;
    for (unsigned p = 0; p < 4u * in->count; p++)
        finish_pixel(in, &i, d, p);
    choose_writers(in, &i, d);
}
