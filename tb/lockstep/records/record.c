#include "tb/lockstep/records/record_internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/bytes.h"
#include "kit/hash.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/offers.h"

size_t record_port_bytes(const struct port *port)
{
    return (size_t)port->signal->count * RTL_ELEMENT_BYTES(port->signal->bits);
}

static bool is_recorded(const struct port *port, bool out)
{
    return port->out == out && (out ? port->role == PORT_SIGNAL : port->role != PORT_ROW);
}

void record_take_port(struct record *record, const struct port *port)
{
    record->table.port[record->table.count++] = *port;
    record->last_bytes += record_port_bytes(port);
    record->map_bytes = (record->table.count + 7) / 8;
}

bool record_reads(const struct port *port, bool outputs)
{
    return is_recorded(port, port->out) && (outputs || !port->out);
}

const char *record_other_name(const struct record_names *names, const char *ours)
{
    const struct port_map *map = names ? names->map : NULL;
    for (unsigned i = 0; map && i < map->count; i++)
        if (!map->row[i].constant && strcmp(map->row[i].ours, ours) == 0)
            return map->row[i].theirs;
    return NULL;
}

static bool ends_in(const char *path, const char *end)
{
    const size_t length = strlen(path), of = strlen(end);
    return length > of && strcmp(path + length - of, end) == 0;
}

static enum record_form form_of(const char *path)
{
    return ends_in(path, ".csv")                            ? RECORD_CSV
           : ends_in(path, ".vcd") || ends_in(path, ".fst") ? RECORD_VCD
                                                            : RECORD_OWN;
}

static struct record *allocate(const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record     *record = calloc(1, sizeof *record);
    struct port_table *all = calloc(1, sizeof *all);
    if (record && all && ports_expected(module, all, diag)) {
        snprintf(record->path, sizeof record->path, "%s", path);
        record->all = all;
        record->module = module->name;
        record->form = form_of(path);
        record->hash = HASH_START;
        record->next_state = module->signals->next_state;
        return record;
    }
    if (!record || !all)
        diag_set(diag, path, 0, "not enough memory");
    free(record);
    free(all);
    return NULL;
}

bool record_begin(struct record *record, struct diag *diag)
{
    record->last = calloc(2, record->last_bytes + record->map_bytes + 1);
    record->now = record->last ? record->last + record->last_bytes + record->map_bytes + 1 : NULL;
    return record->last || diag_set(diag, record->path, 0, "not enough memory");
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Opens the file of a record whose ports are there. */
static bool begin_file(struct record *record)
{
    record->file = fopen(record->path, "wb");
    if (!record->file || !record_begin(record, NULL))
        return false;
    if (record->form == RECORD_CSV)
        record_csv_begin(record);
    else if (record->form == RECORD_VCD)
        record_vcd_begin(record);
    else
        return record_own_begin(record);
    return true;
}

static struct record *begun(struct record *record, struct diag *diag)
{
    const bool fst = ends_in(record->path, ".fst");
    if (!fst && begin_file(record))
        return record;
    diag_set(diag, record->path, 0, "cannot write: %s",
             fst ? "expected a name that ends in .vcd, .csv or something else" : strerror(errno));
    record_close(record, NULL);
    return NULL;
}

struct record *record_create(const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record *record = allocate(path, module, diag);
    if (!record)
        return NULL;
    const bool outputs = module->by_list || record->form != RECORD_OWN;
    for (unsigned out = 0; out <= outputs; out++)
        for (unsigned i = 0; i < record->all->count; i++)
            if (is_recorded(&record->all->port[i], out))
                record_take_port(record, &record->all->port[i]);
    return begun(record, diag);
}

void record_put_values(struct record *record)
{
    if (record->form == RECORD_CSV)
        record_csv_put(record);
    else if (record->form == RECORD_VCD)
        record_vcd_put(record);
    else
        record_own_put(record);
    memcpy(record->last, record->now, record->last_bytes);
    record->clocks += record->started;
    record->started = true;
}

void record_put(struct record *record, const void *state, const void *beside)
{
    unsigned char *to = record->now;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        memcpy(to, port_place(port, state, beside), record_port_bytes(port));
        to += record_port_bytes(port);
    }
    record_put_values(record);
}

static void remove_file(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0 && S_ISREG(status.st_mode))
        unlink(path);
}

static bool end_file(struct record *record)
{
    if (record->form == RECORD_VCD)
        record_vcd_end(record);
    return record->form == RECORD_OWN ? record_own_end(record) : !ferror(record->file);
}

