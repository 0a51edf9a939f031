#!/usr/bin/env python3
"""pick_signals.py - a smaller GTKWave save file: the signals that are named, in that order, each with the colour, radix
and names that it has in the larger one.

usage: pick_signals.py SAVE.gtkw < LIST > SMALL.gtkw

LIST has a signal a line (as in the waveform, without [high:low]), or `-text` for a heading; empty lines and lines with
# are skipped.  A signal that SAVE.gtkw does not have is an error.
"""
import sys


def blocks(path):
    """Signal name -> the lines that show it, and the lines before the first signal."""
    head, shown, flags, before = [], {}, '', []
    with open(path) as save:
        for line in save.read().splitlines():
            if line.startswith('@'):
                flags = line
            elif line.startswith('^') or line.startswith('[color]'):
                before.append(line)
            elif line.startswith('[') or line.startswith('*'):
                head.append(line)
            elif line and not line.startswith('-') and not line.startswith('#'):
                full = line.split()[-1]
                name = full.split('[')[0]
                short = name.split('.', 1)[-1].replace('.', '/')
                shown.setdefault(name, [flags] + before + ['+{%s} %s' % (short, full)])
                before = []
            else:
                before = []
    return head, shown


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.split('\n\n')[1])
    head, shown = blocks(sys.argv[1])
    print('\n'.join(head))
    for line in sys.stdin.read().splitlines():
        if line.startswith('-'):
            print('@200\n' + line)
        elif line and not line.startswith('#'):
            if line not in shown:
                sys.exit('pick_signals.py: %s has no signal %s' % (sys.argv[1], line))
            print('\n'.join(shown[line]))


main()
