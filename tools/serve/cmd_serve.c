/* cmd_serve.c - `wekiva serve`: a run for viewers and debuggers that speak the CXXRTL debug protocol. */
#include <getopt.h>
#include <inttypes.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_options.h"
#include "tools/serve/asked_run.h"
#include "tools/serve/serve.h"

enum { MAX_CYCLES = SUBJECT_OPTIONS - 1, NO_PROGRESS, SOCKET, PORT, TOKEN, ONCE, OPTIONS };

struct serve_job {
    struct asked_run     run;
    const char          *socket, *token;
    bool                 has_port, once;
    uint64_t             port;
    struct cxxrtl_server server;
    struct listening     listening;
};

static const struct option_row options[OPTIONS] = {
    SUBJECT_CHIP_ROWS(struct serve_job, run.subject),
    [MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 1000000000)",
                    OPTION_NUMBER(struct serve_job, run.max_cycles, 1, UINT64_MAX - 1)},
    [NO_PROGRESS] = {"no-progress", 0, "N",
                     "it ends when a wavefront has executed no CF instruction for N clocks\n"
                     "(default 10000000; 0: never)",
                     OPTION_NUMBER(struct serve_job, run.no_progress, 0, UINT64_MAX)},
    [SOCKET] = {"socket", 0, "PATH", "the Unix socket (default: one in a folder of the user's own)",
                OPTION_TEXT(struct serve_job, socket)},
    [PORT] = {"port", 0, "N", "TCP at port N of the loopback interface in its place; 0: any free one",
              OPTION_NUMBER(struct serve_job, port, 0, UINT16_MAX)},
    [TOKEN] = {"token", 0, "TEXT", "a client's greeting must have \"token\": \"TEXT\"",
               OPTION_TEXT(struct serve_job, token)},
    [ONCE] = {"once", 0, NULL, "end when the first client has gone", OPTION_FLAG(struct serve_job, once)},
};
static const struct option_rule rules[] = {{NOT_WITH, "socket", "port", NULL}};

static bool open_all(struct serve_job *job, struct diag *diag)
{
    return asked_run_open(&job->run, diag) &&
           (cxxrtl_open(&job->server, &job->run.timeline, job->token) ||
            diag_set(diag, NULL, 0, "not enough memory")) &&
           (job->has_port ? listen_port(&job->listening, (uint16_t)job->port, diag)
                          : listen_at(&job->listening, job->socket, diag));
}

/* One line, for people and for what waits for it. */
static bool tell_where(const struct serve_job *job)
{
    if (job->has_port)
        printf("listening: tcp 127.0.0.1:%" PRIu16 "\n", job->listening.port);
    else
        printf("listening: unix %s\n", job->listening.path);
    return fflush(stdout) == 0;
}

static int serve_job(struct serve_job *job)
{
    struct diag diag = {0};
    int         status = STATUS_DONE;
    listen_none(&job->listening);
    interrupt_handle(); /* a client that has read where it listens may end it */
    if (!open_all(job, &diag)) {
        status = complain(&diag, STATUS_BAD_INPUT);
    } else if (tell_where(job)) {
        serve(&job->server, &job->listening, job->once);
        if (interrupt_came())
            status = 128 + interrupt_signal();
    }
    listen_end(&job->listening);
    cxxrtl_close(&job->server);
    asked_run_close(&job->run);
    return status;
}

static int serve_run(const struct command *command, int argc, char **argv)
{
    struct serve_job job = {.run = {.subject = {.one_for = "to be served"},
                                    .max_cycles = RUN_CYCLES_DEFAULT,
                                    .no_progress = RUN_NO_PROGRESS_DEFAULT}};
    option_set_t     given = 0;
    int              status;
    if (!options_read(command, argc, argv, &given, NULL, &job, &status))
        return status;
    job.has_port = given >> PORT & 1;
    if (argc - optind != 1)
        return usage_error(command, "expected one LAUNCH, got %d operands", argc - optind);
    job.run.subject.launch_path = argv[optind];
    return serve_job(&job);
}

const struct command serve_command = {
    .name = "serve",
    .operands = "LAUNCH [OPTION]...",
    .summary = "a run for viewers and debuggers, forth and back: the CXXRTL debug protocol",
    .text = "Surfer and the RTL debugger of VS Code speak the protocol (version 0.14).  The simulation begins paused;\n"
            "what lies behind is run again from states that are kept in memory, so that any signal of any cycle\n"
            "can be looked at.  Names are the waveform's; a cycle takes 1 ns.\n"
            "The first line says where it listens.  A socket can be connected to by its owner alone, a port by\n"
            "everybody on this machine, who must know the --token if there is one: the protocol itself has none.\n"
            "Ctrl-C ends it.\n"
            "\n"
            "examples:\n"
            "  wekiva serve launch.json --socket run.socket\n"
            "  wekiva serve launch.json --port 6618 && surfer cxxrtl+tcp://127.0.0.1:6618\n",
    .options = options,
    .option_count = OPTIONS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = serve_run,
};
