/* test_setup_constants.c - constants of a launch as registers and in memory: boolean, loop and ALU constants, constant
 * buffers.
 *
 * Expected words are worked out from the fields of the register manual (3D 3, 9, 10, 14). */
#include "tb/unit/start/setup_kit.h"

#define PS "'stage': 'ps', 'threads': 4, 'num_gprs': 3"

/* ---- constants in registers ------------------------------------------------------------------------------------ */

static void bool_and_loop_constants_are_words_of_the_stage(void **state)
{
    (void)state;
    static const struct {
        const char *stage;
        uint32_t    bools, loops;
    } banks[] = {{"ps", 0x3e380, 0x3e200}, {"vs", 0x3e384, 0x3e280}, {"cs", 0x3e384, 0x3e280}};
    struct fixture *f = fixture_new("rv770");
    for (unsigned i = 0; i < LENGTH(banks); i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "'stage': '%s', 'threads': 4, 'num_gprs': 3, 'bool_constants': [3, 17], 'loop_constants': ["
                 "{'index': 0, 'count': 8, 'start': 1, 'step': -2}, {'index': 31, 'count': '0xffffffff'},"
                 "{'index': 2, 'count': 4095, 'start': 4095, 'step': 127}]",
                 banks[i].stage);
        set_up(f, text);
        assert_int_equal(reg(f, banks[i].bools), 0x00020008);
        assert_int_equal(reg(f, banks[i].loops), 0xfe001008);
        assert_int_equal(reg(f, banks[i].loops + 4 * 2), 0x7fffffff);
        assert_int_equal(reg(f, banks[i].loops + 4 * 31), 0xffffffff);
        assert_int_equal(reg(f, i ? 0x3e380 : 0x3e384), 0);
    }
    fixture_free(f);
}

static void alu_constants_are_registers_and_the_constant_file(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "cf.bin", 0x100, 8);
    set_up(f, PS ", 'alu_constants': {'first': 5, 'file': 'cf.bin'}");
    assert_int_equal(reg(f, 0x8c00), 0xc); /* DX9_CONSTS is bit 2 */
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(reg(f, 0x30000 + 16 * 5 + 4 * i), 0x100 + i);
        assert_int_equal(f->setup.alu_constants[20 + i], 0x100 + i);
    }
    assert_int_equal(f->setup.alu_constants[19], 0);
    assert_int_equal(f->setup.alu_constants[28], 0);
    assert_int_equal(f->setup.simd.constant_count, 7);
    assert_ptr_equal(f->setup.simd.alu_constants, f->setup.alu_constants);
    set_up(f, PS ", 'registers': {'SQ_ALU_CONSTANT2_40': 9}");
    assert_int_equal(f->setup.simd.constant_count, 41);
    fixture_free(f);
}

static void alu_constants_of_vertices_are_the_upper_256(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "cf.bin", 0x100, 4);
    set_up(f, "'stage': 'vs', 'threads': 4, 'num_gprs': 3, 'alu_constants': {'first': 255, 'file': 'cf.bin'}, "
              "'registers': {'SQ_ALU_CONSTANT3_0': 9, 'SQ_ALU_CONSTANT2_256': 7}");
    assert_int_equal(reg(f, 0x31ff0), 0x100);
    assert_int_equal(f->setup.alu_constants[4 * 255 + 3], 0x103);
    assert_int_equal(f->setup.alu_constants[3], 0); /* that of the pixel program */
    assert_int_equal(f->setup.alu_constants[2], 7); /* raw writes are read back too */
    assert_int_equal(f->setup.simd.constant_count, 256);
    fixture_free(f);
}

static void the_constant_mode_follows_the_keys_unless_it_is_written(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "cf.bin", 0x100, 4);
    set_up(f, PS ", 'alu_constants': {'first': 0, 'file': 'cf.bin'}, 'registers': {'SQ_CONFIG': 8}");
    assert_int_equal(reg(f, 0x8c00), 8);
    set_up(f, PS ", 'alu_constants': {'first': 0, 'file': 'cf.bin'}, 'constant_buffers': [{'bank': 0, 'file': "
                 "'cf.bin'}]");
    assert_int_equal(reg(f, 0x8c00), 8);
    fixture_free(f);
}

/* ---- constant buffers ------------------------------------------------------------------------------------------ */

