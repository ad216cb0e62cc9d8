"""A balance report: how matches end, how complete the plan gets, and how often each component is used.

The same matches give the same bytes, in whatever order they came.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final, NamedTuple

from galli_tui.lab.measure import BalanceVerdict, ItemBalance, measured
from galli_tui.lab.report import table_json, table_text
from galli_tui.lab.runs import MatchResult, SimulationRun
from rules.engine.game import Meta
from rules.engine.tally import Counts, Tally, TallyGroup, TallyItem, merge_tallies
from rules.registry import game_meta

WIDTH: Final = 80
KEY: Final = 32
"""The most columns of a name in a table; JSON has the whole name."""
_MARKS: Final = {
    BalanceVerdict.IN_MEASURE: "",
    BalanceVerdict.DEAD: "<",
    BalanceVerdict.PERHAPS_DEAD: "<?",
    BalanceVerdict.DOMINANT: ">",
    BalanceVerdict.PERHAPS_DOMINANT: ">?",
}
"""The verdicts in a table, where there is no room for words."""


class BalanceData(NamedTuple):
    """The results of a run in its order, and the tally of each table."""

    results: Sequence[MatchResult]
    tallies: Sequence[Tally]

    @property
    def together(self) -> Tally:
        """Return the tally of all tables together."""
        return reduce(merge_tallies, self.tallies)


def as_json(meta: Meta, run: SimulationRun, data: BalanceData) -> dict[str, Any]:
    """Return everything that was counted. Shares are fractions of one."""
    together = data.together
    return {
        "game": run.game,
        "rules_version": meta.rules_version,
        **run.identity(),
        "games": run.games,
        "tables": [
            {**table_json(run, number, data.results), **_tally(tally)} for number, tally in enumerate(data.tallies)
        ],
        "together": _tally(together),
        "out_of_measure": [
            {"part": part, "key": it.item.key, "verdict": it.verdict.value} for part, it in out_of_measure(together)
        ],
    }


def as_text(run: SimulationRun, data: BalanceData, half: str) -> Iterator[str]:
    """Yield the report's lines. `half` is how half a point is written."""
    parts = game_meta(run.game).unit.parts
    for number, tally in enumerate(data.tallies):
        if number:
            yield ""
        yield from table_text(run, number, data.results, half)
        for part in tally.course:
            yield from _course(part, run.games, parts)
    together = data.together
    for part in together.components:
        yield from _things(part, parts)
    yield ""
    yield from _verdicts(out_of_measure(together))


def out_of_measure(tally: Tally) -> list[tuple[str, ItemBalance]]:
    """Return the dead or dominant items, each with the name of its part, certain cases first."""
    rows = [
        (part.name, it)
        for part in tally.components
        for it in measured(part)
        if it.verdict is not BalanceVerdict.IN_MEASURE
    ]
    return sorted(rows, key=lambda row: row[1].verdict not in (BalanceVerdict.DEAD, BalanceVerdict.DOMINANT))


def _tally(tally: Tally) -> dict[str, Any]:
    return {"things": [_part(part) for part in tally.components], "course": [_part(part) for part in tally.course]}


def _part(part: TallyGroup) -> dict[str, Any]:
    return {
        "name": part.name,
        "chance": part.chance,
        "taken": part.taken,
        "items": [_item(it) for it in measured(part)],
    }


def _item(it: ItemBalance) -> dict[str, Any]:
    return {
        **it.item._asdict(),
        "amounts": dict(it.item.amounts),
        "counts": dict(it.item.counts),
        "share": None
        if it.share is None
        else {"part": float(it.share.part), "low": it.share.low, "high": it.share.high},
        "of_like": None if it.of_like is None else float(it.of_like),
        "verdict": it.verdict.value,
    }


def _course(part: TallyGroup, matches: int, parts: int) -> Iterator[str]:
    """Yield a table of how the matches went: shares, and the mean of everything per match."""
    items = [item for item in part.items if item != TallyItem(item.key, item.peers, counts=_none(item.counts))]
    columns: dict[str, list[str]] = {
        "share": [f"{_percent(Fraction(it.taken, it.chances))}" if it.chances else "" for it in items],
        "a match": [_mean(it.taken if it.chances else it.times, matches) for it in items],
        "points": [_mean(it.points, parts * matches) if it.points else "" for it in items],
    }
    for name, _ in items[0].counts if items else ():
        columns[name] = [_mean(dict(it.counts)[name], matches) for it in items]
    yield from _table(part.name, [it.key for it in items], columns)


def _none(counts: Counts) -> Counts:
    return tuple((name, 0) for name, _ in counts)


def _things(part: TallyGroup, parts: int) -> Iterator[str]:
    """Yield a table of each component's use; columns that do not fit are in the JSON only."""
    rows = measured(part)
    items = [it.item for it in rows]
    columns: dict[str, list[str]] = {
        part.chance: [str(it.chances) for it in items],
        part.taken: [str(it.taken) for it in items],
        "share": ["" if it.share is None else _percent(it.share.part) for it in rows],
        "ratio": ["" if it.of_like is None else f"{float(it.of_like):.2f}" for it in rows],
        "": [_MARKS[it.verdict].ljust(2) for it in rows],
        "points": [_mean(it.points, parts * it.times) for it in items],
    }
    for name, _ in items[0].amounts if items else ():
        columns[name] = [_mean(dict(it.amounts)[name], it.times) for it in items]
    yield from _table(part.name, [it.key for it in items], columns | _sums(items))


def _sums(items: Sequence[TallyItem]) -> dict[str, list[str]]:
    names = [name for name, _ in items[0].counts] if items else []
    return {name: [str(dict(it.counts)[name]) for it in items] for name in names}


def _table(title: str, keys: Sequence[str], columns: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield a table with as many columns as fit; empty columns are left out."""
    width = min(KEY, max(map(len, (title, *keys))))
    lines = [word[:width].ljust(width) for word in (title, *keys)]
    for name, cells in columns.items():
        if all(cell.strip() in ("", "0", "0.00") for cell in cells):
            continue
        wide = max(map(len, (name, *cells))) + (2 if name else 1)
        if len(lines[0]) + wide <= WIDTH:
            lines = [line + cell.rjust(wide) for line, cell in zip(lines, (name, *cells), strict=True)]
    yield ""
    yield from (line.rstrip() for line in lines)


def _verdicts(found: Sequence[tuple[str, ItemBalance]]) -> Iterator[str]:
    if not found:
        yield "Nothing is used less than a third or over three times as often as its peers."
        return
    yield "Used less than a third (<) or over three times (>) as often as their peers:"
    for part, it in found:
        ratio = 0.0 if it.of_like is None else float(it.of_like)
        yield f"  {it.verdict.value:<10} {ratio:>6.2f}  {part}: {it.item.key}"


def _mean(total: int, times: int) -> str:
    return f"{total / times:.2f}" if times else ""


def _percent(part: Fraction) -> str:
    return f"{float(100 * part):.0f} %"
