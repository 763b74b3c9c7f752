"""What the camera should look for, and for whom: a page that takes it over, or else the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from companion.inbox import Preview, TableSeen

# Tags of cards; cards by tag or face, because their kind is enough; a face that is shown to be learnt; any QR code.
LooksFor: TypeAlias = Literal["tags", "cards", "lesson", "codes"]


@runtime_checkable
class Seeing(Protocol):
    """Is told which cards of one game lie in front of the camera."""

    @property
    def slug(self) -> str: ...

    @property
    def document(self) -> Mapping[str, Any]: ...

    @property
    def looks_for(self) -> LooksFor: ...

    def see(self, seen: TableSeen) -> None: ...


@runtime_checkable
class Watching(Protocol):
    """Shows the picture itself."""

    def preview(self, preview: Preview) -> None: ...
