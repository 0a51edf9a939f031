#!/bin/sh
# test_cli.sh - tests of the wekiva command from outside: every command, every option, every kind of bad input.
#
#   WEKIVA=build/wekiva tb/cli/test_cli.sh
#
# A line per test, `ok` or `FAILED` and a sentence that is true when it passes; last `N passed, N failed, N skipped`.
# Exit status 0 when none failed.  Every case of status 2 must also print exactly one line, which starts with
# `wekiva: `.  Tests that need a tool that is not installed are skipped.
# shellcheck disable=SC2016,SC2059  # formats are parameters; the inner shells expand their own arguments
set -u
cd "$(dirname "$0")/../.." || exit 2
W=${WEKIVA:-build/wekiva}
[ -x "$W" ] || { echo "test_cli: $W is no program: set WEKIVA" >&2; exit 2; }
case $W in /*) ;; *) W=$PWD/$W ;; esac
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
trap 'exit 2' INT TERM
CLI=tb/cli
CORPUS=tb/corpus/llvm-rv770
passed=0 failed=0 skipped=0

verdict() { # STATUS SENTENCE [DETAIL]
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        echo "FAILED  $2"
        [ -n "${3-}" ] && printf '%s\n' "$3" | sed 's/^/        /'
    fi
}

skip() {
    skipped=$((skipped + 1))
    echo "skipped $1"
}

# The file holds the extended pattern; `-` means that it must be empty, `*` that anything will do.
holds() { # FILE PATTERN
    case $2 in
    '-') [ ! -s "$1" ] ;;
    '*') true ;;
    *) grep -Eq -e "$2" "$1" ;;
    esac
}

# What hangs fails: status 124; the limit is far beyond what a busy machine needs.  Shell functions run without it.
LIMIT=
with_limit() {
    LIMIT=
    command -v timeout >/dev/null 2>&1 && [ -x "$1" ] && LIMIT="timeout 900"
}

# Runs a command; its output and error output stay in $T/out and $T/err.
t() { # SENTENCE STATUS OUT-PATTERN ERR-PATTERN COMMAND...
    sentence=$1 want=$2 out=$3 err=$4
    shift 4
    with_limit "$1"
    $LIMIT "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    why=
    [ "$got" -eq "$want" ] || why="status $got, expected $want"
    holds "$T/out" "$out" || why="$why; output is not '$out'"
    holds "$T/err" "$err" || why="$why; error output is not '$err'"
    if [ "$want" -eq 2 ]; then
        [ "$(wc -l <"$T/err")" -eq 1 ] && grep -q '^wekiva: \|^[^:]*:[1-9][0-9]*:[1-9][0-9]*: error: ' "$T/err" || why="$why; not one line of message"
    fi
    [ -z "$why" ]
    verdict $? "$sentence" "$why
$(head -n 3 "$T/out" "$T/err" 2>/dev/null)"
}

# A condition about files that a test left.
also() { # SENTENCE COMMAND...
    sentence=$1
    shift
    message=$("$@" 2>&1)
    verdict $? "$sentence" "$message"
}

have() { command -v "$1" >/dev/null 2>&1; }
same_from_900() { [ -s "$1" ] && sed '1,/^\$enddefinitions/d' "$1" >"$T/left" && sed '1,/^\$enddefinitions/d' "$2" | cmp - "$T/left"; }
vcd_is_readable() { python3 tb/vcd_tool.py check "$1"; }
ends_at_the_named_cycle() { [ "$(tail -n 1 "$1")" = "#$(($(sed -n 's/.* at cycle \([0-9]*\);.*/\1/p' "$T/err") + 1))0" ]; }
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1"; }
nothing_left_in() { [ -z "$(ls -A "$1")" ]; }

M="$CLI/move.asm --launch $CLI/launch.json"
FMAD=$CORPUS/fmad/launch.json

echo "# wekiva"
t "help goes to the output" 0 '^usage: wekiva COMMAND' - "$W" --help
t "-h is help" 0 '^usage: wekiva COMMAND' - "$W" -h
t "help has examples" 0 'wekiva run prog.o --launch' - "$W" --help
t "the version is a word and a number" 0 '^wekiva [0-9]+\.[0-9]+\.[0-9]+$' - "$W" --version
t "no command is wrong usage" 2 - 'expected a command.*see wekiva --help' "$W"
t "a misspelt chip gets the nearest one" 2 - "'rv77': neither rv770, .*, did you mean rv770\?" "$W" lint --chip rv77 $CLI/move.asm
t "--isa gets the nearest one" 2 - "got 'r58', did you mean r580\?" "$W" dis --isa r58 $CLI/move.asm
t "an unknown parameter names the list of its chip" 2 - '`wekiva chips --params nv30` lists them' "$W" lint --chip nv30 --set xyzzyq=1 tb/corpus/nv30/lighting/lighting.s
t "a program comes with the command" 0 '^exports match: 4096 values' - "$W" demo --set simds=1
t "one instruction" 0 '^MULADD_IEEE  *ALU_OP3 ' - "$W" isa muladd_ieee
t "a misspelt instruction gets the nearest one" 2 - "no instruction 'MULAD', did you mean MULADD\?" "$W" isa MULAD
t "a launch file may be the operand of run" 0 '^exports match' - "$W" run $CORPUS/fadd/launch.json
t "and of lint" 0 '^0 illegal' - "$W" lint $CORPUS/fadd/launch.json
printf 'ALU BARRIER\n0 x: ADD R0.x, R1.x, R2.q\n' >"$T/column.asm"
t "a mistake in a text is told as editors read it" 2 - "^$T/column.asm:2:25: error: " "$W" lint "$T/column.asm"
printf '{"wekiva": 1, "stage": "ps",\n  "thread": 64}' >"$T/column.json"
t "so is one of a launch file" 2 - "^$T/column.json:2:3: error: thread: unknown key" "$W" run "$T/column.json"
printf 'CALL_FS\nEXPORT_DONE POS0, R0.xyzw BARRIER\nEXPORT_DONE PARAM0, R0.xyzw EOP BARRIER\n' >"$T/calls.asm"
printf '\nLOOP_START @e CF_CONST(0)\ne: LOOP_END ADDR(2)\nNOP EOP\n' >"$T/called.asm"
echo '{"wekiva": 1, "program": "calls.asm", "fetch_shader": "called.asm", "stage": "vs", "threads": 1, "num_gprs": 1, "stack_size": 3}' >"$T/calls.json"
t "a run that stops in a fetch program names its file" 1 '*' "^$T/called.asm:3:1: error: cycle [0-9]+: CF 9: .LOOP_END" "$W" run "$T/calls.json"
sed -i 's/ADDR(2)/ADDR(100)/' "$T/called.asm"
t "so does one that is refused" 2 - "^$T/called.asm:3:1: error: CF 9: LOOP_END: the target" "$W" run "$T/calls.json"
t "and lint" 1 "^$T/called.asm:2:1: warning: CF 8: .LOOP_START" - "$W" lint "$T/calls.json"
printf '\nALU BARRIER\n0 x: MOV R0.x, 1.0\nNOP EOP\n' >"$T/alone.asm"
echo '{"wekiva": 1, "program": "alone.asm", "stage": "fs", "threads": 1, "num_gprs": 1}' >"$T/alone.json"
t "a fetch program that is run alone has its own lines" 1 '*' "^$T/alone.asm:4:1: error: cycle [0-9]+: CF 9: .NOP EOP" "$W" run "$T/alone.json"
printf 'NOP\n\nNOP\n' >"$T/on.asm"
echo '{"wekiva": 1, "program": "on.asm", "stage": "gs", "threads": 1, "num_gprs": 1}' >"$T/on.json"
t "a program without an end is named by its last line" 2 - "^$T/on.asm:3:1: error: CF 2: the program ends without" "$W" run "$T/on.json"
printf 'FC JUMP JUMP_FUNC(0x0f) JUMP_ADDR(1)\nFC JUMP\n' >"$T/stops.us"
echo '{"wekiva": 1, "program": "stops.us", "chip": "r580", "stage": "ps", "threads": 4, "num_gprs": 1,
  "registers": {"US_CODE_OFFSET": "0x5"}}' >"$T/stops.json"
t "a run of R580 that stops names line and column" 1 '*' "^$T/stops.us:1:1: error: cycle [0-9]+: instruction 5, group 0: JUMP_FUNC reads" "$W" run "$T/stops.json"
t "an unknown command gets the nearest one" 2 - "unknown command 'rnu', did you mean run\?.*see wekiva --help" "$W" rnu
t "an unknown command with no near one" 2 - "unknown command 'frobnicate', expected" "$W" frobnicate
t "help COMMAND is its help" 0 '^usage: wekiva dis' - "$W" help dis
t "and names an unknown one" 2 - "unknown command 'frobnicate'" "$W" help frobnicate
t "an unknown option before the command" 2 - "unknown option '--frob'" "$W" --frob
for command in run sweep compare dis asm chips isa lint cosim view texture filter fuzz report profile launch why bench-chip ask serve export-sv avf; do
    t "$command --help goes to the output" 0 "^usage: wekiva $command" - "$W" $command --help
    t "$command --help has examples" 0 '^examples:' - "$W" $command -h
    t "$command names an unknown option" 2 - "unknown option '--frobnicate', expected.*see wekiva $command --help" \
        "$W" $command --frobnicate
    t "$command names an unknown letter" 2 - "unknown option '-Z'" "$W" $command -Z
    t "$command --help notices a full disk" 2 - 'standard output: cannot write: No space' \
        sh -c '"$0" "$@" >/dev/full' "$W" $command --help
done

echo "# dis and asm"
t "dis reads an ELF object" 0 'MULADD_IEEE' - "$W" dis $CORPUS/fmad/prog.o
t "dis reads a hex dump" 0 'MULADD_IEEE' - "$W" dis $CORPUS/fmad/code.hex
t "dis reads assembly" 0 'MOV +R0.x, 1.0' - "$W" dis $CLI/move.asm
t "dis reads the standard input" 0 'MULADD_IEEE' - sh -c '"$0" dis - <"$1"' "$W" $CORPUS/fmad/prog.o
t "dis numbers CF instructions and groups by address" 0 '#02 ALU ADDR\(26\).*#       26 x: MOV .*#       31 w: MOV .*#03 LOOP_START' - \
    sh -c '"$0" dis "$1" | tr "\n" "#"' "$W" $CORPUS/kernel_reduce/prog.o
t "dis --raw shows the dwords" 0 'MULADD_IEEE.*\| [0-9a-f]{8} [0-9a-f]{8}' - "$W" dis --raw $CORPUS/fmad/prog.o
t "dis wants a program" 2 - 'expected one PROGRAM' "$W" dis
t "dis wants no more than one" 2 - 'expected one PROGRAM, got 2' "$W" dis a b
t "dis names a missing file" 2 - 'no_such_file: ' "$W" dis no_such_file
t "dis of a folder is an error" 2 - 'tb/cli: ' "$W" dis tb/cli
t "dis of an empty input is an error" 2 - 'standard input: ' "$W" dis -
t "dis --raw=1 has no value to give" 2 - '--raw takes no value' "$W" dis --raw=1 $CLI/move.asm
t "-- ends the options" 2 - '^wekiva: --raw: ' "$W" dis -- --raw
t "asm writes little-endian dwords" 0 - - "$W" asm $CLI/move.asm -o "$T/move.bin"
also "they are those of the program" sh -c 'od -An -tx4 --endian=little "$0" | grep -q "^ 00000004 a0040000"' "$T/move.bin"
t "asm --hex writes a dword a line" 0 '^00000004$' - "$W" asm $CLI/move.asm --hex --output -
t "asm reads the standard input" 0 '^00000004$' - sh -c '"$0" asm - --hex -o - <"$1"' "$W" $CLI/move.asm
t "the assembled file disassembles to the same text" 0 'MOV +R0.x, 1.0' - "$W" dis "$T/move.bin"
for program in fmad cb_two_banks literals4; do
    also "dis | asm gives the bits of $program back" sh -c \
        '"$0" dis "$1/code.hex" | "$0" asm - --hex -o - | cmp - "$1/code.hex"' "$W" $CORPUS/$program
done
printf '00 FROBNICATE\n' >"$T/bad.asm"
t "asm names file and line of an error" 2 - "$T/bad.asm:1:[0-9]+: error: " "$W" asm "$T/bad.asm" -o "$T/none"
also "and writes nothing" test ! -e "$T/none"
t "asm wants -o" 2 - '--output is missing: expected -o OUT' "$W" asm $CLI/move.asm
t "asm -o wants a name" 2 - '--output: expected OUT' "$W" asm $CLI/move.asm -o
t "asm wants a source" 2 - 'expected one SOURCE' "$W" asm -o x
cp $CLI/move.asm "$T/same.asm"
t "asm does not write onto its source" 2 - 'same.asm: --output is the same file as the source .*: expected another file' \
    "$W" asm "$T/same.asm" -o "$T/./same.asm"
also "which is still there" cmp $CLI/move.asm "$T/same.asm"
t "asm of an object says that it is no text" 2 - 'prog.o: is no text: expected assembly' "$W" asm $CORPUS/fmad/prog.o -o -
{ printf '\357\273\277' && cat $CLI/move.asm; } >"$T/mark.asm"
t "asm ignores a byte order mark" 0 '^00000004$' - "$W" asm "$T/mark.asm" --hex -o -
{ printf '; h\366he\r\n' && cat $CLI/move.asm; } >"$T/latin.asm"
t "comments may have any encoding" 0 'MOV +R0.x, 1.0' - "$W" dis "$T/latin.asm"
t "asm names a missing source" 2 - 'no_such_file: ' "$W" asm no_such_file -o "$T/none"
t "asm cannot write where there is no folder" 2 - '/no/such/out: cannot create' "$W" asm $CLI/move.asm -o /no/such/out
t "asm notices a full disk" 2 - '/dev/full: cannot write: No space' "$W" asm $CLI/move.asm -o /dev/full
GCD=tb/corpus/mesa-r500/gcd/code.hex
t "dis --isa r580 reads a hex dump" 0 '  7 FC JUMP JUMP_FUNC\(0x0f\) .* ; IF c' - "$W" dis --isa r580 $GCD
also "dis | asm of r580 gives the bits back" sh -c \
    '"$0" dis --isa r580 "$1" | "$0" asm --isa r580 - --hex -o - | cmp - "$1"' "$W" $GCD
