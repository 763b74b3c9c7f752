"""A night without eyes: whoever gets nothing but spoken words plays to the end, and the journal is a seeing one's."""

from __future__ import annotations

import re
import subprocess
import wave
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.language.i18n import Phrases
from companion.program.brevity import LONGEST, MOST, Part, Rank, announcements, brief, lasts
from companion.program.narrator import Narrator, changes, speakable
from companion.screens.hearing import Heard, heard, without_common
from companion.screens.intents import Intent, intent_of
from companion.screens.last_screen import LastScreen
from companion.signals.speech import ESPEAK as SPEECH_PROGRAM
from companion.signals.speech import WORDS_A_MINUTE
from rules.amul import commands as amul
from tests.companion.listener import Ear, Listener
from tests.companion.pages.test_presses import PLAYERS, _rounds
from tests.companion.presses import Played, Teller, played
from tests.companion.samples import SAMPLES
from tests.gallery.samples import SampleTable
from tests.languages import LANGUAGES
from tests.missing import ESPEAK
from tests.sweeps import sweep

SEED = 0  # at this night of Āmul whoever tells it can tell every card in the end
LONGEST_S = 6.0
MOST_AT_ONCE = 280  # letters said after one press: about 15 s
MOST_WORDS = 130  # said for one thing told, with everything asked for again at each press


def play(teller: Teller, night: Played) -> list[Any]:
    """To the end; what was told, in order."""
    if night.setup.game == "amul":
        assert len(list(_rounds(teller, night))) == 9
        left = [command for command in night.commands if isinstance(command, amul.Show | amul.Done)]
    else:
        left = list(night.commands)
    for command in left:
        teller.give(command)
    assert teller.live.is_over
    return [step.command for step in teller.live.session.steps]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "language"), sweep([("amul", "en"), ("amulett", "de")], [*product(("amul", "amulett"), LANGUAGES)])
)
def test_who_only_listens_plays_to_the_end(slug: str, language: str, tmp_path: Path) -> None:
    night = played(slug, PLAYERS, SEED)
    seeing, listener = Teller(tmp_path / "seeing", night), Listener(tmp_path / "listening", night, language)
    assert play(listener, night) == play(seeing, night)
    for _ in range(60):  # row by row, then on to who has won
        if isinstance(listener.screen, LastScreen):
            break
        is_last = listener.app.context.say("spoken.go_on") in " ".join(listener.ear.new)
        listener.press(Intent.OK if is_last or not getattr(listener.screen, "is_full", False) else Intent.NEXT)
    best = min(listener.app.table.score()["players"], key=lambda player: player["place"])  # type: ignore[union-attr]
    assert best["name"] in " ".join(listener.ear.all[-12:])
    words = sum(len(text.split()) for text in listener.ear.all)
    told = len(listener.live.session.steps)
    print(f"{slug} {language}: {words / told:.0f} words, {listener.presses / told:.1f} presses for one thing told")
    assert max(map(len, listener.ear.all)) <= LONGEST
    assert words / told <= MOST_WORDS
    assert listener.most_at_once <= (MOST_AT_ONCE, []), "after one press"
    seeing.store.close()
    listener.store.close()


@pytest.mark.slow
@ESPEAK.mark
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_announcement_lasts_longer_than_six_seconds(language: str, tmp_path: Path) -> None:
    """The longest of every screen, spoken to a file and measured."""
    say, said = Phrases(language), set()
    for name in SAMPLES:
        window = _window()
        screen = SAMPLES[name](SampleTable(language, 4))
        window.show(screen, 0)
        for part in changes(Heard(), heard(screen, window.canvas, say), say):
            said |= set(announcements(speakable(part.text, say)))
    longest = sorted(said, key=len)[-30:]
    file = tmp_path / "said.wav"
    for text in longest:
        call = [SPEECH_PROGRAM, "-v", say("language.voice"), "-s", WORDS_A_MINUTE, "-w", str(file), "--", text]
        subprocess.run(call, check=True)
        with wave.open(str(file)) as spoken:
            assert spoken.getnframes() / spoken.getframerate() <= LONGEST_S, text


def _window() -> Any:
    from companion.program.window import Window

    return Window.headless((800, 480))


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_every_screen_says_what_it_is_and_what_the_buttons_do(name: str) -> None:
    window, say = _window(), Phrases("en")
    screen = SAMPLES[name](SampleTable("en", 3))
    window.show(screen, 0)
    now = heard(screen, window.canvas, say)
    assert now.about or now.chosen or now.buttons
    assert bool(now.of) == bool(now.chosen)
    before = now
    screen.handle(Intent.NEXT)
    window.show(screen, 0)
    after = heard(screen, window.canvas, say)
    if now.of > 1:
        assert changes(before, after, say), "a step of the focus is heard"


