/* test_check_texture.c - what a texture instruction is refused for before the run: the state that it names (ISA 9.4,
 * 10.4; 3D 7, 8). */
#include "tb/unit/start/setup_kit.h"

#include "rtl_model/r700/setup/check_texture.h"

/* Texture 3 has two levels of 64 x 64 texels in 4 bytes, linear; sampler 2 is bilinear. */
#define TEXTURE                                                                                                        \
    "'textures': [{'id': 3, 'dim': '2D', 'format': '8_8_8_8', 'width': 64, 'height': 64, 'levels': 2, "                \
    "'file': 't.bin'}]"
#define SAMPLER "'samplers': [{'id': 2, 'mag': 'bilinear'}]"
#define KEYS(stage) "'stage': '" stage "', 'threads': 4, 'num_gprs': 6, " TEXTURE ", " SAMPLER
enum { ID = 3, SAMPLER_ID = 2, GPRS = 6 };

static struct fixture *a_launch(const char *more)
{
    char            keys[2048];
    struct fixture *f = fixture_new("rv770");
    put_words(f, "t.bin", 0, 64 * 64 + 32 * 32);
    snprintf(keys, sizeof keys, KEYS("ps") "%s%s", more ? ", " : "", more ? more : "");
    set_up(f, keys);
    return f;
}

static struct isa_tex usual(void)
{
    return (struct isa_tex){.resource_id = ID,
                            .sampler_id = SAMPLER_ID,
                            .src_gpr = 1,
                            .dst_gpr = 2,
                            .src_sel_y = 1,
                            .src_sel_z = 2,
                            .src_sel_w = 3,
                            .dst_sel_y = 1,
                            .dst_sel_z = 2,
                            .dst_sel_w = 3};
}

static const char *said(struct fixture *f, enum isa_fetch_id op, struct isa_tex tex)
{
    uint32_t dwords[4] = {0};
    isa_pack_tex(&tex, dwords);
    f->diag = (struct diag){0};
    if (check_texture(&f->setup, op, dwords, &f->diag))
        assert_string_equal(f->diag.what, "");
    return f->diag.what;
}

static void assert_says(struct fixture *f, enum isa_fetch_id op, struct isa_tex tex, const char *what)
{
    assert_string_equal(said(f, op, tex), what);
}

/* The words as raw registers of launches would change them. */
static void put_field(struct fixture *f, unsigned first, unsigned field, uint32_t value)
{
    uint32_t *word = &f->setup.registers.word[first];
    *word = register_with_bits(*word, field, value);
}
static void take_words(struct fixture *f)
{
    static const unsigned words[] = {REGISTER_SQ_TEX_RESOURCE_WORD0_N, REGISTER_SQ_TEX_RESOURCE_WORD1_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD2_N, REGISTER_SQ_TEX_RESOURCE_WORD3_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD4_N, REGISTER_SQ_TEX_RESOURCE_WORD5_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD6_N};
    static const unsigned samplers[] = {REGISTER_SQ_TEX_SAMPLER_WORD0_N, REGISTER_SQ_TEX_SAMPLER_WORD1_N,
                                        REGISTER_SQ_TEX_SAMPLER_WORD2_N};
    for (unsigned w = 0; w < LENGTH(words); w++)
        f->setup.fetch_state.resource[ID].word[w] = f->setup.registers.word[words[w] + ID];
    for (unsigned w = 0; w < LENGTH(samplers); w++)
        f->setup.fetch_state.sampler[SAMPLER_ID].word[w] = f->setup.registers.word[samplers[w] + SAMPLER_ID];
}

/* One field of the texture, or of the sampler, changed. */
static void resource_says(unsigned slot, unsigned field, uint32_t value, const char *what)
{
    struct fixture *f = a_launch(NULL);
    put_field(f, slot + ID, field, value);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), what);
    fixture_free(f);
}
#define RESOURCE_SAYS(word, FIELD, value, what)                                                                        \
    resource_says(REGISTER_SQ_TEX_RESOURCE_WORD##word##_N, FIELD_SQ_TEX_RESOURCE_WORD##word##_N_##FIELD, value, what)

static void sampler_says(unsigned field, uint32_t value, const char *what)
{
    struct fixture *f = a_launch(NULL);
    put_field(f, REGISTER_SQ_TEX_SAMPLER_WORD0_N + SAMPLER_ID, field, value);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), what);
    assert_says(f, ISA_FETCH_LD, usual(), "");
    fixture_free(f);
}
#define SAMPLER_SAYS(FIELD, value, what) sampler_says(FIELD_SQ_TEX_SAMPLER_WORD0_N_##FIELD, value, what)

