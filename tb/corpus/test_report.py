#!/usr/bin/env python3
"""test_report.py - what `wekiva report` says of the compiled programs: registers and stack as the compiler has them in
.AMDGPU.config, and a run within the bounds that the program sets.

    WEKIVA=build/wekiva tb/corpus/test_report.py [FOLDER ...]      (others with launch files, instead of this one)
"""
import concurrent.futures
import json
import os
import pathlib
import struct
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
WEKIVA = os.environ.get("WEKIVA", str(HERE.parent.parent / "build/wekiva"))
FOLDERS = [pathlib.Path(folder) for folder in sys.argv[1:]] or [HERE]
UNITS = ("ALU", "TEX", "VTX", "LDS", "export")
RESOURCES = {0x28850: "ps", 0x28868: "vs"}  # SQ_PGM_RESOURCES_PS, _VS: NUM_GPRS 7:0, STACK_SIZE 15:8 (3D 3)


def report(*arguments):
    done = subprocess.run([WEKIVA, "report", "--json", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise AssertionError(f"{arguments}: status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def together(function, items):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        return list(pool.map(function, items))


def config(path):
    """(NUM_GPRS, STACK_SIZE) of an object, read here and not by the command."""
    data = path.read_bytes()
    sections, entry = struct.unpack_from("<I", data, 32)[0], struct.unpack_from("<H", data, 46)[0]
    count, names = struct.unpack_from("<HH", data, 48)
    rows = [struct.unpack_from("<6I", data, sections + entry * i) for i in range(count)]
    text = rows[names][4]
    for name, _, _, _, offset, size in rows:
        if data[text + name:data.index(0, text + name)] == b".AMDGPU.config":
            for at in range(offset, offset + size, 8):
                register, value = struct.unpack_from("<II", data, at)
                if register in RESOURCES:
                    return value & 255, value >> 8 & 255
    return None


def launches():
    for folder in FOLDERS:
        for path in sorted(folder.rglob("launch.json")):
            if "launches" not in json.loads(path.read_text()):
                yield path


class Report(unittest.TestCase):
    def test_registers_and_stack_are_what_the_compiler_says(self):
        objects = [path for path in sorted(HERE.rglob("prog.o")) if config(path)]
        self.assertGreater(len(objects), 25)
        for path, found in zip(objects, together(report, objects)):
            gprs, stack = config(path)
            with self.subTest(path):
                self.assertEqual((found["gprs_named"], found["stack_entries"]), (gprs, stack))
                self.assertEqual((found["num_gprs"], found["stack_size"]), (gprs, stack))

    def test_a_run_is_within_the_bounds_of_its_program(self):
        """At least what no jump can leave out; without loops of unknown length at most everything."""
        paths = list(launches())
        self.assertGreater(len(paths), 20)
        above = 0
        for path, found in zip(paths, together(lambda path: report("--launch", path), paths)):
            measured = found["measured"]["clocks"]
            for unit in UNITS:
                bounds = found["clocks"][unit]
                with self.subTest(f"{path}: {unit}"):
                    self.assertGreaterEqual(measured[unit], bounds["min"] - 1e-9)
                    if not found["loops"]:
                        self.assertLessEqual(measured[unit], bounds["max"] + 1e-9)
                above += bounds["min"] > 0
            with self.subTest(path):
                self.assertGreaterEqual(measured["total"], max(found["clocks"][unit]["min"] for unit in UNITS))
                self.assertEqual(found["measured"]["stopped"], "")
        self.assertGreater(above, 2 * len(paths) * 2 // 3)  # the lower bounds say something


unittest.main(argv=sys.argv[:1])
