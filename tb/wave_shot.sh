#!/bin/sh
# wave_shot.sh - picture of a waveform dump, made without a screen.
#
# usage: wave_shot.sh [-s] [-w WIDTH] [-h HEIGHT] [-f FROM] [-t TO] [-p OUT.pdf] DUMP OUT.png [SAVE.gtkw]
#
#   DUMP       .vcd or .fst
#   OUT.png    picture of the whole GTKWave window (File/Grab To File)
#   SAVE.gtkw  signals, order, colours, radix, filters; without it every
#              signal of the dump is shown, in the dump's order
#   -s         what SAVE.gtkw opens on: its own window, zoom and markers; no other option goes with it
#   -f/-t      time window, as typed in the From/To boxes ("120 ns" or a bare number)
#   -p         also a vector PDF of the wave area (File/Print To File)
#
# exit: 0 picture made; 1 GTKWave made none (its output goes to stderr); 2 bad usage.
# Needs: gtkwave, xvfb-run (Debian: gtkwave xvfb xauth).
set -eu
w=1600 h=900 from= to= pdf= own=
usage() { sed -n '4s/^# //p' "$0" >&2; exit 2; }
while getopts sw:h:f:t:p: o; do
  case $o in s) own=1 ;; w) w=$OPTARG ;; h) h=$OPTARG ;; f) from=$OPTARG ;; t) to=$OPTARG ;; p) pdf=$OPTARG ;; *) usage ;; esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || [ $# -eq 3 ] || usage
dump=$1 png=$2 save=${3:-}
[ -z "$own" ] || { [ -n "$save" ] && [ -z "$from$to$pdf" ]; } || usage
[ -r "$dump" ] || { echo "wave-shot: cannot read $dump" >&2; exit 2; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT INT TERM
{
  if [ -z "$save" ]; then
    cat <<'TCL'
set sigs [list]
set n [gtkwave::getNumFacs]
for {set i 0} {$i < $n} {incr i} { lappend sigs [gtkwave::getFacName $i] }
gtkwave::addSignalsFromList $sigs
gtkwave::/Edit/UnHighlight_All
TCL
  fi
  [ -z "$from" ] || echo "gtkwave::setFromEntry {$from}"
  [ -z "$to" ] || echo "gtkwave::setToEntry {$to}"
  # Turns of the event loop: the window gets its final size only after some,
  # and a zoom computed before that is a few pixels too wide.
  echo 'for {set i 0} {$i < 20} {incr i} { gtkwave::nop; after 10 }'
  [ -n "$own" ] || echo 'gtkwave::/Time/Zoom/Zoom_Out; gtkwave::nop; gtkwave::/Time/Zoom/Zoom_Full'
  [ -n "$own$from$to" ] || echo 'set a [gtkwave::getMinTime]; set b [gtkwave::getMaxTime]; gtkwave::setZoomRangeTimes $a [expr {$b + ($b - $a) / 16}]'
  echo 'for {set i 0} {$i < 20} {incr i} { gtkwave::nop; after 10 }'
  echo "gtkwave::/File/Grab_To_File {$png}"
  [ -z "$pdf" ] || echo "gtkwave::/File/Print_To_File PDF {Letter (8.5\" x 11\")} Full {$pdf}"
  echo 'gtkwave::/File/Quit'
} > "$tmp/shot.tcl"
rm -f "$png"
rc=
[ -n "$own" ] || rc="--rcvar 'do_initial_zoom_fit yes' --rcvar 'initial_window_x $w' --rcvar 'initial_window_y $h' \
    --rcvar 'ignore_savefile_size on' --rcvar 'ignore_savefile_pos on' --rcvar 'hide_sst on'"
eval "set -- $rc"
timeout "${WAVE_SHOT_TIMEOUT:-60}" xvfb-run -a -s "-screen 0 $((w + 200))x$((h + 200))x24" \
  gtkwave --rcvar 'splash_disable on' "$@" -S "$tmp/shot.tcl" "$dump" ${save:+"$save"} > "$tmp/log" 2>&1 || true
[ -s "$png" ] || { cat "$tmp/log" >&2; exit 1; }