/* How a diagnosis begins. */
#define R "RESOURCE_ID 3, resource 3: "
#define S "SAMPLER_ID 2, sampler 2: "

static void good_state_is_accepted_by_all_of_them(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    for (unsigned op = 0; op < ISA_FETCH_COUNT; op++)
        if (isa_fetch_ops[op].format == ISA_FORMAT_TEX)
            assert_says(f, (enum isa_fetch_id)op, usual(), "");
    fixture_free(f);
}

static void registers_are_the_program_s(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    struct isa_tex  tex = usual();
    tex.src_gpr = GPRS;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "R6, but the program has 6 GPRs (ISA 4.6.3)");
    tex.src_rel = 1; /* who knows */
    assert_says(f, ISA_FETCH_SAMPLE, tex, "");
    tex = usual();
    tex.dst_gpr = GPRS + 1;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "R7, but the program has 6 GPRs (ISA 4.6.3)");
    tex.dst_gpr = GPRS;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "R6, but the program has 6 GPRs (ISA 4.6.3)");
    tex.dst_rel = 1;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "");
    tex = usual();
    tex.src_gpr = tex.dst_gpr = GPRS - 1;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "");
    fixture_free(f);
}

static void a_selection_6_is_reserved(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    struct isa_tex  tex = usual();
    tex.src_sel_z = 6;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "SRC_SEL_Z is 6, which is reserved (ISA 10.4)");
    tex = usual();
    tex.dst_sel_w = 6;
    assert_says(f, ISA_FETCH_SET_GRADIENTS_H, tex, "DST_SEL_W is 6, which is reserved (ISA 10.4)");
    tex.dst_sel_w = tex.src_sel_w = 7;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "");
    fixture_free(f);
}

static void what_reads_texels_needs_a_texture(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    struct isa_tex  tex = usual();
    tex.resource_id = 4;
    assert_says(f, ISA_FETCH_LD, tex, "RESOURCE_ID 4, resource 4: the launch has no texture there (ISA ch. 6)");
    assert_says(f, ISA_FETCH_GET_GRADIENTS_H, tex, "");
    assert_says(f, ISA_FETCH_SET_CUBEMAP_INDEX, tex, "");
    tex.resource_id = 160;
    assert_says(f, ISA_FETCH_LD, tex, "RESOURCE_ID 160, but there are 160 (ISA 10.4)");
    tex = usual();
    tex.alt_const = 1; /* of VS, behind the 160 of PS */
    assert_says(f, ISA_FETCH_LD, tex, "RESOURCE_ID 3, resource 163: the launch has no texture there (ISA ch. 6)");
    tex.resource_id = 175; /* with those of FS */
    assert_says(f, ISA_FETCH_LD, tex, "RESOURCE_ID 175, resource 335: the launch has no texture there (ISA ch. 6)");
    tex.resource_id = 176;
    assert_says(f, ISA_FETCH_LD, tex, "RESOURCE_ID 176, but there are 176 (ISA 10.4)");
    fixture_free(f);
    RESOURCE_SAYS(6, TYPE, TEX_VALID_BUFFER, R "TYPE is VALID_BUFFER, expected VALID_TEXTURE (3D 7)");
    RESOURCE_SAYS(6, TYPE, TEX_INVALID_TEXTURE, R "TYPE is INVALID_TEXTURE, expected VALID_TEXTURE (3D 7)");
}

