/* accesses.c - random memory writes and reads, and the buffers that they reach (ISA 3.4.2, 7, 9.1, 9.5).
 *
 * Programs that have any keep a third GPR from random writes: its X and W are words of the scatter buffer that are the
 * thread's own.  Everything else lies in the thread's own items, whatever the index.  Reads come behind a WAIT_ACK;
 * what they still see too early, and what two threads reach, the interpreter throws away. */
#include <string.h>

#include "tb/random/generate.h"

enum {
    FOUR = 3, /* ELEM_SIZE */
    SCRATCH_VECTORS = 4,
    REDUCTION_VECTORS = 2,
    RING_DWORDS = 24, /* more than the last word of any access */
    SHARE = 8,        /* words of the scatter buffer of a thread */
    AREAS = 256,      /* wavefronts with scratch and reduction buffers */
    FMT_32_32_32_32 = 34
};

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}

bool generate_memory(const struct random_weights *weights, uint64_t seed)
{
    struct random_source source = {seed ^ 0x6d656d6f7279};
    return random_percent(&source, weights->memory);
}

bool generate_geometry(const struct random_weights *weights, uint64_t seed)
{
    struct random_source source = {seed ^ 0x67656f6d65747279};
    return random_percent(&source, weights->geometry);
}

unsigned generate_first(uint64_t seed)
{
    struct random_source source = {seed ^ 0x6669727374};
    return random_below(&source, 6) == 0 ? 1 + random_below(&source, 40) : 0;
}

void generate_settings(uint64_t seed, struct random_case *out)
{
    struct random_source source = {seed ^ 0x73657474696e67};
    out->fetch_first = random_below(&source, 3) == 0 ? 1 + random_below(&source, 6) : 0;
    out->dx9_clamp = random_below(&source, 4) == 0;
    out->clamp_consts = random_below(&source, 4) == 0;
    out->primitive = random_below(&source, 4);
}

bool generate_keeps_scatter(uint64_t seed)
{
    struct random_source source = {seed ^ 0x73636174746572};
    return random_below(&source, 4) == 0;
}

uint32_t generate_address(struct generator *g, unsigned thread, unsigned element)
{
    return element == 0   ? thread * SHARE
           : element == 3 ? thread * SHARE + 4
           : element == 1 ? below(g, 6)
                          : random_word(&g->source);
}

/* ---- writes ------------------------------------------------------------------------------------------------------ */

static enum isa_cf_id pick_write(struct generator *g)
{
    static const enum isa_cf_id ids[] = {ISA_CF_INST_MEM_SCRATCH, ISA_CF_INST_MEM_EXPORT,  ISA_CF_INST_MEM_REDUCTION,
                                         ISA_CF_INST_MEM_RING,    ISA_CF_INST_MEM_STREAM0, ISA_CF_INST_MEM_STREAM1,
                                         ISA_CF_INST_MEM_STREAM2, ISA_CF_INST_MEM_STREAM3};
    const enum isa_cf_id        id = ids[below(g, g->out->stage == LAUNCH_VS ? 8 : 4)];
    return g->out->keeps_scatter && id == ISA_CF_INST_MEM_EXPORT ? ISA_CF_INST_MEM_RING : id;
}

/* A few elements of an array that lies in the thread's part of the buffer. */
static void place_write(struct generator *g, enum isa_cf_id id, struct isa_export_buf *write)
{
    static const unsigned sizes[] = {0, 1, 3};
    const unsigned        vectors = id == ISA_CF_INST_MEM_SCRATCH ? SCRATCH_VECTORS : REDUCTION_VECTORS;
    if (id == ISA_CF_INST_MEM_EXPORT) {
        write->type |= 1;
        write->index_gpr = g->out->num_gprs - 3;
        write->elem_size = below(g, 4);
        write->array_base = below(g, SHARE - write->elem_size);
        write->array_size = below(g, 4096);
        const unsigned room = (SHARE - write->array_base) / (write->elem_size + 1) - 1;
        write->burst_count = write->burst_count > room ? room : write->burst_count;
    } else if (id == ISA_CF_INST_MEM_SCRATCH || id == ISA_CF_INST_MEM_REDUCTION) {
        write->elem_size = FOUR;
        write->array_base = below(g, vectors);
        write->array_size = below(g, vectors - write->array_base);
    } else {
        write->elem_size = sizes[below(g, 3)];
        write->array_base = below(g, 8);
        write->array_size = below(g, 4);
    }
}

void generate_write(struct generator *g, struct random_node *node)
{
    const struct random_case *out = g->out;
    const enum isa_cf_id      id = pick_write(g);
    struct isa_export_buf     write = {.cf_inst = isa_cf_ops[id].opcode,
                                       .type = below(g, 4) | (below(g, 6) ? 2 : 0), /* mostly acknowledged */
                                       .index_gpr = below(g, 3) ? out->num_gprs - 2 : below(g, out->num_gprs),
                                       .comp_mask = below(g, 3) ? 15 : below(g, 16),
                                       .rw_rel = g->relative && g->has_index && below(g, 2),
                                       .burst_count = below(g, 3) ? 0 : below(g, 6),
                                       .barrier = 1};
    place_write(g, id, &write);
    if (write.burst_count >= out->num_gprs)
        write.burst_count = 0;
    write.rw_gpr = below(g, out->num_gprs - write.burst_count);
    node->write = write;
}

/* ---- reads ------------------------------------------------------------------------------------------------------- */

