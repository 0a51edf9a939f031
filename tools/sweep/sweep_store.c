/* sweep_store.c - the results of a sweep in one SQLite file: making it, points, its last form. */
#include "tools/sweep/sweep_store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "kit/hash.h"

bool sweep_store_failed(const struct sweep_store *store, struct diag *diag)
{
    const int code = sqlite3_errcode(store->db);
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED)
        return diag_set(diag, store->path, 0,
                        "another process is using it; a part of a sweep (--part) needs a file of its "
                        "own");
    if (code == SQLITE_NOTADB)
        return diag_set(diag, store->path, 0, "is there, and is no database: expected a new name, or a sweep's file");
    if (code == SQLITE_INTERRUPT)
        return diag_set(diag, store->path, 0, "interrupted while it was read");
    if (code == SQLITE_CORRUPT)
        return diag_set(diag, store->path, 0, "is damaged: %.800s", sqlite3_errmsg(store->db));
    return diag_set(diag, store->path, 0, "%.800s", sqlite3_errmsg(store->db));
}

static bool execute(const struct sweep_store *store, const char *text, struct diag *diag)
{
    return sqlite3_exec(store->db, text, NULL, NULL, NULL) == SQLITE_OK || sweep_store_failed(store, diag);
}

sqlite3_stmt *sweep_store_query(const struct sweep_store *store, struct diag *diag, const char *format, ...)
{
    char          text[2048];
    sqlite3_stmt *statement = NULL;
    va_list       list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (sqlite3_prepare_v2(store->db, text, -1, &statement, NULL) != SQLITE_OK)
        sweep_store_failed(store, diag);
    return statement;
}

/* Executes a statement and makes it ready for the next time. */
static bool step(const struct sweep_store *store, sqlite3_stmt *statement, struct diag *diag)
{
    const bool done = sqlite3_step(statement) == SQLITE_DONE;
    if (!done)
        sweep_store_failed(store, diag);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return done;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    if (text)
        sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void bind_hash(sqlite3_stmt *statement, int at, uint64_t hash)
{
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, hash);
    sqlite3_bind_text(statement, at, hash ? text : "", -1, SQLITE_TRANSIENT);
}

/* ---- what the sweep is ------------------------------------------------------------------------------------------ */

static bool put_fact(const struct sweep_store *store, sqlite3_stmt *statement, const char *key, const char *value,
                     struct diag *diag)
{
    bind_text(statement, 1, key);
    bind_text(statement, 2, value);
    return step(store, statement, diag);
}

static bool put_facts(const struct sweep_store *store, const struct sweep *sweep, struct diag *diag)
{
    const struct {
        const char *key;
        uint64_t    value;
    } numbers[] = {{"schema", SWEEP_SCHEMA},
                   {"points", sweep->points},
                   {"max_cycles", sweep->max_cycles},
                   {"no_progress", sweep->no_progress},
                   {"warm", sweep->warm}};
    sqlite3_stmt *statement = sweep_store_query(store, diag, "INSERT INTO sweep VALUES (?1, ?2)");
    bool          good = statement && put_fact(store, statement, "wekiva", WEKIVA_VERSION, diag);
    for (unsigned i = 0; good && i < sizeof numbers / sizeof numbers[0]; i++) {
        char text[24];
        snprintf(text, sizeof text, "%" PRIu64, numbers[i].value);
        good = put_fact(store, statement, numbers[i].key, text, diag);
    }
    good = good && (!sweep->counters || put_fact(store, statement, "counters", "1", diag));
    good = good && (!sweep->sensitivity || put_fact(store, statement, "sensitivity", "1", diag));
    sqlite3_finalize(statement);
    return good;
}

/* A row for each axis that goes together with others: "tied 0", "tied 2". */
static bool put_tied(const struct sweep_store *store, unsigned axis, struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(
        store, diag, "INSERT INTO sweep SELECT 'tied ' || axis, name FROM axis WHERE axis = %u", axis);
    const bool good = statement && step(store, statement, diag);
    sqlite3_finalize(statement);
    return good;
}

