"""The small machine: in which order its modules are loaded, and how what it says is heard."""

from __future__ import annotations

from tests.box.scenarios.raspberry import load_order, told

DEPENDENCIES = """\
kernel/fs/ext4/ext4.ko.xz: kernel/fs/jbd2/jbd2.ko.xz kernel/fs/mbcache.ko.xz kernel/lib/crc16.ko.xz
kernel/fs/jbd2/jbd2.ko.xz:
kernel/fs/mbcache.ko.xz:
kernel/lib/crc16.ko.xz:
kernel/drivers/block/virtio_blk.ko.xz: kernel/drivers/virtio/virtio.ko.xz
"""


def test_modules_come_after_those_they_need_and_what_is_built_in_is_passed_over() -> None:
    order = load_order(DEPENDENCIES, ("virtio_pci", "virtio_blk", "ext4"))
    assert order[:2] == ["kernel/drivers/virtio/virtio.ko.xz", "kernel/drivers/block/virtio_blk.ko.xz"]
    assert order[-1] == "kernel/fs/ext4/ext4.ko.xz"
    assert len(order) == len(set(order)) == 6


def test_what_it_says_is_found_between_what_the_kernel_says() -> None:
    console = '[ 1.0] usb\r\nPI model: Raspberry Pi 4\r\n[ 2.0] x\r\nPI read: {"images": []}\r\n'
    assert told(console) == {"model": "Raspberry Pi 4", "read": '{"images": []}'}
