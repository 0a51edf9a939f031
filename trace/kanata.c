#include "trace/kanata.h"

#include <stdlib.h>
#include <string.h>

#include "trace/steps/kanata_steps.h"

enum {
    SIMDS = 32,
    SLOTS = 256,         /* of the wave table */
    PLACES = 16,         /* of ALU clauses */
    ROWS = 256,          /* of the register file */
    LOST = 2,            /* wavefront slots */
    OWN_THREAD = 1000000 /* lines of lost chances: + 10 x SIMD + slot */
};

/* A line that has begun; line 0 is none. */
struct place {
    uint32_t line;
    uint32_t before; /* line of the clause's group before */
    bool     taken;  /* the group of `line` has been, and is the clause's last */
};
struct waiting {
    uint32_t line, wave, address;
};
struct writer {
    uint32_t line, wave;
};
struct lost {
    uint32_t    line;
    bool        own; /* the line stands for nothing else */
    const char *stage;
};
struct simd {
    struct place   place[PLACES];
    struct waiting slot[SLOTS];
    struct writer  row[ROWS][4];
    struct lost    lost[LOST];
};

struct kanata {
    struct pipe_view    view;
    struct kanata_lines lines;
    struct simd        *simd[SIMDS];
    struct kanata_steps steps;
};

static const char *const clause_stage[PIPE_CLAUSE_STAGES] = {
    [PIPE_CLAUSE_ARBITRATE] = "Arb", [PIPE_CLAUSE_LOCK] = "Lck", [PIPE_CLAUSE_FETCH] = "Fch",
    [PIPE_CLAUSE_READY] = "Rdy",     [PIPE_CLAUSE_RUN] = "Rdy",  [PIPE_CLAUSE_DRAIN] = NULL};

static struct simd *simd_of(struct kanata *kanata, const struct pipe_event *event)
{
    struct simd **simd = &kanata->simd[event->simd % SIMDS];
    if (!*simd)
        *simd = calloc(1, sizeof **simd);
    kanata->lines.no_memory |= !*simd;
    return *simd;
}

static uint32_t line_of_clause(struct kanata *kanata, const struct pipe_event *event, uint64_t word)
{
    const uint32_t line = kanata_line(&kanata->lines, event->cycle, event->wave);
    kanata_label(&kanata->lines, event->cycle, line, 0, "w", event->wave, " ");
    if (word)
        kanata_label(&kanata->lines, event->cycle, line, 1, NULL, 0,
                     kanata->view.text->cf(kanata->view.text->context, event->address, word));
    return line;
}

static void take_cf(struct kanata *kanata, struct simd *simd, const struct pipe_event *event)
{
    struct waiting *const waits = &simd->slot[event->slot % SLOTS];
    const bool            same = waits->line && waits->wave == event->wave && waits->address == event->address;
    if (event->stage == PIPE_CF_DECODE && event->kind == PIPE_KIND_ALU) {
        if (!same)
            *waits = (struct waiting){line_of_clause(kanata, event, event->word), event->wave, event->address};
        kanata_stage(&kanata->lines, event->cycle, waits->line, 0, "CF");
    } else if (event->stage == PIPE_CF_WAITS && same) {
        kanata_stage(&kanata->lines, event->cycle, waits->line, 0, "Wt");
    } else if (event->stage == PIPE_CF_DONE && same) {
        kanata_retire(&kanata->lines, event->cycle, waits->line, true); /* the clause is skipped */
        waits->line = 0;
    }
}

static void take_clause(struct kanata *kanata, struct simd *simd, const struct pipe_event *event)
{
    struct place *const place = &simd->place[event->place % PLACES];
    if (event->stage == PIPE_CLAUSE_OVER) {
        if (place->line && !place->taken)
            kanata_retire(&kanata->lines, event->cycle, place->line, true);
        *place = (struct place){0};
        return;
    }
    if (!place->line) {
        struct waiting *const waits = &simd->slot[event->slot % SLOTS];
        if (event->stage == PIPE_CLAUSE_DRAIN)
            return;
        *place = (struct place){0};
        place->line =
            waits->line && waits->wave == event->wave ? waits->line : line_of_clause(kanata, event, event->word);
        waits->line = 0;
    }
    if (clause_stage[event->stage] && !place->taken)
        kanata_stage(&kanata->lines, event->cycle, place->line, 0, clause_stage[event->stage]);
}

/* Results that it takes; of a line each once. */
static void link_writers(struct kanata *kanata, struct simd *simd, const struct place *place,
                         const struct pipe_event *event)
{
    const struct pipe_group *const group = event->of_group;
    uint32_t                       seen[PIPE_OPERANDS + 1];
    unsigned                       count = 0;
    if (group->previous && place->before)
        seen[count++] = place->before;
    for (unsigned i = 0; i < group->reads; i++) {
        const struct writer *from = &simd->row[group->read[i].row][group->read[i].element & 3];
        unsigned             k = 0;
        while (k < count && seen[k] != from->line)
            k++;
        if (k == count && from->line && from->wave == event->wave)
            seen[count++] = from->line;
    }
    for (unsigned k = 0; k < count; k++)
        kanata_arrow(&kanata->lines, event->cycle, place->line, seen[k]);
    for (unsigned i = 0; i < group->writes; i++)
        simd->row[group->write[i].row][group->write[i].element & 3] = (struct writer){place->line, event->wave};
}

