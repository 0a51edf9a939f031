/* setup.h - a program and a launch as an NV30 takes them: passes, attributes, constants, textures, places. */
#ifndef RTL_MODEL_NV30_SETUP_H
#define RTL_MODEL_NV30_SETUP_H

#include "rtl_model/launch/launch.h"
#include "rtl_model/nv30/chip.h"
#include "rtl_model/nv30/interpolant_select.h"
#include "rtl_model/nv30/texture_unit.h"
#include "rtl_model/program/program.h"

struct nv30_setup {
    struct nv30_passes       passes;
    struct nv30_inputs       inputs; /* points to `attributes` */
    struct nv30_texture_port port;
    uint32_t                *attributes;
    uint32_t                 constants[NV30_CONSTANTS * 4];
    uint32_t                 quads;
    unsigned                 slots; /* places for quads */
    unsigned                 taken; /* registers of FP32 that a quad takes of the room for them */
};

/* The setup points into itself.  On failure it is empty. */
bool nv30_setup(const struct nv30_chip *chip, const struct program *program, const struct launch *launch,
                struct nv30_setup *setup, struct diag *diag);
/* What of a launch an NV30 has no use for is refused. */
bool nv30_setup_check(const struct launch *launch, struct diag *diag);
/* Says what is wrong with an instruction, and where its text stands; returns false. */
bool nv30_refuse(const struct program *program, const char *name, unsigned instruction, const char *why,
                 struct diag *diag);
void nv30_setup_free(struct nv30_setup *setup);

extern const struct program_rules program_nv30;

#endif
