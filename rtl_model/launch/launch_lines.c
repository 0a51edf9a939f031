/* launch_lines.c - the line of every value of a JSON text (RFC 8259) that a parser has already found correct.
 *
 * The scan only tells strings, brackets, commas and colons apart; it needs no recursion, as the parent of an open
 * container is kept in its row until the container closes. */
#include "rtl_model/launch/launch_internal.h"

#include <stdlib.h>

struct scan {
    const char         *text, *end;
    unsigned            line;
    struct launch_line *rows;
    size_t              count, room;
};

static bool add_row(struct scan *scan, unsigned line)
{
    if (scan->count == scan->room) {
        size_t              room = scan->room ? 2 * scan->room : 256;
        struct launch_line *rows = realloc(scan->rows, room * sizeof *rows);
        if (!rows)
            return false;
        scan->rows = rows;
        scan->room = room;
    }
    scan->rows[scan->count++] = (struct launch_line){line, 0};
    return true;
}

static void skip_blanks(struct scan *scan)
{
    for (; scan->text < scan->end; scan->text++) {
        if (*scan->text == '\n')
            scan->line++;
        else if (*scan->text != ' ' && *scan->text != '\t' && *scan->text != '\r')
            return;
    }
}

static void skip_string(struct scan *scan)
{
    for (scan->text++; scan->text < scan->end && *scan->text != '"'; scan->text++)
        if (*scan->text == '\\')
            scan->text++;
    scan->text++;
}

static void skip_word(struct scan *scan)
{
    while (scan->text < scan->end && *scan->text != ',' && *scan->text != ']' && *scan->text != '}' &&
           *scan->text != ' ' && *scan->text != '\t' && *scan->text != '\r' && *scan->text != '\n')
        scan->text++;
}

/* At the start of a member or element: the line of its key or value, with the key and the colon passed. */
static unsigned pass_key(struct scan *scan, bool in_object)
{
    unsigned line = scan->line;
    if (in_object) {
        skip_string(scan);
        skip_blanks(scan);
        scan->text++;
        skip_blanks(scan);
    }
    return line;
}

static bool scan_values(struct scan *scan)
{
    const unsigned none = ~0u;
    unsigned       open = none; /* the row of the innermost open container; its `next` is its parent meanwhile */
    bool           in_object = false;
    do {
        skip_blanks(scan);
        if (scan->text >= scan->end)
            break;
        if (*scan->text == ']' || *scan->text == '}') {
            unsigned parent = scan->rows[open].next;
            scan->rows[open].next = (unsigned)scan->count;
            open = parent;
            /* What the parent is shows in its first byte, which the top bit of its line remembers. */
            in_object = open != none && scan->rows[open].line >> 31;
            scan->text++;
            continue;
        }
        if (*scan->text == ',') {
            scan->text++;
            continue;
        }
        unsigned line = pass_key(scan, in_object);
        if (!add_row(scan, line))
            return false;
        unsigned row = (unsigned)scan->count - 1;
        if (scan->text < scan->end && (*scan->text == '{' || *scan->text == '[')) {
            in_object = *scan->text == '{';
            scan->rows[row] = (struct launch_line){line | (unsigned)in_object << 31, open};
            open = row;
            scan->text++;
        } else {
            if (scan->text < scan->end && *scan->text == '"')
                skip_string(scan);
            else
                skip_word(scan);
            scan->rows[row].next = row + 1;
        }
    } while (open != none);
    return true;
}

struct launch_line *launch_lines_scan(const char *text, size_t length)
{
    struct scan scan = {.text = text, .end = text + length, .line = 1};
    if (!scan_values(&scan)) {
        free(scan.rows);
        return NULL;
    }
    for (size_t i = 0; i < scan.count; i++)
        scan.rows[i].line &= ~(1u << 31);
    return scan.rows;
}
