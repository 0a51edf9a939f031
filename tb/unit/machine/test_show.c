/* test_show.c - what a machine says of its clock to a waveform: whatever it leaves out has not changed, and a waveform
 * of the rest is the one of everything. */
#include <unistd.h>

#include "rtl_model/r700/views/view_rows.h"
#include "tb/unit/everything.h"
#include "tb/unit/pair.h"
#include "tb/unit/same_bytes.h"
#include "trace/vcd.h"

static const char *program_name;

static char *scratch(const char *name)
{
    static char paths[2][512];
    char       *path = paths[name[0] == 'a'];
    snprintf(path, sizeof paths[0], "%s.%s", program_name, name);
    return path;
}

/* Leaves out of the sets what a test wants to be missed: an instance, or with LEAVE_NOTHING none. */
enum { LEAVE_NOTHING = -1 };
struct leave {
    int  instance;
    bool wires;
};

static void forget(uint64_t *set, int instance)
{
    set[instance / 64] &= ~(UINT64_C(1) << instance % 64);
}

/* Two waveforms of a run: one of what gpu_show names, and one of everything, after a look at everything.  Are they the
 * same, byte by byte? */
static bool waveforms_agree(const char *chip, bool hasten, const char *scope, bool lanes, struct leave leave)
{
    struct machine       m;
    const struct plan    plan = plan_of(chip);
    struct trace_options options = {.path = scratch("shown.vcd"), .scope = scope, .lanes = lanes};
    machine_start(&m, &plan);
    if (hasten)
        assert_true(gpu_hasten(m.gpu, &m.diag));
    struct trace *shown = trace_open(&options, m.gpu->instances, m.gpu->instance_count, &m.diag);
    assert_non_null(shown);
    options.path = scratch("all.vcd");
    struct trace *all = trace_open(&options, m.gpu->instances, m.gpu->instance_count, &m.diag);
    assert_non_null(all);
    assert_int_equal(trace_has_lanes(shown), lanes);
    while (!gpu_finished(m.gpu)) {
        const struct trace_changed changed = trace_sets(shown);
        gpu_wire(m.gpu);
        gpu_show(m.gpu, trace_has_lanes(shown), changed.wires, changed.registers);
        if (leave.instance != LEAVE_NOTHING)
            forget(leave.wires ? changed.wires : changed.registers, leave.instance);
        trace_sample_changed(shown, m.gpu->cycle, &changed);
        gpu_look(m.gpu);
        trace_sample(all, m.gpu->cycle);
        gpu_edge(m.gpu);
    }
    assert_true(trace_close(shown, &m.diag));
    assert_true(trace_close(all, &m.diag));
    machine_free(&m);
    const bool same = same_bytes(scratch("shown.vcd"), scratch("all.vcd"));
    unlink(scratch("shown.vcd"));
    unlink(scratch("all.vcd"));
    return same;
}

static void a_waveform_of_what_may_have_changed_is_that_of_everything(void **state)
{
    (void)state;
    static const char *const of[] = {"rv770", "rv710"};
    for (unsigned c = 0; c < 2 * LENGTH(of); c++)
        assert_true(waveforms_agree(of[c / 2], c % 2, NULL, false, (struct leave){LEAVE_NOTHING, false}));
}

static void so_it_is_with_lanes(void **state)
{
    (void)state;
    assert_true(waveforms_agree("rv770", true,
                                "*.alu_?,*.gpr_file,*.write_back,*.operand_fetch,*.net_operands,*.clause00,"
                                "*.wave_table,*.vertex_fetch,*.kcache",
                                true, (struct leave){LEAVE_NOTHING, false}));
}

/* An instance of each kind: a net, a mask, modules with memories and without, one of the chip's own. */
static void what_is_left_out_is_missed(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool        wires, registers;
    } left_out[] = {
        {"gpu.simd0.net_cf_why", true, false},   {"gpu.simd0.net_clause_events", true, false},
        {"gpu.simd0.clause01", true, true},      {"gpu.simd0.issue_odd", true, true},
        {"gpu.simd0.wave_table", true, true},    {"gpu.simd0.kcache", true, true},
        {"gpu.simd0.fetch_clause0", true, true}, {"gpu.dispatcher", true, true},
    };
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    for (unsigned k = 0; k < LENGTH(left_out); k++)
        for (unsigned i = 0; i < m.gpu->instance_count; i++)
            if (strcmp(m.gpu->instances[i].path, left_out[k].path) == 0)
                for (unsigned wires = 0; wires < 2; wires++)
                    if ((wires ? left_out[k].wires : left_out[k].registers) &&
                        waveforms_agree("rv770", true, left_out[k].path, false, (struct leave){(int)i, wires}))
                        fail_msg("%s", left_out[k].path);
    machine_free(&m);
}

