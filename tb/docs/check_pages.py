#!/usr/bin/env python3
"""check_pages.py - links, file names and source tags of the documentation lead somewhere.

usage: check_pages.py      (from the project's root)

- every relative link and picture of README.md, docs/ and the other pages is a file, what follows # a heading of it;
- no path of a page leads out of the project (`../` above its root, an absolute path, `~/`), but those of ALLOWED;
- every file name in backquotes (a path with a folder of the project) is a file or a pattern that matches one;
- every tag of the timing sources (S20, A2 ...) that the code or rtl_model/r700/chip.def names is a row of docs/timing.md,
  and a parameter whose row is of Evergreen or R6xx says so: (EG), (R6xx);
- every source that docs/validation.md names is a row of the table of sources there;
- every guide links the glossary;
- every docs/images/*.dot has a picture beside it that was drawn from it as it is (`make pictures`);
- every reading path of README.md (a row of three pages) says on its pages which of the three it is, and what comes next.
"""
import glob
import hashlib
import os
import re
import sys

sys.dont_write_bytecode = True
from page import Count, pages, read  # noqa: E402

CHIP = 'rtl_model/r700/chip.def'
VALIDATION = 'docs/validation.md'
FOLDERS = ('kit', 'isa', 'mem', 'pipeline', 'rtl_model', 'trace', 'tools', 'tb', 'docs')
TAG = r'\b(?:[SAGPCXEM]\d{1,2}[a-z]?|2\.\d{1,2})\b'

# Where things are installed and kept on a user's machine.
ALLOWED = r'/bin/sh\b|/usr/(?:local|share)\b|/dev/(?:null|stdin|stdout)\b|/proc\b|~/\.cache/wekiva\b'
PATH = (r'(?<![\w./~-])(?:\.\./[\w./*-]*|~/[\w./*-]+|/[a-zA-Z][\w.-]*(?:/[\w.*-]*)+'
        r'|/(?:dev|etc|home|opt|proc|root|srv|tmp|usr|var|work)\b)')
ADDRESS = r'\bhttps?://[^\s)>`]+'


def anchors(text):
    """What links to the headings of a page are called."""
    for heading in re.findall(r'^#+ (.*)$', text, re.M):
        yield re.sub(r'[^\w -]', '', heading.lower()).strip().replace(' ', '-')


def links(page, text):
    """(holds, failure) of every relative link."""
    for target, place in re.findall(r'\]\(([^)#]*)(?:#([^)]*))?\)', text):
        if '://' in target:
            continue
        path = os.path.join(os.path.dirname(page), target) if target else page
        yield os.path.exists(path), 'no such file: ' + target
        if place and os.path.exists(path):
            yield place in anchors(read(path)), 'no such heading: %s#%s' % (target, place)


def inside(path, folder):
    """Is a relative path, seen from the folder, something of the project?"""
    path = os.path.normpath(os.path.join(folder, path))
    return not path.startswith('..') and bool(glob.glob(path))


def paths(page, text):
    """(holds, failure) of every path that could lead out of the project."""
    text = re.sub(ADDRESS, '', text)
    for path in re.findall(PATH, text):
        good = re.match(ALLOWED, path) or path.startswith('..') and inside(path, os.path.dirname(page))
        yield good, 'outside of the project: ' + path


def named_files(text):
    """(holds, failure) of every file in backquotes."""
    for name in re.findall(r'`((?:%s)/[\w./*{},-]*)`' % '|'.join(FOLDERS), text):
        base, braces = re.match(r'([^{]*)(?:\{([^}]*)\})?', name).groups()
        for kind in braces.split(',') if braces else ['']:
            yield glob.glob(base + kind), 'no such file: ' + base + kind


def tags_of(path, text):
    """Tags behind `RV770 timing`, and in chip.def those in the column of sources."""
    if path.endswith('chip.def'):
        places = [re.sub(r'\b[\d.]+\b', '', place) for place in re.findall(r'"[DMPIU]", "([^"]*)"', text)]
    else:
        places = re.findall(r'RV770\s(?:\s?\*\s)?timing ((?:%s|row|rows|to|and|[,\s*])+)' % TAG, text)
    for place in places:
        yield from re.findall(TAG, re.sub(r'\brows? [\w, ]*', '', place))


