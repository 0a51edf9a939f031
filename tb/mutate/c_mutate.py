#!/usr/bin/env python3
"""c_mutate.py - does a test fail when a C file is changed a little?

usage: c_mutate.py [-n MAX] [-s SEED] [-j JOBS] [--no-faults] [FILE...]
       c_mutate.py --check      (only: do all faults and explanations fit the sources?)

First the named faults of tb/mutate/faults.txt, each of which a test must notice.  Then MAX mutants (0: all) of each file of
tb/mutate/files.txt, or of FILE: one operator, constant, operand or statement is changed, the tests that files.txt
names for the file are built and run until one fails.  The same seed chooses the same mutants.  A mutant is
  killed      a test fails or never ends
  invalid     the compiler refuses it: not counted
  equivalent  tb/mutate/equivalent.txt says why no test can fail: not run
  survived    all tests pass: a test is missing, or the mutant is equivalent
A mutant is written as its line with [old => new] in it, in reports and in equivalent.txt.
Works on copies of the tree, one a job, with array bounds checked and without warnings, which would refuse mutants that
leave something unused.  Exit status 1 when a fault or more than one mutant in twenty survives, 2 when it cannot start.
"""
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

HERE = 'tb/mutate/'
TREE = ['Makefile', 'VERSION', 'kit', 'isa', 'mem', 'pipeline', 'rtl_model', 'trace', 'tb', 'tools', 'docs']
FLAGS = '-O1 -w -DWEKIVA_PORTABLE -fsanitize=bounds-strict -fno-sanitize-recover=bounds-strict'
LEAST_SCORE = 95.0

OPERAND = r'\w+(?:(?:\.|->)\w+|\[\w+\])*'
RULES = [
    (r'<<(?!=)', ['>>']), (r'>>(?!=)', ['<<']), (r'<=', ['<', '>']), (r'>=', ['>', '<']), (r'==', ['!=']), (r'!=', ['==']),
    (r'&&', ['||']), (r'\|\|', ['&&']),
    (r'(?<![<\-])<(?![<=])', ['<=', '>=']), (r'(?<![>\-])>(?![>=])', ['>=', '<=']),
    (r'(?<![+])\+(?![+=])', ['-']), (r'(?<!-)-(?![->=])', ['+']), (r'\+\+', ['--']), (r'--', ['++']),
    # '*' and '&' are binary only where clang-format style puts a space on both sides
    (r'(?<=[\w\)\]] )\*(?= )', ['+']), (r'/(?![/*=])', ['*']), (r'%(?!=)', ['*']),
    (r'(?<=[\w\)\]] )&(?= )', ['|']), (r'(?<!\|)\|(?![|=])', ['&']), (r'\^(?!=)', ['|']),
    (r'!(?!=)', ['']), (r'~', ['']),
    (r'\b0\b(?!x)', ['1']), (r'\b1\b', ['0', '2']), (r'\b([2-9]|[1-9][0-9]+)\b', ['0', '@+1', '@-1']),
    (r'\b0x[0-9a-fA-F]+\b', ['0', '@^1']), (r'\btrue\b', ['false']), (r'\bfalse\b', ['true']),
    (r'\b(continue|break)\s*;', [';']),
    (r'\breturn\s+(?!(?:0|false|NULL);)[^;]+;', ['return 0;']),
    (r'\bd->[\w.>\[\]-]+ = [^;]*;', [';']),          # a register that is not written
    (r'\bflush(?:64)?(?=\()', ['']),                   # a denormal that stays
    (r'\bFLOAT_(?:ONE|HALF)\b', ['FLOAT_TWO']), (r'\bFLOAT_(?:TWO|FOUR|MAX)\b', ['FLOAT_ONE']),
    (r'(?<=\()(%s), (%s)(?=[,)])' % (OPERAND, OPERAND), ['@swap']),
]


def blank(source):
    """Same text with comments, strings, characters and directives blanked."""
    def spaces(match):
        return re.sub(r'[^\n]', ' ', match.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', spaces,
                  source, flags=re.S | re.M)


