"""A command is about the game that it names or that alone fits; else it asks. Options are those of that game."""

from __future__ import annotations

import io
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from galli_tui.cli import choosing, parser, play
from galli_tui.game_api.last_game import remember_game
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.capabilities import Terminal


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GALLI_TUI_HOME", str(tmp_path))


class Named(NamedTuple):
    """A game that has nothing but a title."""

    title: str
    choices: tuple[()] = ()


class Keyboard(io.StringIO):
    """A terminal at which something has been typed."""

    def isatty(self) -> bool:
        return True


def answering(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    """Type an answer at a terminal."""
    monkeypatch.setattr("sys.stdin", Keyboard(typed))
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)


def out_of(words: Sequence[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert parser.main(words) == Exit.OK
    return capsys.readouterr().out


PERFT = ("perft", "--depth", "0")
RUN = ("simulate", "--games", "1", "--jobs", "1")


@pytest.mark.parametrize("words", [("builders-duel",), ("--game", "builders-duel"), ("builders-duel", "--calm-seals")])
def test_a_game_is_named(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert out_of((*RUN, *words), capsys).startswith("Builders' Duel, ")


@pytest.mark.parametrize(
    ("word", "title"),
    [
        ("campus", "Campus Galli"),
        ("Campus Galli", "Campus Galli"),
        ("galli", "Campus Galli"),
        ("duel", "Builders' Duel"),
        ("BUILDERS", "Builders' Duel"),
        ("Builders' Duel", "Builders' Duel"),
        ("builders\N{RIGHT SINGLE QUOTATION MARK} duel", "Builders' Duel"),
        ("builder\N{RIGHT SINGLE QUOTATION MARK}s duel", "Builders' Duel"),
        ("ora", "Ora et Labora"),
        ("labo", "Ora et Labora"),
    ],
)
def test_a_game_is_named_by_a_word_of_it(word: str, title: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert out_of((*RUN, word), capsys).startswith(title)


def test_a_word_that_several_games_have_is_refused_with_their_names(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    metas = {"campus-galli": "Campus Galli", "campus-two": "Campus Two", "ora": "Campus", "empty": ""}
    monkeypatch.setattr(choosing, "games", lambda: tuple(metas))

    def meta(key: str) -> Named:
        return Named(metas[key])

    monkeypatch.setattr(choosing, "game_meta", meta)
    assert parser.main((*RUN, "camp")) == Exit.USAGE
    assert "'camp' fits several games: campus-galli, campus-two, ora." in capsys.readouterr().err
    for word in ("", "-", "chess"):
        assert parser.main((*RUN, word)) == Exit.USAGE
        assert f"Unknown game '{word}'. Available: campus-galli, campus-two," in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "clause"),
    [(("build",), "CG-"), (("builder",), "CG-"), (("builders",), "CG-"), (("master", "builders"), "CG-")],
)
def test_the_beginning_of_a_name_is_a_word_to_search_for_if_clauses_have_it(
    words: tuple[str, ...], clause: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = out_of(("rules", *words), capsys)
    assert clause in said
    assert "BD-1a" not in said


def test_plain_without_a_command_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Namespace] = []

    def start(args: Namespace) -> int:
        started.append(args)
        return Exit.OK

    monkeypatch.setattr(play, "play", start)
    for words in (("--plain",), ("--ascii", "--plain"), ("--plain", "play", "duel"), ("play", "--plain")):
        assert parser.main(words) == Exit.OK
        assert started.pop().plain
    assert parser.main(("play",)) == Exit.OK
    assert not started.pop().plain


@pytest.mark.parametrize(
    "words",
    [("licences",), ("stats", "duel"), ("rules", "tree"), ("components",), ("settings",), ("completions", "bash")],
)
def test_plain_changes_nothing_for_a_command_that_only_prints(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    expected = out_of(words, capsys)
    assert out_of(("--plain", *words), capsys) == expected
    assert out_of((*words, "--plain"), capsys) == expected


@pytest.mark.parametrize("words", [("--plain", "serve"), ("serve", "--plain"), ("licences", "--plain", "--colour")])
def test_plain_is_refused_by_a_command_that_only_draws_as_is_what_no_command_knows(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        parser.main(words)
    assert "--plain" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "default"),
    [("stats", "(default: all games)"), ("play", "(default: you are asked)"), ("learn", "LESSON a lesson")],
)
def test_the_help_says_how_a_game_is_named(command: str, default: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser.main([command, "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert f"GAME campus-galli, builders-duel, ora-et-labora, or a word of its name {default}" in text


@pytest.mark.parametrize(
    ("words", "title"),
    [
        (("--level", "2"), "Campus Galli II, 2 seats, co-op"),
        (("--mode", "coop"), "Campus Galli I, 2 seats, co-op"),
        (("--mode", "coop", "--seats", "3"), "Campus Galli I, 3 seats, co-op"),
        (("--open-hands",), "Campus Galli I, 2 seats, co-op, open hands"),
        (("--calm-seals",), "Builders' Duel, calm seals"),
        (("--ireland",), "Ora et Labora, 2 seats, versus, Ireland"),
    ],
)
def test_options_that_one_game_alone_has_name_it(
    words: tuple[str, ...], title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "")
    assert out_of((*RUN, *words), capsys).startswith(f"{title}, 1 match")


@pytest.mark.parametrize("typed", ["2\n", "builders-duel\n"])
def test_a_command_asks_at_a_terminal(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, typed)
    assert parser.main(RUN) == Exit.OK
    said = capsys.readouterr()
    listed = "  1  Campus Galli\n  2  Builders' Duel\n  3  Ora et Labora\n"
    assert said.err.startswith(f"Which game?\n{listed}Number, or Enter for 1: ")
    assert said.out.startswith("Builders' Duel, ")


def test_the_game_played_last_comes_first(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    remember_game("builders-duel")
    answering(monkeypatch, "\n")
    assert parser.main(RUN) == Exit.OK
    said = capsys.readouterr()
    assert "  1  Builders' Duel\n" in said.err
    assert said.out.startswith("Builders' Duel, ")


@pytest.mark.parametrize("typed", ["", "4\n", "chess\n"])
def test_any_other_answer_is_an_error_that_names_the_games(
    typed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, typed)
    assert parser.main(RUN) == Exit.USAGE
    assert "Name a game: campus-galli, builders-duel or ora-et-labora." in capsys.readouterr().err


def test_without_a_terminal_nothing_is_asked_even_after_a_match(capsys: pytest.CaptureFixture[str]) -> None:
    remember_game("builders-duel")
    assert out_of(RUN, capsys).startswith("Campus Galli I, ")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("builders-duel", "--level", "2"), "Builders' Duel has no --level."),
        (("campus-galli", "--calm-seals"), "Campus Galli has no --calm-seals."),
        (("campus-galli", "--level", "9\x1b[31m"), "--level takes 1, 2 or 3, not '9'."),
        (("builders-duel", "--seats", "3"), "Builders' Duel has 2 seats, not 3."),
        (("builders-duel", "--game", "campus-galli"), "Name one game, not two."),
        (
            ("campus-galli", "--mode", "solo", "--open-hands"),
            "--open-hands makes no difference in a solo match with 1 seat; leave it out.",
        ),
        (("chess",), "Unknown game 'chess'. Available: campus-galli, builders-duel, ora-et-labora."),
    ],
)
def test_an_option_that_the_game_lacks_is_refused_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert parser.main((*PERFT, *words)) == Exit.USAGE
    assert capsys.readouterr().err == f"galli-tui: {sentence}\n"


def test_the_help_lists_each_option_with_its_game(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parser.main(["host", "--help"])
    text = " ".join(capsys.readouterr().out.split())
    assert "--level LEVEL Campus Galli: level 1, 2 or 3 (default: 1)" in text
    switch = "--open-hands Campus Galli: hands: open (default: hidden)."
    assert f"{switch} Hidden: only you see your cards. Open: everyone does (house rule)" in text
    switch = "--calm-seals Builders' Duel: seals: calm (default: thrown)."
    about = "Seals win fights. Thrown: by chance. Calm: you choose, for gold (house rule)"
    assert f"{switch} {about}" in text


@pytest.mark.parametrize(
    ("words", "clause"),
    [
        (("BD-3m",), "BD-3m  (ruling)"),
        (("cg-i-3a",), "CG-I-3a"),
        (("builders-duel", "BD-3m"), "BD-3m  (ruling)"),
        (("builders-duel",), "BD-1a"),
        (("campus",), "CG-I-0a"),
        (("Campus-Galli", "tree"), "CG-I-3a4"),
        (("Ora",), "OL-1a"),
        (("duel", "seals"), "BD-"),
        (("labo",), "OL-1a"),
        (("gall", "tree"), "CG-I-3a4"),
        (("lazy", "monk"), "CG-"),
    ],
)
def test_a_clause_or_a_word_finds_its_rulebook(
    words: tuple[str, ...], clause: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answering(monkeypatch, "")
    assert clause in out_of(("rules", *words), capsys)


def test_the_components_of_a_game_without_a_plan_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    lines = out_of(("components", "builders-duel"), capsys).splitlines()
    assert "  start gold: 3" in lines
    assert any(line.startswith("Cards: ") for line in lines)
    assert any("name Power" in line for line in lines)
    assert all(len(line) <= 78 for line in lines)


def test_sides_have_their_own_colours(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galli_tui.cli.play.terminal_of", Terminal)
    assert parser.main(["play", "builders-duel", "--colour", "red"]) == Exit.USAGE
    assert "The sides of Builders' Duel have their colours; leave out --colour." in capsys.readouterr().err
