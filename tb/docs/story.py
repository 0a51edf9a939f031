#!/usr/bin/env python3
"""story.py - docs/wavefront.md: the life of wavefront 0 of the demo, cycle by cycle, read from the waveform of a run.

usage: story.py [--check] WEKIVA docs/wavefront.md       (from the project's root; --check: fail when the page is stale)
"""
import os
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, 'tb')
from page import arguments, finish  # noqa: E402
from vcd_tool import Vcd, scope_with  # noqa: E402

LAUNCH = 'tb/demo/launch.json'
PROGRAM = 'tb/corpus/llvm-rv770/kernel_reduce/prog.o'
CYCLE = 10  # time units
WAVE = SLOT = 0
ENTER_TO_WRITE = 7  # clocks from the first quarter's entry to the write of the GPRs
STEPS = ['requests its next CF instruction', 'sleeps until the CF cache has the line', 'waits for what it has under way',
         'has executed END_OF_PROGRAM', 'pauses while the flow instruction is digested']
STATES = {1: 'arbitration', 2: 'lock of its constant-cache lines',
          3: 'fetch of its first instruction words', 4: 'ready: waits for a wavefront slot', 5: 'runs',
          6: 'drains: its last group is on its way'}


FETCH_STATES = {1: 'arbitration', 2: 'fetch of its instructions', 3: 'its instruction goes to the vertex fetch unit'}


class Wave:
    """The signals of the first SIMD and of the dispatcher in one cycle, those of the cycle before as `old`."""

    def __init__(self, path):
        self.vcd = Vcd(path)
        self.scope = scope_with(self.vcd, 'cf_sequencer')
        self.code = {v.path.replace(self.scope, '').replace('gpu.dispatcher.', 'dispatcher.'): v.code for v in self.vcd.vars}
        self.value = {}
        self.old = {}

    def __call__(self, name):
        return self.value.get(self.code[name], 0)

    def before(self, name):
        return self.old.get(self.code[name], 0)

    def rose(self, name):
        return self(name) and not self.before(name)

    def changed(self, name):
        return self(name) != self.before(name)

    def cycles(self):
        wanted = set(self.code.values())
        now, pending = 0, {}
        for time, code, value in self.vcd.events():
            while time >= (now + 1) * CYCLE:
                self.value.update(pending)
                pending = {}
                yield now
                self.old = dict(self.value)
                now += 1
            if time % CYCLE == 0 and code in wanted and isinstance(value, str) and set(value) <= {'0', '1'}:
                pending[code] = int(value, 2)
        self.value.update(pending)
        yield now


def control(w, text):
    if w('dispatcher.o_launch') and w('dispatcher.o_number') == WAVE:
        yield 'launched into slot %d of the wave table' % w('dispatcher.o_slot'), 'dispatcher.o_launch'
    if w('dispatcher.o_loaded') and w('dispatcher.o_slot') == SLOT:
        yield 'its initial GPRs are written', 'dispatcher.o_loaded'
    new = w.rose('cf_sequencer.o_fetch') or w.changed('cf_sequencer.o_fetch_slot')
    if w('cf_sequencer.o_fetch') and new and w('cf_sequencer.o_fetch_slot') == SLOT:
        yield 'CF fetch at address %d' % w('cf_sequencer.o_fetch_pc'), 'cf_sequencer.o_fetch, o_fetch_pc'
    if w('cf_cache.o_fill'):
        yield 'the CF cache has got a line from memory', 'cf_cache.o_fill'
    new = w.rose('cf_sequencer.o_decode') or w.changed('cf_sequencer.o_decode_slot')
    if w('cf_sequencer.o_decode') and new and w('cf_sequencer.o_decode_slot') == SLOT:
        yield 'decode: `%s`' % text(w('cf_sequencer.o_decode_word')), 'cf_sequencer.o_decode, o_decode_word'
    if w('cf_sequencer.o_step') and w('cf_sequencer.o_step_slot') == SLOT:
        starts = ''.join(['an ALU clause starts; '] * w('cf_sequencer.o_start_alu') +
                         ['a fetch clause starts; '] * w('cf_sequencer.o_start_fetch') +
                         ['an export starts; '] * w('cf_sequencer.o_start_export'))
        yield starts + 'the wavefront ' + STEPS[w('cf_sequencer.o_step_to')], 'cf_sequencer.o_step, o_step_to'


