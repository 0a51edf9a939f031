/* corpus.h - two folders of programs beside each other: what became slower, by which reason and in which line, and all
 * of them in one number.
 *
 * A folder holds results (result.json of `run --out`, what --stats wrote) or launch files, which are run.  Two files
 * are of one program when they lie at the same place of their folders. */
#ifndef TOOLS_CORPUS_H
#define TOOLS_CORPUS_H

#include "tools/compare/compare.h"
#include "tools/sweep/sweep_run.h"

enum { CORPUS_TEXT = 160 };

struct corpus_row {
    char    *name;
    char    *path[2];  /* NULL: the folder has none */
    uint64_t point[2]; /* of the sweep that runs them, if they are launches */
    char    *status[2];
    char     why[2][CORPUS_TEXT]; /* of launches: why a status is not done */
    bool     has[2], ended[2];    /* cycles; and the run has come to its end */
    uint64_t cycles[2];
    /* Of chances to issue, the reason whose clocks have grown most (of a row that is not slower: fallen most). */
    char   reason[CORPUS_TEXT];
    double clocks;
    /* Of launches: the line of B's program whose clocks have grown most, and of which reason it has most. */
    char   line[CORPUS_TEXT], line_reason[CORPUS_TEXT];
    double line_clocks;
};

struct corpus {
    const char        *folder[2];
    bool               launches; /* and not results */
    struct corpus_row *rows;     /* after corpus_rank the slowest first, programs that are not compared last */
    size_t             count, room;
    size_t             compared, faster, slower;
    double             mean; /* geometric, of B's cycles to A's, of the compared ones */
};

/* ---- corpus.c ---------------------------------------------------------------------------------------------------- */

/* A folder that is no result itself. */
bool corpus_is(const char *path);
bool corpus_find(struct corpus *corpus, const char *a, const char *b, struct diag *diag);
/* Status, cycles and reason of both sides of a row. */
bool corpus_take(struct corpus_row *row, struct compare_side sides[2], struct diag *diag);
void corpus_rank(struct corpus *corpus);
void corpus_free(struct corpus *corpus);

/* ---- corpus_run.c ------------------------------------------------------------------------------------------------ */

/* Reads all results, or runs all launches on the chip of the sweep with its settings, as many at once as there are
 * processors. */
bool corpus_measure(struct corpus *corpus, struct sweep *sweep, struct diag *diag);
/* The lines of the slowest rows, at most so many (0: of all that are slower), which run again for it. */
bool corpus_find_lines(struct corpus *corpus, const struct sweep *sweep, size_t limit, struct diag *diag);

/* ---- corpus_print.c ---------------------------------------------------------------------------------------------- */

/* At most so many rows of the slower ones, of the faster ones, and of what is not compared; 0: all. */
void corpus_print(FILE *out, const struct corpus *corpus, size_t limit);
void corpus_print_csv(FILE *out, const struct corpus *corpus);
bool corpus_print_json(FILE *out, const struct corpus *corpus);

#endif
