/* lint_group.c - lint of one instruction group (ISA 4.6 to 4.10, 4.12). */
#include <stdio.h>
#include <string.h>

#include "pipeline/alu/alu_rules.h"
#include "pipeline/alu/operand_ports.h"
#include "rtl_model/r700/analysis/lint_internal.h"

enum { RESERVED_FIRST = 192, ROW_LOOP = 0x400, ROW_ABSOLUTE = 0x800 }; /* further marks, see operand_ports.h */

/* ---- fields of one instruction ------------------------------------------------------------------------------- */

/* The modifiers of integers (ISA 4.7.2, 4.9.1). */
static void note_modifiers(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu    *alu = &place->group->slot[s];
    const struct isa_alu_op *op = &isa_alu_ops[alu->id];
    for (unsigned i = 0; i < op->operands; i++) {
        const bool integer = !(op->flags & ISA_FLOAT_IN) || (alu->id == ISA_OP2_LDEXP_64 && i == 1);
        if (integer && (alu->src[i].neg || alu->src[i].abs))
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.7.2",
                      "operand %u is no float: NEG and ABS are not valid; %s", i,
                      op->flags & ISA_DOUBLE ? "they are ignored" : "they change the sign bit");
    }
    if (!(op->flags & ISA_FLOAT_OUT) && (alu->omod || alu->clamp))
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.1",
                  "the result is no float: OMOD and CLAMP are not valid; %s",
                  op->flags & ISA_DOUBLE ? "they are ignored" : "they are applied as to a float");
}

/* A double's modifiers stand in the slot with its sign. */
static void note_double(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu    *alu = &place->group->slot[s], *sign = &place->group->slot[s & ~1u];
    const struct isa_alu_op *op = &isa_alu_ops[alu->id];
    if (!(op->flags & ISA_DOUBLE))
        return;
    if (op->slots == 4 && op->operands > 1 && (s == ISA_SLOT_Y || s == ISA_SLOT_Z))
        for (unsigned i = 0; i < op->operands; i++)
            if (memcmp(&alu->src[i], &place->group->slot[0].src[i], sizeof alu->src[i]) != 0)
                lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 9.2",
                          "operand %u differs from slot X's; X, Y and Z have the high word, and X's is read", i);
    if (s % 2 == 0)
        return;
    const bool low = op->slots == 2 || s == ISA_SLOT_W;
    for (unsigned i = 0; low && i < op->operands; i++)
        if (alu->src[i].neg || alu->src[i].abs)
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 9.2",
                      "modifiers of operand %u belong to the slot with the high word; they are ignored here", i);
    if (op->flags & ISA_FLOAT_OUT && (alu->omod != sign->omod || alu->clamp != sign->clamp))
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 9.2", "OMOD and CLAMP of a double are those of slot %c",
                  s == 1 ? 'X' : 'Z');
    if (alu->update_pred != sign->update_pred || alu->update_execute_mask != sign->update_execute_mask)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.3",
                  "the update bits of a double predicate are those of slot %c", s == 1 ? 'X' : 'Z');
}

static void note_destination(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu *alu = &place->group->slot[s];
    const bool            outside = alu->dst_gpr >= lint->subject->num_gprs && !lint_is_temporary(lint, alu->dst_gpr);
    if (isa_alu_ops[alu->id].flags & ISA_MOVA) {
        if (alu->write_mask)
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.5", "MOVA* writes a GPR: clear WRITE_MASK");
    } else if (!alu->op3 && alu->write_mask && alu->id != ISA_OP2_NOP && outside && !alu->dst_rel) {
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.2",
                  "R%u is not one of the program's %u GPRs: only PV or PS is written", alu->dst_gpr,
                  lint->subject->num_gprs);
    }
}

static void note_slot(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu *alu = &place->group->slot[s];
    note_modifiers(lint, place, s);
    note_double(lint, place, s);
    note_destination(lint, place, s);
    if (s == ISA_SLOT_T && alu->id >= ISA_OP3_MULADD && alu->id <= ISA_OP3_MULADD_IEEE_D2)
        lint_note(lint, place, s, LINT_DOUBTFUL, "RV770 timing A14",
                  "compilers for this chip keep MULADD* out of ALU.Trans because of wrong results");
    if (isa_alu_ops[alu->id].flags & ISA_KILL && !place->last)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.8.1.1",
                  "KILL* is not in the clause's last group: the groups behind it do not see the kill");
}

/* ---- operands -------------------------------------------------------------------------------------------------- */

static bool wrong(struct lint *lint, const struct lint_place *place, unsigned s, const char *section, const char *what)
{
    lint_note(lint, place, s, LINT_ILLEGAL, section, "%s", what);
    return false;
}

static bool check_global(struct lint *lint, const struct lint_place *place, unsigned s, unsigned gpr)
{
    const unsigned count = lint->subject->global_gprs + 2 * lint->subject->temporaries;
    if (!lint->subject->global_gprs)
        return wrong(lint, place, s, "ISA 2.6.1.1", "no GPRs are set aside as global ones");
    return gpr < count || wrong(lint, place, s, "ISA 2.6.1.2", "no global GPR or clause temporary has this number");
}