t "dis --isa r580 reads what asm has written" 0 'FC LOOP' - sh -c \
    '"$0" dis --isa r580 "$1" >"$2.s" && "$0" asm --isa r580 "$2.s" -o "$2" && "$0" dis --isa r580 "$2" && "$0" dis --isa r580 "$2.s"' \
    "$W" $GCD "$T/gcd.bin"
head -7 $GCD >"$T/seven.hex"
t "an instruction of r580 has six dwords" 2 - 'seven.hex: .*dwords' "$W" dis --isa r580 "$T/seven.hex"
head -8 $GCD >"$T/eight.hex"
t "and nothing behind them" 2 - 'eight.hex: 8 dwords: expected 6 for each of at most 512' "$W" dis --isa r580 "$T/eight.hex"
t "an object is no program of r580" 2 - 'prog.o: is an ELF object: expected a hex dump' "$W" dis --isa r580 $CORPUS/fmad/prog.o
t "--raw is for r700" 2 - '--raw is for r700' "$W" dis --isa r580 --raw $GCD
t "--isa wants a known one" 2 - "--isa: expected r700, r580 or nv30, got 'r600'" "$W" dis --isa r600 $GCD
printf 'FC JUMP FROBNICATE\n' >"$T/bad.us"
t "asm --isa r580 names file and line of an error" 2 - 'bad.us:1:9: error: expected a field of the instruction' \
    "$W" asm --isa r580 "$T/bad.us" -o "$T/none"
t "asm names the instruction set that a text is of" 2 - \
    'r580.s:2:[0-9]+: error: .*; it reads as assembly of r580: expected --isa r580$' "$W" asm tb/corpus/designs/r580.s -o "$T/none"
t "or R700's" 2 - 'r700.s:1:[0-9]+: error: .*; it reads as assembly of r700: expected --isa r700$' "$W" asm --isa nv30 tb/corpus/designs/r700.s -o "$T/none"
t "dis notices a full disk" 2 - 'standard output: cannot write: No space' sh -c '"$0" dis "$1" >/dev/full' "$W" $CLI/move.asm
t "dis notices a closed output" 2 - 'standard output: cannot write: Bad file' sh -c '"$0" dis "$1" >&-' "$W" $CLI/move.asm
t "a reader that has gone is no error" 0 '^0$' - sh -c '{ "$0" isa --list; echo $? >"$1"; } | true; cat "$1"' "$W" "$T/rc"

echo "# R580"
if have python3; then
    python3 tb/corpus/mesa_r500_launch.py tb/corpus/mesa-r500/gcd --out "$T/r580" || exit 2
    R=$T/r580/gcd/launch.json
    t "R580 gives the colours, the launch names it" 0 '^exports match: 768 values compared, 0 wrong' - "$W" run --launch "$R"
    t "in groups of 16" 0 '192 pixels in 12 groups of 16 on r580' - "$W" run --set group_pixels=16 --launch "$R"
    "$W" dis --isa r580 tb/corpus/mesa-r500/gcd/code.hex >"$T/gcd.us" || exit 2
    t "from assembly, too" 0 '^exports match' - "$W" run "$T/gcd.us" --launch "$R"
    t "a waveform of r580 is written" 0 'waveform: ' - "$W" run --launch "$R" --trace "$T/gcd.vcd"
    t "and viewed" 0 'gtkwave ' - "$W" view "$T/gcd.vcd"
    t "an object is no program for r580" 2 - 'prog.o: is an ELF object' "$W" run $CORPUS/fmad/prog.o --chip r580 --launch "$R"
    t "--chip has the last word, and rv770 has other registers" 2 - 'registers.US_' "$W" run --chip rv770 --launch "$R"
    t "its assembly is not R700's, which is told" 2 - \
        'gcd.us:[0-9]+:[0-9]+: error: .*; it reads as a program of R580: expected --chip r580, or "chip": "r580" in the launch file$' \
        "$W" run "$T/gcd.us" --chip rv770 --launch "$R"
    t "nor is R700's, with a mistake behind its first line, R580's" 2 - 'far.asm:2:[0-9]+: error: .*; it reads as a program of R700: expected --chip rv770' \
        sh -c '{ cat "$2"; echo "        FROB"; } >"$1/far.asm" && "$0" lint --chip r580 "$1/far.asm"' "$W" "$T" $CLI/move.asm
    sed 's/"r580"/"mine.json"/' "$R" >"${R%/*}/mine_launch.json"
    echo '{"wekiva_chip": 1, "name": "mine", "base": "r580", "parameters": {"group_pixels": 16}}' >"${R%/*}/mine.json"
    t "a chip file lies beside its launch" 0 '192 pixels in 12 groups of 16 on mine' - "$W" run --launch "${R%/*}/mine_launch.json"
    t "and is nothing to be written on" 2 - 'mine.json: --stats is the same file as the chip file' \
        "$W" run --launch "${R%/*}/mine_launch.json" --stats "${R%/*}/mine.json"
    t "a result names the chip" 0 '"name": "mine"|"value": "mine"' - "$W" run --json --launch "${R%/*}/mine_launch.json"
    sed 's/"r580"/"r581"/' "$R" >"${R%/*}/r581.json"
    sed 's/"r580"/"launch.json"/' "$R" >"${R%/*}/none.json"
    t "a file that is no chip's is told before the program is read" 2 - "gcd/launch.json:[0-9]+:[0-9]+: error: unknown key '.*', expected wekiva_chip" \
        "$W" run "$T/gcd.us" --launch "${R%/*}/none.json"
    t "a chip that is not there is refused with its line" 2 - "r581.json:3:[0-9]+: error: chip: 'r581': neither rv770, .*nv30 nor a file" \
        "$W" run --launch "${R%/*}/r581.json"
    t "r580 has a lint" 0 '^0 illegal, 0 doubtful$' - "$W" lint --launch "$R"
    t "r580 watches temporaries of pixels" 0 - - "$W" run --quiet --launch "$R" --trace "$T/seen.vcd" --watch p17.R1.r
    also "on top of the view" sh -c 'grep -A 4 "^-watched registers" "$0" | grep -q "us.watch.p17_R1_r_float"' "$T/seen.gtkw"
    cp "$T/seen.gtkw" "$T/seen.first"
    t "the view can be made again" 0 '*' - "$W" view "$T/seen.vcd"
    also "with them" grep -q "us.watch.p17_R1_r_float" "$T/seen.gtkw"
    t "r580 has so many pixels" 2 - '^wekiva: --watch p192.R1.r: expected a pixel.* p0 to p191; R0 to R[0-9]+; one of rgba' \
        "$W" run --launch "$R" --trace "$T/seen.vcd" --watch p192.R1.r
    t "a group has whole quads" 2 - 'group_pixels is 6, expected whole quads' \
        "$W" run --set group_pixels=6 --launch "$R"
    printf 'FC LOOP\n' >"$T/end.us"
    t "the lint finds it without a run" 1 'end.us:1:1: error: instruction 0: `FC LOOP ; LOOP`: illegal: the program ends here' - \
        "$W" lint "$T/end.us" --chip r580
    t "a broken rule stops with the address" 1 '^cycles' 'instruction 1, group 0: no instruction has been written there' \
        "$W" run "$T/end.us" --launch "$T/r580/gcd/launch.json"
else
    skip "R580: no python3"
fi

echo "# chips, isa, filter"
t "an NV30 runs a program" 0 '^exports match: 1024 values compared, 0 wrong' - "$W" run \
    --launch tb/corpus/nv30/lighting/nv30.json
t "and has waveform, view and statistics" 0 '"texm3x3|three_at_once' - "$W" run \
    --launch tb/corpus/nv30/lighting/nv30.json --trace "$T/nv30.vcd" --stats -
t "whose view can be made again" 0 '*' - "$W" view "$T/nv30.vcd"
t "its textures are listed" 0 '^1: 2D, 4 x 4 x 1' - "$W" texture tb/corpus/nv30/lighting/nv30.json
t "an NV30's program goes to words and back" 0 '^MAD o.COLR., R3.z, c.2..z, R0;' - sh -c \
    "'$W' asm --isa nv30 tb/corpus/nv30/lighting/lighting.s --hex -o '$T/nv30.hex' && '$W' dis --isa nv30 '$T/nv30.hex'"
for machine in rv770:r700 rv710:r700 r580:r580 nv30:nv30; do
    t "one program on three machines: ${machine%:*}" 0 '^exports match: 768 values compared, 0 wrong' - \
        "$W" run --chip "${machine%:*}" --launch "tb/corpus/designs/${machine#*:}.json"
done
NV30="--launch tb/corpus/nv30/lighting/nv30.json"
t "an NV30 has counters of its own" 0 '^counters \(docs/counters-nv30.md\):$' - "$W" run $NV30 --counters
t "and energy" 0 '^    pass +[0-9]+ ' - "$W" run $NV30 --energy
t "a pipeline view of passes" 0 '^exports match' - "$W" run $NV30 --pipeline "$T/nv30.kanata"
t "causes of its bubbles" 0 '^core, cycle 1: used' - "$W" why $NV30 1
t "of its only place" 2 - '--slot: expected none with nv30' "$W" why $NV30 1 --slot even
t "nor a local data share" 2 - '--dump-lds: this chip has no local data share' "$W" run $NV30 --dump-lds --out "$T/nv30"
t "random programs of NV30 agree with the reference" 0 '^40 programs compared' - "$W" fuzz --chip nv30 --seed 1 -n 40 --jobs 2
t "those of R580, too" 0 '^20 programs compared' - "$W" fuzz --chip r580 --seed 1 -n 20
t "a difference is found" 1 '^seed 3: (thread 16 .*PIX0|.* expected)' - "$W" fuzz --chip nv30 --seed 3 -n 1 --fault export --out "$T/fuzz30"
also "and kept as a launch" grep -q '"program": "program.s"' "$T/fuzz30/launch.json"
t "of registers, too" 1 'pixel [0-9]+: R0.x is [0-9a-f]{8}, expected' - "$W" fuzz --chip r580 --seed 7 -n 1 --fault gpr --out "$T/fuzz580"
t "of kills, too" 1 'killed' - "$W" fuzz --chip r580 --seed 7 -n 1 --fault kill --out "$T/fuzz580"
t "which is a launch that runs" 0 '^exports match' - "$W" run --set group_pixels=16 --launch "$T/fuzz580/launch.json"
t "they have no weights" 2 - '^wekiva: --weights: random programs of NV30 have none' "$W" fuzz --chip nv30 -n 1 --weights straight
t "nor other mistakes" 2 - 'expected gpr, export or kill for R580' "$W" fuzz --chip r580 -n 1 --fault share
t "settings are the chip's" 2 - '--set simds=1: unknown chip parameter' "$W" fuzz --chip r580 -n 1 --set simds=1
t "an NV30 watches registers of pixels" 0 - - "$W" run --quiet $NV30 --trace "$T/nv30.vcd" --watch p5.R3.z:hex
also "by their names" grep -q 'p5_R3_z_hex' "$T/nv30.vcd"
printf 'MOV R1.x, R0\nMOV o[COLR], R1\n' >"$T/unwritten.nv30"
t "its lint names unwritten components" 0 'unwritten.nv30:[0-9]+:1: warning: instruction 1: `MOV o.COLR., R1`: doubtful: R1.yzw is read' - "$W" lint --chip nv30 "$T/unwritten.nv30"
t "run --lint does, too" 1 '*' 'instruction 0: `MOV R1.x, R0`: doubtful: R0.x is read' "$W" run --lint $NV30 "$T/unwritten.nv30"
printf 'MOV R0, R1\nFOO R2\n' >"$T/bad.nv30"
t "a wrong instruction of NV30 is refused with its line" 2 - 'bad.nv30:2:4: error: unknown instruction `FOO`' "$W" run --chip nv30 \
    --launch tb/corpus/nv30/lighting/nv30.json "$T/bad.nv30"
t "chips lists the presets" 0 '^rv710 ' - "$W" chips
t "chips --params lists a parameter with unit, range, source" 0 '^kc_miss_clk +clocks +200 .*1\.\.2000 +U +C6' - \
    "$W" chips --params
t "chips takes names" 0 '^rv730 ' - "$W" chips rv730
also "and shows no other" sh -c '! grep -q "^rv770 " "$0"' "$T/out"
echo '{"wekiva_chip": 1, "name": "mine", "base": "rv770", "parameters": {"kc_miss_clk": 123}}' >"$T/chip.json"
t "chips takes a chip file" 0 '^kc_miss_clk .* 123 ' - "$W" chips --params "$T/chip.json"
{ printf '\357\273\277' && cat "$T/chip.json"; } >"$T/marked.json"
t "a chip file may begin with a byte order mark" 0 '^mine ' - "$W" chips "$T/marked.json"
t "a folder is no chip file" 2 - "chip '$CLI': neither" "$W" chips $CLI
printf '%s\n' '{"wekiva_chip": 1, "name": "two\nlines", "base": "rv770"}' >"$T/lines.json"
t "a chip's name is one line" 2 - 'lines.json:1:20: error: name: expected a string of 1..31 printable' "$W" chips "$T/lines.json"
t "chips names an unknown chip" 2 - "chip 'rv999'" "$W" chips rv999
if have python3; then
    for options in "--json" "--json --params"; do
        # shellcheck disable=SC2086
        t "chips $options prints" 0 '"name"' - "$W" chips $options
        also "and it is JSON" is_json "$T/out"
    done
