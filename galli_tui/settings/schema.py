"""What can be set: each setting with its type, choices, default and one sentence; and the check of a value.

`Settings` holds the values. Which keys there are, and whether two clash, is not known here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, cast

from galli_tui.settings.theme_names import DEFAULT_THEME, THEMES, known_theme
from saves.text import clean_text

Value = str | bool
KeyMap = Mapping[str, tuple[str, ...]]
"""The keys of actions, by the actions' ids; the names of keys are Textual's."""
KEYS: Final = "keys"
"""The table of the key map."""
_NO_KEYS: Final[KeyMap] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """The values of all settings."""

    name: str = ""
    """The player's name; empty to be asked."""
    theme: str = DEFAULT_THEME
    motion: bool = True
    bell: Literal["auto", "off", "bell", "notification"] = "auto"
    confirm: bool = True
    hover: bool = True
    auto_continue: bool = False
    signs: Literal["auto", "unicode", "ascii"] = "auto"
    keys: KeyMap = field(default_factory=lambda: _NO_KEYS)


class SettingChoice(NamedTuple):
    """One of the values of a setting."""

    value: Value
    label: str
    about: str = ""
    """What it means, where the label alone says too little; a sentence."""


class SettingSpec(NamedTuple):
    """One setting, as the file, the settings screen and the command line know it."""

    key: str
    label: str
    help: str
    """One sentence."""
    choices: tuple[SettingChoice, ...] = ()
    """All values; empty for a text."""

    @property
    def default(self) -> Value:
        """The value without a file."""
        return self.value_in(Settings())

    def value_in(self, settings: Settings) -> Value:
        """Return the value of this setting among others."""
        return cast("Value", getattr(settings, self.key))

    def label_of(self, value: Value) -> str:
        """Return how a value is shown."""
        return next((one.label for one in self.choices if one.value == value), str(value) or "ask")

    def word_of(self, value: Value) -> str:
        """Return the word of the command line for a value, which `parsed` understands."""
        return str(value) or "ask" if isinstance(value, str) else "on" if value else "off"


class BadValue(Exception):
    """A value that a setting cannot have; the text says which it can."""


_YES_NO = (SettingChoice(value=True, label="on"), SettingChoice(value=False, label="off"))
_BELL = (
    SettingChoice("auto", "automatic", "Notification or bell, as the terminal can; not over SSH."),
    SettingChoice("bell", "bell", "A sound, a flash or a mark on the terminal's tab."),
    SettingChoice("notification", "notification", "On the desktop; the bell where the terminal shows none."),
    SettingChoice("off", "nothing", "Only the screen shows it."),
)

SCHEMA: Final = (
    SettingSpec("name", "your name", "Your name, which forms, lobbies and tables propose."),
    SettingSpec(
        "theme",
        "theme",
        "The colours of the screen.",
        tuple(SettingChoice(name, name.replace("-", " "), f"{about.capitalize()}.") for name, about in THEMES.items()),
    ),
    SettingSpec("motion", "motion", "Short animations, such as dice that tumble.", _YES_NO),
    SettingSpec(
        "signs",
        "signs",
        "The signs that the screen is drawn with.",
        (
            SettingChoice("auto", "automatic", "Unicode if the terminal's locale has it, else ASCII."),
            SettingChoice("unicode", "Unicode", "Unicode, whatever the terminal's locale says."),
            SettingChoice("ascii", "ASCII only", "Letters and signs that every terminal and font has."),
        ),
    ),
    SettingSpec("bell", "your turn", "How you are told that it is your turn after you had to wait.", _BELL),
    SettingSpec(
        "auto_continue",
        "go on by itself",
        "Start the next round by itself, a moment after the last move, instead of when you press Enter.",
        _YES_NO,
    ),
    SettingSpec(
        "confirm",
        "ask before leaving",
        "Ask before you leave what is saved anyway; where something would be lost, you are always asked.",
        _YES_NO,
    ),
    SettingSpec("hover", "mouse hover", "Highlight and explain what is below the mouse, before any click.", _YES_NO),
)
"""The settings that the file may give, in the order in which they are shown; the keys have a table of their own."""

BY_KEY: Final = {one.key: one for one in SCHEMA}


def checked(setting: SettingSpec, value: object) -> Value:
    """Return the value as the setting holds it. Raises `BadValue`."""
    if not setting.choices:
        if not isinstance(value, str):
            raise BadValue("must be a text in quotes")
        return clean_text(value).strip()
    if setting.key == "theme" and isinstance(value, str):
        value = known_theme(value) or value
    for one in setting.choices:
        if type(value) is type(one.value) and value == one.value:
            return one.value
    raise BadValue(f"must be {_listed([_as_written(one.value) for one in setting.choices])}")


def parsed(setting: SettingSpec, text: str) -> Value:
    """Return the value that a word of the command line means: `on`, `off`, `true`, `false` or a choice.

    Raises `BadValue`.
    """
    words = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}
    switch = setting.choices == _YES_NO
    if switch and text.strip().lower() not in words:
        raise BadValue("must be on or off")
    return checked(setting, words[text.strip().lower()] if switch else text)


def _as_written(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"'


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
