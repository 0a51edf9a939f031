/* us_programs.h - what any runner of R580's programs must do: programs of Mesa's driver and of other forms with known
 * results, in groups of several sizes; what the rows of the manual's table do to every mask of four pixels; limits.
 *
 * The including file defines before how programs run:
 *
 *     static bool run_pixels(const struct us_ref_program *, struct us_ref_pixel *, unsigned count, unsigned group,
 *                            struct diag *); */
#ifndef TB_UNIT_US_PROGRAMS_H
#define TB_UNIT_US_PROGRAMS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_text.h"
#include "tb/ref/us_ref.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { PIXELS = 192, UNDEFINED = 0x7fedca00 };

/* ---- programs of the corpus ------------------------------------------------------------------------------------- */

struct corpus {
    struct us_ref_program program;
    struct us_ref_pixel   pixels[PIXELS];
    float                 golden[PIXELS][4];
    uint8_t               killed[PIXELS];
    double                tolerance;
};

static uint32_t word_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? (uint32_t)strtoul(text, NULL, 0) : 0;
}

static bool read_file(const char *folder, const char *name, void *to, size_t bytes)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    assert_int_equal(fread(to, 1, bytes, file), bytes);
    fclose(file);
    return true;
}

static void read_code(const char *folder, unsigned base, struct us_ref_program *program)
{
    char path[512];
    snprintf(path, sizeof path, "%s/code.hex", folder);
    FILE    *file = fopen(path, "r");
    unsigned word = base * US_WORDS;
    assert_non_null(file);
    for (uint32_t value; fscanf(file, "%" SCNx32, &value) == 1; word++)
        program->store[word % COUNT(program->store)] = value;
    fclose(file);
}

static void read_constants(json_t *meta, struct us_ref_program *program)
{
    const char *key;
    json_t     *value;
    json_object_foreach(json_object_get(meta, "int_constants"), key, value) program->integers[atoi(key)] =
        word_of(value, "word");
    json_object_foreach(json_object_get(meta, "float_constants"), key, value) for (unsigned c = 0; c < 4; c++)
    {
        const char    *text = json_string_value(json_array_get(json_object_get(value, "words"), c));
        const uint32_t bits = (uint32_t)strtoul(text, NULL, 0);
        memcpy(&program->constants[atoi(key)][c], &bits, sizeof bits);
    }
}

static void read_pixels(const char *folder, json_t *inputs, struct corpus *corpus)
{
    const size_t count = json_array_size(inputs);
    uint32_t    *words = malloc(PIXELS * count * 4 * sizeof *words + 1);
    assert_non_null(words);
    assert_true(read_file(folder, "in.bin", words, PIXELS * count * 4 * sizeof *words));
    for (unsigned p = 0; p < PIXELS; p++) {
        corpus->pixels[p].covered = true;
        for (unsigned t = 0; t < US_TEMPORARIES; t++)
            for (unsigned c = 0; c < 4; c++)
                corpus->pixels[p].temporaries[t][c] = UNDEFINED;
        for (size_t i = 0; i < count; i++) {
            const size_t to = (size_t)json_integer_value(json_object_get(json_array_get(inputs, i), "register"));
            memcpy(corpus->pixels[p].temporaries[to], words + (p * count + i) * 4, 4 * sizeof *words);
        }
    }
    free(words);
}

static void read_program(const char *folder, struct corpus *corpus)
{
    char         path[512];
    json_error_t error;
    snprintf(path, sizeof path, "%s/meta.json", folder);
    json_t *meta = json_load_file(path, 0, &error), *registers = json_object_get(meta, "registers");
    if (!meta)
        fail_msg("%s: %s", path, error.text);
    memset(corpus, 0, sizeof *corpus);
    struct us_ref_program *program = &corpus->program;
    read_code(folder, (unsigned)json_integer_value(json_object_get(meta, "code_base")), program);
    program->start = word_of(registers, "US_CODE_ADDR") & 511;
    program->end = word_of(registers, "US_CODE_ADDR") >> 16 & 511;
    program->offset = word_of(registers, "US_CODE_OFFSET") & 511;
    program->full = word_of(registers, "US_FC_CTRL") >> 31;
    program->zero_times_anything = word_of(registers, "US_CONFIG") >> 1 & 1;
    program->temporaries = (word_of(registers, "US_PIXSIZE") & 127) + 1;
    program->booleans = word_of(registers, "US_FC_BOOL_CONST");
    read_constants(meta, program);
    read_pixels(folder, json_object_get(meta, "inputs"), corpus);
    corpus->tolerance = json_number_value(json_object_get(meta, "tolerance"));
    assert_true(read_file(folder, "golden.bin", corpus->golden, sizeof corpus->golden));
    read_file(folder, "killed.bin", corpus->killed, sizeof corpus->killed);
    json_decref(meta);
}

