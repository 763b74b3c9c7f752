#!/bin/sh
# Installs the table companion on Raspberry Pi OS (Bookworm, Trixie) or Debian, from a checkout or from a release
# folder. May be run again: what is there stays. --dry-run shows every step and changes nothing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/steps.sh
. "$here/steps.sh"

usage() {
    cat <<'TEXT'
usage: install.sh [--dry-run] [--wheel FILE] [--wheels FOLDER] [--kiosk | --console] [--no-start]
  --dry-run        show every step, change nothing
  --wheel FILE     install this wheel; otherwise the one beside this script, or one built from the checkout
  --wheels FOLDER  take the other packages from this folder, without a network
  --kiosk          start inside the desktop; --console: start on the bare screen (default: as the system starts)
  --no-start       install, but do not start now
TEXT
}

wheel="" wheels="" manner="" start=yes
while [ $# -gt 0 ]; do
    case "$1" in
    --dry-run) dry_run=yes ;;
    --wheel) wheel=${2:?--wheel needs a file} && shift ;;
    --wheels) wheels=${2:?--wheels needs a folder} && shift ;;
    --kiosk | --console) manner=${1#--} ;;
    --no-start) start=no ;;
    -h | --help) usage && exit 0 ;;
    *) usage >&2 && exit 2 ;;
    esac
    shift
done

check_system() {
    need_root
    command -v apt-get >/dev/null || refuse "this needs apt: Raspberry Pi OS or Debian, Bookworm or newer"
    # shellcheck disable=SC1091
    major=$(. "$top/etc/os-release" && printf '%s' "${VERSION_ID:-0}" | cut -d. -f1)
    # shellcheck disable=SC1091
    case "$(. "$top/etc/os-release" && printf '%s' "$ID")" in
    debian | raspbian) [ "$major" -ge 12 ] || refuse "this needs Debian 12 (Bookworm) or newer, not $major" ;;
    ubuntu) [ "$major" -ge 24 ] || refuse "this needs Ubuntu 24.04 or newer, not $major" ;;
    *) refuse "this is neither Debian nor Raspberry Pi OS; deploy/try works on any Linux with Python 3.11" ;;
    esac
    case "$(dpkg --print-architecture)" in
    arm64 | amd64) ;;
    *) refuse "this needs a 64-bit system; write the 64-bit Raspberry Pi OS to the card" ;;
    esac
    free=$(df -Pk "$top/opt" "$top/var" 2>/dev/null | awk 'NR > 1 && (least == "" || $4 < least) { least = $4 } END { print least }')
    [ "${free:-0}" -ge 1500000 ] || refuse "this needs 1.5 GB of free space, there are $((${free:-0} / 1024)) MB"
    if dpkg-query -W -f '${Status}' "$app" 2>/dev/null | grep -q 'ok installed'; then
        refuse "the Debian package $app is installed; apt-get remove $app first, or keep to apt"
    fi
    if [ -n "$wheel" ] && [ ! -f "$wheel" ]; then refuse "there is no file $wheel"; fi
    if [ -n "$wheels" ] && [ ! -d "$wheels" ]; then refuse "there is no folder $wheels"; fi
}

apt_packages() {
    packages="python3 python3-venv python3-pygame python3-opencv python3-numpy python3-pil python3-reportlab
        python3-platformdirs python3-tomlkit python3-segno python3-setuptools adduser util-linux polkitd"
    if apt-cache show libzbar0t64 >/dev/null 2>&1; then packages="$packages libzbar0t64"; else packages="$packages libzbar0"; fi
    if is_pi; then packages="$packages python3-picamera2 python3-lgpio python3-gpiozero"; fi
    # shellcheck disable=SC2086
    missing=$(for name in $packages; do
        case "$(dpkg-query -W -f '${Status}' "$name" 2>/dev/null)" in *"ok installed") ;; *) printf '%s ' "$name" ;; esac
    done)
    if [ -z "$missing" ]; then say "all system packages are here" && return 0; fi
    step apt-get update -q
    # shellcheck disable=SC2086
    step env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing
}

make_account() {
    if ! getent passwd "$account" >/dev/null; then
        step adduser --system --group --home "$state" --no-create-home --gecos "Table companion" "$account"
    fi
    step install -d -m 750 -o "$account" -g "$account" "$state"
    for group in video render input audio gpio; do
        if getent group "$group" >/dev/null; then step adduser --quiet "$account" "$group"; fi
    done
}

# A wheel named, one beside this script (a release folder), or one built from the checkout around it.
find_wheel() {
    if [ -n "$wheel" ]; then return 0; fi
    for wheel in "$here"/table_companion-*.whl "$here"/../table_companion-*.whl; do
        if [ -f "$wheel" ]; then
            wheels=${wheels:-$(dirname "$wheel")/wheels}
            if [ ! -d "$wheels" ]; then wheels=""; fi
            return 0
        fi
    done
    [ -f "$here/../pyproject.toml" ] || refuse "there is neither a wheel nor a checkout here; name one with --wheel"
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    if [ "$dry_run" = yes ]; then
        version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' "$here/../companion/__init__.py")
        say "+ (a wheel is built from the checkout)"
        wheel=$scratch/table_companion-$version-py3-none-any.whl
        : >"$wheel"
        return 0
    fi
    step python3 -m venv "$scratch/build"
    step "$scratch/build/bin/pip" wheel -q --no-deps --wheel-dir "$scratch" "$here/.."
    for wheel in "$scratch"/table_companion-*.whl; do :; done
    [ -f "$wheel" ] || refuse "the wheel could not be built; see above"
}

