#!/usr/bin/env python3
"""The benchmark's rows do the work that their titles claim: B=build python3 tb/bench/test_bench.py

B has the command, tb/bench/measure_unlinked (the benchmark's program without link-time optimisation)."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.dont_write_bytecode = True
import against  # noqa: E402
import bench  # noqa: E402
import functions  # noqa: E402
import rows  # noqa: E402

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get("B", "build"))
WARM, CLOCKS = 10000, 2000


class Rows(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.rows = {row.name: row for row in rows.rows()}
        cls.written = {name: row.write(cls.folder.name) for name, row in cls.rows.items()}

    def files(self, name):
        launch, chip = self.written[name]
        return str(launch), "--chip", str(chip)

    def measure(self, name, *options):
        command = [str(BUILD / "tb/bench/measure_unlinked"), *self.files(name), "--from", str(WARM), "--clocks", str(CLOCKS)]
        done = subprocess.run([*command, *options], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return {key: float(value) for key, value in map(str.split, done.stdout.splitlines())}

    def census(self, name):
        return self.measure(name, "--census", "1")

    def test_expected_results_come_out(self):
        for name, row in self.rows.items():
            if getattr(row, "steps", None):
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

    def test_a_row_runs_on_as_many_simds_as_it_says(self):
        self.assertEqual(self.census("full")["simds"], 1)
        with mock.patch.object(bench, "measure", lambda *_: {"simds": 1}):
            self.assertEqual([bench.can_run(self.rows[name]) for name in ("full", "chip")], [True, False])

    def test_mostly_waiting_waits(self):
        figures = self.census("waiting")
        self.assertLess(figures["groups"], 0.05 * CLOCKS / 4)
        self.assertEqual(figures["special"], 0)

    def statistics(self, name):
        file = pathlib.Path(self.folder.name) / f"{name}.json"
        done = subprocess.run([str(BUILD / "wekiva"), "run", "--launch", *self.files(name), "--stats", str(file)],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return {(row["path"].rpartition(".")[2], row["name"]): row["value"]
                for row in json.loads(file.read_text())["statistics"]}

    def test_texture_rows_sample_as_they_say(self):
        instructions = 16 * 20 * 8  # wavefronts, clauses, of each
        for name, passes in ("point", 1), ("bilinear", 1), ("trilinear", 2), ("bicubic", 4), ("bc1", 1), ("tiled", 1):
            seen = self.statistics(name)
            self.assertEqual(seen["texture_return", "fetched"], instructions, name)
            self.assertEqual(seen["texture_data", "passes"], 16 * instructions * passes, name)
            self.assertGreater(16 * instructions * passes / seen["gpu", "cycles"], 0.85, name) # a pass in nearly all clocks
            self.assertLess(seen["texture_l1", "misses"], 0.01 * seen["texture_l1", "hits"], name)

    def test_vertex_row_fetches(self):
        seen = self.statistics("vertex")
        self.assertEqual(seen["vertex_fetch", "fetched"], 16 * 20 * 8)
        self.assertGreater(64 * 16 * 20 * 8 / seen["gpu", "cycles"], 0.75 * 4)  # of four threads a clock
        self.assertLess(seen["vertex_cache", "misses"], 0.01 * seen["vertex_cache", "hits"])

    def test_ordinary_operands_give_ordinary_results(self):
        for name in ("add", "mul", "max", "recip", "sin", "dot4"):
            self.assertEqual(self.census(name)["special"], 0, name)
        self.assertGreater(self.census("recip_torture")["special"], 0)


class Memory(unittest.TestCase):
    def test_values_that_a_launch_gives_registers_are_no_part_of_a_machine(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(bench, "FOLDER", pathlib.Path(folder)):
            row = rows.judged()[0]
            self.assertEqual(bench.given(row), 0)  # not written yet
            launch = json.loads(bench.files(row)[0].read_text())
            self.assertEqual(bench.given(row), launch["threads"] * launch["gprs"]["count"] * 16)  # of four words


class Counts(unittest.TestCase):
    """What callgrind writes, by the functions of the source."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def file(self, name, text):
        path = pathlib.Path(self.folder.name) / name
        path.write_text(text)
        return path

    def test_costs_belong_to_lines_and_calls_are_not_counted_twice(self):
        counts = functions.read(self.file("out", "\n".join((
            "version: 1", "positions: line", "events: Ir", "fl=(1) a.c", "fn=(1) outer", "10 5", "+2 7", "* 1",
            "fi=(2) b.h", "3 20", "fe=(1)", "13 2", "cfi=(2)", "cfn=(2) inner", "calls=4 3", "14 1000", "+1 4",
            "fl=(2)", "fn=(2)", "3 6", "totals: 1045"))))
        self.assertEqual(counts, {("a.c", 10, "outer"): 5, ("a.c", 12, "outer"): 8, ("b.h", 3, "outer"): 20,
                                  ("a.c", 13, "outer"): 2, ("a.c", 15, "outer"): 4, ("b.h", 3, "inner"): 6})

    def test_lines_belong_to_functions_and_macros(self):
        source = functions.Source(self.file("a.c", "\n".join((
            "#include <stdio.h>", "static const lanes_t *first(int a,", "                            int b)", "{",
            "    call(a);", "}", "", "RTL_WIRES(simd, alu_slot, slot);", "", "__attribute__((noinline)) static int second(void)",
            "{", "    return 1;", "}", "int last;"))))
        self.assertEqual([source.function(line) for line in (1, 2, 5, 6, 7, 8, 10, 12, 14)],
                         [None, "first", "first", "first", None, "RTL_WIRES(simd, alu_slot)", "second", "second", None])

    def test_files_are_found_wherever_they_were_compiled(self):
        name = PROJECT.name
        sums = functions.by_function({("/elsewhere/pipeline/alu/alu_slot.c", 1, "f"): 1, ("./csu/libc.c", 5, "start'2"): 4,
                                      (f"../{name}/pipeline/alu/alu_slot.c", 1, "g"): 2})
        self.assertEqual(sums, {("line 1", "pipeline/alu/alu_slot.c"): 3, ("start", "libraries"): 4})


