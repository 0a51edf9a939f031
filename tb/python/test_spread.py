#!/usr/bin/env python3
"""test_spread.py - sweeps on the workers of Dask's scheduler, started as its manual says, on the loopback.

usage: [B=build] test_spread.py      (after `make python`; needs pandas and python3-distributed)
"""
import importlib.util
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings

from kit import BUILD, FADD, wekiva

POINTS = 48
AXIS = {'simds': 1, 'ic_miss_clk': range(40, 40 + POINTS)}
WAIT = 60  # seconds


def until(holds, what):
    end = time.monotonic() + WAIT
    while not holds():
        if time.monotonic() > end:
            raise AssertionError('%s: not within %d seconds' % (what, WAIT))
        time.sleep(0.02)


@unittest.skipUnless(importlib.util.find_spec('distributed'), 'python3-distributed is not installed')
class Spread(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / 'x.db'
        self.address_file = self.folder / 'scheduler.json'
        self.start('dask-scheduler', '--host', '127.0.0.1', '--port', '0', '--no-dashboard', '--scheduler-file', str(self.address_file))
        until(self.address_file.exists, 'the scheduler')

    def start(self, *words, **variables):
        """One of Dask's two commands, of the Python that runs this; it ends with the test."""
        module = words[0].replace('-', '_')
        child = subprocess.Popen([sys.executable, '-m', 'distributed.cli.' + module, *words[1:]], cwd=self.folder, stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL, start_new_session=True,
                                 env={**os.environ, 'PYTHONPATH': os.path.join(BUILD, 'python'), **variables})
        self.addCleanup(child.wait)
        self.addCleanup(child.kill)
        return child

    def worker(self, name, **variables):
        return self.start('dask-worker', '--scheduler-file', str(self.address_file), '--nthreads', '1', '--no-nanny', '--no-dashboard',
                          '--name', name, '--local-directory', str(self.folder), **variables)

    def client(self, workers):
        import distributed  # pylint: disable=import-outside-toplevel
        warnings.simplefilter('ignore', DeprecationWarning)  # of tornado's names in distributed
        client = distributed.Client(scheduler_file=str(self.address_file), set_as_default=False)
        self.addCleanup(client.close)
        client.wait_for_workers(workers, timeout=WAIT)
        return client

    def alone(self):
        """The bytes of the database that one process makes."""
        out = self.folder / 'alone.db'
        wekiva.sweep(FADD, out, jobs=1, **AXIS)
        return out.read_bytes()

    def test_a_worker_that_is_killed_loses_and_repeats_no_point(self):
        """It is killed while it runs a task: it has stopped in the middle of it."""
        self.worker('lives')
        dies = self.worker('dies')
        client = self.client(2)
        address = next(key for key, value in client.scheduler_info()['workers'].items() if value['name'] == 'dies')
        lost = []

        def kill():
            until(lambda: client.processing().get(address), 'a task of the worker')
            dies.send_signal(signal.SIGSTOP)
            lost.extend(client.processing()[address])
            dies.send_signal(signal.SIGKILL)
        self.addCleanup(lambda: killer.join(WAIT))
        killer = threading.Thread(target=kill)
        killer.start()
        table = wekiva.sweep(FADD, self.out, scheduler=client, **AXIS)
        killer.join()
        self.assertTrue(lost)
        self.assertEqual(dies.wait(WAIT), -signal.SIGKILL)
        self.assertEqual(list(table.index), list(range(POINTS)))
        with sqlite3.connect(self.out) as database:
            self.assertEqual(database.execute('SELECT count(*), count(DISTINCT point) FROM point').fetchone(), (POINTS, POINTS))
        database.close()
        self.assertEqual(self.out.read_bytes(), self.alone())

    def test_points_that_are_there_are_not_run_again_and_addresses_will_do(self):
        self.worker('one')
        client = self.client(1)
        wekiva.sweep(FADD, self.out, part='1/2', **AXIS)
        points = [{'ic_miss_clk': value} for value in (40, 50)]
        wekiva.sweep(FADD, self.folder / 'rows.db', points=points, simds=1, scheduler=client.scheduler.address)
        self.assertEqual(list(wekiva.read_sweep(self.folder / 'rows.db').ic_miss_clk), [40, 50])
        with sqlite3.connect(self.out) as database:  # what would be found if it were run again: the command refuses two of a kind
            database.execute("UPDATE point SET message = 'kept' WHERE point = 2")
        database.close()
        table = wekiva.sweep(FADD, self.out, scheduler=client.scheduler.address, **AXIS)
        self.assertEqual((len(table), table.message[2]), (POINTS, 'kept'))
        self.assertTrue(table.equals(wekiva.sweep(FADD, self.out, scheduler='tcp://127.0.0.1:9', **AXIS)))  # whole: no scheduler is asked

    @unittest.skipUnless(importlib.util.find_spec('scipy'), 'python3-scipy is not installed')
    def test_a_search_runs_its_points_there(self):
        self.worker('one')
        client = self.client(1)
        best = wekiva.optimise(FADD, self.out, {'ic_miss_clk': (40, 43)}, budget=8, simds=1, scheduler=client)
        self.assertEqual((best.value, sorted(best.table.ic_miss_clk)), (best.table.cycles.min(), [40, 41, 42, 43]))

    def test_what_is_wrong_is_an_exception(self):
        self.worker('one')
        client = self.client(1)
        with self.assertRaisesRegex(ValueError, 'expected no jobs and no part'):
            wekiva.sweep(FADD, self.out, scheduler=client, jobs=2)
        with self.assertRaisesRegex(wekiva.Refused, 'no_such'):
            wekiva.sweep(FADD, self.out, scheduler=client, no_such=1)


if __name__ == '__main__':
    unittest.main()
