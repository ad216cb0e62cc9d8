"""The laws of the house, over every registered game, level, mode, number of seats and house variant.

`pytest tests/test_laws.py` plays a few matches of each; `pytest tests/test_laws.py -m long --games 200` so many random
ones of each, and a tenth of that by each other policy. The figures come at the end; docs/laws.md keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from rules.campus_galli.box_codec import box_to_plain
from rules.campus_galli.loader import standard
from rules.engine import laws
from rules.engine.entropy import derived
from rules.engine.game import GameBox, Options
from rules.engine.laws import Findings, Policy, check_match
from rules.engine.plain import Plain
from rules.engine.rulebook import clauses
from rules.registry import game_box, games
from tests import pocket_game
from tests.laws_report import PROPERTY, told


class Table(NamedTuple):
    """A game with its options, and how its seats move."""

    game: str
    box: GameBox
    components: Plain | None
    options: Options
    policy: Policy

    def __str__(self) -> str:
        level, mode, seats, variants = self.options.level, self.options.mode, self.options.seats, self.options.variants
        return "-".join((self.game, str(level), mode, str(seats), *variants, self.policy.__name__))

    def check(self, matches: int) -> Findings:
        """So many matches under all laws; every table has seeds of its own."""
        game, known = self.box.new(self.options, self.components), frozenset(clauses(self.box.rulebook()))
        found = Findings()
        for number in range(matches):
            seed = int.from_bytes(derived("laws", str(self), number)[:8], "big")
            found.add(check_match(game, known, seed, self.policy))
        return found


def few_monks() -> Plain:
    """Campus Galli with so few monks that seats run out of them, and master builders must go home."""
    box = standard()
    return box_to_plain(box._replace(counts=box.counts._replace(monks=2, monks_solo=3)))


def options_of(box: GameBox) -> Iterator[Options]:
    """Everything that a table can agree on; of the variants each alone, and none."""
    meta = box.meta
    for level, _ in meta.levels:
        for mode, (fewest, most) in meta.modes.items():
            for seats in range(fewest, most + 1):
                for variants in ((), *((variant,) for variant in meta.variants)):
                    yield Options(seats, mode, level, variants)


def tables() -> Iterator[Table]:
    """Every table by every policy."""
    boxes: list[tuple[str, GameBox, Callable[[], Plain] | None]] = [(key, game_box(key), None) for key in games()]
    boxes.append(("campus-galli with few monks", game_box("campus-galli"), few_monks))
    boxes.append(("candles", pocket_game.BOX, None))
    for name, box, components in boxes:
        for options in options_of(box):
            for policy in (laws.at_random, laws.greedily, laws.ruinously):
                yield Table(name, box, components() if components else None, options, policy)


TABLES = tuple(tables())


def matches_of(table: Table, random: int) -> int:
    """How many matches a run of so many random ones takes of a table."""
    return random if table.policy is laws.at_random and table.components is None else random // 10


def is_short(table: Table) -> bool:
    """Whether the short run plays there: everywhere at random, by every policy at small tables and at level I."""
    if table.policy is laws.at_random and table.components is None:
        return True
    return not table.options.variants and (table.options.level == 1 or table.options.seats <= 2)


@pytest.mark.parametrize("table", filter(is_short, TABLES), ids=str)
def test_the_laws_hold(table: Table, record_property: Callable[[str, object], None]) -> None:
    found = table.check(1)
    record_property(PROPERTY, told(table.game, found))
    assert found.matches == 1
    assert found.events


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_laws_hold_over_many_matches(
    table: Table, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    wanted = pytestconfig.getoption("--games")
    assert isinstance(wanted, int)
    matches = matches_of(table, wanted)
    found = table.check(matches)
    record_property(PROPERTY, told(table.game, found))
    assert found.matches == matches


def test_every_registered_game_sits_at_every_table_that_it_offers() -> None:
    for key in games():
        meta = game_box(key).meta
        sat = {(it.options.level, it.options.mode, it.options.seats) for it in TABLES if it.game == key}
        assert sat == {
            (level, mode, seats)
            for level, _ in meta.levels
            for mode, (fewest, most) in meta.modes.items()
            for seats in range(fewest, most + 1)
        }
        assert {it.options.variants for it in TABLES if it.game == key} == {(), *((it,) for it in meta.variants)}


def test_between_them_the_policies_meet_every_kind_of_event_of_campus_galli() -> None:
    met = Findings()
    for table in TABLES:
        if table.game.endswith("few monks") and table.options == Options(1, "solo", 1):
            met.add(table.check(2))
    assert set(met.kinds) == {
        "ChooseCard",
        "DealPiles",
        "Declare",
        "DrawCards",
        "DrawSection",
        "FlipBuilding",
        "LaySection",
        "RevealCards",
        "RevealTask",
        "SendBuilderHome",
        "TakeFromHut",
        "TakeFromPouch",
    }
