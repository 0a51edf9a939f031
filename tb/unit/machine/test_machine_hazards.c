/* test_machine_hazards.c - adjacent instruction groups in the whole machine: what is forwarded and what is not
 * (ISA 4.11, validation row 36c of RV770 timing 3), PV and PS (ISA 4.6.2, 4.9.2), AR (ISA 4.6.1, 4.6.3, 4.6.4.5; X2).
 */
#include "tb/unit/machine.h"

/* GPR g < 7 holds 1000 g + 100 e + t as a float; GPR 7: x = t mod 3, y = t / 2 mod 2, z = an index that is often far
 * out of range, w = t mod 2.  Two wavefronts run side by side. */
static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    static const int far[8] = {-1, -3, 5, 6, 100, -100, 0, 0x7fffffff};
    const uint32_t   special[4] = {thread % 3, thread / 2 % 2, (uint32_t)far[thread % 8], thread % 2};
    return gpr == 7 ? special[element] : named_input(thread, gpr, element);
}

static float in(unsigned thread, unsigned gpr, unsigned element)
{
    return (float)(1000 * gpr + 100 * element + thread);
}

enum { THREADS = 128, GPRS = 8 };

static void run_text(struct machine *m, const char *groups)
{
    struct text text = {0};
    put(&text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    const struct plan plan = {.text = text.chars, .threads = THREADS, .load_count = GPRS, .input = start};
    machine_start(m, &plan);
    free(text.chars);
}

/* Runs the groups with warm caches, so that they are adjacent; element X of every thread of R0 is then what `expected`
 * says. */
static void leaves(const char *groups, float (*expected)(unsigned thread))
{
    struct machine m;
    struct text    text = {0};
    put(&text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    const struct plan plan = {.text = text.chars, .threads = THREADS, .load_count = GPRS, .input = start};
    machine_run_warm(&m, &plan);
    free(text.chars);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, bits(expected(t)));
    machine_free(&m);
}

static void is_stopped(const char *groups, const char *where, const char *what)
{
    struct machine m;
    run_text(&m, groups);
    machine_stops(&m, where, what);
    machine_free(&m);
}

static float r1(unsigned t)
{
    return in(t, 1, 0);
}
static float r2(unsigned t)
{
    return in(t, 2, 0);
}
static float r2_or_r1(unsigned t)
{
    return t / 2 % 2 ? in(t, 2, 0) : in(t, 1, 0);
}
static float r1_or_r2(unsigned t)
{
    return t / 2 % 2 ? in(t, 1, 0) : in(t, 2, 0);
}

/* Predicate: t / 2 mod 2. */
#define PREDICATE "90 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n"
#define MOVA "91 x: MOVA_INT ____, R7.x\n"
#define FILL "92 w: MOV R6.w, 0.0\n93 w: MOV R6.w, 1.0\n"

/* ---- ISA 4.11 --------------------------------------------------------------------------------------------------- */

static void a_gpr_written_by_a_vector_slot_is_read_by_the_next_group(void **state)
{
    (void)state;
    leaves("0 x: MOV R3.x, R2.x\n1 x: MOV R0.x, R3.x\n", r2);
}

static void a_gpr_written_by_trans_is_read_by_the_next_group(void **state)
{
    (void)state;
    leaves("0 y: MOV R6.y, 0.0\n  t: MOV R3.y, R2.x\n1 x: MOV R0.x, R3.y\n", r2);
}

static void any_slot_reads_what_any_slot_has_written_before(void **state)
{
    (void)state;
    static const char element[] = "xyzw";
    for (unsigned from = 0; from < 5; from++)
        for (unsigned to = 0; to < 5; to++) {
            char text[200];
            int  at;
            if (from < 4)
                at = snprintf(text, sizeof text, "0 %c: MOV R3.%c, R2.x\n", element[from], element[from]);
            else
                at = snprintf(text, sizeof text, "0 x: MOV R6.x, 0.0\n t: MOV R3.x, R2.x\n");
            if (to < 4)
                at += snprintf(text + at, sizeof text - (size_t)at, "1 %c: MOV R4.%c, R3.%c\n", element[to],
                               element[to], element[from % 4]);
            else
                at += snprintf(text + at, sizeof text - (size_t)at, "1 x: MOV R6.x, 0.0\n t: MOV R4.x, R3.%c\n",
                               element[from % 4]);
            snprintf(text + at, sizeof text - (size_t)at, "2 x: MOV R0.x, R4.%c\n", element[to % 4]);
            leaves(text, r2);
        }
}

static void another_element_of_a_written_gpr_is_read_from_the_file(void **state)
{
    (void)state;
    leaves("0 y: MOV R1.y, R2.x\n1 x: MOV R0.x, R1.x\n", r1);
}

static void a_predicated_write_is_read_where_it_was_made_and_the_old_register_elsewhere(void **state)
{
    (void)state;
    leaves(PREDICATE "0 x: MOV R3.x, R1.x\n1 x: MOV R3.x, R2.x PRED_SEL(ONE)\n2 x: MOV R0.x, R3.x\n", r2_or_r1);
    leaves(PREDICATE "0 x: MOV R3.x, R1.x\n1 x: MOV R3.x, R2.x PRED_SEL(ZERO)\n2 x: MOV R0.x, R3.x\n", r1_or_r2);
    leaves(PREDICATE "0 x: MOV R3.x, R1.x\n1 x: MOV R6.x, 0.0\n t: MOV R3.x, R2.x PRED_SEL(ONE)\n"
                     "2 x: MOV R0.x, R3.x\n",
           r2_or_r1);
    /* the old value is older than the pipeline */
    leaves(PREDICATE "1 x: MOV R1.x, R2.x PRED_SEL(ONE)\n2 x: MOV R0.x, R1.x\n", r2_or_r1);
}

static void a_relative_write_is_read_by_the_next_group_through_the_same_index(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R[AR.x+3].x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", r2);
    leaves(MOVA FILL "0 x: MOV R6.x, 0.0\n t: MOV R[AR.x+3].x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", r2);
}

static void a_predicated_relative_write_is_read_where_it_was_made(void **state)
{
    (void)state;
    leaves(PREDICATE MOVA FILL "0 x: MOV R[AR.x+3].x, R1.x\n1 x: MOV R[AR.x+3].x, R2.x PRED_SEL(ONE)\n"
                               "2 x: MOV R0.x, R[AR.x+3].x\n",
           r2_or_r1);
    leaves(PREDICATE MOVA FILL "0 x: MOV R[AR.x+3].x, R1.x\n1 x: MOV R[AR.x+3].x, R2.x PRED_SEL(ZERO)\n"
                               "2 x: MOV R0.x, R[AR.x+3].x\n",
           r1_or_r2);
}

static float r3_by_index(unsigned t)
{
    return in(t, 3 + t % 3, 0);
}

static void an_absolute_write_beside_a_relative_read_of_another_register_is_legal(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R1.x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", r3_by_index);
}

static void a_relative_write_beside_an_absolute_read_of_another_register_is_legal(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R[AR.x+3].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1);
}

