/* launch_registers.c - section registers: raw register writes, by name or by offset. */
#include "rtl_model/launch/launch_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool read_register(struct launch_reader *reader, const struct launch_node *node, struct launch_register *entry)
{
    int64_t number = 0;
    entry->line = node->line;
    entry->name = strdup(node->key);
    if (!entry->name)
        return launch_out_of_memory(reader);
    if (launch_hex(node->key, &number)) {
        if (number > UINT32_MAX || number % 4)
            return launch_fail(reader, node, "a register's offset is a multiple of 4 with at most 32 bits");
        entry->known = true;
        entry->offset = (uint32_t)number;
    } else if (!isalpha((unsigned char)node->key[0]))
        return launch_fail(reader, node, "expected the name of a register or an offset like \"0x28850\"");
    if (!launch_int(reader, node, 0, UINT32_MAX, &number))
        return false;
    entry->value = (uint32_t)number;
    return true;
}

bool launch_read_registers(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    struct launch *launch = reader->launch;
    size_t         count;
    (void)field;
    if (!launch_members(reader, node, LAUNCH_REGISTERS_MAX, &count))
        return false;
    launch->registers = calloc(count + 1, sizeof *launch->registers);
    if (!launch->registers)
        return launch_out_of_memory(reader);
    launch->register_count = (unsigned)count;
    for (struct launch_node member = {0}; launch_each(reader, node, &member);)
        if (!read_register(reader, &member, &launch->registers[member.index]))
            return false;
    return true;
}

static bool resolve(const struct launch *launch, struct launch_register *entry, const struct launch_register_map *map,
                    struct diag *diag)
{
    if (entry->known)
        return map->find_offset(entry->offset) ||
               diag_set(diag, launch->path, entry->line, "registers.%s: no documented register is there", entry->name);
    entry->known = map->find_name(entry->name, &entry->offset);
    if (entry->known)
        return true;
    char similar[96];
    bool near = map->suggest(entry->name, similar, sizeof similar);
    return diag_set(diag, launch->path, entry->line, "registers.%.80s: unknown register%s%s%s", entry->name,
                    near ? "; did you mean \"" : "", near ? similar : "", near ? "\"" : "");
}

static int by_offset(const void *a, const void *b)
{
    const struct launch_register *x = *(const struct launch_register *const *)a;
    const struct launch_register *y = *(const struct launch_register *const *)b;
    /* The order of the file decides between equals, so that the later one is at fault. */
    return x->offset != y->offset ? (x->offset > y->offset) - (x->offset < y->offset) : (x > y) - (x < y);
}

bool launch_resolve_registers(struct launch *launch, const struct launch_register_map *map, struct diag *diag)
{
    for (unsigned i = 0; i < launch->register_count; i++)
        if (!resolve(launch, &launch->registers[i], map, diag))
            return false;
    const struct launch_register **sorted = calloc(launch->register_count + 1, sizeof(const struct launch_register *));
    bool                           good = true;
    if (!sorted)
        return diag_set(diag, launch->path, 0, "out of memory");
    for (unsigned i = 0; i < launch->register_count; i++)
        sorted[i] = &launch->registers[i];
    qsort(sorted, launch->register_count, sizeof *sorted, by_offset);
    for (unsigned i = 1; i < launch->register_count && good; i++)
        if (sorted[i - 1]->offset == sorted[i]->offset)
            good = diag_set(diag, launch->path, sorted[i]->line, "registers.%s: the same register as %s of line %u",
                            sorted[i]->name, sorted[i - 1]->name, sorted[i - 1]->line);
    free(sorted);
    return good;
}
