#!/usr/bin/env python3
"""damaged_files.py - files that the command reads of its own or of others, damaged: databases of sweeps, results for
`compare`, waveforms for `view`, data and launch files of textures.

    damaged_files.py WEKIVA [--seed N] [--cases N | --seconds N] [--first N] [--only KIND] [--keep DIR]

Case n of a seed is always the same file; `--first N --cases 1` repeats it and `--keep` leaves it there.  Whatever a file
holds, the command ends by itself within 20 seconds of processor time: with its result, or with one line that says what
is wrong and status 2 (results that differ: 1; a launch that does not end: 3).  Prints the seed first and
`N passed, M failed` last.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time

FADD = pathlib.Path("tb/corpus/llvm-rv770/fadd/launch.json")
TEXTURES = pathlib.Path("tb/corpus/textures/tex_two")
CASE_SECONDS, FAILURES_MAX, BYTES_MAX = 20, 20, 1 << 31
NUMBERS = (b"0", b"-1", b"1e400", b"18446744073709551616", b"4294967295", b"2147483648", b"65536", b"0.5", b"null", b'""', b"[]", b"{}")


class Broken(Exception):
    """The good files cannot be made."""


# ---- damages ---------------------------------------------------------------------------------------------------------

def overwrite(source, data):
    for _ in range(source.choice((1, 1, 2, 4, 30))):
        data[source.randrange(len(data))] = source.choice((0, 1, 0x7f, 0x80, 0xff, source.randrange(256)))


def flip(source, data):
    data[source.randrange(len(data))] ^= 1 << source.randrange(8)


def cut(source, data):
    del data[source.randrange(len(data)):]


def drop(source, data):
    at = source.randrange(len(data))
    del data[at:at + source.choice((1, 2, 4, 16, 100))]


def double(source, data):
    at, to = source.randrange(len(data)), source.randrange(len(data))
    data[to:to] = data[at:at + source.choice((1, 4, 16, 100, 4096))]


def move(source, data):
    length = source.choice((4, 16, 512, 4096))
    at, to = source.randrange(len(data)), source.randrange(len(data))
    data[to:to + length] = data[at:at + length]


def token(source, data):
    """A number of the text becomes another one, or something else."""
    at = source.randrange(len(data))
    while at < len(data) and not 48 <= data[at] <= 57:
        at += 1
    end = at
    while end < len(data) and 48 <= data[end] <= 57:
        end += 1
    data[at:end] = source.choice(NUMBERS)


def word(source, data):
    """A word in quotes becomes another one of the same text."""
    words = bytes(data).split(b'"')
    if len(words) > 3:
        at = source.randrange(1, len(words) - 1)
        words[at] = source.choice(words)
        data[:] = b'"'.join(words)


def line(source, data):
    lines = bytes(data).split(b"\n")
    at, other = source.randrange(len(lines)), source.randrange(len(lines))
    lines[at:at + source.randrange(3)] = [lines[other]] * source.randrange(3)
    data[:] = b"\n".join(lines)


BYTES = (overwrite, flip, cut, drop, double, move)
TEXT = BYTES + (token, token, word, word, line, line)


# ---- what is damaged -------------------------------------------------------------------------------------------------

class Kind:
    """Good files, which of them are damaged, and what reads them."""

    def __init__(self, name, files, commands, ends):
        self.name, self.files, self.commands, self.ends = name, files, commands, ends


def made(wekiva, *arguments):
    done = subprocess.run([wekiva, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise Broken(f"{arguments}: {done.stderr}")


def kinds(wekiva, folder):
    """The good files lie in folder/good/KIND, the commands see those of folder/case."""
    good, case = folder / "good", folder / "case"
    for name in ("sweep", "compare", "view", "texture"):
        (good / name).mkdir(parents=True)
    made(wekiva, "sweep", "--launch", FADD, "--set", "simds=1", "--set", "ic_ways=1,2", "--set", "ic_miss_clk=40,400", "--out",
         good / "sweep/a.db", "--quiet")
    for name, ways in (("a", 1), ("b", 2)):
        made(wekiva, "run", "--quiet", "--launch", FADD, "--set", "simds=1", "--set", f"ic_ways={ways}", "--counters", "--out",
             good / "compare" / name)
    for name in ("a.vcd", "b.fst"):
        made(wekiva, "run", "--quiet", "--launch", FADD, "--set", "simds=1", "--trace", good / "view" / name, "--trace-window", "0:300")
    for path in good.glob("view/*.gtkw"):
        path.unlink()
    for path in TEXTURES.iterdir():
        shutil.copy(path, good / "texture")
    out = ["--out", case / "x.png"]
    return [
        Kind("sweep", {"a.db": BYTES}, [["sweep", case / "a.db", "--show", "alu_used", "--pareto", "ic_ways,cycles", "--csv", "-"],
                                        ["sweep", "--merge", case / "m.db", case / "a.db"],
                                        ["sweep", case / "a.db", "--html", case / "x.html", "--x", "ic_ways"],
                                        ["compare", f"{case}/a.db@0", f"{case}/a.db@3"]], (0, 1, 2)),
        Kind("compare", {"a/result.json": TEXT}, [["compare", case / "a", case / "b"], ["compare", case / "b", case / "a", "--json", "--all"]],
             (0, 1, 2)),
        Kind("view", {"a.vcd": TEXT, "b.fst": BYTES}, [["view", case / "a.vcd"], ["view", case / "b.fst"]], (0, 2)),
        Kind("texture", {"launch.json": TEXT, "tex0.bin": BYTES, "tex3.bin": (cut, drop, double)},
             [["texture", case / "launch.json"], ["texture", case / "launch.json", "--id", "0", *out],
              ["texture", case / "launch.json", "--id", "3", "--sampler", "0", "--size", "33x9", *out],
              ["run", "--quiet", "--max-cycles", "20000", "--launch", case / "launch.json"]], (0, 1, 2, 3)),
    ]


# ---- one case --------------------------------------------------------------------------------------------------------

def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (CASE_SECONDS, CASE_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_FSIZE, (BYTES_MAX, BYTES_MAX))


def problem_of(done, ends):
    """What is wrong with how a command ended, or None."""
    said = done.stderr.decode(errors="replace")
    if done.returncode not in ends:
        return f"status {done.returncode}: {said[-1500:]}"
    if "Sanitizer" in said or "runtime error" in said:
        return said[-1500:]
    if done.returncode == 2 and said.count("\n") != 1:
        return f"status 2 without one line: {said[:600]!r}"
    return None


def run_case(wekiva, all_kinds, folder, arguments, number):
    source = random.Random(f"{arguments.seed} {number}")
    chosen = [kind for kind in all_kinds if arguments.only in (None, kind.name)]
    kind = chosen[number % len(chosen)]
    case = folder / "case"
    shutil.rmtree(case, ignore_errors=True)
    shutil.copytree(folder / "good" / kind.name, case)
    name = source.choice(list(kind.files))
    data = bytearray((case / name).read_bytes())
    for _ in range(source.choice((1, 1, 1, 2, 5))):
        if data:
            source.choice(kind.files[name])(source, data)
    (case / name).write_bytes(data)
    commands = [c for c in kind.commands if kind.name != "view" or str(c[-1]).endswith(name)]
    command = [wekiva, *map(str, source.choice(commands))]
    try:
        done = subprocess.run(command, capture_output=True, check=False, preexec_fn=limits, timeout=20 * CASE_SECONDS)
        found = problem_of(done, kind.ends)
    except subprocess.TimeoutExpired:
        done, found = None, "does not end"
    if found:
        print(f"case {number} ({kind.name}, {name}): {' '.join(command[1:])}: {found}\n  again: damaged_files.py --seed "
              f"{arguments.seed} --first {number} --cases 1{f' --only {arguments.only}' if arguments.only else ''} --keep DIR", flush=True)
    if arguments.keep:
        shutil.copytree(case, arguments.keep, dirs_exist_ok=True)
    return found is None, kind.name, done.returncode if done else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wekiva")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int)
    parser.add_argument("--seconds", type=float, default=0)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", choices=("sweep", "compare", "view", "texture"))
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    cases = arguments.cases if arguments.cases else (1 << 40) if arguments.seconds else 100
    wekiva = str(pathlib.Path(arguments.wekiva).resolve())
    print("seed", arguments.seed, flush=True)
    passed, failed, ends, start = 0, 0, {}, time.monotonic()
    os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        all_kinds = kinds(wekiva, folder)
        for number in range(arguments.first, arguments.first + cases):
            if failed == FAILURES_MAX or (arguments.seconds and time.monotonic() - start > arguments.seconds):
                break
            good, kind, status = run_case(wekiva, all_kinds, folder, arguments, number)
            passed, failed = passed + good, failed + (not good)
            counts = ends.setdefault(kind, {})
            counts[status] = counts.get(status, 0) + 1
    print(json.dumps(ends))
    print(f"{passed} passed, {failed} failed")
    return int(failed > 0)


sys.exit(main())
