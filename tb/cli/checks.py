"""What the checks of the command in this folder share: they count, and the last line is their sum."""
import pathlib
import sys

passed, failures = 0, []


def expect(good, what):
    global passed
    if good:
        passed += 1
    else:
        failures.append(what)


def command(usage):
    """The command to be checked, the script's one argument."""
    if len(sys.argv) != 2:
        sys.exit(usage)
    return str(pathlib.Path(sys.argv[1]).resolve())


def close():
    """Names what failed and ends the script with its status."""
    for failure in failures:
        print("FAILED", failure)
    print(f"{passed} passed, {len(failures)} failed")
    sys.exit(bool(failures))
