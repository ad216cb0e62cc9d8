"""Choosing a card, and declaring pouch or hut for a double-coloured one."""

from __future__ import annotations

from galli_tui.games.campus_galli.card_effects import effect_text, price_spans
from galli_tui.games.campus_galli.card_prices import payable
from galli_tui.games.campus_galli.card_reach import missing_words, warning
from galli_tui.games.campus_galli.card_texts import card_forms, card_full, card_number, card_title, card_words
from galli_tui.games.campus_galli.move_entry.base import DecidingEntry, MenuEntry
from galli_tui.games.campus_galli.shape_pictures import pictured
from galli_tui.games.campus_galli.words import colour_word, shape_words, tile_spans
from galli_tui.games.kit.decision import MoveList
from galli_tui.games.kit.lines import Line, Span, fitting, line, paragraph, spread
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.request_words import by_number
from galli_tui.screens.subject import Subject
from galli_tui.style.wording import listed, sentence_start
from rules.campus_galli.box import ActionCard, Origin
from rules.campus_galli.rounds import ChooseCard
from rules.campus_galli.state import open_card, with_seat
from rules.campus_galli.takeable import takeable
from rules.campus_galli.turn_order import Declare
from rules.engine.grid import spaces_of
from rules.engine.secrecy import HIDDEN, Seat


class ChooseCardEntry(MoveList, DecidingEntry):
    """A hand of cards, one of which is chosen for this round."""

    TITLE = "your hand: choose a card"
    REQUEST = by_number("choose a card.")

    @property
    def cards(self) -> list[ActionCard]:
        """The hand."""
        return [self.box.cards[it.card.value] for it in self.options(ChooseCard) if it.card.value is not HIDDEN]

    @property
    def subject(self) -> Subject:
        return self.card_subject(self.cards[self.at], self._text(self.cards[self.at]))

    def lines(self, width: int, height: int) -> list[Line]:
        above, beside = self._above(), self._known_cards(width)
        found = [*above, *self._cards(width, full=True), *beside]
        if len(found) <= height:
            return found
        found = [*above, *self._cards(width, full=False), *beside]
        about = self._about(self.cards[self.at], width, "faint") if above else []
        return [*found[: height - len(about)], *about]

    def details(self, width: int) -> list[Line]:
        card = self.cards[self.at]
        told = paragraph(self._text(card), width, "faint")
        above = self._above()
        if not above:
            return told
        cost = price_spans(self.context, self.own_view, self.seat, card)
        return [spread([Span("price ", "faint"), *cost], above[0].spans, width), *told]

    def _above(self) -> list[Line]:
        """Return the seat's tiles at levels where cards cost some."""
        if not self.setting.tiles:
            return []
        own = self.own_view.seats[self.seat].tiles
        return [line(Span("your tiles ", "faint"), *tile_spans(self.glyphs, own))]

    def _text(self, card: ActionCard) -> str:
        """Return what a card does at the moment."""
        text = effect_text(self.context, self.own_view, self.seat, card) or card_full(
            self.box, card, solo=self.context.solo
        )
        if self.setting.tiles and not payable(self.own_view, self.seat, card):
            text = f"You can't pay for it now, only beg with it. {text}"
        return f"{warning(self.setting, self.own_view, card)} {text}".lstrip()

    def _cards(self, width: int, *, full: bool) -> list[Line]:
        found: list[Line] = []
        tiled = self.setting.tiles
        for number, card in enumerate(self.cards):
            target, chosen = f"choice:{number}", number == self.at
            head = Span(f"{'▸' if chosen else ' '}{number + 1} {card_number(card):>5} ", "gold", strong=True)
            cost = price_spans(self.context, self.own_view, self.seat, card) if tiled else ()
            forms = card_forms(self.box, card)
            if card.name or full:
                text = Span(forms[0] if card.name else card_title(card), strong=True)
            else:
                text = Span(fitting(forms, width - line(head, *cost).width - 1))
            found.append(spread([head, text], cost, width, target=target)._replace(chosen=chosen))
            if full:
                lines = self._about(card, width - 3, target=target)
                found += [Line((Span("   "), *it.spans), target) for it in lines]
        rest = len(self.cards) - 1
        last_year = self.own_view.seats[self.seat].year == 2
        if rest > 0 and last_year:
            found.append(line("Cards you don't choose are discarded.", tone="faint"))
        elif rest > 0:
            comes = "The other card comes" if rest == 1 else "The other cards come"
            found.append(line(f"{comes} back in year 2.", tone="faint"))
        return found

    def _about(self, card: ActionCard, width: int, tone: str = "ink", target: str = "") -> list[Line]:
        """Return what a card does, with the shapes that it names."""
        return pictured(self.context, card.shapes, self._text(card), width, tone=tone, target=target)

    def _known_cards(self, width: int) -> list[Line]:
        """Return the other cards that the seat knows: its own for next year, and open hands."""
        found: list[Line] = []
        later = self.own_view.seats[self.seat].next_year
        if later.count and later.cards is not HIDDEN and self.own_view.seats[self.seat].year == 1:
            found += paragraph(f"Kept for year 2: {card_words(self.box, later.cards)}.", width, "faint")
        for number, other in enumerate(self.own_view.seats):
            if number != self.seat and other.hand.count and other.hand.cards is not HIDDEN:
                held = f"{self.context.name(Seat(number))} holds {card_words(self.box, other.hand.cards)}."
                found += paragraph(held, width, "faint")
        return found


