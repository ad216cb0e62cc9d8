"""Tables of a game's components for people, made from their readable form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import cast

from rules.engine.game import Readable

WIDTH = 78


def component_lines(box: Readable) -> list[str]:
    """Return a table for each list of components, and the values of each group."""
    if not isinstance(box, dict):
        return []
    lines: list[str] = []
    for name, found in box.items():
        if isinstance(found, dict):
            lines += ["", _spaced(name).capitalize(), *(line for key in found for line in _value(key, found[key]))]
        elif isinstance(found, list):
            lines += ["", f"{_spaced(name).capitalize()}: {_number(found)}"]
            lines += [line for one in found for line in _wrapped(_said(one))]
        else:
            lines += ["", *_value(name, found)]
    return lines[1:]


def named_in(components: object) -> Iterator[str]:
    """Yield the names of components, and of those within them."""
    name: object = getattr(components, "name", None)
    if not isinstance(components, tuple):
        return
    if isinstance(name, str):
        yield name
    for within in cast("tuple[object, ...]", components):
        yield from named_in(within)


def _number(found: list[Readable]) -> str:
    """Return how many there are: where an entry counts its copies, all of them, by deck if there are decks."""
    copies = [(it.get("deck"), it["copies"]) for it in found if isinstance(it, dict) and "copies" in it]
    numbers = [(deck, number) for deck, number in copies if isinstance(number, int)]
    if not found or len(numbers) < len(found):
        return str(len(found))
    decks = Counter[Readable]()
    for deck, number in numbers:
        decks[deck] += number
    parts = [f"{number} in deck {_said(deck)}" for deck, number in decks.items() if deck is not None]
    return f"{decks.total()} ({', '.join(parts)})" if parts else str(decks.total())


def _value(name: str, value: Readable) -> list[str]:
    return _wrapped(f"{_spaced(name)}: {_said(value)}")


def _wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")


def _said(value: Readable) -> str:
    """Return a value in one line, without fields that are empty or false."""
    if isinstance(value, dict):
        return ", ".join(f"{_spaced(key)} {_said(it)}" for key, it in value.items() if it not in (None, False, [], ""))
    if isinstance(value, list):
        kinds = {type(it) for it in value}
        return ("; " if dict in kinds else " / " if list in kinds else " ").join(map(_said, value))
    return str(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")
