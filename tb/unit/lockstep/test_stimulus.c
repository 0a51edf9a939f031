/* test_stimulus.c - what the drivers of tb/lockstep offer: nothing is left out, and a driver that leaves something out
 * shows in the table.  The C modules alone, without a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/isa.h"
#include "mem/kcache.h"
#include "mem/lds.h"
#include "pipeline/alu/alu_slot.h"
#include "pipeline/control/cf_sequencer.h"
#include "pipeline/control/cf_state.h"
#include "tb/lockstep/counts/stimulus_table.h"
#include "tb/lockstep/ports.h"

static const char *operation_name(uint64_t value)
{
    return value <= ISA_ALU_ILLEGAL ? isa_alu_ops[value].name : NULL;
}

static const char *step_name(uint64_t value)
{
    static const char *const names[CF_STEPS] = {"ready", "miss", "wait", "end", "pause"};
    return value < CF_STEPS ? names[value] : NULL;
}

static const char *error_name(uint64_t value)
{
    static const char *const names[CF_ERRORS] = {"0", "1", "2", "3", "4", "5", "6"};
    return value < CF_ERRORS ? names[value] : NULL;
}

static const struct trace_view views[] = {{.type = "alu_slot_op_t", .kind = VIEW_NAMES, .name = operation_name},
                                          {.type = "cf_step_t", .kind = VIEW_NAMES, .name = step_name},
                                          {.type = "cf_error_t", .kind = VIEW_NAMES, .name = error_name}};

static struct stimulus_table *table_of(const struct lockstep_module *module, uint64_t seed, uint64_t cycles)
{
    void                  *state = aligned_alloc(64, (module->state_size + 64) / 64 * 64);
    void                  *driver = calloc(1, module->driver_size + 1), *beside;
    struct port_table     *ports = malloc(sizeof *ports);
    struct stimulus_table *table = stimulus_table_open(module, views, 3, NULL);
    struct stimulus        random;
    assert_true(state && driver && table && ports && ports_expected(module, ports, NULL));
    beside = calloc(1, ports->beside + 1);
    assert_non_null(beside);
    memset(state, 0, module->state_size);
    stimulus_seed(&random, seed);
    module->reset(state, driver, &random);
    ports_connect(ports, state, beside);
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        if (lockstep_restarts(module, cycle)) {
            module->reset(state, driver, &random);
            ports_connect(ports, state, beside);
            stimulus_table_restart(table);
        }
        module->drive(state, driver, &random);
        stimulus_table_take(table, state);
        module->clock(state);
    }
    free(state);
    free(driver);
    free(beside);
    free(ports);
    return table;
}

/* The lines of what is missing. */
static char *missed(const struct lockstep_module *module, uint64_t cycles)
{
    struct stimulus_table *table = table_of(module, 1, cycles);
    char                  *text = NULL;
    size_t                 size = 0;
    FILE                  *out = open_memstream(&text, &size);
    stimulus_table_missed(table, out);
    fclose(out);
    stimulus_table_close(table);
    return text;
}

/* ---- the drivers ------------------------------------------------------------------------------------------------ */

/* Mistakes of every kind are rare in control flow, and branch counters of R580 overflow after 32 blocks; operations,
 * classes and modifiers make many pairs; few instructions of the local data share end in a life; a format
 * has one cycle in 64; a life of the CF sequencer has 10000 cycles and one set of straps. */
static uint64_t cycles_for(const struct lockstep_module *module)
{
    if (strcmp(module->name, "cf_state") == 0)
        return 250000;
    static const char *const longer[] = {"alu_slot", "cf_sequencer", "lds_unit", "r580_flow", "texel_decode"};
    for (unsigned i = 0; i < sizeof longer / sizeof longer[0]; i++)
        if (strcmp(module->name, longer[i]) == 0)
            return 60000;
    return 20000;
}

static void every_driver_offers_everything(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < lockstep_module_count; i++) {
        struct stimulus_table *table = table_of(lockstep_modules[i], 1, cycles_for(lockstep_modules[i]));
        const unsigned         zero = stimulus_table_missed(table, stderr);
        const unsigned         closed = stimulus_table_closed_gaps(table, stderr);
        stimulus_table_close(table);
        if (zero || closed)
            fail_msg("%s: %u counts are zero, %u gaps are none", lockstep_modules[i]->name, zero, closed);
    }
}

