#!/bin/sh
# pictures.sh - makes docs/images/*.png again, from the demo's program and the signals of tb/docs/demo.signals.
#
# usage: WEKIVA=build/wekiva tb/docs/pictures.sh        (from the project's root)
# Needs gtkwave, xvfb-run, python3.  The pictures change with the version of GTKWave and with fonts, so no test compares
# them.
set -eu
wekiva=${WEKIVA:-build/wekiva}
launch=tb/corpus/llvm-rv770/literals4/launch.json
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# picture NAME HEIGHT "wave_shot options" [wekiva option]...
picture() {
    name=$1 height=$2 window=$3
    shift 3
    "$wekiva" run --quiet --launch $launch --trace "$work/$name.vcd" "$@"
    python3 tb/docs/pick_signals.py "$work/$name.gtkw" < tb/docs/demo.signals > "$work/$name-small.gtkw"
    # shellcheck disable=SC2086
    (cd "$work" && "$OLDPWD/tb/wave_shot.sh" -w 1700 -h "$height" $window "$name.vcd" "$name.png" "$name-small.gtkw")
    cp "$work/$name.png" docs/images/
}

# The tutorial of docs/cosim.md.
mkdir "$work/mine"
{ "$wekiva" cosim predicate --template | sed '/always_ff/,$d'
    sed -n '/^```systemverilog$/,/^```$/p' docs/cosim.md | grep -v '^```'; } >"$work/mine/predicate.sv"
"$wekiva" cosim predicate --rtl "$work/mine" --trace "$work/both.vcd" || [ $? -eq 1 ]
tb/wave_shot.sh -w 1400 -h 830 -f 640 -t 710 "$work/both.vcd" docs/images/cosim.png "$work/both.gtkw"

picture demo 815 "" --set ic_miss_clk=1
picture demo-end 815 "-f 20500 -t 21700"

# Wavefront 17 among many, from its last clause to its export.
"$wekiva" run --quiet --launch tb/waves/launch.json --trace "$work/many.vcd"
python3 tb/waves/follow.py "$work/many.gtkw" 17 "$work/wave-17.gtkw"
(cd "$work" && "$OLDPWD/tb/wave_shot.sh" -w 1700 -h 1150 -f 28350 -t 30050 many.vcd many.png wave-17.gtkw)
cp "$work/many.png" docs/images/
