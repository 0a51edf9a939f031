#!/usr/bin/env python3
"""test_launch.py - what `wekiva launch` writes for the compiled programs: it names what their own launch files give, and
with every TODO filled in by zeros the program runs.

    WEKIVA=build/wekiva tb/corpus/test_launch.py [FOLDER ...]      (others with launch files, instead of this one)
"""
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
WEKIVA = os.environ.get("WEKIVA", str(HERE.parent.parent / "build/wekiva"))
FOLDERS = [pathlib.Path(folder) for folder in sys.argv[1:]] or [HERE]
CYCLES = "30000"


def wekiva(*arguments):
    return subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300)


def programs():
    """(name, program, fetch program or None, its own launch), each program once."""
    seen = set()
    for folder in FOLDERS:
        for path in sorted(folder.rglob("launch.json")):
            whole = json.loads(path.read_text())
            for entry in whole.get("launches", whole.get("together", [{}])):
                own = {**whole, **entry}
                program = (path.parent / own["program"]).resolve()
                if program in seen:
                    continue
                seen.add(program)
                fetch = own.get("fetch_shader")
                yield f"{path}: {own['program']}", program, fetch and (path.parent / fetch).resolve(), own


def skeleton(program, fetch, stage, folder):
    arguments = ["launch", program, "-o", folder / "launch.json", "--stage", stage]
    done = wekiva(*arguments, *(["--fetch-shader", fetch] if fetch else []))
    if done.returncode or done.stdout or done.stderr:
        raise AssertionError(f"{program}: {done.returncode} {done.stderr}")
    return json.loads((folder / "launch.json").read_text())


def filled(value, folder):
    """What a machine can put in the place of a TODO: zeros, nothing, a program that returns."""
    if isinstance(value, dict):
        return {key: filled(item, folder) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, folder) for item in value]
    if not isinstance(value, str) or not value.startswith("TODO:"):
        return value
    size = re.match(r"TODO: a file of (\d+) bytes", value)
    if size:
        name = f"{size[1]}.bin"
        (folder / name).write_bytes(bytes(int(size[1])))
        return name
    if value.startswith("TODO: a program"):
        (folder / "return.s").write_text("RETURN BARRIER\n")
        return "return.s"
    return {"TODO: a number": 0, "TODO: a list o": [], "TODO: a string": ""}[value[:14]]


