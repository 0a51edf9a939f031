/* filter_text.c - words as the viewer's filters show them. */
#include "tools/filter_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "isa/r700/dis/dis.h"
#include "kit/bits.h"
#include "trace/derive.h"
#include "trace/views.h"

static void answer_cf(uint64_t value, unsigned digits, char *text, size_t size)
{
    const uint32_t dwords[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    (void)digits;
    isa_dis_cf(dwords, text, size);
}

static void answer_slot(uint64_t value, unsigned digits, char *text, size_t size)
{
    const uint32_t dwords[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    (void)digits;
    isa_dis_alu(dwords, text, size);
}

/* A word of zeros is what a slot without an instruction holds. */
static void answer_alu(uint64_t value, unsigned digits, char *text, size_t size)
{
    if (value)
        answer_slot(value, digits, text, size);
    else
        snprintf(text, size, "-");
}

/* The same for the overview: the word says that there is none, and a colour that there is one. */
static void answer_view(uint64_t value, unsigned digits, char *text, size_t size,
                        void (*answer)(uint64_t, unsigned, char *, size_t))
{
    if (value == TRACE_IDLE_WORD) {
        snprintf(text, size, "?" TONE_IDLE "?-");
        return;
    }
    const size_t colour = (size_t)snprintf(text, size, "?" TONE_WORKING_DARK "?");
    char        *to = text + colour;
    answer(value, digits, to, size - colour);
    for (const char *from = to; *from; from++) /* columns cost room that the viewer does not have */
        if (*from != ' ' || from[1] != ' ')
            *to++ = *from;
    *to = '\0';
}

static void answer_view_cf(uint64_t value, unsigned digits, char *text, size_t size)
{
    answer_view(value, digits, text, size, answer_cf);
}

static void answer_view_alu(uint64_t value, unsigned digits, char *text, size_t size)
{
    answer_view(value, digits, text, size, answer_slot);
}

static void answer_float(uint64_t value, unsigned digits, char *text, size_t size)
{
    const double number = digits > 8 ? as_double(value) : (double)as_float((uint32_t)value);
    if (isnan(number))
        snprintf(text, size, "%snan", signbit(number) ? "-" : "");
    else
        snprintf(text, size, "%.*g", digits > 8 ? 17 : 9, number);
}

const struct filter_kind filter_kinds[] = {{"cf", 16, answer_cf},
                                           {"alu", 16, answer_alu},
                                           {"float", 16, answer_float},
                                           {"view-cf", 16, answer_view_cf},
                                           {"view-alu", 16, answer_view_alu}};
const unsigned           filter_kind_count = sizeof filter_kinds / sizeof filter_kinds[0];

void filter_text(const char *name, uint64_t value, unsigned digits, char *text, size_t size)
{
    text[0] = '\0';
    for (unsigned i = 0; i < filter_kind_count; i++)
        if (strcmp(filter_kinds[i].name, name) == 0)
            filter_kinds[i].answer(value, digits, text, size);
}
