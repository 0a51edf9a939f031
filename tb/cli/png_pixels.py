#!/usr/bin/env python3
"""png_pixels.py - what is in a PNG file, read without a library.

usage: png_pixels.py FILE [X,Y]...

Prints `WIDTHxHEIGHT BITS CHANNELS`, then for each pixel its channels.
"""
import struct
import sys
import zlib


def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n", "not a PNG file"
    at = 8
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0], "checksum"
        yield kind, body
        at += 12 + length


def paeth(a, b, c):
    return min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]


def unfiltered(raw, row_bytes, step):
    rows, above = [], bytes(row_bytes)
    for start in range(0, len(raw), row_bytes + 1):
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + row_bytes])
        for i in range(row_bytes):
            a = row[i - step] if i >= step else 0
            b, c = above[i], above[i - step] if i >= step else 0
            row[i] = row[i] + [0, a, b, (a + b) // 2, paeth(a, b, c)][kind] & 255
        rows.append(bytes(row))
        above = row
    return rows


def main(path, *places):
    parts = list(chunks(open(path, "rb").read()))
    width, height, bits, color = struct.unpack(">IIBB", parts[0][1][:10])
    channels = {0: 1, 4: 2, 2: 3, 6: 4}[color]
    step = channels * bits // 8
    rows = unfiltered(zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT")), width * step, step)
    assert len(rows) == height and parts[-1][0] == b"IEND"
    print(f"{width}x{height} {bits} {channels}")
    for place in places:
        x, y = map(int, place.split(","))
        print(*struct.unpack(f">{channels}{'BH'[bits // 16]}", rows[y][x * step:(x + 1) * step]))


if __name__ == "__main__":
    main(*sys.argv[1:])
