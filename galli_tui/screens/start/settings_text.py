"""The words of the settings screen: what a setting means, what overrides it here, and what the file has wrong."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from galli_tui.settings.schema import Settings, SettingSpec
from galli_tui.style.paragraph import Paragraph
from galli_tui.terminal.capabilities import Colours, Terminal

KEYS_HELP: Final = "The keys of all actions. Those that you change are in the table `[keys]` of the file."
FILE_HELP: Final = "All settings are in one file, which you can also edit by hand."
_PLACE: Final = re.compile("^'[^']*': ")
"""The path before what is wrong in the file, which is shown above it."""
_DEFAULT: Final = "The default is "


class Override(NamedTuple):
    """Why a setting has another effect here than it says, or what an automatic one comes to."""

    brief: str
    """A few words, for the row."""
    sentence: str
    counts: bool = True
    """Whether the setting has no effect; else it only needs an explanation."""


_STILL: Final = (
    (Colours.NONE, Override("off: NO_COLOR is set", "NO_COLOR is set, and without colours nothing moves.")),
    (Colours.SIXTEEN, Override("off: 16 colours", "This terminal shows 16 colours, with which animations flicker.")),
)


def override(key: str, settings: Settings, terminal: Terminal, shown_theme: str) -> Override | None:
    """Return what the terminal, the environment or the command line makes of a setting; None for nothing."""
    match key:
        case "theme":
            return _theme(settings.theme, terminal, shown_theme)
        case "motion" if settings.motion and not terminal.may_move:
            return _motion(terminal)
        case "signs":
            return _signs(settings.signs, terminal)
        case "bell":
            return _bell(settings.bell, terminal)
        case _:
            return None


def _theme(wanted: str, terminal: Terminal, shown: str) -> Override | None:
    if terminal.colours is Colours.NONE:
        return Override("no colours: NO_COLOR is set", "NO_COLOR is set, so no theme has colours here.")
    if shown != wanted:
        return Override(
            f"{shown.replace('-', ' ')}: --theme",
            f"The program was started with --theme {shown}, which counts until you change the theme.",
        )
    if terminal.colours is Colours.SIXTEEN:
        return Override("in 16 colours", "This terminal shows 16 colours: the theme takes the nearest.", counts=False)
    return None


def _motion(terminal: Terminal) -> Override:
    if terminal.still:
        return Override("off: GALLI_TUI_STILL is set", "GALLI_TUI_STILL is set, so nothing moves.")
    found = next((it for colours, it in _STILL if colours is terminal.colours), None)
    return found or Override("off: ASCII only", "Pictures in ASCII do not move.")


def _signs(wanted: str, terminal: Terminal) -> Override | None:
    if wanted != "ascii" and terminal.only_ascii:
        return Override("ASCII: --ascii", "The program was started with --ascii, which counts until it ends.")
    if wanted == "auto":
        if terminal.has_unicode:
            return Override("here: Unicode", "The locale of this terminal has Unicode.", counts=False)
        return Override("here: ASCII", "The locale of this terminal has no Unicode (see LANG).", counts=False)
    if wanted == "unicode" and not terminal.has_unicode:
        words = "The locale of this terminal has no Unicode (see LANG): choose ASCII if signs are broken."
        return Override("locale without Unicode", words, counts=False)
    return None


def _bell(wanted: str, terminal: Terminal) -> Override | None:
    if wanted == "auto" and terminal.over_ssh:
        words = "You are connected over SSH, so nothing is sent; choose the bell or a notification if you want it."
        return Override("nothing: over SSH", words)
    if wanted == "auto":
        found = "a notification" if terminal.notifications else "the bell"
        return Override(f"here: {found}", f"In this terminal it is {found}.", counts=False)
    if wanted == "notification" and not terminal.notifications:
        return Override("bell: no notifications", "This terminal is not known to show notifications: its bell rings.")
    return None


def explained(spec: SettingSpec, settings: Settings, found: Override | None) -> list[Paragraph]:
    """Return what a setting means, with all its values to be chosen by a click, and what overrides it."""
    words = [Paragraph(spec.help, close=True)]
    value = spec.value_in(settings)
    width = max((len(choice.label) for choice in spec.choices), default=0)
    for choice in spec.choices:
        if choice.about:
            tone = "strong" if choice.value == value else "faint"
            spans = ((f"{choice.label:<{width + 2}}", tone), (choice.about, "ink" if tone == "strong" else "faint"))
            words.append(Paragraph("", spans=spans, close=True, target=choice.label))
    if found is not None:
        words.append(Paragraph("", spans=((found.sentence, "refusal" if found.counts else "good"),), close=True))
    if value != spec.default:
        words.append(Paragraph("", spans=((f"{_DEFAULT}{spec.label_of(spec.default)}.", "faint"),), close=True))
    return words


def keys_words(count: int) -> str:
    """Return in words how many actions have keys of the player's own."""
    return "the default keys" if not count else f"{count} {'action' if count == 1 else 'actions'} changed"


def file_words(path: str, notices: tuple[str, ...]) -> str:
    """Return where the file is, or how much is wrong in it."""
    count = len(notices)
    return path if not count else f"{count} {'entry is' if count == 1 else 'entries are'} wrong; see below"


def file_paragraphs(path: str, notices: tuple[str, ...]) -> list[Paragraph]:
    """Return where the file is, and what is wrong in it."""
    words = [Paragraph(FILE_HELP, close=True), Paragraph(f"`{path}`", close=True)]
    wrong = (_PLACE.sub("", notice) for notice in notices)
    return [*words, *(Paragraph("", spans=((notice, "refusal"),), close=True) for notice in wrong)]
