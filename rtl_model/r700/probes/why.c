#include "rtl_model/r700/probes/why.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "rtl_model/r700/probes/why_list.h"
#include "rtl_model/r700/wires_stall.h"

const char *const why_cause_names[WHY_CAUSES] = {
    [WHY_UNKNOWN] = "unknown", [WHY_USED] = "used",       [WHY_MISS] = "miss", [WHY_LOCK] = "lock",
    [WHY_PORT] = "port",       [WHY_ROOM] = "no room",    [WHY_TIME] = "time", [WHY_BARRIER] = "barrier",
    [WHY_LAUNCH] = "launch",   [WHY_END] = "end of work", [WHY_RULE] = "rule", [WHY_DEPENDENCE] = "dependence"};

/* ---- the chain --------------------------------------------------------------------------------------------------- */

struct why_link *why_say(const struct why *why, uint32_t wave, uint64_t since, const char *format, ...)
{
    struct why_chain *chain = why->chain;
    struct why_link  *link = &chain->link[chain->count < WHY_LINKS ? chain->count++ : WHY_LINKS - 1];
    va_list           arguments;
    *link = (struct why_link){.wave = wave, .since = since, .what = UINT8_MAX};
    va_start(arguments, format);
    vsnprintf(link->text, sizeof link->text, format, arguments);
    va_end(arguments);
    return link;
}

void why_depends(const struct why *why, const char *parameter)
{
    unsigned count = 0;
    for (; parameter && count < WHY_PARAMETERS && why->chain->parameter[count]; count++)
        if (!strcmp(why->chain->parameter[count], parameter))
            return;
    if (parameter && count < WHY_PARAMETERS)
        why->chain->parameter[count] = parameter;
}

void why_beside(const struct why *why, const char *parameter)
{
    struct why_chain *chain = why->chain;
    const unsigned    at = chain->beside + 1;
    if (!parameter || !chain->parameter[0] || at == WHY_PARAMETERS)
        return;
    for (unsigned i = 0; i < at; i++)
        if (!strcmp(chain->parameter[i], parameter))
            return;
    unsigned last = at; /* the place that is lost: its own further behind, or that of the last one */
    while (last < WHY_PARAMETERS - 1 && chain->parameter[last] && strcmp(chain->parameter[last], parameter) != 0)
        last++;
    for (; last > at; last--)
        chain->parameter[last] = chain->parameter[last - 1];
    chain->parameter[at] = parameter;
    chain->beside = at;
}

void why_end(const struct why *why, enum why_cause cause, const char *const parameters[WHY_PARAMETERS])
{
    why->chain->cause = cause;
    for (unsigned i = 0; i < WHY_PARAMETERS; i++)
        why_depends(why, parameters[i]);
}

/* ---- instruction caches ------------------------------------------------------------------------------------------ */

void why_line(const struct why *why, const struct icache *cache, uint32_t line, uint32_t wave, const char *name)
{
    const uint64_t cycle = why->watch->gpu->cycle;
    for (unsigned m = 0; m < ICACHE_MISSES; m++)
        if (cache->q.miss_line.entry[m] == line + 1) {
            const uint32_t   left = cache->q.miss_wait.entry[m];
            struct why_link *link = why_say(why, wave, cycle + left - cache->in.miss_clk,
                                            "line %" PRIu32 " (words %" PRIu32 " to %" PRIu32 ") is not in the %s",
                                            line, line * ICACHE_LINE_WORDS, line * ICACHE_LINE_WORDS + 7, name);
            link->until = cycle + left;
            why_ends(why, WHY_MISS, "ic_miss_clk");
            return;
        }
    if (cache->q.missing >= cache->in.misses) {
        why_say(why, wave, 0, "the %s waits for %u lines, as many as it can", name, cache->in.misses);
        why_ends(why, WHY_ROOM, "ic_miss_clk", cache->in.misses < ICACHE_MISSES ? "ic_misses" : NULL);
        return;
    }
    why_say(why, wave, 0, "line %" PRIu32 " comes from the %s in the next clocks", line, name);
    if (cache->q.fill && cache->q.fill_line == line)
        why_ends(why, WHY_MISS, "ic_miss_clk");
    else
        why_ends(why, WHY_TIME, NULL);
}

/* Words of an ALU clause that are not in its buffer. */
static void clause_words(const struct why *why, unsigned place)
{
    const struct alu_clause_reg *q = &why_alu_clause(why, place)->q;
    const unsigned               served = why->simd->clause_net[0].in.ic_who;
    if (q->ic_look && served && served != place + 1) {
        const struct alu_clause_reg *other = &why_alu_clause(why, served - 1)->q;
        why_say(why, other->number, 0, "the ALU instruction cache serves wavefront %" PRIu32 " in this clock",
                other->number);
        why_ends(why, WHY_PORT, NULL);
        return;
    }
    why_line(why, &why->simd->alu_cache, q->ic_line, q->number, "ALU instruction cache");
}

/* ---- ALU clauses ------------------------------------------------------------------------------------------------- */

