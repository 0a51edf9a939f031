#!/usr/bin/env python3
"""test_why_memory.py - the parameter that `wekiva why --sum` names first, of random programs that memory holds up: changed in its
direction it takes away the chances that were lost for it.

usage: WEKIVA=build/wekiva python3 tb/views/test_why_memory.py      (from the project's root; WEKIVA_WHY=100 tries so many programs)
"""
import collections
import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unittest

WEKIVA = os.environ.get('WEKIVA', 'build/wekiva')
PROGRAMS = int(os.environ.get('WEKIVA_WHY', '12'))
SHARE = 95      # of 100: docs/pipeline-views.md has what is reached, and why the others fail
# What takes a parameter away: the value, or the factor of what it is.
BETTER = {'mc_latency_clk': 16, 'tc_l2_hit_clk': 16, 'mc_line_clk': 1, 'mc_queue': 128, 'tc_l1_misses': 64, 'vc_misses': 64, 'tc_l2_misses': 64, 'tc_l1_kb': 32,
          'vc_kb': 32, 'tc_l1_ways': 0, 'tc_l2_ways': 0, 'vc_hit_clk': 1, 'vc_addr_per_clk': 64, 'vc_return_clk': 1, 'tex_hit_clk': 1, 'tex_return_clk': 1,
          'tex_sample_bits': 128, 'ic_miss_clk': 1, 'kc_miss_clk': 1, 'cf_fetch_clk': 3, 'cf_decode_clk': 1, 'alu_fetch_clk': 3, 'fc_fetch_clk': 1, 'fc_arb_clk': 1,
          'alu_arb_clk': 1, 'alu_lock_clk': 1, 'sx_export_clk': 1, 'spi_load_clk': 1, 'spi_wave_clk': 2, 'fetch_places': 8, 'ic_misses': 8, 'smx_lines': 64,
          'mc_interleave_b': 256, 'mc_channels': 8, 'alu_latency': 8}
# A line from memory takes no less than a hit in L2, and that no less than the ways there and back: they go with it.
WAYS = {'l2_request_clk': 3, 'l2_return_clk': 2, 'tc_l2_hit_clk': 16}
# What a machine of the test has in place of a preset's values, one or two of these.
CHANGES = {'mc_latency_clk': (200, 300, 600, 1000), 'mc_line_clk': (53, 200, 600, 1000), 'mc_queue': (2, 4, 8, 32), 'tc_l1_misses': (4, 8, 64), 'vc_misses': (4, 8, 64),
           'tc_l2_hit_clk': (140, 200, 390), 'vc_hit_clk': (20, 120, 400), 'tex_hit_clk': (20, 120, 400), 'vc_addr_per_clk': (4, 16), 'fetch_places': (2, 4, 8), 'tc_l2_misses': (2, 8, 64),
           'tc_l2_kb': (32, 256)}
FLOATS = 1 << 16


