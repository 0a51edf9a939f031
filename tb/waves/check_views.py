#!/usr/bin/env python3
"""check_views.py - the rows that a waveform derives (scopes gpu.view, gpu.watch, gpu.marks) against the machine's own signals in
the same file, cycle by cycle.

usage: check_views.py [--watch wN.tN.RN.E]... OUT.vcd

OUT.vcd was written with the wave table's memories (--trace-lanes), for --watch also with those of the GPR file.
Prints how many rows were compared in how many cycles, and how many values were not the idle one.
"""
import os
import re
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from vcd_tool import Vcd  # noqa: E402

CYCLE, VIEW = 10, 'gpu.view.'
FREE, LOADING, READY, PAUSED, CF_MISS, WAITING, ENDING = range(7)  # mem/wave_table.h
STATES = ['before', 'loading', 'queue', 'control', 'miss', 'arbitrate', 'lock', 'ifetch', 'ready', 'run', 'drain', 'fetch',
          'export', 'done']
ONES, UNDEFINED, NO_WEIGHT = (1 << 64) - 1, 0x7fedca00, 0x7fc00000


class Dump:
    """The values of one cycle after the other."""

    def __init__(self, path):
        self.vcd = Vcd(path)
        self.code = {variable.path: variable.code for variable in self.vcd.vars}
        self.simds = sorted({name.split('.')[1] for name in self.code if name.endswith('.cf_sequencer.o_fetch')})
        self.simd = self.simds[0]
        self.value, self.changed = {}, set()
        self.tables = {code for name, code in self.code.items() if re.search(r'\.wave_table\.m_(number|phase)\.', name)}

    def __call__(self, name):
        return self.value.get(self.code['gpu.' + name if name.startswith('dispatcher.') else 'gpu.%s.%s' % (self.simd, name)], 0)

    def each_simd(self):
        for self.simd in self.simds:
            yield self.simd

    def cycles(self):
        now, pending = None, {}
        for time, code, value in self.vcd.events():
            now = time // CYCLE if now is None else now
            while time >= (now + 1) * CYCLE:
                self.value.update(pending)
                self.changed, pending = set(pending), {}
                yield now
                now += 1
            if time % CYCLE == 0 and isinstance(value, str):
                pending[code] = int(value, 2)
        self.value.update(pending)


def idle(there, value, bits):
    return value if there else 1 << bits


def control(d):
    for stage in ('fetch', 'decode', 'step'):
        yield 'control.' + stage, idle(d('cf_sequencer.o_' + stage), d('cf_sequencer.o_%s_number' % stage), 32)
    decode = d('cf_sequencer.o_decode')
    yield 'control.address', idle(decode, d('cf_sequencer.o_decode_pc'), 29)
    yield 'control.instruction', d('cf_sequencer.o_decode_word') if decode else ONES
    for c in range(12):
        clause = 'clause%02d.' % c
        yield 'clauses.c%02d' % c, idle(d(clause + 'o_state'), d(clause + 'o_number'), 32)
    for c in range(8):
        clause = 'fetch_clause%d.' % c
        yield 'fetch_clauses.f%d' % c, idle(d(clause + 'o_state'), d(clause + 'o_number'), 32)


def groups(d):
    for parity in ('even', 'odd'):
        issue = 'issue_%s.o_' % parity
        there, used = d(issue + 'reading') | d(issue + 'executing'), d(issue + 'used')
        yield parity + '.wavefront', idle(there, d(issue + 'wave'), 32)
        yield parity + '.group', idle(there, d(issue + 'address'), 24)
        yield parity + '.slots', idle(there, used, 5)
        for number, slot in enumerate('xyzwt'):
            yield '%s.%s' % (parity, slot), d('%sword.%s' % (issue, slot)) if there and used >> number & 1 else ONES


def results(d):
    write, valid = d('write_back.o_gpr_write'), d('export_unit.o_valid')
    yield 'results.wavefront', idle(write, d('write_back.o_gpr_wave'), 32)
    yield 'results.slots', idle(write, d('write_back.o_gpr_slots'), 5)
    yield 'exports.wavefront', idle(valid, d('export_unit.o_number'), 32)
    yield 'exports.target', idle(valid, d('export_unit.o_type') * 256 + d('export_unit.o_index'), 10)


