# cosim.sh - tests of `wekiva cosim` and of `wekiva run --replace, --record`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC1091

echo "# cosim"
t "cosim --list names the modules" 0 '^predicate +[a-z]' - "$W" cosim --list
t "cosim wants a module" 2 - 'expected one MODULE, got 0' "$W" cosim
t "cosim gives the nearest module" 2 - "no module 'predicat'.*did you mean predicate\?" "$W" cosim predicat
t "cosim names an unknown module" 2 - "no module 'frobnicate'.*expected one that --list names" "$W" cosim frobnicate
t "cosim wants a name for the waveform" 2 - 'trace x: expected a name that ends in .vcd or .fst' \
    "$W" cosim predicate --trace x
t "cosim --list wants nothing else" 2 - "--list: expected no operand, got 'predicate'" "$W" cosim --list predicate
t "and no option" 2 - '--list: expected no --cycles with it' "$W" cosim --list --cycles 3
t "neither does --template" 2 - '--template: expected no --seed with it' "$W" cosim predicate --template --seed 3
t "a record has no seed" 2 - '--input: expected no --seed with it' "$W" cosim predicate --input x --seed 3
t "a window wants a waveform" 2 - '--window: expected --trace OUT.vcd with it' "$W" cosim predicate --window 3
t "a waveform where there is no folder is found out before the comparison" 2 - 'no_such_folder/x.vcd: cannot write' \
    "$W" cosim predicate --trace no_such_folder/x.vcd
t "cosim wants clocks" 2 - '--cycles 0: expected a whole number' "$W" cosim predicate --cycles 0
for module in $("$W" cosim --list | cut -d' ' -f1); do
    t "the template of $module is a module with its ports" 0 '^    output logic .*o_' - "$W" cosim "$module" --template
done
t "a record that is not there is an error" 2 - 'no_such_record: cannot read' "$W" cosim predicate --input no_such_record
echo "something else" >"$T/not_a_record"
t "so is a file of another kind" 2 - 'not a record of inputs' "$W" cosim predicate --input "$T/not_a_record"
t "run --replace wants a module" 2 - "no module 'frob', expected one that wekiva cosim --list names" \
    "$W" run $M --replace frob
t "run --record wants a file" 2 - 'expected MODULE=FILE or MODULE=INSTANCE=FILE' "$W" run $M --record predicate
t "run --record names an instance that is none" 2 - 'no such instance, expected one such as gpu.simd0.predicate_even' \
    "$W" run $M --record predicate=third="$T/record"
t "run --record names a folder that is none" 2 - 'no_such_folder/record: cannot write' \
    "$W" run $M --record predicate=no_such_folder/record
t "two records do not go into one file" 2 - 'record: --record is the same file as --record: expected another file' \
    "$W" run $M --record predicate="$T/record" --record kcache="$T/record"
t "a snapshot cannot be loaded with blocks or records" 2 - 'load-snapshot: .*neither --replace nor --record' \
    "$W" run $M --record predicate="$T/record" --load-snapshot x
t "run --record writes a record" 0 'cycles: ' - "$W" run $M --record predicate=predicate_odd="$T/record"
also "which begins as one" sh -c 'head -c 8 "$0" | grep -q WKINPUTS' "$T/record"
head -c 100 "$T/record" >"$T/short"
t "a record that is cut short is an error" 2 - 'short: the record is damaged or truncated' \
    "$W" cosim predicate --input "$T/short"
t "a record of another module is an error" 2 - 'record of another module' "$W" cosim cf_sequencer --input "$T/record"
t "a program without verilator is told what is missing" 2 - 'verilator not found: .make deps-cosim. or apt install' \
    env PATH=/no_such_folder WEKIVA_CACHE="$T/none" "$W" cosim predicate

