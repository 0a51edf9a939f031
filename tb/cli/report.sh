# report.sh - tests of `wekiva report` and `wekiva launch`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2086,SC2016

echo "# report"
t "a report names what limits the wavefronts" 0 '^wavefronts +124 at once .*limited by GPRs' - "$W" report $CORPUS/fadd/prog.o --set simds=1
t "it needs a program" 2 - '^wekiva: expected one PROGRAM, got 0 operands' "$W" report
t "several programs are a table" 0 'fmad/prog.o +rv770 +5 +25 +6 ' - "$W" report $CORPUS/fadd/prog.o $CORPUS/fmad/prog.o
t "so are several chips" 0 'fadd/prog.o +rv710 +2 ' 'made for rv770' "$W" report $CORPUS/fadd/prog.o --chip rv770,rv710
t "and launches, which are run" 0 'rv770 .* 933 ' - "$W" report $CORPUS/fadd/launch.json $CORPUS/fmad/prog.o
also "as CSV with the figures of JSON" python3 $CLI/report_csv.py "$W" $CORPUS/fadd $CORPUS/fmad $CORPUS/kernel_reduce
t "a chip of several is one" 2 - "chip 'rv999'" "$W" report $CORPUS/fadd/prog.o --chip rv770,rv999
t "no JSON of several" 2 - '--json: expected one PROGRAM' "$W" report $CORPUS/fadd/prog.o $CORPUS/fmad/prog.o --json
# 128 threads write 16 bytes each: 64 writes of 32 bytes, 53/16 clocks each on one of 8 channels, a tenth of which is a SIMD's, of 2 wavefronts.
t "a run has its share of the memory channels" 0 'memory +- +- +- +132.5$' - "$W" report --launch tb/corpus/compute/vector_add/launch.json
t "that is there" 2 - '/nowhere: ' "$W" report "$T/nowhere"
t "iterations are a number" 2 - 'iterations' "$W" report $CORPUS/fadd/prog.o --iterations many
t "nothing runs without a launch, so nothing ends at a cycle" 2 - '--max-cycles: expected --launch FILE with it' "$W" report $CORPUS/fadd/prog.o --max-cycles 9
t "a launch measures" 0 'estimated .* [0-9.]+$' - "$W" report --launch $CORPUS/fadd/launch.json
t "and the limit is said" 0 'not finished at cycle 100, the limit' - "$W" report --launch $CORPUS/fadd/launch.json --max-cycles 100
t "a row of launches is refused" 2 - 'launches: expected one launch for a report' "$W" report --launch tb/corpus/geometry/launch.json
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
echo "# launch"
t "a skeleton is written" 0 - - "$W" launch $CORPUS/fadd/prog.o -o "$T/new.json"
also "it is JSON" python3 -m json.tool "$T/new.json" /dev/null
t "a run names the first TODO, with its place" 2 - 'new.json:[0-9]+:[0-9]+: error: gprs.file: to be filled in: a file of 2048 bytes.* \(and 1 more TODO\)$' "$W" run --launch "$T/new.json"
t "so does lint" 2 - 'gprs.file: to be filled in' "$W" lint --launch "$T/new.json"
mkdir -p "$T/deep/er" && cp $CORPUS/fadd/prog.o "$T/deep/prog.o"
t "the program is named as the launch file sees it" 0 - - "$W" launch "$T/deep/prog.o" -o "$T/deep/er/l.json"
also "from a folder below" grep -q '"program": "'"$T"'/deep/prog.o"' "$T/deep/er/l.json"
t "and by a relative path" 0 - - sh -c 'cd "$1/deep" && "$0" launch prog.o -o er/l.json' "$W" "$T"
also "as a relative one" grep -q '"program": "../prog.o"' "$T/deep/er/l.json"
t "to the standard output without -o" 0 '"threads": 640,' - "$W" launch $CORPUS/fadd/prog.o --threads 640
t "a program from the standard input has no name" 0 '"wekiva": 1,$' - sh -c '"$0" launch - <"$1"' "$W" $CORPUS/fadd/prog.o
t "nothing writes over the program" 2 - 'prog.o' "$W" launch "$T/deep/prog.o" -o "$T/deep/prog.o"
t "a stage is one" 2 - "stage: expected ps, vs, gs, es, fs or cs, got 'hs'" "$W" launch $CORPUS/fadd/prog.o --stage hs
t "threads are a number" 2 - 'threads' "$W" launch $CORPUS/fadd/prog.o --threads 0
t "a folder is there" 2 - 'no such folder' "$W" launch $CORPUS/fadd/prog.o -o "$T/nowhere/l.json"
t "keys of launch files are listed" 0 '^samplers  *\[ { "id": 0' - "$W" launch --keys
t "all of them" 0 '29' - sh -c '"$0" launch --keys | wc -l' "$W"
t "one of them with what is in it" 0 '^  mag  *point, bilinear, bicubic: XY_MAG_FILTER; without it point$' - "$W" launch --keys samplers
t "a key that there is not" 2 - "--keys: no key 'sampler', did you mean samplers" "$W" launch --keys sampler
t "and nothing else is done" 2 - '--keys: expected no --threads with it' "$W" launch --keys --threads 3
t "keys can be completed" 0 '^%run launch --keys$' - "$W" --complete launch t
t "a program is needed" 2 - 'expected one PROGRAM, got 0' "$W" launch
t "strips of a program that emits vertices are asked for" 0 '"strips": "TODO: a string of V .a vertex. and C .a cut.' - "$W" launch tb/corpus/geometry/gs.asm
t "an illegal program has no skeleton" 2 - 'clause of CF 0 is illegal' "$W" launch "$T/outside.s"
t "a launch file to begin with names the chip" 0 '"chip": "r580",' - "$W" launch --chip r580 tb/corpus/mesa-r500/gcd/code.hex
echo '{"wekiva_chip": 1, "name": "mine", "base": "nv30"}' >"$T/mine30.json"
cp tb/corpus/nv30/lighting/lighting.s "$T" && mkdir "$T/of_mine30"
t "a chip file as seen from there" 0 '"chip": "../mine30.json",' - sh -c \
    'cd "$1" && "$0" launch --chip mine30.json lighting.s -o of_mine30/l.json && cat of_mine30/l.json' "$W" "$T"
