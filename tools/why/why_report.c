#include "tools/why/why_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/perfetto/perfetto.h"

static const char *const arbiter_names[PIPE_ARBITERS] = {"even", "odd", "cf"};
static const char *const arbiter_texts[PIPE_ARBITERS] = {"even slot", "odd slot", "CF fetch"};

/* As text, and as JSON: of a machine that issues in one place that is its name. */
static const char *text_of(const struct why_report *report, unsigned arbiter)
{
    return report->view->text->step ? report->view->text->issuer : arbiter_texts[arbiter];
}
static const char *name_of(const struct why_report *report, unsigned arbiter)
{
    return report->view->text->step ? report->view->text->issuer : arbiter_names[arbiter];
}

/* ---- what becomes of it ------------------------------------------------------------------------------------------ */

static bool ends(const struct why_link *link, const struct pipe_event *event)
{
    switch (link->what) {
    case PIPE_CLAUSE:
    case PIPE_FETCH:
        return event->what == link->what && event->work == link->work && event->stage != link->stage;
    case PIPE_GROUP:
        return event->what == PIPE_GROUP && event->work == link->work;
    case PIPE_CF:
        return event->wave == link->wave && ((event->what == PIPE_CF && event->stage != PIPE_CF_DECODE) ||
                                             (event->what == PIPE_WAVE && !event->stage));
    default:
        return false;
    }
}

static void follow(struct why_answer *answer, const struct pipe_event *event)
{
    const bool issued = pipe_issues(event) == (int)answer->arbiter;
    if (event->simd != answer->simd || event->cycle <= answer->chain.cycle)
        return;
    for (unsigned i = 0; i < answer->chain.count; i++)
        if (!answer->chain.link[i].until && ends(&answer->chain.link[i], event))
            answer->chain.link[i].until = event->cycle;
    if (issued && !answer->issued) {
        answer->issued = true;
        answer->next = *event;
    }
}

static void take(struct pipe_taker *taker, const struct pipe_event *event)
{
    struct why_report *report = (struct why_report *)taker;
    for (unsigned i = 0; i < report->answers; i++)
        follow(&report->answer[i], event);
    if (report->sum)
        why_sum_event(report->sum, event);
}

static void reached(struct pipe_taker *taker, uint64_t cycle)
{
    (void)taker;
    (void)cycle;
}

void why_report_begin(struct why_report *report)
{
    report->taker = (struct pipe_taker){take, reached};
    report->view->takers[report->view->taker_count++] = &report->taker;
    report->view->begin(report->view);
}

static bool over(struct why_report *report)
{
    const struct rtl_machine *machine = report->machine;
    struct diag               standing;
    if (machine->kind->finished(machine->of) || machine->kind->stopped(machine->of, NULL))
        return true;
    if (!report->cut.what[0] && rtl_machine_stands_still(machine, report->no_progress, &standing))
        diag_set(&report->cut, NULL, 0, "no progress at cycle %" PRIu64 " (--no-progress): %s", *machine->cycle,
                 standing.what);
    else if (!report->cut.what[0] && *machine->cycle >= report->max_cycles)
        diag_set(&report->cut, NULL, 0, "not finished at cycle %" PRIu64 ", the limit (--max-cycles)", *machine->cycle);
    return report->cut.what[0];
}

/* To a cycle, or to the end; whether it gets on is looked at on the way. */
static void run_to(struct why_report *report, uint64_t cycle)
{
    const uint64_t *const now = report->machine->cycle;
    while (*now < cycle && !over(report)) {
        const uint64_t watch = (*now / MACHINE_WATCH_CLOCKS + 1) * MACHINE_WATCH_CLOCKS;
        const uint64_t next = watch < cycle ? watch : cycle;
        report->view->run(report->view, next < report->max_cycles ? next : report->max_cycles);
    }
}

/* Slots of all SIMDs that have issued something behind a cycle; the run goes on until all have. */
static bool foreseen(const struct why_report *report, uint64_t cycle)
{
    for (unsigned simd = 0; simd < report->view->simds; simd++)
        for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++)
            if (why_next_wave(&report->next, simd, arbiter, cycle) == PIPE_NOBODY)
                return false;
    return true;
}

