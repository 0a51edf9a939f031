/* wires_fetch.h - what drives the fetch clauses, their instruction cache, vertex fetches, the local data share, memory
 * reads, exports and memory writes. */
#ifndef RTL_MODEL_R700_WIRES_FETCH_H
#define RTL_MODEL_R700_WIRES_FETCH_H

#include "rtl_model/r700/wires_memory.h"

/* ---- grants ------------------------------------------------------------------------------------------------------ */

static inline uint8_t empty_fetch_clauses(const struct fetch_clause *clauses)
{
    unsigned count = 0;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        count += clauses[c].q.state == FETCH_CLAUSE_EMPTY;
    return (uint8_t)count;
}

/* The places that a chip may lack are the last ones. */
static inline uint8_t first_empty_fetch_clause(const struct fetch_clause *clauses)
{
    for (unsigned c = 0; c + clauses[0].in.closed < FETCH_CLAUSES; c++)
        if (clauses[c].q.state == FETCH_CLAUSE_EMPTY)
            return (uint8_t)(c + 1);
    return 0;
}

/* Of the clauses that ask the cache, the oldest wavefront's, its number + 1, or 0. */
static inline uint8_t oldest_asking(const struct fetch_clause *clauses)
{
    int best = -1;
    for (int c = 0; c < FETCH_CLAUSES; c++)
        if (clauses[c].q.ic_look && (best < 0 || clauses[c].q.number < clauses[best].q.number))
            best = c;
    return (uint8_t)(best + 1);
}

/* Whose result is written to the GPRs in this clock. */
static inline enum fetch_return who_returns(const struct vertex_fetch *vertex, const struct lds_unit *lds,
                                            const struct memory_read *memory, const struct texture_return *texture)
{
    return vertex->q.write   ? RETURN_VERTEX
           : lds->q.write    ? RETURN_LDS
           : memory->q.write ? RETURN_MEMORY
           : texture->q.want ? RETURN_TEXTURE
                             : RETURN_NONE;
}
#define OF_WRITER(what)                                                                                                \
    (vertex->q.write ? vertex->q.what : lds->q.write ? lds->q.what : memory->q.write ? memory->q.what : texture->q.what)

#define RETURN_NET_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    ONE(lds_unit, lds, lds_unit, 0)                                                                                    \
    ONE(memory_read, memory, memory_reads, 0)                                                                          \
    ONE(texture_return, texture, texture_return, 0)
#define RETURN_NET_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(who, (uint8_t)who_returns(vertex, lds, memory, texture))                                                     \
    DRIVE(whole, vertex->q.write || (lds->q.write ? lds->q.write_whole : memory->q.write || texture->q.want))          \
    DRIVE(last, who_returns(vertex, lds, memory, texture) != RETURN_NONE && OF_WRITER(write_last))                     \
    DRIVE(slot, OF_WRITER(write_slot))
RTL_NET_WIRES(simd, return_net, returns, RETURN_NET_FROM, true, RETURN_NET_WIRES);

/* Whose instruction a clause offers: MEM_OP and the texture instructions have the opcode in the same place as vertex
 * fetches (ISA 10.3 to 10.6). */
static inline enum fetch_unit offered_unit(const struct fetch_clause *clause)
{
    enum { OPCODE = 0x1f, MEM = 2, MEM_OP = 8, LOCAL_DS = 4 };
    const fetch_word_t word = clause->buffer[clause->q.head % INSTRUCTION_BUFFER_WORDS];
    if ((word & OPCODE) < MEM)
        return FETCH_UNIT_VERTEX;
    if ((word & OPCODE) > MEM)
        return FETCH_UNIT_TEXTURE;
    return word >> MEM_OP & LOCAL_DS ? FETCH_UNIT_LDS : FETCH_UNIT_MEMORY;
}

/* Units of VTX clauses share an arbiter, those of TEX clauses another one. */
static inline bool is_of_texture(enum fetch_unit unit)
{
    return unit == FETCH_UNIT_TEXTURE || unit == FETCH_UNIT_LDS;
}

