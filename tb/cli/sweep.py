#!/usr/bin/env python3
"""A sweep of 3 x 4 x 3 points over tb/corpus/hiding: what it measures, and that its database does not depend on how.

    sweep.py WEKIVA      (from the project's root)

- rows 4 to 6 of docs/validation.md: 26 wavefronts hide a fetch of 400 clocks behind 5 groups, 14 behind 10, fewer do not;
- killed again and again and started again it ends with the same bytes; so do two halves, merged, and an array of jobs
  that a stand-in for a scheduler runs from docs/sweep.md's own script;
- pieces of other sweeps, other programs, or with other results are refused;
- the CSV file, the page and the plots say what the database says.
"""
import contextlib
import csv
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

from checks import close, command, expect

HIDING = pathlib.Path("tb/corpus/hiding").resolve()


def wekiva(*arguments, status=0, where=None):
    done = subprocess.run([WEKIVA, "sweep", *map(str, arguments)], capture_output=True, text=True, check=False, cwd=where)
    expect(done.returncode == status, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done


def rows(path, query):
    with contextlib.closing(sqlite3.connect(path)) as database:
        return database.execute(query).fetchall()


def change(path, text):
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute(text)
        database.commit()


def check_figures(table):
    used = {(int(re.search(r"\d+", r["program"].rsplit("/", 1)[1])[0]), int(r["threads"]) // 64, int(r["vc_hit_clk"])):
            100 * sum(int(r[f"gpu.simd0.issue_{p}.groups"]) for p in ("even", "odd")) /
            sum(int(r[f"gpu.simd0.issue_{p}.{n}"]) for p in ("even", "odd") for n in ("groups", "empty")) for r in table}
    expect(len(used) == 36, f"{len(used)} points")
    expect(used[5, 26, 380] > 95 and used[5, 20, 380] < 80, "rows 4 and 6: 26 wavefronts hide 400 clocks behind 5 groups")
    expect(used[10, 14, 380] > 95 and used[10, 7, 380] < 55, "rows 5 and 6: 14 behind 10 groups")
    expect(used[5, 20, 180] > 95 and used[20, 14, 380] > 95, "a shorter fetch, and more groups, need fewer wavefronts")


def check_kills(folder, whole):
    path = folder / "killed.db"
    for attempt in range(3):
        with subprocess.Popen([WEKIVA, "sweep", HIDING / "sweep.json", "--out", path, "--quiet", "--jobs", "2"]) as child:
            end = time.monotonic() + 60
            while child.poll() is None and time.monotonic() < end:
                time.sleep(0.02)
                if path.exists() and path.with_name("killed.db-wal").exists() and time.monotonic() > end - 59.8 + attempt / 5:
                    break
            child.send_signal(signal.SIGKILL)
    there = rows(path, "SELECT count(*) FROM point")[0][0] if path.exists() else 0
    done = wekiva(HIDING / "sweep.json", "--out", path)
    expect(f"{36 - there} points run, {there} were there" in done.stdout, f"{there} points were there: {done.stdout[-80:]}")
    expect(path.read_bytes() == whole, "a sweep that was killed ends with the same database")
    expect(sorted(p.name for p in folder.glob("killed.db*")) == ["killed.db"], "nothing else is left behind")


def check_merge(folder, whole):
    for part in (1, 2):
        wekiva(HIDING / "sweep.json", "--part", f"{part}/2", "--out", folder / f"{part}.db", "--quiet")
    expect(rows(folder / "1.db", "SELECT count(*), sum(point % 2) FROM point") == [(18, 0)], "the first half is 18 points")
    wekiva("--merge", folder / "merged.db", folder / "1.db", folder / "2.db", "--quiet")
    expect((folder / "merged.db").read_bytes() == whole, "two halves merge to the same database")
    other = shutil.copytree(HIDING, folder / "other")
    (other / "groups_5.asm").write_text((other / "groups_5.asm").read_text().replace("1.0", "0.5", 1))
    wekiva(other / "sweep.json", "--part", "2/2", "--out", folder / "other.db", "--quiet", "--threads", "448",
           "--set", "vc_hit_clk=180")
    done = wekiva("--merge", folder / "m.db", folder / "1.db", folder / "other.db", status=2)
    expect("other.db: is of another sweep: " in done.stderr, done.stderr)
    shutil.copy(folder / "2.db", folder / "wrong.db")
    change(folder / "wrong.db", "UPDATE value SET hash = '1' WHERE text LIKE '%groups_10.asm'")
    done = wekiva("--merge", folder / "m.db", folder / "1.db", folder / "wrong.db", status=2)
    expect("the hash of " in done.stderr and "groups_10.asm is 0000000000000001" in done.stderr, done.stderr)
    shutil.copy(folder / "1.db", folder / "lie.db")
    change(folder / "lie.db", "UPDATE point SET cycles = 7 WHERE point = 4")
    (folder / "m.db").unlink(missing_ok=True)
    done = wekiva("--merge", folder / "m.db", folder / "1.db", folder / "lie.db", status=2)
    expect("lie.db: point 4 is not what it is in" in done.stderr, done.stderr)
    done = wekiva("--merge", folder / "m.db", folder / "none.db", status=2)
    expect("none.db: cannot open" in done.stderr, done.stderr)


def check_scheduler(folder, whole):
    """What Slurm does with an array: the script of docs/sweep.md, once for each task, with the task's number."""
    text = pathlib.Path("docs/sweep.md").read_text(encoding="utf-8")
    script = re.search(r"```sh\n(#!/bin/sh\n#SBATCH.*?)```", text, re.S)[1]
    first, last = map(int, re.search(r"--array=(\d+)-(\d+)", script).groups())
    shutil.copytree(HIDING, folder / "array", ignore=shutil.ignore_patterns("*.py"))
    (folder / "bin").mkdir()
    (folder / "bin" / "wekiva").symlink_to(WEKIVA)
    tasks = []
    for task in range(first, last + 1):
        given = dict(os.environ, SLURM_ARRAY_TASK_ID=str(task), SLURM_ARRAY_TASK_COUNT=str(last - first + 1),
                     SLURM_CPUS_PER_TASK="1", PATH=f"{folder / 'bin'}:{os.environ['PATH']}")
        tasks.append(subprocess.Popen(["sh", "-c", script], env=given, cwd=folder / "array", stdout=subprocess.DEVNULL))
    expect([task.wait() for task in tasks] == [0] * len(tasks), "the tasks of the array end well")
    wekiva("--merge", "all.db", *[f"sweep-{t}.db" for t in range(first, last + 1)], "--quiet", where=folder / "array")
    wekiva("sweep.json", "--out", "alone.db", "--quiet", where=folder / "array")
    expect((folder / "array" / "all.db").read_bytes() == (folder / "array" / "alone.db").read_bytes(),
           "the pieces of an array merge to what one process makes")


def check_reports(folder, path, table):
    options = ["--html", folder / "s.html", "--pareto", "threads,-alu_used"]
    plots = ["--plot", folder / "s.png", "--plot", folder / "s.svg", "--y", "alu_used"] if shutil.which("gnuplot") else []
    done = wekiva(path, *options, *plots, "--show", "alu_used")
    cycles = {r["point"]: r["cycles"] for r in table}
    shown = re.findall(r"^groups_(\d+)\.asm +(\d+) +(\d+) +(\d+) +([\d.]+)", done.stdout, re.M)
    expect([row[3] for row in shown] == list(cycles.values()), "the table has the CSV file's cycles")
    expect(rows(path, "SELECT cycles FROM result ORDER BY point") == [(int(c),) for c in cycles.values()], "so has the view")
    page = (folder / "s.html").read_text(encoding="utf-8")
    expect(page.count("<tr") == 36 + 1 + 1 + 6 and not re.search(r"(src|href)=[\"']?https?:", page), "the page is whole")
    expect(re.search(r"Chip: .*rv770.* Made on \d{4}-\d\d-\d\d by <code>wekiva sweep .*--html", page),
           "the page says chip, date and command")
    marked = re.findall(r"^groups_\d+\.asm.*\*$", done.stdout, re.M)
    best = [a for a in shown if not any(int(b[1]) <= int(a[1]) and float(b[4]) >= float(a[4]) and
                                        (int(b[1]), float(b[4])) != (int(a[1]), float(a[4])) for b in shown)]
    expect(len(marked) == len(best) == page.count('class="pareto"') > 0, f"Pareto: {len(marked)}, {len(best)}")
    if plots:
        expect((folder / "s.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n", "the plot is a PNG file")
        drawn = (folder / "s.svg").read_text(encoding="utf-8")
        many = folder / "many.svg"
        wekiva("--launch", "tb/corpus/llvm-rv770/fadd/launch.json", "--set", "max_waves=8,16", "--set",
               "kc_kb=8,16", "--set", "simds=1,2,3,4,5", "--x", "max_waves", "--plot", many,
               "--out", folder / "many.db", "--quiet")
        text = many.read_text(encoding="utf-8")
        expect("(as 8, 2)" in text and "stroke-dasharray" in text and "kc_kb, simds" in text and "kc_kb 8" not in text,
               "the ninth curve has other dashes, equal curves are said, the legend names the axis once")
        expect("threads [threads]" in drawn and "alu_used [%]" in drawn and "<svg" in page, "axes have names and units")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = folder / "whole.db"
        wekiva(HIDING / "sweep.json", "--out", path, "--csv", folder / "whole.csv", "--quiet")
        with open(folder / "whole.csv", newline="", encoding="utf-8") as file:
            table = list(csv.DictReader(file))
        check_figures(table)
        check_kills(folder, path.read_bytes())
        check_merge(folder, path.read_bytes())
        check_scheduler(folder, path.read_bytes())
        check_reports(folder, path, table)
    close()


WEKIVA = command(__doc__)
main()
