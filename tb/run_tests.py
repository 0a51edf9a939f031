#!/usr/bin/env python3
"""run_tests.py - runs test programs, two at a time, the longest first, says how each came out when it ends, and counts.

usage: run_tests.py [--parts] LOGS COMMAND... [--one COMMAND...]

A COMMAND is a quoted command line. Counted are cmocka's `[  PASSED  ] N test(s).`, lines `N passed, N failed` with or
without a word and a colon before them, Python's unittest and the corpus runner. A command that fails without saying how
many counts as one failure, and so does one that ran no test. The output of what fails is shown whole; all outputs stay
in the folder LOGS. JOBS=4 runs four at a time.

LOGS/seconds has what each command took when it last ran: the longest start first, in front of them the commands that are not
in it, in the order given. Without that file the order is the given one.

--parts  one after the other, in the order given, with their output as it comes; of what each says its last sum counts
--one    commands after it count as one test each when they say no number

A test that runs make gets one of its own: without --parts, MAKEFLAGS names no job server, which only make's own recipes
can reach. Closes with what failed, by command and by the lines that name it, and `N passed, N failed`; it leaves both in
LOGS/sum. Exit status 1 when anything failed, 2 for wrong usage.
"""
import concurrent.futures
import math
import os
import re
import shutil
import subprocess
import sys
import threading
import time


def unittest_failures(found):
    failed = int(found[1] or 0) + int(found[2] or 0)
    return -failed, failed


SUMS = [(re.compile(r'(?:[a-z_]+: )?(\d+) passed, (\d+) failed'), lambda m: (int(m[1]), int(m[2]))),
        (re.compile(r'\[  PASSED  \] (\d+) test'), lambda m: (int(m[1]), 0)),
        (re.compile(r'\[  FAILED  \] (\d+) test'), lambda m: (0, int(m[1]))),
        (re.compile(r'Ran (\d+) tests? in'), lambda m: (int(m[1]), 0)),
        (re.compile(r'FAILED \((?:failures=(\d+))?(?:, )?(?:errors=(\d+))?'), unittest_failures),
        (re.compile(r'\d+ programs: (\d+) match'), lambda m: (int(m[1]), 0))]
# Lines that name what failed: of the tests of shell, of cmocka, of unittest, of this program.
NAMES_A_FAILURE = re.compile(r'\s*(?:FAILED[ :]+(?!\()|\[  FAILED  \] (?!\d)|(?:FAIL|ERROR): |\[ *\d+/\d+\] FAIL)')
NAMED = 20  # such lines of a command
PATIENCE = 2 if sys.stdout.isatty() else 20  # seconds without a result after which it says what is running
PARTS_PATIENCE = 60                          # seconds without a line of a part


def sums(lines):
    """(passed, failed) of every line that has such a sum."""
    for line in lines:
        for pattern, count in SUMS:
            found = pattern.match(line)
            if found:
                yield count(found)


def verdict(lines, status, last, one):
    """(passed, failed, what is wrong with it besides) of a command that has ended."""
    found = list(sums(lines))
    found = found[-1:] if last else found
    passed, failed = sum(f[0] for f in found), sum(f[1] for f in found)
    if status and not failed:
        return passed, 1, 'exit status %d' % status
    if not status and not passed and not failed and not (one and found):
        return (1, 0, '') if one else (0, 1, 'ran no test')
    return passed, failed, 'exit status %d' % status if status else ''


class Progress:
    """What has ended and what is running; lines on the output."""

    def __init__(self, total, parts):
        self.parts = parts
        self.patience, self.in_place = (PARTS_PATIENCE, False) if parts else (PATIENCE, sys.stdout.isatty())
        self.lock, self.total, self.ended = threading.Lock(), total, 0
        self.passed = self.failed = 0
        self.failures = []
        self.running, self.said, self.over = {}, time.monotonic(), threading.Event()
        self.seconds = {}  # of the commands that have ended

    def begin(self, command):
        with self.lock:
            self.running[command] = time.monotonic()

    def end(self, command, result, lines):
        passed, failed, why = result
        with self.lock:
            seconds = self.seconds[command] = time.monotonic() - self.running.pop(command)
            self.ended += 1
            self.passed += passed
            self.failed += failed
            text = '[%*d/%d] ' % (len(str(self.total)), self.ended, self.total)
            text += 'FAIL  %5d  ' % failed if failed else 'ok    %5d  ' % passed
            text += command + (' (%s)' % why if failed and why else ' (%.0f s)' % seconds if seconds >= 10 else '')
            self.say(text + ''.join('\n    ' + line for line in lines if failed and not self.parts))
            if failed:
                names = dict.fromkeys(line.strip() for line in lines if NAMES_A_FAILURE.match(line))
                self.failures += ['failed: %s%s' % (command, ' (%s)' % why if why else '')]
                self.failures += ['    ' + name for name in list(names)[:NAMED]]

    def say(self, text):
        print(('\r\033[K' if self.in_place else '') + text, flush=True)
        self.said = time.monotonic()

    def watch(self):
        """Until all is over: what is running, when nothing else has been said for a while."""
        while not self.over.wait(0.5):
            with self.lock:
                now = time.monotonic()
                if now - self.said < self.patience or not self.running:
                    continue
                text = '[%*d/%d] running: ' % (len(str(self.total)), self.ended, self.total)
                text += ', '.join('%s (%.0f s)' % (command, now - begin) for command, begin in self.running.items())
                if self.in_place:
                    print('\r\033[K' + text[:shutil.get_terminal_size().columns - 1], end='', flush=True)
                else:
                    self.say(text)


