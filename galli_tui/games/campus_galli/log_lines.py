"""What has happened, a line for each event: the short log beside the plan."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from galli_tui.games.campus_galli.card_texts import card_number, card_words, task_short
from galli_tui.games.campus_galli.implied_events import begs_unasked, following, overtaken, passed_over
from galli_tui.games.campus_galli.texts import Teller
from galli_tui.games.campus_galli.words import building_words, section_words, signed, space_words, tile_words
from galli_tui.tables.table import Happening
from rules.campus_galli.box import Box
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.state import News, NewsKind, State
from rules.engine.game import Event
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
        NewsKind.THREATENED,
        NewsKind.FALLEN,
        NewsKind.WARDED_OFF,
        NewsKind.COOPERATION,
        NewsKind.CORDON_LAID,
        NewsKind.CORDON_LIFTED,
    }
)
"""Kinds that open a line; the others follow on the line that is open."""
_PASSING = frozenset({NewsKind.SECTION_TAKEN, NewsKind.SHAPE_FELT})
"""Kinds that are worth a line only while nothing has come of them."""
_ENDING = frozenset({NewsKind.ROUND_BEGUN, NewsKind.FINISHED})
"""Kinds after which nothing of the round before is told."""


class Chronicle:
    """Tells happenings in brief."""

    def __init__(self, box: Box, teller: Teller) -> None:
        self._box = box
        self._teller = teller

    def briefs(self, happenings: Sequence[Happening]) -> list[Brief]:
        """A line for each event that is worth one, oldest first."""
        found: list[tuple[Brief, bool]] = []
        before: State | None = None
        for happening in happenings:
            state: State = happening.view
            lines = self._lines(happening.event, before, state)
            before = state
            if lines and found and found[-1][1]:
                found.pop()
            found += [it for it in lines if not found or it != found[-1]]
        return [brief for brief, _ in found]

    def _lines(self, event: Event, before: State | None, state: State) -> list[tuple[Brief, bool]]:
        """The lines of one event, and whether each gives way to the next event's."""
        box, teller, news = self._box, self._teller, state.news
        cards = [item for item in news if item.kind is NewsKind.CARD_REVEALED]
        found: list[tuple[Brief, bool]] = []
        silent = [] if before is None else [*passed_over(box, teller, before, state)]
        if cards:
            shown = (f"{teller.name(it.seat)} {card_words(box, it.items[:1])}" for it in cards)
            found.append((Brief(f"Cards: {', '.join(shown)}.", None), False))
        for item in news:
            if item.kind in _ENDING:
                found += [(Brief(text, None), False) for text in silent]
                silent = []
            text = "" if item in cards or overtaken(item, state) else self._text(item)
            if begs_unasked(event, item):
                text = f"{teller.name(item.seat)} cannot play {card_number(box.cards[item.items[0]])} and begs."
            if text:
                self._add(found, item, text)
            found += [(Brief(words, None), False) for words in following(box, teller, item, state)]
        return [*found, *((Brief(text, None), False) for text in silent)]

    def _add(self, found: list[tuple[Brief, bool]], item: News, text: str) -> None:
        """Opens a line, or goes on with the one that is open."""
        seat = None if item.kind is NewsKind.YEAR_CHANGED else item.seat
        if item.kind in _LEADING or not found:
            named = item.kind in _LEADING or item.seat is None
            start = "" if named else f"{self._teller.name(item.seat)}: "
            found.append((Brief(start + text, seat), item.kind in _PASSING))
        else:
            brief, passing = found[-1]
            found[-1] = (brief._replace(text=f"{brief.text.removesuffix('.')}; {text}"), passing)

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
                return f"{building_words(buildings[items[0]])}, is wood now"
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