static void reserved_values_of_a_resource_are_named(void **state)
{
    (void)state;
    RESOURCE_SAYS(4, FORMAT_COMP_X, 3, R "FORMAT_COMP_X is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, FORMAT_COMP_Y, 3, R "FORMAT_COMP_Y is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, FORMAT_COMP_Z, 3, R "FORMAT_COMP_Z is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, FORMAT_COMP_W, 3, R "FORMAT_COMP_W is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, FORMAT_COMP_W, 2, "");
    RESOURCE_SAYS(4, NUM_FORMAT_ALL, 3, R "NUM_FORMAT_ALL is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, NUM_FORMAT_ALL, 2, "");
    RESOURCE_SAYS(4, ENDIAN_SWAP, 3, R "ENDIAN_SWAP is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(4, ENDIAN_SWAP, 2, "");
    RESOURCE_SAYS(4, DST_SEL_X, 6, R "DST_SEL_X is 6, which is reserved (3D 7)");
    RESOURCE_SAYS(4, DST_SEL_Y, 7, R "DST_SEL_Y is 7, which is reserved (3D 7)");
    RESOURCE_SAYS(4, DST_SEL_Z, 6, R "DST_SEL_Z is 6, which is reserved (3D 7)");
    RESOURCE_SAYS(4, DST_SEL_W, 6, R "DST_SEL_W is 6, which is reserved (3D 7)");
    RESOURCE_SAYS(4, DST_SEL_W, 5, "");
    RESOURCE_SAYS(6, MPEG_CLAMP, 3, R "MPEG_CLAMP is 3, which is reserved (3D 7)");
    RESOURCE_SAYS(6, MPEG_CLAMP, 2, "");
    RESOURCE_SAYS(6, MAX_ANISO, 5, R "MAX_ANISO is 5, which is reserved (3D 7)");
    RESOURCE_SAYS(6, INTERLACED, 1, R "INTERLACED is 1, of which no document says what it does (3D 7)");
}

static void fields_fit_one_another(void **state)
{
    (void)state;
    RESOURCE_SAYS(1, DATA_FORMAT, 62, R "DATA_FORMAT is 62, whose layout is not known (3D 7)");
    RESOURCE_SAYS(0, PITCH, 6, R "PITCH is 6, 56 texels, less than the width of 64 (3D 7)");
    RESOURCE_SAYS(4, BASE_LEVEL, 2, R "BASE_LEVEL is 2, LAST_LEVEL 1 (3D 7)");
    RESOURCE_SAYS(0, DIM, TEX_DIM_2D_MSAA, R "DIM is 6, whose samples only LD reads (ISA 9.4)");
    RESOURCE_SAYS(5, LAST_ARRAY, 1, ""); /* it has none */
    struct fixture *f = a_launch(NULL);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD0_N + ID, FIELD_SQ_TEX_RESOURCE_WORD0_N_DIM, TEX_DIM_CUBEMAP);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD1_N + ID, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_HEIGHT, 62);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), R "TEX_WIDTH is 63 and TEX_HEIGHT 62, but DIM is CUBEMAP (3D 7)");
    fixture_free(f);
    f = a_launch(NULL);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD0_N + ID, FIELD_SQ_TEX_RESOURCE_WORD0_N_DIM, TEX_DIM_2D_ARRAY);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD5_N + ID, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_ARRAY, 1);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), R "LAST_ARRAY is 1, TEX_DEPTH 0 (3D 7)");
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD5_N + ID, FIELD_SQ_TEX_RESOURCE_WORD5_N_BASE_ARRAY, 2);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), R "BASE_ARRAY is 2, LAST_ARRAY 1 (3D 7)");
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD5_N + ID, FIELD_SQ_TEX_RESOURCE_WORD5_N_BASE_ARRAY, 0);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD5_N + ID, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_ARRAY, 0);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), "");
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD1_N + ID, FIELD_SQ_TEX_RESOURCE_WORD1_N_DATA_FORMAT, TEX_FMT_8);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD0_N + ID, FIELD_SQ_TEX_RESOURCE_WORD0_N_PITCH, 31);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD4_N + ID, FIELD_SQ_TEX_RESOURCE_WORD4_N_ENDIAN_SWAP, 1);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), R "ENDIAN_SWAP is 1, within 2 bytes, but an element has 1 (3D 7)");
    fixture_free(f);
}

