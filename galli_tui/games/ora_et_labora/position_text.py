"""A position of Ora et Labora in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from galli_tui.game_api.position import Description
from galli_tui.games.ora_et_labora.contract_words import fees_words
from galli_tui.games.ora_et_labora.effect_words import effect_sentence
from galli_tui.games.ora_et_labora.land_words import lacking_words
from galli_tui.games.ora_et_labora.prompts import progress_words, settle_words
from galli_tui.games.ora_et_labora.seat_words import neutral_part, seat_part
from galli_tui.games.ora_et_labora.settlement_words import settlement_lines
from galli_tui.games.ora_et_labora.words import (
    amount_of,
    asked_seat,
    building_key,
    building_name,
    cost_words,
    points_of,
    round_goods_words,
    settlement_name,
    terrain_words,
    where_it_stands,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import fee
from rules.ora_et_labora.box import STAGES
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN
from rules.ora_et_labora.state import GRAPES_TOKEN, JOKER, STONE_TOKEN, TOKENS, OraState

_TOKEN_NAMES = {JOKER: "The joker, for any good,", GRAPES_TOKEN: "The grapes token"}
"""The tokens that a sentence does not call by the good alone."""
_SPACES = 4
"""How many spaces for a settlement are named, the best ones."""


def position(game: OraEtLabora, view: OraState, players: Sequence[str]) -> list[Description]:
    """Return the table, the wheel, the display, settlements, the neutral land of the solo game, and each player."""
    display, settlements = tuple(_display(game, view, players)), tuple(settlement_lines(game, view, players))
    return [
        Description("On the table", tuple(_table(game, view, players)), table_brief(game, view)),
        Description("Wheel", tuple(_wheel(game, view)), _wheel_brief(game, view)),
        Description("Display", display, _display_brief(game, view, players)),
        Description("Settlements", settlements, _settlements_brief(game, view, players)),
        *([] if game.neutral is None else [neutral_part(game, view, game.neutral)]),
        *(seat_part(game, view, players, seat) for seat in game.seats),
    ]


# The table


def _table(game: OraEtLabora, view: OraState, players: Sequence[str]) -> Iterator[str]:
    yield f"{sentence_start(progress_words(game, view))}."
    if soon := settle_words(game, view):
        yield soon
    if game.players > 2 and view.round:
        yield f"{players[(view.first + view.round - 1) % game.players]} is the starting player of this round."
    yield f"A contract costs {fees_words(game, view)}."
    for what, left, prices in (
        ("district", view.districts, game.district_prices),
        ("plot", view.plots, game.plot_prices),
    ):
        yield f"The next {what} costs {_price(game, left, prices)}; {left} left." if left else f"No {what} is left."
    if stages := [STAGES[it] for it, cards in enumerate(view.stages) if cards]:
        coming = counted(sum(map(len, view.stages)), "building")
        yield f"Still to come: {coming}, with stage{'' if len(stages) == 1 else 's'} {listed(stages)}."
    yield f"{sentence_start(counted(view.wonders, 'wonder'))} left."


def table_brief(game: OraEtLabora, view: OraState) -> str:
    """Return what a contract and the next landscapes cost."""
    district, plot = (
        f"the next {what} {_price(game, left, prices)}" if left else f"no {what} left"
        for what, left, prices in (
            ("district", view.districts, game.district_prices),
            ("plot", view.plots, game.plot_prices),
        )
    )
    return f"A contract costs {_fee(game, view)}; {district}; {plot}."


def _fee(game: OraEtLabora, view: OraState) -> str:
    return amount_of(game, COIN, fee(game, view))


def _price(game: OraEtLabora, left: int, prices: Sequence[int]) -> str:
    return amount_of(game, COIN, prices[left - 1])


# The wheel


def _wheel(game: OraEtLabora, view: OraState) -> Iterator[str]:
    yield "What a production gives now, and after the next turn of the wheel."
    for token, steps in enumerate(view.tokens):
        name = _TOKEN_NAMES.get(token, sentence_start(TOKENS[token]))
        if steps is not None:
            yield f"{name} {_yields(game, steps)}."
        elif token != GRAPES_TOKEN or not game.ireland:
            yield f"{name} {_absent(game, view, token)}."
    yield from _round_goods(game, view)


def _round_goods(game: OraEtLabora, view: OraState) -> Iterator[str]:
    """Yield what the next rounds of the short game bring everybody."""
    if not game.mode.short or view.round >= game.mode.rounds:
        return
    yield f"In round {view.round + 1} everybody gets {round_goods_words(game, view.round + 1)}."
    if later := range(view.round + 2, game.mode.rounds + 1):
        yield f"Then {'; '.join(f'round {it}: {round_goods_words(game, it)}' for it in later)}."


def _absent(game: OraEtLabora, view: OraState, token: int) -> str:
    """Return that a token is not on the wheel, why, and what helps: "is not on the wheel before round 13"."""
    begins = {STONE_TOKEN: game.mode.stone, GRAPES_TOKEN: game.mode.grapes}.get(token)
    if begins is None:
        gone = "has left the wheel" if view.round else "is not on the wheel yet"
    else:
        gone = f"is not on the wheel before round {begins}" if begins else "is never on the wheel in this game"
    return gone if token == JOKER or view.tokens[JOKER] is None else f"{gone}; the joker can stand in"


def _yields(game: OraEtLabora, steps: int) -> str:
    """Return what a token gives now and after the next turn: "gives 4 now, then 5"."""
    values = game.mode.wheel
    now = f"gives {values[steps]} now"
    if steps + 1 < len(values):
        return f"{now}, then {values[steps + 1]}"
    return f"{now}, then leaves the wheel" if game.solo else f"{now}, then {values[steps]}"


def joker_lines(game: OraEtLabora, view: OraState) -> Iterator[str]:
    """Yield what the joker is for, then where it stands."""
    yield "The joker is a token on the wheel that can stand in for that of any good."
    yield "When you produce a good, take as many as its own token gives, or as many as the joker gives."
    yield "The token that you use goes back to 0."
    steps = view.tokens[JOKER]
    yield f"It {_absent(game, view, JOKER) if steps is None else _yields(game, steps)}."


def _wheel_brief(game: OraEtLabora, view: OraState) -> str:
    named = zip(TOKENS, view.tokens, strict=True)
    return f"{listed(f'{name} {game.mode.wheel[steps]}' for name, steps in named if steps is not None)}."


# The display


def _display(game: OraEtLabora, view: OraState, players: Sequence[str]) -> Iterator[str]:
    asked = asked_seat(game, view)
    for building in view.display:
        yield display_words(game, view, building, players, asked)
    if not view.display:
        yield "No buildings are left on display."


def display_words(game: OraEtLabora, view: OraState, building: int, players: Sequence[str], asked: Seat | None) -> str:
    """Return a building of the display in a sentence: its cost and worth, its effect, and what is missing."""
    text = f"{card_words(game, building)} {effect_sentence(game, building)}"
    if asked is None:
        return text
    why = lacking_words(game, view.estates[asked], building)
    return f"{text} {players[asked]} {why or 'can build it'}."


def card_words(game: OraEtLabora, building: int) -> str:
    """Return what a building costs and is worth, in a sentence."""
    card = game.cards[building]
    kind = ", a cloister building" if card.cloister else ""
    cost = f" It costs {cost_words(game, building)}." if card.cost else " It is printed on the heartland."
    where = f" It stands {where_it_stands(card)}." if terrain_words(card) else ""
    worth = f"{points_of(card.points)}, dwelling value {card.dwelling}"
    return f"{building_name(game, building)}{kind}: {worth}.{cost}{where}"


def _display_brief(game: OraEtLabora, view: OraState, players: Sequence[str]) -> str:
    asked = asked_seat(game, view)
    there = listed(building_key(game, building) for building in view.display)
    if asked is None or not view.display:
        return f"{counted(len(view.display), 'building')}{f': {there}' if there else ''}."
    payable = [it for it in view.display if not lacking_words(game, view.estates[asked], it)]
    names = listed(building_name(game, building) for building in payable)
    return f"{counted(len(view.display), 'building')}. {players[asked]} can build {names or 'none of them'} now."


def _settlements_brief(game: OraEtLabora, view: OraState, players: Sequence[str]) -> str:
    asked, hand = asked_seat(game, view), ""
    if asked is not None and (supply := view.estates[asked].supply):
        hand = f"{players[asked]} has {listed(settlement_name(game, it) for it in supply)}."
    return " ".join(filter(None, (settle_words(game, view), hand))) or "None can be founded any more."
