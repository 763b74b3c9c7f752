"""``dataclasses.replace``, twice as fast: a state of some thirty fields is copied at every event.

Works for values whose ``__init__`` takes all fields in order, as it does everywhere in ``rules``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["replace"]

if TYPE_CHECKING:
    from dataclasses import replace
else:
    from dataclasses import fields
    from functools import cache
    from operator import attrgetter

    @cache
    def _shape(cls):
        names = tuple(item.name for item in fields(cls))
        return attrgetter(*names), {name: place for place, name in enumerate(names)}

    def replace(value, /, **changes):
        cls = type(value)
        values_of, places = _shape(cls)
        values = list(values_of(value))
        for name, content in changes.items():
            values[places[name]] = content
        return cls(*values)
