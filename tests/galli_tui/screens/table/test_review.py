"""The review after a match: grades with reasons, found in the background, and kept from contests."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest

from galli_tui.app import GalliApp
from galli_tui.bots.advice import CONTESTED
from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.game_screens import CampusBoardSnapshot
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.replay.match_course import course_words
from galli_tui.replay.timeline import Timeline
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table import moment_list, replay_text
from galli_tui.screens.table.moment_list import MomentListScreen
from galli_tui.screens.table.replay import ReplayScreen
from galli_tui.screens.table.replay_text import SIGNS, grade_paragraphs
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables import game_review, time_left
from galli_tui.tables.game_review import GameReview
from galli_tui.tables.table import Table
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.score_curve import ScoreCurve
from rules.bots.review import Decision, Grade, GradedDecision
from rules.bots.rollout_search import RankedMove
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, TakeFromHut
from rules.campus_galli.loader import standard
from rules.campus_galli.rounds import ChooseCard
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import PUBLIC
from saves.format.header_fields import Player
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bot_backends import HeldAdvice, InstantAdvice, SpreadAdvice
from tests.support.fake_match_store import FakeMatchStore
from tests.support.peers_table import with_peers
from tests.support.replays import ReplayedTable, replayed
from tests.support.straws_game import Point, straws, straws_table
from tests.support.table_positions import at_table, players

a_game_of_straws = pytest.mark.usefixtures(straws.__name__)
_UNDECIDED = "Nothing known at this point clearly favours either move."
ROUND = ("enter", "1", "enter", "1")


class Strict(InstantAdvice):
    """Wants the highest number pointed at, and nothing else. Implements `galli_tui.bots.advice.Advice`."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        self.heard.set()
        await self._thinks()
        legal = [*self._game.legal(decision.view, decision.seat)]
        if not isinstance(decision.move, Point):
            return [RankedMove(move, 0.0, 5) for move in legal]
        numbers = {move: move.number for move in legal if isinstance(move, Point)}
        best = max(numbers.values())
        found = [RankedMove(move, 2.0 * SCORE_UNIT * (best - number), 5) for move, number in numbers.items()]
        return sorted(found, key=lambda it: it.loss)


class SlowPondering(HeldAdvice, Strict):
    """The same, who thinks about each decision until it is let go."""

    async def _thinks(self) -> None:
        await super()._thinks()
        self.ready.clear()


def asked(table: InMemoryTable, counsel: type[InstantAdvice] = Strict) -> InstantAdvice:
    found = table.advice = counsel(table.game)
    return found


def played_badly(mode: str = "versus", names: tuple[str, str] = ("Anna", "Bruno")) -> InMemoryTable:
    """A match that is over, in which the first always points at 1 and the second at 3."""
    table = straws_table(*names, mode=mode)
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[-seat])
    return table


def replay_of(app: Driver) -> ReplayScreen:
    screen = app.app.screen
    assert isinstance(screen, ReplayScreen)
    return screen


def listed_decisions(app: Driver) -> tuple[GradedDecision, ...]:
    """The decisions in the order of the list on the screen."""
    listed = app.app.screen
    assert isinstance(listed, MomentListScreen)
    assert listed.game_review is not None
    return listed.game_review.review.worst_first


def said(app: Driver) -> str:
    return [*app.app.screen.query(RichText)][-1].text


def rows(app: Driver) -> list[str]:
    return [row.text for row in app.app.screen.query_one(OptionList).rows if not row.heading]


