/* test_nv30.c - NV30's shader core as a machine: kills, perspective, textures, snapshots, statistics, launches that it
 * refuses. */
#include <math.h>

#include "kit/walk.h"
#include "rtl_model/nv30/number.h"
#include "tb/unit/older/nv30_kit.h"

static struct kit kit;

static void start(const char *text)
{
    kit_must_start(&kit, text);
}

/* ---- kills, perspective, depth ----------------------------------------------------------------------------------- */

static void pixels_below_zero_are_killed(void **state)
{
    (void)state;
    for (unsigned four = 0; four < 2; four++) {
        kit_fill(&kit, 64);
        start(four ? "KIL f[TEX2]\nMOV o[COLR], c[0]" : "TEXKILL f[TEX2]\nMOV o[COLR], c[0]");
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            bool killed = false;
            for (unsigned c = 0; c < (four ? 4u : 3u); c++)
                killed |= kit.attribute[p][2][c] < 0;
            assert_int_equal(kit.machine->core.exports.killed[p], killed);
        }
        kit_end(&kit);
    }
}

static void coordinates_are_multiplied_by_w(void **state)
{
    float colour[4];
    (void)state;
    kit_fill(&kit, 8);
    for (unsigned p = 0; p < 8; p++)
        kit.attribute[p][NV30_WPOS][3] = 0.25f;
    start("ADD R0, f[TEX3], c[255]\nMOV R1, f[WPOS]\nMAD o[COLR], f[COL0].x, c[255].w, R0\nMOV o[DEPR], R1");
    kit_run(&kit);
    for (unsigned p = 0; p < 8; p++) {
        kit_colour(&kit, p, colour);
        const float c = kit.constant[255][1];
        const float product = 4 * kit.attribute[p][NV30_COL0][0] * kit.constant[255][3];
        assert_true(colour[1] == product + (4 * kit.attribute[p][3][1] + c));
        const struct result_column *depth = results_find(&kit.machine->core.exports, LAUNCH_EXPORT_PIXEL, 61);
        assert_non_null(depth);
        assert_int_equal(depth->values[p][0], as_bits(kit.attribute[p][NV30_WPOS][2]));
        assert_int_equal(depth->written[p], 1);
    }
    kit_end(&kit);
}

/* Sets that are read behind the first pass come out of the FIFO, a fifth one does not. */
static void the_fifo_of_coordinates_keeps_four_sets(void **state)
{
    static const char five[] = "MOV R0, f[TEX7]\nADD R0, R0, f[TEX6]\nADD R0, R0, f[TEX5]\nADD R0, R0, f[TEX4]\n"
                               "ADD R0, R0, f[TEX3]\nADD o[COLR], R0, f[TEX2]";
    float             colour[4];
    (void)state;
    kit_fill(&kit, 64);
    start(five);
    kit_run(&kit);
    const struct nv30_interpolant_select_reg *q = &kit.machine->stage2.q;
    assert_int_equal(q->kept_quads, 16);
    assert_int_equal(q->raster_picks, 16 * 5);      /* four components and 1/W */
    assert_int_equal(q->fifo_picks, 16 * (16 + 5)); /* four sets, and 1/W five times */
    assert_int_equal(q->late_picks, 16 * 4);
    for (unsigned p = 0; p < kit.pixels; p++) {
        float sum = kit.attribute[p][7][2];
        for (unsigned set = 6; set >= 2; set--)
            sum += kit.attribute[p][set][2];
        kit_colour(&kit, p, colour);
        assert_true(colour[2] == sum);
    }
    kit_end(&kit);
}

/* ---- textures --------------------------------------------------------------------------------------------------- */

static void expect_texel(unsigned pixel, const float *texel, const char *text)
{
    float colour[4];
    kit_colour(&kit, pixel, colour);
    for (unsigned c = 0; c < 4; c++)
        if (colour[c] != texel[c])
            fail_msg("%s, pixel %u: %g, expected %g", text, pixel, (double)colour[c], (double)texel[c]);
}

