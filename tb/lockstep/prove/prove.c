#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "tb/lockstep/prove/prove.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "kit/bytes.h"
#include "tb/lockstep/build/build.h"
#include "tb/lockstep/build/build_places.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/prove/prove_miter.h"

enum {
    RESET_FRAMES = 2,
    FIRST_FRAMES = 8, /* a first look for a difference, before a proof is tried */
    SHARES = 4,       /* of the time: one for each proof, half of one for that look */
    DEPTH_MAX = 4     /* of induction */
};

struct job {
    const struct prove_order *order;
    struct prove             *prove;
    struct prove_place        place;
    unsigned                  ahead; /* frames before the first that is compared */
};

static bool path_in(char *path, const struct job *job, const char *name, struct diag *diag)
{
    return (size_t)snprintf(path, TREE_PATH, "%s/%s", job->place.folder, name) < TREE_PATH ||
           diag_set(diag, job->place.folder, 0, "the path is too long");
}

/* ---- the two sides ---------------------------------------------------------------------------------------------- */

static const char *clock_of(const struct prove_order *order)
{
    const struct found_port *clk = ports_lookup(order->found, "clk");
    return clk ? clk->theirs : "clk";
}

static bool read_sides(struct job *job, bool *late, struct diag *diag)
{
    const struct prove_order *order = job->order;
    struct prove             *prove = job->prove;
    char                      twins[BUILD_PATH];
    struct block_source       twin = {.rtl = twins}, block = order->source;
    struct prove_side         side;
    if (!build_default_folder(twins, sizeof twins, diag))
        return false;
    if (!block.rtl)
        block.rtl = twins;
    if (!prove_read(&job->place, &block, order->module->top, "block", clock_of(order), &side, late, diag) || *late)
        return *late;
    if (!prove_read(&job->place, &twin, order->module->top, "twin", "clk", &prove->twin, late, diag) || *late)
        return *late;
    prove->stateless = side.stateless && prove->twin.stateless;
    job->ahead = prove->stateless ? 0 : RESET_FRAMES;
    for (unsigned i = 0; i < order->ports->count; i++)
        prove->compared += prove_compares(prove, &order->ports->port[i]);
    return prove->compared > 0 ||
           diag_set(diag, NULL, 0, "%s: the block and the twin have no output of one name: expected one",
                    order->module->name);
}

static const char script[] = "read_ilang twin.il\n"
                             "read_ilang block.il\n"
                             "read_verilog -sv miter.v\n"
                             "hierarchy -check -top wekiva_miter\n"
                             "proc -noopt\n"
                             "flatten\n"
                             "delete wekiva_twin wekiva_block\n"
                             "memory_map\n"
                             "async2sync\n"
                             "opt_merge\n" /* what is the same expression of the same signals is the same, X or not */
                             "opt_clean\n"
                             "techmap -map shiftx.v\n"
                             "setundef -undriven -anyseq\n"
                             "setundef -anyseq\n"
                             "opt_expr\n"
                             "opt_merge\n"
                             "opt_expr -fine\n"
                             "opt_clean\n"
                             "techmap\n"
                             "dffunmap\n"
                             "opt_clean\n"
                             "setundef -anyseq\n"
                             "aigmap\n"
                             "write_aiger -zinit -map miter.map miter.aig\n";

static bool write_text(const struct job *job, const char *name, const char *text, struct diag *diag)
{
    char        path[TREE_PATH];
    FILE *const file = path_in(path, job, name, diag) ? fopen(path, "w") : NULL;
    if (file && text)
        fputs(text, file);
    else if (file)
        prove_write_miter(file, job->order, job->prove);
    return file && (fclose(file) == 0 || diag_set(diag, path, 0, "cannot write"));
}

