/* cxxrtl.h - the CXXRTL debug server protocol, version 0.14, of a run: packets of JSON in, packets of JSON out.
 *
 * What it leaves to a server: the waveform has a sample in each clock, at CXXRTL_CYCLE_FS times its number; a query
 * that is collapsed and asks for items gets those in which one of them changes, with the first and the last of its
 * interval. Values are computed when they are asked for, so `sample_item_values` makes no difference.  A broken rule is
 * an `assert`, a run that ends at its limit or without progress a `break`. */
#ifndef TOOLS_SERVE_CXXRTL_H
#define TOOLS_SERVE_CXXRTL_H

#include "rtl_model/timeline.h"
#include "tools/serve/items.h"
#include "tools/serve/text.h"

#define CXXRTL_CYCLE_FS UINT64_C(1000000) /* a cycle is 1 ns, as in a waveform */

enum {
    CXXRTL_PACKET_MAX = 16 << 20, /* bytes of a packet from a client */
    CXXRTL_ANSWER_MAX = 64 << 20, /* of a query's samples */
    CXXRTL_VALUES_MAX = 1 << 20   /* values in a reference */
};

/* What one or more clients share. */
struct cxxrtl_server {
    struct timeline *timeline;
    struct items     items;
    const char      *token; /* a greeting must have it, or NULL */
    bool             running;
    bool             has_until;
    uint64_t         until; /* the last cycle to be reached */
    bool             until_assert, until_break;
    bool             told;   /* that a diagnostic has ended the run */
    struct text      events; /* for all clients; dropped when they are sent */
};

struct cxxrtl_reference {
    char                  *name;
    struct trigger_signal *signals;
    unsigned               count;
};

struct cxxrtl_client {
    bool                     greeted, closing; /* closing: what is in `out` is the last */
    struct cxxrtl_reference *references;
    unsigned                 count;
    struct text              in, out;
};

/* False without memory. */
bool cxxrtl_open(struct cxxrtl_server *server, struct timeline *timeline, const char *token);
void cxxrtl_close(struct cxxrtl_server *server);
void cxxrtl_client_free(struct cxxrtl_client *client);

/* Bytes from a client, whole packets or parts of them: answers lie in its `out` when it returns. */
void cxxrtl_receive(struct cxxrtl_server *server, struct cxxrtl_client *client, const char *bytes, size_t count);
/* Runs on for at most so many clocks, if the simulation runs; events are put. */
void cxxrtl_run(struct cxxrtl_server *server, uint64_t clocks);

#endif
