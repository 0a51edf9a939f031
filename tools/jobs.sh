#!/bin/sh
# jobs.sh - how many files are compiled at a time: one for each processor and each GB of memory that is free.
processors=$(nproc 2>/dev/null || echo 2)
memory=$(awk '/^MemAvailable:/ { print int($2 / 1000000) }' /proc/meminfo 2>/dev/null)
[ "${memory:-$processors}" -lt "$processors" ] && processors=$memory
[ "$processors" -ge 1 ] && echo "$processors" || echo 1
