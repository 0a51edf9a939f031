/* history.c - pages that states share, which states are kept, and the way back. */
#include "rtl_model/history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kit/snapshot.h"

enum { STEP = 4096 }; /* cycles between two looks at whether a state is due */

/* A page as it is kept: a bit for each of its words that is another than the one before it, 0 before the first, then
 * those words.  Registers of lanes are often the same: of Mandelbrot on a chip two words of five are left. */
enum { PAGE_WORDS = HISTORY_PAGE / 4, PAGE_MARKS = PAGE_WORDS / 32 };
struct packed {
    unsigned count; /* words */
    uint32_t words[PAGE_MARKS + PAGE_WORDS];
};
struct page {
    unsigned users; /* places in states */
    unsigned count;
    uint32_t words[];
};

struct state {
    uint64_t      cycle;
    bool          pinned; /* the machine has been changed: states before it do not lead to it */
    size_t        outside;
    unsigned      pages;
    struct page **page;
};

struct history {
    struct rtl_machine machine;
    size_t             inside, most, bytes;
    uint64_t           worked; /* when the last state was kept */
    bool               is_changed, is_even;
    unsigned           seldom; /* of an even one: states are kept so many times less often, as a power of 2 */
    struct state      *states; /* in rising order of cycles */
    unsigned           count, room;
    unsigned char     *scratch;
    size_t             scratch_bytes;
};

/* ---- pages ------------------------------------------------------------------------------------------------------- */

static unsigned pages_of(size_t bytes)
{
    return (unsigned)((bytes + HISTORY_PAGE - 1) / HISTORY_PAGE);
}

static size_t page_bytes(unsigned count)
{
    return sizeof(struct page) + count * sizeof(uint32_t);
}

static void pack(struct packed *packed, const unsigned char *bytes)
{
    uint32_t before = 0;
    packed->count = PAGE_MARKS;
    for (unsigned m = 0; m < PAGE_MARKS; m++) {
        uint32_t marks = 0;
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t word;
            memcpy(&word, bytes + (m * 32 + bit) * sizeof word, sizeof word);
            packed->words[packed->count] = word;
            packed->count += word != before;
            marks |= (uint32_t)(word != before) << bit;
            before = word;
        }
        packed->words[m] = marks;
    }
}

static void unpack(unsigned char *bytes, const struct page *page)
{
    const uint32_t *next = page->words + PAGE_MARKS;
    uint32_t        word = 0;
    for (unsigned w = 0; w < PAGE_WORDS; w++) {
        word = page->words[w / 32] >> w % 32 & 1 ? *next++ : word;
        memcpy(bytes + w * sizeof word, &word, sizeof word);
    }
}

static bool is_same(const struct page *page, const struct packed *packed)
{
    return page && page->count == packed->count &&
           memcmp(page->words, packed->words, packed->count * sizeof *packed->words) == 0;
}

static void drop(struct history *history, unsigned number)
{
    struct state *state = &history->states[number];
    for (unsigned i = 0; i < state->pages; i++)
        if (state->page[i] && --state->page[i]->users == 0) {
            history->bytes -= page_bytes(state->page[i]->count);
            free(state->page[i]);
        }
    history->bytes -= state->pages * sizeof *state->page;
    free(state->page);
    memmove(state, state + 1, (--history->count - number) * sizeof *state);
}

/* The page of the state before at this place or the one before it in this state, if it has these bytes; else a new one.
 */
static struct page *share(struct history *history, const struct state *state, unsigned place,
                          const unsigned char *bytes)
{
    const struct state *before = state > history->states ? state - 1 : NULL;
    struct page        *page = before && place < before->pages ? before->page[place] : NULL;
    struct packed       packed;
    pack(&packed, bytes);
    if (!is_same(page, &packed))
        page = place ? state->page[place - 1] : NULL;
    if (!is_same(page, &packed)) {
        page = malloc(page_bytes(packed.count));
        if (!page)
            return NULL;
        page->users = 0;
        page->count = packed.count;
        memcpy(page->words, packed.words, packed.count * sizeof *packed.words);
        history->bytes += page_bytes(packed.count);
    }
    page->users++;
    return page;
}

/* ---- keeping ----------------------------------------------------------------------------------------------------- */

static uint64_t worked(const struct history *history)
{
    const struct rtl_machine *m = &history->machine;
    return m->kind->worked ? m->kind->worked(m->of) : *m->cycle;
}

static size_t outside_bytes(const struct history *history)
{
    const struct rtl_machine *m = &history->machine;
    return m->kind->outside_bytes ? m->kind->outside_bytes(m->of) : 0;
}

/* Room for a state, filled up to whole pages. */
static bool make_room(struct history *history, size_t bytes)
{
    const size_t whole = (size_t)pages_of(bytes) * HISTORY_PAGE;
    if (history->count == history->room) {
        const unsigned room = history->room ? 2 * history->room : 16;
        struct state  *states = realloc(history->states, room * sizeof *states);
        if (!states)
            return false;
        history->states = states;
        history->room = room;
    }
    if (whole > history->scratch_bytes) {
        unsigned char *scratch = realloc(history->scratch, whole);
        if (!scratch)
            return false;
        history->scratch = scratch;
        history->scratch_bytes = whole;
    }
    memset(history->scratch + bytes, 0, whole - bytes);
    return true;
}

