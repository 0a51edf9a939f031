"""machine.py - a machine that runs a launch: its clock, callbacks at cycles, waveforms, states and results."""
import collections
import contextlib
import heapq
import itertools
import os
import threading

from . import results
from .inputs import Launch, Program
from .library import BadArgument, Busy, c_path, c_text, check, diagnostic, failure, ffi, lib, text
from .signals import Signal, Signals

PIECE = 1 << 14  # cycles between two looks at interrupts
CACHES = {'texture': lib.WK_CACHE_TEXTURE, 'vertex': lib.WK_CACHE_VERTEX, 'l2': lib.WK_CACHE_L2}
STATES = {lib.WK_OK: 'running', lib.WK_FINISHED: 'finished', lib.WK_STOPPED: 'stopped'}

Comparison = collections.namedtuple('Comparison', 'expected match compared wrong first')


class _Use:
    """The machine's pointer for one thread at a time; another one is told whose turn it is."""

    def __init__(self, pointer):
        self.pointer, self._lock, self._name = pointer, threading.RLock(), ''

    def __enter__(self):
        if not self._lock.acquire(blocking=False):
            raise Busy('the machine is in use by thread %s: one thread at a time' % self._name)
        if self.pointer is None:
            self._lock.release()
            raise Busy('the machine has been closed')
        self._name = threading.current_thread().name
        return self.pointer

    def __exit__(self, *_):
        self._lock.release()


