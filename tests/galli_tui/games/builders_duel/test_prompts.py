"""What the duel says where a move loses, or where nothing is left to do but to end the turn."""

from __future__ import annotations

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.builders_duel.items import items, note
from galli_tui.games.builders_duel.signs import UNICODE
from galli_tui.games.kit.menu_decision import ItemMenu
from galli_tui.plain.numbered_moves import NumberedMoves
from galli_tui.style.text_wrap import cells
from rules.builders_duel.box import FACES, PERSONAL
from rules.builders_duel.conflict import Throw
from rules.builders_duel.state import other
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from tests.support.bd_positions import CALM, DUEL, Duel, Has, conflict_of, turn_of
from tests.support.bd_tables import DuelTable
from tests.support.plain_talk import new_table

TEXTS = texts_of("builders-duel")
BUILT = {"II": "wool", "III": "wool"}


def asked(duel: Duel, *lines: str) -> str:
    """Return what the seat that is due is asked in plain mode."""
    table = DuelTable(duel, *lines)
    (seat,) = table.due.seats
    return TEXTS.asked(table, table.view(seat), seat)


@pytest.mark.parametrize(
    ("has", "why"),
    [
        (Has(kept="a-second-throw"), "no worked goods to build with"),
        (Has(kept="a-second-throw", worked="wool", built=BUILT), "no worked good fits a section"),
        (Has(kept="a-second-throw", worked="sand", gold=1), "building costs 2 gold, you have 1"),
        (Has(kept="a-second-throw", worked="sand", gold=0), "building costs 2 gold, you have none"),
    ],
)
def test_where_only_ending_is_left_it_says_why_nothing_can_be_built(has: Has, why: str) -> None:
    duel = turn_of(1, philip=has)
    assert duel.legal == ["end"]
    assert asked(duel) == f"End your turn; {why}."
    assert TEXTS.next_step(DuelTable(duel)) == f"Anna (Philip): end your turn; {why}."
    assert TEXTS.waiting(DuelTable(duel)) == "Waiting for Anna (Philip) to end the turn."


def test_having_built_is_a_reason_too() -> None:
    duel = turn_of(1, philip=Has(kept="a-second-throw", worked="wood sand", gold=9))
    assert asked(duel).startswith("Build (1 for 2 gold, ")
    assert asked(duel, "1 build I wood") == "End your turn; you have built, and can use no 1x card now."


def test_the_prices_of_building_are_those_with_the_cards_used() -> None:
    duel = turn_of(1, cards={1: "a-mason"}, philip=Has(cells="1", worked="wood sand", gold=12, kept="a-scaffold"))
    duel = duel.do("1 use 1")
    assert asked(duel) == "Build (1 free, 2 for 2 gold, 3 for 6) or end your turn."
    assert asked(duel.do("1 use-scaffold")) == "Build (1 free, 2 for 2 gold, 3 for 4) or end your turn."


def test_1x_cards_that_can_be_used_are_named_and_the_longest_prompt_fits() -> None:
    duel = turn_of(1, philip=Has(kept="a-cartload", worked="sand", gold=0))
    assert asked(duel) == "Use a 1x card or end your turn; building costs 2 gold, you have none."
    long = DuelTable(turn_of(2, waleran=Has(kept="a-cartload", worked="sand", gold=1)))
    assert cells(TEXTS.next_step(long)) <= 78


@pytest.mark.parametrize(
    ("has", "card"),
    [
        (Has(kept="a-scaffold"), "Scaffold"),
        (Has(kept="a-scaffold", worked="sand", gold=1), "Scaffold"),
        (Has(kept="b-two-sites"), "Two Sites"),
    ],
)
def test_a_1x_card_of_no_use_now_says_so_and_ending_the_turn_is_preselected(has: Has, card: str) -> None:
    duel = turn_of(1, philip=has)
    table, view = DuelTable(duel), duel.state
    listed = items(DUEL, UNICODE, view, Seat(0))
    (item,) = (it for it in listed if it.words.endswith(card))
    assert [span.text for span in item.right] == ["no use now"]
    assert ItemMenu(listed, str).item.words == "end your turn"
    assert asked(duel).startswith("End your turn; ")
    assert isinstance(item.answer, Move)
    assert TEXTS.is_wasteful(table.game, view, item.answer)
    assert TEXTS.spoken_move(table, view, item.answer).endswith(": no use now")


@pytest.mark.parametrize(
    ("has", "card"),
    [
        (Has(kept="a-scaffold", worked="wood sand", gold=9), "Scaffold"),
        (Has(kept="b-two-sites", worked="wood sand", gold=9), "Two Sites"),
        (Has(kept="a-cartload"), "Cartload: take wood"),
    ],
)
def test_a_1x_card_of_use_is_listed_as_before(has: Has, card: str) -> None:
    (item,) = (it for it in items(DUEL, UNICODE, turn_of(1, philip=has).state, Seat(0)) if it.words.endswith(card))
    assert not item.right


