#!/usr/bin/env python3
"""test_dump.py - `wekiva view --dump` and `--at`, beside what vcd_tool.py reads from the same waveform.

usage: WEKIVA=build/wekiva python3 tb/views/test_dump.py      (from the project's root)
"""
import os
import re
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CYCLE = 10  # units of time
STALL, LANE, INSTRUCTION = 'gpu.simd0.arbiter_even.o_stall', 'gpu.view.wavefronts.w03', 'gpu.view.simd0.control.instruction'
NUMBER, ADDRESS, WATCH, BIT = ('gpu.view.simd0.control.decode', 'gpu.simd0.issue_odd.o_address', 'gpu.watch.w0_t17_R1_x_float',
                               'gpu.simd0.issue_odd.o_reading')


def wekiva(*arguments, status=0):
    done = subprocess.run([WEKIVA] + list(arguments), capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


class Dump(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.path = os.path.join(cls.folder.name, 'd.vcd')
        wekiva('run', '-q', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--watch', 'w0.t17.R1.x', '--trace', cls.path)
        vcd = Vcd(cls.path)
        code = {variable.path: variable.code for variable in vcd.vars}
        cls.values = {name: {} for name in (STALL, LANE, INSTRUCTION, NUMBER, ADDRESS, WATCH, BIT)}
        names = {}
        for name in cls.values:
            names.setdefault(code[name], []).append(name)
        for time, changed, value in vcd.events():
            if time % CYCLE == 0:
                for name in names.get(changed, ()):
                    cls.values[name][time // CYCLE] = int(value, 2)
                    cls.last = time // CYCLE
        vcd.f.close()

    def at(self, name, cycle):
        return self.values[name][max(when for when in self.values[name] if when <= cycle)]

    def lines(self, names, first, last):
        """(cycle, value of each) at the first cycle and where one of them changes."""
        when = {first} | {cycle for name in names for cycle in self.values[name] if first < cycle <= last}
        return [(cycle,) + tuple(self.at(name, cycle) for name in names) for cycle in sorted(when)]

    def names_of(self, kind):
        with open('%s.waves/%s.txt' % (self.path[:-4], kind), encoding='ascii') as file:
            return {int(line.split(' ', 1)[0], 16): line.rstrip('\n').split('?')[-1] for line in file if not line.startswith('#')}

    def dump(self, *names, window=()):
        text = wekiva('view', self.path, *(word for name in names for word in ('--dump', name)), *window).stdout.splitlines()
        return [re.split(r'  +', line.strip()) for line in text]

    def test_words_of_an_enumeration(self):
        for name, kind in ((STALL, 'stall_t'), (LANE, 'view_lane_t')):
            words = self.names_of(kind)
            got = self.dump(name)
            self.assertEqual(got[0], ['cycle', name])
            self.assertEqual(got[1:], [[str(cycle), words[value]] for cycle, value in self.lines([name], 0, self.last)])
            self.assertGreater(len(got), 20)

    def test_a_window_begins_with_what_holds(self):
        words = self.names_of('stall_t')
        changes = sorted(self.values[STALL])
        first, last = changes[20] + 1, changes[30]
        self.assertLess(first, changes[21])
        want = [[str(cycle), words[value]] for cycle, value in self.lines([STALL], first, last)]
        self.assertEqual(self.dump(STALL, window=('--from', str(first), '--to', str(last)))[1:], want)
        self.assertEqual(want[0][0], str(first))
        self.assertEqual(want[-1][0], str(last))
        still = next(cycle for cycle, behind in zip(changes, changes[1:]) if behind > cycle + 4)  # nothing changes in it
        self.assertEqual(self.dump(STALL, window=('--from', str(still + 1), '--to', str(still + 2)))[1:],
                         [[str(still + 1), words[self.at(STALL, still)]]])

    def test_several_signals_have_a_line_where_one_changes(self):
        window = (3000, 3300)
        got = self.dump(NUMBER, BIT, window=('--from', '3000', '--to', '3300'))
        self.assertEqual(got, [['cycle', NUMBER, BIT]] + [
            [str(cycle), '-' if number == 1 << 32 else str(number), str(bit)] for cycle, number, bit in self.lines([NUMBER, BIT], *window)])
        self.assertGreater(len(got), 10)

    def test_numbers_addresses_and_floats(self):
        self.assertEqual(self.dump(ADDRESS)[1:], [[str(c), '0x%06x' % value] for c, value in self.lines([ADDRESS], 0, self.last)])
        floats = [[str(c), '-' if value == 0x7fedca00 else '%.9g' % struct.unpack('<f', struct.pack('<I', value))]
                  for c, value in self.lines([WATCH], 0, self.last)]
        self.assertEqual(self.dump(WATCH)[1:], floats)
        self.assertGreater(len({word for _, word in floats}), 2)

    def test_instructions_are_disassembled(self):
        got = self.dump(INSTRUCTION)
        words = self.lines([INSTRUCTION], 0, self.last)
        text = subprocess.run([WEKIVA, 'filter', 'view-cf'], input=''.join('%016x\n' % value for _, value in words), capture_output=True,
                              text=True, check=True).stdout.splitlines()
        self.assertEqual(got[1:], [[str(cycle), line.split('?')[-1]] for (cycle, _), line in zip(words, text)])
        self.assertIn('ALU_PUSH_BEFORE', ' '.join(word for _, word in got[1:]))

    def test_patterns_choose_several(self):
        self.assertEqual(self.dump('gpu.view.wavefronts.w0[0-3]', 'gpu.simd?.arbiter_even.o_stall')[0],
                         ['cycle'] + ['gpu.view.wavefronts.w0%d' % n for n in range(4)] + [STALL])

    def test_no_file_is_written(self):
        before = sorted(os.listdir(self.folder.name))
        os.remove(self.path[:-4] + '.gtkw')
        self.dump(STALL)
        self.assertNotIn('d.gtkw', os.listdir(self.folder.name))
        wekiva('view', self.path)
        self.assertEqual(sorted(os.listdir(self.folder.name)), before)

    def test_fst(self):
        path = os.path.join(self.folder.name, 'd.fst')
        wekiva('run', '-q', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--trace', path)
        self.assertEqual(wekiva('view', path, '--dump', STALL).stdout, wekiva('view', self.path, '--dump', STALL).stdout)

    def test_refused(self):
        for arguments, text in ((('--dump', 'gpu.simd0.arbiter_even.o_stal'), 'did you mean ' + STALL + '?'),
                                (('--dump', 'nothing*'), '--dump nothing*: no signal of the waveform'),
                                (('--dump', '*'), '--dump: expected at most 64 signals'),
                                (('--dump', STALL, '--from', '90000'), '--from and --to: expected cycles of the waveform, 0 to '),
                                (('--dump', STALL, '--from', '9', '--to', '8'), '--to 8: expected a cycle from --from on'),
                                (('--dump', STALL, '--from', 'x'), "--from x: expected"), (('--dump', STALL, '--at', '3'), '--dump'),
                                (('--from', '3'), '--from: expected --dump SIGNAL... with it'),
                                (('--at', '90000'), '--at 90000: expected a cycle of the waveform, 0 to ')):
            done = wekiva('view', self.path, *arguments, status=2)
            self.assertIn(text, done.stderr)
            self.assertEqual((done.stdout, done.stderr.count('\n')), ('', 1))

    def test_at_opens_around_a_cycle_with_the_marker_on_it(self):
        for cycle, start in ((5000, 5000 - 32), (3, 0), (self.last, None)):
            wekiva('view', self.path, '--at', str(cycle))
            with open(self.path[:-4] + '.gtkw', encoding='ascii') as file:
                text = file.read()
            opens = int(re.search(r'^\[timestart\] (\d+)$', text, re.M).group(1)) // 1000
            zoom, marker = re.search(r'^\*(\S+) (\S+)', text, re.M).groups()
            self.assertEqual(int(marker), 1000 * cycle)
            width = 2 ** -float(zoom) / 1000 * (1600 - 70 - int(re.search(r'^\[signals_width\] (\d+)$', text, re.M).group(1))) / 200
            self.assertAlmostEqual(width, 64, delta=0.1)
            self.assertTrue(opens <= cycle <= opens + width, (opens, cycle))
            if start is not None:
                self.assertEqual(opens, start)


class LanesOfSeveralSimds(unittest.TestCase):
    """A lane names the SIMD to which the dispatcher gave its wavefront."""

    LAUNCH, SIMD, WAVE = 'gpu.dispatcher.o_launch', 'gpu.dispatcher.o_simd', 'gpu.view.launch.wavefront'

    def test_a_lane_says_on_which_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'l.vcd')
            wekiva('run', '-q', '--launch', 'tb/demo/launch.json', '--set', 'simds=3', '--trace', path)
            vcd = Vcd(path)
            name = {variable.code: variable.path for variable in vcd.vars
                    if variable.path in (self.LAUNCH, self.SIMD, self.WAVE) or variable.path.startswith('gpu.view.wavefronts.w')}
            now, given, said, last = {}, {}, {}, 0
            for time, code, value in [*vcd.events(), (1 << 62, None, None)]:
                if time != last and now.get(self.LAUNCH):
                    given[now[self.WAVE]] = now[self.SIMD]
                last = time
                if code in name:
                    now[name[code]] = int(value, 2)
                    lane = re.fullmatch(r'gpu.view.wavefronts.w(\d+)', name[code])
                    if lane and now[name[code]] >> 4:
                        said.setdefault(int(lane.group(1)), set()).add((now[name[code]] >> 4) - 1)
            self.assertEqual(said, {wave: {simd} for wave, simd in given.items()})
            self.assertEqual({simd for simds in said.values() for simd in simds}, {0, 1, 2})
            with open(path[:-4] + '.waves/view_lane_t.txt', encoding='ascii') as file:
                self.assertIn('39 ?ForestGreen?2: run\n', file.read())


if __name__ == '__main__':
    unittest.main()
