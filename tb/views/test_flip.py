#!/usr/bin/env python3
"""test_flip.py - `wekiva run --flip` and `wekiva avf`: what an inverted bit does is told by hand for a program made for it,
by waveforms that vcd_tool.py reads, and by each other: a run from its first clock on against a campaign's copies.

usage: WEKIVA=build/wekiva python3 tb/views/test_flip.py      (from the project's root)
"""
import csv
import filecmp
import io
import json
import math
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CYCLE = 10  # units of time
MATMUL = ['--launch', 'tb/corpus/kernels/matmul/launch.json', '--set', 'simds=1']
THREADS, LANE, GROUPS = 64, 17, 40
REGISTER = 'gpu.simd0.gpr_file.m_x.row001.lane%02d' % LANE
ONE = 0x3f800000
CLASSES = ['masked', 'other time', 'wrong', 'hang', 'rule broken', 'undefined']

# R1.x is 1.0, for long, and then R0.x; between them a clause on R2 alone, and a row of the stack in use.
PROGRAM = '\n'.join(
    ['ALU @set BARRIER', 'ALU_PUSH_BEFORE @long BARRIER', 'POP @next POP_COUNT(1) BARRIER', 'next: ALU @get BARRIER',
     'EXPORT_DONE PIX0, R0.xyzw EOP BARRIER', 'set:', '0 x: MOV R1.x, 1.0', '  y: MOV R1.y, 0.5', 'long:'] +
    ['%d x: ADD R2.x, R2.x, 1.0' % group for group in range(GROUPS)] +
    ['get:', '0 x: MOV R0.x, R1.x', '  y: MOV R0.y, R1.y', '  z: MOV R0.z, 1.0', '  w: MOV R0.w, 1.0']) + '\n'
LAUNCH = {'wekiva': 1, 'program': 'program.asm', 'stage': 'ps', 'threads': THREADS, 'num_gprs': 5, 'stack_size': 2}


def wekiva(*arguments, status=None):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert status is None or done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


def changes(path, names):
    """Of these signals (time, name, value), as the file has them."""
    vcd = Vcd(path, strict=True)
    codes = {}
    for variable in vcd.vars:
        if variable.path in names:
            codes.setdefault(variable.code, []).append(variable.path)
    found = [(time // CYCLE, name, None if 'x' in value else int(value, 2))
             for time, code, value in vcd.events() for name in codes.get(code, ())]
    vcd.f.close()
    assert {name for _, name, _ in found} == set(names), (names, path)
    return found


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        with open(cls.path('program.asm'), 'w', encoding='utf-8') as file:
            file.write(PROGRAM)
        with open(cls.path('launch.json'), 'w', encoding='utf-8') as file:
            json.dump(LAUNCH, file)
        cls.launch = ['--launch', cls.path('launch.json'), '--set', 'simds=1']

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)


