/* macro_kit.h - macros of the assembler on the machine beside C: forms of an instruction in one program, each with the
 * same registers before it, doubles of every kind in all 64 lanes.
 *
 * R0 to R3 are the start values and stay; R4 to R7, of which a form has its operands, are equal to them before it. */
#ifndef TB_UNIT_MACRO_KIT_H
#define TB_UNIT_MACRO_KIT_H

#include <math.h>

#include "tb/unit/machine.h"

enum {
    LANES_USED = 64,
    REGISTERS = 4,
    WORKING = 4,
    FIRST_RESULT = 8,
    RESULTS = 110,
    FREE_GPR = FIRST_RESULT + RESULTS,
    ALL_GPRS,
    FORMS_A_CLAUSE = 2
};
/* Of the ways of sharing registers each form takes one in so many; sanitizers take their time. */
#ifdef __SANITIZE_ADDRESS__
enum { WAYS_STEP = 5 };
#else
enum { WAYS_STEP = 1 };
#endif
enum { NEGATE = 1, ABSOLUTE = 2 };

struct form_source {
    unsigned reg, modifier;
    uint8_t  swizzle[4];
};

struct form {
    const char        *name;
    bool               saturate, temporary, any_nan; /* the bits of a NaN are the machine's own */
    unsigned           mask, dest, sources;
    struct form_source src[3];
};

typedef void oracle_t(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4]);

static const uint8_t double_swizzles[4][4] = {{0, 1, 2, 3}, {0, 1, 0, 1}, {2, 3, 0, 1}, {2, 3, 2, 3}};

/* ---- start values ------------------------------------------------------------------------------------------------ */

static uint64_t data_seed;

