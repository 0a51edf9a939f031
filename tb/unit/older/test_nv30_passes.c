/* test_nv30_passes.c - the table of passes of "CineFX (NV30) Inside", page 3, measured; what shares a pass, and who
 * enters the core. */
#include "tb/unit/older/nv30_kit.h"

/* The article's figures, and a program's line for each; what a texture read needs before it stands in front. */
static const struct row {
    const char *name;
    unsigned    passes;
    const char *text;
} rows[] = {
    {"nop", 1, "NOP"},
    {"mov", 1, "MOV R0, R1"},
    {"add", 1, "ADD R0, R1, R2"},
    {"mad", 1, "MAD R0, R1, R2, R3"},
    {"mul", 1, "MUL R0, R1, R2"},
    {"rcp", 1, "RCP R0, R1.x"},
    {"rsq16", 1, "RSQ H0, R1.x"},
    {"rsq32", 2, "RSQ R0, R1.x"},
    {"dp3", 1, "DP3 R0, R1, R2"},
    {"dp4", 1, "DP4 R0, R1, R2"},
    {"min", 1, "MIN R0, R1, R2"},
    {"max", 1, "MAX R0, R1, R2"},
    {"slt", 1, "SLT R0, R1, R2"},
    {"sge", 1, "SGE R0, R1, R2"},
    {"exp", 1, "EXP R0, R1.x"},
    {"log", 1, "LOG R0, R1.x"},
    {"frc", 1, "FRC R0, R1"},
    {"lit", 1, "LIT R0, R1"},
    {"dst", 1, "DST R0, R1, R2"},
    {"lrp", 2, "LRP R0, R1, R2, R3"},
    {"texcoord", 1, "TEXCOORD R0, f[TEX0]"},
    {"texkill", 1, "TEXKILL R1"},
    {"2d texture read", 1, "TEX R0, f[TEX0], TEX0, 2D"},
    {"cube texture read", 1, "TEX R0, f[TEX0], TEX4, CUBE"},
    {"3d texture", 1, "TEX R0, f[TEX0], TEX6, 3D"},
    {"texbem", 2, "TEXBEM R0, f[TEX0], R1, c[0], TEX0, 2D"},
    {"texbeml", 3, "TEXBEML R0, f[TEX0], R1, c[0], c[1], TEX0, 2D"},
    {"texbemproj", 2, "TEXBEMPROJ R0, f[TEX0], R1, c[0], TEX0, 2D"},
    {"texreg2ar", 1, "TEXREG2AR R0, R1, TEX0, 2D"},
    {"texreg2gb", 1, "TEXREG2GB R0, R1, TEX0, 2D"},
    {"texm3x2pad", 1, "TEXM3X2PAD R0.x, f[TEX0], R1"},
    {"texm3x2tex", 2, "TEXM3X2TEX R0, f[TEX0], R1, R2, TEX0, 2D"},
    {"texm3x2depth", 2, "TEXM3X2DEPTH R0, f[TEX0], R1, R2"},
    {"texm3x3pad", 1, "TEXM3X3PAD R0.x, f[TEX0], R1"},
    {"texm3x3tex", 2, "TEXM3X3TEX R0, f[TEX0], R1, R2, TEX6, 3D"},
    {"texm3x3cube", 3, "TEXM3X3CUBE R0, f[TEX0], R1, R2, TEX4, CUBE"},
    {"texreg2rgb", 1, "TEXREG2RGB R0, R1, TEX6, 3D"},
    {"texreg2rgbcube", 1, "TEXREG2RGBCUBE R0, R1, TEX4, CUBE"},
    {"texdp3", 2, "TEXDP3 R0, f[TEX0], R1"},
    {"texdp3tex", 2, "TEXDP3TEX R0, f[TEX0], R1, TEX0, 2D"},
    {"texdp3depth", 2, "TEXDP3DEPTH R0, f[TEX0], R1"},
    {"texbrdf", 1, "TEXBRDF R0, R1, TEX0, 2D"},
    {"texm3x3spec", 7, "TEXM3X3SPEC R0, f[TEX0], R1, R2, c[0], TEX4, CUBE"},
};
enum { ROWS = sizeof rows / sizeof rows[0], QUADS = 510 };