/* The texture unit reads the next instruction's coordinates while it has a place for its result. */
static inline bool texture_is_free(const struct texture_issue *issue, const struct texture_return *texture)
{
    return issue->q.free && texture_return_has_room(texture);
}

/* Units that could take an instruction, a bit each. */
static inline unsigned free_units(const struct vertex_fetch *vertex, const struct memory_read *memory,
                                  const struct lds_unit *lds, const struct texture_issue *issue,
                                  const struct texture_return *texture)
{
    return (unsigned)vertex->q.free << FETCH_UNIT_VERTEX | (unsigned)memory->q.free << FETCH_UNIT_MEMORY |
           (unsigned)lds->q.free << FETCH_UNIT_LDS | (unsigned)texture_is_free(issue, texture) << FETCH_UNIT_TEXTURE;
}

/* Whether the unit of a clause's instruction takes it when it is the clause's turn.  The local data share is the
 * clause's that it has begun with (lds_unit.h). */
static inline bool unit_takes(enum fetch_unit unit, unsigned free, const struct lds_unit *lds,
                              const struct fetch_clause_reg *clause)
{
    return free >> unit & 1 && (unit != FETCH_UNIT_LDS || !lds->q.held || lds->q.holder == clause->slot);
}

/* Of the clauses that offer an instruction to the vertex fetch unit and the memory read unit, or to the texture unit
 * and the local data share, the one whose turn it is, its number + 1, or 0. */
static inline uint8_t next_fetch(const struct fetch_clause *clauses, bool texture, unsigned free,
                                 const struct arbiter *arbiter, const struct wave_table *waves,
                                 const struct lds_unit *lds)
{
    uint64_t least = UINT64_MAX;
    unsigned next = 0;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        const struct fetch_clause_reg *q = &clauses[c].q;
        if (!q->offer)
            continue;
        const enum fetch_unit unit = offered_unit(&clauses[c]);
        if (is_of_texture(unit) != texture || (q->under_way && q->unit != unit) || !unit_takes(unit, free, lds, q))
            continue;
        const uint64_t key = arbiter_key(arbiter, arbiter->in.priority.type[waves->type[q->slot]], q->slot, q->number);
        if (key < least) {
            least = key;
            next = c + 1;
        }
    }
    return (uint8_t)next;
}

/* The same for one of the units. */
static inline uint8_t only_of(const struct fetch_clause *clauses, uint8_t next, enum fetch_unit unit)
{
    return next && offered_unit(&clauses[next - 1]) == unit ? next : 0;
}

#define FREE_UNITS free_units(vertex, memory, lds, issue, texture)
#define FETCH_NET_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ALL(fetch_clause, clauses, fetch_clause)                                                                           \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    ONE(memory_read, memory, memory_reads, 0)                                                                          \
    ONE(arbiter, arbiter, fetch_arbiter, 0)                                                                            \
    ONE(arbiter, textures, texture_arbiter, 0)                                                                         \
    ONE(lds_unit, lds, lds_unit, 0)                                                                                    \
    ONE(texture_issue, issue, texture_issue, 0)                                                                        \
    ONE(texture_return, texture, texture_return, 0)                                                                    \
    OF(wave_table, waves, waves, 0)
#define FETCH_NET_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(free, empty_fetch_clauses(clauses))                                                                          \
    DRIVE(start, first_empty_fetch_clause(clauses))                                                                    \
    DRIVE(ic_who, oldest_asking(clauses))                                                                              \
    DRIVE(vertex, next_fetch(clauses, false, FREE_UNITS, arbiter, waves, lds))                                         \
    DRIVE(who, only_of(clauses, in->vertex, FETCH_UNIT_VERTEX))                                                        \
    DRIVE(memory, only_of(clauses, in->vertex, FETCH_UNIT_MEMORY))                                                     \
    DRIVE(texture, next_fetch(clauses, true, FREE_UNITS, textures, waves, lds))
RTL_NET_WIRES(simd, fetch_net, fetch_net, FETCH_NET_FROM, true, FETCH_NET_WIRES);

