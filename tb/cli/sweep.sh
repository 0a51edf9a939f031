# sweep.sh - tests of `wekiva sweep`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC1091

echo "# sweep"
HIDING=tb/corpus/hiding
FADD=$CORPUS/fadd/launch.json
S="$W sweep --launch $FADD --set simds=1 --out $T/s.db"
t "sweep runs every combination" 0 'ic_miss_clk  ic_ways +cycles.*12 points run, 0 were there' - \
    sh -c '"$0" "$@" | tr "\n" "#"' $S --set ic_miss_clk=40,100,400 --set ic_ways=1..8*2
t "a sweep that is whole has nothing to run" 0 '^0 points run, 12 were there' - \
    $S --set ic_miss_clk=40,100,400 --set ic_ways=1..8*2
t "its results can be shown again" 0 '^ +400 +1 +929$' - "$W" sweep "$T/s.db"
t "with other columns" 0 '^ +400 +1 +929 +3\.448 +1392 +1\.498' - \
    "$W" sweep "$T/s.db" --show alu_used,stall_instruction_miss,stall_instruction_miss/cycles
t "of which the ends of paths are names" 0 '^ic_miss_clk +ic_ways +cycles +alu_cache.misses$' - \
    "$W" sweep "$T/s.db" --show alu_cache.misses
t "but not other words" 2 - "no column 'frob', expected an axis" "$W" sweep "$T/s.db" --show frob
t "a column gets the nearest one" 2 - "no column 'alu_usd', did you mean alu_used\?" "$W" sweep "$T/s.db" --show alu_usd
t "a statistic, too" 2 - "no column 'gpu.simd0.kcache.mises', did you mean gpu.simd0.kcache.misses\?" "$W" sweep "$T/s.db" --show gpu.simd0.kcache.mises
t "a file of results is not run" 2 - "is a sweep's results: expected only options that show them" \
    "$W" sweep "$T/s.db" --set simds=2
t "another sweep does not go into the file" 2 - 's\.db: is of another sweep: value 1 of ic_miss_clk is 40, in this sweep 41' \
    $S --set ic_miss_clk=41,100,400 --set ic_ways=1..8*2
t "neither does one with other limits" 2 - 's\.db: is of another sweep: --max-cycles' \
    $S --set ic_miss_clk=40,100,400 --set ic_ways=1..8*2 --max-cycles 100
t "a file that is no database is left alone" 2 - 'fadd.s: is there, and is no database' \
    sh -c 'cp "$2" "$1"; shift 2; "$0" "$@"' "$W" "$T/fadd.s" $CLI/move.asm sweep --launch $FADD --out "$T/fadd.s"
also "byte for byte" cmp $CLI/move.asm "$T/fadd.s"
t "a launch is wanted" 2 - 'launch is missing' "$W" sweep --set simds=1 --out "$T/none.db"
t "an unknown parameter gets the nearest one" 2 - "did you mean ic_miss_clk" $S --set ic_mis_clk=1,2
t "a value out of range is named" 2 - 'ic_ways is 17, expected 1\.\.16' $S --set ic_ways=1..17
t "so is a range that runs backwards" 2 - "'8..1': expected a range" $S --set ic_ways=8..1
t "a step of 0" 2 - "'1..8:0': expected a range" $S --set ic_ways=1..8:0
t "a factor of 1" 2 - "'1..8\*1': expected a range" $S '--set=ic_ways=1..8*1'
t "a list with a hole" 2 - 'expected values with commas' $S --set ic_ways=1,,2
t "a value that is given twice" 2 - 'ic_ways: 1 is given twice' $S --set ic_ways=1,0x1
t "a parameter that is given twice" 2 - 'ic_ways is given twice' $S --set ic_ways=1 --set ic_ways=2
t "no threads" 2 - 'threads 0: expected whole numbers' $S --threads 0
t "too many points" 2 - 'more than 16777216 points' \
    $S --set ic_miss_clk=1..2000 --set kc_miss_clk=1..2000 --set mc_latency_clk=200..2000
t "a launch file that is not there" 2 - 'none.json: No such file' "$W" sweep --launch none.json --out "$T/none.db"
t "a chip that is not there" 2 - "chip 'rv771': neither" $S --chip rv770,rv771
t "a launch names its chip" 0 '3 points run' - "$W" sweep --launch tb/corpus/designs/nv30.json --set max_quads=8,16,32 --out "$T/nv30.db"
t "two of them are of one family" 2 - 'r580.json is for a chip of R580, .*nv30.json of NV30: expected chips of one family' \
    "$W" sweep --launch tb/corpus/designs/r580.json,tb/corpus/designs/nv30.json --out "$T/none.db"
t "that of the options has the last word" 2 - 'bad_nv30.s:1:[0-9]+: error: .*; it reads as a program of NV30: expected --chip nv30' \
    sh -c 'cp tb/corpus/designs/nv30.s "$1/bad_nv30.s" && shift && "$0" "$@"' "$W" "$T" sweep "$T/bad_nv30.s" \
    --launch tb/corpus/designs/nv30.json --chip rv770 --out "$T/none.db"
