# shellcheck shell=sh
# Sourced by deploy/try and deploy/test, from the root of the checkout: makes .venv and installs what is missing.
# A second call finds the stamp and does nothing.

say() { printf '%s\n' "$*"; }

give_up() {
    printf 'deploy: %s\n' "$*" >&2
    exit 1
}

# A Python that is new enough: the one asked for, the usual one, or a newer one beside it.
find_python() {
    for name in ${COMPANION_PYTHON:+"$COMPANION_PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    return 1
}

# Debian 13 and Ubuntu 24.04 renamed some libraries; take the name this system knows.
package_name() {
    if apt-cache policy "${1}t64" 2>/dev/null | grep -q 'Candidate: [^(]'; then printf '%st64\n' "$1"; else printf '%s\n' "$1"; fi
}

has_library() { "$python" -c "import ctypes; ctypes.CDLL('$1')" 2>/dev/null; }

# zbar reads tags beside zxing-cpp, OpenCV needs GL and glib, Debian splits venv from Python.
missing_packages() {
    has_library libzbar.so.0 || package_name libzbar0
    has_library libGL.so.1 || package_name libgl1
    has_library libgthread-2.0.so.0 || package_name libglib2.0-0
    # shellcheck disable=SC2016
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        "$python" -c 'import sys; print(f"python3.{sys.version_info[1]}-venv")'
}

install_packages() {
    command -v apt-get >/dev/null 2>&1 || give_up "please install with your package manager: $*"
    if [ "$(id -u)" = 0 ]; then
        as_root=
    elif sudo -n true 2>/dev/null; then
        as_root="sudo -n"
    else
        give_up "please run this line, then start again: sudo apt-get install -y --no-install-recommends $*"
    fi
    say "installing with apt: $*"
    # A fresh system has no package lists yet: ask for them only if the first try fails.
    # shellcheck disable=SC2086
    apt_install $as_root "$@" 2>/dev/null || { $as_root apt-get update -q </dev/null && apt_install $as_root "$@"; } ||
        give_up "apt could not install $*; see above"
}

# Without what is only recommended: for zbar alone that would be 160 packages more, a whole ImageMagick among them.
apt_install() {
    if [ "$1" = sudo ]; then shift 2 && before="sudo -n"; else before=; fi
    # shellcheck disable=SC2086
    $before env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "$@" </dev/null
}

# What the virtual environment was made from: if any of this changes, the install runs again.
stamp() {
    say "$(pwd -P)"
    "$python" -c 'import sys; print(sys.version)'
    sha256sum pyproject.toml
    grep '^__version__' companion/__init__.py
}

make_venv() {
    # --clear also mends a folder that was moved, half made, or belongs to a Python that is gone.
    if ! .venv/bin/python -c 'import pip' 2>/dev/null || [ "$(head -n 1 .venv/.stamp 2>/dev/null)" != "$(pwd -P)" ]; then
        say "making .venv with $("$python" --version)"
        # A link is taken away, not followed: what it points to may be another checkout's.
        if [ -L .venv ]; then rm .venv; fi
        "$python" -m venv --clear .venv
    fi
}

install_project() {
    say "installing Python packages into .venv (the first time this takes a few minutes)"
    quiet=--quiet
    if [ -t 1 ]; then quiet=; fi
    export PIP_DISABLE_PIP_VERSION_CHECK=1
    # The build tools first, so that neither this install nor the wheel test needs to fetch them a second time.
    # shellcheck disable=SC2086,SC2015
    .venv/bin/python -m pip install $quiet "hatchling>=1.27" editables </dev/null &&
        .venv/bin/python -m pip install $quiet --no-build-isolation --editable ".[dev]" </dev/null ||
        give_up "pip could not install the packages; see above (no network?), then start again"
}

setup() {
    python=$(find_python) ||
        give_up "Python 3.11 or newer is needed: sudo apt-get install -y python3 python3-venv (Debian 12 or newer)"
    wanted=$(stamp)
    if [ "$(cat .venv/.stamp 2>/dev/null)" = "$wanted" ] && .venv/bin/python -c '' 2>/dev/null; then return 0; fi
    packages=$(missing_packages)
    # shellcheck disable=SC2086
    if [ -n "$packages" ]; then install_packages $packages; fi
    make_venv
    rm -f .venv/.stamp
    install_project
    printf '%s\n' "$wanted" >.venv/.stamp
}

# Programs of others that some tests need, as far as they are small: tests/missing.py knows them.
setup_tests() {
    packages=$(.venv/bin/python -m tests.missing)
    # shellcheck disable=SC2086
    if [ -n "$packages" ]; then install_packages $packages; fi
}

# How pip names a machine and a Python: `platform_flags 3.13 aarch64`.
platform_flags() {
    printf '%s ' --python-version "$1"
    for glibc in 2014 _2_17 _2_24 _2_27 _2_28 _2_31 _2_34; do printf '%s ' --platform "manylinux${glibc}_$2"; done
    printf '%s ' --platform any
}

# Fetches pinned packages by name for a target, each with the sum it was pinned with: fetch_pinned FOLDER 3.13 aarch64 NAME...
fetch_pinned() {
    into=$1 flags=$(platform_flags "$2" "$3")
    shift 3
    .venv/bin/python deploy/pinned.py "$@" >"$into/.wanted"
    # shellcheck disable=SC2086
    .venv/bin/python -m pip download --quiet --no-deps --require-hashes --only-binary :all: --implementation cp $flags \
        --dest "$into" --requirement "$into/.wanted"
    rm "$into/.wanted"
}

# As Debian sorts it: 1.1.0rc1 comes before 1.1.0.
program_version() { sed -n 's/^__version__ = "\([^"]*\)"/\1/p' companion/__init__.py | sed 's/rc/~rc/'; }
