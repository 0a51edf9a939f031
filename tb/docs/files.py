#!/usr/bin/env python3
"""files.py - docs/files.md has a line for every folder of the project, and every source file opens with what it is.

usage: files.py --check docs/files.md      (from the project's root)
       files.py FOLDER                     prints the files of a folder, each with the first sentence of its comment

A line of the page is `- [FOLDER](LINK): what is in it`; with the words "each folder" it holds for all below it, too.  Where the
folder has a README.md of its own that says what it includes, the line is its first sentence.
"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
from page import Count, read  # noqa: E402

KINDS = ('.h', '.c', '.def', '.sh', '.py', '.svh', '.sv', '.hpp', '.cpp')
ORDER = {kind: place for place, kind in enumerate(KINDS)}
LINE = re.compile(r'^ *- \[([\w./-]+)\]\(([^)]*)\): (.*)$', re.M)
OTHERS = r'\.|__pycache__$'


def comment(path):
    """The opening comment as one line, without the file's name; empty when there is none."""
    text = re.sub(r'^#!.*\n', '', read(path)[:4000])
    lines = {'.py': r'"""(.*?)"""', '.sh': r'((?:#.*\n)+)'}
    lines |= dict.fromkeys(('.sv', '.svh', '.hpp', '.cpp'), r'((?://[^\n]*\n)+)')
    found = re.match(lines.get(os.path.splitext(path)[1], r'/\*(.*?)\*/'), text, re.S)
    if not found:
        included = re.match(r'#(?:define .*\n#)?include "(.*)"', text)
        return 'a part of `%s`' % included.group(1) if included else ''
    words = re.sub(r'^[ *#/]+', '', found.group(1), flags=re.M).split('\n\n')[0]
    return re.sub(r'^[\w./]+(?: [A-Z.]+)* - ', '', ' '.join(words.split()))


def sentence(path):
    """Up to the first full stop that ends a sentence, or the colon before a list."""
    return re.split(r'(?<=[^.\d])\. {1,2}(?=[A-Z`])|\.$', comment(path))[0].rstrip('.:')


def sources(folder):
    return [path for path in sorted(glob.glob(folder + '/*')) if os.path.splitext(path)[1] in KINDS]


def pairs(folder):
    """Files of one name together: name -> kinds, in the order h, c, ..."""
    found = {}
    for path in sources(folder):
        name, kind = os.path.splitext(path)
        found.setdefault(name, []).append(kind)
    return {name: sorted(kinds, key=ORDER.get) for name, kinds in found.items()}


def print_folder(folder):
    for name, kinds in sorted(pairs(folder).items()):
        files = os.path.basename(name) + (kinds[0] if len(kinds) == 1 else '.{' + ','.join(kind[1:] for kind in kinds) + '}')
        print('%-34s %s' % (files, next((s for s in (sentence(name + kind) for kind in kinds) if s), '')))


def folders(floors):
    """Those of the floors in which a file lies, and those above them; a user's own folders may lie beside the floors."""
    found = set()
    for floor in floors:
        for top, below, files in os.walk(floor):
            below[:] = [folder for folder in below if not re.match(OTHERS, folder)]
            while files and top:
                found.add(top)
                top = os.path.dirname(top)
    return found


def first_words(folder):
    """The first sentence of a room's README.md, as a line of the page has it; None of another folder."""
    path = folder + '/README.md'
    text = read(path) if os.path.exists(path) else ''
    found = re.match(r'# .*\n\n(.*)\.\n', text)
    return found.group(1)[0].lower() + found.group(1)[1:] if found and '\nIncludes: ' in text else None


def check(page):
    count, lines = Count('files'), LINE.findall(read(page))
    whole = tuple(name + '/' for name, _, words in lines if re.search(r'\beach folder\b', words))
    here = folders({name.split('/')[0] for name, _, _ in lines})
    for name, link, _ in lines:
        count.expect(name in here, '%s: no such folder: %s' % (page, name))
        count.expect(os.path.normpath(os.path.join(os.path.dirname(page), link)) == name, '%s: %s leads to %s' % (page, name, link))
    for name, _, words in lines:
        said = first_words(name)
        count.expect(said is None or words[:1].lower() + words[1:] == said, '%s: expected of %s what its README.md says: %s' % (page, name, said))
    names = [name for name, _, _ in lines]
    for folder in sorted(here):
        count.expect(names.count(folder) == 1 or folder.startswith(whole), '%s: expected one line for the folder %s' % (page, folder))
        for path in sources(folder) if not folder.startswith(whole) else []:
            count.expect(comment(path), '%s: expected an opening comment that says what the file is' % path)
    return count.finish()


def main():
    arguments = sys.argv[1:]
    if len(arguments) == 2 and arguments[0] == '--check':
        return check(arguments[1])
    if len(arguments) == 1 and sources(arguments[0]):
        return print_folder(arguments[0])
    sys.stderr.write('usage: files.py --check docs/files.md | files.py FOLDER\n')
    return 2


sys.exit(main())
