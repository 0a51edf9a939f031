#!/usr/bin/env python3
"""test_machine.py - machines in Python: made, clocked, stopped, called back, interrupted, freed; what is refused.

usage: [B=build] test_machine.py      (after `make python`)
"""
import gc
import json
import pathlib
import signal
import tempfile
import threading
import unittest

from kit import FADD, IN, KEYS, NO_INPUT, SAXPY, TRIPLE, cycles_of, endless, triple, wekiva


def resident():
    """KiB of memory that this process has."""
    with open('/proc/self/status', encoding='utf-8') as file:
        return next(int(line.split()[1]) for line in file if line.startswith('VmRSS:'))


class Clock(unittest.TestCase):
    def test_cycles_are_the_commands(self):
        for settings, given in (({}, ()), ({'simds': 1}, ('--set', 'simds=1')), ({'chip': 'rv730'}, ('--chip', 'rv730')),
                                ({'parameters': {'ic_miss_clk': 40}, 'simds': 1}, ('--set', 'simds=1', '--set', 'ic_miss_clk=40'))):
            with wekiva.Machine(FADD, **settings) as machine:
                self.assertEqual(machine.run().cycle, cycles_of('--launch', FADD, *given), settings)
                self.assertEqual(machine.state, 'finished')

    def test_steps_are_clock_edges_and_tell_the_end(self):
        machine, whole = triple(), triple().run().cycle
        self.assertEqual((machine.cycle, machine.state), (0, 'running'))
        self.assertTrue(machine.step())
        self.assertEqual(machine.cycle, 1)
        self.assertTrue(machine.step(whole - 2))
        self.assertFalse(machine.step(1000))
        self.assertEqual(machine.cycle, whole)
        self.assertFalse(machine.step())
        self.assertEqual(machine.run().cycle, whole)

    def test_a_limit_is_an_exception_after_which_it_goes_on(self):
        machine = triple()
        with self.assertRaisesRegex(wekiva.CycleLimit, 'not finished at the limit'):
            machine.run(100)
        self.assertEqual(machine.cycle, 100)
        machine.run(10000)
        self.assertEqual(machine.cycle, triple().run().cycle)

    def test_a_program_that_breaks_a_rule_stops(self):
        text = 'ALU BARRIER\n  0 x: ADD R0.x, R0.x, R1.x\n    y: ADD R0.y, R2.x, R3.x\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n'
        machine = wekiva.Machine({**NO_INPUT, 'num_gprs': 4}, wekiva.Program(text), simds=1)
        with self.assertRaisesRegex(wekiva.Stopped, 'ISA 4.7.7') as raised:
            machine.run()
        self.assertEqual((raised.exception.line, raised.exception.column), (3, 5))
        self.assertEqual(machine.state, 'stopped')
        self.assertIn(raised.exception.text, str(raised.exception))
        with self.assertRaises(wekiva.Stopped):
            machine.step()

    def test_host_threads_change_nothing(self):
        self.assertEqual(wekiva.Machine(FADD, jobs=2).run().snapshot(), wekiva.Machine(FADD).run().snapshot())

    def test_it_goes_back_in_time(self):
        machine = triple()
        machine.keep_history()
        machine.step(200)
        before = machine.snapshot()
        machine.run()
        machine.go_back_to(200)
        self.assertEqual((machine.cycle, machine.snapshot()), (200, before))
        with self.assertRaisesRegex(wekiva.BadArgument, 'not there yet'):
            machine.go_back_to(10000)

    def test_snapshots_continue_in_another_machine(self):
        one, other = triple(), triple()
        one.step(300)
        other.restore(one.snapshot())
        self.assertEqual(other.cycle, 300)
        self.assertEqual(other.run().snapshot(), one.run().snapshot())
        with self.assertRaises(wekiva.Refused):
            other.restore(b'no snapshot')

    def test_who_stands_still_is_told(self):
        machine = wekiva.Machine(FADD)
        machine.step(100)
        machine.standing()
        machine.step(40)
        self.assertIn('it waits for a line of the CF instruction cache', machine.standing()[1])

    def test_caches_forget(self):
        cold = wekiva.Machine(SAXPY + 'launch.json', simds=1).run().cycle
        machine = wekiva.Machine(SAXPY + 'launch.json', simds=1)
        machine.every(1, lambda machine: machine.invalidate('vertex', 'l2'))
        self.assertGreaterEqual(machine.run().cycle, cold)
        with self.assertRaises(KeyError):
            machine.invalidate('instruction')


