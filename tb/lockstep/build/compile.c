#include "tb/lockstep/build/compile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/lockstep/build/messages.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/build/words.h"
#include "tb/lockstep/build/wrap.h"

enum { PATH_BYTES = 4096, NAME = 32 };

static bool join(char *path, const char *folder, const char *name, struct diag *diag)
{
    return (size_t)snprintf(path, PATH_BYTES, "%s/%s", folder, name) < PATH_BYTES ||
           diag_set(diag, folder, 0, "the path is too long");
}

bool compile(const struct compiler *compiler, const char *folder, bool cpp, char *const arguments[], struct diag *diag)
{
    const bool  clang = strstr(compiler->cxx, "clang");
    char        vltstd[PATH_BYTES + 16];
    char *const fixed[] = {(char *)compiler->cxx,
                           cpp ? "-std=gnu++17" : "-w",
                           (char *)compiler->optimise,
                           "-fPIC",
                           "-w",
                           clang ? "-w" : "-fno-gnu-unique", /* a flag of gcc only */
                           "-DVL_USER_STOP",
                           "-DVL_USER_WARN",
                           "-DVL_USER_FATAL",
                           "-DVL_USER_FINISH",
                           compiler->covered ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0",
                           "-DVM_SC=0",
                           compiler->inside ? "-DVM_TRACE=1" : "-DVM_TRACE=0",
                           "-I",
                           (char *)compiler->include,
                           "-I",
                           vltstd,
                           "-I",
                           (char *)folder};
    enum { FIXED = sizeof fixed / sizeof fixed[0] };
    unsigned count = 0;
    while (arguments[count])
        count++;
    char **argv = calloc(FIXED + count + 1, sizeof *argv);
    if (!argv)
        return diag_set(diag, NULL, 0, "not enough memory");
    snprintf(vltstd, sizeof vltstd, "%s/vltstd", compiler->include);
    memcpy(argv, fixed, sizeof fixed);
    memcpy(argv + FIXED, arguments, count * sizeof *argv);
    const int status = process_run(argv, folder, compiler->log);
    free(argv);
    if (status == PROCESS_NOT_FOUND)
        return diag_set(diag, NULL, 0, "%s not found: `make deps-cosim` or apt install g++", compiler->cxx);
    return status == 0 || messages_say_errors(compiler->log, compiler->cxx, "error", diag);
}

/* ---- the runtime ------------------------------------------------------------------------------------------------ */

const char *compile_runtime_part(const struct compiler *compiler, unsigned i)
{
    static const char *const parts[] = {"verilated", "verilated_threads", "verilated_dpi"};
    enum { PARTS = sizeof parts / sizeof parts[0] };
    if (i < PARTS)
        return parts[i];
    if (compiler->inside && i-- == PARTS)
        return "verilated_vcd_c";
    return compiler->covered && i == PARTS ? "verilated_cov" : NULL;
}

static bool write_runtime(const char *path, const char *part, struct diag *diag)
{
    FILE *file = fopen(path, "w");
    if (file)
        wrap_write_runtime(file, part);
    return (file && fclose(file) == 0) || diag_set(diag, path, 0, "cannot write: %s", strerror(errno));
}

bool compile_runtime(const struct compiler *compiler, const char *folder, struct diag *diag)
{
    const char *part;
    for (unsigned i = 0; (part = compile_runtime_part(compiler, i)); i++) {
        char        object[64], name[64], source[PATH_BYTES];
        char *const arguments[] = {"-c", source, "-o", object, NULL};
        snprintf(object, sizeof object, "%s.o", part);
        snprintf(name, sizeof name, "wekiva_%s.cpp", part);
        if (!join(source, folder, name, diag) || !write_runtime(source, part, diag) ||
            !compile(compiler, folder, true, arguments, diag))
            return false;
    }
    return true;
}

/* ---- DPI -------------------------------------------------------------------------------------------------------- */

static bool is_c(const char *path)
{
    const size_t length = strlen(path);
    return length > 2 && strcmp(path + length - 2, ".c") == 0;
}

/* Of a rule for make, `dpi0.i: one.c two.h \`, the files behind the colon. */
static bool note_files(const char *folder, const char *rule, const char *files, struct diag *diag)
{
    char        path[PATH_BYTES], word[PATH_BYTES];
    char *const text = join(path, folder, rule, diag) ? file_text(path, NULL) : NULL;
    FILE       *out = text ? fopen(files, "a") : NULL;
    bool        good = out;
    if (good) {
        const char  *colon = strstr(text, ": ");
        struct words words = words_of(colon ? colon + 1 : "", NULL, rule);
        while (words_next(&words, word, sizeof word, NULL))
            if (word[0] != '\n')
                fprintf(out, "S 0 0 0 0 0 0 \"%s\"\n", word);
        good = !words.failed && !ferror(out);
        good = fclose(out) == 0 && good;
    }
    free(text);
    return good || diag_set(diag, files, 0, "cannot write: %s", strerror(errno));
}

bool compile_code_read(const struct compiler *compiler, const char *folder, const char *path, char *const *searched,
                       unsigned i, const char *files, struct diag *diag)
{
    char     made[NAME], rule[NAME];
    unsigned folders = 0, count = 0;
    while (searched[folders])
        folders++;
    char **arguments = calloc(2 * folders + 12, sizeof *arguments);
    if (!arguments)
        return diag_set(diag, NULL, 0, "not enough memory");
    snprintf(made, sizeof made, "dpi%u.%s", i, is_c(path) ? "i" : "ii");
    snprintf(rule, sizeof rule, "dpi%u.d", i);
    char *const first[] = {"-E", "-P", "-MD", "-MF", rule, "-x", is_c(path) ? "c" : "c++", (char *)path, "-o", made};
    for (; count < sizeof first / sizeof first[0]; count++)
        arguments[count] = first[count];
    for (unsigned f = 0; f < folders; f++) {
        arguments[count++] = "-I";
        arguments[count++] = searched[f];
    }
    const bool good = compile(compiler, folder, !is_c(path), arguments, diag);
    free(arguments);
    return good && note_files(folder, rule, files, diag);
}

bool compile_code(const struct compiler *compiler, const char *folder, const char *path, unsigned i, struct diag *diag)
{
    char        made[NAME], object[NAME];
    char *const arguments[] = {"-c", "-x", is_c(path) ? "cpp-output" : "c++-cpp-output", made, "-o", object, NULL};
    snprintf(made, sizeof made, "dpi%u.%s", i, is_c(path) ? "i" : "ii");
    snprintf(object, sizeof object, "dpi%u.o", i);
    return compile(compiler, folder, !is_c(path), arguments, diag);
}
