/* results_write.c - the files of `--out` (docs/launch.md): all complete under temporary names first, then renamed. */
#include "kit/bytes.h"
#include "rtl_model/results_internal.h"

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- one file -------------------------------------------------------------------------------------------------- */

enum { PATH_SIZE = 4096, NAME_SIZE = 256 };

/* The final and the temporary path of a file; the temporary one is hidden and has the process in its name. */
static bool make_paths(const char *dir, const char *name, char *path, char *temporary, struct diag *diag)
{
    int length = snprintf(path, PATH_SIZE, "%s/%s", dir, name);
    int other = snprintf(temporary, PATH_SIZE, "%s/.%s.%ld.tmp", dir, name, (long)getpid());
    if (length < 0 || length >= PATH_SIZE || other < 0 || other >= PATH_SIZE)
        return diag_set(diag, dir, 0, "path of %s is too long: expected less than %d bytes", name, PATH_SIZE);
    return true;
}

static bool cannot(const char *verb, const char *path, int error, struct diag *diag)
{
    return diag_set(diag, path, 0, "cannot %s: %s", verb, error ? strerror(error) : "out of memory");
}

/* Every file is filled by such a function; what it is to write stands in `source`. */
typedef bool (*fill_function)(FILE *file, const void *source);

static bool write_temporary(const char *path, const char *temporary, fill_function fill, const void *source,
                            struct diag *diag)
{
    FILE *file = fopen(temporary, "wb");
    if (!file)
        return cannot("write", path, errno, diag);
    errno = 0;
    bool ok = fill(file, source);
    int  error = errno;
    if (fclose(file) != 0 && ok) { /* what was still in the buffer */
        ok = false;
        error = errno;
    }
    if (ok)
        return true;
    remove(temporary);
    return cannot("write", path, error, diag);
}

/* ---- a folder of them ------------------------------------------------------------------------------------------ */

struct folder {
    const char *path;
    char (*names)[NAME_SIZE]; /* files complete under their temporary names, in the order of their writing */
    unsigned     count, room;
    unsigned     launches; /* of a row, each with a folder of its own in this one */
    struct diag *diag;
};

static bool add_file(struct folder *folder, const char *name, fill_function fill, const void *source)
{
    char path[PATH_SIZE], temporary[PATH_SIZE];
    if (folder->count == folder->room) {
        unsigned room = folder->room ? 2 * folder->room : 16;
        void    *more = realloc(folder->names, room * sizeof *folder->names);
        if (!more)
            return cannot("write", folder->path, 0, folder->diag);
        folder->names = more;
        folder->room = room;
    }
    if (!make_paths(folder->path, name, path, temporary, folder->diag) ||
        !write_temporary(path, temporary, fill, source, folder->diag))
        return false;
    snprintf(folder->names[folder->count++], NAME_SIZE, "%s", name);
    return true;
}

static void discard(struct folder *folder)
{
    char path[PATH_SIZE], temporary[PATH_SIZE];
    for (unsigned i = 0; i < folder->count; i++)
        if (make_paths(folder->path, folder->names[i], path, temporary, NULL))
            remove(temporary);
}

static bool has_file(const struct folder *folder, const char *name)
{
    for (unsigned i = 0; i < folder->count; i++)
        if (strcmp(folder->names[i], name) == 0)
            return true;
    return false;
}

static bool remove_file(const struct folder *folder, const char *name)
{
    const bool row = strncmp(name, "launch", 6) == 0; /* a folder of one of its launches may have other files */
    char       path[PATH_SIZE], temporary[PATH_SIZE];
    return make_paths(folder->path, name, path, temporary, folder->diag) &&
           (remove(path) == 0 || errno == ENOENT || (row && errno == ENOTEMPTY) ||
            cannot("replace", path, errno, folder->diag));
}

/* What the folder has of an earlier run goes, result.json first: files of two runs are no result. */
static bool remove_earlier(const struct folder *folder)
{
    json_t *const names = results_earlier(folder->path, folder->launches);
    bool          good = names ? remove_file(folder, "result.json") : cannot("replace", folder->path, 0, folder->diag);
    for (size_t i = 0; good && i < json_array_size(names); i++) {
        const char *const name = json_string_value(json_array_get(names, i));
        good = has_file(folder, name) || remove_file(folder, name);
    }
    json_decref(names);
    return good;
}

