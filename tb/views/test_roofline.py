#!/usr/bin/env python3
"""test_roofline.py - `wekiva run --roofline`: flops and bytes of programs counted by hand, the roof above them worked out here, the
picture, and what is refused. Without gnuplot nothing is drawn, and that it says so is tested.

usage: WEKIVA=build/wekiva python3 tb/views/test_roofline.py
"""
import csv
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
CORPUS = os.path.join(HERE, '..', 'corpus')
MEMORY = 8 * 64 * 16 / 53 * 0.75  # GB/s of rv770: eight channels, a line in 53 / 16 clocks, 750 MHz

# A flop each, but two for a product and sum: 1 + 1 + 2 + 0 + 1, then 2 + 0 + 1 + 0 + 0.
PROGRAM = '''ALU BARRIER
0 x: ADD R1.x, 1.0, 1.0
y: MUL R1.y, 1.0, 1.0
z: MULADD R1.z, 1.0, 1.0, 1.0
w: SETGT R1.w, 1.0, 1.0
t: RECIP_IEEE R2.x, 1.0
1 x: MULADD_IEEE R1.x, R1.x, R1.y, R1.z
y: AND_INT R1.y, R1.x, R1.y
z: MAX R1.z, R1.x, R1.x
w: MOV R1.w, R1.x
t: MULLO_INT R2.x, R1.x, R1.y
EXPORT_DONE PIX0, R1.xyzw EOP BARRIER
'''
FLOPS = 8
LINE = re.compile(r'^roofline: (\S.*?): (\d+) flops, (\d+) bytes of memory, (\d+) of L2(?:; (\S+) flops a byte of memory)?\n'
                  r'  (\S+) GFLOPS at 750 MHz, (\S+) % of the roof above it, (\S+) by (.*)$', re.M)


