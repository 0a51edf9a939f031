/* bench_trace.c - how fast waveforms are written: `bench_trace [OUT.vcd [CYCLES]]`.
 *
 * 16 modules of 32 signals (512 in all), about 45 of them change in a cycle.  Prints one line: cycles a second of
 * processor time with the trace on, the model's own part taken off, and bytes a cycle. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>

#include "kit/rtl.h"
#include "trace/vcd.h"

#define FOUR(S, kind, type, name, bits)                                                                                \
    S(kind, type, name##0, bits, "")                                                                                   \
    S(kind, type, name##1, bits, "") S(kind, type, name##2, bits, "") S(kind, type, name##3, bits, "")
/* clang-format off */
#define UNIT_SIGNALS(S)                                                                                                \
    FOUR(S, IN, bool, offer, 1) FOUR(S, IN, uint32_t, word, 32) FOUR(S, OUT, bool, valid, 1)                           \
    FOUR(S, OUT, uint8_t, state, 4) FOUR(S, OUT, uint16_t, index, 11) FOUR(S, REG, uint32_t, data, 32)                 \
    FOUR(S, REG, uint64_t, mask, 64) FOUR(S, REG, uint8_t, count, 8)
/* clang-format on */
RTL_STRUCT(unit, UNIT_SIGNALS);
RTL_TABLE(unit, UNIT_SIGNALS);

enum { UNITS = 16 };

static struct unit         units[UNITS];
static struct rtl_instance instances[UNITS];
static char                paths[UNITS][32];

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Half of the units work in a cycle, each on its own few signals. */
static void step(uint64_t cycle)
{
    for (uint64_t u = cycle & 1; u < UNITS; u += 2) {
        struct unit_in  *in = &units[u].in;
        struct unit_reg *q = &units[u].q;
        const uint64_t   mix = (cycle * 16 + u) * 0x9e3779b97f4a7c15u;
        in->offer0 = mix >> 63;
        in->word0 = (uint32_t)(mix >> 20);
        q->valid1 = !q->valid1;
        q->state2 = (uint8_t)(mix >> 60);
        q->count3++;
        q->data1 += 4;
        if (mix >> 61 == 0)
            q->mask0 = mix;
        if (mix >> 62 == 1)
            q->index2 = mix >> 40 & 0x7ff;
    }
}

static double run(struct trace *trace, uint64_t cycles)
{
    const double start = processor_seconds();
    for (uint64_t cycle = 0; cycle < cycles; cycle++) {
        step(cycle);
        if (trace)
            trace_sample(trace, cycle);
    }
    return processor_seconds() - start;
}

int main(int argc, char **argv)
{
    const char          *path = argc > 1 ? argv[1] : "/dev/null";
    const uint64_t       cycles = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000000;
    struct trace_options options = {.path = path};
    struct diag          diag;
    struct stat          file = {0};
    char                 text[1600];
    for (unsigned u = 0; u < UNITS; u++) {
        snprintf(paths[u], sizeof paths[u], "top.group%u.unit%u", u / 4, u % 4);
        instances[u] = (struct rtl_instance){paths[u], &unit_rtl, &units[u]};
    }
    const double  model = run(NULL, cycles);
    struct trace *trace = trace_open(&options, instances, UNITS, &diag);
    const double  traced = trace ? run(trace, cycles) : 0;
    if (!trace || !trace_close(trace, &diag)) {
        fprintf(stderr, "bench_trace: %s\n", diag_text(&diag, text, sizeof text));
        return 1;
    }
    stat(path, &file);
    printf("trace: %.0f cycles/s writing, %.0f with the model, %.0f bytes/cycle, %u signals\n",
           (double)cycles / (traced - model), (double)cycles / traced, (double)file.st_size / (double)cycles,
           UNITS * unit_rtl.signal_count);
    return 0;
}
