/* probes.c - docs/probes.md from the rows of what is shown of an R700: rtl_model/r700/views/view_list.h, pipe_list.h,
 * why_list.h.
 *
 * usage: probes [--check] docs/probes.md */
#include "rtl_model/r700/probes/pipe_list.h"
#include "rtl_model/r700/probes/why_list.h"
#include "rtl_model/r700/simd.h"
#include "rtl_model/r700/views/view_list.h"
#include "tb/docs/document.h"

/* Lists end with a name of NULL. */
struct named {
    const char *name, *is;
    bool        has_page;
};
struct row {
    const char         *place, *when, *what;
    const char *const  *names;
    const struct named *sources, *made;
};

#define SOURCE_ONE(type, name, member, index) {#name, #type, AT_##member < SIMD_MODULES},
#define SOURCE_ALL(type, name, member) {#name, #type, AT_##member < SIMD_MODULES},
#define SOURCES(FROM) ((const struct named[]){FROM(SOURCE_ONE, SOURCE_ALL, SOURCE_ONE){NULL, NULL, false}})

#define PIPE_EVENT(name, FROM, when, what, stage, wave, SETS, meaning)                                                 \
    {#what " " #stage, #when, meaning, NULL, SOURCES(FROM), (const struct named[]){SETS(SET_FIELD){NULL, NULL, false}}},
#define PIPE_SEE(name, FROM, function, meaning) {"`" #function "`", "true", meaning, NULL, SOURCES(FROM), NULL},
#define SET_FIELD(field, value) {#field, #value, false},
static const struct row events[] = {PIPE_LIST(PIPE_EVENT, PIPE_SEE)};

#define ALL_NAMES(...) __VA_ARGS__
#define MADE_LET(type, name, expression, meaning) {#name, #expression, false},
#define VIEW(name, scope, kind, FROM, MADE, when, what, names)                                                         \
    {#scope,        #when,                                                                                             \
     #what,         (const char *const[]){ALL_NAMES names, NULL},                                                      \
     SOURCES(FROM), (const struct named[]){MADE(MADE_LET){NULL, NULL, false}}},
static const struct row views[] = {STAGE_VIEWS(VIEW) TEXTURE_VIEWS(VIEW)};

static void print_named(FILE *out, const struct named *list, const char *between)
{
    for (const struct named *one = list; one && one->name; one++) {
        fputs(one == list ? "" : "; ", out);
        fprintf(out, "`%s`%s", one->name, between);
        print_code(out, one->is);
    }
}

static void print_sources(FILE *out, const struct named *list)
{
    for (const struct named *one = list; one->name; one++)
        fprintf(out, one->has_page ? "%s`%s` [%s](ports/%s.md)" : "%s`%s` %s", one == list ? "" : ", ", one->name,
                one->is, one->is);
}

static void print_names(FILE *out, const struct row *row)
{
    unsigned last = 0;
    while (row->names[last + 1])
        last++;
    fprintf(out, last > 5 ? "| `%s` | `%s` to `%s`" : "| `%s` | `%s`", row->place, row->names[0], row->names[last]);
    for (unsigned n = 1; last <= 5 && n <= last; n++)
        fprintf(out, " `%s`", row->names[n]);
}

static void print_views(FILE *out)
{
    fprintf(
        out,
        "\n## Rows of a waveform\n\nOf each SIMD, below `gpu.view` and its name; `odd` has the rows of `even`. Where "
        "the condition does not hold a row is `-`. `k` is the number of a name among\nthose of its row. The "
        "first source wakes a row: it is computed anew when that has changed.\n\n"
        "| scope | row | of | when | shows |\n|---|---|---|---|---|\n");
    for (const struct row *row = views; row < views + sizeof views / sizeof views[0]; row++) {
        print_names(out, row);
        fputs(" | ", out);
        print_sources(out, row->sources);
        fputs(row->made->name ? "; " : "", out);
        print_named(out, row->made, " = ");
        fputs(" | ", out);
        print_code(out, row->when);
        fputs(" | ", out);
        print_code(out, row->what);
        fputs(" |\n", out);
    }
}

static void print_events(FILE *out)
{
    fprintf(out, "\n## Events of a pipeline view\n\nWhat `--pipeline` and `--perfetto` are told of a SIMD "
                 "([pipeline-views.md](pipeline-views.md)), in this order, behind an edge with which the source has "
                 "changed.\n`k` is the number of the instance, `seen` what has been seen of the SIMD before. Chances "
                 "that are lost and requests to memory come from `pipe_watch.c`\nand `pipe_memory.c`.\n\n"
                 "| event, stage | of | when | is | fields |\n|---|---|---|---|---|\n");
    for (const struct row *row = events; row < events + sizeof events / sizeof events[0]; row++) {
        fputs("| ", out);
        if (row->place[0] == '`')
            fputs(row->place, out);
        else
            print_code(out, row->place);
        fputs(" | ", out);
        print_sources(out, row->sources);
        fputs(" | ", out);
        print_code(out, row->when);
        fprintf(out, " | %s | ", row->what);
        print_named(out, row->made, " ");
        fputs(" |\n", out);
    }
}

/* With N for every number. */
static void print_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '%' && text[1] == 'u') {
            putc('N', out);
            text++;
        } else {
            putc(*text, out);
        }
}

static void print_answers(FILE *out)
{
    static const struct {
        const char *stall, *cause, *parameter, *text;
    } answers[] = {
#define ANSWER(stall, wave, cause, parameter, ...) {#stall, #cause, parameter, FIRST_OF(__VA_ARGS__, )},
#define FIRST_OF(first, ...) first
        WHY_GROUP(ANSWER)};
    fprintf(out, "\n## Why a group is not taken\n\nWhat `wekiva why` answers when a clause runs in a slot and its next "
                 "group waits ([pipeline-views.md](pipeline-views.md#why-the-cause-of-a-lost-chance)).\n\n"
                 "| `ISSUE_STALL` | cause | parameter | text |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        fprintf(out, "| `%s` | `%s` | %s | ", answers[i].stall, answers[i].cause,
                answers[i].parameter ? answers[i].parameter : "");
        print_text(out, answers[i].text);
        fputs(" |\n", out);
    }
}

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    fprintf(document.file,
            "<!-- made by tb/docs/probes.c: make docs -->\n# What is shown of an R700\n\nRows of "
            "`rtl_model/r700/views/view_list.h`, `pipe_list.h`, `why_list.h`: each is the code that runs, what wakes "
            "it, and a line "
            "here. Expressions are of\nregisters (`q`) of the sources. Sums of counters are such rows, too: "
            "[counters.md](counters.md#sums-of-clocks).\n");
    print_views(document.file);
    print_events(document.file);
    print_answers(document.file);
    return document_close(&document, check) ? 0 : 1;
}
