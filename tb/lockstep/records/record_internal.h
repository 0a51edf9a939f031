/* record_internal.h - a record under way: its ports, and the values of a clock one behind the other (record.c); its
 * forms as text (record_csv.c, record_vcd.c, record_wave.c). */
#ifndef TB_LOCKSTEP_RECORDS_RECORD_INTERNAL_H
#define TB_LOCKSTEP_RECORDS_RECORD_INTERNAL_H

#include "tb/lockstep/ports.h"
#include "tb/lockstep/records/record.h"

enum record_form { RECORD_OWN, RECORD_CSV, RECORD_VCD };

struct record {
    char                 path[512];
    enum record_form     form;
    struct port_table   *all;   /* those of the list, in which signals of ports lie */
    struct port_table    table; /* those of the file in its order: inputs, behind them registers */
    const char          *module;
    bool                 whole; /* it has all registers of the list, */
    bool                 held;  /* which are those of a run */
    size_t               next_state;
    size_t               map_bytes, last_bytes;
    uint64_t             text_bytes, clocks;
    bool                 started; /* the inputs at reset are in */
    unsigned char       *last;    /* all values, one after the other */
    unsigned char       *now;     /* those of the clock that is put */
    FILE                *file;    /* written, or NULL */
    uint64_t             hash;
    unsigned char       *data; /* read, or NULL */
    const unsigned char *at, *end;
};

/* Bytes of a port among the values. */
size_t record_port_bytes(const struct port *port);
/* Takes the port of the list into the record. */
void record_take_port(struct record *record, const struct port *port);
/* Room for the values of the ports that were taken. */
bool record_begin(struct record *record, struct diag *diag);
/* Writes the values of `now`: first those at reset, then those of each clock. */
void record_put_values(struct record *record);

/* Whether all registers are there, in `whole`. */
void record_note_registers(struct record *record);

/* The record's own form: head and ports, the clock of `now`, the end; a whole one that is read and checked. */
bool record_own_begin(struct record *record);
void record_own_put(struct record *record);
bool record_own_end(struct record *record);
bool record_own_read(struct record *record, const struct lockstep_module *module, struct diag *diag);

/* What the file calls a port, by the names' map: another name first, then the list's own.  NULL: it has no other. */
const char *record_other_name(const struct record_names *names, const char *ours);
/* Whether such a port may be in a text: an input, or a register of a module that needs them (`outputs`). */
bool record_reads(const struct port *port, bool outputs);

/* Clocks of a text that has its resets in the rows: the last one while rst is 1 is the record's reset, and without any
 * the first clock. */
struct record_start {
    struct record *record;
    unsigned char *values; /* at reset; the caller frees it */
    bool           seen, begun;
};
bool record_start_open(struct record_start *start, struct diag *diag);
/* The values of `now` are a clock's; false: there is a second reset. */
bool record_clock(struct record_start *start, bool reset);
#define RECORD_ONE_RESET "rst is 1 once more: expected one reset, in front of all clocks"

/* The beginning and a clock of a text that is written, its end. */
void record_csv_begin(const struct record *record);
void record_csv_put(const struct record *record);
void record_vcd_begin(const struct record *record);
void record_vcd_put(const struct record *record);
void record_vcd_end(const struct record *record);

/* Read a text: the ports that it has are taken, each clock is put.  False and a diagnosis with its place. */
bool record_csv_read(struct record *record, const struct record_names *names, bool outputs, struct diag *diag);
bool record_wave_read(struct record *record, const struct record_names *names, bool outputs, struct diag *diag);

#endif
