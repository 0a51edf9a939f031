#!/bin/sh
# lint.sh - every twin without a warning of Verilator, and accepted by Icarus Verilog and by Yosys.
#
# usage: tb/rtl/lint.sh [TOP ...]     from the project's root; without names all twins that tb/lockstep knows.
# Tools that are missing are named and skipped; what is installed must accept every twin, but for those with packed
# ports of elements, which Debian 12's Yosys (0.23) cannot read, and for the 4 x 512 tag compares of line_cache, which take it half an hour.
set -u
unread=' lds line_cache '
rtl=tb/rtl
tops=${*:-$(sed -n 's/^LOCKSTEP(\(.*\))$/\1/p; s/^TWIN(\([a-z0-9_]*\),.*/\1/p' tb/lockstep/modules.def)}
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
failed=0

# accepts TOOL COMMAND...: does it succeed, or is it missing?  Its messages when it does not.
accepts() {
    tool=$1
    shift
    command -v "$tool" >/dev/null || return 0
    if "$@" >"$log" 2>&1; then
        accepted="$accepted $tool"
    else
        cat "$log"
        refused="$refused $tool"
        failed=1
    fi
}

for tool in verilator iverilog yosys; do
    command -v $tool >/dev/null || echo "lint: $tool is not installed, skipped"
done
for top in $tops; do
    accepted='' refused=''
    files="$rtl/*_pkg.sv $rtl/$top.sv"
    # shellcheck disable=SC2086
    accepts verilator verilator --lint-only -Wall --top-module "$top" -I$rtl -y $rtl $files
    # shellcheck disable=SC2086
    accepts iverilog iverilog -g2012 -I$rtl -y $rtl -Y .sv -o /dev/null -s "$top" $files
    case $unread in *" $top "*) ;; *) accepts yosys yosys -q -p "read_verilog -sv -I$rtl $(echo $files); hierarchy -top $top -check -libdir $rtl" ;; esac
    echo "lint: $top:${accepted:- accepted by none}${refused:+; refused by$refused}"
done
exit $failed
