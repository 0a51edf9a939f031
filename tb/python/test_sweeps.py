#!/usr/bin/env python3
"""test_sweeps.py - sweeps from Python: points, tables, what is refused, what goes on after an interruption.

usage: [B=build] test_sweeps.py      (after `make python`; needs pandas)
"""
import pathlib
import signal
import sqlite3
import tempfile
import threading
import time
import unittest
import unittest.mock

from kit import FADD, cycles_of, wekiva


class Sweeps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = pathlib.Path(folder.name, 'x.db')

    def test_points_are_runs(self):
        table = wekiva.sweep(FADD, self.out, simds=1, ic_miss_clk=[40, 100], chip=['rv770', 'rv730'])
        self.assertEqual([list(row) for row in table[['chip', 'ic_miss_clk']].itertuples(index=False)],
                         [['rv770', 40], ['rv770', 100], ['rv730', 40], ['rv730', 100]])
        expected = [cycles_of('--launch', FADD, '--chip', chip, '--set', 'simds=1', '--set', 'ic_miss_clk=%s' % clocks)
                    for chip in ('rv770', 'rv730') for clocks in (40, 100)]
        self.assertEqual(list(table.cycles), expected)
        self.assertEqual((set(table.status), table.index.name), ({'done'}, 'point'))
        self.assertEqual(list(table['gpu.cycles']), expected)

    def test_a_table_is_the_database(self):
        wekiva.sweep(FADD, self.out, simds=1, ic_miss_clk=range(40, 60, 10))
        table = wekiva.read_sweep(str(self.out))
        with sqlite3.connect(self.out) as database:
            rows = database.execute('SELECT point, path, name, value FROM statistics').fetchall()
            hashes = [row[0] for row in database.execute('SELECT program_hash FROM point ORDER BY point')]
        database.close()
        self.assertGreater(len(rows), 200)
        for point, path, name, value in rows:
            self.assertEqual(table['%s.%s' % (path, name)][point], value)
        self.assertEqual(list(table.program_hash), hashes)

    def test_hashes_of_digits_alone_stay_texts(self):
        self.out.write_bytes(b'SQLite format 3\0')
        with unittest.mock.patch('wekiva.sweeps.command', return_value='point,program_hash,cycles\n0,0012345678901234,7\n'):
            table = wekiva.read_sweep(self.out)
        self.assertEqual((table.program_hash[0], table.cycles[0]), ('0012345678901234', 7))

    def test_values_are_lists_ranges_and_texts(self):
        table = wekiva.sweep('tb/corpus/hiding/launch.json', self.out, program=['tb/corpus/hiding/groups_5.asm', 'tb/corpus/hiding/groups_10.asm'],
                             threads='64..128:64', warm=True, parameters={'simds': 1, 'vc_hit_clk': (180, 380)}, jobs=2, max_cycles=10**6)
        self.assertEqual(len(table), 8)
        self.assertEqual(sorted(set(table.threads)), [64, 128])
        machine = wekiva.Machine('tb/corpus/hiding/launch.json', 'tb/corpus/hiding/groups_5.asm', simds=1, vc_hit_clk=180)
        self.assertLess(table.cycles.min(), machine.run().cycle)  # of a cold one
        self.assertEqual(sorted(set(table.program)), ['tb/corpus/hiding/groups_10.asm', 'tb/corpus/hiding/groups_5.asm'])

    def test_counters_are_columns(self):
        table = wekiva.sweep(FADD, self.out, simds=1, ic_miss_clk=[40, 400], counters=True)
        for point, clocks in enumerate(table.ic_miss_clk):
            machine = wekiva.Machine(FADD, simds=1, ic_miss_clk=clocks, counters=True).run()
            self.assertAlmostEqual(table['gpu.ALUBusy'][point], machine.counters['ALUBusy'], places=6)

    def test_keys_of_the_launch_are_axes(self):
        table = wekiva.sweep(FADD, self.out, simds=1, threads=2048, parameters={'launch.num_gprs': [8, 120]})
        self.assertEqual(list(table['launch.num_gprs']), [8, 120])
        self.assertEqual((set(table.status), set(table.compared)), ({'done'}, {0}))
        self.assertNotEqual(*table.cycles)  # so many registers leave room for two wavefronts
        with self.assertRaisesRegex(wekiva.Refused, 'did you mean "num_gprs"'):
            wekiva.sweep(FADD, self.out, parameters={'launch.num_gpr': 8})

    def test_what_no_machine_runs_is_a_row(self):
        table = wekiva.sweep(FADD, self.out, simds=1, max_cycles=100)
        self.assertEqual(list(table.status), ['cycle limit'])
        self.assertIn('not finished at cycle 100', table.message[0])

    def test_what_is_wrong_is_an_exception(self):
        for words, call in (('no_such', lambda: wekiva.sweep(FADD, self.out, no_such=1)),
                            ('none.json', lambda: wekiva.sweep('none.json', self.out))):
            with self.assertRaisesRegex(wekiva.Refused, words):
                call()
        with self.assertRaises(FileNotFoundError):
            wekiva.read_sweep(self.out)
        for text, words in (('this is no database', r'x.db: expected a file of results'), ('SQLite format 3\0', 'x.db')):
            self.out.write_text(text, encoding='utf-8')
            with self.assertRaisesRegex(wekiva.Refused, words):
                wekiva.read_sweep(self.out)

    def test_points_that_are_there_are_not_run_again(self):
        table = wekiva.sweep(FADD, self.out, simds=[1, 2])
        before = self.out.read_bytes()
        self.assertTrue(table.equals(wekiva.sweep(FADD, self.out, simds=[1, 2])))
        self.assertEqual(self.out.read_bytes(), before)

    def test_an_interrupted_sweep_goes_on(self):
        """The interrupt comes when the file is there, while another process may not read it."""
        launch, points = 'tb/corpus/llvm-rv770/fadd/launch.json', 2000
        more = {'simds': 1, 'ic_miss_clk': '1..%d' % points, 'jobs': 1}
        handler = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, handler)

        def interrupt():
            while not self.out.exists() or not self.out.stat().st_size:
                time.sleep(0.001)
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        watch = threading.Thread(target=interrupt)
        watch.start()
        try:
            wekiva.sweep(launch, self.out, **more)
            self.fail('it was not interrupted')
        except KeyboardInterrupt:
            pass
        watch.join()
        self.assertLess(self.points(), points)
        self.assertEqual(len(wekiva.sweep(launch, self.out, **more)), points)

    def points(self):
        database = sqlite3.connect('file:%s?mode=ro' % self.out, uri=True)
        count = database.execute('SELECT count(*) FROM point').fetchone()[0]
        database.close()
        return count


if __name__ == '__main__':
    unittest.main()