static struct kit kit;

/* Clocks of a program of 256 quads. */
static uint64_t clocks_of(const char *text)
{
    if (!kit_start(&kit, text))
        fail_msg("%s", kit.diag.what);
    kit_run(&kit);
    return kit.machine->core.cycle;
}

/* What the page is measured with: any number of registers for the 51 quads that fill the pipeline, no pairs. */
static const char *const settings[] = {"register_rows=4096", "max_quads=51", "pair_reads=none"};
enum { SETTINGS = sizeof settings / sizeof settings[0] };

struct measured {
    double   clocks; /* of each quad, for one more of the instruction */
    unsigned passes; /* of all quads, for four more */
};

/* What eight times the line takes longer than four times: the rest is equal.  51 quads fill the pipeline. */
static struct measured measured(const char *line)
{
    char     text[1024];
    uint64_t clocks[2];
    uint32_t passes[2];
    for (unsigned n = 0; n < 2; n++) {
        text[0] = '\0';
        for (unsigned i = 0; i < (n ? 8u : 4u); i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", line);
        snprintf(text + strlen(text), sizeof text - strlen(text), "MOV o[COLR], R0\n");
        kit_fill(&kit, QUADS * 4);
        for (unsigned i = 0; i < SETTINGS; i++)
            assert_true(chip_table_set(&nv30_chips, &kit.chip, settings[i], &kit.diag));
        clocks[n] = clocks_of(text);
        passes[n] = kit.machine->stage2.q.quads;
        kit_end(&kit);
    }
    return (struct measured){(double)(clocks[1] - clocks[0]) / (4 * QUADS), passes[1] - passes[0]};
}

static struct measured table[ROWS];

static int measure(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ROWS; r++)
        table[r] = measured(rows[r].text);
    return 0;
}

/* A loopback in the core meets one from the end now and then, which costs the last quads a little. */
static void each_instruction_takes_the_passes_of_the_table(void **state)
{
    (void)state;
    for (unsigned r = 0; r < ROWS; r++) {
        const double clocks = table[r].clocks, passes = rows[r].passes;
        if (table[r].passes != 4 * QUADS * rows[r].passes)
            fail_msg("%s: %u passes of %u quads, the article has %u of each", rows[r].name, table[r].passes / 4, QUADS,
                     rows[r].passes);
        if (clocks < passes || clocks > 1.1 * passes)
            fail_msg("%s: %.3f clocks of each quad, the article has %u passes", rows[r].name, clocks, rows[r].passes);
    }
}

/* ---- pairs ------------------------------------------------------------------------------------------------------ */

/* Passes of one quad. */
static unsigned passes_of(const char *text)
{
    kit_fill(&kit, 4);
    if (!kit_start(&kit, text))
        fail_msg("%s", kit.diag.what);
    kit_run(&kit);
    const unsigned passes = kit.machine->stage2.q.quads;
    kit_end(&kit);
    return passes;
}

static const struct pair {
    const char *first, *second;
    unsigned    passes; /* of both */
} pairs[] = {
    {"TEX R0, f[TEX0], TEX0, 2D", "TEX R1, f[TEX1], TEX1, 2D", 1},
    {"TEX R0, f[TEX0], TEX0, 2D", "TEX R1, f[TEX1], TEX4, CUBE", 1},
    {"TEX R0, f[TEX0], TEX4, CUBE", "TEX R1, f[TEX1], TEX5, CUBE", 1},
    {"TXP R0, f[TEX0], TEX0, 2D", "TXP R1, f[TEX1], TEX1, 2D", 1},
    {"TXP R0, f[TEX0], TEX0, 2D", "TEX R1, f[TEX1], TEX4, CUBE", 1},
    {"TEX R0, f[TEX0], TEX0, 2D", "TEX R1, f[TEX1], TEX6, 3D", 2},
    {"TEX R0, f[TEX0], TEX6, 3D", "TEX R1, f[TEX1], TEX6, 3D", 2},
    {"TEX R0, f[TEX0], TEX0, 2D", "TEX R1, R0, TEX1, 2D", 2},
    {"TEX R0, f[TEX0], TEX0, 2D", "TEX R1, R2, TEX1, 2D", 2},
};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