/* A scope of a program's waveform, with the rows of its views or without. */
struct part {
    struct plan plan;
    const char *scope;
    bool        rows;
};

/* The waveform of a machine that shows everything or what it needs, but for an instance. */
static void waveform_of(const struct part *part, const char *name, bool only, int but)
{
    struct machine       m;
    struct machine_rows *rows = NULL;
    struct trace_options options = {.path = scratch(name), .scope = part->scope};
    uint64_t             wires[GPU_INSTANCES / 64 + 1] = {0}, registers[GPU_INSTANCES / 64 + 1] = {0},
                                        steady[GPU_INSTANCES / 64 + 1] = {0};
    const struct trace_needs needs = {wires, registers, steady};
    machine_start(&m, &part->plan);
    assert_true(gpu_hasten(m.gpu, &m.diag));
    if (part->rows) {
        rows = view_rows_open(m.gpu, NULL, 0, &m.diag);
        assert_non_null(rows);
        options.derived = &rows->derivation;
    }
    struct trace *trace = trace_open(&options, m.gpu->instances, m.gpu->instance_count, &m.diag);
    assert_non_null(trace);
    assert_true(trace_needs(trace, &needs));
    if (but != LEAVE_NOTHING) {
        forget(wires, but);
        forget(registers, but);
        forget(steady, but);
    }
    if (only)
        gpu_show_only(m.gpu, wires, registers, steady);
    while (!gpu_finished(m.gpu)) {
        const struct trace_changed changed = trace_sets(trace);
        gpu_wire(m.gpu);
        gpu_show(m.gpu, false, changed.wires, changed.registers);
        for (unsigned w = 0; only && w < m.gpu->instance_count / 64 + 1; w++) {
            assert_int_equal(changed.wires[w] & ~wires[w], 0);
            assert_int_equal(changed.registers[w] & ~(registers[w] | steady[w]), 0);
        }
        trace_sample_changed(trace, m.gpu->cycle, &changed);
        gpu_edge(m.gpu);
    }
    assert_true(trace_close(trace, &m.diag));
    if (rows)
        rows->free(rows);
    machine_free(&m);
}

static bool part_agrees(const struct part *part, int but)
{
    waveform_of(part, "shown.vcd", true, but);
    waveform_of(part, "all.vcd", false, LEAVE_NOTHING);
    const bool same = same_bytes(scratch("shown.vcd"), scratch("all.vcd"));
    unlink(scratch("shown.vcd"));
    unlink(scratch("all.vcd"));
    return same;
}

static bool scope_agrees(const char *scope, int but)
{
    return part_agrees(&(struct part){plan_of("rv710"), scope, false}, but);
}

/* Whether it has a signal that is in waveforms without lanes. */
static bool is_seen(const struct rtl_module *module)
{
    for (unsigned s = 0; s < module->signal_count; s++)
        if (module->signals[s].kind != RTL_MEM && module->signals[s].kind != RTL_BUS &&
            module->signals[s].count < TRACE_SHORT_VECTOR)
            return true;
    return false;
}

static void a_scope_needs_its_own_instances_alone(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv710");
    machine_start(&m, &plan);
    assert_true(scope_agrees("*.alu_?,*.clause0?,*.wave_table,gpu.dispatcher", LEAVE_NOTHING));
    for (unsigned i = 0; i < m.gpu->instance_count; i++)
        if (i < SIMD_MODULES || i >= m.gpu->simds * SIMD_MODULES)
            if (is_seen(m.gpu->instances[i].module) && !scope_agrees(m.gpu->instances[i].path, LEAVE_NOTHING))
                fail_msg("%s", m.gpu->instances[i].path);
    machine_free(&m);
}

/* Lanes and marks are of all SIMDs, also of those that sleep because nothing else of them is shown. */
static void rows_are_of_simds_that_are_not_shown(void **state)
{
    (void)state;
    struct part part = {crowded(), "gpu.view.wavefronts,gpu.marks,gpu.simd0.issue_even", true};
    part.plan.set[1] = "simds=3";
    assert_true(part_agrees(&part, LEAVE_NOTHING));
    part.scope = "gpu.simd0.issue_even"; /* marks alone */
    assert_true(part_agrees(&part, LEAVE_NOTHING));
}

static unsigned wavefronts_there(const struct gpu *gpu)
{
    unsigned count = gpu->dispatcher.q.launch; /* the wave table has it a clock later */
    for (unsigned i = 0; i < gpu->simds; i++)
        for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
            count += gpu->simd[i].waves.phase[slot] != WAVE_FREE;
    return count;
}

