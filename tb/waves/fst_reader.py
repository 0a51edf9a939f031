"""fst_reader.py - reads a .fst file (GTKWave's Fast Signal Trace) in plain Python, from the description of its format at
blog.timhutt.co.uk/fst_spec: header, names, geometry, blocks of values with their frames, chains and times. It knows nothing of the
writer, and refuses what a reader may not rely on: sums of lengths that do not come out, times that fall, chains that run past their end.
"""
import re
import struct
import zlib

HEADER, BLACKOUT, GEOMETRY, NAMES, VALUES, SKIP = 0, 2, 3, 6, 8, 255
ATTRIBUTE, ATTRIBUTE_END, SCOPE, UPSCOPE = 252, 253, 254, 255
MISCELLANEOUS, COMMENT, ENUMERATION = 0, 0, 7
VARIABLES = {5: 'reg', 16: 'wire'}
STATES = 'xzhuwl-?'


class Bad(Exception):
    pass


def need(good, what):
    if not good:
        raise Bad(what)


def lz4(data, size):
    """An LZ4 block (lz4_Block_format.md)."""
    out, at = bytearray(), 0
    while True:
        token, at = data[at], at + 1
        length = token >> 4
        while length >= 15 and (length - 15) % 255 == 0:
            length, at = length + data[at], at + 1
            if data[at - 1] < 255:
                break
        need(at + length <= len(data), 'LZ4: literals run past the end')
        out += data[at:at + length]
        at += length
        if at == len(data):
            need(len(out) == size, 'LZ4: %d bytes for %d' % (len(out), size))
            return bytes(out)
        back, at = data[at] | data[at + 1] << 8, at + 2
        need(0 < back <= len(out), 'LZ4: a match before the beginning')
        length = token & 15
        while length >= 15 and (length - 15) % 255 == 0:
            length, at = length + data[at], at + 1
            if data[at - 1] < 255:
                break
        for _ in range(length + 4):
            out.append(out[-back])


def deflated(data, size):
    """By zlib, unless it is as long as what it stands for."""
    data = data if len(data) == size else zlib.decompress(data)
    need(len(data) == size, 'zlib: %d bytes for %d' % (len(data), size))
    return data


class Bytes:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def take(self, count):
        need(self.at + count <= len(self.data), 'the end comes too early')
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self):
        return int.from_bytes(self.take(8), 'big')

    def varint(self, signed=False):
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value - (1 << shift) if signed and byte & 64 else value

    def text(self):
        end = self.data.index(0, self.at)
        return self.take(end + 1 - self.at)[:-1].decode('ascii')

    def more(self):
        return self.at < len(self.data)


