"""The tables that can be joined: own matches at other hosts, tables found on the network, and a typed address."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Resize

from galli_tui.game_api.own_name import own_name
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.network.guest_lobby import go_back
from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.style.actions import bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.style.wording import listed
from galli_tui.tables.network import FoundTable, JoinRequest, RejoinOption, TableFinder
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.line_widget import cells, ellipsize, glyphs_of
from galli_tui.widgets.option_list import OptionList, OptionRow, heading
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from net.status import Phase
from net.wire.messages import PeerRole
from saves.errors import SaveError

_TYPED = "address"
_FOUND = "found:"
_BACK = "back:"
_HOST, _TITLE, _MODE = NAME_CELLS, 18, 20
_NAMES = 34


class FindTableScreen(GalliScreen[None]):
    """A live list with one line for each table, and details of the selected one below."""

    SCOPES: ClassVar[tuple[str, ...]] = ("join", "list")
    BINDINGS = bindings("join")
    DEFAULT_CSS = """
    FindTableScreen Vertical { border: round $edge; border-title-color: $rubric; border-title-style: bold;
        background: $page; }
    FindTableScreen RichText { height: 5; border-top: solid $edge; overflow-y: auto; }
    """

    def __init__(self, request: JoinRequest | None = None) -> None:
        """Create the list; `request` holds what is known already: name, code, role."""
        super().__init__()
        self._request = request or JoinRequest(name=own_name())
        self._finding: TableFinder | None = None
        self._end: Callable[[], None] | None = None
        self._returns: list[RejoinOption] = []
        self._moved = False
        """Whether the player has moved the cursor."""
        self._problem = ""
        """Why the own matches could not be read; empty if they could."""

    def compose(self) -> ComposeResult:
        with Vertical() as page:
            page.border_title = "Join a table"
            yield OptionList()
            about = RichText()
            about.can_focus = False
            yield about
        yield Prompt()
        yield Footer()

    def on_mount(self) -> None:
        try:
            self._returns = self.app.network.rejoin_options()
        except SaveError as error:
            self._problem = str(error)
        self._finding = self.app.network.find_tables()
        self._end = self._finding.subscribe(self._show)
        self.query_one(OptionList).focus()
        self._show()

    def on_unmount(self) -> None:
        if self._end is not None and self._finding is not None:
            self._end()
            self._finding.close()
            self._end = None

    def on_resize(self, event: Resize) -> None:
        if self._finding is not None:
            self._show()

    @property
    def _tables(self) -> tuple[FoundTable, ...]:
        return self._finding.tables if self._finding is not None else ()

    def _show(self) -> None:
        if self._end is None:
            return
        rows = self.query_one(OptionList)
        chosen = rows.rows[rows.index].key if rows.index >= 0 else ""
        lines = (
            [heading("Your matches at other hosts"), *map(self._return_row, self._returns), heading()]
            if self._returns
            else []
        )
        lines.append(heading("On this network"))
        lines += [self._found_row(one) for one in self._tables] or [
            OptionRow(((self._nothing(), "faint"),), heading=True)
        ]
        lines += [heading(), OptionRow((("enter an address", "strong"),), key=_TYPED)]
        # The list changes by itself: the cursor stays on its table.
        place = next((number for number, line in enumerate(lines) if line.key and line.key == chosen), None)
        if not self._moved and chosen == _TYPED and self._tables:
            place = 0  # A player who has only waited gets the first table that is found.
        rows.show(lines, place if place is not None else 0 if not chosen else None)
        self._describe()

    def _nothing(self) -> str:
        if self._finding is not None and self._finding.problem:
            return "  tables can't be found here"
        return "  none yet; open tables appear here"

    def _return_row(self, one: RejoinOption) -> OptionRow:
        dots = glyphs_of(self).more
        return OptionRow(
            (
                (_cut(sanitize(one.title), _TITLE, dots), "strong"),
                (_cut(listed([sanitize(name) for name in one.names]), _NAMES, dots), "ink"),
                (sanitize(one.address, 40), "faint"),
            ),
            key=f"{_BACK}{one.match_id}",
        )

    def _found_row(self, one: FoundTable) -> OptionRow:
        dots = glyphs_of(self).more
        barred = bool(one.barrier)
        free = _free(one)
        open_now = one.vacant and one.phase is Phase.LOBBY
        return OptionRow(
            (
                (_cut(sanitize(one.host), _HOST, dots), "faint" if barred else "strong"),
                (_cut(sanitize(one.title), _TITLE, dots), "faint" if barred else "ink"),
                (_cut(sanitize(one.mode, _MODE), _MODE, dots), "faint"),
                (sanitize(one.barrier) if barred else free, "refusal" if barred else "gold" if open_now else "faint"),
            ),
            key=f"{_FOUND}{one.key}",
        )

    @property
    def _chosen(self) -> FoundTable | RejoinOption | None:
        rows = self.query_one(OptionList)
        return self._of(rows.rows[rows.index].key) if rows.index >= 0 else None

    def _of(self, key: str) -> FoundTable | RejoinOption | None:
        """Return what a row stands for; None for the typed address, or for a table that is gone."""
        found = next((one for one in self._tables if f"{_FOUND}{one.key}" == key), None)
        return found or next((one for one in self._returns if f"{_BACK}{one.match_id}" == key), None)

    def on_option_list_moved(self) -> None:
        self._moved = True
        self._describe()

    def _describe(self) -> None:
        one, line = self._chosen, self.query_one(Prompt)
        lines: list[str] = []
        match one:
            case FoundTable(barrier=barrier) if barrier:
                lines.append(f"{sanitize(one.host)}'s table doesn't match your version: {sanitize(barrier, 60)}.")
                line.show_next(_INCOMPATIBLE)
            case FoundTable():
                lines.append(f"{sanitize(one.played)}, at {sanitize(one.addresses[0], 60)}.")
                lines += [_UNDER_WAY[one.phase]] if one.phase in _UNDER_WAY else []
                lines.append("Spectators are allowed." if one.may_watch else "No spectators.")
                line.show_next(_next(one))
            case RejoinOption():
                lines.append(f"{sanitize(one.title)} with {listed([sanitize(name) for name in one.names])}.")
                line.show_next("Enter returns to your seat; no code needed.")
            case None:
                line.show_next("Enter: type the address shown on the host's screen.")
        lines += [problem for problem in (self._finding.problem if self._finding else "", self._problem) if problem]
        self.query_one(RichText).show(
            [Paragraph("", spans=((sanitize(text, 400), "ink"),), close=True) for text in lines]
        )
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "watch":
            one = self._chosen if self.is_mounted else None
            return isinstance(one, FoundTable) and one.may_watch and not one.barrier
        return super().check_action(action, parameters)

    def on_option_list_chosen(self, event: OptionList.Chosen) -> None:
        if not self.in_front:
            return
        one = self._of(event.row.key)
        match one:
            case FoundTable() if one.barrier:
                self.query_one(Prompt).show_problem(_INCOMPATIBLE)
            case FoundTable(match_id=match_id) if match_id:
                go_back(self.app, match_id)
            case FoundTable():
                self._connect(one, self._request.role)
            case RejoinOption():
                go_back(self.app, one.match_id)
            case None:
                if event.row.key == _TYPED:
                    self.action_address()

    def _connect(self, one: FoundTable, role: PeerRole) -> None:
        self.app.push_screen(JoinFormScreen(self._request._replace(addresses=one.addresses, role=role), one))

    def action_watch(self) -> None:
        one = self._chosen
        if isinstance(one, FoundTable) and self.in_front:
            self._connect(one, PeerRole.SPECTATOR)

    def action_address(self) -> None:
        if self.in_front:
            self.app.push_screen(JoinFormScreen(self._request))

    def action_back(self) -> None:
        self.dismiss()


_INCOMPATIBLE = "You can't join this table with your version of the game."
_UNDER_WAY = {
    Phase.PLAYING: "The match has started; only players with a seat can join.",
    Phase.OVER: "The match is over.",
}


def _free(one: FoundTable) -> str:
    """Return how many seats are open, in one to three words."""
    match one.phase:
        case Phase.LOBBY:
            return f"{one.vacant} of {one.seats} open" if one.vacant else "full"
        case Phase.OVER:
            return "over"
        case _:
            return "playing"


def _next(one: FoundTable) -> str:
    """Return the prompt for a selected table: what Enter does."""
    if one.match_id:
        return "Enter returns to your seat."
    if one.phase is Phase.LOBBY:
        return "Enter joins this table; ask the host for the table code."
    watch = f"{KEY:join.watch} watches; " if one.may_watch else ""
    return f"{watch}Enter is for players who have a seat there."


def _cut(text: str, room: int, dots: str) -> str:
    short = ellipsize(text, room - 1).replace("…", dots)
    return short + " " * (room - cells(short))
