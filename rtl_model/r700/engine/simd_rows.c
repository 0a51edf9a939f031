#include "rtl_model/r700/engine/simd_rows.h"

#include <string.h>

#include "kit/hash.h"
#include "kit/wire.h"
#include "rtl_model/r700/engine/simd_rows_show.h"
#include "rtl_model/r700/engine/simd_sets.h"

/* Nobody changes that between simd_hide and simd_unhide. */
static bool possible(const struct simd *simd)
{
    return simd->hidden ? simd->rows.possible : simd_rows_possible(simd);
}

const uint64_t simd_rows_written_for = UINT64_C(0x0798b1be02b7af2f);

/* Without blanks, which compilers set as they like. */
static uint64_t add_text(uint64_t hash, const char *text)
{
    for (; text && *text; text++)
        if (*text != ' ')
            hash = hash_bytes(hash, text, 1);
    return hash;
}

static uint64_t add_rows(uint64_t hash, const struct rtl_wiring *wiring)
{
    for (unsigned d = 0; d < wiring->driver_count; d++)
        hash = add_text(add_text(hash, wiring->drivers[d].wire), wiring->drivers[d].expression);
    return add_text(hash, wiring->when);
}

/* Readers of what groups by rows do not keep between observations: their names, and what they read. */
static uint64_t add_reader(uint64_t hash, const char *reader, const struct rtl_wiring *wiring)
{
    static const char *const unkept[] = {"slot", "wide", "predicate", "ar", "fetch", "operands"};
    for (unsigned s = 0; wiring && s < wiring->source_count; s++)
        for (unsigned n = 0; n < sizeof unkept / sizeof unkept[0]; n++)
            if (strcmp(wiring->sources[s].member, unkept[n]) == 0)
                hash = add_text(add_text(hash, reader), unkept[n]);
    return hash;
}

uint64_t simd_rows_text(void)
{
    uint64_t hash = HASH_START;
#define MEMBERS(type, member, count, ...) hash = add_reader(hash, #member, simd_wiring(AT_##member));
#include "rtl_model/r700/simd.def"
#define TEXT(member) hash = add_rows(hash, simd_wiring(AT_##member));
    BACK(TEXT) TEXT(reads) TEXT(fetch) return hash;
}

bool simd_rows_possible(const struct simd *simd)
{
    return simd->rows.wanted && !simd->plain && !simd->replaced.modules;
}

void simd_rows_drop(struct simd_rows *rows)
{
    for (unsigned p = 0; p < PARITIES; p++)
        rows->group[p].valid = false;
    rows->flies = 0;
    rows->slow = SLOW_CLOCKS;
    rows->unsettled = true;
}

void simd_rows_plan(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    const unsigned    p = rotation_parity(&simd->rotation);
    if (!possible(simd)) {
        if (simd_rows_carry(simd)) {
            simd_rows_show(simd);
            simd_touch(simd);
        }
        simd_rows_drop(rows); /* a group that has begun by rows goes on without: what is known of it here gets old */
    } else if (simd->issue[p].q.executing && rotation_quarter(&simd->rotation) != 0 && !rows->group[p].valid) {
        rows->slow = SLOW_CLOCKS;
    }
}

/* A member as bits of a set. */
#define IS_NET(member) ((int)AT_##member < (int)SIMD_FIRST_MODULE)
#define BITS_OF(member) ((UINT64_C(1) << COUNT_##member) - 1)
#define NETS_OF(member) | (IS_NET(member) ? BITS_OF(member) << AT_##member % SIMD_FIRST_MODULE : 0)
#define MODULES_OF(member) | (IS_NET(member) ? 0 : MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member))

/* Nets and modules that do nothing in this clock, for groups go by rows: the back, and what reads its operands, unless
 * each lane has its own. */
void simd_rows_pass(struct simd *simd)
{
    static const struct simd_set back = {UINT64_C(0) BACK(NETS_OF), (module_bits_t)0 BACK(MODULES_OF)};
    const bool                   carry = simd_rows_carry(simd);
    simd->passed = carry ? back : (struct simd_set){0, 0};
    simd->rows.by_lane = carry && simd->hidden && simd_rows_reads_by_lane(simd);
    if (!carry || !simd->hidden)
        return;
    if (simd->rows.by_lane) {
        simd_set_add(&simd->look, AT_reads);
        simd_set_add(&simd->look, AT_fetch);
    } else {
        simd_set_add(&simd->passed, AT_reads);
        simd_set_add(&simd->passed, AT_fetch);
    }
}

/* ---- its operands ------------------------------------------------------------------------------------------------ */

