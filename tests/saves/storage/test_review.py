"""The stored review of a match: it belongs to one digest, and an invalid one is as if there were none."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves.format import canonical
from saves.storage.library import list_matches
from saves.storage.review import FORM, ReviewedDecision, load_review, save_review
from saves.storage.sidecar import REVIEW, remove_sidecars
from tests.support.sample_match import whole

DIGEST, OTHER = bytes(32), bytes(31) + b"\1"
FOUND = (ReviewedDecision(4, ["light", 1], 0, 12), ReviewedDecision(7, ["light", 2], 350, 9, rough=True))


def stored(folder: Path) -> Path:
    """Return the path of a match with a review."""
    path = whole(folder)
    save_review(path, DIGEST, FOUND)
    return path


def test_a_review_is_found_as_it_was_stored_by_its_owner_alone(tmp_path: Path) -> None:
    path = stored(tmp_path)
    assert load_review(path, DIGEST) == FOUND
    assert REVIEW.path(path).stat().st_mode & 0o777 == 0o600
    assert {it.name for it in tmp_path.iterdir()} == {path.name, REVIEW.path(path).name}


def test_a_review_of_another_digest_is_not_believed(tmp_path: Path) -> None:
    assert load_review(stored(tmp_path), OTHER) == ()


def test_a_review_that_has_changed_by_a_bit_is_not_believed(tmp_path: Path) -> None:
    path = stored(tmp_path)
    good = REVIEW.path(path).read_bytes()
    for place in range(len(good)):
        REVIEW.path(path).write_bytes(good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :])
        assert load_review(path, DIGEST) == ()


@pytest.mark.parametrize("data", [b"", b"\0" * 31, b"\xff" * 32, b"\0" * (REVIEW.max_bytes + 1)])
def test_no_file_in_a_reviews_place_is_believed(tmp_path: Path, data: bytes) -> None:
    path = whole(tmp_path)
    REVIEW.path(path).write_bytes(data)
    assert load_review(path, DIGEST) == ()


@pytest.mark.parametrize(
    "plain",
    [None, [], ["galli-tui review 0", []], [FORM], [FORM, [[4, None, -1, 1, False]]], [FORM, [[4, None, 1, 1]]]],
    ids=["nothing", "empty", "another form", "no decisions", "a negative cost", "a missing field"],
)
def test_a_forged_review_is_not_believed_even_with_the_right_hash(tmp_path: Path, plain: canonical.Plain) -> None:
    path = whole(tmp_path)
    REVIEW.save(path, DIGEST, canonical.encode(plain))
    assert load_review(path, DIGEST) == ()


def test_a_review_that_would_be_too_long_is_not_stored(tmp_path: Path) -> None:
    path = whole(tmp_path)
    save_review(path, DIGEST, [ReviewedDecision(1, "x" * REVIEW.max_bytes, 0, 1)])
    assert not REVIEW.path(path).exists()


def test_a_review_goes_with_its_match(tmp_path: Path) -> None:
    path = stored(tmp_path)
    list_matches(tmp_path)
    assert REVIEW.path(path).exists()
    path.rename(tmp_path / "renamed.galli")
    list_matches(tmp_path)
    assert not REVIEW.path(path).exists()
    save_review(path, DIGEST, FOUND)
    remove_sidecars(path)
    assert not REVIEW.path(path).exists()