static float index_0_is_r2(unsigned t)
{
    return t % 3 == 0 ? in(t, 2, 0) : in(t, 1, 0);
}

static void row_36c_a_relative_write_is_not_seen_by_an_absolute_read_of_the_next_group(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1);
}

static void row_36c_the_group_after_the_next_reads_the_new_value(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R[AR.x+1].x, R2.x\n1 y: MOV R6.y, 0.0\n2 x: MOV R0.x, R1.x\n", index_0_is_r2);
}

/* ISA 4.11 with the loop index: the groups run once, in a loop whose index is `index`. */
static void in_a_loop_leaves(uint32_t index, const char *groups, float (*expected)(unsigned thread))
{
    const struct launch_loop_constant loop = {.line = 1, .count = 1, .start = index, .step = 1};
    struct machine                    m;
    struct text                       text = {0};
    put(&text,
        "LOOP_START @out CF_CONST(0) BARRIER\ntop: ALU BARRIER\n%s\nLOOP_END @top BARRIER\n"
        "out: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
        groups);
    const struct plan plan = {.text = text.chars,
                              .threads = THREADS,
                              .stack_size = 2,
                              .load_count = GPRS,
                              .input = start,
                              .loops = &loop,
                              .loop_count = 1};
    machine_run_warm(&m, &plan);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, bits(expected(t)));
    machine_free(&m);
    free(text.chars);
}