class Flip(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        start = 'gpu.simd0.cf_sequencer.o_start_alu'
        export = 'gpu.simd0.cf_sequencer.o_start_export'
        wekiva('run', *cls.launch, '--trace', cls.path('clean.vcd'), '--trace-lanes', '--trace-scope',
               ','.join([REGISTER, start, export]), status=0)
        seen = changes(cls.path('clean.vcd'), [REGISTER, start, export])
        cls.written = next(cycle for cycle, name, value in seen if name == REGISTER and value == ONE)
        cls.clauses = [cycle for cycle, name, value in seen if name == start and value]
        cls.export = next(cycle for cycle, name, value in seen if name == export and value)
        assert len(cls.clauses) == 3

    def exports(self, *flips, status=0):
        """The words of every thread, and the clocks of the run."""
        out = self.path('out')
        arguments = [word for flip in flips for word in ('--flip', flip)]
        wekiva('run', *self.launch, '-q', '--out', out, *arguments, status=status)
        with open(os.path.join(out, 'exports.bin'), 'rb') as file:
            words = struct.unpack('<%dI' % (4 * THREADS), file.read())
        with open(os.path.join(out, 'result.json'), encoding='utf-8') as file:
            return [list(words[4 * thread:4 * thread + 4]) for thread in range(THREADS)], json.load(file)['cycles']

    def changed(self, cycle):
        return self.exports('%s:0@%d' % (REGISTER, cycle))[0][LANE][0] != ONE

    def test_a_bit_of_a_register_that_is_read_later_is_that_bit_of_the_export(self):
        clean, cycles = self.exports()
        self.assertEqual(clean, [[ONE, 0x3f000000, ONE, ONE]] * THREADS)
        for bit in (0, 13, 22, 31):
            expected = [list(words) for words in clean]
            expected[LANE][0] ^= 1 << bit
            self.assertEqual(self.exports('%s:%d@%d' % (REGISTER, bit, self.clauses[1] + 100)), (expected, cycles))

    def test_a_flip_before_the_write_is_masked_and_one_in_the_clock_that_shows_it_is_not(self):
        self.assertFalse(self.changed(self.written - 1))
        self.assertTrue(self.changed(self.written))

    def test_a_flip_behind_the_last_read_is_masked(self):
        low, high = self.clauses[2], self.export  # changed, not changed
        self.assertTrue(self.changed(low))
        self.assertFalse(self.changed(high))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.changed(middle) else (low, middle)
        self.assertEqual([self.changed(cycle) for cycle in range(low - 3, low + 5)], [True] * 4 + [False] * 4)

    def test_a_register_of_a_thread_lies_where_its_wavefront_does(self):
        at = self.clauses[1] + 100
        self.assertEqual(self.exports('w0.t%d.R1.x:9@%d' % (LANE, at)), self.exports('%s:9@%d' % (REGISTER, at)))
        done = wekiva('run', *self.launch, '-q', '--flip', 'w0.t17.R1.x:9@0', status=2)
        self.assertEqual(done.stderr, 'wekiva: --flip w0.t17.R1.x:9@0: the wavefront is not there in cycle 0, so nothing was '
                         'inverted\n')

    def test_the_same_bit_twice_in_one_clock_is_no_flip(self):
        flip = '%s:5@%d' % (REGISTER, self.clauses[1])
        self.assertNotEqual(self.exports(flip), self.exports())
        self.assertEqual(self.exports(flip, flip), self.exports())

    def test_two_bits_and_two_clocks_are_flipped(self):
        words, _ = self.exports('%s:3@%d' % (REGISTER, self.clauses[1] + 9), '%s:7@%d' % (REGISTER, self.clauses[1]))
        self.assertEqual(words[LANE][0], ONE ^ 0x88)

    def test_a_counter_of_the_stack_breaks_its_rule(self):
        done = wekiva('run', *self.launch, '--flip', 'cf_state.m_stack_rows.row000:12@%d' % (self.clauses[1] - 50), status=1)
        self.assertIn('the stack has no more than STACK_SIZE entries (ISA 3.6.5)', done.stderr)

    def test_a_clause_outstanding_that_there_is_not_is_waited_for(self):
        done = wekiva('run', *self.launch, '--flip', 'wave_table.m_alu.row000:0@%d' % (self.clauses[0] - 50), '--max-cycles',
                      20000, status=3)
        self.assertIn('it waits for 1 ALU clause', done.stderr)

    def test_a_state_without_meaning_is_said_to_be_one(self):
        done = wekiva('run', *self.launch, '--flip', 'wave_table.m_phase.row000:0@1', status=1)
        self.assertIn('wekiva: --flip has led to a state for which the model says nothing', done.stderr)

    def test_a_snapshot_and_threads_change_nothing(self):
        flip = '%s:4@%d' % (REGISTER, self.clauses[1] + 100)
        whole = self.exports(flip)
        wekiva('run', *self.launch, '-q', '--save-snapshot', '%s@%d' % (self.path('snap'), self.clauses[1] + 50), status=0)
        wekiva('run', *self.launch, '-q', '--load-snapshot', self.path('snap'), '--flip', flip, '--out', self.path('rest'),
               status=0)
        self.assertTrue(filecmp.cmp(self.path('out/exports.bin'), self.path('rest/exports.bin'), shallow=False))
        self.assertEqual(whole[0][LANE][0], ONE ^ 0x10)

    def test_a_waveform_shows_it(self):
        cycle = self.clauses[1] + 100
        row = 'flip.' + REGISTER.replace('.', '_') + '_bit4'
        wekiva('run', *self.launch, '-q', '--trace', self.path('flip.vcd'), '--trace-lanes', '--trace-scope',
               REGISTER + ',flip', '--flip', '%s:4@%d' % (REGISTER, cycle), status=0)
        self.assertEqual(changes(self.path('flip.vcd'), [row]), [(0, row, 0), (cycle, row, 1), (cycle + 1, row, 0)])
        self.assertEqual([(at, value) for at, _, value in changes(self.path('flip.vcd'), [REGISTER]) if at >= self.written],
                         [(self.written, ONE), (cycle, ONE ^ 0x10)])
        with open(self.path('flip.gtkw'), encoding='utf-8') as file:
            text = file.read()
        self.assertIn('-flipped bits', text)
        self.assertRegex(text, r'\n\*-[\d.]+ %d ' % (cycle * 1000))

    def test_what_is_wrong_is_one_line(self):
        for flip, message in (
                ('gpr_fil.m_x.row1.lane03:0@1', 'no signal is called gpr_fil.m_x.row1.lane03; did you mean gpu.simd0.gpr_file.m_x?'),
                (REGISTER + ':32@1', REGISTER + ':32@1: ' + REGISTER + ' has 32 bits: expected bit 0 to 31'),
                ('wave_table.m_fetches.row000:1@1', 'has one bit: expected bit 0'),
                ('issue_even.i_base:0@1', 'is a wire: expected a register (o_, r_) or a memory (m_)'),
                ('predicate_even.i_quarter:0@1', 'is a wire: expected gpu.simd0.write_back.o_s2_quarter, whose value it has'),
                ('w0.t17.R5.x:0@900', 'expected a wavefront, a thread, a register and an element, w0.t0.R0.x to w0.t63.R4.w'),
                ('w0.t17.R1.x:32@900', 'w0.t17.R1.x has 32 bits: expected bit 0 to 31'),
                ('gpr_file:7', 'gpr_file:7: expected SIGNAL:BIT@CYCLE, as gpr_file.m_x.row0.lane00:31@120'),
                (REGISTER + ':0@x', 'expected SIGNAL:BIT@CYCLE'), (REGISTER + ':@1', 'expected SIGNAL:BIT@CYCLE'),
                (':1@1', 'expected SIGNAL:BIT@CYCLE'), (REGISTER + ':-1@1', 'expected SIGNAL:BIT@CYCLE'),
                (REGISTER + ':1@99999', '--flip %s:1@99999: the run ended at cycle ' % REGISTER)):
            done = wekiva('run', *self.launch, '-q', '--flip', flip, status=2)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
            self.assertTrue(done.stderr.startswith('wekiva: --flip '), done.stderr)
        for other in (['--last', 5, '--trace', self.path('x.vcd')], ['--replace', 'arbiter']):
            self.assertIn('with it', wekiva('run', *self.launch, '--flip', REGISTER + ':0@1', *other, status=2).stderr)


class Campaign(Case):
    def campaign(self, *arguments, name='flips.csv'):
        """Rows of the table, and the flips."""
        done = wekiva('avf', *arguments, '--csv', self.path(name), status=0)
        rows = {}
        for line in done.stdout.splitlines()[2:]:
            row = re.fullmatch(r'(.*?) +(\d+) +(\d+)((?: +\d+){6}) +([\d.]+) +([\d.]+) to +([\d.]+)', line)
            rows[row[1]] = {'bits': int(row[2]), 'flips': int(row[3]), 'of': [int(n) for n in row[4].split()],
                            'share': [float(row[n]) for n in (5, 6, 7)]}
        with open(self.path(name), encoding='utf-8', newline='') as file:
            return rows, list(csv.DictReader(file)), done

    def class_of(self, launch, flip, clean, limit):
        """The class of a run from its first clock on, by its exit status, files and clocks."""
        out = self.path('one')
        done = wekiva('run', *launch, '-q', '--flip', flip, '--out', out, '--max-cycles', limit)
        if 'the model says nothing' in done.stderr:
            return 'undefined', None
        with open(os.path.join(out, 'result.json'), encoding='utf-8') as file:
            result = json.load(file)
        if done.returncode == 3:
            return 'hang', result['cycles']
        if result['status'] == 'stopped':
            return 'rule broken', result['cycles']
        names = [os.path.relpath(os.path.join(folder, name), clean) for folder, _, files in os.walk(clean) for name in files
                 if name.endswith('.bin') or name == 'threads.json']
        if any(not filecmp.cmp(os.path.join(clean, name), os.path.join(out, name), shallow=False) for name in names):
            return 'wrong', result['cycles']
        with open(os.path.join(clean, 'result.json'), encoding='utf-8') as file:
            same = json.load(file)['cycles'] == result['cycles']
        return 'masked' if same else 'other time', result['cycles']

    def agree(self, launch, *arguments):
        """Each flip of a campaign is what a run of it alone is; how many there are of each class."""
        clean = self.path('clean')
        shutil.rmtree(clean, ignore_errors=True)
        wekiva('run', *launch, '-q', '--out', clean, status=0)
        _, flips, done = self.campaign(*launch, *arguments)
        limit = int(re.search(r'a hang is not finished at (\d+)', done.stdout)[1])
        for flip in flips:
            alone, cycles = self.class_of(launch, flip['flip'], clean, limit)
            self.assertEqual((flip['flip'], flip['class']), (flip['flip'], alone), flip)
            self.assertEqual(flip['cycles'], '' if cycles is None else str(cycles), flip)
        return {name: sum(flip['class'] == name for flip in flips) for name in CLASSES}

    def test_a_flip_is_of_the_class_of_a_run_from_the_first_clock_on(self):
        counts = self.agree(MATMUL, '--signals', '*.clause0*,*.rotation,*.predicate_*', '--flips', 25)
        for name in CLASSES:
            self.assertTrue(counts[name], counts)

    def test_machines_of_pixels_have_flips_too(self):
        for machine in ('r580', 'nv30'):
            counts = self.agree(['--launch', 'tb/corpus/designs/%s.json' % machine], '--flips', 8)
            self.assertTrue(counts['masked'] and counts['wrong'], (machine, counts))

    def test_launches_at_once_have_results_each(self):
        counts = self.agree(['--launch', 'tb/corpus/together/launch.json'], '--signals', '*.simd*.gpr_file', '--by', 'instance',
                            '--flips', 4)
        self.assertTrue(counts['masked'], counts)

    def test_processes_change_nothing_and_the_seed_does(self):
        for number, arguments in enumerate((['--jobs', 1], ['--jobs', 2], ['--jobs', 5], ['--jobs', 2, '--seed', 2])):
            self.campaign(*MATMUL, '--signals', '*.gpr_file,*.rotation,*.clause0*', '--flips', 7, *arguments,
                          name='%d.csv' % number)
        for number, same in ((1, True), (2, True), (3, False)):
            self.assertEqual(filecmp.cmp(self.path('0.csv'), self.path('%d.csv' % number), shallow=False), same)

    def test_flips_of_a_row_do_not_depend_on_other_rows(self):
        _, both, _ = self.campaign(*MATMUL, '--signals', '*.gpr_file,*.rotation', '--flips', 5)
        _, one, _ = self.campaign(*MATMUL, '--signals', '*.gpr_file', '--flips', 5)
        self.assertEqual([flip for flip in both if flip['block'] == 'gpr_file'], one)

    def test_the_table_adds_up_and_its_intervals_are_wilsons(self):
        rows, flips, _ = self.campaign(*MATMUL, '--signals', '*.gpr_file,*.predicate_*,*.rotation', '--flips', 15)
        total = rows.pop('all, by bits')
        z = 1.959963984540054
        spread = [0, 0, 0]
        for name, row in rows.items():
            self.assertEqual(row['of'], [sum(flip['class'] == of for flip in flips if flip['block'] == name) for of in CLASSES])
            self.assertEqual(row['flips'], 15)
            n, p = 15, sum(row['of'][2:]) / 15
            # The roots q of |p - q| = z sqrt(q (1 - q) / n).
            a, b, c = 1 + z * z / n, -2 * p - z * z / n, p * p
            roots = [(-b + sign * math.sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (-1, 1)]
            for got, want in zip(row['share'], [p, *roots]):
                self.assertAlmostEqual(got, 100 * want, delta=0.051)
            weight = row['bits'] / total['bits']
            spread[0] += weight * p
            spread[1] += (weight * (p - roots[0])) ** 2
            spread[2] += (weight * (roots[1] - p)) ** 2
        self.assertEqual(total['bits'], sum(row['bits'] for row in rows.values()))
        for got, want in zip(total['share'], [spread[0], spread[0] - math.sqrt(spread[1]), spread[0] + math.sqrt(spread[2])]):
            self.assertAlmostEqual(got, 100 * want, delta=0.051)

    def test_bits_are_those_of_the_list_of_signals(self):
        """256 rows of 64 lanes of 32 bits, four times; no counter of statistics is among them."""
        rows, flips, _ = self.campaign(*MATMUL, '--signals', '*.gpr_file', '--flips', 30, '--by', 'signal')
        rows.pop('all, by bits')
        self.assertEqual({name: row['bits'] for name, row in rows.items()},
                         {'gpu.simd0.gpr_file.m_' + element: 256 * 64 * 32 for element in 'xyzw'})
        self.assertEqual({flip['block'] for flip in flips}, set(rows))
        for flip in flips:
            self.assertRegex(flip['flip'], re.escape(flip['block']) + r'\.row[0-9]{3}\.lane[0-9]{2}:[0-9]+@[0-9]+$')

    def test_the_local_data_share_is_a_result_where_it_is_asked_for(self):
        launch = ['--launch', 'tb/corpus/compute/matrix_lds/launch.json', '--set', 'simds=1', '--signals', '*.lds', '--flips', 20]
        _, without, _ = self.campaign(*launch)
        _, also, _ = self.campaign(*launch, '--lds')
        self.assertEqual([flip['flip'] for flip in without], [flip['flip'] for flip in also])
        share = [flip for flip in also if flip['message'].startswith('local data share')]
        self.assertTrue(share)
        for flip, other in zip(without, also):
            self.assertEqual(other if flip['class'] == 'wrong' or other not in share else flip['class'],
                             other if flip['class'] == 'wrong' or other not in share else 'masked')

    def test_what_is_wrong_is_one_line(self):
        for arguments, message in (
                ([], '--launch is missing'), ([*MATMUL, '--flips', 0], '--flips'), ([*MATMUL, '--by', 'bit'], 'expected block'),
                ([*MATMUL, '--flips', 100000], 'rows: expected 1000000 in all at most'),
                ([*MATMUL, '--signals', '*.gpr'], '--signals *.gpr matches no register and no memory'),
                (['--launch', 'tb/cli/row.json'], 'launches: expected one launch for faults, or several at once'),
                (['--launch', 'tb/corpus/designs/nv30.json', '--lds'], '--lds: this chip has no local data share'),
                ([*MATMUL, '--csv', self.path('no/such')], 'no/such')):
            done = wekiva('avf', *arguments, status=2 if arguments else None)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stderr.count('\n'), 1, done.stderr)
        self.assertIn('without a flip: not finished at cycle 100', wekiva('avf', *MATMUL, '--max-cycles', 100, status=3).stderr)

    def test_the_table_or_the_list_goes_to_the_standard_output(self):
        done = wekiva('avf', *MATMUL, '--signals', '*.rotation', '--flips', 3, '--csv', '-', status=0)
        self.assertEqual([len(row) for row in csv.reader(io.StringIO(done.stdout))], [5] * 4)


if __name__ == '__main__':
    unittest.main()
