/* register_file.h - the registers of all quads in flight: R, H and results, a row for each of a quad's.
 *
 * Results come at the end of the pipeline, those of texture reads with them; with core_runs also from stage 10.  A new
 * quad's registers are 0.
 * GUESS: that they are, and that a read in stage 4 always finds what was written, because no source says otherwise. */
#ifndef RTL_MODEL_NV30_REGISTER_FILE_H
#define RTL_MODEL_NV30_REGISTER_FILE_H

#include "rtl_model/nv30/stage.h"

/* clang-format off */
#define NV30_REGISTER_FILE_SIGNALS(S)                                                                          \
    S(EN,    bool,          core,        1, "a quad goes round in the core")                                   \
    S(IN,    uint8_t,       core_slot,   6, "its place")                                                       \
    S(IN,    uint16_t,      core_pass,  13, "the pass that it was in")                                         \
    S(IN,    nv30_vector_t, core_value, 32, "its output register")                                             \
    S(EN,    bool,          tail,        1, "a quad leaves the end of the pipeline")                           \
    S(IN,    uint8_t,       tail_slot,   6, "its place")                                                       \
    S(IN,    uint16_t,      tail_pass,  13, "the pass that it was in")                                         \
    S(IN,    nv30_vector_t, tail_value, 32, "its output register")                                             \
    S(IN,    nv30_vector_t, texel0,     32, "what its first texture read has given")                           \
    S(IN,    nv30_vector_t, texel1,     32, "what its second one has")                                         \
    S(EN,    bool,          clear,       1, "a new quad takes a place")                                        \
    S(IN,    uint8_t,       clear_slot,  6, "which")                                                           \
    NV30_WORDS(S)                                                                                              \
    S(STRAP, uint8_t,       rows,        7, "registers of a quad")                                             \
    S(STAT,  uint32_t,      writes,     32, "registers written", "register_writes", "registers")               \
    S(MEM,   nv30_vector_t, file,       32, "registers of place 0, of place 1 and so on", NV30_FILE_ROWS)
/* clang-format on */

RTL_STRUCT(nv30_register_file, NV30_REGISTER_FILE_SIGNALS);

RTL_RESET(nv30_register_file, ZERO);
void nv30_register_file_eval(const struct nv30_register_file_in *in, const struct nv30_register_file_reg *q,
                             struct nv30_register_file_reg *d);
/* The clock edge: the registers are written. */
bool nv30_register_file_commit(struct nv30_register_file *m);

RTL_LIFE(nv30_register_file, ALONE, KEEPS, STORES);

#endif
