"""The marks on the plan of what others have done since one's own last move."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.peer_marks import new_tasks, news
from galli_tui.games.campus_galli.plan_picture import block
from galli_tui.games.campus_galli.plan_scene import PlanScene, PlanState, RecentMove
from galli_tui.games.kit.grid_board import SCALES, Scale
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table.shown_turn import ShownTurn
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import FlipBuilding, LaySection
from rules.campus_galli.loader import standard
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.grid import spaces_of
from rules.engine.secrecy import Seat
from tests.support.positions import position
from tests.support.table_positions import NAMES, players, spaces


@pytest.mark.parametrize("seats", [2, 3])
def test_the_marks_are_what_others_laid_and_turned_since_the_seats_own_last_turn(seats: int) -> None:
    game = CampusGalli(Options(seats, "versus", 1), standard())
    table = InMemoryTable(game, players(*NAMES[:seats]), 3)
    layout, chance = game.setting.layout, RandomStream(derive_entropy("marks", seats))
    made: list[tuple[Seat, str, RecentMove | None]] = []
    seen = 0
    while not table.due.over:
        seat = chance.choice(table.due.seats)
        turn = ShownTurn(table, texts_of(game.meta.key))
        turn.show(seat, seat)
        found = news(layout, turn.events[turn.since :], turn.reader)
        now = turn.texts.progress(game, table.view(seat))
        own = [number for number, (mover, _, _) in enumerate(made) if mover == seat]
        ended = [it for it in own if made[it][1] != now or any(mover != seat for mover, _, _ in made[it + 1 :])]
        later = made[ended[-1] + 1 if ended else 0 :]
        assert sorted(found) == sorted(mark for mover, _, mark in later if mark is not None and mover != seat)
        seen += len(found)
        move: Move = chance.choice(game.legal(table.view(seat), seat))
        table.submit(move)
        mark = None
        if isinstance(move, LaySection):
            mark = RecentMove(layout.placements[move.placement].mask, seat)
        elif isinstance(move, FlipBuilding) and move.building is not None:
            mark = RecentMove(layout.areas[move.building], seat)
        made.append((seat, now, mark))
    assert seen


def test_who_only_looks_has_no_marks() -> None:
    game = CampusGalli(Options(2, "versus", 1), standard())
    table = InMemoryTable(game, players(*NAMES[:2]), 3)
    assert news(game.setting.layout, table.timeline(Seat(0), 60), None) == ()


def test_tasks_revealed_since_an_earlier_view_are_new() -> None:
    state = position().state
    assert new_tasks(None, state) == frozenset()
    assert new_tasks(state, state) == frozenset()
    shown = [task for task in range(len(standard().tasks)) if task not in state.board]
    assert new_tasks(state, state._replace(board=(shown[0], *state.board[1:-1], None))) == {1}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_a_mark_names_whose_section_it_is_at_every_size(scale: Scale, glyphs: Glyphs) -> None:
    play = position(laid=["2 hut red hall e5 f5 g5 h5"])
    state: State = play.state
    recent = (RecentMove(spaces(play, "e5 f5 g5 h5"), Seat(1)), RecentMove(play.setting.layout.areas[0], Seat(0)))
    scene = PlanScene(play.setting.layout, play.setting.box.sections)
    looks = scene.looks(PlanState.of(state)._replace(recent=recent))
    marked = [space for space, look in enumerate(looks) if look.recent >= 0]
    assert len(marked) == len(recent)
    hall = next(spaces_of(spaces(play, "e5")))
    assert hall in marked
    for space in marked:
        text = "".join(cell.char for row in block(looks[space], "XY", scale, glyphs) for cell in row)
        assert f"{glyphs.recent}{'Y' if space == hall else 'X'}" in text
