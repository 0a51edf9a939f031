#!/usr/bin/env python3
"""export_sv.py - exported modules (`wekiva export-sv`) as blocks beside the model: all are SystemVerilog without a warning,
those that cosim has agree with their C modules, others with the modules of real runs; a wrong one differs.  And a bench of
its own, export_bench.sv.

usage: [WEKIVA=build/wekiva] [JOBS=2] export_sv.py      (from the project's root; libwekiva.so lies beside the command)

A line for each that failed; last `N passed, N failed`, exit status 1 when one failed.
"""
import concurrent.futures
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile

WEKIVA = os.path.abspath(os.environ.get('WEKIVA', 'build/wekiva'))
JOBS = int(os.environ.get('JOBS', '2'))
CYCLES = '5000'
# Modules without a twin, beside those of a run that gives them work.
BESIDE = {'--launch tb/demo/launch.json --set simds=1': ['arbiter', 'icache', 'wave_table', 'alu_clause', 'export_unit', 'l2_bank',
                                                         'memory_link'],
          '--launch tb/corpus/designs/r580.json': ['us_pixels', 'us_finish', 'us_outputs'],
          '--launch tb/corpus/designs/nv30.json': ['nv30_rasterizer']}


def run(*command, folder=None):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def listed():
    return run(WEKIVA, 'export-sv', '--list')[1].split()


def compared():
    """Modules of cosim that are modules of the model, too: name there, and of their page.  Without a twin those that neither
    look outside of their ports nor ask for rows, which no port of an exported module has."""
    names = [line.split()[0] for line in run(WEKIVA, 'cosim', '--list')[1].splitlines()
             if ' default stimulus' not in line or ' default stimulus, ' in line and '--record' in line]
    pages = {'r580_flow': 'us_flow'}
    own = {'lod_unit', 'texture_walker', 'line_cache'}  # their twins have ports that the exported module does not
    return [(name, pages.get(name, name)) for name in names
            if pages.get(name, name) in listed() and name not in own]


def lint(folder, name):
    """No warning of Verilator, in the bench that goes with it neither; a module uses a part of its last word."""
    status, said = run('verilator', '--lint-only', '-Wall', '-Wno-DECLFILENAME', '-Wno-UNUSEDSIGNAL', '--timing', '--top-module',
                       'bench_' + name, 'wekiva_pkg.sv', 'wekiva_%s.sv' % name, 'bench_%s.sv' % name, folder=folder)
    return status == 0, said


def agrees(folder, name, page):
    status, said = run(WEKIVA, 'cosim', name, '--rtl', folder, '--top', 'wekiva_' + page, '--cycles', CYCLES)
    return status == 0 and '%s: %s cycles agree' % (name, CYCLES) in said, said


def lacks(folder):
    """What follows its inputs within a clock is no port of an exported module, and the comparison says so."""
    status, said = run(WEKIVA, 'cosim', 'line_cache', '--rtl', folder, '--top', 'wekiva_line_cache', '--cycles', '10')
    return status == 2 and 'no port o_found' in said, said


def differs(folder, name, page):
    """With the lowest bit of its last output turned over."""
    with open(os.path.join(folder, 'wekiva_%s.sv' % page), encoding='utf-8') as file:
        text = file.read()
    output = re.findall(r'^    assign (o_\w+) = ', text, re.M)[-1]
    wrong = os.path.join(folder, 'wrong-' + page)
    os.makedirs(wrong)
    shutil.copy(os.path.join(folder, 'wekiva_pkg.sv'), wrong)
    with open(os.path.join(wrong, 'wekiva_%s.sv' % page), 'w', encoding='utf-8') as file:
        file.write(re.sub(r'^    assign %s = (.*);$' % output, r'    assign %s = 1 ^ \1;' % output, text, flags=re.M))
    status, said = run(WEKIVA, 'cosim', name, '--rtl', wrong, '--top', 'wekiva_' + page, '--cycles', CYCLES)
    return status == 1 and re.search(r'^%s: first difference at cycle \d+: %s\b|, %s' % (name, output, output), said, re.M), said


