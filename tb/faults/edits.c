/* edits.c - rows of wires_*.h edited at random, one at a time: the machine that runs is the edited one, whether it goes
 * fast, shows every clock to an observer, or has every module take every clock.
 *
 *   edits [--edits N] [--seed N]     N rows of all modules' and nets' (60), from a seed (1)
 *
 * An event is dropped; another wire is made 0, 1, or has its lowest bit inverted.  Each of the three machines runs
 * in a process of its own for CLOCKS clocks, or to its end: all registers and memories must be the same in the same
 * clock, or all three must stop alike.  An edit can have control flow read predicate or AR of a group that is on its
 * way, which the fast machine computes at once (simd_rows.h): there the fast one must be the plain one when groups go
 * quarter by quarter, and such edits must be few.  Linked with the sources that include rows, built with RTL_EDITS. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/hash.h"
#include "kit/wire.h"
#include "rtl_model/r700/engine/simd_sets.h"
#include "tb/unit/pair.h"

enum { CLOCKS = 2500, SECONDS = 60 };

/* ---- the edit ---------------------------------------------------------------------------------------------------- */

enum kind { ZERO, ONE, INVERTED, KINDS };
static const char *const kinds[KINDS] = {"0", "1", "inverted"};

static struct edit {
    char        member[40]; /* behind the name of the machine: "simd_clause" */
    const char *wire;       /* NULL: no row is edited */
    enum kind   kind;
    bool        fast_alone;
} edit;

/* Whether a function drives the wires of a member. */
static bool drives(const char *driver, const char *member)
{
    static const char *const ends[] = {"_drive_events", "_drive_wires", "_settle", "_look", "_event", "_awake"};
    const size_t             length = strlen(member);
    if (strncmp(driver, member, length) != 0)
        return false;
    for (unsigned e = 0; e < LENGTH(ends); e++)
        if (strcmp(driver + length, ends[e]) == 0)
            return true;
    return false;
}

void rtl_edit(const char *driver, const char *wire, void *value, size_t bytes)
{
    unsigned char *byte = value;
    if (!edit.wire || strcmp(wire, edit.wire) != 0 || !drives(driver, edit.member))
        return;
    if (edit.kind == INVERTED) {
        *byte ^= 1;
        return;
    }
    memset(byte, 0, bytes);
    *byte = edit.kind == ONE;
}

/* ---- a machine --------------------------------------------------------------------------------------------------- */

enum { FAST, SHOWN, PLAIN, MACHINES, QUARTERS_ALONE = MACHINES };
static const char *const machines[MACHINES] = {"fast", "shown", "plain"};

struct end {
    uint64_t cycle, hash;
    int      status; /* of the process that ran it: 0, or the signal that ended it */
    bool     stopped, finished;
    char     what[128];
};

/* Of all registers and memories. */
static uint64_t hash_of_state(const struct gpu *gpu)
{
    uint64_t hash = HASH_START;
    for (unsigned n = 0; n < gpu->instance_count; n++)
        for (unsigned s = 0; s < gpu->instances[n].module->signal_count; s++) {
            const struct rtl_signal *signal = &gpu->instances[n].module->signals[s];
            if (!rtl_is_wire(signal->kind))
                hash = hash_bytes(hash, rtl_place(signal, gpu->instances[n].state), rtl_signal_bytes(signal));
        }
    return hash;
}

/* Of the modules that groups by rows stand for. */
static bool is_of_back(const char *member)
{
    static const char *const back[] = {
#define NAME(member) "simd_" #member,
        BACK(NAME) NAME(reads) NAME(fetch)};
    for (unsigned n = 0; n < LENGTH(back); n++)
        if (strcmp(member, back[n]) == 0)
            return true;
    return false;
}

static void run_shown(struct gpu *gpu)
{
    static uint64_t wires[GPU_INSTANCES / 64 + 1], registers[GPU_INSTANCES / 64 + 1];
    while (gpu->cycle < CLOCKS && !gpu_finished(gpu) && !gpu_stopped(gpu, NULL)) {
        gpu_wire(gpu);
        gpu_show(gpu, gpu->cycle % 3 == 0, wires, registers);
        gpu_edge(gpu);
    }
}

static void run(unsigned which, unsigned program, struct end *end)
{
    struct pair pair;
    struct diag diag = {0};
    pair_start(&pair, program);
    if (edit.fast_alone && which != FAST)
        edit.wire = NULL;
    struct gpu *gpu = pair.m.gpu;
    if (which != PLAIN && !gpu_hasten(gpu, &diag))
        exit(2);
    for (unsigned i = 0; which == PLAIN && i < gpu->simds; i++)
        gpu->simd[i].plain = true;
    /* as gpu_hasten finds where the text of such a row is another one */
    for (unsigned i = 0; ((edit.wire && is_of_back(edit.member)) || which == QUARTERS_ALONE) && i < gpu->simds; i++)
        gpu->simd[i].rows.wanted = false;
    if (which == SHOWN)
        run_shown(gpu);
    else
        gpu_run(gpu, CLOCKS, &diag);
    end->stopped = gpu_stopped(gpu, &diag);
    end->finished = gpu_finished(gpu);
    end->cycle = gpu->cycle;
    gpu_wire(gpu);
    gpu_look(gpu);
    end->hash = hash_of_state(gpu);
    snprintf(end->what, sizeof end->what, "%.127s", end->stopped ? diag.what : "");
}

