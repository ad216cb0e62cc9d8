"""Moves of Builders' Duel as they are read aloud: with the card, the price or the chance that a screen shows beside."""

from __future__ import annotations

from galli_tui.games.builders_duel.items import WILL_FIGHT, move_words, note, right, skips
from galli_tui.games.builders_duel.left_gold import too_little_words
from galli_tui.games.builders_duel.words import effect_sentence, goods_listed, seal_name
from galli_tui.style.wording import listed
from rules.builders_duel.box import PERSONAL, SECTIONS
from rules.builders_duel.building import Build
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.claims import Claim
from rules.builders_duel.conflict import KeepSeal, Throw, gives_up
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.one_use import UseScaffold, UseTwoSites
from rules.builders_duel.state import DuelState
from rules.engine.events import Move


def spoken_words(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return a move with what a listener must know to choose it, without a full stop at the end."""
    words, end = move_words(game, view, move), right(game, view, move)
    match move:
        case Claim():
            # The odds of the fight are the same for every line, and so is that the first claim leads to one.
            said = note(game, view, move).partition(" If ")[0].removesuffix(WILL_FIGHT)
            return f"{words}: {said}".rstrip(". ")
        case Throw():
            price = [end] if move.high else []
            chance = [f"{end.removesuffix(' %')} percent to get ahead"] if end.endswith("%") else []
            last = [_last_throw(game, view, move)] if move.seal == PERSONAL else []
            seal = words.replace(seal_name(move.seal), _seal(move.seal))
            result = ", ".join([*price, *chance, *last])
            return f"{seal}: {result}" if result else seal
        case KeepSeal(_, kind):
            return "keep no seal" if kind is None else f"keep {_seal(kind)}"
        case UseCard() | Work() | Trade() | BuySeals() if skips(game, view, move):
            return f"skip card {move.cell + 1}, {_name(game, view, move.cell)}{f': {end}' if end else ''}"
        case UseCard(_, cell):
            verb, name = words.partition(" ")[0], _name(game, view, cell)
            effect = effect_sentence(game, game.cards[view.display[cell] or 0])
            return f"{verb} card {cell + 1}, {name}: {effect}".rstrip(".")
        case Work(_, cell, goods):
            words = f"work {goods_listed(goods)} with card {cell + 1}, {_name(game, view, cell)}: {_price(end)}"
            return _with_rest(game, view, move, words)
        case Trade(_, cell, sold, goods):
            sale = f"sell {sold} wool" if sold else ""
            purchase = f"buy {goods_listed(goods)}" if goods else ""
            deal = " and ".join(it for it in (sale, purchase) if it)
            words = f"{deal} at card {cell + 1}, {_name(game, view, cell)}: {_price(end)}"
            return _with_rest(game, view, move, words)
        case BuySeals():
            return _with_rest(game, view, move, f"{words}: {_price(end)}")
        case Build(_, section):
            installed = listed(words.partition(": install ")[2].split(", "))
            more = note(game, view, move).rstrip(".")
            built = f"build in section {SECTIONS[section]}: install {installed} for {end}"
            return f"{built}. {more}" if more else built
        case UseScaffold() | UseTwoSites() if skips(game, view, move):
            return f"{words}: {end}"
        case _:
            return words


def _with_rest(game: BuildersDuel, view: DuelState, move: Work | Trade | BuySeals, words: str) -> str:
    """Return the words of a move, and what it leaves if that is too little to build."""
    left = too_little_words(game, view, move).rstrip(".")
    return f"{words}. {left}" if left else words


def _name(game: BuildersDuel, view: DuelState, cell: int) -> str:
    return game.cards[view.display[cell] or 0].name


def _last_throw(game: BuildersDuel, view: DuelState, move: Throw) -> str:
    """Return what throwing the personal seal means beside its face (BD-3g)."""
    if gives_up(game, view, move):
        return "can't get ahead and is your last throw, so it gives up this fight"
    return "your last throw in this fight, after which the seal comes back"


def _seal(kind: int) -> str:
    """Return a seal as it is said: "a 1/4 seal", or the name of the personal one."""
    return seal_name(kind) if kind == PERSONAL else f"a {seal_name(kind)} seal"


def _price(end: str) -> str:
    """Return a price as it is said: "free", "1 gold", "you get 2 gold"."""
    return f"you get {end[1:]}" if end.startswith("+") else end