def preselected(duel: Duel, *lines: str) -> str:
    """Return the words of the item on which the cursor begins for the side that is due."""
    duel = duel.throws(*lines)
    (seat,) = duel.game.due(duel.state).seats
    return ItemMenu(items(duel.game, UNICODE, duel.state, seat), str).item.words


@pytest.mark.parametrize(
    ("has", "words"),
    [
        (Has(kept="a-cartload"), "end your turn"),
        (Has(kept="a-cartload b-sabotage"), "end your turn"),
        (Has(kept="a-cartload", worked="wood"), "I: install beam"),
        (Has(kept="a-scaffold", worked="wood sand", gold=9), "build section I"),
        (Has(kept="a-cartload", cells="1"), "skip Earl (1)"),
        (Has(kept="a-cartload", cells="2"), "take Income 3 (2)"),
    ],
)
def test_a_1x_card_is_not_preselected_in_a_turn(has: Has, words: str) -> None:
    cards = {1: "a-earl", 2: "a-income3"}
    assert preselected(turn_of(1, cards=cards, philip=has, waleran=Has(worked="wood"))) == words


@pytest.mark.parametrize(
    ("kept", "throws", "words"),
    [
        ("b-oath", ("2 05 5", "1 me 3"), "give up"),
        ("b-oath", ("2 23 2", "1 me 2"), "swear the Oath"),
        ("b-oath", ("2 05 5",), "throw 0/5"),
        ("a-second-throw", ("2 23 2", "1 23 2"), "let it lie"),
        ("a-second-throw", ("2 23 2", "1 me 2"), "let it lie"),
    ],
)
def test_a_1x_card_is_preselected_in_a_fight_only_if_nothing_else_wins(
    kept: str, throws: tuple[str, ...], words: str
) -> None:
    assert preselected(conflict_of(philip=Has(kept=kept)), *throws) == words


@pytest.mark.parametrize(
    ("card", "has", "then"),
    [
        ("a-power-1", Has(cells="1", worked="wood", gold=9), "then build if you can"),
        ("a-power-1", Has(cells="1", worked="wood", gold=1), "you can't build after it"),
        ("a-income3", Has(cells="1", worked="wood", gold=0), "then build if you can"),
        ("a-income3", Has(cells="1", gold=0), "you can't build after it"),
        ("a-workshop", Has(cells="1", raw="wood", gold=9), "then build if you can"),
        ("a-workshop", Has(cells="1", gold=9), "you can't build after it"),
        ("a-workshop", Has(cells="1", gold=9, kept="a-cartload"), "then build if you can"),
        ("a-power-1", Has(cells="1", gold=9, kept="a-cartload"), "you can't build after it"),
        ("a-power-1", Has(cells="1", worked="wood wood", gold=1, kept="a-scaffold"), "you can't build after it"),
        ("a-scaffold", Has(cells="1", worked="wood", gold=2), "then build if you can"),
    ],
)
def test_the_last_card_promises_no_building_that_is_impossible(card: str, has: Has, then: str) -> None:
    assert asked(turn_of(1, cards={1: card}, philip=has)) == f"Use your last card; {then}."


def test_several_cards_promise_no_building() -> None:
    duel = turn_of(1, cards={1: "a-power-1", 2: "a-income3"}, philip=Has(cells="1 2", gold=0))
    assert asked(duel) == "Use your 2 cards in any order, then build if you can."


def test_a_throw_that_gives_the_fight_up_says_so() -> None:
    table = DuelTable(conflict_of().throws("2 05 5"))
    view = table.view(Seat(0))
    said = TEXTS.spoken_move(table, view, Throw(Seat(0), PERSONAL))
    assert said.endswith(": can't get ahead and is your last throw, so it gives up this fight")
    (item,) = (it for it in items(DUEL, UNICODE, view, Seat(0)) if it.answer == Throw(Seat(0), PERSONAL))
    assert [span.text for span in item.right] == ["falls short"]
    assert "this gives up the fight" in item.note


def test_a_throw_after_which_there_are_others_gives_nothing_up() -> None:
    table = DuelTable(conflict_of().throws("2 05 5"))
    said = TEXTS.spoken_move(table, table.view(Seat(0)), Throw(Seat(0), 2))
    assert said == "throw a 2/3 seal: 0 percent to get ahead"


