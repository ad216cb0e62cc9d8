"""At 80x24 no line of any state is cut: every panel is measured along whole matches with names as long as they get."""

from __future__ import annotations

import re

import pytest

from galli_tui.games.campus_galli.board_pages import board_pages
from galli_tui.games.campus_galli.card_texts import card_full, card_short, task_full, task_short
from galli_tui.games.campus_galli.event_summary import summarize_events
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.log_lines import log_lines
from galli_tui.games.campus_galli.move_entry.base import MatchContext, MenuEntry, MoveEntry
from galli_tui.games.campus_galli.move_entry.event_entries import EventEntry, EventReport
from galli_tui.games.campus_galli.move_entry.factory import move_entry_for
from galli_tui.games.campus_galli.move_entry.laying import LaySectionEntry
from galli_tui.games.campus_galli.seat_lines import board_lines, supply_lines
from galli_tui.games.campus_galli.sidebar import InspectedSpace, Sidebar
from galli_tui.games.campus_galli.stock import stock_lines
from galli_tui.games.kit.lines import Line, Span, fitting, line, spread, trimmed
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.style.text_wrap import wrapped
from rules.campus_galli.game import BOX, CampusGalli
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import rounds_in_all
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC, Seat
from saves.text import cell_width
from tests.support.positions import CHURCH_AND_CLOISTER_BUT_E6_TO_E9, opening, position
from tests.support.positions import table as table_of
from tests.support.table_positions import LONG_NAMES, PICTURED, players, spaces, tab_to

COLUMN = (45, 21)
STOCK = (33, 8)
BOARDS = (33, 8)
PROMPT = 78
PAGES = (79, 38)
"""Cells for a planning board: alone at 80x24, and where it has the least of them beside others."""

TABLES = [
    (1, "coop", 3, ()),
    pytest.param(1, "solo", 1, (), marks=pytest.mark.long),
    pytest.param(1, "versus", 2, (), marks=pytest.mark.long),
    pytest.param(1, "versus", 4, (), marks=pytest.mark.long),
    pytest.param(1, "coop", 4, ("open-hands",), marks=pytest.mark.long),
    (2, "solo", 1, ()),
    pytest.param(2, "versus", 4, (), marks=pytest.mark.long),
    pytest.param(3, "solo", 1, (), marks=pytest.mark.long),
    (3, "coop", 2, ()),
    (3, "versus", 4, ()),
]


def at(mode: str, seats: int, variants: tuple[str, ...], seed: int, level: int = 1) -> InMemoryTable:
    return InMemoryTable(BOX.new(Options(seats, mode, level, variants)), players(*LONG_NAMES[:seats]), seed)


def width(text: str) -> int:
    return sum(map(cell_width, text))


def without_names(text: str, context: MatchContext) -> str:
    """The text without the players' names, which are shortened on purpose, and may run over two lines."""
    text = " ".join(text.split())
    for seat in range(len(context.players)):
        for cells in range(24, 3, -1):
            text = text.replace(context.name(Seat(seat), cells), "")
    return text


def fits(lines: list[Line], room: tuple[int, int], context: MatchContext) -> None:
    """Fails for lines that are too many, too wide, or cut."""
    columns, rows = room
    shown = "\n".join(it.text for it in lines)
    assert len(lines) <= rows, f"{len(lines)} lines for {rows}:\n{shown}"
    assert [it.text for it in lines if it.width > columns] == []
    assert "…" not in shown or "…" not in without_names(shown, context), shown


def joined(lines: list[Line]) -> str:
    """The lines as one, with single blanks; without the shape of a card, beside which they run."""
    return " ".join(" ".join(it.text.translate(PICTURED) for it in lines).split())


def told_of(entering: MoveEntry) -> str:
    """What a list says of the item under the cursor, which must be there to its end."""
    if isinstance(entering, MenuEntry) and entering.refusal is None:
        return " ".join(entering.item.note.split())
    return ""


def tried(entering: MoveEntry, chance: RandomStream) -> None:
    """Some keys, so that every state of the entering comes up."""
    for _ in range(chance.below(4)):
        entering.jump(chance.choice([1, -1]))
    if chance.below(2):
        entering.rotate()
    if chance.below(3) == 0:
        entering.select_space(chance.below(180))


@pytest.mark.parametrize(("level", "mode", "seats", "variants"), TABLES, ids=lambda it: str(it))
def test_no_line_of_any_state_is_cut(level: int, mode: str, seats: int, variants: tuple[str, ...]) -> None:
    table, chance = at(mode, seats, variants, 7, level), RandomStream(derive_entropy("fit", mode, seats))
    context = MatchContext.of(table, UNICODE)
    column = Sidebar(context)
    witnessed: set[int] = set()
    while not table.due.over:
        seat = chance.choice(table.due.seats)
        view: State = table.view(seat)
        entering = move_entry_for(context, view, seat)
        tried(entering, chance)
        assert width(entering.prompt) <= PROMPT, entering.prompt
        by_keys = entering.prompt.replace("press Enter", "")  # Those two words can be clicked themselves.
        assert "Enter" not in by_keys or "click" in by_keys, entering.prompt
        happenings = table.timeline(seat, 40)
        told = summarize_events(context.game.setting, happenings)
        if isinstance(entering, EventEntry):
            entering.update_summary(told)
        shown_log = log_lines(context, happenings)
        for over in [summary for summary in told if summary.over and summary.event_numbers[-1] not in witnessed]:
            witnessed.add(over.event_numbers[-1])
            scene = EventReport(context, view, [over])
            assert width(scene.prompt) <= PROMPT
            lines = column.lines(view, scene, shown_log, InspectedSpace(), *COLUMN)
            fits(lines, COLUMN, context)
            assert any(it.text.startswith("▸ continue") for it in lines)
        space = chance.below(180)
        for inspected in (InspectedSpace(), InspectedSpace(space, by_keyboard=True)):
            fits(column.lines(view, entering, shown_log, inspected, *COLUMN), COLUMN, context)
        shown = column.lines(view, entering, shown_log, InspectedSpace(), *COLUMN)
        assert told_of(entering) in joined(shown), joined(shown)
        sheet = table.game.sheet(view)
        below = supply_lines(context, view, STOCK[0])
        fits([*stock_lines(context, view, entering.stock_cursor, STOCK[0]), *below], STOCK, context)
        fits(board_lines(context, view, sheet, *BOARDS), BOARDS, context)
        fits(board_lines(context, view, sheet, 62, 8), (62, 8), context)
        for page in board_pages(context, table.view(PUBLIC), sheet):
            for cells in PAGES:
                fits(page.lines(cells), (cells, 1000), context)
        table.submit(chance.choice(table.game.legal(view, seat)))


