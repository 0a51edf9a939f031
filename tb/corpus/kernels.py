#!/usr/bin/env python3
"""Writes inputs, launch files and expected results of the programs in tb/corpus/kernels: tb/corpus/kernels.py

Nothing here comes from a compiler or from the model: hashes are hashlib's, transforms and forces sums in double precision,
the others are computed with every step rounded to single precision.  512 threads, eight wavefronts, each.
"""

import array
import cmath
import hashlib
import json
import math
import pathlib
import random
import struct

HERE = pathlib.Path(__file__).resolve().parent / "kernels"
THREADS = 512


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def launch(registers, banks, exports, compare, tolerance=None):
    given = {"wekiva": 1, "program": "prog.o", "stage": "ps", "threads": THREADS,
             "gprs": {"first": 0, "count": registers, "file": "in.bin"}}
    if banks:
        given["constant_buffers"] = [{"bank": bank, "file": f"cb{bank}.bin"} for bank in banks]
        given["vertex_resources"] = [{"id": bank, "constant_buffer": bank, "stride": 16, "format": "32_32_32_32_FLOAT"}
                                     for bank in banks]
    given["expect"] = {"exports": [{"type": "pixel", "array_base": n, "compare": [compare] * 4} for n in range(exports)],
                       "file": "golden.bin"}
    if tolerance:
        given["expect"]["tolerance"] = tolerance
    return json.dumps(given, indent=1).encode() + b"\n"


def sha256(chosen):
    """Messages of 52 bytes: with their padding one block."""
    inputs, golden = b"", b""
    for _ in range(THREADS):
        message = chosen.randbytes(52)
        block = message + b"\x80" + bytes(3) + struct.pack(">Q", 8 * len(message))
        inputs += struct.pack("<16I", *struct.unpack(">16I", block))
        golden += struct.pack("<8I", *struct.unpack(">8I", hashlib.sha256(message).digest()))
    return {"in.bin": inputs, "golden.bin": golden, "cb15.bin": bytes(256), "launch.json": launch(4, [15], 2, "bits")}


def nbody(chosen):
    bodies = [[single(chosen.uniform(-1, 1)) for _ in range(3)] + [single(chosen.uniform(0.5, 1.5))] for _ in range(64)]
    inputs, golden = [], []
    for _ in range(THREADS):
        place = [single(chosen.uniform(-1, 1)) for _ in range(3)]
        force = [0.0, 0.0, 0.0]
        for body in bodies:
            apart = [body[i] - place[i] for i in range(3)]
            strength = body[3] / math.sqrt(sum(d * d for d in apart) + 0.01) ** 3
            force = [force[i] + strength * apart[i] for i in range(3)]
        inputs += place + [1.0]
        golden += force + [1.0]
    return {"in.bin": floats(inputs), "golden.bin": floats(golden), "cb0.bin": floats(sum(bodies, [])),
            "launch.json": launch(1, [0], 1, "tol", {"rel": 1e-5, "abs": 1e-3})}


def matmul(chosen):
    matrix = [single(chosen.uniform(-2, 2)) for _ in range(256)]
    inputs, golden = [], []
    for _ in range(THREADS):
        row = [single(chosen.uniform(-2, 2)) for _ in range(16)]
        sums = array.array("f", [0.0] * 16)
        for k, factor in enumerate(row):
            products = array.array("f", (factor * matrix[16 * k + column] for column in range(16)))
            sums = array.array("f", (total + product for total, product in zip(sums, products)))
        inputs += row
        golden += list(sums)
    return {"in.bin": floats(inputs), "golden.bin": floats(golden), "cb0.bin": floats(matrix),
            "launch.json": launch(4, [0], 4, "f32")}


def escape(cx, cy):
    """Iterations, and where the point then is."""
    x = y = 0.0
    for i in range(256):
        xx, yy = single(x * x), single(y * y)
        if single(xx + yy) > 4.0:
            return [float(i), x, y]
        t = single(x * y)
        x, y = single(single(xx - yy) + cx), single(single(t + t) + cy)
    return [256.0, x, y]


def mandelbrot(_):
    """A picture of 32 x 16 points, quad by quad: threads 4q to 4q + 3 are neighbours."""
    inputs, golden = [], []
    for thread in range(THREADS):
        quad, column, row = thread // 4, thread % 2, thread // 2 % 2
        cx, cy = single(-2.1 + 0.09 * (quad % 16 * 2 + column)), single(-1.2 + 0.15 * (quad // 16 * 2 + row))
        inputs += [cx, cy, 0.0, 0.0]
        golden += escape(cx, cy) + [1.0]
    return {"in.bin": floats(inputs), "golden.bin": floats(golden), "launch.json": launch(1, [], 1, "f32")}


def fft16(chosen):
    inputs, golden = [], []
    for _ in range(THREADS):
        signal = [single(chosen.uniform(-1, 1)) for _ in range(32)]
        points = [complex(signal[2 * n], signal[2 * n + 1]) for n in range(16)]
        for k in range(16):
            total = sum(point * cmath.exp(-2j * cmath.pi * k * n / 16) for n, point in enumerate(points))
            golden += [total.real, total.imag]
        inputs += signal
    return {"in.bin": floats(inputs), "golden.bin": floats(golden),
            "launch.json": launch(8, [], 8, "tol", {"rel": 1e-6, "abs": 1e-5})}


def main():
    for kernel in (sha256, nbody, matmul, mandelbrot, fft16):
        for name, data in kernel(random.Random(kernel.__name__)).items():
            (HERE / kernel.__name__ / name).write_bytes(data)


if __name__ == "__main__":
    main()
