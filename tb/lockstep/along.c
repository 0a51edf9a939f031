#include "tb/lockstep/along.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "tb/lockstep/verdict.h"

struct along {
    const struct block *block;
    unsigned char      *state, *beside; /* the block's values where the module has its own */
    uint64_t            cycles;         /* compared */
    bool                differs;
    struct difference   difference;
};

struct along *along_create(const struct lockstep_module *module, const struct block *block)
{
    struct along *along = calloc(1, sizeof *along);
    if (!along)
        return NULL;
    along->block = block;
    along->state = calloc(1, module->state_size);
    along->beside = calloc(1, block_ports(block)->beside + 1);
    if (along->state && along->beside)
        return along;
    along_free(along);
    return NULL;
}

void along_free(struct along *along)
{
    if (!along)
        return;
    free(along->state);
    free(along->beside);
    free(along);
}

bool along_is_compared(const struct port *port)
{
    return port->role == PORT_SIGNAL && (port->source->kind == RTL_NOW || !port_follows(port));
}

/* The signal of the port lies in `of_model` and in `of_rtl`. */
static bool same(struct along *along, const struct port *port, const void *of_model, const void *of_rtl, uint64_t cycle)
{
    for (unsigned e = 0; e < port->signal->count; e++) {
        const uint64_t model = rtl_read(port->signal, of_model, 0, e), rtl = rtl_read(port->signal, of_rtl, 0, e);
        if (model == rtl)
            continue;
        along->difference = (struct difference){.cycle = cycle, .element = e, .model = model, .rtl = rtl, .port = port};
        along->differs = true;
        return false;
    }
    return true;
}

void *along_state(const struct along *along)
{
    return along->state;
}

bool along_compare(struct along *along, const void *state, uint64_t cycle)
{
    const unsigned count = block_compared_count(along->block);
    if (along->differs)
        return false;
    block_read(along->block, along->state, along->beside);
    for (unsigned i = 0; i < count; i++) {
        const struct port *port = block_compared(along->block, i);
        if (along_is_compared(port) && !port->beside && !same(along, port, state, along->state, cycle))
            return false;
    }
    along->cycles++;
    return true;
}

bool along_compare_now(struct along *along, const void *beside, uint64_t cycle)
{
    const struct port *const port = ports_now(block_ports(along->block));
    if (!port || !port->there)
        return true;
    block_read(along->block, along->state, along->beside);
    return same(along, port, beside, along->beside, cycle);
}

void along_read_rows(struct along *along, void *beside)
{
    block_read(along->block, along->state, beside);
}

const uint64_t *along_differs(const struct along *along)
{
    return along->differs ? &along->difference.cycle : NULL;
}

static void print_agreed(FILE *out, const struct along *along, const char *path)
{
    unsigned ports = 0, registers = 0;
    for (unsigned i = 0; i < block_compared_count(along->block); i++) {
        const struct port *port = block_compared(along->block, i);
        ports += along_is_compared(port) && !port->optional;
        registers += along_is_compared(port) && port->optional;
    }
    fprintf(out, "%s: %" PRIu64 " cycles agree (%u ports compared, %u registers)\n", path, along->cycles, ports,
            registers);
    for (unsigned i = 0; i < block_compared_count(along->block); i++) {
        const struct port *port = block_compared(along->block, i);
        if (!along_is_compared(port))
            fprintf(out, "  not compared: %s, %s\n", port->name,
                    port->role == PORT_SIGNAL ? "which follows the inputs" : "a memory");
    }
    verdict_print_lacking(out, along->block, "  not compared, the block does not show it:");
}

void along_print(FILE *out, const struct along *along, const char *path, const struct report_names *names)
{
    if (along->differs)
        report_values(out, path, &along->difference, names);
    else
        print_agreed(out, along, path);
}
