#!/bin/sh
# Inside the virtual box, once a boot: the pins of a Raspberry Pi as /dev/gpiochip0, pulled up as its own are when a
# button is wired to ground, and a camera at /dev/video10 that shows what box-camera is given.
set -eu
modprobe -a configfs gpio-sim i6300esb
modprobe v4l2loopback video_nr=10 card_label="Loopback camera" exclusive_caps=1
# A machine with a device tree of its own is told there what it is.
[ -e /proc/device-tree ] || modprobe pi-revision
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config

bank=/sys/kernel/config/gpio-sim/pi/bank0
mkdir -p "$bank"
echo 28 >"$bank/num_lines"
echo pinctrl-bcm2711 >"$bank/label"
for pin in $(seq 0 27); do
    mkdir "$bank/line$pin"
    echo "GPIO$pin" >"$bank/line$pin/name"
done
echo 1 >"$bank/../live"
# A board that has pins of its own for its power button (QEMU's for arm64) came first: a Pi's are /dev/gpiochip0.
chip=$(cat "$bank/chip_name")
if [ "$chip" != gpiochip0 ]; then
    # For these two alone: on a busy host the rest of a boot takes longer than `settle` waits.
    udevadm wait --timeout=900 /dev/gpiochip0 "/dev/$chip"
    mv /dev/gpiochip0 /dev/board-gpiochip0
    mv "/dev/$chip" /dev/gpiochip0
fi
mkdir -p /run/box/camera
ln -sfn "/sys/devices/platform/$(cat "$bank/../dev_name")/$(cat "$bank/chip_name")" /run/box/pins
for pin in $(seq 0 27); do echo pull-up >"/run/box/pins/sim_gpio$pin/pull"; done
