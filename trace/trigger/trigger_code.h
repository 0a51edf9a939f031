/* trigger_code.h - a trigger as its parser leaves it: steps over a stack, and the signals that they read. */
#ifndef TRACE_TRIGGER_CODE_H
#define TRACE_TRIGGER_CODE_H

#include "trace/trigger/trigger.h"

enum { TRIGGER_STEPS = 128, TRIGGER_SIGNALS = TRIGGER_INSTANCES, TRIGGER_DEPTH = 32 };

enum trigger_op {
    TRIGGER_NUMBER,
    TRIGGER_SIGNAL,
    TRIGGER_CYCLE,
    TRIGGER_BROKEN,
    TRIGGER_NOT,
    TRIGGER_AND,
    TRIGGER_OR,
    TRIGGER_EQUAL,
    TRIGGER_OTHER,
    TRIGGER_LESS,
    TRIGGER_AT_MOST,
    TRIGGER_MORE,
    TRIGGER_AT_LEAST,
    TRIGGER_RISE,
    TRIGGER_FALL,
    TRIGGER_CHANGED,
    TRIGGER_FOR
};

struct trigger_step {
    enum trigger_op op;
    bool            is_signed; /* of a comparison */
    bool            known;     /* of an edge: in the clock before its expression had the value; of `for`: it holds */
    uint64_t        value;     /* ... this; a number; a signal's place in the list; clocks of `for` */
    uint64_t        since;     /* ... since this clock */
};

struct trigger {
    struct trigger_step   step[TRIGGER_STEPS];
    struct trigger_signal signal[TRIGGER_SIGNALS];
    unsigned              steps, signals;
    struct trigger_names  names;
    bool                  held;
};

/* The value that a signal's enumeration calls so; false: none. */
bool trigger_word(const struct trigger_names *names, const struct rtl_signal *signal, const char *word,
                  uint64_t *value);

#endif
