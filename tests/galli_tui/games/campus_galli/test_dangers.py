"""Event scenes: dice, seats and choices in words, what everyone sees before play goes on, rolling dice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise

import pytest

from galli_tui.games.campus_galli.event_lines import DICE_FRAMES, dice_lines, die_span, tumbling_face
from galli_tui.games.campus_galli.event_summary import EventSummary, SeatStatus, summarize_events
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.move_entry.event_entries import DangerEntry, EventEntry, EventReport
from galli_tui.games.campus_galli.plan_scene import PlanScene, PlanState
from galli_tui.games.campus_galli.plan_widget import PlanWidget
from galli_tui.games.campus_galli.words import section_words
from galli_tui.games.kit.animation import Animation
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.terminal.capabilities import Terminal
from galli_tui.widgets.prompt import Prompt
from rules.campus_galli.box import BLACK, DIE_FACES, WHITE
from rules.campus_galli.loader import standard
from rules.campus_galli.state import EffectKind
from rules.engine.grid import spaces_of
from rules.engine.secrecy import PUBLIC, Seat
from tests.support.app_driver import Driver
from tests.support.play import Play
from tests.support.positions import filling, table
from tests.support.table_positions import ScriptedTable, at_table, campus_board, entering, spaces, table_screen, words

LAID = ("1 hut red hall c4 c5 c6 c7", "1 hut red tower d5 d6 e5 e6", "1 hut green hall f5 g5 h5 i5")
BOOKS = {1: "book-abrogans book-troper", 2: "book-legendary", 3: "book-cantatorium"}
TILES = {1: "RG", 2: "B", 3: "BY", 4: "Y"}
OPEN = ("open-hands",)
FIRE = ("dealer task fire-1", "dealer dice red")
WIDTH, HEIGHT = 45, 19
MOVING = Terminal(motion=True)


def libraries(seats: int = 4, variants: tuple[str, ...] = OPEN) -> Play:
    """Seats with books, but for the fourth."""
    books = {seat: keys for seat, keys in BOOKS.items() if seat <= seats}
    tiles = {seat: letters for seat, letters in TILES.items() if seat <= seats}
    return filling(table(seats, variants=variants, level=3), books=books, tiles=tiles)


def building_site(seats: int = 2, mode: str = "versus", tiles: dict[int, str] | None = None) -> Play:
    """Three sections on the plan."""
    return filling(table(seats, mode, OPEN, level=3), laid=LAID, tiles=tiles or {1: "RRB", 2: "RR"})


def summaries(made: ScriptedTable) -> list[EventSummary]:
    return summarize_events(MatchContext.of(made, UNICODE).game.setting, made.timeline(PUBLIC, 40))


def parts(summary: EventSummary) -> list[SeatStatus]:
    return [summary.status(seat) for seat in summary.seats]


def run(
    made: ScriptedTable,
    script: Callable[[Driver], Awaitable[None]],
    terminal: Terminal | None = None,
    size: tuple[int, int] = (80, 24),
) -> None:
    app = at_table(made, terminal)

    async def driven() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Driver(app, pilot))

    asyncio.run(driven())


def scene(at: Driver) -> EventEntry | EventReport:
    found = campus_board(at.app).entry
    assert isinstance(found, EventEntry | EventReport)
    return found


def column(at: Driver) -> str:
    """The text of the column beside the plan, on one line."""
    return " ".join(" ".join(line[34:] for line in at.lines).split())


# What has happened


def test_a_fire_is_reported_seat_by_seat() -> None:
    made = ScriptedTable(libraries(), *FIRE, past=2)
    assert parts(summaries(made)[0]) == [
        SeatStatus.DECIDES,
        SeatStatus.TO_ROLL,
        SeatStatus.TO_ROLL,
        SeatStatus.UNAFFECTED,
    ]
    made.happen("1 decline")
    assert summaries(made)[0].chooses_loss(Seat(0))
    made.happen("1 lose-book book-troper", "dealer dice green")
    assert parts(summaries(made)[0]) == [
        SeatStatus.DECLINED,
        SeatStatus.UNABLE,
        SeatStatus.TO_ROLL,
        SeatStatus.UNAFFECTED,
    ]
    made.happen("dealer dice white")
    (summary,) = summaries(made)
    assert parts(summary) == [SeatStatus.DECLINED, SeatStatus.UNABLE, SeatStatus.SAFE, SeatStatus.UNAFFECTED]
    assert summary.over


def test_a_fire_is_reported_where_sections_lie_already() -> None:
    play = filling(table(2, level=3), laid=LAID, books={1: BOOKS[1]}, tiles={1: "R"})
    assert parts(summaries(ScriptedTable(play, *FIRE, past=2))[0]) == [SeatStatus.DECIDES, SeatStatus.UNAFFECTED]


def test_a_collapse_that_is_prevented_spares_the_others_in_coop() -> None:
    made = ScriptedTable(building_site(mode="coop"), "dealer task collapse-1", "dealer dice red red white", past=2)
    assert parts(summaries(made)[0]) == [SeatStatus.DECIDES, SeatStatus.WAITS]
    made.happen("1 pay RR")
    (summary,) = summaries(made)
    assert parts(summary) == [SeatStatus.PAID, SeatStatus.SPARED]
    assert summary.over
    assert not summary.fallen


def test_a_prevented_collapse_asks_the_others_in_versus_and_shows_what_they_earn() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice red red white", "1 pay RR", past=3)
    (summary,) = summaries(made)
    assert parts(summary) == [SeatStatus.PAID, SeatStatus.DECIDES]
    assert not summary.over

    async def script(at: Driver) -> None:
        assert "and saves the section: +2." in column(at)
        assert "is safe." in column(at)
        assert "about to fall" not in column(at)
        assert "pay ▲▲ +2" in column(at)
        await at.press("1", "enter")

    run(made, script)
    summary = summaries(made)[0]
    assert parts(summary) == [SeatStatus.PAID, SeatStatus.PAID]
    assert summary.facts(EffectKind.COOPERATION, Seat(1))[1:] == (2,)
    assert (summary.fallen, summary.over) == ((), True)


def test_a_player_who_cannot_pay_for_a_collapse_that_another_has_prevented_is_said_to_be_unable() -> None:
    site = building_site(tiles={1: "RRB", 2: "G"})
    made = ScriptedTable(site, "dealer task collapse-1", "dealer dice red red white", "1 pay RR", past=3)
    assert parts(summaries(made)[0]) == [SeatStatus.PAID, SeatStatus.UNABLE]


def test_an_unprevented_collapse_names_the_fallen_section() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice green green white", past=2)
    (summary,) = summaries(made)
    assert parts(summary) == [SeatStatus.UNABLE, SeatStatus.UNABLE]
    assert section_words(standard(), summary.fallen[0]) == "red hall"
    assert summary.fallen == summary.threatened


def test_new_arrivals_are_reported_without_dice() -> None:
    play = filling(table(3, level=3), wood="ABCEF", beside=["1 E", "2 F"], tiles={1: "GY", 2: "R", 3: "GY"})
    made = ScriptedTable(play, "dealer task arrivals-south", past=1)
    assert parts(summaries(made)[0]) == [SeatStatus.DECIDES, SeatStatus.WAITS, SeatStatus.UNAFFECTED]
    made.happen("1 settle E")
    assert parts(summaries(made)[0]) == [SeatStatus.PAID, SeatStatus.UNABLE, SeatStatus.UNAFFECTED]


def test_a_card_paid_for_later_is_no_part_of_an_event_that_is_over() -> None:
    made = ScriptedTable(libraries(2), "dealer task fire-1", "dealer dice white", "dealer dice white", past=3)
    before = summaries(made)
    assert before[0].over
    while not made.due.over and made.due.dealer:
        made.resume_play()
    made.submit(made.game.legal(made.view(made.due.seats[0]), made.due.seats[0])[0])
    assert summaries(made)[0] == before[0]


# The scene of a decision


def facing(play: Play, *lines: str) -> DangerEntry:
    found = entering(play.do(*lines))
    assert isinstance(found, DangerEntry)
    return found


def test_dice_show_the_sign_of_a_colour_and_words_for_black_and_white() -> None:
    for glyphs in (UNICODE, ASCII):
        text = words(dice_lines(glyphs, (0, BLACK, WHITE), "", 45))
        assert f"│ {glyphs.symbols[0]} │ │any│ │ - │" in text
        assert die_span(glyphs, 2).text == f"[{glyphs.symbols[2]}]"


def test_a_payment_shows_what_is_paid_and_left_before_confirmation() -> None:
    way = facing(libraries(), *FIRE)
    text = words(way.lines(WIDTH, HEIGHT))
    assert "They ask for 1 red tile." in text
    assert "You will have 1 green tile." in text
    assert "+1" in text
    way.jump(1)
    assert "You keep 1 red and 1 green tile." in " ".join(words(way.lines(WIDTH, HEIGHT)).split())


def test_every_seat_has_its_line() -> None:
    made = ScriptedTable(libraries(), *FIRE, past=2)

    async def script(at: Driver) -> None:
        assert "▸ Anna decides." in at.text
        assert "Bruno still has to roll." in at.text
        assert "Dora has no book." in at.text

    run(made, script)


def test_a_seat_that_comes_second_is_named_and_sees_what_the_first_did() -> None:
    made = ScriptedTable(libraries(), *FIRE, "1 pay R", "dealer dice blue", past=4)

    async def script(at: Driver) -> None:
        assert "✓ Anna [▲] pays 1 red tile: +1." in at.text
        assert "▸ Bruno decides." in at.text
        assert "Bruno: pay what the dice ask for" in at.line(-2)
        assert "│ ● │" in at.text

    run(made, script)


def test_a_key_typed_before_the_next_seat_was_named_decides_nothing_for_it() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice red red white", past=2)

    async def script(at: Driver) -> None:
        await at.press_at_once("2", "enter", "1", "enter")
        assert "▸ Bruno decides." in at.text
        assert made.view(PUBLIC).seats[1].tiles == (2, 0, 0, 0)
        await at.press("1", "enter")
        assert made.view(PUBLIC).seats[1].tiles == (0, 0, 0, 0)

    run(made, script)


def test_the_second_who_wards_it_off_earns_a_card_for_good_cooperation() -> None:
    way = facing(libraries(), *FIRE, "1 pay R", "dealer dice blue")
    assert way.items[0].right[-1].text == " +1"


def test_a_seat_for_which_no_card_of_good_cooperation_is_left_is_promised_nothing() -> None:
    box = standard()
    bare = box._replace(counts=box.counts._replace(cooperation=0))
    game = table(2, level=3, box=bare)
    play = filling(game, books={1: BOOKS[1], 2: BOOKS[2]}, tiles={1: "R", 2: "B"})
    way = facing(play, *FIRE, "1 pay R", "dealer dice blue")
    assert way.items[0].right[-1].text == " 0"
    made = ScriptedTable(play, *FIRE, "1 pay R", "dealer dice blue", "2 pay B", past=5)
    (summary,) = summaries(made)
    assert summary.status(Seat(1)) is SeatStatus.PAID
    assert not summary.took_card(Seat(1))
    assert summary.facts(EffectKind.COOPERATION, Seat(1)) == ()


def test_many_ways_to_pay_have_a_page_of_their_own() -> None:
    play = filling(table(2, level=3), laid=LAID, tiles={1: "RRGGBBYY", 2: "R"})
    way = facing(play, "dealer task collapse-1", "dealer dice black black white")
    assert [item.words for item in way.items] == ["pay 2 tiles of any colour", "don't pay"]
    way.enter()
    assert len(way.items) == 10
    assert way.close_page()
    assert len(way.items) == 2


def test_the_section_in_danger_is_marked_on_the_plan() -> None:
    play = building_site()
    way = facing(play, "dealer task collapse-1", "dealer dice red red white")
    assert way.highlights.marked == spaces(play, "c4 c5 c6 c7")
    assert "red hall at c4 c5 c6 c7 is threatened" in " ".join(words(way.lines(WIDTH, HEIGHT)).split())


def test_the_house_of_a_new_arrival_is_marked_on_the_plan() -> None:
    play = filling(table(2, level=3), wood="ABCEF", beside=["1 E", "1 F"], tiles={1: "GY"})
    way = entering(play.do("dealer task arrivals-south"))
    areas = play.setting.layout.areas
    assert way.highlights.marked == areas[4]
    way.jump(1)
    assert way.highlights.marked == areas[5]
    way.jump(1)
    assert way.highlights.marked == 0


def test_the_real_cursor_stands_on_the_choice() -> None:
    async def script(at: Driver) -> None:
        for choice in ("▸1 pay", "▸2 don't pay"):
            row = next(number for number, line in enumerate(at.lines) if choice in line)
            assert at.app.cursor_position == (at.lines[row].index(choice), row)
            await at.press("down")

    run(ScriptedTable(libraries(), *FIRE, past=2), script)


# What all see before the play goes on


def test_an_event_in_which_nobody_decides_is_shown_once() -> None:
    made = ScriptedTable(libraries(2), *FIRE, "dealer dice white", "dealer task halt-school", past=2)

    async def script(at: Driver) -> None:
        await at.press("1", "enter")
        assert isinstance(scene(at), EventReport)
        assert "has nothing to pay: +1" in at.text
        assert "Press Enter for the next event" in at.line(-2)
        await at.press("enter")
        assert "The cordon ╱ is now on the outer school" in at.text
        await at.press("enter")
        while isinstance(campus_board(at.app).entry, EventReport):
            await at.press("escape")
        assert made.due.seats
        await at.press("s", "escape")
        assert not isinstance(campus_board(at.app).entry, EventReport)

    run(made, script)


def test_what_a_seat_here_has_just_decided_is_not_shown_again() -> None:
    made = ScriptedTable(libraries(2), *FIRE, "1 pay R", "dealer dice blue", past=4)
    made._let_dealer_act = lambda: None  # pyright: ignore[reportPrivateUsage]

    async def script(at: Driver) -> None:
        await at.press("1", "enter")
        assert not isinstance(campus_board(at.app).entry, EventReport)

    run(made, script)


def test_a_section_that_falls_is_shown_to_all_and_its_spaces_are_marked() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice red red white", past=2)

    async def script(at: Driver) -> None:
        await at.press("2", "enter")
        assert "Bruno decides" in at.text
        await at.press("2", "enter")
        assert "falls and returns to the hut; c4 c5 c6 c7 are uncovered" in column(at)
        assert scene(at).highlights.marked == spaces(building_site(), "c4 c5 c6 c7")

    run(made, script)


def test_what_happened_before_a_match_was_resumed_is_not_shown_again() -> None:
    made = ScriptedTable(libraries(2), *FIRE, "1 pay R", "dealer dice white", "dealer task halt-school", past=5)

    async def script(at: Driver) -> None:
        assert not isinstance(campus_board(at.app).entry, EventReport)

    run(made, script)


def test_what_the_first_filling_of_a_match_brought_is_shown_though_nobody_looked_yet() -> None:
    async def script(at: Driver) -> None:
        assert isinstance(scene(at), EventReport)

    run(ScriptedTable(libraries(2), "dealer task halt-school", past=1), script)


def test_a_scene_comes_before_the_handover_and_shows_nothing_private() -> None:
    made = ScriptedTable(libraries(2, ()), *FIRE, "dealer dice white", past=2)

    async def script(at: Driver) -> None:
        await at.press("1", "enter")
        assert isinstance(scene(at), EventReport)
        assert table_screen(at.app).turn.viewer is PUBLIC
        assert "hand" not in at.text
        while not isinstance(at.app.screen, HandoverScreen):
            await at.press("enter")
        assert "look away" in at.text

    run(made, script)


def test_a_danger_choice_can_be_undone_from_its_report() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice red red white", past=2)
    made._let_dealer_act = lambda: None  # pyright: ignore[reportPrivateUsage]

    async def script(at: Driver) -> None:
        await at.press("2", "enter", "2", "enter")
        assert isinstance(scene(at), EventReport)
        await at.press("u")
        assert isinstance(scene(at), DangerEntry)
        await at.press("2", "enter")
        assert isinstance(scene(at), EventReport)

    run(made, script)


def test_a_spectator_is_not_interrupted() -> None:
    made = ScriptedTable(libraries(2), "dealer task halt-school", past=1, here="")

    async def script(at: Driver) -> None:
        assert not isinstance(campus_board(at.app).entry, EventReport)

    run(made, script)


# Dice that tumble


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice whose next picture never comes by itself."""
    monkeypatch.setattr(Animation, "SECONDS", 3600)


