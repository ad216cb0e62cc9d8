"""Setting up a match: game, level, mode, seats with names, colours and bots, house variants, seed."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Mapping
from importlib.util import find_spec
from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from galli_tui.game_api.registry import texts_of
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.dialogs import Notice
from galli_tui.screens.form import FormScreen
from galli_tui.style.actions import Action, bindings
from galli_tui.style.wording import BOTS, level_name, listed, mode_name
from galli_tui.tables.match_store import NAMES, Setup
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from rules.bots import bot_names
from rules.engine.game import Meta, OptionError, Options
from rules.registry import game_box, games
from saves.errors import SaveError
from saves.format.header_fields import Player

if TYPE_CHECKING:
    from galli_tui.app_base import AppBase
    from galli_tui.tables.network import HostSession, Network

_MAX_SEED_DIGITS = 18
_SSH_PORT = 2222
_VARIANTS = {"open-hands": ("Hands", "hidden", "open to all")}
_OTHERS = "The other seats are open to guests; the lobby can give them to bots, or to people here."
_ABOUT_VARIANTS = {
    "variant-open-hands": "Drawn cards are hidden from the others, or lie open to all: a house variant.",
}
"""What a variant is about, by its field."""
_ABOUT_MODES = {
    "solo": "You play alone, for as many points as you can.",
    "coop": "All seats play together, for one score.",
    "versus": "Every seat plays for itself; the most points win.",
}


class SetupScreen(FormScreen[None]):
    """A form of one line a question. It begins at once with what it proposes, and says in words what is wrong."""

    SCOPES: ClassVar[tuple[str, ...]] = ("setup", "form", "spinner")
    BINDINGS = bindings("setup", "form")
    DEFAULT_CSS = """
    SetupScreen #form { width: 70; height: auto; padding: 0 2; background: $page; border: round $edge;
        border-title-color: $rubric; border-title-style: bold; }
    SetupScreen Horizontal { height: 1; }
    SetupScreen .seat Spinner { width: 13; }
    SetupScreen .seat Input { width: 26; }
    SetupScreen #seed { width: 24; }
    SetupScreen #blurb { height: auto; margin: 0 0 1 11; color: $faint; }
    SetupScreen #seat-0 { margin-top: 1; }
    SetupScreen #others { height: auto; margin: 0 0 0 11; color: $faint; }
    SetupScreen FormButton { margin-top: 1; }
    """

    def __init__(
        self, setup: Setup | None = None, *, networked: bool = False, bots: Mapping[int, Player] | None = None
    ) -> None:
        """Filled in as given; `networked` proposes several terminals, with the seats of `setup` at this one.

        There `bots` play the seats with these numbers, from 0, as long as no person needs them.
        """
        super().__init__()
        self._bots = dict(bots or {})
        self._networked = networked
        self._own_seats = max(1, len(setup.seats)) if setup and networked else 1
        """So many seats are settled here where the others are open to guests."""
        self._setup = setup
        self._meta: Meta = game_box(setup.game if setup else games()[0]).meta
        given = [seat.colour for seat in setup.seats] if setup else []
        self._colours = (*given, *(colour for colour in self._meta.colours if colour not in given))
        """By seat: no two seats begin with one colour."""
        self._most = max(most for _, most in self._meta.modes.values())

    @property
    def level(self) -> int:
        return cast(int, self._choice("level").value)

    def compose(self) -> ComposeResult:
        meta = self._meta
        options = self._setup.options if self._setup else None
        with Container(classes="middle"), Vertical(id="form") as form:
            form.border_title = "A new match"
            where = [
                SpinnerOption(value=False, label="at this terminal"),
                SpinnerOption(value=True, label="open to the network"),
            ]
            yield Spinner("Where", where, self._networked, identity="where")
            yield Spinner(
                "Game", [SpinnerOption(key, game_box(key).meta.title) for key in games()], meta.key, identity="game"
            )
            levels = [SpinnerOption(number, f"{level_name(number)}  {title}") for number, title in meta.levels]
            yield Spinner("Level", levels, options and options.level, identity="level")
            yield Static(id="blurb")
            modes = [SpinnerOption(mode, mode_name(mode)) for mode in _ordered(meta)]
            yield Spinner("Mode", modes, options and options.mode, identity="mode")
            yield Spinner("Seats", [SpinnerOption(0, "")], identity="count")
            for variant in meta.variants:
                label, off, on = _VARIANTS.get(variant, (variant, "no", "yes"))
                chosen = bool(options and variant in options.variants)
                yield Spinner(
                    label,
                    [SpinnerOption(value=False, label=off), SpinnerOption(value=True, label=on)],
                    chosen,
                    identity=f"variant-{variant}",
                )
            port = self._ssh_port
            doors = [
                SpinnerOption(0, "for guests with galli-tui alone"),
                SpinnerOption(port, f"by SSH as well, at port {port}"),
            ]
            yield Spinner("Open", doors, self._ssh_proposed, identity="ssh")
            with Horizontal(id="seed-line"):
                yield FaintLabel("Seed".ljust(Spinner.LABEL_CELLS) + "  ")
                yield TextField(placeholder="random", identity="seed", most=_MAX_SEED_DIGITS)
            for number in range(self._most):
                yield self._seat_line(number)
            yield Static(id="others")
            yield FormButton("Begin", identity="begin")
        yield Prompt()
        yield Footer()

    def _seat_line(self, number: int) -> Horizontal:
        given = self._setup.seats[number] if self._setup and number < len(self._setup.seats) else None
        colours = [SpinnerOption(colour, colour, f"{colour}_text") for colour in self._meta.colours]
        bots = [SpinnerOption(None, "person"), *(SpinnerOption(name, name) for name in bot_names())]
        return Horizontal(
            FaintLabel(f"Seat {number + 1}".ljust(Spinner.LABEL_CELLS) + "  "),
            TextField(given.name if given else "", placeholder=NAMES[number % len(NAMES)], identity=f"name-{number}"),
            Spinner("", colours, self._colours[number], identity=f"colour-{number}"),
            Spinner("", bots, given.bot if given else None, identity=f"who-{number}"),
            classes="seat",
            id=f"seat-{number}",
        )

    def on_mount(self) -> None:
        options = self._setup.options if self._setup else None
        self._fit_seats(options.seats if options else 2)
        self.tell()
        # At once, before the screen would give the focus to its first line.
        self.set_focus(self.query_one("#begin" if self._setup else "#level"))

    def _choice(self, identity: str) -> Spinner:
        return self.query_one(f"#{identity}", Spinner)

    @property
    def _seats(self) -> int:
        return cast(int, self._choice("count").value)

    def _fit_seats(self, wanted: int) -> None:
        """Offers as many seats as the mode takes, and shows a line for each."""
        least, most = self._meta.modes[cast(str, self._choice("mode").value)]
        count = self._choice("count")
        count.offer([SpinnerOption(number, str(number)) for number in range(least, most + 1)])
        count.put(max(least, min(most, wanted)))
        self._fit_lines()

    def _fit_lines(self) -> None:
        """At several terminals only the host's own seats are settled here, and no seed: nobody is to know the deal."""
        networked = self._is_networked
        self.query_one("#seed-line").display = not networked
        self.query_one("#ssh").display = networked and find_spec("asyncssh") is not None
        self.query_one("#begin", FormButton).put("Open the table" if networked else "Begin")
        self.query_one("#others").display = networked and self._seats > self._lines
        kept = [sanitize(bot.name) for bot in self._bots_kept.values()]
        again = "plays again, as a bot." if len(kept) == 1 else "play again, as bots."
        self.query_one("#others", Static).update(Content(f"{listed(kept)} {again} {_OTHERS}" if kept else _OTHERS))
        # Only what can matter is asked: no number of seats where there is one, and the variants that the game names.
        least, most = self._meta.modes[cast(str, self._choice("mode").value)]
        self._choice("count").display = least < most
        for variant in self._meta.variants:
            self._choice(f"variant-{variant}").display = variant in self._variants
        for number in range(self._most):
            self.query_one(f"#seat-{number}").display = number < self._lines
            self._choice(f"who-{number}").display = self._may_seat_bots

    @property
    def _variants(self) -> tuple[str, ...]:
        """The house variants that the game offers for the mode and the number of seats."""
        return game_box(self._meta.key).variants_for(cast(str, self._choice("mode").value), self._seats)

    @property
    def _may_seat_bots(self) -> bool:
        """Not where one plays alone; at several terminals the lobby does."""
        return not self._is_networked and self._seats > 1

    @property
    def _bots_kept(self) -> dict[int, Player]:
        """Bots that play again by seat, as many as have room beside the people here."""
        room = self._seats - self._lines
        kept = [number for number in self._bots if number < self._seats][: max(0, room)]
        return {number: self._bots[number] for number in kept}

    @property
    def _ssh_proposed(self) -> int:
        """Where the last table of this program let friends in over SSH; 0 where it did not."""
        doors = self.app.host_options
        return 0 if doors is None else doors.ssh_port or 0

    @property
    def _ssh_port(self) -> int:
        return self._ssh_proposed or _SSH_PORT

    @property
    def _lines(self) -> int:
        """How many seats have a line."""
        return min(self._own_seats, self._seats) if self._is_networked else self._seats

    @property
    def _is_networked(self) -> bool:
        return bool(self._choice("where").value)

    def tell(self) -> None:
        """Says what is next, and what the level is about."""
        self.query_one("#blurb", Static).update(Content(texts_of(self._meta.key).level_blurb(self.level)))
        match self.focused:
            case FormButton() if self._is_networked:
                words = "Enter opens the table; guests find it and sit down, and then you begin."
            case FormButton():
                words = "Enter begins the match as it is set up."
            case TextField(id="seed"):
                words = "The same number gives the same deal; leave it empty for a random one."
            case TextField() if self._may_seat_bots:
                words = "Type a name, or leave the one proposed; tab goes on to colour and player."
            case TextField():
                words = "Type a name, or leave the one proposed; tab goes on to the colour."
            case Spinner(id="mode", value=str(mode)) if mode in _ABOUT_MODES:
                words = f"{_ABOUT_MODES[mode]} Left and right change it."
            case Spinner(id="where"):
                words = "All at this terminal, or at several: on this network, by address or over SSH."
            case Spinner(id="ssh"):
                words = "Over SSH friends come with nothing but an SSH key, and play at this computer."
            case Spinner(id=identity) if identity in _ABOUT_VARIANTS:
                words = _ABOUT_VARIANTS[identity]
            case Spinner(id=str(identity), value=str(bot)) if identity.startswith("who-"):
                words = f"The {bot} {BOTS[bot]}; left and right change."
            case Spinner(id=str(identity)) if identity.startswith("who-"):
                words = "Left and right give the seat to a person at this terminal, or to a bot."
            case _:
                words = "Left and right change it, up and down go from line to line; ctrl+s begins."
        self.query_one(Prompt).show_next(words)

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        identity = event.choice.id or ""
        if identity == "game":
            self._change_game(cast(str, event.choice.value))
            return
        if identity in ("mode", "count"):
            self._fit_seats(self._seats)
        if identity == "where":
            self._fit_lines()
        if identity.startswith("colour-"):
            self._part_colours(event.choice)
        self.tell()

    def _change_game(self, key: str) -> None:
        if key != self._meta.key:
            self.dismiss()
            self.app.push_screen(SetupScreen(Setup(key, Options(0, "", 0), ()), networked=self._is_networked))

    def _part_colours(self, changed: Spinner) -> None:
        """No two seats of one colour: whoever had it takes the colour that is free now."""
        others = [self._choice(f"colour-{number}") for number in range(self._most)]
        taken = {choice.value for choice in others if choice is not changed}
        free = [colour for colour in self._meta.colours if colour not in taken and colour != changed.value]
        for choice in others:
            if choice is not changed and choice.value == changed.value and free:
                choice.put(free[0])

    def offers(self, action: Action) -> bool:
        if action.id == "setup.other-seed":
            return self.focused is self.query_one("#seed")
        return super().offers(action)

    def action_other_seed(self) -> None:
        self.query_one("#seed", Input).value = str(secrets.randbelow(1_000_000))

    def action_back(self) -> None:
        self.dismiss()

    def done(self) -> None:
        self.action_begin()

    def action_begin(self) -> None:
        if not self.is_current:
            return  # A second key, typed while the first one's match was begun.
        setup = self._read()
        if isinstance(setup, str):
            self.refuse(setup)
            return
        if self._is_networked:
            ssh_port, bots = cast(int, self._choice("ssh").value), self._bots_kept
            left = AwaitComplete.nothing()
            if any(isinstance(screen, GalliScreen) and screen.networked for screen in self.app.screen_stack):
                # The table that lies below has the ports that the next one wants; it is read no more.
                left = self.app.leave_table()
            _open_table(self.app, setup, ssh_port, bots, left)
            return
        try:
            table = self.app.match_store.begin(setup)
        except (SaveError, OptionError) as error:
            self.app.push_screen(Notice("The match was not begun", str(error)))
            return
        self.app.open_table(table)

    def _read(self) -> Setup | str:
        """What the form says, or one sentence about what is wrong with it; the cursor goes there."""
        seed = self.query_one("#seed", Input)
        typed = "" if self._is_networked else seed.value.strip()
        if typed and not (typed.isascii() and typed.isdecimal()):
            self.set_focus(seed)
            return f"A seed is a whole number of at most {_MAX_SEED_DIGITS} digits; leave it empty for a random one."
        names: dict[str, int] = {}
        seats: list[Player] = []
        for number in range(self._lines):
            field = self.query_one(f"#name-{number}", Input)
            name = sanitize(field.value or field.placeholder)
            if not name:
                self.set_focus(field)
                return f"Nothing of the name of seat {number + 1} can be shown: choose another one."
            if name.casefold() in names:
                self.set_focus(field)
                return f"Seats {names[name.casefold()] + 1} and {number + 1} are both called {name}."
            names[name.casefold()] = number
            bot = cast("str | None", self._choice(f"who-{number}").value) if self._may_seat_bots else None
            seats.append(Player(name, cast(str, self._choice(f"colour-{number}").value), bot))
        if all(seat.bot for seat in seats):
            self.set_focus(self._choice("who-0"))
            return "Somebody has to play: give at least one seat to a person."
        variants = tuple(sorted(one for one in self._variants if self._choice(f"variant-{one}").value))
        options = Options(
            seats=self._seats,
            mode=cast(str, self._choice("mode").value),
            level=self.level,
            variants=variants,
        )
        return Setup(self._meta.key, options, tuple(seats), int(typed) if typed else None)


