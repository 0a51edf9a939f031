"""records.py - records of what a module is given clock by clock (`wekiva run --record`, `wekiva cosim --input`): read, made, written.

docs/cosim.md has the format, and `wekiva cosim MODULE --input FILE --record FILE` makes tables and waveforms of them.  A record's
first row are the values at reset; the others are those of each clock.
"""
import collections
import struct

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