/* Gives the files their names, result.json last. */
static bool publish(struct folder *folder)
{
    char path[PATH_SIZE], temporary[PATH_SIZE];
    if (!remove_earlier(folder))
        return false;
    for (unsigned i = 0; i < folder->count; i++) {
        if (!make_paths(folder->path, folder->names[i], path, temporary, folder->diag))
            return false;
        if (rename(temporary, path) != 0)
            return cannot("write", path, errno, folder->diag);
    }
    return true;
}

/* ---- what is in them ------------------------------------------------------------------------------------------- */

struct words {
    const uint32_t *word;
    size_t          count;
};

static bool fill_words(FILE *file, const void *source)
{
    const struct words *words = source;
    for (size_t i = 0; i < words->count; i++) {
        unsigned char bytes[4];
        little_put(bytes, sizeof bytes, words->word[i]);
        if (fwrite(bytes, 1, sizeof bytes, file) != sizeof bytes)
            return false;
    }
    return true;
}

static bool fill_buffer(FILE *file, const void *source)
{
    const struct result_buffer *buffer = source;
    return buffer->size == 0 || fwrite(buffer->bytes, 1, buffer->size, file) == buffer->size;
}

static bool fill_exports(FILE *file, const void *source)
{
    const struct result_run *run = source;
    struct result_layout     layout;
    if (!results_layout(run->launch, run->exports, &layout, NULL))
        return false;
    bool ok = true;
    for (unsigned thread = 0; ok && thread < run->exports->threads; thread++)
        for (unsigned i = 0; ok && i < layout.count; i++) {
            struct words words = {results_value(run->exports, layout.targets[i].column, thread), 4};
            ok = fill_words(file, &words);
        }
    free(layout.targets);
    return ok;
}

/* A JSON text and, for result.json, the files it lists. */
struct text {
    enum result_text         text;
    const struct result_run *run;
    const char *const       *files;
    unsigned                 file_count;
};

static bool fill_text(FILE *file, const void *source)
{
    const struct text *text = source;
    return results_put_json(file, text->text, text->run, text->files, text->file_count);
}

static bool add_text(struct folder *folder, const char *name, enum result_text text, const struct result_run *run)
{
    struct text source = {text, run, NULL, 0};
    return add_file(folder, name, fill_text, &source);
}

/* Only geometry programs do (ISA 3.5). */
static bool emits(const struct launch *launch)
{
    return launch && launch->stage == LAUNCH_GS;
}

static bool add_exports(struct folder *folder, const struct result_run *run)
{
    if (!run->exports)
        return true;
    return add_file(folder, "exports.bin", fill_exports, run) &&
           add_text(folder, "exports.json", RESULT_TEXT_EXPORTS, run) &&
           add_text(folder, "threads.json", RESULT_TEXT_THREADS, run) &&
           (!emits(run->launch) || add_text(folder, "vertices.json", RESULT_TEXT_VERTICES, run));
}

static bool add_buffers(struct folder *folder, const struct result_run *run)
{
    for (unsigned i = 0; i < run->buffer_count; i++) {
        char name[NAME_SIZE];
        int  length = snprintf(name, sizeof name, "buffer-%s.bin", run->buffers[i].name);
        if (length >= NAME_SIZE || strchr(name, '/'))
            return diag_set(folder->diag, folder->path, 0,
                            "buffer '%s': expected a name without '/' of at most %d bytes", run->buffers[i].name,
                            LAUNCH_NAME_MAX);
        if (!add_file(folder, name, fill_buffer, &run->buffers[i]))
            return false;
    }
    return true;
}

static bool add_dumps(struct folder *folder, const struct result_run *run)
{
    struct words gprs = {run->gprs, run->exports ? (size_t)run->exports->threads * run->gprs_per_thread * 4 : 0};
    struct words lds = {run->lds, run->lds_words};
    struct words globals = {run->globals, run->global_words};
    return (!run->gprs || add_file(folder, "gprs.bin", fill_words, &gprs)) &&
           (!run->lds || add_file(folder, "lds.bin", fill_words, &lds)) &&
           (!run->globals || add_file(folder, "globals.bin", fill_words, &globals));
}

static bool add_result(struct folder *folder, const struct result_run *run)
{
    const char **files = calloc(folder->count + 1, sizeof *files);
    if (!files)
        return cannot("write", folder->path, 0, folder->diag);
    for (unsigned i = 0; i < folder->count; i++)
        files[i] = folder->names[i];
    struct text source = {RESULT_TEXT_RESULT, run, files, folder->count};
    bool        ok = add_file(folder, "result.json", fill_text, &source);
    free(files);
    return ok;
}

