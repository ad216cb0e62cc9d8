"""Moves of Builders' Duel in a sentence of their own, away from the board and from the prices of the menu."""

from __future__ import annotations

from galli_tui.games.builders_duel.items import move_words, right, skips
from galli_tui.games.builders_duel.words import PERSONAL_SEAL, goods_listed, seal_name, worked_name
from galli_tui.style.wording import listed
from rules.builders_duel.box import PERSONAL, SECTIONS
from rules.builders_duel.building import Build, WorkBonus
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.conflict import GiveUp, KeepSeal, Throw
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, contested
from rules.engine.events import Move


def decision_words(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return a legal move in a few words that begin with a verb, e.g. "install beam and block in section I"."""
    words = move_words(game, view, move)
    match move:
        case Throw() if move.seal == PERSONAL:
            return words.replace(PERSONAL_SEAL, "your personal seal (2/3)")
        case Throw():
            return words.replace(seal_name(move.seal), f"the {seal_name(move.seal)} seal", 1)
        case KeepSeal(seal=None):
            return "keep none of the seals thrown"
        case KeepSeal(seal=int(kind)):
            return f"keep the {seal_name(kind)} seal"
        case GiveUp():
            return f"give up {_card(game, view, contested(view))}"
        case UseCard() | Work() | Trade() | BuySeals() if skips(game, view, move):
            return f"skip {_card(game, view, move.cell)}"
        case UseCard(_, cell):
            verb, _, _ = words.partition(" ")
            return f"{verb} {_card(game, view, cell)}"
        case Work(goods=goods) | WorkBonus(goods=goods):
            return f"work {goods_listed(goods)}" if goods else "work no goods"
        case Trade():
            sold = [f"sell {move.sold} wool"] if move.sold else []
            bought = [f"buy {goods_listed(move.goods)}"] if move.goods else []
            return f"{listed([*sold, *bought])} ({right(game, view, move)})"
        case BuySeals():
            return f"{words} for {right(game, view, move)}"
        case Build(_, section, goods):
            materials = listed(worked_name(game, good, move.seat) for good in goods)
            return f"install {materials} in section {SECTIONS[section]}"
        case _:
            return words


def _card(game: BuildersDuel, view: DuelState, cell: int) -> str:
    """Return the card of a cell, with the number of the cell."""
    return f"{game.cards[view.display[cell] or 0].name} (card {cell + 1})"