static void each_wavefront_that_is_there_has_a_lane(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = crowded();
    uint64_t       all[GPU_INSTANCES / 64 + 1], own[GPU_INSTANCES / 64 + 1];
    plan.set[1] = "simds=3";
    machine_start(&m, &plan);
    struct machine_rows *const           rows = view_rows_open(m.gpu, NULL, 0, &m.diag);
    const struct trace_derivation *const list = &rows->derivation;
    memset(all, 0xff, sizeof all);
    while (!gpu_finished(m.gpu)) {
        unsigned lanes = 0;
        gpu_wire(m.gpu);
        list->begin(list->context, all, own);
        for (unsigned i = 0; strcmp(list->rows[i].path, LANES_PATH) == 0; i++) {
            const unsigned lane = list->rows[i].value(list->context, list->rows[i].argument) % (1u << LANE_STATE_BITS);
            lanes += lane != LANE_BEFORE && lane != LANE_DONE;
        }
        assert_int_equal(lanes, wavefronts_there(m.gpu));
        gpu_edge(m.gpu);
    }
    rows->free(rows);
    machine_free(&m);
}

static void without_them_it_is_another_waveform(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv710");
    machine_start(&m, &plan);
    for (unsigned i = 0; i < m.gpu->instance_count; i++)
        if (strcmp(m.gpu->instances[i].path, "gpu.simd0.issue_even") == 0)
            assert_false(scope_agrees("gpu.simd0.issue_even", (int)i));
    machine_free(&m);
}

/* Later everything is shown again. */
static void what_was_not_shown_is_shown_again(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv710");
    uint64_t          wires[GPU_INSTANCES / 64 + 1] = {0}, registers[GPU_INSTANCES / 64 + 1] = {0};
    machine_start(&m, &plan);
    gpu_show_only(m.gpu, wires, registers, registers);
    for (unsigned clock = 0; clock < 500; clock++) {
        gpu_wire(m.gpu);
        gpu_show(m.gpu, false, wires, registers);
        assert_int_equal(wires[0] | registers[0], 0);
        gpu_edge(m.gpu);
    }
    gpu_show_only(m.gpu, NULL, NULL, NULL);
    gpu_wire(m.gpu);
    gpu_show(m.gpu, false, wires, registers);
    for (unsigned i = 0; i < m.gpu->instance_count; i++)
        assert_true(wires[i / 64] >> i % 64 & 1 && registers[i / 64] >> i % 64 & 1);
    machine_free(&m);
}

static void all_is_named_once_and_after_a_touch(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    uint64_t          wires[GPU_INSTANCES / 64 + 1], registers[GPU_INSTANCES / 64 + 1];
    machine_start(&m, &plan);
    for (unsigned time = 0; time < 3; time++) {
        gpu_wire(m.gpu);
        gpu_show(m.gpu, false, wires, registers);
        unsigned named = 0;
        for (unsigned i = 0; i < m.gpu->instance_count; i++)
            named += wires[i / 64] >> i % 64 & 1 && registers[i / 64] >> i % 64 & 1;
        assert_int_equal(named == m.gpu->instance_count, time != 1);
        gpu_edge(m.gpu);
        if (time == 1)
            gpu_touch(m.gpu);
    }
    machine_free(&m);
}

/* Lanes are driven for those alone who want them. */
static void lanes_are_left_alone_when_not_wanted(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    uint64_t          wires[GPU_INSTANCES / 64 + 1], registers[GPU_INSTANCES / 64 + 1];
    machine_start(&m, &plan);
    for (unsigned lanes = 0; lanes < 2; lanes++) {
        gpu_wire(m.gpu);
        gpu_touch(m.gpu);
        m.gpu->simd->slot[0].in.src0.lane[0] = 0xdeadbeef;
        m.gpu->simd->slot[0].in.op = 0x7f;
        gpu_show(m.gpu, lanes, wires, registers);
        assert_int_equal(m.gpu->simd->slot[0].in.src0.lane[0] == 0xdeadbeef, !lanes);
        assert_int_not_equal(m.gpu->simd->slot[0].in.op, 0x7f);
    }
    machine_free(&m);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_waveform_of_what_may_have_changed_is_that_of_everything),
        cmocka_unit_test(so_it_is_with_lanes),
        cmocka_unit_test(what_is_left_out_is_missed),
        cmocka_unit_test(a_scope_needs_its_own_instances_alone),
        cmocka_unit_test(rows_are_of_simds_that_are_not_shown),
        cmocka_unit_test(each_wavefront_that_is_there_has_a_lane),
        cmocka_unit_test(without_them_it_is_another_waveform),
        cmocka_unit_test(what_was_not_shown_is_shown_again),
        cmocka_unit_test(all_is_named_once_and_after_a_touch),
        cmocka_unit_test(lanes_are_left_alone_when_not_wanted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
