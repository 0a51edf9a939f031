/* lint_share.c - lint of what threads tell one another, along the control flow: memory that is read before a write of
 * it is acknowledged, and the local data share from clause to clause and from wavefront to wavefront (ISA 2.6.2, 3.4.2,
 * 7.2, 9.1 WAIT_ACK). */
#include <stdlib.h>

#include "pipeline/memory_space.h"
#include "rtl_model/r700/lint_internal.h"

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
    bool     met, listed;
    bool     called;  /* a call that is listed */
    bool     waiting; /* it is of a loop in which a wavefront waits */
};

struct sharing {
    struct lint  *lint;
    unsigned      words;
    struct place *places;   /* per CF address */
    unsigned     *worklist; /* addresses to be looked at, each once */
    unsigned      worklist_count;
    unsigned     *behind; /* calls: where they go on */
    unsigned      behind_count;
    uint32_t      returned; /* what may be true when a subroutine ends */
    bool          returns;
};

static void reach(struct sharing *s, unsigned at, uint32_t facts)
{
    if (at >= s->words)
        return;
    struct place *place = &s->places[at];
    if (place->met && !(facts & ~place->facts))
        return;
    place->met = true;
    place->facts |= facts;
    if (!place->listed)
        s->worklist[s->worklist_count++] = at;
    place->listed = true;
}

/* Whoever ends a subroutine goes on behind every call: which of them it was is not followed. */
static void call(struct sharing *s, unsigned at)
{
    if (s->places[at].called)
        return;
    s->places[at].called = true;
    s->behind[s->behind_count++] = at + 1;
    if (s->returns)
        reach(s, at + 1, s->returned);
}

static void come_back(struct sharing *s, uint32_t facts)
{
    if (s->returns && !(facts & ~s->returned))
        return;
    s->returns = true;
    s->returned |= facts;
    for (unsigned i = 0; i < s->behind_count; i++)
        reach(s, s->behind[i], s->returned);
}

/* ---- clauses ----------------------------------------------------------------------------------------------------- */

/* The fetch instructions of a clause; `count` is 0 when it does not lie inside the program. */
struct fetches {
    const uint32_t *dwords;
    unsigned        opcode, first, count;
};

static struct fetches fetches_of(const struct sharing *s, unsigned at)
{
    const uint32_t         *dwords = s->lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (!op || op->klass != ISA_CF_FETCH)
        return (struct fetches){.count = 0};
    isa_unpack_cf(dwords, &cf);
    const unsigned count = isa_fetch_clause_count(&cf), first = cf.addr + lint_base_of(s->lint->subject, at);
    if (first >= s->words || 2 * count > s->words - first)
        return (struct fetches){.count = 0};
    return (struct fetches){s->lint->subject->dwords + 2 * (size_t)first, op->opcode, first, count};
}

static const struct isa_fetch_op *fetch_of(const struct fetches *clause, unsigned i, const uint32_t **dwords)
{
    *dwords = clause->dwords + 4 * (size_t)i;
    return isa_fetch_lookup(clause->opcode, *dwords);
}

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

static uint32_t after_clause(const struct sharing *s, unsigned at, uint32_t facts)
{
    const struct fetches clause = fetches_of(s, at);
    const uint32_t      *dwords;
    for (unsigned i = 0; i < clause.count && !s->places[at].waiting; i++) {
        const struct isa_fetch_op *op = fetch_of(&clause, i, &dwords);
        if (op && op->format == ISA_FORMAT_MEM_DSW)
            facts |= share_write(dwords);
    }
    return facts;
}

static bool reads_share(const struct sharing *s, unsigned at)
{
    const struct fetches clause = fetches_of(s, at);
    const uint32_t      *dwords;
    for (unsigned i = 0; i < clause.count; i++) {
        const struct isa_fetch_op *op = fetch_of(&clause, i, &dwords);
        if (op && op->format == ISA_FORMAT_MEM_DSR)
            return true;
    }
    return false;
}

/* A loop that what is read of the share ends: in it a wavefront waits for others (docs/compute.md). */
static bool is_waiting_loop(struct sharing *s, unsigned at, unsigned end)
{
    enum { MOST = 64 }; /* it is short */
    bool reads = false, breaks = false;
    if (end > at + MOST)
        return false;
    for (unsigned i = at + 1; i < end && i < s->words; i++) {
        const struct isa_cf_op *op = isa_cf_lookup(s->lint->subject->dwords + 2 * (size_t)i);
        reads |= reads_share(s, i);
        breaks |= op && (op->id == ISA_CF_INST_ALU_BREAK || op->id == ISA_CF_INST_LOOP_BREAK);
    }
    for (unsigned i = at + 1; reads && breaks && i < end && i < s->words; i++)
        s->places[i].waiting = true;
    return reads && breaks;
}

/* ---- the program ------------------------------------------------------------------------------------------------- */

static uint32_t after_write(const uint32_t *dwords, const struct isa_cf_op *op, uint32_t facts)
{
    struct memory_write write;
    memory_write_unpack(dwords, &write);
    return facts | (uint32_t)(write.ack ? ACKED : PLAIN) << memory_target_of(op->id);
}