class Roofline(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(suffix='_of_x^2')  # no marks of a text in a picture
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.svg = os.path.join(self.folder, 'roof.svg')

    def launch(self, **more):
        with open(os.path.join(self.folder, 'flops.asm'), 'w', encoding='ascii') as file:
            file.write(PROGRAM)
        path = os.path.join(self.folder, 'launch.json')
        with open(path, 'w', encoding='ascii') as file:
            json.dump({'wekiva': 1, 'program': 'flops.asm', 'stage': 'ps', 'threads': 65, 'num_gprs': 3, 'stack_size': 2, **more}, file)
        return path

    def run_it(self, *options, **more):
        return subprocess.run([WEKIVA, 'run', '--launch', *options], capture_output=True, text=True, check=False, **more)

    def points(self, *options):
        ran = self.run_it(*options, '--roofline', self.svg)
        self.assertEqual((ran.returncode, ran.stderr), (0, ''))
        cycles = [int(found) for found in re.findall(r'^cycles: (\d+)', ran.stdout, re.M)]
        return LINE.findall(ran.stdout), cycles

    @unittest.skipUnless(shutil.which('gnuplot'), 'no gnuplot')
    def test_flops_of_active_threads_are_below_the_peak_of_the_chip(self):
        (point,), (cycles,) = self.points(self.launch())
        self.assertEqual(point[1:5], (str(65 * FLOPS), '0', '0', ''))
        self.assertEqual(point[7:], ('1200', 'single precision'))
        self.assertAlmostEqual(float(point[5]) / (65 * FLOPS / cycles * 0.75), 1, places=3)
        self.assertAlmostEqual(float(point[6]), 100 * 65 * FLOPS / cycles * 0.75 / 1200, delta=0.051)

    @unittest.skipUnless(shutil.which('gnuplot'), 'no gnuplot')
    def test_a_program_of_few_flops_a_byte_is_held_by_memory(self):
        # Each of 128 threads: four sums; 2048 bytes are written, 32 at once. Lines that are read: from the statistics.
        launch = os.path.join(CORPUS, 'compute', 'vector_add', 'launch.json')
        (point,), (cycles,) = self.points(launch)
        statistics = json.loads(self.run_it(launch, '--json').stdout)['statistics']
        lines = sum(row['value'] for row in statistics if re.fullmatch(r'gpu\.memory\d+', row['path']) and row['name'] == 'lines')
        flops, memory = 128 * 4, 64 * lines + 2048
        self.assertEqual(point[1:3], (str(flops), str(memory)))
        self.assertEqual(point[8], 'memory')
        self.assertAlmostEqual(float(point[4]) / (flops / memory), 1, delta=0.01)
        self.assertAlmostEqual(float(point[7]) / (MEMORY * flops / memory), 1, places=3)
        self.assertAlmostEqual(float(point[5]) / (flops / cycles * 0.75), 1, places=3)

    @unittest.skipUnless(shutil.which('gnuplot'), 'no gnuplot')
    def test_points_of_several_runs_are_in_one_picture(self):
        """The file has each program once, with what the run has said of it; the picture all of them."""
        file = os.path.join(self.folder, 'points.csv')
        for threads in (65, 640, 64):
            launch = self.launch(threads=threads)
            (point,), (cycles,) = self.points(launch, '--roofline-points', file)
        other = os.path.join(CORPUS, 'compute', 'vector_add', 'launch.json')
        (added,), (clocks,) = self.points(other, '--roofline-points', file)
        with open(file, encoding='ascii', newline='') as text:
            rows = list(csv.DictReader(text))
        self.assertEqual([(row['chip'], float(row['flops']), float(row['memory_bytes']), int(row['clocks']), row['name']) for row in rows],
                         [('rv770', 64 * FLOPS, 0, cycles, point[0]), ('rv770', 128 * 4, float(added[2]), clocks, added[0])])
        with open(self.svg, encoding='utf-8') as picture:
            drawn = picture.read()
        self.assertIn('flops.asm', drawn)
        self.assertIn('vector_add', drawn)
        ran = self.run_it(launch, '--chip', 'rv710', '--roofline', self.svg, '--roofline-points', file)
        self.assertEqual((ran.returncode, 'points.csv:2:1: error: expected a point of rv710' in ran.stderr, ran.stderr.count('\n')), (2, True, 1))
        for wrong in ('', 'flops,name\n', 'chip,flops,memory_bytes,l2_bytes,clocks,name\nrv770,1,2,3,0,zero\n'):
            with open(file, 'w', encoding='ascii') as text:
                text.write(wrong)
            self.assertEqual(self.run_it(launch, '--roofline', self.svg, '--roofline-points', file).returncode, 2 if wrong else 0)

    @unittest.skipUnless(shutil.which('gnuplot'), 'no gnuplot')
    def test_launches_in_a_row_are_points_of_one_picture(self):
        points, cycles = self.points(self.launch(launches=[{}, {'threads': 640}]))
        self.assertEqual([point[1] for point in points], [str(65 * FLOPS), str(640 * FLOPS)])
        self.assertEqual(len(cycles), 2)
        with open(self.svg, encoding='utf-8') as file:
            text = file.read()
        folder = os.path.basename(self.folder)
        for words in ('0 %s/flops.asm' % folder, '1 %s/flops.asm' % folder, 'flops a byte of memory', 'GFLOPS at 750 MHz',
                      'rv770: 1200 GFLOPS, 115.9 GB/s'):
            self.assertIn(words, text)
        png = os.path.join(self.folder, 'roof.png')
        self.assertEqual(self.run_it(self.launch(), '--quiet', '--roofline', png).returncode, 0)
        with open(png, 'rb') as file:
            self.assertEqual(file.read(8), b'\x89PNG\r\n\x1a\n')

    def test_what_cannot_be_drawn_is_one_line(self):
        launch, no_flops = self.launch(), os.path.join(HERE, '..', 'cli', 'row.json')
        together = os.path.join(CORPUS, 'together', 'launch.json')
        cases = [([launch, '--roofline', 'a.txt'], {}, 'expected a name that ends in .svg or .png'),
                 ([launch, '--roofline', self.svg], {'env': {'PATH': '/nowhere'}}, 'gnuplot is missing')]
        if shutil.which('gnuplot'):
            cases += [([launch, '--roofline', '/nowhere/a.svg'], {}, '/nowhere/a.svg: '),
                      ([together, '--roofline', self.svg], {}, 'one after the other, with --roofline'),
                      ([no_flops, '--roofline', self.svg], {}, 'no launch has an operation in single precision')]
        for options, more, message in cases:
            ran = self.run_it(*options, **more)
            self.assertEqual((ran.returncode, ran.stderr.count('\n')), (2, 1), ran.stderr)
            self.assertIn(message, ran.stderr)
            self.assertFalse(os.path.exists(self.svg))


if __name__ == '__main__':
    unittest.main()
