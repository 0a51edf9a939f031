#!/usr/bin/env python3
"""check_counters_older.py - the counters of R580 and NV30 (`wekiva run --counters`) against a second count, from the waveform
alone.

usage: check_counters_older.py LAUNCH.json [OPTION]...      WEKIVA=build/wekiva; options are those of wekiva run

What is known here are names of signals and the meaning of each counter; where there is a choice, other signals are taken than
those of docs/counters-r580.md and docs/counters-nv30.md.  Every counter of the result must be one that is counted here.
"""
import json
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from check_counters import Wave, ones  # noqa: E402

LACKING = {'SignCount'}

# What is looked at, so that the waveform is short; vectors and memories with all their elements.
SCOPE = ['us.dispatch.*', 'us.sequencer.o_*', 'us.sequencer.r_*', 'us.sequencer.m_phase',
         'us.sequencer.i_places', 'us.sequencer.i_start*', 'us.flow.o_decided',
         'us.flow.o_jump', 'us.flow.r_divergent', 'us.operands.o_valid', 'us.operands.i_quads', 'us.rgb.i_valid', 'us.rgb.i_count',
         'us.beside.i_writes', 'us.temporaries.i_write', 'us.temporaries.i_load', 'us.temporaries.i_mask', 'us.outputs.i_write',
         'us.outputs.i_mask', 'us.outputs.o_drain', 'us.pixels.i_set', 'us.pixels.i_set_predicate', 'us.pixels.r_kills',
         'us.texture.r_count', 'us.texture.r_lookups', 'us.texture.r_added', 'us.texture.i_quads', 'nv30.rasterizer.*', 'nv30.stage01_source_select.*',
         'nv30.stage02_interpolants.i_come', 'nv30.stage02_interpolants.r_*', 'nv30.texture_units.i_come',
         'nv30.texture_units.o_count', 'nv30.texture_units.r_*', 'nv30.registers.r_writes']


def fail(text):
    sys.exit('check_counters_older.py: ' + text)


class Count(dict):
    """Sums by name; 0 is the first value of each."""

    def __missing__(self, name):
        return 0