static void reads_are_of_the_texel_that_they_name(void **state)
{
    static const char *const texts[] = {"TEX o[COLR], f[TEX0], TEX0, 2D",
                                        "TXP o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXREG2AR o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXREG2GB o[COLR], f[TEX0], TEX0, 2D",
                                        "TEXBEM o[COLR], f[TEX0], f[TEX0], c[0], TEX0, 2D",
                                        "TEXM3X2TEX o[COLR], f[TEX0], f[TEX0].yzxw, c[0], TEX0, 2D"};
    (void)state;
    for (unsigned n = 0; n < sizeof texts / sizeof texts[0]; n++) {
        kit_fill(&kit, 64);
        for (unsigned p = 0; p < kit.pixels; p++) /* not on an edge between texels */
            for (unsigned c = 0; c < 4; c++)
                kit.attribute[p][0][c] = (float)(1 + (p * 5 + c * 3) % 7) / 8 + 0.0625f;
        for (unsigned c = 0; c < 4; c++)
            kit.constant[0][c] = (float)(c + 1) / 64;
        start(texts[n]);
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            const float *a = kit.attribute[p][0], *m = kit.constant[0];
            const float  at[][2] = {{a[0], a[1]},
                                    {a[0] / a[3], a[1] / a[3]},
                                    {a[3], a[0]},
                                    {a[1], a[2]},
                                    {a[0] + m[0] * a[0] + m[2] * a[1], a[1] + m[1] * a[0] + m[3] * a[1]},
                                    {m[0], a[0] * a[1] + a[1] * a[2] + a[2] * a[0]}};
            const float  s4 = at[n][0] * 4, t4 = at[n][1] * 4;
            if (fabsf(s4 - rintf(s4)) < 1e-4f || fabsf(t4 - rintf(t4)) < 1e-4f)
                continue; /* rounding decides */
            expect_texel(p, kit_texel(&kit, at[n][0], at[n][1]), texts[n]);
        }
        kit_end(&kit);
    }
}

/* The cube's texel in a direction: Direct3D's and OpenGL's faces, for each its number and what goes right and down. */
static const float *cube_texel(const float *d)
{
    static const struct {
        unsigned axis;
        float    sign;
        unsigned across, down;
        float    across_sign, down_sign;
    } faces[6] = {{0, 1, 2, 1, -1, -1}, {0, -1, 2, 1, 1, -1}, {1, 1, 0, 2, 1, 1},
                  {1, -1, 0, 2, 1, -1}, {2, 1, 0, 1, 1, -1},  {2, -1, 0, 1, -1, -1}};
    unsigned face = 0;
    for (unsigned f = 0; f < 6; f++)
        if (d[faces[f].axis] * faces[f].sign > d[faces[face].axis] * faces[face].sign)
            face = f;
    const float major = fabsf(d[faces[face].axis]);
    const float s = (faces[face].across_sign * d[faces[face].across] / major + 1) / 2;
    const float t = (faces[face].down_sign * d[faces[face].down] / major + 1) / 2;
    return kit.texel[16 * face + 4 * (unsigned)(t * 4) + (unsigned)(s * 4)];
}

static void cubes_are_read_by_direction(void **state)
{
    static const char *const texts[] = {
        "TEX o[COLR], f[TEX0], TEX4, CUBE",
        "TEXREG2RGBCUBE o[COLR], f[TEX0], TEX4, CUBE",
        /* n is (0, 0, 9), so that e.x and e.y change their sign */
        "MOV R0, c[1]\nTEXM3X3SPEC o[COLR], R0, R0, R5, f[TEX0], TEX4, CUBE",
        "MOV R0, c[1]\nTEXM3X3CUBE o[COLR], R0, R0, f[TEX0], TEX4, CUBE",
    };
    (void)state;
    for (unsigned n = 0; n < 4; n++) {
        kit_fill(&kit, 512);
        for (unsigned p = 0; p < kit.pixels; p++)
            for (unsigned c = 0; c < 3; c++)
                kit.attribute[p][0][c] = (float)((int)(p * (7 + 6 * c) % 61) - 30) / (4 + (float)c) + 0.013f;
        memset(kit.constant[1], 0, sizeof kit.constant[1]);
        kit.constant[1][2] = 3;
        start(texts[n]);
        kit_run(&kit);
        for (unsigned p = 0; p < kit.pixels; p++) {
            const float *e = kit.attribute[p][0];
            const float  direction[4][3] = {
                 {e[0], e[1], e[2]}, {e[0], e[1], e[2]}, {-e[0], -e[1], e[2]}, {e[0], e[1], 9}};
            expect_texel(p, cube_texel(direction[n]), texts[n]);
        }
        kit_end(&kit);
    }
}

