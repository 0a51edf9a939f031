#!/usr/bin/env python3
"""test_records.py - records of inputs: in Python read, made and written; what `wekiva cosim --input --record` makes of them as
tables and waveforms, which other programs read and write.

usage: [B=build] test_records.py      (after `make python`)
"""
import csv
import pathlib
import sys
import tempfile
import unittest

from kit import command, wekiva
from wekiva.records import Port, Record

sys.path.insert(0, 'tb')
import vcd_tool  # noqa: E402


class Records(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)

    def a_run(self):
        path = self.top / 'run.rec'
        command('run', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--record', 'arbiter=arbiter_fetch=%s' % path)
        return path

    def test_one_of_a_run_is_read_and_written_as_it_was(self):
        path = self.a_run()
        record = Record.read(path)
        self.assertEqual((record.module, len(record), record.ports[1]), ('arbiter', 7125, Port('i_priority', 2, 5)))
        served = [number for granted, number in zip(record['i_grant'], record['i_number']) if granted]
        self.assertEqual(sorted(set(served)), list(range(8)))  # eight wavefronts fetch
        self.assertEqual(record['o_grants'][-1], len(served))  # which the module counts
        record.write(self.top / 'again.rec')
        self.assertEqual((self.top / 'again.rec').read_bytes(), path.read_bytes())

    def converted(self, module, source, name, *more):
        told = command('cosim', module, '--input', str(source), '--record', str(self.top / name), *more)
        self.assertEqual((told.returncode, told.stderr), (0, ''))
        return self.top / name

    def refused(self, module, source, words, *more):
        told = command('cosim', module, '--input', str(source), '--record', str(self.top / 'none.rec'), *more)
        self.assertEqual((told.returncode, told.stdout), (2, ''))
        self.assertRegex(told.stderr.replace(str(self.top) + '/', ''), words)

    def inputs(self, record):
        """Without registers, which a table of a module that looks at its ports alone does not give."""
        only = Record(record.module, [p for p in record.ports if p.name.startswith('i_')])
        for row in record.rows:
            only.add(**{p.name: row[p.name] for p in only.ports})
        return only

    def test_a_table_has_a_line_for_each_clock(self):
        record = Record.read(self.a_run())
        with open(self.converted('arbiter', self.top / 'run.rec', 'run.csv'), newline='', encoding='ascii') as file:
            table = list(csv.DictReader(file))
        self.assertEqual([row['rst'] for row in table], ['1'] + ['0'] * len(record))
        self.assertEqual([int(row['i_number'], 0) for row in table], record['i_number'])
        self.assertEqual([tuple(int(row['i_priority[%d]' % e], 0) for e in range(5)) for row in table], record['i_priority'])
        self.assertEqual([int(row['o_grants'], 0) for row in table], record['o_grants'])
        for end in ('csv', 'vcd'):
            self.converted('arbiter', self.top / 'run.rec', 'again.' + end)
            again = Record.read(self.converted('arbiter', self.top / ('again.' + end), 'again.rec'))
            self.assertEqual((again.ports, again.rows), (self.inputs(record).ports, self.inputs(record).rows))

    def test_a_table_of_one_s_own(self):
        """Another one's names, decimal and binary numbers, a reset that is low, a cell that is empty."""
        (self.top / 'own.csv').write_text('\ufeffup, winner ,i_priority[1]\r\n0,9,0\r\n"1",7,0b11\r\n\r\n1,,0x2\r\n', encoding='utf-8')
        names = '--map', 'up=!rst,winner=i_number'
        record = Record.read(self.converted('arbiter', self.top / 'own.csv', 'own.rec', *names))
        self.assertEqual((record['i_number'], record['i_priority']), ([9, 7, 7], [(0,) * 5, (0, 3, 0, 0, 0), (0, 2, 0, 0, 0)]))
        (self.top / 'own.csv').write_text('i_number\n5\n6\n', encoding='ascii')
        record = Record.read(self.converted('arbiter', self.top / 'own.csv', 'own.rec'))
        self.assertEqual(record['i_number'], [5, 5, 6])  # no rst: the first clock's straps are those at reset

    def test_shapes_are_the_model_s(self):
        record = Record('arbiter', ['i_number', 'i_priority'])
        self.assertEqual(record.ports, [Port('i_number', 32, 1), Port('i_priority', 2, 5)])
        record.add()
        record.add(i_number=7)
        record.add(i_priority=[0, 1, 2, 3, 0])
        self.assertEqual(record['i_number'], [0, 7, 7])
        for wrong in ({'i_number': 1 << 32}, {'i_priority': [4] * 5}, {'i_priority': [0]}, {'x': 1}):
            with self.assertRaises(wekiva.Refused):
                record.add(**wrong)

    def test_a_wrong_table_is_told_with_its_place(self):
        for text, words in (('', 'T.csv:1:1: error: expected names of inputs'),
                            ('i_grant\n0\n1,1\n', 'T.csv:3:3: error: more than 1 cells'),
                            ('i_grant, i_slot\n0,1\n1\n', 'T.csv:3:2: error: 1 cells: expected 2'),
                            ('i_slot,i_grant\n0, 2\n', "T.csv:2:4: error: '2': expected a number of 1 bit"),
                            ('i_grant\n0\n x\n', "T.csv:3:2: error: 'x': expected a number of 1 bit, decimal, 0x or 0b"),
                            ('i_number\n0x100000000\n', "T.csv:2:1: error: '0x100000000': expected a number of 32 bits"),
                            ('i_grant,i_priority[5]\n', r'T.csv:1:9: error: i_priority has 5 elements: expected i_priority\[0\] to'),
                            ('i_priority\n', 'T.csv:1:1: error: i_priority has 5 elements'),
                            ('i_grant,i_numbr\n', 'T.csv:1:9: error: i_numbr is no input of arbiter: did you mean i_number'),
                            ('i_grant,i_grant\n', 'T.csv:1:9: error: i_grant is there twice'),
                            ('rst,i_grant\n1,0\n0,0\n1,0\n', 'T.csv:4:1: error: rst is 1 once more'),
                            ('i_grant\n', 'T.csv: nothing to compare: expected values of at least one clock')):
            (self.top / 'T.csv').write_text(text, encoding='ascii')
            self.refused('arbiter', self.top / 'T.csv', words)

    def test_a_damaged_one_is_refused(self):
        data = self.a_run().read_bytes()
        for wrong, words in ((data[:100], 'damaged'), (data[:200] + bytes([data[200] ^ 1]) + data[201:], 'damaged'),
                             (b'x' + data, 'not a record'), (data[:8] + b'\3' + data[9:], 'version 3')):
            (self.top / 'wrong.rec').write_bytes(wrong)
            with self.assertRaisesRegex(wekiva.Refused, words):
                Record.read(self.top / 'wrong.rec')

    def test_a_waveform_has_its_values(self):
        record = Record.read(self.a_run())
        vcd = vcd_tool.Vcd(str(self.converted('arbiter', self.top / 'run.rec', 'x.vcd')), strict='ieee')
        code = [var.code for var in vcd.vars if var.name == 'i_number'][0]
        changes = [(time // 10, int(value, 2)) for time, of, value in vcd.events() if of == code]
        numbers = record['i_number']
        self.assertEqual(changes, [(i, n) for i, n in enumerate(numbers) if i == 0 or n != numbers[i - 1]])
        vcd.f.close()

    HEAD = """$timescale 1ps $end
$scope module bench $end
$var wire 1 c ck $end
$scope module dut $end
$var wire 10 p level [9:0] $end
$var reg 32 n winner [31:0] $end
$var wire 1 r up $end
$upscope $end
$upscope $end
$enddefinitions $end
"""

    def wave(self, changes, name='T.vcd', head=HEAD):
        (self.top / name).write_text(head + changes, encoding='ascii')
        return self.top / name

    NAMES = '--map', 'ck=clk,up=!rst,level=i_priority,winner=i_number'

    def test_a_waveform_of_another_simulator(self):
        """What changes with the edge is the next clock's; digits on the left may be missing; x before the reset's end is none."""
        source = self.wave('#0\n0c\nbx p\nbx n\n0r\n#5\n1c\n#10\n0c\nb1100000001 p\n#15\n1c\n1r\nb10 n\n#20\n0c\n'
                           '#25\n1c\nb111 n\n#26\nb11 n\n#30\n0c\nb10 p\n#35\n1c\nb1 p\n#40\n0c\n')
        record = Record.read(self.converted('arbiter', source, 'own.rec', *self.NAMES))
        self.assertEqual(record['i_number'], [0, 2, 3])
        self.assertEqual(record['i_priority'], [(1, 0, 0, 0, 3), (1, 0, 0, 0, 3), (2, 0, 0, 0, 0)])

    def test_a_waveform_of_a_run_is_its_record(self):
        command('run', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--trace', str(self.top / 'run.vcd'), '--trace-lanes',
                '--record', 'arbiter=arbiter_even=%s' % (self.top / 'run.rec'))
        record = self.inputs(Record.read(self.top / 'run.rec'))
        again = Record.read(self.converted('arbiter', self.top / 'run.vcd', 'again.rec', '--scope', 'gpu.simd0.arbiter_even'))
        self.assertEqual(again.rows[1:len(again.rows)], [{p.name: row[p.name] for p in again.ports} for row in record.rows[1:len(again.rows)]])
        self.assertGreater(len(again), len(record) - 2)
        self.assertIn(5, [p.elements for p in again.ports])

    def test_a_wrong_waveform_is_told_with_its_place(self):
        good = '#0\n0c\n1r\nb0 n\nb0 p\n#5\n1c\n#10\n0c\nb1x0 n\n#15\n1c\n'
        self.refused('arbiter', self.wave(good), 'T.vcd:20:1: error: bench.dut.winner has an x or z at the rising edge of time 15, clock 2',
                     *self.NAMES)
        self.refused('arbiter', self.wave(good), 'T.vcd: has no input of arbiter: expected the names of --template, or --map')
        self.refused('arbiter', self.wave(good), 'T.vcd: has no input of arbiter in the scope bench$', *self.NAMES, '--scope', 'bench')
        self.refused('arbiter', self.wave(good), 'T.vcd: has no clk of one bit in the scope bench.dut or around it', '--map', 'winner=i_number')
        self.refused('arbiter', self.wave(good, head=self.HEAD.replace('wire 10', 'wire 9')),
                     'T.vcd:5:1: error: bench.dut.level has 9 bits: expected 10 bits: 5 elements of 2 bits', *self.NAMES)
        self.refused('arbiter', self.wave(good.replace('b1x0 n', '0r') + '#20\n0c\n#25\n1c\n'), 'T.vcd: at time 15 rst is 1 once more|T.vcd: at time 25',
                     *self.NAMES)
        twice = self.HEAD.replace('$upscope $end\n', '$upscope $end\n$scope module core $end\n$var wire 32 m winner $end\n'
                                  '$var wire 10 q level $end\n$upscope $end\n', 1)
        self.refused('arbiter', self.wave(good, head=twice), 'in bench.(dut and in bench.core|core and in bench.dut): expected one of them with --scope',
                     *self.NAMES)


if __name__ == '__main__':
    unittest.main()
