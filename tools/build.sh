#!/bin/sh
# build.sh MAKE TARGET... - makes the targets, $JOBS files at a time, and says every few seconds how many of the files are built.
#
# usage: tools/build.sh "make" [VARIABLE=VALUE]... TARGET...      (from the project's root; JOBS=4: four at a time)
# Exit status is make's.  With `make -s` it says nothing.
make=$1
shift
total=$($make -n "$@" 2>/dev/null | grep -c -e ' -o ')

# On a terminal the line is written over.
say() {
    if [ -t 1 ]; then printf '\r\033[K%s' "$1"; else printf '%s\n' "$1"; fi
}

{
    $make --no-print-directory "-j${JOBS:-$(tools/jobs.sh)}" "$@"
    echo "build.sh: status $?"
} | {
    begun=0 said=$(date +%s) status=2
    while IFS= read -r line; do
        case $line in
        "build.sh: status "*)
            status=${line##* }
            continue
            ;;
        *" -o "*) ;;
        *) continue ;;
        esac
        begun=$((begun + 1))
        file=${line#* -o }
        file=${file%% *}
        now=$(date +%s)
        case $file in
        */wekiva) ;; # the whole command is optimised now, which takes longer than any other file
        *) [ $((now - said)) -lt 3 ] && [ "$begun" -gt 1 ] && continue ;;
        esac
        said=$now
        say "building: $begun of $total, $file"
    done
    [ -t 1 ] && [ "$begun" -gt 0 ] && echo
    exit "$status"
}
