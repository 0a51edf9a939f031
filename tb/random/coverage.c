/* coverage.c - what legal programs had executed: CF instructions with their modes and conditions, operations, slots,
 * index modes, constant sets, and how deep they nested. */
#include <string.h>

#include "tb/random/observe.h"

static void note_max(unsigned *most, unsigned value)
{
    if (value > *most)
        *most = value;
}

static unsigned nested_loops(const struct ref_wave *wave)
{
    unsigned loops = 0;
    for (unsigned i = 0; i < wave->depth; i++)
        loops += wave->stack[i].kind == REF_LOOP;
    return loops;
}

static void note_operation(struct random_coverage *c, const struct ref_launch *launch, const struct isa_alu *alu,
                           unsigned slot)
{
    c->alu[alu->id]++;
    c->slot[slot]++;
    c->pred_sel[alu->pred_sel]++;
    c->update_pred += alu->update_pred;
    c->update_mask += alu->update_execute_mask;
    if (!alu->op3)
        c->omod[alu->omod]++;
    c->clamp += alu->clamp;
    c->dx9_clamps += alu->clamp && launch->dx9_clamp;
    c->relative_destination += alu->dst_rel;
    bool relative = alu->dst_rel;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const bool gpr = isa_src_is_gpr(alu->src[i].sel);
        relative |= alu->src[i].rel;
        c->relative_gpr += alu->src[i].rel && gpr;
        c->relative_constant += alu->src[i].rel && !gpr;
    }
    if (relative)
        c->index[alu->index_mode]++;
}

static void note_clause(struct random_coverage *c, const struct ref_launch *launch, const uint32_t *words,
                        const struct isa_cf_alu *cf)
{
    unsigned groups = 0, left = cf->count + 1;
    c->kcache[0][cf->kcache_mode0]++;
    c->kcache[1][cf->kcache_mode1]++;
    c->alternatives[0] += cf->alt_const && (cf->kcache_mode0 || cf->kcache_mode1);
    c->alternatives[1] += cf->alt_const && !(cf->kcache_mode0 || cf->kcache_mode1);
    for (unsigned at = cf->addr; left; groups++) {
        struct isa_group group;
        unsigned         bad, kills = 0;
        if (isa_group_assemble(words + 2 * (size_t)at, left, launch->prefer_vector, &group, &bad) != ISA_GROUP_OK)
            return;
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            if (!group.used[s])
                continue;
            note_operation(c, launch, &group.slot[s], s);
            kills += (isa_alu_ops[group.slot[s].id].flags & ISA_KILL) != 0;
        }
        c->kills[kills]++;
        at += group.size;
        left -= group.size;
    }
    note_max(&c->most_groups, groups);
}

/* Writes and reads of the local data share; false: the instruction is none of it. */
static bool note_share(struct random_coverage *c, const struct isa_fetch_op *op, const uint32_t dwords[4])
{
    struct isa_mem_dsw dsw;
    struct isa_mem_dsr dsr;
    isa_unpack_mem_dsw(dwords, &dsw);
    isa_unpack_mem_dsr(dwords, &dsr);
    if (op && op->id == ISA_FETCH_LOCAL_DS_WRITE) {
        c->share_strides[dsw.dst_stride > 4]++;
        c->share_bursts[0] += dsw.burst_cnt != 0;
        return true;
    }
    if (!op || op->id != ISA_FETCH_LOCAL_DS_READ)
        return false;
    c->share_mux[dsr.mux_cntl % 3][dsr.waterfall]++;
    c->share_bursts[1] += dsr.burst_cnt != 0;
    c->share_broadcasts += dsr.broadcast;
    c->share_relative += dsr.dst_rel_mode != 0;
    return true;
}

/* A texture instruction, with its words; false: it is none. */
static bool note_texture(struct random_coverage *c, const struct ref_launch *launch, const struct isa_fetch_op *op,
                         const uint32_t dwords[4])
{
    struct isa_tex             tex;
    struct ref_resource_fields resource;
    struct ref_sampler_fields  sampler;
    if (!op || op->format != ISA_FORMAT_TEX)
        return false;
    isa_unpack_tex(dwords, &tex);
    ref_resource_fields(ref_resource_of(launch, tex.alt_const, tex.resource_id)->word, &resource);
    ref_sampler_fields(launch->textures.bank[tex.alt_const].sampler[tex.sampler_id], &sampler);
    c->texture_op[tex.tex_inst]++;
    c->texture_alternatives += tex.alt_const;
    if (op->id < ISA_FETCH_SAMPLE && op->id != ISA_FETCH_LD)
        return true;
    c->dim[resource.dim]++;
    c->tile_mode[resource.tile_mode]++;
    c->texture_format[resource.format]++;
    c->xy_filter[sampler.mag]++;
    c->texture_clamp[sampler.clamp[0]]++;
    return true;
}