def case(source, folder):
    """A launch and its program: turns of a clause of fetches and one of additions that wait for them; the arguments of a machine."""
    fetches, groups, turns = source.randint(1, 6), source.randint(1, 6), source.randint(6, 12)
    texture, stride, threads = source.random() < 0.4, source.choice([4, 16, 64, 256, 1024]), 64 * source.choice([1, 2, 4, 8, 16])
    lines = ['ALU @next BARRIER', '%s @fetch BARRIER' % ('TEX' if texture else 'VTX')] * turns + ['ALU @next BARRIER', 'EXPORT_DONE PIX0, R1.xyzw EOP BARRIER', 'next:']
    step = source.choice([1, 3, 17])
    if texture:
        lines += ['  0 x: ADD R0.x, R0.x, %d.0' % step, '    y: ADD R0.y, R0.y, 1.0'] + ['  %d x: ADD R1.x, R%d.x, R1.x' % (g + 1, 2 + g % fetches) for g in range(groups)]
        fetch = ['SAMPLE_LZ R%d.xyzw, R0.xy00, t0, s0 CT(UUNN) OFFSET_X(%d.0)' % (2 + f, f) for f in range(fetches)]
    else:
        lines += ['  0 x: ADD_INT R0.x, R0.x, %d' % (step * threads)] + ['  %d x: ADD R1.x, R%d.x, R1.x' % (g + 1, 2 + g % fetches) for g in range(groups)]
        fetch = ['FETCH R%d.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32_32_32_32_FLOAT) OFFSET(%d) MEGA_FETCH MEGA_FETCH_COUNT(15)' % (2 + f, 16 * f) for f in range(fetches)]
    lines += ['fetch: ' + fetch[0]] + ['  ' + one for one in fetch[1:]]
    with open(folder + '/program.asm', 'w', encoding='ascii') as file:
        file.write('\n'.join(lines) + '\n')
    with open(folder + '/in.bin', 'wb') as file:
        for thread in range(threads):
            word = (struct.pack('<2f', thread % 256 + 0.5, 0.5 + thread // 256 * 8) if texture else struct.pack('<2I', thread, 0)) + bytes(8)
            file.write(word + bytes(16))
    with open(folder + '/data.bin', 'wb') as file:
        file.write(bytes(4 * FLOATS))
    launch = {'wekiva': 1, 'program': 'program.asm', 'stage': 'ps', 'threads': threads, 'num_gprs': 2 + fetches, 'stack_size': 0, 'gprs': {'first': 0, 'count': 2, 'file': 'in.bin'}}
    if texture:
        launch['textures'] = [{'id': 0, 'dim': '2D', 'width': 256, 'height': 64, 'format': '32_32_32_32_FLOAT', 'file': 'data.bin'}]
        launch['samplers'] = [{'id': 0, 'clamp': ['wrap'] * 3, 'mag': 'point', 'min': 'point', 'mip': 'none'}]
    else:
        launch['buffers'] = [{'name': 'data', 'file': 'data.bin'}]
        launch['vertex_resources'] = [{'id': 0, 'buffer': 'data', 'stride': stride, 'format': '32_32_32_32_FLOAT'}]
    with open(folder + '/launch.json', 'w', encoding='ascii') as file:
        json.dump(launch, file)
    changes = {name: source.choice(CHANGES[name]) for name in source.sample(sorted(CHANGES), source.randint(0, 2))}
    return dict(changes, simds=source.choice([1, 1, 2]))


def sums(folder, chip):
    sets = [word for name, value in chip.items() for word in ('--set', '%s=%d' % (name, value))]
    done = subprocess.run([WEKIVA, 'why', '--sum', '--json', '--launch', folder + '/launch.json'] + sets, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stderr, chip)
    rows = json.loads(done.stdout)['parameters']
    return collections.Counter({(row.get('parameter', row.get('cause')), *row.get('beside', [])): row['even'] + row['odd'] for row in rows})


def away(names):
    """The parameters of a row with values that take them away."""
    return dict({name: value for name, value in WAYS.items() if {'mc_latency_clk', 'tc_l2_hit_clk'} & set(names)}, **{name: BETTER[name] for name in names})


def lost(table):
    """What a run of another length has of itself does not count: chances behind the last wavefront's end, and used ones are none."""
    return sum(chances for names, chances in table.items() if names[0] != 'end of work')


def instead(before, after):
    """What more chances are lost for than before, the most first."""
    more = sorted(((after[names] - before[names], names) for names in after if names[0] != 'end of work'), reverse=True)
    return ', '.join('%s %+d' % ('+'.join(names), chances) for chances, names in more[:2] if chances > 0) or 'nothing'


class Memory(unittest.TestCase):
    def test_named_parameters(self):
        """Of the parameters that are named for a tenth of a run's lost chances or more, changed one by one."""
        source, tried, bad = random.Random(int(os.environ.get('WEKIVA_SEED', '1'))), 0, []
        kinds = set()
        for n in range(PROGRAMS):
            with tempfile.TemporaryDirectory() as folder:
                chip = case(source, folder)
                before = sums(folder, chip)
                for names, blamed in before.items():
                    if names[0] not in BETTER or blamed < 0.1 * lost(before) or blamed < 20:
                        continue
                    after = sums(folder, dict(chip, **away(names)))
                    tried += 1
                    kinds.add('+'.join(names))
                    if lost(before) - lost(after) < blamed / 2:
                        bad.append('program %d, %s: named for %d of %d, %d less without it; instead %s; %r' % (
                            n, '+'.join(names), blamed, lost(before), lost(before) - lost(after), instead(before, after), chip))
        print('%d of %d: %s' % (tried - len(bad), tried, ' '.join(sorted(kinds))))
        if 'WEKIVA_WHY' in os.environ:
            print('\n'.join(bad))
        self.assertGreater(tried, PROGRAMS)
        self.assertLessEqual(100 * len(bad), (100 - SHARE) * tried, '\n' + '\n'.join(bad))


if __name__ == '__main__':
    unittest.main()