static void step(struct sharing *s, unsigned at, uint32_t facts)
{
    enum { COND_ACTIVE };
    const uint32_t         *dwords = s->lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (!op)
        return;
    isa_unpack_cf(dwords, &cf);
    const unsigned target = cf.addr + lint_base_of(s->lint->subject, at);
    const bool calls = op->id == ISA_CF_INST_CALL || (op->id == ISA_CF_INST_CALL_FS && s->lint->subject->fetch_base);
    if (op->klass == ISA_CF_FETCH)
        facts = after_clause(s, at, facts);
    else if (op->klass == ISA_CF_MEM)
        facts = after_write(dwords, op, facts);
    else if (op->id == ISA_CF_INST_WAIT_ACK && !cf.addr)
        facts &= ~(uint32_t)ALL_ACKED;
    else if (op->id == ISA_CF_INST_LOOP_START_DX10 && is_waiting_loop(s, at, target))
        facts &= ~(uint32_t)RELATIVE;
    if (calls)
        call(s, at);
    if (op->id == ISA_CF_INST_CALL_FS && calls)
        reach(s, s->lint->subject->fetch_base + s->lint->subject->fetch_first, facts);
    else if (op->klass != ISA_CF_ALU && isa_cf_may_jump(op))
        reach(s, target, facts);
    if (op->id == ISA_CF_INST_RETURN)
        come_back(s, facts);
    const bool leaves = (calls || op->id == ISA_CF_INST_RETURN) && cf.cond == COND_ACTIVE;
    if (!leaves && (op->klass == ISA_CF_ALU || !cf.end_of_program))
        reach(s, at + 1, facts);
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

static void look_at_memory_read(struct sharing *s, unsigned at, unsigned address, const struct isa_fetch_op *op,
                                const uint32_t *dwords, uint32_t facts)
{
    struct isa_mem_rd read;
    isa_unpack_mem_rd(dwords, &read);
    const unsigned target = memory_read_target_of(read.mem_op);
    if (facts & (uint32_t)PLAIN << target)
        lint_note_cf(s->lint, at, LINT_DOUBTFUL, "ISA 3.4.2",
                     "%s at word %u reads what the program writes without asking for an acknowledgement: nothing can "
                     "wait for it",
                     op->name, address);
    else if (facts & (uint32_t)ACKED << target)
        lint_note_cf(s->lint, at, LINT_DOUBTFUL, "ISA 9.1",
                     "%s at word %u reads what the program writes, and no WAIT_ACK stands between", op->name, address);
}

static void look_at_clause(struct sharing *s, unsigned at)
{
    const struct fetches clause = fetches_of(s, at);
    const struct place  *place = &s->places[at];
    const uint32_t      *dwords;
    uint32_t             facts = place->facts;
    bool                 relative = false, absolute = false; /* reported */
    for (unsigned i = 0; i < clause.count; i++) {
        const struct isa_fetch_op *op = fetch_of(&clause, i, &dwords);
        const unsigned             address = clause.first + 2 * i;
        if (!op)
            return;
        if (op->format == ISA_FORMAT_MEM_RD)
            look_at_memory_read(s, at, address, op, dwords, facts);
        if (op->format == ISA_FORMAT_MEM_DSW)
            facts = (facts | (share_write(dwords) & RELATIVE)) & ~(share_write(dwords) & (uint32_t)ABSOLUTE);
        if (op->format != ISA_FORMAT_MEM_DSR || place->waiting)
            continue;
        if (facts & RELATIVE && s->lint->subject->group_waves > 1 && !relative && !is_among_neighbours(dwords)) {
            relative = true;
            lint_note_cf(s->lint, at, LINT_DOUBTFUL, "ISA 2.6.2",
                         "LOCAL_DS_READ at word %u: the group has %u wavefronts that write in relative mode, and no "
                         "loop before it waits for them",
                         address, s->lint->subject->group_waves);
        }
        if (facts & ABSOLUTE && !absolute) {
            absolute = true;
            lint_note_cf(s->lint, at, LINT_DOUBTFUL, "ISA 2.6.2",
                         "LOCAL_DS_READ at word %u: what an earlier clause has written in absolute mode another "
                         "wavefront may have overwritten",
                         address);
        }
    }
}

bool lint_sharing(struct lint *lint)
{
    struct sharing s = {.lint = lint, .words = lint->subject->count / 2};
    s.places = calloc(s.words + 1, sizeof *s.places);
    s.worklist = calloc(s.words + 1, sizeof *s.worklist);
    s.behind = calloc(s.words + 1, sizeof *s.behind);
    const bool good = s.places && s.worklist && s.behind;
    if (good)
        reach(&s, lint->subject->first, 0);
    while (good && s.worklist_count) {
        const unsigned at = s.worklist[--s.worklist_count];
        s.places[at].listed = false;
        step(&s, at, s.places[at].facts);
    }
    for (unsigned at = 0; good && at < s.words; at++)
        if (s.places[at].met)
            look_at_clause(&s, at);
    free(s.places);
    free(s.worklist);
    free(s.behind);
    return good;
}
