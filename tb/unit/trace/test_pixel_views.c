/* test_pixel_views.c - rows that waveforms of R580 and NV30 open on: a lane for each slot of R580, whose group comes,
 * works and goes; the quads of NV30's stages, one stage further in each clock. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"
#include "trace/derive.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { PIXELS = 40, CLOCKS_MAX = 3000, AT_FC = 2, AT_NOTHING = 5 };

static struct machine_chip  chip;
static struct program       program;
static struct launch       *launch;
static struct rtl_machine   machine;
static struct machine_rows *rows;

static void start(const char *chip_name, const char *const *sets, unsigned set_count, const char *text)
{
    static const uint32_t     inputs[PIXELS][2][4];
    const struct launch_given given[] = {{"p", text, strlen(text)}, {"g", inputs, sizeof inputs}};
    char                      json[512];
    struct diag               diag = {0};
    snprintf(json, sizeof json,
             "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":%d,%s"
             "\"gprs\":{\"first\":0,\"count\":2,\"file\":\"g\"}}",
             PIXELS, strcmp(chip_name, "r580") == 0 ? "\"num_gprs\":3," : "");
    if (!machine_chip_choose(chip_name, NULL, "", sets, set_count, &chip, &diag) ||
        !program_parse_as(chip.family->programs, "p", text, strlen(text), &program, &diag) ||
        !(launch = launch_parse_given("launch", json, strlen(json), given, 2, &diag)) ||
        !rtl_machine_create(&chip, &program, launch, &machine, &diag) ||
        !(rows = machine.kind->results->rows(machine.of, NULL, 0, &diag)))
        fail_msg("%s", diag.what);
}

static void end(void)
{
    rows->free(rows);
    rtl_machine_free(&machine);
    launch_free(launch);
    program_free(&program);
    machine_chip_free(&chip);
}

/* How many rows a scope has; the value of the n-th of them now. */
static unsigned rows_in(const char *scope)
{
    unsigned count = 0;
    for (unsigned r = 0; r < rows->derivation.row_count; r++)
        count += strcmp(rows->derivation.rows[r].path, scope) == 0;
    return count;
}

static uint64_t value_of(const char *scope, unsigned n)
{
    for (unsigned r = 0; r < rows->derivation.row_count; r++) {
        const struct trace_derived *row = &rows->derivation.rows[r];
        if (strcmp(row->path, scope) == 0 && n-- == 0)
            return row->value(rows->derivation.context, row->argument);
    }
    fail_msg("%s has no such row", scope);
    return 0;
}

static bool step(void)
{
    machine.kind->edge(machine.of);
    machine.kind->wire(machine.of);
    return !machine.kind->finished(machine.of) && *machine.cycle < CLOCKS_MAX;
}

/* ---- R580 -------------------------------------------------------------------------------------------------------- */

#define NOTHING "\n alpha [] MAD R2._, src0.0, src0.0, src0.0\n"

/* Five groups in two slots: each lane shows one group behind the other, and nothing while there is none. */
static void each_slot_has_a_lane(void **state)
{
    static const char *const sets[] = {"group_pixels=8", "contexts=1", "output_quads=4"};
    unsigned                 seen[5] = {0}, idle = 0, deciding = 0;
    uint64_t                 last = 0;
    (void)state;
    start("r580", sets, 3,
          "ALU\n rgb [R0] MAD R2.rgb, src0.rgb, src0.111, src0.000" NOTHING "FC JUMP ALU_WAIT\n"
          "OUT TEX_SEM_WAIT LAST\n rgb [R2] MAD R2._, src0.rgb, src0.111, src0.000 OUT(A.rgb)" NOTHING);
    assert_int_equal(rows_in("us.view.at"), 2);
    assert_int_equal(rows_in("us.view.group"), 2);
    for (unsigned slot = 0; slot < 2; slot++) {
        assert_int_equal(value_of("us.view.at", slot), AT_NOTHING);
        assert_int_equal(value_of("us.view.group", slot), TRACE_IDLE(32));
    }
    do
        for (unsigned slot = 0; slot < 2; slot++) {
            const uint64_t at = value_of("us.view.at", slot), group = value_of("us.view.group", slot);
            assert_int_equal(at == AT_NOTHING, group == TRACE_IDLE(32));
            idle += at == AT_NOTHING;
            deciding += at == AT_FC;
            if (group == TRACE_IDLE(32))
                continue;
            assert_true(group < 5);
            seen[group]++;
            last = group > last ? group : last;
        }
    while (step());
    assert_true(machine.kind->finished(machine.of));
    for (unsigned group = 0; group < 5; group++)
        assert_true(seen[group] > 30); /* ALU_WAIT alone */
    assert_true(idle > 0 && deciding > 5 * 20);
    assert_int_equal(last, 4);
    for (unsigned slot = 0; slot < 2; slot++)
        assert_int_equal(value_of("us.view.at", slot), AT_NOTHING);
    end();
}

/* Rows of flow control say nothing in clocks in which nothing is decided. */
static void flow_control_is_idle_between_decisions(void **state)
{
    unsigned decided = 0;
    (void)state;
    start("r580", NULL, 0,
          "FC JUMP\nFC JUMP\n"
          "OUT TEX_SEM_WAIT LAST\n rgb [R0] MAD R2._, src0.rgb, src0.111, src0.000 OUT(A.rgb)" NOTHING);
    const unsigned count = rows_in("us.view.flow");
    assert_int_equal(count, 6); /* group, address, statement, next, active, deepest */
    do {
        const bool now = value_of("us.view.flow", 0) != TRACE_IDLE(32);
        for (unsigned r = 1; r < count; r++)
            if (r != 2) /* the statement has a name for nothing */
                assert_int_equal(value_of("us.view.flow", r) != TRACE_IDLE(32), now);
        if (now)
            assert_int_equal(value_of("us.view.flow", 4), PIXELS);
        decided += now;
    } while (step());
    assert_int_equal(decided, 2);
    end();
}

/* ---- NV30 -------------------------------------------------------------------------------------------------------- */

enum { STAGES = 10 };

/* A quad is one stage further a clock later, from the first to the tenth. */
static void quads_go_down_the_stages(void **state)
{
    uint64_t before[STAGES], entered = 0;
    (void)state;
    start("nv30", NULL, 0, "ADD R0, f[TEX0], f[TEX0]\nLRP o[COLR], R0, R0, R0\n");
    assert_int_equal(rows_in("nv30.quad"), STAGES + 1);
    for (unsigned s = 0; s < STAGES; s++)
        before[s] = value_of("nv30.quad", s);
    while (step()) {
        for (unsigned s = STAGES; s-- > 0;) {
            const uint64_t quad = value_of("nv30.quad", s);
            assert_true(quad < PIXELS / 4 || quad == TRACE_IDLE(32));
            if (s)
                assert_int_equal(quad, before[s - 1]);
            before[s] = quad;
        }
        entered += before[0] != TRACE_IDLE(32);
    }
    assert_int_equal(entered, 3 * PIXELS / 4); /* ADD has a pass, LRP two */
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_slot_has_a_lane),
        cmocka_unit_test(flow_control_is_idle_between_decisions),
        cmocka_unit_test(quads_go_down_the_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
