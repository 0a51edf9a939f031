#define _XOPEN_SOURCE 700 /* realpath */
#include "tb/lockstep/build.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/hash.h"
#include "tb/lockstep/messages.h"
#include "tb/lockstep/process.h"
#include "tb/lockstep/sources.h"
#include "tb/lockstep/wrap.h"

/* A change of what is built from the same sources must change this. */
static const char recipe[] = "8";

/* Everything about one build. */
struct job {
    const struct build_order *order;

    const char *top;
    char        first[300];                          /* the file of the top module */
    char        rtl[BUILD_PATH];                     /* absolute */
    char        cache[BUILD_PATH], work[BUILD_PATH]; /* folders */
    char        log[BUILD_PATH];                     /* what the programs say */
    char        version[256], include[BUILD_PATH], cxx[256];
    char        optimise[16]; /* -O1, or what WEKIVA_OPTIMISE says */
    bool        covered;      /* with coverage */
    char       *warnings;     /* what Verilator warned of */
};

static bool join(char *path, const char *folder, const char *name, struct diag *diag)
{
    if ((size_t)snprintf(path, BUILD_PATH, "%s/%s", folder, name) < BUILD_PATH)
        return true;
    return diag_set(diag, folder, 0, "the path is too long");
}

static bool exists(const char *folder, const char *name)
{
    char path[BUILD_PATH];
    return join(path, folder, name, NULL) && access(path, R_OK) == 0;
}

/* ---- where things are ------------------------------------------------------------------------------------------- */

/* What lies there is loaded and run: only the user may have put it there. */
static bool is_own(const char *path, struct diag *diag)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return diag_set(diag, path, 0, "%s", strerror(errno));
    if (status.st_uid != geteuid())
        return diag_set(diag, path, 0,
                        "the folder of built blocks belongs to user %lu: expected one of yours, set WEKIVA_CACHE",
                        (unsigned long)status.st_uid);
    return !(status.st_mode & (S_IWGRP | S_IWOTH)) ||
           diag_set(diag, path, 0, "others can write into the folder of built blocks: expected `chmod go-w`");
}

/* Made for its owner alone. */
static bool make_own(const char *path, struct diag *diag)
{
    const mode_t before = umask(077);
    const bool   good = folder_make(path, diag);
    umask(before);
    return good;
}

static bool cache_folder(char *path, struct diag *diag)
{
    const char *own = getenv("WEKIVA_CACHE"), *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (own && own[0])
        snprintf(path, BUILD_PATH, "%s", own);
    else if (xdg && xdg[0] == '/')
        snprintf(path, BUILD_PATH, "%s/wekiva", xdg);
    else if (home && home[0])
        snprintf(path, BUILD_PATH, "%s/.cache/wekiva", home);
    else
        return diag_set(diag, NULL, 0, "no place for built blocks: set WEKIVA_CACHE to a folder");
    if (!make_own(path, diag) || !is_own(path, diag))
        return false;
    char *absolute = realpath(path, NULL);
    if (!absolute)
        return diag_set(diag, path, 0, "%s", strerror(errno));
    snprintf(path, BUILD_PATH, "%s", absolute);
    free(absolute);
    return true;
}

bool build_default_folder(char *path, size_t size, struct diag *diag)
{
    static const char *const places[] = {"/../share/wekiva/rtl", "/../tb/rtl", "/../../tb/rtl"};
    char                     program[BUILD_PATH], place[BUILD_PATH + 32];
    const ssize_t            length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(program, '/');
    if (slash)
        *slash = '\0';
    for (unsigned i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        snprintf(place, sizeof place, "%s%s", program, places[i]);
        if (access(place, X_OK) == 0 && (size_t)snprintf(path, size, "%s", place) < size)
            return true;
    }
    if (access("tb/rtl", X_OK) == 0 && (size_t)snprintf(path, size, "tb/rtl") < size)
        return true;
    return diag_set(diag, NULL, 0, "the folder of the Verilog twins is not found: expected --rtl DIR");
}

static bool is_package(const char *name)
{
    const size_t length = strlen(name);
    return length > 7 && strcmp(name + length - 7, "_pkg.sv") == 0;
}

static bool is_cpp(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".cpp") == 0 && strcmp(name, "block.cpp") != 0;
}

