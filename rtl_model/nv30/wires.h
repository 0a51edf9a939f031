/* wires.h - what drives the wires of an NV30's modules (kit/wire.h): its block diagram. */
#ifndef RTL_MODEL_NV30_WIRES_H
#define RTL_MODEL_NV30_WIRES_H

#include "kit/wire.h"
#include "rtl_model/nv30/nv30.h"

/* Whose quad enters the core in this clock. */
static inline enum nv30_way way_in(const struct nv30_source_select *to, const struct nv30_crossbar_out *out,
                                   const struct nv30_texture_unit *tail, const struct nv30_rasterizer *raster)
{
    return nv30_source(out->q.round, tail->q.valid && !tail->q.ends, raster->q.offer, to->q.pause_left);
}
/* The quad at the end of the pipeline goes: into the core, or it has ended. */
static inline bool tail_goes(const struct nv30_source_select *to, const struct nv30_crossbar_out *out,
                             const struct nv30_texture_unit *tail, const struct nv30_rasterizer *raster)
{
    return tail->q.valid && (tail->q.ends || way_in(to, out, tail, raster) == NV30_FROM_END);
}
#define WAY_FROM(ONE)                                                                                                  \
    ONE(nv30_source_select, to, stage1, 0)                                                                             \
    ONE(nv30_crossbar_out, out, stage10, 0)                                                                            \
    ONE(nv30_texture_unit, tail, units, 0)                                                                             \
    ONE(nv30_rasterizer, raster, raster, 0)

/* ---- rasterizer, stage 1 ---------------------------------------------------------------------------------------- */

#define RASTERIZER_FROM(ONE, ALL, OF, ON, BY) WAY_FROM(ONE)
#define RASTERIZER_EVENTS(DRIVE)                                                                                       \
    DRIVE(taken, way_in(to, out, tail, raster) == NV30_FROM_RASTERIZER)                                                \
    DRIVE(ends, tail->q.valid && tail->q.ends)                                                                         \
    DRIVE(kills, out->q.valid ? out->q.kills : 0)
#define RASTERIZER_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(ends_slot, tail->q.slot)                                                                                     \
    DRIVE(kills_slot, out->q.slot)
RTL_WIRES(nv30, nv30_rasterizer, raster, RASTERIZER_FROM, RASTERIZER_EVENTS, RASTERIZER_WIRES);

#define STAGE1_FROM(ONE, ALL, OF, ON, BY) WAY_FROM(ONE)
#define STAGE1_EVENTS(DRIVE)                                                                                           \
    DRIVE(core, out->q.round)                                                                                          \
    DRIVE(tail, tail->q.valid && !tail->q.ends)                                                                        \
    DRIVE(raster, raster->q.offer)                                                                                     \
    DRIVE(waiting, raster->q.in_flight || raster->q.offer)
#define STAGE1_WIRES(DRIVE, WITH)                                                                                      \
    DRIVE(core_slot, out->q.slot)                                                                                      \
    DRIVE(core_pass, out->q.pass)                                                                                      \
    DRIVE(tail_slot, tail->q.slot)                                                                                     \
    DRIVE(tail_pass, tail->q.pass)                                                                                     \
    DRIVE(raster_slot, raster->q.slot)
RTL_WIRES(nv30, nv30_source_select, stage1, STAGE1_FROM, STAGE1_EVENTS, STAGE1_WIRES);

/* ---- stages 2 to 10 --------------------------------------------------------------------------------------------- */

/* What each takes from the stage before it, and the list of pass words. */
#define SETUP(OF) OF(nv30_setup, setup, setup, 0)
#define COMES(DRIVE) DRIVE(come, before->q.valid)
#define TOKEN(DRIVE)                                                                                                   \
    DRIVE(come_slot, before->q.slot)                                                                                   \
    DRIVE(come_pass, before->q.pass)                                                                                   \
    DRIVE(words, setup->passes.list)
#define COORDINATES(DRIVE)                                                                                             \
    DRIVE(come_k0, before->q.k0)                                                                                       \
    DRIVE(come_k1, before->q.k1)

#define STAGE2_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(nv30_source_select, before, stage1, 0) OF(nv30_rasterizer, raster, raster, 0) SETUP(OF)
#define STAGE2_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(come_quad, raster->quad[before->q.slot])                                                                     \
    DRIVE(inputs, &setup->inputs)                                                                                      \
    DRIVE(kept, setup->passes.keeps)
#define STAGE2_EVENTS(DRIVE) COMES(DRIVE)
RTL_WIRES(nv30, nv30_interpolant_select, stage2, STAGE2_FROM, STAGE2_EVENTS, STAGE2_WIRES);