static const struct alu_issue_reg *reader_of(const struct simd *simd)
{
    return &simd->issue[1 - rotation_parity(&simd->rotation)].q;
}

bool simd_rows_reads_by_lane(const struct simd *simd)
{
    const struct alu_issue_reg *group = reader_of(simd);
    return group->reading && alu_control_reads_by_lane(group);
}

/* The cycles from rows.read to `end`. */
static void read_cycles(struct simd *simd, unsigned end)
{
    const struct alu_issue_reg *group = reader_of(simd);
    const lanes_t *const        memory[FETCH_ELEMENTS] = {simd->gprs.x, simd->gprs.y, simd->gprs.z, simd->gprs.w};
    const unsigned              before = (1u << READ_ELEMENTS * simd->rows.read) - 1;
    const unsigned              ports = group->read & ((1u << READ_ELEMENTS * end) - 1) & ~before;
    if (group->reading && ports)
        operand_fetch_read(&simd->fetch, 1 - rotation_parity(&simd->rotation), ports, group->read_row.row, memory);
    simd->rows.read = (uint8_t)end;
}

void simd_rows_read(struct simd *simd)
{
    const unsigned cycle = rotation_quarter(&simd->rotation);
    if (cycle == READ_CYCLES)
        simd->rows.read = 0;
    else if (!simd_rows_carry(simd) || simd->rows.by_lane)
        simd->rows.read = (uint8_t)(cycle + 1);
    else if (cycle == READ_CYCLES - 1 || simd_set_has(&simd->awake, AT_gprs))
        read_cycles(simd, cycle + 1);
}

void simd_rows_read_by_now(struct simd *simd)
{
    const unsigned cycle = rotation_quarter(&simd->rotation);
    if (simd_rows_carry(simd) && !simd_rows_reads_by_lane(simd) && simd->rows.read < cycle)
        read_cycles(simd, cycle);
}

/* ---- a group enters ---------------------------------------------------------------------------------------------- */

