#!/usr/bin/env python3
"""make_demo.py - the data of `make demo`: kernel_reduce of tb/corpus/llvm-rv770 with eight wavefronts.

usage: make_demo.py [--check] FOLDER       (from the project's root; --check: fail when a file is not what it would write)

Each thread adds up constants that a random sequence of its own chooses (tb/corpus/llvm-rv770/kernel_reduce/prog.cl).
What it must export is computed here from that source; the constants are multiples of 0.25, so that all sums are exact.
"""
import os
import struct
import sys

THREADS, ROUNDS, SEED, LEAST = 512, 6, 20, 0.5
CONSTANTS = 'tb/corpus/llvm-rv770/kernel_reduce/cb2.bin'


def exports(thread, constants):
    a, sums = SEED + thread, [0.0] * 4
    for _ in range(ROUNDS):
        a = (a * 1664525 + 1013904223) & 0xffffffff
        value = constants[a >> 16 & 63]
        if value[0] > LEAST:
            sums = [x + y for x, y in zip(sums, value)]
        else:
            sums[3] += 1.0
    return struct.pack('<4f4I', *sums, a, ROUNDS, 0, 0)


def files():
    with open(CONSTANTS, 'rb') as constants_file:
        words = constants_file.read()
    constants = list(struct.iter_unpack('<4f', words))
    return {'in.bin': b''.join(struct.pack('<4I', thread, 0, 0, 0) for thread in range(THREADS)),
            'cb0.bin': struct.pack('<8I', THREADS, 1, 1, THREADS, 1, 1, 64, 1) + struct.pack('<3If', 1, ROUNDS, SEED, LEAST),
            'cb2.bin': words,
            'golden.bin': b''.join(exports(thread, constants) for thread in range(THREADS))}


def main():
    check = sys.argv[1:2] == ['--check']
    if len(sys.argv) != 2 + check:
        sys.exit(__doc__.split('\n\n')[1])
    for name, data in files().items():
        path = os.path.join(sys.argv[-1], name)
        if not check:
            with open(path, 'wb') as out:
                out.write(data)
        elif open(path, 'rb').read() != data:
            sys.exit('%s is not what make_demo.py writes' % path)
    if check:
        print('demo_data: %d passed, 0 failed' % len(files()))


main()