static void a_write_through_the_loop_index_is_seen_by_an_absolute_read_when_it_is_the_same_register(void **state)
{
    (void)state;
    in_a_loop_leaves(0, "0 x: MOV R[AL+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r2);
    in_a_loop_leaves(2, "0 x: MOV R[AL+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1);
    in_a_loop_leaves(2, "0 x: MOV R[AL+1].x, R2.x\n1 x: MOV R0.x, R3.x\n", r2);
}

static void a_read_through_the_loop_index_sees_the_write_of_the_group_before(void **state)
{
    (void)state;
    in_a_loop_leaves(2, "0 x: MOV R3.x, R2.x\n1 x: MOV R0.x, R[AL+1].x\n", r2);
    in_a_loop_leaves(2, "0 x: MOV R[AL+1].x, R2.x\n1 x: MOV R0.x, R[AL+1].x\n", r2);
    in_a_loop_leaves(1, "0 x: MOV R[AL+4].x, R2.x\n1 x: MOV R0.x, R[AL+0].x\n", r1);
}

static void a_write_through_ar_is_not_seen_by_a_read_through_the_loop_index(void **state)
{
    (void)state;
    in_a_loop_leaves(0, MOVA FILL "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R[AL+1].x\n", r1);
    in_a_loop_leaves(0, MOVA FILL "0 x: MOV R[AR.x+1].x, R2.x\n1 y: MOV R6.y, 0.0\n2 x: MOV R0.x, R[AL+1].x\n",
                     index_0_is_r2);
}

/* ---- one read for two operands (ISA 4.7.7) ---------------------------------------------------------------------- */

static float r3(unsigned t)
{
    return in(t, 3, 0);
}

/* Only the encoded numbers are compared; the first operand says with which index. */
static void a_number_read_with_and_without_index_in_one_cycle_is_read_as_the_first_operand_says(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R0.x, R3.x\n y: MOV R6.y, R[AR.x+3].x\n1 x: MOV R0.x, R6.y\n", r3);
    leaves(MOVA FILL "0 x: MOV R6.x, R[AR.x+3].x\n y: MOV R6.y, R3.x\n1 x: MOV R0.x, R6.y\n", r3_by_index);
    leaves(MOVA FILL "0 x: MOV R0.x, R[AR.x+3].x VEC_201\n t: MOV R6.x, R3.x SCL_210\n1 x: MOV R0.x, R6.x\n",
           r3_by_index);
    /* in two cycles each is its own */
    leaves(MOVA FILL "0 x: MOV R6.x, R3.x\n y: MOV R6.y, R[AR.x+3].x VEC_120\n1 x: MOV R0.x, R6.y\n", r3_by_index);
    in_a_loop_leaves(2, "0 x: MOV R6.x, R[AL+1].x\n y: MOV R6.y, R1.x\n1 x: MOV R0.x, R6.y\n", r3);
    is_stopped(MOVA FILL "0 x: MOV R6.x, R[AR.x+3].x\n y: MOV R6.y, R4.x\n", "ALU word 6", "ISA 4.7.7");
}

/* What the group before wrote is looked for under the address that is read. */
static void a_shared_read_is_forwarded_by_the_address_that_is_read(void **state)
{
    (void)state;
    leaves(MOVA FILL "0 x: MOV R3.x, R2.x\n1 x: MOV R6.x, R3.x\n y: MOV R6.y, R[AR.x+3].x\n2 x: MOV R0.x, R6.y\n", r2);
    leaves(MOVA FILL "0 x: MOV R[AR.x+3].x, R2.x\n1 x: MOV R6.x, R[AR.x+3].x\n y: MOV R6.y, R3.x\n"
                     "2 x: MOV R0.x, R6.y\n",
           r2);
}

/* ---- PV, PS and destinations (ISA 4.6.2, 4.9.2) ----------------------------------------------------------------- */

static void trans_wins_over_a_vector_write_of_the_same_element_and_pv_keeps_the_vector_result(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "0 x: MOV R3.x, R1.x\n  t: MOV R3.x, R2.x\n"
                 "1 x: MOV R0.x, PV.x\n y: MOV R0.y, PS\n z: MOV R0.z, R3.x\n2 w: MOV R0.w, R3.x\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_pixel(&m, 0, t, 0, bits(r1(t)));
        for (unsigned e = 1; e < 4; e++)
            expect_pixel(&m, 0, t, e, bits(r2(t)));
    }
    machine_free(&m);
}

static void where_trans_is_predicated_off_the_vector_write_stays(void **state)
{
    (void)state;
    leaves(PREDICATE "0 x: MOV R3.x, R1.x\n t: MOV R3.x, R2.x PRED_SEL(ONE)\n1 x: MOV R0.x, R3.x\n", r2_or_r1);
    leaves(PREDICATE "0 x: MOV R3.x, R1.x\n t: MOV R3.x, R2.x PRED_SEL(ONE)\n1 y: MOV R6.y, 0.0\n"
                     "2 x: MOV R0.x, R3.x\n",
           r2_or_r1);
}

static void a_write_mask_of_0_leaves_the_gpr_and_writes_pv_and_ps(void **state)
{
    (void)state;
    leaves("0 x: MOV ____, R2.x\n1 x: MOV R0.x, PV.x\n", r2);
    leaves("0 x: MOV R6.x, 0.0\n  t: MOV ____.x, R2.x\n1 x: MOV R0.x, PS\n", r2);
    leaves("0 x: MOV ____.x, R2.x DST_GPR(1)\n1 x: MOV R0.x, R1.x\n", r1);
}

static float r2_squared(unsigned t)
{
    return in(t, 2, 0) * in(t, 2, 0) + 0.0f;
}

static void a_destination_outside_the_registers_writes_pv_and_ps_only(void **state)
{
    (void)state;
    static const unsigned outside[] = {8, 60, 123};
    for (unsigned i = 0; i < LENGTH(outside); i++) {
        struct machine m;
        char           text[200];
        uint32_t       words[THREADS * GPRS * 4];
        snprintf(text, sizeof text, "0 x: MULADD R%u.x, R2.x, R2.x, 0.0\n1 x: MOV R0.x, PV.x\n", outside[i]);
        leaves(text, r2_squared);
        snprintf(text, sizeof text,
                 "0 x: MOV R0.x, 0.0\n t: MULADD R%u.x, R2.x, R2.x, 0.0 SCL_221\n1 x: MOV R0.x, PS\n", outside[i]);
        leaves(text, r2_squared);
        snprintf(text, sizeof text, "0 x: MOV R%u.x, R2.x\n1 x: MOV R%u.x, R2.x\n", outside[i], outside[i]);
        run_text(&m, text);
        machine_run(&m);
        memcpy(words, gpu_gprs(m.gpu), sizeof words);
        for (unsigned w = 0; w < LENGTH(words); w++)
            assert_int_equal(words[w], start(w / (GPRS * 4), w / 4 % GPRS, w % 4));
        machine_free(&m);
    }
}

static void pv_of_a_predicated_instruction_keeps_the_older_result_where_it_is_off(void **state)
{
    (void)state;
    leaves(PREDICATE "0 x: MOV ____, R1.x\n1 x: MOV ____, R2.x PRED_SEL(ONE)\n2 x: MOV R0.x, PV.x\n", r2_or_r1);
}

static void clause_temporaries_are_private_to_a_wavefront_that_runs_beside_another(void **state)
{
    (void)state;
    leaves("0 x: MOV R127.x, R2.x\n1 y: MOV R124.y, R1.x\n2 z: MOV R6.z, 0.0\n3 z: MOV R6.z, 0.0\n"
           "4 x: MOV R0.x, R127.x\n",
           r2);
}

/* ---- AR (ISA 4.6.1, 4.6.3, 4.6.4.5) ----------------------------------------------------------------------------- */

static void two_groups_stand_between_mova_and_a_use_of_ar(void **state)
{
    (void)state;
    for (unsigned delay = 1; delay <= 3; delay++)
        for (unsigned between = 0; between <= 5; between++) {
            struct machine m;
            struct text    text = {0};
            char           set[40];
            snprintf(set, sizeof set, "mova_delay_groups=%u", delay);
            put(&text, "ALU BARRIER\n" MOVA);
            for (unsigned b = 0; b < between; b++)
                put(&text, "%u w: MOV R6.w, 0.0\n", b);
            put(&text, "50 x: MOV R0.x, R[AR.x+3].x\n51 y: MOV R6.y, 0.0\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n");
            const struct plan plan = {
                .text = text.chars, .threads = THREADS, .load_count = GPRS, .input = start, .set = {set}};
            machine_run_warm(&m, &plan);
            const unsigned waited = between < delay ? delay : between;
            const uint64_t mova = group_of(&m, 1, 0)->cycle, use = group_of(&m, 1, between + 1)->cycle;
            assert_int_equal(use - mova, 8 * (waited + 1));
            assert_int_equal(group_of(&m, 1, between + 2)->cycle - use, 8);
            for (unsigned t = 0; t < THREADS; t++)
                expect_pixel(&m, 0, t, 0, bits(r3_by_index(t)));
            machine_free(&m);
            free(text.chars);
        }
}

static void a_second_mova_starts_the_delay_again(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, MOVA FILL "0 x: MOVA_INT ____, R7.y\n1 x: MOV R0.x, R[AR.x+1].x\n");
    machine_run(&m);
    assert_int_equal(group_of(&m, 1, 4)->cycle - group_of(&m, 1, 3)->cycle, 24);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, bits(r2_or_r1(t)));
    machine_free(&m);
}

