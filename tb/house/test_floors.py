#!/usr/bin/env python3
"""test_floors.py - who may know what: folders include what stands below them, the command knows machines by
rtl_model/machine.h alone, what a SIMD is called only the list of the chip's modules says, and how often a module is named
outside of lists.

usage: test_floors.py      (from the project's root)
"""
import glob
import os
import re
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

FLOORS = ('kit', 'isa', 'mem', 'pipeline', 'trace', 'rtl_model', 'tools')
INCLUDES = re.compile(r'^Includes: (.*)\.$', re.M)


def rooms():
    """What each folder of the floors may include, by its README: folders, and single files of others."""
    below = {}
    for floor in FLOORS:
        for folder, _, files in os.walk(os.path.join(ROOT, floor)):
            if any(name.endswith(('.c', '.h', '.def')) for name in files):
                with open(os.path.join(folder, 'README.md'), encoding='utf-8') as file:
                    name = os.path.relpath(folder, ROOT)
                    below[name] = {name, *re.findall(r'`([^`]*)`', INCLUDES.search(file.read()).group(1))}
    return below


BELOW = rooms()
MOST_FILES = 60
# An R700 by its C names: its types, and functions of its parts.
INSIDES = re.compile(r'\bstruct (?:gpu|simd|chip_config)\b|\b(?:gpu|simd|r700)_\w+')
NAME_OF_A_SIMD = re.compile(r'simd[0-9%]')
LIST = 'rtl_model/r700/gpu.def'

# Modules by their names in the list, outside of what is itself a list (.def, and view*, the rows of a waveform's overview), a
# driver (wires*, straps*) or the module's own file: lines of rtl_model/r700 that say simd->NAME, gpu->NAME, AT_NAME and the
# like.  A module that is added must not need them, so the ceiling is lowered when lines go and never raised: what has to ask
# many modules has rows (rules.def).  The engine of a SIMD, simd*, is apart: it goes without the lists where they cost time
# (docs/speed.md).
LISTS = ('rtl_model/r700/simd.def', LIST)
APART = ('wires', 'straps', 'view', 'simd')
CEILING = 209


def code(text):
    """C without its comments."""
    return re.sub(r'/\*.*?\*/', '', text, flags=re.S)


def wrong_includes(path, text):
    folder = os.path.dirname(path)
    return [name for name in re.findall(r'#include "([^"]*)"', code(text)) if not {os.path.dirname(name), name} & BELOW[folder]]


def insides(path, text):
    return INSIDES.findall(code(text)) if path.startswith('tools/') else []


def names_a_simd(path, text):
    if path == LIST:
        return []
    return NAME_OF_A_SIMD.findall(text if path.endswith('.py') else code(text))


def unlisted(path, text):
    """The machine itself in its rows of wires: what drives a wire is a source that the rows name."""
    return re.findall(r'\brtl_machine\b', code(text)) if 'wires' in os.path.basename(path) else []


def listed():
    """Names of members, longest first."""
    names = set()
    for _, text in sources(*LISTS):
        names.update(re.findall(r'^(?:PASSIVE|MODULES?|EACH|LINKS|CHANNELS)\(\w+,\s*(\w+),', text, re.M))
    return sorted(names, key=len, reverse=True)


def by_name(names, text):
    """The lines that name a module."""
    one = '(?:%s)\\b' % '|'.join(names)
    use = re.compile(r'(?<!setup->)(?<!setup\.)\b(?:simd|gpu)(?:\[[^\]]*\])?(?:\.|->)%s|\b(?:AT|LAST|COUNT)_%s|\b(?:ALL_OF|ONE_OF|MODULE_SET)\(%s' %
                     (one, one, one))
    return [line for line in code(text).split('\n') if use.search(line)]


def sources(*patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(ROOT, pattern))):
            with open(path, encoding='utf-8') as file:
                yield os.path.relpath(path, ROOT), file.read()


