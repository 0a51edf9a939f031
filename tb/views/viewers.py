#!/usr/bin/env python3
"""viewers.py - files of a run opened in the programs that they are for: speedscope and Konata in a headless Chromium,
KCachegrind and GTKWave on a virtual screen, Perfetto's packets by protoc.  What these say of a file is compared with the file.

usage: WEKIVA=build/wekiva VIEWERS=build/viewers viewers.py      (from the project's root; what is not there is skipped, with a line)
       viewers.py --pictures FOLDER                              pictures of what they show

VIEWERS is a folder in which npm has put speedscope and puppeteer-core (make deps-viewers), KONATA the index.html of a release of
Konata, of which no registry has a package.
"""
import collections
import contextlib
import gzip
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import kanata  # noqa: E402
import perfetto  # noqa: E402

WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
VIEWERS = os.path.abspath(os.environ.get('VIEWERS', 'build/viewers'))
KONATA = os.environ.get('KONATA', '')
DEMO = os.path.join(HERE, '..', 'demo', 'launch.json')
SPEEDSCOPE = os.path.join(VIEWERS, 'node_modules', 'speedscope', 'dist', 'release', 'index.html')
CHROMIUM = shutil.which('chromium') or shutil.which('chromium-browser') or shutil.which('google-chrome') or ''
WAIT = 40  # seconds


def needs(viewer, *programs, files=()):
    """Skips, with a line that says what is missing."""
    lacking = [name for name in programs if not shutil.which(name)] + [os.path.relpath(path) if os.sep in path else path for path in files if not os.path.exists(path)]
    if lacking:
        print('%s: skipped, for there is no %s (make deps-viewers)' % (viewer, ', '.join(lacking)))
    return unittest.skipIf(lacking, 'not installed')


needs_speedscope = needs('speedscope', 'node', CHROMIUM or 'chromium', files=[SPEEDSCOPE, os.path.join(VIEWERS, 'node_modules', 'puppeteer-core')])
needs_konata = needs('Konata', 'node', CHROMIUM or 'chromium', files=[KONATA or 'page (KONATA=index.html)', os.path.join(VIEWERS, 'node_modules', 'puppeteer-core')])
needs_kcachegrind = needs('KCachegrind', 'kcachegrind', 'dbus-run-session', 'Xvfb', 'xwininfo')
needs_protoc = needs('Perfetto', 'protoc')
needs_gtkwave = needs('GTKWave', 'gtkwave', 'xvfb-run')


def page(kind, path, shown, picture=None):
    """What a page shows of a file."""
    ran = subprocess.run(['node', os.path.join(HERE, 'page.mjs'), kind, shown, path] + ([picture] if picture else []), capture_output=True, text=True,
                         check=False, timeout=3 * WAIT, env=dict(os.environ, VIEWERS=VIEWERS, CHROMIUM=CHROMIUM))
    if ran.returncode:
        raise AssertionError(ran.stderr)
    said = json.loads(ran.stdout)
    if said['errors']:
        raise AssertionError(said['errors'])
    return said


