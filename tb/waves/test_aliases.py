#!/usr/bin/env python3
"""test_aliases.py - signals that share an identifier in a waveform have the values, at the times, that they have when each is written
apart (--trace-apart): every name of a run, read by a reader that shares nothing with the writer. On the demo, programs of the corpora,
random programs, with scopes, lanes, windows around events, several SIMDs, as .vcd and .fst file; and a wrong alias is noticed.

usage: WEKIVA=build/wekiva python3 tb/waves/test_aliases.py
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CORPUS = os.path.join(HERE, '..', 'corpus')
ONE = ['--set', 'simds=1']

RUNS = {
    'demo': [os.path.join(HERE, '..', 'demo'), *ONE],
    'divergent wavefronts': [HERE, *ONE, '--trace-window', ':3000'],
    'local data share': [os.path.join(CORPUS, 'compute', 'scan'), *ONE, '--trace-window', ':4000'],
    'memory': [os.path.join(CORPUS, 'compute', 'histogram'), *ONE, '--trace-window', ':4000'],
    'textures': [os.path.join(CORPUS, 'textures', 'tex_two'), *ONE, '--trace-window', ':4000'],
    'lanes': [os.path.join(CORPUS, 'llvm-rv770', 'literals4'), *ONE, '--trace-lanes', '--trace-scope', '*.write_back,*.alu_?,*.gpr_file.i_*',
              '--trace-window', ':1400'],
    'several SIMDs': [HERE, '--set', 'simds=3', '--trace-window', '600:1500'],
    'around events': [os.path.join(HERE, '..', 'demo'), *ONE, '--trigger', 'rise(issue_even.o_executing)', '--before', '40', '--after',
                      '100', '--count', '3'],
}
OTHERS = {
    'R580: textures': [os.path.join(CORPUS, 'designs', 'r580.json'), '--chip', 'r580'],
    'NV30: lighting': [os.path.join(CORPUS, 'nv30', 'lighting', 'nv30.json'), '--chip', 'nv30', '--trace-window', ':4000'],
    'NV30: passes': [os.path.join(CORPUS, 'designs', 'nv30.json'), '--chip', 'nv30'],
}
RANDOM = 6


class Waveform:
    """What a .vcd file says: each name's changes, one list for all names of an identifier."""

    def __init__(self, lines):
        self.codes, self.kinds, self.changes = {}, {}, {}
        scopes, time, last = [], None, {}
        for line in lines:
            words = line.split()
            if not words:
                continue
            if words[0] == '$scope':
                scopes.append(words[2])
            elif words[0] == '$upscope':
                scopes.pop()
            elif words[0] == '$var':
                name = '.'.join(scopes + [words[4]])
                assert name not in self.codes, name
                self.codes[name] = words[3]
                self.kinds[name] = (words[1], words[2])
            elif line[0] == '#':
                time = int(line[1:])
            elif line[0] in 'b01x' and time is not None:
                value, code = words if line[0] == 'b' else (line[0], words[0][1:])
                value = value.lstrip('b').lstrip('0') or '0'
                if last.get(code) != value:
                    self.changes.setdefault(code, []).append((time, value))
                    last[code] = value

    def of(self, name):
        return self.changes.get(self.codes[name])


def differences(one, other):
    """Names that one of two waveforms lacks, or that have other types, widths, values or times there."""
    names = set(one.codes) | set(other.codes)
    return sorted(n for n in names if one.kinds.get(n) != other.kinds.get(n) or one.of(n) != other.of(n))


