/* A list is a text: the block's name, then a line for each file,
 *     = HASH PATH    a file that was read, and its contents
 *     - PATH         one that was not there and would have been read in place of another
 *     ! WARNING      what Verilator warned of */
#define _XOPEN_SOURCE 700 /* st_mtim */
#include "tb/lockstep/build/sources.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/hash.h"
#include "tb/lockstep/build/process.h"

enum { PATH_BYTES = 4096, FILES_MAX = 4096 };

static bool hash_file(const char *path, uint64_t *hash)
{
    size_t size = 0;
    char  *text = file_text(path, &size);
    if (!text)
        return false;
    *hash = hash_bytes(hash_bytes(HASH_START, &size, sizeof size), text, size);
    free(text);
    return true;
}

static bool is_file(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISREG(what.st_mode);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* A file system's clock may be a tick behind. */
static bool changed_since(const struct timespec *changed, const struct timespec *begun)
{
    const int64_t tick = 50000000, second = 1000000000;
    return (changed->tv_sec - begun->tv_sec) * second + changed->tv_nsec - begun->tv_nsec > -tick;
}

/* What is read, and where names are looked for. */
struct reading {
    const char            *folder; /* where relative names begin */
    char *const           *searched;
    const struct timespec *begun;
};

/* A name without a suffix finds the first of NAME, NAME.v and NAME.sv. */
static void write_suffixes(FILE *out, const char *path)
{
    static const char *const ends[] = {"", ".v", ".sv"};
    const char              *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    const bool               ended = dot && (strcmp(dot, ".v") == 0 || strcmp(dot, ".sv") == 0);
    const int                length = (int)(ended ? (size_t)(dot - path) : strlen(path));
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        char rival[PATH_BYTES + 8];
        snprintf(rival, sizeof rival, "%.*s%s", length, path, ends[i]);
        if (!is_file(rival))
            fprintf(out, "- %s\n", rival);
    }
}

/* It may be found in another folder, too, one day. */
static void write_rivals(FILE *out, const char *path, const struct reading *reading)
{
    write_suffixes(out, path);
    for (char *const *of = reading->searched; *of; of++) {
        const size_t length = strlen(*of);
        if (strncmp(path, *of, length) != 0 || path[length] != '/')
            continue;
        for (char *const *other = reading->searched; *other; other++) {
            char rival[PATH_BYTES];
            if (other != of && (size_t)snprintf(rival, sizeof rival, "%s%s", *other, path + length) < sizeof rival)
                write_suffixes(out, rival);
        }
    }
}

/* False when what Verilator read and what is there now may be different. */
static bool write_file(FILE *out, const char *path, const struct reading *reading)
{
    struct stat what;
    uint64_t    hash;
    if (!hash_file(path, &hash) || stat(path, &what) != 0 || changed_since(&what.st_mtim, reading->begun) ||
        changed_since(&what.st_ctim, reading->begun))
        return false;
    fprintf(out, "= %016" PRIx64 " %s\n", hash, path);
    write_rivals(out, path, reading);
    return true;
}

/* A line such as `S  2522 10953218  1795327411 226364982  1795327411 226364982 "/tmp/mine/predicate.sv"`. */
static bool read_name(const char *line, const char *folder, char *path, size_t size)
{
    const char *open = strchr(line, '"'), *close = strrchr(line, '"');
    if (!open || close == open)
        return false;
    const int length = (int)(close - open - 1);
    return (size_t)(open[1] == '/' ? snprintf(path, size, "%.*s", length, open + 1)
                                   : snprintf(path, size, "%s/%.*s", folder, length, open + 1)) < size;
}

/* Verilator lists itself, too; its version is known otherwise. */
static bool is_program(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && strcmp(slash, "/verilator_bin") == 0;
}

static bool write_files(FILE *out, FILE *verilated, const struct reading *reading)
{
    char     line[PATH_BYTES + 256], path[PATH_BYTES];
    unsigned count = 0;
    while (fgets(line, sizeof line, verilated)) {
        if (line[0] != 'S')
            continue;
        if (!read_name(line, reading->folder, path, sizeof path) || count == FILES_MAX)
            return false;
        if (is_program(path))
            continue;
        count++;
        if (!write_file(out, path, reading))
            return false;
    }
    return count > 0;
}

static void write_warnings(FILE *out, const char *warnings)
{
    for (const char *line = warnings; line && *line;) {
        const int length = (int)strcspn(line, "\n");
        fprintf(out, "! %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
}

bool sources_write(const char *list, const char *block, const char *warnings, const char *verilated, const char *folder,
                   char *const *searched, const struct timespec *begun)
{
    const struct reading reading = {folder, searched, begun};
    FILE *const out = fopen(list, "w"), *const read = fopen(verilated, "r");
    bool good = out && read && fprintf(out, "%s\n", block) > 0 && write_files(out, read, &reading);
    if (good)
        write_warnings(out, warnings);
    if (read)
        fclose(read);
    if (!out)
        return false;
    good = !ferror(out) && good;
    good = fclose(out) == 0 && good;
    if (!good)
        remove(list);
    return good;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool still_so(const char *line)
{
    uint64_t then, now;
    int      used = 0;
    if (strncmp(line, "! ", 2) == 0)
        return true;
    if (strncmp(line, "- ", 2) == 0)
        return !is_file(line + 2);
    return sscanf(line, "= %" SCNx64 " %n", &then, &used) == 1 && used && hash_file(line + used, &now) && now == then;
}

char *sources_block(const char *list, char **warnings)
{
    char  *text = file_text(list, NULL);
    size_t size = text ? strlen(text) : 0, kept = 0;
    bool   good = text && strchr(text, '\n') && (*warnings = calloc(1, size + 1));
    if (!good) {
        free(text);
        return NULL;
    }
    char *line = text + strcspn(text, "\n");
    *line++ = '\0';
    while (good && *line) {
        char *const next = line + strcspn(line, "\n");
        good = *next == '\n';
        *next = '\0';
        good = good && still_so(line);
        if (line[0] == '!' && good)
            kept += (size_t)snprintf(*warnings + kept, size + 1 - kept, "%s\n", line + 2);
        line = next + 1;
    }
    if (good)
        return text;
    free(text);
    free(*warnings);
    *warnings = NULL;
    return NULL;
}