mkdir "$T/mine_chip" && cp tb/corpus/designs/* "$T/mine_chip"
sed 's/"nv30"/"chip.json"/' tb/corpus/designs/nv30.json >"$T/mine_chip/launch.json"
MINE='{"wekiva_chip": 1, "name": "mine", "base": "nv30", "parameters": {"max_quads": 8}}'
echo "$MINE" >"$T/mine_chip/chip.json"
t "it may be a file beside it" 0 '2 points run' - "$W" sweep --launch "$T/mine_chip/launch.json" --set core_runs=0,1 --out "$T/mine.db"
echo "$MINE" | sed 's/: 8/: 9/' >"$T/mine_chip/chip.json"
t "which makes another sweep when it changes" 2 - 'mine.db: is of another sweep' \
    "$W" sweep --launch "$T/mine_chip/launch.json" --set core_runs=0,1 --out "$T/mine.db"
t "a plot without an ending" 2 - 'expected at most 8 names that end in' $S --plot x.pdf
t "an output that is an input" 2 - '--csv is the same file as launch' "$W" sweep --launch $FADD --out "$T/none.db" --csv $FADD
t "part of nothing" 2 - 'expected K/N' $S --part 3/2
t "a Pareto set of one column" 2 - 'expected two columns' "$W" sweep "$T/s.db" --pareto cycles
t "what the machine refuses is a row" 0 'rv710 +- +refused#point 1: chip rv710: wave_size is 64' - \
    sh -c '"$0" "$@" | tr "\n" "#"' "$W" sweep --launch $FADD --chip rv770,rv710 --set wave_size=64 --out "$T/refused.db"
t "a program that does not end in time is one" 3 'cycle limit' - \
    "$W" sweep --launch $FADD --max-cycles 100 --out "$T/limit.db"
t "nor one in which a wavefront gets no turn, which is named" 3 'no progress at cycle 524288 \(--no-progress\): wavefront [3-7] on SIMD 0 has executed no CF' - \
    "$W" sweep $CLI/endless.asm --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16 --no-progress 300000 --out "$T/still.db"
t "a database knows how long it may stand still" 2 - 'is of another sweep: --no-progress is 300000' \
    "$W" sweep $CLI/endless.asm --launch $CLI/endless.json --set simds=1 --set cf_fetch_clk=16 --out "$T/still.db"
t "other numbers of threads repeat the inputs" 0 ' 128 +929 +512# +192 +[0-9]+ +0#' - \
    sh -c '"$0" "$@" | tr "\n" "#"' "$W" sweep --launch $FADD --set simds=1 --threads 64..192:64 --show compared --out "$T/threads.db"
t "a launch comes from the standard input" 0 '64 +[0-9]+' - \
    sh -c 'cd "$1" && "$0" sweep --launch - --threads 64,128 --out "$2" <launch.json' "$W" $CORPUS/fadd "$T/stdin.db"
t "results that are not there are told by name" 2 - '^wekiva: .*/gone.db: No such file or directory$' "$W" sweep "$T/gone.db"
t "a sweep file is read, and options take the place of its axes" 0 '9 points run' - \
    "$W" sweep $HIDING/sweep.json --threads 448 --out "$T/file.db"
echo '{"wekiva_sweep": 1, "launch": "x.json", "sets": {}}' >"$T/bad.json"
t "a key that a sweep file does not have, with the nearest" 2 - "bad.json:1:41: error: unknown key 'sets', did you mean set\?" "$W" sweep "$T/bad.json"
printf '{"wekiva_sweep": 1,\n "launch": "%s",\n "set": {"ic_ways": [2],\n "ic_way": [4]}}' "$PWD/$FADD" >"$T/bad.json"
t "what is wrong with a value is said at its key" 2 - "bad.json:4:2: error: ic_way=4: unknown chip parameter 'ic_way', did you mean ic_ways\?" \
    "$W" sweep "$T/bad.json"
echo '{"wekiva": 1,' >"$T/launch.json"
t "but of a launch that it names in that file" 2 - 'launch.json:2:1: error: ' sh -c 'sed "s,: \"/.*json,: \"launch.json," "$1/bad.json" >"$1/bad2.json" && "$0" sweep "$1/bad2.json"' "$W" "$T"
echo '{"wekiva_sweep": 1, "launch": ["x.json",}' >"$T/bad.json"
t "a sweep file that is no JSON" 2 - 'bad.json:1:[0-9]+: error: ' "$W" sweep "$T/bad.json"
t "the interrupted sweep says how far it came" 143 - 'interrupted: [0-9]+ of 64 points are in .*; the same command goes on' \
    python3 tb/cli/interrupt.py TERM "$W" sweep --launch $FADD --jobs 1 --threads 65536..65599 --out "$T/int.db"
t "the whole of it: killed, in parts, merged, with a scheduler, plotted" 0 '0 failed' - python3 tb/cli/sweep.py "$W"
t "files of it that are damaged, not whole, or from another folder" 0 '0 failed' - python3 tb/cli/sweep_files.py "$W"
t "points of a file are those of separate runs, resumed, in pieces; a wrong file is refused" 0 '0 failed' - \
    python3 tb/cli/sweep_points.py "$W"
t "keys of the launch as axes are launch files with these values; a wrong name or value is refused" 0 '0 failed' - \
    python3 tb/cli/sweep_keys.py "$W"
t "launches in a row have none: a wrong column is one" 2 - "no column 'cyclse', did you mean cycles" \
    "$W" sweep --launch $CLI/row.json --show cyclse --out "$T/none.db"
t "performance counters as columns are those of each run alone" 0 '0 failed' - python3 tb/cli/sweep_counters.py "$W"
t "seeds: means, confidence and verdicts of their points" 0 '0 failed' - python3 tb/cli/sweep_seeds.py "$W"
t "why a point of a sweep has its cycles" 0 '0 failed' - python3 tb/cli/sweep_why.py "$W"
t "ratios to a baseline and their geometric means are those of its points" 0 '0 failed' - python3 tb/cli/sweep_baseline.py "$W"