t "and none without --chip" 0 '*' - sh -c '! "$0" launch "$1" | grep chip' "$W" $CORPUS/fadd/prog.o
t "r580 has launch files to begin with" 0 '"TODO: a file of 1536 bytes, .*: the program reads R0.r, R1.r"' - "$W" launch --chip r580 tb/corpus/mesa-r500/gcd/code.hex
also "its loops want full flow control" grep -q '"US_FC_CTRL": "0x80000000"' "$T/out"
t "of pixels alone" 2 - '^wekiva: --stage vs: expected ps' "$W" launch --chip r580 tb/corpus/mesa-r500/gcd/code.hex --stage vs
t "without fetch programs" 2 - 'no fetch programs' "$W" launch --chip nv30 tb/corpus/nv30/lighting/lighting.s --fetch-shader tb/corpus/nv30/lighting/lighting.s
t "nv30, too, with what its texture units read" 0 '"id": 1, "dim": "2D"' - "$W" launch --chip nv30 tb/corpus/nv30/lighting/lighting.s
t "in whole quads" 2 - '--threads 6: expected whole quads' "$W" launch --chip nv30 tb/corpus/nv30/lighting/lighting.s --threads 6
t "a fetch program is one that is called" 2 - 'does not call a fetch program' "$W" launch $CORPUS/fadd/prog.o --fetch-shader $CORPUS/vs_params/fs.hex
t "a fetch program is looked at, too" 0 '"fetch_shader": ' - "$W" launch $CORPUS/vs_params/code.hex --fetch-shader $CORPUS/vs_params/fs.hex
