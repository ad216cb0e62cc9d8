"""The page of the help about a table of several terminals: what its signs mean, and how one leaves and comes back.

It holds for host, guests and spectators, over the network and over SSH. What a game adds stands in its own page.
"""

from __future__ import annotations

from galli_tui.style.glyphs import WidgetGlyphs
from galli_tui.widgets.rich_text import Paragraph

_BEFORE = (
    "In the lobby `enter` on an open seat asks for name and colour, `ctrl+s` takes it so, and `r` says that you are "
    "ready. The host gives seats to people at its own terminal or to bots with left and right, and begins with "
    "`ctrl+s`."
)
_CHOOSING = (
    "All choose at the same time, each at a terminal of their own. The line at the foot says whom the table waits for. "
    "A guest's choice may be kept at home until the host's seats have chosen: till then others see the guest as "
    "thinking. After the last move of a round the next one is dealt at once: `l` shows what happened."
)
_TALK = (
    "`t` says something to all, at the table and in the lobby, and `l` shows it again. Together one always may; "
    "against each other the host switches talk on with `c` in the lobby, or by `--chat`."
)
_HINTS = (
    "`h` asks the abbot for a hint where all play together. Against each other at several terminals there are no hints "
    "and no analysis afterwards; over SSH there are none, as the host's computer would have to think."
)
_AWAY = (
    "A lost connection is made again by itself, and the seat is kept. Meanwhile the host can wait or let a bot play; "
    "whoever comes back has the seat again, and is told at once what the bot has done."
)
_BACK = (
    'Whoever has left comes back by "Join a table", or from the saved matches, without the table code. If the host\'s '
    "program ends, the match waits in its file; once it is open again, everybody comes back."
)
_SSH = (
    "A friend needs no galli-tui, just an SSH key, which becomes the seat's own: leave, or lose the connection, and "
    "the seat is kept. Come back with the same key, by the same ssh command; no code is asked for."
)
_HANGS = (
    "If the window hangs, because the network has gone, `enter` and then `~.` end ssh. There is nothing to save: every "
    "move is kept at the host's computer, and so is the key to your hand."
)
_ENTRANCE = (
    "The host opens this way in the form for a new table, or with `galli-tui host --ssh 2222`; a saved match with "
    "`galli-tui host --resume ID --ssh 2222`. The lobby shows what friends type, the table code for the first time, "
    "and the fingerprint that ssh asks about."
)
_DOOR = (
    "`w` shows the table code, all that friends may type, and the fingerprint that ssh shows them. There, or in "
    "the lobby, `l` lets in again whoever was sent away, and newcomers after so many wrong codes that nobody new is "
    "let in."
)
_BOT = "`a` lets a bot play for a guest who is away, or waits for the guest again. `x` sends one away who is there."


def company_guide(signs: WidgetGlyphs) -> tuple[Paragraph, ...]:
    """The page, with the signs that the terminal can show."""
    names = (
        (f"{signs.here} ", "gold"),
        ("decides at this terminal;  ", "ink"),
        ("? ", "gold"),
        ("is still thinking;  ", "ink"),
        (f"{signs.yes} ", "gold"),
        ("has chosen;  ", "ink"),
        ("away ", "faint"),
        ("and ", "ink"),
        ("bot ", "faint"),
        ("are said after a name, and where there is no room just ", "ink"),
        (f"{signs.dot}a ", "faint"),
        ("and ", "ink"),
        (f"{signs.dot}b", "faint"),
        (".", "ink"),
    )
    return (
        _heading("Several terminals, one table"),
        *_lines(_BEFORE, _CHOOSING),
        Paragraph("", spans=names, close=True),
        *_lines(_TALK, _HINTS),
        _gap(),
        _heading("Away and back"),
        *_lines(_AWAY, _BACK),
        _gap(),
        _heading("Over SSH"),
        *_lines(_SSH, _HANGS, _ENTRANCE),
        _gap(),
        _heading("For the host at the table"),
        *_lines(_DOOR, _BOT),
    )


def _heading(text: str) -> Paragraph:
    return Paragraph(text, heading=True, close=True)


def _lines(*texts: str) -> list[Paragraph]:
    return [Paragraph(text, close=True) for text in texts]


def _gap() -> Paragraph:
    return Paragraph("", close=True)
