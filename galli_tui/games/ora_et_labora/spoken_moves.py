"""Moves of Ora et Labora as they are read aloud: with what the screen shows beside them."""

from __future__ import annotations

from collections.abc import Sequence

from galli_tui.games.ora_et_labora.effect_words import effect_sentence
from galli_tui.games.ora_et_labora.move_words import move_form
from galli_tui.games.ora_et_labora.words import good_name, space_name
from galli_tui.style.wording import listed
from rules.engine.events import Move
from rules.ora_et_labora.actions import Contract, Use
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.effect_text import WheelPart
from rules.ora_et_labora.effects import CarryOut
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.land import MIDDLE, Plot, ground, space_at
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import UseNeutral
from rules.ora_et_labora.rounds import Visit
from rules.ora_et_labora.settling import FoundSettlement
from rules.ora_et_labora.state import OraState


def spoken_words(game: OraEtLabora, view: OraState, move: Move, players: Sequence[str] = ()) -> str:
    """Return a move with what a listener must know to choose it, without a full stop at the end."""
    form = move_form(game, view, move, players)
    match move:
        case Use(_, building) | Contract(_, building) | CarryOut(_, building):
            return form._replace(brings=_effect(game, building, form.brings)).sentence()
        case Visit(_, building) | UseNeutral(_, building):
            return form._replace(brings=_effect(game, building, form.brings)).sentence()
        case Follow():
            step = view.agenda[-1]
            building = step.building if isinstance(step, FollowStep) else 0
            return form._replace(brings=_effect(game, building, form.brings)).sentence()
        case BuildCard(_, building):
            return f"{form.sentence()}: dwelling value {game.cards[building].dwelling}"
        case FoundSettlement():
            words = f"found the settlement {form.words.removeprefix('found ')}"
            return form._replace(words=words, brings="").sentence()
        case BuyDistrict(_, row):
            first, last = (space_name(space_at(row, column)) for column in (MIDDLE[0], MIDDLE[-1]))
            return f"{form.sentence()}, on {first} to {last}"
        case BuyPlot(_, row, kind):
            new = ground((), (Plot(row, kind),)).keys() - ground((), ()).keys()
            return f"{form.sentence()}, on {listed(map(space_name, sorted(new)))}"
        case _:
            return form.sentence()


def run_words(game: OraEtLabora, first: Move, last: Move) -> str:
    """Return free conversions that differ by their number alone as one move; empty for other moves."""
    match first, last:
        case MakeStraw(seat, least), MakeStraw(other, most) if seat == other:
            return f"turn {least} to {most} grain into straw"
        case Sell(seat, least), Sell(other, most) if seat == other:
            return f"sell {least} to {most} {good_name(game, game.present, 2)}"
        case _:
            return ""


def _effect(game: OraEtLabora, building: int, brings: str) -> str:
    """Return what a building does in a sentence, but what the wheel gives in numbers."""
    if any(isinstance(part, WheelPart) for part in game.cards[building].effect):
        return brings
    sentence = effect_sentence(game, building)
    return f"{sentence[0].lower()}{sentence[1:]}".rstrip(".")
