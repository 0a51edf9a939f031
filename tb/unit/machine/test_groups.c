/* test_groups.c - groups of threads: wavefronts, whole launches, their part of the local data share, and what threads
 * share from outside (ISA 2.6). */
#include "pipeline/groups.h"

#include "rtl_model/r700/engine/gpu_sharing.h"
#include "rtl_model/r700/setup/by_type.h"
#include "tb/unit/machine.h"

/* ---- which threads a wavefront has ------------------------------------------------------------------------------- */

/* Each thread of a launch is one of one wavefront, and no wavefront has threads of two groups. */
static void every_thread_has_its_wavefront(void **state)
{
    (void)state;
    for (uint32_t group = 1; group <= 200; group += 7)
        for (uint32_t threads = 1; threads < 700; threads += 33) {
            const struct wave_groups of = {threads, group, 64};
            uint32_t                 next = 0;
            for (uint32_t wave = 0; wave < groups_waves(&of); wave++) {
                assert_int_equal(groups_first(&of, wave), next);
                assert_int_equal(groups_place(&of, wave), next % group);
                assert_true(groups_place(&of, wave) % 64 == 0 && groups_count(&of, wave) > 0);
                assert_int_equal(next / group, (next + groups_count(&of, wave) - 1) / group);
                for (uint32_t i = 0; i < groups_count(&of, wave); i++) {
                    uint32_t number;
                    assert_int_equal(groups_wave_of(&of, next + i, &number), wave);
                    assert_int_equal(number, i);
                }
                next += groups_count(&of, wave);
            }
            assert_int_equal(next, threads);
        }
}

/* ---- launches --------------------------------------------------------------------------------------------------- */

static uint32_t own_number(unsigned thread, unsigned gpr, unsigned element)
{
    return 16 * thread + 4 * gpr + element;
}

#define SHARE                                                                                                          \
    "TEX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SIMD_WAVE_REL\n"

static struct plan usual(unsigned threads, unsigned group_size, unsigned group_dwords)
{
    return (struct plan){.text = SHARE,
                         .stage = LAUNCH_CS,
                         .threads = threads,
                         .load_count = 2,
                         .input = own_number,
                         .group_size = group_size,
                         .group_dwords = group_dwords};
}

static uint32_t share_word(const struct machine *m, unsigned simd, unsigned number)
{
    return lds_read(&m->gpu->simd[simd].lds, number / LDS_DWORDS % LDS_BANKS, number / LDS_DWORDS / LDS_BANKS)
        ->dword[number % LDS_DWORDS];
}

/* Four groups of 100 threads, 4 dwords each, lie one behind the other: 25 entries of each bank. */
static void threads_write_by_their_number_in_the_group(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = usual(400, 100, 4);
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 400; t++)
        for (unsigned e = 0; e < 4; e++) {
            expect_pixel(&m, 0, t, e, own_number(t, 1, e));
            assert_int_equal(share_word(&m, 0, t / 100 * 25 * 16 + t % 100 * 4 + e), own_number(t, 1, e));
        }
    assert_int_equal(m.gpu->dispatcher.q.launched, 8);
    machine_free(&m);
}

static void registers_are_those_of_their_threads(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = usual(250, 70, 4);
    machine_start(&m, &plan);
    machine_run(&m);
    const uint32_t *words = gpu_gprs(m.gpu);
    for (unsigned t = 0; t < 250; t++)
        for (unsigned i = 0; i < 8; i++)
            assert_int_equal(words[t * 32 + i], own_number(t, i / 4, i % 4));
    machine_free(&m);
}

