#!/bin/sh
# cosim.sh - every twin beside its C module, and in its place.
#
#   WEKIVA=build/wekiva tb/lockstep/cosim.sh
#
#   CYCLES=1000000   compared cycles of each module
#   FAULTS=1000      single-bit faults injected at the outputs of each, over as many cycles
#   SEED=1           of the random inputs
#   JOBS=2           programs at once
#   MORE=DIR         a folder of further programs; else random ones, one for each 10000 of CYCLES
#
# Last `N passed, N failed`; exit status 1 when anything failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
W=${WEKIVA:-build/wekiva}
CYCLES=${CYCLES:-1000000} FAULTS=${FAULTS:-1000} SEED=${SEED:-1} JOBS=${JOBS:-2}
[ -x "$W" ] || { echo "cosim: $W is no program: set WEKIVA" >&2; exit 2; }
log=$(mktemp) && made=$(mktemp -d) || exit 2
trap 'rm -rf "$log" "$made"' EXIT

twins() { "$W" cosim --list | sed '/ default stimulus/d; s/ .*//'; }
twins | xargs -P "$JOBS" -I '{}' sh -c '
    wekiva=$1 cycles=$2 faults=$3 seed=$4 module=$5
    text=$("$wekiva" cosim "$module" --cycles "$cycles" --seed "$seed" --faults "$faults" 2>&1) && verdict=ok || verdict=FAILED
    printf "%s\n" "$text" | sed "s/^/$verdict: /"
' sh "$W" "$CYCLES" "$FAULTS" "$SEED" '{}' | tee "$log"

[ -n "${MORE:-}" ] || "$(dirname "$W")/tb/fuzz/save_programs" $((CYCLES / 10000 + 1)) "$SEED" "$made" || exit 2
WEKIVA=$W python3 tb/lockstep/tests/replace.py --jobs "$JOBS" --more "${MORE:-$made}" | tee -a "$log"
WEKIVA=$W JOBS=$JOBS python3 tb/lockstep/tests/export_sv.py | tee -a "$log"
# The longest first; each says what it has to say at its end.
printf '%s\n' any.sh policies.sh differs.py prove.sh beside.sh lag.sh stimulus.sh | xargs -P "$JOBS" -I '{}' sh -c '
    case $3 in *.py) set -- "$1" "$2" "$3" python3 ;; esac
    WEKIVA=$1 ${4:-} "tb/lockstep/tests/$3" >"$2/$3.log" 2>&1
    cat "$2/$3.log"
' sh "$W" "$made" '{}' | tee -a "$log"

compared=$(sed -n 's/^ok: .*: \([0-9]*\) cycles agree.*/\1/p' "$log" | awk '{ n += $1 } END { printf "%d", n }')
faults=$(sed -n 's/^ok: .*: \([0-9]*\) single-bit faults.*/\1/p' "$log" | awk '{ n += $1 } END { printf "%d", n }')
agree=$(grep -c '^ok: .* cycles agree' "$log")
bad=$(twins | wc -l)
bad=$((bad - agree))
# Nine programs have counted.
runs=$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { n += $1 } END { print n + 0 }' "$log")
wrong=$(awk '/^[0-9]+ passed, [0-9]+ failed$/ { n += $3; told++ } END { print n + 9 - told }' "$log")
echo "cosim: $compared cycles of $agree modules compared, $faults faults found"
echo "$((agree + ${runs:-0})) passed, $((bad + ${wrong:-1})) failed"
[ "$bad" -eq 0 ] && [ "${wrong:-1}" -eq 0 ]