class Fst:
    """`signals` as (name, type, bits) in order, `names` by handle (0 first), `bits` by handle, `header`, `comments`, `enumerations` by
    name of a signal; values()."""

    def __init__(self, path):
        with open(path, 'rb') as file:
            self.data = file.read()
        self.blocks, at = [], 0
        while at < len(self.data) and self.data[at] != SKIP:
            length = int.from_bytes(self.data[at + 1:at + 9], 'big')
            need(8 <= length <= len(self.data) - at - 1, 'a block runs past the end of the file')
            self.blocks.append((self.data[at], self.data[at + 9:at + 1 + length]))
            at += 1 + length
        self.read_header(self.only(HEADER))
        self.bits = self.geometry(self.only(GEOMETRY))
        self.signals, self.names, self.comments = [], [[] for _ in self.bits], []
        self.tables, self.enumerations = [], {}
        self.read_names(self.only(NAMES))
        need(len(self.signals) == self.header['variables'] and len(self.bits) == self.header['handles'], 'the header counts others')
        need(sum(kind == VALUES for kind, _ in self.blocks) >= self.header['blocks'], 'a block of values is missing')

    def only(self, kind):
        found = [data for one, data in self.blocks if one == kind]
        need(len(found) == 1, '%d blocks of type %d' % (len(found), kind))
        return found[0]

    def read_header(self, data):
        need(len(data) == 321 and struct.unpack_from('<d', data, 16)[0] == 2.7182818284590452354, 'a header of another machine')
        keys = ('first', 'last', None, 'memory', 'scopes', 'variables', 'handles', 'blocks')
        self.header = {key: int.from_bytes(data[8 * i:8 * i + 8], 'big') for i, key in enumerate(keys) if key}
        self.header['scale'] = struct.unpack_from('b', data, 64)[0]
        self.header['version'] = data[65:193].split(b'\0')[0].decode('ascii')
        self.header['date'] = data[193:312].split(b'\0')[0].decode('ascii')

    @staticmethod
    def geometry(data):
        size, count = struct.unpack_from('>QQ', data)
        widths = Bytes(deflated(data[16:], size))
        bits = [widths.varint() for _ in range(count)]
        need(not widths.more(), 'widths of more handles than there are')
        return bits

    @staticmethod
    def table(text):
        """An enumeration as (type, names by value, width): `TYPE COUNT name ... value ...`, blanks in names as octal escapes."""
        kind, count, *words = text.split(' ')
        names, values = words[:int(count)], words[int(count):]
        need(len(names) == len(values) and len({len(value) for value in values}) == 1, 'an enumeration that does not come out')
        plain = [re.sub(r'\\([0-7]{3})', lambda octal: chr(int(octal[1], 8)), name) for name in names]
        return kind, {int(value, 2): name for name, value in zip(plain, values)}, len(values[0])

    def read_names(self, data):
        names, scopes, handles = Bytes(lz4(data[8:], int.from_bytes(data[:8], 'big'))), [], 0
        opened, table = 0, None
        while names.more():
            kind = names.take(1)[0]
            if kind == SCOPE:
                names.take(1)
                scopes.append(names.text())
                names.text()
                opened += 1
            elif kind == UPSCOPE:
                scopes.pop()
            elif kind == ATTRIBUTE:
                need(names.take(1)[0] == MISCELLANEOUS, 'an attribute of another kind')
                what, text, number = names.take(1)[0], names.text(), names.varint()
                need(what in (COMMENT, ENUMERATION), 'an attribute of another kind')
                if what == COMMENT:
                    self.comments.append(text)
                elif text:
                    need(number == len(self.tables) + 1, 'tables have no order')
                    self.tables.append(self.table(text))
                else:
                    need(table is None and 0 < number <= len(self.tables), 'a table that is none')
                    table = self.tables[number - 1]
            else:
                names.take(1)
                name, bits, same = names.text(), names.varint(), names.varint()
                handles += not same
                handle = same - 1 if same else handles - 1
                need(handle < handles and bits == self.bits[handle], name + ': an alias of another width, or of what is to come')
                self.signals.append(('.'.join(scopes + name.split(' ')), VARIABLES[kind], bits))
                self.names[handle].append(self.signals[-1][0])
                if table:
                    need(table[2] == bits, name + ': a table of another width')
                    self.enumerations[self.signals[-1][0]], table = table, None
        need(not scopes and opened == self.header['scopes'], 'scopes are left open, or miscounted')

    def chain(self, data, bits):
        """(time's index, value in letters) of each change."""
        chain, index = Bytes(data), 0
        while chain.more():
            code = chain.varint()
            if bits == 1:
                index += code >> (4 if code & 1 else 2)
                yield index, STATES[code >> 1 & 7] if code & 1 else str(code >> 1 & 1)
            elif code & 1:
                index += code >> 1
                yield index, chain.take(bits).decode('ascii')
            else:
                index += code >> 1
                value = int.from_bytes(chain.take((bits + 7) // 8), 'big')
                need(value % (1 << -bits % 8) == 0, 'bits behind a value')
                yield index, format(value >> -bits % 8, '0%db' % bits)

    @staticmethod
    def index(data, count, end):
        """Where each handle's chain begins and ends, counted from the letter before the first, or None."""
        entries, index, before, alias = [], Bytes(data), 0, 0
        while index.more():
            if index.data[index.at] & 1:
                value = index.varint(signed=True) >> 1
                if value > 0:
                    before += value
                    entries.append(before)
                else:
                    alias = value or alias
                    need(0 <= -alias - 1 < len(entries) and (entries[-alias - 1] or 0) > 0, 'an alias of a chain that is not there')
                    entries.append(alias)
            else:
                entries += [None] * (index.varint() >> 1)
        need(len(entries) == count, 'an index of %d handles for %d' % (len(entries), count))
        starts = [entry for entry in entries if entry is not None and entry > 0] + [end]
        need(starts == sorted(set(starts)), 'chains that overlap')
        ends = dict(zip(starts, starts[1:]))
        real = [entries[-entry - 1] if entry is not None and entry < 0 else entry for entry in entries]
        return [None if entry is None else (entry, ends[entry]) for entry in real]

    def block(self, data, now):
        """Times and their changes as {time: {handle: value}}; `now`, by handle, becomes what holds at the end."""
        at = Bytes(data)
        begin, end, memory = at.number(), at.number(), at.number()
        size, packed, count = at.varint(), at.varint(), at.varint()
        frame = deflated(at.take(packed), size).decode('ascii')
        need(count == len(self.bits) and size == sum(self.bits) and at.varint() == count, 'a frame of other handles')
        need(frame == ''.join(now), 'a frame that is not what held before')
        start = at.at
        need(at.take(1) == b'4', 'chains that LZ4 has not packed')
        size, packed, count = (int.from_bytes(data[-24 + 8 * i:len(data) - 16 + 8 * i], 'big') for i in range(3))
        behind = len(data) - 24 - packed
        deltas, times, time = Bytes(deflated(data[behind:behind + packed], size)), [], 0
        for _ in range(count):
            time += deltas.varint()
            times.append(time)
        need(not deltas.more() and times == sorted(set(times)) and (times[0], times[-1]) == (begin, end), 'times that do not rise')
        length = int.from_bytes(data[behind - 8:behind], 'big')
        places = self.index(data[behind - 8 - length:behind - 8], len(self.bits), behind - 8 - length - start)
        changes, used = {time: {} for time in times}, 0
        for handle, place in enumerate(places):
            if place is None:
                continue
            chain = Bytes(data[start + place[0]:start + place[1]])
            whole = chain.varint()
            chain = chain.take(len(chain.data) - chain.at)
            chain = lz4(chain, whole) if whole else chain
            used += len(chain)
            for index, value in self.chain(chain, self.bits[handle]):
                changes[times[index]][handle] = now[handle] = value
        need(used == memory, 'chains of %d bytes, not %d' % (used, memory))
        return begin, end, changes

    def values(self):
        """At each time the values that are set, by name and without zeros in front."""
        now, all_times, end = ['x' * bits for bits in self.bits], {}, None
        for kind, data in self.blocks:
            if kind != VALUES:
                continue
            begin, last, changes = self.block(data, now)
            need(begin == (self.header['first'] if end is None else end), 'a block that does not begin where the last one ends')
            end = last
            for time, values in changes.items():
                at = all_times.setdefault(time, {})
                for handle, value in values.items():
                    at.update(dict.fromkeys(self.names[handle], shortened(value)))
        need(end == self.header['last'], 'the header ends at another time')
        return all_times

    def blackouts(self):
        """(time, whether there are values from then on)"""
        found = [data for kind, data in self.blocks if kind == BLACKOUT]
        if not found:
            return []
        data, time, rows = Bytes(found[0]), 0, []
        for _ in range(data.varint()):
            told = data.take(1)[0]
            time += data.varint()
            rows.append((time, bool(told)))
        return rows


def shortened(value):
    return value.lstrip('0') or '0' if value[0] not in 'xz' else value[0]
