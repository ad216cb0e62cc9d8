"""The duel in words: what it says of a conflict that is to come, and of one that is over."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.game_api.position_text import position_text
from galli_tui.game_api.registry import texts_of
from galli_tui.plain.look import named_thing, topics_of
from galli_tui.plain.numbered_moves import NumberedMoves
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.bd_positions import Has, turn_of
from tests.support.bd_tables import DuelTable, claiming, conflict, using


def conflict_lines(table: DuelTable) -> tuple[str, ...]:
    """Return the lines about the conflict."""
    parts = position_text(table, texts_of("builders-duel"), PUBLIC)
    return next(part.lines for part in parts if part.title == "Conflict")


def test_a_conflict_is_announced_described_and_gone() -> None:
    assert conflict_lines(claiming()) == ("No seal has been thrown in this round.",)
    assert conflict_lines(conflict()) == (
        "Anna and Bruno fight for card 5, Quarry.",
        "Bruno threw a 1/4 seal: 4.",
        "Anna threw a 2/3 seal: 3.",
        "Sums: Anna 3, Bruno 4.",
        "Bruno is ahead.",
        "Anna is to throw a seal or give up.",
    )
    assert conflict_lines(using()) == ("The conflict of this round is over.",)


def test_a_fight_that_begins_says_for_which_card_it_is_and_who_is_to_throw() -> None:
    begun = conflict("2 throw 14 no", "dealer fall 4")
    assert conflict_lines(begun)[0] == "Anna and Bruno fight for card 5, Quarry."
    assert conflict_lines(begun)[-2:] == ("Bruno is ahead.", "Anna is to throw a first seal.")
    level = conflict("2 throw 14 no", "dealer fall 4", "1 throw 14 no", "dealer fall 4")
    assert conflict_lines(level)[-2:] == (
        "Bruno is ahead, as the holder of the Power.",
        "Anna is to throw a seal or give up.",
    )


def test_a_fight_won_by_the_last_throw_is_described_from_that_throw() -> None:
    fight = ("2 throw 14 no", "dealer fall 1", "1 throw 14 no", "dealer fall 4", "2 throw me no", "dealer fall 2")
    over, throw, fall, won, *_ = conflict_lines(conflict(*fight, "2 keep-seal 14"))
    assert over == "The conflict of this round is over."
    assert throw.startswith("Bruno (Waleran) throws ")
    assert fall.startswith("It lands on 2: ")
    assert won == "Anna (Philip) wins card 5 with 4 to 3."


def test_the_display_in_brief_has_the_claims() -> None:
    (display,) = (it for it in position_text(conflict(), texts_of("builders-duel"), PUBLIC) if it.title == "Display")
    assert display.brief.startswith("1 Fair, ")
    assert " Bruno claims the diagonal 1-5-9." in display.brief
    assert " Anna claims the middle row." in display.brief


def test_the_card_fought_for_says_who_won_it_and_then_that_it_was_used() -> None:
    fight = ("2 throw 14 no", "dealer fall 4", "1 throw 23 no", "dealer fall 3")
    table = conflict(*fight)
    assert used(table, 5) == "both want it."
    table = conflict(*fight, "1 give-up", "1 keep-seal 23")
    assert used(table, 5) == "Bruno won it and may use it."
    for cell, words in ((5, "fought for and used."), (1, "used by Bruno.")):
        move = next(
            it for it in table.game.legal(table.view(Seat(1)), Seat(1)) if getattr(it, "cell", None) == cell - 1
        )
        table.submit(move)
        assert used(table, cell) == words


def used(table: DuelTable, cell: int) -> str:
    """Return what is said of the use of the card in a cell."""
    (display,) = (it for it in position_text(table, texts_of("builders-duel"), PUBLIC) if it.title == "Display")
    return next(line for line in display.lines if line.startswith(f"{cell}: ")).partition("; ")[2]


def test_the_moves_of_a_kept_card_are_counted_by_a_verb() -> None:
    table = DuelTable(turn_of(1, cards={1: "a-weaver"}, philip=Has(cells="1", raw="wool", kept="a-cartload")))
    moves = NumberedMoves(table, texts_of("builders-duel"), Seat(0), Seat(0))
    assert "use the Cartload: take wool" in moves.words
    assert all(words.split()[0].isalpha() for words in moves.words)
    assert "4 to use" in moves.summary()


def test_a_kept_card_is_found_by_its_name() -> None:
    table = DuelTable(turn_of(1, philip=Has(kept="a-cartload")))
    texts = texts_of("builders-duel")
    (line,) = named_thing(table, texts, PUBLIC, "cartload")
    assert line.startswith("Cartload: Anna keeps it. Keep it, and use it once.")
    assert [*answer(table, "kept")] == [line]
    assert named_thing(table, texts, PUBLIC, "waggon") == ()
    assert [*answer(DuelTable(turn_of(1)), "kept")] == ["No 1x card is kept."]


def answer(table: DuelTable, word: str) -> Sequence[str]:
    """Return what is said about a topic."""
    (topic,) = (it for it in topics_of(table, texts_of("builders-duel"), PUBLIC) if word in it.words)
    return topic.answer("")


def test_one_worked_good_is_no_plural() -> None:
    one, two = (DuelTable(turn_of(1, philip=Has(worked=worked))) for worked in ("stone", "stone wood"))
    assert "1 worked good, " in brief(one)
    assert "2 worked goods, " in brief(two)


def brief(table: DuelTable) -> str:
    """Return what is said of Philip's side in brief."""
    parts = position_text(table, texts_of("builders-duel"), PUBLIC)
    return next(part.brief for part in parts if part.title.endswith("(Philip)"))


def test_the_personal_seal_has_one_name() -> None:
    table = conflict()
    (seat,) = table.due.seats
    moves = NumberedMoves(table, texts_of("builders-duel"), seat, seat)
    assert any(words.startswith("throw your personal seal, 2/3") for words in moves.words)
    assert not any("your own" in words for words in moves.words)


def test_kept_cards_begin_a_sentence() -> None:
    table = DuelTable(turn_of(1, philip=Has(kept="a-cartload")))
    said = [line for part in position_text(table, texts_of("builders-duel"), PUBLIC) for line in part.lines]
    assert any(line.startswith("Kept 1x cards: Cartload") for line in said)
