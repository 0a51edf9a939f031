/* sweep_check.c - whether a database is one that `wekiva sweep` makes: a file comes from anywhere, and may be damaged.
 *
 * Its tables are compared with those of a new file, its pages by SQLite's own check, each value with its column's type.
 * Views are not looked at: the connection has them switched off, as it has triggers. */
#include <inttypes.h>
#include <string.h>

#include "tools/run/interrupt.h"
#include "tools/sweep/sweep_store.h"

static bool damaged(const struct sweep_store *store, struct diag *diag, const char *what, const char *name)
{
    return diag_set(diag, store->path, 0, "is damaged: %.300s%.300s", what, name);
}

/* ---- the connection ---------------------------------------------------------------------------------------------- */

/* A signal ends what is only read; what is being written is written. */
static int stop_reading(void *context)
{
    const struct sweep_store *store = context;
    return !store->writes && interrupt_came();
}

/* Nothing that a file brings along is run: no view, no trigger, no function of its schema. */
bool sweep_check_defend(struct sweep_store *store, struct diag *diag)
{
    static const struct {
        int what, value;
    } limits[] = {{SQLITE_LIMIT_LENGTH, 1 << 24},     {SQLITE_LIMIT_SQL_LENGTH, 1 << 20},
                  {SQLITE_LIMIT_COLUMN, 200},         {SQLITE_LIMIT_EXPR_DEPTH, 100},
                  {SQLITE_LIMIT_COMPOUND_SELECT, 4},  {SQLITE_LIMIT_FUNCTION_ARG, 16},
                  {SQLITE_LIMIT_ATTACHED, 2},         {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 4096},
                  {SQLITE_LIMIT_VARIABLE_NUMBER, 32}, {SQLITE_LIMIT_TRIGGER_DEPTH, 1}};
    static const struct {
        int what, on;
    } switches[] = {{SQLITE_DBCONFIG_DEFENSIVE, 1},
                    {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                    {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                    {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}};
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0]; i++)
        sqlite3_limit(store->db, limits[i].what, limits[i].value);
    for (unsigned i = 0; i < sizeof switches / sizeof switches[0]; i++)
        if (sqlite3_db_config(store->db, switches[i].what, switches[i].on, NULL) != SQLITE_OK)
            return sweep_store_failed(store, diag);
    sqlite3_progress_handler(store->db, 10000, stop_reading, store);
    return sqlite3_exec(store->db, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0", NULL, NULL, NULL) == SQLITE_OK ||
           sweep_store_failed(store, diag);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static const char objects[] = "SELECT type, name, sql FROM sqlite_master WHERE type <> 'view' AND name NOT LIKE "
                              "'sqlite\\_stat%' ESCAPE '\\' ORDER BY type, name";

static bool same_text(sqlite3_stmt *one, sqlite3_stmt *other, int column)
{
    const char *const a = (const char *)sqlite3_column_text(one, column);
    const char *const b = (const char *)sqlite3_column_text(other, column);
    return a && b ? strcmp(a, b) == 0 : !a && !b;
}

/* Row by row beside those of a new file. */
static bool compare_objects(const struct sweep_store *store, sqlite3_stmt *there, sqlite3_stmt *wanted,
                            struct diag *diag)
{
    for (;;) {
        const int code = sqlite3_step(there), end = sqlite3_step(wanted);
        if (code == SQLITE_DONE && end == SQLITE_DONE)
            return true;
        if ((code != SQLITE_ROW && code != SQLITE_DONE))
            return sweep_store_failed(store, diag);
        if (code != end || !same_text(there, wanted, 0) || !same_text(there, wanted, 1) || !same_text(there, wanted, 2))
            return diag_set(diag, store->path, 0,
                            "is a database, but none that wekiva sweep has made: its tables differ from %.100s on",
                            end == SQLITE_ROW ? (const char *)sqlite3_column_text(wanted, 1) : "the last one");
    }
}

bool sweep_check_tables(const struct sweep_store *store, struct diag *diag)
{
    struct sweep_store model = {.path = store->path};
    bool               good = sqlite3_open(":memory:", &model.db) == SQLITE_OK &&
                sqlite3_exec(model.db, sweep_schema, NULL, NULL, NULL) == SQLITE_OK;
    if (!good)
        sweep_store_failed(&model, diag);
    sqlite3_stmt *there = good ? sweep_store_query(store, diag, "%s", objects) : NULL;
    sqlite3_stmt *wanted = there ? sweep_store_query(&model, diag, "%s", objects) : NULL;
    good = wanted && compare_objects(store, there, wanted, diag);
    sqlite3_finalize(there);
    sqlite3_finalize(wanted);
    sqlite3_close(model.db);
    return good;
}

/* ---- what is in them --------------------------------------------------------------------------------------------- */

/* What holds for each row of a table.  ?1 is the number of points. */
static const struct {
    const char *table, *holds;
} rules[] = {
    {"sweep", "typeof(key) = 'text' AND typeof(value) = 'text'"},
    {"axis", "typeof(kind) || typeof(name) || typeof(unit) = 'texttexttext' AND axis >= 0"},
    {"value", "typeof(axis) || typeof(number) || typeof(text) || typeof(hash) = 'integerintegertexttext'"},
    {"point", "point >= 0 AND point < ?1 AND status IN ('done', 'mismatch', 'stopped', 'cycle limit', 'refused') AND "
              "typeof(message) IN ('text', 'null') AND typeof(cycles) IN ('integer', 'null') AND typeof(compared) IN "
              "('integer', 'null') AND typeof(wrong) IN ('integer', 'null') AND typeof(threads) IN ('integer', 'null') "
              "AND typeof(chip) IN ('text', 'null') AND typeof(program_hash) IN ('text', 'null')"},
    {"counter", "typeof(path) || typeof(name) || typeof(unit) || typeof(meaning) = 'texttexttexttext'"},
    {"statistic", "typeof(point) || typeof(counter) || typeof(value) = 'integerintegerinteger' OR (EXISTS (SELECT "
                  "1 FROM sweep WHERE key = 'counters') AND typeof(point) || typeof(counter) || typeof(value) = "
                  "'integerintegerreal')"},
    {"parameter", "typeof(point) || typeof(name) = 'integertext' AND typeof(value) IN ('integer', 'text')"},
};

static bool check_rule(const struct sweep_store *store, const char *table, const char *holds, uint64_t points,
                       struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(store, diag, "SELECT 1 FROM %s WHERE NOT (%s) LIMIT 1", table, holds);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, (int64_t)points);
    const int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        damaged(store, diag, "a value that wekiva sweep does not write is in table ", table);
    else if (code != SQLITE_DONE)
        sweep_store_failed(store, diag);
    sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

/* Of pages and rows; one that is used twice would make a file of endless rows. */
static bool check_pages(const struct sweep_store *store, struct diag *diag)
{
    sqlite3_stmt     *statement = sweep_store_query(store, diag, "PRAGMA quick_check(1)");
    const int         code = statement ? sqlite3_step(statement) : SQLITE_ERROR;
    const char *const said = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    bool              good = said && strcmp(said, "ok") == 0;
    if (said && !good)
        damaged(store, diag, said, "");
    else if (statement && !good)
        sweep_store_failed(store, diag);
    sqlite3_finalize(statement);
    return good;
}

bool sweep_check_rows(const struct sweep_store *store, uint64_t points, struct diag *diag)
{
    bool good = check_pages(store, diag);
    for (unsigned i = 0; good && i < sizeof rules / sizeof rules[0]; i++)
        good = check_rule(store, rules[i].table, rules[i].holds, points, diag);
    return good;
}
