# report.sh - tests of `wekiva report`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154
echo "# report"
t "a report names what limits the wavefronts" 0 '^wavefronts +124 at once .*limited by GPRs' - "$W" report $CORPUS/fadd/prog.o --set simds=1
t "it needs a program" 2 - '^wekiva: expected one PROGRAM, got 0 operands' "$W" report
t "that is one" 2 - 'got 2 operands' "$W" report $CORPUS/fadd/prog.o $CORPUS/fmad/prog.o
t "that is there" 2 - '/nowhere: ' "$W" report "$T/nowhere"
t "iterations are a number" 2 - 'iterations' "$W" report $CORPUS/fadd/prog.o --iterations many
t "nothing runs without a launch, so nothing ends at a cycle" 2 - 'max-cycles: nothing runs without --launch' "$W" report $CORPUS/fadd/prog.o --max-cycles 9
t "a launch measures" 0 'estimated .* [0-9.]+$' - "$W" report --launch $CORPUS/fadd/launch.json
t "and the limit is said" 0 'not finished at cycle 100, the limit' - "$W" report --launch $CORPUS/fadd/launch.json --max-cycles 100
t "a row of launches is refused" 2 - 'launches: expected one for a report' "$W" report --launch tb/corpus/geometry/launch.json
t "a chip is one" 2 - "chip 'rv999'" "$W" report $CORPUS/fadd/prog.o --chip rv999
printf 'ALU ADDR(900) COUNT(3) BARRIER\nNOP EOP BARRIER\n' >"$T/outside.s"
t "a clause outside of the program is named" 0 'clause of CF 0 is illegal' - "$W" report "$T/outside.s"
printf 'ALU BARRIER\n  0 x: MOV R1.x, R[AR.x+0].x\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n' >"$T/index.s"
t "registers by an index are named" 0 'or more: some are named by an index' - "$W" report "$T/index.s"
also "JSON is JSON, and has the same figures" sh -c '"$0" report --json "$1" --set simds=1 | python3 -c "
import json, sys
report = json.load(sys.stdin)
sys.exit((report[\"wavefronts\"], report[\"limits\"][\"GPRs\"], report[\"alu\"][\"groups\"]) != (124, 124, 4))"' "$W" $CORPUS/fadd/prog.o
t "a full disk is noticed" 2 - 'standard output' sh -c '"$0" report "$1" >/dev/full' "$W" $CORPUS/fadd/prog.o
