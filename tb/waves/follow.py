#!/usr/bin/env python3
"""follow.py - a GTKWave save file in which one wavefront can be followed among all others: the signals of
follow.signals, in that order, with the wavefront's number marked wherever a stage holds it.

usage: follow.py SAVE.gtkw NUMBER OUT.gtkw

SAVE.gtkw is the one that `wekiva run --trace OUT.vcd` wrote; colours, radix and names come from it.  OUT.gtkw is to lie
beside it, because the names of files in it are those of its folder.  In follow.signals a line is a signal below gpu, or
`-text` for a heading; LANE stands for the wavefront's own lane, SIMD for the first one.  Beside OUT.gtkw lies OUT-mark.txt, the filter that marks.
It opens at the wavefront's end, its launch and its end are named markers.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
from vcd_tool import Vcd  # noqa: E402

LANES = 'gpu.view.wavefronts.w'
DECIMAL, FILTERED = 0x24, 0x2000
NUMBER_BITS = 33  # a wavefront's number, and above it the bit that says that there is none
BEFORE, DONE = 0, 13  # states of a lane
CYCLE, CYCLE_PS, SHOWN = 10, 1000, 150


def blocks(path):
    """The lines before the first signal, and signal name -> (full name, lines that go before it)."""
    head, shown, flags, before = [], {}, '', []
    with open(path, encoding='utf-8') as save:
        for line in save.read().splitlines():
            if line.startswith('@'):
                flags = line
            elif line.startswith('^') or line.startswith('[color]'):
                before.append(line)
            elif line.startswith('[') or line.startswith('*'):
                head.append(line)
            elif line and line[0] not in '-#':
                full = line.split()[-1]
                shown.setdefault(full.split('[')[0], (full, [flags] + before))
                before = []
            else:
                before = []
    return head, shown


def lane_of(shown, text):
    """The lane of the wavefront, or an end with a message."""
    lanes = {int(name[len(LANES):]): name for name in shown if name.startswith(LANES)}
    if not lanes:
        sys.exit('follow.py: the waveform has no lanes of wavefronts: expected one without --trace-scope')
    if not text.isdigit() or int(text) not in lanes:
        sys.exit('follow.py: there is no wavefront %s: expected 0 to %d' % (text, max(lanes)))
    return lanes[int(text)]


def life(path, lane):
    """The cycles in which the wavefront was launched and had ended, None for one that the waveform does not have; its
    last cycle."""
    vcd = Vcd(path)
    codes = {variable.path: variable.code for variable in vcd.vars}
    launch = end = time = None
    for time, code, value in vcd.events():
        if code == codes[lane] and isinstance(value, str) and set(value) <= {'0', '1'}:
            if launch is None and int(value, 2) not in (BEFORE, DONE):
                launch = time // CYCLE
            if launch is not None and end is None and int(value, 2) == DONE:
                end = time // CYCLE
    return launch, end, (time or 0) // CYCLE


def view(head, lane, save, out):
    """The head lines, now with the wavefront's end on the first screen."""
    dump = next(line for line in head if line.startswith('[dumpfile]')).split('"')[1]
    dump = os.path.join(os.path.dirname(save), dump)
    launch, end, last = life(dump, lane) if dump.endswith('.vcd') else (None, None, 0)
    marks = ' '.join('-1' if cycle is None else str(cycle * CYCLE_PS) for cycle in (launch, end))
    new = []
    for line in head:
        if line.startswith('[savefile]'):
            line = '[savefile] "././%s"' % os.path.basename(out)
        elif line.startswith('[timestart]') and end is not None:
            start = min(end + SHOWN // 15, last - SHOWN // 20) - SHOWN  # the viewer shows no window beyond the end
            line = '[timestart] %d' % (max(start, 0) * CYCLE_PS)
        elif line.startswith('*'):
            line = '*%s -1 %s' % (line[1:].split()[0], marks)
        if not line.startswith(('[markername]', '[*] unchanged')):
            new.append(line)
    return new + ['[markername] Alaunch', '[markername] Bend']


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__.split('\n\n')[1])
    save, text, out = sys.argv[1:]
    if os.path.realpath(os.path.dirname(save)) != os.path.realpath(os.path.dirname(out)):
        sys.exit('follow.py: %s: expected it beside %s' % (out, save))
    head, shown = blocks(save)
    lane = lane_of(shown, text)
    simd = next(name for name in shown if '.wave_table.' in name).split('.')[1]
    number = int(text)
    mark = os.path.splitext(out)[0] + '-mark.txt'
    with open(mark, 'w', encoding='utf-8') as filter_file:
        filter_file.write('%d ?DarkOrchid3?%d\n%d ?gray15?-\n' % (number, number, 1 << (NUMBER_BITS - 1)))
    lines = view(head, lane, save, out)
    with open(os.path.join(HERE, 'follow.signals'), encoding='utf-8') as wanted:
        for line in wanted.read().splitlines():
            if line.startswith('-'):
                lines += ['@200', line]
            elif line and not line.startswith('#'):
                name, _, label = line.partition(' ')
                name = lane if name == 'LANE' else 'gpu.' + name.replace('SIMD', simd)
                if name not in shown:
                    sys.exit('follow.py: %s has no signal %s' % (save, name))
                full, before = shown[name]
                if full.endswith('[%d:0]' % (NUMBER_BITS - 1)) and name.startswith('gpu.view.'):
                    before = ['@%x' % (DECIMAL | FILTERED), '^1 ././' + os.path.basename(mark)]
                lines += before + ['+{%s} %s' % (label or re.sub(r'.*\.', '', name), full)]
    with open(out, 'w', encoding='utf-8') as small:
        small.write('\n'.join(lines) + '\n')


main()
