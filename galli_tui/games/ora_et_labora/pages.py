"""Pages about the table: the display, later cards, lands, goods, settlements, the wheel and the score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from galli_tui.games.kit.blocks import beside, block, figures
from galli_tui.games.kit.game_board import BoardPage, Scene
from galli_tui.games.kit.lines import Line, Span, heading, line, paragraph, targeted, trimmed
from galli_tui.games.kit.wheel import DIAL, wheel
from galli_tui.games.ora_et_labora.effect_words import effect_line
from galli_tui.games.ora_et_labora.land_lines import LandPicture
from galli_tui.games.ora_et_labora.place_items import lack
from galli_tui.games.ora_et_labora.signs import OraSigns
from galli_tui.games.ora_et_labora.wheel_lines import wheel_of, worth_words
from galli_tui.games.ora_et_labora.words import (
    building_key,
    clergy_words,
    energy_of,
    food_of,
    good_name,
    halves,
    owner_name,
    price_words,
    round_goods_words,
    space_name,
    standing_on,
    terrain_words,
    where_it_stands,
)
from galli_tui.style.wording import sentence_start
from rules.engine.secrecy import Seat
from rules.ora_et_labora.box import STAGES, OraTerrain
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.scoring import points, surroundings
from rules.ora_et_labora.state import TOKENS, OraState, free_spaces, occupied, spaces

WIDE: Final = 200
"""The least cells of a page that stands alone."""
_NAME, _COST = 26, 16
_ROOM: Final = 18
"""Lines for a land on a page of its own."""


class Pages(NamedTuple):
    """What the pages are about."""

    game: OraEtLabora
    signs: OraSigns
    scene: Scene
    names: Sequence[str]

    @property
    def view(self) -> OraState:
        """The table."""
        return self.scene.view

    @property
    def reader(self) -> int:
        """The seat that looks at the pages."""
        return self.scene.seat or self.scene.reader or 0

    def all(self) -> list[BoardPage]:
        """Return all pages."""
        owners = range(self.game.owners)
        others = [owner for owner in owners if owner != self.reader]
        return [
            BoardPage("display", self._display, WIDE),
            *(BoardPage(self._name(owner), partial(self._land, owner), WIDE) for owner in (*others, self.reader)),
            BoardPage("goods", self._goods, WIDE),
            BoardPage("settling", self._settlements, WIDE),
            BoardPage("wheel", self._wheel, WIDE),
            BoardPage("later", self._later, WIDE),
            BoardPage("score", self._score, WIDE),
        ]

    def _name(self, owner: int) -> str:
        return owner_name(self.game, self.names, owner)

    # Buildings

    def _display(self, width: int) -> list[Line]:
        """Return the display, what the reader lacks for each building, and what each does."""
        heads = [heading(f"display: {len(self.view.display)} buildings", width)]
        return [*heads, *self._cards(self.view.display, width, lacking=True)]

    def _cards(self, cards: Sequence[int], width: int, *, lacking: bool = False) -> list[Line]:
        if not cards:
            return [line("none", tone="faint")]
        head = f"{'':<5}{'':<{_NAME}}{'cost':<{_COST}}{'pts':>3}{'dwell':>6}  "
        rows = [line(head, "" if not lacking else "you lack", tone="faint")]
        for number in cards:
            rows += self._card(number, width, lacking=lacking)
        return rows

    def _card(self, number: int, width: int, *, lacking: bool) -> list[Line]:
        game, card, target = self.game, self.game.cards[number], f"building {number}"
        found = lack(game, self.view, Seat(self.reader), number) if lacking else None
        why = "" if found is None else (found.full or found.brief).removesuffix(" short")
        tone = "faint" if why else "ink"
        key = building_key(game, number)
        name = f"{card.name}{self.signs.cloister if card.cloister else ''}"
        left = [
            Span(self._flag(number), "rubric", strong=True),
            Span(f"{key:<4}", "gold", strong=True),
            Span(f"{name:<{_NAME}}", tone, strong=not why),
            Span(f"{_cost(game, number):<{_COST}}", tone),
            Span(f"{card.points:>3}{card.dwelling:>6}  ", tone),
            Span(why or ("yours to build" if lacking else ""), "refusal" if why else "good"),
        ]
        where = terrain_words(card)
        stands = f" Stands {where_it_stands(card)}." if where else ""
        words = paragraph(f"{sentence_start(effect_line(game, number))}.{stands}", width - 5, tone)
        return [
            trimmed(Line(tuple(left), target), width),
            *(Line((Span("     "), *it.spans), target) for it in words),
        ]

    def _flag(self, number: int) -> str:
        """Return the flag of a building that has come to the display since the reader's last turn, or a blank."""
        before: OraState | None = self.scene.before
        new = before is not None and number in self.view.display and number not in before.display
        return self.signs.new if new else " "

    def _later(self, width: int) -> list[Line]:
        """Return the buildings of each stage that is still to come."""
        found: list[Line] = []
        for letter, cards, at in zip(STAGES, self.view.stages, self.game.mode.phases, strict=True):
            if cards:
                found += [heading(f"stage {letter}, after the settlement phase of round {at}", width)]
                found += [*self._cards(cards, width), Line()]
        return found or [line("No buildings are still to come.", tone="faint")]

    # Lands

    def _land(self, owner: int, width: int) -> list[Line]:
        game, view = self.game, self.view
        before = None if owner == self.scene.reader else self.scene.before
        picture = LandPicture(game, self.signs, view, owner, before=before, sums=True)
        rows = picture.lines(width, _ROOM)
        head = heading(f"{self._name(owner)}: {points(game, view.estates[owner]).total} points", width)
        worth = sentence_start(worth_words(game, view.estates[owner].goods))
        home = f"At home: {clergy_words(game, view, owner)}. {worth}."
        return [head, *rows, line(home), *self._buildings(owner, width)]

    def _buildings(self, owner: int, width: int) -> list[Line]:
        """Return what stands on a land, with effects."""
        found: list[Line] = []
        for space, number in self.view.estates[owner].buildings:
            card = self.game.cards[number]
            there = standing_on(self.view, number)
            head = [
                Span(f"{space_name(space):<4}", "faint"),
                Span(f"{building_key(self.game, number):<4}", "gold", strong=True),
                Span(card.name, strong=True),
                Span(f", {there}" if number in occupied(self.view) else "", "rubric"),
            ]
            words = effect_line(self.game, number)
            text = line(*head, Span(f": {words}", "ink"))
            lines = [text] if text.width <= width else [line(*head), *paragraph(words, width - 8)]
            found += targeted(lines, f"building {number}")
        return found

    # Goods

    def _goods(self, width: int) -> list[Line]:
        """Return all goods by players, those of food and energy last."""
        game, view = self.game, self.view
        owners = range(game.players)
        heads = [self._name(owner)[:12] for owner in owners]
        rows: list[tuple[Line, list[str]]] = []
        for good in (it for it in range(len(GOODS)) if not self._foreign(it)):
            label = line(f"{good_name(game, good, 2):<12}", target=f"good {good}")
            held = [str(view.estates[owner].goods[good] or self.signs.plains) for owner in owners]
            rows.append((label, [*self._worth(good), *held]))
        wonders = [str(view.estates[owner].wonders or self.signs.plains) for owner in owners]
        rows.append((line("wonders"), ["", "", str(game.table.wonder_points), *wonders]))
        for label, count in (("food", food_of), ("energy", energy_of)):
            sums = [count(game, view.estates[owner].goods) for owner in owners]
            rows.append(
                (line(f"{label} in all"), ["", "", "", *(halves(it) if label == "energy" else str(it) for it in sums)])
            )
        heads = ["food", "energy", "points", *heads]
        return [
            heading("goods, and what each is worth", width),
            *figures(heads, rows, min(width, 14 + 12 * len(heads))),
        ]

    def _worth(self, good: int) -> tuple[str, str, str]:
        """Return the food, energy and points of a good."""
        payments = self.game.payments
        energy = payments.energy[good]
        coins = f"{self.game.table.coin_points} for {self.game.table.coins_for_points}"
        points_ = coins if good == COIN else str(payments.points[good] or "")
        return str(payments.food[good] or ""), halves(energy) if energy else "", points_

    def _foreign(self, good: int) -> bool:
        """Return whether a good is only in the other country."""
        name = GOODS[good]
        return name in (("flour", "bread", "grapes", "wine") if self.game.ireland else ("malt", "beer", "whiskey"))

    # Settlements

    def _settlements(self, width: int) -> list[Line]:
        """Return the settlements in hand, and what each free space of the reader would add to one."""
        game, view = self.game, self.view
        estate = view.estates[self.reader]
        found = [heading("your settlements", width)]
        if estate.supply:
            found.append(line(f"You have {worth_words(game, estate.goods)}.", tone="faint"))
        for number in estate.supply:
            card = game.settlements[number]
            where = terrain_words(card)
            text = (
                f"{card.key} {card.name:<17}{price_words(card):<22}{card.points:>3} pts, dwelling {card.dwelling:>2}"
                f"{f', {where} only' if where else ''}"
            )
            found.append(trimmed(line(text, target=f"supply {number}"), width))
        found += [Line(), heading("dwelling values around your free spaces", width)]
        land = spaces(estate)
        free = [space for space in free_spaces(estate) if land[space] not in (OraTerrain.WATER, OraTerrain.MOUNTAIN)]
        ranked = sorted(free, key=lambda space: -surroundings(game, estate, space))
        for space in ranked:
            around = surroundings(game, estate, space)
            text = f"{space_name(space):<4} {land[space].value:<10}{around:>3}"
            found.append(line(text, target=f"space {self.reader} {space}"))
        return [*found, *([] if ranked else [line("You have no free space for a settlement.", tone="faint")])]

    # The wheel

    def _wheel(self, width: int) -> list[Line]:
        """Return the dial, the table of its thirteen steps with the tokens on each, and the goods of each round."""
        worths = self.game.mode.wheel
        found, tokens = wheel_of(self.game, self.view)
        rows = [line(f"{'steps':>5}{'yields':>8}  tokens", tone="faint")]
        for step, worth in enumerate(worths):
            there = [TOKENS[it] for it, steps in enumerate(self.view.tokens) if steps == step]
            rows.append(line(Span(f"{step:>5}", "faint"), Span(f"{worth:>8}  ", "gold"), Span(", ".join(there))))
        across, down = DIAL
        table = block(rows, max(it.width for it in rows) + 2)
        dial = wheel(found, tokens, width - table[0].width - 2, down)
        shown = beside(table, dial, gap=2) if width >= across + 24 + table[0].width else table
        return [heading("production wheel", width), *shown, *self._round_goods(width)]

    def _round_goods(self, width: int) -> list[Line]:
        """Return what everybody gets in each round that is still to come; nothing but in the short game (OL-8b)."""
        if not self.game.mode.short:
            return []
        coming = range(self.view.round + 1, self.game.mode.rounds + 1)
        rows = [line(Span(f"{it:>5}  ", "faint"), round_goods_words(self.game, it)) for it in coming]
        return [Line(), heading("what everybody gets in each round", width), *rows] if rows else []

    # The score

    def _score(self, width: int) -> list[Line]:
        """Return the score in columns as if the match ended now."""
        game, view = self.game, self.view
        owners = range(game.players)
        found = [points(game, view.estates[owner]) for owner in owners]
        labels = ("goods", "coins", "wonders", "buildings", "settlements")
        rows = [(line(f"{label:<12}"), [str(part[number]) for part in found]) for number, label in enumerate(labels)]
        rows.append((line(Span("total", strong=True)), [str(part.total) for part in found]))
        heads = [self._name(owner)[:12] for owner in owners]
        table = figures(heads, rows, min(width, 14 + 14 * len(heads)))
        return [heading("if the match ended now", width), *table]


def _cost(game: OraEtLabora, building: int) -> str:
    """Return what a building costs: "3 wood 2 clay"."""
    cost = game.cards[building].cost
    return " ".join(f"{number} {good_name(game, good, number)}" for good, number in cost) or "nothing"
