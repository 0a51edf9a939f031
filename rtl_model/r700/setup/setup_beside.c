/* setup_beside.c - what launches that run at once have in common (docs/launch.md, `together`).  Each has a context of
 * its own, as a driver gives every draw one: the registers from 0x28000 on.  The configuration registers below are
 * there once. */
#include <inttypes.h>

#include "rtl_model/r700/setup/setup_internal.h"

enum { CONFIG_END = 0xb000 }; /* registers_config.def */

unsigned setup_simds(const struct setup_job *job)
{
    return job->beside ? job->beside->simds : job->chip->simds;
}

unsigned setup_first_simd(const struct setup_job *job)
{
    return job->beside ? job->beside->first_simd : 0;
}

/* Registers that divide the chip, which must agree also when one launch does not write them. */
static bool divides(unsigned slot)
{
    return slot == REGISTER_SQ_CONFIG || slot == REGISTER_SQ_GPR_RESOURCE_MGMT_1 ||
           slot == REGISTER_SQ_GPR_RESOURCE_MGMT_2 || slot == REGISTER_SQ_THREAD_RESOURCE_MGMT ||
           slot == REGISTER_SQ_STACK_RESOURCE_MGMT_1 || slot == REGISTER_SQ_STACK_RESOURCE_MGMT_2;
}

/* The constant file is on when a launch gives constants for it; who has none is content with both (ISA 4.6.4). */
static uint32_t word_of(const struct setup_job *job, const struct gpu_setup *setup, unsigned slot)
{
    const uint32_t word = setup->registers.word[slot];
    bool           first_has_banks = false;
    for (unsigned bank = 0; bank < KCACHE_BUFFERS; bank++)
        first_has_banks |= setup_first(job)->given.bank[bank] != 0;
    const bool clash = (first_has_banks && job->launch->alu_constants.count) ||
                       (setup_first(job)->simd.constant_count && job->launch->constant_buffer_count);
    return slot == REGISTER_SQ_CONFIG && !clash ? register_with_bits(word, FIELD_SQ_CONFIG_DX9_CONSTS, 0) : word;
}

static bool agrees(struct setup_job *job, const struct register_row *row, unsigned index)
{
    const struct gpu_setup *const first = setup_first(job);
    const unsigned                slot = row->slot + index;
    const bool     both = register_written(&first->registers, slot) && register_written(&job->setup->registers, slot);
    const uint32_t had = word_of(job, first, slot), has = word_of(job, job->setup, slot);
    char           name[REGISTER_NAME_SIZE];
    if (had == has || (!both && !divides(slot)))
        return true;
    return setup_fail(job, setup_line(job, slot, LAUNCH_KEY_STAGE),
                      "launch %u: %s is 0x%08" PRIx32 ", and 0x%08" PRIx32
                      " in launch 0: launches at once have one, expected it in `registers` beside them",
                      job->beside->number, register_name(row, index, name, sizeof name), has, had);
}

bool setup_agrees(struct setup_job *job)
{
    unsigned                         count;
    const struct register_row *const rows = register_rows(&count);
    for (unsigned r = 0; setup_first(job) && r < count && rows[r].offset < CONFIG_END; r++)
        for (unsigned i = 0; i < rows[r].count; i++)
            if (!agrees(job, &rows[r], i))
                return false;
    return true;
}
