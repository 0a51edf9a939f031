"""results.py - what a machine gives back: exports, buffers, memory, and what has been counted."""
import collections.abc

from .library import check, ffi, lib, rows_of, text


class Figures(dict):
    """Names and numbers; `units` and `meanings` by the same names, and of what has no value `lacking`: why."""

    def __init__(self):
        super().__init__()
        self.units, self.meanings, self.lacking = {}, {}, {}

    def add(self, name, row, value, why=None):
        self.units[name], self.meanings[name] = text(row.unit), text(row.meaning)
        if why:
            self.lacking[name] = why
        else:
            self[name] = value


def statistics(pointer):
    figures = Figures()
    count = lib.wk_statistics(pointer, ffi.NULL, 0)
    for row in rows_of('struct wk_statistic', count, lambda rows, most: lib.wk_statistics(pointer, rows, most)):
        figures.add('%s.%s' % (text(row.instance), text(row.name)), row, row.value)
    return figures


def counters(pointer):
    """Those of the whole machine, which come first, by their names alone."""
    figures, whole = Figures(), None
    count = lib.wk_counters(pointer, ffi.NULL, 0)
    for row in rows_of('struct wk_counter', count, lambda rows, most: lib.wk_counters(pointer, rows, most)):
        place, name = text(row.instance), text(row.name)
        whole = whole or place
        figures.add(name if place == whole else '%s.%s' % (place, name), row, row.value, text(row.why))
    return figures


def parameters(pointer):
    count = lib.wk_parameters(pointer, ffi.NULL, 0)
    rows = rows_of('struct wk_parameter', count, lambda rows, most: lib.wk_parameters(pointer, rows, most))
    return {text(row.name): text(row.text) or row.value for row in rows}


def view(pointer, address, size):
    """Bytes of a machine where they lie, which is not freed before the last view of them."""
    if not size:
        return memoryview(b'')
    kept = ffi.gc(address, lambda _, machine=pointer: None)
    return memoryview(ffi.buffer(kept, size)).toreadonly()


class Exports(collections.abc.Mapping):
    """By target, "PIX0", "POS60", "PARAM3": 32-bit words of [thread, component], 0 where nothing was written or the thread
    was killed.  Arrays are copies."""

    def __init__(self, use):
        self._use = use

    def _numbers(self, pointer):
        target, numbers = ffi.new('struct wk_export *'), {}
        for number in range(lib.wk_export_count(pointer)):
            check(lib.wk_export_at(pointer, number, target))
            numbers[text(target.name)] = number
        return numbers

    def _values(self, name, form):
        with self._use as pointer:
            number, threads = self._numbers(pointer)[name], lib.wk_threads(pointer)
            values = ffi.new('uint32_t[][4]', threads)
            lib.wk_export_values(pointer, number, values, ffi.NULL, threads)
        return memoryview(ffi.buffer(values)).cast('B').cast(form, (threads, 4))

    def __getitem__(self, name):
        return self._values(name, 'I')

    def floats(self, name):
        """The same words as floats."""
        return self._values(name, 'f')

    def written(self, name):
        """Of each thread: bit n says that component n was written."""
        with self._use as pointer:
            number, threads = self._numbers(pointer)[name], lib.wk_threads(pointer)
            written = ffi.new('unsigned char[]', threads)
            lib.wk_export_values(pointer, number, ffi.NULL, written, threads)
        return bytes(ffi.buffer(written))

    def __iter__(self):
        with self._use as pointer:
            return iter(self._numbers(pointer))

    def __len__(self):
        with self._use as pointer:
            return lib.wk_export_count(pointer)

    def __repr__(self):
        return '<wekiva.Exports: %s>' % ', '.join(self)


def buffers(pointer):
    """By name; views of the machine's own bytes."""
    row, found = ffi.new('struct wk_buffer *'), {}
    for number in range(lib.wk_buffer_count(pointer)):
        check(lib.wk_buffer_at(pointer, number, row))
        found[text(row.name)] = view(pointer, row.bytes, row.size)
    return found


def memory(pointer):
    """By address; views of the machine's own bytes."""
    row, found = ffi.new('struct wk_memory *'), {}
    for number in range(lib.wk_memory_count(pointer)):
        check(lib.wk_memory_at(pointer, number, row))
        found[row.address] = view(pointer, row.bytes, row.size)
    return found