else
    skip "chips --json prints JSON: no python3"
fi
t "isa --list has CF instructions" 0 '^LOOP_START_DX10 .*CF +9\.1 ' - "$W" isa --list
t "isa --list has ALU instructions" 0 '^MULADD_IEEE +ALU_OP3 .*any +9\.2 ' - "$W" isa --list
t "isa --list has fetch instructions" 0 '^SAMPLE_C_LZ +TEX .*fetch +9\.4 ' - "$W" isa --list
t "isa wants --list" 2 - 'expected --list' "$W" isa
t "isa takes no operand" 2 - "expected --list, or one INSTRUCTION" "$W" isa --list ADD
feed() { printf "$1" | "$W" filter "$2"; }
t "filter float" 0 '^1$' - feed '3f800000\n' float
t "filter float of a double" 0 '^1$' - feed '3ff0000000000000\n' float
t "filter float of infinity" 0 '^-inf$' - feed 'ff800000\n' float
t "filter cf" 0 '^ALU ADDR\(4\) COUNT\(2\)' - feed 'a004000000000004\n' cf
t "filter alu" 0 '^MOV +R0.x, 1.0' - feed '00000c90000000f9\n' alu
t "filter alu of a slot without an instruction" 0 '^-$' - feed '0000000000000000\n' alu
t "filter view-alu colours what is there, without columns" 0 '^.DarkGreen.MOV R0.x, 1.0' - feed '00000c90000000f9\n' view-alu
t "also a word of zeros, which is an instruction" 0 '^.DarkGreen.ADD R?' - feed '0000000000000000\n' view-alu
t "filter view-cf does so" 0 '^.DarkGreen.ALU ADDR\(4\) COUNT\(2\)' - feed 'a004000000000004\n' view-cf
for kind in cf alu; do
    t "and a word of ones is nothing: view-$kind" 0 '^.gray15.-$' - feed 'ffffffffffffffff\n' view-$kind
done
t "filter returns x" 0 '^xxxxxxxx$' - feed 'xxxxxxxx\n' cf
t "filter returns z" 0 '^zzzz$' - feed 'zzzz\n' alu
feed 'x\n\n3f800000\n%%\nzz\n12345678901234567890\n' float >"$T/out"
also "filter answers every line with one line" test "$(wc -l <"$T/out")" -eq 6
t "filter answers a last line without an end" 0 '^1$' - feed '3f800000' float
limit=
have timeout && limit="timeout 300"
# shellcheck disable=SC2086
also "filter answers at once" $limit sh -c 'mkfifo "$1/in" "$1/answer" && { "$0" filter float <"$1/in" >"$1/answer" & } &&
    exec 8>"$1/in" 9<"$1/answer" && echo 40000000 >&8 && read -r text <&9 && exec 8>&- && test "$text" = 2' "$W" "$T"
t "filter wants a kind" 2 - 'expected one of cf, alu, float' "$W" filter
t "filter names an unknown kind" 2 - "unknown filter 'fooat', did you mean float" "$W" filter fooat
t "filter notices a full disk" 2 - 'cannot write' sh -c 'echo 0 | "$0" filter float >/dev/full' "$W"

echo "# lint"
t "lint of a clean program" 0 '^0 illegal, 0 doubtful$' - "$W" lint --launch $CORPUS/fadd/launch.json
t "without a launch it says what it does not look at" 0 '^0 illegal, 0 doubtful in ALU clauses; control flow' - \
    "$W" lint $CORPUS/fadd/prog.o
t "lint names what is illegal" 1 'ports.asm:[0-9]+:[0-9]+: error: CF 0: ALU word [0-9]+: .*: illegal: .*ISA' - "$W" lint $CLI/ports.asm
R580_CODE=$CLI/../corpus/mesa-r500/gcd/code.hex
t "lint names a program of another machine" 1 'CF 0: .POP_PUSH ADDR.*: illegal: the target is CF 20480, the program has 60 words' - \
    "$W" lint $R580_CODE
t "dis names a program of another machine" 0 '^00 POP_PUSH' 'gcd/code.hex: CF 0: POP_PUSH: the target is CF 20480' "$W" dis $R580_CODE
t "lint knows what a run would refuse" 1 'far_clause.asm:[0-9]+:[0-9]+: error: CF 0: .*ISA' - "$W" lint $CLI/far_clause.asm -l $CLI/launch.json
also "and counts it" grep -q '^1 illegal' "$T/out"
t "lint names what the launch does not give" 0 '^0 illegal, 4 doubtful' - "$W" lint $CLI/inputs.asm -l $CLI/launch.json
cp "$T/out" "$T/lint"
given_not() { # FILE
    grep -c ': doubtful: ' "$1" && grep -q 'CF 0: .* no constant buffer 3: ' "$1" && grep -q 'CF 1: .* boolean constant 5 ' "$1" &&
        grep -q 'CF 2: .* loop constant 6 ' "$1" && grep -q 'CF 5: .* exports R3,' "$1"
}
also "each in a line" sh -c 'test "$1" = 4' - "$(given_not "$T/lint")"
t "a run names it, too, and goes on" 0 '^cycles: ' '*' "$W" run $CLI/inputs.asm --launch $CLI/launch.json
also "in the same lines" sh -c 'test "$1" = 4' - "$(given_not "$T/err")"
t "but not twice with --lint" 0 '^cycles: ' '*' "$W" run --lint $CLI/inputs.asm --launch $CLI/launch.json
also "in the same lines" sh -c 'test "$1" = 4' - "$(given_not "$T/err")"
t "without a launch nothing is said of it" 0 '^0 illegal, 0 doubtful' - "$W" lint $CLI/inputs.asm
t "lint names a bad --set" 2 - '--set lanes=99: lanes is 99, expected 4..16$' "$W" lint --set lanes=99 $CLI/move.asm
t "lint names a bad chip" 2 - 'wave_size is 16, expected 4 x lanes' "$W" lint --set wave_size=16 $CLI/move.asm

echo "# run"
t "a program with expected results matches" 0 '^exports match: ' - "$W" run --launch $FMAD
t "the summary has the cycles" 0 '^cycles: [0-9]+;' - "$W" run --launch $FMAD
t "the summary has groups and slots" 0 '^ALU: 12 groups, 24 instructions, 40\.0 %' - "$W" run --launch $FMAD
where_slots_went() { # SENTENCE STATUS GROUPS FIRST-REASON OPTION...
    sentence=$1 ends=$2 groups=$3 first=$4
    shift 4
    have python3 || { skip "$sentence: no python3"; return; }
    t "$sentence" "$ends" '^issue slots: ' '*' "$W" run --stats "$T/slots.json" "$@"
    also "with shares that the statistics confirm" python3 $CLI/issue_slots.py "$T/out" "$T/slots.json" "$groups" "$first"
}
where_slots_went "the summary says where issue slots went" 0 12 'instruction miss' --launch $FMAD --set ic_miss_clk=2000
where_slots_went "also in a program that waits for constants" 0 50 kcache --launch $CORPUS/cb_fifteen/launch.json \
    --set kc_miss_clk=2000 --set ic_miss_clk=1
where_slots_went "also in one that branches" 0 1202 branch --launch $CORPUS/loop_nest/launch.json --set cf_flow_clk=64
where_slots_went "and with no more than four reasons" 3 0 'instruction miss' $CLI/move.asm --launch $CLI/launch.json --max-cycles 200
t "a run without a chance has none to tell of" 3 '^issue slots: 0\.0 % of 0 used$' 'not finished' "$W" run --max-cycles 3 --launch $FMAD
t "PROGRAM wins over the launch file's" 1 '^first difference: ' - "$W" run $CLI/move.asm --launch $FMAD
H="$CLI/hidden.asm --launch $CLI/launch.json"
t "a read of a register that the group before writes by AR is named" 0 \
    '^tb/cli/hidden.asm:[0-9]+:[0-9]+: note: ALU word 4 reads R1\.x behind ALU word 3, which writes it by AR: the old value \(ISA 4\.11; relative_write_read\)' - \
    "$W" run $H
also "once" sh -c '[ "$("$0" run $1 | grep -c ": note:")" -eq 1 ]' "$W" "$H"
t "also where exports differ" 1 ': note: ALU word 4 reads' - "$W" run $CLI/hidden.asm --launch $FMAD
t "and on chips that read the new value" 0 ': note: ALU word 4 reads .*: the new value \(' - "$W" run --chip rv730 $H
t "or where time lay between" 0 ': note: ALU word 4 reads .*: the new value, because time lay between' - \
    "$W" run --set alu_latency=16 $H
also "and only where there are any" sh -c '! "$0" run $1 | grep note:' "$W" "$M"
t "result.json has it too" 0 '"text": "ALU word 4 reads R1.x behind ALU word 3' - "$W" run --json $H
t "a snapshot behind it keeps it" 0 - - "$W" run -q --save-snapshot "$T/hazard@880" $H
t "for the rest of the run" 0 ': note: ALU word 4 reads' - "$W" run --load-snapshot "$T/hazard" $H
t "a number read with and without index is named" 0 \
    ': note: ALU word 6 reads R1\.x as operand 1 beside R\[AR\.x\+1\]\.x of ALU word 6, .*: its own register \(ISA 4\.7\.7; same_number_read\)' - \
    "$W" run $CLI/same_number.asm --launch $CLI/launch.json
t "with what was read on that chip" 0 ': note: ALU word 6 .*: the register of the latter \(' - \
    "$W" run --set same_number_read=shared $CLI/same_number.asm --launch $CLI/launch.json
t "in result.json" 0 '"read_own": 1,' - "$W" run --json $CLI/same_number.asm --launch $CLI/launch.json
t "and lint names it before" 0 'R1\.x, has the number of operand 0, R\[AR\.x\+1\]\.x' - "$W" lint --launch $CLI/launch.json $CLI/same_number.asm
E="$CLI/endless.asm --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16"
t "a wavefront that gets no turn is named, with its place and the cause" 3 - \
    'no progress at cycle 524288 .*: wavefront [3-7] on SIMD 0 has executed no CF instruction for 5242[0-9]* clocks; it stands at CF 0: it is ready, and CF fetch takes others before it \(cf_policy\)' \
    "$W" run -q --no-progress 300000 $E
t "in the same clock with a waveform" 3 - 'no progress at cycle 524288' "$W" run -q --trace "$T/endless.fst" --trace-window 1000:2000 --no-progress 300000 $E
t "and result.json has it" 3 '"message": "wavefront [3-7] on SIMD 0 has executed no CF instruction' '*' "$W" run --json --no-progress 300000 $E
t "the cycle limit names it too" 3 - 'the limit \(--max-cycles\); wavefront [3-7] on SIMD 0 .* for 2999[0-9]* clocks; it stands at CF 0' "$W" run -q --max-cycles 300000 $E
t "a clause that runs is a CF instruction that has been executed" 3 - \
    ' no CF instruction for [0-9][0-9]? clocks; it stands at CF 1: it waits for 1 ALU clause; ' \
    "$W" run -q --max-cycles 500 $CLI/move.asm --launch $CLI/launch.json
t "where all get turns nothing is named before the limit" 3 - 'at cycle 700000, the limit' "$W" run -q --no-progress 300000 --max-cycles 700000 --set cf_policy=round_robin $E
E5="--launch $CLI/endless_r580.json"
t "R580 names the group that issues nothing, its instruction and the cause" 3 - \
    'no progress at cycle 524288 .*: group [123] has issued no instruction for 5242[0-9]* clocks; it stands at instruction 0: the ALU is taken by other groups, which go before it \(policy\)' \
    "$W" run -q --no-progress 300000 $E5
t "so does its cycle limit" 3 - 'the limit \(--max-cycles\); group [123] has issued no instruction for 99[0-9]* clocks' "$W" run -q --max-cycles 10000 $E5
t "and none where all get turns" 3 - 'at cycle 300000, the limit' \
    "$W" run -q --no-progress 1000 --max-cycles 300000 --set policy=round_robin $E5
t "and 0 never ends a run" 3 - 'at cycle 700000, the limit' "$W" run -q --no-progress 0 --max-cycles 700000 $E
t "PROGRAM may be an ELF object" 0 '^exports match' - "$W" run $CORPUS/fmad/prog.o --launch $FMAD
t "PROGRAM may come from the standard input" 0 '^cycles: ' - sh -c '"$0" run - --launch "$1" <"$2"' "$W" $CLI/launch.json $CLI/move.asm
t "operands and options come in any order" 0 '^cycles: ' - "$W" run --launch $CLI/launch.json -- $CLI/move.asm
t "--quiet says nothing" 0 - - "$W" run --quiet --launch $FMAD
t "-q too" 0 - - "$W" run -q --launch $FMAD
t "--verbose prints the configuration" 0 '^exports match' 'kc_miss_clk = 200 clocks' "$W" run --verbose --launch $FMAD
# A register of the blocks behind the shaders and the limits of other stages are ignored; samplers, a texture's size by
# its offset, a boolean, the stage's limits and a vertex resource's stride are not.
cat >"$T/registers.json" <<'E'
{"wekiva": 1, "stage": "ps", "threads": 64, "num_gprs": 5, "registers": {
  "CB_COLOR_CONTROL": 7, "SQ_TEX_SAMPLER_WORD0_3": "0x12", "SQ_GPR_RESOURCE_MGMT_2": 1, "0x38004": 9, "0x3e380": 5,
  "SQ_THREAD_RESOURCE_MGMT": 4, "SQ_VTX_CONSTANT_WORD2_1": 256, "SQ_VTX_CONSTANT_WORD6_1": "0xc0000000"}}