static void note_fetches(struct random_coverage *c, const struct ref_launch *launch, const uint32_t *words,
                         unsigned opcode, const struct isa_cf *cf)
{
    for (unsigned i = 0; i <= cf->count + 8 * cf->count_3; i++) {
        const uint32_t *const dwords = words + 2 * (size_t)(cf->addr + 2 * i);
        struct isa_vtx_gpr    fetch;
        if (note_share(c, isa_fetch_lookup(opcode, dwords), dwords) ||
            note_texture(c, launch, isa_fetch_lookup(opcode, dwords), dwords))
            continue;
        isa_unpack_vtx_gpr(dwords, &fetch);
        c->semantics += fetch.vtx_inst == isa_fetch_ops[ISA_FETCH_SEMANTIC].opcode;
        c->fetch_alternatives += fetch.alt_const;
        c->no_strides += fetch.const_buf_no_stride;
        if (fetch.vtx_inst == isa_fetch_ops[ISA_FETCH_MEM_RD_SCRATCH].opcode)
            continue;
        const unsigned select[4] = {fetch.dst_sel_x, fetch.dst_sel_y, fetch.dst_sel_z, fetch.dst_sel_w};
        for (unsigned e = 0; e < 4; e++)
            c->select[select[e]]++;
        c->fetch_type[fetch.fetch_type]++;
        c->whole_quad_fetches += fetch.fetch_whole_quad;
        c->const_fields += fetch.use_const_fields;
        c->relative_index += fetch.src_rel;
        c->relative_result += fetch.dst_rel;
        if (fetch.use_const_fields)
            continue;
        c->format[fetch.data_format]++;
        c->endian[fetch.endian_swap]++;
        c->num_format[fetch.num_format_all][fetch.format_comp_all][fetch.srf_mode_all]++;
    }
}

void coverage_note(struct random_coverage *c, const struct ref_wave *wave, const struct ref_launch *launch, unsigned pc,
                   bool in_fetch_program, const struct isa_cf_op *op)
{
    const uint32_t *words = in_fetch_program ? launch->fetch_program : launch->program;
    const uint32_t *dwords = words + 2 * (size_t)pc;
    c->cf[op->id]++;
    note_max(&c->most_elements, wave->elements);
    note_max(&c->most_calls, wave->call_depth);
    note_max(&c->most_loops, nested_loops(wave));
    if (op->klass == ISA_CF_ALU) {
        struct isa_cf_alu cf;
        isa_unpack_cf_alu(dwords, &cf);
        c->whole_quad[op->id] += cf.whole_quad_mode;
        c->no_barrier[op->id] += !cf.barrier;
        note_clause(c, launch, words, &cf);
    } else if (op->klass == ISA_CF_EXPORT || op->klass == ISA_CF_MEM) {
        struct isa_export_swiz cf;
        isa_unpack_export_swiz(dwords, &cf);
        c->whole_quad[op->id] += cf.whole_quad_mode;
        c->valid_pixel[op->id] += cf.valid_pixel_mode;
    } else {
        struct isa_cf cf;
        isa_unpack_cf(dwords, &cf);
        c->whole_quad[op->id] += cf.whole_quad_mode;
        c->valid_pixel[op->id] += cf.valid_pixel_mode;
        c->no_barrier[op->id] += !cf.barrier;
        c->cond[op->id][cf.cond]++;
        c->pops[cf.pop_count]++;
        if (op->id == ISA_CF_INST_ELSE)
            c->else_pops[cf.pop_count]++;
        c->fetch_program_calls += in_fetch_program && op->id == ISA_CF_INST_CALL;
        c->fetch_program_clauses += in_fetch_program && op->klass == ISA_CF_FETCH;
        if (op->klass == ISA_CF_FETCH)
            note_fetches(c, launch, words, op->opcode, &cf);
    }
}

void coverage_note_program(struct random_coverage *c, unsigned threads, unsigned waves)
{
    c->programs++;
    c->partial_quads += threads % 4 != 0;
    note_max(&c->most_waves, waves);
}

/* ---- what is missing ------------------------------------------------------------------------------------------ */

struct missing {
    FILE    *out;
    unsigned count;
};

static void need(struct missing *missing, uint64_t times, const char *what, const char *name)
{
    if (times)
        return;
    fprintf(missing->out, "never generated: %s%s%s\n", what, *name ? " " : "", name);
    missing->count++;
}

