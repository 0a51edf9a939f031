/* pass_steps.h - what a pass is put together of, for pass_make.c and pass_reads.c. */
#ifndef RTL_MODEL_NV30_PASS_STEPS_H
#define RTL_MODEL_NV30_PASS_STEPS_H

#include "rtl_model/nv30/pass_make.h"

enum { X, Y, Z, W };

struct maker {
    struct nv30_passes            *passes;
    const struct nv30_instruction *i;
    unsigned                       number;
    struct nv30_pass              *p; /* the pass that is made */
};

/* A pass more. */
void nv30_next_pass(struct maker *m);
/* An operand's component, behind its swizzle; with `corrected` false without perspective, where a quotient or a
 * direction does not need it. */
uint8_t nv30_pick(struct maker *m, unsigned source, unsigned component);
uint8_t nv30_pick_as(struct maker *m, const struct nv30_source *source, unsigned component, bool corrected);
/* A component of a register of stage 4: of the quad's, of the output register of the pass before, of the one kept. */
uint8_t nv30_held(struct maker *m, enum nv30_register kind, unsigned number, unsigned component);
uint8_t nv30_looped(struct maker *m, unsigned component);
uint8_t nv30_kept(struct maker *m, unsigned component);
/* All components of the register are that. */
void nv30_all_out(struct maker *m, uint8_t out);
/* The product of the first `components` of two operands, in all components. */
void nv30_dot(struct maker *m, unsigned components);
/* The row of a destination. */
uint8_t nv30_row_of(const struct nv30_rows *rows, const struct nv30_instruction *i);
/* Results are numbers of FP16. */
bool nv30_is_half(const struct nv30_instruction *i);

/* The passes of an instruction that reads a texture; the second read of a pair. */
void nv30_make_read(struct maker *m);
void nv30_make_second_read(struct maker *m, const struct nv30_instruction *i);

#endif
