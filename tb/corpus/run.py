#!/usr/bin/env python3
"""Runs compiled programs with known results and tells which of them come out as expected.

    WEKIVA=build/wekiva tb/corpus/run.py [--jobs N] [--timeout SECONDS] [FOLDER ...] [-- OPTION ...]

Every launch.json below the folders (default: the one of this script) is run as `wekiva run --launch FILE OPTION ...`
and judged by exit status and output:

    match             status 0 and something was compared
    mismatch          status 1: a value, a kill or the program itself is wrong; or nothing was compared
    cycle limit       status 3
    not modelled yet  status 2 and the message says "not modelled"
    refused           status 2 with any other message
    crash             any other status, a signal, or no end within the time limit

Status 0 when all programs match or are not modelled yet, 1 when any
other outcome was seen, 2 for wrong usage.
"""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
OUTCOMES = ("match", "not modelled yet", "mismatch", "cycle limit", "refused", "crash")
HARMLESS = OUTCOMES[:2]


def find(folders):
    """The launch files below the folders, each once, in the order of the folders and then of names."""
    found = {}
    for folder in folders:
        for path in sorted(folder.rglob("launch.json")):
            found.setdefault(path.resolve(), path)
    return list(found.values())


def judge(status, stdout, stderr):
    """The outcome of a finished run and one line about it."""
    errors = stderr.strip().splitlines()
    last = errors[-1] if errors else ""
    differences = [line for line in stdout.splitlines() if line.startswith("first difference: ")]
    if status == 0 and "nothing compared" in stdout:
        return "mismatch", "nothing compared"
    if status == 0 and " match: " not in stdout:
        return "mismatch", "no comparison in the output"
    if status == 0:
        return "match", ""
    if status == 1:
        return "mismatch", differences[0].removeprefix("first difference: ") if differences else last
    if status == 2:
        return ("not modelled yet" if "not modelled" in stderr else "refused"), last
    if status == 3:
        return "cycle limit", last
    return "crash", f"signal {-status}" if status < 0 else f"status {status}: {last}"


def run(wekiva, launch, options, timeout):
    command = [wekiva, "run", "--launch", str(launch), *options]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return "crash", f"no end after {timeout:g} s"
    return judge(done.returncode, done.stdout, done.stderr)


def shown(launch):
    """The program's folder, short where it lies in the project."""
    folder = launch.parent.resolve()
    for base in (HERE, PROJECT):
        if folder.is_relative_to(base):
            return str(folder.relative_to(base))
    return str(folder)


def main(arguments):
    options = []
    if "--" in arguments:
        split = arguments.index("--")
        arguments, options = arguments[:split], arguments[split + 1:]
    parser = argparse.ArgumentParser(description="Runs compiled programs with known results.")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=[HERE])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds for one program")
    known = parser.parse_args(arguments)
    wekiva = os.environ.get("WEKIVA", str(PROJECT / "build/wekiva"))
    if not os.access(wekiva, os.X_OK):
        parser.error(f"{wekiva} is no program: set WEKIVA")
    for folder in known.folders:
        if not folder.is_dir():
            parser.error(f"{folder} is no folder")
    launches = find(known.folders)
    if not launches:
        parser.error("no launch.json in " + ", ".join(map(str, known.folders)))

    totals = dict.fromkeys(OUTCOMES, 0)
    with concurrent.futures.ThreadPoolExecutor(max(1, known.jobs)) as pool:
        results = pool.map(lambda launch: run(wekiva, launch, options, known.timeout), launches)
        for launch, (outcome, detail) in zip(launches, results):
            totals[outcome] += 1
            print(f"{outcome:16}  {shown(launch)}" + (f": {detail}" if detail else ""), flush=True)
    seen = [f"{count} {outcome}" for outcome, count in totals.items() if count or outcome == "match"]
    print(f"{len(launches)} programs: " + ", ".join(seen))
    return 0 if all(outcome in HARMLESS or not count for outcome, count in totals.items()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
