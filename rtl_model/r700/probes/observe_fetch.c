/* observe_fetch.c - what an observer sees of fetches: their lines, and which are under way. */
#include "isa/r700/isa.h"
#include "pipeline/texture/texture_context.h"
#include "rtl_model/r700/probes/observe.h"
#include "rtl_model/r700/probes/owners.h"

/* ---- instructions taken, results returned ----------------------------------------------------------------------- */

static uint64_t word_of(const struct fetch_clause *clause, unsigned at)
{
    return clause->buffer[(clause->q.head + at) % INSTRUCTION_BUFFER_WORDS];
}

/* Results that an instruction has: each GPR of a memory read's burst is one. */
static unsigned results_of(const uint32_t dwords[4], enum fetch_unit unit)
{
    struct isa_mem_rd read;
    if (unit != FETCH_UNIT_MEMORY)
        return 1;
    isa_unpack_mem_rd(dwords, &read);
    return read.burst_cnt + 1u;
}

enum texture_use texture_use(const struct fetch_net_in *net, const struct fetch_clause *clauses)
{
    enum { INSTRUCTION = 0x1f, MEM = 2, MEM_OP = 8, LOCAL_DS_WRITE = 4 };
    if (!net->texture)
        return USE_NONE;
    const uint64_t word = word_of(&clauses[net->texture - 1], 0);
    if ((word & INSTRUCTION) != MEM)
        return USE_TEXTURE;
    return (word >> MEM_OP & 7) == LOCAL_DS_WRITE ? USE_LDS_WRITE : USE_LDS_READ;
}

static void see_take(struct observer *observer, unsigned number, unsigned who, enum fetch_unit unit)
{
    const struct fetch_clause *clause = &observer->gpu->simd[number].fetch_clause[who - 1];
    struct observed_simd      *seen = &observer->simd[number];
    struct line_cost          *cost = observed_line(observer, number, clause->q.head);
    const uint64_t             low = word_of(clause, 0), high = word_of(clause, 1); /* what the clause offers */
    const uint32_t dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    cost->executions++;
    cost->lanes += (unsigned)__builtin_popcountll(clause->q.lanes);
    observed_begin(&seen->units[unit], clause->q.head, results_of(dwords, unit), observer->gpu->cycle);
    seen->in_flight += unit != FETCH_UNIT_LDS;
    if (observer->owners)
        owners_fetch(observer, number, clause, dwords, unit);
}

bool observed_end(struct observer *observer, unsigned simd, struct pending *pending)
{
    if (!pending->count || --pending->entry[pending->first].left)
        return false;
    struct line_cost *cost = observed_line(observer, simd, pending->entry[pending->first].line);
    cost->ended++;
    cost->latency += observer->gpu->cycle - pending->entry[pending->first].clock;
    pending->first = (pending->first + 1) % PENDING;
    pending->count--;
    return true;
}

static void see_return(struct observer *observer, unsigned number)
{
    static const enum fetch_unit unit_of[] = {[RETURN_VERTEX] = FETCH_UNIT_VERTEX,
                                              [RETURN_LDS] = FETCH_UNIT_LDS,
                                              [RETURN_MEMORY] = FETCH_UNIT_MEMORY,
                                              [RETURN_TEXTURE] = FETCH_UNIT_TEXTURE};
    const struct return_net_in  *returns = &observer->gpu->simd[number].returns[0].in;
    struct observed_simd        *seen = &observer->simd[number];
    if (!returns->who || !returns->whole)
        return;
    const enum fetch_unit unit = unit_of[returns->who];
    if (observed_end(observer, number, &seen->units[unit]) && unit != FETCH_UNIT_LDS)
        seen->in_flight--;
}

void observe_fetches(struct observer *observer, unsigned number)
{
    const struct simd         *simd = &observer->gpu->simd[number];
    const struct fetch_net_in *net = &simd->fetch_net[0].in;
    see_return(observer, number);
    if (net->who)
        see_take(observer, number, net->who, FETCH_UNIT_VERTEX);
    if (net->memory)
        see_take(observer, number, net->memory, FETCH_UNIT_MEMORY);
    if (net->texture)
        see_take(observer, number, net->texture,
                 texture_use(net, simd->fetch_clause) == USE_TEXTURE ? FETCH_UNIT_TEXTURE : FETCH_UNIT_LDS);
}
