#include "trace/steps/kanata_steps.h"

enum { OWN_THREAD = 1000000 /* lines of lost chances */ };

static void take_step(struct kanata_steps *steps, struct kanata_lines *lines, const struct pipe_text *text,
                      const struct pipe_event *event)
{
    const unsigned at = event->work % KANATA_STEPS;
    if (steps->of[at].work != event->work) {
        if (!event->stage)
            return;
        steps->of[at].work = event->work;
        steps->of[at].line = kanata_line(lines, event->cycle, event->wave);
        kanata_label(lines, event->cycle, steps->of[at].line, 0, text->part, event->wave, " ");
        kanata_label(lines, event->cycle, steps->of[at].line, 0, NULL, 0, text->step(text->context, event->address));
    }
    if (event->stage)
        kanata_stage(lines, event->cycle, steps->of[at].line, 0, text->stages[event->stage]);
    else
        kanata_retire(lines, event->cycle, steps->of[at].line, false);
}

static void take_lost(struct kanata_steps *steps, struct kanata_lines *lines, const struct pipe_text *text,
                      const struct pipe_event *event)
{
    if (steps->lost)
        kanata_retire(lines, event->cycle, steps->lost, true);
    steps->lost = 0;
    if (!event->stage)
        return;
    steps->lost = kanata_line(lines, event->cycle, OWN_THREAD);
    kanata_label(lines, event->cycle, steps->lost, 0, NULL, 0, text->issuer);
    kanata_label(lines, event->cycle, steps->lost, 0, NULL, 0, ": ");
    kanata_label(lines, event->cycle, steps->lost, 0, NULL, 0, text->reason[event->reason]);
    kanata_stage(lines, event->cycle, steps->lost, 0, text->key[event->reason]);
}

void kanata_steps_take(struct kanata_steps *steps, struct kanata_lines *lines, const struct pipe_text *text,
                       const struct pipe_event *event)
{
    if (event->what == PIPE_STEP)
        take_step(steps, lines, text, event);
    else if (event->what == PIPE_LOST)
        take_lost(steps, lines, text, event);
}