@a_game_of_straws
def test_decisions_are_listed_with_their_grades_the_most_expensive_first() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, ScoreSheetScreen)
        for key in ("esc back", "n rematch", "a review", "v replay", "q menu"):
            assert key in app.line(-1)
        await app.press("a")
        assert isinstance(app.app.screen, MomentListScreen)
        assert [row.rstrip() for row in rows(app)][:3] == [
            "~ inaccuracy  -2  round 1  Anna  point at 1",
            "~ inaccuracy  -2  round 2  Anna  point at 1",
            "= best            round 1  Anna  choose the straw of 10",
        ]
        assert all(f"{sign} {grade.value}" in app.text for grade, sign in SIGNS.items())
        assert app.line(1).strip("│ ") == "Bruno won with 6 points to Anna's 2."
        assert app.line(2).strip("│ ") == "What cost Anna most: round 1, pointing at 1 (about 2 points)."
        assert "The abbot, the strongest bot" not in app.text
        assert "i more text" in app.line(-1)
        await app.press("i")
        assert "The abbot, the strongest bot, played on from each decision" in app.text
        assert all(f"{sign} {grade.value}" in app.text for grade, sign in SIGNS.items())
        limits = "inaccuracy: 1 point or more. ?\xa0mistake: 3 points or more. !\xa0blunder: 6 points or more."
        assert limits in said(app)
        assert app.line(0).strip("╭╮─ ") == "Review, worst first: 6 best, 2 inaccuracies"
        assert app.line(-2) == "Better: point at 3. Enter shows both moves."
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)

    drive(app_with(table), script)


@pytest.mark.parametrize("name", ["duel", "campus-1"])
def test_the_head_of_a_review_of_two_leaves_most_of_a_small_window_to_the_list(name: str) -> None:
    table = replayed(name)
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        rows_at = app.app.screen.query_one(OptionList).region.y
        assert rows_at <= 6
        result = course_words(Timeline(table))[:1]
        assert [line.strip("│ ") for line in app.lines[1 : 1 + len(result)]] == result
        for line, player in zip(app.lines[1 + len(result) :], table.players, strict=False):
            assert line.strip("│ ").startswith(f"What cost {player.name} most: ")
        await app.press("i")
        assert app.app.screen.query_one(OptionList).region.y > rows_at
        assert "less text" in app.line(-1)
        await app.press("i")
        assert app.app.screen.query_one(OptionList).region.y == rows_at

    drive(at_table(table), script)


def test_the_head_of_a_review_of_one_in_a_small_window_says_what_decided_not_what_the_list_begins_with() -> None:
    table = replayed("duel", here="1", seed=10)
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        head = " ".join(" ".join(line.strip("│ ") for line in app.lines[1:7]).split())
        assert head.startswith(" ".join(course_words(Timeline(table))))
        assert " decisions could have been better; together they cost about " in head
        assert "What cost you most" not in head
        await app.press("i")
        assert "What cost you most: " in app.text

    drive(at_table(table), script)


@a_game_of_straws
def test_the_list_names_the_better_move_beside_the_decision_or_in_the_prompt() -> None:
    table = played_badly()
    asked(table)

    async def wide(app: Driver) -> None:
        await app.press("a")
        better = "~ inaccuracy  -2  round 1  Anna  point at 1; better: point at 3"
        assert rows(app)[0].rstrip() == better
        assert rows(app)[2].rstrip().endswith("choose the straw of 10")

    async def snug(app: Driver) -> None:
        await app.press("a", "down")
        assert app.line(-2) == "Better: point at 3. Enter shows both moves."
        await app.press("down")
        assert app.line(-2) == "Nothing better was found. Enter shows the decision."

    drive(app_with(table), wide, (120, 36))
    drive(app_with(table), snug)


