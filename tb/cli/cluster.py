#!/usr/bin/env python3
"""cluster.py - the parts of a sweep as docs/sweep.md has them run: by Slurm, all of it on this machine, and by GNU parallel.

usage: WEKIVA=build/wekiva cluster.py      (from the project's root; what is not installed is skipped, with a line)

Slurm's and munge's daemons have their files, keys and sockets in a folder of their own and ports that are free; they end with the test.
"""
import contextlib
import getpass
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
WEKIVA = os.path.abspath(os.environ.get("WEKIVA", "build/wekiva"))
PAGE = (ROOT / "docs/sweep.md").read_text(encoding="utf-8")
DAEMONS = ("munged", "slurmctld", "slurmd")
CLIENTS = ("sbatch", "sinfo")
WAIT = 90  # seconds
SWEEP = {"wekiva_sweep": 1, "launch": str(ROOT / "tb/corpus/llvm-rv770/fadd/launch.json"), "set": {"simds": 1, "ic_miss_clk": "40..60"}}
CONFIGURATION = """
ClusterName=one
SlurmctldHost=HOST(127.0.0.1)
SlurmctldPort=PORT_A
SlurmdPort=PORT_B
AuthType=auth/munge
AuthInfo=socket=FOLDER/munge.socket
CredType=cred/munge
SlurmUser=USER
SlurmdUser=USER
StateSaveLocation=FOLDER/state
SlurmdSpoolDir=FOLDER/spool
SlurmctldPidFile=FOLDER/slurmctld.pid
SlurmdPidFile=FOLDER/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
ReturnToService=2
NodeName=HOST NodeAddr=127.0.0.1 CPUs=8 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def where(name):
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


def missing(*names):
    return [name for name in names if not where(name)]


def free_ports():
    with contextlib.ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(2)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


class Parts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "bin").mkdir()
        (self.folder / "bin/wekiva").symlink_to(WEKIVA)
        (self.folder / "sweep.json").write_text(json.dumps(SWEEP), encoding="utf-8")
        self.environment = {**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}

    def run_in(self, *words):
        done = subprocess.run(words, cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False, timeout=WAIT)
        self.assertEqual(done.returncode, 0, f"{words}: {done.stdout}{done.stderr}{self.logs()}")
        return done.stdout

    def logs(self):
        return "".join(f"\n{path.name}: {path.read_text(errors='replace')[-2000:]}" for path in self.folder.glob("*.log"))

    def compare(self, parts):
        """What the parts merge to is the file of one process; none of them has another's points."""
        names = [f"sweep-{part}.db" for part in range(1, parts + 1)]
        self.run_in("wekiva", "sweep", "--quiet", "--merge", "all.db", *names)
        self.run_in("wekiva", "sweep", "sweep.json", "--quiet", "--out", "alone.db")
        self.assertEqual((self.folder / "all.db").read_bytes(), (self.folder / "alone.db").read_bytes())
        for part, name in enumerate(names):
            rows = self.run_in("wekiva", "sweep", name, "--csv", "-").splitlines()[1:]
            self.assertEqual([int(row.split(",")[0]) for row in rows], list(range(part, 21, parts)))

    def daemon(self, name, *options):
        with open(self.folder / (name + ".log"), "w", encoding="utf-8") as log:
            child = subprocess.Popen([where(name), *options], stdout=log, stderr=log, env=self.environment)
        self.addCleanup(child.wait)
        self.addCleanup(child.terminate)

    def until(self, holds, what):
        end = time.monotonic() + WAIT
        while not holds():
            self.assertLess(time.monotonic(), end, what + self.logs())
            time.sleep(0.1)

    def start_slurm(self):
        own, host = self.folder, socket.gethostname().split(".")[0]
        for name in ("state", "spool"):
            (own / name).mkdir()
        (own / "munge.key").write_bytes(os.urandom(128))
        os.chmod(own / "munge.key", 0o600)
        text = CONFIGURATION
        for word, value in zip(("HOST", "USER", "FOLDER", "PORT_A", "PORT_B"), (host, getpass.getuser(), own, *free_ports())):
            text = text.replace(word, str(value))
        (own / "slurm.conf").write_text(text, encoding="utf-8")
        self.environment["SLURM_CONF"] = str(own / "slurm.conf")
        self.daemon("munged", "--foreground", "--force", *(f"--{name}-file={own}/munge.{name}" for name in ("key", "pid", "seed")),
                    f"--log-file={own}/munge.out", f"--socket={own}/munge.socket")
        self.until((own / "munge.socket").exists, "munged has no socket")
        self.daemon("slurmctld", "-D", "-c")
        self.daemon("slurmd", "-D", "-c")
        idle = ["sinfo", "--noheader", "--format=%t"]
        self.until(lambda: subprocess.run(idle, env=self.environment, capture_output=True, text=True, check=False).stdout.strip() == "idle",
                   "Slurm's node does not become idle")

    @unittest.skipIf(missing(*DAEMONS, *CLIENTS), "not installed: " + ", ".join(missing(*DAEMONS, *CLIENTS)) + " (slurmctld, slurmd, slurm-client, munge)")
    def test_slurm_runs_the_script_of_the_page_as_an_array(self):
        self.start_slurm()
        script = re.search(r"```sh\n(#!/bin/sh\n#SBATCH.*?)```", PAGE, re.S)[1]
        (self.folder / "sweep.sh").write_text(script, encoding="utf-8")
        self.run_in("sbatch", "--wait", "sweep.sh")
        self.compare(int(re.search(r"--array=1-(\d+)", script)[1]))

    @unittest.skipIf(missing("parallel"), "not installed: parallel")
    def test_parallel_runs_the_line_of_the_page(self):
        line = re.search(r"`(parallel wekiva sweep [^`]*)`", PAGE)[1]
        self.run_in("sh", "-c", line)
        self.compare(len(line.split(":::")[1].split()))


if __name__ == "__main__":
    if missing(*DAEMONS, *CLIENTS, "parallel"):
        print("cluster: skipped is what needs " + ", ".join(missing(*DAEMONS, *CLIENTS, "parallel")) + " (make deps-cluster)", file=sys.stderr)
    unittest.main()
