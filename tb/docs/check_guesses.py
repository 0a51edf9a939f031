#!/usr/bin/env python3
"""check_guesses.py - every `GUESS` in the project is a row of docs/open-questions.md, and every such row a guess.

usage: check_guesses.py [--list]      (from the project's root; --list: the guesses as rows to be completed)

A row names the file and quotes the words that follow GUESS there.
"""
import glob
import os
import re
import sys

sys.dont_write_bytecode = True
from page import Count  # noqa: E402

PAGE = 'docs/open-questions.md'
FOLDERS = ('kit', 'isa', 'mem', 'pipeline', 'rtl_model', 'trace', 'tools', 'tb', 'docs')
KINDS = ('.c', '.h', '.def', '.py', '.sh', '.md', '.sv')
SKIPPED = (PAGE, 'docs/glossary.md', 'docs/reading-guide.md', 'docs/architecture.md')


def plain(words):
    """Without the signs of comments and markup, in single spaces."""
    return ' '.join(re.sub(r'[`*"]|\n\s*(?:\*|#|//)?', ' ', words).split()).lower()


def guesses():
    """(file, the words that follow) of every guess."""
    for folder in FOLDERS:
        for path in sorted(glob.glob(folder + '/**', recursive=True)):
            hidden = path in SKIPPED or path.startswith(('docs/ports/', 'tb/docs/'))
            if hidden or os.path.splitext(path)[1] not in KINDS:
                continue
            with open(path, encoding='utf-8', errors='replace') as source:
                text = source.read()
            for found in re.finditer(r'\bGUESS\b(?: \([^)]*\))?[:,] *', text):
                yield path, plain(text[found.end():found.end() + 200])


def rows():
    """(file, quoted words) of the rows of the table of guesses."""
    with open(PAGE, encoding='utf-8') as page:
        for line in page:
            found = re.match(r'\| `([\w./-]+)` \| "([^"]+)"', line)
            if found:
                yield found.group(1), plain(found.group(2))


def main():
    listed, used, count = list(rows()), set(), Count('guesses')
    for path, words in guesses():
        matches = {row for row in listed if row[0] == path and words.startswith(row[1])}
        used |= matches
        if '--list' in sys.argv:
            print('| `%s` | "%s" | | |' % (path, ' '.join(words.split()[:7])))
        count.expect(matches, '%s: not in %s: GUESS: %s ...' % (path, PAGE, words[:60]))
    for row in listed:
        count.expect(row in used, '%s: no longer a guess of %s: "%s"' % (PAGE, row[0], row[1]))
    return 0 if '--list' in sys.argv else count.finish()


sys.exit(main())
