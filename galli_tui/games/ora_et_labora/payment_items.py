"""Pages on which a price is paid otherwise than proposed: without one of the goods, or with goods chosen one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.words import energy_words, good_name, tiles_words
from galli_tui.style.wording import counted, listed
from rules.engine.events import Move
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, FIVE, TILES, Payment, as_payment
from rules.ora_et_labora.payments import NOTHING, Held, Price, Tiles
from rules.ora_et_labora.trades import PRICE_NOT_MET

OTHERWISE = "pay otherwise"


class PaymentPages(NamedTuple):
    """What is to be paid, and what the payment is for."""

    game: OraEtLabora
    held: Held
    """What the player has when it is paid."""
    price: Price
    make: Callable[[Payment], MenuItem]
    """Returns the item of a payment: its move, or a page of moves."""
    paid_by: Callable[[Move], Payment | None]
    """Returns the payment of a move that this is about; None for other moves."""

    def item(self, words: str) -> MenuItem:
        """Return the item that opens the page."""
        return MenuItem(words, items=self.items, leads=self._leads(NOTHING))

    def items(self) -> list[MenuItem]:
        """Return the page: the best payments with less of each good that is proposed, then a choice of all goods."""
        payments, found = self.game.payments, list[Tiles]()
        proposed = payments.propose(self.held, self.price) or NOTHING
        for held in self._sparing(proposed):
            spared = payments.propose(held, self.price)
            if spared is not None and spared not in (proposed, *found) and self._fits(spared):
                found.append(spared)
        items = [self._leaf(payment) for payment in found]
        one_by_one = MenuItem("choose the goods", items=lambda: self._choices(NOTHING), leads=self._leads(NOTHING))
        return [*items, one_by_one]

    def _sparing(self, proposed: Tiles) -> Iterator[Held]:
        """Yield the goods with one less of each kind that is proposed, where that overpays, and without that kind."""
        for tile, number in enumerate(proposed):
            good = COIN if tile == FIVE else tile
            if number and good == tile and self._overpays(proposed):
                yield _with(self.held, good, number - 1)
            if number:
                yield _with(self.held, good, 0)

    def _overpays(self, tiles: Tiles) -> bool:
        """Return whether tiles are worth more than is asked."""
        payments = self.game.payments
        parts = (
            (self.price.food, payments.food),
            (self.price.energy, payments.energy),
            (self.price.points, payments.points),
        )
        return any(needed and sum(map(int.__mul__, tiles, worth)) > needed for needed, worth in parts)

    def _fits(self, tiles: Tiles) -> bool:
        return self.game.payments.meets(tiles, self.price) and self.game.payments.paid(self.held, tiles) is not None

    def _leaf(self, tiles: Tiles) -> MenuItem:
        return self.make(as_payment(tiles))._replace(words=f"pay {self._words(tiles)}", right=(), brief="")

    def _words(self, tiles: Tiles) -> str:
        return tiles_words(self.game, tiles, self.held, different=bool(self.price.different))

    def _leads(self, paid: Tiles) -> Callable[[Move], bool]:
        """Return whether a move's payment has at least what has been chosen so far."""

        def leads(move: Move) -> bool:
            payment = self.paid_by(move)
            return payment is not None and all(map(int.__ge__, payment, paid))

        return leads

    def _choices(self, paid: Tiles) -> list[MenuItem]:
        """Return an item for each kind of goods that can be paid next, the rest of the price at its end."""
        found: list[MenuItem] = []
        for tile in range(len(TILES)):
            numbers = [] if paid[tile] else self._numbers(paid, tile)
            if not numbers:
                continue
            items = [self._step(paid, tile, number) for number in reversed(numbers)]
            name = "a tile of 5 coins" if tile == FIVE else good_name(self.game, tile, 2)
            if len(items) == 1:
                found.append(items[0])
            else:
                right = (Span(f"up to {numbers[-1]}", "faint"),)
                found.append(MenuItem(name, right, items=items, leads=self._leads(paid)))
        return found or [MenuItem("nothing else meets the price", answer=PRICE_NOT_MET.refusal())]

    def _step(self, paid: Tiles, tile: int, number: int) -> MenuItem:
        """Return the item that pays a number of a tile: all of the price, or the next page."""
        tiles = _with(paid, tile, number)
        if self.game.payments.meets(tiles, self.price):
            return self._leaf(tiles)
        left = (Span(f"{owed_words(self._rest(tiles))} left", "faint"),)
        return MenuItem(
            self._words(_with(NOTHING, tile, number)),
            left,
            items=lambda: self._choices(tiles),
            leads=self._leads(tiles),
        )

    def _numbers(self, paid: Tiles, tile: int) -> list[int]:
        """Return how many of a tile can be paid: of those that meet part of the price, and no more than it takes."""
        found: list[int] = []
        for number in range(1, 100):
            tiles = _with(paid, tile, number)
            if not self._useful(paid, tile) or self.game.payments.paid(self.held, tiles) is None:
                break
            found.append(number)
            if self.price.different or self.game.payments.meets(tiles, self.price) or not self._useful(tiles, tile):
                break
        return found

    def _useful(self, paid: Tiles, tile: int) -> bool:
        """Return whether a tile meets a part of the price that is still open."""
        rest, payments = self._rest(paid), self.game.payments
        if self.price.different:
            return rest.different > 0
        open_parts = ((rest.food, payments.food), (rest.energy, payments.energy), (rest.points, payments.points))
        return any(needed and worth[tile] for needed, worth in open_parts)

    def _rest(self, paid: Tiles) -> Price:
        """Return what is still to be paid."""
        payments = self.game.payments
        parts = ((self.price.food, payments.food), (self.price.energy, payments.energy))
        food, energy = (max(0, needed - sum(map(int.__mul__, paid, worth))) for needed, worth in parts)
        points = max(0, self.price.points - sum(map(int.__mul__, paid, payments.points)))
        return Price(food, energy, points, max(0, self.price.different - sum(paid)))


def owed_words(price: Price) -> str:
    """Return what must be paid with goods of one's choice: "3 food and half an energy"."""
    parts = [f"{price.food} food"] if price.food else []
    parts += [energy_words(price.energy)] if price.energy else []
    parts += [counted(price.points, "point")] if price.points else []
    parts += [counted(price.different, "kind")] if price.different else []
    return listed(parts)


def _with(paid: Tiles, tile: int, number: int) -> Tiles:
    return (*paid[:tile], number, *paid[tile + 1 :])
