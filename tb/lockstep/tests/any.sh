#!/bin/sh
# any.sh - tests of `wekiva cosim` by default stimulus, with blocks that a stranger wrote; verilator and a C++
# compiler must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/any.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../../.." || exit 2
B=$PWD/tb/lockstep/blocks
. tb/lockstep/tests/expect.sh

# A block of which one line is broken, by an expression of sed.
broken() { # NAME EXPRESSION
    mkdir -p "$T/$1" && sed "$2" "$B/${1%%-*}.sv" >"$T/$1/${1%%-*}.sv"
    cmp -s "$B/${1%%-*}.sv" "$T/$1/${1%%-*}.sv" && echo "any.sh: $2 changes nothing" >&2
}

for module in arbiter line_cache export_unit memory_port us_beside; do
    t "$module agrees" 0 "^$module: 20000 cycles agree \([1-9][0-9]* ports compared" \
        "$W" cosim "$module" --rtl "$B/$module.sv" --cycles 20000
    cp "$T/out" "$T/told"
    [ "$module" = line_cache ] || # which has a driver of its own
        t "and says what the inputs were" 0 '^inputs: default stimulus from the list' cat "$T/told"
done
broken arbiter-last 's/o_last <= i_number;/o_last <= i_number \& 32'"'"'h7fffffff;/'
t "an arbiter that loses a bit differs" 1 '^arbiter: first difference at cycle [0-9]+: o_last$' \
    "$W" cosim arbiter --rtl "$T/arbiter-last"
t "with both values" 1 '^  rtl   0x[0-9a-f]+' "$W" cosim arbiter --rtl "$T/arbiter-last"
broken arbiter-few 's/o_last <= i_number;/o_last <= i_number == 32'"'"'d7 ? 32'"'"'d5 : i_number;/'
broken line_cache-lru 's/used\[w\] < used\[best\]/used[w] <= used[best]/'
t "a cache that replaces the last of equal ways differs" 1 '^line_cache: first difference at cycle [0-9]+: o_way\[[0-3]\]$' \
    "$W" cosim line_cache --rtl "$T/line_cache-lru"
broken export_unit-one "s/3'd5: element = {16{32'h3f800000}};/3'd5: element = '0;/"
t "an export unit whose 1.0 is 0 differs" 1 '^export_unit: first difference at cycle [0-9]+: o_[xyzw]\[' \
    "$W" cosim export_unit --rtl "$T/export_unit-one"
broken export_unit-scatter "s/ || high\[29:23\] > 7'd40//"
t "an export unit that takes MEM_EXPORT for an export differs" 1 '^export_unit: first difference at cycle [0-9]+: o_' \
    "$W" cosim export_unit --rtl "$T/export_unit-scatter"
broken export_unit-size "s/high\[29:23\] == 7'd58 ? .*/high[15:12];/"
t "one that writes more elements than ELEM_SIZE differs" 1 '^export_unit: first difference at cycle [0-9]+: o_elements$' \
    "$W" cosim export_unit --rtl "$T/export_unit-size"
broken export_unit-lane 's/o_lanes   <= lanes/o_lanes   <= 16'"'"'h7fff \& lanes/'
broken memory_port-row 's/!o_ask_row;/o_ask_row;/'
t "a port whose row stays differs" 1 '^memory_port: first difference at cycle [0-9]+: o_ask_row$' \
    "$W" cosim memory_port --rtl "$T/memory_port-row"

t "the template's own line works" 1 '^alu_issue: first difference at cycle' sh -c '
    mkdir "$1/mine" && "$0" cosim alu_issue --template >"$1/mine/alu_issue.sv" &&
    eval "$(sed -n "s/^\/\/ Try it: wekiva \(.*\), where .*/\"\$0\" \1/p" "$1/mine/alu_issue.sv" | sed "s|FOLDER|$1/mine|")"' "$W" "$T"
# Records of a real run.
demo() { "$W" run --launch tb/demo/launch.json --set simds=1 "$@"; }
t "a run writes what modules are given" 0 '^exports match' demo --record "arbiter=arbiter_fetch=$T/arbiter.rec" \
    --record "line_cache=vertex_cache=$T/line_cache.rec" --record "alu_issue=$T/alu_issue.rec" --record "export_unit=$T/export_unit.rec"
