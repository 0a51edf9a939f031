#!/usr/bin/env python3
"""designs.py - the data of docs/designs.md: one small program with a branch for each of the three machines, the same pixels and colours.

usage: designs.py [--check] FOLDER       (--check: fail when a file is not what it would write)

Pixels 0 to 47 all take the first side, 48 to 95 differ by quad, the others by pixel.  Numbers are quarters, so every machine's
arithmetic gives them exactly.
"""
import json
import os
import struct
import sys

PIXELS = 192


def pixel(number):
    """x and y."""
    least = (number % 7 - 3) / 4
    more = number < 48 or (number < 96 and number // 4 % 2) or (number >= 96 and (number * 5 // 3) % 2)
    return (least, least + 1.25) if more else (least + 0.75, least)


def launch(program, registers, constants):
    keys = {'wekiva': 1, 'program': program, 'stage': 'ps', 'threads': PIXELS}
    if program == 'r700.s':
        keys.update(num_gprs=2, stack_size=1)
    else:
        keys['chip'] = program.removesuffix('.s')
    keys['gprs'] = {'first': 0, 'count': 1, 'file': 'in.bin'}
    if registers:
        keys['registers'] = registers
    if constants:
        keys['alu_constants'] = {'first': 0, 'file': 'constants.bin'}
    keys['expect'] = {'exports': [{'type': 'pixel', 'array_base': 0, 'compare': ['f32'] * 4}], 'file': 'golden.bin'}
    return (json.dumps(keys, indent=1) + '\n').encode()


def files():
    pixels = [pixel(number) for number in range(PIXELS)]
    colours = [x * x + y if x < y else y * y + x for x, y in pixels]
    last = 6 << 16
    return {
        'in.bin': b''.join(struct.pack('<4f', x, y, 0, 0) for x, y in pixels),
        'golden.bin': b''.join(struct.pack('<4f', colour, 0, 0, 1) for colour in colours),
        'constants.bin': struct.pack('<4f', 0, 0, 0, 1),
        'r700.json': launch('r700.s', None, False),
        'nv30.json': launch('nv30.s', None, True),
        'r580.json': launch('r580.s', {'US_CONFIG': '0x2', 'US_PIXSIZE': '0x1', 'US_FC_CTRL': '0x0', 'US_CODE_ADDR': hex(last),
                                       'US_CODE_RANGE': hex(last), 'US_CODE_OFFSET': '0x0', 'US_OUT_FMT_0': '0x3900'}, False),
    }


def main():
    check = sys.argv[1:2] == ['--check']
    folder = sys.argv[-1]
    if len(sys.argv) != 2 + check:
        sys.exit(__doc__.split('\n\n')[1])
    for name, data in files().items():
        path = os.path.join(folder, name)
        if not check:
            with open(path, 'wb') as file:
                file.write(data)
        elif not os.path.exists(path) or open(path, 'rb').read() != data:
            sys.exit('%s is not what designs.py writes' % path)
    if check:
        print('designs: %d passed, 0 failed' % len(files()))


main()
