"""Who may use a page: a browser signs in with a one-time code and gets a token. No network here.

A code has 9 letters, 40 bits. The right code is always accepted, however many wrong ones came before: the owner may
share an address with whoever guesses. Guessing is slowed down instead. The code changes when a browser has signed in,
never because of a wrong guess.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable

from companion.language.wording import Trouble
from rules.core.words import words

ALPHABET = "abcdefghjkmnpqrstuvwxyz"  # no digits: on a phone they are on another keyboard; no i, l, o
CODE_LENGTH = 9
GROUP = 3  # letters between hyphens
MOST_BROWSERS = 8
LEFT_S = 120  # a browser idle for so long makes room for another
SLIPS = 9  # wrong codes below which no alarm is shown
FREE_GUESSES = 3  # people mistype
FREE_GUESSES_OF_ALL = 30
LONGEST_PAUSE_S = 8.0
FORGOTTEN_S = 20  # one wrong guess
MOST_PLACES = 500


class SignIn:
    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._used: dict[str, float] = {}
        self.code = new_code()
        self.opened = 0
        self.guessed = 0

    @property
    def alarm(self) -> int:
        """How many wrong codes were tried, as a power of ten so that the screen stays quiet; 0: only typing errors."""
        return alarm_for(self.guessed)

    def enter(self, code: str, former: str = "") -> str | None:
        """A token for the right code, replacing the browser's ``former`` one; None for a wrong code. A code works once.

        Raises:
            Trouble: The code is right, but too many browsers are signed in and active.
        """
        with self._lock:
            if not is_code(code, self.code):
                self.guessed += 1
                return None
            self._make_room(former)
            self.code = new_code()
            self.opened += 1
            token = secrets.token_urlsafe(32)
            self._used[token] = self._clock()
            return token

    def renew(self) -> None:
        """Starts afresh: everybody is signed out."""
        with self._lock:
            self._used.clear()
            self.code, self.opened, self.guessed = new_code(), 0, 0

    def knows(self, token: str) -> bool:
        """Whether this browser is signed in; marks it as active."""
        with self._lock:
            for known in self._used:
                if secrets.compare_digest(token.encode(), known.encode()):
                    self._used[known] = self._clock()
                    return True
        return False

    def _make_room(self, former: str) -> None:
        """Signs out an idle browser if there are too many; an active one is never signed out for another."""
        self._used.pop(former, None)
        if len(self._used) < MOST_BROWSERS:
            return
        longest, used = min(self._used.items(), key=lambda item: item[1])
        if self._clock() - used < LEFT_S:
            raise Trouble(words("teach.web.full", most=MOST_BROWSERS, n=LEFT_S // 60))
        del self._used[longest]


class Guesses:
    """How long the answer to a wrong code is delayed: longer with each guess from one place, and when many guess.

    A right code is never delayed, so this keeps nobody out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._of: dict[str, tuple[float, float]] = {}  # wrong guesses not yet forgotten, and as of when
        self._of_all = (0.0, clock())

    def pause_s(self, place: str) -> float:
        """Counts one more wrong guess from there."""
        now = self._clock()
        count, _ = self._of[place] = _one_more(self._of.pop(place, (0.0, now)), now, FORGOTTEN_S)
        if len(self._of) > MOST_PLACES:
            del self._of[
                next(iter(self._of))
            ]  # drop the one with the fewest recent guesses; they still count in the total
        self._of_all = _one_more(self._of_all, now, FORGOTTEN_S / FREE_GUESSES_OF_ALL)
        return max(_pause_s(count - FREE_GUESSES), _pause_s(self._of_all[0] - FREE_GUESSES_OF_ALL))


def _one_more(before: tuple[float, float], now: float, forgotten_s: float) -> tuple[float, float]:
    count, when = before
    return max(0.0, count - (now - when) / forgotten_s) + 1, now


def _pause_s(too_many: float) -> float:
    """One second for the first guess too many, doubled with each further one."""
    return 0.0 if too_many <= 0 else min(LONGEST_PAUSE_S, 2.0 ** min(too_many - 1, 10))


def alarm_for(guessed: int) -> int:
    return 10 ** (len(str(guessed)) - 1) if guessed > SLIPS else 0


def new_code() -> str:
    """As it is shown: ``kfm-wad-tuv``."""
    letters = [secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)]
    return "-".join("".join(letters[at : at + GROUP]) for at in range(0, CODE_LENGTH, GROUP))


def could_be_code(text: str) -> bool:
    """Whether ``new_code`` could have made it."""
    letters = text.replace("-", "")
    return len(letters) == CODE_LENGTH and set(letters) <= set(ALPHABET)


def is_code(given: str, code: str) -> bool:
    """Ignores capitals, hyphens and spaces."""
    return secrets.compare_digest(_letters(given), _letters(code))


def _letters(code: str) -> bytes:
    return "".join(code.split()).lower().replace("-", "").encode()
