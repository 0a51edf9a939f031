#!/usr/bin/env python3
"""Runs whose files another process wants, or takes away: two runs into one folder, a waveform whose reader goes away.

    run_files.py WEKIVA      (from the project's root)

Pipes hold a run where it is to be: it waits for its reader.
"""
import json
import os
import pathlib
import subprocess
import tempfile

from checks import close, command, expect

LAUNCH = pathlib.Path("tb/corpus/kernels/matmul/launch.json").resolve()


def start(*arguments):
    return subprocess.Popen([WEKIVA, "run", "--quiet", "--launch", LAUNCH, *map(str, arguments)],
                            stderr=subprocess.PIPE, text=True)


def end(process, status, said):
    error = process.communicate(timeout=300)[1]
    expect(process.returncode == status, f"status {process.returncode}, expected {status}: {error}")
    expect(said in error and error.count("\n") == bool(said), f"'{said}' expected, said: {error}")


def check_folder(folder):
    """The first run has its folder until its statistics have gone into the pipe."""
    pipe, out = folder / "pipe", folder / "out"
    os.mkfifo(pipe)
    first = start("--stats", pipe, "--out", out)
    with open(pipe, encoding="utf-8") as file: # the run has come to its end, and cannot end
        end(start("--out", out), 2, "out: another run is writing its results there: expected another folder")
        end(start("--out", folder / "other"), 0, "")
        file.read()
    end(first, 0, "")
    end(start("--out", out), 0, "")
    expect((out / "exports.bin").exists() == (folder / "other" / "exports.bin").exists(), "the folder can be had again")
    end(start("--out", folder / "none", "--set", "ic_ways=99"), 2, "ic_ways")
    expect(not (folder / "none").exists(), "a run that is refused leaves no folder")


def check_lost(folder):
    """The reader of the waveform goes away in the middle of it."""
    pipe = folder / "w.vcd"
    os.mkfifo(pipe)
    long = ["--set", "simds=1", "--threads", "16384"]
    run = start(*long, "--trace", pipe, "--stats", folder / "stats.json", "--out", folder / "cut")
    with open(pipe, "rb") as file:
        file.read(1 << 20)
    end(run, 2, "cannot write")
    end(start(*long, "--stats", folder / "whole.json", "--out", folder / "whole"), 0, "")
    for one, other in (("stats.json", "whole.json"), ("cut/result.json", "whole/result.json")):
        expect((folder / one).exists() and json.loads((folder / one).read_text(encoding="utf-8")) ==
               json.loads((folder / other).read_text(encoding="utf-8")), f"{one} is there, and that of the whole run")


def main():
    with tempfile.TemporaryDirectory() as name:
        check_folder(pathlib.Path(name))
        check_lost(pathlib.Path(name))
    close()


WEKIVA = command(__doc__)
main()
