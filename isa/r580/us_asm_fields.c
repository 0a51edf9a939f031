/* us_asm_fields.c - names, values, places and channels of an instruction's text. */
#include "isa/r580/us_asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kit/bits.h"
#include "kit/text.h"

/* ---- fields ----------------------------------------------------------------------------------------------------- */

enum us_type us_asm_type_now(const struct assembly *a)
{
    return us_field_get(&us_cmn_fields[US_CMN_type], a->now);
}

static void upper(const char *name, char *text)
{
    size_t i = 0;
    for (; name[i] && i + 1 < NAME_BYTES; i++)
        text[i] = (char)toupper((unsigned char)name[i]);
    text[i] = '\0';
}

/* The field's bit in `given`. */
static uint64_t *place_of(struct assembly *a, const struct us_field *field, uint64_t *bit)
{
    for (unsigned f = 0; f < US_FORMAT_COUNT; f++)
        if (field >= us_formats[f].fields && field < us_formats[f].fields + us_formats[f].field_count) {
            *bit = UINT64_C(1) << (field - us_formats[f].fields);
            return &a->given[f];
        }
    abort();
}

bool us_asm_set(struct assembly *a, const struct us_field *field, uint32_t value)
{
    char      name[NAME_BYTES];
    uint64_t  bit;
    uint64_t *given = place_of(a, field, &bit);
    upper(field->name, name);
    if (*given & bit)
        return asm_error(&a->scan, "%s is given twice", name);
    *given |= bit;
    us_field_set(field, a->now, value);
    return true;
}

uint32_t us_asm_greatest(const struct us_field *field)
{
    return 0xffffffffu >> (31 - (field->high - field->low));
}

/* The value that a word names, or that it is. */
bool us_asm_take_value(struct assembly *a, const struct us_field *field, uint32_t *value)
{
    const struct asm_word word = asm_peek_word(&a->scan);
    struct asm_nearest    nearest = asm_nearest_to(word);
    char                  what[2 * NAME_BYTES], name[NAME_BYTES];
    for (*value = 0; *value < field->name_count; ++*value) {
        if (!field->names[*value])
            continue;
        if (asm_is(word, field->names[*value])) {
            asm_take_word(&a->scan);
            return true;
        }
        asm_nearest_try(&nearest, field->names[*value]);
    }
    upper(field->name, name);
    snprintf(what, sizeof what, "a %svalue of %s", field->name_count ? "name or " : "", name);
    if (*nearest.hint && isalpha((unsigned char)*word.at))
        return asm_expected_near(&a->scan, what, &nearest);
    return asm_unsigned(&a->scan, what, us_asm_greatest(field), value);
}

bool us_asm_take_set(struct assembly *a, const struct us_field *field)
{
    uint32_t value;
    return us_asm_take_value(a, field, &value) && us_asm_set(a, field, value);
}

static bool take_jump(struct assembly *a)
{
    const struct asm_word name = asm_take_word(&a->scan);
    if (!name.length)
        return asm_expected(&a->scan, "a label behind `@`");
    if (!us_asm_set(a, &us_fc_fields[US_FC_jump_addr], 0))
        return false;
    a->jumps[a->jump_count++] = (struct jump){name, a->scan.line, a->count - 1};
    return true;
}

static const struct us_field *named(const struct assembly *a, struct asm_word word)
{
    const enum us_format_id formats[] = {us_format_of(us_asm_type_now(a)), US_FORMAT_CMN};
    for (unsigned f = 0; f < COUNT(formats); f++)
        for (unsigned i = 0; i < us_formats[formats[f]].field_count; i++)
            if (asm_is(word, us_formats[formats[f]].fields[i].name))
                return &us_formats[formats[f]].fields[i];
    return NULL;
}

static struct asm_nearest nearest_field(const struct assembly *a, struct asm_word word)
{
    const enum us_format_id formats[] = {us_format_of(us_asm_type_now(a)), US_FORMAT_CMN};
    struct asm_nearest      nearest = asm_nearest_to(word);
    char                    name[NAME_BYTES];
    for (unsigned f = 0; f < COUNT(formats); f++)
        for (unsigned i = 0; i < us_formats[formats[f]].field_count; i++) {
            upper(us_formats[formats[f]].fields[i].name, name);
            asm_nearest_try(&nearest, name);
        }
    return nearest;
}

