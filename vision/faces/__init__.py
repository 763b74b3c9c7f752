"""Cards known by their faces: outlines found, straightened to portraits, compared with those that were learnt."""
