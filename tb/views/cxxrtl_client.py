"""cxxrtl_client.py - a client of the CXXRTL debug protocol, version 0.14, written from its document alone."""
import base64
import json
import re
import socket
import struct
import subprocess

TIME = re.compile(r'^\d+\.\d+$')
FEMTOSECONDS = 10 ** 15


def point(femtoseconds):
    return '%d.%015d' % divmod(femtoseconds, FEMTOSECONDS)


def femtoseconds_of(time):
    assert TIME.match(time), time
    seconds, rest = time.split('.')
    return int(seconds) * FEMTOSECONDS + int(rest)


class Refused(Exception):
    """An error message of the server."""

    def __init__(self, packet):
        super().__init__('%s: %s' % (packet['error'], packet['message']))
        self.packet = packet


class Client:
    def __init__(self, address, greeting=None):
        self.socket = socket.socket(socket.AF_UNIX if isinstance(address, str) else socket.AF_INET)
        self.socket.settimeout(60)
        self.socket.connect(address)
        self.buffer, self.events = b'', []
        if greeting != {}:
            self.send(greeting or {'type': 'greeting', 'version': 0})
            self.greeting = self.receive()

    def close(self):
        self.socket.close()

    def send(self, packet):
        self.socket.sendall(json.dumps(packet).encode() + b'\0')

    def receive(self):
        while b'\0' not in self.buffer:
            more = self.socket.recv(1 << 20)
            if not more:
                raise EOFError
            self.buffer += more
        text, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(text.decode('utf-8'))

    def answer(self):
        """The next packet that is no event."""
        while True:
            packet = self.receive()
            if packet['type'] != 'event':
                return packet
            self.events.append(packet)

    def event(self):
        return self.events.pop(0) if self.events else self.receive()

    def command(self, command, **arguments):
        self.send({'type': 'command', 'command': command, **arguments})
        packet = self.answer()
        if packet['type'] == 'error':
            raise Refused(packet)
        assert packet['type'] == 'response' and packet['command'] == command, packet
        return packet

    def run(self, until=None, diagnostics=()):
        """To an event."""
        self.command('run_simulation', until_time=None if until is None else point(until), until_diagnostics=list(diagnostics),
                     sample_item_values=True)
        return self.event()

    def query(self, first, last, items=None, collapse=True, diagnostics=False):
        """Samples as the protocol has them, with times in femtoseconds."""
        samples = self.command('query_interval', interval=[point(first), point(last)], collapse=collapse, items=items,
                               item_values_encoding='base64(u32)' if items else None, diagnostics=diagnostics)['samples']
        for sample in samples:
            sample['time'] = femtoseconds_of(sample['time'])
        return samples


def values_of(sample, widths):
    """Of items of these widths, in their order."""
    data = base64.b64decode(sample['item_values'], validate=True)
    words, values = struct.unpack('<%dI' % (len(data) // 4), data), []
    for width in widths:
        count = (width + 31) // 32
        values.append(sum(word << 32 * i for i, word in enumerate(words[:count])))
        words = words[count:]
    assert not words
    return values


class Server:
    """`wekiva serve` with these arguments, and where it listens."""

    def __init__(self, wekiva, *arguments):
        self.process = subprocess.Popen([wekiva, 'serve', *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.clients = []
        line = self.process.stdout.readline()
        kind, self.where = re.match(r'listening: (\w+) (.*)\n', line).groups() if line else (None, None)
        if kind == 'tcp':
            host, port = self.where.rsplit(':', 1)
            self.where = (host, int(port))

    def client(self, greeting=None):
        self.clients.append(Client(self.where, greeting))
        return self.clients[-1]

    def end(self):
        """Its status after Ctrl-C, and what it said."""
        self.process.send_signal(2)
        said = self.process.communicate(timeout=60)
        for client in self.clients:
            client.close()
        return self.process.returncode, said[1]