static bool make_miter(struct job *job, bool *late, struct diag *diag)
{
    char *const argv[] = {"yosys", "-q", "-s", "miter.ys", NULL};
    int         status = 0;
    if (!write_text(job, "miter.v", NULL, diag) || !write_text(job, "shiftx.v", prove_shiftx, diag) ||
        !write_text(job, "miter.ys", script, diag) ||
        !prove_call(&job->place, NULL, "miter", argv, &status, late, diag))
        return false;
    if (*late || status == 0)
        return true;
    char *const text = prove_log(&job->place, "miter"), *const what = text ? strstr(text, "ERROR: ") : NULL;
    diag_set(diag, NULL, 0, "yosys cannot bring block and twin together: %.*s", what ? (int)strcspn(what, "\n") : 0,
             what ? what : "");
    free(text);
    return false;
}

/* ---- the search ------------------------------------------------------------------------------------------------- */

/* Runs commands of ABC over the miter; what it has printed, freed by the caller, or NULL: none, with `late` when time
 * is over. */
static char *search(struct job *job, const char *name, bool *late, struct diag *diag, const char *commands)
{
    char        line[400];
    char *const argv[] = {"yosys-abc", "-q", line, NULL};
    int         status = 0;
    snprintf(line, sizeof line, "read_aiger miter.aig; %s", commands);
    return prove_call(&job->place, NULL, name, argv, &status, late, diag) ? prove_log(&job->place, name) : NULL;
}

static unsigned seconds_left(const struct job *job)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec < job->place.end.tv_sec ? (unsigned)(job->place.end.tv_sec - now.tv_sec) : 0;
}

/* The share of the time that one attempt may take. */
static unsigned share(const struct job *job)
{
    return seconds_left(job) / SHARES + 1;
}

/* "Output 0 of miter "x" was asserted in frame 4": the port, and the frame. */
static bool take_difference(struct job *job, const char *text)
{
    const char *at = text ? strstr(text, "Output ") : NULL;
    unsigned    output, frame, seen = 0;
    const char *asserted = at ? strstr(at, "asserted in frame ") : NULL;
    if (!asserted || sscanf(at, "Output %u", &output) != 1 || sscanf(asserted, "asserted in frame %u", &frame) != 1)
        return false;
    job->prove->verdict = PROVE_DIFFERS;
    job->prove->cycles = frame < job->ahead ? 0 : frame - job->ahead;
    for (unsigned i = 0; i < job->order->ports->count; i++) {
        const struct port *port = &job->order->ports->port[i];
        if (prove_compares(job->prove, port) && seen++ == output)
            snprintf(job->prove->port, PORT_NAME, "%s", port->name);
    }
    return true;
}

/* Equal in the first frames: "No output asserted in 10 frames", or of a search that time has ended the last line of
 * its progress, "10 + : ..." */
