"""Bots at a table of one terminal: seated, playing by themselves, followed, hurried, and taken back over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from math import inf
from time import monotonic

import pytest
from textual.events import Key

from galli_tui.app import GalliApp
from galli_tui.matches.local import LocalMatchStore, LocalTable
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.key_guard import KeyGuard
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.match_store import Setup
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.prompt import Prompt
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.plain_data import Plain
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import games
from saves.errors import SharedMatch
from saves.format.header_fields import Player
from saves.storage.identity_file import load_identity
from saves.storage.match import Match
from saves.storage.paths import home as player_home
from saves.storage.paths import matches_folder
from tests.support.app_driver import Driver, drive
from tests.support.bot_backends import PATIENCE, InProcessBackend

ANNA, BRUNO, CLARA = Seat(0), Seat(1), Seat(2)
COLOURS = ("red", "green", "blue", "yellow")
LOOK_FIRST = "New decision. Press again to confirm."
SLOW = 3600.0
"""Nobody waits for that."""


def match_store(pace: float = 0) -> LocalMatchStore:
    return LocalMatchStore(make_backend=InProcessBackend, pace=pace)


def begun(*bots: str | None, pace: float = 0, mode: str = "versus") -> LocalTable:
    """A match of Anna's and others' against these bots; None is a person."""
    names = ("Anna", "Bruno", "Clara", "Dora")
    seated = zip(names, COLOURS, (None, *bots), strict=False)
    seats = tuple(Player(name, colour, bot) for name, colour, bot in seated)
    table = match_store(pace).begin(Setup(games()[0], Options(len(seats), mode, 1), seats, 7))
    assert isinstance(table, LocalTable)
    return table


def run(script: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await script()

    asyncio.run(whole())


async def until(table: Table, holds: Callable[[], bool]) -> None:
    """Waits until the table has changed so far."""
    changed = asyncio.Event()
    stop = table.subscribe(changed.set)
    async with asyncio.timeout(PATIENCE):
        while not holds():
            changed.clear()
            await changed.wait()
    stop()


def movers(table: Table) -> list[Seat]:
    return [one.event.seat for one in table.timeline(PUBLIC, 1000) if isinstance(one.event, Move)]


def decide(table: Table, seat: Seat) -> None:
    """Makes the seat's first legal move."""
    table.submit(table.game.legal(table.view(seat), seat)[0])


async def own_turn(table: Table) -> None:
    """Plays for Anna until she is asked for an open move, and no bot is."""
    while True:
        await until(table, lambda: table.thinking is None)
        if table.paused:
            table.resume_play()
        elif ANNA in table.due.seats and len(table.game.legal(table.view(ANNA), ANNA)) > 2:
            return
        else:
            decide(table, table.due.seats[0])


def test_bots_play_by_themselves_as_soon_as_they_are_asked() -> None:
    async def script() -> None:
        with closing(begun("brother", "novice")) as table:
            assert [player.bot for player in table.players] == ["", "brother", "novice"]
            assert [player.here for player in table.players] == [True, False, False]
            await until(table, lambda: table.due.seats == (ANNA,))
            assert sorted(movers(table)) == [BRUNO, CLARA]
            decide(table, ANNA)
            await own_turn(table)
            assert table.notices == ()

    run(script)


def test_a_match_with_bots_resumes_with_them() -> None:
    async def script() -> None:
        with closing(begun("brother")) as table:
            await until(table, lambda: table.due.seats == (ANNA,))
        with closing(match_store().resume(table.match_id)) as again:
            assert again.players[BRUNO].bot == "brother"
            decide(again, ANNA)
            while movers(again).count(BRUNO) < 2:
                await own_turn(again)
                decide(again, ANNA)
        with closing(match_store().inspect(table.match_id)) as looked:
            assert not any(player.here for player in looked.players)
            await until(looked, lambda: looked.thinking is None)

    run(script)


def test_a_match_of_bots_only_is_not_resumed_locally() -> None:
    async def script() -> None:
        with closing(begun("novice")) as table:
            await until(table, lambda: table.due.seats == (ANNA,))
        (path,) = matches_folder().glob("*.galli")
        with Match.open(path, load_identity(player_home())) as match:
            match.rekey(ANNA, None, "novice")
        with pytest.raises(SharedMatch):
            match_store().resume(table.match_id)

    run(script)


