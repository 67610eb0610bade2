// How fast SQLite can be: the rows of one changed default, a durable commit for each, in a database that the server has made.
//
//   commits DATABASE SECONDS
//
// Prints how many commits there were in a second. Pragmas and statements are those of Sources/SQLiteStorage; the statements are
// prepared once, and nothing is read but what the rows need.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { keys = 20 };

static sqlite3 *database;

static void check(int code) {
    if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
    fprintf(stderr, "commits: %s\n", sqlite3_errmsg(database));
    exit(1);
}

static void run(const char *sql) { check(sqlite3_exec(database, sql, NULL, NULL, NULL)); }

static sqlite3_stmt *prepared(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL));
    return statement;
}

static void step(sqlite3_stmt *statement) {
    check(sqlite3_step(statement));
    check(sqlite3_reset(statement));
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// A whole number as a binary property list, which is how values are kept.
static int property_list(unsigned number, unsigned char *bytes) {
    const char *head = "bplist00";
    int length = 0;
    while (*head) bytes[length++] = (unsigned char)*head++;
    bytes[length++] = 0x12;
    for (int shift = 24; shift >= 0; shift -= 8) bytes[length++] = (unsigned char)(number >> shift);
    bytes[length++] = 8;
    const unsigned char tail[32] = {[6] = 1, [7] = 1, [15] = 1, [31] = 13};
    for (int place = 0; place < 32; place++) bytes[length++] = tail[place];
    return length;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    check(sqlite3_open(arguments[1], &database));
    run("PRAGMA journal_mode = WAL");
    run("PRAGMA synchronous = FULL");
    run("PRAGMA foreign_keys = ON");
    run("PRAGMA temp_store = MEMORY");
    run("PRAGMA trusted_schema = OFF");
    run("PRAGMA journal_size_limit = 16777216");
    run("PRAGMA secure_delete = FAST");
    sqlite3_stmt *begin = prepared("BEGIN IMMEDIATE"), *commit = prepared("COMMIT");
    sqlite3_stmt *domain = prepared("INSERT INTO domain (name, revision, updatedAt, historyBytes) VALUES ('commits', ?1, ?2, ?3)"
                                    " ON CONFLICT (name) DO UPDATE SET revision = excluded.revision,"
                                    " updatedAt = excluded.updatedAt, historyBytes = historyBytes + excluded.historyBytes");
    sqlite3_stmt *history = prepared("INSERT INTO history (domain, revision, at, source, actor, bytes)"
                                     " VALUES ('commits', ?1, ?2, 'api', NULL, ?3)");
    sqlite3_stmt *value = prepared("INSERT INTO domainValue (domain, key, value) VALUES ('commits', ?1, ?2)"
                                   " ON CONFLICT (domain, key) DO UPDATE SET value = excluded.value");
    sqlite3_stmt *change = prepared("INSERT INTO historyChange (domain, revision, key, before, after) VALUES ('commits', ?1, ?2, ?3, ?4)");

    double start = now(), end = start + atof(arguments[2]);
    int revision = 0;
    sqlite3_stmt *last = prepared("SELECT ifnull(max(revision), 0) FROM domain WHERE name = 'commits'");
    check(sqlite3_step(last));
    revision = sqlite3_column_int(last, 0);
    check(sqlite3_finalize(last));
    int first = revision;
    while (now() < end) {
        revision++;
        char key[16];
        snprintf(key, sizeof key, "key %d", revision % keys);
        unsigned char before[64], after[64];
        int before_length = property_list((unsigned)(revision > keys ? revision - keys : 0), before);
        int after_length = property_list((unsigned)revision, after);
        double time = 800000000 + now();
        step(begin);
        sqlite3_bind_int(domain, 1, revision);
        sqlite3_bind_double(domain, 2, time);
        sqlite3_bind_int(domain, 3, before_length + after_length);
        step(domain);
        sqlite3_bind_int(history, 1, revision);
        sqlite3_bind_double(history, 2, time);
        sqlite3_bind_int(history, 3, before_length + after_length);
        step(history);
        sqlite3_bind_text(value, 1, key, -1, SQLITE_STATIC);
        sqlite3_bind_blob(value, 2, after, after_length, SQLITE_STATIC);
        step(value);
        sqlite3_bind_int(change, 1, revision);
        sqlite3_bind_text(change, 2, key, -1, SQLITE_STATIC);
        sqlite3_bind_blob(change, 3, before, before_length, SQLITE_STATIC);
        sqlite3_bind_blob(change, 4, after, after_length, SQLITE_STATIC);
        step(change);
        step(commit);
    }
    printf("%.1f\n", (revision - first) / (now() - start));
    return 0;
}
