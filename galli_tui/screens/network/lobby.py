"""The page that both lobbies share: code or address, seats, chat and notices.

It lasts until the match starts or the table is closed. Actions are in `host_lobby` and `guest_lobby`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.events import Resize

from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.network.lobby_text import SeatLine, roles_of, seat_rows
from galli_tui.style.actions import Action
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.network import GuestSession, HostSession, chat_lines
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import LineWidget, Piece, cells
from galli_tui.widgets.option_list import OptionList, OptionRow
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from net.status import Phase
from net.wire.messages import SeatKind
from rules.engine.secrecy import Seat

MOST_SEATS_SEEN = 8
"""Seats that are visible at once; more are reached by scrolling."""
_TALK = frozenset({"host-lobby.talk", "guest-lobby.talk"})
_NAME_CELLS = 24
_LABEL = 11
"""Cells of the label of a line beside the code."""
_LINES_SHOWN = 3
"""Chat messages that are visible at once."""
_UNDER_WAY = frozenset({Phase.PLAYING, Phase.STOPPED, Phase.OVER})


class CodeLine(LineWidget):
    """The table code, centred in its line."""

    def __init__(self) -> None:
        super().__init__()
        self._code = ""

    def put(self, code: str) -> None:
        """Show a code."""
        if code != self._code:
            self._code = code
            self.refresh()

    def pieces(self, width: int) -> list[Piece]:
        return [(" " * ((width - cells(self._code)) // 2), self.brushes.ink), (self._code, self.brushes.gold)]


class LobbyScreen(GalliScreen[None]):
    """At the top how to join, in the middle the seats, below chat and notices.

    A subclass provides the seats, draws the page with `draw_page`, and explains why a table was closed.
    """

    DEFAULT_CSS = """
    LobbyScreen #page { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; }
    LobbyScreen #head { height: 5; padding: 0 1; }
    LobbyScreen #code { width: 30; height: 5; border: round $gold; border-title-color: $rubric; padding: 1 0;
        background: $page; }
    LobbyScreen #ways { height: 5; overflow-y: hidden; }
    LobbyScreen #seats { margin-top: 1; }
    LobbyScreen #told { border-top: solid $edge; overflow-y: auto; }
    LobbyScreen.-wide #page, LobbyScreen.-grand #page { padding: 1 2; }
    LobbyScreen.-wide #seats, LobbyScreen.-grand #seats { margin-top: 2; margin-bottom: 1; }
    """
    CODE_TITLE = "Table code"

    def __init__(self, way: HostSession | GuestSession) -> None:
        """Create the lobby of our own table, or of another player's."""
        super().__init__()
        self._way = way
        self._end: Callable[[], None] | None = None
        self._left = False

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            with Horizontal(id="head"):
                with Vertical(id="code") as plaque:
                    plaque.border_title = self.CODE_TITLE
                    yield CodeLine()
                ways = OptionList(id="ways")
                ways.can_focus = False
                yield ways
            yield OptionList(id="seats")
            told = RichText(identity="told")
            told.can_focus = False
            yield told
        yield Prompt()
        yield Footer()

    @property
    def networked(self) -> bool:
        return True

    def on_mount(self) -> None:
        self._end = self._way.subscribe(self._changed)
        self.query_one("#seats", OptionList).focus()
        self._changed()

    def on_resize(self, event: Resize) -> None:
        self._changed()

    def on_unmount(self) -> None:
        if self._end is not None:
            self._end()
            self._end = None

    def _changed(self) -> None:
        if self._left or self._end is None:
            return
        phase = self._way.status.phase
        if phase in _UNDER_WAY:
            self._left = True
            self.enter()
        elif phase is Phase.ENDED:
            self.leave()
            self.app.go_to_menu()
            self.app.push_screen(self.ended())
        else:
            self.draw()

    def enter(self) -> None:
        """Go to the table, whose match has started."""
        self.app.open_table(self._way.table())

    def leave(self) -> None:
        """Close the table; nothing more is drawn of it."""
        self._left = True
        self._way.close()

    def draw(self) -> None:
        """Draw the current state of the table."""
        raise NotImplementedError

    def action_talk(self) -> None:
        """Open the chat, or show why that is not possible."""
        from galli_tui.screens.network.chat import ChatRoom, ChatScreen

        if not self.in_front:
            return
        if mute := self.mute:
            self.query_one(Prompt).show_note(mute)
            return
        way = self._way
        voice = ChatRoom(self.window_title, "lobby", lambda: chat_lines(way.status), way.say, way.subscribe)
        self.app.push_screen(ChatScreen(voice))

    def offers(self, action: Action) -> bool:
        return not self.mute if action.id in _TALK else super().offers(action)

    def talk_lines(self) -> list[Paragraph]:
        """Return the last messages, newest first."""
        return [
            Paragraph("", spans=((f"{sanitize(said.name, _NAME_CELLS)}: ", "faint"), (said.text, "ink")), close=True)
            for said in reversed(chat_lines(self._way.status)[-_LINES_SHOWN:])
        ]

    @property
    def mute(self) -> str:
        """A sentence why chat is not possible here; empty if it is."""
        raise NotImplementedError

    def ended(self) -> Notice:
        """Return the notice for a table that was closed."""
        raise NotImplementedError

    @property
    def seats(self) -> Sequence[SeatLine]:
        """The seats as they are now; none while they are unknown."""
        raise NotImplementedError

    def names(self) -> Sequence[str]:
        return [seat.name for seat in self.seats]

    @property
    def under_cursor(self) -> SeatLine | None:
        """The line of the seat under the cursor."""
        seat, seats = self.seat, self.seats
        return seats[seat] if seat is not None and seat < len(seats) else None

    @property
    def seat(self) -> Seat | None:
        """The number of the seat under the cursor."""
        rows = self.query_one("#seats", OptionList)
        row = rows.rows[rows.index] if rows.index >= 0 else None
        return Seat(int(row.key)) if row is not None and row.key else None

    def draw_page(self, title: str, ways: Sequence[OptionRow], told: Sequence[Paragraph]) -> None:
        """Show the title, the lines beside the code, the news and the seats."""
        self.query_one("#page").border_title = title
        self.query_one("#ways", OptionList).show(ways)
        self.query_one("#told", RichText).show(told)
        rows = self.query_one("#seats", OptionList)
        rows.styles.height = min(len(self.seats), MOST_SEATS_SEEN) + 1
        first = next((number for number, seat in enumerate(self.seats, 1) if seat.kind is SeatKind.OPEN), 1)
        # The cursor starts on the first open seat, and stays where the player has put it.
        place = None if rows.index >= 0 else first
        ascii_only = self.app.terminal.ascii
        rows.show(seat_rows(self.seats, roles_of(self.game_key), ascii_only=ascii_only) if self.seats else [], place)
        self.refresh_bindings()


def join_line(label: str, words: str, more: str = "") -> OptionRow:
    """Return a line beside the code: label, content and a note."""
    return OptionRow(
        ((label.ljust(_LABEL), "faint"), (words, "strong"), (f"  {more}" if more else "", "faint")), heading=True
    )
