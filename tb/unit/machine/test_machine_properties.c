/* test_machine_properties.c - what must not change a run: the order of evaluation, a waveform, a snapshot,
 * a second run, the file format of the waveform; and what must not change its exports: any timing parameter.
 * Every comparison is also shown a machine with one wrong bit.
 *
 * WEKIVA_LONG=n in the environment multiplies the random cases by n. */
#include <sys/wait.h>
#include <unistd.h>

#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/everything.h"
#include "tb/unit/same_bytes.h"
#include "trace/vcd.h"

static const char *program_name;

/* ---- tools ------------------------------------------------------------------------------------------------------- */

static uint32_t seed = 1;

static uint32_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed;
}

static unsigned cases(unsigned normal)
{
    const char *factor = getenv("WEKIVA_LONG");
    return normal * (factor && atoi(factor) > 0 ? (unsigned)atoi(factor) : 1);
}

static const char *scratch(const char *name)
{
    static char path[4][512];
    static int  turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s.%s", program_name, name);
    return path[turn];
}

/* Turns one bit of one register around. */
static void break_machine(struct machine *m)
{
    struct write_back *back = &m->gpu->simd->back;
    back->q.gpr_row.slot[0] ^= 1;
    back->d.gpr_row.slot[0] ^= 1;
    gpu_touch(m->gpu);
}

/* The loop adds 1 to R5.z, 1 + t mod 3 times, in the threads of the branch. */
static void the_program_of_these_tests_branches_and_loops(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 3, t, 2, bits((float)(5200 + t) + (t / 2 % 2 ? (float)(1 + t % 3) : 0.0f)));
    machine_free(&m);
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

static void shuffle(uint8_t order[SIMD_MODULES])
{
    for (unsigned i = 0; i < SIMD_MODULES; i++)
        order[i] = (uint8_t)i;
    for (unsigned i = SIMD_MODULES - 1; i > 0; i--) {
        const unsigned j = next_random() % (i + 1);
        const uint8_t  swap = order[i];
        order[i] = order[j];
        order[j] = swap;
    }
}

enum order { FORWARDS, BACKWARDS, ONE_SHUFFLE, EVERY_CYCLE_ANOTHER };

static void run_in_order(const char *chip, enum order how, bool plain)
{
    struct machine    m, other;
    const struct plan plan = plan_of(chip);
    uint8_t           order[SIMD_MODULES];
    machine_start(&m, &plan);
    machine_start(&other, &plan);
    other.gpu->simd->plain = plain;
    shuffle(order);
    for (unsigned i = 0; i < SIMD_MODULES && how != ONE_SHUFFLE; i++)
        order[i] = (uint8_t)(how == BACKWARDS ? SIMD_MODULES - 1 - i : i);
    while (!gpu_finished(m.gpu)) {
        assert_false(gpu_stopped(m.gpu, &m.diag));
        gpu_wire(m.gpu);
        gpu_edge(m.gpu);
        if (how == EVERY_CYCLE_ANOTHER)
            shuffle(order);
        gpu_wire(other.gpu);
        gpu_edge_in_order(other.gpu, order);
        expect_same(&m, &other);
    }
    assert_int_equal(rtl_compare(m.gpu->instances, other.gpu->instances, m.gpu->instance_count, NULL), 0);
    assert_true(same_exports(&m, &other));
    machine_free(&m);
    machine_free(&other);
}

static void the_order_of_evaluation_does_not_matter(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        run_in_order(chips[c], FORWARDS, false);
        run_in_order(chips[c], BACKWARDS, true);
        for (unsigned i = 0; i < cases(4); i++)
            run_in_order(chips[c], ONE_SHUFFLE, i % 2);
        for (unsigned i = 0; i < cases(4); i++)
            run_in_order(chips[c], EVERY_CYCLE_ANOTHER, i % 2);
    }
}

/* ---- waveforms -------------------------------------------------------------------------------------------------- */

struct recording {
    const char *path;
    uint64_t    from, end;
    bool        lanes, shuffled, broken;
};