class Aliases(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix='aliases.')
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def trace(self, launch, *options, kind='vcd', apart=False):
        path = self.path(('apart.' if apart else 'shared.') + kind)
        launch = launch if launch.endswith('.json') else os.path.join(launch, 'launch.json')
        subprocess.run([WEKIVA, 'run', '-q', '--launch', launch, '--trace', path, *options,
                        *(['--trace-apart'] if apart else [])], capture_output=True, check=True)
        if kind == 'vcd':
            with open(path, encoding='ascii') as file:
                return Waveform(file)
        return Waveform(subprocess.run(['fst2vcd', path], capture_output=True, text=True, check=True).stdout.splitlines())

    def same(self, launch, *options, kind='vcd'):
        """The two waveforms of a run, which say the same; one of them has an identifier for each name."""
        shared = self.trace(launch, *options, kind=kind)
        apart = self.trace(launch, *options, kind=kind, apart=True)
        self.assertEqual(differences(shared, apart), [])
        self.assertEqual(len(set(apart.codes.values())), len(apart.codes))
        done = subprocess.run([WEKIVA, 'compare-waves', self.path('shared.' + kind), self.path('apart.' + kind)], capture_output=True,
                              text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return shared, apart

    def test_every_name_has_its_values(self):
        for name, (launch, *options) in RUNS.items():
            with self.subTest(name):
                shared, _ = self.same(launch, *options)
                self.assertGreater(len(shared.codes) - len(set(shared.codes.values())), 10 if name == 'lanes' else 400)
                self.assertTrue(all(shared.changes.get(code) for code in shared.codes.values()))

    def test_so_it_is_on_other_machines(self):
        for name, (launch, *options) in OTHERS.items():
            with self.subTest(name):
                shared, _ = self.same(launch, *options)
                self.assertGreater(len(shared.codes) - len(set(shared.codes.values())), 100)

    def test_so_it_is_with_flow_control_and_kills_on_r580(self):
        programs = [os.path.join(CORPUS, 'mesa-r500', name) for name in ('gcd', 'kill_early', 'uniform_bool')]
        subprocess.run([sys.executable, os.path.join(CORPUS, 'mesa_r500_launch.py'), *programs, '--out', self.path('made')],
                       capture_output=True, check=True)
        for program in programs:
            with self.subTest(program):
                self.same(os.path.join(self.path('made'), os.path.basename(program)))

    def test_so_it_is_in_random_programs(self):
        for seed in range(1, RANDOM + 1):
            with self.subTest(seed):
                found = self.path('found%d' % seed)
                subprocess.run([WEKIVA, 'fuzz', '--fault', 'gpr', '--seed', str(100 * seed), '--programs', '100', '--out', found],
                               capture_output=True, check=False)
                self.same(found, '--chip', os.path.join(found, 'chip.json'), '--trace-window', ':3000')

    @unittest.skipUnless(shutil.which('fst2vcd'), 'no fst2vcd')
    def test_so_it_is_in_fst_files(self):
        launch, *options = RUNS['divergent wavefronts']
        fst, _ = self.same(launch, *options, kind='fst')
        self.assertGreater(len(fst.codes) - len(set(fst.codes.values())), 400)
        self.assertEqual(differences(fst, self.trace(launch, *options)), [])

    def test_what_is_out_of_scope_is_no_alias(self):
        launch = os.path.join(HERE, '..', 'demo')
        everything = self.trace(launch, *ONE)
        for scope in ('*.clause00.i_*,*.clause01.i_*', '*.operand_fetch.i_*', '*.arbiter_even', '*.i_*', '*.alu_x.i_*,*.write_back.o_*'):
            with self.subTest(scope):
                shared, _ = self.same(launch, *ONE, '--trace-scope', scope)
                wires = [name for name in shared.codes if '.i_' in name]
                self.assertGreater(len(wires), 5)
                self.assertEqual([n for n in wires if shared.of(n) != everything.of(n)], [])

    def test_a_view_written_anew_is_the_run_s(self):
        self.trace(os.path.join(HERE, '..', 'demo'), *ONE)
        with open(self.path('shared.gtkw'), encoding='ascii') as file:
            first = file.read()
        os.remove(self.path('shared.gtkw'))
        subprocess.run([WEKIVA, 'view', self.path('shared.vcd')], capture_output=True, check=True)
        with open(self.path('shared.gtkw'), encoding='ascii') as file:
            self.assertEqual(file.read(), first)

    def test_both_names_are_printed(self):
        shared = self.trace(os.path.join(HERE, '..', 'demo'), *ONE)
        codes = {}
        for name, code in shared.codes.items():
            codes.setdefault(code, []).append(name)
        pair = next(names[:2] for names in codes.values() if len(names) > 1 and len(shared.of(names[0])) > 20)
        done = subprocess.run([WEKIVA, 'view', self.path('shared.vcd'), '--dump', pair[0], '--dump', pair[1]], capture_output=True,
                              text=True, check=True)
        lines = done.stdout.splitlines()
        self.assertTrue(all(name in done.stdout for name in pair))
        self.assertGreater(len(lines), 20)

    def test_a_wrong_alias_would_be_noticed(self):
        shared, apart = self.same(*RUNS['demo'])
        wire = next(n for n in shared.codes if '.i_' in n and len(shared.of(n)) > 10)
        other = next(n for n in shared.codes if shared.kinds[n][1] == shared.kinds[wire][1] and shared.of(n) != shared.of(wire))
        shared.codes[wire] = shared.codes[other]
        self.assertEqual(differences(shared, apart), [wire])


if __name__ == '__main__':
    sys.exit(unittest.main())
