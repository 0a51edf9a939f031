/* textures.c - random textures with their samplers, and clauses of texture instructions (ISA 6, 9.4, 10.4; 3D 7, 8,
 * 14).
 *
 * Textures and samplers are those of tb/texture.  Programs with textures are of whole quads, whose threads share their
 * slopes.  They keep a GPR for the coordinates of each texture, and one for numbers of texels, from random writes;
 * other GPRs are coordinates at times.  No instruction reads what the clause before has left (SET_*).  The interpreter
 * discards results of which the widths of the units do not determine every bit. */
#include <string.h>

#include "tb/random/generate.h"
#include "tb/texture/texture_query.h"

enum { SEL_0 = 4, SEL_1 = 5, SEL_MASK = 7, FIRST_ID = 156, SAMPLERS = 18, WIDE = 24, ANISO = 4, NORMALISED = 15 };
enum { WORD_STRIDE = 8, WORD_FORMAT = 20, WORD_NUMBER = 26, VALID_BUFFER = 3 };
#define OTHER_ADDRESS UINT64_C(0xfffff00000)

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}

bool generate_has_textures(const struct random_weights *weights, uint64_t seed)
{
    struct random_source source = {seed ^ 0x746578656c73};
    return random_percent(&source, weights->textures);
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static bool overlap(const struct random_texture *texture, uint64_t address, uint64_t bytes)
{
    return texture->state.at < address + bytes && address < texture->state.at + texture->state.bytes;
}

static bool is_free(const struct random_case *out, unsigned textures)
{
    const struct random_texture *texture = &out->texture[textures];
    bool                         is = !overlap(texture, OTHER_ADDRESS, sizeof out->other);
    for (unsigned i = 0; i < textures; i++)
        is &= !overlap(texture, out->texture[i].state.at, out->texture[i].state.bytes);
    return is;
}

/* Fractions of more bits than the filter has. */
static bool is_wide(const struct texture_case *texture)
{
    const struct ref_layout layout = ref_layout_of(case_get(texture, RESOURCE_DATA_FORMAT));
    bool                    wide = false;
    for (unsigned e = 0; e < layout.count; e++)
        wide |= layout.width[e] > WIDE;
    return wide && layout.kind == REF_INTEGERS && case_get(texture, RESOURCE_NUM_FORMAT_ALL) != REF_NUM_INT;
}

/* The number of probes is seldom beyond doubt: few samplers ask for several. */
static void fewer_probes(struct generator *g, struct texture_case *texture)
{
    if (below(g, 4))
        case_set(texture, SAMPLER_MAX_ANISO, 0);
}

static void make_texture(struct generator *g, unsigned number)
{
    struct random_case    *out = g->out;
    struct random_texture *texture = &out->texture[number];
    texture->state.memory = texture->memory;
    texture->state.room = sizeof texture->memory;
    do
        case_make(&g->source, number ? &out->texture[0].state : NULL, &texture->state);
    while (is_wide(&texture->state) || !is_free(out, number));
    texture->state.memory = NULL;
    fewer_probes(g, &texture->state);
    texture->id = FIRST_ID + 2 * number + below(g, 2);
    texture->sampler = (SAMPLERS / RANDOM_TEXTURES) * number + below(g, SAMPLERS / RANDOM_TEXTURES);
    texture->alternative = below(g, 4) == 0;
    texture->normalised = below(g, 5) ? NORMALISED : below(g, NORMALISED + 1);
    if (case_get(&texture->state, RESOURCE_DIM) == REF_CUBE)
        texture->normalised |= 3;
}

/* A buffer of vertices that no key of a launch can name. */
static void make_other(struct generator *g)
{
    struct random_case *out = g->out;
    const unsigned      format = generate_format(g);
    for (unsigned i = 0; i < RANDOM_OTHER_DWORDS; i++)
        out->other[i] = random_word(&g->source);
    memset(out->other_word, 0, sizeof out->other_word);
    out->other_word[0] = (uint32_t)OTHER_ADDRESS;
    out->other_word[1] = sizeof out->other - 1;
    out->other_word[2] = (uint32_t)(OTHER_ADDRESS >> 32) | below(g, 40) << WORD_STRIDE | format << WORD_FORMAT |
                         below(g, 3) << WORD_NUMBER;
    out->other_word[6] = (uint32_t)VALID_BUFFER << 30;
    out->other_id = below(g, FIRST_ID);
}

void generate_textures(struct generator *g)
{
    for (unsigned i = 0; i < RANDOM_TEXTURES && g->out->textures; i++)
        make_texture(g, i);
    make_other(g);
}

/* A quad's coordinates, or numbers of texels, for the GPRs that are kept for them. */
static void quad_of(struct generator *g, unsigned which, struct case_query *query)
{
    const struct random_case    *out = g->out;
    const struct random_texture *texture = &out->texture[which < RANDOM_TEXTURES ? which : below(g, RANDOM_TEXTURES)];
    memset(query, 0, sizeof *query);
    query->op = which == RANDOM_TEXTURES ? ISA_FETCH_LD : below(g, 2) ? ISA_FETCH_SAMPLE : ISA_FETCH_SAMPLE_L;
    query->tex.coord_type_x = texture->normalised & 1;
    query->tex.coord_type_y = texture->normalised >> 1 & 1;
    query->tex.coord_type_z = texture->normalised >> 2 & 1;
    query->tex.coord_type_w = texture->normalised >> 3 & 1;
    query_coordinates(&g->source, &texture->state, query);
}

void generate_coordinates(struct generator *g)
{
    struct random_case *out = g->out;
    struct case_query   query;
    for (unsigned t = 0; t < out->threads; t += 4)
        for (unsigned which = 0; which <= RANDOM_TEXTURES; which++) {
            quad_of(g, which, &query);
            for (unsigned lane = 0; lane < 4; lane++)
                memcpy(out->gprs[t + lane][random_coordinates(out) + which], query.coordinate[lane],
                       sizeof query.coordinate[lane]);
        }
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

struct texturing {
    struct generator           *g;
    struct random_fetch_clause *clause;
    uint32_t                    written; /* GPRs */
    bool                        whole_quad;
};

static unsigned pick_select(struct generator *g)
{
    const unsigned kind = below(g, 10);
    return kind < 7 ? below(g, 4) : kind == 7 ? SEL_MASK : SEL_0 + below(g, 2);
}

static void put(struct texturing *t, enum isa_fetch_id op, struct isa_tex tex)
{
    tex.tex_inst = isa_fetch_ops[op].opcode;
    tex.fetch_whole_quad = t->whole_quad;
    isa_pack_tex(&tex, t->clause->other[t->clause->count++]);
}

/* Slopes and a cube's number, for the instruction behind them. */
static void put_sets(struct texturing *t, enum isa_fetch_id op, struct isa_tex tex)
{
    struct generator *g = t->g;
    tex.src_rel = 0;
    for (unsigned axis = 0; axis < 2 && ref_op_has_gradients(op); axis++) {
        tex.src_gpr = below(g, 3) ? random_coordinates(g->out) + below(g, RANDOM_TEXTURES) : below(g, g->out->num_gprs);
        if (t->written >> tex.src_gpr & 1)
            tex.src_gpr = random_coordinates(g->out);
        tex.src_sel_x = below(g, 6);
        tex.src_sel_y = below(g, 6);
        tex.src_sel_z = below(g, 6);
        put(t, axis ? ISA_FETCH_SET_GRADIENTS_V : ISA_FETCH_SET_GRADIENTS_H, tex);
    }
    if (op == ISA_FETCH_SET_CUBEMAP_INDEX)
        put(t, op, tex);
}

static void pick_source(struct texturing *t, enum isa_fetch_id op, unsigned which, struct isa_tex *tex)
{
    struct generator *g = t->g;
    const bool        numbers = op == ISA_FETCH_LD || op == ISA_FETCH_GET_TEXTURE_RESINFO;
    tex->src_sel_y = 1;
    tex->src_sel_z = 2;
    tex->src_sel_w = 3;
    tex->src_gpr = random_coordinates(g->out) + (numbers ? RANDOM_TEXTURES : which);
    if (below(g, 6))
        return;
    tex->src_gpr = below(g, g->out->num_gprs);
    if (t->written >> tex->src_gpr & 1)
        tex->src_gpr = g->out->num_gprs - 1;
    if (below(g, 2) == 0) {
        tex->src_sel_x = below(g, 6);
        tex->src_sel_w = below(g, 6);
    }
}

static enum isa_fetch_id pick_other(struct generator *g, const struct texture_case *texture, enum isa_fetch_id op)
{
    const unsigned dim = case_get(texture, RESOURCE_DIM), kind = below(g, 30);
    if (dim < REF_2D_MSAA && kind == 0)
        return ISA_FETCH_GET_LERP;
    if (kind == 1)
        return ISA_FETCH_KEEP_GRADIENTS;
    return op;
}

static void put_instruction(struct texturing *t)
{
    struct generator            *g = t->g;
    const struct random_case    *out = g->out;
    const unsigned               which = below(g, RANDOM_TEXTURES);
    const struct random_texture *texture = &out->texture[which];
    const bool                   relative = g->relative && g->has_index;
    struct case_query            query;
    query_make(&g->source, &texture->state, &query);
    const enum isa_fetch_id op = pick_other(g, &texture->state, query.op);
    struct isa_tex          tex = query.tex;
    tex.resource_id = texture->id;
    tex.sampler_id = texture->sampler;
    tex.alt_const = texture->alternative;
    if (below(g, 6)) {
        tex.coord_type_x = texture->normalised & 1;
        tex.coord_type_y = texture->normalised >> 1 & 1;
        tex.coord_type_z = texture->normalised >> 2 & 1;
        tex.coord_type_w = texture->normalised >> 3 & 1;
    }
    put_sets(t, op, tex);
    pick_source(t, op, which, &tex);
    /* An array of cubes always has one, so that what the clause before left is not read. */
    if (case_get(&texture->state, RESOURCE_DIM) == REF_CUBE &&
        (below(g, 6) == 0 || case_get(&texture->state, RESOURCE_TEX_DEPTH)))
        put_sets(t, ISA_FETCH_SET_CUBEMAP_INDEX, tex);
    tex.dst_gpr = below(g, random_writable(out));
    tex.dst_rel = relative && !g->no_relative_write && below(g, 6) == 0;
    tex.dst_sel_x = pick_select(g);
    tex.dst_sel_y = pick_select(g);
    tex.dst_sel_z = pick_select(g);
    tex.dst_sel_w = pick_select(g);
    t->written |= tex.dst_rel ? UINT32_MAX : 1u << tex.dst_gpr;
    put(t, op, tex);
}

int generate_texturing(struct generator *g)
{
    enum { MOST_FOR_ONE = 4 }; /* with what is set before it */
    struct random_case *out = g->out;
    if (out->fetch_clauses == RANDOM_FETCH_CLAUSES)
        return -1;
    struct random_fetch_clause *clause = &out->fetch_clause[out->fetch_clauses];
    struct texturing            t = {.g = g, .clause = clause, .whole_quad = below(g, 6) == 0};
    clause->others = true;
    clause->count = 0;
    memset(clause->other, 0, sizeof clause->other);
    for (unsigned left = 1 + below(g, below(g, 4) ? 3 : 10); left && clause->count + MOST_FOR_ONE <= RANDOM_FETCHES;
         left--)
        put_instruction(&t);
    return (int)out->fetch_clauses++;
}

/* ---- registers and memory ---------------------------------------------------------------------------------------- */

struct registers {
    struct random_register *out;
    unsigned                count;
};

static void write_words(struct registers *to, uint32_t offset, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        to->out[to->count++] = (struct random_register){offset + 4 * i, words[i]};
}

/* Stages: 0 PS, 1 VS, 2 GS (ISA table 2.8, 10.4). */
static unsigned stage_of(const struct random_case *program, bool alternative)
{
    const unsigned own = program->stage == LAUNCH_PS ? 0 : program->stage == LAUNCH_GS ? 2 : 1;
    return !alternative ? own : own == 2 ? 1 : own + 1;
}

static uint32_t resource_offset(unsigned stage, unsigned id)
{
    static const unsigned first[] = {0, 160, 336};
    return 0x38000 + 28 * (first[stage] + id);
}

static void write_texture(struct registers *to, const struct random_case *program, const struct random_texture *texture)
{
    const unsigned stage = stage_of(program, texture->alternative);
    write_words(to, resource_offset(stage, texture->id), texture->state.resource, 7);
    write_words(to, 0x3c000 + 12 * (18 * stage + texture->sampler), texture->state.sampler, 3);
    write_words(to, 0xa400 + 0x200 * stage + 16 * texture->sampler, texture->state.border, 4);
    if (stage == 0)
        write_words(to, 0xaa00 + 4 * texture->sampler, &texture->state.kernel, 1);
}

/* SQ_PGM_RESOURCES_* of the stage; CLAMP_CONSTS has the one of PS alone (3D 10). */
static void write_settings(struct registers *to, const struct random_case *program)
{
    static const uint32_t offsets[] = {
        [LAUNCH_PS] = 0x28850, [LAUNCH_VS] = 0x28868, [LAUNCH_GS] = 0x2887c, [LAUNCH_ES] = 0x28890};
    const bool     clamps = program->clamp_consts && program->stage == LAUNCH_PS;
    const uint32_t word =
        program->num_gprs | program->stack_size << 8 | (uint32_t)!program->dx9_clamp << 21 | (uint32_t)clamps << 31;
    if (program->dx9_clamp || clamps)
        write_words(to, offsets[program->stage], &word, 1);
}

unsigned random_registers(const struct random_case *program, struct random_register out[RANDOM_REGISTERS])
{
    struct registers to = {out, 0};
    write_words(&to, resource_offset(stage_of(program, true), program->other_id), program->other_word, 7);
    for (unsigned i = 0; i < RANDOM_SEMANTICS && random_is_vertex(program); i++)
        if (program->semantic[i])
            write_words(&to, 0x28380 + 4 * i, &(uint32_t){program->semantic[i] - 1u}, 1);
    if (program->first) /* of PS, VS, GS and ES, one behind the other */
        write_words(&to, 0x288cc + 4 * (program->stage == LAUNCH_ES ? 3 : stage_of(program, false)), &program->first,
                    1);
    if (program->fetch_count && program->fetch_first)
        write_words(&to, 0x288dc, &program->fetch_first, 1);
    write_settings(&to, program);
    if (program->primitive && program->memory && program->stage == LAUNCH_VS)
        write_words(&to, 0x28a6c, &(uint32_t){program->primitive - 1}, 1);
    for (unsigned i = 0; i < RANDOM_OTHER_FILE && program->stage == LAUNCH_PS; i++)
        write_words(&to, 0x30000 + 16 * (REF_CONSTANTS + i), program->file[REF_CONSTANTS / 2 + i], 4);
    if (!program->textures)
        return to.count;
    for (unsigned i = 0; i < RANDOM_TEXTURES; i++)
        write_texture(&to, program, &program->texture[i]);
    write_words(&to, 0x9400, program->texture[0].state.filter4, 36);
    write_words(&to, 0x9508, &program->texture[0].state.ta_cntl_aux, 1);
    write_words(&to, 0x98f0, &program->texture[0].state.tiling, 1);
    return to.count;
}

unsigned random_ranges(const struct random_case *program, struct random_range out[RANDOM_RANGES])
{
    unsigned count = 0;
    for (unsigned i = 0; i < RANDOM_TEXTURES && program->textures; i++)
        out[count++] = (struct random_range){program->texture[i].state.at,
                                             (program->texture[i].state.bytes + 3) / 4 * 4, program->texture[i].memory};
    out[count++] = (struct random_range){OTHER_ADDRESS, sizeof program->other, (const uint8_t *)program->other};
    return count;
}
