/* energy_tables.h - a machine's energy.def as code, for its energy.c, which says before it
 *
 *   ENERGY_DEF      the file of the rows
 *   ENERGY_SUMS     counters.def, whose sums formulas may use
 *   ENERGY_MACHINE  the name of the struct issue_energy that is made
 *   ENERGY_OF       void (const void *machine, uint32_t line, double of[ISSUE_KINDS]): what a line does for a pixel */
#include "rtl_model/probes/issue_observer.h"

#include <string.h>

#ifdef ENERGY_DEF

enum energy_inputs {
#define ENERGY_INPUT(name, ...) INPUT_##name,
#include ENERGY_DEF
    INPUTS
};

static unsigned make_inputs(const struct machine_observer *observer, struct energy_input *inputs)
{
    static const struct energy_input made[] = {
#define ENERGY_INPUT(name, value, source) {#name, source, value},
#include ENERGY_DEF
    };
    (void)observer;
    memcpy(inputs, made, sizeof made);
    return INPUTS;
}

static unsigned make_rows(const struct machine_observer *base, const struct energy_input *inputs,
                          struct energy_row *rows)
{
    const struct issue_observer *const observer = (const struct issue_observer *)(const void *)base;
    double                             kinds[ISSUE_KINDS] = {0};
    issue_kinds(observer, kinds);
#define NAMED(name, value)                                                                                             \
    const double name = value;                                                                                         \
    (void)name;
#define SUM_OF(name, ...) NAMED(name, (double)observer->now.sums[SUM_##name])
#define SUM_SEEN SUM_OF
#include ENERGY_SUMS
#define ENERGY_KIND(name, meaning) NAMED(name, kinds[ISSUE_KIND_##name])
#include "rtl_model/probes/energy_kinds.def"
#undef ENERGY_KIND
#define ENERGY_INPUT(name, ...) NAMED(name, inputs[INPUT_##name].value)
#include ENERGY_DEF
    const double            scale = nm / 45 * (volts / 0.9) * (volts / 0.9);
    const struct energy_row made[] = {
#define ENERGY(block, name, pj, confidence, events, event, source)                                                     \
    {block, name, event, #events, #pj, events, pj, ENERGY_##confidence, source},
#include ENERGY_DEF
    };
    _Static_assert(sizeof made / sizeof made[0] <= ENERGY_ROWS && (int)INPUTS <= (int)ENERGY_INPUTS, "there is room");
    memcpy(rows, made, sizeof made);
    return sizeof made / sizeof made[0];
}

const struct issue_energy ENERGY_MACHINE = {make_inputs, make_rows, ENERGY_OF};

#endif
