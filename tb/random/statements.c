/* statements.c - random programs: statements, subroutines, and the data they run on. */
#include <string.h>

#include "tb/isa/alu_operands.h"
#include "tb/random/generate.h"

enum { VARIANTS_BRANCH = 8, VARIANTS_ELSE = 8, VARIANTS_LOOP = 5, VARIANTS_LEAVE = 4, VARIANTS_OTHER = 7 };
enum { LOOP_LEVELS = 3 };

static int generate_list(struct generator *g);

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void fill_export(struct generator *g, struct random_node *node)
{
    const struct random_case *out = g->out;
    node->number = out->stage == LAUNCH_VS ? below(g, 4) : below(g, 8);
    node->burst = below(g, 4) == 0 ? 1 + below(g, 3) : 0;
    if (out->stage == LAUNCH_PS && node->number + node->burst > 7)
        node->burst = 7 - node->number;
    if (node->burst >= out->num_gprs)
        node->burst = 0;
    node->gpr = below(g, out->num_gprs - node->burst);
    for (unsigned e = 0; e < 4; e++)
        node->select[e] = (uint8_t)(below(g, 6) ? below(g, 4) : below(g, 2) ? 7 : 4 + below(g, 2));
    node->relative = g->relative && g->has_index && below(g, 2);
}

static void fill_loop(struct generator *g, struct random_node *node)
{
    const bool     index = g->has_index, no_relative = g->no_relative_write;
    const unsigned branches = g->branches;
    node->variant = below(g, VARIANTS_LOOP);
    node->constant = below(g, 6);
    node->number = below(g, 4) == 0; /* a PUSH around it, which LOOP_START pops when no thread enters */
    if (g->loops >= LOOP_LEVELS || node->variant < 3) { /* LOOP_START, LOOP_START_NO_AL */
        node->variant %= 2;
        if (node->variant == 0)
            g->has_index = true;
    } else { /* LOOP_START_DX10, left by a counter; an index within it belongs to no loop (ISA 3.7.3) */
        node->clause[0] = generate_counter_start(g, g->loops);
        node->clause[1] = generate_counter_step(g, g->loops, 1 + below(g, 4));
        g->has_index = false;
        g->no_relative_write = true;
    }
    g->loops++;
    g->branches = 0;
    node->list[0] = generate_list(g);
    g->branches = branches;
    g->loops--;
    g->has_index = index;
    g->no_relative_write = no_relative;
}

static void fill_branch(struct generator *g, struct random_node *node)
{
    node->variant = below(g, node->kind == RANDOM_BRANCH ? VARIANTS_BRANCH : VARIANTS_ELSE);
    node->clause[0] = generate_clause(g, CLAUSE_CONDITION);
    node->clause[1] =
        generate_clause(g, node->kind == RANDOM_BRANCH && node->variant == 4 ? CLAUSE_CONDITION : CLAUSE_PLAIN);
    node->clause[2] = generate_clause(g, CLAUSE_PLAIN);
    g->branches++;
    node->list[0] = generate_list(g);
    node->list[1] = generate_list(g);
    g->branches--;
}

/* A subroutine calls those behind it, or itself once: CALL_COUNT then says how deep, up to the limit (ISA 3.7.6). */
static void fill_call(struct generator *g, struct random_node *node)
{
    node->number = below(g, RANDOM_SUBROUTINES);
    node->variant = below(g, 4) == 0 ? below(g, 33) : 1; /* CALL_COUNT */
    if (g->in_fetch) {
        node->number = below(g, RANDOM_SUBROUTINES); /* the fetch program has subroutines of its own */
    } else if (random_is_vertex(g->out) && below(g, 3) == 0) {
        node->number = RANDOM_SUBROUTINES;
    } else if (g->in_subroutine) {
        const bool last = g->subroutine + 1 == RANDOM_SUBROUTINES, itself = !g->calls_itself && (last || below(g, 2));
        node->number = g->subroutine + !itself;
        if (itself)
            node->variant = below(g, 8) ? 6 + below(g, 20) : 1;
        g->calls_itself |= itself;
    }
}

