/* us_dis.c - instructions of the fragment shader processor as text (us_text.h has the grammar). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_fields.h"
#include "isa/r580/us_text.h"

/* An instruction on its way to text: what has been said is 0 in `left`. */
struct dis {
    uint32_t    left[US_WORDS];
    FILE       *out;
    const char *remark; /* the first of what is wrong with it */
};

static uint32_t peek(const struct dis *dis, const struct us_field *field)
{
    return us_field_get(field, dis->left);
}

static uint32_t take(struct dis *dis, const struct us_field *field)
{
    const uint32_t value = peek(dis, field);
    us_field_set(field, dis->left, 0);
    return value;
}

static void remark(struct dis *dis, const char *what)
{
    if (!dis->remark)
        dis->remark = what;
}

/* ---- fields ----------------------------------------------------------------------------------------------------- */

/* The name of a value, or its number where it has none. */
static void put_value(struct dis *dis, const struct us_field *field, uint32_t value)
{
    const char *name = us_field_name(field, value);
    if (name)
        fputs(name, dis->out);
    else
        fprintf(dis->out, field->kind == US_HEX || field->kind == US_RESERVED ? "0x%02x" : "%u", value);
    if (!name && field->kind == US_ENUM)
        remark(dis, "a reserved value");
}

static void put_field(struct dis *dis, const struct us_field *field)
{
    const uint32_t value = take(dis, field);
    if (!value)
        return;
    putc(' ', dis->out);
    for (const char *c = field->name; *c; c++)
        putc(toupper((unsigned char)*c), dis->out);
    if (field->kind == US_RESERVED)
        remark(dis, "reserved bits");
    if (field->kind == US_FLAG)
        return;
    putc('(', dis->out);
    put_value(dis, field, value);
    putc(')', dis->out);
}

static void put_rest(struct dis *dis, enum us_format_id format)
{
    for (unsigned i = 0; i < us_formats[format].field_count; i++)
        put_field(dis, &us_formats[format].fields[i]);
}

/* ---- places and channels ---------------------------------------------------------------------------------------- */

static void put_place(struct dis *dis, const struct us_place *place)
{
    const uint32_t address = take(dis, place->address), constant = place->constant ? take(dis, place->constant) : 0;
    if (constant)
        fprintf(dis->out, "C%u", address);
    else if (address < US_TEMPORARIES)
        fprintf(dis->out, "R%u", address);
    else
        fprintf(dis->out, "#%.10g", (double)us_inline_constant(address % US_TEMPORARIES));
    if (!take(dis, place->relative))
        return;
    fputs("+aL", dis->out);
    if (!constant && address >= US_TEMPORARIES)
        remark(dis, "aL added to an inline constant (8.4.1)");
}

static void put_mask(struct dis *dis, const char *channels, uint32_t mask)
{
    putc('.', dis->out);
    for (unsigned c = 0; channels[c]; c++)
        if (mask >> c & 1)
            putc(channels[c], dis->out);
    if (!mask)
        putc('_', dis->out);
}

/* ---- units ------------------------------------------------------------------------------------------------------ */

static bool left_out(const struct dis *dis, const struct us_place *source)
{
    return peek(dis, source->address) == US_LEFT_OUT && !peek(dis, source->constant) && !peek(dis, source->relative);
}

static bool uses_presubtract(const struct dis *dis, const struct us_unit *unit)
{
    const unsigned inputs = unit->inputs(peek(dis, unit->op));
    for (unsigned i = 0; i < inputs; i++)
        if (peek(dis, unit->input[i].sel) == US_SRCP)
            return true;
    return false;
}

static void put_sources(struct dis *dis, const struct us_unit *unit)
{
    unsigned sources = US_SOURCES;
    while (sources && left_out(dis, &unit->source[sources - 1]))
        sources--;
    putc('[', dis->out);
    for (unsigned s = 0; s < US_SOURCES; s++) {
        if (s >= sources) {
            take(dis, unit->source[s].address);
            continue;
        }
        if (s)
            fputs(", ", dis->out);
        put_place(dis, &unit->source[s]);
    }
    if (peek(dis, unit->srcp_op) || uses_presubtract(dis, unit)) {
        fputs(sources ? "; " : ";", dis->out);
        put_value(dis, unit->srcp_op, take(dis, unit->srcp_op));
    }
    putc(']', dis->out);
}

