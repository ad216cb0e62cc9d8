"""Only changed cells go to the terminal, and what it shows is the same as if everything went there."""

from __future__ import annotations

import inspect
import json
import re
import signal
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyte.screens import Char
from rich.cells import cell_len, set_cell_size
from rich.color import ColorSystem
from rich.console import Console
from rich.control import Control
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate
from textual.app import App
from textual.screen import Screen as TextualScreen
from textual.strip import Strip

from galli_tui.game_api.last_setup import remember_setup
from galli_tui.settings.file import save
from galli_tui.tables.match_store import Setup
from galli_tui.terminal.cell_diff import CellDiff
from rules.engine.game import Options
from saves.format.header_fields import Player
from tests.support.terminal import Terminal

WIDTH, HEIGHT = 24, 4

STYLES = [
    Style.parse(words)
    for words in (
        "none",
        "bold",
        "dim red on blue",
        "bold #aabbcc on #112233",
        "#aabbcc on #112233",
        "underline #aabbcc on #112233",
        "reverse white on black",
        "italic strike color(120) on default",
        "default on #112233",
    )
]
TEXTS = st.text("ab ×─書道é", min_size=1, max_size=WIDTH)


CONSOLE = Console(color_system="truecolor", force_terminal=True)


class Piece(NamedTuple):
    """Text that an update puts somewhere."""

    x: int
    y: int
    text: str
    style: Style


class Screen:
    """A terminal of the tests' size."""

    def __init__(self, columns: int = WIDTH, rows: int = HEIGHT) -> None:
        self.screen = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self.screen)
        self._stream.feed("\x1b[?7l")

    def write(self, sequences: str) -> None:
        self._stream.feed(sequences)

    @property
    def text(self) -> str:
        return "\n".join(self.screen.display)

    @property
    def cells(self) -> list[list[tuple[object, ...]]]:
        return visible_cells(self.screen)


def visible_cells(screen: pyte.Screen) -> list[list[tuple[object, ...]]]:
    """What can be seen of every cell."""
    return [[visible(screen.buffer[y][x]) for x in range(screen.columns)] for y in range(screen.lines)]


def visible(cell: Char) -> tuple[object, ...]:
    lines = (cell.underscore, cell.strikethrough, cell.reverse)
    ink = (cell.fg, cell.bold, cell.italics) if cell.data != " " or any(lines) else ()
    return (cell.data, cell.bg, *lines, *ink)


def segments(pieces: Iterable[Piece]) -> list[Segment]:
    return [
        segment
        for piece in pieces
        for segment in (Control.move_to(piece.x, piece.y).segment, Segment(piece.text, piece.style), Segment.line())
    ]


def in_full(pieces: Iterable[Piece]) -> str:
    return "".join(
        f"{Control.move_to(piece.x, piece.y)}{piece.style.render(piece.text, color_system=ColorSystem.TRUECOLOR)}"
        for piece in pieces
    )


@st.composite
def rows(draw: st.DrawFn) -> list[Piece]:
    """A whole screen, row by row, as a compositor paints it: no character is cut."""
    found: list[Piece] = []
    for y in range(HEIGHT):
        x = 0
        while x < WIDTH:
            text = set_cell_size(draw(TEXTS), min(WIDTH - x, draw(st.integers(1, WIDTH))))
            found.append(Piece(x, y, text, draw(st.sampled_from(STYLES))))
            x += cell_len(text)
    return found


@given(st.lists(rows(), min_size=1, max_size=5))
def test_a_screen_looks_the_same_as_if_all_of_it_were_written(frames: list[list[Piece]]) -> None:
    diff, ours, plain = CellDiff(), Screen(), Screen()
    for frame in frames:
        ours.write(diff.changes(segments(frame), ColorSystem.TRUECOLOR))
        plain.write(in_full(frame))
        assert ours.cells == plain.cells
    assert diff.changes(segments(frames[-1]), ColorSystem.TRUECOLOR) == ""


