/* test_survey.c - what the survey counts in assembled programs, worked out by hand (ISA 2.6, 3.6.5, 3.7, ch. 4 to 8).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm/asm.h"
#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/survey.h"

/* Wavefronts of 64: entries of four subentries, a call takes one (ISA tables 3.5, 3.6). */
static const struct survey_subject rv770 = {.temporaries = 4, .prefer_vector = true, .subentries = 4, .call_rows = 1};

static void look(const char *text, const unsigned *trips, unsigned otherwise, struct survey *survey)
{
    struct survey_subject subject = rv770;
    struct diag           diag;
    char                  message[1600];
    uint32_t             *dwords;
    unsigned              count;
    struct flow_code      code;
    if (!isa_assemble("test", text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    assert_true(flow_decode(&(struct flow_program){.dwords = dwords, .words = count / 2}, &code));
    subject.code = &code;
    assert_true(survey_make(&subject, survey, &diag));
    assert_true(survey_weigh(&subject, survey, trips, otherwise));
    flow_free(&code);
    free(dwords);
}

/* The row of a CF address; groups of it tell it apart where labels count. */
static const struct survey_cf *row_at(const struct survey *survey, unsigned address)
{
    for (unsigned n = 0; n < survey->cf_count; n++)
        if (survey->cf[n].address == address)
            return &survey->cf[n];
    fail_msg("CF %u is not reached", address);
    return NULL;
}

static void weighs(const struct survey *survey, unsigned address, double least, double average, double most)
{
    const double *weight = row_at(survey, address)->weight;
    if (weight[SURVEY_MIN] != least || weight[SURVEY_AVG] != average || weight[SURVEY_MAX] != most)
        fail_msg("CF %u weighs %g %g %g, expected %g %g %g", address, weight[SURVEY_MIN], weight[SURVEY_AVG],
                 weight[SURVEY_MAX], least, average, most);
}

/* ---- groups, constants, registers ------------------------------------------------------------------------------ */

static void groups_slots_and_literals_are_counted(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU KC0[CB2:16-31] KC1[CB5:0-31] BARRIER\n"
         "  0 x: ADD R2.x, R0.x, 3.5\n"
         "    y: ADD R2.y, R0.y, 1.0\n"
         "    t: RECIP_IEEE R2.w, R0.z\n"
         "  1 x: ADD R3.x, KC0[3].x, KC1[17].y\n"
         "EXPORT PIX0, R2.xyzw BARRIER\n"
         "EXPORT_DONE PIX1, R3.x001 BURST_COUNT(1) EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.cf_count, 3);
    assert_int_equal(survey.alu_clauses, 1);
    assert_int_equal(survey.groups, 2);
    assert_int_equal(survey.slots, 4);
    assert_int_equal(survey.slot_used[ISA_SLOT_X], 2);
    assert_int_equal(survey.slot_used[ISA_SLOT_Y], 1);
    assert_int_equal(survey.slot_used[ISA_SLOT_T], 1);
    assert_int_equal(survey.literal_dwords, 2);
    assert_int_equal(survey.literal_groups, 1);
    assert_int_equal(survey.exports, 2);
    assert_int_equal(survey.export_gprs, 3); /* a burst of 2 */
    assert_int_equal(survey.pixels, 7);
    assert_int_equal(survey.bank[0][2].locked[1], 1); /* constants 16 to 31 */
    assert_int_equal(survey.bank[0][2].locked[0] + survey.bank[0][2].locked[2], 0);
    assert_int_equal(survey.bank[0][2].constants, 20); /* the 3rd of line 1 is number 19 */
    assert_int_equal(survey.bank[0][5].locked[0] + survey.bank[0][5].locked[1], 2);
    assert_int_equal(survey.bank[0][5].constants, 18);
    assert_int_equal(survey.gprs, 5); /* R4 leaves in the burst */
    survey_free(&survey);
}

static void temporaries_are_none_of_the_programs_registers(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU BARRIER\n"
         "  0 x: MOV R126.x, R1.x\n"
         "  1 x: MOV R0.x, R126.x\n"
         "EXPORT_DONE PIX0, R0.x001 EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.gprs, 2);
    assert_int_equal(survey.temporaries, 2); /* R126 and R127 are the last two of 128 */
    assert_int_equal(survey.inputs[126], 0);
    assert_int_equal(survey.inputs[1], 1);
    survey_free(&survey);
}

/* ---- inputs ---------------------------------------------------------------------------------------------------- */

static void both_halves_of_a_branch_write_and_one_does(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU_PUSH_BEFORE @test BARRIER\n"
         "JUMP @other BARRIER\n"
         "ALU @first BARRIER\n"
         "other: ELSE @end POP_COUNT(1) BARRIER\n"
         "ALU_POP_AFTER @second BARRIER\n"
         "end: EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
         "test: 0 x: PRED_SETGT ____, R0.x, 0.0 UPDATE_EXEC\n"
         "first: 0 x: MOV R1.x, 1.0\n"
         "         y: MOV R1.y, 1.0\n"
         "         z: MOV R1.z, R2.w\n"
         "second: 0 x: MOV R1.x, 0.5\n"
         "          w: MOV R1.w, 0.5\n",
         NULL, 1, &survey);
    assert_int_equal(survey.inputs[0], 1);
    assert_int_equal(survey.inputs[2], 8);
    assert_int_equal(survey.inputs[1], 2 | 4 | 8); /* X is written both ways */
    assert_int_equal(survey.first_read[1], 0);     /* an earlier instruction writes each of them */
    assert_int_equal(survey.first_read[0], 1);
    assert_int_equal(survey.first_read[2], 8);
    survey_free(&survey);
}

static void a_loop_is_gone_through_before_what_follows_it(void **state)
{
    (void)state;
    struct survey survey;
    look("LOOP_START_DX10 @end BARRIER\n"
         "body: ALU @in BARRIER\n"
         "LOOP_BREAK @back BARRIER\n"
         "back: LOOP_END @body BARRIER\n"
         "end: EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
         "in: 0 x: MOV R1.x, R2.x\n"
         "      y: MOV R1.y, R3.x\n"
         "      z: MOV R1.z, 0\n"
         "      w: MOV R1.w, 0\n"
         "    1 x: MOV R3.x, R1.x\n",
         NULL, 1, &survey);
    assert_int_equal(survey.inputs[1], 0);
    assert_int_equal(survey.inputs[2], 1);
    assert_int_equal(survey.inputs[3], 1); /* of the first iteration */
    survey_free(&survey);
}

/* Compilers export whole registers, and read elements of arrays that they have written by an index.  These may lack a
 * value, but are no inputs. */
static void what_is_perhaps_without_a_value_is_not_read_first(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU BARRIER\n"
         "  0 x: MOVA_INT ____, R1.x\n"
         "  1 x: NOP ____\n"
         "  2 x: NOP ____\n"
         "  3 x: MOV R[AR.x+3].x, R1.y\n"
         "  4 x: MOV R0.x, R5.x\n"
         "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
         NULL, 1, &survey);
    assert_true(survey.relative);
    assert_int_equal(survey.inputs[0], 2 | 4 | 8);
    assert_int_equal(survey.first_read[0], 0);
    assert_int_equal(survey.inputs[5], 1);
    assert_int_equal(survey.first_read[5], 0); /* of an array from R3 on */
    assert_int_equal(survey.first_read[1], 1 | 2);
    survey_free(&survey);
}

