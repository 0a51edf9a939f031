"""kit.py - what the tests of the Python package share: the package as `make python` made it, and a program whose results are known.

Of `triple` every thread gives 3 * R0.x + 1: one group with one instruction, and two CF instructions.
"""
import os
import re
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.join(ROOT, os.environ.get('B', 'build'))
COMMAND = os.path.join(BUILD, 'wekiva')
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(BUILD, 'python'))
os.chdir(ROOT)
import wekiva  # noqa: E402

FADD = 'tb/corpus/llvm-rv770/fadd/launch.json'
SAXPY = 'tb/corpus/compute/saxpy/'
TRIPLE = 'ALU BARRIER\n  0 x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\nEXPORT_DONE PIX0, R0.x001 EOP BARRIER\n'
THREADS = 64
IN = struct.pack('<%df' % (4 * THREADS), *(float(t) if c == 0 else 0.0 for t in range(THREADS) for c in range(4)))
KEYS = {'wekiva': 1, 'stage': 'ps', 'threads': THREADS, 'num_gprs': 1, 'stack_size': 0, 'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'}}
NO_INPUT = {key: value for key, value in KEYS.items() if key != 'gprs'}


def triple(**more):
    return wekiva.Machine(KEYS, wekiva.Program(TRIPLE, name='triple.s'), files={'in.bin': IN}, **{'simds': 1, **more})


def endless():
    """Takes hours."""
    return wekiva.Machine('tb/cli/endless.json', 'tb/cli/endless.asm', simds=1)


def command(*arguments):
    return subprocess.run([COMMAND, *arguments], capture_output=True, text=True, check=False)


def cycles_of(*arguments):
    """What the command says of a run."""
    return int(re.search(r'^(?:cycles: )?(\d+)(?:;| cycles,)', command('run', *arguments).stdout, re.M)[1])
