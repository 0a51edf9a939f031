#!/usr/bin/env python3
"""bench_chip.py - docs/bench-chip.md: the rows of `wekiva bench-chip` on rv770, R580 and NV30 as they are.

usage: bench_chip.py [--check] WEKIVA docs/bench-chip.md       (from the project's root; --check: fail when the page is stale)
"""
import json
import subprocess
import sys

sys.dont_write_bytecode = True
from page import arguments, finish  # noqa: E402

HEAD = '''<!-- made by tb/docs/bench_chip.py: make docs -->
# A chip's latencies and rates beside their closed forms

`wekiva bench-chip` runs small programs that measure one thing each, and prints beside each what a closed form in the chip's
parameters says. It is the calibration sheet of a chip file, and a test of the model: a row that differs is status 1.

    wekiva bench-chip
    wekiva bench-chip --chip rv730 texture hiding
    wekiva bench-chip --set tex_hit_clk=200 texture_latency
    wekiva bench-chip alu flow --vary

- Operands are rows or groups; `--list` names all. `--chip` takes a preset or a chip file, `--set` changes a parameter, `--csv`,
  `--html` and `--markdown` write the table to a file.
- A row's program has a number n in it: groups, clauses, fetches, wavefronts. It runs with two n, and the difference of the clocks is
  divided by what n counts, so the start of a launch, the first instruction lines and the last export drop out. Caches are warm where the
  row does not say otherwise. Rows are of one SIMD, those of dispatch and `memory_rate` of the chip.
- A formula is evaluated from the text that is printed: `+ - * /`, `max`, `min`, `ceil`, `floor`, `mod`, `if(condition, then, else)`, and
  `atleast(a, b)`, `up(a, b)`, a rounded up to a multiple of b. Wavefronts issue on every fourth clock, so `up(..., 4)` is in many.
- "none" is the same to the last digit. Rows of a steady state with several limits are within a share of 1 to 10 %, and say
  "(allowed)" when they are not the same: where two limits are near each other, requests wait for both.
- `--vary` runs each row also with every parameter of its formula half as large again, half as large, one more and two more. A
  formula that is right by accident, or a parameter that the model ignores, is found there. All rows of a chip take a quarter of a minute.
- Programs and formulas are rows of `tools/bench/bench.def`: a new one is measured without another line of code.

Sources are rows and tags of [timing.md](timing.md), or tables of the chips. What was published stands beside runs in [validation.md](validation.md);
the parameters are in [parameters.md](parameters.md).

Names that end in `_registers` are clocks which no parameter has: registers between the modules on a way. Their numbers were read from
runs of the default chip; that they stay what they are under all other parameters is tested (`tb/bench/test_bench_chip.py`).

What the rows have shown:

- A vertex fetch keeps its unit for the read of its index, too: `vertex_rate` is 20 clocks for 64 threads and not 16. The units of textures and of the
  local data share read the next instruction's GPR meanwhile.
- One SIMD reads a line in {simd} clocks, because it waits for `tc_l1_misses` at most; all ten read one in {chip}, because each channel
  holds `mc_queue` requests for as long as memory takes. `mc_line_clk` alone would allow one in {peak}: by default such reads do not reach the bandwidth of memory.
- A SIMD's memory writes wait for answers when 64 blocks are on their way: {write} clocks for each 32 bytes, far above what a channel takes.
- Filtered fetches of several passes lose a little: {bicubic} clocks for a bicubic one of four passes, 64 by its passes. `tex_sample_bits` 16 makes trilinear
  ones take 64.3. No cause has been looked for.
- Where a wavefront waits for its fetches, `hiding` leaves control flow out: with `cf_fetch_clk` or `cf_decode_clk` 6 and more it is a further limit, since an
  instruction with BARRIER that has to wait is fetched and decoded again. 24 wavefronts lose a tenth with `tex_sample_bits` 16 or `alu_latency` 16. `--vary` shows
  these rows of `hiding_16` and `hiding_24`, and no others.
- R580's results of look-ups come back a quad in a clock: `texture_quads` above 1 changes nothing.
'''


def run(wekiva, *arguments_):
    done = subprocess.run([wekiva, 'bench-chip', *arguments_], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit('bench_chip.py: wekiva bench-chip %s: status %d: %s%s' % (' '.join(arguments_), done.returncode, done.stdout, done.stderr))
    return done.stdout


def cells(tables):
    """The measured value of each row."""
    rows = (line.split(' | ') for line in tables.split('\n') if line.startswith('| `') and line.count(' | ') == 7)
    return {row[0].strip('| `'): row[5] for row in rows}


def peak(wekiva):
    """Clocks of a line, by what the channels of rv770 can do together."""
    done = subprocess.run([wekiva, 'chips', 'rv770', '--params', '--json'], capture_output=True, text=True, check=True)
    value = {row['name']: row['values'].get('rv770') for row in json.loads(done.stdout)}
    return value['mc_line_clk'] / 16 / value['mc_channels']


def page(wekiva):
    tables = {chip: run(wekiva, '--chip', chip, '--markdown', '-') for chip in ('rv770', 'r580', 'nv30')}
    values = cells(tables['rv770'])
    text = HEAD.format(simd=values['memory_rate_simd'], chip=values['memory_rate'], peak='%.2f' % peak(wekiva), bicubic=values['texture_bicubic'], write=values['memory_write'])
    return text + ''.join('\n## %s\n%s' % item for item in tables.items())


def main():
    check, (wekiva, path) = arguments('bench_chip.py [--check] WEKIVA PAGE', 2)
    finish(path, page(wekiva), check)


main()
