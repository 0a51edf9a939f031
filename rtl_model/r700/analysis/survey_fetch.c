/* survey_fetch.c - survey of a fetch clause: textures, samplers, vertex resources, memory reads, the local data share
 * (ISA ch. 5 to 8). */
#include "pipeline/fetch/memory_space.h"
#include "pipeline/fetch/vertex_format.h"
#include "rtl_model/r700/analysis/survey_internal.h"

enum { ALL = 15, REL_NONE = 0, REL_GLOBAL = 2 };

static unsigned bit_of(unsigned select)
{
    return select < 4 ? 1u << select : 0;
}

/* Elements of the result that are written. */
static unsigned written(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return (x != ISA_SEL_MASK) | (unsigned)(y != ISA_SEL_MASK) << 1 | (unsigned)(z != ISA_SEL_MASK) << 2 |
           (unsigned)(w != ISA_SEL_MASK) << 3;
}

static void take(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements, bool relative)
{
    survey_read(job, row, gpr, relative ? 0 : elements);
    job->survey->relative |= relative;
}

static void give(struct survey_job *job, unsigned row, unsigned gpr, unsigned elements, bool relative)
{
    survey_write(job, row, gpr, elements, !relative);
    job->survey->relative |= relative;
    if (gpr < ISA_GPRS)
        job->cube[gpr] = (uint8_t)(job->cube[gpr] & ~elements);
}

/* ---- textures -------------------------------------------------------------------------------------------------- */

/* These name no texture. */
static bool is_about_gradients(enum isa_fetch_id op)
{
    return op == ISA_FETCH_GET_GRADIENTS_H || op == ISA_FETCH_GET_GRADIENTS_V || op == ISA_FETCH_KEEP_GRADIENTS ||
           op == ISA_FETCH_SET_GRADIENTS_H || op == ISA_FETCH_SET_GRADIENTS_V || op == ISA_FETCH_SET_CUBEMAP_INDEX;
}

/* These take no sampler. */
static bool is_load(enum isa_fetch_id op)
{
    return op == ISA_FETCH_LD || op == ISA_FETCH_GET_TEXTURE_RESINFO || op == ISA_FETCH_GET_NUMBER_OF_SAMPLES;
}

static void note_texture(struct survey_job *job, const struct isa_tex *tex, enum isa_fetch_id op)
{
    struct survey         *survey = job->survey;
    struct survey_texture *texture = &survey->texture[tex->resource_id];
    survey->alt_const |= tex->alt_const;
    if (is_about_gradients(op) || tex->alt_const)
        return;
    texture->used = true;
    if (is_load(op)) {
        texture->texels = true;
        return;
    }
    if (tex->sampler_id < SURVEY_SAMPLERS)
        survey->samplers |= 1u << tex->sampler_id;
    /* Drivers give layers as whole numbers: Z is not normalised where X is (MESA). */
    const unsigned from_cube = job->cube[tex->src_gpr % ISA_GPRS];
    if (from_cube & bit_of(tex->src_sel_x))
        texture->cube = true;
    else if (tex->coord_type_x && !tex->coord_type_z)
        texture->array = true;
    texture->rectangle |= !tex->coord_type_x;
}

static void texture_fetch(struct survey_job *job, unsigned row, const uint32_t *dwords, enum isa_fetch_id op)
{
    struct isa_tex tex;
    isa_unpack_tex(dwords, &tex);
    take(job, row, tex.src_gpr,
         bit_of(tex.src_sel_x) | bit_of(tex.src_sel_y) | bit_of(tex.src_sel_z) | bit_of(tex.src_sel_w), tex.src_rel);
    note_texture(job, &tex, op);
    const bool results = op != ISA_FETCH_SET_GRADIENTS_H && op != ISA_FETCH_SET_GRADIENTS_V &&
                         op != ISA_FETCH_SET_CUBEMAP_INDEX && op != ISA_FETCH_KEEP_GRADIENTS;
    give(job, row, tex.dst_gpr, results ? written(tex.dst_sel_x, tex.dst_sel_y, tex.dst_sel_z, tex.dst_sel_w) : 0,
         tex.dst_rel);
    job->survey->samples++;
    job->survey->cf[row].count[SURVEY_TEX]++;
    job->survey->cf[row].passes_least++; /* a pass each, so far as the program says */
    job->survey->cf[row].passes_most++;
}

/* ---- vertices -------------------------------------------------------------------------------------------------- */

static void vertex_fetch(struct survey_job *job, unsigned row, const uint32_t *dwords, enum isa_fetch_id op)
{
    enum { NO_INDEX_OFFSET = 2 };
    struct isa_vtx_gpr vtx; /* but for the destination SEMANTIC is the same */
    isa_unpack_vtx_gpr(dwords, &vtx);
    struct survey_vertices *vertices = &job->survey->vertices[vtx.buffer_id];
    take(job, row, vtx.src_gpr, 1u << vtx.src_sel_x, vtx.src_rel);
    if (op == ISA_FETCH_SEMANTIC)
        job->survey->semantics = true;
    else
        give(job, row, vtx.dst_gpr, written(vtx.dst_sel_x, vtx.dst_sel_y, vtx.dst_sel_z, vtx.dst_sel_w), vtx.dst_rel);
    job->survey->vertex_fetches++;
    job->survey->cf[row].count[SURVEY_VTX]++;
    job->survey->alt_const |= vtx.alt_const;
    if (vtx.alt_const)
        return;
    const unsigned bytes = vtx.use_const_fields ? 16 : vertex_format_bytes(vtx.data_format);
    if (!vertices->used)
        vertices->format = vtx.data_format;
    vertices->used = true;
    vertices->own_format |= vtx.use_const_fields;
    vertices->by_constant |= vtx.fetch_type == NO_INDEX_OFFSET;
    vertices->bytes = survey_larger(vertices->bytes, vtx.offset + bytes);
}

