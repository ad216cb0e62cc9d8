"""What becomes of the bytes that a terminal sends, wherever they are cut; and what of Textual this rests on."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual._parser import Parser
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Key, MouseDown, MouseMove, MouseUp, Paste
from textual.message import Message
from textual.message_pump import MessagePump

from galli_tui.terminal.capabilities import input_encoding
from galli_tui.terminal.input_parser import MAX_PASTE, InputParser


def messages(*pieces: bytes, encoding: str = "utf-8") -> list[Message]:
    parser = InputParser(encoding)
    return [message for piece in pieces for message in parser.feed(piece)]


def keys(found: Iterable[Message]) -> str:
    """What the keys among them type."""
    return "".join(message.character or f"<{message.key}>" for message in found if isinstance(message, Key))


def pastes(found: Iterable[Message]) -> list[str]:
    return [message.text for message in found if isinstance(message, Paste)]


@given(st.lists(st.binary(max_size=40), max_size=8), st.sampled_from(["utf-8", "iso-8859-1", "euc-jp", "gbk"]))
def test_any_bytes_are_accepted_and_later_keys_arrive(pieces: list[bytes], encoding: str) -> None:
    parser = InputParser(encoding)
    for piece in pieces:
        parser.feed(piece)
    parser.feed(b"\x1b[201~\x1b[201~")  # should the bytes have opened a paste
    assert keys(parser.feed(b"   Anna")).endswith("Anna")


@given(st.data())
def test_split_input_means_the_same(data: st.DataObject) -> None:
    stream = "aü\x1b[A\x1b[200~two words\x1b[1;5Cö\x1b[201~\x1b[<0;5;5M½\x1b[1;2B\xff".encode()
    at = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=6)))
    cuts = [0, *at, len(stream)]
    found = messages(*(stream[start:end] for start, end in pairwise(cuts)))
    assert keys(found) == "aü<up>½<shift+down>ÿ"
    assert pastes(found) == ["two words[1;5Cö"]
    assert [type(message) for message in found if isinstance(message, MouseDown)] == [MouseDown]


@pytest.mark.parametrize("length", [MAX_PASTE - 1, MAX_PASTE, MAX_PASTE + 1, MAX_PASTE + 3, 5 * MAX_PASTE])
def test_a_paste_is_truncated_and_its_rest_is_no_key(length: int) -> None:
    found = messages(b"\x1b[200~", b"x" * length, b"\x1b[20", b"1~y")
    assert pastes(found) == ["x" * min(length, MAX_PASTE)]
    assert keys(found) == "y"


@given(st.text())
def test_a_paste_holds_only_what_could_be_typed_and_line_ends(text: str) -> None:
    (pasted,) = pastes(messages(f"\x1b[200~{text}\x1b[201~".encode("utf-8", "replace")))
    assert all(char.isprintable() or char in "\r\n" for char in pasted)
    assert "".join(filter(str.isprintable, pasted)) == "".join(
        filter(str.isprintable, text.replace("\t", " ").encode("utf-8", "replace").decode())
    )


def test_a_paste_that_never_ends_takes_no_more_than_its_bound() -> None:
    parser = InputParser("utf-8")
    parser.feed(b"\x1b[200~")
    for _ in range(20):
        assert parser.feed(b"x" * MAX_PASTE) == []
    assert pastes(parser.feed(b"\x1b[201~")) == ["x" * MAX_PASTE]


def test_mouse_movements_are_merged_and_no_click_is_lost() -> None:
    swipe = b"".join(b"\x1b[<35;%d;5M" % column for column in range(1, 60))
    found = messages(swipe + b"\x1b[<0;60;5M\x1b[<32;61;5M\x1b[<32;62;5M\x1b[<0;62;5m" + swipe)
    assert [type(message) for message in found] == [MouseMove, MouseDown, MouseMove, MouseUp, MouseMove]
    assert [message.x for message in found if isinstance(message, MouseMove)] == [58, 61, 58]


def test_a_window_is_not_resized_by_what_is_typed_nor_the_mouse_moved_by_it() -> None:
    found = messages(b"\x1b[48;9999;9999;1;1t\x1b[?2048;1$y\x1b[<0;5;6M")
    assert [(type(message), message.x, message.y) for message in found if isinstance(message, MouseDown)] == [
        (MouseDown, 4, 5)
    ]
    assert len(found) == 1


@pytest.mark.parametrize(
    ("environment", "encoding"),
    [
        ({}, "utf-8"),
        ({"LANG": "C"}, "utf-8"),
        ({"LANG": "de_DE.UTF-8"}, "UTF-8"),
        ({"LANG": "de_DE.ISO-8859-1"}, "ISO-8859-1"),
        ({"LANG": "de_DE.ISO-8859-15@euro"}, "ISO-8859-15"),
        ({"LANG": "de_DE.ISO-8859-1", "LC_CTYPE": "C.UTF-8"}, "ISO-8859-1"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "ja_JP.eucJP"}, "eucJP"),
        ({"LANG": "x.unheard-of"}, "utf-8"),
        ({"LANG": "x.rot13"}, "utf-8"),
        ({"LANG": "x.utf-16"}, "utf-8"),
        ({"LANG": "ja_JP.iso2022_jp"}, "utf-8"),
    ],
)
def test_the_encoding_is_that_of_the_locale_if_keys_survive_it(environment: dict[str, str], encoding: str) -> None:
    class Source:
        encoding = "utf-8"

    assert input_encoding(environment, Source()) == encoding  # pyright: ignore[reportArgumentType]


PRIVATE = {
    App: ("_exit", "_exception", "_driver", "_print_error_renderables"),
    LinuxDriver: ("_run_input_thread", "run_input_thread", "start_application_mode", "process_message"),
    Driver: ("send_message",),
    MessagePump: ("message_queue_size",),
    XTermParser: ("feed", "mouse_pixels"),
    Parser: ("tick",),
}
"""What we use or replace of Textual that its documentation does not promise."""


@pytest.mark.parametrize(("owner", "names"), PRIVATE.items(), ids=lambda it: getattr(it, "__name__", ""))
def test_textual_has_what_the_driver_needs(owner: type, names: tuple[str, ...]) -> None:
    source = inspect.getsource(owner)
    missing = [name for name in names if name not in source]
    assert not missing, f"Textual's {owner.__name__} has no {missing} any more: see galli_tui/terminal/driver.py"


def test_textual_runs_our_reader_in_its_input_thread_and_waits_for_it_by_the_exit_event() -> None:
    start, thread = inspect.getsource(LinuxDriver.start_application_mode), inspect.getsource(LinuxDriver)
    assert "target=self._run_input_thread" in start
    assert "self.run_input_thread()" in thread
    assert "self.exit_event.set()" in inspect.getsource(LinuxDriver.disable_input)
    for name in ("fileno", "exit_event", "attrs_before"):
        assert f"self.{name}" in thread
    for name in ("_app", "_loop"):
        assert f"self.{name} = " in inspect.getsource(Driver)
    assert "self.send_message(message)" in inspect.getsource(Driver.process_message)
