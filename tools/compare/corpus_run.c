/* corpus_run.c - the runs of two folders: read, or made, several at once; and the lines of a few of them. */
#include "tools/compare/corpus.h"

#include <ctype.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "kit/crew.h"
#include "tools/profile.h"
#include "tools/run/interrupt.h"

/* ---- several at once --------------------------------------------------------------------------------------------- */

/* Rows, which threads take one after the other. */
struct work {
    struct corpus      *corpus;
    const struct sweep *sweep; /* its points are launches */
    bool (*row)(const struct work *work, size_t row, struct diag *diag);
    size_t          next, count;
    pthread_mutex_t mutex;
    bool            failed;
    struct diag     diag;
};

static void do_some(void *context, unsigned piece, unsigned thread)
{
    struct work *work = context;
    (void)piece, (void)thread;
    pthread_mutex_lock(&work->mutex);
    while (work->next < work->count && !work->failed && !interrupt_came()) {
        struct diag  diag = {0};
        const size_t row = work->next++;
        pthread_mutex_unlock(&work->mutex);
        const bool good = work->row(work, row, &diag);
        pthread_mutex_lock(&work->mutex);
        if (!good && !work->failed)
            work->diag = diag;
        work->failed = work->failed || !good;
    }
    pthread_mutex_unlock(&work->mutex);
}

