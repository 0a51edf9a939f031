/* test_wave_numbers.c - one wavefront can be followed by its number: every stage that holds one names it, and it is the
 * number of the wavefront in that slot, while more than twenty others run. */
#include "tb/unit/machine.h"

#include "tb/unit/clock.h"

enum { WAVES = 40 };

static uint32_t thread_number(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr, (void)element;
    return thread;
}

static const char text[] = "ALU_PUSH_BEFORE @odd BARRIER\nJUMP ADDR(3) BARRIER\nALU @work BARRIER\n"
                           "ELSE ADDR(5) POP_COUNT(1) BARRIER\nALU @work BARRIER\nPOP ADDR(6) POP_COUNT(1) BARRIER\n"
                           "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                           "odd:\n0 x: AND_INT R1.x, R0.x, 1\n"
                           "1 x: PRED_SETNE_INT ____, R1.x, 0.0 UPDATE_EXEC\n"
                           "work:\n0 x: ADD_INT R1.x, R1.x, R0.x\n1 y: ADD_INT R1.y, R1.x, 1\n";

/* Who owns a GPR row now. */
static unsigned owner(const struct wave_table *waves, unsigned row)
{
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
        if (waves->phase[slot] != WAVE_FREE && waves->gpr_base[slot] == row)
            return waves->number[slot];
    fail_msg("row %u has no owner", row);
    return 0;
}

struct seen {
    unsigned fetch[WAVES], decode[WAVES], step[WAVES], clause[WAVES], group[WAVES], write[WAVES], export[WAVES];
};

static void look_at_control(const struct simd *simd, struct seen *seen)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table       *waves = &simd->waves;
    if (cf->fetch) {
        assert_int_equal(cf->fetch_number, waves->number[cf->fetch_slot]);
        seen->fetch[cf->fetch_number]++;
    }
    if (cf->decode) {
        assert_int_equal(cf->decode_number, waves->number[cf->decode_slot]);
        seen->decode[cf->decode_number]++;
    }
    if (cf->step) {
        assert_int_equal(cf->step_number, waves->number[cf->step_slot]);
        seen->step[cf->step_number]++;
    }
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (simd->clause[c].q.state != CLAUSE_EMPTY) {
            assert_int_equal(simd->clause[c].q.number, waves->number[simd->clause[c].q.slot]);
            seen->clause[simd->clause[c].q.number]++;
        }
}

static void look_at_alu(const struct simd *simd, struct seen *seen)
{
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue_reg *group = &simd->issue[p].q;
        if (!group->reading && !group->executing)
            continue;
        assert_int_equal(group->wave, simd->waves.number[group->wave_slot]);
        seen->group[group->wave]++;
    }
    if (simd->back.q.gpr_write) {
        assert_int_equal(simd->back.q.gpr_wave, owner(&simd->waves, simd->back.q.gpr_base));
        seen->write[simd->back.q.gpr_wave]++;
    }
    if (simd->exports.q.valid)
        seen->export[simd->exports.q.number]++;
}

static void every_stage_names_its_wavefront(void **state)
{
    (void)state;
    static struct seen seen;
    struct machine     m;
    const struct plan  plan = {
         .text = text, .threads = 64 * WAVES, .num_gprs = 4, .stack_size = 2, .load_count = 1, .input = thread_number};
    unsigned most = 0;
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        const struct simd *simd = m.gpu->simd;
        gpu_wire(m.gpu);
        look_at_control(simd, &seen);
        look_at_alu(simd, &seen);
        if (simd->waves.q.resident > most)
            most = simd->waves.q.resident;
        gpu_edge(m.gpu);
    }
    assert_true(most > 21);
    for (unsigned wave = 0; wave < WAVES; wave++) {
        assert_true(seen.fetch[wave] && seen.decode[wave] && seen.step[wave] && seen.clause[wave]);
        assert_int_equal(seen.group[wave], 6 * 2 * SLOT_CLOCKS); /* read and execution of six groups */
        assert_int_equal(seen.write[wave], 5);
        assert_int_equal(seen.export[wave], QUARTERS);
    }
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_stage_names_its_wavefront)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
