/* lint.c - finds the ALU clauses that a program can reach, and what it writes to GPRs. */
#include "rtl_model/r700/lint.h"

#include <stdlib.h>

#include "pipeline/memory_space.h"
#include "pipeline/rotation.h"
#include "rtl_model/r700/lint_internal.h"

/* Clauses in the order in which they are met. */
struct walk {
    const struct lint_subject *subject;
    unsigned                   words;
    uint8_t                   *seen;    /* clauses by their first word */
    unsigned                  *clauses; /* CF addresses of instructions that start a clause */
    unsigned                   clause_count;
    uint32_t                   memory_written; /* targets of memory writes, a bit each */
};

static bool visit(void *context, unsigned at, const struct flow_next *next)
{
    struct walk            *walk = context;
    const struct isa_cf_op *op = isa_cf_lookup(walk->subject->dwords + 2 * (size_t)at);
    (void)next;
    if (op && (op->klass == ISA_CF_ALU || op->klass == ISA_CF_FETCH))
        walk->clauses[walk->clause_count++] = at;
    if (op && op->klass == ISA_CF_MEM)
        walk->memory_written |= 1u << memory_target_of(op->id);
    return true;
}

static bool find_clauses(struct walk *walk)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit};
    const struct flow_program        program = lint_program(walk->subject);
    return flow_solve(&program, &lattice, walk) == FLOW_SOLVED;
}

/* ---- what the program writes ------------------------------------------------------------------------------------- */

static void note_alu_writes(struct lint *lint, const uint32_t *words, unsigned left)
{
    struct isa_group group;
    unsigned         at;
    while (left && isa_group_assemble(words, left, lint->subject->prefer_vector, &group, &at) == ISA_GROUP_OK) {
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            if (!lint_writes(&group, s))
                continue;
            const struct isa_alu *alu = &group.slot[s];
            if (alu->dst_rel && alu->index_mode <= ISA_INDEX_LOOP)
                lint->written_anywhere = true;
            else
                lint->written[alu->dst_gpr] = (uint8_t)(lint->written[alu->dst_gpr] | 1u << alu->dst_chan);
        }
        words += 2 * (size_t)group.size;
        left -= group.size;
    }
}

/* Fetches count as writes of all four elements. */
static void note_fetch_writes(struct lint *lint, unsigned cf_opcode, const uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++, words += 4) {
        const struct isa_fetch_op *op = isa_fetch_lookup(cf_opcode, words);
        const struct isa_field    *gpr = op ? isa_field_find(op->format, "dst_gpr") : NULL;
        const struct isa_field    *relative = op ? isa_field_find(op->format, "dst_rel") : NULL;
        const struct isa_field    *burst = op ? isa_field_find(op->format, "burst_cnt") : NULL;
        const unsigned             more = burst ? isa_field_get(burst, words) : 0;
        if (!gpr || (relative && isa_field_get(relative, words))) {
            lint->written_anywhere = true;
            continue;
        }
        for (unsigned step = 0; step <= more; step++)
            lint->written[(isa_field_get(gpr, words) + step) % ISA_GPRS] = 15;
    }
}

/* The clause of a CF instruction; false when it does not lie inside the program. */
static bool set_clause(struct lint *lint, const struct walk *walk, unsigned at)
{
    isa_unpack_cf_alu(lint->subject->dwords + 2 * (size_t)at, &lint->clause);
    lint->cf = at;
    lint->base = lint_base_of(lint->subject, at);
    return lint->base + lint->clause.addr + lint->clause.count < walk->words;
}

static void note_writes(struct lint *lint, const struct walk *walk, unsigned at)
{
    const uint32_t         *dwords = lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf           cf;
    if (op->klass == ISA_CF_ALU) {
        if (set_clause(lint, walk, at))
            note_alu_writes(lint, lint->subject->dwords + 2 * (size_t)(lint->base + lint->clause.addr),
                            lint->clause.count + 1);
        return;
    }
    isa_unpack_cf(dwords, &cf);
    const unsigned count = isa_fetch_clause_count(&cf), first = cf.addr + lint_base_of(lint->subject, at);
    if (first < walk->words && 2 * count <= walk->words - first)
        note_fetch_writes(lint, op->opcode, lint->subject->dwords + 2 * (size_t)first, count);
}

