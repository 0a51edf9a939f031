#!/usr/bin/env python3
"""check_counters.py - the counters of `wekiva run --counters` against a second count, from the waveform alone.

usage: check_counters.py LAUNCH.json [OPTION]...      WEKIVA=build/wekiva; options are those of wekiva run

What is known here are names of signals, the places of fields in instruction and resource words (ISA ch. 10, 3D 7) and the
meaning of each counter; where there is a choice, other signals are taken than those of docs/counters.md.  Every counter of the
result must be one that is counted here.  Exit 1 and the first difference.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from vcd_tool import Vcd  # noqa: E402

CYCLE = 10
TYPES = ['PS', 'VS', 'GS', 'ES', 'CS']
DIMS = ['1D', '2D', '3D', 'Cube', '1DArray', '2DArray', '2DMSAA', '2DMSAA']
ARBITERS = {'CF': 'arbiter_cf', 'Even': 'arbiter_even', 'Odd': 'arbiter_odd'}
WIDE_64 = {28, 29, 30, 31, 32, 45, 46}         # data formats with texels of 33 to 64 bits
WIDE_128 = {34, 35, 47, 48}                    # and of more
BLOCKS = {37, 38, 39, 40, 49, 50, 51, 52, 53}  # several texels in a block
EXPORTS = {39, 40}                             # CF_INST of EXPORT, EXPORT_DONE; other export instructions write memory
LACKING = {'ALUStalledByLDS', 'FastPath', 'CompletePath', 'PathUtilization', 'PctDepthTexels', 'PrimitivesIn'}

# What is looked at, so that the waveform is short; vectors and memories with all their elements.
SCOPE = ['gpu.dispatcher.*', '*.wave_table.m_phase', '*.wave_table.m_type', '*.arbiter_cf.r_stalls', '*.arbiter_even.r_stalls',
         '*.arbiter_odd.r_stalls', '*.issue_*.o_executing', '*.issue_*.o_exec_lanes', '*.issue_*.o_used', '*.cf_sequencer.o_start_*',
         '*.cf_sequencer.o_stall', '*.vertex_fetch.i_offer', '*.vertex_fetch.o_write', '*.vertex_fetch.o_waits',
         '*.vertex_fetch.i_arrived', '*.memory_read.i_offer', '*.memory_read.o_waits', '*.memory_read.i_arrived', '*.memory_read.i_offer_low', '*.memory_read.i_written',
         '*.texture_issue.i_offer', '*.texture_return.i_granted', '*.texture_return.o_f_low', '*.texture_walker.o_valid',
         '*.net_texture_turn.*', '*.texture_data.o_count', '*.texture_data.r_filtering', '*.texture_data.r_wait',
         '*.texture_data.i_push*', '*.texture_data.r_texels', '*.texture_data.r_busy', '*.texture_data.r_passes',
         '*.texture_lod.i_offer_low', '*.texture_lod.o_plan', '*.texture_lod.o_lanes', '*.texture_lod.o_alone',
         '*.texture_lod.r_quads', '*.fetch_state.r_*', '*.fetch_state.m_resource', '*.export_unit.o_wants_room',
         '*.export_unit.i_room', '*.lds_unit.i_offer', '*.lds_unit.i_offer_low', '*.lds_unit.r_passing', '*.lds_unit.r_pass_turn',
         '*.texture_l1.r_*', '*.vertex_cache.r_*', '*.kcache.r_*', '*_cache.r_hits', '*_cache.r_misses', '*.l2_lines*.r_*',
         '*.memory?.r_*']


def fail(text):
    sys.exit('check_counters.py: ' + text)


def ones(value):
    return bin(value).count('1')


class Wave:
    """The values of one cycle after the other; vectors are lists of their elements."""

    def __init__(self, path):
        self.vcd = Vcd(path)
        self.value, self.code, self.vector, self.changed = {}, {}, {}, set()
        for variable in self.vcd.vars:
            self.code[variable.path] = variable.code
            parent = variable.path.rsplit('.', 1)[0]
            self.vector.setdefault(parent, []).append(variable.code)
            self.vector.setdefault(parent.rsplit('.', 1)[0], [])

    def __getitem__(self, name):
        return self.value.get(self.code[name], 0)

    def elements(self, name):
        return [self.value.get(code, 0) for code in self.vector[name]]

    def cycles(self):
        """Each cycle but the last one, whose edge was not taken; its registers stay in `value`."""
        last, pending = None, {}
        for time, code, value in self.vcd.events():
            if not isinstance(value, str) or time % CYCLE:
                continue
            now = time // CYCLE
            if last is not None and now != last:
                self.value.update(pending)
                self.changed, pending = set(pending), {}
                for cycle in range(last, now):
                    yield cycle
                    self.changed = set()
            last = now
            pending[code] = int(value.replace('x', '0').replace('z', '0'), 2)
        self.value.update(pending)


class Simd:
    """What is counted of one SIMD."""

    def __init__(self, wave, number, path):
        self.wave, self.number, self.path = wave, number, path
        self.at = path + '.'
        self.n = {}
        self.flying, self.bursts, self.planned, self.quads = 0, [], None, 0
        self.table = set(wave.vector[self.at + 'wave_table.m_phase'] + wave.vector[self.at + 'wave_table.m_type'])
        self.there, self.resident = set(), False

    def add(self, name, count=1):
        self.n[name] = self.n.get(name, 0) + count

    def sig(self, name):
        return self.wave[self.at + name]

    def clock(self):
        self.waves()
        self.issue()
        self.fetches()
        self.textures()

    def waves(self):
        wave = self.wave
        if not self.table.isdisjoint(wave.changed):
            phases, types = wave.elements(self.at + 'wave_table.m_phase'), wave.elements(self.at + 'wave_table.m_type')
            self.there = {types[slot] for slot, phase in enumerate(phases) if phase}
            self.resident = bool(self.there)
        self.add('clocks')
        self.add('busy', self.resident)
        for number in self.there:
            self.add('busy' + TYPES[number])
        if wave['gpu.dispatcher.o_launch'] and wave['gpu.dispatcher.o_simd'] == self.number:
            self.add('waves')
            self.add('items' + TYPES[wave['gpu.dispatcher.o_type']], ones(wave['gpu.dispatcher.o_lanes']))

    def issue(self):
        for issue in ('issue_even.', 'issue_odd.'):
            if self.sig(issue + 'o_executing'):  # for the four clocks of a group
                self.add('groups4')
                self.add('lanes4', ones(self.sig(issue + 'o_exec_lanes')))
                self.add('slots4', ones(self.sig(issue + 'o_used')))
        cf = 'cf_sequencer.o_start_'
        if any(self.sig(cf + what) for what in ('alu', 'export', 'fetch', 'flow')):
            self.add('cf')
        if self.sig(cf + 'export') and self.sig(cf + 'word') >> 55 & 127 not in EXPORTS:
            self.add('writes')
        no_room = self.sig('cf_sequencer.o_stall') == 2 or (
            self.sig('export_unit.o_wants_room') and not self.sig('export_unit.i_room'))
        self.add('write_waits', no_room)

    def fetches(self):
        self.add('fetch_clocks', self.flying > 0)
        data = 'texture_data.'
        waits = (self.sig('texture_walker.o_valid') and not self.sig('net_texture_turn.n_pass')) or (
            self.sig(data + 'o_count') and not self.sig('net_texture_turn.n_ready') and
            not (self.sig(data + 'r_filtering') and self.sig(data + 'r_wait') > 1)) or (
            any(self.sig(unit + '.o_waits') and not self.sig(unit + '.i_arrived') for unit in ('vertex_fetch', 'memory_read')))
        self.add('fetch_waits', bool(waits and self.flying))
        self.flying -= self.sig('vertex_fetch.o_write') + self.sig('texture_return.i_granted')
        if self.sig('memory_read.i_written'):
            self.bursts[0] -= 1
            if not self.bursts[0]:
                self.bursts.pop(0)
                self.flying -= 1
        for unit in ('vertex_fetch', 'texture_issue', 'memory_read'):
            taken = self.sig(unit + '.i_offer')
            self.add('fetches', taken)
            self.flying += taken
        if self.sig('memory_read.i_offer'):
            self.bursts.append((self.sig('memory_read.i_offer_low') >> 26 & 15) + 1)
        if self.sig('lds_unit.i_offer'):
            self.add('lds_writes' if self.sig('lds_unit.i_offer_low') >> 8 & 7 == 4 else 'lds_reads')
        if self.sig('lds_unit.r_passing') and self.sig('lds_unit.r_pass_turn'):
            self.add('lds_conflicts')

    def resource(self, low):
        base = self.sig('fetch_state.r_alt_resource_base' if low >> 24 & 1 else 'fetch_state.r_resource_base')
        return self.wave.elements(self.at + 'fetch_state.m_resource.row%03d' % (base + (low >> 8 & 255)))

    def textures(self):
        if self.planned is not None:
            self.quad(self.planned)
        self.planned = self.sig('texture_lod.i_offer_low') if self.sig('net_texture_turn.n_quad') else None
        if self.sig('texture_data.i_push') and self.sig('texture_data.i_push_mark') & 8:
            low = self.wave.elements(self.at + 'texture_return.o_f_low')[self.sig('texture_data.i_push_entry')]
            form = self.resource(low)[1] >> 26
            self.add('passes64', form in WIDE_64)
            self.add('passes128', form in WIDE_128)

    def quad(self, low):
        self.quads += 1
        if self.sig('texture_lod.o_alone'):
            return
        resource, plan = self.resource(low), self.wave.elements(self.at + 'texture_lod.o_plan')
        for lane in range(4):
            if not self.sig('texture_lod.o_lanes') >> lane & 1:
                continue
            words = plan[16 * lane:16 * lane + 16]
            steps = [(word & 0xffff, word >> 16 & 255) for word in words[0:8:2]][:words[8] & 255]
            self.add('samples')
            self.add('dim' + DIMS[resource[0] & 7])
            self.add('blocks', resource[1] >> 26 in BLOCKS)
            self.add('levels', len({level for _, level in steps}) > 1)
            self.add('slices', len({s for s, level in steps if level == steps[0][1]}) > 1)
            self.add('probes', 1 << (words[8] >> 24))

    def registers(self):
        """Counters that modules keep, behind the last clock."""
        if self.planned is not None:
            self.quad(self.planned)
        if self.quads != self.sig('texture_lod.r_quads'):
            fail('%s: %d quads seen, %d counted' % (self.at, self.quads, self.sig('texture_lod.r_quads')))
        self.n['quads'] = self.quads
        for name, signal in (('passes', 'texture_data.r_passes'), ('texels', 'texture_data.r_texels'),
                             ('filter', 'texture_data.r_busy')):
            self.n[name] = self.sig(signal)
        for cache in ('texture_l1', 'vertex_cache'):
            for what in ('hits', 'merged', 'missed'):
                self.n[cache + what] = self.sig('%s.r_%s' % (cache, what))
        for what in ('hits', 'misses'):
            self.n['constant' + what] = self.sig('kcache.r_' + what)
            self.n['instruction' + what] = sum(self.sig('%s_cache.r_%s' % (cache, what)) for cache in ('cf', 'alu', 'fetch'))
        for name, arbiter in ARBITERS.items():
            prefix = self.at + arbiter + '.r_stalls.'
            for path in self.wave.code:
                if path.startswith(prefix):
                    reason = path[len(prefix):]
                    self.n['%s %s' % (name, reason.replace('stall_', ''))] = self.wave[path]


def chances(n, name):
    return {key.split(' ')[1]: value for key, value in n.items() if key.startswith(name + ' ')}


def ratio(a, b):
    return None if not b else a / b


def counters(n, wave_size, vertex_cache, chip):
    """The counters of what was counted; None: there was nothing to count."""
    def g(name):
        return n.get(name, 0)

    def percent(a, b):
        return ratio(100 * g(a), g(b))

    def lookups(cache):
        return sum(g(cache + what) for what in ('hits', 'merged', 'missed', 'misses'))
    groups, waves, samples = g('groups4') / 4, g('waves'), g('samples')
    even, odd = chances(n, 'Even'), chances(n, 'Odd')
    out = {
        'ShaderBusy': percent('busy', 'clocks'), 'Wavefronts': waves, 'ALUInsts': ratio(groups, waves),
        'ALUBusy': ratio(100 * (even['used'] + odd['used']), sum(even.values()) + sum(odd.values())),
        'ALUPacking': ratio(100 * g('slots4') / 4, 5 * groups), 'CFInsts': ratio(g('cf'), waves),
        'ThreadUtilization': ratio(100 * g('lanes4') / 4, wave_size * groups), 'FetchInsts': ratio(g('fetches'), waves),
        'ALUFetchRatio': ratio(groups, g('fetches')), 'FetchUnitBusy': percent('fetch_clocks', 'clocks'),
        'FetchUnitStalled': percent('fetch_waits', 'clocks'), 'CacheHitL1': ratio(100 * g('texture_l1hits'), lookups('texture_l1')),
        'CacheHitVertex': ratio(100 * g('vertex_cachehits'), lookups('vertex_cache')) if vertex_cache else None,
        'CacheHitConstant': ratio(100 * g('constanthits'), lookups('constant')),
        'CacheHitInstruction': ratio(100 * g('instructionhits'), lookups('instruction')),
        'TexelFetchCount': g('texels'), 'TexMissRate': ratio(100 * g('texture_l1missed'), lookups('texture_l1')),
        'TexAveAnisotropy': ratio(g('probes'), samples), 'TexTriFilteringPct': percent('levels', 'samples'),
        'TexVolFilteringPct': percent('slices', 'samples'), 'TexCostOfFiltering': ratio(g('filter'), g('quads')),
        'Pct64SlowTexels': percent('passes64', 'passes'), 'Pct128SlowTexels': percent('passes128', 'passes'),
        'PctCompressedTexels': percent('blocks', 'samples'), 'PctUncompressedTexels': ratio(100 * (samples - g('blocks')), samples),
        'WriteInsts': ratio(g('writes'), waves), 'WriteUnitStalled': percent('write_waits', 'clocks'),
        'LDSFetchInsts': ratio(g('lds_reads'), waves), 'LDSWriteInsts': ratio(g('lds_writes'), waves),
        'LDSBankConflict': percent('lds_conflicts', 'clocks')}
    for name in TYPES:
        out['ShaderBusy' + name] = percent('busy' + name, 'clocks')
        out[name + 'ItemsIn'] = g('items' + name)
    for name in set(DIMS):
        out['PctTex' + name] = percent('dim' + name, 'samples')
    for name in ARBITERS:
        all_chances = chances(n, name)
        for reason, count in all_chances.items():
            key = 'Busy.' + name if reason == 'used' else 'Stall.%s.%s' % (name, reason)
            out[key] = ratio(100 * count, sum(all_chances.values()))
    if chip:
        out.update({'GPUTime': g('gpu_clocks'), 'GPUBusy': percent('gpu_busy', 'gpu_clocks'), 'FetchSize': g('lines') * 64 / 1024,
                    'CacheHitL2': ratio(100 * g('l2hits'), lookups('l2')), 'WriteSize': g('memory_writes')})
        out.update({name: None for name in LACKING})
    return out


def count(path):
    wave = Wave(path)
    paths = {path.split('.cf_sequencer.')[0] for path in wave.code if '.cf_sequencer.' in path}
    units = [Simd(wave, number, path) for number, path in
             enumerate(sorted(paths, key=lambda path: int(re.search(r'\d+$', path).group())))]
    chip = {}
    for _ in wave.cycles():
        for unit in units:
            unit.clock()
        chip['gpu_clocks'] = chip.get('gpu_clocks', 0) + 1
        chip['gpu_busy'] = chip.get('gpu_busy', 0) + any(unit.resident for unit in units)
    wave.vcd.f.close()
    for unit in units:
        unit.registers()
        for name, value in unit.n.items():
            chip[name] = chip.get(name, 0) + value
    shared = {r'gpu\.l2_lines\d+\.r_hits': 'l2hits', r'gpu\.l2_lines\d+\.r_merged': 'l2merged',
              r'gpu\.l2_lines\d+\.r_missed': 'l2missed', r'gpu\.memory\d+\.r_lines': 'lines',
              r'gpu\.memory\d+\.r_writes': 'memory_writes'}
    for pattern, name in shared.items():
        chip[name] = sum(wave[path] for path in wave.code if re.fullmatch(pattern, path))
    return chip, units


def compare(path, got, expected):
    """How many counters say the same and are not 0; all of them must."""
    if set(got) != set(expected):
        fail('%s: not counted on both sides: %s' % (path, sorted(set(got) ^ set(expected))))
    for name, value in expected.items():
        said = got[name]['value']
        if (said is None) != (value is None) or (value is not None and abs(said - value) > 1e-6 * max(1, abs(value))):
            fail('%s.%s: %s, in the waveform %s' % (path, name, said, value))
        if value is None and not got[name].get('why'):
            fail('%s.%s: no reason why there is none' % (path, name))
    for name in ARBITERS:
        whole = sum(got[key]['value'] or 0 for key in got if key == 'Busy.' + name or key.startswith('Stall.%s.' % name))
        if abs(whole - 100) > 1e-6:
            fail('%s: chances of %s add up to %.9g %%' % (path, name, whole))
    return {name for name, value in expected.items() if value}


def check(wekiva, launch, options, folder):
    trace = os.path.join(folder, 'counters.vcd')
    done = subprocess.run([wekiva, 'run', '--launch', launch, '--counters', '--json', '--trace', trace, '--trace-lanes',
                           '--trace-scope', ','.join(SCOPE)] + options, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        fail('%s: wekiva run ended with %d' % (launch, done.returncode))
    result = json.loads(done.stdout)
    parameters = {row['name']: row['value'] for row in result['configuration']}
    simds, wave_size, vertex_cache = parameters['simds'], parameters['wave_size'], parameters['vc_present']
    chip, units = count(trace)
    seen = compare('gpu', result['counters']['gpu'], counters(chip, wave_size, vertex_cache, True))
    for unit in units:
        seen |= compare(unit.path, result['counters'][unit.path], counters(unit.n, wave_size, vertex_cache, False))
    if set(result['counters']) != {'gpu'} | {unit.path for unit in units} or len(units) != simds:
        fail('%s: counters of %s' % (launch, sorted(result['counters'])))
    return seen


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
        sys.exit('usage: check_counters.py LAUNCH.json [OPTION]...')
    with tempfile.TemporaryDirectory() as folder:
        seen = check(os.environ.get('WEKIVA', 'build/wekiva'), sys.argv[1], sys.argv[2:], folder)
    print('%s: %d counters that are not 0' % (sys.argv[1], len(seen)))


if __name__ == '__main__':
    main()
