#!/usr/bin/env python3
"""test_views.py - the pipeline views of `wekiva run`, read back by independent readers (kanata.py, perfetto.py).

usage: WEKIVA=build/wekiva python3 tb/views/test_views.py      (from the project's root)
"""
import collections
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb', 'tb/views']
import kanata  # noqa: E402
import perfetto  # noqa: E402
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
DEMO, CYCLE, CHANCE = 'tb/demo/launch.json', 10, 8
LAUNCHES = [(DEMO,), ('tb/waves/launch.json',), ('tb/corpus/compute/matrix_lds/launch.json', '--set', 'simds=3'),
            ('tb/corpus/compute/vector_add/launch.json', '--set', 'alu_latency=16'), (DEMO, '--chip', 'rv710', '--set', 'simds=2')]


def read(path):
    with open(path, 'rb') as file:
        return file.read()


class Run:
    """A run with both views and statistics, in a folder of its own."""

    def __init__(self, launch, *options, views=('--pipeline', '--perfetto'), status=0):
        with tempfile.TemporaryDirectory() as folder:
            self.path = {'--pipeline': folder + '/a.kanata', '--perfetto': folder + '/a.pftrace'}
            arguments = [WEKIVA, 'run', '--quiet', '--launch', launch, '--stats', folder + '/s.json']
            for view in views:
                arguments += [view, self.path[view]]
            arguments += ['--set', 'simds=1'] if not any('simds=' in option for option in options) else []
            done = subprocess.run(arguments + list(options), capture_output=True, text=True, check=False)
            assert done.returncode == status, (done.returncode, done.stderr)
            self.text = done.stderr
            with open(folder + '/s.json', encoding='ascii') as file:
                result = json.load(file)
            self.statistics = {(row['path'], row['name']): row['value'] for row in result['statistics']}
            self.kanata = kanata.Log(self.path['--pipeline']) if '--pipeline' in views else None
            self.perfetto = perfetto.Trace(self.path['--perfetto']) if '--perfetto' in views else None
        self.simds = sorted({p.split('.')[1] for p, _ in self.statistics if p.startswith('gpu.simd')} - {'simds'})

    def sum(self, module, name):
        return sum(self.statistics[f'gpu.{simd}.{module}', name] for simd in self.simds)

    def stalls(self, module):
        """Chances by reason, without zeros."""
        names = {n for p, n in self.statistics if p.endswith(module) and n.startswith('stall_')}
        return {n[len('stall_'):]: self.sum(module, n) for n in names if self.sum(module, n)}


class Totals(unittest.TestCase):
    """What the views say adds up to what the statistics say."""

    def check(self, run):
        groups = run.sum('issue_even', 'groups') + run.sum('issue_odd', 'groups')
        lines, lost = run.kanata.groups(), run.kanata.lost()
        self.assertGreater(groups, 0)
        self.assertEqual(len(lines), groups)
        self.assertEqual(len({line.retired for line in lines}), groups)
        for lane, slot in ((1, 'even'), (2, 'odd')):
            clocks = {name: count for (at, name), count in lost.items() if at == lane}
            self.assertEqual(clocks, {k: CHANCE * v for k, v in run.stalls('arbiter_' + slot).items()})
            slices = [s for found in run.perfetto.on(slot + ' slot').values() for s in found]
            self.assertEqual(len(slices), run.sum('issue_' + slot, 'groups'))
            self.assertTrue(all(s.end - s.begin == CHANCE and s.depth == 0 for s in slices))
        for module, track in (('arbiter_even', 'even slot: lost'), ('arbiter_odd', 'odd slot: lost'), ('arbiter_cf', 'CF fetch: lost')):
            chances = collections.Counter()
            for found in run.perfetto.on(track).values():
                for s in found:
                    self.assertEqual(s.end - s.begin, s.notes['chances'] * (1 if 'CF' in track else CHANCE))
                    chances[s.name.replace(' ', '_').replace('/', '_').lower()] += s.notes['chances']
            self.assertEqual(chances, run.stalls(module))
        waves = [s for s in run.perfetto.slices if s.name.startswith('wavefront ') and s.depth == 0]
        self.assertEqual(len(waves), run.sum('wave_table', 'waves_finished'))

    def test_totals(self):
        for launch in LAUNCHES:
            with self.subTest(launch=launch):
                self.check(Run(*launch))

    def test_chances_fill_the_time(self):
        """A slot's groups and what it loses lie side by side, without gap or overlap."""
        run = Run(DEMO)
        for slot in ('even', 'odd'):
            rows = sorted((s.begin, s.end) for name in (slot + ' slot', slot + ' slot: lost')
                          for found in run.perfetto.on(name).values() for s in found)
            self.assertTrue(all(a[1] == b[0] for a, b in zip(rows, rows[1:])))

    def test_counters_return_to_nothing(self):
        run = Run(DEMO)
        counters = {run.perfetto.names[t]: [v for _, v in values] for t, values in run.perfetto.values.items()}
        self.assertEqual({name: values[-1] for name, values in counters.items()},
                         {'wavefronts': 0, 'ALU clauses': 0, 'fetch clauses': 0, 'exports': 0})
        self.assertEqual(max(counters['wavefronts']), 8)


