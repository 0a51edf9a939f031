"""perfetto.py - a strict reader of Perfetto traces, from the published .proto files (trace_packet, track_event,
track_descriptor, debug_annotation) and protobuf's wire format; it shares no code with the writer.

Bad is raised for what a viewer would drop or misplace: a slice that ends without a begin, or whose parent ends first; an
undeclared track; time that goes back; a field that is not used here.
"""
import struct


class Bad(Exception):
    pass


def varint(data, at):
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise Bad('byte %d: a number that does not end' % at)
        value |= (data[at] & 0x7f) << shift
        at, shift = at + 1, shift + 7
        if not data[at - 1] & 0x80:
            return value, at


def fields(data):
    """(number, kind, value) of a message: kind 0 a number, 1 eight bytes, 2 bytes."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from('<Q', data, at)[0], at + 8
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            raise Bad('byte %d: kind %d' % (at, kind))
        if at > len(data):
            raise Bad('a message that is cut')
        yield key >> 3, kind, value


def once(data, kinds, repeated=()):
    """The fields of a message by number, each of the kind that it must have."""
    found = {}
    for field, kind, value in fields(data):
        if kinds.get(field) != kind:
            raise Bad('field %d of kind %d is not expected' % (field, kind))
        if field in repeated:
            found.setdefault(field, []).append(value)
        elif field in found:
            raise Bad('field %d twice' % field)
        else:
            found[field] = value
    return found


class Slice:
    def __init__(self, track, name, begin, flows, notes, depth):
        self.track, self.name, self.begin, self.flows, self.notes, self.depth = track, name, begin, flows, notes, depth
        self.end = None


class Trace:
    """`late`: packets need not stand in the order of their times, for a viewer sorts them."""

    def __init__(self, path, late=False):
        self.names, self.parents, self.counters = {}, {}, set()
        self.slices, self.open, self.values = [], {}, {}
        self.time, self.cleared = 0, False
        with open(path, 'rb') as file:
            data = file.read()
        packets = []
        for field, kind, packet in fields(data):
            if (field, kind) != (1, 2):
                raise Bad('field %d beside the packets' % field)
            packets.append(once(packet, {8: 0, 10: 0, 11: 2, 13: 0, 60: 2}))
        for packet in sorted(packets, key=lambda p: p.get(8, 0)) if late else packets:
            self.packet(packet)
        left = [s.name for stack in self.open.values() for s in stack]
        if left:
            raise Bad('slices do not end: %s' % left[:5])

    def packet(self, packet):
        if packet.get(10) != 1:
            raise Bad('a packet of sequence %s' % packet.get(10))
        if not self.cleared and packet.get(13) != 1:
            raise Bad('the first packet does not clear the state')
        self.cleared = True
        if 60 in packet:
            self.track(once(packet[60], {1: 0, 2: 2, 5: 0, 8: 2}))
        if 11 in packet:
            if packet[8] < self.time:
                raise Bad('time %d behind %d' % (packet[8], self.time))
            self.time = packet[8]
            self.event(once(packet[11], {4: 2, 9: 0, 11: 0, 23: 2, 30: 0, 47: 1}, (4, 47)))

    def track(self, track):
        uuid = track[1]
        if uuid in self.names or (5 in track and track[5] not in self.names):
            raise Bad('track %x again, or without its parent' % uuid)
        self.names[uuid], self.parents[uuid] = track[2].decode(), track.get(5)
        if 8 in track:
            self.counters.add(uuid)

    def event(self, event):
        track, kind = event[11], event[9]
        if track not in self.names:
            raise Bad('track %x is not declared' % track)
        if (kind == 4) != (track in self.counters):
            raise Bad('a counter and a slice on %s' % self.names[track])
        stack = self.open.setdefault(track, [])
        notes = {n[10].decode(): n[3] for n in (once(m, {10: 2, 3: 0}) for m in event.get(4, []))}
        if kind == 4:
            self.values.setdefault(track, []).append((self.time, event[30]))
        elif kind == 1:
            stack.append(Slice(track, event[23].decode(), self.time, event.get(47, []), notes, len(stack)))
            self.slices.append(stack[-1])
        elif kind == 2:
            if not stack:
                raise Bad('a slice ends on %s at %d, and none is open' % (self.names[track], self.time))
            stack[-1].notes.update(notes)
            stack.pop().end = self.time
        else:
            raise Bad('event of kind %d' % kind)

    def path(self, track):
        return (self.path(self.parents[track]) + '/' if self.parents[track] else '') + self.names[track]

    def on(self, name):
        """Slices of all tracks of that name, by their path."""
        found = {}
        for s in self.slices:
            if self.names[s.track] == name:
                found.setdefault(self.path(s.track), []).append(s)
        return found
