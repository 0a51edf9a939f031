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
t "a window wants a waveform" 2 - '--window: expected --trace OUT.vcd.OUT.fst with it' "$W" cosim predicate --window 3
t "a waveform where there is no folder is found out before the comparison" 2 - 'no_such_folder/x.vcd: cannot write' \
    "$W" cosim predicate --trace no_such_folder/x.vcd
t "a coverage file, too" 2 - 'no_such_folder/x: cannot write' "$W" cosim predicate --coverage no_such_folder/x
t "--only names an input" 2 - 'no input i_kils: did you mean i_kills\?' "$W" cosim predicate --only i_kils=0
t "and a value of it" 2 - 'i_op=ADDD: no such value, did you mean ADD\?' "$W" cosim alu_slot --only i_op=MUL,ADDD
t "a number has its bits" 2 - 'i_clamp=4: expected a value of 2 bits' "$W" cosim alu_slot --fix i_clamp=4
t "a name is one of an enumeration" 2 - 'i_kills=MUL: expected a number' "$W" cosim predicate --only i_kills=MUL
t "--fix has one value" 2 - 'i_kills: expected at most 1 value, others with --only' "$W" cosim predicate --fix i_kills=0,1
t "an input is restricted once" 2 - 'i_kills: restricted twice' "$W" cosim predicate --fix i_kills=0 --only i_kills=1
t "an output is not restricted" 2 - 'no input o_killed: ' "$W" cosim predicate --fix o_killed=0
t "a record has its own inputs" 2 - '--input: a record has its own inputs: expected no --only with it' "$W" cosim predicate --input x --only i_kills=1
t "--seeds are for random inputs" 2 - '--seeds: expected no --input with it' "$W" cosim predicate --input x --seeds 2
t "a bin names its ports" 2 - '^--bin:1:6: error: no signal is called i_kils; did you mean predicate.i_kills' "$W" cosim predicate --bin 'one: i_kils = 1'
t "and values of enumerations" 2 - '^--bin:1:11: error: ADDD is no signal, and no value of op has this name' "$W" cosim alu_slot --bin 'add: i_op=ADDD'
t "a bin has a name" 2 - '^--bin:1:1: error: expected NAME: EXPRESSION' "$W" cosim predicate --bin 'i_kills = 1'
printf '# mine\n\nof a file: i_kils\n' >"$T/bins"
t "of a file it has its line" 2 - 'bins:3:12: error: no signal is called i_kils' "$W" cosim predicate --bins "$T/bins"
t "--merge wants reports" 2 - '--merge: expected files of --save' "$W" cosim --merge
t "that are there" 2 - 'no_such_report: cannot read: No such file' "$W" cosim --merge no_such_report
t "and are some" 2 - "bins:1:1: error: '\[' or '.' expected" "$W" cosim --merge "$T/bins"
t "and no module" 2 - '--merge: expected no --seed with it' "$W" cosim --merge --seed 3 x
t "a report is written before it is overwritten" 2 - 'bins: --save is the same file as --bins' "$W" cosim predicate --bins "$T/bins" --save "$T/bins"
t "a proof has no seed" 2 - '--prove: expected no --seed with it' "$W" cosim predicate --prove --seed 3
t "and its time is its own" 2 - '--prove-seconds: expected --prove with it' "$W" cosim predicate --prove-seconds 3
t "cosim wants clocks" 2 - '--cycles 0: expected a whole number' "$W" cosim predicate --cycles 0
for module in $("$W" cosim --list | cut -d' ' -f1); do
    t "the template of $module is a module with its ports" 0 '^    (//   )?output logic .*o_' - "$W" cosim "$module" --template
done
also "its rows of modules without a twin stand in docs/cosim.md" \
    sh -c '"$0" cosim --list | grep " default stimulus" >"$1/rows" && grep -Fxc -f "$1/rows" docs/cosim.md | grep -qx "$(wc -l <"$1/rows")"' "$W" "$T"
