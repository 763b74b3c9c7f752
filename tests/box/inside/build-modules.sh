#!/bin/sh
# In a root of its own with compiler and headers: builds what Debian's kernels and archive lack, into /out.
#   build-modules.sh ARCHITECTURE       gpio-sim, v4l2loopback, pi-revision as modules; lgpio as a package of Debian's kind
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

# Raspberry Pi OS has python3-lgpio, Debian has not: the same library, where its package would put it.
tar xzf lgpio-*.tar.gz -C lgpio --strip-components=1
(cd lgpio && PYPI=1 python3 setup.py -q build)
mkdir -p deb/usr/lib/python3/dist-packages deb/DEBIAN
cp lgpio/build/lib.*/*lgpio* deb/usr/lib/python3/dist-packages
cat >deb/DEBIAN/control <<TEXT
Package: python3-lgpio
Version: 0.2.2-1~box
Architecture: $architecture
Maintainer: nobody <nobody@localhost>
Depends: python3
Description: pins of a Raspberry Pi, built for the virtual box
TEXT
dpkg-deb --root-owner-group --build deb /out/python3-lgpio.deb
