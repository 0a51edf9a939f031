/* sweep_schema.c - the tables of a sweep's file. */
#include "tools/sweep/sweep_store.h"

/* Numbers of counters follow from their names: the order of runs has no say in them. */
const char sweep_schema[] =
    "CREATE TABLE sweep (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE axis (axis INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL);"
    "CREATE TABLE value (axis INTEGER, number INTEGER, text TEXT NOT NULL, hash TEXT NOT NULL,"
    " PRIMARY KEY (axis, number)) WITHOUT ROWID;"
    "CREATE TABLE point (point INTEGER PRIMARY KEY, status TEXT NOT NULL, message TEXT, cycles INTEGER,"
    " compared INTEGER, wrong INTEGER, threads INTEGER, chip TEXT, program_hash TEXT);"
    "CREATE TABLE counter (counter INTEGER PRIMARY KEY, path TEXT NOT NULL, name TEXT NOT NULL, unit TEXT NOT NULL,"
    " meaning TEXT NOT NULL, UNIQUE (path, name));"
    "CREATE TABLE statistic (point INTEGER, counter INTEGER, value INTEGER NOT NULL, PRIMARY KEY (point, counter))"
    " WITHOUT ROWID;"
    "CREATE TABLE parameter (point INTEGER, name TEXT, value NOT NULL, PRIMARY KEY (point, name)) WITHOUT ROWID;"
    "CREATE VIEW statistics AS SELECT point, path, name, value, unit, meaning FROM statistic JOIN counter USING"
    " (counter);";
