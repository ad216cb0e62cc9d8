"""The marks on the plan of what others have done since one's own last move."""

from __future__ import annotations

import pytest

from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.peer_marks import last_moves
from galli_tui.games.campus_galli.plan_picture import block
from galli_tui.games.campus_galli.plan_scene import PlanScene, PlanState, RecentMove
from galli_tui.games.kit.grid_board import SCALES, Scale
from galli_tui.matches.in_memory import InMemoryTable
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import FlipBuilding, LaySection
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCard
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
    since: dict[Seat, list[RecentMove]] = {Seat(number): [] for number in range(seats)}
    seen = 0
    while not table.due.over:
        seat = chance.choice(table.due.seats)
        found = last_moves(layout, table.timeline(seat, 60), seat)
        assert sorted(found) == sorted(since[seat])
        seen += len(found)
        move: Move = chance.choice(game.legal(table.view(seat), seat))
        table.submit(move)
        if isinstance(move, ChooseCard | LaySection | FlipBuilding):
            since[seat] = []
        for other, marks in since.items():
            if other != seat and isinstance(move, LaySection):
                marks.append(RecentMove(layout.placements[move.placement].mask, seat))
            elif other != seat and isinstance(move, FlipBuilding) and move.building is not None:
                marks.append(RecentMove(layout.areas[move.building], seat))
    assert seen


def test_who_only_looks_has_no_marks() -> None:
    game = CampusGalli(Options(2, "versus", 1), standard())
    table = InMemoryTable(game, players(*NAMES[:2]), 3)
    assert last_moves(game.setting.layout, table.timeline(Seat(0), 60), None) == ()


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