#define STAGE3_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_interpolant_select, before, stage2, 0) SETUP(OF)
#define STAGE3_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(scalar, before->q.scalar)                                                                                    \
    DRIVE(w_inverse, before->q.w_inverse)
RTL_WIRES(nv30, nv30_interpolate, stage3, STAGE3_FROM, STAGE2_EVENTS, STAGE3_WIRES);

/* The register of a quad that enters again comes with it: from stage 10, or from the FIFO. */
#define STAGE4_FROM(ONE, ALL, OF, ON, BY)                                                                              \
    ONE(nv30_interpolate, before, stage3, 0) WAY_FROM(ONE) OF(nv30_register_file, registers, registers, 0) SETUP(OF)
#define STAGE4_EVENTS(DRIVE)                                                                                           \
    COMES(DRIVE)                                                                                                       \
    DRIVE(loop, way_in(to, out, tail, raster) == NV30_FROM_CORE || way_in(to, out, tail, raster) == NV30_FROM_END)
#define STAGE4_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(interpolant, before->q.interpolant)                                                                          \
    DRIVE(file, registers->file)                                                                                       \
    DRIVE(constants, setup->constants)                                                                                 \
    DRIVE(loop_slot, out->q.round ? out->q.slot : tail->q.slot)                                                        \
    DRIVE(loop_keeps, out->q.round ? out->q.keeps : tail->q.keeps)                                                     \
    DRIVE(loop_value, out->q.round ? out->q.value : tail->q.value)
RTL_WIRES(nv30, nv30_crossbar_in, stage4, STAGE4_FROM, STAGE4_EVENTS, STAGE4_WIRES);

#define OPERANDS(DRIVE)                                                                                                \
    DRIVE(come_a, before->q.a)                                                                                         \
    DRIVE(come_b, before->q.b)                                                                                         \
    DRIVE(come_c, before->q.c)                                                                                         \
    DRIVE(come_u, before->q.u)                                                                                         \
    COORDINATES(DRIVE)
#define STAGE5_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_crossbar_in, before, stage4, 0) SETUP(OF)
#define STAGE5_WIRES(DRIVE, WITH) TOKEN(DRIVE) OPERANDS(DRIVE)
RTL_WIRES(nv30, nv30_reciprocal, stage5, STAGE5_FROM, STAGE2_EVENTS, STAGE5_WIRES);

#define STAGE6_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_reciprocal, before, stage5, 0) SETUP(OF)
RTL_WIRES(nv30, nv30_crossbar_multiply, stage6, STAGE6_FROM, STAGE2_EVENTS, STAGE5_WIRES);

#define STAGE7_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_crossbar_multiply, before, stage6, 0) SETUP(OF)
#define STAGE7_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(come_a, before->q.a)                                                                                         \
    DRIVE(come_b, before->q.b)                                                                                         \
    DRIVE(come_c, before->q.c)                                                                                         \
    DRIVE(come_t, before->q.t)                                                                                         \
    COORDINATES(DRIVE)
RTL_WIRES(nv30, nv30_multiply, stage7, STAGE7_FROM, STAGE2_EVENTS, STAGE7_WIRES);

#define STAGE8_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_multiply, before, stage7, 0) SETUP(OF)
#define STAGE8_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(product, before->q.product)                                                                                  \
    DRIVE(come_c, before->q.c)                                                                                         \
    DRIVE(come_t, before->q.t)                                                                                         \
    COORDINATES(DRIVE)
RTL_WIRES(nv30, nv30_crossbar_add, stage8, STAGE8_FROM, STAGE2_EVENTS, STAGE8_WIRES);

#define STAGE9_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_crossbar_add, before, stage8, 0) SETUP(OF)
#define STAGE9_WIRES(DRIVE, WITH)                                                                                      \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(x, before->q.x)                                                                                              \
    DRIVE(y, before->q.y)                                                                                              \
    DRIVE(come_t, before->q.t)                                                                                         \
    COORDINATES(DRIVE)
RTL_WIRES(nv30, nv30_adder, stage9, STAGE9_FROM, STAGE2_EVENTS, STAGE9_WIRES);

#define STAGE10_FROM(ONE, ALL, OF, ON, BY) ONE(nv30_adder, before, stage9, 0) SETUP(OF)
#define STAGE10_WIRES(DRIVE, WITH)                                                                                     \
    TOKEN(DRIVE)                                                                                                       \
    DRIVE(sum, before->q.sum)                                                                                          \
    DRIVE(come_t, before->q.t)                                                                                         \
    COORDINATES(DRIVE)
