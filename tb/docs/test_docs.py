#!/usr/bin/env python3
"""test_docs.py - the checks of the documentation find what they are for: each is given a small project that is right, then
one with a mistake.

usage: test_docs.py      (from the project's root)
"""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
CODE = '/* a.h - a thing (RV770 timing S3, A2).\n *\n * GUESS: it is blue. */\n'
TIMING = '| S3 | x |\n| A2 | x |\n'
GUESSES = '| `kit/a.h` | "it is blue" | x | x |\n'
FOLDERS = '- [kit](../kit/): x\n- [docs](.): x\n- [rtl_model](../rtl_model/): x\n    - [rtl_model/r700](../rtl_model/r700/): x\n'
CHIP = '/* chip.def - its numbers. */\nCHIP_PARAMETER(x, "", 1, 1, 1, 0, 2, "U", "S3, APP 4.11", "y")\n'
WEKIVA = '#!/bin/sh\necho cycles: 5\n'
README = '# x\n\n[a](docs/timing.md) `kit/a.h`\n\n    wekiva run\n\n```\ncycles: 5\n```\n'

MAKEFILE = ('PUBLIC = help \\\n\ttest\nPARTS = deps-a\n\nhelp:\n\t@echo make help, make test and deps-a\n'
            'test deps-a:\nx.o: y\nA := b\n')
TARGETS = '| `make test` | x |\n| `make help` | y |\n'
HELPFUL = '#!/bin/sh\ncase $1 in run) echo --launch --other;; --*) echo --version;; *) exit 2;; esac\n'


