# files.sh - tests of the files of the user: what is never overwritten, what is kept, what is removed; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC2086,SC1091

echo "# files that are never overwritten"
SAFE=$T/safe
fresh_safe() {
    rm -rf "$SAFE"
    cp -r $CORPUS/literals4 "$SAFE"
    mkdir "$SAFE/rtl"
    cp tb/rtl/predicate.sv "$SAFE/rtl/"
    cp "$SAFE/in.bin" "$SAFE/data.bin"
    cp "$SAFE/in.bin" "$SAFE/expected.bin"
    cp "$T/chip.json" "$SAFE/chip.json"
    for section in constants alu memory texture; do head -c 1024 /dev/zero >"$SAFE/$section.bin"; done
    cat >"$SAFE/launch.json" <<'END'
{"wekiva": 1, "program": "code.hex", "stage": "ps", "threads": 128, "num_gprs": 4,
 "gprs": {"first": 0, "count": 2, "file": "in.bin"},
 "constant_buffers": [{"bank": 0, "file": "constants.bin"}],
 "alu_constants": {"first": 0, "file": "alu.bin"},
 "buffers": [{"name": "data", "file": "data.bin"}],
 "textures": [{"id": 0, "dim": "2D", "width": 16, "height": 16, "format": "8_8_8_8", "file": "texture.bin"}],
 "memory": [{"address": 4096, "file": "memory.bin"}],
 "expect": {"exports": [{"type": "pixel", "array_base": 0, "compare": ["f32", "f32", "f32", "f32"]},
  {"type": "pixel", "array_base": 1, "compare": ["bits", "bits", "bits", "bits"]}],
  "file": "golden.bin", "buffers": [{"name": "data", "file": "expected.bin"}]}}
END
}
sums() { (cd "$SAFE" && find . -type f -exec cksum {} + | sort -k 3); }
fresh_safe
RUN="run --launch $SAFE/launch.json --chip $SAFE/chip.json"
t "the run whose files are tried is one" 0 '^exports match' - "$W" $RUN --save-snapshot "$SAFE/half@900"
t "and so is one that continues it" 0 '^exports match' - "$W" $RUN --load-snapshot "$SAFE/half"
t "and one that records" 0 '^exports match' - "$W" $RUN --record predicate="$SAFE/in.rec"
sums >"$T/sums"
RUN="$RUN --load-snapshot $SAFE/half"
for file in launch.json chip.json code.hex in.bin constants.bin alu.bin data.bin texture.bin memory.bin golden.bin expected.bin \
    half; do
    t "--stats does not write onto $file" 2 - "$file: --stats is the same file as .*: expected another file" \
        "$W" $RUN --stats "$SAFE/$file"
    ln -s "$SAFE/$file" "$SAFE/symbolic.vcd"
    t "nor --trace onto a link to it" 2 - "symbolic.vcd: --trace is the same file as .*$file.: expected another file" \
        "$W" $RUN --trace "$SAFE/symbolic.vcd"
    ln "$SAFE/$file" "$SAFE/hard"
    t "nor --save-snapshot onto its second name" 2 - "hard: --save-snapshot is the same file as .*: expected another" \
        "$W" $RUN --save-snapshot "$SAFE/hard@1000"
    rm "$SAFE/symbolic.vcd" "$SAFE/hard"
done
for companion in result.json exports.bin exports.json threads.json buffer-data.bin; do
    mkdir "$SAFE/out"
    ln "$SAFE/golden.bin" "$SAFE/out/$companion"
    t "--out does not write $companion onto an input" 2 - "out/$companion: a file of --out is the same file as" "$W" $RUN --out "$SAFE/out"
    rm -r "$SAFE/out"
    t "nor onto --stats" 2 - "out/$companion: a file of --out is the same file as --stats" \
        "$W" $RUN --out "$SAFE/out" --stats "$SAFE/out/$companion"
done
for companion in w.gtkw w.waves/stall_t.txt w.waves/view_number_t.txt w.waves/filter-alu.sh; do
    t "--record does not write onto $companion of --trace" 2 - "$companion: --record is the same file as .*: expected another" \
        "$W" run --launch $FMAD --trace "$SAFE/w.fst" --record predicate="$SAFE/$companion"
