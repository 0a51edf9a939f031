#!/usr/bin/env python3
"""readme.py - what README.md shows is what happens: its commands are run in a new folder, and every block of output that
follows them must be what they print.

usage: readme.py [--write] WEKIVA      (from the project's root; --write: puts the real output into README.md)

A paragraph of indented lines is commands (`make` and `gtkwave` are left out); a fence without a language behind them is
their output; a fence of asm or json is the file that the text before it names. Times and speeds may be others than those
shown. Without Verilator the paragraphs that build a block keep what they show.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

NEEDS_VERILATOR = re.compile(r'^wekiva (cosim|run .*--replace)\b', re.M)
TIME = re.compile(r'[\d.]+ (s|cycles/s)$')
DEMO = ('wekiva run --launch tb/demo/launch.json --trace build/demo/demo.vcd '
        '--out build/demo/results')


def run(command, wekiva, folder):
    if command.startswith('gtkwave '):
        return ''
    command = re.sub(r'^wekiva\b', wekiva, DEMO if command == 'make demo' else command)
    if command.startswith('make '):
        return ''
    done = subprocess.run(command, shell=True, cwd=folder, capture_output=True, text=True)
    if done.returncode or done.stderr:
        sys.exit('README.md: `%s` ends with %d: %s' % (command, done.returncode, done.stderr))
    return done.stdout


def pieces(text):
    """(kind, text) of every fence, every paragraph of indented lines, and everything else between them."""
    for piece in re.split(r'(^```\w*\n.*?^```\n|(?:^    \S[^\n]*\n)+)', text, flags=re.M | re.S):
        if piece.startswith('```'):
            yield piece[3:piece.index('\n')] or 'output', piece
        else:
            yield ('commands' if piece.startswith('    ') else 'text'), piece


def replay(text, wekiva, folder):
    """The text with real output."""
    new, output, named = [], None, None
    for kind, piece in pieces(text):
        if kind == 'text':
            files = re.findall(r'`(\w+\.(?:s|json))`', piece)
            named = files[-1] if files else named
        elif kind == 'commands':
            commands = [line.strip() for line in piece.splitlines()]
            builds = any(NEEDS_VERILATOR.match(command) for command in commands)
            output = None
            if not builds or shutil.which('verilator') and shutil.which('g++'):
                output = ''.join(run(command, wekiva, folder) for command in commands)
        elif kind == 'output':
            piece = piece if output is None else '```\n%s```\n' % output
        else:
            with open(os.path.join(folder, named), 'w') as file:
                file.write(piece.split('\n', 1)[1].rsplit('```', 1)[0])
        new.append(piece)
    return ''.join(new)


def main():
    arguments = sys.argv[1:]
    write = arguments[:1] == ['--write']
    if len(arguments) != 1 + write:
        sys.stderr.write('usage: readme.py [--write] WEKIVA\n')
        sys.exit(2)
    with open('README.md', encoding='utf-8') as readme:
        text = readme.read()
    os.environ.setdefault('WEKIVA_CACHE', os.path.join(os.path.dirname(os.path.abspath(arguments[-1])), 'cosim'))
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath('tb'), os.path.join(folder, 'tb'))
        os.makedirs(os.path.join(folder, 'build/demo'))
        new = replay(text, os.path.abspath(arguments[-1]), folder)
    if write:
        with open('README.md', 'w', encoding='utf-8') as readme:
            readme.write(new)
        return
    for old, now in zip(text.splitlines(), new.splitlines()):
        if TIME.sub('', old) != TIME.sub('', now):
            sys.exit('README.md shows\n  %s\nbut it is now\n  %s\n(python3 tb/docs/readme.py --write WEKIVA)' % (old, now))
    sys.exit(len(text.splitlines()) != len(new.splitlines()))


main()
