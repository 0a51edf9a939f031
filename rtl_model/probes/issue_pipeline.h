/* issue_pipeline.h - the pipeline view (rtl_model/machine.h) of a machine that issues in one place: each instruction in
 * its stages, groups of pixels in their places, chances that are lost.  The machine gives a function that looks at a
 * clock. */
#ifndef RTL_MODEL_PROBES_ISSUE_PIPELINE_H
#define RTL_MODEL_PROBES_ISSUE_PIPELINE_H

#include "rtl_model/probes/issue_observer.h"

struct issue_pipeline;

struct issue_view {
    const struct issue_reasons *reasons;
    const char *const          *stages; /* from 1 on */
    const char                 *issuer, *part;
    unsigned                    lines;
    /* Behind an edge, wires driven: says what moves, and the chance of the clock that begins. */
    void (*clock)(struct issue_pipeline *pipeline);
    /* Of the chance of this clock, wires driven (machine_pipeline.why), without its cycle. */
    void (*why)(const void *machine, uint32_t next, struct why_chain *chain);
    /* Writes an instruction as a line of text. */
    void (*print)(const void *machine, uint32_t address, char *text, size_t size);
};

/* Instructions under way in order. */
struct issue_step {
    uint32_t work, wave, address;
    uint16_t slot;
};
enum { STEP_QUEUE = 1024 };
struct issue_steps {
    struct issue_step entry[STEP_QUEUE];
    unsigned          begun, read, made, ended; /* counts */
};

struct issue_pipeline {
    struct machine_pipeline  base;
    const struct issue_view *kind;
    struct rtl_machine       machine;
    struct pipe_text         text;
    char                   **texts; /* by line; NULL: not asked for yet */
    bool                     begun, lost;
    struct pipe_event        last; /* begin of the chances that are lost */
    uint32_t                 works, chances;
    struct issue_step        at[ISSUE_SLOTS]; /* by slot, for the machine */
    uint8_t                  stage[ISSUE_SLOTS];
    struct issue_steps       queue[ISSUE_QUEUES];
};

struct machine_pipeline *issue_pipeline_open(const struct issue_view *kind, const struct rtl_machine *machine,
                                             struct diag *diag);

/* An instruction that begins; its stages, 0 when it is over, so many clocks from now. */
struct issue_step issue_step_begin(struct issue_pipeline *pipeline, unsigned slot, uint32_t wave, uint32_t address);
void issue_step_say(struct issue_pipeline *pipeline, const struct issue_step *step, unsigned stage, unsigned later);
void issue_wave_say(struct issue_pipeline *pipeline, unsigned slot, uint32_t wave, bool launched, unsigned later);
/* The chance of the clock that begins: reason 0 is one that is used. */
void issue_chance_say(struct issue_pipeline *pipeline, unsigned reason, uint32_t wave);

/* A link of a chain, and its cause with the parameters on which that depends, or NULL. */
void issue_why_say(struct why_chain *chain, uint32_t wave, uint64_t until, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void issue_why_end(struct why_chain *chain, enum why_cause cause, const char *first, const char *second);

#endif
