/* counters.c - docs/counters.md from the lists of counters and sums (rtl_model/r700/probes/counters.def,
 * sums.h).
 *
 * usage: counters [--check] docs/counters.md */
#include "rtl_model/r700/probes/counters.h"
#include "rtl_model/r700/simd.h"
#include "tb/docs/document.h"

static void print_head(FILE *out)
{
    fprintf(
        out,
        "<!-- made by tb/docs/counters.c: make docs -->\n# Counters\n\n"
        "`wekiva run --counters` counts what AMD's tools for this family counted, by their names (GPU PerfStudio, "
        "GPUPerfAPI), and where each\nchance to issue went. The summary has the counters of the chip, `result.json` "
        "those of each SIMD, too, under `counters`: path, name, value and unit,\nor `null` and why there is none. No "
        "formula of AMD's for R600 and R700 is public: these are ours, over sums that are listed below. *A thread* in "
        "a unit: of\nits wavefront, whether or not the thread itself was active.\n\n"
        "`--counters-every OUT.csv@N` writes them for every N clocks, a line each: launch, first and last clock, then "
        "a "
        "column for each path and counter; empty where\nthere was nothing to count. Of launches at once each has its "
        "line, and one says `all`. Both look at every clock, so a run "
        "takes longer, about twice; runs without them\ncost nothing. [`wekiva "
        "compare`](sweep.md#two-runs-side-by-side) sets "
        "those of two runs side by side. Behind `--load-snapshot` they are those of "
        "the clocks from there on, while statistics are those of the whole run.\n\n"
        "## Statistics in other formats\n\n"
        "`--stats OUT` writes what modules count, and the counters when they were asked for, `--stats-format` says "
        "how:\n\n"
        "| format | | file ends in |\n|---|---|---|\n"
        "| `json` | a list of path, name, value, unit, description, as in `result.json` | anything else |\n"
        "| `objects` | JSON, `statistics.PATH.NAME` is the value | |\n"
        "| `csv` | path,name,value,unit,description; of launches in a row the launch before them | `.csv` |\n"
        "| `prometheus` | `wekiva_statistic{path=...,name=...,unit=...} value` and `wekiva_counter{...}` | `.prom` "
        "|\n\n");
}

static void print_counters(FILE *out)
{
    fprintf(out, "## Formulas\n\n| counter | unit | is | meaning |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < gpu_counters.row_count; i++) {
        const struct counter_row *row = &gpu_counters.rows[i];
        if (!row->numerator)
            continue;
        const bool plain = strcmp(row->denominator, "1") == 0, sum = strchr(row->denominator, ' ');
        fprintf(out, "| %s%s | %s | `%s%s%s%s%s` | %s%s%s |\n", row->name, row->of_chip ? " (chip)" : "", row->unit,
                row->numerator, plain ? "" : " / ", sum ? "(" : "", plain ? "" : row->denominator, sum ? ")" : "",
                row->meaning, row->why[0] ? "; n/a when " : "", row->why);
    }
    fprintf(out, "\nOf each arbiter, `CF`, `Even` and `Odd` (the wavefront slots), `Busy.ARBITER` and all "
                 "`Stall.ARBITER.REASON` add up to 100 %% of its chances; the reasons\nare those of "
                 "[stalls.md](stalls.md) (`stall_kcache` is `Stall.Even.kcache`). A chance of a slot is one of its "
                 "rotations, eight clocks, so ALUBusy is the mean of\n`Busy.Even` and `Busy.Odd`.\n\n"
                 "## What this chip cannot have\n\n| counter | why |\n|---|---|\n");
    for (unsigned i = 0; i < gpu_counters.row_count; i++)
        if (!gpu_counters.rows[i].numerator)
            fprintf(out, "| %s | %s |\n", gpu_counters.rows[i].name, gpu_counters.rows[i].why);
}

static void print_statistics(FILE *out)
{
    fprintf(out, "\n## Sums of statistics\n\n| sum | `module.statistic` | counts |\n|---|---|---|\n");
    for (const struct counter_sum_row *row = gpu_counters.sums; row->name; row++)
        fprintf(out, "| %s%s | `%s` | %s |\n", row->name, row->of_chip ? " (chip)" : "", row->from, row->meaning);
}

static void print_source(FILE *out, const struct probe_source *source)
{
    const char *page = source->number < AT_constants ? "nets" : source->type;
    fprintf(out, source->number < SIMD_MODULES ? "`%s` is [%s](ports/%s.md)" : "`%s` is %s", source->name, source->type,
            page);
}

static void print_probe(FILE *out, const struct probe *probe)
{
    fprintf(out, "\n**%s**", probe->name);
    if (strcmp(probe->when, "true") != 0)
        fprintf(out, ", when `%s`", probe->when);
    for (const struct probe_source *source = probe->sources; source->name; source++) {
        fputs(source == probe->sources ? ": " : ", ", out);
        print_source(out, source);
    }
    fputs("\n\n", out);
    for (const struct probe_row *made = probe->made; made->name; made++)
        fprintf(out, "`%s`, %s: `%s`\n\n", made->name, made->meaning, made->expression);
    fprintf(out, "| sum | a clock adds | counts |\n|---|---|---|\n");
    for (const struct probe_row *sum = probe->sums; sum->name; sum++) {
        fprintf(out, "| %s | ", sum->name);
        print_code(out, sum->expression);
        fprintf(out, " | %s |\n", sum->meaning);
    }
}

static void print_probes(FILE *out)
{
    fprintf(out, "\n## Sums of clocks\n\nWhat a clock of a SIMD adds, by probes: expressions of registers (`q`) and "
                 "wires (`in`), which are the code that runs\n(`rtl_model/r700/probes/sums.h`). `type` is the stage of "
                 "the launch that has the SIMD, `seen` what the observer knows of the clocks before.\n");
    for (unsigned i = 0; i < gpu_counters.probe_count; i++)
        print_probe(out, &gpu_counters.probes[i]);
    fprintf(out, "\n`wave_size` is the threads of a wavefront. Every counter is counted a second time from a waveform "
                 "alone, by `tb/waves/check_counters.py`.\n");
}

int main(int argc, char **argv)
{
    bool            check;
    const char     *path;
    struct document document;
    if (!document_arguments(argc, argv, &check, &path) || !document_open(&document, path))
        return 2;
    print_head(document.file);
    print_counters(document.file);
    print_statistics(document.file);
    print_probes(document.file);
    return document_close(&document, check) ? 0 : 1;
}
