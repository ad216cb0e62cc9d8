"""The choices of a decision as items of a menu."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from galli_tui.games.builders_duel.words import effect_words, made, many
from galli_tui.games.kit.menu import Item
from rules.builders_duel.box import FACES, GOODS, PERSONAL, SECTIONS
from rules.builders_duel.building import Build, FinishTurn, WorkBonus, price
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work
from rules.builders_duel.claims import Claim, crossing
from rules.builders_duel.conflict import GiveUp, KeepSeal, LetLie, SwearOath, Throw, ThrowAgain
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.one_use import UseCartload, UseSabotage, UseScaffold, UseTwoSites
from rules.builders_duel.state import CELLS_OF, LINE_NAMES, LINES, DuelState, other, seal_word, sum_of
from rules.engine.events import Move
from rules.engine.secrecy import Seat


def items(game: BuildersDuel, view: DuelState, seat: Seat) -> list[Item]:
    """Return the choices of a seat, those of one card or section on a page of their own."""
    found: list[Item] = []
    for _, group in groupby(game.legal(view, seat), key=lambda move: (type(move), getattr(move, "cell", None))):
        moves = list(group)
        choices = [
            Item(words(game, view, move), right(game, view, move), move, note=note(game, view, move)) for move in moves
        ]
        first = moves[0]
        if isinstance(first, Work | Trade | BuySeals) and len(choices) > 1:
            card = game.cards[view.display[first.cell] or 0]
            choices = [Item(f"{first.cell + 1} {card.name}", page=tuple(_best_first(choices)), note=effect_words(card))]
        elif isinstance(first, Build) and len(choices) > 5:
            by_section = groupby(choices, key=lambda it: it.move.section if isinstance(it.move, Build) else 0)
            choices = [
                Item(f"build in section {SECTIONS[section]}", page=tuple(_best_first(list(inner))))
                for section, inner in by_section
            ]
        found += choices
    return found


def _best_first(choices: list[Item]) -> Iterable[Item]:
    """Return the choices, those with most goods first and nothing last."""
    return reversed(choices)


def words(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return a move in a few words that begin with a verb."""
    match move:
        case Claim():
            return LINE_NAMES[move.line]
        case Throw():
            high = f" at {max(FACES[move.seal])}" if move.high else f" at {min(FACES[move.seal])}" if game.calm else ""
            return f"throw {'your own seal' if move.seal == PERSONAL else seal_word(move.seal)}{high}"
        case SwearOath():
            return "swear an oath"
        case GiveUp():
            return "give up"
        case ThrowAgain():
            return "throw it again"
        case LetLie():
            return "let it lie"
        case KeepSeal():
            return "keep none" if move.seal is None else f"keep {seal_word(move.seal)}"
        case UseCard():
            return f"use {move.cell + 1} {game.cards[view.display[move.cell] or 0].name}"
        case Work() | WorkBonus():
            return f"work {many(move.goods)}"
        case Trade():
            sold = f"sell {move.sold} wool, " if move.sold else ""
            return f"{sold}buy {many(move.goods)}"
        case BuySeals():
            return f"buy {move.number or 'no'} seal{'' if move.number == 1 else 's'}"
        case Build():
            materials = ", ".join(made(game, good, move.seat) for good in move.goods)
            return f"{SECTIONS[move.section]}: {materials}"
        case UseCartload():
            return f"Cartload: take {GOODS[move.good]}"
        case UseSabotage():
            return f"Sabotage: spoil {made(game, move.good, other(move.seat))}"
        case UseScaffold():
            return "use the Scaffold"
        case UseTwoSites():
            return "use Two Sites"
        case FinishTurn():
            return "end your turn"
        case _:
            return " ".join(game.format(move).split()[1:])


def right(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return what stands at the end of a move's line: its price, or the chance to get ahead."""
    match move:
        case Throw() if view.conflict.thrown and not game.calm:
            return f"{chance(view, move)} %"
        case Claim():
            rival = view.claims[other(move.seat)]
            return "" if rival is None else f"both: {min(crossing(rival, move.line)) + 1}"
        case Build():
            return f"{price(game, view, len(move.goods))} gold"
        case Work():
            cost = len(move.goods) * game.cards[view.display[move.cell] or 0].price
            return f"{cost} gold" if cost else "free"
        case Trade():
            card = game.cards[view.display[move.cell] or 0]
            cost = len(move.goods) * card.price - move.sold * card.wool_price
            return f"{cost} gold" if cost > 0 else f"+{-cost} gold" if cost < 0 else "free"
        case BuySeals():
            return f"{move.number * game.board.seal_price} gold"
        case _:
            return ""


def chance(view: DuelState, move: Throw) -> int:
    """Return the chance in percent that a throw puts its seat ahead."""
    own, rival = sum_of(view, move.seat), sum_of(view, other(move.seat))
    needed = rival - own + (move.seat != view.holder)
    return 50 * sum(face >= needed for face in FACES[move.seal])


def note(game: BuildersDuel, view: DuelState, move: Move) -> str:
    """Return more words about a move, shown while it is chosen."""
    match move:
        case Claim():
            cards = [view.display[cell] for cell in CELLS_OF[move.line]]
            named = ", ".join(game.cards[card].name for card in cards if card is not None)
            if view.claims[other(move.seat)] is not None:
                return named
            replies = [line for line in range(len(LINES)) if len(crossing(line, move.line)) == 1]
            return f"{named}. Leaves {len(replies)} lines to answer."
        case UseCard():
            return effect_words(game.cards[view.display[move.cell] or 0])
        case _:
            return ""
