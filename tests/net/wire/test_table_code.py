"""The table code: its words, how it is made, and how it is read as people type it."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.wire.table_code import WORDS, BadCode, make_code, normalize_code
from tests.support.sample_match import fixed


def test_the_words_are_short_plain_and_differ_in_their_first_four_letters() -> None:
    assert len(WORDS) == 256
    assert list(WORDS) == sorted(WORDS)
    assert all(4 <= len(word) <= 8 and word.isascii() and word.isalpha() and word.islower() for word in WORDS)
    assert len({word[:4] for word in WORDS}) == 256


def test_no_two_words_run_together_read_as_two_others() -> None:
    assert len({first + second for first in WORDS for second in WORDS}) == 256**2


def test_a_code_is_two_words_and_a_number() -> None:
    first, second, number = make_code(fixed("code")).split("-")
    assert first in WORDS
    assert second in WORDS
    assert 100 <= int(number) <= 999


def test_codes_favour_no_word_and_no_number() -> None:
    codes = [make_code(fixed(f"code {number}")).split("-") for number in range(8192)]
    for place in (0, 1):
        often = Counter(code[place] for code in codes)
        assert len(often) == 256
        assert max(often.values()) < 3 * 8192 / 256
    hundreds = Counter(code[2][0] for code in codes)
    assert set(hundreds) == set("123456789")
    assert max(hundreds.values()) < 1.2 * min(hundreds.values())


@pytest.mark.parametrize(
    "typed",
    [
        "cellar-heron-417",
        "Cellar Heron 417",
        "  CELLAR--heron417 ",
        "cellarheron417",
        "cellar\u2013heron\u00a0417",
        "cellar\u2011heron\t417\n",
        "ｃellar-heron-４１７",
    ],
)
def test_case_blanks_and_hyphens_do_not_matter(typed: str) -> None:
    assert normalize_code(typed) == "cellar-heron-417"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("", "two words and a number"),
        ("- -", "two words and a number"),
        ("celler-heron-417", "Did you mean 'cellar'?"),
        ("cellar-herring-417", "Did you mean 'heron'?"),
        ("celery-gardening-100", "Did you mean 'garden'?"),
        ("xyzzy-heron-417", "'xyzzy' is not a word of a table code; ask the host for the code"),
        ("xyzzyplugh417", "not two words of a table code"),
        ("cellar-417", "not two words of a table code"),
        ("cellar-heron-robin-417", "not two words of a table code"),
        ("cellar-heron", "The number is missing after cellar-heron"),
        ("cellar-heron-41", "between 100 and 999"),
        ("cellar-heron-099", "between 100 and 999"),
        ("cellar-heron-1000", "between 100 and 999"),
        ("417-cellar-heron", "the number last"),
        ("cellar-heron-417!", "without other characters"),
        ("cellar\x1b[31m-heron-417", "without other characters"),
        ("c\u00e9llar-heron-417", "without other characters"),
        ("cellar-" * 20, "much longer"),
    ],
)
def test_an_invalid_code_is_explained(typed: str, told: str) -> None:
    with pytest.raises(BadCode) as caught:
        normalize_code(typed)
    assert told in str(caught.value)


@given(st.text(max_size=80))
def test_any_text_is_a_code_in_its_normal_form_or_a_plain_sentence(text: str) -> None:
    told = code = ""
    try:
        code = normalize_code(text)
    except BadCode as error:
        told = str(error)
    assert told.isascii()
    assert told.isprintable()
    assert told or normalize_code(code) == code


@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.integers(100, 999))
def test_every_code_is_its_own_normal_form(first: str, second: str, number: int) -> None:
    assert normalize_code(f"{first}-{second}-{number}") == f"{first}-{second}-{number}"
    assert normalize_code(f"{first}{second}{number}") == f"{first}-{second}-{number}"
