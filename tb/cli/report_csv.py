#!/usr/bin/env python3
"""report_csv.py - `wekiva report --csv` beside --json of each program on each chip, and its memory beside statistics of a run.

    report_csv.py WEKIVA FOLDER...      (from the project's root; folders with a launch.json)
"""
import csv
import io
import json
import subprocess
import sys
import tempfile

WEKIVA, FOLDERS = sys.argv[1], sys.argv[2:]
CHIPS = ("rv770", "rv710")


def wekiva(*arguments):
    return subprocess.run([WEKIVA, *arguments], capture_output=True, text=True, check=True, timeout=60).stdout


def flat(value, name=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, f"{name}.{key}" if name else key)
    elif value is not None and not isinstance(value, list):
        yield name, value


def memory(launch, chip):
    """Clocks of a SIMD's share of banks and channels for a wavefront, by the statistics of a run."""
    with tempfile.TemporaryDirectory() as folder:
        wekiva("run", "--quiet", "--launch", launch, "--chip", chip, "--out", folder + "/out")
        with open(folder + "/out/result.json", encoding="ascii") as file:
            result = json.load(file)
    rows = {(row["path"], row["name"]): row["value"] for row in result["statistics"]}
    of = {row["name"]: row["value"] for row in result["configuration"]}
    with open(launch, encoding="ascii") as file:
        threads = json.load(file)["threads"]
    waves = -(-threads // of["wave_size"])
    lines = sum(value for (path, name), value in rows.items() if path.startswith("gpu.memory") and name in ("lines", "writes"))
    answers = sum(value for (path, name), value in rows.items() if path.startswith("gpu.l2_bank") and name == "answers")
    share = of["simds"] / of["mc_channels"] / waves
    return answers * share, lines * of["mc_line_clk"] / 16 * share


launches = [f"{folder}/launch.json" for folder in FOLDERS]
table = list(csv.DictReader(io.StringIO(wekiva("report", *launches, "--chip", ",".join(CHIPS), "--csv", "-"))))
assert len(table) == len(launches) * len(CHIPS), len(table)
for row, (launch, chip) in zip(table, ((launch, chip) for launch in launches for chip in CHIPS)):
    figures = dict(flat(json.loads(wekiva("report", "--launch", launch, "--chip", chip, "--json"))))
    assert figures["chip"] == row["chip"] == chip
    for name, value in figures.items():
        same = row[name] == value if isinstance(value, str) else float(row[name]) == float(value)
        assert same, (launch, chip, name, row[name], value)
    assert all(name in figures or not text for name, text in row.items())
    l2, channels = memory(launch, chip)
    assert abs(float(row["measured.clocks.L2"]) - l2) < 1e-9 and abs(float(row["measured.clocks.memory"]) - channels) < 1e-9, (row, l2, channels)
    assert channels or "kernel" not in launch
