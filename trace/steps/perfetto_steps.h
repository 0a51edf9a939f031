/* perfetto_steps.h - a Perfetto trace of a machine that issues in one place: a track for each place of a group of
 * pixels, below it one for each instruction that it has under way, and one for chances that are lost. */
#ifndef TRACE_STEPS_PERFETTO_STEPS_H
#define TRACE_STEPS_PERFETTO_STEPS_H

#include "trace/perfetto/perfetto_file.h"
#include "trace/pipe_event.h"

enum { PERFETTO_PLACES = 128, PERFETTO_STEPS = 15 /* at once */ };
struct perfetto_steps {
    bool declared, lost;
    struct perfetto_place {
        bool     wave;
        unsigned declared;             /* its tracks */
        uint32_t work[PERFETTO_STEPS]; /* under way, or 0 */
    } place[PERFETTO_PLACES];
};

void perfetto_steps_take(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_text *text,
                         const struct pipe_event *event);
/* Slices that are open end here. */
void perfetto_steps_end(struct perfetto_steps *steps, struct perfetto_file *file, uint64_t cycle);

#endif