static bool is_zero(const struct dis *dis, const struct us_input *input, unsigned channels)
{
    uint32_t any = peek(dis, input->sel) | peek(dis, input->modifier);
    for (unsigned c = 0; c < channels; c++)
        any |= peek(dis, input->swizzle[c]);
    return !any;
}

static void put_input(struct dis *dis, const struct us_input *input, unsigned channels)
{
    const uint32_t modifier = take(dis, input->modifier);
    const bool     absolute = modifier == US_MOD_ABS || modifier == US_MOD_NAB;
    fprintf(dis->out, "%s%s", modifier == US_MOD_NEG || modifier == US_MOD_NAB ? "-" : "", absolute ? "|" : "");
    put_value(dis, input->sel, take(dis, input->sel));
    putc('.', dis->out);
    for (unsigned c = 0; c < channels; c++)
        putc("rgba0h1_"[take(dis, input->swizzle[c])], dis -> out);
    if (absolute)
        putc('|', dis->out);
}

/* Inputs that the operation does not look at are there only when they are not zero. */
static void put_inputs(struct dis *dis, const struct us_unit *unit, unsigned inputs)
{
    const unsigned channels = (unsigned)strlen(unit->channels);
    unsigned       shown = US_INPUTS;
    while (shown > inputs && is_zero(dis, &unit->input[shown - 1], channels))
        shown--;
    for (unsigned i = 0; i < shown; i++) {
        fputs(", ", dis->out);
        put_input(dis, &unit->input[i], channels);
    }
}

/* Of an ALU instruction it says how predicate bits come about, of an output instruction where results go. */
static void put_target(struct dis *dis, const struct us_unit *unit, enum us_type type)
{
    const uint32_t mask = take(dis, unit->omask), target = take(dis, unit->target);
    if (!mask && !target)
        return;
    if (type == US_OUT)
        fprintf(dis->out, " OUT(%c", "ABCD"[target]);
    else
        fprintf(dis->out, " SET_PRED(%s", us_field_name(&us_cmn_fields[US_CMN_alu_result_op], target));
    put_mask(dis, unit->channels, mask);
    putc(')', dis->out);
}

static void put_predicate(struct dis *dis, const struct us_unit *unit)
{
    const uint32_t inverted = take(dis, unit->pred_inv), select = take(dis, unit->pred_sel);
    if (!inverted && !select)
        return;
    fprintf(dis->out, " PRED(%s", inverted ? "!" : "");
    put_value(dis, unit->pred_sel, select);
    putc(')', dis->out);
}

static void put_unit(struct dis *dis, const struct us_unit *unit, enum us_type type)
{
    const uint32_t op = peek(dis, unit->op);
    fprintf(dis->out, "\n        %-5s ", unit->name);
    put_sources(dis, unit);
    putc(' ', dis->out);
    take(dis, unit->op);
    put_value(dis, unit->op, op);
    putc(' ', dis->out);
    put_place(dis, &unit->destination);
    put_mask(dis, unit->channels, take(dis, unit->wmask));
    put_inputs(dis, unit, unit->inputs(op));
    const uint32_t omod = take(dis, unit->omod);
    if (omod)
        fprintf(dis->out, " %s", us_field_name(unit->omod, omod));
    if (take(dis, unit->clamp))
        fputs(" CLAMP", dis->out);
    put_target(dis, unit, type);
    put_predicate(dis, unit);
    put_field(dis, unit->flag);
}

