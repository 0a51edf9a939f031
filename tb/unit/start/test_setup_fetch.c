/* test_setup_fetch.c - registers of the fetch units become the state that a SIMD's have: resources, samplers, border
 * colours, kernels, weights, semantics (ISA table 2.8; ACC 2.5.3; 3D 3, 7, 8, 14). */
#include "tb/unit/start/setup_kit.h"

#include "rtl_model/r700/gpu.h"

#define STAGE(stage) "'stage': '" stage "', 'threads': 4, 'num_gprs': 3"
#define REGISTERS(...) ", 'registers': {" __VA_ARGS__ "}"

static void programs_reach_the_resources_and_samplers_of_two_types(void **state)
{
    (void)state;
    static const struct {
        const char *keys;
        unsigned    resource, alt_resource, sampler, alt_sampler;
    } cases[] = {
        /* ISA 10.4: ps->vs, vs->gs, gs->vs; ISA table 2.8: 160 of PS, 160 of VS and 16 of FS, 160 of GS; 18 samplers */
        {STAGE("ps"), 0, 160, 0, 18},
        {STAGE("vs"), 160, 336, 18, 36},
        {STAGE("gs"), 336, 160, 36, 18},
        {STAGE("cs"), 160, 336, 18, 36},
    };
    struct fixture *f = fixture_new("rv770");
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        set_up(f, cases[i].keys);
        assert_int_equal(fetch_state_resource(&f->setup.fetch_state, false, 3), cases[i].resource + 3);
        assert_int_equal(fetch_state_resource(&f->setup.fetch_state, true, 3), cases[i].alt_resource + 3);
        assert_int_equal(fetch_state_sampler(&f->setup.fetch_state, false, 17), cases[i].sampler + 17);
        assert_int_equal(fetch_state_sampler(&f->setup.fetch_state, true, 17), cases[i].alt_sampler + 17);
    }
    fixture_free(f);
}

static void words_of_all_types_are_there(void **state)
{
    (void)state;
    struct fixture           *f = fixture_new("rv770");
    const struct fetch_state *is = &f->setup.fetch_state;
    set_up(f, STAGE("ps") REGISTERS("'SQ_TEX_RESOURCE_WORD0_0': 1, 'SQ_TEX_RESOURCE_WORD6_0': 7, "
                                    "'SQ_TEX_RESOURCE_WORD3_495': 4, 'SQ_TEX_RESOURCE_WORD6_495': 9, "
                                    "'SQ_TEX_SAMPLER_WORD0_0': 11, 'SQ_TEX_SAMPLER_WORD2_53': 13"));
    assert_int_equal(is->resource[0].word[0], 1);
    assert_int_equal(is->resource[0].word[6], 7);
    assert_int_equal(is->resource[495].word[3], 4);
    assert_int_equal(is->resource[495].word[6], 9);
    assert_int_equal(is->resource[1].word[0], 0);
    assert_int_equal(is->sampler[0].word[0], 11);
    assert_int_equal(is->sampler[53].word[2], 13);
    fixture_free(f);
}

static void borders_stand_beside_their_samplers(void **state)
{
    (void)state;
    struct fixture           *f = fixture_new("rv770");
    const struct fetch_state *is = &f->setup.fetch_state;
    set_up(f, STAGE("vs")
                  REGISTERS("'TD_PS_SAMPLER0_BORDER_RED': 1, 'TD_PS_SAMPLER17_BORDER_ALPHA': 2, "
                            "'TD_VS_SAMPLER0_BORDER_GREEN': 3, 'TD_VS_SAMPLER17_BORDER_BLUE': 4, "
                            "'TD_GS_SAMPLER0_BORDER_BLUE': 5, 'TD_GS_SAMPLER17_BORDER_RED': 6, "
                            "'TD_PS_SAMPLER0_CLEARTYPE_KERNEL': '0x2b', 'TD_PS_SAMPLER17_CLEARTYPE_KERNEL': '0x3f'"));
    assert_int_equal(is->border[0].element[0], 1);
    assert_int_equal(is->border[17].element[3], 2);
    assert_int_equal(is->border[18].element[1], 3);
    assert_int_equal(is->border[35].element[2], 4);
    assert_int_equal(is->border[36].element[2], 5);
    assert_int_equal(is->border[53].element[0], 6);
    assert_int_equal(is->kernel[0], 0x2b);
    assert_int_equal(is->kernel[1], 0);
    assert_int_equal(is->kernel[17], 0x3f);
    fixture_free(f);
}

