/* test_machine_rest.c - what stands still costs nothing and changes nothing: modules sleep until a source of their
 * wires has changed (simd_clock.c), and wires mean nothing between clocks.  Every comparison is also shown a machine in
 * which something is left out that must not be. */
#include "kit/walk.h"
#include "tb/random/settled.h"
#include "tb/unit/pair.h"

/* ---- sleep ------------------------------------------------------------------------------------------------------- */

static void sleeping_modules_hold_their_state(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        while (pair_runs(&pair)) {
            gpu_wire(pair.m.gpu);
            if (!sleepers_hold(pair.m.gpu, &pair.m.diag))
                fail_msg("program %u: %s", p, pair.m.diag.what);
            gpu_edge(pair.m.gpu);
        }
        pair_free(&pair);
    }
}

static void at_an_edge_all_modules_read_values_from_before_it(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        while (pair_runs(&pair)) {
            gpu_wire(pair.m.gpu);
            if (!edge_holds(pair.m.gpu, &pair.m.diag))
                fail_msg("program %u: %s", p, pair.m.diag.what);
        }
        pair_free(&pair);
    }
}

/* A group right behind MOVA_INT that reads by AR.x too early: the row is written while it is read. */
static void a_row_that_is_read_and_written_at_one_edge_is_seen(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    bool              holds = true;
    machine_start(&m, &plan);
    while (holds && !gpu_finished(m.gpu)) {
        struct simd *const simd = m.gpu->simd;
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        struct alu_issue *const group = &simd->issue[simd->fetch.in.parity];
        if (simd->ar[simd->fetch.in.parity].in.write && simd->fetch.in.enable) {
            group->q.read_relative = group->q.read;
            group->q.read_row = (read_row_t){{0}}; /* GPR numbers now */
            group->d = group->q;
        }
        holds = edge_holds(m.gpu, &m.diag);
    }
    assert_false(holds);
    assert_non_null(strstr(m.diag.what, "operand_fetch reads what another module writes"));
    machine_free(&m);
}

static void a_machine_without_sleep_is_the_same_signal_by_signal(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        pair.other.gpu->simd->plain = true;
        while (pair_runs(&pair)) {
            gpu_wire(pair.m.gpu);
            gpu_wire(pair.other.gpu);
            gpu_look(pair.m.gpu);
            gpu_look(pair.other.gpu);
            if (!machines_agree(pair.m.gpu, pair.other.gpu, true, &pair.m.diag))
                fail_msg("program %u: %s", p, pair.m.diag.what);
            gpu_edge(pair.m.gpu);
            gpu_edge(pair.other.gpu);
        }
        expect_same(&pair.m, &pair.other);
        assert_true(gpu_finished(pair.other.gpu) && same_exports(&pair.m, &pair.other));
        pair_free(&pair);
    }
}

static void a_difference_in_any_kind_of_signal_is_seen(void **state)
{
    (void)state;
    struct pair pair;
    pair_start(&pair, 0);
    while (pair.m.gpu->cycle < 1600) { /* large memories are compared in this one */
        machine_step(&pair.m);
        machine_step(&pair.other);
    }
    gpu_wire(pair.m.gpu);
    gpu_wire(pair.other.gpu);
    gpu_look(pair.m.gpu);
    gpu_look(pair.other.gpu);
    assert_true(machines_agree(pair.m.gpu, pair.other.gpu, true, &pair.m.diag));
    bool seen[RTL_MEM + 1] = {false};
    for (unsigned n = 0; n < SIMD_MODULES; n++) {
        const struct rtl_instance *instance = &pair.other.gpu->instances[n];
        for (unsigned s = 0; s < instance->module->signal_count; s++) {
            const struct rtl_signal *signal = &instance->module->signals[s];
            unsigned char           *place = (unsigned char *)(uintptr_t)rtl_place(signal, instance->state);
            if (seen[signal->kind] || !place)
                continue;
            seen[signal->kind] = true;
            place += rtl_signal_bytes(signal) - 1;
            *place ^= 1;
            assert_false(machines_agree(pair.m.gpu, pair.other.gpu, true, &pair.m.diag));
            if (signal->kind != RTL_BUS &&
                (!strstr(pair.m.diag.what, signal->name) ||
                 rtl_is_wire(signal->kind) != machines_agree(pair.m.gpu, pair.other.gpu, false, NULL)))
                fail_msg("%s: %s", signal->name, pair.m.diag.what);
            *place ^= 1;
        }
    }
    for (unsigned kind = 0; kind <= RTL_MEM; kind++)
        assert_true(seen[kind]);
    pair_free(&pair);
}