/* Levels of PUSH and loops of one trip; seldom as many as STACK_SIZE can have. */
static void fill_tower(struct generator *g, struct random_node *node)
{
    static const unsigned most[] = {6, 12, 40};
    static const unsigned weights[] = {80, 15, 4, 1};
    const unsigned        kind = random_pick(&g->source, weights, 4);
    node->number = kind < 3 ? 1 + below(g, most[kind]) : RANDOM_LEVELS - below(g, 20);
    node->bits = random_word(&g->source);
    node->clause[0] = generate_clause(g, CLAUSE_PLAIN);
}

/* What may be jumped over. */
static int generate_body(struct generator *g)
{
    g->branches++;
    const int list = generate_list(g);
    g->branches--;
    return list;
}

static void fill(struct generator *g, struct random_node *node)
{
    switch (node->kind) {
    case RANDOM_ALU:
        node->clause[0] = generate_clause(g, CLAUSE_PLAIN);
        break;
    case RANDOM_BRANCH:
    case RANDOM_ELSE:
        fill_branch(g, node);
        break;
    case RANDOM_LOOP:
        fill_loop(g, node);
        break;
    case RANDOM_LEAVE:
        node->variant = below(g, g->branches ? VARIANTS_LEAVE : VARIANTS_LEAVE - 1);
        node->number = below(g, 2); /* break or continue */
        node->clause[0] = generate_clause(g, CLAUSE_CONDITION);
        break;
    case RANDOM_CALL:
        fill_call(g, node);
        break;
    case RANDOM_TOWER:
        fill_tower(g, node);
        break;
    case RANDOM_RETURN:
    case RANDOM_KINDS:
        break;
    case RANDOM_SKIP:
        node->list[0] = generate_body(g);
        break;
    case RANDOM_KILL:
        node->variant = g->depth <= g->weights->depth && below(g, 4) == 0;
        node->clause[0] = generate_clause(g, CLAUSE_KILL);
        if (node->variant) /* jumped over when all threads are killed */
            node->list[0] = generate_body(g);
        break;
    case RANDOM_EXPORT:
        fill_export(g, node);
        break;
    case RANDOM_OTHER:
        node->variant = below(g, VARIANTS_OTHER);
        break;
    case RANDOM_FETCH:
        node->variant = below(g, 3); /* VTX, VTX_TC, TEX */
        node->number = (unsigned)generate_fetches(g);
        break;
    case RANDOM_WRITE:
        generate_write(g, node);
        break;
    case RANDOM_READ:
        node->number = (unsigned)generate_reads(g);
        node->variant = below(g, 8) ? 0 : below(g, 3); /* acknowledgements that may be outstanding */
        break;
    case RANDOM_SHARE:
        node->number = (unsigned)generate_share(g);
        break;
    case RANDOM_TEXTURING:
        node->number = (unsigned)generate_texturing(g);
        break;
    case RANDOM_EMIT:
        node->variant = below(g, 3);
        break;
    }
}

/* The last subroutine calls none but itself. */
static bool may_call(const struct generator *g)
{
    if (!g->in_subroutine)
        return true;
    if (g->in_fetch)
        return !g->loops;
    return !g->loops && (g->subroutine + 1 < RANDOM_SUBROUTINES || !g->calls_itself);
}

