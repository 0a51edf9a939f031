/* wires_texture.h - what drives the texture unit of a SIMD, its L1 cache, and whose result goes to the GPRs. */
#ifndef RTL_MODEL_R700_WIRES_TEXTURE_H
#define RTL_MODEL_R700_WIRES_TEXTURE_H

#include "rtl_model/r700/wires_share.h"

/* ---- tags, and who goes on --------------------------------------------------------------------------------------- */

/* Passes in the queue come before the walker's; vertices and memory reads that come through this cache are in an order
 * of their own. */
static inline uint32_t oldest_look(const struct texture_walker *walker, const struct texture_data *data,
                                   const struct vertex_requests *vertices, const struct read_requests *reads)
{
    const uint32_t own = data->q.head_stamp ? data->q.head_stamp : walker->q.valid ? walker->q.oldest : 0;
    return older(own, older(vertices->q.oldest_texture, reads->q.oldest_texture));
}

/* GUESS: vertices go first, because a wavefront of them is as many look-ups as one of texels, and their unit waits for
 * its next index row before it begins again. */
static inline bool walker_waits(const struct spare_net *spare, const struct vertex_fetch *vertex,
                                const struct vertex_requests *vertices)
{
    return vertex_requests_in_texture(vertices) || (vertex->q.texture && spare->in.who == SPARE_VERTEX);
}
/* Likewise memory reads, of which each GPR waits until a pass has ended. */
static inline bool walker_waits_for_reads(const struct spare_net *spare, const struct memory_read *memory,
                                          const struct read_requests *reads, const struct vertex_requests *vertices,
                                          const struct texture_walker *walker)
{
    if (read_requests_in_cache(reads))
        return reads->q.in_texture;
    return memory->q.texture && !memory->q.uncached && read_begins(spare, memory, reads, vertices, walker);
}

static inline line_numbers_t walker_lines(const struct texture_walker *walker)
{
    line_numbers_t lines;
    texture_walker_looks(&walker->q, &lines);
    return lines;
}
static inline uint8_t walker_looks(const struct texture_walker *walker)
{
    line_numbers_t lines;
    return texture_walker_looks(&walker->q, &lines);
}

static inline line_ways_t walker_ways(const struct texture_walker *walker, const struct texture_data *data,
                                      const struct vertex_requests *vertices, const struct read_requests *reads,
                                      const struct line_cache *cache, const struct line_hints *hints,
                                      const struct line_found *found)
{
    line_numbers_t lines;
    const uint8_t  look = texture_walker_looks(&walker->q, &lines);
    return found->given ? found->way
                        : line_cache_found(cache, hints, look, &lines, oldest_look(walker, data, vertices, reads));
}

#define TEXTURE_TAGS_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(vertex_fetch, vertex, vertex, 0)                                                                               \
    ONE(vertex_requests, vertices, vertex_lines, 0)                                                                    \
    ONE(memory_read, memory, memory_reads, 0)                                                                          \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(texture_data, data, texture_data, 0)                                                                           \
    ONE(line_cache, cache, texture_cache, 0)                                                                           \
    OF(line_hints, hints, hints, 1)                                                                                    \
    OF(line_found, found, found, 0)
#define TEXTURE_TAGS_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(look, walker_looks(walker))                                                                                  \
    DRIVE(line, walker_lines(walker))                                                                                  \
    DRIVE(way, walker_ways(walker, data, vertices, reads, cache, hints, found))
RTL_NET_WIRES(simd, texture_tags, texture_tags, TEXTURE_TAGS_FROM,
              walker->q.valid && !walker_waits(spare, vertex, vertices) &&
                  !walker_waits_for_reads(spare, memory, reads, vertices, walker),
              TEXTURE_TAGS_WIRES);

static inline bool pass_ends(const struct texture_walker *walker, const struct texture_tags *tags,
                             const struct texture_data *data)
{
    return texture_walker_ends(&walker->q, &tags->in.way, texture_data_has_room(data));
}
static inline bool quad_ends(const struct lod_unit *lod, const struct texture_walker *walker,
                             const struct texture_tags *tags, const struct texture_data *data)
{
    return texture_walker_accepts_last(&walker->q, lod->q.valid, pass_ends(walker, tags, data), lod->q.passes);
}

