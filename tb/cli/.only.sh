#!/bin/sh
# test_cli.sh - tests of the wekiva command from outside: every command, every option, every kind of bad input.
#
#   WEKIVA=build/wekiva tb/cli/test_cli.sh
#
# A line per test, `ok` or `FAILED` and a sentence that is true when it passes; last `N passed, N failed, N skipped`.
# Exit status 0 when none failed.  Every case of status 2 must also print exactly one line, which starts with
# `wekiva: `.  Tests that need a tool that is not installed are skipped.
# shellcheck disable=SC2016,SC2059  # formats are parameters; the inner shells expand their own arguments
set -u
cd "$(dirname "$0")/../.." || exit 2
W=${WEKIVA:-build/wekiva}
[ -x "$W" ] || { echo "test_cli: $W is no program: set WEKIVA" >&2; exit 2; }
case $W in /*) ;; *) W=$PWD/$W ;; esac
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
trap 'exit 2' INT TERM
CLI=tb/cli
CORPUS=tb/corpus/llvm-rv770
passed=0 failed=0 skipped=0

verdict() { # STATUS SENTENCE [DETAIL]
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        echo "FAILED  $2"
        [ -n "${3-}" ] && printf '%s\n' "$3" | sed 's/^/        /'
    fi
}

skip() {
    skipped=$((skipped + 1))
    echo "skipped $1"
}

# The file holds the extended pattern; `-` means that it must be empty, `*` that anything will do.
holds() { # FILE PATTERN
    case $2 in
    '-') [ ! -s "$1" ] ;;
    '*') true ;;
    *) grep -Eq -e "$2" "$1" ;;
    esac
}

# What hangs fails: status 124; the limit is far beyond what a busy machine needs.  Shell functions run without it.
LIMIT=
with_limit() {
    LIMIT=
    command -v timeout >/dev/null 2>&1 && [ -x "$1" ] && LIMIT="timeout 900"
}

# Runs a command; its output and error output stay in $T/out and $T/err.
t() { # SENTENCE STATUS OUT-PATTERN ERR-PATTERN COMMAND...
    sentence=$1 want=$2 out=$3 err=$4
    shift 4
    with_limit "$1"
    $LIMIT "$@" >"$T/out" 2>"$T/err" </dev/null
    got=$?
    why=
    [ "$got" -eq "$want" ] || why="status $got, expected $want"
    holds "$T/out" "$out" || why="$why; output is not '$out'"
    holds "$T/err" "$err" || why="$why; error output is not '$err'"
    if [ "$want" -eq 2 ]; then
        [ "$(wc -l <"$T/err")" -eq 1 ] && grep -q '^wekiva: ' "$T/err" || why="$why; not one line of message"
    fi
    [ -z "$why" ]
    verdict $? "$sentence" "$why
$(head -n 3 "$T/out" "$T/err" 2>/dev/null)"
}

# A condition about files that a test left.
also() { # SENTENCE COMMAND...
    sentence=$1
    shift
    message=$("$@" 2>&1)
    verdict $? "$sentence" "$message"
}

have() { command -v "$1" >/dev/null 2>&1; }
same_from_900() { [ -s "$1" ] && sed '1,/^\$enddefinitions/d' "$1" >"$T/left" && sed '1,/^\$enddefinitions/d' "$2" | cmp - "$T/left"; }
vcd_is_readable() { python3 tb/vcd_tool.py check "$1"; }
ends_at_the_named_cycle() { [ "$(tail -n 1 "$1")" = "#$(($(sed -n 's/.* at cycle \([0-9]*\);.*/\1/p' "$T/err") + 1))0" ]; }
is_json() { python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$1"; }
nothing_left_in() { [ -z "$(ls -A "$1")" ]; }

M="$CLI/move.asm --launch $CLI/launch.json"
FMAD=$CORPUS/fmad/launch.json

M="$CLI/move.asm --launch $CLI/launch.json"
FMAD=$CORPUS/fmad/launch.json
AT_ONCE=$PWD/tb/corpus/together/launch.json
"$W" run --launch $AT_ONCE --out "$T/once" >/dev/null
. tb/cli/cosim.sh
echo "$passed passed, $failed failed, $skipped skipped"
