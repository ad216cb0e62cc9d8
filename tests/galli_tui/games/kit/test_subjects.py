"""What the help says first: the clause of what is chosen, in a menu and in a decision on a board."""

from __future__ import annotations

from typing import Any

import pytest

from galli_tui.games.builders_duel.board import DuelBoard
from galli_tui.games.builders_duel.words import CLAUSES
from galli_tui.games.campus_galli.card_texts import card_title, kind_clause, task_short
from galli_tui.games.campus_galli.glyphs import UNICODE
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.move_entry.choosing import ChooseCardEntry
from galli_tui.games.campus_galli.panel_lines import space_subject, task_subject
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.subjects import clause_of_move, item_subject
from galli_tui.games.kit.texts import base_game
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.table.table import TableScreen
from rules.builders_duel.box import DuelCardKind
from rules.builders_duel.claims import Claim
from rules.builders_duel.game import BuildersDuel
from rules.campus_galli.box import CardKind, TaskKind
from rules.campus_galli.laying_sections import LaySectionStep, TakeSectionStep
from rules.campus_galli.rounds import ChooseCard, ChooseCardStep
from rules.campus_galli.state import BesideMonk, State
from rules.engine.events import Move
from rules.engine.grid import spaces_of
from rules.engine.refusal import Refusal
from rules.engine.rulebook import clauses
from rules.engine.secrecy import PUBLIC, Seat, Secret, only
from rules.registry import game_box
from tests.sample_game.registered import candles_table, sample_game
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bd_tables import claiming, conflict, using
from tests.support.table_positions import at_table, played, table_screen


def _reason(refusal: Refusal) -> str:
    return f"because of {refusal.code}"


def test_an_item_stands_on_the_clause_of_its_move_unless_it_names_one() -> None:
    game = base_game(claiming().game)
    move = Claim(Seat(0), 1)
    own, named = item_subject(game, MenuItem("claim", answer=move), _reason), MenuItem("x", answer=move, clause="BD-1a")
    assert own is not None
    assert own.clause == Claim.clause
    found = item_subject(game, named, _reason)
    assert found is not None
    assert found.clause == "BD-1a"


def test_an_item_that_is_refused_says_why() -> None:
    item = MenuItem("claim row 2", answer=Refusal("parallel", "BD-2d"), note="It is parallel.")
    found = item_subject(base_game(claiming().game), item, _reason)
    assert found is not None
    assert (found.clause, found.title) == ("BD-2d", "Claim row 2")
    assert [it.text for it in found.text] == ["It is parallel.", "because of parallel"]


def test_an_item_without_any_clause_is_no_subject() -> None:
    assert item_subject(base_game(claiming().game), MenuItem("wait", answer=Move(Seat(0))), _reason) is None


@pytest.mark.parametrize(("level", "clause"), [(1, "CG-I-2b"), (2, "CG-II-2b")])
def test_a_clause_is_that_of_the_level(level: int, clause: str) -> None:
    game: Any = base_game(played(ChooseCardStep, level=level).game)
    assert clause_of_move(game, ChooseCard(Seat(0), Secret(only(Seat(0)), 0))) == clause


@pytest.mark.parametrize("kind", [*CardKind, *TaskKind], ids=lambda kind: kind.value)
def test_every_card_and_task_of_campus_galli_stands_on_a_clause(kind: CardKind | TaskKind) -> None:
    assert kind_clause(kind) in clauses(game_box("campus-galli").rulebook())


def test_every_card_of_builders_duel_stands_on_a_clause() -> None:
    assert {*CLAUSES.values()} <= set(clauses(game_box("builders-duel").rulebook()))
    assert set(DuelCardKind) <= set(CLAUSES)


async def opened(driver: Driver, *told: str) -> None:
    """Press F1, and read what is selected with its clause at the top of the page."""
    await driver.press("f1")
    assert isinstance(driver.app.screen, HelpScreen)
    for text in told:
        assert text in driver.text, driver.text
    await driver.press("escape")
    assert isinstance(driver.app.screen, TableScreen)


