#include "pipeline/alu/alu_groups.h"

#include <string.h>

#include "pipeline/instruction_buffer.h"

/* What decides besides the words, as a number that is never 0. */
static uint64_t straps_of(const struct alu_issue_in *in)
{
    return (uint64_t)1 << 63 | (uint64_t)in->shared_count << 40 | (uint64_t)in->shared_row << 24 |
           (uint64_t)in->temporary_row << 16 | (uint64_t)in->num_gprs << 8 | (uint64_t)in->temporaries << 4 |
           (uint64_t)in->nan_kept << 2 | (uint64_t)in->doubles << 1 | in->prefer_vector;
}

/* By the first two words, wherever they stand, or, where another group has that place, by the address, too.  Even and
 * odd wavefront slots have clause temporaries of their own, and so entries. */
static uint16_t *place_of(const struct alu_issue_in *in, uint64_t address)
{
    const unsigned apart = in->temporaries ? in->temporary_row / in->temporaries & 1 : 0;
    const uint64_t first = in->buffer[in->head % INSTRUCTION_BUFFER_WORDS];
    const uint64_t second = in->available > 1 ? in->buffer[(in->head + 1) % INSTRUCTION_BUFFER_WORDS] : 0;
    const uint64_t mixed = (first + apart) * 0x9e3779b97f4a7c15u ^ (second + address) * 0xc2b2ae3d27d4eb4fu;
    return &in->groups->table->number[(mixed ^ mixed >> 32) >> 7 & (GROUP_PLACES - 1)];
}

/* To be filled anew: a new one, in the first of its two places that is empty, or the one that has the second place. */
static struct group_entry *entry_for(const struct alu_issue_in *in)
{
    struct group_table *table = in->groups->table;
    uint16_t           *number = place_of(in, 0);
    if (*number)
        number = place_of(in, in->head);
    if (!*number)
        *number = (uint16_t)(1 + table->taken++ % (GROUP_ENTRIES - 1));
    return &table->entry[*number];
}

static bool has_relative(const struct isa_group *group)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (group->used[s] && (alu->dst_rel || alu->src[0].rel || alu->src[1].rel || alu->src[2].rel))
            return true;
    }
    return false;
}

static uint16_t place_in(unsigned element, unsigned row)
{
    return (uint16_t)(element << 8 | row);
}

static void keep_operands(const struct issue_decision *of, struct group_entry *to)
{
    const struct isa_group *group = of->group;
    for (unsigned o = 0; o < GROUP_OPERANDS; o++)
        to->registers.place[o] = NO_REGISTER;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned i = 0; group->used[s] && i < isa_alu_ops[group->slot[s].id].operands; i++) {
            const struct isa_alu_src *src = &group->slot[s].src[i];
            const uint8_t             operand = (uint8_t)(3 * s + i);
            if (isa_src_is_gpr(src->sel)) {
                const bool own = src->sel < of->in->num_gprs;
                const int  row = alu_physical_row(of->in, src->sel);
                to->registers.place[operand] = place_in(src->chan, own ? src->sel : (unsigned)row);
                to->registers.own[operand] = own ? 0xff : 0;
            } else if (isa_src_is_cfile(src->sel) || isa_src_is_kcache(src->sel)) {
                to->constant[to->constants++] = (struct group_constant){operand, *src};
            }
        }
}

/* The group is decoded twice more: with registers that were 0, and from another base with registers that were all ones.
 * A byte that is the same both times is set, one more counts from the base, and 0 and all ones is as it was before. */
