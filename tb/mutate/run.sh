#!/bin/sh
# run.sh N SEED [FILE...] - the mutation score of the ALU files: N mutants of each, the five test_alu programs against them.
#
# Works on a copy of the tree, with a check of array bounds as make check has it, and without warnings, which would refuse
# mutants that leave something unused.  Survivors that cannot be killed are in tb/mutate/equivalent.txt.
set -e
number=$1 seed=$2
shift 2
[ $# -gt 0 ] || set -- pipeline/alu_float.h pipeline/alu_integer.h pipeline/alu_compare.h pipeline/alu_convert.h \
    pipeline/alu_modifiers.c pipeline/alu_reduce.c pipeline/alu_double.c pipeline/alu_transcendental.c \
    pipeline/alu_curve.h pipeline/alu_angle.h
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
trap 'exit 130' INT TERM
cp -R Makefile kit isa mem pipeline rtl_model trace tb "$copy"
cd "$copy"
tests='oracle rules reduce double transcendental'
# shellcheck disable=SC2016
python3 tb/mutate/c_mutate.py -n "$number" -s "$seed" -k tb/mutate/equivalent.txt "$@" -- sh -c '
    programs=$(for test in '"$tests"'; do echo "build/tb/isa/test_alu_$test"; done)
    make -s -j2 B=build LTO= CFLAGS="-O1 -w -fsanitize=bounds-strict -fno-sanitize-recover=bounds-strict" DIRS="kit isa pipeline" $programs || exit 99
    export CMOCKA_TEST_ABORT=1 # the first failure is enough
    for program in $programs; do "$program" || exit 1; done'