class Doubtful(Strict):
    """The same, who is never sure. Implements `galli_tui.bots.advice.Advice`."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        return [it._replace(error=it.loss) for it in await super().beside(decision)]


@a_game_of_straws
def test_what_is_too_close_to_call_has_no_number_and_is_perhaps_worse() -> None:
    table = played_badly()
    asked(table, Doubtful)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert rows(app)[0].rstrip() == "+ good            round 1  Anna  point at 1; perhaps better: point at 3"
        await app.press("enter")
        assert "Good: 2 points behind, but that could be chance." in said(app)
        assert "Perhaps better: point at 3." in said(app)
        assert _UNDECIDED not in said(app)

    drive(app_with(table), script, (120, 36))


@a_game_of_straws
def test_a_perhaps_better_move_without_a_reason_says_that_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_badly()
    asked(table, Doubtful)

    def unknown(*_: object, **_options: object) -> str:
        return ""

    monkeypatch.setattr(replay_text, "why_words", unknown)

    async def script(app: Driver) -> None:
        await app.press("a", "enter")
        assert "Perhaps better: point at 3." in said(app)
        assert _UNDECIDED in said(app)

    drive(app_with(table), script, (120, 36))


@a_game_of_straws
def test_a_better_move_without_a_reason_says_what_both_score_now(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_badly()
    asked(table)

    def unknown(*_: object, **_options: object) -> str:
        return ""

    monkeypatch.setattr(replay_text, "why_words", unknown)

    async def script(app: Driver) -> None:
        await app.press("a", "enter")
        assert "Better: point at 3.\nIt scores +3 now, the move made +1.\nThe abbot's estimate" in said(app)

    drive(app_with(table), script)


def test_every_worse_decision_says_why_or_that_the_difference_shows_only_later() -> None:
    table, later = replayed("campus-1"), 0
    table.advice = SpreadAdvice(table.game)
    for decision in table.decisions():
        for best in [it for it in table.game.legal(decision.view, decision.seat) if it != decision.move][:2]:
            graded = GradedDecision(decision, Grade.GOOD, best, 1, 5)
            lines = [it.text for it in grade_paragraphs(table, texts_of("campus-galli"), graded) if it.text]
            assert lines[0].startswith(("It ", "Both moves score ", "No single reason stands out now; "))
            later += "; the difference shows only in simulations of later turns." in lines[0]
    assert later


@a_game_of_straws
def test_what_was_good_stands_below_a_heading_that_says_so() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a")
        listed = app.app.screen.query_one(OptionList).rows
        (place,) = [n for n, row in enumerate(listed) if row.heading]
        assert listed[place].text == "Good or best: no need to look at these"
        mistakes = [it for it in listed_decisions(app) if it.grade not in (Grade.GOOD, Grade.BEST)]
        assert place == len(mistakes)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_list_names_no_player_where_all_decisions_are_of_one() -> None:
    table = played_badly()
    asked(table)
    own = [it for it in table.decisions() if it.seat == 0]
    table.decisions = lambda: own

    async def script(app: Driver) -> None:
        await app.press("a")
        assert rows(app)[0].rstrip() == "~ inaccuracy  -2  round 1  point at 1"

    drive(app_with(table), script)


@a_game_of_straws
@pytest.mark.parametrize(
    ("names", "columns"),
    [(("Jo", "Al"), ("Jo", "Al")), (("Jo", "Bartholomew of Trier"), ("Jo          ", "Bartholomew…"))],
)
def test_the_column_of_the_players_is_as_wide_as_the_longest_name(
    names: tuple[str, str], columns: tuple[str, str]
) -> None:
    table = played_badly(names=names)
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a")
        listed = [row for row in rows(app) if "point at" in row]
        for column, numbers in zip(columns, ("1", "2345"), strict=True):
            beginnings = [f"round 1  {column} point at {number}" for number in numbers]
            assert any(beginning in row for row in listed for beginning in beginnings)

    drive(app_with(table), script)


@a_game_of_straws
def test_a_long_summary_fits_above_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played_badly()
    asked(table)
    counted = "101 best, 40 good, 20 inaccuracies, 10 mistakes, 10 blunders"

    def words(_graded: Sequence[GradedDecision]) -> str:
        return counted

    monkeypatch.setattr(moment_list, "summary_words", words)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert f"Worst first: {counted} " in app.line(0)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_better_move_is_named_again_on_the_way_back_to_the_list() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "enter", "escape")
        assert isinstance(app.app.screen, MomentListScreen)
        assert app.line(-2) == "Better: point at 3. Enter shows both moves."

    drive(app_with(table), script)


@a_game_of_straws
def test_enter_goes_to_the_decision_with_the_better_move_and_the_reason() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "enter")
        assert replay_of(app)
        assert "Anna points at 1." in said(app)
        assert "Inaccuracy: about 2 points worse than the best move." in said(app)
        assert "Better: point at 3." in said(app)
        assert "The abbot's estimate: unlikely to be chance." in said(app)

    drive(app_with(table), script)


@a_game_of_straws
@pytest.mark.parametrize("keys", [(), ("end",)], ids=["a mistake", "the last decision"])
def test_a_what_if_from_a_graded_decision_lets_it_be_decided_again(keys: tuple[str, ...]) -> None:
    table, match_store = played_badly(), FakeMatchStore()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", *keys)
        chosen = listed_decisions(app)[-1 if keys else 0]
        entry = chosen.decision.entry
        assert (chosen.grade is Grade.BEST) == bool(keys)
        await app.press("enter", "n")
        assert ": decide again" in app.text
        words = f"the {'move made' if keys else 'better move'} is selected, draws are new."
        assert app.line(-2) == f"Enter starts a new match here; {words}"
        await app.press("enter")
        ((_, entries, players),) = match_store.branched
        assert (entries, players[chosen.decision.seat].bot) == (entry, None)

    drive(app_with(table, match_store), script)


class LastIsBest(InstantAdvice):
    """Wants the last legal move, on which no cursor begins."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        await self._thinks()
        *_, best = (it for it in self._game.legal(decision.view, decision.seat) if it != decision.move)
        return [RankedMove(best, 0.0, 9), RankedMove(decision.move, 60.0 * (decision.entry % 8), 9)]


