/* lint_fetch.c - lint of fetch clauses: registers that nothing gives a value, fetches that read what an earlier one of
 * their clause writes, gradients that were not set, memory reads through the cache (ISA 2.5, 7.2, 9.4). */
#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/lint_internal.h"

enum { FETCH_WORDS = 2 };

/* A register and which of its elements, a bit each. */
struct use {
    unsigned gpr, elements;
    bool     relative; /* by an index: any */
};

/* What an instruction takes from its source register. */
static struct use source_of(const struct isa_fetch_op *op, const uint32_t *dwords)
{
    struct use use = {.gpr = 0};
    if (op->format == ISA_FORMAT_TEX) {
        struct isa_tex tex;
        isa_unpack_tex(dwords, &tex);
        const uint32_t select[4] = {tex.src_sel_x, tex.src_sel_y, tex.src_sel_z, tex.src_sel_w};
        use = (struct use){.gpr = tex.src_gpr, .relative = tex.src_rel};
        for (unsigned e = 0; e < 4; e++)
            use.elements |= select[e] < 4 ? 1u << select[e] : 0;
    } else if (op->format == ISA_FORMAT_VTX_GPR || op->format == ISA_FORMAT_VTX_SEM) {
        struct isa_vtx_gpr vtx; /* both have these fields in the same places */
        isa_unpack_vtx_gpr(dwords, &vtx);
        use = (struct use){.gpr = vtx.src_gpr, .elements = 1u << vtx.src_sel_x, .relative = vtx.src_rel};
    } else if (op->format == ISA_FORMAT_MEM_RD) {
        struct isa_mem_rd read;
        isa_unpack_mem_rd(dwords, &read);
        if (read.indexed)
            use = (struct use){.gpr = read.src_gpr, .elements = 1u << read.src_sel_x, .relative = read.src_rel};
    }
    return use;
}

/* What it writes; of a semantic nothing is known here. */
static struct use result_of(const struct isa_fetch_op *op, const uint32_t *dwords)
{
    static const char *const names[4] = {"dst_sel_x", "dst_sel_y", "dst_sel_z", "dst_sel_w"};
    const struct isa_field  *gpr = isa_field_find(op->format, "dst_gpr");
    const struct isa_field  *relative = isa_field_find(op->format, "dst_rel");
    struct use               use = {.gpr = 0};
    if (!gpr)
        return use;
    use.gpr = isa_field_get(gpr, dwords);
    use.relative = relative && isa_field_get(relative, dwords);
    for (unsigned e = 0; e < 4; e++) {
        const struct isa_field *select = isa_field_find(op->format, names[e]);
        if (!select || isa_field_get(select, dwords) != ISA_SEL_MASK)
            use.elements |= 1u << e;
    }
    return use;
}

static void lint_source(struct lint *lint, const struct flow_row *row, unsigned address, const struct isa_fetch_op *op,
                        const struct use *source)
{
    static const char *const index[16] = {[1] = ".x", [2] = ".y", [4] = ".z", [8] = ".w"};
    const bool               texture = op->format == ISA_FORMAT_TEX;
    if (source->relative || !lint_is_missing(lint, source->gpr, source->elements))
        return;
    lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 2.5",
                 "the fetch at word %u takes its %s from R%u%s, which is neither given at the start nor written "
                 "anywhere in the program",
                 address, texture ? "coordinates" : "index", source->gpr, texture ? "" : index[source->elements]);
}

/* Whether it comes before or after that write is not said (docs/open-questions.md). */
static void lint_overtaking(struct lint *lint, const struct flow_row *row, unsigned i, const struct use *sources,
                            const struct use *results)
{
    for (unsigned before = i; before-- > 0;) {
        const struct use *source = &sources[i], *result = &results[before];
        if (source->relative || result->relative || source->gpr != result->gpr ||
            !(source->elements & result->elements))
            continue;
        lint_note_cf(lint, row, LINT_DOUBTFUL, "ISA ch. 5",
                     "the fetch at word %u reads R%u, which the one at word %u of its clause writes: the value may be "
                     "the old one",
                     row->clause + FETCH_WORDS * i, source->gpr, row->clause + FETCH_WORDS * before);
        return;
    }
}

static bool uses_gradients(enum isa_fetch_id op)
{
    switch (op) {
    case ISA_FETCH_SAMPLE_G:
    case ISA_FETCH_SAMPLE_G_LB:
    case ISA_FETCH_SAMPLE_C_G:
    case ISA_FETCH_SAMPLE_C_G_LB:
        return true;
    default: /* those with a level of their own need none */
        return false;
    }
}

/* Which of the two an instruction sets: 1 horizontal, 2 vertical. */
static unsigned sets_gradients(enum isa_fetch_id op)
{
    return op == ISA_FETCH_SET_GRADIENTS_H   ? 1
           : op == ISA_FETCH_SET_GRADIENTS_V ? 2
           : op == ISA_FETCH_KEEP_GRADIENTS  ? 3
                                             : 0;
}

/* What the cache holds may be older than what the program has written. */
static void lint_cached(struct lint *lint, const struct flow_row *row, unsigned address, const struct isa_fetch_op *op,
                        const uint32_t *dwords)
{
    struct isa_mem_rd read;
    if (op->format != ISA_FORMAT_MEM_RD)
        return;
    isa_unpack_mem_rd(dwords, &read);
    if (!read.uncached && lint->memory_written >> memory_read_target_of(read.mem_op) & 1)
        lint_note_cf(lint, row, LINT_DOUBTFUL, "ISA 7.2",
                     "%s at word %u is not UNCACHED and reads a buffer that the program writes", op->name, address);
}

void lint_fetch_clause(struct lint *lint, const struct flow_row *row)
{
    enum { MOST = 16 };
    struct use      sources[MOST], results[MOST];
    unsigned        gradients = 0;
    const uint32_t *dwords;
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *op = flow_fetch(lint->code, row, i, &dwords);
        const unsigned             address = row->clause + FETCH_WORDS * i;
        if (!op)
            return;
        sources[i] = source_of(op, dwords);
        results[i] = result_of(op, dwords);
        gradients |= sets_gradients(op->id);
        lint_source(lint, row, address, op, &sources[i]);
        lint_overtaking(lint, row, i, sources, results);
        lint_cached(lint, row, address, op, dwords);
        if (uses_gradients(op->id) && gradients != 3)
            lint_note_cf(lint, row, LINT_DOUBTFUL, "ISA 9.4",
                         "%s at word %u takes gradients that no instruction before it in the clause sets", op->name,
                         address);
    }
}
