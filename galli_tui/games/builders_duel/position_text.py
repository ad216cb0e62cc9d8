"""A position of Builders' Duel in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from galli_tui.game_api.position import Description
from galli_tui.games.builders_duel.display import fighting
from galli_tui.games.builders_duel.prompts import brief_words
from galli_tui.games.builders_duel.words import effect_words, worked_name
from galli_tui.style.wording import counted, listed
from rules.builders_duel.box import DECKS, GOODS, SECTIONS
from rules.builders_duel.conflict import WINS_CELL, FirstThrowStep, GoStep, ThrowAgainStep, if_level, side_behind
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import (
    CELLS_OF,
    LAST_ROUND,
    LINE_NAMES,
    PASSAGES,
    DuelState,
    contested,
    other,
    passage,
    seal_word,
    sum_of,
)
from rules.engine.secrecy import Seat

DISPLAY: Final = "Display"
"""The title of the part with the nine cards of the round."""


def position(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> list[Description]:
    """Return the table, the display with its claims, the conflict, and what each side has."""
    return [
        Description("On the table", tuple(_table(view, players)), f"{players[view.power]} has the Power."),
        Description(DISPLAY, tuple(_display(game, view, players)), _display_brief(game, view, players)),
        Description("Conflict", tuple(_conflict(game, view, players)), log=(WINS_CELL.key,) if _decided(view) else ()),
        *(
            Description(f"{players[it]} ({game.board.sides[it].name})", tuple(_side(game, view, it)), _brief(view, it))
            for it in game.seats
        ),
    ]


def _display_brief(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> str:
    names = [f"{cell} {game.cards[piece].name}" for cell, piece in enumerate(view.display, 1) if piece is not None]
    return " ".join([f"{', '.join(names) or 'no cards'}.", *_claims(view, players)])


def _brief(view: DuelState, seat: Seat) -> str:
    side = view.sides[seat]
    installed = sum(sum(section) for section in side.sections)
    most = sum(len(section) for section in side.sections)
    ready = sum(side.worked)
    return f"{side.gold} gold, {counted(ready, 'worked good')}, {installed} of {most} materials installed."


def _table(view: DuelState, players: Sequence[str]) -> Iterator[str]:
    rounds = f"round {view.round} of {LAST_ROUND}"
    yield f"Passage {passage(view.round) + 1} of {PASSAGES}, {rounds}, deck {DECKS[view.deck]}."
    yield f"{players[view.power]} has the Power."
    yield f"Bank: {view.bank} gold. Stack: {view.stack.size} seals."
    for name, first in zip(SECTIONS, view.bonuses, strict=True):
        if first is not None:
            yield f"{players[first]} was the first to finish a section {name}."


def _claims(view: DuelState, players: Sequence[str]) -> Iterator[str]:
    for seat, line in enumerate(view.claims):
        if line is not None:
            yield f"{players[seat]} claims the {LINE_NAMES[line]}."


def _display(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> Iterator[str]:
    yield from _claims(view, players)
    for cell, piece in enumerate(view.display):
        if piece is None:
            yield f"{cell + 1}: empty."
            continue
        card = game.cards[piece]
        for_whom = f", only for {game.board.sides[card.side].name}" if card.side is not None else ""
        yield f"{cell + 1}: {card.name} ({effect_words(game, card)}{for_whom}){_use(view, cell, players)}."
    if not view.display:
        yield "No cards are laid out."


def _use(view: DuelState, cell: int, players: Sequence[str]) -> str:
    """Return who may use the card of a cell, or has used it: "; Anna may use it". Empty for one without a claim."""
    claimed = [players[seat] for seat, line in enumerate(view.claims) if line is not None and cell in CELLS_OF[line]]
    owner, fought_for = view.owners[cell] if view.owners else None, len(claimed) == len(players)
    if owner is not None:
        return f"; {players[owner]} {'won it and ' if fought_for else ''}may use it"
    if not view.owners or not claimed:
        return ""
    if fought_for and fighting(view):
        return "; both want it"
    return "; fought for and used" if fought_for else f"; used by {claimed[0]}"


def _decided(view: DuelState) -> bool:
    """Return whether the conflict of this round has been won."""
    return bool(view.owners) and not fighting(view)


def _conflict(game: BuildersDuel, view: DuelState, players: Sequence[str]) -> Iterator[str]:
    if fighting(view):
        cell = contested(view)
        piece = view.display[cell]
        card = "" if piece is None else f", {game.cards[piece].name}"
        yield f"{listed(players)} fight for card {cell + 1}{card}."
    if not view.conflict.thrown:
        yield ("The conflict of this round is over." if _decided(view) else "No seal has been thrown in this round.")
    for it in view.conflict.thrown:
        seal = "the personal seal" if it.seal is None else f"a {seal_word(game.seal_kinds[it.seal])} seal"
        yield f"{players[it.seat]} threw {seal}: {'still falling' if it.face is None else it.face}."
    if view.conflict.thrown:
        yield f"Sums: {', '.join(f'{players[seat]} {sum_of(view, seat)}' for seat in game.seats)}."
    step = view.agenda[-1] if view.agenda else None
    if isinstance(step, FirstThrowStep | GoStep | ThrowAgainStep):
        if view.conflict.thrown:
            behind = side_behind(view)
            sums = sum_of(view, other(behind)), sum_of(view, behind)
            yield f"{players[other(behind)]} is ahead{if_level(sums)}."
        yield f"{players[step.seat]} is to {brief_words(game, view, step.seat)}."


def _side(game: BuildersDuel, view: DuelState, seat: Seat) -> Iterator[str]:
    side = view.sides[seat]
    seals = [seal_word(game.seal_kinds[it]) for it in side.seals]
    yield f"{side.gold} gold. Seals: {', '.join(seals) or 'none'}, and the personal seal, 2/3."
    yield f"Raw goods: {_goods(side.raw, GOODS)}. Supply: {_goods(side.supply, GOODS)}."
    yield f"Worked goods: {_goods(side.worked, [worked_name(game, good, seat) for good in range(len(GOODS))])}."
    for name, wanted, there in zip(SECTIONS, game.board.sides[seat].sections, side.sections, strict=True):
        installed = [worked_name(game, good, seat) for good, done in zip(wanted, there, strict=True) if done]
        missing = [worked_name(game, good, seat) for good, done in zip(wanted, there, strict=True) if not done]
        rest = f", lacks {', '.join(missing)}" if missing else ", finished"
        yield f"Section {name}: has {', '.join(installed) or 'nothing'}{rest}."
    if side.kept:
        kept = (game.cards[card] for card in side.kept)
        yield f"Kept 1x cards: {', '.join(f'{card.name} ({effect_words(game, card)})' for card in kept)}."


def _goods(numbers: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(f"{number} {name}" for number, name in zip(numbers, names, strict=True) if number) or "none"
