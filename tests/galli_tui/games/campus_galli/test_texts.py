"""The face's texts: there is one for everything the rules can say, and they say it in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from galli_tui.game_api.reason_text import why_words
from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.card_texts import (
    card_full,
    card_number,
    card_short,
    card_title,
    spoken_card,
    task_full,
    task_name,
    task_short,
)
from galli_tui.games.campus_galli.game_texts import BAND_COLOURS, SCORE_LABELS, TEXTS
from galli_tui.games.campus_galli.glyphs import ASCII, UNICODE, Glyphs
from galli_tui.games.campus_galli.guide import guide, legend
from galli_tui.games.campus_galli.log_lines import log_lines
from galli_tui.games.campus_galli.move_entry.base import MatchContext
from galli_tui.games.campus_galli.prompts import next_step, round_words
from galli_tui.games.campus_galli.refusal_text import REFUSALS, refusal_text
from galli_tui.games.campus_galli.told_names import told_names
from galli_tui.games.campus_galli.words import building_words, map_name, section_words, tile_words
from galli_tui.style.actions import in_scopes
from galli_tui.style.palettes import PALETTES
from galli_tui.style.theme import named
from galli_tui.style.wording import counted
from rules.bots.reasons import Advantage
from rules.campus_galli.box import CardKind, TaskKind
from rules.campus_galli.game import BOX, CampusGalli
from rules.campus_galli.laying_sections import LaySection, TakeFromHut, TakeFromPouch
from rules.campus_galli.loader import standard
from rules.campus_galli.losses import Decline
from rules.campus_galli.rounds import ChooseCard, DrawCardsStep
from rules.campus_galli.rule_base import CampusStep
from rules.campus_galli.state import EffectKind, State
from rules.campus_galli.tile_transfers import PayTiles
from rules.campus_galli.tiles import Cost, tile_facts
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.events import Move
from rules.engine.game import Options
from rules.engine.refusal import Refusal
from rules.engine.score_sheet import ScoreLine
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Zone
from rules.engine.steps import AskingStep
from rules.engine.tellings import Told
from saves.storage.open_match import TimelineEvent
from tests.support.cg_codes import CODES
from tests.support.play import Play
from tests.support.positions import opening, position, table
from tests.support.replays import ReplayedTable, match_between, replayed
from tests.support.table_positions import PositionTable, context, players

BOX_OF_CARDS = standard()
A_BOOK, A_GUEST = (
    next(number for number, card in enumerate(BOX_OF_CARDS.cards) if card.kind is kind)
    for kind in (CardKind.BOOK, CardKind.GUEST)
)
EXAMPLES: dict[EffectKind, tuple[int, ...]] = {
    EffectKind.PILES_DEALT: (16,),
    EffectKind.TASK_REVEALED: (0, 1),
    EffectKind.TASK_SET_ASIDE: (0,),
    EffectKind.FLIPPED: (10,),
    EffectKind.CARDS_DRAWN: (2,),
    EffectKind.YEAR_CHANGED: (8,),
    EffectKind.CARD_REVEALED: (0,),
    EffectKind.DECLARED: (1,),
    EffectKind.CARD_SPENT: (0,),
    EffectKind.SECTION_TAKEN: (0,),
    EffectKind.SHAPE_FELT: (1,),
    EffectKind.SECTION_LAID: (0, 0),
    EffectKind.BUILDER_PLACED: (0,),
    EffectKind.BUILDER_BESIDE: (10,),
    EffectKind.BUILDER_HOME: (100,),
    EffectKind.TASK_FULFILLED: (0, 1),
    EffectKind.COMPLETED: (0,),
    EffectKind.LAZY_MONK: (100,),
    EffectKind.LAZY_MONK_HOME: (100,),
    EffectKind.TILES_RECEIVED: (1, 0, 0, 2),
    EffectKind.TILES_PAID: (0, 0, 1, 0),
    EffectKind.TILES_SWAPPED: (3, 0, 0, 0, 2),
    EffectKind.TILES_RETURNED: (2, 2, 2, 2),
    EffectKind.PLAYS: (0,),
    EffectKind.BEGS: (0,),
    EffectKind.BOOK_PRODUCED: (A_BOOK,),
    EffectKind.GUEST_COME: (A_GUEST,),
    EffectKind.SCORED_AGAIN: (A_BOOK,),
    EffectKind.MOVED_IN: (0, 2),
    EffectKind.PASSED: (),
    EffectKind.LEFTOVERS_DEALT: (5, 4, 4, 9),
    EffectKind.TURNED_UP: (A_BOOK, 0),
    EffectKind.BORROWED: (A_GUEST, 3),
    EffectKind.EVENT: (0, 1),
    EffectKind.EVENT_IGNORED: (0,),
    EffectKind.DICE_ROLLED: (0, 1, 4, 5),
    EffectKind.WARDED_OFF: (0,),
    EffectKind.COOPERATION: (0, 2),
    EffectKind.BOOK_LOST: (A_BOOK,),
    EffectKind.GUEST_LOST: (3,),
    EffectKind.THREATENED: (0,),
    EffectKind.FALLEN: (0, 12),
    EffectKind.CORDON_LAID: (0,),
    EffectKind.CORDON_LIFTED: (0,),
    EffectKind.ARRIVED: (3,),
    EffectKind.LIFTED: (0, 12),
    EffectKind.ROUND_BEGUN: (4,),
    EffectKind.FINISHED: (),
}
SILENT = {EffectKind.CARDS_DRAWN}
"""Kinds of news that are worth no sentence."""


def sentence(told: Told, *, short: bool = False) -> str:
    made = context(position())
    return made.game.tellings[told.key].sentence(told, made.names, told_names(made.game.setting), short=short)


def is_sentence(text: str) -> bool:
    return bool(re.fullmatch(r"[A-Z].*[.]|.*[+-]\d.*[.]", text)) and "  " not in text


def test_a_shape_has_one_name_everywhere() -> None:
    game = CampusGalli(Options(1, "solo", 1), standard())
    (stock,) = (it for it in TEXTS.position(game, game.initial(), ["Anna"]) if it.title == "Hut and pouch")
    assert any(line.startswith("Corner in the hut: ") for line in stock.lines)
    assert not any("loister corner" in line for line in stock.lines)


def test_the_registry_finds_the_texts() -> None:
    assert texts_of("campus-galli") is TEXTS


def test_every_refusal_of_the_rules_has_a_sentence_and_no_other_has() -> None:
    assert set(REFUSALS) == set(CODES)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("facts", [(), (("space", 115), ("shape", 1), ("section", 3), ("building", 2))])
def test_a_refusal_is_a_sentence_with_facts_and_without(code: str, facts: tuple[tuple[str, int], ...]) -> None:
    text = refusal_text(BOX_OF_CARDS, Refusal(code, "CG-I-3a", facts))
    assert is_sentence(text), text


def test_a_refusal_names_the_space_the_shape_the_section_and_the_building() -> None:
    def text(code: str, **facts: int) -> str:
        return refusal_text(BOX_OF_CARDS, Refusal(code, "CG-I-3a", tuple(facts.items())))

    assert text("covers-tree", space=115) == "It would cover a tree at k8."
    assert text("no-place", shape=4) == "The corner has no legal place on the plan."
    assert text("not-in-hut", section=0) == f"The {section_words(BOX_OF_CARDS, 0)} isn't in the hut."
    assert text("not-parchment", building=0) == "The church (A) is no longer parchment."


def test_a_payment_that_fails_says_what_it_takes_and_what_the_player_has() -> None:
    refusal = Refusal("tiles-missing", "CG-II-4b", tile_facts((2, 0, 1, 0), Cost((0, 0, 3, 0), 1)))
    words = "Not enough tiles: that takes 3 blue tiles and 1 of any colour, and you have 2 red and 1 blue tiles."
    assert refusal_text(BOX_OF_CARDS, refusal) == words
    assert refusal_text(BOX_OF_CARDS, refusal, amounts=False) == "Not enough tiles."
    none = refusal._replace(code="cannot-pay", facts=tile_facts((0, 0, 0, 0), Cost((1, 0, 0, 0))))
    words = "Not enough tiles, even after swapping: that takes 1 red tile, and you have no tile."
    assert refusal_text(BOX_OF_CARDS, none) == words


def test_a_code_of_newer_rules_still_gets_a_sentence() -> None:
    assert refusal_text(BOX_OF_CARDS, Refusal("unheard-of", "CG-I-9z")) == "The rules don't allow it."


def test_facts_that_point_at_nothing_do_no_harm() -> None:
    facts = (("shape", 99), ("section", -3), ("building", 99))
    for code in CODES:
        assert is_sentence(refusal_text(BOX_OF_CARDS, Refusal(code, "CG-I-3a", facts)))


def test_every_kind_of_event_has_an_example() -> None:
    assert set(EXAMPLES) == set(EffectKind)


@pytest.mark.parametrize("kind", [kind for kind in EffectKind if kind not in SILENT], ids=lambda kind: kind.value)
@pytest.mark.parametrize("seat", [None, Seat(0)])
def test_every_event_has_a_sentence(kind: EffectKind, seat: Seat | None) -> None:
    text = sentence(Told(kind, seat, EXAMPLES[kind]))
    assert is_sentence(text), text


@pytest.mark.parametrize("kind", SILENT, ids=lambda kind: kind.value)
def test_a_trivial_event_has_no_line(kind: EffectKind) -> None:
    assert sentence(Told(kind, Seat(0), EXAMPLES[kind])) == ""


def test_points_are_named_with_their_source() -> None:
    assert sentence(Told(EffectKind.BUILDER_PLACED, Seat(0), (0,))).endswith("+1.")
    assert sentence(Told(EffectKind.LAZY_MONK, Seat(0), (100,))) == "Anna gets a lazy monk in the gap at k7: -1."
    assert sentence(Told(EffectKind.LAZY_MONK_HOME, Seat(1), (100,))) == "Bruno's lazy monk at k7 goes home: +1."


def happenings(play: Play, *lines: str) -> list[TimelineEvent]:
    """What these events bring about, as the public sees it."""
    found: list[TimelineEvent] = []
    for line in lines:
        play = play.do(line)
        found.append(TimelineEvent(len(found), play.event(line), play.game.view(play.state, PUBLIC)))
    return found


def log_texts(play: Play, told: Sequence[TimelineEvent]) -> list[str]:
    return [log_line.text for log_line in log_lines(context(play), told)]


def test_a_placement_is_one_line_with_all_its_effects() -> None:
    play = position(laying="hut red tower", board=("progress-bakery",))
    assert log_texts(play, happenings(play, "1 lay b9 c9 b10 c10")) == [
        "Anna: red tower at b9; builder +1; build on the bakery and almshouse (C) +1; lazy monk at b11 -1"
    ]


def test_a_taken_section_is_listed_only_until_it_is_placed() -> None:
    play = position(turns=("1 master-1", "2 angel-2"))
    told = happenings(play, "1 take hut red hall", "1 lay f5 g5 h5 i5")
    assert log_texts(play, told[:1]) == ["Anna takes the red hall from the hut."]
    assert len(log_texts(play, told)) == 1
    assert log_texts(play, told)[0].startswith("Anna: red hall at f5")


def test_revealed_cards_are_one_line() -> None:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"})
    told = happenings(play, "1 choose pray-hall", "2 choose angel-1", "dealer reveal pray-hall angel-1")
    assert log_texts(play, told) == ["Cards: Anna pray 17, Bruno angel 101."]


def test_the_next_step_fits_the_smallest_terminal() -> None:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"})
    state = play.state
    assert round_words(state._replace(round=24)) == "Press Enter for round 24"
    draws = tuple(DrawCardsStep(Seat(seat), 3) for seat in range(2))
    assert "year 2" not in round_words(state._replace(agenda=draws))
    seats = tuple(own._replace(pile=Zone.of((1, 2), own.pile.seen)) for own in state.seats)
    second = state._replace(round=17, seats=seats, agenda=draws)
    words = round_words(second)
    assert "year 2" in words
    assert TEXTS.progress(play.game, second) == "year 2, round 17"
    assert TEXTS.progress(play.game, state) == "year 1, round 1"
    assert len(f"{words}, or u to undo the last move.") <= 80 - 2


def test_no_summary_names_a_hidden_card() -> None:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"})
    assert log_texts(play, happenings(play, "1 choose pray-hall")) == []


@pytest.mark.parametrize("kind", CardKind, ids=lambda kind: kind.value)
def test_every_kind_of_card_says_what_it_takes(kind: CardKind) -> None:
    card = next(card for card in BOX_OF_CARDS.cards if card.kind is kind)
    assert card_title(card)
    assert is_sentence(card_full(BOX_OF_CARDS, card))
    from_hut, from_pouch = "hut" in card_short(BOX_OF_CARDS, card), "pouch" in card_short(BOX_OF_CARDS, card)
    assert from_hut == (kind in (CardKind.BUILD, CardKind.MASTER, CardKind.DOUBLE, CardKind.ANGEL))
    assert from_pouch == (kind in (CardKind.PRAY, CardKind.SEER, CardKind.DOUBLE, CardKind.ANGEL))


@pytest.mark.parametrize(
    ("tiles", "told"),
    [
        ((0, 0, 0, 0), "no tile"),
        ((1, 0, 0, 0), "1 red tile"),
        ((0, 2, 0, 0), "2 green tiles"),
        ((1, 0, 1, 0), "1 red and 1 blue tile"),
        ((2, 1, 0, 1), "2 red, 1 green and 1 yellow tiles"),
    ],
)
def test_tiles_are_counted_with_the_right_noun(tiles: tuple[int, ...], told: str) -> None:
    assert tile_words(tiles) == told


def test_keys_are_explained_in_the_imperative() -> None:
    for one in in_scopes("campus-galli", "table"):
        assert not re.match(r"[A-Z][a-z]+s\b|Next|Previous", one.help), one.id


def test_cards_have_texts_by_number() -> None:
    cards = {card.key: card for card in BOX_OF_CARDS.cards}
    assert card_number(cards["double-tower-1"]) == "23/41"
    full = card_full(BOX_OF_CARDS, cards["double-tower-1"])
    assert full == "Pouch: a random tower, turn order 23. Hut: any colour, turn order 41."
    assert card_full(BOX_OF_CARDS, cards["build-red-green"]) == "Take a red or green section of any shape from the hut."
    assert card_short(BOX_OF_CARDS, cards["pray-hall-tower"]) == "pouch: hall or tower"


@pytest.mark.parametrize(
    ("key", "price", "solo", "head"),
    [
        ("pray-hall-tower", "", True, "pray, turn order 32. "),
        ("pray-hall-tower", "free", False, "pray, turn order 32, free. "),
        ("double-tower-1", "", True, "build or pray, turn order 23 from the pouch or 41 from the hut. "),
        ("double-tower-1", "free", False, "build or pray, free. "),
    ],
)
def test_a_spoken_card_names_each_turn_order_once(key: str, price: str, *, solo: bool, head: str) -> None:
    card = next(card for card in BOX_OF_CARDS.cards if card.key == key)
    said = spoken_card(BOX_OF_CARDS, card, price, solo=solo)
    assert said == f"{head}{card_full(BOX_OF_CARDS, card, solo=solo)}"
    assert all(said.count(str(number)) == 1 for number in card.numbers)


@pytest.mark.parametrize("kind", TaskKind, ids=lambda kind: kind.value)
def test_every_kind_of_task_says_what_it_asks(kind: TaskKind) -> None:
    for task in BOX_OF_CARDS.tasks:
        if task.kind is kind:
            assert is_sentence(task_full(BOX_OF_CARDS, task))
            assert task_short(BOX_OF_CARDS, task) != task.key


def test_tasks_have_short_texts() -> None:
    short = {task.key: task_short(BOX_OF_CARDS, task) for task in BOX_OF_CARDS.tasks}
    assert short["progress-church"] == "build on the church (A)"
    assert short["red-beside-blue"] == "red beside blue"
    assert short["hall-beside-wing"] == "hall beside wing"
    assert short["yellow-north"] == "yellow in the north: I J K"
    named = {task.key: task_name(BOX_OF_CARDS, task) for task in BOX_OF_CARDS.tasks}
    assert named["yellow-north"] == "yellow in the north (I, J or K)"
    assert named["red-beside-blue"] == short["red-beside-blue"]
    assert short["tower-on-guests"] == "tower on the guests' house (K)"
    assert short["imperial-visit"] == "imperial visit: 1 of each colour"
    assert short["connect-abbot-church"] == "connect A and I"
    full = {task.key: task_full(BOX_OF_CARDS, task) for task in BOX_OF_CARDS.tasks}
    assert full["expand-guests"] == "Place a section on the guests' house (K) and on one of b3 c3 d3."
    assert full["church-bell"] == "Pay 3 blue in a special action."


@pytest.mark.parametrize("mode", ["versus", "coop"])
def test_every_row_of_the_score_sheet_has_a_label(mode: str) -> None:
    game = table(2, mode)
    keys = {line.key for line in game.sheet(position(game).state).lines}
    assert keys <= set(SCORE_LABELS)
    assert all(TEXTS.score_label(ScoreLine(key, "CG-I-6a", None, 1, 2)) != key for key in keys)


def test_every_band_has_a_pigment_of_the_theme() -> None:
    level = BOX_OF_CARDS.levels[0]
    assert set(BAND_COLOURS) == {band.key for band in level.bands}
    for palette in PALETTES.values():
        assert set(BAND_COLOURS.values()) <= set(named(palette))


def test_coop_has_bands() -> None:
    together = TEXTS.bands(position(table(2, "coop")).game)
    assert [band.least for band in together][:2] == [None, 80]
    assert TEXTS.bands(position().game) == ()


def test_every_level_has_a_blurb() -> None:
    (levels,) = (option for option in BOX.meta.choices if option.is_level)
    assert all(is_sentence(value.blurb) for value in levels.values)


def test_every_step_that_asks_a_seat_has_a_next_step_text() -> None:
    own = BOX.new(Options(2, "versus", 1))
    state: State = own.initial()
    chance, asked, told = RandomStream(derive_entropy("next")), set[type[CampusStep]](), set[str]()
    while not (due := own.due(state)).over:
        if due.dealer:
            state = own.apply(state, own.deal(state, chance.bytes32()))
            continue
        text = next_step(state, BOX_OF_CARDS, players("Anna", "Bruno"))
        assert is_sentence(text)
        asked.add(type(state.agenda[-1]))
        assert text.startswith("Waiting for ")
        told.add(text.partition(" to ")[2].partition(" the ")[0])
        state = own.apply(state, chance.choice(own.legal(state, due.seats[0])))
    assert next_step(state, BOX_OF_CARDS, players("Anna", "Bruno")) == "The match is over."
    assert len(told) >= len(asked) - 1
    assert all(issubclass(kind, AskingStep) for kind in asked)


def test_the_next_step_reveals_nothing_private() -> None:
    play = opening(hands={1: "pray-hall build-red-1", 2: "angel-1 seer-1"}).do("1 choose pray-hall")
    assert TEXTS.next_step(PositionTable(play)) == "Waiting for Bruno to choose a card."


def test_progress_shows_year_and_round() -> None:
    play = position()
    assert TEXTS.progress(play.game, play.state) == "year 1, round 1"


# Words


def test_counts_read_like_speech() -> None:
    assert (counted(1, "seal"), counted(2, "seal"), counted(2, "lies", "lie")) == ("1 seal", "2 seals", "2 lie")


def test_buildings_have_a_name_in_full_and_one_for_the_plan() -> None:
    names = {building.letter: building for building in BOX_OF_CARDS.plan.buildings}
    assert building_words(names["K"]) == "the guests' house (K)"
    assert map_name(names["K"]) == "guests"
    assert map_name(names["A"]) == "church"
    assert map_name(names["A"]._replace(name="the great hall")) == "great hall"


def test_a_context_belongs_to_a_table_of_this_game() -> None:
    assert MatchContext.of(PositionTable(position()), UNICODE).marks == "AB"


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_the_legend_explains_every_sign_with_which_the_plan_is_drawn(glyphs: Glyphs) -> None:
    text = " ".join(part for paragraph in legend(glyphs) for part, _ in paragraph.spans)
    for sign in (*glyphs.symbols, glyphs.builder, glyphs.lazy, glyphs.legal, glyphs.illegal, glyphs.gap, glyphs.tree):
        assert f"{sign}" in text.split() or f"{sign}N" in text.split(), sign
    assert {glyphs.tuft, glyphs.stock[0], glyphs.barred[0]} <= set(text.split())


def test_the_guide_names_what_everything_is_worth() -> None:
    earned = {paragraph.label: paragraph.text for paragraph in guide(UNICODE) if paragraph.label in ("+1", "-1", "✶")}
    assert "gap of 3 spaces or fewer" in earned["-1"]
    assert "a point each" in earned["✶"]
    assert any("each larger gap costs 3 points" in paragraph.text for paragraph in guide(UNICODE))
    assert any("each parchment building 6" in paragraph.text for paragraph in guide(UNICODE))


def text_of(level: int) -> str:
    return " ".join(
        " ".join([it.label, it.text, *(part for part, _ in it.spans)])
        for it in (*guide(UNICODE, level), *legend(UNICODE, level))
    )


def test_the_guide_of_level_ii_teaches_what_level_ii_adds() -> None:
    text = text_of(2)
    for word in ("tile", "Swap", "beggar", "book", "guest", "special actions", "Expand", "dues", "alms", "★"):
        assert word in text, word
    for word in ("fire", "unfinished", "collapse", "cordon", "cooperation"):
        assert word not in text, word


def test_the_guide_of_level_iii_teaches_dangers_and_unfinished_tasks_as_well() -> None:
    text = text_of(3)
    for word in (
        "fire",
        "epidemic",
        "collapse",
        "storm",
        "halt",
        "arrivals",
        "Reconstruct",
        "four piles",
        "each collapse 1",
    ):
        assert word in text, word
    assert "[any]" in text


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=lambda glyphs: glyphs.name)
def test_the_legend_of_level_iii_explains_the_cordon_the_dice_and_what_is_marked(glyphs: Glyphs) -> None:
    text = " ".join(part for paragraph in legend(glyphs, 3) for part, _ in paragraph.spans)
    assert f"{glyphs.cordon}  cordoned off" in text
    assert f"[{glyphs.symbols[0]}]  asks for a red tile" in text
    assert glyphs.mark in text.split()


def test_the_guide_of_level_i_speaks_of_nothing_that_comes_later() -> None:
    assert guide(UNICODE, 1) == guide(UNICODE)
    for word in ("beggar", "special action", "cordon", "swap"):
        assert word not in text_of(1)


def test_no_two_signs_of_a_set_mean_different_things() -> None:
    for glyphs in (UNICODE, ASCII):
        on_the_plan = [
            *glyphs.symbols,
            glyphs.tree,
            glyphs.builder,
            glyphs.lazy,
            glyphs.gap,
            glyphs.legal,
            glyphs.illegal,
        ]
        assert len(set(on_the_plan)) == len(on_the_plan)
        assert not set("abcdefghijk") & {sign.lower() for sign in on_the_plan}


@pytest.mark.parametrize(
    ("why", "clause"),
    [
        (Advantage("completed", 1, 1, 0, (0,)), "completes the church (A)"),
        (Advantage("completed", 1, 2, 0, (0, 1)), "completes the church (A) and the cloister (B)"),
        (Advantage("completed", 1, 3, 0, (0, 1, 2)), "completes 3 buildings"),
        (Advantage("completed", 1, 1, 0), "completes a building"),
        (Advantage("completed", 1, 1, 1, (0,)), "may complete a building"),
        (Advantage("tasks", 1, 2, 0), "fulfils 2 tasks"),
    ],
)
def test_a_reason_names_what_it_counts_where_it_is_known(why: Advantage, clause: str) -> None:
    game = CampusGalli(Options(1, "solo", 1), standard())
    assert texts_of("campus-galli").reason(game, why) == clause


def test_a_reason_names_the_task_as_the_task_board_does() -> None:
    game = CampusGalli(Options(1, "solo", 1), standard())
    box = game.setting.box
    number = next(number for number, task in enumerate(box.tasks) if task.kind is TaskKind.COLOURS)
    named = texts_of("campus-galli").reason(game, Advantage("tasks", 1, 1, 0, (number,)))
    assert named == f'fulfils the task "{task_short(box, box.tasks[number])}"'


def decisions_of(key: str) -> list[tuple[ReplayedTable, Any, Move]]:
    """Return the moves of a whole match with the state before each."""
    match = replayed(key)
    state, found = match.game.initial(), list[tuple[ReplayedTable, Any, Move]]()
    for it in match.timeline(DEALER, 10_000):
        if isinstance(it.event, Move):
            found.append((match, state, it.event))
        state = match.game.apply(state, it.event)
    return found


def test_tiles_are_paid_for_a_card_or_against_a_danger() -> None:
    said = [
        TEXTS.decision(match, view, legal)
        for match, view, move in decisions_of("campus-3")
        if isinstance(move, PayTiles | Decline)
        for legal in match.game.legal(view, move.seat)
        if isinstance(legal, PayTiles | Decline)
    ]
    assert any(re.search(r"^pay .* tiles? for card \d+$", words) for words in said)
    assert any(re.search(r"^pay .* tiles? against the ", words) for words in said)
    assert any(re.search(r"^don't pay against the ", words) for words in said)
    assert not [words for words in said if not re.search(r" (for card [\d/]+|against the .+|for an arrival)$", words)]


def test_a_card_or_section_to_take_is_explained_by_what_it_could_do() -> None:
    taken, laid = list[str](), list[str]()
    for match, view, move in decisions_of("campus-1"):
        own = match.game.view(view, move.seat)
        others = [it for it in match.game.legal(own, move.seat) if it != move][:2]
        for other in others:
            words = why_words(match, TEXTS, own, move, other, 2)
            if words and isinstance(move, TakeFromHut | TakeFromPouch | ChooseCard):
                taken.append(words)
            elif words and isinstance(move, LaySection):
                laid.append(words)
    assert len(taken) > 20
    assert all(re.match(r"could( |, (on|with) )", words) for words in taken)
    assert laid
    assert not [words for words in laid if "could" in words]


def test_a_new_task_is_told_with_what_it_is_worth() -> None:
    told = set[str]()
    for match in map(replayed, ("campus-1", "campus-3")):
        for event in match.timeline(PUBLIC, 1000):
            told |= {line for line in TEXTS.event_lines(match, event) if line.startswith("New task: ")}
    assert "New task: yellow in the north (I, J or K), worth 1 point." in told
    assert "New task: new person in the west, worth half a point." in told


def test_a_placement_is_told_with_all_its_spaces() -> None:
    match = replayed("campus-1")
    told = [line for event in match.timeline(PUBLIC, 1000) for line in TEXTS.event_lines(match, event)]
    placed = [line for line in told if " places the " in line]
    assert placed
    spaces = r" places the \w+ \w+ on [a-o]-?\d+( [a-o]-?\d+){3,4}( \(\d+ large gaps? (more|fewer): [^()]+\))?\.$"
    assert all(re.search(spaces, line) for line in placed)


@pytest.mark.parametrize(("mode", "level"), [("solo", 1), ("coop", 2), ("coop", 3), ("versus", 1)])
def test_what_a_section_does_to_the_large_gaps_is_told_with_its_points(mode: str, level: int) -> None:
    match = match_between(BOX, Options(1 if mode == "solo" else 2, mode, level))
    game, gaps, changes = match.game, 0, list[int]()
    for event in match.timeline(PUBLIC, 2000):
        before, gaps = gaps, next((it.count for it in game.sheet(event.view).lines if it.key == "large-gaps"), 0)
        keys = {it.key for it in event.view.told}
        if not keys & {EffectKind.SECTION_LAID, EffectKind.FALLEN, EffectKind.LIFTED}:
            continue
        (line,) = (it for it in TEXTS.event_lines(match, event) if re.search(" (places|lifts) the | falls", it))
        found = re.search(r"\((\d+) large gaps? (more|fewer): (team|score) ([+-])(\d+)\)", line)
        more = 0 if found is None else (1 if found[2] == "more" else -1) * int(found[1])
        assert more == gaps - before, line
        if found is not None:
            assert found.group(3, 4) == ("score" if mode == "solo" else "team", "-" if more > 0 else "+")
            assert int(found[5]) == 3 * abs(more)
        changes += [more] * bool(more)
    assert bool(changes) == (mode != "versus")


def test_the_short_log_says_it_too() -> None:
    match = match_between(BOX, Options(1, "solo", 1))
    assert isinstance(match.game, CampusGalli)
    log = log_lines(MatchContext(match.game, match.players, UNICODE), match.timeline(PUBLIC, 2000))
    lines = [it.text for it in log]
    assert any(re.search(r" at [a-o]-?\d+; 1 large gap more -3", line) for line in lines)
