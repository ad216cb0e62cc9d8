"""Numbers that are typed with zeros in front, wherever plain mode takes a number."""

from __future__ import annotations

import ast
import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

import galli_tui.plain
from galli_tui.lessons.progress import remember_step
from galli_tui.lessons.reader import load_lesson
from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.find_tables import find_session
from galli_tui.plain.guest_lobby import GuestLobbyTalk
from galli_tui.plain.host_lobby import HostLobbyTalk
from galli_tui.plain.lesson_talk import LessonTalk
from galli_tui.plain.table import PlainTable
from galli_tui.plain.typed_number import typed_index, typed_number
from galli_tui.tables.network import JoinRequest
from net.status import Phase
from net.wire.messages import PeerRole, SeatKind
from rules.engine.game import Options
from tests.support.fake_network import (
    OPEN,
    FakeGuestSession,
    FakeHostSession,
    FakeNetwork,
    found,
    guest_status,
    host_seat,
    host_status,
    lobby,
    lobby_seat,
)
from tests.support.plain_talk import ReadyLines, new_table

Talk = Callable[[Dialogue], Awaitable[object]]

_ZEROS = "0" * 12
_READER = "typed_number.py"


async def _chooses(dialogue: Dialogue) -> None:
    dialogue.say(f"Chosen: {await dialogue.choose('Which?', ['ale', 'bread', 'cheese'])}.")


async def _counts(dialogue: Dialogue) -> None:
    dialogue.say(f"Given: {await dialogue.number('How many?', 1, 4, 2)}.")


async def _plays(dialogue: Dialogue) -> None:
    await PlainTable(dialogue, new_table("campus-galli", Options(1, "solo", 1))).run()


async def _learns(dialogue: Dialogue) -> None:
    lesson = load_lesson("builders-duel", "first-round")
    remember_step(lesson, 2)  # The first that asks for a move.
    await LessonTalk(dialogue, lesson, "Anna").run()


async def _joins(dialogue: Dialogue) -> None:
    network = FakeNetwork(found())
    await find_session(dialogue, network, JoinRequest((), "cellar-heron-417", PeerRole.PLAYER, ""))
    dialogue.say(f"Called: {len(network.calls)}.")


async def _hosts(dialogue: Dialogue) -> None:
    seats = host_seat(SeatKind.HERE, "Anna"), host_seat(SeatKind.GUEST, "Bruno")
    await HostLobbyTalk(dialogue, FakeHostSession(host_status(*seats))).run()


async def _sits(dialogue: Dialogue) -> None:
    seats = lobby_seat(SeatKind.HERE, "Anna", "red"), OPEN, OPEN
    await GuestLobbyTalk(dialogue, FakeGuestSession(guest_status(Phase.LOBBY, lobby(*seats)))).run()


def said(talk: Talk, lines: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what is said to lines that are divided by semicolons."""

    async def run() -> None:
        with contextlib.suppress(InputEnded):
            await talk(Dialogue(ReadyLines(lines.split(";"))))

    asyncio.run(run())
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("talk", "lines", "answer"),
    [
        (_chooses, "{}2", "Chosen: 1."),
        (_counts, "{}3", "Given: 3."),
        (_plays, "moves;{}1", "Anna plays 28 or 46"),
        (_plays, "moves;choose {}2", "Anna plays 58"),
        (_plays, "notation {}2", "Move 2 is written: "),
        (_plays, "lesson {}2", "Lesson: "),
        (_learns, "{}1", "Step 4 of "),
        (_joins, "{}1", "Called: 1."),
        (_hosts, "seat {}2 bot abbot", "the bot abbot"),
        (_hosts, "remove {}2", "Seat 2 is open."),
        (_sits, "sit {}3 Bruno", "Seat 3: Bruno"),
    ],
)
def test_zeros_in_front_of_a_number_change_nothing(
    talk: Talk, lines: str, answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galli_tui.plain.find_tables.SEARCH", 0)
    bare = said(talk, lines.format(""), capsys)
    assert answer in bare
    assert said(talk, lines.format(_ZEROS), capsys) == bare


@pytest.mark.parametrize(
    ("talk", "lines", "answer"),
    [
        (_chooses, "{}12", "Type a number from 1 to 3, or a word."),
        (_counts, "{}21", "is not a number from 1 to 4."),
        (_plays, "moves;{}21", "There is no move 21."),
        (_plays, "lesson {}121", "These are the lessons."),
        (_joins, "{}7", "is not a valid address"),
        (_hosts, "seat {}7 Clara", "Type seat, a number from 1 to 2"),
        (_hosts, "remove {}7", "Type remove and a number from 1 to 2."),
        (_sits, "sit {}7 Bruno", "Type sit, a number from 1 to 3"),
    ],
)
def test_a_number_beyond_the_last_is_refused_with_zeros_as_without(
    talk: Talk, lines: str, answer: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("galli_tui.plain.find_tables.SEARCH", 0)
    assert answer in said(talk, lines.format(""), capsys)
    assert answer in said(talk, lines.format(_ZEROS), capsys)


@pytest.mark.parametrize(
    ("text", "number"), [("7", 7), ("007", 7), ("0" * 3000 + "7", 7), ("0", 0), ("", None), ("-1", None), ("1a", None)]
)
def test_a_number_is_read_whole(text: str, number: int | None) -> None:
    assert typed_number(text) == number


def test_things_are_counted_from_one() -> None:
    assert [typed_index(text, 2) for text in ("0", "01", "2", "3", "two")] == [None, 0, 1, None, None]


def test_nothing_else_in_plain_mode_reads_a_number() -> None:
    folder = Path(galli_tui.plain.__file__).parent
    reading = [
        path.name
        for path in sorted(folder.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int"
    ]
    assert reading == [_READER]
