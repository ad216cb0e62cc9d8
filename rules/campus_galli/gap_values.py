"""Values of gaps: what is left of a gap after covering a part, and the placements of each shape in it.

Results are cached, because most gaps are unchanged from move to move. Values are integers, 100 to a half-point.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from rules.campus_galli.layout import SMALL_GAP, Placement
from rules.campus_galli.placement_batch import (
    JOKER,
    NO_VALUES,
    ByColour,
    PlacementBatch,
    PlacementContext,
    PlacementFeatures,
    by_colour,
)
from rules.campus_galli.scoring import BUILDER, LAZY
from rules.campus_galli.setting import Setting
from rules.engine.grid import Mask
from rules.engine.judge import SCORE_UNIT

LAZY_COST: Final = -LAZY * SCORE_UNIT
MAX_AWKWARD: Final = 11

CACHED_PLACES: Final = 1 << 17
"""The maximum number of cached placements."""
CACHED_BEST: Final = 256
"""The maximum number of cached best values per map."""


class Weights(NamedTuple):
    """Weights of features beyond immediate points."""

    cover: int
    """A covered building space: it brings the building closer to completion and the gap closer to its end."""
    near_completion: int
    """For a building with four or fewer spaces left: per space already covered of these."""
    fragment: int
    """One more large gap."""
    awkward: tuple[int, int, int, int]
    """For a gap of up to `MAX_AWKWARD` spaces, by its size modulo a section's size."""
    denied: int
    """The value of a task beyond its seals, because nobody else gets it, in percent of them."""
    tile: int
    """A tile: a third of a set, or a part of a payment."""
    books: int
    """The initial value of a book beyond its points, as it can be scored again, in percent of them."""


class GapChange(NamedTuple):
    """The change of a gap's costs when a part is covered."""

    savings: int
    """The decrease of costs, without the final cost of large gaps."""
    more_large: int
    """The increase in the number of large gaps."""


class Gap:
    """A gap with its lazy monks."""

    def __init__(self, evaluator: GapEvaluator, spaces: Mask, held: int, own: int) -> None:
        self.spaces = spaces
        self._evaluator = evaluator
        self._held = held
        """Where lazy monks lie who cost a seat nothing; and where its own do, who go home when the gap is closed."""
        self._own = own
        self._left: dict[int, GapChange] = {}
        self._batches: dict[int, PlacementBatch] = {}

    @property
    def large(self) -> bool:
        """Whether a section may fit into it."""
        return self.spaces.bit_count() > SMALL_GAP

    def cost(self) -> int:
        """Return the present cost."""
        return self._cost(self.spaces)

    def batch(self, shape: int) -> PlacementBatch:
        """Return the placements of a shape that reach into no other gap."""
        found = self._batches.get(shape)
        if found is None:
            places = self._evaluator.setting.layout.within(shape, self.spaces)
            found = self._batches[shape] = self._evaluator.batch([(place, [self]) for place in places])
        return found

    def after_covering(self, covered: int) -> GapChange:
        """Return the change when these of its spaces are covered."""
        found = self._left.get(covered)
        if found is None:
            parts = self._evaluator.setting.layout.parts_after_covering(self.spaces, covered)
            larger = sum([part.bit_count() > SMALL_GAP for part in parts]) - self.large
            found = self._left[covered] = GapChange(self.cost() - sum(map(self._cost, parts)), larger)
        return found

    def _cost(self, part: Mask) -> int:
        if part & self._held and part.bit_count() <= SMALL_GAP:
            return LAZY_COST if part & self._own else 0
        return self._evaluator.base_costs[part.bit_count()]


