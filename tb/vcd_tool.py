#!/usr/bin/env python3
"""vcd_tool.py - an independent, strict reader of Value Change Dump files.

It shares no code with any VCD writer, so tests can use it as the second
opinion on what a writer wrote.  Python 3 standard library only.

  vcd_tool.py check FILE...          rules a viewer trips over; exit 1 on any
  vcd_tool.py info  FILE             scopes, signals, time range, changes per signal
  vcd_tool.py diff  A B [--map a=b]  first difference of the signals both have
                                     (compared by value over time, not as text);
                                     exit 1 on a difference
  vcd_tool.py merge OUT NAME=FILE... several dumps under one top scope each,
                                     one time line (timescales are brought together)
  vcd_tool.py dump  FILE [SIGNAL...] 'time signal value' lines, sorted by time

exit: 0 fine, 1 rule broken / difference, 2 bad usage or unreadable file
"""
import re
import sys

UNITS = {'s': 0, 'ms': -3, 'us': -6, 'ns': -9, 'ps': -12, 'fs': -15}
VAR_TYPES = {'event', 'integer', 'parameter', 'real', 'realtime', 'reg', 'supply0', 'supply1',
             'time', 'tri', 'triand', 'trior', 'trireg', 'tri0', 'tri1', 'wand', 'wire', 'wor',
             'string', 'logic', 'bit', 'int', 'shortint', 'longint', 'byte', 'enum', 'shortreal'}
IEEE_SCOPES = {'begin', 'fork', 'function', 'module', 'task'}
NAME_OK = re.compile(r'^(\\[!-~]+|[A-Za-z_][A-Za-z0-9_$]*)(\[[0-9]+\])*$')


class Bad(Exception):
    pass


class Var:
    __slots__ = ('path', 'name', 'type', 'width', 'code', 'range')


