#!/usr/bin/env python3
"""The benchmark's own rows: small programs that keep one part of the machine busy, each a folder with a launch file.

    tb/bench/rows.py DIR          writes DIR/NAME/{prog.s,launch.json,in.bin,chip.json,...}
    tb/bench/rows.py --list       names and titles

`wekiva run --launch DIR/NAME/launch.json --chip DIR/NAME/chip.json` runs one.  The compiled programs of tb/corpus/kernels are
rows, too, and stay where they are; those of tb/corpus/compute are written anew, with larger groups.

Registers hold ordinary numbers: both signs, eight binades, no two lanes alike; rows of "torture" operands hold NaNs,
infinities, denormals and signed zeros besides.  The three rows that a speed is judged by have expected results, computed
here, step by step.
"""

import array
import json
import operator
import os
import pathlib
import random
import shutil
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "corpus/compute"))
import programs  # noqa: E402

KERNELS = pathlib.Path(__file__).resolve().parent.parent / "corpus/kernels"
PERIOD = 256  # threads until the operands come again
ELEMENTS = "xyzw"
TORTURE = (0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00400000, 0x00800000, 0x80800000, 0x7f7fffff, 0xff7fffff,
           0x7f800000, 0xff800000, 0x7fc00000, 0xffc00000, 0x7f800001, 0x7fedca00, 0x3f800000)


# ---- operands ---------------------------------------------------------------------------------------------------------

def ordinary(thread, place, chosen):
    """A float of 2^-4 to 2^4; the lowest bits of R0.x are the lane, for the row that indexes with them."""
    word = chosen.getrandbits(1) << 31 | (chosen.randrange(8) + 123) << 23 | chosen.getrandbits(23)
    return word & ~63 | thread % 64 if place == 0 else word


def torture(thread, place, chosen):
    return chosen.choice(TORTURE) if chosen.randrange(4) else ordinary(thread, place, chosen)


SIDE = 32  # texels of a texture, which 256 threads see whole: 16 x 16 of them at a step of two