static bool put_axis(const struct sweep_store *store, sqlite3_stmt *axis_row, sqlite3_stmt *value_row, unsigned number,
                     const struct sweep_axis *axis, struct diag *diag)
{
    sqlite3_bind_int64(axis_row, 1, number);
    bind_text(axis_row, 2, sweep_kind_name(axis->kind));
    bind_text(axis_row, 3, axis->name);
    bind_text(axis_row, 4, axis->unit);
    bool good = step(store, axis_row, diag) && (!axis->tied || put_tied(store, number, diag));
    for (unsigned v = 0; good && v < axis->count; v++) {
        sqlite3_bind_int64(value_row, 1, number);
        sqlite3_bind_int64(value_row, 2, v);
        bind_text(value_row, 3, axis->values[v].text);
        bind_hash(value_row, 4, axis->values[v].hash);
        good = step(store, value_row, diag);
    }
    return good;
}

/* A column for each axis beside what every point has: what most people want to ask for. */
static bool make_view(const struct sweep_store *store, const struct sweep *sweep, struct diag *diag)
{
    sqlite3_str *text = sqlite3_str_new(store->db);
    sqlite3_str_appendall(text, "CREATE VIEW result AS SELECT point");
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        const bool number = axis->count && strspn(axis->values[0].text, "0123456789") == strlen(axis->values[0].text);
        sqlite3_str_appendf(text, ", (SELECT %s FROM value WHERE axis = %u AND number = point / %llu %% %u) AS \"%w\"",
                            number ? "CAST(text AS INTEGER)" : "text", i, (unsigned long long)sweep_stride(sweep, i),
                            axis->count, axis->name);
    }
    sqlite3_str_appendf(text, "%s%s, status, message, cycles, compared, wrong, program_hash FROM point",
                        sweep_axis_of(sweep, SWEEP_THREADS) ? "" : ", threads",
                        sweep_axis_of(sweep, SWEEP_CHIP) ? "" : ", chip");
    char      *whole = sqlite3_str_finish(text);
    const bool good = whole && execute(store, whole, diag);
    sqlite3_free(whole);
    return good;
}

static bool make(const struct sweep_store *store, const struct sweep *sweep, struct diag *diag)
{
    bool good = execute(store, "BEGIN", diag) && execute(store, sweep_schema, diag) && put_facts(store, sweep, diag);
    sqlite3_stmt *axis = good ? sweep_store_query(store, diag, "INSERT INTO axis VALUES (?1, ?2, ?3, ?4)") : NULL;
    sqlite3_stmt *value = axis ? sweep_store_query(store, diag, "INSERT INTO value VALUES (?1, ?2, ?3, ?4)") : NULL;
    good = value;
    for (unsigned i = 0; good && i < sweep->axis_count; i++)
        good = put_axis(store, axis, value, i, &sweep->axes[i], diag);
    sqlite3_finalize(axis);
    sqlite3_finalize(value);
    return good && make_view(store, sweep, diag) && execute(store, "COMMIT", diag);
}

/* ---- opening ---------------------------------------------------------------------------------------------------- */

bool sweep_store_is(const char *path)
{
    char         head[16] = "";
    FILE *const  file = fopen(path, "rb");
    const size_t length = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return length == sizeof head && memcmp(head, "SQLite format 3", sizeof head) == 0;
}

/* A file that has not got its last form says in its head that it has a log. */
static bool has_log(const char *path)
{
    unsigned char head[20] = {0};
    FILE *const   file = fopen(path, "rb");
    const size_t  length = file ? fread(head, 1, sizeof head, file) : 0;
    if (file)
        fclose(file);
    return length == sizeof head && head[18] == 2;
}

static bool has_tables(const struct sweep_store *store, bool *any, struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(store, diag, "SELECT count(*) FROM sqlite_master");
    const bool    good = statement && sqlite3_step(statement) == SQLITE_ROW;
    if (statement && !good)
        sweep_store_failed(store, diag);
    *any = good && sqlite3_column_int(statement, 0);
    sqlite3_finalize(statement);
    return good;
}

static bool open_file(struct sweep_store *store, const char *path, int flags, struct diag *diag)
{
    *store = (struct sweep_store){.path = path};
    if (sqlite3_open_v2(path, &store->db, flags, NULL) != SQLITE_OK)
        return diag_set(diag, path, 0, "cannot open: %.600s",
                        store->db ? sqlite3_errmsg(store->db) : "not enough memory");
    sqlite3_busy_timeout(store->db, 1000);
    return sweep_check_defend(store, diag);
}