if have verilator && have g++; then
    WEKIVA_CACHE=$T/cache
    export WEKIVA_CACHE
    mkdir "$T/mine"
    edit() { sed "$1" tb/rtl/predicate.sv >"$T/mine/predicate.sv"; }
    t "cosim compares a twin with its module" 0 '^predicate: 2000 cycles agree \(3 ports compared, 0 registers\)' - \
        "$W" cosim predicate --cycles 2000
    t "cosim finds injected faults" 0 '20 single-bit faults at the block.s outputs, 20 of them named' - \
        "$W" cosim predicate --cycles 2000 --faults 20
    t "at most one in each cycle" 2 - '--faults 21: expected at most one in each of the 20 cycles' \
        "$W" cosim predicate --cycles 20 --faults 21
    t "cosim drives from a record" 0 '^predicate: [0-9]+ cycles agree' - "$W" cosim predicate --input "$T/record"
    edit 's/o_killed | yes/o_killed ^ yes/'
    t "cosim tells the first difference" 1 '^predicate: first difference at cycle [0-9]+: o_killed' - \
        "$W" cosim predicate --rtl "$T/mine" --trace "$T/both.vcd"
    replay=$(sed -n 's/^again: wekiva //p' "$T/out")
    first=$(sed -n 1p "$T/out")
    also "with a waveform of both sides" sh -c 'grep -q "scope module model" "$0" && grep -q "scope module rtl" "$0"' \
        "$T/both.vcd"
    also "that readers take" vcd_is_readable "$T/both.vcd"
    t "and the command that shows it again" 1 "^$first\$" - sh -c "\"\$0\" $replay" "$W"
    edit 's/input  logic \[15:0\] i_mask/input  logic [7:0] i_mask/; s/\bi_start\b/i_begin/'
    t "a port of another width is named" 2 - 'port i_mask has 8 bits: expected 16 bits' "$W" cosim predicate --rtl "$T/mine"
    t "so is one that is missing" 2 - 'no port i_start: expected an input of 1 bit' "$W" cosim predicate --rtl "$T/mine"
    t "and one too many" 2 - 'input i_begin is unknown' "$W" cosim predicate --rtl "$T/mine"
    edit 's/output logic \[63:0\] o_active/input logic [63:0] o_active/; s/o_active *<=.*;/;/'
    t "and one of the other direction" 2 - 'port o_active is an input: expected an output of 64 bits' \
        "$W" cosim predicate --rtl "$T/mine"
    edit 's/begin/begn/'
    t "errors in the block are shown" 2 - 'predicate.sv:[0-9]+:[0-9]+: syntax error' "$W" cosim predicate --rtl "$T/mine"
    edit 's/^endmodule/always @(posedge clk) if (o_killed != 0) $stop;\nendmodule/'
    t "a block that stops ends the comparison" 2 - 'the block stopped: .*predicate.sv:[0-9]+: .stop' \
        "$W" cosim predicate --rtl "$T/mine"
    edit 's/^endmodule/logic x; assign x = ~x \& i_set; always @(posedge clk) if (x) $display("x");\nendmodule/'
    t "and one that never settles" 2 - 'the block stopped: .*did not converge' "$W" cosim predicate --rtl "$T/mine"
    edit 's/always_ff @(posedge/always_ff @(negedge/'
    t "a register that changes before the edge is a difference" 1 \
        '^predicate: first difference at cycle [0-9]+: o_[a-z]+ changes before the rising edge, expected a register' - \
        "$W" cosim predicate --rtl "$T/mine" --trace "$T/early.vcd"
    first=$(sed -n 1p "$T/out")
    replay=$(sed -n 's/^again: wekiva //p' "$T/out")
    also "with a waveform" vcd_is_readable "$T/early.vcd"
    t "and the command that shows it again" 1 "^$first\$" - sh -c "\"\$0\" $replay" "$W"
    edit "s/if (rst) begin/if (i_start \&\& rst) begin/"
    t "registers without a reset are different from the start" 1 'first difference at cycle 0: o_predicate' - \
        "$W" cosim predicate --rtl "$T/mine"
    edit "s/? i_mask & i_flags : 16'b0/? i_mask \& i_flags : 16'bx/"
    t "an X is not taken for a zero" 1 'first difference at cycle [0-9]+: o_' - "$W" cosim predicate --rtl "$T/mine"
    edit 's/^module predicate/module other/'
    t "a file without the module is named" 2 - \
        'predicate.sv: expected a module predicate in it' "$W" cosim predicate --rtl "$T/mine"
    edit 's/^endmodule/helper h (.clk);\nendmodule/'
    t "and so is a module that has no file" 2 - 'mine: no module helper: expected it in a file helper.sv or helper.v' \
        "$W" cosim predicate --rtl "$T/mine"
    t "an empty folder is an error" 2 - 'no file predicate.sv or predicate.v' "$W" cosim predicate --rtl "$T/cache"
    t "run --replace runs the machine with a block" 0 'exports match: .* 0 wrong' - \
        "$W" run --launch $FMAD --replace predicate
    cp "$T/out" "$T/replaced"
    t "as without it" 0 '*' - "$W" run --launch $FMAD
    also "in the same cycles" cmp "$T/out" "$T/replaced"
    edit "s/o_killed <= '0;/o_killed <= '1;/"
    t "a block that is wrong makes a wrong run" 1 'exports differ|kills differ' '*' \
        "$W" run --launch $FMAD --replace predicate="$T/mine"
    # docs/cosim.md: the template, its always_ff replaced by the block of the tutorial, which has a bug.
    { "$W" cosim predicate --template | sed '/always_ff/,$d'
        sed -n '/^```systemverilog$/,/^```$/p' docs/cosim.md | grep -v '^```'; } >"$T/mine/predicate.sv"
    t "the tutorial's block has the difference that it tells of" 1 '^predicate: first difference at cycle 70: o_killed' - \
        "$W" cosim predicate --rtl "$T/mine" --trace "$T/tutorial.vcd"
    sed -i 's/o_killed <= mask & flags;/o_killed <= o_killed | (mask \& flags);/' "$T/mine/predicate.sv"
    t "and none when its line is corrected" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 100000
    unset WEKIVA_CACHE
else
    skip "cosim beside Verilog blocks: no verilator or no g++"
fi