def todos(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return sum(map(todos, value))
    return isinstance(value, str) and value.startswith("TODO:")


def run_filled(case):
    """Status and message of a run with zeros, those of a run as it is written, and the skeleton."""
    name, program, fetch, own = case
    with tempfile.TemporaryDirectory() as text:
        folder = pathlib.Path(text)
        made = skeleton(program, fetch, own["stage"], folder)
        first = wekiva("run", "--launch", folder / "launch.json", "--max-cycles", CYCLES) if todos(made) else None
        (folder / "filled.json").write_text(json.dumps(filled(made, folder)))
        return made, first, wekiva("run", "--launch", folder / "filled.json", "--max-cycles", CYCLES)


def ids(launch, key):
    return {row["id"] for row in launch.get(key, [])}


def raw(own, first, step, last):
    """{number: word} of raw registers of a pixel program, from one offset on; a row every `step` bytes."""
    found = {}
    for offset, value in own.get("registers", {}).items():
        at = int(offset, 16) - first if offset.startswith("0x") else -1
        if 0 <= at <= last - first and at % step == 0:
            found[at // step] = int(str(value), 0)
    return found


def registers(launch):
    gprs = launch.get("gprs", {"first": 0, "count": 0})
    return set(range(gprs["first"], gprs["first"] + gprs["count"]))


class Launch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cases = list(programs())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            cls.results = list(pool.map(run_filled, cls.cases))

    def test_with_zeros_it_runs(self):
        self.assertGreater(len(self.cases), 30)
        for (name, *_), (_, _, run) in zip(self.cases, self.results):
            with self.subTest(name):
                self.assertIn(run.returncode, (0, 1, 3), run.stderr)
                for missing in ("neither given", "the launch gives no", "does not give", "of which the launch gives"):
                    self.assertNotIn(missing, run.stderr)
                if run.returncode == 1:  # what came out is not zeros; no rule was broken
                    self.assertIn("differ", run.stdout + run.stderr)

    def test_what_is_left_is_named_with_its_place(self):
        for (name, *_), (made, first, _) in zip(self.cases, self.results):
            if not first:
                continue
            with self.subTest(name):
                self.assertEqual(first.returncode, 2)
                self.assertEqual(len(first.stderr.splitlines()), 1)
                self.assertRegex(first.stderr, r"launch\.json:\d+:\d+: error: [\w.\[\]]+: to be filled in: a \w+")
                more = re.search(r"\(and (\d+) more TODO\)$", first.stderr.strip())
                self.assertEqual(todos(made), 1 + int(more[1] if more else 0))

    def test_it_asks_for_what_the_launch_of_the_program_gives(self):
        """Registers, buffers, textures: nothing that the launch, written by others, does not have."""
        for (name, program, _, own), (made, _, _) in zip(self.cases, self.results):
            with self.subTest(name):
                self.assertLessEqual(registers(made), registers(own))
                if "num_gprs" in own:
                    self.assertLessEqual(made["num_gprs"], own["num_gprs"])
                    self.assertLessEqual(made["stack_size"], own.get("stack_size", 0))
                if not own.get("registers"):
                    self.assertLessEqual({row["bank"] for row in made.get("constant_buffers", [])},
                                         {row["bank"] for row in own.get("constant_buffers", [])})
                    self.assertEqual(ids(made, "textures"), ids(own, "textures"))
                    self.assertEqual(ids(made, "samplers"), ids(own, "samplers"))
                    self.assertLessEqual(ids(made, "vertex_resources"), ids(own, "vertex_resources"))
                    self.assertEqual({row["index"] for row in made.get("loop_constants", [])},
                                     {row["index"] for row in own.get("loop_constants", [])})
                    self.assertEqual({row["target"] for row in made.get("memory_buffers", [])},
                                     {row["target"] for row in own.get("memory_buffers", [])})
                    self.assertEqual("lds" in made, "lds" in own)
                    self.assertEqual("global_gprs" in made, "global_gprs" in own)
                exports = [[row["type"], row["array_base"]] for row in made.get("expect", {}).get("exports", [])]
                for row in own.get("expect", {}).get("exports", []):
                    self.assertIn([row["type"], row["array_base"]], exports)

    def test_it_asks_for_what_raw_registers_give(self):
        """The launches of Mesa's programs: SQ_TEX_RESOURCE_WORD0 at 0x38000 + 28 n, whose low bits are DIM (3D 7),
        SQ_TEX_SAMPLER_WORD0 at 0x3c000 + 12 n, SQ_ALU_CONST_CACHE_PS at 0x28940 + 4 n."""
        for (name, _, _, own), (made, _, _) in zip(self.cases, self.results):
            if not own.get("registers") or own["stage"] != "ps":
                continue
            resources, cube, arrays = raw(own, 0x38000, 28, 0x38000 + 28 * 159), 3, (4, 5)
            with self.subTest(name):
                self.assertLessEqual(ids(made, "textures") | ids(made, "vertex_resources"), set(resources))
                self.assertLessEqual(ids(made, "samplers"), set(raw(own, 0x3c000, 12, 0x3c000 + 12 * 17)))
                self.assertLessEqual({row["bank"] for row in made.get("constant_buffers", [])},
                                     set(raw(own, 0x28940, 4, 0x2897c)))
                for row in made.get("textures", []):
                    dim = resources[row["id"]] & 7
                    self.assertEqual(row["dim"] == "cubemap", dim == cube)
                    self.assertEqual(row["dim"] == "2D_array", dim in arrays)

    def test_exports_say_the_stage(self):
        """But for kernels of LLVM without their configuration, which export pixels here."""
        for name, program, fetch, own in self.cases:
            done = wekiva("launch", program, *(["--fetch-shader", fetch] if fetch else []))
            with self.subTest(name):
                self.assertEqual(done.returncode, 0, done.stderr)
                stages = [own["stage"]] + ["ps"] * (own["stage"] == "cs")
                self.assertIn(json.loads(done.stdout)["stage"], stages)


class Pixels(unittest.TestCase):
    """R580 and NV30: programs whose launches others have written, Mesa's driver among them."""

    @classmethod
    def setUpClass(cls):
        cls.text = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.text.cleanup)
        made = pathlib.Path(cls.text.name, "mesa")
        mesa = sorted(path.parent for path in HERE.glob("mesa-r500/*/meta.json"))
        subprocess.run([sys.executable, HERE / "mesa_r500_launch.py", *mesa, "--out", made], check=True,
                       stdout=subprocess.DEVNULL)
        cls.cases = [("r580", path) for path in sorted(made.glob("*/launch.json")) + [HERE / "designs/r580.json"]]
        cls.cases += [("nv30", path) for path in sorted(HERE.glob("nv30/*/nv30.json")) + [HERE / "designs/nv30.json"]]

    def test_skeletons(self):
        self.assertGreater(len(self.cases), 5)
        for number, (chip, path) in enumerate(self.cases):
            own = json.loads(path.read_text())
            folder = pathlib.Path(self.text.name, str(number))
            folder.mkdir()
            with self.subTest(path):
                done = wekiva("launch", path.parent / own["program"], "--chip", chip, "-o", folder / "launch.json")
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                made = json.loads((folder / "launch.json").read_text())
                self.asks_for(made, own)
                (folder / "filled.json").write_text(json.dumps(filled(made, folder)))
                run = wekiva("run", "--launch", folder / "filled.json", "--max-cycles", CYCLES)
                self.assertIn(run.returncode, (0, 1, 3), run.stderr)
                self.assertEqual(run.stderr if run.returncode == 0 else "", "")
                self.assertNotRegex(run.stderr, "illegal|not give|stopped|gives no")
                left = wekiva("run", "--launch", folder / "launch.json")
                self.assertEqual(left.returncode, 2)
                self.assertIn("to be filled in", left.stderr)

    def asks_for(self, made, own):
        raised = own.get("registers", {})
        self.assertLessEqual(registers(made), registers(own))
        if "US_PIXSIZE" in raised:
            self.assertLessEqual(made["num_gprs"], max(2, int(str(raised["US_PIXSIZE"]), 0) + 1))
            self.assertLessEqual(int(made.get("registers", {}).get("US_FC_CTRL", "0"), 0),
                                 int(str(raised.get("US_FC_CTRL", "0")), 0))
        self.assertEqual(ids(made, "textures"), ids(own, "textures"))
        dims = [{row["id"]: row["dim"] for row in launch.get("textures", [])} for launch in (made, own)]
        self.assertEqual(*dims)
        self.assertEqual(ids(made, "samplers"), ids(own, "samplers"))
        self.assertEqual("alu_constants" in made, "alu_constants" in own)
        exports = [{row["array_base"] for row in launch["expect"]["exports"]} for launch in (made, own)]
        self.assertEqual(*exports)


unittest.main(argv=sys.argv[:1])