class Branches(FakeMatchStore):
    """Repeats the entries of a match with which a what-if begins."""

    def __init__(self, table: ReplayedTable) -> None:
        super().__init__()
        self._table = table

    def branch(self, match_id: str, entries: int, players: Sequence[Player]) -> Table:
        return self._table.until(entries)


@pytest.mark.parametrize("key", ["campus-1", "duel", "ora"])
def test_a_what_if_begins_with_the_better_move_selected(key: str) -> None:
    table = replayed(key, here="1")
    table.advice = LastIsBest(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        better = listed_decisions(app)[0].best
        await app.press("enter", "n", "enter")
        begun = app.app.last_table
        assert begun is not None
        assert begun is not table
        before = len(begun.timeline(PUBLIC, 9999))
        await app.press("enter")
        assert begun.timeline(better.seat, 9999)[before].event == better

    drive(app_with(table, Branches(table)), script)


@a_game_of_straws
def test_a_board_that_cannot_show_the_better_move_does_not_say_that_it_does() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "enter")
        for _ in range(2):
            assert "Better: point at 3." in said(app)
            assert "The board shows" not in said(app)
            assert app.line(-2).startswith("Left and right step")
            assert "f other move" not in app.line(-1)
            await app.press("f")

    drive(app_with(table), script)


def test_a_card_is_not_on_the_board_and_a_section_to_take_is_where_it_promises_most() -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        graded = listed_decisions(app)
        for kind, shown in ((ChooseCard, False), (TakeFromHut, True)):
            place = next(n for n, it in enumerate(graded) if it.cost and isinstance(it.best, kind))
            await app.press(*["down"] * place, "enter")
            board = next(iter(replay_of(app).query(CampusBoardSnapshot)))
            assert ("The board shows the better move." in said(app)) == shown
            assert app.line(-2).startswith("f shows the board as it was;" if shown else "Left and right step")
            assert bool(board.plan.highlights.held) == shown
            await app.press("escape", "home")

    drive(at_table(table), script)


@pytest.mark.parametrize("key", ["campus-1", "duel"])
def test_the_curve_of_a_small_window_gives_way_to_the_reasons(key: str) -> None:
    table = replayed(key)
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        shown = set[bool]()
        for place in (0, 8, 16, 24, -1):
            await app.press("home", *["down"] * place) if place >= 0 else await app.press("end")
            await app.press("enter")
            text, curve = (replay_of(app).query_one(f"#replay-side {kind}") for kind in ("RichText", "ScoreCurve"))
            assert isinstance(text, RichText)
            region = text.region
            lines = [line[region.x : region.right - 1].strip() for line in app.lines[region.y : region.bottom]]
            told = " ".join(" ".join(lines).split())
            assert "The abbot's estimate" in told or "nothing better was found" in told
            assert curve.display == (text.virtual_size.height <= 24 - 3 - 6)
            shown.add(curve.display)
            await app.press("escape")
        assert shown == {True, False}

    drive(at_table(table), script)


def text_of(app: Driver) -> tuple[RichText, list[str]]:
    """The text beside the board and the lines of it that are on the screen."""
    text = replay_of(app).query_one("#replay-side RichText", RichText)
    region = text.region
    return text, [line[region.x : region.right - 1].strip() for line in app.lines[region.y : region.bottom]]


