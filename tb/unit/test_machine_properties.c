/* test_machine_properties.c - what must not change a run: the order of evaluation, gated clocks, a waveform, a
 * snapshot, a second run, the file format of the waveform; and what must not change its exports: any timing parameter.
 * Every comparison is also shown a machine with one wrong bit.
 *
 * WEKIVA_LONG=n in the environment multiplies the random cases by n. */
#include <sys/wait.h>
#include <unistd.h>

#include "kit/snapshot.h"
#include "tb/unit/machine.h"
#include "trace/vcd.h"

static const char *program_name;

/* ---- a program that uses everything ----------------------------------------------------------------------------- */

enum { THREADS = 200, GPRS = 8, CONSTANTS = 64 };

static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t special[4] = {thread % 3, thread / 2 % 2, bits((float)(thread % 2)), bits((float)(thread / 2 % 2))};
    return gpr == 7 ? special[element] : named_input(thread, gpr, element);
}

static const char text[] =
    "ALU KC0[CB0:0-31] KC1[CB1:16-31] BARRIER\n"
    "0 x: MOVA_INT ____, R7.x\n  y: MUL R0.y, R1.y, KC0[17].x\n"
    "1 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n  z: ADD R6.z, R2.z, 3.25\n"
    "2 x: MOV R3.x, R2.x PRED_SEL(ONE)\n  w: ADD R3.w, R3.x, R4.x VEC_120\n"
    "  t: RECIP_IEEE R3.z, R5.y\n"
    "3 x: ADD R3.x, R3.x, R[AR.x+4].x\n  y: ADD R0.y, PV.w, PS VEC_120\n"
    "4 x: DOT4 R0.x, R3.x, R1.x\n y: DOT4 ____, R3.y, R1.y\n"
    "  z: DOT4 ____, R3.z, R1.z\n w: DOT4 ____, R3.w, R1.w\n"
    "5 z: MOV R0.z, PV.x\n  t: SIN R127.x, R1.x\n"
    "6 w: MOV R0.w, R127.x\n"
    "ALU_PUSH_BEFORE BARRIER\n"
    "0 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_EXEC\n"
    "JUMP @join POP_COUNT(1) BARRIER\n"
    "ALU BARRIER\n0 y: MOV R5.y, 0.0\n"
    "LOOP_START_DX10 @out BARRIER\n"
    "top: ALU_PUSH_BEFORE BARRIER\n"
    "0 y: ADD_INT R5.y, R5.y, 1\n  z: ADD R5.z, R5.z, 1.0\n"
    "1 x: PRED_SETGT_INT ____, R5.y, R7.x UPDATE_EXEC\n"
    "JUMP @next POP_COUNT(1) BARRIER\n"
    "LOOP_BREAK @next BARRIER\n"
    "POP @next POP_COUNT(1) BARRIER\n"
    "next: LOOP_END @top BARRIER\n"
    "out: POP @join POP_COUNT(1) BARRIER\n"
    "join: EXPORT PIX1, R3.xyzw BURST(3) BARRIER\n"
    "ALU @shared BARRIER\n"
    "ALU BARRIER\n"
    "0 x: PRED_SETNE_INT R6.x, R7.x, 0.0 UPDATE_EXEC\n"
    "1 y: MOV R2.y, R0.x PRED_SEL(ONE)\n"
    "ALU @shared KC0[CB1:0-15] BARRIER\n"
    "VTX @fetch\n"
    "ALU BARRIER\n"
    "0 x: KILLGT ____, R7.w, R7.z\n"
    "EXPORT PIX4, R6.w10_ BARRIER\n"
    "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
    "shared:\n"
    "0 x: MOVA_INT ____, R7.x\n"
    "1 x: ADD R1.x, R1.x, R0.x\n2 y: MUL R1.y, R1.x, 0.5\n"
    "3 x: MOV R[AR.x+1].x, R0.y\n4 x: ADD R0.x, R[AR.x+1].x, R1.y VEC_120\n"
    "fetch: FETCH R6.xy_1, R7.w, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_32) MEGA_FETCH\n"
    "FETCH R4.wxyz, R7.x, fc0 USE_CONST_FIELDS\n";

static const struct launch_vertex_resource vertices[] = {
    {.source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, 255, 16u << 8 | 26u << 20, 0, 0, 0, 3u << 30}}};

