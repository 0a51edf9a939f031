#!/bin/sh
# policies.sh - tests of caches that replace lines by a policy of their own, in the place of the machine's; verilator and a C++
# compiler must be there.
#
#   WEKIVA=build/wekiva tb/lockstep/tests/policies.sh
#
# A line per test, last `N passed, N failed`; exit status 1 when one failed.
set -u
cd "$(dirname "$0")/../../.." || exit 2
B=$PWD/tb/lockstep/blocks/policies
. tb/lockstep/tests/expect.sh

# The block with a broken line, by an expression of sed.
broken() { # NAME EXPRESSION
    mkdir -p "$T/$1" && cp "$B"/*.f "$B/line_cache.ports" "$T/$1" && sed "$2" "$B/line_cache.sv" >"$T/$1/line_cache.sv"
    cmp -s "$B/line_cache.sv" "$T/$1/line_cache.sv" && echo "policies.sh: $2 changes nothing" >&2
}
textures() { "$W" run --launch tb/corpus/textures/tex_two/launch.json --set simds=1 --set tc_l1_kb=2 "$@"; }
reads() { "$W" run --launch tb/corpus/compute/convolution/launch.json --set simds=1 --set tc_l1_kb=2 "$@"; }
cycles() { "$@" 2>/dev/null | sed -n 's/^cycles: \([0-9]*\);.*/\1/p'; }

t "the least recently used way: a block of other names agrees" 0 '^line_cache: 20000 cycles agree \(10 ports' \
    "$W" cosim line_cache --rtl "$B/lru.f" --cycles 20000
t "any way: it does not" 1 '^line_cache: first difference at cycle [0-9]+: o_(way|found)\[' \
    "$W" cosim line_cache --rtl "$B/random.f"
for policy in lru fifo random; do
    t "$policy: texels are right" 0 '^exports match: 1024 values compared, 0 wrong' textures --replace "line_cache=$B/$policy.f"
    t "$policy: and words that are read" 0 '^buffers match: 512 words compared, 0 wrong' reads --replace "line_cache=$B/$policy.f"
done
plain=$(cycles reads)
t "with the model's policy the cycles are the model's" 0 "^$plain\$" cycles reads --replace "line_cache=$B/lru.f"
another() { other=$(cycles reads --replace "line_cache=$B/random.f") && test "$other" -ne "$plain" && echo "$plain, $other"; }
t "another one has cycles of its own" 0 '^[0-9]+, [0-9]+$' another
t "beside the module it agrees, the ways of a clock too" 0 'texture_l1: [0-9]+ cycles agree \(10 ports' \
    textures --beside "line_cache=$B/lru.f"

broken found "s/10'(got\[n\]) + 10'd1/10'(got[n] ^ 9'd1) + 10'd1/"
t "another way in the clock than behind the edge is told" 1 '^line_cache: first difference at cycle [0-9]+: o_found\[' \
    "$W" cosim line_cache --rtl "$T/found/lru.f"
t "beside the module, too" 1 'texture_l1: first difference at cycle [0-9]+: o_found\[' textures --beside "line_cache=$T/found/lru.f"
t "and gives wrong texels in its place" 1 '^exports (differ|do not match)' textures --replace "line_cache=$T/found/lru.f"
broken kept 's/kept = coming\[w\] ||/kept = 0 \&\& coming[w] ||/'
t "a way that waits for its line is not replaced" 1 '^line_cache: first difference at cycle [0-9]+: o_' \
    "$W" cosim line_cache --rtl "$T/kept/lru.f"
broken none 's/now_way/other_way/'
grep -v now_way "$B/line_cache.ports" >"$T/none/line_cache.ports"
t "the ways of a clock are asked for" 2 'no port o_found: expected an output of 40 bits' textures --replace "line_cache=$T/none/lru.f"
printf 'clock = clk\nnothing = i_look\n' >"$T/found/line_cache.ports"
t "a map beside the block is checked" 2 'line_cache.ports:2' textures --replace "line_cache=$T/found/lru.f"

# Caches of instructions and constants: the twins, which replace the line that was used last.
mkdir "$T/icache" "$T/kcache"
sed 's/least\[32\] && age < least/least[32] \&\& (age > least || !age[32])/' tb/rtl/icache.sv >"$T/icache/icache.sv"
sed "s/present\[way\] ? used\[way\] : 32'd0, 8'(way)/~(present[way] ? used[way] : 32'd0), 8'(way)/" tb/rtl/kcache.sv >"$T/kcache/kcache.sv"
branches() {
    "$W" run --launch tb/corpus/llvm-rv770/if_deep10/launch.json --set simds=1 --set ic_alu_kb=1 --set ic_cf_kb=1 --set ic_fetch_kb=1 "$@"
}
t "an instruction cache of another policy is another one" 1 '^icache: first difference at cycle [0-9]+: o_fill_way' \
    "$W" cosim icache --rtl "$T/icache"
t "and a right one in a run" 0 '^exports match: 512 values compared, 0 wrong' branches --replace "icache=$T/icache"
plain=$(cycles branches)
another() { other=$(cycles branches --replace "icache=$T/icache") && test "$other" -ne "$plain" && echo "$plain, $other"; }
t "with cycles of its own" 0 '^[0-9]+, [0-9]+$' another
t "a constant cache of another policy is another one" 1 '^kcache: first difference at cycle [0-9]+: o_answer_way' \
    "$W" cosim kcache --rtl "$T/kcache"
t "and a right one in a run" 0 '^exports match: 4096 values compared, 0 wrong' \
    "$W" run --launch tb/demo/launch.json --set simds=1 --set kc_kb=4 --replace "kcache=$T/kcache"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
