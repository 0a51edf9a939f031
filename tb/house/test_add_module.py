#!/usr/bin/env python3
"""test_add_module.py - the recipe "Add a module" of docs/reading-guide.md, done in a copy of the tree.

usage: [B=build] [CC=gcc] test_add_module.py      (from the project's root; B: the build folder)

The copy's sources are links but for the three files that the recipe names, its objects those of B but for what depends
on them.  The module counts rotations; there are two of it, so the SIMD has more than 64 modules.  It must show in the waveform, in a snapshot, in the ports' documents and the
block diagram, in the template of a Verilog block and among the SystemC classes, and nothing else was told of it.  Beside it
one that listens to control flow, issue and write-back; in a copy of its own one that reads slots, predicate and AR.
"""
import json
import os
import pathlib
import re
import shutil
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(os.environ.get('B', 'build')).resolve()
COMPILER = os.environ.get('CC', 'gcc')
LAUNCH = 'tb/corpus/llvm-rv770/fmad/launch.json'
KERNEL = 'tb/corpus/kernels/fft16/launch.json'
MADE = ['wekiva', 'tb/docs/ports', 'tb/docs/blocks', 'tb/systemc/generate', 'tb/unit/machine/test_machine_clock']

HEADER = '''/* beat.h - counts rotations, and remembers the clocks of the last four. */
#ifndef PIPELINE_BEAT_H
#define PIPELINE_BEAT_H

#include "kit/rtl.h"

enum { BEAT_ROWS = 4 };

#define BEAT_SIGNALS(S)                                              \\
    S(EN,    bool,     tick,  1, "a rotation ends")                  \\
    S(IN,    uint8_t,  step,  3, "what that counts for")             \\
    S(STRAP, uint8_t,  first, 8, "what is counted from")             \\
    S(OUT,   uint16_t, beats, 16, "rotations since reset")           \\
    S(STAT,  uint32_t, ticks, 32, "rotations", "ticks", "beats")     \\
    S(MEM,   uint16_t, last,  16, "the last counts", BEAT_ROWS)
RTL_STRUCT(beat, BEAT_SIGNALS);

RTL_RESET(beat, PRESET);
void beat_eval(const struct beat_in *in, const struct beat_reg *q, struct beat_reg *d);
bool beat_commit(struct beat *beat);

RTL_LIFE(beat, ALONE, KEEPS, STORES);

#endif
'''
SOURCE = '''#include "pipeline/beat.h"

RTL_TABLE(beat, BEAT_SIGNALS);

void beat_preset(struct beat *beat)
{
    beat->q.beats = beat->d.beats = beat->in.first;
}

void beat_eval(const struct beat_in *in, const struct beat_reg *q, struct beat_reg *d)
{
    if (in->tick) {
        d->beats = (uint16_t)(q->beats + in->step);
        d->ticks = q->ticks + 1;
    }
}

bool beat_commit(struct beat *beat)
{
    if (beat->in.tick)
        beat->last[beat->d.beats % BEAT_ROWS] = beat->d.beats;
    rtl_commit(beat);
    return true;
}
'''
# Another one, which listens to control flow, issue and write-back, and wakes no other module.
LISTENER_HEADER = '''/* perf.h - counts clauses that start, groups that enter the slots, and clauses that end. */
#ifndef PIPELINE_PERF_H
#define PIPELINE_PERF_H

#include "kit/rtl.h"

#define PERF_SIGNALS(S)                                                                     \\
    S(EN,   bool,     start,    1, "an ALU clause starts")                                  \\
    S(EN,   uint8_t,  enters,   2, "a group enters the slots, a bit for each parity")       \\
    S(EN,   bool,     finish,   1, "a clause ends")                                         \\
    S(STAT, uint32_t, clauses, 32, "ALU clauses started", "clauses", "clauses")             \\
    S(STAT, uint32_t, groups,  32, "groups entered", "groups", "groups")                    \\
    S(STAT, uint32_t, ends,    32, "clauses ended", "ends", "clauses")
RTL_STRUCT(perf, PERF_SIGNALS);

RTL_RESET(perf, ZERO);
void perf_eval(const struct perf_in *in, const struct perf_reg *q, struct perf_reg *d);
RTL_LIFE(perf, ALONE, KEEPS, COPIES);

#endif
'''
LISTENER_SOURCE = '''#include "pipeline/perf.h"

RTL_TABLE(perf, PERF_SIGNALS);

void perf_eval(const struct perf_in *in, const struct perf_reg *q, struct perf_reg *d)
{
    d->clauses = q->clauses + in->start;
    d->groups = q->groups + (in->enters & 1u) + (in->enters >> 1);
    d->ends = q->ends + in->finish;
}
'''
# A third one, for a tree of its own, which reads what a machine that goes by whole groups keeps in no register.
READER_HEADER = '''/* spy.h - sums up what slots, predicate, AR and write-back's stages have. */
#ifndef PIPELINE_SPY_H
#define PIPELINE_SPY_H

#include "kit/rtl.h"

#define SPY_SIGNALS(S)                                                            \\
    S(EN,   bool,     done,      1, "slot X has a result")                        \\
    S(EN,   bool,     arrives,   1, "results arrive at write-back")               \\
    S(IN,   uint32_t, result,   32, "lane 0 of slot X's")                         \\
    S(IN,   uint64_t, predicate, 64, "of the even wavefront")                     \\
    S(IN,   uint32_t, ar,       32, "lane 0 of its AR.x")                         \\
    S(IN,   uint8_t,  wide,      2, "pairs that the wide unit has")               \\
    S(STAT, uint32_t, dones,    32, "results seen", "dones", "results")           \\
    S(STAT, uint32_t, quarters, 32, "quarters seen", "quarters", "quarters")      \\
    S(STAT, uint32_t, sum,      32, "of all of it", "sum", "")
RTL_STRUCT(spy, SPY_SIGNALS);

RTL_RESET(spy, ZERO);
void spy_eval(const struct spy_in *in, const struct spy_reg *q, struct spy_reg *d);
RTL_LIFE(spy, ALONE, KEEPS, COPIES);

#endif
'''
READER_SOURCE = '''#include "pipeline/spy.h"

RTL_TABLE(spy, SPY_SIGNALS);

void spy_eval(const struct spy_in *in, const struct spy_reg *q, struct spy_reg *d)
{
    if (!in->done && !in->arrives)
        return;
    d->dones = q->dones + in->done;
    d->quarters = q->quarters + in->arrives;
    d->sum = q->sum * 31 + in->result + (uint32_t)in->predicate + (uint32_t)(in->predicate >> 32) + in->ar + in->wide;
}
'''
# The recipe's lines: where, before what, what.
ROW = ('rtl_model/r700/simd.def', 'MODULE(vertex_fetch,', 'MODULES(beat, beat, 2, "beat", "beat_again")\n')
INCLUDE = ('rtl_model/r700/simd.def', '#include "pipeline/control/cf_sequencer.h"', '#include "pipeline/beat.h"\n')
STRAPS = ('rtl_model/r700/straps.h', '#endif', '''#define BEAT_STRAPS(STRAP) STRAP(first, 3)
STRAP_ROWS(beat, beat, BEAT_STRAPS);

''')
DRIVERS = ('rtl_model/r700/wires_fetch.h', '#endif', '''#define BEAT_FROM(ONE, ALL, OF, ON, BY) ONE(rotation, clock, rotation, 0)
#define BEAT_EVENTS(DRIVE) DRIVE(tick, clock->q.clock == 7)
#define BEAT_WIRES(DRIVE, WITH) DRIVE(step, 1)
RTL_WIRES(simd, beat, beat, BEAT_FROM, BEAT_EVENTS, BEAT_WIRES);

''')
LISTENER = (
    (INCLUDE[0], INCLUDE[1], '#include "pipeline/perf.h"\n'), (ROW[0], ROW[1], 'MODULE(perf, perf, "perf")\n'),
    (STRAPS[0], STRAPS[1], 'STRAP_ROWS(perf, perf, NO_STRAPS);\n\n'),
    (DRIVERS[0], DRIVERS[1], '''#define PERF_FROM(ONE, ALL, OF, ON, BY) ONE(cf_sequencer, cf, cf, 0) ONE(alu_issue, even, issue, 0) \\
    ONE(alu_issue, odd, issue, 1) ONE(write_back, back, back, 0) ONE(rotation, clock, rotation, 0)
#define PERF_EVENTS(DRIVE) DRIVE(start, cf->q.start_alu) DRIVE(finish, back->q.finish) \\
    DRIVE(enters, (uint8_t)((even->q.executing && clock->q.clock == 0) | (odd->q.executing && clock->q.clock == 4) << 1))
#define PERF_WIRES(DRIVE, WITH)
RTL_WIRES(simd, perf, perf, PERF_FROM, PERF_EVENTS, PERF_WIRES);

'''))
READER = (
    (INCLUDE[0], INCLUDE[1], '#include "pipeline/spy.h"\n'), (ROW[0], ROW[1], 'MODULE(spy, spy, "spy")\n'),
    (STRAPS[0], STRAPS[1], 'STRAP_ROWS(spy, spy, NO_STRAPS);\n\n'),
    (DRIVERS[0], DRIVERS[1], '''#define SPY_FROM(ONE, ALL, OF, ON, BY) ONE(alu_slot, x, slot, 0) ONE(write_back, stages, back, 0) \\
    OF(predicate, even, predicate, 0) OF(address_register, ar, ar, 0) OF(alu_wide, wide, wide, 0)
#define SPY_EVENTS(DRIVE) DRIVE(done, x->q.done) DRIVE(arrives, stages->q.s2)
#define SPY_WIRES(DRIVE, WITH) DRIVE(result, x->q.result.lane[0]) DRIVE(predicate, even->q.predicate) \\
    DRIVE(ar, ar->ar[0].lane[0]) DRIVE(wide, wide->q.done)
RTL_WIRES(simd, spy, spy, SPY_FROM, SPY_EVENTS, SPY_WIRES);

'''))
CHANGED = sorted({ROW[0], STRAPS[0], DRIVERS[0]})