def test_undo_includes_the_bots_later_moves_and_they_decide_again() -> None:
    async def script() -> None:
        with closing(begun("brother", "brother")) as table:
            for _ in range(200):
                await own_turn(table)
                before, moves = table.view(PUBLIC), movers(table)
                decide(table, ANNA)
                await until(table, lambda: table.thinking is None)
                since = movers(table)[len(moves) + 1 :]
                if set(since) & {BRUNO, CLARA} and table.can_undo(ANNA):
                    break
            else:
                pytest.fail("no bot ever moved without revealing anything")
            assert table.undo(ANNA) == (*reversed(since), ANNA)
            assert movers(table) == moves
            assert table.view(PUBLIC) == before
            assert table.thinking is None
            decide(table, ANNA)
            await until(table, lambda: table.thinking is None)
            assert len(movers(table)) > len(moves)

    run(script)


def test_a_bots_search_is_dropped_when_the_move_before_is_undone() -> None:
    async def script() -> None:
        with closing(begun("brother", "brother", pace=SLOW)) as table:
            table.subscribe(lambda: None)
            while True:
                before = movers(table)
                if table.thinking is not None:
                    table.hurry()
                    await until(table, lambda before=before: len(movers(table)) > len(before))
                elif table.paused:
                    table.resume_play()
                else:
                    decide(table, ANNA)
                    if table.thinking is not None and ANNA not in table.due.seats and table.can_undo(ANNA):
                        break
            table.undo(ANNA)
            assert table.thinking is None
            assert movers(table) == before

    run(script)


def test_no_handover_comes_where_one_person_plays_with_bots() -> None:
    async def script(app: Driver) -> None:
        await until(table, lambda: table.due.seats == (ANNA,))
        await app.settle()
        assert isinstance(app.app.screen, TableScreen)
        assert "Bruno·brother" in app.line(0)
        assert app.app.screen.turn.seat == ANNA

    table = begun("brother")
    drive(GalliApp(Terminal(), table=table), script)


def test_two_people_and_a_bot_hand_over_to_each_other_alone() -> None:
    async def script(app: Driver) -> None:
        await until(table, lambda: table.due.seats == (ANNA, BRUNO))
        await app.settle()
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Bruno, look away." in app.text
        await app.press("enter", "1", "enter")
        assert isinstance(app.app.screen, HandoverScreen)
        assert "Bruno's turn" in app.text

    table = begun(None, "brother")
    drive(GalliApp(Terminal(), table=table), script)


def test_the_table_says_who_is_thinking_and_a_key_hurries() -> None:
    async def script(app: Driver) -> None:
        await until(table, lambda: table.due.seats == (ANNA,))
        while table.thinking is None:
            decide(table, ANNA)
        await app.settle()
        assert app.line(-2) == "Bruno (brother) is thinking... Enter: play now."
        assert "play now" in app.line(-1)
        assert "?Bruno" in app.line(0)
        before = len(movers(table))
        await app.press("enter")
        await until(table, lambda: len(movers(table)) > before)

    table = begun("brother", pace=SLOW)
    drive(GalliApp(Terminal(), table=table), script)


def test_a_hint_asked_for_while_a_bot_thinks_is_promised_until_the_own_turn() -> None:
    def thinks() -> bool:
        return table.thinking is not None

    async def script(app: Driver) -> None:
        while not thinks():
            decide(table, table.due.seats[0])
        await app.settle()
        await app.press("h")
        assert app.line(-2) == "Hints come when it is your turn. Enter: play now."
        while thinks():
            assert "Hints come" in app.line(-2)
            before = len(table.timeline(PUBLIC, 1000))
            table.hurry()
            await until(table, lambda before=before: len(table.timeline(PUBLIC, 1000)) > before)
            await app.settle()
        assert "Hints come" not in app.text

    seats = (Player("Anna", "red", "brother"), Player("Bruno", "blue", None))
    duel = Setup("builders-duel", Options(2, "versus", 1), seats, 7)
    table = match_store(SLOW).begin(duel)
    drive(GalliApp(Terminal(), table=table), script)


def besides_next(app: Driver) -> list[str]:
    """The screen without the line that says what is next."""
    return [*app.lines[:-2], app.lines[-1]]


def looked(app: Driver) -> None:
    """As if what came up had been looked at for long enough."""
    shown = app.app.screen
    assert isinstance(shown, TableScreen)
    shown.guard._until = 0.0  # pyright: ignore[reportPrivateUsage]


