/* fuzz_inputs.c - wrong inputs of every kind for the library: programs (ELF, raw, hex, assembly), launch files, chip
 * files, snapshots; programs of R580 and NV30 (pixels.h).  Each is a good one with some changes; it must be refused
 * with a diagnosis, or accepted and run for a bounded number of cycles without harm.
 *
 *     fuzz_inputs [--seed=N] [--seconds=N] [--cases=N] [--first=N] [--only=KIND] [--keep=FILE]
 *
 * Case n of a seed is always the same input; `--first=N --cases=1` repeats it and `--keep` writes it to a file.  Cases
 * run in a child process, so that a crash, a failed assertion, a sanitizer's report or a hang is one failed case.
 * Runs in the project's folder.  Prints the seed first and `N passed, M failed` last. */
#include <inttypes.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

#include "tb/fuzz/json.h"
#include "tb/fuzz/pixels.h"
#include "tb/fuzz/subjects.h"

enum { CASE_SECONDS = 20, FAILURES_MAX = 20, SOURCES_MAX = 64, LEAK_CASES = 64 };

enum kind {
    KIND_ELF,
    KIND_RAW,
    KIND_HEX,
    KIND_ASM,
    KIND_LAUNCH,
    KIND_CHIP,
    KIND_SNAPSHOT,
    KIND_R580,
    KIND_NV30,
    KINDS
};
static const char *const kind_names[KINDS] = {"elf", "raw", "hex", "asm", "launch", "chip", "snapshot", "r580", "nv30"};

static const char *const program_files[] = {
    "tb/isa/programs/llvm_cb_two_banks.hex",     "tb/isa/programs/llvm_fdot4.hex",
    "tb/isa/programs/llvm_kill_basic.hex",       "tb/isa/programs/llvm_literals4.hex",
    "tb/isa/programs/llvm_loop_divergent.hex",   "tb/isa/programs/llvm_vs_pos_param.hex",
    "tb/isa/programs/mesa_f_discard_ps.hex",     "tb/isa/programs/mesa_f_nested_if_ps.hex",
    "tb/isa/programs/mesa_f_temp_loop_sb_ps.hex"};
static const char *const elf_files[] = {"tb/corpus/llvm-rv770/fadd/prog.o", "tb/corpus/llvm-rv770/cb_two_banks/prog.o",
                                        "tb/corpus/llvm-rv770/fdot4/prog.o", "tb/corpus/llvm-rv770/literals4/prog.o"};
static const char *const launch_files[] = {"tb/unit/launch/full.json", "tb/corpus/llvm-rv770/fadd/launch.json",
                                           "tb/corpus/llvm-rv770/cb_two_banks/launch.json",
                                           "tb/corpus/llvm-rv770/frcp/launch.json"};

static const char small_program[] = "ALU_PUSH_BEFORE BARRIER\n"
                                    "0 x: MOV R1.x, 1.0\n  y: MOVA_INT ____, 1\n  t: RECIP_IEEE R1.y, 3.0\n"
                                    "1 x: ADD R1.x, R1.x, 2.5\n"
                                    "2 x: PRED_SETGT ____, R1.x, 3.0 UPDATE_EXEC\n"
                                    "JUMP @end POP_COUNT(1) BARRIER\n"
                                    "ALU_POP_AFTER BARRIER\n"
                                    "0 x: MOV R2.x, R1.x\n  z: MUL R3.z, R1.y, R1.y\n"
                                    "dmovc_sat R4.xyzw, R1, -R2.zwxy, R3_abs.xyxy\nmovc R4.xz, R1, R2, |R3|\n"
                                    "dmin R4.zw, R2, d(1.5)\n"
                                    "end: EXPORT PIX1, R2.xyz1 BURST(2) BARRIER\n"
                                    "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n";

struct source {
    const char  *path;
    struct bytes bytes;
};

struct corpus {
    struct source           elf[SOURCES_MAX], raw[SOURCES_MAX], hex[SOURCES_MAX], assembly[SOURCES_MAX];
    struct source           launch[SOURCES_MAX];
    unsigned                count[KINDS];
    struct bytes            program; /* small_program */
    struct snapshot_subject snapshot;
};

struct options {
    uint64_t    seed, cases, first;
    double      seconds;
    int         only; /* a kind, or -1 */
    const char *keep;
};

/* What parent and child share. */
struct board {
    volatile uint64_t current, done, next;
    volatile unsigned accepted, refused, finished, stopped, limited, failed;
    volatile bool     complete;
};

/* ---- good inputs ------------------------------------------------------------------------------------------------ */

