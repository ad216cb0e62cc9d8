"""What was entered for the seats stays on the form when the game changes, as far as the game has room."""

from __future__ import annotations

from galli_tui.app import GalliApp
from galli_tui.game_api.last_setup import remember_setup
from galli_tui.screens.start.seat_fields import SeatEntry, seat_colours
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.tables.match_store import Setup
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.spinner import Spinner
from galli_tui.widgets.text_field import TextField
from rules.engine.game import Options
from rules.registry import game_meta
from saves.format.header_fields import Player
from tests.support.app_driver import Driver, drive
from tests.support.fake_match_store import FakeMatchStore

PEOPLE = (Player("Anna", "red"), Player("Bruno", "blue"), Player("Cara", "green"))


def form_of(screen: SetupScreen) -> tuple[GalliApp, FakeMatchStore]:
    """Return an app that opens on a form, and the store of the matches that it starts."""
    match_store = FakeMatchStore()
    return GalliApp(Terminal(), match_store, first=lambda app: app.push_screen(screen)), match_store


async def go_to(app: Driver, game: str) -> SetupScreen:
    """Turn the form's game until it is this one."""
    for _ in range(4):
        form = app.app.screen
        assert isinstance(form, SetupScreen)
        if form.game_key == game:
            return form
        form.set_focus(form.query_one("#game"))
        await app.press("right")
    raise AssertionError(f"the form does not offer {game}")


async def enter(app: Driver, field: str, *keys: str, text: str = "") -> None:
    """Press keys in a field of the form, or type there."""
    app.app.screen.set_focus(app.app.screen.query_one(f"#{field}"))
    await app.press(*keys)
    await app.type(text)


async def choose(app: Driver, field: str, value: object) -> None:
    """Turn a field until it has this value."""
    for _ in range(4):
        if app.app.screen.query_one(f"#{field}", Spinner).value == value:
            return
        await enter(app, field, "right")
    raise AssertionError(f"{field} does not offer {value}")


def shown(app: Driver, seat: int) -> tuple[str, object, object]:
    """Return name, colour and player of a seat that has a line."""
    form = app.app.screen
    assert form.query_one(f"#seat-{seat}").display
    return (
        form.query_one(f"#name-{seat}", TextField).value,
        form.query_one(f"#colour-{seat}", Spinner).value,
        form.query_one(f"#who-{seat}", Spinner).value,
    )


def test_names_colours_and_players_stay_when_the_game_changes() -> None:
    async def script(app: Driver) -> None:
        await go_to(app, "campus-galli")
        await choose(app, "mode", "versus")
        await choose(app, "count", 3)
        await enter(app, "name-0", text="Anna")
        await enter(app, "colour-0", "right", "right")  # blue
        await enter(app, "who-1", "left")
        await enter(app, "name-2", text="Bruno")
        before = [shown(app, seat) for seat in range(3)]
        assert [name for name, _, _ in before] == ["Anna", "", "Bruno"]
        form = await go_to(app, "ora-et-labora")
        assert form.query_one("#game").has_focus
        await choose(app, "mode", "versus")
        await choose(app, "count", 3)
        assert [shown(app, seat) for seat in range(2)] == before[:2]
        assert shown(app, 2)[::2] == ("Bruno", None)

    drive(form_of(SetupScreen(game="campus-galli"))[0], script)


def test_a_seat_that_a_game_lacks_keeps_its_name_for_the_next_one() -> None:
    seats = tuple(
        Player(name, colour)
        for name, colour in zip(("Anna", "Bruno", "Cara", "Dora"), ("blue", "green", "yellow", "red"), strict=True)
    )
    setup = Setup("campus-galli", Options(4, "versus", 1), seats)

    async def script(app: Driver) -> None:
        before = [shown(app, seat) for seat in range(4)]
        await go_to(app, "builders-duel")
        assert [shown(app, seat)[0] for seat in range(2)] == ["Anna", "Bruno"]
        assert len(app.app.screen.query(".seat")) == 2
        await go_to(app, "campus-galli")
        await choose(app, "mode", "versus")
        assert [shown(app, seat) for seat in range(4)] == before

    drive(form_of(SetupScreen(setup))[0], script)


def test_no_two_seats_get_one_colour() -> None:
    meta = game_meta("ora-et-labora")
    entries = [SeatEntry(colour="white"), SeatEntry(), SeatEntry(colour="yellow"), SeatEntry(colour="white")]
    assert seat_colours(meta, ("white", "red"), entries) == ("white", "red", "green", "blue")


def test_a_game_with_sides_keeps_their_colours() -> None:
    assert seat_colours(game_meta("builders-duel"), (), [SeatEntry(colour="red")]) == ("blue", "red")


def chosen(form: SetupScreen) -> tuple[str, int]:
    return form.options.mode, form.options.seats


def test_a_solo_match_stays_solo_in_every_game_that_has_it() -> None:
    async def script(app: Driver) -> None:
        form = await go_to(app, "ora-et-labora")
        await choose(app, "mode", "solo")
        assert chosen(form) == ("solo", 1)
        for game in ("campus-galli", "builders-duel", "ora-et-labora"):
            form = await go_to(app, game)
            assert chosen(form) == (("versus", 2) if game == "builders-duel" else ("solo", 1))

    drive(form_of(SetupScreen(game="ora-et-labora"))[0], script)


def test_the_number_of_seats_comes_back_after_a_game_for_fewer() -> None:
    async def script(app: Driver) -> None:
        await choose(app, "mode", "versus")
        await choose(app, "count", 4)
        await go_to(app, "builders-duel")
        assert chosen(await go_to(app, "campus-galli")) == ("versus", 4)

    drive(form_of(SetupScreen(game="campus-galli"))[0], script)


def test_how_a_game_was_set_up_last_comes_before_a_mode_that_was_only_proposed() -> None:
    remember_setup(Setup("campus-galli", Options(3, "coop", 1), PEOPLE))
    remember_setup(Setup("ora-et-labora", Options(1, "solo", 1), PEOPLE[:1]))

    async def script(app: Driver) -> None:
        assert chosen(await go_to(app, "campus-galli")) == ("coop", 3)

    drive(form_of(SetupScreen(game="ora-et-labora"))[0], script)


def test_the_options_of_a_game_and_practice_stay_when_the_game_changes() -> None:
    async def script(app: Driver) -> None:
        await go_to(app, "ora-et-labora")
        await choose(app, "mode", "solo")
        await enter(app, "choice-country", "right")
        await enter(app, "practice", "right")
        before = app.app.screen.query_one("#choice-country", Spinner).value
        for game in ("campus-galli", "builders-duel", "ora-et-labora"):
            form = await go_to(app, game)
            assert form.options.practice
        assert form.query_one("#choice-country", Spinner).value == before
        await choose(app, "practice", value=False)
        assert not (await go_to(app, "campus-galli")).options.practice

    drive(form_of(SetupScreen(game="ora-et-labora"))[0], script)
