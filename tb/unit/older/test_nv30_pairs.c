/* test_nv30_pairs.c - NV30: which two texture reads share a pass (pair_reads), and what coordinate sets cost that the
 * FIFO has no room for (late_set_passes). */
#include "tb/unit/older/nv30_kit.h"

static struct kit kit;

/* By pair_reads none, direct and any: the passes of two reads. */
static void reads_pair_when_nothing_is_in_the_way(void **state)
{
    static const struct {
        const char *first, *second;
        unsigned    passes[3];
    } pairs_of[] = {
        {"TEX R0, f[TEX0], TEX6, 3D", "TEX R1, f[TEX1], TEX1, 2D", {2, 2, 2}}, /* in either order */
        {"TEX R0, f[TEX0], TEX0, 2D", "TEX R0, f[TEX1], TEX1, 2D", {2, 2, 2}}, /* one place */
        {"TEX H0, f[TEX0], TEX0, 2D", "TEX H0, f[TEX1], TEX1, 2D", {2, 2, 2}},
        {"TEX H0, f[TEX0], TEX0, 2D", "TEX R0, f[TEX1], TEX1, 2D", {2, 1, 1}}, /* a place each */
        {"TEX H1, f[TEX0], TEX0, 2D", "TEX R0, H1, TEX1, 2D", {2, 2, 2}},      /* the first one's texel */
        {"TEX R1, f[TEX0], TEX0, 2D", "TEX R0, R1, TEX1, 2D", {2, 2, 2}},
        {"TEX R1, f[TEX0], TEX0, 2D", "TEX R0, H1, TEX1, 2D", {2, 2, 1}}, /* another register of that number */
        {"TEX H1, f[TEX0], TEX0, 2D", "TEX R0, R1, TEX1, 2D", {2, 2, 1}},
        {"TEX R0, R2, TEX0, 2D", "TEX R1, f[TEX1], TEX1, 2D", {2, 2, 1}},
        {"TEX R0, R2, TEX0, 2D", "TEX R1, R3, TEX1, 2D", {2, 2, 1}},
        {"TEX R0, f[TEX0], TEX0, 2D", "MOV R1, f[TEX1]", {2, 2, 2}},
        {"MOV R0, f[TEX0]", "TEX R1, f[TEX1], TEX0, 2D", {2, 2, 2}},
    };
    char text[256];
    (void)state;
    for (unsigned i = 0; i < sizeof pairs_of / sizeof pairs_of[0]; i++)
        for (unsigned rule = 0; rule < 3; rule++) {
            snprintf(text, sizeof text, "%s\n%s\nMOV o[COLR], c[0]\n", pairs_of[i].first, pairs_of[i].second);
            kit_fill(&kit, 4);
            kit.chip.pair_reads = rule;
            kit_must_start(&kit, text);
            kit_run(&kit);
            if (kit.machine->stage2.q.quads != 1 + pairs_of[i].passes[rule])
                fail_msg("pair_reads %u: %u passes\n%s", rule, kit.machine->stage2.q.quads, text);
            kit_end(&kit);
        }
}

/* ---- coordinate sets that the FIFO has no room for --------------------------------------------------------------- */

/* Passes and colours of a program of one quad; with `late`, each such set costs a pass. */
static unsigned passes_with(const char *text, bool late, unsigned core_runs, float colour[4])
{
    kit_fill(&kit, 4);
    kit.chip.late_set_passes = late;
    kit.chip.core_runs = core_runs;
    kit_must_start(&kit, text);
    kit_run(&kit);
    const unsigned passes = kit.machine->stage2.q.quads;
    kit_colour(&kit, 0, colour);
    kit_end(&kit);
    return passes;
}

/* The FIFO keeps the first four sets that are read behind the first pass: here TEX1 to TEX4. */
#define FOUR_SETS                                                                                                      \
    "MOV R0, f[TEX0]\nADD R0, R0, f[TEX1]\nADD R0, R0, f[TEX2]\nADD R0, R0, f[TEX3]\nADD R0, R0, f[TEX4]\n"

static void a_late_set_takes_a_pass_if_the_chip_says_so(void **state)
{
    static const struct {
        const char *text;
        unsigned    passes, more;
    } programs[] = {
        {FOUR_SETS "MOV o[COLR], R0", 6, 0},
        {FOUR_SETS "ADD o[COLR], R0, f[TEX4]", 6, 0},
        {FOUR_SETS "ADD R0, R0, f[TEX5]\nMOV o[COLR], R0", 7, 1},
        {FOUR_SETS "ADD o[COLR], R0, f[TEX0]", 6, 1}, /* the first pass's own is not kept */
        {FOUR_SETS "ADD R0, R0, f[TEX5]\nADD R0, R0, f[TEX5]\nADD o[COLR], R0, f[COL0]", 8, 3},
        {FOUR_SETS "ADD R0, R0, f[WPOS]\nMOV o[COLR], R0", 7, 0},
        {FOUR_SETS "LRP R0, R0, f[TEX5], R0\nMOV o[COLR], R0", 8, 1}, /* two passes, one set */
        {FOUR_SETS "LRP R0, f[TEX5], R0, R0\nMOV o[COLR], R0", 8, 1},
        {FOUR_SETS "TEX R1, f[TEX5], TEX0, 2D\nTEX R2, f[TEX6], TEX1, 2D\nADD o[COLR], R1, R2", 7, 2}, /* a pair */
    };
    (void)state;
    for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
        for (unsigned core_runs = 0; core_runs < 2; core_runs++) {
            float          plain[4], late[4];
            const unsigned passes = passes_with(programs[i].text, false, core_runs, plain),
                           more = passes_with(programs[i].text, true, core_runs, late) - passes;
            if (passes != programs[i].passes || more != programs[i].more)
                fail_msg("%s: %u passes and %u more, expected %u and %u", programs[i].text, passes, more,
                         programs[i].passes, programs[i].more);
            assert_memory_equal(plain, late, sizeof plain);
        }
}

/* The longest program has room for them: 1024 instructions of seven passes. */
static void late_sets_of_the_longest_program_have_room(void **state)
{
    static char text[NV30_INSTRUCTIONS_MAX * 64];
    float       colour[4];
    size_t      used = (size_t)snprintf(text, sizeof text, FOUR_SETS);
    (void)state;
    for (unsigned i = 5; i + 1 < NV30_INSTRUCTIONS_MAX; i++)
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "TEXM3X3SPEC R0, f[TEX5], R0, R0, c[0], TEX4, CUBE\n");
    snprintf(text + used, sizeof text - used, "MOV o[COLR], R0\n");
    assert_int_equal(passes_with(text, true, 0, colour), 6 + (NV30_INSTRUCTIONS_MAX - 6) * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_pair_when_nothing_is_in_the_way),
        cmocka_unit_test(a_late_set_takes_a_pass_if_the_chip_says_so),
        cmocka_unit_test(late_sets_of_the_longest_program_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