/* Wavefronts that are there at once, at most.  A group is launched when all of it finds room among `limit`. */
static unsigned most_resident(const struct plan *plan, unsigned waves_of_group, unsigned limit)
{
    struct machine m;
    unsigned       most = 0;
    machine_start(&m, plan);
    while (!gpu_finished(m.gpu)) {
        const struct dispatcher_reg *to = &m.gpu->dispatcher.q;
        machine_step(&m);
        const unsigned resident = m.gpu->places[0].q.resident + to->launch;
        if (to->launch)
            assert_true(resident + to->group_left <= limit);
        most = resident > most ? resident : most;
        assert_true(to->launched % waves_of_group == (waves_of_group - to->group_left) % waves_of_group);
    }
    machine_free(&m);
    return most;
}

/* ISA 2.6.2: up to 64 threads have 64 dwords each, which is all there is; 1024 have 4. */
static void groups_that_find_no_share_wait(void **state)
{
    (void)state;
    static const struct {
        unsigned group, dwords, waves, resident;
    } rows[] = {{64, 0, 1, 1},   {64, 64, 1, 1}, {64, 32, 1, 2}, {64, 16, 1, 4}, {64, 12, 1, 5}, {128, 0, 2, 2},
                {128, 16, 2, 4}, {256, 0, 4, 4}, {65, 0, 2, 2},  {32, 0, 1, 2},  {31, 64, 1, 2}, {3, 64, 1, 16}};
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        const struct plan plan = usual(rows[i].group * 20, rows[i].group, rows[i].dwords);
        const unsigned    most = most_resident(&plan, rows[i].waves, rows[i].resident);
        if (most != rows[i].resident)
            fail_msg("row %u: %u wavefronts at once, expected %u", i, most, rows[i].resident);
    }
}

/* A group waits for GPRs and slots of all its wavefronts: 3 fit. */
static void a_group_is_launched_as_a_whole(void **state)
{
    (void)state;
    struct plan plan = usual(128 * 6, 128, 4);
    plan.num_gprs = 80;
    assert_int_equal(most_resident(&plan, 2, 3), 3);
    plan = usual(128 * 6, 128, 4);
    plan.set[0] = "simd_max_waves=3";
    assert_int_equal(most_resident(&plan, 2, 3), 3);
    plan.set[0] = "max_waves=3";
    assert_int_equal(most_resident(&plan, 2, 3), 3);
}

static void a_group_stays_on_one_simd(void **state)
{
    (void)state;
    static const char *const policies[] = {"simd_policy=fewest", "simd_policy=round_robin", "simd_policy=lowest"};
    for (unsigned p = 0; p < LENGTH(policies); p++) {
        struct machine m;
        struct plan    plan = usual(192 * 9, 192, 0);
        unsigned       simd_of[27], used = 0;
        plan.set[0] = "simds=3";
        plan.set[1] = policies[p];
        machine_start(&m, &plan);
        while (!gpu_finished(m.gpu)) {
            machine_step(&m);
            if (m.gpu->dispatcher.q.launch)
                simd_of[m.gpu->dispatcher.q.number] = m.gpu->dispatcher.q.simd;
        }
        for (unsigned wave = 0; wave < 27; wave++) {
            used |= 1u << simd_of[wave];
            assert_int_equal(simd_of[wave], simd_of[wave / 3 * 3]);
        }
        assert_int_equal(used, 7);
        machine_free(&m);
    }
}

/* Absolute addresses count from the group's part too, so the others' is safe. */
static void other_groups_are_kept_apart(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++) {
        struct machine m;
        struct plan    plan = usual(256, 64, 16);
        char           text[300];
        snprintf(text, sizeof text, "TEX @f BARRIER\nNOP EOP BARRIER\nf: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(16) %s\n",
                 relative ? "SIMD_WAVE_REL" : "");
        plan.text = text;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 256; t++)
            assert_int_equal(share_word(&m, 0, t / 64 * 1024 + t % 64 / 4 * 64 + t % 4 * 4), own_number(t, 1, 0));
        machine_free(&m);
    }
}

