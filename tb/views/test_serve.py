#!/usr/bin/env python3
"""test_serve.py - `wekiva serve`, by a client that is written from the protocol's document, beside what vcd_tool.py reads
from the waveform of the same run.

usage: WEKIVA=build/wekiva python3 tb/views/test_serve.py      (from the project's root)
"""
import json
import os
import random
import stat
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = ['tb/views']
from cxxrtl_client import Refused, Server, point, values_of  # noqa: E402
from run_waves import RUNS, WEKIVA, Waves  # noqa: E402

CYCLE = 10 ** 6  # femtoseconds
QUERIES = 50     # of each run
COMMANDS = ['list_scopes', 'list_items', 'reference_items', 'query_interval', 'get_simulation_status', 'run_simulation',
            'pause_simulation']


class Served(unittest.TestCase):
    """What signals hold."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    def compare(self, client, waves, names, first, last, collapse):
        """The samples of an interval are what the waveform says."""
        client.command('reference_items', reference='r', items=[[name.replace('.', ' ')] for name in names])
        samples = client.query(first * CYCLE, last * CYCLE, 'r', collapse)
        found = {sample['time'] // CYCLE: values_of(sample, [waves.bits[name] for name in names]) for sample in samples}
        times = [sample['time'] for sample in samples]
        self.assertEqual(times, sorted(set(times)))
        self.assertEqual((times[0], times[-1]), (first * CYCLE, last * CYCLE))
        if not collapse:
            self.assertEqual(times, [cycle * CYCLE for cycle in range(first, last + 1)])
        now = None
        for cycle in range(first, last + 1):
            now = found.get(cycle, now)
            self.assertEqual(now, [waves.at(name, cycle) for name in names], (cycle, names))

    def check(self, run, seed):
        waves, pick = Waves(os.path.join(self.folder, run + '.vcd'), *RUNS[run]), random.Random(seed)
        server = Server(WEKIVA, *RUNS[run])
        client = server.client()
        items = client.command('list_items', scope=None)['items']
        nodes = {name.replace(' ', '.') for name, item in items.items() if item['type'] == 'node'}
        self.assertEqual([name for name in waves.names if name not in nodes and not name.split('.')[1] == 'marks'], [])
        self.assertEqual([name for name in waves.names if items.get(name.replace('.', ' '), {}).get('width', waves.bits[name]) !=
                          waves.bits[name]], [])
        self.assertEqual(client.run(100 * CYCLE), {'type': 'event', 'event': 'simulation_paused', 'time': point(100 * CYCLE),
                                                   'cause': 'until_time'})
        self.compare(client, waves, pick.sample(waves.moving, 20), 0, 100, False)
        event = client.run()
        self.assertEqual(event, {'type': 'event', 'event': 'simulation_finished', 'time': point(waves.last * CYCLE)})
        for _ in range(QUERIES):
            first = pick.randint(0, waves.last)
            last = min(first + pick.choice((0, 1, 50, 200)), waves.last)
            names = pick.sample(waves.moving, pick.choice((1, 2, 10)))
            self.compare(client, waves, names, first, last, pick.random() < 0.6)
        client.close()
        self.assertEqual(server.end(), (130, ''))

    def test_one_simd_is_that_of_the_waveform(self):
        self.check('simd', 1)

    def test_a_chip_is_that_of_the_waveform(self):
        self.check('chip', 2)

    def test_r580_is_that_of_the_waveform(self):
        self.check('r580', 3)

    def test_nv30_is_that_of_the_waveform(self):
        self.check('nv30', 4)

    def test_rows_of_a_memory_are_those_of_a_waveform_with_lanes(self):
        launch, *options = RUNS['simd']
        waves = Waves(os.path.join(self.folder, 'lanes.vcd'), launch, '--trace-lanes', '--trace-scope',
                      'gpu.simd0.alu_x.o_result,gpu.simd0.alu_cache.m_data', *options)
        server = Server(WEKIVA, *RUNS['simd'])
        client = server.client()
        items = client.command('list_items', scope='gpu simd0 alu_x')['items']
        lanes, cache = items['gpu simd0 alu_x o_result'], client.command('list_items', scope='gpu simd0 alu_cache')['items'][
            'gpu simd0 alu_cache m_data']
        depth = len([name for name in waves.names if name.startswith('gpu.simd0.alu_x.o_result.lane')])
        self.assertEqual((lanes['type'], lanes['depth'], lanes['width'], lanes['zero_at']), ('memory', depth, 32, 0))
        rows = len({name.split('.')[4] for name in waves.names if '.m_data.row' in name})
        width = cache['depth'] // rows
        self.assertEqual(cache['attributes']['lanes'], {'type': 'unsigned_int', 'value': str(width)})
        client.command('reference_items', reference='m', items=[['gpu simd0 alu_x o_result', depth - 1, 0],
                                                                ['gpu simd0 alu_cache m_data', width, 2 * width - 1]])
        client.run()
        row = sorted({name.split('.')[4] for name in waves.names if '.m_data.row' in name})[1]
        names = ['gpu.simd0.alu_x.o_result.lane%02d' % lane for lane in range(depth - 1, -1, -1)]
        names += ['gpu.simd0.alu_cache.m_data.%s.lane%02d' % (row, lane) for lane in range(width)]
        for cycle in random.Random(5).sample(range(waves.last), 20):
            sample, = client.query(cycle * CYCLE, cycle * CYCLE, 'm')
            bits = [32] * depth + [cache['width']] * width
            self.assertEqual(values_of(sample, bits), [waves.at(name, cycle) for name in names])
        client.close()
        server.end()


class Protocol(unittest.TestCase):
    """Messages, one after the other; of the smallest machine."""

    def setUp(self):
        self.server = Server(WEKIVA, RUNS['nv30'][0])
        self.client = self.server.client()

    def tearDown(self):
        self.client.close()
        self.assertEqual(self.server.end(), (130, ''))

    def refused(self, what, command, **arguments):
        with self.assertRaises(Refused) as refusal:
            self.client.command(command, **arguments)
        self.assertIn(what, refusal.exception.packet['message'])
        self.assertEqual(sorted(refusal.exception.packet), ['error', 'message', 'type'])

    def some_items(self, count):
        nodes = [name for name, item in self.client.command('list_items', scope=None)['items'].items() if item['type'] == 'node']
        return [[name] for name in nodes[:count]]

    def test_a_greeting_says_what_there_is(self):
        self.assertEqual(self.client.greeting, {'type': 'greeting', 'version': 0, 'commands': COMMANDS, 'events':
                                                ['simulation_paused', 'simulation_finished'], 'features':
                                                {'item_values_encoding': ['base64(u32)']}})
        again = self.server.client({'type': 'greeting', 'version': 1})
        self.assertEqual(again.greeting['type'], 'error')
        self.assertRaises(EOFError, again.receive)

    def test_scopes_and_items_of_a_scope_are_those_next_to_it(self):
        scopes = self.client.command('list_scopes', scope=None)['scopes']
        items = self.client.command('list_items', scope=None)['items']
        self.assertIn('', scopes)
        for name in list(scopes)[::7] + ['']:
            within = lambda one: one.rsplit(' ', 1)[0] == name if ' ' in one else name == '' and one != ''  # noqa: E731
            self.assertEqual(self.client.command('list_scopes', scope=name)['scopes'],
                             {one: scope for one, scope in scopes.items() if within(one)}, name)
            self.assertEqual(self.client.command('list_items', scope=name)['items'],
                             {one: item for one, item in items.items() if within(one)}, name)
        for name in items:
            self.assertIn(name.rsplit(' ', 1)[0], scopes)
        for scope in scopes.values():
            self.assertEqual((scope['type'], sorted(scope['definition']), sorted(scope['instantiation'])),
                             ('module', ['attributes', 'name', 'src'], ['attributes', 'src']))
        for item in items.values():
            self.assertEqual(sorted(item), sorted(['src', 'type', 'width', 'lsb_at', 'settable', 'attributes'] +
                                                  (['input', 'output'] if item['type'] == 'node' else ['depth', 'zero_at'])))
        for wrong in ('nowhere', 'nv30.stage00', 'nv30  x', ' ', 'x' * 5000):
            self.refused('there is no scope', 'list_scopes', scope=wrong)
            self.refused('there is no scope', 'list_items', scope=wrong)
        self.refused('expected null or a string', 'list_items')
        self.refused('expected null or a string', 'list_scopes', scope=3)

    def test_references_are_replaced_freed_and_checked(self):
        one, two = self.some_items(2)
        memory = next((name, item) for name, item in self.client.command('list_items', scope=None)['items'].items()
                      if item['type'] == 'memory')
        self.client.command('reference_items', reference='a', items=[one])
        self.assertEqual(len(self.client.query(0, 0, 'a')), 1)
        self.client.command('reference_items', reference='a', items=[one, two, one])
        self.client.command('reference_items', reference='a', items=None)
        self.refused('stands for no items', 'query_interval', interval=['0.0', '0.0'], collapse=True, items='a',
                     item_values_encoding='base64(u32)', diagnostics=False)
        self.client.command('reference_items', reference='none', items=[])
        self.refused('stands for no items', 'query_interval', interval=['0.0', '0.0'], collapse=True, items='none',
                     item_values_encoding='base64(u32)', diagnostics=False)
        name, item = memory
        for what, items in (('there is no item', [['nowhere']]), ('[name] of a node', [one + [0, 0]]),
                            ('first row, last row', [[name]]), ('has rows 0 to', [[name, 0, item['depth']]]),
                            ('has rows 0 to', [[name, -1, 0]]), ('begin with a name', [3]), ('begin with a name', [[]]),
                            ('null or an array', 3)):
            self.refused(what, 'reference_items', reference='b', items=items)
        self.refused('not empty', 'reference_items', reference='', items=[one])

    def test_intervals_lie_between_the_beginning_and_the_latest_time(self):
        self.client.run(50 * CYCLE)
        status = self.client.command('get_simulation_status')
        self.assertEqual(status, {'type': 'response', 'command': 'get_simulation_status', 'status': 'paused',
                                  'latest_time': point(50 * CYCLE), 'next_sample_time': point(51 * CYCLE)})
        self.assertEqual(self.client.query(0, 2 * CYCLE), [{'time': cycle * CYCLE} for cycle in range(3)])
        self.assertEqual(self.client.query(CYCLE + 5, CYCLE + 6), [{'time': CYCLE}])
        self.assertEqual(self.client.query(50 * CYCLE, 50 * CYCLE, diagnostics=True), [{'time': 50 * CYCLE, 'diagnostics': []}])
        for interval in (['0.0', point(51 * CYCLE)], ['0.0', point(50 * CYCLE + 1)], [point(3 * CYCLE), point(2 * CYCLE)]):
            self.refused('between 0.0 and', 'query_interval', interval=interval, collapse=True, items=None,
                         item_values_encoding=None, diagnostics=False)
        for interval in (['0', '0.0'], ['0.0'], ['0.0', '0.1000000000000000'], ['2147483648.0', '0.0'], ['0.0', '0.0x'], [0, 0], None):
            self.refused('two time points', 'query_interval', interval=interval, collapse=True, items=None,
                         item_values_encoding=None, diagnostics=False)
        for wrong in ({'collapse': None}, {'diagnostics': 1}, {'items': 3}, {'item_values_encoding': 'hex'}):
            self.refused('expected', 'query_interval', **{'interval': ['0.0', '0.0'], 'collapse': True, 'items': None,
                                                          'item_values_encoding': None, 'diagnostics': False, **wrong})

    def test_a_simulation_runs_pauses_and_finishes(self):
        self.assertEqual(self.client.command('get_simulation_status')['latest_time'], point(0))
        for wrong in ({'until_time': 3}, {'until_diagnostics': ['x']}, {'until_diagnostics': None}, {'sample_item_values': 0}):
            self.refused('expected', 'run_simulation', **{'until_time': None, 'until_diagnostics': [], 'sample_item_values': True,
                                                          **wrong})
        self.assertEqual(self.client.run(7 * CYCLE + 5)['time'], point(7 * CYCLE))
        self.assertEqual(self.client.run(3)['time'], point(7 * CYCLE))
        self.assertEqual(self.client.command('pause_simulation')['time'], point(7 * CYCLE))
        end = self.client.run(10 ** 15)
        self.assertEqual(end['event'], 'simulation_finished')
        self.assertEqual(self.client.command('get_simulation_status'),
                         {'type': 'response', 'command': 'get_simulation_status', 'status': 'finished', 'latest_time': end['time']})
        self.refused('has finished', 'run_simulation', until_time=None, until_diagnostics=[], sample_item_values=True)
        self.assertEqual(self.client.command('pause_simulation')['time'], end['time'])

    def test_commands_are_answered_in_their_order_however_they_are_cut(self):
        one, = self.some_items(1)
        packets = [{'type': 'command', 'command': 'reference_items', 'reference': 'a', 'items': [one]},
                   {'type': 'command', 'command': 'nothing'}, {'type': 'command', 'command': 'get_simulation_status'},
                   {'type': 'command'}, {'type': 'x'}, {'type': 'greeting', 'version': 0}]
        data = b''.join(json.dumps(packet).encode() + b'\0' for packet in packets)
        for size in (1, 7, len(data)):
            for at in range(0, len(data), size):
                self.client.socket.sendall(data[at:at + size])
            answers = [self.client.receive() for _ in packets]
            self.assertEqual([answer['type'] for answer in answers], ['response', 'error', 'response', 'error', 'error', 'greeting'])

    def test_what_is_no_packet_is_refused_and_the_next_one_is_answered(self):
        for text in (b'', b'{', b'[]', b'3', b'"x"', b'{"type":"command","command":"\xff"}', b'[' * 100000, b'{"type":null}',
                     b'{"type":"command","command":{}}', b'{"type":"command","command":"list_items","scope":"\xc3\xa4' + b'\xc3\xa4' * 500 + b'"}'):
            self.client.socket.sendall(text + b'\0')
            self.assertEqual(self.client.receive()['type'], 'error', text[:40])
        self.assertEqual(self.client.command('get_simulation_status')['status'], 'paused')

    def test_random_bytes_end_nothing(self):
        pick = random.Random(6)
        for _ in range(50):
            other = self.server.client({} if pick.random() < 0.5 else None)
            text = json.dumps({'type': 'command', 'command': pick.choice(COMMANDS), 'scope': None, 'interval': ['0.0', '0.0']})
            data = bytearray(text.encode() + b'\0')
            for _ in range(pick.randint(0, 20)):
                data[pick.randrange(len(data))] = pick.randrange(256)
            other.socket.sendall(bytes(data))
            other.close()
        self.assertEqual(self.client.command('get_simulation_status')['status'], 'paused')

    def test_nothing_is_understood_before_a_greeting(self):
        for text in (b'{"type":"command","command":"get_simulation_status"}\0', b'POST / HTTP/1.1\r\n\r\n\0{"type":"greeting","version":0}\0'):
            other = self.server.client({})
            other.socket.sendall(text)
            self.assertEqual(other.receive()['error'], 'no_greeting')
            self.assertRaises(EOFError, other.receive)
            other.close()

    def test_a_packet_without_an_end_is_refused(self):
        other = self.server.client()
        try:
            for _ in range(20):
                other.socket.sendall(b'x' * (1 << 20))
        except (BrokenPipeError, ConnectionResetError):
            pass
        try:
            self.assertEqual(other.receive()['error'], 'invalid_packet')
        except ConnectionResetError:
            pass
        other.close()
        self.assertEqual(self.client.command('get_simulation_status')['status'], 'paused')

    def test_clients_have_references_of_their_own_and_share_events(self):
        one, = self.some_items(1)
        other = self.server.client()
        self.client.command('reference_items', reference='a', items=[one])
        with self.assertRaises(Refused):
            other.query(0, 0, 'a')
        self.client.run(CYCLE)
        self.assertEqual(other.receive()['event'], 'simulation_paused')
        other.close()


class Endings(unittest.TestCase):
    """What ends a run, where a server listens, and who may connect."""

    @staticmethod
    def served(*arguments):
        server = Server(WEKIVA, *arguments)
        return server, server.client()

    def test_a_run_is_paused_while_it_runs(self):
        server, client = self.served('tb/corpus/kernels/mandelbrot/launch.json')
        client.command('run_simulation', until_time=None, until_diagnostics=[], sample_item_values=True)
        with self.assertRaises(Refused):
            client.command('run_simulation', until_time=None, until_diagnostics=[], sample_item_values=True)
        self.assertEqual(client.command('get_simulation_status')['status'], 'running')
        when = client.command('pause_simulation')['time']
        self.assertEqual(client.command('get_simulation_status')['latest_time'], when)
        time.sleep(0.05)
        self.assertEqual(client.command('get_simulation_status')['latest_time'], when)
        self.assertEqual(client.events, [])
        server.end()

    def test_a_limit_is_a_diagnostic_at_which_it_pauses(self):
        server, client = self.served(RUNS['nv30'][0], '--max-cycles', '100')
        event = client.run(diagnostics=['break'])
        self.assertEqual(event, {'type': 'event', 'event': 'simulation_paused', 'time': point(100 * CYCLE), 'cause': 'until_diagnostics'})
        before, last = client.query(99 * CYCLE, 100 * CYCLE, diagnostics=True)
        self.assertEqual(before['diagnostics'], [])
        self.assertEqual([(one['type'], one['src']) for one in last['diagnostics']], [('break', None)])
        self.assertIn('not finished at cycle 100', last['diagnostics'][0]['text'])
        self.assertEqual(client.command('get_simulation_status')['status'], 'paused')
        self.assertEqual(client.run()['event'], 'simulation_finished')
        server.end()

    def test_a_socket_is_its_owners_alone_and_goes_with_the_server(self):
        server = Server(WEKIVA, RUNS['nv30'][0])
        folder = os.path.dirname(server.where)
        self.assertEqual((stat.S_IMODE(os.stat(server.where).st_mode), stat.S_IMODE(os.stat(folder).st_mode)), (0o600, 0o700))
        server.end()
        self.assertFalse(os.path.exists(folder))

    def test_a_socket_that_was_left_is_taken_over_and_nothing_else_is(self):
        with tempfile.TemporaryDirectory() as folder:
            path, file = os.path.join(folder, 's'), os.path.join(folder, 'f')
            server = Server(WEKIVA, RUNS['nv30'][0], '--socket', path)
            refused = subprocess.run([WEKIVA, 'serve', RUNS['nv30'][0], '--socket', path], capture_output=True, text=True, check=False)
            self.assertEqual(refused.returncode, 2)
            self.assertIn('another process listens there', refused.stderr)
            server.process.kill()
            server.process.communicate()
            self.assertTrue(os.path.exists(path))
            server = Server(WEKIVA, RUNS['nv30'][0], '--socket', path)
            self.assertEqual(server.client().greeting['type'], 'greeting')
            server.end()
            with open(file, 'w', encoding='ascii') as text:
                text.write('x')
            for wrong, what in ((file, 'something else'), (os.path.join(folder, 'x' * 200), 'less than'),
                                (os.path.join(folder, 'no/s'), 'cannot make the socket')):
                refused = subprocess.run([WEKIVA, 'serve', RUNS['nv30'][0], '--socket', wrong], capture_output=True, text=True, check=False)
                self.assertEqual((refused.returncode, len(refused.stderr.splitlines())), (2, 1))
                self.assertIn(what, refused.stderr)
            self.assertEqual(os.listdir(folder), ['f'])

    def test_a_port_is_of_the_loopback_interface_and_asks_for_the_token(self):
        server = Server(WEKIVA, RUNS['nv30'][0], '--port', '0', '--token', 'secret')
        self.assertEqual(server.where[0], '127.0.0.1')
        for greeting in (None, {'type': 'greeting', 'version': 0, 'token': 'secre'}):
            client = server.client(greeting)
            self.assertEqual(client.greeting['error'], 'wrong_token')
            self.assertRaises(EOFError, client.receive)
        client = server.client({'type': 'greeting', 'version': 0, 'token': 'secret'})
        self.assertEqual(client.greeting['type'], 'greeting')
        taken = subprocess.run([WEKIVA, 'serve', RUNS['nv30'][0], '--port', str(server.where[1])], capture_output=True, text=True, check=False)
        self.assertEqual(taken.returncode, 2)
        self.assertIn('cannot listen there', taken.stderr)
        server.end()

    def test_once_it_ends_with_its_client(self):
        server = Server(WEKIVA, RUNS['nv30'][0], '--once')
        server.client().close()
        self.assertEqual(server.process.wait(timeout=30), 0)
        server.process.communicate()

    def test_wrong_usage_is_one_line(self):
        for arguments in ([], ['a', 'b'], ['a', '--port', '1', '--socket', 'x'], ['a', '--port', '65536'], ['nowhere.json']):
            done = subprocess.run([WEKIVA, 'serve', *arguments], text=True, capture_output=True, check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), arguments)


if __name__ == '__main__':
    unittest.main()