def test_with_calm_seals_it_says_so_beside_the_price() -> None:
    table = DuelTable(conflict_of(game=CALM).do("2 throw 05 yes"))
    view = table.view(Seat(0))
    low, high = (TEXTS.spoken_move(table, view, Throw(Seat(0), PERSONAL, it)) for it in (False, True))
    given_up = "can't get ahead and is your last throw, so it gives up this fight"
    assert low.endswith(f" at 2: {given_up}")
    assert high.endswith(f" at 3: 2 gold, {given_up}")


def test_the_personal_seal_is_said_to_be_the_last_throw() -> None:
    table = DuelTable(conflict_of().throws("2 05 0"))
    view = table.view(Seat(0))
    personal, neutral = (TEXTS.spoken_move(table, view, Throw(Seat(0), it)) for it in (PERSONAL, 2))
    assert personal.endswith(" to get ahead, your last throw in this fight, after which the seal comes back")
    assert "last" not in neutral
    (item,) = (it for it in items(DUEL, UNICODE, view, Seat(0)) if it.answer == Throw(Seat(0), PERSONAL))
    assert item.words.endswith(" (your last throw)")
    assert item.note.endswith(" It is your last throw here, and comes back afterwards.")


def test_that_the_first_claim_leads_to_a_fight_is_said_once() -> None:
    table = new_table("builders-duel", Options(2, "versus", 1))
    (seat,) = table.due.seats
    view, rival = table.view(seat), table.players[other(seat)].name
    words = [TEXTS.spoken_move(table, view, move) for move in table.game.legal(view, seat)]
    assert len(words) == 8
    assert not any("fight" in it for it in words)
    assert TEXTS.asked(table, view, seat) == (
        f"Claim a row, column or diagonal; {rival} must cross it, and you fight for one card."
    )


def test_a_throw_that_gives_the_fight_up_comes_last_and_is_typed_twice() -> None:
    table = DuelTable(conflict_of().throws("2 05 5"))
    (seat,) = table.due.seats
    view = table.view(seat)
    legal = table.game.legal(view, seat)
    wasteful = [move for move in legal if TEXTS.is_wasteful(table.game, view, move)]
    assert wasteful == [Throw(seat, PERSONAL)]
    assert len(legal) > 1
    assert NumberedMoves(table, TEXTS, seat, seat).moves[-1] == Throw(seat, PERSONAL)


def test_a_card_used_for_nothing_comes_after_one_of_use() -> None:
    duel = turn_of(1, cards={2: "a-income4-1", 8: "a-quarry"}, philip=Has(gold=0, cells="2 8"))
    table = DuelTable(duel)
    moves = NumberedMoves(table, TEXTS, Seat(0), Seat(0))
    assert [moves.written(index) for index in range(2)] == ["use 2", "trade 8 0 -"]
    assert [TEXTS.is_wasteful(table.game, table.view(Seat(0)), move) for move in moves.moves] == [False, True]


def test_a_card_of_no_use_is_not_wasted_where_nothing_else_is_left() -> None:
    table = DuelTable(turn_of(1, cards={8: "a-quarry"}, philip=Has(gold=0, cells="8")))
    legal = table.game.legal(table.view(Seat(0)), Seat(0))
    assert not any(TEXTS.is_wasteful(table.game, table.view(Seat(0)), move) for move in legal)


@pytest.mark.parametrize(
    ("card", "gold", "line", "name"),
    [
        ("a-quarry", 0, "2 trade 8 0 -", "Quarry: no gold"),
        ("a-influence-1", 1, "2 buy-seals 8 0", "Influence: too dear"),
        ("a-quarry", 9, "2 trade 8 0 -", "Quarry"),
        ("a-mason", 9, "2 use 8", "Mason: Philip only"),
    ],
)
def test_a_card_used_for_nothing_is_skipped_and_says_why_if_it_is_of_no_use(
    card: str, gold: int, line: str, name: str
) -> None:
    duel = turn_of(2, cards={8: card}, waleran=Has(gold=gold, cells="8"))
    table = DuelTable(duel)
    move, view = table.game.parse(line), table.view(Seat(1))
    assert isinstance(move, Move)
    assert TEXTS.spoken_move(table, view, move) == f"skip card 8, {name}"
    assert TEXTS.decision(table, view, move) == f"skip {name.partition(':')[0]} (card 8)"


def test_a_face_that_makes_the_sums_equal_is_not_ahead() -> None:
    duel = conflict_of().throws("2 05 5")
    seals = {FACES[it.seal]: it for it in duel.game.legal(duel.state, Seat(0)) if isinstance(it, Throw)}
    assert note(duel.game, duel.state, seals[0, 5]) == "0 makes 0: behind; 5 makes 5: level, not ahead. Against 5."
