/* sweep_merge.c - which sweep a database has, whether two are of one sweep, and one made of two. */
#include "tools/run/run_options.h"
#include "tools/sweep/sweep_store.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading what it is ----------------------------------------------------------------------------------------- */

static const char *text_of(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

static bool not_ours(const struct sweep_store *store, struct diag *diag)
{
    return diag_set(diag, store->path, 0, "is a database, but none that wekiva sweep has made");
}

static bool take_fact(struct sweep_store *store, struct sweep *sweep, const char *key, const char *value,
                      struct diag *diag)
{
    const uint64_t number = strtoull(value, NULL, 10);
    if (strcmp(key, "wekiva") == 0 && !store->version)
        store->version = strdup(value);
    else if (strcmp(key, "points") == 0)
        sweep->points = number;
    else if (strcmp(key, "max_cycles") == 0)
        sweep->max_cycles = number;
    else if (strcmp(key, "no_progress") == 0)
        sweep->no_progress = number;
    else if (strcmp(key, "warm") == 0)
        sweep->warm = number;
    else if (strcmp(key, "counters") == 0)
        sweep->counters = number;
    else if (strcmp(key, "sensitivity") == 0)
        sweep->sensitivity = number;
    else if (strcmp(key, "schema") == 0 && number != SWEEP_SCHEMA)
        return diag_set(diag, store->path, 0, "has schema %.20s, expected %d: another wekiva made it", value,
                        SWEEP_SCHEMA);
    return true;
}

static bool take_axis(struct sweep *sweep, sqlite3_stmt *row)
{
    unsigned kind = 0;
    while (kind < SWEEP_KINDS && strcmp(text_of(row, 0), sweep_kind_name(kind)) != 0)
        kind++;
    if (kind == SWEEP_KINDS || sweep->axis_count == SWEEP_AXES_MAX || sqlite3_column_int64(row, 3) != sweep->axis_count)
        return false;
    struct sweep_axis *axis = &sweep->axes[sweep->axis_count++];
    *axis = (struct sweep_axis){.kind = kind, .name = strdup(text_of(row, 1)), .unit = strdup(text_of(row, 2))};
    return axis->name && axis->unit;
}

static bool take_value(struct sweep *sweep, sqlite3_stmt *row)
{
    const uint64_t number = (uint64_t)sqlite3_column_int64(row, 0);
    if (number >= sweep->axis_count)
        return false;
    struct sweep_axis *axis = &sweep->axes[number];
    if (axis->count == SWEEP_VALUES_MAX || sqlite3_column_int64(row, 3) != axis->count)
        return false;
    struct sweep_value *values = realloc(axis->values, (axis->count + 1) * sizeof *values);
    if (!values)
        return false;
    axis->values = values;
    values[axis->count] =
        (struct sweep_value){.text = strdup(text_of(row, 1)), .hash = strtoull(text_of(row, 2), NULL, 16)};
    return values[axis->count++].text;
}

static bool take_tied(struct sweep *sweep, sqlite3_stmt *row)
{
    const uint64_t number = (uint64_t)sqlite3_column_int64(row, 0);
    return number < sweep->axis_count && (sweep->axes[number].tied = true);
}

/* The points of the axes; 0 when there are too many, or tied axes are not of one length. */
static uint64_t count_points(const struct sweep *sweep)
{
    uint64_t points = 1;
    unsigned rows = 0;
    for (unsigned i = 0; points <= SWEEP_POINTS_MAX && i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        points *= sweep_factor(sweep, i);
        if (axis->tied && rows && axis->count != rows)
            return 0;
        rows = axis->tied ? axis->count : rows;
    }
    return points <= SWEEP_POINTS_MAX ? points : 0;
}

typedef bool take_t(struct sweep *sweep, sqlite3_stmt *row);

static bool take_all(const struct sweep_store *store, struct sweep *sweep, const char *query, take_t *take,
                     struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(store, diag, "%s", query);
    bool          good = statement;
    int           code = SQLITE_DONE;
    while (good && (code = sqlite3_step(statement)) == SQLITE_ROW)
        good = take(sweep, statement) || not_ours(store, diag);
    if (good && code != SQLITE_DONE)
        good = sweep_store_failed(store, diag);
    sqlite3_finalize(statement);
    return good;
}

bool sweep_store_sweep(struct sweep_store *store, struct sweep *sweep, struct diag *diag)
{
    sqlite3_stmt *statement = NULL;
    bool          good = true;
    sweep->no_progress = RUN_NO_PROGRESS_DEFAULT; /* of a database that does not say it */
    if (sqlite3_prepare_v2(store->db, "SELECT key, value FROM sweep", -1, &statement, NULL) != SQLITE_OK)
        return sqlite3_errcode(store->db) == SQLITE_ERROR ? not_ours(store, diag) : sweep_store_failed(store, diag);
    while (good && sqlite3_step(statement) == SQLITE_ROW)
        good = take_fact(store, sweep, text_of(statement, 0), text_of(statement, 1), diag);
    sqlite3_finalize(statement);
    good =
        good && take_all(store, sweep, "SELECT kind, name, unit, axis FROM axis ORDER BY axis", take_axis, diag) &&
        take_all(store, sweep, "SELECT axis, text, hash, number FROM value ORDER BY axis, number", take_value, diag) &&
        take_all(store, sweep, "SELECT axis FROM axis JOIN sweep ON key = 'tied ' || axis", take_tied, diag);
    return good && ((store->version && sweep->points && count_points(sweep) == sweep->points) || not_ours(store, diag));
}

/* ---- two sweeps ------------------------------------------------------------------------------------------------- */

/* The two sides of a comparison, as messages name them. */
struct sides {
    const struct sweep *sweep[2];
    const char         *name[2];
    struct diag        *diag;
};

static bool differ(const struct sides *sides, const char *what, const char *one, const char *other)
{
    return diag_set(sides->diag, sides->name[1], 0, "is of another sweep: %.100s is %.300s, in %.200s %.300s", what,
                    other, sides->name[0], one);
}

static bool same_number(const struct sides *sides, const char *what, uint64_t one, uint64_t other)
{
    char texts[2][24];
    snprintf(texts[0], sizeof texts[0], "%" PRIu64, one);
    snprintf(texts[1], sizeof texts[1], "%" PRIu64, other);
    return one == other || differ(sides, what, texts[0], texts[1]);
}

/* Files go by what is in them: another folder has other names for them. */
static bool same_axis(const struct sides *sides, unsigned number)
{
    const struct sweep_axis *one = &sides->sweep[0]->axes[number], *other = &sides->sweep[1]->axes[number];
    char                     what[128], hashes[2][24];
    if (one->kind != other->kind || strcmp(one->name, other->name) != 0) {
        snprintf(what, sizeof what, "axis %u", number + 1);
        return differ(sides, what, one->name, other->name);
    }
    if (one->tied != other->tied) {
        snprintf(what, sizeof what, "axis %.80s", one->name);
        return differ(sides, what, one->tied ? "a column of --points" : "free",
                      other->tied ? "a column of --points" : "free");
    }
    snprintf(what, sizeof what, "the number of values of %.80s", one->name);
    if (!same_number(sides, what, one->count, other->count))
        return false;
    for (unsigned v = 0; v < one->count; v++) {
        const struct sweep_value *a = &one->values[v], *b = &other->values[v];
        snprintf(what, sizeof what, "value %u of %.80s", v + 1, one->name);
        if (strcmp(a->text, b->text) != 0 && !(a->hash && a->hash == b->hash))
            return differ(sides, what, a->text, b->text);
        snprintf(what, sizeof what, "the hash of %.100s", a->text);
        snprintf(hashes[0], sizeof hashes[0], "%016" PRIx64, a->hash);
        snprintf(hashes[1], sizeof hashes[1], "%016" PRIx64, b->hash);
        if (a->hash != b->hash)
            return differ(sides, what, hashes[0], hashes[1]);
    }
    return true;
}

bool sweep_store_same(const struct sweep *one, const char *one_name, const char *one_version, const struct sweep *other,
                      const char *other_name, const char *other_version, struct diag *diag)
{
    const struct sides sides = {{one, other}, {one_name, other_name}, diag};
    bool               good =
        strcmp(one_version, other_version) == 0 || differ(&sides, "the version of wekiva", one_version, other_version);
    good = good && same_number(&sides, "the number of axes", one->axis_count, other->axis_count);
    for (unsigned i = 0; good && i < one->axis_count; i++)
        good = same_axis(&sides, i);
    return good && same_number(&sides, "--max-cycles", one->max_cycles, other->max_cycles) &&
           same_number(&sides, "--no-progress", one->no_progress, other->no_progress) &&
           same_number(&sides, "--warm", one->warm, other->warm) &&
           same_number(&sides, "--counters", one->counters, other->counters) &&
           same_number(&sides, "--sensitivity", one->sensitivity, other->sensitivity);
}

/* ---- one of two ------------------------------------------------------------------------------------------------- */

/* Of a point all but its message, which names files as they were called. */
#define POINT "point, status, cycles, compared, wrong, threads, chip, program_hash"

/* A point that both have must be the same in both. */
static bool agree(struct sweep_store *store, const char *path, struct diag *diag)
{
    static const char *const queries[] = {
        "SELECT point FROM (SELECT " POINT " FROM piece.point EXCEPT SELECT " POINT " FROM main.point) WHERE point IN "
        "(SELECT point FROM main.point) LIMIT 1",
        "SELECT point FROM (SELECT * FROM piece.statistic EXCEPT SELECT * FROM main.statistic) WHERE point IN (SELECT "
        "point FROM main.point) LIMIT 1",
    };
    for (unsigned i = 0; i < 2; i++) {
        sqlite3_stmt *statement = sweep_store_query(store, diag, "%s", queries[i]);
        const int     code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
        const int64_t point = code == SQLITE_ROW ? sqlite3_column_int64(statement, 0) : 0;
        if (statement && code != SQLITE_ROW && code != SQLITE_DONE)
            sweep_store_failed(store, diag);
        sqlite3_finalize(statement);
        if (code == SQLITE_ROW)
            return diag_set(diag, path, 0, "point %" PRId64 " is not what it is in %s: another wekiva made it", point,
                            store->path);
        if (code != SQLITE_DONE)
            return false;
    }
    return true;
}

static bool copy(struct sweep_store *store, struct diag *diag)
{
    static const char *const texts[] = {
        "BEGIN",
        "INSERT OR IGNORE INTO main.counter SELECT * FROM piece.counter",
        "INSERT OR IGNORE INTO main.statistic SELECT * FROM piece.statistic",
        "INSERT OR IGNORE INTO main.parameter SELECT * FROM piece.parameter",
        "INSERT OR IGNORE INTO main.point SELECT * FROM piece.point",
        "COMMIT",
    };
    bool good = true;
    for (unsigned i = 0; good && i < sizeof texts / sizeof texts[0]; i++)
        good = sqlite3_exec(store->db, texts[i], NULL, NULL, NULL) == SQLITE_OK || sweep_store_failed(store, diag);
    store->changed = true;
    return good;
}

bool sweep_store_merge(struct sweep_store *store, const char *path, struct diag *diag)
{
    sqlite3_stmt *attach = sweep_store_query(store, diag, "ATTACH ?1 AS piece");
    if (!attach)
        return false;
    sqlite3_bind_text(attach, 1, path, -1, SQLITE_STATIC);
    bool good = sqlite3_step(attach) == SQLITE_DONE || sweep_store_failed(store, diag);
    sqlite3_finalize(attach);
    good = good && agree(store, path, diag) && copy(store, diag);
    return sqlite3_exec(store->db, "DETACH piece", NULL, NULL, NULL) == SQLITE_OK && good;
}

bool sweep_store_whole(struct sweep_store *store, const struct sweep *sweep, struct diag *diag)
{
    uint8_t *finished = calloc(sweep->points / 8 + 1, 1);
    uint64_t count = 0, first = 0;
    bool     good = finished ? sweep_store_finished(store, finished, &count, diag)
                             : diag_set(diag, store->path, 0, "not enough memory");
    while (good && first < sweep->points && finished[first / 8] >> first % 8 & 1)
        first++;
    free(finished);
    return good && (count == sweep->points ||
                    diag_set(diag, store->path, 0,
                             "has %" PRIu64 " of the %" PRIu64 " points of the sweep; the first one that is missing is "
                             "point %" PRIu64,
                             count, sweep->points, first));
}
