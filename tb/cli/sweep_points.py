#!/usr/bin/env python3
"""Points of a file (--points): those of separate runs, resumed, in pieces; files that are refused.

    sweep_points.py WEKIVA      (from the project's root)
"""
import contextlib
import csv
import json
import pathlib
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
        database.execute("DELETE FROM value WHERE axis = 1 AND number = 3")
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
            ("simds,ic_ways\n1,1\n1,17\n", "3:3: error: --set ic_ways=17: ic_ways is 17, expected 1..16"),
            ("simds,ic_ways\n1,1\n1,1..4\n", "3:3: error: --set ic_ways=1..4: expected a whole number"),
            ("threads\n0\n", "2:1: error: --threads 0: expected whole numbers"),
            ("ic_ways\n1\0\n", "points.csv: has a byte 0")):
        wekiva("--set", "kc_kb=4,8", "--points", write(folder, text), "--out", folder / "none.db", status=2, said=what)
    wekiva("--points", folder / "none.csv", "--out", folder / "none.db", status=2, said="none.csv: cannot open: No such file")
    expect(not (folder / "none.db").exists(), "what is refused leaves no file")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_pieces(folder, *check_points(folder))
        check_refusals(folder)
    close()


WEKIVA = command(__doc__)
main()
