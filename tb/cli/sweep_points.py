#!/usr/bin/env python3
"""Points of a file (--points) and of --sensitivity: those of separate runs, resumed, in pieces; what is refused.

    sweep_points.py WEKIVA      (from the project's root)
"""
import contextlib
import csv
import json
import math
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile

from checks import close, command, expect

FADD = pathlib.Path("tb/corpus/llvm-rv770/fadd/launch.json").resolve()
POINTS = "ic_miss_clk, threads,\"ic_ways\"\r\n40,64,1\r\n0x64, 128, 2\r\n\r\n400,64,1\r\n41,128,1"
ROWS = [(40, 64, 1), (100, 128, 2), (400, 64, 1), (41, 128, 1)]
SIMDS = [1, 2]


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, "sweep", "--launch", FADD, *map(str, arguments)], capture_output=True, text=True,
                          check=False, timeout=300)
    expect(done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}")
    expect(said in done.stderr, f"{arguments}: '{said}' expected, said: {done.stderr}")
    if status == 2:
        expect(done.stderr.count("\n") == 1, f"{arguments}: one line expected: {done.stderr}")
    return done


def cycles_of(folder, threads, *sets):
    """Of one run alone, by `wekiva run`."""
    path = folder / "result.json"
    options = [text for name in sets for text in ("--set", name)]
    subprocess.run([WEKIVA, "run", "--launch", FADD, *threads, *options, "--stats", path], check=False,
                   capture_output=True)
    return json.loads(path.read_text(encoding="utf-8"))["cycles"]


def rows(path, query):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def write(folder, text):
    path = folder / "points.csv"
    path.write_bytes(text.encode())
    return path


def check_points(folder):
    """Rows times the free axis, which is slower here: it was made first."""
    sweep = ["--set", f"simds={SIMDS[0]},{SIMDS[1]}", "--points", write(folder, POINTS)]
    whole = folder / "whole.db"
    wekiva(*sweep, "--out", whole, "--csv", folder / "whole.csv")
    with open(folder / "whole.csv", newline="", encoding="utf-8") as file:
        table = [(int(r["ic_miss_clk"]), int(r["threads"]), int(r["ic_ways"]), int(r["simds"]), int(r["cycles"]))
                 for r in csv.DictReader(file)]
    alone = {(miss, threads, ways, simds): cycles_of(folder, ["--threads", str(threads)], f"ic_miss_clk={miss}",
                                                     f"ic_ways={ways}", f"simds={simds}")
             for miss, threads, ways in ROWS for simds in SIMDS}
    expect(len(table) == 8 and {row[:4]: row[4] for row in table} == alone, f"points of separate runs: {table}, {alone}")
    expect([row[:4] for row in table] == [(*row, simds) for row in ROWS for simds in SIMDS],
           f"threads are the first tied axis, which is slower than parameters: {table}")
    expect(rows(whole, "SELECT ic_miss_clk, threads, ic_ways, simds, cycles FROM result ORDER BY point") == table,
           "the view has the rows of the CSV file")
    return sweep, whole


def check_pieces(folder, sweep, whole):
    done = wekiva(*sweep, "--out", whole)
    expect("0 points run, 8 were there" in done.stdout, f"nothing is left to run: {done.stdout[-60:]}")
    for part in (1, 2, 3):
        wekiva(*sweep, "--part", f"{part}/3", "--out", folder / f"{part}.db", "--quiet")
    subprocess.run([WEKIVA, "sweep", "--merge", folder / "merged.db", *(folder / f"{part}.db" for part in (3, 1, 2)),
                    "--quiet"], check=False)
    expect((folder / "merged.db").read_bytes() == whole.read_bytes(), "three pieces merge to the same bytes")
    wekiva(*sweep, "--out", folder / "1.db", "--quiet")
    expect((folder / "1.db").read_bytes() == whole.read_bytes(), "a piece that goes on to the whole has the same bytes")
    for text, what in ((POINTS.replace("41", "42"), "value 4 of ic_miss_clk is 41, in this sweep 42"),
                       (POINTS + "\n44,64,1", "the number of values of threads is 4, in this sweep 5")):
        write(folder, text)
        wekiva(*sweep, "--out", whole, status=2, said=what)
    wekiva("--set", "simds=1", "--set", "ic_ways=1,2", "--out", folder / "free.db", "--quiet")
    wekiva("--set", "simds=1", "--points", write(folder, "ic_ways\n1\n2\n"), "--out", folder / "free.db", status=2,
           said="axis ic_ways is free, in this sweep a column of --points")
    with contextlib.closing(sqlite3.connect(folder / "2.db")) as database:
        database.execute("DELETE FROM value WHERE axis = 4 AND number = 3")
        database.commit()
    done = subprocess.run([WEKIVA, "sweep", folder / "2.db"], capture_output=True, text=True, check=False)
    expect(done.returncode == 2 and "none that wekiva sweep has made" in done.stderr,
           f"tied axes of two lengths are refused: {done.stderr}")