class Vcd:
    """Header, then events() as (time, code, value); value is a string of 01xz
    without a leading base, a float for reals, a str for strings."""

    def __init__(self, path, strict=None):
        self.path, self.strict, self.problems = path, strict, []
        self.vars, self.codes, self.scale = [], {}, (1, -9)
        self.header = {}
        self.f = open(path, 'r', encoding='latin-1', newline='\n')
        self.line = 0
        self._parse_header()

    def problem(self, text):
        self.problems.append('%s:%d: %s' % (self.path, self.line, text))

    def _words(self):
        for raw in self.f:
            self.line += 1
            if raw.endswith('\r\n'):
                if self.strict and self.line == 1:
                    self.problem('CRLF line ends')
            for w in raw.split():
                yield w

    def _parse_header(self):
        words = self._words()
        scope, seen_scope = [], set()
        for w in words:
            if not w.startswith('$'):
                self.problem('stray word %r before $enddefinitions' % w)
                continue
            body = []
            for x in words:
                if x == '$end':
                    break
                body.append(x)
            else:
                raise Bad('%s: unterminated %s' % (self.path, w))
            if w == '$enddefinitions':
                break
            if w == '$timescale':
                m = re.match(r'^(1|10|100)\s*(s|ms|us|ns|ps|fs)$', ' '.join(body))
                if not m:
                    raise Bad('%s: bad $timescale %r' % (self.path, ' '.join(body)))
                self.scale = (int(m.group(1)), UNITS[m.group(2)])
                self.header['timescale'] = m.group(1) + m.group(2)
            elif w == '$scope':
                if len(body) != 2:
                    self.problem('$scope needs a type and one name, has %r' % ' '.join(body))
                    body = (body + ['module', '?'])[:2]
                if body[0] not in IEEE_SCOPES:
                    self.problem('scope type %r is not in IEEE 1364' % body[0])
                if any(ord(c) < 33 or ord(c) > 126 for c in body[1]):
                    self.problem('non-ASCII scope name')
                if body[1].startswith('$'):
                    self.problem('scope name %r starts with $: older GTKWave loses the hierarchy' % body[1])
                if '.' in body[1]:
                    self.problem('scope name %r holds the hierarchy separator' % body[1])
                scope.append(body[1])
                if tuple(scope) in seen_scope:
                    self.problem('scope %s opened twice (some readers refuse it)' % '.'.join(scope))
                seen_scope.add(tuple(scope))
            elif w == '$upscope':
                if not scope:
                    self.problem('$upscope without $scope')
                else:
                    scope.pop()
            elif w == '$var':
                self._var(body, scope)
            elif w in ('$date', '$version', '$comment'):
                self.header.setdefault(w[1:], ' '.join(body))
            else:
                self.problem('%s is an extension: other readers stop at it' % w)
        else:
            raise Bad('%s: no $enddefinitions' % self.path)
        if scope:
            self.problem('%d scope(s) not closed' % len(scope))
        if 'timescale' not in self.header:
            self.problem('no $timescale')

    def _var(self, body, scope):
        if len(body) < 4:
            raise Bad('%s:%d: short $var' % (self.path, self.line))
        v = Var()
        v.type, v.code, v.name = body[0], body[2], body[3]
        try:
            v.width = int(body[1])
        except ValueError:
            raise Bad('%s:%d: bad width %r' % (self.path, self.line, body[1]))
        v.range = ''.join(body[4:])
        if not v.range:
            m = re.match(r'^(.*?)(\[-?\d+:-?\d+\])$', v.name)
            if m:
                v.name, v.range = m.group(1), m.group(2)
                self.problem('range glued to name %r: put a space before it' % (v.name + v.range))
        v.path = '.'.join(scope + [v.name])
        if not scope:
            self.problem('signal %s outside any scope' % v.name)
        if v.type not in VAR_TYPES:
            self.problem('unknown var type %r' % v.type)
        if not NAME_OK.match(v.name):
            self.problem('name %r is not a Verilog name' % v.name)
        if any(not 33 <= ord(c) <= 126 for c in v.code):
            self.problem('identifier code outside ! .. ~')
        if v.code in ('$end', '$dumpvars', '$dumpon', '$dumpoff', '$dumpall', '$comment'):
            self.problem('identifier code %r is a keyword' % v.code)
        if v.range:
            m = re.match(r'^\[(-?\d+):(-?\d+)\]$', v.range)
            if m and v.type not in ('real', 'string') and abs(int(m[1]) - int(m[2])) + 1 != v.width:
                self.problem('%s: range %s is not %d bits' % (v.path, v.range, v.width))
        old = self.codes.get(v.code)
        if old and (old.width != v.width):
            self.problem('code %r used for widths %d and %d' % (v.code, old.width, v.width))
        self.codes.setdefault(v.code, v)
        self.vars.append(v)

    def events(self):
        t, t_seen, dumping, need = 0, False, None, None
        last = {}
        for raw in self.f:
            self.line += 1
            if self.strict and not raw.endswith('\n'):
                self.problem('last line is cut off')
            s = raw.strip()
            if not s:
                continue
            parts = s.split()
            k = 0
            while k < len(parts):
                w = parts[k]
                k += 1
                c = w[0]
                if need is not None:
                    code, val = w, need
                    need = None
                elif c == '#':
                    try:
                        nt = int(w[1:])
                    except ValueError:
                        raise Bad('%s:%d: bad time %r' % (self.path, self.line, w))
                    if t_seen and nt < t:
                        self.problem('time goes back from %d to %d' % (t, nt))
                    if t_seen and nt == t and self.strict:
                        self.problem('time %d written twice' % nt)
                    t, t_seen = nt, True
                    continue
                elif c == '$':
                    if w == '$comment':
                        while k < len(parts) and parts[k] != '$end':
                            k += 1
                        if k >= len(parts):
                            for raw in self.f:
                                self.line += 1
                                if '$end' in raw.split():
                                    break
                            break
                        k += 1
                    elif w in ('$dumpvars', '$dumpall', '$dumpon', '$dumpoff'):
                        dumping = w
                    elif w == '$end':
                        dumping = None
                    else:
                        self.problem('unknown keyword %s among values' % w)
                    continue
                elif c in 'bB':
                    need = w[1:].lower()
                    if c == 'B' or need != w[1:]:
                        self.problem('upper-case %r: not every reader takes it' % w)
                    if re.search('[^01xz]', need) or not need:
                        raise Bad('%s:%d: bad vector %r' % (self.path, self.line, w))
                    continue
                elif c in 'rR':
                    try:
                        need = float(w[1:])
                    except ValueError:
                        raise Bad('%s:%d: bad real %r' % (self.path, self.line, w))
                    continue
                elif c in 'sS':
                    need = w
                    continue
                elif c in '01xzXZ':
                    if c in 'XZ':
                        self.problem('upper-case %r: not every reader takes it' % w)
                    code, val = w[1:], c.lower()
                    if not code:
                        raise Bad('%s:%d: value without a code' % (self.path, self.line))
                else:
                    raise Bad('%s:%d: cannot read %r' % (self.path, self.line, w))
                v = self.codes.get(code)
                if v is None:
                    raise Bad('%s:%d: code %r was never declared' % (self.path, self.line, code))
                if isinstance(val, str) and not val.startswith('s') and v.type != 'string':
                    if len(val) > v.width:
                        self.problem('%s: %d digits for %d bits' % (v.path, len(val), v.width))
                        val = val[-v.width:]
                    ext = val[0] if val[0] in 'xz' else '0'
                    val = ext * (v.width - len(val)) + val
                if self.strict and v.type != 'event' and dumping is None and last.get(code) == val:
                    self.problem('%s: same value written again at %d' % (v.path, t))
                last[code] = val
                yield t, code, val
        if need is not None:
            self.problem('file ends inside a value change')
        missing = [v.path for v in self.vars if v.code not in last and v.type not in ('event', 'parameter')]
        if self.strict and missing:
            self.problem('%d signal(s) never got a value, first %s' % (len(missing), missing[0]))
        self.end_time = t


