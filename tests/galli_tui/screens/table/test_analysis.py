"""After a match: the costliest decisions, found in the background, and kept from contests."""

from __future__ import annotations

import asyncio

import pytest

from galli_tui.bots.advice import CONTESTED
from galli_tui.games.campus_galli.game_screens import CampusBoardSnapshot
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.table.analysis import AnalysisScreen
from galli_tui.screens.table.review_runner import ReviewRunner
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.tables.game_review import GameReview
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.option_list import OptionList
from rules.bots.review import Decision
from rules.bots.rollout_search import RankedMove
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import FlipBuilding, LaySection
from rules.campus_galli.loader import standard
from rules.engine.entropy import RandomStream
from rules.engine.events import Move
from rules.engine.game import AnyGame, Options
from rules.engine.judge import SCORE_UNIT
from rules.engine.secrecy import PUBLIC
from tests.support.app_driver import Driver, app_with, drive
from tests.support.bd_tables import ended
from tests.support.bot_backends import HeldAdvice, InstantAdvice
from tests.support.peers_table import with_peers
from tests.support.straws_game import Point, straws, straws_table
from tests.support.table_positions import at_table, players

a_game_of_straws = pytest.mark.usefixtures(straws.__name__)
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


def played_badly(mode: str = "versus") -> InMemoryTable:
    """A match that is over, in which the first always points at 1 and the second at 3."""
    table = straws_table("Anna", "Bruno", mode=mode)
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(table.game.legal(table.view(seat), seat)[-seat])
    return table


def screen_of(app: Driver) -> AnalysisScreen:
    screen = app.app.screen
    assert isinstance(screen, AnalysisScreen)
    return screen


def rows(app: Driver) -> list[str]:
    return [row.text for row in app.app.screen.query_one(OptionList).rows]


@a_game_of_straws
def test_the_costliest_decisions_are_listed_with_the_abbots_moves() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "a analysis" in app.line(-1)
        await app.press("a")
        assert rows(app) == [
            "    -2  round 1 of 2  Anna  point at 1",
            "    -2  round 2 of 2  Anna  point at 1",
        ]
        assert "Played: point at 1  +1 now: Numbers pointed at +1" in app.text
        assert "The abbot: point at 3  +3 now: Numbers pointed at +3" in app.text
        assert "Estimated cost: 2 points of your lead (5 simulations)." in app.text
        assert app.line(-2).startswith("Up/Down select a decision")
        await app.press("escape")
        assert isinstance(app.app.screen, ScoreSheetScreen)

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
        assert app.line(-2) == f"Analysed 0 of {of} decisions. Esc leaves; it continues in the background."
        assert "No mistake of half a point or more so far." in app.text
        for number in (1, 2, 3):
            counsel.ready.set()
            await app.settle()
            assert app.line(-2).startswith(f"Analysed {number} of {of} ")
        known = rows(app)
        assert len(known) == 1
        await app.press("escape")
        counsel.ready.set()
        await app.settle()
        await app.press("a")
        assert rows(app)[0] in known
        assert app.line(-2).startswith(f"Analysed 4 of {of} ")
        assert counsel.given_up == 0
        for _ in range(of - 4):
            counsel.ready.set()
            await app.settle()
        assert len(rows(app)) == 2
        assert "Analysed" not in app.line(-2)

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
        assert len(at_once.review.mistakes) > 1
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
        assert app.line(-2).startswith(f"Analysed 2 of {len(table.decisions())} ")

    drive(app_with(table), script)


@a_game_of_straws
def test_a_finished_match_is_reviewed_on_request_only(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[ReviewRunner] = []
    monkeypatch.setattr(ReviewRunner, "start_soon", begun.append)
    table = played_badly()
    counsel = asked(table, HeldAdvice)
    assert isinstance(counsel, HeldAdvice)
    counsel.ready.set()

    async def script(app: Driver) -> None:
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert not begun
        await app.press("a")
        assert counsel.compared == len(table.decisions())

    drive(app_with(table), script)


@a_game_of_straws
def test_the_cursor_stays_with_its_decision() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "down")
        screen = app.app.screen
        assert isinstance(screen, AnalysisScreen)
        chosen = screen.query_one(OptionList)
        assert chosen.index == 1
        screen._show()  # pyright: ignore[reportPrivateUsage]
        assert chosen.index == 1
        assert "round 2" in chosen.rows[chosen.index].text

    drive(app_with(table), script)


def test_a_board_as_tall_as_the_screen_leaves_the_list_a_row() -> None:
    table = ended()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("s", "a")
        assert screen_of(app).query_one(OptionList).content_size.height == 1

    drive(at_table(table), script)