static unsigned passes_of_pair(const struct pair *pair)
{
    char text[256];
    snprintf(text, sizeof text, "%s\n%s\nADD o[COLR], R0, R1\n", pair->first, pair->second);
    return passes_of(text) - 1;
}

static void pairs_of_reads_take_the_passes_that_they_are_to(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PAIRS; p++)
        assert_int_equal(passes_of_pair(&pairs[p]), pairs[p].passes);
}

/* ---- the page --------------------------------------------------------------------------------------------------- */

/* A line of the page's table. */
static const char *line_of(unsigned r, char *text, size_t size)
{
    char instruction[96];
    snprintf(instruction, sizeof instruction, "%s", rows[r].text);
    snprintf(text, size, "| %s | `%s` | %u | %u | %.2f |", rows[r].name, instruction, rows[r].passes,
             table[r].passes / (4 * QUADS), table[r].clocks);
    return text;
}

static void the_page_has_what_is_measured(void **state)
{
    static char page[16384];
    char        line[256];
    FILE *const file = fopen("docs/nv30-passes.md", "r");
    (void)state;
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
    for (unsigned i = 0; i < SETTINGS; i++)
        if (!strstr(page, settings[i]))
            fail_msg("docs/nv30-passes.md does not say %s", settings[i]);
    for (unsigned r = 0; r < ROWS; r++)
        if (!strstr(page, line_of(r, line, sizeof line)))
            fail_msg("docs/nv30-passes.md lacks: %s (write it again: test_nv30_passes --page)", line);
}

static int print_page(void)
{
    char line[256];
    printf(
        "# NV30: passes of each instruction\n\n"
        "Made by `build/tb/unit/older/test_nv30_passes --page >docs/nv30-passes.md`, and compared with what is "
        "measured "
        "by that test. "
        "The article is\n*CineFX (NV30) Inside* (3DCenter, 31 August 2003), page 3; what the machine is, "
        "[nv30.md](nv30.md) says.\n\n"
        "Measured: %d quads run a program with four of the instruction and one with eight of it, 51 quads at a "
        "time, which "
        "fill the pipeline;\nthe difference is divided by the instructions. Passes are counted in stage 2, clocks "
        "are those "
        "of the run. What is above the passes is time in\nwhich the last quads leave stage 1 empty. The chip is nv30 "
        "with `%s`, `%s` and `%s`.\n\n"
        "| article | instruction | passes, article | passes, measured | clocks of a quad |\n|---|---|---|---|---|\n",
        QUADS, settings[0], settings[1], settings[2]);
    for (unsigned r = 0; r < ROWS; r++)
        printf("%s\n", line_of(r, line, sizeof line));
    printf(
        "\nTwo reads of 2D textures or cubes share a pass when their coordinates are interpolated and the second needs "
        "nothing of the first\n(`pair_reads`; above each is alone):\n\n"
        "| program | passes |\n|---|---|\n");
    for (unsigned p = 0; p < PAIRS; p++)
        printf("| `%s` `%s` | %u |\n", pairs[p].first, pairs[p].second, passes_of_pair(&pairs[p]));
    return 0;
}

static void every_instruction_is_in_the_table_that_the_article_has(void **state)
{
    unsigned found = 0;
    (void)state;
    for (unsigned op = 0; op < NV30_OPS; op++)
        for (unsigned r = 0; nv30_ops[op].row && r < ROWS; r++)
            if (strcmp(rows[r].name, nv30_ops[op].row) == 0) {
                assert_int_equal(nv30_ops[op].passes, rows[r].passes);
                found++;
            }
    assert_int_equal(found, ROWS - 3); /* rsq16, cube and 3D reads are another row's instructions */
    assert_int_equal(ROWS, 43);
}