class GapMap:
    """All gaps of a state."""

    def __init__(self, evaluator: GapEvaluator, free: int, held: int, own: int) -> None:
        self._evaluator = evaluator
        self._free = free
        parts = evaluator.setting.layout.gaps(free)
        self.gaps = [evaluator.gap(part, part & held, part & own) for part in parts]
        self._batches: dict[int, list[PlacementBatch]] = {}
        self._best: dict[tuple[int, PlacementContext], ByColour | None] = {}

    def best(self, shape: int, context: PlacementContext) -> ByColour | None:
        """Return the highest value of laying a section of a shape, by colour; None without a legal placement."""
        asked = shape, context
        if asked not in self._best:
            if len(self._best) >= CACHED_BEST:
                self._best.clear()
            rows = [best for row in self._batches_of(shape) if (best := row.best(context)) is not None]
            self._best[asked] = by_colour(list(map(max, zip(*rows, strict=True)))) if rows else None
        return self._best[asked]

    def values(self, shape: int, colour: int, context: PlacementContext) -> dict[int, int]:
        """Return the value of each placement, legal or not, by index."""
        found: dict[int, int] = {}
        for row in self._batches_of(shape):
            found |= row.values(context, colour)
        return found

    def _batches_of(self, shape: int) -> list[PlacementBatch]:
        """Return all placements of a shape on buildable spaces; grass is not checked."""
        found = self._batches.get(shape)
        if found is None:
            rows = [*[gap.batch(shape) for gap in self.gaps], self._astride(shape)]
            found = self._batches[shape] = [row for row in rows if row]
        return found

    def _astride(self, shape: int) -> PlacementBatch:
        """Return the placements that reach into several gaps."""
        places = self._evaluator.setting.layout.astride(shape, self._free, [gap.spaces for gap in self.gaps])
        return self._evaluator.batch(
            [(place, [gap for gap in self.gaps if gap.spaces & place.built]) for place in places]
        )


class GapEvaluator:
    """Cached gap values of a setting and weights."""

    def __init__(self, setting: Setting, weights: Weights) -> None:
        self.setting = setting
        self.weights = weights
        self.largest = max(len(shape.cells) for shape in setting.box.shapes)
        """Spaces of a section."""
        spaces = setting.layout.lettered.bit_count()
        self.base_costs = [self._of_size(size) for size in range(spaces + 1)]
        """The initial cost of a gap without a monk, by its size."""
        self.symbol_values = cache(self._of_symbols)
        """The value of a placement's covered symbols by colour: a master builder, or tiles (CG-I-3b, CG-II-3c)."""
        self._gaps: dict[tuple[int, int, int], Gap] = {}
        self._gap_maps: dict[tuple[int, int, int], GapMap] = {}
        self._cached = 0

    def gap_map(self, free: int, held: int, own: int) -> GapMap:
        """Return the gaps of a state. Lazy monks in `held` cost the seat nothing, unless its `own` are there too."""
        if not held:
            own = 0
        found = self._gap_maps.get((free, held, own))
        if found is None:
            if self._cached >= CACHED_PLACES:
                self._gaps.clear()
                self._gap_maps.clear()
                self._cached = 0
            found = self._gap_maps[free, held, own] = GapMap(self, free, held, own)
            self._cached += 1
        return found

    def gap(self, spaces: Mask, held: int, own: int) -> Gap:
        """Return a gap with its lazy monks."""
        found = self._gaps.get((spaces, held, own))
        if found is None:
            found = self._gaps[spaces, held, own] = Gap(self, spaces, held, own)
            self._cached += 1
        return found

    def batch(self, places: Sequence[tuple[Placement, Sequence[Gap]]]) -> PlacementBatch:
        """Return these placements, each with the gaps that it reaches into, as a batch."""
        self._cached += len(places)
        return PlacementBatch(
            self.setting.layout.areas, self.near_completion, [self._place(*place) for place in places]
        )

    def _place(self, placement: Placement, gaps: Sequence[Gap]) -> PlacementFeatures:
        """Return the features of a placement that reaches into these gaps."""
        value, larger = self.weights.cover * placement.built.bit_count(), 0
        for gap in gaps:
            less, more = gap.after_covering(placement.built & gap.spaces)
            value += less
            larger += more
        return PlacementFeatures(placement, value, larger, self.symbol_values(placement))

    def _of_size(self, size: int) -> int:
        if size <= SMALL_GAP:
            return LAZY_COST
        return self.weights.fragment + (self.weights.awkward[size % 4] if size <= MAX_AWKWARD else 0)

    def near_completion(self, left: int) -> int:
        """Return the value of a building with `left` spaces left."""
        return self.weights.near_completion * max(0, SMALL_GAP + 2 - left)

    def _of_symbols(self, placement: Placement) -> ByColour:
        colours = [0] * len(NO_VALUES)
        for colour, symbols in enumerate(self.setting.box.plan.symbols):
            covered = (placement.mask & symbols).bit_count()
            if self.setting.tiles:
                colours[colour] = self.weights.tile * (covered + (not placement.grass))
                colours[JOKER] += self.weights.tile * covered
            elif covered and not placement.grass:
                colours[colour] = BUILDER * SCORE_UNIT
        return by_colour(colours)
