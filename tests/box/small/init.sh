#!/busybox sh
# The small arm64 machine, before its disk: loads the drivers in the order they are numbered, and goes on there.
/busybox mount -t devtmpfs dev /dev
for module in /modules/*.ko; do /busybox insmod "$module"; done
/busybox sleep 1
/busybox mount -t ext4 /dev/vda /root || /busybox poweroff -f
exec /busybox switch_root /root /bin/sh /check.sh
