#!/usr/bin/env python3
"""mutate_rtl.py - does lockstep notice when a Verilog twin is changed a little?

    WEKIVA=build/wekiva tb/lockstep/mutate_rtl.py [-n MUTANTS] [-c CYCLES] [-s SEED] [-j JOBS] [FILE ...]
    WEKIVA=build/wekiva tb/lockstep/mutate_rtl.py --prove [-t SECONDS] [FILE ...]
    WEKIVA=build/wekiva tb/lockstep/mutate_rtl.py --edges [-c CYCLES] [-s SEED] [-j JOBS] [MODULE ...]

MUTANTS (default 6, 0: all) of each file of tb/rtl, or of each FILE: one operator, constant or condition is changed, and
`wekiva cosim` compares every module that uses the file over CYCLES clocks (default 200000).  The same seed chooses the
same mutants.  A mutant is
  found       a module and its block differ, or the block never settles
  invalid     Verilator refuses it: not counted
  equivalent  tb/lockstep/equivalent.txt says why no input can tell: not run; or --prove has just proved it
  survived    no difference: the stimulus misses something, or the mutant is equivalent
A mutant is written as its line with [old => new] in it, in reports and in equivalent.txt.  Exit status 1 when one
survives, 2 when it cannot start.

--prove: what survives is judged by `wekiva cosim --prove`, SECONDS for each module that uses the file (default 60): proved
equal for all of them it is equivalent, and equivalent.txt gets its line.  So are the lines that stand there already (of
each FILE), whose reason becomes PROVED when it is so; the others are printed, for a reason by hand.

--edges: the wrong twins of tb/lockstep/edge_faults.txt, of all or of each MODULE: one for each edge class that its driver
declares.
"""
import argparse
import concurrent.futures
import contextlib
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
RTL = PROJECT / "tb/rtl"
EQUIVALENT = HERE / "equivalent.txt"
EDGES = HERE / "edge_faults.txt"

PROVED = "proved by --prove"

RULES = [
    (r"==", ["!="]), (r"!=", ["=="]), (r"&&", ["||"]), (r"\|\|", ["&&"]),
    (r"(?<![<\-])<(?![<=])", [">="]), (r"(?<![>\-=])>(?![>=])", ["<="]),
    (r"(?<=[\w\)\]\}] )\+(?= )", ["-"]), (r"(?<=[\w\)\]\}] )-(?= )", ["+"]),
    (r"(?<=[\w\)\]\}] )&(?= )", ["|"]), (r"(?<=[\w\)\]\}] )\|(?= )", ["&"]), (r"(?<=[\w\)\]\}] )\^(?= )", ["|"]),
    (r"(?<=[\w\)\]\}] )<<(?= )", [">>"]), (r"(?<=[\w\)\]\}] )>>(?= )", ["<<"]), (r">>>", [">>"]),
    (r"!(?![=])", [""]), (r"~", [""]),
    (r"1'b0", ["1'b1"]), (r"1'b1", ["1'b0"]),
    (r"(?<=\d'd)\d+", ["@+1"]), (r"(?<=\d'h)[0-9a-fA-F]+\b", ["@^1"]),
    (r"(?<=[?] )([\w.\[\]]+) : ([\w.\[\]]+)", ["@swap"]),
]
SKIPPED = re.compile(r"^\s*(input|output|module|endmodule|parameter|typedef|import|package|enum|`|assign \w*unused )")