t "the template of a module with a driver has its contract" 0 'assume property \(@\(posedge clk\) disable iff \(rst\) i_taken == 0 \|\| o_ask != 0\);' - "$W" cosim memory_export --template
t "the template of alu_slot lists the operations" 0 '^    //   136 ' - "$W" cosim alu_slot --template
also "all of them" [ "$(grep -c '^    //   [0-9][0-9]* [A-Z]' "$T/out")" -eq "$("$W" isa --list | grep -c ' ALU_OP[23] ')" ]
t "a record that is not there is an error" 2 - 'no_such_record: cannot read' "$W" cosim predicate --input no_such_record
echo "something else" >"$T/not_a_record"
t "so is a file of another kind" 2 - 'not a record of inputs' "$W" cosim predicate --input "$T/not_a_record"
t "run --replace wants a module" 2 - "no module 'frob', expected one that wekiva cosim --list names" \
    "$W" run $M --replace frob
t "a module of another machine is named with its chip" 2 - 'the machine has no r580_flow: expected --chip r580$' \
    "$W" run $M --replace r580_flow
t "and R580 has none of R700's" 2 - 'the machine has no predicate$' \
    "$W" run --chip r580 --launch tb/corpus/designs/r580.json --replace predicate
t "run --record wants a file" 2 - 'expected MODULE=FILE or MODULE=INSTANCE=FILE' "$W" run $M --record predicate
t "run --record names an instance that is none" 2 - 'no such instance, expected one such as gpu.simd0.predicate_even' \
    "$W" run $M --record predicate=third="$T/record"
t "run --record names a folder that is none" 2 - 'no_such_folder/record: cannot write' \
    "$W" run $M --record predicate=no_such_folder/record
t "two records do not go into one file" 2 - 'record: --record is the same file as --record: expected another file' \
    "$W" run $M --record predicate="$T/record" --record kcache="$T/record"
t "a snapshot cannot be loaded with blocks or records" 2 - 'load-snapshot: .*expected no --re(place|cord) with it' \
    "$W" run $M --record predicate="$T/record" --load-snapshot x
t "run --record writes a record" 0 'cycles: ' - "$W" run $M --record predicate=predicate_odd="$T/record"
also "which begins as one" sh -c 'head -c 8 "$0" | grep -q WKINPUTS' "$T/record"
head -c 100 "$T/record" >"$T/short"
t "a record that is cut short is an error" 2 - 'short: the record is damaged or truncated' \
    "$W" cosim predicate --input "$T/short"
t "a module whose ports do not say all has no records" 2 - 'record: is no record that drives texture_filter' \
    "$W" cosim texture_filter --input "$T/record"
t "nor are any made" 2 - "--record texture_filter=.*/none: expected another module" \
    "$W" run --launch $FMAD --record texture_filter="$T/none"
t "a record of another module is an error" 2 - 'record of another module' "$W" cosim cf_sequencer --input "$T/record"
t "a program without verilator is told what is missing" 2 - 'verilator not found: .make deps-cosim. or apt install' \
    env PATH=/no_such_folder WEKIVA_CACHE="$T/none" "$W" cosim predicate
mkdir -m 777 "$T/open"
t "a cache of built blocks that others can write into is not used" 2 - 'open: others can write into the folder of built blocks' \
    env WEKIVA_CACHE="$T/open" "$W" cosim predicate
if [ "$(id -u)" -eq 0 ]; then
    mkdir -m 755 "$T/foreign" && chown 12345 "$T/foreign"
    t "nor one of another user" 2 - 'foreign: the folder of built blocks belongs to user 12345' \
        env WEKIVA_CACHE="$T/foreign" "$W" cosim predicate
fi