class Floors(unittest.TestCase):
    def none(self, look, files):
        found = ['%s: %s' % (path, what) for path, text in files for what in look(path, text)]
        self.assertEqual(found, [])

    def test_folders_include_what_stands_below_them(self):
        self.none(wrong_includes, sources(*(folder + '/*.' + kind for folder in BELOW for kind in ('c', 'h', 'def'))))
        self.assertEqual(wrong_includes('tools/a.c', '#include "rtl_model/r700/gpu.h"\n'), ['rtl_model/r700/gpu.h'])
        self.assertEqual(wrong_includes('rtl_model/a.c', '#include "pipeline/control/stall.h"\n'), ['pipeline/control/stall.h'])
        self.assertEqual(wrong_includes('tools/cmd_asm.c', '#include "isa/r700/flow.h"\n'), ['isa/r700/flow.h'])
        self.assertEqual(wrong_includes('pipeline/fetch/a.c', '#include "pipeline/alu/alu_slot.h"\n'), ['pipeline/alu/alu_slot.h'])

    def test_modules_of_one_stage_know_nothing_of_another_but_single_files(self):
        stages = [room for room in BELOW if room.startswith('pipeline/')]
        self.assertEqual(len(stages), 4)
        for room in stages:
            self.assertEqual(BELOW[room] & set(stages), {room})

    def test_what_every_machine_shares_knows_no_machine(self):
        for room in ('rtl_model/launch', 'rtl_model/program', 'rtl_model/library'):
            self.assertEqual([name for name in BELOW[room] if re.match('rtl_model/(r700|r580|nv30)', name)], [])

    def test_a_folder_has_few_files_and_says_what_it_is(self):
        for room in BELOW:
            names = [name for name in os.listdir(os.path.join(ROOT, room)) if os.path.isfile(os.path.join(ROOT, room, name))]
            self.assertLessEqual(len(names), MOST_FILES, room)
            with open(os.path.join(ROOT, room, 'README.md'), encoding='utf-8') as file:
                self.assertLessEqual(len(file.read().splitlines()), 10, room)

    def test_a_folder_of_tests_has_few_files_too(self):
        """But for the twins, which a tool looks up by name in one folder."""
        for room in glob.glob(os.path.join(ROOT, 'tb/**/'), recursive=True):
            names = glob.glob(os.path.join(room, '*.*'))
            if os.path.relpath(room, ROOT) != 'tb/rtl':
                self.assertLessEqual(len(names), MOST_FILES, room)

    def test_the_command_names_nothing_inside_a_machine(self):
        self.none(insides, sources('tools/*.[ch]', 'tools/*/*.[ch]'))
        self.assertEqual(insides('tools/a.c', 'x = gpu_cycle(y); /* gpu_run */'), ['gpu_cycle'])
        self.assertEqual(insides('tools/a.h', 'struct simd *simd;'), ['struct simd'])

    def test_only_the_list_says_what_a_simd_is_called(self):
        """Tests and examples of the library, which say what a user types, apart."""
        folders = list(BELOW) + ['tb', 'tb/bench', 'tb/docs', 'tb/exhaustive', 'tb/faults', 'tb/fuzz', 'tb/lockstep', 'tb/lockstep/build', 'tb/lockstep/counts', 'tb/lockstep/drivers', 'tb/lockstep/prove', 'tb/lockstep/records', 'tb/mutate',
                                 'tb/random', 'tb/ref', 'tb/systemc', 'tb/texture', 'tb/waves', 'tb/corpus', 'tb/demo']
        self.none(names_a_simd, sources(*(folder + '/*.' + kind for folder in folders
                                          for kind in ('c', 'h', 'def', 'cpp', 'hpp', 'py', 'signals'))))
        self.assertEqual(names_a_simd('trace/a.c', 'find("gpu.simd0.cf"); /* gpu.simd0 */'), ['simd0'])
        self.assertEqual(names_a_simd('tb/docs/a.py', "'gpu.simd%d'"), ['simd%'])
        (_, text), = sources(LIST)
        self.assertEqual(names_a_simd('other.def', text), ['simd%'])

    def test_wires_are_driven_by_sources_that_are_named(self):
        self.none(unlisted, sources('rtl_model/*/wires*.h'))
        self.assertEqual(unlisted('rtl_model/r580/wires.h', 'DRIVE(inputs, rtl_machine->setup.inputs)'), ['rtl_machine'])

    def test_modules_are_named_in_lists(self):
        names = listed()
        self.assertGreater(len(names), 40)
        self.assertEqual(len(by_name(['cf', 'cf_cache'], 'a = simd->cf.q; /* simd->cf */\nb = simd->cf_why;\nc = gpu->simd[i].cf_cache;\n'
                                     'd = AT_cf; e = simd->cf;\nf = q->cf; g = setup->simd.cf;\n')), 3)
        used = [line for path, text in sources('rtl_model/r700/*.[ch]', 'rtl_model/r700/*/*.[ch]') if not os.path.basename(path).startswith(APART)
                for line in by_name(names, text)]
        self.assertLessEqual(len(used), CEILING, 'lines that name a module: expected a row in a list')
        clock = [line for path, text in sources('kit/clock.h', 'rtl_model/r700/engine/simd_clock.c') for line in by_name(names, text)]
        self.assertEqual(clock, [], 'lines of the clock that name a module: expected a kind, or a row')


if __name__ == '__main__':
    unittest.main()
