#include "tools/why/why_sum.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting ---------------------------------------------------------------------------------------------------- */

static bool is_same(const struct why_row *a, const struct why_row *b)
{
    if (a->none || b->none || !a->name != !b->name)
        return a->none && b->none;
    for (unsigned i = 0; i < WHY_PARAMETERS - 1; i++)
        if (!a->beside[i] != !b->beside[i] || (a->beside[i] && strcmp(a->beside[i], b->beside[i]) != 0))
            return false;
    return a->name ? strcmp(a->name, b->name) == 0 : a->number == b->number && a->launch == b->launch;
}

static void add(struct why_sum *sum, struct why_table *table, const struct why_row *key, unsigned arbiter,
                uint64_t chances)
{
    unsigned n = 0;
    while (n < table->count && !is_same(&table->rows[n], key))
        n++;
    if (n == table->room) {
        const unsigned  room = table->room ? 2 * table->room : 64;
        struct why_row *rows = realloc(table->rows, room * sizeof *rows);
        if (!rows) {
            sum->out_of_memory = true;
            return;
        }
        table->rows = rows;
        table->room = room;
    }
    if (n == table->count)
        table->rows[table->count++] = *key;
    table->rows[n].chances[arbiter] += chances;
}

void why_sum_lost(struct why_sum *sum, unsigned simd, enum pipe_arbiter arbiter, const struct why_chain *chain)
{
    struct why_row key = {.name = chain->parameter[0] ? chain->parameter[0] : why_cause_names[chain->cause]};
    for (unsigned i = 0; i < chain->beside; i++)
        key.beside[i] = chain->parameter[1 + i];
    if (key.beside[1] && strcmp(key.beside[0], key.beside[1]) > 0) {
        key.beside[0] = chain->parameter[2];
        key.beside[1] = chain->parameter[1];
    }
    add(sum, &sum->parameters, &key, arbiter, 1);
    sum->waiting[simd][arbiter]++;
}

static void settle(struct why_sum *sum, unsigned simd, unsigned arbiter, const struct pipe_event *next)
{
    const uint64_t       chances = sum->waiting[simd][arbiter];
    const struct why_row address = {
        .number = next ? next->address : 0, .launch = sum->view->launch(sum->view, simd), .none = !next};
    const struct why_row wave = {.number = next ? next->wave : 0, .none = !next};
    if (!chances)
        return;
    add(sum, &sum->addresses, &address, arbiter, chances);
    add(sum, &sum->waves, &wave, arbiter, chances);
    sum->waiting[simd][arbiter] = 0;
}

void why_sum_event(struct why_sum *sum, const struct pipe_event *event)
{
    const int arbiter = pipe_issues(event);
    if (arbiter >= 0)
        settle(sum, event->simd, (unsigned)arbiter, event);
}

void why_sum_end(struct why_sum *sum)
{
    for (unsigned simd = 0; simd < WHY_SIMDS; simd++)
        for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++)
            settle(sum, simd, arbiter, NULL);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static uint64_t of_slots(const struct why_row *row)
{
    return row->chances[PIPE_SLOT_EVEN] + row->chances[PIPE_SLOT_ODD];
}

/* The most chances of wavefront slots first, then of CF fetch. */
static int compare(const void *left, const void *right)
{
    const struct why_row *a = left, *b = right;
    if (of_slots(a) != of_slots(b))
        return of_slots(a) < of_slots(b) ? 1 : -1;
    if (a->chances[PIPE_SLOT_CF] != b->chances[PIPE_SLOT_CF])
        return a->chances[PIPE_SLOT_CF] < b->chances[PIPE_SLOT_CF] ? 1 : -1;
    int order = a->name && b->name ? strcmp(a->name, b->name) : (a->launch > b->launch) - (a->launch < b->launch);
    order = order ? order : (a->number > b->number) - (a->number < b->number);
    for (unsigned i = 0; !order && i < WHY_PARAMETERS - 1; i++)
        order = strcmp(a->beside[i] ? a->beside[i] : "", b->beside[i] ? b->beside[i] : "");
    return order;
}

static unsigned line_of(const struct launch *launch, const struct why_row *row)
{
    while (launch && launch->number != row->launch)
        launch = launch->next;
    const struct program *const program = launch ? launch->program.loaded : NULL;
    return program && !row->none ? program_place(program, 2 * (size_t)row->number).line : 0;
}

static bool is_cause(const char *name)
{
    for (unsigned cause = 0; cause < WHY_CAUSES; cause++)
        if (strcmp(name, why_cause_names[cause]) == 0)
            return true;
    return false;
}

/* As it is printed, and as a value of JSON's key. */
static void name_row(const struct why_row *row, const struct machine_chip *chip, const struct launch *launch,
                     const char *what, char text[static 64])
{
    char of[32] = "";
    if (launch && launch->next)
        snprintf(of, sizeof of, "launch %u, ", row->launch);
    if (row->none)
        snprintf(text, 64, "nothing behind it");
    else if (row->name && is_cause(row->name))
        snprintf(text, 64, "(%s)", row->name);
    else if (row->name)
        snprintf(text, 64, "%s = %" PRIu32, row->name, machine_chip_number(chip, row->name));
    else if (line_of(launch, row))
        snprintf(text, 64, "%sline %u (%s %" PRIu32 ")", of, line_of(launch, row), what, row->number);
    else
        snprintf(text, 64, "%s%s %" PRIu32, of, what, row->number);
}

