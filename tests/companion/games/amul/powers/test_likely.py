"""The likeliest answer has the focus: from a card's counterpart, its set, the last answers, the proven sums."""

from __future__ import annotations

from companion.games.amul.box import rulebook
from companion.games.amul.course import AmulCourse
from companion.games.amul.powers.likely import exchanged, habits_of, likely_players, likely_powers, next_step
from companion.teaching.dialogue import Ask, Dialogue
from rules.amul.fact_layers import with_fact

SET = [{"table": {"kind": ["ebony", "ivory"]}, "points": [1, 3, 6], "per": "set"}]


def _course(**told: object) -> AmulCourse:
    facts = rulebook().facts
    for fact, value in told.items():
        slug, _, key = fact.rpartition("__")
        facts = with_fact(facts, f"cards.{slug.replace('_', '-')}.{key}", value)
    return AmulCourse(facts.document)


def _asked(course: AmulCourse, thing: str, sort: str) -> Ask:
    lesson = next(lesson for lesson in course.lessons(thing) if lesson.sort == sort)
    ask = Dialogue(lesson.script).ask
    assert ask is not None
    return ask


def test_a_counterpart_is_put_the_other_way_round() -> None:
    power = [{"each": {"trait": "mongol"}, "points": 1}, {"when": {"has": ["arab-general"]}, "points": 2}]
    assert exchanged(power) == [
        {"each": {"trait": "arab"}, "points": 1},
        {"when": {"has": ["mongol-general"]}, "points": 2},
    ]
    course = _course(arab_spy__colour="purple", arab_spy__power=power, arab_spy__traits={"arab": 1, "prowess": 1})
    ask = _asked(course, "mongol-spy", "colour")
    assert ask.options[ask.start].value == "purple"
    ask = _asked(course, "mongol-spy", "traits")
    assert ask.options[ask.start].value == {"mongol": 1, "prowess": 1}
    ask = _asked(course, "mongol-spy", "power")
    assert ask.options[ask.start].value == exchanged(power), "one press takes it over"
    dialogue = Dialogue(next(one for one in course.lessons("mongol-spy") if one.sort == "power").script)
    dialogue.answer(exchanged(power))
    assert dialogue.result == {"cards.mongol-spy.power": exchanged(power)}


def test_a_set_that_names_a_card_is_likely_on_it() -> None:
    cards = {"ebony": {"power": SET}, "ivory": {}, "jade": {}}
    assert likely_powers(cards, "ivory") == (("ebony", SET),)
    assert likely_powers(cards, "jade") == ()


def test_numbers_start_at_the_last_ones_of_their_form() -> None:
    habits = habits_of([{"wants": ["gold", "silk"], "points": 9, "uses_up": True}], "bazaar")
    assert habits == {
        "form": "wants_used",
        "wants_used.points": 9,
        "form.bazaar": "wants_used",
        "recent.first": ("wants_used",),
        "recent.*.kinds": (),
        "recent.*.points": (9,),
        "recent.wants_used.wants": (),
        "recent.wants_used.points": (9,),
    }
    course = AmulCourse(rulebook().facts.document, habits)
    ask = _asked(course, "trader-1", "power")
    assert ask.options[ask.start].value == "wants_used"


def test_steps_go_on_as_they_grew_or_as_on_another_card() -> None:
    assert [next_step(steps, ()) for steps in ([], [2], [1, 3], [1, 3, 6])] == [1, 3, 5, 10]
    assert next_step([1, 3], [(1, 3, 4)]) == 4


def test_player_counts_start_where_the_sums_lack_most() -> None:
    lacking = likely_players(rulebook().facts, palace=False)
    ask = _asked(_course(), "camel", "players")
    assert ask.options[ask.start].value == max(lacking, key=lambda players: lacking[players]) == 3
