/* bench.c - simulated cycles per second of one SIMD, by workload and by stage: `bench [--quick]`, or
 * `bench --only NAME [RUNS]`: the workloads with NAME in their names alone, for comparing two builds in turn.
 *
 * Processor time, not wall time, but for the split into stages.  Each figure is the best of several runs in turn, so
 * that a busy machine disturbs all rows alike; compare rows of one table, not tables.  Stages are timed within one run,
 * group of modules by group, with the clock's own cost taken off; the order of evaluation does not matter. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "isa/r700/asm.h"
#include "rtl_model/r700/gpu.h"
#include "trace/vcd.h"

enum { TEXT = 1 << 16, RUNS = 5 };

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* For stages: far cheaper to read, so that it disturbs less. */
static double wall_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fail(const struct diag *diag)
{
    char text[1600];
    fprintf(stderr, "bench: %s\n", diag_text(diag, text, sizeof text));
    exit(2);
}

/* ---- workloads ------------------------------------------------------------------------------------------------- */

struct workload {
    const char *name;
    const char *group;   /* one instruction group, repeated */
    unsigned    groups;  /* of a clause */
    unsigned    clauses; /* of the program */
    unsigned    threads;
    const char *before, *after; /* control flow around each clause, or NULL */
    bool        stages;         /* measured by stage as well */
    unsigned    idle;           /* only so many cycles after the end are measured; 0: all before it */
};

#define FULL                                                                                                           \
    "x: MULADD_IEEE R2.x, R0.x, R1.x, PV.x\n  y: MULADD_IEEE R2.y, R0.y, R1.y, PV.y\n"                                 \
    "  z: MULADD_IEEE R2.z, R0.z, R1.z, PV.z\n  w: MULADD_IEEE R2.w, R0.w, R1.w, PV.w\n"                               \
    "  t: ADD R3.x, R0.x, R0.y SCL_221\n"
#define FOUR(op)                                                                                                       \
    "x: " op " R2.x, R0.x, R1.x\n  y: " op " R2.y, R0.y, R1.y\n  z: " op " R2.z, R0.z, R1.z\n  w: " op                 \
    " R2.w, R0.w, R1.w\n"
/* An index of its own in every lane, so that the constant file is read 64 times.  Numbers only part groups. */
#define WATERFALL                                                                                                      \
    "x: AND_INT R4.x, R0.x, 63\n  100 x: MOVA_INT ____, R4.x\n"                                                        \
    "  101 x: ADD R2.x, C[AR.x+5].x, R1.x\n  102 x: ADD R2.x, C[AR.x+9].x, R2.x\n"
#define WAVES(n) ((n)*64u)

