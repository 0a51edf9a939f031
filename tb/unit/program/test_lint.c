/* test_lint.c - what the lint says of ALU clauses (ISA 4.6 to 4.12), through assembled programs. */
#include "kit/hash.h"
#include "tb/unit/program/lint_kit.h"

#define MOVA "0 x: MOVA_INT ____, R0.x\n"

static void rules_hold_text_by_text(void **state)
{
    (void)state;
#define RULE(title) print_message("%s\n", title);
#define DOUBTFUL(groups, word, section, message) doubtful(groups, word, section, message);
#define ILLEGAL(groups, word, section, message) illegal(groups, word, section, message);
#define CLEAN(groups) clean(usual, groups);
#define OF_CF(program, cf, section, message) one_of_cf(program, cf, section, message);
#define NONE(program) none(program);
#include "tb/unit/program/lint_rules.def"
}

/* ---- one group: the clause starts at word 2 --------------------------------------------------------------------- */

static void doubles_have_their_modifiers_in_the_slot_with_the_sign(void **state)
{
    (void)state;
    doubtful("0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, -R1.x\n", 3, "ISA 9.2", "operand 1");
    doubtful("0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, R1.x *2\n", 3, "ISA 9.2", "slot X");
    clean(usual, "0 x: ADD_64 R0.x, -R0.y, R1.y *2\n y: ADD_64 R0.y, R0.x, R1.x *2\n");
    doubtful("0 x: PRED_SETE_64 ____, R0.y, R1.y UPDATE_PRED\n y: PRED_SETE_64 ____, R0.x, R1.x\n", 3, "ISA 4.9.3",
             "slot X");
    clean(usual, "0 x: MUL_64 R0.x, -R0.y, R1.y\n y: MUL_64 R0.y, -R0.y, R1.y\n z: MUL_64 R0.z, -R0.y, R1.y\n"
                 " w: MUL_64 R0.w, R0.x, R1.x\n");
    struct lint_subject rv730 = usual;
    rv730.doubles = false;
    struct findings findings;
    lint_groups(rv730, "0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, R1.x\n", &findings);
    assert_int_equal(findings.count, 2);
    assert_int_equal(findings.list[0].level, LINT_ILLEGAL);
    assert_string_equal(findings.list[0].section, "ISA 4.12");
}

static void a_product_of_doubles_reads_one_high_word(void **state)
{
    (void)state;
    doubtful("0 x: MUL_64 R0.x, R0.y, R1.y\n y: MUL_64 R0.y, R0.y, R1.y\n z: MUL_64 R0.z, R0.y, -R1.y\n"
             " w: MUL_64 R0.w, R0.x, R1.x\n",
             4, "ISA 9.2", "operand 1 differs from slot X's");
}

