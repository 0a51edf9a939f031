/* record_own.c - a record's own form (record.h): only what changes takes room. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/records/record_internal.h"

enum { VERSION = 4, MAGIC_BYTES = 8, TEXT_AT = 16, CYCLES_AT = 24, HEAD_BYTES = 32, CHECK_BYTES = 8 };
static const char magic[] = "WKINPUTS";

/* ---- writing ---------------------------------------------------------------------------------------------------- */

static void head(const struct record *record, uint64_t clocks, unsigned char to[HEAD_BYTES])
{
    memcpy(to, magic, MAGIC_BYTES);
    little_put(to + MAGIC_BYTES, 4, VERSION);
    little_put(to + MAGIC_BYTES + 4, 4, record->table.count);
    little_put(to + TEXT_AT, 8, record->text_bytes);
    little_put(to + CYCLES_AT, 8, clocks);
}

static void append(struct record *record, const void *data, size_t bytes)
{
    record->hash = hash_bytes(record->hash, data, bytes);
    fwrite(data, 1, bytes, record->file); /* ferror tells at the end */
}

/* What the file has, in words: the module, and a line for each port. */
static bool describe(struct record *record)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *file = open_memstream(&text, &size);
    if (!file)
        return false;
    fprintf(file, "module %s\n", record->module);
    for (unsigned i = 0; i < record->table.count; i++)
        fprintf(file, "%s %u %u\n", record->table.port[i].name, record->table.port[i].signal->bits,
                record->table.port[i].signal->count);
    const bool good = fclose(file) == 0;
    record->text_bytes = size;
    if (good)
        append(record, text, size);
    free(text);
    return good;
}

bool record_own_begin(struct record *record)
{
    unsigned char first[HEAD_BYTES];
    head(record, UINT64_MAX, first); /* not whole until record_own_end */
    return fwrite(first, 1, HEAD_BYTES, record->file) == HEAD_BYTES && describe(record);
}

void record_own_put(struct record *record)
{
    unsigned char        map[(PORTS_MAX + 7) / 8] = {0};
    const unsigned char *last = record->last, *now = record->now;
    for (unsigned i = 0; i < record->table.count; i++) {
        const size_t bytes = record_port_bytes(&record->table.port[i]);
        if (memcmp(now, last, bytes) != 0)
            map[i / 8] = (unsigned char)(map[i / 8] | 1u << i % 8);
        last += bytes;
        now += bytes;
    }
    append(record, map, record->map_bytes);
    now = record->now;
    for (unsigned i = 0; i < record->table.count; i++) {
        const size_t bytes = record_port_bytes(&record->table.port[i]);
        if (map[i / 8] >> i % 8 & 1)
            append(record, now, bytes);
        now += bytes;
    }
}

/* The checksum, and the head again. */
bool record_own_end(struct record *record)
{
    unsigned char first[HEAD_BYTES], check[CHECK_BYTES];
    head(record, record->clocks, first);
    little_put(check, CHECK_BYTES, hash_bytes(record->hash, first, HEAD_BYTES));
    return fwrite(check, 1, CHECK_BYTES, record->file) == CHECK_BYTES && fseek(record->file, 0, SEEK_SET) == 0 &&
           fwrite(first, 1, HEAD_BYTES, record->file) == HEAD_BYTES && !ferror(record->file);
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
            if ((size_t)(record->end - at) < record_port_bytes(port))
                return false;
            for (unsigned e = 0; e < port->signal->count; e++, at += bytes)
                if (port->signal->bits < 64 && little_get(at, bytes) >> port->signal->bits)
                    return false;
        }
    }
    return at == record->end;
}