def check_refusals(folder):
    for text, what in (
            ("", "1:1: error: is empty: expected a header"),
            ("\n\n", "3:1: error: is empty: expected a header"),
            ("ic_ways\n", "error: has a header alone: expected a row for each point"),
            ("ic_way\n1\n", "1:1: error: unknown column 'ic_way', did you mean ic_ways?"),
            ("ic_ways,frobnicate\n1,1\n", "1:9: error: unknown column 'frobnicate', expected program, launch, chip"),
            ("ic_ways,ic_ways\n1,2\n", "1:9: error: column 'ic_ways' is there twice"),
            ("ic_ways,kc_kb\n1,4\n", "1:9: error: column 'kc_kb' is an axis of the command line, too"),
            ("ic_ways,\n1,1\n", "1:9: error: expected a value in the cell"),
            ("ic_ways,simds\n1,1\n1\n", "3:1: error: expected 2 cells as in the header, found 1"),
            ("ic_ways,simds\n1,1,1\n", "2:5: error: expected 2 cells as in the header, found 3"),
            ("ic_ways,simds\n1,\n", "2:3: error: expected a value in the cell"),
            ("ic_ways\n\"1\n", "2:1: error: expected a quotation mark"),
            ("ic_ways\n\"1\"2\n", "2:1: error: expected a comma or the end of the line"),
            ("simds,ic_ways\n1,1\n1,17\n", "3:3: error: ic_ways=17: ic_ways is 17, expected 1..16"),
            ("simds,ic_ways\n1,1\n1,1..4\n", "3:3: error: ic_ways=1..4: expected a whole number"),
            ("chip,ic_ways\nrv770,1\nrv771,1\n", "3:1: error: chip 'rv771': neither"),
            ("ic_ways,program\n1,none.s\n", "2:3: error: none.s: "),
            ("threads\n0\n", "2:1: error: threads 0: expected whole numbers"),
            ("ic_ways\n1\0\n", "points.csv: has a byte 0")):
        wekiva("--set", "kc_kb=4,8", "--points", write(folder, text), "--out", folder / "none.db", status=2, said=what)
    wekiva("--points", folder / "none.csv", "--out", folder / "none.db", status=2, said="none.csv: cannot open: No such file")
    expect(not (folder / "none.db").exists(), "what is refused leaves no file")