static uint32_t random_state;
static unsigned draw(unsigned below)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % below;
}

/* ---- the machine ------------------------------------------------------------------------------------------------ */

static const char mixed[] = "TEX R0, f[TEX0], TEX0, 2D\nTEX R1, f[TEX1], TEX4, CUBE\nRSQ R2.x, f[TEX2].x\n"
                            "LRP R3, R0, R1, R2.x\nTEXM3X3SPEC R4, R3, R0, R1, c[3], TEX5, CUBE\nADD o[COLR], R3, R4\n";

static void the_order_of_evaluation_does_not_matter(void **state)
{
    static struct kit other;
    (void)state;
    kit_fill(&kit, 64);
    kit_fill(&other, 64);
    start(mixed);
    assert_true(kit_start(&other, mixed));
    random_state = 7;
    while (!nv30_finished(kit.machine)) {
        uint8_t order[NV30_MODULES];
        for (unsigned i = 0; i < NV30_MODULES; i++)
            order[i] = (uint8_t)i;
        for (unsigned i = NV30_MODULES - 1; i; i--) {
            const unsigned j = draw(i + 1);
            const uint8_t  swapped = order[i];
            order[i] = order[j];
            order[j] = swapped;
        }
        nv30_edge(kit.machine);
        nv30_edge_in_order(other.machine, order);
        struct rtl_difference first;
        if (rtl_compare(kit.machine->instances, other.machine->instances, NV30_MODULES, &first))
            fail_msg("%s.%s differs", first.instance->path, first.signal->name);
    }
    kit_end(&kit);
    kit_end(&other);
}

/* Beside a machine in which each module takes every clock; with `deaf` no module looks because of that one. */
static bool is_as_plain(const char *text, unsigned deaf)
{
    static struct kit other;
    bool              same = true;
    kit_fill(&kit, 64);
    kit_fill(&other, 64);
    kit.chip.max_quads = other.chip.max_quads = 8; /* with bubbles */
    assert_true(kit_start(&kit, text));
    assert_true(kit_start(&other, text));
    other.machine->core.plain = true;
    nv30_touch(other.machine);
    if (deaf < NV30_MODULES)
        kit.machine->wakes[deaf] = 0;
    while (same && !nv30_finished(other.machine)) {
        struct rtl_difference first;
        nv30_edge(kit.machine);
        nv30_edge(other.machine);
        same = !rtl_compare(kit.machine->instances, other.machine->instances, NV30_MODULES, &first);
    }
    kit_end(&kit);
    kit_end(&other);
    return same;
}

static void modules_that_hold_miss_nothing(void **state)
{
    (void)state;
    assert_true(is_as_plain(mixed, NV30_MODULES));
    assert_true(is_as_plain("MOV o[COLR], f[TEX0]\n", NV30_MODULES));
    const uint8_t deaf[] = {AT_stage1, AT_stage2, AT_stage4, AT_stage5, AT_stage6, AT_stage7, AT_stage8, AT_stage9};
    for (unsigned i = 0; i < sizeof deaf; i++) /* readers of the others look because of others, too */
        assert_false(is_as_plain(mixed, deaf[i]));
}

