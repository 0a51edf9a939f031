# limit.sh - tests of `wekiva chips --peaks` and `wekiva run --limit`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC2086,SC1091

echo "# peaks, limit"
t "chips --peaks has formula, inputs and both rates" 0 '^single precision +1600 flops +1200 GFLOPS +simds \* lanes \* 5 \* 2$' - "$W" chips --peaks rv770
also "the inputs by name" grep -qE '^ +simds = 10  lanes = 16$' "$T/out"
also "and the board whose clock it is" grep -q '^rv770 at 750 MHz, as on HD 4870$' "$T/out"
t "--clock gives another clock" 0 '^single precision +1600 flops +1000 GFLOPS' - "$W" chips --peaks --clock 625 rv770
t "a chip file has the board of its base" 0 '^mine at 750 MHz' - "$W" chips --peaks "$T/chip.json"
t "peaks of all chips" 0 '^rv710 at 600 MHz' - "$W" chips --peaks
also "of each family" grep -q '^nv30 at 500 MHz, as on GeForce FX 5800 Ultra$' "$T/out"
t "chips --peaks --json prints" 0 '"a_second": 240.0' - "$W" chips --peaks --json rv770
have python3 && also "and it is JSON" is_json "$T/out"
t "--clock goes with --peaks" 2 - '--clock: expected --peaks with it' "$W" chips --clock 625
t "a clock is a number" 2 - '--clock fast: expected a whole number' "$W" chips --peaks --clock fast
t "--params and --peaks are two tables" 2 - 'expected no --params with it' "$W" chips --params --peaks

# N groups of five instructions.
five() {
    n=0
    while [ $n -lt "$1" ]; do
        printf '%s\n' "$n x: MULADD R1.x, 1.0, 1.0, 1.0" "y: MULADD R1.y, 1.0, 1.0, 1.0" "z: MULADD R1.z, 1.0, 1.0, 1.0" \
            "w: MULADD R1.w, 1.0, 1.0, 1.0" "t: MULADD R2.x, R2.x, R2.x, R2.x"
        n=$((n + 1))
    done
}
# Used, and its share of so many tenths of a unit a clock, worked out here: share of the run's clocks, within a tenth of 1 %.
used() { # RESOURCE USED UNIT TENTHS-A-CLOCK
    awk -v name="$1" -v used="$2" -v unit="$3" -v tenths="$4" '
        /^cycles: / { cycles = $2 + 0 }
        index($0, "  " name "  ") == 1 {
            sub("  " name, "")
            off = $3 - 100 * used / (cycles * tenths / 10)
            good = $1 == used && $2 == unit && off < 0.051 && off > -0.051
        }
        END { exit !good }' "$T/out"
}
{ echo "ALU BARRIER" && five 20 && echo "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER"; } >"$T/five.asm"
echo '{"wekiva": 1, "program": "five.asm", "stage": "ps", "threads": 640, "num_gprs": 3, "stack_size": 2}' >"$T/five.json"
L="$W run --limit --launch $T/five.json"
t "run --limit names what is nearest to its limit" 0 '^limit: ALU groups, ' - $L
also "20 groups of each of ten wavefronts" used "ALU groups" 200 groups 25
also "have five operations of each thread" used "ALU slots" 64000 operations 8000
also "and export a GPR of each" used exports 640 threads 1600
also "what was not used has no line" sh -c '! grep -q "LDS\|texture\|memory" "$0"' "$T/out"
t "a wavefront of one thread" 0 '^limit: ALU groups, ' - $L --threads 1
also "takes the slots of a whole one" used "ALU slots" 6400 operations 8000
t "65 threads" 0 '^limit' - $L --threads 65
also "are two wavefronts" used "ALU groups" 40 groups 25
t "many wavefronts on one SIMD" 0 '^limit: ALU groups, [5-9][0-9]\.' - $L --threads 8192 --set simds=1
also "have the peak of that SIMD" used "ALU groups" 2560 groups 2.5
t "wavefronts of 32 threads" 0 '^limit' - $L --chip rv730
also "are more, of fewer threads" used "ALU groups" 400 groups 20
also "and have as many operations" used "ALU slots" 64000 operations 3200

# Every other thread is off behind the first group.
n=0
while [ $n -lt 32 ]; do
    printf '\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000'
    n=$((n + 1))
