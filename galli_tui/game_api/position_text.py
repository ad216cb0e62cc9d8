"""The whole position at a table in words: the match, the board, what is asked, and the legal moves in brief.

It says what one viewer may know. `galli_tui.game_api.game_texts` describes the board itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, islice, takewhile
from typing import Any, Final

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.match_words import full_title
from galli_tui.game_api.position import Description
from galli_tui.game_api.progress_text import match_status
from galli_tui.style.wording import amount, amount_words, listed, sentence_start
from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

MOST_MOVES: Final = 12
"""The most legal moves that are told one by one; of more, each kind is told with a few examples."""
_EXAMPLES: Final = 3
_RECENT: Final = 80
"""How many events are looked back on for what the log says of this round."""


def position_text(table: Table, texts: GameTexts, viewer: Viewer, *, aloud: bool = False) -> list[Description]:
    """Return the position as a viewer may know it; to be read `aloud`, moves are without their notation."""
    view, players = table.view(viewer), [player.name for player in table.players]
    return [
        Description("The match", tuple(_match(table, texts, view, viewer))),
        *(_with_log(table, texts, viewer, part) for part in texts.position(table.game, view, players)),
        Description("What is next", tuple(_next(table, texts, view, viewer, aloud))),
    ]


def _with_log(table: Table, texts: GameTexts, viewer: Viewer, part: Description) -> Description:
    """Return a part with the sentences of the log that belong to it; what the dealer did follows the move before it."""
    if not part.log:
        return part
    events = table.timeline(viewer, _RECENT)
    now = texts.progress(table.game, events[-1].view) if events else ""
    this_round = takewhile(lambda it: texts.progress(table.game, it.view) == now, reversed(events))
    until_last = dropwhile(lambda it: not any(told.key in part.log for told in it.view.told), this_round)
    last = list(islice(until_last, 2))
    if last and isinstance(last[0].event, Move):
        last = last[:1]
    return part._replace(lines=(*part.lines, *(line for it in reversed(last) for line in texts.event_lines(table, it))))


def position_lines(parts: Sequence[Description]) -> list[str]:
    """Return the description as plain lines: each title, and its lines indented."""
    return [line for part in parts for line in (part.title, *(f"  {it}" for it in part.lines), "")][:-1]


def _match(table: Table, texts: GameTexts, view: Any, viewer: Viewer) -> Iterator[str]:
    game = table.game
    yield f"{full_title(game.meta.key, game.options)}."
    if progress := texts.progress(game, view):
        yield f"{progress.capitalize()}."
    sheet = game.sheet(view)
    if sheet.team is not None:
        whose = "Team score" if len(table.players) > 1 else "Score now"
        yield f"{whose}: {amount_words(sheet.team, game.meta.unit)}."
    elif any(sheet.seats):
        both = zip(table.players, sheet.seats, strict=True)
        scores = ", ".join(f"{player.name} {amount(own, game.meta.unit)}" for player, own in both)
        yield f"{sentence_start(game.meta.unit.many)}: {scores}."
    who = table.players[viewer].name if isinstance(viewer, int) else ""
    yield f"As {who} sees it." if who else "What everyone can see."


def _next(table: Table, texts: GameTexts, view: Any, viewer: Viewer, aloud: bool) -> Iterator[str]:
    due = table.due
    if due.over:
        yield f"The match is over: {match_status(table)}."
        return
    yield (texts.next_step if viewer in due.seats else texts.waiting)(table) or "The dealer is next."
    for seat in due.seats:
        yield from _legal_lines(table, texts, view, seat, aloud)


def _legal_lines(table: Table, texts: GameTexts, view: Any, seat: Seat, aloud: bool) -> Iterator[str]:
    """Yield the legal moves of a seat that a view shows: notation and words, or a summary of many."""

    def briefly(move: Move) -> str:
        return texts.decision_forms(table, view, move)[-1] if aloud else notation(table, move)

    def line(move: Move) -> str:
        words = texts.decision(table, view, move)
        return sentence_start(f"{words}.") if aloud else f"{notation(table, move)}: {words}."

    moves = table.game.legal(view, seat)
    kinds: dict[str, list[Move]] = {}
    for move in moves:
        kinds.setdefault(notation(table, move).split()[0], []).append(move)
    for verb, alike in kinds.items():
        if len(moves) <= MOST_MOVES or len(alike) <= _EXAMPLES:
            yield from map(line, alike)
        else:
            shown = list(dict.fromkeys(map(briefly, alike)))[:_EXAMPLES]
            few = f"{len(alike)} moves, such as"
            yield f"{few}: {'; '.join(shown)}." if aloud else f"{verb}: {few} {listed(shown)}."


def notation(table: Table, move: Move) -> str:
    """Return a move's notation without the seat in front."""
    return table.game.format(move).split(maxsplit=1)[1]