@pytest.mark.usefixtures("slow")
def test_an_arrow_ends_the_dice_timer_and_counts_as_the_key_it_is() -> None:
    async def script(at: Driver) -> None:
        assert "They ask for" not in at.text
        assert "don't pay" not in at.text
        assert "rolls: red" not in at.text
        await at.press("down")
        assert "rolls: red" in at.text
        assert "They ask for 1 red tile." in at.text
        assert "▸2 don't pay" in at.text

    run(ScriptedTable(libraries(), *FIRE, past=2), script, MOVING)


@pytest.mark.usefixtures("slow")
def test_dice_stop_by_themselves_and_tumble_only_once() -> None:
    async def script(at: Driver) -> None:
        board = campus_board(at.app)
        pictures = {at.text}
        for _ in range(DICE_FRAMES):
            board.dice.advance()
            await at.press()
            pictures.add(at.text)
        assert "They ask for 1 red tile." in at.text
        assert len(pictures) > 3
        await at.press("s", "escape")
        assert "They ask for 1 red tile." in at.text

    run(ScriptedTable(libraries(), *FIRE, past=2), script, MOVING)


@pytest.mark.usefixtures("slow")
def test_the_dice_of_a_collapse_tumble_for_the_first_seat_alone() -> None:
    made = ScriptedTable(building_site(), "dealer task collapse-1", "dealer dice red red white", past=2)

    async def script(at: Driver) -> None:
        assert "They ask for" not in at.text
        await at.press("2")
        assert "They ask for 2 red tiles." in column(at), "the first answer only ends the tumbling"
        assert "Anna decides" in at.text
        await at.press("2", "enter")
        assert "Bruno decides" in at.text
        assert "They ask for 2 red tiles." in column(at)

    run(made, script, MOVING)


