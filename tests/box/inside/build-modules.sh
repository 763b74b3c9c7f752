#!/bin/sh
# In a root of its own with compiler and headers: builds what Debian's kernels and archive lack, into /out.
#   build-modules.sh ARCHITECTURE    gpio-sim, v4l2loopback, pi-revision as modules; lgpio as a package
set -eu
architecture=$1
kernel=$(basename /usr/lib/modules/*"-$architecture")
source=$(basename /usr/src/linux-source-*.tar.xz .tar.xz)
mkdir -p /out /build/sim /build/loopback /build/lgpio
cd /build

# gpio-sim is in the source and not in the kernels, and neither are the simulated interrupts it needs.
tar xJf "/usr/src/$source.tar.xz" --strip-components=3 -C sim "$source/drivers/gpio/gpio-sim.c" "$source/kernel/irq/irq_sim.c"
mv sim/gpio-sim.c sim/pins.c
# irq_to_desc is not exported to modules; this goes through the exported door.
sed -i 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq_safe(irqnum);/' sim/irq_sim.c
printf 'obj-m := gpio-sim.o\ngpio-sim-objs := pins.o irq_sim.o\n' >sim/Makefile

apt-get download -q v4l2loopback-dkms
dpkg-deb -x v4l2loopback-dkms_*.deb loopback
for module in sim pi-revision "$(echo loopback/usr/src/v4l2loopback-*)"; do
    make -s -C "/usr/lib/modules/$kernel/build" "M=/build/$module" modules
done
find . -name gpio-sim.ko -o -name v4l2loopback.ko -o -name pi-revision.ko | xargs -I{} cp {} /out
printf '%s\n' "$kernel" >/out/kernel

# What Raspberry Pi's archive has and Debian's has not, as a small archive of its own.
package() {
    mkdir -p "$1/DEBIAN"
    printf 'Package: %s\nVersion: %s\nArchitecture: %s\nMaintainer: nobody <nobody@localhost>\nDepends: python3\nDescription: %s\n' \
        "$1" "$2" "$architecture" "$3" >"$1/DEBIAN/control"
    dpkg-deb --root-owner-group --build "$1" "/out/archive/$1_${2}_$architecture.deb"
}

mkdir -p /out/archive python3-lgpio/usr/lib/python3/dist-packages
tar xzf lgpio-*.tar.gz -C lgpio --strip-components=1
(cd lgpio && PYPI=1 python3 setup.py -q build)
cp lgpio/build/lib.*/*lgpio* python3-lgpio/usr/lib/python3/dist-packages
package python3-lgpio 0.2.2-1~box "pins of a Raspberry Pi, the real library, built for the virtual box"
package python3-picamera2 0~box "stands where the camera of a Raspberry Pi would be; the virtual box has none"
cd /out/archive
dpkg-scanpackages --multiversion . >Packages