def link_tree(tree):
    """Everything as links but the folders of what changes, whose files are."""
    inside = {'pipeline', 'rtl_model'}
    for entry in ROOT.iterdir():
        if entry.name not in inside and not entry.name.startswith(('build', '.')):
            (tree / entry.name).symlink_to(entry)
    for folder in ('pipeline', 'rtl_model', 'rtl_model/r700'):
        (tree / folder).mkdir()
        for entry in (ROOT / folder).iterdir():
            if str(entry.relative_to(ROOT)) not in inside | {'rtl_model/r700'}:
                (tree / folder / entry.name).symlink_to(entry)


def link(tree, path):
    (tree / 'build' / path).parent.mkdir(parents=True, exist_ok=True)
    os.link(BUILD / path, tree / 'build' / path)


def link_objects(tree):
    """The objects of B that do not depend on what changes."""
    (tree / 'build').mkdir()
    shutil.copy2(BUILD / 'made-with', tree / 'build')
    dependent = re.compile(r'[\s:](%s)\b' % '|'.join(map(re.escape, CHANGED)))
    for listed in list(BUILD.rglob('*.d')):
        made = listed.with_suffix('.o')
        relative = made.relative_to(BUILD)
        if relative.parts[0] in ('kit', 'isa', 'mem', 'pipeline', 'rtl_model', 'trace', 'tools', 'tb') and \
                made.exists() and not dependent.search(listed.read_text()):
            link(tree, relative)
            link(tree, relative.with_suffix('.d'))


