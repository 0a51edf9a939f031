/* test_alias.c - which wires are another signal (kit/alias.h): each reason, and each thing that is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kit/alias.h"

/* ---- a machine of two makers, a net, masks and readers ----------------------------------------------------------- */

/* clang-format off */
#define MAKER_SIGNALS(S)                                                                               \
    S(EN,    bool,     go,     1, "always")                                                            \
    S(STRAP, uint8_t,  unit,   8, "what is added")                                                     \
    S(IN,    uint8_t,  size,   8, "a wire of a register's name")                                       \
    S(OUT,   bool,     flag,   1, "of one bit")                                                        \
    S(OUT,   uint8_t,  kind,   4, "of four bits")                                                      \
    S(OUT,   uint8_t,  size,   8, "of eight bits")                                                     \
    S(OUT,   pair_t,   both,   8, "two of them")                                                       \
    S(MEM,   uint8_t,  past,   8, "a memory", 4)
#define READER_SIGNALS(S)                                                                              \
    S(EN,  bool,    flag,    1, "a register of the first")                                             \
    S(EN,  bool,    odd,     1, "a row of its own")                                                    \
    S(IN,  uint8_t, bit,     1, "of another type than flag")                                           \
    S(IN,  uint8_t, size,    8, "a register of its own maker")                                         \
    S(IN,  uint8_t, first,   8, "one of all")                                                          \
    S(IN,  uint8_t, last,    8, "another one of all")                                                  \
    S(IN,  pair_t,  both,    8, "a vector")                                                            \
    S(IN,  uint8_t, narrow,  4, "narrower than its register")                                          \
    S(IN,  uint8_t, half,    8, "a wire of a net")                                                     \
    S(IN,  uint8_t, unit,    8, "a strap of another module")                                           \
    S(IN,  uint8_t, sum,     8, "of the first")                                                        \
    S(IN,  uint8_t, own,     8, "of its own maker")                                                    \
    S(IN,  uint8_t, number,  8, "of its number: that of 1 is the sum")                                                       \
    S(IN,  uint8_t, hidden,  8, "by a macro that names a source")                                      \
    S(IN,  uint8_t, again,   8, "of a wire before it")                                                 \
    S(BUS, uint8_t, place,   8, "where it lies")
#define OTHER_SIGNALS(S)                                                                               \
    S(EN,  bool,    odd,     1, "a row of its own")                                                    \
    S(IN,  uint8_t, sum,     8, "the readers', under another name")                                    \
    S(IN,  uint8_t, hidden,  8, "the same macro, another source")                                      \
    S(IN,  uint8_t, constant,8, "a number")                                                            \
    S(IN,  uint8_t, past,    8, "of a memory")                                                         \
    S(IN,  uint8_t, again,   8, "of a wire before it")
#define HALF_NET_SIGNALS(S)                                                                            \
    S(NET, uint8_t, half,    8, "half a size")                                                         \
    S(NET, uint8_t, size,    8, "a register")
#define MASK_NET_SIGNALS(S)                                                                            \
    S(NET, uint8_t, flag,    2, "a bit for each maker")
/* clang-format on */
typedef struct {
    uint8_t e[2];
} pair_t;

RTL_STRUCT(maker, MAKER_SIGNALS);
RTL_STRUCT(reader, READER_SIGNALS);
RTL_STRUCT(other, OTHER_SIGNALS);
RTL_NETS(half_net, HALF_NET_SIGNALS);
RTL_NETS(mask_net, MASK_NET_SIGNALS);
#define rtl_this struct maker
RTL_TABLE_OF(maker, MAKER_SIGNALS, offsetof(struct maker, d) - offsetof(struct maker, q));
#undef rtl_this
#define rtl_this struct reader
RTL_TABLE_OF(reader, READER_SIGNALS, offsetof(struct reader, d) - offsetof(struct reader, q));
#undef rtl_this
#define rtl_this struct other
RTL_TABLE_OF(other, OTHER_SIGNALS, offsetof(struct other, d) - offsetof(struct other, q));
#undef rtl_this
#define rtl_this struct half_net
RTL_NET_TABLE(half_net, HALF_NET_SIGNALS);
#undef rtl_this
#define rtl_this struct mask_net
RTL_NET_TABLE(mask_net, MASK_NET_SIGNALS);
#undef rtl_this

#define NEVER(module)                                                                                                  \
    static void module##_eval(const struct module##_in *in, const struct module##_reg *q, struct module##_reg *d)      \
    {                                                                                                                  \
        (void)in, (void)q, (void)d;                                                                                    \
    }                                                                                                                  \
    RTL_LIFE(module, ALONE, KEEPS, COPIES)
NEVER(maker);
NEVER(reader);
NEVER(other);

enum {
    AT_half,
    AT_mask,
    AT_maker,
    AT_reader = AT_maker + 2,
    AT_other = AT_reader + 2,
    NUMBERS,
    COUNT_half = 1,
    COUNT_mask = 1,
    COUNT_maker = 2,
    COUNT_reader = 2,
    COUNT_other = 1
};
struct few {
    struct half_net half;
    struct mask_net mask;
    struct maker    maker[COUNT_maker];
    struct reader   reader[COUNT_reader];
    struct other    other;
};

