#!/bin/sh
# Updates an installed companion from a release folder, such as a USB stick: checked, installed beside the old one,
# tested, then switched. --rollback goes back to the release before.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/steps.sh
. "$here/steps.sh"

usage() { say "usage: update.sh [--dry-run] [--even-now] FOLDER | update.sh [--dry-run] [--even-now] --rollback"; }

folder="" rollback=no even_now=no
for word in "$@"; do
    case "$word" in
    --dry-run) dry_run=yes ;;
    --even-now) even_now=yes ;;
    --rollback) rollback=yes ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && exit 2 ;;
    *) folder=$word ;;
    esac
done
if [ -z "$folder" ] && [ "$rollback" = no ]; then usage >&2 && exit 2; fi
need_root
[ -L "$base/current" ] || refuse "nothing is installed yet: use install.sh"

# A game that was touched within the last six hours is being played.
game_goes_on() {
    [ -f "$state/games.sqlite" ] || return 1
    "$base/current/bin/python" - "$state/games.sqlite" <<'PYTHON'
import sqlite3, sys
db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
row = db.execute(
    "SELECT count(*) FROM games JOIN entries ON entries.game_id = games.id"
    " WHERE games.ended IS NULL AND datetime(entries.written) > datetime('now', '-6 hours')"
).fetchone()
sys.exit(0 if row[0] else 1)
PYTHON
}

if [ "$even_now" = no ] && game_goes_on; then
    refuse "a game is going on; finish it first, or add --even-now"
fi

restart() { if has_systemd && systemctl is-enabled -q companion.service; then step systemctl restart companion.service; fi; }

if [ "$rollback" = yes ]; then
    [ -L "$base/previous" ] || refuse "there is no release to go back to"
    before=$(readlink -f "$base/previous")
    switch_to "$before"
    restart
    say "back to release $(basename "$before")"
    exit 0
fi

# Every file must be in the list and match it: a stick that was pulled too early is found here.
check_folder() {
    [ -f "$folder/SHA256SUMS" ] || refuse "$folder has no SHA256SUMS: it is not a release folder"
    (cd "$folder" && sha256sum --check --strict --quiet SHA256SUMS) || refuse "$folder is damaged; copy it again"
    (cd "$folder" && find . -type f ! -name SHA256SUMS | sed 's|^\./||' | sort) >"$listed.found"
    sed 's/^[0-9a-f]*[ *]*//' "$folder/SHA256SUMS" | sort >"$listed"
    cmp -s "$listed" "$listed.found" || refuse "$folder holds files that its list does not name, or lacks some"
}

listed=$(mktemp)
trap 'rm -f "$listed" "$listed.found"' EXIT
check_folder
wheel=$(find "$folder" -maxdepth 1 -name 'table_companion-*.whl')
[ -f "$wheel" ] || refuse "expected one wheel of the companion in $folder"
wheels=""
if [ -d "$folder/wheels" ]; then wheels=$folder/wheels; fi
make_release "$wheel" "$wheels"
release=$base/releases/$(wheel_version "$wheel")
self_test "$release" || refuse "the new release is not well, see above; the old one goes on"
switch_to "$release"
restart
prune_releases
say "now at release $(wheel_version "$wheel"); update.sh --rollback goes back"
