/* us_fields.h - fields of instructions as their text names them: by name, and what the line of a unit says. */
#ifndef ISA_R580_US_FIELDS_H
#define ISA_R580_US_FIELDS_H

#include "isa/r580/us.h"

/* Rows of the tables by name: us_alu_fields[US_ALU_rgb_op]. */
enum {
#define US_FIELD(name, ...) US_CMN_##name,
#include "isa/r580/format_cmn.def"
#undef US_FIELD
};
enum {
#define US_FIELD(name, ...) US_ALU_##name,
#include "isa/r580/format_alu.def"
#undef US_FIELD
};
enum {
#define US_FIELD(name, ...) US_FC_##name,
#include "isa/r580/format_fc.def"
#undef US_FIELD
};
enum {
#define US_FIELD(name, ...) US_TEX_##name,
#include "isa/r580/format_tex.def"
#undef US_FIELD
};

/* "temporary + aL" */
struct us_place {
    const struct us_field *address, *constant, *relative; /* constant: NULL where there is no choice */
};
struct us_input {
    const struct us_field *sel, *modifier, *swizzle[3];
};

enum { US_SOURCES = 3, US_INPUTS = 3, US_LEFT_OUT = 0x80 /* the address of a source that the text leaves out */ };

/* What the line of one unit says. */
struct us_unit {
    const char            *name;     /* "rgb" */
    const char            *channels; /* of its write mask: "rgb" */
    struct us_place        source[US_SOURCES];
    const struct us_field *srcp_op;
    struct us_input        input[US_INPUTS];
    const struct us_field *op, *wmask, *omod, *target, *omask, *clamp, *pred_sel, *pred_inv, *flag;
    struct us_place        destination;
    unsigned (*inputs)(unsigned op);
};
enum { US_UNITS = 2 };
extern const struct us_unit us_units[US_UNITS]; /* RGB, alpha */

/* "TEX LD R1.rgba": temporaries of a texture instruction with a letter for each channel. */
struct us_coordinates {
    struct us_place        place;
    const struct us_field *swizzle[4];
};
enum { US_TEX_COORDINATES, US_TEX_DX, US_TEX_DY, US_TEX_PLACES };
extern const struct us_coordinates  us_tex_places[US_TEX_PLACES];
extern const struct us_place        us_tex_destination;
extern const struct us_field *const us_tex_answer[4]; /* what comes to each channel */

#endif
