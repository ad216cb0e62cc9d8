"""What a player of Ora et Labora can ask in plain mode: wheel, display, cards, spaces, land, goods and settlements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from galli_tui.game_api.topics import Answer, Topic, fixed_answer
from galli_tui.games.ora_et_labora.contract_words import contract_lines
from galli_tui.games.ora_et_labora.effect_words import effect_sentence
from galli_tui.games.ora_et_labora.land_words import (
    about_space,
    building_spaces,
    can_pay,
    lacking_words,
    row_words,
    rows_of,
    there_words,
)
from galli_tui.games.ora_et_labora.position_text import card_words, joker_lines, position
from galli_tui.games.ora_et_labora.seat_words import goods_lines
from galli_tui.games.ora_et_labora.settlement_words import settlement_words, settling_words
from galli_tui.games.ora_et_labora.words import (
    asked_seat,
    building_key,
    building_name,
    good_name,
    owner_name,
    settlement_name,
    space_name,
    standing_on,
    tiles_words,
)
from galli_tui.style.wording import counted, listed, sentence_start
from rules.ora_et_labora.box import STAGES
from rules.ora_et_labora.game import OraEtLabora
from rules.ora_et_labora.goods import COIN, GOODS
from rules.ora_et_labora.land import SPACES
from rules.ora_et_labora.payments import NOTHING
from rules.ora_et_labora.settling import price_of
from rules.ora_et_labora.state import OraState, owner_of, spaces

_CELLS = 20
"""The most cells of an unknown name that are repeated."""


def topics(game: OraEtLabora, view: OraState, players: Sequence[str]) -> Sequence[Topic]:
    """Return the topics of a view."""
    return _Topics(game, view, players).topics()


class _Topics:
    """The answers about one view."""

    def __init__(self, game: OraEtLabora, view: OraState, players: Sequence[str]) -> None:
        self._game, self._view, self._players = game, view, players
        self._asked = asked_seat(game, view)

    def topics(self) -> tuple[Topic, ...]:
        parts = {part.title: part.lines for part in position(self._game, self._view, self._players)}
        some, land = self._game.cards[self._game.roster[0]].key, partial(self._or, self._land, self._no_owner)
        return (
            Topic(("wheel",), "says what each good gives now and after the next turn.", fixed_answer(parts["Wheel"])),
            Topic(
                ("joker",),
                "explains the joker, and says what it gives now and after the next turn.",
                fixed_answer([*joker_lines(self._game, self._view)]),
            ),
            Topic(("display",), "reads the buildings that can be built.", fixed_answer(parts["Display"])),
            Topic(
                ("card", "building"),
                "describes one building or settlement.",
                partial(self._or, self._card, self._no_card),
                "NAME",
                self._card,
                (f"Its key or its name. For example: card {some.lower()}.",),
            ),
            Topic(
                ("space",),
                "describes one space of your land, or of another player's.",
                partial(self._or, self._space, self._no_space),
                "NAME PLAYER",
                self._space,
                ("Columns are a to i, rows are numbers. For example: space c0.",),
            ),
            Topic(
                ("land",),
                "reads a player's land row by row.",
                land,
                "PLAYER",
                None,
                (f"For example: land {self._name(0)}.",),
            ),
            Topic(("goods",), "compares the goods of all players.", self._goods, "GOOD"),
            Topic(
                ("settlements",),
                "says what settlements cost, and what they would count on your land.",
                fixed_answer(parts["Settlements"]),
            ),
            Topic(("pay", "afford"), "says what the player whose turn it is can pay for.", self._pay),
            Topic(("fees", "contract"), "says which buildings of others can be used by contract.", self._contracts),
        )

    # Names

    @staticmethod
    def _or(find: Answer, otherwise: Answer, name: str) -> Sequence[str]:
        return find(name) or otherwise(name)

    def _name(self, owner: int) -> str:
        return owner_name(self._game, self._players, owner)

    def _owner(self, name: str) -> int | None:
        """Return whose name begins like this; the seat that is due for none."""
        if not name:
            return self._asked if self._asked is not None else 0
        owners = range(self._game.owners)
        wanted = name.casefold().removeprefix("of ")
        names = [self._name(owner).casefold().removeprefix("the ") for owner in owners]
        exact = [owner for owner in owners if names[owner] == wanted]
        return next(iter(exact or [owner for owner in owners if names[owner].startswith(wanted)]), None)

    # Cards

    def _card(self, name: str) -> Sequence[str]:
        wanted = name.casefold()
        game = self._game
        there = [*game.roster, *range(game.printed, game.printed + 3)]
        keys = {building_key(game, it).casefold(): it for it in there}
        names = {game.cards[it].name.casefold(): it for it in there}
        settled = {word.casefold(): it for it, card in enumerate(game.settlements) for word in (card.key, card.name)}
        if (found := settled.get(wanted)) is not None:
            return list(self._settlement(found))
        found = keys.get(wanted, names.get(wanted))
        if found is None and len(wanted) > 2:
            found = next((it for it in there if _begins(game.cards[it].name, wanted)), None)
        return [] if found is None else list(self._building(found))

    def _building(self, building: int) -> Iterator[str]:
        game, view = self._game, self._view
        yield card_words(game, building)
        yield effect_sentence(game, building)
        if building >= game.printed:
            return
        if building in view.display:
            yield "It is on display."
            if self._asked is not None:
                estate, name = view.estates[self._asked], self._name(self._asked)
                why = lacking_words(game, estate, building)
                fits = listed(map(space_name, building_spaces(game, estate, building)))
                yield f"{name} {why}." if why else f"{name} can build it on {fits}."
        elif (owner := owner_of(view, building)) is not None:
            space = next(space for space, it in view.estates[owner].buildings if it == building)
            standing = standing_on(view, building)
            who = f"with {standing} on it" if standing else "unoccupied"
            yield f"It stands on {space_name(space)} of {self._name(owner)}, {who}."
        else:
            stage = next((it for it, cards in enumerate(view.stages) if building in cards), None)
            yield "It has left the game." if stage is None else f"It comes after settlement phase {STAGES[stage]}."

    def _settlement(self, settlement: int) -> Iterator[str]:
        yield f"{settlement_words(self._game, settlement)}."
        if self._asked is not None:
            own = f" {settlement_name(self._game, settlement)}"
            lines = settling_words(self._game, self._view, self._asked, self._name(self._asked))
            yield from (line for line in lines if own in line)

    def _no_card(self, name: str) -> Sequence[str]:
        if not name:
            return ["Type card and a key or name, such as card g07."]
        return [f"There is no building or settlement {name[:_CELLS]} in this match."]

    # Land

    def _space(self, name: str) -> Sequence[str]:
        place, _, rest = name.partition(" ")
        owner = self._owner(rest.strip())
        numbers = [number for number, it in enumerate(SPACES) if it == place.casefold()]
        if owner is None or not numbers or numbers[0] not in spaces(self._view.estates[owner]):
            return []
        (space,) = numbers
        there = there_words(self._game, self._view, owner, space)
        about = about_space(self._game, self._view, owner, space)
        return [f"{space_name(space)} of {self._name(owner)}: {there}.", *about]

    def _no_space(self, name: str) -> Sequence[str]:
        owner = self._owner(name.partition(" ")[2].strip())
        if owner is None:
            return self._no_owner(name.partition(" ")[2])
        own = [space_name(it) for it in spaces(self._view.estates[owner])]
        return [f"{self._name(owner)} has no space of this name. The spaces are {listed(own)}."]

    def _land(self, name: str) -> Sequence[str]:
        owner = self._owner(name)
        if owner is None:
            return []
        rows = rows_of(self._view.estates[owner])
        return [f"The land of {self._name(owner)}.", *(row_words(self._game, self._view, owner, row) for row in rows)]

    def _no_owner(self, name: str) -> Sequence[str]:
        owners = listed(map(self._name, range(self._game.owners)))
        return [f"Nobody here is called {name[:_CELLS]}. There is land of {owners}."]

    # Goods

    def _goods(self, name: str) -> Sequence[str]:
        game, view = self._game, self._view
        wanted = name.casefold()
        kinds = [good for good in range(len(GOODS)) if wanted and good_name(game, good, 2).startswith(wanted)]
        if kinds:
            good = kinds[0]
            each = (f"{players} {view.estates[seat].goods[good]}" for seat, players in enumerate(self._players))
            return [f"{sentence_start(good_name(game, good, 2))}: {', '.join(each)}.", self._about_good(good)]
        unknown = [f"There is no good called {wanted[:_CELLS]}."] if wanted else []
        return unknown + [
            f"{self._name(seat)}. {line}" if not number else line
            for seat in game.seats
            for number, line in enumerate(goods_lines(game, view, seat))
        ]

    def _about_good(self, good: int) -> str:
        kind = self._game.box.goods[good]
        worth = [
            f"{kind.food} food" if kind.food else "",
            {0: "", 1: "half an energy"}.get(kind.energy, f"{kind.energy // 2} energy"),
            counted(kind.points, "point") if kind.points else "",
            f"{counted(kind.coins, 'coin')} when sold" if kind.coins else "",
        ]
        return f"Each gives {listed(filter(None, worth)) or 'neither food nor energy nor points'}."

    def _pay(self, _: str) -> Sequence[str]:
        if self._asked is None:
            return ["Nobody is to move now."]
        game, view, name = self._game, self._view, self._name(self._asked)
        estate = view.estates[self._asked]
        built = [it for it in view.display if not lacking_words(game, estate, it)]
        settled = [it for it in estate.supply if can_pay(game, estate, it)]
        lines = [f"{name} can build {listed(building_name(game, it) for it in built) or 'nothing on display'}."]
        for settlement in settled:
            tiles = game.payments.propose(estate.goods, price_of(game, settlement))
            paid = tiles_words(game, tiles or NOTHING, estate.goods)
            lines.append(f"{settlement_name(game, settlement)} could be paid with {paid}.")
        if not settled:
            lines.append("No settlement in hand can be paid for.")
        for what, left, prices in (
            ("district", view.districts, game.district_prices),
            ("plot", view.plots, game.plot_prices),
        ):
            if left:
                price = prices[left - 1]
                rich = game.payments.without(estate.goods, ((COIN, price),)) is not None
                afford = f"{name} can pay it" if rich else f"{name} can't pay it"
                lines.append(f"The next {what} costs {counted(price, 'coin')}: {afford}.")
        return lines

    def _contracts(self, _: str) -> Sequence[str]:
        if self._asked is None:
            return ["Nobody is to move now."]
        return [*contract_lines(self._game, self._view, self._players, self._asked)]


def _begins(name: str, wanted: str) -> bool:
    return any(word.casefold().startswith(wanted) for word in (name, *name.split()))
