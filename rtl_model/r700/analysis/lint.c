/* lint.c - finds the ALU clauses that a program can reach, and what it writes to GPRs. */
#include "rtl_model/r700/analysis/lint.h"

#include <stdlib.h>

#include "pipeline/fetch/memory_space.h"
#include "pipeline/rotation.h"
#include "rtl_model/r700/analysis/lint_internal.h"

/* Clauses in the order in which they are met. */
struct walk {
    struct lint            *lint;
    const struct flow_row **clauses;
    unsigned                clause_count;
    bool                   *seen; /* ALU clauses by their first word */
};

static bool visit(void *context, const struct flow_row *row)
{
    struct walk *walk = context;
    if (row->inside)
        walk->clauses[walk->clause_count++] = row;
    if (row->op && row->op->klass == ISA_CF_MEM)
        walk->lint->memory_written |= 1u << memory_target_of(row->op->id);
    return true;
}

static bool find_clauses(struct walk *walk)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit};
    return flow_solve(walk->lint->code, &lattice, walk) == FLOW_SOLVED;
}

void lint_report(const struct lint *lint, struct lint_finding *finding)
{
    if (lint->subject->setup) {
        const struct gpu_text text = gpu_setup_text(lint->subject->setup, finding->address);
        finding->placed = true;
        finding->file = text.file;
        finding->line = text.place.line;
        finding->column = text.place.column;
    }
    lint->report(lint->context, finding);
}

/* ---- what the program writes ------------------------------------------------------------------------------------- */

static void note_alu_writes(struct lint *lint, const struct flow_row *row)
{
    struct flow_groups groups = lint_groups_of(lint, row);
    struct isa_group   group;
    while (flow_group(&groups, &group))
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            const struct isa_alu *alu = &group.slot[s];
            if (!lint_writes(&group, s))
                continue;
            if (alu->dst_rel && alu->index_mode <= ISA_INDEX_LOOP)
                lint->written_anywhere = true;
            else
                lint->written[alu->dst_gpr] = (uint8_t)(lint->written[alu->dst_gpr] | 1u << alu->dst_chan);
        }
}

/* Fetches count as writes of all four elements. */
static void note_fetch_writes(struct lint *lint, const struct flow_row *row)
{
    const uint32_t *words;
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *op = flow_fetch(lint->code, row, i, &words);
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

/* ---- the program ------------------------------------------------------------------------------------------------ */

static void lint_clauses(struct walk *walk)
{
    struct lint *lint = walk->lint;
    for (unsigned i = 0; i < walk->clause_count; i++) {
        note_fetch_writes(lint, walk->clauses[i]);
        if (walk->clauses[i]->op->klass == ISA_CF_ALU)
            note_alu_writes(lint, walk->clauses[i]);
    }
    for (unsigned i = 0; i < walk->clause_count; i++) {
        const struct flow_row *row = walk->clauses[i];
        if (row->op->klass == ISA_CF_FETCH) {
            lint_fetch_clause(lint, row);
        } else if (!walk->seen[row->clause]) {
            walk->seen[row->clause] = true;
            lint_clause(lint, row);
        }
    }
}

bool program_lint(const struct lint_subject *subject, lint_report_t *report, void *context, struct diag *diag)
{
    const struct flow_code *code = subject->code;
    struct lint             lint = {.subject = subject, .code = code, .report = report, .context = context};
    struct walk             walk = {.lint = &lint,
                                    .seen = calloc(code->program.words + 1, sizeof *walk.seen),
                                    .clauses = calloc(code->count + 1, sizeof *walk.clauses)};
    bool                    good = walk.seen && walk.clauses && find_clauses(&walk);
    if (good) {
        lint_clauses(&walk);
        good = lint_flow(&lint) && lint_loop_index(&lint) && (subject->inputs_alone || lint_sharing(&lint));
    }
    if (!good)
        diag_set(diag, NULL, 0, "not enough memory to look at the program");
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
    *subject = (struct lint_subject){.code = &setup->code,
                                     .setup = setup,
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
