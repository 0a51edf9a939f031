#include "tb/random/us_random.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_text.h"
#include "tb/random/pixels.h"

unsigned us_random_draw(struct us_random *maker, unsigned below)
{
    maker->seed = maker->seed * 1664525u + 1013904223u;
    return (maker->seed >> 12) % below;
}

static void say(struct us_random *maker, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(struct us_random *maker, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    maker->used += (size_t)vsnprintf(maker->text + maker->used, sizeof maker->text - maker->used, format, list);
    va_end(list);
}

static void make_sum(struct us_random *maker)
{
    static const char *const sums[] = {"src1.rrr, src0.111, src0.rrr", "src1.ggg, src0.rrr, -src0.rgb",
                                       "|src1.rgb|, src0.h1h, srcp.bgr"};
    say(maker, "ALU%s\n rgb [R%u, R%u; SUB] MAD R%u.%s, %s%s\n alpha [R%u] FRC R%u.a, src0.a\n",
        us_random_draw(maker, 4) ? "" : " WRITE_INACTIVE", us_random_draw(maker, 6), us_random_draw(maker, 6),
        us_random_draw(maker, 6), us_random_draw(maker, 2) ? "r" : "rgb", sums[us_random_draw(maker, 3)],
        us_random_draw(maker, 3) ? "" : " PRED(GGGG)", us_random_draw(maker, 6), us_random_draw(maker, 6));
    maker->instructions++;
}

/* The ALU result, and the green and blue predicate bits. */
static void make_test(struct us_random *maker)
{
    static const char *const compares[] = {"EQUAL", "LESS", "GREATER_EQUAL", "NOT_EQUAL"};
    say(maker,
        "ALU ALU_RESULT_OP(%s)\n rgb [R%u, R%u] MAD R7._, src0.rgb, src0.111, -src1.grr SET_PRED(%s.gb) ALU_WMASK\n"
        " alpha [] MAD R7._, src0.0, src0.0, src0.0\n",
        compares[us_random_draw(maker, 4)], us_random_draw(maker, 6), us_random_draw(maker, 6),
        compares[us_random_draw(maker, 4)]);
    maker->instructions++;
}

/* A test, and perhaps other instructions that leave its ALU result; none where the chip still has the last one. */
static void make_condition(struct us_random *maker)
{
    if (!maker->keeps_result || us_random_draw(maker, 2))
        make_test(maker);
    if (us_random_draw(maker, 4) == 0)
        make_sum(maker);
}

/* What a branch goes by: ALU result, predicate, boolean; inverted for BREAK and CONTINUE. */
static const char *condition(struct us_random *maker, bool leaves)
{
    static const char *const names[2][4] = {{"JUMP_FUNC(0x0f)", "JUMP_FUNC(0x33) RGB_PRED_SEL(GGGG)",
                                             "JUMP_FUNC(0x33) RGB_PRED_SEL(BBBB) RGB_PRED_INV",
                                             "JUMP_FUNC(0x3f) RGB_PRED_SEL(GGGG)"},
                                            {"JUMP_FUNC(0xf0)", "JUMP_FUNC(0xcc) RGB_PRED_SEL(GGGG)",
                                             "JUMP_FUNC(0xcc) RGB_PRED_SEL(BBBB) RGB_PRED_INV", "JUMP_FUNC(0xff)"}};
    return names[leaves][us_random_draw(maker, 4)];
}

static void make_block(struct us_random *maker, unsigned depth);

static void make_if(struct us_random *maker, unsigned depth)
{
    const unsigned other = maker->labels++, end = maker->labels++;
    const bool     has_else = us_random_draw(maker, 2);
    make_condition(maker);
    say(maker, "FC JUMP %s B_OP0(INCR)%s JUMP_ADDR(@l%u) ALU_WAIT%s\n", condition(maker, false),
        has_else ? " B_OP1(INCR)" : "", has_else ? other : end, us_random_draw(maker, 2) ? "" : " IGNORE_UNCOVERED");
    maker->ifs++;
    make_block(maker, depth - 1);
    if (has_else) {
        say(maker, "FC JUMP B_OP1(DECR) B_POP_CNT(1) B_ELSE JUMP_ADDR(@l%u)\nl%u: ", end, other);
        make_block(maker, depth - 1);
    }
    maker->ifs--;
    say(maker, "FC JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(1)\nl%u: ", end);
    maker->instructions += 3;
}

static void make_loop(struct us_random *maker, unsigned depth)
{
    const unsigned start = maker->labels++, end = maker->labels++, last = maker->labels++, ifs = maker->ifs;
    const bool     rep = us_random_draw(maker, 2), was_rep = maker->is_rep;
    const char    *op = rep ? "REP" : "LOOP";
    const unsigned constant = us_random_draw(maker, 4);
    /* As Mesa does it, which pops nothing when a whole group has been killed or there is no turn. */
    const bool into_end = maker->pops_nothing && !maker->loops;
    say(maker, "FC %s INT_ADDR(%u)%s JUMP_ADDR(@l%u)\nl%u: ", op, constant,
        us_random_draw(maker, 2) ? " IGNORE_UNCOVERED" : "", into_end ? last : end, start);
    maker->ifs = 0;
    maker->is_rep = rep;
    maker->loops++;
    make_block(maker, depth - 1);
    for (unsigned leaves = us_random_draw(maker, 3); leaves; leaves--) {
        const bool goes_on = us_random_draw(maker, 2);
        make_condition(maker);
        if (us_random_draw(maker, 2)) { /* from within an IF */
            const unsigned join = maker->labels++;
            say(maker, "FC JUMP %s B_OP0(INCR) JUMP_ADDR(@l%u) ALU_WAIT\n", condition(maker, false), join);
            make_condition(maker);
            say(maker, "FC %s %s B_OP1(DECR) B_POP_CNT(1) JUMP_ADDR(@l%u) ALU_WAIT\n",
                goes_on ? "CONTINUE"
                : rep   ? "BREAKREP"
                        : "BREAKLOOP",
                condition(maker, true), goes_on ? last : end);
            make_sum(maker);
            say(maker, "FC JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(1)\nl%u: ", join);
        } else {
            say(maker, "FC %s %s B_OP1(DECR) JUMP_ADDR(@l%u) ALU_WAIT\n",
                goes_on ? "CONTINUE"
                : rep   ? "BREAKREP"
                        : "BREAKLOOP",
                condition(maker, true), goes_on ? last : end);
        }
        make_block(maker, depth - 1);
        maker->instructions += 4;
    }
    maker->loops--;
    maker->ifs = ifs;
    maker->is_rep = was_rep;
    say(maker, "l%u: FC END%s INT_ADDR(%u) JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@l%u)\nl%u: ", last, op, constant, start,
        end);
    maker->instructions += 2;
}

static void make_block(struct us_random *maker, unsigned depth)
{
    make_sum(maker);
    for (unsigned left = 1 + us_random_draw(maker, 3); left && maker->instructions < 250; left--) {
        const unsigned what = us_random_draw(maker, 8);
        if (what < 3 && depth)
            make_if(maker, depth);
        else if (what < 5 && depth && maker->full && maker->loops < US_REF_LOOPS)
            make_loop(maker, depth);
        else if (what == 5)
            say(maker, "TEX TEXKILL R0.r, T0.rgba, R%u.rgba ALU_WAIT\n", us_random_draw(maker, 6));
        else
            make_sum(maker);
    }
}

bool us_random_program(struct us_random *maker, uint32_t seed, struct us_ref_program *program, struct diag *diag)
{
    uint32_t *dwords;
    unsigned  count;
    *maker = (struct us_random){
        .seed = seed, .full = seed % 4 != 0, .keeps_result = seed % 8 == 3, .pops_nothing = seed % 8 == 5};
    make_block(maker, maker->full ? 4 : 3);
    say(maker, "OUT TEX_SEM_WAIT\n rgb [R1] MAD R7._, src0.rgb, src0.111, src0.000 OUT(A.rgb)\n"
               " alpha [R2] MAX R7._, src0.a, src0.a OUT(B.a)\n");
    if (!us_assemble("random", maker->text, maker->used, 0, &dwords, &count, NULL, diag))
        return false;
    memset(program, 0, sizeof *program);
    program->offset = us_random_draw(maker, US_STORE);
    for (unsigned i = 0; i < count; i++) /* it wraps behind the last */
        memcpy(program->store + (program->offset + i) % US_STORE * US_WORDS, dwords + (size_t)i * US_WORDS,
               US_WORDS * sizeof *dwords);
    free(dwords);
    program->end = count - 1;
    program->full = maker->full;
    program->keeps_result = maker->keeps_result;
    program->pops_nothing = maker->pops_nothing;
    program->zero_times_anything = seed & 1;
    program->temporaries = 8;
    for (unsigned i = 0; i < 4; i++)
        program->integers[i] = i | i << 8 | 1 << 16; /* none to three turns */
    return true;
}

void us_random_pixel(struct us_random *maker, struct us_ref_pixel *pixel)
{
    *pixel = (struct us_ref_pixel){.covered = true};
    for (unsigned e = 0; e < 8 * 4; e++) {
        const float number = (float)us_random_draw(maker, 7) - 3;
        memcpy(&pixel->temporaries[e / 4][e % 4], &number, sizeof number);
    }
}

/* ---- as a case of `wekiva fuzz` ---------------------------------------------------------------------------------- */

/* Rates and policies that change who goes when. */
static void vary(uint64_t seed, const struct us_random *maker, struct random_pixels *made)
{
    static const unsigned groups[] = {4, 16, 48};
    made->setting_count = RANDOM_PIXEL_SETTINGS;
    snprintf(made->setting[0], sizeof made->setting[0], "group_pixels=%u", groups[seed % 3]);
    snprintf(made->setting[1], sizeof made->setting[1], "policy=%u", (unsigned)(seed >> 2 & 1));
    snprintf(made->setting[2], sizeof made->setting[2], "alu_quads=%u", seed >> 3 & 1 ? 12 : 3);
    snprintf(made->setting[3], sizeof made->setting[3], "contexts=%u", seed >> 4 & 1 ? 2 : 64);
    snprintf(made->setting[4], sizeof made->setting[4], "alu_result=%u", maker->keeps_result);
    snprintf(made->setting[5], sizeof made->setting[5], "empty_loop_pop=%u", maker->pops_nothing);
}

static bool make(uint64_t seed, struct random_pixels *made, struct diag *diag)
{
    static struct us_random      maker;
    static struct us_ref_program program;
    memset(made, 0, sizeof *made);
    if (!us_random_program(&maker, (uint32_t)seed, &program, diag))
        return false;
    memcpy(made->text, maker.text, sizeof made->text);
    made->pixels = seed % 3 == 2 ? 96 : 64;
    made->input_count = made->register_count = RANDOM_PIXEL_REGISTERS;
    made->export_count = 2;
    vary(seed, &maker, made);
    return true;
}

static void put_launch(const struct us_ref_program *program, const struct us_ref_pixel *pixels,
                       struct random_pixels *made)
{
    char killed[RANDOM_PIXELS + 1] = "", loops[256] = "";
    for (unsigned p = 0; p < made->pixels; p++)
        killed[p] = pixels[p].covered ? '0' : '1';
    for (unsigned i = 0; i < 4; i++)
        snprintf(loops + strlen(loops), sizeof loops - strlen(loops),
                 "%s{\"index\": %u, \"count\": %u, \"start\": %u, \"step\": 1}", i ? ", " : "", i, i, i);
    snprintf(made->json, sizeof made->json,
             "{\"wekiva\": 1, \"chip\": \"r580\", \"program\": \"program.s\", \"stage\": \"ps\", \"threads\": %u,\n"
             " \"gprs\": {\"first\": 0, \"count\": 8, \"file\": \"inputs.bin\"},\n"
             " \"loop_constants\": [%s],\n"
             " \"registers\": {\"US_CODE_OFFSET\": \"0x%x\", \"US_PIXSIZE\": \"0x7\", \"US_FC_CTRL\": \"0x%x\", "
             "\"US_CONFIG\": \"0x%x\"},\n"
             " \"expect\": {\"exports\": [\n"
             "  {\"type\": \"pixel\", \"array_base\": 0, \"compare\": [\"bits\", \"bits\", \"bits\", \"skip\"]},\n"
             "  {\"type\": \"pixel\", \"array_base\": 1, \"compare\": [\"skip\", \"skip\", \"skip\", \"bits\"]}],\n"
             "  \"file\": \"golden.bin\", \"killed\": \"%s\"}}\n",
             made->pixels, loops, program->offset, program->full ? 0x80000000u : 0,
             program->zero_times_anything ? 2 : 0, killed);
}

static bool expect(uint64_t seed, const struct machine_chip *chip, struct random_pixels *made, struct diag *diag)
{
    static struct us_random      maker;
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[RANDOM_PIXELS];
    struct us_ref_counts         counts = {0};
    const unsigned               group = machine_chip_number(chip, "group_pixels");
    if (!us_random_program(&maker, (uint32_t)seed, &program, diag))
        return false;
    for (unsigned p = 0; p < made->pixels; p++) {
        us_random_pixel(&maker, &pixels[p]);
        memcpy(&made->inputs[p * 8 * 4], pixels[p].temporaries, 8 * sizeof pixels[p].temporaries[0]);
    }
    for (unsigned p = 0; p < made->pixels; p += group)
        if (!us_ref_run(&program, pixels + p, made->pixels - p < group ? made->pixels - p : group, &counts, diag))
            return false;
    made->instructions = counts.alu + counts.out + counts.fc;
    for (unsigned p = 0; p < made->pixels; p++) {
        memcpy(&made->golden[p * 8], pixels[p].output, 2 * sizeof pixels[p].output[0]);
        memcpy(made->registers[p], pixels[p].temporaries, sizeof made->registers[p]);
    }
    put_launch(&program, pixels, made);
    return true;
}

const struct random_pixels_kind random_r580 = {"R580", make, expect};
