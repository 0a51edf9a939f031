/* test_texture_words.c - random words of resources and samplers, random coordinates: what the check before the run lets
 * through is sampled without a texel that the level does not have, an address that the launch has not placed, a weight
 * too many (3D 7, 8).  Sanitizers run it, too. */
#include "tb/unit/start/setup_kit.h"

#include "pipeline/texture/texture_filter.h"
#include "pipeline/texture/texture_layout.h"
#include "rtl_model/r700/setup/check_texture.h"

enum { ID = 0, CASES = 20000, MANY_PASSES = 16, MEMORY_BYTES = 4 << 20 };

static uint64_t random_state = 88172645463325252u;
static uint32_t random_word(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32);
}
static uint32_t below(uint32_t limit)
{
    return random_word() % limit;
}

static struct fixture *a_launch(void)
{
    struct fixture *f = fixture_new("rv770");
    put_words(f, "m.bin", 0x3f000000, MEMORY_BYTES / 4);
    set_up(f, "'stage': 'ps', 'threads': 4, 'num_gprs': 6, "
              "'memory': [{'address': '0x1000000', 'file': 'm.bin'}], "
              "'registers': {'SQ_TEX_RESOURCE_WORD6_0': 0, 'SQ_TEX_SAMPLER_WORD0_0': 0, 'TD_FILTER4': 0}");
    return f;
}

/* Any words, of which most have values that mean something and sizes that the memory is large enough for. */
static void random_resource(const struct texture_tiling *tiling, uint32_t words[FETCH_RESOURCE_WORDS])
{
    struct texture_resource resource;
    for (unsigned w = 0; w < FETCH_RESOURCE_WORDS; w++)
        words[w] = random_word();
    if (!below(16))
        return;
    const uint32_t depth = below(8), first = below(depth + 1), level = below(3);
    const uint32_t width = below(64), height = (words[0] & 7) == TEX_DIM_CUBEMAP ? width : below(64);
    words[0] = (words[0] & 0xff) | width << 19;
    words[1] = height | depth << 13 | (1 + below(53)) << 26;
    words[2] = 0x10000 + below(0x800);
    words[3] = 0x10000 + below(0x800);
    words[4] = below(3) | below(3) << 2 | below(3) << 4 | below(3) << 6 | below(3) << 8 | below(4) << 10 |
               (below(4) ? 0 : below(3)) << 12 | below(4) << 14 | below(6) << 16 | below(6) << 19 | below(6) << 22 |
               below(6) << 25 | level << 28;
    words[5] = (level + below(3)) | first << 4 | (first + below(depth + 1 - first)) << 17;
    words[6] = below(3) | below(5) << 2 | below(8) << 5 | 2u << 30;
    texture_resource_unpack(words, &resource);
    words[0] |= (texture_least_pitch(&resource, tiling) / 8 - 1 + !below(16)) << 8;
}

static void random_sampler(uint32_t words[FETCH_SAMPLER_WORDS])
{
    static const uint32_t filters[] = {0, 1, 2, 4, 5};
    for (unsigned w = 0; w < FETCH_SAMPLER_WORDS; w++)
        words[w] = random_word();
    if (below(16))
        words[0] = (words[0] & 0x9fc001ff) | filters[below(5)] << 9 | filters[below(5)] << 12 | below(3) << 15 |
                   below(3) << 17 | below(5) << 19 | below(3) << 29;
    words[0] &= below(4) ? UINT32_MAX : 0xffc7ffff; /* often without the anisotropy */
}

static uint32_t random_select(uint32_t word, unsigned first)
{
    for (unsigned e = 0; e < 4; e++)
        if ((word >> (first + 3 * e) & 7) == 6 && below(32))
            word |= 1u << (first + 3 * e);
    return word;
}

static void random_query(struct texture_query *query)
{
    static const uint32_t odd[] = {0, 0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 1, 0x7f7fffff, 0xffffffff};
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        for (unsigned e = 0; e < 4; e++) {
            const uint32_t size = (120 + below(16)) << 23;
            query->coordinate[lane][e] = below(8)   ? (random_word() & 0x807fffff) | size
                                         : below(2) ? odd[below(LENGTH(odd))]
                                                    : random_word();
        }
        for (unsigned e = 0; e < 3; e++) {
            query->gradient_h[lane][e] = random_word() & 0xc37fffff;
            query->gradient_v[lane][e] = random_word() & 0xc37fffff;
        }
        query->cube_index[lane] = random_word() & 0x43ffffff;
    }
    query->lanes = 15;
}