static void remember(const struct simd *simd, const struct alu_issue_reg *from, unsigned p, struct row_group *group)
{
    enum { PRED_SELS = 4 };
    lane_mask_t lanes[PRED_SELS];
    for (unsigned sel = 0; sel < PRED_SELS; sel++)
        lanes[sel] = executing_lanes_by(from, &simd->predicate[p], sel);
    group->starts = from->starts;
    group->result = group->values.any & (ISA_PRED_SET | ISA_KILL) ? alu_control_result(from)
                                                                  : (struct alu_control_result){0, 0, false};
    group->ar_write = from->ar_write;
    group->write = from->write;
    group->relative = from->dst_relative;
    group->global = from->dst_global;
    group->base = from->gpr_base;
    group->chan_t = from->dst_chan.slot[ISA_SLOT_T];
    group->clause = from->of_clause;
    group->last = from->last;
    group->wave = from->wave;
    group->row = from->dst_row;
    group->op = from->op;
    group->active = from->exec_active;
    group->omod = from->omod;
    group->clamp = from->clamp;
    for (unsigned left = group->values.wide; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        if (!alu_control_modifies(from, s))
            group->omod.slot[s] = group->clamp.slot[s] = 0;
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        group->lanes.slot[s] = from->used >> s & 1 ? lanes[from->pred_sel.slot[s] % PRED_SELS] : 0;
}

/* A group that has left is forgotten: what it left in units that a younger one does not use stays there.  When it was
 * the youngest itself, so is the one before it. */
static void replace(struct simd *simd, unsigned p)
{
    const struct row_group *group = &simd->rows.group[p];
    struct row_group       *other = &simd->rows.group[1 - p];
    if (simd->rows.youngest == p) {
        simd_rows_show(simd);
        other->valid = false;
        simd->rows.flies = (uint8_t)(simd->rows.flies & ~(2u >> p));
    } else {
        const unsigned slots = group->values.used & ~(unsigned)other->values.used;
        const unsigned pairs = group->values.pairs & ~(unsigned)other->values.pairs;
        if (slots | pairs)
            rows_show_slots(simd, group, slots, pairs);
    }
}

void simd_rows_enter(struct simd *simd)
{
    const unsigned              p = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *from = &simd->issue[p].q;
    struct row_group           *group = &simd->rows.group[p];
    if (!from->executing || rotation_quarter(&simd->rotation) != 0 || !possible(simd))
        return;
    struct operand_sources sources = {
        .result = write_back_rows(&simd->back, p),
        .written = write_back_lanes(&simd->back, p)->slot,
        .constants = constant_file_of(&simd->constants, from->alternate),
        .ar = &simd->ar[p].ar[from->ar_element],
    };
    operand_sources_latches(&simd->fetch, p, &sources);
    if (group->valid)
        replace(simd, p);
    alu_rows_group(from, &sources, &group->values);
    remember(simd, from, p, group);
    group->valid = true;
    group->age = 0;
    simd->rows.writes_ar = simd->rows.group[0].ar_write | simd->rows.group[1].ar_write;
    simd->rows.flies = (uint8_t)(simd->rows.flies | 1u << p);
    simd->rows.youngest = (uint8_t)p;
}

/* ---- the edge -----------------------------------------------------------------------------------------------------
 */

/* A quarter of AR; whole groups read it, those that follow may read it by then (ISA 4.6.4.5). */
static void take_address(struct address_register *registers, const struct row_group *group)
{
    const unsigned quarter = group->age - RESULT_AGE;
    const bool     by_t = group->ar_write >> ISA_SLOT_T;
    for (unsigned e = 0; e < AR_ELEMENTS; e++) {
        const unsigned s = e == 0 && by_t ? ISA_SLOT_T : e;
        quarter_t     *to = &registers->ar[e].quarter[quarter];
        if ((group->ar_write >> e & 1) || (e == 0 && by_t))
            quarter_select(to, mask_quarter(group->lanes.slot[s], quarter), &group->values.result[s].quarter[quarter],
                           to);
    }
    registers->d.writes = ++registers->q.writes;
}

/* Functions by themselves, for in most clocks there is nothing to do. */
#define APART __attribute__((noinline))

APART static void take(struct simd *simd, unsigned p)
{
    const struct row_group *group = &simd->rows.group[p];
    if (group->ar_write && group->age >= RESULT_AGE && group->age <= ROWS_AGE)
        take_address(&simd->ar[p], group);
    if (group->age == ROWS_AGE)
        rows_take(&simd->back, group, p, QUARTERS);
}

void simd_rows_take(struct simd *simd)
{
    for (unsigned left = simd->rows.flies; left; left &= left - 1)
        take(simd, (unsigned)__builtin_ctz(left));
}

static void start_predicate(struct predicate *predicate, lane_mask_t active)
{
    predicate->q.predicate = predicate->q.active = active;
    predicate->q.killed = 0;
    predicate->d = predicate->q;
}

/* The rows go to the GPR file, and a clause may end. */
static void report(struct write_back *back, const struct row_group *group, unsigned parity)
{
    struct write_back_reg *q = &back->q;
    q->gpr_write = group->write != 0;
    q->gpr_slots = group->write;
    q->gpr_parity = (uint8_t)parity;
    q->gpr_row = group->row;
    q->gpr_wave = group->wave;
    q->gpr_relative = group->relative;
    q->gpr_global = group->global;
    q->gpr_base = group->base;
    q->gpr_chan_t = group->chan_t;
    q->gpr_lanes = parity ? q->odd_lanes : q->even_lanes;
    q->finish = group->last;
    q->finish_clause = group->clause;
    back->d = *q;
}

/* What a group does at the end of a clock of this age; true when others than the back see it. */
APART static bool clock_group(struct simd *simd, const struct row_group *group, unsigned p)
{
    switch (group->age) {
    case 0:
        if (group->starts)
            start_predicate(&simd->predicate[p], group->active);
        return false;
    case ROWS_AGE:
        if (group->result.slots)
            rows_set_predicate(&simd->predicate[p], group, QUARTERS);
        return false;
    case REPORT_AGE:
        report(&simd->back, group, p);
        return true;
    case WRITE_AGE:
        simd->back.q.gpr_write = simd->back.d.gpr_write = false;
        simd->back.q.finish = simd->back.d.finish = false;
        return true;
    default:
        return false;
    }
}

/* A clock older. */
static inline void grow(struct simd_rows *rows, unsigned p)
{
    if (rows->flies >> p & 1 && ++rows->group[p].age == GONE_AGE)
        rows->flies = (uint8_t)(rows->flies & ~(1u << p));
}

/* In the first clock of a window the group that enters does something, in the others the one that entered before it. */
bool simd_rows_clock(struct simd *simd)
{
    struct simd_rows *rows = &simd->rows;
    const unsigned    parity = rotation_parity(&simd->rotation);
    const unsigned    p = rotation_quarter(&simd->rotation) == 0 ? parity : 1 - parity;
    bool              changes = false;
    if (!simd_rows_carry(simd)) /* then the modules do it */
        rows->slow--;
    else if (rows->flies >> p & 1)
        changes = clock_group(simd, &rows->group[p], p);
    grow(rows, 0);
    grow(rows, 1);
    return changes;
}
