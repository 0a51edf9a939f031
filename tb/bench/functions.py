"""Where the instructions of the host go: what callgrind has counted, by the functions of the source.

The compiler moves functions into each other, so a count belongs to the function in whose text its line stands."""

import bisect
import pathlib
import re

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
NAME = re.compile(r"\(?(\d+)\)(?: (.*))?")


class Names:
    """Callgrind writes a name once, with a number, and then the number."""

    def __init__(self):
        self.known = {}

    def take(self, text):
        number, name = NAME.fullmatch(text).groups()
        if name is not None:
            self.known[number] = name
        return self.known[number]


def read(path):
    """Instructions by (file, line, symbol)."""
    files, symbols, counts = Names(), Names(), {}
    file = symbol = None
    line, called = 0, False
    for text in path.read_text().splitlines():
        kind, _, rest = text.partition("=")
        if kind in ("fl", "fi", "fe"):
            file = files.take(rest)
        elif kind in ("cfi", "cfl"):
            files.take(rest)
        elif kind == "fn":
            symbol = symbols.take(rest)
        elif kind == "cfn":
            symbols.take(rest)
        elif kind == "calls":
            called = True
        elif text[:1] in "0123456789+-*" and text:
            place, *cost = text.split()
            line = line if place == "*" else line + int(place) if place[0] in "+-" else int(place)
            if cost and not called:
                counts[file, line, symbol] = counts.get((file, line, symbol), 0) + int(cost[0])
            called = False
    return counts


HEAD = re.compile(r"(?:__attribute__\(\([^)]*\)\) )?(?=[A-Za-z_])[\w *]*?(\w+)\((?:(\w+)(?:, (\w+))?)?")


class Source:
    """The functions of a C file, by line: in this project a body begins and ends with a brace at the margin.  A macro at
    the margin makes functions, all in its own lines."""

    def __init__(self, path):
        self.starts, self.names = [0], [None]
        name, start = None, 0
        for number, text in enumerate(path.read_text().splitlines(), 1):
            head = HEAD.match(text)
            if head and head[1].isupper():
                self.add(number, f"{head[1]}({', '.join(filter(None, head.groups()[1:]))})")
            elif head:
                name, start = head[1], number
            elif text == "{" and name:
                self.add(start, name)
            elif text == "}":
                self.add(number + 1, None)

    def add(self, line, name):
        self.starts.append(line)
        self.names.append(name)

    def function(self, line):
        return self.names[bisect.bisect_right(self.starts, line) - 1]


def relative(file):
    """A file of the project, wherever it was compiled; None for another."""
    parts = pathlib.PurePath(file).parts
    for first in range(len(parts) - 1):
        path = pathlib.Path(*parts[first:])
        if not path.is_absolute() and ".." not in path.parts and (PROJECT / path).is_file():
            return path
    return None


def by_function(counts):
    """Instructions by (function, file); of other libraries by their symbols."""
    sources, sums = {}, {}
    for (file, line, symbol), cost in counts.items():
        path = relative(file)
        if not path:
            key = symbol.split("'")[0], "libraries"
        else:
            if path not in sources:
                sources[path] = Source(PROJECT / path)
            key = sources[path].function(line) or f"line {line}", str(path)
        sums[key] = sums.get(key, 0) + cost
    return sums
