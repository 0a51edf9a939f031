/* measure.c - runs a stretch of one launch and says how long it took: `measure LAUNCH.json [OPTION VALUE]...`
 *
 *   --chip FILE        chip or chip file
 *   --from N           clocks before the stretch (0)
 *   --clocks N         clocks of the stretch (0: to the end)
 *   --jobs N           threads (1)
 *   --trace FILE       with a waveform of it
 *   --census 1         instead: what the slots compute in it, lane by lane
 *
 * `measure --compiler` says by what it was compiled.
 *
 * Prints a line `name value` for each figure.  Bytes are the machine's allocated memory, `used` its memory touched by
 * the end of the stretch (0: the system does not say).  The stretch is one call of `stretch`, for callgrind
 * --toggle-collect. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "rtl_model/wekiva.h"

struct options {
    const char *launch, *chip, *trace;
    uint64_t    from, clocks, jobs;
    bool        census;
};

static struct wk_diagnostic why;

static void check(bool good)
{
    if (good)
        return;
    fprintf(stderr, "measure: %s%s%s\n", why.file, *why.file ? ": " : "", why.text);
    exit(2);
}

static void usage(void)
{
    fprintf(
        stderr,
        "usage: measure LAUNCH.json [--chip FILE] [--from N] [--clocks N] [--jobs N] [--trace FILE] [--census 1]\n");
    exit(2);
}

static struct options take_options(int argc, char **argv)
{
    struct options options = {.launch = argv[1]};
    if (argc < 2 || argc % 2)
        usage();
    for (int i = 2; i < argc; i += 2) {
        if (strcmp(argv[i], "--chip") == 0)
            options.chip = argv[i + 1];
        else if (strcmp(argv[i], "--trace") == 0)
            options.trace = argv[i + 1];
        else if (strcmp(argv[i], "--from") == 0)
            options.from = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--clocks") == 0)
            options.clocks = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--jobs") == 0)
            options.jobs = strtoull(argv[i + 1], NULL, 10);
        else if (strcmp(argv[i], "--census") == 0)
            options.census = true;
        else
            usage();
    }
    return options;
}

/* ---- time -------------------------------------------------------------------------------------------------------- */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Bytes of the process, as /proc/self/statm counts its pages: its address space; its private resident pages. */
static void memory(size_t *all, size_t *own)
{
    unsigned long pages = 0, resident = 0, shared = 0;
    FILE *const   file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu %lu %lu", &pages, &resident, &shared) != 3)
        pages = resident = shared = 0;
    if (file)
        fclose(file);
    *all = pages * (size_t)sysconf(_SC_PAGESIZE);
    *own = (resident - shared) * (size_t)sysconf(_SC_PAGESIZE);
}

/* What is measured. */
__attribute__((noinline)) static enum wk_status stretch(struct wk_machine *machine, uint64_t clocks)
{
    return clocks ? wk_clock(machine, clocks, &why) : wk_run(machine, 0, &why);
}

/* Processor time of all threads and wall time, the waveform's end included. */
static void run_timed(struct wk_machine *machine, const struct options *options)
{
    if (options->trace)
        check(wk_trace_start(machine, options->trace, NULL, &why) == WK_OK);
    const double         wall = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const enum wk_status status = stretch(machine, options->clocks);
    check(status == WK_OK || status == WK_FINISHED);
    if (options->trace)
        check(wk_trace_stop(machine, &why) == WK_OK);
    printf("processor %.9f\nwall %.9f\n", seconds(CLOCK_PROCESS_CPUTIME_ID) - processor,
           seconds(CLOCK_MONOTONIC) - wall);
}

/* ---- census ------------------------------------------------------------------------------------------------------ */

enum { SLOTS = 5, QUARTER = 16, SLOTS_MAX = 64 * SLOTS };

/* The ports at which a slot's results leave it. */
struct slot {
    struct wk_signal done, mask, result;
};

struct census {
    uint64_t quarters; /* of instructions, that some lane executed */
    uint64_t partial;  /* quarters in which some lane did not execute */
    uint64_t lanes;    /* lane operations */
    uint64_t special;  /* of them, results that read as a float are a NaN or an infinity */
    uint64_t denormal; /* or a denormal */
};

static uint64_t value_of(struct wk_machine *machine, const struct wk_signal *signal)
{
    uint64_t value = 0;
    check(wk_read(machine, signal, &value) == WK_OK);
    return value;
}

static void find(struct wk_machine *machine, const char *instance, const char *name, struct wk_signal *signal)
{
    char path[128];
    snprintf(path, sizeof path, "%s.%s", instance, name);
    check(wk_find(machine, path, signal, &why) == WK_OK);
}

