/* waves.h - two waveforms of any simulator side by side, cycle by cycle.
 *
 * A cycle begins with a rising edge of a waveform's clock, and its values are what holds when the next one comes:
 * what settles within the cycle, by delays or at the other edge, has settled.  Where the clock's scope has a `cycle`,
 * as waveforms of this program have, it is the cycle's number; elsewhere edges are counted from 0, and what lies before
 * the first one is no cycle. */
#ifndef TOOLS_COMPARE_WAVES_H
#define TOOLS_COMPARE_WAVES_H

#include <stdio.h>

#include "trace/header.h"
#include "trace/values.h"

/* What a line of a map says: the signal `a`, or all below the scope `a`, is `b` in the other waveform. */
struct waves_name {
    char    *a, *b;
    unsigned line;
};

struct waves_map {
    const char        *path;
    struct waves_name *names;
    unsigned           count;
};

/* Reads lines `A = B`; empty ones and what stands behind # are passed over.  False and a diagnosis with line and column
 * when one is no such line, or a name stands twice.  To be freed in any case. */
bool waves_map_read(const char *path, struct waves_map *map, struct diag *diag);
void waves_map_free(struct waves_map *map);

struct waves_pair {
    const struct header_variable *a, *b;
    uint64_t                      differ;         /* cycles in which bits differ that both know */
    bool                          unknown;        /* in some cycle a bit is x or z in one of them: it is not compared */
    bool                          constant;       /* neither changes, as it is with parameters */
    bool                          differs;        /* in the cycle compared last, */
    uint64_t                      since;          /* of those compared from this one on */
    uint64_t                      cycle, time[2]; /* of the first difference, and what they have then: */
    struct header_slot            value[2];
};

struct waves_side {
    const char                   *path, *clock_name; /* NULL: the one clock nearest to the top */
    struct header                 header;
    struct values                 values;
    const struct header_variable *clock, *cycle;
    struct header_slot           *held;        /* of each identifier, before the time that was read last */
    uint32_t                     *dirty;       /* identifiers that have changed since the cycle compared last */
    uint32_t                      dirty_count; /* an identifier is there once: held[].named */
    uint32_t                     *first, *of;  /* of[first[n]] .. of[first[n + 1] - 1] are the pairs of identifier n */
    uint64_t                      edges, time; /* edges so far; the time of the last one */
    uint64_t                      number, began;      /* of the cycle that has been read, and its time */
    bool                          high, under, ended; /* the clock; a cycle has begun */
    bool                          fresh;              /* what was read last is not in held[] yet */
};

struct waves {
    struct waves_side  side[2];          /* set by the caller: paths, names of clocks */
    int64_t            offset;           /* cycle n of A is cycle n + offset of B */
    struct waves_pair *pairs;            /* differing ones by cycle and name, constants behind them, then all others */
    unsigned           pair_count, wide; /* those of more than 64 bits are not compared */
    unsigned           alone[2];         /* signals that the other side does not have */
    uint64_t           cycles, cycles_alone[2]; /* compared; those that the other side does not have */
    unsigned           differing, constants;    /* pairs; those among them that are constants */
};

/* Reads both and compares all signals that have one name and width in both, or that the map (or NULL) pairs.  False and
 * a diagnosis: what is no waveform, has no clock, a name of the map that is none, other widths, no signal or no cycle
 * in common.  To be freed in any case. */
bool waves_compare(struct waves *waves, struct waves_map *map, struct diag *diag);
void waves_free(struct waves *waves);

#endif
