#!/usr/bin/env python3
"""test_compute.py - the compute programs end with the right memory: groups of several sizes, on every chip, on one SIMD
and on ten.

    WEKIVA=build/wekiva tb/corpus/test_compute.py
"""

import concurrent.futures
import os
import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "compute")]
import programs  # noqa: E402
import run  # noqa: E402

WEKIVA = os.environ.get("WEKIVA", str(HERE.parent.parent / "build/wekiva"))
NAMES = [each.__name__ for each in programs.PROGRAMS]
ALONE = {"vector_add", "saxpy", "matrix_4x4", "matrix_blocks", "convolution", "fft"}  # no thread waits for another
# Threads of a group, groups; on chips with wavefronts of 32 threads a group of 64 is two wavefronts.
SIZES = ((16, 5), (64, 3), (256, 2))
CHIPS = ("rv770", "rv730", "rv710")


def fits(name, chip, group):
    """Whether all wavefronts of a group are on one SIMD at a time: by its registers, two sets of four temporaries less."""
    rows, threads = {"rv770": (256, 64), "rv730": (128, 32), "rv710": (256, 32)}[chip]
    taken = 9 if name == "histogram" else 0
    return group // threads <= (rows - 8 - taken) // programs.gprs_of(programs.code_of(name))


def sizes(name):
    """Sizes for which the program differs; a matrix of 16 x 16 needs 64 threads."""
    return SIZES[1:] if name == "transpose" else SIZES


class Compute(unittest.TestCase):
    def outcomes(self, cases):
        """Runs (name, group, groups, options) and returns the cases that do not match."""
        with tempfile.TemporaryDirectory() as scratch:
            for name, group, groups in {case[:3] for case in cases}:
                self.assertEqual(programs.main([f"{scratch}/{name}-{group}", name, str(group), str(groups)]), 0)

            def outcome(case):
                name, group, _, options = case
                return case, run.run(WEKIVA, f"{scratch}/{name}-{group}/launch.json", options, 60)

            with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
                return [(case, found) for case, found in pool.map(outcome, cases) if found[0] != "match"]

    def test_every_program_on_every_chip_with_groups_of_several_sizes(self):
        cases = [(name, group, groups, ["--chip", chip]) for name in NAMES for group, groups in sizes(name) for chip in CHIPS
                 if name in ALONE or fits(name, chip, group)]
        self.assertGreater(len(cases), 90)
        self.assertEqual(self.outcomes(cases), [])

    def test_one_simd_ends_with_the_same_memory(self):
        cases = [(name, 64, 11, ["--set", "simds=1"]) for name in NAMES]
        self.assertEqual(self.outcomes(cases), [])

    def test_a_group_of_sixteen_wavefronts_meets(self):
        """Wavefronts that wait for others in a loop must not keep them from coming, whatever else takes turns."""
        cases = [("reduce", 1024, 1, ["--set", f"cf_policy={cf}", "--set", f"alu_policy={alu}"])
                 for cf, alu in ((0, 0), (1, 1), (2, 2), (0, 2))]
        self.assertEqual(self.outcomes(cases), [])

    def test_they_do_not_meet_when_the_oldest_or_the_youngest_always_fetches(self):
        """As docs/compute.md says; in turns they have met at cycle 60000."""
        cases = [("reduce", 1024, 1, ["--max-cycles", "90000", "--set", f"fetch_policy={fetch}"]) for fetch in (0, 2)]
        self.assertEqual([found[0] for _, found in self.outcomes(cases)], ["cycle limit"] * 2)

    def test_what_lies_in_the_folders_is_what_is_written_there(self):
        for name in NAMES:
            for file, contents in programs.make(name).items():
                with self.subTest(program=name, file=file):
                    self.assertEqual((HERE / "compute" / name / file).read_bytes(), contents)

    def test_a_program_without_its_barrier_is_noticed(self):
        """Two wavefronts that do not wait for each other."""
        with tempfile.TemporaryDirectory() as scratch:
            programs.main([scratch, "reduce", "64", "3"])
            program = pathlib.Path(scratch, "program.asm")
            text = program.read_text()
            self.assertIn("        CALL @barrier", text)
            program.write_text(text.replace("        CALL @barrier", "        NOP ;"))
            launch = f"{scratch}/launch.json"
            self.assertEqual(run.run(WEKIVA, launch, ["--chip", "rv770"], 60)[0], "match")
            self.assertEqual(run.run(WEKIVA, launch, ["--chip", "rv730", "--set", "simds=1"], 60)[0], "mismatch")


if __name__ == "__main__":
    unittest.main()