static void compare(const char *folder, const struct corpus *corpus, unsigned size)
{
    for (unsigned p = 0; p < PIXELS; p++) {
        if (corpus->pixels[p].covered == corpus->killed[p])
            fail_msg("%s, groups of %u: pixel %u is%s killed", folder, size, p, corpus->killed[p] ? " not" : "");
        for (unsigned c = 0; c < 4 && !corpus->killed[p]; c++) {
            const double got = (double)corpus->pixels[p].output[0][c], wanted = (double)corpus->golden[p][c];
            if (!(fabs(got - wanted) <= corpus->tolerance * fmax(1, fabs(wanted))))
                fail_msg("%s, groups of %u: pixel %u channel %u is %g, expected %g", folder, size, p, c, got, wanted);
        }
    }
}

static void run_in_groups(const char *folder, unsigned size)
{
    static struct corpus corpus;
    struct diag          diag = {0};
    read_program(folder, &corpus);
    if (!run_pixels(&corpus.program, corpus.pixels, PIXELS, size, &diag))
        fail_msg("%s, groups of %u: %s", folder, size, diag.what);
    compare(folder, &corpus, size);
}

static unsigned run_folders(const char *pattern)
{
    static const unsigned sizes[] = {4, 16, 48, 192};
    glob_t                found;
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        *strrchr(found.gl_pathv[i], '/') = '\0';
        for (unsigned s = 0; s < COUNT(sizes); s++)
            run_in_groups(found.gl_pathv[i], sizes[s]);
    }
    const unsigned count = (unsigned)found.gl_pathc;
    globfree(&found);
    return count;
}

static void programs_of_the_tree_give_their_colours(void **state)
{
    (void)state;
    assert_int_equal(run_folders("tb/corpus/mesa-r500/*/meta.json"), 4);
    assert_int_equal(run_folders("tb/corpus/mesa-r500/forms/*/meta.json"), 2);
}

static void programs_beside_the_tree_give_their_colours(void **state)
{
    (void)state;
    const unsigned ran = run_folders("../shared/corpus/mesa-r500/*/meta.json") +
                         run_folders("../shared/corpus/mesa-r500/forms/*/meta.json");
    if (!ran)
        skip();
    printf("          %u programs\n", ran);
}

/* ---- programs of the test ---------------------------------------------------------------------------------------- */

/* A pixel's red input is 1 where its bit of `mask` is set, else 0; its results go to output A. */
enum { KEEPS_RESULT = 1, POPS_NOTHING = 2 }; /* choices of the chip */

static bool run_text_on(unsigned choices, const char *text, bool full, unsigned mask, struct us_ref_pixel pixels[4],
                        struct diag *diag)
{
    static struct us_ref_program program;
    struct diag                  wrong = {0};
    uint32_t                    *dwords;
    unsigned                     count;
    if (!us_assemble("text", text, strlen(text), 0, &dwords, &count, NULL, &wrong))
        fail_msg("%u: %s\n%s", wrong.line, wrong.what, text);
    memset(&program, 0, sizeof program);
    memcpy(program.store, dwords, (size_t)count * US_WORDS * sizeof *dwords);
    free(dwords);
    program.end = count - 1;
    program.full = full;
    program.keeps_result = choices & KEEPS_RESULT;
    program.pops_nothing = choices & POPS_NOTHING;
    program.temporaries = 8;
    program.integers[0] = 3 | 5 << 8 | 2 << 16; /* three turns, aL 5, 7, 9 */
    program.integers[1] = 5 << 8;               /* none */
    program.integers[2] = 1 | 3 << 8;           /* one, aL 3 */
    program.booleans = 2;
    memset(pixels, 0, 4 * sizeof *pixels);
    for (unsigned p = 0; p < 4; p++) {
        const float one = mask >> p & 1 ? 1.0F : 0.0F;
        memcpy(&pixels[p].temporaries[0][0], &one, sizeof one);
        pixels[p].covered = true;
    }
    return run_pixels(&program, pixels, 4, 4, diag);
}

