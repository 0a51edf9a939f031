#include "tb/lockstep/build/verilate.h"

#include <stdio.h>
#include <stdlib.h>

#include "tb/lockstep/build/delays.h"
#include "tb/lockstep/build/messages.h"
#include "tb/lockstep/build/process.h"

/* Verilator's warnings of style, and of speed, change nothing; what -Wno-lint takes along and what changes the
 * block comes back.  With a second module of a name, or without its delays, it is another block: errors. */
static const char *const warned[] = {"-Wno-lint",         "-Wno-style",        "-Wno-UNOPTFLAT",   "-Wno-UNOPTTHREADS",
                                     "-Wno-TIMESCALEMOD", "-Wwarn-IMPLICIT",   "-Wwarn-LATCH",     "-Wwarn-MULTIDRIVEN",
                                     "-Wwarn-SELRANGE",   "-Wwarn-PINMISSING", "-Wwarn-STMTDLY",   "-Wwarn-ASSIGNDLY",
                                     "-Werror-MODDUP",    "-Werror-STMTDLY",   "-Werror-ASSIGNDLY"};

enum { WARNED = sizeof warned / sizeof warned[0] };

/* What of its own signals can be read: fields of structs, elements of arrays that are not memories. */
static const char *const traced[] = {"--trace", "--trace-structs",   "--trace-max-width",
                                     "4096",    "--trace-max-array", "64"};
enum { TRACED = sizeof traced / sizeof traced[0] };

/* Its arguments, with room for `more`, NULL behind them.  Files of the folder have names within it, so that the same
 * block elsewhere is the same. */
static const char **arguments(const struct tree *tree, const struct verilated *how, const char *made, unsigned more,
                              unsigned *count)
{
    const char *const fixed[] = {"verilator",    "--cc",       "--assert", "-O3",         "-Wno-fatal", "--x-initial",
                                 "unique",       "--x-assign", "unique",   "--no-timing", "--threads",  "1",
                                 "--top-module", tree->top,    "--Mdir",   made};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    const char **argv =
        calloc(FIXED + WARNED + TRACED + 2 * tree->folders.count + tree->settings.count + tree->files.count + more + 2,
               sizeof *argv);
    *count = 0;
    if (!argv)
        return NULL;
    for (; *count < FIXED; ++*count)
        argv[*count] = fixed[*count];
    for (unsigned i = 0; i < tree->settings.count; i++)
        argv[(*count)++] = tree->settings.text[i];
    for (unsigned i = 0; i < WARNED; i++)
        argv[(*count)++] = warned[i];
    for (unsigned i = 0; i < tree->folders.count; i++) {
        argv[(*count)++] = "-y"; /* modules, and includes */
        argv[(*count)++] = tree->folders.text[i];
    }
    if (how->covered)
        argv[(*count)++] = "--coverage"; /* lines, bits and cover statements */
    for (unsigned i = 0; how->inside && i < TRACED; i++)
        argv[(*count)++] = traced[i];
    for (unsigned i = 0; i < tree->files.count; i++)
        argv[(*count)++] = tree_within(tree, tree->files.text[i]);
    return argv;
}

/* Verilator's status, or less than 0: not enough memory. */
static int call(const struct tree *tree, const struct verilated *how, const char *made, const char *log,
                const struct text_list *more)
{
    unsigned           count;
    const char **const argv = arguments(tree, how, made, more ? more->count : 0, &count);
    if (!argv)
        return -1;
    for (unsigned i = 0; more && i < more->count; i++)
        argv[count++] = more->text[i];
    const int status = process_run((char *const *)argv, tree->folder, log);
    free(argv);
    return status;
}

/* All files once more, as they are behind the preprocessor. */
static bool untimed(const struct tree *tree, const char *made, const char *log, const struct message_source *source,
                    struct diag *diag)
{
    char             verilated[TREE_PATH];
    struct text_list more = {.count = 0};
    bool             good =
        (size_t)snprintf(verilated, sizeof verilated, "%s/V%s__verFiles.dat", made, tree->top) < sizeof verilated &&
        text_list_add(&more, "-E") && tree_found(tree, verilated, &more);
    good = good && call(tree, &(struct verilated){.covered = false}, made, log, &more) >= 0;
    char *const text = good ? file_text(log, NULL) : NULL;
    good = text ? delays_none(text, source, diag) : diag_set(diag, verilated, 0, "cannot read the sources again");
    free(text);
    text_list_free(&more);
    return good;
}

bool verilate(const struct tree *tree, const struct verilated *how, const char *made, const char *log, char **warnings,
              struct diag *diag)
{
    const struct message_source source = {tree->folder, tree->shown, tree_top_file(tree), tree->top};
    const int                   status = call(tree, how, made, log, NULL);
    if (status < 0)
        return diag_set(diag, NULL, 0, "not enough memory");
    if (status != 0)
        return messages_say_verilator(log, &source, diag);
    *warnings = messages_warnings(log, tree->folder);
    return *warnings ? untimed(tree, made, log, &source, diag) : diag_set(diag, NULL, 0, "not enough memory");
}
