"""The display: nine cards, the claims drawn as lines across them, and what a claim that is being chosen would leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from galli_tui.games.builders_duel.signs import DuelSigns
from galli_tui.games.builders_duel.words import effect_forms, effect_sentence, name_forms
from galli_tui.games.kit.cards import CardFace, card, card_grid
from galli_tui.games.kit.lines import Line, Span, fitting
from rules.builders_duel.box import Card
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import CompareStep
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import CELLS_OF, LINES, DuelState, contested, crossing, other
from rules.engine.events import Move
from rules.engine.secrecy import Seat

TEXT_TONES: Final = ("blue_text", "red_text")
FILL_TONES: Final = ("blue_fill", "red_fill")
INITIALS: Final = "PW"
CHOSEN: Final = "selected"
_WIDE, _TALL = 28, 6
"""Cells and lines from which a card has full sentences."""


class Claims(NamedTuple):
    """The lines of both sides, one of which may only be chosen and not yet made."""

    lines: tuple[int | None, int | None]
    preview: Seat | None = None

    @classmethod
    def of(cls, view: DuelState, move: Move | None) -> Claims:
        """Return the claims made, and the one being chosen."""
        if not isinstance(move, Claim) or view.claims[move.seat] is not None:
            return cls(view.claims)
        first, second = view.claims
        return cls((move.line, second) if move.seat == 0 else (first, move.line), move.seat)

    def sides(self, cell: int) -> list[Seat]:
        """Return the sides whose lines have a cell."""
        return [Seat(seat) for seat, line in enumerate(self.lines) if line is not None and cell in CELLS_OF[line]]


def fighting(view: DuelState) -> bool:
    """Return whether the conflict is not decided yet."""
    return bool(view.owners) and any(isinstance(step, CompareStep) for step in view.agenda)


def display_lines(
    game: BuildersDuel, view: DuelState, move: Move | None, signs: DuelSigns, size: tuple[int, int]
) -> list[Line]:
    """Return the display; `size` is that of one card."""
    claims = Claims.of(view, move)
    faces = [_face(game, view, claims, cell, signs, size) for cell in range(9)]

    def joint(one: int, another: int) -> Span | None:
        stroke = {1: signs.row, 3: signs.column, 4: signs.down, 2: signs.up}[another - one]
        for seat, line in enumerate(claims.lines):
            on_line = line is not None and {one, another} <= set(CELLS_OF[line])
            if on_line and all(seat in _who(view, claims, cell) for cell in (one, another)):
                tone = "gold" if seat == claims.preview else TEXT_TONES[seat]
                return Span(stroke, tone, strong=True, target=f"claim {seat}")
        return None

    return card_grid([card(face, *size) for face in faces], 3, joint)


def _face(
    game: BuildersDuel, view: DuelState, claims: Claims, cell: int, signs: DuelSigns, size: tuple[int, int]
) -> CardFace:
    piece = view.display[cell] if cell < len(view.display) else None
    target, number = f"cell {cell + 1}", f"{cell + 1} "
    if piece is None:
        return CardFace(number, tone="faint", target=target)
    it = game.cards[piece]
    who = _who(view, claims, cell)
    full = size[0] >= _WIDE and size[1] >= _TALL
    text, *briefs = (_for_side(it) + words for words in effect_forms(game, it))
    if full:
        text, briefs = effect_sentence(game, it), [text, *briefs]
    initials = "".join(INITIALS[seat] for seat in who)
    name = fitting(name_forms(it), size[0] - len(number) - len(initials) - (2 if initials else 1))
    face = CardFace(number + name, text, tuple(briefs), target=target)
    over = None not in claims.lines and claims.preview is None
    if not who:
        tone = "faint" if over else "ink" if it.side is None else TEXT_TONES[it.side]
        return face._replace(tone=tone, text_tone="faint" if over else "ink")
    bars = tuple(CHOSEN if seat == claims.preview else FILL_TONES[seat] for seat in who)
    edge = _edge(claims, cell, who, signs)
    foot = tuple(_replies(claims, cell, signs)) if claims.preview is not None else ()
    return face._replace(bars=bars, marks=(Span(initials + " "),), edge=edge, foot=foot)


def _who(view: DuelState, claims: Claims, cell: int) -> list[Seat]:
    """Return the sides that a card belongs to: both while they fight for it, none once it is used."""
    if not view.owners:
        return claims.sides(cell)
    if fighting(view) and cell == contested(view):
        return [Seat(0), Seat(1)]
    owner = view.owners[cell]
    return [] if owner is None else [owner]


def _for_side(it: Card) -> str:
    """Return the only side that a person works for, to stand before the effect; empty if it works for both."""
    return "" if it.side is None else f"{INITIALS[it.side]} only: "


def _edge(claims: Claims, cell: int, who: Sequence[Seat], signs: DuelSigns) -> Span:
    """Return the left edge of a card, along which a claimed column runs."""
    for seat in who:
        line = claims.lines[seat]
        if line is not None and LINES[line][0] == "c" and cell < 6:
            return Span(signs.column, "gold" if seat == claims.preview else TEXT_TONES[seat], strong=True)
    return Span(" ")


def _replies(claims: Claims, cell: int, signs: DuelSigns) -> list[Span]:
    """Return the lines by which the other side could fight for a card of the line being chosen."""
    seat = claims.preview
    line = None if seat is None else claims.lines[seat]
    if seat is None or line is None or claims.lines[other(seat)] is not None or cell not in CELLS_OF[line]:
        return []
    strokes = "".join(signs.lines(reply) for reply in range(len(LINES)) if crossing(reply, line) == {cell})
    return [Span(f"{INITIALS[other(seat)]}{strokes}", TEXT_TONES[other(seat)])]