E
t "--verbose lists the registers that the model ignores" 0 '*' \
    '^registers of the launch that the model ignores:$' "$W" run --verbose $CLI/move.asm --launch "$T/registers.json"
also "each with its value, and no other" test "$(sed '1,/that the model ignores:/d' "$T/err" | tr '\n' ' ')" = \
    "  CB_COLOR_CONTROL = 0x00000007   SQ_GPR_RESOURCE_MGMT_2 = 0x00000001 "
t "or says that there are none" 0 '*' '^registers of the launch that the model ignores: none$' "$W" run --verbose --launch $FMAD
t "--chip takes a preset" 0 'SIMDs of rv710' - "$W" run --chip rv710 --launch $FMAD
t "an object that was made for another chip is named" 0 'SIMDs of rv710' \
    "^wekiva: $CORPUS/fmad/prog.o: made for rv770, and --chip says rv710\$" "$W" run --chip rv710 $CORPUS/fmad/prog.o --launch $FMAD
mkdir "$T/fmad" && cp $CORPUS/fmad/* "$T/fmad" && sed 's/"wekiva": 1/"wekiva": 1, "chip": "rv710"/' $FMAD >"$T/fmad/launch.json"
t "that a launch says another one is told, too" 0 'SIMDs of rv710' 'prog.o: made for rv770, and .*fmad/launch.json says rv710$' \
    "$W" run $CORPUS/fmad/prog.o --launch "$T/fmad/launch.json"
t "one that was made for this chip is not" 0 'SIMDs of rv770' - "$W" run --chip rv770 $CORPUS/fmad/prog.o --launch $FMAD
t "assembly was made for no chip" 0 'SIMDs of rv730' - "$W" run --chip rv730 $CLI/move.asm --launch $CLI/launch.json
t "and runs on rv770" 0 'SIMDs of rv770' - "$W" run $CLI/move.asm --launch $CLI/launch.json
for_chip() { # NUMBER: the object of FMAD as LLVM marks it for another chip, in the low byte of e_flags
    { head -c 36 "$CORPUS/fmad/prog.o" && printf "\\$1" && tail -c +38 "$CORPUS/fmad/prog.o"; } >"$T/for_$1.o"
}
for_chip 005
for_chip 006
for_chip 000
t "an object for rv710 runs on it" 0 'SIMDs of rv710' - "$W" run "$T/for_005.o" --launch $FMAD
t "an object for rv730 runs on it" 0 'SIMDs of rv730' - "$W" run "$T/for_006.o" --launch $FMAD
t "an object for no chip runs on rv770" 0 'SIMDs of rv770' - "$W" run "$T/for_000.o" --launch $FMAD
t "and on any other" 0 'SIMDs of rv730' - "$W" run --chip rv730 "$T/for_000.o" --launch $FMAD
t "--set changes the object's chip" 0 'SIMDs of rv730' 'ic_miss_clk = 7 clocks' \
    "$W" run -v --set ic_miss_clk=7 "$T/for_006.o" --launch $FMAD
t "lint takes the object's chip" 2 - '--set wave_size=64: |wave_size is 64, expected 4 x lanes = 32' \
    "$W" lint --set wave_size=64 "$T/for_005.o"
t "and names another" 0 '^0 illegal' 'for_005.o: made for rv710, and --chip says rv770$' "$W" lint --chip rv770 "$T/for_005.o"
t "a chip file says on what it is based" 0 'SIMDs of mine' 'for_005.o: made for rv710, and --chip says mine \(rv770\)$' \
    "$W" run --chip "$T/chip.json" "$T/for_005.o" --launch $FMAD
t "--chip takes a file" 0 'SIMDs of mine' - "$W" run --chip "$T/chip.json" --launch $FMAD
t "--chip names an unknown chip" 2 - "chip 'rv999'" "$W" run --chip rv999 --launch $FMAD
echo '{"wekiva_chip": 1, "name": "mine", "base": "rv770", "parameters": {"frob": 1}}' >"$T/bad_chip.json"
t "--chip names a bad file" 2 - "bad_chip.json:1:68: error: .*'frob'" "$W" run --chip "$T/bad_chip.json" --launch $FMAD
t "--set changes a parameter" 0 '^exports match' 'ic_miss_clk = 7 clocks' "$W" run -v --set ic_miss_clk=7 --launch $FMAD
t "the last --set wins" 0 '^exports match' 'ic_miss_clk = 9 ' "$W" run -v --set ic_miss_clk=7 --set ic_miss_clk=9 --launch $FMAD
t "--set names an unknown parameter" 2 - "--set frob=1: .*'frob'" "$W" run --set frob=1 --launch $FMAD
t "--set names the range" 2 - '--set lanes=99: .*expected 4\.\.16' "$W" run --set lanes=99 --launch $FMAD
t "--set wants a number" 2 - '--set lanes=x: expected a whole number' "$W" run --set lanes=x --launch $FMAD
t "--set wants NAME=VALUE" 2 - '--set lanes: expected NAME=VALUE' "$W" run --set lanes --launch $FMAD
t "rules between parameters are checked" 2 - 'wave_size is 16, expected 4 x lanes' "$W" run --set wave_size=16 --launch $FMAD
t "--json prints result.json" 0 '"status": "done"' - "$W" run --json --launch $FMAD
have python3 && also "and it is JSON" is_json "$T/out"
t "--stats writes a file" 0 '^exports match' - "$W" run --stats "$T/stats.json" --launch $FMAD
also "with the cycles" grep -q '"cycles"' "$T/stats.json"
t "--stats - prints" 0 '"cycles"' - "$W" run --stats - --launch $FMAD
t "--stats - and --json want one output" 2 - '--json, --stats -: expected one' "$W" run --stats - --json --launch $FMAD
t "--stats-format objects keys them by path" 0 "^exports match" - "$W" run --stats "$T/stats.json" --stats-format objects --counters --launch $FMAD --set simds=1
have python3 && also "and the same value stands there" python3 -c "import json, sys; s = json.load(open(sys.argv[1])); \
    e, o = s['statistics']['gpu.simd0.issue_even'], s['statistics']['gpu.simd0.issue_odd']; \
    c = s['counters']['gpu']; assert c['ALUInsts']['value'] * c['Wavefronts']['value'] == e['groups'] + o['groups'] > 0" "$T/stats.json"
t "--stats OUT.csv writes lines" 0 "^exports match" - "$W" run --stats "$T/stats.csv" --launch $FMAD --set simds=1
also "with a head" sh -c 'head -1 "$1" | grep -qx "path,name,value,unit,description"' - "$T/stats.csv"
also "and one for each statistic" sh -c 'grep -qE "^gpu.simd0.issue_even,groups,[0-9]+,,\"instruction groups issued\"" "$1"' - "$T/stats.csv"
t "--stats OUT.prom writes metrics" 0 "^exports match" - "$W" run --stats "$T/stats.prom" --counters --launch $FMAD --set simds=1
also "of statistics" grep -qE '^wekiva_statistic\{path="gpu.simd0.issue_even",name="groups",unit=""\} [0-9]+$' "$T/stats.prom"
also "and of counters" grep -qE '^wekiva_counter\{path="gpu",name="ALUBusy",unit="%"\} [0-9.]+$' "$T/stats.prom"
also "NaN where there is none" grep -qE '^wekiva_counter\{path="gpu",name="FastPath",unit=""\} NaN$' "$T/stats.prom"
t "--stats-format is one of four" 2 - '--stats-format xml: expected json, objects, csv or prometheus' "$W" run --stats-format xml --stats x --launch $FMAD
t "--stats-format wants --stats" 2 - '--stats-format: expected --stats OUT' "$W" run --stats-format csv --launch $FMAD
t "--counters prints them" 0 '^  ALUPacking +[0-9.]+ %$' - "$W" run --counters --launch $FMAD
also "and why this chip has none" grep -q '^  FastPath .*n/a: R700 writes memory by exports alone' "$T/out"
t "a chip without a vertex cache has no hits in it" 0 '^  CacheHitVertex +n/a: this chip has no vertex cache' - "$W" run --counters --launch $FMAD --chip rv710
t "--counters-every writes lines" 0 "^exports match" - "$W" run --counters-every "$T/every.csv@200" --launch $FMAD --set simds=1
have python3 && also "that add up to the run" python3 -c "import csv, json, sys; r = list(csv.DictReader(open(sys.argv[1]))); \
    assert [int(x['from']) for x in r[1:]] == [int(x['to']) + 1 for x in r[:-1]] and int(r[0]['to']) == 199; \
    assert sum(float(x['gpu.GPUTime']) for x in r) == int(r[-1]['to']) + 1 and sum(float(x['gpu.Wavefronts']) for x in r) == 2" "$T/every.csv"
t "--counters-every wants FILE@N" 2 - '--counters-every x.csv: expected FILE@N' "$W" run --counters-every x.csv --launch $FMAD
t "and clocks" 2 - '--counters-every x.csv@0: expected FILE@N' "$W" run --counters-every x.csv@0 --launch $FMAD
t "in a file" 2 - '--counters-every -@9: expected FILE@N' "$W" run --counters-every -@9 --launch $FMAD
t "and a folder that is there" 2 - '/no/such/x.csv: cannot write' "$W" run --counters-every /no/such/x.csv@9 --launch $FMAD
t "--counters-every spares the inputs" 2 - '--counters-every' "$W" run --counters-every "$FMAD@9" --launch $FMAD
t "counters change nothing" 0 - - "$W" run --counters --quiet --trace "$T/with.vcd" --trace-window 100:200 --launch $FMAD
t "in a waveform" 0 - - "$W" run --quiet --trace "$T/without.vcd" --trace-window 100:200 --launch $FMAD
also "that begins later" cmp "$T/with.vcd" "$T/without.vcd"
t "--out writes a folder" 0 "^results: $T/results" - "$W" run --out "$T/results" --dump-gprs --launch $FMAD
also "with the expected exports" cmp "$T/results/exports.bin" $CORPUS/fmad/golden.bin
also "and a GPR of 16 bytes for each of 128 threads" test "$(wc -c <"$T/results/gprs.bin")" -eq $((128 * 5 * 16))
also "and result.json" grep -q '"match": true' "$T/results/result.json"
t "--dump-gprs wants --out" 2 - '--dump-gprs: expected --out DIR' "$W" run --dump-gprs --launch $FMAD
t "--dump-lds wants --out" 2 - '--dump-lds: expected --out DIR' "$W" run --dump-lds --launch $FMAD
t "--dump-globals wants --out" 2 - '--dump-globals: expected --out DIR' "$W" run --dump-globals --launch $FMAD
t "--dump-lds and --dump-globals write what each SIMD has" 0 '^exports match' - "$W" run --dump-lds --dump-globals --out "$T/lds" --launch $FMAD --set simds=2 --set global_gprs=3
also "16 KB of local data share each" test "$(wc -c <"$T/lds/lds.bin")" -eq $((2 * 16384))
also "and three global GPRs of 64 lanes" test "$(wc -c <"$T/lds/globals.bin")" -eq $((2 * 64 * 3 * 16))
t "--max-cycles ends a run with status 3" 3 '^cycles: 100;' 'not finished at cycle 100' "$W" run --max-cycles 100 --launch $FMAD
t "--max-cycles wants a number" 2 - '--max-cycles 0: expected a whole number, 1 to' "$W" run --max-cycles 0 --launch $FMAD
t "and nothing but a number" 2 - '--max-cycles 1k: expected' "$W" run --max-cycles 1k --launch $FMAD
t "and no negative one" 2 - '--max-cycles -1: expected' "$W" run --max-cycles -1 --launch $FMAD
t "and none that is too great" 2 - '--max-cycles 99999999999999999999: expected' \
    "$W" run --max-cycles 99999999999999999999 --launch $FMAD
cycles=$("$W" run --launch $FMAD | sed -n 's/^cycles: \([0-9]*\);.*/\1/p')
t "a limit of exactly its cycles lets a program finish" 0 '^exports match' - "$W" run --max-cycles "$cycles" --launch $FMAD
t "one less does not" 3 "^cycles: $((cycles - 1));" 'not finished' "$W" run --max-cycles $((cycles - 1)) --launch $FMAD
ROW=$CLI/row.json
t "launches run in a row" 0 '^launch 2 of 3: .*move.asm, from cycle ' - \
    "$W" run --launch $ROW --out "$T/row" --dump-gprs --stats "$T/row.stats" --trace "$T/row.vcd"
also "as one run" test "$(tail -n 5 "$T/out" | sed -n 's/^\(. of 3 launches\), .*/\1/p')" = "3 of 3 launches"
also "each with its files" test -s "$T/row/launch0/exports.bin" -a -s "$T/row/launch1/gprs.bin" -a -s "$T/row/launch2/result.json"
also "all of them in one result" test "$(grep -c '"stage"' "$T/row/result.json")" -eq 3
also "and in the statistics" test "$(grep -c '"waves_launched"' "$T/row.stats")" -eq 3
"$W" run -q --launch $CLI/launch.json $CLI/move.asm --out "$T/alone" --dump-gprs
also "the first one's are those of a launch alone" cmp "$T/row/launch0/gprs.bin" "$T/alone/gprs.bin"
also "in one waveform" test "$(grep -c '^#0$' "$T/row.vcd")" -eq 1
second=$("$W" run --launch $ROW | sed -n 's/^launch 1 of 3: .*, from cycle //p')
t "a snapshot of the second launch" 0 '^snapshot: ' - "$W" run --launch $ROW --save-snapshot "$T/row.snap@$((second + 99))"
t "goes on with the one behind it" 0 '^3 of 3 launches' - "$W" run --launch $ROW --load-snapshot "$T/row.snap" --out "$T/rest"
also "with the same results" cmp "$T/rest/launch2/exports.bin" "$T/row/launch2/exports.bin"
also "and without those of the first" test ! -e "$T/rest/launch0"
t "a limit within the second one ends the row" 3 '^2 of 3 launches' 'not finished at cycle' \
    "$W" run --launch $ROW --max-cycles $((second + 99))
