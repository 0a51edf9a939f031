#include "tb/lockstep/block.h"

#include <dlfcn.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep/build/wrap.h"

/* A port of this block. */
struct tie {
    const struct port *port;
    unsigned char     *place;  /* Verilator's */
    unsigned char     *held;   /* a copy of it */
    bool               direct; /* the same bytes on both sides */
};

/* The shared object and the tables, shared by the blocks that were opened together. */
struct library {
    struct build      build;
    struct port_table table;
    void             *handle;
    unsigned          users;
    void *(*create)(const char *folder);
    void (*destroy)(void *block);
    void *(*port)(void *block, const char *name);
    void (*eval)(void *block);
    void (*final)(void *block);
    void (*check)(void *block, int on);
    void (*coverage)(void *block, const char *file);
    const char *(*inside)(void *block);
    const char *(*stopped)(void);
    int (*failed)(void);
    const char *(*warned)(void);
};

struct block {
    struct library *library;
    void           *verilated;
    uint8_t        *clk, *rst;
    bool            low; /* rst is active low */
    struct tie      in[PORTS_MAX], out[PORTS_MAX];
    unsigned        in_count, out_count;
    size_t          next_state;
    unsigned char  *held; /* the outputs before inputs change */
};

/* ---- opening ---------------------------------------------------------------------------------------------------- */

