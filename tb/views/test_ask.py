#!/usr/bin/env python3
"""test_ask.py - `wekiva ask`, beside what vcd_tool.py reads from the waveform of the same run.

usage: WEKIVA=build/wekiva python3 tb/views/test_ask.py      (from the project's root)
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb/views']
from run_waves import RUNS, WEKIVA, Waves  # noqa: E402

QUESTIONS = 50  # of each run


def ask(launch, questions, *options, status=0):
    """Answers to lines of the standard input."""
    done = subprocess.run([WEKIVA, 'ask', launch, '-', *options], input=''.join(line + '\n' for line in questions), text=True,
                          capture_output=True, check=False)
    assert done.returncode == status, (done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def ask_once(launch, *questions, status=0):
    done = subprocess.run([WEKIVA, 'ask', launch, *questions], text=True, capture_output=True, check=False)
    assert done.returncode == status, (questions, done.returncode, done.stdout, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()] if status == 0 else done.stderr


def numbers(entries):
    return [(entry['cycle'], int(entry['value'], 16)) for entry in entries]


class Ask(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.waves = {name: Waves(os.path.join(cls.folder, name + '.vcd'), *run) for name, run in RUNS.items()}

    def question(self, pick, waves):
        """A question, and what must be in its answer."""
        name = pick.choice(waves.moving if pick.random() < 0.8 else waves.names)
        cycle = pick.randint(0, waves.last)
        first = pick.randint(0, waves.last)
        last = min(first + pick.choice((0, 1, 30, 300)), waves.last)
        kind = pick.randrange(5)
        if kind == 0:
            return 'value of %s at %d' % (name, cycle), {'signal': name, 'cycle': cycle}, [(cycle, waves.at(name, cycle))]
        if kind == 1:
            return ('values of %s in %d..%d' % (name, first, last), {'signal': name, 'first': first, 'last': last},
                    [(first, waves.at(name, first))] + waves.between(name, first, last))
        if kind == 2:
            return ('when does %s change in %d..%d' % (name, first, last), {'signal': name, 'first': first, 'last': last},
                    waves.between(name, first, last))
        value = waves.at(name, pick.randint(0, waves.last))
        if kind == 3:
            test, holds = '%s == %d' % (name, value), lambda now: waves.at(name, now) == value
        else:
            test, holds = 'changed(%s)' % name, lambda now: waves.at(name, now) != waves.at(name, now - 1)
        found = next((now for now in range(first + 1, waves.last + 1) if holds(now)), None)
        return 'first %s after %d' % (test, first), {'first': test, 'after': first, 'cycle': found}, None

    def check(self, run, seed):
        waves, pick = self.waves[run], random.Random(seed)
        asked = [self.question(pick, waves) for _ in range(QUESTIONS)]
        launch, *options = RUNS[run]
        answers = ask(launch, [text for text, _, _ in asked], *options)
        self.assertEqual(len(answers), QUESTIONS)
        for (text, members, values), answer in zip(asked, answers):
            for key, value in members.items():
                self.assertEqual(answer.get(key), value, (text, answer))
            if values is not None:
                given = answer.get('values', answer.get('changes', [answer]))
                self.assertEqual(numbers(given), values, text)

    def test_answers_of_one_simd_are_those_of_the_waveform(self):
        self.check('simd', 1)

    def test_answers_of_a_chip_are_those_of_the_waveform(self):
        self.check('chip', 2)

    def test_answers_of_r580_are_those_of_the_waveform(self):
        self.check('r580', 3)

    def test_answers_of_nv30_are_those_of_the_waveform(self):
        self.check('nv30', 4)

    def test_lanes_and_rows_of_memories_are_asked_for_as_a_waveform_with_lanes_names_them(self):
        scope = 'gpu.simd0.alu_x.*,gpu.simd0.*.m_data.row00?.*'
        launch, *options = RUNS['simd']
        waves = Waves(os.path.join(self.folder, 'lanes.vcd'), launch, '--trace-lanes', '--trace-scope', scope, *options)
        pick, lanes = random.Random(5), [name for name in waves.moving if 'lane' in name]
        self.assertTrue(any('.row' in name for name in lanes) and any('.row' not in name for name in lanes))
        asked = [(pick.choice(lanes), pick.randint(0, waves.last)) for _ in range(QUESTIONS)]
        answers = ask(launch, ['value of %s at %d' % one for one in asked], *options)
        self.assertEqual([int(answer['value'], 16) for answer in answers], [waves.at(*one) for one in asked])

    def test_a_whole_run_is_asked_for_without_cycles(self):
        waves, (launch, *_) = self.waves['nv30'], RUNS['nv30']
        name = max(waves.moving, key=lambda one: len(waves.between(one, 0, waves.last)))
        values, changes = ask(launch, ['values of %s' % name, 'when does %s change' % name])
        self.assertEqual((values['first'], values['last']), (0, waves.last))
        self.assertEqual(numbers(values['values'])[1:], waves.between(name, 0, waves.last))
        self.assertEqual(numbers(changes['changes']), waves.between(name, 0, waves.last))

    def test_words_are_those_of_the_waveform(self):
        launch, *options = RUNS['simd']
        stall, waves = 'gpu.simd0.arbiter_even.o_stall', self.waves['simd']
        with open(os.path.join(self.folder, 'simd.waves/stall_t.txt'), encoding='ascii') as file:
            words = {int(line.split(' ', 1)[0], 16): line.rstrip('\n').split('?')[-1] for line in file if line[0] != '#'}
        cycles = [cycle for cycle, _ in waves.between(stall, 0, waves.last)][:20]
        answers = ask(launch, ['value of arbiter_even.stall at %d' % cycle for cycle in cycles], *options)
        self.assertEqual([answer['word'] for answer in answers], [words[waves.at(stall, cycle)] for cycle in cycles])
        self.assertEqual({answer['signal'] for answer in answers}, {stall})

    def test_conditions_that_last_are_found_though_they_began_before(self):
        waves, (launch, *options) = self.waves['simd'], RUNS['simd']
        name = 'gpu.simd0.arbiter_even.o_stall'
        when = [0] + [cycle for cycle, _ in waves.between(name, 0, waves.last)] + [waves.last + 1]
        begin, end = max(zip(when, when[1:]), key=lambda part: part[1] - part[0])
        value = waves.at(name, begin)
        for clocks in (5, end - begin):
            expected = max(begin + clocks - 1, begin + 3)
            answer, = ask(launch, ['first %s == %d for %d after %d' % (name, value, clocks, begin + 2)], *options)
            self.assertEqual(answer['cycle'], expected)

    def test_a_command_line_has_several_questions(self):
        name, waves = 'us.sequencer.o_address', self.waves['r580']
        name = name if name in waves.code else waves.moving[0]
        answers = ask_once(RUNS['r580'][0], 'value of %s at 100' % name, 'value of %s at 20' % name)
        self.assertEqual([int(answer['value'], 16) for answer in answers], [waves.at(name, 100), waves.at(name, 20)])

    def test_what_is_wrong_is_said_with_its_column_and_the_next_line_is_answered(self):
        waves, (launch, *_) = self.waves['nv30'], RUNS['nv30']
        name = waves.moving[0]
        wrong = (('', 1, 'expected `value of`'), ('value', 1, 'expected `value of`'), ('value of', 9, 'name of a signal'),
                 ('value of xyzzyx at 3', 10, 'no signal is called xyzzyx'), ('value of %s' % name, 10 + len(name), 'expected `at`'),
                 ('value of %s at x' % name, 14 + len(name), 'number of a cycle'),
                 ('value of %s at %d' % (name, waves.last + 1), 14 + len(name), 'cycles 0 to %d' % waves.last),
                 ('value of %s at 1 2' % name, 16 + len(name), 'end of the question'),
                 ('values of %s in 4..3' % name, 15 + len(name), 'LAST from FIRST on'),
                 ('values of %s in 4' % name, 15 + len(name), 'FIRST..LAST'), ('when does %s move' % name, 11 + len(name), '`change`'),
                 ('first %s == after 3' % name, 10 + len(name), 'expected a signal'), ('first 1', 8, '`after`'),
                 ('first 1 after 99999999', 15, 'cycles 0 to'), ('x' * 70000, None, 'too long'))
        answers = ask(launch, [line for text, _, _ in wrong for line in (text, 'value of %s at 7' % name)])
        self.assertEqual(len(answers), 2 * len(wrong))
        for (text, column, what), answer in zip(wrong, answers[::2]):
            self.assertIn(what, answer['error'], text)
            self.assertEqual(answer.get('column'), column, (text, answer))
        self.assertEqual({int(answer['value'], 16) for answer in answers[1::2]}, {waves.at(name, 7)})
        self.assertRegex(ask_once(launch, 'value of xyzzyx at 3', status=2), r'^question:1:10: error: no signal is called xyzzyx')

    def test_cycles_behind_a_limit_are_refused(self):
        launch, name = RUNS['nv30'][0], self.waves['nv30'].moving[0]
        answer, = ask(launch, ['value of %s at 101' % name], '--max-cycles', '100')
        self.assertRegex(answer['error'], r'cycles 0 to 100: not finished at cycle 100, the limit')

    def test_wrong_usage_is_one_line(self):
        for arguments in ([], ['x.json']):
            done = subprocess.run([WEKIVA, 'ask', *arguments], text=True, capture_output=True, check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
            self.assertRegex(done.stderr, 'expected LAUNCH and a QUESTION')


if __name__ == '__main__':
    unittest.main()
