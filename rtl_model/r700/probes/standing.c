#include "rtl_model/r700/probes/standing.h"

#include <inttypes.h>
#include <stdio.h>

#include "rtl_model/r700/gpu.h"

enum { STANDING_TEXT = 400 };

void standing_note(struct gpu *gpu, unsigned simd, const struct cf_sequencer_reg *cf, uint64_t clock)
{
    const bool goes_back = cf->step_to == CF_STEP_PAUSE && cf->step_wait;
    const bool starts = cf->start_alu || cf->start_fetch || cf->start_export; /* and the next one waits for it */
    if (cf->step_to != CF_STEP_MISS && (cf->step_to != CF_STEP_WAIT || starts) && !goes_back)
        standing_step(&gpu->stepped[simd][cf->step_slot], cf->step_number, clock);
}

void standing_begin(struct gpu *gpu, unsigned simd, unsigned slot, uint32_t wave, uint64_t clock)
{
    standing_clocks(&gpu->stepped[simd][slot], wave, gpu->began, clock);
}

/* What a SIMD's wavefront slot waits for, from the registers of these modules. */
struct place {
    const struct wave_table       *table;
    const struct cf_sequencer_reg *cf;
    const struct alu_clause       *clauses;
    unsigned                       slot;
};

static const char *const no_place[CF_STALLS] = {
    [CF_STALL_NO_CLAUSE] = "ALU clause", [CF_STALL_NO_EXPORT] = "export", [CF_STALL_NO_FETCH] = "fetch clause"};

static void ready_text(const struct place *at, char *text, size_t size)
{
    const struct cf_sequencer_reg *cf = at->cf;
    if (cf->decode && cf->decode_slot == at->slot)
        snprintf(text, size, "CF decode has it%s%s", cf->stall ? " and finds no place for its " : "",
                 cf->stall ? no_place[cf->stall] : "");
    else if (cf->decode && cf->stall)
        snprintf(text, size, "CF decode is held by wavefront %" PRIu32 ", which finds no place for its %s",
                 cf->decode_number, no_place[cf->stall]);
    else if (cf->fetch && cf->fetch_slot == at->slot)
        snprintf(text, size, "CF fetch has it");
    else
        snprintf(text, size, "it is ready, and CF fetch takes others before it (cf_policy)");
}

/* Its ALU clause, when it has one. */
static void clause_text(const struct place *at, char *text, size_t size)
{
    static const char *const doing[CLAUSE_STATES] = {
        [CLAUSE_ARBITRATE] = "in arbitration",    [CLAUSE_LOCK] = "locking constant-cache lines",
        [CLAUSE_FETCH] = "fetching instructions", [CLAUSE_READY] = "ready, and others run before it (alu_policy)",
        [CLAUSE_RUN] = "issuing groups",          [CLAUSE_DRAIN] = "draining"};
    *text = '\0';
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (at->clauses[c].q.state != CLAUSE_EMPTY && at->clauses[c].q.slot == at->slot)
            snprintf(text, size, "; its ALU clause is at word %" PRIu32 ", %s", at->clauses[c].q.head,
                     doing[at->clauses[c].q.state]);
}

static void wait_text(const struct place *at, unsigned wait, char *text, size_t size)
{
    const struct wave_table *table = at->table;
    const struct {
        unsigned    bit, count;
        const char *one, *more;
    } kinds[] = {{CF_WAIT_ALU, table->alu[at->slot], "ALU clause", "ALU clauses"},
                 {CF_WAIT_FETCH, table->fetches[at->slot], "fetch clause", "fetch clauses"},
                 {CF_WAIT_EXPORT, table->exports[at->slot], "export", "exports"},
                 {CF_WAIT_ACK, table->acks[at->slot], "acknowledgement", "acknowledgements"}};
    char        clause[120];
    const char *between = "";
    size_t      used = (size_t)snprintf(text, size, "it waits for ");
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        if (wait & kinds[k].bit && kinds[k].count && used < size) {
            used += (size_t)snprintf(text + used, size - used, "%s%u %s", between, kinds[k].count,
                                     kinds[k].count == 1 ? kinds[k].one : kinds[k].more);
            between = ", ";
        }
    clause_text(at, clause, sizeof clause);
    if (used < size)
        snprintf(text + used, size - used, "%s%s", *between ? "" : "what has just ended", clause);
}

static void cause_text(const struct place *at, char *text, size_t size)
{
    switch (at->table->phase[at->slot]) {
    case WAVE_LOADING:
        snprintf(text, size, "its initial GPRs are being written");
        break;
    case WAVE_PAUSED:
        if (at->table->wait[at->slot])
            snprintf(text, size, "it found no place for its %s and asks again (cf_retry_clk)",
                     at->table->wait[at->slot] == CF_WAIT_ALU     ? "ALU clause"
                     : at->table->wait[at->slot] == CF_WAIT_FETCH ? "fetch clause"
                                                                  : "export");
        else
            snprintf(text, size, "a branch, loop or call is being executed");
        break;
    case WAVE_CF_MISS:
        snprintf(text, size, "it waits for a line of the CF instruction cache");
        break;
    case WAVE_WAITING:
        wait_text(at, at->table->wait[at->slot], text, size);
        break;
    case WAVE_ENDING:
        wait_text(at, CF_WAIT_ALL, text, size);
        break;
    default:
        ready_text(at, text, size);
    }
}

bool standing_longest(struct gpu *gpu, uint64_t *clocks, struct diag *diag)
{
    struct place longest = {0};
    unsigned     on = 0;
    *clocks = 0;
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd       *simd = &gpu->simd[i];
        struct place             at = {&simd->waves, &simd->cf.q, simd->clause, 0};
        const struct wave_table *table = at.table;
        for (unsigned slot = 0; slot < table->in.slots; slot++) {
            if (table->phase[slot] == WAVE_FREE)
                continue;
            const uint64_t stood = standing_clocks(&gpu->stepped[i][slot], table->number[slot], gpu->began, gpu->cycle);
            if (longest.table && stood <= *clocks)
                continue;
            *clocks = stood;
            at.slot = slot;
            longest = at;
            on = i;
        }
    }
    if (!longest.table)
        return false;
    char cause[STANDING_TEXT];
    cause_text(&longest, cause, sizeof cause);
    return diag_set(diag, NULL, 0,
                    "wavefront %" PRIu32 " on SIMD %u has executed no CF instruction for %" PRIu64
                    " clocks; it stands at CF %" PRIu32 ": %s",
                    longest.table->number[longest.slot], on, *clocks, longest.table->pc[longest.slot], cause) ||
           true;
}