static bool load_function(struct library *library, const char *name, void *function, struct diag *diag)
{
    void *const symbol = dlsym(library->handle, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol || diag_set(diag, library->build.object, 0, "has no %s", name);
}

/* A DPI import without its C function is missed when the block is loaded. */
static bool say_load_error(const char *text, struct diag *diag)
{
    static const char lost[] = "undefined symbol: ";
    const char *const name = strstr(text, lost);
    return name ? diag_set(diag, NULL, 0,
                           "no C function %s: expected it in a file .c or .cpp of --rtl-args, for a DPI import",
                           name + sizeof lost - 1)
                : diag_set(diag, NULL, 0, "%s", text);
}

static bool load(struct library *library, struct diag *diag)
{
    library->handle = dlopen(library->build.object, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle)
        return say_load_error(dlerror(), diag);
    return load_function(library, "wekiva_create", &library->create, diag) &&
           load_function(library, "wekiva_destroy", &library->destroy, diag) &&
           load_function(library, "wekiva_port", &library->port, diag) &&
           load_function(library, "wekiva_eval", &library->eval, diag) &&
           load_function(library, "wekiva_final", &library->final, diag) &&
           load_function(library, "wekiva_assert", &library->check, diag) &&
           load_function(library, "wekiva_coverage", &library->coverage, diag) &&
           load_function(library, "wekiva_inside", &library->inside, diag) &&
           load_function(library, "wekiva_stopped", &library->stopped, diag) &&
           load_function(library, "wekiva_failed", &library->failed, diag) &&
           load_function(library, "wekiva_warned", &library->warned, diag);
}

static void discard(struct library *library)
{
    if (library->handle)
        dlclose(library->handle);
    free(library->build.warnings);
    free(library);
}

static struct library *open_library(const struct lockstep_module *module, const struct block_use *use,
                                    struct diag *diag)
{
    struct library    *library = calloc(1, sizeof *library);
    bool               good = library || diag_set(diag, NULL, 0, "not enough memory");
    struct build_order order = {.source = use->source,
                                .top = module->top,
                                .covered = use->covered,
                                .replaces = use->replaces,
                                .inside = use->inside};
    char               twins[BUILD_PATH];
    if (good && !order.source.rtl) {
        good = build_default_folder(twins, sizeof twins, diag);
        order.source.rtl = twins;
    }
    if (good) {
        order.ports = &library->table;
        good = ports_expected(module, &library->table, diag) && build_block(&order, &library->build, diag);
    }
    if (good && load(library, diag))
        return library;
    if (library)
        discard(library);
    return NULL;
}

/* Where the port of that name of the list lies, or NULL. */
static void *place_of(const struct block *block, const char *name)
{
    const struct found_port *port = ports_lookup(&block->library->build.found, name);
    return port ? block->library->port(block->verilated, port->symbol) : NULL;
}

static void set_constants(const struct block *block)
{
    const struct found_table *found = &block->library->build.found;
    for (unsigned i = 0; i < found->count; i++) {
        const struct found_port *port = &found->port[i];
        if (port->constant)
            memcpy(block->library->port(block->verilated, port->symbol), &port->value, wrap_bytes(port->width));
    }
}

static void tie_ports(struct block *block)
{
    struct library *library = block->library;
    for (unsigned i = 0; i < library->table.count; i++) {
        struct port *const port = &library->table.port[i];
        void              *place = place_of(block, port->name);
        if (!place)
            continue;
        const unsigned   storage = 8 * RTL_ELEMENT_BYTES(port->signal->bits);
        const struct tie tie = {port, place, NULL, port->signal->bits == storage};
        if (!port->out)
            block->in[block->in_count++] = tie;
        else
            block->out[block->out_count++] = tie;
        port->there = true;
    }
}

static bool hold_outputs(struct block *block)
{
    size_t bytes = 0;
    for (unsigned i = 0; i < block->out_count; i++)
        bytes += wrap_bytes(block->out[i].port->width);
    block->held = malloc(bytes + 1);
    unsigned char *held = block->held;
    for (unsigned i = 0; held && i < block->out_count; i++) {
        block->out[i].held = held;
        held += wrap_bytes(block->out[i].port->width);
    }
    return block->held;
}

static struct block *open_block(const struct lockstep_module *module, struct library *library)
{
    struct block *block = calloc(1, sizeof *block);
    if (!block)
        return NULL;
    block->library = library;
    block->verilated = library->create(library->build.folder);
    if (!block->verilated) {
        free(block);
        return NULL;
    }
    library->users++;
    block->clk = place_of(block, "clk");
    block->rst = place_of(block, "rst");
    block->low = ports_lookup(&library->build.found, "rst")->low;
    set_constants(block);
    block->next_state = module->signals->next_state;
    tie_ports(block);
    if (hold_outputs(block))
        return block;
    library->destroy(block->verilated);
    library->users--;
    free(block);
    return NULL;
}

bool block_open(const struct lockstep_module *module, const struct block_use *use, struct block **blocks,
                unsigned count, struct diag *diag)
{
    struct library *library = open_library(module, use, diag);
    unsigned        made = 0;
    if (!library)
        return false;
    while (made < count && (blocks[made] = open_block(module, library)))
        made++;
    if (made == count)
        return true;
    if (made == 0)
        discard(library);
    while (made > 0)
        block_close(blocks[--made]);
    return diag_set(diag, NULL, 0, "not enough memory for the block");
}

void block_close(struct block *block)
{
    if (!block)
        return;
    block->library->destroy(block->verilated);
    if (--block->library->users == 0)
        discard(block->library);
    free(block->held);
    free(block);
}

unsigned block_compared_count(const struct block *block)
{
    return block->out_count;
}

const struct found_table *block_found(const struct block *block)
{
    return &block->library->build.found;
}

const char *block_folder(const struct block *block)
{
    return block->library->build.shown;
}

const char *block_warnings(const struct block *block)
{
    return block->library->build.warnings;
}

const char *block_warned(const struct block *block)
{
    return block->library->warned();
}

const struct port *block_compared(const struct block *block, unsigned i)
{
    return block->out[i].port;
}

const struct port_table *block_ports(const struct block *block)
{
    return &block->library->table;
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

static uint64_t low_bits(unsigned bits)
{
    return bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

static bool put(const struct tie *tie, const unsigned char *from, struct diag *diag)
{
    const struct rtl_signal *signal = tie->port->signal;
    const unsigned           bits = signal->bits, bytes = RTL_ELEMENT_BYTES(bits);
    if (tie->direct) {
        memcpy(tie->place, from, (size_t)signal->count * bytes);
        return true;
    }
    if (signal->count > 1)
        memset(tie->place, 0, wrap_bytes(tie->port->width));
    for (unsigned e = 0; e < signal->count; e++) {
        uint64_t value = 0;
        memcpy(&value, from + (size_t)e * bytes, bytes); /* little-endian host */
        if (value & ~low_bits(bits))
            return diag_set(diag, NULL, 0, "the driver gave %s 0x%" PRIx64 ", more than its %u bits", tie->port->name,
                            value, bits);
        if (signal->count == 1)
            memcpy(tie->place, &value, bytes);
        else
            for (unsigned b = 0, at = e * bits; b < bits; b++, at++)
                tie->place[at / 8] = (unsigned char)(tie->place[at / 8] | (value >> b & 1) << at % 8);
    }
    return true;
}

static void get(const struct tie *tie, unsigned char *to)
{
    const struct rtl_signal *signal = tie->port->signal;
    const unsigned           bits = signal->bits, bytes = RTL_ELEMENT_BYTES(bits);
    if (tie->direct || signal->count == 1) {
        memcpy(to, tie->place, (size_t)signal->count * bytes);
        return;
    }
    for (unsigned e = 0; e < signal->count; e++) {
        uint64_t value = 0;
        for (unsigned b = 0, at = e * bits; b < bits; b++, at++)
            value |= (uint64_t)(tie->place[at / 8] >> at % 8 & 1) << b;
        memcpy(to + (size_t)e * bytes, &value, bytes);
    }
}

bool block_drive(struct block *block, const void *state, const void *beside, struct diag *diag)
{
    for (unsigned i = 0; i < block->in_count; i++)
        if (!put(&block->in[i], port_place(block->in[i].port, state, beside), diag))
            return false;
    return true;
}

void block_read(const struct block *block, void *state, void *beside)
{
    for (unsigned i = 0; i < block->out_count; i++) {
        const struct port *port = block->out[i].port;
        unsigned char     *to = port_place(port, state, beside);
        get(&block->out[i], to);
        if (!port->beside)
            memcpy(to + block->next_state, to, (size_t)port->signal->count * RTL_ELEMENT_BYTES(port->signal->bits));
    }
}

void block_flip(struct block *block, unsigned compared, unsigned bit)
{
    block->out[compared].place[bit / 8] ^= (unsigned char)(1u << bit % 8);
}

/* ---- clocking --------------------------------------------------------------------------------------------------- */

void block_settle(struct block *block)
{
    *block->clk = 0;
    block->library->eval(block->verilated);
}

const struct port *block_early(struct block *block)
{
    for (unsigned i = 0; i < block->out_count; i++)
        memcpy(block->out[i].held, block->out[i].place, wrap_bytes(block->out[i].port->width));
    block_settle(block);
    for (unsigned i = 0; i < block->out_count; i++) {
        const struct tie *tie = &block->out[i];
        if (!port_follows(tie->port) && memcmp(tie->held, tie->place, wrap_bytes(tie->port->width)) != 0)
            return tie->port;
    }
    return NULL;
}

static bool goes_on(const struct block *block, struct diag *diag)
{
    const char *stopped = block->library->stopped();
    return !stopped || diag_set(diag, NULL, 0, "the block stopped: %s", stopped);
}

static void tick(struct block *block)
{
    block_settle(block);
    *block->clk = 1;
    block->library->eval(block->verilated);
}

/* Clocks while rst is high. */
static bool reset_for(struct block *block, unsigned clocks, struct diag *diag)
{
    *block->rst = !block->low;
    block->library->check(block->verilated, false);
    for (; clocks; clocks--)
        tick(block);
    block->library->check(block->verilated, true);
    *block->rst = block->low;
    return goes_on(block, diag);
}

void block_mute(struct block *block)
{
    block->library->check(block->verilated, false);
}

bool block_reset(struct block *block, struct diag *diag)
{
    return reset_for(block, 2, diag);
}

bool block_load(struct block *block, struct diag *diag)
{
    return reset_for(block, 1, diag);
}

bool block_clock(struct block *block, struct diag *diag)
{
    tick(block);
    return goes_on(block, diag);
}

bool block_final(struct block *block, struct diag *diag)
{
    block->library->final(block->verilated);
    return goes_on(block, diag);
}

const char *block_failure(const struct block *block)
{
    return block->library->failed() ? block->library->stopped() : NULL;
}

/* ---- its own signals ------------------------------------------------------------------------------------------ */

const char *block_inside(struct block *block)
{
    block_settle(block);
    return block->library->inside(block->verilated);
}

/* ---- coverage --------------------------------------------------------------------------------------------------- */

void block_coverage_clear(struct block *block)
{
    block->library->coverage(block->verilated, NULL);
}

/* Verilator does not look whether its writes have succeeded.  When there is room for more behind them, they have. */
static bool has_room_behind(FILE *file)
{
    static const char more[BUFSIZ];
    const off_t       end = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    return end > 0 && fwrite(more, 1, sizeof more, file) == sizeof more && fflush(file) == 0 &&
           ftruncate(fileno(file), end) == 0;
}

bool block_coverage_write(struct block *block, const char *path, struct diag *diag)
{
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return diag_set(diag, path, 0, "is no file: expected one, which is read again");
    remove(path);
    block->library->coverage(block->verilated, path);
    FILE *file = fopen(path, "r+");
    bool  good = file && has_room_behind(file);
    if (!good)
        diag_set(diag, path, 0, "cannot write: %s", strerror(errno));
    if (file)
        fclose(file);
    if (!good)
        remove(path);
    return good;
}
