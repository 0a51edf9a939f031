/* pipe_event.h - what goes on in a machine as a stream of events: one record, several views of it.
 *
 * An observer of a machine makes events, their taker writes a file (kanata.h, perfetto.h) or keeps them.
 * Cycles are those of waveforms: what an event says is true from the start of its cycle on. */
#ifndef TRACE_PIPE_EVENT_H
#define TRACE_PIPE_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pipe_what {
    PIPE_WAVE,    /* a wavefront: enum pipe_wave */
    PIPE_CF,      /* its control-flow instruction: enum pipe_cf */
    PIPE_CLAUSE,  /* its ALU clause: enum pipe_clause */
    PIPE_FETCH,   /* its fetch clause: enum pipe_fetch */
    PIPE_EXPORT,  /* its export or memory write: 1 begins, 0 has ended */
    PIPE_GROUP,   /* a group of its ALU clause is taken by a wavefront slot */
    PIPE_LOST,    /* chances of an arbiter pass unused: 1 from here on, 0 no longer */
    PIPE_TEXTURE, /* quads of its instruction go into the texture unit: 1 begins, 0 have gone */
    PIPE_REQUEST, /* a line or a write under way between a SIMD and memory: enum pipe_request */
    PIPE_CHANNEL, /* a memory channel has a request: 1 from here on, 0 no longer */
    PIPE_STEP /* of a machine that issues in one place: an instruction is in a stage of pipe_text.stages, from 1 on */
};

/* Stages; 0 is the end of whatever it is. */
enum pipe_wave { PIPE_WAVE_LEFT, PIPE_WAVE_LAUNCHED };
enum pipe_cf {
    PIPE_CF_NONE,
    PIPE_CF_FETCH,
    PIPE_CF_DECODE,
    /* it leaves the sequencer: */
    PIPE_CF_ALU,    /* and has started an ALU clause, */
    PIPE_CF_CLAUSE, /* a fetch clause, */
    PIPE_CF_EXPORT, /* an export, */
    PIPE_CF_DONE,   /* or nothing */
    PIPE_CF_WAITS,  /* unexecuted: it waits for what it has under way */
    PIPE_CF_MISSES, /* unexecuted: its line is not in the cache */
    PIPE_CF_AGAIN   /* unexecuted: it is fetched again */
};
enum pipe_clause {
    PIPE_CLAUSE_OVER,
    PIPE_CLAUSE_ARBITRATE,
    PIPE_CLAUSE_LOCK,
    PIPE_CLAUSE_FETCH,
    PIPE_CLAUSE_READY,
    PIPE_CLAUSE_RUN,
    PIPE_CLAUSE_DRAIN,
    PIPE_CLAUSE_STAGES
};
enum pipe_fetch {
    PIPE_FETCH_OVER,
    PIPE_FETCH_ARBITRATE,
    PIPE_FETCH_FETCH,
    PIPE_FETCH_OFFER,
    PIPE_FETCH_RETURN, /* all of it has been taken; results are under way */
    PIPE_FETCH_STAGES
};

enum pipe_request {
    PIPE_REQUEST_OVER,
    PIPE_REQUEST_LINK,    /* it has left the SIMD */
    PIPE_REQUEST_HIT,     /* the bank of L2 has its line */
    PIPE_REQUEST_MISS,    /* the bank waits for its line */
    PIPE_REQUEST_CHANNEL, /* beside L2: a channel has it */
    PIPE_REQUEST_RETURN,  /* its answer is on the way */
    PIPE_REQUEST_STAGES
};
enum pipe_client { PIPE_CLIENT_TEXTURE, PIPE_CLIENT_VERTEX, PIPE_CLIENT_EXPORT, PIPE_CLIENT_READ, PIPE_CLIENTS };

/* What a control-flow instruction starts. */
enum pipe_kind { PIPE_KIND_FLOW, PIPE_KIND_ALU, PIPE_KIND_FETCH, PIPE_KIND_EXPORT };

/* What its wavefront does behind it. */
enum pipe_then { PIPE_THEN_GOES_ON, PIPE_THEN_MISSES, PIPE_THEN_WAITS, PIPE_THEN_ENDS, PIPE_THEN_PAUSES };

