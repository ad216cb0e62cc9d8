"""Notation: a stable line of text per event, e.g. "2 lay d5 e5 f5 g5", derived from the events' types.

Cards, tasks and shapes are named by key, sections by "hut red hall" (or "pouch joker hall"), spaces and buildings by
name, tiles by the letters of their colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import LaySection
from rules.campus_galli.leftovers import DealLeftovers
from rules.campus_galli.pieces import BuildingNumber, CardNumber, CardSet, ColourNumber, SectionNumber, Size
from rules.campus_galli.rounds import DrawCards
from rules.campus_galli.setting import Setting
from rules.engine.events import Move, Outcome
from rules.engine.game_codec import NotationError
from rules.engine.grid import mask_of, space_named
from rules.engine.notation import BETWEEN, UNSEEN, Notation, split
from rules.engine.secrecy import HIDDEN, NOBODY, Audience, Secret

_NO_CARDS = "none"


class CampusNotation(Notation):
    """The notation of a setting's events, some of which have a form of their own."""

    def __init__(self, setting: Setting, events: Sequence[type]) -> None:
        super().__init__(setting.words, len(setting.seats), events)
        self._setting = setting

    def fields(self, event: Move | Outcome) -> list[str]:
        """Return the words after the verb."""
        match event:
            case SendBuilderHome(section=None):
                return ["guest" if event.guest else "beside", self.word(event.building, BuildingNumber)]
            case SendBuilderHome():
                return [self.word(event.section, SectionNumber)]
            case ScoreAgain():
                named = zip(event.cards, event.colours, strict=True)
                words = [word for card, colour in named for word in (self._card(card), self.word(colour, ColourNumber))]
                return words or [_NO_CARDS]
            case DealLeftovers():
                words: list[str] = []
                for size, pile in zip(event.counts, event.piles, strict=True):
                    cards = [UNSEEN] if pile.value is HIDDEN else map(self._card, pile.value)
                    words += [BETWEEN, str(size), *cards]
                return words[1:]
            case _:
                return super().fields(event)

    def _card(self, card: int) -> str:
        return self.word(card, CardNumber)

    def read(self, kind: type, words: list[str], found: dict[str, Any]) -> None:
        """Add to `found` the fields of an event, and take their words."""
        if kind is LaySection:
            found["placement"] = self._placement(words)
        elif kind is SendBuilderHome and words[:1] in (["beside"], ["guest"]) and len(words) == 2:
            found |= {"section": None, "building": self.value(words[1], BuildingNumber), "guest": words[0] == "guest"}
        elif kind is SendBuilderHome:
            found |= {"section": self.value(" ".join(words), SectionNumber), "building": None}
        elif kind is ScoreAgain:
            pairs = [] if words == [_NO_CARDS] else words
            if not words or len(pairs) % 2:
                raise NotationError("expected a colour or - for each card")
            cards = self.parts(pairs[::2], CardSet)
            if list(cards) != [self.value(word, CardNumber) for word in pairs[::2]]:
                raise NotationError("expected the cards by their numbers")
            found |= {"cards": cards, "colours": tuple(self.value(it, ColourNumber | None) for it in pairs[1::2])}
        elif kind is DealLeftovers:
            piles = [(size, cards) for size, *cards in split(words)]
            found["counts"] = tuple(self.value(size, Size) for size, _ in piles)
            found["piles"] = tuple(
                Secret(NOBODY, HIDDEN if cards == [UNSEEN] else self.parts(cards, CardSet)) for _, cards in piles
            )
            if wrong := DealLeftovers(found["counts"], found["piles"]).disagreement():
                raise NotationError(wrong)
        else:
            super().read(kind, words, found)
            return
        words.clear()

    def _placement(self, words: list[str]) -> int:
        """Return the placement on these spaces, in any order."""
        plan = self._setting.box.plan
        try:
            spaces = [space_named(word, plan.width, plan.height) for word in words]
        except ValueError as error:
            raise NotationError(str(error)) from None
        placement = self._setting.layout.by_mask.get(mask_of(spaces))
        if placement is None or len(spaces) != len(placement.spaces):
            raise NotationError(f"{' '.join(words)}"[:80] + " is not the shape of any section")
        return placement.index

    def audience(self, kind: type, found: Mapping[str, Any]) -> Audience:
        """Return who knows the secret of an event."""
        return self._setting.hand_audience(found["seat"]) if kind is DrawCards else super().audience(kind, found)