static bool checked_sweep(struct sweep_store *store, struct sweep *sweep, struct diag *diag)
{
    return sweep_check_tables(store, diag) && sweep_store_sweep(store, sweep, diag) &&
           sweep_check_rows(store, sweep->points, diag);
}

bool sweep_store_open(struct sweep_store *store, const char *path, const struct sweep *sweep, struct diag *diag)
{
    const bool logged = has_log(path);
    bool       any;
    if (!open_file(store, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, diag) ||
        !execute(store, "PRAGMA locking_mode=EXCLUSIVE", diag) || !has_tables(store, &any, diag))
        return false;
    if (any) {
        struct sweep there = {0};
        const bool   same = checked_sweep(store, &there, diag) &&
                          sweep_store_same(sweep, "this sweep", WEKIVA_VERSION, &there, path, store->version, diag);
        sweep_free(&there);
        if (!same)
            return false;
    }
    store->writes = true;
    if (!any && !make(store, sweep, diag))
        return false;
    store->changed = !any || logged;
    store->put_point = sweep_store_query(store, diag, "INSERT INTO point VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    store->put_counter = sweep_store_query(store, diag, "INSERT OR IGNORE INTO counter VALUES (?1, ?2, ?3, ?4, ?5)");
    store->put_statistic = sweep_store_query(store, diag, "INSERT INTO statistic VALUES (?1, ?2, ?3)");
    store->put_parameter = sweep_store_query(store, diag, "INSERT INTO parameter VALUES (?1, ?2, ?3)");
    return store->put_point && store->put_counter && store->put_statistic && store->put_parameter;
}

bool sweep_store_read(struct sweep_store *store, const char *path, struct sweep *sweep, struct diag *diag)
{
    bool any;
    return open_file(store, path, SQLITE_OPEN_READWRITE, diag) && has_tables(store, &any, diag) &&
           checked_sweep(store, sweep, diag);
}

/* ---- points ----------------------------------------------------------------------------------------------------- */

bool sweep_store_finished(struct sweep_store *store, uint8_t *finished, uint64_t *count, struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(store, diag, "SELECT point FROM point");
    int           code = SQLITE_ERROR;
    *count = 0;
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const uint64_t point = (uint64_t)sqlite3_column_int64(statement, 0);
        finished[point / 8] = (uint8_t)(finished[point / 8] | 1u << point % 8);
        ++*count;
    }
    if (statement && code != SQLITE_DONE)
        sweep_store_failed(store, diag);
    sqlite3_finalize(statement);
    return code == SQLITE_DONE;
}

/* 48 bits of a hash, which a row stores in six bytes; two names with one number would violate UNIQUE. */
static int64_t counter_number(const char *path, const char *name)
{
    return (int64_t)(hash_text(hash_text(HASH_START, path), name) >> 16);
}

static bool put_name(const struct sweep_store *store, const char *path, const char *name, const char *unit,
                     const char *meaning, struct diag *diag)
{
    sqlite3_bind_int64(store->put_counter, 1, counter_number(path, name));
    bind_text(store->put_counter, 2, path);
    bind_text(store->put_counter, 3, name);
    bind_text(store->put_counter, 4, unit ? unit : "");
    bind_text(store->put_counter, 5, meaning ? meaning : "");
    return step(store, store->put_counter, diag);
}

static bool put_statistic(const struct sweep_store *store, uint64_t point, const struct result_statistic *row,
                          struct diag *diag)
{
    sqlite3_bind_int64(store->put_statistic, 1, (int64_t)point);
    sqlite3_bind_int64(store->put_statistic, 2, counter_number(row->path, row->name));
    sqlite3_bind_int64(store->put_statistic, 3, (int64_t)row->value);
    return put_name(store, row->path, row->name, row->unit, row->description, diag) &&
           step(store, store->put_statistic, diag);
}

