#!/usr/bin/env python3
"""Writes inputs and expected results of the geometry launches beside it: tb/corpus/geometry/make.py

Nothing here comes from the model: every step is rounded to single precision.
"""

import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent
TRIANGLES = 100
MOVE = (0.5, -0.25, 2.0, 0.0)


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def numbers(count):
    return struct.pack(f"<{4 * count}I", *(x for t in range(count) for x in (t, 0, 0, 0)))


def padded(contents):
    """Of whole 256 bytes, as buffers of rings are."""
    return contents + bytes(-len(contents) % 256)


def main():
    chosen = random.Random("geometry")
    corners = [[single(chosen.uniform(-4, 4)) for _ in range(3)] + [1.0] for _ in range(3 * TRIANGLES)]
    moved = [[single(x + m) for x, m in zip(corner, MOVE)] for corner in corners]
    middles = []
    for first in range(0, len(moved), 3):
        for side in range(3):
            a, b = moved[first + side], moved[first + (side + 1) % 3]
            middles.append([single(x + y) / 2 for x, y in zip(a, b)])
    stream = [x for vertex in middles for x in vertex[:3] + [0.0]]
    for name, contents in {
            "vertices.bin": floats(sum(corners, [])), "move.bin": floats(MOVE),
            "corner.bin": numbers(3 * TRIANGLES), "triangle.bin": numbers(TRIANGLES),
            "esgs.bin": padded(floats(sum(moved, []))), "gsvs.bin": padded(floats(sum(middles, []))),
            "stream.bin": floats(stream), "exports.bin": floats([x for v in middles for x in v + v])}.items():
        (HERE / name).write_bytes(contents)


if __name__ == "__main__":
    main()