static inline uint64_t mixed(uint64_t value)
{
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

static inline uint64_t some_double(uint64_t random)
{
    static const uint64_t special[] = {
        0,
        UINT64_C(0x8000000000000000),
        UINT64_C(0x0000000000000001),
        UINT64_C(0x8000000000000001),
        UINT64_C(0x000fffffffffffff),
        UINT64_C(0x8000000100000000),
        UINT64_C(0x0010000000000000),
        UINT64_C(0x3ff0000000000000),
        UINT64_C(0x3fefffffffffffff),
        UINT64_C(0x3ff0000000000001),
        UINT64_C(0xbff0000000000000),
        UINT64_C(0x3fe0000000000000),
        UINT64_C(0x4000000000000000),
        UINT64_C(0x7fefffffffffffff),
        UINT64_C(0xffefffffffffffff),
        UINT64_C(0x7ff0000000000000),
        UINT64_C(0xfff0000000000000),
        UINT64_C(0x7ff0000000000001),
        UINT64_C(0xfff0000000000001),
        UINT64_C(0x7ff8000000000000),
        UINT64_C(0xfff80000deadbeef),
        UINT64_C(0x7fffffffffffffff),
        UINT64_C(0xffffffffffffffff),
        UINT64_C(0x3fb999999999999a),
        UINT64_C(0x3ff0000000000000),
        UINT64_C(0x4010000000000000),
        UINT64_C(0x36a0000000000000),
        UINT64_C(0x47f0000000000000),
        UINT64_C(0x3f8000003f800000),
        UINT64_C(0x7fc0000080000000),
    };
    static const uint32_t words[] = {0, 1, UINT32_C(0x80000000), UINT32_MAX};
    const uint64_t        rest = mixed(random);
    switch (random % 8) {
    case 0:
    case 1:
        return rest;
    case 2: /* an exponent near that of 1 */
        return (rest & UINT64_C(0x800fffffffffffff)) | (1015 + (rest >> 52) % 16) << 52;
    case 3:
        return (uint64_t)words[rest % 4] << 32 | words[rest / 4 % 4];
    default:
        return special[rest % LENGTH(special)];
    }
}

static inline uint32_t start_word(unsigned thread, unsigned gpr, unsigned element)
{
    const uint64_t which = ((uint64_t)thread * REGISTERS + gpr % REGISTERS) * 2 + element / 2;
    return (uint32_t)(some_double(mixed(data_seed + which)) >> 32 * (element % 2));
}

/* ---- forms as text ----------------------------------------------------------------------------------------------- */

static inline void put_letters(struct text *text, const uint8_t *letters)
{
    put(text, ".%c%c%c%c", "xyzw"[letters[0]], "xyzw"[letters[1]], "xyzw"[letters[2]], "xyzw"[letters[3]]);
}

/* Both spellings of an absolute value. */
static inline void put_source(struct text *text, const struct form_source *source, bool bars)
{
    const bool absolute = source->modifier & ABSOLUTE;
    put(text, ", %s%sR%u%s", source->modifier & NEGATE ? "-" : "", absolute && bars ? "|" : "", WORKING + source->reg,
        absolute && !bars ? "_abs" : "");
    put_letters(text, source->swizzle);
    if (absolute && bars)
        put(text, "|");
}

static inline void put_form(struct text *text, const struct form *form)
{
    put(text, "%s%s R%u.", form->name, form->saturate ? "_sat" : "", WORKING + form->dest);
    for (unsigned c = 0; c < 4; c++)
        if (form->mask >> c & 1)
            put(text, "%c", "xyzw"[c]);
    for (unsigned i = 0; i < form->sources; i++)
        put_source(text, &form->src[i], i % 2);
    put(text, form->temporary ? " TEMP(R%u)\n" : "\n", FREE_GPR);
}

static inline void put_move(struct text *text, unsigned to, unsigned from)
{
    for (unsigned c = 0; c < 4; c++)
        put(text, "%s%c: MOV R%u.%c, R%u.%c\n", c ? " " : "0 ", "xyzw"[c], to, "xyzw"[c], from, "xyzw"[c]);
}

static inline struct text forms_program(const struct form *forms, unsigned count)
{
    struct text text = {0};
    for (unsigned i = 0; i < count; i++) {
        if (i % FORMS_A_CLAUSE == 0)
            put(&text, "ALU BARRIER\n");
        put_form(&text, &forms[i]);
        put_move(&text, FIRST_RESULT + i, WORKING + forms[i].dest);
        put_move(&text, WORKING + forms[i].dest, forms[i].dest);
    }
    put(&text, "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n");
    return text;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static inline bool is_nan(const uint32_t word[2])
{
    return ((uint64_t)word[1] << 32 | word[0]) << 1 > UINT64_C(0xffe0000000000000);
}

static inline bool same_but_nans(const uint32_t *one, const uint32_t *other)
{
    bool same = true;
    for (unsigned p = 0; p < 4; p += 2)
        same = same && (!memcmp(one + p, other + p, 8) || (is_nan(one + p) && is_nan(other + p)));
    return same;
}

static inline void check_form(const struct form *form, const uint32_t *got, unsigned thread, oracle_t *oracle)
{
    uint32_t    reg[REGISTERS][4], result[4];
    struct text text = {0};
    for (unsigned i = 0; i < REGISTERS * 4; i++)
        reg[i / 4][i % 4] = start_word(thread, i / 4, i % 4);
    memcpy(result, reg[form->dest], sizeof result);
    oracle(form, reg, result);
    if (!memcmp(result, got, sizeof result) || (form->any_nan && same_but_nans(result, got)))
        return;
    put_form(&text, form);
    for (unsigned i = 0; i < REGISTERS; i++)
        put(&text, "R%u: %08x %08x %08x %08x\n", WORKING + i, (unsigned)reg[i][0], (unsigned)reg[i][1],
            (unsigned)reg[i][2], (unsigned)reg[i][3]);
    fail_msg("%sgot %08x %08x %08x %08x, expected %08x %08x %08x %08x", text.chars, (unsigned)got[0], (unsigned)got[1],
             (unsigned)got[2], (unsigned)got[3], (unsigned)result[0], (unsigned)result[1], (unsigned)result[2],
             (unsigned)result[3]);
}

static inline void run_forms(const struct form *forms, unsigned count, oracle_t *oracle)
{
    struct machine    m;
    struct text       text = forms_program(forms, count);
    const struct plan plan = {.text = text.chars,
                              .num_gprs = ALL_GPRS,
                              .load_count = 2 * REGISTERS,
                              .input = start_word,
                              .set = {"simds=1", "ic_miss_clk=1"}};
    char              message[1600];
    data_seed = mixed(data_seed + 1);
    machine_start(&m, &plan);
    assert_true(gpu_hasten(m.gpu, &m.diag));
    if (gpu_run(m.gpu, MACHINE_LIMIT, &m.diag) != GPU_FINISHED)
        fail_msg("%s", diag_text(&m.diag, message, sizeof message));
    for (unsigned t = 0; t < LANES_USED; t++)
        for (unsigned i = 0; i < count; i++)
            check_form(&forms[i], gpu_gprs(m.gpu) + ((size_t)t * ALL_GPRS + FIRST_RESULT + i) * 4, t, oracle);
    machine_free(&m);
    free(text.chars);
}

/* Forms are collected until a program is full. */
struct forms {
    struct form form[RESULTS];
    unsigned    count, total;
};

static inline void flush_forms(struct forms *forms, oracle_t *oracle)
{
    if (forms->count)
        run_forms(forms->form, forms->count, oracle);
    forms->count = 0;
}

static inline void add_form(struct forms *forms, const struct form *form, oracle_t *oracle)
{
    forms->form[forms->count++] = *form;
    forms->total++;
    if (forms->count == RESULTS)
        flush_forms(forms, oracle);
}

/* The ways in which up to four operands may be the same registers: 1, 2, 5, 15; the way `number`. */
static inline void share_registers(unsigned operands, unsigned number, unsigned reg[4])
{
    unsigned seen = 0;
    memset(reg, 0, 4 * sizeof *reg);
    for (unsigned code = 0; code < 1u << 2 * operands; code++) {
        unsigned highest = 0;
        bool     good = true;
        for (unsigned i = 0; i < operands; i++) {
            const unsigned digit = code >> 2 * i & 3;
            good = good && digit <= highest;
            highest += digit == highest;
        }
        for (unsigned i = 0; good && seen == number && i < operands; i++)
            reg[i] = code >> 2 * i & 3;
        seen += good;
    }
}

/* ---- doubles in C ------------------------------------------------------------------------------------------------ */

static inline uint64_t source_double(const struct form_source *source, uint32_t reg[REGISTERS][4], unsigned pair)
{
    const uint32_t *const word = reg[source->reg];
    const uint64_t        bits = (uint64_t)word[source->swizzle[2 * pair + 1]] << 32 | word[source->swizzle[2 * pair]];
    const uint64_t        plain = source->modifier & ABSOLUTE ? bits & UINT64_C(0x7fffffffffffffff) : bits;
    return source->modifier & NEGATE ? plain ^ UINT64_C(0x8000000000000000) : plain;
}

static inline double as_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t double_word(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline uint64_t saturated(uint64_t bits)
{
    const double value = as_double(bits);
    return value > 0 ? value < 1 ? bits : double_word(1) : 0;
}

static inline void put_double(uint32_t result[4], unsigned pair, uint64_t bits)
{
    result[2 * pair] = (uint32_t)bits;
    result[2 * pair + 1] = (uint32_t)(bits >> 32);
}

#endif