def textures(d):
    """Idle while the LOD unit has no quad, and the walker no pass; what they have is compared by tb/views/test_quads.py."""
    for name, bits in (('wavefront', 32), ('quad', 4), ('instruction', 7), ('mode', 3), ('id', 8), ('kind', 9), ('levels', 8), ('filter', 5),
                       ('sampler', 6), ('clamp_x', 3), ('clamp_y', 3), ('clamp_z', 3), ('border', 2)):
        yield 'textures.' + name, None if d('texture_lod.o_valid') else 1 << bits
    for name, bits in (('wavefront', 32), ('quad', 4)) + tuple(('thread%d' % n, 8) for n in range(4)):
        yield 'taps.' + name, None if d('texture_walker.o_valid') else 1 << bits
    for n in range(16):
        yield 'weights.thread%d_x%dy%d' % (n // 4, n % 2, n // 2 % 2), None if d('texture_walker.o_valid') else NO_WEIGHT


def lane(d, number, slots):
    """What the lane of a wavefront holds: its state and, where there are several SIMDs, 1 + the number of the one it is on in the
    bits above."""
    word, simd = state(d, number, slots)
    return STATES.index(word) | (simd + 1 << 4 if len(d.simds) > 1 and simd is not None else 0)


def state(d, number, slots):
    """The state of one wavefront and the SIMD's number or None; `slots`: number -> SIMD and slot of its wave table."""
    if d('dispatcher.o_launch') and d('dispatcher.o_number') == number:
        return 'loading', d('dispatcher.o_simd')
    if number not in slots:
        return 'done' if number < d('dispatcher.o_launched') else 'before', None
    d.simd, slot = slots[number]
    return state_on_simd(d, number, slot), int(d.simd[len('simd'):])


def in_clauses(d):
    """The states of wavefronts that are in ALU clauses; a clause of a lower number stands for its wavefront."""
    held = {}
    for d.simd in d.simds:
        for c in reversed(range(12)):
            state = d('clause%02d.o_state' % c)
            if state:
                held[d.simd, d('clause%02d.o_number' % c)] = STATES[STATES.index('arbitrate') + state - 1]
    return held


def state_on_simd(d, number, slot):
    if (d.simd, number) in d.clauses:
        return d.clauses[d.simd, number]
    phase, table = d('wave_table.m_phase.row%03d' % slot), 'wave_table.m_%s.row%03d'
    if phase == READY:
        held = [d('cf_sequencer.o_' + stage) and d('cf_sequencer.o_%s_slot' % stage) == slot
                for stage in ('fetch', 'decode', 'step')]
        return 'control' if any(held) else 'queue'
    if phase in (WAITING, ENDING):
        if d(table % ('fetches', slot)):
            return 'fetch'
        return 'export' if d(table % ('exports', slot)) and not d(table % ('alu', slot)) else 'control'
    return {LOADING: 'loading', CF_MISS: 'miss', PAUSED: 'control'}[phase]


def marks(d):
    """What a viewer marks, and how much is at work: groups count twice."""
    reading, exporting, fetching, work = 0, 0, 0, 0
    for _ in d.each_simd():
        for parity in ('even', 'odd'):
            reads = d('issue_%s.o_reading' % parity)
            reading |= reads
            work += 2 * (reads | d('issue_%s.o_executing' % parity))
        exporting |= d('export_unit.o_valid')
        fetching |= d('texture_issue.o_stream') | d('vertex_fetch.o_write') | d('memory_read.o_write')
        work += d('export_unit.o_valid') + d('cf_sequencer.o_decode')
    yield 'first_issue', reading
    yield 'last_export', exporting
    yield 'rule_broken', 0
    yield 'first_fetch', fetching
    yield 'work', work


def watch(d, text, slots):
    wave, thread, gpr, element = re.match(r'w(\d+)\.t(\d+)\.R(\d+)\.([xyzw])$', text).groups()
    start = 'gpu.watch.w%s_t%s_R%s_%s_' % (wave, thread, gpr, element)
    name = next(name for name in d.code if name.startswith(start))
    if int(wave) not in slots:
        return name, UNDEFINED
    d.simd, slot = slots[int(wave)]
    base = d('wave_table.m_gpr_base.row%03d' % slot)
    return name, d('gpr_file.m_%s.row%03d.lane%02d' % (element, base + int(gpr), int(thread)))


def slots_of(d):
    """Wavefront number -> SIMD and slot of its wave table."""
    return {d('wave_table.m_number.row%03d' % slot): (simd, slot) for simd in d.each_simd() for slot in range(256)
            if d('wave_table.m_phase.row%03d' % slot) != FREE}


def main():
    arguments = sys.argv[1:]
    watched = []
    while arguments[:1] == ['--watch'] and len(arguments) > 2:
        watched.append(arguments[1])
        arguments = arguments[2:]
    if len(arguments) != 1:
        sys.exit(__doc__.split('\n\n')[1])
    d = Dump(arguments[0])
    lanes = {name: int(re.sub(r'\D', '', name[len(VIEW):])) for name in d.code if name.startswith(VIEW + 'wavefronts.')}
    derived = {name for name in d.code if name.startswith((VIEW, 'gpu.watch.', 'gpu.marks.'))}
    cycles, busy, slots = 0, 0, {}
    for cycle in d.cycles():
        d.clauses = in_clauses(d)
        if cycles == 0 or d.changed & d.tables:
            slots = slots_of(d)
        rows = [(VIEW + 'launch.wavefront', idle(d('dispatcher.o_launch'), d('dispatcher.o_number'), 32))]
        rows += [('%s%s.%s' % (VIEW, simd, name), value) for simd in d.each_simd() for part in (control, groups, results, textures)
                 for name, value in part(d)]
        rows += [(name, lane(d, number, slots)) for name, number in lanes.items()]
        rows += [('gpu.marks.' + name, value) for name, value in marks(d)]
        rows += [watch(d, text, slots) for text in watched]
        if {name for name, _ in rows} != derived:
            sys.exit('check_views.py: not compared: %s' % sorted(derived ^ {name for name, _ in rows}))
        for name, value in rows:
            if value is not None and d.value[d.code[name]] != value:
                sys.exit('check_views.py: cycle %d: %s is %x, expected %x' % (cycle, name, d.value[d.code[name]], value))
            busy += bool(value) and value & (value - 1) != 0 and value != ONES
        cycles += 1
    print('%d rows agree in %d cycles, %d values' % (len(derived), cycles, busy))


main()