static void weights_and_common_registers_are_there(void **state)
{
    (void)state;
    struct fixture           *f = fixture_new("rv770");
    const struct fetch_state *is = &f->setup.fetch_state;
    set_up(f, STAGE("ps") REGISTERS("'TD_FILTER4': 100, 'TD_FILTER4_1': 101, 'TD_FILTER4_35': 135, "
                                    "'TA_CNTL_AUX': '0x87000001', 'GB_TILING_CONFIG': '0x1234', "
                                    "'SQ_VTX_BASE_VTX_LOC': '0xfffffff0', 'SQ_VTX_START_INST_LOC': 6"));
    assert_int_equal(is->filter4[0], 100);
    assert_int_equal(is->filter4[1], 101);
    assert_int_equal(is->filter4[35], 135);
    assert_int_equal(is->q.ta_cntl_aux, 0x87000001);
    assert_int_equal(is->q.gb_tiling_config, 0x1234);
    assert_int_equal(is->q.base_vtx_loc, 0xfffffff0);
    assert_int_equal(is->q.start_inst_loc, 6);
    assert_memory_equal(&is->q, &is->d, sizeof is->q);
    fixture_free(f);
}

/* ACC 2.5.3: the register is the entry's number and one more. */
static void a_semantic_has_the_register_behind_its_entry(void **state)
{
    (void)state;
    struct fixture           *f = fixture_new("rv770");
    const struct fetch_state *is = &f->setup.fetch_state;
    unsigned                  gpr = 99;
    set_up(f, STAGE("vs") REGISTERS("'SQ_VTX_SEMANTIC_0': 7, 'SQ_VTX_SEMANTIC_3': 0, 'SQ_VTX_SEMANTIC_5': 7, "
                                    "'SQ_VTX_SEMANTIC_31': 255"));
    assert_true(fetch_semantic(is->semantic, 7, &gpr));
    assert_int_equal(gpr, 1); /* not the later entry */
    assert_true(fetch_semantic(is->semantic, 0, &gpr));
    assert_int_equal(gpr, 4); /* and no unwritten entry */
    assert_true(fetch_semantic(is->semantic, 255, &gpr));
    assert_int_equal(gpr, 32);
    assert_false(fetch_semantic(is->semantic, 8, &gpr));
    fixture_free(f);
}

static void a_clear_takes_what_was_written_before_it(void **state)
{
    (void)state;
    struct fixture           *f = fixture_new("rv770");
    const struct fetch_state *is = &f->setup.fetch_state;
    unsigned                  gpr;
    set_up(f, STAGE("vs") REGISTERS("'SQ_VTX_SEMANTIC_0': 7, 'SQ_VTX_SEMANTIC_1': 8, 'SQ_VTX_SEMANTIC_31': 9, "
                                    "'SQ_VTX_SEMANTIC_CLEAR': '0x80000001', 'SQ_VTX_SEMANTIC_2': 7"));
    assert_true(fetch_semantic(is->semantic, 7, &gpr));
    assert_int_equal(gpr, 3);
    assert_true(fetch_semantic(is->semantic, 8, &gpr));
    assert_int_equal(gpr, 2);
    assert_false(fetch_semantic(is->semantic, 9, &gpr));
    fixture_free(f);
}

static void buffers_of_two_types_are_read(void **state)
{
    (void)state;
    struct fixture *f = fixture_new("rv770");
    set_up(f, STAGE("vs") REGISTERS("'SQ_VTX_CONSTANT_WORD6_162': '0xc0000000', "
                                    "'SQ_VTX_CONSTANT_WORD2_162': '0x00000400', "
                                    "'SQ_VTX_CONSTANT_WORD6_339': '0xc0000000', "
                                    "'SQ_VTX_CONSTANT_WORD2_339': '0x00000800'"));
    const struct vertex_memory *is = &f->setup.simd_memory.vertices;
    assert_true(is->resource[2].valid && !is->resource[3].valid);
    assert_int_equal(is->resource[2].stride, 4);
    assert_true(is->alt_resource[3].valid && !is->alt_resource[2].valid); /* GS's begin at 336 */
    assert_int_equal(is->alt_resource[3].stride, 8);
    assert_int_equal(is->alt_count, 160);
    fixture_free(f);
}

static void every_simd_has_a_copy(void **state)
{
    (void)state;
    static struct simd              simd;
    static const struct simd_memory outside = {.inputs = NULL};
    const struct simd_above         above = {.number = 0};
    struct fixture                 *f = fixture_new("rv770");
    set_up(f, STAGE("ps") REGISTERS("'SQ_TEX_RESOURCE_WORD0_495': 4, 'SQ_TEX_SAMPLER_WORD0_53': 13"));
    simd_start(&simd, &f->chip, &f->setup.simd, &above, &outside, true);
    assert_memory_equal(&simd.fetch_state, &f->setup.fetch_state, sizeof simd.fetch_state);
    assert_int_equal(simd.fetch_state.resource[495].word[0], 4);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_reach_the_resources_and_samplers_of_two_types),
        cmocka_unit_test(words_of_all_types_are_there),
        cmocka_unit_test(borders_stand_beside_their_samplers),
        cmocka_unit_test(weights_and_common_registers_are_there),
        cmocka_unit_test(a_semantic_has_the_register_behind_its_entry),
        cmocka_unit_test(a_clear_takes_what_was_written_before_it),
        cmocka_unit_test(buffers_of_two_types_are_read),
        cmocka_unit_test(every_simd_has_a_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
