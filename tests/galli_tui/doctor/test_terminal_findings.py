"""What the doctor finds about a terminal, and which remedy it names."""

from __future__ import annotations

import io
from typing import Literal

import pytest

from galli_tui.doctor.findings import Finding, Fitness
from galli_tui.doctor.terminal_findings import SIGNS, Surroundings, look_around, terminal_section
from galli_tui.settings.schema import Settings
from galli_tui.terminal.capabilities import Terminal, UnsuitableTerminal, detect_terminal
from galli_tui.terminal.queries import Answers

GOOD = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "COLORTERM": "truecolor"}
ANSWERS = Answers(dict.fromkeys(SIGNS, 1), synchronized=True, keyboard=True, version="a terminal 1.0")


class Stream(io.TextIOWrapper):
    """A stream that leads to a terminal."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8")

    def isatty(self) -> bool:
        return True


def found(
    env: dict[str, str] | None = None,
    size: tuple[int, int] = (80, 24),
    answers: Answers | None = ANSWERS,
    *,
    mouse: bool = True,
    settings: Settings | None = None,
) -> dict[str, Finding]:
    """Return the findings about a terminal by what they are about."""
    env = GOOD if env is None else {**GOOD, **env}
    chosen, why_not = None, ""
    try:
        plain, motion = (False, True) if settings is None else (settings.signs == "ascii", settings.motion)
        chosen = detect_terminal(env, Stream(), Stream(), mouse=mouse, ascii=plain, motion=motion)
    except UnsuitableTerminal as unsuitable:
        why_not = str(unsuitable)
    here = Surroundings(env, size, chosen, why_not, answers, "utf-8", "utf-8", settings or Settings())
    return {finding.about: finding for finding in terminal_section(here).findings}


def test_a_good_terminal_needs_no_change() -> None:
    page = found()
    assert {finding.verdict for finding in page.values()} == {Fitness.GOOD}
    assert page["kind"].text == "TERM is xterm-256color; the terminal calls itself a terminal 1.0."
    assert page["colours"].text.startswith("All colours, because COLORTERM is truecolor.")
    assert "one cell, as it should" in page["widths"].text
    assert "Kitty" in page["keyboard"].text
    assert "synchronized output" in page["drawing"].text


def test_a_small_window_is_told_what_it_lacks() -> None:
    page = found(size=(70, 24))
    assert page["size"].verdict is Fitness.FAILING
    assert page["size"].text == "70 columns and 24 rows. The game needs 80 and 24, and waits until it has them."
    assert "Enlarge" in page["size"].remedy


def test_a_larger_window_is_an_offer_and_no_demand() -> None:
    assert found()["size"].text == "80 columns and 24 rows. That is enough; with 120 and 36 a table shows more at once."
    assert found(size=(120, 36))["size"].text == "120 columns and 36 rows."


@pytest.mark.parametrize(
    ("env", "text", "remedy", "verdict"),
    [
        ({"COLORTERM": ""}, "256 colours, because COLORTERM is not set and TERM is xterm-256", "", Fitness.GOOD),
        ({"COLORTERM": "", "TERM": "xterm"}, "16 colours, because", "COLORTERM=truecolor", Fitness.LIMITED),
        ({"COLORTERM": "", "TERM": "screen", "TMUX": "1"}, "16 colours", "~/.tmux.conf", Fitness.LIMITED),
        ({"COLORTERM": "", "TERM": "screen", "STY": "1"}, "16 colours", "~/.screenrc", Fitness.LIMITED),
        ({"NO_COLOR": "1"}, "No colour, because NO_COLOR is set.", "Unset NO_COLOR", Fitness.GOOD),
    ],
)
def test_colours_name_their_source_and_their_remedy(
    env: dict[str, str], text: str, remedy: str, verdict: Fitness
) -> None:
    colours = found(env)["colours"]
    assert colours.text.startswith(text)
    assert remedy in colours.remedy
    assert colours.verdict is verdict


def test_a_locale_without_unicode_means_ascii() -> None:
    signs = found({"LANG": "C"})["signs"]
    assert signs.text.startswith("LANG is C; ")
    assert signs.verdict is Fitness.LIMITED
    assert "LANG=C.UTF-8" in signs.remedy


def test_signs_that_take_two_cells_are_shown() -> None:
    wide = ANSWERS._replace(widths={**dict.fromkeys(SIGNS, 1), "★": 2, "→": 2})
    widths = found(answers=wide)["widths"]
    assert widths.text.endswith("→ ★")
    assert "--ascii" in widths.remedy


def test_a_terminal_without_answers_is_described_by_its_type() -> None:
    page = found(answers=None)
    assert "goes by TERM" in page["answers"].text
    assert "keyboard" not in page


@pytest.mark.parametrize(
    ("env", "about"), [({"SSH_TTY": "/dev/pts/1"}, "SSH"), ({"TMUX": "x"}, "tmux"), ({"STY": "x"}, "screen")]
)
def test_what_lies_in_between_is_named(env: dict[str, str], about: str) -> None:
    assert about in found(env)
    assert about not in found()


def test_a_terminal_that_cannot_show_the_game_gets_a_remedy() -> None:
    page = found({"TERM": "dumb"})
    assert page["terminal"].verdict is Fitness.FAILING
    assert "TERM is dumb" in page["terminal"].text
    assert "export TERM=xterm-256color" in page["terminal"].remedy
    assert "--plain" in page["terminal"].remedy


def test_no_mouse_is_a_choice() -> None:
    assert found(mouse=False)["mouse"].text.startswith("Off, as you asked")
    assert "none for programs" in found({"TERM": "linux"})["mouse"].text


def test_the_title_and_animations_go_by_the_terminal() -> None:
    assert found({"TERM": "linux", "COLORTERM": ""})["title"].text.startswith("None")
    assert "GALLI_TUI_STILL is set" in found({"GALLI_TUI_STILL": "1"})["motion"].text


def test_without_a_terminal_the_page_says_so() -> None:
    section = terminal_section(look_around(ask=True))
    assert [finding.about for finding in section.findings] == ["terminal", "colours"]
    assert "do not lead to a terminal" in section.findings[0].text
    assert section.findings[0].verdict is Fitness.GOOD


@pytest.mark.parametrize(
    ("bell", "env", "told"),
    [
        ("auto", {}, "The terminal's bell rings after a wait, as it is not known to show notifications."),
        ("auto", {"TERM": "xterm-kitty"}, "A desktop notification appears"),
        ("auto", {"TERM": "xterm-kitty", "TMUX": "1"}, "as tmux forwards no notifications."),
        ("auto", {"SSH_TTY": "/dev/pts/1"}, "The screen alone shows it, as the terminal is on another computer."),
        ("notification", {"SSH_TTY": "/dev/pts/1"}, "The terminal's bell rings after a wait"),
        ("notification", {"TERM_PROGRAM": "ghostty"}, "A desktop notification appears"),
        ("bell", {"TERM_PROGRAM": "ghostty"}, "The terminal's bell rings after a wait, as your settings ask."),
        ("off", {}, "The screen alone shows it, as your settings ask."),
    ],
)
def test_how_a_player_is_told_of_their_turn(
    bell: Literal["auto", "off", "bell", "notification"], env: dict[str, str], told: str
) -> None:
    turn = found(env, settings=Settings(bell=bell))["your turn"]
    assert told in turn.text
    assert turn.verdict is Fitness.GOOD
    assert bool(turn.remedy) == ("another computer" in turn.text)


def test_what_the_settings_ask_for_is_no_lack_of_the_terminal() -> None:
    page = found(settings=Settings(signs="ascii", motion=False))
    assert page["signs"].text.endswith("The program draws with ASCII characters, as your settings ask.")
    assert page["motion"].text == "Animations are off, as your settings ask."
    assert {finding.verdict for finding in page.values()} == {Fitness.GOOD}


def test_the_settings_choose_what_the_doctor_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, object] = {}

    def detected(env: object, **choices: object) -> Terminal:
        asked.update(choices)
        return Terminal()

    monkeypatch.setattr("galli_tui.doctor.terminal_findings.detect_terminal", detected)
    look_around(ask=False, settings=Settings(signs="unicode", motion=False, theme="parchment"))
    assert asked == {"ascii": False, "signs": "unicode", "mouse": True, "theme": "parchment", "motion": False}