done
mkdir "$SAFE/w.waves"
ln -s ../golden.bin "$SAFE/w.waves/filter-alu.sh"
t "nor --trace onto an input" 2 - 'w.waves/filter-alu.sh: a file for the waveform viewer is the same file as' \
    "$W" $RUN --trace "$SAFE/w.vcd"
rm -r "$SAFE/w.waves"
t "--save-snapshot and --stats are two files" 2 - 'new: --stats is the same file as --save-snapshot' \
    "$W" $RUN --save-snapshot "$SAFE/new@1000" --stats "$SAFE/new"
t "the standard output is one of them" 2 - '/dev/stdout: --stats is the same file as the standard output' \
    "$W" $RUN --stats /dev/stdout
t "a program that --replace reads is not written" 2 - 'x.vcd: --trace is the same file as a file of --replace' \
    sh -c 'ln "$1/rtl/predicate.sv" "$1/x.vcd"; "$0" run --launch "$2" --replace predicate="$1/rtl" --trace "$1/x.vcd"' "$W" "$SAFE" $FMAD
t "nor one that cosim reads" 2 - 'x.vcd: --trace is the same file as a file of --rtl' \
    "$W" cosim predicate --rtl "$SAFE/rtl" --trace "$SAFE/x.vcd"
rm "$SAFE/x.vcd"
ln "$SAFE/in.rec" "$SAFE/x.vcd"
t "nor a record that cosim reads" 2 - 'x.vcd: --trace is the same file as --input' \
    "$W" cosim predicate --input "$SAFE/in.rec" --trace "$SAFE/x.vcd"
rm "$SAFE/x.vcd"
t "fuzz does not write its case onto the chip file" 2 - 'chip.json: a file of --out is the same file as the chip file' \
    "$W" fuzz -n 1 --chip "$SAFE/chip.json" --out "$SAFE"
t "dis does not print onto its program" 2 - 'the standard output is the same file as the program' \
    sh -c '"$0" dis "$1" >>"$1"' "$W" "$SAFE/code.hex"
t "nor lint" 2 - 'the standard output is the same file as the program' \
    sh -c '"$0" lint "$1" >>"$1"' "$W" "$SAFE/code.hex"
t "nor chips onto its chip file" 2 - 'the standard output is the same file as the chip file' \
    sh -c '"$0" chips "$1" >>"$1"' "$W" "$SAFE/chip.json"
t "nor filter onto what it reads" 2 - 'the standard output is the same file as the standard input' \
    sh -c '"$0" filter alu <"$1" >>"$1"' "$W" "$SAFE/code.hex"
sums | cmp - "$T/sums"
verdict $? "no file of them has changed, and none was added"
t "inputs and outputs may be in one folder" 0 '^exports match' - "$W" $RUN --out "$SAFE" --stats "$SAFE/stats.json" --trace "$SAFE/w.vcd"

echo "# save files of GTKWave"
t "a save file is written again" 0 "^    gtkwave $SAFE/w.gtkw$" - "$W" $RUN --trace "$SAFE/w.vcd"
printf '[*] mine\n' >>"$SAFE/w.gtkw"
cp "$SAFE/w.gtkw" "$T/mine.gtkw"
t "one that was changed is kept, and the line says so" 0 '^waveform: .*; .*/w.gtkw has been changed and is kept; to open it:$' - \
    "$W" $RUN --trace "$SAFE/w.vcd"
also "it is still there" cmp "$SAFE/w.gtkw" "$T/mine.gtkw"
also "the new one has another name" grep -q "^    gtkwave $SAFE/w-2.gtkw$" "$T/out"
also "and belongs to the waveform" grep -q '^\[dumpfile\] "././w.vcd"$' "$SAFE/w-2.gtkw"
also "no file of the waveform knows where it lies" sh -c '! grep -rq "$0" "$0/w-2.gtkw" "$0/w.waves/stall_t.txt"' "$SAFE"