static void take_group(struct kanata *kanata, struct simd *simd, const struct pipe_event *event)
{
    struct place *const place = &simd->place[event->place % PLACES];
    if (!place->line)
        return;
    kanata_label(&kanata->lines, event->cycle, place->line, 0, NULL, 0,
                 kanata->view.text->group(kanata->view.text->context, event->address, event->of_group));
    kanata_stage(&kanata->lines, event->cycle + PIPE_READ, place->line, 0, "Rd");
    kanata_stage(&kanata->lines, event->cycle + PIPE_ENTER, place->line, 0, "EX");
    kanata_stage(&kanata->lines, event->cycle + PIPE_WRITE, place->line, 0, "Wr");
    kanata_retire(&kanata->lines, event->cycle + PIPE_END, place->line, false);
    link_writers(kanata, simd, place, event);
    place->before = place->line;
    place->taken = event->of_group->last;
    if (!place->taken) { /* the next one's turn */
        place->line = line_of_clause(kanata, event, 0);
        kanata_stage(&kanata->lines, event->cycle, place->line, 0, "Rdy");
    }
}

static void take_lost(struct kanata *kanata, struct simd *simd, const struct pipe_event *event)
{
    struct lost *const lost = &simd->lost[event->unit % LOST];
    const char *const  key = kanata->view.text->key[event->reason];
    const char *const  name = strncmp(key, "stall_", 6) == 0 ? key + 6 : key;
    if (event->unit >= LOST)
        return;
    if (lost->line && lost->own)
        kanata_retire(&kanata->lines, event->cycle, lost->line, true);
    else if (lost->line)
        kanata_stage_end(&kanata->lines, event->cycle, lost->line, event->unit + 1u, lost->stage);
    *lost = (struct lost){.stage = name};
    if (!event->stage)
        return;
    if (event->work && !simd->place[event->place % PLACES].taken)
        lost->line = simd->place[event->place % PLACES].line;
    if (!lost->line) {
        lost->own = true;
        lost->line = kanata_line(&kanata->lines, event->cycle, OWN_THREAD + 10u * event->simd + event->unit);
        kanata_label(&kanata->lines, event->cycle, lost->line, 0, "SIMD ", event->simd,
                     event->unit ? ", odd slot: " : ", even slot: ");
        kanata_label(&kanata->lines, event->cycle, lost->line, 0, NULL, 0, kanata->view.text->reason[event->reason]);
        kanata_stage(&kanata->lines, event->cycle, lost->line, 0, "Lost");
    }
    kanata_stage(&kanata->lines, event->cycle, lost->line, event->unit + 1u, name);
}

static void take(struct pipe_taker *taker, const struct pipe_event *event)
{
    struct kanata *const kanata = (struct kanata *)taker;
    struct simd *const   simd = simd_of(kanata, event);
    if (!simd || kanata->lines.full)
        return;
    if (kanata->view.text->step) {
        kanata_steps_take(&kanata->steps, &kanata->lines, kanata->view.text, event);
        return;
    }
    switch ((enum pipe_what)event->what) {
    case PIPE_CF:
        take_cf(kanata, simd, event);
        break;
    case PIPE_CLAUSE:
        take_clause(kanata, simd, event);
        break;
    case PIPE_GROUP:
        take_group(kanata, simd, event);
        break;
    case PIPE_LOST:
        take_lost(kanata, simd, event);
        break;
    case PIPE_WAVE:
    case PIPE_FETCH:
    case PIPE_EXPORT:
    case PIPE_TEXTURE:
    case PIPE_REQUEST:
    case PIPE_CHANNEL:
    case PIPE_STEP:
        break;
    }
}

static void reached(struct pipe_taker *taker, uint64_t cycle)
{
    kanata_lines_reached(&((struct kanata *)taker)->lines, cycle);
}

static bool close_file(struct pipe_view *view, uint64_t cycle, bool keep, struct diag *diag)
{
    struct kanata *kanata = (struct kanata *)view;
    const bool     whole = kanata_lines_close(&kanata->lines, cycle, keep, diag);
    for (unsigned i = 0; i < SIMDS; i++)
        free(kanata->simd[i]);
    free(kanata);
    return whole;
}

struct pipe_view *kanata_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag)
{
    struct kanata *kanata = pipe_view_new(sizeof *kanata, path, "pipeline view", diag);
    if (!kanata || !kanata_lines_open(&kanata->lines, path, limit, diag)) {
        free(kanata);
        return NULL;
    }
    const struct kanata_lines *lines = &kanata->lines;
    kanata->view = (struct pipe_view){{take, reached}, text, &lines->sink, &lines->full, &lines->no_memory, close_file};
    return &kanata->view;
}
