"""The signs on the screen of Ora et Labora, for Unicode and for ASCII terminals, and short names of buildings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from galli_tui.style import glyphs
from rules.ora_et_labora.box import OraTerrain
from rules.ora_et_labora.state import Clergyman


class OraSigns(NamedTuple):
    """Each has one meaning, and all but `into` are one cell wide."""

    forest: str
    moor: str
    plains: str
    hillside: str
    coast: str
    water: str
    mountain: str
    cloister: str
    """After the key of a cloister building."""
    new: str
    """Before what has come since the player's last turn."""
    prior: str
    lay: str
    into: str
    """Between a number and what it becomes."""
    then: str
    """Between a building and the one that it carries out."""
    here: str
    """On the space that the chosen move changes."""

    def terrain(self, terrain: OraTerrain) -> str:
        """Return the sign of a kind of ground."""
        return str(getattr(self, terrain.value))

    def clergyman(self, kind: Clergyman) -> str:
        """Return the letter of a clergyman."""
        return self.prior if kind is Clergyman.PRIOR else self.lay


UNICODE: Final = OraSigns(
    *"♣≡·∩▒~▲*", new=glyphs.UNICODE.new, prior="p", lay="l", into="→", then="›", here=glyphs.UNICODE.here
)
ASCII: Final = OraSigns(
    *"Ym.n:~^*", new=glyphs.ASCII.new, prior="p", lay="l", into="->", then="/", here=glyphs.ASCII.here
)

TERRAIN_WORDS: Final[Mapping[OraTerrain, str]] = {
    OraTerrain.PLAINS: "plains",
    OraTerrain.HILLSIDE: "hill",
    OraTerrain.COAST: "coast",
    OraTerrain.WATER: "water",
    OraTerrain.MOUNTAIN: "mount",
}
"""In a cell of the land that is wide enough."""