sed 's/"launches": \[{}/"launches": [{"expect": {"killed": "1"}, "threads": 1}/; s#"move#"'"$PWD/$CLI"'/move#' $ROW >"$T/killed.json"
t "what differs in one launch is the row's status, and the row goes on" 1 '^3 of 3 launches' - "$W" run --launch "$T/killed.json"
sed 's/"SQ_CONFIG": "0x8"/"SQ_PGM_RESOURCES_PS": 1/; s#"move#"'"$PWD/$CLI"'/move#' $ROW >"$T/none.json"
t "a launch that cannot be is told before the first one runs" 2 - \
    'none.json:3:[0-9]+: error: .*SQ_PGM_RESOURCES_PS' "$W" run --launch "$T/none.json"
t "a block beside the machine has one launch" 2 - 'launches: expected one, with --replace, --beside or --record' \
    "$W" run --launch $ROW --record "predicate=$T/record"
sed 's/"launches": \[{}, /"launches": [{}, {"program": "inputs.asm", "threads": 1}, /' $ROW | sed "s#\"\([a-z]*\).asm\"#\"$PWD/$CLI/\1.asm\"#g" >"$T/lint.json"
t "lint looks at the programs of all launches" 0 'inputs.asm' - "$W" lint --launch "$T/lint.json"
t "so has a list of textures" 2 - 'launches: expected one launch' "$W" texture $ROW
AT_ONCE=$PWD/tb/corpus/together/launch.json
t "launches run at once" 0 '^launch 1 of 2: .*pixel.asm, stage ps, beside the others' - \
    "$W" run --launch $AT_ONCE --jobs 1 --out "$T/once" --stats "$T/once.stats" --trace "$T/once.vcd" --pipeline "$T/once.kanata"
also "as one run" test "$(sed -n 's/^\(. of 2 launches\), .*/\1/p' "$T/out")" = "2 of 2 launches"
also "each with its files" test -s "$T/once/launch0/exports.bin" -a -s "$T/once/launch1/exports.bin" -a -s "$T/once/result.json"
also "and its statistics" test "$(grep -c '"waves_launched"' "$T/once.stats")" -eq 2
also "in one waveform" test "$(grep -c '^#0$' "$T/once.vcd")" -eq 1
t "in several threads" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --jobs 4 --out "$T/once4"
also "with the same files" diff -r "$T/once" "$T/once4"
for jobs in 1 4; do
    t "one waveform, $jobs jobs" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --jobs $jobs --trace "$T/once$jobs.vcd"
done
also "with the same bytes" cmp "$T/once1.vcd" "$T/once4.vcd"
t "a snapshot in the middle" 0 '^snapshot: ' - "$W" run --launch $AT_ONCE --save-snapshot "$T/once.snap@1500"
t "goes on with both" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --load-snapshot "$T/once.snap" --out "$T/once1500"
also "to the same end" diff -r "$T/once" "$T/once1500"
t "they need a SIMD each" 2 - 'launch.json:7:[0-9]+: error: together: launches at once need 2 SIMDs' "$W" run --launch $AT_ONCE --set simds=1
t "counters are each launch's" 0 '^launch 0 .*# +Wavefronts +5 .*# +PSItemsIn +0 .*# +VSItemsIn +300 .*#launch 1 .*# +Wavefronts +8 .*# +PSItemsIn +512 .*# +VSItemsIn +0 ' - \
    sh -c '"$0" run --launch "$1" --counters | tr "\n" "#"' "$W" $AT_ONCE
t "and in a file for stretches, each and in sum" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --counters-every "$T/stretches.csv@500"
have python3 && also "that add up to them" python3 -c "import csv, sys; r = list(csv.DictReader(open(sys.argv[1]))); \
    w = lambda of, name: sum(float(x[name]) for x in r if x['launch'] == of); \
    assert [w(of, 'gpu.Wavefronts') for of in ('0', '1', 'all')] == [5, 8, 13] and [x['launch'] for x in r[:4]] == ['0', '1', 'all', '0']; \
    assert w('0', 'gpu.simd0.Wavefronts') == w('all', 'gpu.simd0.Wavefronts') == 5 and not any(x['gpu.simd0.Wavefronts'] for x in r if x['launch'] == '1')" "$T/stretches.csv"
t "what a module is given of both is recorded" 0 '^2 of 2 launches' - "$W" run --launch $AT_ONCE --record "predicate=$T/once.record" --out "$T/once_recorded"
also "beside the same run" diff -r "$T/once" "$T/once_recorded"
t "lint looks at both" 0 '0 illegal' - "$W" lint --launch $AT_ONCE
for command in run lint sweep; do
    t "$command: a program that none of them would run is refused" 2 - 'launch.json:7:[0-9]+: error: together: each names a program of its own' \
        "$W" $command $CLI/move.asm --launch $AT_ONCE
done
t "why takes both" 0 '^all lost' - "$W" why --launch $AT_ONCE --sum
for command in profile report; do
    t "$command is of one launch" 2 - 'launch.json:7:[0-9]+: error: together: expected one launch for' "$W" $command --launch $AT_ONCE
done
t "a list of textures names who takes several" 2 - 'launch.json:7:[0-9]+: error: together: expected one launch: .wekiva run., .lint., .sweep. and .compare. take several' \
    "$W" texture $AT_ONCE
t "a sweep compares both" 0 - - "$W" sweep -q --launch $AT_ONCE --set simds=1,2,3 --out "$T/once.db"
t "with a row for what does not fit" 0 'need 2 SIMDs' - "$W" sweep "$T/once.db" --csv -
# 300 vertices and 512 pixels in wavefronts of 64; the wave tables count them where they are, and in sums.
t "what each has launched, and all" 0 '^ +0 +[0-9]+ +5 +8 +13$' - "$W" sweep --launch $AT_ONCE --out "$T/each.db" \
    --show launch0.gpu.simds.wave_table.waves_finished,launch1.gpu.simds.wave_table.waves_finished,waves_finished
t "both run again with warm caches" 0 '^ +0 +[0-9]+ +0$' - "$W" sweep --launch $AT_ONCE --warm --out "$T/warm.db" --show alu_cache.misses
t "two runs of both side by side" 1 '^launch1.GPUTime ' - "$W" compare --launch $AT_ONCE --set ic_miss_clk=40,400 --counters
t "warm, what a miss costs matters to neither" 0 '^0 of [0-9]+ counters differ' - \
    "$W" compare --launch $AT_ONCE --set ic_miss_clk=40,400 --counters --warm
t "not with other numbers of threads" 2 - 'launch.json:7:[0-9]+: error: together: expected one launch, with --threads' "$W" sweep --launch $AT_ONCE --threads 64
t "a row does not run again" 2 - 'launches: expected one launch, or several at once .`together`., with --warm' "$W" sweep --launch $ROW --warm --out "$T/row.db"
t "and is not counted beside another" 2 - 'launches: expected one launch, or several at once .`together`., with --counters' \
    "$W" compare --launch $ROW --set ic_miss_clk=40,400 --counters
for jobs in 1 2 3 256; do
    t "--jobs $jobs: ten SIMDs end as with any other number" 0 '^exports match' - \
        "$W" run --jobs $jobs --set simds=10 --set spi_free_clk=3 --launch $CORPUS/loop_nest6/launch.json --out "$T/jobs$jobs" --dump-gprs
    also "with the same files" diff -r "$T/jobs1" "$T/jobs$jobs"
done
for jobs in 0 -1 x 2x 1000 ''; do
    t "--jobs '$jobs' is no number of threads" 2 - "--jobs( $jobs)?: expected" "$W" run --jobs "$jobs" --launch $FMAD
done
t "--jobs means nothing to a chip of one SIMD" 0 '^exports match' - "$W" run --jobs 4 --launch $FMAD
t "two programs are too many" 2 - 'expected at most one PROGRAM, got 2' "$W" run a b --launch $FMAD
t "--launch is needed" 2 - '--launch is missing: expected --launch FILE' "$W" run $CLI/move.asm
t "--launch wants a file" 2 - '--launch: expected FILE' "$W" run --launch
t "a misspelt option gets the nearest one" 2 - "unknown option '--max-cycle5', did you mean --max-cycles" "$W" run --max-cycle5 7
t "an abbreviation that fits two is ambiguous" 2 - '--dump is ambiguous' "$W" run --dump
t "--progress wants one of three" 2 - '--progress fancy: expected auto, json or none' "$W" run --progress fancy --launch $FMAD
many() { yes -- "$2" | head -n "$1"; }
t "a list has room for so many" 2 - '--set: expected at most 64 of them' "$W" profile $(many 65 '--set simds=1') --launch $FMAD
t "and has that" 0 . - "$W" profile $(many 64 '--set simds=1') --launch $FMAD
t "a number has its row's range" 2 - '--max-cycles 0: expected ' "$W" profile --max-cycles 0 --launch $FMAD
t "an option that is given twice is wrong usage" 2 - '--trace b.vcd: expected --trace only once' \
    "$W" run --trace a.vcd --trace b.vcd --launch $FMAD
t "a flag may be" 0 - - "$W" run -q -q --launch $FMAD
for option in launch chip set trace trace-scope stats out max-cycles save-snapshot progress record; do
    t "--$option wants a word that is not empty" 2 - "--$option: expected .*, got an empty word" \
        "$W" run --launch $FMAD --$option ''
done
t "an empty name of a program is shown as one" 2 - "^wekiva: '': cannot open" "$W" run '' --launch $FMAD
t "a program must come from somewhere" 2 - 'launch.json: names no program: expected PROGRAM' "$W" run --launch $CLI/launch.json

echo "# waveforms"
t "--trace writes a waveform and says how to open it" 0 "^    gtkwave $T/w.gtkw$" - "$W" run --trace "$T/w.vcd" --launch $FMAD
also "its save file has filters that start this program" grep -q "program='$(readlink -f "$W")'" "$T/w.waves/filter-cf.sh"
also "and names of states" grep -q '?run$' "$T/w.waves/clause_state_t.txt"
also "elements of vectors have names" grep -q ' cycle2_w ' "$T/w.vcd"
if have python3; then
    also "every reader accepts the waveform" vcd_is_readable "$T/w.vcd"
else
    skip "every reader accepts the waveform: no python3"
fi
t "the waveform of many wavefronts is written" 0 - - "$W" run --quiet --trace "$T/many.vcd" --set simds=1 --launch tb/waves/launch.json
python3 tb/waves/follow.py "$T/many.gtkw" 17 "$T/one.gtkw"
grep -q 'gpu.view.simd0.results.wavefront' "$T/one.gtkw" && grep -q '^17 .DarkOrchid3.17$' "$T/one-mark.txt"
verdict $? "a save file marks one wavefront in every stage"
[ "$(grep -c "^\^1 ././one-mark.txt$" "$T/one.gtkw")" -eq 14 ] && ! grep -A 1 'one-mark.txt$' "$T/one.gtkw" | grep -q 'gpu.simd0'
verdict $? "only where a stage holds it: in rows that say when none is held"
python3 tb/waves/follow.py "$T/many.gtkw" 0 "$T/zero.gtkw"
grep -q '^0 .DarkOrchid3.0$' "$T/zero-mark.txt" && grep -q '^4294967296 .gray15.-$' "$T/zero-mark.txt"
verdict $? "also wavefront 0, which is not the idle value"
for wave in 44 x -1; do
    python3 tb/waves/follow.py "$T/many.gtkw" $wave "$T/none.gtkw" 2>"$T/err"
    [ $? -eq 1 ] && grep -q "there is no wavefront $wave: expected 0 to 43" "$T/err" && [ ! -e "$T/none.gtkw" ]
    verdict $? "a wavefront that does not exist is refused: $wave"
done
VIEWED='gpu.view*,gpu.dispatcher,gpu.simd*.cf_sequencer,gpu.simd*.clause*.o_*,gpu.simd*.fetch_clause*.o_*'
VIEWED="$VIEWED,gpu.simd*.issue_*.o_*,gpu.simd*.write_back.o_gpr*,gpu.simd*.export_unit.o_*,gpu.simd*.wave_table.m_*,gpu.simd*.texture_lod.o_valid,gpu.simd*.texture_walker.o_valid"
VIEWED="$VIEWED,gpu.simd*.texture_issue.o_stream,gpu.simd*.vertex_fetch.o_write,gpu.simd*.memory_read.o_write"
for run in 'tb/demo 0: 1' 'tb/waves 800:1800 1' 'tb/waves 800:1100 3'; do
    set -- $run
    t "the rows of the view are traced with what they are made of: $1, SIMDs: $3" 0 - - "$W" run --quiet --launch "$1/launch.json" --set simds=$3 \
        --trace "$T/view.vcd" --trace-window "$2" --trace-lanes --trace-scope "$VIEWED,gpu.simd*.gpr_file.m_x*" --watch w0.t17.R1.x --watch w7.t63.R0.x:hex
    t "and hold what the machine says, cycle by cycle" 0 'rows agree in (7[0-9]{3}|1000|300) cycles, [0-9]{5}' - \
        python3 tb/waves/check_views.py --watch w0.t17.R1.x --watch w7.t63.R0.x "$T/view.vcd"
