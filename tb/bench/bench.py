#!/usr/bin/env python3
"""How fast the machine is simulated, row by row (docs/speed.md):

    bench.py times [ROW ...] [--runs N]        clocks and lane operations a second; wall time of the programs of tb/corpus
    bench.py count [ROW ...]                   instructions of the host for a simulated clock, by callgrind
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
    under = ("valgrind", "--tool=callgrind", "--toggle-collect=stretch*", f"--callgrind-out-file={file}")
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
    parser.add_argument("table", nargs="?", choices=("times", "count", "functions", "against"))
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
    elif known.table == "functions":
        by_function(choose(parser, known.rows or ["full", "divergent", "waiting"], rows.rows()))
    elif known.table == "against" and known.rows:
        unknown = set(known.rows[1:]) - set(against.ROWS)
        if unknown:
            parser.error(f"no row {', '.join(sorted(unknown))}: there are {', '.join(against.ROWS)}")
        print_ratios(known.rows[0], known.rows[1:] or against.ROWS, known.runs, known.count)
    else:
        parser.error("expected times, count, functions, against REF or --write PAGE")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    finally:
        rows.forget_waveform(BUILD)