static const char *last_part(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Those of the machine, or of a launch of several at once.  What this point does not know is a name without a value. */
static bool put_performance(const struct sweep_store *store, uint64_t point, const struct result_counter *row,
                            const char *machine, struct diag *diag)
{
    if (strcmp(last_part(row->path), machine) != 0)
        return true;
    if (!put_name(store, row->path, row->name, row->unit, row->description, diag))
        return false;
    if (!row->known)
        return true;
    sqlite3_bind_int64(store->put_statistic, 1, (int64_t)point);
    sqlite3_bind_int64(store->put_statistic, 2, counter_number(row->path, row->name));
    sqlite3_bind_double(store->put_statistic, 3, row->value);
    return step(store, store->put_statistic, diag);
}

static bool put_parameter(const struct sweep_store *store, uint64_t point, const struct result_parameter *row,
                          struct diag *diag)
{
    sqlite3_bind_int64(store->put_parameter, 1, (int64_t)point);
    bind_text(store->put_parameter, 2, row->name);
    if (row->text)
        bind_text(store->put_parameter, 3, row->text);
    else
        sqlite3_bind_int64(store->put_parameter, 3, (int64_t)row->value);
    return step(store, store->put_parameter, diag);
}

static bool put_point(const struct sweep_store *store, uint64_t point, const struct measured *measured,
                      struct diag *diag)
{
    sqlite3_stmt *row = store->put_point;
    char          text[sizeof measured->why.file + sizeof measured->why.what + 32];
    sqlite3_bind_int64(row, 1, (int64_t)point);
    bind_text(row, 2, measured_name(measured->status));
    if (measured->status != MEASURED_DONE)
        bind_text(row, 3, diag_text(&measured->why, text, sizeof text));
    if (measured->status != MEASURED_REFUSED) {
        sqlite3_bind_int64(row, 4, (int64_t)measured->cycles);
        sqlite3_bind_int64(row, 5, (int64_t)measured->compared);
        sqlite3_bind_int64(row, 6, (int64_t)measured->wrong);
    }
    sqlite3_bind_int64(row, 7, measured->threads);
    bind_text(row, 8, measured->chip);
    bind_hash(row, 9, measured->program_hash);
    return step(store, row, diag);
}

/* From the first point on.  A process that is killed leaves its points behind, and one alone needs no memory that is
 * shared, which network file systems do not have. */
static bool begin_log(struct sweep_store *store, struct diag *diag)
{
    if (store->logs)
        return true;
    store->logs = store->changed = true;
    return execute(store, "PRAGMA journal_mode=WAL", diag) && execute(store, "PRAGMA synchronous=NORMAL", diag);
}

bool sweep_store_put(struct sweep_store *store, uint64_t point, const struct measured *measured, struct diag *diag)
{
    bool good = begin_log(store, diag) && execute(store, "BEGIN", diag) && put_point(store, point, measured, diag);
    for (unsigned i = 0; good && i < measured->rows.statistic_count; i++)
        good = put_statistic(store, point, &measured->rows.statistics[i], diag);
    for (unsigned i = 0; good && i < measured->rows.counter_count; i++)
        good = put_performance(store, point, &measured->rows.counters[i], last_part(measured->rows.counters[0].path),
                               diag);
    for (unsigned i = 0; good && i < measured->parameter_count; i++)
        good = put_parameter(store, point, &measured->parameters[i], diag);
    return good && execute(store, "COMMIT", diag);
}

/* ---- the last form ---------------------------------------------------------------------------------------------- */

bool sweep_store_close(struct sweep_store *store, struct diag *diag)
{
    char              name[4100];
    const char *const path = store->path;
    const bool        last = diag && store->db && store->changed;
    sqlite3_finalize(store->put_point);
    sqlite3_finalize(store->put_counter);
    sqlite3_finalize(store->put_statistic);
    sqlite3_finalize(store->put_parameter);
    bool good = !last || snprintf(name, sizeof name, "%s-tmp", path) < (int)sizeof name ||
                diag_set(diag, path, 0, "the path is too long");
    good = good && (!last || sweep_store_copy(store, name, diag));
    if (sqlite3_close(store->db) != SQLITE_OK && good)
        good = diag_set(diag, path, 0, "cannot be closed");
    if (good && last && rename(name, path) != 0)
        good = diag_set(diag, path, 0, "cannot be replaced by its last form: %s", strerror(errno));
    free(store->version);
    *store = (struct sweep_store){0};
    return good;
}
