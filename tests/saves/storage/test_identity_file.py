"""The key file: created once, atomically and private; and the errors when it cannot be used."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from saves.errors import IdentityError, SaveError
from saves.format.identity import SEED_SIZE, Identity
from saves.storage import disk, identity_file
from saves.storage.identity_file import FILE_NAME, load_identity


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "galli"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_key_is_made_once_and_stays(folder: Path) -> None:
    assert load_identity(folder).public == load_identity(folder).public


def test_two_homes_have_two_keys(tmp_path: Path) -> None:
    assert load_identity(tmp_path / "a").public != load_identity(tmp_path / "b").public


def test_all_keys_follow_from_the_seed(folder: Path) -> None:
    made = load_identity(folder)
    assert Identity((folder / FILE_NAME).read_bytes()).public == made.public


def test_only_its_owner_may_read_the_key_and_its_folder(folder: Path) -> None:
    load_identity(folder)
    assert (mode(folder), mode(folder / FILE_NAME)) == (0o700, 0o600)


def test_making_a_key_leaves_no_draft_behind(folder: Path) -> None:
    load_identity(folder)
    assert [path.name for path in folder.iterdir()] == [FILE_NAME]


def test_a_key_readable_by_others_is_protected_with_one_notice(folder: Path) -> None:
    load_identity(folder)
    (folder / FILE_NAME).chmod(0o644)
    assert "able to read your key file" in load_identity(folder).notice
    assert mode(folder / FILE_NAME) == 0o600
    assert load_identity(folder).notice == ""


@pytest.mark.parametrize("size", [0, SEED_SIZE - 1, SEED_SIZE + 1])
def test_a_key_file_of_the_wrong_size_is_left_alone_and_explained(folder: Path, size: int) -> None:
    load_identity(folder)
    (folder / FILE_NAME).write_bytes(bytes(size))
    with pytest.raises(IdentityError, match=f"has {size} bytes instead of 32"):
        load_identity(folder)
    assert (folder / FILE_NAME).stat().st_size == size


def test_a_folder_in_the_keys_place_is_explained(folder: Path) -> None:
    (folder / FILE_NAME).mkdir(parents=True)
    with pytest.raises(IdentityError, match="is not a file"):
        load_identity(folder)


def test_a_key_that_cannot_be_read_is_explained(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE_NAME).symlink_to(FILE_NAME)
    with pytest.raises(IdentityError, match="could not be read"):
        load_identity(folder)


def test_a_file_in_the_homes_place_is_explained(folder: Path) -> None:
    folder.write_text("not a folder")
    with pytest.raises(SaveError, match=r"Nothing can be saved in .*: a file is in the way"):
        load_identity(folder)


def test_a_full_disk_is_explained_and_leaves_no_half_a_key(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(IdentityError, match="No space left"):
        load_identity(folder)
    assert list(folder.iterdir()) == []


def test_two_programs_that_make_a_key_at_once_use_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = bytes(range(SEED_SIZE))

    def too_late(draft: Path, path: Path) -> None:
        path.write_bytes(other)
        path.chmod(0o600)
        disk.publish_new(draft, path)

    monkeypatch.setattr(identity_file, "publish_new", too_late)
    assert load_identity(folder).public == Identity(other).public


def test_without_hard_links_a_key_is_still_made(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    assert load_identity(folder).public == load_identity(folder).public