bool why_report_foresee(struct why_report *report, uint64_t cycle)
{
    report->view->takers[report->view->taker_count++] = why_next_taker(&report->next);
    report->view->begin(report->view);
    while (!over(report) && (cycle == UINT64_MAX || !foreseen(report, cycle)))
        run_to(report, *report->machine->cycle + MACHINE_WATCH_CLOCKS);
    report->view->end(report->view);
    report->cut = (struct diag){0};
    return !report->next.out_of_memory;
}

bool why_report_ask(struct why_report *report, unsigned simd, enum pipe_arbiter arbiter, uint64_t cycle)
{
    struct rtl_machine *machine = report->machine;
    struct why_answer  *answer = &report->answer[report->answers];
    const uint64_t      at = report->view->chance(report->view, arbiter, cycle);
    *answer = (struct why_answer){.simd = simd, .arbiter = arbiter, .asked = cycle};
    if (at != UINT64_MAX) {
        run_to(report, at);
        if (*machine->cycle < at || over(report))
            return false;
        machine->kind->wire(machine->of);
        machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
        report->view->why(report->view, simd, arbiter, why_next_wave(&report->next, simd, arbiter, at), &answer->chain);
    }
    answer->shows = at != UINT64_MAX && answer->chain.chance;
    report->answers++;
    return true;
}

static bool settled(const struct why_report *report)
{
    bool good = true;
    for (unsigned a = 0; a < report->answers; a++) {
        const struct why_answer *answer = &report->answer[a];
        const struct why_chain  *chain = &answer->chain;
        good = good && (!answer->shows || answer->issued || chain->cause == WHY_USED);
        for (unsigned i = 0; i < chain->count; i++)
            good = good && (chain->link[i].until || chain->link[i].what == UINT8_MAX);
    }
    return good;
}

void why_report_settle(struct why_report *report)
{
    enum { STEP = 256 };
    while (!settled(report) && !over(report))
        run_to(report, *report->machine->cycle + STEP);
}

/* ---- as text ----------------------------------------------------------------------------------------------------- */

static uint64_t last_clock(const struct why_answer *answer)
{
    return answer->chain.cycle + (answer->arbiter == PIPE_SLOT_CF ? 0 : PIPE_CHANCE - 1);
}

static void print_cause(const struct why_report *report, const struct why_chain *chain, FILE *out)
{
    fprintf(out, "  cause: %s", why_cause_names[chain->cause]);
    for (unsigned i = 0; i < WHY_PARAMETERS && chain->parameter[i]; i++)
        fprintf(out, "%s %s = %" PRIu32,
                !i                   ? ";"
                : i <= chain->beside ? " beside"
                                     : ",",
                chain->parameter[i], machine_chip_number(report->chip, chain->parameter[i]));
    fputc('\n', out);
}

/* Where the text of the program says what is issued next; line 0: it is no text. */
static struct asm_place place_of_next(const struct why_report *report, const struct why_answer *answer)
{
    const struct launch *launch = report->launch;
    while (launch->next && launch->number != report->view->launch(report->view, answer->simd))
        launch = launch->next;
    const struct program *program = launch->program.loaded;
    return program && !report->view->text->step ? program_place(program, 2 * (size_t)answer->next.address)
                                                : (struct asm_place){0};
}

static void print_next(const struct why_report *report, const struct why_answer *answer, FILE *out)
{
    const struct asm_place place = place_of_next(report, answer);
    if (!answer->issued)
        fprintf(out, "  nothing is issued here behind it");
    else if (report->view->text->step)
        fprintf(out, "  next here: cycle %" PRIu64 ", %s%" PRIu32 ", instruction %" PRIu32, answer->next.cycle,
                report->view->text->part, answer->next.wave, answer->next.address);
    else
        fprintf(out, "  next here: cycle %" PRIu64 ", wavefront %" PRIu32 ", %s %" PRIu32, answer->next.cycle,
                answer->next.wave, answer->arbiter == PIPE_SLOT_CF ? "CF" : "word", answer->next.address);
    if (answer->issued && place.line)
        fprintf(out, ", line %u of the program's text", place.line);
    fputc('\n', out);
}

