"""The laws, for every registered game, level, mode, number of seats and house variant.

`pytest tests/rules/test_laws.py` plays a match at most tables; with `-m long --games 200` it plays so many random
ones of each, and a tenth of that by each other policy. The figures come at the end; docs/laws.md keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from rules.campus_galli.box_codec import box_to_plain
from rules.engine import laws
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import GameBox, Options
from rules.engine.laws import Findings, Policy, check_match
from rules.engine.plain_data import Plain
from rules.engine.rulebook import clauses
from rules.registry import game_box, game_meta, games
from tests.sample_game.game import BOX as SAMPLE
from tests.support.cg_reach import all_words, box_with_dangers_alone, box_with_few_monks, met
from tests.support.laws_report import PROPERTY, told
from tests.support.positions import table


class LawsSetup(NamedTuple):
    """A game with its options, and how its seats move."""

    game: str
    box: GameBox
    components: Plain | None
    options: Options
    policy: Policy

    def __str__(self) -> str:
        level, mode, seats, variants = self.options.level, self.options.mode, self.options.seats, self.options.variants
        return "-".join((self.game, str(level), mode, str(seats), *variants, self.policy.__name__))

    @property
    def heading(self) -> str:
        """The heading of its figures: the game, and its level if it has several."""
        return f"{self.game}, level {self.options.level}" if len(self.box.meta.levels) > 1 else self.game

    def check(self, matches: int) -> Findings:
        """Check a number of matches under all laws; every setup has its own seeds."""
        game, known = self.box.new(self.options, self.components), frozenset(clauses(self.box.rulebook()))
        found = Findings()
        for number in range(matches):
            seed = int.from_bytes(derive_entropy("laws", str(self), number)[:8], "big")
            found.add(check_match(game, known, seed, self.policy))
        return found


def few_monks() -> Plain:
    """Return Campus Galli with so few monks that seats run out of them and must send monks on the plan home."""
    return box_to_plain(box_with_few_monks())


def dangers_alone() -> Plain:
    """Return Campus Galli with hardly any tasks besides those of level III, so that dangers have an effect."""
    return box_to_plain(box_with_dangers_alone())


def options_of(box: GameBox) -> Iterator[Options]:
    """Return all options of a game, with each variant alone and with none."""
    meta = box.meta
    for level in meta.levels:
        for mode, (fewest, most) in meta.modes.items():
            for seats in range(fewest, most + 1):
                for variants in ((), *((variant,) for variant in meta.variants)):
                    yield Options(seats, mode, level, variants)


def tables() -> Iterator[LawsSetup]:
    """Return every setup with every policy."""
    boxes: list[tuple[str, GameBox, Callable[[], Plain] | None]] = [(key, game_box(key), None) for key in games()]
    boxes.append(("campus-galli with few monks", game_box("campus-galli"), few_monks))
    boxes.append(("campus-galli with dangers alone", game_box("campus-galli"), dangers_alone))
    boxes.append(("the sample game", SAMPLE, None))
    for name, box, components in boxes:
        for options in options_of(box):
            if components is dangers_alone and options.level < 3:
                continue
            for policy in (laws.random_policy, laws.rare_move_policy, laws.greedy_policy, laws.losing_policy):
                yield LawsSetup(name, box, components() if components else None, options, policy)


MOST = 25
"""So many matches at each of some tables must come by everything."""
BY_LUCK = {
    2: {"news card-spent", "news task-set-aside", "news tiles-returned"},
    3: {"news card-spent", "event LoseGuest"},
}
"""What only one match in hundreds comes by: an angel without any place, a rich seat at dues, guests of a seat beside
several buildings of a side in an epidemic. Tests of their clauses (`test_cg2_*`, `test_cg3_*`) bring these about."""

SPECIAL_MODES = {1: "versus", 2: "coop", 3: "versus"}
"""The mode in which the short run plays with special components, by level."""

TABLES = tuple(tables())


def matches_of(table: LawsSetup, random: int) -> int:
    """Return the number of matches for a setup in a run of `games` random ones."""
    return random if table.policy is laws.random_policy and table.components is None else random // 10


def is_short(table: LawsSetup) -> bool:
    """Return whether the short run plays there: at random at most tables, by one policy or two more at small ones.

    At level I those that count points, the losing one in versus alone; above it the eager one, which gets further than
    they do in less time. Variants are played at small tables of level I, where they change as much as elsewhere.
    Left to the long run: three seats above level I, four at level II, special components in all modes but one.
    """
    seats, level = table.options.seats, table.options.level
    if table.options.variants:
        return level == 1 and seats <= 2 and table.policy is laws.random_policy and table.components is None
    if table.policy is laws.random_policy and table.components is None:
        return level == 1 or seats < 3 or (level == 3 and seats == 4)
    if table.policy is laws.losing_policy and table.options.mode != "versus":
        return False
    if table.components is not None and table.options.mode != SPECIAL_MODES[level]:
        return False
    return seats <= 2 and (table.policy is laws.rare_move_policy) is (level > 1)


@pytest.mark.parametrize("table", filter(is_short, TABLES), ids=str)
def test_the_laws_hold(table: LawsSetup, record_property: Callable[[str, object], None]) -> None:
    found = table.check(1)
    record_property(PROPERTY, told(table.heading, found))
    assert found.matches == 1
    assert found.events


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_laws_hold_over_many_matches(
    table: LawsSetup, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    wanted = pytestconfig.getoption("--games")
    assert isinstance(wanted, int)
    matches = matches_of(table, wanted)
    found = table.check(matches)
    record_property(PROPERTY, told(table.heading, found))
    assert found.matches == matches


def test_every_registered_game_sits_at_every_table_that_it_offers() -> None:
    for key in games():
        meta = game_meta(key)
        sat = {(it.options.level, it.options.mode, it.options.seats) for it in TABLES if it.game == key}
        assert sat == {
            (level, mode, seats)
            for level in meta.levels
            for mode, (fewest, most) in meta.modes.items()
            for seats in range(fewest, most + 1)
        }
        assert {it.options.variants for it in TABLES if it.game == key} == {(), *((it,) for it in meta.variants)}


@pytest.mark.parametrize("level", [1, 2, 3])
def test_between_them_the_policies_meet_every_kind_of_event_card_task_and_danger(level: int) -> None:
    sitting = [
        table(1, level=level, monks=2),
        table(2, level=level),
        table(3, "coop", level=level),
        table(4, "coop", level=level, monks=2),
    ]
    if level == 3:
        sitting += [table(seats, "coop", level=3, box=box_with_dangers_alone()) for seats in (2, 3, 4)]
    missing = set(all_words(sitting[0]) - BY_LUCK.get(level, set()))
    for number in range(MOST):
        for game in sitting:
            if missing:
                missing -= {
                    *met(
                        game,
                        laws.rare_move_policy,
                        RandomStream(derive_entropy("kinds", level, number, str(game.options))),
                    )
                }
    assert not missing


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_bound_of_a_match_is_no_more_than_some_times_what_a_busy_one_takes(level: int) -> None:
    for seats in (1, 2, 3, 4):
        game = table(seats, level=level)
        events = sum(
            count
            for word, count in met(
                game, laws.rare_move_policy, RandomStream(derive_entropy("long", level, seats))
            ).items()
            if word.startswith("event ")
        )
        assert events < game.bound < 8 * events
