#!/bin/sh
# deps.sh PACKAGE... - installs the Debian packages that are missing, through sudo when not root.
#
# Says what it installs, and that it waits when another program holds apt's lock (LOCK_WAIT=300 seconds at most).  When it
# cannot install, it prints one line and exits 2; where there is no dpkg, it names the packages and leaves it to the build.
if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "deps: no dpkg here, so nothing is checked or installed; what Debian 12 calls $* is needed" >&2
    exit 0
fi
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
log=$(mktemp) || fail "no temporary file"
trap 'rm -f "$log"' EXIT
as_root=
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null 2>&1 || fail "not root and no sudo; as root: apt-get install$missing"
    as_root=sudo
    sudo -v 2>"$log" || fail "not root, and sudo says: $(tail -n1 "$log"); as root: apt-get install$missing"
fi
echo "deps: installing$missing"

# apt-get itself waits for dpkg's lock, but not for those of its lists and archives, and says nothing meanwhile.
apt() {
    begin=$(date +%s) said=
    until $as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o DPkg::Lock::Timeout=2 "$@" >"$log" 2>&1; do
        grep -q -E -e '^E: (Could not get lock|Unable to (lock|acquire))' "$log" || return 1
        held=$(sed -n 's/.*\(Could not get lock.*held by process [0-9]* ([^)]*)\).*/\1/p' "$log" | head -n1)
        [ $(($(date +%s) - begin)) -lt "${LOCK_WAIT:-300}" ] ||
            fail "another program still holds apt's lock after ${LOCK_WAIT:-300} seconds${held:+: $held}"
        [ -n "$said" ] || echo "deps: waiting for another program that holds apt's lock${held:+: $held}"
        said=yes
        sleep 2
    done
}
install_missing() {
    # shellcheck disable=SC2086
    apt install -y -q --no-install-recommends $missing
}
install_missing && exit 0
apt update -q && install_missing && exit 0
grep -q -i -e 'resolv' -e 'could not connect' -e 'network is unreachable' "$log" &&
    fail "no network? apt-get says: $(grep -m1 -i -e 'resolv' -e 'connect' -e 'unreachable' "$log" | sed 's/^ *//')"
fail "apt-get says: $(grep -m1 '^E:' "$log" || tail -n1 "$log")"
