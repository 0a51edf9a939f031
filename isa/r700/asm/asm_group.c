/* asm_group.c - instruction groups: literals, LAST, and whether the slots are what the text says (ISA 4.3, 4.4). */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/dis/dis_group.h"
#include <string.h>

enum { LITERALS = 4 };

/* ---- literals (ISA 4.7.6) --------------------------------------------------------------------------------------- */

static bool place_named(struct asm_scan *s, struct asm_group *group, const struct asm_literal *literal)
{
    unsigned chan = (unsigned)literal->chan;
    if (!literal->has_value)
        return true;
    if (group->has_literal[chan] && group->literal[chan] != literal->value)
        return asm_error(s, "literal %c of the group is 0x%08x and 0x%08x, expected one value", "xyzw"[chan],
                         group -> literal[chan], literal -> value);
    group->has_literal[chan] = true;
    group->literal[chan] = literal->value;
    return true;
}

/* Equal values share a literal; a new one takes the first free place. */
static bool place_anywhere(struct asm_scan *s, struct asm_group *group, struct asm_literal *literal)
{
    if (!literal->has_value)
        return asm_error(s, "LITERAL needs an element: expected LITERAL.x, .y, .z or .w");
    for (int free_too = 0; free_too < 2; free_too++) {
        for (int chan = 0; chan < LITERALS; chan++) {
            bool same = group->has_literal[chan] && group->literal[chan] == literal->value;
            if (same || (free_too && !group->has_literal[chan])) {
                literal->chan = chan;
                return place_named(s, group, literal);
            }
        }
    }
    return asm_error(s, "the group has more than four different literals (ISA 4.3)");
}

static bool each_literal(struct asm_scan *s, struct asm_group *group, bool named)
{
    for (unsigned i = 0; i < group->count; i++) {
        struct asm_alu *alu = &group->alu[i];
        s->line = alu->place.line;
        for (unsigned n = 0; n < ASM_SOURCES; n++) {
            static const char *const fields[] = {"src0_chan", "src1_chan", "src2_chan"};
            struct asm_literal      *literal = &alu->literal[n];
            if (!literal->used || (literal->chan != ASM_ANY_CHANNEL) != named)
                continue;
            if (named ? !place_named(s, group, literal) : !place_anywhere(s, group, literal))
                return false;
            if (!named && !asm_set(s, &alu->code, fields[n], (uint32_t)literal->chan))
                return false;
        }
    }
    return true;
}

/* ---- slots ------------------------------------------------------------------------------------------------------ */

static bool agrees(const struct asm_group *group, const struct isa_group *real)
{
    for (unsigned slot = 0; slot < ISA_SLOTS; slot++) {
        char letter = real->used[slot] ? group->alu[real->place[slot]].slot : 0;
        if (letter && letter != "xyzwt"[slot])
            return false;
    }
    return true;
}

/* Slot letters are a claim, for one setting of ALU_INST_PREFER_VECTOR; without them nothing is checked, so that illegal
 * groups can be written. */
static bool check_slots(struct asm_scan *s, const struct asm_group *group, const uint32_t *dwords, unsigned words)
{
    bool             lettered = false;
    struct isa_group real, other;
    unsigned         at, unused;
    for (unsigned i = 0; i < group->count; i++)
        lettered = lettered || group->alu[i].slot;
    if (!lettered)
        return true;
    const enum isa_group_status status = isa_group_assemble(dwords, words, !group->prefer_trans, &real, &at);
    if (status == ISA_GROUP_OK && agrees(group, &real))
        return true;
    if (isa_group_assemble(dwords, words, group->prefer_trans, &other, &unused) == ISA_GROUP_OK &&
        agrees(group, &other))
        return asm_error(s,
                         "with ALU_INST_PREFER_VECTOR %d the last instruction goes to another slot, where its bank "
                         "swizzle means something else (ISA 4.4, 4.7.7); `.prefer_vector %d` says that the launch sets "
                         "the bit so",
                         !group->prefer_trans, group->prefer_trans);
    if (status != ISA_GROUP_OK) {
        s->line = group->alu[at < group->count ? at : group->count - 1].place.line;
        return asm_error(s, "%s; without slot letters the group is not checked", isa_group_status_text(status));
    }
    return asm_error(s, "the slots are not where the hardware would put these instructions: expected the letter of the "
                        "destination's element, or t when only Trans can execute it or its element is taken (ISA 4.4)");
}

/* ---- the group -------------------------------------------------------------------------------------------------- */

static bool literals_fit(struct asm_scan *s, const struct asm_group *group, unsigned literals)
{
    if (group->literals_given && group->literals_given != literals)
        return asm_error(s, ".literal gives %u dwords, but the operands of the group make it %u (ISA 4.7.6)",
                         group->literals_given, literals);
    return true;
}

/* Without LAST in the text the last instruction gets it; .alu and LAST(0) are left alone. */
static void mark_last(struct asm_alu *alu)
{
    if (!alu->raw && !asm_given(&alu->code, "last"))
        isa_field_set(isa_field_find(alu->code.format, "last"), alu->code.dwords, 1);
}

unsigned asm_group_finish(struct asm_scan *s, struct asm_group *group, uint32_t dwords[ASM_GROUP_DWORDS],
                          struct asm_place places[ASM_GROUP_DWORDS])
{
    unsigned line = s->line, count = 0;
    if (!each_literal(s, group, true) || !each_literal(s, group, false))
        return 0;
    mark_last(&group->alu[group->count - 1]);
    for (unsigned i = 0; i < group->count; i++, count += 2)
        memcpy(dwords + count, group->alu[i].code.dwords, 2 * sizeof *dwords);
    unsigned literals = dis_group_literals(dwords, group->count);
    s->line = group->alu[0].place.line;
    if (!literals_fit(s, group, literals))
        return 0;
    for (unsigned i = 0; i < literals; i++)
        dwords[count++] = group->literal[i];
    for (unsigned i = 0; i < count; i++)
        places[i] = group->alu[i / 2 < group->count ? i / 2 : group->count - 1].place;
    if (!check_slots(s, group, dwords, count / 2))
        return 0;
    s->line = line;
    return count;
}
