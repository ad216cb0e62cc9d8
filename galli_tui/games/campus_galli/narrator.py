"""Sentences about what has happened, with the names of the players."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.campus_galli.card_texts import card_number, card_short, task_short
from galli_tui.games.campus_galli.points import signed_points
from galli_tui.games.campus_galli.words import (
    building_words,
    colour_word,
    section_words,
    shape_words,
    space_words,
    tile_words,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.campus_galli.box import DIE_FACES, Box, Origin
from rules.campus_galli.scoring import BUILDER, COOPERATION, LAZY
from rules.campus_galli.state import EffectKind
from rules.engine.secrecy import Seat
from rules.engine.tellings import Told


def _origin(box: Box, section: int) -> str:
    return "from the hut" if box.sections[section].origin is Origin.HUT else "from the pouch"


class Narrator:
    """Puts effects into sentences."""

    def __init__(self, box: Box, placements: Sequence[tuple[int, ...]], names: Sequence[str]) -> None:
        self._box = box
        self._placements = placements
        """The spaces of every placement."""
        self._names = names
        """By seat."""

    def name(self, seat: Seat | None) -> str:
        """Return the player's name, or "The table" for no seat."""
        return "The table" if seat is None else self._names[seat]

    def first_space(self, placement: int) -> str:
        """Return the first space of a placement, which names it."""
        return space_words(self._box.plan, self._placements[placement][0])

    def sentences(self, news: Sequence[Told]) -> list[str]:
        """Return a short sentence for each effect that is worth one."""
        return [sentence for item in news if (sentence := self.sentence(item))]

    def sentence(self, news: Told) -> str:
        """Return a short sentence about an effect; empty if it is not worth one."""
        box, who, items = self._box, self.name(news.seat), news.facts
        buildings = box.plan.buildings
        match news.key:
            case EffectKind.FINISHED:
                return "The match is over."
            case EffectKind.PILES_DEALT:
                return f"Each player is dealt {counted(items[0], 'card')}."
            case EffectKind.TASK_REVEALED:
                return f"New task: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.TASK_SET_ASIDE:
                return f"Set aside (impossible now): {task_short(box, box.tasks[items[0]])}."
            case EffectKind.FLIPPED:
                building = building_words(buildings[items[0]])
                flipped = f"{sentence_start(building)} is flipped to wood."
                return flipped if news.seat is None else f"{who} flips {building} to wood."
            case EffectKind.CARDS_DRAWN:
                return ""
            case EffectKind.YEAR_CHANGED:
                return f"{who} begins year 2 with {counted(items[0], 'card')}."
            case EffectKind.CARD_REVEALED:
                card = box.cards[items[0]]
                return f"{who} plays {card_number(card)}, {card_short(box, card)}."
            case EffectKind.DECLARED:
                return f"{who} chooses the {'pouch' if items[0] else 'hut'}."
            case EffectKind.CARD_SPENT:
                return f"{who}'s card allows no section and is spent."
            case EffectKind.SECTION_TAKEN:
                return f"{who} takes the {section_words(box, items[0])} {_origin(box, items[0])}."
            case EffectKind.SHAPE_FELT:
                return f"{who} draws a {shape_words(box, items[0])} from the pouch."
            case EffectKind.SECTION_LAID:
                return f"{who} places the {section_words(box, items[0])} at {self.first_space(items[1])}."
            case EffectKind.BUILDER_PLACED:
                return f"{who}'s master builder stands on it: {signed_points(BUILDER)}."
            case EffectKind.BUILDER_BESIDE:
                return f"{who}'s master builder stands beside {buildings[items[0]].letter}: {signed_points(BUILDER)}."
            case EffectKind.BUILDER_HOME:
                where = space_words(box.plan, items[0])
                return (
                    f"{who} has no monk left for the gap at {where}; a master builder goes home: {signed_points(LAZY)}."
                )
            case EffectKind.TASK_FULFILLED:
                task = box.tasks[items[0]]
                return f"{who} fulfils {task_short(box, task)}: {signed_points(task.points)}."
            case EffectKind.COMPLETED:
                return f"{who} completes {building_words(buildings[items[0]])}."
            case EffectKind.LAZY_MONK:
                return f"{who} gets a lazy monk in the gap at {space_words(box.plan, items[0])}: {signed_points(LAZY)}."
            case EffectKind.LAZY_MONK_HOME:
                return f"{who}'s lazy monk at {space_words(box.plan, items[0])} goes home: {signed_points(-LAZY)}."
            case EffectKind.ROUND_BEGUN:
                return f"Round {items[0]} begins."
            case _:
                return self._tile_sentence(news, who)

    def _tile_sentence(self, news: Told, who: str) -> str:
        """Return a sentence about an effect of level II or III."""
        box, items = self._box, news.facts
        match news.key:
            case EffectKind.TILES_RECEIVED:
                return f"{who} receives {tile_words(items)}."
            case EffectKind.TILES_PAID:
                return f"{who} pays {tile_words(items)}."
            case EffectKind.TILES_SWAPPED:
                return f"{who} swaps {tile_words(items[:4])} for a {colour_word(items[4])} one."
            case EffectKind.TILES_RETURNED:
                return f"{who} returns {tile_words(items)}."
            case EffectKind.PLAYS:
                return f"{who} will play card {card_number(box.cards[items[0]])}."
            case EffectKind.BEGS:
                return f"{who} begs instead of playing card {card_number(box.cards[items[0]])}."
            case EffectKind.BOOK_PRODUCED:
                return f"{who} produces the {box.cards[items[0]].name}."
            case EffectKind.GUEST_COME:
                return f"{who} welcomes {box.cards[items[0]].name}."
            case EffectKind.SCORED_AGAIN:
                return f"{who} scores {box.cards[items[0]].name} again."
            case EffectKind.MOVED_IN:
                where = building_words(box.plan.buildings[items[0]])
                worth = signed_points(items[1] * BUILDER)
                return f"{who} places {counted(items[1], 'guest monk')} beside {where}: {worth}."
            case EffectKind.PASSED:
                return f"{who} passes."
            case _:
                return self._event_sentence(news, who)

    def _event_sentence(self, news: Told, who: str) -> str:
        """Return a sentence about an effect of level III. Raises ValueError for an unknown kind."""
        box, items = self._box, news.facts
        match news.key:
            case EffectKind.LEFTOVERS_DEALT:
                return f"The four piles of unfinished tasks have {listed(map(str, items))} cards."
            case EffectKind.TURNED_UP:
                return (
                    f"New unfinished task: {card_number(box.cards[items[0]])}, {card_short(box, box.cards[items[0]])}."
                )
            case EffectKind.BORROWED:
                return f"{who} borrows {card_number(box.cards[items[0]])}, {card_short(box, box.cards[items[0]])}."
            case EffectKind.EVENT:
                return f"Event: {task_short(box, box.tasks[items[0]])}."
            case EffectKind.EVENT_IGNORED:
                return f"{sentence_start(task_short(box, box.tasks[items[0]]))}: no effect."
            case EffectKind.DICE_ROLLED:
                faces = listed(DIE_FACES[face] for face in items[1:])
                return f"{'The dice' if news.seat is None else f'{who} rolls'}: {faces}."
            case EffectKind.WARDED_OFF:
                return f"{who} wards it off."
            case EffectKind.COOPERATION:
                cards = "a “good cooperation” card" if items[1] == 1 else f"{items[1]} “good cooperation” cards"
                return f"{who} takes {cards}: {signed_points(items[1] * COOPERATION)}."
            case EffectKind.BOOK_LOST:
                return f"{who} loses the {box.cards[items[0]].name}."
            case EffectKind.GUEST_LOST:
                letter = box.plan.buildings[items[0]].letter
                return f"{who}'s guest monk beside {letter} goes home: {signed_points(-BUILDER)}."
            case EffectKind.THREATENED:
                return f"The {section_words(box, items[0])} is threatened."
            case EffectKind.FALLEN:
                return f"The {section_words(box, items[0])} at {self.first_space(items[1])} falls."
            case EffectKind.CORDON_LAID:
                return f"The cordon is placed on {building_words(box.plan.buildings[items[0]])}."
            case EffectKind.CORDON_LIFTED:
                return f"The cordon is lifted from {building_words(box.plan.buildings[items[0]])}."
            case EffectKind.ARRIVED:
                return (
                    f"{who}'s new monk stands beside {box.plan.buildings[items[0]].letter}: {signed_points(BUILDER)}."
                )
            case EffectKind.LIFTED:
                return f"{who} lifts the {section_words(box, items[0])} at {self.first_space(items[1])}."
            case _:
                raise ValueError(f"no sentence for {news.key}")