static void least_time(const struct why *why, unsigned place, const char *what, unsigned clocks, const char *parameter,
                       const char *other)
{
    const struct pipe_work *seen = &why->seen->clause[place];
    why_say(why, seen->wave, seen->since, "%s takes at least %u clocks", what, clocks);
    why_ends(why, WHY_TIME, parameter, other);
}

/* Lines that others hold, and the oldest of them. */
static void no_lines(const struct why *why, unsigned place)
{
    const struct simd *simd = why->simd;
    int                oldest = -1;
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        if (c != place && simd->clause[c].q.state != CLAUSE_EMPTY && simd->clause[c].q.kc_have &&
            (oldest < 0 || simd->clause[c].q.number < simd->clause[oldest].q.number))
            oldest = (int)c;
    if (oldest < 0)
        why_say(why, PIPE_NOBODY, 0, "clauses that lock want all %u lines of the constant cache",
                simd->kcache.in.lines);
    else
        why_say(why, simd->clause[oldest].q.number, 0,
                "%u of %u lines of the constant cache are locked, wavefront %" PRIu32 "'s among them",
                simd->kcache.q.locked, simd->kcache.in.lines, simd->clause[oldest].q.number);
    why_ends(why, WHY_LOCK, "kc_kb");
}

static void locks(const struct why *why, unsigned place)
{
    const struct alu_clause     *clause = why_alu_clause(why, place);
    const struct alu_clause_reg *q = &clause->q;
    const struct kcache         *cache = &why->simd->kcache;
    const uint64_t               cycle = why->watch->gpu->cycle;
    const unsigned               served = why->simd->clause_net[0].in.kc_who;
    if (q->waits || !q->kc_want) {
        least_time(why, place, "the lock stage", clause->in.lock_clk, "alu_lock_clk", "kc_lock_clk");
    } else if (cache->q.miss_tag.requester[place]) {
        const uint32_t left = cache->q.miss_wait.requester[place], tag = cache->q.miss_tag.requester[place] - 1;
        if (left <= 1 && cache->q.locked == cache->in.lines) {
            no_lines(why, place);
            return;
        }
        struct why_link *link =
            why_say(why, q->number, cycle + left - cache->in.miss_clk,
                    "constants %u to %u of buffer %u are not in the constant cache", (unsigned)(tag % 1024 * 16),
                    (unsigned)(tag % 1024 * 16 + 15), (unsigned)(tag / 1024));
        link->until = cycle + left;
        why_ends(why, WHY_MISS, "kc_miss_clk");
    } else if (q->kc_look && served && served != place + 1) {
        const uint32_t other = why_alu_clause(why, served - 1)->q.number;
        why_say(why, other, 0, "the constant cache serves wavefront %" PRIu32 " in this clock", other);
        why_ends(why, WHY_PORT, NULL);
    } else {
        least_time(why, place, "locking a line that is there", clause->in.line_clk, "kc_lock_clk", NULL);
    }
}

/* It has been ready only since the decision: for what it did before. */
static void has_become_ready(const struct why *why, unsigned place)
{
    const struct pipe_work *seen = &why->seen->clause[place];
    const unsigned          least = why_alu_clause(why, place)->in.fetch_clk;
    const bool              missed = seen->since > seen->before + least;
    why_say(why, seen->wave, seen->before, "it was ready at cycle %" PRIu64 ", after this decision: %s", seen->since,
            missed ? "its instructions came from memory" : "its fetch took its clocks");
    why_ends(why, missed ? WHY_MISS : WHY_TIME, missed ? "ic_miss_clk" : "alu_fetch_clk");
}

void why_clause(const struct why *why, unsigned place)
{
    static const char *const state[CLAUSE_STATES] = {"empty", "arbitrated",     "locking its constants",  "fetched",
                                                     "ready", "being executed", "on its last group's way"};
    const struct alu_clause *clause = why_alu_clause(why, place);
    const struct pipe_work  *seen = &why->seen->clause[place];
    struct why_link         *link =
        why_say(why, clause->q.number, seen->since, "wavefront %" PRIu32 ", ALU clause of CF %" PRIu32 ": %s",
                clause->q.number, clause->q.pc, state[clause->q.state]);
    link->what = PIPE_CLAUSE;
    link->stage = clause->q.state;
    link->work = seen->work;
    switch ((enum alu_clause_state)clause->q.state) {
    case CLAUSE_ARBITRATE:
        if (!clause->q.waits && why->simd->clause_net[0].in.kc_full >> place & 1)
            no_lines(why, place);
        else
            least_time(why, place, "arbitration", clause->in.arb_clk, "alu_arb_clk", NULL);
        break;
    case CLAUSE_LOCK:
        locks(why, place);
        break;
    case CLAUSE_FETCH:
        if (!clause->q.waits && !clause->q.available)
            clause_words(why, place);
        else
            least_time(why, place, "the fetch of a clause", clause->in.fetch_clk, "alu_fetch_clk", NULL);
        break;
    case CLAUSE_READY:
        has_become_ready(why, place);
        break;
    case CLAUSE_RUN:
    case CLAUSE_DRAIN:
        why_ends(why, WHY_BARRIER, NULL);
        break;
    case CLAUSE_EMPTY:
    case CLAUSE_STATES:
        break;
    }
}