@contextlib.contextmanager
def screen(folder):
    """The environment of a virtual screen whose frame lies in folder/Xvfb_screen0."""
    read, write = os.pipe()
    server = subprocess.Popen(['Xvfb', '-displayfd', str(write), '-screen', '0', '1000x560x24', '-fbdir', folder], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            display = ':' + number.readline().strip()
        home = os.path.join(folder, 'home')
        os.makedirs(os.path.join(home, '.config'), mode=0o700)
        with open(os.path.join(home, '.config', 'kcachegrindrc'), 'w', encoding='ascii') as file:
            file.write('[TipOfDay]\nRunOnStart=false\n')
        yield dict(os.environ, DISPLAY=display, HOME=home, XDG_RUNTIME_DIR=home, XDG_CONFIG_HOME=os.path.join(home, '.config'))
    finally:
        server.terminate()
        server.wait()


def png_of_frame(path, png):
    """A frame of Xvfb's, which is an XWD file of 32 bits a pixel, as a PNG file."""
    with open(path, 'rb') as file:
        data = file.read()
    head = struct.unpack('>25I', data[:100])
    size, width, height, line, colours = head[0], head[4], head[5], head[12], head[19]
    first = size + 12 * colours
    rows = b''
    for y in range(height):
        row = data[first + y * line:first + y * line + 4 * width]
        pixels = bytearray(3 * width)
        pixels[0::3], pixels[1::3], pixels[2::3] = row[2::4], row[1::4], row[0::4]
        rows += b'\0' + bytes(pixels)

    def chunk(kind, body):
        return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
    with open(png, 'wb') as file:
        file.write(b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>2I5B', width, height, 8, 2, 0, 0, 0)) +
                   chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))


