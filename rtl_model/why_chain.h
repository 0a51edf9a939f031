/* why_chain.h - the causal chain of a chance to issue something that passed unused: the nearest wavefront, what it
 * waited for, back to a cause. */
#ifndef RTL_MODEL_WHY_CHAIN_H
#define RTL_MODEL_WHY_CHAIN_H

#include "trace/pipe_event.h"

enum why_cause {
    WHY_UNKNOWN, /* never, in a machine that is right */
    WHY_USED,
    WHY_MISS,       /* a line comes from memory */
    WHY_LOCK,       /* constant-cache lines are held by others */
    WHY_PORT,       /* a unit or a cache serves another wavefront */
    WHY_ROOM,       /* all places are taken */
    WHY_BARRIER,    /* the wavefront's own earlier work is being executed */
    WHY_TIME,       /* what is done takes its clocks */
    WHY_DEPENDENCE, /* a group's result is not there yet */
    WHY_LAUNCH,     /* a wavefront is being launched, or has not been yet */
    WHY_END,        /* nothing is left to launch */
    WHY_RULE,       /* the program broke a rule */
    WHY_CAUSES
};
extern const char *const why_cause_names[WHY_CAUSES];

enum { WHY_LINKS = 16, WHY_TEXT = 200, WHY_PARAMETERS = 3 };

/* A step of the chain: what waits, and for what. */
struct why_link {
    char     text[WHY_TEXT];
    uint32_t wave;         /* or PIPE_NOBODY */
    uint64_t since, until; /* cycles; since 0: not known.  until 0: when `what` says so */
    uint8_t  what, stage;  /* enum pipe_what: until an event of it says that `work` or `wave` has left the stage */
    uint32_t work;
};

struct why_chain {
    uint64_t        cycle; /* in which the chance shows */
    enum why_cause  cause;
    uint8_t         reason; /* as the arbiter counts it: pipe_text.reason has its name */
    bool            chance; /* there was one */
    unsigned        count;
    struct why_link link[WHY_LINKS];
    const char     *parameter[WHY_PARAMETERS]; /* of the chip, on which the cause depends, or NULL */
    unsigned        beside; /* so many behind the first one run beside it: less of one of them alone changes little */
};

#endif