echo "# links and odd names"
mkdir -p "$T/links/w.waves"
echo mine >"$T/links/mine"
ln -s ../mine "$T/links/w.waves/filter-alu.sh"
echo mine >"$T/links/hard"
ln "$T/links/hard" "$T/links/w.waves/stall_t.txt"
t "a folder of the viewer's files has links" 0 '^exports match' - "$W" run --set simds=1 --launch $FMAD --trace "$T/links/w.vcd"
also "what they lead to is not written" sh -c '[ "$(cat "$0/mine" "$0/hard" | tr "\n" " ")" = "mine mine " ] && [ -x "$0/w.waves/filter-alu.sh" ]' "$T/links"
ODD=$(printf 'a\033[2Jb\nc')
mkdir "$T/odd"
t "control characters of a name do not reach the terminal" 2 - 'a\\x1b\[2Jb\\x0ac.json: ' "$W" run --launch "$T/odd/$ODD.json"
t "nor those of an option" 2 - 'unknown option .--a\\x1b\[2Jb' "$W" run "--$ODD"
t "a waveform may have such a name" 0 'a\\x1b\[2Jb\\x0ac.vcd' - "$W" run --set simds=1 --launch $FMAD --trace "$T/odd/$ODD.vcd"
also "its save file has no such line" sh -c '! grep -q "^c" "$1" && grep -qF "[dumpfile] \"././a\\x1b[2Jb\\x0ac.vcd\"" "$1"' sh "$T/odd/$ODD.gtkw"
t "runs that share a folder; a waveform whose processes are killed" 0 '0 failed' - python3 tb/cli/run_files.py "$W"

echo "# a disk that becomes full"
# A limit on the size of files, in blocks of 512 bytes, is a disk that takes no more: every write behind it fails.
full() { # BLOCKS COMMAND...
    sh -c 'ulimit -f "$1"; shift; exec "$@"' sh "$@"
}
keeps_its_word() { # what the output names is there, and nothing else is
    if grep -q '^waveform: ' "$T/out"; then [ -s "$DISK/w.vcd" ] || [ -s "$DISK/w.fst" ]; else
        [ -z "$(find "$DISK" -name 'w.*')" ]
    fi || return 1
    if grep -q '^results: ' "$T/out"; then [ -s "$DISK/out/result.json" ]; else [ ! -e "$DISK/out" ]; fi || return 1
    [ -z "$(find "$DISK" -name '*.tmp')" ]
}
DISK=$T/disk
# 1: too little for the viewer's files, 100: for the save file, 250: for a .vcd file.
for blocks in 1 100 250; do
    for kind in vcd fst; do
        [ $kind$blocks = fst250 ] && continue # the whole file fits
        rm -rf "$DISK" && mkdir "$DISK"
        t "a disk of $blocks blocks is too small for a $kind waveform" 2 '*' "^wekiva: $DISK/w\..*: cannot write .*File too large" \
            full $blocks "$W" run --launch $CORPUS/literals4/launch.json --trace "$DISK/w.$kind" --out "$DISK/out"
        also "and no line claims what is not there, nor is left what cannot be used" keeps_its_word
    done
done
rm -rf "$DISK" && mkdir "$DISK"
t "nor is half an .fst file taken for one" 2 - 'w.fst: cannot write the waveform: File too large' \
    full 40 "$W" run -q --set simds=1 --launch tb/waves/launch.json --trace "$DISK/w.fst" --trace-scope 'gpu.simd0.alu_?'
also "nothing is left of it" nothing_left_in "$DISK"
rm -rf "$DISK" && mkdir "$DISK"
mkdir -p "$DISK/w.waves"
echo mine >"$DISK/w.waves/mine.txt"
t "a folder that was there" 2 '*' 'w.vcd: cannot write' full 600 "$W" run --set simds=1 --launch $CORPUS/literals4/launch.json --trace "$DISK/w.vcd"
also "stays, with the files that a kept save file needs" test -e "$DISK/w.waves/mine.txt" -a -e "$DISK/w.waves/stall_t.txt"
rm -rf "$DISK" && mkdir "$DISK"
t "--out on a full disk" 2 '^cycles: ' 'out/[a-z.]*: cannot write: File too large' \
    full 8 "$W" run --launch $CORPUS/literals4/launch.json --out "$DISK/out"