#define TEXTURE_TURN_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(texture_issue, issue, texture_issue, 0)                                                                        \
    ONE(lod_unit, lod, lod_unit, 0)                                                                                    \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(texture_tags, tags, texture_tags, 0)                                                                           \
    ONE(texture_data, data, texture_data, 0)                                                                           \
    ONE(line_cache, cache, texture_cache, 0)
#define TEXTURE_TURN_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(pass, pass_ends(walker, tags, data))                                                                         \
    DRIVE(planned, quad_ends(lod, walker, tags, data))                                                                 \
    DRIVE(quad, lod_unit_accepts(issue->q.stream, lod->q.valid, quad_ends(lod, walker, tags, data)))                   \
    DRIVE(ready, texture_data_is_ready(data, cache))
RTL_NET_WIRES(simd, texture_turn, texture_turn, TEXTURE_TURN_FROM,
              issue->q.stream || lod->q.valid || walker->q.valid || data->q.count, TEXTURE_TURN_WIRES);

/* ---- address side ------------------------------------------------------------------------------------------------ */

/* GUESS: exports have the spare access before vertex fetches, and these before coordinates of textures. */
#define TEXTURE_ISSUE_FROM(ONE, ALL, OF, ON, BY)                                                                       \
    ONE(spare_net, spare, spare, 0)                                                                                    \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    ALL(fetch_clause, clauses, fetch_clause)                                                                           \
    ONE(texture_issue, unit, texture_issue, 0)                                                                         \
    ONE(texture_turn, turn, texture_turn, 0) OF(texture_return, returns, texture_return, 0) OF(gpr_file, gprs, gprs, 0)
#define TEXTURE_ISSUE_EVENTS(DRIVE)                                                                                    \
    DRIVE(offer, net->in.texture != 0 && offered_unit(sharing(clauses, net)) == FETCH_UNIT_TEXTURE)                    \
    DRIVE(spare, spare->in.who == SPARE_TEXTURE)                                                                       \
    DRIVE(taken, turn->in.quad)
#define TEXTURE_ISSUE_WIRES(DRIVE, WITH)                                                                               \
    WITH(offer, offer_low, offered_low(sharing(clauses, net)))                                                         \
    WITH(offer, offer_base, sharing(clauses, net)->q.base)                                                             \
    WITH(offer, offer_index, sharing(clauses, net)->q.loop_index)                                                      \
    WITH(offer, offer_entry, texture_return_place(returns))                                                            \
    DRIVE(row_x, gpr_row(gprs, 0, unit->q.read_row))                                                                   \
    DRIVE(row_y, gpr_row(gprs, 1, unit->q.read_row))                                                                   \
    DRIVE(row_z, gpr_row(gprs, 2, unit->q.read_row))                                                                   \
    DRIVE(row_w, gpr_row(gprs, 3, unit->q.read_row))
RTL_WIRES(simd, texture_issue, texture_issue, TEXTURE_ISSUE_FROM, TEXTURE_ISSUE_EVENTS, TEXTURE_ISSUE_WIRES);

#define TEXTURE_LOD_FROM(ONE, ALL, OF, ON, BY)                                                                         \
    ONE(texture_issue, issue, texture_issue, 0)                                                                        \
    ONE(texture_turn, turn, texture_turn, 0)                                                                           \
    OF(texture_return, returns, texture_return, 0)                                                                     \
    OF(fetch_state, state, fetch_state, 0)                                                                             \
    OF(texture_contexts, contexts, contexts, 0)
#define TEXTURE_LOD_EVENTS(DRIVE) DRIVE(offer, issue->q.stream) DRIVE(taken, turn->in.planned)
#define TEXTURE_LOD_WIRES(DRIVE, WITH)                                                                                 \
    DRIVE(offer_quad, issue->q.quad)                                                                                   \
    DRIVE(offer_entry, issue->q.stream_entry)                                                                          \
    DRIVE(offer_low, returns->q.f_low.entry[issue->q.stream_entry])                                                    \
    DRIVE(offer_high, returns->q.f_high.entry[issue->q.stream_entry])                                                  \
    DRIVE(offer_lanes, returns->q.f_lanes.entry[issue->q.stream_entry])                                                \
    DRIVE(offer_place, returns->q.f_place.entry[issue->q.stream_entry])                                                \
    DRIVE(rows, texture_issue_rows(issue))                                                                             \
    DRIVE(state, state)                                                                                                \
    DRIVE(contexts, contexts)
