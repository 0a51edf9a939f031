/* test_snapshot_waves.c - a machine restored from a snapshot shows the waveform of the uninterrupted one, byte for
 * byte: compiled, random and sampling programs, at moments in the middle of what a machine does (a group's quarters, a
 * fetch, a miss, an export, a filter, a write).  Wires are in no snapshot and lanes in few of the waveforms: every
 * signal is compared in every clock, too. */
#include "tb/unit/machine/snapshot_programs.h"

#include "rtl_model/library/wekiva_internal.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/random/settled.h"

/* With sanitizers fewer programs, for each takes ten times as long. */
#ifdef __SANITIZE_ADDRESS__
enum { EVERY = 6 };
#else
enum { EVERY = 1 };
#endif

enum {
    POINTS = 3,      /* of a program, */
    MORE_POINTS = 9, /* and of one that samples, for few do */
    WINDOW = 20,     /* clocks of a waveform */
    LOOK = 12000,    /* the first clocks of a program, from which points are chosen */
    LANES_EVERY = 64 /* so many points one has lanes in its waveforms */
};

/* ---- moments ----------------------------------------------------------------------------------------------------- */

/* In the middle of what: a register is not 0, and another one has this value. */
static const struct moment {
    const char *what, *busy, *also;
    uint64_t    value;
} moments[] = {
    {"the second quarter of a group is in the slots", "issue_even.o_executing", "rotation.o_clock", 1},
    {"the last quarter of a group is in the slots", "issue_odd.o_executing", "rotation.o_clock", 7},
    {"a group reads its operands", "issue_odd.o_reading", "rotation.o_clock", 2},
    {"a group's words are taken", "issue_even.o_consume", NULL, 0},
    {"a double group stands across its slots", "alu_wide.o_done", NULL, 0},
    {"a result is written", "write_back.o_gpr_write", NULL, 0},
    {"a clause ends", "write_back.o_finish", NULL, 0},
    {"a clause is prepared", "clause00.r_preparing", NULL, 0},
    {"a CF instruction is fetched", "cf_sequencer.o_fetch", "cf_sequencer.o_decode", 1},
    {"control flow changes", "cf_sequencer.o_start_flow", NULL, 0},
    {"the CF cache misses", "cf_cache.o_missing", NULL, 0},
    {"the ALU cache misses", "alu_cache.o_missing", NULL, 0},
    {"a constant's line comes", "kcache.o_missing", NULL, 0},
    {"the fetch cache misses", "fetch_cache.o_missing", NULL, 0},
    {"a fetch's addresses are calculated", "vertex_fetch.r_addressing", NULL, 0},
    {"fetches are under way", "vertex_fetch.o_flying", NULL, 0},
    {"lines are waited for", "vertex_cache.o_missing", NULL, 0},
    {"a request is on its way to memory", "memory_link0.r_requests", NULL, 0},
    {"a line is on its way back", "memory_link0.r_replies", NULL, 0},
    {"a bank of L2 waits for a line", "l2_bank4.r_queued", "l2_lines4.o_missing", 1},
    {"a memory channel is at work", "memory4.r_queued", NULL, 0},
    {"a fetch returns", "vertex_fetch.o_write", NULL, 0},
    {"coordinates of a texture instruction are read", "texture_issue.o_read", NULL, 0},
    {"a quad has its plan", "texture_lod.o_valid", NULL, 0},
    {"lines of a pass are looked up", "texture_walker.o_valid", NULL, 0},
    {"lines of texels are waited for", "texture_l1.o_missing", NULL, 0},
    {"a pass is filtered", "texture_data.r_filtering", NULL, 0},
    {"a texture instruction returns", "texture_return.o_want", NULL, 0},
    {"the local data share is read", "lds_unit.o_get", NULL, 0},
    {"and written", "lds_unit.o_put", NULL, 0},
    {"lines wait for memory", "memory_export.o_used", NULL, 0},
    {"an instruction waits for its acknowledgement", "memory_export.o_unanswered", NULL, 0},
    {"a write is on its way to memory", "memory_port.o_ask", "memory_port.o_ask_kind", MEMORY_WRITE},
    {"memory is read", "memory_read.o_flying", NULL, 0},
    {"a quarter is exported", "export_unit.o_valid", "export_unit.o_quarter", 2},
    {"an export's end is on its way", "export_unit.r_reports", NULL, 0},
    {"initial registers are written", "dispatcher.r_busy", NULL, 0},
};
enum { MOMENTS = sizeof moments / sizeof moments[0] };

