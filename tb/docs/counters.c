/* counters.c - docs/counters.md from the lists of counters and sums (rtl_model/r700/probes/counters.def,
 * sums.h).
 *
 * usage: counters [--check] docs/counters.md */
#include "rtl_model/r700/probes/counters.h"
#include "rtl_model/r700/simd.h"
#include "tb/docs/counter_page.h"

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

static void print_arbiters(FILE *out)
{
    fprintf(out, "\nOf each arbiter, `CF`, `Even` and `Odd` (the wavefront slots), `Busy.ARBITER` and all "
                 "`Stall.ARBITER.REASON` add up to 100 %% of its chances; the reasons\nare those of "
                 "[stalls.md](stalls.md) (`stall_kcache` is `Stall.Even.kcache`). A chance of a slot is one of its "
                 "rotations, eight clocks, so ALUBusy is the mean of\n`Busy.Even` and `Busy.Odd`.\n\n");
}

static void print_source(FILE *out, const struct probe_source *source)
{
    const char *page = source->number < AT_constants ? "nets" : source->type;
    fprintf(out, source->number < SIMD_MODULES ? "`%s` is [%s](ports/%s.md)" : "`%s` is %s", source->name, source->type,
            page);
}

static void print_probes(FILE *out)
{
    fprintf(out, "\n## Sums of clocks\n\nWhat a clock of a SIMD adds, by probes: expressions of registers (`q`) and "
                 "wires (`in`), which are the code that runs\n(`rtl_model/r700/probes/sums.h`). `type` is the stage of "
                 "the launch that has the SIMD, `seen` what the observer knows of the clocks before.\n");
    for (unsigned i = 0; i < gpu_counters.probe_count; i++)
        page_probe(out, &gpu_counters.probes[i], print_source);
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
    page_formulas(document.file, &gpu_counters);
    print_arbiters(document.file);
    page_lacking(document.file, &gpu_counters);
    page_statistics(document.file, &gpu_counters);
    print_probes(document.file);
    return document_close(&document, check) ? 0 : 1;
}
