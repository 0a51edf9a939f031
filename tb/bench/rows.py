#!/usr/bin/env python3
"""The benchmark's own rows: small programs that keep one part of the machine busy, each a folder with a launch file.

    tb/bench/rows.py DIR          writes DIR/NAME/{prog.s,launch.json,in.bin,chip.json,...}
    tb/bench/rows.py --list       names and titles

`wekiva run --launch DIR/NAME/launch.json --chip DIR/NAME/chip.json` runs one.  Registers hold ordinary numbers: both signs,
eight binades, no two lanes alike; rows of "torture" operands hold NaNs, infinities, denormals and signed zeros
besides.  The three rows that a speed is judged by have expected results, computed here, step by step.
"""

import array
import json
import pathlib
import random
import struct
import sys

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


def registers(kind, gprs):
    """Words [thread][gpr][xyzw] of PERIOD threads."""
    chosen = random.Random("operands")
    return [kind(thread, place, chosen) for thread in range(PERIOD) for place in range(4 * gprs)]


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

def expect_sums(given, steps):
    """R2 and R3.x of each thread after `steps(thread's registers)`: +1 or -1 for each MULADD."""
    wanted = array.array("f")
    for thread in range(PERIOD):
        r = given[16 * thread:16 * thread + 16]
        product = array.array("f", (r[e] * r[4 + e] for e in range(4)))
        for sign in steps(r):
            r[8:12] = array.array("f", (sign * product[e] + r[8 + e] for e in range(4)))
        wanted.extend(r[8:12])
        wanted.extend((r[0] + r[1], 0, 0, 1))
    return wanted


def after_branches(groups, count):
    def steps(r):
        taken = [r[0] > r[1], r[2] > r[7], r[4] > r[5], r[1] > r[6]]
        return [1 if taken[b % 4] else -1 for b in range(count) for _ in range(groups)]
    return steps


# ---- rows -------------------------------------------------------------------------------------------------------------

class Row:
    def __init__(self, name, title, program, waves, steps=None, operands=ordinary, chip=None, constants=False):
        self.name, self.title, self.program, self.waves = name, title, program, waves
        self.steps, self.operands, self.chip, self.constants = steps, operands, chip or {}, constants

    def launch(self):
        launch = {"wekiva": 1, "program": "prog.s", "stage": "ps", "threads": 64 * self.waves, "num_gprs": 8,
                  "stack_size": 2, "gprs": {"first": 0, "count": 4, "file": "in.bin"}}
        if self.constants:
            launch["alu_constants"] = {"first": 0, "file": "constants.bin"}
        if self.steps:
            launch["expect"] = {"exports": [{"type": "pixel", "array_base": n, "compare": ["bits"] * 4} for n in range(2)],
                                "file": "golden.bin"}
        return launch

    def write(self, folder):
        folder.mkdir(parents=True, exist_ok=True)
        given = registers(self.operands, 4)
        files = {"prog.s": self.program.encode(), "launch.json": json.dumps(self.launch(), indent=1).encode(),
                 "chip.json": json.dumps({"wekiva_chip": 1, "name": "rv770", "base": "rv770",
                                          "parameters": self.chip}).encode(),
                 "in.bin": self.whole(struct.pack(f"<{len(given)}I", *given))}
        if self.constants:
            chosen = random.Random("constants")
            files["constants.bin"] = struct.pack("<1024I", *(ordinary(0, 1, chosen) for _ in range(1024)))
        if self.steps:
            files["golden.bin"] = self.whole(expect_sums(floats(given), self.steps).tobytes())
        for name, data in files.items():
            (folder / name).write_bytes(data)

    def whole(self, data):
        """Of all threads what is given for PERIOD of them."""
        length = len(data) // PERIOD * 64 * self.waves
        return (data * (length // len(data) + 1))[:length]


def alone(line):
    return [group(line)] * 120


# An index of its own in every lane, so that the constant file is read 64 times.
WATERFALL = [group("x: AND_INT R4.x, R0.x, 63"), group("x: MOVA_INT ____, R4.x"),
             group("x: ADD R2.x, C[AR.x+5].x, R1.x"), group("x: ADD R2.x, C[AR.x+9].x, R2.x")]


def only(name, title, groups, clauses, **more):
    return Row(name, title, repeated(groups, clauses), 31, **more)


def rows():
    return [
        Row("full", "full issue: 5 x MULADD/ADD, 31 waves", repeated(sums(25), 40), 62, lambda r: [1] * 1000),
        Row("divergent", "divergent: push, else, pop; half the lanes each way", branches(5, 30), 62, after_branches(5, 30)),
        Row("waiting", "mostly waiting: 2 waves, misses of 400 clocks", apart(sums(4), 80), 2, lambda r: [1] * 320,
            chip={"ic_miss_clk": 400, "kc_miss_clk": 400}),
        Row("short", "one group a clause, 2 waves: waits, all hits", repeated(sums(1), 200), 2, lambda r: [1] * 200),
        Row("full_torture", "full issue, torture operands", repeated(sums(25), 40), 62, operands=torture),
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
        row.write(pathlib.Path(arguments[0]) / row.name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
