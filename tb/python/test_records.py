#!/usr/bin/env python3
"""test_records.py - records of inputs in Python: read, made, written, as CSV and VCD.

usage: [B=build] test_records.py      (after `make python`)
"""
import io
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

    def test_a_table_gives_back_what_it_was_made_from(self):
        record = Record.read(self.a_run())
        inputs = Record('arbiter', [p for p in record.ports if p.name.startswith('i_')])
        for row in record.rows:
            inputs.add(**{p.name: row[p.name] for p in inputs.ports})
        text = io.StringIO()
        inputs.to_csv(text)
        text.seek(0)
        again = Record.from_csv('arbiter', text)
        self.assertEqual((again.ports, again.rows), (inputs.ports, inputs.rows))

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

    def test_a_wrong_table_is_told_with_its_line(self):
        for text, words in (('', 'T:1: expected names of inputs of arbiter'), ('i_grant\n0\n1,1\n', 'T:3: 2 cells: expected 1'),
                            ('i_grant\n0\n2\n', 'T:3: row 1: i_grant: expected 1 elements of 1 bits'),
                            ('i_grant\nx\n', "T:2: invalid literal for int() with base 0: 'x'"),
                            ('i_priority[5]\n', 'T:1: i_priority[5] is no input of arbiter: expected one of i_priority[0], ')):
            with self.assertRaises(wekiva.Refused) as caught:
                Record.from_csv('arbiter', io.StringIO(text), 'T')
            self.assertTrue(str(caught.exception).startswith(words), str(caught.exception))

    def test_a_damaged_one_is_refused(self):
        data = self.a_run().read_bytes()
        for wrong, words in ((data[:100], 'damaged'), (data[:200] + bytes([data[200] ^ 1]) + data[201:], 'damaged'),
                             (b'x' + data, 'not a record'), (data[:8] + b'\3' + data[9:], 'version 3')):
            (self.top / 'wrong.rec').write_bytes(wrong)
            with self.assertRaisesRegex(wekiva.Refused, words):
                Record.read(self.top / 'wrong.rec')

    def test_a_waveform_has_its_values(self):
        record = Record.read(self.a_run())
        with open(self.top / 'x.vcd', 'w', encoding='ascii') as file:
            record.to_vcd(file)
        vcd = vcd_tool.Vcd(str(self.top / 'x.vcd'), strict='ieee')
        code = [var.code for var in vcd.vars if var.name == 'i_number'][0]
        changes = [(time // 10, int(value, 2)) for time, of, value in vcd.events() if of == code]
        numbers = record['i_number']
        self.assertEqual(changes, [(i, n) for i, n in enumerate(numbers) if i == 0 or n != numbers[i - 1]])
        vcd.f.close()


if __name__ == '__main__':
    unittest.main()
