/* us_asm.c - text as instructions of the fragment shader processor (us_text.h has the grammar). */
#include "isa/r580/us_asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"

/* ---- units ------------------------------------------------------------------------------------------------------ */

static bool take_sources(struct assembly *a, const struct us_unit *unit)
{
    unsigned sources = 0;
    if (!asm_expect(&a->scan, '['))
        return false;
    while (asm_peek(&a->scan) != ']' && asm_peek(&a->scan) != ';') {
        if (sources == US_SOURCES)
            return asm_expected(&a->scan, "`;` or `]` behind three sources");
        if ((sources && !asm_expect(&a->scan, ',')) || !us_asm_take_place(a, &unit->source[sources++]))
            return false;
    }
    for (; sources < US_SOURCES; sources++)
        us_field_set(unit->source[sources].address, a->now, US_LEFT_OUT);
    return (!asm_accept(&a->scan, ';') || us_asm_take_set(a, unit->srcp_op)) && asm_expect(&a->scan, ']');
}

static bool take_input(struct assembly *a, const struct us_unit *unit, const struct us_input *input)
{
    const bool     negative = asm_accept(&a->scan, '-'), absolute = asm_accept(&a->scan, '|');
    const uint32_t modifier = (negative ? US_MOD_NEG : 0) | (absolute ? US_MOD_ABS : 0);
    return us_asm_set(a, input->modifier, modifier) && us_asm_take_set(a, input->sel) &&
           us_asm_take_letters(a, "rgba0h1_", (unsigned)strlen(unit->channels), input->swizzle) &&
           (!absolute || asm_expect(&a->scan, '|'));
}

static bool take_inputs(struct assembly *a, const struct us_unit *unit)
{
    const unsigned wanted = unit->inputs(us_field_get(unit->op, a->now));
    unsigned       inputs = 0;
    while (asm_accept(&a->scan, ',')) {
        if (inputs == US_INPUTS)
            return asm_error(&a->scan, "an operation has at most three inputs");
        if (!take_input(a, unit, &unit->input[inputs++]))
            return false;
    }
    return inputs >= wanted || asm_error(&a->scan, "the operation has %u inputs, expected %u", inputs, wanted);
}

/* OUT(A.rgb), SET_PRED(LESS.rg) */
static bool take_target(struct assembly *a, const struct us_unit *unit)
{
    const struct us_field *const names =
        us_asm_type_now(a) == US_OUT ? unit->target : &us_cmn_fields[US_CMN_alu_result_op];
    uint32_t target, mask;
    return asm_expect(&a->scan, '(') && us_asm_take_value(a, names, &target) &&
           us_asm_take_mask(a, unit->channels, &mask) && asm_expect(&a->scan, ')') &&
           us_asm_set(a, unit->target, target) && us_asm_set(a, unit->omask, mask);
}

static bool take_predicate(struct assembly *a, const struct us_unit *unit)
{
    return asm_expect(&a->scan, '(') && us_asm_set(a, unit->pred_inv, asm_accept(&a->scan, '!')) &&
           us_asm_take_set(a, unit->pred_sel) && asm_expect(&a->scan, ')');
}

static bool take_modifiers(struct assembly *a, const struct us_unit *unit)
{
    while (!asm_at_end(&a->scan)) {
        const struct asm_word word = asm_peek_word(&a->scan);
        bool                  good;
        if (asm_accept_word(&a->scan, "CLAMP"))
            good = us_asm_set(a, unit->clamp, 1);
        else if (asm_accept_word(&a->scan, us_asm_type_now(a) == US_OUT ? "OUT" : "SET_PRED"))
            good = take_target(a, unit);
        else if (asm_accept_word(&a->scan, "PRED"))
            good = take_predicate(a, unit);
        else if (asm_accept_word(&a->scan, unit->flag->name))
            good = us_asm_set(a, unit->flag, 1);
        else if (word.length && !isdigit((unsigned char)word.at[0]))
            good = us_asm_take_set(a, unit->omod);
        else
            good = asm_expected(&a->scan, "a modifier of the unit");
        if (!good)
            return false;
    }
    return true;
}

