#!/usr/bin/env python3
"""An axis of seeds (--seeds): means, deviations, confidence and verdicts, from the points of the database by Python's
statistics; what is refused.

    sweep_seeds.py WEKIVA      (from the project's root)
"""
import contextlib
import math
import pathlib
import sqlite3
import statistics
import subprocess
import tempfile

from checks import close, command, expect

MATMUL = "tb/corpus/kernels/matmul/launch.json"
MACHINE = ["--launch", MATMUL, "--set", "simds=1", "--set", "ic_miss_clk=25", "--set", "alu_policy=youngest"]
SEEDS = 6
T_975 = 2.571  # of 5 degrees of freedom: NIST/SEMATECH e-Handbook, 1.3.6.7.2


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done.stdout


def points(path, columns):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(f"SELECT {columns} FROM result ORDER BY point").fetchall()


def near(text, value):
    """A table's numbers have three digits at least; those of the handbook's t have four."""
    return math.isclose(float(text), value, rel_tol=0.003, abs_tol=0.0006)


def check_line(cells, values, base):
    """cycles, deviation, interval, change, its interval, verdict."""
    mean, deviation = statistics.mean(values), statistics.stdev(values)
    expect(near(cells[0], mean) and near(cells[1], deviation) and near(cells[2], T_975 * deviation / SEEDS ** 0.5),
           f"{cells}: {values}")
    if values is base:
        expect(cells[3:] == ["-", "-", "baseline"], f"{cells}")
        return "baseline"
    changes = [value - other for value, other in zip(values, base)]
    change, half = statistics.mean(changes), T_975 * statistics.stdev(changes) / SEEDS ** 0.5
    expect(near(cells[3], 100 * change / statistics.mean(base)) and near(cells[4], 100 * half / statistics.mean(base)), f"{cells}: {changes}")
    verdict = "same" if not any(changes) else "noise" if abs(change) <= half else "faster" if change < 0 else "slower"
    expect(cells[5] == verdict, f"{cells}: {changes} are {verdict}")
    return verdict


def check_table(folder):
    """Of alu_arb_clk the differences are noise, of kc_miss_clk the same in each seed; a column of --show is a mean."""
    path, verdicts = folder / "a.db", []
    shown = wekiva(*MACHINE, "--set", "alu_arb_clk=4,5", "--set", "kc_miss_clk=202,200,150", "--set", "alu_places=12,11", "--seeds", SEEDS,
                   "--show", "alu_used", "--out", path).splitlines()
    expect(shown[0].split() == ["alu_arb_clk", "kc_miss_clk", "alu_places", "cycles", "deviation", "+-95%", "change%", "+-95%", "verdict", "alu_used"],
           f"heading: {shown[0]}")
    cycles = {}
    for arb, miss, size, seed, value in points(path, "alu_arb_clk, kc_miss_clk, alu_places, start_seed, cycles"):
        cycles.setdefault((arb, miss, size), {})[seed] = value
    expect(all(list(row) == list(range(1, SEEDS + 1)) for row in cycles.values()), f"seeds 1 to {SEEDS}: {cycles}")
    groups = {key: list(row.values()) for key, row in cycles.items()}
    lines = [line.split() for line in shown[1:13]]
    expect([tuple(map(int, line[:3])) for line in lines] == list(groups), f"a line for each group: {lines}")
    for line, values in zip(lines, groups.values()):
        verdicts.append(check_line(line[3:9], values, groups[4, 202, 12]))
    expect(set(verdicts) == {"baseline", "same", "faster", "noise"}, f"verdicts: {verdicts}")
    expect(wekiva(path, "--show", "alu_used").splitlines() == shown[:-1], "the file shows the same table again")
    raw = wekiva(path, "--csv", "-").splitlines()
    expect(len(raw) == 1 + 12 * SEEDS, "--csv has a row for each seed")
    return path