static unsigned size_of(const struct simd_set *set)
{
    unsigned size = 0;
    for (unsigned n = 0; n < SIMD_MODULES; n++)
        size += simd_set_has(set, n);
    return size;
}

static void most_modules_sleep_and_all_but_the_rotation_when_nothing_happens(void **state)
{
    (void)state;
    enum { BEHIND_THE_END = 64 };
    const unsigned    modules = SIMD_MODULES - AT_rotation;
    struct machine    m;
    uint64_t          awake = 0;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        awake += size_of(&m.gpu->simd->awake);
    }
    assert_true(awake < m.gpu->cycle * modules / 2);
    assert_true(awake > m.gpu->cycle); /* the rotation, and working modules */
    for (unsigned i = 0; i < BEHIND_THE_END; i++)
        machine_step(&m);
    for (unsigned i = 0; i < ROTATION_CLOCKS; i++) {
        machine_step(&m);
        assert_true(simd_set_has(&m.gpu->simd->awake, AT_rotation));
        for (unsigned n = AT_clause; n < SIMD_MODULES; n++)
            if ((n < AT_issue || n > LAST_issue) && simd_set_has(&m.gpu->simd->awake, n))
                fail_msg("%s is awake", m.gpu->instances[n].path);
    }
    machine_free(&m);
}

/* ---- what is left out is seen ------------------------------------------------------------------------------------ */

/* The cycle in which a machine whose module never wakes first differs, or 0, and the one in which it had to. */
static uint64_t differs_without(unsigned module, unsigned program, uint64_t *changes)
{
    struct pair                pair;
    uint64_t                   cycle = 0;
    struct rtl_difference      first;
    static struct rtl_instance before, after;
    pair_start(&pair, program);
    const struct rtl_instance *instance = &pair.m.gpu->instances[module];
    const size_t               bytes = simd_module_bytes(module);
    void                      *copy = malloc(bytes);
    assert_non_null(copy);
    before = after = *instance;
    before.state = copy;
    *changes = 0;
    while (pair_runs(&pair) && !*changes && !cycle) {
        gpu_wire(pair.m.gpu);
        gpu_wire(pair.other.gpu);
        simd_set_remove(&pair.other.gpu->simd->look, module);
        const bool awake = simd_is_awake(pair.m.gpu->simd, module);
        if (awake)
            memcpy(copy, instance->state, bytes);
        gpu_edge(pair.m.gpu);
        gpu_edge(pair.other.gpu);
        if (awake && rtl_compare(&before, &after, 1, &first))
            *changes = pair.m.gpu->cycle;
        cycle = rtl_compare(instance, &pair.other.gpu->instances[module], 1, &first) ? pair.m.gpu->cycle : 0;
    }
    free(copy);
    pair_free(&pair);
    return cycle;
}

/* Modules without wires have no events. */
static bool is_unused(unsigned number)
{
    return !simd_wiring(number);
}

static void every_module_that_is_wrongly_left_asleep_is_seen(void **state)
{
    (void)state;
    for (unsigned module = AT_PHASE + 1; module < SIMD_MODULES; module++) { /* that one is awake in each clock */
        uint64_t changes = 0;
        for (unsigned p = 0; p < PLANS && !changes; p += PLANS - 1) {
            const uint64_t cycle = differs_without(module, p, &changes);
            if (cycle != changes)
                fail_msg("module %u: changes in cycle %llu, first difference in cycle %llu", module,
                         (unsigned long long)changes, (unsigned long long)cycle);
        }
        if (!changes && !is_unused(module))
            fail_msg("module %u never changes", module);
    }
}

