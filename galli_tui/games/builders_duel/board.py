"""The board in lines: the display with its claims, the conflict, and what both sides have."""

from __future__ import annotations

from typing import Final

from galli_tui.games.builders_duel.items import items
from galli_tui.games.builders_duel.words import effect_words
from galli_tui.games.kit.lines import Line, Span, line, spread, trimmed, wrapped
from galli_tui.games.kit.menu import Item
from rules.builders_duel.box import GOODS, SECTIONS
from rules.builders_duel.claims import Claim, contested
from rules.builders_duel.conflict import seal_kind
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import CELLS_OF, DuelState, passage, seal_word, sum_of
from rules.engine.events import Move
from rules.engine.secrecy import Seat

TONES: Final = ("blue_text", "red_text")
INITIALS: Final = "PW"
_GAP: Final = 1
_ROWS: Final = 3
"""Lines of a cell."""


class DuelBoard:
    """Implements `galli_tui.games.kit.board.GameBoard`."""

    def __init__(self, game: BuildersDuel, *, ascii_only: bool) -> None:
        self._game = game
        self._strokes = {"row": "-", "column": "|", "down": "\\", "up": "/"} if ascii_only else {
            "row": "━", "column": "┃", "down": "╲", "up": "╱"
        }  # fmt: skip
        self._done, self._open = ("#", ".") if ascii_only else ("■", "□")
        self._supply, self._raw, self._made = (".", "o", "#") if ascii_only else ("·", "○", "●")

    def items(self, view: DuelState, seat: Seat) -> list[Item]:
        """Return the choices of a seat that is asked."""
        return items(self._game, view, seat)

    def lines(self, view: DuelState, width: int, height: int, move: Move | None) -> list[Line]:
        """Return the board; a line to be claimed is shown before it is."""
        claims = list(view.claims)
        if isinstance(move, Claim) and claims[move.seat] is None:
            claims[move.seat] = move.line
        half = (width - 2) // 2
        sides = [self._side(view, Seat(seat), half) for seat in (0, 1)]
        sides_lines = [_beside(left, right, half) for left, right in zip(*sides, strict=True)]
        return [
            self._head(view, width),
            *self._display(view, claims, width, isinstance(move, Claim)),
            *self._conflict(view, width),
            *sides_lines,
        ][:height]

    def _head(self, view: DuelState, width: int) -> Line:
        left = f"passage {passage(view.round) + 1} (deck {'AB'[view.deck]}), round {view.round} of 12"
        return spread([Span(left, "rubric")], [f"bank {view.bank}  stack {view.stack.size}"], width)

    def _display(self, view: DuelState, claims: list[int | None], width: int, preview: bool) -> list[Line]:
        cell_width = (width - 2 * _GAP) // 3
        found: list[Line] = []
        for row in range(3):
            blocks = [self._cell(view, claims, row * 3 + column, cell_width) for column in range(3)]
            for y in range(_ROWS):
                spans: list[Span] = []
                for column, block in enumerate(blocks):
                    spans += block[y].spans
                    if column < 2:
                        joined = self._stroke(claims, row * 3 + column, row * 3 + column + 1) if y == 1 else Span(" ")
                        spans.append(joined)
                found.append(Line(tuple(spans)))
            if row < 2:
                found.append(self._between(claims, row, cell_width))
        return found

    def _between(self, claims: list[int | None], row: int, cell_width: int) -> Line:
        """Return the line between two rows of cells: columns and diagonals that are claimed."""
        spans: list[Span] = []
        for column in range(3):
            cell = row * 3 + column
            pad = cell_width // 2
            spans += [Span(" " * pad), self._stroke(claims, cell, cell + 3), Span(" " * (cell_width - pad - 1))]
            if column < 2:
                down, up = self._stroke(claims, cell, cell + 4), self._stroke(claims, cell + 1, cell + 3)
                spans.append(down if down.text.strip() else up)
        return Line(tuple(spans))

    def _stroke(self, claims: list[int | None], one: int, other: int) -> Span:
        """Return the stroke that joins two neighbouring cells of a claimed line, or a blank."""
        kind = {1: "row", 3: "column", 4: "down", 2: "up"}[other - one]
        for seat, claimed in enumerate(claims):
            if claimed is not None and {one, other} <= set(CELLS_OF[claimed]):
                return Span(self._strokes[kind], TONES[seat], strong=True)
        return Span(" ")

    def _cell(self, view: DuelState, claims: list[int | None], cell: int, width: int) -> list[Line]:
        """Return a card of the display in three lines: number and name with who claims it, and what it does."""
        piece = view.display[cell] if cell < len(view.display) else None
        who = [seat for seat, claimed in enumerate(claims) if claimed is not None and cell in CELLS_OF[claimed]]
        if view.owners and len(who) == 2:
            owner = view.owners[cell]
            who = [0, 1] if view.conflict.thrown or owner is None else [owner]
        marks = [Span(INITIALS[seat], TONES[seat], strong=True) for seat in who]
        if piece is None:
            return [_filled([Span(str(cell + 1), "faint")], marks, width), *[Line((Span(" " * width),))] * 2]
        card = self._game.cards[piece]
        tone = "ink" if card.side is None else TONES[card.side]
        spent = bool(view.owners) and bool(who) and view.owners[cell] is None and not self._contested(view, cell)
        name = Span(card.name, "faint" if spent else tone, strong=not spent)
        words = [*wrapped(effect_words(card), width - 3), "", ""][:2]
        return [
            _filled([Span(f"{cell + 1} ", "faint"), name], marks, width),
            *(_filled([Span("  " + text, "faint" if spent else "ink")], [], width) for text in words),
        ]

    def _contested(self, view: DuelState, cell: int) -> bool:
        return None not in view.claims and bool(view.owners) and cell == contested(view) and self._fighting(view)

    @staticmethod
    def _fighting(view: DuelState) -> bool:
        return view.owners[contested(view)] is None and len([it for it in view.owners if it is not None]) >= 4

    def _conflict(self, view: DuelState, width: int) -> list[Line]:
        """Return two lines: the sums of the conflict, or who holds the Power."""
        thrown = view.conflict.thrown
        if not thrown:
            goods = f"{self._supply} supply  {self._raw} raw  {self._made} worked"
            marks = f"{goods}  {self._done} installed  {self._open} open"
            return [Line(), line(trimmed(line(marks), width).text, tone="faint")]
        found: list[Line] = []
        for seat in (view.holder, Seat(1 - view.holder)):
            kinds = [
                f"{seal_word(seal_kind(self._game, it.seal))}:{'?' if it.face is None else it.face}"
                for it in thrown
                if it.seat == seat
            ]
            name = self._game.board.sides[seat].name
            left = [Span(f"{name} ", TONES[seat], strong=True), Span(" ".join(kinds))]
            found.append(spread(left, [Span(f"= {sum_of(view, seat)}", "gold", strong=True)], width))
        return found

    def _side(self, view: DuelState, seat: Seat, width: int) -> list[Line]:
        """Return what a side has, in seven lines."""
        side, data = view.sides[seat], self._game.board.sides[seat]
        thrown = any(it.seat == seat and it.seal is None for it in view.conflict.thrown)
        seals = [*(seal_word(self._game.seal_kinds[it]) for it in side.seals), *([] if thrown else ["own 2/3"])]
        goods = [
            f"{name} {self._supply * supply}{self._raw * raw}{self._made * worked}"
            for name, supply, raw, worked in zip(GOODS, side.supply, side.raw, side.worked, strict=True)
        ]
        sections = [
            f"{name} {''.join(self._done if there else self._open for there in section)}"
            for name, section in zip(SECTIONS, side.sections, strict=True)
        ]
        power = " Power" if view.power == seat else ""
        kept = ", ".join(self._game.cards[card].name for card in side.kept)
        head = [Span(data.name, TONES[seat], strong=True), Span(power, "gold", strong=True)]
        rows = [
            spread(head, [Span(f"{side.gold} gold", "gold")], width),
            line(" ".join(seals) or "no seals"),
            line(f"{goods[0]:<12}{goods[1]}"),
            line(f"{goods[2]:<12}{goods[3]}"),
            line(goods[4]),
            line("  ".join(sections)),
            line(Span("1x ", "faint"), kept or "none"),
        ]
        return [trimmed(row, width) for row in rows]


def _filled(left: list[Span], right: list[Span], width: int) -> Line:
    return spread(left, right, width) if right else _padded(trimmed(line(*left), width), width)


def _padded(it: Line, width: int) -> Line:
    return it._replace(spans=(*it.spans, Span(" " * (width - it.width))))


def _beside(left: Line, right: Line, width: int) -> Line:
    return Line((*_padded(left, width).spans, Span("  "), *right.spans))