done
t "rows of textures are traced" 0 - - "$W" run --quiet --launch tb/corpus/textures/tex_two/launch.json --set simds=1 --trace "$T/tex.vcd" \
    --trace-scope 'gpu.view*'
t "and hold which ones, 2D and 32_32_32_32_FLOAT, level 0, by the launch file" 0 '^id 0 3, kind 99, levels 0$' - python3 -c '
import sys
sys.path.insert(0, "tb")
from vcd_tool import Vcd
vcd = Vcd(sys.argv[1])
name = {v.code: v.path.split(".")[-1] for v in vcd.vars if ".simd0.textures." in v.path}
held = {"id": set(), "kind": set(), "levels": set()}
idle = {"id": 256, "kind": 512, "levels": 256}
for _, code, value in vcd.events():
    if name.get(code) in held and int(value, 2) != idle[name[code]]:
        held[name[code]].add(int(value, 2))
print(", ".join("%s %s" % (what, " ".join(map(str, sorted(held[what])))) for what in held))' "$T/tex.vcd"
also "with a name for each" sh -c 'grep -q "^063 .*2D 32_32_32_32_FLOAT$" "$0/view_texture_t.txt" && grep -q "^010 .*0 and 1$" "$0/view_levels_t.txt"' \
    "$T/tex.waves"
t "SIMDs that get no wavefront are left out of a waveform" 0 '^SIMDs that get no wavefront .1 of 3. are not in the waveform' - \
    "$W" run --launch $CORPUS/fadd/launch.json --set simds=3 --trace "$T/few.vcd"
also "and only they" sh -c 'grep -q "module simd1 " "$0" && ! grep -q "module simd2 " "$0"' "$T/few.vcd"
also "the second one has its rows behind the first one's" grep -q '^-the same of simd1$' "$T/few.gtkw"
t "a scope has them" 0 '*' - "$W" run --launch $CORPUS/fadd/launch.json --set simds=3 --trace "$T/few.vcd" --trace-scope '*'
also "all" grep -q "module simd2 " "$T/few.vcd"
t "registers are watched with the radix that the program says" 0 - - "$W" run --quiet --launch tb/demo/launch.json --set simds=1 \
    --trace "$T/watch.vcd" --watch w0.t17.R1.x --watch w3.t5.R0.x --watch w3.t5.R0.y:uint --watch w3.t5.R0.z:hex
for row in '@42020 watch_float_t w0_t17_R1_x_float' '@2424 watch_int_t w3_t5_R0_x_int' '@2024 watch_uint_t w3_t5_R0_y_uint' '@2022 watch_hex_t w3_t5_R0_z_hex'; do
    set -- $row
    tr '\n' '#' <"$T/watch.gtkw" | grep -Eq -- "$1#\^[0-9]+ [^#]*$2.txt#\+\{$3\} gpu.watch.$3\[31:0\]"
    verdict $? "in the view as $2: $3"
done
also "on top, and named" sh -c 'grep -m 1 -A 4 "^-" "$0" | grep -q "^-watched registers$"' "$T/watch.gtkw"
also "what is not there is none" sh -c 'cat "$0"/watch_int_t.txt "$0"/watch_float_t.txt | tr "\n" "#" | grep -q "2146290176 ?gray15?-#.*nan ?gray15?-#"' "$T/watch.waves"
for wrong in w8.t0.R0.x w0.t64.R0.x w0.t0.R5.x w0.t0.R0.v w0.t0.R0 w0.t0.R0.x:octal w0.t0.R0.xx t0.R0.x w-1.t0.R0.x w0.t0.R0.x:; do
    t "--watch $wrong is refused" 2 - "^wekiva: --watch $wrong: expected .* w0.t0.R0.x to w7.t63.R4.w" \
        "$W" run --launch tb/demo/launch.json --trace "$T/x.vcd" --watch $wrong
done
t "--watch of a thread that does not exist is refused" 2 - 'w1.t36.R0.x: the launch has 100 threads: expected up to w1.t35' \
    "$W" run --launch $CORPUS/kernel_reduce/launch.json --trace "$T/x.vcd" --watch w1.t36.R0.x
t "--watch twice is refused" 2 - '--watch w0.t0.R0.x:hex: expected it only once' \
    "$W" run --launch tb/demo/launch.json --trace "$T/x.vcd" --watch w0.t0.R0.x --watch w0.t0.R0.x:hex
t "--watch wants --trace" 2 - '--watch: expected --trace' "$W" run --watch w0.t0.R0.x --launch $FMAD
t "--watch is traced whatever the scope" 0 '*' - "$W" run --trace "$T/watch2.vcd" --trace-scope '*.o_stall' --watch w0.t0.R0.x --launch $FMAD
also "and nothing else of the view" sh -c 'grep -q " w0_t0_R0_x_float " "$0" && ! grep -q "module view" "$0"' "$T/watch2.vcd"
also "the overview is the way of the work: headings, rows" sh -c 'grep "^-" "$0" | head -n 6 | tr "\n" "#" | grep -q \
    "^-watched registers#-wavefronts (1 ns = 1 cycle)#-control flow: decode#-even slot: groups#-odd slot: groups#-results and exports#"' "$T/watch.gtkw"
also "rows that never move are left out" sh -c 'grep -q "{t} gpu.view.simd0.even.t\[" "$0" && ! grep -q "^+{rule broken}" "$0"' "$T/watch.gtkw"
also "a long run opens on its first fetch, and named markers are there" sh -c 'grep -q "^.size. 1600 900$" "$0" &&
    fetch=$(sed -nE "s/^\*-[0-9.]+ -1 [1-9][0-9]*000 [1-9][0-9]*000 -1 ([1-9][0-9]*)000$/\1/p" "$0") && start=$(sed -nE "s/^.timestart. ([0-9]+)000$/\1/p" "$0") &&
    [ "$start" -le "$fetch" ] && [ "$fetch" -lt $((start + 64)) ] && grep -q "^.markername. Afirst issue$" "$0" &&
    grep -q "^.markername. Blast export$" "$0" && grep -q "^.markername. Dfirst fetch$" "$0"' "$T/watch.gtkw"
also "states are coloured by what they mean" sh -c 'grep -q "^5 ?ForestGreen?run$" "$0/clause_state_t.txt" &&
    grep -q "^4 ?DarkOrange3?ready$" "$0/clause_state_t.txt" && grep -q "^1 ?red3?stack overflow$" "$0/cf_error_t.txt" &&
    grep -q "^00 ?gray15?-$" "$0/stall_t.txt" && grep -q "^05 ?DarkOrange3?instruction miss$" "$0/stall_t.txt" && grep -q "^11 ?red3?port conflict$" "$0/stall_t.txt"' "$T/watch.waves"
also "slots are letters" sh -c 'grep -q "^17 ?DarkGreen?XYZ-T$" "$0" && grep -q "^20 ?gray15?-$" "$0"' "$T/watch.waves/view_slots_t.txt"
t "a machine without work has no busy stretch" 0 - - "$W" run --quiet --launch tb/demo/launch.json --trace "$T/idle.vcd" --trace-window 0:300
also "and no issue or export to mark" sh -c 'grep -q "^.timestart. 0$" "$0" && grep -Eq "^\*-[0-9.]+ -1 -1 -1 -1 -1$" "$0" && ! grep -q markername "$0"' "$T/idle.gtkw"
t "a name with a blank is quoted in the summary" 0 "^    gtkwave '$T/a b.gtkw'$" - "$W" run --trace "$T/a b.vcd" --launch $FMAD
t "the waveform does not change the results" 0 '^cycles: '"$cycles" - "$W" run --trace "$T/w2.vcd" --launch $FMAD
also "two runs write the same bytes" cmp "$T/w.vcd" "$T/w2.vcd"
t "--trace-lanes traces more" 0 '*' - "$W" run --trace "$T/lanes.vcd" --trace-lanes --trace-window 0:0 --launch $FMAD
also "lane by lane" grep -q 'lane63' "$T/lanes.vcd"
t "--trace-apart gives each signal an identifier" 0 '*' - "$W" run --trace "$T/apart.vcd" --trace-apart --trace-window 0:0 --launch $FMAD
also "which several share without it" sh -c 'twice() { sed -n "s/^.var [a-z]* [0-9]* \\([^ ]*\\) .*/\\1/p" "$1" | sort | uniq -d; }
    [ -z "$(twice "$0")" ] && [ -n "$(twice "$1")" ]' "$T/apart.vcd" "$T/w.vcd"
t "--trace-scope traces less" 0 '*' - "$W" run --trace "$T/scope.vcd" --trace-scope gpu.simd0.cf_sequencer --launch $FMAD
also "nothing but that" sh -c 'grep -q cf_sequencer "$0" && ! grep -q issue_even "$0"' "$T/scope.vcd"
t "--trace-scope that matches nothing is an error" 2 - 'frob' "$W" run --trace "$T/x.vcd" --trace-scope frob --launch $FMAD
t "--trace-window cuts" 0 'cycles 900 to 1000' - "$W" run --trace "$T/window.vcd" --trace-window 900:1000 --launch $FMAD
also "at both ends" sh -c 'grep -q "^#9000$" "$0" && ! grep -q "^#8990$" "$0" && ! grep -q "^#10020$" "$0"' "$T/window.vcd"
t "--trace-window wants FROM:TO" 2 - '--trace-window 7: expected FROM:TO' "$W" run --trace "$T/x.vcd" --trace-window 7 --launch $FMAD
t "a window that is never reached is an error" 2 '*' 'x.vcd' "$W" run --trace "$T/x.vcd" --trace-window 100000: --launch $FMAD
t "--trace-lanes wants --trace" 2 - 'expected --trace' "$W" run --trace-lanes --launch $FMAD
t "--trace-apart wants --trace" 2 - 'expected --trace' "$W" run --trace-apart --launch $FMAD
t "--trace wants .vcd or .fst" 2 - '--trace w.txt: expected a name that ends in .vcd or .fst' "$W" run --trace w.txt --launch $FMAD
mkfifo "$T/pipe.fst"
t "FST to a pipe is refused, and does not wait" 2 - 'pipe.fst: is no file: a .fst file is written forth and back' \
    "$W" run --trace "$T/pipe.fst" --launch $FMAD
t "--trace where there is no folder" 2 - '/no/such/w.vcd: cannot create' "$W" run --trace /no/such/w.vcd --launch $FMAD
ln -s /dev/full "$T/full.vcd"
t "--trace notices a full disk" 2 '*' 'full.vcd: cannot write.*No space' "$W" run --trace "$T/full.vcd" --launch $FMAD
for jobs in 1 3; do
    t "a waveform is made with --jobs $jobs" 0 '^waveform: ' - "$W" run --launch $CORPUS/loop_nest6/launch.json --jobs $jobs --trace "$T/jobs$jobs.vcd"
done
also "which changes nothing of it" cmp "$T/jobs1.vcd" "$T/jobs3.vcd"
t "--trace writes FST, and needs no program" 0 "^    gtkwave $T/w.gtkw$" - env PATH=/nonexistent "$W" run --trace "$T/w.fst" --launch $FMAD
t "again" 0 "^waveform: $T/y.fst, " - "$W" run --trace "$T/y.fst" --launch $FMAD
also "and is the same file for the same run" cmp "$T/y.fst" "$T/w.fst"

if have python3; then
    t "a waveform that is being written is not written by another run" 2 - 'both.vcd: another process is writing' \
        python3 -c 'import fcntl, subprocess, sys
with open(sys.argv[2], "w") as waveform:
    fcntl.lockf(waveform, fcntl.LOCK_EX)
    waveform.write("its text")
    waveform.flush()
    status = subprocess.run([sys.argv[1], "run", "--trace", sys.argv[2], "--launch", sys.argv[3]], check=False).returncode
    sys.exit(status if open(sys.argv[2], encoding="ascii").read() == "its text" else 1)' "$W" "$T/both.vcd" $FMAD
fi

echo "# snapshots"
t "--save-snapshot saves on the way" 0 "^snapshot: $T/half at cycle 900" - \
    "$W" run --save-snapshot "$T/half@900" --trace "$T/whole.vcd" --trace-window 900: --launch $FMAD
t "--load-snapshot continues, with the same results" 0 '^exports match' - \
    "$W" run --load-snapshot "$T/half" --trace "$T/rest.vcd" --launch $FMAD
also "and the same waveform, byte for byte" same_from_900 "$T/whole.vcd" "$T/rest.vcd"
late=$((cycles - 25))
t "a snapshot between exports" 0 '*' - "$W" run -q --save-snapshot "$T/late@$late" --launch $FMAD
t "keeps the exports made before" 0 '^exports match' - "$W" run --load-snapshot "$T/late" --launch $FMAD
t "a run with all registers" 0 '*' - "$W" run --dump-gprs --out "$T/whole" --launch $FMAD
# Of the two wavefronts the first has ended 5 cycles before the end (test_gprs.c has the values).
ended=$((cycles - 5))
t "--save-snapshot with --dump-gprs saves those of wavefronts that have ended" 0 '*' - \
    "$W" run --save-snapshot "$T/regs@$ended" --dump-gprs --out "$T/first" --launch $FMAD