/* "dispatcher.r_busy" of the first instance of that name, wherever it stands. */
static struct wk_signal signal_of(const struct wk_machine *machine, const char *name)
{
    struct wk_signal signal = {0};
    char             path[128];
    const int        module = (int)strcspn(name, ".");
    for (unsigned i = 0; i < wk_instance_count(machine); i++) {
        const char *instance = wk_instance_at(machine, i), *last = strrchr(instance, '.') + 1;
        if (strlen(last) != (size_t)module || strncmp(last, name, (size_t)module) != 0)
            continue;
        snprintf(path, sizeof path, "%s%s", instance, name + module);
        OK(wk_find(machine, path, &signal, &said));
        return signal;
    }
    fail_msg("no instance of %s", name);
    return signal;
}

static uint64_t value_at(struct wk_machine *machine, const struct wk_signal *signal)
{
    uint64_t value;
    OK(wk_read(machine, signal, &value));
    return value;
}

static uint32_t next_random(void)
{
    static struct random_source source = {7};
    return random_word(&source);
}

/* One clock of each moment, any with the same chance; 0: it does not come. */
static void choose_clocks(unsigned program, uint64_t clock[MOMENTS])
{
    struct wk_machine *const machine = machine_for(program);
    struct wk_signal         busy[MOMENTS], also[MOMENTS];
    uint32_t                 seen[MOMENTS] = {0};
    for (unsigned m = 0; m < MOMENTS; m++) {
        clock[m] = 0;
        busy[m] = signal_of(machine, moments[m].busy);
        also[m] = signal_of(machine, moments[m].also ? moments[m].also : moments[m].busy);
    }
    while (wk_cycle(machine) < LOOK && wk_clock(machine, 1, &said) == WK_OK)
        for (unsigned m = 0; m < MOMENTS; m++)
            if (value_at(machine, &busy[m]) && (!moments[m].also || value_at(machine, &also[m]) == moments[m].value) &&
                next_random() % ++seen[m] == 0)
                clock[m] = wk_cycle(machine);
    wk_destroy(machine);
}

/* The least tried of the moments that come in this program; their clocks in rising order. */
static unsigned choose_points(const uint64_t clock[MOMENTS], unsigned tried[MOMENTS], unsigned points,
                              uint64_t point[MORE_POINTS])
{
    bool     taken[MOMENTS] = {false};
    unsigned count = 0;
    while (count < points) {
        unsigned least = MOMENTS;
        for (unsigned m = 0; m < MOMENTS; m++)
            if (clock[m] && !taken[m] && (least == MOMENTS || tried[m] < tried[least]))
                least = m;
        if (least == MOMENTS)
            break;
        taken[least] = true;
        tried[least]++;
        unsigned place = count++;
        for (; place > 0 && point[place - 1] > clock[least]; place--)
            point[place] = point[place - 1];
        point[place] = clock[least];
    }
    return count;
}

/* ---- comparison -------------------------------------------------------------------------------------------------- */

static bool same_files(const char *left, const char *right)
{
    size_t      bytes[2];
    char *const text[2] = {slurp(left, &bytes[0]), slurp(right, &bytes[1])};
    const bool  same = bytes[0] == bytes[1] && memcmp(text[0], text[1], bytes[0]) == 0;
    assert_true(bytes[0] > 1000);
    free(text[0]);
    free(text[1]);
    return same;
}

static void *snapshot_of(const struct wk_machine *machine, size_t *length)
{
    void *bytes;
    OK(wk_snapshot(machine, &bytes, length, &said));
    return bytes;
}

/* The next clocks of both, with waveforms.  True when they have the same bytes; `signals`: whether all signals were the
 * same in every clock, too (memories of more than 4 KB in one of them). */