/* One of the file's ports, in the order of its lines. */
static bool find_port(struct record *record, const char *line, unsigned number, struct diag *diag)
{
    char     name[PORT_NAME];
    unsigned bits, count;
    if (sscanf(line, "%127s %u %u", name, &bits, &count) != 3)
        return diag_set(diag, record->path, 0, "line %u of its ports: expected NAME BITS ELEMENTS", number);
    for (unsigned i = 0; i < record->table.count; i++)
        if (strcmp(record->table.port[i].name, name) == 0)
            return diag_set(diag, record->path, 0, "line %u of its ports: %s is there twice", number, name);
    for (unsigned i = 0; i < record->all->count; i++) {
        const struct port *const port = &record->all->port[i];
        char                     shape[64];
        if (strcmp(port->name, name) != 0 || !record_reads(port, true))
            continue;
        if (port->signal->bits != bits || port->signal->count != count)
            return diag_set(diag, record->path, 0, "line %u of its ports: %s has %u elements of %u bits: expected %s",
                            number, name, count, bits, port_shape(port->signal, shape, sizeof shape));
        record_take_port(record, port);
        return true;
    }
    return diag_set(diag, record->path, 0, "line %u of its ports: the module has no %s", number, name);
}

/* The ports that the file says it has. */
static bool read_text(struct record *record, const char *text, size_t bytes, const struct lockstep_module *module,
                      struct diag *diag)
{
    char     line[2 * PORT_NAME], name[PORT_NAME] = "";
    unsigned number = 1;
    for (const char *end = text + bytes; text < end; number++) {
        const char *const newline = memchr(text, '\n', (size_t)(end - text));
        if (!newline || newline - text >= (ptrdiff_t)sizeof line || number > PORTS_MAX + 1)
            return diag_set(diag, record->path, 0, "the record is damaged: line %u of its ports does not end", number);
        snprintf(line, sizeof line, "%.*s", (int)(newline - text), text);
        text = newline + 1;
        if (number > 1 && !find_port(record, line, number, diag))
            return false;
        if (number == 1 && (sscanf(line, "module %127s", name) != 1 || strcmp(name, module->name) != 0))
            return diag_set(diag, record->path, 0, "a record of another module, %s: expected one of %s",
                            name[0] ? name : "no module", module->name);
    }
    record_note_registers(record);
    return number > 2 || diag_set(diag, record->path, 0, "the record has no port: expected some of %s", module->name);
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
    record->text_bytes = little_get(data + TEXT_AT, 8);
    record->clocks = little_get(data + CYCLES_AT, 8);
    if (record->clocks == UINT64_MAX)
        return diag_set(diag, path, 0, "the record was not finished: the run that wrote it did not end in order");
    const uint64_t hash =
        hash_bytes(hash_bytes(HASH_START, data + HEAD_BYTES, size - HEAD_BYTES - CHECK_BYTES), data, HEAD_BYTES);
    if (little_get(data + size - CHECK_BYTES, CHECK_BYTES) != hash)
        return diag_set(diag, path, 0, "the record is damaged or truncated: its checksum does not fit");
    if (record->clocks == 0)
        return diag_set(diag, path, 0, "nothing to compare: expected a record of at least one clock");
    if (record->text_bytes > size - HEAD_BYTES - CHECK_BYTES ||
        !read_text(record, (const char *)data + HEAD_BYTES, record->text_bytes, module, diag))
        return record->text_bytes > size - HEAD_BYTES - CHECK_BYTES
                   ? diag_set(diag, path, 0, "the record is damaged: its ports do not come out")
                   : false;
    if (little_get(data + MAGIC_BYTES + 4, 4) != record->table.count || !record_begin(record, diag))
        return diag_set(diag, path, 0, "the record is damaged: the number of its ports does not come out");
    record->at = data + HEAD_BYTES + record->text_bytes;
    record->end = data + size - CHECK_BYTES;
    return walk(record) || diag_set(diag, path, 0, "the record is damaged: its clocks do not come out");
}

bool record_own_read(struct record *record, const struct lockstep_module *module, struct diag *diag)
{
    size_t size = 0;
    errno = 0;
    record->data = (unsigned char *)file_text(record->path, &size);
    return record->data ? check(record, size, module, diag)
                        : diag_set(diag, record->path, 0, "cannot read: %s", strerror(errno ? errno : ENOMEM));
}
