#!/usr/bin/env python3
"""declare.py - the C functions of wekiva.h for Python's cffi, from the header as the compiler reads it.

usage: declare.py HEADER OUT COMPILER...      (OUT: the module _declared.py of the package)

The module has no code of C in it, and needs no compiler when it is imported.
"""
import re
import subprocess
import sys

import cffi


def preprocessed(header, compiler):
    """Without the headers of C, whose types cffi knows, and without attributes."""
    with open(header, encoding='utf-8') as file:
        text = re.sub(r'^#include\b.*', '', file.read(), flags=re.M)
    done = subprocess.run([*compiler, '-E', '-P', '-D__attribute__(what)=', '-x', 'c', '-'], input=text, stdout=subprocess.PIPE, text=True,
                          check=True)
    return done.stdout


def main():
    if len(sys.argv) < 4:
        sys.exit('usage: declare.py HEADER OUT COMPILER...')
    ffi = cffi.FFI()
    ffi.cdef(preprocessed(sys.argv[1], sys.argv[3:]))
    ffi.set_source('wekiva._declared', None)
    ffi.emit_python_code(sys.argv[2])


if __name__ == '__main__':
    main()