/* Members of `source` wake no module or net of those numbers. */
static void leave_out(struct simd *simd, unsigned first_source, unsigned last_source, unsigned first, unsigned last)
{
    for (unsigned n = first; n <= last; n++) {
        for (unsigned source = first_source; source <= last_source; source++)
            simd_set_remove(&simd->wakes[source], n);
        for (unsigned on = 0; on < SIMD_ONS; on++)
            if (simd->on[on].source >= first_source && simd->on[on].source <= last_source)
                simd_set_remove(&simd->on[on].wakes, n);
    }
}

/* Two programs run to their ends, or to the first cycle in which it shows that members of `source` do not wake members
 * of `sleeper`; true then. */
static bool is_missed(unsigned first_source, unsigned last_source, unsigned first, unsigned last)
{
    bool missed = false;
    for (unsigned p = 0; p < PLANS && !missed; p += PLANS - 1) {
        struct pair pair;
        pair_start(&pair, p);
        struct gpu *gpu = pair.m.gpu;
        leave_out(gpu->simd, first_source, last_source, first, last);
        while (pair_runs(&pair) && !missed) {
            gpu_wire(gpu);
            missed = !sleepers_look(gpu, &pair.m.diag);
            gpu_edge(gpu);
        }
        pair_free(&pair);
    }
    return missed;
}

static const struct member {
    const char *name;
    unsigned    first, last;
} members[] = {
#define MEMBERS(type, member, count, ...) {#member, AT_##member, LAST_##member},
#include "rtl_model/r700/simd.def"
};

static bool wakes(const struct simd *simd, const struct member *source, const struct member *sleeper)
{
    for (unsigned n = sleeper->first; n <= sleeper->last; n++)
        if (simd_set_has(&simd->wakes[source->first], n))
            return true;
    for (unsigned on = 0; on < SIMD_ONS; on++)
        for (unsigned n = sleeper->first; simd->on[on].source == source->first && n <= sleeper->last; n++)
            if (simd_set_has(&simd->on[on].wakes, n))
                return true;
    return false;
}

/* Many sources change together with another one: such a pair alone is not missed. */
static void sources_that_are_left_out_are_missed(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    unsigned          pairs = 0, missed = 0;
    machine_start(&m, &plan);
    for (unsigned s = 0; s < LENGTH(members); s++)
        for (unsigned n = 0; n < LENGTH(members); n++)
            if (s != n && wakes(m.gpu->simd, &members[s], &members[n])) {
                pairs++;
                missed += is_missed(members[s].first, members[s].last, members[n].first, members[n].last);
            }
    machine_free(&m);
    if (missed < 2 * pairs / 5)
        fail_msg("%u of %u pairs", missed, pairs);
}

/* Nets that are driven in certain phases, whatever has changed. */
static bool is_phased(unsigned number)
{
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    bool              phased = false;
    machine_start(&m, &plan);
    for (unsigned phase = 0; number < SIMD_NETS && phase < ROTATION_CLOCKS; phase++)
        phased |= m.gpu->simd->phased[phase] >> number & 1;
    machine_free(&m);
    return phased;
}

/* Its awake clocks aside, a member looks only because a source wakes it; what comes from above is told.  The rotation
 * is always awake, and the arbiter of units that are hardly ever all taken. */
static void a_member_that_no_source_wakes_is_missed(void **state)
{
    (void)state;
    for (unsigned n = 0; n < LENGTH(members); n++)
        if (members[n].first != AT_rotation && members[n].first != AT_texture_arbiter && !is_unused(members[n].first) &&
            members[n].first != AT_launch && members[n].first != AT_answer && !is_phased(members[n].first) &&
            !is_missed(0, SIMD_MODULES - 1, members[n].first, members[n].last))
            fail_msg("%s", members[n].name);
}

