/* counters_older.c - docs/counters-r580.md and docs/counters-nv30.md from the lists of counters, sums and reasons
 * (rtl_model/r580/probes, rtl_model/nv30/probes).
 *
 * usage: counters_older [--check] docs/counters-NAME.md */
#include "rtl_model/nv30/probes/observe.h"
#include "rtl_model/r580/probes/observe.h"
#include "tb/docs/counter_page.h"

static const struct machine {
    const char                 *name, *title, *launch, *names;
    const struct counter_table *counters;
    const struct issue_reasons *reasons;
    const char                 *chance, *nearest;
} machines[] = {
    {"r580", "R580's fragment shader processor", "tb/corpus/designs/r580.json",
     "The manuals name one counter alone, that of signs; the names are ours", &us_counters, &us_reasons,
     "The sequencer can issue one instruction in each clock",
     "the group that would go first by the policy among all groups that carry out neither flow control nor their end"},
    {"nv30", "NV30", "tb/corpus/designs/nv30.json", "No source names any counter; the names are ours", &nv30_counters,
     &nv30_reasons, "A quad can enter stage 1 of the core in each clock",
     "the one at the end of the pipeline, else a new one, else the one in flight that is next to come round"},
};

static const struct machine *machine;

static void print_head(FILE *out)
{
    fprintf(out,
            "<!-- made by tb/docs/counters_older.c: make docs -->\n# Counters of %s\n\n"
            "    wekiva run --launch %s --counters\n    wekiva profile --launch %s\n\n"
            "`--counters`, `--counters-every` and what they write are those of [counters.md](counters.md), "
            "`wekiva profile` that of [profile.md](profile.md).\n%s, over the sums below.\n\n",
            machine->title, machine->launch, machine->launch, machine->names);
}

static void print_reasons(FILE *out)
{
    const struct issue_reasons *reasons = machine->reasons;
    fprintf(
        out,
        "\n## Chances\n\n%s: `%s` and all `Stall` counters add up to 100 %% of the clocks. A lost chance is that of\n"
        "the line before which the nearest stands: %s.\nThe profile checks that what its lines have lost is what "
        "the statistics of the last column count.\n\n"
        "| counter | in a profile | meaning | statistics |\n|---|---|---|---|\n",
        machine->chance, reasons->counters[0], machine->nearest);
    for (unsigned r = 0; r < reasons->count; r++)
        fprintf(out, "| `%s` | %s | %s | %s%s%s |\n", reasons->counters[r], reasons->texts[r], reasons->meanings[r],
                reasons->statistics[r][0] ? "`" : "", reasons->statistics[r], reasons->statistics[r][0] ? "`" : "");
    fputc('\n', out);
}

static void print_source(FILE *out, const struct probe_source *source)
{
    fprintf(out, "`%s` is `%s`", source->name, source->type);
}

static void print_probes(FILE *out)
{
    fprintf(out,
            "\n## Sums of clocks\n\nWhat a clock adds, by probes: expressions of registers (`q`) and wires (`in`) of "
            "modules "
            "([ports](ports/%s/)), which are the code that\nruns (`rtl_model/%s/probes/sums.h`).\n",
            machine->name, machine->name);
    for (unsigned i = 0; i < machine->counters->probe_count; i++)
        page_probe(out, &machine->counters->probes[i], print_source);
    fprintf(out,
            "\nEvery counter is counted a second time from a waveform alone, by `tb/waves/check_counters_older.py`.\n");
}

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    for (unsigned i = 0; i < sizeof machines / sizeof machines[0]; i++)
        if (strstr(path, machines[i].name))
            machine = &machines[i];
    if (!machine)
        return 2;
    print_head(document.file);
    page_formulas(document.file, machine->counters);
    print_reasons(document.file);
    page_lacking(document.file, machine->counters);
    page_statistics(document.file, machine->counters);
    print_probes(document.file);
    return document_close(&document, check) ? 0 : 1;
}
