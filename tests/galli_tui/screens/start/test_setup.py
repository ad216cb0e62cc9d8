"""A match is set up by keyboard alone; what is wrong with a setting is said in words."""

from __future__ import annotations

import pytest
from textual.widgets import Input

from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.tables.match_store import Setup
from galli_tui.terminal.safe_text import NAME_CELLS
from galli_tui.widgets.spinner import Spinner
from rules.engine.game import Options, SeatRole
from saves.format.header_fields import Player
from tests.support.app_driver import Driver, app_with, drive
from tests.support.fake_match_store import FakeMatchStore
from tests.support.straws_game import BOX, StrawsBox, straws

pytestmark = pytest.mark.usefixtures(straws.__name__)

TO_NAMES = ("n", "down", "down", "down", "down", "down")
"""From the menu to the first seat's name."""


def test_two_keys_start_a_match_with_the_defaults() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "f5")
        assert isinstance(app.app.screen, HandoverScreen)

    drive(app_with(match_store=match_store), script)
    seats = (Player("Notker", "red"), Player("Ratpert", "green", "brother"))
    assert match_store.begun == [Setup("straws", Options(2, "versus", 1), seats, None)]


def test_everything_can_be_set_by_keyboard() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "right", "down", "right", "down", "right", "down", "right", "down")
        await app.type("17")
        await app.press("down")
        await app.type("Anna")
        await app.press("tab", "left", "down", "down", "down", "down", "enter")

    drive(app_with(match_store=match_store), script)
    seats = (Player("Anna", "yellow"), Player("Ratpert", "green", "brother"), Player("Tuotilo", "blue", "brother"))
    assert match_store.begun == [Setup("straws", Options(3, "coop", 2, ("open-hands",)), seats, 17)]


def test_enter_moves_from_line_to_line_and_starts_at_the_last() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", *["enter"] * 8)
        assert not match_store.begun
        await app.press("enter")

    drive(app_with(match_store=match_store), script)
    assert len(match_store.begun) == 1


def test_up_from_the_first_line_goes_to_the_last() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "up", "up", "up", "enter")

    drive(app_with(match_store=match_store), script)
    assert len(match_store.begun) == 1


def test_solo_has_one_seat() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "down", "left")
        assert "alone" in app.text
        assert "Ratpert" not in app.text
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert match_store.begun[0].options == Options(1, "solo", 1)


def test_two_seats_with_one_name_are_refused() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES)
        await app.type("Anna")
        await app.press("down")
        await app.type("ANNA")
        await app.press("f5")
        assert app.line(-2) == "✖ Seats 1 and 2 are both called ANNA; change one."
        assert app.app.focused is not None
        assert app.app.focused.id == "name-1"
        await app.type("2")
        assert app.line(-2).startswith("Type a name")

    drive(app_with(), script)


def test_a_name_typed_at_a_bots_seat_seats_a_person_unless_a_bot_was_chosen_there() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "down")
        assert app.line(-2).startswith("The brother plays here; type a friend's name")
        await app.type("Bruno")
        who = app.app.screen.query_one("#who-1", Spinner)
        assert who.value is None
        await app.press("tab", "tab", "right", "shift+tab", "shift+tab")
        await app.type("x")
        assert who.value is not None
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert [(seat.name, seat.bot is None) for seat in match_store.begun[0].seats] == [
        ("Notker", True),
        ("Brunox", False),
    ]


def test_a_bot_gives_up_its_proposed_name_for_a_person_who_types_it() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        app.app.screen.query_one("#name-0", Input).value = "ratpert"
        await app.press("ctrl+s")
        assert [seat.name for seat in match_store.begun[0].seats] == ["ratpert", "Tuotilo"]
        assert match_store.begun[0].seats[1].bot is not None

    drive(app_with(match_store=match_store), script)


def test_an_invisible_name_is_refused() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES)
        app.app.screen.query_one("#name-0", Input).value = "\u200b"
        await app.press("f5")
        assert app.line(-2).startswith("✖ The name of seat 1 has no printable characters")

    drive(app_with(), script)


