/* values.c - reads value changes (IEEE 1364-2005 clause 18). */
#include "trace/values.h"

#include <stdlib.h>
#include <string.h>

/* The first time has initial values; to be set later to the value that it has already is no move. */
static void set(struct values *values, const char *code, uint64_t value, uint64_t unknown, bool first)
{
    struct header *header = values->header;
    const uint32_t number = header_number(code);
    if (number >= header->slot_count)
        return;
    struct header_slot *slot = &header->slots[number];
    value = (value & ~unknown) | (slot->value & unknown);
    slot->moved |= !first && slot->value != value;
    slot->value = value;
    slot->unknown = unknown;
    if (!slot->named)
        values->set[values->set_count++] = number;
    slot->named = true;
}

/* `1!` or `b101 !`; other lines are none.  Left of the digits of a vector are zeros, or what the first one has when it
 * is x or z (18.2.1). */
static bool change(struct values *values, char *line, bool first)
{
    const bool vector = line[0] == 'b' || line[0] == 'B';
    char      *code = line + vector;
    uint64_t   value = 0, unknown = *code && strchr("xXzZ", *code) ? UINT64_MAX : 0;
    for (; *code && strchr("01xXzZ", *code); code++) {
        value = value << 1 | (*code == '1');
        unknown = unknown << 1 | (*code != '0' && *code != '1');
        if (!vector) {
            code++;
            break;
        }
    }
    if (code == line + vector || (vector && *code++ != ' '))
        return false;
    const size_t length = (size_t)(code - line) - (vector ? 2 : 0);
    code[strcspn(code, " \r\n")] = '\0';
    set(values, code, value, unknown, first);
    if (values->digits)
        values->digits(values->context, header_number(code), line + vector, length, values->line);
    return true;
}

bool values_open(struct values *values, const char *path, struct header *header, struct diag *diag)
{
    *values = (struct values){.path = path, .header = header, .time = header->first_time};
    for (uint32_t i = 0; i < header->slot_count; i++)
        header->slots[i] = (struct header_slot){.unknown = UINT64_MAX};
    values->set = malloc((header->slot_count + 1) * sizeof *values->set);
    if (!values->set)
        return diag_set(diag, path, 0, "not enough memory");
    return unpack_open(path, &values->text, diag);
}

void values_close(struct values *values)
{
    if (values->text.file)
        unpack_close(&values->text);
    values->text.file = NULL;
    free(values->set);
    free(values->buffer);
    values->set = NULL;
    values->buffer = NULL;
}

static enum values_step wrong_time(const struct values *values, struct diag *diag)
{
    diag_set(diag, values->path, 0, "is no waveform: expected times that rise");
    return VALUES_WRONG;
}

enum values_step values_next(struct values *values, uint64_t *time, struct diag *diag)
{
    bool changed = false;
    for (; values->set_count; values->set_count--)
        values->header->slots[values->set[values->set_count - 1]].named = false;
    while (getline(&values->buffer, &values->room, values->text.file) > 0 && strchr(values->buffer, '\n')) {
        char *const line = values->buffer;
        values->line++;
        if (!values->changes) {
            values->changes = strncmp(line, "$enddefinitions", 15) == 0;
            continue;
        }
        if (line[0] != '#') {
            changed |= change(values, line, values->time == values->header->first_time);
            continue;
        }
        const uint64_t next = strtoull(line + 1, NULL, 10);
        if (next < values->time || next == UINT64_MAX)
            return wrong_time(values, diag);
        *time = values->time;
        values->time = next;
        if (changed)
            return VALUES_TIME;
    }
    *time = values->time;
    return changed ? VALUES_TIME : VALUES_END;
}

bool values_read(const char *path, struct header *header, values_visit *visit, void *context, struct diag *diag)
{
    struct values    values;
    uint64_t         time;
    enum values_step step = VALUES_END;
    if (!values_open(&values, path, header, diag)) {
        values_close(&values);
        return false;
    }
    while ((step = values_next(&values, &time, diag)) == VALUES_TIME)
        visit(context, time);
    values_close(&values);
    return step == VALUES_END;
}