static void print_answer(const struct why_report *report, const struct why_answer *answer, FILE *out)
{
    const struct why_chain *chain = &answer->chain;
    if (report->view->text->step)
        fprintf(out, "%s, ", text_of(report, answer->arbiter));
    else
        fprintf(out, "SIMD %u, %s, ", answer->simd, text_of(report, answer->arbiter));
    if (!answer->shows) {
        fprintf(out, "cycle %" PRIu64 ": no chance%s\n", answer->asked,
                answer->arbiter == PIPE_SLOT_CF ? ", its stage has a wavefront" : " before it");
        return;
    }
    if (answer->arbiter == PIPE_SLOT_CF)
        fprintf(out, "cycle %" PRIu64, chain->cycle);
    else
        fprintf(out, "cycles %" PRIu64 " to %" PRIu64, chain->cycle, last_clock(answer));
    fprintf(out, ": %s%s\n", chain->cause == WHY_USED ? "used" : "lost, ",
            chain->cause == WHY_USED ? "" : report->view->text->reason[chain->reason]);
    for (unsigned i = 0; i < chain->count; i++) {
        const struct why_link *link = &chain->link[i];
        fprintf(out, "  %s", link->text);
        if (link->since && chain->cause != WHY_USED)
            fprintf(out, "; since %" PRIu64, link->since);
        if (link->until)
            fprintf(out, "%s until %" PRIu64, link->since ? "," : ";", link->until);
        fputc('\n', out);
    }
    if (chain->cause == WHY_USED)
        return;
    print_cause(report, chain, out);
    print_next(report, answer, out);
}

/* ---- as JSON ----------------------------------------------------------------------------------------------------- */

static void json_links(const struct why_chain *chain, FILE *out)
{
    fprintf(out, ", \"chain\": [");
    for (unsigned i = 0; i < chain->count; i++) {
        const struct why_link *link = &chain->link[i];
        fprintf(out, "%s{\"what\": \"%s\"", i ? ", " : "", link->text);
        if (link->wave != PIPE_NOBODY)
            fprintf(out, ", \"wavefront\": %" PRIu32, link->wave);
        if (link->since)
            fprintf(out, ", \"since\": %" PRIu64, link->since);
        if (link->until)
            fprintf(out, ", \"until\": %" PRIu64, link->until);
        fputc('}', out);
    }
    fputc(']', out);
}

static void json_answer(const struct why_report *report, const struct why_answer *answer, FILE *out)
{
    const struct why_chain *chain = &answer->chain;
    fprintf(out, "{\"simd\": %u, \"slot\": \"%s\", \"asked\": %" PRIu64 ", \"chance\": %s", answer->simd,
            name_of(report, answer->arbiter), answer->asked, answer->shows ? "true" : "false");
    if (answer->shows) {
        fprintf(out, ", \"from\": %" PRIu64 ", \"to\": %" PRIu64 ", \"used\": %s, \"reason\": \"%s\"", chain->cycle,
                last_clock(answer), chain->cause == WHY_USED ? "true" : "false",
                report->view->text->key[chain->reason]);
        json_links(chain, out);
        fprintf(out, ", \"cause\": \"%s\", \"parameters\": {", why_cause_names[chain->cause]);
        for (unsigned i = 0; i < WHY_PARAMETERS && chain->parameter[i]; i++)
            fprintf(out, "%s\"%s\": %" PRIu32, i ? ", " : "", chain->parameter[i],
                    machine_chip_number(report->chip, chain->parameter[i]));
        fprintf(out, "}, \"beside\": %u", chain->beside);
        if (answer->issued)
            fprintf(out,
                    ", \"next\": {\"cycle\": %" PRIu64 ", \"wavefront\": %" PRIu32 ", \"address\": %" PRIu32
                    ", \"line\": %u}",
                    answer->next.cycle, answer->next.wave, answer->next.address, place_of_next(report, answer).line);
    }
    fputc('}', out);
}

void why_report_print(const struct why_report *report, FILE *out)
{
    if (report->json)
        fprintf(out, "{\"schema\": 1, \"chances\": [");
    for (unsigned i = 0; i < report->answers; i++) {
        if (report->json)
            fputs(i ? ",\n  " : "\n  ", out);
        (report->json ? json_answer : print_answer)(report, &report->answer[i], out);
    }
    if (report->json)
        fprintf(out, "\n]}\n");
}

