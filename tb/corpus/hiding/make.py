#!/usr/bin/env python3
"""Writes the programs of tb/corpus/hiding, their input and what must come out: tb/corpus/hiding/make.py

TURNS times a clause of 5, 10 or 20 additions that depend on one another, and a vertex fetch that waits for it and for
which the next clause waits.  Rows 4 to 6 of docs/validation.md ask how many wavefronts hide such a fetch.  X, the
number of additions, is each program's own: the launch does not compare it.
"""

import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
TURNS, THREADS = 30, 64


def program(groups):
    lines = [f"; {TURNS} fetches behind {groups} groups each (make.py)"]
    lines += ["ALU @chain BARRIER", "VTX @fetch BARRIER"] * TURNS
    lines += ["EXPORT_DONE PIX0, R1.xyzw EOP BARRIER", "chain:"]
    lines += [f"  {group} x: ADD R1.x, R1.x, 1.0" for group in range(groups)]
    lines += ["fetch: FETCH R0.x___, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH"]
    return "\n".join(lines) + "\n"


def main():
    for groups in (5, 10, 20):
        (HERE / f"groups_{groups}.asm").write_text(program(groups), encoding="ascii")
    floats = [[0, 0, 0, 0, 0, thread, 0, 0] for thread in range(THREADS)]
    (HERE / "in.bin").write_bytes(b"".join(struct.pack("<8f", *row) for row in floats))
    (HERE / "cb0.bin").write_bytes(bytes(16))
    sums = [struct.pack("<4f", TURNS * 5, thread, 0, 0) for thread in range(THREADS)]
    (HERE / "golden.bin").write_bytes(b"".join(sums))


main()