def beside(folder, launch, name):
    status, said = run(WEKIVA, 'run', *launch.split(), '--beside', '%s=%s' % (name, folder))
    return status == 0 and re.search(r'^\S+: \d+ cycles agree \((?!0 ports compared, 0 registers)', said, re.M), said


def in_place(folder):
    """Results and cycles of a run whose register file and predicates are exported ones."""
    command = [WEKIVA, 'run', '--launch', 'tb/demo/launch.json', '--set', 'simds=1', '--stats', '-']
    _, plain = run(*command)
    status, said = run(*command, '--replace', 'gpr_file=' + folder, '--replace', 'predicate=' + folder)
    return status == 0 and said == plain, said[-2000:]


def other_version(folder):
    """Ports of another version are refused."""
    with open(os.path.join(folder, 'wekiva_predicate.sv'), encoding='utf-8') as file:
        text = file.read()
    old = os.path.join(folder, 'old')
    os.makedirs(old)
    shutil.copy(os.path.join(folder, 'wekiva_pkg.sv'), old)
    with open(os.path.join(old, 'wekiva_predicate.sv'), 'w', encoding='utf-8') as file:
        file.write(re.sub(r"64'h\w+", "64'h1", text))
    status, said = run(WEKIVA, 'cosim', 'predicate', '--rtl', old, '--top', 'wekiva_predicate', '--cycles', '10')
    return status == 1 and 'other ports of predicate' in said, said


def bench(folder):
    shutil.copy('tb/lockstep/tests/export_bench.sv', folder)
    status, said = run('make', 'BENCH=export_bench.sv', folder=folder)
    return status == 0 and re.search(r'^[1-9]\d* passed, 0 failed$', said, re.M), said


def simd(folder):
    """A whole SIMD runs a launch, twice, in as many cycles as the command; what comes out is what the program says."""
    shutil.copy('tb/lockstep/tests/simd_bench.sv', folder)
    with open(os.path.join(folder, 'triple.s'), 'w', encoding='ascii') as file:
        file.write('ALU BARRIER\n  0 x: MULADD_IEEE R0.x, R0.x, 3.0, 1.0\nEXPORT_DONE PIX0, R0.x001 EOP BARRIER\n')
    for name, values in (('in.bin', [(t, 0, 0, 0) for t in range(64)]), ('out.bin', [(3 * t + 1, 0, 0, 1) for t in range(64)])):
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(b''.join(struct.pack('<4f', *row) for row in values))
    launch = {'wekiva': 1, 'program': 'triple.s', 'stage': 'ps', 'threads': 64, 'num_gprs': 1, 'stack_size': 0,
              'gprs': {'first': 0, 'count': 1, 'file': 'in.bin'}, 'expect': {'file': 'out.bin', 'exports': [{'type': 'pixel', 'array_base': 0, 'compare': 4 * ['bits']}]}}
    with open(os.path.join(folder, 'launch.json'), 'w', encoding='ascii') as file:
        json.dump(launch, file)
    _, plain = run(WEKIVA, 'run', '--launch', os.path.join(folder, 'launch.json'), '--set', 'simds=1')
    cycles = re.search(r'^cycles: (\d+)', plain, re.M)
    status, said = run('make', 'BENCH=simd_bench.sv', 'ARGUMENTS=+wekiva_launch=launch.json', folder=folder)
    good = status == 0 and cycles and '128 right, 0 wrong, match, twice %s cycles: 1' % cycles[1] in said
    _, refused = run(os.path.join(folder, 'obj_simd_bench', 'Vsimd_bench'), '+wekiva_launch=no_such.json', folder=folder)
    return good and 'no_such.json: No such file' in refused, plain + said + refused


def uvm(folder):
    """The example for UVM is SystemVerilog that Verilator reads and elaborates, with a stub of UVM."""
    with open(os.path.join(folder, 'wekiva_arbiter.sv'), encoding='utf-8') as file:
        text = file.read()
    mine = os.path.join(folder, 'mine')
    os.makedirs(mine)
    with open(os.path.join(mine, 'arbiter.sv'), 'w', encoding='utf-8') as file:
        file.write(text.replace('wekiva_arbiter', 'arbiter'))
    stub = 'tb/lockstep/tests'
    status, said = run('verilator', '--lint-only', '--timing', '-I' + stub, '--top-module', 'arbiter_uvm', stub + '/uvm_pkg.sv',
                       *(os.path.join(folder, name) for name in ('wekiva_pkg.sv', 'wekiva_arbiter.sv', 'mine/arbiter.sv')),
                       'docs/examples/arbiter_uvm.sv')
    return status == 0, said


