/* cosim_prove.c - `wekiva cosim --prove`: a proof, or the run in which block and twin differ. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kit/walk.h"
#include "tb/lockstep/prove/prove.h"
#include "tb/lockstep/session.h"
#include "tb/lockstep/verdict.h"
#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/output.h"

/* ---- in words --------------------------------------------------------------------------------------------------- */

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* What a verdict does not cover. */
static void print_limits(FILE *out, const struct cosim *cosim, const struct session *session, const struct prove *prove)
{
    const struct port_table *ports = block_ports(session->block);
    verdict_print_lacking(out, session->block, "outputs that the block does not have:");
    for (unsigned i = 0; i < ports->count; i++)
        if (ports->port[i].out && ports->port[i].there && !prove_compares(prove, &ports->port[i]))
            fprintf(out, "not compared, the twin does not show it: %s\n", ports->port[i].name);
    limits_print(out, &cosim->limits);
    verdict_print_warnings(out, session->block, "Verilator: ");
}

static void print_equal(FILE *out, const struct cosim *cosim, const struct prove *prove)
{
    fprintf(out, "%s: proved equal to the twin, %u port%s: all inputs%s, %s\n", cosim->module->name, prove->compared,
            plural(prove->compared), prove->stateless ? "" : ", all states that a reset leads to", prove->how);
}

static void print_bounded(FILE *out, const struct cosim *cosim, const struct prove *prove)
{
    if (prove->cycles)
        fprintf(out,
                "%s: equal to the twin for %" PRIu64
                " cycle%s after reset, %u port%s, all inputs (bounded: not proved beyond)",
                cosim->module->name, prove->cycles, plural(prove->cycles), prove->compared, plural(prove->compared));
    else
        fprintf(out, "%s: not decided", cosim->module->name);
    if (prove->out_of_time)
        fprintf(out, "; --prove-seconds %" PRIu64 " ended the attempt\n", cosim->prove_seconds);
    else if (prove->cycles >= cosim->cycles)
        fprintf(out, "; --cycles %" PRIu64 " was the bound\n", cosim->cycles);
    else
        fprintf(out, "; the search gave up\n");
}

/* ---- the run in which they differ ------------------------------------------------------------------------------- */

/* Room for a side of the C module. */
struct room {
    unsigned char *state, *beside;
};

static bool make_room(const struct session *session, struct room *room, struct diag *diag)
{
    room->state = calloc(1, session->module->state_size + 64);
    room->beside = calloc(1, block_ports(session->block)->beside + 64);
    return (room->state && room->beside) || diag_set(diag, NULL, 0, "not enough memory");
}

static void free_room(struct room *room)
{
    free(room->state);
    free(room->beside);
}

/* Its inputs, those of each cycle that have changed. */
static void print_inputs(FILE *out, const struct session *session, const struct prove *prove, struct room *room)
{
    const struct port_table *ports = block_ports(session->block);
    const unsigned           ahead = prove->stateless ? 0 : 2;
    struct room              last;
    if (!make_room(session, &last, NULL)) {
        free_room(&last);
        return;
    }
    for (unsigned f = ahead; f < prove->frames; f++) {
        fprintf(out, "  cycle %u", f - ahead);
        prove_input(prove, ports, f, room->state, room->beside);
        for (unsigned i = 0; i < ports->count; i++) {
            const struct port *port = &ports->port[i];
            for (unsigned e = 0; e < port->signal->count && !port->out; e++) {
                const uint64_t now = rtl_read(port->signal, port->beside ? room->beside : room->state, 0, e);
                if (f > ahead && now == rtl_read(port->signal, port->beside ? last.beside : last.state, 0, e))
                    continue;
                fprintf(out, " %s", port->name);
                if (port->signal->count > 1)
                    fprintf(out, "[%u]", e);
                fprintf(out, "=%" PRIx64, now);
            }
        }
        fputc('\n', out);
        prove_input(prove, ports, f, last.state, last.beside);
    }
    free_room(&last);
}

