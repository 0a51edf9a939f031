# expect.sh - for tests of commands: a line per test, and how many passed and failed; the caller has the folder T.
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
