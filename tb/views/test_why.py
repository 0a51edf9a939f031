#!/usr/bin/env python3
"""test_why.py - `wekiva why`: its chains beside statistics and pipeline views of the same run; without its cause a stall is gone.

usage: WEKIVA=build/wekiva python3 tb/views/test_why.py      (from the project's root)
"""
import collections
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb/views']
import perfetto  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
ONE = ('--set', 'simds=1')
DEMO = ('tb/demo/launch.json',) + ONE
LAUNCHES = [DEMO, ('tb/waves/launch.json',) + ONE, ('tb/corpus/compute/matrix_lds/launch.json', '--set', 'simds=2'),
            ('tb/corpus/compute/nbody/launch.json', '--set', 'kc_kb=4', '--set', 'alu_latency=16') + ONE]
TOGETHER = 'tb/corpus/together/launch.json'
CAUSES = {'miss', 'lock', 'port', 'no room', 'barrier', 'time', 'dependence', 'launch', 'end of work', 'rule'}
# What takes a parameter's effect away, as far as it goes.
AWAY = {'ic_miss_clk': 1, 'kc_miss_clk': 1, 'kc_kb': 48, 'alu_arb_clk': 1, 'alu_lock_clk': 1, 'kc_lock_clk': 3, 'alu_fetch_clk': 3,
        'cf_fetch_clk': 3, 'cf_decode_clk': 1, 'cf_flow_clk': 1, 'spi_load_clk': 1, 'spi_wave_clk': 2, 'spi_free_clk': 1, 'fc_arb_clk': 1,
        'fc_fetch_clk': 1, 'vc_hit_clk': 1, 'vc_addr_per_clk': 64, 'tex_hit_clk': 1, 'lds_rd_clk': 4, 'lds_wr_clk': 4, 'mc_latency_clk': 141,
        'tc_l2_hit_clk': 140, 'sx_export_clk': 1, 'smx_lines': 64, 'alu_latency': 8, 'mova_delay_groups': 1, 'waterfall_clk_per_index': 1,
        'gpr_shared_rotations': 1, 'alu_places': 12, 'fetch_places': 8, 'sx_buffers': 8, 'ic_misses': 8,
        'vc_return_clk': 1, 'tex_return_clk': 1, 'mc_line_clk': 1, 'mc_queue': 128, 'tc_l1_misses': 64, 'vc_misses': 64, 'tc_l2_misses': 64,
        'tc_l1_kb': 32, 'vc_kb': 32, 'tc_l1_ways': 0, 'tc_l2_ways': 0, 'tex_sample_bits': 128}


