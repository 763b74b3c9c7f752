"""What goes wrong outside the rules, in words for whoever reads one line of it."""

from __future__ import annotations

from rules.core.words import Words


class CompanionError(Exception):
    """Shown in one line, with what to do next; never as a traceback.

    ``said`` is that line, or the words of it: then ``companion.wording.explain`` says it in the players' language.
    """

    def __init__(self, said: str | Words) -> None:
        super().__init__(said)
        self.said = said

    def __str__(self) -> str:
        """In the language of the system, for logs and terminals."""
        if isinstance(self.said, str):
            return self.said
        from companion.i18n import Phrases, system_language  # noqa: PLC0415 (texts that cannot be read are told by us)

        return Phrases(system_language()).say(self.said)