t "so that a run from there has them" 0 '^exports match' - "$W" run --load-snapshot "$T/regs" --dump-gprs --out "$T/second" --launch $FMAD
also "the same as without a snapshot" cmp "$T/whole/gprs.bin" "$T/second/gprs.bin"
also "and says so of every thread" grep -Eq '"gprs": "2{128}"' "$T/second/threads.json"
t "a run without --dump-gprs takes such a snapshot" 0 '^exports match' - "$W" run --load-snapshot "$T/regs" --launch $FMAD
t "registers that the snapshot lacks are missed" 0 '*' - "$W" run -q --save-snapshot "$T/bare@$ended" --launch $FMAD
t "and --dump-gprs is refused" 2 - 'bare: 1 of 2 wavefronts ended before the snapshot' \
    "$W" run --load-snapshot "$T/bare" --dump-gprs --out "$T/third" --launch $FMAD
t "before a wavefront has ended nothing is missed" 0 '*' - "$W" run --load-snapshot "$T/half" --dump-gprs --out "$T/third" --launch $FMAD
also "and the registers are the same" cmp "$T/whole/gprs.bin" "$T/third/gprs.bin"
t "a run that is cut short shows registers as they are" 3 '*' 'not finished' \
    "$W" run --max-cycles 100 --dump-gprs --out "$T/early" --launch $FMAD
also "and says that no thread has ended" grep -Eq '"gprs": "1{128}"' "$T/early/threads.json"
t "a snapshot of another program is refused" 2 - 'half: of another program' \
    "$W" run $CLI/move.asm --load-snapshot "$T/half" --launch $FMAD
t "a snapshot of another chip is refused" 2 - 'another chip' "$W" run --set ic_miss_clk=7 --load-snapshot "$T/half" --launch $FMAD
cp -r $CORPUS/fmad "$T/inputs"
t "of the same launch elsewhere it is taken" 0 '^exports match' - "$W" run --load-snapshot "$T/half" --launch "$T/inputs/launch.json"
printf '\001' | dd of="$T/inputs/in.bin" bs=1 seek=40 conv=notrunc 2>/dev/null
t "with a data file that has changed it is refused" 2 - 'half: a data file that the launch names has changed' \
    "$W" run --load-snapshot "$T/half" --launch "$T/inputs/launch.json"
head -c -24 "$T/half" >"$T/cut24"
t "one that does not say which data it had is refused" 2 - 'cut24: it does not say which data' "$W" run --load-snapshot "$T/cut24" --launch $FMAD
t "a missing snapshot is an error" 2 - 'no_such_file' "$W" run --load-snapshot no_such_file --launch $FMAD
head -c 1000 "$T/half" >"$T/cut"
t "a snapshot that was cut short is an error" 2 - 'cut: ' "$W" run --load-snapshot "$T/cut" --launch $FMAD
head -c -9 "$T/half" >"$T/cut2"
t "so are exports" 2 - 'cut2: .* bytes, expected another size' "$W" run --load-snapshot "$T/cut2" --launch $FMAD
{ head -c -1 "$T/half" && printf X; } >"$T/bent"
t "and exports that were changed" 2 - 'bent: damaged' "$W" run --load-snapshot "$T/bent" --launch $FMAD
t "--save-snapshot wants FILE@CYCLE" 2 - '--save-snapshot half: expected FILE@CYCLE' "$W" run --save-snapshot half --launch $FMAD
t "and a number" 2 - '--save-snapshot half@x: expected FILE@CYCLE, a name and a whole number' "$W" run --save-snapshot half@x --launch $FMAD
t "a cycle that the run does not reach is an error" 2 '^exports match' 'before cycle 99999' \
    "$W" run --save-snapshot "$T/never@99999" --launch $FMAD
t "so is one that the limit forbids" 2 - 'before --max-cycles' "$W" run --save-snapshot "$T/never@9" --max-cycles 9 --launch $FMAD
t "so is one that has passed" 2 - 'the run starts at cycle 900' \
    "$W" run --load-snapshot "$T/half" --save-snapshot "$T/never@7" --launch $FMAD
t "so is a limit before the snapshot's cycle" 2 - "--max-cycles 900: expected more than the snapshot's 900" \
    "$W" run --load-snapshot "$T/half" --max-cycles 900 --launch $FMAD
t "a snapshot where there is no folder" 2 - '/no/such/' "$W" run --save-snapshot /no/such/half@9 --launch $FMAD

echo "# bad programs and launch files"
head -c 200 $CORPUS/fmad/prog.o >"$T/cut.o"
t "an ELF object that was cut short" 2 - 'cut.o: ' "$W" run "$T/cut.o" --launch $CLI/launch.json
t "dis of it" 2 - 'cut.o: ' "$W" dis "$T/cut.o"
{ head -c 18 $CORPUS/fmad/prog.o && printf '\076\000' && tail -c +21 $CORPUS/fmad/prog.o; } >"$T/x86.o"
t "an ELF object of another machine" 2 - 'x86.o: .*machine' "$W" dis "$T/x86.o"
printf '\001\002\003' >"$T/odd.bin"
t "raw dwords that are no dwords" 2 - 'odd.bin: ' "$W" dis "$T/odd.bin"
printf '00000004\n0000000g\n' >"$T/bad.hex"
t "a hex dump with another letter" 2 - 'bad.hex:2:[0-9]+: error: ' "$W" dis "$T/bad.hex"
t "a clause behind the end of the program" 2 - 'far_clause.asm:[0-9]+:[0-9]+: error: CF 0: .*ISA' "$W" run $CLI/far_clause.asm --launch $CLI/launch.json
launch() { # SENTENCE PATTERN JSON
    printf '%s\n' "$3" >"$T/launch.json"
    t "$1" 2 - "$2" "$W" run $CLI/move.asm --launch "$T/launch.json"
}
launch "a launch file with an unknown key" 'launch.json:2:[0-9]+: error: .*frob' '{"wekiva": 1, "stage": "ps", "threads": 64,
 "frob": 1}'
launch "a launch file that is no JSON" 'launch.json:1:[0-9]+: error: ' '{"wekiva": 1,,}'
launch "a launch file of another version" 'launch.json:1:[0-9]+: error: .*wekiva' '{"wekiva": 99, "stage": "ps", "threads": 64}'
launch "a launch file that names a missing file" 'launch.json:2:[0-9]+: error: .*no_such.bin' '{"wekiva": 1, "stage": "ps", "threads": 64,
 "gprs": {"first": 0, "count": 1, "file": "no_such.bin"}}'
printf '1234' >"$T/short.bin"
launch "a launch file with a file of the wrong size" 'launch.json:2:[0-9]+: error: .*(bytes|size)' '{"wekiva": 1, "stage": "ps", "threads": 64,
 "gprs": {"first": 0, "count": 1, "file": "short.bin"}}'
launch "a launch file that wants an unknown register" 'launch.json:2:[0-9]+: error: .*SQ_FROB' '{"wekiva": 1, "stage": "ps", "threads": 64, "num_gprs": 5,
 "registers": {"SQ_FROB": 1}}'
launch "a launch file with a program that is missing" 'no_such.o' '{"wekiva": 1, "program": "no_such.o", "stage": "ps", "threads": 64}'
t "a missing launch file" 2 - 'no_such_file' "$W" run --launch no_such_file
t "a group that reads five registers of an element" 1 '^cycles: ' 'ports.asm:[0-9]+:[0-9]+: error: cycle [0-9]+: ALU word [0-9]+: .*ISA 4\.7' \
    "$W" run $CLI/ports.asm --launch $CLI/launch.json --trace "$T/ports.vcd" --out "$T/ports"
have python3 && also "its waveform is whole up to there" vcd_is_readable "$T/ports.vcd"
also "and shows the error" grep -q 'o_error' "$T/ports.vcd"
also "its results say that it stopped" grep -q '"status": "stopped"' "$T/ports/result.json"
t "a register that is none of the program's" 1 '^cycles: ' 'far_register.asm:[0-9]+:[0-9]+: error: cycle [0-9]+: ALU word 4: .*ISA 4\.6\.3' \
    "$W" run $CLI/far_register.asm --launch $CLI/launch.json
t "its waveform is whole, too" 1 '^waveform: ' 'far_register.asm:[0-9]+:[0-9]+: error: cycle' \
    "$W" run $CLI/far_register.asm --launch $CLI/launch.json --trace "$T/far.vcd"
also "its view opens where the rule was broken, and says which" sh -c 'grep -q "^.markername. Crule broken$" "$0" &&
    grep -q "{rule broken} gpu.simd0.issue_odd.o_error" "$0" && grep -q "^.timestart. 784000$" "$0"' "$T/far.gtkw"
cp "$T/far.gtkw" "$T/far-first.gtkw"
t "and is viewed anew" 0 "^    gtkwave $T/far.gtkw$" - "$W" view "$T/far.vcd"
also "with that" cmp "$T/far.gtkw" "$T/far-first.gtkw"

echo "# output that cannot be written"
# shellcheck disable=SC2086
{
    t "a full disk under the summary" 2 - 'standard output: cannot write: No space' sh -c '"$0" run "$@" >/dev/full' "$W" $M
    t "a full disk under --json" 2 - 'standard output: cannot write: No space' sh -c '"$0" run --json "$@" >/dev/full' "$W" $M
    t "a closed output" 2 - 'standard output: cannot write: Bad file' sh -c '"$0" run "$@" >&-' "$W" $M
    t "a closed output does not end up in the waveform" 2 - '*' sh -c '"$0" run --trace "$1" "$2" "$3" "$4" >&-' "$W" "$T/closed.vcd" $M
    also "which has no summary in it" sh -c '! grep -q "^cycles:" "$0"' "$T/closed.vcd"
    t "a closed error output" 0 '^waveform' - sh -c '"$0" run -v --trace "$@" 2>&-' "$W" "$T/closed.vcd" $M
    also "does not lend its number to the waveform" sh -c '! grep -q "kc_miss_clk = " "$0"' "$T/closed.vcd"
    t "a closed output that is not needed" 0 - - sh -c '"$0" run -q "$@" >&-' "$W" $M
    t "a reader of the summary that has gone" 0 '^0$' - \
        sh -c 'r=$1; shift; { "$0" run "$@"; echo $? >"$r"; } | true; cat "$r"' "$W" "$T/rc" $M
    t "--stats on a full disk" 2 '*' '/dev/full: cannot write' "$W" run --stats /dev/full $M
    t "--stats where there is no folder is found out before the run" 2 - '/no/such/stats.json: cannot write' "$W" run --stats /no/such/stats.json $M
    t "and --out" 2 - '/no/such/out' "$W" run --out /no/such/out $M
    : >"$T/file"
    t "--out onto a file" 2 - "$T/file" "$W" run --out "$T/file" $M
    mkdir "$T/here.json"
    t "--stats onto a folder" 2 - 'here.json' "$W" run --stats "$T/here.json" $M
    also "nothing is left of it" nothing_left_in "$T/here.json"
}

echo "# interrupts and progress"
{
    echo 'begin: LOOP_START @end CF_CONST(0) BARRIER'
    echo 'again: ALU ADDR(6) COUNT(100) BARRIER'
    i=0
    while [ $i -lt 100 ]; do
        echo "        $i x: MOV R0.x, 1.0"
        i=$((i + 1))
    done
    echo 'LOOP_END @again CF_CONST(0) BARRIER'
    echo 'end: EXPORT_DONE PIX0, R0.xyzw ELEM_SIZE(3) EOP BARRIER'
} >"$T/long.asm"
echo '{"wekiva": 1, "stage": "ps", "threads": 4000000, "num_gprs": 5, "stack_size": 1,
  "loop_constants": [ { "index": 0, "count": 16, "start": 0, "step": 1 } ] }' >"$T/long.json"
LONG="$T/long.asm --launch $T/long.json"
INTERRUPT=$(dirname "$0")/interrupt.py

# A process that fuzz has started with SIGINT ignored ignores it: bit 1 of SigIgn.
ignored_in_a_child() {
    (trap '' INT && exec "$W" fuzz -n 100000000 -S 1 -j 2 >/dev/null 2>&1) &
    parent=$! tries=600 bits=0 children=
    while [ $((tries -= 1)) -gt 0 ] && [ $((bits & 2)) -eq 0 ] && sleep 0.1; do
        children=$(cat /proc/[0-9]*/stat 2>/dev/null | awk -v parent=$parent '$4 == parent { print $1 }')
        bits=0x$(sed -n 's/^SigIgn:[[:space:]]*//p' "/proc/${children%%[!0-9]*}/status" 2>/dev/null)
        [ "$bits" != 0x ] || bits=0
    done
    # shellcheck disable=SC2086
    kill -KILL $parent $children
    wait $parent 2>/dev/null
    [ $((bits & 2)) -ne 0 ]
}

