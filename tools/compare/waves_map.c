/* waves_map.c - which signal of one waveform is which of the other one, as the user says. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/compare/waves.h"

static bool wrong(struct diag *diag, const struct waves_map *map, unsigned line, size_t column, const char *what)
{
    diag_set(diag, map->path, line, "%s", what);
    if (diag)
        diag->column = (unsigned)column + 1;
    return false;
}

/* A word from `at` on, up to a blank or `=`; escaped names of Verilog end at a blank. */
static size_t word_length(const char *at)
{
    return at[0] == '\\' ? strcspn(at, " \t") : strcspn(at, " \t=");
}

static bool add(struct waves_map *map, const char *a, size_t a_length, const char *b, size_t b_length, unsigned line)
{
    void *more = realloc(map->names, (map->count + 1) * sizeof *map->names);
    if (!more)
        return false;
    map->names = more;
    map->names[map->count] = (struct waves_name){.a = strndup(a, a_length), .b = strndup(b, b_length), .line = line};
    map->count++;
    return map->names[map->count - 1].a && map->names[map->count - 1].b;
}

static bool read_line(struct waves_map *map, char *text, unsigned line, struct diag *diag)
{
    static const char expected[] = "expected A = B, two signals or two scopes, by their full names";
    text[strcspn(text, "#\r\n")] = '\0';
    const size_t from = strspn(text, " \t"), a_length = word_length(text + from);
    if (!text[from])
        return true;
    size_t at = from + a_length;
    at += strspn(text + at, " \t");
    if (!a_length || text[at] != '=')
        return wrong(diag, map, line, at, expected);
    at++;
    at += strspn(text + at, " \t");
    const size_t b = at, b_length = word_length(text + at);
    at += b_length;
    at += strspn(text + at, " \t");
    if (!b_length || text[at])
        return wrong(diag, map, line, at, expected);
    for (unsigned i = 0; i < map->count; i++)
        if (strlen(map->names[i].a) == a_length && strncmp(map->names[i].a, text + from, a_length) == 0)
            return wrong(diag, map, line, from, "this name has a line already: expected one");
    return add(map, text + from, a_length, text + b, b_length, line) ||
           diag_set(diag, map->path, line, "not enough memory");
}

bool waves_map_read(const char *path, struct waves_map *map, struct diag *diag)
{
    char    *text = NULL;
    size_t   room = 0;
    unsigned line = 0;
    FILE    *file = fopen(path, "r");
    bool     good = file || diag_set(diag, path, 0, "cannot be read: expected a file of lines A = B");
    *map = (struct waves_map){.path = path};
    while (good && getline(&text, &room, file) > 0)
        good = read_line(map, text, ++line, diag);
    if (good && ferror(file))
        good = diag_set(diag, path, 0, "cannot be read");
    if (good && !map->count)
        good = diag_set(diag, path, 0, "has no line: expected A = B");
    if (file)
        fclose(file);
    free(text);
    return good;
}

void waves_map_free(struct waves_map *map)
{
    for (unsigned i = 0; i < map->count; i++) {
        free(map->names[i].a);
        free(map->names[i].b);
    }
    free(map->names);
    *map = (struct waves_map){0};
}