static bool run_text(const char *text, bool full, unsigned mask, struct us_ref_pixel pixels[4], struct diag *diag)
{
    return run_text_on(0, text, full, mask, pixels, diag);
}

/* R1.r is the result; `ADD(n)` adds n to it, a power of two, so that the sum says what has been executed. */
#define NO_ALPHA "\n  alpha [] MAD R7._, src0.0, src0.0, src0.0\n"
#define ADD(n) "ALU\n  rgb [R1, #" #n "] MAD R1.r, src1.rrr, src0.111, src0.rrr" NO_ALPHA
#define TEST_RED "ALU ALU_RESULT_OP(NOT_EQUAL)\n  rgb [R0] MAD R7._, src0.rrr, src0.111, src0.000 ALU_WMASK" NO_ALPHA
#define PREDICATE "ALU\n  rgb [R0] MAD R7._, src0.rrr, src0.111, src0.000 SET_PRED(NOT_EQUAL.rgb)" NO_ALPHA
#define END "OUT TEX_SEM_WAIT LAST\n  rgb [R1] MAD R7._, src0.rrr, src0.111, src0.000 OUT(A.r)" NO_ALPHA
#define IF_C(to) TEST_RED "FC JUMP JUMP_FUNC(0x0f) B_OP0(INCR) JUMP_ADDR(@" to ")\n"
#define IF_C_ELSE(to) TEST_RED "FC JUMP JUMP_FUNC(0x0f) B_OP0(INCR) B_OP1(INCR) JUMP_ADDR(@" to ")\n"
#define IF_P_ELSE(to)                                                                                                  \
    PREDICATE "FC JUMP JUMP_FUNC(0x33) B_OP0(INCR) B_OP1(INCR) JUMP_ADDR(@" to ") RGB_PRED_SEL(GGGG)\n"
#define ELSE(to) "FC JUMP B_OP1(DECR) B_POP_CNT(1) B_ELSE JUMP_ADDR(@" to ")\n"
#define ENDIF "FC JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(1)\n"
#define LOOP(to) "FC LOOP JUMP_ADDR(@" to ")\n"
#define ENDLOOP(to) "FC ENDLOOP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@" to ")\n"

struct row {
    const char *text;
    float       clear, set; /* the result where the mask's bit is 0, and where it is 1 */
};