/* As a record, with the last inputs a clock longer: outputs that follow inputs are compared behind the edge. */
static bool write_record(const char *path, const struct session *session, const struct prove *prove, struct room *room,
                         struct diag *diag)
{
    const struct port_table *ports = block_ports(session->block);
    struct lockstep_module   module = *session->module;
    module.by_list = false; /* what its registers are is not known */
    struct record *record = record_create(path, &module, diag);
    if (!record)
        return false;
    for (unsigned f = prove->stateless ? 0 : 1; f < prove->frames; f++) {
        prove_input(prove, ports, f, room->state, room->beside);
        if (prove->stateless && f == 0)
            record_put(record, room->state, room->beside);
        record_put(record, room->state, room->beside);
    }
    record_put(record, room->state, room->beside);
    return record_close(record, diag);
}

/* The C module and the built block with these inputs, in a process of its own: inputs that the module's contract rules
 * out may end it.  The exit status of the comparison, or -1. */
static int replay(const struct cosim *cosim, const char *path)
{
    struct cosim again = *cosim;
    int          status = -1;
    again.input = path;
    again.cycles_given = false;
    again.shows_proof = true;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        if (null >= 0)
            dup2(null, 2);
        status = cosim_run(&again);
        fflush(NULL);
        _exit(status);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Where the proof found it, then what the C module and the block do with these inputs. */
static int show_difference(const struct cosim *cosim, const struct session *session, const struct prove *prove)
{
    char          path[] = "/tmp/wekiva-proof-XXXXXX";
    struct output out;
    struct room   room;
    const int     file = mkstemp(path);
    if (file >= 0)
        close(file);
    if (!make_room(session, &room, NULL) || !output_open(&out)) {
        free_room(&room);
        unlink(path);
        return STATUS_BAD_INPUT;
    }
    fprintf(out.file, "%s: differs from the twin: %s at cycle %" PRIu64 ", counterexample of %u cycle%s\n",
            session->module->name, prove->port, prove->cycles, (unsigned)prove->cycles + 1, plural(prove->cycles + 1));
    print_limits(out.file, cosim, session, prove);
    int status = output_print(&out, STATUS_FAILED);
    fflush(stdout);
    const bool written = file >= 0 && write_record(path, session, prove, &room, NULL);
    const int  seen = written ? replay(cosim, path) : STATUS_BAD_INPUT;
    if (seen != STATUS_FAILED && output_open(&out)) {
        fprintf(out.file, "inputs that change from one cycle to the next, in hex:\n");
        print_inputs(out.file, session, prove, &room);
        if (seen == STATUS_DONE) {
            fprintf(out.file,
                    "the C module and the built block agree with these inputs: the difference lies in registers "
                    "that reset does not set, or in an X\n");
            status = STATUS_CYCLE_LIMIT;
        } else {
            fprintf(out.file, "the C module cannot be clocked with these inputs%s\n",
                    session->module->by_words ? ": it is given more than its ports say"
                                              : ": they are outside of its contract");
        }
        output_print(&out, status);
    }
    unlink(path);
    free_room(&room);
    return status;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static int show(const struct cosim *cosim, const struct session *session, const struct prove *prove)
{
    struct output out;
    if (prove->verdict == PROVE_DIFFERS)
        return show_difference(cosim, session, prove);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (prove->verdict == PROVE_EQUAL)
        print_equal(out.file, cosim, prove);
    else
        print_bounded(out.file, cosim, prove);
    print_limits(out.file, cosim, session, prove);
    if (cosim->trace)
        fprintf(out.file, "no waveform: no run in which they differ\n");
    return output_print(&out, prove->verdict == PROVE_EQUAL ? STATUS_DONE : STATUS_CYCLE_LIMIT);
}

int cosim_prove(struct cosim *cosim)
{
    const struct session_options options = {.source = cosim->source, .seed = cosim->seed, .window = 1};
    struct session               session;
    struct prove                 prove;
    struct diag                  diag = {0};
    if (!cosim_spares(cosim, &diag) || !session_open(&session, cosim->module, &options, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    const struct prove_order order = {.module = cosim->module,
                                      .source = cosim->source,
                                      .ports = block_ports(session.block),
                                      .found = block_found(session.block),
                                      .limits = &cosim->limits,
                                      .cycles = cosim->cycles,
                                      .seconds = (unsigned)cosim->prove_seconds};
    int                      status = STATUS_BAD_INPUT;
    if (prove_run(&order, &prove, &diag)) {
        status = show(cosim, &session, &prove);
        prove_free(&prove);
    } else {
        complain(&diag, status);
    }
    session_close(&session);
    return status;
}
