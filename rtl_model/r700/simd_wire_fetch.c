/* simd_wire_fetch.c - the fetch side of the block diagram: clauses, their instruction cache, the vertex fetch unit. */
#include "rtl_model/r700/simd_internal.h"

unsigned simd_fetch_clauses_free(const struct simd *simd)
{
    unsigned count = 0;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        count += simd->fetch_clause[c].q.state == FETCH_CLAUSE_EMPTY;
    return count;
}

static void start_clause(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const unsigned                 slot = cf->step_slot;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        struct fetch_clause_in *in = &simd->fetch_clause[c].in;
        if (simd->fetch_clause[c].q.state != FETCH_CLAUSE_EMPTY)
            continue;
        in->start = true;
        in->start_word = cf->start_word;
        in->start_slot = (uint8_t)slot;
        in->start_number = simd->waves.number[slot];
        in->start_base = simd->waves.gpr_base[slot];
        in->start_index = simd->flow.loop_index[slot];
        in->start_base_word = simd->flow.fetching[slot] ? simd->flow.in.fetch_base : 0;
        in->start_lanes = cf_lanes(simd->flow.active[slot], simd->flow.valid[slot],
                                   isa_cf_whole_quad_mode(cf->start_word), isa_cf_valid_pixel_mode(cf->start_word));
        return;
    }
}

/* The oldest wavefront's clause of `asking` (a bit each), or -1. */
static int oldest(const struct simd *simd, unsigned asking)
{
    int best = -1;
    for (; asking; asking &= asking - 1) {
        const int c = __builtin_ctz(asking);
        if (best < 0 || simd->fetch_clause[c].q.number < simd->fetch_clause[best].q.number)
            best = c;
    }
    return best;
}

static void wire_cache(struct simd *simd, unsigned asking)
{
    struct icache *cache = &simd->fetch_cache;
    const int      asks = oldest(simd, asking);
    cache->in.look = asks >= 0;
    if (asks >= 0) {
        cache->in.look_line = simd->fetch_clause[asks].q.ic_line;
        cache->in.look_id = (uint8_t)asks;
        simd->fetch_clause[asks].in.ic_taken = true;
    }
    if (cache->q.answer) {
        struct fetch_clause_in *in = &simd->fetch_clause[cache->q.answer_id].in;
        in->ic_answer = true;
        in->ic_hit = cache->q.hit;
        in->ic_refused = cache->q.refused;
    }
}

static void wire_unit(struct simd *simd)
{
    struct vertex_fetch_in *in = &simd->vertex.in;
    const int               c = simd_next_fetch(simd);
    in->offer = c >= 0;
    if (c < 0)
        return;
    const struct fetch_clause_reg *clause = &simd->fetch_clause[c].q;
    const unsigned                 at = clause->head % INSTRUCTION_BUFFER_WORDS;
    in->offer_slot = clause->slot;
    in->offer_last = clause->left == 1;
    in->offer_low = simd->fetch_clause[c].buffer[at];
    in->offer_high = simd->fetch_clause[c].buffer[at + 1];
    in->offer_base = clause->base;
    in->offer_index = clause->loop_index;
    in->offer_lanes = clause->lanes;
    in->offer_number = clause->number;
    simd->fetch_clause[c].in.take = true;
}

void simd_wire_fetch(struct simd *simd)
{
    const struct vertex_fetch_reg *vertex = &simd->vertex.q;
    unsigned                       asking = 0;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        struct fetch_clause_in        *in = &simd->fetch_clause[c].in;
        const struct fetch_clause_reg *q = &simd->fetch_clause[c].q;
        in->start = false;
        if (q->state == FETCH_CLAUSE_EMPTY)
            continue;
        in->ic_taken = in->ic_answer = in->take = false;
        in->ic_fill = simd->fetch_cache.q.fill;
        in->ic_fill_line = simd->fetch_cache.q.fill_line;
        asking |= (unsigned)q->ic_look << c;
    }
    if (simd->cf.q.start_fetch)
        start_clause(simd);
    wire_cache(simd, asking);
    wire_unit(simd);
    simd->gprs.in.fetch = vertex->write;
    if (vertex->write) {
        simd->gprs.in.fetch_row = vertex->write_row;
        simd->gprs.in.fetch_elements = vertex->write_elements;
        simd->gprs.in.fetch_lanes = vertex->write_lanes;
    }
}

void simd_wire_spare(struct simd *simd)
{
    simd->exports.in.spare = rotation_quarter(&simd->rotation) == READ_CYCLES;
    /* GUESS: exports have the spare access before fetches. */
    simd->vertex.in.spare = simd->exports.in.spare && !simd->exports.q.read;
}
