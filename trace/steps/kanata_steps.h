/* kanata_steps.h - a Kanata log of a machine that issues in one place: a line for each instruction of each group of
 * pixels (PIPE_STEP), and for each time in which nothing is issued. */
#ifndef TRACE_KANATA_STEPS_H
#define TRACE_KANATA_STEPS_H

#include "trace/kanata_lines.h"
#include "trace/pipe_event.h"

enum { KANATA_STEPS = 4096 /* under way at once, at most */ };
struct kanata_steps {
    struct {
        uint32_t work, line;
    } of[KANATA_STEPS];
    uint32_t lost; /* line, or 0 */
};

void kanata_steps_take(struct kanata_steps *steps, struct kanata_lines *lines, const struct pipe_text *text,
                       const struct pipe_event *event);

#endif