def test_the_most_crowded_position_fits() -> None:
    board = (
        "progress-church",
        "progress-cloister",
        "red-beside-blue",
        "green-beside-blue",
        "blue-east",
        "hall-beside-wing",
    )
    play = position(table_of(4, "coop"), laying="pouch blue hall", laid=CHURCH_AND_CLOISTER_BUT_E6_TO_E9, board=board)
    own, seat = MatchContext(play.game, players(*LONG_NAMES), UNICODE), Seat(0)
    laying = move_entry_for(own, play.game.view(play.state, seat), seat)
    assert isinstance(laying, LaySectionEntry)
    tab_to(laying, spaces(play, "e6 e7 e8 e9"))
    lines = Sidebar(own).lines(play.state, laying, (), InspectedSpace(), *COLUMN)
    fits(lines, COLUMN, own)
    text = "\n".join(it.text for it in lines)
    assert "4 tasks on the board" in text
    assert text.count("completes") == 2
    assert "this move" in text


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_rounds_that_are_announced_are_those_that_are_played(seats: int) -> None:
    mode = "solo" if seats == 1 else "versus"
    table, chance = at(mode, seats, (), seed=3), RandomStream(derive_entropy("rounds", seats))
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(chance.choice(table.game.legal(table.view(seat), seat)))
    assert table.view(Seat(0)).round == rounds_in_all(Setting(standard(), Options(seats, mode, 1)))


def test_every_card_fits_in_its_short_form_and_in_three_lines_of_its_full_one() -> None:
    box = standard()
    for card in box.cards:
        assert width(card_short(box, card)) <= 36
        assert len(wrapped(card_full(box, card), 42)) <= 3


def test_a_hand_of_level_ii_is_explained_card_by_card_in_the_smallest_window() -> None:
    hands = {
        1: "double-corner-1 angel-1 guest-salomo",
        2: "seer-1 angel-2 pray-hall",
        3: "book-hortulus pray-tower pray-wing",
    }
    play = opening(table_of(3, level=2), hands=hands)
    own, seat = MatchContext(play.game, players(*LONG_NAMES), UNICODE), Seat(0)
    view = play.game.view(play.state, seat)
    shown = joined(Sidebar(own).lines(view, move_entry_for(own, view, seat), (), InspectedSpace(), *COLUMN))
    for text in ("Pouch: a random corner, turn order 26.", "Angels play last.", "beside the novitiate (G): +1."):
        assert text in shown, shown


@pytest.mark.parametrize("names", [("Notker", "Ratpert", "Tuotilo"), ("Notker", "Ratpert")], ids=len)
def test_the_supplies_below_the_hut_start_in_the_column_of_its_shapes(names: tuple[str, ...]) -> None:
    play = position(table_of(len(names), level=2))
    context = MatchContext(play.game, players(*names), UNICODE)
    for it in supply_lines(context, play.state, STOCK[0]):
        assert re.match(r" \w", it.text), it.text
        assert it.width <= STOCK[0]


def test_every_task_fits_on_one_line_with_its_seals() -> None:
    box = standard()
    for task in box.tasks:
        assert width(task_short(box, task)) + 4 + task.points // 2 <= 45
        assert len(wrapped(task_full(box, task), 49)) <= 3


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_the_stock_is_as_wide_in_either_set_of_signs(glyphs: Glyphs) -> None:
    game = CampusGalli(Options(2, "versus", 1), standard())
    context = MatchContext(game, players("Anna", "Bruno"), glyphs)
    lines = stock_lines(context, game.initial(), None, 33)
    assert {it.width for it in lines[1:]} == {28}


# The tools themselves


def test_a_line_too_wide_ends_in_an_ellipsis() -> None:
    cut = trimmed(line("abc", Span("defg"), "hij"), 6)
    assert cut.text == "abcde…"
    assert trimmed(line("abc", "def"), 6).text == "abcdef"
    assert trimmed(line("abc", "def", "g"), 6).text == "abcde…"


def test_a_spread_line_keeps_its_right_end() -> None:
    assert spread(["a long beginning"], ["+3"], 10).text == "a long… +3"
    assert spread(["a"], ["+3"], 6).text == "a   +3"


def test_the_longest_form_that_fits_is_taken() -> None:
    assert fitting(("longest", "long"), 7) == "longest"
    assert fitting(("longest", "long"), 6) == "long"
    assert fitting(("longest", "long"), 3) == "lo…"
