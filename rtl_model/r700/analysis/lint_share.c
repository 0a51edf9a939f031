/* lint_share.c - lint of what threads tell one another, along the control flow: memory that is read before a write of
 * it is acknowledged, and the local data share from clause to clause and from wavefront to wavefront (ISA 2.6.2, 3.4.2,
 * 7.2, 9.1 WAIT_ACK). */
#include <stdlib.h>

#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/lint_internal.h"

/* What may have happened on some path to a CF instruction: a bit for each target of memory writes, twice, and two. */
enum {
    ACKED = 1,                   /* written, and an acknowledgement asked for that nothing has waited for */
    PLAIN = 1 << MEMORY_TARGETS, /* written without one */
    RELATIVE =
        PLAIN << MEMORY_TARGETS, /* the share is written in relative mode, and no wavefront has waited for another */
    ABSOLUTE = RELATIVE << 1,    /* it is written in absolute mode, by an earlier clause */
    ALL_ACKED = PLAIN - 1
};

struct place {
    uint32_t facts;
    bool     met;
    bool     waiting; /* it is of a loop in which a wavefront waits */
};

struct sharing {
    struct lint            *lint;
    const struct flow_code *code;
    struct place           *places; /* one for each row */
    uint32_t                behind; /* facts behind the row that is visited */
};

static struct place *place_of(const struct sharing *s, const struct flow_row *row)
{
    return &s->places[row - s->code->rows];
}

/* ---- clauses ----------------------------------------------------------------------------------------------------- */

/* What a write of the share makes possible. */
static uint32_t share_write(const uint32_t *dwords)
{
    struct isa_mem_dsw write;
    isa_unpack_mem_dsw(dwords, &write);
    return write.simd_wave_rel ? RELATIVE : ABSOLUTE;
}

/* Four neighbours exchange what they have written: they are of one wavefront. */
static bool is_among_neighbours(const uint32_t *dwords)
{
    enum { DSR_MUX_FFT_PERMUTE = 1 };
    struct isa_mem_dsr read;
    isa_unpack_mem_dsr(dwords, &read);
    return read.mux_cntl == DSR_MUX_FFT_PERMUTE;
}

static uint32_t after_clause(const struct sharing *s, const struct flow_row *row, uint32_t facts)
{
    const uint32_t *dwords;
    for (unsigned i = 0; i < flow_fetch_count(row) && !place_of(s, row)->waiting; i++) {
        const struct isa_fetch_op *op = flow_fetch(s->code, row, i, &dwords);
        if (op && op->format == ISA_FORMAT_MEM_DSW)
            facts |= share_write(dwords);
    }
    return facts;
}

static bool reads_share(const struct sharing *s, const struct flow_row *row)
{
    const uint32_t *dwords;
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *op = flow_fetch(s->code, row, i, &dwords);
        if (op && op->format == ISA_FORMAT_MEM_DSR)
            return true;
    }
    return false;
}