/* Whose chances are lost. */
enum pipe_arbiter { PIPE_SLOT_EVEN, PIPE_SLOT_ODD, PIPE_SLOT_CF, PIPE_ARBITERS };

/* Clocks of a group behind the cycle in which it is taken: its operands are read in the first ones; its quarters
 * enter the slots; its results are written to the registers in the last one.  A wavefront slot has a chance in every
 * PIPE_CHANCE clocks, control flow in each. */
enum { PIPE_READ = 0, PIPE_ENTER = 4, PIPE_WRITE = 11, PIPE_END = 12, PIPE_CHANCE = 8 };

enum { PIPE_SLOTS = 5, PIPE_OPERANDS = 12 };

/* A group: its instructions, and the registers that it reads and writes, as rows of the SIMD's register file; those
 * whose row is different in each thread are left out. */
struct pipe_register {
    uint8_t row, element;
};
struct pipe_group {
    uint64_t             word[PIPE_SLOTS]; /* instruction pairs of the slots of `used` */
    uint8_t              used;             /* bit 0 = X */
    bool                 previous;         /* it takes PV or PS of the group before */
    bool                 first, last;      /* of its clause */
    uint8_t              words;            /* its 64-bit words */
    uint8_t              reads, writes;
    struct pipe_register read[PIPE_OPERANDS], write[PIPE_SLOTS];
};

enum { PIPE_NOBODY = UINT32_MAX };

struct pipe_event {
    uint64_t cycle;
    uint8_t  what, stage; /* enum pipe_what; of it */
    uint8_t  simd;
    uint8_t  place;   /* of the clause among those of its kind; LOST: of the ALU clause that is not issued, if `work`;
                         REQUEST, CHANNEL: number of the channel and its bank */
    uint8_t  unit;    /* GROUP: its wavefront slot; LOST: enum pipe_arbiter; REQUEST: enum pipe_client */
    uint8_t  reason;  /* LOST: why, as pipe_text.reason numbers it */
    uint8_t  kind;    /* CF in decode and later: enum pipe_kind */
    uint8_t  then;    /* CF that leaves the sequencer: enum pipe_then */
    uint16_t slot;    /* the wavefront's in the wave table */
    uint32_t wave;    /* its number in the launch, or PIPE_NOBODY */
    uint32_t work;    /* number of the ALU clause, fetch clause, export or request in the run, from 1; 0: none */
    uint32_t group;   /* place of the group in its clause; LOST: of the one that is not issued */
    uint32_t address; /* 64-bit words: of the CF instruction, or of the group */
    uint32_t chances; /* LOST, its end: how many */
    uint64_t word;    /* CF in decode and later, clauses when they begin, exports: the CF instruction; REQUEST, CHANNEL:
                         the line, byte address / 64 */

    const struct pipe_group *of_group; /* GROUP; else NULL */
};

/* The arbiter whose chance has been used, by an event that says so; -1: another one.  Machines that issue in one place
 * have a chance in each clock, as CF fetch has. */
static inline int pipe_issues(const struct pipe_event *event)
{
    if (event->what == PIPE_GROUP)
        return event->unit;
    return (event->what == PIPE_CF && event->stage == PIPE_CF_FETCH) || (event->what == PIPE_STEP && event->stage == 1)
               ? (int)PIPE_SLOT_CF
               : -1;
}

/* What things are called. */
struct pipe_text {
    void              *context;
    const char *const *reason; /* "control flow" */
    const char *const *key;    /* "stall_control_flow" */
    unsigned           reasons;
    /* A line of text, which stays where it is: of a CF instruction, of a group, their address first. */
    const char *(*cf)(void *context, uint32_t address, uint64_t word);
    const char *(*group)(void *context, uint32_t address, const struct pipe_group *group);
    /* Of a machine that issues in one place, else NULL: an instruction; stages by number; what issues, and for whom. */
    const char *(*step)(void *context, uint32_t address);
    const char *const *stages;
    const char        *issuer, *part; /* "sequencer", "group" */
};

/* Who takes events: within a cycle in the order in which they are said, a cycle or two late at most. */
struct pipe_taker {
    void (*take)(struct pipe_taker *taker, const struct pipe_event *event);
    void (*reached)(struct pipe_taker *taker, uint64_t cycle); /* nothing before this cycle will be said any more */
};

#endif
