"""The buildings that a seat can use by contract, owner by owner, and how the fee can be paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.games.ora_et_labora.words import amount_of, building_name, owner_name
from galli_tui.style.wording import listed, sentence_start
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Fee, fee, fee_paid
from rules.ora_et_labora.clergy import at_home
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN
from rules.ora_et_labora.state import OraState, occupied


def fees_words(game: OraEtLabora, view: OraState) -> str:
    """Return both ways to pay for a contract: "1 coin, or 1 wine as a present"."""
    return f"{_amount(game, view, Fee.COINS)}, or {_amount(game, view, Fee.PRESENT)} as a present"


def contract_lines(game: OraEtLabora, view: OraState, players: Sequence[str], seat: Seat) -> Iterator[str]:
    """Yield what a contract costs, whether a seat can pay it, and the unoccupied buildings of every other owner."""
    ways = [_amount(game, view, way) for way in Fee if fee_paid(game, view, seat, way) is not None]
    paid = listed(ways, "or") or "neither"
    yield f"A contract costs {fees_words(game, view)}. {players[seat]} can pay with {paid}."
    taken = occupied(view)
    for owner, estate in enumerate(view.estates):
        if owner == seat or not estate.buildings:
            continue
        whose = owner_name(game, players, owner)
        free = [building_name(game, building) for _, building in estate.buildings if building not in taken]
        if not at_home(game, estate):
            yield f"{sentence_start(whose)} has no clergyman at home for a contract."
        else:
            yield f"Unoccupied buildings of {whose}: {listed(free) or 'none'}."


def _amount(game: OraEtLabora, view: OraState, way: Fee) -> str:
    if way is Fee.PRESENT:
        return amount_of(game, game.present, 1)
    return amount_of(game, COIN, fee(game, view))
