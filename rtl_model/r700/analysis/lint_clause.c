/* lint_clause.c - lint of an ALU clause: what a group reads that the ones before it wrote (ISA 4.6, 4.11). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "isa/r700/dis/dis.h"
#include "pipeline/alu/alu_rules.h"
#include "rtl_model/r700/analysis/lint_internal.h"

void lint_note(struct lint *lint, const struct lint_place *place, unsigned slot, enum lint_level level,
               const char *section, const char *format, ...)
{
    /* Without a slot the finding is the group's. */
    const unsigned      address = place->address + (slot < ISA_SLOTS ? place->group->place[slot] : 0);
    struct lint_finding finding = {.level = level, .cf = lint->row->at, .address = address};
    va_list             arguments;
    if (!lint_is_asked(lint, level))
        return;
    isa_dis_alu(lint->code->program.dwords + 2 * (size_t)address, finding.instruction, sizeof finding.instruction);
    snprintf(finding.section, sizeof finding.section, "%s", section);
    va_start(arguments, format);
    vsnprintf(finding.message, sizeof finding.message, format, arguments);
    va_end(arguments);
    lint_report(lint, &finding);
}

void lint_note_text(struct lint *lint, const struct lint_place *place, unsigned slot, enum lint_level level,
                    const char *prefix, const char *text)
{
    const char *const open = strrchr(text, '(');
    const int         length = open ? (int)(open - text) - 1 : (int)strlen(text);
    char              section[32] = "ISA ch. 4";
    if (open)
        snprintf(section, sizeof section, "%.*s", (int)strcspn(open + 1, ")"), open + 1);
    lint_note(lint, place, slot, level, section, "%s%.*s", prefix, length, text);
}

struct lint_name lint_gpr_name(unsigned gpr, unsigned chan, bool relative, unsigned index_mode)
{
    struct lint_name   name;
    static const char *index[] = {"AR.x+", "AR.x+", "AR.x+", "AR.x+", "AL+", "GLOBAL+", "GLOBAL+AR.x+", "?+"};
    if (relative)
        snprintf(name.text, sizeof name.text, "R[%s%u].%c", index[index_mode & 7], gpr & 127, "xyzw"[chan & 3]);
    else
        snprintf(name.text, sizeof name.text, "R%u.%c", gpr & 127, "xyzw"[chan & 3]);
    return name;
}

bool lint_is_temporary(const struct lint *lint, unsigned gpr)
{
    return gpr >= ISA_GPRS - lint->subject->temporaries && gpr < ISA_GPRS;
}

bool lint_writes(const struct isa_group *group, unsigned slot)
{
    const struct isa_alu *alu = &group->slot[slot];
    return group->used[slot] && alu->write_mask && alu->id != ISA_OP2_NOP;
}

/* ---- two groups ------------------------------------------------------------------------------------------------ */

/* PV and PS are what the group before left (ISA 4.4, 4.6.2, 4.9.5). */
static void check_previous(struct lint *lint, const struct lint_place *place, const struct isa_group *before,
                           unsigned s, const struct isa_alu_src *src)
{
    const unsigned    from = src->sel == ISA_SRC_PS ? ISA_SLOT_T : src->chan;
    static const char names[ISA_SLOTS][5] = {"PV.x", "PV.y", "PV.z", "PV.w", "PS"};
    if (!before)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.6.2", "%s in the first group of a clause is undefined",
                  names[from]);
    else if (!before->used[from] || before->slot[from].id == ISA_OP2_NOP)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.4",
                  "%s is undefined: the group before has no instruction in that slot", names[from]);
    else if (isa_alu_ops[before->slot[from].id].flags & ISA_MOVA)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.9.5", "%s is undefined: the group before has MOVA* there",
                  names[from]);
}

/* Where a register lies, as far as it is known when a group is issued. */
enum where { OWN, OWN_BY_AR, GLOBAL, GLOBAL_BY_AR };

static enum where where_is(const struct isa_alu *alu, bool relative)
{
    if (!relative || alu->index_mode == ISA_INDEX_LOOP)
        return OWN;
    return alu->index_mode == ISA_INDEX_GLOBAL        ? GLOBAL
           : alu->index_mode == ISA_INDEX_GLOBAL_AR_X ? GLOBAL_BY_AR
                                                      : OWN_BY_AR;
}

/* The group comes one rotation after the one before; else that one's writes have reached the registers. */
static bool follows_closely(const struct lint *lint, const struct lint_place *place)
{
    unsigned elements = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (place->group->used[s])
            elements |= alu_ar_elements(&place->group->slot[s]);
    return lint->subject->back_to_back && !(elements && place->ar_age < lint->subject->mova_delay);
}

/* A register that may be the one which the group before writes, which the manual leaves to the program (ISA 4.11): one
 * with an index per lane beside one without. */
