"""Moves of Builders' Duel as they are read aloud: with the card, the price or the chance that a screen shows beside."""

from __future__ import annotations

from galli_tui.games.builders_duel.items import move_words, note, right
from galli_tui.games.builders_duel.words import effect_sentence, goods_listed
from galli_tui.style.wording import listed
from rules.builders_duel.box import SECTIONS
from rules.builders_duel.building import Build
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import Throw
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState
from rules.engine.events import Move


def spoken_words(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return a move with what a listener must know to choose it, without a full stop at the end."""
    words, end = move_words(game, view, move), right(game, view, move)
    match move:
        case Claim():
            # The odds of the fight are the same for every line.
            return f"{words}: {note(game, view, move).partition(' If ')[0]}".rstrip(".")
        case Throw():
            chance = f"{end.removesuffix(' %')} percent to get ahead" if end.endswith("%") else end
            return f"{words}: {chance}" if chance else words
        case UseCard(_, cell):
            verb, _, name = words.partition(f" {cell + 1} ")
            effect = end if end == "no effect" else effect_sentence(game, game.cards[view.display[cell] or 0])
            return f"{verb} card {cell + 1}, {name}: {effect}".rstrip(".")
        case Work(_, cell, goods):
            return f"work {goods_listed(goods)} with card {cell + 1}, {_name(game, view, cell)}: {_price(end)}"
        case Trade(_, cell):
            return f"{words.replace(', ', ' and ')} at card {cell + 1}, {_name(game, view, cell)}: {_price(end)}"
        case BuySeals():
            return f"{words}: {_price(end)}"
        case Build(_, section):
            installed = listed(words.partition(": install ")[2].split(", "))
            more = note(game, view, move).rstrip(".")
            built = f"build in section {SECTIONS[section]}: install {installed} for {end}"
            return f"{built}. {more}" if more else built
        case _:
            return words


def _name(game: BuildersDuel, view: DuelState, cell: int) -> str:
    return game.cards[view.display[cell] or 0].name


def _price(end: str) -> str:
    """Return a price as it is said: "free", "1 gold", "you get 2 gold"."""
    return f"you get {end[1:]}" if end.startswith("+") else end
