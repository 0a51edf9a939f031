/* asm_fields.c - a microcode word under construction: fields by name, swizzles, registers (ISA ch. 10). */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/dis/dis_names.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "kit/bits.h"

enum { LAST_GPR = 127 };

void asm_begin(struct asm_code *code, enum isa_format_id format)
{
    *code = (struct asm_code){.format = format};
}

static unsigned field_index(const struct asm_code *code, const struct isa_field *field)
{
    assert(field);
    return (unsigned)(field - isa_formats[code->format].fields);
}

bool asm_given(const struct asm_code *code, const char *name)
{
    return code->given >> field_index(code, isa_field_find(code->format, name)) & 1;
}

static const char *spelled(const struct isa_field *field, char *text, size_t size)
{
    const char *alias = dis_field_alias(field->name);
    size_t      i = 0;
    if (alias)
        return alias;
    for (; field->name[i] && i + 1 < size; i++)
        text[i] = (char)toupper((unsigned char)field->name[i]);
    text[i] = 0;
    return text;
}

static bool set_field(struct asm_scan *s, struct asm_code *code, const struct isa_field *field, uint32_t value)
{
    char     text[64];
    uint64_t bit = UINT64_C(1) << field_index(code, field);
    uint64_t limit = UINT64_C(1) << dis_field_width(field);
    if (code->given & bit)
        return asm_error(s, "%s is given twice", spelled(field, text, sizeof text));
    if (value >= limit)
        return asm_error(s, "%s %u does not fit, expected at most %llu", spelled(field, text, sizeof text), value,
                         (unsigned long long)limit - 1);
    code->given |= bit;
    isa_field_set(field, code->dwords, value);
    return true;
}

bool asm_set(struct asm_scan *s, struct asm_code *code, const char *name, uint32_t value)
{
    const struct isa_field *field = isa_field_find(code->format, name);
    assert(field);
    return set_field(s, code, field, value);
}

/* ---- attributes ------------------------------------------------------------------------------------------------ */

/* -1.25 in a field with four bits below the point is -20. */
static bool signed_value(struct asm_scan *s, const struct isa_field *field, uint32_t *value)
{
    unsigned fraction = dis_fraction_bits(field), width = dis_field_width(field);
    double   limit = (double)(UINT64_C(1) << (width - 1)), scale = (double)(1 << fraction), number;
    bool     negative = asm_accept(s, '-');
    uint32_t bits;
    switch (asm_number(s, &bits)) {
    case ASM_INTEGER:
        number = bits;
        break;
    case ASM_FLOAT:
        number = (double)as_float(bits);
        break;
    default:
        return asm_expected(s, "a number");
    }
    number *= negative ? -scale : scale;
    if (!(number >= -limit && number < limit) || number != (double)(int64_t)number)
        return asm_error(s, "the value does not fit: expected %g to %g in steps of %g", -limit / scale,
                         (limit - 1) / scale, 1 / scale);
    *value = (uint32_t)(int64_t)number & (uint32_t)((UINT64_C(1) << width) - 1);
    return true;
}

static bool enum_value(struct asm_word word, const struct isa_field *field, uint32_t *value)
{
    size_t prefix = dis_enum_prefix(field);
    for (unsigned i = 0; i < field->name_count; i++) {
        if (field->names[i] && (asm_is(word, field->names[i]) || asm_is(word, field->names[i] + prefix))) {
            *value = i;
            return true;
        }
    }
    return false;
}

static struct asm_nearest nearest_value(struct asm_word word, const struct isa_field *field)
{
    const size_t       prefix = dis_enum_prefix(field);
    struct asm_nearest nearest = asm_nearest_to(word);
    for (unsigned i = 0; i < field->name_count; i++)
        if (field->names[i]) {
            asm_nearest_try(&nearest, field->names[i] + prefix);
            asm_nearest_try(&nearest, field->names[i]);
        }
    return nearest;
}

static bool read_value(struct asm_scan *s, const struct isa_field *field, uint32_t *value)
{
    char            text[64], what[128];
    struct asm_word word = asm_peek_word(s);
    if (field->kind == ISA_SIGNED)
        return signed_value(s, field, value);
    if (field->kind == ISA_ENUM && enum_value(word, field, value)) {
        s->at += word.length;
        return true;
    }
    snprintf(what, sizeof what, "%s of %s", field->kind == ISA_ENUM ? "a name or value" : "a value",
             spelled(field, text, sizeof text));
    if (word.length && isalpha((unsigned char)*word.at)) {
        const struct asm_nearest nearest = nearest_value(word, field);
        if (*nearest.hint)
            return asm_expected_near(s, what, &nearest);
    }
    return asm_unsigned(s, what, (uint32_t)((UINT64_C(1) << dis_field_width(field)) - 1), value);
}

static struct asm_nearest nearest_field(struct asm_word word, enum isa_format_id format)
{
    struct asm_nearest nearest = asm_nearest_to(word);
    char               text[64];
    for (unsigned i = 0; i < isa_formats[format].field_count; i++)
        asm_nearest_try(&nearest, spelled(&isa_formats[format].fields[i], text, sizeof text));
    return nearest;
}