/* A GPR operand or a relative destination. */
static bool check_gpr(struct lint *lint, const struct lint_place *place, unsigned s, unsigned gpr, bool relative)
{
    const unsigned mode = place->group->slot[s].index_mode;
    if (relative && mode > ISA_INDEX_LOOP)
        return check_global(lint, place, s, gpr);
    if (relative && mode != ISA_INDEX_AR_X && mode != ISA_INDEX_LOOP)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.6.1", "a GPR is relative to AR.x whatever element is named");
    if (gpr < lint->subject->num_gprs)
        return true;
    if (!lint_is_temporary(lint, gpr))
        return wrong(lint, place, s, "ISA 4.6.3", "a GPR beyond the program's");
    return !relative || wrong(lint, place, s, "ISA 4.6.1", "a clause temporary cannot be indexed");
}

static bool check_cache(struct lint *lint, const struct lint_place *place, unsigned s, const struct isa_alu_src *src)
{
    const bool     second = src->sel >= ISA_SRC_KCACHE1;
    const unsigned mode = second ? lint->row->alu.kcache_mode1 : lint->row->alu.kcache_mode0;
    const unsigned locked = mode < 2 ? mode : 2; /* KCACHE_NOP, LOCK_1, LOCK_2, LOCK_LOOP_INDEX (ISA 10.1) */
    lint->uses_cache = true;
    if (src->rel && place->group->slot[s].index_mode != ISA_INDEX_LOOP)
        return wrong(lint, place, s, "ISA 4.6.1", "a constant-cache operand can be relative to aL only");
    lint_given_cache(lint, place, s, src);
    return (src->sel & 31u) / 16 < locked ||
           wrong(lint, place, s, "ISA 4.6.3", "the constant's cache line is not locked by the clause's CF instruction");
}

static bool check_operand(struct lint *lint, const struct lint_place *place, unsigned s, const struct isa_alu_src *src)
{
    if (src->sel >= RESERVED_FIRST && src->sel < ISA_SRC_1_DBL_L)
        return wrong(lint, place, s, "ISA 10.2", "a reserved operand select");
    if (isa_src_is_gpr(src->sel))
        return check_gpr(lint, place, s, src->sel, src->rel);
    if (isa_src_is_kcache(src->sel))
        return check_cache(lint, place, s, src);
    if (!isa_src_is_cfile(src->sel))
        return !src->rel || wrong(lint, place, s, "ISA 4.6.1", "an operand that cannot be relative");
    lint->uses_file = true;
    lint_given_file(lint, place, s, src);
    return !src->rel || place->group->slot[s].index_mode <= ISA_INDEX_LOOP ||
           wrong(lint, place, s, "ISA 4.6.1", "a constant cannot have a global index");
}

static bool check_operands(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu *alu = &place->group->slot[s];
    bool                  good = true;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
        good &= check_operand(lint, place, s, &alu->src[i]);
    if (alu->dst_rel)
        good &= check_gpr(lint, place, s, alu->dst_gpr, true);
    if (alu_ar_elements(alu) & ~place->ar_valid)
        good &= wrong(lint, place, s, "ISA 4.6.1", "AR is not written by an earlier group of the clause");
    if (isa_alu_ops[alu->id].flags & ISA_DOUBLE && !lint->subject->doubles)
        good &= wrong(lint, place, s, "ISA 4.12", "the chip has no double precision");
    return good;
}

/* ---- ports ----------------------------------------------------------------------------------------------------- */

/* Of constants: equal keys are equal addresses; with aL unknown, different keys may be equal addresses too: then `loop`
 * is set.  GPRs are compared by number and index. */
static uint16_t port_key(const struct isa_alu *alu, const struct isa_alu_src *src, bool *loop)
{
    if (!isa_src_is_cfile(src->sel))
        return src->sel;
    const unsigned number = src->sel - ISA_SRC_CFILE;
    *loop |= src->rel && alu->index_mode == ISA_INDEX_LOOP;
    return (uint16_t)(number | (!src->rel                             ? 0
                                : alu->index_mode == ISA_INDEX_LOOP   ? ROW_LOOP
                                : alu->index_mode == ISA_INDEX_GLOBAL ? ROW_ABSOLUTE
                                : alu->index_mode > ISA_INDEX_GLOBAL  ? ROW_RELATIVE | ROW_GLOBAL
                                                                      : ROW_WATERFALL));
}

/* A GPR with the index of another operand. */
static struct lint_name indexed_name(const struct isa_alu_src *src, enum operand_index index)
{
    static const uint8_t mode[] = {[INDEX_AR_X] = ISA_INDEX_AR_X,
                                   [INDEX_AL] = ISA_INDEX_LOOP,
                                   [INDEX_GLOBAL] = ISA_INDEX_GLOBAL,
                                   [INDEX_GLOBAL_AR_X] = ISA_INDEX_GLOBAL_AR_X};
    return lint_gpr_name(src->sel, src->chan, index != INDEX_NONE, mode[index]);
}

