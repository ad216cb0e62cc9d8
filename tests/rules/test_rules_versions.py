"""A match keeps the rules it began with: one played under version 1 of the rules replays unchanged."""

from __future__ import annotations

import pytest

from rules.campus_galli.box import TaskKind
from rules.campus_galli.dangers import DangerStep
from rules.campus_galli.game import BOX, META, CampusGalli
from rules.campus_galli.rounds import RevealTask
from rules.campus_galli.state import EffectKind
from rules.campus_galli.tile_transfers import PayTiles
from rules.engine.events import Event
from rules.engine.game import Options
from rules.engine.refusal import Refused
from saves.format.identity import Identity
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.rules.campus_galli.test_level_1_board import without
from tests.rules.campus_galli.test_level_3_collapse import LAID
from tests.support.paths import TESTS
from tests.support.positions import filling, table

OLD = TESTS / "data" / "rules-1.galli"
"""Level III, versus, four brothers: collapses that several could pay for, and a task that flipped and was set aside."""
HOST = Identity(bytes([7]) * 32)
"""It was dealt with this key."""
POINTS = (30, 36, 46, 52)
"""Half-points of the seats, as the program of version 1 counted them."""


def old_match() -> tuple[CampusGalli, list[Event]]:
    """The game of the old match, and its events."""
    with Match.open(OLD, HOST, read_only=True) as match:
        assert match.header.rules_version == 1
        game = match.game
        assert isinstance(game, CampusGalli)
        return game, list(match.events)


def test_a_match_of_version_1_replays_as_it_was_played() -> None:
    with Match.open(OLD, HOST, read_only=True) as match:
        assert match.due.over
        assert not match.notices
        assert match.game.sheet(match.state).seats == POINTS
    report = verify_file(OLD)
    assert report.sound
    assert report.audited


def test_it_has_what_the_later_rules_change() -> None:
    game, events = old_match()
    state, alone, flipped = game.initial(), 0, 0
    for event in events:
        step = state.agenda[-1] if state.agenda else None
        state = game.apply(state, event)
        kinds = {news.key for news in state.told}
        if isinstance(event, PayTiles) and isinstance(step, DangerStep):
            alone += game.setting.box.tasks[step.task].kind is TaskKind.COLLAPSE
        if isinstance(event, RevealTask):
            flipped += {EffectKind.FLIPPED, EffectKind.TASK_SET_ASIDE} <= kinds
    assert (alone, flipped) == (2, 1)


def test_by_the_later_rules_it_would_be_another_match() -> None:
    game, events = old_match()
    later = CampusGalli(game.options, game.setting.box)

    def replay() -> None:
        state = later.initial()
        for event in events:
            state = later.apply(state, event)

    with pytest.raises(Refused):
        replay()


def test_new_matches_are_played_by_the_newest_rules() -> None:
    assert META.rules_version == 2
    assert BOX.new(Options(2, "versus", 3)).meta.rules_version == 2
    assert BOX.new(Options(2, "versus", 3), None, 1).meta.rules_version == 1


@pytest.mark.rule("CG-III-1k6")
def test_by_version_1_the_first_who_pays_ends_a_collapse() -> None:
    box = table(level=3).setting.box
    game = CampusGalli(Options(3, "versus", 3), box, 1)
    play = filling(game, laid=LAID, tiles={1: "RR", 2: "RR", 3: "RR"})
    play = play.do("dealer task collapse-1", "dealer dice red red white", "1 pay RR")
    assert play.due == "dealer tasks"
    white = filling(game, laid=LAID).do("dealer task collapse-1", "dealer dice white white white")
    assert [own.cooperation for own in white.state.seats] == [0, 0, 0]


@pytest.mark.rule("CG-I-1c")
def test_by_version_1_a_task_flips_before_it_is_set_aside() -> None:
    game = CampusGalli(Options(2, "versus", 1), table().setting.box, 1)
    wings = [f"{origin} {colour} wing" for origin in ("hut", "pouch") for colour in META.colours]
    play = without(filling(game), *wings).filled("wing-on-novitiate")
    assert (play.wood, play.aside) == ("ABCG", ["wing-on-novitiate"])
