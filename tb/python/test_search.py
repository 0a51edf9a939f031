#!/usr/bin/env python3
"""test_search.py - points of samplers and of a search: spread, run, in one database, and the best of all when all are asked for.

usage: [B=build] test_search.py      (after `make python`; needs pandas; without SciPy only what is said of that is tested)
"""
import collections
import importlib.util
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

from kit import FADD, cycles_of, wekiva

HAS_SCIPY = importlib.util.find_spec('scipy') is not None
AXES = {'ic_miss_clk': [400, 80, 40, 120], 'ic_ways': (1, 4), 'alu_policy': ['oldest', 'youngest']}
SMALL = {'ic_miss_clk': [400, 80, 40, 120], 'cf_fetch_clk': (3, 6)}


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name, 'x.db')


class Without(unittest.TestCase):
    def test_what_is_missing_is_said(self):
        with unittest.mock.patch.dict(sys.modules, {'scipy': None, 'scipy.stats': None, 'scipy.optimize': None}):
            for call in (lambda: wekiva.sample({'simds': (1, 4)}, 4), lambda: wekiva.optimise(FADD, 'x.db', SMALL, 20)):
                with self.assertRaisesRegex(wekiva.Error, "SciPy is missing: expected Debian's python3-scipy"):
                    call()


class Points(Folder):
    def test_points_go_together(self):
        points = [{'ic_miss_clk': 40, 'simds': 2}, {'ic_miss_clk': 100, 'simds': 1}, {'ic_miss_clk': 400, 'simds': 2}]
        table = wekiva.sweep(FADD, self.out, points=points, kc_kb=[4, 8])
        self.assertEqual([dict(zip(points[0], row)) for row in table[['ic_miss_clk', 'simds']].itertuples(index=False)],
                         points * 2)  # kc_kb, an option, is the slower axis
        again = wekiva.sweep(FADD, self.out, points=table[table.kc_kb == 4][['ic_miss_clk', 'simds']], kc_kb=[4, 8])
        self.assertTrue(table.equals(again))
        with self.assertRaisesRegex(ValueError, 'points: expected at least one'):
            wekiva.sweep(FADD, self.out, points=[])


@unittest.skipUnless(HAS_SCIPY, 'without SciPy')
class Samples(unittest.TestCase):
    def test_both_methods_spread_over_each_axis(self):
        """Of 64 points in a Sobol net or a Latin hypercube each of 4 equal parts of an axis has 16."""
        for method in ('sobol', 'lhs'):
            points = wekiva.sample(AXES, 64, method, seed=5)
            self.assertEqual(len(points), 64)
            for name, values in (('ic_miss_clk', AXES['ic_miss_clk']), ('ic_ways', [1, 2, 3, 4]), ('alu_policy', AXES['alu_policy'])):
                self.assertEqual(collections.Counter(point[name] for point in points), {value: 64 // len(values) for value in values})
            self.assertEqual(points, wekiva.sample(AXES, 64, method, seed=5))
            self.assertNotEqual(points, wekiva.sample(AXES, 64, method, seed=6))

    def test_what_is_wrong_is_said(self):
        for words, call in (("expected 'sobol' or 'lhs'", lambda: wekiva.sample(AXES, 4, 'random')), ('n 0: ', lambda: wekiva.sample(AXES, 0)),
                            ('simds: expected .least, most.', lambda: wekiva.sample({'simds': (4, 1)}, 4)),
                            ('simds: expected at least one', lambda: wekiva.sample({'simds': []}, 4)),
                            ('axes: expected', lambda: wekiva.sample({}, 4))):
            with self.assertRaisesRegex(ValueError, words):
                call()


@unittest.skipUnless(HAS_SCIPY, 'without SciPy')
class Search(Folder):
    def test_the_best_of_a_small_space_is_found(self):
        """As `wekiva run` has it for each of the 16 points."""
        expected = min((cycles_of('--launch', FADD, '--set', 'simds=1', '--set', 'ic_miss_clk=%d' % miss, '--set', 'cf_fetch_clk=%d' % fetch), miss, fetch)
                       for miss in SMALL['ic_miss_clk'] for fetch in range(3, 7))
        found = wekiva.optimise(FADD, self.out, SMALL, 40, simds=1)
        self.assertEqual((found.value, found.point['ic_miss_clk'], found.point['cf_fetch_clk']), expected)
        table = wekiva.read_sweep(self.out)
        self.assertTrue(table.equals(found.table))
        self.assertEqual(len(table), len(table[['ic_miss_clk', 'cf_fetch_clk']].drop_duplicates()))
        for _, row in table.sample(3, random_state=1).iterrows():
            self.assertEqual(row.cycles, cycles_of('--launch', FADD, '--set', 'simds=1', '--set', 'ic_miss_clk=%d' % row.ic_miss_clk,
                                                   '--set', 'cf_fetch_clk=%d' % row.cf_fetch_clk))

    def test_a_budget_is_kept_and_a_search_goes_on(self):
        axes = {'ic_miss_clk': (40, 400), 'ic_ways': [1, 2, 4], 'cf_fetch_clk': (3, 9)}
        first = wekiva.optimise(FADD, self.out, axes, 30, simds=1, seed=3)
        self.assertLessEqual(len(first.table), 30)
        with unittest.mock.patch('wekiva.search.sweep', side_effect=AssertionError('a point is run again')):
            again = wekiva.optimise(FADD, self.out, axes, 30, simds=1, seed=3)
        self.assertEqual((again.point, again.value), (first.point, first.value))
        more = wekiva.optimise(FADD, self.out, axes, 60, simds=1, seed=3)
        self.assertTrue(len(first.table) < len(more.table) <= 60 and more.value <= first.value)
        self.assertEqual(list(more.table.cycles[:len(first.table)]), list(first.table.cycles))

    def test_what_is_wrong_is_said(self):
        for words, call in (('budget 3: ', lambda: wekiva.optimise(FADD, self.out, SMALL, 3)),
                            ('no_such', lambda: wekiva.optimise(FADD, self.out, {'no_such': (1, 9)}, 20)),
                            ("objective 'frob'", lambda: wekiva.optimise(FADD, self.out, SMALL, 20, objective='frob'))):
            with self.assertRaisesRegex(ValueError, words):
                call()
        with self.assertRaisesRegex(wekiva.Error, 'without an axis simds'):
            wekiva.optimise(FADD, self.out, {'simds': (1, 9)}, 20)
        self.out.unlink()
        with self.assertRaisesRegex(ValueError, 'expected one value of each other axis'):
            wekiva.optimise(FADD, self.out, SMALL, 20, simds=[1, 2])
        self.out.unlink()
        with self.assertRaisesRegex(wekiva.Error, 'no point of .* was done'):
            wekiva.optimise(FADD, self.out, SMALL, 20, max_cycles=10)


if __name__ == '__main__':
    unittest.main()
