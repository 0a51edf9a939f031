#!/bin/sh
# stimulus.sh - tests of `wekiva cosim --seeds, --bin, --save, --merge`; verilator and a C++ compiler must be there.
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

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