LONG = "Gozbert of the Grey Cloister"
CUT = f"A name has at most {NAME_CELLS} characters: this one will be Gozbert of the Grey Clo…."
UNSHOWN = "Not every character can be shown: this one will be Anna."


@pytest.mark.parametrize(("typed", "prompt"), [(LONG, CUT), ("An\u202ena", UNSHOWN)])
def test_the_prompt_shows_how_a_typed_name_will_be_changed(typed: str, prompt: str) -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES)
        app.app.screen.query_one("#name-0", Input).value = typed
        await app.press("f12")
        assert app.line(-2) == prompt
        app.app.screen.query_one("#name-0", Input).value = "Anna"
        await app.press("f12")
        assert app.line(-2).startswith("Type a name or keep the suggestion")

    drive(app_with(), script)


def test_a_name_that_clashes_only_as_it_will_be_shown_is_refused() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES)
        app.app.screen.query_one("#name-0", Input).value = "Anna"
        app.app.screen.query_one("#name-1", Input).value = "An\u202ena"
        await app.press("f5")
        assert app.line(-2) == "✖ Seats 1 and 2 are both called Anna; change one."
        assert app.app.focused is app.app.screen.query_one("#name-1")

    drive(app_with(), script)


def test_a_name_with_escape_sequences_and_markup_loses_only_what_is_harmful() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES)
        app.app.screen.query_one("#name-0", Input).value = "\x1b[31m[b]An\u202ena[/b]\x1b]2;x\x07"
        await app.press("f5")
        assert "[b]Anna[/b]'s turn" in app.text

    drive(app_with(match_store=match_store), script)
    assert match_store.begun[0].seats[0].name == "[b]Anna[/b]"


@pytest.mark.parametrize("seed", ["-1", "1.5", "seven", "٣"])
def test_a_seed_is_a_whole_number(seed: str) -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "up")
        await app.type(seed)
        await app.press("f5")
        assert app.line(-2).startswith("✖ A seed is a whole number")
        assert app.app.focused is not None
        assert app.app.focused.id == "seed"

    drive(app_with(), script)


def test_a_seed_can_be_drawn() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "f6", "f5")

    drive(app_with(match_store=match_store), script)
    assert isinstance(match_store.begun[0].seed, int)


def test_no_two_seats_have_one_colour() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "tab", "right", "f5")

    drive(app_with(match_store=match_store), script)
    assert [seat.colour for seat in match_store.begun[0].seats] == ["green", "red"]


def test_a_bot_is_put_on_a_seat() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "down", "tab", "tab")
        assert app.line(-2).startswith("The brother is greedy")
        await app.press("left", "left")
        assert app.line(-2) == "Left/Right or a click give the seat to a player or a bot."
        await app.press("right")
        assert "novice" in app.text
        assert app.line(-2) == "The novice makes random legal moves. Left/Right or a click change it."
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert [seat.bot for seat in match_store.begun[0].seats] == [None, "novice"]


def test_bots_on_all_seats_play_for_a_spectator() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "tab", "tab", "right")
        app.app.screen.query_one("#begin").focus()
        await app.settle()
        assert app.line(-2) == "Enter starts the match; you watch the bots play."
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert all(seat.bot for seat in match_store.begun[0].seats)


@pytest.mark.parametrize("keys", [("n", "down", "left"), ("o",)])
def test_in_solo_and_for_hosting_the_form_seats_no_bots(keys: tuple[str, ...]) -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        assert "player " in app.text
        await app.press("escape", *keys)
        assert "Seat 1" in app.text
        assert "player " not in app.text

    drive(app_with(), script)


def test_a_match_that_cannot_start_says_why_and_the_form_stays() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "f5")
        assert "The disk is full: make room and try again." in app.text
        await app.press("escape")
        assert isinstance(app.app.screen, SetupScreen)

    drive(app_with(match_store=FakeMatchStore(trouble="The disk is full: make room and try again.")), script)


def test_escape_goes_back_to_the_menu() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "escape")
        assert isinstance(app.app.screen, MenuScreen)

    drive(app_with(), script)