# shellcheck disable=SC2086
if have python3 && [ -e /proc/self/status ]; then
    for signal in INT:130 TERM:143 HUP:129; do
        name=${signal%:*}
        rm -rf "$T/int.json" "$T/int"
        t "SIG$name ends a run at a cycle that it names" "${signal#*:}" '^interrupted at cycle [0-9]+: what follows is of the run up to' \
            'interrupted at cycle [0-9]+; the waveform is whole' \
            "$INTERRUPT" "$name" "$W" run --trace "$T/int.vcd" --trace-scope "*.cf_sequencer" --stats "$T/int.json" --out "$T/int" $LONG
        also "writes the statistics up to there" sh -c \
            'grep -q "\"cycles\": $(sed -n "s/.* at cycle \([0-9]*\);.*/\1/p" "$1")," "$2"' sh "$T/err" "$T/int.json"
        also "and results that say so" grep -q '"status": "interrupted"' "$T/int/result.json"
        also "all of them" sh -c 'cd "$0" && ls exports.bin exports.json threads.json' "$T/int"
        also "and leaves a waveform that is whole up to there" ends_at_the_named_cycle "$T/int.vcd"
    done
    also "which every reader accepts" vcd_is_readable "$T/int.vcd"
    if have fst2vcd; then
        t "SIGINT with FST" 130 '^waveform: .*int.fst' 'interrupted at cycle' "$INTERRUPT" INT "$W" run --trace "$T/int.fst" --trace-scope "*.cf_sequencer" $LONG
        also "leaves one that can be read" fst2vcd -o "$T/int2.vcd" "$T/int.fst"
    else
        skip "SIGINT with FST: no fst2vcd"
    fi
    sed 's/4000000/10000/' "$T/long.json" >"$T/some.json"
    t "a full disk under the waveform does not end a run" 2 '^cycles: [0-9]+; 10000 threads' 'full.vcd: cannot write.*No space.*the run goes on without it' \
        "$W" run --trace "$T/full.vcd" "$T/long.asm" --launch "$T/some.json"
    t "SIGINT without a waveform" 130 '^interrupted at cycle' '^wekiva: interrupted at cycle [0-9]+$' "$INTERRUPT" INT "$W" run $LONG
    for signal in INT:TERM:143 TERM:INT:130; do
        ignored=${signal%%:*} rest=${signal#*:}
        t "SIG$ignored that is ignored from the start is ignored, and says what ends the command" "${rest#*:}" '^interrupted at cycle' \
            "^wekiva: SIG$ignored is ignored since the start \(nohup, background\): SIG${rest%:*} ends the command\$" \
            "$INTERRUPT" "${rest%:*}" --ignored "$ignored" --until "SIG$ignored is ignored" "$W" run $LONG
    done
    t "child processes ignore it too" 0 - - ignored_in_a_child
    t "--progress=json prints objects" 130 '*' '^\{"cycle": [0-9]+, "cycles_per_second"' \
        "$INTERRUPT" INT --until cycles_per_second "$W" run --progress=json $LONG
    t "--progress=auto prints nothing without a terminal" 130 '*' '^wekiva: interrupted' \
        "$INTERRUPT" INT --after 2 "$W" run --progress=auto $LONG
    also "nothing at all" test "$(wc -l <"$T/err")" -eq 1
    t "and shows cycles on one" 130 '*' 'cycle [0-9]*, .* cycles/s' \
        "$INTERRUPT" INT --terminal --until cycles/s "$W" run $LONG
    t "but not with --progress=none" 130 '*' '^wekiva: interrupted' \
        "$INTERRUPT" INT --terminal --after 2 "$W" run --progress none $LONG
    also "no word of it" sh -c '! grep -q cycles/s "$0"' "$T/err"
else
    skip "interrupts and progress: no python3 or no /proc"
fi

echo "# fuzz"
t "fuzz compares programs of a seed" 0 '^no difference$' - "$W" fuzz --programs 20 --seed 3
also "it prints the seed first" sh -c 'head -n 1 "$0" | grep -q "^seed 3$"' "$T/out"
also "and counts what it compared" grep -Eq '^[0-9]+ programs compared, [0-9]+ thrown away: ' "$T/out"
sed 's/; [0-9.]* s$//' "$T/out" >"$T/one"
t "fuzz in two processes" 0 '^no difference$' - "$W" fuzz -n 20 -S 3 -j 2
also "they run the same programs" sh -c 'sed "s/; [0-9.]* s\$//" "$0" | cmp - "$1"' "$T/out" "$T/one"
t "fuzz takes weights" 0 '^no difference$' - "$W" fuzz -n 3 -S 5 -w straight,groups=2,threads=8
t "fuzz lists its weights" 0 '^loop +[0-9]+  ' - "$W" fuzz --list-weights
for fault in gpr active export kill; do
    for jobs in 1 2; do
        rm -rf "$T/found"
        t "fuzz finds a wrong $fault, $jobs processes" 1 "^replay: wekiva fuzz --fault $fault --replay .*/launch.json\$" - \
            "$W" fuzz -n 50 -S 5 -j $jobs --fault $fault --out "$T/found"
        also "the program that is left is small" sh -c 'test "$(grep -c "^[0-9]" "$0")" -le 6' "$T/found/program.asm"
        if [ $jobs -eq 1 ]; then
            cp "$T/found/program.asm" "$T/found_by_one"
        else
            also "and the one that one process finds" cmp "$T/found/program.asm" "$T/found_by_one"
        fi
        also "and names its seed" grep -Eq '^; made from seed [0-9]+; replay: wekiva fuzz ' "$T/found/program.asm"
    done
    replay=$(sed -n 's/^replay: wekiva //p' "$T/out")
    t "its replay fails the same way" 1 "." - sh -c "\"\$0\" $replay" "$W"
    t "without the fault it does not" 0 '^no difference$' - "$W" fuzz -r "$T/found/launch.json"
done
t "its launch file is one for run" 0 . - "$W" run --launch "$T/found/launch.json"
t "a replay takes nothing that it would not look at" 2 - '--replay: expected no --programs with it' \
    "$W" fuzz --replay "$T/found/launch.json" -n 3
t "neither does the list of weights" 2 - '--list-weights: expected no --seed with it' "$W" fuzz --list-weights -S 3
t "fuzz names a bad --set" 2 - '--set lanes=99: lanes is 99, expected 4..16$' "$W" fuzz --set lanes=99
if have python3 && [ -e /proc/self/status ]; then
    for jobs in 1 3; do
        t "SIGINT ends fuzz with its totals, $jobs processes" 130 '^no difference so far: interrupted$' - \
            "$INTERRUPT" INT "$W" fuzz -n 100000000 -S 1 -j $jobs
        also "of what was compared" grep -Eq '^[0-9]+ programs compared, ' "$T/out"
    done
fi
t "fuzz wants numbers" 2 - '--programs many: expected a whole number' "$W" fuzz --programs many
t "fuzz wants at least one process" 2 - 'jobs' "$W" fuzz --jobs 0
t "fuzz names an unknown weight" 2 - "weights: unknown weight 'nods'" "$W" fuzz -w nods=3
t "fuzz names an unknown fault" 2 - 'expected gpr, active, export, kill, memory, share or emit' "$W" fuzz --fault pc
t "fuzz takes no operand" 2 - 'expected no operand' "$W" fuzz program.asm
t "fuzz names a missing replay" 2 - 'no_such_file: ' "$W" fuzz --replay no_such_file
t "a replay needs a program" 2 - 'names no program' "$W" fuzz --replay $CLI/launch.json
t "a folder that cannot be made is an error before the first program" 2 - '/dev/null/x: ' "$W" fuzz -n 50 -S 7 --out /dev/null/x
t "so is a file in its place" 2 - 'file: cannot write: Not a directory' "$W" fuzz -n 50 -S 7 --out "$T/file"
t "fuzz notices a full disk" 2 - 'cannot write' sh -c '"$0" fuzz -n 1 -S 1 >/dev/full' "$W"
if have script && script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    also "fuzz shows programs and their rate on a terminal" sh -c 'script -qec "$0 fuzz -n 600 -S 1" /dev/null </dev/null |
        grep -q " of 600 programs, [0-9]* a second"' "$W"
else
    skip "fuzz shows programs and their rate on a terminal: no script, or no pseudo-terminals"
fi

. tb/cli/report.sh
. tb/cli/texture.sh
. tb/cli/profile.sh
. tb/cli/limit.sh
. tb/cli/sweep.sh
. tb/cli/compare.sh
. tb/cli/files.sh
. tb/cli/cosim.sh
. tb/cli/export_sv.sh

echo "# what is written about the options"
"$W" --manual tools/manual/wekiva.1.in >"$T/wekiva.1"
for command in run sweep compare dis asm chips isa lint cosim view texture filter fuzz report profile launch why bench-chip ask serve export-sv avf; do
    awk -v s=".Ss wekiva $command" '/^.S[sh]/ {f = $0 == s} f' "$T/wekiva.1" >"$T/$command.man"
    "$W" $command --help | grep -oE -e '^ +(-.,)? *--[a-z-]+' | grep -oE -e '--[a-z-]+' | sort -u >"$T/options"
    while read -r option; do
        [ "$option" = --help ] || grep -q -F -e "\\fB$(echo "$option" | sed 's/-/\\-/g')\\fR" "$T/$command.man"
        verdict $? "the manual page has $option of $command"
        "$W" --complete $command -- | grep -q -e "^$option	."
        verdict $? "the completions have $option of $command"
    done <"$T/options"
done
also "what one option bars is not completed beside it" sh -c '"$0" --complete run --trigger x -- | grep -q "^--before" &&
    ! "$0" --complete run --trigger x -- | grep -q "^--counters" && ! "$0" --complete run --counters -- | grep -q "^--trigger"' "$W"
also "nor anything beside one that stands alone" sh -c '[ "$("$0" --complete cosim --list -- | cut -f1 | tr "\n" " ")" = "--list --help " ]' "$W"
"$W" run --help | grep -A3 -e '--trigger EXPRESSION' | grep -o "'[^']*'" | tr -d "'" >"$T/expressions"
also "the help text's expressions name signals that there are" sh -c '[ "$(wc -l <"$1/expressions")" -eq 3 ] && while read -r expression; do
    "$0" run -q --launch tb/demo/launch.json --trace "$1/help.vcd" --trigger "$expression" 2>&1 | grep -v "did not begin to hold" && exit 1; done <"$1/expressions"
    true' "$W" "$T"
t "all that lack an option are named" 2 - '--before, --after: expected --trigger EXPRESSION with them' \
    "$W" run --launch $FMAD --before 1 --after 2
t "or one of two" 2 - '--pipeline-waves: expected --pipeline OUT.kanata or --perfetto OUT.pftrace with it' \
    "$W" run --launch $FMAD --pipeline-waves 0
t "the help text says it" 0 'gprs.bin, too .needs --out.$' - "$W" run --help
if have mandoc; then
    also "mandoc finds nothing wrong with the manual page" sh -c '! mandoc -Tlint -Wwarning "$0" | grep .' "$T/wekiva.1"
else
    skip "mandoc finds nothing wrong with the manual page: no mandoc"
fi
if have zsh; then
    zsh_line() { # LINE : what TAB makes of it
        rm -f "$T/line" && timeout 60 zsh -f tb/cli/complete.zsh "$(realpath "$(dirname "$W")")" "$PWD/tools/completion" "$T/line" "$1" \
            >"$T/terminal" 2>&1
        cat "$T/line"
    }
    also "zsh finds nothing wrong with its completion" zsh -n tools/completion/_wekiva
    t "zsh completes commands" 0 '^<wekiva filter >$' - zsh_line "wekiva fil"
    t "zsh completes chips" 0 '^<wekiva run --chip nv30 >$' - zsh_line "wekiva run --chip nv"
    t "zsh completes what stands behind an option and =" 0 '^<wekiva run --chip=nv30 >$' - zsh_line "wekiva run --chip=nv"
    t "zsh completes parameters, without a blank behind =" 0 '^<wekiva run --chip nv30 --set max_quads=>$' - \
        zsh_line "wekiva run --chip nv30 --set max_"
    t "zsh completes modules" 0 '^<wekiva run --replace gpr_file >$' - zsh_line "wekiva run --replace gpr"
    t "zsh completes files" 0 '^<wekiva run --launch tb/demo/launch.json >$' - zsh_line "wekiva run --launch tb/demo/la"
else
    skip "zsh completes: no zsh"
fi
if have fish; then
    fish_words() { # LINE : what completes its last word
        PATH=$(dirname "$W"):$PATH fish -c "source tools/completion/wekiva.fish; complete -C '$1'"
    }
    t "fish completes commands" 0 '^filter.' - fish_words "wekiva fil"
    t "fish completes options" 0 '^--trace-lanes' - fish_words "wekiva run --trace-"
    t "fish completes chips" 0 '^nv30' - fish_words "wekiva run --chip nv"
    t "fish completes parameters of the chip that is named" 0 '^max_quads=' - fish_words "wekiva run --chip nv30 --set max_"
    t "fish completes chips behind an option and =" 0 '^--chip=nv30' - fish_words "wekiva run --chip=nv"
    t "fish completes modules behind an option and =" 0 '^--replace=gpr_file$' - fish_words "wekiva run --replace=gpr"
    t "fish completes files" 0 '^tb/demo/launch.json$' - fish_words "wekiva run --launch tb/demo/la"
    t "fish completes files behind an option and =" 0 '^--launch=tb/demo/launch.json$' - fish_words "wekiva run --launch=tb/demo/la"
else
    skip "fish completes: no fish"
fi
if have bash; then
    complete_words() { # WORD... : what completes the last one
        bash -c '. tools/completion/wekiva.bash; shift 0; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }
            _wekiva; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
    }
    t "bash completes commands" 0 '^filter$' - complete_words "$W" fil
    t "bash completes options" 0 '^--trace-lanes$' - complete_words "$W" run --trace-
    t "bash completes chips" 0 '^rv730$' - complete_words "$W" run --chip rv7
    t "bash completes weights" 0 '^loop=$' - complete_words "$W" fuzz --weights loo
    t "bash completes parameters" 0 '^kc_miss_clk=$' - complete_words "$W" run --set kc_m
    t "bash completes R580 and NV30" 0 '^nv30$' - complete_words "$W" run --chip nv
    t "bash completes parameters of the chip that is named" 0 '^max_quads=$' - complete_words "$W" run --chip nv30 --set max_
    t "bash completes instructions" 0 '^MULADD_IEEE$' - complete_words "$W" isa MULADD_I
    t "bash completes words of a choice" 0 '^prometheus$' - complete_words "$W" run --stats-format pro
    t "bash completes what stands behind an option and =" 0 '^rv740$' - complete_words "$W" run --chip = rv74
    t "bash completes files where a program stands" 0 '^README.md$' - complete_words "$W" dis READ
    t "bash completes options of another command" 0 '^--trace-lanes$' - complete_words "$W" demo --trace-
else
    skip "bash completes: no bash"
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