/* The slots of all SIMDs; returns how many. */
static unsigned find_slots(struct wk_machine *machine, struct slot slots[SLOTS_MAX])
{
    static const char *const names[SLOTS] = {"alu_x", "alu_y", "alu_z", "alu_w", "alu_t"};
    unsigned                 count = 0;
    for (unsigned i = 0; i < wk_instance_count(machine); i++) {
        const char *instance = wk_instance_at(machine, i), *last = strrchr(instance, '.');
        for (unsigned s = 0; s < SLOTS && last && count < SLOTS_MAX; s++) {
            if (strcmp(last + 1, names[s]) != 0)
                continue;
            find(machine, instance, "o_done", &slots[count].done);
            find(machine, instance, "o_result_mask", &slots[count].mask);
            find(machine, instance, "o_result", &slots[count].result);
            count++;
        }
    }
    return count;
}

static void count_slot(struct wk_machine *machine, struct slot *slot, struct census *census)
{
    if (!value_of(machine, &slot->done))
        return;
    const uint64_t mask = value_of(machine, &slot->mask);
    census->quarters += mask != 0;
    census->partial += mask != 0 && mask != 0xffff;
    for (unsigned lane = 0; lane < QUARTER; lane++) {
        if (!(mask >> lane & 1))
            continue;
        slot->result.element = lane;
        const uint64_t word = value_of(machine, &slot->result), exponent = word >> 23 & 0xff;
        census->lanes++;
        census->special += exponent == 0xff;
        census->denormal += exponent == 0 && (word & 0x7fffff) != 0;
    }
}

static void run_census(struct wk_machine *machine, const struct options *options)
{
    static struct slot slots[SLOTS_MAX];
    struct census      census = {0};
    const unsigned     count = find_slots(machine, slots);
    for (uint64_t clock = 0; (options->clocks == 0 || clock < options->clocks) && wk_state(machine, &why) == WK_OK;
         clock++) {
        for (unsigned s = 0; s < count; s++)
            count_slot(machine, &slots[s], &census);
        wk_clock(machine, 1, &why);
    }
    printf("simds %u\nquarters %" PRIu64 "\npartial %" PRIu64 "\nlanes %" PRIu64 "\nspecial %" PRIu64
           "\ndenormal %" PRIu64 "\n",
           count / SLOTS, census.quarters, census.partial, census.lanes, census.special, census.denormal);
}

/* ---- figures ----------------------------------------------------------------------------------------------------- */

/* ALU instruction groups and instructions of all SIMDs since reset. */
static void count_issued(const struct wk_machine *machine, uint64_t *groups, uint64_t *instructions)
{
    const unsigned       count = wk_statistics(machine, NULL, 0);
    struct wk_statistic *rows = calloc(count + 1, sizeof *rows);
    check(rows != NULL);
    wk_statistics(machine, rows, count);
    *groups = *instructions = 0;
    for (unsigned r = 0; r < count; r++) {
        if (!strstr(rows[r].instance, ".issue_"))
            continue;
        *groups += strcmp(rows[r].name, "groups") == 0 ? rows[r].value : 0;
        *instructions += strcmp(rows[r].name, "instructions") == 0 ? rows[r].value : 0;
    }
    free(rows);
}

static int print_compiler(void)
{
#if defined(__clang__)
    puts("clang " __clang_version__);
#else
    puts("gcc " __VERSION__);
#endif
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--compiler") == 0)
        return print_compiler();
    const struct options    options = take_options(argc, argv);
    const struct wk_options machine_options = {.chip = options.chip};
    struct wk_launch       *launch;
    struct wk_machine      *machine;
    uint64_t                groups, instructions, groups_before, instructions_before;
    check(wk_launch_load(options.launch, &launch, &why) == WK_OK);
    size_t before, used_before, bytes, used;
    memory(&before, &used_before);
    check(wk_create(NULL, launch, &machine_options, &machine, &why) == WK_OK);
    memory(&bytes, &used);
    if (options.jobs)
        check(wk_set_jobs(machine, (unsigned)options.jobs, &why) == WK_OK);
    if (options.from)
        check(wk_clock(machine, options.from, &why) == WK_OK);
    count_issued(machine, &groups_before, &instructions_before);
    const uint64_t first = wk_cycle(machine);
    if (options.census)
        run_census(machine, &options);
    else
        run_timed(machine, &options);
    count_issued(machine, &groups, &instructions);
    const size_t machine_bytes = bytes - before;
    memory(&bytes, &used);
    printf("clocks %" PRIu64 "\ngroups %" PRIu64 "\ninstructions %" PRIu64 "\nbytes %zu\nused %zu\n",
           wk_cycle(machine) - first, groups - groups_before, instructions - instructions_before, machine_bytes,
           used - used_before);
    wk_destroy(machine);
    wk_launch_free(launch);
    return 0;
}