/* The one whose loss hurts least: that leaves the smallest gap, by how long ago it is. */
static unsigned least_missed(const struct history *history)
{
    const uint64_t now = history->states[history->count - 1].cycle;
    double         least = 0;
    unsigned       found = 0; /* the search goes on from the first one over pinned ones alone */
    for (unsigned i = 1; i + 1 < history->count; i++) {
        const struct state *state = &history->states[i];
        const double        gap = (double)(state[1].cycle - state[-1].cycle) / (double)(now - state->cycle);
        if (!state->pinned && (!found || gap < least)) {
            least = gap;
            found = i;
        }
    }
    return found;
}

/* Every other one, but the first and the last. */
static void thin_out(struct history *history)
{
    for (unsigned i = 1; i + 1 < history->count; i++)
        if (!history->states[i].pinned)
            drop(history, i);
    history->seldom++;
}

static bool keep(struct history *history, bool pinned)
{
    const struct rtl_machine *m = &history->machine;
    const size_t              outside = outside_bytes(history), bytes = history->inside + outside;
    while (history->count && history->states[history->count - 1].cycle >= *m->cycle)
        drop(history, history->count - 1);
    if (!make_room(history, bytes))
        return false;
    m->kind->look(m->of, (unsigned)MACHINE_ALL);
    snapshot_state_put(history->scratch, m->instances, m->instance_count);
    if (outside)
        m->kind->outside_put(history->scratch + history->inside, m->of);
    struct state *state = &history->states[history->count];
    *state = (struct state){*m->cycle, pinned, outside, pages_of(bytes), calloc(pages_of(bytes), sizeof *state->page)};
    if (!state->page)
        return false;
    history->count++;
    history->bytes += state->pages * sizeof *state->page;
    for (unsigned i = 0; i < state->pages; i++)
        if (!(state->page[i] = share(history, state, i, history->scratch + (size_t)i * HISTORY_PAGE))) {
            drop(history, history->count - 1);
            return false;
        }
    while (history->bytes > history->most && history->count > 2 && history->is_even)
        thin_out(history);
    while (history->bytes > history->most && history->count > 2)
        drop(history, least_missed(history));
    history->worked = worked(history);
    return true;
}

/* ---- as time goes on --------------------------------------------------------------------------------------------- */

uint64_t history_next(const struct history *history, uint64_t end)
{
    const uint64_t now = *history->machine.cycle;
    return end - now > STEP ? now + STEP : end;
}

void history_note(struct history *history)
{
    const uint64_t clocks = (worked(history) - history->worked) >> history->seldom;
    if (clocks * HISTORY_BYTES_A_CLOCK >= history->inside + HISTORY_OUTSIDE * outside_bytes(history))
        keep(history, false);
}

void history_changed(struct history *history)
{
    history->is_changed = true;
}

static void forget(struct history *history)
{
    while (history->count)
        drop(history, history->count - 1);
}

void history_settle(struct history *history)
{
    if (history->is_changed && !keep(history, true))
        forget(history); /* what is kept does not lead here */
    history->is_changed = false;
}

void history_begin(struct history *history)
{
    forget(history);
    history->is_changed = false;
    keep(history, false);
}

/* How many states are at or before a cycle. */
static unsigned count_before(const struct history *history, uint64_t cycle)
{
    unsigned number = history->count;
    while (number && history->states[number - 1].cycle > cycle)
        number--;
    return number;
}

/* There is room: it has been kept. */
static bool take(const struct history *history, const struct state *state, const struct rtl_machine *m)
{
    for (unsigned i = 0; i < state->pages; i++)
        unpack(history->scratch + (size_t)i * HISTORY_PAGE, state->page[i]);
    const unsigned char *outside = history->scratch + history->inside;
    if (state->outside && (!m->kind->outside_check("history", outside, state->outside, m->of, state->cycle, NULL) ||
                           !m->kind->outside_take("history", outside, m->of, NULL)))
        return false;
    m->kind->look(m->of, (unsigned)MACHINE_ALL);
    snapshot_state_take(history->scratch, m->instances, m->instance_count);
    *m->cycle = state->cycle;
    m->kind->touch(m->of);
    return true;
}

bool history_go_back(struct history *history, uint64_t cycle)
{
    const unsigned number = count_before(history, cycle);
    if (!number || !take(history, &history->states[number - 1], &history->machine))
        return false;
    while (history->count > number)
        drop(history, history->count - 1);
    history->is_changed = false;
    history->worked = worked(history);
    return true;
}

uint64_t history_before(const struct history *history, uint64_t cycle)
{
    const unsigned number = count_before(history, cycle);
    return number ? history->states[number - 1].cycle : UINT64_MAX;
}

bool history_recall(const struct history *history, const struct rtl_machine *machine, uint64_t cycle)
{
    const unsigned number = count_before(history, cycle);
    return number && take(history, &history->states[number - 1], machine);
}

struct history_figures history_figures(const struct history *history)
{
    return (struct history_figures){history->count ? history->states[0].cycle : UINT64_MAX, history->count,
                                    history->bytes};
}

/* ---- life -------------------------------------------------------------------------------------------------------- */

struct history *history_create(const struct rtl_machine *machine, size_t most_bytes, struct diag *diag)
{
    struct history *history = calloc(1, sizeof *history);
    if (history) {
        history->machine = *machine;
        history->inside = snapshot_state_bytes(machine->instances, machine->instance_count);
        history->most = most_bytes;
        if (keep(history, false))
            return history;
    }
    history_free(history);
    diag_set(diag, NULL, 0, "not enough memory for the states of a machine");
    return NULL;
}

void history_even(struct history *history)
{
    history->is_even = true;
}

void history_free(struct history *history)
{
    if (!history)
        return;
    forget(history);
    free(history->states);
    free(history->scratch);
    free(history);
}