/* ---- memory and the data share --------------------------------------------------------------------------------- */

static void memory_read(struct survey_job *job, unsigned row, const uint32_t *dwords)
{
    struct isa_mem_rd read;
    isa_unpack_mem_rd(dwords, &read);
    struct survey_target *target = &job->survey->target[memory_read_target_of(read.mem_op)];
    target->read = true;
    target->indexed |= read.indexed;
    const unsigned wanted = read.burst_cnt + (read.indexed ? read.array_size : 0);
    const unsigned last = wanted < read.array_size ? wanted : read.array_size;
    if (memory_read_target_of(read.mem_op) != MEMORY_SCATTER)
        target->dwords = survey_larger(target->dwords, (read.array_base + last + 1) * MEMORY_ELEMENTS);
    else
        target->dwords = survey_larger(target->dwords, read.elem_size + 1);
    if (read.indexed)
        take(job, row, read.src_gpr, 1u << read.src_sel_x, read.src_rel);
    for (unsigned step = 0; step <= read.burst_cnt; step++)
        give(job, row, read.dst_gpr + step, written(read.dst_sel_x, read.dst_sel_y, read.dst_sel_z, read.dst_sel_w),
             read.dst_rel);
    job->survey->memory_reads++;
    job->survey->cf[row].count[SURVEY_VTX] += read.burst_cnt + 1;
}

static void note_global(struct survey_job *job, unsigned mode, unsigned end)
{
    if (mode == REL_GLOBAL)
        job->survey->globals = survey_larger(job->survey->globals, end);
}

static void share_write(struct survey_job *job, unsigned row, const uint32_t *dwords)
{
    struct isa_mem_dsw dsw;
    isa_unpack_mem_dsw(dwords, &dsw);
    const unsigned elements =
        bit_of(dsw.src_sel_x) | bit_of(dsw.src_sel_y) | bit_of(dsw.src_sel_z) | bit_of(dsw.src_sel_w);
    for (unsigned step = 0; step <= dsw.burst_cnt && dsw.src_rel_mode != REL_GLOBAL; step++)
        take(job, row, dsw.src_gpr + step, elements, dsw.src_rel_mode != REL_NONE);
    note_global(job, dsw.src_rel_mode, dsw.src_gpr + dsw.burst_cnt + 1);
    job->survey->share_written = true;
    job->survey->share_relative |= dsw.simd_wave_rel;
    job->survey->share_dwords = survey_larger(job->survey->share_dwords, dsw.dst_stride | dsw.dst_stride_ext << 7);
    job->survey->share_steps += dsw.burst_cnt + 1;
    job->survey->cf[row].count[SURVEY_LDS] += dsw.burst_cnt + 1;
}

static void share_read(struct survey_job *job, unsigned row, const uint32_t *dwords)
{
    struct isa_mem_dsr dsr;
    struct survey_cf  *cf = &job->survey->cf[row];
    isa_unpack_mem_dsr(dwords, &dsr);
    const unsigned steps = dsr.burst_cnt + 1,
                   elements = dsr.dst_wr_x | dsr.dst_wr_y << 1 | dsr.dst_wr_z << 2 | dsr.dst_wr_w << 3;
    if (dsr.src_rel_mode != REL_GLOBAL)
        take(job, row, dsr.src_gpr, bit_of(dsr.src_sel_x) | bit_of(dsr.src_sel_y), dsr.src_rel_mode != REL_NONE);
    for (unsigned step = 0; step < steps && dsr.dst_rel_mode != REL_GLOBAL; step++)
        give(job, row, dsr.dst_gpr + step, elements, dsr.dst_rel_mode != REL_NONE);
    note_global(job, dsr.src_rel_mode, dsr.src_gpr + 1);
    note_global(job, dsr.dst_rel_mode, dsr.dst_gpr + steps);
    job->survey->share_read = true;
    job->survey->share_steps += steps;
    cf->count[SURVEY_LDS] += steps;
    cf->broadcasts += dsr.broadcast ? steps : 0;
    cf->waterfalls += dsr.waterfall && !dsr.broadcast ? steps : 0;
}

/* ---- the clause ------------------------------------------------------------------------------------------------ */

static bool fetch(struct survey_job *job, unsigned row, const struct isa_fetch_op *op, const uint32_t *dwords)
{
    if (!op)
        return false;
    switch (op->format) {
    case ISA_FORMAT_TEX:
        texture_fetch(job, row, dwords, op->id);
        break;
    case ISA_FORMAT_MEM_RD:
        memory_read(job, row, dwords);
        break;
    case ISA_FORMAT_MEM_DSW:
        share_write(job, row, dwords);
        break;
    case ISA_FORMAT_MEM_DSR:
        share_read(job, row, dwords);
        break;
    default:
        vertex_fetch(job, row, dwords, op->id);
        break;
    }
    return true;
}

bool survey_fetches(struct survey_job *job, unsigned n)
{
    const struct flow_row *const row = &job->code->rows[n];
    unsigned                    *clauses = row->op->id == ISA_CF_INST_TEX   ? &job->survey->tex_clauses
                                           : row->op->id == ISA_CF_INST_VTX ? &job->survey->vtx_clauses
                                                                            : &job->survey->vtx_tc_clauses;
    const uint32_t              *dwords;
    ++*clauses;
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *op = flow_fetch(job->code, row, i, &dwords);
        if (!fetch(job, n, op, dwords))
            return false;
    }
    return row->inside;
}