static void need_modes(struct missing *missing, const struct random_coverage *c, const struct isa_cf_op *op)
{
    const unsigned id = op->id;
    const bool     idle = id == ISA_CF_INST_NOP || id == ISA_CF_INST_WAIT_ACK;
    if (idle)
        return;
    need(missing, c->whole_quad[id], "WHOLE_QUAD_MODE of", op->name);
    if (op->klass == ISA_CF_ALU)
        return;
    need(missing, c->valid_pixel[id], "VALID_PIXEL_MODE of", op->name);
}

static void need_conditions(struct missing *missing, const struct random_coverage *c, enum isa_cf_id id)
{
    static const char *const name[] = {"CF_COND_ACTIVE of", "CF_COND_FALSE of", "CF_COND_BOOL of",
                                       "CF_COND_NOT_BOOL of"};
    for (unsigned cond = 0; cond < 4; cond++)
        need(missing, c->cond[id][cond], name[cond], isa_cf_ops[id].name);
}

static void need_alu(struct missing *missing, const struct random_coverage *c)
{
    static const char *const slots[] = {"X", "Y", "Z", "W", "T"};
    char                     number[16];
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++)
        need(missing, c->alu[id], "operation", isa_alu_ops[id].name);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        need(missing, c->slot[s], "slot", slots[s]);
    for (unsigned i = 0; i < 4; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, c->omod[i], "OMOD", number);
        need(missing, c->kcache[0][i], "KCACHE_MODE0", number);
        need(missing, c->kcache[1][i], "KCACHE_MODE1", number);
        need(missing, i == 1 || c->pred_sel[i], "PRED_SEL", number);
    }
    for (unsigned i = 0; i <= ISA_INDEX_GLOBAL_AR_X; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, c->index[i], "INDEX_MODE", number);
    }
    need(missing, c->relative_gpr, "a relative GPR", "");
    need(missing, c->relative_constant, "a relative constant", "");
    need(missing, c->relative_destination, "a relative destination", "");
    need(missing, c->shared_reads, "one read for an operand with an index and one without (ISA 4.7.7)", "");
    need(missing, c->own_reads, "src1 that has src0's number and another index, read by itself (ISA 4.7.7)", "");
    need(missing, c->hazards > c->hidden, "a read that sees a write of the other kind (ISA 4.11)", "");
    need(missing, c->hidden > c->late, "a read of an old value (ISA 4.11)", "");
    need(missing, c->late, "a read that would have an old value but for a gap (ISA 4.11)", "");
    need(missing, c->update_pred, "UPDATE_PRED", "");
    need(missing, c->update_mask, "UPDATE_EXECUTE_MASK", "");
    need(missing, c->clamp, "CLAMP", "");
    need(missing, c->dx9_clamps, "CLAMP with DX10_CLAMP 0", "");
    need(missing, c->kills[2] + c->kills[3] + c->kills[4], "several KILL* in a group", "");
}

static void need_fetches(struct missing *missing, const struct random_coverage *c)
{
    const struct isa_field *field = isa_field_find(ISA_FORMAT_VTX_GPR, "data_format");
    char                    number[16];
    for (unsigned i = 0; i < 64; i++)
        if (ref_format_bytes(i))
            need(missing, c->format[i], "a fetch of", isa_enum_name(field, i));
    for (unsigned i = 0; i < 3; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, c->endian[i], "ENDIAN_SWAP", number);
        need(missing, c->fetch_type[i], "FETCH_TYPE", number);
        for (unsigned way = 0; way < 4; way++)
            need(missing, c->num_format[i][way / 2][way % 2], "signed or not, both SRF_MODE_ALL of NUM_FORMAT_ALL",
                 number);
    }
    for (unsigned i = 0; i < 8; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, i == 6 || c->select[i], "DST_SEL", number);
        need(missing, !i || c->else_pops[i], "ELSE with POP_COUNT", number);
    }
    need(missing, c->share_strides[0] && c->share_strides[1], "LOCAL_DS_WRITE with one entry and more a thread", "");
    for (unsigned i = 0; i < 3; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, c->share_mux[i][0], "LOCAL_DS_READ with MUX_CNTL", number);
        need(missing, i == 1 || c->share_mux[i][1], "WATERFALL and MUX_CNTL", number);
    }
    need(missing, c->share_bursts[0] && c->share_bursts[1], "bursts of the local data share", "");
    need(missing, c->share_broadcasts, "BROADCAST", "");
    need(missing, c->share_kept, "a read of what an earlier clause has written to the local data share", "");
    need(missing, c->share_groups, "a group of several wavefronts", "");
    need(missing, c->share_relative, "LOCAL_DS_READ to a relative GPR", "");
    need(missing, c->whole_quad_fetches, "FETCH_WHOLE_QUAD", "");
    need(missing, c->const_fields, "USE_CONST_FIELDS", "");
    need(missing, c->relative_index, "a fetch by a relative GPR", "");
    need(missing, c->relative_result, "a fetch to a relative GPR", "");
    need(missing, c->fetch_program_calls, "CALL in a fetch program", "");
    need(missing, c->fetch_program_clauses, "a fetch clause in a fetch program", "");
}

