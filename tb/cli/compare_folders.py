#!/usr/bin/env python3
"""compare_folders.py - `wekiva compare A/ B/`, beside results of runs and profiles of the same programs, added up here.

    compare_folders.py WEKIVA      (from the project's root)
"""
import collections
import csv
import io
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

WEKIVA = sys.argv[1]
ONE = ["--set", "simds=1"]
passed = failed = 0


def expect(true, what):
    global passed, failed
    passed, failed = passed + bool(true), failed + (not true)
    if not true:
        print("FAILED:", what)


def wekiva(*arguments, status=0, said=""):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)
    expect(done.returncode == status and said in done.stderr, f"{arguments}: status {done.returncode}: {done.stderr}")
    return done.stdout


def program(adds, multiplies=1):
    groups = ["  %d x: MUL_IEEE R0.x, R0.x, R0.x" % n for n in range(multiplies)] + ["  %d y: ADD R0.y, R0.y, R0.z" % (multiplies + n) for n in range(adds)]
    return "ALU BARRIER\n" + "\n".join(groups) + "\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"


def put(folder, name, text):
    (folder / name).mkdir(parents=True)
    (folder / name / "p.asm").write_text(text)
    launch = {"wekiva": 1, "program": "p.asm", "stage": "ps", "threads": 128, "num_gprs": 1, "stack_size": 0, "gprs": {"first": 0, "count": 1, "file": "in.bin"}}
    (folder / name / "in.bin").write_bytes(bytes(16 * 128))
    (folder / name / "launch.json").write_text(json.dumps(launch))


def make(folder):
    a, b = folder / "a", folder / "b"
    for name, of_a, of_b in (("adds", 3, 60), ("fewer", 40, 8), ("same", 5, 5), ("deep/er", 10, 30)):
        put(a, name, program(of_a))
        put(b, name, program(of_b))
    put(a, "gone", program(1))
    put(b, "new", program(1))
    put(a, "stops", program(1))
    put(b, "stops", program(1).replace("ALU ", "ALU_PUSH_BEFORE "))
    return a, b


def run(launch, out):
    """Cycles, and the clocks of a wavefront slot by reason, of a run."""
    out.parent.mkdir(parents=True, exist_ok=True)
    wekiva("run", "--quiet", "--launch", launch, *ONE, "--out", out)
    result = json.loads((out / "result.json").read_text())
    chances = collections.Counter()
    for row in result["statistics"]:
        slot = re.fullmatch(r"gpu\.simd0\.arbiter_(even|odd)", row["path"])
        if slot and (row["name"] == "used" or row["name"].startswith("stall_")):
            chances[slot[1], row["name"]] += row["value"]
    whole = {slot: sum(n for (of, _), n in chances.items() if of == slot) for slot in ("even", "odd")}
    clocks = collections.Counter()
    for (slot, name), n in chances.items():
        clocks[name] += n / whole[slot] * result["cycles"] / 2
    return result["cycles"], clocks


def line_clocks(launch):
    """Clocks of the ALU by the text of lines, of a profile."""
    clocks = collections.Counter()
    for row in wekiva("profile", "--launch", launch, *ONE).split("\n"):
        found = re.search(r"\d+ [xyzwt]: (.*?)(  <-.*)?$", row)
        if found:
            clocks[" ".join(found[1].split())] += int(float(row.split()[2]))
    return clocks