def clause(w):
    for c in range(12):
        name = 'clause%02d' % c
        state = w(name + '.o_state')
        if w.changed(name + '.o_state') and state and w(name + '.o_number') == WAVE:
            yield '%s: %s' % (name, STATES[state]), name + '.o_state'
        elif w.changed(name + '.o_state') and not state and w.before(name + '.o_number') == WAVE:
            yield name + ' is free again', name + '.o_state'
    for c in range(8):
        name = 'fetch_clause%d' % c
        if w.changed(name + '.o_state') and w(name + '.o_state') and w(name + '.o_number') == WAVE:
            yield '%s: %s' % (name, FETCH_STATES[w(name + '.o_state')]), name + '.o_state'
    if w('vertex_fetch.o_write') and w('vertex_fetch.o_write_number') == WAVE:
        yield 'what was fetched is written to the GPR file', 'vertex_fetch.o_write'
    if w('fetch_cache.o_fill'):
        yield 'the fetch cache has got a line from memory', 'fetch_cache.o_fill'
    if w('alu_cache.o_fill'):
        yield 'the ALU cache has got a line from memory', 'alu_cache.o_fill'


def groups(w, count, entered, cycle):
    for name in ('issue_even', 'issue_odd'):
        if w(name + '.o_wave') != WAVE:
            continue
        if w.rose(name + '.o_reading'):
            count[0] += 1
            yield 'group %d (word %d) is taken; its operands are read in these 4 clocks' % (
                count[0] - 1, w(name + '.o_address')), name + '.o_reading, o_address'
        if w.rose(name + '.o_executing'):
            entered[cycle] = count[0] - 1
            yield 'group %d: its quarters enter the slots, one a clock' % (count[0] - 1), name + '.o_executing'
    if w('write_back.o_gpr_write') and w('write_back.o_gpr_wave') == WAVE:
        yield 'group %d: its results are written to the GPR file' % entered[cycle - ENTER_TO_WRITE], 'write_back.o_gpr_write'


def exports(w):
    if w.rose('export_unit.o_valid') and w('export_unit.o_number') == WAVE:
        yield 'export %d leaves, a quarter a clock' % w('export_unit.o_index'), 'export_unit.o_valid, o_index'
    if w('export_unit.o_report') and w('export_unit.o_report_slot') == SLOT:
        yield 'the wavefront receives the end of its export', 'export_unit.o_report'
    if w.changed('wave_table.r_finished') and w('wave_table.r_finished') == 1:
        yield 'it has left the wave table', 'wave_table.r_finished'


def rows(wekiva, dump):
    known = {}

    def text(word):
        if word not in known:
            known[word] = subprocess.run([wekiva, 'filter', 'cf'], input='%016x\n' % word, capture_output=True, text=True,
                                         check=True).stdout.strip()
        return known[word]

    w, count, entered = Wave(dump), [0], {}
    for cycle in w.cycles():
        for found in (control(w, text), clause(w), groups(w, count, entered, cycle), exports(w)):
            for what, signals in found:
                yield '| %d | %s | `%s` |' % (cycle, what, signals)


def shorter(table):
    """The rounds of the loop behind the second become one row."""
    ends = [i for i, row in enumerate(table) if 'decode: `LOOP_END' in row]
    first, last = ends[1] + 2, ends[-1] + 1  # LOOP_END's step follows its decode
    left = '| %s | %d more rounds, as the second | `clause*.o_state` |' % (table[first].split()[1], len(ends) - 2)
    return table[:first] + [left] + table[last + 1:]


def page(wekiva):
    with tempfile.TemporaryDirectory() as folder:
        dump = os.path.join(folder, 'demo.vcd')
        run = subprocess.run([wekiva, 'run', '--launch', LAUNCH, '--set', 'simds=1', '--trace', dump], check=True, capture_output=True, text=True)
        table, scope = shorter(list(rows(wekiva, dump))), Wave(dump).scope[:-1]
    listing = subprocess.run([wekiva, 'dis', PROGRAM], check=True, capture_output=True, text=True).stdout
    cycles = next(line for line in run.stdout.splitlines() if line.startswith('cycles'))
    return '\n'.join([
        '<!-- made by tb/docs/story.py: make docs -->', '# One wavefront, step by step', '',
        'Wavefront 0 of the demo (`make demo`), as its waveform has it, between those of seven others. The program:', '', '```asm',
        listing.rstrip('\n'), '```', '', 'The run, on the default rv770 with all caches empty:', '', '```', cycles, '```', '',
        'Signals are below `%s`, those of the dispatcher below `gpu`; a row says what is true from that cycle on, or in it. The long gaps of the first round are' % scope,
        'misses of the instruction and constant caches (`ic_miss_clk`, `kc_miss_clk`): the first wavefront that needs a line waits for it. In the',
        'second round all is there, and what is waited for is the vertex fetch and the other wavefronts.',
        '[waveforms.md](waveforms.md) explains how to look at the same in GTKWave,',
        '[architecture.md](architecture.md) why it happens when it does.', '', '| cycle | what happens | signal |',
        '|---:|---|---|'] + table) + '\n'


def main():
    check, (wekiva, path) = arguments('story.py [--check] WEKIVA PAGE', 2)
    finish(path, page(wekiva), check)


main()
