#include "tools/run/run_option_rows.h"

#include <stddef.h>

const struct option_row run_option_rows[RUN_OPTION_COUNT] = {
    [OPTION_LAUNCH] = {"launch", 'l', "FILE",
                       "the launch file: what the run starts with and must produce; - reads it from\n"
                       "the standard input"},
    [OPTION_CHIP] = {"chip", 'c', "CHIP",
                     "a preset (wekiva chips) or a chip file (default: that of the launch, of the\nobject, rv770)"},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "change a chip parameter (wekiva chips --params)"},
    [OPTION_THREADS] = {"threads", 't', "N",
                        "threads, in place of the launch's: its inputs repeat, and what comes out is\n"
                        "not compared"},
    [OPTION_TRACE] = {"trace", 0, "OUT.vcd|OUT.fst", "write a waveform, and OUT.gtkw that opens it in GTKWave"},
    [OPTION_TRACE_SCOPE] = {"trace-scope", 0, "GLOB[,GLOB...]",
                            "only instances and signals that match: *.cf_sequencer,*.o_stall"},
    [OPTION_TRACE_WINDOW] = {"trace-window", 0, "FROM:TO",
                             "only these cycles, both included; FROM: and :TO are open ends"},
    [OPTION_TRACE_LANES] = {"trace-lanes", 0, NULL, "lane vectors and memories too"},
    [OPTION_TRACE_APART] = {"trace-apart", 0, NULL, "signals that always have the same value are written apart"},
    [OPTION_TRACE_LIMIT] = {"trace-limit", 0, "SIZE",
                            "end the waveform at so many bytes, the run goes on; 500K, 20M, 8G\n(default 2G)"},
    [OPTION_SAIF] = {"saif", 0, "OUT.saif",
                     "write how often each bit of the waveform's signals toggles and how long it\n"
                     "is 1, for tools that estimate power; no waveform needs to be written"},
    [OPTION_ACTIVITY] = {"activity", 0, NULL, "toggles by module, in the summary"},
    [OPTION_LIVE] = {"live", 0, NULL, "open GTKWave on OUT.vcd now: it shows the run while it goes on"},
    [OPTION_TRIGGER] = {"trigger", 0, "EXPRESSION",
                        "only what lies around the clock in which this begins to hold:\n"
                        "'rise(dispatcher.o_launch)', 'dispatcher.o_slot == 3', 'rule broken'\n"
                        "(docs/waveforms.md)"},
    [OPTION_BEFORE] = {"before", 0, "N", "so many clocks before it (default 200)"},
    [OPTION_AFTER] = {"after", 0, "N", "and so many behind it (default 500)"},
    [OPTION_COUNT_EVENTS] = {"count", 0, "N", "of the first N events, all in one file (default 1)"},
    [OPTION_LAST] = {"last", 0, "N",
                     "only when the run goes wrong (other results, a broken rule, no progress,\n"
                     "a limit, Ctrl-C): its last N clocks"},
    [OPTION_WATCH] = {"watch", 0, "wN.tN.RN.E...",
                      "one register of one thread as a signal: w0.t17.R1.x, with :float, :int,\n:uint or :hex for its "
                      "radix (default: as the program writes it);\nof a pixel of r580 or nv30: p17.R1.x"},
    [OPTION_PIPELINE] = {"pipeline", 0, "OUT.kanata",
                         "write a pipeline view for Konata: a line for each ALU group;\npacked, as the next one, where "
                         "the name ends in .gz"},
    [OPTION_PERFETTO] = {"perfetto", 0, "OUT.pftrace",
                         "write a trace for ui.perfetto.dev: SIMDs, units, wavefronts, what is lost"},
    [OPTION_PIPELINE_WAVES] = {"pipeline-waves", 0, "N[-N][,...]", "only these wavefronts in both: 0-3,7"},
    [OPTION_PIPELINE_WINDOW] = {"pipeline-window", 0, "FROM:TO", "only these cycles in both, as --trace-window"},
    [OPTION_PIPELINE_LIMIT] = {"pipeline-limit", 0, "SIZE",
                               "end a pipeline view at so many bytes, as --trace-limit (default 2G)"},
    [OPTION_STATS] = {"stats", 0, "OUT.json", "write cycles and statistics; - is the standard output"},
    [OPTION_STATS_FORMAT] = {"stats-format", 0, "json|objects|csv|prometheus", /* enum result_format */
                             "objects: keyed by path (default: by the file's ending .csv or .prom,\nelse json)"},
    [OPTION_COUNTERS] = {"counters", 0, NULL,
                         "AMD's counters, and where each chance to issue went, in summary and\n"
                         "results (docs/counters.md); slower, for every clock is looked at"},
    [OPTION_COUNTERS_EVERY] = {"counters-every", 0, "OUT.csv@N", "write them for every N clocks"},
    [OPTION_LIMIT] = {"limit", 0, NULL,
                      "how much of what the chip can do the launch has used, unit by unit,\n"
                      "the one nearest to its limit first, in summary and result.json\n(docs/guides/limit.md)"},
    [OPTION_ENERGY] = {"energy", 0, NULL,
                       "events x energy of each, by block, in summary and result.json: to compare\n"
                       "programs on one chip (docs/energy.md); with --verbose formulas and sources"},
    [OPTION_ENERGY_TABLE] = {"energy-table", 0, "FILE.json",
                             "picojoules of events in place of ours: {\"volts\": 1.1, \"ALU product\": 5}"},
    [OPTION_ROOFLINE] = {"roofline", 0, "OUT.svg|OUT.png",
                         "flops a second over flops a byte, each launch a point below the chip's\n"
                         "roofs, drawn by gnuplot (docs/guides/limit.md)"},
    [OPTION_ROOFLINE_POINTS] =
        {"roofline-points", 0, "FILE.csv",
         "points of runs before, drawn too; this run's are added and\nreplace those of the same name"},
    [OPTION_OUT] = {"out", 0, "DIR",
                    "write exports, buffers and result.json into this folder;\n"
                    "of launches in a row each into a folder of its own in it"},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "end with status 3 at this cycle (default 1000000000)"},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "end with status 3 when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)"},
    [OPTION_JOBS] = {"jobs", 'j', "N",
                     "clock the SIMDs in N threads, at most one for each (default: one for\nevery processor); nothing "
                     "else depends on it"},
    [OPTION_JSON] = {"json", 0, NULL, "result.json to the standard output in place of the summary"},
    [OPTION_DUMP_GPRS] = {"dump-gprs", 0, NULL, "write the registers of every thread, gprs.bin, too"},
    [OPTION_DUMP_LDS] = {"dump-lds", 0, NULL, "write the local data share, lds.bin, too"},
    [OPTION_DUMP_GLOBALS] = {"dump-globals", 0, NULL, "write SIMD-global GPRs, globals.bin, too"},
    [OPTION_SAVE_SNAPSHOT] = {"save-snapshot", 0, "FILE@CYCLE",
                              "save the machine's state at the start of this cycle, and the\nexports so far"},
    [OPTION_LOAD_SNAPSHOT] = {"load-snapshot", 0, "FILE", "continue from such a file"},
    [OPTION_QUIET] = {"quiet", 'q', NULL, "no summary"},
    [OPTION_LINT] = {"lint", 0, NULL, "first what `wekiva lint` finds, on the error output"},
    [OPTION_VERBOSE] = {"verbose", 'v', NULL, "inputs, full configuration, ignored registers on the error output"},
    [OPTION_PROGRESS] = {"progress", 0, "auto|json|none", /* enum run_progress */
                         "progress on the error output: auto on a terminal after a second,\njson one object a line"},
    [OPTION_REPLACE] = {"replace", 0, "MODULE[=DIR]...",
                        "let a Verilog block of folder DIR (default: the twins) do the work of\nall instances of a "
                        "module (wekiva cosim --list)"},
    [OPTION_BESIDE] = {"beside", 0, "MODULE[=DIR]...",
                       "clock a Verilog block along with all instances of any module (docs/ports)\nand compare its "
                       "outputs; the run is as without"},
    [OPTION_RECORD] = {"record", 0, "MODULE[=INSTANCE]=FILE...",
                       "write what a module is given, for wekiva cosim --input; as table\nor waveform if the name ends "
                       "in .csv or .vcd"},
};

