#!/usr/bin/env python3
"""test_fst.py - a .fst file says what the .vcd file of the same run says: scopes, names, types and widths of the signals in their
order, every value at every time; on programs of the three machines, with lanes, memories, windows, scopes, watched registers, many
SIMDs, gaps, small blocks and a run that goes on from a snapshot. Two readers that know nothing of the writer read it: fst_reader.py, made from
the description of the format, and fst2vcd, where that is there.

usage: WEKIVA=build/wekiva python3 tb/waves/test_fst.py
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fst_reader  # noqa: E402

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
    'apart': [os.path.join(CORPUS, 'llvm-rv770', 'literals4'), '--set', 'simds=1', '--trace-apart'],
    'gaps': [os.path.join(HERE, '..', 'demo'), '--set', 'simds=1', '--trigger', 'arbiter_even.o_stall == fetch', '--before', '20', '--after',
             '100', '--count', '3'],
    'nv30': [os.path.join(CORPUS, 'designs', 'nv30.json'), '--chip', 'nv30', '--trace-window', ':400'],
}


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
            signals.append((name, words[1], int(words[2])))
        elif line[0] == '#':
            now = times.setdefault(int(line[1:]), {})
        elif line[0] == 'b' and now is not None:
            value, code = words
            now.update(dict.fromkeys(names[code], fst_reader.shortened(value[1:])))
        elif line[0] in '01xz' and now is not None:
            now.update(dict.fromkeys(names[line[1:]], line[0]))
    return signals, times


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
        fst = fst_reader.Fst(path)
        signals, times = fst.signals, fst.values()
        if shutil.which('fst2vcd'):
            self.same((signals, times), read(subprocess.run(['fst2vcd', path], capture_output=True, text=True, check=True).stdout))
        return signals, times

    def same(self, vcd, fst):
        self.assertGreater(len(vcd[0]), 10)
        self.assertGreater(len(vcd[1]), 100)
        for one, other in zip(vcd[0], fst[0]):
            self.assertEqual(one, other)
        self.assertEqual(len(vcd[0]), len(fst[0]))
        self.assertTrue(sorted(vcd[1]) == sorted(fst[1]), 'other times')
        for time, values in vcd[1].items():
            wrong = {name: value for name, value in values.items() if fst[1][time].get(name) != value}
            self.assertEqual((time, list(wrong.items())[:3], len(values)), (time, [], len(fst[1][time])))

    def test_every_run_says_the_same_in_both_forms(self):
        for name, (launch, *options) in RUNS.items():
            with self.subTest(name):
                self.same(self.trace(launch, 'vcd', *options), self.trace(launch, 'fst', *options))

    def test_a_run_that_goes_on_from_a_snapshot_does(self):
        launch = os.path.join(CORPUS, 'llvm-rv770', 'fmad')
        self.trace(launch, 'vcd', '--save-snapshot', self.path('half') + '@1200')
        options = ['--load-snapshot', self.path('half'), FLAT]
        self.same(self.trace(launch, 'vcd', *options), self.trace(launch, 'fst', *options))

    def test_many_small_blocks_say_it_too(self):
        launch = os.path.join(HERE, '..', 'demo')
        self.same(self.trace(launch, 'vcd', '--set', 'simds=1'), self.trace(launch, 'fst', '--set', 'simds=1', '--trace-limit', '1M'))
        self.assertGreater(fst_reader.Fst(self.path('w.fst')).header['blocks'], 3)

    def test_gaps_are_told(self):
        self.trace(RUNS['gaps'][0], 'vcd', *RUNS['gaps'][1:])
        self.trace(RUNS['gaps'][0], 'fst', *RUNS['gaps'][1:])
        with open(self.path('w.vcd'), encoding='ascii') as file:
            text = file.read()
        told = [(int(time), word == 'on') for time, word in re.findall(r'^#(\d+)\n\$dump(on|off)$', text, re.M)]
        self.assertEqual(len(told), 4)
        self.assertEqual(fst_reader.Fst(self.path('w.fst')).blackouts(), told)

    def test_header_and_comment(self):
        self.trace(os.path.join(CORPUS, 'llvm-rv770', 'fmad'), 'fst', FLAT, '--trace-window', '100:299')
        fst = fst_reader.Fst(self.path('w.fst'))
        self.assertEqual(fst.header | {'first': 1000, 'last': 3000, 'scale': -10, 'version': 'wekiva', 'date': ''}, fst.header)
        self.assertEqual(fst.comments, ['one cycle is 1 ns'])

    def test_enumerations_have_their_names(self):
        self.trace(os.path.join(CORPUS, 'llvm-rv770', 'fmad'), 'fst', '--set', 'simds=1')
        fst = fst_reader.Fst(self.path('w.fst'))
        of = {name.split('.', 2)[2]: table for name, table in fst.enumerations.items()}  # behind the SIMD
        clause = of['clause00.o_state.[2:0]']
        self.assertEqual((clause[0], clause[1][0], clause[1][5], len(clause[1])), ('clause_state_t', 'empty', 'run', 7))
        self.assertIs(of['clause11.o_state.[2:0]'], clause)
        self.assertEqual(of['wave_table.i_cf_phase.[2:0]'][1][4], 'CF miss')
        self.assertEqual(len({table[0] for table in fst.tables}), len(fst.tables), 'a type has two tables')
        for kind, names, _ in fst.tables:  # the view's files have the same words
            with open(os.path.join(self.path('w.waves'), kind + '.txt'), encoding='ascii') as file:
                told = [line.rstrip('\n').split(' ', 1) for line in file if line[0] != '#']
            self.assertEqual({int(value, 16): re.sub(r'^\?[^?]*\?', '', word) for value, word in told}, names, kind)

    def test_a_value_that_differs_would_be_noticed(self):
        launch = os.path.join(CORPUS, 'llvm-rv770', 'fmad')
        vcd, fst = self.trace(launch, 'vcd', FLAT), self.trace(launch, 'fst', FLAT)
        time = sorted(fst[1])[-9]
        fst[1][time][next(iter(fst[1][time]))] += '1'
        self.assertRaises(AssertionError, self.same, vcd, fst)

    def test_a_byte_that_differs_is_noticed(self):
        self.trace(os.path.join(CORPUS, 'llvm-rv770', 'fmad'), 'fst', FLAT)
        good = fst_reader.Fst(self.path('w.fst'))
        values = good.values()
        same = 0  # a match of LZ4 may lie in two places
        for at in range(len(good.data) - 400, len(good.data), 7):
            with open(self.path('w.fst'), 'wb') as file:
                file.write(good.data[:at] + bytes([good.data[at] ^ 1]) + good.data[at + 1:])
            try:
                same += fst_reader.Fst(self.path('w.fst')).values() == values
            except (fst_reader.Bad, IndexError, UnicodeDecodeError, fst_reader.zlib.error, ValueError, OverflowError):
                pass
        self.assertLess(same, 3)


if __name__ == '__main__':
    unittest.main()