def inert(code):
    """Places of array extents, which are for the sanitizers of `make check`, and of indices inside sizeof."""
    skip = set()
    for declared in re.finditer(r'\b\w+ +\w+((?:\[(?:restrict )?\w+\])+)(?= =|;|,|\))|sizeof \w+(\[\d+\])', code):
        group = 1 if declared.group(1) else 2
        skip |= {declared.start(group) + m.start() for m in re.finditer(r'\b\d+\b', declared.group(group))}
    return skip


def replacement(match, new):
    """What a rule puts in the place of a match."""
    if new == '@swap':
        return '%s, %s' % (match.group(2), match.group(1))
    if new.startswith('@'):
        value = int(match.group(0), 0)
        return {'@+1': str(value + 1), '@-1': str(value - 1), '@^1': hex(value ^ 1)}[new]
    return new


def sites(source):
    """(begin, end, replacement) of every mutant."""
    code = blank(source)
    skip, found = inert(code), set()
    for pattern, news in RULES:
        for match in re.finditer(pattern, code):
            for rule in news:
                new = replacement(match, rule)
                if new != match.group(0) and match.start() not in skip:
                    found.add((match.start(), match.end(), new))
    return sorted(found)


def named(path, source, begin, end, new):
    """The name of a mutant: its line with the change marked, blanks alike."""
    first = source.rfind('\n', 0, begin) + 1
    last = source.find('\n', end)
    if not (source[first:begin] + source[end:last]).strip():  # nothing else in the line: with the one before
        first = source.rfind('\n', 0, first - 1) + 1
    text = '%s[%s => %s]%s' % (source[first:begin], source[begin:end], new, source[end:last])
    return '%s: %s' % (path, ' '.join(text.split()))


def lines_of(name):
    """The lines of a list but comments and empty ones."""
    with open(HERE + name, encoding='utf-8') as file:
        return [line.rstrip('\n') for line in file if line.strip() and not line.startswith('#')]


def read_tests():
    """The tests of each file."""
    return {row.split()[0]: row.split()[1:] for row in lines_of('files.txt')}


def read_equivalent():
    """Names of the mutants that are explained; reasons are indented."""
    return {line.strip() for line in lines_of('equivalent.txt') if not line.startswith(' ')}


def check_tests(tests):
    """Every test of a row must be a program of tb/."""
    missing = {test for row in tests.values() for test in row if not os.path.isfile('tb/%s.c' % test)}
    if missing or not all(tests.values()):
        raise RuntimeError('tb/mutate/files.txt names tests that are not there: ' + ' '.join(sorted(missing)) +
                           ' '.join(sorted(path for path, row in tests.items() if not row)))


def check_explanations(tests, explained):
    """Every explanation must fit a mutant that there is."""
    names = set()
    for path in tests:
        with open(path, encoding='utf-8') as file:
            source = file.read()
        names |= {named(path, source, *site) for site in sites(source)}
    if explained - names:
        raise RuntimeError('tb/mutate/equivalent.txt explains what is not there:\n' + '\n'.join(sorted(explained - names)))


def read_faults():
    """[title, file, old text, new text]: a title, `FILE`, lines of `- old` and lines of `+ new`."""
    faults = []
    for line in lines_of('faults.txt'):
        if line[:2] not in ('- ', '+ ', '@ '):
            faults.append([line, '', [], []])
        elif line[0] == '@':
            faults[-1][1] = line[2:]
        else:
            faults[-1]['-+'.index(line[0]) + 2].append(line[2:])
    return [[title, path, '\n'.join(old), '\n'.join(new)] for title, path, old, new in faults]