@pytest.mark.parametrize("key", ["campus-1", "campus-3", "duel"])
def test_no_text_of_a_small_window_is_cut_without_a_key_that_shows_the_rest(key: str) -> None:
    table = replayed(key)
    table.advice = SpreadAdvice(table.game)
    scrolled = 0

    async def script(app: Driver) -> None:
        nonlocal scrolled
        await app.press("a", "escape")
        await app.press("v") if isinstance(app.app.screen, ScoreSheetScreen) else None
        for _ in range(len(table.decisions())):
            await app.press("full_stop")
            text, lines = text_of(app)
            cut = text.virtual_size.height > text.region.height
            assert ("i scrolls the text." in app.line(-2)) == cut
            assert ("i more text" in app.line(-1)) == cut
            assert replay_of(app).query_one("#curve-beside").display or "curve" not in app.line(-2)
            if not cut:
                continue
            scrolled += 1
            for _ in range(3):
                await app.press("i")
                lines += text_of(app)[1]
            told = " ".join(" ".join(lines).split())
            assert "The abbot's" in told or "nothing better was found" in told

    drive(at_table(table), script)
    assert scrolled


def test_of_the_mistakes_in_one_cell_of_the_curve_the_costliest_is_marked() -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        graded = listed_decisions(app)
        await app.press("escape", "v")
        timeline = Timeline(table)
        (curve,) = [it for it in replay_of(app).query(ScoreCurve) if it.region.width]
        wanted, sharing = dict[int, tuple[int, str]](), 0
        for it in graded:
            if it.grade not in (Grade.BEST, Grade.GOOD):
                column = curve.column_of(timeline.at_entry(it.decision.entry))
                sharing += column in wanted
                wanted[column] = max(wanted.get(column, (0, "")), (it.cost, SIGNS[it.grade]))
        assert sharing > 5
        signs = app.lines[curve.region.bottom - 2][curve.region.x + 5 :]
        assert {column: signs[column] for column in wanted} == {column: sign for column, (_, sign) in wanted.items()}

    drive(at_table(table), script)


@a_game_of_straws
def test_a_match_that_is_opened_again_keeps_its_review() -> None:
    table = played_badly()
    counsel = asked(table)

    async def script(app: Driver) -> None:
        await app.press("a")
        found, compared = rows(app), counsel.heard.is_set()
        assert compared
        counsel.heard.clear()
        app.app.open_table(table)
        await app.settle()
        await app.press("a")
        assert rows(app) == found
        assert not counsel.heard.is_set()

    drive(app_with(table), script)


@a_game_of_straws
def test_the_grade_stands_before_what_followed_from_the_decision() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "enter")
        text = said(app)
        wanted = "Anna points at 1.", "Inaccuracy", "Better:", "+1 Numbers pointed at"
        places = [text.index(words) for words in wanted]
        assert places == sorted(places)

    drive(app_with(table), script)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)])
def test_what_followed_from_the_move_made_has_a_heading_while_a_board_shows_the_better_one(
    size: tuple[int, int],
) -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a")
        laid = (n for n, it in enumerate(listed_decisions(app)) if it.cost and isinstance(it.best, LaySection))
        await app.press(*["down"] * next(laid), "enter")
        before, heading, after = said(app).partition("\nThe move made:\n")
        assert heading
        assert before.rstrip().endswith(("The board shows the better move.", "Right: the better one."))
        assert after.strip()
        await app.press("f")
        assert "The move made:" not in said(app)
        assert said(app).endswith(after)

    drive(app_with(table), script, size)


@a_game_of_straws
def test_the_way_back_from_a_decision_leads_to_its_line_in_the_list_and_to_the_score_sheet() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "down", "enter")
        assert replay_of(app)
        await app.press("escape")
        assert isinstance(app.app.screen, MomentListScreen)
        assert app.app.screen.query_one(OptionList).index == 1
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_list_keeps_its_line_when_other_moments_were_looked_at() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "down", "enter", "home")
        assert app.line(0).rstrip().endswith("0/14")
        await app.press("escape")
        assert app.app.screen.query_one(OptionList).index == 1

    drive(app_with(table), script)


@a_game_of_straws
def test_a_click_on_the_footer_shows_the_selected_decision() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert app.line(-1).startswith("enter show  esc back")
        await app.click(app.lines[-1].index("show"), len(app.lines) - 1)
        assert replay_of(app)
        assert "Better: point at 3." in said(app)

    drive(app_with(table), script)


