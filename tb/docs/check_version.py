#!/usr/bin/env python3
"""check_version.py - the file VERSION, the command, CHANGELOG.md and git's tags speak of the same version.

usage: check_version.py WEKIVA      (from the project's root; without git, or outside a clone, tags are left out)
"""
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from page import Count, read  # noqa: E402


def tags():
    """Tags v... of the commit that is checked out; none without git, or in a folder that is no clone."""
    if not os.path.exists('.git'):
        return []
    try:
        done = subprocess.run(['git', 'tag', '--points-at', 'HEAD'], capture_output=True, text=True, check=False)
    except OSError:
        return []
    return [tag for tag in done.stdout.split() if re.match(r'v\d', tag)]


def main():
    if len(sys.argv) != 2:
        print('usage: check_version.py WEKIVA', file=sys.stderr)
        return 2
    count = Count('version')
    version = read('VERSION')
    count.expect(re.fullmatch(r'\d+\.\d+\.\d+\n', version), 'VERSION: %r, expected a line of three numbers' % version)
    version = version.strip()
    said = subprocess.run([sys.argv[1], '--version'], capture_output=True, text=True, check=False).stdout.split('\n')[0]
    count.expect(said == 'wekiva ' + version, '`wekiva --version` says %r, VERSION %s' % (said, version))
    headings = re.findall(r'^## \[?([^\] \n]+)\]?(.*)$', read('CHANGELOG.md'), re.M)
    releases = [heading for heading in headings if heading[0] != 'Unreleased']
    newest = releases[0][0] if releases else 'none'
    count.expect(newest == version, 'CHANGELOG.md: the newest release is %s, VERSION says %s' % (newest, version))
    for name, rest in releases:
        count.expect(re.fullmatch(r' - \d{4}-\d\d-\d\d', rest), 'CHANGELOG.md: %s%s, expected ` - YYYY-MM-DD`' % (name, rest))
    for tag in tags():
        count.expect(tag == 'v' + version, 'the tag %s is on this commit, VERSION says %s' % (tag, version))
    return count.finish()


sys.exit(main())