static bool take_unit(struct assembly *a, unsigned number)
{
    const struct us_unit *unit = &us_units[number];
    uint32_t              mask;
    if (!a->now || us_asm_type_now(a) > US_OUT)
        return asm_error(&a->scan, "%s stands under no ALU or OUT instruction", unit->name);
    if (a->units[number])
        return asm_error(&a->scan, "%s is given twice", unit->name);
    a->units[number] = true;
    return take_sources(a, unit) && us_asm_take_set(a, unit->op) && us_asm_take_place(a, &unit->destination) &&
           us_asm_take_mask(a, unit->channels, &mask) && us_asm_set(a, unit->wmask, mask) && take_inputs(a, unit) &&
           take_modifiers(a, unit);
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static bool take_texture(struct assembly *a)
{
    uint32_t mask = 0, texture = 0;
    if (!us_asm_take_set(a, &us_tex_fields[US_TEX_inst]) || !us_asm_take_place(a, &us_tex_destination) ||
        !us_asm_take_mask(a, "rgba", &mask) || !us_asm_set(a, &us_cmn_fields[US_CMN_rgb_wmask], mask & 7) ||
        !us_asm_set(a, &us_cmn_fields[US_CMN_alpha_wmask], mask >> 3) || !asm_expect(&a->scan, ',') ||
        !us_asm_take_number(a, "T", us_asm_greatest(&us_tex_fields[US_TEX_tex_id]) + 1, &texture) ||
        !us_asm_set(a, &us_tex_fields[US_TEX_tex_id], texture) || !us_asm_take_letters(a, "rgba", 4, us_tex_answer))
        return false;
    for (unsigned p = 0; p < US_TEX_PLACES; p++) {
        if (p == US_TEX_DX && asm_peek(&a->scan) != ',') /* no slopes */
            return us_field_get(&us_tex_fields[US_TEX_inst], a->now) != US_TEX_DXDY ||
                   asm_expected(&a->scan, "`,` and slopes, which DXDY needs");
        if (!asm_expect(&a->scan, ',') || !us_asm_take_place(a, &us_tex_places[p].place) ||
            !us_asm_take_letters(a, "rgba", 4, us_tex_places[p].swizzle))
            return false;
    }
    return true;
}

static bool begin(struct assembly *a, enum us_type type)
{
    if (a->count == US_STORE)
        return asm_error(&a->scan, "more than %u instructions", US_STORE);
    for (unsigned w = 0; w < US_WORDS; w++)
        a->places[(size_t)a->count * US_WORDS + w] = asm_here(&a->scan);
    a->now = a->dwords + (size_t)a->count++ * US_WORDS;
    memset(a->given, 0, sizeof a->given);
    memset(a->units, 0, sizeof a->units);
    us_asm_set(a, &us_cmn_fields[US_CMN_type], type);
    for (unsigned u = 0; type <= US_OUT && u < US_UNITS; u++)
        for (unsigned s = 0; s < US_SOURCES; s++)
            us_field_set(us_units[u].source[s].address, a->now, US_LEFT_OUT);
    if (type == US_FC && !us_asm_take_set(a, &us_fc_fields[US_FC_op]))
        return false;
    if (type == US_TEX && !take_texture(a))
        return false;
    return us_asm_take_fields(a);
}

static bool take_label(struct assembly *a, struct asm_word name)
{
    for (unsigned i = 0; i < a->label_count; i++)
        if (a->labels[i].name.length == name.length && memcmp(a->labels[i].name.at, name.at, name.length) == 0)
            return asm_error(&a->scan, "label `%.*s` is defined twice", (int)name.length, name.at);
    if (a->label_count == LABELS_MAX)
        return asm_error(&a->scan, "more than %u labels", LABELS_MAX);
    a->labels[a->label_count++] = (struct label){name, (a->base + a->count) % US_STORE};
    return true;
}

static bool unknown(struct assembly *a, struct asm_word word)
{
    static const char *const known[] = {"ALU", "OUT", "FC", "TEX", "rgb", "alpha"};
    struct asm_nearest       nearest = asm_nearest_to(word);
    for (unsigned i = 0; i < COUNT(known); i++)
        asm_nearest_try(&nearest, known[i]);
    if (*nearest.hint)
        return asm_error(&a->scan, "unknown instruction `%.*s`%s", (int)word.length, word.at, nearest.hint);
    return asm_expected(&a->scan, "ALU, OUT, FC or TEX, a unit (rgb, alpha) or a label");
}

static bool take_line(struct assembly *a)
{
    const struct us_field *const type = &us_cmn_fields[US_CMN_type];
    struct asm_word              word = asm_peek_word(&a->scan);
    if (word.length && isdigit((unsigned char)word.at[0])) {
        uint32_t number; /* for the reader */
        if (!asm_unsigned(&a->scan, "an instruction's number", US_STORE - 1, &number))
            return false;
        word = asm_peek_word(&a->scan);
    }
    for (unsigned u = 0; u < US_UNITS; u++)
        if (asm_accept_word(&a->scan, us_units[u].name))
            return take_unit(a, u);
    for (unsigned t = 0; t < type->name_count; t++)
        if (asm_accept_word(&a->scan, type->names[t]))
            return begin(a, t);
    const char *const before = a->scan.at;
    asm_take_word(&a->scan);
    if (word.length && asm_accept(&a->scan, ':'))
        return take_label(a, word) && (asm_at_end(&a->scan) || take_line(a));
    a->scan.at = before;
    return unknown(a, word);
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

static struct asm_nearest nearest_label(const struct assembly *a, struct asm_word name)
{
    struct asm_nearest nearest = asm_nearest_to(name);
    for (unsigned l = 0; l < a->label_count; l++)
        asm_nearest_try_word(&nearest, a->labels[l].name);
    return nearest;
}

static bool fill_jumps(struct assembly *a)
{
    for (unsigned j = 0; j < a->jump_count; j++) {
        const struct jump *jump = &a->jumps[j];
        unsigned           l = 0;
        while (l < a->label_count && (a->labels[l].name.length != jump->name.length ||
                                      memcmp(a->labels[l].name.at, jump->name.at, jump->name.length) != 0))
            l++;
        a->scan.line = jump->line;
        if (l == a->label_count)
            return asm_error(&a->scan, "label `%.*s` is not defined%s", (int)jump->name.length, jump->name.at,
                             nearest_label(a, jump->name).hint);
        us_field_set(&us_fc_fields[US_FC_jump_addr], a->dwords + (size_t)jump->instruction * US_WORDS,
                     a->labels[l].address);
    }
    return true;
}

static bool take_program(struct assembly *a, const char *source, const char *end)
{
    for (const char *line = source; line < end;) {
        const char *newline = memchr(line, '\n', (size_t)(end - line));
        const char *next = newline ? newline + 1 : end, *stop = newline ? newline : end;
        /* A `;` within brackets begins the presubtract operation, elsewhere a comment. */
        bool inside = false;
        for (const char *c = line; c < stop; c++) {
            inside = *c == '[' || (inside && *c != ']');
            if (*c == ';' && !inside)
                stop = c;
        }
        asm_next_line(&a->scan, line, stop);
        if (!asm_at_end(&a->scan) && !take_line(a))
            return false;
        line = next;
    }
    if (!a->count)
        return diag_set(a->scan.diag, a->scan.name, 0, "the program is empty");
    return fill_jumps(a);
}

bool us_assemble(const char *name, const char *source, size_t length, unsigned base, uint32_t **dwords, unsigned *count,
                 struct asm_place **places, struct diag *diag)
{
    struct assembly  *a = calloc(1, sizeof *a);
    uint32_t         *room = calloc((size_t)US_STORE * US_WORDS, sizeof *room);
    struct asm_place *said = calloc((size_t)US_STORE * US_WORDS, sizeof *said);
    *dwords = NULL;
    *count = 0;
    bool good = (a && room && said) || diag_set(diag, name, 0, "not enough memory");
    if (good) {
        a->scan = (struct asm_scan){.name = name, .diag = diag};
        a->dwords = room;
        a->places = said;
        a->base = base;
        const size_t mark = text_mark(source, length);
        good = take_program(a, source + mark, source + length);
    }
    if (good) {
        *dwords = room;
        *count = a->count;
    } else {
        free(room);
    }
    if (good && places)
        *places = said;
    else
        free(said);
    free(a);
    return good;
}
