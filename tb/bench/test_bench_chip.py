#!/usr/bin/env python3
"""test_bench_chip.py - `wekiva bench-chip`: its rows hold on every preset and under other values of the parameters in their formulas, the
formulas have the values that Python finds, files have what is printed, and wrong words are told.

usage: WEKIVA=build/wekiva python3 tb/bench/test_bench_chip.py
"""
import csv
import functools
import io
import json
import math
import os
import re
import subprocess
import tempfile
import unittest

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
R700 = ('rv770', 'rv730', 'rv710', 'rv740', 'rv790')
# All but the rows of many wavefronts, which take longer and are of a steady state.
VARIED = ('alu', 'flow', 'caches', 'texture_latency', 'texture_in_clause', 'memory_l2_hit', 'memory_l2_miss', 'memory_write_ack', 'vertex', 'share',
          'export', 'dispatch_two', 'hiding_1')
# Those of all SIMDs; the others are of one.
OF_CHIP = ('memory_rate', 'dispatch_wave', 'dispatch_gprs')
# Rows that there are, at least; a preset may lack what it has no unit for.
LEAST = {'R700': 50, 'R580': 4, 'NV30': 4}

FUNCTIONS = {'max': max, 'min': min, 'ceil': math.ceil, 'floor': math.floor, 'mod': lambda a, b: a % b,
             'up': lambda a, b: b * math.ceil(a / b), 'choose': lambda c, a, b: a if c else b, 'atleast': lambda a, b: a >= b}


def bench(*arguments):
    return subprocess.run([WEKIVA, 'bench-chip', *arguments], capture_output=True, text=True, check=False)


@functools.lru_cache
def rows(*arguments):
    done = bench('--csv', '-', *arguments)
    return done.returncode, list(csv.DictReader(io.StringIO(done.stdout)))


def parts():
    """Formulas with a name, from the list."""
    with open('tools/bench/bench.def', encoding='utf-8') as file:
        return dict(re.findall(r'^BENCH_PART\("(\w+)", "([^"]*)"', file.read(), re.M))


def parameters(chip):
    done = subprocess.run([WEKIVA, 'chips', chip, '--params', '--json'], capture_output=True, text=True, check=True)
    return {row['name']: row['values'][chip] for row in json.loads(done.stdout) if chip in row['values']}