RTL_WIRES(simd, lod_unit, lod_unit, TEXTURE_LOD_FROM, TEXTURE_LOD_EVENTS, TEXTURE_LOD_WIRES);

#define TEXTURE_WALKER_FROM(ONE, ALL, OF, ON, BY)                                                                      \
    ONE(lod_unit, lod, lod_unit, 0)                                                                                    \
    OF(texture_tags, tags, texture_tags, 0)                                                                            \
    OF(texture_data, data, texture_data, 0)                                                                            \
    OF(line_cache, cache, texture_cache, 0)                                                                            \
    OF(texture_return, returns, texture_return, 0)                                                                     \
    OF(fetch_state, state, fetch_state, 0)                                                                             \
    OF(texture_contexts, contexts, contexts, 0)
#define TEXTURE_WALKER_EVENTS(DRIVE) DRIVE(offer, lod->q.valid)
#define TEXTURE_WALKER_WIRES(DRIVE, WITH)                                                                              \
    DRIVE(offer_entry, lod->q.entry)                                                                                   \
    DRIVE(offer_quad, lod->q.quad)                                                                                     \
    DRIVE(offer_lanes, lod->q.lanes)                                                                                   \
    DRIVE(offer_alone, lod->q.alone)                                                                                   \
    DRIVE(offer_passes, lod->q.passes)                                                                                 \
    DRIVE(offer_low, returns->q.f_low.entry[lod->q.entry])                                                             \
    DRIVE(offer_high, returns->q.f_high.entry[lod->q.entry])                                                           \
    DRIVE(plan, &lod->q.plan)                                                                                          \
    DRIVE(coordinate, &lod->q.coordinate)                                                                              \
    DRIVE(state, state)                                                                                                \
    DRIVE(contexts, contexts)                                                                                          \
    DRIVE(looked, tags->in.way)                                                                                        \
    DRIVE(stamp, cache->q.stamp + 1)                                                                                   \
    DRIVE(room, texture_data_has_room(data))
RTL_WIRES(simd, texture_walker, texture_walker, TEXTURE_WALKER_FROM, TEXTURE_WALKER_EVENTS, TEXTURE_WALKER_WIRES);

#define TEXTURE_CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                       \
    CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                                   \
    ONE(texture_tags, tags, texture_tags, 0)                                                                           \
    ONE(vertex_requests, requests, vertex_lines, 0)                                                                    \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(line_cache, cache, vertex_cache, 0)                                                                            \
    ONE(line_cache, textures, texture_cache, 0)                                                                        \
    OF(texture_walker, walker, texture_walker, 0)                                                                      \
    OF(texture_data, data, texture_data, 0)                                                                            \
    OF(line_hints, hints, hints, 1)
#define VERTICES_LOOK vertex_requests_look_in(requests, TAKEN_OF_VERTICES, true)
#define READS_LOOK reads_look(reads, cache, textures, true)
#define TEXTURE_CACHE_EVENTS(DRIVE)                                                                                    \
    DRIVE(look, tags->in.look | VERTICES_LOOK | READS_LOOK) CACHE_EVENTS(DRIVE, CLIENT_TEXTURE)
#define TEXTURE_CACHE_WIRES(DRIVE, WITH)                                                                               \
    DRIVE(look_line, tags->in.look ? tags->in.line                                                                     \
                     : READS_LOOK  ? *read_requests_lines(reads, textures->q.taken)                                    \
                                   : *vertex_requests_lines(requests, TAKEN_OF_VERTICES))                               \
    DRIVE(oldest, oldest_look(walker, data, requests, reads))                                                          \
    CACHE_WIRES(DRIVE, WITH)
RTL_WIRES(simd, line_cache, texture_cache, TEXTURE_CACHE_FROM, TEXTURE_CACHE_EVENTS, TEXTURE_CACHE_WIRES);

