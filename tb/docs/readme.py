#!/usr/bin/env python3
"""readme.py - what README.md and the guides show is what happens: their commands are run in a new folder, and every block
of output that follows them must be what they print.

usage: readme.py [--write] WEKIVA [PAGE...]      (from the project's root, after `make python`; --write: puts the real output into the pages)

A paragraph of indented lines is commands (`make` and `gtkwave` are left out); a fence without a language behind them is
their output; a fence of another language is the file that the text before it names last, but `python` is a cell of the page's
notebook (cells.py), whose output a fence behind it has. A line that ends with \\ goes on in the next one. What follows `# status N` may end so, and its error output counts. Times and speeds may differ.
Paragraphs that build a block keep what they show without Verilator, paragraphs that begin with clang without LLVM's r600
target.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

NEEDS_VERILATOR = re.compile(r'^(wekiva (cosim|run .*--(replace|beside))|cd \S+ && make)\b', re.M)
NEEDS_LLVM = re.compile(r'^clang\b', re.M)
STATUS = re.compile(r' +# status (\d)$')
TIME = re.compile(r'[\d.]+ (s|cycles/s)$')
CELLS = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'cells.py')
DEMO = ('wekiva run --launch tb/demo/launch.json --set simds=1 --trace build/demo/demo.vcd '
        '--out build/demo/results')


def run(page, command, wekiva, folder):
    if command.startswith('gtkwave '):
        return ''
    command = re.sub(r'^wekiva\b', wekiva, DEMO if command == 'make demo' else command)
    if command.startswith('make '):
        return ''
    wanted = STATUS.search(command)
    path = os.path.join(folder, 'bin') + ':' + os.environ['PATH']
    outside = {name: value for name, value in os.environ.items() if not name.startswith('MAKE')} # a reader's make is no part of ours
    done = subprocess.run(STATUS.sub('', command), shell=True, cwd=folder, capture_output=True, text=True,
                          env={**outside, 'PATH': path})
    if done.returncode != (int(wanted[1]) if wanted else 0) or done.stderr and not wanted:
        sys.exit('%s: `%s` ends with %d: %s' % (page, command, done.returncode, done.stderr))
    return done.stdout + done.stderr


def has_llvm():
    """clang and llc, with the target that this is about."""
    if not shutil.which('clang') or not shutil.which('llc'):
        return False
    return ' r600 ' in subprocess.run(['llc', '--version'], capture_output=True, text=True).stdout


def can_run(commands):
    if any(NEEDS_VERILATOR.match(command) for command in commands):
        proves = any(' --prove' in command for command in commands)
        return shutil.which('verilator') and shutil.which('g++') and (shutil.which('yosys') or not proves)
    return not any(NEEDS_LLVM.match(command) for command in commands) or has_llvm()


class Notebook:
    """The cells of a page, one behind the other in one Python, which has the package beside the command."""

    def __init__(self, page, wekiva, folder):
        self.page, self.child = page, None
        self.environment = {**os.environ, 'PYTHONPATH': os.path.join(os.path.dirname(wekiva), 'python')}
        self.folder = folder

    def run(self, cell):
        if not self.child:
            self.child = subprocess.Popen([sys.executable, CELLS], cwd=self.folder, env=self.environment, stdin=subprocess.PIPE,
                                          stdout=subprocess.PIPE, text=True)
        print(json.dumps(cell), file=self.child.stdin, flush=True)
        said = self.child.stdout.readline()
        if not said:
            sys.exit('%s: a cell fails:\n%s' % (self.page, cell))
        return json.loads(said)

    def close(self):
        if self.child:
            self.child.stdin.close()
            self.child.wait()


def pieces(text):
    """(kind, text) of every fence, every paragraph of indented lines, and everything else between them."""
    for piece in re.split(r'(^```\w*\n.*?^```\n|(?:^    \S[^\n]*\n)+)', text, flags=re.M | re.S):
        if piece.startswith('```'):
            yield piece[3:piece.index('\n')] or 'output', piece
        else:
            yield ('commands' if piece.startswith('    ') else 'text'), piece


def replay(page, text, wekiva, folder, notebook):
    """The text with real output."""
    new, output, named = [], None, None
    for kind, piece in pieces(text):
        if kind == 'text':
            files = re.findall(r'`(\w+\.(?:s|json|cl|sv|py))`', piece)
            named = files[-1] if files else named
        elif kind == 'commands':
            commands = [line.strip() for line in piece.replace('\\\n', ' ').splitlines()]
            output = None
            if can_run(commands):
                output = ''.join(run(page, command, wekiva, folder) for command in commands)
        elif kind == 'output':
            piece = piece if output is None else '```\n%s```\n' % output
        elif kind == 'python':
            output = notebook.run(piece.split('\n', 1)[1].rsplit('```', 1)[0])
        else:
            with open(os.path.join(folder, named), 'w') as file:
                file.write(piece.split('\n', 1)[1].rsplit('```', 1)[0])
        new.append(piece)
    return ''.join(new)


def check(page, wekiva, write):
    with open(page, encoding='utf-8') as file:
        text = file.read()
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(os.path.abspath('tb'), os.path.join(folder, 'tb'))
        os.makedirs(os.path.join(folder, 'build/demo'))
        os.makedirs(os.path.join(folder, 'bin'))
        os.symlink(os.path.abspath(wekiva), os.path.join(folder, 'bin/wekiva'))
        notebook = Notebook(page, os.path.abspath(wekiva), folder)
        new = replay(page, text, os.path.abspath(wekiva), folder, notebook)
        notebook.close()
    if write:
        with open(page, 'w', encoding='utf-8') as file:
            file.write(new)
        return
    for old, now in zip(text.splitlines(), new.splitlines()):
        if TIME.sub('', old) != TIME.sub('', now):
            sys.exit('%s shows\n  %s\nbut it is now\n  %s\n(python3 tb/docs/readme.py --write WEKIVA %s)' % (page, old, now, page))
    if len(text.splitlines()) != len(new.splitlines()):
        sys.exit('%s: the output has another number of lines' % page)


def main():
    arguments = sys.argv[1:]
    write = arguments[:1] == ['--write']
    arguments = arguments[write:]
    if not arguments or arguments[0].startswith('-'):
        sys.stderr.write('usage: readme.py [--write] WEKIVA [PAGE...]\n')
        sys.exit(2)
    wekiva, given = arguments[0], arguments[1:]
    os.environ.setdefault('WEKIVA_CACHE', os.path.join(os.path.dirname(os.path.abspath(wekiva)), 'cosim'))
    for page in given or ['README.md']:
        check(page, wekiva, write)


main()
