/* lint_flow.c - what a flow control instruction must not rely on: an ALU result that another one has met (R5xx
 * Acceleration 8.4.10), predication by channel (8.6.1), the end of a loop that has not been entered (8.6.2). */
#include <string.h>

#include "rtl_model/r580/analysis/lint.h"

/* What may hold before an instruction, on one way to it or another; 0: no way leads there. */
enum {
    LACKS_RESULT = 1, /* no ALU instruction has written the result since the last flow control instruction */
    HAS_RESULT = 2,   /* one has */
    KILLED = 4        /* TEXKILL has been executed */
};

static uint8_t behind(const struct us_survey *survey, unsigned at, uint8_t before)
{
    const struct us_touches *touches = &survey->touches[at];
    struct us_tex            tex;
    us_unpack_tex(survey->store.words[at].w, &tex);
    if (touches->type == US_TEX && tex.inst == US_TEX_KILL)
        before |= KILLED;
    if (touches->type == US_FC)
        return (uint8_t)((before & ~HAS_RESULT) | LACKS_RESULT);
    return touches->sets_result ? (uint8_t)((before & ~LACKS_RESULT) | HAS_RESULT) : before;
}

struct results {
    const struct us_survey *survey;
    uint8_t                 ways[US_STORE], after;
};

static void visit(void *context, unsigned at)
{
    struct results *results = context;
    results->after = behind(results->survey, at, results->ways[at]);
}

static bool join(void *context, unsigned from, unsigned to)
{
    struct results *results = context;
    const uint8_t   before = results->ways[to];
    (void)from;
    results->ways[to] |= results->after;
    return results->ways[to] != before;
}

static void check_result(const struct us_lint *lint, unsigned at, uint8_t way)
{
    if (!lint->survey->touches[at].uses_result || !(way & LACKS_RESULT))
        return;
    if (way & HAS_RESULT)
        us_lint_note(
            lint, at, LINT_DOUBTFUL, "R5XX 8.4.10",
            "JUMP_FUNC reads the ALU result, and on some ways no ALU instruction has written it since the last "
            "flow control instruction");
    else
        us_lint_note(
            lint, at, LINT_ILLEGAL, "R5XX 8.4.10",
            "JUMP_FUNC reads the ALU result, and no ALU instruction has written it since the last flow control "
            "instruction");
}

/* LOOP that is not entered, and jumps to ENDLOOP and not behind it: that pops a frame that was not pushed. */
static void check_skipped_loop(const struct us_lint *lint, unsigned at, const struct us_fc *fc, uint8_t way)
{
    const struct us_survey *survey = lint->survey;
    const unsigned          to = (fc->jump_addr + (fc->jump_global ? 0u : survey->setup.offset)) % US_STORE;
    const bool              whole = !fc->jump_any && fc->ignore_uncovered && way & KILLED;
    if (whole && survey->setup.full && us_skips_to_own_end(&survey->setup, &survey->store, at))
        us_lint_note(lint, at, LINT_DOUBTFUL, "R5XX 8.6.2",
                     "a group that TEXKILL has killed whole jumps to instruction %u, which ends a loop that it has not "
                     "entered: expected JUMP_ADDR %u (empty_loop_pop)",
                     to, (to + 1) % US_STORE);
}

void us_lint_flow(const struct us_lint *lint)
{
    static const struct us_lattice lattice = {visit, join};
    struct results                 results = {.survey = lint->survey};
    const uint8_t *const           ways = results.ways;
    results.ways[lint->survey->setup.first] = LACKS_RESULT;
    us_ways_solve(&lint->survey->ways, lint->survey->setup.first, &lattice, &results);
    for (unsigned at = 0; at < US_STORE; at++) {
        struct us_cmn cmn;
        struct us_fc  fc;
        if (!ways[at] || !lint->survey->store.written[at] || lint->survey->touches[at].type != US_FC)
            continue;
        us_unpack_cmn(lint->survey->store.words[at].w, &cmn);
        us_unpack_fc(lint->survey->store.words[at].w, &fc);
        if (cmn.rgb_pred_sel == US_PRED_SEL_CHANNELS)
            us_lint_note(lint, at, LINT_ILLEGAL, "R5XX 8.6.1",
                         "flow control is predicated by channel, RGB_PRED_SEL(RGBA): expected one of NONE, RRRR, GGGG, "
                         "BBBB, AAAA");
        check_result(lint, at, ways[at]);
        check_skipped_loop(lint, at, &fc, ways[at]);
    }
}
