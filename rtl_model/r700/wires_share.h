/* wires_share.h - what drives the units by which threads reach one another and memory: local data share, memory reads,
 * exports and memory writes. */
#ifndef RTL_MODEL_R700_WIRES_SHARE_H
#define RTL_MODEL_R700_WIRES_SHARE_H

#include "rtl_model/r700/wires_fetch.h"

/* ---- local data share -------------------------------------------------------------------------------------------- */

/* Likewise of the other arbiter. */
static inline const struct fetch_clause *sharing(const struct fetch_clause *clauses, const struct fetch_net *net)
{
    return &clauses[number_of(net->in.texture)];
}

/* GUESS: the spare access is the local data share's when neither exports nor fetches want it. */
#define LDS_UNIT_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    ALL(fetch_clause, clauses, fetch_clause)                                                                           \
    ONE(return_net, returns, returns, 0)                                                                               \
    ONE(lds_unit, unit, lds_unit, 0)                                                                                   \
    OF(wave_table, waves, waves, 0)                                                                                    \
    OF(cf_state, flow, flow, 0)                                                                                        \
    OF(lds, lds, lds, 0)                                                                                               \
    OF(gpr_file, gprs, gprs, 0)
#define LDS_UNIT_EVENTS(DRIVE)                                                                                         \
    DRIVE(offer, net->in.texture != 0 && offered_unit(sharing(clauses, net)) == FETCH_UNIT_LDS)                        \
    DRIVE(spare, spare->in.who == SPARE_LDS)                                                                           \
    DRIVE(written, returns->in.who == RETURN_LDS)
#define LDS_UNIT_WIRES(DRIVE, WITH)                                                                                    \
    OFFER_WIRES(WITH, sharing(clauses, net))                                                                           \
    WITH(offer, offer_high, offered_high(sharing(clauses, net)))                                                       \
    WITH(offer, offer_valid, flow->valid[sharing(clauses, net)->q.slot])                                               \
    WITH(offer, offer_first, waves->lds_first[sharing(clauses, net)->q.slot])                                          \
    WITH(offer, offer_thread, waves->group_thread[sharing(clauses, net)->q.slot])                                      \
    DRIVE(row_x, &gprs->x[unit->q.read_row])                                                                           \
    DRIVE(row_y, &gprs->y[unit->q.read_row])                                                                           \
    DRIVE(row_z, &gprs->z[unit->q.read_row])                                                                           \
    DRIVE(row_w, &gprs->w[unit->q.read_row])                                                                           \
    DRIVE(bank0, &lds->bank0[unit->q.entry.bank[0]])                                                                   \
    DRIVE(bank1, &lds->bank1[unit->q.entry.bank[1]])                                                                   \
    DRIVE(bank2, &lds->bank2[unit->q.entry.bank[2]])                                                                   \
    DRIVE(bank3, &lds->bank3[unit->q.entry.bank[3]])
RTL_WIRES(simd, lds_unit, lds_unit, LDS_UNIT_FROM, LDS_UNIT_EVENTS, LDS_UNIT_WIRES);

#define LDS_FROM(ONE, ALL, OF, ON, BY) ONE(lds_unit, unit, lds_unit, 0)
#define LDS_EVENTS(DRIVE) DRIVE(write, unit->q.put)
#define LDS_WIRES(DRIVE, WITH)                                                                                         \
    WITH(write, write_entry, unit->q.entry)                                                                            \
    WITH(write, write_dwords, unit->q.put_dwords)                                                                      \
    WITH(write, write_data, unit->q.put_data)
RTL_WIRES(simd, lds, lds, LDS_FROM, LDS_EVENTS, LDS_WIRES);
/* ---- memory reads ------------------------------------------------------------------------------------------------ */

/* A wavefront's place in scratch and reduction buffers (ISA 7.1 has it calculated by hardware).  GUESS: its slot, SIMD
 * by SIMD: as long as none has left, wavefronts that are handed out in turn have their number. */
static inline uint16_t memory_area(const struct simd_above *above, unsigned simds, unsigned slot)
{
    return (uint16_t)(slot * simds + above->number);
}

static inline const struct fetch_clause *reading(const struct fetch_clause *clauses, const struct fetch_net *net)
{
    return &clauses[number_of(net->in.memory)];
}

