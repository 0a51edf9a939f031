"""kanata.py - a strict reader of Kanata 0004 logs, written from docs/kanata-log-format.md of Konata; it shares no
code with the writer.

A log becomes lines (instructions of the format), each with its stages, labels, arrows and end; what breaks a rule of the
format raises Bad with the line's number.
"""


class Bad(Exception):
    pass


class Line:
    def __init__(self, number, simulator, thread, cycle):
        self.number, self.simulator, self.thread, self.begin = number, simulator, thread, cycle
        self.end = self.flushed = self.retired = None
        self.left = self.hover = ''
        self.stages, self.open, self.producers = [], {}, []

    def stage(self, cycle, lane, name):
        self.close(cycle, lane)
        self.open[lane] = len(self.stages)
        self.stages.append([lane, name, cycle, None])

    def close(self, cycle, lane, name=None):
        if lane not in self.open:
            if name is not None:
                raise Bad('lane %d has no stage to end' % lane)
            return
        stage = self.stages[self.open.pop(lane)]
        if name is not None and stage[1] != name:
            raise Bad('stage %s ends, but %s is open' % (name, stage[1]))
        stage[3] = cycle


def number(text):
    if not text.isdigit():
        raise Bad('%r is no number' % text)
    return int(text)


class Log:
    def __init__(self, path):
        self.lines, self.cycle, self.last = [], None, None
        with open(path, encoding='ascii') as file:
            for place, text in enumerate(file, 1):
                if not text.endswith('\n'):
                    raise Bad('%s:%d: not whole' % (path, place))
                try:
                    self.take(place, text[:-1].split('\t'))
                except (Bad, IndexError) as error:
                    raise Bad('%s:%d: %s' % (path, place, error)) from error
        if self.last is None:
            raise Bad(path + ': empty')
        for line in self.lines:
            if line.end is None:
                raise Bad('%s: line %d has no end' % (path, line.number))

    def alive(self, text):
        n = number(text)
        if n >= len(self.lines):
            raise Bad('line %d is not known' % n)
        if self.lines[n].end is not None:
            raise Bad('line %d is over' % n)
        return self.lines[n]

    def take(self, place, words):
        command, count = words[0], {'Kanata': 2, 'C=': 2, 'C': 2, 'I': 4, 'L': 4, 'S': 4, 'E': 4, 'R': 4, 'W': 4}
        if (place == 1) != (command == 'Kanata') or count.get(command) != len(words):
            raise Bad('unexpected %r' % words)
        self.last = command
        if command == 'Kanata':
            if words[1] != '0004':
                raise Bad('version ' + words[1])
        elif command == 'C=':
            if self.cycle is not None:
                raise Bad('C= again')
            self.cycle = number(words[1])
        elif self.cycle is None:
            raise Bad('before C=')
        elif command == 'C':
            if number(words[1]) < 1:
                raise Bad('time stands still')
            self.cycle += number(words[1])
        elif command == 'I':
            if number(words[1]) != len(self.lines):
                raise Bad('number %s, expected %d' % (words[1], len(self.lines)))
            self.lines.append(Line(len(self.lines), number(words[2]), number(words[3]), self.cycle))
        else:
            self.take_of_line(command, self.alive(words[1]), words)

    def take_of_line(self, command, line, words):
        if command == 'L':
            if words[2] not in ('0', '1'):
                raise Bad('label of kind ' + words[2])
            if words[2] == '0':
                line.left += words[3]
            else:
                line.hover += words[3]
        elif command == 'S':
            if not words[3]:
                raise Bad('a stage without a name')
            line.stage(self.cycle, number(words[2]), words[3])
        elif command == 'E':
            line.close(self.cycle, number(words[2]), words[3])
        elif command == 'R':
            for lane in list(line.open):
                line.close(self.cycle, lane)
            line.end, line.retired, line.flushed = self.cycle, number(words[2]), {'0': False, '1': True}[words[3]]
        else:
            if number(words[2]) >= len(self.lines) or words[3] != '0':
                raise Bad('arrow from %s, kind %s' % (words[2], words[3]))
            line.producers.append(self.lines[number(words[2])])

    def groups(self):
        return [line for line in self.lines if not line.flushed]

    def lost(self):
        """Clocks by (lane, reason) of the lanes above the first."""
        sums = {}
        for line in self.lines:
            for lane, name, begin, end in line.stages:
                if lane:
                    sums[lane, name] = sums.get((lane, name), 0) + end - begin
        return sums
