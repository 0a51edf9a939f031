#!/usr/bin/env python3
"""coverage.py - what of the twins do the random inputs of lockstep reach?

    WEKIVA=build/wekiva tb/lockstep/coverage.py [-c CYCLES] [-s SEED] [-l] [MODULE ...]

Line and toggle coverage of Verilator, of each twin over CYCLES clocks (default 200000).  What is in several instances,
such as lanes, counts once: it is reached when one of them is.  Not looked at: the heads of functions, of combinational
blocks and of the loops in them, which Verilator does not count whatever they do, and sinks of bits that nobody uses
(`unused` in their names).  -l lists what is not reached, neighbouring bits as one.  Exit status 1 when a line is not
reached.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

POINT = re.compile(r"^C '(.*)' (\d+)$")
HEAD = re.compile(r"\s*(function|always_comb|for) ?")


def is_counted(kind, place, line, what):
    """Whether Verilator would count it, and somebody should reach it."""
    if kind == "toggle":
        return "unused" not in what
    return not HEAD.match(pathlib.Path(place).read_text().splitlines()[line - 1])


def points(path):
    """{(kind, file, line, what): count} of Verilator's file, instances added up."""
    found = collections.Counter()
    for text in path.read_text().splitlines():
        match = POINT.match(text)
        if not match:
            continue
        fields = dict(pair.split("\x02", 1) for pair in match.group(1).split("\x01") if "\x02" in pair)
        kind = "toggle" if fields["page"].startswith("v_toggle") else "line"
        name = pathlib.Path(fields["f"]).name
        if not is_counted(kind, fields["f"], int(fields["l"]), fields.get("o", "")):
            continue
        place = "" if kind == "toggle" else fields["n"] + " "
        found[kind, name, int(fields["l"]), place + fields.get("o", "")] += int(match.group(2))
    return found


def ranges(names):
    """`a[3]`, `a[4]`, `a[5]` as `a[5:3]`."""
    bits = collections.defaultdict(list)
    for name in names:
        match = re.fullmatch(r"(.*)\[(\d+)\]", name)
        if match:
            bits[match.group(1)].append(int(match.group(2)))
        else:
            yield name
    for name, numbers in bits.items():
        numbers.sort()
        first = numbers[0]
        for low, high in zip(numbers, numbers[1:] + [None]):
            if high != low + 1:
                yield f"{name}[{low}:{first}]" if low > first else f"{name}[{low}]"
                first = high


def main(arguments):
    parser = argparse.ArgumentParser(description="What of the twins do the random inputs reach?")
    parser.add_argument("modules", nargs="*")
    parser.add_argument("-c", "--cycles", type=int, default=200000)
    parser.add_argument("-s", "--seed", type=int, default=1)
    parser.add_argument("-l", "--list", action="store_true")
    known = parser.parse_args(arguments)
    wekiva = os.environ.get("WEKIVA", "build/wekiva")
    if not os.access(wekiva, os.X_OK):
        parser.error(f"{wekiva} is no program: set WEKIVA")
    listed = subprocess.run([wekiva, "cosim", "--list"], capture_output=True, text=True, check=True).stdout
    missed = 0
    for module in known.modules or [line.split()[0] for line in listed.splitlines() if " default stimulus" not in line]:
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "coverage.dat"
            subprocess.run([wekiva, "cosim", module, "--cycles", str(known.cycles), "--seed", str(known.seed),
                            "--coverage", str(file)], check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                           env=dict(os.environ, WEKIVA_OPTIMISE="-O0"))
            found = points(file)
        text = []
        for kind in "line", "toggle":
            all_of = [point for point in found if point[0] == kind]
            reached = sum(1 for point in all_of if found[point])
            text.append(f"{reached} of {len(all_of)} {kind} points ({100 * reached / max(len(all_of), 1):.1f} %)")
            missed += kind == "line" and reached < len(all_of)
        print(f"{module}: {', '.join(text)}, {known.cycles} clocks", flush=True)
        places = collections.defaultdict(list)
        for point, count in found.items():
            if not count and known.list:
                places[point[:3]].append(point[3])
        for (kind, name, line), whats in sorted(places.items()):
            print(f"  {name}:{line}: {kind} {', '.join(ranges(whats))}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