def _open_table(app: AppBase, setup: Setup, ssh_port: int, bots: Mapping[int, Player], left: Awaitable[None]) -> None:
    """Opens the match to the network, once the last table is `left`, as it has the ports that this one wants.

    The seats of the form are here or the bots', all others wait for guests. An `ssh_port` of 0 leaves the SSH entrance
    shut; otherwise it is open as the last table of this program was. If it cannot be opened, the form shows again.
    """
    # What knows of the network comes with the cryptography and its time to load: the form does without.
    from galli_tui.screens.network.open_table import open_table
    from galli_tui.tables.network import HostOptions, HostPlan
    from net.host.lobby import SeatAssignment
    from net.wire.messages import SeatKind

    here = [SeatAssignment(SeatKind.HERE, seat.name, seat.colour) for seat in setup.seats]
    names, colours = {seat.name.casefold() for seat in here}, {seat.colour for seat in here}
    plans: list[SeatAssignment] = []
    for number in range(setup.options.seats):
        bot = bots.get(number)
        if bot is not None and bot.name.casefold() not in names:
            colour = "" if bot.colour in colours else bot.colour
            plans.append(SeatAssignment(SeatKind.BOT, bot.name, colour, bot.bot))
        else:
            plans.append(here.pop(0) if here else SeatAssignment(SeatKind.OPEN))
    plan = HostPlan(setup.game, setup.options, tuple(plans), setup.components)
    doors = (app.host_options or HostOptions())._replace(ssh_port=ssh_port or None)

    def refused() -> None:
        if len(app.screen_stack) == 1:
            app.push_screen(SetupScreen(setup, networked=True, bots=bots))

    async def opened(network: Network) -> HostSession:
        await left
        return await network.host(plan, doors)

    open_table(app, opened, refused)


def _ordered(meta: Meta) -> list[str]:
    """The modes, those for several seats first."""
    return sorted(meta.modes, key=lambda mode: -meta.modes[mode][1])
