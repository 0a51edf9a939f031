#include "tb/lockstep/prove/prove_read.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/build/process.h"

/* ---- programs --------------------------------------------------------------------------------------------------- */

static bool file_in(char *path, const struct prove_place *place, const char *name, const char *end, struct diag *diag)
{
    return (size_t)snprintf(path, TREE_PATH, "%s/%s%s", place->folder, name, end) < TREE_PATH ||
           diag_set(diag, place->folder, 0, "the path is too long");
}

bool prove_call(const struct prove_place *place, const char *folder, const char *name, char *const argv[], int *status,
                bool *late, struct diag *diag)
{
    enum { WORDS = 16, TIMED_OUT = 124 };
    struct timespec now;
    char            seconds[32], log[TREE_PATH], *timed[WORDS] = {"timeout", "--foreground", "-k", "1", seconds};
    unsigned        count = 5;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double left = (double)(place->end.tv_sec - now.tv_sec) + 1e-9 * (double)(place->end.tv_nsec - now.tv_nsec);
    *late = left <= 0.01;
    if (*late)
        return true;
    snprintf(seconds, sizeof seconds, "%.2f", left);
    while (*argv && count + 1 < WORDS)
        timed[count++] = *argv++;
    if (!file_in(log, place, name, ".log", diag))
        return false;
    *status = process_run(timed, folder ? folder : place->folder, log);
    *late = *status == TIMED_OUT || *status == PROCESS_SIGNAL + 9;
    return *status != PROCESS_NOT_FOUND ||
           diag_set(diag, NULL, 0, "%s not found: `make deps-cosim` or apt install yosys", timed[5]);
}

char *prove_log(const struct prove_place *place, const char *name)
{
    char path[TREE_PATH];
    return file_in(path, place, name, ".log", NULL) ? file_text(path, NULL) : NULL;
}

/* ---- the script ------------------------------------------------------------------------------------------------- */

/* A word of a script of yosys. */
static void put_word(FILE *file, const char *word)
{
    fprintf(file, " \"%s\"", word);
}

/* -DNAME=VALUE as Verilator has it; +define+ is one already.  A parameter's value is a constant of Verilog. */
static void put_defines(FILE *file, const struct tree *tree)
{
    for (unsigned i = 0; i < tree->folders.count; i++)
        fprintf(file, " -I%s", tree->folders.text[i]);
    for (unsigned i = 0; i < tree->settings.count; i++)
        if (strncmp(tree->settings.text[i], "-D", 2) == 0)
            put_word(file, tree->settings.text[i]);
}

static void put_parameters(FILE *file, const struct tree *tree)
{
    for (unsigned i = 0; i < tree->settings.count; i++) {
        const char *const setting = tree->settings.text[i], *const equals = strchr(setting, '=');
        if (strncmp(setting, "-G", 2) == 0 && equals)
            fprintf(file, " -chparam %.*s %s", (int)(equals - setting - 2), setting + 2, equals + 1);
    }
}

static bool is_verilog(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot && (strcmp(dot, ".sv") == 0 || strcmp(dot, ".v") == 0);
}

/* -noopt, and X before anything is made smaller: yosys chooses for an X what suits it. */
static bool write_script(const struct prove_place *place, const struct tree *tree, const char *name, struct diag *diag)
{
    char        path[TREE_PATH];
    FILE *const file = file_in(path, place, name, ".ys", diag) ? fopen(path, "w") : NULL;
    if (!file)
        return diag_set(diag, place->folder, 0, "cannot write the script");
    fputs("verilog_defaults -add -sv -noassert -noassume", file);
    put_defines(file, tree);
    fputs("\nread_verilog", file);
    for (unsigned i = 0; i < tree->files.count; i++)
        if (is_verilog(tree->files.text[i]))
            put_word(file, tree_within(tree, tree->files.text[i]));
    fprintf(file, "\nhierarchy -check -top %s", tree->top);
    put_parameters(file, tree);
    for (unsigned i = 0; i < tree->folders.count; i++)
        fprintf(file, " -libdir %s", tree->folders.text[i]);
    fprintf(file,
            "\nproc -noopt\nflatten\nchformal -remove\nmemory -nomap\nsetattr -unset init w:*\nopt_clean\n"
            "rename -top wekiva_%s\nwrite_ilang %s/%s.il\n",
            name, place->folder, name);
    return fclose(file) == 0 || diag_set(diag, path, 0, "cannot write");
}

/* ---- what yosys says -------------------------------------------------------------------------------------------- */

/* Its error: "FILE:LINE: ERROR: what", or "ERROR: what". */
static bool say_error(const struct prove_place *place, const struct tree *tree, const char *name, int status,
                      struct diag *diag)
{
    static const char mark[] = "ERROR: ";
    char             *text = prove_log(place, name), *what = text ? strstr(text, mark) : NULL;
    unsigned          line = 0;
    if (!what) {
        free(text);
        return diag_set(diag, NULL, 0, "yosys: failed with status %d and without a message", status);
    }
    what[strcspn(what, "\n")] = '\0';
    char *start = what;
    while (start > text && start[-1] != '\n')
        start--;
    char *const colon = what > start + 2 ? what - 2 : NULL; /* of FILE:LINE: */
    if (colon) {
        *colon = '\0';
        char *const number = strrchr(start, ':');
        if (number) {
            *number = '\0';
            line = (unsigned)strtoul(number + 1, NULL, 10);
        }
    }
    char       file[sizeof diag->file];
    const bool within = *start != '/';
    snprintf(file, sizeof file, "%.250s%s%.250s", within ? tree->shown : "", within ? "/" : "", start);
    diag_set(diag, line ? file : tree->shown, line, "yosys cannot read it: %s", what + sizeof mark - 1);
    free(text);
    return false;
}

