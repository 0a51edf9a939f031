#!/usr/bin/env python3
"""Performance counters as columns of a sweep: they are those of `wekiva run --counters` of each point alone, whether a
column names one or --counters asks for all; pieces, seeds, what is refused.

    sweep_counters.py WEKIVA      (from the project's root)
"""
import csv
import json
import math
import pathlib
import subprocess
import tempfile

from checks import close, command, expect

FADD = pathlib.Path("tb/corpus/llvm-rv770/fadd/launch.json").resolve()
CLOCKS = [40, 100, 400]
SWEEP = ["sweep", "--launch", FADD, "--set", "simds=2", "--set", f"ic_miss_clk={','.join(map(str, CLOCKS))}"]


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done.stdout


def alone(folder, clocks):
    path = folder / "result.json"
    wekiva("run", "--counters", "--launch", FADD, "--set", "simds=2", "--set", f"ic_miss_clk={clocks}", "--stats", path)
    return {name: row["value"] for name, row in json.loads(path.read_text())["counters"]["gpu"].items() if row.get("value") is not None}


def check_values(folder):
    path, table = folder / "all.db", folder / "all.csv"
    wekiva(*SWEEP, "--counters", "--out", path, "--csv", table)
    with open(table, newline="", encoding="utf-8") as file:
        points = list(csv.DictReader(file))
    runs = [alone(folder, clocks) for clocks in CLOCKS]
    for point, run in zip(points, runs):
        expect(len(run) > 20, f"{len(run)} counters")
        for name, value in run.items():
            expect(math.isclose(float(point[f"gpu.{name}"]), value, rel_tol=1e-8, abs_tol=1e-8), f"{name}: {point[f'gpu.{name}']}, alone {value}")
    expect(len({point["gpu.ALUBusy"] for point in points}) == 3, "the points differ")
    return path, runs


def check_columns(folder, path, runs):
    """A column that is a counter is enough; it is the machine's and no sum over SIMDs."""
    named = folder / "named.db"
    shown = wekiva(*SWEEP, "--show", "ALUBusy,ALUBusy/cycles", "--out", named)
    expect(named.read_bytes() == path.read_bytes(), "the database of --counters")
    for line, run in zip(shown.splitlines()[1:], runs):
        expect(math.isclose(float(line.split()[2]), run["ALUBusy"], rel_tol=1e-2), f"{line}: {run['ALUBusy']}")
    wekiva("sweep", path, "--pareto", "-ALUBusy,cycles", "--html", folder / "page.html")
    expect("ALUBusy" in (folder / "page.html").read_text(), "a page with counters")
    for part in (1, 2):
        wekiva(*SWEEP, "--counters", "--part", f"{part}/2", "--out", folder / f"{part}.db")
    wekiva("sweep", "--merge", folder / "merged.db", folder / "1.db", folder / "2.db")
    expect((folder / "merged.db").read_bytes() == path.read_bytes(), "two pieces are the whole")
    expect("ALUBusy" in wekiva(*SWEEP, "--seeds", 2, "--show", "ALUBusy", "--out", folder / "seeds.db"), "means of seeds")


def check_older(folder):
    """NV30 has counters of its own."""
    launch = pathlib.Path("tb/corpus/nv30/lighting/nv30.json").resolve()
    wekiva("run", "--counters", "--launch", launch, "--stats", folder / "nv30.json")
    (of_run,) = json.loads((folder / "nv30.json").read_text())["counters"].values()
    shown = wekiva("sweep", "--launch", launch, "--set", "max_quads=8,32", "--show", "CoreBusy", "--out", folder / "nv30.db")
    busy = {int(row.split()[0]): float(row.split()[2]) for row in shown.splitlines()[1:3]}
    expect(math.isclose(busy[32], of_run["CoreBusy"]["value"], rel_tol=1e-2) and busy[8] != busy[32], f"CoreBusy of NV30: {busy}")


def check_refused(folder, path):
    wekiva(*SWEEP, "--show", "ALUBsy", "--out", folder / "none.db", status=2, said="no column 'ALUBsy', did you mean ALUBusy?")
    expect(not (folder / "none.db").exists(), "nothing has run")
    wekiva(*SWEEP, "--out", path, status=2, said="--counters is 1, in this sweep 0")
    wekiva(*SWEEP, "--part", "1/2", "--out", folder / "plain.db")
    wekiva("sweep", "--merge", folder / "mixed.db", folder / "2.db", folder / "plain.db", status=2, said="is of another sweep: --counters")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path, runs = check_values(folder)
        check_columns(folder, path, runs)
        check_older(folder)
        check_refused(folder, path)
    close()


WEKIVA = command(__doc__)
main()