bool record_close(struct record *record, struct diag *diag)
{
    bool good = true;
    if (!record)
        return true;
    if (record->file) {
        good = end_file(record);
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

bool record_start_open(struct record_start *start, struct diag *diag)
{
    start->values = malloc(start->record->last_bytes + 1);
    return start->values || diag_set(diag, start->record->path, 0, "not enough memory");
}

bool record_clock(struct record_start *start, bool reset)
{
    struct record *const record = start->record;
    if (reset) {
        memcpy(start->values, record->now, record->last_bytes);
        start->seen = true;
        return !start->begun;
    }
    unsigned char *const now = record->now;
    if (!start->begun) {
        record->now = start->seen ? start->values : now;
        record_put_values(record);
        record->now = now;
    }
    start->begun = true;
    record_put_values(record);
    return true;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* Whether all are there. */
void record_note_registers(struct record *record)
{
    unsigned registers = 0;
    for (unsigned i = 0; i < record->table.count; i++)
        registers += record->table.port[i].out;
    for (unsigned i = 0; i < record->all->count; i++)
        registers -= is_recorded(&record->all->port[i], true);
    record->whole = registers == 0;
}

/* The values of the next clock, to `last`. */
static bool next_values(struct record *record)
{
    const unsigned char *map = record->at;
    unsigned char       *last = record->last;
    if (record->at == record->end)
        return false;
    record->at += record->map_bytes;
    for (unsigned i = 0; i < record->table.count; i++) {
        const size_t bytes = record_port_bytes(&record->table.port[i]);
        if (map[i / 8] >> i % 8 & 1) {
            memcpy(last, record->at, bytes);
            record->at += bytes;
        }
        last += bytes;
    }
    return true;
}

/* A text becomes the record's own form, in memory. */
static bool read_text_form(struct record *record, const struct lockstep_module *module,
                           const struct record_names *names, struct diag *diag)
{
    const bool outputs = module->by_list && offers_look_outside(module);
    const bool csv = record->form == RECORD_CSV;
    char      *text = NULL;
    size_t     size = 0;
    record->form = RECORD_OWN;
    record->file = open_memstream(&text, &size);
    bool good = record->file || diag_set(diag, record->path, 0, "not enough memory");
    good = good && (csv ? record_csv_read : record_wave_read)(record, names, outputs, diag);
    if (record->file && fclose(record->file) != 0 && good)
        good = diag_set(diag, record->path, 0, "not enough memory");
    record->file = NULL;
    record->data = (unsigned char *)text;
    record->at = record->data;
    record->end = record->data + size;
    if (good && record->clocks == 0)
        good = diag_set(diag, record->path, 0, "nothing to compare: expected values of at least one clock");
    if (good)
        memset(record->last, 0, record->last_bytes);
    record_note_registers(record);
    return good;
}

struct record *record_open(const char *path, const struct lockstep_module *module, const struct record_names *names,
                           struct diag *diag)
{
    struct record *record = allocate(path, module, diag);
    if (!record)
        return NULL;
    record->held = record->form == RECORD_OWN;
    if (record->held ? record_own_read(record, module, diag) : read_text_form(record, module, names, diag))
        return record;
    record_close(record, NULL);
    return NULL;
}

bool record_convert(struct record *from, const char *path, const struct lockstep_module *module, struct diag *diag)
{
    struct record *to = allocate(path, module, diag);
    for (unsigned i = 0; to && i < from->table.count; i++)
        record_take_port(to, &from->table.port[i]);
    if (!to || !(to = begun(to, diag)))
        return false;
    while (next_values(from)) {
        memcpy(to->now, from->last, from->last_bytes);
        record_put_values(to);
    }
    return record_close(to, diag);
}

uint64_t record_cycles(const struct record *record)
{
    return record->clocks;
}

bool record_next(struct record *record, void *state, void *beside)
{
    if (!next_values(record))
        return false;
    const unsigned char *last = record->last;
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        if (!port->out)
            memcpy(port_place(port, state, beside), last, record_port_bytes(port));
        last += record_port_bytes(port);
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
        if (port->out) {
            memcpy(to, changed ? at : last, record_port_bytes(port));
            memcpy(to + record->next_state, changed ? at : last, record_port_bytes(port));
        }
        at += changed ? record_port_bytes(port) : 0;
        last += record_port_bytes(port);
    }
    return true;
}

const char *record_file(const struct record *record)
{
    return record->path;
}

bool record_is_whole(const struct record *record)
{
    return record->whole;
}

bool record_is_held(const struct record *record)
{
    return record->held && record->whole;
}

void record_print_lacking(FILE *out, const struct record *record)
{
    unsigned lacking = 0;
    for (unsigned i = 0; i < record->all->count; i++) {
        const struct port *port = &record->all->port[i];
        bool               there = !is_recorded(port, false) || port->signal->kind == RTL_STRAP;
        for (unsigned t = 0; t < record->table.count && !there; t++)
            there = strcmp(record->table.port[t].name, port->name) == 0;
        if (!there)
            fprintf(out, "%s %s", lacking++ ? "," : "always 0, the record does not have them:", port->name);
    }
    if (lacking)
        fputc('\n', out);
}

const char *record_lacks(const struct lockstep_module *module)
{
    for (unsigned f = 0; module->by_list && f < module->signals->far_count; f++)
        if (module->signals->far[f].rows > 1)
            return module->signals->far[f].name;
    return NULL;
}