def icarus(folder, name):
    """Verilog that Icarus takes, with its bench, and a bench that Python reads."""
    status, said = run('iverilog', '-g2012', '-Wall', '-Wno-timescale', '-t', 'null', 'wekiva_%s.v' % name, 'bench_%s.v' % name, folder=folder)
    with open(os.path.join(folder, 'test_%s.py' % name), encoding='utf-8') as file:
        compile(file.read(), name, 'exec')
    return status == 0 and not said, said


def vpi(folder):
    """Through VPI a module is its twin, and its rows follow what is asked for."""
    for path in ('tb/lockstep/tests/vpi_bench.v', 'tb/rtl/predicate.sv'):
        shutil.copy(path, folder)
    status, said = run('make', 'BENCH=vpi_bench.v predicate.sv', 'TOP=vpi_bench', folder=folder)
    wanted = "predicate: 0 wrong of 1000, the model's own 1\nrow 5: 1 1\nof the last lane alone: 1\n"
    good = status == 0 and wanted in said
    path = os.path.join(folder, 'wekiva_predicate.v')
    with open(path, encoding='utf-8') as file:
        text = file.read()
    with open(path, 'w', encoding='utf-8') as file:
        file.write(re.sub(r"64'h\w+", "64'h1", text))
    _, other = run('make', 'BENCH=vpi_bench.v predicate.sv', 'TOP=vpi_bench', folder=folder)
    return good and 'other ports; expected the version of `wekiva export-sv`: predicate' in other, said + other


def main():
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        os.environ.setdefault('WEKIVA_CACHE', os.path.join(folder, 'cache'))
        os.environ['WEKIVA_OPTIMISE'] = '-O0'
        names = listed()
        every, everything, blocks, whole, through = (os.path.join(folder, name) for name in ('every', 'everything', 'blocks', 'whole', 'vpi'))
        run(WEKIVA, 'export-sv', *names, '--out', every)
        run(WEKIVA, 'export-sv', 'cf_sequencer', '--all', '--out', everything)
        run(WEKIVA, 'export-sv', 'gpr_file', 'predicate', *sum(BESIDE.values(), []), '--block', '--out', blocks)
        run(WEKIVA, 'export-sv', '--simd', '--out', whole)
        run(WEKIVA, 'export-sv', *names, '--vpi', '--out', through)
        work = [('lint ' + name, lint, every, name) for name in names]
        work += [('cosim ' + name, agrees, every, name, page) for name, page in compared()]
        work += [('a wrong ' + name, differs, every, name, page) for name, page in compared()
                 if name in ('predicate', 'r580_flow', 'gpr_file')]
        work += [('all of cf_sequencer', agrees, everything, 'cf_sequencer', 'cf_sequencer')]
        work += [('beside ' + name, beside, blocks, launch, name) for launch in BESIDE for name in BESIDE[launch]]
        work += [('line_cache lacks a port', lacks, every), ('in place', in_place, blocks), ('another version', other_version, every), ('a bench', bench, every), ('UVM', uvm, every),
                 ('lint simd', lint, whole, 'simd'), ('a whole SIMD', simd, whole)]
        if shutil.which('iverilog'):
            work += [('Icarus ' + name, icarus, through, name) for name in names] + [('VPI', vpi, through)]
        else:
            print('skipped modules for Icarus Verilog: no iverilog')
        for row, (good, said) in zip(work, pool.map(lambda row: row[1](*row[2:]), work)):
            passed, failed = passed + bool(good), failed + (not good)
            if not good:
                print('export-sv: %s: FAILED\n%s' % (row[0], said))
    print('%d passed, %d failed' % (passed, failed))
    return failed > 0


sys.exit(main())