@pytest.mark.parametrize("tapped", [True, False])
def test_tapping_to_hurry_bots_decides_nothing_unseen(monkeypatch: pytest.MonkeyPatch, tapped: bool) -> None:
    async def script(app: Driver) -> None:
        await until(table, lambda: table.due.seats == (ANNA,))
        while table.thinking is None:
            decide(table, ANNA)
        await app.settle()
        if tapped:
            await app.press("enter")
        else:
            table.hurry()  # As if the bot had been done just before.
        await until(table, lambda: ANNA in table.due.seats or table.paused)
        await app.settle()
        before = len(movers(table))
        shown = besides_next(app)
        await app.press("enter", "space", "1", "enter")
        assert besides_next(app) == shown
        assert app.line(-2) == LOOK_FIRST
        assert len(movers(table)) == before
        looked(app)
        await app.press("enter")
        assert besides_next(app) != shown

    monkeypatch.setattr(KeyGuard, "DELAY", 3600.0)
    table = begun("brother", pace=SLOW)
    drive(GalliApp(Terminal(), table=table), script)


def test_tapping_into_a_round_chooses_no_card_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Driver) -> None:
        while not table.paused:
            await until(table, lambda: ANNA in table.due.seats or table.paused)
            if not table.paused:
                decide(table, ANNA)
        await app.settle()
        looked(app)  # Deaf after the bot's last move.
        await app.press("enter")
        await until(table, lambda: ANNA in table.due.seats)
        await app.settle()
        before, shown = len(movers(table)), besides_next(app)
        assert "choose a card" in app.line(-2)
        await app.press("enter", "1", "space")
        assert besides_next(app) == shown
        assert app.line(-2) == LOOK_FIRST
        assert len(movers(table)) == before
        looked(app)
        await app.press("1", "enter")
        assert len(movers(table)) > before

    monkeypatch.setattr(KeyGuard, "DELAY", 3600.0)
    table = begun("brother")
    drive(GalliApp(Terminal(), table=table), script)


@pytest.mark.parametrize(("hurried", "delay"), [(False, 1), (True, 2)])
def test_keys_count_only_a_moment_after_the_decision_is_drawn_longer_if_bots_were_hurried(
    hurried: bool, delay: int
) -> None:
    async def script(app: Driver) -> None:
        shown = app.app.screen
        assert isinstance(shown, TableScreen)
        await until(table, lambda: ANNA in table.due.seats and table.thinking is None)
        await app.settle()
        drawn: list[tuple[Callable[[float], None], float]] = []

        def after_refresh(called: Callable[[float], None], argument: float) -> bool:
            drawn.append((called, argument))
            return True

        if hurried:
            shown.guard.hurried()
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(shown, "call_after_refresh", after_refresh)
            shown.guard.begin()
        late = Key("enter", None)
        late.time += 1000
        assert not shown.hears(late), "however long the drawing takes"
        ((called, seconds),) = drawn
        assert seconds == delay * KeyGuard.DELAY
        called(seconds)
        assert shown.hears(late)
        assert not shown.hears(Key("enter", None))
        shown.guard.begin()
        await app.settle()
        late.time = monotonic() + KeyGuard.DELAY
        assert shown.hears(late), "the longer wait was for one decision"

    table = begun("brother")
    drive(GalliApp(Terminal(), table=table), script)


def test_a_decision_that_another_screen_covers_is_not_drawn_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    async def script(app: Driver) -> None:
        await until(table, lambda: table.due.seats == (ANNA,))
        while table.thinking is None:
            decide(table, ANNA)
        await app.settle()
        await app.press("s")
        monkeypatch.setattr(KeyGuard, "DELAY", 0.0)
        table.hurry()
        await until(table, lambda: ANNA in table.due.seats or table.paused)
        await app.settle()
        monkeypatch.undo()
        shown = app.app.screen_stack[-2]
        assert isinstance(shown, TableScreen)
        assert not shown.hears(Key("enter", None))
        await app.press("escape")
        await app.settle()
        assert shown.hears(Key("enter", None))

    table = begun("brother", pace=SLOW)
    drive(GalliApp(Terminal(), table=table), script)


@pytest.mark.parametrize(("between", "heard"), [(0.03, 14), (0.12, 26), (0.45, 28)])
def test_steady_tapping_counts_as_soon_as_the_pause_is_over(between: float, heard: int) -> None:
    async def script(app: Driver) -> None:
        shown = app.app.screen
        assert isinstance(shown, TableScreen)
        taps = [Key("enter", None) for _ in range(30)]
        for number, tap in enumerate(taps):
            tap.time = 1000.04 + number * between
        shown.guard._until = 1000.0 + KeyGuard.DELAY  # pyright: ignore[reportPrivateUsage]
        answered = [shown.hears(tap) for tap in taps]
        assert sum(answered) == heard
        assert answered == sorted(answered)

    drive(GalliApp(Terminal(), table=begun("brother")), script)


