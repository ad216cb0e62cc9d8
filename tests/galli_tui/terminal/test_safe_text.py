"""Text from outside is made harmless for one line of the screen; text in ASCII keeps its cells."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from galli_tui.terminal.safe_text import sanitize, to_ascii
from saves.format.header import clean_name
from saves.text import cell_width, clean_text, ellipsize, ellipsize_apart


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Anna", "Anna"),
        ("  Anna \t of\nBern ", "Anna of Bern"),
        ("\x1b[31mAnna\x1b[0m", "Anna"),
        ("\x1b]2;gotcha\x07Anna", "Anna"),
        ("\x1b]8;;http://example.org\x1b\\Anna\x1b]8;;\x1b\\", "Anna"),
        ("\x9b31mAnna", "Anna"),
        ("An\x00n\x08a\x7f", "Anna"),
        ("\u202eannA", "annA"),
        ("An\u200bn\u200da\ufeff", "Anna"),
        ("\u2067Anna\u2069", "Anna"),
        ("Anna\ufe0f", "Anna"),
        ("\U0001f600Anna", "Anna"),
        ("\ue000Anna\U000f0000", "Anna"),
        ("\u3164\u115fAnna", "Anna"),
        ("[bold red]Anna[/]", "[bold red]Anna[/]"),
        ("a\u0301\u0302\u0303\u0304b", "á\u0302b"),
        ("Ekkehart der Erste von St. Gallen", "Ekkehart der Erste von…"),
        ("修道院", "修道院"),
        ("Žofie", "Žofie"),
        ("", ""),
    ],
)
def test_foreign_text_is_sanitized(raw: str, shown: str) -> None:
    assert sanitize(raw) == shown


@given(st.text(st.characters(), max_size=80), st.integers(1, 40))
def test_any_text_stays_on_one_line_within_its_width(raw: str, cells: int) -> None:
    text = sanitize(raw, cells)
    assert sum(map(cell_width, text)) <= cells
    assert all(unicodedata.category(char)[0] != "C" for char in text)
    assert sanitize(text, cells) == text


@given(st.text(st.characters(), max_size=40))
def test_a_clean_name_is_shown_just_as_it_is_compared(raw: str) -> None:
    name = clean_name(raw)
    assert sanitize(name) == name


@given(st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), max_size=40))
def test_an_ascii_form_takes_the_same_cells(text: str) -> None:
    likeness = to_ascii(text)
    assert likeness.isascii()
    assert len(likeness) == sum(map(cell_width, text))


@pytest.mark.parametrize("char", list("aé─│▸✔✖✶·…❧█▌½▲◆●■♣修한"))
def test_widths_are_those_the_library_draws_with(char: str) -> None:
    assert cell_width(char) == cell_len(char)


def test_every_character_that_a_name_may_hold_takes_the_cells_that_are_drawn() -> None:
    kept = [char for char in map(chr, range(0x20000)) if char in sanitize(f"a{char}")]
    assert len(kept) > 50_000
    assert [hex(ord(char)) for char in kept if cell_width(char) != cell_len(char)] == []


def test_printable_ascii_is_cleaned_as_it_is_beside_other_letters() -> None:
    text = "".join(map(chr, range(0x21, 0x7F)))
    assert clean_text(f" {text}  {text} ") == f"{text} {text}"
    assert clean_text(f" {text}  {text}é") == f"{text} {text}é"


def test_long_text_ends_in_an_ellipsis() -> None:
    assert ellipsize("Gozbert", 7) == "Gozbert"
    assert ellipsize("Gozbert", 6) == "Gozbe…"
    assert ellipsize("修道院", 4) == "修…"


def test_names_that_would_be_truncated_alike_keep_their_ends() -> None:
    assert ellipsize_apart(["Brother Anton", "Brother Berno", "Eva"], 8) == ["Br…Anton", "Br…Berno", "Eva"]
    assert ellipsize_apart(["Brother Anton", "Sister Berta"], 8) == ["Brother…", "Sister…"]
    assert ellipsize_apart(["Brother", "Brother Anton"], 8) == ["Brother", "Brother…"]
    assert ellipsize_apart(["修道士安東尼奧", "修道士安東尼斯"], 8) == ["修…尼奧", "修…尼斯"]
