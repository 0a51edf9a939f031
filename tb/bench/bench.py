#!/usr/bin/env python3
"""How fast the machine is simulated, row by row (docs/speed.md):

    bench.py times [ROW ...] [--runs N]        clocks and lane operations a second; wall time of the programs of tb/corpus
    bench.py count [ROW ...]                   instructions of the host for a simulated clock, by callgrind
    bench.py programs                          instructions and misses of the instruction cache for a clock of whole programs
    bench.py functions [ROW ...]               the same, by the functions of the source; ROW: full divergent waiting
    bench.py against REF [ROW ...] [--runs N]  ratios to another commit, built with the same compiler, run in turn
    bench.py against REF [ROW ...] --count     ratios of instructions for a clock, for a machine that has other work
    bench.py --write PAGE                      makes the tables of a page again, behind its lines <!-- bench.py ... -->

A ROW is one of tb/bench/rows.py, all of them when none is given.  The build folder B (build) has the programs.  Times are the
best of N runs (5), all rows in turn; compare times of one table.  Counts are those of a compiler and its flags.
"""

import argparse
import contextlib
import functools as tools
import io
import json
import os
import pathlib
import platform
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import against  # noqa: E402
import functions  # noqa: E402
import rows  # noqa: E402

BUILD = pathlib.Path(os.environ.get("B", "build"))
FOLDER = BUILD / "rows"
COUNTED = 10000  # clocks that callgrind counts
# The machine's clocks, and the thread that writes a waveform of them (trace/ring.c).
COUNTED_IN = ("--toggle-collect=stretch*", "--toggle-collect=take_all*")
CENSUS = 2000    # clocks whose lane operations are counted


# ---- measuring --------------------------------------------------------------------------------------------------------

@tools.cache
def files(row):
    return row.write(FOLDER)


def measure(row, *options, under=()):
    launch, chip = files(row)
    command = [*under, BUILD / "tb/bench/measure", launch, "--chip", chip, "--from", row.warm, *options]
    command += ["--jobs", row.jobs] if row.jobs > 1 and not under else []
    command += ["--trace", rows.waveform(BUILD)] if row.traced and "--census" not in options else []
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: {row.name}: {done.stderr.strip()}")
    return {name: float(value) for name, value in map(str.split, done.stdout.splitlines())}


def census(row):
    return measure(row, "--clocks", CENSUS if row.warm else 0, "--census", 1)


def can_run(row):
    """Whether the machine has so many SIMDs."""
    return row.simds == 1 or measure(row, "--clocks", 1, "--census", 1)["simds"] == row.simds


def callgrind(row):
    """Instructions by place in the source, and the clocks in which they were counted."""
    file = FOLDER / row.name / "callgrind.out"
    files(row)
    under = ("valgrind", "--tool=callgrind", *COUNTED_IN, f"--callgrind-out-file={file}")
    figures = measure(row, "--clocks", COUNTED, under=under)
    return functions.read(file), figures["clocks"]


# ---- tables -----------------------------------------------------------------------------------------------------------

def table(head, lines):
    """A table of Markdown; texts to the left, figures to the right."""
    lines = [[cell if isinstance(cell, str) else f"{cell:,.{places}f}".replace(",", " ")
              for cell, places in ((c if isinstance(c, tuple) else (c, 0)) for c in line)] for line in lines]
    widths = [max(len(line[c]) for line in [head, *lines]) for c in range(len(head))]
    left = [not line or not line[-1:].isdigit() for line in (lines[0] if lines else head)]
    for line in (head, ["-" * w if left[c] else "-" * (w - 1) + ":" for c, w in enumerate(widths)], *lines):
        print("| " + " | ".join(cell.ljust(w) if left[c] else cell.rjust(w)
                                for c, (cell, w) in enumerate(zip(line, widths))) + " |")


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown processor")


