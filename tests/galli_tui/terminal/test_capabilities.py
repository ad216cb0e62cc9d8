"""The terminal's capabilities are detected before the app starts."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from galli_tui.terminal.capabilities import Colours, Terminal, UnsuitableTerminal, detect_terminal

GOOD = {"TERM": "xterm-256color", "LANG": "en_GB.UTF-8"}


class Stream(io.TextIOWrapper):
    """A stream that is a terminal, or not."""

    def __init__(self, *, terminal: bool = True, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


def seen(env: dict[str, str], encoding: str = "utf-8") -> Terminal:
    return detect_terminal(env, Stream(encoding=encoding), Stream())


@pytest.mark.parametrize("term", ["dumb", "unknown", ""])
def test_a_terminal_that_cannot_draw_is_told_so(term: str) -> None:
    with pytest.raises(UnsuitableTerminal, match="cannot show") as found:
        seen({**GOOD, "TERM": term})
    assert str(found.value).endswith(".")
    assert "\n" not in str(found.value)


@pytest.mark.parametrize(("output", "source"), [(False, True), (True, False)])
def test_without_a_terminal_the_app_says_where_it_can_run(output: bool, source: bool) -> None:
    with pytest.raises(UnsuitableTerminal, match="terminal window"):
        detect_terminal(GOOD, Stream(terminal=output), Stream(terminal=source))


def test_a_terminal_name_cannot_inject_control_sequences() -> None:
    with pytest.raises(UnsuitableTerminal) as found:
        seen({**GOOD, "TERM": "  "})
    assert "\x1b" not in str(found.value)


@pytest.mark.parametrize(
    ("env", "colours", "theme"),
    [
        ({}, Colours.MANY, "lamp-black-256"),
        ({"COLORTERM": "truecolor", "TERM": "xterm"}, Colours.MANY, "lamp-black"),
        ({"TERM": "xterm"}, Colours.SIXTEEN, "lamp-black-16"),
        ({"TERM": "linux"}, Colours.SIXTEEN, "lamp-black-16"),
        ({"TERM": "screen"}, Colours.SIXTEEN, "lamp-black-16"),
        ({"TERM": "vt100"}, Colours.SIXTEEN, "lamp-black-16"),
        ({"NO_COLOR": "1"}, Colours.NONE, "none"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, Colours.NONE, "none"),
        ({"NO_COLOR": ""}, Colours.MANY, "lamp-black-256"),
    ],
)
def test_colours_are_those_the_terminal_has(env: dict[str, str], colours: Colours, theme: str) -> None:
    terminal = seen({**GOOD, **env})
    assert (terminal.colours, terminal.theme) == (colours, theme)


@pytest.mark.parametrize(
    "term", ["xterm", "xterm-256color", "xterm-kitty", "linux", "screen", "vt100", "tmux-256color"]
)
@pytest.mark.parametrize("colorterm", ["", "truecolor", "24bit"])
def test_colours_are_counted_as_the_library_that_writes_them_does(term: str, colorterm: str) -> None:
    env = {**GOOD, "TERM": term, "COLORTERM": colorterm}
    console = Console(file=io.StringIO(), force_terminal=True, _environ=env)
    assert (seen(env).colours is Colours.SIXTEEN) == (console.color_system == "standard")


@pytest.mark.parametrize(
    ("env", "encoding", "expected"),
    [
        ({}, "utf-8", False),
        ({"LANG": "de_CH.utf8"}, "utf-8", False),
        ({"LANG": "C.UTF-8"}, "utf-8", False),
        ({"LANG": "en_GB.ISO-8859-1"}, "utf-8", True),
        ({"LANG": "C"}, "utf-8", True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8", True),
        ({"LANG": "C", "LC_CTYPE": "de_CH.UTF-8"}, "utf-8", False),
        ({"LC_ALL": "POSIX"}, "utf-8", True),
        ({"LANG": "en_GB.UTF-8"}, "latin-1", True),
    ],
)
def test_ascii_is_written_where_utf_8_is_not_spoken(env: dict[str, str], encoding: str, expected: bool) -> None:
    assert seen({"TERM": "xterm", "LANG": "en_GB.UTF-8", **env}, encoding).ascii is expected


def test_an_unset_locale_leaves_it_to_the_stream() -> None:
    assert not seen({"TERM": "xterm"}).ascii
    assert seen({"TERM": "xterm"}, "ascii").ascii


def test_options_switch_capabilities_off() -> None:
    assert detect_terminal(GOOD, Stream(), Stream()) == Terminal(theme="lamp-black-256", motion=True)
    assert detect_terminal(GOOD, Stream(), Stream(), ascii=True, mouse=False) == Terminal(
        ascii=True, mouse=False, theme="lamp-black-256", only_ascii=True
    )


@pytest.mark.parametrize(
    ("signs", "has_unicode", "plain"),
    [("auto", True, False), ("auto", False, True), ("unicode", False, False), ("ascii", True, True)],
)
def test_the_signs_are_those_of_the_settings(signs: str, has_unicode: bool, plain: bool) -> None:
    encoding = "utf-8" if has_unicode else "latin-1"
    found = detect_terminal(GOOD, Stream(encoding=encoding), Stream(), signs=signs)
    assert found.ascii is plain
    assert found.motion is not plain
    assert found.has_unicode is has_unicode
    assert found.with_signs("ascii").ascii
    assert detect_terminal(GOOD, Stream(encoding=encoding), Stream(), signs=signs, ascii=True).ascii


@pytest.mark.parametrize("env", [{"GALLI_TUI_STILL": "1"}, {"TERM": "linux"}, {"NO_COLOR": "1"}, {"LANG": "C"}])
def test_animations_are_off_if_unwanted_or_flickering(env: dict[str, str]) -> None:
    assert seen(GOOD).motion
    assert not seen({**GOOD, **env}).motion


def test_a_theme_is_chosen_only_where_there_are_colours_for_it() -> None:
    assert detect_terminal(GOOD, Stream(), Stream(), theme="parchment").theme == "parchment-256"
    assert (
        detect_terminal({**GOOD, "COLORTERM": "truecolor"}, Stream(), Stream(), theme="parchment").theme == "parchment"
    )
    assert detect_terminal({**GOOD, "TERM": "linux"}, Stream(), Stream(), theme="parchment").theme == "parchment-16"
    assert detect_terminal({**GOOD, "NO_COLOR": "1"}, Stream(), Stream(), theme="parchment").theme == "none"


@pytest.mark.parametrize(("term", "titles"), [("xterm-256color", True), ("tmux-256color", True), ("linux", False)])
def test_titles_are_sent_only_to_terminals_that_know_them(term: str, titles: bool) -> None:
    assert seen({**GOOD, "TERM": term}).window_titles is titles
