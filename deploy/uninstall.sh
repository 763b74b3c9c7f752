#!/bin/sh
# Takes the table companion away again. The games stay in their folder unless --data is given.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/steps.sh
. "$here/steps.sh"

data=no
for word in "$@"; do
    case "$word" in
    --dry-run) dry_run=yes ;;
    --data) data=yes ;;
    -h | --help)
        say "usage: uninstall.sh [--dry-run] [--data]"
        say "  --data  also delete all games, facts, settings and the account"
        exit 0
        ;;
    *) refuse "expected --dry-run or --data, got '$word'" ;;
    esac
done
need_root

if has_systemd; then
    for unit in companion.service companion-safe.service companion-wish.path; do
        if [ -e "$unit_dir/$unit" ]; then step systemctl disable --now "$unit"; fi
    done
fi
step rm -rf "$unit_dir/companion.service" "$unit_dir/companion-safe.service" "$unit_dir/companion.service.d" \
    "$unit_dir/companion-wish.path" "$unit_dir/companion-wish.service" \
    "$unit_dir/multi-user.target.wants/companion.service" "$unit_dir/multi-user.target.wants/companion-wish.path" \
    "$top"/etc/tmpfiles.d/table-companion.conf "$desk" "$top"/etc/xdg/autostart/table-companion.desktop \
    "$top"/etc/udev/rules.d/60-table-companion.rules "$top"/etc/polkit-1/rules.d/50-table-companion.rules
systemctl_step daemon-reload

case "$(readlink "$top/usr/local/bin/companion" 2>/dev/null || true)" in
"$base"/*) step rm -f "$top/usr/local/bin/companion" ;;
esac

for boot in "$top/boot/firmware/config.txt" "$top/boot/config.txt"; do
    if grep -q '^# table-companion begin' "$boot" 2>/dev/null; then
        step sed -i '/^# table-companion begin/,/^# table-companion end/d' "$boot"
        step rm -f "$boot.before-table-companion"
    fi
done

step rm -rf "$base"
if [ "$data" = yes ]; then
    step rm -rf "$state" "$settings"
    if getent passwd "$account" >/dev/null; then step deluser --quiet --system "$account"; fi
    if getent group "$account" >/dev/null; then step delgroup --quiet --system "$account"; fi
    say "everything is gone"
else
    say "games and settings are still in $state and $settings; --data deletes them too"
fi
