"""The replay of a match: moving through it, playing by itself, views, lists, and a new match from a moment."""

from __future__ import annotations

import re

import pytest
from textual.geometry import Offset

from galli_tui.app import GalliApp
from galli_tui.game_api.registry import texts_of
from galli_tui.replay.timeline import Stride, Timeline
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.table import playback
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.position import PositionScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.screens.table.what_if import WhatIfScreen
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.score_curve import ScoreCurve
from rules.engine.secrecy import DEALER, PUBLIC, Seat
from tests.support.app_driver import SIZES, Driver, drive
from tests.support.bot_backends import InstantAdvice
from tests.support.replays import replayed
from tests.support.saved_matches import saved_duel

every_game = pytest.mark.parametrize("key", ["campus-1", "campus-3", "duel"])


def shown(table: Table, terminal: Terminal | None = None) -> GalliApp:
    """Return an app that shows the replay of a table."""
    texts = texts_of(table.game.meta.key)
    return GalliApp(terminal or Terminal(), first=lambda app: app.push_screen(ReplayScreen(table, texts)))


def place(app: Driver) -> int:
    """Return the number of the moment on the screen."""
    return int(app.line(0).split()[-1].split("/")[0])


def said(app: Driver) -> str:
    """Return what the screen says beside the board."""
    return [*app.app.screen.query(RichText)][-1].text


@every_game
@pytest.mark.parametrize("size", SIZES)
def test_keys_go_by_moments_turns_rounds_and_parts(key: str, size: tuple[int, int]) -> None:
    table = replayed(key)
    timeline = Timeline(table)

    async def script(app: Driver) -> None:
        assert place(app) == 0
        assert "The match begins." in said(app)
        number = 0
        ways = {
            "right": Stride.MOMENT,
            "full_stop": Stride.DECISION,
            "down": Stride.TURN,
            "pagedown": Stride.ROUND,
            "right_square_bracket": Stride.PART,
        }
        for pressed, stride in ways.items():
            await app.press(pressed)
            number = timeline.next(number, stride)
            assert place(app) == number
        back = {
            "left": Stride.MOMENT,
            "comma": Stride.DECISION,
            "up": Stride.TURN,
            "pageup": Stride.ROUND,
            "left_square_bracket": Stride.PART,
        }
        for pressed, stride in back.items():
            await app.press(pressed)
            number = timeline.previous(number, stride)
            assert place(app) == number
        await app.press("end")
        assert place(app) == timeline.last
        await app.press("home")
        assert place(app) == 0

    drive(shown(table), script, size)


def test_the_arrows_of_the_footer_can_be_clicked_one_by_one() -> None:
    async def script(app: Driver) -> None:
        column, row = app.lines[-1].index("←→"), len(app.lines) - 1
        for cell, wanted in ((1, 1), (1, 2), (0, 1)):
            await app.click(column + cell, row)
            assert place(app) == wanted

    drive(shown(replayed("duel")), script)


@pytest.mark.parametrize(
    ("keys", "cell", "wanted"),
    [(", .", 1, ","), (", .", 2, "."), ("pgup/dn", 0, "pageup"), ("pgup/dn", 5, "pagedown")],
)
def test_each_cell_of_several_keys_in_the_footer_belongs_to_one(keys: str, cell: int, wanted: str) -> None:
    async def script(app: Driver) -> None:
        row = len(app.lines) - 1
        await app.press("pagedown")
        await app.press(*["right"] * 4)
        await app.press({",": "comma", ".": "full_stop"}.get(wanted, wanted))
        expected = place(app)
        await app.press("home", "pagedown")
        await app.press(*["right"] * 4)
        assert place(app) != expected
        await app.click(app.lines[-1].index(keys) + cell, row)
        assert place(app) == expected

    drive(shown(replayed("duel")), script, (160, 48))


@pytest.mark.parametrize(("cell", "speed"), [(0, "1"), (1, "2"), (2, "3")])
def test_each_speed_can_be_clicked(cell: int, speed: str) -> None:
    async def script(app: Driver) -> None:
        await app.click(app.lines[-1].index("1-3 speed") + cell, len(app.lines) - 1)
        assert f"at speed {speed}" in app.line(-2)

    drive(shown(replayed("duel")), script, (160, 48))


