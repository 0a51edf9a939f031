/* dis_text.c - the disassembler's text buffer and field book-keeping. */
#include "isa/r700/dis/dis_text.h"
#include "isa/r700/dis/dis_names.h"
#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"

/* Larger enumerations are SRC*_SEL, whose names ("KC0[3]") are operands and not words. */
enum { MOST_NAMES = 64 };

/* Down to here a negative integer has the pattern of a NaN. */
enum { SMALLEST_INTEGER = -0x400000 };

static void add_list(struct dis_text *text, const char *format, va_list list)
{
    size_t left = text->used < text->size ? text->size - text->used : 0;
    int    length = vsnprintf(left ? text->at + text->used : NULL, left, format, list);
    if (length > 0)
        text->used += (size_t)length;
}

void dis_add(struct dis_text *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add_list(text, format, list);
    va_end(list);
}

void dis_begin(struct dis_word *d, enum isa_format_id format, const uint32_t *dwords, char *text, size_t size)
{
    d->format = format;
    d->dwords = dwords;
    d->taken = 0;
    d->text = (struct dis_text){text, size, 0};
    d->note = (struct dis_text){d->note_buffer, sizeof d->note_buffer, 0};
    d->note_buffer[0] = 0;
    if (size)
        text[0] = 0;
}

void dis_note(struct dis_word *d, const char *format, ...)
{
    va_list list;
    if (d->note.used)
        dis_add(&d->note, ", ");
    va_start(list, format);
    add_list(&d->note, format, list);
    va_end(list);
}

size_t dis_end(struct dis_word *d)
{
    if (d->note.used)
        dis_add(&d->text, " ; %s", d->note_buffer);
    return d->text.used;
}

static unsigned field_index(const struct dis_word *d, const char *name)
{
    const struct isa_field *field = isa_field_find(d->format, name);
    assert(field);
    return (unsigned)(field - isa_formats[d->format].fields);
}

bool dis_has(const struct dis_word *d, const char *field)
{
    return isa_field_find(d->format, field) != NULL;
}

uint32_t dis_peek(const struct dis_word *d, const char *field)
{
    return isa_field_get(&isa_formats[d->format].fields[field_index(d, field)], d->dwords);
}

uint32_t dis_take(struct dis_word *d, const char *field)
{
    d->taken |= UINT64_C(1) << field_index(d, field);
    return dis_peek(d, field);
}

bool dis_taken(const struct dis_word *d, const char *field)
{
    return d->taken >> field_index(d, field) & 1;
}

void dis_swizzle(struct dis_word *d, const char *prefix, unsigned count)
{
    dis_add(&d->text, ".");
    for (unsigned i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "%s%c", prefix, "xyzw"[i]);
        uint32_t sel = dis_take(d, name);
        dis_add(&d->text, "%c", dis_swizzle_letters[sel]);
        if (sel == 6)
            dis_note(d, "reserved %s%c 6", prefix, "xyzw"[i]);
    }
}

void dis_gpr(struct dis_word *d, const char *gpr, const char *rel)
{
    uint32_t index = dis_take(d, gpr);
    if (rel && dis_take(d, rel))
        dis_add(&d->text, "R[AL+%u]", index);
    else
        dis_add(&d->text, "R%u", index);
}

static void add_upper(struct dis_text *text, const char *name)
{
    for (; *name; name++)
        dis_add(text, "%c", toupper((unsigned char)*name));
}

static int32_t sign_extended(const struct isa_field *field, uint32_t value)
{
    uint32_t sign = UINT32_C(1) << (dis_field_width(field) - 1);
    return (int32_t)((value ^ sign) - sign);
}

static void add_value(struct dis_word *d, const struct isa_field *field, uint32_t value)
{
    bool        words = field->kind == ISA_ENUM && field->name_count <= MOST_NAMES;
    const char *name = words ? isa_enum_name(field, value) : NULL;
    unsigned    fraction = dis_fraction_bits(field);
    if (name)
        dis_add(&d->text, "(%s)", name + dis_enum_prefix(field));
    else if (fraction)
        dis_add(&d->text, "(%g)", sign_extended(field, value) / (double)(1 << fraction));
    else if (field->kind == ISA_SIGNED)
        dis_add(&d->text, "(%d)", sign_extended(field, value));
    else
        dis_add(&d->text, dis_field_width(field) > 16 ? "(0x%x)" : "(%u)", value);
}

void dis_rest(struct dis_word *d)
{
    const struct isa_format *format = &isa_formats[d->format];
    for (unsigned i = 0; i < format->field_count; i++) {
        const struct isa_field *field = &format->fields[i];
        uint32_t                value = isa_field_get(field, d->dwords);
        if (d->taken >> i & 1 || !value)
            continue;
        const char *alias = dis_field_alias(field->name);
        dis_add(&d->text, " ");
        add_upper(&d->text, alias ? alias : field->name);
        if (field->kind != ISA_FLAG)
            add_value(d, field, value);
        if (field->kind == ISA_RESERVED)
            dis_note(d, "reserved bits %u.%u:%u", field->dword, field->high, field->low);
        else if (field->kind == ISA_ENUM && !isa_enum_name(field, value) && field->name_count &&
                 field->name_count <= 64)
            dis_note(d, "reserved %s %u", field->name, value);
    }
}

void dis_value(struct dis_text *text, uint32_t bits)
{
    const float    value = as_float(bits);
    const uint32_t exponent = bits & 0x7f800000;
    char           digits[32];
    if ((bits && !(exponent | bits >> 31)) || ((int32_t)bits < 0 && (int32_t)bits >= SMALLEST_INTEGER)) {
        dis_add(text, "%d", (int32_t)bits);
        return;
    }
    if (exponent == 0x7f800000) {
        dis_add(text, bits & 0x007fffff ? "nan" : bits >> 31 ? "-inf" : "inf");
        return;
    }
    for (int precision = 1; precision <= 9; precision++) {
        snprintf(digits, sizeof digits, "%.*g", precision, (double)value);
        float back = strtof(digits, NULL);
        if (!memcmp(&back, &value, sizeof value))
            break;
    }
    dis_add(text, "%s%sf", digits, strpbrk(digits, ".e") ? "" : ".0");
}