/* Each statement of table 8.6.4 in its place, for all masks of four pixels. */
static void statements_do_what_they_say_to_every_mask(void **state)
{
    static const struct row rows[] = {
        {IF_C("e") ADD(1) ENDIF "e: " ADD(2) END, 2, 3},
        {IF_C_ELSE("s") ADD(1) ELSE("e") "s: " ADD(2) ENDIF "e: " ADD(4) END, 6, 5},
        {IF_P_ELSE("s") ADD(1) ELSE("e") "s: " ADD(2) ENDIF "e: " ADD(4) END, 6, 5},
        {"FC JUMP JUMP_FUNC(0x55) BOOL_ADDR(1) JUMP_ADDR(@s)\n" ADD(1) "s: " ADD(2) END, 3, 3},
        {"FC JUMP JUMP_FUNC(0x55) BOOL_ADDR(0) JUMP_ADDR(@s)\n" ADD(1) "s: " ADD(2) END, 2, 2},
        {"FC JUMP JUMP_FUNC(0xaa) BOOL_ADDR(1) JUMP_ADDR(@s)\n" ADD(1) "s: " ADD(2) END, 2, 2},
        {"FC JUMP JUMP_FUNC(0xaa) BOOL_ADDR(0) JUMP_ADDR(@s)\n" ADD(1) "s: " ADD(2) END, 3, 3},
        /* Three turns; aL is 5, 7, 9, which nothing shows but relative addressing. */
        {LOOP("e") "s: " ADD(1) ENDLOOP("s") "e: " END, 3, 3},
        {"FC REP JUMP_ADDR(@e)\ns: " ADD(1) "FC ENDREP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@s)\ne: " END, 3, 3},
        {LOOP("e") "s: " ADD(1) TEST_RED "FC BREAKLOOP JUMP_FUNC(0xf0) B_OP1(DECR) JUMP_ADDR(@e)\n" ADD(8)
             ENDLOOP("s") "e: " END,
         27, 1},
        {LOOP("e") "s: " ADD(1) IF_C("i") "FC BREAKLOOP JUMP_FUNC(0xff) B_OP1(DECR) B_POP_CNT(1) JUMP_ADDR(@e)\n" ENDIF
                                          "i: " ADD(8) ENDLOOP("s") "e: " END,
         27, 1},
        {LOOP("e") "s: " ADD(1) TEST_RED
         "FC CONTINUE JUMP_FUNC(0xf0) B_OP1(DECR) JUMP_ADDR(@l)\n" ADD(8) "l: " ENDLOOP("s") "e: " END,
         27, 3},
        {LOOP("e") "s: " ADD(1) IF_C("i") "FC CONTINUE JUMP_FUNC(0xff) B_OP1(DECR) B_POP_CNT(1) JUMP_ADDR(@l)\n" ENDIF
                                          "i: " ADD(8) "l: " ENDLOOP("s") "e: " END,
         27, 3},
        {TEST_RED "FC JUMP JUMP_FUNC(0xf0) JUMP_ANY A_OP(PUSH) B_OP1(INCR) JUMP_ADDR(@sub)\n" ADD(
             1) "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(@e)\nsub: " ADD(4) "FC JUMP JUMP_FUNC(0xff) A_OP(POP) B_OP1(DECR) "
                                                                      "B_POP_CNT(1)\ne: " END,
         1, 5},
    };
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++)
        for (unsigned mask = 0; mask < 16; mask++) {
            struct us_ref_pixel pixels[4];
            struct diag         diag = {0};
            if (!run_text(rows[i].text, true, mask, pixels, &diag))
                fail_msg("row %u: %s", i, diag.what);
            for (unsigned p = 0; p < 4; p++) {
                const float wanted = mask >> p & 1 ? rows[i].set : rows[i].clear;
                if (pixels[p].output[0][0] != wanted)
                    fail_msg("row %u, mask %x: pixel %u is %g, expected %g", i, mask, p, (double)pixels[p].output[0][0],
                             (double)wanted);
            }
        }
}

/* 8.6.5: three consecutive ENDIFs as one. */
static void merged_endifs_leave_the_masks_of_three(void **state)
{
    static const char merged[] = IF_C("end") ADD(1) TEST_RED
        "FC JUMP JUMP_FUNC(0xf0) B_OP0(INCR) B_OP1(DECR) B_POP_CNT(1) JUMP_ADDR(@end)\n" ADD(
            2) "FC JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(2)\nend: " ADD(4) END;
    (void)state;
    for (unsigned mask = 0; mask < 16; mask++) {
        struct us_ref_pixel pixels[4];
        struct diag         diag = {0};
        if (!run_text(merged, false, mask, pixels, &diag))
            fail_msg("%s", diag.what);
        for (unsigned p = 0; p < 4; p++) /* the second IF is for pixels put out by the first */
            assert_float_equal(pixels[p].output[0][0], (mask >> p & 1 ? 5.0F : 4.0F), 0);
    }
}

