"""The setup form: game, the options that it declares, mode, seats with names, colours and bots, seed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.containers import Container, Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, Static

from galli_tui.game_api.last_setup import OPPONENT, last_setup, proposed_setup
from galli_tui.game_api.own_name import own_name
from galli_tui.game_api.typed_names import same_name_text
from galli_tui.lessons.lesson import Lesson
from galli_tui.lessons.progress import unopened_lesson
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.form import FormScreen
from galli_tui.screens.start.open_to_network import open_to_network
from galli_tui.screens.start.seat_fields import SeatEntry, SeatFields, entry_of, seat_colours
from galli_tui.screens.start.setup_prompt import FormState, field_words
from galli_tui.style.actions import Action, bindings
from galli_tui.style.key_names import KEY
from galli_tui.style.wording import counted, listed, mode_name
from galli_tui.tables.match_store import BOT_NAMES, Setup
from galli_tui.terminal.safe_text import sanitize
from galli_tui.widgets.button import FormButton
from galli_tui.widgets.footer import Footer
from galli_tui.widgets.key_in_text import TextWithKeys
from galli_tui.widgets.label import FaintLabel
from galli_tui.widgets.prompt import Prompt
from galli_tui.widgets.spinner import Spinner, SpinnerOption
from galli_tui.widgets.text_field import TextField
from rules.engine.game import Meta, Options
from rules.engine.options import Option
from rules.registry import game_meta, games
from saves.format.header_fields import Player

_MAX_SEED_DIGITS = 18
_SSH_PORT = 2222
_PRACTICE = "practice"
_OTHERS = "The other seats are for guests; the lobby can give them to bots or players here."


class SetupScreen(FormScreen[None]):
    """A form whose suggestions can be started as they are."""

    SCOPES: ClassVar[tuple[str, ...]] = ("setup", "form", "spinner")
    BINDINGS = bindings("setup", "form")
    DEFAULT_CSS = """
    SetupScreen #upper { width: 1fr; height: 1fr; align: center top; padding-top: 1; }
    SetupScreen.-wide #upper { padding-top: 7; } SetupScreen.-grand #upper { padding-top: 13; }
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
        self,
        setup: Setup | None = None,
        *,
        game: str | None = None,
        networked: bool = False,
        bots: Mapping[int, Player] | None = None,
        entries: Sequence[SeatEntry] | None = None,
        own_seats: int = 1,
        chosen: tuple[str, int] | None = None,
        picked: Sequence[tuple[str, object]] = (),
    ) -> None:
        """Fill in the form from `setup`; `networked` suggests a network match, with those seats at this computer.

        Without one, propose how the game was set up last. In a network match `bots` play the seats with these
        numbers, from 0, as long as no person needs them. When the game was changed just now, `entries` are what was
        entered before that, `own_seats` is how many seats had a line in a network match, `chosen` is the mode and
        the number of seats that were chosen, for every game that has them, and `picked` are options by their field
        and value, the last one at the end, for every game that offers them.
        """
        super().__init__()
        self._bots = dict(bots or {})
        self._networked, self._at_game = networked, entries is not None
        self._entries = entries or [entry_of(seat) for seat in (setup.seats if setup else ())]
        """What was entered before for each seat; seats that this game does not have keep it for another one."""
        self._own_seats = max(1, len(setup.seats)) if setup and networked else own_seats
        """How many seats have a line here in a network match; the others are for guests."""
        self._chosen = (setup.options.mode, setup.options.seats) if setup else chosen
        """The mode and the number of seats that were chosen; None while those proposed stand."""
        self._given = setup is not None
        """Whether the setup was chosen before, so that only Start is left to press."""
        self._setup = setup = setup or proposed_setup(own_name(), game, least_seats=1 + networked)
        self._meta: Meta = game_meta(setup.game)
        given = [(f"choice-{option.key}", value.key) for option, value in self._meta.chosen(setup.options)]
        self._picked: list[tuple[str, object]] = list(picked)
        """The options picked so far by field and value, the last one at the end."""
        if self._given:
            self._picked = [*given, (_PRACTICE, setup.options.practice)]
        self._colours = seat_colours(self._meta, [seat.colour for seat in setup.seats], self._entries)
        """The colour of each seat at first."""
        self._most = max(most for _, most in self._meta.modes.values())

    @property
    def options(self) -> Options:
        values = {
            option.key: next(it for it in option.values if it.key == self._choice(f"choice-{option.key}").value)
            for option in self._meta.choices_for(self._mode, self._seats)
        }
        practice = self._may_practise and bool(self._choice(_PRACTICE).value)
        return self._meta.options_with(self._seats, self._mode, values).with_practice(on=practice)

    @property
    def game_key(self) -> str:
        return self._meta.key

    def compose(self) -> ComposeResult:
        meta = self._meta
        # Not in the middle: a field under the mouse must not move when the form grows or shrinks.
        with Container(id="upper"), Vertical(id="form") as form:
            form.border_title = "New match"
            where = [
                SpinnerOption(value=False, label="at this computer"),
                SpinnerOption(value=True, label="over the network"),
            ]
            yield Spinner("Where", where, self._networked, identity="where")
            yield Spinner(
                "Game", [SpinnerOption(key, game_meta(key).title) for key in games()], meta.key, identity="game"
            )
            yield from (self._choice_line(option) for option in meta.choices if option.is_level)
            yield TextWithKeys(id="blurb")
            modes = [SpinnerOption(mode, mode_name(mode)) for mode in meta.ordered_modes]
            mode = self._chosen[0] if self._chosen and self._chosen[0] in meta.modes else self._setup.options.mode
            yield Spinner("Mode", modes, mode, identity="mode")
            yield Spinner("Seats", [SpinnerOption(0, "")], identity="count")
            yield from (self._choice_line(option) for option in meta.choices if not option.is_level)
            port = self._ssh_proposed or _SSH_PORT
            ssh_choices = [SpinnerOption(0, "off"), SpinnerOption(port, f"on, port {port}")]
            yield Spinner("SSH", ssh_choices, self._ssh_proposed, identity="ssh")
            with Horizontal(id="seed-line"):
                yield FaintLabel("Seed".ljust(Spinner.LABEL_CELLS) + "  ")
                yield TextField(placeholder="random", identity="seed", most=_MAX_SEED_DIGITS)
            for number in range(self._most):
                yield self._seat_line(number)
            yield Static(id="others")
            undo = [SpinnerOption(value=False, label="off"), SpinnerOption(value=True, label="undo anything")]
            yield self._option_line("Practice", undo, self._setup.options.practice, _PRACTICE)
            yield FormButton("Start", identity="begin")
        yield Prompt()
        yield Footer()

    def _choice_line(self, option: Option) -> Spinner:
        """Return the spinner of an option that the game declares; its values are their keys."""
        values = [SpinnerOption(value.key, value.label) for value in option.values]
        given = self._setup.options
        proposed = option.value_in(given.level, given.variants).key
        return self._option_line(option.label, values, proposed, f"choice-{option.key}")

    def _option_line(self, label: str, values: Sequence[SpinnerOption], proposed: object, identity: str) -> Spinner:
        """Return a spinner on what was picked last in its field, whatever the game was then, if it is offered."""
        spinner = Spinner(label, values, proposed, identity=identity)
        for field, value in self._picked:
            if field == identity:
                spinner.put(value)
        return spinner

    def _seat_line(self, number: int) -> SeatFields:
        given = self._setup.seats[number] if number < len(self._setup.seats) else None
        taken = {seat.name for seat in self._setup.seats}
        free = [name for name in BOT_NAMES if name not in taken]
        name, bot = (given.name, given.bot) if given else (free[number - len(taken)], OPPONENT)
        entry = self._entries[number] if number < len(self._entries) else SeatEntry()
        seat = Player(name, self._colours[number], bot)
        return SeatFields(number, self._seat_label(number), seat, self._meta.colours, entry)

    def on_mount(self) -> None:
        named = [number for number, entry in enumerate(self._entries, 1) if entry.name]
        self._fit_seats(self._chosen[1] if self._chosen else max([self._setup.options.seats, *named]))
        self.explain_field()
        # Immediately, before the screen focuses its first line.
        first = next(choice for choice in self.query(Spinner) if choice.display and choice.id not in ("where", "game"))
        self.set_focus(self._choice("game") if self._at_game else self.query_one("#begin") if self._given else first)

    def _line(self, number: int) -> SeatFields:
        return self.query_one(f"#seat-{number}", SeatFields)

    def _choice(self, identity: str) -> Spinner:
        return self.query_one(f"#{identity}", Spinner)

    def _seat_label(self, number: int) -> str:
        """Return the role of a seat, or its number."""
        return self._meta.roles[number].name if self._meta.roles else f"Seat {number + 1}"

    @property
    def _mode(self) -> str:
        return cast(str, self._choice("mode").value)

    @property
    def _seats(self) -> int:
        return cast(int, self._choice("count").value)

    def _fit_seats(self, wanted: int) -> None:
        """Offer the numbers of seats that the mode allows, and show a line for each seat."""
        least, most = self._meta.modes[self._mode]
        count = self._choice("count")
        count.offer([SpinnerOption(number, str(number)) for number in range(least, most + 1)])
        count.put(max(least, min(most, wanted)))
        self._fit_lines()

    def _fit_lines(self) -> None:
        """Show only the fields that matter; a network match has no seed, which would give the deal away."""
        networked = self._is_networked
        self.query_one("#seed-line").display = not networked
        self.query_one("#ssh").display = networked and find_spec("asyncssh") is not None
        self.query_one("#begin", FormButton).put("Open the table" if networked else "Start")
        self.query_one("#others").display = networked and self._seats > self._lines
        kept = [sanitize(bot.name) for bot in self._bots_kept.values()]
        again = "plays again as a bot." if len(kept) == 1 else "play again as bots."
        self.query_one("#others", Static).update(Content(f"{listed(kept)} {again} {_OTHERS}" if kept else _OTHERS))
        # Ask only what matters: no mode and no number of seats where there is one, and only options that count here.
        least, most = self._meta.modes[self._mode]
        self._choice("mode").display = len(self._meta.modes) > 1
        self._choice("count").display = least < most
        asked = self._meta.choices_for(self._mode, self._seats)
        for option in self._meta.choices:
            self._choice(f"choice-{option.key}").display = option in asked
        self._choice(_PRACTICE).display = self._may_practise
        for number in range(self._most):
            self.query_one(f"#seat-{number}").display = number < self._lines
            self._choice(f"colour-{number}").display = not self._meta.roles
            self._choice(f"who-{number}").display = self._may_seat_bots

    @property
    def _may_seat_bots(self) -> bool:
        """Whether seats can be given to bots: not in solo, and in a network match only in the lobby."""
        return not self._is_networked and self._seats > 1

    @property
    def _may_practise(self) -> bool:
        """Whether one person plays alone or against bots, who may then undo anything."""
        people = (self._choice(f"who-{number}").value is None for number in range(self._seats))
        return not self._is_networked and (self._seats == 1 or sum(people) == 1)

    @property
    def _bots_kept(self) -> dict[int, Player]:
        """The bots of a rematch by seat, as many as have room beside the people here."""
        room = self._seats - self._lines
        kept = [number for number in self._bots if number < self._seats][: max(0, room)]
        return {number: self._bots[number] for number in kept}

    @property
    def _ssh_proposed(self) -> int:
        """The SSH port of this program's last table; 0 if it had none."""
        host_options = self.app.host_options
        return 0 if host_options is None else host_options.ssh_port or 0

    @property
    def _lines(self) -> int:
        """The number of seats that have a line."""
        return min(self._own_seats, self._seats) if self._is_networked else self._seats

    @property
    def _is_networked(self) -> bool:
        return bool(self._choice("where").value)

    def explain_field(self) -> None:
        """Show the prompt for the focused field, and the description of the level or of the game."""
        levels = [value for option, value in self._meta.chosen(self.options) if option.is_level]
        blurb = levels[0].blurb if levels else self._meta.blurb
        if lesson := self._offered_lesson:
            blurb += f"\nNew to it? {KEY:setup.learn}: a lesson of {counted(lesson.minutes, 'minute')}."
        self.query_one("#blurb", TextWithKeys).update(Content(blurb))
        bots = [self._choice(f"who-{number}").value is not None for number in range(self._seats)]
        state = FormState(
            self._meta,
            networked=self._is_networked,
            seats_bots=self._may_seat_bots,
            bots_only=self._may_seat_bots and all(bots),
            bot=self._bot_under_cursor or "",
        )
        self.query_one(Prompt).show_next(field_words(self.focused, state))

    @property
    def _offered_lesson(self) -> Lesson | None:
        """The lesson of what is chosen, if it was never opened; the menu offers that of level I."""
        level = self.options.level
        if self._is_networked or (level == 1 and len(self._meta.levels) > 1):
            return None
        return unopened_lesson(self._meta.key, level)

    def on_input_changed(self) -> None:
        """Give a bot's seat to the person whose name is typed there, unless its player was chosen before."""
        number = self._named_seat
        line = None if number is None else self._line(number)
        if line is not None and not line.is_chosen and line.entry.name:
            line.seat_person()
            self._fit_lines()

    @property
    def _bot_under_cursor(self) -> str | None:
        """The bot of the seat whose name has the cursor."""
        number = self._named_seat if self._may_seat_bots else None
        return None if number is None else cast("str | None", self._choice(f"who-{number}").value)

    @property
    def _named_seat(self) -> int | None:
        """The seat whose name has the cursor."""
        kind, _, number = (self.focused.id or "" if self.focused is not None else "").rpartition("-")
        return int(number) if kind == "name" else None

    def on_spinner_changed(self, event: Spinner.Changed) -> None:
        identity = event.choice.id or ""
        if identity == "game":
            self._change_game(cast(str, event.choice.value))
            return
        if identity in ("mode", "count"):
            self._fit_seats(self._seats)
            self._chosen = self._mode, self._seats
        if identity == _PRACTICE or identity.startswith("choice-"):
            self._picked.append((identity, event.choice.value))
        if identity == "where" or identity.startswith("who-"):
            self._fit_lines()
        if identity.startswith("colour-"):
            self._part_colours(event.choice)
        self.explain_field()

    def _change_game(self, key: str) -> None:
        if key != self._meta.key:
            entries = [*(self._line(number).entry for number in range(self._most)), *self._entries[self._most :]]
            # A mode that was only proposed gives way to how the other game was set up last.
            chosen = self._chosen or (None if last_setup(key) else (self._mode, self._seats))
            form = SetupScreen(
                game=key,
                networked=self._is_networked,
                entries=entries,
                own_seats=self._own_seats,
                chosen=chosen,
                picked=self._picked,
            )
            self.dismiss()
            self.app.push_screen(form)

    def _part_colours(self, changed: Spinner) -> None:
        """Give another seat that had the changed seat's colour a free one."""
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

    def label(self, action: Action) -> str:
        return "open" if action.id == "setup.start" and self._is_networked else super().label(action)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "learn":  # A lesson replaces the tables below, which others may need.
            return not self._networked
        return super().check_action(action, parameters)

    def action_learn(self) -> None:
        if lesson := self._offered_lesson:
            self.app.learn(lesson.game_key, lesson.name)
        else:
            self.app.learn()

    def action_other_seed(self) -> None:
        self.query_one("#seed", Input).value = str(secrets.randbelow(1_000_000))

    def action_back(self) -> None:
        self.dismiss()

    def done(self) -> None:
        self.action_start()

    def action_start(self) -> None:
        if not self.is_current:
            return  # A second key, typed while the first one was starting the match.
        setup = self._read()
        if isinstance(setup, str):
            self.refuse(setup)
            return
        if self._is_networked:
            ssh_port, bots = cast(int, self._choice("ssh").value), self._bots_kept
            left = AwaitComplete.nothing()
            if any(isinstance(screen, GalliScreen) and screen.networked for screen in self.app.screen_stack):
                # The table below still uses the ports that the next one needs.
                left = self.app.go_to_menu()
            app = self.app

            def ask_again() -> None:
                app.push_screen(SetupScreen(setup, networked=True, bots=bots))

            open_to_network(app, setup, ssh_port, bots, left, ask_again)
            return
        self.app.start_match(setup)

    def _read(self) -> Setup | str:
        """Return the setup, or a sentence about the first error, whose field gets the focus."""
        seed = self.query_one("#seed", Input)
        typed = "" if self._is_networked else seed.value.strip()
        if typed and not (typed.isascii() and typed.isdecimal()):
            self.set_focus(seed)
            return f"A seed is a whole number of at most {_MAX_SEED_DIGITS} digits; leave it empty for random."
        names: dict[int, str] = {}
        seats: list[Player] = []
        for number in range(self._lines):
            field = self.query_one(f"#name-{number}", Input)
            name = sanitize(field.value) if field.value else self._spare_name(number)
            if not name:
                self.set_focus(field)
                return f"The name of seat {number + 1} has no printable characters; choose another."
            names[number + 1] = name
            if clash := same_name_text(names):
                self.set_focus(field)
                return f"{clash}; change one."
            bot = cast("str | None", self._choice(f"who-{number}").value) if self._may_seat_bots else None
            seats.append(Player(name, cast(str, self._choice(f"colour-{number}").value), bot))
        return Setup(self._meta.key, self.options, tuple(seats), int(typed) if typed else None)

    def _spare_name(self, seat: int) -> str:
        """Return the proposed name of a seat; for a bot whose name has been taken, another one."""
        fields = [self.query_one(f"#name-{number}", Input) for number in range(self._lines)]
        proposed = sanitize(fields[seat].placeholder)
        if not self._may_seat_bots or self._choice(f"who-{seat}").value is None:
            return proposed
        others = [field.value or field.placeholder for number, field in enumerate(fields) if number != seat]
        taken = {sanitize(name).casefold() for name in others}
        return next((name for name in (proposed, *BOT_NAMES) if name.casefold() not in taken), proposed)