def wekiva(*arguments, status=0):
    done = subprocess.run([WEKIVA] + list(arguments), capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def why(launch, *arguments):
    return json.loads(wekiva('why', '--json', '--launch', *launch, *arguments).stdout)


def causes(launch, *arguments):
    """Chances by (slot, reason, cause), those of all SIMDs."""
    return {(row['slot'], row['reason'], row['cause']): row['chances'] for row in why(launch, *arguments)['causes']}


def named(launch, *arguments):
    """Lost chances by (slot, parameter that is named first)."""
    rows = why(launch, '--sum', *arguments)['parameters']
    chances = collections.Counter()
    for row in rows:
        for slot in ('even', 'odd', 'cf'):
            chances[slot, row.get('parameter')] += row[slot]
    return chances


class Run:
    """Statistics and the tracks of a run."""

    def __init__(self, launch):
        with tempfile.TemporaryDirectory() as folder:
            wekiva('run', '--quiet', '--launch', *launch, '--stats', folder + '/s', '--perfetto', folder + '/p')
            with open(folder + '/s', encoding='ascii') as file:
                result = json.load(file)
            self.trace = perfetto.Trace(folder + '/p')
        self.cycles = result['cycles'] if isinstance(result['cycles'], int) else result['statistics'][0]['value']
        self.stalls = collections.Counter()
        for row in result['statistics']:
            path = row['path'].split('.')
            if len(path) == 3 and path[1] != 'simds' and path[2] in ('arbiter_even', 'arbiter_odd', 'arbiter_cf') and row['value']:
                if row['name'] == 'used' or row['name'].startswith('stall_'):
                    self.stalls[path[2][len('arbiter_'):], row['name']] += row['value']

    def at(self, track, simd, cycle):
        """The slice of a SIMD's track that has the cycle, or None."""
        for s in self.trace.on(track).get('SIMD %d/%s' % (simd, track), []):
            if s.begin <= cycle < s.end and s.depth == 0:
                return s
        return None


class All(unittest.TestCase):
    def test_sums(self):
        """Every chance of a run has a cause, and by reasons they are those of the statistics."""
        for launch in LAUNCHES:
            with self.subTest(launch=launch):
                sums = collections.Counter()
                for (slot, reason, cause), chances in causes(launch).items():
                    sums[slot, reason] += chances
                    self.assertTrue(cause == 'used' if reason == 'used' else cause in CAUSES, (slot, reason, cause))
                self.assertEqual(sums, Run(launch).stalls)

    def test_tables(self):
        """The tables of --sum have every lost chance of the statistics once; next to nothing is lost behind the last issue."""
        for launch in LAUNCHES:
            with self.subTest(launch=launch):
                run, sums = Run(launch), why(launch, '--sum')
                lost = collections.Counter()
                for (slot, reason), chances in run.stalls.items():
                    lost[slot] += chances if reason != 'used' else 0
                for table in ('parameters', 'words', 'wavefronts'):
                    self.assertEqual({slot: sum(row[slot] for row in sums[table]) for slot in ('even', 'odd', 'cf')}, dict(lost), table)
                    keys = [tuple(str(value) for key, value in row.items() if key not in ('even', 'odd', 'cf')) for row in sums[table]]
                    self.assertEqual(len(keys), len(set(keys)))
                    order = [row['even'] + row['odd'] for row in sums[table]]
                    self.assertEqual(order, sorted(order, reverse=True))

    def test_wavefronts(self):
        """A wavefront's lost chances are the gaps before its groups in the view of the run, but for that of the first group."""
        launch = LAUNCHES[1]
        run, sums = Run(launch), {row['wavefront']: row for row in why(launch, '--sum')['wavefronts']}
        for slot in ('even', 'odd'):
            gaps, groups = collections.Counter(), run.trace.on(slot + ' slot')['SIMD 0/%s slot' % slot]
            for last, s in zip(groups, groups[1:]):
                gaps[s.notes['wavefront']] += (s.begin - last.begin) // 8 - 1
            gaps.pop(groups[0].notes['wavefront'])
            self.assertGreater(len(gaps), 1)
            for wavefront in gaps:
                self.assertEqual(sums[wavefront][slot] if wavefront in sums else 0, gaps[wavefront])

    def test_threads(self):
        launch = ('tb/corpus/kernels/nbody/launch.json',) + ONE
        more, less = (json.loads(wekiva('why', '--json', '--sum', '--launch', *launch, '--threads', n).stdout) for n in ('512', '64'))
        self.assertEqual((max(row['wavefront'] or 0 for row in more['wavefronts']), max(row['wavefront'] or 0 for row in less['wavefronts'])), (7, 0))
        wekiva('why', '--launch', *launch, '--sum', '400', status=2)

    def test_warm(self):
        """The second run's chances are the ones of a sweep of warm caches, by reason; its points are asked so."""
        with tempfile.TemporaryDirectory() as folder:
            wekiva('sweep', '--quiet', '--launch', DEMO[0], '--set', 'simds=1', '--warm', '--out', folder + '/s.db')
            with sqlite3.connect(folder + '/s.db') as store:
                rows = store.execute("SELECT path, name, value FROM statistic JOIN counter USING (counter) WHERE value > 0 AND path LIKE 'gpu.simd0.arbiter%' "
                                     "AND (name = 'used' OR name LIKE 'stall_%')").fetchall()
            counted = {(path.split('_')[-1], name): value for path, name, value in rows if path.split('_')[-1] in ('even', 'odd', 'cf')}
            sums = collections.Counter()
            for (slot, reason, _), chances in causes(DEMO, '--warm').items():
                sums[slot, reason] += chances
            self.assertEqual(dict(sums), counted)
            self.assertEqual(wekiva('why', '--json', folder + '/s.db@0').stdout, wekiva('why', '--json', '--launch', *DEMO, '--warm').stdout)
        begins = int(wekiva('why', '--launch', *DEMO, '--warm').stdout.split('\n')[0].split()[-1])
        self.assertEqual(begins, Run(DEMO).cycles)
        self.assertIn('the second run begins', wekiva('why', '--launch', *DEMO, '--warm', str(begins), status=2).stderr)
        self.assertEqual(why(DEMO, '--warm', str(begins + 400))['chances'][0]['asked'], begins + 400)

    def test_at_once(self):
        """Of launches at once: chances are those of the statistics, words those of each launch's own text."""
        counted = collections.Counter()
        with tempfile.TemporaryDirectory() as folder:
            wekiva('run', '--quiet', '--launch', TOGETHER, '--stats', folder + '/s')
            with open(folder + '/s', encoding='ascii') as file:
                launches = json.load(file)['launches']
        rows = {(row['path'], row['name']): row['value'] for launch in launches for row in launch['statistics']}
        for (path, name), value in rows.items():
            parts = path.split('.')
            if len(parts) == 3 and parts[1] != 'simds' and parts[2].startswith('arbiter_') and name.startswith('stall_') and value:
                counted[parts[2][len('arbiter_'):]] += value
        sums = why((TOGETHER,), '--sum')
        lost = {slot: sum(row[slot] for row in sums['words']) for slot in ('even', 'odd', 'cf')}
        self.assertEqual(lost, {slot: counted[slot] for slot in lost})
        with open(TOGETHER, encoding='ascii') as file:
            programs = [row['program'] for row in json.load(file)['together']]
        for row in sums['words']:
            if row['word'] is not None and row['even'] + row['odd']:
                with open(os.path.join(os.path.dirname(TOGETHER), programs[row['launch']]), encoding='ascii') as file:
                    self.assertRegex(file.read().split('\n')[row['line'] - 1], r'^(\w+:)?\s*\d+ [xyzwt]: ')
        self.assertEqual({row['launch'] for row in sums['words'] if row['word'] is not None}, {0, 1})
        wekiva('why', '--launch', TOGETHER, '400', '--simd', '7')

    def test_one_simd(self):
        one, both = causes(LAUNCHES[2], '--simd', '1'), causes(LAUNCHES[2])
        self.assertTrue(all(both[key] >= value for key, value in one.items()))
        self.assertLess(sum(one.values()), sum(both.values()))


class Chains(unittest.TestCase):
    def check(self, run, answer):
        name = {'even': 'even slot', 'odd': 'odd slot', 'cf': 'CF fetch'}[answer['slot']]
        lost = run.at(name + ': lost', answer['simd'], answer['from'])
        if answer['used']:
            self.assertEqual((lost, answer['cause']), (None, 'used'))
            if answer['slot'] != 'cf':
                self.assertEqual(run.at(name, answer['simd'], answer['from']).begin, answer['from'])
            return
        self.assertIn(answer['cause'], CAUSES)
        self.assertEqual('stall_' + lost.name.replace(' ', '_').replace('/', '_').lower(), answer['reason'])
        self.assertGreaterEqual(len(answer['chain']), 1)
        for link in answer['chain']:
            self.assertLessEqual(link.get('since', 0), answer['from'])
            self.assertGreaterEqual(link.get('until', answer['from']), answer['from'])
        if 'next' in answer and answer['slot'] != 'cf':
            after = [s for s in run.trace.on(name)['SIMD %d/%s' % (answer['simd'], name)] if s.begin > answer['from']]
            self.assertEqual((after[0].begin, after[0].notes['wavefront']), (answer['next']['cycle'], answer['next']['wavefront']))

    def test_beside_the_view(self):
        for launch in LAUNCHES:
            run, source = Run(launch), random.Random(7)
            for _ in range(12):
                cycle = source.randrange(8, run.cycles - 1)
                with self.subTest(launch=launch, cycle=cycle):
                    answers = why(launch, str(cycle))['chances']
                    self.assertEqual({a['slot'] for a in answers}, {'even', 'odd', 'cf'})
                    for answer in answers:
                        if answer['chance']:
                            self.assertTrue(answer['from'] <= cycle <= answer['to'])
                            self.check(run, answer)

    def test_of_what_comes_next(self):
        """A chain is of the wavefront that its slot issues next, wherever that one is on the SIMD already."""
        same = others = 0
        for launch in LAUNCHES:
            run, source = Run(launch), random.Random(11)
            for _ in range(20):
                for answer in why(launch, str(source.randrange(8, run.cycles - 1)))['chances']:
                    if answer['chance'] and not answer['used'] and 'next' in answer and 'wavefront' in answer['chain'][0]:
                        wavefronts = [link['wavefront'] for link in answer['chain'] if 'wavefront' in link]
                        same += wavefronts[0] == answer['next']['wavefront']
                        others += wavefronts[0] != answer['next']['wavefront']
        self.assertGreater(same, 20 * others)

    def test_without_its_cause(self):
        """A parameter that is named first for more than twenty chances is for fewer of them when what is named with it is taken away."""
        tried = set()
        for launch in LAUNCHES:
            before, run, source = named(launch), Run(launch), random.Random(3)
            for _ in range(25):
                for answer in why(launch, str(source.randrange(8, run.cycles - 1)))['chances']:
                    if not answer['chance'] or not answer['parameters']:
                        continue
                    key = answer['slot'], next(iter(answer['parameters']))
                    if (launch, key) in tried or before[key] < 20:
                        continue
                    tried.add((launch, key))
                    sets = [word for name in answer['parameters'] for word in ('--set', '%s=%d' % (name, AWAY[name]))]
                    with self.subTest(launch=launch, key=key, sets=sets):
                        self.assertLess(named(launch, *sets)[key], before[key])
        self.assertGreater(len({key for _, key in tried}), 10)

    def test_miss_is_gone(self):
        """The chance of cycle 2240 waits for a line; when lines come at once, no chance of the run does."""
        answer = why(DEMO, '400', '--slot', 'even')['chances'][0]
        self.assertEqual((answer['reason'], answer['cause'], answer['parameters']), ('stall_instruction_miss', 'miss', {'ic_miss_clk': 400}))
        without = causes(DEMO, '--set', 'ic_miss_clk=1')
        self.assertLess(sum(n for (slot, reason, _), n in without.items() if reason == 'stall_instruction_miss' and slot != 'cf'), 40)
        self.assertGreater(sum(n for (slot, reason, _), n in causes(DEMO).items() if reason == 'stall_instruction_miss' and slot != 'cf'), 600)

    def test_text(self):
        text = wekiva('why', '--launch', *DEMO, '--slot', 'even', '400').stdout.split('\n')
        self.assertEqual(text[0], 'SIMD 0, even slot, cycles 396 to 403: lost, instruction miss')
        self.assertEqual(text[3:5], ['  cause: miss; ic_miss_clk = 400', '  next here: cycle 1244, wavefront 1, word 18'])

    def test_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            wekiva('why', '--launch', *DEMO, '--slot', 'odd', '2400', '--perfetto', folder + '/p')
            trace = perfetto.Trace(folder + '/p', late=True)
        track = next(t for t, name in trace.names.items() if name == 'why: SIMD 0, odd slot, cycle 2400')
        links = [s for s in trace.slices if trace.parents[s.track] == track]
        self.assertEqual([s.name for s in links][-1:], ['fetch'])  # the latest to begin is the chance itself
        self.assertEqual(len(links), 4)
        self.assertEqual(len({tuple(s.flows) for s in links}), 1)


class Wrong(unittest.TestCase):
    def refused(self, text, *arguments):
        error = wekiva('why', *arguments, status=2).stderr
        self.assertIn(text, error)
        self.assertEqual(error.count('\n'), 1)

    def test_use(self):
        demo = ('--launch', *DEMO)
        self.refused('--launch is missing', '100')
        self.refused('expected even, odd or cf', *demo, '--slot', 'left', '100')
        self.refused('the run ends at cycle', *demo, '99999999')
        self.refused('--simd 3: expected 0 to 0', *demo, '--simd', '3', '100')
        self.refused('expected at most one PROGRAM', *demo, 'a', 'b', '100')
        self.refused('expected a CYCLE', *demo, '--perfetto', '/tmp/x')
        self.refused('--perfetto', *demo, '--perfetto', DEMO[0], '100')
        self.refused('nowhere.json', '--launch', 'nowhere.json', '100')
        self.refused('--set nothing=1', *demo, '--set', 'nothing=1', '100')


if __name__ == '__main__':
    unittest.main()