static const struct workload workloads[] = {
    {"full issue: 5 x MULADD/ADD, 31 waves", FULL, 25, 40, WAVES(62), NULL, NULL, true, 0},
    {"float: 4 x ADD", FOUR("ADD"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"float: 4 x MUL_IEEE", FOUR("MUL_IEEE"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"float: 4 x SETGT", FOUR("SETGT"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"float: 4 x MAX_DX10", FOUR("MAX_DX10"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"integer: 4 x ADD_INT", FOUR("ADD_INT"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"integer: MULLO_INT", "t: MULLO_INT R2.x, R0.x, R1.x\n", 120, 20, WAVES(31), NULL, NULL, false, 0},
    {"conversion: FLT_TO_INT", "t: FLT_TO_INT R2.x, R0.x\n", 120, 20, WAVES(31), NULL, NULL, false, 0},
    {"transcendental: RECIP_IEEE", "t: RECIP_IEEE R2.x, R0.x\n", 120, 20, WAVES(31), NULL, NULL, false, 0},
    {"transcendental: SIN", "t: SIN R2.x, R0.x\n", 120, 20, WAVES(31), NULL, NULL, false, 0},
    {"reduction: DOT4", FOUR("DOT4"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"double: MUL_64", FOUR("MUL_64"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"double: 2 x ADD_64", FOUR("ADD_64"), 30, 40, WAVES(31), NULL, NULL, false, 0},
    {"constants: 2 of 4 groups read C[AR.x], 64 indices", WATERFALL, 5, 4, WAVES(31), NULL, NULL, false, 0},
    {"one group a clause, 2 waves: mostly waiting", FULL, 1, 200, WAVES(2), NULL, NULL, false, 0},
    {"divergent: push, else, pop around each clause", FULL, 5, 30, WAVES(62),
     "ALU_PUSH_BEFORE BARRIER\n 0 x: PRED_SETGT R2.x, R0.x, R0.y UPDATE_PRED UPDATE_EXEC\n",
     "POP ADDR(0) POP_COUNT(1) BARRIER\n", true, 0},
    {"idle: all wavefronts have ended", FULL, 1, 1, WAVES(2), NULL, NULL, true, 200000},
};

/* All clauses share the instruction words of one. */
static void write_program(const struct workload *work, char *text)
{
    size_t used = 0;
    for (unsigned c = 0; c < work->clauses; c++)
        used += (size_t)snprintf(text + used, TEXT - used, "%sALU @body BARRIER\n%s", work->before ? work->before : "",
                                 work->after ? work->after : "");
    used += (size_t)snprintf(text + used, TEXT - used, "EXPORT_DONE PIX0, R2.xyzw EOP BARRIER\n");
    for (unsigned g = 0; g < work->groups; g++)
        used += (size_t)snprintf(text + used, TEXT - used, "%s %u %s", g ? "" : "body:", g, work->group);
}

/* A machine ready to run, its caches cold. */
struct bench {
    struct program program;
    struct launch *launch;
    struct gpu    *gpu;
};

static void prepare(struct bench *bench, const struct workload *work)
{
    static char        text[TEXT];
    char               json[512];
    struct diag        diag;
    struct chip_config chip;
    write_program(work, text);
    if (!program_parse(work->name, text, strlen(text), &bench->program, &diag) || !chip_load("rv770", &chip, &diag))
        fail(&diag);
    snprintf(json, sizeof json,
             "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": %u, \"num_gprs\": 8, \"stack_size\": 2}", work->threads);
    bench->launch = launch_parse("bench", json, strlen(json), &diag);
    bench->gpu = bench->launch ? gpu_create(&chip, &bench->program, bench->launch, &diag) : NULL;
    if (!bench->gpu)
        fail(&diag);
    /* Ordinary numbers everywhere: what the registers hold does not change the work, but NaNs would flatter some hosts.
     */
    for (unsigned row = 0; row < GPR_ROWS; row++)
        for (int i = 0; i < LANES; i++) {
            bench->gpu->simd->gprs.x[row].lane[i] = 0x3f800000u + row * 4099u + (unsigned)i;
            bench->gpu->simd->gprs.y[row].lane[i] = 0x3f000000u + row * 8209u + (unsigned)i * 77u;
        }
}

static void discard(struct bench *bench)
{
    gpu_free(bench->gpu);
    launch_free(bench->launch);
    program_free(&bench->program);
}

/* ---- measuring -------------------------------------------------------------------------------------------------- */

struct stage {
    const char     *name;
    struct simd_set modules; /* evaluated as a group; empty: not an evaluation */
    double          seconds;
};

enum { STAGE_WIRES, STAGE_CONTROL, STAGE_CLAUSES, STAGE_ISSUE, STAGE_SLOTS, STAGE_REST, STAGE_COMMIT, STAGES };
static const char *const stage_names[STAGES] = {
    "wires",
    "dispatcher, wave table, CF sequencer and cache",
    "ALU clauses, ALU cache, constant cache",
    "issue: groups, ports, routes",
    "slots X Y Z W T, wide unit",
    "operand fetch, predicates, write-back, exports, the rest",
    "captures and commits",
};

/* The stage of each module of simd.def. */
static unsigned stage_of(unsigned number)
{
    static const struct {
        unsigned first, last, stage;
    } groups[] = {
        {AT_dispatcher, LAST_cf_cache, STAGE_CONTROL},
        {AT_alu_cache, LAST_alu_cache, STAGE_CLAUSES},
        {AT_kcache, LAST_kcache, STAGE_CLAUSES},
        {AT_clause, LAST_clause, STAGE_CLAUSES},
        {AT_issue, LAST_issue, STAGE_ISSUE},
        {AT_slot, LAST_slot, STAGE_SLOTS},
        {AT_wide, LAST_wide, STAGE_SLOTS},
    };
    for (unsigned i = 0; i < sizeof groups / sizeof groups[0]; i++)
        if (number >= groups[i].first && number <= groups[i].last)
            return groups[i].stage;
    return STAGE_REST;
}

struct sample {
    double   seconds;
    uint64_t cycles;
};

/* One cycle with a look at the clock between the stages. */
static void timed_cycle(struct gpu *gpu, struct stage *timed)
{
    struct simd *simd = gpu->simd;
    double       now = wall_seconds(), then;
    gpu_wire(gpu);
    then = now, now = wall_seconds(), timed[STAGE_WIRES].seconds += now - then;
    const struct simd_set look = simd->look;
    struct simd_set       awake = {{0}};
    for (unsigned s = STAGE_CONTROL; s < STAGE_COMMIT; s++) {
        for (unsigned w = 0; w < SIMD_SET_WORDS; w++)
            simd->look.word[w] = look.word[w] & timed[s].modules.word[w];
        simd_eval(simd, NULL);
        simd_set_join(&awake, &simd->awake);
        then = now, now = wall_seconds(), timed[s].seconds += now - then;
    }
    simd->awake = awake;
    simd_commit(simd, NULL);
    then = now, now = wall_seconds(), timed[STAGE_COMMIT].seconds += now - then;
    gpu->cycle++;
}

static struct sample run(const struct workload *work, struct stage *timed, const char *trace_path)
{
    struct bench  bench;
    struct diag   diag;
    struct trace *trace = NULL;
    prepare(&bench, work);
    struct gpu *gpu = bench.gpu;
    if (trace_path) {
        const struct trace_options options = {.path = trace_path};
        trace = trace_open(&options, gpu->instances, gpu->instance_count, &diag);
        if (!trace)
            fail(&diag);
    }
    while (work->idle && !gpu_finished(gpu)) {
        gpu_wire(gpu);
        gpu_edge(gpu);
    }
    const uint64_t first = gpu->cycle;
    const double   start = processor_seconds();
    while (work->idle ? gpu->cycle < first + work->idle : !gpu_finished(gpu)) {
        if (timed) {
            timed_cycle(gpu, timed);
        } else {
            gpu_wire(gpu);
            if (trace) {
                gpu_look(gpu);
                trace_sample(trace, gpu->cycle);
            }
            gpu_edge(gpu);
        }
        if ((gpu->cycle & 1023) == 0 && gpu_stopped(gpu, &diag))
            fail(&diag);
    }
    if (trace && !trace_close(trace, &diag))
        fail(&diag);
    const struct sample sample = {processor_seconds() - start, gpu->cycle - first};
    discard(&bench);
    return sample;
}

/* Nanoseconds a cycle, the best of several runs. */
static double best(const struct workload *work, const char *trace_path, int runs)
{
    double least = 1e30;
    for (int r = 0; r < runs; r++) {
        const struct sample sample = run(work, NULL, trace_path);
        const double        ns = sample.seconds * 1e9 / (double)sample.cycles;
        least = ns < least ? ns : least;
    }
    return least;
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

static void heading(void)
{
    char           date[32] = "", processor[128] = "unknown processor", line[256];
    const time_t   now = time(NULL);
    struct utsname system;
    uname(&system);
    strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
    FILE *info = fopen("/proc/cpuinfo", "r");
    while (info && fgets(line, sizeof line, info))
        if (sscanf(line, "model name : %127[^\n]", processor) == 1)
            break;
    if (info)
        fclose(info);
    printf("%s, %s, %s %s, %s\n\n", date, processor, system.sysname, system.machine,
#if defined(__clang__)
           "clang " __clang_version__
#else
           "gcc " __VERSION__
#endif
    );
}

/* What a look at the clock costs. */
static double clock_seconds(void)
{
    enum { LOOKS = 200000 };
    const double start = wall_seconds();
    for (int i = 0; i < LOOKS; i++)
        wall_seconds();
    return (wall_seconds() - start) / LOOKS;
}

static void print_stages(const struct workload *work, double plain)
{
    struct stage timed[STAGES] = {{0}};
    const double look = clock_seconds();
    for (unsigned s = 0; s < STAGES; s++)
        timed[s].name = stage_names[s];
    for (unsigned n = AT_rotation; n < SIMD_MODULES; n++)
        simd_set_add(&timed[stage_of(n)].modules, n);
    const struct sample sample = run(work, timed, NULL);
    double              sum = 0;
    for (unsigned s = 0; s < STAGES; s++) {
        timed[s].seconds -= look * (double)sample.cycles;
        sum += timed[s].seconds > 0 ? timed[s].seconds : 0;
    }
    printf("\n  %s, by stage: share, and that share of %.1f ns\n", work->name, plain);
    for (unsigned s = 0; s < STAGES; s++) {
        const double share = timed[s].seconds > 0 ? timed[s].seconds / sum : 0;
        printf("    %-58s %6.1f %% %8.1f ns\n", timed[s].name, 100 * share, share * plain);
    }
}

/* One figure a line: for comparing two builds in turn, and for profiles. */
static int only(const char *text, int runs)
{
    for (unsigned w = 0; w < sizeof workloads / sizeof workloads[0]; w++)
        if (strstr(workloads[w].name, text))
            printf("%-56s %9.1f\n", workloads[w].name, best(&workloads[w], NULL, runs));
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 2 && strcmp(argv[1], "--only") == 0)
        return only(argv[2], argc > 3 ? atoi(argv[3]) : 1);
    const int      runs = argc > 1 && strcmp(argv[1], "--quick") == 0 ? 1 : RUNS;
    const unsigned count = sizeof workloads / sizeof workloads[0];
    char           path[4096]; /* beside the program */
    snprintf(path, sizeof path, "%s.vcd", argv[0]);
    heading();
    printf("  %-48s %12s %9s\n", "one SIMD of rv770, waveform off", "cycles/s", "ns/cycle");
    double plain[sizeof workloads / sizeof workloads[0]];
    for (unsigned w = 0; w < count; w++) {
        plain[w] = best(&workloads[w], NULL, runs);
        printf("  %-48s %12.0f %9.1f\n", workloads[w].name, 1e9 / plain[w], plain[w]);
    }
    const double traced = best(&workloads[0], path, runs);
    printf("  %-48s %12.0f %9.1f\n", "the first, VCD of all signals but lanes, to a file", 1e9 / traced, traced);
    unlink(path);
    for (unsigned w = 0; w < count; w++)
        if (workloads[w].stages)
            print_stages(&workloads[w], plain[w]);
    return 0;
}
