#!/usr/bin/env python3
"""test_doubled.py - what a program computes does not depend on the chip: on docs/examples/doubled.json, and with each
parameter that is doubled there alone, results are those of rv770; and what is doubled is used.

    WEKIVA=build/wekiva tb/corpus/test_doubled.py
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
sys.path.insert(0, str(HERE / "compute"))
import programs  # noqa: E402

PROJECT = HERE.parent.parent
WEKIVA = os.environ.get("WEKIVA", str(PROJECT / "build/wekiva"))
DOUBLED = PROJECT / "docs/examples/doubled.json"
PARAMETERS = json.loads(DOUBLED.read_text())["parameters"]
FOLDERS = ("kernels", "compute", "textures", "together", "geometry", "dmovc", "llvm-rv770")
SLOW = {"sha256"}
LAUNCHES = [launch for folder in FOLDERS for launch in sorted((HERE / folder).rglob("launch.json")) if launch.parent.name not in SLOW]
# Channels and L2: pairs that were refused once, and shares of a bank of every size.
MEMORIES = [(channels, kb) for channels in (1, 2, 4, 8, 16) for kb in (channels, 64, 256) if kb % channels == 0]


def run(launch, *options):
    """Status, output and every result file of a run."""
    with tempfile.TemporaryDirectory() as out:
        done = subprocess.run([WEKIVA, "run", "--launch", str(launch), "--out", out, *options], capture_output=True, text=True,
                              check=False)
        files = {str(path.relative_to(out)): path.read_bytes() for path in sorted(pathlib.Path(out).rglob("*.bin"))}
        result = pathlib.Path(out, "result.json")
        return done, files, json.loads(result.read_text()) if result.exists() else None


class Doubled(unittest.TestCase):
    def same(self, launches, option_lists):
        """Results of each launch under each list of options are those of rv770."""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            expected = dict(zip(launches, pool.map(run, launches)))
            cases = [(launch, options) for launch in launches for options in option_lists]
            for (launch, options), (done, files, _) in zip(cases, pool.map(lambda case: run(case[0], *case[1]), cases)):
                with self.subTest(launch=str(launch), options=options):
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertTrue(files)
                    self.assertEqual(files, expected[launch][1])

    def test_the_corpora_end_with_the_same_results(self):
        self.assertGreater(len(LAUNCHES), 45)
        self.same(LAUNCHES, [["--chip", str(DOUBLED)]])

    def test_so_they_do_in_several_threads(self):
        self.same(LAUNCHES[::4], [["--chip", str(DOUBLED), "--jobs", "2"]])

    def test_each_parameter_alone_changes_no_result(self):
        alone = [["--set", f"{name}={value}"] for name, value in PARAMETERS.items()]
        self.same([HERE / "textures/tex_two/launch.json", HERE / "compute/sort/launch.json"], alone)

    def test_channels_with_any_second_cache_that_they_divide(self):
        memories = [["--set", f"mc_channels={channels}", "--set", f"tc_l2_kb={kb}"] for channels, kb in MEMORIES]
        self.assertIn(["--set", "mc_channels=2", "--set", "tc_l2_kb=256"], memories)
        self.same([HERE / "textures/tex_two/launch.json", HERE / "compute/transpose/launch.json"], memories)

    def test_it_is_the_chip_twice(self):
        listed = json.loads(subprocess.run([WEKIVA, "chips", "--params", "rv770", "--json"], capture_output=True, text=True,
                                           check=True).stdout)
        twice = {row["name"]: min(2 * row["values"]["rv770"], row["range"][1]) for row in listed if row["name"] in PARAMETERS}
        self.assertEqual(twice, PARAMETERS)


class Wide(unittest.TestCase):
    """A program of 600 wavefronts that waits for memory."""

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        assert programs.main([f"{scratch.name}/saxpy", "saxpy", "64", "600"]) == 0
        cls.launch = pathlib.Path(scratch.name, "saxpy", "launch.json")
        cls.done, _, cls.wide = run(cls.launch, "--chip", str(DOUBLED))

    def values(self, pattern):
        named = {f"{row['path']}.{row['name']}": row["value"] for row in self.wide["statistics"]}
        return {name: value for name, value in named.items() if re.fullmatch(pattern, name)}

    def test_memory_is_right_in_the_end(self):
        self.assertEqual((self.done.returncode, self.done.stderr), (0, ""))
        self.assertIn("buffers match: ", self.done.stdout)

    def test_every_simd_has_wavefronts_and_every_channel_lines(self):
        waves = self.values(r"gpu\.simd\d+\.wave_table\.waves_finished")
        self.assertEqual((len(waves), sum(waves.values())), (20, 600))
        self.assertTrue(all(waves.values()), waves)
        lines = self.values(r"gpu\.memory\d+\.lines")
        self.assertEqual(len(lines), 16)
        self.assertTrue(all(lines.values()), lines)

    def test_twice_the_memory_takes_half_the_time(self):
        default = run(self.launch)[2]
        self.assertLess(self.wide["cycles"], 0.6 * default["cycles"])


if __name__ == "__main__":
    unittest.main()
