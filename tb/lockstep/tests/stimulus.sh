#!/bin/sh
# stimulus.sh - tests of `wekiva cosim --seeds, --bin, --save, --merge, --record, --input`; verilator and a C++ compiler must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/stimulus.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../../.." || exit 2
. tb/lockstep/tests/expect.sh

p() { "$W" cosim predicate --cycles 1000 "$@"; }
BIN='last quarter kills: i_quarter = 3 && i_kills'

t "seeds have one verdict" 0 '^predicate: 4000 cycles agree .*, seeds 3 to 6, ' p --seed 3 --seeds 4
t "in which bins that were never met are named" 0 '^bins: 1 of 2 met; never: both$' p --seeds 2 --bin "$BIN" --bin 'both: i_start && !i_start'
t "one run of some seeds" 0 '^predicate: 2000 cycles agree' p --seeds 2 --bin "$BIN" --save "$T/one.json"
t "and another one" 0 '^predicate: 3000 cycles agree' p --seed 3 --seeds 3 --bin "$BIN" --save "$T/other.json"
t "are added up" 0 '^predicate: 5 runs, 5000 cycles agree$' "$W" cosim --merge "$T/one.json" "$T/other.json" --save "$T/sum.json"
sed -n '/^stimulus of/,$p' "$T/out" >"$T/sum"
t "to what one run of all is" 0 '^stimulus of predicate' p --seeds 5 --bin "$BIN" --stimulus
sed -n '/^stimulus of/,$p' "$T/out" >"$T/all"
t "count for count" 0 '^same$' sh -c 'cmp "$0" "$1" && grep -q "bin last quarter kills" "$0" && echo same' "$T/sum" "$T/all"
t "the sum is a report, too" 0 '^predicate: 5 runs, 5000 cycles agree$' "$W" cosim --merge "$T/sum.json"
t "a seed is counted once" 2 'one.json: seed 1 is in another report' "$W" cosim --merge "$T/sum.json" "$T/one.json"
mkdir "$T/mine" && sed 's|o_killed . yes|yes|' tb/rtl/predicate.sv >"$T/mine/predicate.sv"
cmp -s tb/rtl/predicate.sv "$T/mine/predicate.sv" && echo "stimulus.sh: the block is not broken" >&2
t "a difference says with which seeds there is none" 1 '^predicate: seeds 1 to [0-9]+ agree, [0-9]+0 cycles; seed [0-9]+ does not$' \
    "$W" cosim predicate --rtl "$T/mine" --cycles 10 --seeds 500 --save "$T/bad.json"
t "and a report that a run differed" 1 '^predicate: seed [0-9]+: o_killed differs at cycle [0-9]+$' "$W" cosim --merge "$T/bad.json"

# Ports as tables and waveforms.
same() { # SENTENCE FILE FILE
    t "$1" 0 '^same$' sh -c 'cmp "$0" "$1" && echo same' "$2" "$3"
}
for form in rec csv vcd; do
    t "inputs are written as .$form" 0 '^predicate: 1000 cycles agree' p --record "$T/in.$form"
    t "which are inputs again" 0 '^predicate: 1000 cycles agree' "$W" cosim predicate --input "$T/in.$form"
    t "and a record" 0 "again.rec: 1000 clocks of predicate" "$W" cosim predicate --input "$T/in.$form" --record "$T/again.rec"
    same "the same in each form" "$T/in.rec" "$T/again.rec"
done
t "with a table a wrong block differs" 1 '^predicate: first difference at cycle [0-9]+: o_killed$' \
    "$W" cosim predicate --rtl "$T/mine" --input "$T/in.csv"
cp "$T/out" "$T/told"
cat >"$T/outputs.py" <<'EOF'
import csv, re, sys
told = open(sys.argv[2]).read()
cycle, model = int(re.search(r'at cycle (\d+)', told)[1]), int(re.search(r'model (0x\w+)', told)[1], 0)
rows = list(csv.DictReader(open(sys.argv[1])))
print('same' if int(rows[cycle + 1]['o_killed'], 0) == model else rows[cycle + 1])
EOF
t "which has the outputs as they should be" 0 '^same$' python3 "$T/outputs.py" "$T/in.csv" "$T/told"
printf 'i_set,i_quarter\n1,2\n' >"$T/few.csv"
t "what a table does not have is named" 0 '^always 0, the record does not have them: i_start, i_start_active, i_update, i_kills, i_mask, i_flags$' \
    "$W" cosim predicate --input "$T/few.csv"

# Of another simulator.
if command -v iverilog >/dev/null && command -v vvp >/dev/null; then
    iverilog -g2012 -s bench -o "$T/bench.vvp" tb/lockstep/tests/ports_bench.sv tb/rtl/predicate.sv && (cd "$T" && vvp bench.vvp >/dev/null)
    MAP=clock=clk,reset_n=!rst,first=i_start,lanes=i_start_active,given=i_set,quarter=i_quarter,update=i_update,kills=i_kills,mask=i_mask,flags=i_flags
    t "its waveform is an input" 0 '^predicate: 200 cycles agree' "$W" cosim predicate --input "$T/icarus.vcd"
    t "by the names of a scope" 0 '^predicate: 200 cycles agree' "$W" cosim predicate --input "$T/icarus.vcd" --scope bench.dut --map "$MAP"
    t "and a table" 0 '200 clocks' "$W" cosim predicate --input "$T/icarus.vcd" --scope bench --map "$MAP" --record "$T/icarus.csv"
    cat >"$T/inputs.py" <<'EOF'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
def wrong(n, row):
    want = {'rst': 0, 'i_start': n % 7 == 0, 'i_start_active': n * 0x0123456789abcdef % 2**64, 'i_set': n % 3 != 0, 'i_quarter': n % 4,
            'i_update': n // 5 % 4, 'i_kills': n % 11 < 4, 'i_mask': n * 257 % 2**16, 'i_flags': n * 4099 % 2**16}
    return {name: row[name] for name in want if int(row[name], 0) != want[name]}
assert len(rows) == 201 and rows[0]['rst'] == '1'
print('same' if not any(wrong(n, row) for n, row in enumerate(rows[1:])) else [wrong(n, row) for n, row in enumerate(rows[1:])][:3])
EOF
    t "of what the bench gave" 0 '^same$' python3 "$T/inputs.py" "$T/icarus.csv"
else
    echo "skipped waveforms of Icarus Verilog: no iverilog"
fi

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