/* A tap's texel: inside, and in what was placed. */
static void check_tap(struct fixture *f, const struct texture_query *query, const struct texture_tap *tap,
                      uint32_t value[TEXEL_ELEMENTS])
{
    struct texture_tiling tiling;
    struct texel_place    place;
    uint8_t               block[TEXEL_BLOCK_BYTES] = {0};
    uint32_t              size[3];
    (void)texture_tiling_of(f->setup.fetch_state.q.gb_tiling_config, &tiling);
    texture_level_size(query->resource, tap->level, size);
    assert_in_range(tap->x, 0, size[0] - 1);
    assert_in_range(tap->y, 0, size[1] - 1);
    if (!texture_locate(query->resource, &tiling, tap->level, tap->x, tap->y, tap->slice, tap->sample, &place))
        fail_msg("level %u: no texel (%u, %u, %u) sample %u of %u x %u x %u", tap->level, tap->x, tap->y, tap->slice,
                 tap->sample, size[0], size[1], size[2]);
    for (unsigned part = 0; part < place.parts; part++) {
        const struct gpu_range *range = gpu_memory_find(&f->setup.memory, place.address[part]);
        if (!range || place.address[part] + place.bytes > range->address + range->bytes)
            fail_msg("level %u (%u, %u, %u) sample %u: nothing at 0x%llx", tap->level, tap->x, tap->y, tap->slice,
                     tap->sample, (unsigned long long)place.address[part]);
        gpu_memory_read(&f->setup.memory, place.address[part], block + (size_t)part * place.bytes, place.bytes);
    }
    texel_decode(query->format, block, place.x, place.y, value);
}

static void sample_lane(struct fixture *f, const struct texture_query *query, const struct texture_plan *plan,
                        unsigned lane)
{
    struct texture_sum sum;
    uint32_t           result[4];
    texture_sum_begin(&sum, &plan->lane[lane]);
    for (unsigned pass = 0; pass < plan->passes; pass++) {
        struct texture_taps taps;
        texture_plan_taps(query, plan, lane, pass, &taps);
        for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
            uint32_t value[TEXEL_ELEMENTS] = {0};
            if (!taps.tap[i].used)
                continue;
            if (!taps.tap[i].border)
                check_tap(f, query, &taps.tap[i], value);
            texture_sum_add(&sum, query, lane, i, &taps.tap[i], value);
        }
    }
    texture_sum_end(&sum, query, result);
}

static void sample(struct fixture *f, enum isa_fetch_id op, const struct isa_tex *tex)
{
    const struct fetch_state *state = &f->setup.fetch_state;
    struct texture_resource   resource;
    struct texture_sampler    sampler;
    struct texel_format       format;
    struct texture_units      units = {.filter4 = state->filter4, .ta_cntl_aux = state->q.ta_cntl_aux};
    struct texture_plan       plan;
    texture_resource_unpack(state->resource[ID].word, &resource);
    texture_sampler_unpack(state->sampler[ID].word, &sampler);
    texel_format_of(&resource, &sampler, &format);
    memcpy(units.border, state->border[ID].element, sizeof units.border);
    units.cleartype_width = state->kernel[ID] & 7;
    units.cleartype_height = state->kernel[ID] >> 3;
    struct texture_query query = {
        .op = op, .tex = tex, .resource = &resource, .sampler = &sampler, .format = &format, .units = &units};
    random_query(&query);
    if (texture_answers_alone(op)) {
        uint32_t result[TEXTURE_QUAD][4];
        texture_answer(&query, result);
        return;
    }
    texture_plan_make(&query, &plan);
    if (plan.passes > MANY_PASSES && below(4)) /* they take their time */
        return;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        sample_lane(f, &query, &plan, lane);
}

static void random_state_of(struct fixture *f)
{
    struct fetch_state   *state = &f->setup.fetch_state;
    struct texture_tiling tiling;
    (void)texture_tiling_of(state->q.gb_tiling_config, &tiling);
    random_resource(&tiling, state->resource[ID].word);
    random_sampler(state->sampler[ID].word);
    for (unsigned e = 0; e < 4; e++)
        state->border[ID].element[e] = random_word();
    for (unsigned i = 0; i < FETCH_FILTER4_WORDS; i++)
        state->filter4[i] = random_word();
    state->kernel[ID] = random_word() & 63;
    state->q.ta_cntl_aux = random_word();
}

static void what_is_let_through_can_be_sampled(void **state)
{
    (void)state;
    struct fixture *f = a_launch();
    unsigned        accepted = 0, ops[ISA_FETCH_COUNT] = {0};
    for (unsigned i = 0; i < CASES; i++) {
        const enum isa_fetch_id op = (enum isa_fetch_id)(ISA_FETCH_LD + below(ISA_FETCH_COUNT - ISA_FETCH_LD));
        uint32_t dwords[4] = {random_word(), random_select(random_word(), 9), random_select(random_word(), 20), 0};
        struct isa_tex tex;
        isa_unpack_tex(dwords, &tex);
        tex.resource_id = ID;
        tex.sampler_id = ID;
        tex.alt_const = tex.src_gpr = tex.dst_gpr = 0;
        isa_pack_tex(&tex, dwords);
        random_state_of(f);
        if (!check_texture(&f->setup, op, dwords, &f->diag))
            continue;
        accepted++;
        ops[op]++;
        if (op != ISA_FETCH_SET_GRADIENTS_H && op != ISA_FETCH_SET_GRADIENTS_V && op != ISA_FETCH_SET_CUBEMAP_INDEX)
            sample(f, op, &tex);
    }
    assert_true(accepted > CASES / 4);
    for (unsigned op = ISA_FETCH_LD; op < ISA_FETCH_COUNT; op++)
        assert_true(ops[op] > CASES / 200);
    fixture_free(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_let_through_can_be_sampled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