/* The chip's own modules, and what it tells its SIMDs. */
static void a_chip_that_wakes_no_module_or_tells_nothing_is_missed(void **state)
{
    (void)state;
    for (unsigned tells = 0; tells < 2; tells++) {
        struct pair pair;
        bool        missed = false;
        pair_start(&pair, PLANS - 1); /* wavefronts queue */
        struct gpu *gpu = pair.m.gpu;
        if (tells)
            memset(gpu->wakes, 0, sizeof gpu->wakes);
        while (pair_runs(&pair) && !missed) {
            gpu->told = gpu->told && tells;
            gpu_wire(gpu);
            missed = !sleepers_look(gpu, &pair.m.diag);
            gpu_edge(gpu);
        }
        assert_true(missed);
        pair_free(&pair);
    }
}

/* Whatever these change, a source of the same wires changes too. */
static bool is_accompanied(unsigned number)
{
    return number == AT_cf_arbiter || number == AT_alu_arbiter || number == AT_fetch_arbiter ||
           number == AT_texture_arbiter || number == AT_flow || number == AT_fetch || number == AT_ar ||
           number == AT_cf_why || number == AT_port || number == AT_texture_walker;
}

static void a_member_that_wakes_no_reader_is_missed(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    for (unsigned s = 0; s < LENGTH(members); s++) {
        bool any = false;
        for (unsigned n = 0; n < LENGTH(members) && !any; n++)
            any = s != n && wakes(m.gpu->simd, &members[s], &members[n]);
        if (any && !is_unused(members[s].first) &&
            is_missed(members[s].first, members[s].last, 0, SIMD_MODULES - 1) == is_accompanied(members[s].first))
            fail_msg("%s%s", members[s].name, is_accompanied(members[s].first) ? " is missed" : "");
    }
    machine_free(&m);
}

/* Large modules are looked at seldom. */
static bool holds_for_a_while(struct machine *m)
{
    enum { WHILE = 32 };
    bool holds = true;
    for (unsigned i = 0; i < WHILE && holds; i++) {
        gpu_wire(m->gpu);
        holds = sleepers_hold(m->gpu, &m->diag);
        gpu_edge(m->gpu);
    }
    return holds;
}

static void an_event_that_is_not_listed_is_seen(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = plan_of("rv770");
    machine_start(&m, &plan);
    machine_run(&m);
    assert_true(holds_for_a_while(&m));
    /* an instruction that waits for its read, of which no register that keeps the unit awake tells */
    m.gpu->simd->vertex.q.free = m.gpu->simd->vertex.d.free = false;
    assert_false(holds_for_a_while(&m));
    assert_non_null(strstr(m.diag.what, "vertex_fetch changes in its sleep"));
    machine_free(&m);
}

/* ---- wires mean nothing between clocks --------------------------------------------------------------------------- */

/* Scribbles over everything that is driven; straps stay. */
static void scribble(struct gpu *gpu)
{
    static unsigned char straps[1024];
    for (unsigned n = AT_rotation; n < gpu->instance_count; n++) {
        const struct rtl_module *module = gpu->instances[n].module;
        unsigned char           *to = gpu->instances[n].state;
        size_t                   end = SIZE_MAX;
        for (unsigned s = 0; s < module->signal_count; s++)
            if (!rtl_is_wire(module->signals[s].kind) && module->signals[s].offset < end)
                end = module->signals[s].offset;
        if (n < SIMD_MODULES && !simd_wiring(n))
            continue;
        assert_true(end <= sizeof straps);
        memcpy(straps, to, end);
        memset(to, 0xa5, end);
        for (unsigned s = 0; s < module->signal_count; s++) {
            const struct rtl_signal *signal = &module->signals[s];
            if (signal->kind == RTL_STRAP)
                memcpy(to + signal->offset, straps + signal->offset, rtl_signal_bytes(signal));
        }
    }
}

static void wires_that_are_scribbled_over_after_each_edge_change_nothing(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        while (pair_runs(&pair)) {
            gpu_wire(pair.m.gpu);
            gpu_edge(pair.m.gpu);
            scribble(pair.other.gpu);
            gpu_wire(pair.other.gpu);
            scribble(pair.other.gpu);
            gpu_edge(pair.other.gpu);
            expect_same(&pair.m, &pair.other);
        }
        assert_true(same_exports(&pair.m, &pair.other));
        pair_free(&pair);
    }
}

