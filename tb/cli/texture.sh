# texture.sh - tests of `wekiva texture`; part of test_cli.sh.
# shellcheck shell=sh disable=SC2154,SC2016,SC1091

echo "# texture"
# 20 x 10 texels (x, y, 7, x + y), 32 x 2 floats of 0 to 1, a cube of one byte a face.
python3 - "$T" <<'END'
import struct, sys
folder = sys.argv[1]
with open(folder + "/color.bin", "wb") as file:
    file.write(b"".join(bytes([x, y, 7, x + y]) for y in range(10) for x in range(20)))
with open(folder + "/depth.bin", "wb") as file:
    file.write(b"".join(struct.pack("<f", x / 31) for y in range(2) for x in range(32)))
with open(folder + "/cube.bin", "wb") as file:
    file.write(bytes(range(100, 106)))
END
cat >"$T/texture.json" <<'END'
{"wekiva": 1, "stage": "ps", "threads": 4, "num_gprs": 4, "textures": [
 {"id": 3, "dim": "2D", "width": 20, "height": 10, "format": "8_8_8_8", "tile_mode": "2D_TILED_THIN1", "file": "color.bin"},
 {"id": 0, "dim": "2D", "width": 32, "height": 2, "format": "32_FLOAT", "tile_mode": "1D_TILED_THIN1", "file": "depth.bin"},
 {"id": 5, "dim": "cubemap", "width": 1, "height": 1, "format": "8", "file": "cube.bin"}],
 "samplers": [{"id": 1, "mag": "bilinear", "clamp": ["clamp_last_texel", "mirror", "wrap"]}]}
END
X="$W texture $T/texture.json"
pixels() { python3 tb/cli/png_pixels.py "$@" | tr '\n' '|'; }
picture_is() { # SENTENCE EXPECTED PLACE...
    sentence=$1 expected=$2
    shift 2
    [ "$(pixels "$T/picture.png" "$@" 2>&1)" = "$expected" ]
    verdict $? "$sentence" "$(pixels "$T/picture.png" "$@" 2>&1)"
}
t "texture lists them by id" 0 '^0: 2D, 32 x 2 x 1, 32_FLOAT float, levels 0 to 0, 1D_TILED_THIN1, 0x[0-9a-f]+ to 0x[0-9a-f]+$' - $X
also "a line for each" sh -c 'test "$(cut -d: -f1 "$1" | tr "\n" " ")" = "0 3 5 "' - "$T/out"
t "a launch without textures has an empty list" 0 - - "$W" texture $CLI/launch.json
t "texture draws one" 0 - - $X --id 3 --out "$T/picture.png"
picture_is "as it is stored" "20x10 8 4|0 0 7 0|19 0 7 19|17 9 7 26|" 0,0 19,0 17,9
t "with the channels that are asked for" 0 - - $X --id 3 --channels wy1 --out "$T/picture.png"
picture_is "in their order" "20x10 8 3|26 9 255|" 17,9
t "two of them are grey and alpha" 0 - - $X -i 3 --channels x0 -o "$T/picture.png"
picture_is "0 is none" "20x10 8 2|17 0|" 17,9
t "floats have 16 bits" 0 - - $X --id 0 --channels x --out "$T/picture.png"
picture_is "black is 0 and white is 1" "32x2 16 1|0|65535|2114|" 0,0 31,1 1,0
t "another range is another picture" 0 - - $X --id 0 --channels x --range -1,0.5 --out "$T/picture.png"
picture_is "and what lies outside is its end" "32x2 16 1|43690|65535|65535|" 0,0 16,0 31,0
t "a face is a slice" 0 - - $X --id 5 --slice 4 --channels x --out "$T/picture.png"
picture_is "of its own" "1x1 8 1|104|" 0,0
t "texture writes to the standard output" 0 'PNG' - $X --id 5 --out -
t "another chip has another memory, and the same picture" 0 - - $X --id 3 --chip rv710 --set tile_banks=4 --out "$T/picture.png"
picture_is "of the same texels" "20x10 8 4|17 9 7 26|" 17,9

