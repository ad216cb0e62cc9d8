"""Hints at Campus Galli: every move can be told, shown where it is entered, taken over and made."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from galli_tui.game_api.hint_text import Hint
from galli_tui.game_api.reason_text import OTHER_MOVE
from galli_tui.games.campus_galli.card_texts import card_number, card_title
from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.glyphs import UNICODE
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry
from galli_tui.games.campus_galli.move_entry.factory import move_entry_for
from galli_tui.games.campus_galli.move_entry.hints import HintEntry
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import section_words
from galli_tui.games.kit.texts import base_game
from galli_tui.matches.in_memory import InMemoryTable
from rules.bots import bot_named
from rules.bots.rollout import greedy_move
from rules.bots.score_change import ScoreChange, score_change
from rules.campus_galli.box import COLOURS
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import (
    FlipBuildingStep,
    LaySection,
    LaySectionStep,
    TakeFromHut,
    TakeSectionStep,
)
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCardStep
from rules.campus_galli.rule_base import CampusMove
from rules.campus_galli.special_actions import BuyFromHut, Expand
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.simulate import play
from tests.support.app_driver import Driver, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.peers_table import at_seats, with_peers
from tests.support.table_positions import at_table, campus_board, played, players, table_screen

BRUNO = Seat(1)
CHANCE = RandomStream(bytes(32))
NARROW = 46
"""Cells beside the plan in a terminal of 80 columns."""
TIGHT = 36
"""Cells in which most rows are cut."""
_SAMPLED = 12
"""So many moves of a decision are tried, where there are more."""


def advised(table: InMemoryTable, work: int = 60) -> InstantAdvice:
    """Lets people at the table ask."""
    counsel = table.advice = InstantAdvice(table.game, work)
    return counsel


def positions(level: int, mode: str, seats: int = 2) -> Iterator[tuple[CampusGalli, Any, Seat]]:
    """Every decision of a match of quick bots, as the one who decides sees it."""
    game = CampusGalli(Options(seats, mode, level), standard())
    state = game.initial()
    for event in play(game, [bot_named("brother"), bot_named("novice")][:seats], 3).events:
        if isinstance(event, Move):
            yield game, state, event.seat
        state = game.apply(state, event)


def some(moves: list[CampusMove]) -> list[CampusMove]:
    return moves if len(moves) <= _SAMPLED else CHANCE.sample(moves, _SAMPLED)


@pytest.mark.parametrize(
    ("level", "mode"), [(1, "versus"), pytest.param(2, "coop", marks=pytest.mark.long), (3, "versus")]
)
def test_every_move_can_be_described_and_entered_from_its_hint(level: int, mode: str) -> None:
    kinds = set[str]()
    for game, state, seat in positions(level, mode):
        view = game.view(state, seat)
        legal: list[CampusMove] = [*game.legal(view, seat)]
        context = MatchContext(game, players("Anna", "Bruno"), UNICODE)
        for move in some(legal):
            kinds.add(type(move).__name__)
            forms = decision_forms(game.setting, view, move, UNICODE.symbols)
            assert all(forms)
            assert max(forms, key=len) == forms[0]
            entering = move_entry_for(context, view, seat)
            assert entering.select(move), move
            entered = entering.enter()
            assert alike(game, entered) == alike(game, move)
        told = [decision_forms(game.setting, view, move, UNICODE.symbols)[0] for move in legal]
        assert len(set(told)) == len({alike(game, move) for move in legal})
    assert len(kinds) > {1: 3, 2: 11, 3: 14}[level]


def alike(game: CampusGalli, move: Any) -> object:
    """The move, but for which of several equal sections it takes."""
    if isinstance(move, TakeFromHut | BuyFromHut):
        section = game.setting.box.sections[move.section]
        return type(move), section.shape, section.colour, getattr(move, "tiles", None)
    return move


@pytest.mark.parametrize(("level", "mode"), [(1, "coop"), (3, "versus")])
def test_an_open_decision_is_the_same_for_all_who_see_it(level: int, mode: str) -> None:
    """So a hint made from what all see weighs every move that there is."""
    open_ones = 0
    for game, state, seat in positions(level, mode):
        table = InMemoryTable(game, players("Anna", "Bruno"))
        table._states = [state]  # pyright: ignore[reportPrivateUsage]
        if not table.game.is_private(table.view(seat), seat):
            open_ones += 1
            assert list(game.legal(game.view(state, PUBLIC), seat)) == list(game.legal(game.view(state, seat), seat))
    assert open_ones > 20


def test_hints_are_drawn_on_the_plan_and_enter_selects_one_before_placing() -> None:
    table = played(LaySectionStep, 6)
    advised(table)

    layout = CampusGalli(table.game.options, standard()).setting.layout

    async def script(app: Driver) -> None:
        screen = table_screen(app.app)
        board = campus_board(app.app)
        before = board.plan.highlights.held
        await app.press("h")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        places = [layout.placements[it.move.placement].mask for it in entering.hints if isinstance(it.move, LaySection)]
        assert 1 < len(places) <= 5
        assert board.plan.highlights.held == places[0]
        assert "suggested moves" in app.text
        assert "best" in app.text
        await app.press("down")
        assert board.plan.highlights.held == places[1] != before
        spot = screen.cursor_spot
        assert spot is not None
        assert app.lines[spot.y][spot.x :].startswith("▸2 ")
        await app.press("1")
        assert board.plan.highlights.held == places[0]
        await app.press("2", "enter")
        assert isinstance(board.entry, LaySectionEntry)
        assert board.plan.highlights.held == places[1]
        assert screen.hints.shown == ()
        moves = len(table._events)  # pyright: ignore[reportPrivateUsage]
        await app.press("enter")
        made = table._events[moves]  # pyright: ignore[reportPrivateUsage]
        assert made == entering.hints[1].move

    drive(at_table(table), script)


def advice(seat: Seat, game: CampusGalli, view: State, moves: list[CampusMove]) -> HintEntry:
    """The panel of hints at these moves."""
    context = MatchContext(game, players("Anna", "Bruno"), UNICODE)
    hints = tuple(Hint(it, ScoreChange(0, (), ()), 0, 4) for it in moves)
    return HintEntry(context, view, hints, lambda _: [], lambda: move_entry_for(context, view, seat))


def hinted(seat: Seat, game: CampusGalli, view: State, moves: list[CampusMove], width: int = NARROW) -> list[str]:
    """The rows that hints at these moves have in a panel of so many cells."""
    return [it.text for it in advice(seat, game, view, moves).lines(width, 20)[1 : 1 + len(moves)]]


def test_a_hint_that_is_certain_says_so_and_whether_by_more_than_a_point() -> None:
    game, state, seat = next(iter(positions(1, "versus")))
    view = game.view(state, seat)
    panel = advice(seat, game, view, [*game.legal(view, seat)][:2])
    assert panel.lines(NARROW, 20)[0].text.startswith("4 simulations ")
    found: tuple[Hint, ...] = panel.hints
    for behind, best, other in (
        (0, "4 simulations ", "4 simulations "),
        (2, "narrowly best ", "slightly behind "),
        (3, "clearly best ", "clearly behind "),
    ):
        panel.hints = tuple(hint._replace(certain=True, behind=place * behind) for place, hint in enumerate(found))
        for width in (NARROW, TIGHT):
            panel.put_cursor(0)
            assert panel.lines(width, 20)[0].text.startswith(best)
            panel.put_cursor(1)
            assert panel.lines(width, 20)[0].text.startswith(other)


def test_the_reason_for_the_best_names_the_row_of_the_hint_that_it_is_compared_with() -> None:
    game, state, seat = next(iter(positions(1, "versus")))
    view = game.view(state, seat)
    panel = advice(seat, game, view, [*game.legal(view, seat)][:3])
    best, *others = panel.hints
    panel.hints = (best._replace(why=f"is better than {OTHER_MOVE}", against=1), *others)
    rows = [it.text for it in panel.lines(NARROW, 20)]
    assert f"Is better than move {rows[2].split()[0]}." in rows


def test_hints_of_one_kind_read_alike_where_there_is_little_room() -> None:
    game, state, seat = next(
        (game, state, seat)
        for game, state, seat in positions(1, "versus")
        if isinstance(state.agenda[-1], TakeSectionStep) and len(game.legal(state, seat)) > len(COLOURS)
    )
    view = game.view(state, seat)
    rows = hinted(seat, game, view, [*game.legal(view, seat)])
    assert len({"take the" in row for row in rows}) == 1
    assert not any("…" in row for row in rows)


def test_a_truncated_hint_is_shown_in_full_below() -> None:
    cut = 0
    for game, state, seat in positions(2, "coop"):
        view = game.view(state, seat)
        for move in some([*game.legal(view, seat)]):
            advised = advice(seat, game, view, [move])
            _, row, *below = [it.text.strip() for it in advised.lines(TIGHT, 30)]
            whole = decision_forms(game.setting, view, move, UNICODE.symbols)[0]
            if advised.own.gain is not None:
                continue  # It is shown on the plan.
            if "…" in row:
                cut += 1
                assert f"{whole[1:]}." in " ".join(below)
            else:
                assert f"{whole[1:]}." not in " ".join(below)
    assert cut


@pytest.mark.parametrize("width", range(NARROW, 80, 4))
def test_hints_for_cards_have_the_same_form_at_any_width(width: int) -> None:
    for game, state, seat in positions(1, "versus"):
        if isinstance(state.agenda[-1], ChooseCardStep):
            view = game.view(state, seat)
            rows = hinted(seat, game, view, [*game.legal(view, seat)], width)
            assert len({row[3:].startswith("choose ") for row in rows}) == 1


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("width", [NARROW, 60])
def test_a_card_has_the_same_name_in_the_hand_and_in_its_hint(level: int, width: int) -> None:
    compared = 0
    for game, state, seat in positions(level, "versus"):
        if isinstance(state.agenda[-1], ChooseCardStep):
            view = game.view(state, seat)
            rows = hinted(seat, game, view, [*game.legal(view, seat)], width)
            hand = move_entry_for(MatchContext(game, players("Anna", "Bruno"), UNICODE), view, seat)
            assert isinstance(hand, ChooseCardEntry)
            for height in (30, 8):
                held = "\n".join(it.text for it in hand.lines(width, height))
                for card, row in zip(hand.cards, rows, strict=True):
                    name = card.name or card_title(card)
                    assert name[:23] in row, "a longer name may be cut"
                    assert (
                        f"{card_number(card)} {name}" in held
                        or f"{card_number(card)} {card_title(card)}: {name}" in held
                    )
                    compared += 1
    assert compared


@pytest.mark.parametrize(("level", "priced"), [(1, False), (2, True)])
def test_a_hint_for_a_card_shows_its_price(level: int, priced: bool) -> None:
    game, state, seat = next(at for at in positions(level, "versus") if isinstance(at[1].agenda[-1], ChooseCardStep))
    context, view = MatchContext(game, players("Anna", "Bruno"), UNICODE), game.view(state, seat)
    told = [it.text for it in move_entry_for(context, view, seat).details(NARROW)]
    assert told[0].startswith("price ") is priced
    assert ("your tiles" in told[0]) is priced


def test_special_actions_say_what_is_done_where_there_is_little_room() -> None:
    game, state, seat = next(
        (game, state, seat)
        for game, state, seat in positions(2, "versus")
        if any(isinstance(move, Expand) for move in game.legal(state, seat))
    )
    view = game.view(state, seat)
    moves: list[CampusMove] = [it for it in game.legal(view, seat) if isinstance(it, Expand)]
    assert all(" flip " in row and " to wood " in row for row in hinted(seat, game, view, moves))


def test_closing_the_hints_leaves_the_decision_as_it_was() -> None:
    table = played(LaySectionStep, 6)
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("up", "r")
        before, held, words = board.entry, board.plan.highlights.held, app.line(-2)
        for key in ("escape", "h"):
            await app.press("h")
            assert board.plan.highlights.held != held
            assert "h close" in app.line(-1)
            await app.press(key)
            assert board.entry is before
            assert board.plan.highlights.held == held
            assert app.line(-2) == words
        assert table.due.seats

    drive(at_table(table), script)


def test_a_click_shows_a_hint_and_a_second_one_selects_it() -> None:
    table = played(FlipBuildingStep, 0, mode="coop")
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("h")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        assert "a click show each" in app.line(-2)
        assert "two clicks select it." in app.line(-2)
        (title,) = [number for number, line in enumerate(app.lines) if re.search(r"now +(?:final|all|both) ", line)]
        row = title + 2
        await app.click(40, row)
        assert (board.entry, entering.at) == (entering, 1)
        marked = board.plan.highlights.marked
        assert marked
        await app.click(*board.plan.cell_of((marked & -marked).bit_length() - 1))
        assert board.entry is not entering
        assert board.plan.highlights.marked == marked

    drive(at_table(table), script)


def test_a_hut_section_is_shown_at_its_best_place_with_its_gain() -> None:
    table = played(TakeSectionStep, 7)
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("h", "down")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        hint = entering.hints[1]
        assert isinstance(hint.move, TakeFromHut)
        table.submit(hint.move)
        seat = hint.move.seat
        laid = greedy_move(table.game, table.view(seat), seat)
        assert isinstance(laid, LaySection)
        layout = CampusGalli(table.game.options, standard()).setting.layout
        assert entering.highlights.held == layout.placements[laid.placement].mask
        gain = score_change(table.game, table.view(seat), laid).total
        assert gain
        told = [it.text for it in entering.lines(NARROW, 12)]
        assert any(it.startswith("▸2") and signed_points(gain) in it for it in told), told
        assert "At its most promising place:" in told

    drive(at_table(table), script)


def test_a_section_taken_by_a_hint_is_held_where_the_hint_showed_it() -> None:
    table = played(TakeSectionStep, 7)
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("h", "down")
        shown = board.entry.highlights.held
        assert shown
        await app.press("enter", "enter")
        assert isinstance(board.entry, LaySectionEntry)
        assert board.entry.highlights.held == shown
        middle = LaySectionEntry(board.entry.context, board.entry.own_view, board.entry.seat)
        assert middle.highlights.held != shown, "it would begin elsewhere without the hint"

    drive(at_table(table), script)


def test_only_the_section_that_a_hint_showed_is_held_at_its_place() -> None:
    table = played(TakeSectionStep, 7)
    game, seat = base_game(table.game), table.due.seats[0]
    state: State = table.view(seat)
    assert isinstance(game, CampusGalli)
    context = MatchContext(game, players("Anna", "Bruno"), UNICODE)
    moves = [it for it in game.legal(state, seat) if isinstance(it, TakeFromHut)]
    kinds = {section_words(game.setting.box, it.section): it for it in moves}
    one, other = (LaySectionEntry(context, game.apply(state, it), seat) for it in [*kinds.values()][:2])
    before = other.place
    one.jump(1)
    other.begin_at(one)
    assert other.place is before


def test_a_shape_to_draw_is_shown_with_the_colours_in_the_pouch() -> None:
    table = played(TakeSectionStep, 6)
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        await app.press("h", "down")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        stock = entering.stock_cursor
        assert stock is not None
        assert not entering.highlights.held
        assert "legal places" in app.text
        await app.press("enter")
        assert board.entry.stock_cursor == stock

    drive(at_table(table), script)


def test_a_hint_numbers_cards_as_the_hand_does() -> None:
    table = played(ChooseCardStep, 3, level=3)
    advised(table)

    async def script(app: Driver) -> None:
        board = campus_board(app.app)
        hand = board.entry
        assert isinstance(hand, ChooseCardEntry)
        await app.press("h")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        moves = [hint.move for hint in entering.hints]
        assert moves != hand.moves
        assert sorted(moves, key=hand.moves.index) == hand.moves
        for move in moves:
            number = hand.moves.index(move) + 1
            if entering.hints[entering.at].move != move:
                await app.press(str(number))
            assert entering.hints[entering.at].move == move
            chosen = [it.text for it in entering.lines(NARROW, 12) if it.chosen]
            assert [it[1] for it in chosen] == [str(number)]

    drive(at_table(table), script)


def test_hints_stay_while_others_choose_face_down_and_go_with_the_question() -> None:
    table = at_seats(played(ChooseCardStep, 6, mode="coop", seats=3), "1")
    counsel = advised(table)
    with_peers(table)

    async def script(app: Driver) -> None:
        screen = table_screen(app.app)
        board = campus_board(app.app)
        await app.press("h", "down")
        entering = board.entry
        assert isinstance(entering, HintEntry)
        table.submit(table.game.legal(table.view(BRUNO), BRUNO)[0])
        await app.settle()
        assert (board.entry, entering.at) == (entering, 1)
        assert screen.hints.shown
        await app.press("enter")
        assert isinstance(board.entry, ChooseCardEntry)
        await app.press("enter")
        assert screen.hints.shown == ()
        assert not isinstance(board.entry, HintEntry)
        assert [seat for seat, _ in counsel.asked] == [Seat(0)]

    drive(at_table(table), script)


def test_a_hint_knows_only_what_is_on_the_screen() -> None:
    game = CampusGalli(Options(2, "versus", 1), standard())
    table = InMemoryTable(game, players("Anna", "Bruno"), 4)
    counsel = advised(table)

    async def script(app: Driver) -> None:
        await app.press("enter", "h")
        assert counsel.asked == [(Seat(0), table.view(Seat(0)))]
        await app.press("enter", "enter")
        assert "suggested moves" not in app.text
        await app.press("enter", "1", "enter")
        seat = table.due.seats[0]
        assert not table.game.is_private(table.view(seat), seat)
        await app.press("h")
        assert counsel.asked[1:] == [(seat, table.view(PUBLIC))]
        assert table.view(PUBLIC) != table.view(seat)

    drive(at_table(table), script)


def test_the_only_move_is_said_to_be_the_only_one() -> None:
    for table, move in only_moves():
        advised(table)

        async def script(app: Driver, move: Move = move) -> None:
            screen = table_screen(app.app)
            await app.press("h")
            assert [it.move for it in screen.hints.shown] == [move]
            assert "This is the only legal move." in app.text

        drive(at_table(table), script)


def only_moves() -> Iterator[tuple[InMemoryTable, Move]]:
    """A table at which there is just one thing to decide."""
    for game, state, seat in positions(2, "solo", 1):
        legal = [*game.legal(state, seat)]
        if len(legal) == 1 and not isinstance(legal[0], LaySection):
            table = InMemoryTable(game, players("Anna"))
            table._states = [state]  # pyright: ignore[reportPrivateUsage]
            table._events = []  # pyright: ignore[reportPrivateUsage]
            yield table, legal[0]
            return
    pytest.fail("there was always a choice")
