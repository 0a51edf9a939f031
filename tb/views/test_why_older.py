#!/usr/bin/env python3
"""test_why_older.py - `wekiva why` of R580 and NV30: its chances are those of the counters; the parameter that is named, changed
in the direction that its meaning says, takes at least half of the chances away that it is blamed for.

usage: WEKIVA=build/wekiva python3 tb/views/test_why_older.py
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.join(HERE, '..', 'waves')]
from test_counters_older import runs  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
# Fewer clocks, more of anything else: as far as the parameter goes.
BEST = {'alu_clk': 4, 'alu_wait_clk': 6, 'nop_clk': 0, 'flow_clk': 3, 'texture_clk': 2, 'alu_quads': 12, 'texture_quads': 12,
        'load_quads': 48, 'drain_quads': 48, 'output_quads': 256, 'contexts': 64, 'temporary_rows': 6144, 'loopback_clk': 0,
        'max_quads': 64, 'register_rows': 4096}
# alu_clk's default is its least value; so is texture_clk's 4 of a run nearly.  Of the 51 clocks in which the last quads of NV30 come
# round the core's own eleven stay, and a quad that comes round sooner has its next bubble sooner.
CANNOT = {('texture_clk', 4)}
LEAST = {('nv30', 'texture_clk'): 0.45}


def why(launch, options, *more):
    said = subprocess.run([WEKIVA, 'why', '--launch', launch, '--json', *options, *more], check=True, stdout=subprocess.PIPE)
    return json.loads(said.stdout)


def blamed(launch, options):
    return {row['parameter']: row['chances'] for row in why(launch, options, '--sum')['parameters'] if 'parameter' in row}


def counters(launch, options, folder):
    out = os.path.join(folder, 'out')
    subprocess.run([WEKIVA, 'run', '--launch', launch, '--counters', '--quiet', '--out', out, *options], check=True)
    with open(os.path.join(out, 'result.json'), encoding='utf-8') as file:
        (_, rows), = json.load(file)['counters'].items()
    return {name: row['value'] for name, row in rows.items()}


class Why(unittest.TestCase):
    def test_chances_are_those_of_counters(self):
        with tempfile.TemporaryDirectory() as folder:
            for launch, options in [run for some in runs(folder).values() for run in some]:
                with self.subTest(launch=launch, options=options):
                    counted, sums = counters(launch, options, folder), {}
                    for row in why(launch, options)['causes']:
                        self.assertNotEqual(row['cause'], 'unknown')
                        sums[row['reason']] = sums.get(row['reason'], 0) + row['chances']
                    for name, value in counted.items():
                        if name.startswith(('Busy.', 'Stall.')):
                            reason = 'used' if name.startswith('Busy') else name.rsplit('.', 1)[1]
                            self.assertAlmostEqual(sums.pop(reason, 0), value * counted['Time'] / 100, places=3, msg=name)
                    self.assertEqual(sums, {})

    def test_the_named_parameter_takes_its_chances_away(self):
        cases, wrong = 0, []
        with tempfile.TemporaryDirectory() as folder:
            for machine, launch, options in [(name, *run) for name, some in runs(folder).items() for run in some]:
                before = blamed(launch, options)
                for name, chances in before.items():
                    given = [int(option.split('=')[1]) for option in options if option.startswith(name + '=')]
                    if name == 'alu_clk' or (given and (name, given[0]) in CANNOT) or chances < 8:
                        continue
                    cases += 1
                    after = blamed(launch, [*options, '--set', '%s=%d' % (name, BEST[name])]).get(name, 0)
                    if chances - after < LEAST.get((machine, name), 0.5) * chances:
                        wrong.append((os.path.basename(launch), options, name, chances, after))
        self.assertGreater(cases, 15)
        self.assertEqual(wrong, [])

    def test_a_chain_by_hand(self):
        """Flow control behind an ALU instruction with ALU_WAIT: 30 clocks from that one, for the group at instruction 1."""
        for cycle in range(8, 40):
            chance, = why('tb/corpus/designs/r580.json', [], str(cycle))['chances']
            if chance['reason'] == 'alu_wait' and chance['chain'][0]['wavefront'] == chance['next']['wavefront']:
                break
        self.assertEqual((chance['cause'], chance['parameters']), ('dependence', {'alu_wait_clk': 30}))
        self.assertEqual(chance['chain'][-1]['until'] + 1, chance['next']['cycle'])
        self.assertEqual(chance['next']['address'], 1)


if __name__ == '__main__':
    unittest.main()