def scope_with(vcd, module):
    """The first scope in which a module of that name is, with its dot."""
    return next(v.path.split('.%s.' % module)[0] for v in vcd.vars if '.%s.' % module in v.path) + '.'


def fs(scale):
    return scale[0] * 10 ** (scale[1] + 15)


def cmd_check(files):
    bad = 0
    for path in files:
        try:
            v = Vcd(path, strict=True)
            n = sum(1 for _ in v.events())
            for p in v.problems[:20]:
                print(p)
            if len(v.problems) > 20:
                print('%s: ... %d more' % (path, len(v.problems) - 20))
            if not v.problems:
                print('%s: ok, %d signals, %d changes, end #%d' % (path, len(v.vars), n, v.end_time))
            bad |= bool(v.problems)
        except Bad as e:
            print(e)
            bad = 1
    return bad


def cmd_info(path):
    v = Vcd(path)
    count, first, t = {}, None, 0
    for t, code, _ in v.events():
        first = t if first is None else first
        count[code] = count.get(code, 0) + 1
    print('timescale %s  signals %d  codes %d  changes %d  time %s..%s' % (
        v.header.get('timescale'), len(v.vars), len(v.codes), sum(count.values()), first, v.end_time))
    for x in v.vars:
        print('%-9s %5d  %-8s %9d  %s' % (x.type, x.width, x.range, count.get(x.code, 0), x.path))
    return 0


def merged_times(dumps):
    """(time in common units, [events per dump]) for every time any dump has."""
    streams = []
    for vcd, mul in dumps:
        def groups(vcd=vcd, mul=mul):
            cur, acc = None, []
            for t, code, val in vcd.events():
                if t != cur:
                    if cur is not None:
                        yield cur * mul, acc
                    cur, acc = t, []
                acc.append((code, val))
            if cur is not None:
                yield cur * mul, acc
        streams.append(groups())
    heads = [next(s, None) for s in streams]
    while any(h is not None for h in heads):
        t = min(h[0] for h in heads if h is not None)
        row = []
        for i, h in enumerate(heads):
            if h is not None and h[0] == t:
                row.append(h[1])
                heads[i] = next(streams[i], None)
            else:
                row.append([])
        yield t, row