static void a_predicated_mova_changes_ar_where_it_executes(void **state)
{
    (void)state;
    leaves(PREDICATE "0 x: MOVA_INT ____, 1\n1 x: MOVA_INT ____, 0.0 PRED_SEL(ZERO)\n" FILL
                     "2 x: MOV R0.x, R[AR.x+1].x\n",
           r2_or_r1);
}

static void groups_without_ar_are_not_delayed_by_mova(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, MOVA "0 x: MOV R0.x, R1.x\n1 y: MOV R0.y, R1.y\n");
    machine_run(&m);
    assert_int_equal(group_of(&m, 1, 1)->cycle - group_of(&m, 1, 0)->cycle, 8);
    machine_free(&m);
}

static float far_read(unsigned t)
{
    const int64_t index = 2 + (int64_t)(int32_t)start(t, 7, 2);
    return index < 0 || index >= GPRS ? in(t, 0, 0) : in(t, (unsigned)index, 0);
}

static void a_relative_read_outside_the_gprs_reads_gpr_0(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "0 x: MOVA_INT ____, R7.z\n" FILL "1 x: MOV R6.x, R[AR.x+2].x\n2 y: MOV R6.y, 0.0\n"
                 "3 x: MOV R0.x, R6.x\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++)
        if (start(t, 7, 2) != 5) /* that is GPR 7, whose X is the index */
            expect_pixel(&m, 0, t, 0, bits(far_read(t)));
    machine_free(&m);
}

