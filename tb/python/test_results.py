#!/usr/bin/env python3
"""test_results.py - what comes out of machines in Python: exports, buffers, memory, signals, statistics, counters, waveforms.

usage: [B=build] test_results.py      (after `make python`; needs numpy)

Expected values are those of the corpus, which its scripts computed, and of closed forms: the program `triple` gives 3 x + 1.
"""
import array
import pathlib
import tempfile
import unittest

import numpy

from kit import FADD, IN, KEYS, SAXPY, THREADS, TRIPLE, command, triple, wekiva


class Exports(unittest.TestCase):
    def test_they_are_the_closed_form(self):
        machine = triple().run()
        self.assertEqual(list(machine.exports), ['PIX0'])
        self.assertEqual(machine.exports.floats('PIX0').tolist(), [[3.0 * t + 1, 0.0, 0.0, 1.0] for t in range(THREADS)])
        self.assertEqual(machine.exports['PIX0'][0, 0], 0x3f800000)
        self.assertEqual(machine.exports.written('PIX0'), bytes([15]) * THREADS)
        self.assertEqual((machine.threads, machine.killed(5)), (THREADS, False))
        with self.assertRaises(KeyError):
            machine.exports['PIX1']

    def test_there_are_none_before_they_are_made(self):
        machine = triple()
        self.assertEqual((len(machine.exports), 'PIX0' in machine.exports), (0, False))

    def test_they_are_those_of_the_corpus(self):
        machine = wekiva.Machine(FADD).run()
        golden = numpy.fromfile('tb/corpus/llvm-rv770/fadd/golden.bin', numpy.float32).reshape(-1, 4)
        self.assertTrue(numpy.array_equal(machine.exports.floats('PIX0'), golden))
        self.assertEqual(machine.compare(), (True, True, 512, 0, ''))

    def test_a_wrong_result_is_told(self):
        keys = {**KEYS, 'expect': {'exports': [{'type': 'pixel', 'array_base': 0, 'compare': ['f32', 'skip', 'skip', 'skip']}],
                                   'file': 'golden.bin'}}
        golden = numpy.zeros((THREADS, 4), numpy.float32)
        golden[:, 0] = 3 * numpy.arange(THREADS) + 1
        golden[17, 0] = 0
        machine = wekiva.Machine(keys, wekiva.Program(TRIPLE), files={'in.bin': IN, 'golden.bin': golden}).run()
        compared = machine.compare()
        self.assertEqual((compared.match, compared.compared, compared.wrong), (False, THREADS, 1))
        self.assertIn('thread 17 PIX0.x: got', compared.first)

    def test_killed_threads(self):
        text = 'ALU BARRIER\n  0 x: KILLGT R1.x, R0.x, 9.0\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n'
        machine = wekiva.Machine({**KEYS, 'num_gprs': 2}, wekiva.Program(text), files={'in.bin': IN}).run()
        self.assertEqual([machine.killed(t) for t in range(THREADS)], [t > 9 for t in range(THREADS)])
        self.assertEqual(machine.exports['PIX0'][10, 0], 0)
        self.assertEqual((machine.strip(0), machine.strip(THREADS)), ('', None))

    def test_what_a_geometry_program_emits(self):
        """tb/corpus/geometry: a strip of three vertices in each thread."""
        folder = 'tb/corpus/geometry/'
        keys = {'wekiva': 1, 'program': folder + 'gs.asm', 'stage': 'gs', 'threads': 100, 'num_gprs': 7,
                'gprs': {'first': 0, 'count': 1, 'file': folder + 'triangle.bin'},
                'buffers': [{'name': 'esgs', 'file': folder + 'esgs.bin'}, {'name': 'gsvs', 'bytes': 4864}],
                'vertex_resources': [{'id': 0, 'buffer': 'esgs', 'stride': 48, 'format': '32_32_32_32_FLOAT'}],
                'memory_buffers': [{'target': 'ring', 'buffer': 'gsvs', 'item_dwords': 12}]}
        machine = wekiva.Machine(keys).run()
        self.assertEqual({machine.strip(t) for t in range(100)}, {'VVVC'})
        self.assertEqual(machine.buffers['gsvs'].tobytes(), pathlib.Path(folder + 'gsvs.bin').read_bytes())


class Inputs(unittest.TestCase):
    def run_with(self, data):
        machine = wekiva.Machine(KEYS, wekiva.Program(TRIPLE), files={'in.bin': data}, simds=1).run()
        return machine.exports.floats('PIX0').tolist()

    def test_arrays_of_every_kind_are_taken(self):
        numbers = numpy.frombuffer(IN, numpy.float32).reshape(THREADS, 4)
        wanted = self.run_with(IN)
        wide = numpy.zeros((THREADS, 8), numpy.float32)
        wide[:, ::2] = numbers
        for data in (bytearray(IN), memoryview(IN), array.array('f', numbers.ravel().tolist()), numbers, wide[:, ::2],
                     numpy.asfortranarray(numbers)):
            self.assertEqual(self.run_with(data), wanted)

    def test_wide_elements_are_refused(self):
        with self.assertRaisesRegex(ValueError, 'in.bin: elements of 64 bits: expected at most 32'):
            self.run_with(numpy.zeros((THREADS, 2)))