@pytest.mark.parametrize("speed", ["1", "3"])
def test_each_speed_that_the_prompt_names_can_be_clicked(speed: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("home", "space")
        line = app.lines[-2]
        await app.click(line.index("1 2 3") + "1 2 3".index(speed), len(app.lines) - 2)
        assert f"at speed {speed}" in app.line(-2)

    drive(shown(replayed("duel")), script, (160, 48))


def test_a_click_on_what_the_prompt_says_does_it() -> None:
    async def script(app: Driver) -> None:
        async def click_prompt(words: str, cell: int = 0) -> None:
            line = app.lines[-2]
            await app.click(line.index(words) + cell, len(app.lines) - 2)

        await click_prompt("plays the match")
        assert "at speed" in app.line(-2)
        await click_prompt("pauses")
        assert "at speed" not in app.line(-2)
        await app.press("home")
        await click_prompt("right")
        assert place(app) == 1
        await click_prompt("Left")
        assert place(app) == 0
        await click_prompt("; n plays on", 1)
        assert isinstance(app.app.screen, WhatIfScreen)
        await app.press("escape")
        await click_prompt("plays on")
        assert isinstance(app.app.screen, WhatIfScreen)

    drive(shown(replayed("duel")), script)


def test_a_click_on_the_label_of_arrows_goes_forward() -> None:
    async def script(app: Driver) -> None:
        row = len(app.lines) - 1
        await app.click(app.lines[row].index("step"), row)
        assert place(app) == 1
        await app.click(app.lines[row].index("turn"), row)
        assert place(app) == Timeline(replayed("duel")).next(1, Stride.TURN)

    drive(shown(replayed("duel")), script)


@every_game
def test_each_moment_says_when_it_is_what_happened_and_what_it_scored(key: str) -> None:
    table = replayed(key)
    timeline = Timeline(table)
    scored = next(
        it.number for it in timeline.moments[1:] if timeline.curve[it.number] != timeline.curve[it.number - 1]
    )

    async def script(app: Driver) -> None:
        await app.press(*["right"] * scored)
        period = timeline.moments[scored].periods[-1]
        assert f"{period.name} {period.number}" in said(app)
        assert re.search(r"^ *[+-]\d", said(app), re.MULTILINE)

    drive(shown(table), script)


@pytest.mark.parametrize("size", SIZES)
def test_a_click_on_the_curve_goes_to_its_moment(size: tuple[int, int]) -> None:
    table = replayed("campus-1")

    async def script(app: Driver) -> None:
        (curve,) = [it for it in app.app.screen.query(ScoreCurve) if it.region.width]
        last = Timeline(table).last
        for number in (last // 3, last):
            spot = curve.region.offset + Offset(5 + curve.column_of(number), 1)
            await app.click(spot.x, spot.y)
            assert abs(place(app) - number) <= last / 10
            assert place(app) == curve.number_at(curve.column_of(number))

    drive(shown(table), script, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["duel", "campus-1"])
def test_the_footer_always_shows_the_way_out(name: str, size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        for key in ("end", "home", "space"):
            await app.press(key)
            assert "esc back" in app.line(-1)
            assert "l list" in app.line(-1)

    drive(shown(replayed(name)), script, size)


def test_it_plays_by_itself_at_three_speeds_and_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "SPEEDS", {"1": 60.0, "2": 60.0, "3": 0.01})
    table = replayed("duel")

    async def script(app: Driver) -> None:
        await app.press("space")
        assert "space pause" in app.line(-1)
        assert app.line(-2).startswith("The match plays at speed 2; 1 2 3 change it, Space pauses.")
        assert place(app) == 0
        await app.press("space")
        assert "space play" in app.line(-1)
        await app.press("3")
        for _ in range(300):
            await app.settle()
            if place(app) > 3:
                break
        await app.press("space")
        stopped = place(app)
        assert stopped > 3
        await app.settle()
        assert place(app) == stopped
        await app.press("end", "1", "space")
        assert place(app) == 0

    drive(shown(table), script)


def test_it_stops_playing_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playback, "SPEEDS", {"1": 60.0, "2": 60.0, "3": 0.01})

    async def script(app: Driver) -> None:
        await app.press("end", "left", "3")
        for _ in range(300):
            await app.settle()
            if "space play" in app.line(-1):
                break
        assert place(app) == Timeline(replayed("duel")).last
        assert "space play" in app.line(-1)

    drive(shown(replayed("duel")), script)


def test_the_views_are_those_that_the_match_may_show() -> None:
    over, going, hot_seat = (
        replayed("campus-3", part=part, here=here) for part, here in ((1, "1"), (0.5, "1"), (0.5, "12"))
    )

    async def all_open(app: Driver) -> None:
        for viewer in ("all open", "Anna", "Bruno", "Clara", "public", "all open"):
            assert f"view: {viewer} " in app.line(0)
            await app.press("tab")

    async def own(app: Driver) -> None:
        for viewer in ("Anna", "public", "Anna"):
            assert f"view: {viewer} " in app.line(0)
            await app.press("tab")

    async def public(app: Driver) -> None:
        assert "view: public " in app.line(0)
        assert "tab" not in app.line(-1)
        await app.press("tab")
        assert "view: public " in app.line(0)

    drive(shown(over), all_open)
    drive(shown(going), own)
    drive(shown(hot_seat), public)


def test_nothing_that_a_seat_may_not_know_is_on_the_screen_while_the_match_runs() -> None:
    """A card chosen face down by the others is named nowhere: not beside the board, in the list, or in words."""
    table = replayed("campus-3", part=0.5, here="1")
    timeline = Timeline(table)
    texts = texts_of("campus-galli")
    hidden = [
        it.number
        for it in timeline.moments
        if it.seat not in (None, 0) and timeline.event(it.number, Seat(0)) != timeline.event(it.number, DEALER)
    ]
    assert len(hidden) > 5

    async def script(app: Driver) -> None:
        await app.press("home")
        for number in hidden[:4]:
            await app.press(*["right"] * (number - place(app)))
            event = timeline.event(number, DEALER)
            secret = texts.decision(table, timeline.view(number - 1, DEALER), event)  # pyright: ignore[reportArgumentType]
            assert " chooses a card." in said(app)
            assert secret not in said(app)
            await app.press("l")
            assert secret.partition(" (")[0] not in app.text
            await app.press("escape", "d")
            assert isinstance(app.app.screen, PositionScreen)
            assert secret.removeprefix("choose ").partition(",")[0] + "," not in said(app)
            await app.press("escape")

    drive(shown(table), script, (160, 48))


@pytest.mark.parametrize("name", ["campus-1", "campus-3", "duel", "ora"])
def test_no_row_of_the_list_of_moments_is_cut_in_the_middle(name: str) -> None:
    async def script(app: Driver) -> None:
        await app.press("l", "home")
        rows: set[str] = set()
        before = ""
        while app.text != before:
            before = app.text
            rows.update(line.strip("│▸▁▂▃▄▅▆▇█▀ ") for line in app.lines[1:-3])
            await app.press("pagedown")
        assert len(rows) > 100
        assert not [row for row in rows if not row.endswith((".", "?", "!"))]

    drive(shown(replayed(name)), script)


def test_the_list_of_moments_leads_to_any_of_them() -> None:
    async def script(app: Driver) -> None:
        await app.press("pagedown", "l")
        assert isinstance(app.app.screen, MomentListScreen)
        assert "Round 2 of 12: " in app.text
        await app.press("end", "up", "enter")
        assert place(app) == Timeline(replayed("duel")).last - 1
        await app.press("l", "escape")
        assert place(app) == Timeline(replayed("duel")).last - 1

    drive(shown(replayed("duel")), script)


def test_the_list_of_moments_opens_with_those_before_and_after_in_sight() -> None:
    async def script(app: Driver) -> None:
        await app.press("end", "l", "home")
        for _ in range(60):
            await app.press("down")
        await app.press("enter", "l")
        listed = app.app.screen.query_one(OptionList)
        assert listed.index == 60
        before = listed.index - listed.scroll_offset.y
        assert before >= listed.size.height // 2 - 1
        assert listed.size.height - before >= listed.size.height // 2 - 1

    drive(shown(replayed("duel")), script)


def test_the_position_of_a_moment_has_its_page() -> None:
    async def script(app: Driver) -> None:
        await app.press("pagedown", "pagedown", "d")
        assert isinstance(app.app.screen, PositionScreen)
        assert "round 3 of 12" in app.text.lower()
        await app.press("escape")
        assert isinstance(app.app.screen, ReplayScreen)

    drive(shown(replayed("duel")), script)


def test_a_match_that_goes_on_gets_new_moments_at_the_end() -> None:
    table = replayed("duel", part=0.5)

    async def script(app: Driver) -> None:
        last = place(app)
        assert last == Timeline(table).last
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
        await app.settle()
        assert place(app) == Timeline(table).last > last
        await app.press("home")
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[0])
        await app.settle()
        assert place(app) == 0
        await app.press("a")
        assert app.line(-2) == "The review comes after the match."

    drive(shown(table), script)