@st.composite
def parts(draw: st.DrawFn) -> ChopsUpdate:
    """Parts of lines, cut where Textual cuts all of them, of which some strips are missing."""
    cuts = [0, *sorted(draw(st.sets(st.integers(1, WIDTH - 1), max_size=3))), WIDTH]
    chops: list[dict[int, Strip | None]] = []
    pieces = draw(rows())
    for y in range(HEIGHT):
        strips = Strip([Segment(piece.text, piece.style) for piece in pieces if piece.y == y]).divide(cuts[1:])
        chops.append({x: draw(st.sampled_from([strip, strip, None])) for x, strip in zip(cuts, strips, strict=False)})
    ends = st.lists(st.integers(0, WIDTH), min_size=2, max_size=2, unique=True)
    spans = [(y, *sorted(draw(ends))) for y in sorted(draw(st.sets(st.integers(0, HEIGHT - 1), min_size=1)))]
    return ChopsUpdate(chops, [(y, start, end) for y, start, end in spans], [cuts[1:]] * HEIGHT)


@given(rows(), st.lists(parts(), min_size=1, max_size=2))
def test_parts_of_lines_look_as_they_should_within_their_spans(frame: list[Piece], updates: list[ChopsUpdate]) -> None:
    diff, ours = CellDiff(), Screen()
    ours.write(diff.changes(segments(frame), ColorSystem.TRUECOLOR))
    for update in updates:
        ours.write(diff.partial_changes(update, ColorSystem.TRUECOLOR))
        whole, plain = [(x, y, strip) for y, line in enumerate(update.chops) for x, strip in line.items()], Screen()
        plain.write("".join(f"\x1b[{y + 1};{x + 1}H{strip.render(CONSOLE)}" for x, y, strip in whole if strip))
        shown, expected = ours.cells, plain.cells
        for y, start, end in update.spans:
            for (x, strip), strip_end in zip(update.chops[y].items(), update.chop_ends[y], strict=True):
                columns = slice(max(x, start), min(strip_end, end))
                assert strip is None or shown[y][columns] == expected[y][columns]


def test_only_the_changed_cells_of_a_row_are_written() -> None:
    diff = CellDiff()
    diff.changes(segments([Piece(0, 0, "a quiet night in the abbey", STYLES[3])]), ColorSystem.TRUECOLOR)
    change = diff.changes(segments([Piece(0, 0, "a quiet night at the abbey", STYLES[3])]), ColorSystem.TRUECOLOR)
    assert change == "\x1b[1;15Hat"


def test_the_pen_persists_between_updates_until_forgotten() -> None:
    diff = CellDiff()
    pen = "\x1b[0;1;38;2;170;187;204;48;2;17;34;51m"
    for x, way in ((0, f"\x1b[1;1H{pen}"), (7, "\x1b[1;8H")):
        assert diff.changes(segments([Piece(x, 0, "ab", STYLES[3])]), ColorSystem.TRUECOLOR) == f"{way}ab"
    diff.forget()
    assert diff.changes(segments([Piece(0, 0, "ab", STYLES[3])]), ColorSystem.TRUECOLOR) == f"\x1b[1;1H{pen}ab"


def test_unchanged_cells_are_rewritten_where_that_is_shorter_than_skipping() -> None:
    diff = CellDiff()
    diff.changes(segments([Piece(0, 0, "a-b-------c", STYLES[3])]), ColorSystem.TRUECOLOR)
    change = diff.changes(segments([Piece(0, 0, "d-e-------f", STYLES[3])]), ColorSystem.TRUECOLOR)
    assert change == "\x1b[1;1Hd-e\x1b[7Cf"