class Buffers(unittest.TestCase):
    def test_views_are_of_the_machines_own_bytes(self):
        machine = wekiva.Machine(SAXPY + 'launch.json', simds=1)
        view = numpy.frombuffer(machine.buffers['out'], numpy.float32)
        self.assertFalse(view.any())
        machine.run()
        self.assertEqual(view.tobytes(), pathlib.Path(SAXPY + 'golden.bin').read_bytes())
        self.assertFalse(view.flags.writeable or not machine.buffers['out'].readonly)
        self.assertEqual(sorted(machine.buffers), ['data0', 'data1', 'out'])

    def test_what_saxpy_computes(self):
        x, y = (numpy.fromfile(SAXPY + name, numpy.float32) for name in ('data0.bin', 'data1.bin'))
        a = numpy.fromfile(SAXPY + 'cb0.bin', numpy.float32)[0]
        out = numpy.frombuffer(wekiva.Machine(SAXPY + 'launch.json').run().buffers['out'], numpy.float32)
        self.assertTrue(numpy.allclose(out, a * x + y, rtol=1e-6))

    def test_memory_by_address(self):
        machine = wekiva.Machine({**KEYS, 'memory': [{'address': '0x135000', 'file': 'mem.bin'}]}, wekiva.Program(TRIPLE),
                                 files={'in.bin': IN, 'mem.bin': b'abcd'})
        self.assertEqual({address: view.tobytes() for address, view in machine.memory.items()}, {0x135000: b'abcd'})


class Signals(unittest.TestCase):
    def test_paths_are_those_of_the_waveform(self):
        machine = triple()
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'a.vcd')
            with machine.trace(path, lanes=True):
                machine.step()
            text = path.read_text(encoding='utf-8')
            with machine.trace(path):
                machine.step()
            short = path.read_text(encoding='utf-8')
        self.assertGreater(len(machine.signals), 1000)
        self.assertIn(' o_decode ', text)
        self.assertTrue('lane03' in text and 'lane03' not in short)
        self.assertEqual(len(set(machine.signals)), len(machine.signals))
        for path in machine.signals.find('gpu.simd0.cf_sequencer.*'):
            self.assertIn(path.rsplit('.', 1)[1], text)

    def test_registers_hold_what_the_program_wrote(self):
        """R0 of wavefront 0 is row 0 of the register file; its 64 lanes are the threads."""
        machine = triple().run()
        words = numpy.array([machine.signals['gpu.simd0.gpr_file.m_x[%d]' % row] for row in range(256)], numpy.uint32).view(numpy.float32)
        rows = [row for row in range(256) if list(words[row]) == [3.0 * t + 1 for t in range(64)]]
        self.assertEqual(len(rows), 1)
        path = 'gpu.simd0.gpr_file.m_x'
        whole = machine.signals[path]
        self.assertEqual((len(whole), whole[rows[0]]), (256, machine.signals['%s[%d]' % (path, rows[0])]))
        machine.signals[path + '[200][63]'] = 4711
        self.assertEqual((machine.signals[path][200][63], machine.signals[path][199]), (4711, whole[199]))
        self.assertEqual(machine.signals['%s[%d][7]' % (path, rows[0])], whole[rows[0]][7])
        self.assertEqual(numpy.uint32(whole[rows[0]][7]).view(numpy.float32), 22.0)

    def test_what_they_are(self):
        signal = triple().signal('gpu.simd0.gpr_file.m_x')
        self.assertEqual((signal.kind, signal.bits, signal.rows, signal.elements), ('memory', 32, 256, 64))
        self.assertTrue(signal.meaning and signal.type)
        self.assertEqual(triple().signals.at('gpu.simd0.cf_sequencer.o_decode').kind, 'register')

    def test_values_are_written_an_element_at_a_time(self):
        machine = triple()
        machine.step(10)
        machine.signals['gpu.simd0.gpr_file.m_x[3][5]'] = 0xdeadbeef
        self.assertEqual(machine.signals['gpu.simd0.gpr_file.m_x[3]'][4:7], [machine.signals['gpu.simd0.gpr_file.m_x[3][4]'], 0xdeadbeef,
                                                                            machine.signals['gpu.simd0.gpr_file.m_x[3][6]']])
        with self.assertRaisesRegex(TypeError, 'expected an index'):
            machine.signals['gpu.simd0.gpr_file.m_x[3]'] = 0
        for value in (1 << 32, -1, 1 << 64):
            with self.assertRaisesRegex(wekiva.OutOfRange, 'out of range'):
                machine.signals['gpu.simd0.gpr_file.m_x[3][5]'] = value
        with self.assertRaisesRegex(wekiva.NotWritable, 'i_decode_clk: driven by the machine'):
            machine.signals['gpu.simd0.cf_sequencer.i_decode_clk'] = 1

    def test_paths_that_are_none(self):
        machine = triple()
        with self.assertRaisesRegex(wekiva.NoSignal, "no signal 'gpu.nothing'"):
            machine.signals['gpu.nothing']
        with self.assertRaisesRegex(wekiva.OutOfRange, 'counted from 0'):
            machine.signals['gpu.simd0.gpr_file.m_x[256]']
        self.assertEqual((machine.signals.find('nothing*'), machine.signals.get('gpu.nothing')), ([], None))
        self.assertNotIn('gpu.nothing', machine.signals)
        try:
            machine.signals['gpu.nothing']  # pylint: disable=pointless-statement
        except wekiva.NoSignal as error:
            self.assertEqual(str(error), "no signal 'gpu.nothing': expected INSTANCE.NAME as in waveforms")

    def test_a_module_alone(self):
        with wekiva.Machine.module('predicate') as module:
            wires = module.signals.find('predicate.i_*')
            self.assertTrue(wires)
            module.signals[wires[0]] = 1
            self.assertEqual(module.signals[wires[0]], 1)
            self.assertTrue(module.step(3))
            self.assertEqual((module.cycle, module.threads, dict(module.statistics)), (3, 0, {}))
        with self.assertRaisesRegex(wekiva.Refused, 'predicate'):
            wekiva.Machine.module('nothing')