@every_game
@pytest.mark.parametrize("size", SIZES)
def test_ascii_terminals_show_it_in_ascii(key: str, size: tuple[int, int]) -> None:
    async def script(app: Driver) -> None:
        await app.press("pagedown", "pagedown", "pagedown", "right")
        assert app.text.isascii()

    drive(shown(replayed(key), Terminal(ascii=True)), script, size)


# From saved matches


@pytest.mark.parametrize("moves", [0, 12, 10_000])
def test_a_saved_match_is_replayed_from_the_list(moves: int) -> None:
    match_store, _ = saved_duel(moves)

    async def script(app: Driver) -> None:
        await app.press("v")
        assert isinstance(app.app.screen, ReplayScreen)
        assert "Builders' Duel" in app.line(0)
        await app.press("home", "right")
        assert "Round 1 of 12" in said(app)
        await app.press("escape")
        assert isinstance(app.app.screen, SavedScreen)

    drive(GalliApp(Terminal(), match_store, saved=True), script)


@pytest.mark.parametrize("size", SIZES)
def test_a_replay_names_the_key_that_plays_on_at_every_moment_but_the_end(size: tuple[int, int]) -> None:
    table = replayed("campus-3")
    table.advice = InstantAdvice(table.game)

    async def script(app: Driver) -> None:
        for _ in range(4):
            assert "n plays on" in app.line(-2)
            assert "…" not in app.line(-2)
            await app.press("down")
        await app.press("end")
        assert "n plays on" not in app.line(-2)

    drive(shown(table), script, size)