/* NAME or NAME(VALUE), up to the end of the line. */
bool us_asm_take_fields(struct assembly *a)
{
    while (!asm_at_end(&a->scan)) {
        const struct asm_word  word = asm_peek_word(&a->scan);
        const struct us_field *field = named(a, word);
        if (!field) {
            const struct asm_nearest nearest = nearest_field(a, word);
            return asm_expected_near(&a->scan, "a field of the instruction", &nearest);
        }
        asm_take_word(&a->scan);
        if (field->kind == US_FLAG) {
            if (!us_asm_set(a, field, 1))
                return false;
            continue;
        }
        if (!asm_expect(&a->scan, '('))
            return false;
        const bool label = field == &us_fc_fields[US_FC_jump_addr] && asm_accept(&a->scan, '@');
        if (!(label ? take_jump(a) : us_asm_take_set(a, field)) || !asm_expect(&a->scan, ')'))
            return false;
    }
    return true;
}

/* ---- places and channels ---------------------------------------------------------------------------------------- */

static bool take_inline(struct assembly *a, uint32_t *address)
{
    uint32_t bits;
    float    value;
    switch (asm_number(&a->scan, &bits)) {
    case ASM_INTEGER:
        value = (float)bits;
        break;
    case ASM_FLOAT:
        value = as_float(bits);
        break;
    default:
        return asm_expected(&a->scan, "a number behind `#`");
    }
    for (*address = US_TEMPORARIES; *address < 2 * US_TEMPORARIES; ++*address)
        if (us_inline_constant(*address % US_TEMPORARIES) == value)
            return true;
    return asm_error(&a->scan,
                     "no inline constant is %g: expected 1/512 to 480 in eighths of a power of two, or 1/1024",
                     (double)value);
}

bool us_asm_take_number(struct assembly *a, const char *letter, unsigned limit, uint32_t *number)
{
    char     what[NAME_BYTES];
    unsigned found;
    if (asm_numbered(asm_peek_word(&a->scan), letter, &found) && found < limit) {
        asm_take_word(&a->scan);
        *number = found;
        return true;
    }
    snprintf(what, sizeof what, "%s0 to %s%u", letter, letter, limit - 1);
    return asm_expected(&a->scan, what);
}

bool us_asm_take_place(struct assembly *a, const struct us_place *place)
{
    uint32_t address = 0, constant = 0, relative = 0;
    bool     good;
    if (place->constant && asm_accept(&a->scan, '#')) {
        good = take_inline(a, &address);
    } else {
        constant = place->constant && toupper((unsigned char)asm_peek(&a->scan)) == 'C';
        good = constant ? us_asm_take_number(a, "C", US_CONSTANTS, &address)
                        : us_asm_take_number(a, "R", US_TEMPORARIES, &address);
    }
    if (good && asm_accept(&a->scan, '+')) {
        relative = 1;
        good = asm_accept_word(&a->scan, "aL") || asm_expected(&a->scan, "aL behind `+`");
    }
    return good && us_asm_set(a, place->address, address) &&
           (!place->constant || us_asm_set(a, place->constant, constant)) && us_asm_set(a, place->relative, relative);
}

/* `.rg` in the order of `channels`, or `._`. */
bool us_asm_take_mask(struct assembly *a, const char *channels, uint32_t *mask)
{
    char what[NAME_BYTES];
    *mask = 0;
    if (!asm_expect(&a->scan, '.'))
        return false;
    const struct asm_word word = asm_peek_word(&a->scan);
    const char           *from = channels;
    for (size_t i = 0; from && i < word.length; i++) {
        from = strchr(from, tolower((unsigned char)word.at[i]));
        if (from)
            *mask |= 1u << (from++ - channels);
    }
    if (!asm_is(word, "_") && (!from || !word.length)) {
        snprintf(what, sizeof what, "channels of %s in this order, or _", channels);
        return asm_expected(&a->scan, what);
    }
    asm_take_word(&a->scan);
    if (asm_is(word, "_"))
        *mask = 0;
    return true;
}

/* `.rgb`: exactly `count` letters of `letters`, the value of each its place there. */
bool us_asm_take_letters(struct assembly *a, const char *letters, unsigned count, const struct us_field *const *fields)
{
    char what[NAME_BYTES];
    if (!asm_expect(&a->scan, '.'))
        return false;
    const struct asm_word word = asm_peek_word(&a->scan);
    bool                  good = word.length == count;
    for (unsigned i = 0; good && i < count; i++)
        good = strchr(letters, tolower((unsigned char)word.at[i]));
    if (!good) {
        snprintf(what, sizeof what, "%u of the letters %s", count, letters);
        return asm_expected(&a->scan, what);
    }
    asm_take_word(&a->scan);
    for (unsigned i = 0; good && i < count; i++)
        good = us_asm_set(a, fields[i], (uint32_t)(strchr(letters, tolower((unsigned char)word.at[i])) - letters));
    return good;
}
