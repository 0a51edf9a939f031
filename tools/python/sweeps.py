"""sweeps.py - sweeps by the command, `wekiva sweep`, and their databases as tables of pandas."""
import collections
import contextlib
import csv
import io
import os
import subprocess
import tempfile

from .library import COMMAND, Error, Refused

WRONG_USAGE = 2
MAGIC = b'SQLite format 3\0'


def _words(values):
    """The values of an axis as the command takes them: one, several, or a text that may be a range ("64..2048:64")."""
    if isinstance(values, (str, os.PathLike, int)):
        values = [values]
    return ','.join(str(os.fspath(value) if isinstance(value, os.PathLike) else value) for value in values)


def command(*arguments, folder=None):
    """What `wekiva sweep` prints.  Combinations that were refused, stopped or not finished are rows, and no exception."""
    child = subprocess.Popen([COMMAND, 'sweep', *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                             cwd=folder)
    try:
        output, errors = child.communicate()
    except BaseException:
        child.terminate()  # finished points are kept
        child.communicate()
        raise
    if child.returncode == WRONG_USAGE:
        raise Refused(errors.strip())
    if child.returncode < 0 or child.returncode > 128:
        raise Error('wekiva sweep ended with status %d: %s' % (child.returncode, errors.strip()))
    return output


def _option(name, value):
    return [] if value is None else [name, str(value)]


@contextlib.contextmanager
def _file_of(points):
    """The option for a file of these points, which lives as long as the command."""
    if points is None:
        yield []
        return
    with tempfile.NamedTemporaryFile('w', suffix='.csv', newline='', encoding='utf-8') as file:
        writer = csv.DictWriter(file, list(points[0]))
        writer.writeheader()
        writer.writerows(points)
        file.flush()
        yield ['--points', file.name]


class Call(collections.namedtuple('Call', 'options points programs')):
    """A sweep without its file and the way it is run; `points` are rows or None.  It goes to other processes as it is."""

    def run(self, out, *more, folder=None):
        with _file_of(self.points) as given:
            command('--quiet', '--out', os.fspath(out), *self.options, *given, *more, '--', *self.programs, folder=folder)


def sweep(launch, out, *, program=None, chip=None, threads=None, parameters=None, warm=False, counters=False, max_cycles=None, jobs=None, points=None,
          part=None, scheduler=None, **settings):
    """Every combination of the values, each on a machine of its own, as many at once as there are processors (`jobs`); the table.

    launch, program, chip   paths or presets, one or a list
    threads                 numbers, in place of the launch's
    parameters, and any other keyword: values of a chip parameter, one, a list, a range, or a text like "64..2048:64"; in
                            `parameters` also of "launch.KEY", a key of the launch file: {"launch.num_gprs": [4, 8]}
    warm                    each point runs twice, and the second time counts
    counters                AMD's counters (docs/counters.md) are columns, too, "gpu.ALUBusy"; slower
    max_cycles              a point ends at this cycle
    points                  axes whose values go together: a list of dicts, as `sample` makes it, or a table of pandas
    part                    "K/N": only each Nth point, from the Kth on
    scheduler               the address of Dask's scheduler or a Client of it: the points run on its workers, which see the same files

    `out` is the database (docs/sweep.md).  Points that are in it are not run again, so a sweep that was interrupted goes on.
    """
    options = ['--launch', _words(launch)]
    for option, values in (('--chip', chip), ('--threads', threads), ('--max-cycles', max_cycles)):
        if values is not None:
            options += [option, _words(values)]
    for name, values in {**(parameters or {}), **settings}.items():
        options += ['--set', '%s=%s' % (name, _words(values))]
    rows = None if points is None else points.to_dict('records') if hasattr(points, 'to_dict') else [dict(point) for point in points]
    if rows == []:
        raise ValueError('points: expected at least one')
    programs = [] if program is None else [program] if isinstance(program, (str, os.PathLike)) else program
    call = Call([*options, *['--warm'] * bool(warm), *['--counters'] * bool(counters)], rows, [*map(os.fspath, programs)])
    if scheduler is None:
        call.run(out, *_option('--jobs', jobs), *_option('--part', part))
    elif jobs is not None or part is not None:
        raise ValueError('scheduler: expected no jobs and no part beside it: the workers say how many points run at once')
    else:
        from .spread import spread  # pylint: disable=import-outside-toplevel
        spread(call, out, scheduler)
    return read_sweep(out)


def read_sweep(path):
    """A sweep's database as a table of pandas: a row for each point; a column for each axis, `status`, `cycles` and so on, and each
    statistic by instance and name."""
    import pandas  # pylint: disable=import-outside-toplevel
    with open(path, 'rb') as file:
        if file.read(len(MAGIC)) != MAGIC:
            raise Refused('expected a file of results of `wekiva sweep`, a database of SQLite', os.fspath(path))
    texts = dict.fromkeys(('status', 'message', 'chip', 'program_hash', 'program', 'launch'), 'string')
    return pandas.read_csv(io.StringIO(command(os.fspath(path), '--csv', '-')), index_col='point', dtype=texts)