def test_f1_opens_the_card_under_the_cursor_with_its_text() -> None:
    async def script(driver: Driver) -> None:
        await opened(driver, "Build or pray", "Pouch: a random", "CG-I-3a10")
        await driver.press("2")
        await opened(driver, "Pray 34", "Draw a wing or a transept", "CG-I-3a9")

    drive(at_table(played(ChooseCardStep)), script)


def test_f1_opens_the_refusal_of_a_place_and_then_all_pages() -> None:
    async def script(driver: Driver) -> None:
        for _ in range(20):
            if table_screen(driver.app).board.refusal is not None:
                break
            await driver.press("up")
        refusal = table_screen(driver.app).board.refusal
        assert refusal is not None
        await driver.press("f1")
        assert "Why not" in driver.text
        assert refusal.clause in driver.text
        await driver.press("f1")
        assert "How a round goes" in driver.text
        await driver.press("f1")
        assert isinstance(driver.app.screen, TableScreen)

    drive(at_table(played(LaySectionStep, 2)), script)


def test_f1_opens_the_inspected_space() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("i")
        await opened(driver, "Space h", "In the same section")

    drive(at_table(played(TakeSectionStep, 2)), script)


def test_f1_opens_the_hint_under_the_cursor() -> None:
    from tests.support.bot_backends import InstantAdvice

    table = played(LaySectionStep, 2)
    table.advice = InstantAdvice(table.game)

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.settle()
        await opened(driver, "Place the", "CG-I-3a")

    drive(at_table(table), script)


def test_f1_opens_a_card_of_the_duel_and_what_was_clicked_on_its_board() -> None:
    async def script(driver: Driver) -> None:
        await opened(driver, "BD-4")
        row = next(number for number, line in enumerate(driver.lines) if "5 Quarry" in line)
        await driver.click(driver.lines[row].index("5 Quarry") + 3, row)
        await opened(driver, "Quarry", "BD-4h", "from your supply")

    drive(at_table(using()), script)


def test_f1_on_a_refused_move_opens_its_clause() -> None:
    async def script(driver: Driver) -> None:
        await driver.press("2", "enter")
        assert table_screen(driver.app).prompt.refusal is not None
        await opened(driver, "Why not", "BD-2d")

    drive(at_table(claiming("2 claim r1")), script)


def test_f1_in_a_fight_opens_the_throw() -> None:
    async def script(driver: Driver) -> None:
        await opened(driver, "Throw 0/5", "BD-3")

    drive(at_table(conflict()), script)


def test_f1_opens_a_task_that_was_clicked_or_named_by_its_number() -> None:
    async def script(driver: Driver) -> None:
        await driver.click(40, 6)
        told = "Place a tower so that it shares an edge with a transept, or the reverse."
        assert driver.line(-2).strip() == told, "the key is left out for the end of the sentence"
        await opened(driver, "Task 4: tower beside transept", "Place a tower so that", "CG-I-3c3")
        await driver.press("i", "5")
        assert "Cover at least one space of the novitiate (G)." in driver.line(-2)
        assert driver.line(-2).strip().endswith("F1: its rule.")
        await opened(driver, "Task 5: build on the novitiate (G)", "Worth 1 point.", "CG-I-3c1")
        await driver.press("right")
        await opened(driver, "Space i7")
        await driver.press("1")
        assert "Task 1 is taken" in driver.line(-2)

    drive(at_table(played(LaySectionStep, 7, seats=3)), script)


