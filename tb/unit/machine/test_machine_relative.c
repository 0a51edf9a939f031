/* test_machine_relative.c - a register that one group names with AR and the next one without, or the other way round,
 * in the whole machine (ISA 4.11, validation row 36c of RV770 timing 3; chip parameters relative_write_read and
 * write_relative_read): both values of both, adjacent and with something between.
 */
#include "tb/unit/machine.h"

enum { THREADS = 128, GPRS = 8 };

/* GPR g < 7 holds 1000 g + 100 e + t as a float; GPR 7: x = t mod 3, y = t / 2 mod 2, z = an index that leaves the GPRs
 * in some threads. */
static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    static const int far[8] = {0, -1, -3, 5, 1, 4, 100, -100};
    const uint32_t   special[4] = {thread % 3, thread / 2 % 2, (uint32_t)far[thread % 8], 0};
    return gpr == 7 ? special[element] : named_input(thread, gpr, element);
}

static float in(unsigned thread, unsigned gpr, unsigned element)
{
    return (float)(1000 * gpr + 100 * element + thread);
}

/* What a thread reads: the register as it was, or what the group before writes. */
typedef bool is_new_t(unsigned thread);

static bool never(unsigned t)
{
    (void)t;
    return false;
}
static bool where_index_is_0(unsigned t)
{
    return t % 3 == 0;
}
static bool where_predicated(unsigned t)
{
    return t % 3 == 0 && t / 2 % 2 == 1;
}

#define MOVA "91 x: MOVA_INT ____, R7.x\n92 w: MOV R6.w, 0.0\n93 w: MOV R6.w, 1.0\n"
#define PREDICATE "90 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n"

struct chip_choice {
    const char *chip, *set[3];
};
/* Relative write, plain read: the presets' values, then both set. */
static const struct chip_choice old_behind_relative[] = {{"rv770", {0}}, {"rv730", {"relative_write_read=old"}}};
static const struct chip_choice new_behind_relative[] = {
    {"rv730", {0}}, {"rv710", {0}}, {"rv770", {"relative_write_read=new"}}};
static const struct chip_choice new_behind_plain[] = {{"rv770", {0}}, {"rv730", {0}}, {"rv710", {0}}};
static const struct chip_choice old_behind_plain[] = {{"rv770", {"write_relative_read=old"}},
                                                      {"rv710", {"write_relative_read=old"}}};

/* Element X of R0 at the end, on that chip with warm caches, so that groups are adjacent. */
static void expect(const struct chip_choice *choice, const char *groups, float (*expected)(unsigned, is_new_t *),
                   is_new_t *is_new)
{
    struct machine m;
    struct text    text = {0};
    put(&text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    const struct plan plan = {.text = text.chars,
                              .chip = choice->chip,
                              .threads = THREADS,
                              .load_count = GPRS,
                              .input = start,
                              .set = {choice->set[0], choice->set[1], choice->set[2]}};
    machine_run_warm(&m, &plan);
    free(text.chars);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, bits(expected(t, is_new)));
    machine_free(&m);
}

/* ---- relative write, plain read --------------------------------------------------------------------------------- */

static float r1_or_r2(unsigned t, is_new_t *is_new)
{
    return in(t, is_new(t) ? 2 : 1, 0);
}

static void row_36c_a_relative_write_is_not_seen_by_a_plain_read_of_the_next_group_on_rv770(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(old_behind_relative); c++) {
        const struct chip_choice *choice = &old_behind_relative[c];
        expect(choice, MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1_or_r2, never);
        expect(choice, MOVA "0 x: MOV R6.x, 0.0\n t: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1_or_r2, never);
    }
}

static void a_relative_write_is_seen_by_a_plain_read_of_the_next_group_on_the_others(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(new_behind_relative); c++) {
        const struct chip_choice *choice = &new_behind_relative[c];
        expect(choice, MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1_or_r2, where_index_is_0);
        expect(choice, MOVA "0 x: MOV R6.x, 0.0\n t: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1_or_r2,
               where_index_is_0);
        expect(choice, PREDICATE MOVA "0 x: MOV R[AR.x+1].x, R2.x PRED_SEL(ONE)\n1 x: MOV R0.x, R1.x\n", r1_or_r2,
               where_predicated);
    }
}