/* Why no clause offers an instruction: all clauses are being prepared, or the reason of control flow. */
static inline enum stall no_offer(uint8_t who, const struct fetch_net *net, const struct icache *cache,
                                  enum stall control)
{
    if (who)
        return STALL_NONE;
    if (net->in.free < FETCH_CLAUSES)
        return cache->q.missing ? STALL_INSTRUCTION : STALL_CLAUSE;
    return control == STALL_NONE ? STALL_CONTROL : control;
}

/* A chance of the vertex fetch unit is each clock in which it could take an instruction, or the memory read unit does.
 */
#define FETCH_ARBITER_FROM(ONE, ALL, OF, ON, BY)                                                                       \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(fetch_clause, clauses, fetch_clause, 0)                                                                         \
    OF(icache, cache, fetch_cache, 0)                                                                                  \
    OF(cf_why_net, why, cf_why, 0)
#define FETCH_ARBITER_EVENTS(DRIVE)                                                                                    \
    DRIVE(chance, vertex->q.free || net->in.memory) DRIVE(grant, net->in.who || net->in.memory)
#define FETCH_ARBITER_WIRES(DRIVE, WITH)                                                                               \
    WITH(chance, why, (stall_t)no_offer(net->in.who | net->in.memory, net, cache, (enum stall)why->in.cf))             \
    WITH(grant, slot, clauses[number_of(net->in.who | net->in.memory)].q.slot)                                         \
    WITH(grant, number, clauses[number_of(net->in.who | net->in.memory)].q.number)
RTL_WIRES(simd, arbiter, fetch_arbiter, FETCH_ARBITER_FROM, FETCH_ARBITER_EVENTS, FETCH_ARBITER_WIRES);

/* A chance of the other one's units is each clock in which any of them could. */
#define TEXTURE_ARBITER_FROM(ONE, ALL, OF, ON, BY)                                                                     \
    ONE(lds_unit, lds, lds_unit, 0)                                                                                    \
    ONE(texture_issue, issue, texture_issue, 0)                                                                        \
    ONE(texture_return, texture, texture_return, 0)                                                                    \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(fetch_clause, clauses, fetch_clause, 0)                                                                         \
    OF(icache, cache, fetch_cache, 0)                                                                                  \
    OF(cf_why_net, why, cf_why, 0)
#define TEXTURE_ARBITER_EVENTS(DRIVE)                                                                                  \
    DRIVE(chance, texture_is_free(issue, texture) || lds->q.free) DRIVE(grant, net->in.texture != 0)
#define TEXTURE_ARBITER_WIRES(DRIVE, WITH)                                                                             \
    WITH(chance, why, (stall_t)no_offer(net->in.texture, net, cache, (enum stall)why->in.cf))                          \
    WITH(grant, slot, clauses[number_of(net->in.texture)].q.slot)                                                      \
    WITH(grant, number, clauses[number_of(net->in.texture)].q.number)
RTL_WIRES(simd, arbiter, texture_arbiter, TEXTURE_ARBITER_FROM, TEXTURE_ARBITER_EVENTS, TEXTURE_ARBITER_WIRES);

/* ---- fetch clauses ----------------------------------------------------------------------------------------------- */

static inline lane_mask_t fetch_lanes(const struct cf_state *flow, unsigned slot, cf_word_t word)
{
    return cf_lanes(flow->active[slot], flow->valid[slot], isa_cf_whole_quad_mode(word), isa_cf_valid_pixel_mode(word));
}

#define FETCH_EVENT_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ON(cf_sequencer, cf, cf, 0, start_fetch) ONE(fetch_net, net, fetch_net, 0) ONE(icache, cache, fetch_cache, 0)
#define FETCH_EVENT_WIRES(DRIVE, WITH)                                                                                 \
    DRIVE(start, cf->q.start_fetch ? (uint8_t)(1u << net->in.start >> 1) : 0)                                          \
    DRIVE(ic_answer, (uint8_t)bit_of(cache->q.answer, cache->q.answer_id))                                             \
    DRIVE(ic_fill, cache->q.fill)
