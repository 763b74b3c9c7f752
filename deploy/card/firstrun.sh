#!/bin/sh
# Runs once, at the first start of a card that prepare-card has made ready: by cloud-init (Raspberry Pi OS Trixie) or by
# systemd.run in cmdline.txt (Bookworm). Installs the companion from the boot partition or a USB stick, and starts anew.
set -eu
log=/var/log/table-companion-firstrun.log
exec >>"$log" 2>&1

say() { printf 'table companion: %s\n' "$*" | tee /dev/console; }

# The line of cmdline.txt that started this, if there is one: once is enough, whatever becomes of it.
forget() {
    for line in /boot/firmware/cmdline.txt /boot/cmdline.txt; do
        if grep -q ' systemd.run=' "$line" 2>/dev/null; then sed -i 's| systemd\.run[^ ]*||g; s| systemd\.unit=kernel-command-line\.target||' "$line"; fi
    done
}

# A release folder lies on the boot partition, or on a stick, at its top or in table-companion.
find_release() {
    for folder in /boot/firmware/table-companion /boot/table-companion; do
        if [ -f "$folder/SHA256SUMS" ]; then release=$folder && return 0; fi
    done
    mkdir -p /run/table-companion-stick
    for disk in /dev/disk/by-id/usb-*; do
        disk=$(readlink -e "$disk") || continue
        if findmnt -n --source "$disk" >/dev/null; then continue; fi
        mount -o ro,nosuid,nodev "$disk" /run/table-companion-stick 2>/dev/null || continue
        for folder in /run/table-companion-stick/table-companion /run/table-companion-stick; do
            if [ -f "$folder/SHA256SUMS" ] && [ -f "$folder/install.sh" ]; then release=$folder && return 0; fi
        done
        umount /run/table-companion-stick
    done
    return 1
}

forget
say "first start: installing, this takes some minutes"
if ! find_release; then
    say "no release found: put the release folder on a USB stick as table-companion, plug it in, and run: sudo sh $0"
    exit 1
fi
if sh "$release/install.sh" --no-start "$@"; then
    say "installed; starting anew"
    sync
    systemctl --no-block reboot
else
    say "that did not work: $log tells why"
    exit 1
fi
