#!/usr/bin/env python3
"""Runs whose files another process wants, or takes away: two runs into one folder, one behind another, a waveform whose reader goes away.

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


def start_own(launch, *arguments):
    return subprocess.Popen([WEKIVA, "run", "--quiet", "--launch", launch, *map(str, arguments)],
                            stderr=subprocess.PIPE, text=True)


def start(*arguments):
    return start_own(LAUNCH, *arguments)


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


def write_launch(path, buffers):
    """The launch file with buffers, without what it expects, and with its files where they are."""
    launch = json.loads(LAUNCH.read_text(encoding="utf-8"))
    del launch["expect"]
    for entry in [launch["gprs"], *launch["constant_buffers"]]:
        entry["file"] = str(LAUNCH.parent / entry["file"])
    launch.update(program=str(LAUNCH.parent / launch["program"]), buffers=buffers)
    path.write_text(json.dumps(launch), encoding="utf-8")
    return path


def check_earlier(folder):
    """What an earlier run has left there, and this one does not write, goes; other files stay."""
    out, a, b = folder / "again", {"name": "a", "bytes": 64}, {"name": "b", "bytes": 64}
    two, one = write_launch(folder / "two.json", [a, b]), write_launch(folder / "one.json", [a])
    end(start_own(two, "--out", out, "--dump-gprs", "--dump-lds"), 0, "")
    (out / "notes.txt").write_text("mine", encoding="utf-8")
    before = {file.name for file in out.iterdir()}
    end(start_own(one, "--out", out), 0, "")
    gone = before - {file.name for file in out.iterdir()}
    expect(gone == {"gprs.bin", "lds.bin", "buffer-b.bin"}, f"files of the earlier run are gone: {gone}")

    end(start_own(two, "--out", out), 0, "")
    reads = write_launch(folder / "reads.json", [{"name": "a", "file": str(out / "buffer-b.bin")}])
    end(start_own(reads, "--out", out), 2, "buffer-b.bin: a file of --out is the same file as the launch file's")
    expect((out / "buffer-b.bin").exists(), "what a run reads stays")

    (out / "result.json").write_text('{"files": ["notes.txt", "../two.json", 3, "buffer-.bin"]}', encoding="utf-8")
    end(start_own(one, "--out", out), 0, "")
    expect((out / "notes.txt").exists() and two.exists(), "what no run has written stays, whatever result.json says")


def check_earlier_rows(folder):
    """Folders of launches that a shorter row, or a single launch, has not; what is not a run's stays in them."""
    def names():
        return sorted(str(file.relative_to(out)) for file in out.rglob("*") if file.is_file() and file.name != "result.json")

    one, out = json.loads(write_launch(folder / "one.json", []).read_text(encoding="utf-8")), folder / "rows"
    rows = {}
    for count in (2, 3):
        rows[count] = folder / f"row{count}.json"
        rows[count].write_text(json.dumps({**one, "launches": [{}] * count}), encoding="utf-8")
    end(start_own(rows[3], "--out", out), 0, "")
    (out / "launch1" / "notes.txt").write_text("mine", encoding="utf-8")
    whole = names()
    reads = write_launch(folder / "reads.json", [{"name": "a", "file": str(out / "launch2" / "exports.bin")}])
    end(start_own(reads, "--out", out), 2, "launch2/exports.bin: a file of --out is the same file as the launch file's")
    expect(names() == whole, "nothing goes when the run reads it")
    end(start_own(rows[2], "--out", out), 0, "")
    expect(names() == [name for name in whole if not name.startswith("launch2/")] and not (out / "launch2").exists(),
           f"the folder of the third launch is gone: {names()}")
    end(start_own(folder / "one.json", "--out", out), 0, "")
    expect(not (out / "launch0").exists() and [name for name in names() if "/" in name] == ["launch1/notes.txt"],
           f"and of all launches, but for what no run has written: {names()}")


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
        check_earlier(pathlib.Path(name))
        check_earlier_rows(pathlib.Path(name))
        check_lost(pathlib.Path(name))
    close()


WEKIVA = command(__doc__)
main()
