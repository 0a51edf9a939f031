"""page.py - what generators and checks of pages share: arguments, writing a page or saying that it is stale, counting."""
import glob
import os
import sys


def read(path):
    with open(path, encoding='utf-8') as text:
        return text.read()


def pages():
    """The pages that people write and read, made ones included."""
    single = [page for page in ('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md') if os.path.exists(page)]
    return single + sorted(glob.glob('docs/**/*.md', recursive=True)) + sorted(glob.glob('tb/*/README.md'))


class Count:
    """Counts expectations that held, and names the failed ones."""

    def __init__(self, name):
        self.name, self.passed, self.failures = name, 0, []

    def expect(self, holds, failure):
        if holds:
            self.passed += 1
        elif failure not in self.failures:
            self.failures.append(failure)

    def finish(self):
        """Prints the failures and the sum; the exit status. Nothing to check is a failure."""
        if not self.passed and not self.failures:
            self.failures.append('nothing was checked: has its form changed?')
        for failure in self.failures:
            print(failure)
        print('%s: %d passed, %d failed' % (self.name, self.passed, len(self.failures)))
        return 1 if self.failures else 0


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