def insert(tree, where, before, text):
    """Puts text in front of the last line that begins so."""
    path = tree / where
    lines = (path if path.exists() else ROOT / where).read_text().splitlines(keepends=True)
    at = max(i for i, line in enumerate(lines) if line.startswith(before))
    if path.is_symlink():
        path.unlink()
    path.write_text(''.join(lines[:at] + [text] + lines[at:]))


class Copy(unittest.TestCase):
    @classmethod
    def make(cls, files, lines, names):
        cls.folder = tempfile.TemporaryDirectory(dir=BUILD, prefix='add-module-')
        cls.addClassCleanup(cls.folder.cleanup)
        cls.tree = pathlib.Path(cls.folder.name)
        link_tree(cls.tree)
        link_objects(cls.tree)
        for name, text in files.items():
            (cls.tree / 'pipeline' / name).write_text(text)
        for line in lines:
            insert(cls.tree, *line)
        targets = ['build/' + name for name in names]
        made = cls.run_in_tree('make', '-s', '-j2', 'B=build', 'CC=' + COMPILER, 'CFLAGS=-O0', 'LTO=', *targets)
        if made.returncode:
            raise AssertionError('the copy is not built:\n' + made.stdout + made.stderr)

    @classmethod
    def run_in_tree(cls, *command):
        clean = {name: value for name, value in os.environ.items() if name not in ('MAKEFLAGS', 'MAKELEVEL', 'B')}
        return subprocess.run(command, cwd=cls.tree, env=clean, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              check=False)

    def wekiva(self, *arguments):
        done = self.run_in_tree('build/wekiva', *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def counts(self, module, *arguments):
        """What a module of one SIMD has counted, from a run's statistics."""
        self.wekiva('run', '--quiet', '--launch', KERNEL, '--set', 'simds=1', '--stats', 'counts.json', *arguments)
        found = json.loads((self.tree / 'counts.json').read_text())
        return {row['name']: row['value'] for row in found['statistics'] if row['path'] == 'gpu.simd0.' + module}

    def fast_is_plain(self):
        """At random clocks of the programs with which that is shown of the machine without the new modules."""
        done = self.run_in_tree('build/tb/unit/machine/test_machine_clock')
        self.assertIn('[       OK ] at_any_clock_everything_is_what_it_is_without', done.stdout + done.stderr)


class AddModule(Copy):
    @classmethod
    def setUpClass(cls):
        cls.make({'beat.h': HEADER, 'beat.c': SOURCE, 'perf.h': LISTENER_HEADER, 'perf.c': LISTENER_SOURCE},
                 (INCLUDE, ROW, STRAPS, DRIVERS) + LISTENER, MADE)

    def signals(self, name):
        """The changes of each signal of the module in a waveform, as (time, value)."""
        names, changes, scopes, time = {}, {}, [], 0
        for words in map(str.split, (self.tree / name).read_text().splitlines()):
            if words[:1] == ['$scope']:
                scopes.append(words[2])
            elif words[:1] == ['$upscope']:
                scopes.pop()
            elif words[:1] == ['$var'] and scopes[-1] in ('beat', 'beat_again'):
                names.setdefault(words[3], []).append('.'.join(scopes + [words[4]]))
            elif words and words[0][0] == '#':
                time = int(words[0][1:])
            elif len(words) == 2 and words[1] in names and words[0][0] == 'b':
                for name in names[words[1]]:
                    changes.setdefault(name, []).append((time, int(words[0][1:], 2)))
            elif len(words) == 1 and words[0][1:] in names:
                for name in names[words[0][1:]]:
                    changes.setdefault(name, []).append((time, int(words[0][0])))
        return changes

    def test_it_is_in_the_waveform_and_counts(self):
        self.wekiva('run', '--quiet', '--launch', LAUNCH, '--set', 'simds=1', '--trace', 'all.vcd')
        found = self.signals('all.vcd')
        self.assertEqual(sorted(found), ['gpu.simd0.%s.%s' % (instance, name) for instance in ('beat', 'beat_again')
                                         for name in ('i_first', 'i_step', 'i_tick', 'o_beats', 'r_ticks')])
        for instance in ('beat', 'beat_again'):
            self.assertEqual([value for _, value in found['gpu.simd0.%s.o_beats' % instance]][:4], [3, 4, 5, 6])
        self.assertEqual(found['gpu.simd0.beat.i_first'][-1][1], 3)

    def test_a_set_of_modules_is_as_wide_as_it_needs(self):
        """With more than 64 modules a program runs as without the new ones."""
        (self.tree / 'wide.c').write_text('#include "rtl_model/r700/simd.h"\n'
                                          '_Static_assert(SIMD_MODULES - SIMD_NETS > 64 && MODULE_BITS == 128, "wide");\n')
        wide = self.run_in_tree(COMPILER, '-std=c11', '-I.', '-fsyntax-only', 'wide.c')
        self.assertEqual(wide.returncode, 0, wide.stderr)
        without = subprocess.run([BUILD / 'wekiva', 'run', '--launch', LAUNCH], stdin=subprocess.DEVNULL,
                                 capture_output=True, text=True, check=True)
        self.assertEqual(self.wekiva('run', '--launch', LAUNCH), without.stdout)

    def test_it_is_in_a_snapshot(self):
        self.wekiva('run', '--quiet', '--launch', LAUNCH, '--trace', 'whole.vcd', '--save-snapshot', 'half@100')
        self.wekiva('run', '--quiet', '--launch', LAUNCH, '--load-snapshot', 'half', '--trace', 'rest.vcd')
        whole, rest = self.signals('whole.vcd'), self.signals('rest.vcd')
        name = 'gpu.simd0.beat.o_beats'
        self.assertEqual(rest[name][0][1], 3 + 100 // 8)
        self.assertEqual(rest[name][1:], [change for change in whole[name] if change[0] > rest[name][0][0]])

    def test_it_is_in_the_statistics(self):
        self.wekiva('run', '--quiet', '--launch', LAUNCH, '--set', 'simds=2', '--stats', 'stats.json')
        found = json.loads((self.tree / 'stats.json').read_text())
        rows = {row['path']: row for row in found['statistics'] if row['name'] == 'ticks'}
        self.assertEqual(sorted(rows), ['gpu.simd%s.%s' % (simd, name) for simd in '01s' for name in ('beat', 'beat_again')])
        for path, row in rows.items():
            self.assertEqual(row['value'], found['cycles'] // 8 * (2 if 'simds' in path else 1))
            self.assertEqual((row['unit'], row['description']), ('beats', 'rotations'))

    def test_one_that_listens_counts_what_a_watched_run_shows(self):
        """A run of which everything is in a waveform clocks each module by its rows."""
        fast = self.counts('perf')
        watched = self.counts('perf', '--trace', 'kernel.vcd', '--trace-scope', 'gpu.simd0.perf')
        self.assertEqual(fast, watched)
        self.assertEqual(sorted(fast), ['clauses', 'ends', 'groups'])
        self.assertGreater(fast['groups'], fast['clauses'])
        self.assertGreater(min(fast.values()), 0)

    def test_a_fast_machine_with_both_is_the_plain_one(self):
        self.fast_is_plain()

    def test_it_is_in_the_documents(self):
        (self.tree / 'ports').mkdir()
        self.assertEqual(self.run_in_tree('build/tb/docs/ports', 'ports').returncode, 0)
        page = (self.tree / 'ports/beat.md').read_text()
        self.assertIn('Counts rotations, and remembers', page)
        self.assertIn('| `i_tick` event | 1 | `bool` | `clock->q.clock == 7` | a rotation ends |', page)
        self.assertIn('| `i_first` | 8 | `uint8_t` | `3` | what is counted from |', page)
        self.assertIn('| `m_last` | 16 | `uint16_t` | 4 | the last counts |', page)
        self.assertIn('[beat](beat.md)', (self.tree / 'ports/README.md').read_text())
        self.assertEqual(self.run_in_tree('build/tb/docs/blocks', '.').returncode, 0)
        self.assertIn('rotation -> beat;', (self.tree / 'wiring-alu.dot').read_text())

    def test_it_has_a_template(self):
        text = self.wekiva('cosim', 'beat', '--template')
        self.assertIn('module beat (\n', text)
        for port in ('input  logic        i_tick,', 'input  logic [2:0]  i_step,', 'output logic [15:0] o_beats,\n',
                     "o_beats <= 16'h3;", 'input  logic [1:0]  i_last_row,', 'output logic [15:0] o_last\n);'):
            self.assertIn(port, text)

    def test_it_is_a_systemc_module(self):
        text = self.run_in_tree('build/tb/systemc/generate').stdout
        self.assertIn('class beat_sc : public block\n', text)
        self.assertIn('sc_core::sc_in<pin<3>> i_step{"i_step"};', text)
        self.assertIn('word_out<16> o_last{"o_last"};', text)

    def test_what_is_forgotten_does_not_compile(self):
        wires = self.tree / DRIVERS[0]
        whole = wires.read_text()
        self.addCleanup(wires.write_text, whole)
        for left_out, message in ((' DRIVE(step, 1)', 'beat: a wire is not driven'),
                                  ('ONE(rotation, clock, rotation, 0)', 'clock'),
                                  (DRIVERS[2], 'simd_beat')):
            wires.write_text(whole.replace(left_out, '', 1))
            done = self.run_in_tree(COMPILER, '-std=c11', '-I.', '-fsyntax-only', 'rtl_model/r700/engine/simd_modules.c')
            self.assertNotEqual(done.returncode, 0, left_out)
            self.assertIn(message, done.stderr)

    def test_without_its_row_there_is_no_module(self):
        done = subprocess.run([BUILD / 'wekiva', 'cosim', 'beat', '--template'], stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        self.assertIn("no module 'beat'", done.stderr)

    def test_the_guide_names_what_was_changed(self):
        guide = (ROOT / 'docs/reading-guide.md').read_text()
        recipe = guide[guide.index('### Add a module'):]
        recipe = recipe[:recipe.index('\n### ', 1)]
        self.assertEqual(len(re.findall(r'^\d\. ', recipe, re.M)), 3, recipe)
        for name in ('rtl_model/r700/simd.def', 'straps.h', 'wires_*.h'):
            self.assertIn('`%s`' % name, recipe)


class AddReader(Copy):
    """A module that reads what groups by rows do not keep sees what it sees of a machine that goes by no rows."""

    @classmethod
    def setUpClass(cls):
        cls.make({'spy.h': READER_HEADER, 'spy.c': READER_SOURCE}, READER, ['wekiva', 'tb/unit/machine/test_machine_clock'])

    def test_it_sees_slots_predicate_ar_and_write_back(self):
        fast = self.counts('spy')
        self.assertEqual(sorted(fast), ['dones', 'quarters', 'sum'])
        self.assertGreater(min(fast.values()), 0)
        self.assertEqual(fast, self.counts('spy', '--trace', 'kernel.vcd', '--trace-scope', 'gpu.simd0.spy'))

    def test_a_fast_machine_with_it_is_the_plain_one(self):
        self.fast_is_plain()


class OtherMachines(unittest.TestCase):
    """In R580 and NV30, too, a wire is driven once, by sources that its rows name."""

    def refused(self, wires, source, old, new):
        with tempfile.TemporaryDirectory() as folder:
            text = (ROOT / wires).read_text()
            self.assertEqual(text.count(old), 1, old)
            (pathlib.Path(folder) / wires).parent.mkdir(parents=True)
            (pathlib.Path(folder) / wires).write_text(text.replace(old, new))
            done = subprocess.run([COMPILER, '-std=c11', '-D_POSIX_C_SOURCE=200809L', '-I', folder, '-I.', '-fsyntax-only', source],
                                  cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
            return done.stderr if done.returncode else ''

    def test_what_is_forgotten_does_not_compile(self):
        r580 = 'rtl_model/r580/wires.h', 'rtl_model/r580/fragment_clock.c'
        nv30 = 'rtl_model/nv30/wires.h', 'rtl_model/nv30/nv30.c'
        for machine, old, new, message in (
                (r580, ' DRIVE(phase, sequencer->phase)', '', 'dispatch: a wire is not driven'),
                (r580, 'DRIVE(phase, ', 'DRIVE(phase, sequencer->phase) DRIVE(phase, ', 'duplicate member'),
                (r580, 'OF(us_sampler, sampler, sampler, 0)', '', "sampler"),
                (nv30, 'DRIVE(scalar, before->q.scalar)', '', 'stage3: a wire is not driven'),
                (nv30, 'DRIVE(scalar, ', 'DRIVE(scalar, before->q.scalar) DRIVE(scalar, ', 'duplicate member'),
                (nv30, 'STRAP(slots, (uint8_t)launch->slots)', '', 'raster: a strap is not driven')):
            said = self.refused(*machine, old, new)
            self.assertIn(message, said)
        self.assertEqual(self.refused(*r580, '#endif', '#endif\n'), '')


if __name__ == '__main__':
    if not shutil.which('make'):
        sys.exit('test_add_module: needs make')
    unittest.main()
