"""Ratios to another commit of this repository: its command and today's run the same launch files in turn.

The command is the common base: launch files, --chip, --set and --trace are as old as the project.  So the times contain
its start and its end; the rows are long enough that both hardly count.  The other commit is built by its own Makefile,
with the CC, CFLAGS and LTO of the environment, once for each of them, in B/against.
"""

import hashlib
import os
import pathlib
import re
import subprocess
import sys
import time

import rows

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
LONGER = 4  # times as long as the rows of the other tables
ROWS = ("full", "divergent", "waiting", "corpus", "trace", "chip")
ONE_SIMD = ("--set", "simds=1")


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
    """Wall time, and clocks as the command says them; None when it does not end as expected."""
    command = [str(word) for word in (wekiva, "run", "--launch", launch, *options)]
    start = time.perf_counter()
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - start
    clocks = re.search(r"^cycles: (\d+)", done.stdout, re.M)
    return {"wall": seconds, "clocks": int(clocks[1])} if done.returncode == 0 and clocks else None


def best_of(runs, jobs, by):
    """Of each of the named jobs, all of them in turn, the run with the least `by`."""
    best = {}
    for _ in range(runs):
        for name, job in jobs.items():
            sample = job()
            if sample and (name not in best or sample[by] < best[name][by]):
                best[name] = sample
    return best


def programs():
    return sorted((PROJECT / "tb/corpus").rglob("launch.json"))


def corpus(wekiva, launches):
    """How many programs run as expected, their wall time, their clocks."""
    samples = [sample for sample in (run(wekiva, launch, *ONE_SIMD) for launch in launches) if sample]
    return len(samples), sum(sample["wall"] for sample in samples), sum(sample["clocks"] for sample in samples)


def both_run(commands, launches):
    return [launch for launch in launches if all(run(wekiva, launch, *ONE_SIMD) for wekiva in commands)]


def corpus_job(wekiva, launches):
    _, wall, clocks = corpus(wekiva, launches)
    return {"wall": wall, "clocks": clocks}


# ---- rows -------------------------------------------------------------------------------------------------------------

def has_jobs(wekiva):
    return "--jobs" in subprocess.run([str(wekiva), "run", "--help"], capture_output=True, text=True, check=False).stdout


class Compared:
    """A row: what the other command does and what today's does, by whose clocks a second they are compared."""

    def __init__(self, title, before, now, share=1):
        self.title, self.before, self.now, self.share = title, before, now, share


def plain_row(row, base, wekiva, other):
    launch, chip = row.write(base / "rows-longer")
    return Compared(row.title, lambda: run(other, launch, "--chip", chip), lambda: run(wekiva, launch, "--chip", chip))


def corpus_row(wekiva, other):
    every = programs()
    launches = [launch for launch in every if all(run(command, launch, *ONE_SIMD) for command in (other, wekiva))]

    def job(command):
        _, wall, clocks = corpus(command, launches)
        return {"wall": wall, "clocks": clocks}
    return Compared(f"{len(launches)} of the {len(every)} programs of tb/corpus", lambda: job(other), lambda: job(wekiva))


def trace_row(base, wekiva, other):
    launch, chip = rows.judged()[0].write(base / "rows")
    options = (launch, "--chip", chip, "--trace", rows.waveform(base))
    return Compared("full issue, VCD of all signals but lanes", lambda: run(other, *options), lambda: run(wekiva, *options))


def chip_row(base, wekiva, other):
    """Ten SIMDs' worth of the first row; before, one SIMD's share of a processor that has ten to do."""
    title = "ten SIMDs, full issue, two threads; before: a tenth of one SIMD's"
    if not has_jobs(wekiva):
        return Compared(title, lambda: None, lambda: None)
    one, ten = rows.judged(LONGER)[0], rows.judged(LONGER)[0]
    ten.name, ten.waves, ten.chip = "chip", 10 * ten.waves, {"simds": 10}
    launch, chip = one.write(base / "rows-longer")
    all_launch, all_chip = ten.write(base / "rows-longer")
    return Compared(title, lambda: run(other, launch, "--chip", chip),
                    lambda: run(wekiva, all_launch, "--chip", all_chip, "--jobs", "2"), 10)


def compared(base, wekiva, other, chosen):
    judged = {row.name: row for row in rows.judged(LONGER)}
    for name in chosen:
        if name in judged:
            yield name, plain_row(judged[name], base, wekiva, other)
        else:
            yield name, {"corpus": lambda: corpus_row(wekiva, other), "trace": lambda: trace_row(base, wekiva, other),
                         "chip": lambda: chip_row(base, wekiva, other)}[name]()


def ratios(base, ref, chosen, runs):
    """A note, and a line (title, rate before, rate now, ratio) for each row that both can run."""
    all_rows = dict(compared(base, base / "wekiva", build(base, ref), chosen))
    jobs = {}
    for name, row in all_rows.items():
        jobs[name, "before"], jobs[name, "now"] = row.before, row.now
    best = best_of(runs, jobs, "wall")
    lines, skipped = [], []
    for name, row in all_rows.items():
        if (name, "before") in best and (name, "now") in best:
            before, now = (best[name, when]["clocks"] / best[name, when]["wall"] for when in ("before", "now"))
            lines.append((row.title, before / row.share, now, (now * row.share / before, 2)))
        else:
            skipped.append(name)
    note = f"Wall time of the command from start to end, the best of {runs} runs in turn."
    return note + (f" Not run as expected by one of the two: {', '.join(skipped)}." if skipped else ""), lines
