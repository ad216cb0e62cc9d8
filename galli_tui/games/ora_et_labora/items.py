"""The choices of a decision as items of a menu: the actions of a turn on pages, what an effect offers as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from galli_tui.games.kit.lines import Span
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.ora_et_labora.land_items import landscape_items, no_land
from galli_tui.games.ora_et_labora.menu import Asked, page
from galli_tui.games.ora_et_labora.move_words import gotten_words
from galli_tui.games.ora_et_labora.payment_items import OTHERWISE, PaymentPages, owed_words
from galli_tui.games.ora_et_labora.place_items import build_page, building_items, neutral_items, settlement_items
from galli_tui.games.ora_et_labora.words import good_name, owner_name, space_name
from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import (
    NO_CARD_THERE,
    NO_HOST,
    NOBODY_HOME,
    OCCUPIED,
    Contract,
    Cut,
    EndOraTurn,
    Fee,
    Fell,
    Use,
    fee,
    fee_refusal,
)
from rules.ora_et_labora.building import BuildCard, Follow
from rules.ora_et_labora.clergy import at_home
from rules.ora_et_labora.conversions import MakeStraw, Sell
from rules.ora_et_labora.gains import Done, Take, Token, own_token
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, PEAT, WOOD, Payment
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot
from rules.ora_et_labora.neutral import PlaceNeutral
from rules.ora_et_labora.rounds import BonusStep, Visit
from rules.ora_et_labora.settling import EndPhase, FoundSettlement
from rules.ora_et_labora.state import JOKER, OraState, occupied, owner_of
from rules.ora_et_labora.trades import MakeTrade, TradeStep, price
from rules.ora_et_labora.turns import ActionStep
from rules.ora_et_labora.wheel import value

M = TypeVar("M", bound=Move)
_ENDS = (Done, EndOraTurn, EndPhase)
"""The moves that do no more."""
_NO_USE = "It brings nothing now. Enter again uses it all the same."


def items(game: OraEtLabora, view: OraState, seat: Seat, players: Sequence[str]) -> list[MenuItem]:
    """Return the choices of a seat; every legal move is on one of the pages, once."""
    return _Menu(Asked(game, view, seat, players), game.legal(view, seat)).items()


def _of_no_use(item: MenuItem) -> MenuItem:
    return item._replace(right=(Span("no use", "faint"),), deferred=True, warning=_NO_USE)


class _Menu(NamedTuple):
    """The legal moves of a decision, by kind."""

    asked: Asked
    legal: Sequence[Move]

    def of(self, kind: type[M]) -> list[M]:
        """Return the legal moves of a kind."""
        return [move for move in self.legal if isinstance(move, kind)]

    def items(self) -> list[MenuItem]:
        """Return the first page. What depends on goods comes last, so that the numbers of the others stay in a turn."""
        step = self.asked.view.agenda[-1]
        acting = isinstance(step, ActionStep)
        first = self._actions(step) if acting and step.actions else [] if acting else self._offers()
        return [*first, *self._landscapes(), *map(self.asked.item, self._ends()), *self._conversions()]

    # The actions of a turn

    def _actions(self, step: ActionStep) -> list[MenuItem]:
        build = build_page(self.asked, self.of(BuildCard))
        if isinstance(step, BonusStep):
            visits = page("send your prior", [self._visit(move) for move in self.of(Visit)] or [self._nobody()])
            return [build, visits]
        return [
            self._using(),
            self._contracts(),
            self._clearing("fell a forest", WOOD, self.of(Fell)),
            self._clearing("cut a moor", PEAT, self.of(Cut)),
            build,
        ]

    def _nobody(self) -> MenuItem:
        return self.asked.no("nobody is at home", "", NOBODY_HOME.refusal())

    def _visit(self, move: Visit) -> MenuItem:
        owner = owner_of(self.asked.view, move.building)
        whose = () if owner in (None, move.seat) else (Span(self._name(owner), "faint"),)
        return self.asked.item(move, self.asked.building(move.building))._replace(right=whose)

    def _name(self, owner: int | None) -> str:
        return owner_name(self.asked.game, self.asked.players, owner or 0)

    def _using(self) -> MenuItem:
        """Return the page of the player's own buildings: with a lay brother if one is at home, else with the prior."""
        asked, moves = self.asked, self.of(Use)
        home = at_home(asked.game, asked.estate)
        if not home:
            return asked.no("use a building", "nobody home", NOBODY_HOME.refusal())
        taken = occupied(asked.view)
        uses = {move.building: self._use(move) for move in moves if move.clergyman is home[0]}
        for _, it in asked.estate.buildings:
            if it in taken:
                uses[it] = asked.no(asked.building(it), "occupied", OCCUPIED.refusal(), target=f"building {it}")
        found = sorted((uses[it] for _, it in asked.estate.buildings if it in uses), key=lambda item: item.deferred)
        prior = sorted((self._use(move) for move in moves if move.clergyman is not home[0]), key=lambda it: it.deferred)
        if prior:
            found.append(page("with the prior", prior))
        return page("use a building", found)

    def _use(self, move: Use) -> MenuItem:
        """Return the item of a building; one that does nothing now says so."""
        item = self.asked.item(move, self.asked.building(move.building))
        return _of_no_use(item) if self._does_nothing(move) else item

    def _follow(self, move: Follow) -> MenuItem:
        """Return the item of the prior who follows into a new building; one that does nothing now says so."""
        item = self.asked.item(move)
        return _of_no_use(item) if self._does_nothing(move) else item

    def _does_nothing(self, move: Use | Follow) -> bool:
        """Return whether using a building changes no goods and asks for nothing now."""
        after = self.asked.game.apply(self.asked.view, move)
        step = after.agenda[-1] if after.agenda else None
        return isinstance(step, ActionStep) and after.estates[move.seat].goods == self.asked.estate.goods

    def _contracts(self) -> MenuItem:
        """Return the page of other players' buildings: for coins if there are any, else for a present."""
        asked, moves = self.asked, self.of(Contract)
        coins = f"{fee(asked.game, asked.view)} {good_name(asked.game, COIN, fee(asked.game, asked.view))}"
        if not moves:
            return self._no_contract(coins)
        paid = [move for move in moves if move.fee is Fee.COINS]
        given = [move for move in moves if move.fee is Fee.PRESENT]
        first, second = (paid, given) if paid else (given, [])
        found = self._by_owner(first)
        present = good_name(asked.game, asked.game.present)
        if second:
            found.append(page(f"for 1 {present}", self._by_owner(second)))
        owners = {owner_of(asked.view, move.building) for move in moves}
        words = (
            f"contract with {self._name(owners.pop())}" if len(owners) == 1 and asked.game.players > 2 else "contract"
        )
        return page(words, found, coins if paid else f"1 {present}")

    def _no_contract(self, coins: str) -> MenuItem:
        """Return why no contract can be made."""
        asked = self.asked
        others = [it for owner, it in enumerate(asked.view.estates) if owner != asked.seat]
        if not any(at_home(asked.game, estate) for estate in others):
            return asked.no("contract", "nobody home", NO_HOST.refusal())
        dear = fee_refusal(asked.game, asked.view, asked.seat, Fee.COINS)
        if dear is not None and not asked.estate.goods[asked.game.present]:
            return asked.no("contract", f"needs {coins}", dear)
        return asked.no("contract", "occupied", OCCUPIED.refusal())

    def _by_owner(self, moves: Sequence[Contract]) -> list[MenuItem]:
        """Return contracts, on a page for each owner if there are several."""
        asked = self.asked
        owners = list(dict.fromkeys(owner_of(asked.view, move.building) for move in moves))
        pages = [[self._contract(move) for move in moves if owner_of(asked.view, move.building) == it] for it in owners]
        if len(owners) == 1:
            return pages[0]
        return [page(f"of {self._name(owner)}", it) for owner, it in zip(owners, pages, strict=True)]

    def _contract(self, move: Contract) -> MenuItem:
        """Return the item of a contract; what it costs stands on the page before."""
        form, item = self.asked.form(move), self.asked.item(move, self.asked.building(move.building))
        return item if not form.price or item.right[:1] != (Span(form.price, "gold"),) else item._replace(right=())

    def _clearing(self, words: str, good: int, moves: Sequence[Fell] | Sequence[Cut]) -> MenuItem:
        """Return the page of forests or moors: by the good's own token, then by the joker on a page of its own."""
        asked = self.asked
        if not moves:
            return asked.no(words, "none left", NO_CARD_THERE.refusal())
        own = [asked.item(move, f"on {space_name(move.space)}") for move in moves if move.token is Token.OWN]
        joker = [asked.item(move, f"on {space_name(move.space)}") for move in moves if move.token is Token.JOKER]
        if not own or not joker:
            return page(words, own or joker, self._yield(good if own else JOKER))
        return page(words, [*own, page("by the joker", joker, self._yield(JOKER))], self._yield(good))

    def _yield(self, token: int) -> str:
        number = value(self.asked.game, self.asked.view, token) or 0
        return f"+{number + self.asked.game.mode.short}"

    # What an effect offers

    def _offers(self) -> list[MenuItem]:
        """Return what the present step of an effect or a settlement phase offers."""
        asked, step = self.asked, self.asked.view.agenda[-1]
        known = (
            Follow,
            BuildCard,
            FoundSettlement,
            PlaceNeutral,
            MakeTrade,
            Take,
            *_ENDS,
            MakeStraw,
            Sell,
            BuyDistrict,
            BuyPlot,
        )
        found = [asked.item(move) for move in self.legal if not isinstance(move, known)]
        found += [self._follow(move) for move in self.of(Follow)]
        found += self._takes()
        if self.of(BuildCard):
            found += building_items(asked, self.of(BuildCard))
        if self.of(PlaceNeutral):
            found += neutral_items(asked, self.of(PlaceNeutral))
        if any(isinstance(move, FoundSettlement) for move in self.legal) or (
            self.of(EndPhase) and not getattr(step, "settled", False)
        ):
            found += settlement_items(asked, self.of(FoundSettlement))
        return [*found, *self._trades()]

    def _takes(self) -> list[MenuItem]:
        """Return the goods to take, by their own tokens first; the cursor begins on the most of one of these."""
        takes = sorted(self.of(Take), key=lambda move: move.token is Token.JOKER)
        own = [it for it in takes if it.token is not Token.JOKER and self._number(it)] or takes
        most = max(map(self._number, own), default=0)
        return [
            self.asked.item(it)._replace(right=(), deferred=it not in own or self._number(it) < most) for it in takes
        ]

    def _number(self, move: Take) -> int:
        return value(self.asked.game, self.asked.view, own_token(move.good, move.token)) or 0

    def _trades(self) -> list[MenuItem]:
        """Return the trades, the most times first; a trade that clears a forest on a page of forests."""
        asked, step = self.asked, self.asked.view.agenda[-1]
        moves = self.of(MakeTrade)
        if not moves or not isinstance(step, TradeStep):
            return []
        ways = sorted(moves, key=lambda move: (move.way, -move.times))
        if moves[0].forest is not None:
            return [asked.item(move)._replace(targets=(f"space {move.seat} {move.forest}",)) for move in ways]
        found = [asked.item(move) for move in ways]
        others = [self._otherwise(move) for move in ways if sum(move.payment)]
        if len(others) > 1:
            found.append(MenuItem(OTHERWISE, items=others))
        elif others:
            found.append(others[0]._replace(words=OTHERWISE))
        return found

    def _otherwise(self, move: MakeTrade) -> MenuItem:
        """Return the page of other payments for a trade."""
        asked, step = self.asked, self.asked.view.agenda[-1]
        way = step.way(asked.game, move.way) if isinstance(step, TradeStep) else None
        if way is None:
            raise TypeError("no trade is due")
        held = asked.game.payments.without(asked.estate.goods, way.takes, move.times) or asked.estate.goods

        def make(payment: Payment) -> MenuItem:
            return asked.item(MakeTrade(move.seat, move.times, move.way, move.forest, payment))

        def paid_by(other: Move) -> Payment | None:
            same = isinstance(other, MakeTrade) and (other.times, other.way, other.forest) == (
                move.times,
                move.way,
                move.forest,
            )
            return other.payment if same and isinstance(other, MakeTrade) else None

        asks = price(way, move.times)
        words = f"{owed_words(asks)} for {gotten_words(asked.game, asked.view, move)}"
        return PaymentPages(asked.game, held, asks, make, paid_by).item(words)

    # What a player may do besides

    def _landscapes(self) -> list[MenuItem]:
        """Return the page of landscapes, on which the cursor does not begin, or why none can be bought."""
        moves = [*self.of(BuyDistrict), *self.of(BuyPlot)]
        if moves:
            found = landscape_items(self.asked, moves)
            granted = any(isinstance(move, Done) for move in self.legal)
            return found if granted else [page("buy land", found, deferred=True)]
        due = isinstance(self.asked.view.agenda[-1], ActionStep) or self.of(EndPhase)
        return [no_land(self.asked)] if due else []

    def _conversions(self) -> list[MenuItem]:
        """Return the page of free conversions."""
        straw, sell = self.of(MakeStraw), self.of(Sell)
        found = [page("grain into straw", [self.asked.item(move) for move in straw])] if straw else []
        present = good_name(self.asked.game, self.asked.game.present)
        found += [page(f"sell {present}", [self.asked.item(move) for move in sell])] if sell else []
        if not found:
            return []
        return [page("convert goods", found, deferred=True)]

    def _ends(self) -> list[Move]:
        return [move for move in self.legal if isinstance(move, _ENDS)]
