#!/bin/sh
# The first and only program of a small arm64 machine that calls itself a Raspberry Pi: lays our package down, lets its own
# script set it up, and asks the program how it is. What it finds out goes to the console, line by line.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy
# Alternatives are chosen by scripts of packages, which have not been run here.
export LD_LIBRARY_PATH=/usr/lib/aarch64-linux-gnu/blas:/usr/lib/aarch64-linux-gnu/lapack
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp

tell() { printf 'PI %s: %s\n' "$1" "$2" >/dev/console; }
told() {
    name=$1
    shift
    tell "$name" "$("$@" 2>&1 | tr '\n\0' '  ' | tail -c 20000)"
}

tell up "$(cut -d' ' -f1 /proc/uptime) s"
told model cat /proc/device-tree/model
cp /usr/share/base-passwd/passwd.master /etc/passwd
cp /usr/share/base-passwd/group.master /etc/group
ln -sf mawk /usr/bin/awk
ldconfig 2>/dev/null
for group in gpio render input; do echo "$group:x:9$(echo $group | wc -c):" >>/etc/group; done
told package dpkg-deb -x /package.deb /
dpkg-deb -e /package.deb /package
told postinst sh /package/postinst configure
told settings grep -E 'kind|factory' /etc/table-companion/config.toml
told account id table-companion
PYTHONPATH=/usr/lib/table-companion told gpiozero python3 /board.py
told read companion read /picture.jpg --json
told doctor companion doctor
tell done "$(cut -d' ' -f1 /proc/uptime) s"
sync
echo o >/proc/sysrq-trigger
sleep 60
