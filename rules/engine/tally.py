"""What finished matches tell of the things in a game's box: whole numbers, which are added up over many matches.

A game counts (`Game.tally`); what the counts mean for whoever balances a box is left to the lab.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Numbers by name, always the same names in the same order."""


class TallyItem(NamedTuple):
    """One thing, such as a card."""

    key: str
    peers: str
    """What it is compared with: all of its part that have the same word here. Empty where nothing is like it."""
    chances: int = 0
    """How often it was there to be chosen, or done."""
    taken: int = 0
    """How often it was; never more than its chances."""
    times: int = 0
    """How often it earned something or could have."""
    half_points: int = 0
    """What it earned in all these times."""
    amounts: Counts = ()
    """What else came of all these times."""
    counts: Counts = ()
    """What else happened to it."""


class TallyGroup(NamedTuple):
    """Things of one kind. In every tally of a game with the same options and components they are the same, in order."""

    name: str
    chance: str
    """What a chance is called, e.g. "in hand"."""
    taken: str
    """What it is called that one is taken, e.g. "chosen"."""
    items: tuple[TallyItem, ...]


class Tally(NamedTuple):
    """What one match or many have told."""

    components: tuple[TallyGroup, ...]
    """What lies in the box."""
    course: tuple[TallyGroup, ...]
    """How the matches went as a whole."""


def merge_tallies(one: Tally, other: Tally) -> Tally:
    """Both together. What only one of them has comes after what both have."""
    return Tally(_parts(one.components, other.components), _parts(one.course, other.course))


def _parts(one: tuple[TallyGroup, ...], other: tuple[TallyGroup, ...]) -> tuple[TallyGroup, ...]:
    found = {part.name: part for part in one}
    for part in other:
        old = found.get(part.name)
        found[part.name] = part if old is None else old._replace(items=_items(old.items, part.items))
    return tuple(found.values())


def _items(one: tuple[TallyItem, ...], other: tuple[TallyItem, ...]) -> tuple[TallyItem, ...]:
    found = {item.key: item for item in one}
    for item in other:
        old = found.get(item.key)
        found[item.key] = item if old is None else _sum(old, item)
    return tuple(found.values())


def _sum(one: TallyItem, other: TallyItem) -> TallyItem:
    return TallyItem(
        one.key,
        one.peers,
        one.chances + other.chances,
        one.taken + other.taken,
        one.times + other.times,
        one.half_points + other.half_points,
        _counts(one.amounts, other.amounts),
        _counts(one.counts, other.counts),
    )


def _counts(one: Counts, other: Counts) -> Counts:
    found = dict(one)
    for name, number in other:
        found[name] = found.get(name, 0) + number
    return tuple(found.items())