write_settings() {
    step install -d -m 755 "$settings"
    if [ -f "$settings/config.toml" ]; then say "$settings/config.toml stays as it is" && return 0; fi
    kind=none factory=none
    if is_pi; then kind=pi factory=lgpio; fi
    say "+ write $settings/config.toml (camera: $kind, panel: $factory)"
    if [ "$dry_run" = yes ]; then return 0; fi
    folder=$state
    if [ "$manner" = kiosk ]; then folder=""; fi
    cat >"$settings/config.toml" <<TEXT
# Settings of this box. Every setting there is: $base/current, file defaults.toml; after a change: companion doctor
[camera]
kind = "$kind" # pi, usb, replay, twin or none

[panel]
factory = "$factory" # lgpio or none

[data]
folder = "$folder" # where games are kept; empty: with whoever is logged in
TEXT
}

manner_of_start() {
    if [ -n "$manner" ]; then return 0; fi
    manner=console
    if [ "$(systemctl get-default 2>/dev/null || true)" = graphical.target ] && [ -e "$unit_dir/display-manager.service" ]; then
        manner=kiosk
    fi
}

install_files() {
    step install -D -m 644 "$here/60-table-companion.rules" "$top"/etc/udev/rules.d/60-table-companion.rules
    step install -D -m 644 "$here/poweroff.rules" "$top"/etc/polkit-1/rules.d/50-table-companion.rules
    step install -D -m 644 "$here/desk.conf" "$top"/etc/tmpfiles.d/table-companion.conf
    if command -v systemd-tmpfiles >/dev/null; then step systemd-tmpfiles --create "$top"/etc/tmpfiles.d/table-companion.conf; fi
    if has_systemd && command -v udevadm >/dev/null; then step udevadm control --reload; fi
    step install -d -m 755 "$top/usr/local/bin"
    point_link "$top/usr/local/bin/companion" "$base/current/bin/companion"
    step install -d -m 755 "$base/deploy"
    for file in install.sh update.sh uninstall.sh wish.sh; do step install -m 755 "$here/$file" "$base/deploy/$file"; done
    for file in steps.sh needs.py companion.service companion-safe.service companion-wish.service companion-wish.path \
        desk.conf back-off.conf allow-editor.conf kiosk.desktop 60-table-companion.rules poweroff.rules config.txt.part; do
        step install -m 644 "$here/$file" "$base/deploy/$file"
    done
}

# Starts a unit with the system; where systemd does not run, by the link it would make.
enable_unit() {
    if has_systemd; then
        step systemctl enable "$1"
    else
        step install -d -m 755 "$unit_dir/multi-user.target.wants"
        step ln -sfn "$unit_dir/$1" "$unit_dir/multi-user.target.wants/$1"
    fi
}

# Updates from the menu: a path that systemd watches, and the one script root runs for it.
install_wishes() {
    step install -D -m 644 "$here/companion-wish.service" "$unit_dir/companion-wish.service"
    step install -D -m 644 "$here/companion-wish.path" "$unit_dir/companion-wish.path"
    systemctl_step daemon-reload
    enable_unit companion-wish.path
    systemctl_step restart companion-wish.path
}

install_start() {
    say "starts: $manner"
    if [ "$manner" = kiosk ]; then
        step install -D -m 644 "$here/kiosk.desktop" "$top"/etc/xdg/autostart/table-companion.desktop
        # Whoever is logged in runs the program there, and may ask for updates by being in its group.
        if [ -n "${SUDO_USER:-}" ] && [ "$SUDO_USER" != root ]; then step adduser --quiet "$SUDO_USER" "$account"; fi
        return 0
    fi
    step install -D -m 644 "$here/companion.service" "$unit_dir/companion.service"
    step install -D -m 644 "$here/companion-safe.service" "$unit_dir/companion-safe.service"
    # Growing pauses between restarts are known to systemd 254 and newer; older ones would complain at every start.
    if [ "$(systemctl --version 2>/dev/null | awk 'NR == 1 { print int($2) }')" -ge 254 ] 2>/dev/null; then
        step install -D -m 644 "$here/back-off.conf" "$unit_dir/companion.service.d/back-off.conf"
    fi
    systemctl_step daemon-reload
    enable_unit companion.service
    if [ "$start" = yes ]; then systemctl_step restart companion.service; fi
}

# Lines the firmware of a Pi needs, between two marks, once.
write_boot_lines() {
    is_pi || return 0
    for boot in "$top/boot/firmware/config.txt" "$top/boot/config.txt"; do
        if [ ! -f "$boot" ]; then continue; fi
        if grep -q '^# table-companion begin' "$boot"; then say "$boot has our lines already" && return 0; fi
        say "+ append $here/config.txt.part to $boot (copy kept as $boot.before-table-companion)"
        if [ "$dry_run" = no ]; then
            cp "$boot" "$boot.before-table-companion"
            cat "$here/config.txt.part" >>"$boot"
        fi
        return 0
    done
}

check_system
manner_of_start
apt_packages
make_account
find_wheel
make_release "$wheel" "$wheels"
release=$base/releases/$(wheel_version "$wheel")
write_settings
self_test "$release" || refuse "the new release is not well, see above; what ran before still runs"
switch_to "$release"
install_files
write_boot_lines
install_wishes
install_start
prune_releases
if [ "$dry_run" = yes ]; then
    say "that was a dry run: nothing was changed"
else
    say "installed. companion doctor tells how everything is; a restart brings the box up"
fi
