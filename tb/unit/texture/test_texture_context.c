/* test_texture_context.c - which resource, sampler, border and kernel an instruction means (ISA 5.2, 6.4, 10.4). */
#include "tb/unit/texture/texture_unit_kit.h"

static struct texture_words   words;
static struct texture_context context;

static int fresh(void **state)
{
    (void)state;
    words_make(&words);
    words_settle(&words);
    return 0;
}

static void make(void)
{
    memset(&context, 0xa5, sizeof context);
    texture_context_make(&words.state, words.low, words.high, &context);
}

static void the_words_are_those_of_the_programs_resource_and_sampler(void **state)
{
    (void)state;
    make();
    assert_int_equal(context.op, ISA_FETCH_SAMPLE);
    assert_int_equal(context.tex.dst_gpr, 2);
    assert_int_equal(context.resource.tex_width, SIZE - 1);
    assert_int_equal(context.resource.base_address, BASE_LINE / 4);
    assert_int_equal(context.sampler.xy_min_filter, TEX_XY_FILTER_BILINEAR);
    assert_int_equal(context.sampler.max_lod, 0x3ff);
    assert_int_equal(context.format.data_format, TEX_FMT_8_8_8_8);
}

/* ISA 10.4: ALT_CONST has the resources and the samplers of another type of program. */
static void alt_const_is_another_programs_resource_and_sampler(void **state)
{
    (void)state;
    words.tex.alt_const = 1;
    words_settle(&words);
    words.state.q.alt_resource_base = 336;
    words.state.q.alt_sampler_base = 36;
    words.state.resource[336 + RESOURCE_ID].word[0] = 77u << 19;                /* TEX_WIDTH */
    words.state.sampler[36 + SAMPLER_ID].word[0] = TEX_XY_FILTER_BICUBIC << 12; /* XY_MIN_FILTER */
    make();
    assert_int_equal(context.resource.tex_width, 77);
    assert_int_equal(context.sampler.xy_min_filter, TEX_XY_FILTER_BICUBIC);
}

static void the_border_is_the_samplers(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++)
        words.state.border[SAMPLER].element[e] = 100 + e;
    words.state.q.ta_cntl_aux = 0x80000003;
    make();
    for (unsigned e = 0; e < 4; e++)
        assert_int_equal(context.units.border[e], 100 + e);
    assert_int_equal(context.units.ta_cntl_aux, 0x80000003);
    assert_ptr_equal(context.units.filter4, words.state.filter4);
}

/* TD_PS_SAMPLER*_CLEARTYPE_KERNEL: other programs' samplers have no kernel. */
static void only_samplers_of_pixel_programs_have_a_kernel(void **state)
{
    (void)state;
    memset(words.state.kernel, 6 | 3 << 3, sizeof words.state.kernel);
    make();
    assert_int_equal(context.units.cleartype_width, 0);
    assert_int_equal(context.units.cleartype_height, 0);
    words.state.q.sampler_base = 0;
    words.state.kernel[SAMPLER_ID] = 5 | 2 << 3;
    make();
    assert_int_equal(context.units.cleartype_width, 5);
    assert_int_equal(context.units.cleartype_height, 2);
    words.state.q.sampler_base = FETCH_KERNELS - 1 - SAMPLER_ID; /* the last one */
    make();
    assert_int_equal(context.units.cleartype_width, 6);
    words.state.q.sampler_base++;
    make();
    assert_int_equal(context.units.cleartype_width, 0);
}

static void the_samplers_degamma_counts(void **state)
{
    (void)state;
    make();
    assert_false(context.format.channel[0].degamma);
    words.sampler.force_degamma = 1;
    words_settle(&words);
    make();
    assert_true(context.format.channel[0].degamma);
}

/* They are refused before a run; nothing is read that is not there. */
static void numbers_that_do_not_exist_are_the_last_ones(void **state)
{
    (void)state;
    words.state.q.resource_base = FETCH_RESOURCES - RESOURCE_ID;
    words.state.q.sampler_base = FETCH_SAMPLERS - SAMPLER_ID;
    memcpy(&words.state.resource[FETCH_RESOURCES - 1], &words.state.resource[RESOURCE], sizeof(fetch_resource_t));
    words.state.sampler[FETCH_SAMPLERS - 1].word[0] = TEX_XY_FILTER_BICUBIC << 12;
    make();
    assert_int_equal(context.resource.tex_width, SIZE - 1);
    assert_int_equal(context.sampler.xy_min_filter, TEX_XY_FILTER_BICUBIC);
}

static void a_query_points_to_all_of_it_and_has_nothing_else(void **state)
{
    (void)state;
    static const struct texture_query nothing;
    struct texture_query              query;
    make();
    memset(&query, 0xa5, sizeof query);
    texture_context_query(&context, &query);
    assert_int_equal(query.op, ISA_FETCH_SAMPLE);
    assert_ptr_equal(query.tex, &context.tex);
    assert_ptr_equal(query.resource, &context.resource);
    assert_ptr_equal(query.sampler, &context.sampler);
    assert_ptr_equal(query.format, &context.format);
    assert_ptr_equal(query.units, &context.units);
    assert_memory_equal(query.coordinate, nothing.coordinate, sizeof query.coordinate);
    assert_memory_equal(query.gradient_h, nothing.gradient_h, sizeof query.gradient_h);
    assert_memory_equal(query.gradient_v, nothing.gradient_v, sizeof query.gradient_v);
    assert_memory_equal(query.cube_index, nothing.cube_index, sizeof query.cube_index);
    assert_int_equal(query.lanes, 0);
}

/* ISA 9.4: of these nothing is read, and nothing is returned. */
static void only_set_instructions_set(void **state)
{
    (void)state;
    for (unsigned op = 0; op < ISA_FETCH_COUNT; op++)
        assert_int_equal(texture_op_sets((enum isa_fetch_id)op), !strncmp(isa_fetch_ops[op].name, "SET_", 4));
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_words_are_those_of_the_programs_resource_and_sampler),
        TEST(alt_const_is_another_programs_resource_and_sampler),
        TEST(the_border_is_the_samplers),
        TEST(only_samplers_of_pixel_programs_have_a_kernel),
        TEST(the_samplers_degamma_counts),
        TEST(numbers_that_do_not_exist_are_the_last_ones),
        TEST(a_query_points_to_all_of_it_and_has_nothing_else),
        TEST(only_set_instructions_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