class Lines(unittest.TestCase):
    """A line of the Kanata log beside the waveform of the same run, which comes from elsewhere."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.vcd = cls.folder.name + '/a.vcd'
        cls.seen = Run(DEMO, '--set', 'simds=1', '--trace', cls.vcd, '--trace-scope', '*.issue_*,*.write_back,*.clause*')

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def ones(self, *names):
        """Cycles in which one of the signals is 1."""
        vcd = Vcd(self.vcd)
        codes, cycles, high = {v.code for v in vcd.vars if v.path.endswith(names)}, set(), {}
        assert codes, names
        for time, code, value in vcd.events():
            if code in codes and value == '1':
                high[code] = time // CYCLE
            elif code in codes:
                cycles.update(range(high.pop(code, time // CYCLE), time // CYCLE))
        return cycles

    def begins(self, stage):
        return [s[2] for line in self.seen.kanata.groups() for s in line.stages if s[0] == 0 and s[1] == stage]

    def test_stages(self):
        reads = self.ones('.o_reading')
        self.assertEqual({c + i for c in self.begins('Rd') for i in range(4)}, reads)
        enters = self.ones('.o_executing')
        self.assertEqual({c + i for c in self.begins('EX') for i in range(4)}, enters)
        self.assertLessEqual(self.ones('write_back.o_gpr_write'), set(self.begins('Wr')))

    def test_way_of_a_group(self):
        later, first = ['Rdy', 'Rd', 'EX', 'Wr'], ['CF', 'Arb', 'Lck', 'Fch', 'Rdy', 'Rd', 'EX', 'Wr']
        for line in self.seen.kanata.groups():
            names = [s[1] for s in line.stages if s[0] == 0]
            once = [n for k, n in enumerate(names) if not (k and n == names[k - 1])]
            while once[:2] == ['CF', 'Wt']:
                once = once[2:]
            self.assertIn(once, (first, later))
            self.assertEqual(sum(s[3] - s[2] for s in line.stages if s[0] == 0), line.end - line.begin)

    def test_arrows(self):
        """Wavefront 0's group at word 23 takes the R0.x that it was given, its next one PV; word 25 takes PV."""
        lines = {line.left.split(' ', 2)[1]: line for line in self.seen.kanata.groups() if line.thread == 0 and
                 line.left.split(' ', 2)[1] in ('18', '23', '25')}
        self.assertEqual(lines['18'].producers, [])
        self.assertEqual(lines['25'].producers, [lines['23']])
        for line in self.seen.kanata.groups():
            self.assertEqual({p.thread for p in line.producers} - {line.thread}, set())

    def test_arrows_have_ends_that_konata_draws(self):
        """It draws one between stages with an X in their names, in lane 0 of both lines (its parser's consCycle, prodCycle)."""
        ends = [line for line in self.seen.kanata.groups() if line.producers]
        self.assertGreater(len(ends), 0)
        for line in [*ends, *(producer for line in ends for producer in line.producers)]:
            self.assertEqual([s[1] for s in line.stages if 'X' in s[1]], ['EX'])

    def test_text(self):
        texts = [line.left for line in self.seen.kanata.groups() if line.thread == 3]
        self.assertTrue(any(t.startswith('w3 18 x: MOV R1.x, 0.0; y: MOV R1.y, 0.0; ') for t in texts), texts[:3])


class Choices(unittest.TestCase):
    def test_wavefronts(self):
        run, all_of = Run(DEMO, '--pipeline-waves', '0-1,5'), Run(DEMO)
        wanted = [(line.thread, line.left) for line in all_of.kanata.groups() if line.thread in (0, 1, 5)]
        self.assertEqual([(line.thread, line.left) for line in run.kanata.groups()], wanted)
        names = {s.name for s in run.perfetto.slices if s.name.startswith('wavefront ')}
        self.assertEqual(names, {'wavefront 0', 'wavefront 1', 'wavefront 5'})

    def test_window(self):
        run, all_of = Run(DEMO, '--pipeline-window', '2000:3999'), Run(DEMO)

        def taken(log):
            return sorted((s[2], line.thread) for line in log.groups() for s in line.stages if s[1] == 'Rd')
        wanted = [t for t in taken(all_of.kanata) if 2000 < t[0] <= 4000]
        self.assertEqual(taken(run.kanata), wanted)
        self.assertGreaterEqual(min(s.begin for s in run.perfetto.slices), 2000)
        self.assertLessEqual(max(s.end for s in run.perfetto.slices), 4000 + CHANCE)

    def test_snapshot(self):
        """A run that goes on from a snapshot has the groups behind it."""
        with tempfile.TemporaryDirectory() as folder:
            Run(DEMO, '--save-snapshot', folder + '/s@3000', views=())
            rest, all_of = Run(DEMO, '--load-snapshot', folder + '/s'), Run(DEMO)
        count = sum(s[2] > 3000 for line in all_of.kanata.groups() for s in line.stages if s[1] == 'Rd')
        self.assertEqual(len(rest.kanata.groups()), count)

    def test_limit(self):
        run = Run(DEMO, '--pipeline-limit', '20K')
        self.assertEqual(run.text.count('--pipeline-limit, 20480 bytes, is reached; the run goes on'), 2)
        self.assertEqual(run.sum('wave_table', 'waves_finished'), 8)

    def test_nothing_else_changes(self):
        """Waveform and statistics are the same bytes with and without views."""
        with tempfile.TemporaryDirectory() as folder:
            files = []
            for views in ([], ['--pipeline', folder + '/a.kanata', '--perfetto', folder + '/a.pftrace']):
                for trace in ([], ['--trace', folder + '/a.vcd']):
                    subprocess.run([WEKIVA, 'run', '--quiet', '--launch', DEMO, '--stats', folder + '/s.json'] + trace + views, check=True)
                    files.append([read(folder + '/' + name) for name in ['s.json'] + ['a.vcd'] * bool(trace)])
            self.assertEqual(files[0], files[2])
            self.assertEqual(files[1], files[3])


