/* pass.h - what the shader core does with a quad in one pass through its ten stages: a word for each pass of a program.
 *
 * GUESS: such words, because the article says what the stages can do and how many passes an instruction takes, and not
 * how they are told.  Each word keeps within what the article gives the stages: six interpolated scalars, three
 * registers, two reciprocals and a reciprocal square root, four products, one adder of three shapes, one table. */
#ifndef RTL_MODEL_NV30_PASS_H
#define RTL_MODEL_NV30_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/nv30/nv30.h"
#include "kit/diag.h"

enum {
    NV30_INTERPOLANTS = 6, /* stage 2 */
    NV30_KEPT_SETS = 4,    /* stage 2: of the FIFO of coordinates */
    NV30_REGISTERS = 3,    /* stage 4 */
    NV30_PASSES_OF_ONE = 7,
    NV30_PASSES_MAX = NV30_INSTRUCTIONS_MAX * NV30_PASSES_OF_ONE,
    NV30_PASSES_NAMED = 1 << 13, /* by the 13 bits of a number; a wrong block in a stage's place may name any */
    NV30_ROWS = 99,              /* of a quad: R, H and results */
    NV30_NO_ROW = 0xff,
    NV30_NO_INTERPOLANT = 0xff
};

/* What a crossbar of stage 4 picks: an interpolated scalar, a component of a register, 0 or 1; then absolute value,
 * negation, a half of it. */
enum {
    NV30_PICK_INTERPOLANT = 0,
    NV30_PICK_REGISTER = 6, /* + 4 * register + component */
    NV30_PICK_ZERO = 18,
    NV30_PICK_ONE,
    NV30_PICK_WHAT = 0x1f,
    NV30_PICK_ABSOLUTE = 0x20,
    NV30_PICK_NEGATE = 0x40,
    NV30_PICK_HALVE = 0x80,
    NV30_PICK_NOTHING = NV30_PICK_ZERO | NV30_PICK_NEGATE /* of a sum: x + -0 is x, of -0, too */
};

/* What a register of stage 4 is: of the quad's registers, a constant, the output register of the pass before, the one
 * that was kept. */
enum nv30_register { NV30_REG_NONE, NV30_REG_ROW, NV30_REG_CONSTANT, NV30_REG_LOOP, NV30_REG_KEPT };

/* Stage 6: in the place of a picked operand. */
enum nv30_instead { NV30_AS_PICKED, NV30_RCP0, NV30_RCP1, NV30_RSQ_ };

enum nv30_table { NV30_TABLE_NONE, NV30_TABLE_LOG, NV30_TABLE_EXP, NV30_TABLE_POWER };
enum nv30_adder_shape { NV30_4X2, NV30_2X3, NV30_1X4 };
enum nv30_adder_function {
    NV30_SUM,
    NV30_MINIMUM,
    NV30_MAXIMUM,
    NV30_LESS,
    NV30_NOT_LESS,
    NV30_FRACTION,
    NV30_REFINE /* the sum of a Newton step, or twice the third operand when that is 0, infinite or no number */
};

/* Stage 10, of a component of the register: a lane of the adder, the table, 0, 1; the table where lane 1 is above 0. */
enum nv30_out { NV30_OUT_LANE, NV30_OUT_TABLE = 4, NV30_OUT_ZERO, NV30_OUT_ONE, NV30_OUT_LIT };
enum { NV30_AS_CARRIED = 4 }; /* of a coordinate: else a lane */

/* A texture read of a pass. */
struct nv30_read {
    uint8_t target, unit; /* target 0: none */
    uint8_t row, mask;    /* where it goes */
    bool    saturate, half;
};

struct nv30_pass {
    uint8_t  op; /* enum nv30_op */
    uint16_t instruction;
    bool     first;  /* of its instruction */
    bool     leaves; /* the quad goes on to the texture units, else round in the core */
    bool     ends;   /* the program does */

    uint8_t interpolant[NV30_INTERPOLANTS]; /* attribute * 4 + component, or NV30_NO_INTERPOLANT */
    uint8_t place[NV30_INTERPOLANTS];       /* in the FIFO of coordinates: a set, NV30_KEPT_SETS: Z and 1/W, or none */
    uint8_t corrected;                      /* interpolants that are multiplied by W, a bit each */

    struct {
        uint8_t kind; /* enum nv30_register */
        uint8_t number;
    } reg[NV30_REGISTERS];
    uint8_t a[4], b[4], c[4]; /* factors, and what is added */
    uint8_t u[4];             /* of two reciprocals, a square root, a table */
    uint8_t k[6];             /* two coordinates */
    uint8_t a_is[4], b_is[4]; /* enum nv30_instead */
    uint8_t table, shape, function;
    uint8_t out[4];        /* enum nv30_out */
    uint8_t coordinate[6]; /* a lane, or NV30_AS_CARRIED */
    bool    keeps;         /* the output register that came round before is kept, too */
    uint8_t kills;         /* components of the register that kill below 0, a bit each */

    uint8_t          row, mask; /* where the register goes; NV30_NO_ROW: it is for the next pass alone */
    bool             saturate, half;
    struct nv30_read read[2];
};

/* Where registers lie among the rows of a quad. */
struct nv30_rows {
    uint8_t  full[NV30_FULL], half[NV30_HALF], output[NV30_OUTPUTS]; /* or NV30_NO_ROW */
    unsigned count;
    unsigned halves; /* that registers take, an R two */
};

/* What the chip's parameters say of passes. */
struct nv30_pass_rules {
    bool     core_runs;  /* between instructions that read no texture a quad stays in the core */
    unsigned pair_reads; /* 0 none, 1 with coordinates that are interpolated, 2 any */
    bool     late_sets;  /* a coordinate set that the FIFO has no room for takes a pass */
};

struct nv30_passes {
    struct nv30_pass *list;
    unsigned          count;
    struct nv30_rows  rows;
    uint8_t           keeps[NV30_KEPT_SETS]; /* attributes that the FIFO of coordinates keeps, or NV30_ATTRIBUTES */
    uint8_t           targets[NV30_UNITS];   /* what each texture unit is read as */
};

/* False: not enough memory.  The instructions are legal. */
bool nv30_passes_make(const struct nv30_instruction *instructions, unsigned count, const struct nv30_pass_rules *rules,
                      struct nv30_passes *passes, struct diag *diag);
void nv30_passes_free(struct nv30_passes *passes);

#endif
