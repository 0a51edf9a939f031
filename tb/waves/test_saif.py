#!/usr/bin/env python3
"""test_saif.py - `wekiva run --saif` and `--activity`: toggles and times of every bit, beside those that another program counts in
the VCD file of the same run; on programs of the three machines, with lanes, memories, windows, scopes, SIMDs and signals apart.

usage: WEKIVA=build/wekiva python3 tb/waves/test_saif.py
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE]
from saif import Bad, Counted, Saif, differences  # noqa: E402

WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CORPUS = os.path.join(HERE, '..', 'corpus')
FMAD = [os.path.join(CORPUS, 'llvm-rv770', 'fmad', 'launch.json'), '--set', 'simds=1']
WINDOW = ['--trace-window', '900:1300', '--trace-scope', '*.alu_*,*.arbiter_*,*.issue_*,*.predicate_*,*.write_back,gpu.view*']
RUNS = {
    'everything': FMAD,
    'a window': FMAD + WINDOW,
    'one cycle': FMAD + ['--trace-window', '1000:1000'],
    'signals apart': FMAD + ['--trace-apart', *WINDOW],
    'lanes and a memory': FMAD + ['--trace-lanes', '--trace-scope', '*.write_back,*.gpr_file.m_*row00*', '--trace-window', '900:1300'],
    'several SIMDs': [os.path.join(HERE, 'launch.json'), '--trace-scope', '*.alu_*,gpu.view*', '--trace-window', '600:900'],
    'two launches in a row': [os.path.join(HERE, '..', 'cli', 'row.json'), '--set', 'simds=1', '--trace-scope', '*.arbiter_*'],
    'r580': [os.path.join(CORPUS, 'designs', 'r580.json'), '--chip', 'r580', '--trace-window', ':400'],
    'nv30': [os.path.join(CORPUS, 'designs', 'nv30.json'), '--chip', 'nv30', '--trace-window', ':400'],
}


def run(*options):
    return subprocess.run([WEKIVA, 'run', '--launch', *options], capture_output=True, text=True, check=False)


def read(path):
    with open(path, encoding='ascii') as file:
        return file.read()


class Toggles(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name):
        return os.path.join(self.folder, name)

    def both(self, options, waveform='a.vcd'):
        ran = run(*options, '--trace', self.file(waveform), '--saif', self.file('a.saif'))
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        return read(self.file('a.saif'))

    def test_every_bit_is_as_the_vcd_file_has_it(self):
        for name, options in RUNS.items():
            with self.subTest(name):
                saif = Saif(self.both(options))
                counted = Counted(self.file('a.vcd'))
                self.assertEqual(differences(saif, counted)[:5], [])
                self.assertGreater(sum(counts[3] for counts in saif.nets.values()), 0)

    def test_clock_and_cycle_are_those_of_a_closed_form(self):
        nets = Saif(self.both(FMAD + WINDOW)).nets
        self.assertEqual(nets['gpu.clk', 0], (2005, 2005, 0, 801, 0))
        for bit in range(64):
            levels = [cycle >> bit & 1 for cycle in range(900, 1301)]
            toggles = sum(a != b for a, b in zip(levels, levels[1:]))
            self.assertEqual(nets['gpu.cycle', bit], (4010 - 10 * sum(levels), 10 * sum(levels), 0, toggles, 0))

    def test_a_wrong_writer_is_told(self):
        text = self.both(FMAD + WINDOW)
        counted = Counted(self.file('a.vcd'))
        toggling = re.search(r'\((\w+)\S* \(T0 (\d+)\) \(T1 (\d+)\) \(TX 0\) \(TC ([1-9]\d*)\) \(IG 0\)\)\n', text[text.index('o_'):])
        line = toggling[0]
        for wrong in (line.replace('(TC %s)' % toggling[4], '(TC %d)' % (int(toggling[4]) + 1)),
                      line.replace('(T0 %s) (T1 %s)' % (toggling[2], toggling[3]),
                                   '(T0 %d) (T1 %d)' % (int(toggling[2]) - 10, int(toggling[3]) + 10)), ''):
            self.assertEqual(len(differences(Saif(text.replace(line, wrong, 1)), counted)), 1)
        for wrong in (line + line, line.replace('(IG 0)', ''), ')' + line):
            with self.assertRaises(Bad):
                Saif(text.replace(line, wrong, 1))

    def test_without_a_waveform_and_beside_any_it_is_the_same(self):
        options = FMAD + WINDOW
        text = self.both(options)
        self.assertEqual(run(*options, '--saif', self.file('b.saif')).returncode, 0)
        self.assertEqual(read(self.file('b.saif')), text)
        self.assertEqual(self.both(options, 'a.fst'), text)

    def table(self, text):
        """{module: (instances, bits, toggles, a clock)}, cycles"""
        cycles = re.search(r'^toggles by module in (\d+) cycles:$', text, re.M)
        rows = re.findall(r'^  (\w+) +(\d+) +(\d+) +(\d+) +([\d.]+) +([\d.]+) %$', text, re.M)
        return {row[0]: (int(row[1]), int(row[2]), int(row[3]), float(row[4]), float(row[5])) for row in rows}, int(cycles[1])

    def test_activity_adds_up_what_the_file_has(self):
        options = FMAD + ['--trace-window', '900:1300', '--trace-apart', '--trace-scope', '*.alu_x,*.alu_t,*.predicate_even,*.write_back,*.arbiter_even']
        ran = run(*options, '--activity', '--saif', self.file('a.saif'))
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        table, cycles = self.table(ran.stdout)
        nets = {key: counts for key, counts in Saif(read(self.file('a.saif'))).nets.items() if key[0].split('.')[1] not in ('clk', 'cycle', 'marks')}
        counts_of_the_model = re.compile(r'\.arbiter_even\.r_(grants|used|stall_\w+)$')
        hardware = {key: counts for key, counts in nets.items() if not counts_of_the_model.search(key[0]) and '.view.' not in key[0]}
        self.assertEqual(cycles, 401)
        self.assertLess(len(hardware), len(nets))
        self.assertEqual(table['all'][1:3], (len(hardware), sum(counts[3] for counts in hardware.values())))
        write_back = [counts[3] for key, counts in hardware.items() if '.write_back.' in key[0]]
        self.assertEqual(table['write_back'][:3], (1, len(write_back), sum(write_back)))
        self.assertAlmostEqual(table['write_back'][3], sum(write_back) / 401, delta=0.051)
        self.assertAlmostEqual(table['write_back'][4], 100 * sum(write_back) / 401 / len(write_back), delta=0.00051)
        self.assertEqual([row[2] for row in table.values()][1:], sorted([row[2] for row in table.values()][1:], reverse=True))

    def test_wrong_usage_is_one_line(self):
        for options, text in ((['--saif', 'a.txt'], 'expected a name that ends in .saif'),
                              (['--saif', self.file('a.saif'), '--trace', self.file('a.vcd'), '--last', '5'], 'expected no --'),
                              (['--activity', '--quiet'], 'expected no --quiet with it'),
                              (['--activity', '--json'], 'expected no --json with it'),
                              (['--activity', '--stats', '-'], 'expected one of them on the standard output'),
                              (['--saif', self.file('a.saif'), '--trace-limit', '1M'], '--trace-limit: expected --trace OUT.vcd|OUT.fst with it'),
                              (['--saif', '/nowhere/a.saif'], 'cannot create the file of toggles'),
                              (['--saif', self.file('a.saif'), '--trace-window', '90000000:'], 'window'),
                              (['--saif', self.file('a.saif'), '--trace-scope', 'nothing'], "no signal matches the trace scope 'nothing'"),
                              (['--saif', '/dev/full'], 'ends in .saif')):
            ran = run(*FMAD, *options)
            self.assertEqual((ran.returncode, ran.stderr.count('\n')), (2, 1), ran.stderr)
            self.assertIn(text, ran.stderr)
            self.assertFalse(os.path.exists(self.file('a.saif')))

    def test_a_full_disk_is_told(self):
        os.symlink('/dev/full', self.file('full.saif'))
        ran = run(*FMAD, '--saif', self.file('full.saif'))
        self.assertEqual((ran.returncode, ran.stderr.count('\n')), (2, 1))
        self.assertIn('cannot write the file of toggles: No space left', ran.stderr)


if __name__ == '__main__':
    unittest.main()
