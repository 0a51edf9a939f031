#!/usr/bin/env python3
"""check_pages.py - links, file names and source tags of the documentation lead somewhere.

usage: check_pages.py      (from the project's root)

- every relative link and picture of README.md and docs/ is a file;
- every file name in backquotes (a path with a folder of the project) is a file or a pattern that matches one;
- every tag of the timing sources (S20, A2 ...) that the code or rtl_model/r700/chip.def names is a row of docs/timing.md.
"""
import glob
import os
import re
import sys

FOLDERS = ('kit', 'isa', 'mem', 'pipeline', 'rtl_model', 'trace', 'tools', 'tb', 'docs')
TAG = r'\b(?:[SAGPCXEM]\d{1,2}[a-z]?|2\.\d{1,2})\b'


def read(path):
    with open(path, encoding='utf-8') as text:
        return text.read()


def pages():
    return ['README.md'] * os.path.exists('README.md') + sorted(glob.glob('docs/**/*.md', recursive=True))


def broken_links(page, text):
    for target in re.findall(r'\]\(([^)#]+)(?:#[^)]*)?\)', text):
        if '://' not in target and not os.path.exists(os.path.join(os.path.dirname(page), target)):
            yield 'no such file: ' + target


def missing_files(text):
    for name in re.findall(r'`((?:%s)/[\w./*{},-]*)`' % '|'.join(FOLDERS), text):
        base, braces = re.match(r'([^{]*)(?:\{([^}]*)\})?', name).groups()
        for kind in braces.split(',') if braces else ['']:
            if not glob.glob(base + kind):
                yield 'no such file: ' + base + kind


def tags_of(path, text):
    """Tags behind `RV770 timing`, and in chip.def those in the column of sources."""
    if path.endswith('chip.def'):
        places = [re.sub(r'\b[\d.]+\b', '', place) for place in re.findall(r'"[DMPIU]", "([^"]*)"', text)]
    else:
        places = re.findall(r'RV770\s(?:\s?\*\s)?timing ((?:%s|row|rows|to|and|[,\s*])+)' % TAG, text)
    for place in places:
        yield from re.findall(TAG, re.sub(r'\brows? [\w, ]*', '', place))


def main():
    timing = read('docs/timing.md')
    known = set(re.findall(r'^\| (%s) \|' % TAG, timing, re.M)) | set(re.findall(r'^### (%s):' % TAG, timing, re.M))
    found, seen = [], 0
    for page in pages():
        text = read(page)
        found += ['%s: %s' % (page, what) for what in list(broken_links(page, text)) + list(missing_files(text))]
    for folder in FOLDERS[:-1]:
        for path in sorted(glob.glob(folder + '/**', recursive=True)):
            if os.path.splitext(path)[1] in ('.c', '.h', '.def') and os.path.isfile(path):
                for tag in tags_of(path, read(path)):
                    seen += 1
                    if tag not in known:
                        found.append('%s: timing source %s is not a row of docs/timing.md' % (path, tag))
    if not seen:
        found.append('no tag of a timing source was found: has their form changed?')
    print('\n'.join(found), end='\n' if found else '')
    sys.exit(1 if found else 0)


main()