/* Straps of the cache once stayed as they were at first, with every third seed. */
static void the_straps_of_the_cache_change_with_every_seed(void **unused)
{
    const struct lockstep_module *module = lockstep_find("kcache");
    (void)unused;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct stimulus_table *table = table_of(module, seed, 20000);
        assert_int_equal(stimulus_table_missed(table, stderr), 0);
        stimulus_table_close(table);
    }
}

/* It also grows between resets, with nothing held. */
static void the_cache_is_drained_now_and_then(void **unused)
{
    struct lockstep_module module = *lockstep_find("kcache");
    (void)unused;
    module.lifetime = 0;
    char *text = missed(&module, 20000);
    assert_string_equal(text, "never: reset on the way\n");
    free(text);
}

/* ---- lame drivers ----------------------------------------------------------------------------------------------- */

static void drive_without_straps(void *state, void *driver, struct stimulus *random)
{
    struct kcache *cache = state;
    lockstep_find("kcache")->drive(state, driver, random);
    cache->in.lines = 16;
    cache->in.miss_clk = 7;
}

static void reset_without_straps(void *state, void *driver, struct stimulus *random)
{
    struct kcache *cache = state;
    lockstep_find("kcache")->reset(state, driver, random);
    cache->in.lines = 16;
    cache->in.miss_clk = 7;
}

static void a_driver_that_never_changes_straps_is_seen(void **unused)
{
    struct lockstep_module lame = *lockstep_find("kcache");
    (void)unused;
    lame.drive = drive_without_straps;
    lame.reset = reset_without_straps;
    char *text = missed(&lame, 20000);
    assert_string_equal(text, "never: i_lines changes\nnever: i_miss_clk changes\n");
    free(text);
}

static void drive_without_products_of_infinities(void *state, void *driver, struct stimulus *random)
{
    struct alu_slot *slot = state;
    lockstep_find("alu_slot")->drive(state, driver, random);
    for (int i = 0; i < QUARTER; i++)
        if (slot->in.op == ISA_OP2_MUL && slot->in.src1.lane[i] == 0x7f800000u && slot->in.absolute & 2)
            slot->in.src1.lane[i] = 0;
}

static void a_driver_that_leaves_out_one_class_of_one_operand_is_seen(void **unused)
{
    struct lockstep_module lame = *lockstep_find("alu_slot");
    (void)unused;
    lame.drive = drive_without_products_of_infinities;
    char *text = missed(&lame, 60000);
    assert_string_equal(text,
                        "never: operation MUL with i_src1 +inf |x|\nnever: operation MUL with i_src1 +inf -|x|\n");
    free(text);
}

static void drive_without_masks(void *state, void *driver, struct stimulus *random)
{
    lockstep_find("alu_slot")->drive(state, driver, random);
    ((struct alu_slot *)state)->in.mask |= 1;
}

static void a_driver_that_leaves_out_a_mask_is_seen(void **unused)
{
    struct lockstep_module lame = *lockstep_find("alu_slot");
    (void)unused;
    lame.drive = drive_without_masks;
    lame.crosses = NULL;
    lame.lifetime = 0;
    char *text = missed(&lame, 20000);
    assert_non_null(strstr(text, "never: i_mask none\n"));
    assert_non_null(strstr(text, "never: reset on the way\n"));
    free(text);
}

static void drive_without_upper_entries(void *state, void *driver, struct stimulus *random)
{
    struct lds *lds = state;
    lockstep_find("lds")->drive(state, driver, random);
    for (unsigned bank = 0; bank < LDS_BANKS; bank++)
        lds->in.write_entry.bank[bank] &= 127;
}

static void a_driver_that_leaves_out_an_edge_is_seen(void **unused)
{
    struct lockstep_module lame = *lockstep_find("lds");
    (void)unused;
    lame.drive = drive_without_upper_entries;
    char *text = missed(&lame, 20000);
    assert_string_equal(text, "never: edge the last entry of a bank is written\n");
    free(text);
}

static uint64_t met_without_one(const void *state)
{
    return lockstep_find("texture_lod_unit")->met(state) & ~UINT64_C(2);
}

