"""inputs.py - programs and launches, from files or from memory."""
import json
import os

from .library import c_path, c_text, check, diagnostic, ffi, lib, text


def bytes_of(name, data):
    """What the library copies: bytes, or an array whose elements are as wide as those of the machine."""
    view = memoryview(data)
    if view.itemsize > 4:
        raise ValueError('%s: elements of %d bits: expected at most 32, as numpy.float32 has' % (name, 8 * view.itemsize))
    return ffi.from_buffer(view if view.c_contiguous else view.tobytes())


class Program:
    """A shader program: assembly text, a hex dump, dwords or an ELF object, told apart by content.

    `chip`: for which one it is read; those of R580's and NV30's families have other languages than R700's.
    `name`: what messages call it.
    """

    def __init__(self, source, chip=None, name='program'):
        data = source.encode() if isinstance(source, str) else source
        self._read(lib.wk_program_parse_for, chip, c_path(name), bytes_of(name, data), memoryview(data).nbytes)

    @classmethod
    def load(cls, path, chip=None):
        """The same from a file."""
        program = cls.__new__(cls)
        program._read(lib.wk_program_load_for, chip, c_path(path))
        return program

    def _read(self, read, chip, *where):
        said, made = diagnostic(), ffi.new('struct wk_program **')
        check(read(c_text(chip), *where, made, said), said)
        self.pointer = ffi.gc(made[0], lib.wk_program_free)


class Launch:
    """What a program starts with (docs/launch.md): the path of a launch file, or its keys as a dict.

    `files`: bytes or arrays under the names that a dict has for them; others are looked for on the disk.
    `name`: what messages call a dict, and whose folder paths in it are relative to.
    """

    def __init__(self, what, files=None, name='launch'):
        said, made = diagnostic(), ffi.new('struct wk_launch **')
        if isinstance(what, (str, os.PathLike)):
            if files:
                raise TypeError('files belong to a launch that is a dict')
            status = lib.wk_launch_load(c_path(what), made, said)
        else:
            status = self._parse(json.dumps(what).encode(), files or {}, c_path(name), made, said)
        check(status, said)
        self.pointer = ffi.gc(made[0], lib.wk_launch_free)

    @staticmethod
    def _parse(keys, files, name, made, said):
        given = ffi.new('struct wk_file[]', len(files))
        kept = []
        for row, (file, data) in zip(given, files.items()):
            kept += [c_text(file), bytes_of(file, data)]
            row.name, row.bytes = kept[-2:]
            row.length = len(kept[-1])
        return lib.wk_launch_parse(name, keys, len(keys), given, len(files), made, said)


def expand(instruction, stage=None, chip=None):
    """The groups that an instruction of shader model 5 becomes ("dmovc R1.xyzw, R0, R2, -R3"), as assembly text."""
    said, groups = diagnostic(), ffi.new('struct wk_groups *')
    check(lib.wk_expand(instruction.encode(), c_text(stage), c_text(chip), groups, said), said)
    try:
        return text(groups.text)
    finally:
        lib.wk_groups_free(groups)