static bool load_sources(struct source *sources, unsigned *count, const char *const *paths, size_t number)
{
    for (size_t i = 0; i < number; i++) {
        sources[i].path = paths[i];
        if (!bytes_read(&sources[i].bytes, paths[i])) {
            fprintf(stderr, "%s: cannot open it; run this in the project's folder\n", paths[i]);
            return false;
        }
    }
    *count = (unsigned)number;
    return true;
}

/* The raw and the assembly form of a hex program. */
static bool derive_forms(struct corpus *corpus, unsigned index)
{
    const struct source *hex = &corpus->hex[index];
    struct source       *raw = &corpus->raw[index], *text = &corpus->assembly[index];
    struct program       program;
    struct diag          diag;
    char                *listing = NULL;
    size_t               length = 0;
    FILE                *out = open_memstream(&listing, &length);
    bool                 good = out && program_parse(hex->path, hex->bytes.data, hex->bytes.size, &program, &diag);
    if (!good)
        return false;
    good = isa_disassemble(program.dwords, program.count, NULL, out, &diag);
    fclose(out);
    raw->path = text->path = hex->path;
    bytes_set(&text->bytes, listing, length);
    for (unsigned i = 0; i < program.count; i++)
        for (unsigned b = 0; b < 4; b++)
            bytes_splice(&raw->bytes, raw->bytes.size, 0, &(uint8_t){(uint8_t)(program.dwords[i] >> 8 * b)}, 1);
    free(listing);
    program_free(&program);
    return good;
}

static bool load_corpus(struct fuzz *fuzz, struct corpus *corpus)
{
    bytes_set(&corpus->program, small_program, sizeof small_program - 1);
    if (!load_sources(corpus->hex, &corpus->count[KIND_HEX], program_files,
                      sizeof program_files / sizeof program_files[0]) ||
        !load_sources(corpus->elf, &corpus->count[KIND_ELF], elf_files, sizeof elf_files / sizeof elf_files[0]) ||
        !load_sources(corpus->launch, &corpus->count[KIND_LAUNCH], launch_files,
                      sizeof launch_files / sizeof launch_files[0]))
        return false;
    for (unsigned i = 0; i < corpus->count[KIND_HEX]; i++)
        if (!derive_forms(corpus, i))
            return false;
    corpus->count[KIND_RAW] = corpus->count[KIND_HEX];
    corpus->count[KIND_ASM] = corpus->count[KIND_HEX] + 1;
    corpus->assembly[corpus->count[KIND_HEX]].path = "small program";
    bytes_set(&corpus->assembly[corpus->count[KIND_HEX]].bytes, small_program, sizeof small_program - 1);
    return snapshot_start(fuzz, &corpus->snapshot, &corpus->program);
}

static void free_sources(struct source *sources)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++)
        bytes_free(&sources[i].bytes);
}

static void free_corpus(struct corpus *corpus)
{
    free_sources(corpus->elf);
    free_sources(corpus->raw);
    free_sources(corpus->hex);
    free_sources(corpus->assembly);
    free_sources(corpus->launch);
    bytes_free(&corpus->program);
    snapshot_end(&corpus->snapshot);
}

/* ---- one case --------------------------------------------------------------------------------------------------- */

static const struct source *pick(struct fuzz *fuzz, const struct source *sources, unsigned count, struct bytes *input,
                                 const struct bytes **other)
{
    const struct source *source = &sources[random_below(&fuzz->random, count)];
    *other = &sources[random_below(&fuzz->random, count)].bytes;
    bytes_set(input, source->bytes.data, source->bytes.size);
    return source;
}

/* One change in four cases of ten, else several; in one case of sixteen none. */
static unsigned changes(struct fuzz *fuzz)
{
    const size_t dice = random_below(&fuzz->random, 16);
    return dice == 0 ? 0 : dice < 8 ? 1 : 2 + (unsigned)random_below(&fuzz->random, dice < 14 ? 4 : 30);
}

static void launch_case(struct fuzz *fuzz, const struct corpus *corpus, struct bytes *input)
{
    const struct bytes  *other;
    const struct source *source = pick(fuzz, corpus->launch, corpus->count[KIND_LAUNCH], input, &other);
    const bool           fatal = random_below(&fuzz->random, 4) == 0 && break_json(fuzz, input);
    for (unsigned i = fatal ? 0 : changes(fuzz); i > 0; i--)
        mutate_text(&fuzz->random, input, other);
    try_launch(fuzz, input, source->path, fatal);
}

static void chip_case(struct fuzz *fuzz, const struct corpus *corpus, struct bytes *input)
{
    const bool out_of_range = random_below(&fuzz->random, 4) == 0;
    put_chip(fuzz, input, out_of_range ? (unsigned)random_below(&fuzz->random, CHIP_PARAMETERS) : CHIP_PARAMETERS);
    bool fatal = out_of_range;
    if (!fatal && random_below(&fuzz->random, 3) == 0)
        fatal = break_json(fuzz, input);
    for (unsigned i = fatal ? 0 : changes(fuzz) / 2; i > 0; i--)
        mutate_text(&fuzz->random, input, NULL);
    try_chip(fuzz, input, &corpus->program, fatal);
}

