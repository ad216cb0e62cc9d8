"""The help page about network tables: what the signs mean, and how to leave and return.

It is for hosts, guests and spectators, over the network and over SSH. What a game adds is on its own page.
"""

from __future__ import annotations

from galli_tui.style.glyphs import WidgetGlyphs
from galli_tui.style.key_names import with_keys
from galli_tui.style.paragraph import Paragraph

_BEFORE = (
    "In the lobby `Enter` on an open seat asks for name and colour, `{key:seat-form.done}` sits down, and "
    "`{key:guest-lobby.ready}` marks you as ready. "
    "With Left/Right the host gives a seat to a guest, a player at the host's computer or a bot; "
    "`{key:host-lobby.start}` starts the "
    "match. To watch a match instead, press `{key:join.watch}` in the list of tables."
)
_CHOOSING = (
    "Where everyone chooses at the same time, `?` in the top line marks who is still choosing. A guest's choice is "
    "sent only after the host has chosen; until then the `?` stays. After the last move of a round the next one is "
    "dealt immediately: `{key:table.log}` shows what happened."
)
_TALK = (
    "`{key:table.talk}` opens the chat, at the table and in the lobby; `{key:table.log}` shows earlier messages. "
    "In co-op chat is always on; in "
    "versus the host turns it on with `{key:host-lobby.chat}` in the lobby, or with `--chat`."
)
_HINTS = (
    "In co-op `{key:table.hint}` shows hints. In versus over the network there are neither hints nor a review; "
    "over SSH there are no "
    "hints, because the host's computer would have to calculate them."
)
_AWAY = (
    "A lost connection is restored automatically, and your seat is kept. Meanwhile the host can wait or let a bot "
    "play; when you return, you get your seat back and see what the bot decided."
)
_BACK = (
    'If you have left, return by "Join a table" or from the saved matches; you need no table code. If the host\'s '
    "program ends, the match is kept in its file; once the host opens it again, everyone can return."
)
_SSH = (
    "Friends need no galli-tui, only an SSH key, and their seat belongs to that key: if you leave or lose the "
    "connection, the seat is kept. Return with the same key and the same ssh command; no code is needed."
)
_HANGS = (
    "If the window hangs because the network is gone, press `Enter` and type `~.` to end ssh. Nothing is lost: the "
    "host's computer keeps every move, and your hand as well."
)
_ENTRANCE = (
    "The host allows SSH in the form for a new table, or with `galli-tui host --ssh 2222`; for a saved match, with "
    "`galli-tui host --resume ID --ssh 2222`. The lobby shows the command that friends type, the table code that they "
    "need the first time, and the fingerprint that ssh asks about."
)
_DOOR = (
    "`{key:table.invite}` shows the table code, the commands that friends type, and the SSH fingerprint. There "
    "or in the lobby, `{key:invite.unblock}` "
    "unblocks guests whom you removed, and new guests after too many wrong codes."
)
_BOT = (
    "`{key:table.fill-seat}` lets a bot play for an absent guest, or waits for the guest again. "
    "`{key:table.remove-guest}` removes a guest from the table."
)


def network_guide(signs: WidgetGlyphs) -> tuple[Paragraph, ...]:
    """Return the page, with the signs that the terminal can show."""
    names = (
        (f"{signs.here} ", "gold"),
        ("moves here;  ", "ink"),
        ("? ", "gold"),
        ("must still act;  ", "ink"),
        (f"{signs.yes} ", "gold"),
        ("has chosen;  ", "ink"),
        ("away ", "faint"),
        ("and ", "ink"),
        ("bot ", "faint"),
        ("follow a name, or in a narrow window just ", "ink"),
        (f"{signs.dot}a ", "faint"),
        ("and ", "ink"),
        (f"{signs.dot}b", "faint"),
        (".", "ink"),
    )
    return (
        _heading("Playing over the network"),
        *_lines(_BEFORE, _CHOOSING),
        Paragraph("", spans=names, close=True),
        *_lines(_TALK, _HINTS),
        _gap(),
        _heading("Leaving and coming back"),
        *_lines(_AWAY, _BACK),
        _gap(),
        _heading("Over SSH"),
        *_lines(_SSH, _HANGS, _ENTRANCE),
        _gap(),
        _heading("For the host"),
        *_lines(_DOOR, _BOT),
    )


def _heading(text: str) -> Paragraph:
    return Paragraph(text, heading=True, close=True)


def _lines(*texts: str) -> list[Paragraph]:
    return [Paragraph(with_keys(text), close=True) for text in texts]


def _gap() -> Paragraph:
    return Paragraph("", close=True)
