/* sweep_store.h - the results of a sweep in one SQLite file (docs/sweep.md has its schema).
 *
 * A point is written as a whole when it is over, so that a process that is killed loses only what it was doing. Nothing
 * in the file depends on when, where, in which order or in how many pieces the points have been run. */
#ifndef TOOLS_SWEEP_STORE_H
#define TOOLS_SWEEP_STORE_H

#include <sqlite3.h>

#include "tools/sweep/measure.h"
#include "tools/sweep/sweep.h"

enum { SWEEP_SCHEMA = 1 };

struct sweep_store {
    sqlite3      *db;
    const char   *path;
    char         *version; /* of the wekiva that made it */
    bool          changed, logs;
    bool          writes; /* a signal does not stop what it does */
    sqlite3_stmt *put_point, *put_counter, *put_statistic, *put_parameter;
};

/* Whether a file is an SQLite database. */
bool sweep_store_is(const char *path);

/* Makes the file for a sweep, or goes on with one, which must be of the same sweep.  No other process can have it. */
bool sweep_store_open(struct sweep_store *store, const char *path, const struct sweep *sweep, struct diag *diag);
/* To read; `sweep` gets the axes. */
bool sweep_store_read(struct sweep_store *store, const char *path, struct sweep *sweep, struct diag *diag);
/* Bit n of `finished`, of points / 8 + 1 bytes: point n is there.  `count` of them are. */
bool sweep_store_finished(struct sweep_store *store, uint8_t *finished, uint64_t *count, struct diag *diag);
bool sweep_store_put(struct sweep_store *store, uint64_t point, const struct measured *measured, struct diag *diag);
/* Adds the points of another file of the same sweep; where both have one it must be the same. */
bool sweep_store_merge(struct sweep_store *store, const char *path, struct diag *diag);
/* Whether all points are there; if not, `diag` says which is the first one that is missing. */
bool sweep_store_whole(struct sweep_store *store, const struct sweep *sweep, struct diag *diag);
/* Rows lie in the order in which they came; a copy has them in the order of their keys.  The copy takes the place of
 * the file when that is closed: nothing of its log is left then, which would be taken for the copy's. */
bool sweep_store_copy(const struct sweep_store *store, const char *name, struct diag *diag);

/* Closes it; with `diag` (else without a word) the file gets its last form: the same points give the same bytes. */
bool sweep_store_close(struct sweep_store *store, struct diag *diag);

/* The tables of every file, and its views but `result`, as SQL. */
extern const char sweep_schema[];

/* sweep_check.c.  Of a connection: nothing that a file brings along is run, and a signal ends what is read. */
bool sweep_check_defend(struct sweep_store *store, struct diag *diag);
/* Whether the tables are those, and nothing else that could be run; whether each page and each value can
 * have been written by `wekiva sweep`. */
bool sweep_check_tables(const struct sweep_store *store, struct diag *diag);
bool sweep_check_rows(const struct sweep_store *store, uint64_t points, struct diag *diag);

/* The sweep that an open file is of; its version goes to the store. */
bool sweep_store_sweep(struct sweep_store *store, struct sweep *sweep, struct diag *diag);
/* False, and the first thing in which they differ. */
bool sweep_store_same(const struct sweep *one, const char *one_name, const char *one_version, const struct sweep *other,
                      const char *other_name, const char *other_version, struct diag *diag);

/* A statement of which only the text varies; NULL and `diag`. */
sqlite3_stmt *sweep_store_query(const struct sweep_store *store, struct diag *diag, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
bool sweep_store_failed(const struct sweep_store *store, struct diag *diag);

#endif
