#include "pipeline/alu/alu_rows.h"

#include <string.h>

#include "pipeline/alu/alu_control.h"
#include "pipeline/alu/alu_convert.h"
#include "pipeline/alu/alu_host_float.h"
#include "pipeline/alu/alu_transcendental.h"

/* ---- one operation ----------------------------------------------------------------------------------------------- */

/* In halves, because compilers vectorise 32-bit data with 32-bit masks. */
static lane_mask_t row_bits(const lanes_t *truth)
{
    lane_mask_t bits = 0;
    for (int half = 0; half < 2; half++) {
        uint32_t word = 0;
        for (int i = 0; i < LANES / 2; i++)
            word |= truth->lane[LANES / 2 * half + i] & 1u << i;
        bits |= (lane_mask_t)word << LANES / 2 * half;
    }
    return bits;
}

#define EACH_LANE(expression)                                                                                          \
    for (int i = 0; i < LANES; i++)                                                                                    \
    result->lane[i] = (expression)
#define FLAGGED(truth_of, yes, no)                                                                                     \
    for (int i = 0; i < LANES; i++) {                                                                                  \
        truth.lane[i] = (truth_of);                                                                                    \
        result->lane[i] = select_bits(truth.lane[i], yes, no);                                                         \
    }                                                                                                                  \
    *flags = row_bits(&truth)
#define OPERATION(id, ...)                                                                                             \
    case id:                                                                                                           \
        __VA_ARGS__;                                                                                                   \
        break;

LANE_LOOPS FLATTEN static void compute_rows(enum isa_alu_id id, const lanes_t *const src[3], lanes_t *restrict result,
                                            lane_mask_t *restrict flags)
{
    const uint32_t *const a = src[0]->lane, *const b = src[1]->lane, *const c = src[2]->lane;
    lanes_t truth;

    *flags = 0;
    switch (id) {
#include "pipeline/alu/alu_operations.def"
    default:
        for (unsigned q = 0; q < QUARTERS; q++)
            if (!alu_transcendental(id, &src[0]->quarter[q], &result->quarter[q])) {
                EACH_LANE(0); /* no operation of one slot */
                break;
            }
        break;
    }
}

void alu_rows_compute(enum isa_alu_id id, const lanes_t *const src[3], lanes_t *restrict result,
                      lane_mask_t *restrict flags)
{
    compute_rows(id, src, result, flags);
}

/* ---- ordinary numbers -------------------------------------------------------------------------------------------- */

#if HOST_FLOAT
typedef bool float_kernel(const uint32_t *restrict a, const uint32_t *restrict b, const uint32_t *restrict c,
                          uint32_t *restrict result);

/* True when no lane is a NaN. */
#define FLOAT_KERNEL(name, value)                                                                                      \
    HOST_FLOAT_KERNEL static bool name(const uint32_t *restrict a, const uint32_t *restrict b,                         \
                                       const uint32_t *restrict c, uint32_t *restrict result)                          \
    {                                                                                                                  \
        uint32_t nan = 0;                                                                                              \
        (void)c;                                                                                                       \
        for (int i = 0; i < LANES; i++) {                                                                              \
            const float sum = (value);                                                                                 \
            result[i] = as_bits(sum);                                                                                  \
            nan |= when(sum != sum);                                                                                   \
        }                                                                                                              \
        return !nan;                                                                                                   \
    }
#define PRODUCT (as_float(a[i]) * as_float(b[i]))
/* Zero times anything is zero (op_mul). */
#define ZERO_WINS as_float(as_bits(PRODUCT) & ~(is_zero(a[i]) | is_zero(b[i])))
FLOAT_KERNEL(row_add, as_float(a[i]) + as_float(b[i]))
FLOAT_KERNEL(row_mul_ieee, PRODUCT)
FLOAT_KERNEL(row_mul, ZERO_WINS)
FLOAT_KERNEL(row_muladd_ieee, PRODUCT + as_float(c[i]))
FLOAT_KERNEL(row_muladd, ZERO_WINS + as_float(c[i]))

static float_kernel *float_kernel_of(enum isa_alu_id id)
{
    static float_kernel *const kernels[ISA_ALU_COUNT + 1] = {
        [ISA_OP2_ADD] = row_add,
        [ISA_OP2_MUL] = row_mul,
        [ISA_OP3_MULADD] = row_muladd,
        [ISA_OP2_MUL_IEEE] = row_mul_ieee,
        [ISA_OP3_MULADD_IEEE] = row_muladd_ieee,
    };
    return kernels[id];
}

