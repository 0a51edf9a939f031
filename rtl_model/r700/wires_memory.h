/* wires_memory.h - what drives a SIMD's caches of memory lines and its port to the memory that SIMDs share. */
#ifndef RTL_MODEL_R700_WIRES_MEMORY_H
#define RTL_MODEL_R700_WIRES_MEMORY_H

#include "rtl_model/r700/wires_stall.h"

/* ---- what comes back --------------------------------------------------------------------------------------------- */

#define ANSWER_NET_FROM(ONE, ALL, OF, ON, BY) OF(simd_above, above, above, 0)
#define ANSWER_NET_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(to, (uint8_t)(1u << memory_client_of(above->link->q.reply_id)))                                              \
    DRIVE(own, memory_own_of(above->link->q.reply_id))
RTL_NET_WIRES(simd, answer_net, answer, ANSWER_NET_FROM, above->link->q.reply, ANSWER_NET_WIRES);

static inline bool is_answered(const struct answer_net *net, enum memory_client client)
{
    return net->in.to >> client & 1;
}
static inline const line_data_t *answer_line(const struct simd_above *above)
{
    return &above->link->back[above->link->q.reply_row];
}

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

static inline unsigned asking_clients(const struct line_cache *texture, const struct line_cache *vertex,
                                      const struct memory_export *exports, const struct read_requests *reads)
{
    return (unsigned)texture->q.ask << CLIENT_TEXTURE | (unsigned)vertex->q.ask << CLIENT_VERTEX |
           (unsigned)exports->q.ask << CLIENT_EXPORT | (unsigned)reads->q.ask << CLIENT_READ;
}

#define PORT_NET_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(line_cache, texture, texture_cache, 0)                                                                         \
    ONE(line_cache, vertex, vertex_cache, 0)                                                                           \
    ONE(memory_export, exports, memory, 0)                                                                             \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(memory_port, port, port, 0)
#define PORT_NET_WIRES(DRIVE, WITH) DRIVE(who, memory_port_turn(port, asking_clients(texture, vertex, exports, reads)))
RTL_NET_WIRES(simd, port_net, port_net, PORT_NET_FROM, asking_clients(texture, vertex, exports, reads) != 0,
              PORT_NET_WIRES);

static inline bool is_taken(const struct port_net *net, enum memory_client client)
{
    return net->in.who == client + 1;
}

/* Of a requesting cache. */
static inline const struct line_cache *asking_cache(const struct port_net *net, const struct line_cache *texture,
                                                    const struct line_cache *vertex)
{
    return is_taken(net, CLIENT_TEXTURE) ? texture : vertex;
}
static inline uint16_t asking_id(const struct port_net *net, const struct line_cache *texture,
                                 const struct line_cache *vertex, const struct memory_export *exports,
                                 const struct read_requests *reads)
{
    if (is_taken(net, CLIENT_EXPORT))
        return memory_id(CLIENT_EXPORT, exports->q.ask_own);
    if (is_taken(net, CLIENT_READ))
        return memory_id(CLIENT_READ, reads->q.ask_own);
    const unsigned way = asking_cache(net, texture, vertex)->q.ask_way;
    return memory_id(is_taken(net, CLIENT_TEXTURE) ? CLIENT_TEXTURE : CLIENT_VERTEX, way);
}
static inline uint64_t asking_line(const struct port_net *net, const struct line_cache *texture,
                                   const struct line_cache *vertex, const struct memory_export *exports,
                                   const struct read_requests *reads)
{
    if (is_taken(net, CLIENT_EXPORT))
        return exports->q.ask_line;
    return is_taken(net, CLIENT_READ) ? reads->q.ask_line : asking_cache(net, texture, vertex)->q.ask_line;
}
static inline uint8_t asking_kind(const struct port_net *net)
{
    return is_taken(net, CLIENT_EXPORT) ? MEMORY_WRITE : is_taken(net, CLIENT_READ) ? MEMORY_DIRECT : MEMORY_LINE;
}
#define PORT_FROM(ONE, ALL, OF, ON, BY)                                                                                \
    ONE(port_net, net, port_net, 0)                                                                                    \
    OF(line_cache, texture, texture_cache, 0)                                                                          \
    OF(line_cache, vertex, vertex_cache, 0)                                                                            \
    OF(read_requests, reads, read_lines, 0)                                                                            \
    OF(memory_export, exports, memory, 0)
