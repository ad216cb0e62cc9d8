"""Component statistics of finished matches: integers that add up over many matches.

A game counts (`Statistics.tally`); the lab interprets the counts for balancing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from rules.engine.events import Event

S_contra = TypeVar("S_contra", contravariant=True)

Counts: TypeAlias = tuple[tuple[str, int], ...]
"""Numbers by name, always the same names in the same order."""


class TallyItem(NamedTuple):
    """The statistics of one component, such as a card."""

    key: str
    peers: str
    """The group it is compared with: all items of its `TallyGroup` with the same word. Empty for none."""
    chances: int = 0
    """How often it could be chosen or done."""
    taken: int = 0
    """How often it was; at most `chances`."""
    times: int = 0
    """How often it scored or could have scored."""
    points: int = 0
    """What was scored in all these cases, in the game's unit."""
    amounts: Counts = ()
    """Other results of these cases."""
    counts: Counts = ()
    """Other counts."""


class TallyGroup(NamedTuple):
    """Items of one kind. The same items in the same order in every tally with the same options and components."""

    name: str
    chance: str
    """The label of a chance, e.g. "in hand"."""
    taken: str
    """The label of a taken chance, e.g. "chosen"."""
    items: tuple[TallyItem, ...]


class Tally(NamedTuple):
    """The statistics of one or more matches."""

    components: tuple[TallyGroup, ...]
    """The components in the box."""
    course: tuple[TallyGroup, ...]
    """The course of the matches as a whole."""


class Statistics(Protocol[S_contra]):
    """What a game counts, for the lab and the laws."""

    def tally(self, events: Sequence[Event]) -> Tally:
        """Return the component statistics of a finished match from all its events, unredacted."""
        ...

    def census(self, state: S_contra) -> Mapping[str, int]:
        """Return how many pieces of each kind exist, each counted once; constant throughout a match."""
        ...


class Counters:
    """Counts by kind of component, component and what is counted."""

    def __init__(self) -> None:
        self._found: Counter[tuple[str, Hashable, str]] = Counter()

    def add(self, kind: str, which: Hashable, *once: str, **numbers: int) -> None:
        """Add one to each of these counts, and a number to others."""
        for what in once:
            self._found[kind, which, what] += 1
        for what, number in numbers.items():
            self._found[kind, which, what] += number

    def choose(self, kind: str, offered: Iterable[Hashable], taken: Hashable) -> None:
        """Count a choice, if there were several things to choose from."""
        those = list(offered)
        if len(those) > 1:
            for one in those:
                self.add(kind, one, "chances")
            self.add(kind, taken, "taken")

    def of(self, kind: str, which: Hashable, what: str) -> int:
        """Return how often `what` was counted for `which` of a kind."""
        return self._found[kind, which, what]

    def counts(self, kind: str, which: Hashable, what: Iterable[str]) -> Counts:
        """Return several counts of a component."""
        return tuple((one, self.of(kind, which, one)) for one in what)

    def items(
        self,
        kind: str,
        components: Iterable[tuple[Hashable, str, str]],
        amounts: Sequence[str] = (),
        counts: Sequence[str] = (),
    ) -> tuple[TallyItem, ...]:
        """Return the statistics of components, each with its key and its peers, and of these other counts."""
        return tuple(
            TallyItem(
                key,
                peers,
                chances=self.of(kind, which, "chances"),
                taken=self.of(kind, which, "taken"),
                times=self.of(kind, which, "times"),
                points=self.of(kind, which, "points"),
                amounts=self.counts(kind, which, amounts),
                counts=self.counts(kind, which, counts),
            )
            for which, key, peers in components
        )


def items_by_kind(
    kinds: Iterable[str], items: Sequence[TallyItem], peers: Callable[[str], str]
) -> tuple[TallyItem, ...]:
    """Return the items merged by kind, in order of first occurrence."""
    found: dict[str, TallyItem] = {}
    for kind, item in zip(kinds, items, strict=True):
        found[kind] = _sum(found[kind], item) if kind in found else item._replace(key=kind, peers=peers(kind))
    return tuple(found.values())


def merge_tallies(one: Tally, other: Tally) -> Tally:
    """Return the sum of two tallies. Items that only one of them has come last."""
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
        one.points + other.points,
        _counts(one.amounts, other.amounts),
        _counts(one.counts, other.counts),
    )


def _counts(one: Counts, other: Counts) -> Counts:
    found = dict(one)
    for name, number in other:
        found[name] = found.get(name, 0) + number
    return tuple(found.items())
