#!/usr/bin/env python3
"""Sends a signal to a command once it is ready for it, and ends as the command ends.

    interrupt.py SIGNAL [--until TEXT] COMMAND ...

Ready: the command catches the signal (/proc/PID/status), and with --until has written TEXT to its error output.  Waiting
for that instead of for a number of milliseconds keeps the tests right on a machine that is slow or busy.  The exit status is the
command's, 128 + the signal when a signal ended it, 124 when it is not ready in a minute or does not end in another.
"""
import signal
import subprocess
import sys
import threading
import time

WAIT = 60.0


def catches(pid, number):
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("SigCgt:"):
                return int(line.split()[1], 16) >> (number - 1) & 1 == 1
    return False


def main(arguments):
    number = getattr(signal, "SIG" + arguments[0])
    command, until = arguments[1:], None
    if command[0] == "--until":
        until, command = command[1], command[2:]
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as child:
        lines = []

        def read():
            for line in child.stderr:
                lines.append(line)
                sys.stderr.write(line)

        reader = threading.Thread(target=read)
        reader.start()
        end = time.monotonic() + WAIT
        ready = False
        while not ready and child.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
            ready = catches(child.pid, number) and (until is None or any(until in line for line in lines))
        if ready:
            time.sleep(0.1)  # so that it is at work
            child.send_signal(number)
        try:
            status = child.wait(WAIT if ready else 0.1)
        except subprocess.TimeoutExpired:
            child.kill()
            status = 124
        reader.join()
    return status if status >= 0 else 128 - status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