for module in arbiter line_cache export_unit; do
    t "$module agrees with that" 0 "^$module: [0-9]{4} cycles agree" \
        "$W" cosim "$module" --rtl "$B/$module.sv" --input "$T/$module.rec"
done
printf 'rst,i_look,i_ask_taken\n1,0,0\n0,1,1\n' >"$T/early.csv"
t "a record keeps the contract of a module with a driver, too" 2 'early.csv: clock 1 of the record breaks the contract of line_cache: expected i_ask_taken: 0 unless o_ask is not 0$' \
    "$W" cosim line_cache --rtl "$B/line_cache.sv" --input "$T/early.csv"
t "the broken arbiter does not" 1 '^arbiter: first difference at cycle [0-9]+: o_last$' \
    "$W" cosim arbiter --rtl "$T/arbiter-few" --input "$T/arbiter.rec"
t "a module that looks outside is compared with the run itself" 1 '^alu_issue: first difference at cycle [0-9]+: o_[a-z]+$' \
    "$W" cosim alu_issue --rtl "$T/mine" --input "$T/alu_issue.rec"
t "rows that a block asks for are in no record" 2 'vertex_fetch asks for rows of semantics, .*expected --beside' \
    demo --record "vertex_fetch=$T/x.rec"
t "R580 and NV30 have records, too" 0 '^recorded: us.beside' "$W" run --launch tb/corpus/designs/r580.json --verbose \
    --record "us_beside=$T/us.rec"
t "and blocks agree with them" 0 '^us_beside: [0-9]+ cycles agree' "$W" cosim us_beside --rtl "$B/us_beside.sv" --input "$T/us.rec"

# In the place of modules.
t "a plain run" 0 '^exports match: ' demo --stats "$T/plain.json"
same() { "$W" run --launch tb/demo/launch.json --set simds=1 --stats "$T/replaced.json" --replace "$1" && cmp "$T/plain.json" "$T/replaced.json"; }
for module in arbiter export_unit memory_port line_cache; do
    t "$module does the work in a run" 0 '^exports match: ' same "$module=$B"
done
t "and R580's" 0 '^exports match: ' "$W" run --launch tb/corpus/designs/r580.json --replace "us_beside=$B"
t "a wrong one does it wrong" 1 '^exports (differ|do not match)' demo --replace "export_unit=$T/export_unit-lane"
sed 's/o_quarters/o_other/g' "$B/export_unit.sv" >"$T/mine/export_unit.sv"
t "a statistic must be there" 2 'no port o_quarters: expected an output of 32 bits, a statistic of the run' \
    demo --replace "export_unit=$T/mine"
t "what looks outside gives no work away" 2 'alu_issue looks outside of its ports, .*expected --beside' demo --replace "alu_issue=$T/mine"

# Modules of the chip, in the place of all of theirs.
ten() { "$W" run --launch tb/demo/launch.json --stats "$T/$1.json" $2 && cmp "$T/ten.json" "$T/$1.json"; }
t "a run of ten SIMDs" 0 '^exports match: ' ten ten ""
for module in dispatcher l2_bank; do
    t "$module of the chip does the work" 0 '^exports match: ' ten "$module" "--replace $module"
    t "and beside it agrees" 0 "gpu.$module[0-9]*: [0-9]+ cycles agree" demo --beside "$module"
done
t "with threads, too" 0 '^exports match: ' ten jobs "--jobs 2 --replace l2_bank"
mkdir "$T/l2" && cp tb/rtl/due_queue.sv "$T/l2" && sed "s/i_take_id, i_take_line}/i_take_id, i_take_line ^ 34'd1}/" tb/rtl/l2_bank.sv >"$T/l2/l2_bank.sv"
t "a bank that looks up another line is told" 1 '^gpu.l2_bank[0-9]*: first difference at cycle [0-9]+: o_look_line' demo --beside "l2_bank=$T/l2"
t "and serves another line" 1 '^exports (differ|do not match)' demo --replace "l2_bank=$T/l2"
t "what is the memory itself gives no work away" 2 'memory_channel looks outside of its ports' demo --replace memory_channel

t "nothing to compare with" 2 'rotation has no twin: expected --rtl PATH, or --template' "$W" cosim rotation
t "nothing to prove with" 2 '^wekiva: .*--prove: rotation has no twin' "$W" cosim rotation --rtl "$B/arbiter.sv" --prove

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
