#include "rtl_model/r580/analysis/touches.h"

#include <string.h>

#include "isa/r580/us_fields.h"

enum { RGB_UNIT, ALPHA_UNIT, RED = 1, BLUE = 4, ALPHA = 8, DOT2 = 3, DOT3 = 7, SUB = 1, ADD = 2, SRC0 = 1 };

/* ---- ALU and output instructions -------------------------------------------------------------------------------- */

/* Channels of each source that count, found from the results that are used. */
struct need {
    const uint32_t *words;
    uint8_t         source[US_UNITS][US_SOURCES];
};

static uint32_t field(const struct need *need, const struct us_field *which)
{
    return us_field_get(which, need->words);
}

/* An input of a channel: the channel of the source that its swizzle names, of presubtract those of its operands. */
static void need_input(struct need *need, unsigned input, unsigned channel)
{
    const unsigned         alpha = channel == 3;
    const struct us_input *row = &us_units[alpha].input[input];
    const unsigned         swizzle = field(need, row->swizzle[alpha ? 0 : channel]), select = field(need, row->sel);
    if (swizzle > US_A)
        return;
    const unsigned unit = swizzle == US_A ? ALPHA_UNIT : RGB_UNIT;
    if (select != US_SRCP) {
        need->source[unit][select] |= (uint8_t)(1u << swizzle);
        return;
    }
    const unsigned op = field(need, us_units[unit].srcp_op);
    need->source[unit][0] |= (uint8_t)(1u << swizzle);
    if (op == SUB || op == ADD)
        need->source[unit][1] |= (uint8_t)(1u << swizzle);
}

static void need_all(struct need *need, unsigned inputs, unsigned channel)
{
    for (unsigned i = 0; i < inputs; i++)
        need_input(need, i, channel);
}

/* MDH and MDV take A and C from src0 of other pixels (8.4.4). */
static void need_neighbours(struct need *need, unsigned channel)
{
    need->source[channel == 3][0] |= (uint8_t)(1u << channel);
    need_input(need, 1, channel);
}

static void need_dot(struct need *need, unsigned rgb_op)
{
    const unsigned channels = rgb_op == US_RGB_DP4 ? 4 : rgb_op == US_RGB_DP3 ? 3 : 2;
    for (unsigned c = 0; c < channels; c++)
        need_all(need, 2, c);
    if (rgb_op == US_RGB_D2A)
        need_input(need, 2, 2);
}

static void need_alpha(struct need *need, const struct us_alu *alu)
{
    if (alu->alpha_op == US_ALPHA_DP)
        need_dot(need, alu->rgb_op);
    else if (alu->alpha_op == US_ALPHA_MDH || alu->alpha_op == US_ALPHA_MDV)
        need_neighbours(need, 3);
    else
        need_all(need, us_alpha_inputs((enum us_alpha_op)alu->alpha_op), 3);
}

static void need_rgb(struct need *need, const struct us_alu *alu, unsigned channels)
{
    if (alu->rgb_op == US_RGB_SOP) {
        need_alpha(need, alu);
        return;
    }
    if (alu->rgb_op >= US_RGB_DP3 && alu->rgb_op <= US_RGB_D2A) {
        need_dot(need, alu->rgb_op);
        return;
    }
    for (unsigned c = 0; c < 3; c++)
        if (channels >> c & 1 && (alu->rgb_op == US_RGB_MDH || alu->rgb_op == US_RGB_MDV))
            need_neighbours(need, c);
        else if (channels >> c & 1)
            need_all(need, us_rgb_inputs((enum us_rgb_op)alu->rgb_op), c);
}

static void put(struct us_touch *list, unsigned *count, uint32_t number, unsigned channels, bool relative)
{
    list[(*count)++] = (struct us_touch){(uint8_t)number, (uint8_t)channels, relative};
}

static void put_source(struct us_touches *t, const struct need *need, unsigned unit, unsigned source)
{
    const struct us_place *place = &us_units[unit].source[source];
    const unsigned         channels = need->source[unit][source];
    const uint32_t         address = field(need, place->address), relative = field(need, place->relative);
    if (channels && field(need, place->constant))
        put(t->constant, &t->constant_count, address, channels, relative);
    else if (channels && address < US_TEMPORARIES)
        put(t->read, &t->read_count, address, channels, relative);
}

static void touch_alu(const uint32_t *words, const struct us_cmn *cmn, struct us_touches *t)
{
    struct us_alu  alu;
    struct need    need = {.words = words};
    const unsigned omask = cmn->rgb_omask | cmn->alpha_omask << 3, wmask = cmn->rgb_wmask | cmn->alpha_wmask << 3;
    us_unpack_alu(words, &alu);
    t->sets_result = alu.alu_wmask;
    t->predicated = cmn->rgb_pred_sel || cmn->alpha_pred_sel;
    unsigned taken = wmask | omask | (t->sets_result ? (cmn->alu_result_sel ? ALPHA : RED) : 0);
    if (t->type == US_ALU) {
        t->sets_predicates = (uint8_t)omask;
    } else {
        t->targets =
            (uint8_t)((cmn->rgb_omask ? 1u << alu.rgb_target : 0) | (cmn->alpha_omask ? 1u << alu.alpha_target : 0) |
                      (alu.w_omask ? 1u << US_DEPTH_TARGET : 0));
        taken |= alu.w_omask ? ALPHA : 0;
    }
    if (taken & ALPHA)
        need_alpha(&need, &alu);
    if (taken & DOT3)
        need_rgb(&need, &alu, taken);
    for (unsigned unit = 0; unit < US_UNITS; unit++)
        for (unsigned s = 0; s < US_SOURCES; s++)
            put_source(t, &need, unit, s);
    if (cmn->rgb_wmask)
        put(t->write, &t->write_count, alu.rgb_addrd, cmn->rgb_wmask, alu.rgb_addrd_rel);
    if (cmn->alpha_wmask)
        put(t->write, &t->write_count, alu.alpha_addrd, ALPHA, alu.alpha_addrd_rel);
}

