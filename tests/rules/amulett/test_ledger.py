"""The ledger and the options belong together: whatever the rulebook leaves open can be chosen, or says why not."""

from __future__ import annotations

import tomllib

from rules.amulett.options import OPTIONS
from tests.ledger import RULES


def test_every_open_ruling_is_an_option_and_a_single_value_has_its_reason() -> None:
    rules = tomllib.loads((RULES / "amulett" / "ledger.toml").read_text("utf-8"))["rules"]
    assert len(rules) == 94
    open_rules = {rule for rule, entry in rules.items() if entry["sure"] in ("M", "L")}
    assert open_rules == {rule for rule in OPTIONS if rule.startswith("M-")}
    single = {rule for rule in open_rules if len(OPTIONS[rule]) == 1}
    assert single == {rule for rule, entry in rules.items() if "single" in entry}
    assert all(entry["sure"] in "RDML" and entry["says"] for entry in rules.values())
