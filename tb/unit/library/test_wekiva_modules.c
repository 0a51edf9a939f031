/* test_wekiva_modules.c - the public library: every module alone. */
#include "tb/unit/library/wekiva_kit.h"

#include <glob.h>

#include "rtl_model/r700/module_alone.h"

/* ---- a module alone ------------------------------------------------------------------------------------------ */

/* The predicate starts as the active mask; UPDATE_PRED takes the flags of the lanes that executed (ISA 4.8.1.1). */
static void a_module_is_driven_alone(void **state)
{
    (void)state;
    struct wk_machine   *machine;
    struct wk_comparison comparison;
    uint32_t             value[4];
    assert_int_equal(wk_create_module("predicate", &machine, &said), WK_OK);
    assert_int_equal(wk_instance_count(machine), 1);
    assert_int_equal(wk_set(machine, "predicate.i_start", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_start_active", 0xffff0000ffffffff, &said), WK_OK);
    assert_int_equal(value_of(machine, "predicate.o_predicate"), 0);
    assert_int_equal(wk_clock(machine, 1, &said), WK_OK);
    assert_true(value_of(machine, "predicate.o_predicate") == 0xffff0000ffffffff);
    assert_int_equal(wk_set(machine, "predicate.i_start", 0, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_set", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_quarter", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_update", 1, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_mask", 0x00ff, &said), WK_OK);
    assert_int_equal(wk_set(machine, "predicate.i_flags", 0x5555, &said), WK_OK);
    assert_int_equal(wk_clock(machine, 3, &said), WK_OK);
    assert_true(value_of(machine, "predicate.o_predicate") == 0xffff0000ff55ffff);
    assert_true(value_of(machine, "predicate.o_active") == 0xffff0000ffffffff);
    assert_int_equal(wk_cycle(machine), 4);
    ASSERT_REFUSED(wk_run(machine, 0, &said), WK_BAD_ARGUMENT, "never finishes");
    assert_int_equal(wk_run(machine, 10, &said), WK_LIMIT);
    assert_int_equal(wk_threads(machine) + wk_export_count(machine) + wk_statistics(machine, NULL, 0) +
                         wk_parameters(machine, NULL, 0),
                     0);
    assert_int_equal(wk_export_value(machine, 0, 0, value, NULL), WK_BAD_ARGUMENT);
    ASSERT_REFUSED(wk_compare(machine, &comparison, &said), WK_BAD_ARGUMENT, "a module alone");
    wk_destroy(machine);
    ASSERT_REFUSED(wk_create_module("no_such", &machine, &said), WK_REFUSED,
                   "expected one of constant_file fetch_state rotation wave_table");
    assert_null(machine);
    ASSERT_REFUSED(wk_create_module(NULL, &machine, &said), WK_BAD_ARGUMENT, "NULL");
    ASSERT_REFUSED(wk_create_module("predicate", NULL, &said), WK_BAD_ARGUMENT, "NULL");
}

static void set(struct wk_machine *machine, const char *path, uint64_t value)
{
    if (wk_set(machine, path, value, &said) != WK_OK)
        fail_msg("%s", said.text);
}

/* The instruction cache with memory of its own: a line comes miss_clk clocks behind the answer that it is not there. */
static void a_module_alone_has_memory_outside(void **state)
{
    (void)state;
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("icache", &machine, &said), WK_OK);
    assert_int_equal(wk_instance_count(machine), 2);
    assert_string_equal(wk_instance_at(machine, 1), "outside");
    assert_true(value_of(machine, "icache.i_sets") > 0); /* an rv770's */
    set(machine, "icache.i_miss_clk", 40);
    set(machine, "outside.m_program[48]", 0x11111111); /* line 3 */
    set(machine, "outside.m_program[49]", 0x22222222);
    for (unsigned look = 0; look < 2; look++) {
        set(machine, "icache.i_look", 1);
        set(machine, "icache.i_look_line", 3);
        wk_clock(machine, 1, NULL);
        set(machine, "icache.i_look", 0);
        assert_int_equal(value_of(machine, "icache.o_answer"), 1);
        assert_int_equal(value_of(machine, "icache.o_hit"), look);
        if (look)
            break;
        wk_clock(machine, 39, NULL);
        assert_int_equal(value_of(machine, "icache.o_fill"), 0);
        wk_clock(machine, 1, NULL);
        assert_int_equal(value_of(machine, "icache.o_fill"), 1);
        assert_int_equal(value_of(machine, "icache.o_fill_line"), 3);
    }
    char path[64];
    snprintf(path, sizeof path, "icache.m_data[%u][0]", (unsigned)value_of(machine, "icache.o_way"));
    assert_true(value_of(machine, path) == 0x2222222211111111);
    wk_destroy(machine);
}

/* A strap that is written before the first clock is one of the reset. */
static void a_strap_resets_a_module_alone(void **state)
{
    (void)state;
    struct wk_machine *machine;
    assert_int_equal(wk_create_module("place_table", &machine, &said), WK_OK);
    set(machine, "place_table.i_rows", 100);
    assert_int_equal(value_of(machine, "place_table.o_rows_left"), 100);
    wk_clock(machine, 1, NULL);
    set(machine, "place_table.i_rows", 50);
    assert_int_equal(value_of(machine, "place_table.o_rows_left"), 100);
    wk_destroy(machine);
}

/* All of the lists: each idles, is saved and restored, and has a waveform. */
static void every_module_may_be_alone(void **state)
{
    (void)state;
    struct wk_machine *machine;
    char               names[sizeof said.text], page[128];
    unsigned           count = 0;
    ASSERT_REFUSED(wk_create_module("none", &machine, &said), WK_REFUSED, "expected one of ");
    memcpy(names, said.text, sizeof names);
    for (char *rest, *name = strtok_r(strstr(names, "one of ") + 7, " ", &rest); name;
         name = strtok_r(NULL, " ", &rest), count++) {
        void  *bytes;
        size_t length;
        assert_int_equal(wk_create_module(name, &machine, &said), WK_OK);
        assert_string_equal(wk_instance_at(machine, 0), name);
        snprintf(page, sizeof page, "docs/ports/%s%s.md",
                 strncmp(name, "us_", 3) == 0     ? "r580/"
                 : strncmp(name, "nv30_", 5) == 0 ? "nv30/"
                                                  : "",
                 name);
        assert_int_equal(access(page, R_OK), 0);
        assert_int_equal(wk_trace_start(machine, in_folder("a.vcd"), NULL, &said), WK_OK);
        assert_int_equal(wk_clock(machine, 100, &said), WK_OK);
        assert_int_equal(wk_trace_stop(machine, &said), WK_OK);
        assert_int_equal(wk_snapshot(machine, &bytes, &length, &said), WK_OK);
        assert_int_equal(wk_clock(machine, 5, &said), WK_OK);
        assert_int_equal(wk_restore(machine, bytes, length, &said), WK_OK);
        assert_int_equal(wk_cycle(machine), 100);
        wk_free(bytes);
        wk_destroy(machine);
    }
    glob_t pages; /* one for each, and those of README and of the nets */
    assert_int_equal(glob("docs/ports/*.md", 0, NULL, &pages), 0);
    assert_int_equal(glob("docs/ports/*/*.md", GLOB_APPEND, NULL, &pages), 0);
    assert_int_equal(count, pages.gl_pathc - 4);
    globfree(&pages);
}

/* Where a module reads memory outside of itself there is some.  Decoded groups may be missing: they are decoded; so may
 * hints of lines and texture contexts: the cache is looked through, they are made anew. */
/* What a module does without. */
static bool may_be_null(const char *type)
{
    static const char *const types[] = {"struct group_store", "struct line_hints", "struct texture_contexts",
                                        "struct alu_slot_known", "struct alu_wide_known"};
    for (unsigned i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i]) == 0)
            return true;
    return false;
}

