# compare.sh - tests of `wekiva compare`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC1091

echo "# compare"
FADD=$CORPUS/fadd/launch.json
K="$W compare --launch $FADD --chip rv770 --set simds=1"
"$W" run --launch $FADD --set simds=1 --out "$T/cmp-one" --quiet
"$W" run --launch $FADD --set simds=1 --out "$T/cmp-other" --stats "$T/cmp-other.json" --quiet
"$W" run --launch $FADD --set simds=1 --set ic_miss_clk=40 --out "$T/cmp-fast" --quiet
t "a run is the same as the same run again" 0 '^0 of [0-9]+ counters differ' - "$W" compare "$T/cmp-one" "$T/cmp-other/result.json"
t "also as its statistics" 0 '^0 of [0-9]+ counters differ' - "$W" compare "$T/cmp-one" "$T/cmp-other.json"
t "another one is not" 1 '^cycles: 929, 209, -77.5 %: B is 4.445 times as fast' - "$W" compare "$T/cmp-one" "$T/cmp-fast"
t "the parameter is named" 1 '^ic_miss_clk: 400, 40$' - "$W" compare "$T/cmp-one" "$T/cmp-fast"
# 98 of 116 chances of the odd slot before, 8 of 26 behind: by hand from the two result.json.
t "so is the reason" 1 '^arbiter_odd.instruction_miss +84.5 +30.8 +-53.7$' - "$W" compare "$T/cmp-one" "$T/cmp-fast"
# 98 of 116 chances are 784.8 of 929 clocks, 8 of 26 are 64.3 of 209: 77.6 points of 929.
t "what most of the time went to stands first" 0 'counters  .*#gpu.simd0.arbiter_odd.stall_instruction_miss +98 +8 +-91.8 % +77.6  chances#' - \
    sh -c '"$0" "$@" | tr "\n" "#"' "$W" compare "$T/cmp-one" "$T/cmp-fast"
t "not what changed most" 0 '#gpu.cycles .* -77.5 %.*#gpu.simd0.arbiter_cf.stall_instruction_miss .* -91.6 %' - \
    sh -c '"$0" "$@" | tr "\n" "#"' "$W" compare "$T/cmp-one" "$T/cmp-fast"
"$W" run --launch $FADD --set simds=1 --max-cycles 500 --out "$T/cmp-cut" --quiet 2>"$T/err"
t "a run that was cut off has no speed" 1 '^cycles: 929, 500: no speed, B did not end$' - "$W" compare "$T/cmp-one" "$T/cmp-cut"
"$W" run --launch $FADD --set simds=1 --max-cycles 500 --stats "$T/cmp-cut.json" --quiet 2>"$T/err"
"$W" run --launch $FADD --set simds=1 --stats "$T/cmp-all.json" --quiet
t "nor by its statistics alone" 1 '^cycles: 929, 500: no speed, B did not end$' - "$W" compare "$T/cmp-all.json" "$T/cmp-cut.json"
t "neither has a program that broke a rule" 1 ': no speed, B did not end$' - $K $CORPUS/fadd/prog.o $CORPUS/fmad/prog.o
t "--limit leaves the others out" 1 'and [0-9]+ more that differ' - "$W" compare "$T/cmp-one" "$T/cmp-fast" --limit 1
t "--quiet says it by the status alone" 1 - - "$W" compare "$T/cmp-one" "$T/cmp-fast" --quiet
t "two values of a parameter are two runs" 1 '^cycles: 929, 209' - $K --set ic_miss_clk=400,40
t "a parameter that does not matter" 0 '^kc_kb: 24, 4$' - $K --set kc_kb=24,4
t "two chips" 1 '^wave_size: 64, 32$' - "$W" compare --launch $FADD --chip rv770 --chip rv710
t "two programs" 1 '^B: stopped: ' - $K $CORPUS/fadd/prog.o $CORPUS/fmad/prog.o
t "a counter that only one has" 1 'gpu.simd1.issue_even.empty +- +[0-9]+' - \
    "$W" compare --launch $FADD --set simds=1,2 --limit 0
"$W" sweep --launch $FADD --set simds=1 --set ic_miss_clk=400,40 --out "$T/two.db" --quiet
t "what one of them alone has comes last" 1 '^gpu.simd0' - "$W" compare --launch $FADD --set simds=1,2 --limit 1
t "two points of a sweep" 1 '^cycles: 929, 209' - "$W" compare "$T/two.db@0" "$T/two.db@1"
t "a point and a result" 0 'counters differ' - "$W" compare "$T/two.db@1" "$T/cmp-fast"
t "JSON" 1 '"same": false' - "$W" compare "$T/cmp-one" "$T/cmp-fast" --json
"$W" compare "$T/cmp-one" "$T/cmp-fast" --json >"$T/compare.json"
also "that can be read" is_json "$T/compare.json"
t "CSV" 1 'counter,gpu,cycles,clocks,929,209,0\.775[0-9]*,77\.5' - "$W" compare "$T/cmp-one" "$T/cmp-fast" --csv -
# 4 of 116 chances of the odd slot before, 4 of 26 behind: see above.
t "a performance counter" 1 '^ALUBusy +3\.448.* 15\.38.* \+11\.9 points  %$' - $K --set ic_miss_clk=400,40 --counters
"$W" run --launch $FADD --set simds=1 --counters --out "$T/cmp-counted" --quiet
"$W" run --launch $FADD --set simds=1 --set ic_miss_clk=40 --counters --out "$T/cmp-counted-fast" --quiet
t "of results, too" 1 '^GPUTime +929 +209 +-77.5 %  clocks$' - "$W" compare "$T/cmp-counted" "$T/cmp-counted-fast"
t "those of the SIMDs in CSV" 1 '^performance,gpu.simd0,Busy.Odd,%,3.44' - "$W" compare "$T/cmp-counted" "$T/cmp-counted-fast" --csv -
t "when both have them" 0 '^0 of [0-9]+ counters differ' - "$W" compare "$T/cmp-one" "$T/cmp-counted"
t "those of R580" 1 '^ALUBusy +[0-9].* points  %$' - "$W" compare --chip r580 --counters \
    --launch tb/corpus/designs/r580.json --set alu_quads=1,3
t "a point that there is not" 2 - 'two.db@9: has no such point' "$W" compare "$T/two.db@0" "$T/two.db@9"
t "a whole sweep" 2 - 'expected one of its points' "$W" compare "$T/two.db" "$T/cmp-one"
t "a file that is not there" 2 - 'none.json: cannot open' "$W" compare none.json "$T/cmp-one"
t "a program without a launch" 2 - 'move.asm: is no result' "$W" compare $CLI/move.asm "$T/cmp-one"
t "a result with a launch" 2 - 'is a result: expected only options that show' $K "$T/cmp-one"
t "JSON that is no result" 2 - 'launch.json: is no result' "$W" compare $FADD "$T/cmp-one"
t "one alone" 2 - 'expected A and B' "$W" compare "$T/cmp-one"
t "nothing to compare with" 2 - 'A and B are the same' $K
t "three of something" 2 - 'ic_ways has 3 values' $K --set ic_ways=1,2,4
t "an output that is an input" 2 - 'same file' "$W" compare "$T/cmp-other.json" "$T/cmp-one" --csv "$T/cmp-other.json"
t "two folders are compared as their runs, results and profiles say" 0 '0 failed' - python3 $CLI/compare_folders.py "$W"
