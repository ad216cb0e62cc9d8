"""Tables of the components of Ora et Labora for the command line: modes, goods, settlements, buildings by stage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Final, cast

from galli_tui.games.kit.component_lines import WIDTH
from galli_tui.games.ora_et_labora.effect_parts import EffectNames
from galli_tui.games.ora_et_labora.effect_words import EffectWords
from galli_tui.games.ora_et_labora.words import halves, points_of
from galli_tui.style.wording import counted, listed
from rules.engine.game import Readable
from rules.ora_et_labora.tellings import PLURALS

Part = Mapping[str, Readable]
MODES: Final = {
    "1": "Solo",
    "2": "2 players",
    "2L": "2 players, long",
    "3": "3 players",
    "3s": "3 players, short",
    "4": "4 players",
    "4s": "4 players, short",
}
COUNTRIES: Final = {"france": "in France", "ireland": "in Ireland"}
ANYWHERE: Final = {"coast", "plains", "hillside"}
_KEY: Final = 5


def component_tables(box: Readable) -> list[str]:
    """Return tables of the modes, goods, settlements and buildings of a readable box."""
    if not isinstance(box, dict):
        return []
    goods, settlements = _parts(box, "goods"), _parts(box, "settlements")
    words = EffectWords(EffectNames([_text(good, "name") for good in goods]))
    tables = [
        ("Modes", [_mode(it) for it in _parts(box, "modes")]),
        ("Goods", [_good(it) for it in goods]),
        ("Settlements", [_settlement(it) for it in settlements]),
        ("Printed on each heartland", [_building(it, words) for it in _parts(box, "printed")]),
        *_by_stage(_parts(box, "buildings"), words),
    ]
    found = (["", f"{title}: {len(rows)}", *(line for row in rows for line in row)] for title, rows in tables if rows)
    return [line for lines in found for line in lines][1:]


def _parts(box: Part, name: str) -> list[Part]:
    found = box.get(name)
    return [part for part in found if isinstance(part, dict)] if isinstance(found, list) else []


def _text(part: Part, name: str) -> str:
    return str(part.get(name) or "")


def _number(part: Part, name: str) -> int:
    return cast(int, part.get(name) or 0)


def _row(key: str, first: str, more: str = "") -> list[str]:
    """Return a row: a key, the first line, and a text below it."""
    head = wrap(first, WIDTH - 2 - _KEY) or [""]
    return [
        f"  {key:<{_KEY}}{head[0]}".rstrip(),
        *(f"{'':{2 + _KEY}}{line}" for line in (*head[1:], *wrap(more, WIDTH - 2 - _KEY))),
    ]


def _mode(mode: Part) -> list[str]:
    rounds, phases = _number(mode, "rounds"), cast("Sequence[int]", mode.get("phases") or ())
    length = f"{rounds} rounds" if rounds else "until the display is nearly empty"
    late = [f"{good} from round {number}" for good in ("grapes", "stone") if (number := _number(mode, good))]
    return _row(
        _text(mode, "key"),
        f"{MODES.get(_text(mode, 'key'), '')}: {length}; settlements at rounds {listed(map(str, phases))}.",
        f"{listed(late).capitalize()}." if late else "",
    )


def _good(good: Part) -> list[str]:
    energy = _number(good, "energy")
    gives = [
        f"{_number(good, 'food')} food" if _number(good, "food") else "",
        f"{halves(energy)} energy" if energy else "",
        counted(_number(good, "points"), "point") if _number(good, "points") else "",
        f"sold for {counted(_number(good, 'coins'), 'coin')}" if _number(good, "coins") else "",
    ]
    return _row(_text(good, "code"), f"{_text(good, 'name'):<13}{', '.join(filter(None, gives))}".rstrip())


def _settlement(card: Part) -> list[str]:
    price = " and ".join(f"{_number(card, what)} {what}" for what in ("food", "energy") if _number(card, what))
    stage = f", after phase {_text(card, 'stage')}" if _text(card, "stage") else ""
    return _row(_text(card, "key"), f"{_text(card, 'name')}: {price}{_ground(card)}{stage}; {_worth(card)}")


def _by_stage(buildings: Sequence[Part], words: EffectWords) -> Iterator[tuple[str, list[list[str]]]]:
    stages: dict[str, list[Part]] = {}
    for card in buildings:
        stages.setdefault(_text(card, "stage"), []).append(card)
    for stage, cards in stages.items():
        title = f"Buildings of stage {stage}" if stage else "Buildings at the beginning"
        yield title, [_building(card, words) for card in cards]


def _building(card: Part, words: EffectWords) -> list[str]:
    cost = card.get("cost")
    goods = [_amount(good, cast(int, number)) for good, number in cost.items()] if isinstance(cost, dict) else []
    players = _text(card, "players")
    kinds = [
        "cloister" if card.get("cloister") else "",
        COUNTRIES.get(_text(card, "country"), ""),
        f"with {'3 or 4' if players == '3+' else players} players" if players not in ("", "any") else "",
    ]
    kind = ", ".join(filter(None, kinds))
    head = f"{_text(card, 'name')}{f' ({kind})' if kind else ''}: {' + '.join(goods) or 'free'}{_ground(card)}"
    return _row(_text(card, "key"), f"{head}; {_worth(card)}", words.sentence(_text(card, "effect")))


def _amount(good: str, number: int) -> str:
    return f"{number} {good if number == 1 else PLURALS.get(good, good)}"


def _ground(card: Part) -> str:
    terrain = cast("Sequence[str]", card.get("terrain") or ())
    return "" if not terrain or set(terrain) == ANYWHERE else f", on {' or '.join(terrain)}"


def _worth(card: Part) -> str:
    points = _number(card, "points")
    return f"{points_of(points)}, dwelling {_number(card, 'dwelling')}"
