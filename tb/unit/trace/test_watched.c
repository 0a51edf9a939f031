/* test_watched.c - `--watch` on machines whose threads are pixels (rtl_model/watched.h): what a signal shows from
 * before a pixel is there until it has left, and what is refused. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { PIXELS = 8, INPUTS = 2 };

static float               inputs[PIXELS][INPUTS][4];
static struct machine_chip chip;
static struct program      program;
static struct launch      *launch;
static struct rtl_machine  machine;
static struct diag         diag;

static void start(const char *chip_name, const char *set, const char *text)
{
    char json[512];
    for (unsigned i = 0; i < sizeof inputs / sizeof(float); i++)
        (&inputs[0][0][0])[i] = (float)i + 0.5f;
    snprintf(json, sizeof json,
             "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":%d,%s"
             "\"gprs\":{\"first\":0,\"count\":%d,\"file\":\"g\"}}",
             PIXELS, strcmp(chip_name, "r580") == 0 ? "\"num_gprs\":3," : "", INPUTS);
    const struct launch_given given[] = {{"p", text, strlen(text)}, {"g", inputs, sizeof inputs}};
    diag = (struct diag){0};
    if (!machine_chip_choose(chip_name, NULL, "", &set, set != NULL, &chip, &diag) ||
        !program_parse_as(chip.family->programs, "p", text, strlen(text), &program, &diag) ||
        !(launch = launch_parse_given("launch", json, strlen(json), given, 2, &diag)) ||
        !rtl_machine_create(&chip, &program, launch, &machine, &diag))
        fail_msg("%s", diag.what);
}

static void end(void)
{
    rtl_machine_free(&machine);
    launch_free(launch);
    program_free(&program);
    machine_chip_free(&chip);
}

/* The values that a watched register has in the run, each time that it changes. */
static unsigned watch(const char *name, const char *signal, uint32_t *values, unsigned limit)
{
    struct machine_rows *rows = machine.kind->results->rows(machine.of, &name, 1, &diag);
    if (!rows)
        fail_msg("%s", diag.what);
    const struct trace_derivation *list = &rows->derivation;
    const struct trace_derived    *row = &list->rows[list->row_count - 1];
    unsigned                       count = 0;
    assert_string_equal(row->name, signal);
    assert_true(row->always);
    for (unsigned clock = 0; clock < 1000; clock++) {
        const uint32_t value = (uint32_t)row->value(list->context, row->argument);
        if (!count || values[count - 1] != value) {
            assert_true(count < limit);
            values[count++] = value;
        }
        if (machine.kind->finished(machine.of))
            break;
        machine.kind->edge(machine.of);
    }
    assert_true(machine.kind->finished(machine.of));
    rows->free(rows);
    return count;
}

static void expect_refused(const char *name, const char *what)
{
    diag = (struct diag){0};
    assert_null(machine.kind->results->rows(machine.of, &name, 1, &diag));
    if (!strstr(diag.what, what))
        fail_msg("%s: %s", name, diag.what);
}