static enum random_kind pick_kind(struct generator *g)
{
    const struct random_weights *w = g->weights;
    const bool                   deep = g->depth >= w->depth;
    const unsigned               weights[] = {
                      [RANDOM_ALU] = w->alu + 1,
                      [RANDOM_BRANCH] = deep ? 0 : w->branch,
                      [RANDOM_ELSE] = deep ? 0 : w->branch_else,
                      [RANDOM_LOOP] = deep ? 0 : w->loop,
                      [RANDOM_LEAVE] = g->loops && !g->in_subroutine ? w->leave : 0,
                      [RANDOM_CALL] = may_call(g) ? w->call : 0,
                      [RANDOM_TOWER] = w->tower,
                      [RANDOM_RETURN] = g->in_subroutine && !g->nested ? w->leave_call : 0,
                      [RANDOM_SKIP] = deep ? 0 : w->skip,
                      [RANDOM_KILL] = g->out->stage == LAUNCH_PS ? w->kill : 0,
                      [RANDOM_EXPORT] = random_exports(g->out) ? w->export : 0,
                      [RANDOM_OTHER] = w->other,
                      [RANDOM_FETCH] = g->out->fetch_clauses < RANDOM_FETCH_CLAUSES ? w->fetch : 0,
                      [RANDOM_WRITE] = g->out->memory ? w->write : 0,
                      [RANDOM_READ] = g->out->memory && g->out->read_clauses < RANDOM_READ_CLAUSES ? w->read : 0,
                      [RANDOM_SHARE] = g->out->fetch_clauses < RANDOM_FETCH_CLAUSES ? w->share : 0,
                      [RANDOM_EMIT] = g->out->stage == LAUNCH_GS ? w->emit : 0,
                      [RANDOM_TEXTURING] = g->out->textures && g->out->fetch_clauses < RANDOM_FETCH_CLAUSES ? w->texture : 0,
    };
    return (enum random_kind)random_pick(&g->source, weights, sizeof weights / sizeof *weights);
}

static int generate_node(struct generator *g)
{
    struct random_case          *out = g->out;
    const struct random_weights *w = g->weights;
    if (out->nodes >= RANDOM_NODES || out->clauses + 4 > RANDOM_CLAUSES)
        return -1;
    const unsigned      index = out->nodes++;
    struct random_node *node = &out->node[index];
    memset(node, 0, sizeof *node);
    node->kind = pick_kind(g);
    node->list[0] = node->list[1] = node->next = -1;
    node->cond = 2 + below(g, 2); /* BOOL, NOT_BOOL, where a statement has a condition */
    if (below(g, 8) == 0)
        node->cond = below(g, 2);
    node->constant = below(g, REF_FLOW_CONSTANTS);
    node->whole_quad = g->whole_quads && random_percent(&g->source, w->whole_quad);
    node->valid_pixel = !node->whole_quad && random_percent(&g->source, w->valid_pixel);
    node->no_barrier = random_percent(&g->source, w->no_barrier);
    node->mode_at = below(g, 2) ? below(g, 5) : 0;
    g->depth++;
    g->nested++;
    fill(g, node);
    g->nested--;
    g->depth--;
    return (int)index;
}

static int generate_list(struct generator *g)
{
    const unsigned limit = g->depth > 1 ? 1 + g->nodes / (2 * g->depth) : g->nodes;
    int            first = -1, last = -1;
    for (unsigned left = 1 + below(g, limit ? limit : 1); left; left--) {
        const int node = generate_node(g);
        if (node < 0)
            break;
        if (last < 0)
            first = node;
        else
            g->out->node[last].next = node;
        last = node;
    }
    return first;
}

/* ---- data ----------------------------------------------------------------------------------------------------- */

static uint32_t number(struct generator *g)
{
    struct alu_random numbers = {(uint64_t)random_word(&g->source) << 32 | random_word(&g->source)};
    return alu_random_operand(&numbers);
}

/* Random numbers, small ones in the register that decides branches, counters at 0. */
static void fill_gprs(struct generator *g)
{
    struct random_case *out = g->out;
    for (unsigned t = 0; t < out->threads; t++)
        for (unsigned r = 0; r < out->num_gprs; r++)
            for (unsigned e = 0; e < 4; e++)
                out->gprs[t][r][e] = r == out->num_gprs - 1                  ? 0
                                     : r == out->num_gprs - 2                ? below(g, 1 + e) + below(g, 2 + 3 * e)
                                     : out->memory && r == out->num_gprs - 3 ? generate_address(g, t, e)
                                                                             : number(g);
    if (out->textures)
        generate_coordinates(g);
}

