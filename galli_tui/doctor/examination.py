"""Everything that the doctor finds out, in the order of its page."""

from __future__ import annotations

from galli_tui.doctor.computer_findings import computer_sections, network_section
from galli_tui.doctor.findings import FindingGroup, as_text
from galli_tui.doctor.terminal_findings import look_around, plain_section, terminal_section
from galli_tui.settings.file import Loaded
from galli_tui.settings.schema import Settings


def examine_all(
    *,
    ask: bool,
    plain: bool = False,
    ascii: bool = False,  # noqa: A002
    mouse: bool = True,
    theme: str | None = None,
    loaded: Loaded | None = None,
) -> tuple[FindingGroup, ...]:
    """Return all findings, given the settings, if they were read; the terminal itself is asked only if `ask`.

    With `plain`, what is found about the terminal is what plain mode needs of it.
    """
    settings = Settings() if loaded is None else loaded.settings
    here = look_around(ask=ask, ascii=ascii, mouse=mouse, theme=theme, settings=settings)
    return ((plain_section if plain else terminal_section)(here), *computer_sections(loaded), network_section())


def facts() -> str:
    """Return what an error report includes: all but the network, and without asking the terminal anything."""
    return as_text((terminal_section(look_around(ask=False)), *computer_sections()))