static float number(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* R2 is R0 times R1: worked out here. */
static const char r580_text[] = "ALU\n rgb [R0, R1] MAD R2.rgb, src0.rgb, src1.rgb, src0.000\n"
                                " alpha [] MAD R0._, src0.0, src0.0, src0.0\n"
                                "OUT TEX_SEM_WAIT\n rgb [R2] MAD R0._, src0.rgb, src0.111, src0.000 OUT(A.rgb)\n"
                                " alpha [] MAD R0._, src0.1, src0.1, src0.0 OUT(A.a)\n";
enum { R580_NOTHING = 0x7fc0dead, NV30_NOTHING = 0x7fffffff };

static void r580_shows_a_temporary_while_its_group_is_there(void **state)
{
    uint32_t values[8];
    (void)state;
    start("r580", "group_pixels=4", r580_text); /* pixel 6 is in the second group */
    assert_int_equal(watch("p6.R2.g", "p6_R2_g_float", values, 8), 3);
    assert_int_equal(values[0], R580_NOTHING);
    assert_true(number(values[1]) == inputs[6][0][1] * inputs[6][1][1]);
    assert_int_equal(values[2], R580_NOTHING);
    end();
    start("r580", "group_pixels=4", r580_text);
    assert_int_equal(watch("p6.R0.w:hex", "p6_R0_a_hex", values, 8), 3);
    assert_true(number(values[1]) == inputs[6][0][3]);
    assert_int_equal(values[2], R580_NOTHING);
    end();
}

static void r580_refuses_what_there_is_not(void **state)
{
    static const char *const twice[] = {"p1.R2.g", "p1.R2.y:hex"};
    (void)state;
    start("r580", NULL, r580_text);
    expect_refused("p8.R0.r", "p8.R0.r: expected a pixel, a register and an element: p0 to p7; R0 to R2; one of rgba");
    expect_refused("p0.R3.r", "R0 to R2");
    expect_refused("p0.R2.q", "one of rgba");
    expect_refused("p0.R2", "one of rgba");
    expect_refused("p0.R2.r:octal", ":float, :int, :uint or :hex");
    expect_refused("p0.R2.rg", "one of rgba");
    expect_refused("w0.t0.R2.r", "p0 to p7");
    expect_refused("p.R2.r", "p0 to p7");
    expect_refused("", "p0 to p7");
    diag = (struct diag){0};
    assert_null(machine.kind->results->rows(machine.of, twice, 2, &diag));
    assert_string_equal(diag.what, "p1.R2.y:hex: expected it only once");
    end();
}

/* H1 is rounded to FP16, R2 and the colour are not; registers begin as 0 (rtl_model/nv30/register_file.h). */
static const char nv30_text[] =
    "MUL R2, f[TEX0], f[TEX0].y;\nMOVH H1, f[TEX1];\nMAD o[COLR], R2, H1, R2;\nMOV R3, R2;\n";

static void nv30_shows_a_register_while_its_quad_is_there(void **state)
{
    uint32_t values[8];
    (void)state;
    start("nv30", NULL, nv30_text);
    const float *const tex0 = inputs[5][0], product = tex0[2] * tex0[1];
    assert_int_equal(watch("p5.R2.z", "p5_R2_z_float", values, 8), 4);
    assert_int_equal(values[0], NV30_NOTHING);
    assert_int_equal(values[1], 0);
    assert_true(number(values[2]) == product);
    assert_int_equal(values[3], NV30_NOTHING);
    end();
    start("nv30", NULL, nv30_text);
    assert_int_equal(watch("p5.COLR.b:float", "p5_COLR_z_float", values, 8), 4);
    assert_true(number(values[2]) == product * inputs[5][1][2] + product);
    end();
    start("nv30", NULL, nv30_text);
    assert_int_equal(watch("p0.H1.x:uint", "p0_H1_x_uint", values, 8), 4);
    assert_true(number(values[2]) == inputs[0][1][0]); /* 4.5 */
    end();
}

static void nv30_refuses_what_its_program_has_not(void **state)
{
    (void)state;
    start("nv30", NULL, nv30_text);
    expect_refused("p0.R4.x", "of this program R2 R3 H1 COLR; one of xyzw");
    expect_refused("p0.COLH.x", "of this program R2 R3 H1 COLR");
    expect_refused("p0.H64.x", "of this program");
    expect_refused("p0.X1.x", "of this program");
    expect_refused("p99.R2.x", "p0 to p7");
    end();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r580_shows_a_temporary_while_its_group_is_there),
        cmocka_unit_test(r580_refuses_what_there_is_not),
        cmocka_unit_test(nv30_shows_a_register_while_its_quad_is_there),
        cmocka_unit_test(nv30_refuses_what_its_program_has_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
