/* kanata_lines.h - the file of a Kanata log (kanata.h): its commands, each in its cycle.
 *
 * Events may say what will be some clocks later, and the file's time goes one way only: what is to be written waits in
 * a ring of cycles until its own has been reached.  Lines are numbered from 1 as they are made; what is said of a line
 * that is over, or not in the file, is left out. */
#ifndef TRACE_KANATA_LINES_H
#define TRACE_KANATA_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/sink.h"

enum { KANATA_SOON = 64 }; /* cycles of the ring */

/* I, S, E, R, W, and L with its text. */
struct kanata_entry {
    char        command;
    uint8_t     lane;
    uint32_t    line, other; /* thread; producer; 1: flushed; kind of label */
    uint32_t    number;
    const char *before, *text; /* a label: the first with the number behind it, if there is one; a stage's name */
};
struct kanata_moment {
    struct kanata_entry *entry;
    unsigned             count, room;
};
struct kanata_number {
    uint32_t file; /* its number there + 1, or 0 */
    bool     over;
};

struct kanata_lines {
    struct sink           sink;
    uint64_t              limit; /* bytes; 0: none */
    struct kanata_moment  soon[KANATA_SOON];
    uint64_t              reached, written; /* cycles: of the ring's begin; of the file's last C */
    bool                  begun, full, no_memory;
    uint32_t              lines, in_file, retired;
    struct kanata_number *number;
    size_t                room;
};

bool kanata_lines_open(struct kanata_lines *lines, const char *path, uint64_t limit, struct diag *diag);
/* Retires what is open as flushed; false when anything was not written. */
bool kanata_lines_close(struct kanata_lines *lines, uint64_t cycle, bool keep, struct diag *diag);
/* Nothing before this cycle will be said any more. */
void kanata_lines_reached(struct kanata_lines *lines, uint64_t cycle);

uint32_t kanata_line(struct kanata_lines *lines, uint64_t cycle, uint32_t thread);
void     kanata_stage(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned lane, const char *name);
void     kanata_stage_end(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned lane, const char *name);
/* Kind 0 stands beside the line, 1 is shown when one points to it; `before` with a number behind it, or NULL, comes
 * before the text.  Texts are not copied. */
void kanata_label(struct kanata_lines *lines, uint64_t cycle, uint32_t line, unsigned kind, const char *before,
                  uint32_t number, const char *text);
void kanata_arrow(struct kanata_lines *lines, uint64_t cycle, uint32_t consumer, uint32_t producer);
void kanata_retire(struct kanata_lines *lines, uint64_t cycle, uint32_t line, bool flushed);

#endif
