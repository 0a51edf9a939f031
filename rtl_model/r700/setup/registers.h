/* registers.h - the register map of R6xx/R7xx and a register file (3D 1 to 16).
 *
 * registers.def says each fact once.  From it come
 *   - constants for code that knows what it wants: REGISTER_id is the place of a register's first element in the
 *     register file, FIELD_id_NAME a bit range, VALUE_name the number of a named value:
 *         register_bits(file->word[REGISTER_SQ_CONFIG], FIELD_SQ_CONFIG_DX9_CONSTS)
 *         file->word[REGISTER_SQ_TEX_RESOURCE_WORD0_N + id]
 *   - a table for code that gets names and offsets from outside.
 * Nothing here allocates; what the look-ups return is constant. */
#ifndef RTL_MODEL_R700_REGISTERS_H
#define RTL_MODEL_R700_REGISTERS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

/* ---- constants ---------------------------------------------------------------------------------------------- */

#define REGISTER_BITS(high, low) ((high) << 8 | (low))

/* clang-format off */
enum register_slot { /* every element has a slot of its own, the elements of an array follow each other */
#define ARRAY(id, name, offset, count, ...) REGISTER_##id, REGISTER_LAST_##id = REGISTER_##id + (count) - 1,
#include "rtl_model/r700/setup/registers.def"
    REGISTER_WORDS
};
enum {
#define VIEW(id, name, of, section, doc) REGISTER_##id = REGISTER_##of,
#include "rtl_model/r700/setup/registers.def"
};
enum register_field_bits {
#define FIELD(id, name, high, low, values, note) FIELD_##id##_##name = REGISTER_BITS(high, low),
#include "rtl_model/r700/setup/registers.def"
};
enum register_set { /* of named values */
#define VALUES(set, prefix) SET_##set,
#include "rtl_model/r700/setup/registers.def"
    REGISTER_SETS
};
enum register_named_value {
#define VALUE(set, name, number) VALUE_##name = (number),
#include "rtl_model/r700/setup/registers.def"
};
/* clang-format on */

static inline uint32_t register_mask(unsigned bits)
{
    return (uint32_t)((2ull << ((bits >> 8) - (bits & 0xff))) - 1);
}

static inline uint32_t register_bits(uint32_t word, unsigned bits)
{
    return word >> (bits & 0xff) & register_mask(bits);
}

static inline uint32_t register_with_bits(uint32_t word, unsigned bits, uint32_t value)
{
    assert(value <= register_mask(bits));
    return (word & ~(register_mask(bits) << (bits & 0xff))) | value << (bits & 0xff);
}

/* ---- the table ---------------------------------------------------------------------------------------------- */

struct register_value {
    const char *name; /* as the manual spells it: "SQ_TEX_DIM_2D" */
    uint32_t    number;
};

struct register_values {
    const char                  *prefix; /* "SQ_TEX_DIM_", or empty */
    const struct register_value *value;
    unsigned                     count; /* 0: the values of the field have no names */
};

struct register_field {
    const char                   *name;
    const char                   *note; /* unit or meaning where the name does not say it, else empty */
    unsigned                      bits; /* REGISTER_BITS(high, low) */
    const struct register_values *values;
};

struct register_row {
    const char                  *name;    /* # stands for the number of an element */
    const char                  *section; /* "3D 7", or the driver that names the register */
    const char                  *doc;
    uint32_t                     offset;               /* of the first element, in bytes */
    unsigned                     count, stride, first; /* elements, bytes between them, number of the first one */
    unsigned                     slot;                 /* of the first element */
    uint32_t                     reset;
    const struct register_field *fields; /* from the lowest bit up */
    unsigned                     field_count;
};

/* All rows in ascending order of offset. */
const struct register_row *register_rows(unsigned *count);

/* The register at a byte offset, NULL when there is none; `index` (may be NULL) gets the element, 0 for the first. */
const struct register_row *register_find_offset(uint32_t offset, unsigned *index);

/* The register of an element's name as the manual or a driver writes it: SQ_CONFIG, CB_COLOR3_BASE,
 * SQ_VTX_CONSTANT_WORD2_160, ALU_CONST_CACHE_PS_0.  Names of other layouts (SQ_VTX_CONSTANT, SQ_LOOP_CONST_DX10) give
 * a row with that layout's fields and the same slot. */
const struct register_row *register_find_name(const char *name, unsigned *index);

static inline uint32_t register_offset(const struct register_row *row, unsigned index)
{
    return row->offset + index * row->stride;
}

#define REGISTER_NAME_SIZE 64

/* Writes the name of an element; `size` of REGISTER_NAME_SIZE always suffices.  Returns `text`. */
const char *register_name(const struct register_row *row, unsigned index, char *text, size_t size);

/* The name most like one that register_find_name does not know, to be shown to a user; false when none is near. */
bool register_suggest(const char *name, char *text, size_t size);

const struct register_values *register_set(enum register_set set);

const struct register_field *register_find_field(const struct register_row *row, const char *name);

/* ---- the register file -------------------------------------------------------------------------------------- */

/* One word per element.  The model reads `word` directly. */
struct register_file {
    uint32_t word[REGISTER_WORDS];
    uint32_t written[(REGISTER_WORDS + 31) / 32]; /* a bit per word: written since reset */
    uint32_t read[(REGISTER_WORDS + 31) / 32];    /* and read by what is set up from them */
};

void register_file_reset(struct register_file *file);

static inline bool register_written(const struct register_file *file, unsigned slot)
{
    assert(slot < REGISTER_WORDS);
    return file->written[slot / 32] >> slot % 32 & 1;
}

/* Any of `count` from a slot on. */
static inline bool register_any_written(const struct register_file *file, unsigned slot, unsigned count)
{
    for (unsigned left = count; left;) {
        const unsigned here = 32 - slot % 32 < left ? 32 - slot % 32 : left;
        const uint32_t bits = (uint32_t)((1ull << here) - 1) << slot % 32;
        if (file->written[slot / 32] & bits)
            return true;
        slot += here;
        left -= here;
    }
    return false;
}

#endif
