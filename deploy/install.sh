#!/bin/sh
# Installs the table companion on Raspberry Pi OS or Debian (Bookworm or newer, 64 bit) from the folder it lies in: a
# release folder, or a checkout. All of it is one Debian package, which apt installs; this only finds out what fits.
# May be run again. --dry-run shows every step and changes nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
app=table-companion
top=${COMPANION_ROOT:-} # another root than /, for trials
releases=/usr/lib/$app/releases

usage() {
    cat <<'TEXT'
usage: install.sh [--dry-run] [--console | --cage | --desktop] [--no-start] [--fill-pool]
  --dry-run    show every step, change nothing
  --console    start on the bare screen; --cage: the same inside cage; --desktop: inside the desktop
               (otherwise as this machine starts; later: companion-box)
  --no-start   install, but do not start now
  --fill-pool  install nothing: fetch all packages needed into pool/ beside this script, so that it can be installed
               without a network on other machines with the same system
TEXT
}

say() { printf '%s\n' "$*"; }

refuse() {
    printf 'install.sh: %s\n' "$*" >&2
    exit 1
}

step() {
    printf '+ %s\n' "$*"
    if [ "$dry_run" = no ]; then "$@"; fi
}

dry_run=no manner=auto start=yes fill=no
for word in "$@"; do
    case "$word" in
    --dry-run) dry_run=yes ;;
    --console | --cage | --desktop) manner=${word#--} ;;
    --no-start) start=no ;;
    --fill-pool) fill=yes ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
    esac
done

is_pi() { grep -q '^Raspberry Pi' "$top/proc/device-tree/model" 2>/dev/null; }

check_system() {
    if [ "$dry_run" = no ] && [ "$(id -u)" != 0 ]; then refuse "this changes the system: start it with sudo"; fi
    command -v apt-get >/dev/null || refuse "this needs apt: Raspberry Pi OS or Debian, Bookworm or newer"
    # shellcheck disable=SC1091
    major=$(. "$top/etc/os-release" && printf '%s' "${VERSION_ID:-0}" | cut -d. -f1)
    # shellcheck disable=SC1091
    case "$(. "$top/etc/os-release" && printf '%s' "$ID")" in
    debian | raspbian) [ "$major" -ge 12 ] || refuse "this needs Debian 12 (Bookworm) or newer, not $major" ;;
    ubuntu) [ "$major" -ge 24 ] || refuse "this needs Ubuntu 24.04 or newer, not $major" ;;
    *) refuse "this is neither Debian nor Raspberry Pi OS; deploy/try works on any Linux with Python 3.11" ;;
    esac
    machine=$(dpkg --print-architecture)
    case "$machine" in
    arm64 | amd64) ;;
    *) refuse "this needs a 64-bit system; write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    free=$(df -Pk "$top/usr" "$top/var" 2>/dev/null | awk 'NR > 1 && (least == "" || $4 < least) { least = $4 } END { print least }')
    [ "${free:-0}" -ge 1500000 ] || refuse "this needs 1.5 GB of free space, there are $((${free:-0} / 1024)) MB"
}

# A copy of our own is what is compared with the list and then installed; a checkout builds its package first.
take_package() {
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    chmod 755 "$scratch" # apt reads it as somebody without rights
    found=""
    for deb in "$here/${app}_"[0-9]*"_$machine.deb"; do
        if [ ! -f "$deb" ]; then continue; fi
        [ -z "$found" ] || refuse "there is more than one package here; leave the one you mean"
        found=$deb
    done
    if [ -n "$found" ]; then
        package=$scratch/$(basename "$found")
        cp "$found" "$package"
        (cd "$scratch" && grep "  $(basename "$found")\$" "$here/SHA256SUMS" | sha256sum --check --strict --quiet) ||
            refuse "$found is not what SHA256SUMS says: copy the release again"
    elif [ -f "$here/../pyproject.toml" ]; then
        if [ "$dry_run" = yes ]; then say "+ (the package is built from the checkout)" && package=$app.deb && return 0; fi
        "$here/build-deb" "$scratch"
        for package in "$scratch"/*.deb; do :; done
    else
        refuse "there is no package for $machine here: is this the whole release folder?"
    fi
}

# What is good to have beside what the package needs; on a Pi its camera and its pins.
wanted() {
    printf '%s ' polkitd openssh-client
    # A name that is only mentioned by another package (ours) has no candidate.
    if apt-cache policy libzbar0t64 2>/dev/null | grep -q 'Candidate: [^(]'; then printf 'libzbar0t64 '; else printf 'libzbar0 '; fi
    if is_pi; then printf '%s ' python3-picamera2 python3-lgpio; fi
    if [ "$manner" = cage ]; then printf 'cage seatd xwayland '; fi
}

# The packages beside this script as a place apt can install from, and the only one: no network is asked.
use_pool() {
    cp -r "$here/pool" "$scratch/pool"
    printf 'deb [trusted=yes] file:%s ./\n' "$scratch/pool" >"$scratch/pool.list"
    mkdir -p "$scratch/lists/partial"
    set -- -o "Dir::Etc::SourceList=$scratch/pool.list" -o Dir::Etc::SourceParts=/dev/null -o "Dir::State::Lists=$scratch/lists"
    apt_flags="$*"
}

told() { step env DEBIAN_FRONTEND=noninteractive COMPANION_MANNER="$manner" COMPANION_START="$start" "$@"; }

# shellcheck disable=SC2086
apt() { told apt-get -q -y $apt_flags "$@"; }

install_package() {
    apt_flags=""
    if [ -d "$here/pool" ] && [ "$dry_run" = no ]; then use_pool; fi
    # shellcheck disable=SC2016
    before=$(dpkg-query -W -f '${db:Status-Status}' $app 2>/dev/null || :)
    # What was cut off is finished first: apt refuses to do anything else. What dpkg cannot finish, apt mends.
    told dpkg --configure -a || :
    apt update
    # shellcheck disable=SC2046
    apt install --fix-broken --no-install-recommends --reinstall --allow-downgrades "$package" $(wanted)
    step "$releases" keep "$package"
    # A first installation has been told already; on any later one the owner's choice stays, unless told anew.
    if [ "$before" = installed ] && [ "$manner" != auto ]; then step env COMPANION_START="$start" companion-box "$manner"; fi
}

# Every package apt would fetch, with the list that apt wants to see beside them.
fill_pool() {
    apt_flags=""
    step apt-get -q update
    step mkdir -p "$here/pool/partial"
    # shellcheck disable=SC2046
    step apt-get -q -y --no-install-recommends --download-only -o "Dir::Cache::Archives=$here/pool" install "$package" $(wanted)
    if [ "$dry_run" = yes ]; then return 0; fi
    rm -rf "$here/pool/partial" "$here/pool/lock"
    (
        cd "$here/pool"
        for deb in *.deb; do
            dpkg-deb --field "$deb"
            printf 'Filename: ./%s\nSize: %s\nSHA256: %s\n\n' "$deb" "$(stat -c %s "$deb")" "$(sha256sum "$deb" | cut -d' ' -f1)"
        done >Packages
    )
    say "$(grep -c ^Package: "$here/pool/Packages") packages are in $here/pool"
}

check_system
take_package
if [ "$fill" = yes ]; then
    fill_pool
else
    install_package
    if [ "$dry_run" = no ]; then say "installed. companion doctor tells how everything is; a restart brings the box up"; fi
fi
if [ "$dry_run" = yes ]; then say "that was a dry run: nothing was changed"; fi
