#!/usr/bin/env python3
"""Inputs, launch files and expected results of the compute programs beside it.

    tb/corpus/compute/programs.py                       writes them into the programs' folders
    tb/corpus/compute/programs.py DIR NAME GROUP GROUPS  one with groups of another size, into DIR

Nothing here comes from the model: sorts are Python's, sums integers, forces and transforms in double precision, the others are
computed as the programs' comments say what they are, every step rounded to single precision.
"""

import array
import cmath
import json
import math
import pathlib
import random
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
FLOATS = "32_32_32_32_FLOAT"


def single(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def words(values):
    return struct.pack(f"<{len(values)}I", *(value & 0xFFFFFFFF for value in values))


def floats(values):
    return struct.pack(f"<{len(values)}f", *values)


def log2(number):
    if number & number - 1 or not number:
        raise ValueError(f"{number} is no power of two")
    return number.bit_length() - 1


def program(name, group, groups, out, data=(), constants=b"", loops=(), registers=None, tolerance=None, **more):
    """Files of a launch: R0 is number in the group, thread of the launch, group, unless `registers` says otherwise; `data`: contents
    and format of each vertex resource; `out`: the expected buffer."""
    threads = group * groups
    out += bytes(-len(out) % 256)
    first = registers or words([x for t in range(threads) for x in (t % group, t, t // group, 0)])
    files, code = {"in.bin": first, "golden.bin": out}, code_of(name)
    launch = {"wekiva": 1, "program": "program.asm", "stage": "cs", "threads": threads, "num_gprs": gprs_of(code),
              "stack_size": 4 if "LOOP_START" in code else 0, "gprs": {"first": 0, "count": len(first) // 16 // threads, "file": "in.bin"}}
    if constants:
        files["cb0.bin"] = constants
        launch["constant_buffers"] = [{"bank": 0, "file": "cb0.bin"}]
    if loops:
        launch["loop_constants"] = [{"index": i, "count": count, "start": 0, "step": 1} for i, count in enumerate(loops)]
    launch["buffers"] = [{"name": "out", "bytes": len(out)}]
    if data:
        launch["buffers"] += [{"name": f"data{i}", "file": f"data{i}.bin"} for i in range(len(data))]
        launch["vertex_resources"] = [{"id": i, "buffer": f"data{i}", "stride": stride, "format": form}
                                      for i, (_, stride, form) in enumerate(data)]
        files.update((f"data{i}.bin", contents) for i, (contents, _, _) in enumerate(data))
    launch["memory_buffers"] = [{"target": "scatter", "buffer": "out"}]
    for key, value in more.items():
        if isinstance(value, tuple):
            value, files[value[0]["file"] if isinstance(value, list) else value["file"]] = value
        launch[key] = value
    expected = {"name": "out", "file": "golden.bin"}
    launch["expect"] = {"buffers": [expected]}
    if tolerance:
        expected["compare"] = "tol"
        launch["expect"]["tolerance"] = tolerance
    files["launch.json"] = json.dumps(launch, indent=1).encode() + b"\n"
    return files


def code_of(name):
    """A program's text without comments."""
    return "\n".join(line.split(";")[0] for line in (HERE / name / "program.asm").read_text().splitlines())


def gprs_of(code):
    """How many registers the program names."""
    bursts = re.findall(r"R(\d+)\.\S+ BURST\((\d+)\)", code)
    return 1 + max([int(number) for number in re.findall(r"\bR(\d+)", code)] +
                   [int(first) + int(count) - 1 for first, count in bursts])


def share(group, dwords):
    return {"group_size": group, "dwords_per_thread": dwords}


def fill(chosen, count, low=-4.0, high=4.0):
    return [single(chosen.uniform(low, high)) for _ in range(count)]


def product(a, b, rows, inner, columns):
    """C = A B; each sum from first to last, every step rounded."""
    c = array.array("f", [0.0] * (rows * columns))
    for i in range(rows):
        for k in range(inner):
            steps = array.array("f", (a[i * inner + k] * b[k * columns + j] for j in range(columns)))
            for j in range(columns):
                c[i * columns + j] += steps[j]
    return c


# ---- one value after the other ------------------------------------------------------------------------------------------

def vector_add(chosen, group, groups):
    given, out = b"", []
    for t in range(group * groups):
        a, b = fill(chosen, 4), fill(chosen, 4)
        given += words([4 * t, 0, 0, 0]) + floats(a) + floats(b)
        out += [x + y for x, y in zip(a, b)]
    return program("vector_add", group, groups, floats(out), registers=given)


def saxpy(chosen, group, groups):
    a, count = 1.7182817459106445, 4 * group * groups
    x, y = fill(chosen, count), fill(chosen, count)
    out = floats([single(a * x[i]) + y[i] for i in range(count)])
    return program("saxpy", group, groups, out, [(floats(x), 16, FLOATS), (floats(y), 16, FLOATS)], floats([a, 0, 0, 0]))


def matrix_4x4(chosen, group, groups):
    a, b, c = [], [], array.array("f")
    for _ in range(group * groups):
        a.append(fill(chosen, 16))
        b.append(fill(chosen, 16))
        c += product(a[-1], b[-1], 4, 4, 4)
    return program("matrix_4x4", group, groups, c.tobytes(),
                   [(floats(sum(m, [])), 64, FLOATS) for m in (a, b)])


def matrix_blocks(chosen, group, groups):
    """N is what gives each thread a block."""
    blocks = 1 << ((group * groups).bit_length() - 1) // 2
    side = 4 * blocks
    a, b = fill(chosen, side * side), fill(chosen, side * side)
    return program("matrix_blocks", blocks * blocks, 1, product(a, b, side, side, side).tobytes(),
                   [(floats(m), 16, FLOATS) for m in (a, b)], words([blocks - 1, log2(blocks), blocks, side]), [blocks])


def convolution(chosen, group, groups):
    width, height = 16, group * groups // 16
    picture, weights = fill(chosen, 4 * width * height), fill(chosen, 25)
    out = []
    for pixel in range(width * height):
        total = [0.0] * 4
        for tap in range(25):
            x = min(max(pixel % width + tap % 5 - 2, 0), width - 1)
            y = min(max(pixel // width + tap // 5 - 2, 0), height - 1)
            total = [single(t + single(v * weights[tap])) for t, v in zip(total, picture[4 * (y * width + x):])]
        out += total
    texture = [{"id": 0, "dim": "2D", "width": width, "height": height, "format": FLOATS, "file": "picture.bin"}]
    edge = ["clamp_last_texel"] * 3
    return program("convolution", group, groups, floats(out),
                   constants=floats([x for w in weights + [0.0] * 7 for x in (w, 0.0, 0.0, 0.0)]),
                   textures=(texture, floats(picture)),
                   samplers=[{"id": 0, "clamp": edge, "mag": "point", "min": "point", "mip": "none"}])


# ---- groups of threads that share data -----------------------------------------------------------------------------------

def transpose(chosen, group, groups):
    """16 x 16 words in each 64 threads."""
    given, out, side = [], [0] * (4 * group * groups), 16
    for t in range(group * groups):
        row = [chosen.getrandbits(32) for _ in range(4)]
        given += row
        for e in range(4):
            out[t // 64 * 256 + (4 * (t % 4) + e) * side + t % 64 // 4] = row[e]
    return program("transpose", group, groups, words(out), [(words(given), 16, "32_32_32_32")], words([group - 1, 0, 0, 0]),
                   lds=share(group, 8))


def of_groups(name, chosen, group, groups, result, loops, signed=False):
    """A word a thread; `result` of a group's."""
    data = [chosen.getrandbits(32) - (signed << 31) for _ in range(group * groups)]
    out = [word for g in range(groups) for word in result(data[g * group:(g + 1) * group])]
    return program(name, group, groups, words(out), [(words(data), 4, "32")], words([group - 1, 0, 0, 0]), loops,
                   lds=share(group, 4))


def reduce(chosen, group, groups):
    return of_groups("reduce", chosen, group, groups, lambda data: [sum(data)] * group, [log2(group)])


def scan(chosen, group, groups):
    return of_groups("scan", chosen, group, groups, lambda data: [sum(data[:i + 1]) for i in range(group)], [log2(group)])


def sort(chosen, group, groups):
    stages = log2(group)
    return of_groups("sort", chosen, group, groups, sorted, [stages * (stages + 1) // 2], True)


def life(chosen, group, groups):
    generations = 5

    def lived(rows):
        for _ in range(generations):
            rows = [sum(next_cell(rows, y, x) << x for x in range(32)) for y in range(len(rows))]
        return rows

    def next_cell(rows, y, x):
        near = sum(rows[(y + dy) % len(rows)] >> (x + dx) % 32 & 1 for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
        return int(near == 3 or near == 2 and rows[y] >> x & 1)

    return of_groups("life", chosen, group, groups, lived, [generations])


def histogram(chosen, group, groups):
    """One group, whatever is asked for: the global registers are of the SIMD."""
    threads = group
    data = [chosen.getrandbits(32) & chosen.getrandbits(32) for _ in range(4 * threads)]
    counts = [sum(word >> 29 == value for word in data) for value in range(8)]
    return program("histogram", threads, 1, words(counts), [(words(data), 16, "32_32_32_32")], words([threads - 1, 0, 0, 0]),
                   lds=share(threads, 12), global_gprs=({"first": 0, "count": 9, "file": "globals.bin"}, bytes(64 * 9 * 16)))


def nbody(chosen, group, groups):
    soft, step = 0.5, 0.125
    bodies = [fill(chosen, 3) + fill(chosen, 1, 0.5, 2.0) + fill(chosen, 3) + [0.0] for _ in range(group * groups)]
    out = []
    for t, body in enumerate(bodies):
        force = [0.0] * 3
        for other in bodies[t // group * group:(t // group + 1) * group]:
            apart = [other[i] - body[i] for i in range(3)]
            pull = other[3] / math.sqrt(sum(d * d for d in apart) + soft * soft) ** 3
            force = [force[i] + pull * apart[i] for i in range(3)]
        speed = [body[4 + i] + force[i] * step for i in range(3)]
        out += [body[i] + speed[i] * step for i in range(3)] + [body[3]] + speed + [0.0]
    return program("nbody", group, groups, floats(out), [(floats(sum(bodies, [])), 32, FLOATS)],
                   words([group - 1, 0, 0, 0]) + floats([soft, step, 0, 0]), [group // 4], lds=share(group, 8),
                   tolerance={"rel": 1e-5, "abs": 1e-5})


def fft(chosen, group, groups):
    threads = group * groups
    points = [complex(re, im) for re, im in zip(fill(chosen, 4 * threads), fill(chosen, 4 * threads))]
    angles = [cmath.exp(-2j * cmath.pi * b * k / 16) for b in range(4) for k in range(4)]
    out = []
    for first in range(0, len(points), 16):
        out += [sum(points[first + n] * cmath.exp(-2j * cmath.pi * k * n / 16) for n in range(16)) for k in range(16)]

    def fours(values):
        return floats([part for v in range(0, len(values), 4)
                       for part in [z.real for z in values[v:v + 4]] + [z.imag for z in values[v:v + 4]]])

    numbers = words([x for t in range(threads) for x in (t % group, t, t % 4, 0)])
    return program("fft", group, groups, fours(out), [(fours(points), 32, FLOATS), (fours(angles), 32, FLOATS)],
                   registers=numbers, lds=share(group, 8), tolerance={"rel": 1e-5, "abs": 1e-4})


def matrix_lds(chosen, group, groups):
    p = 1 << log2(group) // 2
    side = 4 * p
    a, b = fill(chosen, side * side * groups), fill(chosen, side * side)
    numbers = [group - 1, log2(p), log2(p) - 2, p - 1, p // 4 - 1, p // 4, p // 2, 3 * p // 4, 3 * p, 6 * p, 9 * p, 12 * p]
    return program("matrix_lds", group, groups, product(a, b, side * groups, side, side).tobytes(),
                   [(floats(m), 16, FLOATS) for m in (a, b)], words(numbers), [4, p // 4], lds=share(group, 12))


PROGRAMS = (vector_add, saxpy, matrix_4x4, matrix_blocks, matrix_lds, transpose, reduce, scan, sort, histogram, convolution,
            nbody, fft, life)
GROUP, GROUPS = 64, 2


def make(name, group=GROUP, groups=GROUPS):
    """The files of a program's launch, by name."""
    function = {each.__name__: each for each in PROGRAMS}[name]
    return function(random.Random(name), group, groups)


def write(folder, files):
    for name, contents in files.items():
        (folder / name).write_bytes(contents)


def main(arguments):
    if not arguments:
        for each in PROGRAMS:
            write(HERE / each.__name__, make(each.__name__))
        return 0
    if len(arguments) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    folder, name = pathlib.Path(arguments[0]), arguments[1]
    folder.mkdir(parents=True, exist_ok=True)
    write(folder, make(name, int(arguments[2]), int(arguments[3])))
    (folder / "program.asm").write_bytes((HERE / name / "program.asm").read_bytes())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
