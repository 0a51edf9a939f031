#!/usr/bin/env python3
"""Writes inputs and expected results of the launches beside it: tb/corpus/together/make.py

Nothing here comes from the model: every step is rounded to single precision.
"""

import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent
VERTICES, PIXELS, TABLE = 300, 512, 64
MOVE = (0.5, -0.25, 2.0, 0.0)
FADE = (0.125, 0.25, 0.5, 1.0)


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def main():
    chosen = random.Random("together")
    corners = [[single(chosen.uniform(-4, 4)) for _ in range(3)] + [1.0] for _ in range(VERTICES)]
    moved = [[single(x + m) for x, m in zip(corner, MOVE)] for corner in corners]
    colours = [[single(chosen.uniform(0, 1)) for _ in range(4)] for _ in range(PIXELS)]
    table = [[single(chosen.uniform(0, 2)) for _ in range(4)] for _ in range(TABLE)]
    places = [chosen.randrange(TABLE) for _ in range(PIXELS)]
    faded = [[single(single(c * t) + f) for c, t, f in zip(colours[n], table[places[n]], FADE)]
             for n in range(PIXELS)]
    for name, contents in {
            "vertices.bin": floats(sum(corners, [])), "move.bin": floats(MOVE),
            "numbers.bin": struct.pack(f"<{4 * VERTICES}I", *(x for t in range(VERTICES) for x in (t, 0, 0, 0))),
            "position.bin": floats([x for before, after in zip(corners, moved) for x in after + before]),
            "table.bin": floats(sum(table, [])), "fade.bin": floats(FADE),
            "colour.bin": b"".join(floats(colours[n]) + struct.pack("<4I", places[n], 0, 0, 0)
                                   for n in range(PIXELS)),
            "pixel.bin": floats(sum(faded, []))}.items():
        (HERE / name).write_bytes(contents)


if __name__ == "__main__":
    main()
