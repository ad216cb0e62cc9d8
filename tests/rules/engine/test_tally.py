"""Counters of statistics: what is counted at once, choices, and the items that they make."""

from __future__ import annotations

from rules.engine.tally import Counters, TallyItem


def test_counts_are_added_one_by_one_or_by_numbers() -> None:
    notes = Counters()
    notes.add("card", 7, "times", "taken", points=3)
    notes.add("card", 7, "times", points=-1)
    assert notes.counts("card", 7, ("times", "points", "never")) == (("times", 2), ("points", 2), ("never", 0))


def test_a_choice_counts_only_between_several_things() -> None:
    notes = Counters()
    notes.choose("card", [1], 1)
    notes.choose("card", (card for card in (1, 2)), 2)
    assert [(notes.of("card", it, "chances"), notes.of("card", it, "taken")) for it in (1, 2)] == [(1, 0), (1, 1)]


def test_items_have_their_counts_in_the_order_asked_for() -> None:
    notes = Counters()
    notes.choose("card", (1, 2), 1)
    notes.add("card", 1, "times", "begged", points=4, tiles=2)
    assert notes.items("card", [(1, "oath", "A"), (3, "toll", "B")], ("tiles",), ("begged", "lent")) == (
        TallyItem("oath", "A", 1, 1, 1, 4, (("tiles", 2),), (("begged", 1), ("lent", 0))),
        TallyItem("toll", "B", 0, 0, 0, 0, (("tiles", 0),), (("begged", 0), ("lent", 0))),
    )