bool alu_rows_is_float(enum isa_alu_id id)
{
    return float_kernel_of(id) != NULL;
}

unsigned alu_rows_floats(const struct alu_row *rows, unsigned set)
{
    const unsigned mode = host_float_begin();
    unsigned       good = set;
    for (unsigned left = set; left; left &= left - 1) {
        const struct alu_row *row = &rows[__builtin_ctz(left)];
        if (!float_kernel_of(row->id)(row->src[0]->lane, row->src[1]->lane, row->src[2]->lane, row->result->lane))
            good &= ~(left & -left);
    }
    return host_float_end(mode) ? good : 0;
}
#else
bool alu_rows_is_float(enum isa_alu_id id)
{
    (void)id;
    return false;
}

unsigned alu_rows_floats(const struct alu_row *rows, unsigned set)
{
    (void)rows, (void)set;
    return 0;
}
#endif

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static const lanes_t none;

/* Functions that stay by themselves: within its caller such a one takes registers from what is often done. */
#define SELDOM __attribute__((noinline))

/* What the group before left for a register, lane by lane (operand_select). */
SELDOM static const lanes_t *forwarded_row(const struct operand_sources *sources, unsigned latch, unsigned forward,
                                           lanes_t *room)
{
    const unsigned    element = latch % FETCH_ELEMENTS;
    const lane_mask_t from[2] = {
        (forward & FORWARD_PV ? ~(lane_mask_t)0 : sources->pv[latch]) & sources->written[element],
        (forward & FORWARD_PS ? ~(lane_mask_t)0 : sources->ps[latch]) & sources->written[ISA_SLOT_T]};
    const lanes_t *const before[2] = {&sources->result[element], &sources->result[ISA_SLOT_T]};
    const lanes_t       *row = &sources->latch[latch];
    for (unsigned n = 0; n < 2; n++) {
        if (from[n] == UINT64_MAX) {
            row = before[n];
        } else if (from[n]) {
            if (row != room)
                lanes_copy(room, row);
            lanes_put(room, from[n], before[n]);
            row = room;
        }
    }
    return row;
}

SELDOM static const lanes_t *operand_in_room(const struct operand_sources *sources, const struct alu_issue_reg *group,
                                             unsigned o, lanes_t *room)
{
    for (unsigned q = 0; q < QUARTERS; q++)
        operand_select(sources, group->route.operand[o], 0, group->constant.operand[o], q, &room->quarter[q]);
    return room;
}

/* No operand is taken from what the group before left for a register: all lie in the latches. */
static inline bool none_forwarded(const struct alu_issue_reg *group)
{
    const unsigned char *const forward = group->forward.operand;
    uint64_t                   first, last;
    memcpy(&first, forward, sizeof first);
    memcpy(&last, forward + sizeof group->forward - sizeof last, sizeof last);
    return !(first | last) && !alu_control_reads_by_lane(group);
}

/* One operand of all lanes: where it lies, or made in `room`. */
static inline const lanes_t *operand_row(const struct operand_sources *sources, const struct alu_issue_reg *group,
                                         unsigned o, bool latched, lanes_t *room)
{
    const unsigned route = group->route.operand[o];
    if (route < ROUTE_PV) {
        if (latched || !(group->forward.operand[o] | (sources->pv[route] | sources->ps[route])))
            return &sources->latch[route];
        return forwarded_row(sources, route, group->forward.operand[o], room);
    }
    if (route < ROUTE_CONSTANT)
        return &sources->result[route - ROUTE_PV];
    return route == ROUTE_NONE ? &none : operand_in_room(sources, group, o, room);
}

LANE_LOOPS static void modify_row(const lanes_t *from, bool absolute, bool negate, lanes_t *to)
{
    const uint32_t keep = absolute ? ~FLOAT_SIGN : ~0u, flip = negate ? FLOAT_SIGN : 0;
    for (int i = 0; i < LANES; i++)
        to->lane[i] = (from->lane[i] & keep) ^ flip;
}

void alu_rows_modify(const lanes_t *from, bool absolute, bool negate, lanes_t *to)
{
    modify_row(from, absolute, negate, to);
}

/* ---- a group ----------------------------------------------------------------------------------------------------- */

/* What the slots have to do, and rooms for operands that lie nowhere. */
struct group_work {
    struct alu_row slot[ISA_SLOTS];
    lanes_t        room[ISA_SLOTS][3];
};