/* Operands that name one number with different indices. */
static void note_same_number(struct lint *lint, const struct lint_place *place, const struct operand_ports *ports)
{
    for (unsigned left = ports->same_number; left; left &= left - 1) {
        const unsigned            s = (unsigned)__builtin_ctz(left) / 3, i = (unsigned)__builtin_ctz(left) % 3;
        const struct isa_alu     *alu = &place->group->slot[s];
        const struct isa_alu_src *src = &alu->src[i];
        const enum operand_index  own = operand_index(alu, src);
        const enum operand_index  read = (enum operand_index)ports->index[ports->cycle[s][i]][src->chan];
        if (read == own)
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.7.7",
                      "operand %u, %s, has the number of operand 0, %s: each is its own register on this chip "
                      "(same_number_read), compilers take it for one read",
                      i, indexed_name(src, own).text, indexed_name(src, operand_index(alu, &alu->src[0])).text);
        else
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.7.7",
                      "operand %u, %s, is read in one cycle with %s: the port compares the numbers without the index, "
                      "and the row of the first is read for both",
                      i, indexed_name(src, own).text, indexed_name(src, read).text);
    }
}

static bool check_ports(struct lint *lint, const struct lint_place *place)
{
    uint16_t             row[ISA_SLOTS][3] = {{0}};
    struct operand_ports ports;
    unsigned             slot, operand;
    bool                 loop = false;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned i = 0; place->group->used[s] && i < isa_alu_ops[place->group->slot[s].id].operands; i++)
            row[s][i] = port_key(&place->group->slot[s], &place->group->slot[s].src[i], &loop);
    const enum port_violation violation =
        operand_ports_assign(place->group, row, lint->subject->number_alone, &ports, &slot, &operand);
    if (violation == PORT_OK) {
        note_same_number(lint, place, &ports);
        return true;
    }
    loop &= violation == PORT_CONSTANT_FILE_TAKEN;
    char prefix[80];
    snprintf(prefix, sizeof prefix, "operand %u, %s: ", operand,
             loop ? "unless aL makes the addresses equal" : "read ports");
    lint_note_text(lint, place, slot, loop ? LINT_DOUBTFUL : LINT_ILLEGAL, prefix, port_violation_text(violation));
    return false;
}

/* Both open compilers keep to two pairs of the constant cache too; the manual's rule is for the constant file. */
static void note_cache_pairs(struct lint *lint, const struct lint_place *place)
{
    uint32_t pair[2];
    unsigned pairs = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned i = 0; place->group->used[s] && i < isa_alu_ops[place->group->slot[s].id].operands; i++) {
            const struct isa_alu_src *src = &place->group->slot[s].src[i];
            const uint32_t            key = (uint32_t)src->sel << 2 | (uint32_t)src->rel << 1 | src->chan >> 1;
            if (!isa_src_is_kcache(src->sel) || (pairs > 0 && pair[0] == key) || (pairs > 1 && pair[1] == key))
                continue;
            if (pairs == 2) {
                lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.7.5",
                          "operand %u is a third element pair of the constant cache; compilers for this chip keep to "
                          "two, as of the constant file",
                          i);
                return;
            }
            pair[pairs++] = key;
        }
}

/* ---- the group ------------------------------------------------------------------------------------------------- */

static void note_group(struct lint *lint, const struct lint_place *place)
{
    unsigned mova = 0, kills = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        if (!place->group->used[s])
            continue;
        note_slot(lint, place, s);
        if (isa_alu_ops[place->group->slot[s].id].flags & ISA_KILL && kills++ == 1)
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.8.1.1",
                      "more than one KILL* in a group is undefined; what any of them kills is killed");
        if (isa_alu_ops[place->group->slot[s].id].flags & ISA_MOVA && mova++ == 1)
            lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.5",
                      "more than one MOVA* in a group: ISA 4.8.2.2 allows four, ISA 4.9.5 one; all are executed");
    }
    if (lint->uses_file && lint->uses_cache && !lint->mixed) {
        lint->mixed = true;
        lint_note(lint, place, ISA_SLOTS, LINT_DOUBTFUL, "ISA 4.6.4",
                  "the program reads constant file and constant cache; a program has one of them");
    }
}

bool lint_group(struct lint *lint, const struct lint_place *place)
{
    unsigned              slot = 0;
    bool                  good = true;
    const enum group_rule rule = alu_group_rule(place->group, &slot);
    if (rule != RULE_OK)
        lint_note_text(lint, place, slot, LINT_ILLEGAL, "", group_rule_text(rule));
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (place->group->used[s])
            good &= check_operands(lint, place, s);
    good &= check_ports(lint, place);
    note_cache_pairs(lint, place);
    note_group(lint, place);
    return good && rule == RULE_OK;
}