/* A slice for each link on a track of its own below that of the chance. */
void why_report_draw(const struct why_report *report, struct pipe_view *perfetto)
{
    for (unsigned a = 0; a < report->answers; a++) {
        const struct why_answer *answer = &report->answer[a];
        const struct why_chain  *chain = &answer->chain;
        struct perfetto_link     links[WHY_LINKS + 1];
        char                     name[64];
        if (!answer->shows)
            continue;
        snprintf(name, sizeof name, "why: SIMD %u, %s, cycle %" PRIu64, answer->simd, text_of(report, answer->arbiter),
                 chain->cycle);
        links[0] =
            (struct perfetto_link){report->view->text->reason[chain->reason], chain->cycle, last_clock(answer) + 1};
        for (unsigned i = 0; i < chain->count; i++)
            links[i + 1] =
                (struct perfetto_link){chain->link[i].text, chain->link[i].since ? chain->link[i].since : chain->cycle,
                                       chain->link[i].until ? chain->link[i].until : last_clock(answer) + 1};
        perfetto_chain(perfetto, name, links, chain->count + 1);
    }
}

/* ---- all of a run ------------------------------------------------------------------------------------------------ */

static uint64_t *count_of(const struct why_report *report, unsigned arbiter, unsigned reason, unsigned cause)
{
    return &report->counts[(arbiter * report->view->text->reasons + reason) * WHY_CAUSES + cause];
}

static void count_clock(struct why_report *report, unsigned arbiters, int only)
{
    struct rtl_machine *machine = report->machine;
    const uint64_t      cycle = *machine->cycle;
    struct why_chain    chain;
    for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++) {
        if (!(arbiters >> arbiter & 1) || report->view->chance(report->view, arbiter, cycle) != cycle)
            continue;
        for (unsigned i = 0; i < report->view->simds; i++) {
            if (only >= 0 && (unsigned)only != i)
                continue;
            report->view->why(report->view, i, arbiter, PIPE_NOBODY, &chain);
            if (chain.chance && chain.cause != WHY_USED) {
                machine->kind->look(machine->of, (unsigned)MACHINE_REGISTERS);
                report->view->why(report->view, i, arbiter, why_next_wave(&report->next, i, arbiter, cycle), &chain);
            }
            if (chain.chance)
                ++*count_of(report, arbiter, chain.reason, chain.cause);
            if (report->sum && chain.chance && chain.cause != WHY_USED)
                why_sum_lost(report->sum, i, arbiter, &chain);
        }
    }
}

static void print_counts(const struct why_report *report, unsigned arbiters, FILE *out)
{
    bool any = false;
    fprintf(out, report->json ? "{\"schema\": 1, \"causes\": [" : "%-10s %-22s %-12s %s\n", "chances of", "reason",
            "cause", "chances");
    for (unsigned a = 0; a < PIPE_ARBITERS; a++)
        for (unsigned r = 0; r < report->view->text->reasons; r++)
            for (unsigned c = 0; c < WHY_CAUSES; c++) {
                const uint64_t count = *count_of(report, a, r, c);
                if (!count || !(arbiters >> a & 1))
                    continue;
                if (report->json)
                    fprintf(out,
                            "%s\n  {\"slot\": \"%s\", \"reason\": \"%s\", \"cause\": \"%s\", \"chances\": %" PRIu64 "}",
                            any ? "," : "", name_of(report, a), report->view->text->key[r], why_cause_names[c], count);
                else
                    fprintf(out, "%-10s %-22s %-12s %" PRIu64 "\n", text_of(report, a), report->view->text->reason[r],
                            why_cause_names[c], count);
                any = true;
            }
    if (report->json)
        fprintf(out, "\n]}\n");
}

void why_report_all(struct why_report *report, unsigned arbiters, int simd, FILE *out)
{
    struct rtl_machine *machine = report->machine;
    report->counts = calloc((size_t)PIPE_ARBITERS * report->view->text->reasons * WHY_CAUSES, sizeof *report->counts);
    while (report->counts && !over(report)) {
        machine->kind->wire(machine->of);
        count_clock(report, arbiters, simd);
        machine->kind->edge(machine->of);
        report->view->clock(report->view);
    }
    if (report->counts && report->sum) {
        why_sum_end(report->sum);
        why_sum_print(report->sum, report->chip, report->view->text->step ? NULL : report->launch, report->view->text,
                      report->json, out);
    } else if (report->counts) {
        print_counts(report, arbiters, out);
    }
}

void why_report_free(struct why_report *report)
{
    free(report->counts);
    why_next_free(&report->next);
    report->counts = NULL;
    if (report->sum)
        why_sum_free(report->sum);
}
