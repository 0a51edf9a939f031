#!/usr/bin/env python3
"""test_live.py - `wekiva run --live`: what GTKWave is given while the waveform is written, and how that ends.

GTKWave and shmidcat are scripts here: shmidcat hands on what it reads, as the real one does through shared memory, and
gtkwave keeps it.

usage: WEKIVA=build/wekiva python3 tb/views/test_live.py      (from the project's root)
"""
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
LAUNCH = os.path.abspath('tb/demo/launch.json')
PATIENCE = 120  # seconds


def gone(process):
    try:
        return pathlib.Path('/proc/%d/stat' % process).read_text().rpartition(')')[2].split()[0] == 'Z'
    except OSError:
        return True


class Live(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for program in ('sh', 'tail', 'cat', 'echo', 'sleep', 'mv', 'test'):
            os.symlink(subprocess.run(['which', program], capture_output=True, text=True, check=True).stdout.strip(), self.folder / program)
        self.program('shmidcat', 'echo $$ >shmidcat.pid; exec cat')
        self.program('gtkwave', 'echo "$*" >words; cat >part; mv part seen')

    def program(self, name, text):
        (self.folder / name).write_text('#!/bin/sh\n%s\n' % text)
        (self.folder / name).chmod(0o755)

    def run_it(self, *arguments, waveform='o.vcd', **environment):
        return subprocess.run([WEKIVA, 'run', '--launch', LAUNCH, '--set', 'simds=1', '--trace', waveform, *arguments], cwd=self.folder,
                              env={'PATH': str(self.folder), 'DISPLAY': ':77', **environment}, capture_output=True, text=True, check=False)

    def wait(self, holds):
        until = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), until)
            time.sleep(0.02)

    def test_gtkwave_gets_the_whole_waveform_and_the_view(self):
        done = self.run_it('--live')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.wait((self.folder / 'seen').exists)
        self.assertEqual((self.folder / 'seen').read_bytes(), (self.folder / 'o.vcd').read_bytes())
        self.assertEqual((self.folder / 'words').read_text(), '-v -I -a o.gtkw\n')

    def test_it_is_read_before_the_run_ends(self):
        """The waveform goes on for as long as gtkwave does, which has the run end."""
        self.program('gtkwave', 'read line; echo "$line" >first; cat >part; mv part seen')
        run = subprocess.Popen([WEKIVA, 'run', '-q', '--launch', LAUNCH, '--threads', '16777216', '--trace', 'o.vcd', '--live'], cwd=self.folder,
                               env={'PATH': str(self.folder), 'DISPLAY': ':77'}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            self.wait(lambda: (self.folder / 'first').exists() and (self.folder / 'first').read_text())
            self.assertIsNone(run.poll())
            with open(self.folder / 'o.vcd', encoding='utf-8') as file:
                self.assertEqual((self.folder / 'first').read_text(), file.readline())
        finally:
            run.terminate()
            run.wait()
        self.wait((self.folder / 'seen').exists)

    def test_what_feeds_a_closed_window_ends(self):
        self.program('shmidcat', 'echo $$ >part; mv part shmidcat.pid; exec sleep 1000')
        self.program('gtkwave', 'while test ! -e shmidcat.pid; do sleep 0.02; done')
        self.assertEqual(self.run_it('--live').returncode, 0)
        self.wait((self.folder / 'shmidcat.pid').exists)
        process = int((self.folder / 'shmidcat.pid').read_text())
        self.wait(lambda: gone(process))

    def test_a_run_goes_on_without_its_window(self):
        self.program('gtkwave', 'exit 1')
        done = self.run_it('--live')
        plain = self.run_it(waveform='plain.vcd')
        self.assertEqual((done.returncode, done.stdout), (0, plain.stdout.replace('plain.', 'o.')))
        self.assertEqual((self.folder / 'o.vcd').read_bytes(), (self.folder / 'plain.vcd').read_bytes())

    def test_what_is_missing_is_said_before_the_run(self):
        self.assertIn('--live: no display: expected DISPLAY or WAYLAND_DISPLAY', self.refused(DISPLAY=''))
        self.assertIn('--live: expected --trace OUT.vcd', self.refused(waveform='o.fst'))
        os.mkfifo(self.folder / 'pipe.vcd')
        self.assertIn('pipe.vcd: is no file: expected one for --live', self.refused(waveform='pipe.vcd'))
        os.remove(self.folder / 'shmidcat')
        self.assertIn('--live: shmidcat not found: `make deps-view` or apt install gtkwave', self.refused())

    def refused(self, **how):
        done = self.run_it('--live', **how)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse((self.folder / 'o.vcd').exists())
        return done.stderr

    def test_other_waveforms_are_not_shown_live(self):
        for options in (('--last', '5'), ('--trigger', 'cycle == 9')):
            done = self.run_it('--live', *options)
            self.assertEqual(done.returncode, 2)
            self.assertIn('--live: their waveform is written when it is over: expected no %s with it' % options[0], done.stderr)


if __name__ == '__main__':
    unittest.main()
