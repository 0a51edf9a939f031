#include "rtl_model/probes/issue_pipeline.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static struct issue_pipeline *of_base(struct machine_pipeline *base)
{
    return (struct issue_pipeline *)(void *)base;
}

/* ---- saying ------------------------------------------------------------------------------------------------------ */

static void say(struct issue_pipeline *pipeline, const struct pipe_event *event)
{
    if (!machine_pipeline_wants(&pipeline->base, event->wave))
        return;
    for (unsigned i = 0; i < pipeline->base.taker_count; i++)
        pipeline->base.takers[i]->take(pipeline->base.takers[i], event);
}

struct issue_step issue_step_begin(struct issue_pipeline *pipeline, unsigned slot, uint32_t wave, uint32_t address)
{
    return (struct issue_step){++pipeline->works, wave, address, (uint16_t)slot};
}

void issue_step_say(struct issue_pipeline *pipeline, const struct issue_step *step, unsigned stage, unsigned later)
{
    const struct pipe_event event = {.cycle = *pipeline->machine.cycle + later,
                                     .what = PIPE_STEP,
                                     .stage = (uint8_t)stage,
                                     .slot = step->slot,
                                     .wave = step->wave,
                                     .work = step->work,
                                     .address = step->address};
    say(pipeline, &event);
}

void issue_wave_say(struct issue_pipeline *pipeline, unsigned slot, uint32_t wave, bool launched, unsigned later)
{
    const struct pipe_event event = {.cycle = *pipeline->machine.cycle + later,
                                     .what = PIPE_WAVE,
                                     .stage = launched,
                                     .slot = (uint16_t)slot,
                                     .wave = wave};
    say(pipeline, &event);
}

static void end_lost(struct issue_pipeline *pipeline)
{
    struct pipe_event event = pipeline->last;
    if (!pipeline->lost)
        return;
    event.cycle = *pipeline->machine.cycle;
    event.stage = 0;
    event.chances = pipeline->chances;
    pipeline->lost = false;
    say(pipeline, &event);
}

void issue_chance_say(struct issue_pipeline *pipeline, unsigned reason, uint32_t wave)
{
    if (pipeline->lost && pipeline->last.reason == reason && pipeline->last.wave == wave) {
        pipeline->chances++;
        return;
    }
    end_lost(pipeline);
    if (!reason || pipeline->machine.kind->finished(pipeline->machine.of))
        return;
    pipeline->last = (struct pipe_event){
        .cycle = *pipeline->machine.cycle, .what = PIPE_LOST, .stage = 1, .reason = (uint8_t)reason, .wave = wave};
    pipeline->lost = true;
    pipeline->chances = 1;
    say(pipeline, &pipeline->last);
}

/* ---- begin, clock, end ------------------------------------------------------------------------------------------- */

static void clock_once(struct machine_pipeline *base)
{
    struct issue_pipeline *pipeline = of_base(base);
    pipeline->machine.kind->wire(pipeline->machine.of);
    pipeline->kind->clock(pipeline);
    for (unsigned i = 0; i < base->taker_count; i++)
        base->takers[i]->reached(base->takers[i], *pipeline->machine.cycle);
}

/* What is under way is not shown. */
static void begin(struct machine_pipeline *base)
{
    struct issue_pipeline *pipeline = of_base(base);
    memset(pipeline->at, 0, sizeof pipeline->at);
    memset(pipeline->queue, 0, sizeof pipeline->queue);
    pipeline->begun = true;
    clock_once(base);
}

static void end(struct machine_pipeline *base)
{
    end_lost(of_base(base));
    of_base(base)->begun = false;
}

static void run(struct machine_pipeline *base, uint64_t end_cycle)
{
    const struct rtl_machine *machine = &of_base(base)->machine;
    while (*machine->cycle < end_cycle && !machine->kind->finished(machine->of) &&
           !machine->kind->stopped(machine->of, NULL)) {
        machine->kind->edge(machine->of);
        clock_once(base);
    }
}

/* ---- causes ------------------------------------------------------------------------------------------------------ */

/* Such machines have one launch at a time. */
static unsigned only_launch(const struct machine_pipeline *base, unsigned simd)
{
    (void)base, (void)simd;
    return 0;
}

static uint64_t chance(const struct machine_pipeline *base, unsigned arbiter, uint64_t cycle)
{
    (void)base;
    return arbiter == PIPE_SLOT_CF ? cycle : UINT64_MAX;
}

static void why(const struct machine_pipeline *base, unsigned simd, unsigned arbiter, uint32_t next,
                struct why_chain *chain)
{
    const struct issue_pipeline *pipeline = (const struct issue_pipeline *)(const void *)base;
    (void)simd, (void)arbiter;
    *chain = (struct why_chain){.cycle = *pipeline->machine.cycle, .chance = true};
    pipeline->kind->why(pipeline->machine.of, next, chain);
}

void issue_why_say(struct why_chain *chain, uint32_t wave, uint64_t until, const char *format, ...)
{
    struct why_link *link = &chain->link[chain->count < WHY_LINKS ? chain->count++ : WHY_LINKS - 1];
    va_list          arguments;
    *link = (struct why_link){.wave = wave, .until = until, .what = UINT8_MAX};
    va_start(arguments, format);
    vsnprintf(link->text, sizeof link->text, format, arguments);
    va_end(arguments);
}

void issue_why_end(struct why_chain *chain, enum why_cause cause, const char *first, const char *second)
{
    chain->cause = cause;
    chain->parameter[0] = first;
    chain->parameter[1] = second;
}

/* ---- its life ---------------------------------------------------------------------------------------------------- */

static const char *step_text(void *context, uint32_t address)
{
    struct issue_pipeline *pipeline = context;
    char                   text[512];
    if (address >= pipeline->kind->lines)
        return "";
    if (!pipeline->texts[address]) {
        pipeline->kind->print(pipeline->machine.of, address, text, sizeof text);
        pipeline->texts[address] = strdup(text);
    }
    return pipeline->texts[address] ? pipeline->texts[address] : "";
}

static void release(struct machine_pipeline *base)
{
    struct issue_pipeline *pipeline = of_base(base);
    for (uint32_t i = 0; pipeline->texts && i < pipeline->kind->lines; i++)
        free(pipeline->texts[i]);
    free(pipeline->texts);
    free(pipeline);
}

struct machine_pipeline *issue_pipeline_open(const struct issue_view *kind, const struct rtl_machine *machine,
                                             struct diag *diag)
{
    struct issue_pipeline *pipeline = calloc(1, sizeof *pipeline);
    char                 **texts = pipeline ? calloc(kind->lines, sizeof *texts) : NULL;
    if (!texts) {
        free(pipeline);
        diag_set(diag, NULL, 0, "not enough memory for a pipeline view");
        return NULL;
    }
    pipeline->kind = kind;
    pipeline->machine = *machine;
    pipeline->texts = texts;
    pipeline->text = (struct pipe_text){.context = pipeline,
                                        .reason = kind->reasons->texts,
                                        .key = kind->reasons->keys,
                                        .reasons = kind->reasons->count,
                                        .step = step_text,
                                        .stages = kind->stages,
                                        .issuer = kind->issuer,
                                        .part = kind->part};
    pipeline->base = (struct machine_pipeline){.text = &pipeline->text,
                                               .begin = begin,
                                               .end = end,
                                               .clock = clock_once,
                                               .run = run,
                                               .free = release,
                                               .launch = only_launch,
                                               .chance = chance,
                                               .why = why,
                                               .simds = 1};
    return &pipeline->base;
}
