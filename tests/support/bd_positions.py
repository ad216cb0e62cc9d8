"""Positions of Builders' Duel, for tests: `round_of`, `conflict_of` and `turn_of` make one, a `Duel` goes on from it.

Philip is seat 1, Waleran seat 2; everything has the names of the notation. What a position does not mention lies where
the rules would have it: seals in the stack, gold in the bank, goods in the supply, cards in decks and discards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import pytest

from rules.builders_duel import box
from rules.builders_duel.box import GOODS, SECTIONS
from rules.builders_duel.building import TurnStep
from rules.builders_duel.claims import ClaimStep
from rules.builders_duel.conflict import CompareStep
from rules.builders_duel.game import PHILIP, WALERAN, BuildersDuel
from rules.builders_duel.meta import CALM_SEALS
from rules.builders_duel.rounds import ClearTurnStep, EndRoundStep
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    PASSAGES,
    ROUNDS_PER_PASSAGE,
    DuelState,
    DuelTurn,
    Goods,
    Section,
    SideState,
    add,
    counted,
    other,
    passage,
    sum_of,
)
from rules.engine.deck import Deck
from rules.engine.entropy import derive_entropy
from rules.engine.game import Options
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.engine.steps import Step

VERSUS: Final = Options(2, "versus", 1)
DUEL: Final = BuildersDuel(VERSUS, box.COMPONENTS.standard)
CALM: Final = BuildersDuel(VERSUS._replace(variants=(CALM_SEALS,)), box.COMPONENTS.standard)


@dataclass(frozen=True, slots=True)
class Has:
    """What a side has; all of it in words separated by spaces."""

    gold: int = 3
    seals: str = "05 14 23"
    raw: str = ""
    worked: str = ""
    built: Mapping[str, str] | None = None
    """The materials installed in each section."""
    kept: str = ""
    cells: str = ""
    """The cells whose cards it may use."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A match in a position. Immutable: every step returns a new one."""

    game: BuildersDuel
    state: DuelState

    def do(self, *lines: str) -> Duel:
        """Apply these events. Raises `Refused`. Checks that no piece is lost."""
        state = self.state
        before = dict(self.game.census(state))
        for line in lines:
            state = self.game.apply(state, self.game.parse(line))
        assert dict(self.game.census(state)) == before
        return Duel(self.game, state)

    def throws(self, *throws: str) -> Duel:
        """Throw seals: "2 14 4" is Waleran's 1/4 that falls 4."""
        duel = self
        for throw in throws:
            seat, seal, face = throw.split()
            duel = duel.do(f"{seat} throw {seal} no", f"dealer fall {face}")
        return duel

    def dealt(self, seed: int = 0) -> Duel:
        """Deal at random while the dealer is due."""
        duel = self
        while duel.game.due(duel.state).dealer:
            source, index, _ = duel.game.draw(duel.state)
            event = duel.game.deal(duel.state, derive_entropy(seed, source, index))
            duel = Duel(duel.game, duel.game.apply(duel.state, event))
        return duel

    # What may be done

    @property
    def due(self) -> str:
        """Who is due: `1`, `dealer lay-out`, or `nobody`."""
        due = self.game.due(self.state)
        if due.dealer:
            return f"dealer {self.game.draw(self.state).source}"
        return " ".join(str(seat + 1) for seat in due.seats) or "nobody"

    @property
    def legal(self) -> list[str]:
        """All legal moves of the side that is due, without its number."""
        return [self.game.format(move)[2:] for seat in self.game.seats for move in self.game.legal(self.state, seat)]

    def legal_verbs(self) -> set[str]:
        """Return the kinds of all legal moves."""
        return {move.split()[0] for move in self.legal}

    def why_not(self, line: str) -> tuple[str, str]:
        """Return the code and clause by which an event is refused. Fails if it is legal."""
        event = self.game.parse(line)
        refusal = self.game.refusal(self.state, event)
        assert refusal is not None, f"{line} is not refused"
        with pytest.raises(Refused):
            self.game.apply(self.state, event)
        assert event not in self.game.legal(self.state, Seat(int(line[0]) - 1) if line[0].isdigit() else PHILIP)
        return refusal.code, refusal.clause

    # What there is

    def side(self, seat: int) -> SideState:
        """Return the state of side 1 or 2."""
        return self.state.sides[seat - 1]

    def gold(self, seat: int) -> int:
        """Return the gold of a side."""
        return self.side(seat).gold

    def seals(self, seat: int) -> list[str]:
        """Return the kinds of a side's neutral seals."""
        return [self.kind(seal) for seal in self.side(seat).seals]

    def kept(self, seat: int) -> list[str]:
        """Return the 1x cards of a side."""
        return [self.game.words["card"][card] for card in self.side(seat).kept]

    def raw(self, seat: int) -> str:
        """Return the raw goods in a camp."""
        return goods_text(self.side(seat).raw)

    def worked(self, seat: int) -> str:
        """Return the worked goods in a camp."""
        return goods_text(self.side(seat).worked)

    def supply(self, seat: int) -> str:
        """Return the goods in a supply."""
        return goods_text(self.side(seat).supply)

    def kind(self, seal: int) -> str:
        """Return the word of a neutral seal's kind."""
        return self.game.words["seal"][self.game.seal_kinds[seal]]

    @property
    def under(self) -> list[str]:
        """The kinds of the seals put under the stack, the uppermost first."""
        return [self.kind(seal) for seal in self.state.stack.bottom]

    @property
    def sums(self) -> tuple[int, int]:
        """The sums of the conflict, Philip's first."""
        return sum_of(self.state, PHILIP), sum_of(self.state, WALERAN)

    @property
    def discards(self) -> set[str]:
        """The cards in both discard piles."""
        return {self.game.words["card"][card] for pile in self.state.discards for card in pile}

    def cells(self, seat: int) -> list[int]:
        """Return the cells whose cards a side may use."""
        return [cell + 1 for cell, owner in enumerate(self.state.owners) if owner == seat - 1]

    @property
    def told(self) -> list[str]:
        """The sentences of the last event."""
        tellings, names = self.game.tellings, self.game.names
        return [tellings[it.key].sentence(it, ("Philip", "Waleran"), names) for it in self.state.told]


