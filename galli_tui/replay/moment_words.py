"""A moment of a match in words: when it is, who did what, who sees it, and what it changed on the score sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.replay.timeline import OPENING, Timeline
from galli_tui.style.wording import in_third_person
from galli_tui.tables.seat_names import seat_name
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.score_sheet import ScoreLine
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer


def when_words(timeline: Timeline, number: int) -> str:
    """Return when a moment is, e.g. "year 1, round 4" or "setup"; empty in a game without periods."""
    periods = timeline.moments[number].periods
    if periods and not periods[-1].number:
        return "setup"
    return ", ".join(f"{it.name} {it.number}" for it in periods)


def brief_when(timeline: Timeline, number: int) -> str:
    """Return when a moment is by the shortest period alone, which never comes back, e.g. "round 4" or "setup"."""
    return when_words(timeline, number).rpartition(", ")[2]


def viewer_words(table: Table, viewer: Viewer) -> str:
    """Return whose view it is: "all open", "public" or a player's name."""
    if viewer is DEALER:
        return "all open"
    return "public" if viewer is PUBLIC else seat_name(table, viewer)


def deed_words(timeline: Timeline, texts: GameTexts, number: int, viewer: Viewer) -> list[str]:
    """Return what happened at a moment as the viewer may know it, in sentences; at least one."""
    if number == OPENING:
        return ["The match begins."]
    event = timeline.events(number, viewer)[-1]
    lines = texts.event_lines(timeline.table, event)
    if isinstance(event.event, Move):
        name = seat_name(timeline.table, event.event.seat)
        if any(name in line for line in lines):
            return lines
        words = texts.decision(timeline.table, timeline.view(number - 1, viewer), event.event)
        return [f"{name} {in_third_person(words)}.", *lines]
    drawn = texts.drawn(timeline.table, event)
    if lines and not drawn:
        return lines
    seat: Seat | None = getattr(event.event, "seat", None)
    who = "The dealer" if seat is None else seat_name(timeline.table, seat)
    return [f"{who} draws{f' {drawn}' if drawn else ''}.", *lines]


_ASIDE: Final = re.compile(r" \([^()]*\)")
_REST: Final = re.compile(r"(?:[:;]| and pays| for (?:\d|the )| with (?:card )?\d) ?")


def within(sentences: Sequence[str], room: int) -> str:
    """Return the first sentences that fit into `room` cells; of a longer first one, as many whole parts as fit.

    What is in brackets goes first, then what follows a colon, or the price: the rest remains a true sentence.
    """
    text = ""
    for sentence in sentences:
        if cell_len(text) + cell_len(sentence) + bool(text) > room:
            break
        text = f"{text} {sentence}".lstrip()
    if text:
        return text
    text = sentences[0]
    for part in (_ASIDE, _REST):
        while cell_len(text) > room and (found := [it for it in part.finditer(text) if not _quoted(text, it.start())]):
            at = found[-1]
            text = text[: at.start()] + (text[at.end() :] if part is _ASIDE else ".")
    return text


def _quoted(text: str, at: int) -> bool:
    return text[:at].count('"') % 2 == 1


class ScoreStep(NamedTuple):
    """A row of the score sheet that a moment changed. Points are in the game's unit."""

    label: str
    seat: Seat | None
    count: int  # pyright: ignore[reportIncompatibleMethodOverride]
    """How much its count grew."""
    points: int


def score_steps(timeline: Timeline, texts: GameTexts, number: int) -> list[ScoreStep]:
    """Return what a moment changed on the score sheet, row by row; of sheets that add up, only in points."""
    if number == OPENING:
        return []
    adds_up = timeline.game.meta.adds_up
    old, new = (_rows(timeline.sheet(it).lines) for it in (number - 1, number))
    found: list[ScoreStep] = []
    for row in {**old, **new}:
        before, now = old.get(row), new.get(row)
        line = now or before
        count = (now.count if now else 0) - (before.count if before else 0)
        points = (now.points if now else 0) - (before.points if before else 0)
        if line is not None and (points if adds_up else count):
            found.append(ScoreStep(texts.score_label(line), line.seat, count, points))
    return found


def _rows(lines: tuple[ScoreLine, ...]) -> dict[tuple[str, Seat | None], ScoreLine]:
    return {(line.key, line.seat): line for line in lines}