static void the_group_after_the_next_reads_the_new_value_on_all(void **state)
{
    (void)state;
    static const char between[] = MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 y: MOV R6.y, 0.0\n2 x: MOV R0.x, R1.x\n";
    for (unsigned c = 0; c < LENGTH(old_behind_relative); c++)
        expect(&old_behind_relative[c], between, r1_or_r2, where_index_is_0);
    for (unsigned c = 0; c < LENGTH(new_behind_relative); c++)
        expect(&new_behind_relative[c], between, r1_or_r2, where_index_is_0);
}

/* Any time between counts, not groups: MOVA's delay of its own use, and rotations of alu_latency. */
static void a_rotation_without_a_group_is_enough(void **state)
{
    (void)state;
    static const char *const delayed =
        MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOVA_INT ____, R7.w\n"                         /* AR is 0 behind this */
             "2 x: MOV R0.x, R[AR.x+0].x\n y: MOV R6.y, R1.x VEC_120\n3 x: MOV R0.x, R6.y\n"; /* two rotations later */
    const struct chip_choice slow = {"rv770", {"alu_latency=16"}};
    expect(&old_behind_relative[0], delayed, r1_or_r2, where_index_is_0);
    expect(&slow, MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n", r1_or_r2, where_index_is_0);
}

static float outside(unsigned t, is_new_t *is_new)
{
    (void)is_new;
    return in(t, t % 8 == 1 ? 2 : 0, 0); /* R[1 - 1] */
}

/* Outside the GPRs nothing is written, whatever PV has. */
static void a_relative_write_outside_the_gprs_is_not_taken_from_pv(void **state)
{
    (void)state;
#define FAR_INDEX "91 x: MOVA_INT ____, R7.z\n92 w: MOV R6.w, 0.0\n93 w: MOV R6.w, 1.0\n"
    for (unsigned c = 0; c < LENGTH(new_behind_relative); c++)
        expect(&new_behind_relative[c], FAR_INDEX "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R0.x\n", outside, never);
}

static float both_by_ar(unsigned t, is_new_t *is_new)
{
    static const int index[8] = {0, -1, -3, 5, 1, 4, 100, -100};
    const int        gpr = 3 + index[t % 8];
    (void)is_new;
    return in(t, gpr >= 0 && gpr < GPRS ? 2 : 0, 0);
}

/* Both by AR is a pair that the hardware finds (ISA 4.11); what it wrote nowhere it does not find. */
static void a_pair_by_ar_is_new_inside_and_gpr_0_outside_the_gprs(void **state)
{
    (void)state;
    static const char pair[] = FAR_INDEX "0 x: MOV R[AR.x+3].x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n";
    for (unsigned c = 0; c < LENGTH(old_behind_relative); c++)
        expect(&old_behind_relative[c], pair, both_by_ar, never);
    for (unsigned c = 0; c < LENGTH(new_behind_relative); c++)
        expect(&new_behind_relative[c], pair, both_by_ar, never);
}

/* ---- plain write, relative read --------------------------------------------------------------------------------- */

static float by_index(unsigned t, is_new_t *is_new)
{
    return in(t, is_new(t) ? 2 : 3 + t % 3, 0);
}

static void a_plain_write_is_seen_by_a_relative_read_of_the_next_group_on_all_chips(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(new_behind_plain); c++) {
        const struct chip_choice *choice = &new_behind_plain[c];
        expect(choice, MOVA "0 x: MOV R3.x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", by_index, where_index_is_0);
        expect(choice, MOVA "0 x: MOV R6.x, 0.0\n t: MOV R3.x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", by_index,
               where_index_is_0);
        expect(choice, PREDICATE MOVA "0 x: MOV R3.x, R2.x PRED_SEL(ONE)\n1 x: MOV R0.x, R[AR.x+3].x\n", by_index,
               where_predicated);
    }
}

static void a_plain_write_is_not_seen_by_a_relative_read_where_the_parameter_says_so(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(old_behind_plain); c++) {
        const struct chip_choice *choice = &old_behind_plain[c];
        expect(choice, MOVA "0 x: MOV R3.x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n", by_index, never);
        expect(choice, MOVA "0 x: MOV R3.x, R2.x\n1 y: MOV R6.y, 0.0\n2 x: MOV R0.x, R[AR.x+3].x\n", by_index,
               where_index_is_0);
    }
}

