/* launch_kit.h - the launch file that has every key (launch/full.json), whole and with one change; files that cannot
 * be, and what is told of each. */
#ifndef TB_UNIT_LAUNCH_KIT_H
#define TB_UNIT_LAUNCH_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/launch/launch_internal.h"

#define FULL "tb/unit/launch/full.json"

static inline char *read_full(size_t *length)
{
    char  reason[160];
    char *text = launch_slurp(FULL, LAUNCH_TEXT_BYTES_MAX, length, reason, sizeof reason);
    if (!text)
        fail_msg("%s: %s (tests run in the project's folder)", FULL, reason);
    return text;
}

static inline unsigned line_at(const char *text, size_t place)
{
    unsigned line = 1;
    for (size_t i = 0; i < place; i++)
        line += text[i] == '\n';
    return line;
}

static inline unsigned line_of(const char *text, const char *where)
{
    const char *at = strstr(text, where);
    if (!at)
        fail_msg("no '%s' in the changed text", where);
    return line_at(text, (size_t)(at - text));
}

/* `text` with its first `find` replaced. */
static inline char *replaced(const char *text, const char *find, const char *replace)
{
    const char *at = strstr(text, find);
    if (!at)
        fail_msg("%s: no '%s'", FULL, find);
    size_t before = (size_t)(at - text), room = strlen(text) + strlen(replace) + 1;
    char  *changed = malloc(room);
    snprintf(changed, room, "%.*s%s%s", (int)before, text, replace, at + strlen(find));
    return changed;
}

static inline struct launch *load_full(void)
{
    struct diag    diag = {0};
    char           text[2048];
    struct launch *launch = launch_load(FULL, &diag);
    if (!launch)
        fail_msg("%s", diag_text(&diag, text, sizeof text));
    return launch;
}

/* Loads the full text with one change. */
static inline struct launch *load_changed(const char *find, const char *replace, struct diag *diag)
{
    size_t         length;
    char          *text = read_full(&length), *changed = replaced(text, find, replace);
    struct launch *launch = launch_parse(FULL, changed, strlen(changed), diag);
    free(changed);
    free(text);
    return launch;
}

/* A file of several launches that cannot be, what is told of it, and the line. */
struct told {
    const char *text, *what;
    unsigned    line;
};
static inline void each_is_told(const struct told *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct diag diag = {0};
        assert_null(launch_parse_row("row.json", rows[i].text, strlen(rows[i].text), &diag));
        if (!strstr(diag.what, rows[i].what) || diag.line != rows[i].line)
            fail_msg("row %zu: line %u: \"%s\"", i, diag.line, diag.what);
    }
}

#endif