class Figures(unittest.TestCase):
    def test_statistics_are_the_commands(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'stats.csv')
            command('run', '--quiet', '--launch', FADD, '--stats', str(path))
            rows = [line.split(',')[:3] for line in path.read_text(encoding='utf-8').splitlines()[1:]]
        theirs = {'%s.%s' % (where, name): int(value) for where, name, value in rows}
        machine = wekiva.Machine(FADD).run()
        ours = machine.statistics
        self.assertEqual({name: ours[name] for name in theirs}, theirs)
        self.assertGreater(len(ours), 100)
        self.assertEqual((ours['gpu.cycles'], ours.units['gpu.cycles']), (machine.cycle, 'clocks'))
        self.assertIn('clock edges', ours.meanings['gpu.cycles'])

    def test_counters_have_amds_names(self):
        machine = triple(counters=True).run()
        counters = machine.counters
        expected = {'Wavefronts': 1, 'PSItemsIn': THREADS, 'ALUInsts': 1, 'CFInsts': 2, 'ALUPacking': 20, 'ThreadUtilization': 100,
                    'GPUTime': machine.cycle}
        self.assertEqual({name: counters[name] for name in expected}, expected)
        self.assertEqual((counters['gpu.simd0.ALUInsts'], counters.units['ALUPacking']), (1, '%'))
        self.assertNotIn('CacheHitL1', counters)
        self.assertEqual(counters.lacking['CacheHitL1'], 'there was nothing to count')

    def test_counters_that_were_not_kept(self):
        with self.assertRaisesRegex(wekiva.BadArgument, 'counters=True'):
            triple().counters  # pylint: disable=expression-not-assigned

    def test_parameters_are_numbers_and_names(self):
        parameters = triple(ic_miss_clk=77).parameters
        self.assertEqual((parameters['ic_miss_clk'], parameters['simds']), (77, 1))
        self.assertTrue(any(isinstance(value, str) for value in parameters.values()))


class Waveforms(unittest.TestCase):
    def test_they_are_the_commands_byte_for_byte(self):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = pathlib.Path(folder, 'ours.vcd'), pathlib.Path(folder, 'theirs.vcd')
            machine = wekiva.Machine(FADD)
            with machine.trace(ours, scope='gpu.simd0.*', watches=['w0.t17.R1.x']):
                machine.run()
            command('run', '-q', '--launch', FADD, '--trace', str(theirs), '--trace-scope', 'gpu.simd0.*', '--watch', 'w0.t17.R1.x')
            self.assertEqual(ours.read_bytes(), theirs.read_bytes())

    def test_what_cannot_be_written_is_refused(self):
        machine = triple()
        with self.assertRaises(wekiva.Refused):
            machine.trace_start('no/such/folder/a.vcd')
        with self.assertRaises(wekiva.Busy):
            machine.trace_stop()
        with self.assertRaisesRegex(wekiva.Refused, 'nothing_of_this'):
            machine.trace_start('a.vcd', scope='nothing_of_this')


if __name__ == '__main__':
    unittest.main()
