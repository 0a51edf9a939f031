/* lint_inputs.c - lint of what a program uses and its launch does not give: constants, booleans, loop constants,
 * registers.  Each is named once, where it is met first (ISA 2.5, 3.6.3, 3.7.3, 4.6.4). */
#include "isa/r700/dis/dis.h"
#include "pipeline/fetch/memory_space.h"
#include "rtl_model/r700/analysis/lint_internal.h"

/* ---- constants ------------------------------------------------------------------------------------------------- */

void lint_given_cache(struct lint *lint, const struct lint_place *place, unsigned slot, const struct isa_alu_src *src)
{
    const struct isa_cf_alu *clause = &lint->row->alu;
    const bool               second = src->sel >= ISA_SRC_KCACHE1;
    const unsigned           bank = second ? clause->kcache_bank1 : clause->kcache_bank0;
    const unsigned           mode = second ? clause->kcache_mode1 : clause->kcache_mode0;
    const unsigned           line = second ? clause->kcache_addr1 : clause->kcache_addr0;
    const unsigned           constant = line * (KCACHE_LINE_DWORDS / 4) + (src->sel & 31);
    const unsigned           number = bank + (clause->alt_const ? KCACHE_BANKS : 0);
    const unsigned           given = lint->subject->given.bank[number];
    const char *const        whose = clause->alt_const ? " of ALT_CONST" : "";
    const bool               fixed = !src->rel && mode < 3; /* not KCACHE_LOCK_LOOP_INDEX */
    if (!lint->subject->inputs_known || lint->missing_banks >> number & 1 || (given && (!fixed || constant < given)))
        return;
    lint->missing_banks |= 1u << number;
    if (given)
        lint_note(lint, place, slot, LINT_NOT_GIVEN, "ISA 4.6.4",
                  "constant %u of constant buffer %u%s, of which the launch gives %u, is 0", constant, bank, whose,
                  given);
    else
        lint_note(lint, place, slot, LINT_NOT_GIVEN, "ISA 4.6.4",
                  "the launch gives no constant buffer %u%s: its constants are 0", bank, whose);
}

void lint_given_file(struct lint *lint, const struct lint_place *place, unsigned slot, const struct isa_alu_src *src)
{
    const unsigned        constant = src->sel - ISA_SRC_CFILE;
    const bool            alternate = lint->row->alu.alt_const;
    const uint32_t *const given = lint->subject->given.file + (alternate ? CONSTANT_FILE_VECTORS / 32 : 0);
    uint32_t              any = 0;
    for (unsigned i = 0; i < CONSTANT_FILE_VECTORS / 32; i++)
        any |= given[i];
    if (!lint->subject->inputs_known || lint->missing_file[alternate] ||
        (any && (src->rel || given[constant / 32] >> constant % 32 & 1)))
        return;
    lint->missing_file[alternate] = true;
    if (any)
        lint_note(lint, place, slot, LINT_NOT_GIVEN, "ISA 4.6.4",
                  "the launch does not give constant %u of the constant file%s: it is 0", constant,
                  alternate ? " of ALT_CONST" : " (alu_constants)");
    else
        lint_note(lint, place, slot, LINT_NOT_GIVEN, "ISA 4.6.4",
                  "the launch gives no constants of the constant file%s: they are 0",
                  alternate ? " of ALT_CONST" : " (alu_constants)");
}

/* ---- control flow ---------------------------------------------------------------------------------------------- */

void lint_given_flow(struct lint *lint, const struct flow_row *row)
{
    const struct isa_cf_op *op = row->op;
    const struct isa_cf    *cf = &row->cf;
    const bool     by_bool = (op->klass == ISA_CF_BRANCH || op->id == ISA_CF_INST_KILL) && cf->cond >= ISA_COND_BOOL;
    const bool     counts = op->id == ISA_CF_INST_LOOP_START || op->id == ISA_CF_INST_LOOP_START_NO_AL;
    const uint32_t constant = 1u << (cf->cf_const & 31);
    if (!lint->subject->inputs_known)
        return;
    if (by_bool && !lint->subject->given.bools && !lint->missing_bools) {
        lint->missing_bools = true;
        lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 3.6.3",
                     "boolean constant %u decides, and the launch gives none (bool_constants): it is 0", cf->cf_const);
    }
    if (counts && !((lint->subject->given.loops | lint->missing_loops) & constant)) {
        lint->missing_loops |= constant;
        lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 3.7.3",
                     "the launch does not give loop constant %u (loop_constants): the loop is passed over",
                     cf->cf_const);
    }
}

/* ---- registers ------------------------------------------------------------------------------------------------- */

bool lint_has_value(const struct lint *lint, unsigned gpr, unsigned chan)
{
    const struct lint_subject *subject = lint->subject;
    return lint->written_anywhere || !subject->inputs_known || gpr - subject->load_first < subject->load_count ||
           (lint->written[gpr] | lint->missed[gpr]) >> chan & 1;
}

bool lint_is_missing(struct lint *lint, unsigned gpr, unsigned elements)
{
    if (!elements || gpr >= lint->subject->num_gprs)
        return false;
    for (unsigned chan = 0; chan < 4; chan++)
        if (elements >> chan & 1 && lint_has_value(lint, gpr, chan))
            return false;
    lint->missed[gpr] = (uint8_t)(lint->missed[gpr] | elements);
    return true;
}

void lint_given_export(struct lint *lint, const struct flow_row *row)
{
    const struct isa_export_swiz cf = row->swiz;

    const unsigned select[4] = {cf.sel_x, cf.sel_y, cf.sel_z, cf.sel_w};
    unsigned       elements = 0;
    for (unsigned i = 0; i < 4; i++)
        elements |= select[i] < 4 ? 1u << select[i] : 0;
    for (unsigned i = 0; i <= cf.burst_count && !cf.rw_rel; i++)
        if (lint_is_missing(lint, cf.rw_gpr + i, elements))
            lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 2.5",
                         "it exports R%u, which is neither given at the start nor written anywhere in the program",
                         cf.rw_gpr + i);
}

void lint_given_write(struct lint *lint, const struct flow_row *row)
{
    const struct isa_export_buf cf = row->buf;
    struct memory_write         write;
    memory_write_unpack(row->dwords, &write);
    if (write.access.indexed && lint_is_missing(lint, cf.index_gpr, 1))
        lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 2.5",
                     "its index is R%u.x, which is neither given at the start nor written anywhere in the program",
                     cf.index_gpr);
    for (unsigned i = 0; i <= cf.burst_count && !cf.rw_rel; i++)
        if (lint_is_missing(lint, cf.rw_gpr + i, write.mask))
            lint_note_cf(lint, row, LINT_NOT_GIVEN, "ISA 2.5",
                         "it writes R%u to memory, which is neither given at the start nor written anywhere in the "
                         "program",
                         cf.rw_gpr + i);
}
