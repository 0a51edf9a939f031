/* corpus.c - the files of two folders, and what of their runs differs. */
#include "tools/compare/corpus.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/output.h"

enum { DEPTH_MAX = 32, PATH_BYTES = 4096, JSON_BYTES_MAX = 1 << 30 };

/* ---- files ------------------------------------------------------------------------------------------------------- */

bool corpus_is(const char *path)
{
    struct stat status;
    char        inside[PATH_BYTES];
    snprintf(inside, sizeof inside, "%s/result.json", path);
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode) && stat(inside, &status) != 0;
}

enum kind { KIND_NONE, KIND_RESULT, KIND_LAUNCH, KINDS };

/* By what it has: a launch file its version, a result cycles; other files of JSON are none of ours.  KINDS: it cannot
 * be read. */
static enum kind kind_of(const char *path, struct diag *diag)
{
    json_t *const root = input_json(path, JSON_BYTES_MAX, diag);
    enum kind     kind = !root                                                ? KINDS
                         : json_is_integer(json_object_get(root, "wekiva"))   ? KIND_LAUNCH
                         : json_is_integer(json_object_get(root, "cycles"))   ? KIND_RESULT
                         : json_is_array(json_object_get(root, "statistics")) ? KIND_RESULT
                                                                              : KIND_NONE;
    json_decref(root);
    return kind;
}

/* "nbody" of "nbody/launch.json", "nbody" of "nbody.json". */
static char *name_of(const char *inside)
{
    static const char *const plain[] = {"/result.json", "/launch.json", ".json"};
    const size_t             length = strlen(inside);
    for (unsigned i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        const size_t end = strlen(plain[i]);
        if (length > end && strcmp(inside + length - end, plain[i]) == 0)
            return strndup(inside, length - end);
    }
    return strdup(inside);
}

static bool no_memory(struct diag *diag)
{
    return diag_set(diag, NULL, 0, "not enough memory");
}

static bool add_file(struct corpus *corpus, unsigned side, const char *path, struct diag *diag)
{
    char *const name = name_of(path + strlen(corpus->folder[side]) + 1), *const own = strdup(path);
    size_t n = 0;
    while (name && n < corpus->count && (corpus->rows[n].path[side] || strcmp(corpus->rows[n].name, name) != 0))
        n++;
    if (n == corpus->room) {
        const size_t       room = corpus->room ? 2 * corpus->room : 64;
        struct corpus_row *rows = realloc(corpus->rows, room * sizeof *rows);
        corpus->rows = rows ? rows : corpus->rows;
        corpus->room = rows ? room : corpus->room;
    }
    if (!name || !own || n == corpus->room) {
        free(name);
        free(own);
        return no_memory(diag);
    }
    if (n == corpus->count)
        corpus->rows[corpus->count++] = (struct corpus_row){.name = strdup(name)};
    corpus->rows[n].path[side] = own;
    free(name);
    return corpus->rows[n].name || no_memory(diag);
}

struct search {
    struct corpus *corpus;
    unsigned       side;
    size_t         of_kind[KINDS];
};

static bool search_in(struct search *search, const char *folder, unsigned depth, struct diag *diag);

static bool search_at(struct search *search, const char *path, unsigned depth, struct diag *diag)
{
    struct stat  status;
    const size_t length = strlen(path);
    if (lstat(path, &status) != 0)
        return diag_set(diag, path, 0, "%s", strerror(errno));
    if (S_ISDIR(status.st_mode))
        return search_in(search, path, depth + 1, diag);
    if (length < 5 || strcmp(path + length - 5, ".json") != 0)
        return true;
    const enum kind kind = kind_of(path, diag);
    if (kind == KINDS)
        return false;
    search->of_kind[kind]++;
    return kind == KIND_NONE || add_file(search->corpus, search->side, path, diag);
}

/* In order of names, so that what is printed does not depend on the disk. */
static bool search_in(struct search *search, const char *folder, unsigned depth, struct diag *diag)
{
    struct dirent **entries;
    const int       count = depth < DEPTH_MAX ? scandir(folder, &entries, NULL, alphasort) : 0;
    bool            good = count >= 0 || diag_set(diag, folder, 0, "%s", strerror(errno));
    for (int i = 0; i < count; i++) {
        char path[PATH_BYTES];
        if (snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name) >= (int)sizeof path)
            good = good && diag_set(diag, folder, 0, "its names are longer than %u bytes", PATH_BYTES - 1);
        good = good && (entries[i]->d_name[0] == '.' || search_at(search, path, depth, diag));
        free(entries[i]);
    }
    if (count > 0)
        free(entries);
    return good;
}

