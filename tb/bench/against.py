"""Ratios to another commit of this repository: its command and today's run the same launch files in turn.

The command is the common base: launch files, --chip, --set, --trace and --max-cycles are as old as the project.  What it
takes for one clock is taken off.  Instructions are those between two clocks, by callgrind: for a machine that others use at
the same time.  The other commit is built by its own Makefile, with the CC, CFLAGS and LTO of the environment, once for
each of them, in B/against.
"""

import hashlib
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

import rows

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGER = 4  # times as long as the rows of the other tables
ROWS = ("full", "divergent", "waiting", "corpus", "trace", "chip")
COUNTED = (10000, 30000)
CYCLE_LIMIT = 3  # exit status at --max-cycles


# ---- the other commit -------------------------------------------------------------------------------------------------

def git(*arguments, **more):
    done = subprocess.run(["git", "-C", str(PROJECT), *arguments], capture_output=True, check=False, **more)
    if done.returncode:
        sys.exit(f"bench: git {arguments[0]}: {done.stderr.decode().strip()}")
    return done.stdout


def build(base, ref):
    """The command of the commit."""
    commit = git("rev-parse", "--verify", "--short=12", ref + "^{commit}").decode().strip()
    flags = [f"{name}={os.environ[name]}" for name in ("CC", "CFLAGS", "LTO") if name in os.environ]
    folder = base / "against" / f"{commit}-{hashlib.sha256(repr(flags).encode()).hexdigest()[:8]}"
    if not folder.is_dir():
        folder.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", str(folder)], input=git("archive", commit), check=True)
    made = subprocess.run(["make", "-C", str(folder), "-j", str(os.cpu_count() or 1), "B=build", "build/wekiva", *flags],
                          capture_output=True, text=True, check=False, env=clean_environment())
    if made.returncode:
        sys.exit(f"bench: {ref} does not build:\n{made.stderr[-2000:]}")
    return folder / "build/wekiva"


def clean_environment():
    """Without what the make above says to those below."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE") and name not in ("B", "MFLAGS")}


# ---- running ----------------------------------------------------------------------------------------------------------

def run(wekiva, launch, *options):
    """Wall time, processor time of all threads, and clocks as the command says them; None when it does not end as
    expected."""
    command = [str(word) for word in (wekiva, "run", "--launch", launch, *options)]
    start, before = time.perf_counter(), processor_seconds()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    times = {"wall": time.perf_counter() - start, "processor": processor_seconds() - before}
    clocks = re.search(r"^cycles: (\d+)", done.stdout, re.M)
    ended = done.returncode == 0 or (done.returncode == CYCLE_LIMIT and "--max-cycles" in command)
    return {**times, "clocks": int(clocks[1])} if ended and clocks else None


def one_clock(wekiva, launch, *options):
    """What comes before and behind the clocks: the program is assembled, a waveform is opened."""
    return run(wekiva, launch, *options, "--max-cycles", 1)


def processor_seconds():
    """Of the commands that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def without_start(whole, start):
    return whole - start if start < whole else whole


def run_all(wekiva, launches):
    """The sums of several runs, each a launch file and options; None when one does not end as expected."""
    samples = [run(wekiva, *launch) for launch in launches]
    return {figure: sum(sample[figure] for sample in samples) for figure in samples[0]} if all(samples) else None


def best_of(runs, jobs):
    """Of each of the named jobs, all of them in turn, the least of every figure."""
    best = {}
    for _ in range(runs):
        for name, job in jobs.items():
            sample = job()
            if sample:
                known = best.setdefault(name, sample)
                best[name] = {figure: min(value, known[figure]) for figure, value in sample.items()}
    return best


