#include "tools/run/run_counters.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Columns are those of the whole machine: of several launches at once each has its SIMDs. */
static bool make_columns(struct run_counters *counters)
{
    struct machine_observer *observer = counters->observed.by;
    struct result_counter    none[1];
    observer->all = true;
    counters->column_count = observer->counters(observer, false, none, 0);
    counters->columns = calloc(counters->column_count + 1, sizeof *counters->columns);
    if (counters->columns)
        observer->counters(observer, false, counters->columns, counters->column_count);
    observer->all = false;
    return counters->columns;
}

static bool make_rows(struct run_counters *counters, bool since_mark)
{
    struct machine_observer *observer = counters->observed.by;
    struct result_counter    none[1];
    if (!counters->rows) {
        counters->row_count = observer->counters(observer, false, none, 0);
        counters->rows = calloc(counters->row_count + 1, sizeof *counters->rows);
    }
    if (counters->rows)
        observer->counters(observer, since_mark, counters->rows, counters->row_count);
    return counters->rows;
}

static bool cannot_write(const struct run_options *options, struct diag *diag)
{
    return diag_set(diag, options->counters_file, 0, "cannot write: %s", strerror(errno ? errno : EIO));
}

static bool open_file(struct run_counters *counters, const struct run_options *options, struct diag *diag)
{
    errno = 0;
    if (!options->counters_file[0] || counters->file)
        return true;
    counters->file = fopen(options->counters_file, "wb");
    if (!counters->file || !make_columns(counters))
        return cannot_write(options, diag);
    fputs("launch,from,to", counters->file);
    for (unsigned i = 0; i < counters->column_count; i++)
        fprintf(counters->file, ",%s.%s", counters->columns[i].path, counters->columns[i].name);
    fputc('\n', counters->file);
    return fflush(counters->file) == 0 || cannot_write(options, diag);
}

bool run_counters_begin(struct run_counters *counters, const struct run_options *options,
                        const struct rtl_machine *machine, struct diag *diag)
{
    if (!options->counters && !options->counters_file[0] && !options->energy && !options->roofline)
        return true;
    if (!machine->kind->results->observe)
        return diag_set(diag, NULL, 0, "%s: machines of this family have none",
                        options->energy     ? "--energy"
                        : options->roofline ? "--roofline"
                                            : "--counters, --counters-every");
    counters->from = *machine->cycle;
    counters->next = counters->from + options->counters_clocks;
    if (!observing_begin(&counters->observed, machine,
                         options->energy || options->roofline ? OBSERVE_LINES : OBSERVE_SUMS, diag))
        return false;
    return open_file(counters, options, diag);
}

/* Rows are in the order of the columns; those of other launches' SIMDs stay empty. */
static void put_values(const struct run_counters *counters)
{
    const struct result_counter *row = counters->rows, *const end = row + counters->row_count;
    for (unsigned i = 0; i < counters->column_count; i++) {
        const struct result_counter *column = &counters->columns[i];
        const bool own = row < end && strcmp(row->path, column->path) == 0 && strcmp(row->name, column->name) == 0;
        if (own && row->known)
            fprintf(counters->file, ",%.9g", row->value);
        else
            fputc(',', counters->file);
        row += own;
    }
}

static bool put_line(struct run_counters *counters, const char *launch, const struct rtl_machine *machine)
{
    free(counters->rows);
    counters->rows = NULL;
    if (!make_rows(counters, true))
        return false;
    fprintf(counters->file, "%s,%" PRIu64 ",%" PRIu64, launch, counters->from, *machine->cycle - 1);
    put_values(counters);
    fputc('\n', counters->file);
    return true;
}

/* Of several launches at once each, and all of them; the machine has chosen the first one before and after. */
static bool put_launches(struct run_counters *counters, const struct rtl_machine *of)
{
    struct machine_observer *observer = counters->observed.by;
    struct rtl_machine       machine = *of;
    char                     number[16];
    bool                     good = true;
    for (const struct launch *launch = of->launch; good && launch; launch = launch->together ? launch->next : NULL) {
        if (launch->together)
            rtl_machine_choose(&machine, launch);
        snprintf(number, sizeof number, "%u", launch->number);
        good = put_line(counters, number, of);
    }
    if (!good || !of->launch->together)
        return good;
    rtl_machine_choose(&machine, of->launch);
    observer->all = true;
    good = put_line(counters, "all", of);
    observer->all = false;
    free(counters->rows);
    counters->rows = NULL;
    return good;
}

static bool put_stretch(struct run_counters *counters, const struct run_options *options,
                        const struct rtl_machine *machine, struct diag *diag)
{
    struct machine_observer *observer = counters->observed.by;
    observing_settle(&counters->observed, machine);
    errno = 0;
    if (!put_launches(counters, machine))
        return diag_set(diag, NULL, 0, "not enough memory for counters");
    observer->mark(observer);
    counters->from = *machine->cycle;
    counters->next = counters->from + options->counters_clocks;
    return (fflush(counters->file) == 0 && !ferror(counters->file)) || cannot_write(options, diag);
}

bool run_counters_step(struct run_counters *counters, const struct run_options *options,
                       const struct rtl_machine *machine, struct diag *diag)
{
    return !counters->file || *machine->cycle < counters->next || put_stretch(counters, options, machine, diag);
}

bool run_counters_end(struct run_counters *counters, const struct run_options *options,
                      const struct rtl_machine *machine, struct diag *diag)
{
    if (!counters->observed.by)
        return true;
    if (counters->file && *machine->cycle > counters->from && !put_stretch(counters, options, machine, diag))
        return false;
    observing_settle(&counters->observed, machine);
    return make_rows(counters, false) || diag_set(diag, NULL, 0, "not enough memory for counters");
}

bool run_counters_choose(struct run_counters *counters, struct diag *diag)
{
    free(counters->rows);
    counters->rows = NULL;
    return !counters->observed.by || make_rows(counters, false) ||
           diag_set(diag, NULL, 0, "not enough memory for counters");
}

void run_counters_print(FILE *out, const struct run_counters *counters)
{
    fprintf(out, "counters (%s):\n", counters->observed.by->text->page);
    for (unsigned i = 0; i < counters->row_count && strcmp(counters->rows[i].path, counters->rows[0].path) == 0; i++) {
        const struct result_counter *row = &counters->rows[i];
        if (row->lacking)
            fprintf(out, "  %-32s n/a: %s\n", row->name, row->why);
        else if (row->known && (row->value > 0 || !strchr(row->name, '.')))
            fprintf(out, "  %-32s %.6g %s\n", row->name, row->value, row->unit);
    }
}

bool run_counters_close(struct run_counters *counters, const struct run_options *options, struct diag *diag)
{
    bool good = true;
    errno = 0;
    if (counters->file)
        good = fclose(counters->file) == 0 || cannot_write(options, diag);
    counters->file = NULL;
    observing_end(&counters->observed);
    free(counters->rows);
    free(counters->columns);
    counters->rows = counters->columns = NULL;
    return good;
}