/* Runs the program with a waveform; returns the cycles. */
static uint64_t record(const struct recording *recording)
{
    struct machine             m;
    const struct plan          plan = plan_of("rv770");
    const struct trace_options options = {
        .path = recording->path, .from = recording->from, .end = recording->end, .lanes = recording->lanes};
    uint8_t order[SIMD_MODULES];
    machine_start(&m, &plan);
    struct trace *trace = trace_open(&options, m.gpu->instances, m.gpu->instance_count, &m.diag);
    assert_non_null(trace);
    while (!gpu_finished(m.gpu)) {
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        if (m.gpu->cycle >= options.from && (!options.end || m.gpu->cycle < options.end))
            trace_sample(trace, m.gpu->cycle);
        shuffle(order);
        if (recording->shuffled)
            gpu_edge_in_order(m.gpu, order);
        else
            gpu_edge(m.gpu);
        if (recording->broken && m.gpu->cycle == 1000)
            break_machine(&m);
    }
    assert_true(trace_close(trace, &m.diag));
    const uint64_t cycles = m.gpu->cycle;
    machine_free(&m);
    return cycles;
}

static void two_runs_and_shuffled_runs_write_the_same_waveform_byte_for_byte(void **state)
{
    (void)state;
    char path[3][512];
    for (unsigned lanes = 0; lanes < 2; lanes++) {
        struct recording recording = {.lanes = lanes, .from = lanes ? 1000 : 0, .end = lanes ? 1030 : 0};
        for (unsigned i = 0; i < 3; i++) {
            snprintf(path[i], sizeof path[i], "%s.%u.vcd", program_name, i);
            recording.path = path[i];
            recording.shuffled = i == 1;
            recording.broken = i == 2;
            record(&recording);
        }
        assert_true(same_bytes(path[0], path[1]));
        assert_false(same_bytes(path[0], path[2]));
        recording = (struct recording){.path = path[2], .lanes = lanes, .from = recording.from, .end = recording.end};
        record(&recording);
        assert_true(same_bytes(path[0], path[2]));
    }
    for (unsigned i = 0; i < 3; i++)
        unlink(path[i]);
}

static void a_waveform_changes_neither_registers_nor_cycles_nor_exports(void **state)
{
    (void)state;
    struct machine             m, other;
    const struct plan          plan = plan_of("rv770");
    const char *const          path = scratch("on.vcd");
    const struct trace_options options = {.path = path, .from = 990, .end = 1040, .lanes = true};
    machine_start(&m, &plan);
    machine_start(&other, &plan);
    struct trace *trace = trace_open(&options, m.gpu->instances, m.gpu->instance_count, &m.diag);
    while (!gpu_finished(m.gpu)) {
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        if (m.gpu->cycle >= options.from && m.gpu->cycle < options.end)
            trace_sample(trace, m.gpu->cycle);
        gpu_edge(m.gpu);
        gpu_wire(other.gpu);
        gpu_edge(other.gpu);
        expect_same(&m, &other);
    }
    assert_true(trace_close(trace, &m.diag));
    assert_true(gpu_finished(other.gpu));
    assert_true(same_exports(&m, &other));
    machine_free(&m);
    machine_free(&other);
    unlink(path);
}

static int command(const char *format, const char *a, const char *b)
{
    char line[1200];
    snprintf(line, sizeof line, format, a, b);
    const int status = system(line);
    return status == -1 || !WIFEXITED(status) ? -1 : WEXITSTATUS(status);
}

static void a_waveform_in_fst_says_what_the_one_in_vcd_says(void **state)
{
    (void)state;
    if (command("command -v fst2vcd >/dev/null && test -e tb/vcd_tool.py", "", ""))
        skip();
    char vcd[512], fst[512], back[512], wrong[512];
    snprintf(vcd, sizeof vcd, "%s.f.vcd", program_name);
    snprintf(fst, sizeof fst, "%s.f.fst", program_name);
    snprintf(back, sizeof back, "%s.b.vcd", program_name);
    snprintf(wrong, sizeof wrong, "%s.w.vcd", program_name);
    record(&(struct recording){.path = vcd, .from = 980, .end = 1080});
    record(&(struct recording){.path = fst, .from = 980, .end = 1080});
    record(&(struct recording){.path = wrong, .from = 980, .end = 1080, .broken = true});
    assert_int_equal(command("fst2vcd -f '%s' -o '%s' >/dev/null", fst, back), 0);
    assert_int_equal(command("python3 tb/vcd_tool.py diff '%s' '%s' >/dev/null", vcd, back), 0);
    assert_int_equal(command("python3 tb/vcd_tool.py diff '%s' '%s' >/dev/null", wrong, back), 1);
    assert_int_equal(command("rm -f '%s' '%s'", vcd, fst), 0);
    assert_int_equal(command("rm -f '%s' '%s'", back, wrong), 0);
}