static uint32_t bank_words[2][4 * CONSTANTS];

static struct plan plan_of(const char *chip)
{
    for (unsigned b = 0; b < 2; b++)
        for (unsigned i = 0; i < 4 * CONSTANTS; i++)
            bank_words[b][i] = bits((float)(1000 * b + i));
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
                         .vertex_count = 1};
}

static const char *const chips[] = {"rv770", "rv710"};

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

/* Registers and memories, by their bytes: rtl_compare is the slow one that can say where.  Large memories are looked at
 * in every 16th cycle. */
static bool same_state(const struct machine *left, const struct machine *right)
{
    for (unsigned i = 0; i < left->gpu->instance_count; i++) {
        const struct rtl_instance *a = &left->gpu->instances[i], *b = &right->gpu->instances[i];
        for (unsigned s = 0; s < a->module->signal_count; s++) {
            const struct rtl_signal *signal = &a->module->signals[s];
            const size_t             bytes = rtl_signal_bytes(signal);
            if (bytes > 4096 && left->gpu->cycle % 16)
                continue;
            if (signal->kind != RTL_IN &&
                memcmp((const char *)a->state + signal->offset, (const char *)b->state + signal->offset, bytes))
                return false;
        }
    }
    return true;
}

static void expect_same(const struct machine *left, const struct machine *right)
{
    struct rtl_difference first;
    if (same_state(left, right))
        return;
    assert_true(rtl_compare(left->gpu->instances, right->gpu->instances, left->gpu->instance_count, &first) > 0);
    fail_msg("cycle %llu: %s.%s[%u][%u]: %llx and %llx", (unsigned long long)left->gpu->cycle, first.instance->path,
             first.signal->name, first.row, first.element, (unsigned long long)first.left,
             (unsigned long long)first.right);
}

static bool same_exports(struct machine *left, struct machine *right)
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

/* Turns one bit of one register around. */
static void break_machine(struct machine *m)
{
    struct write_back *back = &m->gpu->simd.back;
    back->q.gpr_row.slot[0] ^= 1;
    back->d.gpr_row.slot[0] ^= 1;
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

/* ---- order and clocks ------------------------------------------------------------------------------------------- */

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

static void run_in_order(const char *chip, enum order how)
{
    struct machine    m, other;
    const struct plan plan = plan_of(chip);
    uint8_t           order[SIMD_MODULES];
    machine_start(&m, &plan);
    machine_start(&other, &plan);
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
        run_in_order(chips[c], FORWARDS);
        run_in_order(chips[c], BACKWARDS);
        for (unsigned i = 0; i < cases(4); i++)
            run_in_order(chips[c], ONE_SHUFFLE);
        for (unsigned i = 0; i < cases(4); i++)
            run_in_order(chips[c], EVERY_CYCLE_ANOTHER);
    }
}

static void a_clock_that_is_not_gated_changes_nothing(void **state)
{
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        struct machine    m, other;
        const struct plan plan = plan_of(chips[c]);
        uint64_t          gated = 0;
        machine_start(&m, &plan);
        machine_start(&other, &plan);
        while (!gpu_finished(m.gpu)) {
            gpu_wire(m.gpu);
            gpu_wire(other.gpu);
            gated += (uint64_t)SIMD_MODULES - (uint64_t)__builtin_popcountll(m.gpu->simd.clocked);
            other.gpu->simd.clocked = ~0ull >> (64 - SIMD_MODULES);
            gpu_edge(m.gpu);
            gpu_edge(other.gpu);
            expect_same(&m, &other);
        }
        assert_true(gated > m.gpu->cycle * SIMD_MODULES / 4); /* the gate does something */
        assert_true(same_exports(&m, &other));
        machine_free(&m);
        machine_free(&other);
    }
}

/* The cycle in which a machine without the clock of one module first differs; 0: never. */
static uint64_t differs_without(unsigned module, bool *ever_clocked)
{
    struct machine    m, other;
    const struct plan plan = plan_of("rv770");
    uint64_t          cycle = 0;
    machine_start(&m, &plan);
    machine_start(&other, &plan);
    while (!gpu_finished(m.gpu) && !cycle) {
        gpu_wire(m.gpu);
        gpu_wire(other.gpu);
        *ever_clocked |= m.gpu->simd.clocked >> module & 1;
        other.gpu->simd.clocked &= ~(1ull << module);
        gpu_edge(m.gpu);
        gpu_edge(other.gpu);
        cycle = same_state(&m, &other) ? 0 : m.gpu->cycle;
    }
    machine_free(&m);
    machine_free(&other);
    return cycle;
}