def places(thread, place, chosen):
    """R0.x and R0.y a place in a texture, quads of threads together; R0.z a step of 1.5 texels; R0.w the thread."""
    quad, lane = divmod(thread % PERIOD, 4)
    at = (quad % 8 * 2 + lane % 2, quad // 8 * 2 + lane // 2)
    word = {0: (1.5 * at[0] + 0.7) / SIDE, 1: (1.5 * at[1] + 0.7) / SIDE, 2: 0.0}.get(place)
    if place == 3:
        return thread % PERIOD
    return ordinary(thread, place, chosen) if word is None else struct.unpack("<I", struct.pack("<f", word))[0]


def catmull_rom():
    """TD_FILTER4 to _35: both directions' phases 0 to 8 of 16, four weights in 1/512 each, two of 11 bits in a word."""
    def pair(first, second):
        return (round(first * 512) & 0x7ff) << 11 | round(second * 512) & 0x7ff
    words = []
    for f in [n / 16 for n in range(9)]:
        words += [pair((-f**3 + 2 * f**2 - f) / 2, (3 * f**3 - 5 * f**2 + 2) / 2),
                  pair((-3 * f**3 + 4 * f**2 + f) / 2, (f**3 - f**2) / 2)]
    return words * 2


def registers(kind, gprs, threads):
    """Words [thread][gpr][xyzw]."""
    chosen = random.Random("operands")
    return [kind(thread, place, chosen) for thread in range(threads) for place in range(4 * gprs)]


def floats(words):
    return array.array("f", struct.pack(f"<{len(words)}I", *words))


# ---- programs ---------------------------------------------------------------------------------------------------------

def group(*lines):
    return list(lines)


def four(operation, *operands):
    """The same operation in X Y Z W."""
    return group(*(f"{e}: {operation} R2.{e}, " + ", ".join(f"{o}.{e}" for o in operands) for e in ELEMENTS))


def muladd(first, sign=""):
    """Five slots; X Y Z W sum products up, from the register in a clause's first group, then from PV."""
    before, swizzle = ("R2", " VEC_210") if first else ("PV", "")
    return group(*(f"{e}: MULADD_IEEE R2.{e}, {sign}R0.{e}, R1.{e}, {before}.{e}{swizzle}" for e in ELEMENTS),
                 "t: ADD R3.x, R0.x, R0.y SCL_221")


def sums(groups, sign=""):
    return [muladd(g == 0, sign) for g in range(groups)]


def body(groups, label=""):
    text = f"{label}:\n" if label else ""
    return text + "".join(f"  {g} " + "\n    ".join(lines) + "\n" for g, lines in enumerate(groups))


END = "EXPORT PIX0, R2.xyzw BARRIER\nEXPORT_DONE PIX1, R3.x001 EOP BARRIER\n"


def repeated(groups, clauses):
    """All clauses share the words of one."""
    return "ALU @body BARRIER\n" * clauses + END + body(groups, "body")


def apart(groups, clauses):
    """Each clause has words of its own, so that each is a miss."""
    return "".join("ALU BARRIER\n" + body(groups) for _ in range(clauses)) + END


CONDITIONS = (("R0.x", "R0.y"), ("R0.z", "R1.w"), ("R1.x", "R1.y"), ("R0.y", "R1.z"))


def branches(groups, count):
    """About half of the lanes take each side."""
    text = ""
    for b in range(count):
        text += (f"next{b}: ALU_PUSH_BEFORE @if{b % len(CONDITIONS)} BARRIER\nJUMP @else{b} BARRIER\n"
                 f"ALU @plus BARRIER\nelse{b}: ELSE @next{b + 1} POP_COUNT(1) BARRIER\nALU @minus BARRIER\n"
                 "POP ADDR(0) POP_COUNT(1) BARRIER\n")
    text += f"next{count}: " + END + body(sums(groups), "plus") + body(sums(groups, "-"), "minus")
    for number, (left, right) in enumerate(CONDITIONS):
        text += body([group(f"x: PRED_SETGT ____, {left}, {right} UPDATE_PRED UPDATE_EXEC")], f"if{number}")
    return text


# ---- expected results -------------------------------------------------------------------------------------------------

ALWAYS = [(0, 0)]


def expect_sums(given, threads, steps):
    """R2 and R3.x of each thread.  A step adds R0 * R1 to R2, or subtracts it in threads that do not meet its condition."""
    def taken(r, condition):
        left, right = condition
        return r[left] > r[right] or condition == ALWAYS[0]
    addends = dict.fromkeys(steps)
    each = [given[16 * thread:16 * thread + 16] for thread in range(threads)]
    for condition in addends:
        addends[condition] = array.array("f", ((1 if taken(r, condition) else -1) * (r[e] * r[4 + e]) for r in each
                                              for e in range(4)))
    sums = array.array("f", (r[8 + e] for r in each for e in range(4)))
    for condition in steps:
        sums = array.array("f", map(operator.add, sums, addends[condition]))
    wanted = array.array("f")
    for thread, r in enumerate(each):
        wanted.extend(sums[4 * thread:4 * thread + 4])
        wanted.extend((r[0] + r[1], 0, 0, 1))
    return wanted


def place(register):
    """R1.y -> 5"""
    return 4 * int(register[1]) + ELEMENTS.index(register[3])


def branch_steps(groups, count):
    conditions = [(place(left), place(right)) for left, right in CONDITIONS]
    return [conditions[b % len(conditions)] for b in range(count) for _ in range(groups)]


# ---- waveforms --------------------------------------------------------------------------------------------------------

def waveform(base):
    """The path of a row's waveform, which is not read, and what stands beside it."""
    folder = pathlib.Path(base) / f"rows/waveform-{os.getpid()}"
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "bench.vcd"


def forget_waveform(base):
    shutil.rmtree(pathlib.Path(base) / f"rows/waveform-{os.getpid()}", ignore_errors=True)


# ---- rows -------------------------------------------------------------------------------------------------------------

class Row:
    """A launch with a chip of one SIMD.  `write` leaves both in a folder of the row's name and returns their paths."""

    def __init__(self, name, title):
        self.name, self.title = name, title
        self.warm = 0    # clocks until the caches are filled and all wavefronts are there
        self.clocks = 0  # that are measured; 0: to the end
        self.traced = False
        self.simds = 1
        self.jobs = 1    # threads
        self.chip = {}

    def write(self, base):
        folder = pathlib.Path(base) / self.name
        folder.mkdir(parents=True, exist_ok=True)
        chip = {"wekiva_chip": 1, "name": "rv770", "base": "rv770", "parameters": {"simds": self.simds, **self.chip}}
        (folder / "chip.json").write_text(json.dumps(chip))
        return self.launch_in(folder), folder / "chip.json"


class Kernel(Row):
    """A compiled program of the tree, from its first clock to its last."""

    def launch_in(self, _):
        return KERNELS / self.name / "launch.json"


class Compute(Row):
    """A compute program of the tree, groups of 256 threads, from its first clock to its last."""

    def __init__(self, name, title, groups):
        super().__init__(name, title)
        self.groups = groups

    def launch_in(self, folder):
        programs.main([str(folder), self.name, "256", str(self.groups)])
        return folder / "launch.json"


class Made(Row):
    """A program that is written here, for num_gprs 8 of which four are given."""

    def __init__(self, name, title, program, waves, steps=None, operands=ordinary, chip=None, constants=False):
        super().__init__(name, title)
        self.program, self.waves, self.steps = program, waves, steps
        self.operands, self.constants = operands, constants
        self.warm, self.chip = 10000, chip or {}

    def launch(self):
        launch = {"wekiva": 1, "program": "prog.s", "stage": "ps", "threads": 64 * self.waves, "num_gprs": 8,
                  "stack_size": 2, "gprs": {"first": 0, "count": 4, "file": "in.bin"}}
        if self.constants:
            launch["alu_constants"] = {"first": 0, "file": "constants.bin"}
        if self.steps:
            launch["expect"] = {"exports": [{"type": "pixel", "array_base": n, "compare": ["bits"] * 4} for n in range(2)],
                                "file": "golden.bin"}
        return launch

    def launch_in(self, folder):
        threads = min(PERIOD, 64 * self.waves)
        given = registers(self.operands, 4, threads)
        files = {"prog.s": self.program.encode(), "launch.json": json.dumps(self.launch(), indent=1).encode(),
                 "in.bin": self.whole(struct.pack(f"<{len(given)}I", *given))}
        if self.constants:
            chosen = random.Random("constants")
            files["constants.bin"] = struct.pack("<1024I", *(ordinary(0, 1, chosen) for _ in range(1024)))
        if self.steps:
            files["golden.bin"] = self.whole(expect_sums(floats(given), threads, self.steps).tobytes())
        for name, data in files.items():
            (folder / name).write_bytes(data)
        return folder / "launch.json"

    def whole(self, data):
        """Of all threads what is given for the first ones."""
        length = len(data) * 64 * self.waves // min(PERIOD, 64 * self.waves)
        return (data * (length // len(data) + 1))[:length]


class Fetching(Made):
    """Clauses of eight fetches from what a cache holds, two groups between them; eight of them name all of the data."""

    def __init__(self, name, title, instruction, data, chosen=None, samplers=()):
        program = "FETCHES @f BARRIER\nALU @body BARRIER\n".replace("FETCHES", instruction.split()[0]) * 20 + END
        program += "f:\n" + f"  {instruction.split(maxsplit=1)[1]}\n" * 8 + body([muladd(True)] * 2, "body")
        super().__init__(name, title, program, 16, operands=places)
        self.data, self.keys, self.samplers = data, chosen or {}, samplers

    def launch(self):
        launch = super().launch() | self.keys
        if self.samplers:
            launch["samplers"] = [{"id": 0, "clamp": ["wrap"] * 3, "lod": [0, 15], **sampler} for sampler in self.samplers]
        return launch

    def launch_in(self, folder):
        chosen = random.Random("data")
        (folder / "data.bin").write_bytes(bytes(chosen.getrandbits(8) for _ in range(self.data)))
        if "bicubic_weights" in self.keys:
            (folder / "weights.bin").write_bytes(struct.pack("<36I", *catmull_rom()))
        return super().launch_in(folder)


class Traced(Made):
    """The same with a waveform of everything but lanes."""

    def __init__(self, *what):
        super().__init__(*what)
        self.traced, self.clocks = True, 50000


class Chip(Made):
    """The same for every SIMD of a chip, in so many threads."""

    def __init__(self, name, title, program, waves, simds, steps=None, jobs=1):
        super().__init__(name, title, program, simds * waves, steps)
        self.simds, self.clocks, self.jobs = simds, 50000, jobs


def alone(line):
    return [group(line)] * 120


# An index of its own in every lane, so that the constant file is read 64 times.
WATERFALL = [group("x: AND_INT R4.x, R0.x, 63"), group("x: MOVA_INT ____, R4.x"),
             group("x: ADD R2.x, C[AR.x+5].x, R1.x"), group("x: ADD R2.x, C[AR.x+9].x, R2.x")]


def only(name, title, groups, clauses, **more):
    return Made(name, title, repeated(groups, clauses), 31, **more)


def textured(name, title, filters, levels=1, **more):
    """SAMPLE of a texture of SIDE x SIDE texels, one for 1.5 x 1.5 of them."""
    blocks = {"BC1": 8 / 16}.get(more.get("format"), 4)
    data = sum(int((SIDE >> level) ** 2 * blocks) for level in range(levels))
    keys = {"textures": [{"id": 0, "dim": "2D", "width": SIDE, "height": SIDE, "depth": 1, "levels": levels, "layers": 1,
                          "format": "8_8_8_8", "number": "unorm", "file": "data.bin", **more}]}
    if filters["mag"] == "bicubic":
        keys["bicubic_weights"] = "weights.bin"
    return Fetching(name, title, "TEX SAMPLE R1.xyzw, R0.xyz_, t0, s0 CT(NNNN)", data, keys,
                    [{"min": filters["mag"], "mip": "none", **filters}])


def textures():
    """Units that do nothing but sample, in all clocks but the few that a clause begins with."""
    bilinear = {"mag": "bilinear"}
    return [
        textured("point", "texture: point", {"mag": "point"}),
        textured("bilinear", "texture: bilinear", bilinear),
        textured("trilinear", "texture: trilinear", bilinear | {"mip": "linear"}, 5),
        textured("bicubic", "texture: bicubic", {"mag": "bicubic"}),
        textured("bc1", "texture: bilinear of BC1", bilinear, format="BC1"),
        textured("tiled", "texture: bilinear, 2D_TILED_THIN1", bilinear, tile_mode="2D_TILED_THIN1"),
        Fetching("vertex", "vertex fetch: 32_32_32_32_FLOAT",
                 "VTX FETCH R1.xyzw, R0.w, fc0 FETCH_TYPE(NO_INDEX_OFFSET) USE_CONST_FIELDS MEGA_FETCH", 16 * PERIOD,
                 {"buffers": [{"name": "data", "file": "data.bin"}],
                  "vertex_resources": [{"id": 0, "buffer": "data", "stride": 16, "format": "32_32_32_32_FLOAT"}]}),
    ]


def judged(longer=1):
    """The rows by which a speed is judged, `longer` times as long."""
    return [
        Made("full", "full issue: 5 x MULADD/ADD, 31 waves", repeated(sums(25), 40 * longer), 62,
             ALWAYS * 1000 * longer),
        Made("divergent", "divergent: push, else, pop; half the lanes each way", branches(5, 30 * longer), 62,
             branch_steps(5, 30 * longer)),
        Made("waiting", "waits that are slept through: 2 waves, misses of 400 clocks", apart(sums(4), 80 * longer), 2,
             ALWAYS * 320 * longer, chip={"ic_miss_clk": 400, "kc_miss_clk": 400}),
    ]


def rows():
    return judged() + textures() + [
        Made("short", "one group a clause, 2 waves: waits, all hits", repeated(sums(1), 200), 2, ALWAYS * 200),
        Made("full_torture", "full issue, torture operands", repeated(sums(25), 40), 62, operands=torture),
        only("add", "float: 4 x ADD", [four("ADD", "R0", "R1")] * 30, 40),
        only("mul", "float: 4 x MUL_IEEE", [four("MUL_IEEE", "R0", "R1")] * 30, 40),
        only("setgt", "float: 4 x SETGT", [four("SETGT", "R0", "R1")] * 30, 40),
        only("max", "float: 4 x MAX_DX10", [four("MAX_DX10", "R0", "R1")] * 30, 40),
        only("add_int", "integer: 4 x ADD_INT", [four("ADD_INT", "R0", "R1")] * 30, 40),
        only("mullo", "integer: MULLO_INT", alone("t: MULLO_INT R2.x, R0.x, R1.x"), 20),
        only("toint", "conversion: FLT_TO_INT", alone("t: FLT_TO_INT R2.x, R0.x"), 20),
        only("recip", "transcendental: RECIP_IEEE", alone("t: RECIP_IEEE R2.x, R0.x"), 20),
        only("recip_torture", "transcendental: RECIP_IEEE, torture operands", alone("t: RECIP_IEEE R2.x, R0.x"), 20,
             operands=torture),
        only("sin", "transcendental: SIN", alone("t: SIN R2.x, R0.x"), 20),
        only("dot4", "reduction: DOT4", [four("DOT4", "R0", "R1")] * 30, 40),
        only("mul64", "double: MUL_64", [four("MUL_64", "R0", "R1")] * 30, 40),
        only("mul64_torture", "double: MUL_64, torture operands", [four("MUL_64", "R0", "R1")] * 30, 40, operands=torture),
        only("add64", "double: 2 x ADD_64", [four("ADD_64", "R0", "R1")] * 30, 40),
        only("indexed", "constants: 2 of 4 groups read C[AR.x], 64 indices", WATERFALL * 5, 4, constants=True),
        Traced("trace", "full issue, VCD of all signals but lanes", repeated(sums(25), 40), 62),
        Chip("chip", "ten SIMDs, full issue", repeated(sums(25), 40), 62, 10),
        Chip("chip2", "ten SIMDs, full issue, two threads, by the clock on the wall", repeated(sums(25), 40), 62, 10, jobs=2),
        Kernel("sha256", "kernel: SHA-256, 8 waves"),
        Kernel("nbody", "kernel: n-body, 8 waves"),
        Kernel("matmul", "kernel: matrix product, 8 waves"),
        Kernel("mandelbrot", "kernel: Mandelbrot, 8 waves"),
        Kernel("fft16", "kernel: FFT of 16, 8 waves"),
        Compute("matrix_lds", "local data share: matrix product, 8 waves", 2),
        Compute("sort", "local data share: bitonic sort, 8 waves", 2),
        Compute("life", "local data share: Game of Life, 8 waves", 2),
    ]


def main(arguments):
    if arguments == ["--list"]:
        for row in rows():
            print(f"{row.name:14} {row.title}")
        return 0
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    for row in rows():
        row.write(arguments[0])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
