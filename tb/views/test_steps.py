#!/usr/bin/env python3
"""test_steps.py - pipeline views of R580 and NV30, read by the strict readers of both formats: what is issued is what a waveform
says, instructions take what the profile says, lost chances are what counters say, and both files show the same.

usage: WEKIVA=build/wekiva python3 tb/views/test_steps.py
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, '..', 'waves')]
import kanata  # noqa: E402
import perfetto  # noqa: E402
from check_counters import Wave  # noqa: E402
from test_counters_older import runs  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
LOST = 1000000
ISSUER = {'r580': ('us', 'Sequencer', 'us.sequencer.o_*'), 'nv30': ('nv30', 'Core', 'nv30.stage01_source_select.o_*')}


class Run:
    def __init__(self, machine, launch, options, folder, *more):
        self.place, self.issuer, scope = ISSUER[machine]
        out = [os.path.join(folder, name) for name in ('run.kanata', 'run.pftrace', 'run.vcd', 'out', 'grind')]
        subprocess.run([WEKIVA, 'run', '--launch', launch, *options, '--pipeline', out[0], '--perfetto', out[1], '--trace', out[2],
                        '--trace-scope', scope, '--counters', '--out', out[3], '--quiet', *more], check=True)
        subprocess.run([WEKIVA, 'profile', '--launch', launch, *options, '--callgrind', out[4]], check=True, stdout=subprocess.DEVNULL)
        self.log, self.trace = kanata.Log(out[0]), perfetto.Trace(out[1])
        self.steps = [line for line in self.log.lines if line.thread != LOST]
        self.lost = [line for line in self.log.lines if line.thread == LOST]
        with open(os.path.join(out[3], 'result.json'), encoding='utf-8') as file:
            self.counters = json.load(file)['counters'][self.place]
        with open(out[4], encoding='utf-8') as file:
            self.latency = int(re.search(r'^totals:(?: \d+){6} (\d+)', file.read(), re.M)[1])
        self.wave = Wave(out[2])

    def issued(self):
        """(cycle, group of pixels or None, address or None) of what a waveform says."""
        found = []
        for cycle in self.wave.cycles():
            sig = {name.rsplit('.', 1)[1]: self.wave[name] for name in self.wave.code if name.count('.') == 2}
            if self.place == 'nv30' and sig['o_valid']:
                found.append((cycle, None, None))
            elif self.place == 'us' and (sig['o_alu'] or sig['o_tex'] or sig['o_fc']):
                found.append((cycle, sig['o_group'], sig['o_address']))
        self.wave.vcd.f.close()
        return found


def number(text, before):
    return int(re.match(before + r' (\d+)', text)[1])


class Steps(unittest.TestCase):
    def each(self, machine, look):
        with tempfile.TemporaryDirectory() as folder:
            for launch, options in runs(folder)[machine]:
                with self.subTest(launch=launch, options=options):
                    run = Run(machine, launch, options, folder)
                    look(run)
                    self.both_files_show_the_same(run)
                    self.lost_chances_are_those_of_the_counters(run)

    def both_files_show_the_same(self, run):
        shown = sorted((s.begin, s.end, s.name) for s in run.trace.slices
                       if s.depth == 0 and re.match(r'place \d+: ', run.trace.names[s.track]))
        self.assertEqual(shown, sorted((line.begin, line.end, re.sub(r'^\w+ \d+ ', '', line.left)) for line in run.steps))
        stages = sorted((s.begin, s.end, s.name) for s in run.trace.slices if s.depth == 1)
        self.assertEqual(stages, sorted((begin, end, name) for line in run.steps for _, name, begin, end in line.stages))

    def lost_chances_are_those_of_the_counters(self, run):
        clocks = run.counters['Time']['value']
        sums = {}
        for line in run.lost:
            name = line.stages[0][1]
            sums[name] = sums.get(name, 0) + line.end - line.begin
        for name, counter in run.counters.items():
            if name.startswith('Stall.'):
                reason = name.rsplit('.', 1)[1]
                self.assertAlmostEqual(sums.pop(reason, 0), counter['value'] * clocks / 100, delta=0.01, msg=name)
        self.assertEqual(sums, {})

    def test_r580(self):
        def look(run):
            issued = run.issued()
            self.assertEqual([(line.begin, line.thread, number(line.left, r'group \d+')) for line in run.steps][:len(issued)], issued)
            self.assertLessEqual(len(run.steps), len(issued) + 1)
            self.assertEqual(sum(line.end - line.begin for line in run.steps), run.latency)
            for line in run.steps:
                names = [name for _, name, _, _ in line.stages]
                self.assertIn(names, (['Is', 'Rd', 'Ex', 'Wr'], ['Is', 'Tx'], ['Is', 'Fc']))
                self.assertEqual(line.stages[1][2], line.begin + 1)
        self.each('r580', look)

    def test_nv30(self):
        def look(run):
            issued = run.issued()
            self.assertEqual([(line.begin, None, None) for line in run.steps][:len(issued)], issued)
            for line in run.steps:
                names = [name for _, name, _, _ in line.stages]
                self.assertEqual(names[:10], ['S%d' % (k + 1) for k in range(10)])
                self.assertIn(names[10:], ([], ['Fifo', 'End']))
                self.assertEqual([begin for _, _, begin, _ in line.stages[:11]], list(range(line.begin, line.begin + len(names[:11]))))
        self.each('nv30', look)

    def test_a_window_of_some_groups(self):
        with tempfile.TemporaryDirectory() as folder:
            launch, options = runs(folder)['nv30'][0]
            whole = Run('nv30', launch, options, folder).steps
            some = Run('nv30', launch, options, folder, '--pipeline-waves', '3,5', '--pipeline-window', '100:200').steps
        self.assertEqual([(line.begin, line.thread) for line in some],
                         [(line.begin, line.thread) for line in whole if 100 <= line.begin <= 200 and line.thread in (3, 5)])


if __name__ == '__main__':
    unittest.main()