void group_keep(const struct issue_decision *of, const uint32_t *words)
{
    enum { ZEROS, ONES, TRIES };
    if (!of->in->groups || !of->in->groups->table || has_relative(of->group))
        return;
    struct alu_issue_in   in = *of->in;
    struct alu_issue_reg  before = *of->q, d[TRIES];
    struct issue_decision again = {&in, &before, NULL, of->group};
    before.write = 0; /* nothing is forwarded */
    in.other_write = 0;
    for (unsigned i = 0; i < TRIES; i++) {
        memset(&d[i], i == ONES ? 0xff : 0, sizeof d[i]);
        in.base = i == ONES;
        again.d = &d[i];
        if (!alu_issue_control(&again, words))
            return;
    }
    struct group_entry *const to = entry_for(&in);
    memset(to, 0, sizeof *to);
    for (size_t b = 0; b < GROUP_CONTROL_BYTES; b++) {
        const uint8_t zeros = ((unsigned char *)&d[ZEROS])[GROUP_CONTROL_FIRST + b];
        const uint8_t ones = ((unsigned char *)&d[ONES])[GROUP_CONTROL_FIRST + b];
        to->value[b] = zeros;
        to->counts[b] = (uint8_t)(ones == (uint8_t)(zeros + 1) ? 0xff : 0);
        to->sets[b] = (uint8_t)(ones == zeros || to->counts[b] ? 0xff : 0);
    }
    keep_operands(of, to);
    memcpy(to->words, words, sizeof to->words[0] * of->group->size);
    to->instructions = (uint8_t)of->group->instructions;
    to->size = (uint8_t)of->group->size;
    to->straps = straps_of(of->in);
}

static bool is_group(const struct group_entry *entry, const struct alu_issue_in *in)
{
    if (!entry->size || entry->size > in->available || entry->straps != straps_of(in))
        return false;
    uint64_t different = 0;
    for (unsigned w = 0; w < entry->size; w++)
        different |= entry->words[w] ^ in->buffer[(in->head + w) % INSTRUCTION_BUFFER_WORDS];
    return !different;
}

LANE_LOOPS static void set_control(const struct group_entry *restrict entry, uint8_t base, unsigned char *restrict to)
{
    for (size_t b = 0; b < GROUP_CONTROL_BYTES; b++)
        to[b] = (unsigned char)((to[b] & ~entry->sets[b]) |
                                ((entry->value[b] + (base & entry->counts[b])) & entry->sets[b]));
}

/* alu_forwarded, of all operands at once. */
static void set_forward(const struct group_registers *of, const struct alu_issue_in *in, const struct alu_issue_reg *q,
                        operand_byte_t *to)
{
    const unsigned writes = q->executing ? q->write & ~(unsigned)q->dst_relative : 0;
    const uint16_t base = in->base;
    uint16_t       written[ISA_SLOTS], place[GROUP_OPERANDS];
    uint8_t        from[GROUP_OPERANDS];
    if (!writes || (in->first && !in->shared_count && !in->temporaries))
        return;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const unsigned element = s == ISA_SLOT_T ? q->dst_chan.slot[s] : s;
        written[s] = writes >> s & 1 ? place_in(element, q->dst_row.slot[s]) : NO_REGISTER - 1;
    }
    for (unsigned o = 0; o < GROUP_OPERANDS; o++) {
        place[o] = (uint16_t)(of->place[o] + (base & of->own[o]));
        const bool pv =
            (place[o] == written[0]) | (place[o] == written[1]) | (place[o] == written[2]) | (place[o] == written[3]);
        from[o] = (uint8_t)((pv ? FORWARD_PV : 0) | (place[o] == written[ISA_SLOT_T] ? FORWARD_PS : 0));
    }
    for (unsigned o = 0; in->first && o < 3 * ISA_SLOTS; o++) /* then it matters whose registers they are */
        if (from[o])
            from[o] = alu_forwarded(in, q, place[o] & 0xff, place[o] >> 8);
    memcpy(to, from, sizeof *to);
}

const struct group_entry *group_recall(const struct alu_issue_in *in, const struct alu_issue_reg *q,
                                       struct alu_issue_reg *d)
{
    if (!in->groups || !in->groups->table || in->other_write)
        return NULL;
    const struct group_table   *table = in->groups->table;
    const struct group_entry   *entry = &table->entry[*place_of(in, 0)];
    const struct issue_decision of = {in, q, d, NULL};
    uint32_t                    constant[3 * ISA_SLOTS];
    if (!is_group(entry, in))
        entry = &table->entry[*place_of(in, in->head)];
    if (!is_group(entry, in))
        return NULL;
    for (unsigned c = 0; c < entry->constants; c++)
        if (!alu_constant_value(&of, &entry->constant[c].src, &constant[c]))
            return NULL;
    set_control(entry, in->base, (unsigned char *)d + GROUP_CONTROL_FIRST);
    for (unsigned c = 0; c < entry->constants; c++)
        d->constant.operand[entry->constant[c].operand] = constant[c];
    set_forward(&entry->registers, in, q, &d->forward);
    return entry;
}