/* `depth` IFs within each other, of which half of the pixels take none. */
static bool nested(unsigned depth, bool full, struct diag *diag)
{
    static char         text[1 << 16];
    struct us_ref_pixel pixels[4];
    size_t              used = 0;
    for (unsigned i = 0; i < depth; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", i ? "FC JUMP B_OP0(INCR)\n" : IF_C("e"));
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", ADD(1));
    for (unsigned i = 0; i < depth; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s", ENDIF);
    snprintf(text + used, sizeof text - used, "e: %s", END);
    if (!run_text(text, full, 5, pixels, diag))
        return false;
    for (unsigned p = 0; p < 4; p++)
        assert_float_equal(pixels[p].output[0][0], (p % 2 ? 0.0F : 1.0F), 0);
    return true;
}

static void the_depth_of_branches_is_limited(void **state)
{
    struct diag diag = {0};
    (void)state;
    assert_true(nested(4, false, &diag));
    assert_false(nested(5, false, &diag));
    assert_non_null(strstr(diag.what, "a branch counter overflows"));
    assert_true(nested(32, true, &diag));
    assert_false(nested(33, true, &diag));
}

/* "instruction 4: why": the address, and somewhere behind it the reason. */
static bool says(const char *text, const char *what)
{
    const char *const colon = strchr(what, ':');
    char              address[32];
    snprintf(address, sizeof address, "%.*s", (int)(colon - what), what);
    const char *const at = strstr(text, address);
    return at && !(at[strlen(address)] >= '0' && at[strlen(address)] <= '9') && strstr(at, colon + 2);
}

static void what_breaks_a_rule_stops_with_its_address(void **state)
{
    static const struct {
        const char *text, *what;
        bool        full;
    } rows[] = {
        {"a: " LOOP("a") LOOP("a") LOOP("a") LOOP("a") LOOP("a") END, "instruction 4: the loop stack overflows", true},
        {ADD(1) ENDLOOP("x") "x: " END, "instruction 1: the loop stack underflows", true},
        {LOOP("x") "FC ENDREP JUMP_ADDR(@x)\nx: " END, "instruction 1: LOOP and REP are mixed up", true},
        {"FC JUMP JUMP_FUNC(0xff) A_OP(POP)\n" END, "instruction 0: the address stack underflows", true},
        {"a: FC JUMP JUMP_FUNC(0xff) A_OP(PUSH) JUMP_ADDR(@a)\n" END, "instruction 0: the address stack overflows",
         true},
        {"a: FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(@a)\n" END, "instruction 0: the program does not end", true},
        {LOOP("x") "x: " END, "instruction 0: loops and calls need full flow control", false},
        {"FC JUMP A_OP(PUSH)\n" END, "instruction 0: loops and calls need full flow control", false},
        {"ALU\n rgb [R0+aL] MAD R1.r, src0.rrr, src0.rrr, src0.rrr" NO_ALPHA END,
         "instruction 0: aL is read outside of all loops", true},
        {"ALU\n rgb [R8] MAD R1.r, src0.rrr, src0.rrr, src0.rrr" NO_ALPHA END,
         "instruction 0: a temporary beyond US_PIXSIZE is read", true},
        {ADD(1), "instruction 0: the program ends with another than an output instruction", true}};
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        struct us_ref_pixel pixels[4];
        struct diag         diag = {0};
        if (run_text(rows[i].text, rows[i].full, 5, pixels, &diag))
            fail_msg("not refused: %s", rows[i].what);
        if (!says(diag.what, rows[i].what))
            fail_msg("%s, expected %s", diag.what, rows[i].what);
    }
}

/* A REP inside of a LOOP sees the LOOP's aL, a LOOP its own (8.6.2). */
static void al_is_that_of_the_innermost_loop(void **state)
{
    /* R0+aL reads R5 and, in the second turn, R7. */
    static const char text[] =
        "ALU\n rgb [#8] MAD R5.r, src0.rrr, src0.111, src0.000" NO_ALPHA
        "ALU\n rgb [#32] MAD R7.r, src0.rrr, src0.111, src0.000" NO_ALPHA LOOP(
            "e") "s: FC REP JUMP_ADDR(@f)\n"
                 "t: ALU\n rgb [R0+aL, R1] MAD R1.r, src0.rrr, src0.111, src1.rrr" NO_ALPHA
                 "FC BREAKREP JUMP_FUNC(0xff) B_OP1(DECR) JUMP_ADDR(@f)\n"
                 "FC ENDREP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@t)\n"
                 "f: ALU ALU_RESULT_OP(GREATER_EQUAL)\n rgb [R1, #40] MAD R7._, src0.rrr, src0.111, -src1.rrr "
                 "ALU_WMASK" NO_ALPHA "FC BREAKLOOP JUMP_FUNC(0xf0) B_OP1(DECR) JUMP_ADDR(@e)\n" ENDLOOP("s") "e: " END;
    struct us_ref_pixel pixels[4];
    struct diag         diag = {0};
    (void)state;
    if (!run_text(text, true, 0, pixels, &diag))
        fail_msg("%s", diag.what);
    assert_float_equal(pixels[0].output[0][0], 8 + 32, 0);
}

/* aL comes back when an inner LOOP is left, and is gone behind the last. */
static void al_is_gone_behind_its_loop(void **state)
{
#define ADD_RELATIVE "ALU\n rgb [R0+aL, R1] MAD R1.r, src0.rrr, src0.111, src1.rrr" NO_ALPHA
#define AROUND                                                                                                         \
    "ALU\n rgb [#8] MAD R5.r, src0.rrr, src0.111, src0.000" NO_ALPHA LOOP(                                             \
        "e") "s: "                                                                                                     \
             "FC LOOP INT_ADDR(2) JUMP_ADDR(@f)\nt: FC ENDLOOP JUMP_ANY JUMP_FUNC(0xff) INT_ADDR(2) JUMP_ADDR(@t)\n"   \
             "f: " ADD_RELATIVE "FC BREAKLOOP JUMP_FUNC(0xff) B_OP1(DECR) JUMP_ADDR(@e)\n" ENDLOOP("s") "e: "
    struct us_ref_pixel pixels[4];
    struct diag         diag = {0};
    (void)state;
    if (!run_text(AROUND END, true, 0, pixels, &diag))
        fail_msg("%s", diag.what);
    assert_float_equal(pixels[0].output[0][0], 8, 0);
    assert_false(run_text(AROUND ADD_RELATIVE END, true, 0, pixels, &diag));
    assert_non_null(strstr(diag.what, "aL is read outside of all loops"));
}

static void special_cases_of_the_jump(void **state)
{
    static const struct row rows[] = {
        /* No turn: JUMP_FUNC says never, yet it jumps. */
        {"FC LOOP INT_ADDR(1) JUMP_ADDR(@e)\ns: " ADD(1) "FC ENDLOOP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(@s)\ne: " END,
         0, 0},
        /* Pixels with red 1 are killed: they do not count where they are ignored. */
        {"ALU\n rgb [R0] MAD R2.rgb, -src0.rrr, src0.111, src0.000\n alpha [] MAD R7._, src0.0, src0.0, src0.0\n"
         "TEX TEXKILL R0.rgb, T0.rgba, R2.rgba\n" TEST_RED
         "FC JUMP JUMP_FUNC(0x0f) IGNORE_UNCOVERED JUMP_ADDR(@e)\n" ADD(1) "e: " END,
         0, 0},
        /* Pixels that B_ELSE puts out agree to jump, although JUMP_FUNC says never. */
        {IF_C_ELSE("s") ADD(1) "s: FC JUMP JUMP_ANY B_ELSE JUMP_ADDR(@e)\n" ADD(2) "e: " END, 0, 1}};
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        struct us_ref_pixel pixels[4];
        struct diag         diag = {0};
        if (!run_text(rows[i].text, true, 5, pixels, &diag))
            fail_msg("row %u: %s", i, diag.what);
        for (unsigned p = 0; p < 4; p++) { /* what a pixel that is not active puts out is nothing */
            const float wanted = p % 2 ? rows[i].clear : rows[i].set;
            float       got;
            memcpy(&got, &pixels[p].temporaries[1][0], sizeof got);
            if (got != wanted)
                fail_msg("row %u: pixel %u is %g, expected %g", i, p, (double)got, (double)wanted);
        }
    }
}

