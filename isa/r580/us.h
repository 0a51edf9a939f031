/* us.h - the instruction set of the R500 family's fragment shader processor as data: words, decode and encode (R5xx
 * Acceleration ch. 8 and 11.10, "US").
 *
 * `format_*.def` has a row for each field; every bit of the six dwords is covered, reserved ones too.  No shift or mask
 * of a field is written anywhere else.  Decoding never fails and loses no bit: pack(unpack(w)) == w for every w. */
#ifndef ISA_R580_US_H
#define ISA_R580_US_H

#include <stdbool.h>
#include <stdint.h>

enum {
    US_WORDS = 6,   /* dwords of an instruction, in the order in which the GA block takes them (8.8.1) */
    US_STORE = 512, /* instructions that the chip has room for; addresses wrap there (8.2) */
    US_TEMPORARIES = 128,
    US_CONSTANTS = 256
};

enum us_type { US_ALU, US_OUT, US_FC, US_TEX };

/* CMN is dword 0 of all; ALU are dwords 1 to 5 of ALU and output instructions. */
enum us_format_id { US_FORMAT_CMN, US_FORMAT_ALU, US_FORMAT_FC, US_FORMAT_TEX, US_FORMAT_COUNT };

enum us_field_kind {
    US_INT,     /* unsigned integer */
    US_HEX,     /* the same, of which the bits count */
    US_FLAG,    /* one bit */
    US_ENUM,    /* values have names */
    US_RESERVED /* must be zero */
};

struct us_field {
    const char        *name; /* the manual's in lower case: "b_pop_cnt" */
    uint8_t            dword, high, low;
    enum us_field_kind kind;
    const char *const *names; /* US_ENUM: NULL where a value is reserved */
    unsigned           name_count;
    const char        *doc;
};

struct us_format {
    const char            *name; /* "FC" */
    const struct us_field *fields;
    unsigned               field_count;
};

extern const struct us_field  us_cmn_fields[], us_alu_fields[], us_fc_fields[], us_tex_fields[];
extern const struct us_format us_formats[US_FORMAT_COUNT];

uint32_t us_field_get(const struct us_field *field, const uint32_t *dwords);
void     us_field_set(const struct us_field *field, uint32_t *dwords, uint32_t value);
/* The name of a value of an US_ENUM field, NULL when it is reserved. */
const char *us_field_name(const struct us_field *field, uint32_t value);

/* The format of the dwords behind the first. */
static inline enum us_format_id us_format_of(enum us_type type)
{
    return type == US_FC ? US_FORMAT_FC : type == US_TEX ? US_FORMAT_TEX : US_FORMAT_ALU;
}

/* One struct for each format, one member for each row, in order. */
#define US_FIELD(name, dword, high, low, kind, names, doc) uint32_t name;
/* clang-format off */
struct us_cmn {
#include "isa/r580/format_cmn.def"
};
struct us_alu {
#include "isa/r580/format_alu.def"
};
struct us_fc {
#include "isa/r580/format_fc.def"
};
struct us_tex {
#include "isa/r580/format_tex.def"
};
/* clang-format on */
#undef US_FIELD

/* us_unpack_fc(dwords, &out), us_pack_fc(&in, dwords) and so on, of all six dwords; pack sets the format's own bits. */
#define US_CODEC(format)                                                                                               \
    void us_unpack_##format(const uint32_t *dwords, struct us_##format *out);                                          \
    void us_pack_##format(const struct us_##format *in, uint32_t *dwords);
US_CODEC(cmn)
US_CODEC(alu)
US_CODEC(fc)
US_CODEC(tex)
#undef US_CODEC

enum us_rgb_op {
    US_RGB_MAD,
    US_RGB_DP3,
    US_RGB_DP4,
    US_RGB_D2A,
    US_RGB_MIN,
    US_RGB_MAX,
    US_RGB_CND = 7,
    US_RGB_CMP,
    US_RGB_FRC,
    US_RGB_SOP,
    US_RGB_MDH,
    US_RGB_MDV
};
enum us_alpha_op {
    US_ALPHA_MAD,
    US_ALPHA_DP,
    US_ALPHA_MIN,
    US_ALPHA_MAX,
    US_ALPHA_CND = 5,
    US_ALPHA_CMP,
    US_ALPHA_FRC,
    US_ALPHA_EX2,
    US_ALPHA_LN2,
    US_ALPHA_RCP,
    US_ALPHA_RSQ,
    US_ALPHA_SIN,
    US_ALPHA_COS,
    US_ALPHA_MDH,
    US_ALPHA_MDV
};
enum us_sel { US_SRC0, US_SRC1, US_SRC2, US_SRCP };
enum us_swizzle { US_R, US_G, US_B, US_A, US_ZERO, US_HALF, US_ONE, US_UNUSED };
enum us_pred_sel { /* RGB_PRED_SEL, ALPHA_PRED_SEL */
                   US_PRED_SEL_NONE,
                   US_PRED_SEL_CHANNELS,
                   US_PRED_SEL_RED,
                   US_PRED_SEL_GREEN,
                   US_PRED_SEL_BLUE,
                   US_PRED_SEL_ALPHA
};
enum us_modifier { US_MOD_NOP, US_MOD_NEG, US_MOD_ABS, US_MOD_NAB };
enum us_fc_op { US_JUMP, US_LOOP, US_ENDLOOP, US_REP, US_ENDREP, US_BREAKLOOP, US_BREAKREP, US_CONTINUE };
static inline bool us_fc_starts(unsigned op)
{
    return op == US_LOOP || op == US_REP;
}
static inline bool us_fc_ends(unsigned op)
{
    return op == US_ENDLOOP || op == US_ENDREP;
}
static inline bool us_fc_breaks(unsigned op)
{
    return op == US_BREAKLOOP || op == US_BREAKREP;
}
enum us_tex_op { US_TEX_NOP, US_TEX_LD, US_TEX_KILL, US_TEX_PROJ, US_TEX_LODBIAS, US_TEX_LOD, US_TEX_DXDY };

/* How many of the inputs A, B, C an operation looks at, 0 for a reserved one.  MDH and MDV take A and C from src0, of
 * other pixels, with the modifiers of A and C (8.4.4). */
unsigned us_rgb_inputs(enum us_rgb_op op);
unsigned us_alpha_inputs(enum us_alpha_op op);

/* An inline constant (8.4.1): four bits of exponent, bias 7, three of mantissa; 0 is 2^-10. */
float us_inline_constant(unsigned bits);

/* What a flow control instruction is in the table of common statements (8.6.4): "IF c", NULL when it is none of them.
 */
const char *us_statement(const struct us_fc *fc);

#endif
