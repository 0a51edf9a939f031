#!/bin/sh
# beside.sh - tests of `wekiva run --beside`, for which verilator and a C++ compiler must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/beside.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../../.." || exit 2
. tb/lockstep/tests/expect.sh

mkdir "$T/mine" "$T/wrong"
same() { cmp "$1" "$2" && echo same; }
run() { "$W" run --launch tb/demo/launch.json --set simds=1 "$@"; }

# Modules without a twin, written from their pages.
cat >"$T/mine/rotation.sv" <<'EOF'
module rotation (input logic clk, rst, i_run, output logic [2:0] o_clock);
    always_ff @(posedge clk) o_clock <= rst ? '0 : i_run ? o_clock + 3'd1 : o_clock;
endmodule
EOF
cp tb/lockstep/blocks/arbiter.sv "$T/mine/arbiter.sv"
sed "s/o_clock + 3'd1/(o_clock == 3'd5 ? 3'd0 : o_clock + 3'd1)/" "$T/mine/rotation.sv" >"$T/wrong/rotation.sv"
sed "s/o_last <= i_number/o_last <= i_number == 32'd7 ? 32'd5 : i_number/" "$T/mine/arbiter.sv" >"$T/wrong/arbiter.sv"

t "a plain run" 0 '^exports match: ' run --stats "$T/plain.json" --trace "$T/plain.vcd"
cycles=$(sed -n 's/^cycles: \([0-9]*\);.*/\1/p' "$T/out")
t "a twin is compared in every cycle" 0 "^gpu.simd0.predicate_odd: $((cycles + 1)) cycles agree \(3 ports compared, 0 registers\)$" \
    run --beside predicate --stats "$T/beside.json" --trace "$T/beside.vcd"
t "the run is as without" 0 '^same$' same "$T/plain.json" "$T/beside.json"
t "so are the machine's signals in its waveform" 0 '^no difference$' "$W" compare-waves "$T/plain.vcd" "$T/beside.vcd"
t "several, with memories elsewhere" 0 '^gpu.simd0.operand_fetch: [0-9]+ cycles agree' run --beside operand_fetch --beside cf_sequencer
cp "$T/out" "$T/told"
t "all of them" 0 '^gpu.simd0.cf_sequencer: [0-9]+ cycles agree' cat "$T/told"
t "a module without a twin, by its page" 0 "^gpu.simd0.rotation: $((cycles + 1)) cycles agree \(1 ports compared" run --beside "rotation=$T/mine"
t "every instance" 0 '^gpu.simd0.arbiter_odd: [0-9]+ cycles agree \(4 ports compared, 2 registers\)$' run --beside "arbiter=$T/mine"
instances=$(grep -c ' cycles agree' "$T/out")
t "which are five" 0 '^5$' echo "$instances"
t "in every SIMD that has a wavefront" 0 '^gpu.simd7.rotation: [0-9]+ cycles agree' \
    "$W" run --launch tb/demo/launch.json --beside "rotation=$T/mine"
t "a wrong one differs, at a cycle" 1 '^gpu.simd0.rotation: first difference at cycle 6: o_clock$' \
    run --beside "rotation=$T/wrong" --stats "$T/wrong.json" --trace "$T/wrong.vcd"
cp "$T/out" "$T/told"
t "with both values" 0 '^  model 0x6$' cat "$T/told"
t "of model and block" 0 '^  rtl   0x0$' cat "$T/told"
t "and the run as without" 0 '^exports match' cat "$T/told"
t "whose statistics are the same" 0 '^same$' same "$T/plain.json" "$T/wrong.json"
t "the view opens there" 0 '^\*-[0-9.]+ 6000 ' cat "$T/wrong.gtkw"
t "what is seldom is seen, too" 1 'arbiter_[a-z]+: first difference at cycle [0-9]+: o_last$' run --beside "arbiter=$T/wrong" --quiet
cp "$T/out" "$T/told"
t "and the other ones agree beside it" 0 '^gpu.simd0.arbiter_[a-z]+: [0-9]+ cycles agree' cat "$T/told"
sed -i '/output.*o_grants,/d; s/o_grants, //; /o_grants *<=/d' "$T/mine/arbiter.sv"
t "what the block lacks is named" 0 'not compared, the block does not show it: o_grants' run --beside "arbiter=$T/mine"
t "R580" 0 '^us.flow: [0-9]+ cycles agree' "$W" run --launch tb/corpus/designs/r580.json --beside r580_flow
t "NV30" 0 'source_select: [0-9]+ cycles agree' "$W" run --launch tb/corpus/nv30/lighting/nv30.json --beside nv30_source_select

t "cosim compares such a module, too" 0 '^rotation: 1000 cycles agree' "$W" cosim rotation --rtl "$T/mine" --cycles 1000
t "no such module" 2 "^wekiva: --beside x: no module 'x', expected one that wekiva cosim --list names$" run --beside x
t "no twin" 2 '^wekiva: --beside rotation: the module has no twin: expected MODULE=DIR$' run --beside rotation
t "no folder" 2 '^wekiva: --beside rotation=: expected MODULE or MODULE=DIR$' run --beside rotation=
t "twice" 2 '^wekiva: --beside predicate: the module has a block already$' run --beside predicate --replace predicate
t "a function is no module" 2 '^wekiva: --beside operand_ports: is a function of gpu.simd0.*: expected a module, or wekiva cosim' \
    run --beside operand_ports
t "another machine's" 2 '^wekiva: --beside r580_flow: the machine has no r580_flow' run --beside r580_flow
t "not with what goes back" 2 'expected no --beside with it' run --trace "$T/x.vcd" --last 5 --beside predicate

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