/* A machine that issues in one place has one column. */
static void print_row(const char *name, const uint64_t chances[PIPE_ARBITERS], bool one, FILE *out)
{
    if (one) {
        fprintf(out, "%-34s %10" PRIu64 "\n", name, chances[PIPE_SLOT_CF]);
        return;
    }
    fprintf(out, "%-34s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 "\n", name, chances[PIPE_SLOT_EVEN],
            chances[PIPE_SLOT_ODD], chances[PIPE_SLOT_CF]);
}

/* Below their row. */
static void print_beside(const struct why_row *row, const struct machine_chip *chip, FILE *out)
{
    for (unsigned i = 0; i < WHY_PARAMETERS - 1 && row->beside[i]; i++)
        fprintf(out, "  beside %s = %" PRIu32 "\n", row->beside[i], machine_chip_number(chip, row->beside[i]));
}

static void print_json(const struct why_row *row, const char *key, const struct launch *launch, bool one, FILE *out)
{
    if (row->none)
        fprintf(out, "{\"%s\": null", key);
    else if (row->name)
        fprintf(out, "{\"%s\": \"%s\"", is_cause(row->name) ? "cause" : key, row->name);
    else
        fprintf(out, "{\"%s\": %" PRIu32, key, row->number);
    for (unsigned i = 0; i < WHY_PARAMETERS - 1 && row->beside[i]; i++)
        fprintf(out, "%s\"%s\"%s", i ? ", " : ", \"beside\": [", row->beside[i],
                i + 1 == WHY_PARAMETERS - 1 || !row->beside[i + 1] ? "]" : "");
    if (launch && launch->next && !row->none)
        fprintf(out, ", \"launch\": %u", row->launch);
    if (line_of(launch, row))
        fprintf(out, ", \"line\": %u", line_of(launch, row));
    if (one)
        fprintf(out, ", \"chances\": %" PRIu64 "}", row->chances[PIPE_SLOT_CF]);
    else
        fprintf(out, ", \"even\": %" PRIu64 ", \"odd\": %" PRIu64 ", \"cf\": %" PRIu64 "}",
                row->chances[PIPE_SLOT_EVEN], row->chances[PIPE_SLOT_ODD], row->chances[PIPE_SLOT_CF]);
}

void why_sum_print(const struct why_sum *sum, const struct machine_chip *chip, const struct launch *launch,
                   const struct pipe_text *text_of, bool json, FILE *out)
{
    const bool one = text_of->step;
    const struct {
        const char             *head, *key, *what, *plural;
        const struct why_table *table;
        const struct launch    *launch;
    } tables[] = {{"by parameter", "parameter", "", "parameters", &sum->parameters, NULL},
                  {"by what is issued next", one ? "instruction" : "word", one ? "instruction" : "word",
                   one ? "instructions" : "words", &sum->addresses, launch},
                  {one ? "by its group" : "by its wavefront", one ? "group" : "wavefront", one ? "group" : "wavefront",
                   one ? "groups" : "wavefronts", &sum->waves, NULL}};
    if (json)
        fprintf(out, "{\"schema\": 1");
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        const struct why_table *table = tables[t].table;
        uint64_t                all[PIPE_ARBITERS] = {0};
        char                    text[64];
        if (table->count)
            qsort(table->rows, table->count, sizeof *table->rows, compare);
        if (json)
            fprintf(out, ", \"%s\": [", tables[t].plural);
        else if (one)
            fprintf(out, "%s%-34s %10s\n", t ? "\n" : "", tables[t].head, text_of->issuer);
        else
            fprintf(out, "%s%-34s %10s %10s %10s\n", t ? "\n" : "", tables[t].head, "even slot", "odd slot",
                    "CF fetch");
        for (unsigned n = 0; n < table->count; n++) {
            name_row(&table->rows[n], chip, tables[t].launch, tables[t].what, text);
            for (unsigned a = 0; a < PIPE_ARBITERS; a++)
                all[a] += table->rows[n].chances[a];
            if (json)
                fputs(n ? ",\n  " : "\n  ", out);
            if (json) {
                print_json(&table->rows[n], tables[t].key, tables[t].launch, one, out);
            } else {
                print_row(text, table->rows[n].chances, one, out);
                print_beside(&table->rows[n], chip, out);
            }
        }
        if (json)
            fprintf(out, "\n]");
        else
            print_row("all lost", all, one, out);
    }
    if (json)
        fprintf(out, "}\n");
}

void why_sum_free(struct why_sum *sum)
{
    free(sum->parameters.rows);
    free(sum->addresses.rows);
    free(sum->waves.rows);
}