def effects(folder, names):
    """The table, from separate runs: of parameters that are numbers, half and double within the range."""
    listed = subprocess.run([WEKIVA, "chips", "--params", "--json", "rv770"], capture_output=True, text=True, check=False)
    ranges = {row["name"]: row for row in json.loads(listed.stdout) if row["family"] == "R700"}
    own = cycles_of(folder, [], "simds=1")
    table = []
    for name in names:
        row = ranges[name]
        value = row["values"]["rv770"]
        ends = []
        for other in (max(row["range"][0], value // 2), min(row["range"][1], 2 * value)):
            ratio = cycles_of(folder, [], "simds=1", f"{name}={other}") / own if other != value else None
            ends.append((str(other), f"{ratio:.4f}") if ratio else ("-", "-"))
        size = max(abs(float(ratio) - 1) for _, ratio in ends if ratio != "-")
        table.append((size, (name, *ends[0], *ends[1])))
    return own, [row for _, row in sorted(table, key=lambda one: -one[0])]


def check_tornado(folder, path, table):
    """The bars of ic_miss_clk are as long as its ratios are from 1, in one scale; the names stand in the order of the table."""
    subprocess.run([WEKIVA, "sweep", path, "--plot", folder / "t.svg", "--html", folder / "t.html", "--quiet"], check=False)
    text, page = ((folder / name).read_text(encoding="utf-8") for name in ("t.svg", "t.html"))
    names = [name for name in re.findall(r"<text>([a-z_]+)</text>", text) if name in {row[0] for row in table}]
    changed = [row[0] for row in table if any(float(row[at]) != 1 for at in (2, 4) if row[at] != "-")]
    expect(names == changed, f"bars: {names}, {changed}")
    corners = [[float(x) for x in re.findall(r"([\d.]+),", points)] for points in re.findall(r"<polygon[^>]*points = '([^']*)'", text)]
    sizes = sorted((max(bar) - min(bar) for bar in corners), reverse=True)
    row = table[0]
    low, high = (abs(float(row[at]) - 1) for at in (2, 4))
    expect(row[0] == "ic_miss_clk" and abs(sizes[0] / sizes[1] - max(low, high) / min(low, high)) < 0.01, f"{sizes}, {row}")
    expect("<svg" in page and page.count('<table class="results">') == 2 and
           f'<td>{row[0]}</td><td class="n">{row[1]}</td><td class="n">{row[2]}</td>' in page, "the page has plot and table")
    curves = subprocess.run([WEKIVA, "sweep", path, "--plot", folder / "c.svg", "--x", "ic_miss_clk", "--quiet"], capture_output=True, text=True,
                            check=False)
    expect(curves.returncode == 0 and "ic_miss_clk [clocks]" in (folder / "c.svg").read_text(encoding="utf-8"), f"--x: {curves.stderr}")


def check_sensitivity(folder):
    names = ["ic_ways", "alu_latency", "ic_miss_clk", "kc_kb", "sx_export_clk", "cf_fetch_clk"]
    given = ["--set", "simds=1", "--sensitivity", ",".join([*names, "cf_policy", "cf_retry_clk"])]
    path = folder / "sensitivity.db"
    done = wekiva(*given, "--out", path)
    own, table = effects(folder, names)
    found = re.findall(r"^(\w+) +(\S+) +(\S+) +(\S+) +(\S+)$", done.stdout, re.M)[1:]
    expect(sorted(found) == sorted(table) and [row[0] for row in found[:4]] == [row[0] for row in table[:4]],
           f"the table of separate runs: {found}, {table}")
    expect(f"as it is: {own}\n" in done.stdout and "\n2 parameters skipped: " in done.stdout, f"own, skipped: {done.stdout}")
    ends = sum(row[at] != "-" for row in table for at in (1, 3))
    expect(rows(path, "SELECT count(*) FROM point") == [(ends + 1,)], f"{ends} values and the chip itself are points")
    shown = subprocess.run([WEKIVA, "sweep", path], capture_output=True, text=True, check=False).stdout
    expect(shown and done.stdout.startswith(shown), "the file shows the same table again")
    if shutil.which("gnuplot"):
        check_tornado(folder, path, table)
    for part in (1, 2):
        wekiva(*given, "--part", f"{part}/2", "--out", folder / f"s{part}.db", "--quiet")
    subprocess.run([WEKIVA, "sweep", "--merge", folder / "s.db", folder / "s1.db", folder / "s2.db", "--quiet"], check=False)
    expect((folder / "s.db").read_bytes() == path.read_bytes(), "two pieces merge to the same bytes")
    done = wekiva("--set", "simds=1", "--sensitivity", "all", "--out", folder / "all.db")
    expect(re.search(r"^lanes +8 +- +- +-$", done.stdout, re.M) and "wave_size is 64, expected 4 x lanes = 32" in done.stdout,
           f"what the machine refuses is said: {done.stdout}")
    none = ["--out", folder / "none.db"]
    wekiva("--sensitivity", "ic_way", *none, status=2, said="unknown parameter 'ic_way', did you mean ic_ways?")
    wekiva("--sensitivity", "cf_policy", *none, status=2, said="half and double change no parameter")
    wekiva("--sensitivity", "simds", "--set", "simds=1", *none, status=2, said="simds has a value by --set, too")
    wekiva("--sensitivity", "all", "--set", "simds=1,2", *none, status=2, said="simds has 2 values, expected one")
    wekiva("--sensitivity", "all", "--points", write(folder, "ic_ways\n1\n"), *none, status=2)


def check_sensitivity_of_several(folder):
    """Geometric means of the ratios that each launch has alone."""
    fmad = FADD.parent.parent / "fmad/launch.json"
    given = ["--set", "simds=1", "--sensitivity", "ic_miss_clk,kc_miss_clk,alu_latency"]
    both = wekiva("--launch", fmad, *given, "--out", folder / "both.db").stdout
    cycles = rows(folder / "both.db", "SELECT launch, ic_miss_clk, cycles FROM result WHERE kc_miss_clk = 200 AND alu_latency = 8")
    expect(len(cycles) == 6 and "as it is: 1, means of 2\n" in both, f"{cycles} {both}")
    alone = {}
    for launch in (FADD, fmad):
        for value in (200, 400, 800):
            subprocess.run([WEKIVA, "run", "--launch", launch, "--set", "simds=1", "--set", f"ic_miss_clk={value}", "--stats", folder / "s.json"],
                           check=False, capture_output=True)
            alone[launch, value] = json.loads((folder / "s.json").read_text(encoding="utf-8"))["cycles"]
    expect({(pathlib.Path(launch), int(value)): clocks for launch, value, clocks in cycles} == alone, f"{cycles} {alone}")
    low, high = (math.prod(alone[launch, value] / alone[launch, 400] for launch in (FADD, fmad)) ** 0.5 for value in (200, 800))
    expect(re.search(rf"^ic_miss_clk +200 +{low:.4f} +800 +{high:.4f}$", both, re.M), f"{low} {high} {both}")
    shutil.copytree(fmad.parent, folder / "l710")
    launch = json.loads(fmad.read_text(encoding="utf-8"))
    write_chip = folder / "l710/l710.json"
    write_chip.write_text(json.dumps(dict(launch, chip="rv710")), encoding="utf-8")
    wekiva("--launch", write_chip, *given, "--out", folder / "none.db", status=2, said="expected one chip")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_pieces(folder, *check_points(folder))
        check_refusals(folder)
        check_sensitivity(folder)
        check_sensitivity_of_several(folder)
    close()


WEKIVA = command(__doc__)
main()
