#include "rtl_model/probes/issue_observer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static struct issue_observer *of_base(struct machine_observer *base)
{
    return (struct issue_observer *)(void *)base;
}

static const struct issue_observer *of_const(const struct machine_observer *base)
{
    return (const struct issue_observer *)(const void *)base;
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

static void see_clock(struct machine_observer *base)
{
    enum { OFTEN = 1 << 20 }; /* so that no counter goes round unseen */
    struct issue_observer *observer = of_base(base);
    observer->kind->clock(observer);
    if (*observer->cycle % OFTEN == 0)
        counter_terms_take(&observer->terms);
}

/* It is shown everything. */
static void needs(const struct machine_observer *base, uint64_t *wires, uint64_t *registers)
{
    (void)base, (void)wires, (void)registers;
}

static void settle(struct machine_observer *base)
{
    counter_terms_take(&of_base(base)->terms);
}

static struct line_cost *line_of(struct issue_observer *observer, uint32_t line)
{
    const uint32_t lines = observer->kind->lines;
    return &observer->lines[line < lines + LINES_BEYOND ? line : lines + LINE_ELSEWHERE];
}

void issue_chance(struct issue_observer *observer, unsigned reason, uint32_t line)
{
    observer->now.chances[reason]++;
    if (observer->lines)
        line_of(observer, line)->chances[OBSERVED_ISSUE][reason]++;
}

void issue_executed(struct issue_observer *observer, uint32_t line, unsigned executions, unsigned lanes)
{
    if (!observer->lines)
        return;
    struct line_cost *cost = line_of(observer, line);
    cost->executions += executions;
    cost->lanes += lanes;
    cost->instructions++;
}

void issue_ended(struct issue_observer *observer, uint32_t line, uint64_t clocks)
{
    if (!observer->lines)
        return;
    line_of(observer, line)->ended++;
    line_of(observer, line)->latency += clocks;
}

void issue_pending_begin(struct issue_observer *observer, unsigned queue, uint32_t line)
{
    struct issue_pending *pending = &observer->pending[queue];
    const unsigned        at = (pending->first + pending->count) % ISSUE_PENDING;
    assert(pending->count < ISSUE_PENDING);
    pending->entry[at].line = line;
    pending->entry[at].clock = *observer->cycle;
    pending->count++;
}

/* What was under way when the observer was made is not known. */
void issue_pending_end(struct issue_observer *observer, unsigned queue)
{
    struct issue_pending *pending = &observer->pending[queue];
    if (!pending->count)
        return;
    issue_ended(observer, pending->entry[pending->first].line, *observer->cycle - pending->entry[pending->first].clock);
    pending->first = (pending->first + 1) % ISSUE_PENDING;
    pending->count--;
}

/* ---- counters ---------------------------------------------------------------------------------------------------- */

static unsigned make_counters(struct machine_observer *base, bool since_mark, struct result_counter *rows,
                              unsigned limit)
{
    const struct issue_observer *observer = of_base(base);
    const struct issue_machine  *kind = observer->kind;
    struct counter_list          list = {rows, limit, 0};
    struct issue_counts          counts = observer->now;
    for (unsigned i = 0; since_mark && i < ISSUE_SUMS; i++)
        counts.sums[i] -= observer->marked.sums[i];
    for (unsigned r = 0; since_mark && r < OBSERVED_REASONS; r++)
        counts.chances[r] -= observer->marked.chances[r];
    counter_list_ratios(&list, kind->counters, counts.sums, observer->chip, kind->place, true);
    counter_list_chances(&list, kind->place, counts.chances, kind->reasons->counters, kind->reasons->meanings,
                         kind->reasons->count);
    return list.count;
}

static void mark(struct machine_observer *base)
{
    of_base(base)->marked = of_base(base)->now;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static const struct line_cost *cost_of(const struct machine_observer *base, unsigned simd, uint32_t line)
{
    static const struct line_cost nothing;
    const struct issue_observer  *observer = of_const(base);
    if (!observer->lines || simd || line >= base->words + LINES_BEYOND)
        return NULL;
    return memcmp(&observer->lines[line], &nothing, sizeof nothing) ? &observer->lines[line] : NULL;
}

void issue_kinds(const struct issue_observer *observer, double of[ISSUE_KINDS])
{
    for (uint32_t line = 0; observer->lines && line < observer->kind->lines; line++) {
        const uint64_t lanes = observer->lines[line].lanes;
        double         each[ISSUE_KINDS] = {0};
        if (lanes)
            observer->kind->energy->kinds(observer->machine, line, each);
        for (unsigned k = 0; k < ISSUE_KINDS; k++)
            of[k] += (double)lanes * each[k];
    }
}

/* As R700's: a sum of a product is two, a transcendental one. */
static double flops(const struct machine_observer *base)
{
    double of[ISSUE_KINDS] = {0};
    issue_kinds(of_const(base), of);
    return of[ISSUE_KIND_adds] + of[ISSUE_KIND_products] + 2 * of[ISSUE_KIND_product_sums] +
           of[ISSUE_KIND_transcendentals];
}

/* What statistics say of a reason; reasons with one statistic share it. */
static bool reason_agrees(const struct issue_observer *observer, const struct line_cost *all, unsigned reason)
{
    const char *const *statistics = observer->kind->reasons->statistics;
    uint64_t           chances = 0, counted = 0;
    if (!statistics[reason][0])
        return true;
    for (unsigned r = 0; r < observer->kind->reasons->count; r++)
        if (!strcmp(statistics[r], statistics[reason])) {
            chances += all->chances[OBSERVED_ISSUE][r];
            counted = counted ? counted : observer->counted[r];
        }
    return chances == counted;
}

static bool agrees(const struct machine_observer *base, char *what, size_t size)
{
    const struct issue_observer *observer = of_const(base);
    const struct issue_reasons  *reasons = observer->kind->reasons;
    struct line_cost             all = {0};
    for (uint32_t line = 0; observer->lines && line < base->words + LINES_BEYOND; line++) {
        all.instructions += observer->lines[line].instructions;
        for (unsigned r = 0; r < reasons->count; r++)
            all.chances[OBSERVED_ISSUE][r] += observer->lines[line].chances[OBSERVED_ISSUE][r];
    }
    for (unsigned r = 0; r < reasons->count; r++)
        if (all.chances[OBSERVED_ISSUE][r] != observer->now.chances[r] || !reason_agrees(observer, &all, r)) {
            snprintf(what, size, "%s: %s", observer->kind->place, reasons->keys[r]);
            return false;
        }
    snprintf(what, size, "%s: instructions", observer->kind->place);
    return observer->lines && all.instructions == all.chances[OBSERVED_ISSUE][0];
}

static const char *place(const struct machine_observer *base, unsigned simd)
{
    (void)simd;
    return of_const(base)->kind->place;
}

static bool incomplete(const struct machine_observer *base)
{
    (void)base;
    return false;
}

/* ---- its life ---------------------------------------------------------------------------------------------------- */

static void release(struct machine_observer *base)
{
    struct issue_observer *observer = of_base(base);
    counter_terms_free(&observer->terms);
    free(observer->lines);
    free(observer);
}

static bool find_terms(struct issue_observer *observer, const struct rtl_machine *machine)
{
    const struct issue_reasons *reasons = observer->kind->reasons;
    bool                        good = true;
    for (const struct counter_sum_row *row = observer->kind->counters->sums; good && row->name; row++)
        good = counter_terms_add(&observer->terms, machine->instances, machine->instance_count, observer->kind->place,
                                 row->from, &observer->now.sums[row->number]);
    for (unsigned r = 0; good && r < reasons->count; r++)
        good = counter_terms_add(&observer->terms, machine->instances, machine->instance_count, observer->kind->place,
                                 reasons->statistics[r], &observer->counted[r]);
    return good;
}

struct machine_observer *issue_observer_open(const struct issue_machine *kind, const struct rtl_machine *machine,
                                             const void *chip, bool lines, struct diag *diag)
{
    struct issue_observer *observer = calloc(1, sizeof *observer);
    bool                   good = observer;
    assert(kind->sums <= ISSUE_SUMS && kind->reasons->count <= OBSERVED_REASONS);
    if (good) {
        observer->kind = kind;
        observer->machine = machine->of;
        observer->cycle = machine->cycle;
        observer->chip = chip;
        observer->base = (struct machine_observer){.clock = see_clock,
                                                   .needs = needs,
                                                   .settle = settle,
                                                   .counters = make_counters,
                                                   .mark = mark,
                                                   .cost = cost_of,
                                                   .agrees = agrees,
                                                   .incomplete = incomplete,
                                                   .free = release,
                                                   .place = place,
                                                   .energy_inputs = kind->energy->inputs,
                                                   .energy = kind->energy->rows,
                                                   .flops = flops,
                                                   .list = kind->list,
                                                   .simds = 1,
                                                   .words = kind->lines,
                                                   .wave_size = kind->lanes,
                                                   .type = "PS",
                                                   .reason_count = kind->reasons->count,
                                                   .reasons = kind->reasons->texts,
                                                   .keys = kind->reasons->keys,
                                                   .clocks = {[OBSERVED_ISSUE] = 1},
                                                   .text = &kind->words};
        observer->lines = lines ? calloc(kind->lines + LINES_BEYOND, sizeof *observer->lines) : NULL;
        good = (observer->lines || !lines) && find_terms(observer, machine);
    }
    if (good)
        return &observer->base;
    if (observer)
        release(&observer->base);
    diag_set(diag, NULL, 0, "not enough memory for counters");
    return NULL;
}