#define HIDDEN ((uint8_t)(maker->q.size * 3))
#define HALF_FROM(ONE, ALL, OF, ON, BY) ONE(maker, maker, maker, 0)
#define HALF_WIRES(DRIVE, WITH) DRIVE(half, maker->q.size / 2) DRIVE(size, maker->q.size)
RTL_NET_WIRES(few, half_net, half, HALF_FROM, maker->q.flag, HALF_WIRES);
#define MASK_FROM(ONE, ALL, OF, ON, BY) ALL(maker, makers, maker)
#define MASK_WIRES(DRIVE, WITH) DRIVE(flag, makers[i].q.flag)
RTL_MASK_WIRES(few, mask_net, mask, uint8_t, MASK_FROM, MASK_WIRES);
#define MAKER_FROM(ONE, ALL, OF, ON, BY) OF(maker, self, maker, i)
#define MAKER_EVENTS(DRIVE) DRIVE(go, true)
#define MAKER_WIRES(DRIVE, WITH) DRIVE(size, self->q.kind * 2)
RTL_WIRES(few, maker, maker, MAKER_FROM, MAKER_EVENTS, MAKER_WIRES);
#define READER_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(maker, first, maker, 0) ONE(maker, maker, maker, i) ALL(maker, makers, maker) OF(half_net, half, half, 0)
#define READER_EVENTS(DRIVE) DRIVE(flag, first->q.flag) DRIVE(odd, first->q.kind & 1)
#define READER_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(bit, first->q.flag)                                                                                          \
    WITH(flag, size, maker->q.size)                                                                                    \
    DRIVE(first, makers[0].q.size)                                                                                     \
    DRIVE(last, makers[1].q.size)                                                                                      \
    DRIVE(both, maker->q.both)                                                                                         \
    DRIVE(narrow, first->q.size)                                                                                       \
    DRIVE(half, half->in.half)                                                                                         \
    DRIVE(unit, first->in.unit)                                                                                        \
    DRIVE(sum, (uint8_t)(first->q.size + 1))                                                                           \
    DRIVE(own, (uint8_t)(maker->q.size + 2))                                                                           \
    DRIVE(number, (uint8_t)(first->q.size + i))                                                                        \
    DRIVE(hidden, HIDDEN)                                                                                              \
    DRIVE(again, in->sum)                                                                                              \
    DRIVE(place, &first->q.size)
RTL_WIRES(few, reader, reader, READER_FROM, READER_EVENTS, READER_WIRES);
#define OTHER_FROM(ONE, ALL, OF, ON, BY) ONE(maker, maker, maker, 1) OF(maker, one, maker, 0)
#define OTHER_EVENTS(DRIVE) DRIVE(odd, maker->q.kind & 1)
#define OTHER_WIRES(DRIVE, WITH)                                                                                       \
    DRIVE(sum, (uint8_t)(one->q.size + 1))                                                                             \
    DRIVE(hidden, HIDDEN)                                                                                              \
    DRIVE(constant, 7)                                                                                                 \
    DRIVE(past, maker->past[0])                                                                                        \
    DRIVE(again, in->sum)
RTL_WIRES(few, other, other, OTHER_FROM, OTHER_EVENTS, OTHER_WIRES);

static struct few                few;
static const struct rtl_instance instances[NUMBERS] = {
    {"half", &half_net_rtl, &few.half},       {"mask", &mask_net_rtl, &few.mask},
    {"maker0", &maker_rtl, &few.maker[0]},    {"maker1", &maker_rtl, &few.maker[1]},
    {"reader0", &reader_rtl, &few.reader[0]}, {"reader1", &reader_rtl, &few.reader[1]},
    {"other", &other_rtl, &few.other},
};
static const struct rtl_wiring *const wiring[NUMBERS] = {
    &few_half_wiring,   &few_mask_wiring,   &few_maker_wiring, &few_maker_wiring,
    &few_reader_wiring, &few_reader_wiring, &few_other_wiring,
};

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static const char *text_of(unsigned instance, unsigned signal, char text[64])
{
    snprintf(text, 64, "%s.%s", instances[instance].path, instances[instance].module->signals[signal].name);
    return text;
}

/* All there are, in their order. */
static void wires_are_what_their_rows_say_and_no_more(void **state)
{
    (void)state;
    static const char *const expected[][2] = {
        {"maker1.go", "maker0.go"},         {"reader0.flag", "maker0.flag"},   {"reader0.size", "maker0.size"},
        {"reader0.first", "maker0.size"},   {"reader0.last", "maker1.size"},   {"reader0.both", "maker0.both"},
        {"reader0.half", "half.half"},      {"reader1.flag", "maker0.flag"},   {"reader1.odd", "reader0.odd"},
        {"reader1.size", "maker1.size"},    {"reader1.first", "maker0.size"},  {"reader1.last", "maker1.size"},
        {"reader1.both", "maker1.both"},    {"reader1.half", "half.half"},     {"reader1.unit", "reader0.unit"},
        {"reader1.sum", "reader0.sum"},     {"reader1.number", "reader0.sum"}, {"other.sum", "reader0.sum"},
        {"other.hidden", "reader1.hidden"},
    };
    enum { EXPECTED = sizeof expected / sizeof expected[0] };
    unsigned          count;
    char              wire[64], of[64];
    struct rtl_alias *aliases = rtl_aliases(instances, wiring, NUMBERS, &count);
    assert_non_null(aliases);
    for (unsigned a = 0; a < count && a < EXPECTED; a++) {
        assert_string_equal(text_of(aliases[a].instance, aliases[a].signal, wire), expected[a][0]);
        assert_string_equal(text_of(aliases[a].of_instance, aliases[a].of_signal, of), expected[a][1]);
    }
    assert_int_equal(count, EXPECTED);
    free(aliases);
}

static void where_nothing_is_driven_there_is_none(void **state)
{
    (void)state;
    const struct rtl_wiring *const none[NUMBERS] = {NULL};
    unsigned                       count = 1;
    assert_null(rtl_aliases(instances, none, NUMBERS, &count));
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wires_are_what_their_rows_say_and_no_more),
        cmocka_unit_test(where_nothing_is_driven_there_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
