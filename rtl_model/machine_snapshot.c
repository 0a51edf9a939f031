/* machine_snapshot.c - a machine as bytes, or as a file, and back: kit/snapshot.h's bytes of its modules, behind them
 * what lies outside of them, at the end "WKLAUNCH", a hash of the launch's data and one of these 16 bytes: half of a
 * run with some data, half with others is no run. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "kit/snapshot.h"
#include "rtl_model/machine.h"

enum { MARK_BYTES = 8, HASH_BYTES = 8, INPUTS_BYTES = MARK_BYTES + 2 * HASH_BYTES };
static const char mark[] = "WKLAUNCH";

/* Of a module alone there is no launch. */
static uint64_t inputs_hash(const struct rtl_machine *machine)
{
    uint64_t hash = machine->launch ? launch_content(machine->launch) : 0;
    for (const struct launch *launch = machine->launch; launch; launch = launch->next)
        if (launch->fetch_shader.loaded)
            hash = hash_bytes(hash, &launch->fetch_shader.loaded->hash, sizeof launch->fetch_shader.loaded->hash);
    return hash;
}

static size_t inside_bytes(const struct rtl_machine *machine)
{
    return snapshot_bytes(machine->instances, machine->instance_count);
}

size_t machine_snapshot_bytes(const struct rtl_machine *machine)
{
    return inside_bytes(machine) + (machine->kind->outside_bytes ? machine->kind->outside_bytes(machine->of) : 0) +
           INPUTS_BYTES;
}

void machine_snapshot_put(unsigned char *to, const struct rtl_machine *machine)
{
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    snapshot_put(to, machine->instances, machine->instance_count, *machine->cycle);
    if (machine->kind->outside_put)
        machine->kind->outside_put(to + inside_bytes(machine), machine->of);
    to += machine_snapshot_bytes(machine) - INPUTS_BYTES;
    memcpy(to, mark, MARK_BYTES);
    little_put(to + MARK_BYTES, HASH_BYTES, inputs_hash(machine));
    little_put(to + MARK_BYTES + HASH_BYTES, HASH_BYTES, hash_of(to, MARK_BYTES + HASH_BYTES));
}

/* The last bytes; `bytes` is left without them.  A launch file that differs has its own message. */
static bool same_inputs(const char *name, const unsigned char *data, size_t bytes, const struct rtl_machine *machine,
                        struct diag *diag)
{
    const unsigned char *const end = data + bytes;
    if (little_get(end + MARK_BYTES + HASH_BYTES, HASH_BYTES) != hash_of(end, MARK_BYTES + HASH_BYTES))
        return diag_set(diag, name, 0, "damaged: the checksum of the launch's data is wrong");
    return little_get(end + MARK_BYTES, HASH_BYTES) == inputs_hash(machine) ||
           diag_set(diag, name, 0, "a data file that the launch names has changed since the snapshot was made");
}

static bool has_inputs(const unsigned char *data, size_t *bytes)
{
    if (*bytes < INPUTS_BYTES || memcmp(data + *bytes - INPUTS_BYTES, mark, MARK_BYTES) != 0)
        return false;
    *bytes -= INPUTS_BYTES;
    return true;
}

bool machine_snapshot_take(const char *name, const unsigned char *data, size_t bytes, const struct rtl_machine *machine,
                           struct diag *diag)
{
    const struct rtl_machine_kind *kind = machine->kind;
    const bool                     more = kind->outside_check != NULL;
    const bool                     whole = has_inputs(data, &bytes);
    const size_t                   inside = more && inside_bytes(machine) < bytes ? inside_bytes(machine) : bytes;
    uint64_t                       cycle;
    if (!snapshot_check(name, data, inside, machine->instances, machine->instance_count, &cycle, diag))
        return false;
    if (more && !kind->outside_check(name, data + inside, bytes - inside, machine->of, cycle, diag))
        return false;
    if (!whole)
        return diag_set(diag, name, 0, "it does not say which data the launch had: another version of wekiva made it");
    if (!same_inputs(name, data, bytes, machine, diag) ||
        (more && !kind->outside_take(name, data + inside, machine->of, diag)))
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