/* Predicate bits that a selection looks at; `own`: those of the channels themselves. */
static unsigned predicates_of(unsigned select, unsigned own)
{
    return select == 0 ? 0 : select == 1 ? own : 1u << ((select - 2) & 3);
}

/* ---- textures --------------------------------------------------------------------------------------------------- */

static unsigned coordinates(enum launch_dim dim)
{
    switch (dim) {
    case LAUNCH_DIM_1D:
        return 1;
    case LAUNCH_DIM_2D:
    case LAUNCH_DIM_1D_ARRAY:
    case LAUNCH_DIM_2D_MSAA:
        return 2;
    default:
        return 3;
    }
}

/* The first `count` of S, T, R, Q, and Q with `q`. */
static unsigned channels_of(const uint32_t *words, unsigned place, unsigned count, bool q)
{
    unsigned channels = q ? 1u << us_field_get(us_tex_places[place].swizzle[3], words) : 0;
    for (unsigned c = 0; c < count; c++)
        channels |= 1u << us_field_get(us_tex_places[place].swizzle[c], words);
    return channels;
}

static void touch_texture(const uint32_t *words, const struct us_cmn *cmn, enum launch_dim dim, struct us_touches *t)
{
    struct us_tex  tex;
    const unsigned wmask = cmn->rgb_wmask | cmn->alpha_wmask << 3, count = coordinates(dim);
    us_unpack_tex(words, &tex);
    t->predicated = cmn->rgb_pred_sel || cmn->alpha_pred_sel;
    if (t->predicated)
        t->uses_predicates =
            (uint8_t)(predicates_of(cmn->rgb_pred_sel, DOT3) | predicates_of(cmn->alpha_pred_sel, ALPHA));
    t->kills = tex.inst == US_TEX_KILL;
    t->looks_up = tex.inst != US_TEX_NOP && !t->kills;
    t->texture = (uint8_t)tex.tex_id;
    if (t->kills) {
        unsigned channels = 0;
        for (unsigned c = 0; c < 4; c++)
            if (wmask >> c & 1)
                channels |= 1u << us_field_get(us_tex_places[US_TEX_COORDINATES].swizzle[c], words);
        put(t->read, &t->read_count, tex.src_addr, channels, tex.src_addr_rel);
    }
    if (!t->looks_up)
        return;
    const bool q = tex.inst == US_TEX_PROJ || tex.inst == US_TEX_LODBIAS || tex.inst == US_TEX_LOD;
    put(t->read, &t->read_count, tex.src_addr, channels_of(words, US_TEX_COORDINATES, count, q), tex.src_addr_rel);
    if (tex.inst == US_TEX_DXDY) {
        put(t->read, &t->read_count, tex.dx_addr, channels_of(words, US_TEX_DX, count, false), tex.dx_addr_rel);
        put(t->read, &t->read_count, tex.dy_addr, channels_of(words, US_TEX_DY, count, false), tex.dy_addr_rel);
    }
    if (wmask)
        put(t->write, &t->write_count, tex.dst_addr, wmask, tex.dst_addr_rel);
}

/* ---- flow control ----------------------------------------------------------------------------------------------- */

/* JUMP_FUNC's rows are numbered by ALU result, predicate, boolean: it depends on one when a pair of rows differs. */
static bool depends(unsigned function, unsigned bit)
{
    for (unsigned row = 0; row < 8; row++)
        if ((function >> row & 1) != (function >> (row ^ 1u << bit) & 1))
            return true;
    return false;
}

static void touch_flow(const uint32_t *words, const struct us_cmn *cmn, struct us_touches *t)
{
    struct us_fc fc;
    us_unpack_fc(words, &fc);
    t->uses_result = depends(fc.jump_func, 2);
    if (depends(fc.jump_func, 1) && cmn->rgb_pred_sel)
        t->uses_predicates = (uint8_t)predicates_of(cmn->rgb_pred_sel, RED);
    t->uses_boolean = depends(fc.jump_func, 0);
    t->boolean = (uint8_t)fc.bool_addr;
    t->uses_integer = fc.op == US_LOOP || fc.op == US_REP || fc.op == US_ENDLOOP;
    t->integer = (uint8_t)fc.int_addr;
}

void us_touches(const uint32_t *words, enum launch_dim dim, struct us_touches *touches)
{
    struct us_cmn cmn;
    us_unpack_cmn(words, &cmn);
    *touches = (struct us_touches){.type = (enum us_type)cmn.type};
    if (touches->type == US_FC)
        touch_flow(words, &cmn, touches);
    else if (touches->type == US_TEX)
        touch_texture(words, &cmn, dim, touches);
    else
        touch_alu(words, &cmn, touches);
}
