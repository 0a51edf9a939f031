/* bench_lockstep.c - modules with a Verilog twin: the C module, the Verilated block and both in lockstep, each with the
 * waveform off and on, in one run: `bench_lockstep [--quick]`.
 *
 * Processor time, the best of several runs in turn.  Inputs are a stretch of the random ones, taken over and over again
 * from a reset on, so that making them is not counted; the C module's figure is cycles a second, the others are shares
 * of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kit/walk.h"
#include "tb/lockstep/report.h"
#include "tb/lockstep/rows.h"

enum { STRETCH = 2048, RUNS = 3 };

enum how { C_MODULE, VERILATED, LOCKSTEP, HOWS };

struct measured {
    struct session           session; /* its ring holds the inputs */
    struct rtl_module        list[2];
    const struct rtl_signal *input[2 * PORTS_MAX];
    unsigned                 inputs;
    char                     path[4096]; /* of the waveforms: beside the program */
};

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void fail(const struct diag *diag)
{
    char text[1600];
    fprintf(stderr, "bench: %s\n", diag_text(diag, text, sizeof text));
    exit(2);
}

/* The inputs of clock `i` of the stretch. */
static void take_inputs(struct measured *m, unsigned i)
{
    const struct session *session = &m->session;
    const struct side     kept = session_kept(session, i, false);
    unsigned char *const  to = session->model.memory;
    for (unsigned s = 0; s < m->inputs; s++) {
        const struct rtl_signal *input = m->input[s];
        const unsigned char     *from = input->offset >= session->beside_at
                                            ? (unsigned char *)kept.beside + input->offset - session->beside_at
                                            : kept.memory + input->offset;
        memcpy(to + input->offset, from, rtl_signal_bytes(input));
    }
    rows_ask(session->module, block_ports(session->block), session->model.state, session->model.beside);
}

static void restart(struct measured *m, enum how how)
{
    struct session *session = &m->session;
    struct diag     diag;
    stimulus_seed(&session->random, session->seed);
    session_reset_model(session);
    if (how == C_MODULE)
        return;
    if (!block_drive(session->block, session->model.state, session->model.beside, &diag))
        fail(&diag);
    block_reset(session->block, NULL);
}

/* One clock of what is measured. */
static void clock_once(struct measured *m, enum how how)
{
    struct session   *session = &m->session;
    struct diag       diag;
    struct difference difference;
    if (how != C_MODULE && (!block_drive(session->block, session->model.state, session->model.beside, &diag) ||
                            !block_clock(session->block, &diag)))
        fail(&diag);
    if (how != VERILATED)
        session_clock_model(session, NULL);
    if (how != C_MODULE)
        session_read_block(session);
    if (how == LOCKSTEP && !session_same(session, true, &difference)) {
        diag_set(&diag, NULL, 0, "%s and its twin differ in %s", session->module->name, difference.port->name);
        fail(&diag);
    }
}

/* Cycles a second. */
static double rate(struct measured *m, enum how how, bool waveform, double seconds_least)
{
    const struct rtl_instance  both[2] = {{"model", &m->list[0], m->session.model.memory},
                                          {"rtl", &m->list[1], m->session.rtl.memory}};
    const struct trace_options options = {.path = m->path, .lanes = true};
    struct diag                diag;
    struct trace              *trace = NULL;
    uint64_t                   cycles = 0;
    if (waveform && !(trace = trace_open(&options, how == VERILATED ? both + 1 : both, how == LOCKSTEP ? 2 : 1, &diag)))
        fail(&diag);
    const double start = processor_seconds();
    double       seconds = 0;
    while (seconds < seconds_least) {
        restart(m, how);
        for (unsigned i = 0; i < m->session.kept; i++) {
            take_inputs(m, i);
            if (trace)
                trace_sample(trace, cycles);
            clock_once(m, how);
            cycles++;
        }
        seconds = processor_seconds() - start;
    }
    if (trace && !trace_close(trace, &diag))
        fail(&diag);
    return (double)cycles / seconds;
}

static void open_module(struct measured *m, const struct lockstep_module *module)
{
    static const struct session_options options = {.seed = 1, .window = STRETCH};
    struct diag                         diag;
    if (!session_open(&m->session, module, &options, &diag) || !session_start(&m->session, &diag))
        fail(&diag);
    /* A module that is reset on its way begins its stretch anew there. */
    const unsigned stretch = module->lifetime && module->lifetime < STRETCH ? module->lifetime : STRETCH;
    for (unsigned i = 0; i < stretch; i++)
        if (!session_step(&m->session, &diag))
            fail(&diag);
    if (!report_list(&m->session, false, &m->list[0]) || !report_list(&m->session, true, &m->list[1])) {
        diag_set(&diag, NULL, 0, "not enough memory");
        fail(&diag);
    }
    m->inputs = 0;
    for (unsigned s = 0; s < m->list[0].signal_count; s++)
        if (rtl_is_wire(m->list[0].signals[s].kind))
            m->input[m->inputs++] = &m->list[0].signals[s];
}

static void measure(struct measured *m, const struct lockstep_module *module, bool quick)
{
    double best[HOWS][2] = {{0}};
    open_module(m, module);
    for (int run = 0; run < (quick ? 1 : RUNS); run++)
        for (enum how how = C_MODULE; how < HOWS; how++)
            for (int waveform = 0; waveform < 2; waveform++) {
                const double now = rate(m, how, waveform, quick ? 0.02 : 0.1);
                best[how][waveform] = now > best[how][waveform] ? now : best[how][waveform];
            }
    printf("  %-16s %12.0f", module->name, best[C_MODULE][0]);
    for (enum how how = C_MODULE; how < HOWS; how++)
        for (int waveform = how == C_MODULE; waveform < 2; waveform++)
            printf(" %9.4f", best[how][waveform] / best[C_MODULE][0]);
    putchar('\n');
    free((void *)m->list[0].signals);
    free((void *)m->list[1].signals);
    session_close(&m->session);
}

int main(int argc, char **argv)
{
    static struct measured m;
    struct build          *build = malloc(sizeof *build);
    struct diag            diag;
    char                   twins[BUILD_PATH];
    if (!build || !build_default_folder(twins, sizeof twins, &diag)) {
        printf("\n  modules beside their Verilog twins: not measured, %s\n", build ? diag.what : "no memory");
        return 0;
    }
    const struct build_order order = {.source.rtl = twins, .top = lockstep_modules[0]->top};
    if (!build_block(&order, build, &diag)) {
        printf("\n  modules beside their Verilog twins: not measured, %s\n", diag.what);
        return strstr(diag.what, "not found") ? 0 : 2;
    }
    free(build->warnings);
    free(build);
    snprintf(m.path, sizeof m.path, "%s.vcd", argv[0]);
    printf("\n  %-16s %12s %9s %9s %9s %9s %9s\n", "beside a twin,", "C module,", "C, VCD", "Verilated", "the same,",
           "lockstep", "lockstep,");
    printf("  %-16s %12s %9s %9s %9s %9s %9s\n", "shares of C", "cycles/s", "", "", "VCD", "", "VCD");
    for (unsigned i = 0; i < lockstep_module_count; i++)
        if (!lockstep_modules[i]->by_words) /* its ports do not say all that is to be done again */
            measure(&m, lockstep_modules[i], argc > 1 && strcmp(argv[1], "--quick") == 0);
    unlink(m.path);
    return 0;
}