static void need_textures(struct missing *missing, const struct random_coverage *c)
{
    static const unsigned   filters[] = {0, 1, 2, 4, 5};
    const struct isa_field *field = isa_field_find(ISA_FORMAT_VTX_GPR, "data_format");
    char                    number[16];
    for (unsigned id = 0; id < ISA_FETCH_COUNT; id++)
        if (isa_fetch_ops[id].format == ISA_FORMAT_TEX)
            need(missing, c->texture_op[isa_fetch_ops[id].opcode], "texture instruction", isa_fetch_ops[id].name);
    for (unsigned format = 0; format < 64; format++) {
        struct ref_resource_fields fields = {.format = format};
        ref_resource_format(&fields);
        if (fields.block.bytes)
            need(missing, c->texture_format[format], "a texture of", isa_enum_name(field, format));
    }
    for (unsigned i = 0; i < 16; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(missing, i > 7 || c->dim[i], "DIM", number);
        need(missing, i > 7 || c->texture_clamp[i], "CLAMP_X", number);
        need(missing, c->tile_mode[i], "TILE_MODE", number);
    }
    for (unsigned i = 0; i < sizeof filters / sizeof filters[0]; i++) {
        snprintf(number, sizeof number, "%u", filters[i]);
        need(missing, c->xy_filter[filters[i]], "XY_MAG_FILTER", number);
    }
    need(missing, c->texture_alternatives, "ALT_CONST of a texture", "");
    need(missing, c->fetch_alternatives, "ALT_CONST of a vertex fetch", "");
    need(missing, c->alternatives[0], "ALT_CONST of constant buffers", "");
    need(missing, c->alternatives[1], "ALT_CONST of the constant file", "");
    need(missing, c->semantics, "SEMANTIC", "");
    need(missing, c->no_strides, "CONST_BUF_NO_STRIDE", "");
}

unsigned random_coverage_missing(const struct random_coverage *c, FILE *out)
{
    static const enum isa_cf_id tested[] = {ISA_CF_INST_JUMP,
                                            ISA_CF_INST_PUSH,
                                            ISA_CF_INST_PUSH_ELSE,
                                            ISA_CF_INST_ELSE,
                                            ISA_CF_INST_POP,
                                            ISA_CF_INST_POP_JUMP,
                                            ISA_CF_INST_POP_PUSH,
                                            ISA_CF_INST_LOOP_CONTINUE,
                                            ISA_CF_INST_LOOP_BREAK,
                                            ISA_CF_INST_CALL,
                                            ISA_CF_INST_LOOP_START,
                                            ISA_CF_INST_LOOP_START_NO_AL,
                                            ISA_CF_INST_LOOP_END,
                                            ISA_CF_INST_CALL_FS,
                                            ISA_CF_INST_RETURN,
                                            ISA_CF_INST_KILL,
                                            ISA_CF_INST_LOOP_START_DX10};
    struct missing              missing = {.out = out};
    char                        number[16];
    for (unsigned id = 0; id < ISA_CF_INST_COUNT; id++) {
        need(&missing, c->cf[id], "CF instruction", isa_cf_ops[id].name);
        need_modes(&missing, c, &isa_cf_ops[id]);
    }
    for (unsigned i = 0; i < sizeof tested / sizeof tested[0]; i++)
        need_conditions(&missing, c, tested[i]);
    for (unsigned i = 0; i < sizeof c->pops / sizeof c->pops[0]; i++) {
        snprintf(number, sizeof number, "%u", i);
        need(&missing, c->pops[i], "POP_COUNT", number);
    }
    need_alu(&missing, c);
    need_fetches(&missing, c);
    need_textures(&missing, c);
    need(&missing, c->most_elements >= 800, "a stack of 200 entries", "");
    need(&missing, c->most_calls >= REF_CALL_DEPTH, "the limit of nested calls (ISA 3.7.6)", "");
    need(&missing, c->most_loops >= 5, "five nested loops", "");
    need(&missing, c->most_waves >= 3, "three wavefronts", "");
    need(&missing, c->partial_quads, "a partly filled quad", "");
    return missing.count;
}
