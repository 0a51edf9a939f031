/* launch_constants.c - sections gprs, constant_buffers, alu_constants, bool_constants and loop_constants. */
#include "rtl_model/launch/launch_internal.h"

#include <stdio.h>
#include <stdlib.h>

bool launch_read_gprs(struct launch_reader *reader, const struct launch_node *node)
{
    enum { FIRST, COUNT, PATH, KEYS };
    static const char *const keys[KEYS] = {"first", "count", "file"};
    struct launch_node       nodes[KEYS];
    struct launch           *launch = reader->launch;
    struct launch_gprs      *gprs = &launch->gprs;
    char                     why[96];
    if (!launch_object(reader, node, keys, KEYS, nodes) ||
        !launch_unsigned(reader, &nodes[FIRST], 0, LAUNCH_THREAD_GPRS - 1, &gprs->first) ||
        !launch_unsigned(reader, &nodes[COUNT], 1, LAUNCH_THREAD_GPRS, &gprs->count))
        return false;
    unsigned after = gprs->first + gprs->count;
    if (after > LAUNCH_THREAD_GPRS)
        return launch_fail(reader, &nodes[COUNT], "GPRs %u to %u: a thread has %d", gprs->first, after - 1,
                           LAUNCH_THREAD_GPRS);
    if (launch->line[LAUNCH_KEY_NUM_GPRS] && after > launch->num_gprs)
        return launch_fail(reader, &nodes[COUNT], "GPRs %u to %u, but num_gprs is %u", gprs->first, after - 1,
                           launch->num_gprs);
    snprintf(why, sizeof why, "%u threads * %u GPRs * 16 bytes", launch->threads, gprs->count);
    return launch_file(reader, &nodes[PATH], &gprs->file) &&
           launch_file_exact(reader, &nodes[PATH], &gprs->file, (uint64_t)launch->threads * gprs->count * 16, why);
}

static bool read_constant_buffer(struct launch_reader *reader, const struct launch_node *node, uint32_t *banks,
                                 struct launch_constant_buffer *buffer)
{
    enum { BANK, ALTERNATE, PATH, KEYS };
    static const char *const keys[KEYS] = {"bank", "alternate", "file"};
    struct launch_node       nodes[KEYS];
    buffer->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) ||
        !launch_unsigned(reader, &nodes[BANK], 0, LAUNCH_BANKS - 1, &buffer->bank) ||
        (nodes[ALTERNATE].value && !launch_bool(reader, &nodes[ALTERNATE], &buffer->alternate)))
        return false;
    const unsigned place = buffer->bank + (buffer->alternate ? LAUNCH_BANKS : 0);
    if (*banks >> place & 1)
        return launch_fail(reader, &nodes[BANK], "bank %u is there twice", buffer->bank);
    *banks |= 1u << place;
    return launch_file(reader, &nodes[PATH], &buffer->file) &&
           launch_file_units(reader, &nodes[PATH], &buffer->file, 16, "constants", 1, LAUNCH_BANK_CONSTANTS);
}

bool launch_read_constant_buffers(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    uint32_t       banks = 0;
    if (!launch_array(reader, node, 0, 2 * (size_t)LAUNCH_BANKS, &count))
        return false;
    launch->constant_buffers = calloc(count + 1, sizeof *launch->constant_buffers);
    if (!launch->constant_buffers)
        return launch_out_of_memory(reader);
    launch->constant_buffer_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_constant_buffer(reader, &element, &banks, &launch->constant_buffers[element.index]))
            return false;
    return true;
}

bool launch_read_alu_constants(struct launch_reader *reader, const struct launch_node *node)
{
    enum { FIRST, PATH, KEYS };
    static const char *const     keys[KEYS] = {"first", "file"};
    struct launch_node           nodes[KEYS];
    struct launch_alu_constants *constants = &reader->launch->alu_constants;
    enum launch_stage            stage = reader->launch->stage;
    /* SQ_ALU_CONSTANT 0..255 belong to PS and 256..511 to VS; the manual gives GS and ES none. */
    if (stage == LAUNCH_GS || stage == LAUNCH_ES)
        return launch_fail(reader, node, "stage %s has no constant file", launch_stage_name(stage));
    if (!launch_object(reader, node, keys, KEYS, nodes) ||
        !launch_unsigned(reader, &nodes[FIRST], 0, LAUNCH_ALU_CONSTANTS - 1, &constants->first) ||
        !launch_file(reader, &nodes[PATH], &constants->file) ||
        !launch_file_units(reader, &nodes[PATH], &constants->file, 16, "constants", 1,
                           LAUNCH_ALU_CONSTANTS - constants->first))
        return false;
    constants->count = (unsigned)(constants->file.bytes / 16);
    return true;
}

bool launch_read_bool_constants(struct launch_reader *reader, const struct launch_node *node)
{
    size_t    count;
    unsigned  bit;
    uint32_t *bools = &reader->launch->bool_constants;
    if (!launch_array(reader, node, 0, LAUNCH_BOOLS, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
        if (!launch_unsigned(reader, &element, 0, LAUNCH_BOOLS - 1, &bit))
            return false;
        if (*bools >> bit & 1)
            return launch_fail(reader, &element, "constant %u is there twice", bit);
        *bools |= 1u << bit;
    }
    return true;
}

static bool read_loop_constant(struct launch_reader *reader, const struct launch_node *node, uint32_t *used,
                               struct launch_loop_constant *loop)
{
    enum { INDEX, COUNT, START, STEP, KEYS };
    static const char *const keys[KEYS] = {"index", "count", "start", "step"};
    struct launch_node       nodes[KEYS];
    int64_t                  step = 0;
    loop->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) ||
        !launch_unsigned(reader, &nodes[INDEX], 0, LAUNCH_LOOPS - 1, &loop->index))
        return false;
    if (*used >> loop->index & 1)
        return launch_fail(reader, &nodes[INDEX], "constant %u is there twice", loop->index);
    *used |= 1u << loop->index;
    /* SQ_LOOP_CONST has 12 bits of COUNT and INIT and a signed byte INC; SQ_LOOP_CONST_DX10, the same register for
     * LOOP_START_DX10, is all COUNT. */
    bool     dx10 = !nodes[START].value && !nodes[STEP].value;
    unsigned most = dx10 ? UINT32_MAX : 4095;
    if (!launch_unsigned(reader, &nodes[COUNT], 0, most, &loop->count) ||
        (nodes[START].value && !launch_unsigned(reader, &nodes[START], 0, 4095, &loop->start)) ||
        (nodes[STEP].value && !launch_int(reader, &nodes[STEP], -128, 127, &step)))
        return false;
    loop->step = (int32_t)step;
    return true;
}

bool launch_read_loop_constants(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    uint32_t       used = 0;
    if (!launch_array(reader, node, 0, LAUNCH_LOOPS, &count))
        return false;
    launch->loop_constants = calloc(count + 1, sizeof *launch->loop_constants);
    if (!launch->loop_constants)
        return launch_out_of_memory(reader);
    launch->loop_constant_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_loop_constant(reader, &element, &used, &launch->loop_constants[element.index]))
            return false;
    return true;
}
