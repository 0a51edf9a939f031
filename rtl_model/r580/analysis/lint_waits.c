/* lint_waits.c - results that are taken before they are there: of look-ups without TEX_SEM_WAIT, of the ALU without
 * ALU_WAIT (R5xx Acceleration 8.3.1, 8.5.2). */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/analysis/lint.h"

/* What may be under way before an instruction: channels of temporaries. */
struct under_way {
    uint8_t looked_up[US_TEMPORARIES];
    uint8_t held[US_TEMPORARIES]; /* of these, what the semaphore waits for */
    uint8_t computed[US_TEMPORARIES];
    uint8_t flags; /* predicate bits, and above them the ALU result */
};
enum { RESULT_FLAG = 16 };

static void wait(struct under_way *way, const struct us_cmn *cmn)
{
    for (unsigned i = 0; cmn->tex_sem_wait && i < US_TEMPORARIES; i++) {
        way->looked_up[i] = (uint8_t)(way->looked_up[i] & ~way->held[i]);
        way->held[i] = 0;
    }
    if (!cmn->alu_wait || cmn->type == US_ALU || cmn->type == US_OUT) /* ALU instructions wait for one another */
        return;
    memset(way->computed, 0, sizeof way->computed);
    way->flags = 0;
}

static void begin(struct under_way *way, const struct us_survey *survey, unsigned at)
{
    const struct us_touches *touches = &survey->touches[at];
    struct us_tex            tex;
    us_unpack_tex(survey->store.words[at].w, &tex);
    for (unsigned w = 0; w < touches->write_count; w++) {
        const struct us_touch *write = &touches->write[w];
        uint8_t *const         under = touches->type == US_TEX ? way->looked_up : way->computed;
        if (!write->relative)
            under[write->number % US_TEMPORARIES] |= write->channels;
    }
    if (touches->type == US_TEX && tex.tex_sem_acquire)
        memcpy(way->held, way->looked_up, sizeof way->held);
    way->flags |= (uint8_t)(touches->sets_predicates | (touches->sets_result ? RESULT_FLAG : 0));
}

struct results {
    const struct us_survey *survey;
    struct under_way       *ways, behind;
};

static void visit(void *context, unsigned at)
{
    struct results *results = context;
    struct us_cmn   cmn;
    us_unpack_cmn(results->survey->store.words[at].w, &cmn);
    results->behind = results->ways[at];
    wait(&results->behind, &cmn);
    begin(&results->behind, results->survey, at);
}

static bool join(void *context, unsigned from, unsigned to)
{
    struct results      *results = context;
    uint8_t *const       before = (uint8_t *)&results->ways[to];
    const uint8_t *const behind = (const uint8_t *)&results->behind;
    unsigned             changed = 0;
    (void)from;
    for (unsigned i = 0; i < sizeof results->behind; i++) {
        changed |= behind[i] & ~(unsigned)before[i];
        before[i] |= behind[i];
    }
    return changed;
}

static void look(const struct us_lint *lint, const struct under_way *before, unsigned at)
{
    const struct us_touches *touches = &lint->survey->touches[at];
    struct under_way         way = *before;
    struct us_cmn            cmn;
    char                     channels[5];
    us_unpack_cmn(lint->survey->store.words[at].w, &cmn);
    wait(&way, &cmn);
    for (unsigned r = 0; r < touches->read_count; r++) {
        const struct us_touch *read = &touches->read[r];
        const unsigned         number = read->number % US_TEMPORARIES;
        const unsigned         texels = read->relative ? 0 : way.looked_up[number] & read->channels,
                       sums = read->relative || touches->type != US_TEX ? 0 : way.computed[number] & read->channels;
        us_channels(texels ? texels : sums, channels);
        if (texels)
            us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.5.2",
                         "a look-up may not have written R%u.%s yet: expected TEX_SEM_WAIT here, and TEX_SEM_ACQUIRE "
                         "at the look-up or one behind it",
                         number, channels);
        else if (sums)
            us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.3.1",
                         "the ALU may not have written R%u.%s yet: expected ALU_WAIT", number, channels);
    }
    if ((touches->uses_result && way.flags & RESULT_FLAG) || touches->uses_predicates & way.flags)
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.3.1",
                     "the ALU may not have written the %s yet: expected ALU_WAIT",
                     touches->uses_predicates & way.flags ? "predicate bit" : "ALU result");
}

bool us_lint_waits(const struct us_lint *lint, struct diag *diag)
{
    static const struct us_lattice lattice = {visit, join};
    const struct us_survey        *survey = lint->survey;
    struct results                 results = {.survey = survey, .ways = calloc(US_STORE, sizeof *results.ways)};
    if (!results.ways)
        return diag_set(diag, NULL, 0, "not enough memory");
    us_ways_solve(&survey->ways, survey->setup.first, &lattice, &results);
    for (unsigned at = 0; at < US_STORE; at++)
        if (survey->ways.reached[at] && survey->store.written[at])
            look(lint, &results.ways[at], at);
    free(results.ways);
    return true;
}
