/* ask.c - reads a question and answers it. */
#include "tools/serve/ask.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"
#include "tools/serve/text.h"
#include "tools/view/view_dump.h"

enum { WORD_MAX = 512 };

struct asking {
    struct timeline *timeline;
    const char      *text, *at;
    struct diag     *diag;
};

/* ---- words of a question ----------------------------------------------------------------------------------------- */

static bool wrong(struct asking *asking, const char *at, const char *what)
{
    diag_set(asking->diag, "question", 1, "%.900s", what);
    return diag_at(asking->diag, (unsigned)(at - asking->text) + 1);
}

static void skip_blanks(struct asking *asking)
{
    asking->at += strspn(asking->at, " \t\r\n");
}

/* These words, with blanks between them. */
static bool take(struct asking *asking, const char *words)
{
    const char *at = asking->at + strspn(asking->at, " \t");
    for (; *words; words++) {
        if (*words == ' ' && (*at == ' ' || *at == '\t'))
            at += strspn(at, " \t");
        else if (*words != *at++)
            return false;
    }
    if (*at && !strchr(" \t\r\n", *at))
        return false;
    asking->at = at;
    return true;
}

static bool take_word(struct asking *asking, char word[WORD_MAX])
{
    skip_blanks(asking);
    const size_t length = strcspn(asking->at, " \t\r\n");
    if (!length || length >= WORD_MAX)
        return false;
    memcpy(word, asking->at, length);
    word[length] = '\0';
    asking->at += length;
    return true;
}

static bool take_end(struct asking *asking)
{
    skip_blanks(asking);
    return !*asking->at || wrong(asking, asking->at, "expected the end of the question");
}

static bool take_signal(struct asking *asking, struct trigger_signal *signal)
{
    struct diag       why = {0};
    char              word[WORD_MAX];
    const char *const before = (skip_blanks(asking), asking->at);
    if (!take_word(asking, word))
        return wrong(asking, before, "expected the name of a signal");
    return trigger_find(&asking->timeline->signals.names, UINT_MAX, word, signal, &why) ||
           wrong(asking, before, why.what);
}

/* A cycle that has been, or comes before the run is over. */
static bool reach(struct asking *asking, const char *at, uint64_t cycle)
{
    char                   what[1024];
    struct timeline *const timeline = asking->timeline;
    if (cycle > timeline_latest(timeline))
        timeline_run(timeline, cycle);
    if (cycle >= timeline->first && cycle <= timeline_latest(timeline))
        return true;
    snprintf(what, sizeof what, "the run has cycles %" PRIu64 " to %" PRIu64 "%s%.800s", timeline->first,
             timeline_latest(timeline), timeline->why.what[0] ? ": " : "", timeline->why.what);
    return wrong(asking, at, what);
}

static bool take_cycle(struct asking *asking, uint64_t *cycle)
{
    char              word[WORD_MAX];
    const char *const before = (skip_blanks(asking), asking->at);
    if (!take_word(asking, word) || !number_in(word, 0, UINT64_MAX / 2, cycle))
        return wrong(asking, before, "expected the number of a cycle");
    return true;
}