class R580:
    WAITS = [None, 'time', 'alu_busy', 'texture_busy', 'alu_wait', 'semaphore', 'output', 'lookups']
    RUNNING, DECIDING, ENDING = 1, 2, 3
    ALU, OUT = 0, 1

    def __init__(self, wave):
        self.wave, self.n, self.chance, self.state = wave, Count(), Count(), None
        self.word = next(code for code in wave.vector['us.sequencer.o_word'])

    def sig(self, name):
        return self.wave['us.' + name]

    def lanes(self, name):
        return sum(ones(value) for value in self.wave.elements('us.' + name))

    def registers(self):
        """What an edge has made: also that behind the last clock."""
        n, sig = self.n, self.sig
        issued = sig('sequencer.o_alu') or sig('sequencer.o_tex') or sig('sequencer.o_fc')
        if self.state is not None:
            phases, loading = self.state
            wait = self.WAITS[sig('sequencer.o_wait')] if self.RUNNING in phases else None
            self.chance['used' if issued else wait or ('flow' if self.DECIDING in phases else 'ending' if self.ENDING in phases
                                                       else 'loading' if loading else 'no_group')] += 1
        kind = self.wave.value.get(self.word, 0) & 3
        n['alu'] += sig('sequencer.o_alu') and kind == self.ALU
        n['out'] += sig('sequencer.o_alu') and kind == self.OUT
        n['tex'] += sig('sequencer.o_tex')
        n['flow'] += sig('flow.o_decided')
        n['jumps'] += sig('flow.o_decided') and sig('flow.o_jump')
        n['beats'] += sig('operands.o_valid')
        n['entered'] += sig('texture.r_added')

    def clock(self):
        n, sig = self.n, self.sig
        self.registers()
        phases = self.wave.elements('us.sequencer.m_phase')
        self.state = set(phases), sig('dispatch.o_load') or sig('dispatch.r_loading')
        n['clocks'] += 1
        n['groups'] += sig('sequencer.i_start')
        n['pixels'] += sig('sequencer.i_start') and sig('sequencer.i_start_pixels')
        n['busy'] += any(phases)
        n['slot_clocks'] += sum(phase != 0 for phase in phases)
        n['load'] += sig('temporaries.i_load')
        if sig('rgb.i_valid'):
            n['quads'] += sig('rgb.i_count')
            n['writing'] += ones(sig('beside.i_writes'))
        n['channels'] += sig('temporaries.i_write') and self.lanes('temporaries.i_mask')
        n['outputs'] += sig('outputs.i_write') and self.lanes('outputs.i_mask')
        n['predicates'] += sig('pixels.i_set') and self.lanes('pixels.i_set_predicate')
        n['flights'] += sig('texture.r_count')
        n['flying'] += sig('texture.r_count') != 0
        n['places'] += ones(sig('sequencer.r_used_low'))
        n['drain'] += sig('outputs.o_drain')

    def end(self):
        self.registers()
        n, sig, clocks = self.n, self.sig, self.n['clocks']
        slots, quads = sig('dispatch.i_slots'), sig('operands.i_quads')
        insts = {name: (n[key], n['groups']) for name, key in (('ALUInsts', 'alu'), ('OutputInsts', 'out'),
                                                               ('TextureInsts', 'tex'), ('FlowInsts', 'flow'))}
        return self.chance, {
            **insts, 'Time': (clocks, 1), 'ShaderBusy': (100 * n['busy'], clocks), 'Groups': (n['groups'], 1),
            'Pixels': (n['pixels'], 1), 'Occupancy': (100 * n['slot_clocks'], slots * clocks),
            'WaitsForSlot': (100 * sig('dispatch.r_no_slot'), clocks), 'LoadBusy': (100 * n['load'], clocks),
            'ALUTextureRatio': (n['alu'] + n['out'], n['tex']), 'JumpRate': (100 * n['jumps'], n['flow']),
            'Divergence': (100 * sig('flow.r_divergent'), n['flow']), 'ALUBusy': (100 * n['beats'], clocks),
            'ALUQuads': (100 * n['quads'], quads * n['beats']), 'PixelUtilization': (100 * n['writing'], 4 * n['quads']),
            'ChannelWrites': (n['channels'], 1), 'PredicateWrites': (n['predicates'], 1),
            'TextureBusy': (100 * n['entered'], sig('texture.i_quads') * clocks), 'LookupTime': (100 * n['flying'], clocks),
            'Lookups': (sig('texture.r_lookups'), 1), 'LookupsInFlight': (n['flights'], n['flying']), 'PixelsKilled': (100 * sig('pixels.r_kills'), n['pixels']),
            'OutputWrites': (n['outputs'], 1), 'OutputRegisters': (100 * n['places'], sig('sequencer.i_places') * clocks),
            'DrainBusy': (100 * n['drain'], clocks)}