def blank(text):
    """The same text with comments and strings blanked."""
    def spaces(match):
        return re.sub(r"[^\n]", " ", match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"', spaces, text, flags=re.S)


def replacement(match, rule):
    """What a rule makes of a match."""
    old = match.group(0)
    if rule == "@+1":
        return str(int(old) + 1)
    if rule == "@^1":
        return f"{int(old, 16) ^ 1:0{len(old)}x}"
    if rule == "@swap":
        return f"{match.group(2)} : {match.group(1)}"
    return rule


def mutants_of(path):
    """All (start, end, new text, line with the change in it) of a file."""
    text = path.read_text()
    code, found = blank(text), []
    for pattern, rules in RULES:
        for match in re.finditer(pattern, code):
            start = text.rfind("\n", 0, match.start()) + 1
            end = text.find("\n", match.end())
            if SKIPPED.match(code[start:end]):
                continue
            for rule in rules:
                new = replacement(match, rule)
                shown = f"{text[start:match.start()]}[{match.group(0)} => {new}]{text[match.end():end]}".strip()
                if new != match.group(0):
                    found.append((match.start(), match.end(), new, " ".join(shown.split())))
    return found


def closure(top, names):
    """The files that a block needs, by the names that occur in them."""
    needed, todo = set(), [top]
    while todo:
        name = todo.pop()
        if name in needed:
            continue
        needed.add(name)
        words = set(re.findall(r"\w+", blank((RTL / names[name]).read_text())))
        words |= set(re.findall(r'`include "(\w+)\.', (RTL / names[name]).read_text()))
        todo += [word for word in words if word in names and word not in needed]
    return needed


def modules(wekiva):
    """Name and top of each module."""
    listed = subprocess.run([wekiva, "cosim", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    tops = {}
    for line in listed:
        if " default stimulus" in line:
            continue
        name = line.split()[0]
        template = subprocess.run([wekiva, "cosim", name, "--template"], capture_output=True, text=True, check=True)
        tops[name] = re.search(r"^module (\w+)", template.stdout, re.M).group(1)
    return tops


@contextlib.contextmanager
def changed_twins(scratch, path, mutant):
    """A copy of tb/rtl with one mutant in it, and the environment in which it is built."""
    start, end, new, _ = mutant
    with tempfile.TemporaryDirectory(dir=scratch) as folder:
        rtl = pathlib.Path(folder) / "rtl"
        shutil.copytree(RTL, rtl)
        text = path.read_text()
        (rtl / path.name).write_text(text[:start] + new + text[end:])
        yield rtl, dict(os.environ, WEKIVA_CACHE=str(pathlib.Path(scratch) / "cache"), WEKIVA_OPTIMISE="-O0")


def judge(known, scratch, path, mutant, users):
    """found, invalid, equivalent or survived."""
    with changed_twins(scratch, path, mutant) as (rtl, environment):
        for module in users:
            command = [known.wekiva, "cosim", module, "--rtl", str(rtl), "--cycles", str(known.cycles), "--seed",
                       str(known.seed)]
            try:
                done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=900,
                                      env=environment, check=False)
            except subprocess.TimeoutExpired:
                return "found"
            if done.returncode == 1 or "the block stopped" in done.stderr:
                return "found"
            if done.returncode == 2:
                return "invalid"
            if done.returncode != 0:
                return "found"  # it crashes, or never settles
    return "equivalent" if known.prove and is_proved(known, scratch, path, mutant, users) else "survived"


def is_proved(known, scratch, path, mutant, users):
    """Whether every module that uses the file is proved equal with the mutant in it."""
    with changed_twins(scratch, path, mutant) as (rtl, environment):
        return bool(users) and all(
            subprocess.run([known.wekiva, "cosim", module, "--rtl", str(rtl), "--prove", "--prove-seconds",
                            str(known.seconds)], stdin=subprocess.DEVNULL, capture_output=True, env=environment,
                           check=False).returncode == 0 for module in users)


def judge_known(known, users):
    """The lines of equivalent.txt, of all files or of each FILE, by a proof; writes it anew."""
    lines, names = EQUIVALENT.read_text().splitlines(), {path.name for path in known.files}
    with tempfile.TemporaryDirectory() as scratch:
        for i, line in enumerate(lines):
            name, _, rest = line.partition(": ")
            title, _, why = rest.partition(" ## ")
            if line.startswith("#") or not why or why == PROVED or (names and name not in names):
                continue
            mutants = [mutant for mutant in mutants_of(RTL / name) if mutant[3] == title]
            if mutants and is_proved(known, scratch, RTL / name, mutants[0], users.get(pathlib.Path(name).stem, [])):
                lines[i] = f"{name}: {title} ## {PROVED}"
                print(f"proved: {name}: {title}", flush=True)
            else:
                print(f"by hand: {name}: {title} ## {why if mutants else 'no such mutant'}", flush=True)
    EQUIVALENT.write_text("\n".join(lines) + "\n")


def edge_faults():
    """All (module, class, file, (start, end, new text, title)) of edge_faults.txt."""
    faults = []
    for line in EDGES.read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        if line[:2] not in ("@ ", "- ", "+ "):
            module, name = line.split(": ", 1)
            faults.append([module, name, None, [], []])
        elif line[0] == "@":
            faults[-1][2] = RTL / line[2:]
        else:
            faults[-1]["-+".index(line[0]) + 3].append(line[2:])
    made = []
    for module, name, path, old, new in faults:
        text, old = path.read_text(), "\n".join(old)
        if text.count(old) != 1:
            sys.exit(f"mutate_rtl.py: {EDGES.name}: '{module}: {name}' does not fit {path.name}")
        start = text.find(old)
        made.append((module, name, path, (start, start + len(old), "\n".join(new), f"{module}: {name}")))
    return made


def judge_edges(known):
    """Exit status."""
    faults = [fault for fault in edge_faults() if not known.files or fault[0] in map(str, known.files)]
    survivors = 0
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(max(1, known.jobs)) as pool:
        outcomes = pool.map(lambda fault: judge(known, scratch, fault[2], fault[3], [fault[0]]), faults)
        for fault, outcome in zip(faults, outcomes):
            survivors += outcome != "found"
            if outcome != "found":
                print(f"{outcome}: {fault[0]}: {fault[1]}", flush=True)
    print(f"edges: {len(faults) - survivors} passed, {survivors} failed")
    return 1 if survivors else 0


def main(arguments):
    parser = argparse.ArgumentParser(description="Does lockstep notice when a twin is changed a little?")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("-n", "--mutants", type=int, default=int(os.environ.get("MUTANTS", "6")))
    parser.add_argument("-c", "--cycles", type=int, default=200000)
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("-t", "--seconds", type=int, default=60)
    known = parser.parse_args(arguments)
    known.wekiva = os.environ.get("WEKIVA", str(PROJECT / "build/wekiva"))
    if not os.access(known.wekiva, os.X_OK) or not shutil.which("verilator"):
        parser.error(f"needs {known.wekiva} (set WEKIVA) and verilator")
    if known.edges:
        return judge_edges(known)
    equivalent = set()
    if EQUIVALENT.exists():
        equivalent = {line.split(" ## ")[0].strip() for line in EQUIVALENT.read_text().splitlines()
                      if line.strip() and not line.startswith("#")}
    names = {path.stem: path.name for path in RTL.iterdir() if path.suffix in (".sv", ".v", ".svh", ".vh")}
    users = {}
    needed = {module: closure(top, names) for module, top in modules(known.wekiva).items()}
    for module in sorted(needed, key=lambda one: len(needed[one])):  # small blocks are built soonest
        for name in needed[module]:
            users.setdefault(name, []).append(module)
    if known.prove:
        judge_known(known, users)
    files = [path.resolve() for path in known.files] or sorted(RTL / names[name] for name in users)
    tasks, skipped = [], 0
    for path in files:
        choice = mutants_of(path)
        random.Random(f"{known.seed} {path.name}").shuffle(choice)
        chosen = choice[:known.mutants] if known.mutants else choice
        for mutant in chosen:
            if f"{path.name}: {mutant[3]}" in equivalent:
                skipped += 1
            else:
                tasks.append((path, mutant, users.get(path.stem, [])))
    counts = {"found": 0, "invalid": 0, "equivalent": 0, "survived": 0}
    by_file = {}
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(max(1, known.jobs)) as pool:
        outcomes = pool.map(lambda task: judge(known, scratch, *task), tasks)
        for (path, mutant, _), outcome in zip(tasks, outcomes):
            counts[outcome] += 1
            by_file.setdefault(path.name, []).append(outcome)
            if outcome == "equivalent":
                with EQUIVALENT.open("a") as file:
                    file.write(f"{path.name}: {mutant[3]} ## {PROVED}\n")
            if outcome == "survived":
                print(f"survived: {path.name}: {mutant[3]}", flush=True)
    for name, outcomes in sorted(by_file.items()):
        print(f"{name:24} {outcomes.count('found')} found, {outcomes.count('survived')} survived, "
              f"{outcomes.count('invalid')} invalid")
    print(f"mutate-rtl: {counts['found']} of {counts['found'] + counts['survived']} wrong twins found, "
          f"{counts['survived']} survived, {skipped + counts['equivalent']} equivalent, {counts['invalid']} invalid")
    if tasks and counts["invalid"] == len(tasks):
        print("mutate_rtl.py: not one mutant could be built and compared: see what the twin itself says", file=sys.stderr)
        return 2
    return 1 if counts["survived"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
