/* fetches.c - random fetch clauses and the resources that they read (ISA 5, 9.3, 10.3; 3D 6).
 *
 * An index comes from the GPR with the small numbers as often as from any other, so that elements lie in their buffers
 * and outside of them.  Not generated: byte swaps of words that an element is not a multiple of, for nothing says what
 * becomes of the bytes beside it. */
#include <string.h>

#include "tb/random/generate.h"

enum { WORD_STRIDE = 8, WORD_CLAMP = 19, WORD_FORMAT = 20, WORD_NUMBER = 26, WORD_SIGNED = 28, WORD_SRF = 29 };
enum { WORD_ENDIAN = 30, VALID_BUFFER = 3, STRIDE_MOST = 2047, OFFSET_MOST = 65535, FETCH_IDS = 160 };
enum { SEMANTIC_IDS = 51, ID_BITS = 7 };
enum { SEL_0 = 4, SEL_1 = 5, SEL_MASK = 7 };

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}

unsigned generate_format(struct generator *g)
{
    for (;;) {
        const unsigned format = below(g, 64);
        if (ref_format_bytes(format))
            return format;
    }
}

unsigned generate_endian(struct generator *g, unsigned format)
{
    const unsigned bytes = ref_format_bytes(format);
    return below(g, bytes % 4 == 0 ? 3 : bytes % 2 == 0 ? 2 : 1);
}

/* A part of a constant buffer, with a stride that keeps some small indices inside. */
static void fill_resource(struct generator *g, struct random_resource *resource, unsigned id)
{
    const unsigned bytes = sizeof g->out->buffer[0], format = generate_format(g);
    resource->id = id;
    resource->buffer = below(g, RANDOM_BUFFERS);
    resource->offset = below(g, 2) ? below(g, bytes / 2) : 16 * below(g, 8);
    const unsigned left = bytes - resource->offset, size = below(g, 3) ? left : 1 + below(g, left);
    const unsigned stride = below(g, 6) == 0 ? below(g, STRIDE_MOST + 1) : below(g, 2) ? 16 : below(g, 40);
    memset(resource->word, 0, sizeof resource->word);
    resource->word[1] = size - 1;
    resource->word[2] = stride << WORD_STRIDE | below(g, 2) << WORD_CLAMP | format << WORD_FORMAT |
                        below(g, 3) << WORD_NUMBER | below(g, 2) << WORD_SIGNED | below(g, 2) << WORD_SRF |
                        generate_endian(g, format) << WORD_ENDIAN;
    resource->word[6] = (uint32_t)VALID_BUFFER << 30;
}

/* Of vertex programs the upper half are those of the fetch program, which the others may read as well. */
void generate_resources(struct generator *g)
{
    struct random_case *out = g->out;
    for (unsigned i = 0; i < RANDOM_RESOURCES; i++) {
        const bool     fetch = random_is_vertex(out) && i >= RANDOM_RESOURCES / 2;
        const unsigned step = fetch ? 16 / RANDOM_RESOURCES : FETCH_IDS / RANDOM_RESOURCES;
        fill_resource(g, &out->resource[i], (fetch ? FETCH_IDS : 0) + i * step + below(g, step));
    }
    /* Of a vertex program, some registers have a semantic, of few so that fetches find them. */
    for (unsigned i = 0; i < RANDOM_SEMANTICS; i++)
        out->semantic[i] = (uint16_t)(i + 1 < random_writable(out) && below(g, 2) ? 1 + below(g, SEMANTIC_IDS) * 5 : 0);
    out->base_vertex = below(g, 3) ? below(g, 8) : (uint32_t) - (int)below(g, 4);
    out->start_instance = below(g, 3) ? below(g, 8) : random_word(&g->source);
}

static unsigned pick_select(struct generator *g)
{
    const unsigned kind = below(g, 10);
    return kind < 6 ? below(g, 4) : kind < 8 ? SEL_MASK : SEL_0 + below(g, 2);
}

