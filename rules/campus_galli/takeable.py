"""What a seat's card allows: sections of the hut and shapes of the pouch."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campus_galli.box import ActionCard, CardKind, Origin
from rules.campus_galli.places import fits
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State, open_card
from rules.engine.grid import union
from rules.engine.secrecy import Seat

CLAUSES = {
    CardKind.BUILD: "CG-I-3a8",
    CardKind.MASTER: "CG-I-3a8",
    CardKind.PRAY: "CG-I-3a9",
    CardKind.SEER: "CG-I-3a9",
    CardKind.DOUBLE: "CG-I-3a10",
    CardKind.ANGEL: "CG-I-3a11",
}
"""The clause of each kind of card that takes a section."""


def card_in_play(setting: Setting, state: State, seat: Seat) -> ActionCard:
    """Return the card that a seat plays this round, once revealed: the borrowed one if any."""
    own = state.seats[seat]
    return setting.box.cards[open_card(own) if own.borrowed is None else own.borrowed]


def order_number(card: ActionCard, declared: Origin | None) -> int:
    """Return the card's number in the turn order (CG-I-3)."""
    return card.numbers[-1] if declared is Origin.HUT else card.numbers[0]


def hut_allowed(setting: Setting, state: State, seat: Seat) -> int:
    """Return a bit for each section in the hut that the card allows, whether or not it fits the plan."""
    return state.hut & hut_kinds(setting, card_in_play(setting, state, seat), state.seats[seat].declared)


def hut_kinds(setting: Setting, card: ActionCard, declared: Origin | None) -> int:
    """Return a bit for each section that a card allows to take from the hut, there or not."""
    match card.kind:
        case CardKind.BUILD:
            kinds = union(setting.colour_sections[colour] for colour in card.colours)
        case CardKind.MASTER | CardKind.ANGEL:
            kinds = setting.sections
        case CardKind.DOUBLE:
            kinds = setting.shape_sections[card.shapes[0]] if declared is Origin.HUT else 0
        case CardKind.PRAY | CardKind.SEER | CardKind.BOOK | CardKind.GUEST | CardKind.UNFINISHED:
            kinds = 0
    return kinds


def pouch_allowed(setting: Setting, state: State, seat: Seat) -> int:
    """Return a bit for each shape in the pouch that the card allows, whether or not it fits the plan."""
    return pouch_shapes(setting, state, card_in_play(setting, state, seat), state.seats[seat].declared)


def pouch_shapes(setting: Setting, state: State, card: ActionCard, declared: Origin | None) -> int:
    """Return a bit for each shape in the pouch that a card allows."""
    match card.kind:
        case CardKind.PRAY:
            shapes = card.shapes
        case CardKind.SEER | CardKind.ANGEL:
            shapes = tuple(range(len(setting.box.shapes)))
        case CardKind.DOUBLE:
            shapes = card.shapes if declared is Origin.POUCH else ()
        case CardKind.BUILD | CardKind.MASTER | CardKind.BOOK | CardKind.GUEST | CardKind.UNFINISHED:
            shapes = ()
    return in_pouch(setting, state, shapes)


def in_pouch(setting: Setting, state: State, shapes: Iterable[int]) -> int:
    """Return a bit for each of these shapes that the pouch holds."""
    return sum(1 << shape for shape in shapes if state.pouch & setting.shape_sections[shape])


def takeable(setting: Setting, state: State, seat: Seat) -> tuple[int, int]:
    """Return the sections of the hut and shapes of the pouch that are allowed and fit the plan (CG-I-3a13)."""
    return fitting(setting, state, hut_allowed(setting, state, seat), pouch_allowed(setting, state, seat))


def can_take(setting: Setting, state: State, seat: Seat) -> bool:
    """Return whether anything is takeable."""
    return _any_fits(setting, state, hut_allowed(setting, state, seat), pouch_allowed(setting, state, seat))


def allows_section(setting: Setting, state: State, card: ActionCard, declared: Origin | None) -> bool:
    """Return whether a card, so declared, allows any section that fits the plan (CG-III-3a3)."""
    hut = state.hut & hut_kinds(setting, card, declared)
    return _any_fits(setting, state, hut, pouch_shapes(setting, state, card, declared))


def sections_left(setting: Setting, state: State, card: ActionCard, declared: Origin | None) -> int:
    """Return how many sections of the hut and shapes of the pouch a card, so declared, allows, fitting or not."""
    hut = state.hut & hut_kinds(setting, card, declared)
    return hut.bit_count() + pouch_shapes(setting, state, card, declared).bit_count()


def _any_fits(setting: Setting, state: State, hut: int, pouch: int) -> bool:
    for shape, sections in enumerate(setting.shape_sections):
        if (hut & sections or pouch >> shape & 1) and fits(setting, state, shape):
            return True
    return False


def fitting(setting: Setting, state: State, hut: int, pouch: int) -> tuple[int, int]:
    """Return those of these sections of the hut and shapes of the pouch that fit the plan."""
    fitting_hut = fitting_pouch = 0
    for shape, sections in enumerate(setting.shape_sections):
        wanted = bool(hut & sections) or bool(pouch >> shape & 1)
        if wanted and fits(setting, state, shape):
            fitting_hut |= hut & sections
            fitting_pouch |= pouch & 1 << shape
    return fitting_hut, fitting_pouch