static void a_snapshot_goes_on_as_the_run_did(void **state)
{
    struct diag diag;
    (void)state;
    kit_fill(&kit, 256);
    start(mixed);
    struct rtl_machine machine = nv30_machine(kit.machine);
    for (unsigned i = 0; i < 300; i++)
        kit_clock(&kit);
    unsigned char *data = malloc(machine_snapshot_bytes(&machine));
    machine_snapshot_put(data, &machine);
    kit_run(&kit);
    const uint64_t end = kit.machine->core.cycle;
    float          colour[256][4], again[256][4];
    for (unsigned p = 0; p < 256; p++)
        kit_colour(&kit, p, colour[p]);
    assert_true(machine_snapshot_take("snapshot", data, machine_snapshot_bytes(&machine), &machine, &diag));
    assert_int_equal(kit.machine->core.cycle, 300);
    kit_run(&kit);
    assert_int_equal(kit.machine->core.cycle, end);
    for (unsigned p = 0; p < 256; p++)
        kit_colour(&kit, p, again[p]);
    assert_memory_equal(colour, again, sizeof colour);
    data[machine_snapshot_bytes(&machine) - 20] ^= 1;
    assert_false(machine_snapshot_take("snapshot", data, machine_snapshot_bytes(&machine), &machine, &diag));
    free(data);
    kit_end(&kit);
}

/* On another machine: those of the pixels that had ended before are in it. */
static void a_snapshot_has_the_registers_that_are_kept(void **state)
{
    struct diag diag;
    (void)state;
    kit_fill(&kit, 256);
    start(mixed);
    struct nv30             *other = nv30_create(&kit.chip, &kit.program, kit.launch, &diag);
    const struct rtl_machine first = nv30_machine(kit.machine), second = nv30_machine(other);
    assert_true(other && nv30_keep_registers(kit.machine, &diag) && nv30_keep_registers(other, &diag));
    while (kit.machine->core.kept.state[0] != RESULT_GPRS_ENDED)
        kit_clock(&kit);
    assert_false(nv30_finished(kit.machine));
    unsigned char *data = malloc(machine_snapshot_bytes(&first));
    machine_snapshot_put(data, &first);
    assert_true(machine_snapshot_take("snapshot", data, machine_snapshot_bytes(&first), &second, &diag));
    kit_run(&kit);
    while (!nv30_finished(other))
        nv30_edge(other);
    assert_memory_equal(kit.machine->core.kept.state, other->core.kept.state, 256);
    assert_memory_equal(kit.machine->core.kept.words, other->core.kept.words, sizeof(uint32_t[256][NV30_FULL][4]));
    free(data);
    nv30_free(other);
    kit_end(&kit);
}

static void statistics_count_passes_and_ways(void **state)
{
    enum { MOST = 200 };
    struct result_statistic rows[MOST];
    unsigned                found = 0;
    (void)state;
    kit_fill(&kit, 64);
    start("LRP R0, f[TEX0], c[0], f[TEX0]\nMOV o[COLR], R0");
    kit_run(&kit);
    const struct rtl_machine machine = nv30_machine(kit.machine);
    const unsigned           count = machine.kind->results->statistics(machine.of, rows, MOST);
    assert_in_range(count, 1, MOST);
    for (unsigned i = 0; i < count; i++) {
        const struct {
            const char *path, *name;
            unsigned    value;
        } wanted[] = {{"nv30.passes", "LRP", 32},
                      {"nv30.passes", "MOV", 16},
                      {"nv30.stage01_source_select", "internal_loopbacks", 16},
                      {"nv30.stage01_source_select", "long_loopbacks", 16},
                      {"nv30.stage01_source_select", "new_quads", 16},
                      {"nv30.stage07_multiply", "quads", 48},
                      {"nv30.stage10_crossbar", "coordinates_dropped", 16},
                      {"nv30.texture_units", "texture_reads", 0}};
        for (unsigned w = 0; w < sizeof wanted / sizeof wanted[0]; w++)
            if (strcmp(rows[i].path, wanted[w].path) == 0 && strcmp(rows[i].name, wanted[w].name) == 0) {
                assert_int_equal(rows[i].value, wanted[w].value);
                found++;
            }
    }
    assert_int_equal(found, 8);
    kit_end(&kit);
}