static void constant_buffers_are_placed_and_read_back(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 4 * 17);
    put_words(f, "b.bin", 0x2000, 4 * 1);
    set_up(f, PS ", 'constant_buffers': [{'bank': 15, 'file': 'a.bin'}, {'bank': 0, 'file': 'b.bin'}]");
    assert_int_equal(reg(f, 0x2817c), 2); /* 17 constants: two lines of 16 */
    assert_int_equal(reg(f, 0x28140), 1);
    assert_int_equal(reg(f, 0x2897c), 0x1001); /* behind the program, at a multiple of 256 */
    assert_int_equal(reg(f, 0x28940), 0x1003);
    const struct constant_memory *constants = &f->setup.simd_memory.constants;
    assert_int_equal(constants->vectors[15], 32);
    assert_int_equal(constants->vectors[0], 16);
    assert_int_equal(constants->vectors[1], 0);
    for (unsigned i = 0; i < 128; i++)
        assert_int_equal(constants->words[15][i], i < 68 ? 0x1000 + i : 0);
    assert_int_equal(constants->words[0][3], 0x2003);
    assert_int_equal(constants->words[0][4], 0);
    fixture_free(f);
}

static void vertex_and_compute_programs_have_the_vertex_banks(void **state)
{
    (void)state;
    static const char *const stages[] = {"vs", "cs"};
    struct fixture          *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 4);
    for (unsigned i = 0; i < 2; i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "'stage': '%s', 'threads': 4, 'num_gprs': 3, 'stack_size': 1, "
                 "'constant_buffers': [{'bank': 3, 'file': 'a.bin'}]",
                 stages[i]);
        set_up(f, text);
        assert_int_equal(reg(f, 0x28868), 0x00200103);
        assert_int_equal(reg(f, 0x28858), 0x1000);
        assert_int_equal(reg(f, 0x2818c), 1);
        assert_int_equal(reg(f, 0x2898c), 0x1001);
        assert_int_equal(reg(f, 0x2814c), 0);
        assert_int_equal(f->setup.simd_memory.constants.words[3][2], 0x1002);
    }
    fixture_free(f);
}

static void what_the_launch_gives_of_the_constants_is_known(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 4 * 17);
    put_words(f, "cf.bin", 0x100, 8);
    set_up(f, PS);
    assert_false(f->setup.given.bools);
    assert_int_equal(f->setup.given.loops, 0);
    set_up(f, PS ", 'constant_buffers': [{'bank': 15, 'file': 'a.bin'}], 'alu_constants': {'first': 31, 'file': "
                 "'cf.bin'}, 'bool_constants': [], 'loop_constants': [{'index': 31, 'count': 0}]");
    assert_int_equal(f->setup.given.bank[15], 17); /* not the 32 of its lines */
    assert_int_equal(f->setup.given.bank[0], 0);
    assert_int_equal(f->setup.given.file[0], 0x80000000);
    assert_int_equal(f->setup.given.file[1], 1);
    assert_true(f->setup.given.bools);
    assert_int_equal(f->setup.given.loops, 0x80000000);
    set_up(f, PS ", 'memory': [{'address': '0x20100200', 'file': 'a.bin'}], 'registers': {'0x28140': 2, "
                 "'0x28940': '0x00201002', '0x3e380': 0, '0x3e204': 0, 'SQ_ALU_CONSTANT2_40': 9}");
    assert_int_equal(f->setup.given.bank[0], 17);
    assert_int_equal(f->setup.given.file[1], 1 << 8);
    assert_true(f->setup.given.bools);
    assert_int_equal(f->setup.given.loops, 2);
    fixture_free(f);
}

static void raw_constant_banks_are_looked_up_in_memory(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 128);
    set_up(f, PS ", 'memory': [{'address': '0x20100200', 'file': 'a.bin'}], 'registers': {"
                 "'0x28140': 2, '0x28940': '0x00201002', "
                 "'SQ_ALU_CONST_BUFFER_SIZE_PS_1': 1, 'SQ_ALU_CONST_CACHE_PS_1': '0x00201003', "
                 "'0x28148': 1, '0x28948': '0x00201002', '0x2814c': 0, '0x2894c': '0x00201002', '0x28150': 0}");
    const struct constant_memory *constants = &f->setup.simd_memory.constants;
    assert_int_equal(constants->vectors[0], 32);
    assert_int_equal(constants->words[0][127], 0x107f);
    assert_int_equal(constants->vectors[1], 16);
    assert_int_equal(constants->words[1][0], 0x1040);
    assert_int_equal(constants->vectors[2], 16); /* no more than its size says */
    assert_int_equal(constants->vectors[3], 0);  /* size 0: off */
    assert_int_equal(constants->vectors[4], 0);
    fixture_free(f);
}