also "claims no results and leaves none" keeps_its_word
also "nor a folder for them" nothing_left_in "$DISK"
t "--stats on a full disk" 2 '^cycles: ' 'stats.json: cannot write: File too large' \
    full 2 "$W" run --launch $CORPUS/literals4/launch.json --stats "$DISK/stats.json"
also "leaves no statistics" nothing_left_in "$DISK"
t "--save-snapshot on a full disk" 2 - 'half: cannot save the snapshot: File too large' \
    full 100 "$W" run --launch $CORPUS/literals4/launch.json --save-snapshot "$DISK/half@900"
also "leaves neither of its files" nothing_left_in "$DISK"
t "--record on a full disk" 2 '*' 'in.rec: cannot write: File too large' \
    full 2 "$W" run --launch $CORPUS/literals4/launch.json --record kcache="$DISK/in.rec"
also "leaves no record" nothing_left_in "$DISK"
t "a run that is refused" 2 - 'no signal matches' "$W" run --launch $FMAD --record kcache="$DISK/in.rec" --trace-scope frob --trace "$DISK/w.vcd"
also "leaves no record either" nothing_left_in "$DISK"
t "a case of fuzz on a full disk" 2 '*' 'cannot be written: File too large' \
    full 1 "$W" fuzz -n 50 -S 5 --fault gpr --out "$DISK/found"
also "is not half a case" nothing_left_in "$DISK"
t "asm on a full disk" 2 - 'long.bin: cannot write: File too large' \
    full 1 "$W" asm "$T/long.asm" -o "$DISK/long.bin"
also "leaves no program" nothing_left_in "$DISK"

echo "# --trace-limit"
L="run --set simds=1 --launch $CORPUS/literals4/launch.json --trace $T/limit.vcd"
t "--trace-limit ends a waveform, and the run goes on" 0 '^exports match' \
    'limit.vcd: ends with cycle [0-9]+, where --trace-limit, 204800 bytes, is reached; the run goes on$' "$W" $L --trace-limit 200K
also "the summary says so" grep -Eq '^waveform: .*limit.vcd, cycles 0 to [0-9]+, where it was as long as --trace-limit allows; to open' "$T/out"
have python3 && also "it can be read" vcd_is_readable "$T/limit.vcd"
also "it ends with the cycle that is named" \
    sh -c '[ "$(tail -n 1 "$1")" = "#$(($(sed -n "s/.*ends with cycle \([0-9]*\),.*/\1/p" "$2") + 1))0" ]' sh "$T/limit.vcd" "$T/err"
also "and is no longer than a cycle above the limit" sh -c 'n=$(wc -c <"$0"); [ $n -ge 204800 ] && [ $n -lt 206848 ]' "$T/limit.vcd"
t "a waveform that is shorter is not touched" 0 '^waveform: .*limit.vcd, cycles 0 to [0-9]+; to open it' - "$W" $L --trace-limit 1M
for size in 0 x 2T 1KK -1 99999999999G; do
    t "--trace-limit $size is no size" 2 - "--trace-limit $size: expected a whole number of bytes, or one with K, M or G" \
        "$W" $L --trace-limit $size
done
t "--trace-limit wants --trace" 2 - '--trace-limit: expected --trace OUT.vcd.OUT.fst with it' "$W" run --launch $FMAD --trace-limit 1M

echo "# view"
VIEW=$T/view
mkdir "$VIEW"
kinds=vcd
have fst2vcd && kinds="vcd fst"
for kind in $kinds; do
    t "a waveform to look at, $kind" 0 - - "$W" run -q --launch $FMAD --trace "$VIEW/w.$kind"
    mv "$VIEW/w.gtkw" "$VIEW/first-$kind.gtkw"
    mv "$VIEW/w.waves" "$VIEW/first.waves"
    t "view writes its files anew" 0 "^    gtkwave $VIEW/w.gtkw$" - "$W" view "$VIEW/w.$kind"
    also "the save file" cmp "$VIEW/w.gtkw" "$VIEW/first-$kind.gtkw"
    also "and the folder" diff -r "$VIEW/w.waves" "$VIEW/first.waves"
    also "with the cycles of the run" grep -q "^waveform: .*w.$kind, cycles 0 to $cycles; to open it:" "$T/out"
    rm -r "$VIEW/first.waves"