#define SNAPSHOT "a snapshot has no Verilog block's state"
const struct option_rule run_option_rules[RUN_RULE_COUNT] = {
    {NEEDS, "trace-limit live trigger last watch", "trace", NULL},
    {NEEDS, "trace-scope trace-window trace-lanes trace-apart", "trace saif activity", NULL},
    {NEEDS, "before after count", "trigger", NULL},
    {NOT_WITH, "trigger", "last", NULL},
    {NOT_WITH, "live", "trigger last", "their waveform is written when it is over"},
    {NOT_WITH, "trigger last",
     "trace-window counters counters-every energy roofline pipeline perfetto replace beside record",
     "the machine goes back to the event"},
    {NOT_WITH, "saif activity", "trigger last", "what is counted must be the run once"},
    {NOT_WITH, "activity", "quiet json", "its table is part of the summary"},
    {NEEDS, "energy-table", "energy", NULL},
    {NEEDS, "roofline-points", "roofline", NULL},
    {NOT_WITH, "energy", "quiet", "its table is part of the summary"},
    {NEEDS, "pipeline-waves pipeline-window pipeline-limit", "pipeline perfetto", NULL},
    {NEEDS, "dump-gprs dump-lds dump-globals", "out", NULL},
    {NEEDS, "stats-format", "stats", NULL},
    {NOT_WITH, "limit", "quiet", "its table is part of the summary"},
    {NOT_WITH, "load-snapshot", "replace beside record", SNAPSHOT ", and a record begins at reset"},
    {NOT_WITH, "save-snapshot", "replace beside", SNAPSHOT},
};
