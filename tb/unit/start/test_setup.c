/* test_setup.c - a launch as registers, as the SIMD's straps, and as initial GPRs.
 *
 * Expected words are worked out from the fields of the register manual (3D 3, 9, 10, 14). */
#include "tb/unit/start/setup_kit.h"

#include <dirent.h>
#include <sys/resource.h>

#include "kit/sanitized.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"

static void rules_hold_launch_by_launch(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
#define RULE(title, chip)                                                                                              \
    print_message("%s\n", title);                                                                                      \
    fixture_free(f);                                                                                                   \
    f = fixture_new(chip);
#define CHIP(setting) assert_true(chip_set(&f->chip, setting, NULL));
#define PROGRAM(field, value) f->program.field = value;
#define SET_UP(keys) set_up(f, keys);
#define REFUSED(keys, line, what) refused(f, keys, line, what);
#define REG(offset, value) assert_int_equal(reg(f, offset), value);
#define SIMD(field, value) assert_int_equal(f->setup.simd.field, value);
#define WAVES(count) assert_int_equal(simd_wave_limit(&f->chip, &f->setup.simd), count);
#include "tb/unit/start/setup_rules.def"
    fixture_free(f);
}

/* ---- defaults ------------------------------------------------------------------------------------------------ */

static void the_smallest_launch_writes_the_program_and_the_defaults(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS);
    assert_int_equal(reg(f, 0x28850), 0x00200003); /* DX10_CLAMP is bit 21 */
    assert_int_equal(reg(f, 0x28840), 0x1000);     /* 1 MiB, bits 39:8 */
    assert_int_equal(reg(f, 0x8c00), 0x8);         /* ALU_INST_PREFER_VECTOR is bit 3 */
    assert_int_equal(reg(f, 0x8c04), 0x40000000);  /* NUM_CLAUSE_TEMP_GPRS is 31:28 */
    assert_int_equal(reg(f, 0x9508), 0x07000000);  /* TA_CNTL_AUX after reset */
    assert_int_equal(reg(f, 0x28868), 0);          /* SQ_PGM_RESOURCES_VS */
    assert_int_equal(f->setup.simd.threads, 4);
    assert_int_equal(f->setup.simd.num_gprs, 3);
    assert_int_equal(f->setup.simd.temporaries, 4);
    assert_true(f->setup.simd.prefer_vector);
    assert_int_equal(f->setup.simd.load_count, 0);
    assert_int_equal(f->setup.simd.constant_count, 0);
    assert_int_equal(f->setup.simd.stack_size, 0);
    assert_null(f->setup.inputs);
    for (unsigned bank = 0; bank < KCACHE_BANKS; bank++)
        assert_int_equal(f->setup.simd_memory.constants.vectors[bank], 0);
    fixture_free(f);
}

static void the_program_lies_in_memory_and_before_the_simd(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS);
    assert_memory_equal(f->setup.simd_memory.program.dwords, f->dwords, 4 * sizeof *f->dwords);
    assert_int_equal(f->setup.simd_memory.program.count, 4);
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(gpu_memory_word(&f->setup.memory, 0x100000 + 4 * i), f->dwords[i]);
    assert_int_equal(f->setup.memory.count, 1);
    fixture_free(f);
}

/* ---- the program's size ---------------------------------------------------------------------------------------- */

static void a_program_of_more_gprs_has_fewer_temporaries_unless_the_launch_says_how_many(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    for (unsigned gprs = 125; gprs < 128; gprs++) {
        char text[80];
        snprintf(text, sizeof text, "'stage': 'ps', 'threads': 4, 'num_gprs': %u", gprs);
        set_up(f, text);
        assert_int_equal(f->setup.simd.temporaries, 128 - gprs);
    }
    f->program.has_config = true;
    f->program.num_gprs = 126;
    set_up(f, "'stage': 'ps', 'threads': 4");
    assert_int_equal(f->setup.simd.temporaries, 2);
    fixture_free(f);
}

/* ---- what a type may have of the SIMD (3D 3) -------------------------------------------------------------------- */

static unsigned wave_limit(const struct fixture *f)
{
    return simd_wave_limit(&f->chip, &f->setup.simd);
}

