#!/usr/bin/env python3
"""How fast the machine is simulated, row by row (docs/speed.md):

    tb/bench/bench.py times [ROW ...] [--runs N]      clocks and lane operations a second, the best of N runs in turn
    tb/bench/bench.py count [ROW ...]                 instructions of the host for a simulated clock, by callgrind

A ROW is one of tb/bench/rows.py, all of them when none is given.  B, the build folder, has the program tb/bench/measure.
Times of one table are comparable with each other; counts with those of any run of the same compiler.
"""

import argparse
import os
import pathlib
import platform
import subprocess
import sys
import time

sys.dont_write_bytecode = True
import rows  # noqa: E402

BUILD = pathlib.Path(os.environ.get("B", "build"))
FOLDER = BUILD / "rows"
WARM = 10000    # clocks until the caches are filled and all wavefronts are there
COUNTED = 10000  # clocks that callgrind counts
CENSUS = 2000


# ---- measuring --------------------------------------------------------------------------------------------------------

def measure(row, *options, under=()):
    folder = FOLDER / row.name
    command = [*under, str(BUILD / "tb/bench/measure"), str(folder / "launch.json"), "--chip", str(folder / "chip.json"),
               "--from", str(WARM), *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bench: {row.name}: {done.stderr.strip()}")
    return {name: float(value) for name, value in map(str.split, done.stdout.splitlines())}


def census(row):
    return measure(row, "--clocks", CENSUS, "--census", 1)


def count(row):
    """Instructions for a clock."""
    file = FOLDER / row.name / "callgrind.out"
    figures = measure(row, "--clocks", COUNTED,
                      under=("valgrind", "--tool=callgrind", "--toggle-collect=stretch*", f"--callgrind-out-file={file}"))
    total = next(line for line in file.read_text().splitlines() if line.startswith(("totals:", "summary:")))
    return int(total.split()[1]) / figures["clocks"]


# ---- tables -----------------------------------------------------------------------------------------------------------

def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), "unknown processor")


def heading():
    print(f"{time.strftime('%Y-%m-%d', time.gmtime())}, {processor()}, {platform.system()} {platform.machine()}\n")


def times(chosen, runs):
    heading()
    samples = {row.name: [] for row in chosen}
    for _ in range(runs):
        for row in chosen:
            samples[row.name].append(measure(row))
    print(f"  {'one SIMD of rv770, one core, no waveform':52} {'clocks/s':>11} {'ns/clock':>9} {'lane operations/s':>18}")
    for row in chosen:
        best = min(samples[row.name], key=lambda sample: sample["processor"])
        rate = best["clocks"] / best["processor"]
        lanes = census(row)
        print(f"  {row.title:52} {rate:11.0f} {1e9 / rate:9.1f} {rate * lanes['lanes'] / lanes['clocks']:18.0f}")
    print(f"\n  memory of a SIMD, its program's and inputs' not counted much: {best['bytes'] / 1e6:.2f} MB")


def counts(chosen):
    print(f"  {'instructions of the host for a clock':52} {'count':>9}")
    for row in chosen:
        print(f"  {row.title:52} {count(row):9.0f}", flush=True)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=("times", "count"))
    parser.add_argument("rows", nargs="*", metavar="ROW")
    parser.add_argument("--runs", type=int, default=5)
    known = parser.parse_args(arguments)
    every = rows.rows()
    unknown = set(known.rows) - {row.name for row in every}
    if unknown:
        parser.error(f"no row {', '.join(sorted(unknown))}: see tb/bench/rows.py --list")
    chosen = [row for row in every if not known.rows or row.name in known.rows]
    for row in chosen:
        row.write(FOLDER / row.name)
    if known.table == "times":
        times(chosen, known.runs)
    else:
        counts(chosen)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