/* In a process of its own: an edited machine may break any of our rules, too. */
static struct end end_of(unsigned which, unsigned program)
{
    struct end end = {0};
    int        pipes[2], status;
    if (pipe(pipes) != 0)
        exit(2);
    const pid_t child = fork();
    if (child == 0) {
        close(2);
        alarm(SECONDS);
        run(which, program, &end);
        _exit(write(pipes[1], &end, sizeof end) != (ssize_t)sizeof end);
    }
    close(pipes[1]);
    if (child < 0 || read(pipes[0], &end, sizeof end) != (ssize_t)sizeof end)
        memset(&end, 0, sizeof end);
    close(pipes[0]);
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    end.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    return end;
}

static bool alike(const struct end *a, const struct end *b)
{
    return a->status == b->status && a->cycle == b->cycle && a->hash == b->hash && a->stopped == b->stopped &&
           a->finished == b->finished && strcmp(a->what, b->what) == 0;
}

static void print(const struct end *end, const char *name)
{
    printf("  %s: status %d, cycle %llu, hash %016llx%s%s %s\n", name, end->status, (unsigned long long)end->cycle,
           (unsigned long long)end->hash, end->stopped ? ", stopped" : "", end->finished ? ", finished" : "",
           end->what);
}

enum verdict { SAME, SAME_BY_QUARTERS, DIFFERENT };

/* Whether the three machines are one; `changed`: and another one than without the edit. */
static enum verdict compare(unsigned program, const struct end *without, bool *changed)
{
    struct end ends[MACHINES];
    bool       same = true;
    for (unsigned m = 0; m < MACHINES; m++) {
        ends[m] = end_of(m, program);
        same = same && alike(&ends[0], &ends[m]);
    }
    *changed = !alike(&ends[0], without);
    if (!same) {
        const struct end quarters = end_of(QUARTERS_ALONE, program);
        if (!edit.fast_alone && alike(&quarters, &ends[PLAIN]))
            return SAME_BY_QUARTERS;
        printf("%s.%s %s, program %u\n", edit.member, edit.wire, kinds[edit.kind], program);
        for (unsigned m = 0; m < MACHINES; m++)
            print(&ends[m], machines[m]);
    }
    return same ? SAME : DIFFERENT;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

enum { ROWS_MOST = 1200 };
static struct row {
    const char *machine, *member, *wire;
    bool        event;
} rows[ROWS_MOST];
static unsigned row_count;

/* Of a member's rows, wires that are values. */
static void add_rows(const char *machine, const char *member, const struct rtl_module *module,
                     const struct rtl_wiring *wiring)
{
    for (unsigned d = 0; wiring && d < wiring->driver_count; d++)
        for (unsigned s = 0; s < module->signal_count; s++)
            if (strcmp(module->signals[s].name, wiring->drivers[d].wire) == 0 && module->signals[s].kind != RTL_BUS) {
                assert_true(row_count < ROWS_MOST);
                rows[row_count++] =
                    (struct row){machine, member, wiring->drivers[d].wire, module->signals[s].kind == RTL_EN};
            }
}

static void list_rows(void)
{
#define MEMBERS(type, member, count, ...) add_rows("simd", #member, &type##_rtl, simd_wiring(AT_##member));
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) add_rows("gpu", #member, &type##_rtl, gpu_wiring(AT_##member));
#include "rtl_model/r700/gpu.def"
}

/* Behind it all three machines are edited, or the fast one alone. */
static void choose(unsigned number, enum kind kind, bool fast_alone)
{
    snprintf(edit.member, sizeof edit.member, "%s_%s", rows[number].machine, rows[number].member);
    edit.wire = rows[number].wire;
    edit.kind = kind;
    edit.fast_alone = fast_alone;
}

static unsigned number_of_row(const char *member, const char *wire)
{
    unsigned n = 0;
    while (strcmp(rows[n].member, member) != 0 || strcmp(rows[n].wire, wire) != 0)
        n++;
    return n;
}

/* A row that means another thing in one of the machines is seen. */
static bool bites(const struct end *without)
{
    struct edit saved = edit;
    bool        changed;
    choose(number_of_row("clause", "grant_parity"), INVERTED, true);
    puts("one machine alone:");
    const bool seen = compare(0, &without[0], &changed) == DIFFERENT;
    edit = saved;
    return seen;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static unsigned option(int argc, char **argv, const char *name, unsigned value)
{
    for (int a = 1; a + 1 < argc; a++)
        if (strcmp(argv[a], name) == 0)
            value = (unsigned)strtoul(argv[a + 1], NULL, 10);
    return value;
}

int main(int argc, char **argv)
{
    const unsigned edits = option(argc, argv, "--edits", 60);
    unsigned       passed = 0, failed = 0, changes = 0, in_flight = 0;
    uint64_t       random = option(argc, argv, "--seed", 1);
    struct end     without[PROGRAMS];
    list_rows();
    for (unsigned p = 0; p < PROGRAMS; p++)
        without[p] = end_of(FAST, p);
    if (bites(without))
        passed++;
    else
        failed++;
    for (unsigned e = 0; e < edits; e++) {
        bool           changed;
        const uint64_t draw = random = random * 6364136223846793005u + 1442695040888963407u;
        const unsigned program = (unsigned)(draw >> 50) % PROGRAMS;
        const unsigned n = (unsigned)(draw >> 33) % row_count;
        choose(n, rows[n].event ? ZERO : (enum kind)((draw >> 20) % KINDS), false);
        const enum verdict verdict = compare(program, &without[program], &changed);
        passed += verdict != DIFFERENT;
        failed += verdict == DIFFERENT;
        in_flight += verdict == SAME_BY_QUARTERS;
        changes += changed;
    }
    printf("%u rows edited of %u; %u change a run, %u have a group read that is on its way\n", edits, row_count,
           changes, in_flight);
    if (changes < edits / 4 || in_flight > edits / 30)
        failed++;
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