#define FIRST_READ "TEX R0, f[TEX0], TEX0, 2D\n"
#define RESULT "ADD o[COLR], R0, R1\n"

static void of_four_reads_two_share_a_pass_each(void **state)
{
    (void)state;
    assert_int_equal(passes_of(FIRST_READ "TEX R1, f[TEX1], TEX1, 2D\nTEX R2, f[TEX2], TEX2, 2D\n" RESULT), 3);
    assert_int_equal(
        passes_of(FIRST_READ
                  "TEX R1, f[TEX1], TEX1, 2D\nTEX R2, f[TEX2], TEX2, 2D\nTEX R3, f[TEX3], TEX3, 2D\n" RESULT),
        3);
}

static void pair_reads_says_which_reads_pair(void **state)
{
    static const unsigned passes[] = {3, 3, 2}, direct[] = {3, 2, 2};
    (void)state;
    for (unsigned rule = 0; rule < 3; rule++) {
        kit_fill(&kit, 4);
        kit.chip.pair_reads = rule;
        assert_true(kit_start(&kit, FIRST_READ "TEX R1, R2, TEX1, 2D\n" RESULT));
        assert_int_equal(kit.machine->setup.passes.count, passes[rule]);
        kit_end(&kit);
        assert_true(kit_start(&kit, FIRST_READ "TEX R1, f[TEX2], TEX1, 2D\n" RESULT));
        assert_int_equal(kit.machine->setup.passes.count, direct[rule]);
        kit_end(&kit);
    }
}

/* Both would have to be written at once. */
static void reads_into_one_register_do_not_share_a_pass(void **state)
{
    (void)state;
    assert_int_equal(passes_of(FIRST_READ "TEX R0, f[TEX1], TEX1, 2D\n" RESULT), 3);
}

static void a_root_of_half_precision_takes_one_pass(void **state)
{
    (void)state;
    assert_int_equal(passes_of("RSQ o[COLR], f[TEX0].x"), 2);
    assert_int_equal(passes_of("RSQH o[COLR], f[TEX0].x"), 1);
    assert_int_equal(passes_of("RSQ o[COLH], f[TEX0].x"), 1);
    assert_int_equal(passes_of("RSQR o[COLH], f[TEX0].x"), 2);
}

/* The core's own quad enters, though one is at the end and one is new; then that at the end; then the new one. */
static void the_core_comes_before_the_end_and_that_before_the_rasterizer(void **state)
{
    unsigned met = 0;
    (void)state;
    kit_fill(&kit, 1024);
    kit.chip.max_quads = 60;
    assert_true(kit_start(&kit, "LRP R0, f[TEX0], c[0], f[TEX0]\nLRP o[COLR], R0, c[1], R0\n"));
    while (!nv30_finished(kit.machine)) {
        const struct nv30_source_select *select = &kit.machine->stage1;
        nv30_wire(kit.machine);
        const bool core = select->in.core, tail = select->in.tail, raster = select->in.raster;
        nv30_edge(kit.machine);
        const unsigned from = core     ? NV30_FROM_CORE
                              : tail   ? NV30_FROM_END
                              : raster ? NV30_FROM_RASTERIZER
                                       : NV30_FROM_NOWHERE;
        assert_int_equal(select->q.source, from);
        met += core && tail && raster;
    }
    assert_true(met > 10);
    assert_int_equal(met, kit.machine->stage1.q.three);
    kit_end(&kit);
}

