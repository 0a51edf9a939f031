#!/bin/sh
# prove.sh - tests of `wekiva cosim --prove`, for which verilator, a C++ compiler and yosys must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/prove.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed, 2 without yosys.
set -u
cd "$(dirname "$0")/../../.." || exit 2
command -v yosys >/dev/null || { echo "prove: yosys is not installed: make deps-cosim" >&2; exit 2; }
. tb/lockstep/tests/expect.sh

mkdir "$T/mine"
block() { # the twin with a line more at its end, and another o_killed
    more=${2:-o_killed}
    sed "s/^endmodule/$1\n&/; s/= o_killed | yes/= o_killed | yes | ($more)/" tb/rtl/predicate.sv >"$T/mine/predicate.sv"
}
# The block of docs/cosim.md, written in another way than the twin, with this assignment of o_killed.
page() {
    python3 - "$1" >"$T/mine/predicate.sv" <<'EOF'
import pathlib, sys
page, twin = (pathlib.Path(name).read_text() for name in ('docs/cosim.md', 'tb/rtl/predicate.sv'))
body = page[page.index("    // The quarter's lanes at their place"):]
body = body[:body.index('endmodule')] + 'endmodule'
print(twin[twin.index('module predicate'):twin.index(');') + 3] + body.replace('<= mask & flags', sys.argv[1]))
EOF
}
proof() { "$W" cosim predicate --rtl "$T/mine" --prove "$@"; }

page '<= o_killed | (mask & flags)'
t "a block that is written in another way is proved" 0 \
    '^predicate: proved equal to the twin, 3 ports: all inputs, all states that a reset leads to, by induction of depth 1$' proof
page '<= mask & flags'
t "a wrong one differs, at a port and a cycle" 1 \
    '^predicate: differs from the twin: o_killed at cycle [2-9], counterexample of [3-9] cycles$' proof --trace "$T/proof.vcd"
cp "$T/out" "$T/told"
t "not with the inputs that would show it ruled out" 0 '^inputs were restricted: i_kills=0x0$' proof --fix i_kills=0
t "one of several values is enough" 1 'differs from the twin: o_killed' proof --only i_quarter=1,2 --only i_kills=1
cp "$T/out" "$T/told_too"
t "which it then has" 0 ' i_quarter=[12] ' cat "$T/told_too"
t "the C module and the built block show it" 0 '^predicate: first difference at cycle [2-9]: o_killed$' cat "$T/told"
t "and a waveform" 0 '^' python3 tb/vcd_tool.py check "$T/proof.vcd"
block '' "64'(i_set \&\& i_quarter == 2'd3 \&\& i_mask == 16'habcd \&\& i_flags == 16'h1234)"
t "what random inputs hardly meet is found" 1 'differs from the twin: o_killed at cycle [1-9]' proof
block "logic [31:0] age;\nalways_ff @(posedge clk) age <= rst ? 32'd0 : age + 32'd1;" "64'(age == 32'd40)"
t "a difference beyond the bound is not proved away by it" 1 'differs from the twin: o_killed at cycle 41' proof --cycles 60
block "logic [31:0] age;\nalways_ff @(posedge clk) age <= rst ? 32'd0 : age + 32'd1;" "64'(age == 32'h80000000)"
t "what is beyond reach is bounded, and says so" 3 \
    '^predicate: equal to the twin for [1-9][0-9]* cycles after reset, 3 ports, all inputs \(bounded: not proved beyond\); --' \
    proof --cycles 12 --prove-seconds 12
block "wire [63:0] a = 64'(i_start_active[31:0]), b = 64'(i_start_active[63:32]);" "(a + 64'd1) * b - a * b - b"
t "time ends an attempt" 3 '^predicate: .*; --prove-seconds 2 ended the attempt$' proof --prove-seconds 2
sed "s/o_killed    <= '0;//" tb/rtl/predicate.sv >"$T/mine/predicate.sv"
t "a register that reset leaves as it is differs from reset on" 1 'differs from the twin: o_killed at cycle 0' proof
sed 's/output logic .63:0. o_killed/&, output logic [63:0] o_more/' tb/rtl/predicate.sv >"$T/mine/predicate.sv"
sed -i 's/assign next_killed .*/assign next_killed = o_killed | yes | (o_more \& o_killed);/' "$T/mine/predicate.sv"
t "a wire that nothing drives is any value, where that shows not" 0 'proved equal' proof
block "logic latched;\nalways_latch if (i_set) latched = i_kills;" "64'(latched)"
t "a latch is refused" 2 '^wekiva: .*has a latch: a proof has registers at the rising edge of clk alone$' proof
block "function automatic logic one(); return 1; endfunction"
t "what yosys does not read has its line" 2 'mine/predicate.sv:[0-9]+:[0-9]+: error: yosys cannot read it: ' proof
block "logic [63:0] row [2048];\nalways_ff @(posedge clk) row[i_start_active[10:0]] <= i_start_active;" \
    "row[i_start_active[21:11]] \& o_killed"
t "memories are as large as can be held" 2 'memories of 131072 bits: a proof holds at most 65536$' proof
block '' && sed -i 's/i_kills,$/kills_,/; s/i_kills;/kills_;/; s/rst,$/reset_n,/; s/(rst)/(!reset_n)/' "$T/mine/predicate.sv"
t "names of ports and a reset that is low are those of --map" 0 'proved equal' proof --map 'kills_=i_kills,reset_n=!rst'
sed 's/else if (i_chance)$/else if (i_chance \&\& !i_grant)/' tb/rtl/arbiter.sv >"$T/mine/arbiter.sv"
t "what differs from a twin without a driver of its own" 1 '^arbiter: differs from the twin: o_stall at cycle [1-9]' \
    "$W" cosim arbiter --rtl "$T/mine" --prove
cp "$T/out" "$T/told"
t "is run on the C module, too, whose registers no record has" 0 '^arbiter: first difference at cycle [1-9][0-9]*: o_stall$' cat "$T/told"
mkdir "$T/no_yosys"
for program in verilator sh env perl python3 g++ timeout ls sed cat; do
    ln -s "$(command -v $program)" "$T/no_yosys/$program" 2>/dev/null
done
t "a program without yosys is told what is missing" 2 '^wekiva: yosys not found: .make deps-cosim. or apt install yosys$' \
    env PATH="$T/no_yosys" "$W" cosim predicate --rtl "$T/mine" --prove --map 'kills_=i_kills,reset_n=!rst'

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