static void snapshot_case(struct fuzz *fuzz, struct corpus *corpus, struct bytes *input)
{
    const struct bytes *file = &corpus->snapshot.file;
    bytes_set(input, file->data, file->size);
    for (unsigned i = changes(fuzz); i > 0; i--)
        mutate_bytes(&fuzz->random, input, NULL);
    try_snapshot(fuzz, &corpus->snapshot, input);
}

static void program_case(struct fuzz *fuzz, const struct source *sources, unsigned count, bool text,
                         struct bytes *input)
{
    const struct bytes *other;
    pick(fuzz, sources, count, input, &other);
    for (unsigned i = changes(fuzz); i > 0; i--)
        (text ? mutate_text : mutate_bytes)(&fuzz->random, input, other);
    try_program(fuzz, input);
}

static enum kind kind_of(const struct options *options, uint64_t number)
{
    return options->only >= 0 ? (enum kind)options->only : (enum kind)(number % KINDS);
}

static void run_case(struct fuzz *fuzz, struct corpus *corpus, const struct options *options, uint64_t number)
{
    static struct bytes input; /* reused: nothing of it outlives a case */
    const enum kind     kind = kind_of(options, number);
    fuzz->random.state = options->seed * 0x100000001b3u ^ number * 0x9e3779b97f4a7c15u ^ (uint64_t)kind << 56;
    fuzz->problem[0] = 0;
    switch (kind) {
    case KIND_ELF:
        program_case(fuzz, corpus->elf, corpus->count[kind], false, &input);
        break;
    case KIND_RAW:
        program_case(fuzz, corpus->raw, corpus->count[kind], false, &input);
        break;
    case KIND_HEX:
        program_case(fuzz, corpus->hex, corpus->count[kind], true, &input);
        break;
    case KIND_ASM:
        program_case(fuzz, corpus->assembly, corpus->count[kind], true, &input);
        break;
    case KIND_LAUNCH:
        launch_case(fuzz, corpus, &input);
        break;
    case KIND_CHIP:
        chip_case(fuzz, corpus, &input);
        break;
    case KIND_R580:
        pixel_case(fuzz, &pixel_r580, changes(fuzz), &input);
        break;
    case KIND_NV30:
        pixel_case(fuzz, &pixel_nv30, changes(fuzz), &input);
        break;
    default:
        snapshot_case(fuzz, corpus, &input);
    }
    if (options->keep)
        write_file(fuzz, options->keep, &input);
    bytes_free(&input);
}

/* ---- parent and child ------------------------------------------------------------------------------------------- */

/* Only a build with a leak sanitizer has it. */
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void report(const struct options *options, uint64_t number, const char *what)
{
    char only[32] = "";
    if (options->only >= 0)
        snprintf(only, sizeof only, " --only=%s", kind_names[options->only]);
    printf("case %" PRIu64 " (%s): %s\n  again: fuzz_inputs --seed=%" PRIu64 " --first=%" PRIu64
           " --cases=1%s --keep=input\n",
           number, kind_names[kind_of(options, number)], what, options->seed, number, only);
    fflush(stdout);
}

/* SIGALRM after so much of the process's own time: a busy machine is no hang.  0: no more. */
static void limit_case(time_t seconds)
{
    static timer_t          timer;
    static bool             made;
    const struct itimerspec limit = {.it_value = {.tv_sec = seconds}};
    struct sigevent         event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
    made = made || timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
    if (!made || timer_settime(timer, 0, &limit, NULL) != 0) {
        perror("timer");
        exit(2);
    }
}

static void child(struct fuzz *fuzz, struct corpus *corpus, const struct options *options, struct board *board,
                  double end)
{
    for (; board->next < options->first + options->cases && now() < end && board->failed < FAILURES_MAX;) {
        const uint64_t number = board->current = board->next;
        limit_case(CASE_SECONDS);
        run_case(fuzz, corpus, options, number);
        limit_case(0);
        board->next = number + 1;
        board->done = board->done + 1;
        board->accepted = board->accepted + fuzz->accepted;
        board->refused = board->refused + fuzz->refused;
        board->finished = board->finished + fuzz->finished;
        board->stopped = board->stopped + fuzz->stopped;
        board->limited = board->limited + fuzz->limited;
        fuzz->accepted = fuzz->refused = fuzz->finished = fuzz->stopped = fuzz->limited = 0;
        if (fuzz->problem[0]) {
            board->failed = board->failed + 1;
            report(options, number, fuzz->problem);
        }
        if (__lsan_do_recoverable_leak_check && (number % LEAK_CASES == 0 || options->cases == 1) &&
            __lsan_do_recoverable_leak_check()) {
            board->failed = board->failed + 1;
            report(options, number, "memory has leaked, in this case or in one of the 63 before");
            _exit(0); /* another child goes on without it */
        }
    }
    board->complete = true;
}

