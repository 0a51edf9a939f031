#!/usr/bin/env python3
"""test_agree.py - constants of modules that know nothing of one another: one that is changed alone does not compile.

usage: [CC=clang] test_agree.py"""
import os
import pathlib
import shlex
import subprocess
import tempfile
import unittest

CHECKED = 'rtl_model/r700/simd.c'
COMPILER = [*shlex.split(os.environ.get('CC', 'gcc')), '-std=c11', '-D_POSIX_C_SOURCE=200809L', '-fsyntax-only']

# A header, what it says, what it would say, and the message.
CHANGES = [
    ('pipeline/control/alu_clause.h', 'ALU_CLAUSES = 12', 'ALU_CLAUSES = 15', 'ALU_CLAUSES is not KCACHE_REQUESTERS'),
    ('pipeline/control/alu_clause.h', 'ALU_CLAUSE_KC_LINES = 4', 'ALU_CLAUSE_KC_LINES = 3', 'ALU_CLAUSE_KC_LINES is not'),
    ('pipeline/control/cf_state.h', 'CF_WAVES = 256', 'CF_WAVES = 128', 'WAVE_SLOTS is not CF_WAVES'),
    ('mem/place_table.h', 'PLACE_ROWS = 256', 'PLACE_ROWS = 192', 'PLACE_ROWS is not GPR_ROWS'),
    ('mem/kcache.h', 'KCACHE_LINE_DWORDS = 64', 'KCACHE_LINE_DWORDS = 128', 'ISSUE_LINE_DWORDS is not KCACHE_LINE_DWORDS'),
    ('pipeline/alu/alu_issue.h', 'ISSUE_BUFFER_WORDS = 16', 'ISSUE_BUFFER_WORDS = 32', 'ISSUE_BUFFER_WORDS is not'),
    ('pipeline/alu/operand_fetch.h', 'FETCH_LATCHES = 12', 'FETCH_LATCHES = 16', 'FETCH_LATCHES is not READ_ROWS'),
    ('pipeline/control/fetch_clause.h', 'FETCH_CLAUSES = 8', 'FETCH_CLAUSES = 17', 'more clauses than numbers'),
]


def compile_with(folder):
    return subprocess.run([*COMPILER, '-I', folder, '-I', '.', CHECKED], capture_output=True, text=True, check=False)


class Agree(unittest.TestCase):
    def test_as_they_are_they_agree(self):
        with tempfile.TemporaryDirectory() as folder:
            done = compile_with(folder)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_one_that_is_changed_alone_does_not_compile(self):
        for header, old, new, message in CHANGES:
            with self.subTest(old), tempfile.TemporaryDirectory() as folder:
                text = pathlib.Path(header).read_text(encoding='utf-8')
                self.assertEqual(text.count(old), 1, f'{header}: {old}')
                changed = pathlib.Path(folder, header)
                changed.parent.mkdir(parents=True)
                changed.write_text(text.replace(old, new), encoding='utf-8')
                done = compile_with(folder)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(message, done.stderr)


if __name__ == '__main__':
    unittest.main()