@a_game_of_straws
def test_a_match_without_mistakes_or_of_bots_only_says_so() -> None:
    perfect = straws_table("Anna", "Bruno")
    while not perfect.due.over:
        seat = perfect.due.seats[0]
        perfect.submit(perfect.game.legal(perfect.view(seat), seat)[-1])
    asked(perfect)

    async def script(app: Driver) -> None:
        await app.press("a")
        assert "So far" not in app.text
        assert "No mistake of half a point or more." in app.text
        assert app.line(-2) == "Esc goes back."

    drive(app_with(perfect), script)
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
        assert app.line(-2).endswith("Press a on the score sheet to continue.")
        counsel.silent = ""
        await app.press("escape", "a")
        assert len(rows(app)) == 2

    drive(app_with(table), script)


@a_game_of_straws
def test_there_is_no_analysis_during_a_match_or_of_a_versus_match_over_the_network() -> None:
    going = straws_table("Anna", "Bruno")
    asked(going)

    async def meanwhile(app: Driver) -> None:
        await app.press(*ROUND, "s", "a")
        assert isinstance(app.app.screen, ScoreSheetScreen)
        assert "analysis" not in app.line(-1)

    drive(app_with(going), meanwhile)
    contest = played_badly()
    contest.advice = CONTESTED
    with_peers(contest)

    async def after(app: Driver) -> None:
        assert "analysis" not in app.line(-1)
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
        assert "point at 3" in app.text
        assert app.text.isascii()

    drive(app_with(table, terminal=Terminal(ascii=True)), script)


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_a_match_of_campus_galli_is_reviewed(size: tuple[int, int]) -> None:
    game = CampusGalli(Options(2, "coop", 1), standard())
    table, chance = InMemoryTable(game, players("Anna", "Bruno")), RandomStream(bytes(32))
    while not table.due.over:
        seat = table.due.seats[0]
        table.submit(chance.choice(table.game.legal(table.view(seat), seat)))
    table.advice = InstantAdvice(game)

    async def script(app: Driver) -> None:
        await app.press("a")
        found = rows(app)
        assert len(found) == 10
        assert [float(row.split()[0].replace("½", ".5")) for row in found] == sorted(
            float(row.split()[0].replace("½", ".5")) for row in found
        )
        assert all("year" in row and "round" in row for row in found)
        # All of the plan is there, and the list has what room is left.
        assert any(line.startswith("12 ") for line in app.lines)
        (moment,) = app.app.screen.query(CampusBoardSnapshot)
        layout, shown, offered = game.setting.layout, set[tuple[str, int]](), set[bool]()
        for _ in range(10):
            mistakes = screen_of(app)._mistakes  # pyright: ignore[reportPrivateUsage]
            mistake = mistakes[app.app.screen.query_one(OptionList).index]
            either = any(
                moment.stands_on(mistake.decision.view, move) for move in (mistake.best, mistake.decision.move)
            )
            assert ("other move" in app.line(-1), "either move" in app.line(-2)) == (either, either)
            assert ("▸ The abbot: " in app.text) == either
            offered.add(either)
            for move, key in ((mistake.best, "left"), (mistake.decision.move, "right")):
                highlights = moment.plan.highlights
                if isinstance(move, LaySection):
                    assert highlights.held == layout.placements[move.placement].mask
                elif isinstance(move, FlipBuilding) and move.building is not None:
                    assert highlights.marked == layout.areas[move.building]
                else:
                    assert not highlights.held
                shown.add((type(move).__name__, highlights.held))
                await app.press(key)
            await app.press("down")
        assert len(shown) > 5
        assert offered == {True, False}

    drive(at_table(table), script, size)


@a_game_of_straws
def test_a_game_without_a_board_has_only_text() -> None:
    table = played_badly()
    asked(table)

    async def script(app: Driver) -> None:
        await app.press("a", "left")
        assert "Played: point at 1" in app.text
        assert "▸ The abbot" not in app.text
        assert "other move" not in app.line(-1)

    drive(app_with(table), script)


@a_game_of_straws
def test_the_review_covers_the_decisions_of_the_log() -> None:
    table = played_badly()
    asked(table)
    game_review = GameReview(table)
    moves = [one.event for one in table.timeline(PUBLIC, 1000) if isinstance(one.event, Point)]
    assert game_review.review.total == len(table.decisions())
    pointed: list[Move] = [one.move for one in table.decisions() if isinstance(one.move, Point)]
    assert pointed == moves