#define PORT_EVENTS(DRIVE) DRIVE(take, net->in.who != 0)
#define PORT_WIRES(DRIVE, WITH)                                                                                        \
    WITH(take, line, asking_line(net, texture, vertex, exports, reads))                                                \
    WITH(take, id, asking_id(net, texture, vertex, exports, reads))                                                    \
    WITH(take, kind, asking_kind(net))                                                                                 \
    WITH(take, half, exports->q.ask_half)                                                                              \
    WITH(take, mask, exports->q.ask_mask)                                                                              \
    DRIVE(sector, &exports->q.sector)
RTL_WIRES(simd, memory_port, port, PORT_FROM, PORT_EVENTS, PORT_WIRES);

/* ---- caches ------------------------------------------------------------------------------------------------------ */

#define CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                               \
    ONE(port_net, net, port_net, 0) ONE(answer_net, answer, answer, 0) OF(simd_above, above, above, 0)
#define CACHE_EVENTS(DRIVE, client)                                                                                    \
    DRIVE(ask_taken, is_taken(net, client))                                                                            \
    DRIVE(fill, is_answered(answer, client))                                                                           \
    DRIVE(invalidate, false)
#define CACHE_WIRES(DRIVE, WITH)                                                                                       \
    DRIVE(hints, hints)                                                                                                \
    DRIVE(fill_way, answer->in.own)                                                                                    \
    DRIVE(fill_data, answer_line(above))

/* The cache that vertices were looked up in last. */
static inline const struct line_cache *looked_cache(const struct vertex_requests *requests,
                                                    const struct line_cache *vertex, const struct line_cache *texture)
{
    return requests->q.looked_texture ? texture : vertex;
}

/* Likewise of memory reads, of which each GPR is looked up in one of them. */
static inline const struct line_cache *read_cache(const struct read_requests *reads, const struct line_cache *vertex,
                                                  const struct line_cache *texture)
{
    return reads->q.in_texture ? texture : vertex;
}
static inline uint8_t reads_look(const struct read_requests *reads, const struct line_cache *vertex,
                                 const struct line_cache *texture, bool in_texture)
{
    return read_requests_look_in(reads, read_cache(reads, vertex, texture)->q.taken, in_texture);
}

/* Of two stamps, 0: there is none. */
static inline uint32_t older(uint32_t a, uint32_t b)
{
    return a && b ? a < b ? a : b : a | b;
}

#define VERTEX_CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                                   \
    ONE(vertex_requests, requests, vertex_lines, 0)                                                                    \
    ONE(read_requests, reads, read_lines, 0)                                                                           \
    ONE(line_cache, cache, vertex_cache, 0)                                                                            \
    ONE(line_cache, textures, texture_cache, 0)                                                                        \
    OF(line_hints, hints, hints, 0)
#define TAKEN_OF_VERTICES looked_cache(requests, cache, textures)->q.taken
#define VERTEX_CACHE_EVENTS(DRIVE)                                                                                     \
    DRIVE(look,                                                                                                        \
          vertex_requests_look_in(requests, TAKEN_OF_VERTICES, false) | reads_look(reads, cache, textures, false))     \
    CACHE_EVENTS(DRIVE, CLIENT_VERTEX)
#define VERTEX_CACHE_WIRES(DRIVE, WITH)                                                                                \
    DRIVE(look_line, reads_look(reads, cache, textures, false) ? *read_requests_lines(reads, cache->q.taken)           \
                                                               : *vertex_requests_lines(requests, TAKEN_OF_VERTICES))  \
    DRIVE(oldest, older(requests->q.oldest, reads->q.oldest))                                                          \
    CACHE_WIRES(DRIVE, WITH)
RTL_WIRES(simd, line_cache, vertex_cache, VERTEX_CACHE_FROM, VERTEX_CACHE_EVENTS, VERTEX_CACHE_WIRES);

#endif