static void take_bound(struct job *job, const char *text)
{
    const char *at = text ? strstr(text, "No output asserted in ") : NULL;
    unsigned    frames = 0, frame;
    if (at && sscanf(at, "No output asserted in %u frames", &frames) != 1)
        frames = 0;
    for (const char *line = text; line && *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (sscanf(line, "%u + :", &frame) == 1 && frame + 1 > frames)
            frames = frame + 1;
    if (frames > job->ahead && frames - job->ahead - 1 > job->prove->cycles)
        job->prove->cycles = frames - job->ahead - 1;
}

/* Looks `frames` deep for a difference. */
static bool look(struct job *job, uint64_t frames, unsigned seconds, bool *late, struct diag *diag)
{
    char commands[200];
    snprintf(commands, sizeof commands, "bmc3 -v -F %" PRIu64 " -T %u; write_cex -a cex", frames, seconds);
    char *const text = search(job, "look", late, diag, commands);
    if (!take_difference(job, text))
        take_bound(job, text);
    free(text);
    return text;
}

/* Induction over signals that correspond, `depth` clocks deep, and what that leaves open by reachability. */
static bool induct(struct job *job, unsigned depth, unsigned seconds, bool *late, struct diag *diag)
{
    struct prove *prove = job->prove;
    char          commands[200];
    unsigned      latches = 1, nodes = 1;
    snprintf(commands, sizeof commands, "scorr -F %u; print_stats; pdr -T %u; write_cex -a cex", depth, seconds);
    char *const text = search(job, "induct", late, diag, commands);
    const char *left = text ? strstr(text, "lat =") : NULL;
    if (text && strstr(text, "Property proved")) {
        prove->verdict = PROVE_EQUAL;
        if (left && sscanf(left, "lat = %u and = %u", &latches, &nodes) == 2 && latches == 0 && nodes == 0)
            snprintf(prove->how, sizeof prove->how, "by induction of depth %u", depth);
        else
            snprintf(prove->how, sizeof prove->how, "by property-directed reachability");
    } else if (!take_difference(job, text)) {
        take_bound(job, text);
    }
    free(text);
    return text || *late;
}

/* Of sides without a register. */
static bool combine(struct job *job, unsigned seconds, bool *late, struct diag *diag)
{
    char commands[200];
    snprintf(commands, sizeof commands, "frames -F 1 -i; orpos; &get -n; &cec -m -T %u", seconds);
    char *const text = search(job, "combine", late, diag, commands);
    const bool  known = text;
    const bool  equal = text && strstr(text, "Networks are equivalent");
    const bool  differs = text && strstr(text, "NOT EQUIVALENT");
    free(text);
    if (equal) {
        job->prove->verdict = PROVE_EQUAL;
        snprintf(job->prove->how, sizeof job->prove->how, "they have no registers");
    }
    return differs ? look(job, 1, seconds_left(job) + 1, late, diag) : known || *late;
}

/* ---- the run in which they differ ------------------------------------------------------------------------------- */

/* Lines "input NUMBER BIT NAME" of the map. */
static bool read_map(struct job *job, struct diag *diag)
{
    struct prove *prove = job->prove;
    char          path[TREE_PATH];
    char *const   text = path_in(path, job, "miter.map", diag) ? file_text(path, NULL) : NULL;
    for (const char *line = text; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        unsigned number, bit;
        char     name[PORT_NAME];
        if (sscanf(line, "input %u %u %127s", &number, &bit, name) != 3)
            continue;
        unsigned p = 0;
        while (p < prove->port_inputs && strcmp(prove->port_input[p].name, name) != 0)
            p++;
        if (p == PORTS_MAX)
            continue;
        if (p == prove->port_inputs) {
            prove->port_inputs++;
            snprintf(prove->port_input[p].name, PORT_NAME, "%s", name);
            prove->port_input[p].first = number;
        }
        prove->port_input[p].width = bit + 1; /* bits of a port follow one another */
    }
    free(text);
    return text || diag_set(diag, path, 0, "yosys has not written it");
}

/* A line of the latches at first, then one of the inputs for each frame. */
static bool read_witness(struct job *job, struct diag *diag)
{
    struct prove *prove = job->prove;
    char          path[TREE_PATH];
    char *const   text = path_in(path, job, "cex", diag) ? file_text(path, NULL) : NULL;
    const char   *line = text ? text + strcspn(text, "\n") : "";
    if (!text)
        return diag_set(diag, path, 0, "ABC has not written the run in which they differ");
    line += *line == '\n';
    prove->inputs = (unsigned)strspn(line, "01");
    for (const char *at = line; prove->inputs && strspn(at, "01") == prove->inputs; at += prove->inputs + 1) {
        prove->frames++;
        if (!at[prove->inputs])
            break;
    }
    prove->input = calloc((size_t)prove->frames * prove->inputs + 1, 1);
    for (unsigned f = 0; prove->input && f < prove->frames; f++)
        for (unsigned i = 0; i < prove->inputs; i++)
            prove->input[(size_t)f * prove->inputs + i] =
                (unsigned char)(line[(size_t)f * (prove->inputs + 1) + i] == '1');
    free(text);
    return prove->input ? read_map(job, diag) : diag_set(diag, NULL, 0, "not enough memory");
}

void prove_input(const struct prove *prove, const struct port_table *ports, unsigned frame, void *state, void *beside)
{
    const unsigned char *bits = prove->input + (size_t)frame * prove->inputs;
    for (unsigned i = 0; i < ports->count; i++) {
        const struct port  *port = &ports->port[i];
        const struct limit *limit = limits_of(prove->limits, port->name);
        const bool          free_in_reset = port->signal->kind == RTL_STRAP;
        if (port->out)
            continue;
        for (unsigned p = 0; p < prove->port_inputs; p++) {
            if (strcmp(prove->port_input[p].name, port->name) != 0)
                continue;
            const unsigned first = prove->port_input[p].first;
            const bool     given = prove->stateless || free_in_reset || frame >= RESET_FRAMES;
            /* a strap has the value of the first frame */
            const unsigned char *from = free_in_reset && !prove->stateless ? prove->input : bits;
            for (unsigned e = 0; e < port->signal->count; e++) {
                uint64_t value = 0;
                for (unsigned b = 0; b < port->signal->bits; b++)
                    if (given && e * port->signal->bits + b < prove->port_input[p].width)
                        value |= (uint64_t)from[first + e * port->signal->bits + b] << b;
                if (given && limit && !limits_allow(limit, value))
                    value = limit->value[0];
                unsigned char *to = port_place(port, state, beside);
                little_put(to + (size_t)e * RTL_ELEMENT_BYTES(port->signal->bits),
                           RTL_ELEMENT_BYTES(port->signal->bits), value);
            }
        }
    }
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static bool decide(struct job *job, bool *late, struct diag *diag)
{
    struct prove  *prove = job->prove;
    const uint64_t frames = job->order->cycles + job->ahead + 1;
    const uint64_t first = frames < FIRST_FRAMES ? frames : FIRST_FRAMES;
    bool           over = false;
    if (prove->stateless)
        return combine(job, seconds_left(job) + 1, late, diag);
    if (!look(job, first, share(job) / 2 + 1, late, diag))
        return *late;
    for (unsigned depth = 1; depth <= DEPTH_MAX && prove->verdict == PROVE_BOUNDED && !*late; depth *= 2)
        if (!induct(job, depth, share(job), late, diag))
            return *late;
    if (prove->verdict == PROVE_BOUNDED && !*late && frames > first &&
        !look(job, frames, seconds_left(job) + 1, &over, diag))
        return over;
    return true;
}

static bool run_in(struct job *job, struct diag *diag)
{
    struct prove *prove = job->prove;
    bool          late = false;
    if (!read_sides(job, &late, diag) || (!late && !make_miter(job, &late, diag)) ||
        (!late && !decide(job, &late, diag)))
        return false;
    prove->out_of_time = prove->verdict == PROVE_BOUNDED && (late || seconds_left(job) == 0);
    return prove->verdict != PROVE_DIFFERS || read_witness(job, diag);
}

bool prove_run(const struct prove_order *order, struct prove *prove, struct diag *diag)
{
    struct job job = {.order = order, .prove = prove};
    char       cache[BUILD_PATH];
    *prove = (struct prove){.verdict = PROVE_BOUNDED, .limits = order->limits};
    clock_gettime(CLOCK_MONOTONIC, &job.place.end);
    job.place.end.tv_sec += order->seconds;
    if (!build_cache_folder(cache, diag))
        return false;
    snprintf(job.place.folder, sizeof job.place.folder, "%.4000s/proof-XXXXXX", cache);
    if (!mkdtemp(job.place.folder))
        return diag_set(diag, cache, 0, "cannot write: %s", strerror(errno));
    const bool good = run_in(&job, diag);
    folder_remove(job.place.folder);
    if (!good)
        prove_free(prove);
    return good;
}

void prove_free(struct prove *prove)
{
    free(prove->input);
    prove->input = NULL;
}
