"""run_waves.py - runs whose whole waveform vcd_tool.py has read: what a signal holds in each cycle, for tests that ask."""
import bisect
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path[:0] = ['tb']
from vcd_tool import Vcd  # noqa: E402

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
CYCLE = 10  # units of time

# Name, launch and options: one SIMD, a chip of several, the other families.
RUNS = {'simd': ('tb/demo/launch.json', '--set', 'simds=1'),
        'chip': ('tb/demo/launch.json',),
        'r580': ('tb/corpus/designs/r580.json',),
        'nv30': ('tb/corpus/nv30/lighting/nv30.json',)}


class Waves:
    """Of a whole run."""

    def __init__(self, path, launch, *options):
        done = subprocess.run([WEKIVA, 'run', '-q', '--launch', launch, '--trace', path, *options], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, done.stderr
        vcd = Vcd(path)
        self.code, self.bits, self.changes, self.last = {}, {}, {}, 0
        for variable in vcd.vars:
            self.code[variable.path], self.bits[variable.path] = variable.code, variable.width
        for time, code, value in vcd.events():
            if time % CYCLE == 0:
                self.last = time // CYCLE if code != vcd.vars[0].code or value == '1' else self.last
                self.changes.setdefault(code, ([], []))
                self.changes[code][0].append(time // CYCLE)
                self.changes[code][1].append(int(value, 2))
        vcd.f.close()
        clock = [variable.path for variable in vcd.vars if variable.name == 'clk']
        self.names = sorted(name for name in self.code if name.split('.')[-1] not in ('clk', 'cycle'))
        self.last = self.changes[self.code[clock[0]]][0][-1]
        # Signals of the view that the waveform adds to say how it is opened.
        self.moving = [name for name in self.names if len(self.changes[self.code[name]][0]) > 1]

    def at(self, name, cycle):
        when, values = self.changes[self.code[name]]
        return values[bisect.bisect_right(when, cycle) - 1]

    def between(self, name, first, last):
        """(cycle, value) of each change behind `first`, up to `last`."""
        when, values = self.changes[self.code[name]]
        return [(when[i], values[i]) for i in range(bisect.bisect_right(when, first), bisect.bisect_right(when, last))]
