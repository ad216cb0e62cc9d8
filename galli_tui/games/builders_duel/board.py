"""The board in lines: the display with its claims, the conflict or how far the match is, and what both sides have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.builders_duel.about import PASSAGE, about, clause_of
from galli_tui.games.builders_duel.details import details, to_come
from galli_tui.games.builders_duel.display import FILL_TONES, TEXT_TONES, display_lines, fighting
from galli_tui.games.builders_duel.items import items
from galli_tui.games.builders_duel.sides import SidePanel
from galli_tui.games.builders_duel.signs import ASCII, UNICODE
from galli_tui.games.builders_duel.words import PERSONAL_BRIEF
from galli_tui.games.kit.blocks import bar, beside, block, legend
from galli_tui.games.kit.game_board import GameBoard, Scene
from galli_tui.games.kit.lines import Line, Span, heading, line, paragraph, spread
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.track import TrackMarker, TrackSpace, track_row
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import TablePlayer
from rules.builders_duel.box import DECKS
from rules.builders_duel.conflict import Throw, lead_needed, seal_kind
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import (
    LAST_ROUND,
    ROUNDS_PER_PASSAGE,
    DuelState,
    contested,
    other,
    passage,
    seal_word,
    sum_of,
)
from rules.engine.secrecy import Seat

_MOST: Final = 14
"""A sum that fills its bar."""
_TIGHT: Final = 22
"""Lines below which a line for 1x cards takes the place of another."""
_GAP: Final = 2
"""Cells between the two sides."""


class DuelBoard(GameBoard):
    """The board of Builders' Duel."""

    def __init__(self, game: BuildersDuel, *, ascii_only: bool) -> None:
        self._game = game
        self._signs = ASCII if ascii_only else UNICODE

    def items(self, view: DuelState, seat: Seat) -> list[MenuItem]:
        return items(self._game, self._signs, view, seat)

    def lines(self, scene: Scene) -> list[Line]:
        width, height = scene.width, scene.height
        card_height = 3 if height < 30 else 4 if height < 40 else 6
        middle = 2 if height < 30 else 3 if height < 40 else 4
        if height < _TIGHT and not _sums(scene.view) and any(side.kept for side in scene.view.sides):
            middle = 1
        size = ((width - 2) // 3, card_height)
        shown = display_lines(self._game, scene.view, scene.move, self._signs, size)
        shown += block(self._middle(scene, middle), width, middle)
        left = height - len(shown)
        half = self.seam(width) - _GAP
        return [*shown, *beside(*(self._side(scene, seat, half, left) for seat in self._game.seats), gap=_GAP)]

    def seam(self, width: int) -> int:
        return (width - _GAP) // 2 + _GAP

    def _side(self, scene: Scene, seat: Seat, width: int, height: int) -> list[Line]:
        player = scene.players[seat].name if scene.players else ""
        panel = SidePanel(self._game, self._signs, scene.view, seat, player, scene.before, scene.move, scene.reader)
        return panel.lines(width, height)

    # Between the display and the sides

    def _middle(self, scene: Scene, height: int) -> list[Line]:
        """Return the conflict as a duel of sums; in its absence, how far the match is and what is left."""
        view: DuelState = scene.view
        rest = [Line()] if height > 3 else []
        if not _sums(view):
            return [*rest, *self._standing(view, scene.width, height)]
        cell = contested(view)
        card = view.display[cell]
        name = "" if card is None else self._game.cards[card].name
        fight = Span(f"Fight for {cell + 1} {name}", "rubric", strong=True, target=f"cell {cell + 1}")
        heads = [line(fight)] if height > 2 else []
        thrown = isinstance(scene.move, Throw)
        seats = (view.holder, other(view.holder))
        return [*rest, *heads, *(self._sum(view, seat, scene.width, thrown and scene.seat == seat) for seat in seats)]

    def _sum(self, view: DuelState, seat: Seat, width: int, throws: bool) -> Line:
        """Return a side's throws and its sum, with what it needs if it is behind."""
        name = self._game.board.sides[seat].name
        left = [Span(f"{name:<8}", TEXT_TONES[seat], strong=True)]
        for it in view.conflict.thrown:
            if it.seat == seat:
                kind = PERSONAL_BRIEF if it.seal is None else seal_word(seal_kind(self._game, it.seal))
                face = "?" if it.face is None else str(it.face)
                left += [Span(f"{kind} ", "faint"), Span(f" {face} ", FILL_TONES[seat], strong=True), Span(" ")]
        oath = view.conflict.oath[seat]
        left += [Span("oath ", "faint"), Span(f" {oath} ", FILL_TONES[seat], strong=True)] if oath else []
        total, more = sum_of(view, seat), lead_needed(view, seat)
        both = len({it.seat for it in view.conflict.thrown}) == 2
        word = "" if not both else " ahead" if more <= 0 else f" needs {more}"
        right = [Span(f"= {total}", "gold", strong=True), Span(f"{word:<8}", "good" if more <= 0 else "refusal")]
        if width >= 64:
            signs = (self._signs.full, self._signs.empty)
            right = [*bar(total / _MOST, 16, signs, TEXT_TONES[seat]), Span(" "), *right]
        return spread(left, right, width, target=f"sum {seat}")

    def _standing(self, view: DuelState, width: int, height: int) -> list[Line]:
        signs = self._signs
        at = view.round - 1
        spaces = [TrackSpace(signs.full if number < at else signs.empty) for number in range(LAST_ROUND)]
        present = TrackMarker(at, Span(signs.present, "gold", strong=True))
        rounds = track_row(spaces, [present], group=ROUNDS_PER_PASSAGE)
        stock = [
            Span(f"bank {view.bank}, ", "faint", target="bank"),
            Span(f"stack {view.stack.size}", "faint", target="stack"),
        ]
        place = [Span(f"passage {passage(view.round) + 1}, deck {DECKS[view.deck]}", "faint", target=PASSAGE)]
        left = [*(it._replace(target=PASSAGE) for it in rounds), Span("  ", "faint"), *(place if height > 1 else stock)]
        goods = f"{signs.supply} supply {signs.raw} raw {signs.worked} worked"
        sides = self._game.board.sides
        if view.agenda:
            state = Span(f"{sides[view.holder].name} first", target="holder")
        else:
            (winner,) = self._game.sheet(view).winners
            state = Span(f"{sides[winner].name} wins", TEXT_TONES[winner], strong=True, target=f"side {winner}")
        return [
            spread(left, [state], width),
            spread(stock, [Span(goods, "faint", target="goods")], width),
        ][:height]

    # Beside the board

    def extras(self, scene: Scene) -> list[Line]:
        """Return the cards still to come, and a legend."""
        signs, width = self._signs, scene.width
        left = to_come(self._game, scene.view)
        shown = [
            (Span(signs.supply), "in supply"),
            (Span(signs.raw), "raw"),
            (Span(signs.worked, "gold"), "worked"),
            (Span(signs.installed), "installed"),
            (Span(signs.new), "since your last turn"),
            (Span("P", TEXT_TONES[0]), "Philip's"),
            (Span("W", TEXT_TONES[1]), "Waleran's"),
            (Span(signs.power, "gold"), "has the Power"),
            (Span(signs.first, "gold"), "first-to-finish bonus"),
            (Span(f"W{signs.row}{signs.column}{signs.down}", TEXT_TONES[1]), "lines that could fight for it"),
        ]
        coming = paragraph(left or "nothing: this is the last round of the passage", width, "faint", target="coming")
        return [
            heading("still to come this passage", width, "coming"),
            *coming,
            *legend("signs", shown, width, scene.height),
        ]

    def about(self, view: DuelState, target: str) -> str:
        return about(self._game, view, target)

    def clause_of(self, view: DuelState, target: str) -> str:
        return clause_of(self._game, view, target)

    def details(self, view: DuelState, players: Sequence[TablePlayer]) -> tuple[Paragraph, ...]:
        return details(self._game, view, players)


def _sums(view: DuelState) -> bool:
    """Return whether the sums of a conflict stand in the middle."""
    return fighting(view) or bool(view.conflict.thrown)
