"""The real picamera2 over libcamera's virtual camera, as ``deploy/virtual-camera/build`` makes it. Not for a Pi."""

from __future__ import annotations

import os
import shutil
import sys
import types
from pathlib import Path
from typing import Any


def frames_folder() -> Path | None:
    """Where the virtual camera takes its pictures from; None when this Python does not run beside one."""
    home = os.environ.get("VIRTUAL_CAMERA")
    return Path(home) / "frames" if home else None


def missing() -> str | None:
    """Why there is no virtual camera here; None when there is one."""
    return (
        None if frames_folder() else "no virtual camera: deploy/virtual-camera/build, then deploy/virtual-camera/test"
    )


def fill(folder: Path, pictures: list[Path]) -> None:
    """These pictures lie under the camera from now on, one after the other."""
    for old in folder.glob("*"):
        old.unlink()
    for number, picture in enumerate(pictures):
        shutil.copy(picture, folder / f"{number}.jpg")


def make(number: int) -> Any:
    """A Picamera2 whose buffers need neither a heap for them nor the screen drivers of a Pi."""
    stand_in_for_screens()
    import libcamera
    import picamera2.picamera2 as module
    from picamera2.allocators import LibcameraAllocator

    class NoHeap:
        """In place of DmaAllocator, which opens /dev/dma_heap, also once more when the camera is closed."""

    class VirtualPicamera2(module.Picamera2):  # type: ignore[misc]
        def __init__(self) -> None:
            allocator = LibcameraAllocator(None)
            super().__init__(number, allocator=allocator)
            allocator.camera = self.camera

        def _get_raw_modes(self) -> list[dict[str, Any]]:
            """The virtual camera has no raw pictures; picamera2 asks for their sizes all the same."""
            role = libcamera.StreamRole.VideoRecording
            formats = self.camera.generate_configuration([role]).at(0).formats
            return [
                {"format": str(pixels), "size": (size.width, size.height)}
                for pixels in formats.pixel_formats
                for size in formats.sizes(pixels)
            ]

    module.DmaAllocator = NoHeap
    return VirtualPicamera2()


def stand_in_for_screens() -> None:
    """picamera2 imports the bindings of kms++ for previews we never show; an empty module lets it."""

    class AnyFormat(type):
        def __getattr__(cls, name: str) -> str:
            if name.startswith("__"):
                raise AttributeError(name)
            return name

    stand_in = types.ModuleType("pykms")
    stand_in.PixelFormat = AnyFormat("PixelFormat", (), {})  # type: ignore[attr-defined]
    sys.modules.setdefault("pykms", stand_in)
