"""The modules of a tag's QR code: version 1, level H, 21 by 21, dark is 1."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

MODULES = 21
MARGIN_MODULES = 2  # of white around the code, as part of the tag's size
Modules = NDArray[np.uint8]


@lru_cache(maxsize=4096)
def module_grid(text: str, mask: int | None = None) -> Modules:
    """What is printed for a tag text; ``mask`` None: the mask the standard's rules choose."""
    import segno  # noqa: PLC0415

    code = segno.make(text, version=1, error="h", mode="alphanumeric", mask=mask, boost_error=False, micro=False)
    grid = np.array([[int(bool(module)) for module in row] for row in code.matrix], dtype=np.uint8)
    grid.setflags(write=False)
    return grid
