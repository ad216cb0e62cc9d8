"""Tallies of a match: no event is lost on the way to the counts, at any level and in any mode."""

from __future__ import annotations

from functools import cache
from typing import cast

import pytest

from rules.bots import bot_named
from rules.campus_galli.game import BOX, CampusGalli
from rules.campus_galli.laying_sections import LaySection, TakeFromHut, TakeFromPouch
from rules.campus_galli.rounds import ChooseCard, RevealCards, RevealTask
from rules.campus_galli.state import EffectKind, State
from rules.engine.game import Options
from rules.engine.secrecy import Seat, redact
from rules.engine.tally import Tally, TallyGroup, TallyItem, merge_tallies
from rules.simulate import PlayedMatch, play

TABLES = [
    (Options(1, "solo", 1), "brother"),
    (Options(3, "coop", 1), "novice"),
    (Options(2, "versus", 1), "novice"),
    (Options(2, "coop", 2), "brother"),
    (Options(3, "versus", 2), "novice"),
    (Options(1, "solo", 3), "novice"),
    (Options(2, "coop", 3), "brother"),
    (Options(2, "versus", 3), "brother"),
]
everywhere = pytest.mark.parametrize(("options", "bot"), TABLES, ids=str)


@cache
def match(options: Options, bot: str, seed: int = 3) -> tuple[CampusGalli, PlayedMatch, Tally]:
    game = cast(CampusGalli, BOX.new(options))
    played = play(game, [bot_named(bot)] * options.seats, seed)
    return game, played, game.tally(played.events)


def part(tally: Tally, name: str) -> TallyGroup:
    return next(part for part in (*tally.components, *tally.course) if part.name == name)


def items(tally: Tally, name: str) -> dict[str, TallyItem]:
    return {item.key: item for item in part(tally, name).items}


@everywhere
def test_every_card_dealt_is_turned_up_or_left_and_what_is_turned_up_is_carried_out_or_not(
    options: Options, bot: str
) -> None:
    game, played, tally = match(options, bot)
    cards = items(tally, "cards")
    assert set(cards) == {game.setting.box.cards[card].key for card in game.setting.cards}
    for item in cards.values():
        counts = dict(item.counts)
        assert counts["dealt"] == counts["turned up"] + counts["left"] <= 1
        assert counts["turned up"] == item.times + counts["begged"] + counts["spent"]
    assert sum(dict(it.counts)["dealt"] for it in cards.values()) == options.seats * (game.setting.deal + 1)
    revealed = [card for event in played.events if isinstance(event, RevealCards) for card in event.cards]
    assert {key for key, it in cards.items() if dict(it.counts)["turned up"]} == {
        game.setting.box.cards[card].key for card in revealed
    }
    chosen = sum(isinstance(event, ChooseCard) for event in played.events)
    assert sum(it.taken for it in cards.values()) <= chosen == len(revealed)


@everywhere
def test_every_task_shown_is_fulfilled_or_lies_somewhere(options: Options, bot: str) -> None:
    game, played, tally = match(options, bot)
    state = cast(State, played.state)
    tasks = items(tally, "tasks")
    for item in tasks.values():
        counts = dict(item.counts)
        assert counts["shown"] == counts["fulfilled"] + counts["aside"] + counts["fallen"] + counts["left"]
        assert item.chances <= counts["shown"] <= 1
    shown = [event.task for event in played.events if isinstance(event, RevealTask)]
    assert {key for key, it in tasks.items() if dict(it.counts)["shown"]} == {
        game.setting.box.tasks[task].key for task in shown
    }
    taken = [game.setting.box.tasks[task].key for seat in state.seats for task in seat.tasks]
    assert sorted(taken) == sorted(key for key, it in tasks.items() if dict(it.counts)["fulfilled"])


@everywhere
def test_what_is_earned_is_the_score_sheet(options: Options, bot: str) -> None:
    _, played, tally = match(options, bot)
    sheet = played.sheet
    total = sum(sheet.seats) if sheet.team is None else sheet.team
    causes = items(tally, "where points come from")
    assert sum(item.points for item in causes.values()) == total
    assert sum(item.points for item in part(tally, "cards").items) == causes["cards"].points
    assert causes["cards"].points != 0
    rows = items(tally, "rows of the score sheet")
    for key, row in rows.items():
        assert row.points == sum(line.points for line in sheet.lines if line.key == key)
        assert row.times == sum(line.count for line in sheet.lines if line.key == key)
    assert {line.key for line in sheet.lines} - {"lost-half"} == set(rows)


@everywhere
def test_every_section_laid_came_from_somewhere_and_lies_where_it_is_or_has_fallen(options: Options, bot: str) -> None:
    game, played, tally = match(options, bot)
    sections = part(tally, "sections").items
    ways = {name: sum(dict(it.counts)[name] for it in sections) for name, _ in sections[0].counts}
    assert sum(it.times for it in sections) == sum(isinstance(event, LaySection) for event in played.events)
    assert sum(ways.values()) - ways["fallen"] == sum(it.times for it in sections)
    laid = ways["hut"] + ways["pouch"] + ways["bought"] - ways["fallen"]
    assert laid == len(cast(State, played.state).laid) == items(tally, "plan")["sections laid"].taken
    shapes = part(tally, "shapes").items
    assert sum(it.points for it in shapes) == sum(it.points for it in sections)
    taken = sum(isinstance(event, TakeFromHut | TakeFromPouch) for event in played.events) + ways["bought"]
    assert sum(it.taken for it in shapes) <= taken
    assert game.setting.sections.bit_count() == len(sections)


