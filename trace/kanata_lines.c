#include "trace/kanata_lines.h"

#include <stdlib.h>
#include <string.h>

/* ---- the file --------------------------------------------------------------------------------------------------- */

static void put_digits(struct sink *sink, uint64_t number)
{
    char     digits[20];
    unsigned count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        sink->buffer[sink->used++] = digits[--count];
}

static void put_number(struct sink *sink, char before, uint64_t number)
{
    sink->buffer[sink->used++] = before;
    put_digits(sink, number);
}

static void put_text(struct sink *sink, const char *text)
{
    const size_t length = strlen(text);
    memcpy(sink->buffer + sink->used, text, length);
    sink->used += length;
}

static void write_time(struct kanata_lines *lines, uint64_t cycle)
{
    (void)sink_room(&lines->sink);
    if (!lines->begun) {
        put_text(&lines->sink, "C=");
        put_number(&lines->sink, '\t', cycle);
    } else if (cycle > lines->written) {
        lines->sink.buffer[lines->sink.used++] = 'C';
        put_number(&lines->sink, '\t', cycle - lines->written);
    } else {
        return;
    }
    lines->sink.buffer[lines->sink.used++] = '\n';
    lines->begun = true;
    lines->written = cycle;
}

/* The number of a line in the file, or 0 when it is not in it, or over. */
static uint32_t open_line(const struct kanata_lines *lines, uint32_t line)
{
    return lines->number[line].over ? 0 : lines->number[line].file;
}

static void write_rest(struct kanata_lines *lines, const struct kanata_entry *entry, uint32_t in_file)
{
    struct sink *const sink = &lines->sink;
    switch (entry->command) {
    case 'I':
        put_number(sink, '\t', in_file - 1);
        put_number(sink, '\t', entry->other);
        break;
    case 'L':
        put_number(sink, '\t', entry->other);
        sink->buffer[sink->used++] = '\t';
        if (entry->before) {
            put_text(sink, entry->before);
            put_digits(sink, entry->number);
        }
        put_text(sink, entry->text);
        break;
    case 'R':
        put_number(sink, '\t', lines->retired);
        put_number(sink, '\t', entry->other);
        lines->retired += entry->other == 0;
        lines->number[entry->line].over = true;
        break;
    case 'W':
        put_number(sink, '\t', lines->number[entry->other].file - 1);
        put_number(sink, '\t', 0);
        break;
    default:
        put_number(sink, '\t', entry->lane);
        sink->buffer[sink->used++] = '\t';
        put_text(sink, entry->text);
        break;
    }
}

static void write_entry(struct kanata_lines *lines, const struct kanata_entry *entry)
{
    struct sink *const sink = &lines->sink;
    uint32_t           in_file = open_line(lines, entry->line);
    if (lines->full || (entry->command != 'I' && !in_file) ||
        (entry->command == 'W' && !lines->number[entry->other].file))
        return;
    if (entry->command == 'I')
        in_file = lines->number[entry->line].file = ++lines->in_file;
    (void)sink_room(sink);
    sink->buffer[sink->used++] = entry->command;
    put_number(sink, '\t', in_file - 1);
    write_rest(lines, entry, in_file);
    sink->buffer[sink->used++] = '\n';
}

static void write_moment(struct kanata_lines *lines, uint64_t cycle)
{
    struct kanata_moment *const moment = &lines->soon[cycle % KANATA_SOON];
    if (moment->count && !lines->full)
        write_time(lines, cycle);
    for (unsigned i = 0; i < moment->count; i++)
        write_entry(lines, &moment->entry[i]);
    moment->count = 0;
}

static void go_to(struct kanata_lines *lines, uint64_t cycle)
{
    const uint64_t end = lines->reached + KANATA_SOON < cycle ? lines->reached + KANATA_SOON : cycle;
    for (; lines->reached < end; lines->reached++)
        write_moment(lines, lines->reached);
    lines->reached = cycle > lines->reached ? cycle : lines->reached;
}

void kanata_lines_reached(struct kanata_lines *lines, uint64_t cycle)
{
    go_to(lines, cycle);
    if (!lines->limit || lines->full || sink_size(&lines->sink) < lines->limit)
        return;
    lines->full = true;
}

/* ---- what is to be written --------------------------------------------------------------------------------------- */

