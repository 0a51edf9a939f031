#include "tb/lockstep/record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/ports.h"

enum { VERSION = 3, MAGIC_BYTES = 8, LAYOUT_AT = 16, CYCLES_AT = 24, HEAD_BYTES = 32, CHECK_BYTES = 8 };
static const char magic[] = "WKINPUTS";

struct record {
    char                 path[512];
    struct port_table   *all;   /* those of the list, in which signals of ports lie */
    struct port_table    table; /* inputs, behind them registers */
    unsigned             inputs;
    size_t               next_state;
    size_t               map_bytes;
    uint64_t             layout, clocks;
    bool                 started; /* the inputs at reset are in */
    unsigned char       *last;    /* all inputs, one after the other */
    FILE                *file;    /* written, or NULL */
    uint64_t             hash;
    unsigned char       *data; /* read, or NULL */
    const unsigned char *at, *end;
};

static size_t input_bytes(const struct port *port)
{
    return (size_t)port->signal->count * RTL_ELEMENT_BYTES(port->signal->bits);
}

/* The inputs, or the registers, of all ports, behind the ones before; how many there are then. */
static unsigned take_ports(struct record *record, const struct port_table *all, bool out, size_t *bytes)
{
    for (unsigned i = 0; i < all->count; i++) {
        const struct port *port = &all->port[i];
        const uint32_t     shape[] = {port->signal->bits, port->signal->count};
        if (port->out != out || (out ? port->role != PORT_SIGNAL : port->role == PORT_ROW))
            continue;
        record->layout = hash_bytes(hash_text(record->layout, port->name), shape, sizeof shape);
        *bytes += input_bytes(port);
        record->table.port[record->table.count++] = *port;
    }
    return record->table.count;
}

static struct record *allocate(const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record     *record = calloc(1, sizeof *record);
    struct port_table *all = calloc(1, sizeof *all);
    size_t             bytes = 0;
    bool               good = (record && all) || diag_set(diag, path, 0, "not enough memory");
    if (good && ports_expected(module, all, diag)) {
        snprintf(record->path, sizeof record->path, "%s", path);
        record->layout = hash_text(HASH_START, module->name);
        record->table = *all; /* signals of ports beside lie in it */
        record->table.count = 0;
        record->inputs = take_ports(record, all, false, &bytes);
        if (module->by_list)
            take_ports(record, all, true, &bytes);
        record->next_state = module->signals->next_state;
        record->map_bytes = (record->table.count + 7) / 8;
        record->last = calloc(1, bytes + record->map_bytes + 1);
        record->all = all;
        if (record->last)
            return record;
        good = diag_set(diag, path, 0, "not enough memory");
    }
    free(record);
    free(all);
    return NULL;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void head(const struct record *record, uint64_t clocks, unsigned char to[HEAD_BYTES])
{
    memcpy(to, magic, MAGIC_BYTES);
    little_put(to + MAGIC_BYTES, 4, VERSION);
    little_put(to + MAGIC_BYTES + 4, 4, record->table.count);
    little_put(to + LAYOUT_AT, 8, record->layout);
    little_put(to + CYCLES_AT, 8, clocks);
}

struct record *record_create(const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record *record = allocate(path, module, diag);
    unsigned char  first[HEAD_BYTES];
    if (!record)
        return NULL;
    record->hash = HASH_START;
    record->file = fopen(path, "wb");
    head(record, UINT64_MAX, first); /* not whole until record_close */
    if (record->file && fwrite(first, 1, HEAD_BYTES, record->file) == HEAD_BYTES)
        return record;
    diag_set(diag, path, 0, "cannot write: %s", strerror(errno));
    record_close(record, NULL);
    return NULL;
}

static void append(struct record *record, const void *data, size_t bytes)
{
    record->hash = hash_bytes(record->hash, data, bytes);
    fwrite(data, 1, bytes, record->file); /* ferror tells at the end */
}

void record_put(struct record *record, const void *state, const void *beside)
{
    unsigned char        map[(PORTS_MAX + 7) / 8] = {0};
    const unsigned char *last = record->last;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port   *port = &record->table.port[i];
        const unsigned char *now = port_place(port, state, beside);
        if (memcmp(now, last, input_bytes(port)) != 0)
            map[i / 8] = (unsigned char)(map[i / 8] | 1u << i % 8);
        last += input_bytes(port);
    }
    append(record, map, record->map_bytes);
    unsigned char *to = record->last;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port   *port = &record->table.port[i];
        const unsigned char *now = port_place(port, state, beside);
        if (map[i / 8] >> i % 8 & 1) {
            append(record, now, input_bytes(port));
            memcpy(to, now, input_bytes(port));
        }
        to += input_bytes(port);
    }
    record->clocks += record->started;
    record->started = true;
}

static void remove_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