static void a_relative_write_outside_the_gprs_writes_nothing(void **state)
{
    (void)state;
    struct machine m;
    uint32_t       words[THREADS * GPRS * 4];
    run_text(&m, "0 x: MOVA_INT ____, R7.z\n1 y: MOV ____, 0.0\n2 y: MOV ____, 0.0\n"
                 "3 x: MOV R[AR.x+2].x, R1.y\n  w: MOV R[AR.x+2].w, R1.z\n");
    machine_run(&m);
    memcpy(words, gpu_gprs(m.gpu), sizeof words);
    for (unsigned w = 0; w < LENGTH(words); w++) {
        const unsigned t = w / (GPRS * 4), gpr = w / 4 % GPRS, element = w % 4;
        const int64_t  index = 2 + (int64_t)(int32_t)start(t, 7, 2);
        uint32_t       expected = start(t, gpr, element);
        if (index == gpr && element == 0)
            expected = bits(in(t, 1, 1));
        if (index == gpr && element == 3)
            expected = bits(in(t, 1, 2));
        if (words[w] != expected)
            fail_msg("thread %u R%u element %u: 0x%08x, expected 0x%08x", t, gpr, element, (unsigned)words[w],
                     (unsigned)expected);
    }
    machine_free(&m);
}

static void ar_before_mova_and_in_a_group_with_mova_is_stopped(void **state)
{
    (void)state;
    is_stopped("0 y: MOV R6.y, 0.0\n1 x: MOV R0.x, R[AR.x+1].x\n", "ALU word 3", "ISA 4.6.1");
    is_stopped("0 x: MOV R0.x, R[AR.x+1].x\n", "ALU word 2", "ISA 4.6.1");
    is_stopped(MOVA FILL "0 x: MOVA_INT ____, R7.y\n  y: MOV R0.y, R[AR.x+1].y\n", "ALU word 6", "ISA 4.6.1");
}