t "texture draws what a sampler sees" 0 - - $X --id 3 --sampler 1 --out "$T/picture.png"
picture_is "which at the texels' middles are the texels" "20x10 8 4|0 0 7 0|17 9 7 26|" 0,0 17,9
t "in a rectangle, of any size" 0 - - $X --id 3 --sampler 1 --rect -1,-1,2,2 --size 60x30 --out "$T/picture.png"
picture_is "clamped in one direction and mirrored in the other" "60x30 8 4|0 9 7 9|17 0 7 17|19 0 7 19|" 0,0 37,10 59,29
t "upside down, too" 0 - - $X --id 3 --sampler 1 --rect 0,1,1,0 --out "$T/picture.png"
picture_is "when its first corner is the lower one" "20x10 8 4|0 9 7 9|17 0 7 17|" 0,0 17,9
t "a face by a sampler" 0 - - $X --id 5 --slice 4 --sampler 1 --channels x --out "$T/picture.png"
picture_is "is that face" "1x1 8 1|104|" 0,0
t "texture names a sampler that is missing" 2 - 'texture.json: sampler 2 is not there$' $X --id 3 --sampler 2 --out "$T/x.png"
t "one that cannot be" 2 - '--sampler 18: expected a whole number, 0 to 17' $X --id 3 --sampler 18 --out "$T/x.png"
t "a rectangle wants a sampler" 2 - '--rect: expected --sampler N with it' $X --id 3 --rect 0,0,1,1 --out "$T/x.png"
t "so does a size" 2 - '--size: expected --sampler N with it' $X --id 3 --size 3x3 --out "$T/x.png"
t "a sampler chooses levels itself" 2 - '--sampler: expected no --level with it' $X --id 3 --sampler 1 --level 0 --out "$T/x.png"
for rect in 1 0,0,1 0,0,1,1,1 0,0,1,inf a,b,c,d; do
    t "a rectangle of $rect" 2 - "--rect $rect: expected four numbers, such as 0,0,1,1" $X --id 3 --sampler 1 --rect "$rect" --out "$T/x.png"
done
for size in 3 3x 0x3 3x8193 2.5x3 3x3x3 nanx1; do
    t "a size of $size" 2 - "--size $size: expected WIDTHxHEIGHT, each 1 to 8192" $X --id 3 --sampler 1 --size "$size" --out "$T/x.png"
done

t "texture wants a launch" 2 - 'expected one LAUNCH, got 0 operands' "$W" texture
t "and one alone" 2 - 'expected one LAUNCH, got 2 operands' $X $CLI/launch.json
t "it names a missing launch" 2 - 'no_such.json: No such file' "$W" texture no_such.json
t "a picture wants a texture" 2 - 'expected --id N' $X --out "$T/x.png"
t "and so does a level" 2 - 'expected --id N' $X --level 1
t "a texture wants a picture" 2 - 'expected --out FILE' $X --id 3
t "texture names a missing texture and all there are" 2 - 'texture.json: texture 4 is not there; textures: 0, 3, 5$' \
    $X --id 4 --out "$T/x.png"
t "a missing level" 2 - 'texture 3 has no level 1, expected 0 to 0$' $X --id 3 --level 1 --out "$T/x.png"
t "a missing slice" 2 - 'texture 5 has no slice 6 in level 0, expected 0 to 5$' $X --id 5 --slice 6 --out "$T/x.png"
t "a missing sample" 2 - 'texture 3 has no sample 1, expected 0 to 0$' $X --id 3 --sample 1 --out "$T/x.png"
t "an id that is no number" 2 - '--id three: expected a whole number, 0 to 175' $X --id three --out "$T/x.png"
t "a level that cannot be" 2 - '--level 16: expected a whole number, 0 to 15' $X --id 3 --level 16 --out "$T/x.png"
t "channels that are none" 2 - '--channels rgb: expected one to four of x, y, z, w, 0, 1' $X --id 3 --channels rgb --out "$T/x.png"
t "or too many" 2 - '--channels xyzwx: expected one to four' $X --id 3 --channels xyzwx --out "$T/x.png"
for range in 1 1,0 0,0 a,b 0,1x nan,1 0,inf ,; do
    t "a range of $range" 2 - "--range $range: expected two numbers, the lower one first" $X --id 3 --range "$range" --out "$T/x.png"
done
t "a chip that is none" 2 - "chip 'rv999'" $X --chip rv999
t "a parameter that is none" 2 - '--set tile_pips=1: .*did you mean tile_pipes' $X --set tile_pips=1
t "a folder that is not there" 2 - 'no_such_folder/x.png: cannot write' $X --id 3 --out no_such_folder/x.png
t "a full disk" 2 - '/dev/full: cannot write: No space' $X --id 3 --out /dev/full
t "texture does not write onto the launch" 2 - '--out is the same file as the launch file' $X --id 3 --out "$T/texture.json"
t "nor onto a texture" 2 - '--out is the same file as .*texture' $X --id 3 --out "$T/color.bin"
also "no picture was left behind" test ! -e "$T/x.png"
sed 's/"cube.bin"/"color.bin"/' "$T/texture.json" >"$T/wrong.json"
t "a wrong launch is named with its line" 2 - 'wrong.json:4:[0-9]+: error: textures\[2\].file: color.bin has 800 bytes, expected 6' \
    "$W" texture "$T/wrong.json"
sed 's/"stage": "ps"/"stage": "ps", "memory": [{"address": 2097152, "file": "color.bin"}], "registers": {"0x38008": "0x2003"}/' \
    "$T/texture.json" >"$T/short.json"
t "texels outside of placed memory are counted" 0 - 'texture 0: [0-9]+ texels lie where nothing was placed; they are 0$' \
    "$W" texture "$T/short.json" --id 0 --out "$T/picture.png"
