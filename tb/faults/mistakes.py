"""mistakes.py - a list of mistakes, each a text in a source that becomes another one: whether they fit the sources, and
whether each is found; for control_flow.py and texture.py."""
import argparse
import concurrent.futures
import os
import subprocess


def changed(fault):
    """The file's text with the mistake; an error when the place is not there, or not the only one."""
    name, path, old, new = fault
    with open(path, encoding='utf-8') as source:
        text = source.read()
    if text.count(old) != 1:
        raise ValueError('%s: %d places in %s, expected one' % (name, text.count(old), path))
    return text.replace(old, new)


def check(faults):
    """What is wrong with faults that do not fit their source."""
    misfits = []
    for fault in faults:
        try:
            changed(fault)
        except (OSError, ValueError) as error:
            misfits.append(str(error))
    return misfits


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8') as out:
        out.write(text)


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


def main(title, all_faults, judge, count, number, usual=lambda fault: True):
    """The command of a list: `judge(fault, build, number)` says whether one is found, and the line about it; `count`
    names the number; without names those run that are `usual`."""
    parser = argparse.ArgumentParser(description=title.split('\n')[0])
    parser.add_argument('build', nargs='?')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--' + count, dest='number', type=int, default=number)
    parser.add_argument('--every', type=int, default=1, metavar='N', help='the first, the one behind N - 1 others, and so on')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('names', nargs='*')
    options = parser.parse_intermixed_args()
    faults = [fault for fault in all_faults if not options.names or any(part in fault[0] for part in options.names)]
    if options.list:
        print('\n'.join('%s (%s)' % fault[:2] for fault in faults))
        return 0
    if options.check:
        misfits = check(faults)
        print('\n'.join(misfits + ['faults: %d passed, %d failed' % (len(faults) - len(misfits), len(misfits))]))
        return 1 if misfits else 0
    if not options.build:
        parser.error('expected BUILD or --check')
    if not options.names:
        faults = [fault for fault in faults if usual(fault)]
    if options.every < 1:
        parser.error('--every %d: expected 1 or more' % options.every)
    faults = faults[::options.every]
    missed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for found, text in pool.map(lambda fault: judge(fault, options.build, options.number), faults):
            missed += not found
            print('%-7s %s' % ('found' if found else 'MISSED', text), flush=True)
    print('faults: %d passed, %d failed' % (len(faults) - missed, missed))
    return 1 if missed or not faults else 0