static void the_part_of_another_group_cannot_be_reached(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = usual(256, 64, 16);
    plan.text = "TEX @f BARRIER\nNOP EOP BARRIER\nf: LOCAL_DS_READ R0.xyzw, R1.0x WATERFALL\n";
    machine_start(&m, &plan);
    machine_stops(&m, "thread 16: bank 0, dword 260, lies outside the local data share that its group has",
                  "ISA 2.6.2");
    machine_free(&m);
}

/* In a stream thread t is vertex t, whatever wavefront it is in. */
static void a_stream_has_the_threads_in_their_order(void **state)
{
    (void)state;
    static const struct plan_memory memory[] = {{LAUNCH_STREAM0, 250 * 16, 4}};
    struct machine                  m;
    struct plan                     plan = usual(250, 100, 4);
    plan.text = "MEM_STREAM0 WRITE[0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(4095)\nEXPORT_DONE POS0, R1.xyzw EOP\n";
    plan.stage = LAUNCH_VS;
    plan.memory = memory;
    plan.memory_count = 1;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned i = 0; i < 1000; i++)
        assert_int_equal(little_dword(machine_memory(&m, 0), i), own_number(i / 4, 1, i % 4));
    machine_free(&m);
}

/* Scratch for three wavefronts: a group of two goes where both have theirs. */
static void a_group_waits_for_the_memory_of_all_its_wavefronts(void **state)
{
    (void)state;
    static const struct plan_memory memory[] = {{LAUNCH_SCRATCH, 3 * 64 * 16 + 256, 4}};
    struct plan                     plan = usual(128 * 5, 128, 4);
    plan.text = "MEM_SCRATCH WRITE[0], R1.xyzw ELEM_SIZE(3) EOP\n";
    plan.memory = memory;
    plan.memory_count = 1;
    assert_true(most_resident(&plan, 2, 3) <= 3);
}

/* ---- what threads share, from outside --------------------------------------------------------------------------- */

static void the_share_is_given_and_read(void **state)
{
    (void)state;
    static uint32_t words[3 * LDS_WORDS], read[3 * LDS_WORDS];
    for (unsigned i = 0; i < LENGTH(words); i++)
        words[i] = 3 * i + 1;
    static const struct {
        const char *simds;
        unsigned    given, count;
    } rows[] = {{"simds=1", 7, 1}, {"simds=1", LDS_WORDS, 1}, {"simds=3", LDS_WORDS, 3}, {"simds=3", 3 * LDS_WORDS, 3}};
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct machine m;
        struct plan    plan = usual(64, 0, 0);
        plan.text = "NOP EOP\n";
        plan.set[0] = rows[i].simds;
        plan.lds = words;
        plan.lds_words = rows[i].given;
        machine_start(&m, &plan);
        machine_run(&m);
        assert_int_equal(gpu_lds(m.gpu, NULL), rows[i].count * LDS_WORDS);
        gpu_lds(m.gpu, read);
        for (unsigned w = 0; w < rows[i].count * LDS_WORDS; w++) {
            const unsigned from = rows[i].given > LDS_WORDS ? w : w % LDS_WORDS;
            assert_int_equal(read[w], from < rows[i].given ? words[from] : LDS_UNDEFINED);
        }
        machine_free(&m);
    }
}

