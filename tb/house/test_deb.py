#!/usr/bin/env python3
"""test_deb.py - the packages of `make deb`, unpacked below a scratch root, work from there: command, library, Python package.

usage: [B=build] test_deb.py      (from the project's root, after `make deb`)
"""
import glob
import gzip
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DEB = os.path.join(ROOT, os.environ.get('B', 'build'), 'deb')
LAUNCH = 'tb/corpus/llvm-rv770/fadd/launch.json'


def said(*command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    if done.returncode or done.stderr:
        raise AssertionError('%s: status %d: %s%s' % (' '.join(command), done.returncode, done.stdout, done.stderr))
    return done.stdout


class Packages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(ROOT, 'VERSION'), encoding='utf-8') as file:
            cls.version = file.read().strip()
        cls.debs = {os.path.basename(path).split('_')[0]: path for path in glob.glob(DEB + '/*.deb')}
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.usr = folder.name + '/usr'
        for path in cls.debs.values():
            subprocess.run(['dpkg-deb', '--extract', path, folder.name], check=True)
        libraries = {'LD_LIBRARY_PATH': cls.usr + '/lib', 'PATH': cls.usr + '/bin:/usr/bin:/bin', 'HOME': folder.name}
        cls.inside = {'cwd': folder.name, 'env': libraries}

    def test_they_are_of_this_version_and_depend_on_what_debian_has(self):
        self.assertEqual(set(self.debs), {'wekiva', 'libwekiva0', 'libwekiva-dev', 'python3-wekiva'})
        for path in self.debs.values():
            self.assertEqual(said('dpkg-deb', '-f', path, 'Version').strip(), self.version)
        needs = said('dpkg-deb', '-f', self.debs['wekiva'], 'Depends')
        for library in ('libelf1', 'libjansson4', 'libpng16-16', 'libsqlite3-0', 'zlib1g'):
            self.assertIn(library, needs)

    def test_the_command_has_its_demo(self):
        self.assertEqual(said('wekiva', '--version', **self.inside).split()[1], self.version)
        demo = subprocess.run(['wekiva', 'demo'], capture_output=True, text=True, check=False, **self.inside)
        self.assertEqual(demo.returncode, 0, demo.stderr)
        self.assertIn('exports match', demo.stdout)

    def test_page_and_completions_are_where_debian_looks(self):
        with gzip.open(self.usr + '/share/man/man1/wekiva.1.gz', 'rt') as page:
            self.assertIn('.Os Wekiva ' + self.version, page.read())
        for name in ('bash-completion/completions/wekiva', 'zsh/vendor-completions/_wekiva', 'fish/vendor_completions.d/wekiva.fish',
                     'doc/wekiva/docs/guides/explore.md', 'doc/python3-wekiva/copyright'):
            self.assertTrue(os.path.isfile(self.usr + '/share/' + name), name)

    def test_a_program_is_built_with_the_library(self):
        flags = said('pkg-config', '--define-variable=prefix=' + self.usr, '--cflags', '--libs', 'wekiva',
                     env={**os.environ, 'PKG_CONFIG_PATH': self.usr + '/share/pkgconfig'}).split()
        self.assertIn('-I%s/include' % self.usr, flags)
        program = os.path.join(self.inside['cwd'], 'step')
        said('gcc', '-o', program, ROOT + '/docs/examples/step.c', *flags)
        self.assertIn('929', said(program, os.path.join(ROOT, LAUNCH), **self.inside))

    def test_python_finds_library_and_command(self):
        script = 'import wekiva; print(wekiva.__version__, wekiva.sweep("%s", "x.db", simds=1).cycles[0])' % os.path.join(ROOT, LAUNCH)
        environment = {**self.inside['env'], 'PYTHONPATH': self.usr + '/lib/python3/dist-packages', 'PYTHONDONTWRITEBYTECODE': '1'}
        self.assertEqual(said('/usr/bin/python3', '-c', script, cwd=self.inside['cwd'], env=environment).split(), [self.version, '929'])

    @unittest.skipUnless(shutil.which('lintian'), 'lintian is not installed')
    def test_lintian_has_no_word(self):
        words = subprocess.run(['lintian', *self.debs.values()], capture_output=True, text=True, check=False).stdout
        self.assertEqual([line for line in words.splitlines() if line.startswith(('E:', 'W:'))], [])


if __name__ == '__main__':
    unittest.main()
