/* flip.h - a single-event upset: one bit of a register or a memory row inverted at the start of a clock.
 *
 * The clock's wires follow from the inverted value, as waveforms show it in that cycle.  Modules that hold take it,
 * too: the machine is brought up to date before it is written, and from there on each module takes every clock. */
#ifndef RTL_MODEL_FLIP_H
#define RTL_MODEL_FLIP_H

#include "rtl_model/machine.h"
#include "trace/trigger/trigger.h"

enum { FLIP_REGISTER = 64 };
struct flip {
    struct trigger_signal of;
    char                  reg[FLIP_REGISTER]; /* a thread's register, which lies where its wavefront does; or empty */
    unsigned              bit;
    uint64_t              cycle;
};

/* Where names of a machine's own signals come from. */
struct trigger_names flip_names(const struct rtl_machine *machine);

/* Whether a signal holds state that can be inverted: a register or a memory, no wire. */
bool flip_is_state(const struct rtl_signal *signal);

/* "SIGNAL:BIT@CYCLE", the signal as in trace/trigger/trigger.h, or a thread's register as machine_results.locate takes
 * it.  False and what was expected. */
bool flip_parse(const char *text, const struct rtl_machine *machine, struct flip *flip, struct diag *diag);
/* What is flipped, whole. */
const char *flip_name(const struct trigger_names *names, const struct flip *flip, char name[TRIGGER_NAME_BYTES]);
enum { FLIP_TEXT = TRIGGER_NAME_BYTES + 32 };
const char *flip_text(const struct trigger_names *names, const struct flip *flip, char text[FLIP_TEXT]);

/* Inverts the bit, of a machine that is at the flip's cycle.  False: of a thread whose wavefront is not there. */
bool flip_apply(const struct rtl_machine *machine, const struct flip *flip);

#endif
