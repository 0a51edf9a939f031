/* ref_operand.c - where operands come from (ISA 4.6, 4.7).
 *
 * What a program must not rely on is counted, not refused, so that a generator can throw such programs away: reads of
 * PV, PS and clause temporaries that hold nothing (4.6, 4.6.2).  Counted too are reads of a register that the group
 * before writes by AR and this one names without, or the other way round: the manual leaves them to the program (4.11).
 */
#include "tb/ref/ref_internal.h"

#include <string.h>

bool ref_stop_at(const struct ref_clause *clause, unsigned s, const char *what)
{
    return ref_stop(clause->run, "ALU word %u: %s: %s", clause->address + clause->group->place[s],
                    isa_alu_ops[clause->group->slot[s].id].name, what);
}

/* ---- operands ------------------------------------------------------------------------------------------------- */

int32_t ref_index(const struct ref_wave *wave, const struct isa_alu *alu, bool gpr, unsigned t)
{
    if (alu->index_mode == ISA_INDEX_LOOP)
        return wave->loop.index;
    if (alu->index_mode > ISA_INDEX_LOOP)
        return 0; /* global ones: ref_global_number */
    return wave->ar[gpr ? 0 : alu->index_mode][t];
}

bool ref_check_index(const struct ref_clause *clause, unsigned s, bool gpr, bool kcache)
{
    const struct ref_wave *wave = clause->run->wave;
    const struct isa_alu  *alu = &clause->group->slot[s];
    if (alu->index_mode > ISA_INDEX_LOOP && !gpr)
        return ref_stop_at(clause, s, "a global index of a constant (ISA 4.6.1)");
    if (alu->index_mode == ISA_INDEX_GLOBAL)
        return true;
    if (alu->index_mode == ISA_INDEX_LOOP)
        return wave->loop.index_valid || ref_stop_at(clause, s, "aL outside of a loop that has one (ISA 3.7.3)");
    if (kcache)
        return ref_stop_at(clause, s, "a kcache operand relative to AR (ISA 4.6.1)");
    if (!wave->ar_written[gpr ? 0 : alu->index_mode])
        return ref_stop_at(clause, s, "AR was not written before in this clause (ISA 4.6.1)");
    for (unsigned other = 0; other < ISA_SLOTS; other++)
        if (clause->group->used[other] && isa_alu_ops[clause->group->slot[other].id].flags & ISA_MOVA)
            return ref_stop_at(clause, s, "AR is used and written in one group (ISA 4.6.1)");
    return true;
}

bool ref_is_gpr(const struct ref_launch *launch, unsigned gpr)
{
    return gpr < launch->num_gprs || (gpr < REF_GPRS && gpr >= REF_GPRS - launch->temporaries);
}

/* ISA 4.11.  The group right before has not written its registers yet: of two that are named alike, both by AR or both
 * without, the processor takes what it will write from PV or PS; of the others as the chip does. */
static uint32_t register_value(const struct ref_clause *clause, bool by_ar, unsigned element, unsigned t, unsigned gpr,
                               bool executes)
{
    const struct ref_launch *launch = clause->run->launch;
    struct ref_wave         *wave = clause->run->wave;
    uint32_t                 value = ref_register(clause, gpr, element, t);
    bool                     found = false;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct ref_write *write = &wave->last[s];
        if (!(write->threads >> t & 1) || write->element != element || write->gpr[t] != (int)gpr)
            continue;
        const bool unlike = write->by_ar != by_ar;
        const bool old = unlike && (write->by_ar ? launch->old_behind_relative_write : launch->old_behind_plain_write);
        wave->hazards += unlike && executes;
        wave->hidden += old && executes;
        wave->late += old && executes && !wave->behind;
        if (!wave->behind)
            continue;
        if (!found)
            value = write->old[t];
        if (!old)
            value = write->value[t];
        found = true;
    }
    return value;
}

/* ---- read ports (ISA 4.7.4 to 4.7.9) -------------------------------------------------------------------------- */

/* An operand of a group. */
struct place {
    unsigned slot, operand;
};

static const struct isa_alu_src *at(const struct isa_group *group, struct place place)
{
    return &group->slot[place.slot].src[place.operand];
}

/* A vector slot's operand 1 that has the number and element of operand 0. */
static bool has_first_number(const struct isa_group *group, struct place place)
{
    const struct isa_alu_src *src = at(group, place), *first = group->slot[place.slot].src;
    return place.slot != ISA_SLOT_T && place.operand == 1 && src->sel == first->sel && src->chan == first->chan;
}

static bool has_first_index(const struct isa_group *group, struct place place)
{
    return at(group, place)->rel == group->slot[place.slot].src[0].rel;
}

