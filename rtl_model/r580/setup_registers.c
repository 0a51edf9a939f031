/* setup_registers.c - the registers of a launch, by name or address (registers.def). */
#include "rtl_model/r580/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/near.h"

enum { IGNORED = -1, STEP = 4, NAME = 32 };

static const struct row {
    const char *name;
    uint32_t    address;
    unsigned    count;
    int         used;
} rows[] = {
#define REGISTER(name, address, count, used) {#name, address, count, used},
#include "rtl_model/r580/registers.def"
#undef REGISTER
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* "US_CONFIG", "US_FC_INT_CONST_7". */
static void name_of(const struct row *row, unsigned index, char name[NAME])
{
    if (row->count == 1)
        snprintf(name, NAME, "%s", row->name);
    else
        snprintf(name, NAME, "%s_%u", row->name, index);
}

/* The register that has the name or, with NULL, the address. */
static const struct row *find(const char *name, uint32_t address, unsigned *index)
{
    char own[NAME];
    for (unsigned r = 0; r < ROWS; r++)
        for (*index = 0; *index < rows[r].count; ++*index) {
            name_of(&rows[r], *index, own);
            if (name ? strcmp(own, name) == 0 : rows[r].address + STEP * *index == address)
                return &rows[r];
        }
    return NULL;
}

static bool find_name(const char *name, uint32_t *offset)
{
    unsigned                index;
    const struct row *const row = find(name, 0, &index);
    if (row)
        *offset = row->address + STEP * index;
    return row;
}

static bool find_offset(uint32_t offset)
{
    unsigned index;
    return find(NULL, offset, &index) != NULL;
}

static bool suggest(const char *name, char *text, size_t size)
{
    char        own[NAME];
    struct near near = near_to(name, strlen(name), (unsigned)strlen(name) / 3 + 1);
    for (unsigned r = 0; r < ROWS; r++)
        for (unsigned i = 0; i < rows[r].count; i++) {
            name_of(&rows[r], i, own);
            near_try(&near, own);
        }
    snprintf(text, size, "%s", near.name);
    return text[0];
}

static bool take(const struct launch *launch, const struct launch_register *entry, struct us_registers *registers,
                 struct diag *diag)
{
    unsigned                index;
    const struct row *const row = find(NULL, entry->offset, &index);
    if (row->used == IGNORED)
        return true;
    const unsigned at = (unsigned)row->used + index;
    if (at == US_REG_VECTOR_INDEX && entry->value >> 16 & 1)
        return diag_set(diag, launch->path, entry->line,
                        "registers.%s: TYPE is 1, constants; expected the place of the program's instructions",
                        entry->name);
    registers->given[at] = true;
    registers->value[at] = entry->value;
    registers->line[at] = entry->line;
    return true;
}

bool us_read_registers(const struct launch *launch, struct us_registers *registers, struct diag *diag)
{
    static const struct launch_register_map map = {find_name, find_offset, suggest};
    struct launch                           copy = *launch; /* only its registers change */
    const size_t                            bytes = launch->register_count * sizeof *launch->registers;
    *registers = (struct us_registers){.given = {false}};
    if (!launch->register_count)
        return true;
    copy.registers = malloc(bytes);
    if (!copy.registers)
        return diag_set(diag, NULL, 0, "not enough memory");
    memcpy(copy.registers, launch->registers, bytes);
    bool good = launch_resolve_registers(&copy, &map, diag);
    for (unsigned i = 0; good && i < copy.register_count; i++)
        good = take(launch, &copy.registers[i], registers, diag);
    free(copy.registers);
    return good;
}

const char *us_ignored_register(const struct launch_register *entry, char name[NAME])
{
    unsigned                index;
    uint32_t                address = entry->offset;
    const struct row *const row = entry->known || find_name(entry->name, &address) ? find(NULL, address, &index) : NULL;
    if (!row || row->used != IGNORED)
        return NULL;
    name_of(row, index, name);
    return name;
}
