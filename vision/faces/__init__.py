"""Cards recognised by their faces: outlines are found, straightened to portraits, and compared with learnt ones."""
