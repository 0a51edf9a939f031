/* machine_snapshot.c - a machine as bytes, or as a file, and back: kit/snapshot.h's bytes of its modules, and behind
 * them what lies outside of them. */
#include <stdint.h>
#include <stdlib.h>

#include "kit/snapshot.h"
#include "rtl_model/machine.h"

static size_t inside_bytes(const struct rtl_machine *machine)
{
    return snapshot_bytes(machine->instances, machine->instance_count);
}

size_t machine_snapshot_bytes(const struct rtl_machine *machine)
{
    return inside_bytes(machine) + (machine->kind->outside_bytes ? machine->kind->outside_bytes(machine->of) : 0);
}

void machine_snapshot_put(unsigned char *to, const struct rtl_machine *machine)
{
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    snapshot_put(to, machine->instances, machine->instance_count, *machine->cycle);
    if (machine->kind->outside_put)
        machine->kind->outside_put(to + inside_bytes(machine), machine->of);
}

bool machine_snapshot_take(const char *name, const unsigned char *data, size_t bytes, const struct rtl_machine *machine,
                           struct diag *diag)
{
    const struct rtl_machine_kind *kind = machine->kind;
    const bool                     more = kind->outside_check != NULL;
    const size_t                   inside = more && inside_bytes(machine) < bytes ? inside_bytes(machine) : bytes;
    uint64_t                       cycle;
    if (!snapshot_check(name, data, inside, machine->instances, machine->instance_count, &cycle, diag))
        return false;
    if (more && (!kind->outside_check(name, data + inside, bytes - inside, machine->of, cycle, diag) ||
                 !kind->outside_take(name, data + inside, machine->of, diag)))
        return false;
    kind->look(machine->of, (unsigned)MACHINE_ALL); /* or a later look would write what the machine still owes */
    snapshot_take(data, machine->instances, machine->instance_count);
    *machine->cycle = cycle;
    kind->touch(machine->of);
    return true;
}

bool machine_snapshot_save(const char *path, const struct rtl_machine *machine, struct diag *diag)
{
    const size_t   bytes = machine_snapshot_bytes(machine);
    unsigned char *data = malloc(bytes);
    if (!data)
        return diag_set(diag, path, 0, "not enough memory for the snapshot");
    machine_snapshot_put(data, machine);
    const bool good = snapshot_write_file(path, data, bytes, diag);
    free(data);
    return good;
}

bool machine_snapshot_load(const char *path, const struct rtl_machine *machine, struct diag *diag)
{
    size_t         bytes;
    unsigned char *data = snapshot_read_file(path, &bytes, diag);
    const bool     good = data && machine_snapshot_take(path, data, bytes, machine, diag);
    free(data);
    return good;
}
