"""The readable record of a match: what was played and by whom, every move in notation and in words, the final sheet."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.progress_text import rank_name, score_row
from galli_tui.replay.moment_words import deed_words, viewer_words, when_words
from galli_tui.replay.timeline import OPENING
from galli_tui.sharing.shown import ShownMatch
from galli_tui.startup.sentences import with_full_stop
from galli_tui.style.wording import points_words, seated_words, sentence_start
from galli_tui.tables.seat_names import seat_names
from rules.engine.secrecy import DEALER
from saves.format.header import Header


def record_lines(shown: ShownMatch, texts: GameTexts, header: Header, *, notation: bool = True) -> list[str]:
    """Return the record as lines of text, each move with the number of its moment.

    Without notation it is fit to be read out: whole sentences that say nothing twice, and a short match id.
    """
    timeline = shown.timeline
    moments = [
        (moment.number, " ".join(deed_words(timeline, texts, moment.number, shown.viewer)))
        for moment in timeline.moments
        if notation or not _is_repeated(shown, moment.number)
    ]
    lines, when, before = _head(shown, header, notation), "", ""
    if len(moments) < len(timeline.moments):
        lines.append("The numbers are those of the replay's moments. Moments that only repeat a choice are left out")
    for number, words in moments:
        now = when_words(timeline, number)
        if heading := (now if now != when else "") if notation else _untold(now, when, f"{before} {words}"):
            lines += ["", heading] if notation else [f"{sentence_start(heading)}."]
        when, before = now, words
        event = timeline.event(number, shown.viewer) if notation else None
        written = "" if event is None else f"{timeline.game.format(event)}  "
        if number != OPENING or words:
            lines.append(f"{number:>5}  {written}{words}" if notation else f"{number}: {words}")
    sheet = _sheet(shown, texts)
    return [*lines, "", *sheet] if notation else [with_full_stop(line) for line in (*lines, *sheet)]


def _head(shown: ShownMatch, header: Header, notation: bool) -> list[str]:
    """Return which match it is, who played, and whose view follows."""
    table, game = shown.timeline.table, shown.timeline.game
    began = datetime.fromtimestamp(header.created, UTC).strftime("%Y-%m-%d %H:%M UTC")
    match_id = header.match.hex() if notation else header.match.hex()[:8]
    lines = [full_title(game.meta.key, game.options.with_practice(on=False)), f"Match {match_id}, {began}"]
    lines += [f"Seat {number}: {seated_words(it.name, it.bot)}" for number, it in enumerate(table.players, 1)]
    if table.marks:
        lines.append(f"Marked: {', '.join(table.marks)}")
    return [*lines, f"View: {viewer_words(table, shown.viewer)}"]


def _is_repeated(shown: ShownMatch, number: int) -> bool:
    """Return whether a moment reveals only choices that the viewer has seen being made."""
    return shown.viewer is DEALER and bool(getattr(shown.timeline.event(number, DEALER), "opens_choices", False))


def _untold(now: str, before: str, words: str) -> str:
    """Return the periods that have changed and that words do not name."""
    changed = [it for it in now.split(", ") if it not in before.split(", ")]
    return ", ".join(it for it in changed if not re.search(rf"\b{re.escape(it)}\b", words, re.IGNORECASE))


def _sheet(shown: ShownMatch, texts: GameTexts) -> list[str]:
    """Return the score sheet at the end, a line for each row and seat that has points or a count."""
    timeline = shown.timeline
    names, meta = seat_names(timeline.table), timeline.game.meta
    sheet = timeline.sheet(timeline.last)
    lines = ["Final score" if timeline.table.due.over else "Score so far"]
    for row in sheet.lines:
        if row.count or row.points:
            whose = "" if row.seat is None else f"{names[row.seat]}, "
            lines.append(f"  {whose}{score_row(texts, meta, row, '.5')}")
    if sheet.team is not None:
        rank = rank_name(timeline.game, sheet.rank) if timeline.table.due.over else ""
        return [*lines, f"  Total: {points_words(sheet.team, meta.unit, '.5')}{f', {rank}' if rank else ''}"]
    totals = zip(names, sheet.seats, strict=True)
    lines += [f"  {name}, total: {points_words(score, meta.unit, '.5')}" for name, score in totals]
    if timeline.table.due.over and sheet.winners:
        lines.append(f"  Won by {' and '.join(names[seat] for seat in sheet.winners)}")
    return lines
