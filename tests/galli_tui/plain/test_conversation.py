"""What newcomers type at a table in plain mode, and what they hear."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from time import monotonic

import pytest

from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.card_prices import price_words
from galli_tui.games.kit.texts import base_game
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.plain import table as plain_table
from galli_tui.plain.advice_words import ReviewReader
from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.line_reader import TypedLine
from galli_tui.plain.news import News, once_each
from galli_tui.plain.score_words import missing_words
from galli_tui.plain.setup_questions import ask_setup
from galli_tui.plain.speech import spoken
from galli_tui.plain.table import PlainTable
from galli_tui.settings.file import save
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import TablePlayer
from rules.builders_duel.conflict import Throw
from rules.campus_galli.box import CardKind
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LaySection
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.score_sheet import POINTS
from rules.engine.secrecy import PUBLIC, Seat
from rules.ora_et_labora.actions import Fell
from rules.ora_et_labora.gains import Token
from rules.registry import game_box
from tests.support.bot_backends import SpreadAdvice
from tests.support.plain_talk import ReadyLines, answered, best_rated, heard, new_table
from tests.support.replays import replayed

_SOLO = Options(1, "solo", 1)
_DUEL = Options(2, "versus", 1)
_MOST_OVERVIEW = 12
"""The most sentences that an overview of the board has."""


def solo(capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """Return what is said in a solo match of Campus Galli."""
    return heard(capsys, new_table("campus-galli", _SOLO), *lines)


def duel(capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """Return what is said in a match of Builders' Duel."""
    return heard(capsys, new_table("builders-duel", _DUEL), *lines)


def at_a_placement(options: Options) -> InMemoryTable:
    """Return a match of Campus Galli in which the best rated moves have led to a section to place."""
    table = new_table("campus-galli", options)
    while True:
        seat = table.due.seats[0]
        legal = [*table.game.legal(table.view(seat), seat)]
        if isinstance(legal[0], LaySection):
            return table
        table.submit(best_rated(table, seat))


def answer(said: list[str], prompt: str = "Your move:", number: int = 1) -> list[str]:
    """Return what was said in answer to a line, counted from 1."""
    at = [place for place, line in enumerate(said) if line == prompt]
    return said[at[number - 1] + 1 : at[number]]


def test_a_few_moves_are_read_without_being_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "1", "")
    assert any(line.startswith("2 legal moves, ") for line in said[: said.index("Your move:")])
    assert any(line.startswith("1: choose ") for line in said[: said.index("Your move:")])
    # So its number can be typed at once.
    assert any(" plays " in line for line in answer(said))


@pytest.mark.parametrize("noise", ["Done.", "Or type"])
def test_no_sentence_is_noise(capsys: pytest.CaptureFixture[str], noise: str) -> None:
    said = solo(capsys, "1", "moves", "1", "moves", "hint", "1", "", "moves", "1")
    assert not any(noise in line for line in said)


def test_a_move_that_the_log_says_nothing_of_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("ora-et-labora", Options(3, "versus", 1)), "end", "end")
    assert any(line.endswith(" ends the turn without an action.") for line in said)
    assert not any(line.startswith("You end") for line in said)  # Among sentences about players by name.
    assert "Your move is made." not in said


def test_a_secret_move_is_not_said_where_others_hear_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("campus-galli", Options(2, "versus", 1)), "", "1")
    assert not any(" chooses " in line for line in said)


def test_an_undo_names_the_move_unless_it_is_secret(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "2", "undo", "")
    card = next(line for line in said if line.startswith("2: choose ")).removeprefix("2: ")
    (undone,) = [line for line in said if line.startswith("Undone: ")]
    assert undone == f"Undone: your last move, which was to {card.partition('. ')[0]}."
    said = heard(capsys, new_table("campus-galli", Options(2, "versus", 1)), "", "1", "undo", "")
    assert [line for line in said if line.startswith("Undone: ")] == ["Undone: the last move of Anna."]


def test_an_undo_names_a_move_without_what_it_brought(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("ora-et-labora", Options(1, "solo", 1)), "moves", "1", "undo", "")
    (made,) = [line.removeprefix("1: ") for line in said if line.startswith("1: ")][:1]
    (undone,) = [line for line in said if line.startswith("Undone: ")]
    assert ": " in made
    assert undone == f"Undone: your last move, which was to {made.partition(': ')[0]}."