/* Table 4.3: the digits of a BANK_SWIZZLE's name are the cycles of operands 0, 1, 2.  A vector slot's operand 1 comes
 * with operand 0 when both are the same register and element (ISA 4.7.7). */
static int read_cycle(const struct ref_launch *launch, const struct isa_group *group, struct place place)
{
    static const char vector[][4] = {"012", "021", "120", "102", "201", "210"};
    static const char trans[][4] = {"210", "122", "212", "221"};
    const unsigned    swizzle = group->slot[place.slot].bank_swizzle;
    if (place.slot == ISA_SLOT_T)
        return swizzle < 4 ? trans[swizzle][place.operand] : -1;
    if (has_first_number(group, place) && (has_first_index(group, place) || launch->src1_by_number))
        place.operand = 0;
    return swizzle < 6 ? vector[swizzle][place.operand] : -1;
}

/* Every operand is the register that it names.  But a memory gives one register in a cycle: of operands that name one
 * number in one cycle the first says with which index.  GUESS: the first, because the procedure of ISA 4.7.9.2 keeps
 * what was reserved first. */
static struct place read_as(const struct ref_launch *launch, const struct isa_group *group, struct place place)
{
    const struct isa_alu_src *src = at(group, place);
    for (struct place p = {0}; p.slot <= place.slot; p.slot++)
        for (p.operand = 0; group->used[p.slot] && p.operand < isa_alu_ops[group->slot[p.slot].id].operands;
             p.operand++) {
            if (p.slot == place.slot && p.operand == place.operand)
                return place;
            if (at(group, p)->sel == src->sel && at(group, p)->chan == src->chan &&
                read_cycle(launch, group, p) == read_cycle(launch, group, place))
                return p;
        }
    return place;
}

static bool read_gpr(const struct ref_clause *clause, struct place place, ref_mask_t threads, uint32_t *out)
{
    const struct ref_launch  *launch = clause->run->launch;
    const struct isa_alu_src *src = at(clause->group, place);
    struct ref_wave          *wave = clause->run->wave;
    const bool                global = ref_is_global(&clause->group->slot[place.slot], src->rel);
    const char *const wrong = global ? ref_global_error(launch, &clause->group->slot[place.slot], src->sel) : NULL;
    if (wrong)
        return ref_stop_at(clause, place.slot, wrong);
    if (!global && !ref_is_gpr(launch, src->sel))
        return ref_stop_at(clause, place.slot, "a GPR that the program does not have (ISA 4.6.3)");
    if (src->rel && !global && src->sel >= launch->num_gprs)
        return ref_stop_at(clause, place.slot, "a relative clause temporary (ISA 4.6.1)");
    if (src->rel && !ref_check_index(clause, place.slot, true, false))
        return false;
    const struct place    as = read_as(launch, clause->group, place);
    const struct isa_alu *alu = &clause->group->slot[as.slot];
    const bool            relative = at(clause->group, as)->rel;
    const bool            by_ar = relative && alu->index_mode != ISA_INDEX_LOOP && alu->index_mode != ISA_INDEX_GLOBAL;
    const bool            shared = ref_is_global(alu, relative);
    const bool            alike =
        relative == src->rel && (!relative || alu->index_mode == clause->group->slot[place.slot].index_mode);
    wave->shared_reads += !alike;
    wave->own_reads += alike && has_first_number(clause->group, place) && !has_first_index(clause->group, place);
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t gpr = (int64_t)src->sel + (relative ? ref_index(wave, alu, true, t) : 0);
        const int     number = shared ? ref_global_number(clause, alu, src->sel, t) : 0;
        unsigned      row = relative && (gpr < 0 || gpr >= launch->num_gprs) ? 0 : (unsigned)gpr;
        const bool    executes = threads >> t & 1;
        if (shared)
            row = number < 0 ? REF_GPRS : (unsigned)number;
        if (shared && executes)
            ref_global_read(clause, row, src->chan, t);
        out[t] = register_value(clause, by_ar, src->chan, t, row, executes);
        if (executes && row >= launch->num_gprs && row < REF_GPRS)
            wave->undefined_reads += !(wave->temporary_written[row % REF_TEMPORARIES][src->chan] >> t & 1);
    }
    return true;
}

static bool read_file(const struct ref_clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const uint32_t *const file = clause->run->launch->constant_file[clause->cf->alt_const];
    if (src->rel && !ref_check_index(clause, s, false, false))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t row = (int64_t)src->sel - ISA_SRC_CFILE +
                            (src->rel ? ref_index(clause->run->wave, &clause->group->slot[s], false, t) : 0);
        out[t] = row < 0 || row >= REF_CONSTANTS ? REF_OUTSIDE : file ? file[4 * row + src->chan] : 0;
    }
    return true;
}

