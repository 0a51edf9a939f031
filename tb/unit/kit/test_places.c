/* test_places.c - how many clauses and exports a SIMD has places for, and what an instruction miss brings: parameters
 * of the chip, and FETCH_CACHE_LINES of the program (3D 10). */
#include "tb/unit/machine.h"

enum { WAVES = 16, CONSTANTS = 64, TURNS = 4 };

static uint32_t                            bank[4 * CONSTANTS];
static const struct launch_vertex_resource resources[] = {
    {.source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}},
};

static uint32_t zero(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr, (void)element;
    return 0;
}

/* What was ever there at once, and how long it took. */
struct most {
    unsigned clauses, fetches, exports;
    bool     held, back; /* an instruction without a place was seen in decode; its wavefront, on its way back to it */
    uint64_t cycles;
};

static struct most run_with(const char *one, const char *other, struct launch_register *resources_register)
{
    struct text    text = {0};
    struct machine m;
    struct most    most = {0};
    for (unsigned i = 0; i < TURNS; i++)
        put(&text, "ALU @chain BARRIER\nVTX @f BARRIER\nEXPORT PIX%u, R1.xyzw BARRIER\n", i);
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nchain:\n");
    put_chain(&text, 8);
    put(&text,
        "f: FETCH R2.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\n");
    const struct plan plan = {.text = text.chars,
                              .threads = 64 * WAVES,
                              .load_count = 2,
                              .input = zero,
                              .bank = {bank},
                              .bank_constants = {CONSTANTS},
                              .vertices = resources,
                              .vertex_count = 1,
                              .registers = resources_register,
                              .register_count = resources_register ? 1 : 0,
                              .set = {"sx_export_clk=200", one, other}};
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        unsigned clauses = 0, fetches = 0;
        assert_true(m.gpu->cycle < MACHINE_LIMIT);
        machine_step(&m);
        gpu_look(m.gpu);
        for (unsigned c = 0; c < ALU_CLAUSES; c++)
            clauses += m.gpu->simd->clause[c].q.state != CLAUSE_EMPTY;
        for (unsigned c = 0; c < FETCH_CLAUSES; c++)
            fetches += m.gpu->simd->fetch_clause[c].q.state != FETCH_CLAUSE_EMPTY;
        most.held = most.held || m.gpu->simd->cf.q.stall != CF_STALL_NONE;
        most.back = most.back || (m.gpu->simd->cf.q.step && m.gpu->simd->cf.q.step_to == CF_STEP_PAUSE &&
                                  m.gpu->simd->cf.q.step_wait);
        most.clauses = clauses > most.clauses ? clauses : most.clauses;
        most.fetches = fetches > most.fetches ? fetches : most.fetches;
        most.exports = m.gpu->simd->exports.q.reports > most.exports ? m.gpu->simd->exports.q.reports : most.exports;
    }
    for (unsigned thread = 0; thread < 64 * WAVES; thread += 37)
        assert_int_equal(pixel(&m, 0, thread, 0), 8 * TURNS);
    most.cycles = m.gpu->cycle;
    machine_free(&m);
    free(text.chars);
    return most;
}

static struct most run(const char *one, const char *other)
{
    return run_with(one, other, NULL);
}

static void clauses_have_the_places_that_the_chip_says(void **state)
{
    (void)state;
    static const char *const sets[] = {"alu_places=1", "alu_places=2", "alu_places=5"};
    static const unsigned    places[] = {1, 2, 5};
    uint64_t                 before = UINT64_MAX;
    for (unsigned i = 0; i < 3; i++) {
        const struct most most = run(sets[i], NULL);
        assert_int_equal(most.clauses, places[i]); /* 16 wavefronts fill them */
        assert_true(most.cycles < before);
        before = most.cycles;
    }
}

