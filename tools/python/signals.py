"""signals.py - the signals of a machine by their paths, as waveforms and docs/ports have them."""
import collections.abc
import fnmatch

from .library import KINDS as KINDS_OF_ERROR
from .library import check, diagnostic, ffi, lib, text

KINDS = {lib.WK_WIRE: 'wire', lib.WK_STRAP: 'strap', lib.WK_REGISTER: 'register', lib.WK_MEMORY: 'memory'}


class Signal:
    """A signal of a machine, or with indices in its path a row or an element of it; found once, read often."""

    def __init__(self, use, path):
        said, self._row = diagnostic(), ffi.new('struct wk_signal *')
        with use as pointer:
            check(lib.wk_find(pointer, path.encode(), self._row, said), said)
        self._use, self.path = use, path
        self.rows, self.elements, self.bits = self._row.rows, self._row.elements, self._row.bits
        left = (self.rows > 1) + (self.elements > 1) - path.count('[')
        self._all_rows, self._all_elements = self.rows > 1 and left >= 1 + (self.elements > 1), self.elements > 1 and left >= 1

    type = property(lambda self: text(self._row.type), doc='of C: "bool", "lane_mask_t"')
    meaning = property(lambda self: text(self._row.meaning))
    kind = property(lambda self: KINDS[self._row.kind], doc='wire, strap, register or memory')

    def _read_row(self, pointer):
        if self._all_elements:
            values = ffi.new('uint64_t[]', self.elements)
            check(lib.wk_read_row(pointer, self._row, values))
            return list(values)
        value = ffi.new('uint64_t *')
        check(lib.wk_read(pointer, self._row, value))
        return value[0]

    @property
    def value(self):
        """A number; of a vector or a memory a list of its elements or rows.  Registers and memories have what the last clock
        edge left, wires what they carry in the clock that comes."""
        with self._use as pointer:
            if not self._all_rows:
                return self._read_row(pointer)
            values = []
            for row in range(self.rows):
                self._row.row = row
                values.append(self._read_row(pointer))
            return values

    @value.setter
    def value(self, value):
        if self._all_rows or self._all_elements:
            raise TypeError('%s: expected an index: one element is written' % self.path)
        with self._use as pointer:
            status = lib.wk_write(pointer, self._row, value) if 0 <= value < 1 << 64 else lib.WK_OUT_OF_RANGE
        if status != lib.WK_OK:
            raise KINDS_OF_ERROR[status]('%s: %s' % (self.path, text(lib.wk_status_text(status))))

    def __repr__(self):
        return '<wekiva.Signal %s: %s, %d bits, %d elements, %d rows>' % (self.path, self.kind, self.bits, self.elements, self.rows)


class Signals(collections.abc.Mapping):
    """Paths and values: `signals['gpu.simd0.cf_sequencer.o_decode']`; indices stand behind memories and vectors, `[row][element]`,
    and one that is left out means all.  Registers and memories may be set, an element at a time."""

    def __init__(self, use):
        self._use, self._found, self._paths = use, {}, None

    def at(self, path):
        """The signal itself: what it is and means, and its value again and again."""
        if path not in self._found:
            self._found[path] = Signal(self._use, path)
        return self._found[path]

    def find(self, pattern):
        """The paths that a pattern with * and ? matches."""
        return fnmatch.filter(self, pattern)

    def __getitem__(self, path):
        return self.at(path).value

    def __setitem__(self, path, value):
        self.at(path).value = value

    def __iter__(self):
        if self._paths is None:
            row, paths = ffi.new('struct wk_signal *'), []
            with self._use as pointer:
                for number in range(len(self)):
                    check(lib.wk_signal_at(pointer, number, row))
                    paths.append('%s.%s' % (text(row.instance), text(row.name)))
            self._paths = paths
        return iter(self._paths)

    def __len__(self):
        with self._use as pointer:
            return lib.wk_signal_count(pointer)

    def __repr__(self):
        return '<wekiva.Signals: %d paths>' % len(self)
