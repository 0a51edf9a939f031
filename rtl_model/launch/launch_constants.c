/* launch_constants.c - what rows cannot say of gprs, constants, the local data share and global GPRs. */
#include "rtl_model/launch/launch_internal.h"

#include <stdio.h>

bool launch_check_gprs(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                       void *object)
{
    const struct launch      *launch = reader->launch;
    const struct launch_gprs *gprs = object;
    const unsigned            after = gprs->first + gprs->count;
    char                      why[96];
    (void)node;
    if (after > LAUNCH_THREAD_GPRS)
        return launch_fail(reader, &LAUNCH_NODE(gprs, count), "GPRs %u to %u: a thread has %d", gprs->first, after - 1,
                           LAUNCH_THREAD_GPRS);
    if (launch->line[LAUNCH_KEY_NUM_GPRS] && after > launch->num_gprs)
        return launch_fail(reader, &LAUNCH_NODE(gprs, count), "GPRs %u to %u, but num_gprs is %u", gprs->first,
                           after - 1, launch->num_gprs);
    snprintf(why, sizeof why, "%u threads * %u GPRs * 16 bytes", launch->threads, gprs->count);
    return launch_file_exact(reader, &LAUNCH_NODE(gprs, file), &gprs->file,
                             (uint64_t)launch->threads * gprs->count * 16, why);
}

/* A bank is there once for the stage, and once for the one that ALT_CONST reaches. */
bool launch_check_constant_buffer(struct launch_reader *reader, const struct launch_node *node,
                                  const struct launch_node *nodes, void *object)
{
    const struct launch_constant_buffer *buffer = object;
    for (const struct launch_constant_buffer *other = buffer - node->index; other < buffer; other++)
        if (other->bank == buffer->bank && other->alternate == buffer->alternate)
            return launch_fail(reader, &LAUNCH_NODE(constant_buffers, bank), "bank %u is there twice", buffer->bank);
    return true;
}

bool launch_check_alu_constants(struct launch_reader *reader, const struct launch_node *node,
                                const struct launch_node *nodes, void *object)
{
    struct launch_alu_constants *constants = object;
    const enum launch_stage      stage = reader->launch->stage;
    /* SQ_ALU_CONSTANT 0..255 belong to PS and 256..511 to VS; the manual gives GS and ES none. */
    if (stage == LAUNCH_GS || stage == LAUNCH_ES)
        return launch_fail(reader, node, "stage %s has no constant file", launch_stage_name(stage));
    constants->count = (unsigned)(constants->file.bytes / 16);
    return launch_file_units(reader, &LAUNCH_NODE(alu_constants, file), &constants->file, 16, "constants", 1,
                             LAUNCH_ALU_CONSTANTS - constants->first);
}

bool launch_check_loop_constant(struct launch_reader *reader, const struct launch_node *node,
                                const struct launch_node *nodes, void *object)
{
    (void)node, (void)object;
    return (!LAUNCH_NODE(loop_constants, start).value && !LAUNCH_NODE(loop_constants, step).value) ||
           launch_within(reader, &LAUNCH_NODE(loop_constants, count), 0, 4095);
}

bool launch_check_lds(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                      void *object)
{
    const struct launch_lds *lds = object;
    (void)node;
    return !lds->dwords_per_thread || lds->group_size ||
           launch_fail(reader, &LAUNCH_NODE(lds, dwords_per_thread), "key \"group_size\" is missing");
}

/* The file has the registers of one SIMD, which all get, or of each. */
bool launch_check_global_gprs(struct launch_reader *reader, const struct launch_node *node,
                              const struct launch_node *nodes, void *object)
{
    const struct launch_gprs *gprs = object;
    (void)node;
    return launch_within(reader, &LAUNCH_NODE(global_gprs, count), 1, LAUNCH_THREAD_GPRS - (int64_t)gprs->first) &&
           launch_file_units(reader, &LAUNCH_NODE(global_gprs, file), &gprs->file, LAUNCH_LANES * 16 * gprs->count,
                             "SIMDs", 1, LAUNCH_SIMDS_MAX);
}
