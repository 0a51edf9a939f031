#!/bin/sh
# lint.sh - every twin without a warning of Verilator, and accepted by Icarus Verilog or Yosys.
#
# usage: tb/rtl/lint.sh [TOP ...]     from the project's root; without names all twins that tb/lockstep knows.
# Tools that are missing are named and skipped.
set -u
rtl=tb/rtl
tops=${*:-$(sed -n 's/^ *\.top = "\(.*\)",$/\1/p' tb/lockstep/*.c | sort -u)}
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
failed=0

# has TOOL: is it there?
has() {
    command -v "$1" >/dev/null
}

# accepts TOOL COMMAND...: does it succeed?  The last log is kept.
accepts() {
    tool=$1
    shift
    has "$tool" && "$@" >"$log" 2>&1 && accepted="$accepted $tool"
}

for tool in verilator iverilog yosys; do
    has $tool || echo "lint: $tool is not installed, skipped"
done
for top in $tops; do
    accepted=
    files="$rtl/*_pkg.sv $rtl/$top.sv"
    # shellcheck disable=SC2086
    if has verilator && ! accepts verilator verilator --lint-only -Wall --top-module "$top" -I$rtl -y $rtl $files; then
        cat "$log"
        failed=1
    fi
    accepts iverilog iverilog -g2012 -I$rtl -y $rtl -Y .sv -o /dev/null -s "$top" $files
    accepts yosys yosys -q -p "read_verilog -sv -I$rtl $(echo $files); hierarchy -top $top -check -libdir $rtl; proc"
    case $accepted in
    *iverilog* | *yosys*) ;;
    *)
        if has iverilog || has yosys; then
            cat "$log"
            failed=1
        fi
        ;;
    esac
    echo "lint: $top:${accepted:- accepted by none}"
done
exit $failed
