"""Tables of the components of Campus Galli: cards, tasks and sections by kind, buildings and symbols by space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import cast

from galli_tui.games.campus_galli.points import points
from galli_tui.games.kit.component_lines import WIDTH
from galli_tui.style.wording import listed
from rules.engine.game import Readable

Part = Mapping[str, Readable]


def component_tables(box: Readable) -> list[str]:
    """Return tables of the cards, tasks, sections, buildings and symbols of a readable box."""
    if not isinstance(box, dict):
        return []
    lines = [*_cards(_parts(box, "cards")), *_tasks(_parts(box, "tasks")), *_sections(_parts(box, "sections"))]
    plan = box["plan"]
    if isinstance(plan, dict):
        lines += [*_buildings(_parts(plan, "buildings")), *_symbols(plan.get("symbols"))]
    return lines[1:]


def _parts(box: Part, name: str) -> list[Part]:
    found = box.get(name)
    return [part for part in found if isinstance(part, dict)] if isinstance(found, list) else []


def _by(parts: Sequence[Part], name: str) -> dict[str, list[Part]]:
    groups: dict[str, list[Part]] = {}
    for part in parts:
        groups.setdefault(str(part.get(name) or "no colour"), []).append(part)
    return groups


def _row(name: str, number: int, text: str) -> list[str]:
    lines = wrap(text, WIDTH - 20) or [""]
    return [f"  {name:<12}{number:>3}   {lines[0]}".rstrip(), *(f"{'':20}{line}" for line in lines[1:])]


def _table(title: str, number: int, rows: list[list[str]]) -> list[str]:
    return ["", f"{title}: {number}", *(line for row in rows for line in row)] if rows else []


def _cards(cards: list[Part]) -> list[str]:
    rows: list[list[str]] = []
    for kind, group in _by(cards, "kind").items():
        numbers = ["/".join(map(str, cast("list[int]", card["numbers"]))) for card in group]
        rows.append(_row(kind, len(group), f"numbers {', '.join(numbers)}"))
    return _table("Cards", len(cards), rows)


def _tasks(tasks: list[Part]) -> list[str]:
    rows: list[list[str]] = []
    for kind, group in _by(tasks, "kind").items():
        seals = sorted({cast(int, task["half_points"]) for task in group})
        rows.append(
            _row(
                kind,
                len(group),
                f"{listed([points(one, '.5') for one in seals])} {'seal' if seals == [2] else 'seals'} each",
            )
        )
    return _table("Tasks", len(tasks), rows)


def _sections(sections: list[Part]) -> list[str]:
    rows: list[list[str]] = []
    for origin, group in _by(sections, "origin").items():
        colours = [f"{colour} {len(those)}" for colour, those in _by(group, "colour").items()]
        rows.append(_row(origin, len(group), ", ".join(colours)))
    return _table("Sections", len(sections), rows)


def _buildings(buildings: list[Part]) -> list[str]:
    rows = [
        _row(f"{one['letter']}", len(cast("list[str]", one["spaces"])), f"spaces: {one['name']}") for one in buildings
    ]
    return _table("Buildings", len(buildings), rows)


def _symbols(symbols: Readable) -> list[str]:
    if not isinstance(symbols, dict):
        return []
    spaces = {colour: cast("list[str]", those) for colour, those in symbols.items()}
    rows = [_row(colour, len(those), f"on {', '.join(those)}") for colour, those in spaces.items()]
    return _table("Symbols", sum(map(len, spaces.values())), rows)
