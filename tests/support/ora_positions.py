"""Positions of Ora et Labora, for tests: `position` makes one, `using` one in which a building has just been used.

Everything has the names of the notation: goods as "3 wood, 1 peat", buildings by their keys, spaces as d0. Land that a
position does not mention is the bare heartland with its printed buildings; goods that it does not mention are none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, cast

import pytest

from rules.engine.game import Options
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from rules.engine.steps import Step
from rules.ora_et_labora.actions import OraTurnStep
from rules.ora_et_labora.game import BOX, OraEtLabora
from rules.ora_et_labora.goods import GOODS, TILES, Goods, as_goods
from rules.ora_et_labora.land import District, DistrictSide, Plot, PlotKind
from rules.ora_et_labora.rounds import Begins
from rules.ora_et_labora.state import TOKENS, Built, Estate, OraState, OraTurn, Settled, Tokens

MODES: Final = {
    "4": Options(4, "versus", 1),
    "3": Options(3, "versus", 1),
    "4s": Options(4, "versus", 1, ("short-game",)),
    "3s": Options(3, "versus", 1, ("short-game",)),
    "2": Options(2, "versus", 1),
    "2L": Options(2, "versus", 1, ("long-game",)),
    "1": Options(1, "solo", 1),
}
"""The modes by their keys, in France."""
OWNERS: Final = "abcd"


@cache
def match(mode: str = "4", country: str = "france") -> OraEtLabora:
    """Return the game in a mode and country."""
    options = MODES[mode]
    variants = (*options.variants, "ireland") if country == "ireland" else options.variants
    return BOX.new(options._replace(variants=tuple(sorted(variants))))


def goods(words: str = "") -> dict[str, int]:
    """Return goods by name: "3 wood, 1 peat"."""
    pairs = (part.split() for part in words.split(",") if part.strip())
    return {name: int(number) for number, name in pairs}


def held(words: str = "") -> Goods:
    """Return goods as an estate has them."""
    named = goods(words)
    assert set(named) <= set(GOODS), words
    return as_goods(named.get(good, 0) for good in GOODS)


def tiles(words: str = "") -> tuple[int, ...]:
    """Return goods as a payment; `coin5` is a tile of five coins."""
    named = goods(words)
    assert set(named) <= set(TILES), words
    return tuple(named.get(tile, 0) for tile in TILES)


@dataclass(frozen=True, slots=True)
class Land:
    """What a player has; all of it in words separated by spaces, goods by commas."""

    goods: str = ""
    built: Mapping[str, str] | None = None
    """Buildings by space, besides the printed ones."""
    settled: Mapping[str, str] | None = None
    forests: str = ""
    moors: str = ""
    supply: str = "S1 S2 S3 S4"
    districts: str = ""
    """E.g. "2hills -1plains"."""
    plots: str = ""
    """E.g. "0coast 0mountain"."""
    prior: str = ""
    """Where the prior stands; at home if nowhere."""
    lay: str = ""
    """Where lay brothers stand."""
    wonders: int = 0


@dataclass(frozen=True, slots=True)
class OraPosition:
    """A match in a position. Immutable: every step returns a new one."""

    game: OraEtLabora
    state: OraState

    @property
    def seat(self) -> Seat:
        """The seat that is due."""
        return self.game.due(self.state).seats[0]

    @property
    def step(self) -> Any:
        """The present step."""
        return self.state.agenda[-1]

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.game.due(self.state).over

    def _event(self, line: str) -> Any:
        return self.game.parse(line if line.startswith("dealer") else f"{self.seat + 1} {line}")

    def do(self, *lines: str) -> OraPosition:
        """Apply these moves of the seats that are due. Raises `Refused`. Checks that no piece is lost."""
        position, before = self, dict(self.game.census(self.state))
        for line in lines:
            event = position._event(line)
            position = OraPosition(self.game, self.game.apply(position.state, event))
        assert dict(self.game.census(position.state)) == before
        return position

    def run(self) -> OraPosition:
        """Run the steps that run by themselves."""
        return OraPosition(self.game, self.game._run(self.state, []))  # pyright: ignore[reportPrivateUsage]

    def refused(self, line: str) -> str:
        """Return the code with which a move is refused."""
        with pytest.raises(Refused) as caught:
            self.do(line)
        return caught.value.refusal.code

    def legal(self, verb: str = "") -> list[str]:
        """Return the moves that are listed for the seat that is due, without its number, that begin with a word."""
        lines = (self.game.format(move).split(" ", 1)[1] for move in self.game.legal(self.state, self.seat))
        return [line for line in lines if verb in ("", line.split()[0])]

    def estate(self, owner: int = 0) -> Estate:
        """Return the estate of an owner."""
        return self.state.estates[owner]

    def goods(self, owner: int = 0) -> dict[str, int]:
        """Return the goods that an owner has, by name."""
        return {good: number for good, number in zip(GOODS, self.estate(owner).goods, strict=True) if number}

    def tokens(self) -> dict[str, int | None]:
        """Return how often the wheel has turned since each token was taken."""
        return dict(zip(TOKENS, self.state.tokens, strict=True))

    def built(self, owner: int = 0) -> dict[str, str]:
        """Return the buildings of an owner by space."""
        words = self.game.words
        return {words["space"][space]: words["building"][it] for space, it in self.estate(owner).buildings}

    def forests(self, owner: int = 0) -> list[str]:
        """Return the spaces of an owner's forests."""
        return [self.game.words["space"][space] for space in self.estate(owner).forests]

    def moors(self, owner: int = 0) -> list[str]:
        """Return the spaces of an owner's moors."""
        return [self.game.words["space"][space] for space in self.estate(owner).moors]

    def clergy(self, owner: int = 0) -> tuple[str, ...]:
        """Return where an owner's clergymen stand: the prior first ("" at home), then lay brothers away from home."""
        estate, names = self.estate(owner), self.game.words["building"]
        return ("" if estate.prior is None else names[estate.prior], *(names[it] for it in estate.lay_brothers))

    def display(self) -> list[str]:
        """Return the keys of the buildings on display."""
        return [self.game.words["building"][it] for it in self.state.display]

    def points(self, seat: int = 0) -> dict[str, int]:
        """Return the lines of a seat's score."""
        return {line.key: line.points for line in self.game.sheet(self.state).lines if line.seat == seat}

    def with_state(self, **changes: Any) -> OraPosition:
        """Return the position with fields of its state changed."""
        return OraPosition(self.game, self.state._replace(**changes))


