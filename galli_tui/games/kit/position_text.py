"""A position in words for any game on the base game: the fields of its state, with the names of things."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, cast, get_args, get_origin

from galli_tui.game_api.position import Description
from rules.engine.base_game import BaseGame
from rules.engine.deck import Deck
from rules.engine.kinds import Kind, field_types, is_record, unpack, without_none
from rules.engine.secrecy import HIDDEN, Seat, Secret, Slot, Zone

_UNTOLD = ("agenda", "told", "draws")
"""The fields of every state that are not on the table."""


class PositionWriter:
    """Writes states of one game with these names of players and things."""

    def __init__(self, game: BaseGame[Any], players: Sequence[str], names: Mapping[str, Sequence[str]]) -> None:
        self._game, self._players, self._names = game, players, names

    def describe(self, view: Any) -> list[Description]:
        """Return the table in words, then what each player has."""
        table: list[str] = []
        each: list[list[str]] = [[] for _ in self._players]
        for name, annotation in field_types(self._game.state_class).items():
            if name in _UNTOLD:
                continue
            value = getattr(view, name)
            if not self._is_by_seat(annotation, value):
                table.append(f"{label(name)}: {self.words(value, annotation)}.")
                continue
            for lines, part, inner in zip(each, value, _types_of(annotation, value), strict=True):
                own = without_none(inner) or inner
                if part is not None and is_record(unpack(own).type) and not _is_pile(own):
                    lines += [f"{named}: {words}." for named, words in self._fields(part, own)]
                else:
                    lines.append(f"{label(name)}: {self.words(part, inner)}.")
        seats = zip(self._players, each, strict=True)
        return [Description("On the table", tuple(table)), *(Description(name, tuple(lines)) for name, lines in seats)]

    def _is_by_seat(self, annotation: Any, value: Any) -> bool:
        """Return whether a field has an element for each seat: a record, a pile or a number."""
        if get_origin(unpack(annotation).type) is not tuple or len(value) != len(self._players):
            return False
        inner = _types_of(annotation, value)[0]
        own = unpack(without_none(inner) or inner)
        number = own.type is int and own.note(Kind) is None
        return number or own.type in (Zone, Slot) or (is_record(own.type) and own.type is not Deck)

    def words(self, value: Any, annotation: Any) -> str:
        """Return a value in words; "none" for nothing."""
        annotation = without_none(annotation) or annotation
        kind, _ = known = unpack(annotation)
        if get_origin(kind) is Secret:
            return self.words(value.value, get_args(kind)[0])
        if isinstance(value, Slot):
            return self.words(value.card, annotation) if value.card is not HIDDEN else "a hidden one"
        if value is None:
            return "none"
        if value is HIDDEN:
            return "hidden"
        named: Kind | None = known.note(Kind)
        if isinstance(value, Zone):
            cards = value.cards
            hidden = "none" if not value.count else f"{value.count} hidden"
            return hidden if cards is HIDDEN else self._list([self._name(card, named) for card in cards])
        if isinstance(value, Deck):
            return str(value.size)
        if kind is Seat:
            return str(self._players[value])
        if named is not None and isinstance(value, int):
            return self._name(value, named)
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Enum):
            return str(value.value)
        if is_record(kind):
            return "; ".join(f"{name.lower()} {words}" for name, words in self._fields(value, annotation))
        if isinstance(value, tuple):
            parts = cast("tuple[Any, ...]", value)
            inner = _types_of(annotation, parts)
            return self._list([self.words(part, it) for part, it in zip(parts, inner, strict=True)])
        return str(value)

    def _fields(self, record: Any, annotation: Any) -> Iterator[tuple[str, str]]:
        for name, it in field_types(unpack(annotation).type).items():
            yield label(name), self.words(getattr(record, name), it)

    def _name(self, number: int, named: Kind | None) -> str:
        return str(number) if named is None else str(self._names[named.name][number])

    @staticmethod
    def _list(words: Sequence[str]) -> str:
        return ", ".join(words) or "none"


def label(name: str) -> str:
    """Return the name of a field as a label: "next_year" is "Next year"."""
    return name.replace("_", " ").strip().capitalize()


def _is_pile(annotation: Any) -> bool:
    return unpack(annotation).type in (Zone, Slot, Deck)


def _types_of(annotation: Any, value: Sequence[Any]) -> Sequence[Any]:
    """Return the type of each element of a tuple."""
    types = get_args(unpack(annotation).type)
    return [types[0]] * len(value) if len(types) == 2 and types[1] is Ellipsis else types
