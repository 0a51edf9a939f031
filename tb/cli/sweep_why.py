#!/usr/bin/env python3
"""`wekiva why SWEEP.db@N`: the answer for a point is that of the same command with the point's own launch, program, chip,
threads and parameters; what is refused.

    sweep_why.py WEKIVA      (from the project's root)
"""
import contextlib
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile

from checks import close, command, expect

HIDING = pathlib.Path("tb/corpus/hiding").resolve()
PROGRAMS = [HIDING / name for name in ("groups_5.asm", "groups_20.asm")]


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done.stdout


def check_points(folder):
    path = folder / "points.db"
    wekiva("sweep", *PROGRAMS, "--launch", HIDING / "launch.json", "--threads", "64,448", "--set", "simds=1", "--set",
           "vc_hit_clk=180,380", "--out", path)
    with contextlib.closing(sqlite3.connect(path)) as database:
        points = database.execute("SELECT point, program, threads, vc_hit_clk FROM result ORDER BY point").fetchall()
    expect(len(points) == 8, f"{len(points)} points")
    answers = set()
    for point, program, threads, clocks in points:
        one = [program, "--launch", HIDING / "launch.json", "--threads", threads, "--set", "simds=1", "--set", f"vc_hit_clk={clocks}"]
        whole = wekiva("why", f"{path}@{point}")
        answers.add(whole)
        expect(whole == wekiva("why", *one), f"point {point}: of the whole run")
        expect(wekiva("why", f"{path}@{point}", "900", "--json") == wekiva("why", *one[:1], "900", *one[1:], "--json"), f"point {point}: cycle 900")
    expect(len(answers) == 8, f"{len(answers)} answers of eight points")
    return path


def check_refused(folder, path):
    wekiva("why", f"{path}@8", status=2, said="@8: expected the number of a point, 0 to 7")
    wekiva("why", f"{path}@one", status=2, said="@one: expected the number of a point")
    wekiva("why", f"{path}@1", "--set", "simds=2", status=2, said="expected no --launch, --chip, --set with it")
    wekiva("sweep", PROGRAMS[0], "--launch", HIDING / "launch.json", "--set", "simds=1", "--warm", "--out", folder / "warm.db")
    assert wekiva("why", f"{folder / 'warm.db'}@0").startswith("the second run begins at cycle ")


def check_changed(folder):
    copy = folder / "copy"
    shutil.copytree(HIDING, copy)
    program, launch, path = copy / PROGRAMS[0].name, copy / "launch.json", folder / "copy.db"
    wekiva("sweep", program, "--launch", launch, "--set", "simds=1", "--out", path)
    wekiva("why", f"{path}@0")
    before = program.read_text()
    program.write_text(PROGRAMS[1].read_text())
    wekiva("why", f"{path}@0", status=2, said="has changed since the sweep began")
    program.write_text(before)
    launch.write_text(launch.read_text().replace('"stack_size": 0', '"stack_size": 1'))
    wekiva("why", f"{path}@0", status=2, said="has changed since the sweep began")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_refused(folder, check_points(folder))
        check_changed(folder)
    close()


WEKIVA = command(__doc__)
main()