class BenchChip(unittest.TestCase):
    def test_all_rows_hold_on_every_preset(self):
        for chip in R700 + ('r580', 'nv30'):
            status, found = rows('--chip', chip)
            with self.subTest(chip=chip):
                self.assertEqual((status, [row['row'] for row in found if row['status'] == 'differs']), (0, []))
                self.assertGreaterEqual(sum(row['status'] == 'holds' for row in found), LEAST.get(chip.upper(), LEAST['R700']))

    def test_they_hold_when_a_parameter_of_their_formula_changes(self):
        for chip, names in (('rv770', VARIED), ('rv730', ('texture_latency', 'flow', 'vertex')), ('r580', ()), ('nv30', ())):
            status, found = rows('--chip', chip, '--vary', *names)
            with self.subTest(chip=chip):
                self.assertEqual((status, [(row['row'], row['set']) for row in found if row['status'] == 'differs']), (0, []))
                self.assertGreater(sum(bool(row['set']) and row['status'] == 'holds' for row in found), 12)

    def test_vary_changes_every_parameter_of_a_formula(self):
        _, found = rows('texture_latency', '--vary')
        changed = {row['set'].split('=')[0] for row in found if row['set'] and row['status'] == 'holds'}
        self.assertEqual(changed, {'cf_fetch_clk', 'cf_decode_clk', 'fc_arb_clk', 'fc_fetch_clk', 'wave_size', 'tex_hit_clk', 'tex_return_clk'})

    def test_formulas_have_the_values_that_python_finds(self):
        named = parts()
        for chip in ('rv770', 'rv730', 'r580', 'nv30'):
            numbers = parameters(chip)
            for row in rows('--chip', chip)[1]:
                if row['status'] == 'not measured':
                    continue
                formula = row['formula']
                for _ in range(3):
                    formula = re.sub(r'\b[a-z]\w*\b', lambda word: '(%s)' % named[word[0]] if word[0] in named else word[0], formula)
                formula = formula.replace('if(', 'choose(')
                of_row = {**numbers, 'simds': numbers['simds'] if row['row'] in OF_CHIP else 1} if 'simds' in numbers else numbers
                value = eval(formula, {'__builtins__': {}}, {**of_row, **FUNCTIONS})  # pylint: disable=eval-used
                with self.subTest(chip=chip, row=row['row']):
                    self.assertAlmostEqual(float(row['value']), value, places=3)

    def test_a_row_that_differs_is_status_1(self):
        status, found = rows('hiding_24', '--set', 'cf_fetch_clk=7')  # control flow is no limit of that formula
        self.assertEqual((status, [row['status'] for row in found]), (1, ['differs']))
        self.assertIn('+', found[0]['difference'])
        self.assertEqual(bench('hiding_24', '--set', 'cf_fetch_clk=7').returncode, 1)

    def test_what_a_chip_lacks_is_told(self):
        status, found = rows('--chip', 'rv710', 'vertex', 'alu_double')
        self.assertEqual((status, {row['status'] for row in found}), (0, {'not measured'}))
        self.assertIn('needs vc_present', [row['difference'] for row in found])
        status, found = rows('--set', 'max_waves=1')  # rows of many wavefronts
        self.assertEqual((status, [row['row'] for row in found if row['status'] == 'differs']), (0, []))
        self.assertIn('needs atleast(waves_of_4, 16)', [row['difference'] for row in found])

    def test_a_set_is_of_formula_and_run(self):
        for clocks in (60, 300):
            done = bench('texture_latency', '--set', 'tex_hit_clk=%d' % clocks)
            self.assertRegex(done.stdout, r'texture_latency +%d +%d +none' % (52 + clocks, 52 + clocks))

    def test_files_have_what_is_printed(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in ('a.csv', 'a.html', 'a.md')]
            done = bench('alu_chain', 'memory_l2_hit', '--csv', names[0], '--html', names[1], '--markdown', names[2])
            self.assertEqual(done.returncode, 0, done.stderr)
            texts = []
            for name in names:
                with open(name, encoding='utf-8') as file:
                    texts.append(file.read())
        for text in [done.stdout, *texts]:
            self.assertIn('8 * rotations', text)
        for text in [done.stdout, *texts[1:]]:
            self.assertIn('cf_fetch_clk + cf_decode_clk + fc_arb_clk + fc_fetch_clk', text)  # a part
            self.assertNotIn('share_registers', text)

    def test_the_list_has_groups_and_rows(self):
        done = bench('--list')
        self.assertRegex(done.stdout, r'(?m)^R700 +alu +alu_chain +')
        self.assertRegex(done.stdout, r'(?m)^NV30 +texture +texture_alone +')

    def test_wrong_words(self):
        for words, expected in ((['frob'], r"no row or group 'frob' of R700: expected one of wekiva bench-chip --list"),
                                (['--chip', 'r580', 'hiding'], r"no row or group 'hiding' of R580"),
                                (['--chip', 'rv999'], r'rv999'),
                                (['--set', 'frob=1'], r'--set frob=1: '),
                                (['--set', 'tex_hit_clk=0'], r'--set tex_hit_clk=0: '),
                                (['--list', 'alu'], r'alu: expected no operand with --list'),
                                (['alu_chain', '--csv', '/nowhere/a.csv'], r'/nowhere/a.csv: '),
                                (['alu_chain', '--csv', 'a.out', '--html', 'a.out'], r'same file')):
            done = bench(*words)
            with self.subTest(words=words):
                self.assertEqual((done.returncode, done.stdout), (2, ''))
                self.assertRegex(done.stderr, expected)
                self.assertEqual(done.stderr.count('\n'), 1)


if __name__ == '__main__':
    unittest.main()