def test_cells_of_one_pen_are_written_together() -> None:
    diff, words = CellDiff(), "ab"
    diff.changes(segments([Piece(x, y, "·", STYLES[3]) for x in range(6) for y in range(4)]), ColorSystem.TRUECOLOR)
    pieces = [Piece(x, y, words[x // 4], STYLES[3 + x // 4]) for x, y in ((0, 0), (4, 0), (0, 3), (4, 3))]
    change = diff.changes(segments(pieces), ColorSystem.TRUECOLOR)
    assert change == "\x1b[1;1Ha\x1b[3B\ba\x1b[3C\x1b[22mb\x1b[3A\bb"


def test_a_blank_is_not_written_again_for_a_colour_that_does_not_show_on_it() -> None:
    diff = CellDiff()
    diff.changes(segments([Piece(0, 0, "   ", STYLES[3])]), ColorSystem.TRUECOLOR)
    assert diff.changes(segments([Piece(0, 0, "   ", STYLES[8])]), ColorSystem.TRUECOLOR) == ""
    assert diff.changes(segments([Piece(0, 0, "   ", STYLES[5])]), ColorSystem.TRUECOLOR) != ""


def test_a_small_change_sets_each_pen_once() -> None:
    pieces = [Piece(x, y, "×", STYLES[2 + (x + y) % 2]) for y in range(HEIGHT) for x in range(0, WIDTH, 2)]
    written = CellDiff().changes(segments(pieces), ColorSystem.TRUECOLOR)
    assert written.count("48;2;17;34;51") == 1


def test_forgotten_cells_are_rewritten() -> None:
    diff, piece = CellDiff(), Piece(3, 1, "here", STYLES[1])
    first = diff.changes(segments([piece]), ColorSystem.TRUECOLOR)
    assert diff.changes(segments([piece]), ColorSystem.TRUECOLOR) == ""
    diff.forget()
    assert diff.changes(segments([piece]), ColorSystem.TRUECOLOR) == first


def test_half_of_a_wide_character_that_was_overwritten_is_not_taken_for_shown() -> None:
    diff, screen = CellDiff(), Screen()
    for pieces in ([Piece(0, 0, "書道", STYLES[1])], [Piece(1, 0, "ab", STYLES[1])], [Piece(0, 0, "書道", STYLES[1])]):
        screen.write(diff.changes(segments(pieces), ColorSystem.TRUECOLOR))
    assert screen.screen.display[0].rstrip() == "書道"


def test_textual_still_paints_through_what_we_override() -> None:
    textual_s = getattr(App, "_display", None)
    assert textual_s is not None, "Textual paints by another way: `GalliApp._display` is never called"
    assert list(inspect.signature(textual_s).parameters) == ["self", "screen", "renderable"]
    assert isinstance(inspect.getattr_static(App, "_background_screens"), property)
    assert list(inspect.signature(inspect.getattr_static(TextualScreen, "_compositor_refresh")).parameters) == ["self"]


BOTH_WAYS = """
import json, sys
from galli_tui.__main__ import main
from galli_tui.terminal.cell_diff import ChangedCells

changed_only = ChangedCells.render_segments
log = open(sys.argv.pop(1), "a", buffering=1)

def render_segments(self, console):
    changed = changed_only(self, console)
    print(json.dumps([*console.size, self._update.render_segments(console), changed]), file=log)
    return changed

ChangedCells.render_segments = render_segments
sys.exit(main())
"""
"""The program, with a log of each update as Textual would have written it, and as it was written."""

PATIENT = """
from galli_tui.screens import base

base._LATEST = 60
"""
"""However slow the machine is, a new screen is painted only when it is whole."""

KEYS = ("down", "up", "enter", "right", "down", "t", "m", "right", "tab", "down", "f1", "tab", "escape", "tab", "enter")
"""A card is looked at and chosen, its section moved, turned, mirrored and laid; and the help is opened between."""
DAWDLE = 0.15
"""Seconds between keys: what they bring about is to be painted more than once."""


class Frame(NamedTuple):
    """One update of the screen."""

    columns: int
    rows: int
    in_full: str
    changed: str


def frames_of_a_match(
    folder: Path, size: tuple[int, int], *options: str, then: tuple[int, int] | None = None
) -> list[Frame]:
    """Play for a while, then change the window's size if asked to, and return all frames."""
    words = ("play", "campus-galli", "--mode", "solo", "--seed", "7", "--name", "書道 Otmar", *options)
    log = folder / "frames"
    command = (sys.executable, "-c", BOTH_WAYS, str(log))
    with Terminal(*words, home=folder / "home", columns=size[0], rows=size[1], command=command) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the first choice")
        for key in KEYS[:3] if then else KEYS * 2:
            terminal.press(key)
            terminal.watch(DAWDLE)
        if then is not None:
            terminal.resize(*then)
            terminal.press("f1")
            terminal.until(lambda screen: "The rule: " in screen, "the help")
            terminal.watch(DAWDLE)
        else:
            terminal.until(lambda screen: "Otmar" in screen, "the table")
    return [Frame(*json.loads(line)) for line in log.read_text().splitlines()]


@pytest.mark.parametrize(
    ("size", "options", "surroundings"),
    [
        ((80, 24), (), {}),
        pytest.param((120, 36), ("--theme", "parchment"), {"COLORTERM": ""}, marks=pytest.mark.long),
        pytest.param((200, 60), (), {}, marks=pytest.mark.long),
        pytest.param((80, 24), (), {"NO_COLOR": "1"}, marks=pytest.mark.long),
        pytest.param((80, 24), ("--ascii",), {"TERM": "linux", "COLORTERM": ""}, marks=pytest.mark.long),
    ],
    ids=["80x24", "120x36, 256 colours, by day", "200x60", "no colours", "ASCII, 16 colours"],
)
def test_a_match_looks_the_same_as_if_every_update_were_written_in_full(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    size: tuple[int, int],
    options: tuple[str, ...],
    surroundings: dict[str, str],
) -> None:
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    frames = frames_of_a_match(tmp_path, size, *options)
    ours, plain = Screen(*size), Screen(*size)
    for frame in frames:
        ours.write(frame.changed)
        plain.write(frame.in_full)
        assert ours.screen.display == plain.screen.display
        assert ours.cells == plain.cells
    assert len(frames) > len(KEYS)
    assert "書道" in ours.text or "--ascii" in options
    assert 2 * sum(len(frame.changed) for frame in frames) < sum(len(frame.in_full) for frame in frames)


SCREENS = (
    ("", "New match"),
    ("n", "New match"),
    ("escape", "New match"),
    ("n", "New match"),
    ("ctrl+s", "look away"),
    ("enter", "choose a card"),
    ("f1", "The rule: "),
    ("escape", "choose a card"),
    ("l", "Log"),
    ("escape", "choose a card"),
    ("b", "Public boards"),
    ("escape", "choose a card"),
    ("s", "Score so far"),
    ("escape", "choose a card"),
    ("ctrl+p", "Type to search"),
    ("escape", "pouch"),
)
"""Keys from screen to screen, and words by which each is known."""
MANY = 1_000


def paintings(home: Path) -> list[int]:
    """Return how often each of `SCREENS` was painted, in one visit of them all."""
    log, counts = home.with_suffix(".frames"), [0]
    command = (sys.executable, "-c", PATIENT + BOTH_WAYS, str(log))
    with Terminal(home=home, command=command) as terminal:
        for key, words in SCREENS:
            terminal.press(*filter(None, [key]))
            terminal.until(lambda screen, words=words: words in screen, words)
            painted = counts[-1]
            while painted == counts[-1]:  # On a busy machine the words may be read before the frame is noted.
                terminal.watch(0.5)
                painted = len(log.read_text().splitlines())
            counts.append(painted)
    return [after - before for before, after in pairwise(counts)]


def test_every_new_screen_is_painted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may bring results so late that a screen is painted once more, but not in each of three visits."""
    fewest = [MANY] * len(SCREENS)
    for visit in range(3):
        home = tmp_path / str(visit)
        monkeypatch.setenv("GALLI_TUI_HOME", str(home))
        save("name", "Notker")
        # Two people and no bot, whose moves would be updates of their own.
        seats = Player("Notker", "red"), Player("Ratpert", "blue")
        remember_setup(Setup("campus-galli", Options(2, "coop", 1), seats))
        fewest = list(map(min, fewest, paintings(home)))
        if max(fewest) == 1:
            break
    assert [screen for screen, times in zip(SCREENS, fewest, strict=True) if times != 1] == []


def test_the_terminal_is_restored_with_a_reset_pen(tmp_path: Path) -> None:
    with Terminal("play", "campus-galli", "--mode", "solo", "--seed", "7", home=tmp_path) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the first choice")
        terminal.signal(signal.SIGTERM)
        terminal.wait()
        drawn, _, _ = bytes(terminal.written).rpartition(b"\x1b[?1049l")
    assert re.findall(rb"\x1b\[[0-9;]*m", drawn)[-1] == b"\x1b[0m"


@pytest.mark.parametrize("then", [(120, 36), pytest.param((84, 24), marks=pytest.mark.long)], ids=["larger", "smaller"])
def test_after_a_change_of_the_windows_size_all_of_it_is_written(tmp_path: Path, then: tuple[int, int]) -> None:
    frames = frames_of_a_match(tmp_path, (100, 30), then=then)
    ours, plain = Screen(100, 30), Screen(100, 30)
    for frame in frames:
        if (frame.columns, frame.rows) != (ours.screen.columns, ours.screen.lines):
            ours.screen.resize(frame.rows, frame.columns)
            plain.screen.resize(frame.rows, frame.columns)
            ours.write("\x1b[H\x1b[m" + "#" * frame.columns * frame.rows)
        ours.write(frame.changed)
        plain.write(frame.in_full)
    assert (ours.screen.columns, ours.screen.lines) == then
    assert "The rule: " in ours.text
    assert ours.cells == plain.cells