RTL_NET_WIRES(simd, fetch_event, fetch_event, FETCH_EVENT_FROM, cf->q.start_fetch || cache->q.answer || cache->q.fill,
              FETCH_EVENT_WIRES);

#define FETCH_CLAUSE_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(return_net, returns, returns, 0)                                                                               \
    BY(fetch_clause, clause, fetch_clause, i)                                                                          \
    ONE(fetch_event, event, fetch_event, 0)                                                                            \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(cf_sequencer, cf, cf, 0)                                                                                        \
    OF(wave_table, waves, waves, 0)                                                                                    \
    OF(cf_state, flow, flow, 0)                                                                                        \
    OF(icache, cache, fetch_cache, 0)
#define FETCH_CLAUSE_EVENTS(DRIVE)                                                                                     \
    DRIVE(start, event->in.start >> i & 1)                                                                             \
    DRIVE(ic_taken, net->in.ic_who == i + 1)                                                                           \
    DRIVE(ic_answer, event->in.ic_answer >> i & 1)                                                                     \
    DRIVE(ic_fill, event->in.ic_fill)                                                                                  \
    DRIVE(take, net->in.who == i + 1 || net->in.memory == i + 1 || net->in.texture == i + 1)                           \
    DRIVE(returned, returns->in.whole && returns->in.slot == clause->q.slot)
#define FETCH_CLAUSE_WIRES(DRIVE, WITH)                                                                                \
    WITH(start, start_word, cf->q.start_word)                                                                          \
    WITH(start, start_slot, cf->q.step_slot)                                                                           \
    WITH(start, start_number, waves->number[cf->q.step_slot])                                                          \
    WITH(start, start_base, waves->gpr_base[cf->q.step_slot])                                                          \
    WITH(start, start_index, flow->loop_index[cf->q.step_slot])                                                        \
    WITH(start, start_base_word, fetch_base_of(flow, cf->q.step_slot))                                                 \
    WITH(start, start_lanes, fetch_lanes(flow, cf->q.step_slot, cf->q.start_word))                                     \
    DRIVE(ic_hit, cache->q.hit)                                                                                        \
    DRIVE(ic_refused, cache->q.refused)                                                                                \
    DRIVE(ic_words, cache->data[cache->q.way].word)                                                                    \
    WITH(ic_fill, ic_fill_line, cache->q.fill_line)                                                                    \
    WITH(take, take_unit, (fetch_unit_t)offered_unit(clause))
RTL_WIRES(simd, fetch_clause, fetch_clause, FETCH_CLAUSE_FROM, FETCH_CLAUSE_EVENTS, FETCH_CLAUSE_WIRES);

#define FETCH_CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(fetch_clause, clauses, fetch_clause, 0)                                                                         \
    OF(simd_memory, outside, outside, 0)
#define FETCH_CACHE_EVENTS(DRIVE) DRIVE(look, net->in.ic_who != 0)
#define FETCH_CACHE_WIRES(DRIVE, WITH)                                                                                 \
    WITH(look, look_line, net->in.ic_who ? clauses[net->in.ic_who - 1].q.ic_line : 0)                                  \
    WITH(look, look_id, number_of(net->in.ic_who))                                                                     \
    DRIVE(program_lines, instruction_memory_lines(&outside->program))                                                  \
    DRIVE(memory, &outside->program)
RTL_WIRES(simd, icache, fetch_cache, FETCH_CACHE_FROM, FETCH_CACHE_EVENTS, FETCH_CACHE_WIRES);

/* ---- vertex fetch ------------------------------------------------------------------------------------------------ */

static inline uint64_t offered_low(const struct fetch_clause *clause)
{
    return clause->buffer[clause->q.head % INSTRUCTION_BUFFER_WORDS];
}
static inline uint64_t offered_high(const struct fetch_clause *clause)
{
    return clause->buffer[(clause->q.head + 1) % INSTRUCTION_BUFFER_WORDS];
}

