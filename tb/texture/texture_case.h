/* texture_case.h - a random texture in memory with a sampler, and random instructions on it.
 *
 * Legal ones: what the check before a run refuses is not made, nor what no source defines (docs/texture.md). */
#ifndef TB_TEXTURE_TEXTURE_CASE_H
#define TB_TEXTURE_TEXTURE_CASE_H

#include "tb/random/source.h"
#include "tb/ref/ref_texture.h"

enum { CASE_BYTES = 4 << 20 }; /* of memory, which begins at BASE_ADDRESS */

/* The fields by name: RESOURCE_DIM, ..., SAMPLER_TYPE. */
enum case_field {
#define TEXTURE_WORD_FIELD(SET, NAME, word, high, low, values) SET##_##NAME,
#include "tb/texture/fields.def"
#undef TEXTURE_WORD_FIELD
    CASE_FIELDS
};

struct case_field_row {
    const char *name;
    bool        sampler; /* else of the resource */
    unsigned    word, high, low;
    uint64_t    values; /* bit v: v must be met; 0: any number */
};
extern const struct case_field_row case_field_rows[CASE_FIELDS];

struct texture_case {
    uint32_t resource[7], sampler[3];
    uint32_t border[4], filter4[36], kernel; /* TD_*: of the sampler, of all, of the sampler */
    uint32_t ta_cntl_aux, tiling;
    uint8_t *memory; /* `room` bytes */
    uint64_t room;
    uint64_t bytes; /* of the surface */
    uint64_t at;    /* address of `memory` */
};

uint32_t case_get(const struct texture_case *texture, enum case_field field);
void     case_set(struct texture_case *texture, enum case_field field, uint32_t value);

/* Everything but the instruction.  `texture->memory` and `room` are the caller's.  `beside`, if not NULL, is one of the
 * same machine: what all have together is its. */
void case_make(struct random_source *source, const struct texture_case *beside, struct texture_case *texture);

/* X is a number to which a reference can be rounded: else nothing says what a comparison gives. */
bool case_compares(const struct texture_case *texture);

/* The bytes of a texel's block, from the places that its parts have. */
bool case_block(const struct texture_case *texture, const uint64_t address[3], unsigned parts, unsigned bytes,
                uint8_t block[16]);

#endif
