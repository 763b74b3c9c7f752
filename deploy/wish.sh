#!/bin/sh
# Does what the companion asks for from its menu: an update from a USB stick, or the release before. Started as root by
# companion-wish.path when a wish lies on the desk; a wish is one of two words and a number, and nothing in it is run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/steps.sh
. "$here/steps.sh"

sticks=${COMPANION_STICKS:-/dev/disk/by-id}
place=$desk/stick
incoming=$base/incoming
largest_kb=500000

answer() {
    printf '%s %s\n' "$token" "$*" >"$desk/answer.new"
    chmod 644 "$desk/answer.new"
    mv -T "$desk/answer.new" "$desk/answer"
}

# Whoever may write wishes may also write nonsense: what is not exactly a wish is thrown away without a word.
take_wish() {
    wish=""
    if [ -f "$desk/wishes/wish" ]; then wish=$(head -c 40 "$desk/wishes/wish" | tr -d '\n\0'); fi
    rm -rf "$desk/wishes/wish"
    token=${wish#* }
    wish=${wish%% *}
    case "$wish" in update | rollback) ;; *) exit 0 ;; esac
    case "$token" in *[!0-9]* | "") exit 0 ;; esac
}

# The newest release at the top of a stick, or one folder below.
newest_in() {
    find "$1" -maxdepth 2 -name 'table_companion-*.whl' -type f 2>/dev/null | while read -r found; do
        if [ -f "$(dirname "$found")/SHA256SUMS" ]; then printf '%s\t%s\n' "$(wheel_version "$found")" "$found"; fi
    done | sort -V | tail -n 1 | cut -f 2
}

# Looks through every USB disk but those the system runs from. One that a desktop has mounted is read where it is; any
# other is mounted just for us, so that nothing on it can be run.
find_release() {
    for disk in "$sticks"/usb-*; do
        disk=$(readlink -e "$disk") || continue
        where=$(findmnt -n -f -o TARGET --source "$disk" || true)
        case "$where" in / | /boot* | /usr* | /var*) continue ;; esac
        mounted=no
        if [ -z "$where" ]; then
            mkdir -p "$place"
            mount -o ro,nosuid,nodev,noexec "$disk" "$place" 2>/dev/null || continue
            where=$place mounted=yes
        fi
        wheel=$(newest_in "$where")
        if [ -n "$wheel" ]; then take_copy "$(dirname "$wheel")"; fi
        if [ "$mounted" = yes ]; then umount "$place"; fi
        if [ -n "$wheel" ]; then return 0; fi
    done
    answer no_stick
    exit 0
}

# A copy of our own is what is checked and installed: a stick might say something else the second time.
take_copy() {
    size=$(du -sk "$1" | cut -f 1)
    if [ "$size" -gt "$largest_kb" ]; then answer too_large && exit 0; fi
    rm -rf "$incoming"
    install -d -m 700 "$incoming"
    cp -R -P "$1/." "$incoming"
}

run_update() {
    code=0
    said=$("$here/update.sh" --no-restart "$@" 2>&1) || code=$?
    printf '%s\n' "$said"
    rm -rf "$incoming"
    case "$code" in
    0) answer "done" "$(basename "$(readlink "$base/current")")" ;;
    "$because_game") answer game ;;
    "$because_damaged") answer damaged "$(last_line)" ;;
    "$because_unsigned") answer not_signed "$(last_line)" ;;
    "$because_unwell") answer self_test "$(last_line)" ;;
    "$because_first") answer no_previous ;;
    *) answer failed "$(last_line)" ;;
    esac
}

last_line() { printf '%s' "$said" | tail -n 1 | tr -cd '[:print:]' | cut -c 1-200; }

take_wish
answer busy
# Whatever stops us, the screen hears of it.
trap 'code=$?; rm -rf "$incoming"; if [ "$code" != 0 ]; then answer failed; fi' EXIT
if [ "$wish" = rollback ]; then
    run_update --rollback
else
    find_release
    run_update "$incoming"
fi
