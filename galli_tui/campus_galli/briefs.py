"""What has happened, a line for each event: the short log beside the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.campus_galli.card_texts import card_number, task_short
from galli_tui.campus_galli.texts import Teller
from galli_tui.campus_galli.words import building_words, section_words, signed, space_words, tile_words
from galli_tui.table import Happening
from rules.campus_galli.box import Box
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.state import News, NewsKind, State
from rules.engine.secrecy import Seat


class Brief(NamedTuple):
    """One line of the log."""

    text: str
    seat: Seat | None
    """Whose doing; None for the table."""


_LEADING = frozenset(
    {
        NewsKind.SECTION_LAID,
        NewsKind.SECTION_TAKEN,
        NewsKind.SHAPE_FELT,
        NewsKind.TASK_REVEALED,
        NewsKind.TASK_SET_ASIDE,
        NewsKind.CARD_REVEALED,
        NewsKind.DECLARED,
        NewsKind.CARD_SPENT,
        NewsKind.YEAR_CHANGED,
        NewsKind.ROUND_BEGUN,
        NewsKind.FINISHED,
        NewsKind.PLAYS,
        NewsKind.BEGS,
        NewsKind.BOOK_PRODUCED,
        NewsKind.GUEST_COME,
        NewsKind.TILES_PAID,
        NewsKind.TILES_SWAPPED,
        NewsKind.TILES_RETURNED,
        NewsKind.PASSED,
        NewsKind.BORROWED,
        NewsKind.TURNED_UP,
        NewsKind.LEFTOVERS_DEALT,
        NewsKind.EVENT,
        NewsKind.EVENT_IGNORED,
        NewsKind.DICE_ROLLED,
        NewsKind.BOOK_LOST,
        NewsKind.GUEST_LOST,
        NewsKind.ARRIVED,
        NewsKind.LIFTED,
        NewsKind.PILES_DEALT,
    }
)
"""Kinds that open a line; the others follow on the line that is open."""
_PASSING = frozenset({NewsKind.SECTION_TAKEN, NewsKind.SHAPE_FELT})
"""Kinds that are worth a line only while nothing has come of them."""


class Chronicle:
    """Tells happenings in brief."""

    def __init__(self, box: Box, teller: Teller) -> None:
        self._box = box
        self._teller = teller

    def briefs(self, happenings: Sequence[Happening]) -> list[Brief]:
        """A line for each event that is worth one, oldest first."""
        found: list[tuple[Brief, bool]] = []
        for happening in happenings:
            state: State = happening.view
            lines = self._lines(state.news)
            if lines and found and found[-1][1]:
                found.pop()
            found += [it for it in lines if not found or it != found[-1]]
        return [brief for brief, _ in found]

    def _lines(self, news: Sequence[News]) -> list[tuple[Brief, bool]]:
        """The lines of one event, and whether each gives way to the next event's."""
        cards = [item for item in news if item.kind is NewsKind.CARD_REVEALED]
        found: list[tuple[Brief, bool]] = []
        if cards:
            shown = (f"{self._teller.name(it.seat)} {card_number(self._box.cards[it.items[0]])}" for it in cards)
            found.append((Brief(f"Cards: {', '.join(shown)}.", None), False))
        for item in news:
            text = "" if item in cards else self._text(item)
            if not text:
                continue
            seat = None if item.kind is NewsKind.YEAR_CHANGED else item.seat
            if item.kind in _LEADING or not found:
                follows = item.kind not in _LEADING and item.kind is not NewsKind.FLIPPED
                start = f"{self._teller.name(item.seat)}: " if follows and item.seat is not None else ""
                found.append((Brief(start + text, seat), item.kind in _PASSING))
            else:
                brief, passing = found[-1]
                found[-1] = (brief._replace(text=f"{brief.text.removesuffix('.')}; {text}"), passing)
        return found

    def _text(self, news: News) -> str:
        box, items = self._box, news.items
        buildings = box.plan.buildings
        match news.kind:
            case NewsKind.SECTION_LAID:
                first = self._teller.first_space(items[1])
                return f"{self._teller.name(news.seat)}: {section_words(box, items[0])} at {first}"
            case NewsKind.BUILDER_PLACED | NewsKind.BUILDER_BESIDE:
                return f"builder {signed(BUILDER)}"
            case NewsKind.BUILDER_HOME:
                return f"a builder goes home {signed(LAZY)}"
            case NewsKind.TASK_FULFILLED:
                return f"{task_short(box, box.tasks[items[0]])} {signed(box.tasks[items[0]].points)}"
            case NewsKind.COMPLETED:
                return f"completes {buildings[items[0]].letter}"
            case NewsKind.FLIPPED:
                building = building_words(buildings[items[0]])
                whose = f"{self._teller.name(news.seat)}: " if news.seat is not None else ""
                return f"{whose}{building}, is wood now"
            case NewsKind.LAZY_MONK:
                return f"lazy monk at {space_words(box.plan, items[0])} {signed(LAZY)}"
            case NewsKind.LAZY_MONK_HOME:
                return f"{self._teller.name(news.seat)}'s lazy monk goes home {signed(-LAZY)}"
            case NewsKind.YEAR_CHANGED:
                return "The second year begins."
            case NewsKind.TILES_RECEIVED:
                return f"receives {tile_words(items)}"
            case NewsKind.SCORED_AGAIN:
                return f"{box.cards[items[0]].name} again"
            case NewsKind.MOVED_IN:
                return f"moves in beside {buildings[items[0]].letter} {signed(items[1] * BUILDER)}"
            case _:
                return self._teller.sentence(news)
