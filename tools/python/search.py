"""search.py - points of samplers and of a search, by SciPy: every one in a sweep's database."""
import collections
import math
import os
import sqlite3
import warnings

from .library import Error
from .sweeps import read_sweep, sweep

NOT_DONE = 1e18
RESTARTS_MAX = 100
Optimum = collections.namedtuple('Optimum', 'point value table')
Optimum.__doc__ = 'What optimise found: the best point as a dict, its objective, and the table of all points that were run.'


def _scipy(module):
    try:
        return __import__('scipy.' + module, fromlist=[module])
    except ImportError as error:
        raise Error("SciPy is missing: expected Debian's python3-scipy") from error


def _values(axes):
    """Of each axis all its values in order: of (least, most) the whole numbers between, else the listed ones."""
    found = {}
    for name, values in axes.items():
        ends = isinstance(values, tuple)
        if ends and not (len(values) == 2 and all(isinstance(end, int) for end in values) and values[0] <= values[1]):
            raise ValueError('%s: expected (least, most), two whole numbers, or a list of values, got %r' % (name, values))
        found[name] = range(values[0], values[1] + 1) if ends else list(values)
        if not found[name]:
            raise ValueError('%s: expected at least one value' % name)
    if not found:
        raise ValueError('axes: expected at least one')
    return found


def _places(count, n, method, seed):
    """n rows of numbers from 0 to 1, one for each axis."""
    qmc = _scipy('stats').qmc
    samplers = {'sobol': qmc.Sobol, 'lhs': qmc.LatinHypercube}
    if method not in samplers:
        raise ValueError('method %r: expected %s' % (method, ' or '.join(map(repr, samplers))))
    with warnings.catch_warnings():
        warnings.simplefilter('ignore', UserWarning)  # Sobol's balance wants powers of two, which n need not be
        return samplers[method](count, seed=seed).random(n)


def sample(axes, n, method='sobol', seed=0):
    """n points spread over the axes, as dicts, for `sweep(..., points=)`.

    axes     name: (least, most), whole numbers; or name: [value, ...], which may be names
    method   'sobol' or 'lhs' (Latin hypercube), those of scipy.stats.qmc
    """
    values = _values(axes)
    if not isinstance(n, int) or n < 1:
        raise ValueError('n %r: expected a whole number, 1 at least' % (n,))
    return [{name: among[min(int(place * len(among)), len(among) - 1)] for place, (name, among) in zip(row, values.items())}
            for row in _places(len(values), n, method, seed)]


class _Points:
    """The points that have been run, in the database's order; more of them make it grow.

    Rows of a sweep's points are a part of what it is, so a longer list is another sweep.  Its database is begun with the last
    point, takes the points that are there from the old one, and runs the others.
    """

    def __init__(self, names, out, objective, run):
        self.names, self.out, self.objective, self.run = names, os.fspath(out), objective, run
        self.rows, self.found, self.table = [], {}, None
        if os.path.exists(self.out):
            self.take(read_sweep(self.out))
            self.rows = [dict(zip(names, key)) for key in self.keys(self.table)]

    def keys(self, table):
        missing = [name for name in self.names if name not in table]
        if missing:
            raise Error('%s: is of a sweep without an axis %s: expected a new name' % (self.out, missing[0]))
        return list(zip(*(map(str, table[name]) for name in self.names)))

    def take(self, table):
        self.table = table
        if self.objective not in table:
            raise ValueError('objective %r: expected a column of the table' % self.objective)
        for key, value, status in zip(self.keys(table), table[self.objective], table.status):
            self.found[key] = float(value) if status == 'done' else NOT_DONE
        if len(self.found) != len(table):
            raise ValueError('%s: has several rows for a point, expected one value of each other axis' % self.out)

    def grow(self, points):
        new = {tuple(map(str, point.values())): point for point in points}
        new = [point for key, point in new.items() if key not in self.found]
        if not new:
            return
        self.rows += new
        if not os.path.exists(self.out):
            self.take(self.run(self.out, self.rows))
            return
        longer = self.out + '-longer'
        if os.path.exists(longer):
            os.remove(longer)
        self.run(longer, self.rows, part='%d/%d' % (len(self.rows), len(self.rows)))
        database = sqlite3.connect(longer)
        try:
            database.execute('ATTACH ? AS old', (self.out,))
            for table in ('point', 'counter', 'statistic', 'parameter'):
                database.execute('INSERT OR IGNORE INTO main.%s SELECT * FROM old.%s' % (table, table))
            database.commit()
        finally:
            database.close()
        table = self.run(longer, self.rows)
        os.replace(longer, self.out)
        self.take(table)

    def values(self, points):
        return [self.found[tuple(map(str, point.values()))] for point in points]


class _Spent(Exception):
    pass


def optimise(launch, out, axes, budget, objective='cycles', seed=0, **more):
    """The point with the least `objective`, among at most `budget` points that are run: by SciPy's differential evolution over
    whole numbers, a generation at once on all processors.  Where there are no more points than that, all of them are run.

    axes        as of `sample`
    objective   a column of the table, the less the better
    more        as of `sweep`: program, chip, warm, parameters ...; each has one value

    Every point is in the database `out`.  The same call goes on with one that is there: its points are not run again.
    """
    values, optimize = _values(axes), _scipy('optimize')
    if not isinstance(budget, int) or budget < 8:
        raise ValueError('budget %r: expected a whole number, 8 at least' % (budget,))

    def run(path, rows, part=None):
        here = more if part is None else {name: value for name, value in more.items() if name not in ('jobs', 'scheduler')}
        return sweep(launch, path, points=rows, part=part, **here)
    points, asked = _Points(list(values), out, objective, run), set()
    failed = []

    def point_at(places):
        return {name: among[min(max(int(round(place)), 0), len(among) - 1)] for place, (name, among) in zip(places, values.items())}

    def cost(columns):
        """Of a generation; SciPy gives a column for each point."""
        wanted = [point_at(column) for column in columns.T]
        for point in wanted:
            asked.add(tuple(map(str, point.values())))
            if len(asked) > budget:
                raise _Spent
        try:
            points.grow(wanted)
        except ValueError as error:  # which SciPy would give another name
            failed.append(error)
            raise _Spent from error
        return points.values(wanted)
    bounds = [(0, max(len(among) - 1, 1e-9)) for among in values.values()]
    space, restarts = math.prod(len(among) for among in values.values()), 0
    try:  # a population that has become one point begins anew, elsewhere
        while len(asked) < min(budget, space) and restarts < RESTARTS_MAX:
            first = _places(len(values), max(5, 4 * len(values)), 'sobol', seed + restarts) * [len(among) for among in values.values()] - 0.5
            optimize.differential_evolution(cost, bounds, init=first.clip(0), integrality=[True] * len(values), vectorized=True,
                                            updating='deferred', polish=False, seed=seed + restarts, maxiter=budget)
            restarts += 1
    except _Spent:
        pass
    if failed:
        raise failed[0]
    key = min(filter(asked.__contains__, points.found), key=points.found.get)  # of equal ones the first
    best = {name: next(value for value in among if str(value) == text) for (name, among), text in zip(values.items(), key)}
    if points.found[key] == NOT_DONE:
        raise Error('no point of %d was done; the table of %s says why' % (len(points.rows), points.out))
    return Optimum(best, points.found[key], points.table)