static void watch(struct fuzz *fuzz, struct corpus *corpus, const struct options *options, struct board *board)
{
    const double end = options->seconds > 0 ? now() + options->seconds : 1e300;
    while (!board->complete && board->failed < FAILURES_MAX) {
        int         status;
        char        what[80];
        const pid_t pid = fork();
        if (pid < 0) {
            perror("fork");
            exit(2);
        }
        if (pid == 0) {
            child(fuzz, corpus, options, board, end);
            free_corpus(corpus);
            exit(0);
        }
        if (waitpid(pid, &status, 0) != pid)
            exit(2);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            continue;
        if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
            snprintf(what, sizeof what, "no end within %d s", CASE_SECONDS);
        else if (WIFSIGNALED(status))
            snprintf(what, sizeof what, "signal %d", WTERMSIG(status));
        else
            snprintf(what, sizeof what, "exit status %d", WEXITSTATUS(status));
        board->failed = board->failed + 1;
        report(options, board->current, what);
        board->done = board->done + 1;
        board->next = board->current + 1;
    }
}

static bool number_after(const char *argument, const char *name, double *value)
{
    char *end;
    if (strncmp(argument, name, strlen(name)) != 0)
        return false;
    *value = strtod(argument + strlen(name), &end);
    return *end == 0 && end != argument + strlen(name);
}

static bool parse(int argc, char **argv, struct options *options)
{
    *options = (struct options){.seed = 1, .cases = 3000, .only = -1};
    for (int i = 1; i < argc; i++) {
        double value;
        if (number_after(argv[i], "--seed=", &value)) {
            options->seed = strtoull(argv[i] + 7, NULL, 0);
        } else if (number_after(argv[i], "--seconds=", &value)) {
            options->seconds = value;
            options->cases = UINT64_MAX / 2;
        } else if (number_after(argv[i], "--cases=", &value)) {
            options->cases = (uint64_t)value;
        } else if (number_after(argv[i], "--first=", &value)) {
            options->first = (uint64_t)value;
        } else if (strncmp(argv[i], "--keep=", 7) == 0) {
            options->keep = argv[i] + 7;
        } else if (strncmp(argv[i], "--only=", 7) == 0) {
            for (int k = 0; k < KINDS; k++)
                if (strcmp(argv[i] + 7, kind_names[k]) == 0)
                    options->only = k;
            if (options->only < 0)
                return false;
        } else {
            return false;
        }
    }
    return true;
}

/* Memory that the child's writes are seen in. */
static struct board *shared_board(void)
{
    FILE *file = tmpfile();
    if (!file || ftruncate(fileno(file), sizeof(struct board)) != 0)
        return NULL;
    void *memory = mmap(NULL, sizeof(struct board), PROT_READ | PROT_WRITE, MAP_SHARED, fileno(file), 0);
    fclose(file);
    return memory == MAP_FAILED ? NULL : memory;
}

int main(int argc, char **argv)
{
    struct options options;
    struct fuzz    fuzz = {0};
    struct corpus *corpus = calloc(1, sizeof *corpus);
    struct board  *board = shared_board();
    if (!parse(argc, argv, &options)) {
        fprintf(stderr, "usage: fuzz_inputs [--seed=N] [--seconds=N] [--cases=N] [--first=N] [--only=KIND] "
                        "[--keep=FILE]\nkinds: elf raw hex asm launch chip snapshot\n");
        return 2;
    }
    snprintf(fuzz.folder, sizeof fuzz.folder, "%s-XXXXXX", argv[0]);
    if (!corpus || !board || !mkdtemp(fuzz.folder) || !load_corpus(&fuzz, corpus))
        return 2;
    printf("seed %" PRIu64 "\n", options.seed);
    fflush(stdout);
    board->next = options.first;
    watch(&fuzz, corpus, &options, board);
    printf("%u accepted, %u refused, %u ran to the end, %u stopped, %u reached the cycle limit\n", board->accepted,
           board->refused, board->finished, board->stopped, board->limited);
    printf("%" PRIu64 " passed, %u failed\n", board->done > board->failed ? board->done - board->failed : 0,
           board->failed);
    const unsigned failed = board->failed;
    char           path[300];
    snprintf(path, sizeof path, "%s/chip.json", fuzz.folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/snap", fuzz.folder);
    unlink(path);
    rmdir(fuzz.folder);
    free_corpus(corpus);
    free(corpus);
    munmap(board, sizeof *board);
    return failed ? 1 : 0;
}
