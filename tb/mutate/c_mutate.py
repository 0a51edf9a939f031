#!/usr/bin/env python3
"""c_mutate.py - small mutation tester for C files.

usage: c_mutate.py [-n MAX] [-s SEED] [-t SECONDS] [-k LIST] FILE... -- COMMAND...

Changes one operator, constant or statement of a file at a time, in place, runs COMMAND (build and test) and puts the
file back.  A mutant is
  killed      COMMAND fails on a build that passed the compiler
  timeout     COMMAND ran past -t (counted as killed)
  invalid     the compiler refused it (COMMAND exits 99): not counted
  equivalent  a row of -k: not run, not counted
  survived    COMMAND passes: a test is missing, or the mutant is equivalent
-n and -s choose MAX mutants of each file, the same ones for the same seed.
-k LIST has rows `FILE:LINE:COLUMN:REPLACEMENT  reason`, two spaces before the reason.
Prints survivors with their line, then the score of each file and of all; exit 1 if any survived.
Work on a copy of the tree: an interrupted run may leave a mutant in place.  tb/mutate/run.sh does that.
"""
import os
import random
import re
import signal
import subprocess
import sys
import time

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
    (r'\b0x[0-9a-fA-F]+', ['0', '@^1']),
    (r'\b(continue|break)\s*;', [';']),
    (r'\breturn\s+[^;]+;', ['return 0;']),
]


def blank(src):
    """Same text with comments, strings, characters and directives blanked."""
    def sp(m):
        return re.sub(r'[^\n]', ' ', m.group(0))
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|^[ \t]*#(?:[^\n\\]|\\.|\\\n)*', sp, src,
                  flags=re.S | re.M)


def inert(code):
    """Places of the first extent of array parameters, which C does not look at."""
    return {m.start(1) for m in re.finditer(r'\w+_t \w+\[(?:restrict )?(\d+)\](?:\[\d+\])*(?=[,)])', code)}


def sites(src):
    """(begin, end, replacement) of every mutant."""
    code, out, seen = blank(src), [], set()
    skip = inert(code)
    for pat, reps in RULES:
        for m in re.finditer(pat, code):
            for r in reps:
                t = m.group(0)
                if r.startswith('@'):
                    v = int(t, 0)
                    r = {'@+1': str(v + 1), '@-1': str(v - 1), '@^1': hex(v ^ 1)}[r]
                key = (m.start(), m.end(), r)
                if r != t and key not in seen and m.start() not in skip:
                    seen.add(key)
                    out.append(key)
    return sorted(out)


def known(path):
    """The equivalent mutants of a list."""
    rows = set()
    if path:
        with open(path, encoding='utf-8') as lines:
            rows = {line.rstrip('\n').split('  ')[0] for line in lines if line.strip() and not line.startswith('#')}
    return rows


def outcome(command, seconds):
    """What happens to the tests of the tree as it is."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          start_new_session=True) as child:
        try:
            status = child.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return 'timeout'
    return 'survived' if status == 0 else 'invalid' if status == 99 else 'killed'


def mutate(path, options, skip, command):
    """Tests the mutants of one file: how many had each outcome, and the survivors."""
    with open(path, encoding='utf-8') as f:
        source = f.read()
    todo = sites(source)
    got = dict(sites=len(todo), killed=0, survived=0, timeout=0, invalid=0, equivalent=0)
    if options['-n'] and options['-n'] < len(todo):
        todo = sorted(random.Random(options['-s']).sample(todo, options['-n']))
    live = []
    try:
        for begin, end, new in todo:
            line = source.count('\n', 0, begin) + 1
            column = begin - source.rfind('\n', 0, begin)
            place = '%s:%d:%d:%s' % (path, line, column, new)
            if place in skip:
                got['equivalent'] += 1
                continue
            with open(path, 'w', encoding='utf-8') as f:
                f.write(source[:begin] + new + source[end:])
            what = outcome(command, options['-t'])
            got[what] += 1
            if what == 'survived':
                live.append('%s  was %r in: %s' % (place, source[begin:end], source.split('\n')[line - 1].strip()))
                print(live[-1], flush=True)
    finally:
        with open(path, 'w', encoding='utf-8') as f:
            f.write(source)
    return got, live


def report(name, got):
    """One line of scores."""
    dead = got['killed'] + got['timeout']
    counted = dead + got['survived']
    print('%-32s %5d sites: %3d killed, %d timeout, %d survived, %d invalid, %d equivalent; score %.1f %%' % (
        name, got['sites'], got['killed'], got['timeout'], got['survived'], got['invalid'], got['equivalent'],
        100.0 * dead / counted if counted else 100.0), flush=True)


def main(a):
    options = {'-n': 0, '-s': 1, '-t': 60, '-k': ''}
    cut = a.index('--') if '--' in a else len(a)
    command, a = a[cut + 1:], a[:cut]
    while len(a) > 1 and a[0] in options:
        options[a[0]] = a[1] if a[0] == '-k' else int(a[1])
        a = a[2:]
    if not a or not command:
        print(__doc__, file=sys.stderr)
        return 2
    if outcome(command, None) != 'survived':
        print('the command fails before any change', file=sys.stderr)
        return 2
    total, survivors, skip, start = {}, [], known(options['-k']), time.time()
    for path in a:
        got, live = mutate(path, options, skip, command)
        survivors += live
        total = {key: total.get(key, 0) + got[key] for key in got}
        report(path, got)
    run = sum(total[key] for key in ('killed', 'timeout', 'survived', 'invalid'))
    report('all', total)
    print('%.2f s a mutant' % ((time.time() - start) / max(1, run)))
    return 1 if survivors else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
