#include "rtl_model/watched.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct watched_radix_row watched_radixes[WATCHED_RADIXES] = {[WATCHED_FLOAT] = {"float", "watch_float_t"},
                                                                   [WATCHED_INT] = {"int", "watch_int_t"},
                                                                   [WATCHED_UINT] = {"uint", "watch_uint_t"},
                                                                   [WATCHED_HEX] = {"hex", "watch_hex_t"}};

/* ---- names ------------------------------------------------------------------------------------------------------ */

bool watched_number(const char **text, char letter, uint64_t limit, char end, uint32_t *number)
{
    char *stop;
    if ((*text)[0] != letter || (*text)[1] < '0' || (*text)[1] > '9')
        return false;
    const unsigned long long value = strtoull(*text + 1, &stop, 10);
    if (value >= limit || *stop != end)
        return false;
    *number = (uint32_t)value;
    *text = stop + 1;
    return true;
}

bool watched_radix(const char *text, enum watched_radix *radix)
{
    for (unsigned i = 0; i < WATCHED_RADIXES; i++)
        if (strcmp(text, watched_radixes[i].name) == 0) {
            *radix = (enum watched_radix)i;
            return true;
        }
    return false;
}

const char *watched_type(const char *name)
{
    const char        *radix = strrchr(name, '_');
    enum watched_radix found;
    if (!radix || !watched_radix(radix + 1, &found) || strlen(name) >= WATCHED_NAME)
        return NULL;
    return watched_radixes[found].type;
}

static int in_order(const void *left, const void *right)
{
    const struct header_variable *const *a = left, *const *b = right;
    return (*a)->number < (*b)->number ? -1 : (*a)->number > (*b)->number;
}

const char **watched_in(const struct header *header, const char *scope)
{
    const struct header_variable **found = calloc(header->count + 1, sizeof *found);
    const char                   **names = calloc(header->count + 1, sizeof *names);
    const size_t                   path = strlen(scope);
    unsigned                       count = 0;
    for (unsigned i = 0; found && i < header->count; i++)
        if (strncmp(header->variables[i].name, scope, path) == 0 && header->variables[i].name[path] == '.')
            found[count++] = &header->variables[i];
    if (count)
        qsort(found, count, sizeof *found, in_order);
    for (unsigned i = 0; names && i < count; i++)
        names[i] = found[i]->name + path + 1;
    if (!found) {
        free(names);
        names = NULL;
    }
    free(found);
    return names;
}

/* ---- pixels ----------------------------------------------------------------------------------------------------- */

/* A register's name up to the dot, an element, perhaps a radix. */
static bool parse(const char *text, const struct watched_kind *kind, const void *machine, uint32_t pixels,
                  struct watched_pixel *watch)
{
    static const char  letters[] = "xyzwrgba";
    const char        *at = text;
    char               name[8];
    enum watched_radix radix = WATCHED_FLOAT;
    if (!watched_number(&at, 'p', pixels, '.', &watch->pixel))
        return false;
    const size_t length = strcspn(at, ".");
    if (length >= sizeof name || at[length] != '.')
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, at);
    at += length + 1;
    const char *const element = *at ? strchr(letters, *at++) : NULL;
    if (!element || !kind->find(machine, name, &watch->file, &watch->number) ||
        (*at && (*at != ':' || !watched_radix(at + 1, &radix))))
        return false;
    watch->element = (unsigned)(element - letters) % 4;
    watch->type = watched_radixes[radix].type;
    snprintf(watch->name, sizeof watch->name, "p%" PRIu32 "_%s_%c_%s", watch->pixel, name,
             kind->elements[watch->element], watched_radixes[radix].name);
    return true;
}

static bool same(const struct watched_pixel *a, const struct watched_pixel *b)
{
    return a->pixel == b->pixel && a->file == b->file && a->number == b->number && a->element == b->element;
}

static bool make_room(struct watched_rows *rows, const struct watched_kind *kind, unsigned pixels)
{
    *rows = (struct watched_rows){.list = calloc(kind->row_count + pixels + 1, sizeof *rows->list),
                                  .pixels = calloc(pixels + 1, sizeof *rows->pixels)};
    return rows->list && rows->pixels;
}

static void fill(struct watched_rows *rows, const struct watched_kind *kind)
{
    memcpy(rows->list, kind->rows, kind->row_count * sizeof *rows->list);
    rows->count = kind->row_count;
    for (unsigned i = 0; i < rows->pixel_count; i++)
        rows->list[rows->count++] = (struct trace_derived){
            kind->scope, rows->pixels[i].name, rows->pixels[i].type, 32, true, kind->value, i, 0};
}

bool watched_open(struct watched_rows *rows, const struct watched_kind *kind, const void *machine, uint32_t pixels,
                  const char *const *texts, unsigned count, struct diag *diag)
{
    char there[512];
    if (!make_room(rows, kind, count))
        return diag_set(diag, NULL, 0, "not enough memory for the rows of the waveform");
    for (unsigned i = 0; i < count; i++) {
        if (!parse(texts[i], kind, machine, pixels, &rows->pixels[i])) {
            kind->describe(machine, there, sizeof there);
            return diag_set(diag, NULL, 0,
                            "%.200s: expected a pixel, a register and an element: p0 to p%" PRIu32
                            "; %s; one of %s; with dots between them; then nothing, :float, :int, :uint or :hex",
                            texts[i], pixels - 1, there, kind->elements);
        }
        for (unsigned k = 0; k < i; k++)
            if (same(&rows->pixels[k], &rows->pixels[i]))
                return diag_set(diag, NULL, 0, "%.200s: expected it only once", texts[i]);
    }
    rows->pixel_count = count;
    fill(rows, kind);
    return true;
}

bool watched_recall(struct watched_rows *rows, const struct watched_kind *kind, const struct header *header)
{
    const char **const names = watched_in(header, kind->scope);
    unsigned           count = 0;
    while (names && names[count])
        count++;
    const bool good = names && make_room(rows, kind, count);
    for (unsigned i = 0; good && i < count; i++) {
        struct watched_pixel *const watch = &rows->pixels[rows->pixel_count];
        watch->type = watched_type(names[i]);
        if (!watch->type)
            continue;
        snprintf(watch->name, sizeof watch->name, "%s", names[i]);
        rows->pixel_count++;
    }
    free(names);
    if (good)
        fill(rows, kind);
    return good;
}

void watched_free(struct watched_rows *rows)
{
    free(rows->list);
    free(rows->pixels);
    *rows = (struct watched_rows){0};
}
