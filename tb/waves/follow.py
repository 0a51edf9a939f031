#!/usr/bin/env python3
"""follow.py - a GTKWave save file in which one wavefront can be followed among all others: the signals of
follow.signals, in that order, with the wavefront's number marked wherever it appears.

usage: follow.py SAVE.gtkw NUMBER OUT.gtkw

SAVE.gtkw is the one that `wekiva run --trace` wrote; colours, radix and names come from it.  OUT.gtkw is to lie beside it,
because the names of files in it are those of its folder.  In follow.signals a line is
a signal below gpu.simd0, or `-text` for a heading.  Beside OUT.gtkw lies OUT-mark.txt, the filter that marks.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NUMBERS = ('o_number', '_number', 'o_wave', '_wave')
DECIMAL, FILTERED = 0x24, 0x2000


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


def main():
    if len(sys.argv) != 4 or not sys.argv[2].isdigit():
        sys.exit(__doc__.split('\n\n')[1])
    save, number, out = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    mark = os.path.splitext(out)[0] + '-mark.txt'
    head, shown = blocks(save)
    with open(mark, 'w', encoding='utf-8') as filter_file:
        filter_file.write('%d ?red?%d\n' % (number, number))
    lines = head
    with open(os.path.join(HERE, 'follow.signals'), encoding='utf-8') as wanted:
        for line in wanted.read().splitlines():
            if line.startswith('-'):
                lines += ['@200', line]
            elif line and not line.startswith('#'):
                if 'gpu.simd0.' + line not in shown:
                    sys.exit('follow.py: %s has no signal gpu.simd0.%s' % (save, line))
                full, before = shown['gpu.simd0.' + line]
                if line.endswith(NUMBERS):
                    before = ['@%x' % (DECIMAL | FILTERED), '^1 ././' + os.path.basename(mark)]
                lines += before + ['+{%s} %s' % (line.replace('.', '/'), full)]
    with open(out, 'w', encoding='utf-8') as small:
        small.write('\n'.join(lines) + '\n')


main()
