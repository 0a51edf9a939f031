"""records.py - records of what a module is given clock by clock (`wekiva run --record`, `wekiva cosim --input`): read, made, written;
as CSV and as VCD.

    python3 -m wekiva.records csv FILE.rec >FILE.csv
    python3 -m wekiva.records vcd FILE.rec >FILE.vcd
    python3 -m wekiva.records from-csv MODULE FILE.csv FILE.rec

docs/cosim.md has the format.  A record's first row are the values at reset; the others are those of each clock.
"""
import collections
import csv
import re
import struct
import sys

from .library import Refused
from .machine import Machine

MAGIC, VERSION = b'WKINPUTS', 4
HEAD = struct.Struct('<8sIIQQ')
Port = collections.namedtuple('Port', 'name bits elements')
Port.__doc__ = 'i_NAME of an input, o_NAME of a register; elements are numbers of so many bits'


def _hash(data, value=0xcbf29ce484222325):
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return value


def _bytes(bits):
    return 1 if bits <= 8 else 2 if bits <= 16 else 4 if bits <= 32 else 8


class Record:
    """`rows[clock][name]` is a number, or of a port of several elements a tuple of them; `module`, `ports` in their order."""

    def __init__(self, module, ports, rows=()):
        self.module, self.rows = module, []
        self.ports = [port if isinstance(port, Port) else self._of_module(module, port) for port in ports]
        for row in rows:
            self.add(**row)

    @staticmethod
    def _of_module(module, name):
        """Its shape, of the model."""
        with Machine.module(module) as machine:
            found = [path for path in machine.signals if path.rsplit('.', 1)[-1] == name]
            if not found:
                raise Refused('%s has no %s' % (module, name))
            signal = machine.signal(found[0])
            return Port(name, signal.bits, signal.elements)

    def add(self, **values):
        """A further clock, or first the reset; a port that is not named stays as it was (0 at first)."""
        row = dict(self.rows[-1]) if self.rows else {p.name: 0 if p.elements == 1 else (0,) * p.elements for p in self.ports}
        shapes = {port.name: port for port in self.ports}
        for name, value in values.items():
            if name not in shapes:
                raise Refused('%s is no port of the record: expected one of %s' % (name, ', '.join(shapes)))
            port = shapes[name]
            of = (value,) if port.elements == 1 else tuple(value)
            if len(of) != port.elements or not all(0 <= v < 1 << port.bits for v in of):
                raise Refused('row %d: %s: expected %d elements of %d bits' % (len(self.rows), name, port.elements, port.bits))
            row[name] = of[0] if port.elements == 1 else of
        self.rows.append(row)

    def __len__(self):
        """Clocks behind the reset."""
        return max(len(self.rows) - 1, 0)

    def __getitem__(self, name):
        """A port's values, from reset on."""
        return [row[name] for row in self.rows]

    # ---- its own format

    @classmethod
    def read(cls, path):
        with open(path, 'rb') as file:
            data = file.read()
        if len(data) < HEAD.size + 8 or data[:8] != MAGIC:
            raise Refused('not a record of inputs', str(path))
        _, version, count, text_bytes, clocks = HEAD.unpack_from(data)
        if version != VERSION:
            raise Refused('the record has version %d: expected %d' % (version, VERSION), str(path))
        if struct.unpack('<Q', data[-8:])[0] != _hash(data[:HEAD.size], _hash(data[HEAD.size:-8])):
            raise Refused('the record is damaged, or was not finished: its checksum does not fit', str(path))
        lines = data[HEAD.size:HEAD.size + text_bytes].decode('ascii').splitlines()
        record = cls(lines[0].split()[1], [Port(w[0], int(w[1]), int(w[2])) for w in map(str.split, lines[1:])])
        if len(record.ports) != count:
            raise Refused('the record is damaged: %d ports, expected %d' % (len(record.ports), count), str(path))
        record._take(data[:-8], HEAD.size + text_bytes, clocks)
        return record

    def _take(self, data, at, clocks):
        row = {}
        for port in self.ports:
            row[port.name] = 0 if port.elements == 1 else (0,) * port.elements
        for _ in range(clocks + 1):
            bits, row = data[at:at + (len(self.ports) + 7) // 8], dict(row)
            at += len(bits)
            for i, port in enumerate(self.ports):
                if bits[i // 8] >> i % 8 & 1:
                    size = _bytes(port.bits)
                    of = tuple(int.from_bytes(data[at + e * size:at + (e + 1) * size], 'little') for e in range(port.elements))
                    at += size * port.elements
                    row[port.name] = of[0] if port.elements == 1 else of
            self.rows.append(row)

    def write(self, path):
        """For `wekiva cosim --input`."""
        if not len(self):
            raise Refused('nothing to write: expected the values at reset and of at least one clock', str(path))
        text = 'module %s\n' % self.module + ''.join('%s %d %d\n' % port for port in self.ports)
        body, last = bytearray(text.encode('ascii')), {}
        for row in self.rows:
            bits, values = bytearray((len(self.ports) + 7) // 8), bytearray()
            for i, port in enumerate(self.ports):
                of = row[port.name] if port.elements > 1 else (row[port.name],)
                if of != last.get(port.name, (0,) * port.elements):
                    bits[i // 8] |= 1 << i % 8
                    values += b''.join(v.to_bytes(_bytes(port.bits), 'little') for v in of)
                last[port.name] = of
            body += bits + values
        head = HEAD.pack(MAGIC, VERSION, len(self.ports), len(text), len(self))
        with open(path, 'wb') as file:
            file.write(head + body + struct.pack('<Q', _hash(head, _hash(body))))

    # ---- CSV and VCD

    def _columns(self):
        return ['%s[%d]' % (p.name, e) if p.elements > 1 else p.name for p in self.ports for e in range(p.elements)]

    def _values(self, row):
        for port in self.ports:
            yield from row[port.name] if port.elements > 1 else (row[port.name],)

    def to_csv(self, file):
        """A line for the reset and for each clock, a column for each element: NAME, or NAME[n]; hexadecimal numbers."""
        table = csv.writer(file, lineterminator='\n')
        table.writerow(self._columns())
        for row in self.rows:
            table.writerow('0x%x' % value for value in self._values(row))

    @classmethod
    def from_csv(cls, module, file, name='CSV'):
        """The same, with any of the module's inputs; decimal numbers too.  An empty cell means: as in the line before."""
        table = csv.reader(file)
        head = [word.strip() for word in next(table, [])]
        if not head:
            raise Refused('expected names of inputs of %s' % module, name, 1)
        record = cls(module, dict.fromkeys(re.sub(r'\[.*', '', word) for word in head))
        columns = record._columns()
        for word in head:
            if word not in columns:
                raise Refused('%s is no input of %s: expected one of %s' % (word, module, ', '.join(columns)), name, 1)
        now = dict.fromkeys(columns, 0)
        for line, cells in enumerate(table, 2):
            if len(cells) != len(head):
                raise Refused('%d cells: expected %d' % (len(cells), len(head)), name, line)
            try:
                now.update((word, int(cell, 0)) for word, cell in zip(head, cells) if cell.strip())
                values = {p.name: [now['%s[%d]' % (p.name, e)] for e in range(p.elements)] if p.elements > 1 else now[p.name]
                          for p in record.ports}
                record.add(**values)
            except ValueError as wrong:
                raise Refused(getattr(wrong, 'text', str(wrong)), name, line) from None
        return record

    def to_vcd(self, file):
        """Scope MODULE, a `clk`, a cycle of 1 ns; reset is cycle 0."""
        shapes = [(c, p.bits) for p in self.ports for c in ['%s_%d' % (p.name, e) if p.elements > 1 else p.name
                                                             for e in range(p.elements)]]
        codes = [''.join(chr(33 + i // 94 ** d % 94) for d in range(3)) for i in range(len(shapes) + 1)]
        print('$timescale 100 ps $end\n$scope module %s $end\n$var wire 1 %s clk $end' % (self.module, codes[0]), file=file)
        for (name, bits), code in zip(shapes, codes[1:]):
            print('$var wire %d %s %s%s $end' % (bits, code, name, ' [%d:0]' % (bits - 1) if bits > 1 else ''), file=file)
        print('$upscope $end\n$enddefinitions $end', file=file)
        last = [None] * len(shapes)
        for clock, row in enumerate(self.rows):
            print('#%d\n1%s' % (10 * clock, codes[0]), file=file)
            for i, value in enumerate(self._values(row)):
                if value != last[i]:
                    bits = shapes[i][1]
                    print(('b%s %s' % (format(value, 'b'), codes[i + 1])) if bits > 1 else '%d%s' % (value, codes[i + 1]), file=file)
                last[i] = value
            print('#%d\n0%s' % (10 * clock + 5, codes[0]), file=file)
        print('#%d' % (10 * len(self.rows)), file=file)


def main(words):
    try:
        if len(words) == 2 and words[0] in ('csv', 'vcd'):
            record = Record.read(words[1])
            (record.to_csv if words[0] == 'csv' else record.to_vcd)(sys.stdout)
        elif len(words) == 4 and words[0] == 'from-csv':
            with open(words[2], newline='', encoding='utf-8') as file:
                Record.from_csv(words[1], file, words[2]).write(words[3])
        else:
            print(__doc__, file=sys.stderr)
            return 2
    except (Refused, OSError) as wrong:
        print('wekiva.records: %s' % wrong, file=sys.stderr)
        return 2
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
