/* values.c - reads value changes (IEEE 1364-2005 clause 18). */
#include "trace/values.h"

#include <stdlib.h>
#include <string.h>

#include "trace/unpack.h"

enum { LINE_BYTES = 8192 };

/* The first time has initial values; to be set later to the value that it has already is no move. */
static void set(struct header *header, const char *code, uint64_t value, bool first)
{
    const uint32_t number = header_number(code);
    if (number >= header->slot_count)
        return;
    struct header_slot *slot = &header->slots[number];
    slot->moved |= !first && slot->value != value;
    slot->value = value;
}

/* `1!` or `b101 !`; other lines are none, nor is one of `x`: between two windows a signal keeps its value here. */
static bool change(struct header *header, char *line, bool first)
{
    uint64_t value = line[0] == '1';
    char    *code = line + 1;
    if (line[0] == 'b') {
        for (value = 0; *code && *code != ' '; code++)
            value = value << 1 | (*code == '1');
        if (*code++ != ' ')
            return false;
    } else if (!line[0] || !strchr("01xz", line[0])) {
        return false;
    }
    if (line[line[0] == 'b'] == 'x')
        return false;
    code[strcspn(code, " \r\n")] = '\0';
    set(header, code, value, first);
    return true;
}

/* False when time does not go on. */
static bool read_changes(FILE *file, struct header *header, values_visit *visit, void *context)
{
    char     line[LINE_BYTES];
    uint64_t time = header->first_time;
    bool     begun = false, changed = false;
    while (fgets(line, sizeof line, file) && strchr(line, '\n')) {
        if (!begun) {
            begun = strncmp(line, "$enddefinitions", 15) == 0;
        } else if (line[0] == '#') {
            const uint64_t next = strtoull(line + 1, NULL, 10);
            if (changed)
                visit(context, time);
            if (next < time || next == UINT64_MAX)
                return false;
            time = next;
            changed = false;
        } else {
            changed |= change(header, line, time == header->first_time);
        }
    }
    if (changed)
        visit(context, time);
    return true;
}

bool values_read(const char *path, struct header *header, values_visit *visit, void *context, struct diag *diag)
{
    struct unpacked text;
    if (!unpack_open(path, &text, diag))
        return false;
    const bool good = read_changes(text.file, header, visit, context);
    unpack_close(&text);
    return good || diag_set(diag, path, 0, "is no waveform: expected times that rise");
}
