"""Items that buy landscapes or lay granted ones: a page for each kind, with the places where it can be laid."""

from __future__ import annotations

from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.menu import Asked, page
from galli_tui.games.ora_et_labora.move_words import DISTRICTS, PLOTS, landscape_place
from galli_tui.style.wording import sentence_start
from rules.ora_et_labora.landscape import LAND_TOO_DEAR, NOT_THERE, SOLD_OUT, BuyDistrict, BuyPlot, no_landscape

_BRIEF = {LAND_TOO_DEAR.code: "too dear", SOLD_OUT.code: "sold out", NOT_THERE.code: "no room"}
"""Why no land can be bought, in a word or two."""


def landscape_items(asked: Asked, moves: list[BuyDistrict | BuyPlot]) -> list[MenuItem]:
    """Return a page of places for each kind of landscape, its price at its end."""
    kinds: dict[tuple[str, str], list[BuyDistrict | BuyPlot]] = {}
    for move in moves:
        kind = DISTRICTS[move.side] if isinstance(move, BuyDistrict) else PLOTS[move.kind]
        kinds.setdefault(kind, []).append(move)
    found: list[MenuItem] = []
    for (name, spaces), ways in kinds.items():
        places = [asked.item(move, landscape_place(move)) for move in ways]
        made = page(name, [place._replace(right=()) for place in places], note=f"{sentence_start(spaces)}.")
        found.append(made._replace(right=places[0].right))
    return found


def no_land(asked: Asked) -> MenuItem:
    """Return why a seat can buy no land now."""
    refusal = no_landscape(asked.game, asked.view, asked.seat) or NOT_THERE.refusal()
    return asked.no("buy land", _BRIEF.get(refusal.code, "bought"), refusal)
