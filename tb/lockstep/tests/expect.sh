# expect.sh - for tests of commands: the command W, a folder T of their own with a cache of built blocks, a line per test, and how
# many passed and failed.
W=${WEKIVA:-build/wekiva}
case $W in /*) ;; *) W=$PWD/$W ;; esac
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
WEKIVA_CACHE=$T/cache WEKIVA_OPTIMISE=-O0
export WEKIVA_CACHE WEKIVA_OPTIMISE
passed=0 failed=0

t() { # SENTENCE STATUS PATTERN COMMAND...
    sentence=$1 want=$2 pattern=$3
    shift 3
    "$@" >"$T/out" 2>&1 </dev/null
    got=$?
    if [ "$got" -eq "$want" ] && grep -Eq -e "$pattern" "$T/out"; then
        passed=$((passed + 1))
        echo "ok      $sentence"
    else
        failed=$((failed + 1))
        echo "FAILED  $sentence: status $got, expected $want and '$pattern'"
        head -n 4 "$T/out"
    fi
}
