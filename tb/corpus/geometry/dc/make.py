#!/usr/bin/env python3
"""Writes the launch file beside it, its inputs and expected results: tb/corpus/geometry/dc/make.py

Nothing here comes from the model.
"""

import json
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
THREADS = 150


def words(rows):
    flat = [x for row in rows for x in row]
    return struct.pack(f"<{len(flat)}I", *flat)


def padded(contents):
    """Of whole 256 bytes, as buffers of rings are."""
    return contents + bytes(-len(contents) % 256)


def main():
    counts = [thread * 7 % 5 for thread in range(THREADS)]
    ring = [[0] * 4 for _ in range(4 * THREADS)]
    vertices = []
    for thread, count in enumerate(counts):
        for v in range(count):
            ring[4 * thread + v] = [thread, v, 4 * thread + v, count]
            vertices.append(4 * thread + v)
    files = {
        "fan.bin": words([thread, count, 4 * thread, 0] for thread, count in enumerate(counts)),
        "places.bin": words([place, 0, 0, 0] for place in vertices),
        "gsvs.bin": padded(words(ring)),
        "copied.bin": padded(words(ring[place] + ring[place][::-1] for place in vertices)),
        "exports.bin": words(ring[place] + ring[place][::-1] for place in vertices)}
    for name, contents in files.items():
        (HERE / name).write_bytes(contents)
    launch = {
        "wekiva": 1,
        "buffers": [{"name": "gsvs", "bytes": len(files["gsvs.bin"])}, {"name": "copied", "bytes": len(files["copied.bin"])}],
        "launches": [
            {"program": "fan.asm", "stage": "gs", "threads": THREADS, "num_gprs": 3, "stack_size": 1,
             "gprs": {"first": 0, "count": 1, "file": "fan.bin"},
             "memory_buffers": [{"target": "ring", "buffer": "gsvs", "item_dwords": 16}],
             "expect": {"strips": ["V" * count + "C" for count in counts],
                        "buffers": [{"name": "gsvs", "file": "gsvs.bin"}]}},
            {"program": "dc.asm", "stage": "vs", "threads": len(vertices), "num_gprs": 3,
             "gprs": {"first": 0, "count": 1, "file": "places.bin"},
             "vertex_resources": [{"id": 0, "buffer": "gsvs", "stride": 16, "format": "32_32_32_32"}],
             "memory_buffers": [{"target": "ring", "buffer": "copied", "item_dwords": 8}],
             "expect": {"exports": [{"type": "pos", "array_base": 60, "compare": ["bits"] * 4},
                                    {"type": "param", "array_base": 0, "compare": ["bits"] * 4}],
                        "file": "exports.bin", "buffers": [{"name": "copied", "file": "copied.bin"}]}}]}
    (HERE / "launch.json").write_text(json.dumps(launch, indent=1) + "\n")


if __name__ == "__main__":
    main()