class Machine:
    """A machine at reset, cycle 0.

    launch         a Launch, the path of a launch file, or its keys as a dict, with `files`
    program        a Program or a path; without it that of the launch
    chip           a preset or a chip file; without it the launch's, or that for which the program was made
    fetch_program  in place of the launch's fetch_shader
    counters       AMD's counters are kept, which takes about twice the time
    jobs           threads of the host, at most one for each SIMD; `threads` are those of the launch
    parameters, and any other keyword: parameters of the chip (docs/parameters.md), numbers or names
    """

    def __init__(self, launch, program=None, *, chip=None, fetch_program=None, counters=False, jobs=1, files=None, parameters=None,
                 **settings):
        launch = launch if isinstance(launch, Launch) else Launch(launch, files)
        program, fetch = (self._program(given, chip) for given in (program, fetch_program))
        texts = [c_text('%s=%s' % row) for row in {**(parameters or {}), **settings}.items()]
        kept = [c_text(chip), ffi.new('char *[]', texts)]
        options = ffi.new('struct wk_options *', {'chip': kept[0], 'settings': kept[1], 'setting_count': len(texts),
                                                  'fetch_program': fetch.pointer if fetch else ffi.NULL})
        made, said = ffi.new('struct wk_machine **'), diagnostic()
        check(lib.wk_create(program.pointer if program else ffi.NULL, launch.pointer, options, made, said), said)
        self._begin(made[0])
        if counters:
            check(lib.wk_counters_keep(made[0], 1, said), said)
        if jobs != 1:
            check(lib.wk_set_jobs(made[0], jobs, said), said)

    @staticmethod
    def _program(given, chip):
        return Program.load(given, chip) if isinstance(given, (str, os.PathLike)) else given

    @classmethod
    def module(cls, name):
        """One module alone (docs/ports), whose wires are set by the caller, and which never finishes."""
        machine, made, said = cls.__new__(cls), ffi.new('struct wk_machine **'), diagnostic()
        check(lib.wk_create_module(name.encode(), made, said), said)
        machine._begin(made[0])
        return machine

    def _begin(self, pointer):
        self.use = _Use(ffi.gc(pointer, lib.wk_destroy))
        self.signals, self.exports = Signals(self.use), results.Exports(self.use)  # not of itself: it is freed when it is dropped
        self._callbacks, self._order, self._stop = [], itertools.count(), False
        self._found = False

    def close(self):
        """Frees the machine, as soon as no view of its buffers is left; a waveform is ended."""
        self.use.pointer = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return '<wekiva.Machine: cycle %d, %s>' % (self.cycle, self.state) if self.use.pointer else '<wekiva.Machine: closed>'

    # ---- clock

    @property
    def cycle(self):
        """Clock edges since reset."""
        with self.use as pointer:
            return lib.wk_cycle(pointer)

    @property
    def state(self):
        """'running', 'finished' or 'stopped'."""
        with self.use as pointer:
            return STATES[lib.wk_state(pointer, ffi.NULL)]

    def run(self, limit=None):
        """Until it finishes, or a callback says `stop`.  CycleLimit: it has not at cycle `limit`; Stopped: the program broke a
        rule.  Returns the machine."""
        with self.use as pointer:
            if self._clock(pointer, limit) and not self._stop:
                raise failure(lib.WK_LIMIT)
        return self

    def run_until(self, expression, limit=None):
        """To the next clock, behind the present one, in which an expression of signals begins to hold, as `wekiva run --trigger` has
        them (docs/waveforms.md): "arbiter_even.o_stall == fetch for 50".  Returns whether there was one: False, it has finished, or a
        callback said `stop`.  CycleLimit, Stopped: as of `run`."""
        with self.use as pointer:
            if self._clock(pointer, limit, expression.encode()) and not self._stop and not self._found:
                raise failure(lib.WK_LIMIT)
        return self._found

    def _search(self, pointer, expression, end, said):
        status = lib.wk_run_until(pointer, expression, end, said)
        if status == lib.WK_REFUSED:
            raise failure(status, said)
        self._found = status == lib.WK_OK
        return lib.WK_OK if status == lib.WK_LIMIT else status

    def step(self, cycles=1):
        """At most so many clock edges.  Returns whether it goes on; Stopped: the program broke a rule."""
        with self.use as pointer:
            return self._clock(pointer, lib.wk_cycle(pointer) + cycles)

    def _clock(self, pointer, limit, expression=None):
        """To cycle `limit`, or to where an expression begins to hold, if they are given: whether the machine still runs.  In pieces,
        between which Python sees interrupts."""
        said, self._stop, self._found = diagnostic(), False, False
        status = lib.wk_state(pointer, said)
        while True:
            now = lib.wk_cycle(pointer)
            if self._call_back(now):
                status = lib.wk_state(pointer, said)
                continue
            if status != lib.WK_OK or self._stop or self._found or (limit is not None and now >= limit):
                break
            ends = [now + PIECE] + [limit] * (limit is not None) + [row[0] for row in self._callbacks[:1]]
            if expression is None:
                status = lib.wk_clock(pointer, min(ends) - now, said)
            else:
                status = self._search(pointer, expression, min(ends), said)
        if status == lib.WK_STOPPED:
            raise failure(status, said)
        return status == lib.WK_OK

    def _call_back(self, now):
        """The next callback that is due, which may do anything with the machine; whether there was one."""
        if not self._callbacks or self._callbacks[0][0] > now:
            return False
        cycle, _, period, call = heapq.heappop(self._callbacks)
        if period:
            self._add(cycle + period, period, call)
        if cycle == now:
            call(self)
        return True

    def _add(self, cycle, period, call):
        heapq.heappush(self._callbacks, (cycle, next(self._order), period, call))

    def at(self, cycle, call):
        """`call(machine)` when the clock has come to this cycle, before its edge; never, when the machine ends before."""
        if cycle < self.cycle:
            raise ValueError('cycle %d is past: the machine is at %d' % (cycle, self.cycle))
        self._add(cycle, 0, call)

    def every(self, cycles, call):
        """`call(machine)` each time that so many more cycles have passed."""
        if cycles < 1:
            raise ValueError('every %d cycles: expected 1 or more' % cycles)
        self._add(self.cycle + cycles, cycles, call)

    def stop(self):
        """`run` and `step` return at the present cycle, in a callback, or, called by another thread, soon."""
        self._stop = True

    def standing(self):
        """(clocks, text): for how long the wavefront that has stood still for the longest has executed no CF instruction, and
        what it waits for."""
        said, clocks = diagnostic(), ffi.new('uint64_t *')
        with self.use as pointer:
            check(lib.wk_standing(pointer, clocks, said), said)
        return clocks[0], text(said.text)

    def invalidate(self, *caches):
        """Caches forget their lines: 'texture', 'vertex', 'l2'; all of them when none is named."""
        said = diagnostic()
        with self.use as pointer:
            check(lib.wk_invalidate(pointer, sum({CACHES[name] for name in caches or CACHES}), said), said)

    # ---- what is in it

    def signal(self, path):
        """A Signal, for one that is read often."""
        return Signal(self.use, path)

    @property
    def threads(self):
        """Threads of the launch; those of the host are `jobs`."""
        with self.use as pointer:
            return lib.wk_threads(pointer)

    def _figures(self, function):
        with self.use as pointer:
            return function(pointer)

    parameters = property(lambda self: self._figures(results.parameters), doc="The chip's: numbers or names.")
    statistics = property(lambda self: self._figures(results.statistics), doc='What the blocks have counted, by instance and name.')
    buffers = property(lambda self: self._figures(results.buffers), doc='Of the launch, by name: views of what is there now.')
    memory = property(lambda self: self._figures(results.memory), doc='Ranges of the launch by address: views of what is there now.')

    @property
    def counters(self):
        """AMD's (docs/counters.md): of the chip by their names, of its SIMDs with the instance before them.  BadArgument: the
        machine was made without `counters=True`."""
        figures = self._figures(results.counters)
        if not figures.units:
            raise BadArgument('counters: expected counters=True when the machine is made')
        return figures

    def killed(self, thread):
        with self.use as pointer:
            return bool(lib.wk_killed(pointer, thread))

    def strip(self, thread):
        """What a thread of a geometry program has emitted: "VVVC"; None: no such thread."""
        with self.use as pointer:
            return text(lib.wk_strip(pointer, thread))

    def compare(self):
        """What the launch expects against what has come out so far."""
        said, found = diagnostic(), ffi.new('struct wk_comparison *')
        with self.use as pointer:
            check(lib.wk_compare(pointer, found, said), said)
        return Comparison(bool(found.expected), bool(found.match), found.compared, found.wrong, text(found.first))

    # ---- waveforms and states

    def trace_start(self, path, scope=None, lanes=False, watches=()):
        """From here on a waveform is written, .vcd or .fst.  `scope`: patterns of instances and signals; `lanes`: lanes of vectors
        and rows of memories too; `watches`: registers of threads, "w0.t17.R1.x"."""
        said, texts = diagnostic(), [c_text(watch) for watch in watches]
        kept = [c_text(scope), ffi.new('char *[]', texts)]
        options = ffi.new('struct wk_trace_options *', {'scope': kept[0], 'lanes': bool(lanes), 'watches': kept[1], 'watch_count': len(texts)})
        with self.use as pointer:
            check(lib.wk_trace_start(pointer, c_path(path), options, said), said)

    def trace_stop(self):
        """Ends the waveform with the present cycle."""
        said = diagnostic()
        with self.use as pointer:
            check(lib.wk_trace_stop(pointer, said), said)

    @contextlib.contextmanager
    def trace(self, path, scope=None, lanes=False, watches=()):
        """A waveform of what is clocked in the block, whole also when it ends with an exception."""
        self.trace_start(path, scope, lanes, watches)
        try:
            yield self
        finally:
            self.trace_stop()

    def snapshot(self):
        """The whole state as bytes."""
        said, data, length = diagnostic(), ffi.new('void **'), ffi.new('size_t *')
        with self.use as pointer:
            check(lib.wk_snapshot(pointer, data, length, said), said)
        try:
            return bytes(ffi.buffer(data[0], length[0]))
        finally:
            lib.wk_free(data[0])

    def restore(self, data):
        """Goes on from a snapshot of a machine of the same program, launch and chip."""
        said = diagnostic()
        with self.use as pointer:
            check(lib.wk_restore(pointer, ffi.from_buffer(data), len(data), said), said)

    def keep_history(self, most_bytes=64 << 20):
        """From here on `go_back_to` can go to any cycle from the present one on; 0 ends it."""
        said = diagnostic()
        with self.use as pointer:
            check(lib.wk_history_keep(pointer, most_bytes, said), said)

    def go_back_to(self, cycle):
        """The machine becomes what it was in an earlier cycle."""
        said = diagnostic()
        with self.use as pointer:
            status = lib.wk_go_back_to(pointer, cycle, said)
            if status not in STATES:
                raise failure(status, said)