class NV30:
    FROM_CORE, FROM_END, FROM_RASTERIZER = 1, 2, 3

    def __init__(self, wave):
        self.wave, self.n, self.chance, self.state = wave, Count(), Count(), None

    def sig(self, name):
        return self.wave['nv30.' + name]

    def registers(self):
        n, sig, way = self.n, self.sig, self.sig('stage01_source_select.o_source')
        entered = sig('stage01_source_select.o_valid')
        if self.state is not None:
            waits, flying, new = self.state
            self.chance['used' if entered else 'pause' if waits else 'no_quad' if not flying else
                        'no_place' if new else 'last_quads'] += 1
            n['bubbles'] += not entered and bool(flying or waits)
        n['from%d' % way] += entered
        n['flight'] += ones(sig('rasterizer.r_busy'))

    def clock(self):
        n, sig = self.n, self.sig
        self.registers()
        busy, number = ones(sig('rasterizer.r_busy')), sig('rasterizer.o_number')
        self.state = (sig('stage01_source_select.i_tail') or sig('stage01_source_select.i_raster'), busy,
                      number < sig('rasterizer.i_quads'))
        n['clocks'] += 1
        n['busy'] += busy != 0
        n['entered'] += sig('stage02_interpolants.i_come')
        n['pauses'] += sig('stage01_source_select.o_pause_left') != 0
        n['leaves'] += sig('texture_units.i_come')
        n['fifo'] += sig('texture_units.o_count')
        n['fifo_busy'] += sig('texture_units.o_count') != 0
        slot = sig('rasterizer.i_kills_slot')
        n['kills'] += ones(sig('rasterizer.i_kills') & ~self.wave.elements('nv30.rasterizer.m_killed')[slot])

    def end(self):
        self.registers()
        n, sig, clocks = self.n, self.sig, self.n['clocks']
        loops = n['from1'] + n['from2']
        picks = [sig('stage02_interpolants.r_' + name) for name in ('fifo_picks', 'raster_picks', 'late_picks')]
        return self.chance, {
            'Time': (clocks, 1), 'ShaderBusy': (100 * n['busy'], clocks), 'Quads': (n['from3'], 1),
            'QuadsInFlight': (n['flight'], clocks), 'Occupancy': (100 * n['flight'], sig('rasterizer.i_slots') * clocks),
            'WaitsForPlace': (100 * sig('rasterizer.r_no_place'), clocks), 'PixelsKilled': (n['kills'], 1),
            'CoreBusy': (100 * n['entered'], clocks), 'Bubbles': (100 * n['bubbles'], clocks),
            'PassesPerQuad': (loops + n['from3'], n['from3']), 'CoreLoopRate': (100 * n['from1'], loops),
            'EndWaits': (100 * sig('stage01_source_select.r_tail_waited'), clocks), 'PauseTime': (100 * n['pauses'], clocks),
            'RegisterWrites': (sig('registers.r_writes'), 1), 'FifoPickRate': (100 * picks[0], sum(picks)),
            'LatePicks': (picks[2], 1), 'TextureReads': (sig('texture_units.r_reads'), n['from3']),
            'PairedReadRate': (200 * sig('texture_units.r_pairs'), sig('texture_units.r_reads')),
            'TextureBusy': (100 * n['leaves'], clocks), 'FifoBusy': (100 * n['fifo_busy'], clocks),
            'FifoQuads': (n['fifo'], clocks)}


KINDS = {'us': (R580, 'Sequencer'), 'nv30': (NV30, 'Core')}


def compare(rows, expected):
    for name, row in rows.items():
        if name in LACKING and row['value'] is None:
            continue
        if name not in expected:
            fail('%s is not counted here' % name)
        value, want = row['value'], expected[name]
        if (value is None) != (want is None) or (want is not None and abs(value - want) > 1e-6 * max(1, abs(want))):
            fail('%s is %s, counted %s' % (name, value, want))
    if set(expected) - set(rows):
        fail('counted and not there: %s' % sorted(set(expected) - set(rows)))


def check(wekiva, launch, options, folder):
    """Counts a run; the counters that are not 0, by name."""
    path = os.path.join(folder, 'waves.vcd')
    with open(launch, encoding='utf-8') as file:
        place = {'r580': 'us.', 'nv30': 'nv30.'}[json.load(file)['chip']]
    scope = [name for name in SCOPE if name.startswith(place)]
    ran = subprocess.run([wekiva, 'run', '--launch', launch, '--counters', '--out', os.path.join(folder, 'out'), '--trace', path,
                          '--trace-lanes', '--trace-scope', ','.join(scope), *options], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ran.returncode:
        fail('%s: status %d: %s' % (launch, ran.returncode, ran.stderr))
    with open(os.path.join(folder, 'out', 'result.json'), encoding='utf-8') as file:
        rows = json.load(file)['counters']
    wave = Wave(path)
    (path, rows), = rows.items()
    kind, issuer = KINDS[path]
    machine = kind(wave)
    for _ in wave.cycles():
        machine.clock()
    wave.vcd.f.close()
    chances, ratios = machine.end()
    expected = {name: above / below if below else None for name, (above, below) in ratios.items()}
    for name in rows:
        if name.startswith(('Busy.', 'Stall.')):
            reason = 'used' if name == 'Busy.' + issuer else name.rsplit('.', 1)[1]
            expected[name] = 100 * chances.pop(reason, 0) / machine.n['clocks']
    if chances:
        fail('chances that have no counter: %s' % chances)
    compare(rows, expected)
    return {name: row['value'] for name, row in rows.items() if row['value']}


if __name__ == '__main__':
    if len(sys.argv) < 2:
        fail('expected a launch file')
    with tempfile.TemporaryDirectory() as temporary:
        check(os.environ.get('WEKIVA', 'build/wekiva'), sys.argv[1], sys.argv[2:], temporary)
