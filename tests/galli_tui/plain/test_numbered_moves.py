"""The legal moves in plain mode: each has a number, words and a notation that can be typed back."""

from __future__ import annotations

import asyncio
import re

import pytest

from galli_tui.game_api.position_text import notation
from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.plain.dialogue import Dialogue
from galli_tui.plain.line_reader import LineReader
from galli_tui.plain.numbered_moves import MOST_IN_FULL, PAGE, NumberedMoves
from galli_tui.plain.speech import spoken, typed_as_read
from galli_tui.plain.table_commands import TableCommands
from galli_tui.plain.table_talk import TableTalk
from galli_tui.tables.table import TablePlayer
from rules.bots.score_change import score_change
from rules.campus_galli.box import Origin
from rules.campus_galli.laying_sections import FlipBuilding, LaySection
from rules.campus_galli.state import EffectKind
from rules.campus_galli.turn_order import Declare
from rules.engine.entropy import RandomStream
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from rules.ora_et_labora.conversions import MakeStraw
from rules.registry import game_box
from tests.support.bot_backends import InstantAdvice
from tests.support.ora_positions import Land, match, position
from tests.support.ora_tables import OraTable
from tests.support.plain_talk import best_rated

MATCHES = {
    "level 1": ("campus-galli", Options(1, "solo", 1)),
    "level 2": ("campus-galli", Options(2, "versus", 2)),
    "level 3": ("campus-galli", Options(2, "versus", 3)),
    "duel": ("builders-duel", Options(2, "versus", 1)),
}


def table_of(key: str, options: Options) -> InMemoryTable:
    """Return a new table with everybody at this terminal."""
    box = game_box(key)
    names = ("Anna", "Bruno")[: options.seats]
    players = tuple(TablePlayer(name, colour, here=True) for name, colour in zip(names, box.meta.colours, strict=False))
    return InMemoryTable(box.new(options), players, 1)


@pytest.mark.parametrize("name", MATCHES)
def test_every_listed_move_can_be_typed_back(name: str) -> None:
    table = table_of(*MATCHES[name])
    texts, stream = texts_of(table.game.meta.key), RandomStream(bytes(32))
    for _ in range(25):
        if table.due.over:
            break
        seat = table.due.seats[0]
        moves = NumberedMoves(table, texts, seat, seat)
        assert sorted(map(str, moves.moves)) == sorted(map(str, table.game.legal(table.view(seat), seat)))
        for index, move in enumerate(moves.moves):
            written = notation(table, move)
            assert spoken(written) == written
            assert moves.typed.read(written) == move
            assert moves.line(index).startswith(f"{index + 1}: ")
        one = stream.below(len(moves.moves))
        assert one in moves.find(notation(table, moves.moves[one]))
        table.submit(moves.moves[one])


def test_a_move_with_a_number_below_0_can_be_typed_as_it_is_read() -> None:
    table = table_of("ora-et-labora", Options(2, "versus", 1))
    stream, below = RandomStream(bytes(32)), set[str]()
    while not table.due.over and len(below) < 4:
        seat = table.due.seats[0]
        moves = NumberedMoves(table, texts_of("ora-et-labora"), seat, seat)
        for index, move in enumerate(moves.moves):
            written = moves.written(index)
            if re.search(r"-\d", written):
                below.add(written.split()[0])
                assert "-" not in spoken(written)
                assert moves.typed.read(typed_as_read(spoken(written))) == move
        table.submit(moves.moves[stream.below(len(moves.moves))])
    assert below >= {"district", "build"}


@pytest.mark.parametrize("name", MATCHES)
def test_no_command_hides_the_verb_of_a_move(name: str) -> None:
    table = table_of(*MATCHES[name])

    async def words() -> set[str]:
        talk = TableTalk(Dialogue(LineReader()), table)
        return {word for command in TableCommands(talk, None).commands for word in command.words}

    commands, stream = asyncio.run(words()), RandomStream(bytes(32))
    for _ in range(25):
        if table.due.over:
            break
        seat = Seat(table.due.seats[0])
        legal = table.game.legal(table.view(seat), seat)
        assert not commands & {notation(table, move).split()[0] for move in legal}
        table.submit(legal[stream.below(len(legal))])


