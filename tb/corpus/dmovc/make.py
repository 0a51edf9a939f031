#!/usr/bin/env python3
"""Inputs and expected results of the example of docs/dmovc.md: python3 tb/corpus/dmovc/make.py"""

import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent
THREADS = 128
SPECIAL = [0x0000000000000000, 0x8000000000000000, 0x3ff0000000000000, 0xbff0000000000000, 0x7ff0000000000000,
           0xfff0000000000000, 0x7ff8000000000123, 0xfff0000000000001, 0x4000000000000000, 0x7fefffffffffffff]
SIGN = 1 << 63


def value(bits):
    return struct.unpack("<d", struct.pack("<Q", bits))[0]


def main():
    source = random.Random(5)
    start, golden = b"", b""
    for _ in range(THREADS):
        conditions = [source.choice((0, 1, 0x80000000, 0x00400000)) for _ in range(4)]
        a, b = ([source.choice(SPECIAL) if source.random() < 0.5 else
                 struct.unpack("<Q", struct.pack("<d", source.uniform(-9, 9)))[0] for _ in range(2)] for _ in range(2))
        start += struct.pack("<4I4Q", *conditions, *a, *b)
        first = [b[i] if value(a[i]) < value(b[i]) else a[i] ^ SIGN for i in range(2)]
        second = [a[1 - i] if conditions[3 - i] else b[0] & ~SIGN for i in range(2)]
        golden += struct.pack("<4Q", *first, *second)
    (HERE / "in.bin").write_bytes(start)
    (HERE / "golden.bin").write_bytes(golden)


if __name__ == "__main__":
    main()
