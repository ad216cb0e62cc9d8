"""What a click on a part of a panel is answered with that chooses nothing, whatever the game."""

from __future__ import annotations

from typing import Final

from galli_tui.games.kit.lines import LEGEND, NOTE, TOLD
from galli_tui.style.key_names import with_keys

_WORDS: Final = {
    TOLD: "What has happened lately. Press {key:table.log} for the whole log.",
    LEGEND: "What the signs on the table mean.",
    NOTE: "About the selected line. Press {key:app.help} for its rule.",
}
_OTHER: Final = "Nothing to choose here. Press {key:table.describe} for the table in words, {key:app.help} for help."


def panel_words(target: str) -> str:
    """Return the answer to a click on a target of a panel, or on a text without any."""
    return with_keys(_WORDS.get(target, _OTHER))
