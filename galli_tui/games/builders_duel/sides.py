"""What a side has: gold, seals, goods and 1x cards, and its building as a small picture that grows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from galli_tui.games.builders_duel.display import CHOSEN, FILL_TONES, TEXT_TONES
from galli_tui.games.builders_duel.signs import DuelSigns
from galli_tui.games.builders_duel.words import name_forms, seal_words, worked_name
from galli_tui.games.kit.blocks import beside, block, figures, fitted
from galli_tui.games.kit.lines import Line, Span, fitting, line, spread, targeted, trimmed
from galli_tui.games.kit.since import change
from galli_tui.style.text_wrap import cells
from rules.builders_duel.box import GOODS, SECTIONS
from rules.builders_duel.building import Build
from rules.builders_duel.conflict import thrown_personal
from rules.builders_duel.game import BuildersDuel
from rules.builders_duel.state import DuelState, SideState
from rules.engine.events import Move
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat

_TABLE_WIDTH: Final = 32
_NARROW: Final = 26
"""The width at which the sign of the Power stands without its word."""
_TABLE_HEIGHT: Final = 14
"""The least room in which goods are a table of figures."""
_STATES: Final = ("in supply", "raw", "worked")


class SidePanel(NamedTuple):
    """What is needed to draw a side."""

    game: BuildersDuel
    signs: DuelSigns
    view: DuelState
    seat: Seat
    player: str
    before: DuelState | None
    move: Move | None
    reader: Seat | None = None
    """The seat to which its own doing is no news."""

    @property
    def side(self) -> SideState:
        return self.view.sides[self.seat]

    @property
    def past(self) -> SideState | None:
        """The side as it was at the end of the player's last turn."""
        return None if self.before is None else self.before.sides[self.seat]

    @property
    def news(self) -> SideState | None:
        """The earlier side with which materials and 1x cards are compared; None for the reader's own."""
        return None if self.seat == self.reader else self.past

    def lines(self, width: int, height: int) -> list[Line]:
        """Return the panel as a block."""
        large = width >= _TABLE_WIDTH and height >= _TABLE_HEIGHT
        top = [self._head(width), self._seals(width)]
        if large:
            top += [self._kept("1x cards ", width), *self._table(width)]
        else:
            top += self._goods(width)
            # Both sides or neither, so that their towers stay level.
            top += [self._kept("1x ", width)] if any(side.kept for side in self.view.sides) else []
        return block([*top, *self._building(width, height - len(top))], width, height)

    def _head(self, width: int) -> Line:
        name, has = self.game.board.sides[self.seat].name, self.side
        taken = self.before is not None and self.before.power != self.seat != self.reader
        new = self.signs.new if taken else ""
        sign = f" {new}{self.signs.power}{' Power' if width > _NARROW else ''}"
        power = [Span(sign, "gold", strong=True)] if self.view.power == self.seat else []
        after = self._gold_after()
        gold = [Span(f"{has.gold} gold", "gold", strong=True)]
        gold += [Span(f" {self.signs.to} {after}", CHOSEN)] if after is not None else []
        gold += change(None if self.past is None or after is not None else self.past.gold, has.gold)
        left = [Span(name, TEXT_TONES[self.seat], strong=True), *power]
        who = f" {self.player}"
        if self.player not in ("", name) and line(*left, who, *gold).width < width:
            left.insert(1, Span(who, TEXT_TONES[self.seat]))
        return spread(left, gold, width, target=f"side {self.seat}")

    def _gold_after(self) -> int | None:
        """Return the gold that the chosen move would leave; None if it would change none."""
        if self.move is None:
            return None
        try:
            after = self.game.apply(self.view, self.move).sides[self.seat].gold
        except Refused:
            return None
        return None if after == self.side.gold else after

    def _seals(self, width: int) -> Line:
        personal = not thrown_personal(self.view, self.seat)
        words = " ".join(seal_words(self.game, self.side.seals, personal=personal)) or "none"
        label = "seals " if cells(words) + len("seals ") <= width else ""
        return trimmed(line(Span(label, "faint"), words, target=f"seals {self.seat}"), width)

    def _kept(self, label: str, width: int) -> Line:
        """Return the 1x cards by name, and of too many how many more there are."""
        if not self.side.kept:
            return line(Span(f"{label}none", "faint"), target=f"kept {self.seat}")
        full, short = ([self._card(card, form) for card in self.side.kept] for form in (0, -1))
        some = (f"{', '.join(short[:shown])} +{len(short) - shown}" for shown in range(len(short) - 1, 0, -1))
        names = fitting((", ".join(full), ", ".join(short), *some), width - cells(label))
        return line(Span(label, "faint"), Span(names, "gold", strong=True), target=f"kept {self.seat}")

    def _card(self, card: int, form: int) -> str:
        """Return the name of a 1x card, flagged if it is new."""
        new = self.news is not None and card not in self.news.kept
        return f"{self.signs.new if new else ''}{name_forms(self.game.cards[card])[form]}"

    def _goods(self, width: int) -> list[Line]:
        """Return the goods by signs in two lines."""
        signs, side = self.signs, self.side
        texts = [
            f"{name} {signs.supply * supply}{signs.raw * raw}{signs.worked * worked}"
            for name, supply, raw, worked in zip(GOODS, side.supply, side.raw, side.worked, strict=True)
        ]
        column = width // 3
        first = "".join(f"{text:<{column}}" for text in texts[:3])
        rows = (first, f"{texts[3]:<{column + 2}}{texts[4]}")
        return [trimmed(line(it, target=self._camp), width) for it in rows]

    def _table(self, width: int) -> list[Line]:
        signs, side = self.signs, self.side
        rows = [
            (Line((Span(f"{sign} {name}", "faint"),)), [str(number) for number in numbers])
            for sign, name, numbers in (
                (signs.supply, "supply", side.supply),
                (signs.raw, "raw", side.raw),
                (signs.worked, "worked", side.worked),
            )
        ]
        return targeted(figures(GOODS, rows, width), self._camp)

    @property
    def _camp(self) -> str:
        """The target of what the side has in goods."""
        return f"camp {self.seat}"

    # The building

    def _building(self, width: int, height: int) -> list[Line]:
        """Return the three sections as towers side by side, each with its materials from the ground up."""
        column = (width - 2) // 3
        brick = max(1, min(3, (height - 3) // 3)) if height > 4 else 1
        roof = min(2, max(0, height - 3 * brick - 1))
        base = 2 if height - 3 * brick - roof >= 2 and height > 7 else 1
        towers = [self._tower(section, column, brick, roof, base) for section in range(len(SECTIONS))]
        built = beside(*towers)
        return [Line()] * max(0, height - len(built)) + built

    def _tower(self, section: int, width: int, brick: int, roof: int, base: int) -> list[Line]:
        goods = self.game.board.sides[self.seat].sections[section]
        there = self.side.sections[section]
        places = sorted(zip(goods, there, strict=True), key=lambda it: it[1])
        target = f"section {self.seat} {section}"
        found = targeted(self._roof(width, roof, done=all(there)), target)
        for good, done in places:
            found += targeted(self._brick(section, good, width, brick, done=done), f"{target} {good}")
        found += targeted(self._base(section, width, base), target)
        return [fitted(it, width) for it in found]

    def _roof(self, width: int, height: int, *, done: bool) -> list[Line]:
        shapes = (self.signs.spire, self.signs.battlement)[self.seat][2 - height :]
        return [line(f"{shape:^{width}}" if done else "", tone=TEXT_TONES[self.seat]) for shape in shapes]

    def _brick(self, section: int, good: int, width: int, height: int, *, done: bool) -> list[Line]:
        """Return the brick of a material: solid once it is installed, else with the progress of its good."""
        label = worked_name(self.game, good, self.seat)
        move = self.move if isinstance(self.move, Build) and self.move.seat == self.seat else None
        chosen = move is not None and move.section == section and good in move.goods
        if done or chosen:
            tone = CHOSEN if chosen else FILL_TONES[self.seat]
            new = self.news is not None and not self._installed(self.news, section, good)
            sign = self.signs.new if new and done else self.signs.installed
            texts = [f"{sign}{label}", *[""] * (height - 1)]
            return [Line((Span(_centred(text, width), tone, strong=True),)) for text in _middle(texts)]
        state = 2 if self.side.worked[good] else 1 if self.side.raw[good] else 0
        sign = (self.signs.supply, self.signs.raw, self.signs.worked)[state]
        tone = ("faint", "ink", "gold")[state]
        if height == 1:
            return [Line((Span(_centred(f"{sign}{label}", width), tone),))]
        texts = [f"{sign}{label}", _STATES[state], *[""] * (height - 2)]
        wall = Span(self.signs.wall, "edge")
        return [Line((wall, Span(_centred(text, width - 2), tone), wall)) for text in texts]

    def _installed(self, side: SideState, section: int, good: int) -> bool:
        goods = self.game.board.sides[self.seat].sections[section]
        return side.sections[section][goods.index(good)]

    def _base(self, section: int, width: int, height: int) -> list[Line]:
        """Return the section's number, and its bonus: won, still open, or gone to the other side."""
        first, board = self.view.bonuses[section], self.game.board
        bonus = (f"{board.bonus_seals} seals", f"{board.bonus_gold} gold", f"work {board.bonus_work}")[section]
        won = first == self.seat
        head = f"{SECTIONS[section]} {self.signs.first}" if won else SECTIONS[section]
        label = Span(_centred(head, width), TEXT_TONES[self.seat], strong=True)
        text = "bonus won" if won else "bonus gone" if first is not None else f"1st: {bonus}"
        return [Line((label,)), Line((Span(_centred(text, width), "gold" if won else "faint"),))][:height]


def _centred(text: str, width: int) -> str:
    text = text[:width]
    missing = width - cells(text)
    return " " * (missing // 2) + text + " " * (missing - missing // 2)


def _middle(texts: Sequence[str]) -> list[str]:
    """Return texts of which only the first is not empty, with that in the middle."""
    first, *rest = texts
    above = len(rest) // 2
    return [*rest[:above], first, *rest[above:]]
