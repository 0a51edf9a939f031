#!/usr/bin/env python3
"""shown.py - what a picture of a waveform shows, as a hash: the rows that a save file has outside of closed groups, its markers, and the
words of these rows in the window.

usage: shown.py [-f FROM] [-t TO] OUT.vcd OUT.gtkw      times in ns; without them the window is that of OUT.gtkw
       shown.py --lines ...                             the lines that are hashed
"""
import hashlib
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from vcd_tool import Vcd  # noqa: E402

CYCLE = 10  # units of time; a cycle is 1 ns
BEGIN_CLOSED, END_CLOSED, LABELS = 'c00200', '1401200', {'200', '800200', '1000200', 'c00200', '1401200'}
ROWS = 38  # of a window of 900 pixels


class Row:
    def __init__(self, name, signal=None, flags='', names=None):
        self.name, self.signal, self.flags, self.names = name, signal, flags, names or {}

    def word(self, value):
        return self.names.get(value, '%x' % value)


def translated(folder, line):
    """The names of a translate file; a filter's words are shown as they are."""
    path = os.path.join(folder, line.split(' ', 1)[1])
    if line.startswith('^>') or not os.path.exists(path):
        return {}
    with open(path, encoding='latin-1') as file:
        pairs = (row.rstrip('\n').split(' ', 1) for row in file if row.strip() and not row.startswith('#'))
        return {int(number, 0 if number.startswith('0x') else 16): text for number, text in (pair for pair in pairs if len(pair) == 2)
                if re.fullmatch(r'(0x)?[0-9a-fA-F]+', number)}


def rows_of(gtkw):
    """The rows that are seen, and the lines of the head that decide how."""
    rows, head, closed, flags, names = [], [], 0, '', {}
    folder = os.path.dirname(os.path.abspath(gtkw))
    with open(gtkw, encoding='latin-1') as file:
        for line in (raw.rstrip('\n') for raw in file):
            if line.startswith('@'):
                flags = line[1:]
            elif line.startswith('^'):
                names = translated(folder, line)
            elif re.match(r'\[(timestart|size|signals_width|markername)\]|\*', line):
                head.append(line)
            elif line.startswith('['):
                continue
            elif flags in LABELS:
                closed -= flags == END_CLOSED
                if not closed and flags != END_CLOSED:
                    rows.append(Row(line[1:]))
                closed += flags == BEGIN_CLOSED
            else:
                alias = re.match(r'\+\{(.*?)\} (.*)', line)
                signal = re.sub(r'\[\d+:0\]$', '', alias.group(2) if alias else line)
                if not closed:
                    rows.append(Row(alias.group(1) if alias else signal.split('.')[-1], signal, flags, names))
                names = {}
    return rows[:ROWS], head


def window_of(head):
    start = next(int(line.split()[1]) for line in head if line.startswith('[timestart]')) // 1000
    zoom = float(next(line for line in head if line.startswith('*'))[1:].split()[0])
    width = next(int(line.split()[1]) for line in head if line.startswith('[signals_width]'))
    return start, start + int(2 ** -zoom / 1000 * (1530 - width) / 200 + 0.5)


def lines(vcd_path, gtkw, window):
    rows, head = rows_of(gtkw)
    first, last = window or window_of(head)
    vcd = Vcd(vcd_path)
    code = {variable.path: variable.code for variable in vcd.vars}
    changes = {row.signal: [] for row in rows if row.signal}
    of = {}
    for signal in changes:
        of.setdefault(code.get(signal), []).append(signal)
    for time, changed, value in vcd.events():
        if time > last * CYCLE:
            break
        if changed not in of or not isinstance(value, str):
            continue
        number = int(re.sub('[xz]', '0', value), 2)
        if time > first * CYCLE:
            for signal in of[changed]:
                changes[signal].append((time, number))
        else:
            for signal in of[changed]:
                changes[signal] = [(first * CYCLE, number)]
    vcd.f.close()
    yield '%d %d' % (first, last)
    yield from (line for line in head if not window or line.startswith('[markername]'))
    for row in rows:
        yield '%s %s %s' % (row.name, row.flags, ' '.join('%d:%s' % (time, row.word(value)) for time, value in changes.get(row.signal, ())))


def main():
    arguments, window, listed = sys.argv[1:], {}, False
    while arguments and arguments[0].startswith('-'):
        if arguments[0] == '--lines':
            listed, arguments = True, arguments[1:]
        else:
            window[arguments[0]], arguments = int(arguments[1].split()[0]), arguments[2:]
    if len(arguments) != 2:
        sys.exit(__doc__.split('\n\n')[1])
    text = list(lines(*arguments, (window['-f'], window['-t']) if window else None))
    print('\n'.join(text) if listed else hashlib.sha256('\n'.join(text).encode()).hexdigest())


if __name__ == '__main__':
    main()