static void registers_that_divide_the_simd_limit_the_wavefronts_of_their_type(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 10, 'stack_size': 2");
    assert_int_equal(wave_limit(f), 24);
    /* 4 clause temporaries in bits 31:28; PS in bits 7:0, VS in 23:16. */
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 10, 'registers': {'SQ_GPR_RESOURCE_MGMT_1': '0x401e0064'}");
    assert_int_equal(wave_limit(f), 10);
    set_up(f, "'stage': 'vs', 'threads': 4, 'num_gprs': 10, 'registers': {'SQ_GPR_RESOURCE_MGMT_1': '0x401e0064'}");
    assert_int_equal(wave_limit(f), 3);
    set_up(f, "'stage': 'gs', 'threads': 4, 'num_gprs': 10, 'registers': {'SQ_GPR_RESOURCE_MGMT_2': '0x001e003b'}");
    assert_int_equal(wave_limit(f), 5);
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 2, 'registers': {'SQ_THREAD_RESOURCE_MGMT': '0x04030209'}");
    assert_int_equal(wave_limit(f), 9);
    set_up(f, "'stage': 'vs', 'threads': 4, 'num_gprs': 2, 'registers': {'SQ_THREAD_RESOURCE_MGMT': '0x04030209'}");
    assert_int_equal(wave_limit(f), 2);
    set_up(f, "'stage': 'gs', 'threads': 4, 'num_gprs': 2, 'registers': {'SQ_THREAD_RESOURCE_MGMT': '0x04030209'}");
    assert_int_equal(wave_limit(f), 3);
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 2, 'stack_size': 3,"
              "'registers': {'SQ_STACK_RESOURCE_MGMT_1': '0x00060020'}");
    assert_int_equal(wave_limit(f), 10);
    set_up(f, "'stage': 'cs', 'threads': 4, 'num_gprs': 2, 'stack_size': 3,"
              "'registers': {'SQ_STACK_RESOURCE_MGMT_1': '0x00060020'}");
    assert_int_equal(wave_limit(f), 2);
    set_up(f, "'stage': 'gs', 'threads': 4, 'num_gprs': 2, 'stack_size': 3,"
              "'registers': {'SQ_STACK_RESOURCE_MGMT_2': '0x00060020'}");
    assert_int_equal(wave_limit(f), 10);
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 2, 'registers': {'SQ_CONFIG': '0xe6000008'}");
    assert_int_equal(f->setup.simd.priority, 2);
    fixture_free(f);
}

static void rows_are_given_in_granules_and_the_chips_wavefronts_may_be_shared(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 9");
    assert_int_equal(wave_limit(f), 27);
    f->chip.gpr_alloc_granule = 4;
    assert_int_equal(simd_wave_rows(&f->chip, &f->setup.simd), 12);
    assert_int_equal(wave_limit(f), 20);
    f->chip.gpr_alloc_granule = 1;
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 1");
    assert_int_equal(wave_limit(f), 248);
    fixture_free(f);
}

static void geometry_programs_have_registers_and_constants_of_their_own(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, "'stage': 'gs', 'threads': 4, 'num_gprs': 6, 'stack_size': 1, 'bool_constants': [3],"
              "'loop_constants': [{'index': 1, 'count': 5}]");
    assert_int_equal(reg(f, 0x2887c), 0x00200106);
    assert_int_equal(reg(f, 0x3e388), 1 << 3);
    assert_int_equal(f->setup.simd.bools, 1 << 3);
    assert_int_equal(f->setup.simd.loops.constant[1] & 0xfff, 5);
    assert_int_equal(reg(f, 0x3e200 + 4 * 65) & 0xfff, 5);
    assert_int_equal(f->setup.simd.type, ISA_GS);
    assert_int_equal(f->setup.simd.constant_count, 0);
    fixture_free(f);
}

/* ---- raw registers --------------------------------------------------------------------------------------------- */

