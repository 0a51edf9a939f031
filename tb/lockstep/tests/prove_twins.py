#!/usr/bin/env python3
"""prove_twins.py - what `wekiva cosim --prove` says of each twin beside itself: the table of docs/cosim.md.

    WEKIVA=build/wekiva tb/lockstep/tests/prove_twins.py [-t SECONDS] [MODULE ...]

A block as large as the twin is proved, searched or refused as the twin is.  Rows of a table on the standard output.
"""
import argparse
import os
import re
import subprocess
import sys


def verdict(wekiva, module, seconds):
    """The row's second and third column."""
    done = subprocess.run([wekiva, "cosim", module, "--prove", "--prove-seconds", str(seconds)], capture_output=True,
                          text=True, check=False)
    if done.returncode == 0:
        return "proved", re.sub(r".*: (all inputs.*)", r"\1", done.stdout.splitlines()[0])
    if done.returncode == 3:
        line = done.stdout.splitlines()[0]
        cycles = re.search(r"for (\d+) cycles?", line)
        late = f"in {seconds} s" if "prove-seconds" in line else ""
        return ("bounded", f"{cycles.group(1)} cycles {late}".strip()) if cycles else ("not decided", late)
    if done.returncode == 1:
        return "differs", "from itself"
    place = re.search(r"(\w+\.svh?:\d+)(?::\d+)?: (?:error: )?(.*)", done.stderr)
    return "unreadable", f"`{place.group(1)}`: {place.group(2)}" if place else done.stderr.strip().split(": ", 2)[-1]


def main():
    parser = argparse.ArgumentParser(description="What --prove says of each twin beside itself.")
    parser.add_argument("modules", nargs="*")
    parser.add_argument("-t", "--seconds", type=int, default=60)
    known = parser.parse_args()
    wekiva = os.environ.get("WEKIVA", "build/wekiva")
    listed = subprocess.run([wekiva, "cosim", "--list"], capture_output=True, text=True, check=True).stdout
    for module in known.modules or [line.split()[0] for line in listed.splitlines() if " default stimulus" not in line]:
        row = verdict(wekiva, module, known.seconds)
        print(f"| `{module}` | {row[0]} | {row[1]} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