def test_clicking_a_task_leaves_the_decision_as_it_is() -> None:
    table = played(LaySectionStep, 7, seats=3)

    async def script(driver: Driver) -> None:
        before = driver.lines[:-2]
        await driver.click(40, 6)
        assert driver.lines[:-2] == before
        assert "Place a tower" in driver.line(-2)
        await driver.press("tab")
        assert "Place a tower" not in driver.line(-2)

    drive(at_table(table), script)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_card_and_task_of_a_level_opens_its_clause_in_force(level: int) -> None:
    table = played(ChooseCardStep, level=level)
    context, game = MatchContext.of(table, UNICODE), base_game(table.game)
    own: State = table.view(Seat(0))
    box, witnessed = context.box, set[CardKind | TaskKind]()
    for card in range(len(box.cards)):
        held = own.seats[0]._replace(hand=own.seats[0].hand._replace(count=1, cards=(card,)))
        found = ChooseCardEntry(context, own._replace(seats=(held, *own.seats[1:])), Seat(0)).subject
        assert found.clause == game.clause_in_force(kind_clause(box.cards[card].kind))
        assert card_title(box.cards[card]) in found.title.lower()
        assert found.text
        witnessed.add(box.cards[card].kind)
    for task in range(len(box.tasks)):
        found = task_subject(context, own._replace(board=(task, *own.board[1:])), 1)
        assert found is not None
        assert found.clause == game.clause_in_force(kind_clause(box.tasks[task].kind))
        assert task_short(box, box.tasks[task]) in found.title
        witnessed.add(box.tasks[task].kind)
    assert len(witnessed) > 8


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_space_opens_a_clause_of_what_is_there(level: int) -> None:
    table = played(LaySectionStep, 2, level=level)
    context, view = MatchContext.of(table, UNICODE), table.view(Seat(0))
    plan, clauses_found = context.plan, set[str]()
    for space in range(plan.width * plan.height):
        found = space_subject(context, view, space)
        assert found.clause in clauses(game_box("campus-galli").rulebook())
        assert found.text
        if plan.trees >> space & 1:
            assert found.clause == "CG-I-3a4"
        clauses_found.add(found.clause)
    assert {"CG-I-3a1", "CG-I-3a2", "CG-I-3a3", "CG-I-3a4", "CG-I-3a5"} <= clauses_found


@pytest.mark.parametrize(("level", "clause"), [(1, "CG-I-6a"), (2, "CG-II-6a")])
def test_a_space_where_a_monk_stands_beside_a_building_says_whose_he_is(level: int, clause: str) -> None:
    table = played(LaySectionStep, 2, level=level)
    context, view = MatchContext.of(table, UNICODE), table.view(Seat(0))
    monks = (BesideMonk(3, Seat(1)), BesideMonk(3, Seat(0), guest=True))
    found = [space_subject(context, view._replace(beside=monks), space) for space in spaces_of(context.layout.grass)]
    told = [" ".join(line.text for line in it.text) for it in found if it.clause == clause]
    assert [words.split(": ")[0] for words in told] == [
        "Bruno's master builder stands here, beside the stables (D)",
        "Anna's guest monk stands here, beside the stables (D)",
    ]
    assert all("worth 1 point. Grass" in words for words in told)
    assert all(words.count("may be built over; he then gives way.") == 1 for words in told)


def test_every_card_of_the_duels_display_stands_on_the_clause_of_what_it_does() -> None:
    game = base_game(claiming().game)
    assert isinstance(game, BuildersDuel)
    board, view = DuelBoard(game, ascii_only=False), claiming().view(PUBLIC)
    for number, card in enumerate(game.cards):
        shown = view._replace(display=(*view.display[:8], number))
        assert board.clause_of(shown, "cell 9") == CLAUSES.get(card.effect, CLAUSES[card.kind])
        assert board.about(shown, "cell 9").startswith(f"{card.name}: ")


@pytest.mark.usefixtures(sample_game.__name__)
def test_f1_at_a_game_made_of_the_kit_opens_the_choice_and_its_refusal() -> None:
    table = candles_table("Anna", mode="solo")

    async def script(driver: Driver) -> None:
        await opened(driver, "Choose the candle of", "PK-3")
        await driver.press("enter")
        await opened(driver, "Light window 1", "PK-4")

    drive(app_with(table), script)
