#!/usr/bin/env python3
"""Ratios to a baseline (--baseline) and their geometric means, from the points of the database; what is refused.

    sweep_baseline.py WEKIVA      (from the project's root)
"""
import contextlib
import math
import pathlib
import sqlite3
import subprocess
import tempfile

from checks import close, command, expect

HIDING = pathlib.Path("tb/corpus/hiding").resolve()
PROGRAMS = ["groups_5.asm", "groups_10.asm", "groups_20.asm"]
MACHINE = [*(HIDING / name for name in PROGRAMS), "--launch", HIDING / "launch.json", "--set", "simds=1"]


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    return [line.split() for line in done.stdout.splitlines()]


def points(path):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return {(pathlib.Path(program).name, *key): cycles for program, *key, cycles in
                database.execute("SELECT program, threads, vc_hit_clk, cycles FROM result ORDER BY point")}


def shown(number):
    return f"{number:.3f}".rstrip("0").rstrip(".") if number == 1 else f"{number:.3f}"


def check_one_axis(folder):
    path = folder / "a.db"
    table = wekiva(*MACHINE, "--threads", "448,896", "--set", "vc_hit_clk=180,280,380", "--baseline", "vc_hit_clk=280", "--out", path)
    cycles = points(path)
    expected = [[program, str(threads), str(clocks), str(value), shown(value / cycles[program, threads, 280])]
                for (program, threads, clocks), value in cycles.items()]
    expect(table[0][-2:] == ["cycles", "ratio"] and table[1:19] == expected, f"{table[1:19]}, {expected}")
    expect(table[19] == "geometric mean of ratio".split() and table[20] == ["threads", "vc_hit_clk", "geomean", "of"], f"{table[19:21]}")
    means = [[str(threads), str(clocks), shown(math.prod(cycles[program, threads, clocks] / cycles[program, threads, 280]
                                                         for program in PROGRAMS) ** (1 / 3)), "3"]
             for threads in (448, 896) for clocks in (180, 280, 380)]
    expect(table[21:27] == means, f"{table[21:27]}, {means}")
    return path, cycles


def check_others(path, cycles):
    """Two axes; a program by the name that the table has, in which no mean over programs is taken of more than all."""
    table = wekiva(path, "--baseline", "vc_hit_clk=180,threads=448")
    expect([row[4] for row in table[1:19]] == [shown(value / cycles[key[0], 448, 180]) for key, value in cycles.items()], f"{table}")
    table = wekiva(path, "--baseline", "program=groups_10.asm")
    expect([row[4] for row in table[1:19]] == [shown(value / cycles["groups_10.asm", *key[1:]]) for key, value in cycles.items()], f"{table}")


def check_missing(folder, cycles):
    """A point that is not done has no ratio, is no baseline, and is in no mean."""
    limit = cycles["groups_20.asm", 448, 180]
    path = folder / "limit.db"
    table = wekiva(*MACHINE, "--threads", "448", "--set", "vc_hit_clk=180,280,380", "--baseline", "vc_hit_clk=180", "--max-cycles", limit - 1,
                   "--out", path, status=3)
    expect([row[3] == "-" for row in table[1:10]] == [cycles[key] >= limit or key[0] == "groups_20.asm" for key in cycles if key[1] == 448], f"{table}")
    expect([row[-1] for row in table if len(row) == 3 and row[0].isdigit()] == ["2", "2", "2"], f"means of two: {table}")


def check_tied(folder):
    """Of tied axes one value chooses the row."""
    (folder / "p.csv").write_text("vc_hit_clk,ic_ways\n180,1\n380,2\n280,4\n", encoding="utf-8")
    table = wekiva(*MACHINE[1:], "--points", folder / "p.csv", "--baseline", "ic_ways=2", "--out", folder / "tied.db")
    rows = table[1:7]
    base = {row[0]: int(row[3]) for row in rows if row[1:3] == ["380", "2"]}
    expect([row[4] for row in rows] == [shown(int(row[3]) / base[row[0]]) for row in rows], f"{rows}")
    wekiva(folder / "tied.db", "--baseline", "ic_ways=2,vc_hit_clk=180", status=2, said="vc_hit_clk has a value already: axes of --points go together")


def check_seeds(folder):
    """With seeds the other side of the comparison."""
    table = wekiva(*MACHINE, "--set", "vc_hit_clk=180,380", "--seeds", 3, "--baseline", "vc_hit_clk=380", "--out", folder / "seeds.db")
    expect([row[-1] for row in table[1:7:2]] != ["baseline"] * 3 and [row[-1] for row in table[2:8:2]] == ["baseline"] * 3, f"{table}")
    wekiva(folder / "seeds.db", "--baseline", "start_seed=2", status=2, said="seeds are compared with the same seeds")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path, cycles = check_one_axis(folder)
        check_others(path, cycles)
        check_missing(folder, cycles)
        check_tied(folder)
        check_seeds(folder)
        for text, words in (("vc_hit_clk=181", "vc_hit_clk has no value '181' in this sweep, did you mean 180?"),
                            ("vc_hitclk=180", "no axis 'vc_hitclk' in this sweep, did you mean vc_hit_clk?"),
                            ("program", "--baseline program: expected NAME=VALUE"), ("threads=", "expected NAME=VALUE"),
                            ("threads=448,threads=896", "threads has a value already")):
            wekiva(path, "--baseline", text, status=2, said=words)
        wekiva(*MACHINE, "--baseline", "ic_ways=2", "--out", folder / "none.db", status=2, said="no axis 'ic_ways'")
        expect(not (folder / "none.db").exists(), "a wrong one is found before the first point")
    close()


WEKIVA = command(__doc__)
main()
