#!/bin/sh
# What deploy/test-boot lives through inside the system it started; VERSION is installed, NEXT is on the stick; MANNER: full or
# read-only.
# shellcheck disable=SC2317  # what until_true calls
set -eu

say() { printf '%s\n' "$*"; }

fail() {
    say "FAILED: $*"
    journalctl --no-pager -n 60
    systemctl poweroff --force
    exit 1
}

# Tries once a second for a minute.
until_true() {
    what=$1 tries=60
    shift
    until "$@"; do
        tries=$((tries - 1))
        if [ "$tries" = 0 ]; then fail "$what"; fi
        sleep 1
    done
    say "ok: $what"
}

main_pid() { systemctl show -P MainPID companion.service; }
is_ready() { systemctl is-active -q companion.service; }
is_other() { is_ready && now=$(main_pid) && [ "$now" -gt 1 ] && [ "$now" != "$pid" ]; }
is_safe() { systemctl is-active -q companion-safe.service; }
crash_until_safe() {
    now=$(main_pid)
    if [ "$now" -gt 1 ]; then kill -KILL "$now"; fi
    is_safe
}
release_is() { [ "$(basename "$(readlink /opt/table-companion/current)")" = "$1" ]; }
answered() { grep -q "^$1" /run/table-companion/answer 2>/dev/null; }
was_safe() { [ "$(systemctl show -P ExecMainStartTimestampMonotonic companion-safe.service)" != 0 ]; }

# Inside the same walls as the program: its account, and what its unit allows to be written.
as_program() {
    systemd-run -q --wait --pipe -p User=table-companion -p ProtectSystem=strict -p NoNewPrivileges=yes \
        -p 'CapabilityBoundingSet=' -p 'RestrictAddressFamilies=AF_UNIX' -p ReadWritePaths=/run/table-companion/wishes "$@"
}

say "systemd $(systemctl --version | awk 'NR == 1 { print $2 }')"
until_true "the program starts with the system and says that it is ready" is_ready

[ "$(stat -c %U "/proc/$(main_pid)")" = table-companion ] || fail "not its own account"

if [ "$MANNER" = read-only ] && touch /etc/proof 2>/dev/null; then fail "the root is not read-only"; fi
pid=$(main_pid)
kill -KILL "$pid"
until_true "killed, it comes back" is_other
if was_safe; then fail "one crash brought safe mode"; fi
as_program -p ReadWritePaths=/var/lib/table-companion /usr/local/bin/companion doctor || fail "something is broken"
say "ok: the doctor finds nothing broken"
if [ "$MANNER" = read-only ]; then
    say "all in order"
    exec systemctl poweroff
fi

pid=$(main_pid)
kill -STOP "$pid"
until_true "hanging, the watchdog brings it back" is_other
sleep 8
is_ready || fail "it does not keep the watchdog content"
say "ok: it keeps the watchdog content"

as_program /bin/sh -c 'echo "update 1" >/run/table-companion/wishes/.w; mv /run/table-companion/wishes/.w /run/table-companion/wishes/wish'
until_true "a wish for an update is taken up" answered "1 "
until_true "the update from the stick is done" answered "1 done $NEXT"
release_is "$NEXT" || fail "not the release of the stick"
[ -z "$(findmnt -n /run/table-companion/stick || :)" ] || fail "the stick is still mounted"
if as_program /bin/sh -c 'echo "9 done 9" >/run/table-companion/answer' 2>/dev/null; then fail "the account can write answers"; fi
systemctl restart companion.service
until_true "the new release starts" is_ready
tr '\0' '\n' <"/proc/$(main_pid)/cmdline" | grep -q "releases/$NEXT/bin/python" || fail "the old release runs"

as_program /bin/sh -c 'echo "rollback 2" >/run/table-companion/wishes/wish'
until_true "one wish goes back" answered "2 done $VERSION"
release_is "$VERSION" || fail "not back"

systemctl stop companion.service
say "ok: stopped with $(systemctl show -P Result companion.service)"
[ "$(systemctl show -P Result companion.service)" = success ] || fail "it does not end in good order"

systemctl reset-failed companion.service 2>/dev/null || :
systemctl start companion.service
until_true "crashing again and again, it comes up in safe mode" crash_until_safe
sleep 10
is_safe || fail "safe mode does not stay up"
say "ok: safe mode stays up"

if systemd-run -q --wait --pipe -p User=nobody systemctl --no-ask-password poweroff 2>/dev/null; then
    fail "anybody may switch the machine off"
fi
say "ok: nobody else may switch the machine off"
say "all in order"
as_program systemctl --no-ask-password poweroff || fail "the account may not switch the machine off"
sleep 60
fail "the machine was not switched off"
