"""What the duel asks for next, in one sentence with the numbers that matter."""

from __future__ import annotations

from galli_tui.games.builders_duel.items import skips
from rules.builders_duel.box import Ability
from rules.builders_duel.building import (
    CANT_PAY,
    NOTHING_FITS,
    Build,
    FinishTurn,
    TurnStep,
    may_build,
    price,
    what_is_missing,
)
from rules.builders_duel.cards import BuySeals, Trade, UseCard, Work, own_cells
from rules.builders_duel.claims import ClaimStep
from rules.builders_duel.conflict import FirstThrowStep, GoStep, KeepSealStep, ThrowAgainStep, lead_needed
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.one_use import UseScaffold, kept_with
from rules.builders_duel.state import DuelState, contested, other
from rules.engine.secrecy import Seat


def next_words(game: BuildersDuel, view: DuelState, seat: Seat, rival: str, *, aloud: bool = False) -> str:
    """Return what a seat is asked, without its name; `rival` is the name of the other player.

    To be read `aloud`, it also says what a screen says beside every line that can be claimed.
    """
    match view.agenda[-1]:
        case ClaimStep():
            fight = "you fight for one card"
            if view.claims[other(seat)] is None:
                fight = f"{rival} must cross it{f', and {fight}' if aloud else ''}"
            return f"{claim_words(view, seat, rival)}; {fight}."
        case FirstThrowStep():
            need = lead_needed(view, seat)
            against = f"{need} or more puts you ahead" if view.conflict.thrown else "both throw at least one"
            return f"throw a first seal for {_card(game, view)}; {against}."
        case GoStep():
            return f"throw a seal ({lead_needed(view, seat)} needed), or give up {_card(game, view)}."
        case ThrowAgainStep():
            return f"it fell {view.conflict.thrown[-1].face}. Use your Second Throw, or let it lie?"
        case KeepSealStep():
            return "the card is lost. Keep one of the seals that you threw?"
        case TurnStep() if cells := own_cells(view, seat):
            if len(cells) > 1:
                return f"use your {len(cells)} cards in any order, then build if you can."
            then = "then build if you can" if _last_card_may_help(game, view, seat) else "you can't build after it"
            return f"use your last card; {then}."
        case TurnStep():
            return _after_cards(game, view, seat)
        case _:
            return f"{game.question(view)}."


def claim_words(view: DuelState, seat: Seat, rival: str) -> str:
    """Return what a seat may claim: any line, or one across the line of the other player."""
    return "claim a row, column or diagonal" if view.claims[other(seat)] is None else f"claim a line across {rival}'s"


def brief_words(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    """Return what a seat is asked in a few words, to follow "to", from public information."""
    match view.agenda[-1]:
        case FirstThrowStep():
            return "throw a first seal"
        case GoStep():
            return "throw a seal or give up"
        case ThrowAgainStep():
            return "use the Second Throw or not"
        case KeepSealStep():
            return "keep a seal or none"
        case TurnStep() if own_cells(view, seat):
            return "use your cards"
        case TurnStep():
            return "build or end your turn" if may_build(game, view, seat) else "end your turn"
        case _:
            return game.question(view)


def _after_cards(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    """Return what is left of a turn once all cards are used, and why building is not part of it."""
    moves = game.legal(view, seat)
    if any(isinstance(move, Build) for move in moves):
        gold = [price(game, view, number) for number in range(1, len(game.board.build_prices) + 1)]
        prices = [f"{number} for {one}" if one else f"{number} free" for number, one in enumerate(gold, 1)]
        paid = next(at for at, one in enumerate(gold) if one)
        prices[paid] += " gold"
        return f"build ({', '.join(prices)}) or end your turn."
    is_useful = any(not isinstance(move, FinishTurn) and not skips(game, view, move) for move in moves)
    left = "use a 1x card or end your turn" if is_useful else "end your turn"
    return f"{left}; {_why_no_building(game, view, seat)}."


def _last_card_may_help(game: BuildersDuel, view: DuelState, seat: Seat) -> bool:
    """Return whether a side may be able to build once it has used its last claimed card, with its 1x cards."""
    uses = [move for move in game.legal(view, seat) if isinstance(move, UseCard | Work | Trade | BuySeals)]
    if kept_with(game, view, seat, Ability.CARTLOAD) is not None and any(isinstance(it, Work) for it in uses):
        return True
    states = [use.carry_out(game, view, []) for use in uses]
    scaffold = UseScaffold(seat)
    states += [scaffold.carry_out(game, it, []) for it in states if scaffold.refusal(game, it) is None]
    return any(may_build(game, it, seat) for it in states)


def _why_no_building(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    """Return why a side that has used its cards can't build."""
    if len(view.turn.built) >= view.turn.sites:
        only_end = len(game.legal(view, seat)) == 1 and view.sides[seat].kept
        return "you have built, and can use no 1x card now" if only_end else "you have built this round"
    missing = what_is_missing(game, view, seat)
    if missing.key == CANT_PAY.key:
        return f"building costs {price(game, view, 1)} gold, you have {view.sides[seat].gold or 'none'}"
    return "no worked good fits a section" if missing.key == NOTHING_FITS.key else "no worked goods to build with"


def _card(game: BuildersDuel, view: DuelState) -> str:
    piece = view.display[contested(view)]
    return "the card" if piece is None else game.cards[piece].name
