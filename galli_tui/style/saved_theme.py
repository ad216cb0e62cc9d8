"""The theme that the player chose last, day or night, kept in the settings."""

from __future__ import annotations

from saves.storage.settings import load_settings, save_setting

_SETTING = "theme"
_CHOICES = ("day", "night")


def kept_theme() -> str | None:
    """Return the theme chosen last; None if there is none."""
    theme = load_settings().get(_SETTING)
    return theme if theme in _CHOICES else None


def keep_theme(theme: str) -> None:
    """Save a theme for the next start; ignore any that cannot be chosen."""
    if theme in _CHOICES:
        save_setting(_SETTING, theme)