def goods_text(goods: Goods) -> str:
    """Return goods in words, equal ones repeated."""
    return " ".join(word for word, number in zip(GOODS, goods, strict=True) for _ in range(number))


def start(game: BuildersDuel = DUEL) -> Duel:
    """Return the position before the first event."""
    return Duel(game, game.initial())


def round_of(
    number: int = 1,
    *,
    game: BuildersDuel = DUEL,
    holder: int = 2,
    cards: Mapping[int, str] | None = None,
    philip: Has | None = None,
    waleran: Has | None = None,
    top: str = "",
) -> Duel:
    """Return a round whose display is laid out, before the claims. `cards` are those of some cells."""
    seat = Seat(holder - 1)
    rest = (ClaimStep(seat), ClaimStep(other(seat)), CompareStep(), *_turns(seat))
    return _made(game, number, seat, cards or {}, (philip or Has(), waleran or Has()), top, rest)


def conflict_of(
    number: int = 1,
    *,
    game: BuildersDuel = DUEL,
    holder: int = 2,
    lines: str = "r1 c1",
    cards: Mapping[int, str] | None = None,
    philip: Has | None = None,
    waleran: Has | None = None,
    top: str = "",
) -> Duel:
    """Return a round after the claims, the holder's line first."""
    duel = round_of(number, game=game, holder=holder, cards=cards, philip=philip, waleran=waleran, top=top)
    first, second = lines.split()
    return duel.do(f"{holder} claim {first}", f"{3 - holder} claim {second}")


def turn_of(
    seat: int,
    number: int = 1,
    *,
    game: BuildersDuel = DUEL,
    holder: int = 0,
    cards: Mapping[int, str] | None = None,
    philip: Has | None = None,
    waleran: Has | None = None,
    top: str = "",
    power: int = 0,
) -> Duel:
    """Return a turn of a side: by default the holder's, else the other player's. Its own cells are those it `Has`."""
    own, first = Seat(seat - 1), Seat((holder or seat) - 1)
    rest = _turns(first) if own == first else _turns(first)[2:]
    duel = _made(game, number, first, cards or {}, (philip or Has(), waleran or Has()), top, rest)
    return Duel(game, duel.state._replace(power=Seat(power - 1))) if power else duel


def ended(duel: Duel) -> Duel:
    """Return the match after both turns have been ended, with as little done as the rules allow."""
    number = duel.state.round
    while duel.state.round == number and not duel.game.due(duel.state).over:
        if duel.game.due(duel.state).dealer:
            duel = duel.dealt()
        else:
            (seat,) = duel.game.due(duel.state).seats
            moves = duel.game.legal(duel.state, seat)
            duel = Duel(duel.game, duel.game.apply(duel.state, moves[-1] if "end" in duel.legal else moves[0]))
    return duel


