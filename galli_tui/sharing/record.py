"""The readable record of a match: what was played and by whom, every move in notation and in words, the final sheet."""

from __future__ import annotations

from datetime import UTC, datetime

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.progress_text import score_row
from galli_tui.replay.moment_words import deed_words, viewer_words, when_words
from galli_tui.replay.timeline import OPENING
from galli_tui.sharing.shown import ShownMatch
from galli_tui.style.wording import points_words, seated_words, sentence_start
from galli_tui.tables.seat_names import seat_names
from saves.format.header import Header


def record_lines(shown: ShownMatch, texts: GameTexts, header: Header, *, notation: bool = True) -> list[str]:
    """Return the record as lines of text, each move with the number of its moment.

    Without notation it is fit to be read out: whole sentences, and a short match id.
    """
    timeline, viewer = shown
    table, game = timeline.table, timeline.game
    began = datetime.fromtimestamp(header.created, UTC).strftime("%Y-%m-%d %H:%M UTC")
    match_id = header.match.hex() if notation else header.match.hex()[:8]
    lines = [full_title(game.meta.key, game.options.with_practice(on=False)), f"Match {match_id}, {began}"]
    lines += [f"Seat {number}: {seated_words(it.name, it.bot)}" for number, it in enumerate(table.players, 1)]
    if table.marks:
        lines.append(f"Marked: {', '.join(table.marks)}")
    lines.append(f"View: {viewer_words(table, viewer)}")
    when = ""
    for moment in timeline.moments:
        event = timeline.event(moment.number, viewer)
        now = when_words(timeline, moment.number)
        if now != when:
            lines += ["", now if notation else f"{sentence_start(now)}."]
            when = now
        words = " ".join(deed_words(timeline, texts, moment.number, viewer))
        written = f"{game.format(event)}  " if notation and event is not None else ""
        if moment.number != OPENING or words:
            lines.append(f"{moment.number:>5}  {written}{words}" if notation else f"{moment.number}: {words}")
    return [*lines, "", *_sheet(shown, texts)]


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
        return [*lines, f"  Total: {points_words(sheet.team, meta.unit, '.5')}"]
    totals = zip(names, sheet.seats, strict=True)
    lines += [f"  {name}, total: {points_words(score, meta.unit, '.5')}" for name, score in totals]
    if timeline.table.due.over and sheet.winners:
        lines.append(f"  Won by {' and '.join(names[seat] for seat in sheet.winners)}")
    return lines
