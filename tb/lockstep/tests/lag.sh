#!/bin/sh
# lag.sh - tests of `wekiva cosim --pair`: the twin of the LOD unit three clocks late agrees, and each mistake is named.
# verilator and a C++ compiler must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/lag.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../../.." || exit 2
. tb/lockstep/tests/expect.sh

mkdir "$T/mine"
cp tb/rtl/*.sv tb/rtl/*.svh "$T/mine"
sed 's/^module lod_unit/module lod_core/' tb/rtl/lod_unit.sv >"$T/mine/lod_core.sv"
WORDS=o_entry,o_quad,o_lanes,o_alone,o_passes,o_lod,o_plan,o_coordinate

# The twin with its outputs three clocks late, all but the memory's, each changed as VALID and ENTRY say: expressions of
# c_valid and c_entry, the twin's own, and `n`, the number of its words.
late() { # VALID ENTRY
    python3 - "$1" "$2" >"$T/mine/lod_unit.sv" <<'EOF'
import re, sys
text = open('tb/rtl/lod_unit.sv', encoding='utf-8').read()
head = text[text.index('module lod_unit'):text.index(');', text.index('module lod_unit')) + 2]
ports = re.findall(r'(input|output)\s+logic\s*(\[[^\]]*\]|)\s*([io]_\w+)', head)
late = [(width, name) for way, width, name in ports if way == 'output' and name != 'o_kept']
print(head)
print('    logic [31:0] n;\n    always_ff @(posedge clk) n <= rst ? 0 : n + 32\'(c_o_valid);')
for width, name in late:
    print('    logic %s c_%s; logic [2:0]%s d_%s; assign %s = d_%s[2];' % (width, name, width, name, name, name))
print('    lod_core core(.clk, .rst, %s);' % ', '.join('.%s(%s)' % (name, 'c_' + name if (width, name) in late else name)
                                                   for way, width, name in ports))
changed = {'o_valid': sys.argv[1], 'o_entry': sys.argv[2]}
for width, name in late:
    print("    always_ff @(posedge clk) d_%s <= rst ? '0 : {d_%s[1:0], %s};" % (name, name, changed.get(name, 'c_' + name)))
print('endmodule')
EOF
}
pairs() { # OPTION...
    "$W" cosim lod_unit --rtl "$T/mine" --cycles 20000 --pair "o_valid=$WORDS" "$@"
}

late c_o_valid c_o_entry
t "clock by clock a late block differs" 1 '^lod_unit: first difference at cycle [0-9]+: o_valid$' \
    "$W" cosim lod_unit --rtl "$T/mine" --cycles 20000
t "word by word it agrees, and the verdict says how late it is" 0 '^o_valid: 1[0-9]{4} words agree, the block 3 clocks later; not compared: [0-9]+ at the end, [0-9]+ at resets' \
    pairs --lag 3
t "what no pair has is named" 0 '^not compared, in no --pair: o_kept .memory.$' pairs --lag 3
t "a bound that is too small is a difference" 1 "first difference at cycle [0-9]+: o_valid, word 0: the model's came at cycle [0-9]+, the block has none" \
    pairs --lag 2
late 'c_o_valid & n != 700' c_o_entry
t "a word that is lost is one, where the next one stands in its place" 1 'first difference at cycle [0-9]+: o_[a-z]+.*, word 70[0-9]: ' pairs
late 'c_o_valid | n == 700' c_o_entry
t "so is one too many" 1 'first difference at cycle [0-9]+: o_[a-z]+.*, word 7[0-9][0-9]: ' pairs
late c_o_valid "c_o_entry ^ 5'(n == 300)"
t "and a bit of a word, with both cycles" 1 "o_entry, word 300: the model's came at cycle ([0-9]+), the block's at" pairs
t "which the line to run it again finds again" 1 'o_entry, word 300' \
    sh -c "\"\$0\" cosim lod_unit --rtl '$T/mine' --cycles 20000 --pair o_valid=o_entry | sed -n 's/^again: wekiva//p' | sed \"s|^|'\$0'|; s|both.vcd|'$T/both.vcd'|\" | sh" "$W"
t "with a waveform" 0 'scope module rtl' cat "$T/both.vcd"
rm "$T/mine/lod_unit.sv" && cp tb/rtl/lod_unit.sv "$T/mine"
t "a word that waits for an input counts when it is taken" 0 '^o_valid: [0-9]+ words agree, the block 0 clocks later' \
    "$W" cosim lod_unit --cycles 20000 --pair "o_valid&i_taken=$WORDS"
t "and one that is never taken does not count" 2 'no word of a --pair in 20000 cycles, so nothing was compared' \
    "$W" cosim lod_unit --cycles 20000 --fix i_taken=0 --pair "o_valid&i_taken=$WORDS"
t "nothing compared is no agreement" 2 'no word of a --pair in 1 cycles, so nothing was compared' \
    "$W" cosim lod_unit --cycles 1 --pair "o_valid&i_taken=$WORDS"
t "an output that is not there is named, with the nearest" 2 'no output o_entri of the block: did you mean o_entry' \
    "$W" cosim lod_unit --pair o_valid=o_entri
t "so is an input in the place of an output" 2 'no output i_taken of the block: expected one of --template' \
    "$W" cosim lod_unit --pair i_taken=o_entry
t "and an output in the place of an input" 2 'no input o_entry of the block' "$W" cosim lod_unit --pair 'o_valid&o_entry=o_quad'
t "a pair without outputs is none" 2 'expected VALID=OUTPUT,... or VALID&READY=OUTPUT' "$W" cosim lod_unit --pair o_valid
t "elements go with elements" 2 'expected an output of 4 elements, got one of 1' "$W" cosim lod_unit --pair o_lod=o_entry

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
