/* proto.h - messages in protobuf's wire format, written by hand: a varint of number and kind before each field; numbers
 * as varints, fixed64 as eight bytes, strings and messages with their length before them. */
#ifndef TRACE_PROTO_H
#define TRACE_PROTO_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PROTO_BYTES = 3072 }; /* of one message; what does not fit is left out, whole fields */

struct proto {
    size_t  used;
    uint8_t bytes[PROTO_BYTES];
};

static inline uint8_t *proto_digits(uint8_t *to, uint64_t value)
{
    for (; value > 0x7f; value >>= 7)
        *to++ = (uint8_t)(value | 0x80);
    *to++ = (uint8_t)value;
    return to;
}

static inline size_t proto_size(uint64_t value)
{
    return value < 0x80 ? 1 : 1 + (size_t)(63 - __builtin_clzll(value)) / 7;
}

static inline void proto_varint(struct proto *to, uint64_t value)
{
    to->used = (size_t)(proto_digits(to->bytes + to->used, value) - to->bytes);
}

enum { PROTO_VARINT = 0, PROTO_FIXED64 = 1, PROTO_LENGTH = 2, PROTO_HEAD = 20 };

static inline bool proto_room(const struct proto *to, size_t bytes)
{
    return to->used + bytes + PROTO_HEAD <= PROTO_BYTES;
}

static inline void proto_number(struct proto *to, unsigned field, uint64_t value)
{
    if (!proto_room(to, 0))
        return;
    proto_varint(to, field << 3 | PROTO_VARINT);
    proto_varint(to, value);
}

static inline void proto_fixed64(struct proto *to, unsigned field, uint64_t value)
{
    if (!proto_room(to, sizeof value))
        return;
    proto_varint(to, field << 3 | PROTO_FIXED64);
    for (unsigned i = 0; i < sizeof value; i++)
        to->bytes[to->used++] = (uint8_t)(value >> 8 * i);
}

static inline void proto_bytes(struct proto *to, unsigned field, const void *bytes, size_t size)
{
    if (!proto_room(to, size))
        return;
    proto_varint(to, field << 3 | PROTO_LENGTH);
    proto_varint(to, size);
    memcpy(to->bytes + to->used, bytes, size);
    to->used += size;
}

static inline void proto_text(struct proto *to, unsigned field, const char *text)
{
    proto_bytes(to, field, text, strlen(text));
}

static inline void proto_message(struct proto *to, unsigned field, const struct proto *inner)
{
    proto_bytes(to, field, inner->bytes, inner->used);
}

#endif