/* ISA 10.1: ps->vs, vs->gs, gs->vs, es->gs; a compute program has the registers of VS.  3D 9: no file for GS. */
static void alt_const_has_the_constants_of_another_stage(void **state)
{
    (void)state;
    static const struct {
        const char *stage;
        uint32_t    own, other, file; /* words of bank 2 and of constant 1 */
    } rows[] = {{"ps", 0x1000, 0x1040, 7},
                {"vs", 0x1040, 0x1080, 0},
                {"gs", 0x1080, 0x1040, 7},
                {"es", 0x1040, 0x1080, 0},
                {"cs", 0x1040, 0x1080, 0}};
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 192);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[640];
        snprintf(text, sizeof text,
                 "'stage': '%s', 'threads': 4, 'num_gprs': 3, 'memory': [{'address': '0x20100200', 'file': 'a.bin'}], "
                 "'registers': {'0x28148': 1, '0x28948': '0x00201002', '0x28188': 1, '0x28988': '0x00201003', "
                 "'0x281c8': 1, '0x289c8': '0x00201004', 'SQ_ALU_CONSTANT3_257': 7}",
                 rows[i].stage);
        set_up(f, text);
        const struct constant_memory *constants = &f->setup.simd_memory.constants;
        assert_int_equal(constants->words[2][0], rows[i].own);
        assert_int_equal(constants->words[16 + 2][0], rows[i].other);
        assert_int_equal(f->setup.given.bank[16 + 2], 16);
        assert_int_equal(f->setup.alu_constants[4 * 257 + 3], rows[i].file);
        assert_int_equal(f->setup.given.file[8], rows[i].file ? 2 : 0);
    }
    set_up(f,
           PS ", 'constant_buffers': [{'bank': 3, 'file': 'a.bin'}, {'bank': 3, 'alternate': true, 'file': 'a.bin'}]");
    assert_int_equal(reg(f, 0x2814c), 3);
    assert_int_equal(reg(f, 0x2818c), 3);
    assert_int_not_equal(reg(f, 0x2898c), reg(f, 0x2894c));
    assert_int_equal(f->setup.given.bank[16 + 3], 48);
    fixture_free(f);
}

static void constants_outside_of_placed_memory_are_zero(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 6);
    put_words(f, "b.bin", 0x2000, 4);
    set_up(f, PS ", 'memory': [{'address': '0x200000', 'file': 'a.bin'}, {'address': '0x200018', 'file': 'b.bin'}, "
                 "{'address': '0x200030', 'file': 'b.bin'}], "
                 "'registers': {'0x28140': 1, '0x28940': '0x2000', '0x28144': 1, '0x28944': '0xffffffff'}");
    const struct constant_memory *constants = &f->setup.simd_memory.constants;
    assert_int_equal(constants->words[0][5], 0x1005);
    assert_int_equal(constants->words[0][6], 0x2000); /* a bank may lie in several ranges */
    assert_int_equal(constants->words[0][9], 0x2003);
    assert_int_equal(constants->words[0][10], 0);
    assert_int_equal(constants->words[0][12], 0x2000);
    assert_int_equal(constants->vectors[0], 4);
    assert_int_equal(constants->vectors[1], 0);
    assert_int_equal(f->setup.memory.unplaced_reads, 0); /* nothing has run yet */
    set_up(f, PS ", 'memory': [{'address': '0x200000', 'file': 'a.bin'}], "
                 "'registers': {'0x28140': 1, '0x28940': '0x2000'}");
    assert_int_equal(f->setup.simd_memory.constants.vectors[0], 2); /* half of the second was placed */
    fixture_free(f);
}

static void a_base_without_a_size_is_an_error(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    put_words(f, "a.bin", 0x1000, 4);
    refused(f, PS ",\n'registers': {'0x28180': 1,\n'SQ_ALU_CONST_CACHE_PS_0': '0x1001'}", 5,
            "registers.SQ_ALU_CONST_CACHE_PS_0: the size of bank 0 is missing (3D 9)");
    /* not that of another stage, and not when the bank has a size from elsewhere */
    set_up(f, PS ", 'constant_buffers': [{'bank': 0, 'file': 'a.bin'}], "
                 "'registers': {'0x28940': '0x1000', 'SQ_ALU_CONST_CACHE_VS_0': 1}");
    assert_int_equal(f->setup.simd_memory.constants.words[0][0], f->dwords[0]);
    fixture_free(f);
}

int main(int count, char **arguments)
{
    (void)count;
    program_name = arguments[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bool_and_loop_constants_are_words_of_the_stage),
        cmocka_unit_test(alu_constants_are_registers_and_the_constant_file),
        cmocka_unit_test(alu_constants_of_vertices_are_the_upper_256),
        cmocka_unit_test(the_constant_mode_follows_the_keys_unless_it_is_written),
        cmocka_unit_test(constant_buffers_are_placed_and_read_back),
        cmocka_unit_test(vertex_and_compute_programs_have_the_vertex_banks),
        cmocka_unit_test(what_the_launch_gives_of_the_constants_is_known),
        cmocka_unit_test(raw_constant_banks_are_looked_up_in_memory),
        cmocka_unit_test(alt_const_has_the_constants_of_another_stage),
        cmocka_unit_test(constants_outside_of_placed_memory_are_zero),
        cmocka_unit_test(a_base_without_a_size_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