/* R[GLOBAL+1].x += R0.x: a sum of each lane over all wavefronts of a SIMD; the next one stays. */
static void global_gprs_are_given_added_to_and_read(void **state)
{
    (void)state;
    enum { COUNT = 2, WORDS = LAUNCH_LANES * 4 * COUNT };
    static uint32_t words[2 * WORDS], read[2 * LAUNCH_LANES * 4 * 4];
    for (unsigned i = 0; i < LENGTH(words); i++)
        words[i] = 1000 * i;
    static const struct {
        const char *chip;
        unsigned    lanes, simds, given;
    } rows[] = {{"rv770", 64, 1, 1}, {"rv730", 32, 1, 1}, {"rv770", 64, 2, 1}, {"rv770", 64, 2, 2}};
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct machine m;
        struct plan    plan = usual(256, 0, 0);
        plan.text = "ALU @a BARRIER\nNOP EOP BARRIER\na: 0 x: ADD_INT R[GLOBAL+1].x, R[GLOBAL+1].x, R0.x\n";
        plan.chip = rows[i].chip;
        plan.set[0] = "global_gprs=4";
        plan.set[1] = rows[i].simds > 1 ? "simds=2" : "simds=1";
        plan.set[2] = "simd_policy=round_robin";
        plan.globals = words;
        plan.global_first = 1;
        plan.global_count = COUNT;
        plan.global_simds = rows[i].given;
        machine_start(&m, &plan);
        machine_run(&m);
        assert_int_equal(gpu_globals(m.gpu, NULL), rows[i].simds * LAUNCH_LANES * 16);
        gpu_globals(m.gpu, read);
        for (unsigned simd = 0; simd < rows[i].simds; simd++)
            for (unsigned lane = 0; lane < LAUNCH_LANES; lane++)
                for (unsigned n = 0; n < 16; n++) {
                    uint32_t want =
                        n < 4 || n > 11 ? 0x7fedca00 : words[(rows[i].given > 1) * simd * WORDS + lane * 8 + n - 4];
                    for (unsigned wave = simd; n == 4 && wave < 256 / rows[i].lanes; wave += rows[i].simds)
                        want += own_number(wave * rows[i].lanes + lane, 0, 0);
                    if (lane >= rows[i].lanes)
                        want = 0;
                    assert_int_equal(read[(simd * LAUNCH_LANES + lane) * 16 + n], want);
                }
        machine_free(&m);
    }
}

/* Of two launches with other numbers of them the next one has what both have. */
static void global_gprs_of_another_number_are_put_as_far_as_they_go(void **state)
{
    (void)state;
    static const uint32_t zeros[LAUNCH_LANES * 4 * 2];
    static uint32_t       words[LAUNCH_LANES * 4 * 3], read[LAUNCH_LANES * 4 * 2];
    for (unsigned i = 0; i < LENGTH(words); i++)
        words[i] = 1 + i;
    for (unsigned count = 1; count <= 3; count++) {
        struct machine m;
        struct plan    plan = usual(64, 0, 0);
        plan.globals = zeros;
        plan.global_count = 2;
        plan.text = "NOP EOP\n";
        machine_start(&m, &plan);
        const unsigned behind = private_rows(&m.chip, &m.gpu->part[0]->setup.simd) + 2;
        const uint32_t before = behind < GPR_ROWS ? m.gpu->simd[0].gprs.x[behind].lane[0] : 0;
        gpu_put_globals(m.gpu, m.gpu->part[0], words, count);
        gpu_globals(m.gpu, read);
        for (unsigned lane = 0; lane < LAUNCH_LANES; lane++)
            for (unsigned n = 0; n < 8; n++)
                assert_int_equal(read[lane * 8 + n], n < 4 * count ? words[lane * 4 * count + n] : 0);
        assert_true(behind >= GPR_ROWS || m.gpu->simd[0].gprs.x[behind].lane[0] == before);
        machine_free(&m);
    }
}

static void expect_refused(const struct plan *plan, const char *what)
{
    struct machine m;
    assert_false(machine_try(&m, plan));
    if (!strstr(m.diag.what, what))
        fail_msg("\"%s\" lacks \"%s\"", m.diag.what, what);
    machine_free(&m);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const uint32_t words[5000];
    struct plan           plan = usual(1024, 512, 12);
    expect_refused(&plan, "lds: 512 threads of a group with 12 dwords each do not fit 16384 bytes (ISA 2.6.2)");
    plan = usual(1024, 1024, 4);
    plan.num_gprs = 20;
    expect_refused(&plan, "lds.group_size: 1024 threads are 16 wavefronts, of which 12 fit a SIMD");
    plan = usual(64, 0, 0);
    plan.lds = words;
    plan.lds_words = 4097;
    expect_refused(&plan, "lds.file: 16388 bytes, expected those of one SIMD or of 1: 16384 each");
    plan = usual(64, 0, 0);
    plan.globals = words;
    plan.global_count = 4;
    plan.set[0] = "global_gprs=3";
    expect_refused(&plan, "global_gprs: GPRs 0 to 3, but there are 3: see the chip parameter global_gprs");
    plan.set[0] = NULL;
    plan.global_first = 119;
    plan.global_count = 2;
    expect_refused(&plan, "global_gprs: 121 and 2 x 4 clause temporaries, expected at most 128, and private GPRs");
}

