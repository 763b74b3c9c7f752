#!/bin/sh
# Runs at the first start of a card that prepare-card has made ready: by cloud-init (Raspberry Pi OS Trixie) or by
# systemd.run in cmdline.txt (Bookworm). Installs the companion from the boot partition or a USB stick, and starts anew.
set -eu
self=$(readlink -f "$0")
log=/var/log/table-companion-firstrun.log
unit=table-companion-firstrun.service
exec >>"$log" 2>&1

say() { printf 'table companion: %s\n' "$*" | tee /dev/console; }

# Until it has worked every start tries it: the plug may be pulled, a network cable forgotten.
try_at_every_start() {
    cat >"/etc/systemd/system/$unit" <<TEXT
[Unit]
Description=Install the table companion
ConditionPathExists=$self
Wants=network-online.target
After=network-online.target

[Service]
Type=oneshot
ExecStart=/bin/sh $self

[Install]
WantedBy=multi-user.target
TEXT
    systemctl --quiet enable "$unit"
}

never_again() {
    systemctl --quiet disable "$unit"
    rm -f "/etc/systemd/system/$unit"
}

# Started by systemd.run there is next to nothing of the system yet, and no network.
is_too_early() { grep -q 'systemd\.unit=kernel-command-line\.target' /proc/cmdline; }

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
try_at_every_start
if is_too_early; then
    say "first start: installing comes after a restart"
    sync
    exit 0
fi
say "first start: installing, this takes some minutes"
if ! find_release; then
    say "no release found: put the release folder on a USB stick as table-companion, plug it in, and start the box again"
    exit 1
fi
if sh "$release/install.sh" --no-start "$@"; then
    never_again
    say "installed; starting anew"
    sync
    systemctl --no-block reboot
else
    say "that did not work: $log tells why; the next start tries again"
    exit 1
fi