def test_a_long_list_has_pages_and_a_filter() -> None:
    table = table_of("campus-galli", Options(1, "solo", 1))
    texts = texts_of("campus-galli")
    while len(table.game.legal(table.view(Seat(0)), Seat(0))) <= PAGE:
        table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    moves = NumberedMoves(table, texts, Seat(0), Seat(0))
    lines = moves.page(range(len(moves.moves)))
    assert len(lines) == PAGE + 1
    assert lines[-1].endswith("Type more to go on.")
    assert moves.page()[0].startswith(f"{PAGE + 1}: ")
    some = moves.find("church")
    assert 0 < len(some) <= len(moves.moves)
    assert all("church" in moves.words[index] for index in some)
    assert moves.find("nothing like this") == []


def test_moves_that_differ_by_a_number_alone_are_one_line_and_each_keeps_its_number() -> None:
    table = OraTable(position(match("3"), Land("6 grain, 4 wine"), actions=0))
    moves = NumberedMoves(table, texts_of("ora-et-labora"), Seat(0), Seat(0))
    lines = moves.page([place for place, it in enumerate(moves.words) if not it.startswith("buy")])
    straw = next(line for line in lines if "straw" in line)
    assert len(lines) == 3
    numbers, _, words = straw.partition(": ")
    assert words == "turn 1 to 6 grain into straw."
    first, last = map(int, numbers.split(" to "))
    for number in range(first, last + 1):
        assert moves.moves[number - 1] == MakeStraw(Seat(0), number - first + 1)
        assert moves.was_told(number - 1)
    assert any(line.endswith(": sell 1 to 4 wine.") for line in lines)
    assert len(set(moves.moves)) == len(moves.moves) == len(table.game.legal(table.view(Seat(0)), Seat(0)))


_MENTIONED = re.compile(
    r"(?:, for a master builder|, fulfils the tasks? [^;]*?\"|, leaves (?:a gap|gaps) of [^;]*? to (?:a )?lazy monks?)"
    r" (plus|minus) ([\d.]*\d)(?=[,;.])"
)
"""The points beside what a placement mentions."""


@pytest.mark.parametrize("name", ["level 1", "level 2", "level 3", "ora"])
def test_a_listed_move_says_what_its_points_are_paid_for(name: str) -> None:
    key, options = {**MATCHES, "ora": ("ora-et-labora", Options(2, "versus", 1))}[name]
    table = table_of(key, options)
    texts, stream, several = texts_of(key), RandomStream(bytes(32)), 0
    for _ in range(60):
        seat = table.due.seats[0]
        moves = NumberedMoves(table, texts, seat, seat)
        for index in range(0, len(moves.moves), 7):
            line = spoken(moves.line(index)).replace(" and a half", ".5").replace("half", "0.5")
            change = score_change(table.game, moves.view, moves.moves[index])
            if not (change.gains or change.losses):
                assert " now" not in line
                continue
            assert re.match(r"\d+: ((plus|minus) |no points)[^:]* now: ", line), line
            parts = line.rpartition("; for ")[2].partition(";")[0] if "; for " in line else ""
            found = re.findall(r"(?:^|, )[^,]+? (plus|minus) ([\d.]+)(?=[,.])", parts) + _MENTIONED.findall(line)
            mentioned = any(it in line for it in (", for a master builder", ", fulfils the task", " lazy monk"))
            assert mentioned or ";" in line, line
            several += bool(found)
            points = sum(float(number.rstrip(".")) * (1 if sign == "plus" else -1) for sign, number in found)
            assert not found or points * table.game.meta.unit.parts == change.total, line
            assert found or ", " not in parts, line
            for label in ("a master builder on the section", "a fulfilled task", "a lazy monk who lies down"):
                assert label not in parts or not isinstance(moves.moves[index], LaySection), line
        table.submit(moves.moves[stream.below(len(moves.moves))])
    assert several


def test_what_all_moves_of_a_longer_page_say_is_said_once_before_them() -> None:
    table = table_of("campus-galli", Options(1, "solo", 1))
    shared = pages = 0
    while not table.due.over and shared < 5:
        best = best_rated(table, Seat(0))
        if isinstance(best, LaySection):
            moves = NumberedMoves(table, texts_of("campus-galli"), Seat(0), Seat(0))
            ends = [re.sub(r"^.*?(?=, fulfils|$)", "", moves.line(it)) for it in range(len(moves.moves))]
            end = next((it for it in ends if it and ends.count(it) > MOST_IN_FULL), "")
            alike = [index for index, one in enumerate(ends) if one == end] if end else []
            if len(alike) > MOST_IN_FULL:
                shared += 1
                heading, lines = moves.heading(alike), moves.page(alike)
                subject = "Each of them: " if len(alike) <= PAGE else f"Each of the next {PAGE}: "
                said = heading.partition(subject)[2].partition(". Place the ")[0]
                assert f", {said}.".endswith(end)
                assert not any(end in line for line in lines)
                if len(alike) > 2 * PAGE:
                    first, *more = moves.page()
                    assert first.startswith(subject)
                    assert first.endswith(end.lstrip(", "))
                    assert len(more) == PAGE + 1
                    assert not any(end in line for line in more)
                    pages += 1
                assert moves.line(alike[0]).endswith(end)
                few = alike[:MOST_IN_FULL]
                assert "Each of " not in moves.heading(few)
                assert all(line.endswith(end) for line in moves.page(few))
        table.submit(best)
        if table.paused:
            table.resume_play()
    assert shared
    assert pages


