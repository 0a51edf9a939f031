#!/usr/bin/env python3
"""Runs programs with Verilog blocks in the place of modules: everything must come out as without them.

    WEKIVA=build/wekiva tb/lockstep/tests/replace.py [--more FOLDER] [--each] [--jobs N] [--timeout SECONDS] [FOLDER ...]

Every launch.json below the folders (default: tb/corpus/llvm-rv770, compute and textures, tb/lockstep/textures) that runs is run
again with each module of `wekiva cosim --list` that the machine has replaced by its twin, and with all of them at once.  Of
programs below a folder `compute` or `textures` the modules alone are those of OWN; others have no work for these.  Modules of
other chips are replaced in programs of these: R580's in tb/corpus/mesa-r500, NV30's in tb/corpus/nv30, in tb/corpus/designs.
--more adds the programs of a further folder, with all twins at once, and with --each with each of them, too.  Exit status, summary (cycles, statistics, comparison),
result.json and all exports must be equal (on one SIMD; tb/cli/cosim.sh has one on several), byte for byte.  Status 0 when they are, 1 when not, 2 for wrong usage.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent.parent
OWN = {"compute": {"lds", "lds_unit", "memory_export"}, "textures": {"lod_unit", "texture_filter", "texture_walker"}}
ONE_SIMD = ["--set", "simds=1"]
FOLDERS = [PROJECT / "tb/corpus/llvm-rv770", PROJECT / "tb/corpus/compute", PROJECT / "tb/corpus/textures",
           PROJECT / "tb/lockstep/textures"]


def run(wekiva, launch, machine, modules, timeout):
    """Status, error output, and every file and output of a run."""
    with tempfile.TemporaryDirectory() as out:
        command = [wekiva, "run", "--launch", str(launch), "--out", out, *machine]
        for module in modules:
            command += ["--replace", module]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                  timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return "time", f"no end after {timeout:g} s", {}
        files = {path.name: path.read_bytes() for path in sorted(pathlib.Path(out).rglob("*")) if path.is_file()}
        files["the summary"] = done.stdout.replace(out, "OUT").encode()
        return done.returncode, done.stderr.strip(), files


def compare(expected, got):
    """What is different, or an empty text."""
    if got[0] != expected[0]:
        return f"exit status {got[0]}, expected {expected[0]}: {got[1]}"
    if got[1] != expected[1]:
        return f"the message is '{got[1]}', expected '{expected[1]}'"
    for name in sorted(set(expected[2]) | set(got[2])):
        if expected[2].get(name) != got[2].get(name):
            return f"{name} differs"
    return ""


def check(wekiva, launch, machine, choices, timeout):
    """Lines about a program, and how many replaced runs were right and wrong."""
    expected = run(wekiva, launch, machine, [], timeout)
    if expected[0] not in (0, 1):
        return [], 0, 0
    lines = []
    for modules in choices:
        difference = compare(expected, run(wekiva, launch, machine, modules, timeout))
        if difference:
            lines.append(f"{launch}: {' '.join(modules)}: {difference}")
    return lines, len(choices) - len(lines), len(lines)


def machine_modules(wekiva):
    """Names of the modules that have instances in an R700, and {chip: names} of others."""
    listed = subprocess.run([wekiva, "cosim", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    listed = [line for line in listed if " default stimulus" not in line]
    others = {}
    for line in listed:
        chip = re.search(r" \(--chip (\w+)\)$", line)
        if chip:
            others.setdefault(chip.group(1), []).append(line.split()[0])
    return [line.split()[0] for line in listed if not re.search(r" \((no instance|of the chip|--chip \w+)\)$", line)], others


def other_programs(folder):
    """{chip: [(launch file, options)]} of the other chips; R580's launch files are made in the folder."""
    corpus = PROJECT / "tb/corpus"
    programs = [str(path) for group in ("mesa-r500", "mesa-r500/forms") for path in sorted((corpus / group).iterdir())
                if (path / "meta.json").exists()]
    subprocess.run([sys.executable, str(corpus / "mesa_r500_launch.py"), *programs, "--out", folder], check=True)
    made = sorted(pathlib.Path(folder).rglob("launch.json"))
    return {"r580": [(launch, ["--set", "group_pixels=%d" % pixels]) for launch in made + [corpus / "designs/r580.json"]
                     for pixels in (4, 48, 192)],
            "nv30": [(launch, ["--set", "core_runs=%d" % runs, "--set", "loopback_clk=%d" % (3 * runs)])
                     for launch in sorted(corpus.rglob("nv30.json")) for runs in (0, 1)]}


def main(arguments):
    parser = argparse.ArgumentParser(description="Runs programs with Verilog blocks in the place of modules.")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, default=FOLDERS)
    parser.add_argument("--more", type=pathlib.Path, metavar="FOLDER", help="further programs, all twins at once")
    parser.add_argument("--each", action="store_true", help="each twin there, too")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--timeout", type=float, default=600.0, help="seconds for one run")
    known = parser.parse_args(arguments)
    wekiva = os.environ.get("WEKIVA", str(PROJECT / "build/wekiva"))
    modules, others = machine_modules(wekiva)
    all_ways = [[module] for module in modules] + [modules]

    def ways(launch):
        """Modules alone that the program gives work, and all."""
        own = [names for folder, names in OWN.items() if folder in launch.parts]
        wanted = own[0] if own else set(modules) - set().union(*OWN.values())
        return [way for way in all_ways if len(way) > 1 or way[0] in wanted]

    tasks = [(launch, ONE_SIMD, ways(launch)) for folder in known.folders for launch in sorted(folder.rglob("launch.json"))]
    if known.more:
        more = sorted(known.more.rglob("launch.json"))
        if not more:
            parser.error(f"no launch.json in {known.more}")
        tasks += [(launch, ONE_SIMD, all_ways if known.each else [modules]) for launch in more]
    if not tasks:
        parser.error("no launch.json in " + ", ".join(map(str, known.folders)))
    programs = right = wrong = 0
    with tempfile.TemporaryDirectory() as made, concurrent.futures.ThreadPoolExecutor(max(1, known.jobs)) as pool:
        if known.folders == FOLDERS:
            of_chip = other_programs(made)
            tasks += [(launch, ["--chip", chip] + options, [[module] for module in names])
                      for chip, names in others.items() for launch, options in of_chip[chip]]
        for lines, good, bad in pool.map(lambda task: check(wekiva, *task, known.timeout), tasks):
            for line in lines:
                print(line, flush=True)
            programs += good + bad > 0
            right += good
            wrong += bad
    modules += [name for names in others.values() for name in names]
    print(f"replace: {programs} programs with {', '.join(modules)} replaced by their twins, each alone or all at once")
    print(f"{right} passed, {wrong} failed")
    return 1 if wrong or not right else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
