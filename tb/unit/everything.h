/* everything.h - a program that uses every module of a SIMD, and the comparison of two machines that run it. */
#ifndef TB_UNIT_EVERYTHING_H
#define TB_UNIT_EVERYTHING_H

#include "tb/random/settled.h"
#include "tb/unit/machine.h"

/* ---- a program that uses everything ----------------------------------------------------------------------------- */

enum { THREADS = 200, GPRS = 8, CONSTANTS = 64 };

static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t special[4] = {thread % 3, thread / 2 % 2, bits((float)(thread % 2)), bits((float)(thread / 2 % 2))};
    return gpr == 7 ? special[element] : named_input(thread, gpr, element);
}

/* Its parts: to the first fetch clause, the end, what reaches memory. */
#define EVERYTHING_BEGIN                                                                                               \
    "ALU KC0[CB0:0-31] KC1[CB1:16-31] BARRIER\n"                                                                       \
    "0 x: MOVA_INT ____, R7.x\n  y: MUL R0.y, R1.y, KC0[17].x\n"                                                       \
    "1 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n  z: ADD R6.z, R2.z, 3.25\n"                                     \
    "2 x: MOV R3.x, R2.x PRED_SEL(ONE)\n  w: ADD R3.w, R3.x, R4.x VEC_120\n"                                           \
    "  t: RECIP_IEEE R3.z, R5.y\n"                                                                                     \
    "3 x: ADD R3.x, R3.x, R[AR.x+4].x\n  y: ADD R0.y, PV.w, PS VEC_120\n"                                              \
    "4 x: DOT4 R0.x, R3.x, R1.x\n y: DOT4 ____, R3.y, R1.y\n"                                                          \
    "  z: DOT4 ____, R3.z, R1.z\n w: DOT4 ____, R3.w, R1.w\n"                                                          \
    "5 z: MOV R0.z, PV.x\n  t: SIN R127.x, R1.x\n"                                                                     \
    "6 w: MOV R0.w, R127.x\n"                                                                                          \
    "TEX @exchange\n"                                                                                                  \
    "ALU_PUSH_BEFORE BARRIER\n"                                                                                        \
    "0 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_EXEC\n"                                                                \
    "JUMP @join POP_COUNT(1) BARRIER\n"                                                                                \
    "ALU BARRIER\n0 y: MOV R5.y, 0.0\n"                                                                                \
    "LOOP_START_DX10 @out BARRIER\n"                                                                                   \
    "top: ALU_PUSH_BEFORE BARRIER\n"                                                                                   \
    "0 y: ADD_INT R5.y, R5.y, 1\n  z: ADD R5.z, R5.z, 1.0\n"                                                           \
    "1 x: PRED_SETGT_INT ____, R5.y, R7.x UPDATE_EXEC\n"                                                               \
    "JUMP @next POP_COUNT(1) BARRIER\n"                                                                                \
    "LOOP_BREAK @next BARRIER\n"                                                                                       \
    "POP @next POP_COUNT(1) BARRIER\n"                                                                                 \
    "next: LOOP_END @top BARRIER\n"                                                                                    \
    "out: POP @join POP_COUNT(1) BARRIER\n"                                                                            \
    "join: EXPORT PIX1, R3.xyzw BURST(3) BARRIER\n"                                                                    \
    "ALU @shared BARRIER\n"                                                                                            \
    "ALU BARRIER\n"                                                                                                    \
    "0 x: PRED_SETNE_INT R6.x, R7.x, 0.0 UPDATE_EXEC\n"                                                                \
    "1 y: MOV R2.y, R0.x PRED_SEL(ONE)\n"                                                                              \
    "ALU @shared KC0[CB1:0-15] BARRIER\n"                                                                              \
    "VTX @fetch\n"                                                                                                     \
    "TEX @sample BARRIER\n"
#define EVERYTHING_END                                                                                                 \
    "ALU BARRIER\n"                                                                                                    \
    "0 x: KILLGT ____, R7.w, R7.z\n"                                                                                   \
    "EXPORT PIX4, R6.w10_ BARRIER\n"                                                                                   \
    "EXPORT PIX5, R5.xyzw BARRIER\n"                                                                                   \
    "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"                                                                          \
    "shared:\n"                                                                                                        \
    "0 x: MOVA_INT ____, R7.x\n"                                                                                       \
    "1 x: ADD R1.x, R1.x, R0.x\n2 y: MUL R1.y, R1.x, 0.5\n"                                                            \
    "3 x: MOV R[AR.x+1].x, R0.y\n4 x: ADD R0.x, R[AR.x+1].x, R1.y VEC_120\n"                                           \
    "fetch: FETCH R6.xy_1, R7.w, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_32) MEGA_FETCH\n"                  \
    "FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\n"                                                                      \
    "exchange: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(8) BURST_CNT(1)\n"                                                    \
    "LOCAL_DS_READ R5.___w, R7.xx RD_OFFSET(4)\n"                                                                      \
    "sample: SET_GRADIENTS_H R0.____, R1.xyzw, t1, s0 CT(NNNN)\n"                                                      \
    "SET_GRADIENTS_V R0.____, R2.xyzw, t1, s0 CT(NNNN)\n"                                                              \
    "SAMPLE_G R2.xy__, R1.xyzw, t1, s0 CT(NNNN)\n"                                                                     \
    "SAMPLE R3.__zw, R2.xyzw, t1, s0 CT(NNNN)\n"