/* 60 registers of FP32 are 4 quads in 240 rows; the same of FP16 are twice as many. */
static void registers_of_half_precision_leave_room_for_twice_as_many_quads(void **state)
{
    (void)state;
    kit_fill(&kit, 256);
    assert_true(kit_start(&kit, "ADD R0, R1, R2\nADD R3, R4, R5\nMOV o[COLR], R0"));
    assert_int_equal(kit.machine->setup.taken, 6);
    assert_int_equal(kit.machine->setup.slots, 128 / 6);
    kit_run(&kit);
    const uint64_t full = kit.machine->core.cycle;
    kit_end(&kit);
    assert_true(kit_start(&kit, "ADD H0, H1, H2\nADD H3, H4, H5\nMOV o[COLR], H0"));
    assert_int_equal(kit.machine->setup.taken, 4); /* three, and they come in twos */
    assert_int_equal(kit.machine->setup.slots, 32);
    kit_run(&kit);
    assert_true(kit.machine->core.cycle < full);
    kit_end(&kit);
}

static void a_pause_behind_the_end_lets_only_the_core_in(void **state)
{
    (void)state;
    kit_fill(&kit, 1024);
    const uint64_t without = clocks_of("MOV R0, c[0]\nMOV R0, c[0]\nMOV o[COLR], R0");
    kit_end(&kit);
    kit_fill(&kit, 1024);
    kit.chip.loopback_clk = 1;
    assert_int_equal(clocks_of("MOV R0, c[0]\nMOV R0, c[0]\nMOV o[COLR], R0") / 100, (without + 2 * 256) / 100);
    kit_end(&kit);
}

/* A way through the pipeline is ten stages, the units' clocks and one at its end. */
static void one_quad_takes_the_latency_of_the_pipeline(void **state)
{
    (void)state;
    for (unsigned latency = 1; latency < 50; latency += 7) {
        uint64_t clocks[2];
        for (unsigned n = 0; n < 2; n++) {
            kit_fill(&kit, 4);
            kit.chip.texture_clk = latency;
            clocks[n] = clocks_of(n ? "MOV R0, c[0]\nMOV o[COLR], R0" : "MOV o[COLR], c[0]");
            kit_end(&kit);
        }
        assert_int_equal(clocks[1] - clocks[0], 10 + latency + 1);
    }
}

static void with_core_runs_instructions_stay_in_the_core(void **state)
{
    (void)state;
    kit_fill(&kit, 4);
    kit.chip.core_runs = 1;
    const uint64_t clocks = clocks_of("MOV R0, c[0]\nADD R0, R0, R0\nMOV o[COLR], R0");
    float          colour[4];
    assert_int_equal(kit.machine->stage1.q.from_core, 2);
    assert_int_equal(kit.machine->stage1.q.from_end, 0);
    kit_colour(&kit, 3, colour);
    assert_true(colour[1] == 2 * kit.constant[0][1]);
    assert_true(clocks < 100);
    kit_end(&kit);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_instruction_takes_the_passes_of_the_table),
        cmocka_unit_test(every_instruction_is_in_the_table_that_the_article_has),
        cmocka_unit_test(the_page_has_what_is_measured),
        cmocka_unit_test(pairs_of_reads_take_the_passes_that_they_are_to),
        cmocka_unit_test(of_four_reads_two_share_a_pass_each),
        cmocka_unit_test(pair_reads_says_which_reads_pair),
        cmocka_unit_test(reads_into_one_register_do_not_share_a_pass),
        cmocka_unit_test(a_root_of_half_precision_takes_one_pass),
        cmocka_unit_test(the_core_comes_before_the_end_and_that_before_the_rasterizer),
        cmocka_unit_test(registers_of_half_precision_leave_room_for_twice_as_many_quads),
        cmocka_unit_test(a_pause_behind_the_end_lets_only_the_core_in),
        cmocka_unit_test(one_quad_takes_the_latency_of_the_pipeline),
        cmocka_unit_test(with_core_runs_instructions_stay_in_the_core),
    };
    if (argc == 2 && strcmp(argv[1], "--page") == 0)
        return measure(NULL) || print_page();
    return cmocka_run_group_tests(tests, measure, NULL);
}
