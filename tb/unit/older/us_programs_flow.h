/* us_programs_flow.h - flow control of R580 where the manual says what a program must not rely on: an ALU result that
 * has been consumed (8.4.10), predication by channel (8.6.1), the end of a loop that was not entered (8.6.2).
 *
 * A part of us_programs.h. */
#ifndef TB_UNIT_US_PROGRAMS_FLOW_H
#define TB_UNIT_US_PROGRAMS_FLOW_H

/* R1.r, also of a pixel that is not active at the end. */
static float sum_of(const struct us_ref_pixel *pixel)
{
    float sum;
    memcpy(&sum, &pixel->temporaries[1][0], sizeof sum);
    return sum;
}

/* Reads the result a second time, by the two forms of JUMP_FUNC that do. */
#define AGAIN(func) "FC JUMP JUMP_FUNC(" func ") B_OP0(INCR) JUMP_ADDR(@e)\n" ADD(2) ENDIF "e: " END
#define KILL_ALL                                                                                                       \
    "ALU\n rgb [] MAD R2.rgb, -src0.111, src0.111, src0.000" NO_ALPHA "TEX TEXKILL R0.rgb, T0.rgba, R2.rgba\n"

static void an_alu_result_serves_one_flow_control_instruction(void **state)
{
    static const struct {
        const char *text;
        int         stops; /* at this instruction; -1: not */
        float       clear, set;
    } rows[] = {
        /* Other ALU and texture instructions leave it. */
        {TEST_RED ADD(1) "TEX TEXKILL R0.r, T0.rgba, R3.rgba\n" AGAIN("0x0f"), -1, 1, 3},
        /* No other flow control instruction does, be it one that goes by nothing. */
        {TEST_RED "FC JUMP\n" AGAIN("0x0f"), 2, 0, 2},
        {TEST_RED "FC JUMP\n" AGAIN("0xf0"), 2, 2, 0},
        {TEST_RED "FC JUMP\n" AGAIN("0x01"), 2, 2,
         2}, /* predicate NONE is true: a result is read, and changes nothing */
        {TEST_RED "FC JUMP JUMP_FUNC(0x0f) B_OP0(INCR) JUMP_ADDR(@i)\n" ADD(1) ENDIF "i: " AGAIN("0x0f"), 4, 0, 3},
        /* Instructions that do not read it need none. */
        {TEST_RED "FC JUMP\n" AGAIN("0x00"), -1, 2, 2},
        {TEST_RED "FC JUMP\n" AGAIN("0x33"), -1, 2, 2},
        /* Written anew, it is there again. */
        {TEST_RED "FC JUMP\n" TEST_RED AGAIN("0x0f"), -1, 0, 2},
        /* None is written. */
        {ADD(1) AGAIN("0x0f"), 1, 1, 1},
        /* Pixels that B_ELSE lets in have not executed what wrote it; pixels that it puts out agree to jump anyway. */
        {IF_C_ELSE("s") ADD(1) TEST_RED "s: FC JUMP JUMP_FUNC(0x0f) B_ELSE JUMP_ADDR(@e)\n" ADD(2) "e: " END, 4, 0, 1},
    };
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++)
        for (unsigned keeps = 0; keeps < 2; keeps++) {
            struct us_ref_pixel pixels[4];
            struct diag         diag = {0};
            char                what[64];
            const bool          good = run_text_on(keeps, rows[i].text, true, 5, pixels, &diag);
            if (good != (keeps || rows[i].stops == -1))
                fail_msg("row %u, kept %u: %s", i, keeps, good ? "not refused" : diag.what);
            snprintf(what, sizeof what, "instruction %d: ALU result", rows[i].stops);
            if (!good && !says(diag.what, what))
                fail_msg("row %u: %s, expected %s", i, diag.what, what);
            for (unsigned p = 0; good && p < 4; p++)
                if (sum_of(&pixels[p]) != (p % 2 ? rows[i].clear : rows[i].set))
                    fail_msg("row %u: pixel %u is %g", i, p, (double)sum_of(&pixels[p]));
        }
}

static void flow_control_goes_by_one_predicate_bit_for_all_channels(void **state)
{
    static const struct {
        const char *select, *what; /* NULL: it may */
    } rows[] = {{"NONE", NULL},           {"RRRR", NULL},          {"GGGG", NULL},
                {"BBBB", NULL},           {"AAAA", NULL},          {"RGBA", "instruction 1: "},
                {"6", "instruction 1: "}, {"7", "instruction 1: "}};
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        struct us_ref_pixel pixels[4];
        struct diag         diag = {0};
        char                text[1024];
        snprintf(text, sizeof text, "%sFC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(%s) JUMP_ADDR(@e)\ne: %s", PREDICATE,
                 rows[i].select, END);
        if (run_text(text, false, 5, pixels, &diag) == (rows[i].what != NULL))
            fail_msg("%s: %s", rows[i].select, rows[i].what ? "not refused" : diag.what);
        if (rows[i].what && (!says(diag.what, rows[i].what) || !strstr(diag.what, "8.6.1")))
            fail_msg("%s: %s", rows[i].select, diag.what);
    }
}

/* A group that is killed whole takes the jump of a LOOP that ignores it; Mesa's leads to ENDLOOP, not behind it. */
static void a_loop_that_is_skipped_into_its_end_pops_nothing(void **state)
{
#define SKIPPED(loop, end)                                                                                             \
    "FC " loop                                                                                                         \
    " IGNORE_UNCOVERED JUMP_ADDR(@l)\ns: " ADD(1) "l: FC " end                                                         \
                                                  " JUMP_ANY JUMP_FUNC(0xff) IGNORE_UNCOVERED JUMP_ADDR(@s)\n"
    static const struct {
        const char *text;
        bool        stops;
        float       result;
    } rows[] = {{KILL_ALL SKIPPED("LOOP", "ENDLOOP") ADD(8) END, true, 8},
                {KILL_ALL SKIPPED("REP", "ENDREP") ADD(8) END, true, 8},
                {SKIPPED("LOOP", "ENDLOOP") ADD(8) END, false, 11}};
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++)
        for (unsigned pops_nothing = 0; pops_nothing < 2; pops_nothing++) {
            struct us_ref_pixel pixels[4];
            struct diag         diag = {0};
            const bool good = run_text_on(pops_nothing ? POPS_NOTHING : 0, rows[i].text, true, 5, pixels, &diag);
            assert_int_equal(good, pops_nothing || !rows[i].stops);
            if (!good && !says(diag.what, "instruction 4: the loop stack underflows"))
                fail_msg("%s", diag.what);
            if (good)
                assert_float_equal(sum_of(&pixels[0]), rows[i].result, 0);
        }
    /* BREAK and CONTINUE would put pixels out for a loop that no pixel leaves. */
    for (unsigned i = 0; i < 3; i++) {
        static const char *const texts[] = {"FC BREAKLOOP JUMP_ADDR(@e)\ne: " END, "FC BREAKREP JUMP_ADDR(@e)\ne: " END,
                                            "FC CONTINUE JUMP_ADDR(@e)\ne: " END};
        struct us_ref_pixel      pixels[4];
        struct diag              diag = {0};
        assert_false(run_text_on(POPS_NOTHING, texts[i], true, 5, pixels, &diag));
    }
}

#define US_FLOW_TESTS                                                                                                  \
    cmocka_unit_test(an_alu_result_serves_one_flow_control_instruction),                                               \
        cmocka_unit_test(flow_control_goes_by_one_predicate_bit_for_all_channels),                                     \
        cmocka_unit_test(a_loop_that_is_skipped_into_its_end_pops_nothing)

#endif