/* TEXKILL looks at the channels of the write mask alone (8.5.1). */
static void a_pixel_is_killed_by_the_channels_of_the_mask(void **state)
{
    static const char *const texts[] = {"ALU\n rgb [R0] MAD R2.rgb, -src0.r00, src0.111, src0.000" NO_ALPHA
                                        "TEX TEXKILL R0.gb, T0.rrrr, R2.rrrr\n" END,
                                        "ALU\n rgb [R0] MAD R2.rgb, -src0.r00, src0.111, src0.000" NO_ALPHA
                                        "TEX TEXKILL R0.rg, T0.gggg, R2.gggg\n" END};
    (void)state;
    for (unsigned i = 0; i < COUNT(texts); i++) {
        struct us_ref_pixel pixels[4];
        struct diag         diag = {0};
        if (!run_text(texts[i], false, 5, pixels, &diag))
            fail_msg("%s", diag.what);
        for (unsigned p = 0; p < 4; p++)
            assert_int_equal(pixels[p].covered, i == 0 || p % 2 == 1);
    }
}

/* US_CONFIG.ZERO_TIMES_ANYTHING_EQUALS_ZERO (8.7.5): 0 times the reciprocal of 0. */
static void zero_times_infinity(void **state)
{
    static struct us_ref_program program;
    static struct us_ref_pixel   pixels[4];
    static const char text[] = "ALU\n rgb [] MAD R7._, src0.000, src0.000, src0.000\n alpha [] RCP R2.a, src0.0\n"
                               "OUT TEX_SEM_WAIT LAST\n rgb [] MAD R7._, src0.a00, src0.000, src0.000 OUT(A.r)\n"
                               " alpha [R2] MAD R7._, src0.0, src0.0, src0.0\n";
    struct diag       diag = {0};
    uint32_t         *dwords;
    unsigned          count;
    (void)state;
    assert_true(us_assemble("text", text, strlen(text), 0, &dwords, &count, NULL, &diag));
    memcpy(program.store, dwords, (size_t)count * US_WORDS * sizeof *dwords);
    free(dwords);
    program.end = 1;
    program.temporaries = 8;
    assert_true(run_pixels(&program, pixels, 4, 4, &diag));
    assert_true(isnan(pixels[0].output[0][0]));
    program.zero_times_anything = true;
    assert_true(run_pixels(&program, pixels, 4, 4, &diag));
    assert_float_equal(pixels[0].output[0][0], 0, 0);
}

