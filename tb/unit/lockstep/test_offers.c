/* test_offers.c - the default stimulus of tb/lockstep: every module without a driver is clocked by it, keeps its
 * contract, meets all of its events and breaks no rule; rows of a contract correct what they say and tell what is
 * wrong; a broken rule is told from a crash.  The C modules alone, without a block. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kit/walk.h"
#include "mem/line_cache.h"
#include "mem/wave_table.h"
#include "tb/lockstep/contract.h"
#include "tb/lockstep/guard.h"
#include "tb/lockstep/offers.h"
#include "tb/lockstep/ports.h"

/* A module alone. */
struct alone {
    const struct lockstep_module *module;
    struct offers                *offers;
    struct port_table            *ports;
    void                         *state, *beside;
    struct stimulus               random;
};

static void *zeros(size_t bytes)
{
    const size_t whole = (bytes + 64) / 64 * 64;
    void        *place = aligned_alloc(64, whole);
    assert_non_null(place);
    return memset(place, 0, whole);
}

static void restart(struct alone *alone)
{
    assert_true(offers_reset(alone->offers, alone->state, &alone->random));
    ports_connect(alone->ports, alone->state, alone->beside);
}

static struct alone open_module(const struct lockstep_module *module)
{
    struct alone alone = {.module = module, .offers = offers_open(module), .ports = zeros(sizeof *alone.ports)};
    struct diag  diag = {0};
    assert_non_null(alone.offers);
    assert_true(ports_expected(module, alone.ports, &diag));
    alone.state = zeros(module->state_size);
    alone.beside = zeros(alone.ports->beside);
    stimulus_seed(&alone.random, 1);
    restart(&alone);
    return alone;
}

static void close_module(struct alone *alone)
{
    offers_close(alone->offers);
    free(alone->ports);
    free(alone->state);
    free(alone->beside);
}

/* Events that have come, a bit each in the order of the list. */
static uint64_t events_of(const struct alone *alone, uint64_t *all)
{
    const struct rtl_module *list = alone->module->signals;
    uint64_t                 come = 0;
    unsigned                 number = 0;
    *all = 0;
    for (unsigned s = 0; s < list->signal_count; s++) {
        if (list->signals[s].kind != RTL_EN)
            continue;
        uint64_t any = 0;
        for (unsigned e = 0; e < list->signals[s].count; e++)
            any |= rtl_read(&list->signals[s], alone->state, 0, e);
        come |= (uint64_t)(any != 0) << number;
        *all |= UINT64_C(1) << number++;
    }
    return come;
}

static void clock_module(struct alone *alone, uint64_t cycle)
{
    const struct contract_row *rows;
    const unsigned             count = contract_rows(alone->module, &rows);
    struct diag                diag = {0};
    offers_drive(alone->offers, alone->state, &alone->random);
    for (unsigned r = 0; r < count; r++)
        if (!contract_is_kept(&rows[r], alone->module->signals, alone->state))
            fail_msg("%s: cycle %u: row %u of the contract, %s", alone->module->name, (unsigned)cycle, r, rows[r].port);
    if (!guard_clock(alone->module, alone->state, cycle, &diag))
        fail_msg("%s", diag.what);
}

static void every_module_is_clocked_within_its_contract(void **unused)
{
    enum { CYCLES = 6000 };
    const struct lockstep_module *module;
    unsigned                      modules = 0;
    (void)unused;
    for (unsigned i = 0; (module = lockstep_any(i)); i++) {
        uint64_t met = 0, all = 0;
        if (lockstep_find(module->name))
            continue;
        struct alone alone = open_module(module);
        for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
            if (lockstep_restarts(module, cycle))
                restart(&alone);
            clock_module(&alone, cycle);
            met |= events_of(&alone, &all);
        }
        if (met != all)
            fail_msg("%s: events that never come: %llx", module->name, (unsigned long long)(all & ~met));
        close_module(&alone);
        modules++;
    }
    assert_int_equal(modules, 47);
}

/* ---- contracts and rules ---------------------------------------------------------------------------------------- */

static void a_contract_tells_what_does_not_keep_it(void **unused)
{
    const struct contract_row *rows;
    (void)unused;
    struct alone       alone = open_module(lockstep_find_plain("line_cache"));
    struct line_cache *cache = alone.state;
    const unsigned     count = contract_rows(alone.module, &rows);
    unsigned           kept = 0;
    cache->in.fill = true; /* and no line is waited for */
    cache->in.look = 6;
    cache->in.look_line.look[1] = cache->in.look_line.look[2] = 5;
    for (unsigned r = 0; r < count; r++)
        kept += contract_is_kept(&rows[r], alone.module->signals, cache);
    assert_int_equal(count - kept, 3); /* lines that are the same; fill: a line and a way */
    for (unsigned r = 0; r < count; r++)
        contract_keep(&rows[r], alone.module->signals, cache, CONTRACT_WIRES, &alone.random);
    assert_false(cache->in.fill);
    for (unsigned a = 0; a < LINE_LOOKS; a++)
        for (unsigned b = 0; b < a; b++)
            assert_int_not_equal(cache->in.look_line.look[a], cache->in.look_line.look[b]);
    close_module(&alone);
}

static void a_contract_is_printed_in_words(void **unused)
{
    static const char *const   text[] = {"i_look_line: its elements differ", "i_ask_taken: 0 unless o_ask is not 0",
                                         "i_fill: 0 unless r_asking is less than o_missing",
                                         "i_fill_way: the number of a bit that is set in o_waiting"};
    const struct contract_row *rows;
    (void)unused;
    const struct lockstep_module *module = lockstep_find_plain("line_cache");
    assert_int_equal(contract_rows(module, &rows), 4);
    for (unsigned r = 0; r < 4; r++) {
        char  line[128] = "";
        FILE *out = fmemopen(line, sizeof line, "w");
        assert_non_null(out);
        contract_print(out, &rows[r], module->signals);
        fclose(out);
        assert_string_equal(line, text[r]);
    }
}

/* An assertion, and a value that is wider than its register. */
static void what_breaks_a_rule_is_told(void **unused)
{
    struct diag diag = {0};
    (void)unused;
    struct alone       alone = open_module(lockstep_find_plain("wave_table"));
    struct wave_table *table = alone.state;
    table->in.launch = true;
    table->phase[table->in.launch_slot] = WAVE_READY;
    assert_false(guard_clock(alone.module, table, 7, &diag));
    assert_non_null(strstr(diag.what, "wave_table: cycle 7: no difference, the inputs break a rule of the module"));
    close_module(&alone);

    alone = open_module(lockstep_find_plain("line_cache"));
    struct line_cache *cache = alone.state;
    cache->q.first = cache->d.first = 200; /* of 128 rows */
    assert_false(guard_clock(alone.module, cache, 0, &diag));
    assert_non_null(strstr(diag.what, "its r_first holds 200, more than 7 bits"));
    close_module(&alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_module_is_clocked_within_its_contract),
        cmocka_unit_test(a_contract_tells_what_does_not_keep_it),
        cmocka_unit_test(a_contract_is_printed_in_words),
        cmocka_unit_test(what_breaks_a_rule_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
