#!/usr/bin/env python3
"""Writes the data of this folder's launch: `make.py FOLDER`.  Coordinates, and texels of four textures; any will do, for runs
with twins are compared with runs without (tb/lockstep/tests/replace.py)."""
import pathlib
import random
import struct
import sys

folder = pathlib.Path(sys.argv[1])
numbers = random.Random(1)


def write(name, values, letter):
    (folder / name).write_bytes(b"".join(struct.pack("<" + letter, value) for value in values))


# Quads of neighbours: some close together, some far apart
coordinates = []
for quad in range(16):
    x, y, z = (numbers.uniform(-0.6, 1.6) for _ in range(3))
    step = 2.0 ** numbers.uniform(-7, 0)
    for lane in range(4):
        coordinates += [x + step * (lane & 1), y + step * 0.6 * (lane >> 1), z + 0.1 * lane, numbers.uniform(-1, 4)]
write("gprs.bin", coordinates, "f")
write("colours.bin", [numbers.randrange(256) for _ in range(4 * (256 + 64 + 16 + 4 + 1))], "B")
write("floats.bin", [numbers.uniform(-3, 3) for _ in range(4 * 16 * 8)], "e")
write("depth.bin", [numbers.uniform(0, 1) for _ in range(64)], "f")
write("cube.bin", [numbers.randrange(256) for _ in range(6 * 4 * 4 * 4)], "B")
write("filter4.bin", [numbers.randrange(1 << 22) for _ in range(36)], "I")
