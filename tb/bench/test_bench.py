#!/usr/bin/env python3
"""The benchmark's rows do the work that their titles claim: B=build python3 tb/bench/test_bench.py

B has the command, tb/bench/measure_unlinked (the benchmark's program without link-time optimisation)."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import rows  # noqa: E402

BUILD = pathlib.Path(os.environ.get("B", "build"))
WARM, CLOCKS = 10000, 2000


class Rows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.rows = {row.name: row for row in rows.rows()}
        for name, row in cls.rows.items():
            row.write(pathlib.Path(cls.folder.name) / name)

    def files(self, name):
        folder = pathlib.Path(self.folder.name) / name
        return str(folder / "launch.json"), "--chip", str(folder / "chip.json")

    def measure(self, name, *options):
        command = [str(BUILD / "tb/bench/measure_unlinked"), *self.files(name), "--from", str(WARM), "--clocks", str(CLOCKS)]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return {key: float(value) for key, value in map(str.split, done.stdout.splitlines())}

    def census(self, name):
        return self.measure(name, "--census", "1")

    def test_expected_results_come_out(self):
        for name, row in self.rows.items():
            if row.steps:
                done = subprocess.run([str(BUILD / "wekiva"), "run", "--launch", *self.files(name)], capture_output=True,
                                      text=True, check=False)
                self.assertIn("exports match", done.stdout, name)

    def test_every_row_works_to_the_end_of_the_stretch(self):
        for name in self.rows:
            figures = self.measure(name)
            self.assertEqual(figures["clocks"], CLOCKS, name)
            self.assertGreater(figures["groups"], 0, name)
            self.assertGreater(figures["processor"], 0, name)

    def test_full_issue_fills_every_slot_with_ordinary_numbers(self):
        for name in ("full", "full_torture"):
            figures = self.census(name)
            self.assertEqual(figures["instructions"], 5 * figures["groups"])
            self.assertGreaterEqual(figures["groups"], 0.99 * CLOCKS / 4)
            self.assertEqual((figures["partial"], figures["lanes"]), (0, 16 * figures["quarters"]))
            self.assertAlmostEqual(figures["lanes"] / (5 * 16 * CLOCKS), 1, delta=0.01)
            if name == "full":
                self.assertEqual((figures["special"], figures["denormal"]), (0, 0))
            else:
                self.assertGreater(figures["special"], 0.25 * figures["lanes"])

    def test_divergent_diverges(self):
        figures = self.census("divergent")
        self.assertGreater(figures["partial"], 0.9 * figures["quarters"])
        self.assertAlmostEqual(figures["lanes"] / (16 * figures["quarters"]), 0.5, delta=0.1)
        self.assertEqual((figures["special"], figures["denormal"]), (0, 0))
        self.assertGreater(figures["groups"], 0.8 * CLOCKS / 4)

    def test_mostly_waiting_waits(self):
        figures = self.census("waiting")
        self.assertLess(figures["groups"], 0.05 * CLOCKS / 4)
        self.assertEqual(figures["special"], 0)

    def test_ordinary_operands_give_ordinary_results(self):
        for name in ("add", "mul", "max", "recip", "sin", "dot4"):
            self.assertEqual(self.census(name)["special"], 0, name)
        self.assertGreater(self.census("recip_torture")["special"], 0)


if __name__ == "__main__":
    unittest.main(verbosity=0)