class Files(unittest.TestCase):
    """The rules for what a command writes."""

    def refused(self, text, *options, status=2):
        done = subprocess.run([WEKIVA, 'run', '--quiet', '--launch', DEMO] + list(options), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(done.stderr.count('\n'), 1)

    def test_wrong_use(self):
        self.refused('expected at most 64 numbers or ranges of wavefronts', '--pipeline', '/tmp/x', '--pipeline-waves', '3-1')
        self.refused('expected FROM:TO', '--perfetto', '/tmp/x', '--pipeline-window', '5')
        self.refused('expected --pipeline OUT.kanata or --perfetto', '--pipeline-waves', '3')
        self.refused('--perfetto -: expected the name of a file', '--perfetto', '-')
        self.refused('expected a whole number of bytes', '--perfetto', '/tmp/x', '--pipeline-limit', '5T')

    def test_files(self):
        self.refused('--pipeline', '--pipeline', DEMO)
        self.refused('cannot create the pipeline view', '--pipeline', '/nowhere/a.kanata')
        self.refused('cannot create the Perfetto trace', '--perfetto', '/nowhere/a.pftrace')
        self.refused('--perfetto', '--pipeline', '/tmp/views-same', '--perfetto', '/tmp/views-same')
        if os.path.exists('/dev/full'):
            self.refused('cannot write the pipeline view: No space left', '--pipeline', '/dev/full')
            self.refused('cannot write the Perfetto trace: No space left', '--perfetto', '/dev/full')
        with tempfile.TemporaryDirectory() as folder:
            self.refused('the view is empty', '--pipeline', folder + '/a', '--pipeline-window', '900000:')
            self.assertEqual(os.listdir(folder), [])

    def test_packed_files_have_the_same_bytes_in_them(self):
        with tempfile.TemporaryDirectory() as folder:
            for end in ('', '.gz'):
                subprocess.run([WEKIVA, 'run', '--quiet', '--launch', DEMO, '--pipeline', folder + '/a.kanata' + end,
                                '--perfetto', folder + '/a.pftrace' + end], check=True)
            for name in ('/a.kanata', '/a.pftrace'):
                with gzip.open(folder + name + '.gz') as file:
                    self.assertEqual(file.read(), read(folder + name))
                self.assertLess(3 * os.path.getsize(folder + name + '.gz'), os.path.getsize(folder + name))
        if os.path.exists('/dev/full'):
            with tempfile.TemporaryDirectory() as folder:
                os.symlink('/dev/full', folder + '/a.gz')
                self.refused('cannot write the pipeline view: No space left', '--pipeline', folder + '/a.gz')

    def test_interrupted(self):
        """SIGINT leaves views that can be read."""
        with tempfile.TemporaryDirectory() as folder:
            program, launch = folder + '/p.asm', folder + '/l.json'
            with open(program, 'w', encoding='ascii') as file:
                file.write('00 ALU ADDR(8) COUNT(1)\n8 x: MOV R1.x, R0.x\n01 NOP EOP\n')
            with open(launch, 'w', encoding='ascii') as file:
                json.dump({'wekiva': 1, 'program': 'p.asm', 'stage': 'ps', 'threads': 4000000, 'num_gprs': 4}, file)
            child = subprocess.Popen([sys.executable, 'tb/cli/interrupt.py', 'INT', '--after', '0.02', WEKIVA, 'run', '--quiet', '--launch', launch,
                                      '--pipeline', folder + '/a.kanata', '--perfetto', folder + '/a.pftrace'], stderr=subprocess.PIPE)
            text = child.communicate()[1].decode()
            self.assertEqual(child.returncode, 128 + signal.SIGINT, text)
            self.assertGreater(len(kanata.Log(folder + '/a.kanata').groups()), 0)
            self.assertGreater(len(perfetto.Trace(folder + '/a.pftrace').slices), 0)


if __name__ == '__main__':
    unittest.main()