static void a_third_pair_of_the_constant_cache_is_doubtful(void **state)
{
    struct findings findings;
    (void)state;
    lint_text(usual,
              "ALU KC0[CB0:0-31] BARRIER\n0 x: ADD R0.x, KC0[1].x, KC0[1].y\n y: ADD R0.y, KC0[2].w, KC0[2].z\n"
              "z: MOV R0.z, KC0[1].z\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].level, LINT_DOUBTFUL);
    assert_int_equal(findings.list[0].address, 4);
    assert_string_equal(findings.list[0].section, "ISA 4.7.5");
    lint_text(usual,
              "ALU KC0[CB0:0-31] BARRIER\n0 x: ADD R0.x, KC0[1].x, KC0[1].y\n y: ADD R0.y, KC0[2].w, KC0[2].z\n"
              "z: MOV R0.z, KC0[1].x\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

/* Compilers emit it, so it runs; which register is read is open. */
static void a_number_that_is_read_with_and_without_index_in_one_cycle_is_doubtful(void **state)
{
    (void)state;
    static const char mova[] = "0 x: MOVA_INT ____, R1.x\n";
    char              text[300];
    doubtful("0 x: MOV R0.x, R2.x\n y: MOV R0.y, R[AL+2].x\n", 3, "ISA 4.7.7",
             "R[AL+2].x, is read in one cycle with R2.x");
    doubtful("0 x: ADD R0.x, R[AL+2].x, R2.x\n", 2, "ISA 4.7.7",
             "operand 1, R2.x, has the number of operand 0, R[AL+2].x: each is its own register on this chip");
    struct lint_subject by_number = usual;
    by_number.number_alone = true;
    one(by_number, "0 x: ADD R0.x, R[AL+2].x, R2.x\n", LINT_DOUBTFUL, 2, "ISA 4.7.7",
        "operand 1, R2.x, is read in one cycle with R[AL+2].x");
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x\n t: MOV R1.x, R2.x SCL_221\n");
    clean(usual, text); /* in two cycles */
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x VEC_201\n t: MOV R1.x, R2.x SCL_221\n");
    doubtful(text, 4, "ISA 4.7.7", "R2.x, is read in one cycle with R[AR.x+2].x");
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x\n y: MOV R0.y, R[AL+2].x\n");
    doubtful(text, 4, "ISA 4.7.7", "R[AL+2].x, is read in one cycle with R[AR.x+2].x");
    clean(usual, "0 x: MOV R0.x, R[AL+2].x\n y: MOV R0.y, R[AL+2].x\n");
}

static void operands_outside_the_registers_and_locked_lines_are_illegal(void **state)
{
    (void)state;
    illegal("0 x: MOV R0.x, R8.x\n", 2, "ISA 4.6.3", "beyond");
    illegal("0 x: MOVA_INT ____, R0.x\n1 x: MOV R0.x, R[AR.x+125].x\n", 3, "ISA 4.6.1", "temporary");
    illegal("0 x: MOVA_INT ____, R0.x\n1 x: MOV R[AR.x+9].x, R0.x\n", 3, "ISA 4.6.3", "beyond");
    illegal("0 x: MOV R0.x, KC0[1].x\n", 2, "ISA 4.6.3", "not locked");
    struct findings findings;
    lint_text(usual,
              "ALU KC0[CB0:0-15] BARRIER\n0 x: MOV R0.x, KC0[1].x\n y: MOV R0.y, KC0[16].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].address, 3);
    lint_text(usual,
              "ALU KC1[CB0:0-31] BARRIER\n0 x: MOV R0.x, KC1[1].x\n y: MOV R0.y, KC1[16].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

static void global_gprs_need_a_pool(void **state)
{
    (void)state;
    illegal("0 x: MOV R0.x, R[GLOBAL+1].x\n", 2, "ISA 2.6.1.1", "global");
    struct lint_subject subject = usual;
    subject.global_gprs = 2;
    subject.mova_delay = 1;
    clean(subject, "0 x: MOV R0.x, R[GLOBAL+9].x\n");
    clean(subject, "0 x: MOVA_INT ____, R0.x\n1 x: MOV R[GLOBAL+1].x, 0\n2 x: MOV R0.x, R[AR.x+2].x\n");
    one(subject, "0 x: MOVA_INT ____, R0.x\n1 x: MOV R[GLOBAL+1].x, 0\n2 x: MOV R0.x, R[GLOBAL+AR.x+2].x\n",
        LINT_DOUBTFUL, 4, "ISA 4.11", "R[GLOBAL+AR.x+2].x may be R[GLOBAL+1].x");
    one(subject, "0 x: MOV R0.x, R[GLOBAL+10].x\n", LINT_ILLEGAL, 2, "ISA 2.6.1.2", "number");
}

static void constant_file_and_constant_cache_exclude_each_other(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "ALU KC0[CB0:0-15] BARRIER\n0 x: ADD R0.x, KC0[1].x, C[1].x\n1 x: ADD R0.x, KC0[1].x, C[1].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_string_equal(findings.list[0].section, "ISA 4.6.4");
}

/* ---- between groups --------------------------------------------------------------------------------------------- */

static void the_value_is_that_of_the_chip(void **state)
{
    (void)state;
    static const char   relative[] = MOVA "1 x: MOV R[AR.x+2].x, 0\n2 x: MOV R0.x, R5.x\n";
    static const char   plain[] = MOVA "1 w: MOV R0.w, 0\n2 x: MOV R5.x, 0\n3 x: MOV R0.x, R[AR.x+2].x\n";
    struct lint_subject subject = usual;
    struct chip_config  chip;
    struct diag         diag;
    one(usual, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the old value is read on this chip (relative_write_read)");
    one(usual, plain, LINT_DOUBTFUL, 5, "ISA 4.11", "the new value is read on this chip (write_relative_read)");
    subject.relative_write_read = true;
    subject.write_relative_read = false;
    one(subject, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the new value");
    one(subject, plain, LINT_DOUBTFUL, 5, "ISA 4.11", "the old value");
    assert_true(chip_load("rv730", &chip, &diag));
    lint_subject_chip(&subject, &chip);
    one(subject, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the new value");
    chip.alu_latency = 16; /* then no group is close enough to another */
    lint_subject_chip(&subject, &chip);
    clean(subject, relative);
    clean(subject, plain);
}

/* A group that uses AR too soon behind MOVA* waits, so that what the one before wrote has arrived. */
static void where_mova_delays_the_reader_the_pair_is_no_hazard(void **state)
{
    (void)state;
    struct lint_subject subject = usual;
    const char *const   none = "0 x: MOVA_INT ____, R0.x\n y: MOV R5.y, 0\n1 x: MOV R0.x, R[AR.x+2].y\n";
    const char *const   a_group = MOVA "1 x: MOV R5.x, 0\n2 x: MOV R0.x, R[AR.x+2].x\n";
    const char *const   two = MOVA "1 w: MOV R0.w, 0\n2 x: MOV R5.x, 0\n3 x: MOV R0.x, R[AR.x+2].x\n";
    clean(subject, none);
    clean(subject, a_group);
    one(subject, two, LINT_DOUBTFUL, 5, "ISA 4.11", "may be");
    subject.mova_delay = 3;
    clean(subject, two);
    subject.mova_delay = 1;
    clean(subject, none);
    one(subject, a_group, LINT_DOUBTFUL, 4, "ISA 4.11", "may be");
    /* the reader of a relative write has no AR to wait for */
    one(usual, MOVA "1 x: MOV R[AR.x+2].x, 0\n2 x: MOV R0.x, R5.x\n", LINT_DOUBTFUL, 4, "ISA 4.11", "may be");
}

static void a_gpr_that_nothing_writes_is_named_once(void **state)
{
    (void)state;
    struct lint_subject subject = usual;
    subject.inputs_known = true;
    subject.given.loops = 1;
    subject.load_first = 1;
    subject.load_count = 2;
    one(subject, "0 x: MOV R0.x, R3.y\n1 x: MOV R0.x, R3.y\n", LINT_NOT_GIVEN, 2, "ISA 2.5", "R3.y");
    clean(subject, "0 x: MOV R0.x, R1.x\n y: MOV R0.y, R2.w\n z: MOV R0.z, R0.x VEC_120\n");
    clean(subject, "0 x: MOV R0.x, R3.y\n1 y: MOV R3.y, 0\n"); /* a loop may come here again */
    clean(subject, "0 x: MOV R0.x, R3.y\n1 y: MOV R[AL+1].y, 0\n");
    struct findings findings;
    lint_text(subject,
              "TEX BARRIER\nSAMPLE R5.xyzw, R1.xyzw, t0, s0\nSAMPLE R3.xyzw, R1.xyzw, t0, s0\nALU BARRIER\n0 x: MOV "
              "R0.x, R3.y\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

/* ---- the walk --------------------------------------------------------------------------------------------------- */

static void clauses_are_found_along_the_control_flow_and_looked_at_once(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "JUMP @there BARRIER\nALU @one BARRIER\nALU @one BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
              "there: ALU @two BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\nALU @three BARRIER\n"
              "one: 0 x: MOV R0.x, PV.x\ntwo: 0 x: MOV R0.x, PV.y\nthree: 0 x: MOV R0.x, PV.z\n",
              &findings);
    if (findings.count != 2)
        show(&findings);
    assert_int_equal(findings.count, 2);
    assert_int_equal(findings.list[0].cf, 1);
    assert_int_equal(findings.list[1].cf, 4);
    assert_string_equal(findings.list[0].instruction, "MOV              R0.x, PV.x LAST");
}

static void code_behind_a_return_and_the_address_of_a_pop_are_not_reached(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "CALL @sub BARRIER\nPOP @bad BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
              "sub: ALU @one BARRIER\nRETURN BARRIER\nbad: ALU @two BARRIER\nNOP EOP\n"
              "one: 0 x: MOV R0.x, PV.x\ntwo: 0 x: MOV R0.x, PV.y\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].cf, 3);
}

static void addresses_of_a_fetch_program_count_from_its_own_start(void **state)
{
    (void)state;
    static const char *const text[2] = {
        "CALL_FS BARRIER\nALU BARRIER\n0 x: MOV R0.x, 0\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
        "JUMP @there BARRIER\nRETURN BARRIER\nthere: ALU @one BARRIER\nRETURN BARRIER\none: 0 x: MOV R0.x, PV.x\n"};
    uint32_t       *dwords[2];
    unsigned        count[2];
    struct diag     diag;
    struct findings findings = {.count = 0};
    for (unsigned i = 0; i < 2; i++)
        assert_true(isa_assemble("test", text[i], strlen(text[i]), &dwords[i], &count[i], NULL, &diag));
    uint32_t *whole = calloc(64 + count[1], sizeof *whole);
    assert_non_null(whole);
    memcpy(whole, dwords[0], count[0] * sizeof *whole);
    memcpy(whole + 64, dwords[1], count[1] * sizeof *whole);
    lint_program(usual, &(struct flow_program){.dwords = whole, .words = 32 + count[1] / 2, .fetch_base = 32}, keep,
                 &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].cf, 34);
    assert_int_equal(findings.list[0].address, 36);
    free(whole);
    free(dwords[0]);
    free(dwords[1]);
}

static void a_clause_outside_the_program_is_passed_over(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual, "ALU ADDR(4000) COUNT(5) BARRIER\nJUMP ADDR(4000) BARRIER\nNOP EOP\n", &findings);
    assert_int_equal(findings.count, 0);
}

/* ---- exports and ends ------------------------------------------------------------------------------------------- */

static void count_only(void *context, const struct lint_finding *finding)
{
    ++*(unsigned *)context;
    assert_true(strlen(finding->message) + 1 < sizeof finding->message && finding->section[0]);
}

/* Findings of inputs that the launch does not give; a caller with this level alone gets no others. */
struct inputs {
    unsigned count, others;
    uint64_t texts;
};

static void keep_inputs(void *context, const struct lint_finding *finding)
{
    struct inputs *inputs = context;
    inputs->count += finding->level == LINT_NOT_GIVEN;
    inputs->others += finding->level != LINT_NOT_GIVEN;
    if (finding->level == LINT_NOT_GIVEN)
        inputs->texts = hash_text(hash_text(inputs->texts, finding->message), finding->instruction);
}

static unsigned inputs_are_the_same_alone(struct lint_subject subject, const struct flow_program *program)
{
    struct inputs all = {0}, alone = {0};
    lint_program(subject, program, keep_inputs, &all);
    subject.inputs_alone = true;
    lint_program(subject, program, keep_inputs, &alone);
    assert_int_equal(alone.count, all.count);
    assert_int_equal(alone.texts, all.texts);
    assert_int_equal(alone.others, 0);
    return all.count;
}

static uint32_t random_word(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16);
}

static void any_words_are_looked_at_without_harm(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    unsigned findings = 0, inputs = 0;
    for (unsigned n = 0; n < 3000; n++) {
        const unsigned count = 2 * (1 + random_word(&seed) % 60);
        uint32_t      *dwords = malloc(count * sizeof *dwords); /* of that size, for the sanitizers */
        assert_non_null(dwords);
        for (unsigned i = 0; i < count; i++)
            dwords[i] = random_word(&seed) & (random_word(&seed) % 3 ? ~0u : 0x1fffu);
        dwords[0] = random_word(&seed) % count; /* often an ALU clause first */
        dwords[1] = 0x20000000u | (random_word(&seed) % 40) << 18 | (random_word(&seed) & 3);
        const struct flow_program program = {.dwords = dwords,
                                             .words = count / 2,
                                             .fetch_base =
                                                 random_word(&seed) % 4 ? 0 : random_word(&seed) % (count / 2)};
        const struct lint_subject subject = {.num_gprs = 1 + random_word(&seed) % 127,
                                             .temporaries = random_word(&seed) % 5,
                                             .global_gprs = random_word(&seed) % 6,
                                             .inputs_known = random_word(&seed) % 2,
                                             .load_count = random_word(&seed) % 8};
        lint_program(subject, &program, count_only, &findings);
        inputs += inputs_are_the_same_alone(subject, &program);
        free(dwords);
    }
    assert_true(findings > 1000 && inputs > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_text_by_text),
        cmocka_unit_test(doubles_have_their_modifiers_in_the_slot_with_the_sign),
        cmocka_unit_test(a_product_of_doubles_reads_one_high_word),
        cmocka_unit_test(a_third_pair_of_the_constant_cache_is_doubtful),
        cmocka_unit_test(a_number_that_is_read_with_and_without_index_in_one_cycle_is_doubtful),
        cmocka_unit_test(operands_outside_the_registers_and_locked_lines_are_illegal),
        cmocka_unit_test(global_gprs_need_a_pool),
        cmocka_unit_test(constant_file_and_constant_cache_exclude_each_other),
        cmocka_unit_test(the_value_is_that_of_the_chip),
        cmocka_unit_test(where_mova_delays_the_reader_the_pair_is_no_hazard),
        cmocka_unit_test(a_gpr_that_nothing_writes_is_named_once),
        cmocka_unit_test(clauses_are_found_along_the_control_flow_and_looked_at_once),
        cmocka_unit_test(code_behind_a_return_and_the_address_of_a_pop_are_not_reached),
        cmocka_unit_test(addresses_of_a_fetch_program_count_from_its_own_start),
        cmocka_unit_test(a_clause_outside_the_program_is_passed_over),
        cmocka_unit_test(any_words_are_looked_at_without_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