/* Slots without an instruction have operands, too, which the wide unit may look at. */
static void find_work(const struct alu_issue_reg *group, const struct operand_sources *sources, struct group_work *work,
                      struct alu_rows *rows)
{
    const bool latched = none_forwarded(group);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        struct alu_row *row = &work->slot[s];
        row->id = (enum isa_alu_id)group->op.slot[s];
        row->result = &rows->result[s];
        if (!(group->used >> s & 1)) {
            row->src[0] = row->src[1] = row->src[2] = &none;
            continue;
        }
        for (unsigned n = 0; n < 3; n++)
            row->src[n] = operand_row(sources, group, 3 * s + n, latched, &work->room[s][n]);
        if ((group->omod.slot[s] || group->clamp.slot[s]) && alu_control_modifies(group, s)) {
            rows->modified = (uint8_t)(rows->modified | 1u << s);
            row->result = &rows->value[s];
        }
    }
}

SELDOM static void modify_inputs(const struct alu_issue_reg *group, struct group_work *work, unsigned s)
{
    const unsigned  absolute = group->absolute.slot[s], negate = group->negate.slot[s];
    const lanes_t **src = work->slot[s].src;
    for (unsigned n = 0; (absolute | negate) >> n; n++)
        if ((absolute | negate) >> n & 1) {
            alu_rows_modify(src[n], absolute >> n & 1, negate >> n & 1, &work->room[s][n]);
            src[n] = &work->room[s][n];
        }
}

/* The slots' first stage, floats together. */
static void compute_slots(const struct alu_issue_reg *group, struct group_work *work, struct alu_rows *rows)
{
    unsigned floats = 0;
    for (unsigned left = rows->used & ~(unsigned)rows->wide; left; left &= left - 1) {
        const unsigned        s = (unsigned)__builtin_ctz(left);
        const struct alu_row *row = &work->slot[s];
        if (group->absolute.slot[s] | group->negate.slot[s])
            modify_inputs(group, work, s);
        rows->flags[s] = 0;
        if (alu_rows_is_float(row->id))
            floats |= 1u << s;
        else
            alu_rows_compute(row->id, row->src, row->result, &rows->flags[s]);
    }
    if (floats)
        floats &= ~alu_rows_floats(work->slot, floats);
    for (; floats; floats &= floats - 1) {
        const unsigned        s = (unsigned)__builtin_ctz(floats);
        const struct alu_row *row = &work->slot[s];
        alu_rows_compute(row->id, row->src, row->result, &rows->flags[s]);
    }
}

/* Their second stage: the output modifiers. */
SELDOM static void modify_output(const struct alu_issue_reg *group, struct alu_rows *rows, unsigned s)
{
    rows->result[s] = rows->value[s];
    for (unsigned q = 0; q < QUARTERS; q++)
        alu_modify_output(&rows->result[s].quarter[q], group->omod.slot[s], group->clamp.slot[s]);
}

LANE_LOOPS static void run_group(const struct alu_issue_reg *group, const struct operand_sources *sources,
                                 struct alu_rows *rows)
{
    struct group_work work;
    rows->used = group->used;
    rows->any = alu_control_any(group);
    rows->pairs = rows->any & (ISA_REDUCTION | ISA_DOUBLE) ? alu_control_pairs(group) : 0;
    rows->wide = (uint8_t)((rows->pairs & WIDE_XY) * 3 | (rows->pairs & WIDE_ZW) * 6);
    rows->modified = 0;
    find_work(group, sources, &work, rows);
    if (rows->pairs)
        alu_rows_wide(group, work.slot, rows);
    compute_slots(group, &work, rows);
    for (unsigned left = rows->modified; left; left &= left - 1)
        modify_output(group, rows, (unsigned)__builtin_ctz(left));
}

void alu_rows_group(const struct alu_issue_reg *group, const struct operand_sources *sources, struct alu_rows *rows)
{
    run_group(group, sources, rows);
}

void alu_rows_quarter(const struct alu_rows *rows, unsigned quarter, struct alu_rows_quarter *to)
{
    for (unsigned left = rows->used | rows->wide; left; left &= left - 1) {
        const unsigned   s = (unsigned)__builtin_ctz(left);
        const quarter_t *value = &alu_rows_value(rows, s)->quarter[quarter];
        const bool       wide = rows->wide >> s & 1;
        to->slot[s].value = wide ? none.quarter[quarter] : *value;
        to->slot[s].flags = wide ? 0 : mask_quarter(rows->flags[s], quarter);
        if (wide)
            memcpy(&to->wide.result.lane[s * QUARTER], value, sizeof *value);
    }
    if (rows->pairs)
        to->wide.flags = rows->wide_flags[quarter];
}