def kcachegrind(path, folder, picture=None):
    """The title of its window once it has one that says more than its name, or the last one."""
    title, end = '', time.monotonic() + WAIT
    with screen(folder) as environment:
        viewer = subprocess.Popen(['dbus-run-session', '--', 'kcachegrind', '-geometry', '1000x560+0+0', path], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while time.monotonic() < end and not re.search(r'\[.*\]', title):
                time.sleep(0.3)
                tree = subprocess.run(['xwininfo', '-root', '-tree'], env=environment, capture_output=True, text=True, check=False).stdout
                titles = re.findall(r'"(.* — KCachegrind|KCachegrind)": \("kcachegrind"', tree)
                title = max(titles, key=len, default='')
                if titles and not re.search(r'\[.*\]', title) and not picture and time.monotonic() > end - WAIT + 8:
                    break
            if picture:
                time.sleep(2)
                png_of_frame(os.path.join(folder, 'Xvfb_screen0'), picture)
        finally:
            viewer.terminate()
            viewer.wait()
    return title


class Viewers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def wekiva(self, command, *options):
        subprocess.run([WEKIVA, command, '--launch', DEMO, '--set', 'simds=1', *options], check=True, stdout=subprocess.DEVNULL)

    @needs_speedscope
    def test_speedscope_has_the_clocks_of_each_frame(self):
        self.wekiva('profile', '--folded', self.path('prof.txt'))
        own, total = collections.Counter(), collections.Counter()
        with open(self.path('prof.txt'), encoding='ascii') as file:
            for line in file:
                stack, clocks = line.rsplit(' ', 1)
                frames = stack.split(';')
                own[frames[-1]] += int(clocks)
                for frame in set(frames):
                    total[frame] += int(clocks)
        said = page('speedscope', self.path('prof.txt'), SPEEDSCOPE)
        number = re.compile(r'([\d,]+) \(')
        shown = {name: tuple(int(number.match(cell).group(1).replace(',', '')) for cell in cells) for *cells, name in said['rows']}
        self.assertEqual(shown, {name: (total[name], own[name]) for name in total})

    @needs_konata
    def test_konata_has_each_line(self):
        self.wekiva('run', '--pipeline', self.path('demo.kanata'))
        with open(self.path('demo.kanata'), 'rb') as file, gzip.open(self.path('packed.kanata.gz'), 'wb') as packed:
            packed.write(file.read())
        lines = len(kanata.Log(self.path('demo.kanata')).lines)
        for name in ('demo.kanata', 'packed.kanata.gz'):
            said = page('konata', self.path(name), KONATA)
            self.assertRegex(said['text'], r'Loaded · {:,} ops · [\d,]+ cycles · 3 lanes'.format(lines), name)

    @needs_kcachegrind
    def test_kcachegrind_opens_the_profile(self):
        self.wekiva('profile', '--callgrind', self.path('prof.out'), '--energy')
        with open(self.path('prof.out'), encoding='utf-8') as file:
            command = re.search(r'^cmd: (.*)$', file.read(), re.M).group(1)
        self.assertIn('prof.out [%s]' % command, kcachegrind(self.path('prof.out'), self.folder))

    @needs_kcachegrind
    def test_kcachegrind_does_not_open_what_is_none(self):
        with open(self.path('none.out'), 'w', encoding='ascii') as file:
            file.write('no profile\n')
        self.assertNotIn('[', kcachegrind(self.path('none.out'), self.folder))

    @needs_protoc
    def test_protoc_has_each_packet(self):
        self.wekiva('run', '--perfetto', self.path('demo.pftrace'))
        with open(self.path('demo.pftrace'), 'rb') as file:
            ran = subprocess.run(['protoc', '--decode_raw'], stdin=file, capture_output=True, text=True, check=True)
        packets = ran.stdout.split('\n1 {\n')
        trace = perfetto.Trace(self.path('demo.pftrace'))
        tracks = re.findall(r'^  60 \{\n    1: (\d+)\n', ran.stdout, re.M)
        self.assertEqual(len(tracks), len(set(tracks)))
        self.assertEqual({int(track) for track in tracks}, set(trace.names))
        begins = [packet for packet in packets if re.search(r'^  11 \{\n(?:    .*\n)*?    9: 1$', packet, re.M)]
        self.assertEqual(len(begins), len(trace.slices))

    @needs_gtkwave
    def test_gtkwave_has_each_signal(self):
        for name in ('demo.vcd', 'demo.fst'):
            self.wekiva('run', '--trace', self.path(name))
            with open(self.path('count.tcl'), 'w', encoding='ascii') as file:
                file.write('puts "signals [gtkwave::getNumFacs] to [gtkwave::getMaxTime]"\ngtkwave::/File/Quit\n')
            ran = subprocess.run(['xvfb-run', '-a', 'gtkwave', '-S', self.path('count.tcl'), self.path(name)], capture_output=True, text=True, check=False, timeout=3 * WAIT)
            said = re.search(r'signals (\d+) to (\d+)', ran.stdout)
            self.assertIsNotNone(said, ran.stderr)
            if name == 'demo.vcd':
                with open(self.path(name), encoding='ascii') as file:
                    text = file.read()
                signals = len(re.findall(r'^\s*\$var ', text, re.M))
                last = int(re.findall(r'^#(\d+)$', text, re.M)[-1]) * int(re.search(r'\$timescale\s+(\d+)', text).group(1))
            self.assertEqual(tuple(map(int, said.groups())), (signals, last), name)


def pictures(folder):
    """Those of docs/profile.md and docs/pipeline-views.md, as far as the viewers are here; says which it made."""
    with tempfile.TemporaryDirectory() as work:
        prof, log = os.path.join(work, 'prof'), os.path.join(work, 'demo.kanata')
        subprocess.run([WEKIVA, 'profile', '--launch', DEMO, '--set', 'simds=1', '--energy', '--folded', prof + '.txt', '--callgrind', prof + '.out'],
                       check=True, stdout=subprocess.DEVNULL)
        subprocess.run([WEKIVA, 'run', '--quiet', '--launch', DEMO, '--set', 'simds=1', '--pipeline', log, '--pipeline-window', '4960:5020'], check=True)
        if os.path.exists(SPEEDSCOPE):
            page('speedscope', prof + '.txt', SPEEDSCOPE, os.path.join(folder, 'speedscope.png'))
            print('speedscope')
        if os.path.exists(KONATA):
            page('konata', log, KONATA, os.path.join(folder, 'konata.png'))
            print('konata')
        if shutil.which('kcachegrind'):
            kcachegrind(prof + '.out', work, os.path.join(folder, 'kcachegrind.png'))
            print('kcachegrind')


if __name__ == '__main__':
    if sys.argv[1:2] == ['--pictures']:
        pictures(sys.argv[2])
    else:
        unittest.main()