def run(number, command, logs, progress, parts, one):
    progress.begin(command)
    lines = []
    with open(os.path.join(logs, '%03d' % number), 'w', encoding='utf-8') as log:
        # close_fds: make's job server goes on to makes that are run
        child = subprocess.Popen(command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors='replace', close_fds=False)
        print('$ ' + command, file=log)
        for line in child.stdout:
            log.write(line)
            lines.append(line.rstrip('\n'))
            if parts:
                print(line, end='', flush=True)
                progress.said = time.monotonic()
        status = child.wait()
    progress.end(command, verdict(lines, status, parts, one), lines)


def known_seconds(logs):
    """What each command took when it last ran; nothing when that cannot be read."""
    try:
        with open(os.path.join(logs, 'seconds'), encoding='utf-8') as file:
            rows = [line.rstrip('\n').partition(' ') for line in file]
        return {command: float(seconds) for seconds, _, command in rows}
    except (OSError, ValueError):
        return {}


def write_seconds(logs, seconds):
    with open(os.path.join(logs, 'seconds'), 'w', encoding='utf-8') as file:
        file.writelines('%.2f %s\n' % (taken, command) for command, taken in seconds.items())


def without_job_server(flags):
    """MAKEFLAGS without -j and the descriptors that go with it: behind a recipe that is no make they are closed."""
    return ' '.join(word for word in flags.split(' ') if not re.match(r'-j\d*$|--jobserver-(auth|fds)=', word))


def main():
    arguments = sys.argv[1:]
    parts = arguments[:1] == ['--parts']
    arguments = arguments[parts:]
    jobs = os.environ.get('JOBS') or '2'
    if len(arguments) < 2 or arguments[0].startswith('-') or not jobs.isdigit() or not int(jobs):
        print('usage: run_tests.py [--parts] LOGS COMMAND... [--one COMMAND...]   (JOBS=%s: expected 1 or more)' % jobs, file=sys.stderr)
        return 2
    logs, commands = arguments[0], arguments[1:]
    split = commands.index('--one') if '--one' in commands else len(commands)
    del commands[split:split + 1]
    known = known_seconds(logs)
    shutil.rmtree(logs, ignore_errors=True)
    os.makedirs(logs)
    order = range(len(commands))
    if not parts:
        order = sorted(order, key=lambda number: -known.get(commands[number], math.inf))
        os.environ['MAKEFLAGS'] = without_job_server(os.environ.get('MAKEFLAGS', ''))
    progress = Progress(len(commands), parts)
    threading.Thread(target=progress.watch, daemon=True).start()
    with concurrent.futures.ThreadPoolExecutor(1 if parts else int(jobs)) as pool:
        ends = [pool.submit(run, number, commands[number], logs, progress, parts, number >= split) for number in order]
        try:
            for end in ends:
                end.result()
        except BaseException:
            for end in ends:
                end.cancel()
            raise
        finally:
            seconds = {**known, **progress.seconds}
            write_seconds(logs, {command: seconds[command] for command in commands if command in seconds})
    progress.over.set()
    total = '\n'.join([*progress.failures, '%d passed, %d failed' % (progress.passed, progress.failed)])
    with open(os.path.join(logs, 'sum'), 'w', encoding='utf-8') as file:
        print(total, file=file)
    print(total)
    return 1 if progress.failed else 0


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print('interrupted', file=sys.stderr)
        os._exit(130)
    except OSError as error:
        print('run_tests: %s' % error, file=sys.stderr)
        os._exit(2)