@pytest.mark.parametrize("place", [0, 1, 4, 8, 30])
def test_a_click_on_a_value_goes_to_the_next_one_and_on_its_first_arrow_back(place: int) -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        row = next(number for number, line in enumerate(app.lines) if "Level" in line)
        column = app.lines[row].index("I “Short”")
        await app.click(column + place, row)
        assert "II “Long”" in app.text
        await app.click(column - 2, row)
        assert "I “Short”" in app.text
        assert "II “Long”" not in app.text
        await app.click(column - 5, row)
        assert "II “Long”" not in app.text

    drive(app_with(), script)


def test_a_click_on_a_label_selects_its_line_and_another_one_changes_it() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "down", "down")
        row = next(number for number, line in enumerate(app.lines) if "Mode" in line)
        before = app.lines[row].split()[1:]
        await app.click(app.lines[row].index("Mode") + 1, row)
        assert app.app.screen.focused is app.app.screen.query_one("#mode")
        assert app.lines[row].replace("←", "").replace("→", "").split()[1:] == before
        await app.click(app.lines[row].index("Mode") + 1, row)
        assert app.lines[row].replace("←", "").replace("→", "").split()[1:] != before

    drive(app_with(), script)


def test_the_prompt_of_every_field_with_values_names_the_click_beside_the_keys() -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        for _ in range(12):
            assert ("Left/Right" in app.line(-2)) <= ("click" in app.line(-2)), app.line(-2)
            await app.press("down")

    drive(app_with(), script)


def test_a_click_on_the_label_of_a_text_field_goes_into_the_field() -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        for label, field in (("Seed", "seed"), ("Seat 1", "name-0")):
            row = next(number for number, line in enumerate(app.lines) if f" {label}" in line)
            await app.click(app.lines[row].index(label) + 1, row)
            assert app.app.screen.focused is app.app.screen.query_one(f"#{field}")

    drive(app_with(), script)


def test_a_field_stays_where_it_is_when_a_click_changes_what_the_form_asks() -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        row = next(number for number, line in enumerate(app.lines) if "Mode" in line)
        column = app.lines[row].index("Mode") + 14
        seen: set[str] = set()
        for _ in range(3):
            await app.click(column, row)
            assert "Mode" in app.lines[row]
            seen.add(app.lines[row].strip("│ ").split()[2])
        assert len(seen) > 1

    drive(app_with(), script)


def test_a_click_on_a_key_in_the_prompt_does_what_the_key_does() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        prompt = app.lines[-2]
        await app.click(prompt.index("change"), len(app.lines) - 2)
        assert not match_store.begun, "a word that is no key"
        await app.click(prompt.index("Ctrl+S"), len(app.lines) - 2)

    drive(app_with(match_store=match_store), script)
    assert len(match_store.begun) == 1


def test_arrows_leave_the_start_line() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "up", "up", "up")
        assert "▸ Start" in app.text
        assert app.line(-2) == "Enter starts the match."
        await app.press("up")
        assert "▸ Start" not in app.text
        assert app.app.focused is not None
        assert app.app.focused.id == "practice"

    drive(app_with(), script)


def test_a_click_on_the_start_line_starts() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        row = next(number for number, line in enumerate(app.lines) if "Start" in line)
        await app.click(app.lines[row].index("Start"), row)

    drive(app_with(match_store=match_store), script)
    assert len(match_store.begun) == 1


@pytest.mark.parametrize("keys", [("f5", "f5"), ("f5", "ctrl+s", "enter"), ("up", "up", "up", "enter", "enter")])
def test_keys_pressed_twice_start_one_match(keys: tuple[str, ...]) -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        await app.press_at_once(*keys)

    drive(app_with(match_store=match_store), script)
    assert len(match_store.begun) == 1


def test_the_footer_names_tab_and_in_the_seed_field_the_key_for_a_random_one() -> None:
    async def script(app: Driver) -> None:
        await app.press("n")
        assert "tab next" in app.line(-1)
        assert "F6" not in app.line(-1)
        await app.press("down", "down", "down", "down")
        assert "F6 new seed" in app.line(-1)
        assert "↑↓ move" in app.line(-1)
        assert "Seed: the same number gives the same deal" in app.line(-2)

    drive(app_with(), script)