static void raw_registers_are_written_by_name_and_by_offset(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, PS ", 'registers': {'0x381f8': '0x00780709', 'SQ_TEX_SAMPLER_WORD1_2': '0x000f0000', "
                 "'TD_PS_SAMPLER3_BORDER_GREEN': '0x3f000000', 'DB_SHADER_CONTROL': 16}");
    assert_int_equal(reg(f, 0x381f8), 0x00780709);
    assert_int_equal(reg(f, 0x3c01c), 0x000f0000);
    assert_int_equal(reg(f, 0xa434), 0x3f000000);
    assert_int_equal(reg(f, 0x2880c), 16);
    assert_true(register_written(&f->setup.registers, REGISTER_DB_SHADER_CONTROL));
    assert_false(register_written(&f->setup.registers, REGISTER_TA_CNTL_AUX));
    fixture_free(f);
}

/* ---- initial GPRs ---------------------------------------------------------------------------------------------- */

static void threads_lie_in_lanes_of_their_wavefront(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "in.bin", 0x1000, 70 * 2 * 4);
    set_up(f, "'stage': 'ps', 'threads': 70, 'num_gprs': 3, 'gprs': {'first': 1, 'count': 2, 'file': 'in.bin'}");
    assert_int_equal(f->setup.simd.load_first, 1);
    assert_int_equal(f->setup.simd.load_count, 2);
    assert_ptr_equal(f->setup.simd_memory.inputs, f->setup.inputs);
    const lanes_t *rows = f->setup.inputs;
    for (unsigned wave = 0; wave < 2; wave++)
        for (unsigned row = 0; row < 8; row++)
            for (unsigned lane = 0; lane < 64; lane++) {
                const unsigned thread = wave * 64 + lane;
                assert_int_equal(rows[wave * 8 + row].lane[lane], thread < 70 ? 0x1000 + thread * 8 + row : 0);
            }
    fixture_free(f);
}

static void chips_with_eight_lanes_use_half_of_each_quarter(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv730");
    put_words(f, "in.bin", 0x1000, 42 * 4);
    set_up(f, "'stage': 'ps', 'threads': 42, 'num_gprs': 3, 'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'}");
    unsigned seen = 0;
    for (unsigned row = 0; row < 2 * 4; row++)
        for (unsigned lane = 0; lane < 64; lane++) {
            const uint32_t value = f->setup.inputs[row].lane[lane];
            const unsigned thread = row / 4 * 32 + lane / 16 * 8 + lane % 16;
            const bool     exists = lane % 16 < 8 && thread < 42;
            assert_int_equal(value, exists ? 0x1000 + 4 * thread + row % 4 : 0);
            seen += exists;
        }
    assert_int_equal(seen, 42 * 4);
    fixture_free(f);
}

static void gprs_beyond_the_programs_are_an_error(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    f->program.has_config = true;
    f->program.num_gprs = 2;
    put_words(f, "in.bin", 0, 4 * 2 * 4);
    set_up(f, "'stage': 'ps', 'threads': 4, 'gprs': {'first': 0, 'count': 2, 'file': 'in.bin'}");
    refused(f, "'stage': 'ps', 'threads': 4,\n'gprs': {'first': 1, 'count': 2, 'file': 'in.bin'}", 4,
            "gprs: GPRs 1 to 2, but num_gprs is 2");
    refused(f, "'stage': 'ps', 'threads': 4,\n'gprs': {'first': 124, 'count': 2, 'file': 'in.bin'}", 4,
            "gprs: GPRs 124 to 125, but num_gprs is 2"); /* clause temporaries are no thread's own */
    fixture_free(f);
}

static void a_launch_too_big_for_the_host_is_a_diagnosis(void **state)
{
    (void)state;
    enum { THREADS = 1 << 16, PART = 1 << 20 };
    struct rlimit   before, less;
    struct fixture *f = fixture_new("rv770");
    assert_true(chip_set(&f->chip, "wave_size=16", NULL)); /* a quarter of each row is used */
    assert_true(chip_set(&f->chip, "lanes=4", NULL));
    put_words(f, "in.bin", 0, THREADS * 20 * 4);
    set_up(f, "'stage': 'ps', 'threads': 65536, 'num_gprs': 20, 'gprs': {'first': 0, 'count': 20, 'file': 'in.bin'}");
    assert_int_equal(f->setup.inputs[4 * 20 * (THREADS / 16 - 1)].lane[3 * 16 + 3], (THREADS - 1) * 80);
    gpu_setup_free(&f->setup);
    f->is_set_up = false;
    if (!SANITIZED) { /* which has all addresses for itself, and stops where an allocation fails */
        assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
        less = before;
        less.rlim_cur = 80 * PART; /* the rows take 80 MiB */
        assert_int_equal(setrlimit(RLIMIT_AS, &less), 0);
        const bool good = gpu_setup(&f->chip, &f->program, f->launch, &f->setup, &f->diag);
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        assert_false(good);
        assert_string_equal(f->diag.what, "gprs: not enough memory for 327680 rows of 256 bytes");
        assert_int_equal(f->diag.line, 3);
    }
    fixture_free(f);
}