static void every_module_alone_has_what_it_reads_outside(void **state)
{
    (void)state;
    unsigned far = 0;
    for (unsigned i = 0; module_life(i); i++) {
        const struct rtl_module   *module = module_life(i)->module;
        struct module_alone *const alone = module_alone_create(&r700_lives, module_life(i), NULL);
        assert_non_null(alone);
        const struct rtl_machine machine = module_alone_machine(alone);
        for (unsigned f = 0; f < module->far_count; f++) {
            const void *place;
            memcpy(&place, (const char *)machine.instances[0].state + module->far[f].offset, sizeof place);
            if (!place && !may_be_null(module->far[f].type))
                fail_msg("%s.%s points nowhere", module->name, module->far[f].name);
            far++;
        }
        module_alone_free(alone);
    }
    assert_true(far > 0);
}

static uint64_t random_state = 88172645463325252u;
static uint64_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    return random_state ^= random_state << 17;
}

/* Modules that may be alone take any inputs of their widths; the sanitizers of `make check` look at it. */
static void modules_alone_take_any_inputs(void **state)
{
    (void)state;
    static const char *const modules[] = {"rotation",  "cf_sequencer",     "alu_slot",
                                          "predicate", "address_register", "write_back"};
    for (unsigned m = 0; m < sizeof modules / sizeof modules[0]; m++) {
        struct wk_machine *machine;
        assert_int_equal(wk_create_module(modules[m], &machine, &said), WK_OK);
        for (unsigned n = 0; n < 400; n++) {
            struct wk_signal signal;
            for (unsigned i = 0; wk_signal_at(machine, i, &signal) == WK_OK; i++) {
                const bool written = signal.kind == WK_WIRE || (signal.kind == WK_STRAP && n % 100 == 0);
                for (; written && signal.row < signal.rows; signal.row++)
                    for (signal.element = 0; signal.element < signal.elements; signal.element++) {
                        const uint64_t word = random_word(),
                                       most = signal.bits < 64 ? (UINT64_C(1) << signal.bits) - 1 : UINT64_MAX;
                        assert_int_equal(wk_write(machine, &signal,
                                                  word % 3   ? word & most
                                                  : word % 2 ? most
                                                             : 0),
                                         WK_OK);
                    }
            }
            assert_int_equal(wk_clock(machine, 1, NULL), WK_OK);
        }
        wk_destroy(machine);
    }
}

static int remove_folder(void **state)
{
    (void)state;
    static const char *const names[] = {"a.vcd"};
    return remove_folder_with(names, sizeof names / sizeof names[0]);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_module_is_driven_alone),
        cmocka_unit_test(a_module_alone_has_memory_outside),
        cmocka_unit_test(a_strap_resets_a_module_alone),
        cmocka_unit_test(every_module_may_be_alone),
        cmocka_unit_test(every_module_alone_has_what_it_reads_outside),
        cmocka_unit_test(modules_alone_take_any_inputs),
    };
    return cmocka_run_group_tests(tests, open_folder, remove_folder);
}
