#!/usr/bin/env python3
"""issue_slots.py - the summary's line about issue slots against what else is known of the run.

usage: issue_slots.py SUMMARY STATISTICS GROUPS FIRST

SUMMARY is the output of `wekiva run`, STATISTICS the file of `--stats`, GROUPS how many groups the program issues and
FIRST the reason that must be the largest. Silent when all is well, else says what is not.
"""
import json
import re
import sys

REASON = r'[^,;]+? [\d.]+ %'
LINE = re.compile(r'^issue slots: ([\d.]+) % of (\d+) used((?:[;,] ' + REASON + ')*)$', re.M)


def main():
    summary_path, statistics_path, groups, first = sys.argv[1:]
    summary = open(summary_path).read()
    statistics = json.load(open(statistics_path))
    found = LINE.search(summary) or sys.exit('no line about issue slots in:\n' + summary)
    used, chances = float(found.group(1)), int(found.group(2))
    shares = [(name, float(share)) for name, share in re.findall(r'[;,] ([^,;]+?) ([\d.]+) %', found.group(3))]
    # Two slots of each SIMD that had wavefronts have one chance each in eight clocks, but for the clocks before the first
    # decisions.
    worked = re.search(r'^cycles: .* on (\d+)(?: of \d+)? SIMDs', summary, re.M)
    worked = int(worked.group(1)) if worked else 1
    if abs(chances - worked * statistics['cycles'] / 4) > 2 * worked:
        sys.exit('%d chances in %d cycles' % (chances, statistics['cycles']))
    if abs(used - 100 * int(groups) / chances) > 0.051:
        sys.exit('%.1f %% used, but %s groups in %d chances' % (used, groups, chances))
    if abs(used + sum(share for _, share in shares) - 100) > 0.31:
        sys.exit('the shares do not add up to 100 %%: %s' % found.group(0))
    counts = {}
    for row in statistics['statistics']:
        slot = re.fullmatch(r'gpu\.simd(\d+)\.arbiter_(even|odd)', row['path'])
        if slot and int(slot.group(1)) < worked and row['name'].startswith('stall_'):
            name = row['name'][len('stall_'):]
            counts[name] = counts.get(name, 0) + row['value']
    counts = {name: count for name, count in counts.items() if count}
    named = [share for share in shares if share[0] != 'other reasons']
    if named[0][0] != first or len(named) != min(4, len(counts)):
        sys.exit('expected %s first and %d reasons: %s' % (first, min(4, len(counts)), found.group(0)))
    largest = sorted(counts.values(), reverse=True)
    for (name, share), count in zip(named, largest):
        key = re.sub(r'\W', '_', name.lower())
        if counts.get(key) != count or abs(share - 100 * count / chances) > 0.051:
            sys.exit('%s %.1f %%, but the statistics have %s of %d' % (name, share, counts.get(key), chances))
    if (len(counts) > 4) != (shares[-1][0] == 'other reasons'):
        sys.exit('what of the other reasons? %s' % found.group(0))


main()
