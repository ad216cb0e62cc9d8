"""A text becomes a sentence, with one full stop and a capital letter."""

from __future__ import annotations

import pytest

from galli_tui.startup.sentences import to_sentence, with_full_stop


@pytest.mark.parametrize(
    ("text", "ended"),
    [
        ("Cara builds", "Cara builds."),
        ("Cara builds.", "Cara builds."),
        ("Who builds?", "Who builds?"),
        ("The round:", "The round:"),
        ("Cara is choosing…", "Cara is choosing…"),
        ("", ""),
    ],
)
def test_a_text_ends_with_one_mark(text: str, ended: str) -> None:
    assert with_full_stop(text) == ended


def test_a_sentence_begins_with_a_capital_letter_but_for_a_file_name() -> None:
    assert to_sentence("no match is saved") == "No match is saved."
    assert to_sentence("ours.galli is damaged") == "ours.galli is damaged."
