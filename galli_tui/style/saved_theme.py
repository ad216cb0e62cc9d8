"""The theme that the player chose last, kept in the settings."""

from __future__ import annotations

from galli_tui.settings.theme_names import known_theme
from saves.storage.settings import load_settings, save_setting

_SETTING = "theme"


def kept_theme() -> str | None:
    """Return the theme chosen last; None if there is none."""
    theme = load_settings().get(_SETTING)
    return known_theme(theme) if isinstance(theme, str) else None


def keep_theme(theme: str) -> None:
    """Save a theme for the next start; ignore any that cannot be chosen."""
    if known_theme(theme):
        save_setting(_SETTING, theme)
