#!/usr/bin/env python3
"""files.py - docs/files.md: a row per file of the project, made from the first sentence of its opening comment.

usage: files.py [--check] docs/files.md      (from the project's root; --check: fail when the page is stale)
"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
from page import arguments, finish  # noqa: E402

FLOORS = [
    ('kit', 'kit: what makes C behave like RTL'),
    ('isa', 'isa: what assemblers share'),
    ('isa/r580', 'isa/r580: the instruction set of the R500 family as data'),
    ('isa/r700', 'isa/r700: the instruction set as data'),
    ('mem', 'mem: the clocked storage'),
    ('pipeline', 'pipeline: the clocked stages, and the functions of the ALU'),
    ('rtl_model', 'rtl_model: programs, launch files, results'),
    ('rtl_model/r700', 'rtl_model/r700: the machine'),
    ('trace', 'trace: waveforms'),
    ('tools', 'tools: the command'),
    ('docs/examples', 'docs/examples: programs that use the library'),
    ('tb', 'tb: checks'), ('tb/unit', 'tb/unit'), ('tb/isa', 'tb/isa'), ('tb/ref', 'tb/ref'), ('tb/random', 'tb/random'),
    ('tb/faults', 'tb/faults'),
    ('tb/lockstep', 'tb/lockstep: modules beside and inside Verilog'), ('tb/rtl', 'tb/rtl: the modules in SystemVerilog'),
    ('tb/systemc', 'tb/systemc: modules and SIMD as SystemC modules'),
    ('tb/fuzz', 'tb/fuzz'), ('tb/exhaustive', 'tb/exhaustive'), ('tb/bench', 'tb/bench'), ('tb/cli', 'tb/cli'),
    ('tb/corpus', 'tb/corpus'), ('tb/waves', 'tb/waves: a waveform to follow a wavefront in'),
    ('tb/house', 'tb/house: the scripts behind the Makefile'), ('tb/docs', 'tb/docs: generators and checks of these pages'),
]
KINDS = ('.h', '.c', '.def', '.sh', '.py', '.svh', '.sv', '.hpp', '.cpp')
ORDER = {kind: place for place, kind in enumerate(KINDS)}


def comment(path):
    """The opening comment as one line, without the file's name; empty when there is none."""
    with open(path, encoding='utf-8') as source:
        text = source.read(4000)
    text = re.sub(r'^#!.*\n', '', text)
    pattern = {'.py': r'"""(.*?)"""', '.sh': r'((?:#.*\n)+)', '.sv': r'((?://[^\n]*\n)+)',
               '.svh': r'((?://[^\n]*\n)+)',
               '.hpp': r'((?://[^\n]*\n)+)', '.cpp': r'((?://[^\n]*\n)+)'}.get(os.path.splitext(path)[1], r'/\*(.*?)\*/')
    found = re.match(pattern, text, re.S)
    if not found:
        included = re.match(r'#include "(.*)"', text)
        return 'a part of `%s`' % included.group(1) if included else ''
    words = re.sub(r'^[ *#/]+', '', found.group(1), flags=re.M)
    words = words.split('\n\n')[0]
    words = ' '.join(words.split())
    return re.sub(r'^[\w./]+(?: [A-Z.]+)* - ', '', words)


def sentence(path):
    """Up to the first full stop that ends a sentence, or the colon before a list."""
    words = comment(path)
    words = re.split(r'(?<=[^.\d])\. {1,2}(?=[A-Z`])|\.$', words)[0]
    parts = words.rstrip('.:').replace('|', '\\|').split('`')
    return '`'.join(part if place % 2 else re.sub(r'([*<])', r'\\\1', part) for place, part in enumerate(parts))


def pairs(folder):
    """Files of one name together: name -> kinds, in the order h, c, ..."""
    found = {}
    for path in sorted(glob.glob(folder + '/*')):
        name, kind = os.path.splitext(path)
        if kind in KINDS:
            found.setdefault(name, []).append(kind)
    return {name: sorted(kinds, key=ORDER.get) for name, kinds in found.items()}


def rows(folder):
    for name, kinds in sorted(pairs(folder).items()):
        says = [s for s in (sentence(name + kind) for kind in kinds) if s]
        files = name + (kinds[0] if len(kinds) == 1 else '.{' + ','.join(kind[1:] for kind in kinds) + '}')
        yield '| `%s` | %s |' % (files, says[0] if says else '')


def main():
    check, (path,) = arguments('files.py [--check] PAGE', 1)
    lines = ['<!-- made by tb/docs/files.py: make docs -->', '# Every file, one line each', '',
             'Made from the opening comments. [reading-guide.md](reading-guide.md) says in which order to read.']
    for folder, title in FLOORS:
        table = list(rows(folder))
        if table:
            lines += ['', '## ' + title, '', '| file | what it is |', '|---|---|'] + table
    finish(path, '\n'.join(lines) + '\n', check)


main()
