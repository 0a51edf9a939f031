#!/bin/bash
# run.sh BUILD WEKIVA - builds and runs the SystemC examples; a line each that is right, status 1 when one is not.
#
# The SIMD as an sc_module must give the exports and cycles of `wekiva run` on one SIMD; every twinned module as an sc_module those of
# the C module; a C model and a Verilated block must agree on the same signals.
set -u
build=$1/tb/systemc wekiva=$2
libs="$1/liblockstep.a $1/libwekiva.a -lsystemc -lelf -ljansson -lm -lz -ldl"
flags="-std=c++17 -O1 -fno-lto -Wall -Wextra -Werror -I. -I$build"
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
passed=0 failed=0

judge() { # NAME COMMAND...
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "ok   $name"
        passed=$((passed + 1))
    else
        echo "FAIL $name"
        printf '%s\n' "$output" | tail -n 5 | sed 's/^/     /'
        failed=$((failed + 1))
    fi
}

newer() { # TARGET SOURCE...: must the target be made?
    local target=$1 source
    shift
    [ -e "$target" ] || return 0
    for source in "$@"; do [ "$source" -nt "$target" ] && return 0; done
    return 1
}

compile() { # PROGRAM SOURCE OPTION...
    local program=$build/$1 source=$2
    shift 2
    newer "$program" "$source" tb/systemc/*.hpp tb/systemc/*.h "$build/blocks_sc.hpp" "$build"/*.o || return 0
    # shellcheck disable=SC2086
    g++ $flags -o "$program" "$source" "$@" $libs
}

same_as_wekiva() { # LAUNCH: matching exports and the same cycles
    local cycles
    cycles=$("$wekiva" run --launch "$1" --set simds=1 | sed -n 's/^cycles: \([0-9]*\);.*/\1/p')
    "$build/simd" "$1" >"$build/simd.out" 2>&1 || { cat "$build/simd.out"; return 1; }
    grep -q "^$cycles cycles, " "$build/simd.out" || { echo "wekiva run: $cycles cycles"; cat "$build/simd.out"; return 1; }
}

bites() { # a refused launch ends with status 2
    "$build/simd" tb/systemc/run.sh >/dev/null 2>&1
    [ $? -eq 2 ]
}

"$build/generate" >"$build/blocks_sc.new" || exit 2
cmp -s "$build/blocks_sc.new" "$build/blocks_sc.hpp" || cp "$build/blocks_sc.new" "$build/blocks_sc.hpp"
compile simd tb/systemc/simd.cpp "$build/machine.o" || exit 2
for launch in tb/corpus/llvm-rv770/*/launch.json; do
    judge "SIMD: $(basename "$(dirname "$launch")"): exports and cycles of wekiva run" same_as_wekiva "$launch"
done
judge "SIMD: what is not a launch is refused" bites
judge "SIMD: waveform of every register" "$build/simd" tb/corpus/llvm-rv770/literals4/launch.json --trace "$build/simd"
judge "SIMD: the waveform can be read" python3 tb/vcd_tool.py check "$build/simd.vcd"

compile blocks tb/systemc/blocks.cpp || exit 2
count=$(grep -c '^class .*_sc ' "$build/blocks_sc.hpp")
for number in $(seq 0 $((count - 1))); do
    judge "module $number beside the plain C module" "$build/blocks" "$number" 2000
done
[ "$count" -gt 0 ] || { echo "FAIL no module"; failed=$((failed + 1)); }

mixed=$build/mixed_rtl
if newer "$build/mixed" tb/systemc/mixed.cpp tb/systemc/*.hpp tb/rtl/*.sv "$build/blocks_sc.hpp"; then
    verilator --sc --pins-bv 2 -Wno-fatal -O3 -y tb/rtl --Mdir "$mixed" --build --top-module alu_slot tb/rtl/alu_slot.sv \
        -CFLAGS "-std=c++17 -O1" >"$build/verilator.log" 2>&1 || { tail -n 5 "$build/verilator.log"; exit 2; }
    includes=$(verilator --getenv VERILATOR_ROOT)/include
    make -s -C "$mixed" -f Valu_slot.mk verilated.o verilated_threads.o >>"$build/verilator.log" 2>&1 ||
        { tail -n 5 "$build/verilator.log"; exit 2; }
    # shellcheck disable=SC2086
    g++ $flags -isystem "$includes" -isystem "$includes/vltstd" -I"$mixed" -o "$build/mixed" tb/systemc/mixed.cpp \
        "$mixed/Valu_slot__ALL.a" "$mixed"/verilated*.o $libs -lpthread || exit 2
fi
judge "mixed: the C model and the Verilated slot on the same signals" "$build/mixed" 20000 1 "$build/mixed"
while read -r verdict; do
    printf '%s\n' "$verdict"
    case $verdict in ok*) passed=$((passed + 1)) ;; *) failed=$((failed + 1)) ;; esac
done < <(python3 tb/systemc/document.py "$1" 2>&1 && python3 tb/systemc/outside.py "$1" "$wekiva" 2>&1)
echo "systemc: $passed passed, $failed failed"
[ $failed -eq 0 ]