/* ---- the program ------------------------------------------------------------------------------------------------ */

static void lint_fetches(struct lint *lint, const struct walk *walk, unsigned at)
{
    struct isa_cf cf;
    isa_unpack_cf(lint->subject->dwords + 2 * (size_t)at, &cf);
    const unsigned count = isa_fetch_clause_count(&cf), first = cf.addr + lint_base_of(lint->subject, at);
    if (first < walk->words && 2 * count <= walk->words - first)
        lint_fetch_clause(lint, at, first, count);
}

static void lint_clauses(struct lint *lint, struct walk *walk)
{
    for (unsigned i = 0; i < walk->clause_count; i++)
        note_writes(lint, walk, walk->clauses[i]);
    for (unsigned i = 0; i < walk->clause_count; i++) {
        const unsigned at = walk->clauses[i];
        if (isa_cf_lookup(lint->subject->dwords + 2 * (size_t)at)->klass != ISA_CF_ALU) {
            lint_fetches(lint, walk, at);
            continue;
        }
        if (!set_clause(lint, walk, at))
            continue;
        uint8_t *seen = &walk->seen[lint->base + lint->clause.addr];
        if (!*seen)
            lint_clause(lint);
        *seen = 1;
    }
}

bool program_lint(const struct lint_subject *subject, lint_report_t *report, void *context, struct diag *diag)
{
    const unsigned words = subject->count / 2;
    struct lint    lint = {.subject = subject, .report = report, .context = context};
    struct walk    walk = {.subject = subject,
                           .words = words,
                           .seen = calloc(words + 1, 1),
                           .clauses = calloc(words + 1, sizeof(unsigned))};
    bool           good = walk.seen && walk.clauses && find_clauses(&walk);
    if (good) {
        lint.memory_written = walk.memory_written;
        lint_clauses(&lint, &walk);
        good = lint_flow(&lint) && lint_loop_index(&lint) && (subject->inputs_alone || lint_sharing(&lint));
    }
    if (!good) {
        diag_set(diag, NULL, 0, "not enough memory to look at the program");
    }
    free(walk.seen);
    free(walk.clauses);
    return good;
}

void lint_subject_chip(struct lint_subject *subject, const struct chip_config *chip)
{
    subject->global_gprs = chip->global_gprs;
    subject->relative_write_read = chip->relative_write_read;
    subject->write_relative_read = chip->write_relative_read;
    subject->number_alone = chip->same_number_read;
    subject->mova_delay = chip->mova_delay_groups;
    subject->back_to_back = chip->alu_latency <= ROTATION_CLOCKS;
}

void lint_subject_set(struct lint_subject *subject, const struct gpu_setup *setup, const struct chip_config *chip)
{
    *subject = (struct lint_subject){.dwords = setup->simd_memory.program.dwords,
                                     .count = setup->simd_memory.program.count,
                                     .first = setup->simd.first_pc,
                                     .fetch_base = setup->simd.fetch_base,
                                     .fetch_first = setup->simd.fetch_entry - setup->simd.fetch_base,
                                     .num_gprs = setup->simd.num_gprs,
                                     .temporaries = setup->simd.temporaries,
                                     .doubles = chip->doubles,
                                     .prefer_vector = setup->simd.prefer_vector,
                                     .inputs_known = true,
                                     .load_first = setup->simd.load_first,
                                     .load_count = setup->simd.load_count,
                                     .given = setup->given};
    lint_subject_chip(subject, chip);
    subject->global_gprs = setup->simd.global_gprs;
    subject->group_waves = (setup->simd.group_size + chip->wave_size - 1) / chip->wave_size;
}
