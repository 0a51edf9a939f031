/* launch_sharing.c - sections lds and global_gprs: what threads share within a SIMD. */
#include "rtl_model/launch/launch_internal.h"

/* Files have the words of one SIMD, which all get, or of each. */
bool launch_read_lds(struct launch_reader *reader, const struct launch_node *node)
{
    enum { GROUP_SIZE, DWORDS, PATH, KEYS };
    static const char *const keys[KEYS] = {"group_size", "dwords_per_thread", "file"};
    struct launch_node       nodes[KEYS];
    struct launch_lds       *lds = &reader->launch->lds;
    if (!launch_object(reader, node, keys, KEYS, nodes))
        return false;
    if (nodes[GROUP_SIZE].value &&
        !launch_unsigned(reader, &nodes[GROUP_SIZE], 1, LAUNCH_GROUP_SIZE_MAX, &lds->group_size))
        return false;
    if (nodes[DWORDS].value && !nodes[GROUP_SIZE].value)
        return launch_fail(reader, &nodes[DWORDS], "key \"group_size\" is missing");
    if (nodes[DWORDS].value &&
        !launch_unsigned(reader, &nodes[DWORDS], 4, LAUNCH_LDS_DWORDS_MAX, &lds->dwords_per_thread))
        return false;
    if (lds->dwords_per_thread % 4)
        return launch_fail(reader, &nodes[DWORDS], "%u is not a multiple of 4", lds->dwords_per_thread);
    return !nodes[PATH].value || (launch_file(reader, &nodes[PATH], &lds->file) &&
                                  launch_file_units(reader, &nodes[PATH], &lds->file, 4, "words", 1,
                                                    LAUNCH_SIMDS_MAX * LAUNCH_LDS_BYTES / 4));
}

bool launch_read_global_gprs(struct launch_reader *reader, const struct launch_node *node)
{
    enum { FIRST, COUNT, PATH, KEYS };
    static const char *const keys[KEYS] = {"first", "count", "file"};
    struct launch_node       nodes[KEYS];
    struct launch_gprs      *gprs = &reader->launch->global_gprs;
    if (!launch_object(reader, node, keys, KEYS, nodes))
        return false;
    for (unsigned key = 0; key < KEYS; key++)
        if (!launch_need(reader, &nodes[key]))
            return false;
    if (!launch_unsigned(reader, &nodes[FIRST], 0, LAUNCH_THREAD_GPRS - 1, &gprs->first) ||
        !launch_unsigned(reader, &nodes[COUNT], 1, LAUNCH_THREAD_GPRS - gprs->first, &gprs->count))
        return false;
    return launch_file(reader, &nodes[PATH], &gprs->file) &&
           launch_file_units(reader, &nodes[PATH], &gprs->file, LAUNCH_LANES * 16 * gprs->count, "SIMDs", 1,
                             LAUNCH_SIMDS_MAX);
}
