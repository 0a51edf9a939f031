/* fetch_state.h - the constants of a SIMD's fetch units: resources, samplers, border colours, filter kernels and the
 * table of semantics, as the host left them in the registers (ISA table 2.8; 3D 3, 6, 7, 8, 14).
 *
 * Nothing changes them in a run.  The resources and samplers of all program types are there; a program reaches those
 * of its own type and, with ALT_CONST, of another one (ISA 5.2, 6.4, 10.4). */
#ifndef MEM_FETCH_STATE_H
#define MEM_FETCH_STATE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"

enum {
    FETCH_RESOURCES = 496, /* 160 of PS, 176 of VS and FS, 160 of GS */
    FETCH_RESOURCE_WORDS = 7,
    FETCH_SAMPLERS = 54, /* 18 of each */
    FETCH_SAMPLER_WORDS = 3,
    FETCH_KERNELS = 18, /* of the samplers of PS alone */
    FETCH_FILTER4_WORDS = 36,
    FETCH_SEMANTICS = 32
};

typedef struct {
    uint32_t word[FETCH_RESOURCE_WORDS];
} fetch_resource_t;
typedef struct {
    uint32_t word[FETCH_SAMPLER_WORDS];
} fetch_sampler_t;
typedef struct {
    uint32_t element[4];
} fetch_border_t;

/* clang-format off */
#define FETCH_STATE_SIGNALS(S)                                                                         \
    S(REG,   uint16_t,         resource_base,     9, "number of the program's resource 0")             \
    S(REG,   uint16_t,         alt_resource_base, 9, "with ALT_CONST")                                 \
    S(REG,   uint8_t,          sampler_base,      6, "number of the program's sampler 0")              \
    S(REG,   uint8_t,          alt_sampler_base,  6, "with ALT_CONST")                                 \
    S(REG,   uint32_t,         base_vtx_loc,     32, "SQ_VTX_BASE_VTX_LOC")                            \
    S(REG,   uint32_t,         start_inst_loc,   32, "SQ_VTX_START_INST_LOC")                          \
    S(REG,   uint32_t,         ta_cntl_aux,      32, "TA_CNTL_AUX")                                    \
    S(REG,   uint32_t,         gb_tiling_config, 32, "GB_TILING_CONFIG")                               \
    S(MEM,   fetch_resource_t, resource,         32, "SQ_TEX_RESOURCE_WORD0 to 6, or SQ_VTX_CONSTANT_WORD0 to 6", FETCH_RESOURCES) \
    S(MEM,   fetch_sampler_t,  sampler,          32, "SQ_TEX_SAMPLER_WORD0 to 2", FETCH_SAMPLERS)      \
    S(MEM,   fetch_border_t,   border,           32, "TD_*_SAMPLER_BORDER red, green, blue, alpha", FETCH_SAMPLERS) \
    S(MEM,   uint8_t,          kernel,            6, "TD_PS_SAMPLER_CLEARTYPE_KERNEL", FETCH_KERNELS)  \
    S(MEM,   uint32_t,         filter4,          28, "TD_FILTER4", FETCH_FILTER4_WORDS)                \
    S(MEM,   uint16_t,         semantic,          9, "SQ_VTX_SEMANTIC's SEMANTIC_ID + 1, or 0 when cleared", FETCH_SEMANTICS)
/* clang-format on */

RTL_PASSIVE(fetch_state, FETCH_STATE_SIGNALS);

RTL_RESET(fetch_state, ZERO);

/* The number of a program's resource or sampler; there may be none of that number. */
static inline unsigned fetch_state_resource(const struct fetch_state *state, bool alt_const, unsigned id)
{
    return (alt_const ? state->q.alt_resource_base : state->q.resource_base) + id;
}
static inline unsigned fetch_state_sampler(const struct fetch_state *state, bool alt_const, unsigned id)
{
    return (alt_const ? state->q.alt_sampler_base : state->q.sampler_base) + id;
}

/* The register that the element with a semantic goes to, by that table; false: the vertex program does not use it
 * (ACC 2.5.3). */
bool fetch_semantic(const uint16_t table[FETCH_SEMANTICS], unsigned semantic_id, unsigned *gpr);

#endif
