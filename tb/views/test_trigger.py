#!/usr/bin/env python3
"""test_trigger.py - `wekiva run --trigger` and `--last`, beside a waveform of the whole run that vcd_tool.py reads.

usage: WEKIVA=build/wekiva python3 tb/views/test_trigger.py      (from the project's root)

The conditions are written a second time here, over the values of that waveform.
"""
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CYCLE = 10  # units of time
DEMO = ['--launch', 'tb/demo/launch.json', '--set', 'simds=1']
ISSUE, STALL = 'gpu.simd0.issue_even.', 'gpu.simd0.arbiter_even.o_stall'


def wekiva(*arguments, status=0):
    done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == status, (arguments, done.returncode, done.stderr)
    return done


class Changes:
    """What changes at each time, by name; no value (x) is None."""

    def __init__(self, path):
        vcd, self.at = Vcd(path, strict=True), {}
        names = {}
        for variable in vcd.vars:
            names.setdefault(variable.code, []).append(variable.path)
        for time, code, value in vcd.events():
            for name in names[code]:
                self.at.setdefault(time, {})[name] = None if 'x' in value else int(value, 2)
        vcd.f.close()
        self.problems, self.end = vcd.problems, vcd.end_time

    def cycles(self, *names):
        """The values of these signals in each cycle."""
        now, found = {}, []
        for time in range(0, self.end, CYCLE):
            now.update({name: value for name, value in self.at.get(time, {}).items() if name in names})
            found.append(tuple(now[name] for name in names))
        return found[:max(time for time in self.at if time % CYCLE == 0) // CYCLE + 1]


def begins(holds):
    return [cycle for cycle, now in enumerate(holds) if now and not (cycle and holds[cycle - 1])]


class Trigger(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.whole = cls.of('whole.vcd')

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def of(cls, name, *options, launch=None, status=0):
        """The waveform of a run, or None."""
        path = cls.path(name)
        cls.said = wekiva('run', *(launch or DEMO), '--trace', path, *options, status=status)
        if path.endswith('.fst'):
            with open(path + '.vcd', 'w', encoding='ascii') as text:
                subprocess.run(['fst2vcd', path], stdout=text, check=True)
            path += '.vcd'
        return Changes(path) if os.path.exists(path) else None

    def is_part(self, part, whole, windows):
        """The cycles of these windows are those of the whole, and there is nothing else."""
        self.assertEqual(part.problems, [])
        state, when, open_ = {}, sorted(whole.at), False
        for (first, last), before in zip(windows, [None] + windows):
            if before:
                gap = part.at.pop((before[1] + 1) * CYCLE)
                self.assertEqual((set(gap), set(gap.values())), (set(state), {None}))
            for time in [t for t in when if t < first * CYCLE]:
                state.update(whole.at[time])
            state.update(whole.at.get(first * CYCLE, {}))
            self.assertEqual(part.at.pop(first * CYCLE), state)
            for time in range(first * CYCLE + CYCLE // 2, (last + 1) * CYCLE, CYCLE // 2):
                self.assertEqual(part.at.pop(time, None), whole.at.get(time), time)
        self.assertEqual(part.at, {})

    def check(self, expression, holds, before=20, after=30, count=1, name='part.vcd'):
        events = begins(holds)[:count]
        self.assertEqual((len(events), count > 0), (count, True), 'the condition begins to hold often enough')
        windows = []
        for event in events:
            first, last = max(event - before, 0), min(event + after, len(holds) - 1)
            if windows and first <= windows[-1][1] + 1:
                windows[-1] = (windows[-1][0], last)
            else:
                windows.append((first, last))
        options = ['--trigger', expression, '--before', before, '--after', after] + (['--count', count] if count > 1 else [])
        part = self.of(name, *options)
        told = re.search(r'triggered in cycle ([0-9, ]+)', self.said.stdout).group(1).split(', ')
        self.assertEqual([int(cycle) for cycle in told], events[:8])
        self.is_part(part, self.whole, windows)
        return windows

    def test_an_address(self):
        values = self.whole.cycles(ISSUE + 'o_address')
        wanted = sorted({value for value, in values})[3]
        self.check('issue_even.o_address == 0x%x' % wanted, [value == wanted for value, in values])
        self.check('%so_address==%d' % (ISSUE, wanted), [value == wanted for value, in values], 0, 0)

    def test_a_name_of_an_enumeration(self):
        with open(self.path('whole.waves/stall_t.txt'), encoding='ascii') as file:
            names = {int(line.split(' ', 1)[0], 16): line.rstrip('\n').split('?')[-1] for line in file if line[0] != '#'}
        values = [names[value] for value, in self.whole.cycles(STALL)]
        self.assertIn(' ', ''.join(names.values()))
        for name in sorted(set(values)):
            holds = [value == name for value in values]
            self.check('arbiter_even.o_stall == "%s"' % name, holds, 5, 9, min(len(begins(holds)), 8))
            if re.fullmatch('[a-z ]+', name):
                self.check('arbiter_even.stall==%s' % name.replace(' ', '_'), holds, 1, 1)

    def test_operators_and_edges(self):
        values = self.whole.cycles(ISSUE + 'o_reading', ISSUE + 'i_number', STALL, ISSUE + 'o_address')
        before, addresses = [values[0]] + values[:-1], sorted({now[3] for now in values[3000:]})
        least, most = addresses[0], addresses[-2]
        for expression, holds in (
                ('rise(issue_even.o_reading) && number>=3 && !(number == 4)',
                 [not was[0] and now[0] and now[1] >= 3 and now[1] != 4 for was, now in zip(before, values)]),
                ('fall(issue_even.o_reading) || cycle == 50',
                 [was[0] and not now[0] or cycle == 50 for cycle, (was, now) in enumerate(zip(before, values))]),
                ('changed(arbiter_even.o_stall) && issue_even.o_reading != 0',
                 [was[2] != now[2] and now[0] for was, now in zip(before, values)]),
                ('issue_even.o_address > 0x%x && address <= 0b%s && cycle >= 3000' % (least, bin(most)[2:]),
                 [least < now[3] <= most and cycle >= 3000 for cycle, now in enumerate(values)]),
                ('!issue_even.o_reading && cycle < 40', [not now[0] and cycle < 40 for cycle, now in enumerate(values)])):
            holds = [bool(hold) for hold in holds]
            with self.subTest(expression):
                self.check(expression, holds, 12, 7, min(len(begins(holds)), 5))

    def check_all(self, launch, whole, kinds):
        """Of each instance a signal of each kind that changes, and counters in between: the clocks in which it does."""
        changes = {}
        for time in sorted(whole.at):
            for name in whole.at[time]:
                changes.setdefault(name, []).append(time // CYCLE)
        chosen = {}
        for name, cycles in changes.items():
            module, last = name.rsplit('.', 1)
            if last[:2] in kinds and not name.startswith('gpu.view') and len(cycles) > 3:
                chosen.setdefault((module, last[:2], len(cycles) > 500), name)
        self.assertGreater(len(chosen), 60)
        for (_, _, often), name in chosen.items():
            cycles = changes[name][1:]
            middle = cycles[len(cycles) // 2]
            self.assertEqual(self.told(launch, 6, 'changed(%s) && cycle >= %d' % (name, middle - 1)),
                             [cycle for cycle in cycles if cycle >= middle - 1 and (cycle - 1 not in cycles or cycle == middle - 1)][:6], name)
            self.assertEqual(self.told(launch, 6, 'changed(%s)' % name), [cycle for cycle in cycles if cycle - 1 not in cycles][:6], name)
            value = whole.at[middle * CYCLE][name]
            if often:
                first = min(cycle for cycle in changes[name] if whole.at[cycle * CYCLE][name] >= value)
                self.assertEqual(self.told(launch, 1, '%s >= %d' % (name, value)), [first], name)
        end = changes['gpu.cycle'][-1]
        for cycle in range(37, end, end // 20):
            self.assertEqual(self.told(launch, 1, 'cycle == %d' % cycle), [cycle])

    def told(self, launch, count, expression):
        """The clocks that are told of, of a small waveform."""
        said = wekiva('run', *launch, '--trace', self.path('all.vcd'), '--trace-scope', 'gpu.simd0.cf_sequencer', '--before', 0,
                      '--after', 0, '--count', count, '--trigger', expression).stdout
        return [int(cycle) for cycle in re.search(r'triggered in cycle ([0-9, ]+)', said).group(1).split(', ')]

    def test_a_stall_that_lasts(self):
        values = [value for value, in self.whole.cycles(STALL)]
        lengths, last = [], 0
        for cycle, value in enumerate(values):
            last = last + 1 if cycle and value == values[cycle - 1] else 1
            lengths.append(last)
        longest = max(length for length, value in zip(lengths, values) if value)
        stall = values[lengths.index(longest)]
        for clocks in (7, longest):
            holds = [value == stall and length >= clocks for value, length in zip(values, lengths)]
            self.check('arbiter_even.o_stall == %d for %d' % (stall, clocks), holds, 9, 9, min(len(begins(holds)), 4))

    def test_rows_of_the_view(self):
        seen = set()
        for name in (name for name in self.whole.at[0] if name.startswith('gpu.view.')):
            values = [value for value, in self.whole.cycles(name)]
            often = sorted(set(values), key=values.count)
            if name.rsplit('.', 1)[0] in seen or len(often) < 2:
                continue
            seen.add(name.rsplit('.', 1)[0])
            events = begins([value == often[0] for value in values])[:3]
            self.assertEqual(self.told(DEMO, len(events), '%s == %d' % (name, often[0])), events, name)
        self.assertGreater(len(seen), 5)

    def test_registers_of_all_modules(self):
        self.check_all(DEMO, self.whole, ('o_', 'r_'))

    def test_several_simds(self):
        launch = ['--launch', 'tb/corpus/compute/scan/launch.json', '--set', 'simds=2']
        self.check_all(launch, self.of('two.vcd', launch=launch), ('o_',))

    def test_windows_that_meet_are_one(self):
        values = self.whole.cycles(ISSUE + 'o_reading')
        holds = [bool(value) for value, in values]
        events = begins(holds)
        windows = self.check('issue_even.o_reading', holds, 3, 10, 60)
        self.assertTrue(1 < len(windows) < 60, windows)
        self.check('issue_even.o_reading', holds, 0, 0, 3)
        self.check('cycle == %d' % (len(values) - 1), [cycle == len(values) - 1 for cycle in range(len(values))], 10 ** 9, 5)
        self.assertGreater(len(events), 60)

    @unittest.skipUnless(shutil.which('fst2vcd'), 'no fst2vcd')
    def test_an_fst_file_says_the_same(self):
        holds = [bool(value) for value, in self.whole.cycles(ISSUE + 'o_reading')]
        events = begins(holds)[:3]
        part = self.of('part.fst', '--trigger', 'issue_even.o_reading', '--before', 2, '--after', 2, '--count', 3)
        for event in events:
            for cycle in range(event - 1, event + 3):
                want = {name: value for name, value in self.whole.at.get(cycle * CYCLE, {}).items()}
                got = {name: value for name, value in part.at.get(cycle * CYCLE, {}).items() if name in want}
                self.assertEqual(got, want)
        self.assertTrue(all(time // CYCLE in range(event - 2, event + 4) for time in part.at
                            for event in [min(events, key=lambda e: abs(e * CYCLE - time))]))

    def test_results_are_those_of_a_run_without(self):
        wekiva('run', '-q', *DEMO, '--out', self.path('plain'), '--stats', self.path('plain.json'))
        for options in (['--trigger', 'issue_even.o_reading', '--count', '40', '--after', '10'], ['--last', '50']):
            wekiva('run', '-q', *DEMO, '--trace', self.path('r.vcd'), *options, '--out', self.path('traced'), '--stats', self.path('r.json'))
            self.assertTrue(filecmp.cmp(self.path('plain.json'), self.path('r.json'), shallow=False))
            for name in os.listdir(self.path('plain')):
                self.assertTrue(filecmp.cmp(self.path('plain/' + name), self.path('traced/' + name), shallow=False), name)

    def test_the_view_has_its_middle_at_the_event(self):
        self.of('seen.vcd', '--trigger', 'cycle == 3000')
        with open(self.path('seen.gtkw'), encoding='ascii') as file:
            text = file.read()
        self.assertRegex(text, r'(?m)^\*-[0-9.]+ 3000000 ')
        dumped = wekiva('view', self.path('seen.vcd'), '--dump', 'gpu.cycle', '--from', 3499).stdout.split()
        self.assertEqual(dumped[-2:], ['3500', '0x%016x' % 3500])

    # ---- the last cycles

    def broken(self):
        program, launch = self.path('broken.s'), self.path('broken.json')
        with open(program, 'w', encoding='ascii') as file:
            file.write('ALU BARRIER\n0 x: ADD R0.x, R0.x, R0.x\nPOP @end POP_COUNT(1)\nend: EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n')
        with open(launch, 'w', encoding='ascii') as file:
            file.write('{"wekiva": 1, "program": "broken.s", "stage": "ps", "threads": 64, "num_gprs": 1, "stack_size": 4}')
        return ['--launch', launch, '--set', 'simds=1']

    def test_a_broken_rule(self):
        launch = self.broken()
        whole = self.of('b.vcd', launch=launch, status=1)
        end = len(whole.cycles('gpu.cycle')) - 1
        self.is_part(self.of('rule.vcd', '--trigger', 'rule broken', '--before', 17, launch=launch, status=1), whole, [(end - 17, end)])
        self.is_part(self.of('last.vcd', '--last', 33, launch=launch, status=1), whole, [(end - 32, end)])
        self.is_part(self.of('all.vcd', '--last', 10 ** 6, launch=launch, status=1), whole, [(0, end)])

    def test_the_last_cycles_of_a_run_that_goes_wrong(self):
        self.is_part(self.of('limit.vcd', '--last', 40, '--max-cycles', 3000, status=3), self.whole, [(2961, 3000)])
        for name in os.listdir('tb/demo'):
            shutil.copy(os.path.join('tb/demo', name), self.folder)
        with open(self.path('golden.bin'), 'r+b') as file:
            file.write(b'\x55\xaa\x55\xaa')
        with open(self.path('launch.json'), encoding='ascii') as file:
            text = file.read()
        if 'prog.o' in text:
            text = re.sub(r'"([^"]*/)prog\.o"', lambda m: '"%s"' % os.path.abspath(os.path.join('tb/demo', m.group(1), 'prog.o')), text)
        with open(self.path('launch.json'), 'w', encoding='ascii') as file:
            file.write(text)
        launch = ['--launch', self.path('launch.json'), '--set', 'simds=1']
        end = len(self.whole.cycles('gpu.cycle')) - 1
        self.is_part(self.of('wrong.vcd', '--last', 25, launch=launch, status=1), self.whole, [(end - 24, end)])
        self.assertRegex(self.said.stdout, r'(?m)^waveform: .*wrong.vcd, cycles %d to %d; ' % (end - 24, end))

    def test_nothing_is_left_of_a_run_that_goes_well(self):
        self.assertIsNone(self.of('well.vcd', '--last', 100))
        self.assertFalse(os.path.exists(self.path('well.gtkw')) or os.path.exists(self.path('well.waves')))
        self.assertIsNone(self.of('never.vcd', '--trigger', 'cycle == 123456', status=2))
        self.assertIn('--trigger:1:1: error: the expression did not begin to hold in this run', self.said.stderr)
        self.assertFalse(os.path.exists(self.path('never.gtkw')))

    # ---- what is wrong

    def test_what_is_wrong_is_told_with_its_column(self):
        for text, column, told in (
                ('issue_evn.o_address==3', 1, r'no signal is called issue_evn.o_address; did you mean gpu.simd0.issue_even.o_address\?'),
                ('issue_even.o_address==', 23, 'expected a signal, a number or \\('),
                ('issue_even.o_address==0x1000000', 23, 'address has 24 bits: expected at most 0xffffff'),
                ('arbiter_even.o_stall == frob', 25, 'frob is no signal, and no value of stall has this name'),
                ('i_valid', 1, 'i_valid is the name of [0-9]+ signals: expected one, as gpu.simd0.alu_x.i_valid or '),
                ('issue_even.i_other_chan', 1, 'no signal|expected an element'),
                ('cycle == 3 cycle', 12, 'expected an operator'),
                ('rise(cycle == 3', 16, 'expected \\)'),
                ('cycle == 12x', 10, 'expected a whole number'),
                ('cycle == 99999999999999999999', 10, 'more than 64 bits'),
                ('(' * 100 + 'cycle', 33, 'nested too deeply'),
                ('cycle == 1' + ' && cycle == 1' * 100, None, 'too long'),
                ('view.wavefronts.w99 == 3', 1, r'did you mean gpu.view.wavefronts.w\d+\?'),
                ('frob', 1, 'no signal is called frob')):
            with self.subTest(text):
                said = wekiva('run', *DEMO, '--trace', self.path('x.vcd'), '--trigger', text, status=2).stderr
                self.assertRegex(said, r'^--trigger:1:%s: error: .*(%s).*\n$' % (column or r'\d+', told))
                self.assertFalse(os.path.exists(self.path('x.vcd')))

    def test_options_that_do_not_go_together(self):
        for options, told in ((['--before', 3], 'expected --trigger EXPRESSION'),
                              (['--trigger', 'cycle == 3'], 'expected --trace OUT.vcd'),
                              (['--last', 3], 'expected --trace OUT.vcd'),
                              (['--trigger', 'cycle', '--last', 3, '--trace', 'x.vcd'], 'expected no --last'),
                              (['--last', 0, '--trace', 'x.vcd'], '--last 0: expected'),
                              (['--last', 3, '--counters', '--trace', 'x.vcd'], 'expected no --counters')):
            self.assertIn(told, wekiva('run', *DEMO, *options, status=2).stderr)


if __name__ == '__main__':
    unittest.main()