/* ---- what it has read ------------------------------------------------------------------------------------------- */

static void take_port(struct prove_side *side, const char *line)
{
    unsigned    width = 1, place;
    const char *at = line + strlen("  wire ");
    char        name[PORT_NAME];
    bool        port = false, out = false;
    while (*at && *at != '\\' && *at != '$') {
        if (sscanf(at, "width %u", &width) == 1 || sscanf(at, "offset %u", &place) == 1)
            at = strchr(at, ' ') + 1;
        else if (strncmp(at, "input ", 6) == 0 || strncmp(at, "output ", 7) == 0 || strncmp(at, "inout ", 6) == 0) {
            port = true;
            out = *at == 'o';
            at = strchr(at, ' ') + 1;
        }
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    if (!port || sscanf(at, "\\%127[^ \n]", name) != 1 || side->count == PORTS_MAX)
        return;
    snprintf(side->port[side->count].name, PORT_NAME, "%s", name);
    side->port[side->count].width = width;
    side->port[side->count++].out = out;
}

/* One cell after the other: `cell TYPE NAME`, its parameters, its connections. */
struct scan {
    struct prove_side *side;
    const char        *clock; /* the port's name */
    char               type[64];
    uint64_t           memory_bits, width;
    bool               latch, falling, other_clock;
};

static void take_cell_line(struct scan *scan, const char *line)
{
    static const char ff[] = "ff";
    uint64_t          number;
    const bool        memory = strncmp(scan->type, "$mem", 4) == 0;
    char              name[PORT_NAME];
    if (sscanf(line, "  cell %63s", scan->type) == 1) {
        scan->latch |= strstr(scan->type, "latch") || strcmp(scan->type, "$sr") == 0;
        if (strncmp(scan->type, "$", 1) == 0 && strstr(scan->type, ff))
            scan->side->stateless = false;
        scan->width = 0;
    } else if (memory && sscanf(line, "    parameter \\WIDTH %" SCNu64, &number) == 1) {
        scan->memory_bits += number * scan->width;
        scan->width = number;
    } else if (memory && sscanf(line, "    parameter \\SIZE %" SCNu64, &number) == 1) {
        scan->memory_bits += number * scan->width;
        scan->width = number;
    } else if (memory && sscanf(line, "    parameter \\WR_PORTS %" SCNu64, &number) == 1) {
        scan->side->stateless &= number == 0;
    } else if (strstr(scan->type, ff) && strncmp(line, "    parameter \\CLK_POLARITY 1'0", 31) == 0) {
        scan->falling = true;
    } else if (strstr(scan->type, ff) && sscanf(line, "    connect \\CLK %127s", name) == 1) {
        scan->other_clock |= name[0] != '\\' || strcmp(name + 1, scan->clock) != 0;
    }
}

static bool scan_file(const char *path, struct scan *scan)
{
    char *const text = file_text(path, NULL);
    for (char *line = text, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (strncmp(line, "  wire ", 7) == 0)
            take_port(scan->side, line);
        else
            take_cell_line(scan, line);
    }
    free(text);
    return text;
}

bool prove_read(const struct prove_place *place, const struct block_source *source, const char *top, const char *name,
                const char *clock, struct prove_side *side, bool *late, struct diag *diag)
{
    char        script[64], path[TREE_PATH];
    char *const argv[] = {"yosys", "-q", "-s", path, NULL};
    struct tree tree;
    struct scan scan = {.side = side, .clock = clock};
    int         status = 0;
    *side = (struct prove_side){.stateless = true};
    snprintf(script, sizeof script, "%s", name);
    if (!tree_open(&tree, source, top, diag))
        return false;
    bool good = write_script(place, &tree, name, diag) && file_in(path, place, name, ".ys", diag) &&
                prove_call(place, tree.folder, name, argv, &status, late, diag);
    if (good && !*late) {
        good = status == 0 || say_error(place, &tree, name, status, diag);
        good = good && file_in(path, place, name, ".il", diag) &&
               (scan_file(path, &scan) || diag_set(diag, path, 0, "cannot read what yosys has written"));
        if (good && scan.memory_bits > PROVE_MEMORY_BITS)
            good = diag_set(diag, tree.shown, 0, "memories of %" PRIu64 " bits: a proof holds at most %d",
                            scan.memory_bits, PROVE_MEMORY_BITS);
        else if (good && (scan.latch || scan.falling || scan.other_clock))
            good = diag_set(diag, tree.shown, 0, "%s: a proof has registers at the rising edge of clk alone",
                            scan.latch     ? "has a latch"
                            : scan.falling ? "uses a falling edge"
                                           : "has a register with another clock");
    }
    tree_close(&tree);
    return good;
}
