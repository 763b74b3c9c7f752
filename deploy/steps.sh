# shellcheck shell=sh
# Sourced by install.sh, update.sh and uninstall.sh: names of places, and steps that can be shown instead of done.
# Whoever sources this has set $here to the folder it is in.
# shellcheck disable=SC2034,SC2154

app=table-companion
top=${COMPANION_ROOT:-} # another root than /, for trials
base=$top/opt/$app
state=$top/var/lib/$app
settings=$top/etc/$app
account=$app
desk=$top/run/$app
unit_dir=$top/etc/systemd/system
dry_run=no

say() { printf '%s\n' "$*"; }

# Why a script gives up, for whoever started it; 1 is everything else.
because_game=10
because_damaged=11
because_unsigned=12
because_unwell=13
because_first=14

refuse() { refuse_because 1 "$@"; }

refuse_because() {
    because=$1
    shift
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit "$because"
}

# Shows a step, and does it unless this is a dry run.
step() {
    printf '+ %s\n' "$*"
    if [ "$dry_run" = no ]; then "$@"; fi
}

need_root() {
    if [ "$dry_run" = no ] && [ "$(id -u)" != 0 ]; then refuse "this changes the system: start it with sudo"; fi
}

is_pi() { grep -q '^Raspberry Pi' "$top/proc/device-tree/model" 2>/dev/null; }

has_systemd() { [ -d /run/systemd/system ]; }

# systemctl where systemd runs; in a chroot or container the files alone must do.
systemctl_step() {
    if has_systemd; then step systemctl "$@"; else say "(systemd does not run here: systemctl $* left out)"; fi
}

as_account() { runuser -u "$account" -- env HOME="$state" COMPANION_DATA="$state" SDL_VIDEODRIVER=dummy "$@"; }

# Points a link somewhere else in one go: at no time is there no link.
point_link() {
    step ln -sfn "$2" "$1.new"
    step mv -T "$1.new" "$1"
}

# Where a release came from; the same wheel is not installed twice.
wheel_sum() { sha256sum "$1" | cut -d' ' -f1; }

# table_companion-0.1.0-py3-none-any.whl -> 0.1.0
wheel_version() { basename "$1" | cut -d- -f2; }

# Makes releases/<version> from a wheel: its own virtual environment over the system's packages. $2: folder with the
# few other wheels, or empty to fetch them.
make_release() {
    wheel=$1 wheels=${2:-}
    release=$base/releases/$(wheel_version "$wheel")
    if [ -f "$release/.complete" ] && [ "$(cat "$release/.complete")" = "$(wheel_sum "$wheel")" ]; then
        say "release $(wheel_version "$wheel") is already here"
        return 0
    fi
    if [ -e "$release" ] && [ "$(readlink -e "$base/current")" = "$release" ]; then
        refuse "another build of version $(wheel_version "$wheel") is in use; give the new one a new version"
    fi
    step rm -rf "$release"
    step install -d -m 755 "$base/releases"
    step python3 -m venv --system-site-packages "$release"
    step "$release/bin/python" -m pip install -q --no-deps --no-index "$wheel"
    if [ "$dry_run" = yes ]; then
        say "+ (packages that apt does not have, or has too old, go into $release with pip)"
        return 0
    fi
    install_needs "$release" "$wheels"
    wheel_sum "$wheel" >"$release/.complete"
}

# Without dependencies, one layer of needs after the other: so pip never gets the idea to bring a numpy along.
install_needs() {
    where=""
    if [ -n "$2" ]; then where="--no-index --find-links $2"; fi
    for _ in 1 2 3 4; do
        needs=$("$1/bin/python" "$here/needs.py") || refuse "packages that must come from apt are missing; see above"
        if [ -z "$needs" ]; then break; fi
        say "from pip: $(printf '%s' "$needs" | tr '\n' ' ')"
        # shellcheck disable=SC2086
        printf '%s\n' "$needs" | xargs -d '\n' "$1/bin/python" -m pip install -q --no-deps $where ||
            refuse "pip could not install them; see above"
    done
    if [ -n "$needs" ]; then refuse "these are still missing: $needs"; fi
    if ls -d "$1"/lib/python3*/site-packages/numpy >/dev/null 2>&1; then
        rm -rf "$1"
        refuse "a numpy got into the release, which breaks the system's picamera2; nothing was changed"
    fi
}

# The doctor of the new release, as the account it will run under, decides. Camera and pins are left out: the release
# that is running may hold them, and they are not what is new.
self_test() {
    say "+ (self-test of $1)"
    if [ "$dry_run" = yes ]; then return 0; fi
    if ! report=$(as_account "$1/bin/companion" doctor --set camera.kind=none --set panel.factory=none 2>&1); then
        printf '%s\n' "$report" >&2
        return 1
    fi
}

# The last three releases stay; the one in use and the one before it always do.
prune_releases() {
    if [ ! -d "$base/releases" ]; then return 0; fi
    keep="$(readlink -e "$base/current" || true) $(readlink -e "$base/previous" || true)"
    # shellcheck disable=SC2012
    for old in $(ls -1dt "$base"/releases/* | tail -n +4); do
        case " $keep " in *" $old "*) ;; *) step rm -rf "$old" ;; esac
    done
}

switch_to() {
    before=$(readlink -e "$base/current" || true)
    if [ -n "$before" ] && [ "$before" != "$1" ]; then point_link "$base/previous" "$before"; fi
    point_link "$base/current" "$1"
}
