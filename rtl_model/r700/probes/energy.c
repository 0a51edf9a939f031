#include "rtl_model/r700/probes/energy.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/probes/owners.h"

/* ---- operations by kind ----------------------------------------------------------------------------------------- */

/* By the name, as the manual makes them: MULADD_M2, MULLO_INT, DOT4_IEEE. */
static bool begins(const char *name, const char *with)
{
    return strncmp(name, with, strlen(with)) == 0;
}

/* A float that is compared, moved or converted is not added. */
static bool is_sum(const char *name)
{
    static const char *const sums[] = {"ADD", "MAX", "MIN", "FRACT", "TRUNC", "CEIL", "RNDNE", "FLOOR"};
    for (unsigned i = 0; i < sizeof sums / sizeof sums[0]; i++)
        if (begins(name, sums[i]))
            return true;
    return false;
}

enum energy_kind energy_kind_of(const struct isa_alu_op *op)
{
    const bool floats = op->flags & ISA_FLOAT_IN && op->flags & ISA_FLOAT_OUT;
    if (op->flags & ISA_DOUBLE)
        return KIND_doubles;
    if (op->flags & ISA_TRANSCENDENTAL)
        return KIND_transcendentals;
    if (begins(op->name, "MULADD") || begins(op->name, "DOT4") || begins(op->name, "CUBE"))
        return KIND_product_sums;
    if (begins(op->name, "MUL"))
        return floats ? KIND_products : KIND_integer_products;
    if (floats && is_sum(op->name))
        return KIND_adds;
    if (!op->flags && op->operands == 2)
        return KIND_integers;
    return KIND_moves;
}

static void add_group(const struct gpu *gpu, uint32_t line, uint64_t lanes, double of[KINDS])
{
    const struct simd_memory *const memory = &gpu->setup.simd_memory;
    struct isa_group                group;
    unsigned                        at;
    if (isa_group_assemble(memory->program.dwords + 2 * (size_t)line, memory->program.count / 2 - line,
                           gpu->setup.simd.prefer_vector, &group, &at) != ISA_GROUP_OK)
        return;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group.used[s])
            of[energy_kind_of(&isa_alu_ops[group.slot[s].id])] += (double)lanes;
}

static void count_kinds(const struct observer *observer, double of[KINDS])
{
    for (unsigned i = 0; i < observer->base.simds; i++)
        for (uint32_t line = 0; line < observer->base.words; line++) {
            const struct line_cost *const cost = observer->simd[i].lines[line];
            if (cost && cost->instructions)
                add_group(observer->gpu, line, cost->lanes, of);
        }
}

double energy_flops(const struct machine_observer *base)
{
    double of[KINDS] = {0};
    count_kinds((const struct observer *)(const void *)base, of);
    return of[KIND_adds] + of[KIND_products] + 2 * of[KIND_product_sums] + of[KIND_transcendentals];
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

enum inputs {
#define ENERGY_INPUT(name, ...) INPUT_##name,
#include "rtl_model/r700/probes/energy.def"
    INPUTS
};

unsigned energy_inputs(const struct machine_observer *base, struct energy_input *inputs)
{
    const struct observer *const observer = (const struct observer *)(const void *)base;
    const bool                   is_rv740 = strcmp(observer->gpu->chip.base, "rv740") == 0;
    const struct energy_input    made[] = {
#define ENERGY_INPUT(name, value, source) {#name, source, value},
#include "rtl_model/r700/probes/energy.def"
    };
    memcpy(inputs, made, sizeof made);
    return INPUTS;
}

static void add_up(const struct observer *observer, double of[SUMS])
{
    for (unsigned i = 0; i <= SIMDS_MAX; i++)
        for (unsigned k = 0; k < SUMS; k++)
            of[k] += (double)observer->sums[i].of[k];
}

/* The rows of sums, and of operations by kind: of the run, or of what a line or a wavefront has of them. */
static unsigned make_rows(const struct machine_observer *base, const double sums[SUMS], const double kinds[KINDS],
                          const struct energy_input *inputs, struct energy_row *rows)
{
#define NAMED(name, value)                                                                                             \
    const double name = value;                                                                                         \
    (void)name;
#define SUM_OF(name, ...) NAMED(name, sums[SUM_##name])
#define CHIP_SUM_OF SUM_OF
#define SUM_SEEN SUM_OF
#include "rtl_model/r700/probes/counters.def"
#define ENERGY_KIND(name, meaning) NAMED(name, kinds[KIND_##name])
#define ENERGY_INPUT(name, ...) NAMED(name, inputs[INPUT_##name].value)
#include "rtl_model/r700/probes/energy.def"
    const double            wave_size = base->wave_size, scale = nm / 45 * (volts / 0.9) * (volts / 0.9);
    const struct energy_row made[] = {
#define ENERGY(block, name, pj, confidence, events, event, source)                                                     \
    {block, name, event, #events, #pj, events, pj, ENERGY_##confidence, source},
#include "rtl_model/r700/probes/energy.def"
    };
    _Static_assert(sizeof made / sizeof made[0] <= ENERGY_ROWS && (int)INPUTS <= (int)ENERGY_INPUTS, "there is room");
    memcpy(rows, made, sizeof made);
    return sizeof made / sizeof made[0];
}

unsigned energy_rows(const struct machine_observer *base, const struct energy_input *inputs, struct energy_row *rows)
{
    const struct observer *const observer = (const struct observer *)(const void *)base;
    double                       sums[SUMS] = {0}, kinds[KINDS] = {0};
    add_up(observer, sums);
    count_kinds(observer, kinds);
    return make_rows(base, sums, kinds, inputs, rows);
}

/* ---- by line and wavefront -------------------------------------------------------------------------------------- */

uint32_t energy_owners(const struct machine_observer *base, enum energy_owner of)
{
    return owners_count(((const struct observer *)(const void *)base)->owners, of);
}

unsigned energy_of(const struct machine_observer *base, enum energy_owner of, uint32_t number,
                   const struct energy_input *inputs, struct energy_row *rows)
{
    const struct observer *const      observer = (const struct observer *)(const void *)base;
    const struct energy_counts *const counts = owners_counts(observer->owners, of, number);
    double                            sums[SUMS], kinds[KINDS];
    for (unsigned i = 0; counts && i < SUMS; i++)
        sums[i] = (double)counts->sums[i];
    for (unsigned i = 0; counts && i < KINDS; i++)
        kinds[i] = (double)counts->kinds[i];
    return counts ? make_rows(base, sums, kinds, inputs, rows) : 0;
}