/* ---- calls ----------------------------------------------------------------------------------------------------- */

bool results_write(const char *dir, const struct result_run *run, struct diag *diag)
{
    struct folder folder = {.path = dir, .launches = run->row ? results_row_count(run->row) : 0, .diag = diag};
    const bool    made = mkdir(dir, 0777) == 0;
    if (!made && errno != EEXIST)
        return cannot("make the folder", dir, errno, diag);
    bool ok = add_exports(&folder, run) && add_buffers(&folder, run) && add_dumps(&folder, run) &&
              add_result(&folder, run) && publish(&folder);
    if (!ok)
        discard(&folder);
    if (!ok && made)
        rmdir(dir);
    free(folder.names);
    return ok;
}

bool results_row_folder(const char *dir, unsigned number, char *path, size_t size, struct diag *diag)
{
    const int length = snprintf(path, size, "%s/launch%u", dir, number);
    return (length >= 0 && (size_t)length < size) || diag_set(diag, dir, 0, "path is too long");
}

static void name_buffer(const struct launch *launch, unsigned index, char *name)
{
    snprintf(name, NAME_SIZE, "buffer-%.*s.bin", LAUNCH_NAME_MAX, launch->buffers[index].name);
}

/* It is not written, so only removed. */
static bool goes(const struct launch *launch, const char *name)
{
    char written[NAME_SIZE];
    for (unsigned i = 0; i < launch->buffer_count; i++) {
        name_buffer(launch, i, written);
        if (strcmp(name, written) == 0)
            return false;
    }
    return !results_is_fixed(name);
}

static bool take_files(const char *dir, const struct launch *launch, struct path_set *paths, struct diag *diag)
{
    json_t *const earlier = results_earlier(dir, launch->row_count);
    bool          good = paths_take(paths, PATH_FOLDER, dir, "--out", diag);
    for (unsigned i = 0; good && results_fixed_names[i]; i++)
        good = paths_take_in(paths, PATH_WRITTEN, dir, results_fixed_names[i], "a file of --out", diag);
    for (size_t i = 0; good && i < json_array_size(earlier); i++) {
        const char *const name = json_string_value(json_array_get(earlier, i));
        good = !goes(launch, name) || paths_take_in(paths, PATH_WRITTEN, dir, name, "a file of --out", diag);
    }
    json_decref(earlier);
    for (unsigned i = 0; good && i < launch->buffer_count; i++) {
        char name[NAME_SIZE];
        name_buffer(launch, i, name);
        good = paths_take_in(paths, PATH_WRITTEN, dir, name, "a file of --out", diag);
    }
    return good;
}

bool results_take_files(const char *dir, const struct launch *launch, struct path_set *paths, struct diag *diag)
{
    char folder[PATH_SIZE];
    bool good = take_files(dir, launch, paths, diag);
    for (; good && launch && launch->row_count; launch = launch->next)
        good = results_row_folder(dir, launch->number, folder, sizeof folder, diag) &&
               take_files(folder, launch, paths, diag);
    return good;
}

bool results_write_json(FILE *file, const char *name, const struct result_run *run, struct diag *diag)
{
    struct text source = {RESULT_TEXT_RESULT, run, NULL, 0};
    errno = 0;
    if (fill_text(file, &source) && fflush(file) == 0 && !ferror(file))
        return true;
    return cannot("write", name, errno, diag);
}

bool results_write_statistics(const char *path, const struct result_run *run, struct diag *diag)
{
    struct text source = {RESULT_TEXT_STATISTICS, run, NULL, 0};
    struct stat status;
    /* A pipe or a device is written as it is: it has nothing to be replaced. */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        FILE *file = fopen(path, "wb");
        if (!file)
            return cannot("write", path, errno, diag);
        bool ok = fill_text(file, &source);
        int  error = errno;
        if (fclose(file) == 0 && ok)
            return true;
        return cannot("write", path, error ? error : errno, diag);
    }
    char temporary[PATH_SIZE];
    int  length = snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
    if (length < 0 || length >= PATH_SIZE)
        return diag_set(diag, path, 0, "path is too long: expected less than %d bytes", PATH_SIZE);
    if (!write_temporary(path, temporary, fill_text, &source, diag))
        return false;
    if (rename(temporary, path) == 0)
        return true;
    int error = errno;
    remove(temporary);
    return cannot("write", path, error, diag);
}
