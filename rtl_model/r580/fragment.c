#include "rtl_model/r580/fragment.h"

#include <stdlib.h>
#include <string.h>

/* Modules at reset, for the launch. */
static bool set_up(struct fragment *fragment, struct diag *diag)
{
#define PASSIVE(type, member, name) memset(&fragment->member, 0, sizeof fragment->member);
#define MODULE(type, member, name) memset(&fragment->member, 0, sizeof fragment->member);
#include "rtl_model/r580/machine.def"
    if (!us_setup(&fragment->chip, fragment->core.program, fragment->core.launch, &fragment->setup, &fragment->store,
                  diag) ||
        !us_sampler_open(&fragment->sampler, fragment->core.launch, diag))
        return false;
    fragment_strap(fragment);
    fragment_touch(fragment);
#define MODULE(type, member, name) type##_reset(&fragment->member);
#include "rtl_model/r580/machine.def"
    fragment->core.ended = 0;
    fragment->core.began = fragment->core.cycle;
    return results_init(&fragment->core.exports, fragment->setup.threads, diag);
}

static void clear(struct fragment *fragment)
{
    us_sampler_close(&fragment->sampler);
    one_core_clear(&fragment->core);
}

struct fragment *fragment_create(const struct us_chip *chip, const struct program *program, const struct launch *launch,
                                 struct diag *diag)
{
    struct fragment *fragment = calloc(1, sizeof *fragment);
    if (!fragment) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    fragment->chip = *chip;
    fragment->core.chip = &fragment->chip;
    fragment->core.chip_bytes = sizeof fragment->chip;
    fragment->core.program = program;
    fragment->core.launch = launch;
    fragment_list_instances(fragment);
    if (set_up(fragment, diag))
        return fragment;
    fragment_free(fragment);
    return NULL;
}

void fragment_free(struct fragment *fragment)
{
    if (fragment)
        clear(fragment);
    free(fragment);
}

bool fragment_next(struct fragment *fragment, const struct program *program, const struct launch *launch,
                   struct diag *diag)
{
    const bool keeps = fragment->core.kept.words;
    clear(fragment);
    fragment->core.program = program;
    fragment->core.launch = launch;
    return set_up(fragment, diag) && (!keeps || fragment_keep_registers(fragment, diag));
}

bool fragment_finished(const struct fragment *fragment)
{
    return fragment->core.ended == fragment->setup.groups;
}

/* ---- broken rules ------------------------------------------------------------------------------------------------ */

static const char *const reasons[US_ERRORS] = {
    [US_LOOP_OVERFLOW] = "the loop stack overflows: it has 4 frames (R5XX 8.6.2)",
    [US_LOOP_UNDERFLOW] =
        "not inside a loop: the loop stack underflows (R5XX 8.6.2; of ENDLOOP and ENDREP parameter empty_loop_pop)",
    [US_CALL_OVERFLOW] = "the address stack overflows: it has 4 frames (R5XX 8.6.2)",
    [US_CALL_UNDERFLOW] = "the address stack underflows (R5XX 8.6.2)",
    [US_BRANCH_OVERFLOW] = "a branch counter overflows: blocks are nested deeper than 4 in partial flow control, 32 in "
                           "full (R5XX 8.6.2)",
    [US_MIXED_LOOPS] =
        "LOOP and REP are mixed up: LOOP goes with ENDLOOP and BREAKLOOP, REP with ENDREP and BREAKREP (R5XX 8.6.3.2)",
    [US_NEEDS_FULL] = "loops and calls need full flow control, FULL_FC_EN of US_FC_CTRL (R5XX 8.6.3.4)",
    [US_BAD_FIELD] = "a reserved operation on a stack or on branch counters (R5XX 8.6.3.2)",
    [US_NO_OUTPUT_END] =
        "the program ends with another than an output instruction at END_ADDR of US_CODE_ADDR (R5XX 8.2)",
    [US_NOT_WRITTEN] = "no instruction has been written there",
    [US_NO_AL] = "aL is read outside of all loops of the kind LOOP (R5XX 8.6.2)",
    [US_BAD_TEMPORARY] = "a temporary beyond US_PIXSIZE is read or written (R5XX 8.4.1)",
    [US_BAD_CONSTANT] = "a constant beyond the 256 that there are",
    [US_BAD_OPERATION] = "a reserved operation, or SOP or DP without the other unit's (R5XX 8.4.4)",
    [US_BAD_PREDICATE] =
        "RGB_PRED_SEL of a flow control instruction is RGBA or reserved: expected NONE, RRRR, GGGG, BBBB "
        "or AAAA (R5XX 8.6.1)",
    [US_NO_RESULT] =
        "JUMP_FUNC reads an ALU result, and no ALU instruction of an active pixel has written one since the "
        "last flow control instruction (R5XX 8.4.10; parameter alu_result)",
    [US_BAD_TEXTURE] = "the texture or its sampler is not in the launch, or of a kind that R580 does not have",
};

static bool stopped_at(const struct fragment *fragment, us_error_t error, unsigned address, uint32_t group,
                       struct diag *diag)
{
    const unsigned at = (address + US_STORE - fragment->setup.base) % US_STORE;
    diag_set(diag, fragment->core.launch->program.path, 0, "cycle %llu: instruction %u, group %lu: %s",
             (unsigned long long)fragment->core.cycle, address, (unsigned long)group, reasons[error]);
    return !program_locate(fragment->core.program, (size_t)at * US_WORDS, diag);
}

bool fragment_stopped(const struct fragment *fragment, struct diag *diag)
{
    const struct us_sequencer_reg *sequencer = &fragment->sequencer.q;
    const struct us_flow_reg      *flow = &fragment->flow.q;
    const struct us_operands_reg  *operands = &fragment->operands.q;
    const struct us_texture_reg   *texture = &fragment->texture.q;
    if (flow->error)
        return stopped_at(fragment, flow->error, flow->address, fragment->sequencer.groups[flow->slot], diag);
    if (operands->error)
        return stopped_at(fragment, operands->error, operands->address, operands->group, diag);
    if (texture->error)
        return stopped_at(fragment, texture->error, texture->address, texture->group, diag);
    if (sequencer->error)
        return stopped_at(fragment, sequencer->error, sequencer->address, sequencer->group, diag);
    if (fragment->core.out_of_memory)
        return !diag_set(diag, NULL, 0, "not enough memory for what is collected of the run");
    return false;
}
