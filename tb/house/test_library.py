#!/usr/bin/env python3
"""test_library.py - the library as it is installed: the examples of docs/examples are built against a copy of it, shared,
static and with CMake, and say what they should.

usage: [B=build] [CC=gcc] test_library.py      (from the project's root; B: the build folder)
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get('B', 'build')
COMMAND = os.path.join(ROOT, BUILD, 'wekiva')
LAUNCH = os.path.join(ROOT, 'tb/corpus/llvm-rv770/fadd/launch.json')
EXAMPLES = ('step', 'sweep', 'module')


HALF = r'''
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <wekiva.h>
int main(int count, char **arguments)
{
    struct wk_diagnostic why;
    struct wk_launch    *launch;
    struct wk_machine   *machine;
    struct wk_comparison found;
    if (count != 4 || wk_launch_load(arguments[1], &launch, &why) || wk_create(NULL, launch, NULL, &machine, &why))
        return 2;
    if (strcmp(arguments[2], "save") == 0)
        return wk_clock(machine, 800, &why) || wk_snapshot_save(machine, arguments[3], &why);
    if (wk_snapshot_load(machine, arguments[3], &why))
        return 1;
    const uint64_t from = wk_cycle(machine);
    wk_run(machine, 0, &why);
    wk_compare(machine, &found, &why);
    printf("from cycle %" PRIu64 " to cycle %" PRIu64 ": match %d\n", from, wk_cycle(machine), found.match);
    wk_destroy(machine);
    wk_launch_free(launch);
    return 0;
}
'''

WAVE = r'''
#include <wekiva.h>
int main(int count, char **arguments)
{
    const char *const             watch = "w0.t17.R1.x";
    const struct wk_trace_options options = {.watches = &watch, .watch_count = 1};
    struct wk_launch             *launch;
    struct wk_machine            *machine;
    return count != 3 || wk_launch_load(arguments[1], &launch, 0) || wk_create(0, launch, 0, &machine, 0) ||
           wk_trace_start(machine, arguments[2], &options, 0) || wk_run(machine, 0, 0) != WK_FINISHED ||
           wk_trace_stop(machine, 0);
}
'''


def run(*command, **environment):
    variables = {**os.environ, **environment}
    variables.pop('MAKEFLAGS', None)
    return subprocess.run(command, cwd=ROOT, env=variables, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)


class Installed(unittest.TestCase):
    """Installed once for all tests; made against with nothing of the project in sight."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        old = [BUILD + '/wekiva', BUILD + '/public/libwekiva.a', BUILD + '/public/libwekiva.so']
        done = run('make', '-s', *[word for path in old for word in ('-o', path)], 'B=' + BUILD, 'PREFIX=/opt/wekiva',
                   'DESTDIR=' + cls.folder.name, 'install')
        assert done.returncode == 0, done.stderr
        cls.prefix = cls.folder.name + '/opt/wekiva'
        for name in EXAMPLES:
            shutil.copy(os.path.join(ROOT, 'docs/examples', name + '.c'), cls.folder.name)

    def test_there_is_something_to_run_and_to_read(self):
        done = run(self.prefix + '/bin/wekiva', 'demo', '--set', 'simds=1')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('exports match: 4096 values compared', done.stdout)
        share = self.prefix + '/share/'
        for name in ('wekiva/examples/step.c', 'doc/wekiva/LICENSE', 'doc/wekiva/docs/launch.md', 'doc/wekiva/README.md'):
            self.assertTrue(os.path.getsize(share + name) > 0, name)
        with open(share + 'doc/wekiva/sbom.spdx.json', encoding='utf-8') as file:
            sbom = json.load(file)
        names = {package['name'] for package in sbom['packages']}
        self.assertLessEqual({'wekiva', 'libelf', 'glibc', 'sqlite', 'libpng', 'zlib', 'jansson'}, names)
        self.assertEqual(next(package['licenseDeclared'] for package in sbom['packages'] if package['name'] == 'wekiva'), 'Apache-2.0')
        linked = {row['relatedSpdxElement']: row['relationshipType'] for row in sbom['relationships']}
        needed = run('ldd', self.prefix + '/bin/wekiva').stdout
        for name, file in (('libelf', 'libelf.so'), ('jansson', 'libjansson.so'), ('glibc', 'libc.so')):
            self.assertEqual(linked['SPDXRef-' + name], 'DYNAMIC_LINK' if file in needed else 'STATIC_LINK', name)
        if 'STATIC_LINK' == linked['SPDXRef-libelf'] and shutil.which('dpkg'):
            with open(share + 'doc/wekiva/notices/libelf', encoding='utf-8') as file:
                self.assertIn('GPL', file.read())

    def test_pages_lead_to_pages_and_pictures(self):
        pages = pathlib.Path(self.prefix, 'share/doc/wekiva')
        for page in pages.rglob('*.md'):
            for link in re.findall(r'\]\((?!https?:)([^)#\s]+)', page.read_text(encoding='utf-8')):
                wanted = (page.parent / link).resolve()
                if wanted.is_relative_to(pages.resolve() / 'docs') or (wanted.parent == pages.resolve() and wanted.suffix == '.md'):
                    self.assertTrue(wanted.exists(), f'{page}: {link}')

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def flags(self, *options):
        done = run('pkg-config', *options, 'wekiva', PKG_CONFIG_PATH=self.prefix + '/lib/pkgconfig')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout.split()

    def compile(self, source, program, *flags):
        done = run(os.environ.get('CC', 'gcc'), '-std=c11', '-Wall', '-Wextra', '-Werror', '-pthread', '-o', self.path(program),
                   self.path(source), *flags)
        self.assertEqual(done.stderr, '')
        self.assertEqual(done.returncode, 0)

    def run_program(self, program, *arguments):
        return run(self.path(program), *arguments, LD_LIBRARY_PATH=self.prefix + '/lib')

    def check_outputs(self, suffix):
        """What the examples print, against the command, the disassembly and the rule of the manual."""
        done = self.run_program('step' + suffix, LAUNCH)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        cycles = re.search(r'^cycles: (\d+);', run(COMMAND, 'run', '--launch', LAUNCH, '--set', 'simds=1').stdout, re.M)[1]
        lines = done.stdout.splitlines()
        self.assertEqual(lines[-1], 'finished at cycle ' + cycles)
        for slot in '01':  # ALU, then EXPORT_DONE with EOP
            self.assertEqual([line[-4:] for line in lines if ' slot %s ' % slot in line], ['CF 0', 'CF 1'])

        done = self.run_program('sweep' + suffix, LAUNCH, 'ic_miss_clk', '40', '90', '220')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        expected = []
        for value in ('40', '90', '220'):
            said = run(COMMAND, 'run', '--launch', LAUNCH, '--set', 'ic_miss_clk=' + value).stdout
            expected.append('ic_miss_clk=%s: %s cycles, results as expected' % (value, re.search(r'^cycles: (\d+);', said, re.M)[1]))
        self.assertEqual(done.stdout.splitlines(), expected)

        done = self.run_program('module' + suffix)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertEqual([line.split()[-1] for line in done.stdout.splitlines()],
                         ['00ffffffffffffff', '00ffffffffff5555', '00ffffff55555555', '00ff555555555555', '0055555555555555'])

    def test_the_examples_with_the_shared_library(self):
        for name in EXAMPLES:
            self.compile(name + '.c', name, *self.flags('--cflags', '--libs'))
        self.check_outputs('')
        needed = run('readelf', '-d', self.path('step')).stdout
        self.assertRegex(needed, r'NEEDED.*\[libwekiva\.so\.\d+\]')

    def test_the_examples_with_the_static_library(self):
        libraries = [self.prefix + '/lib/libwekiva.a' if flag == '-lwekiva' else flag
                     for flag in self.flags('--static', '--cflags', '--libs')]
        for name in EXAMPLES:
            self.compile(name + '.c', name + '-static', *libraries)
        self.check_outputs('-static')
        self.assertNotIn('libwekiva', run('readelf', '-d', self.path('step-static')).stdout)

    def test_the_examples_say_what_is_wrong(self):
        self.compile('step.c', 'step-wrong', *self.flags('--cflags', '--libs'))
        self.compile('sweep.c', 'sweep-wrong', *self.flags('--cflags', '--libs'))
        self.assertEqual(self.run_program('step-wrong').returncode, 2)
        done = self.run_program('step-wrong', self.path('none.json'))
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertIn('No such file', done.stderr)
        done = self.run_program('sweep-wrong', LAUNCH, 'no_such', '1')
        self.assertEqual(done.returncode, 1)
        self.assertIn('no_such=1: unknown chip parameter', done.stderr)

    @unittest.skipUnless(shutil.which('cmake'), 'needs cmake')
    def test_an_example_with_cmake(self):
        with open(self.path('CMakeLists.txt'), 'w', encoding='utf-8') as file:
            file.write('cmake_minimum_required(VERSION 3.18)\nproject(examples C)\n'
                       'find_package(wekiva 0.1 REQUIRED)\n'
                       'add_executable(module-cmake module.c)\ntarget_link_libraries(module-cmake wekiva::wekiva)\n'
                       'add_executable(module-cmake-static module.c)\ntarget_link_libraries(module-cmake-static wekiva::static)\n')
        done = run('cmake', '-S', self.folder.name, '-B', self.path('made'), '-DCMAKE_PREFIX_PATH=' + self.prefix)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run('cmake', '--build', self.path('made'))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for name in ('made/module-cmake', 'made/module-cmake-static'):
            self.assertTrue(self.run_program(name).stdout.endswith('0055555555555555\n'))

    def test_the_page_says_what_works(self):
        """The program of docs/library.md, built with its command, beside a launch file of the corpus."""
        with open(os.path.join(ROOT, 'docs/library.md'), encoding='utf-8') as file:
            page = file.read()
        with open(self.path('page.c'), 'w', encoding='utf-8') as file:
            file.write(re.search(r'^```c\n(.*?)^```', page, re.M | re.S)[1])
        for name in os.listdir(os.path.dirname(LAUNCH)):
            shutil.copy(os.path.join(os.path.dirname(LAUNCH), name), self.folder.name)
        self.assertIn('gcc step.c $(pkg-config --cflags --libs wekiva) -o step', page)
        self.compile('page.c', 'page', *self.flags('--cflags', '--libs'))
        done = subprocess.run([self.path('page')], cwd=self.folder.name, env={**os.environ, 'LD_LIBRARY_PATH': self.prefix + '/lib'},
                              capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertIn('cycle 421: decode 1\n', done.stdout)
        self.assertEqual(done.stdout.splitlines()[0], 'cycle 1: decode 0')

    def test_library_and_command_take_each_others_snapshots(self):
        """One format: the same bytes at the same cycle, and both continue from them as if nothing had been."""
        with open(self.path('half.c'), 'w', encoding='utf-8') as file:
            file.write(HALF)
        self.compile('half.c', 'half', *self.flags('--cflags', '--libs'))
        whole = run(COMMAND, 'run', '--launch', LAUNCH).stdout
        cycles = re.search(r'^cycles: (\d+);', whole, re.M)[1]
        theirs, ours = self.path('theirs'), self.path('ours')
        self.assertEqual(run(COMMAND, 'run', '-q', '--launch', LAUNCH, '--save-snapshot', theirs + '@800').returncode, 0)
        done = self.run_program('half', LAUNCH, 'save', ours)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        with open(theirs, 'rb') as one, open(ours, 'rb') as other:
            self.assertTrue(one.read() == other.read(), 'the snapshots differ')
        self.assertEqual(run(COMMAND, 'run', '--launch', LAUNCH, '--load-snapshot', ours).stdout, whole)
        self.assertEqual(self.run_program('half', LAUNCH, 'load', theirs).stdout, 'from cycle 800 to cycle %s: match 1\n' % cycles)

    def test_library_and_command_write_one_waveform(self):
        with open(self.path('wave.c'), 'w', encoding='utf-8') as file:
            file.write(WAVE)
        self.compile('wave.c', 'wave', *self.flags('--cflags', '--libs'))
        theirs, ours = self.path('theirs.vcd'), self.path('ours.vcd')
        run(COMMAND, 'run', '-q', '--launch', LAUNCH, '--trace', theirs, '--watch', 'w0.t17.R1.x')
        done = self.run_program('wave', LAUNCH, ours)
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        with open(theirs, 'rb') as one, open(ours, 'rb') as other:
            text = one.read()
            self.assertIn(b'w0_t17_R1_x_float', text)
            self.assertTrue(text == other.read(), 'the waveforms differ')

    def test_only_the_names_of_the_header_are_there(self):
        with open(self.prefix + '/include/wekiva.h', encoding='utf-8') as file:
            declared = set(re.findall(r'^WK_API [^;]*?\b(wk_\w+)\(', file.read(), re.M))
        self.assertGreater(len(declared), 30)
        for library, option in (('libwekiva.so', '-D'), ('libwekiva.a', '-g')):
            said = run('nm', option, '--defined-only', self.prefix + '/lib/' + library).stdout
            names = {line.split()[-1].split('@')[0] for line in said.splitlines() if re.match(r'[0-9a-f]+ [A-Z] ', line)}
            self.assertEqual(names - {'WEKIVA_0'}, declared, library)

    def test_the_header_is_good_cpp(self):
        with open(self.path('header.cpp'), 'w', encoding='utf-8') as file:
            file.write('#include <wekiva.h>\nint main() { return wk_version()[0] == 0; }\n')
        if not shutil.which('g++'):
            self.skipTest('needs g++')
        done = run('g++', '-Wall', '-Wextra', '-Werror', '-o', self.path('header'), self.path('header.cpp'),
                   *self.flags('--cflags', '--libs'))
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        self.assertEqual(self.run_program('header').returncode, 0)

    def test_all_say_the_same_version(self):
        with open(os.path.join(ROOT, 'VERSION'), encoding='utf-8') as file:
            version = file.read().strip()
        self.assertEqual(self.flags('--modversion'), [version])
        with open(self.path('version.c'), 'w', encoding='utf-8') as file:
            file.write('#include <stdio.h>\n#include <wekiva.h>\nint main(void) { puts(wk_version()); return 0; }\n')
        self.compile('version.c', 'version', *self.flags('--cflags', '--libs'))
        self.assertEqual(self.run_program('version').stdout, version + '\n')


if __name__ == '__main__':
    unittest.main()