def test_without_animations_dice_show_their_result_at_once() -> None:
    async def script(at: Driver) -> None:
        assert not campus_board(at.app).dice.running
        assert "They ask for 1 red tile." in at.text

    run(ScriptedTable(libraries(), *FIRE, past=2), script)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_die_shows_another_face_at_every_beat(number: int) -> None:
    shown = [tumbling_face(number, frame) for frame in range(DICE_FRAMES, 0, -1)]
    assert all(one != next_one for one, next_one in pairwise(shown))
    assert set(shown) == set(range(len(DIE_FACES)))


# The plan


def table_stage(play: Play) -> PlanScene:
    return PlanScene(play.setting.layout, play.setting.box.sections)


def test_the_cordon_lies_on_what_is_free_of_its_building() -> None:
    play = building_site().do("dealer task halt-church")
    scene = table_stage(play)
    looks = scene.looks(PlanState.of(play.state, play.setting.box.tasks))
    church = play.setting.layout.areas[0]
    corded = {space for space, look in enumerate(looks) if look.cordon}
    assert corded == set(spaces_of(church & ~play.state.covered))
    assert corded


def test_grass_of_a_task_shows_its_number_until_it_is_covered() -> None:
    board = ["red-beside-blue", "expand-barn"]
    play = filling(table(2, level=3), board=board)
    looks = table_stage(play).looks(PlanState.of(play.state, play.setting.box.tasks))
    assert {space for space, look in enumerate(looks) if look.task == 2} == set(spaces_of(spaces(play, "l11 l12")))
    covered = filling(table(2, level=3), board=board, wood="ABCF", laid=["1 hut red tower l11 m11 l12 m12"])
    looks = table_stage(covered).looks(PlanState.of(covered.state, covered.setting.box.tasks))
    assert not any(look.task for look in looks)


def test_a_space_names_its_task_and_the_cordon() -> None:
    play = filling(table(2, variants=OPEN, level=3), board=["expand-barn"])
    made = ScriptedTable(play, "dealer task halt-cloister", past=1)

    async def script(at: Driver) -> None:
        plan = at.app.screen.query_one(PlanWidget)
        await at.press("i")
        for name, text in (("l11", "Asked for by task 1"), ("e7", "Cordoned off")):
            (space,) = spaces_of(spaces(play, name))
            await at.click(*plan.cell_of(space))
            assert text in column(at)
        assert at.app.screen.query_one(Prompt).text.startswith("Arrows move")

    run(made, script)