@everywhere
def test_every_building_is_opened_in_one_way_or_never(options: Options, bot: str) -> None:
    game, played, tally = match(options, bot)
    state = cast(State, played.state)
    for number, item in enumerate(part(tally, "buildings opened by choice").items):
        counts = dict(item.counts)
        assert sum(counts.values()) == 1
        assert counts["never"] == 1 - (state.open >> number & 1)
    assert part(tally, "buildings completed").items[0].chances == 1
    plan = items(tally, "plan")
    covered = plan["spaces covered, of all"]
    assert covered.taken == sum(it.taken for it in part(tally, "spaces of buildings").items)
    assert covered.chances == game.setting.layout.wood(game.setting.all_buildings).bit_count()
    assert plan["rounds"].times == state.round
    assert plan["events"].times == len(played.events)


@everywhere
def test_nothing_is_taken_more_often_than_it_could_be(options: Options, bot: str) -> None:
    *_, tally = match(options, bot)
    for own in (*tally.components, *tally.course):
        assert all(0 <= item.taken <= item.chances for item in own.items)
        assert len({item.key for item in own.items}) == len(own.items)


def test_alone_a_card_earns_what_the_sheet_gains_from_its_being_turned_up_to_the_next_round() -> None:
    game, played, tally = match(Options(1, "solo", 1), "brother")
    state, earned = game.initial(), dict[str, int]()
    card, before = "", 0
    for event in played.events:
        if isinstance(event, RevealTask) and card:
            team = game.sheet(state).team
            assert team is not None
            earned[card], card = team - before, ""
        state = game.apply(state, event)
        if isinstance(event, RevealCards):
            card, team = game.setting.box.cards[event.cards[0]].key, game.sheet(state).team
            assert team is not None
            before = team
    told = {item.key: item.points for item in part(tally, "cards").items}
    assert len(earned) > 5
    assert {key: told[key] for key in earned} == earned


@pytest.mark.parametrize("level", [2, 3])
def test_alone_a_card_that_costs_tiles_earns_what_its_turn_changes_but_for_sets_of_tiles(level: int) -> None:
    game, played, tally = match(Options(1, "solo", level), "brother")
    state, card, begs = game.initial(), "", False
    before = (0, 0)
    earned: dict[str, tuple[int, int]] = {}
    begged = 0

    def standing(state: State) -> tuple[int, int]:
        lines = game.sheet(state).lines
        return sum(it.points for it in lines if it.key not in ("tiles", "lost-half")), sum(state.seats[0].tiles)

    for event in played.events:
        if isinstance(event, RevealCards):
            card, before, begs = game.setting.box.cards[event.cards[0]].key, standing(state), False
        state = game.apply(state, event)
        begs = begs or any(news.key in (EffectKind.BEGS, EffectKind.CARD_SPENT) for news in state.told)
        if card and state.turn is None and (state.order or not state.agenda or state.seats[0].chosen.card is None):
            after = standing(state)
            if begs:
                begged += 1
            else:
                earned[card] = (after[0] - before[0], after[1] - before[1])
            card = ""
    told = {it.key: (it.points, dict(it.amounts)["tiles"]) for it in part(tally, "cards").items if it.times}
    assert told == earned
    assert begged == sum(dict(it.counts)["begged"] + dict(it.counts)["spent"] for it in part(tally, "cards").items)


def test_a_book_earns_its_own_points_though_its_turn_begins_as_another_seats_ends() -> None:
    options, produced, at_once = Options(3, "coop", 2), 0, 0
    for seed in range(3, 7):
        game, played, tally = match(options, "novice", seed)
        cards, state = items(tally, "cards"), game.initial()
        for event in played.events:
            turn = state.turn
            state = game.apply(state, event)
            at_once += sum(it.key is EffectKind.BOOK_PRODUCED and it.seat != turn for it in state.told)
        for book in (card for seat in state.seats for card in seat.books):
            card = game.setting.box.cards[book]
            seals = cards[card.key].points - card.points
            assert cards[card.key].times == 1
            assert seals in (0, 1, 2, 3, 4)  # Tasks that a new book, its tile or the end of the turn fulfils.
            produced += 1
    assert produced >= at_once > 0


def test_matches_of_one_kind_tell_of_the_same_things_and_add_up_in_any_order() -> None:
    options, bot = TABLES[1]
    one, other = match(options, bot)[2], match(options, bot, 4)[2]
    both = merge_tallies(one, other)
    assert both == merge_tallies(other, one)
    assert one != other
    assert sum(it.times for it in part(both, "cards").items) == sum(
        it.times for tally in (one, other) for it in part(tally, "cards").items
    )


def test_what_a_seat_cannot_see_is_not_counted_as_nothing() -> None:
    game, played, _ = match(*TABLES[0])
    events = [redact(event, Seat(0)) for event in played.events]
    with pytest.raises(ValueError, match="redacted"):
        game.tally(events)
