"""The form for joining a table: address, table code, and player or spectator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.containers import Container, Horizontal, Vertical
from textual.widgets import Input

from galli_tui.screens.form import FormScreen
from galli_tui.screens.network.guest_lobby import GuestLobby, problem_words
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.network import FoundTable, GuestSession, JoinRequest, NetworkError, own_matches
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.rich_text import RichText
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from net.discovery.address import BadAddress, parse_address
from net.status import GuestStatus, Phase
from net.wire.messages import PeerRole
from saves.errors import SaveError

_MOST_CODE = 40
_MOST_ADDRESS = 120
_A_SECOND = 1.0


class JoinFormScreen(FormScreen[None]):
    """A small form. It stays open until the table has answered, so that mistakes can be corrected.

    A typed address at which the table of one of our unfinished matches answers needs no code: the handshake shows
    whose table it is before a code is used.
    """

    SCOPES: ClassVar[tuple[str, ...]] = ("join-form", "form", "spinner")
    BINDINGS = bindings("join-form", "form")
    DEFAULT_CSS = """
    JoinFormScreen { align: center middle; }
    JoinFormScreen #form { width: 70; height: auto; border: round $gold; padding: 1 2; background: $page;
        border-title-color: $rubric; border-title-style: bold; }
    JoinFormScreen Horizontal { height: 1; }
    JoinFormScreen FormButton { margin-top: 1; }
    JoinFormScreen #why { height: 5; margin-top: 1; overflow-y: auto; }
    JoinFormScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """

    def __init__(self, request: JoinRequest, found: FoundTable | None = None, *, at_once: bool = False) -> None:
        """Fill in the form from `request`. A found table needs no address; `at_once` connects without asking."""
        super().__init__()
        self._request, self._found, self._at_once = request, found, at_once
        self._session: GuestSession | None = None
        self._end: Callable[[], None] | None = None
        self._returning = ""
        """The id of our own match that is being joined again."""
        self._elsewhere: set[tuple[str, str]] = set()
        """Pairs of an address and one of our matches whose table does not answer there."""
        self._explained: tuple[object, ...] = ()
        """The entries that the text below the form is about."""

    def compose(self) -> ComposeResult:
        with Vertical(id="form") as form:
            form.border_title = "Join a table"
            with Horizontal():
                yield FaintLabel("Table".ljust(Spinner.LABEL_CELLS) + "  ")
                if self._found is None:
                    yield TextField(
                        "".join(self._request.addresses[:1]),
                        placeholder="HOST:PORT",
                        identity="address",
                        most=_MOST_ADDRESS,
                    )
                else:
                    yield FaintLabel(sanitize(f"{self._found.host}: {self._found.played}", 50))
            with Horizontal():
                yield FaintLabel("Code".ljust(Spinner.LABEL_CELLS) + "  ")
                yield TextField(
                    self._request.code, placeholder="from the host's screen", identity="code", most=_MOST_CODE
                )
            wishes = [SpinnerOption(PeerRole.PLAYER, "player"), SpinnerOption(PeerRole.SPECTATOR, "spectator")]
            if self._found is not None and not self._found.may_watch:
                wishes = wishes[:1]
            yield Spinner("Join as", wishes, self._request.role, identity="wish")
            yield FormButton("Join", identity="connect")
            why = RichText(identity="why")
            why.can_focus = False
            yield why
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self._explain("")
        self.set_interval(_A_SECOND, self._tick)
        lacks_address = self._found is None and not self._request.addresses
        self.query_one("#address" if lacks_address else "#code").focus()
        if self._at_once or (not self._request.code and self._own_match(self._request.addresses, self._request.role)):
            self.done()

    def on_unmount(self) -> None:
        self._stop_listening()

    def _stop_listening(self) -> None:
        if self._end is not None:
            self._end()
            self._end = None

    def explain_field(self) -> None:
        if self._session is not None:
            return
        match self.focused:
            case TextField(id="address"):
                words = "Type the address from the host's screen, e.g. 192.168.1.20:7341."
            case TextField():
                words = "Type the table code from the host's screen: two words and a number."
            case FormButton():
                words = "Enter connects."
            case _:
                words = "Left/Right: join as a player, or as a spectator (public information only)."
        self.query_one(Prompt).show_next(words)

    def action_connect(self) -> None:
        self.done()

    def entered(self) -> None:
        """Connect on Enter in the code field; the role below can be reached with the arrows."""
        code = self.query_one("#code", Input)
        if self.focused is code and code.value.strip():
            self.done()
        else:
            super().entered()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "connect" and self._session is not None:
            return self._session.retry_in() is not None and not self._session.told_to_wait
        return super().check_action(action, parameters)

    def label(self, action: Action) -> str:
        return "retry now" if action.id == "join-form.connect" and self._session is not None else super().label(action)

    def done(self) -> None:
        if not self.in_front:
            return
        if self._session is not None:
            self._session.retry_now()
            return
        request = JoinRequest(
            self._found.addresses if self._found else self._typed(),
            self.query_one("#code", Input).value.strip(),
            cast(PeerRole, self.query_one("#wish", Spinner).value),
            self._request.name,
        )
        if not request.addresses:
            self.refuse("Type the address first: HOST:PORT, from the host's screen.", self.query_one("#address"))
            return
        kept = "" if request.code else self._own_match(request.addresses, request.role)
        if not kept and not request.code:
            self.refuse("Type the table code first; it is on the host's screen.", self.query_one("#code"))
            return
        self._explain("")
        network = self.app.network
        try:
            self._session = network.rejoin(kept, request.addresses[0]) if kept else network.join(request)
        except (NetworkError, SaveError) as error:
            if kept and self._next_match(kept):
                return
            self._explain(str(error))
            self.refuse("That isn't valid; correct it and try again.", self.query_one("#code"))
            return
        self._returning = kept
        self._end = self._session.subscribe(self._changed)
        self._changed()

    def _own_match(self, addresses: Sequence[str], wish: PeerRole) -> str:
        """Return our match most likely to be played at an address; empty if there is none."""
        if self._found is not None or not addresses:
            return ""
        try:
            address = str(parse_address(addresses[0]))
            own = own_matches(self.app.network, address, wish)
        except (BadAddress, SaveError):
            return ""  # Then it takes the code.
        return next((one.match_id for one in own if (address, one.match_id) not in self._elsewhere), "")

    def _next_match(self, last: str) -> bool:
        """Try the next of our matches after `last`; return whether there is one."""
        addresses = self._typed()
        self._elsewhere.add((str(parse_address(addresses[0])), last))
        if more := bool(self._own_match(addresses, cast(PeerRole, self.query_one("#wish", Spinner).value))):
            self.done()
        return more

    def _typed(self) -> tuple[str, ...]:
        address = self.query_one("#address", Input).value.strip()
        return (address,) if address else ()

    def _changed(self) -> None:
        session = self._session
        if session is None:
            return
        status = session.status
        match status.phase:
            case Phase.CONNECTING if self._returning and session.replaced:
                self._give_up()
                if self._next_match(self._returning):
                    return
                self._explain("A different table is open there, and it has its own code.")
                self.refuse("Type the code of the table that is open there.", self.query_one("#code"))
            case Phase.CONNECTING:
                self._show_connection()
            case Phase.ENDED:
                self._give_up()
                self._explain(problem_words(status) or "The connection ended; the host gave no reason.")
                self.refuse(_what_next(status), self.query_one("#code"))
            case _:
                self._stop_listening()
                self._session = None
                self.app.go_to_menu()
                self.app.push_screen(GuestLobby(session))

    def _tick(self) -> None:
        """Update the seconds until the next attempt."""
        if self._session is not None and self._session.status.phase is Phase.CONNECTING:
            self._show_connection()

    def _show_connection(self) -> None:
        session, line = self._session, self.query_one(Prompt)
        if session is None:
            return
        wait = session.retry_in()
        if wait is None:
            line.show_next(f"Connecting to {sanitize(session.address, 40)}; Esc cancels.")
        else:
            self._explain(problem_words(session.status))
            seconds = max(0, round(wait))
            line.show_next(
                f"The host asks you to wait. Retrying in {seconds} s; Esc cancels."
                if session.told_to_wait
                else f"Retrying in {seconds} s; {KEY:join-form.connect} retries now, Esc cancels."
            )
        self.refresh_bindings()

    def _explain(self, why: str) -> None:
        """Show what went wrong with these entries, in full, below the form."""
        self._explained = self._entries
        prose = self.query_one("#why", RichText)
        prose.display = bool(why)
        prose.show([Paragraph("", spans=((why, "refusal"),))] if why else [])

    @property
    def _entries(self) -> tuple[object, ...]:
        """What the fields hold."""
        return *(field.value for field in self.query(Input)), self.query_one("#wish", Spinner).value

    def on_input_changed(self) -> None:
        """Remove the error of entries that have changed."""
        if self._session is None and self._entries != self._explained:
            self._explain("")

    def on_spinner_changed(self) -> None:
        self.on_input_changed()
        self.explain_field()

    def _give_up(self) -> None:
        self._stop_listening()
        if self._session is not None:
            self._session.close()
            self._session = None
            self.refresh_bindings()

    def action_back(self) -> None:
        if self._session is not None:
            self._give_up()
            self.explain_field()
        else:
            self.dismiss()


def _what_next(status: GuestStatus) -> str:
    """Return what to do after an attempt to join has ended."""
    if status.problem is None:
        return f"Couldn't join; {KEY:join-form.connect} tries again."
    # A table that refuses this program has accepted the entries.
    refused = status.problem.reason is not None
    return "Couldn't join; the reason is above." if refused else "Couldn't join; correct the entries and try again."