/* This clock looks up the last of its lines. */
static inline bool read_departs(const struct memory_read *unit, const struct read_requests *reads)
{
    return unit->q.addressing && reads->q.left <= reads->in.rate;
}
static inline bool read_arrives(const struct memory_read *unit, const struct read_requests *reads,
                                const struct line_cache *vertex, const struct line_cache *texture)
{
    const unsigned entry = unit->q.first;
    if (!unit->q.waits || !read_requests_done(reads, entry))
        return false;
    return unit->q.f_uncached.entry[entry]
               ? read_requests_have(reads, entry)
               : line_cache_has_all(unit->q.f_texture.entry[entry] ? texture : vertex, &reads->set[entry]);
}

/* GUESS: exports and other fetches have the spare access before memory reads. */
#define MEMORY_READ_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    OF(fetch_clause, clauses, fetch_clause, 0)                                                                         \
    ONE(return_net, returns, returns, 0)                                                                               \
    ONE(memory_read, unit, memory_reads, 0)                                                                            \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(vertex_requests, vertices, vertex_lines, 0)                                                                    \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(line_cache, cache, vertex_cache, 0)                                                                            \
    ONE(line_cache, textures, texture_cache, 0)                                                                        \
    OF(gpr_file, gprs, gprs, 0)                                                                                        \
    OF(simd_above, above, above, 0)
#define MEMORY_READ_EVENTS(DRIVE)                                                                                      \
    DRIVE(offer, net->in.memory != 0)                                                                                  \
    DRIVE(spare, spare->in.who == SPARE_MEMORY)                                                                        \
    DRIVE(start, read_begins(spare, unit, reads, vertices, walker))                                                    \
    DRIVE(depart, read_departs(unit, reads))                                                                           \
    DRIVE(arrived, read_arrives(unit, reads, cache, textures))                                                         \
    DRIVE(written, returns->in.who == RETURN_MEMORY)
#define MEMORY_READ_WIRES(DRIVE, WITH)                                                                                 \
    OFFER_WIRES(WITH, reading(clauses, net))                                                                           \
    WITH(offer, offer_high, offered_high(reading(clauses, net)))                                                       \
    WITH(offer, offer_area, memory_area(above, unit->in.simds, reading(clauses, net)->q.slot))                         \
    WITH(offer, offer_texture, !reading(clauses, net)->q.vertex_cache)                                                 \
    DRIVE(index_row, gpr_row(gprs, unit->q.read_element, unit->q.read_row))                                            \
    DRIVE(places, reads->places)                                                                                       \
    DRIVE(lines, cache->data)                                                                                          \
    DRIVE(texture_lines, textures->data)                                                                               \
    DRIVE(direct_lines, reads->data)
RTL_WIRES(simd, memory_read, memory_reads, MEMORY_READ_FROM, MEMORY_READ_EVENTS, MEMORY_READ_WIRES);

#define READ_LINES_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(memory_read, unit, memory_reads, 0)                                                                            \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(vertex_requests, vertices, vertex_lines, 0)                                                                    \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(port_net, port, port_net, 0)                                                                                   \
    ONE(answer_net, answer, answer, 0)                                                                                 \
    OF(line_cache, cache, vertex_cache, 0)                                                                             \
    OF(line_cache, textures, texture_cache, 0)                                                                         \
    OF(simd_above, above, above, 0)
#define READ_LINES_EVENTS(DRIVE)                                                                                       \
    DRIVE(start, read_begins(spare, unit, reads, vertices, walker))                                                    \
    DRIVE(read, unit->q.gone)                                                                                          \
    DRIVE(ask_taken, is_taken(port, CLIENT_READ))                                                                      \
    DRIVE(fill, is_answered(answer, CLIENT_READ))
#define READ_LINES_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(low, unit->q.low)                                                                                            \
    DRIVE(high, unit->q.high)                                                                                          \
    DRIVE(active, unit->q.lanes)                                                                                       \
    DRIVE(number, unit->q.number)                                                                                      \
    DRIVE(area, unit->q.area)                                                                                          \
    DRIVE(step, unit->q.step)                                                                                          \
    DRIVE(entry, (uint8_t)((unit->q.first + unit->q.flying) % MEMORY_FLIGHT))                                          \
    DRIVE(texture, unit->q.texture)                                                                                    \
    DRIVE(index_row, unit->latch)                                                                                      \
    DRIVE(taken, read_cache(reads, cache, textures)->q.taken)                                                          \
    DRIVE(way, read_cache(reads, cache, textures)->q.way)                                                              \
    DRIVE(stamp, read_cache(reads, cache, textures)->q.stamp)                                                          \
    DRIVE(fill_row, (uint8_t)answer->in.own)                                                                           \
    DRIVE(fill_data, answer_line(above))
