"""The short log beside the plan: a line for each event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galli_tui.games.campus_galli.card_texts import card_number, card_words, task_short
from galli_tui.games.campus_galli.implied_events import (
    begs_automatically,
    implied_after_effect,
    implied_between_views,
    told_by_later_effect,
)
from galli_tui.games.campus_galli.narrator import Narrator
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import building_verb, building_words, section_words, space_words, tile_words
from galli_tui.games.kit.log_lines import LogLine, ShortLog
from galli_tui.style.wording import sentence_start
from rules.campus_galli.box import Box
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.state import EffectKind, State
from rules.engine.events import Event
from rules.engine.tellings import Told

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent


_OPENING = frozenset(
    {
        EffectKind.SECTION_LAID,
        EffectKind.SECTION_TAKEN,
        EffectKind.SHAPE_FELT,
        EffectKind.TASK_REVEALED,
        EffectKind.TASK_SET_ASIDE,
        EffectKind.CARD_REVEALED,
        EffectKind.DECLARED,
        EffectKind.CARD_SPENT,
        EffectKind.YEAR_CHANGED,
        EffectKind.ROUND_BEGUN,
        EffectKind.FINISHED,
        EffectKind.PLAYS,
        EffectKind.BEGS,
        EffectKind.BOOK_PRODUCED,
        EffectKind.GUEST_COME,
        EffectKind.TILES_PAID,
        EffectKind.TILES_SWAPPED,
        EffectKind.TILES_RETURNED,
        EffectKind.PASSED,
        EffectKind.BORROWED,
        EffectKind.TURNED_UP,
        EffectKind.LEFTOVERS_DEALT,
        EffectKind.EVENT,
        EffectKind.EVENT_IGNORED,
        EffectKind.DICE_ROLLED,
        EffectKind.BOOK_LOST,
        EffectKind.GUEST_LOST,
        EffectKind.ARRIVED,
        EffectKind.LIFTED,
        EffectKind.PILES_DEALT,
        EffectKind.THREATENED,
        EffectKind.FALLEN,
        EffectKind.WARDED_OFF,
        EffectKind.COOPERATION,
        EffectKind.CORDON_LAID,
        EffectKind.CORDON_LIFTED,
    }
)
"""Kinds that begin a line; the others continue the last one."""
_REPLACED = frozenset({EffectKind.SECTION_TAKEN, EffectKind.SHAPE_FELT})
"""Kinds whose line is replaced by that of the next event."""
_ROUND_ENDS = frozenset({EffectKind.ROUND_BEGUN, EffectKind.FINISHED})
"""Kinds that end a round: lines about the round before come first."""


class LogLineBuilder:
    """Builds log lines from what has happened."""

    def __init__(self, box: Box, narrator: Narrator) -> None:
        self._box = box
        self._narrator = narrator

    def build(self, happenings: Sequence[TimelineEvent]) -> list[LogLine]:
        """Return a line for each event that is worth one, oldest first."""
        log = ShortLog()
        before: State | None = None
        for happening in happenings:
            state: State = happening.view
            log.add(self._lines(happening.event, before, state))
            before = state
        return log.lines

    def _lines(self, event: Event, before: State | None, state: State) -> list[LogLine]:
        """Return the lines of one event."""
        box, narrator, news = self._box, self._narrator, state.told
        cards = [item for item in news if item.key is EffectKind.CARD_REVEALED]
        found: list[LogLine] = []
        silent = [] if before is None else [*implied_between_views(box, narrator, before, state)]
        if cards:
            shown = (f"{narrator.name(it.seat)} {card_words(box, it.facts[:1])}" for it in cards)
            found.append(LogLine(f"Cards: {', '.join(shown)}.", None))
        for item in news:
            if item.key in _ROUND_ENDS:
                found += [LogLine(text, None) for text in silent]
                silent = []
            text = "" if item in cards or told_by_later_effect(item, state) else self._text(item)
            if begs_automatically(event, item):
                text = f"{narrator.name(item.seat)} can't play card {card_number(box.cards[item.facts[0]])} and begs."
            if text:
                self._add(found, item, text)
            found += [LogLine(words, None) for words in implied_after_effect(box, narrator, item, state)]
        return [*found, *(LogLine(text, None) for text in silent)]

    def _add(self, found: list[LogLine], item: Told, text: str) -> None:
        """Add a line, or continue the last one."""
        seat = None if item.key is EffectKind.YEAR_CHANGED else item.seat
        if item.key in _OPENING or not found:
            named = item.key in _OPENING or item.seat is None
            start = "" if named else f"{self._narrator.name(item.seat)}: "
            whole = start + text if start or item.key in _OPENING else sentence_start(text)
            found.append(LogLine(whole, seat, item.key in _REPLACED))
        else:
            found[-1] = found[-1]._replace(text=f"{found[-1].text.removesuffix('.')}; {text}")

    def _text(self, news: Told) -> str:
        box, items = self._box, news.facts
        buildings = box.plan.buildings
        match news.key:
            case EffectKind.SECTION_LAID:
                first = self._narrator.first_space(items[1])
                return f"{self._narrator.name(news.seat)}: {section_words(box, items[0])} at {first}"
            case EffectKind.BUILDER_PLACED | EffectKind.BUILDER_BESIDE:
                return f"builder {signed_points(BUILDER)}"
            case EffectKind.BUILDER_HOME:
                return f"a builder goes home {signed_points(LAZY)}"
            case EffectKind.TASK_FULFILLED:
                return f"{task_short(box, box.tasks[items[0]])} {signed_points(box.tasks[items[0]].points)}"
            case EffectKind.COMPLETED:
                return f"completes {buildings[items[0]].letter}"
            case EffectKind.FLIPPED:
                building = buildings[items[0]]
                return f"{building_words(building)} {building_verb(building)} flipped to wood"
            case EffectKind.LAZY_MONK:
                return f"lazy monk at {space_words(box.plan, items[0])} {signed_points(LAZY)}"
            case EffectKind.LAZY_MONK_HOME:
                return f"{self._narrator.name(news.seat)}'s lazy monk goes home {signed_points(-LAZY)}"
            case EffectKind.YEAR_CHANGED:
                return "Year 2 begins."
            case EffectKind.TILES_RECEIVED:
                return f"receives {tile_words(items)}"
            case EffectKind.SCORED_AGAIN:
                return f"scores {box.cards[items[0]].name} again"
            case EffectKind.MOVED_IN:
                return f"moves in beside {buildings[items[0]].letter} {signed_points(items[1] * BUILDER)}"
            case _:
                return self._narrator.sentence(news)