/* What a clause offers to a unit (fetch_port.h). */
#define OFFER_WIRES(WITH, clause)                                                                                      \
    WITH(offer, offer_low, offered_low(clause))                                                                        \
    WITH(offer, offer_base, clause->q.base)                                                                            \
    WITH(offer, offer_index, clause->q.loop_index)                                                                     \
    WITH(offer, offer_lanes, clause->q.lanes)                                                                          \
    WITH(offer, offer_number, clause->q.number)                                                                        \
    WITH(offer, offer_slot, clause->q.slot)                                                                            \
    WITH(offer, offer_last, clause->q.left == 1)

/* The clause whose instruction the unit is offered; when there is none, any. */
static inline const struct fetch_clause *offering(const struct fetch_clause *clauses, const struct fetch_net *net)
{
    return &clauses[number_of(net->in.who)];
}

static inline const lanes_t *gpr_row(const struct gpr_file *gprs, unsigned element, unsigned row)
{
    return gpr_read(gprs, element, row);
}

/* A cache does the look-ups of one instruction of vertices, of one GPR of a memory read or of one pass of the texture
 * unit to their end before it begins with others: so what they hold between them never fills it. */
static inline bool walker_has_begun(const struct texture_walker *walker)
{
    return walker->q.valid && walker->q.oldest;
}
static inline bool vertex_waits(const struct vertex_fetch *vertex, const struct vertex_requests *requests,
                                const struct read_requests *reads, const struct texture_walker *walker)
{
    return requests->q.left || read_requests_in_cache(reads) || (vertex->q.texture && walker_has_begun(walker));
}

/* The unit that has the spare access of the GPR file's read window (RV770 timing G1), which is in the clock in which
 * that ends.  GUESS: exports have it before fetches.  An index row of a vertex fetch can be read when the lines of the
 * instruction before have been looked up. */
static inline enum spare_user spare_user(const struct export_unit *exports, const struct vertex_fetch *vertex,
                                         const struct vertex_requests *requests, const struct read_requests *reads,
                                         const struct texture_walker *walker, const struct lds_unit *lds,
                                         const struct memory_read *memory, const struct texture_issue *texture)
{
    if (exports->q.read)
        return SPARE_EXPORT;
    if (vertex->q.read)
        return vertex_waits(vertex, requests, reads, walker) ? SPARE_NONE : SPARE_VERTEX;
    if (lds->q.read)
        return SPARE_LDS;
    if (memory->q.read)
        return SPARE_MEMORY;
    return texture->q.read ? SPARE_TEXTURE : SPARE_NONE;
}

_Static_assert((int)READ_CYCLES == (int)SLOT_CLOCKS - 1, "one access of a read window is spare, the last one");
#define SPARE_NET_FROM(ONE, ALL, OF, ON, BY)                                                                           \
    ONE(export_unit, exports, exports, 0)                                                                              \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    ONE(vertex_requests, requests, vertex_lines, 0)                                                                    \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(lds_unit, lds, lds_unit, 0)                                                                                    \
    ONE(memory_read, memory, memory_reads, 0)                                                                          \
    ONE(texture_issue, texture, texture_issue, 0)
#define SPARE_NET_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(who, (uint8_t)spare_user(exports, vertex, requests, reads, walker, lds, memory, texture))
RTL_PHASED_NET_WIRES(simd, spare_net, spare, SPARE_NET_FROM, phase % SLOT_CLOCKS == SLOT_CLOCKS - 1, true,
                     SPARE_NET_WIRES);

/* The next GPR of a memory read begins when the lines of the one before have been looked up.  GUESS: vertices before
 * memory reads, as for the spare access; uncached reads need no cache and do not wait. */
static inline bool read_begins(const struct spare_net *spare, const struct memory_read *memory,
                               const struct read_requests *reads, const struct vertex_requests *vertices,
                               const struct texture_walker *walker)
{
    const struct memory_read_reg *q = &memory->q;
    if (!q->begin || q->flying == MEMORY_FLIGHT || read_requests_looks_up(reads))
        return false;
    return q->uncached || (spare->in.who != SPARE_VERTEX && !vertex_requests_looks_up(vertices) &&
                           !(q->texture && walker_has_begun(walker)));
}

/* Its addresses have been calculated, and this clock looks up the last of its lines. */
static inline bool departs(const struct vertex_fetch *unit, const struct vertex_requests *requests)
{
    return unit->q.calculated && requests->q.left <= requests->in.group;
}