static void every_module_that_is_wrongly_left_out_is_seen(void **state)
{
    (void)state;
    for (unsigned module = 0; module < SIMD_MODULES; module++) {
        bool           clocked = false;
        const uint64_t cycle = differs_without(module, &clocked);
        if (clocked != (cycle > 0))
            fail_msg("module %u: %s, first difference in cycle %llu", module, clocked ? "clocked" : "never clocked",
                     (unsigned long long)cycle);
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

static bool same_bytes(const char *left, const char *right)
{
    FILE *a = fopen(left, "rb"), *b = fopen(right, "rb");
    char  block[2][4096];
    bool  same = a && b;
    for (size_t got = 1; same && got;) {
        got = fread(block[0], 1, sizeof block[0], a);
        same = fread(block[1], 1, sizeof block[1], b) == got && memcmp(block[0], block[1], got) == 0;
    }
    if (a)
        fclose(a);
    if (b)
        fclose(b);
    return same;
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
    if (command("command -v vcd2fst >/dev/null && command -v fst2vcd >/dev/null && test -e tb/vcd_tool.py", "", ""))
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
    results_free(&fresh.gpu->exports);
    assert_true(results_init(&fresh.gpu->exports, THREADS, NULL));
    assert_true(snapshot_save(path, stopped.gpu->instances, stopped.gpu->instance_count, stopped.gpu->cycle, &m.diag));
    assert_true(snapshot_load(path, fresh.gpu->instances, fresh.gpu->instance_count, &fresh.gpu->cycle, &m.diag));
    assert_true(fresh.gpu->cycle == at);
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        machine_step(&fresh);
        expect_same(&m, &fresh);
    }
    assert_true(gpu_finished(fresh.gpu));
    assert_true(m.gpu->cycle == fresh.gpu->cycle);
    assert_int_equal(rtl_compare(m.gpu->instances, fresh.gpu->instances, m.gpu->instance_count, NULL), 0);
    expect_union(&m, &stopped, &fresh);
    machine_free(&m);
    machine_free(&stopped);
    machine_free(&fresh);
    unlink(path);
}

static void a_machine_restored_from_a_snapshot_continues_bit_for_bit(void **state)
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
    fresh.gpu->simd.gprs.w[255].lane[63] ^= 0x80000000u;
    assert_false(same_state(&m, &fresh));
    assert_int_equal(rtl_compare(m.gpu->instances, fresh.gpu->instances, m.gpu->instance_count, NULL), 1);
    machine_free(&m);
    machine_free(&fresh);
}

/* ---- timing parameters ------------------------------------------------------------------------------------------ */

static const char *const timing[] = {
    "alu_latency", "mova_delay_groups", "cf_fetch_clk", "cf_decode_clk", "alu_arb_clk",  "alu_lock_clk",
    "kc_lock_clk", "alu_fetch_clk",     "ic_cf_kb",     "ic_alu_kb",     "ic_ways",      "ic_miss_clk",
    "kc_kb",       "kc_miss_clk",       "spi_wave_clk", "spi_load_clk",  "sx_export_clk"};

static const struct chip_parameter *parameter(const char *name)
{
    for (unsigned p = 0; p < chip_parameter_count; p++)
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
        cmocka_unit_test(a_clock_that_is_not_gated_changes_nothing),
        cmocka_unit_test(every_module_that_is_wrongly_left_out_is_seen),
        cmocka_unit_test(two_runs_and_shuffled_runs_write_the_same_waveform_byte_for_byte),
        cmocka_unit_test(a_waveform_changes_neither_registers_nor_cycles_nor_exports),
        cmocka_unit_test(a_waveform_in_fst_says_what_the_one_in_vcd_says),
        cmocka_unit_test(a_machine_restored_from_a_snapshot_continues_bit_for_bit),
        cmocka_unit_test(one_wrong_bit_after_a_snapshot_is_seen),
        cmocka_unit_test(timing_parameters_never_change_the_exports),
    };
    (void)argc;
    program_name = argv[0];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