static bool is_generated(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".cpp") == 0 || strcmp(dot, ".h") == 0);
}

/* What the result depends on beside the sources. */
static uint64_t tools_key(const struct job *job)
{
    const uint64_t key = hash_text(hash_text(hash_text(HASH_START, recipe), job->version), job->cxx);
    return hash_text(hash_text(key, job->optimise), job->covered ? "covered" : "");
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

/* The file that PATH leads to, when it is there. */
static bool find_program(const char *name, struct stat *what, char *path)
{
    const char *folders = getenv("PATH");
    while (folders && *folders) {
        const size_t length = strcspn(folders, ":");
        snprintf(path, BUILD_PATH, "%.*s/%s", (int)length, folders, name);
        if (access(path, X_OK) == 0 && stat(path, what) == 0 && S_ISREG(what->st_mode))
            return true;
        folders += length + (folders[length] == ':');
    }
    return false;
}

static bool read_verilator(struct job *job, const char *path)
{
    char  version[256], include[BUILD_PATH];
    FILE *file = fopen(path, "r");
    bool  good = file && fgets(version, sizeof version, file) && fgets(include, sizeof include, file);
    if (file)
        fclose(file);
    if (!good)
        return false;
    snprintf(job->version, sizeof job->version, "%.*s", (int)strcspn(version, "\n"), version);
    snprintf(job->include, sizeof job->include, "%.*s/include", (int)strcspn(include, "\n"), include);
    return true;
}

/* Version and include folder.  Verilator is asked once for each file that it may be: it takes its time. */
static bool find_verilator(struct job *job, struct diag *diag)
{
    static const char ask[] = "verilator --version && verilator --getenv VERILATOR_ROOT";
    char *const       shell[] = {"/bin/sh", "-c", (char *)ask, NULL};
    char              program[BUILD_PATH + 16], known[BUILD_PATH], name[64];
    struct stat       what;
    const char       *cxx = getenv("CXX"), *root = getenv("VERILATOR_ROOT");
    const char       *optimise = getenv("WEKIVA_OPTIMISE");
    snprintf(job->cxx, sizeof job->cxx, "%s", cxx && cxx[0] ? cxx : "g++");
    snprintf(job->optimise, sizeof job->optimise, "%s", optimise && optimise[0] == '-' ? optimise : "-O1");
    if (!find_program("verilator", &what, program))
        return diag_set(diag, NULL, 0, "verilator not found: `make deps-cosim` or apt install verilator");
    const int64_t stamp[] = {what.st_size, what.st_mtim.tv_sec, what.st_mtim.tv_nsec};
    uint64_t      key = hash_bytes(hash_text(hash_text(HASH_START, recipe), program), stamp, sizeof stamp);
    key = hash_text(key, root ? root : "");
    snprintf(name, sizeof name, "verilator-%016" PRIx64, key);
    if (!join(known, job->cache, name, diag))
        return false;
    if (read_verilator(job, known))
        return true;
    const int status = process_run(shell, NULL, job->log);
    if (status != 0 || !read_verilator(job, job->log))
        return diag_set(diag, NULL, 0, "%s --version: failed with status %d", program, status);
    char copy[BUILD_PATH];
    return join(copy, job->work, "verilator", diag) && ((rename(job->log, copy) == 0 && rename(copy, known) == 0) ||
                                                        diag_set(diag, known, 0, "cannot write: %s", strerror(errno)));
}

static bool compile(const struct job *job, const char *folder, char *const arguments[], struct diag *diag)
{
    char     vltstd[BUILD_PATH + 16];
    char    *argv[40] = {(char *)job->cxx,
                         "-std=gnu++17",
                         (char *)job->optimise,
                         "-fPIC",
                         "-w",
                         "-fno-gnu-unique",
                         "-DVL_USER_STOP",
                         "-DVL_USER_WARN",
                         "-DVL_USER_FATAL",
                         "-DVL_USER_FINISH",
                      job->covered ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0",
                         "-DVM_SC=0",
                         "-DVM_TRACE=0",
                         "-I",
                         (char *)job->include,
                         "-I",
                         vltstd,
                         "-I",
                         (char *)folder};
    unsigned count = 19;
    if (strstr(job->cxx, "clang"))
        argv[5] = "-w"; /* a flag of gcc only */
    snprintf(vltstd, sizeof vltstd, "%s/vltstd", job->include);
    for (; *arguments; arguments++)
        argv[count++] = *arguments;
    const int status = process_run(argv, folder, job->log);
    if (status == PROCESS_NOT_FOUND)
        return diag_set(diag, NULL, 0, "%s not found: `make deps-cosim` or apt install g++", job->cxx);
    return status == 0 || messages_say_errors(job->log, job->cxx, "error", diag);
}

/* Moves the work folder's part to its place in the cache; another process may have been first. */
static bool publish(const char *from, const char *to, struct diag *diag)
{
    if (rename(from, to) == 0 || errno == EEXIST || errno == ENOTEMPTY)
        return true;
    return diag_set(diag, to, 0, "cannot write: %s", strerror(errno));
}

static bool write_runtime(const char *path, const char *part, struct diag *diag)
{
    FILE *file = fopen(path, "w");
    if (file)
        wrap_write_runtime(file, part);
    return (file && fclose(file) == 0) || diag_set(diag, path, 0, "cannot write: %s", strerror(errno));
}

/* Verilator's own part, the same in every block. */
static bool build_runtime(const struct job *job, char *folder, struct diag *diag)
{
    char           name[64], made[BUILD_PATH], source[BUILD_PATH];
    const uint64_t key = tools_key(job);
    snprintf(name, sizeof name, "runtime-%016" PRIx64, key);
    if (!join(folder, job->cache, name, diag))
        return false;
    if (exists(folder, "verilated.o"))
        return true;
    if (!join(made, job->work, "runtime", diag) || !folder_make(made, diag))
        return false;
    static const char *const parts[] = {"verilated", "verilated_threads", "verilated_cov"};
    for (unsigned i = 0; i < (job->covered ? 3 : 2); i++) {
        char object[64];
        snprintf(object, sizeof object, "%s.o", parts[i]);
        snprintf(name, sizeof name, "wekiva_%s.cpp", parts[i]);
        char *const arguments[] = {"-c", source, "-o", object, NULL};
        if (!join(source, made, name, diag) || !write_runtime(source, parts[i], diag) ||
            !compile(job, made, arguments, diag))
            return false;
    }
    return publish(made, folder, diag);
}

/* ---- Verilog to C++ --------------------------------------------------------------------------------------------- */

/* Verilator's warnings of style, and of speed, change nothing; those that -Wno-lint takes along and that change what
 * the block is come back.  With a second module of a name, or without its delays, it is another block: errors. */
static const char *const warned[] = {"-Wno-lint",         "-Wno-style",        "-Wno-UNOPTFLAT",   "-Wno-UNOPTTHREADS",
                                     "-Wno-TIMESCALEMOD", "-Wwarn-IMPLICIT",   "-Wwarn-LATCH",     "-Wwarn-MULTIDRIVEN",
                                     "-Wwarn-SELRANGE",   "-Wwarn-PINMISSING", "-Wwarn-STMTDLY",   "-Wwarn-ASSIGNDLY",
                                     "-Werror-MODDUP",    "-Werror-STMTDLY",   "-Werror-ASSIGNDLY"};

enum { WARNED = sizeof warned / sizeof warned[0] };

static bool verilate(struct job *job, const char *first, const char *made, struct diag *diag)
{
    enum { FIXED = 30 + WARNED };
    unsigned     packages;
    char       **package = folder_names(job->rtl, is_package, &packages);
    const char **argv = package ? calloc(packages + FIXED, sizeof *argv) : NULL;
    char         include[BUILD_PATH + 16];
    unsigned     count = 0;
    if (!argv) {
        free(package);
        return diag_set(diag, job->rtl, 0, "not enough memory");
    }
    snprintf(include, sizeof include, "-I%s", job->rtl);
    const char *const fixed[] = {"verilator",   "--cc",   "--assert",     "-O3",    "-Wno-fatal",
                                 "--x-initial", "unique", "--x-assign",   "unique", "--no-timing",
                                 "--threads",   "1",      "--top-module", job->top, "--Mdir",
                                 made,          "-y",     job->rtl,       include};
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        argv[count++] = fixed[i];
    for (unsigned i = 0; i < WARNED; i++)
        argv[count++] = warned[i];
    if (job->covered) {
        argv[count++] = "--coverage"; /* lines, bits and cover statements */
    }
    for (unsigned i = 0; i < packages; i++)
        argv[count++] = package[i];
    argv[count++] = first;
    const int status = process_run((char *const *)argv, job->rtl, job->log);
    free(argv);
    free(package);
    const struct message_source source = {job->rtl, job->order->rtl, first, job->top};
    if (status != 0)
        return messages_say_verilator(job->log, &source, diag);
    job->warnings = messages_warnings(job->log, job->rtl);
    return job->warnings || diag_set(diag, NULL, 0, "not enough memory");
}

static bool ports_fit(const struct job *job, const struct found_table *found, struct diag *diag)
{
    const struct build_order *order = job->order;
    if (!order->ports || ports_agree(order->ports, found, order->replaces, diag))
        return true;
    if (diag)
        snprintf(diag->file, sizeof diag->file, "%.400s/%.64s", order->rtl, job->first);
    return false;
}

/* The key of what Verilator wrote. */
static uint64_t generated_key(const struct job *job, const char *made)
{
    unsigned count;
    char   **names = folder_names(made, is_generated, &count);
    uint64_t key = tools_key(job);
    for (unsigned i = 0; names && i < count; i++) {
        char   path[BUILD_PATH];
        size_t size;
        char  *text = join(path, made, names[i], NULL) ? file_text(path, &size) : NULL;
        key = hash_text(key, names[i]);
        if (text)
            key = hash_bytes(key, text, size);
        free(text);
    }
    free(names);
    return key;
}

static bool write_wrapper(const struct job *job, const char *made, const struct found_table *found, struct diag *diag)
{
    char     path[BUILD_PATH];
    unsigned count;
    char   **names = folder_names(made, is_cpp, &count);
    FILE    *file = names && join(path, made, "block.cpp", NULL) ? fopen(path, "w") : NULL;
    bool     good = file;
    if (file) {
        wrap_write(file, job->top, found, names, count);
        good = fclose(file) == 0;
    }
    free(names);
    return good || diag_set(diag, made, 0, "cannot write: %s", strerror(errno));
}

/* Verilates, and compiles what the cache does not have; `name` is the block's folder in the cache. */
static bool make_block(struct job *job, const char *first, char *name, size_t size, struct diag *diag)
{
    char               made[BUILD_PATH], header[BUILD_PATH], header_name[256], folder[BUILD_PATH], runtime[BUILD_PATH];
    char               object[3][BUILD_PATH], shared[BUILD_PATH], ports[BUILD_PATH], packed[BUILD_PATH];
    struct found_table found;
    snprintf(header_name, sizeof header_name, "V%s.h", job->top);
    if (!join(made, job->work, "made", diag) || !verilate(job, first, made, diag) ||
        !join(header, made, header_name, diag) || !ports_found(header, &found, diag) || !ports_fit(job, &found, diag))
        return false;
    snprintf(name, size, "%s-%016" PRIx64, job->top, generated_key(job, made));
    if (!join(folder, job->cache, name, diag))
        return false;
    if (exists(folder, "block.so") && exists(folder, "ports.h"))
        return true;
    if (!write_wrapper(job, made, &found, diag) || !build_runtime(job, runtime, diag) ||
        !join(packed, job->work, "packed", diag) || !folder_make(packed, diag) ||
        !join(object[0], runtime, "verilated.o", diag) || !join(object[1], runtime, "verilated_threads.o", diag) ||
        !join(object[2], runtime, "verilated_cov.o", diag) || !join(shared, packed, "block.so", diag) ||
        !join(ports, packed, "ports.h", diag))
        return false;
    char *const arguments[] = {"-shared", "-Wl,-Bsymbolic", "-o",
                               shared,    "block.cpp",      object[0],
                               object[1], "-pthread",       job->covered ? object[2] : NULL,
                               NULL};
    if (!compile(job, made, arguments, diag))
        return false;
    return (rename(header, ports) == 0 || diag_set(diag, ports, 0, "cannot write: %s", strerror(errno))) &&
           publish(packed, folder, diag);
}

/* ---- the cache -------------------------------------------------------------------------------------------------- */

/* The list of what a block was made from (sources.h): a name for each folder, block, set of tools and of packages. */
static bool list_name(const struct job *job, const char *first, char *path, struct diag *diag)
{
    unsigned count;
    char   **names = folder_names(job->rtl, is_package, &count), name[64];
    uint64_t key = hash_text(hash_text(tools_key(job), job->rtl), first);
    if (!names)
        return diag_set(diag, job->rtl, 0, "cannot read the folder: %s", strerror(errno));
    for (unsigned i = 0; i < count; i++)
        key = hash_text(key, names[i]);
    free(names);
    snprintf(name, sizeof name, "sources-%016" PRIx64, key);
    return join(path, job->cache, name, diag);
}

/* What the cache has under `name`: object and ports. */
static bool take_cached(const struct job *job, const char *name, struct build *build, struct diag *diag)
{
    char folder[BUILD_PATH], header[BUILD_PATH];
    return join(folder, job->cache, name, diag) && join(build->object, folder, "block.so", diag) &&
           join(header, folder, "ports.h", diag) && access(build->object, R_OK) == 0 &&
           ports_found(header, &build->found, diag);
}

/* Notes what the block was made from.  Without the list all is as good, and takes its time again. */
static void note_sources(const struct job *job, const char *name, const struct timespec *begun, const char *list)
{
    char verilated[BUILD_PATH], temporary[BUILD_PATH], file[300];
    snprintf(file, sizeof file, "made/V%s__verFiles.dat", job->top);
    if (join(verilated, job->work, file, NULL) && join(temporary, job->work, "sources", NULL) &&
        sources_write(temporary, name, job->warnings, verilated, job->rtl, begun) && rename(temporary, list) != 0)
        remove(temporary);
}

static bool build_in(struct job *job, const char *first, struct build *build, struct diag *diag)
{
    char            list[BUILD_PATH], name[300];
    struct timespec begun;
    if (!find_verilator(job, diag) || !list_name(job, first, list, diag))
        return false;
    char      *known = sources_block(list, &job->warnings);
    const bool taken = known && take_cached(job, known, build, NULL);
    free(known);
    if (taken)
        return ports_fit(job, &build->found, diag);
    free(job->warnings);
    job->warnings = NULL;
    clock_gettime(CLOCK_REALTIME, &begun);
    if (!make_block(job, first, name, sizeof name, diag))
        return false;
    note_sources(job, name, &begun, list);
    return take_cached(job, name, build, diag) || diag_set(diag, job->cache, 0, "the built block is gone");
}

/* The folder, and the file of the top module in it. */
static bool find_source(struct job *job, struct diag *diag)
{
    const char *const rtl = job->order->rtl, *const top = job->order->top;
    char *const absolute = realpath(rtl, NULL);
    if (!absolute)
        return diag_set(diag, rtl, 0, "%s", strerror(errno));
    snprintf(job->rtl, sizeof job->rtl, "%s", absolute);
    free(absolute);
    snprintf(job->first, sizeof job->first, "%s.sv", top);
    if (!exists(job->rtl, job->first))
        snprintf(job->first, sizeof job->first, "%s.v", top);
    return exists(job->rtl, job->first) ||
           diag_set(diag, rtl, 0, "no file %s.sv or %s.v: expected module %s there", top, top, top);
}

bool build_block(const struct build_order *order, struct build *build, struct diag *diag)
{
    struct job *job = calloc(1, sizeof *job);
    bool        good = job || diag_set(diag, NULL, 0, "not enough memory");
    if (good) {
        job->order = order;
        job->top = order->top;
        job->covered = order->covered;
        good = find_source(job, diag);
    }
    good = good && cache_folder(job->cache, diag) && join(job->work, job->cache, "work-XXXXXX", diag);
    if (good && !mkdtemp(job->work))
        good = diag_set(diag, job->cache, 0, "cannot write: %s", strerror(errno));
    if (good) {
        good = join(job->log, job->work, "log", diag) && build_in(job, job->first, build, diag);
        folder_remove(job->work);
    }
    if (good)
        build->warnings = job->warnings;
    else if (job)
        free(job->warnings);
    free(job);
    return good;
}