def test_a_what_if_begins_a_new_match_from_the_moment() -> None:
    match_store, match_id = saved_duel()

    async def script(app: Driver) -> None:
        await app.press("v", "home", "pagedown", "pagedown", "pagedown", "n")
        assert isinstance(app.app.screen, WhatIfScreen)
        assert "What if, from passage 2, round 4" in app.text
        assert "bot: prior" in app.text
        await app.press("enter")
        assert isinstance(app.app.screen, TableScreen)
        table = app.app.screen.table

        assert table.match_id != match_id
        assert table.game.periods(table.view(PUBLIC))[-1].number == 4

    drive(GalliApp(Terminal(), match_store, saved=True), script)
    assert any(f"what-if of {match_id}" in row.marks for row in match_store.saved())


def test_a_what_if_needs_a_person_and_a_moment_before_the_end() -> None:
    match_store, _ = saved_duel()

    async def script(app: Driver) -> None:
        await app.press("v", "end", "n")
        assert isinstance(app.app.screen, ReplayScreen)
        assert "The match is over here." in app.line(-2)
        await app.press("home", "n", "down", "right", "f5")
        assert isinstance(app.app.screen, WhatIfScreen)
        assert "At least one seat must be played by a person." in app.line(-2)

    drive(GalliApp(Terminal(), match_store, saved=True), script)


def test_a_curve_is_named_with_the_score_where_it_ends() -> None:
    def names(app: Driver) -> set[str]:
        (curve,) = [it for it in app.app.screen.query(ScoreCurve) if it.region.width]
        lines = app.lines[curve.region.y : curve.region.bottom]
        return {found[0] for line in lines if (found := re.search(r"[A-Z][a-z]+ -?[0-9]+½?(?= *$)", line))}

    async def script(app: Driver) -> None:
        await app.press("end")
        at_end = names(app)
        assert at_end
        await app.press("home")
        assert names(app) == at_end

    drive(shown(replayed("duel")), script, (160, 48))
