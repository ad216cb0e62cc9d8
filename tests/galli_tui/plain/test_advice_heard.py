"""Plain mode: the order of the moves, where they go best, hints of equal moves, and the review."""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Any

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.plain import review_talk
from galli_tui.plain.advice_words import ReviewReader
from galli_tui.plain.dialogue import Dialogue, InputEnded
from galli_tui.plain.line_reader import Completer, LineReader, TypedLine
from galli_tui.plain.review_talk import ReviewTalk
from galli_tui.plain.table import PlainTable
from galli_tui.screens.table.replay_text import grade_paragraphs
from rules.bots.review import Decision, Grade, GradedDecision, Review
from rules.bots.rollout_search import RankedMove
from rules.campus_galli.laying_sections import FlipBuilding, LaySection, TakeFromHut
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.secrecy import DEALER, Seat
from tests.support.bot_backends import HeldAdvice, InstantAdvice, SpreadAdvice
from tests.support.plain_talk import ReadyLines, answered, best_rated, heard, new_table
from tests.support.positions import position, table, with_symbols
from tests.support.replays import replayed
from tests.support.table_positions import PositionTable

_SOLO = Options(1, "solo", 1)
_ORDER = "best first by a quick estimate"
_CLOSER = ", which looks beyond the points now; type hint for a closer look"
_WAITING = "Press Enter to hear what is found so far, or type a command:"
_OVER = "The match is over:"


def advised(advice: type[InstantAdvice] = InstantAdvice) -> InMemoryTable:
    """Return a new match of Campus Galli, with advice, in which the first move leads to sections to take."""
    table = new_table("campus-galli", _SOLO, seed=3)
    table.advice = advice(table.game)
    return table


def test_every_list_says_its_order_and_the_first_alone_names_the_hint(capsys: pytest.CaptureFixture[str]) -> None:
    headings = [line for line in heard(capsys, advised(), "moves", "1", "moves") if " legal moves, " in line]
    assert f"legal moves, {_ORDER}{_CLOSER}." in headings[0]
    assert len(headings) > 2
    assert all(f"legal moves, {_ORDER}." in line for line in headings[1:])


def test_a_card_and_a_section_are_read_with_their_best_place(capsys: pytest.CaptureFixture[str]) -> None:
    table = advised()
    cards = [line for line in answered(capsys, table, "moves") if re.match(r"\d+: choose ", line)]
    assert cards
    assert all(re.search(r", best with a [a-z]+ [a-z]+ on [a-o]\d+ ", line) for line in cards)
    said = heard(capsys, table, "1", "moves")
    sections = [line for line in said if re.match(r"\d+: [a-z]+ from the hut", line)]
    assert sections
    assert all(re.search(r", best on [a-o]\d+ ", line) for line in sections)


def test_a_best_place_says_what_it_would_score(capsys: pytest.CaptureFixture[str]) -> None:
    table = advised()
    checked = 0
    while not table.due.over and checked < 6:
        best = best_rated(table, Seat(0))
        if isinstance(best, TakeFromHut):
            line = next(it for it in answered(capsys, table, "moves") if it.startswith("1: "))
            found = re.search(r", best on ([^,.]+)(?:, (plus|minus) (\d+))?\.$", line)
            assert found is not None, line
            table.submit(best)
            placed = next(it for it in answered(capsys, table, f"moves {found[1]}") if re.match(r"\d+: ", it))
            scored = re.match(r"\d+: (plus|minus) (\d+) points? now: ", placed)
            assert found.group(2, 3) == ((None, None) if scored is None else scored.groups())
            checked += 1
        else:
            table.submit(best)
        if table.paused:
            table.resume_play()
    assert checked


class Equal(InstantAdvice):
    """Finds all moves equal."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        return [RankedMove(move, 0.0, 8) for move in self._game.legal(view, seat)]


def test_a_hint_of_equal_moves_says_that_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    _, equal, *moves = answered(capsys, advised(Equal), "hint")
    assert equal == "The abbot rates both equal."
    assert [line[:2] for line in moves] == ["1:", "2:"]
    assert not any(" rates " in line for line in answered(capsys, advised(SpreadAdvice), "hint"))


class TwoEqual(InstantAdvice):
    """Finds the moves equal in pairs, each pair a point behind the one before."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        return [RankedMove(move, place // 2 * 120.0, 8) for place, move in enumerate(self._game.legal(view, seat))]


