"""Notation: a stable line of text per event, e.g. "2 lay d5 e5 f5 g5". `parse` inverts `format_event`.

Seats count from 1; the dealer's lines begin with "dealer". Cards, tasks and shapes are named by key, sections by "red
hall" (or "joker hall") with the origin where needed, spaces and buildings by name. "?" stands for hidden values.
Audiences follow from the event and are not written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from rules.campus_galli.box import COLOUR_LETTERS, COLOURS, DIE_FACES, Origin
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.events import (
    Beg,
    Borrow,
    BuyFromHut,
    BuyFromPouch,
    CampusEvent,
    ChooseCard,
    ClaimTask,
    DealLeftovers,
    DealPiles,
    Declare,
    Decline,
    DrawCards,
    DrawSection,
    DrawTile,
    EndTurn,
    Expand,
    FlipBuilding,
    LaySection,
    Lift,
    LoseBook,
    LoseGuest,
    Pass,
    PayTask,
    PayTiles,
    PlayCard,
    ReceiveTiles,
    RevealCards,
    RevealTask,
    RollDice,
    ScoreAgain,
    SendBuilderHome,
    Settle,
    SwapTiles,
    TakeFromHut,
    TakeFromPouch,
    TurnUpCard,
)
from rules.campus_galli.geometry import mask_of, space_name, space_named
from rules.campus_galli.setting import Setting
from rules.campus_galli.tiles import Tiles
from rules.engine.game_codec import NotationError
from rules.engine.secrecy import HIDDEN, NOBODY, HiddenType, Seat, Secret, only

T = TypeVar("T")


def format_event(setting: Setting, event: CampusEvent) -> str:
    """Return the notation of an event."""
    box = setting.box
    match event:
        case ChooseCard():
            body = f"choose {_cards(setting, event.card.value if event.card.value is HIDDEN else (event.card.value,))}"
        case Declare():
            body = f"declare {event.origin.value}"
        case TakeFromHut():
            body = f"take hut {_section(setting, event.section)}"
        case TakeFromPouch():
            body = f"take pouch {box.shapes[event.shape].key}"
        case LaySection():
            spaces = setting.layout.placements[event.placement].spaces
            body = "lay " + " ".join(space_name(space, box.plan.width) for space in spaces)
        case FlipBuilding():
            body = f"flip {'none' if event.building is None else box.plan.buildings[event.building].letter}"
        case SendBuilderHome(section=int(section)):
            body = f"home {box.sections[section].origin.value} {_section(setting, section)}"
        case SendBuilderHome():
            who = "guest" if event.guest else "beside"
            body = f"home {who} {box.plan.buildings[event.building or 0].letter}"
        case PlayCard() | Beg() | EndTurn() | Pass() | Decline():
            body = _VERB_ONLY[type(event)]
        case PayTiles():
            body = f"pay {_tiles(event.tiles)}"
        case SwapTiles():
            body = f"swap {_tiles(event.given)} {COLOUR_LETTERS[event.colour]}"
        case ReceiveTiles():
            body = f"receive {_tiles(event.tiles)}"
        case ScoreAgain():
            named = [
                f"{box.cards[card].key} {'-' if colour is None else COLOUR_LETTERS[colour]}"
                for card, colour in zip(event.cards, event.colours, strict=True)
            ]
            body = f"again {' '.join(named) or 'none'}"
        case ClaimTask():
            body = f"claim {event.place + 1}"
        case PayTask():
            body = f"pay-task {event.place + 1}{_chosen(event.tiles)}"
        case Expand():
            body = f"expand {box.plan.buildings[event.building].letter}{_chosen(event.tiles)}"
        case BuyFromHut():
            body = f"buy hut {_section(setting, event.section)} {_tiles(event.tiles)}"
        case BuyFromPouch():
            body = f"buy pouch {box.shapes[event.shape].key} {_tiles(event.tiles)}"
        case Borrow():
            body = f"borrow {event.pile + 1}" + ("" if event.origin is None else f" {event.origin.value}")
        case Lift():
            section = box.sections[event.section]
            body = f"lift {event.place + 1} {section.origin.value} {_section(setting, event.section)}"
        case LoseBook():
            body = f"lose-book {box.cards[event.card].key}"
        case LoseGuest():
            body = f"lose-guest {box.plan.buildings[event.building].letter}"
        case Settle():
            body = f"settle {box.plan.buildings[event.building].letter}{_chosen(event.tiles)}"
        case DealLeftovers():
            piles = zip(event.counts, event.piles, strict=True)
            return "dealer leftovers " + " / ".join(
                f"{size} {_cards(setting, pile.value)}".rstrip() for size, pile in piles
            )
        case TurnUpCard():
            return f"dealer turn-up {event.pile + 1} {box.cards[event.card].key}"
        case RollDice():
            return "dealer dice " + " ".join(DIE_FACES[face] for face in event.faces)
        case DrawTile():
            return f"dealer tile {event.seat + 1} {COLOUR_LETTERS[event.colour]}"
        case DealPiles():
            return "dealer deal " + " / ".join(_cards(setting, pile.value) for pile in event.piles)
        case RevealTask():
            return f"dealer task {box.tasks[event.task].key}"
        case DrawCards():
            return f"dealer draw {event.seat + 1} {_cards(setting, event.cards.value)}"
        case RevealCards():
            return f"dealer reveal {_cards(setting, event.cards)}"
        case DrawSection():
            return f"dealer felt {_section(setting, event.section)}"
        case _:
            raise TypeError(f"{type(event).__name__} is no event of this game")
    return f"{event.seat + 1} {body}"


def parse(setting: Setting, text: str) -> CampusEvent:
    """Parse the notation of an event. Raises `NotationError` with what was expected."""
    match text.split():
        case ["dealer", verb, *words]:
            return _parse_outcome(setting, verb, words)
        case [number, verb, *words] if number in _seat_numbers(setting):
            return _parse_move(setting, _seat(number), verb, words)
        case _:
            raise NotationError(
                f"expected a seat from 1 to {len(setting.seats)} or 'dealer', then a verb: {text[:60]!r}"
            )


def _parse_move(setting: Setting, seat: Seat, verb: str, words: list[str]) -> CampusEvent:
    box = setting.box
    match verb, words:
        case "choose", [card]:
            return ChooseCard(seat, Secret(only(seat), HIDDEN if card == "?" else _card(setting, card)))
        case "declare", [("hut" | "pouch") as origin]:
            return Declare(seat, Origin(origin))
        case "take", ["hut", colour, shape]:
            return TakeFromHut(seat, _find_section(setting, Origin.HUT, colour, shape))
        case "take", ["pouch", shape]:
            return TakeFromPouch(seat, _index([it.key for it in box.shapes], shape, "shape"))
        case "lay", [_, *_]:
            return LaySection(seat, _placement(setting, words))
        case "flip", [building]:
            return FlipBuilding(seat, None if building == "none" else _building(setting, building))
        case "home", [("beside" | "guest") as who, building]:
            return SendBuilderHome(seat, None, _building(setting, building), who == "guest")
        case "home", [("hut" | "pouch") as origin, colour, shape]:
            return SendBuilderHome(seat, _find_section(setting, Origin(origin), colour, shape), None)
        case _:
            return _parse_tile_move(setting, seat, verb, words)


def _parse_tile_move(setting: Setting, seat: Seat, verb: str, words: list[str]) -> CampusEvent:
    """Parse a move of the levels where cards cost tiles."""
    box = setting.box
    match verb, words:
        case _, [] if verb in _VERB_ONLY.values():
            return next(kind for kind, word in _VERB_ONLY.items() if word == verb)(seat)
        case "pay", [tiles]:
            return PayTiles(seat, _read_tiles(tiles))
        case "swap", [tiles, colour]:
            return SwapTiles(seat, _read_tiles(tiles), _colour(colour))
        case "receive", [tiles]:
            return ReceiveTiles(seat, _read_tiles(tiles))
        case "again", ["none"]:
            return ScoreAgain(seat, (), ())
        case "again", [_, *_] if len(words) % 2 == 0:
            cards = tuple(_card(setting, word) for word in words[::2])
            if list(cards) != sorted(set(cards)):
                raise NotationError("expected different cards, by their numbers")
            return ScoreAgain(seat, cards, tuple(None if word == "-" else _colour(word) for word in words[1::2]))
        case "claim", [place]:
            return ClaimTask(seat, _place(setting, place))
        case "pay-task", [place]:
            return PayTask(seat, _place(setting, place))
        case "pay-task", [place, tiles]:
            return PayTask(seat, _place(setting, place), _read_tiles(tiles))
        case "expand", [building]:
            return Expand(seat, _building(setting, building))
        case "expand", [building, tiles]:
            return Expand(seat, _building(setting, building), _read_tiles(tiles))
        case "buy", ["hut", colour, shape, tiles]:
            return BuyFromHut(seat, _find_section(setting, Origin.HUT, colour, shape), _read_tiles(tiles))
        case "buy", ["pouch", shape, tiles]:
            return BuyFromPouch(seat, _index([it.key for it in box.shapes], shape, "shape"), _read_tiles(tiles))
        case _:
            return _parse_danger(setting, seat, verb, words)


def _parse_danger(setting: Setting, seat: Seat, verb: str, words: list[str]) -> CampusEvent:
    """Parse a move of level III."""
    match verb, words:
        case "borrow", [pile]:
            return Borrow(seat, _pile(pile))
        case "borrow", [pile, ("hut" | "pouch") as origin]:
            return Borrow(seat, _pile(pile), Origin(origin))
        case "lift", [place, ("hut" | "pouch") as origin, colour, shape]:
            return Lift(seat, _place(setting, place), _find_section(setting, Origin(origin), colour, shape))
        case "lose-book", [card]:
            return LoseBook(seat, _card(setting, card))
        case "lose-guest", [building]:
            return LoseGuest(seat, _building(setting, building))
        case "settle", [building]:
            return Settle(seat, _building(setting, building))
        case "settle", [building, tiles]:
            return Settle(seat, _building(setting, building), _read_tiles(tiles))
        case _:
            raise NotationError(f"{verb} {' '.join(words)}"[:80] + " is not a move")


def _pile(number: str) -> int:
    return _index([str(pile + 1) for pile in range(LEFTOVER_PILES)], number, "pile of leftovers")


_VERB_ONLY: Final[Mapping[type[PlayCard | Beg | EndTurn | Pass | Decline], str]] = {
    PlayCard: "play",
    Beg: "beg",
    EndTurn: "end",
    Pass: "pass",
    Decline: "decline",
}
"""Moves without arguments."""


def _tiles(tiles: Tiles) -> str:
    """Return tiles as colour letters, e.g. "RRB"; "0" for none."""
    return "".join(letter * count for letter, count in zip(COLOUR_LETTERS, tiles, strict=True)) or "0"


def _chosen(tiles: Tiles | None) -> str:
    """Return the tiles chosen for a cost as a suffix; empty without a choice."""
    return "" if tiles is None else f" {_tiles(tiles)}"


def _read_tiles(word: str) -> Tiles:
    counts = [word.count(letter) for letter in COLOUR_LETTERS]
    red, green, blue, yellow = counts
    if _tiles((red, green, blue, yellow)) != word:
        raise NotationError(f"expected tiles such as RRB, got {word[:40]!r}")
    return (red, green, blue, yellow)


def _colour(letter: str) -> int:
    return _index([*COLOUR_LETTERS], letter, "colour")


def _place(setting: Setting, number: str) -> int:
    return _index([str(place + 1) for place in range(setting.board_size)], number, "place on the board")


def _parse_outcome(setting: Setting, verb: str, words: list[str]) -> CampusEvent:
    match verb, words:
        case "deal", _:
            piles = [_card_set(setting, part.split()) for part in " ".join(words).split(" / ")]
            return DealPiles(tuple(Secret(NOBODY, pile) for pile in _one_a_seat(setting, piles)))
        case "task", [task]:
            return RevealTask(_index([it.key for it in setting.box.tasks], task, "task"))
        case "draw", [number, *cards] if number in _seat_numbers(setting):
            seat = _seat(number)
            return DrawCards(seat, Secret(setting.hand_audience(seat), _card_set(setting, cards)))
        case "reveal", _:
            return RevealCards(tuple(_one_a_seat(setting, [_card(setting, card) for card in words])))
        case "tile", [number, colour] if number in _seat_numbers(setting):
            return DrawTile(_seat(number), _colour(colour))
        case "leftovers", _:
            return _leftovers(setting, " ".join(words).split(" / "))
        case "turn-up", [pile, card]:
            return TurnUpCard(_pile(pile), _card(setting, card))
        case "dice", [_, *_] if len(words) <= setting.box.counts.dice:
            return RollDice(tuple(_index([*DIE_FACES], word, "face of a die") for word in words))
        case "felt", [colour, shape]:
            return DrawSection(_find_section(setting, Origin.POUCH, colour, shape))
        case _:
            raise NotationError(f"{verb} {' '.join(words)}"[:80] + " is not an outcome of the dealer")


def _leftovers(setting: Setting, parts: list[str]) -> DealLeftovers:
    """Parse the four piles, each as size and cards."""
    if len(parts) != LEFTOVER_PILES:
        raise NotationError(f"expected {LEFTOVER_PILES} piles, got {len(parts)}")
    counts: list[int] = []
    piles: list[Secret[tuple[int, ...]]] = []
    for part in parts:
        size, *keys = part.split() or [""]
        counts.append(_index([str(number) for number in range(len(setting.box.cards) + 1)], size, "number of cards"))
        piles.append(Secret(NOBODY, _card_set(setting, keys) if keys else ()))
    return DealLeftovers(tuple(counts), tuple(piles))


def _cards(setting: Setting, cards: Sequence[int] | HiddenType) -> str:
    return "?" if cards is HIDDEN else " ".join(setting.box.cards[card].key for card in cards)


def _card_set(setting: Setting, words: list[str]) -> tuple[int, ...] | HiddenType:
    if words == ["?"]:
        return HIDDEN
    cards = sorted({_card(setting, word) for word in words})
    if not cards or len(cards) != len(words):
        raise NotationError(f"expected different cards, got {' '.join(words)[:80]!r}")
    return tuple(cards)


def _one_a_seat(setting: Setting, items: list[T]) -> list[T]:
    if len(items) != len(setting.seats):
        raise NotationError(f"expected one for each of {len(setting.seats)} seats, got {len(items)}")
    return items


def _seat_numbers(setting: Setting) -> list[str]:
    return [str(seat + 1) for seat in setting.seats]


def _seat(number: str) -> Seat:
    return Seat(int(number) - 1)


def _card(setting: Setting, key: str) -> int:
    return _index([card.key for card in setting.box.cards], key, "card")


def _building(setting: Setting, letter: str) -> int:
    return _index([building.letter for building in setting.box.plan.buildings], letter, "building")


def _section(setting: Setting, number: int) -> str:
    section = setting.box.sections[number]
    colour = "joker" if section.colour is None else COLOURS[section.colour]
    return f"{colour} {setting.box.shapes[section.shape].key}"


def _find_section(setting: Setting, origin: Origin, colour: str, shape: str) -> int:
    for number, section in enumerate(setting.box.sections):
        if section.origin is origin and _section(setting, number) == f"{colour} {shape}":
            return number
    raise NotationError(f"there is no {colour} {shape} in the {origin.value}"[:120])


def _placement(setting: Setting, words: list[str]) -> int:
    plan = setting.box.plan
    try:
        spaces = [space_named(word, plan.width, plan.height) for word in words]
    except ValueError as error:
        raise NotationError(str(error)) from None
    placement = setting.layout.by_mask.get(mask_of(spaces))
    if placement is None or len(spaces) != len(placement.spaces):
        raise NotationError(f"{' '.join(words)}"[:80] + " is not the shape of any section")
    return placement.index


def _index(keys: list[str], key: str, what: str) -> int:
    try:
        return keys.index(key)
    except ValueError:
        raise NotationError(f"{key[:40]!r} is not a {what}") from None