/* What a waveform shows beside the signals: numbers of the first pixel, or a NaN while no quad is in the stage. */
static void numbers_of_the_first_pixel_are_shown(void **state)
{
    const struct trace_derived *row = NULL;
    unsigned                    shown = 0, idle = 0;
    (void)state;
    kit_fill(&kit, 64);
    start("MUL o[COLR], f[TEX0], c[0]");
    const struct rtl_machine   machine = nv30_machine(kit.machine);
    struct machine_rows *const rows = machine.kind->results->rows(machine.of, NULL, 0, &kit.diag);
    assert_non_null(rows);
    for (unsigned r = 0; r < rows->derivation.row_count; r++)
        if (strcmp(rows->derivation.rows[r].path, "nv30.pixel0.products") == 0 &&
            strcmp(rows->derivation.rows[r].name, "m2") == 0)
            row = &rows->derivation.rows[r];
    assert_non_null(row);
    while (!nv30_finished(kit.machine)) {
        const uint64_t value = row->value(rows->derivation.context, row->argument);
        if (kit.machine->stage7.q.valid) {
            const float *a = kit.attribute[4 * kit.machine->raster.quad[kit.machine->stage7.q.slot]][0];
            assert_int_equal(value, as_bits(a[2] * kit.constant[0][2]));
            assert_int_equal(kit.machine->stage7.q.op, NV30_MUL + 1);
            shown++;
        } else {
            assert_int_equal(value, 0x7fffffff);
            assert_int_equal(kit.machine->stage7.q.op, 0);
            idle++;
        }
        nv30_edge(kit.machine);
    }
    assert_int_equal(shown, 16);
    assert_true(idle > 40);
    rows->free(rows);
    const char *watch = "R0";
    assert_null(machine.kind->results->rows(machine.of, &watch, 1, &kit.diag));
    kit_end(&kit);
}

/* ---- refusals --------------------------------------------------------------------------------------------------- */

static void launches_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    kit_fill(&kit, 6);
    assert_false(kit_start(&kit, "MOV o[COLR], c[0]"));
    assert_non_null(strstr(kit.diag.what, "6 pixels, expected whole quads"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX o[COLR], f[TEX0], TEX9, 2D"));
    assert_non_null(strstr(kit.diag.what, "there is no texture 9"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX o[COLR], f[TEX0], TEX6, 2D"));
    assert_non_null(strstr(kit.diag.what, "texture 6 is 3D"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    assert_false(kit_start(&kit, "TEX R0, f[TEX0], TEX6, 3D\nTEX o[COLR], f[TEX0], TEX6, 2D"));
    assert_non_null(strstr(kit.diag.what, "instruction 1: texture unit 6 is read as 3D and as 2D"));
    kit_end(&kit);
    kit_fill(&kit, 4);
    kit.chip.register_rows = 3;
    assert_false(kit_start(&kit, "ADD R0, R1, R2\nMOV o[COLR], R0"));
    assert_non_null(strstr(kit.diag.what, "a quad takes 4 registers, and register_rows has 3"));
    kit_end(&kit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_below_zero_are_killed),
        cmocka_unit_test(coordinates_are_multiplied_by_w),
        cmocka_unit_test(the_fifo_of_coordinates_keeps_four_sets),
        cmocka_unit_test(reads_are_of_the_texel_that_they_name),
        cmocka_unit_test(cubes_are_read_by_direction),
        cmocka_unit_test(the_order_of_evaluation_does_not_matter),
        cmocka_unit_test(modules_that_hold_miss_nothing),
        cmocka_unit_test(a_snapshot_goes_on_as_the_run_did),
        cmocka_unit_test(a_snapshot_has_the_registers_that_are_kept),
        cmocka_unit_test(statistics_count_passes_and_ways),
        cmocka_unit_test(numbers_of_the_first_pixel_are_shown),
        cmocka_unit_test(launches_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
