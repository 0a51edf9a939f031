#!/usr/bin/env python3
"""outside.py - the installed SystemC headers: outside.cpp is built with pkg-config and with CMake, beside `wekiva run`; modules.cpp.

usage: outside.py BUILD WEKIVA      (from the project's root, behind `make systemc`, which calls it)

A target that answers after a channel's own latency must give the machine's own cycles, one that is slower those of a chip with that
latency; what it has at the end is what was written.  A line each; status 1 when one is wrong.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCKS, TEXTURES, FADD = ("tb/corpus/%s/launch.json" % name for name in ("compute/matrix_blocks", "textures/tex_two", "llvm-rv770/fadd"))
OWN = 400 - 66 - 66 - 3 - 1  # mc_latency_clk without both ways, and the clock in which it is taken
PAGE = pathlib.Path("docs/systemc.md")
FAST = "mc_line_clk=1"       # lines do not wait for each other
CMAKE = """cmake_minimum_required(VERSION 3.18)
project(outside CXX)
find_package(wekiva REQUIRED)
add_executable(outside %s)
target_link_libraries(outside wekiva::systemc)
"""


def said(*words, **more):
    done = subprocess.run(words, capture_output=True, text=True, check=False, **more)
    if done.returncode:
        raise AssertionError("%s: %s%s" % (" ".join(map(str, words)), done.stdout[-2000:], done.stderr[-2000:]))
    return done.stdout


class Installed:
    def __init__(self, build, wekiva, folder):
        self.wekiva, self.folder, self.usr = wekiva, folder, folder / "usr"
        quiet = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
        said("make", "-s", "B=" + build, "PREFIX=/usr", "DESTDIR=%s" % folder, "PYTHON=false", "install", env=quiet)
        self.environment = {**os.environ, "LD_LIBRARY_PATH": str(self.usr / "lib"), "SYSTEMC_DISABLE_COPYRIGHT_MESSAGE": "1"}

    def of_the_page(self):
        source = next(block for block in re.findall(r"^```cpp\n(.*?)^```$", PAGE.read_text(), re.M | re.S) if "<wekiva_sc.hpp>" in block)
        (self.folder / "chip.cpp").write_text(source)
        said("g++", "-std=c++17", "-o", self.folder / "chip", self.folder / "chip.cpp", *self.flags())
        assert said(self.folder / "chip", env=self.environment).strip() == re.search(r"// (\d+ cycles.*)", source)[1]

    def flags(self):
        return said("pkg-config", "--cflags", "--libs", "wekiva-systemc",
                     env={**os.environ, "PKG_CONFIG_PATH": str(self.usr / "lib/pkgconfig")}).split()

    def with_pkg_config(self):
        said("g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.folder / "outside", "tb/systemc/outside.cpp", *self.flags())

    def with_cmake(self):
        (self.folder / "CMakeLists.txt").write_text(CMAKE % pathlib.Path("tb/systemc/outside.cpp").resolve())
        said("cmake", "-S", self.folder, "-B", self.folder / "made", "-DCMAKE_PREFIX_PATH=%s" % self.usr)
        said("cmake", "--build", self.folder / "made")
        found = self.outside(FADD, "none", 0, "simds=1", program="made/outside")
        assert found == self.command(FADD, "simds=1"), found

    def outside(self, launch, mode, clocks, *settings, program="outside"):
        """Cycles of a run that matches."""
        printed = said(self.folder / program, launch, mode, str(clocks), *settings, env=self.environment)
        return int(re.match(r"(\d+) cycles, .* match, memory same$", printed)[1])

    def command(self, launch, *settings):
        printed = said(self.wekiva, "run", "--launch", launch, *(word for setting in settings for word in ("--set", setting)))
        return int(re.search(r"^cycles: (\d+);", printed, re.M)[1])

    def same_cycles(self):
        for launch, simds in ((BLOCKS, 3), (TEXTURES, 2), (TEXTURES, 1)):
            settings = ("simds=%d" % simds, FAST)
            expected = self.command(launch, *settings)
            for mode, clocks in (("none", 0), ("blocking", OWN), ("nonblocking", OWN - 1)):
                found = self.outside(launch, mode, clocks, *settings)
                assert found == expected, "%s %s: %d cycles, and not %d" % (launch, mode, found, expected)

    def slow_targets(self):
        expected = self.command(TEXTURES, "simds=2", FAST, "mc_latency_clk=1000")
        for mode, clocks in (("blocking", OWN + 600), ("nonblocking", OWN + 599)):
            found = self.outside(TEXTURES, mode, clocks, "simds=2", FAST)
            assert found == expected, "%s: %d cycles, and not %d" % (mode, found, expected)
        assert self.outside(TEXTURES, "nonblocking", 40000, "simds=1", FAST) > 40000

    def data_are_the_targets(self):
        done = subprocess.run([self.folder / "outside", BLOCKS, "lost", str(OWN), "simds=1"], env=self.environment, capture_output=True,
                              text=True, check=False)
        assert done.returncode == 1 and " differ, " in done.stdout, done.stdout + done.stderr

    def modules(self):
        """All that have a page of ports; the predicate's value is worked out by hand: every second thread of 56."""
        pages = [*pathlib.Path("docs/ports").glob("*.md"), *pathlib.Path("docs/ports").glob("*/*.md")]
        names = sorted(page.stem for page in pages if page.stem not in ("README", "nets"))
        said("g++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.folder / "modules", "tb/systemc/modules.cpp", *self.flags())
        lines = said(self.folder / "modules", *names, env=self.environment).splitlines()
        assert lines[0].endswith("0055555555555555"), lines
        assert lines[1].startswith("%d modules, " % len(names)) and lines[1].endswith("mistakes are told"), lines

    def registers(self):
        assert self.outside(FADD, "none", 0, "simds=1", "0x28854=2") == self.command(FADD, "simds=1")
        for register, words in (("0x28850=0x7f", "NUM_GPRS is 127, but num_gprs of line 6 is 2"), ("0x4=7", "no documented register is there")):
            done = subprocess.run([self.folder / "outside", FADD, "none", "0", register], env=self.environment, capture_output=True,
                                  text=True, check=False)
            assert done.returncode == 2 and words in done.stderr, done.stderr


def main(build, wekiva):
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        installed = Installed(build, wekiva, pathlib.Path(name))
        for what, check in (("the page's bench prints what the page says", installed.of_the_page), ("built with pkg-config", installed.with_pkg_config), ("built with CMake", installed.with_cmake),
                            ("memory outside, with the chip's latency: the same cycles", installed.same_cycles),
                            ("memory outside, slower: the cycles of that latency", installed.slow_targets),
                            ("the target's data are what the program reads", installed.data_are_the_targets),
                            ("registers through a socket", installed.registers), ("every module", installed.modules)):
            try:
                check()
                verdict = ""
            except (AssertionError, TypeError) as error:
                verdict = ": " + str(error).replace("\n", " ")
            wrong += bool(verdict)
            print("%s outside: %s%s" % ("FAIL" if verdict else "ok  ", what, verdict))
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: outside.py BUILD WEKIVA")
    sys.exit(main(*sys.argv[1:]))