class Events(unittest.TestCase):
    DECODE = 'gpu.simd0.cf_sequencer.o_decode'

    def rises(self):
        """Cycles in which the signal is 1 and was 0, by steps; the last one."""
        machine, cycles, before = triple(), [], 0
        while machine.step():
            now = machine.signals[self.DECODE]
            cycles += [machine.cycle] * (now and not before)
            before = now
        return cycles, machine.cycle

    def test_a_run_stops_where_an_expression_begins_to_hold(self):
        cycles, end = self.rises()
        machine, seen, called = triple(), [], []
        machine.every(100, lambda machine: called.append(machine.cycle))
        while machine.run_until('cf_sequencer.o_decode == 1'):
            seen.append(machine.cycle)
        self.assertEqual((seen, machine.cycle, machine.state), (cycles, end, 'finished'))
        self.assertGreater(len(seen), 1)
        self.assertEqual(called, list(range(100, end + 1, 100)))

    def test_limits_and_stops(self):
        cycles, _ = self.rises()
        machine = triple()
        with self.assertRaises(wekiva.CycleLimit):
            machine.run_until('cf_sequencer.o_decode', cycles[0] - 1)
        self.assertEqual(machine.cycle, cycles[0] - 1)
        self.assertTrue(machine.run_until('cf_sequencer.o_decode', cycles[0]))
        machine.at(cycles[0] + 1, lambda machine: machine.stop())
        self.assertFalse(machine.run_until('cycle == 100000'))
        self.assertEqual(machine.cycle, cycles[0] + 1)

    def test_one_that_is_wrong_is_refused_with_its_column(self):
        machine = triple()
        with self.assertRaisesRegex(wekiva.Refused, 'no_such') as raised:
            machine.run_until('cf_sequencer.o_decode && no_such.o_signal')
        self.assertTrue(raised.exception.column or 'column' in str(raised.exception), str(raised.exception))
        self.assertEqual(machine.cycle, 0)


class Callbacks(unittest.TestCase):
    def test_they_come_at_their_cycles_in_order(self):
        machine, seen = triple(), []
        for cycle in (70, 0, 70, 17):
            machine.at(cycle, lambda machine, number=len(seen): seen.append(machine.cycle))
        machine.every(200, lambda machine: seen.append(-machine.cycle))
        machine.at(100000, seen.append)
        end = machine.run().cycle
        self.assertEqual(seen, [0, 17, 70, 70] + [-cycle for cycle in range(200, end + 1, 200)])

    def test_what_they_see_is_what_steps_see(self):
        path, seen = 'gpu.simd0.cf_sequencer.o_decode', []
        machine, other = triple(), triple()
        machine.every(1, lambda machine: seen.append(machine.signals[path]))
        machine.run()
        stepped = []
        while len(stepped) < len(seen):
            other.step()
            stepped.append(other.signals[path])
        self.assertEqual(seen, stepped)
        self.assertIn(1, seen)

    def test_stop_ends_a_run_that_goes_on_later(self):
        machine = triple()
        machine.at(123, lambda machine: machine.stop())
        self.assertIs(machine.run(), machine)
        self.assertEqual((machine.cycle, machine.state), (123, 'running'))
        machine.run()
        self.assertEqual(machine.cycle, triple().run().cycle)

    def test_they_may_clock_the_machine(self):
        machine, seen = triple(), []
        machine.at(50, lambda machine: (machine.step(25), seen.append(machine.cycle)))
        machine.at(60, lambda machine: seen.append(machine.cycle))
        end = machine.run().cycle
        self.assertEqual((seen, end), ([60, 75], triple().run().cycle))
        machine = triple()
        machine.at(50, lambda machine: machine.run())
        self.assertEqual(machine.run(60).state, 'finished')

    def test_cycles_that_are_left_out_make_no_call(self):
        ahead, machine, seen = triple(), triple(), []
        ahead.step(300)
        machine.at(50, seen.append)
        machine.every(120, lambda machine: seen.append(machine.cycle))
        machine.restore(ahead.snapshot())
        machine.run()
        self.assertEqual(seen, list(range(360, machine.cycle + 1, 120)))

    def test_an_exception_passes_and_leaves_the_machine_in_its_cycle(self):
        machine = triple()
        machine.at(99, lambda machine: 1 / 0)
        with self.assertRaises(ZeroDivisionError):
            machine.run()
        self.assertEqual(machine.cycle, 99)
        machine.run()

    def test_times_that_are_none_are_refused(self):
        machine = triple()
        machine.step(10)
        with self.assertRaisesRegex(ValueError, 'cycle 9 is past: the machine is at 10'):
            machine.at(9, print)
        with self.assertRaisesRegex(ValueError, 'expected 1 or more'):
            machine.every(0, print)


