"""What a move changes in the score sheet, said in full: a listener may hear of it for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from galli_tui.games.kit.change_text import ChangeText

CHANGE_TEXTS: Final[Mapping[str, ChangeText]] = {
    "builders": ChangeText(
        "a master builder on the section",
        "{n} master builders on sections",
        "a master builder sent home from a section",
        "{n} master builders sent home from sections",
    ),
    "beside": ChangeText(
        "a master builder beside the building",
        "{n} master builders beside buildings",
        "a master builder sent home from beside a building",
        "{n} master builders sent home from beside buildings",
    ),
    "lazy": ChangeText(
        "a lazy monk who lies down in a gap",
        "{n} lazy monks who lie down in gaps",
        "a lazy monk who goes home from a gap",
        "{n} lazy monks who go home from gaps",
    ),
    "tasks": ChangeText(
        "a fulfilled task", "{n} fulfilled tasks", "one fewer fulfilled task", "{n} fewer fulfilled tasks"
    ),
    "guests": ChangeText(
        "a guest monk beside a building",
        "{n} guest monks beside buildings",
        "a guest monk sent home",
        "{n} guest monks sent home",
    ),
    "large-gaps": ChangeText(
        "a new gap of 4 or more spaces",
        "{n} new gaps of 4 or more spaces",
        "one fewer gap of 4 or more spaces",
        "{n} fewer gaps of 4 or more spaces",
    ),
    "parchment": ChangeText(
        "a building that is parchment again",
        "{n} buildings that are parchment again",
        "a building that is no longer parchment",
        "{n} buildings that are no longer parchment",
    ),
}
"""By the row of the score sheet; the other rows are said by their labels."""
