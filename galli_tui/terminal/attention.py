"""What is written to a terminal to call its player: its bell, or a notification of the desktop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from galli_tui.terminal.safe_text import sanitize

BELL: Final = "\x07"
_MOST: Final = 80
"""Cells of a notification."""
_TERMS: Final = ("xterm-kitty", "xterm-ghostty", "foot", "wezterm")
"""What TERM begins with in terminals that show notifications."""
_PROGRAMS: Final = frozenset({"iterm.app", "ghostty", "wezterm"})
"""The same for TERM_PROGRAM."""
_SSH: Final = ("SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY")


def is_over_ssh(env: Mapping[str, str]) -> bool:
    """Return whether the terminal is on another computer."""
    return any(env.get(name) for name in _SSH)


def shows_notifications(env: Mapping[str, str]) -> bool:
    """Return whether the terminal is known to show notifications (OSC 9). One within tmux or screen does not."""
    if env.get("TMUX") or env.get("STY"):
        return False
    known = env.get("TERM_PROGRAM", "").strip().lower() in _PROGRAMS
    return known or env.get("TERM", "").strip().lower().startswith(_TERMS)


def attention_sequence(how: str, words: str, *, notifications: bool, over_ssh: bool) -> str:
    """Return what calls the player, as the setting `bell` says; empty for nothing. `words` are not private."""
    if how == "off" or (how == "auto" and over_ssh):
        return ""
    if how == "bell" or not notifications:
        return BELL
    return f"\x1b]9;{sanitize(words, _MOST)}{BELL}"
