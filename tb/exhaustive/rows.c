/* rows.c - operations on a row of 64 lanes against the same on quarters of 16, for every 32-bit operand.
 *
 *   make build/tb/exhaustive/rows && build/tb/exhaustive/rows [NAME ...]      (--list: the names)
 *
 * An operation of one operand gets all of them.  A sum or product of ordinary numbers, which the host computes while it
 * takes denormals for zeros (alu_rows.h), gets each operand with partners from a list, on either side; where the host
 * says that a row is good, each lane must be what the rules make of it.  Exit status 1 when a lane differs, and when
 * rows of ordinary numbers are not good. */
#include "pipeline/alu/alu_rows.h"

#include <stdio.h>
#include <string.h>

#include "pipeline/alu/alu_functions.h"

#define ALL (UINT64_C(1) << 32)

/* Zeros, denormals, the ends of the normal numbers, ones, what makes a product underflow or a sum cancel, infinities.
 */
static const uint32_t partners[] = {0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x80800001,
                                    0x3f800000, 0xbf800000, 0x3f7fffff, 0x3fc00000, 0x40490fdb, 0x00ffffff,
                                    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x33800000, 0x4b7fffff};
enum { PARTNERS = sizeof partners / sizeof partners[0] };

struct count {
    uint64_t lanes, wrong;
    uint32_t first;
};

static void compare(struct count *count, enum isa_alu_id id, const lanes_t src[3], const lanes_t *result,
                    lane_mask_t flags)
{
    for (unsigned q = 0; q < QUARTERS; q++) {
        const quarter_t of[3] = {src[0].quarter[q], src[1].quarter[q], src[2].quarter[q]};
        quarter_t       want;
        quarter_mask_t  want_flags = 0;
        alu_compute(id, of, &want, &want_flags);
        for (unsigned i = 0; i < QUARTER; i++) {
            if (want.lane[i] == result->quarter[q].lane[i] && !((want_flags ^ mask_quarter(flags, q)) >> i & 1))
                continue;
            if (count->wrong++ == 0)
                count->first = of[0].lane[i];
        }
    }
    count->lanes += LANES;
}

static void say(const char *name, const struct count *count)
{
    printf("%-18s %llu lanes compared, wrong %llu", name, (unsigned long long)count->lanes,
           (unsigned long long)count->wrong);
    if (count->wrong)
        printf(", first operand 0x%08x", count->first);
    printf("\n");
    fflush(stdout);
}

static void fill(lanes_t *row, uint32_t first)
{
    for (uint32_t i = 0; i < LANES; i++)
        row->lane[i] = first + i;
}
static void spread(lanes_t *row, uint32_t value)
{
    for (unsigned i = 0; i < LANES; i++)
        row->lane[i] = value;
}

static bool check_unary(const char *name, enum isa_alu_id id)
{
    static lanes_t src[3];
    struct count   count = {0};
    for (uint64_t first = 0; first < ALL; first += LANES) {
        const lanes_t *const of[3] = {&src[0], &src[1], &src[2]};
        lanes_t              result;
        lane_mask_t          flags;
        fill(&src[0], (uint32_t)first);
        alu_rows_compute(id, of, &result, &flags);
        compare(&count, id, src, &result, flags);
    }
    say(name, &count);
    return !count.wrong;
}

/* Each operand with one partner after the other; the third operand is the next one of the list. */
static bool check_float(const char *name, enum isa_alu_id id)
{
    static lanes_t src[3];
    struct count   count = {0};
    uint64_t       good = 0;
    for (uint64_t first = 0; first < ALL; first += LANES) {
        const unsigned n = (unsigned)(first / LANES), p = n % PARTNERS;
        const bool     swapped = n / PARTNERS % 2;
        lanes_t        result;
        struct alu_row row = {id, {&src[swapped], &src[!swapped], &src[2]}, &result};
        fill(&src[0], (uint32_t)first);
        spread(&src[1], partners[p]);
        spread(&src[2], partners[(p + 7) % PARTNERS]);
        if (!alu_rows_floats(&row, 1))
            continue;
        const lanes_t of[3] = {src[swapped], src[!swapped], src[2]};
        good++;
        compare(&count, id, of, &result, 0);
    }
    say(name, &count);
    return !count.wrong && good > ALL / LANES / 2;
}

static bool is_asked_for(const char *name, int argc, char **argv)
{
    bool asked = argc < 2;
    for (int i = 1; i < argc; i++)
        asked |= !strcmp(argv[i], name);
    return asked;
}

int main(int argc, char **argv)
{
    const bool list = argc == 2 && !strcmp(argv[1], "--list");
    bool       right = true;
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++) {
        const struct isa_alu_op *op = &isa_alu_ops[id];
        const bool               is_float = alu_rows_is_float((enum isa_alu_id)id);
        if (!(is_float || op->operands == 1) || op->slots != 1)
            continue;
        if (list)
            puts(op->name);
        else if (is_asked_for(op->name, argc, argv))
            right &= (is_float ? check_float : check_unary)(op->name, (enum isa_alu_id)id);
    }
    return !right;
}
