#!/usr/bin/env python3
"""Sends a signal to a command once it is ready for it, and ends as the command ends.

    interrupt.py SIGNAL [--ignored SIGNAL] [--until TEXT] [--after SECONDS] [--terminal] COMMAND ...

Ready: the command catches the signal (/proc/PID/status), with --until has written TEXT to its error output, and with
--after has used that much processor time since.  Waiting for that instead of for a number of milliseconds keeps the
tests right on a machine that is slow or busy.  With --terminal the error output is a terminal.  The command starts with the
signal's default, whatever it is here, and with --ignored it ignores another one, which is sent first: --until has what the
command must write of it.  The exit status is the command's, 128 + the signal when a signal ended it, 124 when it is not ready in five minutes or does not end in another
five.
"""
import os
import signal
import subprocess
import sys
import threading
import time

WAIT = 300.0


def catches(pid, number):
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("SigCgt:"):
                return int(line.split()[1], 16) >> (number - 1) & 1 == 1
    return False


def set_signals(number, ignored):
    """In the child: what nohup or a background shell ignores must reach the command."""
    signal.signal(number, signal.SIG_DFL)
    if ignored:
        signal.signal(ignored, signal.SIG_IGN)


def processor_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Reader(threading.Thread):
    """Passes the command's error output on, and keeps it."""

    def __init__(self, descriptor):
        super().__init__()
        self.descriptor, self.text = descriptor, ""

    def run(self):
        while True:
            try:
                data = os.read(self.descriptor, 65536)
            except OSError:  # the terminal's other end is closed
                break
            if not data:
                break
            self.text += data.decode(errors="replace")
            os.write(2, data)


def wait_until(child, condition):
    """False when it is not so in time, or the command ends first."""
    end = time.monotonic() + WAIT
    while child.poll() is None and time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def main(arguments):
    number = getattr(signal, "SIG" + arguments[0])
    command, until, after, terminal, ignored = arguments[1:], "", 0.0, False, None
    while command[0].startswith("--"):
        option = command.pop(0)
        if option == "--terminal":
            terminal = True
        elif option == "--ignored":
            ignored = getattr(signal, "SIG" + command.pop(0))
        elif option == "--until":
            until = command.pop(0)
        else:
            after = float(command.pop(0))
    ours, its = os.openpty() if terminal else os.pipe()
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=its,
                          preexec_fn=lambda: set_signals(number, ignored)) as child:
        os.close(its)
        reader = Reader(ours)
        reader.start()
        ready = wait_until(child, lambda: catches(child.pid, number) and (not ignored or catches(child.pid, ignored)))
        if ready and ignored:
            child.send_signal(ignored)
        ready = ready and wait_until(child, lambda: until in reader.text)
        if ready:
            time.sleep(0.1)  # so that it is at work
            end = after and processor_seconds(child.pid) + after
            ready = not after or wait_until(child, lambda: processor_seconds(child.pid) >= end)
            child.send_signal(number)
        try:
            status = child.wait(WAIT if ready else 0.1)
        except subprocess.TimeoutExpired:
            child.kill()
            status = 124
        reader.join()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    if not os.path.exists("/proc/self/status"):
        sys.exit("interrupt.py: /proc is not mounted, expected it to tell when a command catches a signal")
    sys.exit(main(sys.argv[1:]))
