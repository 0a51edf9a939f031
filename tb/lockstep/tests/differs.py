#!/usr/bin/env python3
"""What is to be seen of a difference between a module and a Verilog block: waveforms, views and words of `wekiva cosim` and of
`wekiva run --beside` and `--replace`, of right blocks and of wrong ones.  Waveforms are read by tb/vcd_tool.py, which shares no
code with their writer: each `differs` row is computed again from both sides of its port.

    WEKIVA=build/wekiva python3 tb/lockstep/tests/differs.py

Verilator and a C++ compiler must be there.  A line per test, last `N passed, N failed`; exit status 1 when one failed.
"""
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent.parent
sys.path.insert(0, str(PROJECT / "tb"))
import vcd_tool  # noqa: E402

WEKIVA = str(pathlib.Path(os.environ.get("WEKIVA", "build/wekiva")).resolve())
CYCLE = 1000  # ps: a cycle is 1 ns, and the file's unit 100 ps
UNITS = 10


class Waves:
    """Values of each signal by cycle."""

    def __init__(self, path):
        vcd = vcd_tool.Vcd(str(path))
        names = {}
        for var in vcd.vars:
            names.setdefault(var.code, []).append(var.path if isinstance(var.path, str) else ".".join(var.path))
        self.names = sorted(name for of in names.values() for name in of)
        self.changes = {name: [] for name in self.names}
        for time, code, value in vcd.events():
            for name in names.get(code, ()):
                self.changes[name].append((time // UNITS, value))
        vcd.f.close()
        cycles = [value for _, value in self.changes[[n for n in self.names if n.endswith(".cycle")][0]]]
        self.first, self.last = int(cycles[0], 2), int(cycles[-1], 2)

    def at(self, name):
        """Its value in each cycle of the file, as a number."""
        values, now, changes = [], 0, iter(self.changes[name] + [(1 << 62, "0")])
        time, value = next(changes)
        for cycle in range(self.first, self.last + 1):
            while time <= cycle:
                now = int(value.replace("x", "0"), 2)
                time, value = next(changes)
            values.append(now)
        return values

    def below(self, scope):
        return [name for name in self.names if name.startswith(scope + ".")]


class Blocks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.top = pathlib.Path(cls.folder.name)
        os.environ.setdefault("WEKIVA_OPTIMISE", "-O0")
        os.environ["WEKIVA_CACHE"] = str(cls.top / "cache")
        cls.broken("predicate", "tb/rtl/predicate.sv", "= o_killed | yes", "= yes")
        cls.broken("arbiter", "tb/lockstep/blocks/arbiter.sv", "o_last <= i_number;", "o_last <= i_number == 7 ? 32'd5 : i_number;")
        cls.broken("line_cache", "tb/lockstep/blocks/line_cache.sv", "used[w] < used[best]", "used[w] <= used[best]")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def broken(cls, name, source, right, wrong):
        text = (PROJECT / source).read_text()
        assert text.count(right) == 1, (source, right)
        (cls.top / "wrong").mkdir(exist_ok=True)
        (cls.top / "wrong" / f"{name}.sv").write_text(text.replace(right, wrong))

    def wekiva(self, status, *arguments):
        done = subprocess.run([WEKIVA, *map(str, arguments)], capture_output=True, text=True, check=False, cwd=PROJECT)
        self.assertEqual(done.returncode, status, done.stderr + done.stdout)
        return done.stdout + done.stderr


class Differs(Blocks):
    def cosim(self, status, module, *arguments):
        path = self.top / f"{self.id()}.vcd"
        text = self.wekiva(status, "cosim", module, "--trace", path, *arguments)
        return text, Waves(path), path.with_suffix(".gtkw").read_text()

    def rows_are_right(self, waves, model, rtl, differs):
        """Each row is 1 exactly where the two sides of its port differ; the cycles in which any is."""
        found = set()
        rows = waves.below(differs)
        self.assertTrue(rows)
        for row in rows:
            port = row[len(differs) + 1:]
            names = [n for n in waves.below(model) if re.sub(r"^r_", "o_", n[len(model) + 1:]).split(".")[0] == port]
            other = [rtl + n[len(model):] for n in names]
            if not names:
                continue  # lanes and memories of a run without them
            self.assertEqual(sorted(other), sorted(n for n in waves.below(rtl) if n in other))
            expected = [0] * len(waves.at(row))
            for a, b in zip(names, other):
                expected = [e | (x != y) for e, x, y in zip(expected, waves.at(a), waves.at(b))]
            self.assertEqual(waves.at(row), expected, row)
            found |= {waves.first + i for i, bit in enumerate(expected) if bit}
        return found

    def test_cosim_shows_where_both_differ(self):
        text, waves, view = self.cosim(1, "predicate", "--rtl", self.top / "wrong")
        cycle = int(re.search(r"first difference at cycle (\d+): o_killed", text)[1])
        self.assertEqual(self.rows_are_right(waves, "model", "rtl", "differs"), {cycle})
        self.assertEqual((waves.last, waves.last - waves.first), (cycle, 32))
        self.assertIn("[color] 1\n+{o_killed differs} differs.o_killed\n", view)
        self.assertIn("+{o_killed model} model.o_killed[63:0]\n+{o_killed block} rtl.o_killed[63:0]\n", view)
        self.assertIn(f" {cycle * CYCLE} {cycle * CYCLE}\n[markername] Afirst difference\n", view)

    def test_the_words_have_values_and_bits(self):
        text, _, _ = self.cosim(1, "predicate", "--rtl", self.top / "wrong")
        model, rtl = (int(re.search(side + r" +0x([0-9a-f]+)", text)[1], 16) for side in ("model", "rtl"))
        bits = set()
        for part in re.search(r"\n  bits ([ \d:]+)", text)[1].split():
            high, low = (part.split(":") * 2)[:2]
            bits |= set(range(int(low), int(high) + 1))
        self.assertEqual(sum(1 << bit for bit in bits), model ^ rtl)

    def test_cosim_shows_what_the_block_has_inside(self):
        """The twin's own wires: what `set_killed` lets through is `o_killed` a clock later."""
        _, waves, view = self.cosim(1, "predicate", "--rtl", self.top / "wrong")
        let, to, killed = (waves.at("rtl." + n) for n in ("predicate.set_killed", "predicate.next_killed", "o_killed"))
        seen = [(new, old) for now, new, old in zip(let, to, killed[1:]) if now]
        self.assertTrue(seen)
        for new, old in seen:
            self.assertEqual(new, old)
        self.assertIn("rtl.predicate.g_quarter_3.here", waves.names)
        self.assertIn("+{set_killed} rtl.predicate.set_killed\n", view)
        self.assertFalse([n for n in waves.below("rtl.predicate") if ".i_" in n or ".o_" in n], "ports are there once")

    def test_elements_that_differ_are_named(self):
        text, waves, view = self.cosim(1, "line_cache", "--rtl", self.top / "wrong")
        cycle, element = re.search(r"first difference at cycle (\d+): o_way\[(\d)\]", text).groups()
        self.assertEqual(self.rows_are_right(waves, "model", "rtl", "differs"), {int(cycle)})
        self.assertIn(f"model.o_way.e{element}", view.split("its inputs")[0])

    def test_a_block_that_stops_is_shown_in_the_cycle_in_which_it_does(self):
        """Quarter 3 is told of by an assertion: the same words with a waveform, for which the clocks are run again."""
        source = (PROJECT / "tb/rtl/predicate.sv").read_text()
        (self.top / "stops").mkdir(exist_ok=True)
        check = "always @(posedge clk) assert (rst || !i_set || i_quarter != 3 || i_kills);\n"
        (self.top / "stops/predicate.sv").write_text(source.replace("endmodule", check + "endmodule"))
        plain = self.wekiva(1, "cosim", "predicate", "--rtl", self.top / "stops")
        text, waves, _ = self.cosim(1, "predicate", "--rtl", self.top / "stops")
        self.assertRegex(plain, r"^predicate: the block stopped at cycle [1-9]")
        self.assertEqual(text.splitlines()[0], plain.splitlines()[0])
        inputs = [waves.at("model." + name)[-1] for name in ("i_set", "i_quarter", "i_kills")]
        self.assertEqual(inputs, [1, 3, 0])

    def test_a_right_block_differs_nowhere(self):
        _, waves, view = self.cosim(0, "predicate", "--cycles", "500")
        self.assertEqual(self.rows_are_right(waves, "model", "rtl", "differs"), set())
        self.assertTrue(any(waves.at("rtl.predicate.set_predicate")))
        self.assertNotIn("first difference", view)

    def run_demo(self, status, *arguments):
        path = self.top / f"{self.id()}.vcd"
        text = self.wekiva(status, "run", "--launch", "tb/demo/launch.json", "--set", "simds=1", "--trace", path, "--trace-scope",
                           "*.arbiter_*,*.issue_*,*.predicate_*", *arguments)
        waves = Waves(path)
        end = ".arbiter_cf.o_last"
        self.simd = next(name[:-len(end)] for name in waves.names if name.endswith(end))
        return text, waves, path.with_suffix(".gtkw").read_text()

    def test_a_run_shows_where_a_block_beside_differs(self):
        text, waves, view = self.run_demo(1, "--beside", f"arbiter={self.top}/wrong")
        firsts = dict(re.findall(r"(\S+\.arbiter_\w+): first difference at cycle (\d+)", text))
        self.assertEqual(len(firsts), 4)
        for path, cycle in firsts.items():
            where = self.rows_are_right(waves, path, path + ".rtl", path + ".differs")
            self.assertEqual(min(where), int(cycle), path)
            self.assertIn(f"+{{o_last differs}} {path}.differs.o_last\n", view)
        first = min(map(int, firsts.values()))
        self.assertRegex(view, rf"\*-[0-9.]+ {first * CYCLE} .*{first * CYCLE}\n")
        self.assertRegex(view, r"\[markername\] .first difference\n")
        self.assertEqual(self.rows_are_right(waves, *(self.simd + ".arbiter_texture" + s for s in ("", ".rtl", ".differs"))), set())

    def test_its_words_name_wavefront_and_instruction(self):
        """As the waveform has them, in the cycle before."""
        text, waves, _ = self.run_demo(1, "--beside", f"arbiter={self.top}/wrong")
        groups = re.findall(r"cycle (\d+): wavefront (\d+), ALU group [a-z ]+: (\d+) [xyzwt]: \w+", text)
        self.assertTrue(groups)
        for cycle, wave, address in groups:
            issue = [waves.at(f"{self.simd}.issue_{p}.o_wave")[int(cycle)] for p in ("even", "odd")]
            place = [waves.at(f"{self.simd}.issue_{p}.o_address")[int(cycle)] for p in ("even", "odd")]
            self.assertIn((int(wave), int(address)), list(zip(issue, place)))

    def test_a_replaced_module_shows_what_its_block_has_inside(self):
        text, waves, _ = self.run_demo(0, "--replace", "predicate")
        self.assertIn("exports match", text)
        seen = []
        for module in (self.simd + ".predicate_even.", self.simd + ".predicate_odd."):
            for mask in ("predicate", "active", "killed"):
                let, to = waves.at(f"{module}rtl.predicate.set_{mask}"), waves.at(f"{module}rtl.predicate.next_{mask}")
                seen += [(new, old) for now, new, old in zip(let, to, waves.at(f"{module}o_{mask}")[1:]) if now]
        self.assertTrue(seen)
        for new, old in seen:
            self.assertEqual(new, old)

    def test_a_window_of_a_run_has_them_too(self):
        _, waves, _ = self.run_demo(1, "--beside", f"arbiter={self.top}/wrong", "--trace-window", "1700:1800")
        path = self.simd + ".arbiter_odd"
        self.assertEqual(min(self.rows_are_right(waves, path, path + ".rtl", path + ".differs")), 1712)


class Contracts(Blocks):
    def lint(self, name, text):
        path = self.top / f"{name}.sv"
        path.write_text(text)
        return subprocess.run(["verilator", "--lint-only", "--assert", "-Wno-fatal", "-Wno-lint", "-Wno-style", "-DWEKIVA_CONTRACT", path],
                              capture_output=True, text=True, check=False)

    def test_contracts_are_assumptions_that_verilator_reads(self):
        count = 0
        for line in self.wekiva(0, "cosim", "--list").splitlines():
            if " default stimulus" not in line:
                continue
            name = line.split()[0]
            template = self.wekiva(0, "cosim", name, "--template")
            count += template.count("assume property")
            done = self.lint(name, template)
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(count, 50)
        self.assertNotEqual(self.lint("wrong", template.replace("endmodule", "assume property (i_nothing); endmodule")).returncode, 0)

    def test_assumptions_hold_in_a_run_and_bite(self):
        """The arbiter's, in a block that takes its place; then one that says less than what comes."""
        rows = re.search(r"`ifdef WEKIVA_CONTRACT\n(.*?)`endif", self.wekiva(0, "cosim", "arbiter", "--template"), re.S)[1]
        self.assertIn("assume property (@(posedge clk) disable iff (rst) i_why <= 5'd19);", rows)
        block = (PROJECT / "tb/lockstep/blocks/arbiter.sv").read_text()
        for number, status in ((19, 0), (4, 1)):
            folder = self.top / f"assume{number}"
            folder.mkdir()
            (folder / "arbiter.sv").write_text(block.replace("endmodule", rows.replace("5'd19", f"5'd{number}") + "endmodule"))
            text = self.wekiva(status, "cosim", "arbiter", "--rtl", folder, "--cycles", 2000)
            self.assertIn("agree" if status == 0 else "the block stopped", text)


class Records(Blocks):
    """Records that are written here, by the words of record.h."""

    def record(self, module, ports, rows):
        """`ports`: names and bits; `rows`: values, the first one those at reset."""
        text = f"module {module}\n" + "".join(f"{name} {bits} 1\n" for name, bits in ports)
        body, last = text.encode(), [0] * len(ports)
        for row in rows:
            changed = [a != b for a, b in zip(row, last)]
            body += bytes([sum(bit << i for i, bit in enumerate(changed))])
            for (_, bits), value, new in zip(ports, row, changed):
                body += value.to_bytes(1 if bits <= 8 else 4, "little") if new else b""
            last = row
        head = b"WKINPUTS" + struct.pack("<IIQQ", 4, len(ports), len(text), len(rows) - 1)
        check = 0xcbf29ce484222325
        for byte in body + head:
            check = (check ^ byte) * 0x100000001b3 % 2**64
        path = self.top / f"{self.id()}.rec"
        path.write_bytes(head + body + struct.pack("<Q", check))
        return path

    def test_a_record_of_some_inputs_drives_a_module(self):
        path = self.record("arbiter", [("i_grant", 1), ("i_number", 32)], [(0, 0), (1, 6), (0, 7), (1, 7), (0, 0)])
        self.assertIn("arbiter: 4 cycles agree", self.wekiva(0, "cosim", "arbiter", "--rtl", "tb/lockstep/blocks", "--input", path))
        wrong = self.wekiva(1, "cosim", "arbiter", "--rtl", self.top / "wrong", "--input", path)
        self.assertRegex(wrong, r"first difference at cycle 3: o_last\n +model 0x00000007\n +rtl +0x00000005\n +bits +1\n")

    def test_a_record_that_breaks_a_contract_is_refused(self):
        """The unit that it starts for is free at first, and no longer behind the start."""
        path = self.record("export_unit", [("i_start", 1)], [(0,), (1,), (1,), (0,)])
        text = self.wekiva(2, "cosim", "export_unit", "--rtl", "tb/lockstep/blocks/export_unit.sv", "--input", path)
        self.assertRegex(text, "clock [12] of the record breaks the contract of export_unit: expected i_start")

    def test_what_does_not_fit_is_refused(self):
        for module, ports, words in (("predicate", [("i_set", 1)], "a record of another module, predicate: expected one of arbiter"),
                                     ("arbiter", [("i_grant", 2)], "i_grant has 1 elements of 2 bits: expected 1 bit"),
                                     ("arbiter", [("i_grants", 1)], "line 2 of its ports: the module has no i_grants"),
                                     ("arbiter", [("i_grant", 1)] * 2, "line 3 of its ports: i_grant is there twice")):
            path = self.record(module, ports, [(0,) * len(ports)] * 3)
            self.assertIn(words, self.wekiva(2, "cosim", "arbiter", "--rtl", "tb/lockstep/blocks", "--input", path))


if __name__ == "__main__":
    result = unittest.main(exit=False, verbosity=2).result
    bad = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
