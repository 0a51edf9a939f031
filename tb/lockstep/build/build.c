#define _XOPEN_SOURCE 700 /* realpath */
#include "tb/lockstep/build/build.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/hash.h"
#include "kit/programs.h"
#include "tb/lockstep/build/build_places.h"
#include "tb/lockstep/build/compile.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/build/sources.h"
#include "tb/lockstep/build/verilate.h"
#include "tb/lockstep/build/wrap.h"
#include "tb/lockstep/port_map.h"

/* A change of what is built from the same sources must change this. */
static const char recipe[] = "12";

/* Everything about one build. */
struct job {
    const struct build_order *order;

    struct tree     tree;                                /* the sources */
    char            cache[BUILD_PATH], work[BUILD_PATH]; /* folders */
    char            log[BUILD_PATH];                     /* what the programs say */
    char            version[256];
    struct compiler compiler; /* -O1, or what WEKIVA_OPTIMISE says */
    char           *warnings; /* what Verilator warned of */
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

static bool is_cpp(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".cpp") == 0 && strcmp(name, "block.cpp") != 0;
}

static bool is_generated(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot &&
           (strcmp(dot, ".cpp") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".i") == 0 || strcmp(dot, ".ii") == 0);
}

/* What the result depends on beside the sources. */
static uint64_t tools_key(const struct job *job)
{
    const uint64_t key = hash_text(hash_text(hash_text(HASH_START, recipe), job->version), job->compiler.cxx);
    return hash_text(hash_text(hash_text(key, job->compiler.optimise), job->compiler.covered ? "covered" : ""),
                     job->compiler.inside ? "inside" : "");
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

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
    snprintf(job->compiler.include, sizeof job->compiler.include, "%.*s/include", (int)strcspn(include, "\n"), include);
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
    snprintf(job->compiler.cxx, sizeof job->compiler.cxx, "%s", cxx && cxx[0] ? cxx : "g++");
    snprintf(job->compiler.optimise, sizeof job->compiler.optimise, "%s",
             optimise && optimise[0] == '-' ? optimise : "-O1");
    if (!programs_find("verilator", program, sizeof program) || stat(program, &what) != 0)
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

/* Moves the work folder's part to its place in the cache; another process may have been first. */
static bool publish(const char *from, const char *to, struct diag *diag)
{
    if (rename(from, to) == 0 || errno == EEXIST || errno == ENOTEMPTY)
        return true;
    return diag_set(diag, to, 0, "cannot write: %s", strerror(errno));
}

/* Verilator's own part, the same in every block. */
static bool build_runtime(const struct job *job, char *folder, struct diag *diag)
{
    char           name[64], made[BUILD_PATH];
    const uint64_t key = tools_key(job);
    snprintf(name, sizeof name, "runtime-%016" PRIx64, key);
    if (!join(folder, job->cache, name, diag))
        return false;
    if (exists(folder, "verilated.o"))
        return true;
    if (!join(made, job->work, "runtime", diag) || !folder_make(made, diag))
        return false;
    return compile_runtime(&job->compiler, made, diag) && publish(made, folder, diag);
}

/* ---- ports and generated code ----------------------------------------------------------------------------------- */

/* Behind the ports in `header`, the signals whose edges the block waits for, which Verilator keeps the last values of.
 */
static bool add_edges(const struct job *job, const char *made, const char *header, struct diag *diag)
{
    static const char mark[] = "__Vtrigrprev__TOP__";
    char              name[200], path[BUILD_PATH];
    snprintf(name, sizeof name, "V%s___024root.h", job->tree.top);
    char *const text = join(path, made, name, diag) ? file_text(path, NULL) : NULL;
    FILE       *file = text ? fopen(header, "a") : NULL;
    bool        good = file;
    for (const char *at = text; good && (at = strstr(at, mark));) {
        at += sizeof mark - 1;
        good = fprintf(file, PORTS_EDGE "%.*s\n", (int)strcspn(at, " ;,)"), at) > 0;
    }
    free(text);
    if (file)
        good = fclose(file) == 0 && good;
    return good || diag_set(diag, header, 0, "cannot write: %s", strerror(errno));
}

static bool ports_fit(const struct job *job, struct found_table *found, struct diag *diag)
{
    const struct build_order *order = job->order;
    if (!port_map_apply(order->source.map, order->ports, found, diag))
        return false;
    if (!order->ports || ports_agree(order->ports, found, order->replaces, diag))
        return true;
    if (diag)
        snprintf(diag->file, sizeof diag->file, "%.300s/%.200s", job->tree.shown, tree_top_file(&job->tree));
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
        wrap_write(file, job->tree.top, found, names, count);
        good = fclose(file) == 0;
    }
    free(names);
    return good || diag_set(diag, made, 0, "cannot write: %s", strerror(errno));
}

/* Preprocesses the C code of DPI imports, which is part of the key then. */
static bool read_code(const struct job *job, const char *made, struct diag *diag)
{
    const struct tree *const tree = &job->tree;
    char                     name[200], files[BUILD_PATH];
    snprintf(name, sizeof name, "V%s__verFiles.dat", tree->top);
    if (!join(files, made, name, diag) || !tree_unique(tree, files, diag))
        return false;
    for (unsigned i = 0; i < tree->code.count; i++)
        if (!compile_code_read(&job->compiler, made, tree->code.text[i], tree->folders.text, i, files, diag))
            return false;
    return true;
}

