#include "rtl_model/r700/setup/check.h"

#include <stdio.h>

#include "rtl_model/r700/setup/by_type.h"
#include "rtl_model/r700/setup/check_lds.h"
#include "rtl_model/r700/setup/check_memory.h"
#include "rtl_model/r700/setup/check_texture.h"

struct check {
    const char                 *name;
    const struct flow_code     *code;
    const uint32_t             *dwords; /* the program and the fetch program */
    unsigned                    num_gprs, globals;
    enum launch_stage           stage;
    bool                        prefer_vector;
    struct gpu_setup           *setup;
    const struct vertex_memory *vertices;
    struct diag                *diag;
    const struct flow_row      *row;
};

/* What was refused is at a word of the program. */
static bool refused_at(const struct check *check, unsigned at)
{
    return gpu_setup_locate(check->setup, at, check->diag);
}

static bool refuse(const struct check *check, const char *instruction, const char *what)
{
    return diag_set(check->diag, check->name, 0, "CF %u: %s: %s", check->row->at, instruction, what);
}

/* The ALU instructions of a clause, as far as they form legal groups: where they do not, the run stops there. */
static bool check_alu_clause(const struct check *check, const struct isa_cf_op *op)
{
    struct flow_groups groups = flow_groups(check->code, check->row, check->prefer_vector);
    struct isa_group   group;
    while (flow_group(&groups, &group))
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            if (group.used[s] && isa_alu_ops[group.slot[s].id].flags & ISA_KILL && check->stage != LAUNCH_PS) {
                diag_set(check->diag, check->name, 0,
                         "CF %u: %s: ALU word %u: %s: only pixel programs can kill (ISA 4.8.1.1)", check->row->at,
                         op->name, groups.at + group.place[s], isa_alu_ops[group.slot[s].id].name);
                return refused_at(check, groups.at + group.place[s]);
            }
    return true;
}

static bool check_modes(const struct check *check, const struct isa_cf_op *op, uint32_t whole_quad,
                        uint32_t valid_pixel)
{
    return !(whole_quad && valid_pixel) ||
           refuse(check, op->name, "WHOLE_QUAD_MODE and VALID_PIXEL_MODE, which exclude each other (ISA 3.6.2, 10.1)");
}

static bool check_export(const struct check *check, const struct isa_cf_op *op)
{
    static const unsigned        least[3] = {0, 60, 0}, most[3] = {61, 63, 31};
    const struct isa_export_swiz cf = check->row->swiz;
    const unsigned               last = cf.array_base + cf.burst_count;
    if (!check_modes(check, op, cf.whole_quad_mode, cf.valid_pixel_mode))
        return false;
    if (check->stage == LAUNCH_GS || check->stage == LAUNCH_ES)
        return refuse(check, op->name,
                      "geometry programs, and those before them, export to memory only: MEM_* (ISA 9.1)");
    if (cf.type > LAUNCH_EXPORT_PARAM)
        return refuse(check, op->name, "TYPE 3 is not used, expected PIXEL, POS or PARAM (ISA 10.1)");
    if (check->stage != LAUNCH_CS && (cf.type == LAUNCH_EXPORT_PIXEL) != (check->stage == LAUNCH_PS))
        return refuse(
            check, op->name,
            "pixel exports belong to pixel programs, positions and parameters to vertex programs (ISA 3.4.1)");
    if (cf.array_base < least[cf.type] || last > most[cf.type] ||
        (cf.type == LAUNCH_EXPORT_PIXEL && last > 7 && cf.array_base != 61))
        return diag_set(check->diag, check->name, 0, "CF %u: %s: ARRAY_BASE %u to %u, expected %s (ISA table 3.3)",
                        check->row->at, op->name, cf.array_base, last,
                        cf.type == LAUNCH_EXPORT_PIXEL ? "0 to 7 or 61"
                        : cf.type == LAUNCH_EXPORT_POS ? "60 to 63"
                                                       : "0 to 31");
    return true;
}

static bool check_memory_export(const struct check *check, const struct isa_cf_op *op)
{
    const struct isa_export_buf *const cf = &check->row->buf;
    if (!check_modes(check, op, cf->whole_quad_mode, cf->valid_pixel_mode))
        return false;
    const char *const fault = check_memory_write(check->setup, check->stage, check->row->dwords);
    return !fault || refuse(check, op->name, fault);
}

static bool refuse_fetch(const struct check *check, const struct isa_cf_op *op, unsigned at, const char *name,
                         const char *what)
{
    diag_set(check->diag, check->name, 0, "CF %u: %s: word %u: %s: %s", check->row->at, op->name, at, name, what);
    return refused_at(check, at);
}

/* The register of a vertex fetch's result; a semantic that the table does not have has none. */
static unsigned target_of(const struct check *check, const struct isa_vtx_gpr *vtx, const struct isa_fetch_op *fetch)
{
    unsigned target = 0;
    if (fetch->id != ISA_FETCH_SEMANTIC)
        return vtx->dst_gpr;
    (void)fetch_semantic(check->setup->fetch_state.semantic, vtx->dst_gpr | vtx->dst_rel << 7, &target);
    return target;
}

