"""Settlements in words: what they cost and count, who has them, and where they would count most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from galli_tui.games.ora_et_labora.land_words import can_pay, settling_spaces
from galli_tui.games.ora_et_labora.prompts import settle_words
from galli_tui.games.ora_et_labora.words import (
    asked_seat,
    points_of,
    price_words,
    settlement_name,
    space_name,
    terrain_words,
    where_it_stands,
)
from galli_tui.style.wording import listed
from rules.engine.secrecy import Seat
from rules.ora_et_labora.box import STAGES
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.state import OraState

_SPACES: Final = 4
"""How many spaces for a settlement are named, the best ones."""


def settlement_lines(game: OraEtLabora, view: OraState, players: Sequence[str]) -> Iterator[str]:
    """Yield sentences about all settlements, and what those of the seat that is due would count on its land."""
    if soon := settle_words(game, view):
        yield soon
    for settlement in range(len(game.settlements)):
        yield f"{settlement_words(game, settlement)}; {_holders(game, view, players, settlement)}."
    asked = asked_seat(game, view)
    if asked is not None:
        yield from settling_words(game, view, asked, players[asked])


def settlement_words(game: OraEtLabora, settlement: int) -> str:
    """Return what a settlement costs and counts, without a full stop."""
    card = game.settlements[settlement]
    where = f", only {where_it_stands(card)}" if terrain_words(card) else ""
    worth = f"dwelling value {card.dwelling}, {points_of(card.points)}"
    return f"{settlement_name(game, settlement)} costs {price_words(card)}{where}: {worth}"


def _holders(game: OraEtLabora, view: OraState, players: Sequence[str], settlement: int) -> str:
    stage, owners = (
        game.settlements[settlement].stage,
        [seat for seat in game.seats if settlement in view.estates[seat].supply],
    )
    if owners:
        everybody = len(owners) == game.players > 1
        return "in every hand" if everybody else f"in the hand of {listed(players[seat] for seat in owners)}"
    coming = stage is not None and any(view.stages[stage])
    return f"comes with phase {STAGES[stage or 0]}" if coming else "in no hand"


def settling_words(game: OraEtLabora, view: OraState, seat: Seat, player: str) -> Iterator[str]:
    """Yield for each settlement in a seat's hand if it can be paid, and what it would count on the best spaces."""
    estate = view.estates[seat]
    for settlement in estate.supply:
        found, name = settling_spaces(game, estate, settlement), settlement_name(game, settlement)
        own = game.settlements[settlement].points
        payable = f"{player} {_can(can_pay(game, estate, settlement))} pay for {name}"
        if found:
            best = listed(f"{count + own} on {space_name(space)}" for count, space in found[:_SPACES])
            yield f"{payable}; with its points it would count {best}."
        else:
            yield f"{payable}, and has no free space for it."


def _can(able: bool) -> str:
    return "can" if able else "can't"