def test_nothing_is_said_twice_and_a_press_cuts_it_short() -> None:
    say, ear = Phrases("en"), Ear()
    narrator = Narrator(ear, "everything")
    window = _window()
    screen = SAMPLES["menu"](SampleTable("en", 3))
    for _ in range(3):
        window.show(screen, 0)
        narrator.follow(screen, window.canvas, None, 0, say)
    assert len(ear.all) == len(set(ear.all)) > 1
    said = list(ear.all)
    narrator.where(say)
    assert ear.all == [*said, *said], "where am I: all of it again"


@pytest.mark.parametrize(("telling", "name", "is_said"), [
    ("off", "question", False), ("turns", "question", False), ("questions", "question", True),
    ("questions", "menu", False), ("everything", "menu", True),
])  # fmt: skip
def test_how_much_is_said_is_chosen(telling: Any, name: str, is_said: bool) -> None:
    ear, window = Ear(), _window()
    screen = SAMPLES[name](SampleTable("en", 3))
    window.show(screen, 0)
    Narrator(ear, telling).follow(screen, window.canvas, None, 0, Phrases("en"))
    assert bool(ear.all) is is_said


def test_of_too_much_the_least_needed_is_left_out() -> None:
    followed = [Part(f"Somebody pays energy from the {number} spells.", Rank.FOLLOWED) for number in range(9)]
    parts = [Part("Ada bids 3.", Rank.DONE), *followed, Part("Bo bids now."), Part("next bidder", Rank.BESIDE)]
    said, left = brief([*parts, Part("next: A, B, C, D, E, F, G and H.", short="next: from A.")])
    assert (said[0], *said[-2:]) == ("Ada bids 3.", "Bo bids now.", "next: from A.")
    assert left == [*followed[len(said) - 3 :], parts[-1]]
    assert sum(map(lasts, said)) <= MOST
    assert brief(parts[:1]) == (["Ada bids 3."], [])


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_screen_says_more_than_can_be_waited_for(language: str) -> None:
    say, ear, window = Phrases(language), Ear(), _window()
    for name in sorted(SAMPLES):
        ear.new.clear()
        screen = SAMPLES[name](SampleTable(language, 4))
        window.show(screen, 0)
        Narrator(ear, "everything").follow(screen, window.canvas, None, 0, say)
        assert sum(map(lasts, ear.new)) <= MOST_AT_ONCE, (name, ear.new)


def test_what_all_doors_begin_with_is_not_said_again() -> None:
    names = ("1 gold, 2 silver and 3 iron", "1 gold, 2 silver, 1 copper and 2 iron")
    assert without_common(names) == ["2 silver and 3 iron", "2 silver, 1 copper and 2 iron"]
    assert without_common(("Gold", "Gold, two")) == ["Gold", "Gold, two"]
    assert without_common(("Gold, one",)) == ["Gold, one"]


def test_long_texts_are_said_in_pieces_that_are_whole_words() -> None:
    text = "Ada takes Silk, because it is there. " + "and then " * 40 + "1. Bo, 2. Cem."
    pieces = announcements(text)
    assert max(map(len, pieces)) <= LONGEST
    assert " ".join(pieces).split() == text.split()
    assert announcements("1. Platz: Ada.") == ["1. Platz: Ada."]
    assert announcements("… ·") == []


def test_signs_are_words() -> None:
    assert speakable("2 × 3 = 6 · A – D …", Phrases("en")) == "2 times 3 equals 6, A to D"
    assert not re.search(r"[×·–…]", speakable("−2 · 1 × 2", Phrases("de")))


def test_sentences_of_french_are_told_apart() -> None:
    said = speakable("Une erreur\u202f? Annulez\u00a0: rien n'est perdu.", Phrases("fr"))
    assert announcements(said) == ["Une erreur?", "Annulez: rien n'est perdu."]


def test_holding_previous_asks_where_one_is() -> None:
    for sort in ("hold", "repeat"):
        assert intent_of("previous", sort) is Intent.PREVIOUS
        assert intent_of("next", sort, by_ear=True) is None
    assert intent_of("previous", "hold", by_ear=True) is Intent.WHERE
    assert intent_of("previous", "repeat", by_ear=True) is None, "once is enough"
    assert intent_of("next", "hold", by_ear=True, to_rules=True) is Intent.RULES
    assert intent_of("previous", "press", by_ear=True) is Intent.PREVIOUS
