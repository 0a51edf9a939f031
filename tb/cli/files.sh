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
    half half.exports; do
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
for companion in w.gtkw w.waves/stall_t.txt w.waves/filter-alu.sh w.fst.hier; do
    t "--record does not write onto $companion of --trace" 2 - "$companion: --record is the same file as .*: expected another" \
        "$W" run --launch $FMAD --trace "$SAFE/w.fst" --record predicate="$SAFE/$companion"
done
mkdir "$SAFE/w.waves"
ln -s ../golden.bin "$SAFE/w.waves/filter-alu.sh"
t "nor --trace onto an input" 2 - 'w.waves/filter-alu.sh: a file for the waveform viewer is the same file as' \
    "$W" $RUN --trace "$SAFE/w.vcd"
rm -r "$SAFE/w.waves"
t "--save-snapshot and --stats are two files" 2 - 'new.exports: --stats is the same file as --save-snapshot' \
    "$W" $RUN --save-snapshot "$SAFE/new@1000" --stats "$SAFE/new.exports"
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
