#!/usr/bin/env python3
"""test_house.py - tests of the scripts behind the Makefile: the runner that counts, the progress of a build, packages,
installing; and of what the default flags make.

usage: [B=build] test_house.py      (from the project's root; B: the build folder)
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get('B', 'build')


class Scripts(unittest.TestCase):
    """A folder with stand-ins for commands, first in PATH."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.bin = os.path.join(self.folder.name, 'bin')
        os.mkdir(self.bin)

    def stand_in(self, name, script):
        path = os.path.join(self.bin, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write('#!/bin/sh\n%s\n' % script)
        os.chmod(path, 0o755)

    def run_script(self, name, *arguments, path=None, **environment):
        variables = {**os.environ, 'PATH': path or self.bin + ':' + os.environ['PATH'], **environment}
        variables.pop('MAKEFLAGS', None)
        return subprocess.run([os.path.join(ROOT, name), *arguments], cwd=self.folder.name, env=variables,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


class Built(unittest.TestCase):
    """The command and the shared library, as the default flags make them."""

    FILES = ('wekiva', 'wekiva-blocks', 'public/libwekiva.so')

    def read(self, option, name):
        return subprocess.run(['readelf', '-W', option, os.path.join(ROOT, BUILD, name)], capture_output=True, text=True,
                              check=True).stdout

    def test_they_run_at_any_address(self):
        for name in self.FILES:
            self.assertRegex(self.read('-h', name), r'Type: +DYN', name)
            self.assertNotIn('TEXTREL', self.read('-d', name), name)

    def test_no_page_is_code_and_data_and_addresses_are_read_only(self):
        for name in self.FILES:
            pages, dynamic = self.read('-l', name), self.read('-d', name)
            self.assertRegex(pages, r'GNU_STACK .* RW +0x', name)
            self.assertNotIn('RWE', pages, name)
            self.assertIn('GNU_RELRO', pages, name)
            self.assertIn('BIND_NOW', dynamic, name)

    @unittest.skipIf({'CFLAGS', 'HARDEN'} & set(os.environ), 'flags of your own')
    def test_overwritten_stacks_and_buffers_end_them(self):
        for name in self.FILES[1:]:
            needed = {word.split('@')[0] for line in self.read('-s', name).splitlines() if ' UND ' in line for word in line.split()}
            self.assertEqual({'__stack_chk_fail', '__snprintf_chk', '__fprintf_chk'} - needed, set(), name)

    def test_they_do_not_say_where_they_were_made(self):
        root = ROOT.encode()
        for name in self.FILES:
            with open(os.path.join(ROOT, BUILD, name), 'rb') as file:
                text = file.read()
            # As a text, or the beginning of one: four bytes such as those of /src may be there by chance.
            for where in (root + b'/', b'\0' + root + b'\0'):
                self.assertFalse(where in text, '%s says %r' % (name, where))


class Runner(Scripts):
    def results(self, *arguments, **environment):
        done = self.run_script('tb/run_tests.py', *arguments, **environment)
        return done.returncode, done.stdout.splitlines()

    def test_sums_of_every_kind_are_counted(self):
        status, lines = self.results(
            'logs', 'echo "[  PASSED  ] 2 test(s)."; echo "[  PASSED  ] 3 test(s)."', 'echo "Ran 4 tests in 1 s"',
            'echo "7 programs: 6 match, 1 not modelled yet"', 'echo "fuzz_two: 10 passed, 0 failed"', JOBS='1')
        self.assertEqual((status, lines[-1]), (0, '25 passed, 0 failed'))
        self.assertEqual(lines[0].split()[:3], ['[1/4]', 'ok', '5'])
        self.assertTrue(lines[3].startswith('[4/4] ok       10  echo'), lines)
        with open(os.path.join(self.folder.name, 'logs/sum'), encoding='utf-8') as file:
            self.assertEqual(file.read(), '25 passed, 0 failed\n')

    def test_a_failure_is_counted_named_and_shown(self):
        status, lines = self.results('logs', 'echo why; echo "3 passed, 2 failed"; exit 1')
        self.assertEqual((status, lines[-1]), (1, '3 passed, 2 failed'))
        self.assertIn('FAIL      2  echo why', lines[0])
        self.assertIn('    why', lines)

    def test_the_end_names_all_that_failed(self):
        names = ['FAILED  a rule', '[  FAILED  ] a_case', 'FAIL: test_x (C)', '[2/9] FAIL  1  other']
        others = ['[  FAILED  ] 1 test(s), listed below:', 'ok  FAILED', 'FAILED (failures=3)', 'Ran 3 tests in 1 s']
        command = '; '.join("echo '%s'" % line for line in names + others) + '; exit 1'
        for parts in ((), ('--parts',)):
            status, lines = self.results(*parts, 'logs', command, 'echo 1 passed, 0 failed', JOBS='1')
            end = lines[lines.index('failed: %s (exit status 1)' % command):]
            self.assertEqual((status, end[1:-1]), (1, ['    ' + name for name in names]))
            self.assertEqual((pathlib.Path(self.folder.name) / 'logs/sum').read_text().splitlines(), end)

    def test_failures_of_unittest_are_no_passed_tests(self):
        command = 'echo "Ran 13 tests in 3.010s"; echo; echo "FAILED (failures=4, errors=2)"; exit 1'
        self.assertEqual(self.results('logs', command)[1][-1], '7 passed, 6 failed')
        self.assertEqual(self.results('logs', command.replace('failures=4, ', ''))[1][-1], '11 passed, 2 failed')

    def test_an_exit_status_alone_is_a_failure(self):
        self.assertEqual(self.results('logs', 'echo "1 passed, 0 failed"; exit 3')[1][-1], '1 passed, 1 failed')

    def test_a_program_without_tests_is_a_failure(self):
        status, lines = self.results('logs', 'true')
        self.assertEqual((status, lines[-1]), (1, '0 passed, 1 failed'))
        self.assertIn('ran no test', lines[0])

    def test_what_comes_after_one_may_be_silent(self):
        self.assertEqual(self.results('logs', 'echo "2 passed, 0 failed"', '--one', 'true')[1][-1], '3 passed, 0 failed')
        self.assertEqual(self.results('logs', '--one', 'false')[1][-1], '0 passed, 1 failed')

    def test_all_run_although_the_first_fails(self):
        self.assertEqual(self.results('logs', 'false', 'echo "2 passed, 0 failed"')[1][-1], '2 passed, 1 failed')

    def test_results_come_when_they_come(self):
        """The second ends only when the line of the first has been printed."""
        command = 'while ! grep -q first-one out; do sleep 0.1; done; echo "1 passed, 0 failed"'
        with open(os.path.join(self.folder.name, 'out'), 'w', encoding='utf-8') as out:
            done = subprocess.run([os.path.join(ROOT, 'tb/run_tests.py'), 'logs', command, 'echo 1 passed, 0 failed; : first-one'],
                                  cwd=self.folder.name, stdout=out, timeout=300, check=False)
        self.assertEqual(done.returncode, 0)

    def test_the_longest_of_the_last_time_start_first(self):
        """One at a time; what was not there the last time in front of all others, those after --one among them."""
        commands = ['echo 1 passed, 0 failed; : %s' % name for name in ('short', 'new', 'long', 'other')]
        self.results('logs', *commands, JOBS='1')
        seconds = pathlib.Path(self.folder.name) / 'logs/seconds'
        self.assertEqual([line.partition(' ')[2] for line in seconds.read_text().splitlines()], commands)
        for known, order in (('1 %s\n9.5 %s\n3 %s\n', ['new', 'long', 'other', 'short']), ('many %s\n8 %s\n9 %s\n', None)):
            seconds.write_text(known % (commands[0], commands[2], commands[3]))
            status, lines = self.results('logs', *commands[:3], '--one', commands[3], JOBS='1')
            self.assertEqual((status, lines[-1]), (0, '4 passed, 0 failed'))
            self.assertEqual([line.split()[-1] for line in lines[:-1]], order or ['short', 'new', 'long', 'other'])

    def test_parts_keep_their_order(self):
        logs = pathlib.Path(self.folder.name) / 'logs'
        logs.mkdir()
        (logs / 'seconds').write_text('1 echo 1 passed, 0 failed\n9 echo 2 passed, 0 failed\n')
        lines = self.results('--parts', 'logs', 'echo 1 passed, 0 failed', 'echo 2 passed, 0 failed')[1]
        self.assertEqual([line for line in lines if line[0] != '['], ['1 passed, 0 failed', '2 passed, 0 failed', '3 passed, 0 failed'])

    def test_a_make_that_a_test_runs_below_a_parallel_one_warns_of_nothing(self):
        (pathlib.Path(self.folder.name) / 'Makefile').write_text(
            "all:\n\t@%s/tb/run_tests.py logs 'make -s --no-print-directory inner'\n\ninner:\n\t@echo '1 passed, 0 failed$(WORD)'\n" % ROOT)
        done = self.run_script('/usr/bin/env', 'make', '-j2', 'all', 'WORD=!')
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(os.path.join(self.folder.name, 'logs/000'), encoding='utf-8') as log:
            self.assertEqual(log.read().splitlines()[1:], ['1 passed, 0 failed!'])

    def test_of_a_part_its_last_sum_counts(self):
        status, lines = self.results('--parts', 'logs', 'echo 1 passed, 0 failed; echo text; echo 5 passed, 0 failed')
        self.assertEqual((status, lines[-1]), (0, '5 passed, 0 failed'))
        self.assertEqual(lines[:3], ['1 passed, 0 failed', 'text', '5 passed, 0 failed'])

    def test_wrong_usage_is_status_2(self):
        for arguments, jobs in (((), '2'), (('logs',), '2'), (('--what', 'x'), '2'), (('logs', 'true'), 'many')):
            self.assertEqual(self.results(*arguments, JOBS=jobs)[0], 2, arguments)


class Build(Scripts):
    MAKEFILE = 'first:\n\t@:\nall: a.o b.o c/wekiva\n\t@:\n%.o:\n\ttrue -c -o $@\nc/wekiva:\n\ttrue -o $@\nbad:\n\tfalse -o $@\n'

    def build(self, *targets):
        with open(os.path.join(self.folder.name, 'Makefile'), 'w', encoding='utf-8') as file:
            file.write(self.MAKEFILE)
        return self.run_script('tools/build.sh', 'make', *targets, JOBS='1')

    def test_it_says_how_far_it_is(self):
        done = self.build('all')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.splitlines()[0], 'building: 1 of 3, a.o')
        self.assertEqual(done.stdout.splitlines()[-1], 'building: 3 of 3, c/wekiva')

    def test_the_exit_status_is_that_of_make(self):
        self.assertEqual(self.build('bad').returncode, 2)
        self.assertEqual(self.build('nothing').returncode, 2)


class Packages(Scripts):
    LOCKED = ('Waiting for cache lock: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)...\n'
              'E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?')

    def setUp(self):
        super().setUp()
        self.stand_in('dpkg-query', 'case $4 in here*) printf installed ;; esac')
        self.stand_in('sleep', ':')
        self.stand_in('id', 'echo 0')
        self.stand_in('apt-get', 'echo "$*" >>calls')

    def deps(self, *packages, **environment):
        done = self.run_script('tools/deps.sh', *packages, **environment)
        return done.returncode, done.stdout, done.stderr

    def apt_fails(self, message, times=99):
        self.stand_in('apt-get', 'echo >>tries; [ $(wc -l <tries) -gt %d ] || { echo %s; exit 100; }' %
                      (times, shlex.quote(message)))

    def test_nothing_is_said_when_all_is_there(self):
        self.assertEqual(self.deps('here', 'here2'), (0, '', ''))

    def test_what_is_missing_is_installed(self):
        self.assertEqual(self.deps('here', 'a', 'b'), (0, 'deps: installing a b\n', ''))
        with open(os.path.join(self.folder.name, 'calls'), encoding='utf-8') as calls:
            self.assertRegex(calls.read(), r'^-o DPkg::Lock::Timeout=\d+ install -y .*a b\n$')

    def test_a_lock_is_waited_for_and_named_once(self):
        self.apt_fails(self.LOCKED, 3)
        status, output, errors = self.deps('a')
        self.assertEqual((status, errors), (0, ''))
        self.assertEqual(output.count('deps: waiting for another program that holds apt\'s lock: Could not get lock '
                                      '/var/lib/dpkg/lock-frontend. It is held by process 7 (apt-get)\n'), 1)

    def test_the_wait_for_a_lock_has_an_end(self):
        self.apt_fails(self.LOCKED)
        status, _, errors = self.deps('a', LOCK_WAIT='0')
        self.assertEqual(status, 2)
        self.assertIn("deps: cannot install a: another program still holds apt's lock after 0 seconds", errors)

    def test_a_package_with_lock_in_its_name_is_no_lock(self):
        self.apt_fails('E: Unable to locate package block-clock')
        status, _, errors = self.deps('block-clock')
        self.assertEqual((status, errors),
                         (2, 'deps: cannot install block-clock: apt-get says: E: Unable to locate package block-clock\n'))

    def test_without_a_network_it_says_so(self):
        self.apt_fails("W: Failed to fetch http://deb.debian.org/x  Temporary failure resolving 'deb.debian.org'")
        status, _, errors = self.deps('a')
        self.assertEqual(status, 2)
        self.assertRegex(errors, r'^deps: cannot install a: no network\? apt-get says: .*Temporary failure resolving.*\n$')

    def test_without_root_and_sudo_it_says_what_to_type(self):
        self.stand_in('id', 'echo 1000')
        for name in ('sh', 'grep', 'tail', 'mktemp', 'rm', 'env', 'date'):
            os.symlink(subprocess.run(['which', name], capture_output=True, text=True, check=True).stdout.strip(),
                       os.path.join(self.bin, name))
        self.assertEqual(self.deps('a', 'b', path=self.bin),
                         (2, '', 'deps: cannot install a b: not root and no sudo; as root: apt-get install a b\n'))

    def test_what_sudo_says_is_passed_on(self):
        self.stand_in('id', 'echo 1000')
        self.stand_in('sudo', 'echo "sudo: a password is required" >&2; exit 1')
        status, _, errors = self.deps('a')
        self.assertEqual((status, errors), (2, 'deps: cannot install a: not root, and sudo says: sudo: a password is required; '
                                               'as root: apt-get install a\n'))

    def test_without_dpkg_it_is_left_to_the_build(self):
        os.unlink(os.path.join(self.bin, 'dpkg-query'))
        os.symlink('/bin/sh', os.path.join(self.bin, 'sh'))
        status, _, errors = self.deps('a', 'b', path=self.bin)
        self.assertEqual(status, 0)
        self.assertEqual(errors, 'deps: no dpkg here, so nothing is checked or installed; what Debian 12 calls a b is needed\n')


@unittest.skipUnless(os.access(os.path.join(ROOT, BUILD, 'wekiva'), os.X_OK), 'needs a built command')
class Install(Scripts):
    def make(self, target):
        return subprocess.run(['make', '-s', '-o', BUILD + '/wekiva', 'B=' + BUILD, 'PREFIX=/usr', 'DESTDIR=' + self.folder.name, target],
                              cwd=ROOT, capture_output=True, text=True, check=False)

    def files(self):
        return sorted(os.path.relpath(os.path.join(folder, name), self.folder.name)
                      for folder, _, names in os.walk(self.folder.name) for name in names)

    def test_what_is_installed_says_its_version_and_can_be_removed(self):
        self.assertEqual(self.make('install').stderr, '')
        installed = self.files()
        with open(os.path.join(ROOT, 'VERSION'), encoding='utf-8') as file:
            version = file.read().strip()
        said = subprocess.run([os.path.join(self.folder.name, 'usr/bin/wekiva'), '--version'], capture_output=True, text=True,
                              check=True).stdout
        self.assertEqual(said.split('\n')[0], 'wekiva %s' % version)
        with open(os.path.join(self.folder.name, 'usr/share/man/man1/wekiva.1'), encoding='utf-8') as page:
            self.assertIn('.Os Wekiva %s\n' % version, page.read())
        self.assertIn('usr/share/wekiva/rtl/predicate.sv', installed)
        self.assertEqual(self.make('uninstall').stderr, '')
        self.assertEqual(self.files(), [])


if __name__ == '__main__':
    unittest.main()
