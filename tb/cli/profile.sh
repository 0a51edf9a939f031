# profile.sh - tests of `wekiva profile`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC1091

echo "# profile"
P="$W profile --launch $FMAD --set simds=1"
t "profile annotates each line" 0 '^ +2 +64\.0 +8 +[0-9.]+ +8 +[0-9]+ [xyzw]: ' - $P --callgrind "$T/p.out" --folded "$T/p.txt"
also "a clause has the latency of its instruction" grep -qE '^ +2 +64\.0 .* [0-9]+\.[0-9]  00 ' "$T/out"
also "and says why clocks were lost" grep -qE '  <- instruction miss [0-9]+' "$T/out"
cp "$T/out" "$T/p.text"
t "the same launch again" 0 - - "$W" run --launch $FMAD --set simds=1 --stats "$T/p.json" --stats-format objects --quiet
have python3 && also "has the same sums in all forms" python3 - "$T/p.json" "$T/p.text" "$T/p.out" "$T/p.txt" <<'END'
import json, re, sys
paths = json.load(open(sys.argv[1]))['statistics']
chances = {}
for slot in ('arbiter_even', 'arbiter_odd'):
    for name, value in paths['gpu.simd0.' + slot].items():
        if name == 'used' or name.startswith('stall_'):
            chances[name] = chances.get(name, 0) + 4 * value
whole = sum(chances.values())
text = open(sys.argv[2]).read().splitlines()
assert '%d clocks of the ALU' % whole in text[0], text[0]
rows = [line for line in text[2:] if re.match(r'.{9} .{6} ', line)]
clocks = [int(line[16:26].strip() or 0) for line in rows]
assert clocks[-1] == sum(clocks[:-1]) == whole, clocks
lines = open(sys.argv[3]).read().splitlines()
events = next(line for line in lines if line.startswith('events: ')).split()[1:]
sums, calls = [0] * len(events), False
for line in lines:
    if re.match(r'\d+ ', line):
        if not calls:
            sums = [a + int(b) for a, b in zip(sums, line.split()[1:])]
        calls = False
    calls = calls or line.startswith('calls=')
said = [int(word) for word in next(line for line in lines if line.startswith('totals:')).split()[1:]]
assert sums == said and sums[0] == whole and sums[1] == chances['used'], (sums, said)
assert all(sums[events.index(name)] == value for name, value in chances.items() if value and name != 'used')
issue = [paths['gpu.simd0.issue_' + slot] for slot in ('even', 'odd')]
assert sums[events.index('Instructions')] == sum(slot['instructions'] for slot in issue)
assert sums[events.index('Executions')] == sum(slot['groups'] for slot in issue) + paths['gpu.simd0.cf_sequencer']['executed']
folded = [line.rsplit(' ', 1) for line in open(sys.argv[4]).read().splitlines()]
assert sum(int(count) for _, count in folded) == whole
assert sum(int(count) for stack, count in folded if stack.endswith(';busy')) == chances['used']
assert all(stack.startswith('gpu.simd0;PS;') for stack, _ in folded)
END
also "the listing is beside it, and its lines are there" grep -q '^00 ' "$T/p.out.dis"
have callgrind_annotate && t "callgrind_annotate reads it" 0 'PROGRAM TOTALS' - callgrind_annotate --auto=yes "$T/p.out"
have callgrind_annotate && also "and prints the listing" grep -qE '=> .*clause at 00 \(2x\)' "$T/out"
t "a row of launches has no profile" 2 - 'launches: expected one launch for a profile' "$W" profile --launch $ROW
t "profile wants a launch" 2 - '--launch is missing: expected --launch FILE' "$W" profile $CLI/move.asm
t "and one program" 2 - 'expected at most one PROGRAM, got 2' "$W" profile a b --launch $FMAD
t "profile spares its inputs" 2 - '--folded' "$W" profile --launch $FMAD --folded $FMAD
t "the listing, too, is a file of its own" 2 - 'the listing of --callgrind' $P --callgrind "$T/q" --folded "$T/q.dis"
t "profile finds out early where it cannot write" 2 - '/no/such/p.out: cannot write' $P --callgrind /no/such/p.out
t "--max-cycles ends it" 3 'clocks of the ALU' 'not finished at cycle 100, the limit' $P --max-cycles 100
t "a program that breaks a rule has a profile up to there" 1 'clocks of the ALU' 'ports.asm:[0-9]+:[0-9]+: error: cycle' "$W" profile $CLI/ports.asm --launch $CLI/launch.json
t "so do causes" 3 'chances' 'no progress at cycle 262144 \(--no-progress\): wavefront [3-7] on SIMD 0 has executed no CF' \
    "$W" why $CLI/endless.asm --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16 --no-progress 200000
t "a cycle that it does not come to" 2 - 'no progress at cycle 262144' \
    "$W" why $CLI/endless.asm 900000 --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16 --no-progress 200000
printf 'NOP\nLOOP_END ADDR(1)\nNOP EOP\n' >"$T/stops.asm"
echo '{"wekiva": 1, "program": "stops.asm", "stage": "gs", "threads": 1, "num_gprs": 1, "stack_size": 1}' >"$T/stops.json"
t "why says that a rule has stopped the run" 1 '^chances of' "^$T/stops.asm:2:1: error: cycle [0-9]+: CF 1: .*not inside a loop" "$W" why "$T/stops.json"
t "its limit ends it, too" 3 '*' 'not finished at cycle 2000, the limit' "$W" why --launch $CLI/endless.json $CLI/endless.asm --max-cycles 2000
t "profile on a full disk" 2 '*' '/dev/full: cannot write' $P --folded /dev/full
t "a run that does not move ends, and says which wavefront stands where" 3 'clocks of the ALU' 'no progress at cycle 262144 \(--no-progress\): wavefront [3-7] on SIMD 0 has executed no CF' \
    "$W" profile $CLI/endless.asm --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16 --no-progress 200000