def compiler():
    """As the benchmark's program says it, which was built with it."""
    done = subprocess.run([str(BUILD / "tb/bench/measure"), "--compiler"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def heading():
    """Where and by what; counts depend on the processor, too, where the code for it is chosen at run time."""
    print(f"{time.strftime('%-d %B %Y', time.gmtime())}, {processor()}, {platform.system()} {platform.machine()}, {compiler()}\n")


def given(row):
    """Bytes of the registers' start values, which a machine keeps for the wavefronts to come."""
    values = FOLDER / row.name / "in.bin"
    return values.stat().st_size if values.is_file() else 0


def times(chosen, runs):
    heading()
    best = against.best_of(runs, {row.name: lambda row=row: measure(row, "--clocks", row.clocks)
                                 for row in chosen})
    lines, memory = [], {}
    for row in chosen:
        seen = census(row)
        rate = best[row.name]["clocks"] / best[row.name]["processor" if row.jobs == 1 else "wall"]
        lines.append((row.title, rate, (1e9 / rate, 1), (rate * seen["lanes"] / seen["clocks"] / 1e6, 1)))
        if not row.traced and row.jobs == 1:
            memory.setdefault(row.simds, []).append([best[row.name][figure] - given(row) for figure in ("used", "bytes")])
    table(("rv770, one SIMD where nothing else is said, one core", "clocks/s", "ns/clock", "million lane operations/s"), lines)
    print("\nMemory of a machine in the row that uses most, without the values that its launch gives registers: " +
          ", ".join(f"{used / 1e6:.2f} MB of {size / 1e6:.2f} MB allocated (SIMDs: {simds})"
                    for simds, (used, size) in sorted((simds, max(sizes)) for simds, sizes in memory.items())) + ".")
    programs = against.programs()
    corpus = against.best_of(runs, {"corpus": lambda: against.run_all(BUILD / "wekiva", programs)})["corpus"]
    print(f"The {len(programs)} programs of tb/corpus, one `wekiva run` after the other: {corpus['wall']:.2f} s wall time, "
          f"{corpus['clocks']} clocks.")


def count(chosen):
    heading()
    lines = []
    for row in chosen:
        if row.jobs > 1: # counts are those of one thread
            continue
        counts, clocks = callgrind(row)
        lines.append((row.title, sum(counts.values()) / clocks))
    table(("instructions of the host for a clock", "count"), lines)


PROGRAMS = [f"kernels/{name}" for name in ("matmul", "nbody", "mandelbrot", "sha256", "fft16")] + \
    [f"compute/{name}" for name in ("matrix_lds", "convolution", "scan", "reduce", "histogram")] + ["textures/tex_two"]
BEFORE = {"sha256": 598, "fft16": 800, "matmul": 723, "nbody": 3534, "matrix_lds": 1654, "convolution": 1986, "tex_two": 1684,
          "scan": 1110, "reduce": 1130, "histogram": 786, "mandelbrot": 1639}  # 821f668, gcc 12, -O3, no link-time optimisation


def whole(program, chip, traced=False):
    """Clocks of a program from start to end; of each, instructions and misses of a first-level instruction cache."""
    file = FOLDER / "whole.out"
    command = ["valgrind", "--tool=callgrind", "--cache-sim=yes", *COUNTED_IN, f"--callgrind-out-file={file}",
               BUILD / "tb/bench/measure", f"tb/corpus/{program}/launch.json", "--chip", chip]
    command += ["--trace", rows.waveform(BUILD)] if traced else []
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: {program}: {done.stderr.strip()}")
    clocks = float(dict(map(str.split, done.stdout.splitlines()))["clocks"])
    lines = dict(line.split(":", 1) for line in file.read_text().splitlines() if line.startswith(("events:", "totals:")))
    counts = dict(zip(lines["events"].split(), map(int, lines["totals"].split())))
    return clocks, counts["Ir"] / clocks, counts["I1mr"] / clocks


def print_programs():
    heading()
    FOLDER.mkdir(parents=True, exist_ok=True)
    chips = {}
    for name, differs in (("one", {"simds": 1}), ("default", {})):
        chips[name] = FOLDER / f"{name}.json"
        chips[name].write_text(json.dumps({"wekiva_chip": 1, "name": "rv770", "base": "rv770", "parameters": differs}))
    lines, product = [], 1.0
    for program in PROGRAMS:
        name = program.split("/")[1]
        clocks, count_, misses = whole(program, chips["one"])
        product *= count_ / BEFORE[name]
        all_clocks, of_all, _ = whole(program, chips["default"])
        lines.append((name, clocks, BEFORE[name], count_, (count_ / BEFORE[name], 2), (misses, 1),
                      whole(program, chips["one"], True)[1], all_clocks, of_all, whole(program, chips["default"], True)[1]))
    lines.append(("sum; geometric mean", "", sum(BEFORE.values()), sum(line[3] for line in lines), (product ** (1 / len(PROGRAMS)), 2), "",
                  sum(line[6] for line in lines), "", *(sum(line[c] for line in lines) for c in (8, 9))))
    table(("whole programs: instructions for a clock", "one SIMD, clocks", "821f668", "now", "ratio", "misses", "with a VCD",
           "ten SIMDs, clocks", "now", "with a VCD"), lines)


def by_function(chosen, least=0.01):
    """Functions that take less than `least` of every row are summed up."""
    heading()
    columns = []
    for row in chosen:
        counts, clocks = callgrind(row)
        columns.append({key: cost / clocks for key, cost in functions.by_function(counts).items()})
    totals = [sum(column.values()) for column in columns]
    keys = sorted({key for column in columns for key in column}, key=lambda key: -sum(c.get(key, 0) for c in columns))
    lines, others = [], [0.0] * len(chosen)
    for name, file in keys:
        costs = [column.get((name, file), 0) for column in columns]
        if any(cost >= least * total for cost, total in zip(costs, totals)):
            lines.append((f"`{name}`", f"`{file}`", *costs))
        else:
            others = [sum(pair) for pair in zip(others, costs)]
    lines.append((f"{len(keys) - len(lines)} others", "", *others))
    table(("instructions for a clock", "", *(row.name for row in chosen)), [("**all**", "", *totals), *lines])


def print_ratios(ref, chosen, runs, counted):
    heading()
    if counted:
        head, (note, lines) = ("instructions for a clock", ref, "now", "ratio"), against.counted_ratios(BUILD, ref, chosen)
    else:
        head, (note, lines) = ("clocks/s", ref, "now", "ratio", "processor"), against.ratios(BUILD, ref, chosen, runs)
    table(head, lines)
    print(f"\n{note}")


# ---- command ----------------------------------------------------------------------------------------------------------

def write(path):
    """Behind each line `<!-- bench.py ARGUMENTS -->`, up to `<!-- end -->`, what these arguments print."""
    text, done = pathlib.Path(path).read_text(), ""
    while "<!-- bench.py " in text:
        before, text = text.split("<!-- bench.py ", 1)
        arguments, text = text.split(" -->", 1)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            main(arguments.split())
        done += f"{before}<!-- bench.py {arguments} -->\n\n{printed.getvalue().strip()}\n\n<!-- end -->"
        text = text.split("<!-- end -->", 1)[1]
    pathlib.Path(path).write_text(done + text)


def choose(parser, names, among):
    unknown = set(names) - {row.name for row in among}
    if unknown:
        parser.error(f"no row {', '.join(sorted(unknown))}: see tb/bench/rows.py --list")
    return [row for row in among if (not names or row.name in names) and can_run(row)]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", nargs="?", choices=("times", "count", "programs", "functions", "against"))
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--count", action="store_true")
    parser.add_argument("--write", metavar="PAGE")
    known = parser.parse_intermixed_args(arguments)
    if known.write:
        write(known.write)
    elif known.table == "times":
        times(choose(parser, known.rows, rows.rows()), known.runs)
    elif known.table == "count":
        count(choose(parser, known.rows, rows.rows()))
    elif known.table == "programs":
        print_programs()
    elif known.table == "functions":
        by_function(choose(parser, known.rows or ["full", "divergent", "waiting"], rows.rows()))
    elif known.table == "against" and known.rows:
        unknown = set(known.rows[1:]) - set(against.ROWS)
        if unknown:
            parser.error(f"no row {', '.join(sorted(unknown))}: there are {', '.join(against.ROWS)}")
        print_ratios(known.rows[0], known.rows[1:] or against.ROWS, known.runs, known.count)
    else:
        parser.error("expected times, count, programs, functions, against REF or --write PAGE")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        rows.forget_waveform(BUILD)
