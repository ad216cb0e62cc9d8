"""Builders' Duel as a game and as a box: see `rules.engine.game`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from rules.builders_duel import building, cards, claims, conflict, rounds
from rules.builders_duel.box import COMPONENTS, DECKS, GOODS, MOST_SEALS, PERSONAL, SEALS, SECTIONS, DuelBox
from rules.builders_duel.evaluation import evaluation, explained, explained_throw
from rules.builders_duel.meta import META
from rules.builders_duel.rating import in_card_order
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    LINE_NAMES,
    LINES,
    NO_GOODS,
    Conflict,
    DuelState,
    DuelTurn,
    Goods,
    SideState,
    add,
    finished_sections,
    installed_materials,
    passage,
    seal_word,
)
from rules.builders_duel.tally import CardTally, ends
from rules.engine.base_box import ComponentBox
from rules.engine.base_game import BaseGame
from rules.engine.deck import Deck
from rules.engine.events import Event, Move
from rules.engine.game import Options
from rules.engine.judge import Part
from rules.engine.referee import Period
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import Seat
from rules.engine.tally import Tally
from rules.engine.tellings import Names

PHILIP, WALERAN = Seat(0), Seat(1)
DECIDING = ("sections", "materials", "gold", "side")
"""What decides between the sides, first to last."""
ABOUT_COMPONENTS = (
    "The numbers of goods, seals and gold and the kinds of cards are those of the published game; prices, effects and "
    "the materials of the sections are a reconstruction. If you own the game, you can write down your own set and play "
    "with that: see docs/components.md."
)


class BuildersDuel(BaseGame[DuelState], DuelSetting):
    """The game with one box and its options."""

    meta = META
    state_class = DuelState
    step_classes: ClassVar = (
        rounds.BeginRoundStep,
        claims.LayOutStep,
        claims.ClaimStep,
        *conflict.STEPS,
        building.TurnStep,
        building.BonusWorkStep,
        cards.DrawSealsStep,
        rounds.ClearTurnStep,
        rounds.EndRoundStep,
    )
    turn_clause = "BD-4a"
    end_clause = "BD-7a"
    bound = 1500

    def __init__(self, options: Options, components: DuelBox) -> None:
        DuelSetting.__init__(self, options, components)
        words = {
            "good": GOODS,
            "cell": tuple("123456789"),
            "line": LINES,
            "section": SECTIONS,
            "deck": DECKS,
            "seal": SEALS,
            "neutral": _numbered([SEALS[kind] for kind in self.seal_kinds]),
            "card": _numbered([f"{DECKS[card.deck].lower()}-{card.key}" for card in self.cards]),
        }
        super().__init__(options, words, {kind: range(len(words[kind])) for kind in ("card", "neutral")})

    @cached_property
    def names(self) -> Names:
        """The names of things as players read them."""
        seals = (*(f"a {seal_word(kind)} seal" for kind in range(PERSONAL)), "the personal seal")
        counts = {f"{name}s": _counted(name) for name in ("good", "material", "seal")}
        lines = tuple(f"the {name}" for name in LINE_NAMES)
        cards = tuple(card.name for card in self.cards)
        price = ("free", *(f"for {gold} gold" for gold in range(1, self.board.bank + 1)))
        laid = self.words["deck"]
        told = {"laid": laid, "line": lines, "card": cards, "seal": seals, "price": price}
        return {**self.words, **told, **counts, "if-level": conflict.if_level}

    def opening(self) -> DuelState:
        first = [self.seal_kinds.index(kind) for kind in range(3)]
        second = [seal + 1 for seal in first]
        stack = [seal for seal in range(len(self.seal_kinds)) if seal not in (*first, *second)]
        start: Goods = (1, 1, 1, 0, 0)
        gold, supply = self.board.start_gold, add(self.board.goods, start, -1)
        nothing = (False, False, False)

        def side(seals: list[int]) -> SideState:
            return SideState(gold, tuple(seals), supply, start, NO_GOODS, (nothing, nothing, nothing))

        decks = [Deck.of(it for it, card in enumerate(self.cards) if card.deck == deck) for deck in range(2)]
        return DuelState(
            agenda=(rounds.BeginRoundStep(),),
            told=(),
            draws=0,
            round=0,
            power=WALERAN,
            holder=WALERAN,
            decks=(decks[0], decks[1]),
            discards=((), ()),
            display=(),
            claims=(None, None),
            owners=(),
            conflict=Conflict(),
            turn=DuelTurn(),
            stack=Deck.of(stack),
            bank=self.board.bank - 2 * gold,
            bonuses=(None, None, None),
            sides=(side(first), side(second)),
        )

    def tally(self, events: Sequence[Event]) -> Tally:
        found, cards = super().tally(events), CardTally(self)
        state = self.initial()
        for event in events:
            cards.count(state, event)
            state = self.apply_legal(state, event)
        end = ends(self, state, self.sheet(state).winners)
        return Tally((cards.group(),), (*found.course, end))

    def periods(self, state: DuelState) -> Sequence[Period]:
        return Period("passage", passage(state.round) + 1), Period("round", state.round)

    def evaluation(self, state: DuelState, seat: Seat) -> Sequence[Part]:
        return evaluation(self, state, seat)

    def rate(self, state: DuelState, seat: Seat, moves: Sequence[Move]) -> Sequence[int]:
        """Return what each move gains in the evaluation, put in a good order of cards: no longer an amount of gold."""
        return in_card_order(self, state, moves, super().rate(state, seat, moves))

    def explained(self, state: DuelState, seat: Seat) -> Sequence[Part]:
        return explained(self, state, seat)

    def explain(self, state: DuelState, move: Move) -> Sequence[Part]:
        if not isinstance(move, conflict.Throw):
            return super().explain(state, move)
        # What is certain to lose the fight is explained as giving it up: the estimate never calls a fight lost.
        lost = conflict.gives_up(self, state, move)
        parts = super().explain(state, conflict.GiveUp(move.seat) if lost else move)
        return explained_throw(self, state, move, parts)

    def sheet(self, state: DuelState) -> Sheet:
        """Return what the sides are compared by (BD-7a to BD-7c): finished sections, then the rest."""
        lines: list[ScoreLine] = []
        keys: list[tuple[int, ...]] = []
        for seat, side in zip(self.seats, state.sides, strict=True):
            sections, materials = finished_sections(side), installed_materials(side)
            lines += [
                ScoreLine("sections", "BD-7b", seat, sections, sections),
                ScoreLine("materials", "BD-7c", seat, materials, 0),
                ScoreLine("gold", "BD-7c", seat, side.gold, 0),
            ]
            keys.append((sections, materials, side.gold, int(seat == PHILIP)))
        winner = max(self.seats, key=lambda seat: keys[seat])
        differ = next(place for place, (one, other) in enumerate(zip(*keys, strict=True)) if one != other)
        reason = "building" if keys[winner][0] == len(state.sides[winner].sections) else DECIDING[differ]
        score = tuple(finished_sections(side) for side in state.sides)
        return Sheet(tuple(lines), score, None, (winner,), "", comparison=tuple(keys), reason=reason)


def _counted(name: str) -> tuple[str, ...]:
    """Return a thing with each number from 0 on, in words: "no seals", "1 seal", "2 seals"."""
    return (f"no {name}s", f"1 {name}", *(f"{number} {name}s" for number in range(2, MOST_SEALS + 1)))


def _numbered(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words, with a number added to those that are equal."""
    return tuple(
        word if words.count(word) == 1 else f"{word}-{words[: place + 1].count(word)}"
        for place, word in enumerate(words)
    )


class BuildersDuelBox(ComponentBox[DuelBox, BuildersDuel]):
    """The registered game. Implements `rules.engine.game.GameBox`."""

    meta = META
    components = COMPONENTS
    about = ABOUT_COMPONENTS

    def game(self, options: Options, components: DuelBox) -> BuildersDuel:
        return BuildersDuel(options, components)


BOX = BuildersDuelBox()
