/* simd_rows_run.c - the clocks of a group by rows (simd_rows.h) that the modules have not had: they run them, by their
 * own functions and the rows of their wires, from the group's issue and predicate as it entered. */
#include "rtl_model/r700/engine/simd_sets.h"
#include "rtl_model/r700/wires_alu.h"

void simd_rows_know(struct simd_rows *rows, const struct row_group *group)
{
    rows->knows = group && group->valid && group->ran < QUARTERS;
    if (rows->knows)
        alu_rows_quarter(&group->values, group->ran, &rows->known);
}

/* What drives the wires of these modules, besides themselves. */
struct row_wires {
    struct rotation_reg  rotation;
    struct enter_net     enter;
    struct alu_issue_reg issue[PARITIES];
    struct predicate_reg predicate[PARITIES];
};

static void keep_wires(const struct simd *simd, struct row_wires *kept)
{
    kept->rotation = simd->rotation.q;
    kept->enter = simd->enter[0];
    for (unsigned p = 0; p < PARITIES; p++) {
        kept->issue[p] = simd->issue[p].q;
        kept->predicate[p] = simd->predicate[p].q;
    }
}

static void restore_wires(struct simd *simd, const struct row_wires *kept)
{
    simd->rotation.q = kept->rotation;
    simd->enter[0] = kept->enter;
    for (unsigned p = 0; p < PARITIES; p++) {
        simd->issue[p].q = kept->issue[p];
        simd->predicate[p].q = kept->predicate[p];
    }
    simd_rows_know(&simd->rows, NULL);
}

/* One clock of these modules, in which a quarter of the group enters, or with NULL nothing does. */
static void run_clock(struct simd *simd, module_bits_t modules, const struct row_group *group)
{
    const unsigned p = group ? group->parity : 0;
    simd->rotation.q.clock = (uint8_t)(p * SLOT_CLOCKS + (group ? group->ran : 0u));
    simd->issue[p].q.executing = false;
    if (group) {
        simd->issue[p].q = group->issue;
        simd->predicate[p].q = group->predicate;
    }
    simd_rows_know(&simd->rows, group);
    simd_enter_settle(simd, 0);
    simd_clock_some(simd, modules);
}

static bool lags(const struct row_group *group)
{
    return group->valid && group->ran < group->age;
}

/* The clocks of the last two groups up to the present, the younger one's as far behind the other's as it is younger; or
 * with `only_gone` until one that is gone has had them, and of one that the modules have not begun with none.  A group
 * may be gone for longer, which makes no difference. */
static void run_groups(struct simd *simd, bool only_gone)
{
    static const module_bits_t modules = (module_bits_t)0 MODULES_OF(slot) MODULES_OF(wide) MODULES_OF(back);
    struct row_group *const    young = &simd->rows.group[simd->rows.youngest];
    struct row_group *const    old = &simd->rows.group[simd->rows.before];
    struct row_wires           kept;
    keep_wires(simd, &kept);
    while (lags(old) || (lags(young) && (!only_gone || (young->ran && young->age == GONE_AGE)))) {
        const bool one = lags(old), enters = one && old->ran < QUARTERS;
        const bool two = lags(young) && (young->ran || !only_gone) &&
                         (!one || (!enters && old->age - old->ran <= young->age - young->ran));
        run_clock(simd, modules, enters ? old : two && young->ran < QUARTERS ? young : NULL);
        old->ran = (uint8_t)(old->ran + one);
        young->ran = (uint8_t)(young->ran + two);
    }
    restore_wires(simd, &kept);
}

/* What a group of some time ago has left in units: as its last quarter leaves it. */
static void run_last(struct simd *simd, struct row_group *group)
{
    const unsigned      slots = group->left & ((1u << ISA_SLOTS) - 1), pairs = group->left >> ISA_SLOTS;
    const module_bits_t modules =
        (module_bits_t)slots << (AT_slot - SIMD_FIRST_MODULE) | (pairs ? module_bit(AT_wide) : 0);
    for (group->ran = QUARTERS - 1; group->ran <= ROWS_AGE; group->ran++)
        run_clock(simd, modules, group->ran < QUARTERS ? group : NULL);
    group->left = 0;
}

/* Groups of which something is left, one after the other as they entered; the last two, whole. */
static void run_all(struct simd *simd)
{
    struct simd_rows *const rows = &simd->rows;
    struct row_wires        kept;
    rows->owners = (uint16_t)(rows->owners & ~(1u << rows->before));
    keep_wires(simd, &kept);
    while (rows->owners) {
        unsigned oldest = (unsigned)__builtin_ctz(rows->owners);
        for (unsigned left = rows->owners; left; left &= left - 1)
            if (rows->group[__builtin_ctz(left)].clock < rows->group[oldest].clock)
                oldest = (unsigned)__builtin_ctz(left);
        run_last(simd, &rows->group[oldest]);
        rows->owners = (uint16_t)(rows->owners & ~(1u << oldest));
    }
    restore_wires(simd, &kept);
    run_groups(simd, false);
}

void simd_rows_show(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    const bool        carried = simd_rows_carry(simd);
    const bool        lagged = lags(&rows->group[rows->youngest]) || lags(&rows->group[rows->before]);
    const bool        on = rows->flies || simd->issue[rotation_parity(&simd->rotation)].q.executing;
    if (lagged)
        run_all(simd);
    if (on)
        simd_rows_go_on(rows);
    if (on && carried) {
        simd_rows_know(rows, &rows->group[rows->youngest]);
        simd_rows_pass(simd);
        simd_set_join(&simd->look, &simd_back); /* nets have not been driven yet, or without the back */
    }
    if (lagged || (on && carried)) {
        simd_set_join(&simd->shown.moved, &simd_back);
        simd_set_join(&simd->shown.changed, &simd_back);
    }
}

void simd_rows_look(struct simd *simd, bool lanes)
{
    const bool carried = simd_rows_carry(simd);
    simd_rows_show(simd);
    if (carried && simd_enter_settle(simd, 0))
        simd_set_add(&simd->shown.changed, AT_enter);
    if (lanes && simd_set_has(&simd->passed, AT_operands) && simd_operands_settle(simd, 0))
        simd_set_add(&simd->shown.changed, AT_operands);
}

void simd_rows_complete(struct simd *simd)
{
    const struct simd_rows *rows = &simd->rows;
    const uint8_t           last[] = {rows->before, rows->youngest};
    for (unsigned n = 0; n < 2; n++) {
        const struct row_group *group = &rows->group[last[n]];
        if (group->ran && lags(group) && group->age == GONE_AGE)
            run_groups(simd, true);
    }
}
