# cosim_tree.sh - tests of `wekiva cosim` with sources of other projects: other names, packages, subfolders, file lists, C
# code; part of cosim.sh.

mkdir -p "$T/tree/rtl/select" "$T/tree/types/common" "$T/tree/inc" "$T/tree/dpi"
cat >"$T/tree/types/flags_pkg.sv" <<'EOF2'
package flags_pkg;
    import sizes_pkg::*;
    typedef logic [LANES - 1:0] lanes_t;
    typedef logic [4 * LANES - 1:0] threads_t;
endpackage
EOF2
cat >"$T/tree/types/common/sizes_pkg.sv" <<'EOF2'
package sizes_pkg;
    localparam int LANES = 16;
endpackage
EOF2
echo '`define YES (mask & lanes)' >"$T/tree/inc/flags.svh"
cat >"$T/tree/rtl/select/place_lanes.sv" <<'EOF2'
module place_lanes import flags_pkg::*; (input logic [1:0] where, input lanes_t lanes, output threads_t threads);
    assign threads = threads_t'(lanes) << {where, 4'b0};
endmodule
EOF2
cat >"$T/tree/rtl/flag_unit.sv" <<'EOF2'
`include "flags.svh"
module flag_unit import flags_pkg::*; #(parameter int COLLECT = 0) (
    input  logic        clock, reset_n, test_mode,
    input  logic        clause__start, set, kills,
    input  threads_t    start_mask,
    input  logic [1:0]  quarter, update,
    input  lanes_t      mask, lanes,
    output threads_t    predicate, active, killed
);
    import "DPI-C" function int any_kill(input int is_set, input int kills);
    threads_t yes, no;
    place_lanes to_yes (.where(quarter), .lanes(set ? `YES : '0), .threads(yes));
    place_lanes to_no (.where(quarter), .lanes(set ? mask & ~lanes : '0), .threads(no));
    always_ff @(posedge clock or negedge reset_n)
        if (!reset_n) begin
            predicate <= '0;
            active <= '0;
            killed <= '0;
        end else if (!test_mode) begin
            if (clause__start) begin
                predicate <= start_mask;
                active <= start_mask;
                killed <= '0;
            end
            if (set && update[0])
                predicate <= (predicate & ~no) | yes;
            if (set && update[1])
                active <= active & ~no;
            if (any_kill(32'(set), 32'(kills)) != 0)
                killed <= (COLLECT != 0 ? killed : '0) | yes;
        end
`ifdef BROKEN
    initial $fatal(1, "broken");
`endif
endmodule
EOF2
echo '#define BOTH(a, b) ((a) && (b))' >"$T/tree/dpi/both.h"
printf '#include "both.h"\n#include "svdpi.h"\nint any_kill(int is_set, int kills) { return BOTH(is_set, kills); }\n' >"$T/tree/dpi/any_kill.c"
cat >"$T/tree/files.f" <<'EOF2'
// what the unit is made of
+incdir+inc -GCOLLECT=1 /* it collects */
types/common/sizes_pkg.sv  # in the order in which they need one another
types/flags_pkg.sv
-y rtl/select
${UNIT_DIR}/flag_unit.sv
dpi/any_kill.c -I dpi
EOF2
cat >"$T/tree/ports" <<'EOF2'
# theirs = ours
clock = clk
reset_n = !rst      // low
test_mode = 0
clause__start i_start
start_mask i_start_active
set = i_set
quarter = i_quarter
update = i_update
kills = i_kills
mask = i_mask
lanes = i_flags
predicate = o_predicate
active = o_active
killed = o_killed
EOF2
UNIT_DIR=rtl
export UNIT_DIR
names="--top flag_unit --ports $T/tree/ports"
tree() { "$W" cosim predicate --cycles 20000 "$@"; }

t "a file list, another top, other port names, a package of a package, C code" 0 \
    '^predicate: 20000 cycles agree \(3 ports compared' - tree --rtl "$T/tree/files.f" $names
folder="-I $T/tree/inc -I $T/tree/dpi $T/tree/dpi/any_kill.c -G COLLECT=1"
t "a folder with subfolders, packages in their order" 0 'cycles agree' - tree --rtl "$T/tree" --rtl-args "$folder" $names
t "a parameter counts" 1 '^predicate: first difference at cycle [0-9]+: o_killed' - \
    tree --rtl "$T/tree" --rtl-args "$(echo "$folder" | sed 's/COLLECT=1/COLLECT=0/')" $names
t "and the command that shows it again" 1 "^$(sed -n 1p "$T/out")\$" - \
    sh -c "$(sed -n "s|^again: wekiva \(.*\) --trace .*|\"$W\" \1|p" "$T/out")"
t "so does a definition" 1 'the block stopped at cycle 0: .*: broken' - \
    tree --rtl "$T/tree" --rtl-args "$folder -D BROKEN" $names
sed -i 's/mask & lanes/mask/' "$T/tree/inc/flags.svh"
t "a changed include makes another block" 1 'first difference at cycle [0-9]+: o_' - tree --rtl "$T/tree/files.f" $names
sed -i 's/mask/mask \& lanes/' "$T/tree/inc/flags.svh"
sed -i 's/&&/||/' "$T/tree/dpi/both.h"
t "a changed header of C code, too" 1 'first difference at cycle [0-9]+: o_killed' - tree --rtl "$T/tree/files.f" $names
sed -i 's/||/\&\&/' "$T/tree/dpi/both.h"
t "and is the old one when it is changed back" 0 'cycles agree' - tree --rtl "$T/tree/files.f" $names
t "C code that is not given is named" 2 - 'no C function any_kill: expected it in a file .c or .cpp of --rtl-args' \
    tree --rtl "$T/tree" --rtl-args "-I $T/tree/inc -G COLLECT=1" $names
mkdir "$T/tree/old"
cp "$T/tree/rtl/select/place_lanes.sv" "$T/tree/old"
t "a module of two subfolders is not chosen by chance" 2 - \
    'tree/old/place_lanes.sv: .*tree/rtl/select/place_lanes.sv is there, too: expected one of them' \
    tree --rtl "$T/tree" --rtl-args "$folder" $names
rm -r "$T/tree/old"

# What is wrong is said, before anything is compiled.
wrong() {
    t "$1" 2 - "$2" env CXX=/no_such_compiler WEKIVA_CACHE="$T/cache" "$W" cosim predicate --rtl "$T/tree/files.f" \
        --top flag_unit --ports "$3" --map "$4"
}
sed '/test_mode/d' "$T/tree/ports" >"$T/ports_map"
t "a port without a row is unknown" 2 - 'input test_mode is unknown: expected .*--map THEIRS=OURS' \
    env CXX=/no_such_compiler "$W" cosim predicate --rtl "$T/tree/files.f" --top flag_unit --ports "$T/ports_map"
wrong "a row without a port, too" '^wekiva: --map nothing: expected a port of the block' "$T/tree/ports" nothing=0
wrong "and one to a port that the list does not have" 'test_mode=i_nothing: expected clk, rst or a port of the template' \
    "$T/ports_map" test_mode=i_nothing
wrong "a number has no more bits than its input" 'test_mode: expected a number for an input, of at most its 1 bits' \
    "$T/ports_map" test_mode=2
wrong "a name stands once" '--map test_mode: one of the two names stands in another row' "$T/tree/ports" test_mode=0
sed 's/mask = i_mask/mask = i_flags/; /^lanes/d; $alanes = i_mask' "$T/tree/ports" >"$T/ports_map"
sed -i 's/^quarter.*/quarter = i_update/; s/^update.*/update = i_start/; s/^clause.*/clause__start = i_quarter/' "$T/ports_map"
t "a width is wrong under both names" 2 - 'port update \(i_start\) has 2 bits: expected 1 bit' \
    env CXX=/no_such_compiler "$W" cosim predicate --rtl "$T/tree/files.f" --top flag_unit --ports "$T/ports_map"
printf 'clock = clk\nreset_n = !i_set\n' >"$T/ports_map"
t "a map has lines" 2 - "$T/ports_map:2:1: error: reset_n: expected behind = a port of the template, !rst" \
    "$W" cosim predicate --rtl "$T/tree" --ports "$T/ports_map"
{ cat "$T/tree/ports"; echo 'nothing = 0'; } >"$T/ports_map"
t "and a port that the block has not is named with its line" 2 - "$T/ports_map:[1-9][0-9]*:1: error: nothing: expected a port of the block" \
    env CXX=/no_such_compiler "$W" cosim predicate --rtl "$T/tree/files.f" --top flag_unit --ports "$T/ports_map"
t "a top is a name" 2 - '--top a-b: expected a module.s name' "$W" cosim predicate --rtl "$T/tree" --top a-b
t "and the twins have theirs" 2 - '--map: expected --rtl PATH or --input FILE with it' "$W" cosim predicate --map a=b
for word in -O9 --trace notimingcheck readme.txt; do
    t "Verilator is not told $word" 2 - "--rtl-args: $word: expected files .sv .v" \
        "$W" cosim predicate --rtl "$T/tree" --rtl-args "$word"
done
t "a file that is not there is named" 2 - '--rtl-args: none.sv: expected a file that is there' \
    "$W" cosim predicate --rtl "$T/tree" --rtl-args none.sv
printf '// list\n  rtl/flag_unit.sv -I none\n' >"$T/tree/bad.f"
t "in a list with its place" 2 - 'tree/bad.f:2:23: error: none: expected a folder that is there' \
    "$W" cosim predicate --rtl "$T/tree/bad.f"
echo '-f bad.f' >"$T/tree/bad.f"
t "a list in itself ends" 2 - 'expected at most 16 lists in one another' "$W" cosim predicate --rtl "$T/tree/bad.f"
t "a variable is there" 2 - '--rtl-args: .NOT_SET: expected a variable of the environment' \
    "$W" cosim predicate --rtl "$T/tree" --rtl-args '$NOT_SET/a.sv'

# One clock.
mkdir "$T/clocks"
edit 's/i_kills,$/i_kills, input logic clk2,/; s/^);/,output logic twice);/; s/^endmodule/always_ff @(posedge clk2) twice <= i_set;\nendmodule/'
cp "$T/mine/predicate.sv" "$T/clocks"
t "a second clock is refused" 2 - 'input clk2 is a clock, too: the comparison has one, expected edges of clk' \
    env CXX=/no_such_compiler "$W" cosim predicate --rtl "$T/clocks"
t "also when it is called a port of the list" 2 - 'input clk2 \(i_kills\) is a clock, too' \
    env CXX=/no_such_compiler "$W" cosim predicate --rtl "$T/clocks" --map i_kills=0,clk2=i_kills
t "not when it never moves" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/clocks" --map clk2=0 --cycles 2000
unset UNIT_DIR