static void fetch_clauses_too(void **state)
{
    (void)state;
    const struct most one = run("fetch_places=1", NULL), three = run("fetch_places=3", NULL);
    assert_int_equal(one.fetches, 1);
    assert_int_equal(three.fetches, 3);
    assert_true(three.cycles < one.cycles);
}

/* Decode is held by it, or it comes again and others are decoded meanwhile; what comes out stays. */
static void a_wavefront_without_a_place_holds_decode_or_goes_back(void **state)
{
    (void)state;
    static const char *const places[] = {"alu_places=2", "fetch_places=2", "sx_buffers=1"};
    for (unsigned i = 0; i < 3; i++) {
        const struct most holds = run(places[i], NULL), back = run(places[i], "cf_retry_clk=12");
        assert_true(holds.held && !holds.back);
        assert_true(back.back && !back.held);
    }
    assert_true(run("fetch_places=2", "cf_retry_clk=12").cycles < run("fetch_places=2", NULL).cycles);
}

/* With reports of 200 clocks each, exports wait for one another: 80 of them, one at a time, take 80 times as long. */
static void exports_have_the_buffers_that_the_chip_says(void **state)
{
    (void)state;
    const struct most one = run("sx_buffers=1", NULL), four = run("sx_buffers=4", NULL);
    assert_int_equal(one.exports, 1);
    assert_int_equal(four.exports, 4);
    assert_true(one.cycles > WAVES * (TURNS + 1) * 200 && four.cycles < one.cycles / 2);
}

/* 2 lines of CF instructions, 1 of the chain, 1 of the fetch: lines of one miss come together, 400 clocks earlier than
 * those of two. */
static void a_miss_brings_the_lines_that_the_chip_says(void **state)
{
    (void)state;
    const struct most one = run("ic_miss_lines=1", NULL), four = run("ic_miss_lines=4", NULL);
    assert_true(one.cycles > four.cycles + 300);
    const struct most few = run("ic_misses=1", NULL);
    assert_true(few.cycles >= one.cycles);
}

/* The field is one less than the lines; 0, its value after a reset, leaves them to the chip. */
static void a_miss_brings_the_lines_that_the_program_says(void **state)
{
    enum { GPRS = 8, LINES_BIT = 24 };
    (void)state;
    for (unsigned field = 0; field < 8; field++) {
        struct launch_register word = {
            .line = 1, .name = (char[]){"SQ_PGM_RESOURCES_PS"}, .value = GPRS | field << LINES_BIT};
        char lines[32];
        snprintf(lines, sizeof lines, "ic_miss_lines=%u", field + 1);
        assert_int_equal(run_with(NULL, NULL, &word).cycles, run(lines, NULL).cycles);
        snprintf(lines, sizeof lines, "ic_miss_lines=%u", field ? field + 1 : 3);
        assert_int_equal(run_with("ic_miss_lines=3", NULL, &word).cycles, run(lines, NULL).cycles);
    }
}

static void nothing_else_is_a_value(void **state)
{
    (void)state;
    static const char *const wrong[] = {"alu_places=0",    "alu_places=13",  "fetch_places=0", "fetch_places=9",
                                        "sx_buffers=0",    "sx_buffers=16",  "ic_misses=0",    "ic_misses=16",
                                        "ic_miss_lines=0", "ic_miss_lines=9"};
    struct chip_config       chip;
    assert_true(chip_load("rv770", &chip, NULL));
    for (unsigned i = 0; i < LENGTH(wrong); i++)
        assert_false(chip_set(&chip, wrong[i], NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clauses_have_the_places_that_the_chip_says),
        cmocka_unit_test(fetch_clauses_too),
        cmocka_unit_test(a_wavefront_without_a_place_holds_decode_or_goes_back),
        cmocka_unit_test(exports_have_the_buffers_that_the_chip_says),
        cmocka_unit_test(a_miss_brings_the_lines_that_the_chip_says),
        cmocka_unit_test(a_miss_brings_the_lines_that_the_program_says),
        cmocka_unit_test(nothing_else_is_a_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