static inline bool lines_are_there(const struct vertex_fetch *unit, const struct vertex_requests *requests,
                                   const struct line_cache *cache, const struct line_cache *textures)
{
    return unit->q.waits && vertex_requests_done(requests, unit->q.first) &&
           line_cache_has_all(unit->q.f_texture.entry[unit->q.first] ? textures : cache, &requests->set[unit->q.first]);
}

#define VERTEX_FETCH_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(fetch_clause, clauses, fetch_clause, 0)                                                                         \
    ONE(vertex_fetch, unit, vertex, 0)                                                                                 \
    ONE(vertex_requests, requests, vertex_lines, 0)                                                                    \
    ONE(line_cache, cache, vertex_cache, 0)                                                                            \
    ONE(line_cache, textures, texture_cache, 0)                                                                        \
    OF(gpr_file, gprs, gprs, 0)                                                                                        \
    OF(fetch_state, state, fetch_state, 0)                                                                             \
    OF(simd_memory, outside, outside, 0)
#define VERTEX_FETCH_EVENTS(DRIVE)                                                                                     \
    DRIVE(offer, net->in.who != 0)                                                                                     \
    DRIVE(spare, spare->in.who == SPARE_VERTEX)                                                                        \
    DRIVE(depart, departs(unit, requests))                                                                             \
    DRIVE(arrived, lines_are_there(unit, requests, cache, textures))
#define VERTEX_FETCH_WIRES(DRIVE, WITH)                                                                                \
    OFFER_WIRES(WITH, offering(clauses, net))                                                                          \
    WITH(offer, offer_high, offered_high(offering(clauses, net)))                                                      \
    WITH(offer, offer_texture, !offering(clauses, net)->q.vertex_cache)                                                \
    DRIVE(index_row, gpr_row(gprs, unit->q.read_element, unit->q.read_row))                                            \
    DRIVE(memory, &outside->vertices)                                                                                  \
    DRIVE(semantics, state->semantic)                                                                                  \
    DRIVE(ways, requests->ways)                                                                                        \
    DRIVE(lines, cache->data)                                                                                          \
    DRIVE(texture_lines, textures->data)
RTL_WIRES(simd, vertex_fetch, vertex, VERTEX_FETCH_FROM, VERTEX_FETCH_EVENTS, VERTEX_FETCH_WIRES);

#define VERTEX_LINES_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(vertex_fetch, unit, vertex, 0)                                                                                 \
    OF(vertex_requests, requests, vertex_lines, 0)                                                                     \
    OF(line_cache, cache, vertex_cache, 0)                                                                             \
    OF(line_cache, textures, texture_cache, 0)                                                                         \
    OF(gpr_file, gprs, gprs, 0)                                                                                        \
    OF(simd_memory, outside, outside, 0)
#define VERTEX_LINES_EVENTS(DRIVE) DRIVE(start, spare->in.who == SPARE_VERTEX) DRIVE(read, unit->q.write)
#define VERTEX_LINES_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(low, unit->q.low)                                                                                            \
    DRIVE(high, unit->q.high)                                                                                          \
    DRIVE(active, unit->q.lanes)                                                                                       \
    DRIVE(entry, (uint8_t)((unit->q.first + unit->q.flying) % VERTEX_FLIGHT))                                          \
    DRIVE(index_row, gpr_row(gprs, unit->q.read_element, unit->q.read_row))                                            \
    DRIVE(texture, unit->q.texture)                                                                                    \
    DRIVE(taken, looked_cache(requests, cache, textures)->q.taken)                                                     \
    DRIVE(way, looked_cache(requests, cache, textures)->q.way)                                                         \
    DRIVE(stamp, looked_cache(requests, cache, textures)->q.stamp)                                                     \
    DRIVE(memory, &outside->vertices)
RTL_WIRES(simd, vertex_requests, vertex_lines, VERTEX_LINES_FROM, VERTEX_LINES_EVENTS, VERTEX_LINES_WIRES);

#endif
