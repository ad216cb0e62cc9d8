"""What a player of Ora et Labora has, in words: goods, clergymen, land, settlements and points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.game_api.position import Description
from galli_tui.games.ora_et_labora.land_words import row_words, rows_of
from galli_tui.games.ora_et_labora.words import (
    NEUTRAL,
    amount_of,
    clergy_words,
    energy_of,
    food_of,
    halves,
    held_words,
    owned_building,
    settlement_name,
    the_building,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.engine.secrecy import Seat
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN
from rules.ora_et_labora.scoring import points
from rules.ora_et_labora.state import OraState


def neutral_part(game: OraEtLabora, view: OraState, owner: int) -> Description:
    """Return what the neutral player has."""
    about = "You use its buildings by contract, and choose which of its clergymen goes."
    lines = (about, f"At home: {clergy_words(game, view, owner)}.", *_land(game, view, owner))
    count = counted(len(view.estates[owner].buildings), "building")
    return Description(sentence_start(NEUTRAL), lines, f"{count}; at home: {clergy_words(game, view, owner)}.")


def seat_part(game: OraEtLabora, view: OraState, players: Sequence[str], seat: Seat) -> Description:
    """Return what a seat has."""
    return Description(players[seat], tuple(_seat(game, view, players, seat)), _brief(game, view, seat))


def _brief(game: OraEtLabora, view: OraState, seat: Seat) -> str:
    estate = view.estates[seat]
    return (
        f"{counted(points(game, estate).total, 'point')}, {amount_of(game, COIN, estate.goods[COIN])}, "
        f"{food_of(game, estate.goods)} food, {halves(energy_of(game, estate.goods))} energy; "
        f"at home: {clergy_words(game, view, seat)}."
    )


def _seat(game: OraEtLabora, view: OraState, players: Sequence[str], seat: Seat) -> Iterator[str]:
    estate = view.estates[seat]
    yield from goods_lines(game, view, seat)
    yield f"At home: {clergy_words(game, view, seat)}."
    for who, building in _at_work(view, seat):
        own = any(building == it for _, it in estate.buildings)
        where = the_building(game, building) if own else owned_building(game, view, players, building)
        yield f"{sentence_start(who)} works in {where}."
    yield from _land(game, view, seat)
    hand = listed(settlement_name(game, settlement) for settlement in estate.supply)
    yield f"Settlements in hand: {hand or 'none'}."
    yield points_words(game, view, seat)


def goods_lines(game: OraEtLabora, view: OraState, seat: Seat) -> Iterator[str]:
    """Yield what a seat has in goods, and what these give."""
    estate = view.estates[seat]
    wonders = f" {sentence_start(counted(estate.wonders, 'wonder'))}." if estate.wonders else ""
    yield f"Goods: {held_words(game, estate.goods)}.{wonders}"
    yield f"The goods give {food_of(game, estate.goods)} food and {halves(energy_of(game, estate.goods))} energy."


def _at_work(view: OraState, seat: Seat) -> Iterator[tuple[str, int]]:
    estate = view.estates[seat]
    if estate.prior is not None:
        yield "the prior", estate.prior
    for building in estate.lay_brothers:
        yield "a lay brother", building


def _land(game: OraEtLabora, view: OraState, owner: int) -> Iterator[str]:
    for row in rows_of(view.estates[owner]):
        yield row_words(game, view, owner, row)


def points_words(game: OraEtLabora, view: OraState, seat: Seat) -> str:
    """Return a seat's points as if the match ended now, by what they come from."""
    found = points(game, view.estates[seat])
    named = zip(("goods", "coins", "wonders", "buildings and settlements", "dwelling"), found, strict=True)
    parts = [f"{name} {number}" for name, number in named if number or name in ("goods", "dwelling")]
    return f"If it ended now: {counted(found.total, 'point')} ({', '.join(parts)})."
