"""Day or night, as the player left it: kept between starts."""

from __future__ import annotations

from saves.storage.settings import load_settings, save_setting

_SETTING = "theme"
_CHOICES = ("day", "night")


def kept_theme() -> str | None:
    """The theme that was chosen last; None where none was."""
    theme = load_settings().get(_SETTING)
    return theme if theme in _CHOICES else None


def keep_theme(theme: str) -> None:
    """Keeps a theme for the next start, if it is one to choose."""
    if theme in _CHOICES:
        save_setting(_SETTING, theme)