class Checks(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.write('kit/a.h', CODE)
        self.write('docs/timing.md', TIMING)
        self.write('docs/open-questions.md', GUESSES)
        self.write('rtl_model/r700/chip.def', CHIP)
        self.write('README.md', README)
        self.write('tb/x', '')
        self.write('wekiva', WEKIVA)
        os.chmod(os.path.join(self.folder.name, 'wekiva'), 0o755)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, path, text):
        path = os.path.join(self.folder.name, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w') as file:
            file.write(text)

    def run_script(self, name, *arguments):
        done = subprocess.run([sys.executable, '-B', os.path.join(HERE, name)] + list(arguments), cwd=self.folder.name,
                              capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr

    def passes(self, name, *arguments):
        status, output = self.run_script(name, *arguments)
        self.assertEqual(status, 0, output)
        self.assertRegex(output, r'^([a-z]+: [1-9]\d* passed, 0 failed\n)?$')

    def fails(self, text, name, *arguments):
        status, output = self.run_script(name, *arguments)
        self.assertEqual(status, 1, output)
        self.assertIn(text, output)

    def test_guesses_are_listed(self):
        self.passes('check_guesses.py')
        self.write('kit/b.c', '/* GUESS: and square. */\n')
        self.fails('kit/b.c: not in docs/open-questions.md', 'check_guesses.py')

    def test_listed_guesses_are_in_the_code(self):
        self.write('kit/a.h', '/* a.h - a thing. */\n')
        self.fails('no longer a guess of kit/a.h', 'check_guesses.py')

    def test_a_guess_of_another_file_does_not_count(self):
        self.write('kit/b.c', '/* GUESS: it is blue. */\n')
        self.fails('kit/b.c: not in', 'check_guesses.py')

    def test_links_lead_somewhere(self):
        self.passes('check_pages.py')
        self.write('docs/b.md', '[x](nowhere.md)\n')
        self.fails('docs/b.md: no such file: nowhere.md', 'check_pages.py')

    def test_paths_lead_nowhere_else(self):
        for path in ('../elsewhere/x', '/opt/x/y', '~/x', '/tmp'):
            self.write('docs/b.md', 'see `%s`\n' % path)
            self.fails('docs/b.md: outside of the project: ' + path, 'check_pages.py')
        self.write('docs/b.md', '`/usr/local/bin` ../kit/a.h https://x.org/y/z a/b /CLAMP 1/2 ~/.cache/wekiva\n')
        self.passes('check_pages.py')

    def test_checks_count_what_they_check(self):
        self.assertEqual(self.run_script('check_pages.py')[1], 'pages: 9 passed, 0 failed\n')
        self.write('docs/b.md', '[x](nowhere.md) [y](timing.md)\n')
        self.assertEqual(self.run_script('check_pages.py')[1].splitlines()[-1], 'pages: 10 passed, 1 failed')

    def test_places_in_pages_exist(self):
        self.write('docs/b.md', '# The `a.h` of 2^3\n\n[x](#the-ah-of-23) [y](b.md#the-ah-of-23)\n')
        self.passes('check_pages.py')
        self.write('docs/b.md', '[x](timing.md#nothing)\n')
        self.fails('docs/b.md: no such heading: timing.md#nothing', 'check_pages.py')

    def test_named_files_exist(self):
        self.write('docs/b.md', '`kit/a.{h,c}`\n')
        self.fails('docs/b.md: no such file: kit/a.c', 'check_pages.py')

    def test_tags_of_comments_are_rows(self):
        self.write('docs/timing.md', '| S3 | x |\n')
        self.fails('kit/a.h: timing source A2', 'check_pages.py')

    def test_tags_of_parameters_are_rows(self):
        self.write('rtl_model/r700/chip.def', CHIP.replace('S3', 'S99'))
        self.fails('chip.def: timing source S99', 'check_pages.py')

    def test_figures_of_relatives_are_marked(self):
        self.write('docs/timing.md', TIMING.replace('| S3 | x |', '| S3 | x | APP 4 (EG) | D |'))
        self.fails('the source of x lacks (EG)', 'check_pages.py')
        self.write('rtl_model/r700/chip.def', CHIP.replace('4.11', '4.11 (EG)'))
        self.passes('check_pages.py')

    def test_sources_of_published_figures_are_listed(self):
        self.write('docs/validation.md', '| 20b | x | 1 | APP 4 (EG), TR7 | 1 | none | y |\n')
        self.write('docs/timing.md', TIMING + '| APP | x |\n| IX, TR7 | y |\n')
        self.passes('check_pages.py')
        self.write('docs/timing.md', TIMING + '| APP | x |\n')
        self.fails('the source TR7 is not a row', 'check_pages.py')

    def test_guides_link_the_glossary(self):
        self.write('docs/glossary.md', '# x\n')
        self.write('docs/guides/a.md', '[x](../glossary.md)\n')
        self.passes('check_pages.py')
        self.write('docs/guides/a.md', '[x](../timing.md)\n')
        self.fails('docs/guides/a.md: expected a link to the glossary', 'check_pages.py')

    def test_pictures_that_are_older_than_their_graphs_are_found(self):
        self.write('docs/images/a.dot', 'x\n')
        of = '73cb3858a687a8494ca3323053016282f3dad39d42cf62ca4e79dda2aac7d9ac' # of x and a line's end
        self.write('docs/images/a.svg', '<svg/>\n<!-- of %s -->\n' % of)
        self.passes('check_pages.py')
        self.write('docs/images/a.dot', 'y\n')
        self.fails('docs/images/a.svg is older than docs/images/a.dot', 'check_pages.py')

    def test_pages_of_a_path_lead_on(self):
        self.write('README.md', '| a reader | [x](docs/a.md) | [y](docs/guides/b.md) | [z](docs/c.md) |\n')
        self.write('docs/glossary.md', '# x\n')
        self.write('docs/a.md', '*Page 1 of 3 for readers; next: [y](guides/b.md).*\n')
        self.write('docs/guides/b.md', '*Page 2 of 3 for readers; next: [z](../c.md). [Words](../glossary.md).*\n')
        self.write('docs/c.md', '*Page 3 of 3 for readers.*\n')
        self.passes('check_pages.py')
        self.write('docs/c.md', 'x\n')
        self.fails('docs/c.md: expected a line *Page 3 of 3 ...*', 'check_pages.py')
        self.write('docs/a.md', '*Page 1 of 3 for readers; next: [y](c.md).*\n')
        self.fails('docs/a.md: expected a link to the next page, guides/b.md', 'check_pages.py')

    def folders(self, *lines):
        self.write('docs/files.md', FOLDERS + ''.join(line + '\n' for line in lines))

    def test_every_folder_has_a_line(self):
        self.folders()
        self.passes('files.py', '--check', 'docs/files.md')
        self.write('kit/below/x', '')
        self.fails('expected one line for the folder kit/below', 'files.py', '--check', 'docs/files.md')
        self.folders('    - [kit/below](../kit/below/): x')
        self.passes('files.py', '--check', 'docs/files.md')
        self.folders('    - [kit/below](../kit/below/): x', '- [kit/gone](../kit/gone/): y')
        self.fails('no such folder: kit/gone', 'files.py', '--check', 'docs/files.md')
        self.folders('    - [kit/below](../kit/): x')
        self.fails('kit/below leads to ../kit/', 'files.py', '--check', 'docs/files.md')

    def test_a_line_is_what_the_readme_of_its_folder_says(self):
        self.folders()
        self.write('kit/README.md', '# kit\n\nX.\n\nIncludes: nothing.\n')
        self.passes('files.py', '--check', 'docs/files.md')
        self.write('kit/README.md', '# kit\n\nY z.\n\nIncludes: nothing.\n')
        self.fails('expected of kit what its README.md says: y z', 'files.py', '--check', 'docs/files.md')

    def test_a_line_may_hold_for_each_folder_below_it(self):
        self.write('tb/all/one/x', '')
        self.write('tb/all/two/x', '')
        self.folders('- [tb](../tb/): x', '    - [tb/all](../tb/all/): each folder a program')
        self.passes('files.py', '--check', 'docs/files.md')

    def test_every_file_says_what_it_is(self):
        self.folders()
        self.write('kit/c.h', '#include <x.h>\n')
        self.fails('kit/c.h: expected an opening comment', 'files.py', '--check', 'docs/files.md')
        self.write('kit/c.h', '/* c.h - another thing. More of it. */\n')
        self.passes('files.py', '--check', 'docs/files.md')
        self.assertEqual(self.run_script('files.py', 'kit')[1].split(), 'a.h a thing (RV770 timing S3, A2) c.h another thing'.split())

    def test_output_in_the_readme_is_real(self):
        self.passes('readme.py', 'wekiva')
        self.write('wekiva', WEKIVA.replace('5', '6'))
        os.chmod(os.path.join(self.folder.name, 'wekiva'), 0o755)
        self.fails('but it is now\n  cycles: 6', 'readme.py', 'wekiva')

    def test_a_command_of_the_readme_that_fails_is_found(self):
        self.write('README.md', README.replace('wekiva run', 'false'))
        self.fails('`false` ends with 1', 'readme.py', 'wekiva')

    def test_cells_of_a_page_are_run_one_behind_the_other(self):
        cells = '```python\na = 20\nprint(a + 1)\na + 2\n```\n\n```\n21\n22\n```\n\n```python\na = a * 2\na\n```\n\n```\n40\n```\n'
        self.write('README.md', cells)
        self.passes('readme.py', 'wekiva')
        self.write('README.md', cells.replace('40', '41'))
        self.fails('shows\n  41\nbut it is now\n  40', 'readme.py', 'wekiva')
        self.write('README.md', cells.replace('a = 20', 'a = b'))
        self.fails('README.md: a cell fails:\na = b', 'readme.py', 'wekiva')

    def commands(self, makefile=MAKEFILE, readme=TARGETS, page=''):
        self.write('Makefile', makefile)
        self.write('README.md', readme)
        self.write('docs/b.md', page)
        self.write('wekiva', HELPFUL)
        os.chmod(os.path.join(self.folder.name, 'wekiva'), 0o755)

    def test_targets_are_in_the_help_and_in_the_readme(self):
        self.commands()
        self.passes('check_commands.py', './wekiva')
        self.commands(makefile=MAKEFILE.replace('make test', 'make tests'))
        self.fails('`make help` does not name `make test`', 'check_commands.py', './wekiva')
        self.commands(readme=TARGETS.replace('make test', 'make tests'))
        self.fails('README.md: no row of a table names `make test`', 'check_commands.py', './wekiva')
        self.commands(makefile=MAKEFILE.replace('deps-a\n\n', '\n\n'))
        self.fails('Makefile: deps-a is in neither PUBLIC nor PARTS', 'check_commands.py', './wekiva')

    def test_commands_of_pages_exist(self):
        self.commands(page='`make test B=x`, `make deps-a`\n\n    $ wekiva run x --launch y  # --what\n    wekiva --version\n')
        self.passes('check_commands.py', './wekiva')
        for line, what in (('`make tets`', 'no target tets'), ('    wekiva run --lunch x', 'no option --lunch'),
                           ('    $ wekiva rnu x', 'no command rnu'), ('`wekiva run --laun`', 'no option --laun')):
            self.commands(page='x\n\n%s\n' % line)
            self.fails(what, 'check_commands.py', './wekiva')

    def version(self, version='1.2.3\n', said='1.2.3', changes='## [Unreleased]\n\n## [1.2.3] - 2026-11-21\n'):
        self.write('VERSION', version)
        self.write('CHANGELOG.md', changes)
        self.write('wekiva', '#!/bin/sh\necho wekiva %s\n' % said)
        os.chmod(os.path.join(self.folder.name, 'wekiva'), 0o755)

    def test_the_version_is_the_same_everywhere(self):
        self.version()
        self.passes('check_version.py', './wekiva')
        self.version(version='1.2\n', said='1.2')
        self.fails('expected a line of three numbers', 'check_version.py', './wekiva')
        self.version(said='1.2.4')
        self.fails("says 'wekiva 1.2.4', VERSION 1.2.3", 'check_version.py', './wekiva')
        self.version(changes='## [Unreleased]\n## [1.2.2] - 2026-11-21\n')
        self.fails('the newest release is 1.2.2, VERSION says 1.2.3', 'check_version.py', './wekiva')
        self.version(changes='## [1.2.3]\n')
        self.fails('expected ` - YYYY-MM-DD`', 'check_version.py', './wekiva')

    @unittest.skipUnless(shutil.which('git'), 'needs git')
    def test_a_tag_of_another_version_is_found(self):
        self.version()
        git = ['git', '-C', self.folder.name, '-c', 'user.name=x', '-c', 'user.email=x@example.org', '-c', 'commit.gpgsign=false']
        for command in (['init', '-q'], ['commit', '-q', '--allow-empty', '-m', 'x'], ['tag', 'v1.2.3']):
            subprocess.run(git + command, check=True)
        self.passes('check_version.py', './wekiva')
        subprocess.run(git + ['tag', 'v1.2.4'], check=True)
        self.fails('the tag v1.2.4 is on this commit, VERSION says 1.2.3', 'check_version.py', './wekiva')


unittest.main()
