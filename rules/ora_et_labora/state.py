"""The state of a match. All of it is public; the one chance of the game is who begins."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Final, NamedTuple

from rules.engine.kinds import Kind, Most, Range, Total
from rules.engine.secrecy import Seat
from rules.engine.steps import Step
from rules.engine.tellings import Told
from rules.ora_et_labora.box import MOST_BUILDINGS, SETTLEMENTS, OraTerrain
from rules.ora_et_labora.goods import BASIC, Goods
from rules.ora_et_labora.land import MOST_LANDSCAPES, Districts, Plots, Space, borders, ground

TOKENS: Final = ("wood", "clay", "peat", "coin", "grain", "livestock", "stone", "grapes", "joker")
STONE_TOKEN, GRAPES_TOKEN, JOKER = range(len(BASIC), len(TOKENS))
LAST_STEP: Final = 12
"""The step of a token at which it yields most."""
MOST_ROUNDS: Final = 99
OWNERS: Final = 4

BuildingNumber = Annotated[int, Kind("building")]
BuildingPlace = Annotated[int, Kind("building", piece=True)]
Buildings = Annotated[tuple[BuildingPlace, ...], Most(MOST_BUILDINGS)]
SettlementNumber = Annotated[int, Kind("settlement")]
Steps = Annotated[int, Range(0, LAST_STEP)]

Tokens = tuple[
    Steps | None, Steps | None, Steps | None, Steps | None, Steps | None, Steps | None, Steps | None, Steps | None,
    Steps | None,
]  # fmt: skip
"""One for each of `TOKENS`."""


class Built(NamedTuple):
    """A building on a space."""

    space: Space
    building: BuildingPlace


class Settled(NamedTuple):
    """A settlement on a space."""

    space: Space
    settlement: SettlementNumber


class Clergyman(Enum):
    """The kinds of clergymen."""

    LAY = "lay"
    PRIOR = "prior"


class Estate(NamedTuple):
    """What a player has."""

    goods: Goods
    wonders: Annotated[int, Range(0, 99), Total("wonders")]
    forests: Annotated[tuple[Space, ...], Most(64)]
    """The spaces with a forest, ascending."""
    moors: Annotated[tuple[Space, ...], Most(64)]
    buildings: Annotated[tuple[Built, ...], Most(MOST_BUILDINGS)]
    """Ascending by space."""
    settlements: Annotated[tuple[Settled, ...], Most(SETTLEMENTS)]
    """Ascending by space."""
    supply: Annotated[tuple[SettlementNumber, ...], Most(SETTLEMENTS)]
    """The settlements in hand, ascending."""
    districts: Districts
    plots: Plots
    prior: BuildingNumber | None
    """Where the prior stands; None at home."""
    lay_brothers: Annotated[tuple[BuildingNumber, ...], Most(2)]
    """Where lay brothers stand, ascending; the others are at home."""


class OraTurn(NamedTuple):
    """What holds until the end of a turn."""

    bought: bool = False
    """Whether a landscape was bought."""
    carried: Annotated[tuple[BuildingNumber, ...], Most(MOST_BUILDINGS)] = ()
    """The buildings whose effects were carried out in this action, in order."""


class OraState(NamedTuple):
    """Everything on the table."""

    agenda: tuple[Step[Any, Any], ...]
    told: tuple[Told, ...]
    draws: Annotated[int, Range(0, 9)]
    round: Annotated[int, Range(0, MOST_ROUNDS)]
    """From 1; 0 before the first."""
    first: Seat
    """Who begins round 1."""
    tokens: tuple[
        Steps | None, Steps | None, Steps | None, Steps | None, Steps | None, Steps | None,
        Steps | None, Steps | None, Steps | None,
    ]  # fmt: skip
    """For each token how often the wheel has turned since it was last taken; None while it is not on the wheel."""
    display: Buildings
    """The buildings that can be built, ascending."""
    stages: tuple[Buildings, Buildings, Buildings, Buildings]
    """The buildings still to come after settlement phases A to D, ascending."""
    removed: Buildings
    """The buildings that have left the game, ascending."""
    districts: Annotated[int, Range(0, MOST_LANDSCAPES)]
    """The districts still for sale."""
    plots: Annotated[int, Range(0, MOST_LANDSCAPES)]
    wonders: Annotated[int, Range(0, 99), Total("wonders")]
    """The wonders left."""
    raised: bool
    """Whether the fee of a contract has risen."""
    ending: bool
    """Whether the last turn of a match for two has begun."""
    turn: OraTurn
    estates: Annotated[tuple[Estate, ...], Most(OWNERS)]
    """One for each seat; in the solo game the neutral player's comes after it."""


def with_estate(state: OraState, owner: int, estate: Estate) -> OraState:
    """Return the state with the estate of one owner replaced."""
    return state._replace(estates=(*state.estates[:owner], estate, *state.estates[owner + 1 :]))


def spaces(estate: Estate) -> Mapping[int, OraTerrain]:
    """Return the spaces of an estate with their terrain."""
    return ground(estate.districts, estate.plots)


def neighbours(estate: Estate, space: int) -> tuple[int, ...]:
    """Return the spaces that border a space of an estate."""
    return borders(estate.districts, estate.plots)[space]


def free_spaces(estate: Estate) -> list[int]:
    """Return the spaces with nothing on them, ascending."""
    taken = {*estate.forests, *estate.moors}
    taken.update(space for space, _ in estate.buildings)
    taken.update(space for space, _ in estate.settlements)
    return [space for space in spaces(estate) if space not in taken]


def occupied(state: OraState) -> set[int]:
    """Return the buildings on which clergymen stand."""
    found: set[int] = set()
    for estate in state.estates:
        found.update(estate.lay_brothers)
        if estate.prior is not None:
            found.add(estate.prior)
    return found


def owner_of(state: OraState, building: int) -> int | None:
    """Return who has a building on their land, or None."""
    for owner, estate in enumerate(state.estates):
        if any(it == building for _, it in estate.buildings):
            return owner
    return None