done
# What the run found out stands in the waveform: rows that moved, markers, the busy stretch, watched registers.
ANEW=$T/anew
for run in tb/demo 'tb/demo --watch w3.t5.R0.z:hex --watch w0.t17.R1.x --trace-scope *.o_stall' 'tb/demo --trace-window 0:300' \
    'tb/demo --trace-window 4000:' 'tb/demo --trace-limit 700K' "$CORPUS/kernel_reduce" 'tb/waves --trace-scope gpu.view*,gpu.simd0.arbiter*'; do
    set -f
    set -- $run
    set +f
    launch=$1/launch.json
    shift
    for kind in $kinds; do
        rm -rf "$ANEW" && mkdir "$ANEW"
        t "a waveform of $run, $kind" 0 - '*' "$W" run -q --launch "$launch" --trace "$ANEW/w.$kind" "$@"
        mv "$ANEW/w.gtkw" "$ANEW/first.gtkw"
        mv "$ANEW/w.waves" "$ANEW/first.waves"
        t "is viewed anew" 0 "^    gtkwave $ANEW/w.gtkw$" - "$W" view "$ANEW/w.$kind"
        also "with all that it opened on" cmp "$ANEW/w.gtkw" "$ANEW/first.gtkw"
        also "and all names" diff -r "$ANEW/w.waves" "$ANEW/first.waves"
        also "and no signal is unknown" sh -c '! grep -q "none of this version" "$0"' "$T/out"
    done
done
"$W" run -q --set simds=1 --launch tb/demo/launch.json --trace "$ANEW/whole.vcd"
head -c 1500000 "$ANEW/whole.vcd" >"$ANEW/cut.vcd" # as a run that is killed leaves it
t "a waveform without its end can be viewed" 0 '^waveform: .*cut.vcd, cycles 0 to [4-6][0-9]{3}; to open it:' - "$W" view "$ANEW/cut.vcd"
also "with what is in it" sh -c 'grep -q "^.markername. Afirst issue$" "$0" && ! grep -q "last export" "$0"' "$ANEW/cut.gtkw"
mv "$VIEW" "$T/moved view"
t "in a folder that was moved, too" 0 '^    gtkwave .*/moved view/w.gtkw.$' - "$W" view "$T/moved view/w.vcd"
also "byte for byte as where it was" cmp "$T/moved view/w.gtkw" "$T/moved view/first-vcd.gtkw"
echo "# mine" >>"$T/moved view/w.gtkw"
t "view keeps a save file that was changed" 0 '; .*/w.gtkw has been changed and is kept; to open it:$' - "$W" view "$T/moved view/w.vcd"
also "and writes another" test -s "$T/moved view/w-2.gtkw"
ln -f "$T/moved view/w.vcd" "$T/moved view/w.waves/stall_t.txt"
t "view does not write onto its waveform" 2 - 'stall_t.txt: a file for the waveform viewer is the same file as the waveform' \
    "$W" view "$T/moved view/w.vcd"
head -c 3000 "$T/w.vcd" >"$T/cut_header.vcd"
t "a header that is cut short is no waveform" 2 - 'cut_header.vcd: is no waveform' "$W" view "$T/cut_header.vcd"
t "nor is another file" 2 - 'prog.vcd: is no waveform' sh -c 'cp "$1" "$2" && "$0" view "$2"' "$W" $CORPUS/fmad/prog.o "$T/prog.vcd"
t "nor one of another program" 2 - 'tb.vcd: has no signal of the machine' sh -c \
    'printf "\$scope module tb \$end\n\$var wire 1 ! clk \$end\n\$upscope \$end\n\$enddefinitions \$end\n#0\n" >"$1" && "$0" view "$1"' \
    "$W" "$T/tb.vcd"
t "view names a missing file" 2 - 'no_such.vcd: cannot open' "$W" view no_such.vcd
t "view wants one" 2 - 'expected one OUT.vcd or OUT.fst, got 0' "$W" view
t "with such a name" 2 - 'x.txt: expected a name that ends in .vcd or .fst' "$W" view x.txt