def marks(timing, text):
    """(holds, failure) of every parameter of chip.def: figures of relatives of R700 are marked as in docs/timing.md."""
    rows = dict(re.findall(r'^\| (%s) \|(.*)$' % TAG, timing, re.M))
    for name, source in re.findall(r'^CHIP_\w+\((\w+),.*?"[DMPIU]", "([^"]*)"', text, re.M):
        for tag in re.findall(TAG, source):
            for mark in ('(EG)', '(R6xx)'):
                yield mark not in rows.get(tag, '') or mark in source, '%s: the source of %s lacks %s' % (CHIP, name, mark)


def sources(timing, text):
    """(holds, failure) of every source of docs/validation.md."""
    known = {name for names in re.findall(r'^\| ([A-Z][A-Z0-9, ]+) \|', timing, re.M) for name in names.split(', ')}
    for row in re.findall(r'^\| \d+b? \|(.*)\|$', text, re.M):
        cells = row.split(' | ')
        for name in re.findall(r'\b[A-Z][A-Z0-9]+\b', re.sub(r'\([^)]*\)', '', cells[2])) if len(cells) == 6 else []:
            yield name in known, '%s: the source %s is not a row of docs/timing.md' % (VALIDATION, name)


def drawn():
    """(holds, failure) of every picture of a graph: it ends with the hash of what it was drawn from."""
    for path in sorted(glob.glob('docs/images/*.dot')):
        picture = path[:-len('dot')] + 'svg'
        of = '<!-- of %s -->' % hashlib.sha256(read(path).encode()).hexdigest()
        yield os.path.exists(picture) and of in read(picture), '%s is older than %s: make pictures' % (picture, path)


def paths_of_readers(readme):
    """(holds, failure) of the pages of every reading path."""
    for row in re.findall(r'^\| an? [\w ]+ \|(.*)\|$', readme, re.M):
        pages_of_path = re.findall(r'\]\(([^)]*)\)', row)
        yield len(pages_of_path) == 3, 'README.md: expected three pages in the path | %s' % row.strip()
        for number, page in enumerate(pages_of_path, 1):
            said = re.search(r'^\*Page %d of 3 .*$' % number, read(page), re.M) if os.path.exists(page) else None
            yield said, '%s: expected a line *Page %d of 3 ...*' % (page, number)
            if said and number < len(pages_of_path):
                after = os.path.relpath(pages_of_path[number], os.path.dirname(page))
                yield '](%s)' % after in said[0], '%s: expected a link to the next page, %s' % (page, after)


def main():
    timing = read('docs/timing.md')
    known = set(re.findall(r'^\| (%s) \|' % TAG, timing, re.M)) | set(re.findall(r'^### (%s):' % TAG, timing, re.M))
    count, seen = Count('pages'), 0
    for page in pages():
        text = read(page)
        for holds, failure in [*links(page, text), *paths(page, text), *named_files(text)]:
            count.expect(holds, '%s: %s' % (page, failure))
        if page.startswith('docs/guides/'):
            count.expect('](../glossary.md)' in text, '%s: expected a link to the glossary' % page)
    measured = read(VALIDATION) if os.path.exists(VALIDATION) else ''
    for holds, failure in [*marks(timing, read(CHIP)), *sources(timing, measured), *drawn(), *paths_of_readers(read('README.md'))]:
        count.expect(holds, failure)
    for folder in FOLDERS[:-1]:
        for path in sorted(glob.glob(folder + '/**', recursive=True)):
            if os.path.splitext(path)[1] in ('.c', '.h', '.def') and os.path.isfile(path):
                for tag in tags_of(path, read(path)):
                    seen += 1
                    count.expect(tag in known, '%s: timing source %s is not a row of docs/timing.md' % (path, tag))
    count.expect(seen, 'no tag of a timing source was found: has their form changed?')
    return count.finish()


sys.exit(main())