bool corpus_find(struct corpus *corpus, const char *a, const char *b, struct diag *diag)
{
    *corpus = (struct corpus){.folder = {a, b}};
    for (unsigned side = 0; side < 2; side++) {
        struct search search = {.corpus = corpus, .side = side};
        if (!search_in(&search, corpus->folder[side], 0, diag))
            return false;
        if (!search.of_kind[KIND_LAUNCH] && !search.of_kind[KIND_RESULT])
            return diag_set(diag, corpus->folder[side], 0, "has no result.json and no launch file: expected some");
        if (search.of_kind[KIND_LAUNCH] && search.of_kind[KIND_RESULT])
            return diag_set(diag, corpus->folder[side], 0,
                            "has launch files and results: expected a folder with one kind of them");
        if (side && corpus->launches != (search.of_kind[KIND_LAUNCH] > 0))
            return diag_set(diag, corpus->folder[side], 0, "has %s, and %s %s: expected the same of both",
                            corpus->launches ? "results" : "launch files", corpus->folder[0],
                            corpus->launches ? "launch files" : "results");
        corpus->launches = search.of_kind[KIND_LAUNCH] > 0;
    }
    return true;
}

/* ---- a row ------------------------------------------------------------------------------------------------------- */

/* The clocks of a reason, of both wavefront slots. */
static double clocks_of(const struct compare_result *result, const char *name, unsigned side)
{
    double parts = 0;
    for (size_t i = 0; i < result->stall_count; i++) {
        const char *const arbiter = result->stalls[i].path;
        if (strcmp(result->stalls[i].name, name) == 0 &&
            (strcmp(arbiter, "arbiter_even") == 0 || strcmp(arbiter, "arbiter_odd") == 0))
            parts += result->stalls[i].value[side] / 2;
    }
    return parts / 100 * (double)result->sides[side]->cycles;
}

static void take_reason(struct corpus_row *row, const struct compare_result *result)
{
    const double sign = row->cycles[1] < row->cycles[0] ? -1 : 1;
    double       most = 0;
    for (size_t i = 0; i < result->stall_count; i++) {
        const char *const name = result->stalls[i].name;
        const double      more = clocks_of(result, name, 1) - clocks_of(result, name, 0);
        if (sign * more <= most)
            continue;
        most = sign * more;
        row->clocks = more;
        snprintf(row->reason, sizeof row->reason, "%s",
                 strcmp(name, "used") == 0         ? "groups issued"
                 : strncmp(name, "stall_", 6) == 0 ? name + 6
                                                   : name);
        for (char *c = row->reason; *c; c++)
            *c = *c == '_' ? ' ' : *c;
    }
}

/* A mismatch has come to its end; statistics alone do not say. */
static bool has_ended(const char *status)
{
    return strcmp(status, "done") == 0 || strcmp(status, "mismatch") == 0 || strcmp(status, "-") == 0;
}

bool corpus_take(struct corpus_row *row, struct compare_side sides[2], struct diag *diag)
{
    struct compare_result result = {0};
    bool                  good = true;
    for (unsigned s = 0; s < 2; s++) {
        if (!row->path[s])
            continue;
        row->status[s] = strdup(sides[s].status);
        row->has[s] = sides[s].has_cycles;
        row->cycles[s] = sides[s].cycles;
        row->ended[s] = row->has[s] && row->cycles[s] && has_ended(sides[s].status);
        good = good && (row->status[s] || no_memory(diag));
    }
    if (good && row->path[0] && row->path[1] && (good = compare_make(sides, &result, diag)))
        take_reason(row, &result);
    compare_result_free(&result);
    return good;
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static bool is_compared(const struct corpus_row *row)
{
    return row->ended[0] && row->ended[1];
}

static double ratio(const struct corpus_row *row)
{
    return (double)row->cycles[1] / (double)row->cycles[0];
}

static int by_ratio(const void *one, const void *other)
{
    const struct corpus_row *a = one, *b = other;
    if (is_compared(a) != is_compared(b))
        return is_compared(b) - is_compared(a);
    if (is_compared(a) && ratio(a) != ratio(b))
        return ratio(a) < ratio(b) ? 1 : -1;
    return strcmp(a->name, b->name);
}

void corpus_rank(struct corpus *corpus)
{
    double logs = 0;
    corpus->compared = corpus->faster = corpus->slower = 0;
    for (size_t i = 0; i < corpus->count; i++) {
        const struct corpus_row *row = &corpus->rows[i];
        if (!is_compared(row))
            continue;
        corpus->compared++;
        corpus->slower += row->cycles[1] > row->cycles[0];
        corpus->faster += row->cycles[1] < row->cycles[0];
        logs += log(ratio(row));
    }
    corpus->mean = corpus->compared ? exp(logs / (double)corpus->compared) : 0;
    if (corpus->count)
        qsort(corpus->rows, corpus->count, sizeof *corpus->rows, by_ratio);
}

void corpus_free(struct corpus *corpus)
{
    for (size_t i = 0; i < corpus->count; i++) {
        free(corpus->rows[i].name);
        for (unsigned s = 0; s < 2; s++) {
            free(corpus->rows[i].path[s]);
            free(corpus->rows[i].status[s]);
        }
    }
    free(corpus->rows);
    *corpus = (struct corpus){0};
}