class Against(unittest.TestCase):
    """Programs that stand in for two commands: they take a time and print a number of clocks."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.base = pathlib.Path(self.folder.name)

    def command(self, name, text):
        path = self.base / name
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def ratios(self, before, now, chosen):
        other = self.command("other", before)
        self.command("wekiva", now)
        with mock.patch.object(against, "build", lambda base, ref: other):
            return against.ratios(self.base, "v0", chosen, 2)

    def test_ratio_of_clocks_a_second(self):
        start = "case $* in *max-cycles*) sleep 0.3;; *) sleep 0.5;; esac; echo 'cycles: 2000; in all'"
        note, lines = self.ratios(start, "sleep 0.1; echo 'cycles: 1000; in all'", ["waiting"])
        title, before, now, (ratio, _), _ = lines[0]
        self.assertIn("waits", title)
        self.assertLess(before, 2000 / 0.15)
        self.assertGreater(before, 2000 / 0.3)  # what it takes for one clock is taken off
        self.assertAlmostEqual(ratio, now / before)
        self.assertNotIn("Not run", note)

    def test_a_start_of_all_the_time_is_not_taken_off(self):
        self.assertEqual(against.without_start(2.0, 0.5), 1.5)
        self.assertEqual(against.without_start(2.0, 2.5), 2.0)

    def test_a_row_that_one_cannot_run_is_named(self):
        note, lines = self.ratios("exit 2", "echo 'cycles: 1000'", ["waiting", "trace"])
        self.assertEqual(lines, [])
        self.assertRegex(note, "Not run as expected by one of the two: waits that are slept through.*; full issue, VCD")

    def test_a_chip_of_ten_is_compared_with_a_tenth_of_one_simd(self):
        before = "case $* in *jobs*) exit 2;; *max-cycles*) ;; *) sleep 0.1;; esac; echo 'cycles: 1000'"
        row = against.Compared("chip", [("one.json",)], [("ten.json", "--jobs", "2")], 1 / 10)
        with mock.patch.object(against, "compared", lambda *_: [row]):
            _, lines = self.ratios(before, "case $* in *jobs*) echo 'cycles: 1000';; esac", ["chip"])
        _, share, now, (ratio, _), _ = lines[0]
        self.assertLess(share, 1000 / 0.05 / 10)
        self.assertAlmostEqual(ratio, now / share)

    def test_instructions_are_those_between_two_clocks(self):
        counts = {"10000": 7000, "30000": 107000}
        with mock.patch.object(against, "instructions", lambda *words: counts[str(words[-1])]):
            self.assertEqual(against.instructions_of_a_clock("wekiva", [("one.json",)]), 5)

    def test_only_programs_that_both_run_are_compared(self):
        fails = "case $3 in */fadd/*) exit 1;; esac; echo 'cycles: 10'"
        _, lines = self.ratios(fails, "echo 'cycles: 10'", ["corpus"])
        every = len(against.programs())
        self.assertEqual(lines[0][0], f"{every - 1} of the {every} programs of tb/corpus")

    def test_the_best_of_all_runs_counts(self):
        samples = iter([{"wall": 3, "processor": 2}, None, {"wall": 1, "processor": 4}])
        self.assertEqual(against.best_of(3, {"row": lambda: next(samples)}), {"row": {"wall": 1, "processor": 2}})


class Page(unittest.TestCase):
    def test_tables_of_a_page_are_made_again(self):
        with tempfile.NamedTemporaryFile("w+", suffix=".md") as page, \
                mock.patch.object(bench, "count", lambda chosen: print(len(chosen), "counted")):
            page.write("a\n<!-- bench.py count full waiting -->\nold\n<!-- end -->\nb\n")
            page.flush()
            for _ in range(2):
                bench.main(["--write", page.name])
                self.assertEqual(pathlib.Path(page.name).read_text(),
                                 "a\n<!-- bench.py count full waiting -->\n\n2 counted\n\n<!-- end -->\nb\n")


if __name__ == "__main__":
    unittest.main(verbosity=0)