static void the_parameters_are_two(void **state)
{
    (void)state;
    static const char               relative[] = MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n";
    static const char               plain[] = MOVA "0 x: MOV R3.x, R2.x\n1 x: MOV R0.x, R[AR.x+3].x\n";
    static const struct chip_choice one = {"rv770", {"relative_write_read=new", "write_relative_read=old"}};
    static const struct chip_choice other = {"rv770", {"relative_write_read=old", "write_relative_read=new"}};
    expect(&one, relative, r1_or_r2, where_index_is_0);
    expect(&one, plain, by_index, never);
    expect(&other, relative, r1_or_r2, never);
    expect(&other, plain, by_index, where_index_is_0);
}

/* ---- two writes of one register in a group ---------------------------------------------------------------------- */

static float of_both(unsigned t, is_new_t *is_new)
{
    return in(t, is_new(t) ? 4 : 2, 0);
}

/* Trans writes by AR over the vector slot's plain write: each is seen or not by itself; the register file has Trans'.
 */
static void of_two_writes_that_meet_the_one_that_is_seen_counts(void **state)
{
    (void)state;
    static const char adjacent[] = MOVA "0 x: MOV R1.x, R2.x\n t: MOV R[AR.x+1].x, R4.x\n1 x: MOV R0.x, R1.x\n";
    static const char apart[] = MOVA "0 x: MOV R1.x, R2.x\n t: MOV R[AR.x+1].x, R4.x\n1 y: MOV R6.y, 0.0\n"
                                     "2 x: MOV R0.x, R1.x\n";
    expect(&old_behind_relative[0], adjacent, of_both, never);
    expect(&new_behind_relative[0], adjacent, of_both, where_index_is_0);
    expect(&old_behind_relative[0], apart, of_both, where_index_is_0);
    expect(&new_behind_relative[0], apart, of_both, where_index_is_0);
}

/* ---- what a run says of them ------------------------------------------------------------------------------------ */