@a_game_of_straws
def test_it_shows_its_progress_and_continues_in_the_background() -> None:
    table = played_badly("coop")
    counsel = asked(table, SlowPondering)
    assert isinstance(counsel, SlowPondering)

    async def script(app: Driver) -> None:
        of = len(table.decisions())
        assert of > 4
        await app.press("a")
        assert app.line(-2) == f"Review: 0 of {of} done. It goes on after Esc. Leaving the match pauses it."
        assert "enter show" not in app.line(-1)
        before: list[str] = []
        for number in (1, 2, 3):
            counsel.ready.set()
            await app.settle()
            assert rows(app)[: len(before)] == before, "a row that a click aims at has moved"
            before = rows(app)
            assert app.line(-2) == f"Review: {number} of {of} done. It goes on after Esc. Enter shows a decision."
            assert app.line(-1).startswith("enter show")
        assert len(rows(app)) == 3
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        counsel.ready.set()
        await app.settle()
        await app.press("a")
        assert app.line(-2).startswith(f"Review: 4 of {of} done.")
        assert app.line(0).strip("╭╮─ ") == "Review, in the order of play"
        assert counsel.given_up == 0
        for _ in range(of - 4):
            counsel.ready.set()
            await app.settle()
        assert len(rows(app)) == of
        assert rows(app)[0].startswith("~ inaccuracy")
        assert not before[0].startswith("~ inaccuracy")
        assert "Review:" not in app.line(-2)

    drive(app_with(table), script)


@a_game_of_straws
def test_a_small_window_shows_how_long_the_review_still_takes_and_that_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, now = played_badly("coop"), [100.0]
    counsel = asked(table, SlowPondering)
    assert isinstance(counsel, SlowPondering)
    monkeypatch.setattr(game_review, "monotonic", lambda: now[0])
    monkeypatch.setattr(time_left, "LEAST", 2)

    async def script(app: Driver) -> None:
        of = len(table.decisions())
        await app.press("a")
        for _ in range(2):
            now[0] += 30
            counsel.ready.set()
            await app.settle()
        assert of == 8
        assert app.line(-2) == "Review: 2 of 8 done. About 3 minutes left. It goes on after Esc."

    drive(app_with(table), script)


@a_game_of_straws
def test_a_parallel_review_equals_a_sequential_one() -> None:
    table = played_badly("coop")
    asked(table)
    one_by_one = GameReview(table)
    asyncio.run(one_by_one.resume())
    for background in (2, 3, 100):
        counsel = asked(table, Backwards)
        counsel.background = background
        at_once = GameReview(table)
        asyncio.run(at_once.resume())
        assert at_once.done
        assert at_once.review == one_by_one.review
        assert sum(it.cost > 0 for it in at_once.review.graded) > 1
        assert isinstance(counsel, Backwards)
        assert counsel.most == min(background, at_once.review.total)