def test_shift_tab_goes_back_a_field() -> None:
    async def script(app: Driver) -> None:
        await app.press(*TO_NAMES, "tab", "shift+tab")
        assert app.app.focused is not None
        assert app.app.focused.id == "name-0"

    drive(app_with(), script)


def test_in_solo_the_form_asks_nothing_irrelevant() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n", "down", "down", "down", "right")
        assert any("Hands" in line and "open" in line for line in app.lines)
        await app.press("up", "up", "left")
        assert "You play alone" in app.line(-2)
        assert "Hands" not in app.text
        assert "Seats" not in app.text
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert [one.options for one in match_store.begun] == [Options(1, "solo", 1)]


def test_the_game_declares_for_which_mode_and_seats_an_option_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    levels, hands = BOX.meta.choices
    declared = BOX.meta._replace(choices=(levels, hands._replace(modes=("solo", "versus"), least_seats=3)))
    monkeypatch.setattr("tests.support.straws_game.META", declared)
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        assert "Hands" not in app.text
        await app.press("down", "down", "right")
        assert "Hands" in app.text
        await app.press("up", "right")
        assert "All seats share one score" in app.line(-2)
        assert "Hands" not in app.text
        await app.press("left", "down", "down", "right", "f5")

    drive(app_with(match_store=match_store), script)
    assert [one.options for one in match_store.begun] == [Options(3, "versus", 1, ("open-hands",))]


class ChurchBox(StrawsBox):
    """Straws with fixed sides, one mode and no levels."""

    meta = BOX.meta._replace(
        modes={"versus": (2, 2)},
        choices=BOX.meta.choices[1:],
        blurb="Two sides draw straws.",
        roles=(SeatRole("North", "blue"), SeatRole("South", "red")),
    )


def test_fixed_sides_have_their_names_and_colours_and_no_fields(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.support.straws_game.META", ChurchBox.meta)
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        assert not any(word in app.text for word in ("Level", "Mode", "Seats", "Seat 1"))
        assert "Two sides draw straws." in app.text
        assert any("North" in line and "Notker" in line for line in app.lines)
        await app.press("down", "down")
        assert "Tab goes to the player" in app.line(-2)
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert match_store.begun == [
        Setup("straws", Options(2, "versus", 1), (Player("Notker", "blue"), Player("Ratpert", "red", "brother")), None)
    ]


def test_the_hands_field_is_explained() -> None:
    async def script(app: Driver) -> None:
        await app.press("n", "down", "down", "down")
        assert "hidden" in app.text
        assert "Hidden: only you see your cards. Open: everyone does (house rule)." in app.line(-2)
        await app.press("down")
        assert "house variant" not in app.line(-2)

    drive(app_with(), script)


def test_practice_is_offered_to_one_person_alone_or_against_bots() -> None:
    match_store = FakeMatchStore()

    async def script(app: Driver) -> None:
        await app.press("n")
        form = app.app.screen
        assert isinstance(form, SetupScreen)
        practice, bot = form.query_one("#practice", Spinner), form.query_one("#who-1", Spinner)
        bot.put(None)
        bot.focus()
        await app.press("right")
        assert practice.display, "one person and a bot"
        await app.press("left")
        assert not practice.display, "two people"
        await app.press("right")
        practice.focus()
        await app.press("right")
        assert "doesn't count" in app.line(-2)
        bot.focus()
        await app.press("left")
        assert form.options.variants == (), "two people again"
        await app.press("right")
        where = form.query_one("#where", Spinner)
        where.focus()
        await app.press("right")
        assert not practice.display
        assert form.options.variants == (), "no practice over the network"
        await app.press("left", "f5")

    drive(app_with(match_store=match_store), script)
    assert [setup.options.variants for setup in match_store.begun] == [("practice",)]


def test_practice_is_offered_in_solo() -> None:
    match_store = FakeMatchStore()
    setup = Setup("straws", Options(1, "solo", 1, ("practice",)), (Player("Anna", "red"),))

    async def script(app: Driver) -> None:
        app.app.push_screen(SetupScreen(setup))
        await app.settle()
        assert app.app.screen.query_one("#practice", Spinner).value is True
        await app.press("f5")

    drive(app_with(match_store=match_store), script)
    assert [it.options.variants for it in match_store.begun] == [("practice",)]