def test_after_a_confirmation_note_the_next_step_returns_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    again = asyncio.Event()
    show = Prompt.show_next

    def show_next(line: Prompt, text: str) -> None:
        if line.text == LOOK_FIRST:
            told.append(text)
            again.set()
        show(line, text)

    async def script(app: Driver) -> None:
        shown = app.app.screen
        assert isinstance(shown, TableScreen)
        said = shown.query_one(Prompt).text
        shown.guard._until = inf  # pyright: ignore[reportPrivateUsage]
        await app.press("enter")
        async with asyncio.timeout(PATIENCE):
            await again.wait()
        assert told == [said]

    monkeypatch.setattr(Prompt, "show_next", show_next)
    monkeypatch.setattr(KeyGuard, "NOTE", 0.01)
    table = begun("brother")
    drive(GalliApp(Terminal(), table=table), script)


def test_the_last_of_several_taps_ends_the_wait() -> None:
    class Spy:
        stopped = False

        def stop(self) -> None:
            self.stopped = True

    begun_timers: list[Spy] = []

    def set_timer(*_: object) -> Spy:
        begun_timers.append(Spy())
        return begun_timers[-1]

    async def script(app: Driver) -> None:
        shown = app.app.screen
        assert isinstance(shown, TableScreen)
        shown.guard._until = inf  # pyright: ignore[reportPrivateUsage]
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(shown, "set_timer", set_timer)
            await app.press("enter", "enter", "space")
        assert [it.stopped for it in begun_timers] == [True, True, False]

    drive(GalliApp(Terminal(), table=begun("brother")), script)


@pytest.mark.parametrize(
    ("size", "bots", "shown"),
    [
        ((120, 36), ("brother", "novice"), ("Bruno·brother ", "Clara·novice ")),
        ((80, 24), ("brother",), ("Bruno·brother ",)),
        ((80, 24), ("brother", "novice"), ("Bruno·brother ", "Clara·novice ")),
        ((80, 24), ("brother", "novice", "prior"), ("Bruno ", "Clara ", "Dora ")),
    ],
)
def test_the_table_shows_which_bot_has_which_seat(
    size: tuple[int, int], bots: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        assert all(words in app.line(0) for words in shown), app.line(0)
        await app.press("s")
        assert "Bruno (brother)" in app.text

    drive(GalliApp(Terminal(), table=begun(*bots)), script, size)


def test_the_header_shows_points_with_the_longest_names() -> None:
    async def script(app: Driver) -> None:
        await app.settle()
        line = app.line(0)
        assert line.startswith("Campus Galli · I ")
        assert line.rstrip().endswith("Notker the Stammerer 123 0   Ratpert of Zurich in Swi 0")

    names = ("Notker the Stammerer 123", "Ratpert of Zurich in Swi")
    seated = zip(names, COLOURS, (None, "brother"), strict=False)
    table = match_store().begin(Setup(games()[0], Options(2, "versus", 1), tuple(Player(*it) for it in seated), 7))
    drive(GalliApp(Terminal(), table=table), script)


def test_an_entry_in_progress_survives_a_bots_choice() -> None:
    async def script(app: Driver) -> None:
        assert table.due.seats == (ANNA, BRUNO)
        await app.press("down")
        shown = [line for line in app.lines if "▸" in line and "Anna" not in line]
        assert shown
        assert table.thinking == BRUNO
        gate.set()
        await until(table, lambda: table.due.seats == (ANNA,))
        await app.settle()
        assert [line for line in app.lines if "▸" in line and "Anna" not in line] == shown

    gate = asyncio.Event()

    class Held(InProcessBackend):
        """Decides when it may."""

        async def decide(self, bot: str, seat: Seat, view: Plain, stream: bytes) -> Plain:
            await gate.wait()
            return await super().decide(bot, seat, view, stream)

    names = (Player("Anna", "red"), Player("Bruno", "green", "brother"))
    table = LocalMatchStore(make_backend=Held, pace=0).begin(Setup(games()[0], Options(2, "versus", 1), names, 7))
    drive(GalliApp(Terminal(), table=table), script)
