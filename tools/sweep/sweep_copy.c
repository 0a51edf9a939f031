/* sweep_copy.c - the last form of a sweep's file: the same results are the same bytes, in whatever order they came. */
#include <stdio.h>
#include <unistd.h>

#include "tools/sweep/sweep_store.h"

/* Each copy counts the version of the schema on, so a file merged in two steps would differ from one of a single step.
 * Only a connection that is not defended may set it. */
static bool same_version(const struct sweep_store *store, struct diag *diag)
{
    return (sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 0, NULL) == SQLITE_OK &&
            sqlite3_exec(store->db, "PRAGMA schema_version=9", NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_db_config(store->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK) ||
           sweep_store_failed(store, diag);
}

bool sweep_store_copy(const struct sweep_store *store, const char *name, struct diag *diag)
{
    char journal[4200];
    if (!same_version(store, diag))
        return false;
    sqlite3_stmt *statement = sweep_store_query(store, diag, "VACUUM INTO ?1");
    if (!statement)
        return false;
    snprintf(journal, sizeof journal, "%s-journal", name);
    unlink(name);
    unlink(journal);
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    const bool good = sqlite3_step(statement) == SQLITE_DONE || sweep_store_failed(store, diag);
    sqlite3_finalize(statement);
    return good;
}