/* A loop that what is read of the share ends: in it a wavefront waits for others (docs/compute.md). */
static bool is_waiting_loop(struct sharing *s, const struct flow_row *start)
{
    enum { MOST = 64 }; /* it is short */
    const struct flow_row *const last = s->code->rows + s->code->count;
    unsigned                     end;
    bool                         reads = false, breaks = false;
    if (start->op->id != ISA_CF_INST_LOOP_START_DX10 || !flow_target(start, FLOW_JUMP, &end) || end > start->at + MOST)
        return false;
    for (const struct flow_row *row = start + 1; row < last && row->at < end; row++) {
        reads |= reads_share(s, row);
        breaks |= row->op && (row->op->id == ISA_CF_INST_ALU_BREAK || row->op->id == ISA_CF_INST_LOOP_BREAK);
    }
    for (const struct flow_row *row = start + 1; reads && breaks && row < last && row->at < end; row++)
        place_of(s, row)->waiting = true;
    return reads && breaks;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static uint32_t after_write(const struct flow_row *row, uint32_t facts)
{
    struct memory_write write;
    memory_write_unpack(row->dwords, &write);
    return facts | (uint32_t)(write.ack ? ACKED : PLAIN) << memory_target_of(row->op->id);
}

static bool visit(void *context, const struct flow_row *row)
{
    struct sharing *s = context;
    uint32_t        facts = place_of(s, row)->facts;
    place_of(s, row)->met = true;
    if (!row->op)
        return true;
    if (row->op->klass == ISA_CF_FETCH)
        facts = after_clause(s, row, facts);
    else if (row->op->klass == ISA_CF_MEM)
        facts = after_write(row, facts);
    else if (row->op->id == ISA_CF_INST_WAIT_ACK && !row->cf.addr)
        facts &= ~(uint32_t)ALL_ACKED;
    else if (is_waiting_loop(s, row))
        facts &= ~(uint32_t)RELATIVE;
    s->behind = facts;
    return true;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct sharing *s = context;
    uint32_t *const facts = &place_of(s, to)->facts;
    const uint32_t  before = *facts;
    (void)from, (void)kind;
    *facts |= s->behind;
    return *facts != before;
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

static void look_at_memory_read(struct sharing *s, const struct flow_row *row, unsigned address,
                                const struct isa_fetch_op *op, const uint32_t *dwords, uint32_t facts)
{
    struct isa_mem_rd read;
    isa_unpack_mem_rd(dwords, &read);
    const unsigned target = memory_read_target_of(read.mem_op);
    if (facts & (uint32_t)PLAIN << target)
        lint_note_cf(s->lint, row, LINT_DOUBTFUL, "ISA 3.4.2",
                     "%s at word %u reads what the program writes without asking for an acknowledgement: nothing can "
                     "wait for it",
                     op->name, address);
    else if (facts & (uint32_t)ACKED << target)
        lint_note_cf(s->lint, row, LINT_DOUBTFUL, "ISA 9.1",
                     "%s at word %u reads what the program writes, and no WAIT_ACK stands between", op->name, address);
}

static void look_at_clause(struct sharing *s, const struct flow_row *row)
{
    const struct place *place = place_of(s, row);
    const uint32_t     *dwords;
    uint32_t            facts = place->facts;
    bool                relative = false, absolute = false; /* reported */
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *op = flow_fetch(s->code, row, i, &dwords);
        const unsigned             address = row->clause + 2 * i;
        if (!op)
            return;
        if (op->format == ISA_FORMAT_MEM_RD)
            look_at_memory_read(s, row, address, op, dwords, facts);
        if (op->format == ISA_FORMAT_MEM_DSW)
            facts = (facts | (share_write(dwords) & RELATIVE)) & ~(share_write(dwords) & (uint32_t)ABSOLUTE);
        if (op->format != ISA_FORMAT_MEM_DSR || place->waiting)
            continue;
        if (facts & RELATIVE && s->lint->subject->group_waves > 1 && !relative && !is_among_neighbours(dwords)) {
            relative = true;
            lint_note_cf(s->lint, row, LINT_DOUBTFUL, "ISA 2.6.2",
                         "LOCAL_DS_READ at word %u: the group has %u wavefronts that write in relative mode, and no "
                         "loop before it waits for them",
                         address, s->lint->subject->group_waves);
        }
        if (facts & ABSOLUTE && !absolute) {
            absolute = true;
            lint_note_cf(s->lint, row, LINT_DOUBTFUL, "ISA 2.6.2",
                         "LOCAL_DS_READ at word %u: what an earlier clause has written in absolute mode another "
                         "wavefront may have overwritten",
                         address);
        }
    }
}

bool lint_sharing(struct lint *lint)
{
    /* RETURN goes on behind every CALL: which of them it was is not followed. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_IDLE, .visit = visit, .join = join};
    const struct flow_code          *code = lint->code;
    struct sharing s = {.lint = lint, .code = code, .places = calloc((size_t)code->count + 1, sizeof *s.places)};
    const bool     good = s.places && flow_solve(code, &lattice, &s) == FLOW_SOLVED;
    for (unsigned n = 0; good && n < code->count; n++)
        if (s.places[n].met)
            look_at_clause(&s, &code->rows[n]);
    free(s.places);
    return good;
}
