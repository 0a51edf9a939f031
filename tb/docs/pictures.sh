#!/bin/sh
# pictures.sh - makes docs/images/*.png and wiring*.svg again: what the waveforms of the demo and of `make waves` open on, and the
# tutorial of docs/cosim.md.
#
# usage: WEKIVA=build/wekiva tb/docs/pictures.sh             (from the project's root)
#        WEKIVA=build/wekiva tb/docs/pictures.sh --check     whether each shows what it would show today; no picture is made
# Needs gtkwave, xvfb-run, gnuplot, python3; make deps-viewers for those of other viewers.  The pictures change with the version of GTKWave and with fonts, so no test compares
# them.  docs/images/pictures.txt has a hash of what each shows: rows, markers and words in its window (shown.py), or its figures.
set -eu
check=${1:-}
stamps=docs/images/pictures.txt
old=0
wekiva=${WEKIVA:-build/wekiva}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# stamp NAME HASH: notes it, or compares; false when it differs.
stamp() {
    if [ "$check" ]; then
        grep -qx "$1 $2" $stamps && return
        echo "docs/images/$1 is older than what it shows: make pictures" >&2
        old=1
    else
        { grep -v "^$1 " $stamps || :; echo "$1 $2"; } | LC_ALL=C sort >"$work/stamps"
        cp "$work/stamps" $stamps
    fi
}

# picture NAME DUMP SAVE [wave_shot option]...: in the folder of the waveform, so that no path shows
picture() {
    name=$1 dump=$2 save=$3
    shift 3
    window=$(echo "$*" | sed -n 's/.*-f \([0-9]*\) ns -t \([0-9]*\) ns.*/-f \1 -t \2/p')
    if [ ! "$check" ]; then
        (cd "$work" && "$OLDPWD/tb/wave_shot.sh" "$@" "$dump" "$name.png" "$save")
        cp "$work/$name.png" docs/images/
    fi
    stamp "$name.png" "$(python3 tb/docs/shown.py $window "$work/$dump" "$work/$save")"
}

# The block diagrams, from the rows that drive the wires; check_pages.py compares them.
[ "$check" ] || for name in $(cd docs/images && ls wiring*.dot | sed "s/\.dot$//"); do
    dot -Tsvg docs/images/$name.dot -o docs/images/$name.svg
    echo "<!-- of $(sha256sum <docs/images/$name.dot | cut -d' ' -f1) -->" >>docs/images/$name.svg # for check_pages.py
done

# The sweep of README.md and docs/sweep.md, by gnuplot.
if [ "$check" ]; then plot=$work/hiding.svg; else plot=docs/images/hiding.svg; fi
"$wekiva" sweep tb/corpus/hiding/sweep.json --set vc_hit_clk=380 --threads 64..2048:64 --y alu_used --plot "$plot" --csv "$work/hiding.csv" \
    --out "$work/hiding.db" --quiet
stamp hiding.svg "$(sha256sum <"$work/hiding.csv" | cut -d' ' -f1)"

# The tutorial of docs/cosim.md.
mkdir "$work/mine"
{ "$wekiva" cosim predicate --template | sed '/always_ff/,$d'
    sed -n '/^```systemverilog$/,/^```$/p' docs/cosim.md | grep -v '^```'; } >"$work/mine/predicate.sv"
stamp cosim.sv "$(sha256sum <"$work/mine/predicate.sv" | cut -d' ' -f1)"
if [ ! "$check" ]; then # what it is made of is compared, for a comparison is built for half a minute
    "$wekiva" cosim predicate --rtl "$work/mine" --trace "$work/both.vcd" || [ $? -eq 1 ]
fi
[ "$check" ] || picture cosim both.vcd both.gtkw -w 1400 -h 830 -f '64 ns' -t '71 ns'

"$wekiva" run --quiet --launch tb/demo/launch.json --set simds=1 --trace "$work/demo.vcd"
picture demo demo.vcd demo.gtkw -s
picture demo-end demo.vcd demo.gtkw -f '6640 ns' -t '6794 ns'

# Wavefront 17 among many, from its last clause to its export.
"$wekiva" run --quiet --launch tb/waves/launch.json --set simds=1 --trace "$work/many.vcd"
python3 tb/waves/follow.py "$work/many.gtkw" 17 "$work/wave-17.gtkw"
picture many many.vcd wave-17.gtkw -s

# One small program on three machines: docs/designs.md.
for machine in 'r700 rv770 --set simds=1 --set ic_miss_clk=40' 'r580 r580' 'nv30 nv30'; do
    set -- $machine
    name=design-$1 file=tb/corpus/designs/$1.json chip=$2
    shift 2
    "$wekiva" run --quiet --chip "$chip" "$@" --launch "$file" --trace "$work/$name.vcd"
    picture "$name" "$name.vcd" "$name.gtkw" -w 1400 -h 800
done
# What other viewers show of the demo (tb/views/viewers.py): as far as they are here, with KONATA=index.html.
[ "$check" ] || made=$(WEKIVA=$wekiva python3 tb/views/viewers.py --pictures docs/images | grep -v skipped || :)
"$wekiva" profile --launch tb/demo/launch.json --set simds=1 --folded "$work/folded" >"$work/profile"
"$wekiva" run --quiet --launch tb/demo/launch.json --set simds=1 --pipeline "$work/demo.kanata" --pipeline-window 4960:5020
for viewer in konata:demo.kanata speedscope:folded kcachegrind:profile; do
    case "$check ${made-}" in
    --check* | *"${viewer%:*}"*) stamp "${viewer%:*}.png" "$(sha256sum <"$work/${viewer#*:}" | cut -d' ' -f1)" ;;
    *) echo "pictures: no ${viewer%:*} here, so its picture is as it was" ;;
    esac
done
[ "$old" -eq 0 ] && { [ ! "$check" ] || echo "pictures: $(wc -l <$stamps) passed, 0 failed"; }