#define EVERYTHING_MEMORY                                                                                              \
    "MEM_SCRATCH WRITE_IND_ACK[1+R7], R3.xyzw BURST(2) ELEM_SIZE(3) ARRAY_SIZE(3) BARRIER\n"                           \
    "MEM_EXPORT WRITE_IND[0+R7], R6.xy__ ELEM_SIZE(1)\n"                                                               \
    "WAIT_ACK ADDR(0)\n"                                                                                               \
    "VTX @read BARRIER\n"
#define EVERYTHING_READ                                                                                                \
    "read: MEM_RD_SCRATCH R5.xyzw, R7.x INDEXED UNCACHED ELEM_SIZE(3) ARRAY_BASE(1) ARRAY_SIZE(3) MEGA_FETCH "         \
    "DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT)\n"                                                               \
    "MEM_RD_SCATTER R4.x___, R7.x UNCACHED MEGA_FETCH DATA_FORMAT(FMT_32_FLOAT)\n"

static const char text[] = EVERYTHING_BEGIN EVERYTHING_MEMORY EVERYTHING_END EVERYTHING_READ;
/* Nothing is written to memory or read back. */
static const char text_without_writes[] = EVERYTHING_BEGIN EVERYTHING_END;

static const struct plan_memory memories[] = {{LAUNCH_SCRATCH, 1 << 15, 24}, {LAUNCH_SCATTER, 256, 0}};

static const struct launch_vertex_resource vertices[] = {
    {.source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, 255, 16u << 8 | 26u << 20, 0, 0, 0, 3u << 30}}};

/* Two levels, filtered in and between them. */
enum { TEXTURE_SIZE = 16 };
static uint32_t                    texels[TEXTURE_SIZE * TEXTURE_SIZE * 5 / 4];
static struct launch_texture       textures[1];
static const struct launch_sampler samplers[] = {
    {.mag = LAUNCH_BILINEAR, .min = LAUNCH_BILINEAR, .mip = LAUNCH_MIP_LINEAR, .lod = {0, 15}}};

static inline void make_texture(void)
{
    for (unsigned i = 0; i < LENGTH(texels); i++)
        texels[i] = i * 0x01030507u;
    textures[0] = (struct launch_texture){.id = 1,
                                          .dim = LAUNCH_DIM_2D,
                                          .width = TEXTURE_SIZE,
                                          .height = TEXTURE_SIZE,
                                          .depth = 1,
                                          .levels = 2,
                                          .layers = 1,
                                          .samples = 1,
                                          .format = launch_format_find("8_8_8_8"),
                                          .swizzle = {LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
                                          .tile_mode = LAUNCH_2D_TILED_THIN1,
                                          .file = {.data = (uint8_t *)texels, .bytes = sizeof texels}};
}

static uint32_t bank_words[2][4 * CONSTANTS];

static inline struct plan plan_of(const char *chip)
{
    for (unsigned b = 0; b < 2; b++)
        for (unsigned i = 0; i < 4 * CONSTANTS; i++)
            bank_words[b][i] = bits((float)(1000 * b + i));
    make_texture();
    return (struct plan){.text = text,
                         .chip = chip,
                         .threads = THREADS,
                         .num_gprs = GPRS,
                         .stack_size = 4,
                         .load_count = GPRS,
                         .input = start,
                         .bank = {bank_words[0], bank_words[1]},
                         .bank_constants = {CONSTANTS, CONSTANTS},
                         .vertices = vertices,
                         .vertex_count = 1,
                         .memory = memories,
                         .memory_count = LENGTH(memories),
                         .textures = textures,
                         .texture_count = LENGTH(textures),
                         .samplers = samplers,
                         .sampler_count = LENGTH(samplers)};
}

static inline struct plan plan_without_writes(const char *chip)
{
    struct plan plan = plan_of(chip);
    plan.text = text_without_writes;
    return plan;
}

static const char *const chips[] = {"rv770", "rv710"};

/* Registers and memories, by their bytes: rtl_compare is the slow one that can say where. */
static inline bool same_state(const struct machine *left, const struct machine *right)
{
    return machines_agree(left->gpu, right->gpu, false, NULL);
}

static inline void expect_same(const struct machine *left, const struct machine *right)
{
    struct rtl_difference first;
    if (same_state(left, right))
        return;
    assert_true(rtl_compare(left->gpu->instances, right->gpu->instances, left->gpu->instance_count, &first) > 0);
    fail_msg("cycle %llu: %s.%s[%u][%u]: %llx and %llx", (unsigned long long)left->gpu->cycle, first.instance->path,
             first.signal->name, first.row, first.element, (unsigned long long)first.left,
             (unsigned long long)first.right);
}

static inline bool same_exports(struct machine *left, struct machine *right)
{
    const struct result_exports *a = gpu_exports(left->gpu), *b = gpu_exports(right->gpu);
    bool                         same =
        a->column_count == b->column_count && a->column_count > 0 && memcmp(a->killed, b->killed, a->threads) == 0;
    for (unsigned c = 0; same && c < a->column_count; c++) {
        const struct result_column *column = &a->columns[c];
        const struct result_column *other = results_find(b, column->type, column->array_base);
        same = other && memcmp(column->values, other->values, a->threads * sizeof column->values[0]) == 0 &&
               memcmp(column->written, other->written, a->threads) == 0;
    }
    return same;
}

#endif
