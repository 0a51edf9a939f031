/* vertex_element.h - the elements of vertex and constant buffers that a fetch reads: where they lie (ISA ch. 5, 9.3,
 * 10.3; 3D 6). */
#ifndef PIPELINE_VERTEX_ELEMENT_H
#define PIPELINE_VERTEX_ELEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "kit/lanes.h"
#include "pipeline/fetch/vertex_format.h"

enum {
    VERTEX_FLIGHT = 32, /* GUESS: 32, more than the latency asks for */
    VERTEX_ELEMENTS = 4,
    VERTEX_BYTES = 16 /* of the largest element */
};

/* Of each instruction under way. */
typedef struct {
    uint64_t entry[VERTEX_FLIGHT];
} vertex_words_t;
typedef struct {
    uint32_t entry[VERTEX_FLIGHT];
} vertex_numbers_t;
typedef struct {
    uint16_t entry[VERTEX_FLIGHT];
} vertex_waits_t;
typedef struct {
    uint8_t entry[VERTEX_FLIGHT];
} vertex_bytes_t;

/* One SQ_VTX_CONSTANT, as the launch leaves it (3D 6). */
struct vertex_resource {
    uint64_t             address, size; /* of the bytes that there are */
    uint32_t             stride;
    bool                 valid;     /* WORD6.TYPE is VALID_BUFFER */
    bool                 clamp_nan; /* CLAMP_X: outside of the buffer is a NaN, else 0 */
    struct vertex_format format;
};

/* The buffers of the program's stage, and those of another one that it reaches with ALT_CONST: n is BUFFER_ID n. */
struct vertex_memory {
    const struct vertex_resource *resource, *alt_resource;
    unsigned                      count, alt_count;
    uint32_t                      base_vertex, start_instance; /* SQ_VTX_BASE_VTX_LOC, SQ_VTX_START_INST_LOC */
};

/* An instruction, from its four dwords, with what it reads. */
struct vertex_access {
    struct isa_vtx_gpr            vtx;
    const struct vertex_resource *resource;
    struct vertex_format          format;
    uint32_t                      index_offset, stride;
    unsigned                      bytes; /* of an element; 0: it has no format of vertices */
};
/* The resource that an instruction names, or NULL. */
const struct vertex_resource *vertex_resource_of(const struct isa_vtx_gpr *vtx, const struct vertex_memory *memory);
void vertex_access_of(uint64_t low, uint64_t high, const struct vertex_memory *memory, struct vertex_access *access);

/* The element of an index: its address; false when it does not lie in the buffer. */
bool vertex_element(const struct vertex_access *access, uint32_t index, uint64_t *address);
/* The bytes that are asked for with it: those of a mega-fetch go on behind it, as far as the buffer does. */
unsigned vertex_bytes_asked(const struct vertex_access *access, uint64_t address);

#endif