/* ---- a wavefront slot -------------------------------------------------------------------------------------------- */

/* A clause runs there and its next group is not taken. */
static void why_group(const struct why *why, unsigned parity, unsigned place)
{
    const struct alu_issue      *issue = &why->simd->issue[parity], *other = &why->simd->issue[!parity];
    const struct alu_clause_reg *q = &why_alu_clause(why, place)->q;
    struct why_link             *link =
        why_say(why, q->number, 0, "wavefront %" PRIu32 ", the group at word %" PRIu32 " is next in this slot",
                q->number, q->head);
    link->what = PIPE_GROUP;
    link->work = why->seen->clause[place].work;
    switch ((enum issue_stall)issue->q.stall) {
    case ISSUE_STALL_INSTRUCTION:
        clause_words(why, place);
        break;
#define ANSWER(stall, wave, cause, parameter, ...)                                                                     \
    case ISSUE_STALL_##stall:                                                                                          \
        why_say(why, wave, 0, __VA_ARGS__);                                                                            \
        why_ends(why, cause, parameter);                                                                               \
        break;
        WHY_GROUP(ANSWER)
#undef ANSWER
    case ISSUE_STALL_NONE:
    case ISSUE_STALL_NO_CLAUSE:
    case ISSUE_STALLS:
        break;
    }
}

/* The ALU clause of the wavefront that is meant; where none is, the one that the arbiter counts; -1: it has none. */
static int meant_clause(const struct why *why, int nearest)
{
    if (why->slot < 0)
        return nearest;
    for (unsigned place = 0; place < ALU_CLAUSES; place++)
        if (why_alu_clause(why, place)->q.state != CLAUSE_EMPTY &&
            why_alu_clause(why, place)->q.slot == (unsigned)why->slot)
            return (int)place;
    return -1;
}

static void why_slot(const struct why *why, unsigned parity)
{
    const struct alu_issue_reg *q = &why->simd->issue[parity].q;
    struct why_chain           *chain = why->chain;
    const int                   place = stalled_clause(q, &why->simd->clauses.in, parity);
    chain->chance = pipe_chance_shows(why->simd->rotation.q.clock, parity) && q->decided;
    if (!chain->chance)
        return;
    chain->reason = parity ? why->simd->why[0].in.odd : why->simd->why[0].in.even;
    if (chain->reason == STALL_NONE) {
        why_say(why, q->wave, why->watch->gpu->cycle, "wavefront %" PRIu32 ", the group at word %" PRIu32 " was taken",
                q->wave, q->address);
        chain->cause = WHY_USED;
    } else if (q->error) {
        why_say(why, q->wave, 0, "the instruction at word %" PRIu32 " broke a rule", q->error_address);
        chain->cause = WHY_RULE;
    } else if (place >= 0 && q->stall != ISSUE_STALL_NO_CLAUSE) {
        why_group(why, parity, (unsigned)place);
    } else if (meant_clause(why, place) >= 0) {
        why_clause(why, (unsigned)meant_clause(why, place));
    } else {
        why_control(why);
    }
}

static void why_cf(const struct why *why)
{
    const struct cf_sequencer_reg *cf = &why->simd->cf.q;
    struct why_chain              *chain = why->chain;
    chain->chance = cf_chance(cf);
    if (!chain->chance)
        return;
    chain->reason = why->simd->cf_why[0].in.cf;
    if (chain->reason == STALL_NONE) {
        const unsigned           slot = why->simd->cf_turn[0].in.who - 1u;
        const struct wave_table *waves = why_waves(why);
        why_say(why, waves->number[slot], why->watch->gpu->cycle,
                "wavefront %" PRIu32 ", the instruction at CF %" PRIu32 " is fetched", waves->number[slot],
                waves->pc[slot]);
        chain->cause = WHY_USED;
        return;
    }
    why_control(why);
}

/* The slot of a wavefront by its number over all launches; -1: it is not here. */
static int slot_of(const struct why *why, unsigned simd, uint32_t wave)
{
    const struct wave_table *waves = why_waves(why);
    for (int slot = 0; wave != PIPE_NOBODY && slot < WAVE_SLOTS; slot++)
        if (waves->phase[slot] != WAVE_FREE && gpu_wave_of(why->watch->gpu, simd, waves->number[slot]) == wave)
            return slot;
    return -1;
}

void why_find(const struct pipe_watch *watch, unsigned simd, enum pipe_arbiter arbiter, uint32_t next,
              struct why_chain *chain)
{
    struct why why = {watch, &watch->gpu->simd[simd], &watch->simd[simd], chain, -1};
    why.slot = slot_of(&why, simd, next);
    *chain = (struct why_chain){.cycle = watch->gpu->cycle};
    if (arbiter == PIPE_SLOT_CF)
        why_cf(&why);
    else
        why_slot(&why, arbiter);
}
