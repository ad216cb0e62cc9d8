"""Reasons name the spaces, gaps, buildings, tasks and cards that make the difference."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from galli_tui.game_api.reason_text import OTHER_MOVE, THAN, why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.card_texts import card_number, task_short
from galli_tui.games.campus_galli.reason_words import task_points
from galli_tui.matches.in_memory import InMemoryTable
from rules.bots.reasons import Advantage, advantages
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LaySection, TakeFromHut
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCard
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.grid import mask_of, space_named
from rules.engine.secrecy import HIDDEN, Seat
from tests.galli_tui.games.campus_galli.test_texts import decisions_of
from tests.support.play import Play
from tests.support.positions import CHURCH_BUT_F6, position, table, with_symbols
from tests.support.table_positions import players

GAME = CampusGalli(Options(1, "solo", 1), standard())
BOX = GAME.setting.box
TEXTS = texts_of("campus-galli")


def space(name: str) -> int:
    return space_named(name, BOX.plan.width, BOX.plan.height)


def gap(names: str) -> int:
    return mask_of(map(space, names.split()))


ROW, ROWS = gap("e4 f4 g4 h4 i4 j4 k4"), (gap("e4 f4 g4 h4"), gap("j4 k4 l4 m4"))
AREA = gap(" ".join(f"{column}{row}" for column in "abcdefg" for row in range(1, 8)))
LEFT = gap(" ".join(f"{column}{row}" for column in "ab" for row in range(1, 6)))
TASKS = [number for number, task in enumerate(BOX.tasks) if task.points][:4]
WORTH_TWO = next(number for number, task in enumerate(BOX.tasks) if task.points > BOX.tasks[TASKS[1]].points)
EASIER = f"leaves gaps that are easier to fill than those of {OTHER_MOVE}"
NAMES = [f'"{task_short(BOX, BOX.tasks[number])}"' for number in TASKS]


@pytest.mark.parametrize(
    ("why", "clause"),
    [
        (
            Advantage("gaps", 1, 0, 1, other_where=(gap("e4 f4"),)),
            "leaves no new small gap (the other move leaves 1 small gap at e4 f4 for a lazy monk)",
        ),
        (
            Advantage("gaps", 1, 0, 2, other_where=(gap("e4"), gap("g5"))),
            "leaves no new small gap (the other move leaves 2 small gaps at e4 and g5, each for a lazy monk)",
        ),
        (Advantage("gaps", 1, 1, 2, where=(gap("e4"),)), "leaves only 1 small gap at e4"),
        (Advantage("gaps", 1, -1, 0, where=(gap("e4 f4"),)), "fills the small gap at e4 f4"),
        (Advantage("gaps", 1, -2, 0, where=(gap("e4"), gap("g5"))), "fills the small gaps at e4 and g5"),
        (Advantage("gaps", 1, -1, 0), "fills a small gap"),
        (
            Advantage("gaps", 1, 0, 0, where=(ROW | gap("l4"),), other_where=ROWS),
            "leaves a gap of 8 spaces, easier to fill than gaps of 4 and 4 spaces",
        ),
        (
            Advantage("gaps", 1, 0, 0, where=(AREA,), other_where=(AREA & LEFT, AREA & ~LEFT)),
            "leaves 1 large gap instead of 2",
        ),
        (
            Advantage("gaps", 1, 0, 0, where=(AREA & LEFT, AREA & ~LEFT), other_where=(AREA,)),
            EASIER,
        ),
        (Advantage("gaps", 1, 0, 0, where=(gap("a1 a2"),), other_where=ROWS), EASIER),
        (Advantage("progress", 1, 3, 2, where=(0,)), "covers 3 spaces of the church (A)"),
        (Advantage("progress", 1, 1, 0, where=(0,)), "covers 1 space of the church (A)"),
        (Advantage("progress", 1, 5, 2, where=(0, 1)), "covers 5 spaces of the church (A) and the cloister (B)"),
        (Advantage("progress", 1, 4, 4, where=(0,), other_where=(1,)), "brings the church (A) closer to completion"),
        (Advantage("progress", 1, 4, 4, where=(0,), other_where=(0,)), "brings buildings closer to completion"),
        (Advantage("builders", 1, 1, 0, where=(space("e5"),)), "places a master builder (symbol at e5)"),
        (Advantage("tiles", 1, 2, 0, where=(space("e5"), space("f6"))), "gains 2 tiles (symbols at e5 and f6)"),
        (Advantage("lazy", 1, -1, 0, where=(space("e5"),)), "sends a lazy monk home (from e5)"),
        (Advantage("tasks", 1, 2, 0, (TASKS[0], TASKS[1])), f"fulfils the tasks {NAMES[0]} and {NAMES[1]}"),
        (Advantage("tasks", 1, 2, 0, (TASKS[0], TASKS[0])), f"fulfils the tasks {NAMES[0]} (2 of them)"),
        (Advantage("tasks", 1, 4, 0, tuple(TASKS)), "fulfils 4 tasks"),
        (
            Advantage("tasks", 1, 1, 1, (WORTH_TWO,), other_names=(TASKS[1],)),
            f'fulfils the task "{task_short(BOX, BOX.tasks[WORTH_TWO])}", worth more than {NAMES[1]}',
        ),
        (Advantage("tasks", 1, 1, 1, (TASKS[0],), other_names=(TASKS[1],)), f"may fulfil more tasks {THAN}"),
        (Advantage("saved", 1, 0, -1, where=(TASKS[0],)), f"keeps the tiles that the task {NAMES[0]} asks for"),
        (Advantage("joins", 1, 3, 0, where=(ROW,)), "adjoins 3 open building spaces, so it makes no new gap"),
        (Advantage("joins", 1, 3, 2, where=(ROW,), other_where=(ROW,)), "adjoins 3 open building spaces"),
        (Advantage("joins", 1, 3, 0), "adjoins 3 open building spaces"),
        (Advantage("saved", 1, 0, -1), "keeps the tiles that a task on the board asks for"),
    ],
)  # fmt: skip
def test_a_reason_names_what_makes_the_difference(why: Advantage, clause: str) -> None:
    assert TEXTS.reason(GAME, why) == clause


def test_a_card_that_is_kept_is_named() -> None:
    number = next(number for number, card in enumerate(BOX.cards) if card.key == "angel-1")
    named = f"keeps card {card_number(BOX.cards[number])}, angel, for later"
    assert TEXTS.reason(GAME, Advantage("kept", 1, 0, 0, other_where=(number,))) == named


def reasons(play: Play, best: str, other: str) -> str:
    one, another = (play.game.parse(f"1 lay {spaces}") for spaces in (best, other))
    assert isinstance(one, Move)
    assert isinstance(another, Move)
    at = InMemoryTable(play.game, players("Anna", "Bruno"))
    return why_words(at, TEXTS, play.game.view(play.state, Seat(0)), one, another, 3)


def test_a_placement_says_at_which_space_the_other_costs_a_monk() -> None:
    play = position(table(2, "versus", box=with_symbols()), laying="hut red hall")
    assert "leaves no new small gap (the other move leaves 1 small gap at c4 for a lazy monk)" in reasons(
        play, "c4 c5 c6 c7", "c5 c6 c7 c8"
    )


def test_a_placement_says_which_gap_it_fills() -> None:
    play = position(table(2, "versus", box=with_symbols()), laying="pouch red hall", laid=CHURCH_BUT_F6, wood="AB")
    assert "fills the small gap at f6" in reasons(play, "f6 f7 f8 f9", "b9 b10 b11 b12")


def test_a_section_or_card_to_take_is_explained_at_its_best_place() -> None:
    on_its_place, with_its_section = list[str](), list[str]()
    for match, view, move in decisions_of("campus-1"):
        own = match.game.view(view, move.seat)
        for other in [it for it in match.game.legal(own, move.seat) if it != move][:2]:
            words = why_words(match, TEXTS, own, move, other, 2)
            if words and isinstance(move, TakeFromHut):
                on_its_place.append(words)
            elif "symbol at" in words and isinstance(move, ChooseCard) and move.card.value is not HIDDEN:
                with_its_section.append(words)
    assert on_its_place
    assert all(re.match(r"could, on [a-z]\d+( [a-z]\d+)+, \w", words) for words in on_its_place)
    assert any(re.match(r"could, with a \w+ \w+ on [a-z]\d+( [a-z]\d+)+, \w", words) for words in with_its_section)


def test_no_task_is_a_reason_against_a_section_that_fulfils_as_much_at_another_place() -> None:
    compared = dropped = 0
    for match, view, move in decisions_of("campus-1"):
        game, own = match.game, match.game.view(view, move.seat)
        taking = [it for it in game.legal(own, move.seat) if isinstance(it, TakeFromHut)]
        most = {it: most_by_placing(game, own, it) for it in taking}
        for one, other in pairwise(taking):
            at_best = {it.key: it for it in advantages(game, own, one, other)}
            told = {it.key: it for it in TEXTS.advantages(game, own, one, other)}
            if "tasks" in told:
                compared += 1
                assert task_points(BOX, told["tasks"].names) > most[other]
            dropped += "tasks" in at_best and "tasks" not in told
    assert compared
    assert dropped


def most_by_placing(game: AnyGame, view: Any, taking: Move) -> int:
    """Return the most half-points of tasks that a section fulfils once it is taken, tried place by place."""
    taken = game.apply(view, taking)
    placing = [it for it in game.legal(taken, taking.seat) if isinstance(it, LaySection)]
    return max(
        task_points(BOX, part.names) for it in placing for part in game.explain(taken, it) if part.key == "tasks"
    )