class Copy:
    """A copy of the tree in which one job works; the first one is built, the others are copies of that."""

    def __init__(self, folder, tests, first=None):
        self.folder, self.limits, self.changed = folder, {}, None
        if first:
            shutil.copytree(first.folder, folder)  # with its times, so that nothing is built again
            self.limits = first.limits
            return
        os.mkdir(folder)
        for name in TREE:
            copy = shutil.copytree if os.path.isdir(name) else shutil.copy
            copy(name, os.path.join(folder, name))
        programs = sorted({test for row in tests.values() for test in row})
        if not self.build(programs, None):
            raise RuntimeError('the tests do not compile')
        for program in programs:
            begin = time.time()
            if self.call('exec build/tb/' + program, None) != 0:
                raise RuntimeError('%s fails before any change' % program)
            self.limits[program] = 10 + 10 * (time.time() - begin)

    def call(self, command, limit):
        """Exit status of a command, None when it does not end."""
        environment = dict(os.environ, CMOCKA_TEST_ABORT='1')  # the first failure is enough
        environment.pop('MAKEFLAGS', None)
        with subprocess.Popen(['sh', '-c', 'ulimit -c 0; ulimit -v 4000000; ' + command], cwd=self.folder, env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as child:
            try:
                return child.wait(limit)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                return None

    def build(self, programs, limit=600):
        """Whether the tests compile; all of a tree may take long on a busy machine."""
        targets = ' '.join('build/tb/' + program for program in programs)
        return self.call('exec make -s -j2 B=build LTO= CFLAGS="%s" %s' % (FLAGS, targets), limit) == 0

    def write(self, path, text):
        """Changes a file of the copy."""
        with open(os.path.join(self.folder, path), 'w', encoding='utf-8') as file:
            file.write(text)

    def outcome(self, path, original, text, programs):
        """What happens to a file's tests with another text of it, and to which of them."""
        if self.changed and self.changed[0] != path:
            self.write(*self.changed)
        self.changed = (path, original)
        self.write(path, text)
        if not self.build(programs):
            return 'invalid', ''
        for program in programs:
            if self.call('exec build/tb/' + program, self.limits[program]) != 0:
                return 'killed', program
        return 'survived', ''


class Work:
    """Mutants to do, and what became of those done; survivors are printed as they appear."""

    def __init__(self, names, mutants):
        self.names, self.mutants, self.done = names, mutants, [None] * len(mutants)
        self.next, self.lock, self.error = 0, threading.Lock(), None

    def take(self):
        """The number of the next mutant, None when there is none."""
        with self.lock:
            self.next += 1
            return self.next - 1 if self.next <= len(self.mutants) and not self.error else None

    def run(self, copy, tests):
        """One job."""
        try:
            while (number := self.take()) is not None:
                path, original, text = self.mutants[number]
                self.done[number] = copy.outcome(path, original, text, tests[path])
                if self.done[number][0] == 'survived':
                    print('survived  ' + self.names[number], flush=True)
        except Exception as error:  # of a job: shown by the main thread
            self.error = error


def mutants_of(path, options, explained):
    """Names and texts of the chosen mutants, how many sites there are, how many chosen ones are explained."""
    with open(path, encoding='utf-8') as file:
        source = file.read()
    chosen = sites(source)
    count = len(chosen)
    if 0 < options['-n'] < count:
        chosen = sorted(random.Random('%d %s' % (options['-s'], path)).sample(chosen, options['-n']))
    todo, equivalent = [], 0
    for begin, end, new in chosen:
        name = named(path, source, begin, end, new)
        if name in explained:
            equivalent += 1
        else:
            todo.append((name, source, source[:begin] + new + source[end:]))
    return todo, count, equivalent


def prepare_faults(tests):
    """The named faults as mutants; each must fit exactly one place."""
    mutants = []
    for title, path, old, new in read_faults():
        with open(path, encoding='utf-8') as file:
            source = file.read()
        if source.count(old) != 1 or path not in tests:
            raise RuntimeError('fault "%s" does not fit %s' % (title, path))
        mutants.append((title, path, source, source.replace(old, new)))
    return mutants


def row(name, counts):
    """A line of scores."""
    counted = counts['killed'] + counts['survived']
    print('%-34s %6d %7d %8d %8d %10d %8.1f %%' % (
        name, counts['sites'], counts['killed'], counts['survived'], counts['invalid'], counts['equivalent'],
        100.0 * counts['killed'] / counted if counted else 100.0), flush=True)


def report(files, results):
    """Prints scores; returns the whole score."""
    total = dict(sites=0, killed=0, survived=0, invalid=0, equivalent=0)
    print('\n%-34s %6s %7s %8s %8s %10s %10s' % ('file', 'sites', 'killed', 'survived', 'invalid', 'equivalent', 'score'))
    for path, count, equivalent in files:
        counts = dict(sites=count, killed=0, survived=0, invalid=0, equivalent=equivalent)
        for what in results[path]:
            counts[what] += 1
        total = {key: total[key] + counts[key] for key in total}
        row(path, counts)
    row('all', total)
    dead, live = total['killed'], total['survived']
    if dead + live + total['equivalent']:
        print('equivalent ones counted as survivors: %.1f %%' % (100.0 * dead / (dead + live + total['equivalent'])))
    return 100.0 * dead / (dead + live) if dead + live else 100.0


def main(arguments):
    options, faulty, checking = {'-n': 40, '-s': 1, '-j': 2}, True, arguments == ['--check']
    if checking:
        arguments = []
    while arguments and arguments[0].startswith('-'):
        if arguments[0] == '--no-faults':
            faulty = False
        elif arguments[0] in options and len(arguments) > 1:
            options[arguments[0]] = int(arguments.pop(1))
        else:
            print(__doc__, file=sys.stderr)
            return 2
        arguments.pop(0)
    all_tests, explained, begin = read_tests(), read_equivalent(), time.time()
    paths = arguments or list(all_tests)
    if not set(paths) <= set(all_tests):
        print('tb/mutate/files.txt has no tests for: ' + ' '.join(set(paths) - set(all_tests)), file=sys.stderr)
        return 2
    try:
        check_tests(all_tests)
        check_explanations(all_tests, explained)
        faults = prepare_faults(all_tests) if faulty else []
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 2
    if checking:
        print('mutants: %d passed, 0 failed' % (len(faults) + len(explained)))
        return 0
    names, mutants, files = [f[0] for f in faults], [f[1:] for f in faults], []
    for path in paths:
        todo, count, equivalent = mutants_of(path, options, explained)
        files.append((path, count, equivalent))
        names += [name for name, _, _ in todo]
        mutants += [(path, source, text) for _, source, text in todo]
    tests = {path: all_tests[path] for path in paths + [f[1] for f in faults]}
    work = Work(names, mutants)
    with tempfile.TemporaryDirectory() as folder:
        try:
            copies = [Copy(os.path.join(folder, '0'), tests)]
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 2
        copies += [Copy(os.path.join(folder, str(j)), tests, copies[0]) for j in range(1, options['-j'])]
        jobs = [threading.Thread(target=work.run, args=(copy, tests), daemon=True) for copy in copies]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
    if work.error:
        print(work.error, file=sys.stderr)
        return 2

    escaped = 0
    for name, done in zip(names[:len(faults)], work.done):
        escaped += done[0] != 'killed'
        print('%-9s %s (%s)' % (done[0], name, done[1]))
    print('\nnamed faults: %d of %d noticed' % (len(faults) - escaped, len(faults)))
    results = {path: [] for path in paths}
    for (path, _, _), done in zip(mutants[len(faults):], work.done[len(faults):]):
        results[path].append(done[0])
    score = report(files, results)
    print('N=%d SEED=%d, %d s, %.2f s a mutant' % (options['-n'], options['-s'], time.time() - begin,
                                                  (time.time() - begin) / max(1, len(mutants))))
    return 1 if escaped or score < LEAST_SCORE else 0


if __name__ == '__main__':
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(2))  # the copies go too
    sys.exit(main(sys.argv[1:]))
