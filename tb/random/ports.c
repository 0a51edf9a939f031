/* ports.c - can the operands of a group be read, and with which bank swizzles (ISA 4.7.4 to 4.7.9).
 *
 * A search: every vector slot tries its six swizzles, Trans its four. */
#include "tb/random/random.h"

#include <string.h>

enum { FREE = -1 };

struct ports {
    int      gpr[3][4]; /* cycle, element: the register read there */
    unsigned pairs, pair[2];
};

/* Table 4.3 */
static const uint8_t vector_cycle[6][3] = {
    [ISA_VEC_012] = {0, 1, 2}, [ISA_VEC_021] = {0, 2, 1}, [ISA_VEC_120] = {1, 2, 0},
    [ISA_VEC_102] = {1, 0, 2}, [ISA_VEC_201] = {2, 0, 1}, [ISA_VEC_210] = {2, 1, 0}};
static const uint8_t trans_cycle[4][3] = {
    [ISA_SCL_210] = {2, 1, 0}, [ISA_SCL_122] = {1, 2, 2}, [ISA_SCL_212] = {2, 1, 2}, [ISA_SCL_221] = {2, 2, 1}};

/* By its number, whatever the index (ISA 4.7.9.2).  What fits with same_number_read own fits with shared. */
static bool take_gpr(struct ports *ports, unsigned cycle, const struct isa_alu_src *src)
{
    int *port = &ports->gpr[cycle][src->chan];
    if (*port == FREE)
        *port = src->sel;
    return *port == src->sel;
}

static bool take_constant(struct ports *ports, const struct isa_alu_src *src, unsigned index)
{
    const unsigned pair = (src->rel ? 4096 + 1024 * index : 0) + 2 * src->sel + src->chan / 2;
    for (unsigned i = 0; i < ports->pairs; i++)
        if (ports->pair[i] == pair)
            return true;
    if (ports->pairs == 2)
        return false;
    ports->pair[ports->pairs++] = pair;
    return true;
}

static bool vector_fits(struct ports *ports, const struct isa_alu *alu, unsigned swizzle)
{
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i], *first = &alu->src[0];
        const bool square = i == 1 && src->sel == first->sel && src->chan == first->chan && src->rel == first->rel;
        if (isa_src_is_gpr(src->sel) && !square && !take_gpr(ports, vector_cycle[swizzle][i], src))
            return false;
        if (isa_src_is_cfile(src->sel) && !take_constant(ports, src, alu->index_mode))
            return false;
    }
    return true;
}

static bool trans_fits(struct ports *ports, const struct isa_alu *alu, unsigned swizzle)
{
    unsigned constants = 0;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i];
        constants += isa_src_is_constant(src->sel);
        if (isa_src_is_cfile(src->sel) && !take_constant(ports, src, alu->index_mode))
            return false;
    }
    if (constants > 2)
        return false;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i];
        const unsigned            cycle = trans_cycle[swizzle][i];
        if (isa_src_is_constant(src->sel))
            continue;
        if (cycle < constants) /* PV and PS too, ISA 4.7.8.1 */
            return false;
        if (isa_src_is_gpr(src->sel) && !take_gpr(ports, cycle, src))
            return false;
    }
    return true;
}

/* Gives slots from `s` on their swizzles. */
static bool search(struct isa_group *group, unsigned s, const struct ports *before)
{
    if (s == ISA_SLOTS)
        return true;
    if (!group->used[s])
        return search(group, s + 1, before);
    for (unsigned swizzle = 0; swizzle < (s == ISA_SLOT_T ? 4 : 6); swizzle++) {
        struct ports ports = *before;
        group->slot[s].bank_swizzle = (uint8_t)swizzle;
        if ((s == ISA_SLOT_T ? trans_fits : vector_fits)(&ports, &group->slot[s], swizzle) &&
            search(group, s + 1, &ports))
            return true;
    }
    return false;
}

unsigned random_encode_group(const struct random_group *group, uint32_t *dwords)
{
    unsigned last = ISA_SLOTS, size = 0, literals = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used[s])
            last = s;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        struct isa_alu alu = group->slot[s];
        if (!group->used[s])
            continue;
        alu.last = s == last;
        isa_alu_encode(&alu, dwords + 2 * size++);
        for (unsigned i = 0; i < 3; i++)
            if (alu.src[i].sel == ISA_SRC_LITERAL && alu.src[i].chan / 2 * 2 + 2u > literals)
                literals = alu.src[i].chan / 2 * 2 + 2u;
    }
    memcpy(dwords + 2 * size, group->literal, literals * sizeof *dwords);
    return size + literals / 2;
}

bool random_place(struct random_group *group, bool prefer_vector)
{
    uint32_t         dwords[2 * (ISA_SLOTS + 2)];
    unsigned         at = 0, place = 0;
    struct isa_group placed;
    struct ports     ports = {.pairs = 0};
    const unsigned   size = random_encode_group(group, dwords);
    memset(ports.gpr, FREE, sizeof ports.gpr);
    if (!size || isa_group_assemble(dwords, size, prefer_vector, &placed, &at) != ISA_GROUP_OK ||
        !search(&placed, 0, &ports))
        return false;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        if (!group->used[s])
            continue;
        for (unsigned to = 0; to < ISA_SLOTS; to++)
            if (placed.used[to] && placed.place[to] == place)
                group->slot[s].bank_swizzle = placed.slot[to].bank_swizzle;
        place++;
    }
    return true;
}
