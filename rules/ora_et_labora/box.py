"""The box: goods, buildings, settlements, modes and prices, as the component files give them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Final, NamedTuple

from rules.engine.base_box import ComponentSet
from rules.engine.components import read_record
from rules.engine.kinds import Kind, Most, Range, Text
from rules.engine.toml_table import TomlTable, fault
from rules.ora_et_labora.effect_text import EffectError, parse_effect
from rules.ora_et_labora.goods import COIN, GOODS, Good

FILES: Final = ("table.toml", "modes.toml", "goods.toml", "buildings.toml", "settlements.toml")
MODES: Final = ("4", "3", "4s", "3s", "2", "2L", "1")
STAGES: Final = ("A", "B", "C", "D")
PHASES: Final = len(STAGES)
MOST_BUILDINGS: Final = 80
SETTLEMENTS: Final = 8
PRINTED: Final = 3
"""The buildings printed on each heartland."""

Small = Annotated[int, Range(0, 99)]
Value = Annotated[int, Range(-20, 60)]
Round = Annotated[int, Range(0, 99)]
Key = Annotated[str, Text(8)]
Name = Annotated[str, Text(28)]
Stage = Annotated[int, Kind("stage")]
Place = tuple[Annotated[int, Range(0, 1)], Annotated[int, Range(0, 4)]]
"""Row and column of the heartland."""


class Country(Enum):
    """The country in which the match is played."""

    FRANCE = "france"
    IRELAND = "ireland"


class OraTerrain(Enum):
    """The kinds of ground."""

    PLAINS = "plains"
    HILLSIDE = "hillside"
    COAST = "coast"
    MOUNTAIN = "mountain"
    WATER = "water"


class Needs(Enum):
    """From how many players on a building is in the game."""

    ANY = "any"
    THREE = "3+"
    FOUR = "4"


LAND: Final = (OraTerrain.COAST, OraTerrain.PLAINS, OraTerrain.HILLSIDE)
"""Where most cards may stand."""
Ground = Annotated[tuple[OraTerrain, ...], Most(len(OraTerrain))]


class GoodKind(NamedTuple):
    """A kind of good. Energy is counted in halves."""

    key: Annotated[str, Text(12, slug=True)]
    code: Annotated[str, Text(2)]
    name: Annotated[str, Text(12)]
    food: Small = 0
    energy: Small = 0
    coins: Small = 0
    """What it can be sold for at any time."""
    points: Small = 0
    worth: Small = 0
    """How much it is missed, in tenths of a point."""


class BuildingCost(NamedTuple):
    """What a building costs."""

    wood: Small = 0
    clay: Small = 0
    stone: Small = 0
    straw: Small = 0
    coin: Small = 0


class Printed(NamedTuple):
    """A building printed on every heartland."""

    key: Key
    name: Name
    place: Place
    effect: Annotated[str, Text(120)]
    cloister: bool = False
    dwelling: Value = 0


class BuildingCard(NamedTuple):
    """A card of a building."""

    key: Key
    name: Name
    cost: BuildingCost
    effect: Annotated[str, Text(120)]
    country: Country | None = None
    """None for both."""
    stage: Stage | None = None
    """The settlement phase after which it joins the display; None for those there from the beginning."""
    players: Needs = Needs.ANY
    terrain: Ground = LAND
    cloister: bool = False
    points: Value = 0
    dwelling: Value = 0


class Settlement(NamedTuple):
    """A settlement. Energy is in whole units."""

    key: Key
    name: Name
    stage: Stage | None = None
    food: Small = 0
    energy: Small = 0
    terrain: Ground = LAND
    points: Value = 0
    dwelling: Value = 0


class Mode(NamedTuple):
    """A form of the game."""

    key: Key
    seats: Annotated[int, Range(1, 4)]
    wheel: Annotated[tuple[Small, ...], Most(13)]
    phases: tuple[Round, Round, Round, Round]
    players: Annotated[tuple[Needs, ...], Most(3)]
    rounds: Round = 0
    """0 where the display ends the match."""
    grapes: Round = 0
    stone: Round = 0
    without: Annotated[tuple[Annotated[str, Text(8)], ...], Most(9)] = ()
    short: bool = False
    reward_quarters: Annotated[int, Range(0, 9)] = 4
    """How much of a reward for cloister buildings is given, in quarters."""
    left: Small = 0
    """With how many buildings left in the display the end begins."""


class SoloRank(NamedTuple):
    """What a score of the solo game is called."""

    key: Annotated[str, Text(16, slug=True)]
    least: Annotated[int, Range(-999, 2000)]


class SharedTable(NamedTuple):
    """What all modes share."""

    wonders: Small
    district_prices: Annotated[tuple[Small, ...], Most(9)]
    plot_prices: Annotated[tuple[Small, ...], Most(9)]
    fee: Small
    raised_fee: Small
    raised_by: Annotated[tuple[Annotated[str, Text(8)], ...], Most(4)]
    neutral: Key
    wonder_points: Small
    coins_for_points: Annotated[int, Range(1, 99)]
    coin_points: Small
    water_dwelling: Small
    round_goods: Annotated[tuple[Annotated[tuple[Good, ...], Most(9)], ...], Most(40)]
    ranks: Annotated[tuple[SoloRank, ...], Most(9)]


class OraBox(NamedTuple):
    """The whole box."""

    table: SharedTable
    modes: Annotated[tuple[Mode, ...], Most(len(MODES))]
    goods: Annotated[tuple[GoodKind, ...], Most(len(GOODS))]
    printed: Annotated[tuple[Printed, ...], Most(PRINTED)]
    buildings: Annotated[tuple[BuildingCard, ...], Most(MOST_BUILDINGS)]
    settlements: Annotated[tuple[Settlement, ...], Most(SETTLEMENTS)]


class _Goods(NamedTuple):
    goods: Annotated[tuple[GoodKind, ...], Most(len(GOODS))]


class _Modes(NamedTuple):
    modes: Annotated[tuple[Mode, ...], Most(len(MODES))]


class _Buildings(NamedTuple):
    printeds: Annotated[tuple[Printed, ...], Most(PRINTED)]
    buildings: Annotated[tuple[BuildingCard, ...], Most(MOST_BUILDINGS)]


class _Settlements(NamedTuple):
    settlements: Annotated[tuple[Settlement, ...], Most(SETTLEMENTS)]


WORDS: Final = {"good": GOODS, "stage": STAGES}


def check(box: OraBox) -> None:
    """Check what the types of the components do not say. Raises `ComponentError`."""
    if tuple(good.key for good in box.goods) != GOODS:
        raise fault("goods.toml", "good", f"the goods {', '.join(GOODS)}, in this order")
    if len({good.code for good in box.goods}) < len(GOODS) or any(len(good.code) != 2 for good in box.goods):
        raise fault("goods.toml", "code", "two letters for each good, no two alike")
    if box.goods[COIN].food != 1:
        raise fault("goods.toml", "coin.food", "1")
    if tuple(mode.key for mode in box.modes) != MODES:
        raise fault("modes.toml", "mode", f"the modes {', '.join(MODES)}, in this order")
    for mode in box.modes:
        _check_mode(box, mode)
    keys = [card.key for card in box.buildings]
    if len(set(keys)) < len(keys):
        raise fault("buildings.toml", "building", "no key twice")
    least = [rank.least for rank in box.table.ranks]
    if not least or least != sorted(set(least)) or least[0] != -999:
        raise fault("table.toml", "rank", "ranks in ascending order, the first from -999 on")
    for key in (*box.table.raised_by, box.table.neutral):
        if key not in keys:
            raise fault("table.toml", key, "the key of a building")
    if len(box.printed) != PRINTED or len(box.settlements) != SETTLEMENTS:
        raise fault("buildings.toml", "printed", f"{PRINTED} buildings, and {SETTLEMENTS} settlements")
    if len({card.place for card in box.printed}) < PRINTED:
        raise fault("buildings.toml", "printed", "three different places")
    for card in (*box.printed, *box.buildings):
        try:
            parse_effect(card.effect)
        except EffectError as error:
            raise fault("buildings.toml", f"{card.key}.effect", str(error)) from None


def _check_mode(box: OraBox, mode: Mode) -> None:
    where = f"mode {mode.key}"
    if len(mode.wheel) != 13 or list(mode.wheel) != sorted(mode.wheel) or mode.wheel[0]:
        raise fault("modes.toml", f"{where}.wheel", "13 numbers from 0 up, none smaller than the one before")
    if list(mode.phases) != sorted(set(mode.phases)) or not mode.phases[0]:
        raise fault("modes.toml", f"{where}.phases", "four different rounds, ascending")
    if mode.rounds and mode.rounds <= mode.phases[-1]:
        raise fault("modes.toml", f"{where}.rounds", f"more than {mode.phases[-1]}, the round of the last phase")
    if mode.short and len(box.table.round_goods) < mode.rounds:
        raise fault("table.toml", "round_goods", f"a list for each of {mode.rounds} rounds")
    if (mode.seats == 2) == bool(mode.rounds):
        raise fault("modes.toml", f"{where}.rounds", "0 with two players, and only then")
    if unknown := set(mode.without) - {card.key for card in box.buildings}:
        raise fault("modes.toml", f"{where}.without", f"keys of buildings, not {min(unknown)}")


def _read(tables: Mapping[str, TomlTable]) -> OraBox:
    buildings = read_record(_Buildings, tables["buildings.toml"], WORDS)
    return OraBox(
        read_record(SharedTable, tables["table.toml"], WORDS),
        read_record(_Modes, tables["modes.toml"], WORDS).modes,
        read_record(_Goods, tables["goods.toml"], WORDS).goods,
        buildings.printeds,
        buildings.buildings,
        read_record(_Settlements, tables["settlements.toml"], WORDS).settlements,
    )


COMPONENTS: Final = ComponentSet(OraBox, "rules.ora_et_labora", FILES, _read, check, WORDS)