static struct isa_vtx_gpr random_fetch(struct generator *g)
{
    const struct random_case *out = g->out;
    const unsigned            format = generate_format(g), last = out->num_gprs;
    const unsigned            offset = below(g, 8) == 0 ? below(g, OFFSET_MOST + 1) : below(g, 24);
    const bool                relative = g->relative && g->has_index;
    return (struct isa_vtx_gpr){
        .fetch_type = below(g, 3),
        .fetch_whole_quad = below(g, 6) == 0,
        .buffer_id = out->resource[below(g, RANDOM_RESOURCES)].id,
        .src_gpr = below(g, 3) ? last - 2 : below(g, last),
        .src_rel = relative && below(g, 4) == 0,
        .src_sel_x = below(g, 4),
        .mega_fetch_count = below(g, 64),
        .dst_gpr = below(g, random_writable(out)),
        .dst_rel = relative && !g->no_relative_write && below(g, 3) == 0,
        .dst_sel_x = pick_select(g),
        .dst_sel_y = pick_select(g),
        .dst_sel_z = pick_select(g),
        .dst_sel_w = pick_select(g),
        .use_const_fields = below(g, 3) == 0,
        .data_format = format,
        .num_format_all = below(g, 3),
        .format_comp_all = below(g, 2),
        .srf_mode_all = below(g, 2),
        .offset = offset,
        .endian_swap = generate_endian(g, format),
        .mega_fetch = below(g, 2),
    };
}

/* SEMANTIC has its number in the place of the destination (ISA 10.3); mostly one that the table has. */
static void make_semantic(struct generator *g, struct isa_vtx_gpr *fetch)
{
    const uint16_t found = g->out->semantic[below(g, RANDOM_SEMANTICS)];
    const unsigned id = found ? found - 1u : below(g, 256);
    fetch->vtx_inst = isa_fetch_ops[ISA_FETCH_SEMANTIC].opcode;
    fetch->dst_gpr = id & ((1u << ID_BITS) - 1);
    fetch->dst_rel = id >> ID_BITS;
}

/* What few fetches do. */
static void make_special(struct generator *g, struct isa_vtx_gpr *fetch)
{
    fetch->const_buf_no_stride = below(g, 12) == 0;
    if (below(g, 10) == 0) {
        fetch->alt_const = 1;
        fetch->buffer_id = g->out->other_id;
    }
    if (random_is_vertex(g->out) && below(g, 5) == 0)
        make_semantic(g, fetch);
}

/* No fetch reads what an earlier one of the clause writes: nothing says that it waits.  Only a destination relative to
 * aL reaches the last two GPRs; then the interpreter throws the program away. */
static void avoid_hazards(struct generator *g, struct random_fetch_clause *clause, unsigned at)
{
    struct isa_vtx_gpr *fetch = &clause->fetch[at];
    bool                hazard = false;
    for (unsigned i = 0; i < at; i++)
        hazard |= clause->fetch[i].vtx_inst || clause->fetch[i].dst_gpr == fetch->src_gpr || clause->fetch[i].dst_rel ||
                  fetch->src_rel;
    if (!hazard)
        return;
    fetch->src_rel = 0;
    fetch->src_gpr = g->out->num_gprs - 1 - below(g, 2);
}

int generate_fetches(struct generator *g)
{
    struct random_case *out = g->out;
    if (out->fetch_clauses == RANDOM_FETCH_CLAUSES)
        return -1;
    struct random_fetch_clause *clause = &out->fetch_clause[out->fetch_clauses];
    clause->others = false;
    clause->count = 1 + below(g, below(g, 4) ? 3 : RANDOM_FETCHES);
    for (unsigned i = 0; i < clause->count; i++) {
        clause->fetch[i] = random_fetch(g);
        make_special(g, &clause->fetch[i]);
        avoid_hazards(g, clause, i);
    }
    return (int)out->fetch_clauses++;
}

unsigned random_encode_fetches(const struct random_fetch_clause *clause, uint32_t *dwords)
{
    for (unsigned i = 0; i < clause->count; i++)
        if (clause->others)
            memcpy(dwords + (size_t)4 * i, clause->other[i], sizeof clause->other[i]);
        else
            isa_pack_vtx_gpr(&clause->fetch[i], dwords + (size_t)4 * i);
    return 2 * clause->count;
}
