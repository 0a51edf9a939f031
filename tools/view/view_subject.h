/* view_subject.h - a waveform that was written before, opened for its view: whose signals it has, of this version. */
#ifndef TOOLS_VIEW_SUBJECT_H
#define TOOLS_VIEW_SUBJECT_H

#include "rtl_model/machine.h"
#include "tb/lockstep/ports.h"
#include "trace/reopen.h"
#include "trace/vcd.h"

/* The signals are those of a machine, or of both sides of a comparison. */
struct view_subject {
    const struct machine_looks *looks;
    struct machine_rows        *machine; /* or NULL: */
    struct port_table          *ports;   /* of each side, and their signals */
    struct rtl_signal          *signals;
    struct rtl_module           list;
    struct rtl_instance         side[2];
    struct trace               *trace;
};

/* Of the file whose header was read before; variables with a signal of this version get it.  False and a diagnosis when
 * there is no memory, or the file is no whole waveform.  To be closed in any case. */
bool view_subject_open(struct view_subject *subject, const char *path, struct header *header, struct diag *diag);
void view_subject_close(struct view_subject *subject);

/* Writes the files that open it, around the cycle `at` or, NULL, on what a view of the machine opens on; `save_file`
 * gets the name, to be freed by the caller.  False and a diagnosis when one of them is the waveform itself or cannot be
 * written. */
bool view_subject_write(const struct view_subject *subject, const char *path, const uint64_t *at, char **save_file,
                        struct diag *diag);

#endif
