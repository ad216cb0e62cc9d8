"""Text broken into lines: words and widths are kept, long words are broken, later lines are indented."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from galli_tui.style.text_wrap import cells, wrapped, wrapped_pieces


def test_text_is_broken_between_words_and_long_words_within() -> None:
    assert wrapped("one two three", 7) == ["one two", "three"]
    assert wrapped("one two three", 7, indent=2) == ["one two", "  three"]
    assert wrapped("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert wrapped("", 4) == []


def test_text_in_wide_letters_is_broken_by_cells() -> None:
    assert wrapped("修道院の設計図", 6) == ["修道院", "の設計", "図"]


@given(st.lists(st.text("ab é修", max_size=12), max_size=12), st.integers(4, 20))
def test_wrapped_text_keeps_its_words_and_its_width(texts: list[str], width: int) -> None:
    lines = wrapped_pieces([(text, "ink") for text in texts], width)
    assert all(sum(cells(text) for text, _ in line) <= width for line in lines)
    words = "".join("".join(text for text, _ in line) for line in lines)
    assert words.replace(" ", "") == "".join(texts).replace(" ", "")


@given(st.lists(st.text("ab é修", max_size=12), max_size=12), st.integers(4, 20), st.integers(0, 2))
def test_later_lines_leave_room_for_their_indent(texts: list[str], width: int, indent: int) -> None:
    pieces = [(text, place) for place, text in enumerate(texts)]
    first, *more = wrapped_pieces(pieces, width, indent)
    assert sum(cells(text) for text, _ in first) <= width
    assert all(sum(cells(text) for text, _ in line) <= width - indent for line in more)


def test_pieces_keep_their_style_and_a_word_may_extend_over_several() -> None:
    assert wrapped_pieces([("one tw", "a"), ("o three", "b")], 7) == [
        [("one", "a"), (" ", "a"), ("tw", "a"), ("o", "b")],
        [("three", "b")],
    ]


def test_no_break_spaces_hold_words_together() -> None:
    assert wrapped("a one\N{NO-BREAK SPACE}two", 7) == ["a", "one two"]