static void ar_of_an_earlier_clause_is_not_valid(void **state)
{
    (void)state;
    is_stopped(MOVA FILL "ALU BARRIER\n0 y: MOV R6.y, 0.0\n1 x: MOV R0.x, R[AR.x+1].x\n", "", "ISA 4.6.1");
}

static void a_clause_temporary_cannot_be_indexed(void **state)
{
    (void)state;
    is_stopped(MOVA FILL "0 x: MOV R0.x, R[AR.x+124].x\n", "ALU word 5", "ISA 4.6.3");
    is_stopped(MOVA FILL "0 x: MOV R[AR.x+124].x, 0.0\n", "ALU word 5", "ISA 4.6.3");
}

static void an_absolute_read_outside_the_gprs_is_stopped(void **state)
{
    (void)state;
    is_stopped("0 x: MOV R0.x, R8.x\n", "ALU word 2", "ISA 4.6.3");
    is_stopped("0 x: MOV R0.x, R123.x\n", "ALU word 2", "ISA 4.6.3");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gpr_written_by_a_vector_slot_is_read_by_the_next_group),
        cmocka_unit_test(a_gpr_written_by_trans_is_read_by_the_next_group),
        cmocka_unit_test(any_slot_reads_what_any_slot_has_written_before),
        cmocka_unit_test(another_element_of_a_written_gpr_is_read_from_the_file),
        cmocka_unit_test(a_predicated_write_is_read_where_it_was_made_and_the_old_register_elsewhere),
        cmocka_unit_test(a_relative_write_is_read_by_the_next_group_through_the_same_index),
        cmocka_unit_test(a_predicated_relative_write_is_read_where_it_was_made),
        cmocka_unit_test(an_absolute_write_beside_a_relative_read_of_another_register_is_legal),
        cmocka_unit_test(a_relative_write_beside_an_absolute_read_of_another_register_is_legal),
        cmocka_unit_test(row_36c_a_relative_write_is_not_seen_by_an_absolute_read_of_the_next_group),
        cmocka_unit_test(row_36c_the_group_after_the_next_reads_the_new_value),
        cmocka_unit_test(a_write_through_the_loop_index_is_seen_by_an_absolute_read_when_it_is_the_same_register),
        cmocka_unit_test(a_read_through_the_loop_index_sees_the_write_of_the_group_before),
        cmocka_unit_test(a_write_through_ar_is_not_seen_by_a_read_through_the_loop_index),
        cmocka_unit_test(a_number_read_with_and_without_index_in_one_cycle_is_read_as_the_first_operand_says),
        cmocka_unit_test(a_shared_read_is_forwarded_by_the_address_that_is_read),
        cmocka_unit_test(trans_wins_over_a_vector_write_of_the_same_element_and_pv_keeps_the_vector_result),
        cmocka_unit_test(where_trans_is_predicated_off_the_vector_write_stays),
        cmocka_unit_test(a_write_mask_of_0_leaves_the_gpr_and_writes_pv_and_ps),
        cmocka_unit_test(a_destination_outside_the_registers_writes_pv_and_ps_only),
        cmocka_unit_test(pv_of_a_predicated_instruction_keeps_the_older_result_where_it_is_off),
        cmocka_unit_test(clause_temporaries_are_private_to_a_wavefront_that_runs_beside_another),
        cmocka_unit_test(two_groups_stand_between_mova_and_a_use_of_ar),
        cmocka_unit_test(a_second_mova_starts_the_delay_again),
        cmocka_unit_test(a_predicated_mova_changes_ar_where_it_executes),
        cmocka_unit_test(groups_without_ar_are_not_delayed_by_mova),
        cmocka_unit_test(a_relative_read_outside_the_gprs_reads_gpr_0),
        cmocka_unit_test(a_relative_write_outside_the_gprs_writes_nothing),
        cmocka_unit_test(ar_before_mova_and_in_a_group_with_mova_is_stopped),
        cmocka_unit_test(ar_of_an_earlier_clause_is_not_valid),
        cmocka_unit_test(a_clause_temporary_cannot_be_indexed),
        cmocka_unit_test(an_absolute_read_outside_the_gprs_is_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