/* Locked lines of 16 constants: mode 1 one, mode 2 two, mode 3 two from the loop index on (ISA 10.1). */
static bool read_kcache(const struct ref_clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const struct isa_cf_alu *cf = clause->cf;
    const struct ref_launch *launch = clause->run->launch;
    const struct ref_wave   *wave = clause->run->wave;
    const bool               second = src->sel >= ISA_SRC_KCACHE1;
    const unsigned           bank = second ? cf->kcache_bank1 : cf->kcache_bank0;
    const unsigned           mode = second ? cf->kcache_mode1 : cf->kcache_mode0;
    const unsigned           locked = mode == 0 ? 0 : mode == 1 ? 16 : 32;
    int64_t                  first = 16 * (int64_t)(second ? cf->kcache_addr1 : cf->kcache_addr0);
    int64_t                  at = src->sel - (second ? ISA_SRC_KCACHE1 : ISA_SRC_KCACHE0);
    uint32_t                 value = 0;
    if (at >= locked)
        return ref_stop_at(clause, s, "the constant's cache line is not locked (ISA 4.6.3)");
    if (mode == 3)
        first += (wave->loop.index >> 4) * (int64_t)16;
    if (src->rel) {
        if (!ref_check_index(clause, s, false, true))
            return false;
        at += wave->loop.index;
    }
    if (at < 0 || at >= locked)
        value = REF_OUTSIDE;
    else if (first + at >= 0 && first + at < launch->buffer_vectors[cf->alt_const][bank])
        value = launch->buffer[cf->alt_const][bank][4 * (first + at) + src->chan];
    for (unsigned t = 0; t < REF_LANES; t++)
        out[t] = value;
    return true;
}

static void count_undefined(struct ref_wave *wave, ref_mask_t threads)
{
    for (; threads; threads &= threads - 1)
        wave->undefined_reads++;
}

static bool read_special(const struct ref_clause *clause, unsigned s, const struct isa_alu_src *src, ref_mask_t threads,
                         uint32_t *out)
{
    struct ref_wave *wave = clause->run->wave;
    uint32_t         value;
    if (src->rel)
        return ref_stop_at(clause, s, "an operand that cannot be relative (ISA 4.6.1)");
    switch (src->sel) {
    case ISA_SRC_PV:
        memcpy(out, wave->pv[src->chan], sizeof wave->ps);
        count_undefined(wave, threads & ~wave->result_defined[src->chan]);
        return true;
    case ISA_SRC_PS:
        memcpy(out, wave->ps, sizeof wave->ps);
        count_undefined(wave, threads & ~wave->result_defined[ISA_SLOT_T]);
        return true;
    case ISA_SRC_LITERAL:
        value = clause->group->literal[src->chan];
        break;
    case ISA_SRC_1:
        value = 0x3f800000;
        break;
    case ISA_SRC_0_5:
        value = 0x3f000000;
        break;
    case ISA_SRC_1_INT:
        value = 1;
        break;
    case ISA_SRC_M_1_INT:
        value = 0xffffffff;
        break;
    case ISA_SRC_1_DBL_M:
        value = 0x3ff00000;
        break;
    case ISA_SRC_0_5_DBL_M:
        value = 0x3fe00000;
        break;
    case ISA_SRC_0:
    case ISA_SRC_1_DBL_L:
    case ISA_SRC_0_5_DBL_L:
        value = 0;
        break;
    default:
        return ref_stop_at(clause, s, "a reserved operand (ISA 10.2)");
    }
    for (unsigned t = 0; t < REF_LANES; t++)
        out[t] = value;
    return true;
}

bool ref_read_operand(const struct ref_clause *clause, unsigned s, unsigned i, ref_mask_t threads,
                      uint32_t out[REF_LANES])
{
    const struct isa_alu_src *src = &clause->group->slot[s].src[i];
    const bool                good = isa_src_is_gpr(src->sel)     ? read_gpr(clause, (struct place){s, i}, threads, out)
                                     : isa_src_is_cfile(src->sel) ? read_file(clause, s, src, out)
                                     : isa_src_is_kcache(src->sel) ? read_kcache(clause, s, src, out)
                                                                   : read_special(clause, s, src, threads, out);
    for (unsigned t = 0; good && ref_modifies_input(&clause->group->slot[s], s, i) && t < REF_LANES; t++)
        out[t] = ref_input_modifiers(out[t], src->abs, src->neg);
    return good;
}
