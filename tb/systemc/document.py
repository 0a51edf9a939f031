#!/usr/bin/env python3
"""document.py - compiles and runs the benches of docs/systemc.md with the line that the page prints.

usage: document.py BUILD      (from the project's root, behind `make systemc`, which calls it)

In a folder of its own, where the project's folders are links.  The first bench must print what its comment says; the
second runs two SIMDs, whose names in the waveform must be different.  A line each; status 1 when one is wrong.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path("docs/systemc.md")


def benches(text):
    """The programs of the page, in its order, without that of the installed library (outside.py)."""
    return [block for block in re.findall(r"^```cpp\n(.*?)^```$", text, re.M | re.S) if "sc_main" in block and "<wekiva_sc.hpp>" not in block]


def compile_line(text):
    """The one command of the page that calls g++, its continuation joined."""
    found = re.findall(r"^    (g\+\+ (?:.*\\\n)*.*)$", text, re.M)
    if len(found) != 1:
        sys.exit(f"{PAGE}: expected one line that calls g++, got {len(found)}")
    return found[0].replace("\\\n", " ")


def build_and_run(folder, line, source):
    """What the bench prints; the line is run as it stands."""
    (folder / "mine.cpp").write_text(source)
    subprocess.run(["sh", "-ec", line], cwd=folder, check=True)
    quiet = dict(os.environ, SYSTEMC_DISABLE_COPYRIGHT_MESSAGE="1")
    return subprocess.run(["./mine"], cwd=folder, check=True, env=quiet, stdout=subprocess.PIPE, text=True).stdout


def says_what_the_comment_says(folder, line, source):
    expected = re.search(r"\"\\n\"; // (\S+)", source).group(1)
    printed = build_and_run(folder, line, source).strip()
    return printed == expected or f"printed {printed}, the page says {expected}"


def two_have_names_of_their_own(folder, line, source):
    build_and_run(folder, line, source)
    named = re.search(r"// (\S+) beside (\S+)", source).groups()
    scopes, names = [], []
    for words in map(str.split, (folder / "two.vcd").read_text().splitlines()):
        if words[:1] == ["$scope"]:
            scopes.append(words[2])
        elif words[:1] == ["$upscope"]:
            scopes.pop()
        elif words[:1] == ["$var"]:
            names.append(".".join(scopes + [words[4]]))
        elif words[:1] == ["$enddefinitions"]:
            break
    for name in named:
        if sum(found.split(".", 1)[1] == name for found in names) != 1:
            return f"two.vcd: expected one signal {name}"
    return len(set(names)) == len(names) or "two.vcd: signals of one name"


def main(build):
    text = PAGE.read_text()
    checks = [("the page's first bench prints what the page says", says_what_the_comment_says),
              ("two SIMDs in one bench and one waveform", two_have_names_of_their_own)]
    line, wrong = compile_line(text), 0
    found = benches(text)
    if len(found) != len(checks):
        sys.exit(f"{PAGE}: expected {len(checks)} benches, got {len(found)}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for entry in pathlib.Path().resolve().iterdir():
            if entry.is_dir() and entry.name != "build":
                (folder / entry.name).symlink_to(entry)
        (folder / "build").symlink_to(pathlib.Path(build).resolve())
        for source, (what, check) in zip(found, checks):
            try:
                verdict = check(folder, line, source)
            except (subprocess.CalledProcessError, OSError, AttributeError) as error:
                verdict = str(error)
            wrong += verdict is not True
            print(f"{'ok  ' if verdict is True else 'FAIL'} {PAGE}: {what}{'' if verdict is True else ': ' + verdict}")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: document.py BUILD")
    sys.exit(main(sys.argv[1]))
