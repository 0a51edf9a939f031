#!/usr/bin/env python3
"""test_package.py - the Python package as such: its declarations are the compiler's, it is installed and found, a program of some lines
runs a thousand times a second.

usage: [B=build] [CC=gcc] test_package.py      (after `make python`)
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

from kit import BUILD, IN, KEYS, ROOT, TRIPLE, wekiva
from wekiva.library import ffi, lib  # pylint: disable=wrong-import-order

PYTHON = '/usr/bin/python3' if os.path.exists('/usr/bin/python3') else sys.executable


class Declarations(unittest.TestCase):
    def test_structs_lie_as_the_compiler_lays_them(self):
        """Every field of every struct that the header defines."""
        expected = {}
        for name in ffi.list_types()[1]:
            kind = ffi.typeof('struct ' + name)
            if kind.fields:
                expected[name] = ffi.sizeof(kind)
                expected.update(('%s.%s' % (name, field), row.offset) for field, row in kind.fields)
        self.assertGreater(len(expected), 80)
        lines = ['#include <stdio.h>', '#include "rtl_model/wekiva.h"', 'int main(void) {']
        for name in expected:
            struct, _, field = name.partition('.')
            what = 'offsetof(struct %s, %s)' % (struct, field) if field else 'sizeof(struct %s)' % struct
            lines.append('printf("%s %%zu\\n", %s);' % (name, what))
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, 'a.c')
            with open(source, 'w', encoding='utf-8') as file:
                file.write('\n'.join([*lines, 'return 0; }', '']))
            subprocess.run([*shlex.split(os.environ.get('CC', 'gcc')), '-I', ROOT, '-o', folder + '/a', source], check=True)
            said = subprocess.run([folder + '/a'], capture_output=True, text=True, check=True).stdout
        self.assertEqual(dict((line.split()[0], int(line.split()[1])) for line in said.splitlines()), expected)

    def test_every_function_of_the_header_is_there(self):
        with open(os.path.join(ROOT, 'rtl_model/wekiva.h'), encoding='utf-8') as file:
            names = re.findall(r'^WK_API [^;]*?\b(wk_\w+)\(', file.read(), re.M)
        self.assertGreater(len(names), 40)
        for name in names:
            self.assertTrue(getattr(lib, name), name)

    def test_every_status_but_those_of_a_run_has_its_exception(self):
        statuses = ffi.typeof('enum wk_status').relements
        self.assertEqual(set(statuses) - {'WK_OK', 'WK_FINISHED'}, {name for name, number in statuses.items()
                                                                    if number in wekiva.library.KINDS})

    def test_prototypes_are_written_once(self):
        folder = os.path.join(ROOT, 'tools/python')
        for name in os.listdir(folder):
            if name.endswith('.py'):
                with open(os.path.join(folder, name), encoding='utf-8') as file:
                    self.assertEqual(re.findall(r'^.*(?:\w+ \**wk_\w+\(|cdef\([^p]).*;$', file.read(), re.M), [], name)


class Installed(unittest.TestCase):
    def install(self, prefix, folder, *more):
        old = [word for name in ('wekiva', 'public/libwekiva.a', 'public/libwekiva.so') for word in ('-o', os.path.join(os.environ.get('B', 'build'), name))]
        done = subprocess.run(['make', '-s', *old, *more, 'B=' + os.environ.get('B', 'build'), 'PREFIX=' + prefix, 'DESTDIR=' + folder, 'install'],
                              cwd=ROOT, capture_output=True, text=True, check=False,
                              env={name: value for name, value in os.environ.items() if name != 'MAKEFLAGS'})
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        return done.stdout

    def test_without_cffi_the_rest_is_installed_and_it_is_said(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn('without the Python package', self.install('/usr', folder, 'PYTHON=false'))
            self.assertTrue(os.path.exists(folder + '/usr/bin/wekiva'))
            self.assertFalse(os.path.exists(folder + '/usr/lib/python3'))

    def test_it_works_where_debians_python_looks(self):
        for prefix, where in (('/usr', 'lib/python3/dist-packages'), ('/usr/local', 'lib/python%d.%d/dist-packages' % sys.version_info[:2])):
            with self.subTest(prefix), tempfile.TemporaryDirectory() as folder:
                self.install(prefix, folder)
                self.assertIn(os.path.join(prefix, where), sys.path)
                script = ('import wekiva\nprint(wekiva.__version__, wekiva.__file__)\n'
                          'print(len(wekiva.sweep("tb/corpus/llvm-rv770/fadd/launch.json", "%s/x.db", simds=[1, 2])))\n' % folder)
                done = subprocess.run([PYTHON, '-c', script], cwd=ROOT, capture_output=True, text=True, check=False,
                                      env={**os.environ, 'PYTHONPATH': os.path.join(folder + prefix, where), 'PYTHONDONTWRITEBYTECODE': '1'})
                self.assertEqual(done.stderr, '')
                lines = done.stdout.splitlines()
                with open(os.path.join(ROOT, 'VERSION'), encoding='utf-8') as file:
                    self.assertEqual(lines[0], '%s %s/%s/wekiva/__init__.py' % (file.read().strip(), folder + prefix, where))
                self.assertEqual(lines[1], '2')
                self.assertNotIn(ROOT, os.path.realpath(os.path.join(folder + prefix, where, 'wekiva/libwekiva.so')))

    def test_what_it_needs_is_no_compiler_and_no_numpy(self):
        script = 'import sys, wekiva\nprint([name for name in ("numpy", "pandas", "pycparser") if name in sys.modules])'
        done = subprocess.run([PYTHON, '-c', script], capture_output=True, text=True, check=False,
                              env={**os.environ, 'PYTHONPATH': os.path.join(BUILD, 'python'), 'PATH': '/nonexistent'})
        self.assertEqual((done.stdout, done.stderr), ('[]\n', ''))


class Speed(unittest.TestCase):
    def test_a_thousand_runs_a_second(self):
        """Of one SIMD; the processor's time, and ten times what is promised, for the machine may be anything and busy."""
        launch, program = wekiva.Launch(KEYS, {'in.bin': IN}), wekiva.Program(TRIPLE)
        begin = time.process_time()
        for _ in range(1000):
            with wekiva.Machine(launch, program, simds=1) as machine:
                machine.run()
        self.assertLess(time.process_time() - begin, 10)


if __name__ == '__main__':
    unittest.main()