def _turns(holder: Seat) -> tuple[Step[DuelSetting, DuelState], ...]:
    return (TurnStep(holder), ClearTurnStep(), TurnStep(other(holder)), EndRoundStep())


def _made(
    game: BuildersDuel,
    number: int,
    holder: Seat,
    named: Mapping[int, str],
    sides: tuple[Has, Has],
    top: str,
    steps: tuple[Step[DuelSetting, DuelState], ...],
) -> Duel:
    state = game.opening()._replace(round=number, power=holder, holder=holder, agenda=steps[::-1], turn=DuelTurn())
    words = {word: card for card, word in enumerate(game.words["card"])}
    kept = [tuple(words[word] for word in side.kept.split()) for side in sides]
    chosen = {cell - 1: words[word] for cell, word in named.items()}
    gone = {*kept[0], *kept[1], *chosen.values()}
    piles = [[card for card, it in enumerate(game.cards) if it.deck == deck and card not in gone] for deck in range(2)]
    deck, in_passage = passage(number) % 2, (number - 1) % ROUNDS_PER_PASSAGE
    display = tuple(chosen[cell] if cell in chosen else piles[deck].pop() for cell in range(9))
    assert all(game.cards[card].deck == deck for card in display), "a card of the other deck"
    left = 9 * (ROUNDS_PER_PASSAGE - 1 - in_passage)
    decks, discards = [Deck(), Deck()], [tuple[int, ...](), tuple[int, ...]()]
    decks[deck], discards[deck] = Deck.of(piles[deck][:left]), tuple(piles[deck][left:])
    if passage(number) == 0:
        decks[1 - deck] = Deck.of(piles[1 - deck])
    else:
        discards[1 - deck] = tuple(piles[1 - deck])
    seals = [[seal for seal, kind in enumerate(game.seal_kinds) if kind == it] for it in range(3)]

    def taken(words: str) -> tuple[int, ...]:
        return tuple(seals[game.words["seal"].index(word)].pop(0) for word in words.split())

    owned = [tuple(sorted(taken(side.seals))) for side in sides]
    first = taken(top)
    stack = Deck.of(seal for kind in seals for seal in kind).with_top(first)
    made = [
        _side(game, Seat(seat), side, seals, cards)
        for seat, (side, seals, cards) in enumerate(zip(sides, owned, kept, strict=True))
    ]
    owners: list[Seat | None] = [None] * 9
    for seat in (step.seat for step in steps if isinstance(step, TurnStep)):
        for cell in sides[seat].cells.split():
            owners[int(cell) - 1] = seat if owners[int(cell) - 1] is None else owners[int(cell) - 1]
    bonuses = [
        next((Seat(seat) for seat, side in enumerate(made) if all(side.sections[section])), None)
        for section in range(len(SECTIONS))
    ]
    state = state._replace(
        decks=(decks[0], decks[1]),
        discards=(discards[0], discards[1]),
        display=display,
        owners=() if isinstance(steps[0], ClaimStep) else tuple(owners),
        stack=stack,
        bank=game.board.bank - sum(side.gold for side in sides),
        sides=(made[0], made[1]),
        bonuses=(bonuses[0], bonuses[1], bonuses[2]),
    )
    assert state.bank >= 0
    assert 1 <= number <= ROUNDS_PER_PASSAGE * PASSAGES
    assert dict(game.census(state)) == dict(game.census(game.initial()))
    return Duel(game, game.decode_state(game.encode_state(state)))


def _side(game: BuildersDuel, seat: Seat, side: Has, seals: tuple[int, ...], kept: tuple[int, ...]) -> SideState:
    raw, worked = _goods(side.raw), _goods(side.worked)
    sections: list[Section] = []
    supply = add(add(game.board.goods, raw, -1), worked, -1)
    for section, needed in zip(SECTIONS, game.board.sides[seat].sections, strict=True):
        there = Counter((side.built or {}).get(section, "").split())
        assert set(there) <= {GOODS[good] for good in needed}, f"section {section} takes other goods"
        one, two, three = (GOODS[good] in there for good in needed)
        sections.append((one, two, three))
        supply = add(supply, _goods(" ".join(there)), -1)
    assert min(supply) >= 0, "more goods than there are"
    return SideState(side.gold, seals, supply, raw, worked, (sections[0], sections[1], sections[2]), kept)


def _goods(words: str) -> Goods:
    return counted(tuple(GOODS.index(word) for word in words.split()))
