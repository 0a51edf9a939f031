#!/bin/sh
# sbom.sh - what the command is linked with: an SPDX 2.3 list, and the licence texts.
#
# usage: tools/sbom.sh FOLDER CC VERSION LINK LIBRARY...
# FOLDER gets sbom.spdx.json and notices/.  LINK: the first word of build/static, -static-pie or not.
# LIBRARY: -lNAME, -l:FILE, as the linker gets them.
set -eu
folder=$1 cc=$2 version=$3 link=$4
shift 4
mkdir -p "$folder/notices"
list=$folder/notices/.list
: >"$list"

# NAME VERSION LICENCE LINK
add() { grep -q "^$1|" "$list" || echo "$1|$2|$3|$4" >>"$list"; }

library() { # NAME LICENCE LINK FILE
    path=$("$cc" -print-file-name="$4")
    path=$(readlink -f "$path")
    package= number=NOASSERTION
    if command -v dpkg >/dev/null 2>&1; then
        package=$(dpkg -S "$path" 2>/dev/null | head -n 1 | cut -d: -f1) || package=
        [ -n "$package" ] || package=$(dpkg -S "${path#/usr}" 2>/dev/null | head -n 1 | cut -d: -f1) || package=
    fi
    [ -z "$package" ] || number=$(dpkg-query -W -f '${Version}' "$package" 2>/dev/null | head -n 1)
    [ -z "$package" ] || [ ! -r "/usr/share/doc/$package/copyright" ] ||
        cp "/usr/share/doc/$package/copyright" "$folder/notices/$1"
    add "$1" "$number" "$2" "$3"
}

for word in "$@"; do
    case $word in
    -l:*.a) file=${word#-l:} how=STATIC_LINK ;;
    -l*) file=lib${word#-l}.so how=DYNAMIC_LINK ;;
    *) continue ;;
    esac
    [ "$link" = -static-pie ] && how=STATIC_LINK && file=${file%.so} && file=${file%.a}.a
    case $file in
    libpng*) library libpng libpng-2.0 $how "$file" ;;
    libsqlite3*) library sqlite blessing $how "$file" ;;
    liblz4.*) library lz4 BSD-2-Clause $how "$file" ;;
    libz.*) library zlib Zlib $how "$file" ;;
    libelf*) library libelf "LGPL-3.0-or-later OR GPL-2.0-or-later" $how "$file" ;;
    libjansson*) library jansson MIT $how "$file" ;;
    libm.* | libdl.*) ;; # of glibc
    *) library "${file%%.*}" NOASSERTION $how "$file" ;;
    esac
done
if [ "$link" = -static-pie ]; then
    library glibc LGPL-2.1-or-later STATIC_LINK libc.a
else
    library glibc LGPL-2.1-or-later DYNAMIC_LINK libc.so.6
fi
{
    printf '{\n  "spdxVersion": "SPDX-2.3",\n  "dataLicense": "CC0-1.0",\n  "SPDXID": "SPDXRef-DOCUMENT",\n'
    printf '  "name": "wekiva-%s",\n  "documentNamespace": "https://spdx.org/spdxdocs/wekiva-%s",\n' "$version" "$version"
    printf '  "creationInfo": {"created": "%s", "creators": ["Tool: tools/sbom.sh"]},\n' \
        "$(date -u -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}" +%Y-%m-%dT%H:%M:%SZ)"
    printf '  "packages": [\n    {"SPDXID": "SPDXRef-wekiva", "name": "wekiva", "versionInfo": "%s", "licenseDeclared": "Apache-2.0", "downloadLocation": "NOASSERTION"}' "$version"
    while IFS='|' read -r name number licence how; do
        printf ',\n    {"SPDXID": "SPDXRef-%s", "name": "%s", "versionInfo": "%s", "licenseDeclared": "%s", "downloadLocation": "NOASSERTION"}' \
            "$name" "$name" "$number" "$licence"
    done <"$list"
    printf '\n  ],\n  "relationships": [\n    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-wekiva"}'
    while IFS='|' read -r name number licence how; do
        printf ',\n    {"spdxElementId": "SPDXRef-wekiva", "relationshipType": "%s", "relatedSpdxElement": "SPDXRef-%s"}' "$how" "$name"
    done <"$list"
    printf '\n  ]\n}\n'
} >"$folder/sbom.spdx.json"
rm -f "$list"
