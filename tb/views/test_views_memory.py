#!/usr/bin/env python3
"""test_views_memory.py - Perfetto's tracks of the texture unit, misses, L2 and channels, beside statistics, waveform and parameters.

usage: WEKIVA=build/wekiva python3 tb/views/test_views_memory.py      (from the project's root)
"""
import collections
import os
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb', 'tb/views']
from test_views import CYCLE, DEMO, Run  # noqa: E402
from vcd_tool import Vcd  # noqa: E402

TEXTURES = 'tb/corpus/textures/tex_two/launch.json'
BLOCKS = 'tb/corpus/compute/matrix_blocks/launch.json'
STAGES = ('link', 'L2 hit', 'L2 miss', 'channel', 'return')
CLIENTS = ('texture L1: misses', 'vertex cache: misses', 'memory writes', 'memory reads')


class Seen:
    """Requests with their stages in order; slices of banks and channels."""

    def __init__(self, *arguments):
        self.run = Run(*arguments, views=('--perfetto',))
        self.requests, self.banks, self.channels = [], [], []
        trace, open_on = self.run.perfetto, {}
        for s in trace.slices:
            words = trace.path(s.track).split('/')
            if words[0] == 'memory':
                (self.banks if words[1].startswith('L2 bank') else self.channels).append(s)
            elif words[1] in CLIENTS and s.depth == 0:
                s.client, s.stages = words[1], []
                open_on[s.track] = s
                self.requests.append(s)
            elif words[1] in CLIENTS:
                open_on[s.track].stages.append(s)

    def sum(self, module, name):
        """Of all instances whose path ends in the module's name and a number."""
        return sum(value for (path, own), value in self.run.statistics.items()
                   if own == name and path.split('.')[-1].rstrip('0123456789') == module and '.simds.' not in path)

    def shortest(self, stage):
        return min(s.end - s.begin for request in self.requests for s in request.stages if s.name == stage)


class Memory(unittest.TestCase):
    def check(self, seen):
        kinds = collections.Counter(s.client for s in seen.requests)
        writes = kinds['memory writes']
        self.assertEqual((len(seen.requests) - writes, writes), (seen.sum('memory_port', 'reads'), seen.sum('memory_port', 'writes')))
        self.assertEqual(len(seen.banks), seen.sum('l2_bank', 'answers'))
        self.assertEqual(len(seen.channels), seen.sum('memory', 'lines') + seen.sum('memory', 'writes'))
        for request in seen.requests:
            names = [s.name for s in request.stages]
            self.assertEqual((names[0], names[-1], len(names)), ('link', 'return', 3))
            self.assertEqual(names[1] == 'channel', request.client in ('memory writes', 'memory reads'))
            ends = [request.begin, *(s.end for s in request.stages)]
            self.assertEqual([s.begin for s in request.stages] + [request.end], ends)

    def test_they_add_up_to_the_statistics(self):
        for launch in ((TEXTURES, '--set', 'simds=2', '--set', 'tc_l1_kb=2'), (BLOCKS, '--set', 'simds=3'), (DEMO,),
                       ('tb/corpus/compute/saxpy/launch.json', '--set', 'simds=20', '--chip', 'docs/examples/doubled.json')):
            with self.subTest(launch=launch):
                seen = Seen(*launch)
                self.check(seen)
                self.assertEqual(len([s for found in seen.run.perfetto.on('texture unit').values() for s in found]),
                                 seen.sum('texture_issue', 'instructions'))

    def test_lines_that_l2_has_are_hits(self):
        seen = Seen(TEXTURES, '--set', 'simds=1', '--set', 'tc_l1_kb=2')
        hits = [s for request in seen.requests for s in request.stages if s.name == 'L2 hit']
        self.assertGreater(seen.sum('l2_lines', 'hits'), 0)
        self.assertGreater(len(hits), 0)
        self.assertLessEqual(len(hits), seen.sum('l2_lines', 'hits'))  # look-ups that find a line which is waited for are hits there
        lines = collections.Counter(s.notes['line'] for s in seen.channels)
        for s in hits:
            self.assertGreaterEqual(lines[s.notes['line']], 1)

    def test_requests_begin_when_the_port_asks(self):
        with tempfile.TemporaryDirectory() as folder:
            vcd = folder + '/a.vcd'
            seen = Seen(BLOCKS, '--set', 'simds=1', '--trace', vcd, '--trace-scope', '*.memory_port')
            found = Vcd(vcd)
            codes = {v.path.rsplit('.', 1)[1]: v.code for v in found.vars}
            asks, since = [], None
            for time, code, value in found.events():
                if code == codes['o_ask']:
                    if since is not None:
                        asks += range(since, time // CYCLE)
                    since = time // CYCLE if value == '1' else None
        self.assertEqual(sorted(s.begin for s in seen.requests), asks)

    def test_ways_take_their_parameters_clocks(self):
        """Nothing waits on the way back; on the way to a channel the first one does not."""
        slow, fast = (Seen(BLOCKS, '--set', 'simds=1', '--set', 'l2_request_clk=%d' % there, '--set', 'l2_return_clk=%d' % back)
                      for there, back in ((66, 66), (30, 20)))
        self.assertEqual(slow.shortest('link') - fast.shortest('link'), 66 - 30)
        self.assertEqual(slow.shortest('return') - fast.shortest('return'), 66 - 20)
        self.assertEqual(fast.shortest('channel') - slow.shortest('channel'), 66 - 30 + 66 - 20)  # the latency is that of the whole way

    def test_an_arrow_leads_along_each_miss(self):
        seen = Seen(BLOCKS, '--set', 'simds=2')
        of_flow = {request.flows[0]: request for request in seen.requests}
        self.assertEqual(len(of_flow), len(seen.requests))
        for s in seen.channels:
            request = of_flow[s.flows[0]]
            self.assertEqual(request.notes['line'], s.notes['line'])
            self.assertTrue(request.begin < s.begin < s.end <= request.end)
        for request in seen.requests:
            self.assertEqual(request.stages[-1].flows, request.flows)

    def test_of_some_wavefronts_there_are_none(self):
        seen = Seen(BLOCKS, '--set', 'simds=1', '--pipeline-waves', '0')
        self.assertEqual((seen.requests, seen.banks, seen.channels), ([], [], []))


if __name__ == '__main__':
    unittest.main()