static unsigned pick_select(struct generator *g)
{
    return below(g, 4) ? below(g, 4) : 4 + below(g, 4) % 3 + (below(g, 2) ? 1 : 0);
}

static unsigned mend_select(unsigned select)
{
    return select == 6 ? 7 : select; /* 6 is reserved */
}

static struct isa_mem_rd random_read(struct generator *g)
{
    const struct random_case *out = g->out;
    const unsigned            op = below(g, 3), vectors = op == 0 ? SCRATCH_VECTORS : REDUCTION_VECTORS;
    const unsigned            last = random_writable(out);
    struct isa_mem_rd         read = {.vtx_inst = 2,
                                      .mem_op = op,
                                      .elem_size = FOUR,
                                      .uncached = 1, /* as the program writes there (ISA 7.2) */
                                      .indexed = below(g, 4) != 0,
                                      .fetch_whole_quad = below(g, 10) == 0,
                                      .src_gpr = below(g, 3) ? out->num_gprs - 2 : below(g, out->num_gprs),
                                      .src_sel_x = below(g, 4),
                                      .burst_cnt = below(g, 4) ? 0 : below(g, 4),
                                      .dst_sel_x = mend_select(pick_select(g)),
                                      .dst_sel_y = mend_select(pick_select(g)),
                                      .dst_sel_z = mend_select(pick_select(g)),
                                      .dst_sel_w = mend_select(pick_select(g)),
                                      .data_format = FMT_32_32_32_32,
                                      .num_format_all = below(g, 3),
                                      .format_comp_all = below(g, 2),
                                      .srf_mode_all = below(g, 2),
                                      .mega_fetch = 1};
    if (below(g, 3) == 0)
        read.data_format = generate_format(g);
    read.endian_swap = generate_endian(g, read.data_format);
    read.array_base = below(g, vectors);
    read.array_size = below(g, vectors - read.array_base);
    if (op == 2) { /* scatter */
        read.indexed = 1;
        read.uncached = !out->keeps_scatter || below(g, 3) == 0;
        read.src_gpr = out->num_gprs - 3;
        read.src_sel_x = 3 * below(g, 2);
        read.elem_size = below(g, 2);
        read.array_base = below(g, 5);
        read.burst_cnt = below(g, 4) == 0;
    }
    if (read.burst_cnt >= last)
        read.burst_cnt = 0;
    read.dst_gpr = below(g, last - read.burst_cnt);
    return read;
}

int generate_reads(struct generator *g)
{
    struct random_case *out = g->out;
    if (out->read_clauses == RANDOM_READ_CLAUSES)
        return -1;
    struct random_read_clause *clause = &out->read_clause[out->read_clauses];
    clause->count = 1 + below(g, RANDOM_READS);
    for (unsigned i = 0; i < clause->count; i++)
        clause->read[i] = random_read(g);
    return (int)out->read_clauses++;
}

unsigned random_encode_reads(const struct random_read_clause *clause, uint32_t *dwords)
{
    for (unsigned i = 0; i < clause->count; i++)
        isa_pack_mem_rd(&clause->read[i], dwords + (size_t)4 * i);
    return 2 * clause->count;
}

/* ---- buffers ----------------------------------------------------------------------------------------------------- */

unsigned random_memory(const struct random_case *program, struct random_memory out[LAUNCH_TARGETS])
{
    struct random_source source = {program->seed ^ 0x6172656173};
    /* Sometimes room for few wavefronts, so that others wait; a group needs more. */
    const bool                 few = random_below(&source, 4) == 0 && !program->group_size;
    const unsigned             areas = few ? 1 + random_below(&source, 3) : AREAS;
    const struct random_memory rows[LAUNCH_TARGETS] = {
        {"scratch", LAUNCH_SCRATCH, areas * 64 * SCRATCH_VECTORS * 16, SCRATCH_VECTORS * 4, false},
        {"reduction", LAUNCH_REDUCTION, areas * 64 * REDUCTION_VECTORS * 16, REDUCTION_VECTORS * 4, false},
        {"ring", LAUNCH_RING, RANDOM_THREADS * RING_DWORDS * 4, RING_DWORDS, false},
        {"scatter", LAUNCH_SCATTER, RANDOM_THREADS * SHARE * 4, 0, true},
        {"stream0", LAUNCH_STREAM0, RANDOM_THREADS * RING_DWORDS * 4, RING_DWORDS, false},
        {"stream1", LAUNCH_STREAM1, 100 * RING_DWORDS * 4 + 20, RING_DWORDS, false}, /* less than some need */
        {"stream2", LAUNCH_STREAM2, RANDOM_THREADS * RING_DWORDS * 4, RING_DWORDS, false},
        {"stream3", LAUNCH_STREAM3, RANDOM_THREADS * RING_DWORDS * 4, RING_DWORDS, false}};
    memcpy(out, rows, sizeof rows);
    return !program->memory ? 0 : program->stage == LAUNCH_VS ? LAUNCH_TARGETS : 4;
}

_Static_assert(RANDOM_SCATTER_WORDS == RANDOM_THREADS * SHARE, "all of them");
void random_scatter(const struct random_case *program, uint32_t words[RANDOM_SCATTER_WORDS])
{
    struct random_source source = {program->seed ^ 0x776f726473};
    for (unsigned i = 0; i < RANDOM_SCATTER_WORDS; i++)
        words[i] = random_word(&source);
}
