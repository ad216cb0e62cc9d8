"""The score sheet in words: rows with counts and points, totals, who leads or has won, the rank and the next one."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.progress_text import score_row, winners_words
from galli_tui.stats.news import match_news
from galli_tui.style.wording import amount_words, points_words, signed_amount
from galli_tui.tables.seat_names import seat_name, seat_names
from galli_tui.tables.table import Table
from rules.bots.score_change import ScoreChange
from rules.engine.events import Move
from rules.engine.score_sheet import Sheet, Unit
from rules.engine.secrecy import PUBLIC
from saves.storage.summary import Score


def change_of_score(points: int, unit: Unit) -> str:
    """Return a change of the score with its direction: "plus 2 points"; "no points" for none."""
    if not points:
        return f"no {unit.many}"
    words = points_words(points, unit)
    return words if points < 0 else f"plus {words}"


def parts_of_change(table: Table, texts: GameTexts, move: Move, change: ScoreChange, said: Collection[str] = ()) -> str:
    """Return what a change of the score by a move is made of, to follow it: ": a fulfilled task +1, a guest monk -2".

    The number of a single row is left out. What another player gains or loses comes after a semicolon. `said` are the
    keys of the mover's rows that are told before.
    """
    unit, together = table.game.meta.unit, table.game.sheet(table.view(PUBLIC)).team is not None
    own, others = list[tuple[str, int]](), list[str]()
    for it in (*change.gains, *change.losses):
        if it.seat == move.seat and it.key in said:
            continue
        label = texts.change_label(it)
        whose = "" if it.seat in (None, move.seat) else f" of {seat_name(table, it.seat)}"
        if together or not whose:
            own.append((f"{label}{whose}", it.points))
        else:
            others.append(f"; {label}{whose} {signed_amount(it.points, unit)}")
    alone = len(own) == 1 and not said
    told = own[0][0] if alone else ", ".join(f"{label} {signed_amount(points, unit)}" for label, points in own)
    return f"{f': {told}' if told else ''}{''.join(others)}"


def score_sentences(table: Table, texts: GameTexts) -> list[str]:
    """Return the whole score sheet: the verdict first, then each player's rows."""
    sheet = table.game.sheet(table.view(PUBLIC))
    return [*verdict_sentences(table, texts), *_rows(table, texts, sheet)]


def verdict_sentences(table: Table, texts: GameTexts) -> list[str]:
    """Return the verdict, and at the end of a match what is new and what scored or cost the most."""
    sheet = table.game.sheet(table.view(PUBLIC))
    return [*_verdict(table, texts, sheet), *(match_news(table, texts) if table.due.over else ())]


def _verdict(table: Table, texts: GameTexts, sheet: Sheet) -> Iterator[str]:
    """Yield the score, who leads or has won or which rank is reached, and what is missing to the next."""
    game, over, names = table.game, table.due.over, seat_names(table)
    unit = game.meta.unit
    if sheet.team is None:
        score = Score(sheet.seats, None, sheet.winners, texts.outcome(sheet))
        if words := winners_words(score, names, unit, over=over):
            yield f"{words}."
        return
    whose = "The final score" if over else "The score now"
    yield f"{whose} is {points_words(sheet.team, unit)}."
    ranks = [*texts.steps(game), *texts.bands(game)]
    at = next((number for number, rank in enumerate(ranks) if rank.key == sheet.rank), None)
    if at is None:
        return
    reached, *higher = ranks[at:]
    verdict = f": {reached.verdict}" if reached.verdict else ""
    yield f"The rank {'reached' if over else 'now'} is {reached.name}{verdict}."
    following = next((rank for rank in higher if rank.least is not None), None)
    if following is not None and following.least is not None:
        yield f"The next rank is {following.name}: {missing_words(following.least - sheet.team, unit, over=over)}."


def missing_words(number: int, unit: Unit, *, over: bool) -> str:
    """Return how much is missing, or was if the match is over: "1 point is missing"."""
    verb = ("was" if over else "is") if number <= unit.parts else "were" if over else "are"
    return f"{amount_words(number, unit)} {verb} missing"


def _rows(table: Table, texts: GameTexts, sheet: Sheet) -> Iterator[str]:
    names, unit = seat_names(table), table.game.meta.unit
    for seat in (*range(len(names)), None):
        lines = [line for line in sheet.lines if line.seat == seat and (line.count or line.points)]
        if seat is not None and table.game.meta.adds_up and (len(names) > 1 or sheet.team is None):
            yield f"{names[seat]} has {points_words(sheet.seats[seat], unit)}."
        elif lines:
            yield f"{names[seat]}:" if seat is not None else "For the whole table:"
        yield from (f"{score_row(texts, table.game.meta, line)}." for line in lines)