/* What goes through the texture cache holds all lines of an instruction there. */
static bool check_texture_cache(const struct check *check, const struct isa_cf_op *op, unsigned at,
                                const struct isa_fetch_op *fetch)
{
    return op->id != ISA_CF_INST_VTX_TC || check->setup->vertices_in_l1 ||
           refuse_fetch(check, op, at, fetch->name,
                        "VTX_TC: expected tc_l1_kb with two lines for each thread of a wavefront, fully associative");
}

/* One vertex fetch: what stays the same in the whole run. */
static bool check_vertex_fetch(const struct check *check, const struct isa_cf_op *op, unsigned at,
                               const struct isa_fetch_op *fetch)
{
    struct isa_vtx_gpr vtx;
    isa_unpack_vtx_gpr(check->dwords + 2 * (size_t)at, &vtx); /* but for its destination, SEMANTIC is the same */
    const struct vertex_resource *resource = vertex_resource_of(&vtx, check->vertices);
    const unsigned format = vtx.use_const_fields && resource ? resource->format.data_format : vtx.data_format;
    const unsigned target = target_of(check, &vtx, fetch);
    char           what[96];
    if (!resource || !resource->valid) {
        snprintf(what, sizeof what, "the launch has no vertex resource for BUFFER_ID %u%s (ISA ch. 5)", vtx.buffer_id,
                 vtx.alt_const ? " of ALT_CONST" : "");
        return refuse_fetch(check, op, at, fetch->name, what);
    }
    if (!check_texture_cache(check, op, at, fetch))
        return false;
    if (!vertex_format_bytes(format))
        return refuse_fetch(check, op, at, fetch->name, "DATA_FORMAT is not one of vertices (ISA 10.3)");
    if (vtx.fetch_type > 2 || vtx.num_format_all > 2 || vtx.endian_swap > 2)
        return refuse_fetch(check, op, at, fetch->name,
                            "a reserved FETCH_TYPE, NUM_FORMAT_ALL or ENDIAN_SWAP (ISA 10.3)");
    if (vtx.src_gpr < check->num_gprs && target < check->num_gprs)
        return true;
    snprintf(what, sizeof what, "R%u, but the program has %u GPRs (ISA 4.6.3)",
             vtx.src_gpr >= check->num_gprs ? vtx.src_gpr : target, check->num_gprs);
    return refuse_fetch(check, op, at, fetch->name, what);
}

static bool is_share(const struct isa_fetch_op *fetch)
{
    return fetch->id == ISA_FETCH_LOCAL_DS_WRITE || fetch->id == ISA_FETCH_LOCAL_DS_READ;
}

static bool check_share(const struct check *check, const struct isa_cf_op *op, unsigned at,
                        const struct isa_fetch_op *fetch)
{
    const uint32_t *const dwords = check->dwords + 2 * (size_t)at;
    const char *const     why = fetch->id == ISA_FETCH_LOCAL_DS_WRITE
                                    ? lds_write_breaks(dwords, check->num_gprs, check->globals)
                                    : lds_read_breaks(dwords, check->num_gprs, check->globals);
    if (op->id != ISA_CF_INST_TEX)
        return refuse_fetch(check, op, at, fetch->name, "the local data share is for TEX clauses (ISA ch. 8)");
    return !why || refuse_fetch(check, op, at, fetch->name, why);
}

static bool check_texture_fetch(const struct check *check, const struct isa_cf_op *op, unsigned at,
                                const struct isa_fetch_op *fetch)
{
    struct diag texture = {.line = 0};
    if (!check_texture(check->setup, fetch->id, check->dwords + 2 * (size_t)at, &texture))
        return refuse_fetch(check, op, at, fetch->name, texture.what);
    return true;
}

static bool is_memory_read(const struct isa_fetch_op *fetch)
{
    return fetch->format == ISA_FORMAT_MEM_RD;
}

static bool check_read(const struct check *check, const struct isa_cf_op *op, unsigned at,
                       const struct isa_fetch_op *fetch)
{
    const char *const why = check_memory_read(check->setup, check->dwords + 2 * (size_t)at);
    if (op->id == ISA_CF_INST_TEX)
        return refuse_fetch(check, op, at, fetch->name, "memory reads are started by VTX and VTX_TC (ISA ch. 7)");
    if (why)
        return refuse_fetch(check, op, at, fetch->name, why);
    return check_texture_cache(check, op, at, fetch);
}

static bool check_fetch(const struct check *check, const struct isa_cf_op *op, unsigned at,
                        const struct isa_fetch_op *fetch)
{
    if (fetch->format == ISA_FORMAT_TEX)
        return check_texture_fetch(check, op, at, fetch);
    if (is_share(fetch))
        return check_share(check, op, at, fetch);
    if (is_memory_read(fetch))
        return check_read(check, op, at, fetch);
    return check_vertex_fetch(check, op, at, fetch);
}