/* ---- snapshots -------------------------------------------------------------------------------------------------- */

/* The exports that were made before the snapshot and after it are those of the whole run. */
static void expect_union(struct machine *whole, struct machine *before, struct machine *after)
{
    const struct result_exports *exports = gpu_exports(whole->gpu);
    for (unsigned c = 0; c < exports->column_count; c++) {
        const struct result_column *column = &exports->columns[c];
        const struct result_column *first = results_find(gpu_exports(before->gpu), column->type, column->array_base);
        const struct result_column *second = results_find(gpu_exports(after->gpu), column->type, column->array_base);
        for (unsigned t = 0; t < exports->threads; t++)
            for (unsigned e = 0; e < 4; e++) {
                const struct result_column *from = second && second->written[t] >> e & 1 ? second : first;
                if (!(column->written[t] >> e & 1))
                    continue;
                assert_non_null(from);
                assert_true(from->written[t] >> e & 1);
                assert_int_equal(from->values[t][e], column->values[t][e]);
            }
    }
    for (unsigned t = 0; t < exports->threads; t++)
        assert_int_equal(exports->killed[t], gpu_exports(before->gpu)->killed[t] | gpu_exports(after->gpu)->killed[t]);
}

static void continue_from(const char *chip, uint64_t at)
{
    struct machine    m, stopped, fresh;
    const struct plan plan = plan_of(chip);
    const char *const path = scratch("snap");
    machine_start(&m, &plan);
    machine_start(&stopped, &plan);
    machine_start(&fresh, &plan);
    while (m.gpu->cycle < at) {
        machine_step(&m);
        machine_step(&stopped);
    }
    for (unsigned i = next_random() % 300; i > 0; i--) /* what the fresh one has done before does not matter */
        machine_step(&fresh);
    const struct rtl_machine from = gpu_machine(stopped.gpu), to = gpu_machine(fresh.gpu);
    assert_true(machine_snapshot_save(path, &from, &m.diag));
    if (!machine_snapshot_load(path, &to, &m.diag))
        fail_msg("%s", m.diag.what);
    assert_true(fresh.gpu->cycle == at);
    while (!gpu_finished(m.gpu)) {
        gpu_wire(m.gpu);
        gpu_wire(fresh.gpu);
        gpu_look(m.gpu);
        gpu_look(fresh.gpu);
        if (!machines_agree(m.gpu, fresh.gpu, true, &m.diag))
            fail_msg("restored at %llu: %s", (unsigned long long)at, m.diag.what);
        gpu_edge(m.gpu);
        gpu_edge(fresh.gpu);
    }
    expect_same(&m, &fresh);
    assert_true(gpu_finished(fresh.gpu));
    assert_true(m.gpu->cycle == fresh.gpu->cycle);
    assert_int_equal(rtl_compare(m.gpu->instances, fresh.gpu->instances, m.gpu->instance_count, NULL), 0);
    expect_union(&m, &stopped, &fresh);
    machine_free(&m);
    machine_free(&stopped);
    machine_free(&fresh);
    unlink(path);
}

static void a_machine_restored_from_a_snapshot_continues_bit_for_bit_wires_too(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        struct machine    m;
        const struct plan plan = plan_of(chips[c]);
        machine_start(&m, &plan);
        machine_run(&m);
        const uint64_t end = m.gpu->cycle;
        machine_free(&m);
        continue_from(chips[c], 0);
        continue_from(chips[c], end);
        for (unsigned i = 0; i < cases(6); i++)
            continue_from(chips[c], next_random() % end);
    }
}

