#include "kit/key_place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The column of the key in this line, from 1; 0: it is not there. */
static unsigned column_in(const char *line, const char *key)
{
    const size_t length = strlen(key);
    for (const char *at = strchr(line, '"'); at; at = strchr(at + 1, '"')) {
        const bool        same = strncmp(at + 1, key, length) == 0 && at[1 + length] == '"';
        const char *const behind = same ? at + length + 2 : "";
        if (behind[strspn(behind, " \t\r\n")] == ':')
            return (unsigned)(at - line) + 1;
    }
    return 0;
}

struct key_place key_place(const char *path, const char *key)
{
    struct stat      status;
    struct key_place place = {0, 0};
    char            *line = NULL;
    size_t           room = 0;
    unsigned         count = 0;
    FILE *const      file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "r") : NULL;
    while (file && !place.line && getline(&line, &room, file) >= 0) {
        count++;
        place.column = column_in(line, key);
        place.line = place.column ? count : 0;
    }
    free(line);
    if (file)
        fclose(file);
    return place;
}

bool diag_at_key(struct diag *diag, const char *key)
{
    if (!diag || !diag->file[0] || diag->line)
        return false;
    const struct key_place place = key_place(diag->file, key);
    diag->line = place.line ? place.line : 1;
    return diag_at(diag, place.line ? place.column : 1);
}