def instructions(wekiva, *arguments):
    """Of the host, in all threads, from start to end; None when the command fails."""
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", str(wekiva), "run", "--launch"]
    done = subprocess.run([*command, *map(str, arguments)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          check=False)
    count = re.search(r"Collected : (\d+)", done.stderr)
    return int(count[1]) if done.returncode in (0, CYCLE_LIMIT) and count else None


def instructions_of_a_clock(wekiva, launches):
    """Of one launch, between two clocks; of several, over all."""
    if len(launches) > 1:
        sample, counts = run_all(wekiva, launches), [instructions(wekiva, *launch) for launch in launches]
        return sum(counts) / sample["clocks"] if sample and all(counts) else None
    counts = [instructions(wekiva, *launches[0], "--max-cycles", limit) for limit in COUNTED]
    return (counts[1] - counts[0]) / (COUNTED[1] - COUNTED[0]) if all(counts) else None


# ---- rows -------------------------------------------------------------------------------------------------------------

class Compared:
    """What the other command runs and what today's runs: launches with their options; `share` of the first's clocks a
    second is what the second is compared with."""

    def __init__(self, title, before, now=None, share=1):
        self.title, self.before, self.now, self.share = title, before, now or before, share


def programs():
    """Programs for one SIMD: launches that run together need one each."""
    return [(launch, "--set", "simds=1") for launch in sorted((PROJECT / "tb/corpus").rglob("launch.json"))
            if '"together"' not in launch.read_text()]


def plain_row(row, base, *options):
    launch, chip = row.write(base)
    return Compared(row.title, [(launch, "--chip", chip, *options)])


def corpus_row(commands):
    every = programs()
    launches = [launch for launch in every if all(run(command, *launch) for command in commands)]
    return Compared(f"{len(launches)} of the {len(every)} programs of tb/corpus", launches)


def chip_row(base):
    """Ten SIMDs' worth of the first row; before, a tenth of one SIMD's, for a processor that has ten to do."""
    one = rows.judged(LONGER)[0]
    launch, chip = rows.Chip("chip", "", one.program, one.waves, 10, one.steps).write(base)
    return Compared("ten SIMDs, full issue, two threads; before: a tenth of one SIMD's", plain_row(one, base).before,
                    [(launch, "--chip", chip, "--jobs", "2")], 1 / 10)


def compared(base, commands, chosen, longer):
    judged = {row.name: row for row in rows.judged(longer)}
    for name in chosen:
        if name in judged:
            yield plain_row(judged[name], base / f"rows-{longer}")
        elif name == "trace":
            row = rows.judged()[0]
            row.title = "full issue, VCD of all signals but lanes"
            yield plain_row(row, base / "rows", "--trace", rows.waveform(base))
        elif name == "corpus":
            yield corpus_row(commands)
        else:
            yield chip_row(base / f"rows-{longer}")


# ---- tables -----------------------------------------------------------------------------------------------------------

def skipped(titles):
    return f" Not run as expected by one of the two: {'; '.join(titles)}." if titles else ""


def ratios(base, ref, chosen, runs):
    """A note, and a line (title, rate before, rate now, ratio, ratio by processor time) for each row that both run."""
    commands = build(base, ref), base / "wekiva"
    table = list(compared(base, commands, chosen, LONGER))
    jobs = {}
    for row in table:
        for command, launches in zip(commands, (row.before, row.now)):
            jobs[row, command] = lambda command=command, launches=launches: run_all(command, launches)
            if len(launches) == 1:
                jobs[row, command, "start"] = lambda command=command, launch=launches[0]: one_clock(command, *launch)
    best = best_of(runs, jobs)
    lines, not_run = [], []
    for row in table:
        before, now = (best.get((row, command)) for command in commands)
        if not before or not now:
            not_run.append(row.title)
            continue
        starts = [best.get((row, command, "start"), {"wall": 0, "processor": 0}) for command in commands]
        rate, work = ([row.share * before["clocks"] / without_start(before[figure], starts[0][figure]),
                       now["clocks"] / without_start(now[figure], starts[1][figure])] for figure in ("wall", "processor"))
        lines.append((row.title, *rate, (rate[1] / rate[0], 2), (work[1] / work[0], 2)))
    return ("Wall time of the command and, under `processor`, processor time of all its threads: the best of "
            f"{runs} runs in turn, less the best of the same with one clock; of the programs of tb/corpus from start to end."
            f"{skipped(not_run)}"), lines


def counted_ratios(base, ref, chosen):
    """The same with instructions of the host for a clock."""
    commands = build(base, ref), base / "wekiva"
    lines, not_run = [], []
    for row in compared(base, commands, chosen, 1):
        counts = [instructions_of_a_clock(command, launches) for command, launches in zip(commands, (row.before, row.now))]
        if all(counts):
            lines.append((row.title, counts[0] / row.share, counts[1], (counts[0] / row.share / counts[1], 2)))
        else:
            not_run.append(row.title)
    return (f"Counted by callgrind in clocks {COUNTED[0]} to {COUNTED[1]}; of the programs from start to end."
            f"{skipped(not_run)}"), lines
