"""spread.py - the points of a sweep on the workers of Dask's scheduler (python3-distributed), and back into one database.

A task is some points, which a worker runs by the command into a database of its own, whose bytes are the task's result.  Dask
gives the tasks of a worker that is lost to another one.  What arrives is merged by the command, which has each point once.
"""
import contextlib
import os
import sqlite3
import tempfile

from .library import Error
from .sweeps import command

TASKS_A_THREAD = 8                  # a slow task, or a lost worker, delays the end by little
NO_POINTS = '16777216/16777216'        # the last of as many parts as a sweep can have points: the database gets its axes


def _missing(path):
    """The points that a database lacks, and how many the sweep has."""
    database = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
    try:
        total = int(database.execute("SELECT value FROM sweep WHERE key = 'points'").fetchone()[0])
        there = {row[0] for row in database.execute('SELECT point FROM point')}
    finally:
        database.close()
    return [point for point in range(total) if point not in there], total


def _task(call, folder, points, total):
    """On a worker."""
    if not os.path.isdir(folder):
        raise Error('%s is not on this worker: expected a folder that all workers see' % folder)
    with tempfile.TemporaryDirectory() as own:
        out = os.path.join(own, 'x.db')
        for point in points:
            call.run(out, '--jobs', '1', '--part', '%d/%d' % (point + 1, total), folder=folder)
        with open(out, 'rb') as file:
            return file.read()


@contextlib.contextmanager
def _client(scheduler):
    try:
        import distributed  # pylint: disable=import-outside-toplevel
    except ImportError as error:
        raise Error("Dask is missing: expected Debian's python3-distributed") from error
    if isinstance(scheduler, distributed.Client):
        yield scheduler, distributed.as_completed
        return
    with distributed.Client(scheduler, set_as_default=False) as client:
        yield client, distributed.as_completed


def _merge(out, databases):
    """Into the file what has arrived."""
    with tempfile.TemporaryDirectory() as own:
        paths = [os.path.join(own, '%d.db' % number) for number in range(len(databases))]
        for path, data in zip(paths, databases):
            with open(path, 'wb') as file:
                file.write(data)
        command('--quiet', '--merge', out, *paths)


def spread(call, out, scheduler):
    out = os.fspath(out)
    call.run(out, '--part', NO_POINTS)
    points, total = _missing(out)
    if not points:
        return
    with _client(scheduler) as (client, as_completed):
        tasks = min(len(points), TASKS_A_THREAD * max(1, sum(client.nthreads().values())))
        futures = [client.submit(_task, call, os.getcwd(), points[first::tasks], total, pure=False) for first in range(tasks)]
        try:
            for batch in as_completed(futures, loop=client.loop, with_results=True).batches():
                _merge(out, [data for _, data in batch])
        finally:
            client.cancel(futures)
    left, _ = _missing(out)
    if left:
        raise Error('%s: %d of %d points did not come back, the first one is %d' % (out, len(left), total, left[0]))