done >"$T/halves.bin"
{ echo "ALU BARRIER" && echo "99 x: PRED_SETNE_INT ____, R0.x, 0 UPDATE_EXEC" && five 20 && echo "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER"; } >"$T/halves.asm"
echo '{"wekiva": 1, "program": "halves.asm", "stage": "ps", "threads": 64, "num_gprs": 3, "stack_size": 2,
    "gprs": {"first": 0, "count": 1, "file": "halves.bin"}}' >"$T/halves.json"
t "threads that are off" 0 '^limit: ALU groups' - "$W" run --limit --launch "$T/halves.json"
also "take the slots of active threads" used "ALU slots" 6464 operations 8000
also "in as many groups" used "ALU groups" 21 groups 25

# 128 threads write four dwords each: 2048 bytes, 32 in a write.
t "memory writes" 0 '^limit: memory channels' - "$W" run --limit --launch tb/corpus/compute/vector_add/launch.json
also "are 32 bytes each" used "memory channels" 64 lines "$(awk 'BEGIN { print 80 * 16 / 53 }')"
t "two vertex fetches of 128 threads" 0 '^limit' - "$W" run --limit --launch tb/corpus/compute/saxpy/launch.json
also "are 256 addresses" used "vertex fetches" 256 threads 400
also "of 4096 bytes, a line each once from L2" used L2 4096 bytes 5120
t "two textures sampled by 128 threads" 0 '^limit' - "$W" run --limit --launch tb/corpus/textures/tex_two/launch.json
also "are 64 quads" used "texture quads" 64 quads 100
also "and a clock of the filter each" used "texture filter" 256 texels 400

printf '%s\n' "TEX BARRIER" "LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SIMD_WAVE_REL" \
    "LOCAL_DS_READ R2.xyzw, R0.xy MUX_CNTL(WORD_SELECT)" "NOP EOP BARRIER" >"$T/share.asm"
head -c 8192 /dev/zero >"$T/zeros.bin"
echo '{"wekiva": 1, "program": "share.asm", "stage": "cs", "threads": 256, "num_gprs": 3, "stack_size": 0,
    "gprs": {"first": 0, "count": 2, "file": "zeros.bin"}, "lds": {"group_size": 64, "dwords_per_thread": 4}}' >"$T/share.json"
t "a write and a read of the data share" 0 '^limit: LDS steps' - "$W" run --limit --launch "$T/share.json"
also "are two steps of each wavefront" used "LDS steps" 512 threads 400

t "each launch of a row has its limit" 0 '^limit: ' - "$W" run --limit --launch $ROW
also "one each" sh -c '[ "$(grep -c "^limit: " "$0")" -eq 3 ]' "$T/out"
t "launches at once share a chip" 2 - 'together: expected launches one after the other, with --limit' "$W" run --limit --launch tb/corpus/together/launch.json
t "machines of all families have a limit" 0 '^limit: ALU beats, ' - "$W" run --limit --launch tb/corpus/designs/r580.json
t "--limit is part of the summary" 2 - 'expected no --quiet with it' $L --quiet
t "and of result.json" 0 '"limit"' - $L --json
have python3 && also "with the same figures" python3 - "$T/out" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
first, *_, last = result['limit']
assert (first['name'], first['unit'], first['used'], first['a_clock']) == ('ALU groups', 'groups', 200, 2.5), first
assert (last['name'], last['used'], last['a_clock']) == ('exports', 640, 160), last
for row in result['limit']:
    assert abs(row['share'] - row['used'] / (row['a_clock'] * result['cycles'])) < 1e-8, row
END
t "of each launch of a row" 0 '*' - "$W" run --limit --launch $ROW --json
have python3 && also "its own" python3 -c 'import json, sys
uses = [launch["limit"][0]["used"] for launch in json.load(open(sys.argv[1]))["launches"]]
assert uses == [1, 2, 1], uses' "$T/out"
t "without it there is none" 0 '"statistics"' - "$W" run --launch "$T/five.json" --json
also "in result.json" sh -c '! grep -q "\"limit\"" "$0"' "$T/out"
t "nor of statistics on the output" 2 - '--limit, --stats -: expected one of them' $L --stats -
