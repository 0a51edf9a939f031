#!/usr/bin/env python3
"""mesa_r500_launch.py - launch files for R580 from programs as tb/corpus/mesa-r500 has them: meta.json, code.hex, in.bin,
golden.bin, killed.bin.

    tb/corpus/mesa_r500_launch.py FOLDER... --out FOLDER

Each program gets OUT/NAME/launch.json and the binary files beside it, for `wekiva run --launch ...`.  Only
registers that the program looks at are written, and the others that meta.json lists.
"""
import argparse
import json
import os
import re
import struct
import sys

UNDEFINED = 0x7FC0DEAD  # of registers between two inputs


def fail(message):
    sys.exit(f"mesa_r500_launch.py: {message}")


def words_of(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) % 4:
        fail(f"{path}: {len(data)} bytes, expected whole words")
    return struct.unpack(f"<{len(data) // 4}I", data)


def write_words(path, words):
    with open(path, "wb") as file:
        file.write(struct.pack(f"<{len(words)}I", *words))


def inputs(folder, meta, out):
    """gprs: every register from the first input to the last one."""
    registers = [int(entry["register"]) for entry in meta["inputs"]]
    if not registers:
        return None
    given = words_of(os.path.join(folder, "in.bin"))
    pixels, first, count = meta["pixels"], min(registers), max(registers) - min(registers) + 1
    if len(given) != pixels * len(registers) * 4:
        fail(f"{folder}/in.bin: {len(given)} words, expected {pixels} x {len(registers)} x 4")
    words = [UNDEFINED] * (pixels * count * 4)
    for pixel in range(pixels):
        for number, register in enumerate(registers):
            to, source = (pixel * count + register - first) * 4, (pixel * len(registers) + number) * 4
            words[to:to + 4] = given[source:source + 4]
    write_words(os.path.join(out, "in.bin"), words)
    return {"first": first, "count": count, "file": "in.bin"}


def constants(meta, out):
    floats = {int(key): [int(word, 0) for word in value["words"]] for key, value in meta["float_constants"].items()}
    if not floats:
        return None
    first, last = min(floats), max(floats)
    words = []
    for number in range(first, last + 1):
        words += floats.get(number, [0, 0, 0, 0])
    write_words(os.path.join(out, "constants.bin"), words)
    return {"first": first, "file": "constants.bin"}


def code(folder, out):
    with open(os.path.join(folder, "code.hex"), encoding="ascii") as file:
        words = re.findall(r"\b[0-9a-fA-F]{8}\b", re.sub(r"#.*", "", file.read()))
    with open(os.path.join(out, "code.hex"), "w", encoding="ascii") as file:
        file.write("\n".join(words) + "\n")


def registers(meta):
    values = dict(meta["registers"])
    values.setdefault("US_CODE_ADDR", hex(meta["start"] | meta["end"] << 16))
    values.setdefault("US_CODE_OFFSET", hex(meta["offset"]))
    values.setdefault("US_PIXSIZE", hex(meta["pix_size"]))
    values.setdefault("US_FC_CTRL", "0x80000000" if meta["full_flow_control"] else "0x0")
    values["GA_US_VECTOR_INDEX"] = hex(meta["code_base"])
    for number, value in meta["int_constants"].items():
        values[f"US_FC_INT_CONST_{number}"] = value["word"]
    return values


def expect(folder, meta, out):
    pixels, golden = meta["pixels"], words_of(os.path.join(folder, "golden.bin"))
    write_words(os.path.join(out, "golden.bin"), golden)
    tolerance = float(meta["tolerance"])
    # The corpus: tolerance * max(1, |expected|).  Here rel * |expected| + abs, at most twice as much.
    rule = "tol" if tolerance else "f32"
    wanted = {"exports": [{"type": "pixel", "array_base": 0, "compare": [rule] * 4}], "file": "golden.bin"}
    if tolerance:
        wanted["tolerance"] = {"rel": tolerance, "abs": tolerance}
    killed = os.path.join(folder, "killed.bin")
    if os.path.exists(killed):
        with open(killed, "rb") as file:
            bits = file.read()
        if len(bits) != pixels:
            fail(f"{killed}: {len(bits)} bytes, expected {pixels}")
        wanted["killed"] = "".join(str(bit) for bit in bits)
    return wanted


def convert(folder, out):
    with open(os.path.join(folder, "meta.json"), encoding="utf-8") as file:
        meta = json.load(file)
    os.makedirs(out, exist_ok=True)
    code(folder, out)
    launch = {"wekiva": 1, "chip": "r580", "program": "code.hex", "stage": "ps", "threads": meta["pixels"]}
    for key, value in (("gprs", inputs(folder, meta, out)), ("alu_constants", constants(meta, out))):
        if value:
            launch[key] = value
    launch["registers"] = registers(meta)
    launch["expect"] = expect(folder, meta, out)
    with open(os.path.join(out, "launch.json"), "w", encoding="utf-8") as file:
        json.dump(launch, file, indent=1)
        file.write("\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="a program, with its meta.json")
    parser.add_argument("--out", required=True, metavar="FOLDER", help="where NAME/launch.json goes")
    arguments = parser.parse_args()
    for folder in arguments.folders:
        try:
            convert(folder, os.path.join(arguments.out, os.path.basename(os.path.normpath(folder))))
        except (OSError, KeyError, ValueError) as error:
            fail(f"{folder}: {error!r}")


if __name__ == "__main__":
    main()