def test_how_a_move_is_written_can_be_asked(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "notation 1", "notation", "notation 9", "")
    (written,) = answer(said)
    assert written.startswith("Move 1 is written: choose ")
    typed = written.removeprefix("Move 1 is written: ")
    assert answer(said, number=2) == ["Type notation and the number of a move. For example: notation 1."]
    assert answer(said, number=3) == ["There is no move 9. The moves are 1 to 2. Type moves to hear them."]
    assert any(" plays " in line for line in answer(solo(capsys, typed, "")))


@pytest.mark.parametrize("line", ["choose 1", "play 1", "move 1", "1.", "take 1"])
def test_a_verb_may_stand_before_the_number_of_a_move(capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert any(" plays " in it for it in answer(solo(capsys, line, "")))


def test_a_line_typed_as_it_is_read_is_refused_for_the_true_reason(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", Options(2, "versus", 1))
    move = table.game.parse(f"{table.due.seats[0] + 1} claim r2")
    assert isinstance(move, Move)
    table.submit(move)
    prompt = f"{table.players[table.due.seats[0]].name}:"
    for words in ("claim top row", "claim the Bottom Row"):
        (said,) = answered(capsys, table, words, prompt)
        assert (
            said
            == "That line does not cross the first one in exactly one card. The rule is BD-2d. Type why to hear it."
        )


def test_a_question_about_a_move_does_not_make_it(capsys: pytest.CaptureFixture[str]) -> None:
    (told, again) = answer(solo(capsys, "1?", ""))
    assert told.startswith("1: choose ")
    assert again == "Type 1 again to make this move."


def test_the_number_of_a_card_in_hand_finds_it(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "")
    number = next(found[1] for line in said if (found := re.search(r"^2: choose .*turn order (\d+)", line)))
    heading, card, then = answer(solo(capsys, number, ""))
    assert heading == "1 legal move with these words."
    assert f"turn order {number}" in card
    assert then == f"Type {card.partition(':')[0]} to make it."


def test_a_word_of_a_move_comes_before_one_that_only_begins_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    """A card with which you build is asked for, not the part of the board about the buildings."""
    assert not any(line.startswith("The church") for line in answer(solo(capsys, "build", "")))
    assert any(line.startswith("The church") for line in answer(solo(capsys, "buildings", "")))


def test_the_number_of_a_card_is_no_number_of_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    """In Builders' Duel "use 1" names card 1 of the display, whatever the first move of the list is."""
    table = new_table("builders-duel", _DUEL)
    said = heard(capsys, table, *["1"] * 12)
    assert not table.due.over
    moves = [line for line in said if line[:1].isdigit() and ": " in line]
    assert moves
    said = heard(capsys, table, "use 99")
    assert not any(line.startswith("There is no move 99") for line in said)


def test_a_number_that_is_a_word_of_moves_names_no_move_of_that_number(capsys: pytest.CaptureFixture[str]) -> None:
    """In Builders' Duel "throw 4" may mean the seal with a 4: what has fallen can't be taken back."""
    table = new_table("builders-duel", _DUEL)
    said = heard(capsys, table, "claim r1", "claim c1", "moves", "throw 4", "throw 4?")
    assert not table.view(PUBLIC).conflict.thrown
    assert sum("throw a 1 or 4 seal" in line for line in said) == 4


def test_a_question_never_makes_a_move(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    said = heard(capsys, table, "claim r1?", "moves", "claim r1?", "claim top row?", "choose 1?", "1?")
    assert table.view(PUBLIC).claims == (None, None)
    assert any("to make this move." in line for line in said)


def test_the_board_is_an_overview_first(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "board", "board all", "look tasks", "look hand", "look", "")
    overview, whole = answer(said), answer(said, number=2)
    assert len(overview) <= _MOST_OVERVIEW < len(whole)
    assert any(line.startswith("Tasks: ") for line in overview)
    assert overview[-1] == "For more, type look and a name; for everything, board all."
    assert answer(said, number=3)[0] == "Tasks."
    assert any(line.startswith("In hand: ") for line in answer(said, number=4))
    assert "Gaps." in answer(said, number=5)
    said = duel(capsys, "board", "")
    assert len(answer(said, "Anna:" if "Anna:" in said else "Bruno:")) <= _MOST_OVERVIEW


@pytest.mark.parametrize("name", ["e5", "church", "the church", "look church", "building church", "row 5", "column e"])
def test_whatever_has_a_name_is_described(capsys: pytest.CaptureFixture[str], name: str) -> None:
    said = answer(solo(capsys, name, ""))
    assert any("church (A)" in line for line in said)


def test_a_card_of_the_display_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    lines = texts_of("builders-duel").topics(table.game, table.view(PUBLIC), ["Anna", "Bruno"])[0].answer("")
    names = [line.partition(": ")[2].partition(" (")[0] for line in lines]
    name = next(name for name in names if names.count(name) == 1)
    said = heard(capsys, table, name, f"look {name}", "")
    prompt = next(line for line in said if line in ("Anna:", "Bruno:"))
    assert answer(said, prompt)[0] == f"{names.index(name) + 1}: {name}."
    assert answer(said, prompt, 2)[0] == f"{names.index(name) + 1}: {name}."


@pytest.mark.parametrize("line", ["joker", "look joker", "help joker"])
def test_the_joker_of_ora_et_labora_can_be_asked_about(capsys: pytest.CaptureFixture[str], line: str) -> None:
    words = "explains the joker" if line.startswith("help") else "can stand in for that of any good"
    said = heard(capsys, new_table("ora-et-labora", Options(1, "solo", 1)), line, "")
    assert any(words in it for it in answer(said))


def test_the_neutral_player_is_explained_and_an_unknown_good_named(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("ora-et-labora", _SOLO), "neutral", "goods bricks", "")
    assert any("by contract" in line for line in answer(said))
    assert answer(said, number=2)[0] == "There is no good called bricks."


def test_a_wrong_row_names_the_right_ones(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "row e", "row 99", "row", "")
    assert answer(said) == ["There is no row e. The rows are 1 to 12. Did you mean column e?"]
    assert answer(said, number=2) == ["There is no row 99. The rows are 1 to 12."]
    assert answer(said, number=3) == ["Type row and its name. The rows are 1 to 12."]


def test_rows_are_named_as_the_lists_name_them(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("builders-duel", Options(2, "versus", 1)), "row 9", "column", "row top")
    assert "There is no row 9. The rows are top, middle and bottom." in said
    assert "Type column and its name. The columns are left, middle and right." in said
    assert "Top row, 3 cards." in said


def test_a_word_of_the_game_is_no_mistyped_command(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "place", "spce e4", "")
    (first,), (second,) = answer(said), answer(said, number=2)
    assert "Did you mean" not in first
    assert "Type moves to hear your moves." in first
    assert "Did you mean space?" in second


def test_moves_name_what_they_score_and_begin_only_once(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "1", "moves", "1", "moves", "1", "moves", "")
    lists = [place for place, line in enumerate(said) if line.endswith(" on:")]
    assert lists, said
    for place in lists:
        assert ". Place the " in said[place]
        assert not said[place + 1].startswith("1: place")
    assert any(" now: " in line for line in said)


def test_changes_tell_the_last_turn_and_what_came_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", _SOLO)
    said = heard(capsys, table, *["moves", "1"] * 5)
    while not any("Round 2 begins." in line for line in said):
        said = heard(capsys, table, "moves", "1")
    said = answer(heard(capsys, table, "changes", ""))
    assert said[0] == "This was your last turn."
    assert any(" places the " in line for line in said)
    assert "Since then." in said or said[-1] == "Nothing has changed since."


def by_best_moves(table: InMemoryTable, moves: int) -> list[Move]:
    """Make this many of the best rated moves, and return them."""
    made = list[Move]()
    while len(made) < moves and not table.due.over:
        seat = table.due.seats[0]
        made.append(best_rated(table, seat))
        table.submit(made[-1])
        if table.paused:
            table.resume_play()
    return made


def test_changes_in_solo_tell_the_whole_last_turn(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", _SOLO)
    while not any("Round 3 begins." in line for line in heard(capsys, table, "log all")):
        by_best_moves(table, 1)
    log = answered(capsys, table, "log all")
    turn = log[log.index("Round 2 begins.") + 1 : log.index("Round 3 begins.") + 1]
    assert len(turn) > 2
    assert answered(capsys, table, "changes") == ["This was your last turn.", *turn, "Nothing has changed since."]
    by_best_moves(table, 1)
    after = answered(capsys, table, "changes")
    assert after[: len(turn) + 2] == ["This was your last turn.", *turn, "Since then."]


def test_changes_tell_of_a_secret_card_only_what_came_of_it() -> None:
    table = new_table("campus-galli", Options(3, "coop", 1))
    news, (anna, _, clara) = News(table, texts_of("campus-galli")), table.due.seats
    by_best_moves(table, 3)
    assert news.since_last_turn(anna, anna)[0].startswith("Anna plays ")
    while table.due.seats != (clara,):
        by_best_moves(table, 1)
    head, *said = news.since_last_turn(clara, clara)
    assert head == "This is what you last did in this round, and what came of it."
    assert [line.split()[0] for line in said[: said.index("Since then.")]] == ["Anna", "Bruno", "Clara"]
    assert "dealt" not in " ".join(news.since_last_turn(anna, anna))


def test_no_move_of_this_round_belongs_to_the_last_turn(capsys: pytest.CaptureFixture[str]) -> None:
    table, heads = new_table("builders-duel", _DUEL), set[str]()
    texts, rounds = texts_of("builders-duel"), list[tuple[Seat, str]]()
    for _ in range(60):
        if table.due.over:
            break
        seat = table.due.seats[0]
        now = texts.progress(table.game, table.view(seat))
        prompt = f"{table.players[seat].name}:"
        said = answered(capsys, table, "changes", prompt)
        if any(mover == seat for mover, _ in rounds):
            moved_now = (seat, now) in rounds
            assert said[0] == ("This round so far." if moved_now else "Your last round.")
            assert ("Since then." in said) == (not moved_now)
            heads.add(said[0])
        by_best_moves(table, 1)
        rounds.append((seat, now))
    assert heads == {"Your last round.", "This round so far."}


def test_changes_tell_the_claim_of_a_rival_who_claimed_first(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    first = table.due.seats[0]
    by_best_moves(table, 2)
    while table.due.seats == (first,) and "round 1" in texts_of("builders-duel").progress(
        table.game, table.view(first)
    ):
        by_best_moves(table, 1)
    name, said = told_to_mover(capsys, table, "changes")
    assert name != table.players[first].name
    assert said[0] == "This round so far."
    assert re.match(f"{table.players[first].name} .* claims ", said[1])
    assert re.match(f"{name} .* claims ", said[2])
    assert "Since then." not in said


def told_to_mover(capsys: pytest.CaptureFixture[str], table: InMemoryTable, line: str) -> tuple[str, list[str]]:
    """Return the name of the player of a duel who is to move, and what is said in answer to a line of theirs."""
    name = table.players[table.due.seats[0]].name
    return name, answered(capsys, table, line, f"{name}:")


def test_help_says_whether_changes_tell_a_turn_or_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert "your last turn, " in " ".join(answered(capsys, new_table("campus-galli", _SOLO), "help changes"))
    duel = new_table("builders-duel", _DUEL)
    assert "your last round, " in " ".join(told_to_mover(capsys, duel, "help changes")[1])


def test_changes_tell_the_claim_and_the_fight_of_the_last_round_of_a_duel(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    while "Round 2 of" not in (log := " ".join(told_to_mover(capsys, table, "log all")[1])):
        by_best_moves(table, 1)
    said = told_to_mover(capsys, table, "changes")[1]
    assert said[0] == "Your last round."
    assert sum(" claims " in line for line in said[1:3]) == 2
    turn, since = said[: said.index("Since then.")], said[said.index("Since then.") :]
    assert any(" wins card " in line for line in turn)
    assert sum(" throws " in line for line in turn) == log.count(" throws ")
    assert [" lays out " in " ".join(part) for part in (turn, since)] == [False, True]


def test_a_fight_that_is_over_is_described_with_how_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    while "The conflict of this round is over." not in (said := told_to_mover(capsys, table, "conflict")[1]):
        by_best_moves(table, 1)
    (won,) = (line for line in told_to_mover(capsys, table, "log all")[1] if " wins card " in line)
    assert won in said
    assert told_to_mover(capsys, table, "look conflict")[1] == ["Conflict.", *said]
    while not any(line.startswith("Round 2 of ") for line in told_to_mover(capsys, table, "log all")[1]):
        by_best_moves(table, 1)
    assert told_to_mover(capsys, table, "conflict")[1] == ["No seal has been thrown in this round."]


def test_what_happened_twice_is_told_once() -> None:
    said = ["A fells a forest.", "A fells a forest.", "B passes.", *["A fells a forest."] * 3, "C passes!"]
    assert once_each(said) == ["A fells a forest, twice.", "B passes.", "A fells a forest, 3 times.", "C passes!"]


def test_changes_tell_two_equal_fellings_once(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", _SOLO)
    for by_joker in (False, True):
        seat = table.due.seats[0]
        legal = table.game.legal(table.view(seat), seat)
        table.submit(next(it for it in legal if isinstance(it, Fell) and (it.token is Token.JOKER) is by_joker))
    said = answered(capsys, table, "changes")
    assert len([line for line in said if " fells a forest and gets " in line]) == 1
    assert any(line.endswith(", twice.") for line in said)


def test_changes_in_a_fight_tell_how_ones_own_throw_fell_with_the_throw(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    while not (throwers := [it.event.seat for it in table.timeline(PUBLIC, 40) if isinstance(it.event, Throw)]):
        by_best_moves(table, 1)
    while table.due.seats != (throwers[0],):
        by_best_moves(table, 1)
    name, said = told_to_mover(capsys, table, "changes")
    at = next(place for place, line in enumerate(said) if re.match(f"{name} .* throws ", line))
    assert said[at + 1].startswith("It lands on ")


def test_the_moves_that_are_read_at_once_are_whole(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "1", "moves", "1", "moves", "1", "moves", "")
    short = [place for place, line in enumerate(said) if re.match(r"[2-4] legal moves", line)]
    assert short
    for place in short:
        assert re.match(r"1: (choose|play|take|draw|flip) ", said[place + 1]), said[place + 1]


@pytest.mark.parametrize(
    ("number", "over", "words"),
    [(1, False, "1 point is missing"), (1, True, "1 point was missing"), (2, True, "2 points were missing")],
)
def test_what_is_missing_agrees_with_its_number(number: int, over: bool, words: str) -> None:
    assert missing_words(number, POINTS, over=over) == words


@pytest.mark.parametrize(
    ("halves", "words"),
    [(1, "half a point is missing"), (2, "1 point is missing"), (3, "1 and a half points are missing")],
)
def test_what_is_missing_agrees_where_half_points_count(halves: int, words: str) -> None:
    assert spoken(missing_words(halves, game_box("campus-galli").meta.unit, over=False)) == words


def test_the_turn_is_announced_once(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "1", "moves", "1", "")
    assert sum(line.startswith("It is your turn.") for line in said) == 1


def test_help_is_short_and_help_all_is_whole(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "help", "help all", "help moves", "help nonsense", "")
    short, whole = answer(said), answer(said, number=2)
    assert len(short) < len(whole)
    assert not any(line.startswith("rematch:") for line in short)
    assert any(line.startswith("rematch:") for line in whole)
    assert any("For example: moves red hall." in line for line in answer(said, number=3))
    assert answer(said, number=4) == ["nonsense is not a command. Type help for the commands."]


@pytest.mark.parametrize(
    ("word", "meant"), [("mo", "Did you mean moves, move or more?"), ("scroes", "Did you mean scores?")]
)
def test_the_beginning_of_a_command_is_completed(capsys: pytest.CaptureFixture[str], word: str, meant: str) -> None:
    (said,) = answer(solo(capsys, word, ""))
    assert f" {meant} Choose a card." in said


def test_the_end_of_the_input_leaves_no_prompt_behind(capsys: pytest.CaptureFixture[str]) -> None:
    reader = ReadyLines(())
    reader.at_terminal = True

    async def ask() -> None:
        with pytest.raises(InputEnded):
            await Dialogue(reader).line("Your move:")

    asyncio.run(ask())
    assert capsys.readouterr().out == "Your move: \n"


def test_why_with_words_reads_the_rules(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "why", "why lazy monk", "more", "")
    assert answer(said) == ["Nothing has been refused. Type rules and a word to hear a rule."]
    assert answer(said, number=2)[0].startswith("CG-")
    assert answer(said, number=3)[0].startswith("CG-")


def test_why_after_a_refused_undo_says_it_again(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "undo", "why", "")
    assert answer(said) == answer(said, number=2) == ["Nothing to undo: you haven't made a move yet."]


@pytest.mark.parametrize("word", ["cards", "tiles"])
def test_what_is_in_the_hand_is_asked_for_by_its_own_names(capsys: pytest.CaptureFixture[str], word: str) -> None:
    said = solo(capsys, word, "hand", "")
    assert answer(said) == answer(said, number=2)
    assert any(line.startswith("In hand: ") for line in answer(said))


def test_only_year_1_keeps_cards_for_the_next_one(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("campus-galli", _SOLO)
    table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    assert ", 1 kept for next year, " in " ".join(answered(capsys, table, "hand"))
    while not table.due.over:
        table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    own = answered(capsys, table, "hand", "The match is over:")
    assert any(", 8 discarded, " in line for line in own)
    assert not any("next year" in line for line in own)


def test_the_cards_of_the_duel_are_those_of_its_display(capsys: pytest.CaptureFixture[str]) -> None:
    said = duel(capsys, "cards", "display", "")
    assert answer(said, "Bruno:") == answer(said, "Bruno:", number=2)


@pytest.mark.parametrize(("level", "priced"), [(1, False), (2, True)])
def test_a_card_names_its_price_where_cards_have_one(
    capsys: pytest.CaptureFixture[str], level: int, priced: bool
) -> None:
    said = heard(capsys, new_table("campus-galli", Options(1, "solo", level)), "moves", "hand", "")
    choices = [line for line in said if re.match(r"\d: choose ", line)]
    held = [line for line in said if line.startswith("In hand: ")]
    assert choices
    assert held
    for line in (*choices, *held):
        assert bool(re.search(r", turn order [\w ]+, (free|for \d (red|green|blue|yellow) tile)", line)) == priced


def test_a_card_that_cannot_be_paid_says_so() -> None:
    table = new_table("campus-galli", Options(1, "solo", 2))
    view = table.view(Seat(0))
    game = base_game(table.game)
    assert isinstance(game, CampusGalli)
    cards = game.setting.box.cards
    prayer = next(card for card in cards if card.kind is CardKind.PRAY)
    poor = view._replace(seats=(view.seats[0]._replace(tiles=(0, 0, 0, 0)),))
    rich = view._replace(seats=(view.seats[0]._replace(tiles=(0, 0, 1, 0)),))
    assert price_words(poor, Seat(0), prayer) == "for 1 blue tile, which you lack"
    assert price_words(rich, Seat(0), prayer) == "for 1 blue tile"


def test_a_place_names_the_tiles_that_it_earns_and_the_hand_the_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    table = at_a_placement(Options(1, "solo", 2))
    said = heard(capsys, table, "hand", "moves", *["more"] * 25, "")
    assert any(re.search(r"^\d+: .* spaces?.*, for \d .*tiles?\b", line) for line in said)
    assert any(line.startswith("Year 1, round 1 of ") for line in said)


def test_in_a_team_a_move_says_what_it_scores_for_you_and_in_all(capsys: pytest.CaptureFixture[str]) -> None:
    table = at_a_placement(Options(2, "coop", 1))
    said = heard(capsys, table, *["", "moves"] * 2, *["more"] * 20, "")
    assert any(
        re.search(r": (plus|minus) \d points? for the team and (plus|minus) \d points? for you now: ", it)
        for it in said
    )


def test_a_move_may_be_typed_as_it_was_read(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", Options(2, "versus", 1))
    said = heard(capsys, table, "cut moor", "fell the forest on", "build stone merchant", "")
    cut, felled, built = (answer(said, f"{table.players[table.due.seats[0]].name}:", number) for number in (1, 2, 3))
    assert "legal moves with these words" in cut[0]
    assert all("cut the moor on " in line or "more move" in line for line in cut[1:])
    assert "fell the forest on" in felled[1]
    assert any("Stone Merchant" in line for line in built)


@pytest.mark.parametrize(
    ("question", "like"),
    [
        ("What is a gap?", "rules gap"),
        ("what's the score?", "score"),
        ("where can I choose?", "moves choose"),
        ("how do I choose?", "moves choose"),
        ("where is e4?", "look e4"),
        ("what is my hand?", "hand"),
        ("how can I beg?", "rules beg"),
    ],
)
def test_a_question_is_answered(question: str, like: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = [answer(solo(capsys, line, "")) for line in (question, like)]
    assert told[0] == told[1]
    assert told[0]


def test_a_typed_move_that_gives_something_up_is_typed_twice(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("ora-et-labora", Options(2, "versus", 1))
    seat = table.due.seats[0]
    said = heard(capsys, table, "end", "moves", "end", "", "end")
    first = answer(said, f"{table.players[seat].name}:")
    assert "give up 2 actions" in first[0]
    assert first[1] == "Type the same again to make this move."
    assert table.due.seats != (seat,)


@pytest.mark.parametrize("word", ["back", "menu", "Back"])
def test_who_wants_to_go_back_hears_how(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(solo(capsys, word)) == [
        "Type undo to take back your last move. Type quit to leave: the match is saved."
    ]


def test_leave_leaves(capsys: pytest.CaptureFixture[str]) -> None:
    assert solo(capsys, "leave", "moves") == solo(capsys, "quit")


def test_two_numbers_are_no_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(solo(capsys, "1 2", "")) == ["Type the number of one move, such as 1."]


def test_a_wrong_move_names_an_example_and_the_clause(capsys: pytest.CaptureFixture[str]) -> None:
    said = solo(capsys, "choose nonsense", "why", "lay d5 e5 f5 g5", "take hut red hall", "")
    (refused,) = answer(said)
    assert "For example: choose " in refused
    assert "The rule is CG-" in refused
    assert answer(said, number=2)[-1].startswith("CG-")
    for number, verb in ((3, "lay"), (4, "take")):
        (refused,) = answer(said, number=number)
        assert refused.startswith(f"Not now: {verb}. For example: choose ")
        assert " Choose a card. The rule is CG-" in refused
        assert "The rule is CG-" in refused


def test_the_cards_of_a_round_are_read_when_they_are_laid_out(capsys: pytest.CaptureFixture[str]) -> None:
    table = new_table("builders-duel", _DUEL)
    said = heard(capsys, table)
    laid = next(place for place, line in enumerate(said) if "lays out nine cards" in line)
    assert said[laid + 1 : laid + 10] == answered(capsys, table, "display", "Bruno:")
    assert "it is your turn" in said[laid + 10]


def test_up_to_six_moves_are_read_at_once_and_more_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    table, counts = new_table("builders-duel", _DUEL), set[int]()
    while not table.due.over and not {5, 6, 7} <= counts:
        seat = table.due.seats[0]
        legal = table.game.legal(table.view(seat), seat)
        count = len(legal)
        if 4 < count < 8 and count not in counts:
            said = heard(capsys, table)
            assert any(line.startswith(f"{count} legal moves, ") for line in said) == (count <= 6), said
            assert any(line.startswith(f"{count}: ") for line in said) == (count <= 6)
            counts.add(count)
        table.submit(best_rated(table, seat))
        if table.paused:
            table.resume_play()
    assert {5, 6, 7} <= counts


def test_a_duel_tells_cards_and_chances(capsys: pytest.CaptureFixture[str]) -> None:
    said = duel(capsys, *["moves", "1"] * 12)
    assert any("You fight for " in line for line in said)
    assert any(line.endswith("percent to get ahead.") for line in said)
    assert any(" with card " in line or "take card " in line or " at card " in line for line in said)


class AtTerminal(ReadyLines):
    """Lines of a person at a terminal, who says nothing more in the end."""

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__(lines)
        self.at_terminal = True

    def read(self, prompt: str) -> asyncio.Future[TypedLine | None]:
        return super().read(prompt) if self._lines else asyncio.get_running_loop().create_future()


def paused_table() -> InMemoryTable:
    """Return a match for two at one terminal that pauses after a round."""
    game = game_box("campus-galli").new(Options(2, "coop", 1, ("open-hands",)))
    players = tuple(TablePlayer(name, colour, here=True) for name, colour in (("Anna", "red"), ("Bruno", "green")))
    table = InMemoryTable(game, players, 1, rests=True)
    while not table.paused:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
    return table


def test_a_match_resumed_between_two_rounds_says_that_enter_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    told = "The round is over. Press Enter to go on to the next one."
    said = heard(capsys, paused_table(), "")
    assert said.index(told) < said.index("Press Enter to go on, or type undo:")
    assert told not in heard(capsys, new_table("campus-galli", _SOLO))


@pytest.mark.parametrize("by_itself", [False, True])
def test_the_next_round_starts_by_itself_only_if_that_is_set(by_itself: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_table, "MOMENT", 0.05)
    save("auto_continue", by_itself)
    table = paused_table()

    async def talk() -> None:
        talking = asyncio.ensure_future(PlainTable(Dialogue(AtTerminal(())), table).run())
        await asyncio.sleep(0.3)
        talking.cancel()

    asyncio.run(talk())
    assert table.paused is not by_itself


@pytest.mark.parametrize(("how", "rings"), [("bell", True), ("off", False)])
@pytest.mark.parametrize("waited", [1.0, 6.0])
def test_the_bell_rings_after_a_long_wait_if_that_is_set(
    how: str, rings: bool, waited: float, capsys: pytest.CaptureFixture[str]
) -> None:
    save("bell", how)
    table = PlainTable(Dialogue(AtTerminal(())), new_table("campus-galli", _SOLO))
    table.waiting_since = monotonic() - waited
    table.call_back()
    assert ("\x07" in capsys.readouterr().out) is (rings and waited > 5)


def test_a_pipe_hears_no_bell(capsys: pytest.CaptureFixture[str]) -> None:
    Dialogue(ReadyLines(())).call("Your turn", "bell")
    assert not capsys.readouterr().out


def test_a_match_that_goes_on_names_the_command_for_what_has_changed(capsys: pytest.CaptureFixture[str]) -> None:
    assert not any("Type changes" in line for line in solo(capsys))
    table = new_table("campus-galli", _SOLO)
    seat = table.due.seats[0]
    table.submit(table.game.legal(table.view(seat), seat)[0])
    assert any("Type changes to hear your last turn and " in line for line in heard(capsys, table))


def test_the_first_name_is_kept_for_later_matches() -> None:
    def named(*lines: str) -> str:
        setup = asyncio.run(ask_setup(Dialogue(ReadyLines(lines)), "campus-galli"))
        return setup.seats[0].name

    assert named("solo", "Rika", "1") == "Rika"
    assert own_name() == "Rika"
    assert named("solo", "Gast", "1") == "Gast"
    assert own_name() == "Rika"
    assert named("solo", "", "1") == "Rika"


def test_the_score_sheet_says_which_number_is_the_score(capsys: pytest.CaptureFixture[str]) -> None:
    rows = [line for line in answer(solo(capsys, "scores", "")) if ": " in line and line[0].isupper()]
    counted = [line for line in rows if re.search(r": \d+, ", line)]
    assert counted
    assert all(re.search(r": \d+, worth (minus )?\d+ points?\.$", line) for line in counted)


def test_the_only_gap_of_an_empty_plan_is_said_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, new_table("campus-galli", _SOLO, seed=2), "board", "")
    gaps = [line for line in said if line.startswith("Gaps: ")]
    assert len(gaps) == 1
    assert re.fullmatch(r"Gaps: one of \d+ spaces: no section is on the plan yet\.", gaps[0])


def test_gaps_that_three_sections_could_fill_name_their_spaces(capsys: pytest.CaptureFixture[str]) -> None:
    table, sizes = new_table("campus-galli", _SOLO), set[int]()
    while not table.due.over:
        by_best_moves(table, 8)
        for line in answered(capsys, table, "gaps", "The match is over:" if table.due.over else "Your move:"):
            if found := re.match(r"(\d+) spaces?(: | around )(.*?)[.,]", line):
                size = int(found[1])
                sizes.add(size)
                assert found[2] == (": " if size <= 12 else " around ")
                assert size > 12 or len(found[3].replace("minus ", "-").split()) == size
    assert sizes & {9, 10, 11, 12}


def test_a_review_names_what_moves_score_at_once_only_where_they_differ() -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)
    review = GameReview(table)
    asyncio.run(review.resume())
    said = ReviewReader(table, texts_of("campus-galli")).begin(review.review, whole=True)
    made = [line.partition(" It scored ")[2] for line in said if line.startswith("The move was to ")]
    better = [line.partition(" It scored ")[2] for line in said if line.startswith("Better was to ")]
    assert len(made) == len(better) == len(review.review.mistakes)
    assert any(made)
    assert not all(made)
    assert all((one != other) == bool(one) == bool(other) for one, other in zip(made, better, strict=True))