/* A chip whose number is 0 has as many as the launch gives. */
static void a_launch_says_how_many_global_gprs_there_are(void **state)
{
    (void)state;
    static const uint32_t words[4 * 4 * LAUNCH_LANES] = {5};
    struct machine        m;
    struct plan           plan = usual(64, 0, 0);
    plan.globals = words;
    plan.global_count = 3;
    plan.text = "ALU @a BARRIER\nNOP EOP BARRIER\na: 0 x: ADD_INT R[GLOBAL+2].x, R[GLOBAL+0].x, 1\n";
    machine_start(&m, &plan);
    machine_run(&m);
    uint32_t read[LAUNCH_LANES * 4 * 3];
    assert_int_equal(gpu_globals(m.gpu, NULL), LAUNCH_LANES * 4 * 3);
    gpu_globals(m.gpu, read);
    assert_int_equal(read[8], 6);
    machine_free(&m);
}

/* ISA 2.6.1.2: only in the dynamic GPR mode. */
static void without_the_dynamic_mode_there_are_no_global_gprs(void **state)
{
    (void)state;
    struct machine         m;
    struct launch_register raw = {.name = (char *)"SQ_GPR_RESOURCE_MGMT_1", .value = 0x40000000};
    struct plan            plan = usual(64, 0, 0);
    plan.text = "ALU @a BARRIER\nNOP EOP BARRIER\na: 0 x: ADD_INT R[GLOBAL+1].x, R[GLOBAL+1].x, R0.x\n";
    plan.set[0] = "global_gprs=4";
    for (unsigned dynamic = 0; dynamic < 2; dynamic++) {
        raw.value = 0x40000000 | dynamic << 27;
        machine_start(&m, &plan);
        gpu_free(m.gpu);
        m.launch.registers = &raw;
        m.launch.register_count = 1;
        m.gpu = gpu_create(&m.chip, &m.program, &m.launch, &m.diag);
        assert_non_null(m.gpu);
        assert_true(gpu_collect_gprs(m.gpu, &m.diag));
        if (dynamic)
            machine_run(&m);
        else
            machine_stops(&m, "R[GLOBAL+1].x", "no GPRs are set aside as global ones");
        machine_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_thread_has_its_wavefront),
        cmocka_unit_test(threads_write_by_their_number_in_the_group),
        cmocka_unit_test(registers_are_those_of_their_threads),
        cmocka_unit_test(groups_that_find_no_share_wait),
        cmocka_unit_test(a_group_is_launched_as_a_whole),
        cmocka_unit_test(a_group_stays_on_one_simd),
        cmocka_unit_test(other_groups_are_kept_apart),
        cmocka_unit_test(the_part_of_another_group_cannot_be_reached),
        cmocka_unit_test(a_stream_has_the_threads_in_their_order),
        cmocka_unit_test(a_group_waits_for_the_memory_of_all_its_wavefronts),
        cmocka_unit_test(the_share_is_given_and_read),
        cmocka_unit_test(global_gprs_are_given_added_to_and_read),
        cmocka_unit_test(global_gprs_of_another_number_are_put_as_far_as_they_go),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_launch_says_how_many_global_gprs_there_are),
        cmocka_unit_test(without_the_dynamic_mode_there_are_no_global_gprs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