/* ---- launches of a corpus -------------------------------------------------------------------------------------- */

static unsigned loaded, failed;

static bool fits_a_chip(const struct launch *launch, struct diag *diag)
{
    struct program     program = {0};
    struct chip_config chip;
    struct gpu_setup   setup;
    assert_true(chip_load("rv770", &chip, NULL));
    const bool good =
        program_load(launch->program.path, &program, diag) && gpu_setup(&chip, &program, launch, &setup, diag);
    if (good) {
        if (launch->line[LAUNCH_KEY_NUM_GPRS]) /* else the program says */
            assert_int_equal(setup.simd.num_gprs, launch->num_gprs);
        if (launch->line[LAUNCH_KEY_STACK_SIZE])
            assert_int_equal(setup.simd.stack_size, launch->stack_size);
        for (unsigned i = 0; i < launch->constant_buffer_count; i++) {
            const struct launch_constant_buffer *buffer = &launch->constant_buffers[i];
            for (unsigned w = 0; w < buffer->file.bytes / 4; w++)
                assert_int_equal(setup.simd_memory.constants.words[buffer->bank][w], launch_word(&buffer->file, w));
        }
        gpu_setup_free(&setup);
    }
    program_free(&program);
    return good;
}

static void load_one(const char *path)
{
    struct diag    diag = {0};
    char           text[2048];
    struct launch *launch = launch_load_row(path, &diag);
    bool           good = launch;
    for (const struct launch *of = launch; of && good; of = of->next)
        good = fits_a_chip(of, &diag);
    if (good)
        loaded++;
    else
        failed++;
    if (!good)
        print_message("%s: %s\n", path, diag_text(&diag, text, sizeof text));
    launch_free(launch);
}

static void load_below(const char *folder, unsigned depth)
{
    DIR *list = opendir(folder);
    if (!list)
        return;
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (strcmp(entry->d_name, "launch.json") == 0)
            load_one(path);
        else if (entry->d_name[0] != '.' && !strchr(entry->d_name, '.') && depth < 4)
            load_below(path, depth + 1);
    }
    closedir(list);
}

static void every_launch_of_the_corpus_is_set_up(void **state)
{
    (void)state;
    load_below("tb/corpus", 0);
    assert_true(loaded > 0);
    load_below("../shared/corpus", 0);
    print_message("%u launches\n", loaded);
    assert_int_equal(failed, 0);
}

int main(int count, char **arguments)
{
    (void)count;
    program_name = arguments[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_launch_by_launch),
        cmocka_unit_test(the_smallest_launch_writes_the_program_and_the_defaults),
        cmocka_unit_test(the_program_lies_in_memory_and_before_the_simd),
        cmocka_unit_test(a_program_of_more_gprs_has_fewer_temporaries_unless_the_launch_says_how_many),
        cmocka_unit_test(registers_that_divide_the_simd_limit_the_wavefronts_of_their_type),
        cmocka_unit_test(rows_are_given_in_granules_and_the_chips_wavefronts_may_be_shared),
        cmocka_unit_test(geometry_programs_have_registers_and_constants_of_their_own),
        cmocka_unit_test(raw_registers_are_written_by_name_and_by_offset),
        cmocka_unit_test(threads_lie_in_lanes_of_their_wavefront),
        cmocka_unit_test(chips_with_eight_lanes_use_half_of_each_quarter),
        cmocka_unit_test(gprs_beyond_the_programs_are_an_error),
        cmocka_unit_test(a_launch_too_big_for_the_host_is_a_diagnosis),
        cmocka_unit_test(every_launch_of_the_corpus_is_set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