/* All modules and nets look after a touch, so nets are made anew.  1 in all bytes, for "driven" is among them. */
static void nets_that_are_scribbled_over_are_made_anew_after_a_touch(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        while (pair_runs(&pair)) {
            gpu_wire(pair.m.gpu);
            memset(pair.other.gpu->simd, 1, offsetof(struct simd, constants));
            gpu_touch(pair.other.gpu);
            gpu_wire(pair.other.gpu);
            gpu_look(pair.m.gpu);
            gpu_look(pair.other.gpu);
            if (!machines_agree(pair.m.gpu, pair.other.gpu, true, &pair.m.diag))
                fail_msg("program %u: %s", p, pair.m.diag.what);
            gpu_edge(pair.m.gpu);
            gpu_edge(pair.other.gpu);
        }
        pair_free(&pair);
    }
}

/* What a block in a module's place does behind an edge: writes registers, which then hold.  A module that rested would
 * have its counters still to come there. */
static void nothing_before(void *context)
{
    (void)context;
}
static void registers_hold(void *context)
{
    const struct gpu *gpu = context;
    for (unsigned i = 0; i < gpu->instance_count; i++) {
        const struct rtl_module *module = gpu->instances[i].module;
        for (unsigned s = 0; s < module->signal_count; s++) {
            const struct rtl_signal *signal = &module->signals[s];
            unsigned char           *q = (unsigned char *)gpu->instances[i].state + signal->offset;
            if (rtl_is_register(signal->kind))
                memcpy(q + module->next_state, q, signal->count * (size_t)RTL_ELEMENT_BYTES(signal->bits));
        }
    }
}

static void beside_something_that_writes_registers_no_module_rests(void **state)
{
    (void)state;
    for (unsigned p = 0; p < PROGRAMS; p++) {
        struct pair pair;
        pair_start(&pair, p);
        const struct machine_beside beside = {pair.other.gpu, nothing_before, nothing_before, registers_hold};
        assert_true(gpu_hasten(pair.other.gpu, &pair.other.diag));
        pair.other.gpu->beside = &beside;
        while (pair_runs(&pair)) {
            gpu_clock(pair.m.gpu);
            gpu_clock(pair.other.gpu);
        }
        gpu_look(pair.m.gpu);
        gpu_look(pair.other.gpu);
        if (!machines_agree(pair.m.gpu, pair.other.gpu, true, &pair.m.diag))
            fail_msg("program %u: %s", p, pair.m.diag.what);
        pair_free(&pair);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sleeping_modules_hold_their_state),
        cmocka_unit_test(at_an_edge_all_modules_read_values_from_before_it),
        cmocka_unit_test(a_row_that_is_read_and_written_at_one_edge_is_seen),
        cmocka_unit_test(a_machine_without_sleep_is_the_same_signal_by_signal),
        cmocka_unit_test(a_difference_in_any_kind_of_signal_is_seen),
        cmocka_unit_test(most_modules_sleep_and_all_but_the_rotation_when_nothing_happens),
        cmocka_unit_test(every_module_that_is_wrongly_left_asleep_is_seen),
        cmocka_unit_test(sources_that_are_left_out_are_missed),
        cmocka_unit_test(a_member_that_no_source_wakes_is_missed),
        cmocka_unit_test(a_chip_that_wakes_no_module_or_tells_nothing_is_missed),
        cmocka_unit_test(a_member_that_wakes_no_reader_is_missed),
        cmocka_unit_test(an_event_that_is_not_listed_is_seen),
        cmocka_unit_test(wires_that_are_scribbled_over_after_each_edge_change_nothing),
        cmocka_unit_test(nets_that_are_scribbled_over_are_made_anew_after_a_touch),
        cmocka_unit_test(beside_something_that_writes_registers_no_module_rests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