static void fill_constants(struct generator *g)
{
    struct random_case *out = g->out;
    for (unsigned i = 0; i < RANDOM_BUFFERS * RANDOM_VECTORS * 4; i++)
        out->buffer[i / (4 * RANDOM_VECTORS)][i / 4 % RANDOM_VECTORS][i % 4] = number(g);
    for (unsigned i = 0; i < REF_CONSTANTS * 4; i++)
        out->file[i / 4][i % 4] = g->uses_file ? number(g) : 0;
    out->booleans = random_word(&g->source);
    for (unsigned i = 0; i < REF_FLOW_CONSTANTS; i++) {
        out->loop[i].count = i == RANDOM_ONE_TRIP ? 1 : below(g, 8) ? 1 + below(g, 4) : 0;
        const bool far = below(g, 24) == 0; /* aL has 13 bits and wraps */
        out->loop[i].start = (int32_t)below(g, far ? 4096 : below(g, 3) ? 8 : 40);
        out->loop[i].step = far ? (int32_t)below(g, 256) - 128 : (int32_t)below(g, 7) - 3;
    }
}

static void generate_subroutines(struct generator *g)
{
    struct random_case *out = g->out;
    g->in_subroutine = true;
    g->depth = g->weights->depth > 2 ? g->weights->depth - 2 : 1;
    g->no_relative_write = true; /* it may be called from a loop that counts */
    g->nodes = g->nodes > 4 ? 4 : g->nodes;
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++) {
        g->subroutine = i;
        g->calls_itself = false;
        out->subroutine[i] = g->weights->call ? generate_list(g) : -1;
    }
    g->in_fetch = true;
    out->fetch = g->weights->call && random_is_vertex(out) ? generate_list(g) : -1;
}

void random_generate(uint64_t seed, const struct random_weights *weights, struct random_case *out)
{
    struct generator g = {.source = {seed}, .weights = weights, .out = out};
    const unsigned   most_gprs = weights->gprs < RANDOM_GPRS ? weights->gprs : RANDOM_GPRS;
    const unsigned   most_threads = weights->threads < RANDOM_THREADS ? weights->threads : RANDOM_THREADS;
    generate_families(&g);
    out->seed = seed; /* statements and clauses are cleared when they are made */
    out->fetch_clauses = out->read_clauses = 0;
    const bool geometry = generate_geometry(weights, seed);
    out->memory = geometry || generate_memory(weights, seed); /* they write nothing else */
    out->keeps_scatter = generate_keeps_scatter(seed);
    out->first = generate_first(seed);
    generate_settings(seed, out);
    out->nodes = out->clauses = out->stack_size = out->dword_count = out->fetch_count = 0;
    if (random_percent(&g.source, weights->vertex))
        out->stage = geometry ? LAUNCH_ES : LAUNCH_VS;
    else
        out->stage = geometry ? LAUNCH_GS : LAUNCH_PS;
    out->prefer_vector = !random_percent(&g.source, weights->prefer_trans);
    out->num_gprs = 4 + below(&g, most_gprs > 4 ? most_gprs - 3 : 1);
    /* Whole quads: results of threads beyond the launch's, in WHOLE_QUAD_MODE, are undefined. */
    g.whole_quads = out->whole_quads = random_percent(&g.source, weights->quads);
    out->threads = 1 + below(&g, below(&g, 3) || most_threads < 64 ? most_threads : most_threads / 4);
    if (g.whole_quads)
        out->threads = (out->threads + 3) / 4 * 4;
    generate_groups(&g);
    generate_globals(&g);
    out->textures = g.whole_quads && generate_has_textures(weights, seed);
    if (random_writable(out) < 3 || random_writable(out) > out->num_gprs)
        out->num_gprs += 3u + out->memory + (out->textures ? RANDOM_TEXTURES + 1u : 0u);
    generate_textures(&g);
    g.nodes = 1 + below(&g, weights->nodes ? weights->nodes : 1);
    /* Of the constant file PS and VS have a part each (3D 9). */
    g.uses_file = random_percent(&g.source, weights->constant_file) && !geometry;
    out->other_clocks = random_percent(&g.source, weights->clocks);
    g.relative = random_percent(&g.source, weights->relative);
    fill_gprs(&g);
    fill_constants(&g);
    generate_resources(&g);
    out->first_share = out->group_size ? generate_share(&g) : -1;
    out->main = generate_list(&g);
    generate_subroutines(&g);
}