static bool check_fetch_clause(const struct check *check, const struct isa_cf_op *op)
{
    const struct flow_row *const row = check->row;
    const uint32_t              *dwords;
    bool                         shares = false;
    if (row->cf.addr % 2)
        return refuse(check, op->name, "ADDR is not a multiple of 128 bits (ISA 3.3.2)");
    const struct isa_fetch_op *const first = flow_fetch(check->code, row, 0, &dwords);
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const unsigned             at = row->clause + 2 * i;
        const struct isa_fetch_op *fetch = flow_fetch(check->code, row, i, &dwords);
        if (!fetch)
            return refuse_fetch(check, op, at, "?", "a reserved fetch instruction (ISA 10.3, 10.4)");
        /* GUESS: a clause has either all or none, because ISA 2.4 and ch. 8 call data share clauses a kind of their
         * own. */
        if (i && shares != is_share(fetch))
            return refuse_fetch(check, op, at, fetch->name,
                                "a clause of the local data share has no other instructions (ISA ch. 8)");
        shares = is_share(fetch);
        if (is_memory_read(fetch) != is_memory_read(first))
            return refuse_fetch(check, op, at, fetch->name,
                                "memory reads and other fetches do not stand in one clause (ISA ch. 7)");
        if (!check_fetch(check, op, at, fetch))
            return false;
    }
    return true;
}

static bool check_call(const struct check *check, const struct isa_cf_op *op)
{
    const struct flow_program *const program = &check->code->program;
    if (check->row->cf.pop_count)
        return refuse(check, op->name, "POP_COUNT must be zero (ISA 9.1)");
    if (op->id == ISA_CF_INST_CALL)
        return true;
    if (check->stage != LAUNCH_VS && check->stage != LAUNCH_ES && check->stage != LAUNCH_FS)
        return refuse(check, op->name, "only vertex programs can call the fetch program (ISA 3.7.6)");
    if (!program->fetch_base)
        return refuse(check, op->name, "the launch has no fetch_shader");
    if (flow_base(program, check->row->at))
        return refuse(check, op->name, "the fetch program calls itself (ISA ch. 3)");
    return true;
}

/* Instructions in the CF format; their targets are looked at later. */
static bool check_flow(const struct check *check, const struct isa_cf_op *op)
{
    const struct isa_cf *const cf = &check->row->cf;
    if (op->id == ISA_CF_INST_NOP) /* it ignores all other fields (ISA 9.1) */
        return true;
    if (!check_modes(check, op, cf->whole_quad_mode, cf->valid_pixel_mode))
        return false;
    if (cf->cond && op->klass != ISA_CF_BRANCH && op->id != ISA_CF_INST_KILL)
        return refuse(check, op->name, "COND must be CF_COND_ACTIVE (ISA 3.6.3, 10.1)");
    if (op->klass == ISA_CF_FETCH)
        return check_fetch_clause(check, op);
    if (op->flags & ISA_CF_GS_ONLY && check->stage != LAUNCH_GS)
        return refuse(check, op->name, "only geometry programs emit vertices and cut strips (ISA 3.5)");
    if (op->id == ISA_CF_INST_KILL && check->stage != LAUNCH_PS)
        return refuse(check, op->name, "only pixel programs can kill (ISA 9.1)");
    if (op->id == ISA_CF_INST_CALL || op->id == ISA_CF_INST_CALL_FS)
        return check_call(check, op);
    return true;
}

static bool check_instruction(const struct check *check, const struct isa_cf_op *op)
{
    if (op->klass == ISA_CF_ALU)
        return check_alu_clause(check, op);
    if (op->klass == ISA_CF_EXPORT)
        return check_export(check, op);
    if (op->klass == ISA_CF_MEM)
        return check_memory_export(check, op);
    return check_flow(check, op);
}

/* An instruction that a wavefront may come to; of a reserved opcode the run stops there. */
static bool visit(void *context, const struct flow_row *row)
{
    struct check     *check = context;
    struct flow_fault fault;
    const bool        outside = flow_fault_at(check->code, check->setup->main_words, row, &fault);
    check->row = row;
    if (outside && !fault.at_end)
        refuse(check, row->op->name, fault.text);
    else if (row->op && !check_instruction(check, row->op))
        return refused_at(check, row->at);
    else if (outside)
        diag_set(check->diag, check->name, 0, "CF %u: %s", fault.at, fault.text);
    else
        return true;
    return refused_at(check, row->at);
}

bool program_check(const char *name, struct gpu_setup *setup, enum launch_stage stage, struct diag *diag)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit};

    struct check check = {.name = name,
                          .code = &setup->code,
                          .dwords = setup->simd_memory.program.dwords,
                          .stage = stage,
                          .num_gprs = setup->simd.num_gprs,
                          .globals = shared_gprs(&setup->simd),
                          .setup = setup,
                          .vertices = &setup->simd_memory.vertices,
                          .prefer_vector = setup->simd.prefer_vector,
                          .diag = diag};

    const enum flow_end end = flow_solve(&setup->code, &lattice, &check);
    if (end == FLOW_NO_MEMORY)
        diag_set(diag, name, 0, "not enough memory to check the program");
    setup->simd.memory_areas = check_memory_areas(setup);
    return end == FLOW_SOLVED;
}