/* The first line has what belongs to no unit, so the units are said into a text of their own first. */
static void put_alu(struct dis *dis, enum us_type type)
{
    struct us_alu alu;
    FILE *const   out = dis->out;
    char         *units = NULL;
    size_t        size = 0;
    us_unpack_alu(dis->left, &alu);
    dis->out = open_memstream(&units, &size);
    if (!dis->out) {
        dis->out = out;
        return;
    }
    for (unsigned u = 0; u < US_UNITS; u++)
        put_unit(dis, &us_units[u], type);
    fclose(dis->out);
    dis->out = out;
    put_rest(dis, US_FORMAT_CMN);
    if (alu.rgb_op == US_RGB_SOP && (alu.alpha_op < US_ALPHA_EX2 || alu.alpha_op > US_ALPHA_COS))
        remark(dis, "SOP without a transcendental operation of alpha (8.4.4)");
    if (alu.alpha_op == US_ALPHA_DP && (alu.rgb_op < US_RGB_DP3 || alu.rgb_op > US_RGB_D2A))
        remark(dis, "DP without a dot product of RGB (8.4.4)");
    if (dis->remark)
        fprintf(out, " ; %s", dis->remark);
    fputs(units, out);
    free(units);
}

/* ---- flow control and textures ---------------------------------------------------------------------------------- */

static void put_flow(struct dis *dis)
{
    struct us_fc fc;
    us_unpack_fc(dis->left, &fc);
    const char *statement = us_statement(&fc);
    fprintf(dis->out, " %s", us_field_name(&us_fc_fields[US_FC_op], take(dis, &us_fc_fields[US_FC_op])));
    put_rest(dis, US_FORMAT_FC);
    put_rest(dis, US_FORMAT_CMN);
    if (dis->remark || statement)
        fprintf(dis->out, " ; %s", dis->remark ? dis->remark : statement);
}

static void put_channels(struct dis *dis, const struct us_field *const swizzle[4])
{
    putc('.', dis->out);
    for (unsigned c = 0; c < 4; c++)
        putc("rgba"[take(dis, swizzle[c])], dis -> out);
}

static void put_texture(struct dis *dis)
{
    const uint32_t inst = take(dis, &us_tex_fields[US_TEX_inst]);
    const unsigned places = inst == US_TEX_DXDY || dis->left[3] ? US_TEX_PLACES : 1;
    const uint32_t mask = take(dis, &us_cmn_fields[US_CMN_rgb_wmask]);
    putc(' ', dis->out);
    put_value(dis, &us_tex_fields[US_TEX_inst], inst);
    putc(' ', dis->out);
    put_place(dis, &us_tex_destination);
    put_mask(dis, "rgba", mask | take(dis, &us_cmn_fields[US_CMN_alpha_wmask]) << 3);
    fprintf(dis->out, ", T%u", take(dis, &us_tex_fields[US_TEX_tex_id]));
    put_channels(dis, us_tex_answer);
    for (unsigned p = 0; p < places; p++) {
        fputs(", ", dis->out);
        put_place(dis, &us_tex_places[p].place);
        put_channels(dis, us_tex_places[p].swizzle);
    }
    put_rest(dis, US_FORMAT_TEX);
    put_rest(dis, US_FORMAT_CMN);
    if (dis->remark)
        fprintf(dis->out, " ; %s", dis->remark);
}

void us_disassemble(const uint32_t *dwords, unsigned count, unsigned base, FILE *out)
{
    for (unsigned i = 0; i < count; i++) {
        struct dis         dis = {.out = out};
        const enum us_type type = us_field_get(&us_cmn_fields[US_CMN_type], dwords + (size_t)i * US_WORDS);
        memcpy(dis.left, dwords + (size_t)i * US_WORDS, sizeof dis.left);
        take(&dis, &us_cmn_fields[US_CMN_type]);
        fprintf(out, "%3u %s", (base + i) % US_STORE, us_field_name(&us_cmn_fields[US_CMN_type], type));
        if (type == US_FC)
            put_flow(&dis);
        else if (type == US_TEX)
            put_texture(&dis);
        else
            put_alu(&dis, type);
        putc('\n', out);
    }
}
