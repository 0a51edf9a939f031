#!/usr/bin/env python3
"""Tests of run.py with programs that stand in for wekiva; python3 tb/corpus/test_run.py"""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

RUN = pathlib.Path(__file__).resolve().parent / "run.py"

MATCH = "echo 'exports match: 512 values compared, 0 wrong (4 f32 columns)'"


class Run(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.base = pathlib.Path(self.folder.name)

    def run_with(self, scripts, *arguments):
        """Makes a program folder for each script; the stand-in runs the one beside the launch file."""
        for name, script in scripts.items():
            (self.base / name).mkdir()
            (self.base / name / "launch.json").write_text("{}")
            (self.base / name / "script").write_text(script)
        wekiva = self.base / "wekiva"
        wekiva.write_text('#!/bin/sh\n[ "$1 $2" = "run --launch" ] || exit 9\n. "$(dirname "$3")/script"\n')
        wekiva.chmod(0o755)
        return subprocess.run([sys.executable, RUN, *(arguments or [self.base])], capture_output=True, text=True,
                              env={**os.environ, "WEKIVA": str(wekiva)}, check=False)

    def outcome(self, script, *arguments):
        done = self.run_with({"p": script}, *arguments)
        return done.returncode, done.stdout.splitlines()[0].split(str(self.base))[0].strip(), done.stdout

    def test_a_match_is_success(self):
        status, outcome, text = self.outcome(MATCH)
        self.assertEqual((status, outcome), (0, "match"))
        self.assertTrue(text.endswith("1 programs: 1 match\n"))

    def test_a_mismatch_is_failure_and_names_the_first_difference(self):
        status, outcome, text = self.outcome("echo 'exports differ: x'; echo 'first difference: thread 1'; exit 1")
        self.assertEqual((status, outcome), (1, "mismatch"))
        self.assertIn("/p: thread 1\n1 programs: 0 match, 1 mismatch\n", text)

    def test_success_without_a_comparison_is_a_mismatch(self):
        self.assertEqual(self.outcome("echo 'nothing compared: nothing expected'")[:2], (1, "mismatch"))

    def test_silent_success_is_a_mismatch(self):
        self.assertEqual(self.outcome("true")[:2], (1, "mismatch"))

    def test_what_is_not_modelled_is_no_failure(self):
        status, outcome, text = self.outcome("echo 'wekiva: p: TEX clause is not modelled yet' >&2; exit 2")
        self.assertEqual((status, outcome), (0, "not modelled yet"))
        self.assertIn("TEX clause", text)

    def test_other_refusals_are_failures(self):
        self.assertEqual(self.outcome("echo 'wekiva: p:1: what' >&2; exit 2")[:2], (1, "refused"))

    def test_the_cycle_limit_is_a_failure(self):
        self.assertEqual(self.outcome("exit 3")[:2], (1, "cycle limit"))

    def test_a_signal_is_a_crash(self):
        status, outcome, text = self.outcome("kill -SEGV $$")
        self.assertEqual((status, outcome), (1, "crash"))
        self.assertIn("signal 11", text)

    def test_a_sanitizer_report_is_a_crash(self):
        self.assertEqual(self.outcome("exit 99")[:2], (1, "crash"))

    def test_a_run_without_end_is_a_crash(self):
        status, outcome, _ = self.outcome("exec sleep 60", "--timeout", "0.2", self.base)
        self.assertEqual((status, outcome), (1, "crash"))

    def test_options_reach_the_program(self):
        self.assertEqual(self.outcome(f'[ "$4 $5" = "--chip rv710" ] && {MATCH}', self.base, "--", "--chip", "rv710")[:2],
                         (0, "match"))

    def test_totals_count_every_outcome_and_one_failure_is_enough(self):
        done = self.run_with({"a": MATCH, "b": "exit 1", "c": MATCH, "d": "echo not modelled >&2; exit 2"})
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.splitlines()[-1], "4 programs: 2 match, 1 not modelled yet, 1 mismatch")
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[:4]],
                         ["match", "mismatch", "match", "not"])

    def test_wrong_usage_is_status_two(self):
        (self.base / "empty").mkdir()
        self.assertEqual(self.run_with({}, self.base / "empty").returncode, 2)
        self.assertEqual(self.run_with({}, self.base / "absent").returncode, 2)


if __name__ == "__main__":
    unittest.main()
