#include "tb/lockstep/port_map.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep/build/process.h"

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Where a text of rows comes from. */
struct source {
    const char *file; /* NULL: --map */
    unsigned    line;
};

static bool wrong(const struct source *source, const char *what, const char *name, struct diag *diag)
{
    return source->file ? diag_set(diag, source->file, source->line, "%s%s", name, what)
                        : diag_set(diag, NULL, 0, "--map %s%s", name, what);
}

static bool is_name(const char *text)
{
    const size_t length = strlen(text);
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != '$')
            return false;
    return length > 0 && length < PORT_NAME && !isdigit((unsigned char)*text);
}

/* Fills what a row's right side means; false: it means nothing. */
static bool take_ours(struct port_map_row *row, const char *text)
{
    char *end;
    if (isdigit((unsigned char)*text)) {
        row->constant = true;
        row->value = strtoull(text, &end, 0);
        return *end == '\0';
    }
    row->low = *text == '!' || *text == '~';
    snprintf(row->ours, sizeof row->ours, "%.*s", PORT_NAME - 1, text + row->low);
    return is_name(text + row->low) && (!row->low || strcmp(row->ours, "rst") == 0);
}

static bool add_row(struct port_map *map, const char *theirs, const char *ours, const struct source *source,
                    struct diag *diag)
{
    struct port_map_row *const row = &map->row[map->count];
    if (map->count == PORTS_MAX)
        return wrong(source, ": more ports than a block can have", theirs, diag);
    *row = (struct port_map_row){.low = false};
    if (!is_name(theirs))
        return wrong(source, ": expected THEIRS=OURS, a port of the block in front of it", theirs, diag);
    if (!take_ours(row, ours))
        return wrong(source,
                     ": expected behind = a port of the template, !rst, or a number that the input has for ever",
                     theirs, diag);
    for (unsigned i = 0; i < map->count; i++)
        if (strcmp(map->row[i].theirs, theirs) == 0 || (!row->constant && strcmp(map->row[i].ours, row->ours) == 0))
            return wrong(source, ": one of the two names stands in another row, expected each once", theirs, diag);
    snprintf(row->theirs, sizeof row->theirs, "%s", theirs);
    row->line = source->line;
    map->count++;
    return true;
}

/* "THEIRS = OURS" or "THEIRS OURS", changed. */
static bool take_text(struct port_map *map, char *text, const struct source *source, struct diag *diag)
{
    static const char space[] = " \t\r";
    char             *theirs = text + strspn(text, space), *rest = theirs + strcspn(theirs, " \t\r=");
    char             *ours = rest + strspn(rest, " \t\r=");
    char             *end = ours + strcspn(ours, space);
    if (end[strspn(end, space)] != '\0')
        return wrong(source, ": expected one row THEIRS = OURS", theirs, diag);
    *rest = *end = '\0';
    return add_row(map, theirs, ours, source, diag);
}

bool port_map_add(struct port_map *map, const char *text, struct diag *diag)
{
    static const struct source source = {NULL, 0};
    for (;;) {
        char         row[3 * PORT_NAME];
        const size_t length = strcspn(text, ",");
        snprintf(row, sizeof row, "%.*s", (int)length, text);
        if (length >= sizeof row)
            return wrong(&source, ": expected names of at most 127 letters", row, diag);
        if (!take_text(map, row, &source, diag))
            return false;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

bool port_map_read(struct port_map *map, const char *path, struct diag *diag)
{
    char *const   text = file_text(path, NULL);
    struct source source = {path, 0};
    map->file = path;
    bool good = text || diag_set(diag, path, 0, "cannot read the map of ports");
    for (char *line = text, *next; good && line && *line; line = next) {
        const size_t length = strcspn(line, "\n");
        next = line + length + (line[length] == '\n');
        line[length] = '\0';
        line[strcspn(line, "#")] = '\0';
        char *const comment = strstr(line, "//");
        if (comment)
            *comment = '\0';
        source.line++;
        if (line[strspn(line, " \t\r")])
            good = take_text(map, line, &source, diag);
    }
    free(text);
    return good;
}

/* ---- in use ----------------------------------------------------------------------------------------------------- */

static bool is_ours(const struct port_table *expected, const char *name)
{
    for (unsigned i = 0; expected && i < expected->count; i++)
        if (strcmp(expected->port[i].name, name) == 0)
            return true;
    return !expected || strcmp(name, "clk") == 0 || strcmp(name, "rst") == 0;
}

static struct found_port *their(struct found_table *found, const char *name)
{
    for (unsigned i = 0; i < found->count; i++)
        if (strcmp(found->port[i].theirs, name) == 0)
            return &found->port[i];
    return NULL;
}

static bool apply(const struct port_map_row *row, const struct source *source, const struct port_table *expected,
                  struct found_table *found, struct diag *diag)
{
    char                     what[PORT_NAME + 64];
    struct found_port *const port = their(found, row->theirs);
    if (!port)
        return wrong(source, ": expected a port of the block, which has none of the name", row->theirs, diag);
    if (row->constant && (port->direction != 'i' || port->width == 0 || port->width > 64 ||
                          (port->width < 64 && row->value >> port->width)))
        return snprintf(what, sizeof what, ": expected a number for an input, of at most its %u bits", port->width),
               wrong(source, what, row->theirs, diag);
    if (!row->constant && !is_ours(expected, row->ours))
        return snprintf(what, sizeof what, "=%s: expected clk, rst or a port of the template behind =", row->ours),
               wrong(source, what, row->theirs, diag);
    port->constant = row->constant;
    port->low = row->low;
    port->value = row->value;
    snprintf(port->name, sizeof port->name, "%s", row->ours);
    return true;
}

bool port_map_beside(struct port_map *map, const char *rtl, const char *module, struct diag *diag)
{
    struct stat       status;
    const char *const slash = rtl ? strrchr(rtl, '/') : NULL;
    if (!rtl)
        return true;
    const bool folder = stat(rtl, &status) == 0 && S_ISDIR(status.st_mode);
    const int  length = folder ? (int)strlen(rtl) : slash ? (int)(slash - rtl) : 0;
    snprintf(map->beside, sizeof map->beside, "%.*s%s%s.ports", length, rtl, folder || slash ? "/" : "", module);
    return access(map->beside, F_OK) != 0 || port_map_read(map, map->beside, diag);
}

bool port_map_apply(const struct port_map *map, const struct port_table *expected, struct found_table *found,
                    struct diag *diag)
{
    for (unsigned i = 0; map && i < map->count; i++) {
        const struct port_map_row *const row = &map->row[i];
        const struct source              source = {row->line ? map->file : NULL, row->line};
        if (!apply(row, &source, expected, found, diag))
            return false;
    }
    for (unsigned i = 0; map && i < found->count; i++)
        for (unsigned k = 0; k < i; k++)
            if (!found->port[i].constant && !found->port[k].constant &&
                strcmp(found->port[i].name, found->port[k].name) == 0)
                return diag_set(diag, NULL, 0, "ports %s and %s are both %s: expected one port of that name",
                                found->port[k].theirs, found->port[i].theirs, found->port[i].name);
    return true;
}