bool record_close(struct record *record, struct diag *diag)
{
    bool good = true;
    if (!record)
        return true;
    if (record->file) {
        unsigned char first[HEAD_BYTES], check[CHECK_BYTES];
        head(record, record->clocks, first);
        little_put(check, CHECK_BYTES, hash_bytes(record->hash, first, HEAD_BYTES));
        good = fwrite(check, 1, CHECK_BYTES, record->file) == CHECK_BYTES && fseek(record->file, 0, SEEK_SET) == 0 &&
               fwrite(first, 1, HEAD_BYTES, record->file) == HEAD_BYTES && !ferror(record->file);
        int error = errno;
        if (fclose(record->file) != 0 && good) {
            good = false;
            error = errno;
        }
        if (!good)
            diag_set(diag, record->path, 0, "cannot write: %s", strerror(error));
        if (!good || record->clocks == 0)
            remove_file(record->path);
    }
    free(record->data);
    free(record->last);
    free(record->all);
    free(record);
    return good;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* The checksum speaks for the writer; a length that does not come out would still be read beyond the end. */
static bool walk(struct record *record)
{
    const unsigned char *at = record->at;
    for (uint64_t clock = 0; clock <= record->clocks; clock++) {
        const unsigned char *map = at;
        if ((size_t)(record->end - at) < record->map_bytes)
            return false;
        at += record->map_bytes;
        for (unsigned i = 0; i < record->table.count; i++) {
            const struct port *port = &record->table.port[i];
            const unsigned     bytes = RTL_ELEMENT_BYTES(port->signal->bits);
            if (!(map[i / 8] >> i % 8 & 1))
                continue;
            if ((size_t)(record->end - at) < input_bytes(port))
                return false;
            for (unsigned e = 0; e < port->signal->count; e++, at += bytes)
                if (port->signal->bits < 64 && little_get(at, bytes) >> port->signal->bits)
                    return false;
        }
    }
    return at == record->end;
}

static bool check(struct record *record, size_t size, const struct lockstep_module *module, struct diag *diag)
{
    const char *const    path = record->path;
    const unsigned char *data = record->data;
    if (size < MAGIC_BYTES || memcmp(data, magic, MAGIC_BYTES) != 0)
        return diag_set(diag, path, 0, "not a record of inputs: it does not begin with %s", magic);
    if (size < HEAD_BYTES + CHECK_BYTES)
        return diag_set(diag, path, 0, "the record is truncated: %zu bytes", size);
    if (little_get(data + MAGIC_BYTES, 4) != VERSION)
        return diag_set(diag, path, 0, "the record has version %u, this program reads version %d",
                        (unsigned)little_get(data + MAGIC_BYTES, 4), VERSION);
    if (little_get(data + LAYOUT_AT, 8) != record->layout)
        return diag_set(diag, path, 0, "a record of another module, or of other ports: expected one of %s",
                        module->name);
    record->clocks = little_get(data + CYCLES_AT, 8);
    if (record->clocks == UINT64_MAX)
        return diag_set(diag, path, 0, "the record was not finished: the run that wrote it did not end in order");
    const uint64_t hash =
        hash_bytes(hash_bytes(HASH_START, data + HEAD_BYTES, size - HEAD_BYTES - CHECK_BYTES), data, HEAD_BYTES);
    if (little_get(data + size - CHECK_BYTES, CHECK_BYTES) != hash)
        return diag_set(diag, path, 0, "the record is damaged or truncated: its checksum does not fit");
    if (record->clocks == 0)
        return diag_set(diag, path, 0, "nothing to compare: expected a record of at least one clock");
    record->at = data + HEAD_BYTES;
    record->end = data + size - CHECK_BYTES;
    return walk(record) || diag_set(diag, path, 0, "the record is damaged: its clocks do not come out");
}

struct record *record_open(const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record *record = allocate(path, module, diag);
    size_t         size = 0;
    if (!record)
        return NULL;
    errno = 0;
    record->data = (unsigned char *)file_text(path, &size);
    const bool good = record->data ? check(record, size, module, diag)
                                   : diag_set(diag, path, 0, "cannot read: %s", strerror(errno ? errno : ENOMEM));
    if (good)
        return record;
    record_close(record, NULL);
    return NULL;
}

uint64_t record_cycles(const struct record *record)
{
    return record->clocks;
}

bool record_next(struct record *record, void *state, void *beside)
{
    const unsigned char *map = record->at;
    unsigned char       *last = record->last;
    if (record->at == record->end)
        return false;
    record->at += record->map_bytes;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        if (map[i / 8] >> i % 8 & 1) {
            memcpy(last, record->at, input_bytes(port));
            record->at += input_bytes(port);
        }
        if (i < record->inputs)
            memcpy(port_place(port, state, beside), last, input_bytes(port));
        last += input_bytes(port);
    }
    return true;
}

bool record_registers(const struct record *record, void *state)
{
    const unsigned char *map = record->at, *at = record->at + record->map_bytes, *last = record->last;
    if (record->at == record->end)
        return false;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port   *port = &record->table.port[i];
        const bool           changed = map[i / 8] >> i % 8 & 1;
        unsigned char *const to = port_place(port, state, NULL);
        if (i >= record->inputs) {
            memcpy(to, changed ? at : last, input_bytes(port));
            memcpy(to + record->next_state, changed ? at : last, input_bytes(port));
        }
        at += changed ? input_bytes(port) : 0;
        last += input_bytes(port);
    }
    return true;
}

const char *record_lacks(const struct lockstep_module *module)
{
    for (unsigned f = 0; module->by_list && f < module->signals->far_count; f++)
        if (module->signals->far[f].rows > 1)
            return module->signals->far[f].name;
    return NULL;
}