static bool do_rows(struct work *work, size_t count, struct diag *diag)
{
    const unsigned     processors = crew_processors(), threads = processors < CREW_PIECES ? processors : CREW_PIECES;
    struct crew *const crew = crew_open(threads, threads);
    if (!crew)
        return diag_set(diag, NULL, 0, "not enough memory");
    work->count = count;
    pthread_mutex_init(&work->mutex, NULL);
    crew_do(crew, do_some, work);
    crew_close(crew);
    pthread_mutex_destroy(&work->mutex);
    if (work->failed)
        *diag = work->diag;
    return !work->failed && !interrupt_came();
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

static bool measure_side(const struct work *work, struct corpus_row *row, unsigned s, struct compare_side *side,
                         struct diag *diag)
{
    struct measured measured;
    struct launch  *launch;
    bool            good = sweep_measure(work->sweep, row->point[s], SWEEP_PLAIN, &measured, &launch, diag);
    if (good && measured.status != MEASURED_DONE)
        snprintf(row->why[s], sizeof row->why[s], "%.*s", CORPUS_TEXT - 1, measured.why.what);
    good = good && compare_take(&measured, row->name, side, diag);
    measured_free(&measured);
    if (launch)
        launch_free(launch);
    return good;
}

static bool measure_row(const struct work *work, size_t n, struct diag *diag)
{
    struct corpus_row  *row = &work->corpus->rows[n];
    struct compare_side sides[2] = {{0}, {0}};
    bool                good = true;
    for (unsigned s = 0; good && s < 2; s++)
        if (row->path[s])
            good = work->corpus->launches ? measure_side(work, row, s, &sides[s], diag)
                                          : compare_load(row->path[s], &sides[s], diag);
    good = good && corpus_take(row, sides, diag);
    compare_free(&sides[0]);
    compare_free(&sides[1]);
    return good;
}

/* The launches become an axis; of the others each has one value. */
static bool add_launches(struct corpus *corpus, struct sweep *sweep, struct diag *diag)
{
    struct sweep_axis *axis = sweep_make_axis(sweep, SWEEP_LAUNCH, sweep_kind_name(SWEEP_LAUNCH), diag);
    for (size_t n = 0; axis && n < corpus->count; n++)
        for (unsigned s = 0; s < 2; s++) {
            const char *const *path = (const char *const *)corpus->rows[n].path;
            const bool         again = s && path[0] && path[1] && strcmp(path[0], path[1]) == 0;
            corpus->rows[n].point[s] = again ? corpus->rows[n].point[0] : axis->count;
            if (path[s] && !again && !sweep_add_value(axis, path[s], strlen(path[s]), diag))
                return false;
        }
    for (unsigned i = 0; axis && i < sweep->axis_count; i++)
        if (sweep->axes[i].kind != SWEEP_LAUNCH && sweep->axes[i].count > 1)
            return diag_set(diag, NULL, 0, "%s has %u values, expected one for both folders", sweep->axes[i].name,
                            sweep->axes[i].count);
    return axis && sweep_settle(sweep, diag);
}

bool corpus_measure(struct corpus *corpus, struct sweep *sweep, struct diag *diag)
{
    struct work work = {.corpus = corpus, .sweep = sweep, .row = measure_row};
    return (!corpus->launches || add_launches(corpus, sweep, diag)) && do_rows(&work, corpus->count, diag);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Appends a text without its address, and places and lengths of clauses in it: what is the same in two programs at
 * other places. */
static void put_plain(const char *text, char plain[static CORPUS_TEXT])
{
    size_t used = strlen(plain);
    while (isspace((unsigned char)*text) || isdigit((unsigned char)*text))
        text++;
    for (; *text && used < CORPUS_TEXT - 1; text++)
        if ((strncmp(text, "ADDR(", 5) == 0 || strncmp(text, "COUNT(", 6) == 0) && strchr(text, ')'))
            text = strchr(text, ')');
        else if (!isspace((unsigned char)*text) || (used && plain[used - 1] != ' '))
            plain[used++] = isspace((unsigned char)*text) ? ' ' : *text;
    plain[used] = '\0';
}

/* A line with those behind it that are of the same group. */
static void plain_line(const struct profile *profile, unsigned line, char plain[static CORPUS_TEXT])
{
    plain[0] = '\0';
    do
        put_plain(profile->lines[line++].text, plain);
    while (line < profile->line_count && !profile->lines[line].has && profile->lines[line].text[0] == ' ');
}

/* The clocks of all lines of a text. */
static double clocks_like(const struct profile *profile, const char *plain)
{
    double sum = 0;
    for (unsigned i = 0; i < profile->line_count; i++) {
        char other[CORPUS_TEXT];
        if (!profile->lines[i].has)
            continue;
        plain_line(profile, i, other);
        if (strcmp(plain, other) == 0)
            sum += (double)profile_all_clocks(profile, &profile->costs[i]);
    }
    return sum;
}

static void take_line(struct corpus_row *row, const struct profile profiles[2])
{
    const struct profile *const profile = &profiles[1];
    for (unsigned i = 0; i < profile->line_count; i++) {
        const struct line_cost *const cost = &profile->costs[i];
        char                          plain[CORPUS_TEXT];
        if (!profile->lines[i].has || profile->lines[i].text[0] == '(' || !profile_all_clocks(profile, cost))
            continue;
        plain_line(profile, i, plain);
        const double more = clocks_like(profile, plain) - clocks_like(&profiles[0], plain);
        if (more <= row->line_clocks)
            continue;
        unsigned most = 0;
        for (unsigned r = 1; r < profile->observer->reason_count; r++)
            if (profile_clocks(profile, cost, r) > profile_clocks(profile, cost, most))
                most = r;
        row->line_clocks = more;
        snprintf(row->line, sizeof row->line, "%.*s", CORPUS_TEXT - 1,
                 profile->lines[i].text + strspn(profile->lines[i].text, " "));
        snprintf(row->line_reason, sizeof row->line_reason, "%s", most ? profile->observer->reasons[most] : "used");
    }
}

static bool find_line(const struct work *work, size_t n, struct diag *diag)
{
    struct measured measured[2] = {{0}, {0}};
    struct launch  *launch[2] = {NULL, NULL};
    struct profile  profiles[2] = {{0}, {0}};
    bool            good = true;
    for (unsigned s = 0; good && s < 2; s++)
        good =
            sweep_measure(work->sweep, work->corpus->rows[n].point[s], SWEEP_LINES, &measured[s], &launch[s], diag) &&
            (!measured[s].observed.by ||
             profile_make(&profiles[s], measured[s].observed.by, work->corpus->rows[n].name, measured[s].cycles, diag));
    if (good)
        take_line(&work->corpus->rows[n], profiles);
    for (unsigned s = 0; s < 2; s++) {
        profile_free(&profiles[s]);
        measured_free(&measured[s]);
        if (launch[s])
            launch_free(launch[s]);
    }
    return good;
}

bool corpus_find_lines(struct corpus *corpus, const struct sweep *sweep, size_t limit, struct diag *diag)
{
    struct work  work = {.corpus = corpus, .sweep = sweep, .row = find_line};
    const size_t slower = corpus->slower;
    return !corpus->launches || do_rows(&work, limit && limit < slower ? limit : slower, diag);
}