def test_a_placement_says_that_it_completes_a_building() -> None:
    table = table_of("campus-galli", Options(1, "solo", 1))
    texts, seen = texts_of("campus-galli"), set[tuple[bool, bool]]()
    """Whether a placement completes a building, and whether the flip after it leaves a gap to a lazy monk."""
    while not {(False, False), (True, False), (True, True)} <= seen:
        view = table.view(Seat(0))
        legal = table.game.legal(view, Seat(0))
        for move in legal:
            if isinstance(move, LaySection):
                whole = any(it.key is EffectKind.COMPLETED for it in table.game.apply(view, move).told)
                words = texts.spoken_move(table, view, move)
                assert (", completes the " in words) == whole
                assert words.endswith("; then you may flip a building") == whole
                after = table.game.apply(view, move)
                told = table.game.apply(after, FlipBuilding(Seat(0), None)).told if whole else ()
                lazy = any(it.key is EffectKind.LAZY_MONK for it in told)
                gaps = [
                    it[0] for it in re.finditer(r"(\d) spaces? at ((?:[a-o]-?\d+ ?)+)", words.partition(", leaves ")[2])
                ]
                assert gaps or not lazy
                assert bool(gaps) == (" to a lazy monk" in words or " to lazy monks" in words), words
                assert all(int(it[0]) == len(it.partition(" at ")[2].split()) for it in gaps)
                seen.add((whole, lazy))
        table.submit(best_rated(table, Seat(0)))
        if table.paused:
            table.resume_play()


def test_after_a_hint_its_moves_are_listed_first_and_every_move_keeps_its_number() -> None:
    table = table_of("campus-galli", Options(1, "solo", 1))
    while len(table.game.legal(table.view(Seat(0)), Seat(0))) <= PAGE:
        table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    moves = NumberedMoves(table, texts_of("campus-galli"), Seat(0), Seat(0))
    assert "hint" not in moves.heading(moves.find(""))
    numbered = {index: moves.line(index) for index in range(len(moves.moves))}
    moves.hinted = [6, 2]
    assert moves.find("")[:4] == [6, 2, 0, 1]
    assert ", those of the hint first. They keep their numbers." in moves.heading(moves.find(""))
    assert [line.partition(":")[0] for line in moves.page(moves.find(""))[:4]] == ["7", "3", "1", "2"]
    assert numbered == {index: moves.line(index) for index in range(len(moves.moves))}
    moves.hinted = [0, 1]
    assert "keep their numbers" not in moves.heading(moves.find(""))


@pytest.mark.parametrize(("seats", "mode", "level"), [(1, "solo", 1), (2, "versus", 2)])
def test_the_ways_of_a_card_keep_their_numbers(seats: int, mode: str, level: int) -> None:
    """Of hut and pouch the hut is always number 1, whichever is better now."""
    found = 0
    for seed in range(6):
        box = game_box("campus-galli")
        people = tuple(TablePlayer(f"P{it}", box.meta.colours[it], here=True) for it in range(seats))
        table = InMemoryTable(box.new(Options(seats, mode, level)), people, seed)
        table.advice, stream = InstantAdvice(table.game), RandomStream(bytes([seed] * 32))
        for _ in range(60):
            if table.paused:
                table.resume_play()
            seat = table.due.seats[0]
            moves = NumberedMoves(table, texts_of("campus-galli"), seat, seat)
            if isinstance(moves.moves[0], Declare) and len(moves.moves) > 1:
                found += 1
                ways = [it.origin for it in moves.moves if isinstance(it, Declare)]
                assert ways in ([Origin.HUT, Origin.POUCH], [Origin.HUT], [Origin.POUCH])
                assert isinstance(moves.moves[0], Declare)
                assert "best first" not in moves.heading(range(len(moves.moves)))
            table.submit(moves.moves[stream.below(len(moves.moves))])
    assert found > 5
