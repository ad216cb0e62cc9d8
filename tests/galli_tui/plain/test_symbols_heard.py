"""What a listener hears of the printed symbols of Campus Galli."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.games.campus_galli.words import place_words
from galli_tui.matches.in_memory import InMemoryTable
from rules.campus_galli.box import COLOURS
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import LayReason, LaySection, LaySectionStep
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import State
from rules.engine.game import Options
from rules.engine.secrecy import PUBLIC
from rules.engine.steps import current_step
from tests.support.plain_talk import answered, best_rated, new_table

LEVELS = [Options(1, "solo", level) for level in (1, 2, 3)]


def setting_of(table: InMemoryTable) -> Setting:
    """Return the setting of a match of Campus Galli."""
    assert isinstance(table.game, CampusGalli)
    return table.game.setting


def at_a_placement(options: Options) -> InMemoryTable:
    """Return a match in which the best rated moves have led to a coloured section to place."""
    table = new_table("campus-galli", options)
    while True:
        (seat,) = table.due.seats
        view = table.view(seat)
        legal = [*table.game.legal(view, seat)]
        setting = setting_of(table)
        if isinstance(legal[0], LaySection):
            section = current_step(view, LaySectionStep).section
            if setting.box.sections[section].colour is not None:
                return table
        table.submit(best_rated(table, seat))


def covered(table: InMemoryTable) -> InMemoryTable:
    """Return the match after the first placement on a symbol of any colour."""
    (seat,) = table.due.seats
    places = setting_of(table).layout.placements
    legal = table.game.legal(table.view(seat), seat)
    table.submit(next(it for it in legal if isinstance(it, LaySection) and places[it.placement].symbols))
    return table


@pytest.mark.parametrize("options", LEVELS)
@pytest.mark.parametrize("line", ["look i9", "space i9", "i9"])
def test_a_space_names_its_symbol(capsys: pytest.CaptureFixture[str], options: Options, line: str) -> None:
    first = answered(capsys, new_table("campus-galli", options), line)[0]
    assert re.fullmatch(r"i9: the cloister \(B\), [a-z ]+, with a green symbol\.", first)


def test_a_space_without_a_symbol_names_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert "symbol" not in answered(capsys, new_table("campus-galli", LEVELS[0]), "look h9")[0]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("row 9", "i9: the cloister (B), free, with a green symbol."),
        ("row 5", "; d5, f5 and g5 red symbols; "),
        ("column i", "; i8 and i9 green symbols"),
        ("building cloister", "green on e7 i8 i9 g10"),
        ("board all", "green on e7 i8 i9 g10"),
    ],
)
def test_lists_of_spaces_name_the_symbols(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    said = answered(capsys, new_table("campus-galli", LEVELS[0]), line)
    assert any(words in it for it in said), said


def test_a_symbol_does_not_split_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    said = answered(capsys, new_table("campus-galli", LEVELS[0]), "row 5")
    (church,) = (it for it in said if "church (A)" in it)
    assert church.startswith("c5 to l5: ")


@pytest.mark.parametrize("options", LEVELS)
@pytest.mark.parametrize("line", ["symbols", "look symbols", "look symbol"])
def test_all_free_symbols_are_listed_by_colour(capsys: pytest.CaptureFixture[str], options: Options, line: str) -> None:
    table = new_table("campus-galli", options)
    said = answered(capsys, table, line)
    plan = setting_of(table).box.plan
    for colour, spaces in zip(COLOURS, plan.symbols, strict=True):
        (told,) = (it for it in said if it.startswith(f"{colour.capitalize()}: "))
        assert set(re.findall(r"\b[a-z]\d+\b", told)) == set(place_words(plan, spaces).split())


def test_what_symbols_do_is_that_of_the_level(capsys: pytest.CaptureFixture[str]) -> None:
    for options in LEVELS:
        said = " ".join(answered(capsys, new_table("campus-galli", options), "symbols"))
        assert ("master builder" in said) == (options.level == 1)
        assert ("tile" in said) == (options.level > 1)


def test_a_covered_symbol_is_not_told(capsys: pytest.CaptureFixture[str]) -> None:
    table = covered(at_a_placement(LEVELS[0]))
    setting = setting_of(table)
    state: State = table.view(PUBLIC)
    under = state.covered & sum(setting.box.plan.symbols)
    assert under
    said = " ".join(answered(capsys, table, "symbols"))
    for name in place_words(setting.box.plan, under).split():
        assert not re.search(rf"\b{name}\b", said)
        assert "symbol" not in answered(capsys, table, f"space {name}")[0]


@pytest.mark.parametrize("options", LEVELS)
def test_a_placement_says_which_symbols_it_covers_and_what_for(options: Options) -> None:
    table = at_a_placement(options)
    setting, texts = setting_of(table), texts_of("campus-galli")
    (seat,) = table.due.seats
    view: State = table.view(seat)
    section = current_step(view, LaySectionStep).section
    colour = setting.box.sections[section].colour
    assert colour is not None
    seen: set[bool] = set()
    for move in table.game.legal(view, seat):
        assert isinstance(move, LaySection)
        words = texts.spoken_move(table, view, move)
        mask = setting.layout.placements[move.placement].mask
        count = (mask & setting.box.plan.symbols[colour]).bit_count()
        seen.add(bool(count))
        told = f", with {count} {COLOURS[colour]} symbol{'s' if count > 1 else ''}"
        assert (told in words) if count else ("symbol" not in words), words
        after = table.game.apply(view, move)
        assert ("for a master builder" in words) == after.laid[-1].builder, words
    assert seen == {True, False}


def test_a_symbol_covered_together_with_grass_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    table = at_a_placement(LEVELS[0])
    setting, texts = setting_of(table), texts_of("campus-galli")
    (seat,) = table.due.seats
    view: State = table.view(seat)
    colour = setting.box.sections[current_step(view, LaySectionStep).section].colour
    places = setting.layout.placements
    assert colour is not None
    moves = [it for it in table.game.legal(view, seat) if isinstance(it, LaySection)]
    own = [it for it in moves if places[it.placement].symbols >> colour & 1]
    for move in own:
        words = texts.spoken_move(table, view, move)
        assert ("but no builder, since it covers grass" in words) == places[move.placement].grass
    assert "covered together with grass brings nothing" in " ".join(answered(capsys, table, "symbols"))
    move = next(it for it in own if places[it.placement].grass)
    table.submit(move)
    space = place_words(setting.box.plan, places[move.placement].mask & setting.box.plan.symbols[colour]).split()[0]
    said = " ".join(answered(capsys, table, f"look {space}"))
    assert f"{COLOURS[colour]} symbol" in said
    assert "This brought no builder, since it covers grass too." in said


def test_a_bought_section_is_not_said_to_earn_tiles() -> None:
    table = at_a_placement(LEVELS[1])
    (seat,) = table.due.seats
    view: State = table.view(seat)
    step = replace(current_step(view, LaySectionStep), reason=LayReason.BOUGHT)
    bought = view._replace(agenda=(*view.agenda[:-1], step))
    moves = table.game.legal(view, seat)
    texts = texts_of("campus-galli")
    assert any(" for " in texts.spoken_move(table, view, move) for move in moves)
    assert not any(" for " in texts.spoken_move(table, bought, move) for move in moves)
