"""library.py - the C library that lies beside the package, and its statuses as exceptions."""
import os

from ._declared import ffi

FOLDER = os.path.dirname(os.path.abspath(__file__))
lib = ffi.dlopen(os.path.join(FOLDER, 'libwekiva.so'))
COMMAND = os.path.join(FOLDER, 'command')  # `wekiva`, which runs sweeps


class Error(Exception):
    """What the library says, `text`, and where: `file`, `line` and `column` of a text that is wrong, '' and 0 when not known."""

    def __init__(self, words, file='', line=0, column=0):
        place = ':'.join([*[file] * bool(file), *map(str, filter(None, (line, column)))])
        super().__init__(place + ': ' + words if place else words)
        self.text, self.file, self.line, self.column = words, file, line, column

    def __str__(self):
        return self.args[0]


class Refused(Error, ValueError):
    """A file, text, parameter or launch cannot be read or used, or memory is out."""


class Stopped(Error):
    """The program broke a rule of the manual."""


class CycleLimit(Error):
    """Not finished at the limit that was given."""


class BadArgument(Error, ValueError):
    """There is no such thing, or the machine does not have it."""


class NoSignal(Error, KeyError):
    """No signal has this path."""


class OutOfRange(Error, KeyError):
    """A row or an element that a signal does not have, or a value wider than it."""


class NotWritable(Error):
    """The machine drives this wire itself."""


class Busy(Error):
    """A waveform is being written, or none is; or another thread uses the machine."""


KINDS = {lib.WK_STOPPED: Stopped, lib.WK_LIMIT: CycleLimit, lib.WK_BAD_ARGUMENT: BadArgument, lib.WK_REFUSED: Refused,
         lib.WK_NO_SIGNAL: NoSignal, lib.WK_OUT_OF_RANGE: OutOfRange, lib.WK_NOT_WRITABLE: NotWritable, lib.WK_BUSY: Busy}


def text(pointer):
    """A string of the library; None for NULL."""
    return ffi.string(pointer).decode('utf-8', 'replace') if pointer else None


def diagnostic():
    return ffi.new('struct wk_diagnostic *')


def failure(status, said=None):
    """The exception for a status and a diagnostic, which may be empty."""
    words = (text(said.text) if said else '') or text(lib.wk_status_text(status))
    return KINDS.get(status, Error)(words, *(text(said.file), said.line, said.column) if said else ())


def check(status, said=None):
    if status != lib.WK_OK:
        raise failure(status, said)


def c_path(path):
    return os.fsencode(path)


def c_text(value):
    """NULL for None."""
    return ffi.NULL if value is None else ffi.new('char[]', value.encode())


def rows_of(kind, count, fill):
    """All rows of a function that fills at most so many of them and says how many there are."""
    rows = ffi.new(kind + '[]', count)
    for number in range(min(count, fill(rows, count))):
        yield rows[number]  # which does not keep the array


def version():
    return text(lib.wk_version())
