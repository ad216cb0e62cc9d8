"""What a target on the board is, in a sentence or two, and the clause that it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.builders_duel.details import to_come
from galli_tui.games.builders_duel.words import (
    card_clause,
    effect_sentence,
    goods_listed,
    seal_words,
    worked_name,
)
from galli_tui.games.kit.targets import target_parts
from galli_tui.style.wording import counted, listed
from rules.builders_duel.box import GOODS, SECTIONS, Card
from rules.builders_duel.building import BUILD_TOO_DEAR, CARDS_FIRST, Build, TurnStep, price
from rules.builders_duel.conflict import thrown_personal
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import LINE_NAMES, DuelState, sum_of
from rules.engine.secrecy import Seat

PASSAGE: Final = "passage"
_COMMON: Final = {
    PASSAGE: ("BD-2a", "Passage: three rounds with one deck; the four have the decks A, B, A and B."),
    "bank": ("BD-1d", "Bank: the gold not owned by a player; cards that give gold take it from here."),
    "stack": ("BD-1d", "Stack: the face-down seals not owned by a player; cards give you those on top."),
    "goods": ("BD-1b", "Goods: from the supply they come raw into the camp, are worked there and then installed."),
}
"""The clause and the words of what belongs to both sides, by target."""
_CLAUSES: Final = {
    "claim": "BD-2c",
    "sum": "BD-3a",
    "side": "BD-7b",
    "seals": "BD-3a",
    "kept": "BD-6a",
    "camp": "BD-1b",
    "section": "BD-1f",
    "holder": "BD-4a",
    "coming": "BD-2b",
}
"""The clauses of targets that belong to a side or change."""


def about(game: BuildersDuel, view: DuelState, target: str) -> str:
    """Return what a target is, beginning with its name and a colon; empty for an unknown one."""
    kind, numbers = target_parts(target)
    card = _card_at(game, view, target)
    if card is not None:
        return f"{card.name}: {effect_sentence(game, card)}"
    match kind, numbers:
        case "cell", [cell]:
            return f"Cell {cell}: no card lies here now."
        case "section", [seat, section, good]:
            return _material(game, view, Seat(seat), section, good)
        case "section", [seat, section]:
            return f"Section {SECTIONS[section]}: {_section(game, view, seat, section)}"
        case (("claim" | "sum" | "side" | "seals" | "kept" | "camp"), [seat]):
            return _of_side(game, view, kind, Seat(seat))
        case "holder", []:
            name = game.board.sides[view.holder].name
            return f"First: {name} has the Power in this round; {name} claims, throws and uses cards first."
        case "coming", []:
            return f"Still to come this passage: {to_come(game, view) or 'nothing'}."
        case _:
            return _COMMON[target][1] if target in _COMMON else ""


def clause_of(game: BuildersDuel, view: DuelState, target: str) -> str:
    """Return the clause of such a target; empty for an unknown one."""
    card = _card_at(game, view, target)
    if card is not None:
        return card_clause(card)
    return _COMMON[target][0] if target in _COMMON else _CLAUSES.get(target_parts(target)[0], "")


def _card_at(game: BuildersDuel, view: DuelState, target: str) -> Card | None:
    """Return the card of a target on the display."""
    kind, numbers = target_parts(target)
    card = view.display[numbers[0] - 1] if kind == "cell" and view.display else None
    return None if card is None else game.cards[card]


def _of_side(game: BuildersDuel, view: DuelState, kind: str, seat: Seat) -> str:
    """Return what a side has of a kind."""
    name, side = game.board.sides[seat].name, view.sides[seat]
    match kind:
        case "claim":
            line = view.claims[seat]
            return f"{name}'s claim: the {LINE_NAMES[line]}." if line is not None else f"{name}'s claim: none yet."
        case "sum":
            return f"{name}'s sum: {sum_of(view, seat)} in this conflict."
        case "side":
            power = ", the Power" if view.power == seat else ""
            built = sum(map(sum, side.sections))
            return f"{name}: {side.gold} gold{power}, {counted(built, 'material')} installed."
        case "seals":
            seals = ", ".join(seal_words(game, side.seals, personal=not thrown_personal(view, seat)))
            return f"{name}'s seals: {seals}. Each shows one of its two faces when it is thrown."
        case "kept":
            cards = [game.cards[it] for it in side.kept]
            told = " ".join(f"{it.name}: {effect_sentence(game, it).partition('. ')[2]}" for it in cards)
            return told or f"{name}'s 1x cards: none."
        case _:
            return f"{name}'s camp: {_goods(game, view, seat)}."


def _goods(game: BuildersDuel, view: DuelState, seat: Seat) -> str:
    side = view.sides[seat]
    worked = [f"{number} {worked_name(game, good, seat)}" for good, number in enumerate(side.worked) if number]
    raw, supply = (goods_listed(_each(it)) for it in (side.raw, side.supply))
    return f"raw {raw}; worked {listed(worked) or 'nothing'}. In the supply: {supply}"


def _each(numbers: Sequence[int]) -> list[int]:
    """Return each good as often as there is of it."""
    return [good for good in range(len(GOODS)) for _ in range(numbers[good])]


def _section(game: BuildersDuel, view: DuelState, seat: int, section: int) -> str:
    goods, there = game.board.sides[seat].sections[section], view.sides[seat].sections[section]
    lacking = [worked_name(game, good, seat) for good, done in zip(goods, there, strict=True) if not done]
    name = game.board.sides[seat].name
    return f"{name} still needs {listed(lacking)} for it." if lacking else f"{name} has finished it."


def _material(game: BuildersDuel, view: DuelState, seat: Seat, section: int, good: int) -> str:
    """Return a material of a section, and what it takes to install it."""
    name, board, side = worked_name(game, good, seat), game.board.sides[seat], view.sides[seat]
    if side.sections[section][board.sections[section].index(good)]:
        why = "installed already."
    elif side.worked[good]:
        why = _why_not_now(game, view, Build(seat, section, (good,)))
    elif side.raw[good]:
        why = f"{board.name}'s {GOODS[good]} is raw and must be worked first."
    else:
        why = f"{board.name} has no {GOODS[good]} in the camp, raw or worked."
    return f"{name.capitalize()} in section {SECTIONS[section]}: {why}"


def _why_not_now(game: BuildersDuel, view: DuelState, build: Build) -> str:
    """Return whether a worked material can be installed now, or why not."""
    name = game.board.sides[build.seat].name
    if not view.agenda or view.agenda[-1] != TurnStep(build.seat):
        return f"worked, and can be installed in a turn of {name}'s."
    refusal = build.refusal(game, view)
    if refusal is None:
        return "ready to be installed now."
    if refusal.code == CARDS_FIRST.code:
        return f"worked, but {name} must use all cards before building."
    if refusal.code == BUILD_TOO_DEAR.code:
        return (
            f"worked, but installing costs {price(game, view, 1)} gold, and {name} has {view.sides[build.seat].gold}."
        )
    return f"worked, but {name} may not build there any more in this round."
