/* select.c - lists of fnmatch patterns separated by commas. */
#include "trace/select.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

bool select_open(struct select *select, const char *patterns)
{
    memset(select, 0, sizeof *select);
    if (!patterns || !patterns[0])
        return true;
    select->text = strdup(patterns);
    if (!select->text)
        return false;
    for (char *next = select->text; next;) {
        if (select->count == SELECT_MAX)
            return false;
        select->pattern[select->count++] = next;
        next = strchr(next, ',');
        if (next)
            *next++ = '\0';
    }
    return true;
}

void select_close(struct select *select)
{
    free(select->text);
    memset(select, 0, sizeof *select);
}

bool select_match(struct select *select, const char *name)
{
    bool match = select->count == 0;
    for (unsigned i = 0; i < select->count; i++)
        if (fnmatch(select->pattern[i], name, 0) == 0)
            match = select->used[i] = true;
    return match;
}

const char *select_unused(const struct select *select)
{
    for (unsigned i = 0; i < select->count; i++)
        if (!select->used[i])
            return select->pattern[i];
    return NULL;
}