/* The twin of the level of detail agreed for 10^6 clocks with ties rounded upwards: none was driven. */
static void edges_are_counted_one_by_one(void **unused)
{
    struct lockstep_module module = *lockstep_find("texture_lod_unit");
    char                  *text = missed(&module, 20000);
    (void)unused;
    assert_string_equal(text, "");
    free(text);
    module.met = met_without_one;
    text = missed(&module, 20000);
    assert_string_equal(text, "never: edge given level: a tie above an odd number\n");
    free(text);
}

static int edge_of(const struct lockstep_module *module, const char *name)
{
    for (unsigned i = 0; module->edges && module->edges[i]; i++)
        if (strcmp(module->edges[i], name) == 0)
            return (int)i;
    return -1;
}

/* `MODULE: class`; what it is followed by is for tb/lockstep/mutate_rtl.py. */
static void take_title(char *line, uint64_t *found)
{
    char *const name = strstr(line, ": ");
    assert_non_null(name);
    *name = '\0';
    name[2 + strcspn(name + 2, "\n")] = '\0';
    const struct lockstep_module *module = lockstep_find(line);
    const int                     edge = module ? edge_of(module, name + 2) : -1;
    if (edge < 0)
        fail_msg("%s declares no edge class '%s'", line, name + 2);
    for (unsigned i = 0; i < lockstep_module_count; i++)
        found[i] |= lockstep_modules[i] == module ? UINT64_C(1) << edge : 0;
}

/* A module with one wrong twin for a class has one for each. */
static void edges_have_wrong_twins(void **unused)
{
    uint64_t found[64] = {0};
    char     line[400];
    FILE    *list = fopen("tb/lockstep/edge_faults.txt", "r");
    (void)unused;
    assert_non_null(list);
    assert_true(lockstep_module_count <= 64);
    while (fgets(line, sizeof line, list))
        if (line[0] >= 'a' && line[0] <= 'z')
            take_title(line, found);
    fclose(list);
    for (unsigned i = 0; i < lockstep_module_count; i++)
        for (unsigned edge = 0; found[i] && lockstep_modules[i]->edges[edge]; edge++)
            if (!(found[i] >> edge & 1))
                fail_msg("%s: no wrong twin for '%s'", lockstep_modules[i]->name, lockstep_modules[i]->edges[edge]);
}

/* On one line as a verdict has it: six by name. */
static void the_first_of_what_is_missing_are_named_on_a_line(void **unused)
{
    struct stimulus_table *table = table_of(lockstep_find("lds"), 1, 1);
    char                  *text = NULL;
    size_t                 size = 0;
    unsigned               all = 0, separators = 0;
    FILE                  *out = open_memstream(&text, &size);
    (void)unused;
    const unsigned missing = stimulus_table_missed_first(table, out, &all);
    fclose(out);
    for (const char *at = text; *at; at++)
        separators += *at == ';';
    assert_int_equal(missing, stimulus_table_missed(table, NULL));
    assert_true(missing > 6 && missing < all);
    assert_int_equal(separators, 5);
    assert_non_null(strstr(text, " more"));
    free(text);
    stimulus_table_close(table);
}

static void a_gap_that_is_reached_or_is_of_nothing_is_seen(void **unused)
{
    static const struct stimulus_gap gaps[] = {
        {"i_mask", "none", "a wrong claim"}, {"i_mask", "nothing", "no such count"}, {NULL, NULL, NULL}};
    struct lockstep_module module = *lockstep_find("predicate");
    (void)unused;
    module.gaps = gaps;
    struct stimulus_table *table = table_of(&module, 1, 5000);
    assert_int_equal(stimulus_table_closed_gaps(table, NULL), 2);
    stimulus_table_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_driver_offers_everything),
        cmocka_unit_test(the_straps_of_the_cache_change_with_every_seed),
        cmocka_unit_test(the_cache_is_drained_now_and_then),
        cmocka_unit_test(a_driver_that_never_changes_straps_is_seen),
        cmocka_unit_test(a_driver_that_leaves_out_one_class_of_one_operand_is_seen),
        cmocka_unit_test(a_driver_that_leaves_out_a_mask_is_seen),
        cmocka_unit_test(a_driver_that_leaves_out_an_edge_is_seen),
        cmocka_unit_test(edges_are_counted_one_by_one),
        cmocka_unit_test(edges_have_wrong_twins),
        cmocka_unit_test(the_first_of_what_is_missing_are_named_on_a_line),
        cmocka_unit_test(a_gap_that_is_reached_or_is_of_nothing_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