class Threads(unittest.TestCase):
    def test_an_interrupt_ends_a_run_and_leaves_the_machine_whole(self):
        """It comes from another thread, when that one is told that the machine is in use."""
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
        self.addCleanup(signal.signal, signal.SIGINT, before)
        machine, started = endless(), threading.Event()

        def interrupt():
            started.wait()
            while True:
                try:
                    machine.cycle  # pylint: disable=pointless-statement
                except wekiva.Busy:
                    break
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        worker = threading.Thread(target=interrupt)
        worker.start()
        machine.at(1 << 15, lambda _: started.set())
        with self.assertRaises(KeyboardInterrupt):
            machine.run(1 << 23)
        worker.join()
        self.assertIn(machine.cycle, range(1 << 15, 1 << 23))
        self.assertTrue(machine.step())

    def test_another_thread_is_told_who_has_the_machine_and_may_stop_it(self):
        machine, said = endless(), []
        worker = threading.Thread(target=machine.run, name='the run')
        worker.start()
        while not said:
            try:
                machine.step()
            except wekiva.Busy as busy:
                said.append(str(busy))
        while worker.is_alive():
            machine.stop()
            worker.join(0.01)
        self.assertEqual(said, ['the machine is in use by thread the run: one thread at a time'])
        self.assertEqual(machine.state, 'running')

    def test_machines_of_one_launch_run_beside_each_other(self):
        launch, program, cycles = wekiva.Launch(KEYS, {'in.bin': IN}), wekiva.Program(TRIPLE), []
        workers = [threading.Thread(target=lambda: cycles.append(wekiva.Machine(launch, program, counters=True).run().counters['PSItemsIn']))
                   for _ in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        self.assertEqual(cycles, [64.0] * 8)


class Life(unittest.TestCase):
    def test_a_closed_machine_says_so(self):
        with triple() as machine:
            pass
        self.assertEqual(repr(machine), '<wekiva.Machine: closed>')
        for use in (machine.run, lambda: machine.cycle, lambda: machine.signals['gpu.dispatcher.o_launch'], lambda: len(machine.exports)):
            with self.assertRaisesRegex(wekiva.Busy, 'closed'):
                use()
        machine.close()

    def test_a_thousand_machines_leave_nothing(self):
        """Closed by `with`, or dropped, without the help of the garbage collector."""
        launch, program = wekiva.Launch(KEYS, {'in.bin': IN}), wekiva.Program(TRIPLE)

        def some(count):
            for number in range(count):
                machine = wekiva.Machine(launch, program, simds=1, counters=number % 2)
                machine.at(3, lambda machine: None)
                with machine if number % 3 else triple() as other:
                    other.run()
                    other.exports.floats('PIX0')
                    other.signals['gpu.simd0.cf_sequencer.o_decode']
                    len(other.statistics)
        gc.collect()
        gc.disable()
        self.addCleanup(gc.enable)
        some(50)
        before = resident()
        some(1000)
        self.assertLess(resident() - before, 8 << 10)  # a machine has more than 1 MiB

    def test_a_thousand_launches_and_programs_leave_nothing(self):
        text = pathlib.Path('tb/corpus/kernels/sha256/prog.o').read_bytes()

        def some(count):
            for _ in range(count):
                wekiva.Launch({**NO_INPUT, 'buffers': [{'name': 'a', 'file': 'a.bin'}]}, {'a.bin': bytes(1 << 15)})
                wekiva.Program(text)
                for _ in range(80):
                    wekiva.expand('dmul R1.xy, R0, R2')
        some(50)
        before = resident()
        some(1000)
        self.assertLess(resident() - before, 4 << 10)

    def test_what_views_look_at_stays(self):
        machine = wekiva.Machine(SAXPY + 'launch.json', simds=1).run()
        view = machine.buffers['out']
        expected = pathlib.Path(SAXPY + 'golden.bin').read_bytes()
        machine.close()
        del machine
        gc.collect()
        [triple().run() for _ in range(20)]
        self.assertEqual(view.tobytes(), expected)

    def test_programs_and_launches_may_go(self):
        launch, program = wekiva.Launch(KEYS, {'in.bin': bytearray(IN)}), wekiva.Program(TRIPLE.encode().rstrip())
        machine = wekiva.Machine(launch, program)
        del launch, program
        gc.collect()
        self.assertEqual(machine.run().exports.floats('PIX0')[63, 0], 190.0)


class Refused(unittest.TestCase):
    def refused(self, words, call, kind=wekiva.Refused):
        with self.assertRaisesRegex(kind, words) as raised:
            call()
        return raised.exception

    def test_parameters(self):
        self.refused('simds=21: simds is 21, expected 1..20', lambda: triple(simds=21))
        self.refused('no_such=1: unknown chip parameter', lambda: triple(no_such=1))
        self.refused('rv999', lambda: triple(chip='rv999'))
        self.refused('jobs|threads', lambda: triple(jobs=0), wekiva.BadArgument)
        self.assertIsInstance(self.refused('simds', lambda: triple(simds=0)), ValueError)

    def test_programs_by_file_line_and_column(self):
        error = self.refused('MOVV', lambda: wekiva.Program('ALU BARRIER\n  0 x: MOVV R0.x, 1.0\n', name='mine.s'))
        self.assertEqual((error.file, error.line, error.column), ('mine.s', 2, 8))
        self.assertEqual(str(error), 'mine.s:2:8: ' + error.text)
        self.refused('none.s: No such file|No such file', lambda: wekiva.Program.load('none.s'))
        self.refused('', lambda: wekiva.Program(TRIPLE, chip='nv30'))

    def test_launches(self):
        error = self.refused('threds', lambda: wekiva.Launch({**KEYS, 'threds': 1}, {'in.bin': IN}))
        self.assertEqual(error.file, 'launch')
        self.refused('in.bin', lambda: wekiva.Launch(KEYS))
        self.refused('in.bin', lambda: wekiva.Launch(KEYS, {'in.bin': IN[:-4]}))
        self.refused('No such file', lambda: wekiva.Launch(pathlib.Path('none.json')))
        self.refused('no program', lambda: wekiva.Machine(NO_INPUT))
        with self.assertRaisesRegex(TypeError, 'a dict'):
            wekiva.Launch(FADD, {'in.bin': IN})

    def test_a_path_of_a_program_is_read_for_the_chip(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'triple.s')
            path.write_text(TRIPLE, encoding='utf-8')
            self.assertEqual(wekiva.Machine(NO_INPUT, path, simds=1).run().state, 'finished')
            self.refused('', lambda: wekiva.Machine(NO_INPUT, path, chip='r580'))

    def test_a_fetch_program_takes_the_place_of_the_launchs(self):
        folder = pathlib.Path('tb/corpus/llvm-rv770/vs_params')
        keys = json.loads((folder / 'launch.json').read_text(encoding='utf-8'))
        fetch = folder / keys.pop('fetch_shader')
        machine = wekiva.Machine(wekiva.Launch(keys, name=str(folder / 'x.json')), fetch_program=fetch).run()
        self.assertTrue(machine.compare().expected and machine.compare().match)
        with self.assertRaises(wekiva.Error):
            wekiva.Machine(wekiva.Launch(keys, name=str(folder / 'x.json'))).run()

    def test_other_machines(self):
        for name in ('r580', 'nv30'):
            path = 'tb/corpus/designs/%s.json' % name
            machine = wekiva.Machine(path)
            self.assertEqual(machine.run().cycle, cycles_of('--launch', path))
            self.assertTrue(machine.compare().match)
            counted = wekiva.Machine(path, counters=True).run()
            self.assertEqual(counted.counters['Time'], machine.cycle)

    def test_macros(self):
        self.assertIn('R1.x', wekiva.expand('dmov R1, R2'))
        self.refused('a macro', lambda: wekiva.expand('MOV R1.x, R0.x'))


if __name__ == '__main__':
    unittest.main()
