"""Guides in TOML: headings, labels, numbers, tones, and parts of some matches only."""

from __future__ import annotations

from galli_tui.games.kit.guide_file import guide_pages
from galli_tui.style.paragraph import Paragraph
from rules.engine.toml_table import parsed

GUIDE = """
[[guide]]
heading = "A round"
numbered = true
texts = ["Draw {count} cards.", "Play one."]

[[guide]]
when = ["long"]
numbered = true
texts = ["Draw again."]

[[guide]]
heading = "Signs"
texts = ["{builder} | a builder", "a <gold>{builder} </>of <good>{count}</>"]
"""
FILE = parsed("guide.toml", GUIDE)


def test_a_guide_has_headings_labels_numbers_and_tones() -> None:
    assert guide_pages(FILE, "guide", {"count": 3, "builder": "@"}) == (
        Paragraph("A round", heading=True, close=True),
        Paragraph("Draw 3 cards.", "1", close=True),
        Paragraph("Play one.", "2", close=True),
        Paragraph("", close=True),
        Paragraph("Signs", heading=True, close=True),
        Paragraph("a builder", "@", close=True),
        Paragraph("", spans=(("a ", "ink"), ("@ ", "gold"), ("of ", "ink"), ("3", "good")), close=True),
    )


def test_a_part_for_other_matches_is_left_out_and_the_count_continues() -> None:
    long = guide_pages(FILE, "guide", {"count": 3, "builder": "@"}, ["long"])
    assert [it.label for it in long[1:4]] == ["1", "2", "3"]


def test_a_sign_may_be_a_bracket() -> None:
    assert guide_pages(FILE, "guide", {"count": 3, "builder": "<"})[-1].spans[1] == ("< ", "gold")


def test_a_legend_has_the_signs_of_menus_at_the_end_of_its_first_part() -> None:
    file = parsed("guide.toml", GUIDE.replace("[[guide]]", "[[legend]]"))
    found = guide_pages(file, "legend", {"count": 3, "builder": "@"})
    heading = next(at for at, it in enumerate(found) if it.heading and it.text == "Signs")
    assert [text for text, tone in found[heading - 2].spans if tone != "ink"] == ["▸ ", "› ", "✗ "]