def number(game: OraEtLabora, kind: str, word: str) -> int:
    """Return the number of a thing by its name in the notation."""
    return game.words[kind].index(word)


def estate(game: OraEtLabora, owner: int, land: Land) -> Estate:
    """Return the estate that a land describes."""

    def spaces(words: str) -> tuple[int, ...]:
        return tuple(sorted(number(game, "space", word) for word in words.split()))

    def building(word: str) -> int:
        return number(game, "building", word)

    opening = game.opening().estates[owner]
    printed = [built for built in opening.buildings if built.building >= game.printed]
    built = [Built(number(game, "space", it), building(key)) for it, key in (land.built or {}).items()]
    settled = [
        Settled(number(game, "space", it), number(game, "settlement", key)) for it, key in (land.settled or {}).items()
    ]
    districts = sorted(
        (
            District(int(word.removesuffix(side.value)), side)
            for word in land.districts.split()
            for side in DistrictSide
            if word.endswith(side.value)
        ),
        key=lambda district: district.row,
    )
    plots = tuple(
        sorted(
            (
                Plot(int(word.removesuffix(kind.value)), kind)
                for word in land.plots.split()
                for kind in PlotKind
                if word.endswith(kind.value)
            ),
            key=lambda plot: (plot.row, plot.kind.value),
        )
    )
    return Estate(
        held(land.goods),
        land.wonders,
        spaces(land.forests),
        spaces(land.moors),
        tuple(sorted((*printed, *built))),
        tuple(sorted(settled)),
        tuple(number(game, "settlement", key) for key in land.supply.split()),
        tuple(districts),
        plots,
        building(land.prior) if land.prior else None,
        tuple(sorted(map(building, land.lay.split()))),
    )


def position(
    game: OraEtLabora,
    *lands: Land,
    steps: Sequence[Step[Any, Any]] | None = None,
    actions: int = 1,
    tokens: Mapping[str, int | None] | None = None,
    display: str | None = None,
    **changes: Any,
) -> OraPosition:
    """Return a position, by default in a turn of the first seat, with the wheel as in round 1."""
    state = game.opening()
    owners = len(state.estates)
    usual = [*[Land()] * game.players, Land(supply="", built={"c0": "G13"})]
    given = (*lands, *usual[len(lands) : owners])
    estates = tuple(estate(game, owner, land) for owner, land in enumerate(given))
    used = {built.building for it in estates for built in it.buildings}
    wanted = None if display is None else {number(game, "building", key) for key in display.split()}
    shown = state.display if wanted is None else tuple(it for it in game.roster if it in wanted)
    stages = tuple(tuple(it for it in stage if it not in used and it not in shown) for stage in state.stages)
    removed = tuple(it for it in game.roster if it not in used and it not in shown and not any(it in s for s in stages))
    steps_of = {token: (None if token in ("stone", "grapes") else 1) for token in TOKENS} | dict(tokens or {})
    return OraPosition(
        game,
        state._replace(
            agenda=tuple(reversed(steps if steps is not None else [OraTurnStep(Seat(0), actions)])),
            round=changes.pop("round", 1),
            tokens=cast("Tokens", tuple(steps_of[token] for token in TOKENS)),
            display=tuple(it for it in shown if it not in used),
            stages=cast("Any", stages),
            removed=removed,
            estates=estates,
            turn=OraTurn(),
            wonders=game.table.wonders - sum(it.wonders for it in estates),
            **changes,
        ),
    )


def using(key: str, words: str = "", *, land: Land | None = None, mode: str = "4", **kinds: Any) -> OraPosition:
    """Return a position in which the first seat, with these goods, has just used this building of its own at d0."""
    game = match(mode, "ireland" if key.startswith("I") else kinds.pop("country", "france"))
    land = land or Land()
    built = land.built if land.built and key in land.built.values() else {**(land.built or {}), "d0": key}
    own = replace(land, goods=words or land.goods, built=built)
    return position(game, own, *kinds.pop("others", ()), **kinds).do(f"use {key} lay")


def opened(mode: str = "4", country: str = "france", first: int = 0) -> OraPosition:
    """Return the first position of a match in which a seat begins."""
    game = match(mode, country)
    state = game.initial()
    if game.due(state).dealer:
        state = game.apply(state, Begins(Seat(first)))
    return OraPosition(game, state)