RTL_WIRES(nv30, nv30_crossbar_out, stage10, STAGE10_FROM, STAGE2_EVENTS, STAGE10_WIRES);

/* ---- texture units, registers ----------------------------------------------------------------------------------- */

#define UNITS_FROM(ONE, ALL, OF, ON, BY) WAY_FROM(ONE) SETUP(OF)
#define UNITS_EVENTS(DRIVE)                                                                                            \
    DRIVE(come, out->q.leaves)                                                                                         \
    DRIVE(taken, tail_goes(to, out, tail, raster))
#define UNITS_WIRES(DRIVE, WITH)                                                                                       \
    DRIVE(come_slot, out->q.slot)                                                                                      \
    DRIVE(come_pass, out->q.pass)                                                                                      \
    DRIVE(come_value, out->q.value)                                                                                    \
    DRIVE(k0, out->q.k0)                                                                                               \
    DRIVE(k1, out->q.k1)                                                                                               \
    DRIVE(words, setup->passes.list)                                                                                   \
    DRIVE(port, &setup->port)
RTL_WIRES(nv30, nv30_texture_unit, units, UNITS_FROM, UNITS_EVENTS, UNITS_WIRES);

#define REGISTERS_FROM(ONE, ALL, OF, ON, BY) WAY_FROM(ONE) SETUP(OF)
#define REGISTERS_EVENTS(DRIVE)                                                                                        \
    DRIVE(core, out->q.round)                                                                                          \
    DRIVE(tail, tail_goes(to, out, tail, raster))                                                                      \
    DRIVE(clear, way_in(to, out, tail, raster) == NV30_FROM_RASTERIZER)
#define REGISTERS_WIRES(DRIVE, WITH)                                                                                   \
    DRIVE(core_slot, out->q.slot)                                                                                      \
    DRIVE(core_pass, out->q.pass)                                                                                      \
    DRIVE(core_value, out->q.value)                                                                                    \
    DRIVE(tail_slot, tail->q.slot)                                                                                     \
    DRIVE(tail_pass, tail->q.pass)                                                                                     \
    DRIVE(tail_value, tail->q.value)                                                                                   \
    DRIVE(texel0, tail->q.texel0)                                                                                      \
    DRIVE(texel1, tail->q.texel1)                                                                                      \
    DRIVE(clear_slot, raster->q.slot)                                                                                  \
    DRIVE(words, setup->passes.list)
RTL_WIRES(nv30, nv30_register_file, registers, REGISTERS_FROM, REGISTERS_EVENTS, REGISTERS_WIRES);

/* ---- straps ----------------------------------------------------------------------------------------------------- */

#define NV30_STRAPS(type, member, STRAPS) RTL_STRAPS(nv30, type, member, struct nv30_chip, struct nv30_setup, STRAPS)
#define NO_STRAPS(STRAP)
#define ROWS_STRAPS(STRAP) STRAP(rows, (uint8_t)launch->passes.rows.count)

#define RASTERIZER_STRAPS(STRAP)                                                                                       \
    STRAP(quads, launch->quads)                                                                                        \
    STRAP(slots, (uint8_t)launch->slots)
NV30_STRAPS(nv30_rasterizer, raster, RASTERIZER_STRAPS);
#define STAGE1_STRAPS(STRAP) STRAP(pause, (uint8_t)chip->loopback_clk)
NV30_STRAPS(nv30_source_select, stage1, STAGE1_STRAPS);
NV30_STRAPS(nv30_interpolant_select, stage2, NO_STRAPS);
NV30_STRAPS(nv30_interpolate, stage3, NO_STRAPS);
NV30_STRAPS(nv30_crossbar_in, stage4, ROWS_STRAPS);
NV30_STRAPS(nv30_reciprocal, stage5, NO_STRAPS);
NV30_STRAPS(nv30_crossbar_multiply, stage6, NO_STRAPS);
NV30_STRAPS(nv30_multiply, stage7, NO_STRAPS);
NV30_STRAPS(nv30_crossbar_add, stage8, NO_STRAPS);
NV30_STRAPS(nv30_adder, stage9, NO_STRAPS);
NV30_STRAPS(nv30_crossbar_out, stage10, NO_STRAPS);
#define UNITS_STRAPS(STRAP) STRAP(latency, (uint16_t)chip->texture_clk)
NV30_STRAPS(nv30_texture_unit, units, UNITS_STRAPS);
NV30_STRAPS(nv30_register_file, registers, ROWS_STRAPS);

#endif
