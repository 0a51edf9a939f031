#!/usr/bin/env python3
"""test_report.py - what `wekiva report` says of the compiled programs: registers and stack as the compiler has them in
.AMDGPU.config, and a run within the bounds that the program sets.

    WEKIVA=build/wekiva tb/corpus/test_report.py [FOLDER ...]      (others with launch files, instead of this one)
"""
import concurrent.futures
import itertools
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
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
            if not {"launches", "together"} & set(json.loads(path.read_text())):
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


class Pixels(unittest.TestCase):
    """R580 and NV30."""

    def test_r580_runs_within_its_bounds(self):
        with tempfile.TemporaryDirectory() as text:
            mesa = sorted(path.parent for path in HERE.glob("mesa-r500/*/meta.json"))
            subprocess.run([sys.executable, HERE / "mesa_r500_launch.py", *mesa, "--out", text], check=True,
                           stdout=subprocess.DEVNULL)
            paths = [HERE / "designs/r580.json", *sorted(pathlib.Path(text).glob("*/launch.json"))]
            self.assertGreater(len(paths), 4)
            for path, pixels in itertools.product(paths, (4, 16, 48)):  # so that all groups are full
                found = report("--set", f"group_pixels={pixels}", "--launch", path)
                self.assertEqual(found["stopped"], "")
                for unit in ("issue", "ALU", "texture"):
                    with self.subTest(f"{path}, groups of {pixels}: {unit}"):
                        row = found["clocks"][unit]
                        self.assertLessEqual(row["least"], row["measured"] + 1e-9)
                        self.assertGreaterEqual(row["most"], row["measured"] - 1e-9)
                with self.subTest(path):
                    self.assertGreaterEqual(found["measured"]["cycles"], found["clocks"]["way"]["least"])

    def test_r580_by_hand(self):
        """designs/r580.s: ALU, IF, ALU, ELSE, ALU, ENDIF, OUT; a group of 48 takes four clocks to enter the ALU."""
        found = report("--chip", "r580", HERE / "designs/r580.s")
        self.assertEqual(found["instructions"], 7)
        self.assertEqual((found["alu"]["instructions"], found["alu"]["outputs"], found["flow"]["instructions"]), (3, 1, 3))
        self.assertEqual((found["alu"]["rgb"], found["alu"]["alpha"]), (4, 1))  # alpha's writes nothing but in OUT
        self.assertEqual((found["flow"]["full"], found["flow"]["blocks"]), (False, 1))
        self.assertEqual((found["clocks"]["issue"]["least"], found["clocks"]["issue"]["most"]), (5, 7))
        self.assertEqual((found["clocks"]["ALU"]["least"], found["clocks"]["ALU"]["most"]), (12, 16))
        # four ALU or output instructions of four clocks, two of flow control of eight: one ALU instruction is left out
        self.assertEqual(found["clocks"]["way"]["least"], 3 * 4 + 2 * 8)
        self.assertEqual((found["temporaries"], found["groups"]["contexts"], found["outputs"]), (2, 128, [0]))
        self.assertEqual(found["groups"]["temporaries"], 6144 // (12 * 2))

    def test_r580_loops_are_as_long_as_asked(self):
        gcd = HERE / "mesa-r500/gcd/code.hex"
        most = [report("--chip", "r580", gcd, "--iterations", n)["clocks"]["issue"]["most"] for n in (0, 1, 2, 5)]
        self.assertEqual(most[3] - most[2], 3 * (most[2] - most[1]))
        self.assertEqual(most[2] - most[1], most[1] - most[0])
        self.assertGreater(most[1], most[0])

    def test_nv30_by_its_table(self):
        """Passes of the article (page 3): mov, mad, mul, dp3, lit 1, lrp and rsq32 2, two 2D reads in one."""
        for path, passes in ((HERE / "nv30/lighting/nv30.json", 13), (HERE / "designs/nv30.json", 7)):
            for sets in ([], ["core_runs=1"], ["max_quads=5"], ["texture_clk=3", "max_quads=1"]):
                options = [word for value in sets for word in ("--set", value)]
                found = report("--launch", path, *options)
                with self.subTest(f"{path} {sets}"):
                    self.assertEqual(found["passes"], passes)
                    self.assertEqual(found["passes"], sum(found["passes_of"].values()))
                    self.assertEqual(found["measured"]["passes"], passes * found["measured"]["quads"])
                    self.assertGreaterEqual(found["clocks"]["measured"], found["clocks"]["least"])
                    self.assertLess(found["clocks"]["measured"], 1.5 * found["clocks"]["least"] + 15)
        self.assertEqual(report("--chip", "nv30", HERE / "nv30/lighting/lighting.s")["textures"], {"reads": 2, "pairs": 1})
        self.assertEqual(report("--chip", "nv30", "--set", "pair_reads=none", HERE / "nv30/lighting/lighting.s")["passes"], 14)


unittest.main(argv=sys.argv[:1])