def test_a_reason_for_a_move_equal_to_the_best_names_the_move_that_it_is_compared_with(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = advised(TwoEqual)
    found: list[tuple[str, str]] = []
    while not found:
        legal = table.game.legal(table.view(Seat(0)), Seat(0))
        said = answered(capsys, table, "hint") if len(legal) > 2 else []
        worse = next(
            (said[place - 1].partition(":")[0] for place, it in enumerate(said) if " below the best" in it), ""
        )
        found = [(line, worse) for line in said if line.startswith("Compared with ")]
        table.submit(legal[-1])
        if table.paused:
            table.resume_play()
    assert all(line.startswith(f"Compared with move {worse}, it ") for line, worse in found)


class FromTheLast(InstantAdvice):
    """Finds the moves better the later they are in the order of the rules, each by a point."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        legal = self._game.legal(view, seat)
        return [RankedMove(move, place * 120.0, 8) for place, move in enumerate(reversed(legal))]


def test_a_hint_in_another_order_first_says_what_its_numbers_are_and_each_is_taken(
    capsys: pytest.CaptureFixture[str],
) -> None:
    table = advised(FromTheLast)
    while len(table.game.legal(table.view(Seat(0)), Seat(0))) < 7:
        table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    said = answered(capsys, table, "hint")
    assert said[1] == "Each move has its number in the list of all, which begins with these moves from now on."
    named = {number for line in said for number in re.findall(r"\bmove (\d+)", line)}
    read = [number for line in said if (number := line.partition(":")[0]).isdecimal()]
    assert named <= set(read)
    assert not any(" again to make this move." in line for line in heard(capsys, table, "hint", read[-1]))


def test_the_reason_for_the_best_move_says_with_which_move_it_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    table = advised(SpreadAdvice)
    reasons: list[str] = []
    while not table.due.over and len(reasons) < 3:
        legal = table.game.legal(table.view(Seat(0)), Seat(0))
        said = answered(capsys, table, "hint") if len(legal) > 2 else []
        best = next((place for place, line in enumerate(said) if line.startswith("This is the best move.")), None)
        if best is not None and not re.match(r"\d+: ", said[best + 1]):
            reasons.append(said[best + 1])
        table.submit(legal[0])
        if table.paused:
            table.resume_play()
    assert len(reasons) == 3
    assert all(
        re.match(r"Compared with move \d+, it |It .*\(move \d+ |It .* than (those of )?move \d+", line)
        for line in reasons
    ), reasons


PLAY = position(table(1, "solo", box=with_symbols()), turns=("1 angel-1",), laying="hut red hall")
GAPLESS, WITH_GAP = (PLAY.game.parse(f"1 lay {spaces}") for spaces in ("c4 c5 c6 c7", "c5 c6 c7 c8"))
ONE_GAP = "leaves 1 small gap at c4 for a lazy monk"


class GaplessFirst(InstantAdvice):
    """Finds the placement without a gap best."""

    async def options(self, seat: Seat, view: Any) -> list[RankedMove]:
        both = [it for it in (GAPLESS, WITH_GAP) if isinstance(it, Move)]
        return [RankedMove(move, 240.0 * place, 8) for place, move in enumerate(both)]


def test_a_hint_names_the_number_of_the_move_that_leaves_a_gap(capsys: pytest.CaptureFixture[str]) -> None:
    at = PositionTable(PLAY)
    at.advice = GaplessFirst(at.game)
    said = answered(capsys, at, "hint")
    (number,) = (line.partition(":")[0] for line in said if re.match(r"\d+: .*c5 c6 c7 c8", line))
    assert [line for line in said if ONE_GAP in line] == [
        f"It leaves no new small gap (move {number} {ONE_GAP}).",
        f"The best leaves no new small gap (this move {ONE_GAP}).",
    ]


def test_a_review_says_that_the_move_made_leaves_a_gap() -> None:
    assert isinstance(GAPLESS, Move)
    assert isinstance(WITH_GAP, Move)
    texts, view = texts_of("campus-galli"), PLAY.game.view(PLAY.state, Seat(0))
    graded = GradedDecision(Decision(0, 1, Seat(0), view, WITH_GAP), Grade.MISTAKE, GAPLESS, 8, 8)
    at, why = PositionTable(PLAY), f"leaves no new small gap (the move made {ONE_GAP})"
    assert f"The better move {why}." in ReviewReader(at, texts).begin(Review(1, (graded,)))
    assert f"It {why}." in [it.text for it in grade_paragraphs(at, texts, graded)]


def test_a_pipe_waits_for_the_review(capsys: pytest.CaptureFixture[str]) -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)
    said = answered(capsys, table, "review", _OVER)
    assert re.fullmatch(r"The abbot is reviewing \d+ decisions\. This can take a few minutes\.", said[0])
    assert said[1].startswith("What cost Anna most: ")
    assert said[2].startswith("What cost Bruno most: ")
    assert "could have been better. None of these is likely to be chance. The worst comes first." in said[3]
    assert answered(capsys, table, "review", _OVER)[0] == said[0]


def test_a_review_is_read_in_pages_and_all_of_it_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    table = replayed("campus-1")
    table.advice = SpreadAdvice(table.game)

    def read(*lines: str) -> list[list[str]]:
        """Return the answers to these lines."""
        told = "\n".join(heard(capsys, table, *lines, "")).split(_OVER)
        return [answer.strip().splitlines() for answer in told[1:-2]]

    def numbers(answer: list[str]) -> list[int]:
        return [int(line.partition(":")[0]) for line in answer if re.match(r"\d+: ", line)]

    first, second, whole = read("review", "more", "review all")
    assert first[1].startswith("What cost Anna most: ")
    assert "The worst comes first." in first[3]
    assert numbers(first) == [1, 2, 3]
    assert numbers(second) == [4, 5, 6]
    every = numbers(whole)
    assert every == list(range(1, len(every) + 1))
    assert len(every) > 7
    assert first[-1] == f"{len(every) - 3} more decisions. Type more to go on."
    assert second[-1] == f"{len(every) - 6} more decisions. Type more to go on."
    assert not any(line.endswith("Type more to go on.") for line in whole)


def test_a_decision_of_the_review_is_told_by_its_number_with_its_position(capsys: pytest.CaptureFixture[str]) -> None:
    match = replayed("campus-1")
    match.advice = SpreadAdvice(match.game)
    told = "\n".join(heard(capsys, match, "review", "2", "review 2 all", "review 999", "more", "")).split(_OVER)
    page, two, whole, missing, more = (answer.strip().splitlines() for answer in told[1:6])
    first = next(place for place, line in enumerate(page) if line.startswith("2: "))
    told_first = page[first : next(place for place, line in enumerate(page) if line.startswith("3: "))]
    for answer in (two, whole):
        assert answer[: len(told_first)] == told_first
        assert answer[len(told_first)].startswith("The position at that moment.")
    assert any(line.startswith("Buildings: ") for line in two)
    assert any(re.match(r"The church \(A\): wood, \d+ of ", line) for line in whole)
    assert len(missing) == 1
    assert re.fullmatch(r"The decisions of the review are 1 to \d+\. Type more to go on\.", missing[0])
    assert more[0].startswith("4: ")
    told = "\n".join(heard(capsys, match, "review all", "review 999", "")).split(_OVER)
    assert told[2].strip().endswith("Type review to hear them again.")


def test_a_number_asked_for_before_the_review_was_read_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    match = replayed("campus-1")
    match.advice = SpreadAdvice(match.game)
    assert any(line.startswith("1: ") for line in answered(capsys, match, "review 2", _OVER))


def test_the_last_page_of_a_review_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    match = replayed("campus-1")
    match.advice = SpreadAdvice(match.game)
    assert answered(capsys, match, "review all", _OVER)[-1].startswith("These were all.")


def test_a_review_of_one_seat_has_no_head_that_repeats_its_list(capsys: pytest.CaptureFixture[str]) -> None:
    table = advised(SpreadAdvice)
    while not table.due.over:
        if table.paused:
            table.resume_play()
        else:
            table.submit(table.game.legal(table.view(Seat(0)), Seat(0))[0])
    said = answered(capsys, table, "review", _OVER)
    assert "The worst comes first." in said[1]
    assert not any(line.startswith("What cost ") for line in said)


def test_rules_go_on_after_the_end_of_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    said = heard(capsys, replayed("campus-1"), "rules section", "more", "")
    prompts = [place for place, line in enumerate(said) if line == _OVER]
    first, second = said[prompts[0] + 1 : prompts[1]], said[prompts[1] + 1 : prompts[2]]
    assert len(second) > 1
    assert second != first


class Broken(SpreadAdvice):
    """Fails at the first decision."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        raise ValueError("no such decision")


def test_a_review_says_what_a_flip_scored_points_for() -> None:
    table = replayed("campus-1")
    events = table.timeline(DEALER, 1000)
    entry, seat = next((it.entry, it.event.seat) for it in events if isinstance(it.event, FlipBuilding))
    best, other = (FlipBuilding(seat, building) for building in (3, 10))
    it = GradedDecision(Decision(entry, 2, seat, events[entry - 1].view, other), Grade.MISTAKE, best, 6, 10)
    said = " ".join(ReviewReader(table, texts_of("campus-galli")).begin(Review(1, (it,))))
    rows = "a master builder beside the building +1, a building that is no longer parchment +6"
    assert f"It scored 4 points at once: {rows}, a new gap of 4 or more spaces -3." in said
    assert f"It scored 7 points at once: {rows}." in said
    assert "The better move adjoins 3 open building spaces, so it makes no new gap" in said


def test_a_review_says_in_what_kind_of_decisions_most_was_lost() -> None:
    table, graded = replayed("campus-1", here="1"), list[GradedDecision]()
    for kind, cost in ((LaySection, 6), (LaySection, 4), (FlipBuilding, 2)):
        used = {it.decision.entry for it in graded}
        events = enumerate(table.timeline(DEALER, 1000))
        at = next(at for at, it in events if isinstance(it.event, kind) and it.event.seat == 0 and at not in used)
        view, made = table.timeline(DEALER, 1000)[at - 1].view, table.timeline(DEALER, 1000)[at].event
        best = next(it for it in table.game.legal(view, Seat(0)) if it != made)
        assert isinstance(made, kind)
        graded.append(GradedDecision(Decision(at, 1, Seat(0), view, made), Grade.MISTAKE, best, cost, 10))
    said = ReviewReader(table, texts_of("campus-galli")).begin(Review(3, tuple(graded)))
    assert said[0] == "Placing sections cost you the most overall: about 5 points of 6."


def test_a_review_that_fails_says_so_and_is_no_longer_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    table = replayed("campus-1")
    table.advice = Broken(table.game)
    talk = ReviewTalk(table, texts_of("campus-galli"), Dialogue(ReadyLines([])))
    asyncio.run(talk.ask())
    said = capsys.readouterr().out.splitlines()
    assert said[1].startswith("The review has stopped because of an error: ValueError('no such decision').")
    assert not talk.awaited


class Person(LineReader):
    """A person at a terminal, who types when the test says so."""

    def __init__(self) -> None:
        self.at_terminal = True
        self.complete: Completer | None = None
        self.asked = asyncio.Event()
        self._line: asyncio.Future[TypedLine | None] | None = None

    def read(self, prompt: str) -> asyncio.Future[TypedLine | None]:
        self._line = asyncio.get_running_loop().create_future()
        self.asked.set()
        return self._line

    @property
    def shows_prompt(self) -> bool:
        return False

    async def type(self, text: str | None) -> None:
        """Type a line once it is asked for; None ends the input."""
        async with asyncio.timeout(60):
            await self.asked.wait()
        self.asked.clear()
        assert self._line is not None
        self._line.set_result(None if text is None else TypedLine(text))


class Slow(HeldAdvice, SpreadAdvice):
    """Compares nothing before it is let go."""


@pytest.mark.parametrize("waits", [True, False])
def test_at_a_terminal_enter_stops_waiting_for_the_review(
    waits: bool, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_talk, "PROGRESS", 0.01)
    table = replayed("campus-1")
    advice = table.advice = Slow(table.game)
    told: list[str] = []

    async def until(words: str) -> None:
        async with asyncio.timeout(60):
            while words not in "".join(told):
                told.append(capsys.readouterr().out)
                await asyncio.sleep(0)

    async def talk() -> None:
        person = Person()
        talking = asyncio.ensure_future(PlainTable(Dialogue(person), table).run())
        await person.type("review")
        await until("The abbot is reviewing ")
        await until(_WAITING)
        if not waits:
            await person.type("")
            await until("The review goes on. You will be told when it is finished.")
        advice.ready.set()
        await until("What cost Anna most: " if waits else "The review is finished. Type review to hear it.")
        if not waits:
            await person.type("review")
            await until("What cost Anna most: ")
        async with asyncio.timeout(60):  # The prompt comes again after what was said by itself.
            while not "".join(told).rstrip().endswith(_OVER):
                told.append(capsys.readouterr().out)
                await asyncio.sleep(0)
        await person.type(None)
        with contextlib.suppress(InputEnded):
            await talking

    capsys.readouterr()
    asyncio.run(talk())
    assert "".join(told).count("What cost Anna most: ") == 1


class Unhurried(SpreadAdvice):
    """Compares each decision only after the others have had some turns."""

    async def beside(self, decision: Decision) -> list[RankedMove]:
        for _ in range(10):
            await asyncio.sleep(0)
        return await super().beside(decision)


def test_a_review_says_how_far_it_is_once_at_each_quarter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_talk, "PROGRESS", 0)
    table = replayed("campus-1")
    table.advice = Unhurried(table.game)
    said = answered(capsys, table, "review", _OVER)
    found = [re.match(r"The abbot has reviewed (\d+) of (\d+) decisions\.", line) for line in said]
    assert [4 * int(it[1]) // int(it[2]) for it in found if it] == [1, 2, 3]


class FirstOnly(SpreadAdvice):
    """Compares some decisions, and then none until the end."""

    left = 20

    async def beside(self, decision: Decision) -> list[RankedMove]:
        self.left -= 1
        if self.left < 0:
            await asyncio.Event().wait()
        return await super().beside(decision)


def test_enter_reads_what_the_review_has_found_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(review_talk, "PROGRESS", 0.01)
    table = replayed("campus-1")
    table.advice = FirstOnly(table.game)
    told: list[str] = []

    async def until(words: str) -> None:
        async with asyncio.timeout(60):
            while words not in "".join(told):
                told.append(capsys.readouterr().out)
                await asyncio.sleep(0)

    async def talk() -> None:
        person = Person()
        talking = asyncio.ensure_future(PlainTable(Dialogue(person), table).run())
        await person.type("review")
        await until("The abbot has reviewed 20 of ")
        await until(" left.")
        await until("The costliest so far: ")
        await person.type("")
        await until("The review goes on.")
        await person.type(None)
        with contextlib.suppress(InputEnded):
            await talking

    capsys.readouterr()
    asyncio.run(talk())
    said = "".join(told)
    assert said.count("The costliest so far: ") == 1  # The same decision is not named twice.
    found = said.partition("20 of ")[2].partition("are reviewed so far.")[2]
    assert (
        "of 20 decisions could have been better. None of these is likely to be chance. The worst comes first." in found
    )
    assert found.index("\n1: ") < found.index("\n2: ") < found.index("The review goes on.")


class NoneYet(FirstOnly):
    """Compares no decision at all."""

    left = 0


def test_a_review_asked_for_again_says_how_far_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    table = replayed("campus-1")
    table.advice = NoneYet(table.game)

    async def talk() -> None:
        person = Person()
        talking = asyncio.ensure_future(PlainTable(Dialogue(person), table).run())
        for line in ("review", "review", "review all", None):
            await person.type(line)
        with contextlib.suppress(InputEnded):
            await talking

    asyncio.run(talk())
    said = capsys.readouterr().out
    assert said.count("This can take a few minutes.") == 1
    assert said.count("The abbot is still reviewing the first of ") == 2
    assert said.count("You will hear the whole review at once.") == 1