static struct kanata_entry *add(struct kanata_lines *lines, uint64_t cycle, char command, uint32_t line)
{
    static struct kanata_entry  nowhere;
    const uint64_t              at = cycle < lines->reached ? lines->reached : cycle;
    struct kanata_moment *const moment = &lines->soon[at % KANATA_SOON];
    nowhere = (struct kanata_entry){0};
    if (lines->full || lines->no_memory)
        return &nowhere;
    if (at >= lines->reached + KANATA_SOON)
        go_to(lines, at - KANATA_SOON + 1);
    if (moment->count == moment->room) {
        const unsigned       room = moment->room ? 2 * moment->room : 16;
        struct kanata_entry *more = realloc(moment->entry, room * sizeof *more);
        if (!more) {
            lines->no_memory = true;
            return &nowhere;
        }
        moment->entry = more;
        moment->room = room;
    }
    moment->entry[moment->count] = (struct kanata_entry){.command = command, .line = line};
    return &moment->entry[moment->count++];
}

void kanata_stage(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned lane, const char *name)
{
    struct kanata_entry *entry = add(lines, cycle, 'S', line);
    entry->lane = (uint8_t)lane;
    entry->text = name;
}

void kanata_stage_end(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned lane, const char *name)
{
    struct kanata_entry *entry = add(lines, cycle, 'E', line);
    entry->lane = (uint8_t)lane;
    entry->text = name;
}

void kanata_arrow(struct kanata_lines *lines, uint64_t cycle, uint32_t consumer, uint32_t producer)
{
    add(lines, cycle, 'W', consumer)->other = producer;
}

void kanata_label(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned kind, const char *before,
                  uint32_t number, const char *text)
{
    struct kanata_entry *entry = add(lines, cycle, 'L', line);
    entry->other = kind;
    entry->before = before;
    entry->number = number;
    entry->text = text;
}

void kanata_retire(struct kanata_lines *lines, uint64_t cycle, uint32_t line, bool flushed)
{
    add(lines, cycle, 'R', line)->other = flushed;
}

/* 0 without memory. */
uint32_t kanata_line(struct kanata_lines *lines, uint64_t cycle, uint32_t thread)
{
    if (lines->lines + 2 > lines->room) {
        const size_t          room = lines->room ? 2 * lines->room : 1 << 12;
        struct kanata_number *more = realloc(lines->number, room * sizeof *more);
        if (!more) {
            lines->no_memory = true;
            return 0;
        }
        memset(more + lines->room, 0, (room - lines->room) * sizeof *more);
        lines->number = more;
        lines->room = room;
    }
    lines->lines++;
    add(lines, cycle, 'I', lines->lines)->other = thread;
    return lines->lines;
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool kanata_lines_open(struct kanata_lines *lines, const char *path, uint64_t limit, struct diag *diag)
{
    *lines = (struct kanata_lines){.limit = limit, .room = KANATA_SOON};
    lines->number = calloc(lines->room, sizeof *lines->number);
    if (!lines->number)
        return diag_set(diag, path, 0, "no memory for the pipeline view");
    if (!sink_open_as(&lines->sink, path, "pipeline view", diag)) {
        free(lines->number);
        return false;
    }
    sink_printf(&lines->sink, "Kanata\t0004\n");
    return true;
}

bool kanata_lines_close(struct kanata_lines *lines, uint64_t cycle, bool keep, struct diag *diag)
{
    char path[512];
    snprintf(path, sizeof path, "%s", lines->sink.path);
    kanata_lines_reached(lines, cycle);
    kanata_lines_reached(lines, cycle + KANATA_SOON);
    lines->limit = 0;
    lines->full = false; /* a line that has begun has to end */
    for (uint32_t line = 1; line <= lines->lines; line++)
        if (open_line(lines, line))
            kanata_retire(lines, lines->reached, line, true);
    kanata_lines_reached(lines, lines->reached + 1);
    for (unsigned i = 0; i < KANATA_SOON; i++)
        free(lines->soon[i].entry);
    free(lines->number);
    const bool memory = !lines->no_memory || diag_set(diag, path, 0, "not enough memory for the pipeline view");
    const bool whole = sink_close(&lines->sink, keep && memory, memory ? diag : NULL);
    return memory && whole;
}
