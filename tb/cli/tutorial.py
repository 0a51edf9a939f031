#!/usr/bin/env python3
"""tutorial.py - does what the tutorial of docs/cosim.md says, from the page's own text, in a folder of its own.

    WEKIVA=build/wekiva tb/cli/tutorial.py        (from the project's root)

Commands are run in the page's order, and what they print must be what the page prints (a line `...` stands for any).
A sentence "`COMMAND` finds that at cycle N" is a step, too.  Verilog with a fence takes the place of the block's
`always_ff` to its end; a line of Verilog alone, of the line with the same left side.  A line for each step; status 1
at the first that is not as the page says.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path("docs/cosim.md")
STEP = re.compile(r"^```systemverilog\n(?P<verilog>.*?)^```$"
                  r"|^(?P<block>    [^\n]*\n(?:(?:    [^\n]*)?\n)*)"
                  r"|`(?P<command>wekiva [^`]*)`\s+finds\s+that\s+at\s+cycle\s+(?P<cycle>\d+)", re.M | re.S)


class Wrong(Exception):
    """A step that is not as the page says."""


class Reader:
    """A reader of the page, with a shell."""

    def __init__(self, folder, wekiva):
        self.folder, self.block = folder, folder / "mine" / "predicate.sv"
        (folder / "bin").mkdir()
        (folder / "bin" / "wekiva").symlink_to(wekiva)
        (folder / "tb").symlink_to(pathlib.Path("tb").resolve())
        self.env = dict(os.environ, PATH=f"{folder / 'bin'}:{os.environ['PATH']}")

    def run(self, command):
        done = subprocess.run(["sh", "-c", command], cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode not in (0, 1):
            raise Wrong(f"{command}: status {done.returncode}: {done.stdout}")
        print(f"ok      {command}")
        return done.stdout

    def prints(self, command, expected):
        """Runs it; every line in order, with gaps only where the page has an ellipsis."""
        pattern = "".join(r"(?:.*\n)*?" if line.strip() == "..." else re.escape(line) + r"\n"
                          for line in expected.strip("\n").split("\n"))
        printed = self.run(command)
        if expected.strip() and not re.fullmatch(pattern, printed):
            raise Wrong(f"{command}: printed\n{printed}\nthe page says\n{expected}")
        return printed

    def takes_shape(self, verilog):
        """The template's always_ff, to the end, becomes the page's."""
        head, found, _ = self.block.read_text().partition("    always_ff")
        if not found:
            raise Wrong("the template has no always_ff")
        self.block.write_text(head + verilog)

    def corrects(self, line):
        left = line.split("<=")[0].strip()
        text, count = re.subn(rf"^( *){re.escape(left)} <= mask.*$", lambda m: m.group(1) + line,
                              self.block.read_text(), flags=re.M)
        if count != 1:
            raise Wrong(f"{count} lines like '{line}' in the block, expected one")
        self.block.write_text(text)
        if "1000000 cycles agree" not in self.run("wekiva cosim predicate --rtl mine"):
            raise Wrong("a million clocks do not agree")

    def does(self, block):
        """An indented block: a session, commands, or a line of Verilog."""
        block = re.sub(r"^    ", "", block, flags=re.M)
        if block.startswith("$ "):
            for session in re.split(r"^\$ ", block, flags=re.M)[1:]:
                command, _, expected = session.partition("\n")
                printed = self.prints(command, expected)
                if "--replace" in command:
                    if printed != self.run(re.sub(r" --replace \S+", "", command)):
                        raise Wrong(f"{command}: other results than without --replace")
        elif "<=" in block:
            self.corrects(block.strip())
        else:
            for command in block.strip().split("\n"):
                self.run(command)

    def follow(self, section):
        steps = 0
        for step in STEP.finditer(section):
            steps += 1
            if step["verilog"]:
                self.takes_shape(step["verilog"])
            elif step["block"]:
                self.does(step["block"])
            elif f"first difference at cycle {step['cycle']}:" not in self.run(step["command"]):
                raise Wrong(f"{step['command']}: no difference at cycle {step['cycle']}")
        if steps < 6 or not (self.folder / "both.gtkw").exists():
            raise Wrong(f"{steps} steps, expected the whole tutorial, with both.gtkw")


def main():
    wekiva = pathlib.Path(os.environ.get("WEKIVA", "build/wekiva")).resolve()
    section = re.search(r"^## Bring your own: a tutorial\n(.*?)^## ", PAGE.read_text(), re.M | re.S)
    with tempfile.TemporaryDirectory() as folder:
        try:
            Reader(pathlib.Path(folder), wekiva).follow(section.group(1))
        except Wrong as wrong:
            print(f"FAILED  {PAGE}: {wrong}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
