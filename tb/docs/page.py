"""page.py - what the generators of pages share: the arguments, and writing a page or saying that it is stale."""
import sys


def arguments(usage, count):
    """(check, the other arguments); `count` of them are wanted."""
    given = sys.argv[1:]
    check = given[:1] == ['--check']
    given = given[check:]
    if len(given) != count or any(g.startswith('-') for g in given):
        sys.stderr.write('usage: %s\n' % usage)
        sys.exit(2)
    return check, given


def finish(path, text, check):
    """Writes the page; with `check` compares it with the one that is there, and exits with 1 when they differ."""
    if not check:
        with open(path, 'w', encoding='utf-8') as out:
            out.write(text)
        return
    try:
        with open(path, encoding='utf-8') as old:
            fresh = old.read() == text
    except OSError:
        fresh = False
    if not fresh:
        sys.exit('%s is stale: make docs' % path)
