"""Sampling of full states from a view: unseen cards are dealt at random to the unseen places.

The board of unfinished tasks is the hard part: the sizes of its piles are known, which constrains the double-coloured
cards, prayers and building cards that the seats can hold (CG-III-0e).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from rules.campus_galli.box import CardKind
from rules.campus_galli.leftovers import (
    BLUE_PILE,
    GREEN_PILE,
    PILE_OF,
    PILES,
    RED_PILE,
    YELLOW_PILE,
    doubles_in_order,
    smaller_pile,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import LeftoverPile, SeatState, State
from rules.engine.entropy import RandomStream
from rules.engine.secrecy import HIDDEN, Slot, Zone


def sample_state(setting: Setting, view: State, entropy: bytes) -> State:
    """Sample a full state that is consistent with the view.

    Each seat has one angel and a fixed number of cards of each level; the board of unfinished tasks has the rest.
    """
    stream = RandomStream(entropy)
    piles_hidden = any(leftover.pile.cards is HIDDEN for leftover in view.leftovers)
    if view.box.cards is not HIDDEN and not piles_hidden and not any(map(_hides, view.seats)):
        return view
    turned_up = {card for leftover in view.leftovers for card in _turned_up(leftover)}
    seen = turned_up.union(view.box.shown, *map(_seen_of, view.seats))
    unseen = {card for card in setting.cards if card not in seen}
    view, laid_out = _leftovers(setting, view, unseen, stream)
    unseen -= laid_out
    angels = _shuffled(stream, [card for card in setting.angels if card in unseen])
    others = [
        _shuffled(stream, [card for card in setting.cards_of_level(level) if card in unseen])
        for level in range(1, len(setting.deal_of_levels) + 1)
    ]
    seats: list[SeatState] = []
    for seat in view.seats:
        own = _seen_of(seat) - turned_up
        cards: list[int] = []
        if _hides(seat):
            cards += [] if own & set(setting.angels) else [angels.pop()]
            for level, deal in enumerate(setting.deal_of_levels, 1):
                missing = deal - len(own.intersection(setting.cards_of_level(level)))
                cards += [others[level - 1].pop() for _ in range(missing)]
        seats.append(_fill(seat, _shuffled(stream, cards)))
    left = [card for cards in others for card in cards]
    box = view.box if view.box.cards is not HIDDEN else Zone.of([*angels, *left], view.box.seen)
    return view._replace(seats=tuple(seats), box=box)


def _leftovers(setting: Setting, view: State, unseen: Collection[int], stream: RandomStream) -> tuple[State, set[int]]:
    """Return the view with its hidden leftover piles filled, and the cards in them."""
    if not view.leftovers:
        return view, set()
    of_pile: dict[int | None, list[int]] = {None: [], **{pile: [] for pile in PILES}}
    for card in sorted(unseen):
        of_pile[PILE_OF.get(setting.box.cards[card].kind)].append(card)
    books, prayers, builds, guests = (of_pile[pile] for pile in PILES)
    prayed, built, doubles = _split(setting, view, unseen, (len(prayers), len(builds)), stream)
    counts = [leftover.pile.count for leftover in view.leftovers]
    filled: dict[int, list[int]] = {
        GREEN_PILE: stream.sample(books, counts[GREEN_PILE]),
        BLUE_PILE: [*stream.sample(prayers, prayed), *doubles[BLUE_PILE]],
        RED_PILE: [*stream.sample(builds, built), *doubles[RED_PILE]],
        YELLOW_PILE: stream.sample(guests, counts[YELLOW_PILE]),
    }
    leftovers = tuple(
        leftover._replace(pile=Zone.of(filled[pile], leftover.pile.seen))
        for pile, leftover in enumerate(view.leftovers)
    )
    laid_out = {card for cards in filled.values() for card in cards}
    return view._replace(leftovers=leftovers), laid_out


class _PileKnowledge(NamedTuple):
    """What a view reveals of the blue and the red pile as they were dealt."""

    doubles: tuple[int | None, ...]
    """For each double-coloured card in order: the pile that showed it; `_FREE` if unseen, None if a seat had it."""
    sizes: tuple[int, int]
    """The initial sizes of the blue and the red pile."""
    turned_up: tuple[int, int]
    """How many of their cards, doubles excluded, were turned up."""
    unseen: tuple[int, int]
    """The numbers of unseen prayers and building cards."""


_FREE = -1


class _PileSplit(NamedTuple):
    """A possible composition of the piles, with the number of consistent states."""

    prayers: int
    builds: int
    doubles: int
    worlds: int


def _split(
    setting: Setting, view: State, unseen: Collection[int], counts: tuple[int, int], stream: RandomStream
) -> tuple[int, int, dict[int, list[int]]]:
    """Sample the numbers of unseen prayers and building cards, and the unseen doubles, in the blue and red pile."""
    blue, red = (_turned_up(view.leftovers[pile]) for pile in (BLUE_PILE, RED_PILE))
    order = doubles_in_order(setting)
    where: dict[int, int] = dict.fromkeys(unseen, _FREE)
    where |= dict.fromkeys(blue, BLUE_PILE) | dict.fromkeys(red, RED_PILE)
    known = _PileKnowledge(
        tuple(map(where.get, order)),
        (view.leftovers[BLUE_PILE].pile.count + len(blue), view.leftovers[RED_PILE].pile.count + len(red)),
        (_count_single_coloured(setting, blue), _count_single_coloured(setting, red)),
        counts,
    )
    ways = _pile_splits(known)
    prayers, builds, doubles, _ = ways[_pick(stream, [way.worlds for way in ways])]
    filled: dict[int, list[int]] = {BLUE_PILE: [], RED_PILE: []}
    sequence = _sequence(prayers, builds, doubles)
    taken = 0
    for place, state in enumerate(known.doubles):
        out, there = _choices(known.doubles, sequence, place, taken)
        if _pick(stream, [out, there]):
            if state == _FREE:
                filled[sequence[taken]].append(order[place])
            taken += 1
    return prayers - known.turned_up[0], builds - known.turned_up[1], filled


def _count_single_coloured(setting: Setting, cards: Sequence[int]) -> int:
    return sum(setting.box.cards[card].kind is not CardKind.DOUBLE for card in cards)


@lru_cache(maxsize=4096)
def _sequence(prayers: int, builds: int, doubles: int) -> tuple[int, ...]:
    """Return the pile of each leftover double-coloured card, in order (CG-III-0e)."""
    found: list[int] = []
    sizes = {BLUE_PILE: prayers, RED_PILE: builds}
    for _ in range(doubles):
        pile = smaller_pile(sizes[BLUE_PILE], sizes[RED_PILE])
        sizes[pile] += 1
        found.append(pile)
    return tuple(found)


@lru_cache(maxsize=256)
def _pile_splits(known: _PileKnowledge) -> tuple[_PileSplit, ...]:
    """Return every consistent composition with its number of states."""
    blue, red = known.sizes
    found: list[_PileSplit] = []
    for prayers in range(known.turned_up[0], blue + 1):
        for builds in range(known.turned_up[1], red + 1):
            doubles = blue + red - prayers - builds
            if doubles > len(known.doubles):
                continue
            sequence = _sequence(prayers, builds, doubles)
            if sequence.count(BLUE_PILE) != blue - prayers:
                continue
            worlds = comb(known.unseen[0], prayers - known.turned_up[0])
            worlds *= comb(known.unseen[1], builds - known.turned_up[1])
            worlds *= _fillings(known.doubles, sequence, 0, 0)
            if worlds:
                found.append(_PileSplit(prayers, builds, doubles, worlds))
    return tuple(found)


@lru_cache(maxsize=65536)
def _fillings(doubles: tuple[int | None, ...], sequence: tuple[int, ...], place: int, taken: int) -> int:
    """Count the ways in which the doubles from `place` on form the rest of the sequence."""
    if place == len(doubles):
        return int(taken == len(sequence))
    return sum(_choices(doubles, sequence, place, taken))


def _choices(doubles: tuple[int | None, ...], sequence: tuple[int, ...], place: int, taken: int) -> tuple[int, int]:
    """Return the number of fillings from here on without this double, and with it."""
    state = doubles[place]
    out = _fillings(doubles, sequence, place + 1, taken) if state is None or state == _FREE else 0
    fits = taken < len(sequence) and state is not None and state in (_FREE, sequence[taken])
    return out, _fillings(doubles, sequence, place + 1, taken + 1) if fits else 0


def _pick(stream: RandomStream, weights: Sequence[int]) -> int:
    """Return a random index, weighted."""
    total = sum(weights)
    # The weights may exceed the range of `below`; with 256 bits the bias is negligible.
    point = int.from_bytes(stream.bytes32(), "big") * total >> 256
    for place, weight in enumerate(weights):
        point -= weight
        if point < 0:
            return place
    raise ValueError("no world fits the view")


def _turned_up(leftover: LeftoverPile) -> tuple[int, ...]:
    return leftover.borrowed if leftover.top is None else (*leftover.borrowed, leftover.top)


def _shuffled(stream: RandomStream, cards: list[int]) -> list[int]:
    return stream.sample(cards, len(cards))


def _places(seat: SeatState) -> tuple[Zone | Slot, ...]:
    """Return the places of a seat whose cards may be hidden."""
    return seat.chosen, seat.pile, seat.hand, seat.next_year


def _seen_of(seat: SeatState) -> set[int]:
    return {*seat.played, *seat.books, *seat.guests, *seat.lost}.union(*(it.shown for it in _places(seat)))


def _hides(seat: SeatState) -> bool:
    return any(it.hidden for it in _places(seat))


def _fill(seat: SeatState, cards: list[int]) -> SeatState:
    """Return the seat with its hidden places filled from `cards`, which it consumes."""
    return seat._replace(
        chosen=seat.chosen.filled(cards),
        pile=seat.pile.filled(cards),
        hand=seat.hand.filled(cards),
        next_year=seat.next_year.filled(cards),
    )
