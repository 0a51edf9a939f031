#!/usr/bin/env python3
"""check_commands.py - every target of the Makefile is in `make help` and README.md, and the commands of the pages exist.

usage: check_commands.py WEKIVA      (from the project's root)

- every target of PUBLIC is named by `make help`, as `make NAME`, and in a table of README.md; PARTS are named by one of them;
- every target of the Makefile that is no file is in PUBLIC or PARTS;
- every `make NAME` of the pages is a target; every command and option of `wekiva` there is one that its help has.
"""
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from page import Count, pages, read  # noqa: E402


def words(makefile, name):
    """What a variable of the Makefile lists."""
    found = re.search(r'^%s\s*=((?:.*\\\n)*.*)' % name, makefile, re.M)
    return found.group(1).replace('\\\n', ' ').split() if found else []


def check_targets(count, makefile, help_text):
    public, parts = words(makefile, 'PUBLIC'), words(makefile, 'PARTS')
    count.expect(public, 'Makefile: no list PUBLIC of targets')
    rows = '\n'.join(re.findall(r'^\|.*\|$', read('README.md'), re.M))
    for target in public:
        named = r'\bmake %s(?![\w-])' % re.escape(target)
        count.expect(re.search(named, help_text), '`make help` does not name `make %s`' % target)
        count.expect(re.search(named, rows), 'README.md: no row of a table names `make %s`' % target)
    for target in parts:
        count.expect(re.search(r'(?<![\w-])%s(?![\w-])' % re.escape(target), help_text), '`make help` does not name ' + target)
    for target in re.findall(r'^([a-z][\w-]*(?: [a-z][\w-]*)*):(?!=)', makefile, re.M):
        for name in target.split():
            count.expect(name in public + parts, 'Makefile: %s is in neither PUBLIC nor PARTS' % name)
    return public + parts


def commands(text):
    """Command lines of a page: in backquotes, and indented or fenced behind an optional `$`."""
    text = text.replace('\\\n', ' ')
    yield from re.findall(r'(?<!`)`((?:make|wekiva) [^`\n]+)`(?!`)', text)
    fenced = ''.join(re.sub('^', '    ', fence, flags=re.M) for fence in re.findall(r'^```\w*\n(.*?)^```', text, re.M | re.S))
    yield from re.findall(r'^    (?:\$ )?((?:make|wekiva) [^\n]+)$', text + fenced, re.M)


def check_make(count, page, line, targets):
    """Up to a comment or to what is no word of a command."""
    for word in re.split(r' {2,}|[;|>&]', line)[0].split()[1:]:
        if re.fullmatch(r'\w+=.*|-\w*', word):
            continue
        if not re.fullmatch(r'[a-z][\w-]*', word):
            break
        count.expect(word in targets, '%s: `%s`: no target %s' % (page, line, word))


class Wekiva:
    """The help texts of the command."""

    def __init__(self, path):
        self.path, self.texts = path, {}

    def help(self, command):
        if command not in self.texts:
            arguments = [self.path] + [command] * bool(command) + ['--help']
            done = subprocess.run(arguments, capture_output=True, text=True, check=False)
            self.texts[command] = '' if done.returncode else done.stdout
        return self.texts[command]

    def check(self, count, page, line):
        line = re.split(r' {2,}|[;|>&]', line)[0]
        first = line.split()[1]
        command = '' if first.startswith('-') else first
        if not re.fullmatch(r'[a-z]*', command):
            return
        count.expect(self.help(command), '%s: `%s`: no command %s' % (page, line, command))
        for option in re.findall(r' (--[a-z][a-z-]*)', line):
            count.expect(option == '--help' or re.search(re.escape(option) + r'(?![\w-])', self.help(command)),
                         '%s: `%s`: no option %s' % (page, line, option))


def main():
    if len(sys.argv) != 2:
        print('usage: check_commands.py WEKIVA', file=sys.stderr)
        return 2
    count, wekiva, makefile = Count('commands'), Wekiva(sys.argv[1]), read('Makefile')
    help_text = subprocess.run(['make', '-s', 'help'], capture_output=True, text=True, check=True).stdout
    targets = check_targets(count, makefile, help_text)
    for page in pages():
        for line in commands(read(page)):
            if line.startswith('make '):
                check_make(count, page, line, targets)
            else:
                wekiva.check(count, page, line)
    return count.finish()


sys.exit(main())