bool asm_attribute(struct asm_scan *s, struct asm_code *code)
{
    struct asm_word         word = asm_peek_word(s);
    const struct isa_field *field = dis_field_by_word(code->format, word.at, word.length);
    char                    text[64];
    uint32_t                value = 1;
    if (!field) {
        snprintf(text, sizeof text, "a field of the %s format", isa_formats[code->format].name);
        const struct asm_nearest nearest = nearest_field(word, code->format);
        return asm_expected_near(s, text, &nearest);
    }
    s->at += word.length;
    if (asm_accept(s, '(')) {
        if (!read_value(s, field, &value) || !asm_expect(s, ')'))
            return false;
    } else if (field->kind != ISA_FLAG) {
        return asm_error(s, "%s needs a value: %s(...)", spelled(field, text, sizeof text),
                         spelled(field, text, sizeof text));
    }
    return set_field(s, code, field, value);
}

bool asm_attributes(struct asm_scan *s, struct asm_code *code)
{
    while (!asm_at_end(s)) {
        asm_accept(s, ',');
        if (!asm_attribute(s, code))
            return false;
    }
    return true;
}

/* ---- registers and swizzles -------------------------------------------------------------------------------------- */

/* Takes one of `letters` after a point, or more of them; the index of the letter. */
static bool take_letter(struct asm_scan *s, const char *letters, const char *what, uint32_t *index)
{
    const char *found = NULL;
    if (s->at < s->end && *s->at)
        found = strchr(letters, tolower((unsigned char)*s->at));
    if (!found)
        return asm_expected(s, what);
    s->at++;
    *index = (uint32_t)(found - letters);
    return true;
}

static bool word_ends(struct asm_scan *s, const char *what)
{
    if (s->at < s->end && (isalnum((unsigned char)*s->at) || strchr("_?", *s->at)))
        return asm_expected(s, what);
    return true;
}

bool asm_swizzle(struct asm_scan *s, struct asm_code *code, const char *prefix, unsigned count)
{
    char what[64];
    snprintf(what, sizeof what, "a swizzle of %u of x y z w 0 1 _", count);
    if (!asm_accept(s, '.'))
        return asm_expected(s, what);
    for (unsigned i = 0; i < count; i++) {
        char     name[32];
        uint32_t sel = 0;
        snprintf(name, sizeof name, "%s%c", prefix, "xyzw"[i]);
        if (!take_letter(s, dis_swizzle_letters, what, &sel) || !asm_set(s, code, name, sel))
            return false;
    }
    return word_ends(s, "the end of the swizzle");
}

bool asm_mask(struct asm_scan *s, uint32_t *mask)
{
    const char *what = "a mask: x or _, y or _, z or _, w or _";
    *mask = 0;
    if (!asm_accept(s, '.'))
        return asm_expected(s, what);
    for (unsigned i = 0; i < DIS_CHANNELS; i++) {
        const char letters[] = {'_', "xyzw"[i], 0};
        uint32_t   written = 0;
        if (!take_letter(s, letters, what, &written))
            return false;
        *mask |= written << i;
    }
    return word_ends(s, "the end of the mask");
}

bool asm_channel(struct asm_scan *s, uint32_t *chan)
{
    const char *what = "an element: .x .y .z or .w";
    if (!asm_accept(s, '.'))
        return asm_expected(s, what);
    return take_letter(s, "xyzw", what, chan) && word_ends(s, "one element only");
}

bool asm_gpr(struct asm_scan *s, struct asm_code *code, const char *gpr, const char *rel)
{
    struct asm_word word = asm_peek_word(s);
    unsigned        index;
    uint32_t        value;
    if (asm_numbered(word, "R", &index) && index <= LAST_GPR) {
        s->at += word.length;
        return asm_set(s, code, gpr, index) && (!rel || asm_set(s, code, rel, 0));
    }
    if (!rel || !asm_is(word, "R"))
        return asm_expected(s, rel ? "a GPR (R0 to R127, or R[AL+n])" : "a GPR (R0 to R127)");
    s->at += word.length;
    if (!asm_expect(s, '['))
        return false;
    if (!asm_accept_word(s, "AL"))
        return asm_expected(s, "AL");
    value = 0;
    if (asm_accept(s, '+') && !asm_unsigned(s, "a GPR", LAST_GPR, &value))
        return false;
    return asm_expect(s, ']') && asm_set(s, code, gpr, value) && asm_set(s, code, rel, 1);
}

unsigned asm_numbers(struct asm_scan *s, uint32_t *values, unsigned most)
{
    unsigned count = 0;
    do {
        if (count == most) {
            asm_error(s, "expected at most %u numbers", most);
            return 0;
        }
        if (!asm_unsigned(s, "a number", UINT32_MAX, &values[count++]))
            return 0;
    } while (asm_accept(s, ','));
    if (!asm_at_end(s)) {
        asm_expected(s, "`,` or the end of the line");
        return 0;
    }
    return count;
}