/* Rows of 64 texels in 4 bytes: level 0 takes 0x4000 bytes.  Nothing is placed behind the two levels. */
static void every_level_lies_in_what_was_placed(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    const uint32_t  base = f->setup.fetch_state.resource[ID].word[2];
    char            what[256];
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD1_N + ID, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_HEIGHT, 1023);
    take_words(f);
    const char *const text = said(f, ISA_FETCH_LD, usual());
    snprintf(what, sizeof what,
             R "BASE_ADDRESS: level 0 takes bytes 0x%010llx to 0x%010llx, and the launch has nothing",
             (unsigned long long)base << 8, ((unsigned long long)base << 8) + 1024 * 256 - 1);
    if (strncmp(text, what, strlen(what)) != 0)
        fail_msg("\"%s\", expected \"%s\"", text, what);
    fixture_free(f);
    RESOURCE_SAYS(3, MIP_ADDRESS, 1,
                  R "MIP_ADDRESS: level 1 takes bytes 0x0000000100 to 0x000000207f, and the launch has nothing at "
                    "0x0000000100 (3D 7)");
    RESOURCE_SAYS(2, BASE_ADDRESS, 1,
                  R "BASE_ADDRESS: level 0 takes bytes 0x0000000100 to 0x00000040ff, and the launch has nothing at "
                    "0x0000000100 (3D 7)");
    /* what no address is made for need not be there */
    f = a_launch(NULL);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD2_N + ID, FIELD_SQ_TEX_RESOURCE_WORD2_N_BASE_ADDRESS, 1);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD4_N + ID, FIELD_SQ_TEX_RESOURCE_WORD4_N_BASE_LEVEL, 1);
    take_words(f);
    assert_says(f, ISA_FETCH_LD, usual(), "");
    fixture_free(f);
    f = a_launch(NULL);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD3_N + ID, FIELD_SQ_TEX_RESOURCE_WORD3_N_MIP_ADDRESS, 1);
    put_field(f, REGISTER_SQ_TEX_RESOURCE_WORD5_N + ID, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_LEVEL, 0);
    take_words(f);
    assert_says(f, ISA_FETCH_LD, usual(), "");
    fixture_free(f);
}

static void what_filters_needs_a_sampler(void **state)
{
    (void)state;
    struct fixture *f = a_launch(NULL);
    struct isa_tex  tex = usual();
    tex.sampler_id = 1;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "SAMPLER_ID 1, sampler 1: the launch has none there (ISA ch. 6)");
    assert_says(f, ISA_FETCH_FETCH4, tex, "SAMPLER_ID 1, sampler 1: the launch has none there (ISA ch. 6)");
    assert_says(f, ISA_FETCH_LD, tex, "");
    assert_says(f, ISA_FETCH_GET_TEXTURE_RESINFO, tex, "");
    assert_says(f, ISA_FETCH_SET_GRADIENTS_V, tex, "");
    tex.sampler_id = 18;
    assert_says(f, ISA_FETCH_SAMPLE, tex, "SAMPLER_ID 18, but there are 18 (ISA 10.4)");
    fixture_free(f);
    SAMPLER_SAYS(XY_MAG_FILTER, 3, S "XY_MAG_FILTER is 3, which is reserved (3D 8)");
    SAMPLER_SAYS(XY_MIN_FILTER, 6, S "XY_MIN_FILTER is 6, which is reserved (3D 8)");
    SAMPLER_SAYS(XY_MIN_FILTER, 5, "");
    SAMPLER_SAYS(XY_MAG_FILTER, 4, "");
    SAMPLER_SAYS(Z_FILTER, 3, S "Z_FILTER is 3, which is reserved (3D 8)");
    SAMPLER_SAYS(MIP_FILTER, 3, S "MIP_FILTER is 3, which is reserved (3D 8)");
    SAMPLER_SAYS(MAX_ANISO, 5, S "MAX_ANISO is 5, which is reserved (3D 8)");
    SAMPLER_SAYS(CHROMA_KEY, 3, S "CHROMA_KEY is 3, which is reserved (3D 8)");
    SAMPLER_SAYS(XY_MAG_FILTER, TEX_XY_FILTER_BICUBIC,
                 S "the filter is BICUBIC, but the launch has no bicubic_weights (TD_FILTER4, 3D 14)");
    SAMPLER_SAYS(XY_MIN_FILTER, TEX_XY_FILTER_BICUBIC,
                 S "the filter is BICUBIC, but the launch has no bicubic_weights (TD_FILTER4, 3D 14)");
    f = a_launch("'registers': {'TD_FILTER4': 0}");
    put_field(f, REGISTER_SQ_TEX_SAMPLER_WORD0_N + SAMPLER_ID, FIELD_SQ_TEX_SAMPLER_WORD0_N_XY_MAG_FILTER,
              TEX_XY_FILTER_BICUBIC);
    take_words(f);
    assert_says(f, ISA_FETCH_SAMPLE, usual(), "");
    fixture_free(f);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_state_is_accepted_by_all_of_them),
        cmocka_unit_test(registers_are_the_program_s),
        cmocka_unit_test(a_selection_6_is_reserved),
        cmocka_unit_test(what_reads_texels_needs_a_texture),
        cmocka_unit_test(reserved_values_of_a_resource_are_named),
        cmocka_unit_test(fields_fit_one_another),
        cmocka_unit_test(every_level_lies_in_what_was_placed),
        cmocka_unit_test(what_filters_needs_a_sampler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
