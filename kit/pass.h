/* pass.h - the effect of many clocks on a module in which only counters (STAT) and countdowns (DOWN) change.
 *
 * When all other registers and memories are the same after a period, the next periods repeat it until a countdown ends.
 * So counters advance by the same amount in each period, and countdowns by the period.  A note holds the values of both
 * a period ago, a word for each element.  Modules (rtl.h) make these calls for each of their registers. */
#ifndef KIT_PASS_H
#define KIT_PASS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* An element of 1, 2 or 4 bytes. */
static inline uint32_t pass_get(const void *from, size_t bytes)
{
    uint8_t  byte;
    uint16_t half;
    uint32_t word;
    switch (bytes) {
    case 1:
        memcpy(&byte, from, sizeof byte);
        return byte;
    case 2:
        memcpy(&half, from, sizeof half);
        return half;
    default:
        memcpy(&word, from, sizeof word);
        return word;
    }
}

static inline void pass_put(void *to, size_t bytes, uint32_t value)
{
    const uint8_t  byte = (uint8_t)value;
    const uint16_t half = (uint16_t)value;
    memcpy(to, bytes == 1 ? (const void *)&byte : bytes == 2 ? (const void *)&half : (const void *)&value, bytes);
}

/* Notes a register of `size` bytes; what follows it in the note is returned. */
static inline uint32_t *pass_note(const void *q, size_t size, size_t bytes, uint32_t *note)
{
    for (size_t at = 0; at < size; at += bytes)
        *note++ = pass_get((const unsigned char *)q + at, bytes);
    return note;
}

/* Countdowns that have advanced in the period advance on while above 2.  Lowers `clocks` to the number that may be
 * skipped, to 0 when a register has changed in another way. */
static inline const uint32_t *pass_limit(const void *q, size_t size, size_t bytes, const uint32_t *note,
                                         uint32_t period, uint64_t *clocks)
{
    for (size_t at = 0; at < size; at += bytes) {
        const uint32_t now = pass_get((const unsigned char *)q + at, bytes), before = *note++;
        if (now == before)
            continue;
        if (before - now != period || now < 2)
            *clocks = 0;
        else if (now - 2 < *clocks)
            *clocks = now - 2;
    }
    return note;
}

/* The same by one edge, from q to d: how long it may be repeated. */
static inline void pass_rest(const void *q, const void *d, size_t size, size_t bytes, uint64_t *clocks)
{
    for (size_t at = 0; at < size; at += bytes) {
        const uint32_t now = pass_get((const unsigned char *)q + at, bytes);
        const uint32_t next = pass_get((const unsigned char *)d + at, bytes);
        if (now == next)
            continue;
        if (next + 1 != now || now < 2)
            *clocks = 0;
        else if (now - 2 < *clocks)
            *clocks = now - 2;
    }
}

/* Whether nothing moves in the word at a place, of which all elements lie in it. */
static inline bool pass_is_still(const void *q, const void *d, size_t size, size_t at)
{
    uint64_t now, next;
    if (at % sizeof now || at + sizeof now > size)
        return false;
    memcpy(&now, (const unsigned char *)q + at, sizeof now);
    memcpy(&next, (const unsigned char *)d + at, sizeof next);
    return now == next;
}

/* `edges` edges that do what the one from q to d does; d stays the next one. */
static inline void pass_tick(void *q, void *d, size_t size, size_t bytes, uint64_t edges)
{
    for (size_t at = 0; at < size; at += bytes) {
        if (pass_is_still(q, d, size, at)) {
            at += sizeof(uint64_t) - bytes;
            continue;
        }
        const uint32_t now = pass_get((unsigned char *)q + at, bytes);
        const uint32_t step = pass_get((unsigned char *)d + at, bytes) - now;
        if (!step)
            continue;
        pass_put((unsigned char *)q + at, bytes, now + (uint32_t)edges * step);
        pass_put((unsigned char *)d + at, bytes, now + (uint32_t)edges * step + step);
    }
}

/* `periods` periods later. */
static inline const uint32_t *pass_down(void *q, void *d, size_t size, size_t bytes, const uint32_t *note,
                                        uint64_t periods)
{
    for (size_t at = 0; at < size; at += bytes) {
        const uint32_t now = pass_get((unsigned char *)q + at, bytes);
        const uint32_t later = now - (uint32_t)periods * (*note++ - now);
        pass_put((unsigned char *)q + at, bytes, later);
        pass_put((unsigned char *)d + at, bytes, later);
    }
    return note;
}

/* ---- for each register of a module, by its kind (rtl.h) --------------------------------------------------------- */

/* What moves on while a module rests by as much as at the first edge of such a stretch. */
#define RTL_TICK(kind, ...) RTL_WHEN_COUNTS(kind, RTL_TICK_ROW, __VA_ARGS__)
#define RTL_TICK_ROW(type, name, bits, ...)                                                                            \
    pass_tick(&m->q.name, &m->d.name, sizeof m->q.name, RTL_ELEMENT_BYTES(bits), edges);

#define RTL_REST(kind, ...) RTL_WHEN(COUNTDOWN, kind, RTL_REST_ROW, __VA_ARGS__)
#define RTL_REST_ROW(type, name, bits, ...)                                                                            \
    pass_rest(&m->q.name, &m->d.name, sizeof m->q.name, RTL_ELEMENT_BYTES(bits), &clocks);

/* Whether an edge changes private registers other than counters and clocks left. */
#define RTL_IDLE(kind, ...) RTL_WHEN(PRIVATE, kind, RTL_IDLE_ROW, __VA_ARGS__)
#define RTL_IDLE_ROW(type, name, ...) | rtl_differ(&m->q.name, &m->d.name, sizeof m->q.name)

/* Counters and clocks left: how many words their note has; the calls. */
#define RTL_NOTED(kind, ...) RTL_WHEN_COUNTS(kind, RTL_NOTED_ROW, __VA_ARGS__)
#define RTL_NOTED_ROW(type, name, bits, ...) +sizeof(type) / RTL_ELEMENT_BYTES(bits)

#define RTL_NOTE(kind, ...) RTL_WHEN_COUNTS(kind, RTL_NOTE_ROW, __VA_ARGS__)
#define RTL_NOTE_ROW(type, name, bits, ...)                                                                            \
    note = pass_note(&m->q.name, sizeof m->q.name, RTL_ELEMENT_BYTES(bits), note);

#define RTL_LIMIT(kind, ...)                                                                                           \
    RTL_WHEN(COUNTER, kind, RTL_LIMIT_SKIP, __VA_ARGS__) RTL_WHEN(COUNTDOWN, kind, RTL_LIMIT_ROW, __VA_ARGS__)
#define RTL_LIMIT_SKIP(type, name, bits, ...) note += sizeof(type) / RTL_ELEMENT_BYTES(bits);
#define RTL_LIMIT_ROW(type, name, bits, ...)                                                                           \
    note = pass_limit(&m->q.name, sizeof m->q.name, RTL_ELEMENT_BYTES(bits), note, period, &clocks);

#define RTL_PASS(kind, ...) RTL_WHEN_COUNTS(kind, RTL_PASS_ROW, __VA_ARGS__)
#define RTL_PASS_ROW(type, name, bits, ...)                                                                            \
    note = pass_down(&m->q.name, &m->d.name, sizeof m->q.name, RTL_ELEMENT_BYTES(bits), note, periods);

#endif
