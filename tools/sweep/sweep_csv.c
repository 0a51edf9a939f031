/* sweep_csv.c - all results of a sweep as comma-separated values (RFC 4180): a row for each point, a column for each
 * axis and each statistic. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/output.h"

struct counters {
    int64_t *number;
    unsigned count;
};

/* Their heading, in the order of path and name. */
static bool put_counters(FILE *out, const struct sweep_table *table, struct counters *counters, struct diag *diag)
{
    int           code = SQLITE_ERROR;
    sqlite3_stmt *statement =
        sweep_store_query(table->store, diag, "SELECT counter, path || '.' || name FROM counter ORDER BY path, name");
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        int64_t *number = realloc(counters->number, (counters->count + 1) * sizeof *number);
        if (!number)
            break;
        counters->number = number;
        number[counters->count++] = sqlite3_column_int64(statement, 0);
        fputc(',', out);
        output_csv(out, (const char *)sqlite3_column_text(statement, 1));
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW)
        return diag_set(diag, NULL, 0, "not enough memory for the CSV file");
    return code == SQLITE_DONE || (statement && sweep_store_failed(table->store, diag));
}

/* Of statistics a whole number, of performance counters any. */
static void put_value(FILE *out, sqlite3_stmt *statement, int column)
{
    if (sqlite3_column_type(statement, column) == SQLITE_FLOAT)
        fprintf(out, ",%.9g", sqlite3_column_double(statement, column));
    else
        fprintf(out, ",%" PRIu64, (uint64_t)sqlite3_column_int64(statement, column));
}

/* Statistics of one point; those that it does not have stay empty. */
static bool put_statistics(FILE *out, sqlite3_stmt *statement, const struct sweep_table *table, uint64_t point,
                           const struct counters *counters, struct diag *diag)
{
    int      code;
    unsigned at = 0;
    sqlite3_bind_int64(statement, 1, (int64_t)point);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(statement, 0);
        for (; at < counters->count && counters->number[at] != number; at++)
            fputc(',', out);
        if (at < counters->count)
            put_value(out, statement, 1);
        at++;
    }
    for (; at < counters->count; at++)
        fputc(',', out);
    sqlite3_reset(statement);
    return code == SQLITE_DONE || sweep_store_failed(table->store, diag);
}

static bool put_point(FILE *out, sqlite3_stmt *statement, const struct sweep_table *table, unsigned row,
                      struct diag *diag)
{
    unsigned at[SWEEP_AXES_MAX];
    int      code;
    fprintf(out, "%" PRIu64, table->points[row]);
    sweep_point(table->sweep, table->points[row], at);
    for (unsigned i = 0; i < table->sweep->axis_count; i++) {
        fputc(',', out);
        output_csv(out, table->sweep->axes[i].values[at[i]].text);
    }
    if (table->pareto)
        fprintf(out, ",%u", table->pareto[row]);
    sqlite3_bind_int64(statement, 1, (int64_t)table->points[row]);
    while ((code = sqlite3_step(statement)) == SQLITE_ROW)
        for (int c = 0; c < sqlite3_column_count(statement); c++) {
            const char *const text = (const char *)sqlite3_column_text(statement, c);
            fputc(',', out);
            output_csv(out, text ? text : "");
        }
    sqlite3_reset(statement);
    return code == SQLITE_DONE || sweep_store_failed(table->store, diag);
}

static bool put_all(FILE *out, const struct sweep_table *table, struct diag *diag)
{
    struct counters counters = {0};
    const bool threads = sweep_axis_of(table->sweep, SWEEP_THREADS), chip = sweep_axis_of(table->sweep, SWEEP_CHIP);
    fputs("point", out);
    for (unsigned i = 0; i < table->sweep->axis_count; i++) {
        fputc(',', out);
        output_csv(out, table->sweep->axes[i].name);
    }
    fprintf(out, "%s,status,message,cycles,compared,wrong%s%s,program_hash", table->pareto ? ",pareto" : "",
            threads ? "" : ",threads", chip ? "" : ",chip");
    sqlite3_stmt *points = sweep_store_query(
        table->store, diag,
        "SELECT status, message, cycles, compared, wrong%s%s, program_hash FROM point WHERE point = ?1",
        threads ? "" : ", threads", chip ? "" : ", chip");
    sqlite3_stmt *statistics =
        sweep_store_query(table->store, diag,
                          "SELECT counter, value FROM statistic JOIN counter USING (counter) WHERE point = ?1 ORDER BY "
                          "path, name");
    bool good = points && statistics && put_counters(out, table, &counters, diag);
    fputs("\r\n", out);
    for (unsigned i = 0; good && i < table->rows; i++) {
        good = put_point(out, points, table, i, diag) &&
               put_statistics(out, statistics, table, table->points[i], &counters, diag);
        fputs("\r\n", out);
    }
    sqlite3_finalize(points);
    sqlite3_finalize(statistics);
    free(counters.number);
    return good;
}

bool sweep_write_csv(const struct sweep_table *table, const char *path, struct diag *diag)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    bool   good = out && put_all(out, table, diag);
    if (!out || fclose(out) != 0)
        good = diag_set(diag, path, 0, "not enough memory for the CSV file");
    good = good && output_save(path, text, size, diag);
    free(text);
    return good;
}