/* Compiles and links all of it to `shared`. */
static bool link_block(const struct job *job, const char *made, char *shared, struct diag *diag)
{
    enum { PARTS = 5, FIXED = 8 };
    const struct tree *const tree = &job->tree;
    char                     runtime[BUILD_PATH], part[PARTS][BUILD_PATH], (*code)[32];
    unsigned                 count = 0;
    const char              *name;
    for (unsigned i = 0; i < tree->code.count; i++)
        if (!compile_code(&job->compiler, made, tree->code.text[i], i, diag))
            return false;
    if (!build_runtime(job, runtime, diag))
        return false;
    char **arguments = calloc(FIXED + PARTS + tree->code.count + 1, sizeof *arguments);
    code = calloc(tree->code.count + 1, sizeof *code);
    bool        good = arguments && code;
    char *const first[] = {"-shared", "-Wl,-Bsymbolic", "-pthread", "-o", shared, "block.cpp"};
    for (; good && count < sizeof first / sizeof first[0]; count++)
        arguments[count] = first[count];
    for (unsigned i = 0; good && i < tree->code.count; i++) {
        snprintf(code[i], sizeof code[i], "dpi%u.o", i);
        arguments[count++] = code[i];
    }
    for (unsigned i = 0; good && (name = compile_runtime_part(&job->compiler, i)); i++) {
        good = (size_t)snprintf(part[i], BUILD_PATH, "%s/%s.o", runtime, name) < BUILD_PATH;
        arguments[count++] = part[i];
    }
    good = good ? compile(&job->compiler, made, true, arguments, diag) : diag_set(diag, NULL, 0, "not enough memory");
    free(arguments);
    free(code);
    return good;
}

/* Verilates, and compiles what the cache does not have; `name` is the block's folder in the cache. */
static bool make_block(struct job *job, char *name, size_t size, struct diag *diag)
{
    char                   made[BUILD_PATH], header[BUILD_PATH], header_name[256], folder[BUILD_PATH];
    char                   shared[BUILD_PATH], ports[BUILD_PATH], packed[BUILD_PATH];
    struct found_table     found;
    const struct verilated how = {job->compiler.covered, job->compiler.inside};
    snprintf(header_name, sizeof header_name, "V%s.h", job->tree.top);
    if (!join(made, job->work, "made", diag) || !verilate(&job->tree, &how, made, job->log, &job->warnings, diag) ||
        !join(header, made, header_name, diag) || !add_edges(job, made, header, diag) ||
        !ports_found(header, &found, diag) || !ports_fit(job, &found, diag) || !read_code(job, made, diag))
        return false;
    snprintf(name, size, "%s-%016" PRIx64, job->tree.top, generated_key(job, made));
    if (!join(folder, job->cache, name, diag))
        return false;
    if (exists(folder, "block.so") && exists(folder, "ports.h"))
        return true;
    if (!write_wrapper(job, made, &found, diag) || !join(packed, job->work, "packed", diag) ||
        !folder_make(packed, diag) || !join(shared, packed, "block.so", diag) ||
        !join(ports, packed, "ports.h", diag) || !link_block(job, made, shared, diag))
        return false;
    return (rename(header, ports) == 0 || diag_set(diag, ports, 0, "cannot write: %s", strerror(errno))) &&
           publish(packed, folder, diag);
}

/* ---- the cache -------------------------------------------------------------------------------------------------- */

/* The list of what a block was made from (sources.h): a name for each tree and set of tools. */
static bool list_name(const struct job *job, char *path, struct diag *diag)
{
    const uint64_t both[] = {tools_key(job), job->tree.key};
    char           name[64];
    snprintf(name, sizeof name, "sources-%016" PRIx64, hash_bytes(HASH_START, both, sizeof both));
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
    snprintf(file, sizeof file, "made/V%s__verFiles.dat", job->tree.top);
    if (join(verilated, job->work, file, NULL) && join(temporary, job->work, "sources", NULL) &&
        sources_write(temporary, name, job->warnings, verilated, job->tree.folder, job->tree.folders.text, begun) &&
        rename(temporary, list) != 0)
        remove(temporary);
}

static bool build_in(struct job *job, struct build *build, struct diag *diag)
{
    char            list[BUILD_PATH], name[300];
    struct timespec begun;
    if (!find_verilator(job, diag) || !list_name(job, list, diag))
        return false;
    char      *known = sources_block(list, &job->warnings);
    const bool taken = known && take_cached(job, known, build, NULL);
    free(known);
    if (taken)
        return ports_fit(job, &build->found, diag);
    free(job->warnings);
    job->warnings = NULL;
    clock_gettime(CLOCK_REALTIME, &begun);
    if (!make_block(job, name, sizeof name, diag))
        return false;
    note_sources(job, name, &begun, list);
    if (!take_cached(job, name, build, diag))
        return diag_set(diag, job->cache, 0, "the built block is gone");
    return ports_fit(job, &build->found, diag);
}

bool build_block(const struct build_order *order, struct build *build, struct diag *diag)
{
    struct job *job = calloc(1, sizeof *job);
    bool        good = job || diag_set(diag, NULL, 0, "not enough memory");
    if (good) {
        job->order = order;
        job->compiler.covered = order->covered;
        job->compiler.inside = order->inside;
        job->compiler.log = job->log;
        good = tree_open(&job->tree, &order->source, order->top, diag);
    }
    good = good && build_cache_folder(job->cache, diag) && join(job->work, job->cache, "work-XXXXXX", diag);
    if (good && !mkdtemp(job->work))
        good = diag_set(diag, job->cache, 0, "cannot write: %s", strerror(errno));
    if (good) {
        good = join(job->log, job->work, "log", diag) && build_in(job, build, diag);
        folder_remove(job->work);
    }
    if (good) {
        build->warnings = job->warnings;
        snprintf(build->folder, sizeof build->folder, "%s", job->tree.folder);
        snprintf(build->shown, sizeof build->shown, "%s", job->tree.shown);
    } else if (job) {
        free(job->warnings);
    }
    if (job)
        tree_close(&job->tree);
    free(job);
    return good;
}
