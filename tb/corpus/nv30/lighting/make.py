#!/usr/bin/env python3
"""Writes the data of nv30.json: attributes, constants, textures, and the colours in double precision.

usage: make.py      (in its folder)
"""
import math
import struct

SIZE, PIXELS = 4, 256


def floats(name, values):
    with open(name, 'wb') as file:
        file.write(struct.pack('<%df' % len(values), *values))


def texel(texture, s, t):
    x, y = int(math.floor(s * SIZE)) % SIZE, int(math.floor(t * SIZE)) % SIZE
    return texture[y * SIZE + x]


def unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return [x / length for x in v]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def colour(attributes, textures, light, half, gloss, mix, shine):
    base, detail = texel(textures[0], *attributes[0][:2]), texel(textures[1], *attributes[1][:2])
    normal = unit(attributes[2][:3])
    diffuse, specular = dot(normal, light), dot(normal, half)
    highlight = max(specular, 0) ** gloss if diffuse > 0 else 0
    lit = [b * max(diffuse, 0) for b in base]
    return [mix * d + (1 - mix) * b + highlight * shine for d, b in zip(detail, lit)]


def main():
    textures = [[[((7 * i + 3 * c + 5 * t) % 16) / 16 for c in range(4)] for i in range(SIZE * SIZE)] for t in range(2)]
    light, half, gloss, mix, shine = [0.0, 0.6, 0.8], [0.6, 0.0, 0.8], 8.0, 0.25, 0.5
    inputs, colours = [], []
    for pixel in range(PIXELS):
        x, y = (pixel // 4 % 8) * 2 + pixel % 2, pixel // 32 * 2 + pixel % 4 // 2
        attributes = [[(x + 0.5) / 16, (y + 0.5) / 16, 0, 1], [(x + 0.5) / 8, (y + 0.5) / 8, 0, 1],
                      [(x - 7.5) / 8, (y - 7.5) / 8, 1, 0]]
        inputs += sum(attributes, [])
        colours += colour(attributes, textures, light, half, gloss, mix, shine)
    floats('attributes.bin', inputs)
    floats('constants.bin', light + [0] + half + [0] + [gloss, mix, shine, 0])
    for number, texture in enumerate(textures):
        floats('texture%d.bin' % number, sum(texture, []))
    floats('colours.bin', colours)


main()