/* What a subroutine writes is there behind both of its calls. */
static void subroutines_write_registers(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU @one BARRIER\n"
         "CALL @sub CALL_COUNT(1) BARRIER\n"
         "ALU @two BARRIER\n"
         "CALL @sub CALL_COUNT(1) BARRIER\n"
         "EXPORT_DONE PIX0, R4.xy01 EOP BARRIER\n"
         "sub: ALU @body BARRIER\n"
         "RETURN BARRIER\n"
         "one: 0 x: MOV R1.x, R0.x\n"
         "two: 0 x: MOV R3.x, R2.x\n"
         "       y: MOV R4.y, R3.x\n"
         "body: 0 x: MOV R2.x, R1.x\n"
         "      1 x: MOV R4.x, R5.x\n",
         NULL, 1, &survey);
    assert_int_equal(survey.inputs[0], 1);
    assert_int_equal(survey.inputs[1], 0); /* before the first call */
    assert_int_equal(survey.inputs[4], 0); /* Y between the calls, which a way past them does not see */
    assert_int_equal(survey.inputs[5], 1);
    survey_free(&survey);
}

/* ---- stack ----------------------------------------------------------------------------------------------------- */

/* A loop takes an entry of four, a push one more, and two are held back while it lies there: 7 of 8. */
static void a_push_in_a_loop_takes_two_entries(void **state)
{
    (void)state;
    struct survey survey;
    look("LOOP_START_DX10 @end BARRIER\n"
         "body: PUSH @back BARRIER\n"
         "LOOP_BREAK @back BARRIER\n"
         "POP @back POP_COUNT(1) BARRIER\n"
         "back: LOOP_END @body BARRIER\n"
         "end: NOP EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.stack_rows, 4 + 1 + 2);
    assert_int_equal(survey.stack_entries, 2);
    assert_false(survey.stack_endless);
    survey_free(&survey);
}

static void halves_of_a_branch_do_not_add_up(void **state)
{
    (void)state;
    struct survey survey;
    look("PUSH @other BARRIER\n"
         "PUSH @inner BARRIER\n"
         "inner: POP @other POP_COUNT(1) BARRIER\n"
         "other: ELSE @end POP_COUNT(1) BARRIER\n"
         "POP @end POP_COUNT(1) BARRIER\n"
         "end: NOP EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.stack_rows, 2 + 2);
    assert_int_equal(survey.stack_entries, 1);
    survey_free(&survey);
}

/* The jump of an IF without ELSE takes its push away: the next one lies alone. */
static void a_jump_pops(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU_PUSH_BEFORE @test BARRIER\n"
         "JUMP @end POP_COUNT(1) BARRIER\n"
         "POP @end POP_COUNT(1) BARRIER\n"
         "end: PUSH @last BARRIER\n"
         "last: POP @done POP_COUNT(1) BARRIER\n"
         "done: NOP EOP BARRIER\n"
         "test: 0 x: PRED_SETGT ____, R0.x, 0.0 UPDATE_EXEC\n",
         NULL, 1, &survey);
    assert_int_equal(survey.stack_rows, 1 + 2);
    survey_free(&survey);
}

static void calls_take_a_subentry_each(void **state)
{
    (void)state;
    struct survey survey;
    look("CALL @one CALL_COUNT(1) BARRIER\n"
         "NOP EOP BARRIER\n"
         "one: CALL @two CALL_COUNT(1) BARRIER\n"
         "RETURN BARRIER\n"
         "two: RETURN BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.stack_rows, 2);
    assert_int_equal(survey.stack_entries, 1);
    survey_free(&survey);
}

static void a_program_that_pushes_for_ever_is_seen(void **state)
{
    (void)state;
    struct survey survey;
    look("again: PUSH @again BARRIER\n"
         "JUMP @again BARRIER\n"
         "NOP EOP BARRIER\n",
         NULL, 1, &survey);
    assert_true(survey.stack_endless);
    survey_free(&survey);
}

/* ---- how often ------------------------------------------------------------------------------------------------- */

static void what_a_jump_leaves_out_counts_half(void **state)
{
    (void)state;
    struct survey survey;
    look("PUSH @other BARRIER\n"                   /* 0 */
         "JUMP @other BARRIER\n"                   /* 1 */
         "WAIT_ACK BARRIER\n"                      /* 2: jumped over by 0 and 1 */
         "other: ELSE @end POP_COUNT(1) BARRIER\n" /* 3 */
         "POP @end POP_COUNT(1) BARRIER\n"         /* 4: jumped over by 3 */
         "end: NOP EOP BARRIER\n",                 /* 5 */
         NULL, 1, &survey);
    weighs(&survey, 0, 1, 1, 1);
    weighs(&survey, 1, 0, 0.5, 1);
    weighs(&survey, 2, 0, 0.25, 1);
    weighs(&survey, 4, 0, 0.5, 1);
    weighs(&survey, 5, 1, 1, 1);
    survey_free(&survey);
}

static const char loops[] = "LOOP_START @after CF_CONST(3) BARRIER\n"   /* 0 */
                            "body: LOOP_START_DX10 @end BARRIER\n"      /* 1 */
                            "inner: LOOP_BREAK @back BARRIER\n"         /* 2 */
                            "WAIT_ACK BARRIER\n"                        /* 3 */
                            "back: LOOP_END @inner BARRIER\n"           /* 4 */
                            "end: LOOP_END @body CF_CONST(3) BARRIER\n" /* 5 */
                            "after: NOP EOP BARRIER\n";                 /* 6 */

static void loops_multiply(void **state)
{
    (void)state;
    unsigned      trips[32] = {[3] = 5};
    struct survey survey;
    look(loops, trips, 10, &survey);
    weighs(&survey, 0, 1, 1, 1);
    weighs(&survey, 1, 1, 5, 5); /* a break within it: one iteration at least */
    weighs(&survey, 2, 1, 50, 50);
    weighs(&survey, 3, 0, 50, 50); /* behind the break */
    weighs(&survey, 6, 1, 1, 1);
    survey_free(&survey);
    look(loops, NULL, 2, &survey); /* the constant is not known and may be 0 */
    weighs(&survey, 1, 0, 2, 2);
    weighs(&survey, 3, 0, 4, 4);
    assert_int_equal(survey.loops, 2);
    assert_int_equal(survey.open_loops, 1);
    assert_int_equal(survey.loop_constants, 1u << 3);
    survey_free(&survey);
}

static void a_subroutine_is_executed_as_often_as_it_is_called(void **state)
{
    (void)state;
    unsigned      trips[32] = {[0] = 3};
    struct survey survey;
    look("CALL @sub CALL_COUNT(1) BARRIER\n"     /* 0 */
         "LOOP_START @end CF_CONST(0) BARRIER\n" /* 1 */
         "body: CALL @sub CALL_COUNT(1) BARRIER\n"
         "LOOP_END @body CF_CONST(0) BARRIER\n"
         "end: NOP EOP BARRIER\n"                  /* 4 */
         "sub: CALL @leaf CALL_COUNT(1) BARRIER\n" /* 5 */
         "RETURN BARRIER\n"                        /* 6 */
         "leaf: RETURN BARRIER\n",                 /* 7 */
         trips, 1, &survey);
    weighs(&survey, 5, 4, 4, 4);
    weighs(&survey, 6, 4, 4, 4);
    weighs(&survey, 7, 4, 4, 4);
    survey_free(&survey);
}

/* Behind a RETURN whose condition may fail, and behind a jump over one, the subroutine goes on. */
static void a_subroutine_goes_on_behind_a_return_that_is_passed(void **state)
{
    struct survey survey;
    (void)state;
    look("LOOP_START @out CF_CONST(0) BARRIER\n"        /* 0 */
         "body: CALL @sub CALL_COUNT(1) BARRIER\n"      /* 1 */
         "LOOP_END @body CF_CONST(0) BARRIER\n"         /* 2 */
         "out: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n" /* 3 */
         "sub: RETURN COND(BOOL) CF_CONST(1) BARRIER\n" /* 4 */
         "NOP\n"                                        /* 5 */
         "JUMP @on\n"                                   /* 6 */
         "RETURN BARRIER\n"                             /* 7 */
         "on: NOP\n"                                    /* 8 */
         "RETURN BARRIER\n",                            /* 9 */
         (const unsigned[32]){3}, 1, &survey);
    weighs(&survey, 5, 3, 3, 3);
    weighs(&survey, 8, 3, 3, 3);
    weighs(&survey, 9, 3, 3, 3);
    assert_int_equal(row_at(&survey, 8)->routine, 4);
    survey_free(&survey);
}

/* ---- resources ------------------------------------------------------------------------------------------------- */

static void textures_have_the_kind_that_their_coordinates_say(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU @cube BARRIER\n"
         "TEX @samples BARRIER\n"
         "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
         "cube: 0 x: CUBE R2.x, R0.z, R0.y\n"
         "        y: CUBE R2.y, R0.z, R0.x\n"
         "        z: CUBE R2.z, R0.x, R0.z\n"
         "        w: CUBE R2.w, R0.y, R0.z\n"
         "      1 t: RECIP_IEEE R3.z, PV.z\n"
         "      2 x: MULADD R4.x, R2.y, PS, 1.5\n"
         "        y: MULADD R4.y, R2.x, PS, 1.5\n"
         "        z: MOV R4.z, R2.w\n"
         "samples: SAMPLE R1.xyzw, R4.xyz_, t18, s0 CT(NNUN)\n"
         "SAMPLE R1.xyzw, R0.xyz_, t19, s3 CT(NNUN)\n"
         "SAMPLE R1.xyzw, R0.xy__, t20, s3 CT(UUNN)\n"
         "SAMPLE R1.xyzw, R0.xy__, t21, s3 CT(NNNN)\n"
         "LD R1.xyzw, R0.xyzw, t22, s9 CT(UUUU)\n",
         NULL, 1, &survey);
    assert_true(survey.texture[18].cube);
    assert_false(survey.texture[18].array);
    assert_true(survey.texture[19].array);
    assert_false(survey.texture[19].cube);
    assert_true(survey.texture[20].rectangle);
    assert_true(survey.texture[21].used && !survey.texture[21].array && !survey.texture[21].rectangle);
    assert_true(survey.texture[22].texels);
    assert_int_equal(survey.samplers, 1u << 0 | 1u << 3); /* LD takes none */
    assert_int_equal(survey.samples, 5);
    survey_free(&survey);
}

static void cube_coordinates_are_followed_through_previous_values(void **state)
{
    (void)state;
    struct survey survey;
    look("ALU @cube BARRIER\n"
         "TEX @samples BARRIER\n"
         "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
         "cube: 0 x: CUBE ____, R0.z, R0.y\n"
         "        y: CUBE ____, R0.z, R0.x\n"
         "        z: CUBE ____, R0.x, R0.z\n"
         "        w: CUBE ____, R0.y, R0.z\n"
         "      1 x: MOV R4.x, PV.y\n"
         "      2 x: MOV R5.x, R4.y\n"
         "samples: SAMPLE R1.xyzw, R4.xyz_, t18, s0 CT(NNUN)\n"
         "SAMPLE R1.xyzw, R5.xyz_, t19, s0 CT(NNUN)\n",
         NULL, 1, &survey);
    assert_true(survey.texture[18].cube);
    assert_true(survey.texture[19].array && !survey.texture[19].cube);
    survey_free(&survey);
}

static void nothing_is_written_behind_an_array(void **state)
{
    (void)state;
    struct survey survey;
    look("MEM_SCRATCH WRITE[3], R0.xyzw ELEM_SIZE(3) BURST_COUNT(1) BARRIER\n" /* ARRAY_SIZE 0: one element */
         "NOP EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.target[MEMORY_SCRATCH].dwords, 4 * (3 + 1));
    survey_free(&survey);
}

static void buffers_are_as_large_as_what_is_accessed(void **state)
{
    (void)state;
    struct survey survey;
    look("VTX @get BARRIER\n"
         "MEM_SCRATCH WRITE[3], R0.xyzw ELEM_SIZE(3) BURST_COUNT(1) ARRAY_SIZE(7) BARRIER\n"
         "MEM_STREAM1 WRITE[4], R0.xy__ ELEM_SIZE(3) BARRIER\n"
         "MEM_EXPORT WRITE_IND[0+R5], R0.x___ ARRAY_SIZE(4095) BARRIER\n"
         "NOP EOP BARRIER\n"
         "get: FETCH R0.xyzw, R4.x, fc7 MEGA_FETCH MEGA_FETCH_COUNT(16) DATA_FORMAT(FMT_32_32_32_32_FLOAT) OFFSET(16)\n"
         "FETCH R1.xy__, R4.x, fc7 MEGA_FETCH_COUNT(8) DATA_FORMAT(FMT_32_32_FLOAT) OFFSET(40)\n",
         NULL, 1, &survey);
    assert_true(survey.vertices[7].used);
    assert_int_equal(survey.vertices[7].bytes, 48); /* 40 and two dwords */
    assert_true(survey.target[MEMORY_SCRATCH].written);
    assert_int_equal(survey.target[MEMORY_SCRATCH].dwords, 4 * (3 + 2)); /* vec4s 3 and 4 */
    assert_int_equal(survey.target[MEMORY_STREAM0 + 1].dwords, 8);
    assert_true(survey.target[MEMORY_SCATTER].indexed);
    assert_int_equal(survey.memory_writes, 3);
    assert_int_equal(survey.memory_gprs, 4);
    assert_int_equal(survey.inputs[5], 1);
    assert_int_equal(survey.inputs[4], 1);
    assert_int_equal(survey.inputs[1], 12); /* ZW of the burst: the fetch gives XY */
    survey_free(&survey);
}

static void an_illegal_clause_is_named(void **state)
{
    (void)state;
    struct survey survey;
    look("NOP BARRIER\n"
         "ALU ADDR(60) COUNT(4) BARRIER\n"
         "NOP EOP BARRIER\n",
         NULL, 1, &survey);
    assert_int_equal(survey.broken, 2); /* CF 1 */
    survey_free(&survey);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(groups_slots_and_literals_are_counted),
        cmocka_unit_test(temporaries_are_none_of_the_programs_registers),
        cmocka_unit_test(both_halves_of_a_branch_write_and_one_does),
        cmocka_unit_test(a_loop_is_gone_through_before_what_follows_it),
        cmocka_unit_test(what_is_perhaps_without_a_value_is_not_read_first),
        cmocka_unit_test(a_jump_pops),
        cmocka_unit_test(cube_coordinates_are_followed_through_previous_values),
        cmocka_unit_test(nothing_is_written_behind_an_array),
        cmocka_unit_test(subroutines_write_registers),
        cmocka_unit_test(a_push_in_a_loop_takes_two_entries),
        cmocka_unit_test(halves_of_a_branch_do_not_add_up),
        cmocka_unit_test(calls_take_a_subentry_each),
        cmocka_unit_test(a_program_that_pushes_for_ever_is_seen),
        cmocka_unit_test(what_a_jump_leaves_out_counts_half),
        cmocka_unit_test(loops_multiply),
        cmocka_unit_test(a_subroutine_is_executed_as_often_as_it_is_called),
        cmocka_unit_test(a_subroutine_goes_on_behind_a_return_that_is_passed),
        cmocka_unit_test(textures_have_the_kind_that_their_coordinates_say),
        cmocka_unit_test(buffers_are_as_large_as_what_is_accessed),
        cmocka_unit_test(an_illegal_clause_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