static bool same_waves(struct wk_machine *whole, struct wk_machine *restored, unsigned clocks, bool lanes,
                       bool *signals, struct diag *diag)
{
    /* Rows of memories are left to the comparison of signals: their lanes would be ten million bytes. */
    const struct wk_trace_options options = {.lanes = lanes, .scope = lanes ? "*.[inor]_*" : NULL};
    OK(wk_trace_start(whole, in_folder("whole.vcd"), &options, &said));
    OK(wk_trace_start(restored, in_folder("restored.vcd"), &options, &said));
    *signals = true;
    for (unsigned i = 0; i < clocks && wk_state(whole, NULL) == WK_OK; i++) {
        wk_clock(whole, 1, &said);
        wk_clock(restored, 1, &said);
        gpu_wire(gpu_of(&whole->machine));
        gpu_wire(gpu_of(&restored->machine));
        gpu_look(gpu_of(&whole->machine));
        gpu_look(gpu_of(&restored->machine));
        *signals = *signals && machines_agree(gpu_of(&whole->machine), gpu_of(&restored->machine), true, diag);
    }
    OK(wk_trace_stop(whole, &said));
    OK(wk_trace_stop(restored, &said));
    return same_files(in_folder("whole.vcd"), in_folder("restored.vcd"));
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void a_restored_machine_gives_the_waveform_of_the_uninterrupted_one(void **state)
{
    (void)state;
    unsigned tried[MOMENTS] = {0}, all = 0;
    for (unsigned p = 0; p < PROGRAMS; p += EVERY) {
        uint64_t clock[MOMENTS], point[MORE_POINTS];
        choose_clocks(p, clock);
        const unsigned points = choose_points(clock, tried, p < MADE + RANDOM_PROGRAMS ? POINTS : MORE_POINTS, point);
        struct wk_machine *const whole = machine_for(p);
        for (unsigned i = 0; i < points; i++, all++) {
            struct wk_machine *const restored = machine_for(p);
            struct diag              diag = {0};
            bool                     signals;
            size_t                   length;
            if (point[i] > wk_cycle(whole)) /* else the window before has reached it */
                wk_clock(whole, point[i] - wk_cycle(whole), &said);
            const uint64_t at = wk_cycle(whole);
            void *const    bytes = snapshot_of(whole, &length);
            if (i % 2) /* what it has done before does not matter */
                wk_clock(restored, 1500, &said);
            OK(wk_restore(restored, bytes, length, &said));
            if (!same_waves(whole, restored, WINDOW, all % LANES_EVERY == 0, &signals, &diag) || !signals)
                fail_msg("program %u restored in cycle %llu: another waveform; %s", p, (unsigned long long)at,
                         diag.what);
            wk_free(bytes);
            wk_destroy(restored);
        }
        wk_destroy(whole);
    }
    for (unsigned m = 0; m < MOMENTS; m++)
        if (tried[m] < 2 && EVERY == 1)
            fail_msg("%s: %u snapshots", moments[m].what, tried[m]);
    assert_true(all >= 3 * PROGRAMS / EVERY);
}

/* A snapshot that lacks a register leaves it at its reset value. */
static void a_register_that_a_snapshot_lacks_is_seen(void **state)
{
    (void)state;
    static const char *const lacking[] = {
        "rotation.o_clock",   "dispatcher.r_wait",          "wave_table.r_resident", "cf_sequencer.o_decode_pc",
        "clause00.o_left",    "alu_cache.r_use_clock",      "kcache.r_use_clock",    "issue_even.r_resting",
        "issue_even.r_empty", "write_back.o_finish_clause", "cf_state.r_next_pc",    "predicate_even.o_active",
    };
    struct wk_machine *const whole = machine_for(DEMO);
    size_t                   length;
    unsigned                 lost = 0;
    wk_clock(whole, 2500, &said);
    void *const bytes = snapshot_of(whole, &length);
    for (unsigned i = 0; i < sizeof lacking / sizeof lacking[0]; i++) {
        struct wk_machine *const uninterrupted = machine_for(DEMO), *const restored = machine_for(DEMO);
        const struct wk_signal signal = signal_of(restored, lacking[i]);
        const uint64_t         reset = value_at(restored, &signal);
        struct diag            diag = {0};
        bool                   signals;
        OK(wk_restore(uninterrupted, bytes, length, &said));
        OK(wk_restore(restored, bytes, length, &said));
        const bool lacks = value_at(restored, &signal) != reset;
        OK(wk_write(restored, &signal, reset));
        if (same_waves(uninterrupted, restored, 2, false, &signals, &diag) == lacks || signals == lacks)
            fail_msg("%s is %s its reset value", lacking[i], lacks ? "not" : "");
        lost += lacks;
        wk_destroy(uninterrupted);
        wk_destroy(restored);
    }
    assert_true(lost >= sizeof lacking / sizeof lacking[0] / 2);
    wk_free(bytes);
    wk_destroy(whole);
}

static int make_programs(void **state)
{
    (void)state;
    if (open_folder(NULL))
        return -1;
    for (unsigned i = 0; i < RANDOM_PROGRAMS; i++)
        save_random(i);
    for (unsigned i = 0; i < TEXTURED; i++)
        save_textured(RANDOM_PROGRAMS + i);
    return 0;
}

static int remove_programs(void **state)
{
    (void)state;
    for (unsigned i = 0; i < RANDOM_PROGRAMS + TEXTURED; i++)
        remove_made(i);
    static const char *const waves[] = {"whole.vcd", "restored.vcd"};
    return remove_folder_with(waves, 2);
}

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_machine_gives_the_waveform_of_the_uninterrupted_one),
        cmocka_unit_test(a_register_that_a_snapshot_lacks_is_seen),
    };
    return cmocka_run_group_tests(tests, make_programs, remove_programs);
}
