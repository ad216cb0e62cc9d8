"""What can be asked about the position: the whole of it, one part, a player's things, and the game's own topics."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.game_api.game_texts import GameTexts
from galli_tui.game_api.position import Description
from galli_tui.game_api.position_text import position_text
from galli_tui.game_api.topics import Answer, Topic
from galli_tui.tables.table import Table
from rules.bots.review import Decision
from rules.engine.secrecy import Seat, Viewer


def position_parts(table: Table, texts: GameTexts, viewer: Viewer) -> list[Description]:
    """Return the parts of the position, without the list of legal moves."""
    return position_text(table, texts, viewer)[:-1]


def board_sentences(table: Table, texts: GameTexts, viewer: Viewer) -> list[str]:
    """Return the whole position: each part's title, then its sentences."""
    return _whole_sentences(position_parts(table, texts, viewer))


def _whole_sentences(parts: Sequence[Description]) -> list[str]:
    return [line for part in parts for line in (f"{part.title}.", *part.lines)]


def overview_sentences(table: Table, texts: GameTexts, viewer: Viewer) -> list[str]:
    """Return the position in brief, one sentence for each part, and how to hear more; the whole of a short one."""
    parts = position_parts(table, texts, viewer)
    if not any(part.brief for part in parts):
        return board_sentences(table, texts, viewer)
    return [*brief_sentences(parts), "For more, type look and a name; for everything, board all."]


def brief_sentences(parts: Sequence[Description]) -> list[str]:
    """Return parts of a position in brief, a sentence for each."""
    return [f"{part.title}: {part.brief or ' '.join(part.lines)}" for part in parts]


def position_at_decision(table: Table, texts: GameTexts, decision: Decision, *, whole: bool) -> list[str]:
    """Return the position before a decision as its player knew it: `whole`, or in brief with all the player had."""
    names = _names(table)
    parts = texts.position(table.game, decision.view, names)
    if whole:
        return _whole_sentences(parts)
    own = parts[-len(names) :][decision.seat]
    return brief_sentences([part._replace(brief="") if part is own else part for part in parts])


def named_thing(table: Table, texts: GameTexts, viewer: Viewer, name: str) -> Sequence[str]:
    """Return sentences about a part of the position, or what else has this name on the board; empty for nothing."""
    part = part_named(position_parts(table, texts, viewer), name)
    if part is not None:
        return [f"{part.title}.", *part.lines]
    for topic in topics_of(table, texts, viewer):
        if topic.finds and (lines := topic.finds(name)):
            return lines
    return ()


def own_part(table: Table, texts: GameTexts, viewer: Viewer, seat: Seat) -> Description:
    """Return what a seat has, as the viewer may know it."""
    names = _names(table)
    return texts.position(table.game, table.view(viewer), names)[-len(names) :][seat]


def topics_of(table: Table, texts: GameTexts, viewer: Viewer) -> Sequence[Topic]:
    """Return what the game can tell about the view."""
    found = texts.topics(table.game, table.view(viewer), _names(table))
    return [
        topic._replace(answer=_part_answer(table, texts, viewer, topic.part)) if topic.part else topic
        for topic in found
    ]


def _part_answer(table: Table, texts: GameTexts, viewer: Viewer, title: str) -> Answer:
    """Return an answer that is a part of the position."""

    def answer(_: str) -> Sequence[str]:
        return next(part.lines for part in position_parts(table, texts, viewer) if part.title == title)

    return answer


def part_named(parts: Sequence[Description], name: str) -> Description | None:
    """Return the part that has a word in its title which begins with the name: best the first one of a short title."""
    wanted = name.casefold()
    begins = [part for part in parts if f" {part.title.casefold()}".find(f" {wanted}") >= 0]
    # The shortest part of a title that fits is most of it.
    return min(begins, key=lambda part: (not part.title.casefold().startswith(wanted), len(part.title)), default=None)


def _names(table: Table) -> list[str]:
    return [player.name for player in table.players]