/* FIRST..LAST, or all of the run. */
static bool take_range(struct asking *asking, uint64_t *from, uint64_t *to)
{
    char word[WORD_MAX];
    if (skip_blanks(asking), !*asking->at) {
        timeline_run(asking->timeline, UINT64_MAX);
        *from = asking->timeline->first;
        *to = timeline_latest(asking->timeline);
        return true;
    }
    if (!take(asking, "in"))
        return wrong(asking, asking->at, "expected `in` FIRST..LAST, or nothing");
    skip_blanks(asking);
    const char *const before = asking->at;
    char             *dots = take_word(asking, word) ? strstr(word, "..") : NULL;
    if (dots)
        *dots = '\0';
    if (!dots || !number_in(word, 0, UINT64_MAX / 2, from) || !number_in(dots + 2, 0, UINT64_MAX / 2, to))
        return wrong(asking, before, "expected two cycles, FIRST..LAST");
    if (*from > *to)
        return wrong(asking, before, "expected LAST from FIRST on");
    return reach(asking, before, *to) && reach(asking, before, *from);
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The value, and its word if the waveform has one, as members. */
static bool put_value(json_t *object, const struct timeline *timeline, const struct rtl_signal *signal, uint64_t value)
{
    const struct trigger_names *names = &timeline->signals.names;
    const struct trace_view     view = trace_view_of(signal, names->views, names->view_count);
    char                        number[32], text[VIEW_WORD_BYTES];
    snprintf(number, sizeof number, "0x%0*" PRIx64, (int)(signal->bits + 3) / 4, value);
    const char *const word = view_word(&view, signal->bits, value, text);
    return json_object_set_new(object, "value", json_string(number)) == 0 &&
           (strcmp(word, number) == 0 || json_object_set_new(object, "word", json_string(word)) == 0);
}

static bool put_number(json_t *object, const char *key, uint64_t number)
{
    return json_object_set_new(object, key, json_integer((json_int_t)number)) == 0;
}

static json_t *begin_answer(const struct timeline *timeline, const struct trigger_signal *signal)
{
    char    name[TRIGGER_NAME_BYTES];
    json_t *answer = json_object();
    json_object_set_new(answer, "signal", json_string(trigger_name(&timeline->signals.names, signal, name)));
    return answer;
}

struct listing {
    const struct timeline   *timeline;
    const struct rtl_signal *signal;
    json_t                  *list;
    bool                     but_first; /* the first value is not a change */
    bool                     begun, full;
    uint64_t                 next;
};

static bool list_value(void *context, uint64_t cycle, const uint64_t *values)
{
    struct listing *listing = context;
    const bool      counts = listing->begun || !listing->but_first;
    listing->begun = true;
    if (!counts)
        return true;
    listing->full = json_array_size(listing->list) == ASK_CHANGES_MAX;
    listing->next = cycle;
    json_t *entry = listing->full ? NULL : json_object();
    if (!entry || !put_number(entry, "cycle", cycle) ||
        !put_value(entry, listing->timeline, listing->signal, values[0])) {
        json_decref(entry);
        return false;
    }
    return json_array_append_new(listing->list, entry) == 0;
}

/* ---- questions --------------------------------------------------------------------------------------------------- */

static json_t *out_of_memory(struct asking *asking, json_t *answer)
{
    json_decref(answer);
    diag_set(asking->diag, NULL, 0, "not enough memory for the answer");
    return NULL;
}

static bool take_first(void *context, uint64_t cycle, const uint64_t *values)
{
    (void)cycle;
    *(uint64_t *)context = values[0];
    return true;
}

static json_t *value_at(struct asking *asking)
{
    struct trigger_signal signal;
    uint64_t              cycle, value;
    if (!take_signal(asking, &signal))
        return NULL;
    if (!take(asking, "at")) {
        wrong(asking, asking->at, "expected `at` CYCLE");
        return NULL;
    }
    skip_blanks(asking);
    const char *const at = asking->at;
    if (!take_cycle(asking, &cycle) || !take_end(asking) || !reach(asking, at, cycle))
        return NULL;
    json_t *answer = begin_answer(asking->timeline, &signal);
    if (!timeline_values(asking->timeline, &signal, 1, cycle, cycle, take_first, &value) ||
        !put_number(answer, "cycle", cycle) || !put_value(answer, asking->timeline, signal.signal, value))
        return out_of_memory(asking, answer);
    return answer;
}

static json_t *changes(struct asking *asking, bool but_first)
{
    struct trigger_signal signal;
    uint64_t              from, to;
    if (!take_signal(asking, &signal))
        return NULL;
    if (but_first && !take(asking, "change")) {
        wrong(asking, asking->at, "expected `change` behind the signal");
        return NULL;
    }
    if (!take_range(asking, &from, &to) || !take_end(asking))
        return NULL;
    json_t        *answer = begin_answer(asking->timeline, &signal);
    struct listing listing = {asking->timeline, signal.signal, json_array(), but_first, false, false, 0};
    const bool     good = timeline_values(asking->timeline, &signal, 1, from, to, list_value, &listing);
    put_number(answer, "first", from);
    put_number(answer, "last", to);
    if (json_object_set_new(answer, but_first ? "changes" : "values", listing.list) != 0 || (!good && !listing.full) ||
        (listing.full && !put_number(answer, "next", listing.next)))
        return out_of_memory(asking, answer);
    return answer;
}

/* The last ` after ` parts the expression from the cycle. */
static char *split_after(const char *text, const char **cycle)
{
    const char *last = NULL;
    for (const char *at = strstr(text, " after "); at; at = strstr(at + 1, " after "))
        last = at;
    *cycle = last ? last + strlen(" after ") : NULL;
    return last ? strndup(text, (size_t)(last - text)) : NULL;
}

static json_t *first_after(struct asking *asking)
{
    const char *const start = asking->at, *behind;
    char *const       expression = split_after(start, &behind);
    uint64_t          after, cycle;
    struct diag       why = {0};
    if (!expression) {
        wrong(asking, start + strlen(start), "expected an expression, `after` and a cycle");
        return NULL;
    }
    asking->at = behind;
    skip_blanks(asking);
    const char *const at = asking->at;
    if (!take_cycle(asking, &after) || !take_end(asking) || !reach(asking, at, after)) {
        free(expression);
        return NULL;
    }
    const enum timeline_answer found = timeline_first(asking->timeline, expression, after, &cycle, &why);
    if (found == TIMELINE_WRONG) {
        wrong(asking, start + (why.column ? why.column - 1 : 0), why.what);
        free(expression);
        return NULL;
    }
    json_t *answer = json_object();
    json_object_set_new(answer, "first", text_json(expression + strspn(expression, " \t")));
    free(expression);
    if (!put_number(answer, "after", after) ||
        json_object_set_new(answer, "cycle", found == TIMELINE_FOUND ? json_integer((json_int_t)cycle) : json_null()) !=
            0 ||
        (found == TIMELINE_NEVER && !put_number(answer, "end", timeline_latest(asking->timeline))))
        return out_of_memory(asking, answer);
    return answer;
}

/* What is kept of the run, and how much has been run again. */
static json_t *states(struct asking *asking)
{
    const struct timeline *const timeline = asking->timeline;
    const struct history_figures figures = history_figures(timeline->history);
    if (!take_end(asking))
        return NULL;
    json_t *answer = json_object();
    if (!put_number(answer, "first", timeline->first) || !put_number(answer, "last", timeline_latest(timeline)) ||
        json_object_set_new(answer, "over", json_boolean(timeline->state != TIMELINE_RUNS)) != 0 ||
        !put_number(answer, "states", figures.states) || !put_number(answer, "bytes", figures.bytes) ||
        !put_number(answer, "repeated", timeline->repeated))
        return out_of_memory(asking, answer);
    return answer;
}

json_t *ask_answer(struct timeline *timeline, const char *question, struct diag *diag)
{
    struct asking asking = {timeline, question, question, diag};
    if (take(&asking, "value of"))
        return value_at(&asking);
    if (take(&asking, "values of"))
        return changes(&asking, false);
    if (take(&asking, "when does"))
        return changes(&asking, true);
    if (take(&asking, "first"))
        return first_after(&asking);
    if (take(&asking, "states"))
        return states(&asking);
    skip_blanks(&asking);
    wrong(&asking, asking.at,
          "expected `value of` SIGNAL `at` CYCLE, `values of` SIGNAL `in` FIRST..LAST, `when does` SIGNAL `change in` "
          "FIRST..LAST or `first` EXPRESSION `after` CYCLE");
    return NULL;
}
