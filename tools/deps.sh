#!/bin/sh
# deps.sh PACKAGE... - installs the Debian packages that are missing, through sudo when not root.
# Says what it installs; when it cannot, prints one line and exits 2.
missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)
    [ "$state" = installed ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

fail() {
    echo "deps: cannot install$missing: $1" >&2
    exit 2
}
command -v apt-get >/dev/null 2>&1 || fail "no apt-get here; install them by hand (names are Debian 12's)"
as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "not root and no sudo; as root: apt-get install$missing"
    as_root=sudo
fi
echo "deps: installing$missing"
log=$(mktemp) || fail "no temporary file"
trap 'rm -f "$log"' EXIT
install_missing() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >"$log" 2>&1
}
install_missing || { $as_root apt-get update -q >"$log" 2>&1 && install_missing; } ||
    fail "apt-get says: $(grep -m1 '^E:' "$log" || tail -n1 "$log")"