static void one_wrong_bit_after_a_snapshot_is_seen(void **state)
{
    (void)state;
    struct machine    m, fresh;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    machine_start(&fresh, &plan);
    for (unsigned i = 0; i < 1008; i++) {
        machine_step(&m);
        machine_step(&fresh);
    }
    assert_true(same_state(&m, &fresh));
    break_machine(&fresh);
    assert_false(same_state(&m, &fresh));
    assert_int_equal(rtl_compare(m.gpu->instances, fresh.gpu->instances, m.gpu->instance_count, NULL), 1);
    break_machine(&fresh);
    fresh.gpu->simd->gprs.w[255].lane[63] ^= 0x80000000u;
    assert_false(same_state(&m, &fresh));
    assert_int_equal(rtl_compare(m.gpu->instances, fresh.gpu->instances, m.gpu->instance_count, NULL), 1);
    machine_free(&m);
    machine_free(&fresh);
}

/* ---- timing parameters ------------------------------------------------------------------------------------------ */

static const char *const timing[] = {"alu_latency",   "mova_delay_groups", "cf_fetch_clk", "cf_decode_clk",
                                     "alu_arb_clk",   "alu_lock_clk",      "kc_lock_clk",  "alu_fetch_clk",
                                     "ic_cf_kb",      "ic_alu_kb",         "ic_ways",      "ic_miss_clk",
                                     "kc_kb",         "kc_miss_clk",       "spi_wave_clk", "spi_load_clk",
                                     "sx_export_clk", "start_seed",        "start_jitter"};

static const struct chip_parameter *parameter(const char *name)
{
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++)
        if (strcmp(chip_parameters[p].name, name) == 0)
            return &chip_parameters[p];
    return NULL;
}

/* Some parameters at an end of their range or anywhere in it. */
static void set_some(struct plan *plan, char (*assignments)[64])
{
    for (unsigned i = 0; i < PLAN_SETS - 1; i++) {
        const struct chip_parameter *p = parameter(timing[next_random() % LENGTH(timing)]);
        assert_non_null(p);
        const uint32_t span = (p->most - p->least < 600 ? p->most - p->least : 600) + 1, choice = next_random() % 3;
        const uint32_t value = choice == 0   ? p->least
                               : choice == 1 ? p->least + span - 1
                                             : p->least + next_random() % span;
        snprintf(assignments[i], sizeof assignments[i], "%s=%u", p->name, (unsigned)value);
        plan->set[i] = assignments[i];
    }
}

static void timing_parameters_never_change_the_exports(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        struct machine reference;
        struct plan    plan = plan_of(chips[c]);
        uint64_t       least = ~0ull, most = 0;
        machine_start(&reference, &plan);
        machine_run(&reference);
        for (unsigned i = 0; i < cases(30); i++) {
            char           assignments[PLAN_SETS][64];
            struct machine m;
            set_some(&plan, assignments);
            machine_start(&m, &plan);
            machine_run(&m);
            if (!same_exports(&reference, &m))
                fail_msg("%s: other exports with %s %s %s %s %s %s %s", chips[c], assignments[0], assignments[1],
                         assignments[2], assignments[3], assignments[4], assignments[5], assignments[6]);
            least = m.gpu->cycle < least ? m.gpu->cycle : least;
            most = m.gpu->cycle > most ? m.gpu->cycle : most;
            machine_free(&m);
        }
        assert_true(most > 2 * least); /* but they do change the time */
        machine_free(&reference);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_program_of_these_tests_branches_and_loops),
        cmocka_unit_test(the_order_of_evaluation_does_not_matter),
        cmocka_unit_test(two_runs_and_shuffled_runs_write_the_same_waveform_byte_for_byte),
        cmocka_unit_test(a_waveform_changes_neither_registers_nor_cycles_nor_exports),
        cmocka_unit_test(a_waveform_in_fst_says_what_the_one_in_vcd_says),
        cmocka_unit_test(a_machine_restored_from_a_snapshot_continues_bit_for_bit_wires_too),
        cmocka_unit_test(one_wrong_bit_after_a_snapshot_is_seen),
        cmocka_unit_test(timing_parameters_never_change_the_exports),
    };
    (void)argc;
    program_name = argv[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
