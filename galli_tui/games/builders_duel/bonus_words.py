"""What finishing a section gives: the win, a bonus and what it is worth now, or nothing (BD-5e, BD-7a, BD-7d)."""

from __future__ import annotations

from galli_tui.style.wording import counted, listed
from rules.builders_duel.box import GOODS, SECTIONS, WOOL
from rules.builders_duel.building import Build, price
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, finished_sections


def finishing_words(game: BuildersDuel, view: DuelState, move: Build) -> str:
    """Return which section a move finishes and what that gives: "section II first, which gives 10 gold"."""
    if finished_sections(view.sides[move.seat]) == len(SECTIONS) - 1:
        return "your third section and wins the match"
    name = f"section {SECTIONS[move.section]}"
    if view.bonuses[move.section] is not None:
        return name
    return f"{name} first, {_bonus(game, view, move)}"


def _bonus(game: BuildersDuel, view: DuelState, move: Build) -> str:
    board = game.board
    match move.section:
        case 0:
            seals = min(board.bonus_seals, view.stack.size)
            return f"which gives {counted(seals, 'seal')}" if seals else "but no seal is left for its bonus"
        case 1:
            gold = min(board.bonus_gold, view.bank + price(game, view, len(move.goods)))
            return f"which gives {gold} gold" if gold else "but no gold is left for its bonus"
        case _:
            raw = view.sides[move.seat].raw[:WOOL]
            names = [name for name, number in zip(GOODS, raw, strict=False) if number]
            if not names:
                return "but its bonus is lost: no raw wood, sand or stone"
            most = min(board.bonus_work, sum(raw))
            return f"which works {'your' if most == sum(raw) else f'{most} of your'} raw {listed(names)} free"
