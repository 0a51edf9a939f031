#!/usr/bin/env python3
"""test_fst.py - a .fst file says what the .vcd file of the same run says: scopes, names, types and widths of the signals in their
order, every value at every time; on programs of the three machines, with lanes, memories, windows, scopes, watched registers, many
SIMDs and a run that goes on from a snapshot. fst2vcd reads it. Without a writer of .fst files, or fst2vcd, nothing is compared.

usage: WEKIVA=build/wekiva python3 tb/waves/test_fst.py
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CORPUS = os.path.join(HERE, '..', 'corpus')
FLAT = '--trace-scope=gpu.view*,*.issue_*,*.arbiter*'

RUNS = {
    'everything': [os.path.join(CORPUS, 'llvm-rv770', 'fmad')],
    'demo, watched': [os.path.join(HERE, '..', 'demo'), '--set', 'simds=1', '--watch', 'w3.t5.R0.z:hex', '--watch',
                      'w0.t17.R1.x', '--trace-window', '5900:6400', FLAT],
    'lanes': [os.path.join(CORPUS, 'llvm-rv770', 'literals4'), '--set', 'simds=1', '--trace-lanes', '--trace-scope',
              '*.write_back,*.alu_t', '--trace-window', '1000:1400'],
    'a memory': [os.path.join(CORPUS, 'llvm-rv770', 'fmad'), '--set', 'simds=1', '--trace-lanes', '--trace-scope',
                 '*.gpr_file.m_*row00*', '--trace-window', '900:1300'],
    'ten SIMDs': [HERE, '--trace-scope', 'gpu.view*', '--trace-window', '600:900'],
    'r580': [os.path.join(CORPUS, 'designs', 'r580.json'), '--chip', 'r580'],
    'nv30': [os.path.join(CORPUS, 'designs', 'nv30.json'), '--chip', 'nv30', '--trace-window', ':400'],
}


def can_compare():
    if not shutil.which('fst2vcd') or not shutil.which('vcd2fst'):
        return False
    return True


def read(text):
    """Signals in their order, as (name, type, bits), and at each time the values that are set, by name."""
    scopes, names, signals, times, now = [], {}, [], {}, None
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if words[0] == '$scope':
            scopes.append(words[2])
        elif words[0] == '$upscope':
            scopes.pop()
        elif words[0] == '$var':
            name = '.'.join(scopes + words[4:-1])
            names.setdefault(words[3], []).append(name)
            signals.append((name, words[1], words[2]))
        elif line[0] == '#':
            now = times.setdefault(int(line[1:]), {})
        elif line[0] == 'b' and now is not None:
            value, code = words
            now.update(dict.fromkeys(names[code], re.sub('^0+(?=.)', '', value[1:])))
        elif line[0] in '01xz' and now is not None:
            now.update(dict.fromkeys(names[line[1:]], line[0]))
    return signals, times


@unittest.skipUnless(can_compare(), 'no fst2vcd')
class Fst(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix='fst.')
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def trace(self, launch, kind, *options):
        """What a run's waveform says."""
        launch = launch if launch.endswith('.json') else os.path.join(launch, 'launch.json')
        done = subprocess.run([WEKIVA, 'run', '-q', '--launch', launch, '--trace', self.path('w.' + kind), *options],
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return self.said(self.path('w.' + kind))

    def said(self, path):
        if path.endswith('.vcd'):
            with open(path, encoding='ascii') as file:
                return read(file.read())
        return read(subprocess.run(['fst2vcd', path], capture_output=True, text=True, check=True).stdout)

    def same(self, vcd, fst):
        self.assertGreater(len(vcd[0]), 10)
        self.assertGreater(len(vcd[1]), 100)
        self.assertEqual(vcd[0], fst[0])
        self.assertEqual(sorted(vcd[1]), sorted(fst[1]))
        for time, values in vcd[1].items():
            self.assertEqual(values, fst[1][time], 'at %d' % time)

    def test_every_run_says_the_same_in_both_forms(self):
        for name, (launch, *options) in RUNS.items():
            with self.subTest(name):
                self.same(self.trace(launch, 'vcd', *options), self.trace(launch, 'fst', *options))

    def test_a_run_that_goes_on_from_a_snapshot_does(self):
        launch = os.path.join(CORPUS, 'llvm-rv770', 'fmad')
        self.trace(launch, 'vcd', '--save-snapshot', self.path('half') + '@1200')
        options = ['--load-snapshot', self.path('half'), FLAT]
        self.same(self.trace(launch, 'vcd', *options), self.trace(launch, 'fst', *options))

    def test_a_value_that_differs_would_be_noticed(self):
        launch = os.path.join(CORPUS, 'llvm-rv770', 'fmad')
        vcd, fst = self.trace(launch, 'vcd', FLAT), self.trace(launch, 'fst', FLAT)
        time = sorted(fst[1])[-9]
        fst[1][time][next(iter(fst[1][time]))] += '1'
        self.assertRaises(AssertionError, self.same, vcd, fst)


if __name__ == '__main__':
    unittest.main()
