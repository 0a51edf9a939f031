# export_sv.sh - tests of `wekiva export-sv` for which no simulator is needed; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154

echo "# export-sv"
pages=$(ls docs/ports/*.md docs/ports/*/*.md | grep -cvE 'README|nets')
count() { "$W" export-sv --list | wc -l; }
t "export-sv --list has every module with a page of ports" 0 "^ *$pages\$" - count
t "export-sv wants a module" 2 - 'expected a MODULE, one of --list, or --pkg' "$W" export-sv
t "it gives the nearest one" 2 - "no module 'arbitr', did you mean arbiter\?" "$W" export-sv arbitr --out "$T/sv"
t "or says where they are" 2 - "no module 'frobnicate', expected one of --list" "$W" export-sv frobnicate --out "$T/sv"
t "a function of a module is none" 2 - 'texture_tiler is a function of a module, not one: expected a module of docs/ports' \
    "$W" export-sv texture_tiler --out "$T/sv"
t "--pkg has no module with it" 2 - "--pkg: expected no operand, got 'arbiter'" "$W" export-sv --pkg arbiter
t "nor other ports" 2 - '--pkg: expected no --all with it' "$W" export-sv --pkg --all
also "and nothing was written" test ! -e "$T/sv"
t "export-sv writes modules of all machines, the package and what goes with them" 0 - - \
    "$W" export-sv predicate r580_flow nv30_adder --out "$T/sv"
files() { ls "$1" | tr '\n' ' '; }
t "these files" 0 '^Makefile README.md bench_nv30_adder.sv bench_predicate.sv bench_us_flow.sv wekiva_nv30_adder.sv wekiva_pkg.sv wekiva_predicate.sv wekiva_us_flow.sv $' \
    - files "$T/sv"
ports() { sed -n '/^module/,/^);/s/^ *\(input\|output\) *logic *\(\[[^ ]*\)\? *\(\w*\),\?$/\1 \2 \3/p' "$1" | sort; }
template() { "$W" cosim "$1" --template | ports /dev/stdin; }
ports "$T/sv/wekiva_predicate.sv" >"$T/exported_ports"
template predicate >"$T/template_ports"
t "an exported module has the ports of the template" 0 - - cmp "$T/exported_ports" "$T/template_ports"
echo mine >"$T/sv/bench_predicate.sv"
t "again, with other ports" 0 - - "$W" export-sv predicate --all --out "$T/sv"
t "a bench is not written again" 0 '^mine$' - cat "$T/sv/bench_predicate.sv"
echo 'all:' >"$T/sv/Makefile"
t "a file of another is left alone" 2 - 'sv/Makefile: is there, and was not made by export-sv: expected another --out' \
    "$W" export-sv predicate --out "$T/sv"
t "so are files where a folder should be" 2 - 'sv/Makefile' "$W" export-sv predicate --out "$T/sv/Makefile"
t "a whole SIMD is a module, too" 0 - - "$W" export-sv --simd --out "$T/simd"
also "with a launch as parameter and what leaves the export unit" sh -c 'grep -q "parameter string LAUNCH" "$0" && grep -q "output logic \[15:0\]\[31:0\] o_x," "$0"' "$T/simd/wekiva_simd.sv"
t "for Icarus Verilog there is Verilog" 0 - - "$W" export-sv predicate us_flow --vpi --out "$T/vpi"
also "with system tasks and benches" sh -c 'cd "$0" && grep -q "^module wekiva_us_flow" wekiva_us_flow.v && grep -q vlog_startup_routines wekiva_vpi.c && ls bench_predicate.v test_us_flow.py Makefile >/dev/null && ! ls wekiva_pkg.sv 2>/dev/null' "$T/vpi"
t "a block is none of it" 2 - '--vpi: expected no --block with it' "$W" export-sv predicate --vpi --block
t "the package alone has none" 2 - '--pkg: expected no --simd with it' "$W" export-sv --pkg --simd
t "as a block it has the module's name" 0 - - "$W" export-sv arbiter --block --out "$T/blocks"
t "and its file's" 0 '^module arbiter \($' - cat "$T/blocks/arbiter.sv"
t "the package has enumerations" 0 "^ +[A-Z_]+_OP_MULADD = [0-9]+'d[0-9]+," - "$W" export-sv --pkg
also "straps" grep -q '^    localparam logic \[9:0\] WAVE_TABLE_CF_PAUSE = ' "$T/out"
also "and structs" grep -q '^    } predicate_out_t;$' "$T/out"
# The constant cache of kc_kb KB has lines of 256 bytes (docs/parameters.md).
lines() { "$W" export-sv --pkg "$@" | sed -n 's/.*logic.* KCACHE_LINES = \([^;]*\);.*/\1/p'; }
four_kb() { "$W" chips "$1" | sed -n "s/^$1 .* \([0-9]*\)\$/\1/p"; }
t "straps are those of an rv770" 0 "^8'd$((4 * $(four_kb rv770)))\$" - lines
t "or of --chip" 0 "^8'd$((4 * $(four_kb rv710)))\$" - lines --chip rv710
t "which there is" 2 - 'rv7700' "$W" export-sv --pkg --chip rv7700
