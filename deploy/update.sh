#!/bin/sh
# Updates an installed companion from a release folder, such as a USB stick: checked, installed beside the old one,
# tested, then switched. --rollback goes back to the release before.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=deploy/steps.sh
. "$here/steps.sh"

usage() {
    cat <<'TEXT'
usage: update.sh [--dry-run] [--even-now] [--no-restart] FOLDER | --rollback
  FOLDER        a release folder, such as one on a USB stick
  --rollback    back to the release before
  --dry-run     show every step, change nothing
  --even-now    also while a game is being played
  --no-restart  leave the running program alone; it takes the other release when it starts next
TEXT
}

folder="" rollback=no even_now=no restart=yes
for word in "$@"; do
    case "$word" in
    --dry-run) dry_run=yes ;;
    --even-now) even_now=yes ;;
    --rollback) rollback=yes ;;
    --no-restart) restart=no ;;
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
    refuse_because "$because_game" "a game is going on; finish it first, or add --even-now"
fi

restart() {
    if [ "$restart" = yes ] && has_systemd && systemctl is-enabled -q companion.service 2>/dev/null; then
        step systemctl restart companion.service
    fi
}

if [ "$rollback" = yes ]; then
    earlier=$(readlink -e "$base/previous") || refuse_because "$because_first" "there is no release to go back to"
    switch_to "$earlier"
    restart
    say "back to release $(basename "$earlier")"
    exit 0
fi

damaged() { refuse_because "$because_damaged" "$@"; }

# Every file must be in the list and match it: a stick that was pulled too early is found here.
check_folder() {
    [ -f "$folder/SHA256SUMS" ] || damaged "$folder has no SHA256SUMS: it is not a release folder"
    check_signature
    (cd "$folder" && sha256sum --check --strict --quiet SHA256SUMS) || damaged "$folder is damaged; copy it again"
    (cd "$folder" && find . ! -type d ! -path ./SHA256SUMS ! -path ./SHA256SUMS.sig | sed 's|^\./||' | sort) >"$listed.found"
    sed 's/^[0-9a-f]*[ *]*//' "$folder/SHA256SUMS" | sort >"$listed"
    cmp -s "$listed" "$listed.found" || damaged "$folder holds files that its list does not name, or lacks some"
    odd=$(find "$folder" ! -type d ! -type f | head -n 1)
    [ -z "$odd" ] || damaged "expected plain files only, got $odd"
}

# The list is signed by somebody this box trusts, if its owner has said whom: $settings/allowed_signers, as
# ssh-keygen knows it. Without that file the list guards against damage, not against forgery.
check_signature() {
    signers=$settings/allowed_signers
    if [ ! -f "$signers" ]; then say "checked for damage only: there is no $signers" && return 0; fi
    command -v ssh-keygen >/dev/null ||
        refuse_because "$because_unsigned" "a signature is wanted, but ssh-keygen is missing: apt-get install openssh-client"
    [ -f "$folder/SHA256SUMS.sig" ] || refuse_because "$because_unsigned" "$folder is not signed"
    signer=$(ssh-keygen -Y find-principals -f "$signers" -s "$folder/SHA256SUMS.sig" 2>/dev/null | head -n 1) || signer=""
    [ -n "$signer" ] || refuse_because "$because_unsigned" "$folder is signed by nobody named in $signers"
    ssh-keygen -q -Y verify -f "$signers" -I "$signer" -n "$app" -s "$folder/SHA256SUMS.sig" <"$folder/SHA256SUMS" ||
        refuse_because "$because_unsigned" "the signature of $folder does not fit"
    say "signed by $signer"
}

listed=$(mktemp)
trap 'rm -f "$listed" "$listed.found"' EXIT
check_folder
wheel=$(find "$folder" -maxdepth 1 -type f -name 'table_companion-*.whl')
[ -f "$wheel" ] || damaged "expected one wheel of the companion in $folder"
wheels=""
if [ -d "$folder/wheels" ]; then wheels=$folder/wheels; fi
make_release "$wheel" "$wheels"
release=$base/releases/$(wheel_version "$wheel")
self_test "$release" || refuse_because "$because_unwell" "the new release is not well, see above; the old one goes on"
switch_to "$release"
restart
prune_releases
say "now at release $(wheel_version "$wheel"); update.sh --rollback goes back"