RTL_WIRES(simd, read_requests, read_lines, READ_LINES_FROM, READ_LINES_EVENTS, READ_LINES_WIRES);

/* ---- exports ----------------------------------------------------------------------------------------------------- */

/* The threads that execute the instruction (ISA table 3.4), but no killed or missing pixel leaves. */
static inline lane_mask_t export_lanes(const struct cf_state *flow, unsigned slot, cf_word_t word)
{
    return flow->valid[slot] & fetch_lanes(flow, slot, word);
}

/* Besides the quarter that is on its way. */
static inline bool has_line(const struct export_unit *unit, const struct memory_export *memory)
{
    return memory->q.used + unit->q.write < memory->in.lines;
}

#define EXPORT_UNIT_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ON(cf_sequencer, cf, cf, 0, start_export)                                                                          \
    OF(wave_table, waves, waves, 0)                                                                                    \
    OF(cf_state, flow, flow, 0)                                                                                        \
    ONE(export_unit, unit, exports, 0)                                                                                 \
    ONE(memory_export, memory, memory, 0)                                                                              \
    OF(gpr_file, gprs, gprs, 0)
#define EXPORT_UNIT_EVENTS(DRIVE)                                                                                      \
    DRIVE(start, cf->q.start_export)                                                                                   \
    DRIVE(spare, spare->in.who == SPARE_EXPORT)                                                                        \
    DRIVE(room, unit->q.wants_room &&has_line(unit, memory))
#define EXPORT_UNIT_WIRES(DRIVE, WITH)                                                                                 \
    DRIVE(start_word, cf->q.start_word)                                                                                \
    DRIVE(start_slot, cf->q.step_slot)                                                                                 \
    DRIVE(start_number, waves->number[cf->q.step_slot])                                                                \
    DRIVE(start_base, waves->gpr_base[cf->q.step_slot])                                                                \
    DRIVE(start_index, flow->loop_index[cf->q.step_slot])                                                              \
    DRIVE(start_lanes, export_lanes(flow, cf->q.step_slot, cf->q.start_word))                                          \
    DRIVE(row_x, &gprs->x[unit->q.read_row])                                                                           \
    DRIVE(row_y, &gprs->y[unit->q.read_row])                                                                           \
    DRIVE(row_z, &gprs->z[unit->q.read_row])                                                                           \
    DRIVE(row_w, &gprs->w[unit->q.read_row])
RTL_WIRES(simd, export_unit, exports, EXPORT_UNIT_FROM, EXPORT_UNIT_EVENTS, EXPORT_UNIT_WIRES);

/* ---- memory exports ---------------------------------------------------------------------------------------------- */

#define MEMORY_EXPORT_FROM(ONE, ALL, OF, ON, BY)                                                                       \
    ONE(export_unit, unit, exports, 0)                                                                                 \
    ONE(port_net, port, port_net, 0)                                                                                   \
    ONE(answer_net, answer, answer, 0)                                                                                 \
    OF(memory_export, memory, memory, 0)                                                                               \
    OF(simd_above, above, above, 0)
#define MEMORY_EXPORT_EVENTS(DRIVE)                                                                                    \
    DRIVE(write, unit->q.write)                                                                                        \
    DRIVE(taken, port->in.who == CLIENT_EXPORT + 1)                                                                    \
    DRIVE(answer, answer->in.to >> CLIENT_EXPORT & 1)
#define MEMORY_EXPORT_WIRES(DRIVE, WITH)                                                                               \
    WITH(write, write_word, unit->q.word)                                                                              \
    WITH(write, write_step, unit->q.step)                                                                              \
    WITH(write, write_quarter, unit->q.quarter)                                                                        \
    WITH(write, write_lanes, unit->q.lanes)                                                                            \
    WITH(write, write_last, unit->q.last)                                                                              \
    WITH(write, write_slot, unit->q.slot)                                                                              \
    WITH(write, write_number, unit->q.number)                                                                          \
    WITH(write, write_area, memory_area(above, memory->in.simds, unit->q.slot))                                        \
    WITH(answer, answer_own, answer->in.own)                                                                           \
    DRIVE(write_indices, &unit->q.indices)                                                                             \
    DRIVE(write_x, &unit->q.x)                                                                                         \
    DRIVE(write_y, &unit->q.y)                                                                                         \
    DRIVE(write_z, &unit->q.z)                                                                                         \
    DRIVE(write_w, &unit->q.w)
RTL_WIRES(simd, memory_export, memory, MEMORY_EXPORT_FROM, MEMORY_EXPORT_EVENTS, MEMORY_EXPORT_WIRES);

#endif