static void check_hidden(struct lint *lint, const struct lint_place *place, const struct isa_group *before, unsigned s,
                         const struct isa_alu_src *src)
{
    const struct isa_alu *alu = &place->group->slot[s];
    const enum where      read = where_is(alu, src->rel);
    for (unsigned w = 0; w < ISA_SLOTS; w++) {
        const struct isa_alu *writer = &before->slot[w];
        if (!lint_writes(before, w) || writer->dst_chan != src->chan)
            continue;
        const enum where written = where_is(writer, writer->dst_rel);
        if (read == written || (read < GLOBAL) != (written < GLOBAL))
            continue;
        if ((!src->rel && lint_is_temporary(lint, src->sel)) ||
            (!writer->dst_rel && writer->dst_gpr >= lint->subject->num_gprs)) /* nothing relative reaches these */
            continue;
        const bool by_ar = written == OWN_BY_AR || written == GLOBAL_BY_AR;
        const bool is_new = by_ar ? lint->subject->relative_write_read : lint->subject->write_relative_read;
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 4.11",
                  "%s may be %s that the group before writes: the %s value is read on this chip (%s)",
                  lint_gpr_name(src->sel, src->chan, src->rel, alu->index_mode).text,
                  lint_gpr_name(writer->dst_gpr, writer->dst_chan, writer->dst_rel, writer->index_mode).text,
                  is_new ? "new" : "old", by_ar ? "relative_write_read" : "write_relative_read");
    }
}

/* Rules between a group and the one before; `before` is NULL for the first group. */
static void look_at_pair(struct lint *lint, const struct lint_place *place, const struct isa_group *before)
{
    const bool close = before && follows_closely(lint, place);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &place->group->slot[s];
        for (unsigned i = 0; place->group->used[s] && i < isa_alu_ops[alu->id].operands; i++) {
            const struct isa_alu_src *src = &alu->src[i];
            if (src->sel == ISA_SRC_PV || src->sel == ISA_SRC_PS)
                check_previous(lint, place, before, s, src);
            else if (isa_src_is_gpr(src->sel) && close)
                check_hidden(lint, place, before, s, src);
        }
    }
}

/* ---- undefined values ------------------------------------------------------------------------------------------ */

/* Reads of a temporary that the clause did not write before, and of a GPR that no instruction of the program writes. */
static void check_values(struct lint *lint, const struct lint_place *place, const uint8_t temporaries[ISA_GPRS])
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &place->group->slot[s];
        for (unsigned i = 0; place->group->used[s] && i < isa_alu_ops[alu->id].operands; i++) {
            const struct isa_alu_src *src = &alu->src[i];
            const bool                temporary = lint_is_temporary(lint, src->sel);
            if (!isa_src_is_gpr(src->sel) || src->rel ||
                (temporary ? temporaries[src->sel] >> src->chan & 1 : lint_has_value(lint, src->sel, src->chan)))
                continue;
            if (!temporary)
                lint->missed[src->sel] = (uint8_t)(lint->missed[src->sel] | 1u << src->chan);
            lint_note(lint, place, s, temporary ? LINT_DOUBTFUL : LINT_NOT_GIVEN, temporary ? "ISA 4.6" : "ISA 2.5",
                      "%s is %s", lint_gpr_name(src->sel, src->chan, false, 0).text,
                      temporary ? "a clause temporary that the clause has not written before"
                                : "neither given at the start nor written anywhere in the program");
        }
    }
}

static void note_writes(const struct isa_group *group, uint8_t temporaries[ISA_GPRS], struct lint_place *place)
{
    place->ar_age++;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (lint_writes(group, s) && !alu->dst_rel)
            temporaries[alu->dst_gpr] = (uint8_t)(temporaries[alu->dst_gpr] | 1u << alu->dst_chan);
        if (group->used[s] && isa_alu_ops[alu->id].flags & ISA_MOVA) {
            place->ar_valid |= s == ISA_SLOT_T ? 1u : 1u << s;
            place->ar_age = 0;
        }
    }
}

/* ---- the clause ------------------------------------------------------------------------------------------------ */

void lint_clause(struct lint *lint, const struct flow_row *row)
{
    struct flow_groups clause = lint_groups_of(lint, row);
    struct isa_group   groups[2] = {{.size = 0}};
    uint8_t            temporaries[ISA_GPRS] = {0};
    struct lint_place  place = {.first = true};
    lint->row = row;
    for (unsigned n = 0; flow_group(&clause, &groups[n % 2]); n++, place.first = false) {
        place.group = &groups[n % 2];
        place.address = clause.at;
        place.last = !clause.left;
        lint_group(lint, &place);
        look_at_pair(lint, &place, place.first ? NULL : &groups[(n + 1) % 2]);
        check_values(lint, &place, temporaries);
        note_writes(place.group, temporaries, &place);
    }
    if (clause.status == ISA_GROUP_OK)
        return;
    place.address = clause.at + (clause.fault < clause.left ? clause.fault : clause.left - 1);
    lint_note_text(lint, &place, ISA_SLOTS, LINT_ILLEGAL, "", isa_group_status_text(clause.status));
}