/* What was executed, with cold or with warm caches. */
static unsigned executed(const char *groups, bool warm, const char *set, struct result_hazard found[4])
{
    struct machine m;
    struct text    text = {0};
    put(&text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    const struct plan plan = {.text = text.chars, .threads = THREADS, .load_count = GPRS, .input = start, .set = {set}};
    if (warm) {
        machine_run_warm(&m, &plan);
    } else {
        machine_start(&m, &plan);
        machine_run(&m);
    }
    free(text.chars);
    const unsigned count = m.gpu->hazards.count;
    for (unsigned i = 0; i < count && i < 4; i++)
        found[i] = m.gpu->hazards.list[i];
    machine_free(&m);
    return count;
}

static void a_read_is_listed_with_address_and_register_and_how_often_it_was_which(void **state)
{
    (void)state;
    struct result_hazard h[4];
    char                 text[RESULT_HAZARD_TEXT];
    static const char    sorted[] = MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.x\n y: MOV R6.y, R2.y\n"
                                         "2 z: MOV R6.z, R1.x\n";
    assert_int_equal(executed(sorted, true, "relative_write_read=old", h), 1);
    assert_int_equal(h[0].address, 6);
    assert_int_equal(h[0].writer, 5);
    assert_int_equal(h[0].number, 1);
    assert_int_equal(h[0].element, 0);
    assert_true(h[0].written_by_ar && !h[0].global);
    assert_int_equal(h[0].old_value, 2); /* two wavefronts */
    assert_int_equal(h[0].new_value + h[0].late, 0);
    assert_string_equal(results_hazard_text(&h[0], text, sizeof text),
                        "ALU word 6 reads R1.x behind ALU word 5, which writes it by AR: the old value (ISA 4.11; "
                        "relative_write_read)");
    assert_int_equal(executed(sorted, true, "relative_write_read=new", h), 1);
    assert_int_equal(h[0].new_value, 2);
    assert_int_equal(h[0].old_value + h[0].late, 0);
    assert_int_equal(executed(sorted, true, "alu_latency=16", h), 1);
    assert_int_equal(h[0].late, 2);
    assert_int_equal(h[0].old_value + h[0].new_value, 0);
}

static void each_register_and_instruction_is_listed_once(void **state)
{
    (void)state;
    struct result_hazard h[4];
    char                 text[RESULT_HAZARD_TEXT];
    /* R3, R4 and R5 by AR, of which the group before writes two elements of two */
    assert_int_equal(executed(MOVA "0 x: MOV R3.x, R2.x\n y: MOV R4.y, R2.x\n"
                                   "1 x: ADD R0.x, R[AR.x+3].x, R[AR.x+3].x\n y: ADD R0.y, R[AR.x+3].y, R[AR.x+3].x "
                                   "VEC_012\n",
                              true, "write_relative_read=old", h),
                     3);
    assert_int_equal(h[0].address, 7);
    assert_int_equal(h[1].address, 8);
    assert_int_equal(h[2].address, 8);
    assert_string_equal(results_hazard_text(&h[1], text, sizeof text),
                        "ALU word 8 reads R4.y by AR behind ALU word 5, which writes it: the old value (ISA 4.11; "
                        "write_relative_read)");
    assert_int_equal(h[2].number, 3);
}

static void what_no_thread_reads_or_writes_is_not_listed(void **state)
{
    (void)state;
    struct result_hazard h[4];
    /* another register in every thread */
    assert_int_equal(executed(MOVA "0 x: MOV R[AR.x+3].x, R2.x\n1 x: MOV R0.x, R2.x\n", true, NULL, h), 0);
    assert_int_equal(executed(MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R1.y\n", true, NULL, h), 0);
    /* both by AR, both without */
    assert_int_equal(executed(MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 x: MOV R0.x, R[AR.x+1].x\n", true, NULL, h), 0);
    assert_int_equal(executed("0 x: MOV R1.x, R2.x\n1 x: MOV R0.x, R1.x\n", true, NULL, h), 0);
    /* a group between */
    assert_int_equal(
        executed(MOVA "0 x: MOV R[AR.x+1].x, R2.x\n1 y: MOV R6.y, 0.0\n2 x: MOV R0.x, R1.x\n", true, NULL, h), 0);
    /* written where t / 2 is odd, read where it is even */
    static const char off[] =
        PREDICATE     MOVA "0 x: MOV R[AR.x+1].x, R2.x PRED_SEL(ONE)\n1 x: MOV R0.x, R1.x PRED_SEL(%s)\n";
    char              text[300];
    snprintf(text, sizeof text, off, "ZERO");
    assert_int_equal(executed(text, true, NULL, h), 0);
    snprintf(text, sizeof text, off, "ONE");
    assert_int_equal(executed(text, true, NULL, h), 1);
}

/* The pair on both sides of a line of the instruction cache: eight words from word 0 on, the first two are CF. */
static void a_cache_miss_between_is_told_from_none(void **state)
{
    (void)state;
    struct result_hazard h[4];
    static const char    pair[] = MOVA "94 w: MOV R6.w, 0.0\n95 w: MOV R6.w, 0.0\n0 x: MOV R[AR.x+1].x, R2.x\n"
                                       "1 x: MOV R0.x, R1.x\n";
    assert_int_equal(executed(pair, true, NULL, h), 1);
    assert_int_equal(h[0].writer, 7);
    assert_int_equal(h[0].address, 8);
    assert_int_equal(h[0].old_value, 2);
    assert_int_equal(executed(pair, false, NULL, h), 1);
    assert_true(h[0].late > 0);
    assert_int_equal(h[0].late + h[0].old_value, 2);
    h[0].old_value = h[0].late = 1;
    char text[RESULT_HAZARD_TEXT];
    assert_non_null(strstr(results_hazard_text(&h[0], text, sizeof text), "results depend on timing"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(row_36c_a_relative_write_is_not_seen_by_a_plain_read_of_the_next_group_on_rv770),
        cmocka_unit_test(a_relative_write_is_seen_by_a_plain_read_of_the_next_group_on_the_others),
        cmocka_unit_test(the_group_after_the_next_reads_the_new_value_on_all),
        cmocka_unit_test(a_rotation_without_a_group_is_enough),
        cmocka_unit_test(a_relative_write_outside_the_gprs_is_not_taken_from_pv),
        cmocka_unit_test(a_pair_by_ar_is_new_inside_and_gpr_0_outside_the_gprs),
        cmocka_unit_test(a_plain_write_is_seen_by_a_relative_read_of_the_next_group_on_all_chips),
        cmocka_unit_test(a_plain_write_is_not_seen_by_a_relative_read_where_the_parameter_says_so),
        cmocka_unit_test(the_parameters_are_two),
        cmocka_unit_test(of_two_writes_that_meet_the_one_that_is_seen_counts),
        cmocka_unit_test(a_read_is_listed_with_address_and_register_and_how_often_it_was_which),
        cmocka_unit_test(each_register_and_instruction_is_listed_once),
        cmocka_unit_test(what_no_thread_reads_or_writes_is_not_listed),
        cmocka_unit_test(a_cache_miss_between_is_told_from_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