def check_launches(folder, a, b):
    report = json.loads(wekiva("compare", a, b, *ONE, "--json", status=1))
    ratios = {}
    for name in ("adds", "fewer", "same", "deep/er"):
        (cycles_a, clocks_a), (cycles_b, clocks_b) = (run(side / name / "launch.json", folder / "out" / side.name / name) for side in (a, b))
        ratios[name] = cycles_b / cycles_a
        row = next(row for row in report["programs"] if row["program"] == name)
        expect(row["cycles"] == [cycles_a, cycles_b] and abs(row["ratio"] - ratios[name]) < 1e-12, f"{row} beside {cycles_a}, {cycles_b}")
        more = {reason: clocks_b[reason] - clocks_a[reason] for reason in clocks_a | clocks_b}
        if name == "same":
            expect("reason" not in row and "line" not in row, f"{row}: it is the same")
            continue
        reason = (max if cycles_b > cycles_a else min)(more, key=more.get)
        words = "groups issued" if reason == "used" else reason[len("stall_"):].replace("_", " ")
        expect(row["reason"]["name"] == words and abs(row["reason"]["clocks"] - more[reason]) < 0.01, f"{row} beside {words} {more[reason]}")
        if cycles_b > cycles_a:
            lines_a, lines_b = (line_clocks(side / name / "launch.json") for side in (a, b))
            grown = {text: lines_b[text] - lines_a[text] for text in lines_b}
            text = max(grown, key=grown.get)
            expect(text in " ".join(row["line"]["text"].split()) and row["line"]["clocks"] == grown[text], f"{row['line']} beside {text} {grown[text]}")
            expect("ADD" in text, f"{text} is not the group that B has more of")
    expect([row["program"] for row in report["programs"][:4]] == sorted(ratios, key=ratios.get, reverse=True), "the slowest first")
    expect((report["compared"], report["slower"], report["faster"]) == (4, 2, 1), "4, 2, 1")
    mean = math.exp(sum(map(math.log, ratios.values())) / 4)
    expect(abs(report["geometric_mean"] - mean) < 1e-12, f"{report['geometric_mean']} beside {mean}")
    rows = list(csv.DictReader(io.StringIO(wekiva("compare", a, b, *ONE, "--csv", "-", status=1))))
    expect([row["program"] for row in rows] == [row["program"] for row in report["programs"]], "the same rows as CSV")
    expect(all(row["line"] == (of.get("line") or {"text": ""})["text"] for row, of in zip(rows, report["programs"])), "the same lines as CSV")
    return report


def check_text(a, b):
    text = wekiva("compare", a, b, *ONE, status=1)
    expect(re.search(r"^4 programs: B is slower in 2, faster in 1, the same in 1; geometric mean of B's cycles to A's \d\.\d{4}$", text, re.M), text)
    why = re.search(r"\ngone: only in A\nnew: only in B\nstops: A: done, B: stopped: (.+)\n", text)
    expect(why and "stack" in why[1], text)
    short = wekiva("compare", a, b, *ONE, "--limit", "1", status=1)
    expect("... and 1 more: --limit 0 shows all" in short and short.endswith("only in A\n... and 2 more: --limit 0 shows all\n"), short)
    same = wekiva("compare", a / "same", a / "deep", *ONE, status=1)
    expect("0 programs" in same, same)
    expect("the same in 1; geometric mean of B's cycles to A's 1.0000" in wekiva("compare", a / "deep", a / "deep", *ONE), "equal folders: status 0")
    expect(wekiva("compare", a, b, *ONE, "--quiet", status=1) == "", "--quiet")


def check_results(folder, report):
    of_results = json.loads(wekiva("compare", folder / "out/a", folder / "out/b", "--json", status=1))
    for row in of_results["programs"]:
        other = next(of for of in report["programs"] if of["program"] == row["program"])
        expect("line" not in row and all(row[key] == other[key] for key in ("cycles", "ratio")) and row.get("reason") == other.get("reason"), f"{row}, {other}")
    expect(abs(of_results["geometric_mean"] - report["geometric_mean"]) < 1e-12, "the same mean of results")


def check_wrong(folder, a, b):
    (folder / "empty").mkdir()
    wekiva("compare", a, folder / "empty", status=2, said="has no result.json and no launch file")
    wekiva("compare", a, folder / "out/b", status=2, said="expected the same of both")
    wekiva("compare", folder, folder, status=2, said="has launch files and results")
    wekiva("compare", a, b, "--launch", a / "adds/launch.json", status=2, said="expected none of --launch")
    wekiva("compare", a, b, "--set", "simds=1,2", status=2, said="expected one for both folders")
    wekiva("compare", a, b, "--csv", b / "new/launch.json", status=2, said="same file")
    wekiva("compare", a, b, "--csv", folder / "nowhere/x.csv", status=2, said="nowhere")
    (a / "adds/wrong.json").write_text('{ "wekiva": 1,\n')
    wekiva("compare", a, b, status=2, said="wrong.json:")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        a, b = make(folder)
        report = check_launches(folder, a, b)
        check_text(a, b)
        check_results(folder, report)
        check_wrong(folder, a, b)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