def cmd_diff(a, b, maps):
    va, vb = Vcd(a), Vcd(b)
    ren = dict(m.split('=', 1) for m in maps)
    pa = {v.path: v for v in va.vars}
    pb = {v.path: v for v in vb.vars}
    pairs = [(n, ren.get(n, n)) for n in pa if ren.get(n, n) in pb]
    if not pairs:
        print('no signal in common')
        return 2
    unit = min(fs(va.scale), fs(vb.scale))
    ca, cb, bad = {}, {}, 0
    for t, (ea, eb) in merged_times([(va, fs(va.scale) // unit), (vb, fs(vb.scale) // unit)]):
        ca.update(ea)
        cb.update(eb)
        touched = {c for c, _ in ea} | {c for c, _ in eb}
        for na, nb in pairs:
            x, y = pa[na].code, pb[nb].code
            if x in touched or y in touched:
                if ca.get(x) != cb.get(y):
                    print('#%d %s: %s has %s, %s has %s' % (t, na, a, ca.get(x), b, cb.get(y)))
                    bad += 1
                    if bad == 10:
                        print('... stopped after 10')
                        return 1
    if not bad:
        print('same: %d signals' % len(pairs))
    return 1 if bad else 0


def ident(i):
    s = ''
    while True:
        s += chr(33 + i % 94)
        i = i // 94 - 1
        if i < 0:
            return s


def cmd_merge(out, parts):
    dumps, names = [], []
    for p in parts:
        name, path = p.split('=', 1)
        dumps.append(Vcd(path))
        names.append(name)
    unit = min(fs(d.scale) for d in dumps)
    best = min((d for d in dumps), key=lambda d: fs(d.scale))
    with open(out, 'w', encoding='latin-1') as f:
        f.write('$version vcd-tool merge $end\n$timescale %s $end\n' % best.header.get('timescale', '1ns'))
        n, code_of = 0, []
        for name, d in zip(names, dumps):
            f.write('$scope module %s $end\n' % name)
            m, scope = {}, []
            for v in d.vars:
                if v.code not in m:
                    m[v.code] = ident(n)
                    n += 1
                want = v.path[:len(v.path) - len(v.name)].rstrip('.').split('.') if '.' in v.path else []
                while scope != want[:len(scope)]:
                    f.write('$upscope $end\n')
                    scope.pop()
                for s in want[len(scope):]:
                    f.write('$scope module %s $end\n' % s)
                    scope.append(s)
                f.write('$var %s %d %s %s%s $end\n' % (v.type, v.width, m[v.code], v.name, ' ' + v.range if v.range else ''))
            f.write('$upscope $end\n' * (len(scope) + 1))
            code_of.append(m)
        f.write('$enddefinitions $end\n')
        for t, row in merged_times([(d, fs(d.scale) // unit) for d in dumps]):
            f.write('#%d\n' % t)
            for d, m, ev in zip(dumps, code_of, row):
                for code, val in ev:
                    v, c = d.codes[code], m[code]
                    if isinstance(val, float):
                        f.write('r%.16g %s\n' % (val, c))
                    elif v.type == 'string':
                        f.write('%s %s\n' % (val, c))
                    elif v.width == 1:
                        f.write('%s%s\n' % (val, c))
                    else:
                        f.write('b%s %s\n' % (val.lstrip('0') or '0', c))
    print('%s: %d signals from %d dumps' % (out, n, len(dumps)))
    return 0


def cmd_dump(path, want):
    v = Vcd(path)
    names = {}
    for x in v.vars:
        if not want or x.path in want:
            names.setdefault(x.code, []).append(x.path)
    for t, code, val in v.events():
        for n in names.get(code, ()):
            print(t, n, val)
    return 0


def main(a):
    try:
        if len(a) >= 2 and a[0] == 'check':
            return cmd_check(a[1:])
        if len(a) == 2 and a[0] == 'info':
            return cmd_info(a[1])
        if len(a) >= 3 and a[0] == 'diff':
            return cmd_diff(a[1], a[2], [x for x in a[3:] if x != '--map'])
        if len(a) >= 3 and a[0] == 'merge' and all('=' in x for x in a[2:]):
            return cmd_merge(a[1], a[2:])
        if len(a) >= 2 and a[0] == 'dump':
            return cmd_dump(a[1], set(a[2:]))
    except BrokenPipeError:
        raise
    except (Bad, OSError) as e:
        print(e, file=sys.stderr)
        return 2
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == '__main__':
    try:
        sys.exit(main(sys.argv[1:]))
    except BrokenPipeError:
        sys.stdout = None
        sys.exit(0)