/* ---- data side --------------------------------------------------------------------------------------------------- */

/* What the queue notes of a pass. */
static inline uint8_t pass_mark(const struct texture_walker_reg *q)
{
    return (uint8_t)((q->alone ? PASS_ALONE : 0) | (q->first ? PASS_FIRST : 0) | (q->last ? PASS_LAST : 0) |
                     (q->filtered ? PASS_FILTERED : 0));
}

#define TEXTURE_DATA_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    ONE(texture_turn, turn, texture_turn, 0)                                                                           \
    OF(texture_walker, walker, texture_walker, 0)                                                                      \
    OF(texture_tags, tags, texture_tags, 0)                                                                            \
    OF(line_cache, cache, texture_cache, 0)                                                                            \
    OF(texture_data, unit, texture_data, 0)                                                                            \
    OF(texture_return, returns, texture_return, 0)                                                                     \
    OF(fetch_state, state, fetch_state, 0)                                                                             \
    OF(texture_contexts, contexts, contexts, 0)
#define TEXTURE_DATA_EVENTS(DRIVE) DRIVE(push, turn->in.pass) DRIVE(ready, turn->in.ready)
#define TEXTURE_DATA_WIRES(DRIVE, WITH)                                                                                \
    WITH(push, push_entry, walker->q.entry)                                                                            \
    WITH(push, push_quad, walker->q.quad)                                                                              \
    WITH(push, push_lanes, walker->q.lanes)                                                                            \
    WITH(push, push_mark, pass_mark(&walker->q))                                                                       \
    WITH(push, push_stamp, texture_walker_stamp(&walker->q, cache->q.stamp + 1))                                       \
    WITH(push, push_z, walker->q.z)                                                                                    \
    WITH(push, push_w, walker->q.w)                                                                                    \
    WITH(push, push_box, walker->q.box)                                                                                \
    WITH(push, push_row, texture_walker_row(&walker->q, &tags->in.way))                                                \
    DRIVE(low, returns->q.f_low.entry[unit->q.head_entry])                                                             \
    DRIVE(high, returns->q.f_high.entry[unit->q.head_entry])                                                           \
    DRIVE(lines, cache->data) DRIVE(state, state) DRIVE(contexts, contexts)
RTL_WIRES(simd, texture_data, texture_data, TEXTURE_DATA_FROM, TEXTURE_DATA_EVENTS, TEXTURE_DATA_WIRES);

#define TEXTURE_RETURN_FROM(ONE, ALL, OF, ON, BY)                                                                      \
    ONE(fetch_net, net, fetch_net, 0)                                                                                  \
    ALL(fetch_clause, clauses, fetch_clause)                                                                           \
    ONE(texture_turn, turn, texture_turn, 0)                                                                           \
    ONE(texture_walker, walker, texture_walker, 0)                                                                     \
    ONE(texture_data, data, texture_data, 0)                                                                           \
    ONE(return_net, port, returns, 0)
#define TEXTURE_RETURN_EVENTS(DRIVE)                                                                                   \
    DRIVE(offer, net->in.texture != 0 && offered_unit(sharing(clauses, net)) == FETCH_UNIT_TEXTURE)                    \
    DRIVE(addressed, turn->in.pass && walker->q.ends)                                                                  \
    DRIVE(done, data->q.done)                                                                                          \
    DRIVE(granted, port->in.who == RETURN_TEXTURE)
#define TEXTURE_RETURN_WIRES(DRIVE, WITH)                                                                              \
    OFFER_WIRES(WITH, sharing(clauses, net))                                                                           \
    WITH(offer, offer_high, (uint32_t)offered_high(sharing(clauses, net)))                                             \
    WITH(offer, offer_place, number_of(net->in.texture))                                                               \
    WITH(addressed, addressed_entry, walker->q.entry)                                                                  \
    WITH(done, done_entry, data->q.entry)                                                                              \
    WITH(done, done_quad, data->q.quad)                                                                                \
    DRIVE(done_result, &data->q.result)
RTL_WIRES(simd, texture_return, texture_return, TEXTURE_RETURN_FROM, TEXTURE_RETURN_EVENTS, TEXTURE_RETURN_WIRES);

#endif
