#!/usr/bin/env python3
"""test_size.py - how long files and functions are, and that no code of the product stands twice.

usage: test_size.py      (from the project's root)
"""
import collections
import os
import re
import subprocess
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PRODUCT = ('kit', 'isa', 'mem', 'pipeline', 'trace', 'rtl_model', 'tools')
MOST_LINES, MOST_OF_A_FUNCTION, MOST_OF_A_SHAPE = 400, 60, 12
# Made: tables of operations; the public library's interface is one header.
TABLES, INTERFACE = {'pipeline/alu/alu_tables.c', 'tb/rtl/alu_tables.sv'}, {'rtl_model/wekiva.h'}
# Files of tests over MOST_LINES: the number falls when one is split, and never rises.
LONG_TESTS = 69
# Lines of .c, .h and .def, in thousands: they fall with what is removed, and rise only with a line here that says for what.
# rtl_model 54 to 55: energy of lines and wavefronts, area, energy of R580 and NV30, keys of a launch as axes, a whole SIMD for a bench.
# tools 26 to 29: campaigns of fault injection, tables and waveforms as stimulus, bins, benches for Icarus.
CEILINGS = {'kit': 4.0, 'isa': 10.0, 'mem': 3.5, 'pipeline': 16.0, 'trace': 10.0, 'rtl_model': 55.0, 'tools': 29.0}

TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|\d[\w.]*|[A-Za-z_]\w*|\S')
KEYWORDS = set('if else for while do switch case default break continue return static const struct enum union sizeof void bool unsigned int '
               'char inline extern signed long float double'.split())
# Rows of a list: of a macro, of a table, of an enum, of a switch.
ROW = re.compile(r'[A-Z]\w*\(.*|\.\w+(\[.*\])? ?=.*|\[.*\] ?=.*|[{"].*[,}]|[-\w.*&:+ |<>()?]+,|\w+|case .*:|#.*')


def files(folders, ends):
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', *folders], cwd=ROOT, capture_output=True, text=True, check=True)
    for path in listed.stdout.split('\n'):
        if path.endswith(ends) and path not in TABLES and os.path.exists(os.path.join(ROOT, path)):
            with open(os.path.join(ROOT, path), encoding='utf-8') as file:
                yield path, file.read()


def shape(line):
    """With one letter for every name, number and string."""
    return ''.join(token if token in KEYWORDS else 'x' if token[0].isalpha() or token[0] == '_' else '0' if token[0].isdigit() else
                   '"' if token[0] in '"\'' else token for token in TOKEN.findall(line))


def functions(text):
    """Of C as it is formatted here: the first line of each function's body, and its lines."""
    body = None
    for number, line in enumerate(text.split('\n'), 1):
        if line == '{' and body is None:
            first, body = number + 1, []
        elif line == '}' and body is not None:
            yield first, body
            body = None
        elif body is not None:
            body.append(line)


def shapes(text):
    """(line, shape) of the lines of functions, without brackets alone; None for a row of a list, and between functions
    that others stand between."""
    text = re.sub(r'/\*.*?\*/', lambda comment: '\n' * comment.group().count('\n'), text, flags=re.S)
    lines, end = [], 0
    for first, body in functions(text):
        if text.split('\n')[end:first - 2].count('') > 2:
            lines.append((first, None))
        end = first + len(body)
        lines += [(first + i, None if line.endswith('\\') or ROW.fullmatch(line.strip()) else shape(line))
                  for i, line in enumerate(body) if line.strip() not in ('', '{', '}', '};')]
    return lines


def twice(sources, most):
    """Runs of more than `most` lines of one shape: a line for each."""
    known, found = {}, []
    for path, text in sources:
        lines = shapes(text)
        for i in range(len(lines) - most):
            run = tuple(what for _, what in lines[i:i + most + 1])
            if None in run or len(set(run)) < 3:
                continue
            place = '%s:%d' % (path, lines[i][0])
            if known.setdefault(run, place) != place:
                found.append('%s as %s' % (place, known[run]))
    return found


def is_list(path):
    """Rows and nothing else."""
    return path.endswith('.def') or os.path.basename(path).startswith('wires_')


def length(body):
    """Of a function, without the cases of a switch, which are rows of a list."""
    return len([line for line in body if not re.match(r' *(case .*|default):|        break;', line)])


class Size(unittest.TestCase):
    def test_files_are_short(self):
        long = [path for path, text in files(PRODUCT, ('.c', '.h', '.py', '.sh'))
                if text.count('\n') > MOST_LINES and path not in INTERFACE and not is_list(path)]
        self.assertEqual(long, [])
        long = [path for path, text in files(['tb'], ('.c', '.h', '.cpp', '.py', '.sh', '.sv')) if text.count('\n') > MOST_LINES]
        self.assertLessEqual(len(long), LONG_TESTS, long)

    def test_functions_are_short(self):
        self.assertEqual(['%s:%d' % (path, first) for path, text in files(PRODUCT, ('.c', '.h')) for first, body in functions(text)
                          if length(body) > MOST_OF_A_FUNCTION], [])
        self.assertEqual([(first, length(body)) for first, body in functions('int f(void)\n{\n    case 1:\n        break;\n    g();\n}\n')],
                         [(3, 1)])

    def test_rooms_do_not_grow(self):
        for room, most in CEILINGS.items():
            self.assertLessEqual(sum(text.count('\n') for _, text in files([room], ('.c', '.h', '.def'))), most * 1000, room)

    def test_no_code_stands_twice(self):
        self.assertEqual(twice(files(PRODUCT, ('.c', '.h')), MOST_OF_A_SHAPE), [])

    def test_a_run_of_one_shape_is_found_under_other_names(self):
        body = ['    %s = %s + 1;' % (name, name) for name in 'abc'] + ['    while (a)', '        f(a, 0x10);', '    g("text");']
        one = 'void f(void)\n{\n%s\n}\n' % '\n'.join(body)
        other = re.sub(r'\b[abc]\b', 'other', one).replace('0x10', '7')
        self.assertEqual(twice([('one.c', one), ('other.c', '/* text */\n' + other)], 5), ['other.c:4 as one.c:3'])
        self.assertEqual(twice([('one.c', one), ('other.c', other)], 6), [])
        self.assertEqual(twice([('one.c', one), ('other.c', other.replace('while', 'if'))], 5), [])


if __name__ == '__main__':
    unittest.main()
