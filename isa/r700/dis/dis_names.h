/* dis_names.h - how microcode fields are spelled in assembly text, shared by both directions. */
#ifndef ISA_R700_DIS_NAMES_H
#define ISA_R700_DIS_NAMES_H

#include "isa/r700/isa.h"

enum { DIS_CHANNELS = 4, DIS_SWIZZLES = 8, DIS_INDEX_MODES = 8, DIS_VECTOR_SWIZZLES = 6, DIS_SCALAR_SWIZZLES = 4 };

extern const char        dis_swizzle_letters[DIS_SWIZZLES + 1];    /* SEL_*: x y z w 0 1, reserved, masked */
extern const char *const dis_index_names[DIS_INDEX_MODES];         /* INDEX_MODE inside R[...+n] */
extern const char *const dis_vector_swizzles[DIS_VECTOR_SWIZZLES]; /* BANK_SWIZZLE of X Y Z W (ISA 4.7.7) */
extern const char *const dis_scalar_swizzles[DIS_SCALAR_SWIZZLES]; /* BANK_SWIZZLE of Trans (ISA 4.7.8) */

/* Operands that are words of their own; NULL for all others. */
const char *dis_inline_constant(unsigned sel);

/* The word for a field: its manual name, or the short form of the manual's abbreviation (EOP, VPM, WQM). */
const char *dis_field_alias(const char *field_name);
/* The field that a word of `length` letters names, in either spelling, capitals or not; NULL when there is none. */
const struct isa_field *dis_field_by_word(enum isa_format_id format, const char *word, size_t length);

/* How much of an enumeration's names is a prefix common to all ("CF_COND_"); 0 when the rest could pass for a number.
 */
size_t dis_enum_prefix(const struct isa_field *field);

/* Bits below the point of a fixed-point field (LOD_BIAS, OFFSET_X ...), else 0. */
unsigned dis_fraction_bits(const struct isa_field *field);

unsigned dis_field_width(const struct isa_field *field);

#endif
