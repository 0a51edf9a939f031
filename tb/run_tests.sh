#!/bin/sh
# run_tests.sh LOGS COMMAND... - runs test programs, two at a time, and counts.
#
# A COMMAND is one word or a quoted command line.  cmocka's "[  PASSED  ] N test(s)." and lines `N passed, N failed` are
# counted, as are Python's unittest and the corpus runner; a program that fails without saying how many counts as one failure.  The output of a program that fails is
# shown whole.  LOGS is a folder for the outputs.  Closes with `N passed, N failed`; exit status 1 when anything failed.
logs=$1
shift
rm -rf "$logs"
mkdir -p "$logs" || exit 2

number=0
for command in "$@"; do
    number=$((number + 1))
    printf '%03d %s\0' "$number" "$command"
done | xargs -0 -P "${JOBS:-2}" -I '{}' sh -c '
    logs=$1 entry=$2
    log=$logs/${entry%% *} command=${entry#* }
    echo "$command" >"$log.name"
    sh -c "$command" >"$log" 2>&1 </dev/null
    echo $? >"$log.status"
' sh "$logs" '{}'

passed=0 failed=0
for log in "$logs"/???; do
    status=$(cat "$log.status" 2>/dev/null || echo 2)
    ok=$(awk '/^Ran [0-9]+ tests? in/ { n += $2 } /^[0-9]+ programs: [0-9]+ match/ { n += $3 } /^\[  PASSED  \] [0-9]+ test/ { n += $4 } /^([a-z_]+: )?[0-9]+ passed, [0-9]+ failed/ { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^passed/) n += $i } END { print n + 0 }' "$log")
    bad=$(awk '/^\[  FAILED  \] [0-9]+ test/ { n += $4 } /^([a-z_]+: )?[0-9]+ passed, [0-9]+ failed/ { for (i = 1; i < NF; i++) if ($(i + 1) ~ /^failed/) n += $i } END { print n + 0 }' "$log")
    [ "$status" -ne 0 ] && [ "$bad" -eq 0 ] && bad=1
    [ "$status" -eq 0 ] && [ "$bad" -eq 0 ] && [ "$ok" -eq 0 ] && bad=1 && echo "ran no test" >>"$log"
    passed=$((passed + ok)) failed=$((failed + bad))
    if [ "$bad" -eq 0 ]; then
        printf 'ok    %5d  %s\n' "$ok" "$(cat "$log.name")"
    else
        printf 'FAIL  %5d  %s (exit status %s)\n' "$bad" "$(cat "$log.name")" "$status"
        sed 's/^/    /' "$log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
