/* save_file.c - a GTKWave save file gets its name: one that the user has changed is kept. */
#include "trace/save_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/hash.h"
#include "trace/beside.h"

enum { NAMES_MAX = 1000, MARK_BYTES = 64 };

/* ---- the mark ---------------------------------------------------------------------------------------------------- */

/* The second line of a file whose other lines are `first` and `rest`. */
static void make_mark(char mark[MARK_BYTES], const char *first, size_t first_size, const char *rest, size_t rest_size)
{
    const uint64_t all = hash_bytes(hash_of(first, first_size), rest, rest_size);
    snprintf(mark, MARK_BYTES, "[*] unchanged: %016" PRIx64 "\n", all);
}

static size_t line_bytes(const char *text)
{
    const size_t length = strcspn(text, "\n");
    return length + (text[length] == '\n');
}

static bool is_unchanged(const char *text, size_t size)
{
    const size_t first = line_bytes(text), second = line_bytes(text + first);
    char         mark[MARK_BYTES];
    make_mark(mark, text, first, text + first + second, size - first - second);
    return second == strlen(mark) && memcmp(text + first, mark, second) == 0;
}

static bool is_of(const char *text, const char *waveform)
{
    static const char word[] = "\n[dumpfile] \"";
    const char *const at = strstr(text, word);
    const size_t      length = strlen(waveform);
    const char *const name = at ? at + sizeof word - 1 : "";
    return strncmp(name, waveform, length) == 0 && strncmp(name + length, "\"\n", 2) == 0;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* The whole file, freed by the caller; NULL and an errno. */
static char *read_whole(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL, buffer[4096];
    if (!file)
        return NULL;
    FILE  *memory = open_memstream(&text, size);
    size_t n;
    while (memory && (n = fread(buffer, 1, sizeof buffer, file)) > 0)
        fwrite(buffer, 1, n, memory);
    bool good = memory && !ferror(file) && !ferror(memory);
    if (memory && fclose(memory) != 0)
        good = false;
    fclose(file);
    if (good)
        return text;
    free(text);
    errno = EIO;
    return NULL;
}

/* Whether the text may be written there.  What cannot be read may be anything. */
static bool is_free(const char *path, const char *waveform, bool first)
{
    struct stat status;
    size_t      size;
    if (stat(path, &status) != 0)
        return errno == ENOENT;
    if (S_ISDIR(status.st_mode))
        return first; /* and the error will say so */
    char      *there = S_ISREG(status.st_mode) ? read_whole(path, &size) : NULL;
    const bool ours = there && (size == 0 || is_unchanged(there, size)) && (first || is_of(there, waveform));
    free(there);
    return ours;
}

char *save_file_name(const char *stem, const char *waveform, struct diag *diag)
{
    for (unsigned number = 1; number < NAMES_MAX; number++) {
        char end[32] = ".gtkw";
        if (number > 1)
            snprintf(end, sizeof end, "-%u.gtkw", number);
        char *path = beside_path(stem, "", "", end);
        if (!path) {
            diag_set(diag, stem, 0, "no memory for the viewer's files");
            return NULL;
        }
        if (is_free(path, waveform, number == 1))
            return path;
        free(path);
    }
    diag_set(diag, stem, 0, "all names of its save file are taken: expected one of %d to be free", NAMES_MAX - 1);
    return NULL;
}

bool save_file_is_unchanged(const char *path)
{
    size_t     size;
    char      *text = read_whole(path, &size);
    const bool unchanged = text && is_unchanged(text, size);
    free(text);
    return unchanged;
}

bool save_file_write(const char *path, const char *text, size_t size, struct diag *diag)
{
    char         mark[MARK_BYTES];
    const size_t first = line_bytes(text);
    FILE        *file = beside_create(path, diag);
    if (!file)
        return false;
    make_mark(mark, text, first, text + first, size - first);
    fwrite(text, 1, first, file);
    fputs(mark, file);
    fwrite(text + first, 1, size - first, file);
    return beside_finish(file, path, diag);
}