/* US_CODE_OFFSET moves the program, and jumps that are not global; addresses wrap at 512 (8.2). */
static void the_offset_moves_program_and_jumps(void **state)
{
    for (unsigned global = 0; global < 2; global++)
        for (unsigned offset = 0; offset < US_STORE; offset += 509) {
            static struct us_ref_program program;
            static struct us_ref_pixel   pixels[4];
            struct diag                  diag = {0};
            char                         text[1024];
            uint32_t                    *dwords;
            unsigned                     count;
            snprintf(text, sizeof text, "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(%u)%s\n%s%s",
                     global ? (2 + offset) % US_STORE : 2, global ? " JUMP_GLOBAL" : "", ADD(1), END);
            assert_true(us_assemble("text", text, strlen(text), 0, &dwords, &count, NULL, &diag));
            memset(&program, 0, sizeof program);
            memset(pixels, 0, sizeof pixels);
            for (unsigned i = 0; i < count * US_WORDS; i++)
                program.store[(offset * US_WORDS + i) % COUNT(program.store)] = dwords[i];
            free(dwords);
            program.end = 2;
            program.offset = offset;
            program.temporaries = 8;
            if (!run_pixels(&program, pixels, 4, 4, &diag))
                fail_msg("%s", diag.what);
            assert_float_equal(pixels[0].output[0][0], 0, 0); /* the sum has been jumped over */
        }
    (void)state;
}

#include "tb/unit/older/us_programs_flow.h"

#define US_PROGRAM_TESTS                                                                                               \
    cmocka_unit_test(programs_of_the_tree_give_their_colours),                                                         \
        cmocka_unit_test(programs_beside_the_tree_give_their_colours),                                                 \
        cmocka_unit_test(statements_do_what_they_say_to_every_mask),                                                   \
        cmocka_unit_test(merged_endifs_leave_the_masks_of_three), cmocka_unit_test(the_depth_of_branches_is_limited),  \
        cmocka_unit_test(what_breaks_a_rule_stops_with_its_address),                                                   \
        cmocka_unit_test(al_is_that_of_the_innermost_loop), cmocka_unit_test(al_is_gone_behind_its_loop),              \
        cmocka_unit_test(special_cases_of_the_jump), cmocka_unit_test(a_pixel_is_killed_by_the_channels_of_the_mask),  \
        cmocka_unit_test(zero_times_infinity), cmocka_unit_test(the_offset_moves_program_and_jumps), US_FLOW_TESTS

#endif
