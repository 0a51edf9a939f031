#!/usr/bin/env python3
"""counts.py - tools/test_counts.def: how often each opcode is tested, counted by the test programs (tb/isa/count.h).

usage: counts.py [--check] BUILD tools/test_counts.def      (from the project's root)

Runs the programs of BUILD that count, with their output.  Fails when an ALU instruction has no vector or any instruction no round trip;
with --check also when the table is stale.
"""
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'docs'))
from page import arguments, finish  # noqa: E402

PROGRAMS = ['test_alu_oracle', 'test_alu_rules', 'test_alu_reduce', 'test_alu_double', 'test_alu_transcendental',
            'test_dis']
ROWS = [('isa/r700/ops_cf.def', {r'ISA_CF\w*_OP': 'ISA_CF_INST'}),
        ('isa/r700/ops_alu.def', {'ISA_OP2': 'ISA_OP2', 'ISA_OP3': 'ISA_OP3'}),
        ('isa/r700/ops_fetch.def', {'ISA_(?:VTX|MEM|TEX)_OP': 'ISA_FETCH'})]
HEAD = '''/* How often `make test` tests each opcode, counted by the tests themselves (tb/isa/count.h, tb/isa/counts.py: make docs).
 *
 * TEST_COUNT(kind, name, vectors, trips): operand vectors whose results are compared with an oracle or a page's numbers;
 * round trips from words to text and back. */
'''


def opcodes():
    """(kind, name) of every instruction, in the order of the tables."""
    for path, kinds in ROWS:
        with open(path, encoding='utf-8') as table:
            text = re.sub(r'/\*.*?\*/', '', table.read(), flags=re.S)
        for macro, name in re.findall(r'^(\w+)\((\w+),', text, re.M):
            for pattern, kind in kinds.items():
                if re.fullmatch(pattern, macro):
                    yield kind, name


def counted(build):
    """(kind, name) -> [vectors, trips], added up over the programs."""
    counts = {}
    environment = {k: v for k, v in os.environ.items() if k != 'WEKIVA_ITERATIONS'}
    with tempfile.TemporaryDirectory() as folder:
        environment['WEKIVA_COUNTS'] = os.path.join(folder, 'counts')
        for program in PROGRAMS:
            done = subprocess.run([os.path.join(build, 'tb/isa', program)], env=environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            print('%s:\n%s' % (program, done.stdout.decode(errors='replace')), end='', flush=True)
            if done.returncode:
                sys.exit('%s fails: exit status %d' % (program, done.returncode))
        with open(environment['WEKIVA_COUNTS'], encoding='utf-8') as lines:
            for line in lines:
                kind, name, vectors, trips = line.split()
                row = counts.setdefault((kind, name), [0, 0])
                row[0] += int(vectors)
                row[1] += int(trips)
    return counts


def main():
    check, (build, path) = arguments('counts.py [--check] BUILD TABLE', 2)
    counts, rows, untested = counted(build), [], []
    for kind, name in opcodes():
        vectors, trips = counts.pop((kind, name), [0, 0])
        rows.append('TEST_COUNT(%-12s %-24s %9d, %6d)' % (kind + ',', name + ',', vectors, trips))
        if not trips or (kind in ('ISA_OP2', 'ISA_OP3') and not vectors):
            untested.append('%s_%s: %d vectors, %d round trips' % (kind, name, vectors, trips))
    if counts or untested:
        sys.exit('\n'.join(untested + ['%s_%s is in no table' % key for key in counts]))
    finish(path, HEAD + '\n'.join(rows) + '\n', check)


main()