def check_seed_is_a_parameter(folder, path):
    """A point is `wekiva run` with that seed; seeds of --set, before another axis, make the same table."""
    value = points(path, "cycles, start_seed, alu_arb_clk, kc_miss_clk, alu_places")[7]
    sets = [text for name, number in zip(("start_seed", "alu_arb_clk", "kc_miss_clk", "alu_places"), value[1:])
            for text in ("--set", f"{name}={number}")]
    done = subprocess.run([WEKIVA, "run", *MACHINE, *sets], capture_output=True, text=True, check=False)
    expect(f"\ncycles: {value[0]};" in done.stdout, f"{value}: {done.stdout}")
    for number, sets in enumerate((["--set", f"start_seed=1..{SEEDS}", "--set", "alu_arb_clk=4,5"], ["--set", "alu_arb_clk=4,5", "--seeds", SEEDS])):
        tables = wekiva(*MACHINE, *sets, "--out", folder / f"s{number}.db").splitlines()[:-1]
        first = tables if number == 0 else first
        expect(tables == first and " noise" in tables[2], f"the order of axes does not matter: {tables}")
    one = wekiva(*MACHINE, "--seeds", 3, "--out", folder / "one.db").splitlines()
    expect(one[0].split() == ["cycles", "deviation", "+-95%"], f"one point is compared with nothing: {one}")


def check_what_is_missing(folder):
    """Seeds that a part does not have, or that did not end well, do not count."""
    part = wekiva(*MACHINE, "--set", "alu_arb_clk=4,5", "--seeds", SEEDS, "--part", "1/3", "--out", folder / "part.db").splitlines()
    cells = [line.split() for line in part[:3]]
    expect("seeds" in cells[0] and cells[1][cells[0].index("seeds")] == "2", f"two of six: {part}")
    values = [row[0] for row in points(folder / "part.db", "cycles")]
    expect(near(cells[1][1], statistics.mean(values[:2])) and near(cells[2][1], statistics.mean(values[2:])), f"{part}: {values}")
    middle = sorted(row[0] for row in points(folder / "s1.db", "cycles"))[6]
    done = wekiva(*MACHINE, "--set", "alu_arb_clk=4,5", "--seeds", SEEDS, "--max-cycles", middle - 1, "--out", folder / "limit.db", status=3)
    done_points = [row[0] for row in points(folder / "limit.db", "cycles, alu_arb_clk, status") if row[1:] == (4, "done")]
    cells = done.splitlines()[1].split()
    expect(0 < len(done_points) < SEEDS and cells[4] == str(len(done_points)) and near(cells[1], statistics.mean(done_points)), f"{done}: {done_points}")


def check_pages(folder, path):
    """A page has the means; a plot no curve for each seed (six seeds of twelve points are more than 32)."""
    wekiva(path, "--html", folder / "a.html", "--quiet")
    text = (folder / "a.html").read_text(encoding="utf-8")
    expect(f"<h2>Means of {SEEDS} seeds</h2>" in text and text.count("<td>noise</td>") > 0 and text.count("<tr") > 12 * (SEEDS + 1),
           "the page has the table of means and all points")
    expect("No plot" not in text or "gnuplot is missing" in text, "the plot has a curve for each group")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = check_table(folder)
        check_seed_is_a_parameter(folder, path)
        check_what_is_missing(folder)
        check_pages(folder, path)
        none = ["--out", folder / "none.db"]
        wekiva(*MACHINE, "--seeds", 1, *none, status=2, said="--seeds 1: expected a whole number, 2 to 1000")
        wekiva(*MACHINE, "--seeds", 3, "--set", "start_seed=1", *none, status=2, said="start_seed has values of its own, too")
        wekiva(*MACHINE, "--seeds", 3, "--sensitivity", "all", *none, status=2, said="--s")
        wekiva("--launch", "tb/corpus/designs/r580.json", "--seeds", 3, *none, status=2, said="--seeds: starts of R580 have no seed")
        wekiva(path, "--seeds", 3, status=2, said="expected only options that show them")
        wekiva(path, "--show", "status", status=2, said="--show status: has no numbers")
        expect(not (folder / "none.db").exists(), "what is refused leaves no file")
    close()


WEKIVA = command(__doc__)
main()