if have verilator && have g++; then
    WEKIVA_CACHE=$T/cache
    export WEKIVA_CACHE
    mkdir "$T/mine"
    edit() { sed "$1" tb/rtl/predicate.sv >"$T/mine/predicate.sv"; }
    t "a verdict says that inputs were restricted" 0 '^inputs were restricted: i_quarter=0x1,0x2 i_kills=0x0$' - \
        "$W" cosim predicate --cycles 2000 --only i_quarter=1,2 --fix i_kills=0
    also "which never were another one" grep -q 'i_kills 1; ' "$T/out"
    t "cosim compares a twin with its module" 0 '^predicate: 2000 cycles agree \(3 ports compared, 0 registers\)' - \
        "$W" cosim predicate --cycles 2000
    if have readelf && ! readelf -l "$W" | grep -q INTERP; then
        cp "$W" "$T/without_blocks"
        t "a command linked statically says who loads blocks" 2 - 'loaded by wekiva-blocks, which is not beside wekiva' \
            "$T/without_blocks" cosim predicate --rtl tb/rtl --cycles 20
    fi
    t "cosim --stimulus counts what the inputs were" 0 '^  i_quarter +0: [0-9]+  1: [0-9]+  2: [0-9]+  3: [0-9]+$' - \
        "$W" cosim predicate --cycles 20000 --stimulus
    also "and leaves nothing out" grep -q '^stimulus of predicate: 0 counts are zero that should not be$' "$T/out"
    t "it names what a short run did not reach" 0 '^never: reset on the way$' - "$W" cosim predicate --cycles 20 --stimulus
    t "so does the verdict, without the table" 0 '^never met, [0-9]+ of [0-9]+ classes of stimulus .*: o_predicate some; ' - \
        "$W" cosim predicate --cycles 20
    t "which is one line when nothing is left out" 0 '^predicate: 20000 cycles agree' - "$W" cosim predicate --cycles 20000
    also "and no more" test "$(wc -l <"$T/out")" -eq 1
    t "straps that change are listed" 0 '^  i_lines .*changes: [1-9]' - "$W" cosim kcache --cycles 20000 --seed 3 --stimulus
    t "operations meet classes and modifiers" 0 '^    MULADD_IEEE +[0-9]+/36 \([0-9]+\)  ' - \
        "$W" cosim alu_slot --cycles 2000 --stimulus
    built() { ls -i "$WEKIVA_CACHE" | grep sources-; } # a list is written anew when a block is built
    built >"$T/built"
    t "a block that was built is not built again" 0 'cycles agree' - "$W" cosim predicate --cycles 20
    also "its list of sources is the old one" sh -c 'ls -i "$0" | grep sources- | cmp - "$1"' "$WEKIVA_CACHE" "$T/built"
    t "cosim finds injected faults" 0 '20 single-bit faults at the block.s outputs, 20 of them named' - \
        "$W" cosim predicate --cycles 2000 --faults 20
    t "at most one in each cycle" 2 - '--faults 21: expected at most one in each of the 20 cycles' \
        "$W" cosim predicate --cycles 20 --faults 21
    t "cosim drives from a record" 0 '^predicate: [0-9]+ cycles agree' - "$W" cosim predicate --input "$T/record"
    t "and counts what a run gave" 0 '^  i_quarter +0: [0-9]+  1: [0-9]+' - \
        "$W" cosim predicate --input "$T/record" --stimulus
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
    blocks() { find "$WEKIVA_CACHE" -name 'predicate-*' | wc -l; }
    before_ports=$(blocks)
    edit 's/i_flags/i_flag/'
    t "ports are looked at" 2 - 'no port i_flags' "$W" cosim predicate --rtl "$T/mine"
    also "before anything is compiled" test "$(blocks)" -eq "$before_ports"
    edit 's/begin/begn/'
    t "errors in the block are shown" 2 - 'mine/predicate.sv:[0-9]+:[0-9]+: error: syntax error' "$W" cosim predicate --rtl "$T/mine"
    edit 's/^endmodule/always @(posedge clk) if (o_killed != 0) $stop;\nendmodule/'
    t "a block that stops ends the comparison" 1 '^predicate: the block stopped at cycle [0-9]+: .*predicate.sv:[0-9]+: .stop' - \
        "$W" cosim predicate --rtl "$T/mine"
    before='/^endmodule/i'
    set_3='i_set \&\& i_quarter == 3'
    edit "$before always @(posedge clk) if ($set_3) \$fatal(1, \"quarter %0d\", i_quarter);"
    t "so does one that calls fatal, with its message" 1 'the block stopped at cycle [0-9]+: .*:63: .*: quarter 3$' - \
        "$W" cosim predicate --rtl "$T/mine"
    edit "$before named: assert property (@(posedge clk) disable iff (rst) i_set |-> i_quarter != 3) else \$error(\"it is %0d\", i_quarter);"
    t "an assertion that fails ends it, named" 1 \
        '^predicate: the block stopped at cycle 10: .*/predicate.sv:63: Assertion failed in .*predicate.named: it is 3$' - \
        "$W" cosim predicate --rtl "$T/mine" --trace "$T/failed.vcd"
    also "in the cycle that breaks it" sh -c 'sed -n "/^  cycle 10\$/,/^\$/p" "$0" | grep -q i_set=1' "$T/out"
    also "with a waveform of both sides" vcd_is_readable "$T/failed.vcd"
    first=$(sed -n 1p "$T/out")
    replay=$(sed -n 's/^again: wekiva //p' "$T/out")
    t "and the command that shows it again" 1 "^$first\$" - sh -c "\"\$0\" $replay" "$W"
    edit "$before always @(posedge clk) assert (!($set_3));"
    t "an immediate one without a message, too" 1 'the block stopped at cycle 10: .*:63: Assertion failed' - \
        "$W" cosim predicate --rtl "$T/mine"
    t "and in the place of a module" 1 '*' \
        '^wekiva: gpu.simd0.predicate_(even|odd): cycle [0-9]+: the block stopped: .*:63: Assertion failed' \
        "$W" run --launch $CORPUS/kill_loop/launch.json --replace predicate="$T/mine"
    edit "$before final assert (o_killed == 1);"
    t "one at the end, too" 1 'the block stopped at cycle 100: .*:63: Assertion failed' - \
        "$W" cosim predicate --rtl "$T/mine" --cycles 100
    edit "$before assert property (@(posedge clk) o_killed != 64'd99);"
    t "registers may be anything before the reset" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 100
    edit "$before often: cover property (@(posedge clk) $set_3); never: cover property (@(posedge clk) i_set \&\& rst);"
    t "cover statements are reported with coverage" 0 'cover .*predicate.sv:63: predicate.often: [1-9][0-9]* hits$' - \
        "$W" cosim predicate --rtl "$T/mine" --coverage "$T/coverage.dat" --cycles 1000
    also "each of them" grep -q 'predicate.never: 0 hits$' "$T/out"
    also "and counted" grep -q '^predicate: 2 cover statements, 1 of them hit$' "$T/out"
    also "in a file for verilator_coverage" sh -c 'verilator_coverage --rank "$0" | grep -q .' "$T/coverage.dat"
    # Built again, for a source that was changed a moment ago is not trusted; then the block is there.
    t "which is written over" 0 '2 cover statements' - "$W" cosim predicate --rtl "$T/mine" --coverage "$T/coverage.dat" --cycles 1000
    t "and is not half a one when the disk is full" 2 '^predicate: .*agree' 'half.dat: cannot write: File too large' \
        sh -c 'ulimit -f 16; exec "$@"' sh "$W" cosim predicate --rtl "$T/mine" --coverage "$T/half.dat" --cycles 1000
    also "leaves none" [ ! -e "$T/half.dat" ]
    ln "$T/mine/predicate.sv" "$T/mine.dat"
    t "which is not a source of the block" 2 - 'mine.dat: --coverage is the same file as a file of --rtl' \
        "$W" cosim predicate --rtl "$T/mine" --coverage "$T/mine.dat"
    rm "$T/mine.dat"
    t "not without it" 0 '^predicate: .*agree.*' - "$W" cosim predicate --rtl "$T/mine" --cycles 1000
    also "at all" sh -c '! grep -q cover "$0"' "$T/out"
    edit 's/^endmodule/logic x; assign x = ~x \& i_set; always @(posedge clk) if (x) $display("x");\nendmodule/'
    t "and one that never settles" 2 - 'the block stopped: .*did not converge' "$W" cosim predicate --rtl "$T/mine"
    edit 's/always_ff @(posedge/always_ff @(negedge/'
    t "also in a comparison of few clocks" 1 'changes before the rising edge' - "$W" cosim predicate --rtl "$T/mine" --cycles 8
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
    # A register that is wrong between a later reset and the first clock alone.
    edit "s/o_killed | yes/(fresh ? 64'd0 : o_killed) | yes/; s/^            o_killed    <= '0;/            o_killed <= 64'(resets == 3);/
        s/^                o_killed <= '0;/&\\n            else if (fresh)\\n                o_killed <= '0;/"
    sed -i "s/^endmodule/logic fresh; logic [1:0] resets = 0; always_ff @(posedge clk) begin fresh <= rst; if (rst \&\& resets != 3) resets <= resets + 1; end\\n&/" \
        "$T/mine/predicate.sv"
    t "so are registers that a reset on the way does not reset" 1 \
        'first difference at cycle [0-9]+000: o_killed, straight from a reset on the way' - "$W" cosim predicate --rtl "$T/mine"
    first=$(sed -n 1p "$T/out")
    replay=$(sed -n 's/^again: wekiva //p' "$T/out")
    t "and the command that shows it again" 1 "^$first\$" - sh -c "\"\$0\" $replay" "$W"
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
    also "in every SIMD that gets wavefronts" sh -c '"$0" run --verbose --launch "$1" --replace predicate 2>&1 | grep -c "^a Verilog block does the work of gpu.simd[01].predicate_" | grep -qx 4' "$W" $FMAD
    t "launches at once run with a block, too" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --replace predicate --out "$T/once_replaced"
    also "to the same files" diff -r "$T/once" "$T/once_replaced"
    t "run says what of a block the waveform has not" 0 '*' '^as at reset in the waveform, the block of icache does not show it: o_miss_line, ' \
        "$W" run --launch $FMAD --replace icache --trace "$T/hidden.vcd"
    t "but not without a waveform" 0 '*' - "$W" run --launch $FMAD --replace icache
    edit "s/o_killed <= '0;/o_killed <= '1;/"
    t "a block that is wrong makes a wrong run" 1 'exports differ|kills differ' '*' \
        "$W" run --launch $FMAD --replace predicate="$T/mine"
    "$W" cosim cf_sequencer --template >"$T/mine/cf_sequencer.sv"
    t "reports name values of enumerations beside the hex" 1 '(o|i)_[a-z_]+=[0-9a-f]+\((ready|miss|wait|end|pause)\)' - \
        "$W" cosim cf_sequencer --rtl "$T/mine"
    # What is not compared is said, and what a machine needs is asked for.
    edit 's/output logic \[63:0\] o_killed/output logic [63:0] o_killed, output logic o_extra/; s/^endmodule/assign o_extra = i_set;\nendmodule/'
    t "an output that the module does not have is named" 0 '^not compared, no output of the module: o_extra$' - \
        "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    cp tb/rtl/lds.sv tb/rtl/lds_bank.sv "$T/mine"
    sed -i '/_row,$/d; /^    output/d; s/i_write_data, .*/i_write_data/; /^    lds_bank/,$d' "$T/mine/lds.sv"
    echo endmodule >>"$T/mine/lds.sv"
    t "a block without outputs is refused: there is nothing to compare" 2 - \
        'mine/lds.sv: nothing to compare: expected an output, register or read port' "$W" cosim lds --rtl "$T/mine"
    "$W" cosim lds --template >"$T/mine/lds.sv"
    t "the template of the local data share is wrong as it is" 1 'first difference at cycle 0: o_bank0' - \
        "$W" cosim lds --rtl "$T/mine"
    "$W" cosim gpr_file --template >"$T/mine/gpr_file.sv"
    t "and so is that of the registers" 1 'first difference at cycle 0: o_x' - "$W" cosim gpr_file --rtl "$T/mine"
    # Read ports and counters are there for two banks and none.
    sed '/i_bank[01]_row,$/d; /o_bank[01],$/d; /o_writes/d; s/o_bank3,/o_bank3/; /always_ff/,/else/d' tb/rtl/lds.sv |
        sed "s/\.read_entry(i_bank[01]_row), \.read_data(o_bank[01])/.read_entry('0), .read_data()/" >"$T/mine/lds.sv"
    t "memories and statistics that a block does not show are named" 0 \
        '^not compared, the block does not show it: o_writes \(statistic\), o_bank0 \(memory\), o_bank1 \(memory\)$' - \
        "$W" cosim lds --rtl "$T/mine" --cycles 2000
    also "and counted" grep -q '^lds: 2000 cycles agree (0 ports compared, 0 registers, 2 of 4 memories)' "$T/out"
    t "a machine needs the statistic" 2 - 'mine/lds.sv: no port o_writes: expected an output of 32 bits, a statistic of the run' \
        "$W" run --launch $FMAD --replace lds="$T/mine"
    t "and the memories" 2 - 'no port o_bank0: expected an output of 128 bits: .* through which the machine reads the memory' \
        "$W" run --launch $FMAD --replace lds="$T/mine"
    cp tb/rtl/lds.sv "$T/mine"
    sed -i 's/if (write \&\& dwords/if (!rst \&\& write \&\& dwords/' "$T/mine/lds_bank.sv"
    t "a memory that ignores writes under reset differs" 1 \
        '^lds: first difference at cycle 0: o_bank[0-3]\[[0-3]\]: row [0-9]+ does not hold what was written' - \
        "$W" cosim lds --rtl "$T/mine" --trace "$T/loaded.vcd"
    first=$(sed -n 1p "$T/out")
    replay=$(sed -n 's/^again: wekiva //p' "$T/out")
    t "as the command says that shows it again" 1 "^$(printf %s "$first" | sed 's/[][]/\\&/g')\$" - sh -c "\"\$0\" $replay" "$W"
    mkdir "$T/filled"
    cp ${FMAD%/*}/* "$T/filled"
    sed -i 's/^{/{ "lds": { "group_size": 64, "dwords_per_thread": 16, "file": "lds0.bin" },/' "$T/filled/launch.json"
    head -c 16384 build/wekiva >"$T/filled/lds0.bin"
    t "in the place of the module, too, when a launch fills it" 2 - \
        '^wekiva: gpu.simd0.lds: bank0 holds 0x[0-9a-f]+ in row [0-9]+, element [0-3], expected 0x[0-9a-f]+: ' \
        "$W" run --launch "$T/filled/launch.json" --set simds=1 --replace lds="$T/mine"
    t "the twin takes what the launch gives" 0 '^exports match' - \
        "$W" run --launch "$T/filled/launch.json" --set simds=1 --replace lds --dump-lds --out "$T/filled/out"
    also "and has it at the end" cmp "$T/filled/lds0.bin" "$T/filled/out/lds.bin"
    # What a block prints stands in lines of its own, whatever it writes without an end.
    edit 's/^endmodule/always @(posedge clk) if (i_set) $display("seen");\nfinal $write("end");\nendmodule/'
    t "what a block prints goes to standard error" 0 '^predicate: 9000 cycles agree' '^seen$' \
        "$W" cosim predicate --rtl "$T/mine" --cycles 9000
    also "in whole lines" sh -c '! grep -Evx "seen|end" "$0" && tail -n 1 "$0" | grep -qx end' "$T/err"
    also "and not between those of the verdict" sh -c '! grep -Eq "seen|end$" "$0"' "$T/out"
    # What Verilator warns of is in the verdict.
    edit '/^endmodule/d'
    cat >>"$T/mine/predicate.sv" <<'EOF'
    logic [3:0] l, m;
    logic       s;
    always_comb if (i_set) l = i_mask[3:0];
    always_ff @(posedge clk) m <= l;
    always_ff @(negedge clk) m <= 4'd3;
    assign implied = i_set;
    assign s = i_mask[20];
    always @(posedge clk) if (m == 4'd9 && i_start && i_set) $display(s);
endmodule
EOF
    t "a verdict shows what Verilator warns of" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    for code in LATCH MULTIDRIVEN IMPLICIT SELRANGE; do
        also "$code, with its place" grep -Eq "^verilator warns: $T/mine/predicate.sv:[0-9]+:[0-9]+: $code: " "$T/out"
    done
    sleep 0.1
    t "also of a block that is built already" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    cp "$T/out" "$T/warned"
    t "and once more" 0 '^verilator warns: .*LATCH' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    t "and so does a run" 0 'exports match: .* 0 wrong' '^wekiva: verilator warns: .*LATCH' \
        "$W" run --launch $FMAD --replace predicate="$T/mine"
    # A block that Verilator takes without a part of what is written is another block.
    edit '$ s/$/\nmodule predicate; endmodule/'
    line=$(wc -l <"$T/mine/predicate.sv")
    t "a module that is defined twice is refused" 2 - \
        "mine/predicate.sv:$line:8: error: .*'predicate': expected one module of the name\$" \
        "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    t "in a run, too" 2 - 'expected one module of the name$' "$W" run --launch $FMAD --replace predicate="$T/mine"
    for delay in 'always_ff @(posedge clk) if (!rst) #7 o_none <= i_set;' 'always_ff @(posedge clk) o_none <= #1 i_set;' \
        'assign #2 o_none = i_set;'; do
        edit "s/^);/,output logic o_none);/; s/^endmodule/$delay\\n&/"
        line=$(grep -n "#[0-9]" "$T/mine/predicate.sv" | cut -d: -f1)
        t "a delay is refused: $delay" 2 - "mine/predicate.sv:$line:[0-9]+: error: .*: nothing is timed here, expected no delay\$" \
            "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    done
    sed -i 's/^assign #2/\/* verilator lint_off ASSIGNDLY *\/ &/' "$T/mine/predicate.sv"
    t "but where the source says that it does not matter" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    # Of these Verilator itself says nothing.
    edit 's/^);/,output logic o_none);/; s/^endmodule/`DELAYED none = i_set; assign o_none = none;\n&/; 1i `define DELAYED wire #3'
    line=$(grep -n '^`DELAYED none' "$T/mine/predicate.sv" | cut -d: -f1)
    t "the delay of a net is refused, also out of a macro" 2 - \
        "mine/predicate.sv:$line:6: error: the delay of a net: nothing is timed here, expected no delay\$" \
        "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    t "in a run, too" 2 - 'the delay of a net: nothing is timed here' "$W" run --launch $FMAD --replace predicate="$T/mine"
    sed -i 's/^`DELAYED none/\/* verilator lint_off ASSIGNDLY *\/ &/' "$T/mine/predicate.sv"
    t "but where the source says that it does not matter, it is dropped" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    edit 's/^);/,output logic o_none);/; s/^endmodule/timed timed(i_set, o_none);\n&/'
    printf 'module timed(input logic a, output logic b);\n assign b = a;\n`ifndef FUNCTIONAL\n specify\n  (a => b) = 5;\n endspecify\n`endif\nendmodule\n' \
        >"$T/mine/timed.v"
    t "a specify block is refused, also in a module that is found by its name" 2 - \
        'mine/timed.v:4:2: error: a specify block: nothing is timed here, expected no delay$' \
        "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    t "but where the preprocessor leaves it out" 0 'cycles agree' - \
        "$W" cosim predicate --rtl "$T/mine" --rtl-args '-D FUNCTIONAL' --cycles 2000
    rm "$T/mine/timed.v"
    edit 's/^endmodule/logic [63:0] none [1]; initial $readmemh("none.hex", none);\n&/; s/o_killed | yes/o_killed | yes | none[0]/'
    t "a file that a block reads must be there" 2 - 'none.hex: .readmem finds no such file, expected it in .*/mine$' \
        "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    echo 0 >"$T/mine/none.hex"
    t "in the folder of the block" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    echo 1 >"$T/mine/none.hex"
    t "where it counts" 1 'first difference at cycle [0-9]+: o_killed' - "$W" cosim predicate --rtl "$T/mine" --cycles 2000
    N="tb/corpus/designs/nv30.json --chip nv30"
    t "an NV30 runs with a block" 0 'exports match: .* 0 wrong' - "$W" run --launch $N --replace nv30_source_select
    cp "$T/out" "$T/replaced"
    t "as without it, too" 0 '*' - "$W" run --launch $N
    also "in the same cycles and passes" cmp "$T/out" "$T/replaced"
    sed "s/left_pass + 13'd1/left_pass + 13'd2/" tb/rtl/nv30_source_select.sv >"$T/mine/nv30_source_select.sv"
    t "a wrong one is noticed" 1 'exports differ: ' '*' \
        "$W" run --launch $N --max-cycles 20000 --replace nv30_source_select="$T/mine"
    sed "s/o_valid  *<= .*/o_valid <= 1'b0;/" tb/rtl/nv30_source_select.sv >"$T/mine/nv30_source_select.sv"
    t "one that lets no quad in ends the run, which names the quad" 3 '*' \
        'no progress at cycle 524288 \(--no-progress\): quad 0 has begun no pass for 262144 clocks; it stands: no stage has it' \
        "$W" run --launch $N --no-progress 1000 --replace nv30_source_select="$T/mine"
    # Whatever Verilator has read counts, also what it found in a subfolder, under another suffix, or now finds first.
    mkdir "$T/mine/parts" "$T/common"
    edit '/^module predicate/i `include "parts/yes.inc"'
    sed -i 's/o_killed | yes/o_killed | `YES/' "$T/mine/predicate.sv"
    echo '`define YES yes' >"$T/mine/parts/yes.inc"
    t "an include lies in a subfolder, under any suffix" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine"
    echo "\`define YES 64'd0" >"$T/mine/parts/yes.inc"
    t "a block with a changed include is another block" 1 'first difference at cycle [0-9]+: o_killed' - \
        "$W" cosim predicate --rtl "$T/mine"
    sed -i 's|parts/yes.inc|../common/yes.inc|' "$T/mine/predicate.sv"
    echo '`define YES yes' >"$T/common/yes.inc"
    t "an include lies outside the folder" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine"
    echo "\`define YES 64'd0" >"$T/common/yes.inc"
    t "and counts" 1 'first difference at cycle [0-9]+: o_killed' - "$W" cosim predicate --rtl "$T/mine"
    sed -i 's|../common/yes.inc|yes|' "$T/mine/predicate.sv"
    echo '`define YES yes' >"$T/mine/yes.sv"
    t "a file that is included without its suffix" 0 'cycles agree' - "$W" cosim predicate --rtl "$T/mine"
    echo "\`define YES 64'd0" >"$T/mine/yes.v"
    t "gives way to one that is found first" 1 'first difference at cycle [0-9]+: o_killed' - \
        "$W" cosim predicate --rtl "$T/mine"
    rm -r "$T/mine/parts" "$T/mine/yes.v" "$T/mine/yes.sv"
    . $CLI/cosim_tree.sh
    t "every step of the tutorial of docs/cosim.md does what the page says" 0 '^ok +wekiva run .*--replace predicate=mine' - \
        env WEKIVA="$W" python3 tb/cli/tutorial.py
    unset WEKIVA_CACHE
else
    skip "cosim beside Verilog blocks: no verilator or no g++"
fi
