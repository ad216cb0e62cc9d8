"""How a finished match was won: the final scores, the lead, and the widest swing.

It says only what the score sheets of the match show. A match in which the seats play together has no such words.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from galli_tui.game_api.progress_text import match_status
from galli_tui.replay.timeline import Timeline
from galli_tui.style.wording import amount, amount_words, listed, sentence_start, without_notes
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.turn_flow import local_seats
from rules.engine.secrecy import Seat

_MOST_SWINGS: Final = 2
"""The most rounds that are named as the widest swing, where several are equal."""


def course_words(timeline: Timeline) -> list[str]:
    """Return how the match was won, in two sentences at most; none for a team or an unfinished match.

    For example "Bruno won with 76 points to your 64." and "Bruno led in points from round 9 to the end, and
    gained most on you in round 12 (9 more).".
    """
    sheet, table = timeline.sheet(timeline.last), timeline.table
    if sheet.team is not None or len(sheet.seats) < 2 or not table.due.over:
        return []
    winner, own = sheet.winners[0], local_seats(table)
    others = [seat for seat in map(Seat, range(len(sheet.seats))) if seat not in sheet.winners]
    if len(sheet.winners) > 1 or not others:
        return [f"{without_notes(match_status(table))}."]
    rival = own[0] if len(own) == 1 and own[0] in others else max(others, key=sheet.standing)
    course = _Course(timeline, own[0] if len(own) == 1 else None, winner, rival)
    return [course.result(), *course.lead()]


class _Course(NamedTuple):
    """How the winner of a match left a rival behind."""

    timeline: Timeline
    own: Seat | None
    """The only seat of this terminal, which is addressed."""
    winner: Seat
    rival: Seat

    def result(self) -> str:
        """Return the final scores and, where a score is a mere count, when each step of it was reached."""
        scores, meta = self.timeline.sheet(self.timeline.last).seats, self.timeline.game.meta
        if scores[self.winner] <= scores[self.rival]:
            return f"{without_notes(match_status(self.timeline.table))}."
        most, least = amount_words(scores[self.winner], meta.unit), amount(scores[self.rival], meta.unit)
        steps = ["" if meta.adds_up else self._steps(seat) for seat in (self.winner, self.rival)]
        whose = "your" if self.rival == self.own else f"{self._name(self.rival)}'s"
        return f"{sentence_start(self._name(self.winner))} won with {most}{steps[0]} to {whose} {least}{steps[1]}."

    def lead(self) -> list[str]:
        """Return since when the winner was ahead, and when the gain was largest, by what the score curve shows."""
        timeline, unit = self.timeline, self.timeline.curve_unit
        leads = [scores[self.winner] - scores[self.rival] for scores in timeline.curve]
        if leads[-1] <= 0:
            return []
        since = max((number for number, lead in enumerate(leads) if lead <= 0), default=-1) + 1
        begun = f"from {when} to the end" if since and (when := self._rounds([self._round(since)])) else "all along"
        told = f"{sentence_start(self._name(self.winner))} led in {unit.many} {begun}"
        return [f"{told}{self._widest(leads)}."]

    def _widest(self, leads: Sequence[int]) -> str:
        """Return in which rounds the lead has grown most, unless there are many; empty in a game without rounds."""
        swings = defaultdict[int, int](int)
        for number, (before, now) in enumerate(pairwise(leads), 1):
            swings[self._round(number)] += now - before
        most = max(swings.values(), default=0)
        widest = [it for it, gain in swings.items() if gain == most]
        when = self._rounds(widest)
        if not when or len(widest) > _MOST_SWINGS:
            return ""
        more = f"{amount(most, self.timeline.curve_unit)} more{' in each' if len(widest) > 1 else ''}"
        return f", and gained most on {self._name(self.rival)} in {when} ({more})"

    def _steps(self, seat: Seat) -> str:
        """Return the rounds in which a score grew, in brackets; empty if it never did."""
        sheets = [self.timeline.sheet(number).seats[seat] for number in range(len(self.timeline.moments))]
        when = self._rounds(self._round(number) for number, (old, new) in enumerate(pairwise(sheets), 1) if new > old)
        return f" ({when})" if when else ""

    def _round(self, number: int) -> int:
        """Return the number of the shortest period that a moment belongs to; 0 if there is none."""
        periods = self.timeline.moments[number].periods
        return periods[-1].number if periods else 0

    def _rounds(self, numbers: Iterable[int]) -> str:
        """Return rounds in words: "round 5", "rounds 5, 8 and 9"; empty without any."""
        found = sorted(set(numbers) - {0})
        name = self.timeline.period_names[-1] if self.timeline.period_names else ""
        return f"{name}{'s' if len(found) > 1 else ''} {listed(map(str, found))}" if found else ""

    def _name(self, seat: Seat) -> str:
        """Return a player's name, or "you"."""
        table = self.timeline.table
        return "you" if seat == self.own else table.players[seat].name or seat_name(table, seat)
