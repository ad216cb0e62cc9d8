"""The form of a what-if: who plays each seat of a new match that begins at a moment of this one."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.containers import Container, Vertical

from galli_tui.replay.moment_words import when_words
from galli_tui.replay.timeline import Timeline
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.form import FormScreen
from galli_tui.style.actions import bindings
from galli_tui.style.replay_keys import WHAT_IF
from galli_tui.style.wording import BOTS
from galli_tui.tables.seat_names import seat_name
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from rules.bots.review import Grade, GradedDecision
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.format.header_fields import Player

_PERSON: Final = ""
"""The value of a seat that a person at this terminal plays."""
_OPPONENT: Final = "prior"
"""The bot that is proposed for seats of other people."""


class WhatIfScreen(FormScreen[None]):
    """A small form over the replay. It opens the new match, or says why there can be none."""

    SCOPES: ClassVar[tuple[str, ...]] = (WHAT_IF, "form", "spinner")
    BINDINGS = bindings(WHAT_IF, "form")
    DEFAULT_CSS = """
    WhatIfScreen { align: center middle; background: $ground 60%; }
    WhatIfScreen:ansi { background: transparent; }
    WhatIfScreen #form { width: 64; height: auto; border: round $gold; padding: 1 2; background: $page;
        border-title-color: $rubric; border-title-style: bold; }
    WhatIfScreen FormButton { margin-top: 1; }
    WhatIfScreen #foot { dock: bottom; height: 2; width: 1fr; background: $ground; }
    """

    def __init__(self, timeline: Timeline, number: int, decided: GradedDecision | None = None) -> None:
        """Offer a match from a moment on; from just before the decision that led to it, if that is graded.

        The better move is selected then, or the move made if nothing better was found.
        """
        super().__init__()
        self._timeline, self._number, self._decided = timeline, number - (decided is not None), decided

    def compose(self) -> ComposeResult:
        table = self._timeline.table
        people = [Seat(seat) for seat, player in enumerate(table.players) if not player.bot]
        you = next((seat for seat in people if table.players[seat].here), people[0] if people else Seat(0))
        you = you if self._decided is None else self._decided.decision.seat
        with Vertical(id="form") as form:
            again = ": decide again" if self._decided else ""
            form.border_title = f"What if, from {when_words(self._timeline, self._number) or 'here'}{again}"
            for number, player in enumerate(table.players):
                options = [
                    SpinnerOption(_PERSON, "a person here", f"{player.colour}_text"),
                    *(SpinnerOption(bot, f"bot: {bot}", f"{player.colour}_text") for bot in BOTS),
                ]
                chosen = _PERSON if number == you else player.bot or _OPPONENT
                yield Spinner(seat_name(table, Seat(number)), options, chosen, identity=f"seat{number}")
            yield FormButton("Play from here", identity="done")
        with Container(id="foot"):
            yield Prompt()
            yield Footer()

    def on_mount(self) -> None:
        self.query_one("#done").focus()

    def explain_field(self) -> None:
        words = "Left and right choose who plays the seat; Enter continues."
        if isinstance(self.focused, FormButton):
            words = "Enter starts a new match from this moment; draws to come are new."
            if self._decided is not None:
                move = "move made" if self._decided.grade is Grade.BEST else "better move"
                words = f"Enter starts a new match here; the {move} is selected, draws are new."
        self.query_one(Prompt).show_next(words)

    def done(self) -> None:
        if not self.is_current:
            return  # A second key, typed while the first one was starting the match.
        table = self._timeline.table
        bots = [str(self.query_one(f"#seat{seat}", Spinner).value) for seat in range(len(table.players))]
        if all(bots):
            self.refuse("At least one seat must be played by a person.", self.query_one("#seat0", Spinner))
            return
        players = [
            Player(player.name, player.colour, bot or None) for player, bot in zip(table.players, bots, strict=True)
        ]
        try:
            begun = self.app.match_store.branch(table.match_id, self._timeline.moments[self._number].entry + 1, players)
        except SaveError as error:
            self.app.push_screen(Notice("No new match from here", sanitize(str(error), 400)))
        else:
            it = self._decided
            self.dismiss()
            self.app.open_what_if(begun, it and (it.decision.move if it.grade is Grade.BEST else it.best))

    def action_done(self) -> None:
        self.done()

    def action_back(self) -> None:
        self.dismiss()