class DeclareEntry(MenuEntry):
    """Hut or pouch."""

    UNFOLDED = True

    @property
    def _card(self) -> ActionCard:
        return self.box.cards[open_card(self.own_view.seats[self.seat])]

    @property
    def subject(self) -> Subject:
        return self.card_subject(self._card)

    @property
    def heading(self) -> str:
        return f"card {card_number(self._card)}: hut or pouch?"

    @property
    def request(self) -> str:
        for origin in Origin:
            if missing := missing_words(self.setting, self.own_view, self._card, origin):
                return f"1 hut or 2 pouch? {sentence_start(missing)}."
        if self.context.solo:
            return by_number("1 hut or 2 pouch?")
        return "1 hut or 2 pouch? The lower number plays earlier."

    def first_items(self) -> list[MenuItem]:
        low, high = self._card.numbers[0], self._card.numbers[-1]
        return [self._way(Origin.HUT, "take", high), self._way(Origin.POUCH, "draw", low)]

    def _way(self, origin: Origin, verb: str, order: int) -> MenuItem:
        words = f"{origin.value}: {verb} a {shape_words(self.box, self._card.shapes[0])}"
        return MenuItem(words, answer=Declare(self.seat, origin), note=self._available(origin), mark=f"{order:>5} ")

    def below(self, width: int) -> list[Line]:
        others = [(Seat(number), own) for number, own in enumerate(self.own_view.seats) if number != self.seat]
        told = [f"{self.context.name(seat)} {card_words(self.box, [open_card(own)])}" for seat, own in others]
        return paragraph(f"The others: {listed(told)}.", width, "faint") if told else []

    def _available(self, origin: Origin) -> str:
        """Return what can be taken at the pouch or hut at the moment."""
        own = self.own_view.seats[self.seat]._replace(declared=origin)
        setting, box = self.setting, self.box
        hut, pouch = takeable(setting, with_seat(self.own_view, self.seat, own), self.seat)
        if origin is Origin.HUT:
            there = hut
        else:
            shapes = [setting.shape_sections[shape] for shape in spaces_of(pouch)]
            there = self.own_view.pouch & sum(shapes)
        if not there:
            return warning(setting, self.own_view, self._card, origin)
        colours = [colour_word(box.sections[section].colour) for section in spaces_of(there)]
        if origin is Origin.HUT:
            return f"Available now: {listed(dict.fromkeys(colours))}."
        return f"{len(colours)} left; you get a random colour: {listed(dict.fromkeys(colours), 'or')}."