class Backwards(Strict):
    """The same, who answers the last of several questions first."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self._waiting: list[asyncio.Event] = []
        self.most = 0

    async def _thinks(self) -> None:
        own = asyncio.Event()
        self._waiting.append(own)
        self.most = max(self.most, len(self._waiting))
        asyncio.get_running_loop().call_later(0, self._let_go)
        await own.wait()

    def _let_go(self) -> None:
        self._waiting.pop().set()


@a_game_of_straws
def test_a_stopped_review_continues_with_the_rest() -> None:
    table = played_badly("coop")
    counsel = asked(table, HeldAdvice)
    counsel.background = 3
    game_review = GameReview(table)
    of = game_review.review.total

    async def stopped() -> None:
        going = asyncio.create_task(game_review.resume())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert game_review.running
        going.cancel()
        with pytest.raises(asyncio.CancelledError):
            await going
        assert not game_review.running

    asyncio.run(stopped())
    assert isinstance(counsel, HeldAdvice)
    assert counsel.given_up == 3
    counsel.ready.set()
    asyncio.run(game_review.resume())
    assert game_review.done
    assert game_review.review.done == of


@a_game_of_straws
def test_it_begins_in_the_background_as_the_match_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewRunner, "DELAY", 0.001)
    moves = sum(isinstance(one.event, Move) for one in played_badly("coop").timeline(PUBLIC, 1000))
    table = straws_table("Anna", "Bruno", mode="coop")
    for _ in range(moves - 1):
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[-seat])
    counsel = asked(table, SlowPondering)
    counsel.background = 1
    assert isinstance(counsel, SlowPondering)

    async def script(app: Driver) -> None:
        await app.press("enter")
        table.submit(table.game.legal(table.view(table.due.seats[0]), table.due.seats[0])[0])
        assert table.due.over
        await counsel.until_asked()
        for _ in range(2):
            counsel.ready.set()
            await app.settle()
        assert isinstance(app.app.screen, ScoreSheetScreen)
        await app.press("a")
        assert app.line(-2).startswith(f"Review: 2 of {len(table.decisions())} done.")

    drive(app_with(table), script)


@a_game_of_straws
def test_the_review_of_a_finished_match_begins_with_its_replay_or_on_request() -> None:
    table = played_badly()
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)
    counsel.ready.set()

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert counsel.compared == 0
        await app.press("a")
        await app.settle()
        assert counsel.compared == len(table.decisions())

    drive(app_with(table), script)


@a_game_of_straws
def test_a_click_just_as_the_rows_are_put_in_order_opens_no_other_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    table, now = played_badly("coop"), [100.0]
    counsel = asked(table, SlowPondering)
    assert isinstance(counsel, SlowPondering)
    monkeypatch.setattr(moment_list, "monotonic", lambda: now[0])

    async def script(app: Driver) -> None:
        await app.press("a")
        for _ in table.decisions():
            counsel.ready.set()
            await app.settle()
        listed = app.app.screen
        assert isinstance(listed, MomentListScreen)
        (row,) = [y for y, line in enumerate(app.lines) if "round 2" in line and "inaccuracy" in line]
        await app.click(20, row)
        assert app.app.screen is listed, "another row stood there a moment ago"
        now[0] += 2
        await app.click(20, row)
        assert isinstance(app.app.screen, ReplayScreen)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_cursor_stays_with_its_decision() -> None:
    table = played_badly("coop")
    counsel = asked(table, SlowPondering)
    assert isinstance(counsel, SlowPondering)

    async def script(app: Driver) -> None:
        await app.press("a")
        for _ in range(2):
            counsel.ready.set()
            await app.settle()
        await app.press("down")
        chosen = app.app.screen.query_one(OptionList)
        text = chosen.rows[chosen.index].text
        for _ in range(len(table.decisions()) - 2):
            counsel.ready.set()
            await app.settle()
            assert chosen.rows[chosen.index].text == text

    drive(app_with(table), script)


@a_game_of_straws
def test_a_match_of_bots_only_says_that_there_is_nothing_to_grade() -> None:
    empty = played_badly()
    asked(empty)
    empty.decisions = list

    async def nobody(app: Driver) -> None:
        await app.press("a")
        assert "Nobody here had a decision to make" in app.text

    drive(app_with(empty), nobody)


@a_game_of_straws
def test_without_an_answer_it_stops_with_a_sentence_and_can_be_continued() -> None:
    table = played_badly()
    counsel = asked(table)
    counsel.silent = "It gave no answer, twice."

    async def script(app: Driver) -> None:
        await app.press("a")
        assert isinstance(app.app.screen, Notice)
        assert "It gave no answer, twice." in app.text
        await app.press("escape")
        assert app.line(-2) == "Press a in the replay to go on with the review."
        counsel.silent = ""
        await app.press("escape", "a")
        assert len(rows(app)) == len(table.decisions())

    drive(app_with(table), script)


@a_game_of_straws
def test_there_is_no_review_during_a_match_or_of_a_versus_match_over_the_network() -> None:
    going = straws_table("Anna", "Bruno")
    asked(going)

    async def meanwhile(app: Driver) -> None:
        await app.press(*ROUND, "s", "a")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "review" not in app.line(-1)

    drive(app_with(going), meanwhile)
    contest = played_badly()
    contest.advice = CONTESTED
    with_peers(contest)

    async def after(app: Driver) -> None:
        assert "review" not in app.line(-1)
        await app.press("a")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert app.line(-2) == CONTESTED

    drive(app_with(contest), after)


@a_game_of_straws
def test_on_a_poor_terminal_it_is_plain_letters() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert "point at 1" in app.text
        assert app.text.isascii()
        await app.press("enter")
        assert "point at 3" in said(app)
        assert app.text.isascii()

    drive(app_with(table, terminal=Terminal(ascii=True)), script)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)])
def test_a_match_of_campus_galli_is_reviewed(size: tuple[int, int]) -> None:
    game = CampusGalli(Options(2, "coop", 1), standard())
    table, chance = InMemoryTable(game, players("Anna", "Bruno")), RandomStream(bytes(32))
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(chance.choice(table.game.legal(table.view(seat), seat)))
    table.advice = InstantAdvice(game)

    async def script(app: Driver) -> None:
        await app.press("a")
        graded = GameReview(table)
        await graded.resume()
        worst = graded.review.worst_first
        assert len(rows(app)) == len(worst) == len(table.decisions())
        layout, two = game.setting.layout, set[bool]()
        for place in range(6):
            await app.press("escape", "down", "enter") if place else await app.press("enter")
            boards = [board for board in replay_of(app).query(CampusBoardSnapshot) if board.display]
            two.add(len(boards) == 2)
            moves = [worst[place].decision.move, worst[place].best][-len(boards) :]
            for board, move in zip(boards, moves, strict=True):
                highlights = board.plan.highlights
                if isinstance(move, LaySection):
                    assert highlights.held == layout.placements[move.placement].mask
                elif isinstance(move, TakeFromHut):
                    taken = game.setting.box.sections[move.section]
                    assert highlights.held in {it.mask for it in layout.placements if it.shape == taken.shape}
                elif isinstance(move, FlipBuilding) and move.building is not None:
                    assert highlights.marked == layout.areas[move.building]
                else:
                    assert not highlights.held
        assert two == {size != (80, 24)}

    drive(at_table(table), script, size)


@a_game_of_straws
def test_the_review_covers_the_decisions_of_the_log() -> None:
    table = played_badly()
    asked(table)
    game_review = GameReview(table)
    moves = [one.event for one in table.timeline(PUBLIC, 1000) if isinstance(one.event, Point)]
    assert game_review.review.total == len(table.decisions())
    pointed: list[Move] = [one.move for one in table.decisions() if isinstance(one.move, Point)]
    assert pointed == moves


@a_game_of_straws
def test_the_review_opens_from_the_final_board_as_well() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("escape")
        assert isinstance(app.app.screen, TableScreen)
        assert app.line(-2) == "The match is over. s: scores and rematch, a: review, l: log, q: leave."
        await app.press("a")
        assert isinstance(app.app.screen, MomentListScreen)
        await app.press("escape")
        assert isinstance(app.app.screen, TableScreen)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_table_says_why_there_is_no_review() -> None:
    contest = played_badly()
    contest.advice = CONTESTED

    async def over(app: Driver) -> None:
        await app.press("escape", "a")
        assert app.line(-2) == CONTESTED

    async def going_on(app: Driver) -> None:
        await app.press("enter", "a")
        assert app.line(-2) == "The review comes after the match."

    drive(app_with(contest), over)
    drive(app_with(straws_table("Anna", "Bruno")), going_on)


class PlacingAdvice(SpreadAdvice):
    """Finds each placement 3 points worse than another move, and each card 1 point."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        best, made = await super().beside(decision)
        lost = 600.0 if isinstance(decision.move, LaySection) else 200.0 * isinstance(decision.move, ChooseCard)
        return [best, made._replace(loss=lost)]


@pytest.mark.parametrize("here", ["1", "12"])
def test_the_head_of_the_review_says_in_what_kind_of_decisions_most_was_lost(here: str) -> None:
    table = replayed("campus-1", here=here)
    table.advice = PlacingAdvice(table.game)

    async def script(app: Driver) -> None:
        await app.press("a", "i")
        head = app.app.screen.query_one(RichText)
        told = re.findall(
            r"Placing sections cost (you|Anna|Bruno) the most overall: about \d+ points of \d+\.", app.text
        )
        assert told == (["you"] if here == "1" else ["Anna", "Bruno"])
        assert head.size.height + 8 <= app.app.size.height, "the list keeps several rows"

    texts = texts_of("campus-galli")
    drive(GalliApp(Terminal(), first=lambda app: app.push_screen(ReplayScreen(table, texts))), script)
