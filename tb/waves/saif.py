"""saif.py - a reader of SAIF 2.0 files (IEEE 1801-2018 annex I), written from the grammar, and toggles counted from a VCD file."""
import os
import re
import sys

sys.path[:0] = [os.path.join(os.path.dirname(os.path.abspath(__file__)), '..')]
from vcd_tool import Vcd  # noqa: E402

TOKEN = re.compile(r'\s*(?:(\()|(\))|("[^"]*")|([^\s()"]+))')
HEADER = ('SAIFVERSION', 'DIRECTION', 'DESIGN', 'DATE', 'VENDOR', 'PROGRAM_NAME', 'VERSION', 'DIVIDER', 'TIMESCALE', 'DURATION')
NAME = re.compile(r'([A-Za-z_][A-Za-z0-9_$]*)(?:\\\[(\d+)\\\])?$')
STATES = ['T0', 'T1', 'TX', 'TC', 'IG']


class Bad(Exception):
    pass


def parse(text):
    """Nested lists."""
    stack, at = [[]], 0
    for found in TOKEN.finditer(text):
        if found.start() != at:
            break
        at = found.end()
        kind = found.lastindex
        if kind == 1:
            stack.append([])
        elif kind == 2:
            if len(stack) < 2:
                raise Bad('a ) without its (')
            stack[-2].append(stack.pop())
        else:
            stack[-1].append(found[kind])
    if text[at:].strip():
        raise Bad('no token at %r' % text[at:at + 20])
    if len(stack) != 1 or len(stack[0]) != 1:
        raise Bad('expected one (SAIFILE ...)')
    return stack[0][0]


def net(path, row, nets):
    name = NAME.match(row[0])
    if not name or [state[0] for state in row[1:]] != STATES:
        raise Bad('%s: %r' % (path, row))
    key = '%s.%s' % (path, name[1]), int(name[2] or 0)
    if key in nets:
        raise Bad('%s[%d] is there twice' % key)
    nets[key] = tuple(int(state[1]) for state in row[1:])


def instance(rows, above, nets, seen):
    """Nets come before instances."""
    path = '.'.join(above + [rows[1]])
    if path in seen:
        raise Bad('instance %s is there twice' % path)
    seen.add(path)
    inner = False
    for row in rows[2:]:
        if row[0] == 'INSTANCE':
            inner = True
            instance(row, above + [rows[1]], nets, seen)
        elif row[0] == 'NET' and not inner:
            for one in row[1:]:
                net(path, one, nets)
        else:
            raise Bad('%s: %r is out of place' % (path, row[0]))


class Saif:
    """header: {keyword: words}; nets: {(path, bit): (T0, T1, TX, TC, IG)}."""

    def __init__(self, text):
        rows = parse(text)
        if rows[0] != 'SAIFILE':
            raise Bad('expected SAIFILE')
        head = [row for row in rows[1:] if row[0] != 'INSTANCE']
        if rows[1:1 + len(head)] != head or tuple(row[0] for row in head) != HEADER:
            raise Bad('the header is %r' % [row[0] for row in head])
        self.header = {row[0]: row[1:] for row in head}
        if self.header['SAIFVERSION'] != ['"2.0"'] or self.header['DIRECTION'] != ['"backward"']:
            raise Bad('expected a backward file of version 2.0')
        self.duration = int(self.header['DURATION'][0])
        self.nets = {}
        tops = [row for row in rows[1:] if row[0] == 'INSTANCE']
        if len(tops) != 1:
            raise Bad('%d top instances, expected one' % len(tops))
        instance(tops[0], [], self.nets, set())


class Counted:
    """The same of a VCD file: from its first time on, for the cycles that it has."""

    def __init__(self, path):
        vcd = Vcd(path)
        with vcd.f:
            widths = {variable.code: variable.width for variable in vcd.vars}
            cycle = next(variable.code for variable in vcd.vars if variable.path.endswith('.cycle'))
            value, since, ones, toggles = {}, {}, {}, {}
            first = last = None
            for time, code, text in vcd.events():
                first = time if first is None else first
                now = int(text, 2)
                if code == cycle:
                    last = now
                for bit in range(widths[code]):
                    key, level = (code, bit), now >> bit & 1
                    if key not in value:
                        value[key], since[key], ones[key], toggles[key] = level, time, 0, 0
                    elif value[key] != level:
                        ones[key] += (time - since[key]) * value[key]
                        value[key], since[key] = level, time
                        toggles[key] += 1
        end = (last + 1) * 10  # a cycle is 10 units, and a viewer is shown the last values for longer
        self.timescale = vcd.header['timescale']
        self.duration = end - first
        self.nets = {}
        for variable in vcd.vars:
            for bit in range(variable.width):
                key = variable.code, bit
                one = ones[key] + (end - since[key]) * value[key]
                self.nets[variable.path, bit] = (self.duration - one, one, 0, toggles[key], 0)


def differences(saif, counted):
    """Lines that say what differs."""
    found = []
    if saif.duration != counted.duration:
        found.append('DURATION %d, expected %d' % (saif.duration, counted.duration))
    if ''.join(saif.header['TIMESCALE']) != counted.timescale:
        found.append('TIMESCALE %s, expected %s' % (saif.header['TIMESCALE'], counted.timescale))
    for key in sorted(saif.nets.keys() | counted.nets.keys()):
        if saif.nets.get(key) != counted.nets.get(key):
            found.append('%s[%d]: %s, expected %s' % (*key, saif.nets.get(key), counted.nets.get(key)))
    return found
